// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/model_config/checkpoint_formats.hpp>


#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read::configs {

namespace {

using formats_found = std::optional<weight_formats>;

std::optional<precision> format_of_numbers(const fields& c) {
  std::string_view type;
  for (const std::string_view name : {"dtype", "torch_dtype"})
    if (const tree* found = c.find(name); type.empty() && found != nullptr && found->is_string())
      type = found->text;
  if (type.starts_with("torch.")) type.remove_prefix(6);
  constexpr std::array<std::pair<std::string_view, precision>, 3> known{
      {{"bfloat16", bf16}, {"float16", fp16}, {"float32", fp32}}};
  for (const auto& [word, format] : known)
    if (type == word) return format;
  return std::nullopt;
}

// Of "layers.17.": one layer of many; -1 where there is none.
count place_of_layer(std::string_view text) {
  std::size_t at = text.find("layers.");
  if (at == std::string_view::npos || at + 7 >= text.size() || !ascii::is_digit(text[at + 7])) return -1;
  count place = 0;
  for (at += 7; at < text.size() && ascii::is_digit(text[at]) && place < most_layers; ++at)
    place = 10 * place + (text[at] - '0');
  return place;
}

// What a quantisation leaves of a model.
struct unquantized {
  precision others = bf16;
  count layers = 0;  // 0: not known

