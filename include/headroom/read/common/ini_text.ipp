// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/ini_text.hpp>

#include <algorithm>
#include <headroom/deployment/resolve.hpp>
#include <string>
#include <utility>

#include <headroom/read/common/deployment_file.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

bool is_of_key(char c) { return is_of_identifier(c) || c == '.'; }

std::string_view without_comment(std::string_view line) {
  for (std::size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1))
    if (at == 0 || line[at - 1] != '\\') return line.substr(0, at);
  return line;
}

// Where each physical line of a joined one begins.
struct line_start {
  std::size_t at = 0;
  int line = 0;
};

int line_at(const std::vector<line_start>& starts, std::size_t at) {
  const auto next = std::ranges::upper_bound(starts, at, {}, &line_start::at);
  return std::prev(next)->line;
}

// Slurm's own pattern: a key, perhaps with blanks around the sign, and a value in quotes or without blanks.
void take_pairs(std::string_view text, const std::vector<line_start>& starts, conf_line& into) {
  std::size_t at = 0;
  const auto skip_blanks = [&] {
    while (at < text.size() && is_blank(text[at])) ++at;
  };
  for (skip_blanks(); at < text.size(); skip_blanks()) {
    const std::size_t begin = at;
    while (at < text.size() && is_of_key(text[at])) ++at;
    const std::string_view key = text.substr(begin, at - begin);
    skip_blanks();
    if (at + 1 < text.size() && (text[at] == '+' || text[at] == '-') && text[at + 1] == '=') ++at;
    if (key.empty() || at == text.size() || text[at] != '=') {
      into.rest = text.substr(begin);
      return;
    }
    ++at;
    skip_blanks();
    const bool quoted = at < text.size() && text[at] == '"';
    const std::size_t first = quoted ? ++at : at;
    if (quoted) {
      at = std::min(text.find('"', at), text.size());
    } else {
      for (; at < text.size() && !is_blank(text[at]); ++at)
        // Expressions of templates have blanks in them.
        if (text.substr(at).starts_with("{{")) at = std::min(text.find("}}", at), text.size());
    }
    into.pairs.push_back({key, text.substr(first, at - first), line_at(starts, begin)});
    if (at < text.size()) ++at;
  }
}

}  // namespace

bool is_same_key(std::string_view a, std::string_view b) { return ascii::is_same(a, b); }

const ini_pair* find_pair(std::span<const ini_pair> pairs, std::string_view key) {
  const ini_pair* found = nullptr;
  for (const ini_pair& each : pairs)
    if (is_same_key(each.key, key)) found = &each;
  return found;
}

void note_repeated(std::span<const ini_pair> pairs, std::string_view what, std::string_view counts, deployment_file& into) {
  if (pairs.size() < 2) return;
  std::vector<const ini_pair*> all;
  for (const ini_pair& each : pairs) all.push_back(&each);
  std::ranges::stable_sort(all, [](const ini_pair* a, const ini_pair* b) {
    return std::ranges::lexicographical_compare(a->key, b->key, {}, small_letter, small_letter);
  });
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (!is_same_key(all[i - 1]->key, all[i]->key)) continue;
    const bool is_one_line = all[i - 1]->line == all[i]->line;
    into.noted.push_back({all[i]->line, 0,
                          concat("the ", what, ' ', in_quotes(all[i]->key), is_one_line ? " is on this line twice" : " is here again, after line ",
                                 is_one_line ? "" : std::to_string(all[i - 1]->line), ": ", counts),
                          refusal::key_twice});
  }
}

conf_text::conf_text(std::string_view text) {
  std::string joined;
  std::vector<line_start> starts;
  for_each_line(text, [&](std::string_view line, int number) {
    // A comment of a template, "{# … #}", is a statement of it and none of the file's.
    std::string_view words = without_blanks(line).starts_with("{#") ? line : without_comment(line);
    const bool is_continued = words.ends_with('\\');
    if (is_continued) words.remove_suffix(1);
    starts.push_back({joined.size(), number});
    if (is_continued || starts.size() > 1) joined += words;
    if (is_continued) return;
    if (starts.size() > 1) words = joined_.emplace_back(std::exchange(joined, {}));
    const std::string_view own = without_blanks(words);
    if (!own.empty()) {
      conf_line one{.line = starts.front().line};
      one.is_template =
          own.starts_with("{%") || own.starts_with("{#") || own.starts_with("{{") || own.starts_with("<%");
      one.is_include = own.size() > 8 && is_same_key(own.substr(0, 7), "include") && is_blank(own[7]);
      if (!one.is_template && !one.is_include) take_pairs(words, starts, one);
      lines_.push_back(std::move(one));
    }
    starts.clear();
  });
  if (starts.empty()) return;
  // The text ends in a line to be continued.
  conf_line one{.line = starts.front().line};
  take_pairs(joined_.emplace_back(std::move(joined)), starts, one);
  lines_.push_back(std::move(one));
}

std::vector<ini_section> ini_sections(std::string_view text) {
  std::vector<ini_section> sections;
  std::string_view open_quotes;  // of a value of several lines
  for_each_line(text, [&](std::string_view whole, int number) {
    if (!open_quotes.empty()) {
      if (whole.find(open_quotes) != std::string_view::npos) open_quotes = {};
      return;
    }
    const std::string_view line = without_blanks(whole);
    if (line.empty() || line.starts_with('#')) return;
    if (line.starts_with('[')) {
      const std::size_t depth = std::min(line.find_first_not_of('['), line.size());
      const std::size_t end = line.find(']');
      if (end == std::string_view::npos)
        throw unreadable({number, 0, "a section without an end: expected a closing bracket"});
      const std::string_view words = without_blanks(line.substr(depth, end - std::min(depth, end)));
      const std::size_t blank = std::min(words.find_first_of(" \t"), words.size());
      sections.push_back({depth, words.substr(0, blank), without_blanks(words.substr(blank)), number, {}});
      return;
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || sections.empty()) return;
    const bool is_expression = equals > 0 && line[equals - 1] == ':';
    const std::string_view key = without_blanks(line.substr(0, is_expression ? equals - 1 : equals));
    std::string_view value = without_blanks(line.substr(is_expression ? equals - 1 : equals + 1));
    for (const std::string_view quotes : {"'''", "\"\"\""})
      if (value.starts_with(quotes) && value.find(quotes, 3) == std::string_view::npos) open_quotes = quotes;
    const std::size_t comment = value.find(" #");
    if (comment != std::string_view::npos) value = without_blanks(value.substr(0, comment));
    if (value.size() >= 2 && value.front() == value.back() && (value.front() == '"' || value.front() == '\''))
      value = value.substr(1, value.size() - 2);
    sections.back().pairs.push_back({key, value, number});
  });
  return sections;
}

}  // namespace headroom::read
