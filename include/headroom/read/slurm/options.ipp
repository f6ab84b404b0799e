// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/slurm/options.hpp>

#include <algorithm>
#include <array>
#include <string>

#include <headroom/read/common/source_text.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

struct known_option {
  std::string_view name{};
  char letter = 0;
  bool has_value = true;
};

// Of the manual page of sbatch: those that this reads, and those that may stand in one word with them.
constexpr std::array known_options{
    known_option{"nodes", 'N'},      known_option{"ntasks", 'n'},     known_option{"cpus-per-task", 'c'},     known_option{"gpus", 'G'},
    known_option{"job-name", 'J'},   known_option{"partition", 'p'},  known_option{"constraint", 'C'},        known_option{"nodelist", 'w'},
    known_option{"array", 'a'},      known_option{"exclude", 'x'},    known_option{"overcommit", 'O', false}, known_option{"gres"},
    known_option{"gpus-per-node"},   known_option{"gpus-per-task"},   known_option{"gpus-per-socket"},        known_option{"cpus-per-gpu"},
    known_option{"ntasks-per-gpu"},  known_option{"ntasks-per-node"}, known_option{"mem"},                    known_option{"mem-per-cpu"},
    known_option{"mem-per-gpu"},     known_option{"segment"},         known_option{"tres-per-task"},          known_option{"tres-per-job"},
};

constexpr std::string_view sign = "#SBATCH";

bool is_directive(std::string_view line) {
  return line.starts_with(sign) && (line.size() == sign.size() || line[sign.size()] == ' ' || line[sign.size()] == '\t');
}

// Words with quotes taken off; what follows a # is a remark.
std::vector<std::string_view> words_of_directive(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(" \t", at)) < text.size()) {
    if (text[at] == '#') break;
    const std::size_t begin = at;
    char open = 0;
    for (; at < text.size(); ++at) {
      const char c = text[at];
      if (open != 0) {
        if (c == open) open = 0;
      } else if (c == '"' || c == '\'') {
        open = c;
      } else if (text.substr(at).starts_with("{{")) {
        at = std::min(text.find("}}", at), text.size());
      } else if (c == ' ' || c == '\t') {
        break;
      }
    }
    words.push_back(text.substr(begin, at - begin));
  }
  return words;
}

std::string_view without_quotes(std::string_view text) {
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
    return text.substr(1, text.size() - 2);
  return text;
}

void take_directive(std::string_view text, int line, batch_options& into) {
  const std::vector<std::string_view> words = words_of_directive(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = without_quotes(words[i]);
    const auto next = [&] { return i + 1 < words.size() ? without_quotes(words[++i]) : std::string_view{}; };
    if (word.starts_with("--")) {
      const std::size_t equals = word.find('=');
      std::string_view name = word.substr(2, equals == std::string_view::npos ? equals : equals - 2);
      if (name == "tasks-per-node") name = "ntasks-per-node";
      const std::string_view value = equals != std::string_view::npos ? without_quotes(word.substr(equals + 1))
                                     : has_value(name)                ? next()
                                                                      : std::string_view{};
      into.given.push_back({name, value, line});
    } else if (word.size() > 1 && word.front() == '-') {
      const auto* found = std::ranges::find(known_options, word[1], &known_option::letter);
      if (found == known_options.end()) continue;
      const std::string_view value = !found->has_value ? std::string_view{} : word.size() > 2 ? word.substr(2) : next();
      into.given.push_back({found->name, without_quotes(value.starts_with('=') ? value.substr(1) : value), line});
    }
  }
}

}  // namespace

bool has_value(std::string_view name) {
  return std::ranges::any_of(known_options, [&](const known_option& each) { return each.name == name && each.has_value; });
}

std::vector<batch_options> batch_options_in(std::string_view script) {
  std::vector<batch_options> components;
  bool has_begun = false;  // the commands
  bool is_new = true;
  for_each_line(script, [&](std::string_view line, int number) {
    if (has_begun) return;
    const std::string_view words = without_blanks(line);
    if (is_directive(line)) {
      const std::string_view options = line.substr(sign.size());
      const std::string_view first = without_blanks(options);
      if (first == "hetjob" || first == "packjob") {
        is_new = true;
        return;
      }
      if (is_new) components.push_back({.line = number});
      is_new = false;
      take_directive(options, number, components.back());
    } else if (!words.empty() && !words.starts_with('#') && !words.starts_with("{%")) {
      has_begun = true;
    }
  });
  return components;
}

}  // namespace headroom::read
