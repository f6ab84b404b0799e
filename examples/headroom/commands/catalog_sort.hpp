// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <headroom/cluster/machine_keys.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/units.hpp>
#include <string>
#include <vector>

// What `headroom catalog --sort` sorts by.
namespace headroom::program {

struct sort_value {
  figure<double> number{};
  std::string text{};
};

struct sort_key {
  std::string name{};   // as the option takes it
  std::string title{};  // of its column; empty: the list has that column anyway
  std::string unit{};   // of the number: "dollars_per_hour_per_gpu"
  bool is_lowest_first = false;
  std::function<sort_value(const machine&)> value_of{};
};

// Every key, with prices as this function answers them.
std::vector<sort_key> sort_keys(const std::function<figure<money_rate>(const machine&)>& price);

// Best first; those that are unknown are last, and otherwise the order stays as it is.
void sort_by(const sort_key& key, std::vector<machine>& machines);

}  // namespace headroom::program
