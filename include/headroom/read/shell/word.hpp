// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string_view>

#include <headroom/read/shell/position.hpp>

// Words of the shell as they are written: parts that expansion turns into text.
namespace headroom::read::shell {

struct list;       // of commands: syntax.hpp
struct part;

struct word {
  std::span<const part> parts{};  // none: an empty word, as behind "X="
  position at{};
  bool has_glob = false;    // an unquoted * ? or [ in its text
  bool has_braces = false;  // an unquoted { in its text
  bool has_tilde = false;   // an unquoted ~ in its text
};

enum class part_kind : unsigned char {
  literal,        // text as it stands
  quoted,         // text that a backslash, '' or $'' quotes
  double_quoted,  // parts between ""
  parameter,      // $X, ${X:-8}
  output,         // of commands: $( ), ` `
  arithmetic,     // $(( ))
  process,        // a file with the input or output of commands: <( ), >( )
};

// What ${X...} does with the parameter.
enum class parameter_operator : unsigned char {
  none,
  default_value,   // ${X-word} ${X:-word}
  assign_default,  // ${X=word} ${X:=word}
  refuse,          // ${X?word} ${X:?word}
  alternative,     // ${X+word} ${X:+word}
  length,          // ${#X}
  remove_prefix,   // ${X#pattern}
  remove_longest_prefix,
  remove_suffix,  // ${X%pattern}
  remove_longest_suffix,
  substring,  // ${X:offset:length}
  replace_first,  // ${X/pattern/text}
  replace_all,
  replace_prefix,
  replace_suffix,
  raise_first,  // ${X^}
  raise_all,
  lower_first,  // ${X,}
  lower_all,
  transform,  // ${X@Q}
  names,      // ${!X*}: of the variables whose names begin with X
  bad,        // none that a shell knows
};

struct parameter_expansion {
  std::string_view name{};          // of a variable, digits, or one of @ * # ? - $ !
  const word* subscript = nullptr;  // of ${X[subscript]}
  parameter_operator operation = parameter_operator::none;
  bool is_indirect = false;   // ${!X}
  bool if_empty = false;      // ${X:-word}: also where X is set and empty
  bool has_second = false;    // a length or a replacement is given
  word operand{};
  word second{};  // length of a substring, text that replaces
};

struct part {
  part_kind kind = part_kind::literal;
  position at{};
  std::string_view text{};        // of literal and quoted; of others the source
  std::span<const part> parts{};  // of double_quoted, and of the expression of arithmetic
  const parameter_expansion* parameter = nullptr;
  const list* commands = nullptr;  // of output and process
};

// The text of a word that is nothing but unquoted literal text; empty where it is anything else.
constexpr std::string_view plain_text(const word& of) {
  return of.parts.size() == 1 && of.parts[0].kind == part_kind::literal ? of.parts[0].text : std::string_view{};
}

}  // namespace headroom::read::shell
