// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/nvidia.hpp>
#include <headroom/inference/serving_band.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace inference_serving_band_reference {  // hidden
constexpr hr::error_band band = hr::band_of(hr::serving_figure::token, hr::models::deepseek_r1, hr::nvidia::b200::spec);
static_assert(band.of == "models with experts on Blackwell");
// Where we find 10 ms a token, a server was measured at up to so much.
static_assert(band.longest(hr::milliseconds(10)) > hr::milliseconds(11.5));
}  // namespace inference_serving_band_reference  // hidden
