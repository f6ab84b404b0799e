// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <headroom/read/commands/words.hpp>

// The variables that a script of the shell sets, and what one of them is at a place of the script.
namespace headroom::read {

// The variable that a text refers to and is nothing else but: "$TP", "${TP}", "${ARGS[@]}"; empty where it is none.
std::string_view variable_in(std::string_view text);

class shell_assignments {
 public:
  explicit shell_assignments(const std::vector<command_word>& words);

  struct value {
    std::vector<command_word> words{};  // one, where it is no array
    bool is_array = false;
    std::size_t at = 0;  // the word that set it
  };
  // What a variable is where so many words went before; nothing where that depends on what runs.
  std::optional<value> value_at(std::string_view name, std::size_t at) const;
  bool sets(std::string_view name) const { return made_.find(name) != made_.end(); }

  // The array whose definition begins at a word; nullptr where none does.
  struct array {
    std::string_view name{};
    std::size_t end = 0;  // of the closing bracket
  };
  const array* array_at(std::size_t at) const;

 private:
  // Words that run together or not at all: of a branch, a loop, a function, or behind && or ||.
  struct script_section {
    int parent = 0;
    std::size_t begin = 0;
    bool is_loop = false;
    bool is_function = false;
  };
  enum class opened { branch, loop, function, group, subshell, chain };
  struct frame {
    opened by = opened::group;
    int section = 0;
  };
  struct assignment {
    std::size_t at = 0;
    int section = 0;
    std::vector<command_word> words{};
    bool is_array = false;
    bool adds = false;
    bool is_local = false;  // of a function
    bool is_known = true;   // false: by a loop, "read" or the like
  };

  void collect();
  void end_of_command(std::size_t at);
  bool take_keyword(std::size_t& at);
  void take_unknown(std::size_t at);
  void forget_those_of_command(std::size_t at);
  std::size_t take_assignment(std::size_t at);
  void open(opened by, std::size_t at);
  void next_section(std::size_t at);
  void close(opened by);
  void close_chains();
  int current() const { return frames_.empty() ? 0 : frames_.back().section; }

  bool is_within(int inner, int outer) const;
  int function_of(int of) const;
  bool may_run_again_before(const assignment& other, const assignment& since, int use) const;
  static bool is_same(const assignment& a, const assignment& b);
  static bool add(const assignment& other, bool runs, value& into);

  const std::vector<command_word>& words_;
  std::vector<script_section> sections_{script_section{}};
  std::vector<int> section_of_;
  std::map<std::string, std::vector<assignment>, std::less<>> made_;
  std::map<std::size_t, array> arrays_;

  // While it collects.
  std::vector<frame> frames_;
  bool at_begin_ = true;
  bool is_local_ = false;
  bool names_function_ = false;  // what opens next is one's body
  std::size_t command_ = 0;      // where it begins
};

}  // namespace headroom::read
