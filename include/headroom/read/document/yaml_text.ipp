// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <yaml.h>

#include <algorithm>
#include <headroom/read/document/yaml_text.hpp>
#include <map>
#include <memory>
#include <new>

namespace headroom::read {

namespace yaml_detail {

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

// What a plain scalar of YAML's core schema means by nothing.
bool is_nothing(std::string_view text) {
  return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
}


// Takes libyaml's events one by one, so that what is refused is refused before it is held.
class yaml_reader {
 public:
  yaml_reader(std::string_view text, yaml_lines lines, tree_maker& into)
      : text_(text), into_(into), parser_(new yaml_parser_t), line_(lines.first), lines_(lines.first), lines_a_line_(lines.each) {
    if (yaml_parser_initialize(parser_.get()) == 0) throw std::bad_alloc();
    yaml_parser_set_encoding(parser_.get(), YAML_UTF8_ENCODING);
    const std::string_view given = text_.empty() ? "" : text_;  // libyaml takes no null pointer
    yaml_parser_set_input_string(parser_.get(), reinterpret_cast<const unsigned char*>(given.data()), given.size());
  }

  // False: the error is set.
  bool read() {
    for (;;) {
      event one;
      if (yaml_parser_parse(parser_.get(), one.into()) == 0) return fail_as_parser();
      line_ = line_at(one->start_mark.index);
      column_ = static_cast<int>(one->start_mark.column) + 1;
      if (one->type == YAML_STREAM_END_EVENT) {
        take_comments(text_.size());
        return true;
      }
      if (!take(one)) return false;
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
        return into_.place_value(into_.close());
      default:
        return true;
    }
  }

  bool fail(std::string message) { return into_.fail({line_, column_, std::move(message), refusal::not_a_document}); }

  bool fail_as_parser() {
    const yaml_parser_t& p = *parser_;
    if (p.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
    if (p.error == YAML_READER_ERROR) {
      const std::string_view before = text_.substr(0, std::min(p.problem_offset, text_.size()));
      return into_.fail({1 + static_cast<int>(std::ranges::count(before, '\n')), 0,
                         concat(view_of_error(p.problem), ": expected a text in UTF-8 without control characters"),
                         refusal::not_utf8});
    }
    const std::string_view context = view_of_error(p.context);
    return into_.fail({static_cast<int>(p.problem_mark.line) + 1, static_cast<int>(p.problem_mark.column) + 1,
                       concat("not YAML or JSON: ", context, context.empty() ? "" : ", ", view_of_error(p.problem)),
                       refusal::not_a_document});
  }
  static std::string_view view_of_error(const char* text) {
    return text == nullptr ? std::string_view{} : std::string_view(text);
  }

  bool take_scalar(const event& one) {
    const auto& scalar = one->data.scalar;
    const bool is_block = scalar.style == YAML_LITERAL_SCALAR_STYLE || scalar.style == YAML_FOLDED_SCALAR_STYLE;
    // A block's first line has its sign alone, and may have a comment after it.
    take_comments(is_block ? std::min(text_.find('\n', bytes_), text_.size()) : bytes_);
    // A scalar may span lines.
    comment_line_ = line_at(one->end_mark.index);
    comments_from_ = bytes_;
    const std::string_view text = into_.kept({reinterpret_cast<const char*>(scalar.value), scalar.length});
    const bool is_key = into_.awaits_key();
    if (is_key && scalar.anchor == nullptr) return into_.take_key(text, line_, column_);
    tree* value = into_.make();
    value->line = line_;
    value->column = column_;
    value->quoted = scalar.style != YAML_PLAIN_SCALAR_STYLE;
    value->text = text;
    value->is = !value->quoted && is_nothing(text) ? tree::kind::none : tree::kind::text;
    remember(view_of(scalar.anchor), value);
    return is_key ? into_.take_key(text, line_, column_) : into_.take_values(1, line_, column_) && into_.place_value(value);
  }

  bool take_alias(const event& one) {
    const std::string_view name = view_of(one->data.alias.anchor);
    const auto found = anchors_.find(name);
    if (found == anchors_.end()) return fail(concat("the alias *", name, " has no anchor before it"));
    if (into_.awaits_key()) return fail("an alias as a key: expected a text");
    if (into_.is_open(found->second)) return fail(concat("the alias *", name, " stands inside what it names"));
    return into_.take_values(found->second->values, line_, column_) && into_.place_value(into_.make(*found->second));
  }

  void remember(std::string_view anchor, const tree* value) {
    if (!anchor.empty()) anchors_.insert_or_assign(std::string(anchor), value);
  }

  bool open(tree::kind what, std::string_view anchor) {
    if (into_.awaits_key()) return fail("a list or map as a key: expected a text");
    tree* value = into_.make();
    value->is = what;
    value->line = line_;
    value->column = column_;
    remember(anchor, value);
    return into_.open(value);
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
      into_.add_comment({comment_line_, into_.kept(without_comment_signs(text_.substr(i + 1, stop - i - 1))),
                         without_comment_signs(text_.substr(start, i - start)).empty()});
      i = stop - 1;
    }
  }
  static std::string_view without_comment_signs(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r#");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
  }

  std::string_view text_;
  tree_maker& into_;
  std::unique_ptr<yaml_parser_t, parser_closer> parser_;
  std::map<std::string, const tree*, std::less<>> anchors_;
  int line_;  // of the event
  int column_ = 0;
  std::size_t characters_ = 0;
  std::size_t bytes_ = 0;
  int lines_;
  int lines_a_line_;
  std::size_t comments_from_ = 0;
  int comment_line_ = 1;
};

}  // namespace yaml_detail

bool read_yaml(std::string_view text, yaml_lines lines, tree_maker& into) {
  return yaml_detail::yaml_reader(text, lines, into).read();
}

}  // namespace headroom::read
