// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/vision_tower.hpp>

#include <check.hpp>

namespace vision_tower_test {
namespace {

namespace hr = headroom;

// Every number of it by hand: width 4, 6 inside, 2 layers, patches of 12 numbers.
constexpr hr::vision_tower small{.width = 4, .inner = 6, .layers = 2, .patch_numbers = 12};
constexpr hr::count of_layer = 4 * (16 + 4) + (24 + 6) + (24 + 4) + 2 * 8;

}  // namespace

TEST_CASE("parameters(vision_tower) of layers with biases and layer norms, and of patches") {
  CHECK_CONSTEXPR(hr::parameters(small) == 2 * of_layer + 48);
  CHECK_CONSTEXPR(hr::parameters(hr::vision_tower{.width = 4}) == 0);
  CHECK_CONSTEXPR(hr::parameters(hr::vision_tower{.convolutional = 9}) == 9);
}

TEST_CASE("each field counts what it says") {
  constexpr auto with = [](auto change) {
    hr::vision_tower t = small;
    change(t);
    return hr::parameters(t) - hr::parameters(small);
  };
  CHECK_CONSTEXPR(with([](hr::vision_tower& t) { t.patch_bias = true; }) == 4);
  CHECK_CONSTEXPR(with([](hr::vision_tower& t) { t.learned = 10; }) == 40);
  CHECK_CONSTEXPR(with([](hr::vision_tower& t) { t.scalars = 3; }) == 3);
  CHECK_CONSTEXPR(with([](hr::vision_tower& t) { t.gated_layers = 1; }) == 2);
  CHECK_CONSTEXPR(with([](hr::vision_tower& t) { t.query_key_value_bias = false; }) == -2 * 12);
  CHECK_CONSTEXPR(with([](hr::vision_tower& t) { t.output_bias = false; }) == -2 * 4);
  CHECK_CONSTEXPR(with([](hr::vision_tower& t) { t.network_bias = false; }) == -2 * 10);
  CHECK_CONSTEXPR(with([](hr::vision_tower& t) { t.gated = true; }) == 2 * 30);
  CHECK_CONSTEXPR(with([](hr::vision_tower& t) { t.norm = hr::norm_kind::rms; }) == -2 * 8);
  CHECK_CONSTEXPR(with([](hr::vision_tower& t) { t.norms_outside = 2; }) == 16);
  CHECK_CONSTEXPR(with([](hr::vision_tower& t) { t.query_key_norm = true; }) == 2 * 8);
  CHECK_CONSTEXPR(with([](hr::vision_tower& t) { t.layer_scales = true; }) == 2 * 8);
  CHECK_CONSTEXPR(with([](hr::vision_tower& t) {
                    t.mergers[1] = {.how_many = 3, .norm_width = 8, .matrices = {{{8, 8, true}, {8, 5}}}};
                  }) == 3 * (16 + 72 + 40));
}

}  // namespace vision_tower_test
