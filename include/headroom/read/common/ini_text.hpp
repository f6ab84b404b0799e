// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/requires_cpp20.hpp>

#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// INI-like texts, each by its own grammar: slurm.conf has several pairs on a line, CycleCloud's templates have sections
// inside sections.
namespace headroom::read {

class deployment_file;

bool is_same_key(std::string_view a, std::string_view b);  // keys in capitals and small letters are the same

struct ini_pair {
  std::string_view key{};
  std::string_view value{};
  int line = 0;
};

// The pair of that key, the last one where there are several; nullptr where there is none.
const ini_pair* find_pair(std::span<const ini_pair> pairs, std::string_view key);

// Notes the keys that stand there several times, each with the line before: `what` they are, and which of the values counts.
void note_repeated(std::span<const ini_pair> pairs, std::string_view what, std::string_view counts, deployment_file& into);

// ---- slurm.conf, gres.conf, topology.conf

struct conf_line {
  int line = 0;
  std::vector<ini_pair> pairs{};
  std::string_view rest{};  // what is no pair, from where the pairs end
  bool is_include = false;
  bool is_template = false;  // a statement of a tool that writes the file: "{% if %}"

  // Whether it is about something: "NodeName=…" is about a node.
  bool starts_with(std::string_view key) const { return !pairs.empty() && is_same_key(pairs.front().key, key); }
};

// Lines without comments, joined where one ends in a backslash. Refers to the text that it is given.
class conf_text {
 public:
  explicit conf_text(std::string_view text);
  const std::vector<conf_line>& lines() const { return lines_; }

 private:
  std::vector<conf_line> lines_;
  std::deque<std::string> joined_;
};

// ---- templates of CycleCloud

// "[[nodearray gpu]]": depth 2, kind "nodearray", name "gpu".
struct ini_section {
  std::size_t depth = 0;
  std::string_view kind{};
  std::string_view name{};
  int line = 0;
  std::vector<ini_pair> pairs{};
};

// The sections in the order of the text. A value after ":=" is an expression, and starts with ":=" here too. Throws
// unreadable for a section without an end to its name.
std::vector<ini_section> ini_sections(std::string_view text);

}  // namespace headroom::read
