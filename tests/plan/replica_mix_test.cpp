// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <array>
#include <limits>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include <headroom/plan/replica_mix.hpp>

#include <check.hpp>

namespace replica_mix_cases {

using hr::count;
using hr::replica_machine;
using hr::replica_option;

// Machines one by one until so many replicas have a place.
constexpr count machines_by_filling(count replicas, const replica_option& of) {
  count machines = 0, placed = 0, free = 0;
  while (placed < replicas) {
    ++machines;
    if (of.gpus <= of.gpus_of_machine) {
      for (count left = of.gpus_of_machine; left >= of.gpus && placed < replicas; left -= of.gpus) ++placed;
      continue;
    }
    free += of.gpus_of_machine;
    if (free >= of.gpus) {
      free -= of.gpus;
      ++placed;
    }
  }
  return machines;
}

// Every number of replicas of each option, from the last on.
constexpr double least_by_trying_all(std::span<const replica_machine> kinds, std::span<const replica_option> options, double requests, double of_gpu, std::vector<count>& left,
                                     double power_left, double money_left, std::size_t at = 0) {
  if (requests <= 1e-9) return 0;
  if (at == options.size()) return -1;
  const replica_option& of = options[at];
  double best = -1;
  for (count replicas = 0;; ++replicas) {
    const count machines = machines_by_filling(replicas, of);
    const double power = static_cast<double>(machines) * kinds[of.machine].limited;
    const double money = static_cast<double>(machines) * kinds[of.machine].price;
    if (machines > left[of.machine] || power > power_left + 1e-9 || money > money_left + 1e-9) break;
    left[of.machine] -= machines;
    const double rest = least_by_trying_all(kinds, options, requests - static_cast<double>(replicas) * of.requests, of_gpu, left, power_left - power, money_left - money, at + 1);
    left[of.machine] += machines;
    const double amount = rest + static_cast<double>(machines) * kinds[of.machine].amount + of_gpu * static_cast<double>(replicas * of.gpus);
    if (rest >= 0 && (best < 0 || amount < best)) best = amount;
    if (static_cast<double>(replicas) * of.requests >= requests || !(of.requests > 0)) break;
  }
  return best;
}

constexpr double least_by_trying_all(std::span<const replica_machine> kinds, std::span<const replica_option> options, double requests, double of_gpu = 0, double power = 1e9, double money = 1e9) {
  std::vector<count> left;
  for (std::size_t i = 0; i < kinds.size(); ++i) left.push_back(kinds[i].at_most < 1'000 ? kinds[i].at_most : 1'000);
  return least_by_trying_all(kinds, options, requests, of_gpu, left, power, money);
}

// Eights at $98 with two layouts, and ones at $7, of which there are so many.
constexpr std::array<replica_option, 3> options{{{.machine = 0, .requests = 5, .gpus = 2, .gpus_of_machine = 8},
                                                 {.machine = 0, .requests = 11, .gpus = 4, .gpus_of_machine = 8},
                                                 {.machine = 1, .requests = 1.5, .gpus = 1, .gpus_of_machine = 1}}};
constexpr std::array<replica_machine, 2> machines(count eights, count ones) { return {{{.at_most = eights, .amount = 98}, {.at_most = ones, .amount = 7}}}; }

constexpr double dollars(double requests, count eights, count ones) {
  const std::array<replica_machine, 2> kinds = machines(eights, ones);
  const hr::figure<hr::replica_mix> found = hr::least_replica_mix(kinds, options, {.requests = requests});
  return found.is_absent() ? -1 : found.value_or({}).amount;
}

constexpr double dollars_by_trying_all(double requests, count eights, count ones) {
  const std::array<replica_machine, 2> kinds = machines(eights, ones);
  return least_by_trying_all(kinds, options, requests);
}

}  // namespace replica_mix_cases

