// SPDX-License-Identifier: BSL-1.0
#include <headroom/time/operation_band.hpp>

#include <check.hpp>
#include <validation/rows.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace validation_microbench {
namespace {

using validation_rows::judged;

constexpr const char* files[]{"microbench.json", "microbench_h100.json", "microbench_h200.json"};

std::vector<judged> all_judged() {
  std::vector<judged> all;
  for (const char* file : files)
    for (const judged& one : validation_rows::judged_in(file)) all.push_back(one);
  return all;
}

// As many figures above the highest as below the lowest: one in ten, of the errors in time.
void check_band(const hr::error_band& band, std::string_view part) {
  std::vector<double> errors;
  for (const judged& one : all_judged())
    if (one.part == part && one.counts()) errors.push_back(one.unit == "us" ? one.error() : one.published / one.found - 1);
  std::ranges::sort(errors);
  CAPTURE(part);
  REQUIRE(!errors.empty());
  const std::size_t beyond = errors.size() / 10;
  CHECK(static_cast<hr::count>(errors.size()) == band.figures);
  CHECK(std::abs(errors[beyond] - band.lowest) < 0.001);
  CHECK(std::abs(errors[errors.size() - 1 - beyond] - band.highest) < 0.001);
}

}  // namespace

TEST_CASE("the bands of operations are the spread over what nothing was fitted to") {
  check_band(hr::matrix_products, "products, not fitted");
  check_band(hr::grouped_products, "grouped products, not fitted");
  check_band(hr::memory_streams, "memory, not fitted");
  check_band(hr::memory_bound_operations, "memory-bound operations, not fitted");
  check_band(hr::attention_forward, "attention, not fitted");
  check_band(hr::attention_backward, "attention backward, not fitted");
  check_band(hr::attention_of_decoding, "attention of decoding, not fitted");
}

TEST_CASE("operations that are not judged say why") {
  std::set<std::string> reasons;
  for (const judged& one : all_judged())
    if (!one.refused.empty()) reasons.insert(one.refused);
  CHECK(reasons == std::set<std::string>{"from one kernel that does next to nothing to the next: ours has its ramp in it",
                                         "the row does not say how many bytes the operation reads and writes",
                                         "the row does not say the shape of the product"});
}

TEST_CASE("a product of a GPU without such units is refused") {
  const validation_rows::json row = validation_rows::json::parse(R"({
      "id": "mine", "family": "microbench", "confirmed": true, "config": {"gpu": "A100-80GB-SXM", "precision": "fp8", "m": 64, "n": 64, "k": 64},
      "measured": [{"metric": "tflops", "value": 1, "unit": "TFLOP/s"}]})");
  CHECK(validation_rows::program::judge(row).front().refused == "the GPU has no tensor units for the format, or their rate is not known");
}

}  // namespace validation_microbench
