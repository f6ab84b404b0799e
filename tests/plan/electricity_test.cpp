// SPDX-License-Identifier: BSL-1.0
#include <limits>

#include <headroom/plan/electricity.hpp>

#include <check.hpp>

namespace {

constexpr hr::electricity_terms ten_kilowatts{.drawn = hr::kilowatts(10), .usage_effectiveness = 1.25, .kilowatt_hour = hr::dollars(0.08)};

constexpr hr::electricity_terms without(auto change) {
  hr::electricity_terms of = ten_kilowatts;
  change(of);
  return of;
}

}  // namespace

TEST_CASE("Machines draw at the meter what they draw and what the building draws for it") {
  CHECK_CONSTEXPR(hr::math::close(hr::in_watts(value_of(hr::power_at_meter(ten_kilowatts, 4))), 50'000));
  CHECK_CONSTEXPR(hr::in_watts(value_of(hr::power_at_meter(ten_kilowatts, 0))) == 0);
  // Without a PUE the machines alone.
  constexpr hr::electricity_terms alone{.drawn = hr::kilowatts(10)};
  CHECK_CONSTEXPR(hr::in_watts(value_of(hr::power_at_meter(alone, 4))) == 40'000);
  CHECK(hr::power_at_meter({}, 4).note == "what a machine draws is not known");
}

TEST_CASE("Electricity costs its kilowatt hours") {
  // 4 machines at 12.5 kW for a day are 1,200 kWh.
  CHECK_CONSTEXPR(hr::math::close(hr::in_dollars(value_of(hr::electricity_cost(ten_kilowatts, 4, hr::hours(24)))), 1'200 * 0.08));
  CHECK_CONSTEXPR(hr::electricity_cost(ten_kilowatts, 4, hr::hours(24)).is_known());
  const auto note = [](const hr::electricity_terms& of) { return hr::electricity_cost(of, 1, hr::hours(1)).note; };
  CHECK(note(ten_kilowatts) == "");
  CHECK(note(without([](hr::electricity_terms& of) { of.drawn = hr::unknown; })) == "what a machine draws is not known");
  CHECK(note(without([](hr::electricity_terms& of) { of.usage_effectiveness = hr::unknown; })) == "no PUE is given");
  CHECK(note(without([](hr::electricity_terms& of) { of.kilowatt_hour = hr::unknown; })) == "no price of energy is given");
  constexpr std::string_view wrong = "a PUE is 1 or more, and no price is less than nothing";
  CHECK(note(without([](hr::electricity_terms& of) { of.usage_effectiveness = 0.9; })) == wrong);
  CHECK(note(without([](hr::electricity_terms& of) { of.usage_effectiveness = std::numeric_limits<double>::infinity(); })) == wrong);
  CHECK(note(without([](hr::electricity_terms& of) { of.kilowatt_hour = hr::dollars(-1); })) == wrong);
  CHECK(note(without([](hr::electricity_terms& of) { of.drawn = hr::watts(-1); })) == wrong);
  CHECK(hr::electricity_cost(ten_kilowatts, -1, hr::hours(1)).note == wrong);
  // Where nothing is given, what power says.
  CHECK(hr::electricity_cost({}, 1, hr::hours(1)).note == hr::power_at_meter({}, 1).note);
}

TEST_CASE("A limit of power allows as many machines as draw no more together") {
  CHECK_CONSTEXPR(value_of(hr::most_machines_within(ten_kilowatts, hr::kilowatts(50))) == 4);
  CHECK_CONSTEXPR(value_of(hr::most_machines_within(ten_kilowatts, hr::kilowatts(49))) == 3);
  CHECK_CONSTEXPR(value_of(hr::most_machines_within(ten_kilowatts, hr::kilowatts(12))) == 0);
  CHECK_CONSTEXPR(hr::most_machines_within({}, hr::kilowatts(12)).is_unknown());
  CHECK_CONSTEXPR(value_of(hr::most_machines_within({.drawn = hr::watts(0)}, hr::kilowatts(12))) == hr::max_count);
  // Within nothing there is none, but of those that draw nothing.
  CHECK_CONSTEXPR(value_of(hr::most_machines_within(ten_kilowatts, hr::watts(0))) == 0);
  CHECK_CONSTEXPR(value_of(hr::most_machines_within({.drawn = hr::watts(0)}, hr::watts(0))) == hr::max_count);
  CHECK(hr::most_machines_within(ten_kilowatts, hr::watts(-1)).note == "a limit of power is no less than nothing");
  // Tenths are no binary fractions: three times 110 W, of 100 W and a PUE of 1.1, come to more than 330 W.
  CHECK(value_of(hr::most_machines_within({.drawn = hr::watts(100), .usage_effectiveness = 1.1}, hr::watts(330))) == 3);
  for (hr::count limit = 1; limit < 300; ++limit) {
    const hr::count most = value_of(hr::most_machines_within({.drawn = hr::watts(7), .usage_effectiveness = 1.5}, hr::watts(static_cast<double>(limit))));
    CHECK(21 * most <= 2 * limit);
    CHECK(21 * (most + 1) > 2 * limit);
  }
}
