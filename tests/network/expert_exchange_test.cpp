// SPDX-License-Identifier: BSL-1.0
#include <headroom/network/expert_exchange.hpp>

#include <check.hpp>
#include <unsaid.hpp>
#include <network/small_fabric.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace network_expert_exchange_test {
namespace {

using small_fabric::round_numbers;

// Every choice of so many things, counted.
double parts_by_counting(int parts, int things, int picks) {
  double sum = 0;
  double choices = 0;
  for (unsigned chosen = 0; chosen < (1U << things); ++chosen) {
    if (std::popcount(chosen) != picks) continue;
    std::set<int> reached;
    for (int i = 0; i < things; ++i)
      if ((chosen >> i & 1U) != 0) reached.insert(i % parts);
    sum += static_cast<double>(reached.size());
    ++choices;
  }
  return sum / choices;
}

// C(n, k), as a product.
double choose(int n, int k) {
  double ways = 1;
  for (int i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
  return ways;
}

// What the docs say of so many experts in so many parts: each is missed by C(E - E/p, k) of C(E, k) choices.
double parts_by_choices(int parts, int things, int picks) { return parts * (1 - choose(things - things / parts, picks) / choose(things, picks)); }

// 1,000 tokens of 10 kB, of 64 experts 2 each.
constexpr hr::expert_exchange two_of_64{.tokens = 1'000, .bytes_per_token = hr::kilobytes(10), .experts = 64, .experts_per_token = 2};

}  // namespace

TEST_CASE("parts reached are those that counting all choices gives") {
  for (const int parts : {1, 2, 4})
    for (const int things : {4, 8, 12})
      for (const int picks : {1, 2, 4}) {
        CAPTURE(parts);
        CAPTURE(things);
        CAPTURE(picks);
        CHECK(hr::parts_reached(parts, things, picks) == doctest::Approx(parts_by_counting(parts, things, picks)));
      }
  CHECK_CONSTEXPR(hr::parts_reached(4, 4, 4) == 4);
  CHECK_CONSTEXPR(hr::parts_reached(0, 4, 4) == 0);
}

TEST_CASE("an exchange in a domain by hand") {
  // 8 GPUs of 8 experts: two experts lie on 1 + 56/63 GPUs, of which one in eight is its own
  constexpr hr::duration took = value_of(hr::time_of(two_of_64, {8, 8}, round_numbers)).time;
  CHECK(hr::in_microseconds(took) == doctest::Approx(1 + 10e6 * (1 + 56.0 / 63) * 7 / 8 / 100e9 * 1e6));
}

TEST_CASE("an exchange between domains by hand") {
  // four domains of 16 experts: 1 + 48/63 domains, three quarters of them others, over 10 GB/s
  constexpr hr::duration took = value_of(hr::time_of(two_of_64, {32, 8}, round_numbers)).time;
  CHECK(hr::in_microseconds(took) == doctest::Approx(11 + 10e6 * (1 + 48.0 / 63) * 0.75 / 10e9 * 1e6));
}

// DeepSeek-V3: 256 experts in 8 groups, of which a token's 8 lie in 4 (arXiv:2412.19437, 2.1.2: it is sent to 4 nodes at most), over 8 machines.
TEST_CASE("limited to few groups, tokens cross less") {
  hr::expert_exchange limited{.tokens = 4'096, .bytes_per_token = hr::bytes(7'168), .experts = 256, .experts_per_token = 8};
  const hr::expert_copies free = hr::copies_of(limited, {64, 8});
  limited.groups = 8;
  limited.groups_per_token = 4;
  const hr::expert_copies few = hr::copies_of(limited, {64, 8});
  CHECK(few.other_domains == doctest::Approx(parts_by_choices(4, 128, 8) * 7 / 8));
  CHECK(few.gpus == doctest::Approx(parts_by_choices(32, 128, 8)));
  CHECK(free.other_domains == doctest::Approx(parts_by_choices(8, 256, 8) * 7 / 8));
  CHECK(free.other_domains > 1.3 * few.other_domains);
  CHECK(free.gpus > few.gpus);
  limited.groups_per_token = 1;
  CHECK(hr::copies_of(limited, {64, 8}).other_domains == doctest::Approx(7.0 / 8));
}

// Two groups a machine: of the 70 choices of 4 of 8 groups a machine has none in C(6, 4) = 15, one in 2 C(6, 3) = 40 and both in C(6, 2) = 15.
TEST_CASE("where domains hold several groups, a token's may lie in as many domains as it has groups, or in fewer") {
  const hr::expert_exchange of{.experts = 256, .experts_per_token = 8, .groups = 8, .groups_per_token = 4};
  const double one = choose(96, 8) / choose(128, 8);
  const double both = choose(64, 8) / choose(128, 8);
  CHECK(hr::copies_of(of, {32, 8}).other_domains == doctest::Approx(4 * (1 - (15 + 40 * one + 15 * both) / 70) * 3 / 4));
}

// Two machines a group: its experts lie in both, and those of a token's 4 groups in 8 machines of 16.
TEST_CASE("a group over several domains limits to all of these") {
  const hr::expert_exchange of{.experts = 256, .experts_per_token = 8, .groups = 8, .groups_per_token = 4};
  CHECK(hr::copies_of(of, {128, 8}).other_domains == doctest::Approx(parts_by_choices(8, 128, 8) * 15 / 16));
}

// Every choice of groups, and of experts among theirs, of which parts have neighbouring ones: also where a part ends inside of a group.
TEST_CASE("parts reached are those that counting all choices among groups gives") {
  const auto counted = [](int parts, int things, int picks, int groups, int groups_of_token) {
    double sum = 0, all = 0;
    for (unsigned chosen = 0; chosen < (1U << groups); ++chosen) {
      if (std::popcount(chosen) != groups_of_token) continue;
      for (unsigned experts = 0; experts < (1U << things); ++experts) {
        if (std::popcount(experts) != picks) continue;
        std::set<int> reached;
        bool is_inside = true;
        for (int i = 0; i < things; ++i) {
          if ((experts >> i & 1U) == 0) continue;
          is_inside = is_inside && (chosen >> (i / (things / groups)) & 1U) != 0;
          reached.insert(i / (things / parts));
        }
        if (!is_inside) continue;
        sum += static_cast<double>(reached.size());
        ++all;
      }
    }
    return sum / all;
  };
  for (const int parts : {1, 2, 3, 4, 6, 12})
    for (const int groups : {2, 3, 4, 6, 12})
      for (int of_token = 1; of_token <= groups; ++of_token)
        for (const int picks : {1, 2, 3}) {
          if (picks > 12 / groups * of_token) continue;
          CAPTURE(parts);
          CAPTURE(groups);
          CAPTURE(of_token);
          CAPTURE(picks);
          const hr::expert_exchange of{.experts = 12, .experts_per_token = picks, .groups = groups, .groups_per_token = of_token};
          CHECK(hr::copies_of(of, {parts, 1}).gpus == doctest::Approx(counted(parts, 12, picks, groups, of_token)).epsilon(1e-12));
        }
}

TEST_CASE("one group, all of them, or groups that cannot be limit nothing") {
  hr::expert_exchange of{.experts = 256, .experts_per_token = 8};
  const hr::expert_copies free = hr::copies_of(of, {64, 8});
  for (const auto& [groups, of_token] : {std::pair<hr::count, hr::count>{1, 1}, {8, 8}, {8, 0}, {0, 4}, {7, 2}, {2 * hr::most_expert_groups, 1}}) {
    of.groups = groups;
    of.groups_per_token = of_token;
    CHECK(hr::copies_of(of, {64, 8}).other_domains == free.other_domains);
    CHECK(hr::copies_of(of, {64, 8}).gpus == free.gpus);
  }
  // C(1,024, 512) is about 4.5e306: the largest choice is still a number.
  const hr::expert_exchange most{.experts = 2'048, .experts_per_token = 8, .groups = hr::most_expert_groups, .groups_per_token = 512};
  CHECK(hr::copies_of(most, {64, 8}).gpus > 7);
  CHECK(hr::copies_of(most, {64, 8}).gpus < parts_by_choices(64, 2'048, 8));
  CHECK_CONSTEXPR(hr::copies_of({.experts = 8, .experts_per_token = 2, .groups = 4, .groups_per_token = 1}, {4, 1}).gpus == 1);
}

TEST_CASE("copies and times are those of the formulas in the docs") {
  hr::fabric primes = round_numbers;
  primes.start = hr::microseconds(31);
  const auto near = [](double a, double b) { return std::abs(a - b) <= 1e-9 * b; };
  for (const hr::ranks who : {hr::ranks{2, 2}, {8, 8}, {2, 1}, {4, 2}, {16, 8}, {32, 8}, {24, 6}})
    for (const int each : {1, 3})
      for (const int picks : {1, 2, 5})
        for (const hr::count most : {0, 1, 2, 3, 4, 5, 100}) {
          const int domains = static_cast<int>(who.domains());
          const int experts = each * static_cast<int>(who.gpus);
          if (picks > experts) continue;
          const int allowed = most > 0 ? std::min(domains, static_cast<int>(most)) : domains;
          const int reachable = experts / domains * allowed;
          if (picks > reachable) continue;
          CAPTURE(who.gpus);
          CAPTURE(experts);
          CAPTURE(picks);
          CAPTURE(most);
          const hr::expert_exchange what{
              .tokens = 1'009, .bytes_per_token = hr::bytes(7'001), .experts = experts, .experts_per_token = picks, .groups = domains, .groups_per_token = most};
          const double others = parts_by_choices(allowed, reachable, picks) * (domains - 1) / domains;
          const double gpus = parts_by_choices(static_cast<int>(who.gpus) / domains * allowed, reachable, picks);
          const hr::expert_copies copies = hr::copies_of(what, who);
          CHECK(near(copies.other_domains, others));
          CHECK(near(copies.gpus, gpus));
          const double g = static_cast<double>(who.in_domain);
          const double bytes = 1'009.0 * 7'001;
          const double latency = 31e-6 + 1e-6 + (domains > 1 ? 10e-6 : 0);
          const hr::collective_time took = value_of(hr::time_of(what, who, primes));
          CHECK(near(hr::in_seconds(took.latency), latency));
          CHECK(near(hr::in_seconds(took.time), latency + std::max(bytes * others / 10e9, bytes * gpus * (g - 1) / g / 100e9)));
          CHECK(took.how == hr::algorithm::direct);
        }
}

// Every choice of 12 experts on 6 or 12 GPUs, whose last domain is not full, and every domain's adapters: what they bring in is of the tokens of
// all other GPUs, and what they send of its own.
TEST_CASE("between uneven domains the adapters bind that counting all choices says") {
  for (const hr::ranks who : {hr::ranks{6, 4}, {6, 5}, {12, 5}, {12, 7}, {12, 8}, {12, 11}})
    for (const int groups : {1, 2, 3, 4, 6})
      for (int of_token = 1; of_token <= groups; ++of_token)
        for (const int picks : {1, 2, 3}) {
          if (picks > 12 / groups * of_token) continue;
          const auto n = static_cast<int>(who.gpus);
          const auto domains = static_cast<std::size_t>(who.domains());
          std::vector<double> chance(domains, 0), gpus(domains, 0);
          for (int gpu = 0; gpu < n; ++gpu) ++gpus[static_cast<std::size_t>(gpu / who.in_domain)];
          double all = 0;
          for (unsigned chosen = 0; chosen < (1U << groups); ++chosen) {
            if (std::popcount(chosen) != of_token) continue;
            for (unsigned experts = 0; experts < (1U << 12U); ++experts) {
              if (std::popcount(experts) != picks) continue;
              std::set<std::size_t> reached;
              bool is_inside = true;
              for (int i = 0; i < 12; ++i) {
                if ((experts >> i & 1U) == 0) continue;
                is_inside = is_inside && (chosen >> (i / (12 / groups)) & 1U) != 0;
                reached.insert(static_cast<std::size_t>(i / (12 / n) / who.in_domain));
              }
              if (!is_inside) continue;
              for (const std::size_t domain : reached) ++chance[domain];
              ++all;
            }
          }
          double others = 0, busiest = 0;
          for (std::size_t domain = 0; domain < domains; ++domain) {
            double entering = 0, leaving = 0;
            for (std::size_t other = 0; other < domains; ++other) {
              if (other == domain) continue;
              entering += gpus[other] * chance[domain] / all;
              leaving += gpus[domain] * chance[other] / all;
            }
            others += leaving / n;
            busiest = std::max({busiest, entering / gpus[domain], leaving / gpus[domain]});
          }
          CAPTURE(n);
          CAPTURE(who.in_domain);
          CAPTURE(groups);
          CAPTURE(of_token);
          CAPTURE(picks);
          const hr::expert_exchange what{.tokens = 1'000, .bytes_per_token = hr::kilobytes(10), .experts = 12, .experts_per_token = picks, .groups = groups, .groups_per_token = of_token};
          const hr::expert_copies copies = hr::copies_of(what, who);
          CHECK(copies.other_domains == doctest::Approx(others).epsilon(1e-12));
          CHECK(copies.on_adapter == doctest::Approx(busiest).epsilon(1e-12));
          hr::fabric fast = round_numbers;  // in a domain, so that the adapters bind
          fast.domain_gpus = 12;
          fast.scale_up = 1e6 * fast.scale_up;
          CHECK(hr::in_microseconds(value_of(hr::time_of(what, who, fast)).time) == doctest::Approx(11 + 10e6 * busiest / 10e9 * 1e6));
        }
}

// 8 of 1,152 experts, 72 GPUs and 24: of each token of the full domain a copy goes to the other unless all of its experts are among 864.
TEST_CASE("tokens of a full domain enter one with a third of its GPUs over a third of the adapters") {
  constexpr hr::expert_exchange what{.tokens = 4'096, .bytes_per_token = hr::bytes(7'168), .experts = 1'152, .experts_per_token = 8};
  CHECK(hr::copies_of(what, {96, 72}).on_adapter == doctest::Approx(3 * (1 - choose(864, 8) / choose(1'152, 8))));
  CHECK_CONSTEXPR(hr::copies_of(what, {96, 72}).on_adapter > 2 * hr::copies_of(what, {144, 72}).on_adapter);
  CHECK_CONSTEXPR(hr::copies_of(what, {144, 72}).on_adapter == hr::copies_of(what, {144, 72}).other_domains);
}

// GPUs 0 and 1 have the first of four groups, 2 and 3 the second, which two domains share, 4 and 5 the third, and the last domain the fourth. A token
// is sent to both GPUs of one group: one in two reaches the first domain, one in two the second, one in four the last.
TEST_CASE("what leaves the domain with the fewest GPUs may be more than what enters it") {
  constexpr hr::expert_exchange what{.tokens = 1, .experts = 8, .experts_per_token = 2, .groups = 4, .groups_per_token = 1};
  CHECK(hr::copies_of(what, {8, 3}).on_adapter == doctest::Approx(0.5 + 0.5));
}

TEST_CASE("an exchange that cannot be is refused by name") {
  CHECK(hr::time_of(two_of_64, {128, 8}, round_numbers).note == "fewer experts than GPUs that share them");
  hr::expert_exchange none = two_of_64;
  none.experts_per_token = 0;
  CHECK(hr::time_of(none, {8, 8}, round_numbers).note == "a token needs one expert, and at most all");
  CHECK(hr::time_of(two_of_64, {16, 16}, round_numbers).note == "more GPUs than a scale-up domain has");
  CHECK_CONSTEXPR(value_of(hr::time_of(two_of_64, {1, 1}, round_numbers)).time == hr::seconds(0));
  CHECK(hr::time_of({.tokens = 1, .experts = 64, .experts_per_token = 9, .groups = 8, .groups_per_token = 1}, {8, 8}, round_numbers).note ==
        "a token needs more experts than its groups have");
  CHECK(hr::time_of({.tokens = 1, .experts = 64, .experts_per_token = 8, .groups = 8, .groups_per_token = 1}, {8, 8}, round_numbers).is_known());
  const auto why = [](hr::count experts, hr::count of_a_token) {
    return hr::time_of({.tokens = 1, .experts = experts, .experts_per_token = of_a_token}, {8, 8}, round_numbers).note;
  };
  CHECK(why(7, 1) == "fewer experts than GPUs that share them");
  const std::string_view served = "no measured row states all that an exchange depends on";
  CHECK(why(8, 1) == served);
  CHECK(why(8, 8) == served);
  CHECK(why(8, 9) == "a token needs one expert, and at most all");
}

TEST_CASE("parts are reached where every part has a thing") {
  CHECK_CONSTEXPR(hr::parts_reached(5, 4, 4) == 0);
  CHECK_CONSTEXPR(hr::parts_reached(-1, 4, 4) == 0);
  CHECK_CONSTEXPR(hr::parts_reached(1, 4, 4) == 1);
  CHECK_CONSTEXPR(hr::parts_reached(3, 9, 0) == 0);
  // Four or five of five experts are more than one of two parts has.
  CHECK_CONSTEXPR(hr::parts_reached(2, 5, 4) == 2);
  CHECK_CONSTEXPR(hr::parts_reached(2, 5, 5) == 2);
}

TEST_CASE("what names no experts has one, on one GPU") {
  CHECK_CONSTEXPR(hr::copies_of({}, {8, 8}).gpus == 0);  // one does not lie evenly on eight
  CHECK_CONSTEXPR(hr::copies_of({}, {1, 1}).gpus == 1);
  CHECK_CONSTEXPR(hr::time_of(hr::expert_exchange{}, {1, 1}, round_numbers).is_known());
}

TEST_CASE("a token goes to one expert, in any domain, and nothing is sent of none, unless said") {
  using hr::expert_exchange;
  constexpr auto seconds = [](const expert_exchange& of) { return hr::in_seconds(hr::time_of(of, {16, 8}, round_numbers).value_or({}).time); };
  constexpr expert_exchange plain{.tokens = 1'000, .bytes_per_token = hr::kilobytes(1), .experts = 16};
  CHECK_CONSTEXPR(is_unless_said<&expert_exchange::tokens>(seconds, expert_exchange{.bytes_per_token = hr::kilobytes(1), .experts = 16}, 0, 1'000));
  constexpr expert_exchange of_no_bytes{.tokens = 1'000, .experts = 16};
  CHECK_CONSTEXPR(is_unless_said<&expert_exchange::bytes_per_token>(seconds, of_no_bytes, hr::bytes(0), hr::kilobytes(1)));
  CHECK_CONSTEXPR(is_unless_said<&expert_exchange::experts_per_token>(seconds, plain, 1, 2));
  constexpr expert_exchange in_groups{.tokens = 1'000, .bytes_per_token = hr::kilobytes(1), .experts = 16, .experts_per_token = 8, .groups_per_token = 1};
  CHECK_CONSTEXPR(is_unless_said<&expert_exchange::groups>(seconds, in_groups, 0, 2));
  constexpr expert_exchange of_groups{.tokens = 1'000, .bytes_per_token = hr::kilobytes(1), .experts = 16, .experts_per_token = 8, .groups = 2};
  CHECK_CONSTEXPR(is_unless_said<&expert_exchange::groups_per_token>(seconds, of_groups, 0, 1));
  constexpr auto words = [](const expert_exchange& of) { return hr::time_of(of, {2, 2}, round_numbers).note; };
  CHECK_CONSTEXPR(is_unless_said<&expert_exchange::experts>(words, expert_exchange{}, 1, 2));
}

TEST_CASE("an exchange is an estimate until somebody measures one") {
  CHECK_CONSTEXPR(hr::time_of(two_of_64, {8, 8}, round_numbers).basis == hr::basis::estimated);
  CHECK(hr::time_of(two_of_64, {8, 8}, round_numbers).note == "no measured row states all that an exchange depends on");
}

}  // namespace network_expert_exchange_test
