// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <random>
#include <vector>

#include <headroom/plan/commitments.hpp>

#include <check.hpp>

namespace {

using hr::purchase_term;

// Every number of machines, from none to the most that any month needs, of every term in every month; -1: none is enough.
double least_cost_by_trying_all(const std::vector<hr::count>& needed, const std::vector<purchase_term>& terms) {
  hr::count most = 0;
  for (const hr::count each : needed) most = std::max(most, each);
  std::vector<hr::count> taken(needed.size() * terms.size());
  double best = -1;
  for (;;) {
    std::vector<hr::count> has(needed.size());
    double cost = 0;
    bool is_in_time = true;
    for (std::size_t i = 0; i < taken.size(); ++i) {
      const std::size_t month = i / terms.size();
      const purchase_term& of = terms[i % terms.size()];
      is_in_time = is_in_time && (taken[i] == 0 || static_cast<hr::count>(month) >= of.lead_months);
      cost += static_cast<double>(taken[i]) * (hr::in_dollars(of.upfront) + hr::in_dollars_per_hour(of.price) * 730 * static_cast<double>(of.months));
      for (std::size_t at = month; at < needed.size() && at < month + static_cast<std::size_t>(of.months); ++at) has[at] += taken[i];
    }
    bool is_enough = is_in_time;
    for (std::size_t at = 0; at < needed.size(); ++at) is_enough = is_enough && has[at] >= needed[at];
    if (is_enough && (best < 0 || cost < best)) best = cost;
    std::size_t i = 0;
    for (; i < taken.size(); ++i) {
      if (++taken[i] <= most) break;
      taken[i] = 0;
    }
    if (i == taken.size()) return best;
  }
}

}  // namespace

