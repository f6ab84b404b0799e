// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/read/document.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

// The text of a file to check: its lines, and its documents where it is YAML or JSON, parsed when first asked for.
class source_text {
 public:
  explicit source_text(std::string text) : text_(std::move(text)) {
    if (text_.starts_with(byte_order_mark)) text_.erase(0, byte_order_mark.size());
  }

  std::string_view text() const { return text_; }

  const parsed_documents& parsed() const {
    if (parsed_ == nullptr) parsed_ = std::make_unique<parsed_documents>(text_);
    return *parsed_;
  }
  // Empty where the text is neither YAML nor JSON.
  const std::vector<const tree*>& documents() const {
    static const std::vector<const tree*> none;
    return parsed().is_good() ? parsed().roots() : none;
  }
  // From the begin of a line, of which the first is 1.
  std::string_view from_line(int line) const {
    if (starts_.empty()) {
      starts_.push_back(0);
      for (std::size_t i = 0; i < text_.size(); ++i)
        if (text_[i] == '\n') starts_.push_back(i + 1);
    }
    const std::size_t at = line < 1 ? 0 : static_cast<std::size_t>(line) - 1;
    return at < starts_.size() ? std::string_view(text_).substr(starts_[at]) : std::string_view{};
  }
  // The one document of a text that has one map in it; nullptr of others.
  const tree* document() const {
    return documents().size() == 1 && documents().front()->is_map() ? documents().front() : nullptr;
  }

 private:
  std::string text_;
  mutable std::unique_ptr<parsed_documents> parsed_;
  mutable std::vector<std::size_t> starts_;  // of lines
};

// Calls the function with each line, without its end, and its number from 1.
template <class Function>
void for_each_line(std::string_view text, Function&& call) {
  int number = 1;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    call(line, number++);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

}  // namespace headroom::read
