// SPDX-License-Identifier: BSL-1.0
#include "steps.hpp"

#include <headroom/catalog/machines.hpp>
#include <headroom/model/models.hpp>
#include <headroom/training/step_time.hpp>

namespace hr = headroom;

namespace {

// A sweep: its layers and what they have of the machine are made once.
struct swept {
  hr::training_job job{};
  hr::rank_layers layers = hr::layers_on_rank(job);
  hr::step_rates on = hr::step_rates_of(hr::azure::nd96isr_h100_v5::spec, job.formats).value_or({});

  hr::duration step(hr::count i) {
    job.micro_batches = 32 + i;
    const hr::figure<hr::step_schedule> found = hr::step_time(job, layers, on);  // asked of it without a name, its value would be copied
    return found.known()->total();
  }
};
swept& dense() {
  static swept one{{.model = hr::models::llama3_1_405b,
                    .parallelism = {.tensor = 8, .pipeline = 16, .data = 8, .sequence = true},
                    .sequence = 8'192,
                    .sharding = hr::sharding::optimizer}};
  return one;
}
swept& with_experts() {
  static swept one{{.model = hr::models::deepseek_v3,
                    .parallelism = {.pipeline = 16, .data = 64, .expert = 64},
                    .sequence = 4'096,
                    .sharding = hr::sharding::optimizer}};
  return one;
}

}  // namespace

hr::duration dense_step(hr::count i) { return dense().step(i); }
hr::duration step_with_experts(hr::count i) { return with_experts().step(i); }
