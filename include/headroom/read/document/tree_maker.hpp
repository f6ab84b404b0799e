// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstring>
#include <headroom/read/document.hpp>
#include <headroom/read/common/messages.hpp>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom::read {

// Makes trees of the values of a text, in the order in which it has them; the readers of YAML and JSON build on it. A
// function that returns false has set the error.
class tree_maker {
 public:
  tree_maker(parsed_documents& of, const document_limits& limits) : of_(of), limits_(limits) {}

  bool fail(reading_error error) {
    of_.error_ = std::move(error);
    return false;
  }

  // A text that lives as long as the documents.
  std::string_view kept(std::string_view text) {
    char* at = static_cast<char*>(of_.memory_.allocate(text.size() + 1, 1));
    if (!text.empty()) std::memcpy(at, text.data(), text.size());
    return {at, text.size()};
  }
  template <class... Arguments>
  tree* make(const Arguments&... arguments) {
    std::pmr::polymorphic_allocator<tree> allocator(&of_.memory_);
    tree* made = allocator.allocate(1);
    return std::construct_at(made, arguments..., &of_.memory_);
  }

  bool awaits_key() const { return !open_.empty() && open_.back().of->is_map() && !open_.back().has_key; }
  bool is_open(const tree* value) const {
    for (const level& each : open_)
      if (each.of == value) return true;
    return false;
  }

  bool take_key(std::string_view text, int line, int column) {
    level& in = open_.back();
    in.key = text;
    in.key_line = line;
    in.key_column = column;
    in.has_key = true;
    return true;
  }

  // Puts a value where the text has it: into the open list or map, or as a document.
  bool place_value(tree* value) {
    if (open_.empty()) {
      of_.roots_.push_back(value);
      return true;
    }
    level& in = open_.back();
    in.of->values += value->values;
    value->parent = in.of;
    if (in.of->is_map()) {
      value->key = in.key;
      value->key_line = in.key_line;
      value->key_column = in.key_column;
      in.has_key = false;
      // Merge keys may stand there more than once.
      if (in.key != "<<") note_key(in, *value);
    }
    in.of->items.push_back(value);
    return true;
  }
  bool take_values(std::uint64_t values, int line, int column) {
    written_out_ += values;
    return written_out_ <= limits_.values ||
           fail({line, column, concat("more than ", limits_.values, " values, with aliases written out"), refusal::too_large});
  }

  bool open(tree* value) {
    if (open_.size() == limits_.depth)
      return fail({value->line, value->column, concat("lists and maps nested more than ", limits_.depth, " deep"), refusal::too_large});
    open_.push_back({.of = value});
    return take_values(1, value->line, value->column);
  }
  tree* close() {
    tree* value = open_.back().of;
    open_.pop_back();
    if (value->is_map()) write_out_merges(*value);
    return value;
  }
  const tree* innermost() const { return open_.empty() ? nullptr : open_.back().of; }
  bool has_open() const { return !open_.empty(); }

  void add_comment(comment one) { of_.comments_.push_back(one); }
  void forget_values() {
    of_.roots_.clear();
    of_.comments_.clear();
    of_.repeated_keys_.clear();
    of_.error_ = {.why = refusal::none};
  }

 private:
  struct level {
    tree* of = nullptr;
    std::string_view key{};
    int key_line = 0;
    int key_column = 0;
    bool has_key = false;
    std::map<std::string_view, int> keys{};  // with their lines
  };

  // Of two values of one key the last counts.
  void note_key(level& in, const tree& value) {
    const auto [known, is_new] = in.keys.try_emplace(value.key, value.key_line);
    if (is_new) return;
    of_.repeated_keys_.push_back({value.key, in.of, known->second, value.key_line, value.key_column});
    known->second = value.key_line;
    std::erase_if(in.of->items, [&](const tree* each) { return each->key == value.key; });
  }

  // Keys of maps that "<<" merges into this one, where it has none of its own; of a list of maps the first has its way. What
  // is merged was counted with the aliases.
  static void write_out_merges(tree& map) {
    const auto is_merge = [](const tree* each) { return each->key == "<<" && (each->is_map() || each->is_list()); };
    if (std::ranges::none_of(map.items, is_merge)) return;
    std::vector<const tree*> merges;
    std::set<std::string_view> keys;
    for (const tree* each : map.items) {
      if (is_merge(each)) merges.push_back(each);
      else keys.insert(each->key);
    }
    std::erase_if(map.items, is_merge);
    const auto merge = [&](const tree& from) {
      for (const tree* each : from.items)
        if (from.is_map() && keys.insert(each->key).second) map.items.push_back(each);
    };
    for (const tree* each : merges) {
      merge(*each);
      if (each->is_list())
        for (const tree* one : each->items) merge(*one);
    }
  }

  parsed_documents& of_;
  const document_limits& limits_;
  std::vector<level> open_;
  std::uint64_t written_out_ = 0;  // values, with aliases written out
};

}  // namespace headroom::read
