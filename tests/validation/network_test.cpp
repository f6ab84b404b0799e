// SPDX-License-Identifier: BSL-1.0
#include <headroom/network/error_band.hpp>

#include <check.hpp>
#include <validation/rows.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace validation_network {
namespace {

using validation_rows::judged;

// Errors in time of the figures that nothing was fitted to, from the least.
std::vector<double> unfitted_errors(std::string_view family) {
  std::vector<double> all;
  for (const judged& one : validation_rows::judged_in("network.json"))
    if (one.family == family && one.counts() && one.part == "not fitted")
      all.push_back(one.metric == "time" ? one.error() : one.published / one.found - 1);
  std::ranges::sort(all);
  return all;
}

double percentile(const std::vector<double>& sorted, double share) {
  return sorted.at(static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size()))) - 1);
}

}  // namespace

TEST_CASE("the bands of collectives are the spread over what nothing was fitted to") {
  const std::vector<double> large = unfitted_errors("collectives_large");
  CHECK(static_cast<hr::count>(large.size()) == hr::large_collectives.figures);
  CHECK(percentile(large, 0.1) == doctest::Approx(hr::large_collectives.lowest).epsilon(0.01));
  CHECK(percentile(large, 0.9) == doctest::Approx(hr::large_collectives.highest).epsilon(0.02));
  const std::vector<double> small = unfitted_errors("collectives_small");
  CHECK(static_cast<hr::count>(small.size()) == hr::small_collectives.figures);
  CHECK(small.front() == doctest::Approx(hr::small_collectives.lowest).epsilon(0.01));
  CHECK(small.back() == doctest::Approx(hr::small_collectives.highest).epsilon(0.01));
}

TEST_CASE("collectives that are not judged say why") {
  std::set<std::string> reasons;
  for (const judged& one : validation_rows::judged_in("network.json"))
    if (!one.refused.empty()) reasons.insert(one.refused);
  CHECK(reasons == std::set<std::string>{"a threshold that machines are held to, and no measurement",
                                         "the GPUs lie in several scale-up domains, and the rate of the network between them is not known",
                                         "the figure is printed too coarsely to compare with", "the row names no collective",
                                         "the row does not say the rate of the network between machines",
                                         "an exchange over the adapters alone, or with what stays on a GPU counted in, is not modelled"});
}

// DeepEP on eight H800: 153 and 158 GB/s. No constant was fitted to an exchange.
TEST_CASE("an exchange of experts in a domain is met within 5 %") {
  int met = 0;
  for (const judged& one : validation_rows::judged_in("network.json")) {
    if (one.family != "expert_exchange" || !one.counts()) continue;
    CHECK(std::abs(one.error()) < 0.05);
    ++met;
  }
  CHECK(met == 2);
}

TEST_CASE("a row is read as it says, under whatever name") {
  const validation_rows::json row = validation_rows::json::parse(R"({
      "id": "mine", "family": "network", "confirmed": true, "kind": "measured",
      "config": {"gpu": "A100-80GB-SXM", "gpus": 8, "nodes": 1, "collective": "All-Reduce", "payload": "4MiB"},
      "measured": [{"metric": "algbw", "value": 40.1, "unit": "GB/s"}]})");
  const std::vector<judged> all = validation_rows::program::judge(row);
  REQUIRE(all.size() == 1);
  CHECK(all.front().refused == "");
  CHECK(all.front().part == "not fitted");
  CHECK(all.front().found == doctest::Approx(40.1).epsilon(0.001));  // 70.2 on the bus
  validation_rows::json without = row;
  without["config"].erase("gpus");
  CHECK(validation_rows::program::judge(without).front().refused == "the row does not say how many GPUs take part");
  validation_rows::json crowded = row;
  crowded["config"]["nodes"] = 9;
  CHECK(validation_rows::program::judge(crowded).front().refused == "so many machines do not have so many GPUs");
  crowded["measured"][0]["metric"] = "busbw_0node_8gpu";
  CHECK(validation_rows::program::judge(crowded).front().refused == "so many machines do not have so many GPUs");
  validation_rows::json negative = row;
  negative["config"]["payload"] = -1;
  CHECK(validation_rows::program::judge(negative).front().refused == "the row does not say how large the message is");
  validation_rows::json doubted = row;
  doubted["judged"] = 0;
  doubted["why_not"] = "a hot day";
  CHECK(validation_rows::program::judge(doubted).front().suspect == "a hot day");
  validation_rows::json exchange = row;
  exchange["config"]["collective"] = "alltoall";
  CHECK(validation_rows::program::judge(exchange).front().family == "collectives_other");
}

}  // namespace validation_network