TEST_CASE("The least mix of replicas is found at compile time") {
  using namespace replica_mix_cases;
  // Of 50 requests a second two eights answer 44, in replicas of four GPUs; four ones do the rest. A third eight would cost more.
  CHECK_CONSTEXPR(dollars(50, 9, 4) == 2 * 98 + 4 * 7);
  CHECK_CONSTEXPR(dollars(50, 9, 4) == dollars_by_trying_all(50, 9, 4));
  CHECK_CONSTEXPR(dollars(50, 9, 3) == 3 * 98);
  CHECK_CONSTEXPR(dollars(30, 1, 9) == dollars_by_trying_all(30, 1, 9));
  CHECK_CONSTEXPR(dollars(30, 1, 5) == -1);
  CHECK_CONSTEXPR(dollars_by_trying_all(30, 1, 5) == -1);
  CHECK(dollars(50, 9, 4) == 2 * 98 + 4 * 7);
}

// Fewest GPUs: four replicas of four and one of two on three eights, and one on a small machine, for 3 * 98 + 7. Without that the small ones do the rest.
TEST_CASE("A budget leaves out what is dearer") {
  using namespace replica_mix_cases;
  static constexpr auto gpus = [](double budget) {
    constexpr std::array<replica_machine, 2> kinds{{{.at_most = 9, .price = 98}, {.at_most = 99, .price = 7}}};
    const hr::figure<hr::replica_mix> found = hr::least_replica_mix(kinds, options, {.requests = 50, .amount_of_gpu = 1, .budget = budget});
    return found.is_absent() ? -1 : found.value_or({}).amount;
  };
  CHECK_CONSTEXPR(gpus(301) == 4 * 4 + 2 + 1);  // 44, 5 and 1.5 a second
  CHECK_CONSTEXPR(gpus(300) == 4 * 4 + 4);      // 44 and 6, for 2 * 98 + 4 * 7
  CHECK_CONSTEXPR(gpus(224) == 4 * 4 + 4);
  CHECK_CONSTEXPR(gpus(223) == -1);             // two eights and three ones answer 48.5, one eight and 17 ones 47.5, 31 ones 46.5
}

TEST_CASE("A mix says its replicas and machines, what they answer, and that it is proved") {
  using namespace replica_mix_cases;
  const std::array<replica_machine, 2> kinds = machines(9, 4);
  const hr::replica_mix mix = hr::least_replica_mix(kinds, options, {.requests = 50}).value_or({});
  CHECK(mix.is_proved);
  CHECK(mix.gap() == 0);
  CHECK(mix.bound == mix.amount);
  CHECK(mix.tried >= 1);
  CHECK(mix.requests == 4 * 11 + 4 * 1.5);
  REQUIRE(mix.shares.size() == 2);
  CHECK(mix.shares[0].option == 1);
  CHECK(mix.shares[0].replicas == 4);
  CHECK(mix.shares[0].machines == 2);
  CHECK(mix.shares[1].option == 2);
  CHECK(mix.shares[1].replicas == 4);
  // No more replicas than answer: of three eights for 50 a replica is left out. Ones, of which there are none, have no share.
  const hr::replica_mix of_eights = hr::least_replica_mix(machines(9, 0), options, {.requests = 50}).value_or({});
  REQUIRE(of_eights.shares.size() == 1);
  CHECK(of_eights.shares.front().replicas == 5);
  CHECK_CONSTEXPR(hr::replica_mix{.amount = 8, .bound = 6}.gap() == 0.25);
  CHECK_CONSTEXPR(hr::replica_mix{.amount = 0.5, .bound = 0.25}.gap() == 0.5);
  CHECK_CONSTEXPR(hr::replica_mix{.amount = 8}.gap() == 1);
  CHECK_CONSTEXPR(hr::replica_mix{.amount = 8, .bound = 6, .is_proved = true}.gap() == 0);
  CHECK_CONSTEXPR(hr::replica_mix{.bound = 6}.gap() == 0);  // what costs nothing could not cost less
}

