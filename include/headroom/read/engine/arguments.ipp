// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/engine/arguments.hpp>

#include <algorithm>
#include <headroom/deployment/parallel_gpus.hpp>
#include <string>
#include <utility>

#include <headroom/read/document/json_text.hpp>
#include <headroom/read/engine/engines.hpp>
#include <headroom/read/engine/launch.hpp>
#include <headroom/read/engine/settings.hpp>
#include <headroom/read/engine/served_models.hpp>
#include <headroom/read/common/words.hpp>
#include <headroom/read/shell/detail/names.hpp>

namespace headroom::read {

namespace {

// The engine that a word of a command names.
engine engine_of_word(std::string_view word, std::string_view next) {
  for (const known_engine* each : known_engines)
    if (each->starts != nullptr && each->starts(word, program_of(word), next)) return each->is;
  return engine::unnamed;
}

}  // namespace

engine engine_of_image(std::string_view image) {
  const std::string_view name = image.substr(0, image.find('@'));
  for (const known_engine* each : known_engines)
    for (const std::string_view part : each->images)
      if (name.find(part) != std::string_view::npos) return each->is;
  return engine::unnamed;
}

engine engine_of_model_format(std::string_view format) {
  for (const known_engine* each : known_engines)
    for (const std::string_view served : each->model_formats)
      if (ascii::is_same(served, format)) return each->is;
  return engine::unnamed;
}

// What one command says.
struct engine_arguments::found {
  std::span<const shell::file_text> files{};
  parallel_sizes sizes{};
  parallel_sizes of_file{};  // what a file of settings says that is at hand
  said<count> copies{};      // data-parallel, of what the data size is of
  bool expert_parallel = false;
  bool awaits_model = false;  // "vllm serve", the model of which is a word that is no option
  int config_line = 0;
  std::string_view more{};            // what else gives arguments, on that line
  const said<count>* open = nullptr;  // a size that is not known
  std::string_view held{};            // what that depends on
};

namespace {

struct settings_file {
  std::string_view text{};
  int line = 1;          // of the file that it stands in
  int lines_a_line = 1;  // 0: all of it is on that line
};

// Its lines stand one below the other, or all where a quoted text does. Where a word stands is the first line that it may be on.
settings_file settings_in(const shell::value& of) {
  int first = of.at.line;
  int last = first;
  int at = first;
  int lines = 0;
  const shell::origin* next = of.origins.data();
  const shell::origin* const end = next + of.origins.size();
  for (std::size_t i = 0; i < of.text.size(); ++i) {
    for (; next != end && next->offset <= i; ++next) at = next->at.line;
    if (!is_blank(of.text[i]) && of.text[i] != '\n') {
      last = std::max(last, at);
      first = std::max(first, last - lines);
    }
    if (of.text[i] == '\n') ++at, ++lines;
  }
  return {of.text, first, last > first ? 1 : 0};
}

// Calls the function with each size of one and the same of another.
template <class Function>
void for_each_size(parallel_sizes& of, const parallel_sizes& other, Function&& call) {
  for (const auto size : {&parallel_sizes::tensor, &parallel_sizes::pipeline, &parallel_sizes::context, &parallel_sizes::data,
                          &parallel_sizes::expert, &parallel_sizes::expert_tensor})
    call(of.*size, other.*size);
  call(of.data_parallel_attention, other.data_parallel_attention);
}

// What arguments leave out, a file of settings says.
void fill_from(const parallel_sizes& file, parallel_sizes& sizes) {
  for_each_size(sizes, file, [](auto& into, const auto& from) {
    if (into.is_silent()) into = from;
  });
  read::fill_from(file.serves, sizes.serves);
  if (sizes.line == 0) sizes.line = file.line;
}

// Why a word is not known; "$(TP)" is a variable of a container that its file does not set.
std::string_view reason_of(const command_word& word, deployment_file& file) {
  if (!word.is_known()) return file.keep(shell::reason(*word.open));
  const bool is_variable = word.text.starts_with("$(") && word.text.ends_with(')') && is_identifier(word.text.substr(2, word.text.size() - 3));
  return is_variable ? file.keep("what " + std::string(word.text) + " holds") : std::string_view{};
}

// "tensor_parallel_size=2,pipeline_parallel_size=4"
bool is_list_of_settings(std::string_view text) {
  const std::size_t comma = text.find(',');
  return !text.starts_with('-') && text.find('=', comma) != std::string_view::npos;
}

// An argument by its word; what is not known may only stand behind its "=".
given_argument argument_of(const command_word& word) {
  if (word.text.substr(0, word.known).find('=') == std::string_view::npos && word.known < word.text.size()) return {};
  if (is_list_of_settings(word.text)) return {};
  return argument_in(word.text);
}

// The text of a value; that of a path also where only a folder in front is not known.
std::string_view text_of_word(const command_word& word) {
  const bool is_path = word.again < word.text.size() && word.text[word.again] == '/';
  return word.is_known() || is_path ? word.text : std::string_view{"$"};
}

said<count> size_of_word(const command_word& word) {
  if (word.is_known() && word.text == "-1") return {};  // what the other sizes leave, as if it were not said
  return word.is_known() ? size_said(word.text, word.line) : said<count>{unknown, word.line, said_state::run_time};
}

engine engine_called(std::string_view text) {
  for (const known_engine* each : known_engines)
    if (ascii::is_same(name(each->is), text)) return each->is;
  return engine::unnamed;
}

}  // namespace

// Without a value: a switch.
void engine_arguments::take_setting(const engine_argument& what, const command_word& value, bool has_value, found& into) {
  const int line = value.line;
  if (said<count>* size = what.what == engine_setting::copies ? &into.copies : size_of(what.what, into.sizes)) {
    if (!has_value && what.name == "ep")  // vLLM's "-ep" is a switch
      into.expert_parallel = true;
    else
      *size = size_of_word(value);
    if (what.what != engine_setting::expert && what.what != engine_setting::expert_tensor && size->is_unresolved()) {
      into.open = size;
      into.held = reason_of(value, file_);
    }
    if (into.sizes.line == 0) into.sizes.line = line;
    return;
  }
  const std::string_view text = text_of_word(value);
  switch (what.what) {
    case engine_setting::nodes:
      nodes_ = size_of_word(value);
      if (shared_line_ == 0 && nodes_.value_or(2) > 1) shared_line_ = line;
      break;
    case engine_setting::expert_switch:
      into.expert_parallel = switch_said(text, line).value_or(false);
      if (into.expert_parallel) into.sizes.expert = {unknown, line};
      break;
    case engine_setting::data_attention:
      into.sizes.data_parallel_attention = switch_said(text, line);
      break;
    case engine_setting::shared:
      if (shared_line_ == 0) shared_line_ = line;
      if (what.name == "node-rank") names_its_rank_ = size_of_word(value).is_known();
      break;
    case engine_setting::config:
      // The settings themselves as JSON, or a file with them.
      if (const shell::value* known = shell::find_file(into.files, text); is_written_as_json(text) || (known != nullptr && known->is_known() && !known->text.empty())) {
        const settings_file file = known != nullptr ? settings_in(*known) : settings_file{text, line, 0};
        const parsed_documents settings(file.text, file.line, file.lines_a_line);
        if (settings.is_good() && settings.roots().size() == 1 && settings.roots().front()->is_map()) {
          take_engine_settings(*settings.roots().front(), into.of_file);
          break;
        }
      }
      into.config_line = line;
      into.more = "what the file with more arguments holds";
      break;
    default:
      // lm_eval, "--model": the engine that it runs the model on.
      if (const engine by = what.what == engine_setting::model ? engine_called(text) : engine::unnamed; by != engine::unnamed)
        into.sizes.engine = by;
      else
        take_model_argument(what.what, text, line, into.sizes.serves);
      break;
  }
}

// "pretrained=NAME,tensor_parallel_size=8": what a program passes on to the engine that it was told to run.
void engine_arguments::take_listed(const command_word& word, found& into) {
  if (word.text.starts_with('-') || word.text.find(',') == std::string_view::npos) return;
  for (std::size_t begin = 0; begin < word.text.size();) {
    const std::size_t end = std::min(word.text.find(',', begin), word.text.size());
    const given_argument is = argument_in(word.text.substr(begin, end - begin));
    // What a gap in the list stands for is one of them, and may be part of its neighbours.
    const bool is_open = end >= word.known && begin <= word.again;
    const bool has_name = !is_open || word.text.find('=', begin) < word.known;
    if (is.what != nullptr && is.value.has_value() && has_name)
      take_setting(*is.what, {.text = *is.value, .line = word.line, .open = is_open ? word.open : nullptr}, true, into);
    begin = end + 1;
  }
}

// Goes on to the last word that belongs to it.
void engine_arguments::take_word(const started_program& of, std::size_t& at, found& into) {
  const std::vector<command_word>& words = of.words;
  const command_word& word = words[at];
  const auto text = [&](std::size_t i) { return i < words.size() ? words[i].text : std::string_view{}; };
  if (const engine named = engine_of_word(word.text, text(at + 1)); named != engine::unnamed) {
    into.sizes.engine = named;
    into.sizes.line = word.line;
    if (text(at + 1) == "serve") {
      into.awaits_model = true;
      ++at;
      return;
    }
  }
  const std::string_view name = program_of(word.text);
  if (((name == "ray" && text(at + 1) == "start") || is_one_of(name, shell::detail::mpi_starters)) && shared_line_ == 0) shared_line_ = word.line;
  const given_argument is = argument_of(word);
  if (is.what == nullptr) {
    if (into.sizes.engine == engine::unnamed) return;
    take_listed(word, into);
    // "vllm serve MODEL $EXTRA_ARGS": more settings, which nobody here knows. Behind an option it is that one's value, but for a switch.
    const std::string_view before = text(at - 1);  // none of the first
    const bool is_first = before == "serve";
    const auto is_value = [&] {
      const engine_argument* option = argument_in(before).what;
      return before.starts_with('-') && before.find('=') == std::string_view::npos && (option == nullptr || option->has_value);
    };
    if (into.awaits_model && !word.text.starts_with('-') && !is_value() && (is_first || !word.is_several)) {
      // "vllm serve MODEL", "vllm serve -tp 8 MODEL"
      take_model_name(text_of_word(word), word.line, into.sizes.serves);
      into.awaits_model = false;
    } else if (word.is_several && !is_first && !is_value()) {
      into.config_line = word.line;
      into.more = reason_of(word, file_);
    }
    return;
  }
  if (into.sizes.engine == engine::unnamed) into.sizes.engine = engine_named_by(*is.what);
  command_word value{.line = word.line, .open = word.open};
  const bool is_behind = !is.value.has_value() && is.what->has_value && at + 1 < words.size() && (!text(at + 1).starts_with('-') || text(at + 1) == "-1");
  if (is_behind) {
    const command_word& next = words[++at];
    value.text = next.text;
    value.again = next.again;
    // What stands below its name has a line of its own; what a variable holds was set above.
    value.line = std::max(word.line, next.line);
    if (next.open != nullptr) value.open = next.open;
  } else {
    value.text = is.value.value_or(std::string_view{});
  }
  take_setting(*is.what, value, is_behind || is.value.has_value(), into);
}

namespace {

// TGI, "text-generation-launcher arguments": each has a variable of its name.
constexpr std::string_view shards_variable = "NUM_SHARD";

// As "env" and "docker run --env" set it among the words of a program, else as its shell does, of which a container has nothing.
said<count> shards_of(const started_program& one) {
  for (const command_word& each : one.words) {
    std::string_view text = each.text;
    if (constexpr std::string_view option = "--env="; text.starts_with(option)) text.remove_prefix(option.size());
    if (text.starts_with(shards_variable) && text.substr(shards_variable.size()).starts_with('='))
      return each.is_known() ? size_said(text.substr(shards_variable.size() + 1), each.line) : said<count>{unknown, each.line, said_state::run_time};
  }
  const shell::value* value = one.container.image == 0 ? shell::find_variable(one.variables, shards_variable) : nullptr;
  if (value == nullptr) return {};
  return value->is_known() ? size_said(value->text, value->at.line) : said<count>{unknown, value->at.line, said_state::run_time};
}

}  // namespace

parallel_sizes engine_arguments::take(const started_program& one) {
  found its{.files = one.files};
  std::size_t before = 0;  // the engine is named: what is passed on to it may stand there
  for (std::size_t i = 0; i < one.words.size(); ++i) {
    take_word(one, i, its);
    if (its.sizes.engine == engine::unnamed) before = i + 1;
  }
  for (std::size_t i = 0; i < before && its.sizes.engine != engine::unnamed; ++i) take_listed(one.words[i], its);
  parallel_sizes& sizes = its.sizes;
  fill_from(its.of_file, sizes);
  const bool is_of_image = one.container.image != 0 && sizes.engine == engine::unnamed;
  const engine named = is_of_image ? engine_of_image(one.words[one.container.image].text) : sizes.engine;
  if (named == engine::text_generation_inference && sizes.tensor.is_silent()) sizes.tensor = shards_of(one);
  if (!its.copies.is_silent()) {
    const bool is_known = its.copies.is_known() && !sizes.data.is_unresolved();
    sizes.data = is_known ? said<count>{multiply(its.copies.value, sizes.data.value_or(1)), its.copies.line} : said<count>{unknown, its.copies.line};
  }
  if (sizes.line == 0) sizes.line = sizes.tensor.line;
  if (is_of_image) sizes.engine = named;
  if (its.expert_parallel) spread_experts(sizes, sizes.expert.line != 0 ? sizes.expert.line : sizes.line);
  // Of two that are the same argument the last counts.
  if (its.open != nullptr && its.open->is_unresolved()) sizes.left_open = its.held;
  const parallel_sizes result = sizes;
  merge(its);
  return result;
}

namespace {

// Of two commands that name a model, which one runs is not known.
void take_served_model(const served_model& from, served_model& into) {
  const auto states = [](const served_model& of) {
    return of.name.is_known() || std::ranges::any_of(figures_served, [&](auto figure) { return !(of.*figure).is_silent(); });
  };
  const auto are_same = [](const auto& a, const auto& b) {
    return a.is_known() ? b.is_known() && a.value == b.value : a.is_silent() && b.is_silent();
  };
  const bool is_same = are_same(from.name, into.name) &&
                       std::ranges::all_of(figures_served, [&](auto figure) { return are_same(from.*figure, into.*figure); });
  if (!states(from) || is_same) return;
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
  if (from.serves.name.is_known() && from.serves.weight_bits.is_silent())
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
  for_each_size(sizes_, from, [this](auto& into, const auto& other) {
    if (into.is_silent() && other.is_silent()) return;
    const int line = into.line != 0 ? into.line : other.line;
    if (into.is_known() && other.is_known() && into.value == other.value) return;
    if (!into.is_unresolved() && !other.is_unresolved() && sizes_.left_open.empty())
      sizes_.left_open = "which of its commands runs";
    into = {unknown, line};
  });
}

namespace {

// Whether a program without sizes may take GPUs: an engine, a launcher of training, a script of Python, or what is given
// devices.
bool may_take_gpus(const started_program& one, const parallel_sizes& sizes) {
  if (one.devices.is_known() && one.devices.value == 0) return false;
  if (sizes.engine != engine::unnamed || is_launch_of_training(one)) return true;
  bool is_python = false;
  for (const command_word& each : one.words) {
    const std::string_view name = program_of(each.text);
    if (is_python && name.ends_with(".py")) return true;
    is_python = is_python || name.starts_with("python");
  }
  return one.devices.line != 0;
}

}  // namespace

// Each place once, though several engines be looked for in one script.
void engine_arguments::tell_what_is_not_followed(const started_programs& all) {
  const auto tell = [&](int line, std::string message) {
    const auto is_there = [line](const reading_error& each) { return each.line == line; };
    if (std::ranges::none_of(file_.not_followed, is_there)) file_.not_followed.push_back({line, 0, std::move(message), refusal::none});
  };
  if (const shell::outside* piece = all.first_outside())
    tell(piece->at.line, "the script is outside the grammar of shells from here on: what it starts is not judged");
  else if (!all.is_complete())
    tell(1, "the script does more than is followed: what it starts may not all be judged");
}

void engine_arguments::take(const started_programs& all) {
  tell_what_is_not_followed(all);
  std::vector<parallel_sizes> sizes;
  for (const started_program& each : all.all()) sizes.push_back(take(each));
  take_beside(all, sizes);
}

// Two at once share the GPUs in a way that the sizes do not say.
void engine_arguments::take_beside(const started_programs& all, const std::vector<parallel_sizes>& sizes) {
  constexpr std::size_t most = 1000;
  int with_sizes = 0;
  bool are_apart = true;
  // A command for each node of one engine.
  const bool are_one = names_its_rank_ && std::ranges::count_if(sizes, states_any_size) == nodes_.value_or(0);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (!states_any_size(sizes[i])) continue;
    const started_program& one = all.all()[i];
    const parallel_gpus asked = headroom::gpus_of(sizes[i]);
    ++with_sizes;
    are_apart = are_apart && asked.is_known && asked.gpus <= one.devices.value;
    leave_rest_ = leave_rest_ || all.is_repeated(one);
    for (std::size_t j = 0; j < sizes.size() && sizes.size() < most; ++j) {
      const started_program& other = all.all()[j];
      // Two with sizes are looked at once.
      if ((j >= i && states_any_size(sizes[j])) || !all.run_together(one, other)) continue;
      if (!states_any_size(sizes[j])) {
        leave_rest_ = leave_rest_ || may_take_gpus(other, sizes[j]);
      } else if (!are_apart && !are_one) {
        sizes_.left_open = "which GPUs each of the commands that run at once has";
      }
    }
  }
  are_apart_ = are_apart && with_sizes > 1;
}

void engine_arguments::take_variables_of(engine of, const outer_variables& variables) {
  if (sizes_.engine == engine::unnamed) sizes_.engine = of;
  if (sizes_.engine != engine::text_generation_inference || !sizes_.tensor.is_silent()) return;
  const auto shard = variables.find(shards_variable);
  if (shard == variables.end()) return;
  const auto& [value, line] = shard->second;
  sizes_.tensor = value.has_value() ? size_said(*value, line) : said<count>{unknown, line, said_state::run_time};
  if (sizes_.line == 0) sizes_.line = line;
}

bool engine_arguments::leave_rest_of(const said<count>& gpus) const {
  if (are_apart_) return true;
  const parallel_gpus taken = headroom::gpus_of(sizes_);
  return leave_rest_ && taken.is_known && taken.gpus < gpus.value_or(0);
}

}  // namespace headroom::read
