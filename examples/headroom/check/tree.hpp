// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::program {

// What files to check are refused for, whatever they say.
inline constexpr std::size_t most_checked_bytes = std::size_t{64} << 20;
inline constexpr std::size_t most_tree_depth = 100;
inline constexpr std::uint64_t most_tree_values = 1'000'000;  // with aliases written out

// Why a text cannot be read, and where; lines and columns from 1, 0 where there is none.
struct reading_error {
  int line = 0;
  int column = 0;
  std::string message{};
};

// Of a text that has more bytes than may be checked.
reading_error too_large();

// A value of a YAML or JSON text with its line. Texts lie in the forest that it was read into.
struct tree {
  enum class kind : std::uint8_t { none, text, list, map };

  kind is = kind::none;
  bool quoted = false;
  int line = 0;
  int key_line = 0;
  std::string_view key{};   // in a map
  std::string_view text{};  // as written: "8", "1800Gi", "true"
  std::pmr::vector<const tree*> items;
  std::uint64_t values = 1;  // in it, itself included, with aliases written out

  explicit tree(std::pmr::memory_resource* memory) : items(memory) {}
  tree(const tree& other, std::pmr::memory_resource* memory)
      : is(other.is), quoted(other.quoted), line(other.line), text(other.text), items(other.items, memory),
        values(other.values) {}
  tree(const tree&) = delete;
  tree& operator=(const tree&) = delete;
  tree(tree&&) = delete;
  tree& operator=(tree&&) = delete;
  ~tree() = default;

  bool is_map() const { return is == kind::map; }
  bool is_list() const { return is == kind::list; }
  bool is_text() const { return is == kind::text; }

  // The value under a key; under keys one inside the other: at("spec", "template"). nullptr where there is none.
  const tree* at(std::string_view name) const;
  template <class... Names>
  const tree* at(std::string_view name, Names... more) const {
    const tree* found = at(name);
    return found == nullptr ? nullptr : found->at(more...);
  }
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
  std::string_view text{};  // without its sign
  bool stands_alone = false;  // nothing else is on its line
};

// The documents of a YAML or JSON text. Keys are unique; aliases, depth and size are bounded; the text is UTF-8.
class forest {
 public:
  // What was read before an error is kept.
  explicit forest(std::string_view text) : forest(text, 1, 1) {}
  // Of a text inside a file: from which line of it, and whether each line is one of the file's or (0) all are that one.
  forest(std::string_view text, int first_line, int lines_a_line);
  forest(const forest&) = delete;
  forest& operator=(const forest&) = delete;
  forest(forest&&) = delete;
  forest& operator=(forest&&) = delete;
  ~forest() = default;

  bool is_good() const { return error_.message.empty(); }
  const reading_error& error() const { return error_; }
  const std::vector<const tree*>& documents() const { return documents_; }
  const std::vector<comment>& comments() const { return comments_; }

 private:
  friend class forest_builder;
  std::pmr::monotonic_buffer_resource memory_;
  std::vector<const tree*> documents_;
  std::vector<comment> comments_;
  reading_error error_;
};

}  // namespace headroom::program
