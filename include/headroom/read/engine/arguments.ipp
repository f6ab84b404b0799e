// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/engine/arguments.hpp>

#include <algorithm>
#include <headroom/deployment/rules/parallel_product.hpp>
#include <string>

#include <headroom/read/engine/settings.hpp>
#include <headroom/read/engine/served_models.hpp>
#include <headroom/read/commands/assignments.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

// The engine that a word of a command names.
engine engine_of_word(std::string_view word, std::string_view next) {
  const std::string_view name = program_of(word);
  if ((name == "vllm" && (next == "serve" || next == "run-batch")) || word.starts_with("vllm.") ||
      word == "dynamo.vllm" || word.find("/vllm/entrypoints/") != std::string_view::npos)
    return engine::vllm;
  if (word == "sglang.launch_server" || (name == "sglang" && next == "serve") || word == "dynamo.sglang" ||
      word.starts_with("sglang.srt") || word.ends_with("sglang/launch_server.py"))
    return engine::sglang;
  if (name == "trtllm-serve" || name == "trtllm-llmapi-launch" || name == "trtllm-bench" || word == "dynamo.trtllm" ||
      word.starts_with("tensorrt_llm."))
    return engine::tensorrt_llm;
  if ((name.starts_with("pretrain_") && name.ends_with(".py")) ||
      (name.ends_with(".py") && word.find("egatron") != std::string_view::npos))
    return engine::megatron;
  return engine::unnamed;
}

}  // namespace

engine engine_of_image(std::string_view image) {
  const std::string_view name = image.substr(0, image.find('@'));
  const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
  if (has("tensorrtllm") || has("trtllm") || has("tensorrt-llm") || has("tensorrt_llm")) return engine::tensorrt_llm;
  if (has("sglang")) return engine::sglang;
  if (has("vllm")) return engine::vllm;
  if (has("megatron")) return engine::megatron;
  return engine::unnamed;
}

void engine_arguments::set_variable(std::string_view name, std::string_view value) {
  const auto [place, is_new] = variables_.try_emplace(std::string(name), value);
  // Which of two it is depends on what runs before.
  if (!is_new && place->second != value) place->second = "$";
}

// Of a text that is one variable and nothing else, how it is called; else the other words.
std::string_view engine_arguments::what_holds(std::string_view text, std::string_view otherwise) {
  const std::string_view name = variable_in(text);
  const bool is_of_container =
      text.starts_with("$(") && text.ends_with(')') && is_identifier(text.substr(2, text.size() - 3));
  if (name.empty() && !is_of_container) return otherwise;
  return file_.keep("what " + (name.empty() ? std::string(text) : "$" + std::string(name)) + " holds");
}

parallel_sizes engine_arguments::take_one_command(const std::vector<command_word>& words, std::size_t begin,
                                                  std::size_t end) {
  found one;
  const auto word = [&](std::size_t i) { return i < end ? std::string_view(words[i].text) : std::string_view{}; };
  for (std::size_t i = begin; i < end; ++i) {
    int line = words[i].line;
    const engine named = engine_of_word(word(i), word(i + 1));
    if (named != engine::unnamed) {
      one.sizes.engine = named;
      one.sizes.line = line;
      // "vllm serve MODEL"
      if (word(i + 1) == "serve" && i + 2 < end && !word(i + 2).starts_with('-'))
        take_model_name(word(i + 2), words[i + 2].line, one.sizes.serves);
    }
    const std::string_view name = program_of(word(i));
    if ((name == "ray" && word(i + 1) == "start") || name == "mpirun") {
      if (shared_line_ == 0) shared_line_ = line;
    }
    const given_argument is = argument_in(word(i));
    // "vllm serve MODEL $EXTRA_ARGS": more settings, which nobody here knows. Behind an option it is that one's value.
    const std::string_view before = i > begin ? word(i - 1) : std::string_view{};
    const bool is_value = before.starts_with('-') && before.find('=') == std::string_view::npos;
    if (is.what == nullptr && one.sizes.engine != engine::unnamed && word(i).starts_with('$') && !is_value &&
        before != "serve") {
      one.config_line = line;
      one.more = what_holds(word(i), "what the variable with more arguments holds");
    }
    if (is.what == nullptr) continue;
    std::string_view value = is.value.value_or(std::string_view{});
    bool has_value = is.value.has_value();
    if (!has_value && is.what->has_value && i + 1 < end && !word(i + 1).starts_with('-')) {
      value = word(++i);
      has_value = true;
      line = words[i].line;
    }
    if (said<count>* size = size_of(is.what->what, one.sizes)) {
      if (!has_value && is.what->name == "ep")  // vLLM's "-ep" is a switch
        one.expert_parallel = true;
      else
        *size = size_said(value, line);
      if (is.what->what != engine_setting::expert && size->is_unresolved()) {
        one.open = size;
        one.held = what_holds(value, {});
      }
      if (one.sizes.line == 0) one.sizes.line = line;
      continue;
    }
    switch (is.what->what) {
      case engine_setting::nodes:
        nodes_ = size_said(value, line);
        if (shared_line_ == 0 && nodes_.value_or(2) > 1) shared_line_ = line;
        break;
      case engine_setting::expert_switch:
        one.expert_parallel = switch_said(value, line).value_or(false);
        if (one.expert_parallel) one.sizes.expert = {unknown, line};
        break;
      case engine_setting::data_attention:
        one.sizes.data_parallel_attention = switch_said(value, line);
        break;
      case engine_setting::shared:
        if (shared_line_ == 0) shared_line_ = line;
        if (is.what->name == "node-rank") names_its_rank_ = size_said(value, line).is_known();
        break;
      case engine_setting::config:
        one.config_line = line;
        one.more = "what the file with more arguments holds";
        break;
      default:
        take_model_argument(is.what->what, value, line, one.sizes.serves);
        break;
    }
  }
  if (one.expert_parallel) spread_experts(one.sizes, one.sizes.expert.line != 0 ? one.sizes.expert.line : one.sizes.line);
  // Of two that are the same argument the last counts.
  if (one.open != nullptr && one.open->is_unresolved()) one.sizes.left_open = one.held;
  merge(one);
  return one.sizes;
}

