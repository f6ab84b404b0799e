// SPDX-License-Identifier: BSL-1.0
#include "check/shell_words.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "words.hpp"

namespace headroom::program {

namespace {

// What variables in variables may come to.
constexpr std::size_t most_words = 200'000;
constexpr int most_nested_variables = 8;

bool is_bracket(const command_word& word, std::string_view which) { return word.ends_command && word.text == which; }

// "TP=8", "ARGS+=": the name and what comes after the sign.
struct assignment {
  std::string_view name{};
  std::string_view value{};
  bool adds = false;
};

assignment assignment_in(std::string_view word) {
  const std::size_t end = static_cast<std::size_t>(std::ranges::find_if_not(word, is_of_identifier) - word.begin());
  if (end == 0 || is_digit(word[0])) return {};
  const bool adds = word.substr(end).starts_with("+=");
  if (!adds && !word.substr(end).starts_with('=')) return {};
  return {word.substr(0, end), word.substr(end + (adds ? 2 : 1)), adds};
}

// The variable that a text refers to and is nothing else but.
std::string_view variable_in(std::string_view text) {
  if (text.size() < 2 || text.front() != '$') return {};
  text.remove_prefix(1);
  if (text.front() == '{' && text.back() == '}') {
    text = text.substr(1, text.size() - 2);
    if (text.ends_with("[@]") || text.ends_with("[*]")) text.remove_suffix(3);
  }
  return is_identifier(text) ? text : std::string_view{};
}

class expander {
 public:
  explicit expander(std::string_view script) : words_(words_of_command(script, 1)) {}

  std::vector<command_word> run() {
    collect();
    std::vector<command_word> all;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const auto array = arrays_.find(i);
      if (array == arrays_.end()) {
        emit(words_[i], 0, all);
        continue;
      }
      // An array that is used stands where it is used; any other stands here, as one command.
      const variable& of = variables_[array->second.name];
      if (!of.is_sure || !of.is_used) {
        for (std::size_t j = i; j < array->second.end; ++j)
          if (!words_[j].ends_command) emit(words_[j], 0, all);
        all.push_back({{}, words_[i].line, true});
      }
      i = array->second.end;
    }
    return all;
  }

 private:
  struct variable {
    std::vector<command_word> words{};
    bool is_set = false;
    bool is_array = false;
    bool is_sure = true;  // set once, or always to the same
    bool is_used = false;
  };
  struct array_place {
    std::string name{};
    std::size_t end = 0;  // of the closing bracket
  };

  static bool is_same(const std::vector<command_word>& a, const std::vector<command_word>& b) {
    return std::ranges::equal(a, b, {}, &command_word::text, &command_word::text);
  }

  void set(variable& of, std::vector<command_word> words, bool is_array, bool adds) {
    if (adds) {
      // Which of two sizes counts depends on what runs before.
      const auto is_size = [](const command_word& each) { return each.text.find("parallel") != std::string::npos; };
      of.is_sure = of.is_sure && of.is_set && is_array && of.is_array && std::ranges::none_of(words, is_size);
      std::ranges::move(words, std::back_inserter(of.words));
      return;
    }
    of.is_sure = of.is_sure && (!of.is_set || (of.is_array == is_array && is_same(of.words, words)));
    of.is_set = true;
    of.is_array = is_array;
    of.words = std::move(words);
  }

  void collect() {
    bool at_begin = true;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const command_word& word = words_[i];
      if (word.ends_command) {
        at_begin = true;
        continue;
      }
      if (const std::string_view used = variable_in(word.text); !used.empty())
        variables_[std::string(used)].is_used = true;
      if (!at_begin) continue;
      constexpr std::array<std::string_view, 5> before{"export", "local", "declare", "readonly", "typeset"};
      constexpr std::array<std::string_view, 7> keywords{"then", "do", "else", "{", "if", "while", "!"};
      if (std::ranges::find(before, word.text) != before.end() || std::ranges::find(keywords, word.text) != keywords.end())
        continue;
      if (word.text.starts_with('-') && i > 0 && (words_[i - 1].text == "declare" || words_[i - 1].text == "local"))
        continue;
      if ((word.text == "for" || word.text == "read" || word.text == "select") && i + 1 < words_.size()) {
        variables_[words_[i + 1].text].is_sure = false;
        at_begin = false;
        continue;
      }
      const assignment one = assignment_in(word.text);
      at_begin = !one.name.empty();
      if (!one.name.empty()) i = take_assignment(one, i);
    }
  }

  // The place of its last word.
  std::size_t take_assignment(const assignment& one, std::size_t at) {
    variable& of = variables_[std::string(one.name)];
    if (!one.value.empty() || at + 1 == words_.size() || !is_bracket(words_[at + 1], "(")) {
      set(of, {{std::string(one.value), words_[at].line, false}}, false, one.adds);
      return at;
    }
    std::vector<command_word> words;
    std::size_t end = at + 2;
    for (; end < words_.size() && !is_bracket(words_[end], ")"); ++end)
      if (!words_[end].ends_command) words.push_back(words_[end]);
    arrays_[at] = {std::string(one.name), std::min(end, words_.size() - 1)};
    for (const command_word& each : words)
      if (const std::string_view used = variable_in(each.text); !used.empty())
        variables_[std::string(used)].is_used = true;
    set(of, std::move(words), true, one.adds);
    return end;
  }

  void emit(const command_word& word, int depth, std::vector<command_word>& into) {
    // Arrays that hold each other and no word would be looked into again and again.
    if (into.size() > most_words || ++looked_at_ > most_words) return;
    const std::string_view whole = variable_in(word.text);
    const auto found = whole.empty() ? variables_.end() : variables_.find(std::string(whole));
    if (found != variables_.end() && found->second.is_sure && found->second.is_set && depth < most_nested_variables) {
      if (found->second.is_array) {
        for (const command_word& each : found->second.words) emit(each, depth + 1, into);
        return;
      }
      const command_word& value = found->second.words.front();
      if (value.text.find(' ') == std::string::npos) {
        emit({value.text, word.line, false}, depth + 1, into);
        return;
      }
      for (const command_word& each : words_of_command(value.text, value.line))
        if (!each.ends_command) emit(each, depth + 1, into);
      return;
    }
    command_word one = word;
    // "--nnodes=$NODES"
    const std::size_t sign = one.text.find("=$");
    if (sign != std::string::npos && one.text.starts_with('-')) {
      const auto other = variables_.find(std::string(variable_in(std::string_view(one.text).substr(sign + 1))));
      if (other != variables_.end() && other->second.is_sure && other->second.is_set && !other->second.is_array)
        one.text.replace(sign + 1, std::string::npos, other->second.words.front().text);
    }
    into.push_back(std::move(one));
  }

  std::vector<command_word> words_;
  std::map<std::string, variable> variables_;
  std::map<std::size_t, array_place> arrays_;
  std::size_t looked_at_ = 0;
};

}  // namespace

std::vector<command_word> expanded_words(std::string_view script) { return expander(script).run(); }

}  // namespace headroom::program
