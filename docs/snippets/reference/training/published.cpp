// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/published.hpp>
namespace hr = headroom;

namespace training_published_reference {  // hidden
// T5-3B on 8 GPUs: DeepSpeed prints 6.09 GB, of 2^30 bytes.
constexpr hr::deepspeed_question t5{.parameters = 2'851e6, .largest_layer = 32e6, .gpus = 8};
static_assert(hr::deepspeed_zero3(t5).per_gpu > hr::gibibytes(6.085));
static_assert(hr::deepspeed_zero3(t5).per_gpu < hr::gibibytes(6.095));
}  // namespace training_published_reference  // hidden