// A large replica answers 11, a small one 1: eleven a second are left of twelve small ones, of two large ones or, where two may fail, of three.
TEST_CASE("Spares are those that are left where the fastest replicas fail") {
  constexpr std::array<hr::replica_machine, 2> kinds{{{.amount = 98}, {.amount = 7}}};
  static constexpr std::array<hr::replica_option, 2> options{{{.machine = 0, .requests = 11, .gpus = 8, .gpus_of_machine = 8}, {.machine = 1, .requests = 1, .gpus = 1, .gpus_of_machine = 1}}};
  const auto dollars = [&](double requests, hr::count spares, hr::count ones) {
    std::array<hr::replica_machine, 2> of = kinds;
    of[1].at_most = ones;
    return hr::least_replica_mix(of, options, {.requests = requests, .spares = spares}).value_or({}).amount;
  };
  CHECK(dollars(11, 0, 99) == 77);
  CHECK(dollars(11, 1, 99) == 84);      // twelve small ones
  CHECK(dollars(11, 1, 9) == 2 * 98);   // a large one that fails leaves eleven, which nine small ones are not
  CHECK(dollars(13, 1, 9) == 2 * 98 + 2 * 7);
  CHECK(dollars(11, 2, 9) == 3 * 98);
  constexpr bool is_left = [] {
    constexpr std::array<hr::replica_machine, 2> few{{{.amount = 98}, {.at_most = 9, .amount = 7}}};
    const auto found = hr::least_replica_mix(few, options, {.requests = 13, .spares = 1}).value_or({});
    return found.is_proved && found.requests == 13 && found.bound == found.amount;
  }();
  CHECK_CONSTEXPR(is_left);
  CHECK(hr::least_replica_mix(kinds, options, {.spares = -1}).is_unknown());
}

// As the case below, by all numbers of each option, and of each the slowest that are left.
TEST_CASE("Mixes with spares are the ones that trying all finds") {
  std::mt19937 engine{89};
  const auto below = [&](unsigned n) { return static_cast<hr::count>(engine() % n); };
  int met = 0, not_met = 0, mixed = 0, dearer = 0, not_proved = 0;
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    std::vector<hr::replica_machine> kinds;
    std::vector<hr::replica_option> all;
    for (std::size_t k = 0; k < 2; ++k) {
      kinds.push_back({.at_most = 1 + below(5), .amount = static_cast<double>(1 + below(40)), .limited = static_cast<double>(below(20))});
      const hr::count of_machine = 1 + below(6);
      for (hr::count n = 1 + below(2); n > 0; --n) {
        const hr::count gpus = 1 + below(7);
        all.push_back({.machine = k, .requests = static_cast<double>(gpus) * static_cast<double>(2 + below(5)) / 3, .gpus = gpus, .gpus_of_machine = of_machine});
      }
    }
    hr::replica_mix_terms asked{.requests = static_cast<double>(1 + below(20)) + 0.37, .amount_of_gpu = static_cast<double>(below(2)), .spares = 1 + below(3)};
    if (below(3) == 0) asked.at_most = static_cast<double>(20 + below(60));
    double least = 1e300;
    std::vector<hr::count> numbers(all.size(), 0);
    for (bool is_over = false; !is_over;) {
      std::vector<hr::count> machines(kinds.size(), 0);
      std::vector<double> each;
      double amount = 0, power = 0;
      for (std::size_t o = 0; o < all.size(); ++o) {
        machines[all[o].machine] += replica_mix_cases::machines_by_filling(numbers[o], all[o]);
        amount += asked.amount_of_gpu * static_cast<double>(numbers[o] * all[o].gpus);
        each.insert(each.end(), static_cast<std::size_t>(numbers[o]), all[o].requests);
      }
      std::sort(each.rbegin(), each.rend());
      double left = 0;
      for (std::size_t r = static_cast<std::size_t>(asked.spares); r < each.size(); ++r) left += each[r];
      bool has_room = left >= asked.requests;
      for (std::size_t k = 0; k < kinds.size(); ++k) {
        has_room = has_room && machines[k] <= kinds[k].at_most;
        amount += static_cast<double>(machines[k]) * kinds[k].amount;
        power += static_cast<double>(machines[k]) * kinds[k].limited;
      }
      if (has_room && power <= asked.at_most.value_or(1e300) + 1e-9) least = std::min(least, amount);
      std::size_t at = 0;
      // More of one than its kind has room for is none.
      while (at < all.size() && replica_mix_cases::machines_by_filling(++numbers[at], all[at]) > kinds[all[at].machine].at_most) numbers[at++] = 0;
      is_over = at == all.size();
    }
    const auto found = hr::least_replica_mix(kinds, all, asked);
    if (least == 1e300) {
      ++not_met;
      CHECK(found.is_absent());
      continue;
    }
    ++met;
    REQUIRE(found.is_known());
    not_proved += found.known()->is_proved ? 0 : 1;
    CHECK(found.known()->amount == doctest::Approx(least));
    CHECK(found.known()->requests >= asked.requests * (1 - 1e-9));
    mixed += found.known()->shares.size() > 1 ? 1 : 0;
    hr::replica_mix_terms without = asked;
    without.spares = 0;
    dearer += hr::least_replica_mix(kinds, all, without).value_or({}).amount < least * (1 - 1e-9) ? 1 : 0;
  }
  CHECK((met > 60 && not_met > 20 && mixed > 20 && dearer > 60 && not_proved == 0));
}

