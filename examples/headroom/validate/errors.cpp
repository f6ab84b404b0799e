// SPDX-License-Identifier: BSL-1.0
#include "validate/errors.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::program::validation {

namespace {

double median_of(const std::vector<double>& sorted) {
  if (sorted.empty()) return 0;
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

double ninetieth_of(const std::vector<double>& sorted) {
  return sorted.empty() ? 0 : sorted[(9 * sorted.size() + 9) / 10 - 1];
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
  errors all;
  std::vector<double> sizes;
  for (const judged& one : figures) {
    if (!one.counts()) continue;
    ++all.figures;
    all.misses += is_miss(of, one);
    sizes.push_back(std::abs(one.error()));
    all.bias += one.error();
  }
  if (sizes.empty()) return all;
  std::ranges::sort(sizes);
  all.bias /= static_cast<double>(sizes.size());
  all.median = median_of(sizes);
  all.ninetieth = ninetieth_of(sizes);
  all.worst = sizes.back();
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
  struct both {
    std::vector<double> theirs{};
    std::vector<double> ours{};
  };
  std::vector<peer_standing> all;
  std::vector<both> sizes;
  for (const judged& one : figures) {
    if (!one.counts()) continue;
    for (const peer_figure& peer : one.peers) {
      std::size_t at = 0;
      while (at < all.size() && (all[at].peer != peer.peer || all[at].family->name != one.family)) ++at;
      if (at == all.size()) {
        all.push_back({.peer = std::string(peer.peer), .family = family_named(one.family)});
        sizes.emplace_back();
      }
      sizes[at].theirs.push_back(std::abs(one.error_of(peer.found)));
      sizes[at].ours.push_back(std::abs(one.error()));
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto& [theirs, ours] = sizes[i];
    std::ranges::sort(theirs);
    std::ranges::sort(ours);
    all[i].figures = static_cast<int>(theirs.size());
    all[i].median = median_of(theirs);
    all[i].worst = theirs.back();
    all[i].our_median = median_of(ours);
    all[i].our_worst = ours.back();
  }
  return all;
}

}  // namespace headroom::program::validation
