// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/engine/programs.hpp>

#include <algorithm>
#include <span>

#include <headroom/read/common/words.hpp>
#include <headroom/read/shell/detail/names.hpp>
#include <headroom/text/parse.hpp>

namespace headroom::read {

namespace programs_detail {

command_word word_of(const shell::expanded_word& from) {
  const shell::value& text = from.text;
  command_word word{.text = text.text, .known = text.text.size(), .line = text.at.line, .open = from.optional};
  if (!text.is_known()) {
    word.known = text.gaps.front().offset;
    word.again = text.gaps.back().offset;
    word.open = text.gaps.front().why;
    word.is_several = from.may_be_several && text.text.empty();
  }
  return word;
}

// Devices that a program may see.
constexpr std::string_view device_variables[]{"CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES"};

said<count> devices_in(std::string_view list, bool is_known, int line) {
  if (is_known && list.empty()) return {count{0}, line};
  const bool is_list = is_known && !list.empty() && std::ranges::all_of(list, [](char c) { return is_digit(c) || c == ','; });
  return is_list ? said<count>{std::ranges::count(list, ',') + count{1}, line} : said<count>{unknown, line};
}

said<count> devices_of(const shell::executed& command, const started_program& program) {
  said<count> devices;
  for (const std::string_view name : device_variables) {
    if (const shell::value* value = shell::find_variable(command, name); value != nullptr)
      devices = devices_in(value->text, value->is_known(), value->at.line);
    // "env CUDA_VISIBLE_DEVICES=0,1 vllm serve"
    for (const command_word& each : program.words)
      if (each.text.starts_with(name) && each.text.substr(name.size()).starts_with('='))
        devices = devices_in(each.text.substr(name.size() + 1), each.is_known(), each.line);
  }
  return devices;
}

// "all", "2", and "device=0,1" in quotes of its own.
said<count> devices_of_container(std::string_view text, const command_word& word) {
  if (!word.is_known()) return {unknown, word.line, said_state::run_time};
  if (text == "all") return {};
  if (text.size() > 1 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  constexpr std::string_view key = "device=";
  if (text.starts_with(key)) return devices_in(text.substr(key.size()), true, word.line);
  const parsed<count> number = parse_count(text);
  return number ? said<count>{number.value, word.line} : said<count>{unknown, word.line};
}

std::vector<shell::given_variable> in_order(const outer_variables& given) {
  std::vector<shell::given_variable> all;
  for (const auto& [name, each] : given)
    all.push_back({name, each.value.has_value() ? std::optional<std::string_view>(*each.value) : std::nullopt, {each.line, 1}});
  return all;
}

// Where a text of a file stands in it, which may be folded, indented or quoted: its words are looked for one by one, as long as not
// too many are written otherwise there.
std::vector<shell::origin> origins_of(const tree& of, const source_text& in) {
  constexpr std::size_t most_in_vain = std::size_t{32} << 20;
  std::size_t in_vain = 0;  // characters looked through
  std::vector<shell::origin> origins{{0, {of.line, 1}}};
  std::string_view rest = in.from_line(of.line).substr(0, 8 * of.text.size() + 256);
  int line = of.line;
  for (std::size_t at = 0; (at = of.text.find_first_not_of(" \t\n", at)) != std::string_view::npos;) {
    const std::size_t end = std::min(of.text.find_first_of(" \t\n", at), of.text.size());
    const std::string_view word = of.text.substr(at, end - at);
    const bool is_looked_for = word.size() >= 2 && in_vain < most_in_vain;
    const std::size_t found = is_looked_for ? rest.find(word) : std::string_view::npos;
    if (found == std::string_view::npos) {
      in_vain += is_looked_for ? rest.size() : 0;
    } else {
      line += static_cast<int>(std::ranges::count(rest.substr(0, found), '\n'));
      rest.remove_prefix(found + word.size());
    }
    origins.push_back({at, {line, 1}});
    at = end;
  }
  return origins;
}

class arguments {
 public:
  arguments(const source_text& in, word_reading reads) : in_(in), reads_(reads) {}

  void add(const tree& of, bool is_split) {
    if (of.is_list()) {
      for (const tree* each : of.items) add(*each, false);
    } else if (of.is_text()) {
      add_text(of, is_split);
    }
  }
  std::vector<shell::argument> all() const {
    std::vector<shell::argument> words;
    for (const placed& each : words_) words.push_back({each.text, {each.line}, each.origins});
    return words;
  }

 private:
  struct placed {
    std::string_view text{};
    int line = 0;
    std::vector<shell::origin> origins{};
  };

  void add_text(const tree& of, bool is_split) {
    const std::string_view text = of.text;
    // Two words in one item are meant as two.
    const bool is_pair = text.starts_with("--") && text.find(' ') < text.find('=') && text.find('\n') == std::string_view::npos;
    if (!is_split && !is_pair) {
      const bool is_long = text.find_first_of(" \n") != std::string_view::npos;
      words_.push_back({read(text), of.line, is_long ? origins_of(of, in_) : std::vector<shell::origin>{}});
      return;
    }
    const std::vector<shell::origin> origins = origins_of(of, in_);
    for (const shell::origin& each : std::span(origins).subspan(1)) {  // the first is of the whole text
      const std::size_t end = std::min(text.find_first_of(" \t\n", each.offset), text.size());
      words_.push_back({read(text.substr(each.offset, end - each.offset)), each.at.line, {}});
    }
  }

  std::string_view read(std::string_view word) const { return reads_ == nullptr ? word : reads_(word); }

  const source_text& in_;
  word_reading reads_;
  std::vector<placed> words_{};
};

}  // namespace programs_detail

void take_variables(const tree* env, outer_variables& into) {
  if (env == nullptr || !env->is_list()) return;
  for (const tree* each : env->items) {
    const tree* name = each->at("name");
    const tree* value = each->at("value");
    if (name == nullptr || !name->is_text()) continue;
    outer_variable& variable = into[std::string(name->text)];
    variable = {std::nullopt, name->line};
    if (value != nullptr && value->is_text()) variable = {std::string(value->text), value->line};
  }
}

std::string_view program_named_by(const command_word& word) {
  const bool is_choice = !word.is_known() && word.text.empty() && !word.open->may_be.empty();
  if (!is_choice) return program_of(word.text);
  const std::string_view first = program_of(word.open->may_be.front());
  const bool are_one = std::ranges::all_of(word.open->may_be, [&](std::string_view each) { return program_of(each) == first; });
  return are_one ? first : std::string_view{};
}

bool started_program::has_program(std::span<const std::string_view> names) const {
  return std::ranges::any_of(words, [&](const command_word& each) { return std::ranges::find(names, program_named_by(each)) != names.end(); });
}

namespace programs_detail {

bool begins_with_option(const started_program& one) {
  return !one.words.empty() && one.words.front().known > 0 && one.words.front().text.starts_with('-');
}

container_run container_of(const std::vector<command_word>& words) {
  constexpr std::string_view names[]{"docker", "podman"};
  // Options without a value, long and short.
  constexpr std::string_view switches[]{"detach",  "init", "interactive", "no-healthcheck", "oom-kill-disable", "privileged", "publish-all",
                                                      "quiet",   "read-only", "replace", "rm",            "sig-proxy",        "tty"};
  constexpr std::string_view letters = "ditPq";
  container_run found;
  std::size_t i = 0;
  while (i < words.size() && !is_one_of(program_named_by(words[i]), names)) ++i;
  if (i + 1 >= words.size() || !words[i + 1].is("run")) return found;
  for (i += 2; i < words.size(); ++i) {
    const std::string_view text = words[i].text;
    if (words[i].is_several) return {};
    if (!text.starts_with('-')) {
      found.image = i;
      return found;
    }
    const bool is_long = text.starts_with("--");
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string_view name = is_long ? text.substr(2, equals - 2) : std::string_view{};
    const bool are_letters = text.find_first_not_of(letters, 1) == std::string_view::npos;
    if (name == "detach" || (are_letters && text.find('d') != std::string_view::npos)) found.is_detached = true;
    if (are_letters || (is_long && is_one_of(name, switches))) continue;
    const bool is_joined = is_long ? equals < text.size() : text.size() > 2;
    const command_word& value = is_joined || i + 1 == words.size() ? words[i] : words[++i];
    if (name == "gpus") found.devices = devices_of_container(is_joined ? text.substr(equals + 1) : value.text, value);
  }
  return {};
}

}  // namespace programs_detail

started_programs::started_programs(std::string_view script, const outer_variables& given) : script_(shell::parse(script)) {
  const std::vector<shell::given_variable> variables = programs_detail::in_order(given);
  walked_ = shell::walk(script_, {.variables = variables});
  collect();
}

started_programs::started_programs(const tree* command, const tree* args, const source_text& in, const outer_variables& given, word_reading each_word,
                                   const mounted_files& mounted) {
  const tree* first = command != nullptr ? command : args;
  if (first == nullptr) return;
  const std::vector<shell::given_variable> variables = programs_detail::in_order(given);
  std::vector<shell::given_file> files;
  std::vector<std::vector<shell::origin>> origins_of_files;
  for (const auto& [path, text] : mounted) {
    origins_of_files.push_back(programs_detail::origins_of(*text, in));
    files.push_back({path, {text->text, {text->line, 1}, origins_of_files.back()}});
  }
  if (first->is_text() && (first == args || args == nullptr)) {
    // A text where a list belongs is taken for a script.
    const std::vector<shell::origin> origins = programs_detail::origins_of(*first, in);
    script_ = shell::parse(first->text, {.origins = origins});
    walked_ = shell::walk(script_, {.variables = variables, .files = files});
  } else {
    programs_detail::arguments words(in, each_word);
    for (const tree* each : {command, args})
      if (each != nullptr) words.add(*each, each->is_text());
    walked_ = shell::walk_arguments(words.all(), {.variables = variables, .files = files});
  }
  collect();
}

std::optional<std::string_view> started_programs::text_written_to(std::string_view file) const {
  const shell::value* text = shell::find_file(walked_.files, file);
  return text != nullptr && text->is_known() ? std::optional(text->text) : std::nullopt;
}

void started_programs::collect() {
  constexpr std::string_view ending[]{"pkill", "killall"};
  for (std::size_t i = 0; i < walked_.commands.size(); ++i) {
    const shell::executed& command = walked_.commands[i];
    if (command.kind != shell::command_kind::program || command.is_followed) continue;
    std::vector<const shell::executed*> starting;
    for (std::size_t at = command.in->parent; at != shell::nowhere; at = walked_.commands[at].in->parent)
      if (walked_.commands[at].kind == shell::command_kind::program) starting.push_back(&walked_.commands[at]);
    started_program program{.place = i, .in = command.in, .variables = command.variables, .files = walked_.files};
    for (auto each = starting.rbegin(); each != starting.rend(); ++each)
      for (const shell::expanded_word& word : (*each)->words.first((*each)->script)) program.words.push_back(programs_detail::word_of(word));
    for (const shell::expanded_word& word : command.words.subspan(command.name)) program.words.push_back(programs_detail::word_of(word));
    // No program is called so: the shell ends a command at a remark between its lines. What stands first goes on what an image starts.
    if (!all_.empty() && programs_detail::begins_with_option(program) && !programs_detail::begins_with_option(all_.front())) continue;
    program.devices = programs_detail::devices_of(command, program);
    program.container = programs_detail::container_of(program.words);
    if (program.devices.is_silent()) program.devices = program.container.devices;
    if (program.has_program(ending)) ends_all_.push_back(i);
    all_.push_back(std::move(program));
  }
}

bool started_programs::reads(std::string_view name) const {
  return std::ranges::find(walked_.names_read, name) != walked_.names_read.end();
}

bool started_programs::run_together(const started_program& a, const started_program& b) const {
  const started_program& first = a.place < b.place ? a : b;
  const started_program& second = a.place < b.place ? b : a;
  if (first.container.is_detached && first.is_certain()) return true;
  if (!shell::may_run_together(walked_, a.place, b.place)) return false;
  // Where it is not known what a command ends, it ends what is there.
  const auto is_end = [&](std::size_t at) {
    return first.place < at && at < second.place && walked_.commands[at].in->branch == second.in->branch;
  };
  if (first.is_in_background() && is_end(walked_.jobs[first.in->background].ended_by)) return false;
  return std::ranges::none_of(ends_all_, is_end);
}

bool started_programs::is_repeated(const started_program& one) const {
  if (!one.is_in_background() || one.in->loop == nullptr || one.in->loop->round.has_value()) return false;
  const std::size_t end = walked_.jobs[one.in->background].ended_by;
  if (end == shell::nowhere) return true;
  for (const shell::repetition* each = walked_.commands[end].in->loop; each != nullptr; each = each->around)
    if (each->at == one.in->loop->at) return false;
  return true;
}

}  // namespace headroom::read
