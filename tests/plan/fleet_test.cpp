// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <string_view>
#include <vector>

#include <headroom/plan/fleet.hpp>

#include <check.hpp>

namespace plan_fleet_test {
namespace {

using hr::in_requests_per_second;
using hr::requests_per_second;

// Requests a second.
template <class... Numbers>
constexpr std::array<hr::request_rate, sizeof...(Numbers)> rates_of(Numbers... each) {
  return {requests_per_second(each)...};
}

}  // namespace

TEST_CASE("A day's load is a cosine between its trough and its peak") {
  constexpr bool has_ends = [] {
    const std::vector<hr::request_rate> rates = hr::rates_of_day(requests_per_second(100), 3, 24, 15).value_or({});
    return rates.size() == 24 && rates[15] == requests_per_second(150) && hr::math::close(in_requests_per_second(rates[3]), 50);  // 100 (1 + 1/2), 100 (1 - 1/2)
  }();
  CHECK_CONSTEXPR(has_ends);
  for (const double ratio : {1.0, 1.5, 4.0, 100.0}) {
    const std::vector<hr::request_rate> rates = hr::rates_of_day(requests_per_second(7), ratio, 48, 30).value_or({});
    double sum = 0;
    for (std::size_t i = 0; i < rates.size(); ++i) {
      sum += in_requests_per_second(rates[i]);
      CHECK(in_requests_per_second(rates[i]) == doctest::Approx(7 * (1 + (ratio - 1) / (ratio + 1) * std::cos(2 * std::acos(-1) * (static_cast<double>(i) - 30) / 48))));
    }
    CHECK(sum / 48 == doctest::Approx(7));
    CHECK(hr::ratio(rates[30], rates[6]) == doctest::Approx(ratio));
  }
  CHECK(hr::rates_of_day(requests_per_second(1), 0.5).note == "a ratio of peak to trough is 1 at least");
  CHECK(hr::rates_of_day(requests_per_second(-1), 2).note == "the mean is no rate");
  CHECK(hr::rates_of_day(requests_per_second(1), 2, 0).is_unknown());
}

TEST_CASE("A fleet of one size is that of the highest load") {
  static constexpr std::array rates = rates_of(10.0, 20.0, 35.0, 5.0);
  constexpr auto cost = [] {
    return hr::fleet_over_day(rates, requests_per_second(10.0), {.part = hr::hours(6), .gpus_of_replica = 4, .gpus_of_machine = 8, .price = hr::dollars_per_hour(12)}).value_or({});
  };
  CHECK_CONSTEXPR(cost().replicas == 4);
  CHECK_CONSTEXPR(cost().machines == 2);
  CHECK_CONSTEXPR(cost().replica_hours == 96);
  CHECK_CONSTEXPR(hr::in_dollars(*cost().cost.known()) == 24 * 2 * 12);
  CHECK_CONSTEXPR(cost().scaled_machine_hours.is_unknown());  // nobody says how long a replica takes to start
  CHECK_CONSTEXPR(cost().saved().is_unknown());
  // 30 and 10 times 0.1 are equal but for rounding.
  CHECK_CONSTEXPR(hr::replicas_for(requests_per_second(0.3), requests_per_second(0.1)).value_or(0) == 3);
  CHECK_CONSTEXPR(hr::replicas_for(requests_per_second(0.3001), requests_per_second(0.1)).value_or(0) == 4);
  CHECK_CONSTEXPR(hr::replicas_for(requests_per_second(0), requests_per_second(0.1)).value_or(-1) == 0);
}

TEST_CASE("A scaled fleet that starts at once has the replicas of each part") {
  static constexpr std::array rates = rates_of(10.0, 20.0, 35.0, 0.0);
  constexpr auto day = [] { return hr::fleet_over_day(rates, requests_per_second(10.0), {.part = hr::hours(6), .start_up = hr::seconds(0), .at_least = 0}).value_or({}); };
  CHECK_CONSTEXPR(day().scaled_replica_hours.value_or(0) == 6 * (1 + 2 + 4));
  CHECK_CONSTEXPR(hr::math::close(day().saved().value_or(0), 1 - 42.0 / 96));
  CHECK_CONSTEXPR(day().parts[3].replicas == 0);
  // An hour's start is paid for the two of the second part, the two more of the third, and the one of the next day.
  constexpr auto slow = [] { return hr::fleet_over_day(rates, requests_per_second(10.0), {.part = hr::hours(6), .start_up = hr::hours(1), .at_least = 0}).value_or({}); };
  CHECK_CONSTEXPR(hr::math::close(slow().scaled_replica_hours.value_or(0), 42 + 1 + 2 + 1));
  // One replica stays, unless none may.
  CHECK(hr::fleet_over_day(rates, requests_per_second(10.0), {.part = hr::hours(6), .start_up = hr::seconds(0)}).value_or({}).parts[3].replicas == 1);
  // With a day to start nothing is saved.
  constexpr auto day_long = [] { return hr::fleet_over_day(rates, requests_per_second(10.0), {.part = hr::hours(6), .start_up = hr::hours(40)}).value_or({}); };
  CHECK_CONSTEXPR(day_long().saved().value_or(1) == 0);
}

TEST_CASE("Whatever the load, a scaled fleet is paid as its replicas are, one by one" * doctest::test_suite("slow")) {
  std::mt19937 random(17);
  const auto draw = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random); };
  for (int round = 0; round < 200; ++round) {
    std::vector<hr::request_rate> rates;
    for (int i = 0, parts = draw(1, 8); i < parts; ++i) rates.push_back(requests_per_second(draw(0, 60)));
    const int part = draw(1, 60), start_up = draw(0, 150), of_replica = draw(1, 7), of_machine = draw(1, 8);
    const auto found = hr::fleet_over_day(rates, requests_per_second(7.0), {.part = hr::minutes(part), .start_up = hr::minutes(start_up), .at_least = draw(0, 1), .gpus_of_replica = of_replica, .gpus_of_machine = of_machine});
    REQUIRE(found.is_known());
    // The first replica answers in each minute that needs one, the second in each that needs two; each is paid from a start-up before.
    const int day = part * static_cast<int>(rates.size());
    std::vector<int> paid(static_cast<std::size_t>(day), 0);
    for (int rank = 1; rank <= 9; ++rank) {
      std::vector<bool> is_paid(static_cast<std::size_t>(day), false);
      for (int minute = 0; minute < day; ++minute) {
        if (static_cast<int>(found.known()->parts[static_cast<std::size_t>(minute / part)].replicas) < rank) continue;
        for (int before = 0; before <= start_up && before < day; ++before) is_paid[static_cast<std::size_t>((minute - before + day) % day)] = true;
      }
      for (std::size_t i = 0; i < paid.size(); ++i) paid[i] += is_paid[i] ? 1 : 0;
    }
    long replicas = 0, machines = 0;
    for (const int now : paid) {
      replicas += now;
      // One after the other, on the machine before where it has room, or from there on where none has.
      int used = 0;
      for (int i = 0; i < now; ++i) {
        const int left = (of_machine - used % of_machine) % of_machine;
        used += of_replica + (of_replica <= of_machine && of_replica > left ? left : 0);
      }
      machines += (used + of_machine - 1) / of_machine;
    }
    CHECK(found.known()->scaled_replica_hours.value_or(0) == doctest::Approx(static_cast<double>(replicas) / 60));
    CHECK(found.known()->scaled_machine_hours.value_or(0) == doctest::Approx(static_cast<double>(machines) / 60));
    for (const hr::fleet_part& of : found.known()->parts) CHECK((static_cast<double>(of.replicas) * 7 >= in_requests_per_second(of.rate) - 1e-9 && (of.replicas <= 1 || static_cast<double>(of.replicas - 1) * 7 < in_requests_per_second(of.rate))));
  }
}

