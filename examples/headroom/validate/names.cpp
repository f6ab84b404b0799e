// SPDX-License-Identifier: BSL-1.0
#include "validate/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <headroom/catalog/machines.hpp>
#include <headroom/model/models.hpp>
#include <optional>

#include <headroom/read/engine/served_models.hpp>
#include <headroom/read/own/job_names.hpp>
#include "model_lookup.hpp"
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/models.hpp>
#include <headroom/text/same_name.hpp>
#include <headroom/read/common/words.hpp>
#include "reading.hpp"

namespace headroom::program::validation {

namespace {

// ---- formats

// Words that a format's name may begin with, and how engines hold weights that are called so: with scales.
struct format_word {
  std::string_view word{};
  precision format = bf16;
  weight_format held{};
};
constexpr std::array format_words{
    format_word{"bf16", bf16, {.format = bf16}},
    format_word{"bfloat16", bf16, {.format = bf16}},
    format_word{"fp16", fp16, {.format = fp16}},
    format_word{"float16", fp16, {.format = fp16}},
    format_word{"half", fp16, {.format = fp16}},
    format_word{"fp32", fp32, {.format = fp32}},
    format_word{"float32", fp32, {.format = fp32}},
    format_word{"fp8", fp8, {.format = fp8}},
    format_word{"float8", fp8, {.format = fp8}},
    format_word{"fp8 block", fp8, fp8_blocks},
    format_word{"mxfp8", fp8, mxfp8},
    format_word{"int8", int8, int8_channels},
    format_word{"w8a8", int8, int8_channels},
    format_word{"mxfp4", fp4, mxfp4},
    format_word{"nvfp4", fp4, nvfp4},
    format_word{"fp4", fp4, nvfp4},
    format_word{"int4", int4, int4_groups},
    format_word{"w4a16", int4, int4_groups},
    format_word{"awq", int4, int4_groups},
    format_word{"gptq", int4, int4_groups},
};

std::vector<const format_word*> formats_in(std::string_view text) {
  std::vector<const format_word*> found;
  const std::vector<std::string> words = words_of(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string with_next = i + 1 < words.size() ? words[i] + ' ' + words[i + 1] : words[i];
    for (const format_word& each : format_words)
      if (with_next.starts_with(each.word)) found.push_back(&each);
  }
  return found;
}

bool is_in(const weight_formats& all, precision format) {
  return all.attention.format == format || all.feed_forward.format == format || all.experts.format == format;
}

// ---- models

// Without publisher, and without words at the end that leave the shape as it is: "Llama-3.1-70B" of
// "meta-llama/Llama-3.1-70B-Instruct".
std::string_view shape_called(std::string_view name) {
  name.remove_prefix(name.rfind('/') + 1);
  for (std::size_t at = name.find_last_of("-_ "); at != std::string_view::npos && at > 0 && leaves_shape_as_it_is(name.substr(at + 1));
       at = name.find_last_of("-_ "))
    name.remove_suffix(name.size() - at);
  return name;
}

struct called {
  std::string_view name{};
  const transformer* is = nullptr;
};

// What rows call models otherwise than their publishers.
constexpr std::array others{called{"llama3 8b", &models::llama3_1_8b},     called{"llama3 70b", &models::llama3_1_70b},
                            called{"llama3 405b", &models::llama3_1_405b}, called{"llama 405b", &models::llama3_1_405b},
                            called{"grok1 314b", &models::grok_1},         called{"mixtral", &models::mixtral_8x7b}};

// ---- GPUs

bool is_size_of_memory(std::string_view word) {
  return word.size() > 2 && word.ends_with("gb") && word.find_first_not_of("0123456789") == word.size() - 2;
}

struct worded_gpu {
  const gpu* is = nullptr;
  std::vector<std::string> words{};
};

// Found once: each row asks for all of them.
const std::vector<worded_gpu>& worded_gpus() {
  static const std::vector<worded_gpu> all = [] {
    std::vector<worded_gpu> made;
    for (const gpu* each : catalog::gpus()) made.push_back({each, words_of(each->name)});
    return made;
  }();
  return all;
}

// How many of the words a GPU's own has, or begins with: "sxm" of "sxm5". None where it is another, or of another size.
std::optional<std::size_t> words_met(const std::vector<std::string>& asked, const std::vector<std::string>& own) {
  if (asked.empty() || own.empty() || asked.front() != own.front()) return {};
  std::size_t met = 0;
  for (const std::string& word : asked) {
    const bool is_there = std::ranges::any_of(own, [&](const std::string& each) { return each.starts_with(word); });
    if (!is_there && is_size_of_memory(word) && std::ranges::any_of(own, is_size_of_memory)) return {};
    met += is_there;
  }
  return met;
}

}  // namespace

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> all;
  std::string word;
  for (const char c : in_small_letters(text) + " ") {
    if (is_digit(c) || (c >= 'a' && c <= 'z')) {
      word += c;
    } else if (!word.empty()) {
      all.push_back(word);
      word.clear();
    }
  }
  return all;
}

