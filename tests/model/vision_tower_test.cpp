// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/vision_tower.hpp>

#include <check.hpp>

namespace vision_tower_test {
namespace {

namespace hr = headroom;

// Every number of it by hand: width 4, 6 inside, 2 layers, patches of 12 numbers.
constexpr hr::vision_tower small() { return {.width = 4, .inner = 6, .layers = 2, .patch_numbers = 12}; }
constexpr hr::count of_layer = 4 * (16 + 4) + (24 + 6) + (24 + 4) + 2 * 8;

}  // namespace

TEST_CASE("parameters(vision_tower) of layers with biases and layer norms, and of patches") {
  CHECK_CONSTEXPR(hr::parameters(small()) == 2 * of_layer + 48);
  CHECK_CONSTEXPR(hr::parameters(hr::vision_tower{.width = 4, .patch_numbers = 3, .learned = 5, .scalars = 7}) == 0);
  CHECK_CONSTEXPR(hr::parameters(hr::vision_tower{.layers = 1}) == 0);
  CHECK_CONSTEXPR(hr::parameters(hr::vision_tower{.convolutional = 9}) == 9);
}

// Numbers of their own for each: every tensor of a layer one by one, then what is around the layers.
TEST_CASE("a tower's parameters are its tensors, one by one") {
  using hr::count;
  for (unsigned bits = 0; bits < 256; ++bits) {
    const auto bit = [&](unsigned at) { return (bits >> at) % 2 == 1; };
    for (const hr::norm_kind norm : {hr::norm_kind::rms, hr::norm_kind::layer, hr::norm_kind::layer_without_bias, hr::norm_kind::without_weights}) {
      const hr::vision_tower t{.width = 7,
                               .inner = 11,
                               .layers = 3,
                               .gated_layers = 2,
                               .patch_numbers = 13,
                               .patch_bias = bit(0),
                               .learned = 17,
                               .scalars = 19,
                               .query_key_value_bias = bit(1),
                               .output_bias = bit(2),
                               .gated = bit(3),
                               .network_bias = bit(4),
                               .norm = norm,
                               .norms_outside = 2,
                               .query_key_norm = bit(5),
                               .layer_scales = bit(6),
                               .convolutional = bit(7) ? 101 : 0};
      const count of_norm = norm == hr::norm_kind::without_weights ? 0 : norm == hr::norm_kind::layer ? 2 * 7 : 7;
      count layer = 2 * of_norm;                                     // before attention and before the network
      for (int i = 0; i < 3; ++i) layer += 7 * 7 + (bit(1) ? 7 : 0);  // queries, keys, values
      layer += 7 * 7 + (bit(2) ? 7 : 0);
      for (int i = 0; i < (bit(3) ? 2 : 1); ++i) layer += 7 * 11 + (bit(4) ? 11 : 0);
      layer += 11 * 7 + (bit(4) ? 7 : 0);
      if (bit(5)) layer += 7 + 7;
      if (bit(6)) layer += 7 + 7;
      const count around = 13 * 7 + (bit(0) ? 7 : 0) + 17 * 7 + 19 + 2 * 2 + 2 * of_norm + (bit(7) ? 101 : 0);
      CHECK(hr::parameters(t) == 3 * layer + around);
    }
  }
}

TEST_CASE("a tower of one layer has parameters, and one of none only where convolutions stand in their place") {
  CHECK_CONSTEXPR(hr::parameters(hr::vision_tower{.width = 1, .inner = 1, .layers = 1, .query_key_value_bias = false, .output_bias = false, .network_bias = false, .norm = hr::norm_kind::rms}) == 4 + 2 + 2);
  CHECK_CONSTEXPR(hr::parameters(hr::vision_tower{.width = 4, .patch_numbers = 3, .convolutional = 1}) == 1 + 12);
}

TEST_CASE("mergers are a norm and their matrices, as many as there are") {
  using hr::count;
  for (const count how_many : {0, 1, 3})
    for (const hr::norm_kind norm : {hr::norm_kind::rms, hr::norm_kind::layer, hr::norm_kind::without_weights}) {
      const hr::vision_merger m{.how_many = how_many, .norm = norm, .norm_width = 5, .matrices = {{{7, 11, true}, {11, 13, false}, {13, 17, true}}}};
      const count of_norm = norm == hr::norm_kind::without_weights ? 0 : norm == hr::norm_kind::layer ? 10 : 5;
      CHECK(hr::detail::merger_parameters(m) == how_many * (of_norm + 7 * 11 + 11 + 11 * 13 + 13 * 17 + 17));
    }
  CHECK_CONSTEXPR(hr::detail::merger_parameters({.norm_width = 5}) == 10);  // one, with layer norm
}

TEST_CASE("each field counts what it says") {
  constexpr auto with = [](auto change) {
    hr::vision_tower t = small();
    change(t);
    return hr::parameters(t) - hr::parameters(small());
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
