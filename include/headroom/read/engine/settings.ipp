// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/engine/settings.hpp>

#include <algorithm>

#include <headroom/read/common/key_name.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/common/words.hpp>
#include <headroom/read/engine/engines.hpp>
#include <headroom/read/engine/served_models.hpp>

namespace headroom::read {

const engine_argument* find_engine_argument(std::string_view name) {
  const auto same = [&](const engine_argument& each) {
    return std::ranges::equal(each.name, name, [](char a, char b) { return a == (b == '_' ? '-' : b); });
  };
  for (const known_engine* each : known_engines)
    if (const auto found = std::ranges::find_if(each->arguments, same); found != each->arguments.end()) return &*found;
  return nullptr;
}

engine engine_named_by(const engine_argument& what) {
  for (const known_engine* each : known_engines)
    if (what.names_engine && std::ranges::any_of(each->arguments, [&](const engine_argument& one) { return &one == &what; })) return each->is;
  return engine::unnamed;
}

engine engine_of_settings(const tree& map) {
  engine found = engine::unnamed;
  for (const tree* each : map.items) {
    const engine_argument* what = find_engine_argument(each->key);
    const engine by = what == nullptr ? engine::unnamed : engine_named_by(*what);
    if (by != engine::unnamed && found != engine::unnamed && by != found) return engine::unnamed;
    if (by != engine::unnamed) found = by;
  }
  return found;
}

given_argument argument_in(std::string_view word) {
  const std::size_t equals = word.find('=');
  std::string_view name = word.substr(0, equals);
  const std::size_t begin = name.find_first_not_of('-');
  if (begin == std::string_view::npos) return {};
  if (begin == 0) {
    // Names of variables are no overrides.
    if (equals == std::string_view::npos || name.find("_parallel_size") == std::string_view::npos) return {};
    name = name.substr(name.find_last_of(".+") + 1);
  } else {
    name.remove_prefix(begin);
    if (begin == 1 && name.size() > 3) return {};
  }
  given_argument one{find_engine_argument(name)};
  if (equals != std::string_view::npos) one.value = word.substr(equals + 1);
  return one;
}

said<count> size_said(std::string_view text, int line) {
  return is_digits(text) ? said<count>{count_of(text, line), line} : said<count>{unknown, line};
}

namespace {

// "0.9", "0.875": in thousandths.
said<count> thousandths_said(std::string_view text, int line) {
  if (text.starts_with("0.")) text.remove_prefix(1);
  if (!text.starts_with('.') || text.size() < 2 || text.size() > 4 ||
      text.find_first_not_of("0123456789", 1) != std::string_view::npos)
    return {unknown, line};
  count sum = 0;
  for (std::size_t i = 1; i < 4; ++i) sum = 10 * sum + (i < text.size() ? text[i] - '0' : 0);
  return {sum, line};
}

}  // namespace

said<bool> switch_said(std::string_view text, int line) {
  if (text.empty() || text == "true" || text == "True" || text == "1" || text == "yes" || text == "on")
    return {true, line};
  if (text == "false" || text == "False" || text == "0" || text == "no" || text == "off") return {false, line};
  return {unknown, line};
}

void take_model_argument(engine_setting what, std::string_view value, int line, served_model& into) {
  switch (what) {
    case engine_setting::model:
      take_model_name(value, line, into);
      break;
    case engine_setting::quantization:
      into.weight_bits = bits_of_quantization(value, line);
      break;
    case engine_setting::kv_cache:
      into.cache_bits = bits_of_cache(value, line);
      break;
    case engine_setting::longest_sequence:
      into.context = size_said(value, line);
      break;
    case engine_setting::memory_share:
      into.memory_thousandths = thousandths_said(value, line);
      break;
    default:
      break;
  }
}

said<count>* size_of(engine_setting what, parallel_sizes& in) {
  switch (what) {
    case engine_setting::tensor:
      return &in.tensor;
    case engine_setting::pipeline:
      return &in.pipeline;
    case engine_setting::context:
      return &in.context;
    case engine_setting::data:
      return &in.data;
    case engine_setting::expert:
      return &in.expert;
    case engine_setting::expert_tensor:
      return &in.expert_tensor;
    default:
      return nullptr;
  }
}

void spread_experts(parallel_sizes& sizes, int line) {
  if (sizes.tensor.is_unresolved() || sizes.data.is_unresolved())
    sizes.expert = {unknown, line};
  else
    sizes.expert = {multiply(sizes.tensor.value_or(1), sizes.data.value_or(1)), line};
}

void take_engine_settings(const tree& map, parallel_sizes& into) {
  int spread = 0;  // the line of a switch that spreads experts
  for (const tree* each : map.items) {
    const engine_argument* what = each->is_text() ? find_engine_argument(with_hyphens(each->key)) : nullptr;
    if (what == nullptr) continue;
    if (into.engine == engine::unnamed) into.engine = engine_named_by(*what);
    if (said<count>* size = size_of(what->what, into)) {
      *size = size_said(each->text, each->line);
    } else if (what->what == engine_setting::data_attention) {
      into.data_parallel_attention = switch_said(each->text, each->line);
    } else {
      if (what->what == engine_setting::expert_switch) spread = switch_said(each->text, each->line).value_or(false) ? each->line : 0;
      take_model_argument(what->what, each->text, each->line, into.serves);
      continue;
    }
    if (into.line == 0) into.line = each->line;
  }
  if (spread != 0) spread_experts(into, spread);
}

bool states_any_size(const parallel_sizes& sizes) {
  return sizes.tensor.line != 0 || sizes.pipeline.line != 0 || sizes.context.line != 0 || sizes.data.line != 0 ||
         sizes.expert.line != 0;
}

}  // namespace headroom::read
