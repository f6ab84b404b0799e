// SPDX-License-Identifier: BSL-1.0
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include <estimate/serving_estimate.hpp>
#include <estimate/serving_json.hpp>
#include <estimate/step_estimate.hpp>
#include <estimate/step_json.hpp>
#include <fit/fit_json.hpp>
#include <fit/fit_plan.hpp>
#include <headroom/read/own/format.hpp>
#include <reading.hpp>
#include <json_report.hpp>
#include <judgement.hpp>
#include <report.hpp>
#include <session.hpp>

#include "require.hpp"

namespace program = headroom::program;

namespace {

// How fast a job is on machines of the file, or why nobody knows.
void estimate(const program::planned_job& job, const program::asked_machine& on) {
  if (job.training() != nullptr) {
    const program::estimate_request asked;
    const program::step_estimate found = program::step_estimate_on(on, job, {}, asked);
    if (found.is_known) {
      require(headroom::in_seconds(found.best.step.total()) > 0, "a step takes time");
      require(headroom::in_seconds(found.best.step.total()) < 1e300, "a step ends");
    }
    require(!program::step_estimates_json(job, {found}, asked).dump().empty(), "an estimate for machines says something");
  } else if (job.serving()->phase == headroom::serving_phase::prefill_and_decode) {
    const program::load_request asked;
    const program::serving_estimate found = program::serving_estimate_on(on, job, {}, asked);
    require(!program::serving_estimates_json(job, {found}, asked).dump().empty(), "an estimate for machines says something");
  }
}

}  // namespace

// A text is refused with a message that points into it, or is a deployment that can be judged and reported.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const program::own_reading result = program::read_own_file(input);
  if (!result.read) {
    require(!result.errors.empty(), "what is refused has a mistake");
    require(result.error.message == result.errors.front().message, "the first mistake is the error");
    for (const program::reading_error& each : result.errors) {
      require(!each.message.empty(), "an error has a message");
      // libyaml counts more kinds of line than others do.
      require(std::cmp_less_equal(each.line, size + 1), "an error lies within the text");
      require(std::cmp_less_equal(each.column, size + 1), "an error lies within the text");
    }
    return 0;
  }
  const program::own_file& read = *result.read;
  const auto found = program::judge(read);
  if (found) require(found->verdict.groups.size() == read.cluster.groups().size(), "a verdict has every group");

  const program::deployment_fit jobs = program::fit_of(read, {});
  require(jobs.jobs.size() == read.jobs.size(), "every job is judged");

  program::session printed;
  program::write_report(printed, read, found, jobs, headroom::unit_system::automatic);
  require(!printed.out.empty(), "a report says something");
  require(!program::json_report(read, found).dump().empty(), "a report for machines says something");
  for (const program::job_fit& each : jobs.jobs)
    require(!program::fit_json(each).dump().empty(), "a fit for machines says something");
  for (const headroom::group& each : read.cluster.groups())
    for (const program::planned_job& job : read.jobs) estimate(job, {each.machine, each.how_many});
  return 0;
}
