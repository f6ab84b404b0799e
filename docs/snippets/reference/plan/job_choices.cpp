#include <array>
#include <headroom/headroom.hpp>
#include <headroom/plan/job_choices.hpp>
#include <headroom/plan/search.hpp>
namespace hr = headroom;

inline constexpr hr::training_job job{.model = hr::models::llama3_1_8b,
                                      .sequence = 32'768,
                                      .micro_batches = 128,
                                      .formats = hr::bf16_training,
                                      .sharding = hr::sharding::optimizer};
inline constexpr std::array<hr::count, 3> contexts{1, 2, 4};
inline constexpr std::array formats{hr::bf16_training, hr::fp8_training};
inline constexpr hr::job_choices choices{.context = contexts, .formats = formats};

// A job of each choice, and of each a kind of the machine.
inline constexpr auto jobs = [] {
  std::array<hr::training_job, choices.size()> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = choices.of(job, i);
  return all;
}();
inline constexpr auto kinds = [] {
  std::array<hr::plan_kind, jobs.size()> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = hr::plan_kind_of(hr::azure::nd96isr_h100_v5::spec, jobs[i], 1, hr::dollars_per_hour(98));
  return all;
}();
inline constexpr hr::training_plans space{.job = &job, .kinds = kinds};

// The fastest on one machine, and its job, with the context parallelism and the formats that were chosen.
hr::training_job fastest_on_one_machine() {
  const auto found = hr::search(job, space, {.least = hr::plan_amount::time});
  return found.is_empty() ? job : hr::job_of(job, found.all().front().plan);
}
