// SPDX-License-Identifier: BSL-1.0
#include "validate/errors.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::program::validation {

namespace {

errors spread_of(std::vector<double> sizes) {
  if (sizes.empty()) return {};
  std::ranges::sort(sizes);
  const std::size_t half = sizes.size() / 2;
  return {.figures = static_cast<int>(sizes.size()),
          .median = sizes.size() % 2 == 1 ? sizes[half] : (sizes[half - 1] + sizes[half]) / 2,
          .ninetieth = sizes[(9 * sizes.size() + 9) / 10 - 1],
          .worst = sizes.back()};
}

std::optional<bool> holds(const family& of, const errors& found) {
  if (found.figures == 0) return {};
  switch (of.bar.kind) {
    case bar_kind::exact:
    case bar_kind::within:
      return found.misses == 0;
    case bar_kind::spread:
      return found.median <= of.bar.median && (of.bar.ninetieth == 0 || found.ninetieth <= of.bar.ninetieth);
    case bar_kind::misses:
      return found.misses <= of.bar.misses || found.misses <= of.bar.median * found.figures;
    case bar_kind::none:
      break;
  }
  return {};
}

standing standing_of(const family& of, std::string part, std::span<const judged> figures) {
  standing all{.family = &of, .part = std::move(part), .of = errors_of(figures, of)};
  for (const judged& one : figures) {
    if (!one.refused.empty())
      ++all.refused;
    else if (!one.counts())
      ++all.apart;
    else if (one.fits_recomputed.has_value())
      all.fits_recomputed = all.fits_recomputed.value_or(0) + *one.fits_recomputed;
  }
  if (all.part.empty()) all.holds = holds(of, all.of);
  return all;
}

}  // namespace

errors errors_of(std::span<const judged> figures, const family& of) {
  std::vector<double> sizes;
  double sum = 0;
  int misses = 0;
  for (const judged& one : figures) {
    if (!one.counts()) continue;
    misses += is_miss(of, one);
    sizes.push_back(std::abs(one.error()));
    sum += one.error();
  }
  errors all = spread_of(sizes);
  all.misses = misses;
  if (all.figures > 0) all.bias = sum / all.figures;
  return all;
}

std::vector<standing> standings(std::span<const judged> figures) {
  std::vector<standing> all;
  for (const family& of : families()) {
    std::vector<judged> own;
    std::vector<std::string> parts;
    for (const judged& one : figures) {
      if (one.family != of.name) continue;
      own.push_back(one);
      if (std::ranges::find(parts, one.part) == parts.end()) parts.push_back(one.part);
    }
    // Of what nobody measured, the table says so beside the family's neighbours.
    const bool is_beside = of.is_shown_empty && std::ranges::any_of(figures, [&](const judged& one) {
      return std::ranges::equal(family_named(one.family)->rows, of.rows);
    });
    if (own.empty() && !is_beside) continue;
    all.push_back(standing_of(of, "", own));
    if (parts.size() < 2) continue;
    for (const std::string& part : parts) {
      std::vector<judged> of_part;
      std::ranges::copy_if(own, std::back_inserter(of_part), [&](const judged& one) { return one.part == part; });
      all.push_back(standing_of(of, part, of_part));
    }
  }
  return all;
}

std::vector<peer_standing> peer_standings(std::span<const judged> figures) {
  using sizes = std::vector<double>;
  std::vector<peer_standing> all;
  std::vector<std::pair<sizes, sizes>> of_each;
  for (const judged& one : figures) {
    if (!one.counts()) continue;
    for (const peer_figure& peer : one.peers) {
      const auto same = std::ranges::find_if(all, [&](const peer_standing& each) { return each.peer == peer.peer && each.family->name == one.family; });
      const auto at = static_cast<std::size_t>(same - all.begin());
      if (same == all.end()) {
        all.push_back({.peer = std::string(peer.peer), .family = family_named(one.family)});
        of_each.emplace_back();
      }
      of_each[at].first.push_back(std::abs(one.error_of(peer.found)));
      of_each[at].second.push_back(std::abs(one.error()));
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].theirs = spread_of(of_each[i].first);
    all[i].ours = spread_of(of_each[i].second);
  }
  return all;
}

}  // namespace headroom::program::validation
