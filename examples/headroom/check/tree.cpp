// SPDX-License-Identifier: BSL-1.0
#include "check/tree.hpp"

#include <fmt/format.h>
#include <yaml.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "check/json_text.hpp"
#include "suggest.hpp"
#include "words.hpp"

namespace headroom::program {

namespace {

// One of libyaml's events, given back at the end.
class event {
 public:
  event() = default;
  event(const event&) = delete;
  event& operator=(const event&) = delete;
  event(event&&) = delete;
  event& operator=(event&&) = delete;
  ~event() { yaml_event_delete(&is_); }

  yaml_event_t* into() { return &is_; }
  const yaml_event_t* operator->() const { return &is_; }

 private:
  yaml_event_t is_{};
};

std::string_view view_of(const yaml_char_t* text) {
  return text == nullptr ? std::string_view{} : std::string_view(reinterpret_cast<const char*>(text));
}

bool is_merge_key(std::string_view key) { return key == "<<"; }

// What a plain scalar of YAML's core schema means by nothing.
bool is_nothing(std::string_view text) {
  return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
}

}  // namespace

reading_error too_large() { return {0, 0, fmt::format("the file is larger than {} MiB", most_checked_bytes >> 20)}; }

const tree* tree::at(std::string_view name) const {
  if (is != kind::map) return nullptr;
  for (const tree* item : items)
    if (item->key == name) return item;
  for (const tree* merged : items) {
    if (!is_merge_key(merged->key)) continue;
    if (const tree* found = merged->at(name)) return found;
    if (!merged->is_list()) continue;
    for (const tree* each : merged->items)
      if (const tree* found = each->at(name)) return found;
  }
  return nullptr;
}

// Takes libyaml's events one by one, so that what is refused is refused before it is held.
class forest_builder {
 public:
  forest_builder(forest& of, std::string_view text, int first_line, int lines_a_line)
      : of_(of), text_(text), parser_(new yaml_parser_t), lines_(first_line), lines_a_line_(lines_a_line) {
    if (yaml_parser_initialize(parser_.get()) == 0) throw std::bad_alloc();
    yaml_parser_set_encoding(parser_.get(), YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(parser_.get(), reinterpret_cast<const unsigned char*>(text_.data()), text_.size());
  }

  void run() {
    bool goes_on = true;
    while (goes_on) {
      event one;
      if (yaml_parser_parse(parser_.get(), one.into()) == 0) {
        fail_as_parser();
        return;
      }
      line_ = line_at(one->start_mark.index);
      goes_on = take(one);
    }
  }

 private:
  struct parser_closer {
    void operator()(yaml_parser_t* parser) const {
      yaml_parser_delete(parser);
      delete parser;  // NOLINT(cppcoreguidelines-owning-memory)
    }
  };

  bool take(const event& one) {
    switch (one->type) {
      case YAML_STREAM_END_EVENT:
        take_comments(text_.size());
        return false;
      case YAML_DOCUMENT_START_EVENT:
        anchors_.clear();
        return true;
      case YAML_ALIAS_EVENT:
        return take_alias(one);
      case YAML_SCALAR_EVENT:
        return take_scalar(one);
      case YAML_SEQUENCE_START_EVENT:
        return open(tree::kind::list, view_of(one->data.sequence_start.anchor));
      case YAML_MAPPING_START_EVENT:
        return open(tree::kind::map, view_of(one->data.mapping_start.anchor));
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT:
        return close();
      default:
        return true;
    }
  }

  bool fail(int line, int column, std::string message) {
    of_.error_ = {line, column, std::move(message)};
    return false;
  }
  bool fail(std::string message) { return fail(line_, 0, std::move(message)); }

  void fail_as_parser() {
    const yaml_parser_t& p = *parser_;
    if (p.error == YAML_READER_ERROR) {
      const std::string_view before = text_.substr(0, std::min(p.problem_offset, text_.size()));
      fail(1 + static_cast<int>(std::ranges::count(before, '\n')), 0,
           fmt::format("{}: expected a text in UTF-8 without control characters", view_of_error(p.problem)));
    } else if (p.error == YAML_MEMORY_ERROR) {
      throw std::bad_alloc();
    } else {
      const std::string_view context = view_of_error(p.context);
      fail(static_cast<int>(p.problem_mark.line) + 1, static_cast<int>(p.problem_mark.column) + 1,
           fmt::format("not YAML or JSON: {}{}{}", context, context.empty() ? "" : ", ", view_of_error(p.problem)));
    }
  }
  static std::string_view view_of_error(const char* text) {
    return text == nullptr ? std::string_view{} : std::string_view(text);
  }

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

  // Whether there may be so many values more.
  bool take_values(std::uint64_t values) {
    written_out_ += values;
    return written_out_ <= most_tree_values ||
           fail(fmt::format("more than {} values, with aliases written out", most_tree_values));
  }

  // Puts a value where the text has it: into the open list or map, or as a document.
  bool place(tree* value) {
    if (open_.empty()) {
      of_.documents_.push_back(value);
      return true;
    }
    level& in = open_.back();
    in.of->values += value->values;
    if (in.of->is_map()) {
      value->key = in.key;
      value->key_line = in.key_line;
      in.has_key = false;
    }
    in.of->items.push_back(value);
    return true;
  }

  bool awaits_key() const { return !open_.empty() && open_.back().of->is_map() && !open_.back().has_key; }

  bool take_key(std::string_view text) {
    level& in = open_.back();
    in.key = text;
    in.key_line = line_;
    in.has_key = true;
    if (is_merge_key(text) || in.keys.insert(text).second) return true;
    return fail(fmt::format("the key {} is in this map twice: expected each key once", in_quotes(text)));
  }

  bool take_scalar(const event& one) {
    const auto& scalar = one->data.scalar;
    const bool is_block = scalar.style == YAML_LITERAL_SCALAR_STYLE || scalar.style == YAML_FOLDED_SCALAR_STYLE;
    // A block's first line has its sign alone, and may have a comment after it.
    take_comments(is_block ? std::min(text_.find('\n', bytes_), text_.size()) : bytes_);
    // A scalar may span lines.
    comment_line_ = line_at(one->end_mark.index);
    comments_from_ = bytes_;
    const std::string_view text = kept({reinterpret_cast<const char*>(scalar.value), scalar.length});
    if (awaits_key() && scalar.anchor == nullptr) return take_key(text);
    tree* value = make();
    value->line = line_;
    value->quoted = scalar.style != YAML_PLAIN_SCALAR_STYLE;
    value->text = text;
    value->is = !value->quoted && is_nothing(text) ? tree::kind::none : tree::kind::text;
    remember(view_of(scalar.anchor), value);
    return awaits_key() ? take_key(text) : take_values(1) && place(value);
  }

  bool take_alias(const event& one) {
    const std::string_view name = view_of(one->data.alias.anchor);
    const auto found = anchors_.find(name);
    if (found == anchors_.end())
      return fail(fmt::format("the alias *{} has no anchor before it", name));
    if (awaits_key()) return fail("an alias as a key: expected a text");
    if (std::ranges::any_of(open_, [&](const level& each) { return each.of == found->second; }))
      return fail(fmt::format("the alias *{} stands inside what it names", name));
    return take_values(found->second->values) && place(make(*found->second));
  }

  void remember(std::string_view anchor, const tree* value) {
    if (!anchor.empty()) anchors_.insert_or_assign(std::string(anchor), value);
  }

  bool open(tree::kind what, std::string_view anchor) {
    if (awaits_key()) return fail("a list or map as a key: expected a text");
    if (open_.size() == most_tree_depth)
      return fail(fmt::format("lists and maps nested more than {} deep", most_tree_depth));
    tree* value = make();
    value->is = what;
    value->line = line_;
    remember(anchor, value);
    open_.push_back({.of = value});
    return take_values(1);
  }
  bool close() {
    tree* value = open_.back().of;
    open_.pop_back();
    return place(value);
  }

  // The line of a character, which comes after those asked for before; bytes_ goes there. libyaml counts characters,
  // and takes more of them for ends of lines than compilers and editors do.
  int line_at(std::size_t character) {
    while (characters_ < character && bytes_ < text_.size()) {
      if (text_[bytes_] == '\n') lines_ += lines_a_line_;
      ++bytes_;
      while (bytes_ < text_.size() && (static_cast<unsigned char>(text_[bytes_]) & 0xC0U) == 0x80U) ++bytes_;
      ++characters_;
    }
    return lines_;
  }

  // The comments between two scalars: from a # at the begin of a line or after a blank to the end of the line.
  void take_comments(std::size_t end) {
    for (std::size_t i = comments_from_; i < end; ++i) {
      if (text_[i] == '\n') {
        ++comment_line_;
        continue;
      }
      const bool after_blank = i == 0 || text_[i - 1] == '\n' || text_[i - 1] == ' ' || text_[i - 1] == '\t';
      if (text_[i] != '#' || !after_blank) continue;
      const std::size_t stop = std::min(text_.find('\n', i), text_.size());
      const std::size_t start = i == 0 ? 0 : text_.rfind('\n', i - 1) + 1;
      of_.comments_.push_back({comment_line_, kept(without_comment_signs(text_.substr(i + 1, stop - i - 1))),
                               without_comment_signs(text_.substr(start, i - start)).empty()});
      i = stop - 1;
    }
  }
  static std::string_view without_comment_signs(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r#");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
  }

  struct level {
    tree* of = nullptr;
    std::string_view key{};
    int key_line = 0;
    bool has_key = false;
    std::set<std::string_view> keys{};
  };

  forest& of_;
  std::string_view text_;
  std::unique_ptr<yaml_parser_t, parser_closer> parser_;
  std::vector<level> open_;
  std::map<std::string, const tree*, std::less<>> anchors_;
  std::uint64_t written_out_ = 0;  // values, with aliases written out
  int line_ = 1;                   // of the event
  std::size_t characters_ = 0;
  std::size_t bytes_ = 0;
  int lines_;
  int lines_a_line_;
  std::size_t comments_from_ = 0;
  int comment_line_ = 1;
};

forest::forest(std::string_view text, int first_line, int lines_a_line) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  if (text.size() > most_checked_bytes) {
    error_ = too_large();
    return;
  }
  json_text as_json;
  if (looks_like_json(text)) {
    as_json = json_as_yaml(text);
    for (const comment& each : as_json.comments) comments_.push_back(each);
  }
  forest_builder(*this, as_json.text.empty() ? text : std::string_view(as_json.text), first_line, lines_a_line)
      .run();
}

}  // namespace headroom::program