// With quotas, a limit of power and a budget, layouts that are larger than a machine or leave GPUs of it, and amounts of machines, of GPUs, or of both.
TEST_CASE("Mixes of replicas are the ones that trying all finds") {
  using namespace replica_mix_cases;
  std::mt19937 engine{83};
  const auto below = [&](unsigned n) { return static_cast<count>(engine() % n); };
  int met = 0, not_met = 0, mixed = 0, bound_by_money = 0;
  for (int i = 0; i < 400; ++i) {
    CAPTURE(i);
    std::vector<replica_machine> kinds;
    std::vector<replica_option> all;
    for (std::size_t k = 0; k < 2 + static_cast<std::size_t>(below(2)); ++k) {
      kinds.push_back({.at_most = below(4) == 0 ? hr::max_count : below(6), .amount = static_cast<double>(1 + below(40)), .limited = static_cast<double>(below(20)), .price = static_cast<double>(below(15))});
      const count of_machine = 1 + below(8);
      for (count n = 1 + below(2); n > 0; --n) {
        const count gpus = 1 + below(9);
        all.push_back({.machine = k, .requests = static_cast<double>(gpus) * static_cast<double>(2 + below(5)) / 3, .gpus = gpus, .gpus_of_machine = of_machine - (of_machine > 1 ? below(2) : 0)});
      }
    }
    const double requests = static_cast<double>(1 + below(40)) + 0.37;
    const double of_gpu = below(3) == 0 ? 2 : 0;
    if (of_gpu > 0 && below(2) == 0)
      for (replica_machine& each : kinds) each.amount = 0;
    const double power = below(2) == 0 ? static_cast<double>(below(120)) : 1e9, money = below(2) == 0 ? static_cast<double>(below(120)) : 1e9;
    const hr::figure<hr::replica_mix> found =
        hr::least_replica_mix(kinds, all, {.requests = requests, .amount_of_gpu = of_gpu, .at_most = power < 1e9 ? hr::figure<double>(power) : hr::figure<double>(hr::unknown), .budget = money < 1e9 ? hr::figure<double>(money) : hr::figure<double>(hr::unknown)});
    const double best = least_by_trying_all(kinds, all, requests, of_gpu, power, money);
    bound_by_money += least_by_trying_all(kinds, all, requests, of_gpu, power) != best ? 1 : 0;
    if (best < 0) {
      ++not_met;
      CHECK(found.is_absent());
      continue;
    }
    ++met;
    REQUIRE(found.is_known());
    const hr::replica_mix mix = value_of(found);
    CHECK(mix.is_proved);
    CHECK(mix.amount == doctest::Approx(best));
    CHECK(mix.requests >= requests * (1 - 1e-9));
    double amount = 0, answered = 0, drawn = 0, paid = 0;
    std::vector<count> taken(kinds.size(), 0);
    for (const hr::replica_share& each : mix.shares) {
      const replica_option& of = all[each.option];
      CHECK(each.machines == machines_by_filling(each.replicas, of));
      taken[of.machine] += each.machines;
      amount += static_cast<double>(each.machines) * kinds[of.machine].amount + of_gpu * static_cast<double>(each.replicas * of.gpus);
      answered += static_cast<double>(each.replicas) * of.requests;
      drawn += static_cast<double>(each.machines) * kinds[of.machine].limited;
      paid += static_cast<double>(each.machines) * kinds[of.machine].price;
    }
    CHECK(amount == doctest::Approx(best));
    CHECK(drawn <= power + 1e-9);
    CHECK(paid <= money + 1e-9);
    CHECK(answered == doctest::Approx(mix.requests));
    for (std::size_t k = 0; k < kinds.size(); ++k) CHECK(taken[k] <= kinds[k].at_most);
    mixed += mix.shares.size() > 1 ? 1 : 0;
  }
  CHECK(met > 150);
  CHECK(not_met > 30);
  CHECK(mixed > 40);
  CHECK(bound_by_money > 20);
}

