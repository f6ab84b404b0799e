// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include <headroom/read/shell/detail/arena.hpp>
#include <headroom/read/shell/word.hpp>

// The tree of a script, after the grammar of POSIX (XCU 2.10) and what bash adds to it.
namespace headroom::read::shell {

// "X=8", "X+=8", "X[2]=8", "X=(1 2 [5]=3)".
struct array_element {
  const word* subscript = nullptr;
  word value{};
};
struct assignment {
  std::string_view name{};
  position at{};
  const word* subscript = nullptr;
  bool appends = false;
  bool is_array = false;
  word value{};
  std::span<const array_element> elements{};
};

enum class redirection_kind : unsigned char {
  input,            // <
  output,           // >
  append,           // >>
  clobber,          // >|
  both,             // <>
  duplicate_input,  // <&
  duplicate_output, // >&
  output_and_error, // &>
  append_both,      // &>>
  here_document,    // << and <<-
  here_string,      // <<<
};

struct redirection {
  redirection_kind kind = redirection_kind::input;
  position at{};
  std::string_view descriptor{};  // "2" of 2>, "log" of {log}>; none: what the operator stands for without one
  word target{};                  // of a here-document its delimiter
  const word* body = nullptr;     // of a here-document
};

// The words of a command; where its name is that of a declaration ("export", "declare"), what it assigns stands apart.
struct simple_command {
  std::span<const assignment> assignments{};  // in front of the name
  std::span<const word> words{};
  std::span<const assignment> declared{};
};

struct group {
  const list* body = nullptr;
};
struct subshell {
  const list* body = nullptr;
};
struct if_branch {
  const list* condition = nullptr;
  const list* body = nullptr;
};
struct if_command {
  std::span<const if_branch> branches{};
  const list* otherwise = nullptr;
};
struct for_command {
  std::string_view variable{};
  bool has_words = false;  // otherwise it runs over "$@"
  bool is_select = false;
  std::span<const word> words{};
  const list* body = nullptr;
};
struct arithmetic_for {
  word begin{};
  word condition{};
  word step{};
  const list* body = nullptr;
};
struct while_command {
  const list* condition = nullptr;
  const list* body = nullptr;
  bool is_until = false;
};
enum class case_ending : unsigned char { leave, run_next, test_next };  // ;; ;& ;;&
struct case_item {
  std::span<const word> patterns{};
  const list* body = nullptr;
  case_ending ending = case_ending::leave;
};
struct case_command {
  word subject{};
  std::span<const case_item> items{};
};
struct command;
struct function_definition {
  std::string_view name{};
  const command* body = nullptr;
};

enum class test_kind : unsigned char { text, unary, binary, negated, both, either };
struct test_expression {
  test_kind kind = test_kind::text;
  std::string_view operation{};  // "-z", "==", "-eq"
  word left{};                   // the only one of text and unary
  word right{};
  const test_expression* first = nullptr;
  const test_expression* second = nullptr;
};
struct test_command {  // [[ ]]
  const test_expression* expression = nullptr;
};
struct arithmetic_command {  // (( ))
  word expression{};
};
struct coprocess {
  std::string_view name{};
  const command* body = nullptr;
};

// Why a piece is outside the grammar.
enum class outside_reason : unsigned char {
  unexpected,         // a word or an operator that cannot stand there
  unfinished,         // a compound command that nothing ends
  open_quote,         // a quote, a bracket or an expansion that nothing closes
  too_deep,           // nested beyond parse_options::most_nested
  too_long,           // beyond parse_options::most_bytes
  not_text,           // a NUL character
};
std::string_view text_of(outside_reason reason);

// A piece that no shell runs, or that this one does not read. What stands behind it is parsed.
struct outside {
  outside_reason reason = outside_reason::unexpected;
  position at{};
  position end{};  // of its last character
  std::string_view text{};
};

struct command {
  position at{};
  std::variant<simple_command, group, subshell, if_command, for_command, arithmetic_for, while_command, case_command,
               function_definition, test_command, arithmetic_command, coprocess, outside>
      what{};
  std::span<const redirection> redirections{};
};

struct pipeline {
  std::span<const command> commands{};
  bool is_negated = false;
  bool is_timed = false;
};

// Pipelines joined by && and ||.
enum class joint : unsigned char { none, and_then, or_else };
struct joined_pipeline {
  joint by = joint::none;  // to the one before
  pipeline commands{};
};
struct and_or {
  std::span<const joined_pipeline> pipelines{};
  bool in_background = false;
  position at{};
};

struct list {
  std::span<const and_or> items{};
};

// Which shell a script is for, by its first line: "#!/bin/sh" may be one that knows nothing of what bash adds.
enum class dialect : unsigned char { bash, sh };

// A tree with the memory that it lies in. It owns its text.
class script {
 public:
  const list& commands() const { return commands_; }
  std::string_view text() const { return text_; }
  dialect language() const { return language_; }
  // The pieces outside the grammar, also those in substitutions, in the order in which they were found.
  std::span<const outside> pieces_outside() const { return outside_; }

 private:
  friend class script_builder;

  detail::arena memory_{};
  std::string_view text_{};
  list commands_{};
  dialect language_ = dialect::bash;
  std::vector<outside> outside_{};
};

}  // namespace headroom::read::shell
