// SPDX-License-Identifier: BSL-1.0
#include "judgement.hpp"

#include <algorithm>
#include <cstddef>

namespace headroom::program {

namespace {

constexpr std::size_t most_groups_for_growth = 100;

}  // namespace

judgement judge(std::span<const group> groups, const demand& asked) {
  judgement found{.verdict = assess(groups, asked)};
  if (groups.size() <= most_groups_for_growth) {
    found.more = how_many_more(groups, asked);
    found.spare = could_give_back(groups, asked);
  }
  return found;
}

std::optional<judgement> judge(const own_file& of) {
  if (!of.names_machines || !of.has_demand) return std::nullopt;
  judgement found = judge(of.cluster.groups(), of.demand);
  if (found.verdict.checks().empty() && found.verdict.outcome != outcome::invalid) return std::nullopt;
  return found;
}

exit_code exit_of(outcome of) {
  switch (of) {
    case outcome::fits:
      return fits_or_nothing_to_judge;
    case outcome::cannot_be_judged:
      return cannot_be_judged;
    case outcome::does_not_fit:
      return does_not_fit;
    case outcome::invalid:
      break;
  }
  return bad_input;
}

int worse(int a, int b) {
  const auto rank = [](int exit) {
    return exit == bad_input ? 3 : exit == does_not_fit ? 2 : exit == cannot_be_judged ? 1 : 0;
  };
  return rank(a) >= rank(b) ? a : b;
}

}  // namespace headroom::program