namespace {

// Of two commands that name a model, which one runs is not known.
void take_served_model(const served_model& from, served_model& into) {
  const auto states = [](const served_model& of) {
    return of.name.is_known() || !of.context.is_silent() || !of.weight_bits.is_silent() || !of.cache_bits.is_silent() ||
           !of.memory_thousandths.is_silent();
  };
  if (!states(from)) return;
  if (states(into))
    into = {.name = {unknown, into.name.line}};
  else
    into = from;
}

}  // namespace

void engine_arguments::merge(found one) {
  parallel_sizes& from = one.sizes;
  if (from.engine != engine::unnamed && (sizes_.engine == engine::unnamed || !states_any_size(sizes_))) {
    sizes_.engine = from.engine;
    sizes_.line = from.line;
  }
  if (config_line_ == 0) config_line_ = one.config_line;
  // More settings may quantise the weights.
  if (one.config_line != 0 && from.serves.name.is_known() && from.serves.weight_bits.is_silent())
    from.serves.weight_bits = {unknown, one.config_line};
  take_served_model(from.serves, sizes_.serves);
  from.serves = sizes_.serves;
  if (!states_any_size(from)) return;
  // A file with settings may give what the command leaves out.
  if (one.config_line != 0 && from.engine != engine::tensorrt_llm)
    for (said<count>* each : {&from.tensor, &from.pipeline, &from.data})
      if (each->is_silent()) {
        *each = {unknown, one.config_line};
        from.left_open = one.more;
      }
  if (!states_any_size(sizes_)) {
    const engine named = from.engine != engine::unnamed ? from.engine : sizes_.engine;
    sizes_ = from;
    sizes_.engine = named;
    return;
  }
  // Another command of the same script: where they differ, which runs is not known.
  if (sizes_.left_open.empty()) sizes_.left_open = from.left_open;
  if (from.engine != engine::unnamed && from.engine != sizes_.engine) sizes_.engine = engine::unnamed;
  const auto join = [this](auto& into, const auto& other) {
    if (into.is_silent() && other.is_silent()) return;
    const int line = into.line != 0 ? into.line : other.line;
    if (into.is_known() && other.is_known() && into.value == other.value) return;
    if (!into.is_unresolved() && !other.is_unresolved() && sizes_.left_open.empty())
      sizes_.left_open = "which of its commands runs";
    into = {unknown, line};
  };
  join(sizes_.tensor, from.tensor);
  join(sizes_.pipeline, from.pipeline);
  join(sizes_.context, from.context);
  join(sizes_.data, from.data);
  join(sizes_.expert, from.expert);
  join(sizes_.data_parallel_attention, from.data_parallel_attention);
}

void engine_arguments::take(const std::vector<command_word>& words) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= words.size(); ++i) {
    if (i < words.size() && !words[i].ends_command) continue;
    const parallel_sizes its = take_one_command(words, begin, i);
    const std::span<const command_word> command{words.data() + begin, i - begin};
    // Two at once share the GPUs in a way that the sizes do not say.
    if (!running_.take(command, its, i < words.size() ? std::string_view(words[i].text) : std::string_view{})) {
      sizes_.pipeline = {unknown, words[begin].line};
      sizes_.left_open = "which GPUs each of the commands that run at once has";
    }
    begin = i + 1;
  }
}

bool engine_arguments::leave_rest_of(const said<count>& gpus) const {
  if (running_.are_apart()) return true;
  const rules::parallel_gpus taken = rules::gpus_of(sizes_);
  return running_.leave_rest() && taken.is_known && taken.gpus < gpus.value_or(0);
}

void engine_arguments::take(const tree* command, const tree* args) {
  take(with_variables(words_of_container(command, args, file_.source()), variables_));
}

}  // namespace headroom::read