TEST_CASE("A fleet over a day has its spares") {
  const std::array rates = rates_of(10.0, 30.0);
  CHECK(hr::fleet_over_day(rates, requests_per_second(10.0), {.spares = {.replicas = 1}}).value_or({}).replicas == 4);
}

TEST_CASE("What a replica answers may be a function of the part of the day") {
  const std::array rates = rates_of(10.0, 10.0);
  const std::array answers{5.0, 2.0};
  const auto day = hr::fleet_over_day(rates, [&](std::size_t part) { return requests_per_second(answers[part]); }).value_or({});
  CHECK(day.parts[0].replicas == 2);
  CHECK(day.parts[1].replicas == 5);
}

TEST_CASE("A day that is none is refused with the reason") {
  const std::array rates = rates_of(10.0, -1.0);
  CHECK(hr::fleet_over_day(rates, requests_per_second(10.0)).note == "the load is no rate, or takes more than ten million replicas");
  CHECK(hr::fleet_over_day(std::span(rates).first(1), requests_per_second(0.0)).note == "a replica answers no requests");
  CHECK(hr::fleet_over_day(std::span<const hr::request_rate>(), requests_per_second(1.0)).note == "a day has 1 to 100,000 parts");
  CHECK(hr::fleet_over_day(std::span(rates).first(1), requests_per_second(1.0), {.start_up = hr::seconds(-1)}).note == "the start-up time is below 0");
  CHECK(hr::fleet_over_day(std::span(rates).first(1), requests_per_second(1.0), {.part = hr::seconds(0)}).note == "a part of the day has no length");
}

