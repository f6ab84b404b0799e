// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::program {

// What files are refused for, whatever they say.
inline constexpr std::size_t most_bytes = std::size_t{4} << 20;
inline constexpr std::size_t most_depth = 16;
inline constexpr std::size_t most_values = 250'000;

// Where a text is wrong, in lines and columns from 1, and why.
struct text_error {
  std::size_t line = 0;
  std::size_t column = 0;
  std::string path{};  // "$.machines[3].count"; empty where the text is not JSON
  std::string message{};
  std::string missing_key{};  // where it is that a key is missing
  std::string expected{};     // what that key would hold
};

// "my.json:3:25: $.machines[0].size: what is wrong"; - is standard input.
std::string place_of(std::string_view file, const text_error& error);

enum class kind { null, boolean, number, text, list, object };

// A JSON value with its place.
struct node {
  program::kind kind = kind::null;
  std::size_t offset = 0;        // of its first byte
  const node* parent = nullptr;  // the list or object that it is in
  std::string key{};             // in an object
  std::size_t key_offset = 0;
  std::size_t index = 0;  // in a list
  bool yes = false;
  double number = 0;
  std::string text{};                // of a text; of a number, as it is written
  std::vector<const node*> items{};  // of a list or an object, in order

  const node* find(std::string_view name) const;
  std::string path() const;
};

// Offset of the first byte that is not UTF-8; the size of the text if there is none.
std::size_t first_not_utf8(std::string_view text);

// A JSON text, read. Keys are unique, the text is UTF-8, and it is within the limits above.
class document {
 public:
  explicit document(std::string_view text);

  bool is_good() const { return error_.message.empty(); }
  const text_error& error() const { return error_; }
  const node& root() const { return nodes_.front(); }
  std::size_t line_at(std::size_t offset) const;  // from 1
  text_error error_at(std::size_t offset, std::string path, std::string message) const;

 private:
  friend class document_builder;
  std::string_view text_;
  std::deque<node> nodes_;
  text_error error_;
};

}  // namespace headroom::program
