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

// DeepSeek-V3: 256 experts, 8 a token, over 8 machines, of which a token goes to 4 at most.
TEST_CASE("limited to few domains, tokens cross less") {
  hr::expert_exchange limited{.tokens = 4'096, .bytes_per_token = hr::bytes(7'168), .experts = 256, .experts_per_token = 8};
  const hr::expert_copies free = hr::copies_of(limited, {64, 8});
  limited.most_domains = 4;
  const hr::expert_copies few = hr::copies_of(limited, {64, 8});
  CHECK(few.other_domains < 4 * 7.0 / 8);
  CHECK(few.other_domains > 3 * 7.0 / 8);
  CHECK(free.other_domains > 1.3 * few.other_domains);
  CHECK(free.gpus > few.gpus);
  CHECK(few.gpus < 8);
  limited.most_domains = 1;
  CHECK(hr::copies_of(limited, {64, 8}).other_domains == doctest::Approx(7.0 / 8));
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
          if (most > 0 && most < domains && domains % static_cast<int>(most) != 0) continue;
          const int experts = each * static_cast<int>(who.gpus);
          if (picks > experts) continue;
          const int allowed = most > 0 ? std::min(domains, static_cast<int>(most)) : domains;
          const int reachable = experts / domains * allowed;
          if (picks > reachable) continue;
          CAPTURE(who.gpus);
          CAPTURE(experts);
          CAPTURE(picks);
          CAPTURE(most);
          const hr::expert_exchange what{.tokens = 1'009, .bytes_per_token = hr::bytes(7'001), .experts = experts, .experts_per_token = picks, .most_domains = most};
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

TEST_CASE("an exchange that cannot be is refused by name") {
  CHECK(hr::time_of(two_of_64, {128, 8}, round_numbers).note == "fewer experts than GPUs that share them");
  hr::expert_exchange none = two_of_64;
  none.experts_per_token = 0;
  CHECK(hr::time_of(none, {8, 8}, round_numbers).note == "a token needs one expert, and at most all");
  CHECK(hr::time_of(two_of_64, {16, 16}, round_numbers).note == "more GPUs than a scale-up domain has");
  CHECK_CONSTEXPR(value_of(hr::time_of(two_of_64, {1, 1}, round_numbers)).time == hr::seconds(0));
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
  CHECK_CONSTEXPR(is_unless_said<&expert_exchange::most_domains>(seconds, expert_exchange{plain.tokens, plain.bytes_per_token, 16, 8}, 0, 1));
  constexpr auto words = [](const expert_exchange& of) { return hr::time_of(of, {2, 2}, round_numbers).note; };
  CHECK_CONSTEXPR(is_unless_said<&expert_exchange::experts>(words, expert_exchange{}, 1, 2));
}

TEST_CASE("an exchange is an estimate until somebody measures one") {
  CHECK_CONSTEXPR(hr::time_of(two_of_64, {8, 8}, round_numbers).basis == hr::basis::estimated);
  CHECK(hr::time_of(two_of_64, {8, 8}, round_numbers).note == "no measured row states all that an exchange depends on");
}

}  // namespace network_expert_exchange_test
