// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/audio_encoder.hpp>

#include <check.hpp>

namespace audio_encoder_test {
namespace {

namespace hr = headroom;

// Every number of it by hand: width 4, 2 heads, 3 layers.
constexpr hr::audio_encoder small() { return {.width = 4, .layers = 3, .heads = 2, .kernel = 5, .bands = 6, .channels = {7, 2}, .kernel_numbers = {9, 3}}; }
constexpr hr::count networks = 2 * (4 + 4 * 16 + 16 * 4 + 4);
constexpr hr::count attention = 4 + 3 * 16 + 16 + 2 + 16 + 4;        // norm, projections, positions, scale, out, norm
constexpr hr::count convolution = 4 + 4 * 8 + 4 * 5 + 4 + 16;        // norm, in and gate, over time, norm, out
constexpr hr::count before = (7 * 9 + 7) + (2 * 7 * 3 + 2) + 2 * 6 * 4;

}  // namespace

TEST_CASE("parameters(audio_encoder) of layers, and of what is before and behind them") {
  CHECK_CONSTEXPR(hr::parameters(small()) == 3 * (networks + attention + convolution + 4) + before);
  CHECK_CONSTEXPR(hr::parameters(hr::audio_encoder{.width = 4, .layers = 3}) == 0);
  constexpr hr::audio_encoder leading = [] {
    hr::audio_encoder e = small();
    e.merger = {.norm = hr::norm_kind::rms, .norm_width = 8, .matrices = {{{4, 10}}}};
    return e;
  }();
  CHECK_CONSTEXPR(hr::parameters(leading) - hr::parameters(small()) == 8 + 40);
}

// Gulati et al., 2020: half a network, attention, a convolution, half a network, each with a norm before it; Gemma 3n norms what the networks and the
// attention give, too. Width 6 in 3 heads.
TEST_CASE("an encoder's parameters are its tensors, one by one, for each number of layers and of channels") {
  using hr::count;
  for (const count layers : {1, 2})
    for (const count kernel : {1, 5}) {
      const hr::audio_encoder e{.width = 6, .layers = layers, .heads = 3, .kernel = kernel, .bands = 7, .channels = {11, 13}, .kernel_numbers = {17, 19}};
      count network = 6 + 6 * 24 + 24 * 6 + 6;           // norm, in, out, norm
      count mixing = 6 + 3 * 36 + 36 + 36 + 6 / 3 + 6;   // norm, queries, keys and values, positions, out, scale, norm
      count over_time = 6 + 6 * 12 + 6 * kernel + 6 + 36;  // norm, in and gate, over time, norm, out
      count sum = 0;
      for (count i = 0; i < layers; ++i) sum += network + mixing + over_time + network + 6;
      sum += 11 * 17 + 11;       // one input
      sum += 13 * 11 * 19 + 13;  // 11 inputs
      sum += 13 * 7 * 6;
      CHECK(hr::parameters(e) == sum);
    }
  CHECK_CONSTEXPR(hr::parameters(hr::audio_encoder{.width = 4, .heads = 2, .bands = 6, .channels = {7, 2}, .kernel_numbers = {9, 3}}) == 0);
  CHECK_CONSTEXPR(hr::parameters(hr::audio_encoder{.layers = 1, .heads = 1, .bands = 5, .channels = {0, 2}}) == 2);
  // Width 1: two networks of 8 and two norms, 5 and two norms and a scale, 3 and a norm and a norm of the convolution, and the last norm.
  CHECK_CONSTEXPR(hr::parameters(hr::audio_encoder{.width = 1, .layers = 1, .heads = 1, .channels = {0, 2}}) == 2 * 10 + 8 + 5 + 1 + 2);
  CHECK_CONSTEXPR(hr::parameters(hr::audio_encoder{.width = 1, .layers = 1, .heads = 1}) > 0);
}

}  // namespace audio_encoder_test
