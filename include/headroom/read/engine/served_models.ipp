// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/engine/served_models.hpp>

#include <algorithm>
#include <array>
#include <headroom/deployment/resolve.hpp>
#include <headroom/model/models.hpp>

#include <headroom/read/common/models.hpp>

namespace headroom::read {

namespace {

struct format_word {
  std::string_view word{};
  count bits = 0;
};

constexpr std::array format_words{
    format_word{"fp8", 8},         format_word{"w8a8", 8},     format_word{"int8", 8},  format_word{"w8a16", 8},
    format_word{"fp4", 4},         format_word{"nvfp4", 4},    format_word{"mxfp4", 4}, format_word{"int4", 4},
    format_word{"awq", 4},         format_word{"gptq", 4},     format_word{"w4a16", 4}, format_word{"awq_marlin", 4},
    format_word{"gptq_marlin", 4}, format_word{"w8a8_fp8", 8}, format_word{"bf16", 16}, format_word{"fp16", 16},
};

// How a model was tuned or packed, or a first release.
constexpr std::array tuned{"instruct", "chat", "it", "hf", "base", "dynamic", "quantized", "block", "v0.1"};

count bits_named(std::string_view word) {
  for (const format_word& each : format_words)
    if (ascii::is_same(each.word, word)) return each.bits;
  return 0;
}

}  // namespace

bool leaves_shape_as_it_is(std::string_view word) {
  const auto is_it = [&](std::string_view each) { return ascii::is_same(each, word); };
  const bool is_month = word.size() == 4 && is_digits(word);
  return is_month || bits_named(word) != 0 || std::ranges::any_of(tuned, is_it);
}

namespace {

// What follows a model's name, between hyphens, says how it was tuned or quantised, and nothing else.
bool says_no_more(std::string_view rest, count& bits) {
  while (!rest.empty()) {
    if (rest.front() != '-') return false;
    rest.remove_prefix(1);
    const std::string_view word = rest.substr(0, rest.find('-'));
    if (!leaves_shape_as_it_is(word)) return false;
    if (const count of_word = bits_named(word); of_word != 0) bits = of_word;
    rest.remove_prefix(word.size());
  }
  return true;
}

std::string_view model_in(std::string_view path) {
  std::string_view name = path.substr(path.find_last_of('/') + 1);
  if (ascii::starts_with(name, "Meta-Llama")) name.remove_prefix(5);
  return name;
}

}  // namespace

void take_model_name(std::string_view name, int line, served_model& into) {
  while (name.ends_with('/')) name.remove_suffix(1);
  const std::string_view asked = model_in(name);
  const auto take = [&](std::string_view written, std::string_view published) {
    const std::string_view its = model_in(written);
    count bits = 0;
    if (!ascii::starts_with(asked, its) || !says_no_more(asked.substr(its.size()), bits)) return false;
    into.name = {published, line};
    if (model_in(written) != model_in(published)) into.called = written;
    if (bits != 0 && into.weight_bits.is_silent()) into.weight_bits = {bits, line};
    return true;
  };
  for (const transformer* each : models::all())
    if (take(each->name, each->name)) return;
  for (const model_spelling& each : model_spellings())
    if (take(each.written, each.name)) return;
}

said<count> bits_of_quantization(std::string_view word, int line) {
  const count bits = bits_named(word);
  return bits == 0 ? said<count>{unknown, line} : said<count>{bits, line};
}

said<count> bits_of_cache(std::string_view word, int line) {
  if (word == "auto") return {};
  if (word.starts_with("fp8")) return {count{8}, line};
  return word == "bfloat16" || word == "float16" ? said<count>{count{16}, line} : said<count>{unknown, line};
}

void fill_from(const served_model& settings, served_model& arguments) {
  const auto fill = [](auto& into, const auto& from) {
    if (into.is_silent()) into = from;
  };
  if (arguments.name.is_silent()) arguments.called = settings.called;
  fill(arguments.name, settings.name);
  for (const auto figure : figures_served) fill(arguments.*figure, settings.*figure);
}

}  // namespace headroom::read
