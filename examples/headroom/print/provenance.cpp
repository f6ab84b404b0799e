// SPDX-License-Identifier: BSL-1.0
#include "print/provenance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "print/lines.hpp"

namespace headroom::program {

namespace {

// A full stop after a sentence that may have one.
std::string sentence(std::string_view words) {
  std::string result(words);
  if (!result.empty() && result.back() != '.') result += '.';
  return result;
}

}  // namespace

std::string citation_of(const source* from) {
  if (from == nullptr) return "no document";
  std::string result(from->title);
  if (!from->date.empty()) fmt::format_to(std::back_inserter(result), ", {}", from->date);
  return result;
}

std::string source_list::number_of(const source* from) {
  if (from == nullptr) return {};
  const auto found = std::find(all_.begin(), all_.end(), from);
  const auto index = found - all_.begin();
  if (found == all_.end()) all_.push_back(from);
  return std::to_string(index + 1);
}

std::string source_list::text(int width) const {
  std::string result;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    result += paragraph(fmt::format("  [{}] ", i + 1), citation_of(all_[i]), width);
    if (!all_[i]->url.empty()) fmt::format_to(std::back_inserter(result), "      {}\n", all_[i]->url);
  }
  return result;
}

std::string dispute_text(const dispute& disputed, int width) {
  const std::string words =
      fmt::format("{} {} Taken: {} Because: {}", sentence(disputed.subject), sentence(disputed.statements),
                  sentence(disputed.taken), sentence(disputed.reason));
  return paragraph(fmt::format("  {:<3}  ", disputed.id), words, width);
}

}  // namespace headroom::program
