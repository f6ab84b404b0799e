// SPDX-License-Identifier: BSL-1.0
#include <headroom/plan/job_choices.hpp>

#include <array>
#include <set>
#include <tuple>
#include <vector>

#include <headroom/catalog/azure.hpp>
#include <headroom/model/models.hpp>
#include <headroom/plan/search.hpp>

#include <check.hpp>

namespace plan_job_choices_test {
namespace {

constexpr hr::training_job job{.model = hr::models::llama3_1_8b,
                               .sequence = 8'192,
                               .micro_batches = 64,
                               .formats = hr::bf16_training,
                               .sharding = hr::sharding::optimizer};
constexpr std::array<hr::count, 3> contexts{1, 2, 4};
constexpr std::array exchanges{hr::context_exchange::ring, hr::context_exchange::all_to_all};
constexpr std::array shardings{hr::sharding::optimizer, hr::sharding::weights};
constexpr std::array formats{hr::bf16_training, hr::fp8_training};

}  // namespace

TEST_CASE("Each choice comes with each other once, and what has no choice is the job's own") {
  constexpr hr::job_choices all{contexts, shardings, formats, exchanges};
  CHECK_CONSTEXPR(all.size() == 24);
  std::set<std::tuple<hr::count, hr::context_exchange, hr::sharding, int>> seen;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const hr::training_job made = all.of(job, i);
    seen.insert({made.parallelism.context, made.parallelism.context_exchange, made.sharding, made.formats.product_copies});
    CHECK(made.sequence == 8'192);
    CHECK(made.global_batch() == 64);
  }
  CHECK(seen.size() == 24);
  CHECK_CONSTEXPR(hr::job_choices{}.size() == 1);
  CHECK_CONSTEXPR(hr::job_choices{}.of(job, 0).sharding == hr::sharding::optimizer);
  constexpr hr::job_choices shared{.sharding = shardings};
  CHECK_CONSTEXPR(shared.size() == 2);
  CHECK_CONSTEXPR(shared.of(job, 1).sharding == hr::sharding::weights);
  CHECK_CONSTEXPR(shared.of(job, 1).parallelism.context == 1);
  CHECK_CONSTEXPR(shared.of(job, 1).formats.product_copies == 0);
  CHECK_CONSTEXPR(hr::job_choices{.context = contexts}.of(job, 2).parallelism.context == 4);
  // The first is as fast to change as the last is slow.
  CHECK_CONSTEXPR(all.of(job, 2).parallelism.context == 4);
  CHECK_CONSTEXPR(all.of(job, 11).formats.product_copies == 0);
  CHECK_CONSTEXPR(all.of(job, 12).formats.product_copies == 2);
}

TEST_CASE("A search chooses among jobs of one machine") {
  constexpr hr::machine h100{hr::azure::nd96isr_h100_v5::spec};
  const hr::job_choices choices{contexts, shardings, formats, exchanges};
  std::vector<hr::training_job> jobs;
  for (std::size_t i = 0; i < choices.size(); ++i) jobs.push_back(choices.of(job, i));
  std::vector<hr::plan_kind> kinds;
  for (const hr::training_job& each : jobs) kinds.push_back(hr::plan_kind_of(h100, each, 1));
  const hr::training_plans space{.job = &job, .kinds = kinds};
  const hr::plan_objective soonest{.least = hr::plan_amount::time};
  const auto found = hr::search<1>(job, space, soonest);
  REQUIRE_FALSE(found.is_empty());
  const hr::plan_amounts best = found.all().front();
  // No faster than each by itself, and as fast as the fastest.
  double least = 1e9;
  for (const hr::training_job& each : jobs) {
    const std::array own{hr::plan_kind_of(h100, each, 1)};
    const auto alone = hr::search<1>(each, hr::training_plans{.job = &each, .kinds = own}, soonest);
    if (!alone.is_empty()) least = std::min(least, hr::in_seconds(alone.all().front().time));
  }
  CHECK(hr::in_seconds(best.time) == doctest::Approx(least).epsilon(1e-9));
  // A plan is of its kind's job: context parallelism in its layout, what is shared out and formats of it.
  for (const hr::training_plan& each : space) {
    const hr::training_job made = hr::job_of(job, each);
    const hr::training_job& own = jobs[static_cast<std::size_t>(each.on - kinds.data())];
    CHECK(made.parallelism.context == own.parallelism.context);
    CHECK(each.layout.context == own.parallelism.context);
    CHECK(made.parallelism.context_exchange == own.parallelism.context_exchange);
    CHECK(made.sharding == own.sharding);
    CHECK(made.formats.product_copies == own.formats.product_copies);
    CHECK(each.gpus() <= 8);
  }
  // Products of 8 bits are twice as fast by the data sheet; of all these the fastest has them.
  CHECK(hr::job_of(job, found.all().front().plan).formats.product_copies == 2);
}

// 8,030,261,248 parameters with 2 bytes of weights, 4 of gradients and 12 of Adam are 145 GB: ZeRO-3 has room for what replicas of 80 GB that
// repeat it have not.
TEST_CASE("What has no room one way has it another way") {
  constexpr hr::machine h100{hr::azure::nd96isr_h100_v5::spec};
  constexpr hr::training_job repeated = [] {
    hr::training_job made = job;
    made.sharding = hr::sharding::none;
    return made;
  }();
  const std::array ways{hr::sharding::none, hr::sharding::weights};
  const hr::job_choices choices{.sharding = ways};
  const std::array jobs{choices.of(repeated, 0), choices.of(repeated, 1)};
  const auto only_replicas = [&](const hr::training_job& each) {
    hr::plan_kind made = hr::plan_kind_of(h100, each, 1);
    made.layouts.most_tensor = 1;
    return made;
  };
  const std::array kinds{only_replicas(jobs[0]), only_replicas(jobs[1])};
  const auto found = hr::search<1>(repeated, hr::training_plans{.job = &repeated, .kinds = kinds, .with_recomputation = true}, {.least = hr::plan_amount::gpus});
  REQUIRE_FALSE(found.is_empty());
  CHECK(hr::job_of(repeated, found.all().front().plan).sharding == hr::sharding::weights);
  CHECK(found.without_room() > 0);
}

}  // namespace plan_job_choices_test
