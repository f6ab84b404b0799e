// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/commands/words.hpp>

#include <algorithm>
#include <utility>

namespace headroom::read {

bool is_shell_script(const std::vector<command_word>& words, std::string_view text) {
  if (words.empty()) return false;
  const std::string& flags = words.back().text;
  if (flags == "eval") return true;
  // Those of "bash -ec".
  if (flags.size() < 2 || flags.size() > 6 || flags[0] != '-' || flags[1] == '-') return false;
  if (flags.find('c') == std::string::npos) return false;
  for (const command_word& each : words) {
    const std::string_view name = program_of(each.text);
    if (name == "sh" || name == "bash" || name == "zsh" || name == "ash" || name == "dash")
      return text.find_first_of(" \t\n") != std::string_view::npos;
  }
  return false;
}

namespace {

class word_splitter {
 public:
  word_splitter(std::string_view text, int line) : text_(text), line_(line) {}

  std::vector<command_word> run() {
    while (at_ < text_.size()) step();
    end_word();
    return std::move(words_);
  }

 private:
  void step() {
    const char c = text_[at_];
    const bool is_redirection = c == '&' && at_ > 0 && text_[at_ - 1] == '>';  // "2>&1"
    if (c == '\n') {
      end_command();
      ++line_;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      end_word();
    } else if (c == ';' || c == '|' || (c == '&' && !is_redirection) || c == '(' || c == ')') {
      const bool joins = (c == '&' || c == '|' || c == ';') && at_ + 1 < text_.size() && text_[at_ + 1] == c;
      const bool is_told = c == '&' || joins || c == '(' || c == ')';
      end_command(is_told ? text_.substr(at_, joins ? 2 : 1) : std::string_view{});
      if (joins) ++at_;
    } else if (c == '#' && !in_word_) {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return;
    } else if (c == '\\') {
      escaped();
    } else if (c == '\'' || c == '"') {
      quoted(c);
    } else if (c == '$' && at_ + 1 < text_.size() && text_[at_ + 1] == '(') {
      substituted();
    } else {
      put(c);
    }
    ++at_;
  }

  void put(char c) {
    if (!in_word_) word_line_ = line_;
    in_word_ = true;
    quote_ = '\0';
    word_ += c;
  }
  void escaped() {
    if (++at_ >= text_.size()) return;
    if (text_[at_] == '\n') {
      end_word();
      ++line_;
    } else {
      put(text_[at_]);
    }
  }
  void quoted(char sign) {
    if (!in_word_) word_line_ = line_;
    quote_ = in_word_ ? '\0' : sign;
    in_word_ = true;
    const int begin = line_;
    for (++at_; at_ < text_.size() && text_[at_] != sign; ++at_) {
      if (text_[at_] == '\n') ++line_;
      if (sign == '"' && text_[at_] == '\\' && at_ + 1 < text_.size() &&
          (text_[at_ + 1] == '"' || text_[at_ + 1] == '\\' || text_[at_ + 1] == '$'))
        ++at_;
      word_ += text_[at_];
    }
    if (is_shell_script(words_, word_)) {
      std::vector<command_word> inner = word_splitter(word_, begin).run();
      std::ranges::move(inner, std::back_inserter(words_));
      word_.clear();
      in_word_ = false;
    }
  }
  void substituted() {
    int depth = 0;
    for (; at_ < text_.size(); ++at_) {
      put(text_[at_]);
      if (text_[at_] == '\n') ++line_;
      if (text_[at_] == '(') ++depth;
      if (text_[at_] == ')' && --depth == 0) return;
    }
  }
  void end_word() {
    if (in_word_) words_.push_back({std::move(word_), word_line_, false, quote_});
    word_.clear();
    in_word_ = false;
  }
  void end_command(std::string_view how = {}) {
    end_word();
    words_.push_back({std::string(how), line_, true});
  }

  std::string_view text_;
  int line_;
  std::size_t at_ = 0;
  std::string word_;
  bool in_word_ = false;
  char quote_ = '\0';
  int word_line_ = 0;
  std::vector<command_word> words_;
};

}  // namespace

std::vector<command_word> words_of_command(std::string_view command, int line) {
  return word_splitter(command, line).run();
}

namespace {

// Moves the lines of words that give arguments to where they stand in the file: a text may be folded or quoted.
void place(std::vector<command_word>& words, const tree& of, const source_text& in) {
  std::string_view rest = in.from_line(of.line).substr(0, 8 * of.text.size() + 256);
  int line = of.line;
  for (command_word& each : words) {
    each.line = line;
    if (each.text.size() < 2) continue;
    const std::size_t at = rest.find(each.text);
    if (at == std::string_view::npos) continue;
    line += static_cast<int>(std::ranges::count(rest.substr(0, at), '\n'));
    rest.remove_prefix(at + each.text.size());
    each.line = line;
  }
}

void add_words(std::vector<command_word>& words, const tree* of, const source_text& in) {
  if (of == nullptr) return;
  if (of->is_list()) {
    for (const tree* each : of->items) add_words(words, each, in);
    return;
  }
  if (!of->is_text()) return;
  const std::string_view text = of->text;
  const bool is_script = is_shell_script(words, text);
  // Two words in one item are meant as two.
  const bool is_pair = text.starts_with("--") && text.find(' ') < text.find('=') && text.find('\n') == std::string::npos;
  if (!is_script && !is_pair) {
    words.push_back({std::string(text), of->line, false});
    return;
  }
  std::vector<command_word> inner = words_of_command(text, of->line);
  place(inner, *of, in);
  if (is_script) words.push_back({{}, of->line, true});
  std::ranges::move(inner, std::back_inserter(words));
}

}  // namespace

std::vector<command_word> words_of_container(const tree* command, const tree* args, const source_text& in) {
  std::vector<command_word> words;
  for (const tree* each : {command, args}) {
    // A text where a list belongs is taken for a script.
    if (each != nullptr && each->is_text()) {
      std::vector<command_word> inner = words_of_command(each->text, each->line);
      place(inner, *each, in);
      std::ranges::move(inner, std::back_inserter(words));
    } else {
      add_words(words, each, in);
    }
  }
  return words;
}

}  // namespace headroom::read
