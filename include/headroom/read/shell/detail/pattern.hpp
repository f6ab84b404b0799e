// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::read::shell::detail {

// A pattern of the shell (XCU 2.14): "*", "?", "[a-z]" and what stands for itself. Matches bytes.
class pattern {
 public:
  void add_quoted(std::string_view text);
  // Nothing of it is a pattern that is not followed: a class by name, brackets as of "@(a|b)".
  bool add(std::string_view text);

  bool matches(std::string_view text) const;
  // Whether that is what the shell says: it counts characters, which may have several bytes.
  bool is_sure_of(std::string_view text) const;
  bool is_literal() const;

 private:
  struct step {
    enum class kind : unsigned char { character, any, many, one_of } what = kind::character;
    char character = '\0';
    bool is_negated = false;
    std::string set{};  // pairs: from, to
  };
  bool add_set(std::string_view text, std::size_t& at);
  static bool accepts(const step& one, char c);

  std::vector<step> steps_{};
};

}  // namespace headroom::read::shell::detail
