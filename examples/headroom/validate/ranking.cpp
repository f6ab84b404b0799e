// SPDX-License-Identifier: BSL-1.0
#include "validate/ranking.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace headroom::program::validation {

namespace {

constexpr double apart = 1.1;

constexpr std::array<std::string_view, 2> of_training{"steps_dense", "steps_experts"};
constexpr std::array<std::string_view, 2> of_serving{"serving_throughput", "serving_tpot"};
constexpr std::array all_rankings{
    ranking{"training", "Training steps", of_training, false, 0.95},
    ranking{"machines", "Machines that serve", of_serving, true, 0.92},
};

bool compares(const ranking& of, std::string_view family) { return std::ranges::find(of.families, family) != of.families.end(); }

// Figures that may be compared lie beside each other.
auto alike(const judged& one) { return std::tie(one.family, one.job); }

void compare(ranked& all, const judged& a, const judged& b) {
  if (all.of->of_gpus && a.gpu == b.gpu) return;
  const double published = a.published_speed() / b.published_speed();
  if (published <= apart && published >= 1 / apart) return;
  ++all.pairs;
  all.right += published > 1 ? a.speed > b.speed : a.speed < b.speed;
}

}  // namespace

bool is_ranked(std::string_view family) {
  return std::ranges::any_of(all_rankings, [&](const ranking& each) { return compares(each, family); });
}

std::vector<ranked> rankings(std::span<const judged> figures) {
  std::vector<ranked> all;
  for (const ranking& each : all_rankings) {
    std::vector<const judged*> of;
    for (const judged& one : figures)
      if (one.counts() && one.found > 0 && one.published > 0 && compares(each, one.family)) of.push_back(&one);
    std::ranges::stable_sort(of, [](const judged* a, const judged* b) { return alike(*a) < alike(*b); });
    ranked found{.of = &each};
    for (std::size_t i = 0; i < of.size(); ++i)
      for (std::size_t j = i + 1; j < of.size() && alike(*of[i]) == alike(*of[j]); ++j) compare(found, *of[i], *of[j]);
    if (found.pairs > 0) all.push_back(found);
  }
  return all;
}

}  // namespace headroom::program::validation