  weight_format kept() const { return {.format = others}; }
};

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

enum class module_kind { kept_anyway, attention, shared, dense, unknown };

module_kind kind_of_module(std::string_view module) {
  const bool is_kept_anyway = contains(module, "lm_head") || contains(module, "norm") || contains(module, "embed") ||
                              contains(module, "router") || module == "gate" || module.ends_with(".gate") ||
                              module.ends_with("shared_expert_gate") || contains(module, "e_score_correction") ||
                              contains(module, "vision") || contains(module, "visual") ||
                              contains(module, "mm_projector") || contains(module, "multi_modal_projector");
  if (is_kept_anyway) return module_kind::kept_anyway;
  if (contains(module, "attn")) return module_kind::attention;
  if (contains(module, "shared_expert")) return module_kind::shared;
  return contains(module, "mlp") && contains(module, "_proj") ? module_kind::dense : module_kind::unknown;
}

// Whether a module is one part of an attention, of which others may be quantised.
bool is_part_of_attention(std::string_view module) {
  const std::size_t at = module.find("attn");
  return module.substr(at).find('.') != std::string_view::npos;
}

// Keeps in 16 bits what a list of modules leaves as it is. Whether that is clear: of what is not kept anyway, all
// layers or none; where layers are listed one by one, the attention as a whole, in each of them. A layer past the last
// is of those that predict further tokens.
bool keep_modules(const fields& c, std::string_view name, const unquantized& model, weight_formats& formats) {
  const tree* list = c.find(name);
  if (list == nullptr) return true;
  if (!list->is_list()) return false;
  bool keeps_shared = false;
  bool keeps_dense = false;
  std::set<count> attends;
  for (const tree* each : list->items) {
    std::string_view module = each->text;
    if (module.ends_with('$')) module.remove_suffix(1);  // of a pattern
    const module_kind kind = kind_of_module(module);
    const count place = place_of_layer(module);
    if (kind == module_kind::kept_anyway || (model.layers > 0 && place >= model.layers)) continue;
    if (place >= 0 && (kind != module_kind::attention || is_part_of_attention(module))) return false;
    if (place >= 0)
      attends.insert(place);
    else if (kind == module_kind::attention)
      formats.attention = model.kept();
    else if (kind == module_kind::unknown)
      return false;
    keeps_shared |= kind == module_kind::shared;
    keeps_dense |= kind == module_kind::dense;
  }
  if (!attends.empty() && static_cast<count>(attends.size()) != model.layers) return false;
  if (!attends.empty()) formats.attention = model.kept();
  if (keeps_shared != keeps_dense) return false;
  if (keeps_dense) formats.feed_forward = model.kept();
  return true;
}

// A group of compressed-tensors: bits, kind, and how far a scale reaches.
std::optional<weight_format> format_of_group(const fields& weights) {
  const count width = number_or_none(weights, "num_bits");
  const std::string_view type = word_or_none(weights, "type");
  const std::string_view strategy = word_or_none(weights, "strategy");
  const count group = number_or_none(weights, "group_size");
  const bool is_float = type == "float";
  if (!is_float && type != "int") return std::nullopt;
  if (width != 4 && width != 8) return std::nullopt;
  const precision format = is_float ? (width == 8 ? fp8 : fp4) : (width == 8 ? int8 : int4);
  if (strategy == "tensor") return weight_format{.format = format};
  if (strategy == "channel") return weight_format{format, 1, whole_row, 16};
  if (strategy == "tensor_group" && is_float && width == 4 && group == 16) return nvfp4;
  if (strategy == "group" && group > 0 && !is_float)
    return weight_format{format, 1, group, is_set(weights, "symmetric", true) ? 16 : 16 + static_cast<int>(width)};
  return std::nullopt;
}

// The one group; nothing where there are others.
std::optional<fields> compressed_group(const fields& q) {
  const std::optional<fields> groups = object_or_none(q, "config_groups");
  if (!groups || groups->object().items.size() != 1) return std::nullopt;
  return object_or_none(*groups, groups->object().items.front()->key);
}

formats_found compressed(const fields& q, const unquantized& model) {
  const std::optional<fields> group = compressed_group(q);
  const std::optional<fields> weights = group ? object_or_none(*group, "weights") : std::nullopt;
  if (!weights) return std::nullopt;
  const tree* targets = group->find("targets");
  const bool is_all = targets != nullptr && targets->is_list() && targets->items.size() == 1 &&
                      targets->items.front()->text == "Linear";
  const std::optional<weight_format> format = format_of_group(*weights);
  if (!is_all || !format) return std::nullopt;
  weight_formats formats = weights_in(*format, model.others);
  return keep_modules(q, "ignore", model, formats) ? formats_found(formats) : std::nullopt;
}

// FP8 with one scale a tensor, which is not counted: what vLLM takes a configuration for that says how activations are
// scaled, and no blocks.
formats_found fp8_of_tensors(const fields& q, const unquantized& model) {
  const std::string_view scheme = word_or_none(q, "activation_scheme");
  if (scheme != "static" && scheme != "dynamic") return std::nullopt;
  weight_formats formats = weights_in(weight_format{.format = fp8}, model.others);
  for (const std::string_view name : {"ignored_layers", "modules_to_not_convert"})
    if (!keep_modules(q, name, model, formats)) return std::nullopt;
  return formats;
}

// FP8 with a 32-bit scale for each block, as DeepSeek-V3.
formats_found fp8_of_blocks(const fields& q, const unquantized& model) {
  const tree* size = q.find("weight_block_size");
  if (size == nullptr) return fp8_of_tensors(q, model);
  if (!size->is_list() || size->items.size() != 2) return std::nullopt;
  const count outputs = number_or_none(size->items.front());
  const count inputs = number_or_none(size->items.back());
  if (outputs == 0 || inputs == 0) return std::nullopt;
  weight_formats formats = weights_in(weight_format{fp8, outputs, inputs, 32}, model.others);
  return keep_modules(q, "modules_to_not_convert", model, formats) ? formats_found(formats) : std::nullopt;
}

// AWQ and GPTQ: groups of inputs with a 16-bit scale and a zero point as wide as a number.
formats_found integer_groups(const fields& q, const unquantized& model, bool has_zeros) {
  const count width = number_or_none(q, word_or_none(q, "quant_method") == "awq" && q.has("w_bit") ? "w_bit" : "bits");
  const count group = number_or_none(q, q.has("group_size") ? "group_size" : "q_group_size");
  if ((width != 4 && width != 8) || group == 0) return std::nullopt;
  const int scale = 16 + (has_zeros ? static_cast<int>(width) : 0);
  weight_formats formats = weights_in(weight_format{width == 4 ? int4 : int8, 1, group, scale}, model.others);
  return keep_modules(q, "modules_to_not_convert", model, formats) ? formats_found(formats) : std::nullopt;
}

formats_found awq_groups(const fields& q, const unquantized& model) {
  return integer_groups(q, model, is_set(q, "zero_point", true));
}

// GPTQModel has the head quantised as well where it says so, and other bits or none for modules that it lists by
// patterns; Optimum lists what alone is quantised.
formats_found gptq_groups(const fields& q, const unquantized& model) {
  const tree* by_patterns = q.find("dynamic");
  const bool is_even = by_patterns == nullptr || (by_patterns->is_map() && by_patterns->items.empty()) ||
                       (by_patterns->is_boolean() && by_patterns->text == "false");
  if (!is_even || q.has("modules_in_block_to_quantize")) return std::nullopt;
  formats_found formats = integer_groups(q, model, true);
  if (formats.has_value() && is_set(q, "lm_head")) formats->head = formats->attention;
  return formats;
}

// gpt-oss: its experts, and nothing else.
formats_found mxfp4_of_experts(const fields&, const unquantized& model) {
  weight_formats formats = weights_in(weight_format{.format = model.others}, model.others);
  formats.experts = mxfp4;
  return formats;
}

// bitsandbytes: 4 bits in blocks of 64, with a 32-bit scale or, quantised again, one of 8 (and of 32 for 256 of those:
// 0.05 % of the whole, not counted); or 8 bits with a 32-bit scale a row. The head stays where nothing is listed.
formats_found bits_and_bytes(const fields& q, const unquantized& model) {
  const bool is_4 = is_set(q, "load_in_4bit");
  const std::string_view type = word_or_none(q, "bnb_4bit_quant_type");
  if (is_4 == is_set(q, "load_in_8bit") || is_set(q, "llm_int8_has_fp16_weight")) return std::nullopt;
  if (is_4 && !type.empty() && type != "nf4" && type != "fp4") return std::nullopt;
  const int scale = is_4 && is_set(q, "bnb_4bit_use_double_quant") ? 8 : 32;
  weight_formats formats = weights_in(weight_format{is_4 ? int4 : int8, 1, is_4 ? 64 : whole_row, scale}, model.others);
  return keep_modules(q, "llm_int8_skip_modules", model, formats) ? formats_found(formats) : std::nullopt;
}

// FBGEMM: a 32-bit scale a row.
formats_found fp8_of_rows(const fields& q, const unquantized& model) {
  weight_formats formats = weights_in(weight_format{fp8, 1, whole_row, 32}, model.others);
  return keep_modules(q, "modules_to_not_convert", model, formats) ? formats_found(formats) : std::nullopt;
}

formats_found nvidia_formats(const fields& q, const unquantized& model) {
  const std::string algorithm = in_small_letters(word_or_none(q, "quant_algo"));
  if (algorithm != "fp8" && algorithm != "nvfp4") return std::nullopt;
  weight_formats formats = weights_in(algorithm == "fp8" ? weight_format{.format = fp8} : nvfp4, model.others);
  for (const std::string_view name : {"ignore", "exclude_modules"})
    if (!keep_modules(q, name, model, formats)) return std::nullopt;
  return formats;
}

// The language model's own, or that of the whole.
const fields& holder_of(const fields& whole, const fields& part) {
  return part.has("quantization_config") ? part : whole;
}

std::optional<precision> format_of_all(const fields& whole, const fields& part) {
  return format_of_numbers(part) ? format_of_numbers(part) : format_of_numbers(whole);
}

// What a quantization_config calls its method, and what reads the rest of it.
struct quantization_method {
  std::string_view name;
  formats_found (*read)(const fields& q, const unquantized& model);
};

constexpr std::array quantization_methods{
    quantization_method{"fp8", fp8_of_blocks},
    quantization_method{"mxfp4", mxfp4_of_experts},
    quantization_method{"awq", awq_groups},
    quantization_method{"gptq", gptq_groups},
    quantization_method{"compressed-tensors", compressed},
    quantization_method{"modelopt", nvidia_formats},
    quantization_method{"bitsandbytes", bits_and_bytes},
    quantization_method{"fbgemm_fp8", fp8_of_rows},
};

// Null: it is not known.
const quantization_method* method_of(const fields& q) {
  const auto found =
      std::ranges::find(quantization_methods, word_or_none(q, "quant_method"), &quantization_method::name);
  return found == quantization_methods.end() ? nullptr : &*found;
}

}  // namespace