TEST_CASE("Of layouts on one kind of machine those that are never better are left out") {
  using namespace replica_mix_cases;
  const auto kept = [](const std::vector<replica_option>& of, bool gpus_count) { return hr::detail::worthwhile(of, gpus_count).size(); };
  const replica_option two{.requests = 5, .gpus = 2, .gpus_of_machine = 8}, four{.requests = 11, .gpus = 4, .gpus_of_machine = 8};
  replica_option elsewhere = two, wide{.requests = 31, .gpus = 16, .gpus_of_machine = 8};
  elsewhere.machine = 1;
  CHECK(kept({two, four}, false) == 1);  // 20 and 22 a machine
  CHECK(kept({two, four}, true) == 2);   // two GPUs may do
  CHECK(kept({two, two, two}, true) == 1);
  CHECK(kept({two, elsewhere}, false) == 2);
  CHECK(kept({four, wide}, false) == 1);
  wide.requests = 45;
  CHECK(kept({four, wide}, false) == 2);
  wide.requests = 44;  // as two machines of fours, which are taken one by one
  CHECK(kept({wide, four}, true) == 1);
  // Of three GPUs a machine of eight has two, and of nine there are eight on nine machines.
  const replica_option three{.requests = 3, .gpus = 3, .gpus_of_machine = 8}, nine{.requests = 9, .gpus = 9, .gpus_of_machine = 8};
  CHECK(kept({three, nine}, true) == 2);
  CHECK(kept({replica_option{.requests = 0}}, false) == 0);
  CHECK(kept({replica_option{}}, false) == 0);
  // Each answers by itself, or does not.
  const auto places = [](const std::vector<replica_option>& of, bool gpus_count) { return hr::detail::worthwhile(of, gpus_count); };
  replica_option silent = elsewhere;
  silent.requests = 0;
  CHECK(places({two, silent}, true) == std::vector<std::size_t>{0});
  CHECK(places({silent, two}, true) == std::vector<std::size_t>{1});
  // Of equal ones the first: 20 a machine either way.
  const replica_option ten{.requests = 10, .gpus = 4, .gpus_of_machine = 8};
  CHECK(places({two, two, two}, true) == std::vector<std::size_t>{0});
  CHECK(places({two, ten}, false) == std::vector<std::size_t>{0});
  CHECK(places({ten, two}, false) == std::vector<std::size_t>{0});
  // Twelve GPUs take one machine and a half: of each machine they answer 7.3 of 11, and what fills one machine 8.
  const replica_option filling{.requests = 8, .gpus = 8, .gpus_of_machine = 8}, twelve{.requests = 11, .gpus = 12, .gpus_of_machine = 8};
  CHECK(places({twelve, filling}, false) == std::vector<std::size_t>{1});
  CHECK(kept({twelve, filling}, true) == 2);
  // Two of three GPUs do for one of six, which leaves as much of a machine, and two of twelve for one of 24, on three machines both.
  const replica_option six{.requests = 6, .gpus = 6, .gpus_of_machine = 8}, wider{.requests = 22, .gpus = 24, .gpus_of_machine = 8};
  CHECK(places({six, three}, true) == std::vector<std::size_t>{1});
  CHECK(places({wider, twelve}, true) == std::vector<std::size_t>{1});
}

