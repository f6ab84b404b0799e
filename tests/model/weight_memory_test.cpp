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

namespace {

constexpr hr::weight_format byte{.format = hr::fp8};

// Bytes that another format of a part saves of 16 bits of all.
constexpr double saved(auto change) {
  hr::weight_formats formats = hr::weights_in(hr::bf16);
  change(formats);
  return 2.0 * static_cast<double>(value_of(hr::parameters(published::qwen3_30b_a3b)).total()) - bytes_of(published::qwen3_30b_a3b, formats);
}

}  // namespace

TEST_CASE("each part may have a format of its own") {
  constexpr hr::parameter_counts parts = value_of(hr::parameters(published::qwen3_30b_a3b));
  constexpr double routers = 48.0 * 128 * 2'048;
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

TEST_CASE("each part's matrices are in its own format, and all vectors in that of the rest") {
  const auto of = [](double bits) { return hr::weight_format{.format = hr::fp32, .scale_bits = static_cast<int>(bits)}; };
  const hr::weight_formats formats{.attention = of(1), .feed_forward = of(2), .experts = of(3), .embedding = of(4), .head = of(5), .router = of(6), .joint = of(7), .rest = of(8)};
  struct row {
    hr::weight_part part;
    int format;
  };
  using enum hr::weight_part;
  for (const row& each : {row{embedding, 4}, row{attention, 1}, row{state_space, 1}, row{feed_forward, 2}, row{routed_experts, 3}, row{shared_experts, 2}, row{router, 6},
                          row{norms, 8}, row{head, 5}, row{joint, 7}, row{vision, 8}})
    for (const hr::count inputs : {1, 2, 3}) {
      CAPTURE(static_cast<int>(each.part));
      CHECK(hr::detail::format_of(formats, {.part = each.part, .outputs = 5, .inputs = inputs}).scale_bits == (inputs == 1 ? 8 : each.format));
    }
}

TEST_CASE("scales are as many as blocks that an output and an input begin") {
  for (hr::count block_outputs = 1; block_outputs <= 4; ++block_outputs)
    for (hr::count block_inputs = 1; block_inputs <= 4; ++block_inputs)
      for (hr::count outputs = 1; outputs <= 7; ++outputs)
        for (hr::count inputs = 1; inputs <= 7; ++inputs) {
          hr::count begun = 0;
          for (hr::count row = 0; row < outputs; ++row)
            for (hr::count column = 0; column < inputs; ++column) begun += row % block_outputs == 0 && column % block_inputs == 0;
          const hr::weight_format f{.format = hr::fp8, .block_outputs = block_outputs, .block_inputs = block_inputs, .scale_bits = 19};
          CHECK(hr::detail::bits_of_scales(f, outputs, inputs) == begun * 19);
          CHECK(hr::detail::bits_of(f, outputs, inputs) == begun * 19 + outputs * inputs * 8);
        }
}

// The publishers' formats: DeepSeek-V3's technical report, section 3.3.2; OCP microscaling 1.0; NVIDIA's NVFP4.
TEST_CASE("formats with scales are those of their publishers") {
  struct row {
    hr::weight_format is;
    hr::precision format;
    hr::count outputs, inputs;
    int scale;
  };
  for (const row& each : {row{hr::fp8_blocks, hr::fp8, 128, 128, 32}, row{hr::mxfp8, hr::fp8, 1, 32, 8}, row{hr::mxfp4, hr::fp4, 1, 32, 8}, row{hr::nvfp4, hr::fp4, 1, 16, 8},
                          row{hr::int8_channels, hr::int8, 1, hr::whole_row, 16}, row{hr::int4_groups, hr::int4, 1, 128, 20}}) {
    CHECK(each.is.format == each.format);
    CHECK(each.is.block_outputs == each.outputs);
    CHECK(each.is.block_inputs == each.inputs);
    CHECK(each.is.scale_bits == each.scale);
    CHECK(hr::is_mxfp4(each.is) == (each.format == hr::fp4 && each.inputs == 32));
    CHECK(hr::has_blocks(each.is) == (each.inputs <= 128));
  }
  for (const hr::weight_format& other : {hr::weight_format{hr::int4, 1, 32, 8}, hr::weight_format{hr::fp4, 2, 32, 8}, hr::weight_format{hr::fp4, 1, 31, 8}, hr::weight_format{hr::fp4, 1, 32, 9}})
    CHECK(!hr::is_mxfp4(other));
  CHECK_CONSTEXPR(hr::has_blocks(hr::nvfp4));
  CHECK_CONSTEXPR(!hr::has_blocks(hr::weight_format{hr::fp8}));
  CHECK_CONSTEXPR(hr::detail::bits_of({}, 5, 7) == 5 * 7 * 16);
}

TEST_CASE("what holds the layers' matrices leaves all else in 16 bits or what is said") {
  const auto check = [](const hr::weight_formats& f, hr::precision matrices, hr::precision others) {
    for (const hr::weight_format* each : {&f.attention, &f.feed_forward, &f.experts}) CHECK(each->format == matrices);
    for (const hr::weight_format* each : {&f.embedding, &f.head, &f.router, &f.joint, &f.rest}) {
      CHECK(each->format == others);
      CHECK(each->scale_bits == 0);
    }
  };
  check(hr::weights_in(hr::mxfp8), hr::fp8, hr::bf16);
  check(hr::weights_in(hr::mxfp8, hr::fp32), hr::fp8, hr::fp32);
  for (const hr::precision wide : {hr::bf16, hr::fp16, hr::fp32}) check(hr::weights_in(wide), wide, wide);
  for (const hr::precision narrow : {hr::fp8, hr::int8, hr::fp6, hr::fp4, hr::int4}) check(hr::weights_in(narrow), narrow, hr::bf16);
  CHECK(hr::weights_in(hr::mxfp8).attention.block_inputs == 32);
  CHECK(hr::weights_in(hr::mxfp8).feed_forward.scale_bits == 8);
  CHECK(hr::weights_in(hr::mxfp8).experts.scale_bits == 8);
  const hr::weight_formats published_so = hr::experts_in(hr::mxfp4, hr::fp32);
  for (const hr::weight_format* each : {&published_so.attention, &published_so.feed_forward, &published_so.embedding, &published_so.head, &published_so.router, &published_so.joint, &published_so.rest})
    CHECK(each->format == hr::fp32);
  CHECK(hr::experts_in(hr::mxfp4).rest.format == hr::bf16);
}

// 13 x 11 twice, a network of 5 x 11 twice with a norm of 11 in each layer, and a norm at the end.
TEST_CASE("a small model's bytes are its bits, rounded up, with what predicts where that is asked for") {
  hr::transformer m{.vocabulary = 13, .hidden = 11};
  m.layers[0] = {.letter = 'a', .how_many = 3, .feed_forward = {.width = 5, .gated = false}};
  m.predicts = {.modules = 1, .order = "a"};
  const hr::count ends = 2 * 13 * 11, matrices = 2 * 5 * 11, norms = 11;
  const auto bytes = [&](hr::precision format, bool predicting) { return hr::in_bytes(value_of(hr::weight_memory(m, format, {.with_predicting = predicting}))); };
  const auto in_all = static_cast<double>(ends + norms + 3 * (matrices + norms)), module = static_cast<double>(matrices + norms + 3 * 11 + 2 * 11 * 11);
  CHECK(bytes(hr::fp32, false) == 4 * in_all);
  CHECK(bytes(hr::fp32, true) == 4 * (in_all + module));
  CHECK(hr::in_bytes(value_of(hr::weight_memory(m, hr::fp32))) == 4 * in_all);
  // 330 numbers of 4 bits and 330 of 16.
  CHECK(bytes(hr::fp4, false) == 3 * 110 / 2 + 2 * (286 + 11 + 3 * 11));
  // Into a width of 5 from a single place is a vector, of 16 bits; out of it a row of 5 numbers of 4 bits, 60 bits in three layers.
  m.hidden = 1;
  CHECK(bytes(hr::fp4, false) == 2 * (2 * 13 + 1 + 3 * (1 + 5)) + 3 * 5 / 2.0 + 0.5);
  // A row of 3 into a width of one, 12 bits; out of it a column of 3 in 16.
  m.hidden = 3;
  m.layers[0] = {.letter = 'a', .how_many = 1, .feed_forward = {.width = 1, .gated = false}};
  CHECK(bytes(hr::fp4, false) == 2 * (2 * 13 * 3 + 3 + 3 + 3) + 2);
}

TEST_CASE("weights beyond what a count holds are unknown") {
  hr::transformer vast{.vocabulary = hr::max_count, .hidden = hr::max_count};
  vast.layers[0] = {.letter = 'a', .how_many = 1, .feed_forward = {.width = 5}};
  CHECK(hr::weight_memory(vast, hr::bf16).is_unknown());
}

TEST_CASE("a format that has no blocks has no scales, whatever their bits") {
  CHECK_CONSTEXPR(hr::detail::bits_of_scales({.block_outputs = 0, .block_inputs = 128, .scale_bits = 16}, 256, 256) == 0);
  CHECK_CONSTEXPR(hr::detail::bits_of_scales({.block_outputs = 1, .block_inputs = 0, .scale_bits = 16}, 256, 256) == 0);
  CHECK_CONSTEXPR(hr::detail::bits_of_scales({.block_outputs = -1, .block_inputs = -1, .scale_bits = 16}, 256, 256) == 0);
  CHECK_CONSTEXPR(hr::detail::bits_of_scales({.block_outputs = 1, .block_inputs = 128, .scale_bits = 16}, 256, 257) ==
                  256 * 3 * 16);
  CHECK_CONSTEXPR(hr::detail::bits_of_scales({.block_outputs = 1, .block_inputs = 1, .scale_bits = 16}, 3, 5) == 15 * 16);
}

}  // namespace model_weight_memory_test
