// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/commands/variables.hpp>

#include <algorithm>
#include <headroom/count.hpp>
#include <optional>
#include <set>
#include <utility>

#include <headroom/read/engine/settings.hpp>
#include <headroom/read/commands/assignments.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

// What variables in variables may come to.
constexpr std::size_t most_words = 200'000;
constexpr int most_nested_variables = 32;

class expander {
 public:
  expander(std::vector<command_word> words, const given_variables& given)
      : words_(std::move(words)), set_(words_), given_(given) {
    for (std::size_t i = 0; i < words_.size(); ++i)
      if (const std::string_view used = variable_in(words_[i].text); !used.empty())
        (set_.value_at(used, i).has_value() ? used_ : left_).insert(used);
  }

  std::vector<command_word> run() {
    std::vector<command_word> all;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const shell_assignments::array* array = set_.array_at(i);
      if (array == nullptr) {
        emit(words_[i], i, 0, all);
        continue;
      }
      // An array that is used stands where it is used; any other stands here, as one command.
      if (left_.contains(array->name) || !used_.contains(array->name)) {
        for (std::size_t j = i; j < array->end; ++j)
          if (!words_[j].ends_command) emit(words_[j], j, 0, all);
        all.push_back({{}, words_[i].line, true});
      }
      i = array->end;
    }
    return all;
  }

 private:
  // A word that stands at a place of the script.
  void emit(const command_word& word, std::size_t at, int depth, std::vector<command_word>& into) {
    // Arrays that hold each other and no word would be looked into again and again.
    if (into.size() > most_words || ++looked_at_ > most_words) return;
    if (word.ends_command || word.quote == '\'' || depth > most_nested_variables) {
      into.push_back(word);
      return;
    }
    const std::string_view whole = variable_in(word.text);
    if (!whole.empty() && emit_value(whole, word, at, depth, into)) return;
    command_word one = word;
    const std::size_t equals = one.text.find("=$");
    const std::size_t begin = equals == std::string::npos ? 0 : equals + 1;
    if (const std::optional<std::string> text = single(std::string_view(one.text).substr(begin), at, depth))
      one.text.replace(begin, std::string::npos, *text);
    into.push_back(std::move(one));
  }

  // False: what the variable is, is not known.
  bool emit_value(std::string_view name, const command_word& word, std::size_t at, int depth,
                  std::vector<command_word>& into) {
    const std::optional<shell_assignments::value> is = value_at(name, at);
    if (!is.has_value()) return false;
    if (is->is_array) {
      for (const command_word& each : is->words) emit(each, is->at, depth + 1, into);
      return true;
    }
    const std::string& text = is->words.front().text;
    const bool is_script = word.quote != '\0' && is_shell_script(into, text);
    if ((word.quote != '\0' && !is_script) || text.find_first_of(" \t\n") == std::string::npos) {
      std::vector<command_word> inner;
      emit({text, word.line, false, word.quote}, is->at, depth + 1, inner);
      if (inner.size() == 1 && inner.front().text.starts_with('$')) return false;
      std::ranges::move(inner, std::back_inserter(into));
      return true;
    }
    if (text.find('`') != std::string::npos || text.starts_with("$(")) return false;
    const int line = is->words.front().line == 0 ? word.line : is->words.front().line;
    for (const command_word& each : words_of_command(text, line))
      if (!each.ends_command || is_script) emit(each, is->at, depth + 1, into);
    return true;
  }

  std::optional<shell_assignments::value> value_at(std::string_view name, std::size_t at) const {
    if (set_.sets(name)) return set_.value_at(name, at);
    const auto found = given_.find(name);
    if (found == given_.end()) return std::nullopt;
    return shell_assignments::value{{{found->second, 0}}, false, at};
  }

  // A text that is one variable or a product of some and comes to one word: "${TP}", "$((N * 8))", "$(TP)" of
  // Kubernetes.
  std::optional<std::string> single(std::string_view text, std::size_t at, int depth) {
    if (text.starts_with("$((") && text.ends_with("))")) {
      const std::optional<count> product = product_of(text.substr(3, text.size() - 5), at, depth);
      return product.has_value() ? std::optional(std::to_string(*product)) : std::nullopt;
    }
    if (text.starts_with("$(") && text.ends_with(')')) {
      const auto found = given_.find(text.substr(2, text.size() - 3));
      return found == given_.end() || found->second == "$" ? std::nullopt : std::optional(found->second);
    }
    std::vector<command_word> words;
    const std::string_view name = variable_in(text);
    const command_word quoted{std::string(text), 0, false, '"'};
    if (name.empty() || !emit_value(name, quoted, at, depth, words) || words.size() != 1) return std::nullopt;
    return words.front().text;
  }

  std::optional<count> product_of(std::string_view factors, std::size_t at, int depth) {
    count product = 1;
    if (factors.empty()) return std::nullopt;
    while (!factors.empty()) {
      const std::size_t end = std::min(factors.find('*'), factors.size());
      const std::string one(without_blanks(factors.substr(0, end)));
      factors.remove_prefix(std::min(end + 1, factors.size()));
      const bool is_name = is_identifier(one) && !is_digit(one.front());
      const said<count> is = size_said(single(is_name ? "$" + one : one, at, depth).value_or(one), 1);
      if (!is.is_known()) return std::nullopt;
      product = multiply(product, is.value);
    }
    return is_count(product) ? std::optional(product) : std::nullopt;
  }

  std::vector<command_word> words_;
  shell_assignments set_;
  const given_variables& given_;
  std::set<std::string_view> used_;  // where what they are is known
  std::set<std::string_view> left_;
  std::size_t looked_at_ = 0;
};

}  // namespace

std::vector<command_word> with_variables(std::vector<command_word> words, const given_variables& given) {
  return expander(std::move(words), given).run();
}

std::vector<command_word> expanded_words(std::string_view script) {
  return with_variables(words_of_command(script, 1));
}

}  // namespace headroom::read
