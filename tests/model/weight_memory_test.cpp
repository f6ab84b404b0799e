// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/model/parameters.hpp>
#include <headroom/model/weight_memory.hpp>

#include <check.hpp>

namespace model_weight_memory_test {
namespace {

namespace published = hr::models;

constexpr double bytes_of(const hr::transformer& of, const hr::weight_formats& formats) {
  return hr::in_bytes(value_of(hr::weight_memory(of, formats)));
}

// Scales of DeepSeek-V3's checkpoint, block by block.
hr::count blocks_of(hr::count outputs, hr::count inputs) {
  hr::count sum = 0;
  for (hr::count row = 0; row < outputs; row += 128)
    for (hr::count column = 0; column < inputs; column += 128) ++sum;
  return sum;
}

}  // namespace

TEST_CASE("a format of 16 bits and more holds everything, so that bytes are parameters times its own") {
  for (const hr::transformer* each : published::all()) {
    if (!hr::missing(*each).empty()) continue;
    CAPTURE(each->name);
    const auto total = static_cast<double>(value_of(hr::parameters(*each)).total());
    CHECK(hr::in_bytes(value_of(hr::weight_memory(*each, hr::bf16))) == 2 * total);
    CHECK(hr::in_bytes(value_of(hr::weight_memory(*each, hr::fp32))) == 4 * total);
  }
  CHECK_CONSTEXPR(value_of(hr::weight_memory(published::llama3_1_405b, hr::bf16)) == hr::bytes(811'706'777'600));
}

TEST_CASE("a shorter format holds the layers' matrices and leaves embedding, head and norms") {
  constexpr const hr::transformer& llama = published::llama3_1_405b;
  constexpr double kept = 2.0 * 128'256 * 16'384 + (2 * 126 + 1) * 16'384.0;
  CHECK_CONSTEXPR(bytes_of(llama, hr::weights_in(hr::fp8)) == 405'853'388'800.0 + kept);
  CHECK_CONSTEXPR(bytes_of(llama, hr::weights_in(hr::fp4)) == (405'853'388'800.0 - kept) / 2 + 2 * kept);
  CHECK_CONSTEXPR(bytes_of(llama, hr::weights_in(hr::int4)) == bytes_of(llama, hr::weights_in(hr::fp4)));
}

TEST_CASE("scales are one a block, begun blocks included") {
  CHECK_CONSTEXPR(hr::detail::bits_of(hr::fp8_blocks, 576, 7'168) == 576 * 7'168 * 8 + 5 * 56 * 32);
  CHECK_CONSTEXPR(hr::detail::bits_of(hr::mxfp4, 5'760, 2'880) == 5'760 * 2'880 * 4 + 5'760 * 90 * 8);
  CHECK_CONSTEXPR(hr::detail::bits_of(hr::nvfp4, 64, 64) == 64 * 64 * 4 + 64 * 4 * 8);
  CHECK_CONSTEXPR(hr::detail::bits_of(hr::mxfp8, 64, 33) == 64 * 33 * 8 + 64 * 2 * 8);
  CHECK_CONSTEXPR(hr::detail::bits_of(hr::int8_channels, 64, 4'096) == 64 * 4'096 * 8 + 64 * 16);
  CHECK_CONSTEXPR(hr::detail::bits_of(hr::int4_groups, 64, 4'096) == 64 * 4'096 * 4 + 64 * 32 * 20);
  CHECK_CONSTEXPR(hr::detail::bits_of({.format = hr::fp8}, 64, 64) == 64 * 64 * 8);
}

TEST_CASE("DeepSeek-V3 in blocks of FP8: every scale, counted one by one") {
  hr::count layer = blocks_of(1'536, 7'168) + blocks_of(128 * 192, 1'536) + blocks_of(576, 7'168) +
                    blocks_of(128 * 256, 512) + blocks_of(7'168, 128 * 128);
  const hr::count expert = 2 * blocks_of(2'048, 7'168) + blocks_of(7'168, 2'048);
  const hr::count dense = 2 * blocks_of(18'432, 7'168) + blocks_of(7'168, 18'432);
  const hr::count scales = 61 * layer + 3 * dense + 58 * 257 * expert;
  const hr::transformer& v3 = published::deepseek_v3;
  const double with_scales = bytes_of(v3, hr::weights_in(hr::fp8_blocks));
  CHECK(with_scales - bytes_of(v3, hr::weights_in(hr::fp8)) == 4.0 * static_cast<double>(scales));
}

TEST_CASE("each part may have a format of its own") {
  constexpr const hr::transformer& model = published::qwen3_30b_a3b;
  constexpr hr::parameter_counts parts = value_of(hr::parameters(model));
  constexpr double whole = 2.0 * static_cast<double>(parts.total());
  constexpr double routers = 48.0 * 128 * 2'048;
  constexpr auto saved = [](auto change) {
    hr::weight_formats formats = hr::weights_in(hr::bf16);
    change(formats);
    return whole - bytes_of(model, formats);
  };
  static constexpr hr::weight_format byte{.format = hr::fp8};
  CHECK_CONSTEXPR(saved([](auto& f) { f.attention = byte; }) == static_cast<double>(parts.attention));
  CHECK_CONSTEXPR(saved([](auto& f) { f.experts = byte; }) == static_cast<double>(parts.experts) - routers);
  CHECK_CONSTEXPR(saved([](auto& f) { f.router = byte; }) == routers);
  CHECK_CONSTEXPR(saved([](auto& f) { f.embedding = byte; }) == static_cast<double>(parts.embedding));
  CHECK_CONSTEXPR(saved([](auto& f) { f.head = byte; }) == static_cast<double>(parts.head));
  CHECK_CONSTEXPR(saved([](auto& f) { f.rest = byte; }) == static_cast<double>(parts.norms));
  CHECK_CONSTEXPR(saved([](auto& f) { f.feed_forward = byte; }) == 0);
  CHECK_CONSTEXPR(saved([](auto& f) { f.joint = byte; }) == 0);
}

TEST_CASE("the routed experts alone may be in a format of their own") {
  constexpr hr::weight_formats formats = hr::experts_in(hr::mxfp4);
  CHECK_CONSTEXPR(formats.experts.format == hr::fp4);
  CHECK_CONSTEXPR(formats.experts.block_inputs == 32);
  CHECK_CONSTEXPR(formats.attention.format == hr::bf16);
  CHECK_CONSTEXPR(formats.feed_forward.format == hr::bf16);
  CHECK_CONSTEXPR(formats.head.format == hr::bf16);
  CHECK_CONSTEXPR(hr::experts_in(hr::mxfp4, hr::fp16).rest.format == hr::fp16);
  // A model without experts is in the other format whole.
  CHECK_CONSTEXPR(bytes_of(published::llama3_1_405b, formats) == 811'706'777'600.0);
}

TEST_CASE("modules that predict further tokens are counted when asked for") {
  constexpr const hr::transformer& v3 = published::deepseek_v3;
  CHECK_CONSTEXPR(value_of(hr::weight_memory(v3, hr::bf16, {.with_predicting = true})) -
                      value_of(hr::weight_memory(v3, hr::bf16)) ==
                  hr::bytes(2.0 * 11'610'068'224));
}

TEST_CASE("weights of a shape that lacks something are unknown at run time") {
  CHECK(hr::weight_memory(published::gemma_4_26b_a4b, hr::bf16).is_unknown());
}

TEST_CASE("fewer bits never take more bytes") {
  for (const hr::transformer* each : published::all()) {
    if (!hr::missing(*each).empty()) continue;
    CAPTURE(each->name);
    CHECK(value_of(hr::weight_memory(*each, hr::fp8)) < value_of(hr::weight_memory(*each, hr::bf16)));
    CHECK(value_of(hr::weight_memory(*each, hr::fp4)) < value_of(hr::weight_memory(*each, hr::fp6)));
    CHECK(value_of(hr::weight_memory(*each, hr::weights_in(hr::nvfp4))) > value_of(hr::weight_memory(*each, hr::fp4)));
  }
}

TEST_CASE("a format that has no blocks has no scales, whatever their bits") {
  CHECK_CONSTEXPR(hr::detail::bits_of_scales({.block_outputs = 0, .block_inputs = 128, .scale_bits = 16}, 256, 256) == 0);
  CHECK_CONSTEXPR(hr::detail::bits_of_scales({.block_outputs = 1, .block_inputs = 0, .scale_bits = 16}, 256, 256) == 0);
  CHECK_CONSTEXPR(hr::detail::bits_of_scales({.block_outputs = 1, .block_inputs = 128, .scale_bits = 16}, 256, 257) ==
                  256 * 3 * 16);
  CHECK_CONSTEXPR(hr::detail::bits_of_scales({.block_outputs = 1, .block_inputs = 1, .scale_bits = 16}, 3, 5) == 15 * 16);
}

}  // namespace model_weight_memory_test
