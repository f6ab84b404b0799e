// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/nvidia.hpp>
#include <headroom/model/models.hpp>
#include <headroom/training/utilisation.hpp>
namespace hr = headroom;

namespace training_utilisation_reference {  // hidden
constexpr hr::training_job llama{.model = hr::models::llama3_1_70b, .sequence = 8'192};
constexpr hr::gpu h100 = hr::nvidia::h100_sxm5::spec;

// 1,000 tokens a second of a GPU, as Megatron counts: the first of the list.
constexpr hr::utilisation_convention megatron = hr::utilisation_conventions[0];
constexpr double mfu = hr::utilisation(*megatron.operations(llama).known(), hr::tokens_per_second(1'000),
                                       *hr::peak_of(h100, llama.formats).known());
static_assert(mfu > 0.45 && mfu < 0.46);
}  // namespace training_utilisation_reference  // hidden