TEST_CASE("A day of 24 hours has its peak at noon unless told otherwise, and any amount for a mean") {
  const std::vector<hr::request_rate> rates = hr::rates_of_day(requests_per_second(0.5), 3).value_or({});
  REQUIRE(rates.size() == 24);
  CHECK(rates[12] == requests_per_second(0.75));
  CHECK(in_requests_per_second(rates[0]) == doctest::Approx(0.25));
  CHECK(hr::rates_of_day(requests_per_second(0), 1).value_or({}) == std::vector<hr::request_rate>(24));
  CHECK(hr::rates_of_day(requests_per_second(2), 1, 1).value_or({}) == std::vector{requests_per_second(2)});
  constexpr double most = std::numeric_limits<double>::max(), infinite = std::numeric_limits<double>::infinity();
  CHECK(hr::rates_of_day(requests_per_second(most), 1, 1).is_known());
  CHECK(hr::rates_of_day(requests_per_second(1), most, 1).is_known());
  CHECK(hr::rates_of_day(requests_per_second(infinite), 1).note == "the mean is no rate");
  CHECK(hr::rates_of_day(requests_per_second(1), infinite).note == "a ratio of peak to trough is 1 at least");
  CHECK(hr::rates_of_day(requests_per_second(1), 1, 100'000).is_known());
  CHECK(hr::rates_of_day(requests_per_second(1), 1, 100'001).note == "a day has 1 to 100,000 parts");
}

TEST_CASE("Replicas are counted to ten million") {
  CHECK(hr::replicas_for(requests_per_second(3e7), requests_per_second(3.5)).value_or(0) == 8'571'429);
  CHECK(hr::replicas_for(requests_per_second(2e7), requests_per_second(2)).note == "the load is no rate, or takes more than ten million replicas");
  CHECK(hr::replicas_for(requests_per_second(6e6), requests_per_second(0.5)).is_unknown());
  CHECK(hr::replicas_for(requests_per_second(4e6), requests_per_second(0.5)).value_or(0) == 8'000'000);
  CHECK(hr::replicas_for(requests_per_second(30), requests_per_second(10)).value_or(0) == 3);
  CHECK(hr::replicas_for(requests_per_second(3 * 0.1), requests_per_second(0.1)).value_or(0) == 3);
}

TEST_CASE("A day has the hours of each part and what they cost") {
  const std::array rates = rates_of(10.0, 30.0, 20.0);
  const hr::fleet_of_day day = hr::fleet_over_day(rates, requests_per_second(10.0), {.start_up = hr::seconds(0), .price = hr::dollars_per_hour(5)}).value_or({});
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(day.parts[i].rate == rates[i]);
    CHECK(day.parts[i].machine_hours == static_cast<double>(day.parts[i].machines));
  }
  CHECK(day.parts[1].machines == 3);
  CHECK(hr::in_dollars(day.cost.value_or({})) == doctest::Approx(9 * 5));
  CHECK(hr::in_dollars(day.scaled_cost.value_or({})) == doctest::Approx(6 * 5));
  CHECK(day.saved().value_or(0) == doctest::Approx(1.0 / 3));
  const std::array none = rates_of(0.0);
  CHECK(hr::fleet_over_day(none, requests_per_second(1.0), {.start_up = hr::seconds(0), .at_least = 0}).value_or({}).saved().value_or(1) == 0);
  CHECK(hr::fleet_over_day(none, requests_per_second(1.0), {.part = hr::minutes(30), .start_up = hr::seconds(0)}).value_or({}).saved().value_or(1) == 0);
  CHECK(hr::fleet_over_day(none, requests_per_second(1.0)).value_or({}).parts[0].machine_hours == 0);
}

TEST_CASE("A number of a fleet that is none is refused") {
  const std::array rates = rates_of(1.0);
  const auto note = [&](const hr::fleet_terms& of) { return hr::fleet_over_day(rates, requests_per_second(1.0), of).note; };
  const std::string_view none = "a number of replicas or GPUs is none";
  CHECK(note({.at_least = -1}) == none);
  CHECK(note({.at_least = hr::max_count + 1}) == none);
  CHECK(note({.gpus_of_replica = 0}) == none);
  CHECK(note({.gpus_of_replica = hr::max_count + 1}) == none);
  CHECK(note({.gpus_of_machine = 0}) == none);
  CHECK(note({.spares = {.replicas = -1}}) == "the number of spare replicas is none");
  const std::vector<hr::request_rate> many(100'001);
  CHECK(hr::fleet_over_day(std::span(many), requests_per_second(1.0)).note == "a day has 1 to 100,000 parts");
  CHECK(hr::fleet_over_day(std::span(many).first(100'000), requests_per_second(1.0)).is_known());
}

}  // namespace plan_fleet_test
