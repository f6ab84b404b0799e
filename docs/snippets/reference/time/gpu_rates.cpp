// SPDX-License-Identifier: BSL-1.0
#include <headroom/time/gemm.hpp>
namespace hr = headroom;

namespace time_gpu_rates_reference {  // hidden
// Ten lines: one's own measured efficiencies.
constexpr hr::gpu_rates mine{.format = hr::bf16,
                             .matrix = hr::from_base_units<hr::operation_rate>(989e12),
                             .units = 132,
                             .sustained_share = 0.71,  // the best large product over the peak
                             .memory = hr::gigabytes_per_second(3'350),
                             .read_share = 0.93,   // BabelStream's dot
                             .write_share = 0.80,  // and copy
                             .launch = hr::microseconds(4),
                             .matrix_16_bit = hr::from_base_units<hr::operation_rate>(989e12),
                             .is_measured = true};
static_assert(hr::reached_share({8'192, 8'192, 8'192}, mine) > 0.69);
}  // namespace time_gpu_rates_reference  // hidden
