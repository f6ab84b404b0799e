// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include <headroom/read/shell/value.hpp>

namespace headroom::read::shell::detail {

// What an expression comes to: a number, or why it is not known.
struct number {
  std::int64_t is = 0;
  const unjudged* unknown = nullptr;
  bool is_default = false;  // it rests on the default of a variable

  bool is_known() const { return unknown == nullptr; }
};

// The expressions of $(( )): those of C with the numbers of the shell (XCU 2.6.4).
class arithmetic {
 public:
  // The variables that it reads and sets.
  class names {
   public:
    virtual number read(std::string_view name, const value* subscript) = 0;
    virtual void write(std::string_view name, const value* subscript, const number& to) = 0;
    virtual const unjudged* not_followed(std::string_view expression) = 0;

   protected:
    ~names() = default;
  };

  arithmetic(const value& text, names& variables) : text_(text.text), gaps_(text.gaps), names_(variables) {}

  number evaluate();

 private:
  struct target {
    std::string_view name{};
    value subscript{};
    bool has_subscript = false;
  };

  number comma();
  number assignment();
  number conditional();
  number binary(int lowest);
  number unary();
  number primary();
  number literal();
  bool read_target(target& into);
  number assign(const target& to, std::string_view operation);
  number step(const target& to, std::int64_t by, bool before);
  void set(const target& to, const number& is);
  number get(const target& of);
  number apply(std::string_view operation, const number& a, const number& b);
  std::string_view binary_operator() const;

  void skip_blanks();
  bool take(std::string_view sign);
  bool is_gap() const { return !gaps_.empty() && gaps_.front().offset == at_; }
  number fail();

  std::string_view text_;
  std::span<const gap> gaps_;
  names& names_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool is_skipped_ = false;    // what stands there is not evaluated
  bool is_uncertain_ = false;  // whether it is evaluated is not known
  bool is_bad_ = false;
};

// The number that a text is, as the shell reads it; false where it is none.
bool read_number(std::string_view text, std::int64_t& into);

}  // namespace headroom::read::shell::detail