std::optional<weight_formats> checkpoint_formats(const fields& whole, const fields& part) {
  const std::optional<precision> numbers = format_of_all(whole, part);
  const fields& holder = holder_of(whole, part);
  if (!holder.has("quantization_config")) return numbers ? formats_found(weights_in(*numbers)) : std::nullopt;
  const std::optional<fields> q = object_or_none(holder, "quantization_config");
  if (!q) return std::nullopt;
  const quantization_method* method = method_of(*q);
  return method == nullptr ? std::nullopt : method->read(*q, {numbers.value_or(bf16), number_or_none(part, "num_hidden_layers")});
}

std::optional<weight_formats> formats_beside(const fields& beside, precision others, count layers) {
  const std::optional<fields> q = object_or_none(beside, "quantization");
  return q ? nvidia_formats(*q, {others, layers}) : std::nullopt;
}

std::optional<precision> cache_beside(const fields& beside) {
  const std::optional<fields> q = object_or_none(beside, "quantization");
  if (!q) return std::nullopt;
  const std::string algorithm = in_small_letters(word_or_none(*q, "kv_cache_quant_algo"));
  if (algorithm == "fp8") return fp8;
  return algorithm == "int8" ? std::optional(int8) : std::nullopt;
}

std::string unread_cache_beside(const fields& beside) {
  const std::optional<fields> q = object_or_none(beside, "quantization");
  if (!q || cache_beside(beside)) return {};
  const tree* said = q->find("kv_cache_quant_algo");
  if (said == nullptr) return {};
  return concat("how hf_quant_config.json has the KV cache quantised, ", in_quotes(said->text), ", is not understood");
}

std::optional<precision> checkpoint_multiplied(const fields& whole, const fields& part) {
  const std::optional<precision> numbers = format_of_all(whole, part);
  return numbers && bits(*numbers) == 16 ? numbers : std::nullopt;
}

bool quantises_weights_only(const fields& whole, const fields& part) {
  const std::optional<fields> q = object_or_none(holder_of(whole, part), "quantization_config");
  if (!q || word_or_none(*q, "quant_method") != "compressed-tensors") return false;
  const std::optional<fields> group = compressed_group(*q);
  return group && !group->has("input_activations");
}

std::string unread_quantization(const fields& whole, const fields& part) {
  const fields& holder = holder_of(whole, part);
  if (!holder.has("quantization_config")) return {};
  const std::optional<fields> q = object_or_none(holder, "quantization_config");
  if (!q) return "it is no object";
  const std::string_view method = word_or_none(*q, "quant_method");
  if (method.empty()) return "it names no method";
  return method_of(*q) == nullptr ? concat("the method ", in_quotes(method), " is not known")
                                  : concat("what it quantises by ", in_quotes(method), ", and how, is not clear");
}

}  // namespace headroom::read::configs
