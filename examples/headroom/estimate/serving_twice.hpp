// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <headroom/inference/serving_constants.hpp>
#include <headroom/inference/serving_rates.hpp>
#include <headroom/inference/serving_time.hpp>
#include <string_view>
#include <vector>

// What a server would gain from twice of each rate, all else as it is: each is changed and the server timed again.
namespace headroom::program {

// A rate that is doubled.
struct twice_of {
  std::string_view key{};
  std::string_view title{};
  void (*apply)(serving_rates&, serving_constants&) = nullptr;

  serving_rates on(serving_rates of) const {
    serving_constants none;
    apply(of, none);
    return of;
  }
  serving_constants on(serving_constants of) const {
    serving_rates none;
    apply(none, of);
    return of;
  }
};

// Times over those as it is.
struct doubled_server {
  std::string_view key{};
  std::string_view title{};
  double tokens = 1;       // a second
  double token = 1;        // TPOT
  double first_token = 1;  // TTFT
};

// `then` times the server with one of its rates doubled.
std::vector<doubled_server> with_twice(const serving_result& as_it_is, const std::function<serving_result(const twice_of&)>& then);

}  // namespace headroom::program
