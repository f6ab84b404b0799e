// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <functional>
#include <headroom/cluster/group.hpp>
#include <headroom/cluster/pricing.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "print/amount.hpp"

namespace headroom::program {

// A figure of a record that a total is made from, as text, with where it is from.
struct input {
  std::string label{};
  std::string value{};
  knowledge state = knowledge::unknown;
  headroom::basis basis = headroom::basis::stated;
  const source* from = nullptr;
  std::string_view note{};
  const dispute* disputed = nullptr;

  // Whether a report has to say that no document confirms it.
  bool is_unconfirmed() const {
    return state != knowledge::unknown &&
           (basis == headroom::basis::general_knowledge || basis == headroom::basis::estimated);
  }
};

// A total of the library with its kind taken off, so that a table can hold them all.
struct sum {
  double known = 0;  // base units
  count machines = 0;
  count covered = 0;
  count without = 0;
  bool confirmed = true;
  bool is_complete = false;

  bool is_absent() const { return machines > 0 && without == machines; }
  bool is_unknown() const { return machines > 0 && covered == 0 && !is_absent(); }
};

enum class part { machines, memory, network, peak, storage, cost };
enum class divisor { gpu, vm, rack, domain };

// Something that a cluster has so much of: what --explain takes and a row of the report.
struct measure {
  std::string key{};
  std::string title{};
  counted what = counted::things;
  program::part part = part::machines;
  std::string formula{};  // of one machine
  std::function<figure<double>(const machine&, const pricing&)> of{};
  std::function<sum(std::span<const group>, const pricing&)> total{};
  std::function<figure<double>(std::span<const group>, const pricing&, divisor)> each{};
  std::function<std::vector<input>(const machine&, const pricing&)> inputs{};
};

const std::vector<measure>& measures();
// GPUs with a share of one as that share, which a price is divided by. No row of a report.
const measure& whole_gpus();
// nullptr: there is none of that name. Takes "power" and "price" too.
const measure* find_measure(std::string_view key);

}  // namespace headroom::program
