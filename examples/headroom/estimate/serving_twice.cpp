// SPDX-License-Identifier: BSL-1.0
#include "estimate/serving_twice.hpp"

#include <array>

namespace headroom::program {

namespace {

void halve(duration& of) { of = of / 2; }

constexpr std::array each_doubled{
    twice_of{"matrix_rate", "matrix rate",
             [](serving_rates& of, serving_constants&) {
               of.wide.matrix = scaled(of.wide.matrix, 2);
               of.products.matrix = scaled(of.products.matrix, 2);
             }},
    twice_of{"memory_bandwidth", "memory bandwidth",
             [](serving_rates& of, serving_constants&) {
               of.wide.memory = scaled(of.wide.memory, 2);
               of.products.memory = scaled(of.products.memory, 2);
             }},
    twice_of{"scale_up_bandwidth", "scale-up bandwidth", [](serving_rates& of, serving_constants&) { of.links.scale_up = of.links.scale_up * 2; }},
    twice_of{"scale_out_bandwidth", "scale-out bandwidth", [](serving_rates& of, serving_constants&) { of.links.scale_out = of.links.scale_out * 2; }},
    twice_of{"host_speed", "host's speed",
             [](serving_rates&, serving_constants& by) {
               for (duration* each : {&by.sequence, &by.launch}) halve(*each);
               for (engine_time& each : by.engines)
                 for (duration* time : {&each.step, &each.first}) halve(*time);
             }},
};

}  // namespace

std::vector<doubled_server> with_twice(const serving_result& as_it_is, const std::function<serving_result(const twice_of&)>& then) {
  std::vector<doubled_server> all;
  for (const twice_of& each : each_doubled) {
    const serving_result found = then(each);
    all.push_back({each.key, each.title, in_tokens_per_second(found.output) / in_tokens_per_second(as_it_is.output),
                   in_seconds(found.token) / in_seconds(as_it_is.token), in_seconds(found.first_token) / in_seconds(as_it_is.first_token)});
  }
  return all;
}

}  // namespace headroom::program
