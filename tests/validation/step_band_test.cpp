// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/step_band.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <check.hpp>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <validate/step_row.hpp>
#include <validation/rows.hpp>
#include <vector>

namespace validation_step_band {
namespace {

namespace rows = validation_rows;

using key = std::tuple<std::string_view, int, hr::step_kind>;
constexpr key key_of(const hr::step_class& of) { return {of.architecture, of.bits, of.kind}; }

// Errors in time of the steps that nothing was fitted to, from the least, and how large they were.
struct steps_of_class {
  std::vector<double> errors{};
  hr::count longest = 0;
  hr::count most_gpus = 0;
};
std::map<key, steps_of_class> steps_by_class() {
  std::map<key, steps_of_class> all;
  for (const char* file : {"training_steps.json", "operations.json"})
    for (const rows::json& row : rows::of_file(file))
      for (const rows::judged& one : rows::program::judge(row)) {
        if (!one.family.starts_with("steps_") || one.part != "not fitted" || !one.counts()) continue;
        const rows::program::timed_job timed = rows::program::timed_job_of(row);
        const bool is_time = one.metric.ends_with("_time");
        steps_of_class& of = all[key_of(hr::class_of(timed.job, *timed.on.is().gpu()))];
        of.errors.push_back((is_time ? one.found / one.published : one.published / one.found) - 1);
        of.longest = std::max(of.longest, timed.job.sequence);
        of.most_gpus = std::max(of.most_gpus, timed.gpus);
      }
  for (auto& [what, of] : all) std::ranges::sort(of.errors);
  return all;
}

// What the header should hold.
std::string table_of(const std::map<key, steps_of_class>& all) {
  std::string lines;
  for (const auto& [what, of] : all) {
    const std::vector<double>& errors = of.errors;
    const auto& [architecture, bits, kind] = what;
    const std::size_t beyond = errors.size() / 10;
    lines += fmt::format("{{{{\"{}\", {}, {}}}, {{{:.3f}, {:.3f}, {}}}, {}, {}}},\n", architecture, bits, hr::name(kind), errors[beyond],
                         errors[errors.size() - 1 - beyond], errors.size(), of.longest, of.most_gpus);
  }
  return lines;
}

}  // namespace

TEST_CASE("the bands of steps are the spread over what nothing was fitted to, and none is missing") {
  const auto all = steps_by_class();
  const std::string expected = table_of(all);
  CAPTURE(expected);
  CHECK(all.size() == hr::measured_step_classes.size());
  for (const hr::measured_steps_of& each : hr::measured_step_classes) {
    CAPTURE(each.errors.of);
    const auto found = all.find(key_of(each.what));
    REQUIRE(found != all.end());
    const std::vector<double>& errors = found->second.errors;
    CHECK(found->second.longest == each.longest);
    CHECK(found->second.most_gpus == each.most_gpus);
    // As many above the highest as below the lowest: one figure in ten.
    const std::size_t beyond = errors.size() / 10;
    CHECK(static_cast<hr::count>(errors.size()) == each.errors.figures);
    CHECK(std::abs(errors[beyond] - each.errors.lowest) < 0.005);
    CHECK(std::abs(errors[errors.size() - 1 - beyond] - each.errors.highest) < 0.005);
  }
}

}  // namespace validation_step_band