TEST_CASE("The cheapest commitments are those that trying all finds") {
  std::mt19937 engine{11};
  const auto below = [&](unsigned n) { return static_cast<hr::count>(engine() % n); };
  int met = 0, not_met = 0;
  for (int i = 0; i < 150; ++i) {
    CAPTURE(i);
    std::vector<hr::count> needed(static_cast<std::size_t>(2 + below(3)));
    for (hr::count& each : needed) each = below(3);
    std::vector<purchase_term> terms;
    for (int t = 0; t < 2; ++t)
      terms.push_back({.months = 1 + below(4), .price = hr::dollars_per_hour(static_cast<double>(1 + below(9))),
                       .upfront = hr::dollars(static_cast<double>(below(3'000))), .lead_months = below(4) == 0 ? below(3) : 0});
    const double best = least_cost_by_trying_all(needed, terms);
    const auto found = hr::cheapest_commitments(needed, terms);
    if (best < 0) {
      ++not_met;
      CHECK(found.is_absent());
      continue;
    }
    ++met;
    const hr::commitments all = found.value_or({});
    CHECK(hr::in_dollars(all.cost) == doctest::Approx(best));
    for (std::size_t month = 0; month < needed.size(); ++month) CHECK(all.machines_in(static_cast<hr::count>(month), terms) >= needed[month]);
  }
  CHECK(met > 100);
  CHECK(not_met > 0);
}

TEST_CASE("Commitments are found at compile time") {
  // A base of 2 for a year, and 3 more in two months of it: a year of 2 at $6 an hour, the rest at $10 month by month.
  constexpr bool are_least = [] {
    std::array<hr::count, 12> needed{};
    for (hr::count& each : needed) each = 2;
    needed[5] = needed[6] = 5;
    const std::array terms{purchase_term{.name = "by the month", .price = hr::dollars_per_hour(10)},
                           purchase_term{.name = "a year", .months = 12, .price = hr::dollars_per_hour(6)}};
    const auto found = hr::cheapest_commitments(needed, terms).value_or({});
    const std::vector<hr::commitment> expected{{1, 0, 2}, {0, 5, 3}, {0, 6, 3}};
    return found.all == expected && hr::math::close(hr::in_dollars(found.cost), 730 * (12 * 2 * 6 + 2 * 3 * 10)) && found.machines_in(6, terms) == 5;
  }();
  CHECK_CONSTEXPR(are_least);
}

TEST_CASE("A commitment that is left half unused is paid in full") {
  const std::array<hr::count, 2> needed{1, 1};
  const std::array terms{purchase_term{.months = 1, .price = hr::dollars_per_hour(10)}, purchase_term{.months = 12, .price = hr::dollars_per_hour(5)}};
  const auto found = hr::cheapest_commitments(needed, terms).value_or({});
  CHECK(hr::in_dollars(found.cost) == doctest::Approx(2 * 10 * 730));
}

TEST_CASE("Twenty years of thousands of machines are planned at once") {
  std::mt19937 engine{5};
  std::vector<hr::count> needed(240);
  for (std::size_t i = 0; i < needed.size(); ++i) needed[i] = static_cast<hr::count>(1'000 + 40 * i + engine() % 400);
  const std::array terms{purchase_term{.months = 1, .price = hr::dollars_per_hour(98.32)}, purchase_term{.months = 12, .price = hr::dollars_per_hour(70)},
                         purchase_term{.months = 36, .price = hr::dollars_per_hour(50)}};
  const auto found = hr::cheapest_commitments(needed, terms).value_or({});
  hr::count machine_months = 0;
  for (const hr::count each : needed) machine_months += each;
  for (std::size_t month = 0; month < needed.size(); ++month) CHECK(found.machines_in(static_cast<hr::count>(month), terms) >= needed[month]);
  CHECK(hr::in_dollars(found.cost) < static_cast<double>(machine_months) * 730 * 98.32);
  CHECK(hr::in_dollars(found.cost) > static_cast<double>(machine_months) * 730 * 50);
}

TEST_CASE("A term costs what is paid upfront and an hourly price for months of 730 hours") {
  CHECK_CONSTEXPR(hr::math::close(hr::in_dollars(hr::cost_of({.months = 7, .price = hr::dollars_per_hour(3), .upfront = hr::dollars(11)})), 11 + 3 * 730 * 7));
  CHECK_CONSTEXPR(hr::cost_of({.months = 7, .upfront = hr::dollars(11)}) == hr::dollars(11));
}

TEST_CASE("A term is of a month that begins at once, and a commitment of none") {
  constexpr purchase_term term;
  CHECK_CONSTEXPR((term.months == 1 && term.lead_months == 0 && term.price == hr::money_rate{} && term.upfront == hr::money{}));
  CHECK_CONSTEXPR(hr::commitment{} == hr::commitment{0, 0, 0});
}

TEST_CASE("Machines of a month are those of the commitments that have begun and not ended") {
  const std::array terms{purchase_term{.months = 3}, purchase_term{.months = 1}};
  const hr::commitments of{.all = {{0, 1, 5}, {1, 2, 7}, {0, 3, 11}}};
  const std::array<hr::count, 7> expected{0, 5, 5 + 7, 5 + 11, 11, 11, 0};
  for (std::size_t month = 0; month < expected.size(); ++month) CHECK(of.machines_in(static_cast<hr::count>(month), terms) == expected[month]);
}

TEST_CASE("Commitments begin when they have to, each for its own cost") {
  // Two months for 2 x 5 are less than two times 7, and more than 7 once: what is needed in both months is taken for two, the rest by the month.
  const std::array<hr::count, 6> needed{0, 2, 2, 0, 3, 1};
  const std::array terms{purchase_term{.price = hr::dollars_per_hour(7)}, purchase_term{.months = 2, .price = hr::dollars_per_hour(5)}};
  const auto found = hr::cheapest_commitments(needed, terms).value_or({});
  CHECK(found.all == std::vector<hr::commitment>{{1, 1, 2}, {0, 4, 2}, {1, 4, 1}});
  CHECK(hr::in_dollars(found.cost) == doctest::Approx(730 * (2 * 2 * 5 + 2 * 7 + 2 * 5)).epsilon(1e-12).scale(0));
  // Where months are free, all of them are.
  const auto free = hr::cheapest_commitments(needed, std::array{purchase_term{}}).value_or({});
  CHECK(hr::in_dollars(free.cost) == 0);
}

// A term that outlasts all months is never given back: more of it are taken where more are needed than ever before.
TEST_CASE("Of a term that never ends as many are taken as are needed at most so far, and when they are") {
  std::mt19937 engine{7};
  const std::array terms{purchase_term{.months = 9, .price = hr::dollars_per_hour(11)}};
  for (int i = 0; i < 50; ++i) {
    CAPTURE(i);
    std::vector<hr::count> needed(9);
    for (hr::count& each : needed) each = static_cast<hr::count>(engine() % 5);
    std::vector<hr::commitment> expected;
    for (hr::count month = 0, most = 0; const hr::count each : needed) {
      if (each > most) expected.push_back({0, month, each - most});
      most = std::max(most, each);
      ++month;
    }
    CHECK(hr::cheapest_commitments(needed, terms).value_or({}).all == expected);
  }
}

TEST_CASE("Prices in another unit of money lead to the same commitments") {
  std::mt19937 engine{13};
  for (int i = 0; i < 50; ++i) {
    CAPTURE(i);
    std::vector<hr::count> needed(8);
    for (hr::count& each : needed) each = static_cast<hr::count>(engine() % 6);
    std::array terms{purchase_term{}, purchase_term{.months = 2}, purchase_term{.months = 5}}, in_small = terms;
    for (std::size_t t = 0; t < terms.size(); ++t) {
      const double price = static_cast<double>(5 + engine() % 8);
      terms[t].upfront = hr::dollars(1'024 * price);
      in_small[t].upfront = hr::dollars(price / 1'024);
    }
    const auto found = hr::cheapest_commitments(needed, terms).value_or({}), small = hr::cheapest_commitments(needed, in_small).value_or({});
    CHECK(found.all == small.all);
    CHECK(hr::in_dollars(found.cost) == 1'024 * 1'024 * hr::in_dollars(small.cost));
  }
}

TEST_CASE("A term with a lead begins no earlier, and others bridge it") {
  const std::array<hr::count, 4> needed{1, 1, 1, 1};
  const std::array terms{purchase_term{.price = hr::dollars_per_hour(10)}, purchase_term{.months = 12, .price = hr::dollars_per_hour(1), .lead_months = 2}};
  const auto found = hr::cheapest_commitments(needed, terms).value_or({});
  CHECK(found.all == std::vector<hr::commitment>{{0, 0, 1}, {0, 1, 1}, {1, 2, 1}});
  CHECK(hr::in_dollars(found.cost) == doctest::Approx(730 * (10 + 10 + 12)).epsilon(1e-12).scale(0));
}

TEST_CASE("Limits of months, terms and prices are reached, and not passed") {
  const std::array<hr::count, 1> needed{1};
  const auto note = [&](const purchase_term& of) { return hr::cheapest_commitments(needed, std::array{of}).note; };
  const std::vector<hr::count> months(240, 1);
  CHECK(hr::cheapest_commitments(months, std::array{purchase_term{.months = 240}}).is_known());
  CHECK(hr::cheapest_commitments(needed, std::vector<purchase_term>(16)).is_known());
  CHECK(hr::cheapest_commitments(needed, std::vector<purchase_term>(17)).note == "240 months and 16 terms at most");
  CHECK(hr::cheapest_commitments(std::array{hr::max_count}, std::array{purchase_term{}}).is_known());
  CHECK(hr::cheapest_commitments(std::array{hr::max_count + 1}, std::array{purchase_term{}}).note == "a number of machines is none");
  CHECK(note({.months = 0}) == "a term is of a month at least");
  CHECK(note({.months = hr::max_count}) == "");
  CHECK(note({.months = hr::max_count + 1}) == "a term is of a month at least");
  CHECK(note({.lead_months = -1}) == "a term is of a month at least");
  CHECK(note({.lead_months = hr::max_count}) == "no term begins early enough");
  CHECK(note({.lead_months = hr::max_count + 1}) == "a term is of a month at least");
  CHECK(note({.upfront = hr::dollars(1e15)}) == "");
  CHECK(note({.upfront = hr::dollars(1.01e15)}) == "a price is no amount");
  // One that is below nothing is none, whatever the other makes of it.
  CHECK(note({.price = hr::dollars_per_hour(-1), .upfront = hr::dollars(1'000)}) == "a price is no amount");
  CHECK(note({.price = hr::dollars_per_hour(1), .upfront = hr::dollars(-1)}) == "a price is no amount");
}

TEST_CASE("Terms that are none are refused") {
  const std::array<hr::count, 1> needed{1};
  const std::array<hr::count, 1> wrong{-1};
  const std::array<hr::count, 241> long_needed{};
  const std::array fine{purchase_term{.price = hr::dollars_per_hour(1)}};
  CHECK(hr::cheapest_commitments(wrong, fine).note == "a number of machines is none");
  CHECK(hr::cheapest_commitments(long_needed, fine).note == "240 months and 16 terms at most");
  CHECK(hr::cheapest_commitments(needed, std::array{purchase_term{.months = 0}}).is_unknown());
  CHECK(hr::cheapest_commitments(needed, std::array{purchase_term{.price = hr::dollars_per_hour(-1)}}).note == "a price is no amount");
  CHECK(hr::cheapest_commitments(needed, std::array{purchase_term{.lead_months = 1}}).is_absent());
  CHECK(hr::cheapest_commitments(needed, {}).is_absent());
  CHECK(hr::cheapest_commitments({}, fine).value_or({}).all.empty());
}