TEST_CASE("What is no rate, number or amount is refused, and a search that ended says how far it got") {
  using namespace replica_mix_cases;
  const std::vector<replica_machine> kinds{{.at_most = 3, .amount = 5}};
  const auto note = [&](const replica_option& of, const hr::replica_mix_terms& asked = {}) { return hr::least_replica_mix(kinds, std::span(&of, 1), asked).note; };
  CHECK(note({.requests = 1}) == "");
  CHECK(note({.requests = 1}, {.requests = 0}) == "what is asked is no rate, or an amount is none");
  CHECK(note({.requests = 1}, {.at_most = -1.0}) == "what is asked is no rate, or an amount is none");
  CHECK(note({.requests = 1}, {.budget = -1.0}) == "what is asked is no rate, or an amount is none");
  CHECK(note({.requests = 1}, {.amount_of_gpu = -1}) == "what is asked is no rate, or an amount is none");
  constexpr std::string_view wrong = "an option is of no machine, or a number of it is none";
  CHECK(note({.machine = 1, .requests = 1}) == wrong);
  CHECK(note({.requests = -1}) == wrong);
  CHECK(note({.requests = 1, .gpus = 0}) == wrong);
  CHECK(note({.requests = 1, .gpus_of_machine = 0}) == wrong);
  CHECK(note({.requests = 1}, {.requests = 4}) == "all the machines that there may be answer too few requests together");
  CHECK(hr::least_replica_mix({}, {}, {}).is_absent());
  const std::vector<replica_machine> broken{{.amount = -5}};
  CHECK(hr::least_replica_mix(std::vector<replica_machine>{{.limited = -5}}, {}, {}).note == "the number of a machine, or what it takes, is none");
  CHECK(hr::least_replica_mix(std::vector<replica_machine>{{.price = -5}}, {}, {}).note == "the number of a machine, or what it takes, is none");
  CHECK(hr::least_replica_mix(broken, {}, {}).note == "the number of a machine, or what it takes, is none");
  CHECK(note({.requests = 1}, {.effort = 0}) == "none was found among those that were tried");
  int open = 0;
  for (std::int64_t effort = 1; effort < 40; ++effort) {
    const std::array<replica_machine, 2> all = machines(9, 40);
    const hr::figure<hr::replica_mix> found = hr::least_replica_mix(all, options, {.requests = 131, .amount_of_gpu = 0.1, .effort = effort});
    if (!found.is_known()) continue;
    const double best = least_by_trying_all(all, options, 131, 0.1);
    CHECK(value_of(found).bound <= best + 1e-9);
    CHECK(value_of(found).amount >= best - 1e-9);
    open += value_of(found).is_proved ? 0 : 1;
  }
  CHECK(open > 0);
}

