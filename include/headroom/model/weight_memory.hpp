// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/model/weights.hpp>
#include <headroom/precision.hpp>
#include <headroom/units.hpp>

namespace headroom {

// How weights are held: a number format, and a scale for each block of so many outputs by so many inputs.
struct weight_format {
  precision format = bf16;
  count block_outputs = 0;  // 0: no scales
  count block_inputs = 0;
  int scale_bits = 0;
};

inline constexpr count whole_row = max_count;  // of a block: all inputs of an output
// A scale for each block of a row, and not one for the row or for all.
constexpr bool has_blocks(const weight_format& of) { return of.block_inputs > 0 && of.block_inputs < whole_row; }

inline constexpr weight_format fp8_blocks{fp8, 128, 128, 32};  // DeepSeek-V3's checkpoint
inline constexpr weight_format fp8_rows{fp8, 1, whole_row, 32};  // torchao's "rowwise"
inline constexpr weight_format mxfp8{fp8, 1, 32, 8};           // OCP microscaling formats
inline constexpr weight_format mxfp4{fp4, 1, 32, 8};
constexpr bool is_mxfp4(const weight_format& of) {
  return of.format == fp4 && of.block_outputs == 1 && of.block_inputs == 32 && of.scale_bits == 8;
}
inline constexpr weight_format nvfp4{fp4, 1, 16, 8};  // the scale of a whole tensor is not counted
inline constexpr weight_format int8_channels{int8, 1, whole_row, 16};
inline constexpr weight_format int4_groups{int4, 1, 128, 20};  // a 16-bit scale and a 4-bit zero point

// The format of each part of a model. Vectors (norms, biases, sinks) and convolutions are always in `rest`.
struct weight_formats {
  weight_format attention{};     // and state-space models
  weight_format feed_forward{};  // dense, and shared experts
  weight_format experts{};       // routed
  weight_format embedding{};
  weight_format head{};
  weight_format router{};
  weight_format joint{};  // of modules that predict further tokens
  weight_format rest{};   // and the vision tower
};

// The layers' matrices in one format and the rest in another: what engines and checkpoints call a model in fp8 or fp4.
constexpr weight_formats weights_in(const weight_format& matrices, precision others = bf16) {
  const weight_format kept{.format = others};
  return {.attention = matrices,
          .feed_forward = matrices,
          .experts = matrices,
          .embedding = kept,
          .head = kept,
          .router = kept,
          .joint = kept,
          .rest = kept};
}
// Formats of 16 bits and more hold everything; shorter ones hold the layers' matrices, without scales.
constexpr weight_formats weights_in(precision format) {
  return weights_in(weight_format{.format = format}, bits(format) < 16 ? bf16 : format);
}

// The routed experts in one format and all else in another: how gpt-oss is published, in mxfp4.
constexpr weight_formats experts_in(const weight_format& experts, precision others = bf16) {
  weight_formats formats = weights_in(others);
  formats.experts = experts;
  return formats;
}

// What a model's weights are counted with.
struct weight_terms {
  bool with_predicting = false;  // the modules that predict further tokens, too
};

namespace detail {

constexpr const weight_format& format_of(const weight_formats& formats, const weight& w) {
  if (w.is_vector()) return formats.rest;
  switch (w.part) {
    case weight_part::embedding:
      return formats.embedding;
    case weight_part::attention:
    case weight_part::state_space:
      return formats.attention;
    case weight_part::feed_forward:
    case weight_part::shared_experts:
      return formats.feed_forward;
    case weight_part::routed_experts:
      return formats.experts;
    case weight_part::router:
      return formats.router;
    case weight_part::head:
      return formats.head;
    case weight_part::joint:
      return formats.joint;
    case weight_part::norms:
    case weight_part::vision:
      break;
  }
  return formats.rest;
}

// Bits of the scales of a weight of that shape.
constexpr count bits_of_scales(const weight_format& f, count outputs, count inputs) {
  return multiply(multiply(ceil_of(outputs, f.block_outputs), ceil_of(inputs, f.block_inputs)), f.scale_bits);
}

// Bits of a weight of that shape, with its scales.
constexpr count bits_of(const weight_format& f, count outputs, count inputs) {
  return add(multiply(multiply(outputs, inputs), bits(f.format)), bits_of_scales(f, outputs, inputs));
}

}  // namespace detail

// Bytes of a model's weights in these formats: exact, as a checkpoint holds them, less its headers.
constexpr figure<memory> weight_memory(const transformer& of, const weight_formats& formats,
                                       const weight_terms& terms = {}) {
  if (const auto why = missing(of); detail::is_refused(why)) return detail::not_of_model<memory>(why);
  count sum = 0;
  for_each_weight(of, [&](const weight& w) {
    if (w.predicts && !terms.with_predicting) return;
    sum = add(sum, multiply(w.copies, detail::bits_of(detail::format_of(formats, w), w.outputs, w.inputs)));
  });
  return detail::of_model(of, bytes(static_cast<double>(ceil_of(sum, 8))), sum != too_many);
}

constexpr figure<memory> weight_memory(const transformer& of, precision format, const weight_terms& terms = {}) {
  return weight_memory(of, weights_in(format), terms);
}

}  // namespace headroom
