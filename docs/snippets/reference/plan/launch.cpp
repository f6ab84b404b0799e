// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/plan/launch.hpp>
namespace hr = headroom;

namespace plan_launch_reference {  // hidden
constexpr hr::training_job job{.model = hr::models::llama3_1_70b,
                               .parallelism = {.tensor = 8, .pipeline = 4, .data = 16, .sequence = true},
                               .sequence = 8'192,
                               .micro_batches = 64,
                               .sharding = hr::sharding::optimizer};
constexpr hr::launch_arguments told = hr::megatron_launch(job, 1e12);
static_assert(told.number_of("pipeline-model-parallel-size") == 4);
static_assert(told.number_of("train-samples") == 122'070'313);
static_assert(told.find("use-distributed-optimizer")->is_switch());
// Where the data lie, and more that no plan knows.
static_assert(!told.gaps().empty());
}  // namespace plan_launch_reference  // hidden