bool has_word(std::string_view text, std::string_view word) {
  const std::vector<std::string> all = words_of(text);
  return std::ranges::find(all, word) != all.end();
}

std::string letters_of(std::string_view text) {
  std::string all;
  for (const std::string& word : words_of(text)) all += word;
  return all;
}

precision format_named(std::string_view name) {
  const std::vector<const format_word*> found = formats_in(name);
  if (found.empty()) throw refusal(fmt::format("no number format is called {}", in_quotes(name)));
  return found.front()->format;
}

served_weights weights_worded(const transformer& model, std::string_view words, std::string_view otherwise) {
  std::vector<const format_word*> worded = formats_in(words);
  const auto is_narrow = [](const format_word* each) { return bits(each->format) < 16; };
  const auto at = std::ranges::find_if(worded, is_narrow);
  const format_word* const narrow = at == worded.end() ? nullptr : *at;
  if (const std::optional<weight_formats> published = published_formats(model.name)) {
    // Sixteen bits beside a publisher's narrower experts are those of the rest.
    const bool has_experts_apart = published->experts.format != published->attention.format;
    const bool is_theirs = narrow != nullptr ? is_in(*published, narrow->format) : worded.empty() || has_experts_apart;
    if (is_theirs) return {*published, widest_format(*published)};
  }
  if (worded.empty()) worded = formats_in(otherwise);
  if (worded.empty()) throw refusal("the row does not say in what format the numbers are");
  return narrow != nullptr ? served_weights(narrow->held) : served_weights(worded.front()->format);
}

const transformer* model_named(std::string_view name) {
  const std::string_view asked = shape_called(name);
  for (const called& each : others)
    if (match_of(asked, each.name) == name_match::same) return each.is;
  const transformer* found = find_published(name);
  return found != nullptr ? found : find_published(asked);
}

bool is_on_named_board(std::string_view name, const gpu& of) {
  constexpr std::array<std::string_view, 3> boards{"sxm", "pcie", "nvl"};
  const std::vector<std::string> own = words_of(of.name);
  const auto has = [](const std::vector<std::string>& words, std::string_view board) {
    return std::ranges::any_of(words, [&](const std::string& each) { return each.starts_with(board); });
  };
  const bool has_one = std::ranges::any_of(boards, [&](std::string_view board) { return has(own, board); });
  const std::vector<std::string> asked = words_of(name);
  return !has_one || std::ranges::all_of(boards, [&](std::string_view board) { return !has(asked, board) || has(own, board); });
}

const gpu& gpu_named(std::string_view name) {
  std::vector<std::string> asked = words_of(name);
  if (asked.empty()) throw refusal("the row names no GPU");
  // Maker and architecture may stand before it: "NVIDIA Blackwell GPU (B200-SXM-180GB)".
  const auto begins_a_name = [](const std::string& word) {
    return std::ranges::any_of(worded_gpus(), [&](const worded_gpu& each) { return !each.words.empty() && each.words.front() == word; });
  };
  const auto named = std::ranges::find_if(asked, begins_a_name);
  if (named != asked.end()) asked.erase(asked.begin(), named);
  const gpu* best = nullptr;
  std::size_t most = 0;
  for (const worded_gpu& each : worded_gpus())
    if (const std::optional<std::size_t> met = words_met(asked, each.words); met && *met > most) {
      best = each.is;
      most = *met;
    }
  if (best == nullptr) throw refusal(fmt::format("the catalogue has no GPU called {}", in_quotes(name)));
  return *best;
}

}  // namespace headroom::program::validation
