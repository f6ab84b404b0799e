// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/model/models/deepseek.hpp>
#include <headroom/model/models/meta.hpp>
#include <headroom/training/step_on_cluster.hpp>

#include "check.hpp"

namespace hr = headroom;

namespace step_on_cluster_cases {

constexpr hr::training_job llama(hr::count micro_batches = 128) {
  return {.model = hr::models::llama3_1_70b,
          .parallelism = {.tensor = 8, .pipeline = 4, .data = 4, .sequence = true},
          .sequence = 8'192,
          .micro_batches = micro_batches,
          .sharding = hr::sharding::optimizer};
}
constexpr hr::training_job deepseek(hr::count micro_batches = 128) {
  return {.model = hr::models::deepseek_v3,
          .parallelism = {.pipeline = 16, .data = 64, .expert = 64},
          .sequence = 4'096,
          .micro_batches = micro_batches,
          .sharding = hr::sharding::optimizer};
}
constexpr hr::cluster h100_machines{hr::vms<hr::azure::nd96isr_h100_v5>(16)};
constexpr hr::cluster both{hr::vms<hr::azure::nd96amsr_a100_v4>(16), hr::vms<hr::azure::nd96isr_h100_v5>(16)};

// Forty promises in one assertion at the compilers' default limits, with the memory that says whether they fit.
template <class Job, class Cluster>
constexpr bool forty_are_kept(Job job, const Cluster& on, hr::duration of_micro_batch) {
  for (hr::count micro_batches = 1; micro_batches <= 40; ++micro_batches)
    if (!(hr::step_time(job(micro_batches), on) <= of_micro_batch * static_cast<double>(micro_batches + 64))) return false;
  return true;
}
static_assert(forty_are_kept(llama, h100_machines, hr::seconds(1)));
static_assert(forty_are_kept(deepseek, hr::cluster{hr::vms<hr::azure::nd96isr_h200_v5>(128)}, hr::seconds(1)));

inline constexpr hr::training_job asked = llama();
inline constexpr auto a_minute = hr::seconds(60);

}  // namespace step_on_cluster_cases

TEST_CASE("a step on a cluster is that on its machine, of several kinds on the fastest that does it alone") {
  using namespace step_on_cluster_cases;
  const auto alone = hr::step_time(llama(), hr::machine(hr::azure::nd96isr_h100_v5::spec)).value_or({}).total();
  CHECK(hr::step_time(llama(), h100_machines).value_or({}).total() == alone);
  CHECK(hr::step_time(llama(), both).value_or({}).total() == alone);
  CHECK(hr::step_time(llama(), h100_machines) <= alone);
  CHECK(!(hr::step_time(llama(), h100_machines) <= alone * 0.999));
}

TEST_CASE("of a job that does not fit nothing is promised") {
  using namespace step_on_cluster_cases;
  constexpr hr::cluster few{hr::vms<hr::azure::nd96isr_h100_v5>(15)};
  const auto found = hr::step_time(llama(), few);
  CHECK(!found.is_known());
  CHECK(found.note == "the job does not fit on the cluster");
  CHECK(!(found <= hr::seconds(1e9)));
  constexpr hr::cluster halves{hr::vms<hr::azure::nd96amsr_a100_v4>(8), hr::vms<hr::azure::nd96isr_h100_v5>(8)};
  CHECK(!hr::step_time(llama(), halves).is_known());
}

TEST_CASE("what is reached is what a promise is held against") {
  using namespace step_on_cluster_cases;
  const hr::step_schedule step = hr::step_time(llama(), h100_machines).value_or({});
  CHECK(hr::reached(llama(), h100_machines, hr::in::tokens_per_second{}).value_or(0) == 512 * 8'192 / hr::in_seconds(step.total()));
  CHECK(hr::reached(llama(), h100_machines, hr::in::tokens_per_second_per_gpu{}).value_or(0) == doctest::Approx(512 * 8'192 / hr::in_seconds(step.total()) / 128));
  CHECK(hr::reached(llama(), h100_machines, hr::in::milliseconds_per_step{}).value_or(0) == hr::in_seconds(step.total()));
  CHECK_CONSTEXPR(hr::must_reach<h100_machines, asked, hr::at_most_as<hr::in::milliseconds_per_step, a_minute>>);
  CHECK_CONSTEXPR(!hr::reaches<h100_machines, asked, hr::at_least<hr::in::tokens_per_second, 10'000'000>>);
}
