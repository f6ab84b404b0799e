// SPDX-License-Identifier: BSL-1.0
#include "print/provenance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

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

void source_list::write_to(session& s) const {
  for (std::size_t i = 0; i < all_.size(); ++i) {
    s.paragraph(fmt::format("  [{}] ", i + 1), citation_of(all_[i]));
    if (!all_[i]->url.empty()) s.write(fmt::format("      {}\n", all_[i]->url));
  }
}

void write_dispute(session& s, const dispute& disputed) {
  s.paragraph(fmt::format("  {:<3}  ", disputed.id), fmt::format("{} {} Taken: {} Because: {}", sentence(disputed.subject), sentence(disputed.statements),
                                                                 sentence(disputed.taken), sentence(disputed.reason)));
}

}  // namespace headroom::program
