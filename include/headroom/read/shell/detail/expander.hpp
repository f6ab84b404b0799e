// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>
#include <vector>

#include <headroom/read/shell/detail/arithmetic.hpp>
#include <headroom/read/shell/detail/builders.hpp>
#include <headroom/read/shell/detail/pattern.hpp>
#include <headroom/read/shell/detail/variables.hpp>
#include <headroom/read/shell/syntax.hpp>

namespace headroom::read::shell::detail {

// Expands words with the variables as they are (XCU 2.6). What is not known becomes a gap with its reason.
class expander final : public arithmetic::names {
 public:
  // Runs the commands of substitutions.
  class runner {
   public:
    virtual value output_of(const part& substitution) = 0;
    virtual void run_beside(const list& commands) = 0;

   protected:
    ~runner() = default;
  };

  expander(arena& memory, variables& all, runner& commands) : memory_(memory), names_(all), commands_(commands) {}

  // The words that a word becomes: none, one, or several.
  void expand(const word& of, std::vector<expanded_word>& into);
  // As the value of an assignment: one text.
  value text_of(const word& of);
  // Whether braces make several words of it: then "export X={a,b}" assigns more than once.
  bool becomes_several(const word& of);
  // As the pattern of a "case": false where it is not followed.
  bool pattern_of(const word& of, pattern& into);
  number evaluate(const word& expression);

  // What a name is set to. Keeps whether it is exported.
  void assign(std::string_view name, value to, bool appends = false);
  void assign(const assignment& from);
  // The same in two steps: a declaration expands all that it assigns before it declares.
  struct assigned {
    value text{};
    std::vector<element> elements{};
  };
  assigned assigned_by(const assignment& from, bool becomes_map = false);
  void assign(const assignment& from, assigned&& to);
  void assign_elements(std::string_view name, std::vector<element> elements);
  // What "X=1 name" or "X+=1 name" hands to a program.
  value text_handed_on(const assignment& from);
  void set_unknown(std::string_view name, const unjudged* why);
  // What the surroundings of a script may have set is no longer what they say.
  void lose_unset(const unjudged* why);
  void lose_all(const unjudged* why);

  const unjudged* keep(unjudged why);
  std::string_view kept(std::string_view text) { return memory_.keep_text(text); }
  value unknown(const unjudged* why, position at);
  // What of a value stands behind an offset.
  value behind(const value& of, std::size_t offset);
  const unjudged* unknown_variable(std::string_view name, position at);

  // Pieces that are not known in a text that is parsed again: a NUL character and three more.
  std::string encoded(const value& of);
  std::string encoded(const value& of, std::vector<origin>& origins);
  void use_dialect(dialect language) { language_ = language; }
  dialect language() const { return language_; }

  // The variables that were asked for, each once.
  const std::vector<std::string_view>& names_read() const { return names_read_; }

  // How often arguments were asked for that are not known.
  std::size_t argument_reads() const { return argument_reads_; }
  void note_argument_read() {
    if (names_.find("@") == nullptr) ++argument_reads_;
  }

 private:
  struct fetched {
    enum class state : unsigned char { set, unset, never } is = state::set;
    bool is_list = false;
    bool joins = false;  // "$*"
    bool has_holes = false;  // numbers that no element has
    value one{};
    std::vector<expanded_word> list{};
  };

  unjudged named(unjudged why, variables::slot which);
  void expand_one(const word& of, std::vector<expanded_word>& into);
  void add_part(const part& what, field_builder& to, bool is_quoted, bool is_operand);
  void add_parts(std::span<const part> parts, field_builder& to, bool is_quoted, bool is_operand);
  void add_text(std::string_view text, position at, field_builder& to, bool is_quoted, bool is_operand);
  std::size_t add_home(const word& of, field_builder& to, bool is_operand);
  const binding* other_separators();
  void add_value(const value& what, field_builder& to, bool is_quoted);
  void add_gap(const unjudged* why, position at, field_builder& to, bool is_quoted);
  void add_any_words(const unjudged* why, position at, field_builder& to);
  void add_fetched(const fetched& what, field_builder& to, bool is_quoted);
  void add_pattern_parts(std::span<const part> parts, bool is_quoted, pattern& into, bool& is_followed);

  void add_parameter(const part& what, field_builder& to, bool is_quoted);
  void add_default(const part& what, const parameter_expansion& parameter, const fetched& found, field_builder& to,
                   bool is_quoted);
  void add_changed(const part& what, const parameter_expansion& parameter, fetched& found, field_builder& to,
                   bool is_quoted);
  value length_of(const part& what, const fetched& found);
  value changed(const part& what, const parameter_expansion& parameter, const value& from);
  bool change(const parameter_expansion& parameter, std::string_view from, std::string& into);
  bool replace(const parameter_expansion& parameter, const pattern& what, std::string_view from, std::string& into);
  bool slice(const parameter_expansion& parameter, std::size_t size, std::size_t& begin, std::size_t& end);

  void note_read(std::string_view name);
  fetched fetch(const parameter_expansion& parameter, position at);
  fetched fetch_special(std::string_view name, position at);
  expanded_word only_element(const binding& of, std::string_view name, position at);
  fetched fetch_element(const binding& of, const parameter_expansion& parameter, position at);
  fetched fetch_indirect(const parameter_expansion& parameter, position at);

  number read(std::string_view name, const value* subscript) override;
  void write(std::string_view name, const value* subscript, const number& to) override;
  const unjudged* not_followed(std::string_view expression) override;
  number evaluate(const value& expression);
  number number_in(const value& text);
  value text_of(const number& n, position at);

  binding prepared(std::string_view name);
  value appended(std::string_view name, const value& more);
  void assign_element(std::string_view name, const word& subscript, const value& to, bool appends);
  std::vector<element> elements_of(const assignment& from, bool is_map, std::int64_t first);

  arena& memory_;
  variables& names_;
  runner& commands_;
  dialect language_ = dialect::bash;
  std::vector<expanded_word> scratch_{};
  std::vector<const unjudged*> encoded_{};
  std::unordered_map<variables::slot, const unjudged*> unknown_{};
  std::vector<bool> is_read_{};  // by slot
  std::vector<std::string_view> names_read_{};
  position evaluated_at_{};
  std::size_t argument_reads_ = 0;
  int depth_ = 0;
};

}  // namespace headroom::read::shell::detail
