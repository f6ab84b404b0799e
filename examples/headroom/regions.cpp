// SPDX-License-Identifier: BSL-1.0
#include "regions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/models.hpp>
#include <span>

#include "reading.hpp"

namespace headroom::program {

std::vector<std::string_view> regions_of(const pricing& terms, const std::function<bool(const price&)>& is_meant) {
  std::vector<std::string_view> all;
  for (const std::span<const price> rows : {terms.own, terms.published})
    for (const price& row : rows)
      if (!row.region.empty() && (!is_meant || is_meant(row))) all.push_back(row.region);
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::string_view region_called(std::string_view word, const pricing& terms, std::string_view option) {
  const std::vector<std::string_view> known = regions_of(terms);
  const std::string_view found = word_called(word, known);
  if (!found.empty()) return found;
  const std::string_view meant = nearest(word, known);
  throw input_error(fmt::format("{}: no price is known in {}{}; expected {}", option, in_quotes(word),
                                meant.empty() ? "" : fmt::format(": did you mean {}?", in_quotes(meant)), one_of(known)));
}

}  // namespace headroom::program
