// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/requires_cpp20.hpp>

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// The documents of a YAML or JSON text as one kind of tree, each value with its place.
namespace headroom::read {

// What a text is refused for.
enum class refusal {
  none,
  not_a_document,  // neither YAML nor JSON
  not_utf8,
  too_large,
  key_twice,
  unknown_kind,  // of nothing that can be read
  not_rendered,  // what a deployment file is made from: a template, a source
  wrong_value    // a value that is no such thing, whatever it runs on
};

// Why a text cannot be read, and where: lines and columns from 1, columns in characters; 0 where there is none.
struct reading_error {
  int line = 0;
  int column = 0;
  std::string message{};
  refusal why = refusal::wrong_value;
  std::string path{};         // "$.machines[3].count" of a text in JSON; else empty
  std::string missing_key{};  // where it is that a key is missing
  std::string expected{};     // what that key would hold
  std::string_view help{};    // what makes a text that can be read of one that cannot
  // Keys and values with which it goes, where `message` ends in them as a file has them.
  std::vector<std::pair<std::string_view, std::string>> goes_with{};
  std::string before_keys{};  // the message up to them
};

// Of a key that may be there once.
struct repeated_key;
reading_error key_here_twice(const repeated_key& key);
// Likewise of one whose last value counts.
reading_error last_of_two_keys(const repeated_key& key);

// "my.json:3:25: $.machines[0].size: what is wrong"; - is standard input.
std::string place_of(std::string_view file, const reading_error& error);

// What texts are refused for, whatever they say.
struct document_limits {
  std::size_t bytes = std::size_t{64} << 20;
  std::size_t depth = 100;
  std::uint64_t values = 1'000'000;  // with aliases written out
};

inline constexpr std::size_t most_checked_bytes = document_limits{}.bytes;

enum class document_syntax {
  yaml_or_json,  // JSON where the text begins like it, with comments as ARM templates have them
  json           // as RFC 8259 has it
};

// A value of a text. Texts lie in the documents that it was read into.
struct tree {
  enum class kind : std::uint8_t { none, text, list, map };

  kind is = kind::none;
  bool quoted = false;  // of a text: neither a number nor true or false
  int line = 0;
  int column = 0;
  int key_line = 0;
  int key_column = 0;
  std::string_view key{};   // in a map
  std::string_view text{};  // as written: "8", "1800Gi", "true"
  std::pmr::vector<const tree*> items;
  const tree* parent = nullptr;  // the list or map that it was written in
  std::uint64_t values = 1;      // in it, itself included, with aliases written out

  explicit tree(std::pmr::memory_resource* memory) : items(memory) {}
  tree(const tree& other, std::pmr::memory_resource* memory)
      : is(other.is), quoted(other.quoted), line(other.line), column(other.column), text(other.text), items(other.items, memory),
        values(other.values) {}
  tree(const tree&) = delete;
  tree& operator=(const tree&) = delete;
  tree(tree&&) = delete;
  tree& operator=(tree&&) = delete;
  ~tree() = default;

  bool is_map() const { return is == kind::map; }
  bool is_list() const { return is == kind::list; }
  bool is_text() const { return is == kind::text; }
  bool is_string() const { return quoted; }
  bool is_boolean() const { return !quoted && (text == "true" || text == "false"); }
  bool is_number() const;  // as JSON writes it
  double number() const;   // of one; infinite where it is beyond the type

  // The value under a key; under keys one inside the other: at("spec", "template"). nullptr where there is none.
  const tree* at(std::string_view name) const;
  template <class... Names>
  const tree* at(std::string_view name, Names... more) const {
    const tree* found = at(name);
    return found == nullptr ? nullptr : found->at(more...);
  }

  // "$.machines[3].count"
  std::string path() const;
};

// Calls the function with each item of a list; with none of what is no list.
template <class Function>
void for_each_item(const tree* list, Function&& call) {
  if (list == nullptr || !list->is_list()) return;
  for (const tree* each : list->items) call(*each);
}

// A remark in a text that no tool reads: "# 48 GPUs" or, in JSON, "// 48 GPUs".
struct comment {
  int line = 0;
  std::string_view text{};    // without its sign
  bool stands_alone = false;  // nothing else is on its line
};

// A key that a map has again. The last one counts, as PyYAML and JSON parsers take it.
struct repeated_key {
  std::string_view key{};
  const tree* in = nullptr;
  int first_line = 0;
  int line = 0;
  int column = 0;
};

class parsed_documents {
 public:
  // What was read before an error is kept.
  explicit parsed_documents(std::string_view text, document_syntax syntax = document_syntax::yaml_or_json,
                     const document_limits& limits = {});
  // Of a text inside a file: from which line of it, and whether each line is one of the file's or (0) all are that one.
  parsed_documents(std::string_view text, int first_line, int lines_a_line);
  parsed_documents(const parsed_documents&) = delete;
  parsed_documents& operator=(const parsed_documents&) = delete;
  parsed_documents(parsed_documents&&) = delete;
  parsed_documents& operator=(parsed_documents&&) = delete;
  ~parsed_documents() = default;

  bool is_good() const { return error_.why == refusal::none; }
  const reading_error& error() const { return error_; }
  const std::vector<const tree*>& roots() const { return roots_; }
  const std::vector<comment>& comments() const { return comments_; }
  const std::vector<repeated_key>& repeated_keys() const { return repeated_keys_; }

 private:
  friend class tree_maker;
  std::pmr::monotonic_buffer_resource memory_;
  std::vector<const tree*> roots_;
  std::vector<comment> comments_;
  std::vector<repeated_key> repeated_keys_;
  reading_error error_{.why = refusal::none};
};

}  // namespace headroom::read
