// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <headroom/read/shell/lexer.hpp>

namespace headroom::read::shell::detail {

// Recursive descent over the grammar of XCU 2.10.2. A function that finds what cannot stand there returns nothing, and
// the list in which the command stands goes on behind it.
class parser final : public lexer::command_reader {
 public:
  parser(std::string_view text, std::span<const origin> origins, arena& memory, nesting& depth,
         std::vector<outside>& pieces)
      : memory_(memory), nesting_(depth), pieces_(pieces), lexer_(text, origins, memory, *this, depth) {}

  list parse_all() { return parse_list({}); }

 private:
  // What ends a list, for those who wait for it. A word that nobody waits for stands where it cannot.
  enum class closer : unsigned char { none, then, otherwise, end_if, begin_body, end_body, end_case, leave, brace, parenthesis, all };

  const list* commands_until_parenthesis() override;
  const list* commands_until_end() override;
  const list* commands_in(std::string_view text, std::span<const origin> origins) override;
  word here_document_in(std::string_view text, std::span<const origin> origins) override;

  // The next token. What it may be counts where it has not been looked at.
  token& look(expects what = expects::word);
  token take(expects what = expects::word);
  bool is_sign(sign which) { return look().kind == token_kind::sign && look().which == which; }
  bool is_reserved(std::string_view name) { return look().kind == token_kind::word && plain_text(look().text) == name; }
  bool take_sign(sign which);
  bool take_reserved(std::string_view name);
  void skip_lines(expects what = expects::word);

  list parse_list(std::initializer_list<closer> own);
  const list* parse_body(std::initializer_list<closer> own);
  closer closer_here();
  bool is_awaited(closer what) const { return place_.waiting[static_cast<std::size_t>(what)] > 0; }
  bool ends_item();
  and_or piece_outside(std::size_t begin);
  bool lacks_end();

  std::optional<and_or> parse_and_or();
  std::optional<pipeline> parse_pipeline();
  std::optional<command> parse_command();
  std::optional<command> parse_compound();
  bool parse_simple(command& into, const word* name = nullptr);
  bool parse_assignment(assignment& into);
  bool parse_array(assignment& into);
  bool parse_element(array_element& into);
  bool is_redirection();
  bool parse_redirection(redirection& into);

  bool parse_parentheses(command& into);
  bool parse_group(command& into);
  bool parse_if(command& into);
  bool parse_for(command& into, bool is_select);
  bool parse_arithmetic_for(command& into);
  bool parse_while(command& into, bool is_until);
  bool parse_case(command& into);
  bool parse_case_item(case_item& into);
  bool parse_function(command& into, std::string_view name);
  bool parse_named_function(command& into);
  bool parse_coprocess(command& into);
  const list* parse_loop_body();
  bool parse_words_until_line_end(std::span<const word>& into);

  bool parse_test(command& into);
  const test_expression* parse_either();
  const test_expression* parse_both();
  const test_expression* parse_negated();
  const test_expression* parse_primary();

  arena& memory_;
  nesting& nesting_;
  std::vector<outside>& pieces_;
  lexer lexer_;
  // Of the text that is being read: a substitution has its own.
  struct place {
    std::optional<token> ahead{};
    std::size_t end_of_last = 0;  // token
    bool is_unfinished = false;   // what failed lacks its end
    std::array<int, static_cast<std::size_t>(closer::all)> waiting{};
  };
  place place_{};
  std::vector<and_or> items_{};
  std::vector<joined_pipeline> joined_{};
  std::vector<command> commands_{};
  std::vector<word> words_{};
  std::vector<assignment> assignments_{};
  std::vector<assignment> declared_{};
  std::vector<array_element> elements_{};
  std::vector<redirection> redirections_{};
  std::vector<if_branch> branches_{};
  std::vector<case_item> cases_{};
};

}  // namespace headroom::read::shell::detail
