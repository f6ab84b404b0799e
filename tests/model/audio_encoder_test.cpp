// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/audio_encoder.hpp>

#include <check.hpp>

namespace audio_encoder_test {
namespace {

namespace hr = headroom;

// Every number of it by hand: width 4, 2 heads, 3 layers.
constexpr hr::audio_encoder small{.width = 4, .layers = 3, .heads = 2, .kernel = 5, .bands = 6, .channels = {7, 2}, .kernel_numbers = {9, 3}};
constexpr hr::count networks = 2 * (4 + 4 * 16 + 16 * 4 + 4);
constexpr hr::count attention = 4 + 3 * 16 + 16 + 2 + 16 + 4;        // norm, projections, positions, scale, out, norm
constexpr hr::count convolution = 4 + 4 * 8 + 4 * 5 + 4 + 16;        // norm, in and gate, over time, norm, out
constexpr hr::count before = (7 * 9 + 7) + (2 * 7 * 3 + 2) + 2 * 6 * 4;

}  // namespace

TEST_CASE("parameters(audio_encoder) of layers, and of what is before and behind them") {
  CHECK_CONSTEXPR(hr::parameters(small) == 3 * (networks + attention + convolution + 4) + before);
  CHECK_CONSTEXPR(hr::parameters(hr::audio_encoder{.width = 4, .layers = 3}) == 0);
  constexpr hr::audio_encoder leading = [] {
    hr::audio_encoder e = small;
    e.merger = {.norm = hr::norm_kind::rms, .norm_width = 8, .matrices = {{{4, 10}}}};
    return e;
  }();
  CHECK_CONSTEXPR(hr::parameters(leading) - hr::parameters(small) == 8 + 40);
}

}  // namespace audio_encoder_test
