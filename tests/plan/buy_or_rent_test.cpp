// SPDX-License-Identifier: BSL-1.0
#include <headroom/plan/buy_or_rent.hpp>

#include <cmath>

#include <string_view>

#include <check.hpp>

namespace {

// 10 kW at a PUE of 1.5 are 10,950 kWh in 730 hours: $1,095 at ten cents, and $905 of upkeep.
constexpr hr::ownership_terms owned{.purchase = hr::dollars(240'000), .drawn = hr::kilowatts(10), .usage_effectiveness = 1.5, .kilowatt_hour = hr::dollars(0.1), .upkeep_a_month = hr::dollars(905)};

}  // namespace

TEST_CASE("Buying costs its price and what running takes, renting each hour") {
  CHECK_CONSTEXPR(hr::math::close(hr::in_dollars(value_of(hr::running_cost(owned))), 2'000));
  // $10 an hour are $7,300 a month: $5,300 less a month to run.
  constexpr hr::cost_comparison found = value_of(hr::buy_or_rent(owned, hr::dollars_per_hour(10), 36));
  CHECK_CONSTEXPR(hr::math::close(hr::in_dollars(found.bought), 240'000 + 36 * 2'000));
  CHECK_CONSTEXPR(hr::math::close(hr::in_dollars(found.rented), 36 * 7'300));
  CHECK_CONSTEXPR(!found.is_buying_cheaper());
  CHECK_CONSTEXPR(!hr::cost_comparison{.bought = hr::dollars(7), .rented = hr::dollars(7)}.is_buying_cheaper());
  CHECK_CONSTEXPR(hr::math::close(value_of(found.months_to_break_even), 240'000 / 5'300.));
  CHECK_CONSTEXPR(value_of(hr::buy_or_rent(owned, hr::dollars_per_hour(10), 46)).is_buying_cheaper());
}

TEST_CASE("Both cost the same where they cross, and they do not where running costs as much as renting") {
  for (const double dollars : {4.0, 10.0, 98.32}) {
    const double months = value_of(value_of(hr::buy_or_rent(owned, hr::dollars_per_hour(dollars), 1)).months_to_break_even);
    CHECK(240'000 + months * 2'000 == doctest::Approx(months * 730 * dollars));
  }
  CHECK(value_of(hr::buy_or_rent(owned, hr::dollars_per_hour(2'000. / 730), 1)).months_to_break_even.is_absent());
  CHECK(value_of(hr::buy_or_rent(owned, hr::dollars_per_hour(1), 400)).months_to_break_even.is_absent());
  // To the cent: what costs nothing to run, beside what costs nothing to rent.
  const hr::ownership_terms free_to_run{.purchase = hr::dollars(100), .drawn = hr::watts(0), .usage_effectiveness = 1.0, .kilowatt_hour = hr::dollars(0)};
  CHECK(value_of(hr::buy_or_rent(free_to_run, hr::dollars_per_hour(0), 12)).months_to_break_even.is_absent());
}

TEST_CASE("What is got back counts for buying, in the last month") {
  hr::ownership_terms sold = owned;
  sold.resale = hr::dollars(100'000);
  const hr::cost_comparison found = value_of(hr::buy_or_rent(sold, hr::dollars_per_hour(10), 36));
  CHECK(hr::in_dollars(found.bought) == doctest::Approx(140'000 + 36 * 2'000));
  CHECK(found.is_buying_cheaper());
  // After 35 months $310,000 are paid for buying and $255,500 for renting, after 36 of them $212,000 and $262,800: the sale decides.
  CHECK(value_of(found.months_to_break_even) == 36);
  // 240,000 / 5,300 = 45.3 months, by which nothing is got back; in 20 months the sale does not make it cheaper, and in 27 it does.
  CHECK(value_of(value_of(hr::buy_or_rent(sold, hr::dollars_per_hour(10), 48)).months_to_break_even) == doctest::Approx(240'000 / 5'300.));
  CHECK(value_of(value_of(hr::buy_or_rent(sold, hr::dollars_per_hour(10), 20)).months_to_break_even) == doctest::Approx(240'000 / 5'300.));
  CHECK(value_of(value_of(hr::buy_or_rent(sold, hr::dollars_per_hour(10), 27)).months_to_break_even) == 27);  // 140,000 / 5,300 = 26.4
}

// Month by month: what is paid at the end of each counts for less by a twelfth root of the year's interest.
TEST_CASE("Later money counts for less by the interest that is stated") {
  hr::ownership_terms lent = owned;
  lent.resale = hr::dollars(60'000);
  for (const double interest : {0.0, 0.01, 0.06, 0.25}) {
    lent.interest_a_year = interest;
    const hr::cost_comparison found = value_of(hr::buy_or_rent(lent, hr::dollars_per_hour(10), 48));
    double bought = 240'000, rented = 0, worth = 1;
    for (int month = 0; month < 48; ++month) {
      worth /= std::pow(1 + interest, 1 / 12.);
      bought += 2'000 * worth;
      rented += 7'300 * worth;
    }
    CHECK(hr::in_dollars(found.bought) == doctest::Approx(bought - 60'000 * worth));
    CHECK(hr::in_dollars(found.rented) == doctest::Approx(rented));
    // The month by whose end more has been paid for renting, and the one before; or the last, in which it is sold.
    int crosses = 0;
    for (double paid_bought = 240'000, paid_rented = 0, counts = 1; paid_bought >= paid_rented && crosses < 400; ++crosses) {
      counts /= std::pow(1 + interest, 1 / 12.);
      paid_bought += 2'000 * counts;
      paid_rented += 7'300 * counts;
    }
    const double told = value_of(found.months_to_break_even);
    if (crosses > 48 && found.is_buying_cheaper()) {
      CHECK(told == 48);
    } else {
      CHECK(told > crosses - 1);
      CHECK(told <= crosses);
    }
  }
  // $5,300 a month are worth less than the price for ever, from some interest on.
  lent.interest_a_year = 0.5;
  CHECK(value_of(hr::buy_or_rent(lent, hr::dollars_per_hour(10), 48)).months_to_break_even.is_absent());
  // With $512 a month to spare and 10 % a year: what costs as much as they are worth for ever is never paid, and what costs a hair less is.
  lent = {.purchase = hr::dollars(0), .drawn = hr::watts(0), .usage_effectiveness = 1.0, .kilowatt_hour = hr::dollars(0), .upkeep_a_month = hr::dollars(730 - 512), .interest_a_year = 0.1};
  const auto months_of = [&](double dollars) {
    lent.purchase = hr::dollars(dollars);
    return value_of(hr::buy_or_rent(lent, hr::dollars_per_hour(1), 48)).months_to_break_even;
  };
  const double forever = 512 / (std::pow(1.1, 1 / 12.) - 1);
  double paid = forever * (1 - 1e-9), never_paid = forever * (1 + 1e-9);
  while (std::nextafter(paid, never_paid) < never_paid) {
    const double middle = paid + (never_paid - paid) / 2;
    (months_of(middle).is_known() ? paid : never_paid) = middle;
  }
  CHECK(months_of(never_paid).is_absent());
  REQUIRE(months_of(paid).is_known());
  CHECK(value_of(months_of(paid)) < 54 * std::log(2) * 12 / std::log(1.1));  // what is left of it is 2^-53 at least
  lent = owned;
  lent.interest_a_year = -0.1;
  CHECK(hr::buy_or_rent(lent, hr::dollars_per_hour(10), 48).note == "interest is 0 to 1,000 % a year");
}

TEST_CASE("What nobody gives has no default") {
  const auto note = [](auto change) {
    hr::ownership_terms changed = owned;
    change(changed);
    return hr::buy_or_rent(changed, hr::dollars_per_hour(10), 36).note;
  };
  CHECK(note([](auto& of) { of.purchase = hr::unknown; }) == "no purchase price is given");
  CHECK(note([](auto& of) { of.drawn = hr::unknown; }) == "what a machine draws is not known");
  CHECK(note([](auto& of) { of.usage_effectiveness = hr::unknown; }) == "no PUE is given");
  CHECK(note([](auto& of) { of.kilowatt_hour = hr::unknown; }) == "no price of energy is given");
  CHECK(note([](auto& of) { of.usage_effectiveness = 0.9; }) == "a PUE is 1 or more, and no price is less than nothing");
  CHECK(note([](auto& of) { of.resale = hr::dollars(240'001); }) == "no price is less than nothing, and nothing is sold for more than it cost");
  CHECK(hr::buy_or_rent(owned, hr::dollars_per_hour(10), 0).note == "a machine is had for a month at least");
  CHECK(hr::buy_or_rent(owned, hr::dollars_per_hour(-1), 1).is_unknown());
}

TEST_CASE("What costs nothing may, and what costs less than nothing may not") {
  const auto note = [](auto change, double rent = 10, hr::count months = 36) {
    hr::ownership_terms changed = owned;
    change(changed);
    return hr::buy_or_rent(changed, hr::dollars_per_hour(rent), months).note;
  };
  const std::string_view less = "no price is less than nothing, and nothing is sold for more than it cost";
  CHECK(note([](auto& of) { of.purchase = hr::dollars(0); }).empty());
  CHECK(note([](auto& of) { of.purchase = hr::dollars(-2), of.resale = hr::dollars(-2); }) == less);
  CHECK(note([](auto& of) { of.purchase = hr::dollars(-1); }) == less);
  CHECK(note([](auto& of) { of.resale = hr::dollars(-1); }) == less);
  CHECK(note([](auto& of) { of.purchase = of.resale = hr::dollars(7); }).empty());
  CHECK(note([](auto&) {}, 0).empty());
  CHECK(note([](auto&) {}, -1) == less);
  CHECK(note([](auto&) {}, 10, hr::max_count + 1) == "a machine is had for a month at least");
  CHECK(note([](auto& of) { of.interest_a_year = 10.0; }).empty());
  CHECK(note([](auto& of) { of.interest_a_year = 10.5; }) == "interest is 0 to 1,000 % a year");
  const std::string_view running = "a PUE is 1 or more, and no price is less than nothing";
  CHECK(note([](auto& of) { of.drawn = hr::watts(-1); }) == running);
  CHECK(note([](auto& of) { of.kilowatt_hour = hr::dollars(-1); }) == running);
  CHECK(note([](auto& of) { of.upkeep_a_month = hr::dollars(-1); }) == running);
  CHECK(note([](auto& of) { of.drawn = hr::watts(0), of.usage_effectiveness = 1.0, of.kilowatt_hour = hr::dollars(0), of.upkeep_a_month = hr::dollars(0); }).empty());
}
