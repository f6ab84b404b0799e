// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <headroom/read/shell/detail/arena.hpp>
#include <headroom/read/shell/detail/positions.hpp>
#include <headroom/read/shell/syntax.hpp>

// The tokens of a script: XCU 2.3, with what bash adds.
namespace headroom::read::shell {

enum class sign : unsigned char {
  none,
  semicolon,          // ;
  ampersand,          // &
  and_then,           // &&
  or_else,            // ||
  pipe,               // |
  pipe_both,          // |&
  open,               // (
  close,              // )
  leave,              // ;;
  run_next,           // ;&
  test_next,          // ;;&
  input,              // <
  output,             // >
  append,             // >>
  clobber,            // >|
  both,               // <>
  duplicate_input,    // <&
  duplicate_output,   // >&
  output_and_error,   // &>
  append_both,        // &>>
  here_document,      // <<
  here_document_tabs, // <<-
  here_string,        // <<<
};

enum class token_kind : unsigned char {
  word,
  assignment,  // what stands before the value: "X=", "X+=", "X[1]=", "[1]="; only where one may stand
  descriptor,  // in front of a redirection: "2", "{log}"
  sign,
  line_end,
  end,     // of the text
  broken,  // a quote or bracket that nothing closes
};

// How deep constructs stand in each other, and how deep they may.
struct nesting {
  int depth = 0;
  int most = 100;
  bool is_exceeded = false;
};

// What may stand next besides words and operators.
enum class expects : unsigned char {
  word,
  assignment,  // "X=8": in front of a command and behind "export"
  element,     // "[5]=8": of an array
  target,      // of a redirection: no number of another one
};

struct token {
  token_kind kind = token_kind::end;
  sign which = sign::none;
  std::size_t begin = 0;  // offsets in the text
  std::size_t end = 0;
  position at{};
  word text{};               // of a word
  assignment assigns{};      // name, subscript and whether it appends
  std::string_view names{};  // the descriptor
};

class lexer {
 public:
  // Reads the commands in a substitution: whoever has a parser. nullptr: nothing closes it.
  class command_reader {
   public:
    virtual const list* commands_until_parenthesis() = 0;
    virtual const list* commands_until_end() = 0;
    // Of text that does not stand so in the script: what backticks escape, lines without their tabs.
    virtual const list* commands_in(std::string_view text, std::span<const origin> origins) = 0;
    virtual word here_document_in(std::string_view text, std::span<const origin> origins) = 0;

   protected:
    ~command_reader() = default;
  };

  // Refuses to go deeper than `nesting` allows, which it shares with the parser.
  lexer(std::string_view text, std::span<const origin> origins, detail::arena& memory, command_reader& commands,
        nesting& depth);

  token next(expects what = expects::word);
  // All of the text, as the body of a here-document.
  word read_here_document();
  // The value of an assignment, directly behind its sign.
  token next_value();
  // The right side of =~ in [[ ]]: brackets and | are of the expression.
  token next_expression();
  // The text of an expression up to the sign that ends it, which is left: ";" or "))".
  word read_arithmetic(std::string_view ends);
  // Whether "))" closes a "((" that ends at the offset. Otherwise it is a subshell in a subshell.
  bool is_arithmetic(std::size_t begin);

  // After the word that delimits a here-document: its body begins behind the line.
  const word* expect_here_document(const word& delimiter, bool strips_tabs);

  char peek(std::size_t ahead = 0) const { return at_ + ahead < end_ ? text_[at_ + ahead] : '\0'; }
  void skip(std::size_t characters) { at_ += characters; }
  std::size_t offset() const { return at_; }
  position position_at(std::size_t offset) { return positions_.at(offset); }
  std::string_view text_between(std::size_t begin, std::size_t end) const { return text_.substr(begin, end - begin); }

  // Whether the last token is broken. What follows can be read again once that is noted.
  bool is_broken() const { return is_broken_; }
  void mend() { is_broken_ = false; }

 private:
  struct context;  // what ends a run of parts, and what quotes in it
  struct reading;  // a run of parts so far
  struct here {
    word* body = nullptr;
    std::string delimiter{};
    bool strips_tabs = false;
    bool is_literal = false;
  };

  void skip_blanks();
  bool sign_at(token& into);
  bool descriptor_at(token& into);
  bool assignment_at(token& into, bool has_name);
  std::size_t end_of_subscript(std::size_t begin) const;

  static const context& in_word();
  token word_at(const context& how);
  word read_parts(const context& how);
  bool is_bracket(reading& now);
  void read_special(reading& now);
  void read_backslash(reading& now);
  void read_single_quotes(reading& now);
  void read_ansi_quotes(reading& now);
  void read_double_quotes(reading& now);
  void read_dollar(reading& now);
  void read_backquotes(reading& now);
  void read_process(reading& now);
  part read_braces(bool is_quoted);
  part read_output();
  part read_arithmetic_part(std::size_t opening, const context& how);
  std::string_view read_parameter_name();
  bool read_operation(parameter_expansion& into);
  void read_operands(parameter_expansion& into, bool is_quoted);

  void flush(reading& now);
  void push(reading& now, part what, std::size_t begin, std::size_t opening = 0);
  word finish(const reading& now, std::span<const part> parts);

  void read_here_documents();
  void read_here_document(const here& which);
  word body_between(std::size_t begin, std::size_t end, bool is_literal);
  word body_without_tabs(std::size_t begin, std::size_t end, bool is_literal);
  const list* commands_until_parenthesis();
  const list* commands_in_backquotes(std::size_t begin, std::size_t end, bool is_quoted);
  void fail();

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t end_;
  detail::arena& memory_;
  command_reader& commands_;
  nesting& nesting_;
  detail::positions positions_;
  std::vector<part> parts_{};
  std::vector<here> expected_{};
  std::size_t looked_ahead_ = 0;  // characters, to tell (( from ( (
  bool is_broken_ = false;
};

}  // namespace headroom::read::shell
