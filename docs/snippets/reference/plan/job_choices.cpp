#include <array>
#include <headroom/headroom.hpp>
#include <headroom/plan/job_choices.hpp>
#include <headroom/plan/search.hpp>
namespace hr = headroom;

inline constexpr hr::training_job long_job{.model = hr::models::llama3_1_8b,
                                      .sequence = 32'768,
                                      .micro_batches = 128,
                                      .formats = hr::bf16_training,
                                      .sharding = hr::sharding::optimizer};
inline constexpr std::array<hr::count, 3> degrees_to_try{1, 2, 4};
inline constexpr std::array recipes_to_try{hr::bf16_training, hr::fp8_training};
inline constexpr hr::job_choices every_way{.context = degrees_to_try, .formats = recipes_to_try};

// A job of each choice, and of each a kind of the machine.
inline constexpr auto every_job = [] {
  std::array<hr::training_job, every_way.size()> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = every_way.of(long_job, i);
  return all;
}();
inline constexpr auto h100_of_each_job = [] {
  std::array<hr::plan_kind, every_job.size()> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = hr::plan_kind_of(hr::azure::nd96isr_h100_v5::spec, every_job[i], 1, hr::dollars_per_hour(98));
  return all;
}();
inline constexpr hr::training_plans every_plan{.job = &long_job, .kinds = h100_of_each_job};

// The fastest on one machine, and its job, with the context parallelism and the formats that were chosen.
hr::training_job fastest_on_one_machine() {
  const auto found = hr::search(long_job, every_plan, {.least = hr::plan_amount::time});
  return found.is_empty() ? long_job : hr::job_of(long_job, found.all().front().plan);
}
