// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/model/weight_memory.hpp>
namespace hr = headroom;

namespace model_weight_memory_reference {  // hidden
// gpt-oss is published with its experts in MXFP4 and the rest in BF16.
constexpr hr::weight_formats mixed = hr::experts_in(hr::mxfp4);
static_assert(*hr::weight_memory(hr::models::gpt_oss_120b, mixed).known() < hr::gibibytes(60.8));
static_assert(*hr::weight_memory(hr::models::llama3_1_405b, hr::bf16).known() == hr::bytes(811'706'777'600));
}  // hidden
