// SPDX-License-Identifier: BSL-1.0
#include <headroom/time/operation_band.hpp>

#include <check.hpp>
#include <validation/rows.hpp>

#include <algorithm>
#include <set>

namespace validation_microbench {
namespace {

using validation_rows::judged;

// Errors in time of the figures of a part, from the least.
std::vector<double> errors_in_time(std::string_view part) {
  std::vector<double> all;
  for (const judged& one : validation_rows::judged_in("microbench.json"))
    if (one.part == part && one.counts()) all.push_back(one.published / one.found - 1);
  std::ranges::sort(all);
  return all;
}

void check_band(const hr::error_band& band, std::string_view part) {
  const std::vector<double> errors = errors_in_time(part);
  CAPTURE(part);
  REQUIRE(static_cast<hr::count>(errors.size()) == band.figures);
  CHECK(errors.front() == doctest::Approx(band.lowest).epsilon(0.03));
  CHECK(errors.back() == doctest::Approx(band.highest).epsilon(0.03));
}

}  // namespace

TEST_CASE("the bands of operations are the spread over what nothing was fitted to") {
  check_band(hr::matrix_products, "products, not fitted");
  check_band(hr::memory_streams, "memory, not fitted");
  check_band(hr::attention_forward, "attention, not fitted");
}

TEST_CASE("operations that are not judged say why") {
  std::set<std::string> reasons;
  for (const judged& one : validation_rows::judged_in("microbench.json"))
    if (!one.refused.empty()) reasons.insert(one.refused);
  CHECK(reasons == std::set<std::string>{"the row does not say the shape of the product"});
}

TEST_CASE("a product of a GPU without such units is refused") {
  const validation_rows::json row = validation_rows::json::parse(R"({
      "id": "mine", "family": "microbench", "confirmed": true, "config": {"gpu": "A100-80GB-SXM", "precision": "fp8", "m": 64, "n": 64, "k": 64},
      "measured": [{"metric": "tflops", "value": 1, "unit": "TFLOP/s"}]})");
  CHECK(validation_rows::program::judge(row).front().refused == "the GPU has no tensor units for the format, or their rate is not known");
}

}  // namespace validation_microbench