// Each number by itself, of the first kind or option and of the second.
TEST_CASE("Each number of a mix of replicas is one, and within its bounds") {
  using namespace replica_mix_cases;
  constexpr double no_end = std::numeric_limits<double>::infinity(), no_number = std::numeric_limits<double>::quiet_NaN();
  const auto of_terms = [](auto change) {
    hr::replica_mix_terms asked{.requests = 1};
    change(asked);
    return hr::least_replica_mix(machines(9, 9), options, asked).note;
  };
  constexpr std::string_view no_terms = "what is asked is no rate, or an amount is none";
  CHECK(of_terms([](auto&) {}).empty());
  for (const double wrong : {-1.0, no_end, no_number}) {
    CHECK(of_terms([&](auto& of) { of.requests = wrong; }) == no_terms);
    CHECK(of_terms([&](auto& of) { of.amount_of_gpu = wrong; }) == no_terms);
    CHECK(of_terms([&](auto& of) { of.at_most = wrong; }) == no_terms);
  }
  CHECK(of_terms([](auto& of) { of.at_most = 0.0; }).empty());  // these draw nothing
  for (const std::size_t which : {0U, 1U}) {
    CAPTURE(which);
    const auto of_kind = [&](auto change) {
      std::array<replica_machine, 2> kinds = machines(9, 9);
      change(kinds[which]);
      return hr::least_replica_mix(kinds, options, {.requests = 1}).note;
    };
    constexpr std::string_view no_kind = "the number of a machine, or what it takes, is none";
    for (const double wrong : {-1.0, no_end, no_number}) {
      CHECK(of_kind([&](auto& of) { of.amount = wrong; }) == no_kind);
      CHECK(of_kind([&](auto& of) { of.limited = wrong; }) == no_kind);
    }
    for (const count wrong : {count{-1}, hr::max_count + 1}) CHECK(of_kind([&](auto& of) { of.at_most = wrong; }) == no_kind);
    for (const count right : {count{0}, hr::max_count}) CHECK(of_kind([&](auto& of) { of.at_most = right; }).empty());
    const auto of_option = [&](auto change) {
      std::array<replica_option, 2> all{options[0], options[2]};
      change(all[which]);
      return hr::least_replica_mix(machines(9, 9), all, {.requests = 1}).note;
    };
    constexpr std::string_view no_option = "an option is of no machine, or a number of it is none";
    CHECK(of_option([](auto& of) { of.machine = 1; }).empty());
    CHECK(of_option([](auto& of) { of.machine = 2; }) == no_option);
    for (const double wrong : {-1.0, no_end, no_number}) CHECK(of_option([&](auto& of) { of.requests = wrong; }) == no_option);
    for (const count wrong : {count{0}, hr::max_count + 1}) {
      CHECK(of_option([&](auto& of) { of.gpus = wrong; }) == no_option);
      CHECK(of_option([&](auto& of) { of.gpus_of_machine = wrong; }) == no_option);
    }
    CHECK(of_option([](auto& of) { of.gpus = of.gpus_of_machine = hr::max_count; }).empty());
  }
}

TEST_CASE("What nothing is said of costs nothing, has one GPU, and answers one request a second") {
  using namespace replica_mix_cases;
  const std::array<replica_machine, 1> three_free{{{.at_most = 3}}};
  const std::array<replica_option, 1> of_one{{{.requests = 1}}};
  const hr::replica_mix one = hr::least_replica_mix(three_free, of_one, {}).value_or({});
  REQUIRE(one.shares.size() == 1);
  CHECK(one.shares[0].replicas == 1);
  CHECK(one.amount == 0);
  const hr::replica_mix two = hr::least_replica_mix(three_free, of_one, {.requests = 2}).value_or({});
  REQUIRE(two.shares.size() == 1);
  CHECK(two.shares[0].machines == 2);
  // Of GPUs at half a dollar two do, where four would answer more.
  CHECK(hr::least_replica_mix(three_free, std::span(options).first(2), {.requests = 5, .amount_of_gpu = 0.5}).value_or({}).amount == 2 * 0.5);
}

TEST_CASE("What answers next to nothing answers too few") {
  using namespace replica_mix_cases;
  constexpr auto with = [](double requests) {
    const std::array<replica_machine, 1> kinds{{{.amount = 5}}};
    const std::array<replica_option, 1> slow{{{.requests = requests}}};
    return hr::least_replica_mix(kinds, slow, {.requests = 1}).is_absent();
  };
  CHECK_CONSTEXPR(with(1e-300));
  CHECK_CONSTEXPR(!with(0.5));
}
