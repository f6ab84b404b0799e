// SPDX-License-Identifier: BSL-1.0
#include "validate/size_rows.hpp"

#include <headroom/model/parameters.hpp>
#include <headroom/model/weight_memory.hpp>
#include <optional>

#include "validate/shapes.hpp"
#include "words.hpp"

namespace headroom::program::validation {

namespace {

std::optional<transformer> model_if_known(const json& c) {
  try {
    return model_of(c);
  } catch (const refusal&) {
    return {};
  }
}

// So many bytes of each parameter: what training leaves behind. Of our count of a model that we know.
memory checkpoint(const json& c, double bytes_each) {
  const std::optional<transformer> model = model_if_known(c);
  const double parameters_of_all =
      model ? static_cast<double>(known(parameters(*model)).total()) : number(c, {"params", "parameters"});
  return bytes(parameters_of_all * bytes_each);
}

// The format of the weights as the row states it, or in the words of its name or unit.
std::string words_on_format(const json& row, const judged& one) {
  const std::string stated = text(config_of(row), {"dtype", "weights", "precision", "quantization"}, "");
  return in_small_letters(stated.empty() ? one.id + " " + one.unit : stated);
}

memory weights_of(const transformer& model, const std::string& format) {
  const auto has_word = [&](std::string_view word) { return format.find(word) != std::string::npos; };
  if (has_word("mxfp4")) {  // gpt-oss: its experts
    weight_formats formats = weights_in(bf16);
    formats.experts = mxfp4;
    return known(weight_memory(model, formats));
  }
  if (has_word("fp8") && has_word("scales")) {
    // DeepSeek's checkpoint: blocks with scales, and the module that predicts further tokens with copies of embedding
    // and head of its own.
    const bool with_predicting = has_word("mtp");
    const weight_terms terms{.with_predicting = with_predicting};
    const double copies = with_predicting ? 2.0 * 2 * static_cast<double>(model.vocabulary) *
                                                static_cast<double>(model.hidden) *
                                                static_cast<double>(model.predicts.modules)
                                          : 0;
    return known(weight_memory(model, weights_in(fp8_blocks), terms)) + bytes(copies);
  }
  if (has_word("nvfp4")) return known(weight_memory(model, weights_in(nvfp4)));
  if (has_word("fp16") || has_word("bf16") || has_word("float16")) return known(weight_memory(model, bf16));
  if (has_word("fp32")) return known(weight_memory(model, fp32));
  if (has_word("fp8") || has_word("int8")) return known(weight_memory(model, weights_in(fp8)));
  throw refusal("the row does not say in what format the numbers are");
}

}  // namespace

std::vector<judged> judge_sizes(const json& row) {
  return judge_each(row, "weight_files", "", [&](judged& one) {
    const json& c = config_of(row);
    const memory size = has(c, "bytes_per_param") ? checkpoint(c, number(c, {"bytes_per_param"}))
                                                  : weights_of(model_of(c), words_on_format(row, one));
    // "GB (as printed; 327.82 GiB ...)": the row itself says which was meant.
    const bool means_binary = one.unit.starts_with("GB (as printed") && one.unit.find("GiB") != std::string::npos;
    one.found = in_unit_of(size, means_binary ? "GiB" : one.unit);
  });
}

}  // namespace headroom::program::validation
