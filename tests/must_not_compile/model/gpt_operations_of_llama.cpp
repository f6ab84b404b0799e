// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): this_convention_counts_the_layers_of_gpt_only
// expect-note(clang): this_convention_counts_the_layers_of_gpt_only
#include <headroom/model/models.hpp>
#include <headroom/model/conventions.hpp>

namespace hr = headroom;

#ifdef MISTAKE
constexpr auto n = hr::korthikanti_model_operations(hr::models::llama3_1_70b, 4'096);
#else
constexpr auto n = hr::megatron_operations(hr::models::llama3_1_70b, 4'096);
#endif
static_assert(n.is_known());
