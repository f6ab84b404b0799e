// SPDX-License-Identifier: BSL-1.0
#include <headroom/network/ranks.hpp>

#include <check.hpp>
#include <unsaid.hpp>
#include <network/small_fabric.hpp>

namespace network_ranks_test {

using small_fabric::round_numbers;

TEST_CASE("packed ranks fill a domain first") {
  CHECK_CONSTEXPR(hr::packed(4, round_numbers).in_domain == 4);
  CHECK_CONSTEXPR(hr::packed(20, round_numbers).in_domain == 8);
  CHECK_CONSTEXPR(hr::packed(20, round_numbers).domains() == 3);
}

TEST_CASE("the last domain has the ranks that are left") {
  CHECK_CONSTEXPR(hr::packed(20, round_numbers).in_last_domain() == 4);
  CHECK_CONSTEXPR(hr::packed(17, round_numbers).in_last_domain() == 1);
  CHECK_CONSTEXPR(hr::ranks{16, 8}.in_last_domain() == 8);
  CHECK_CONSTEXPR(hr::ranks{5, 5}.in_last_domain() == 5);
  for (hr::count gpus = 1; gpus <= 30; ++gpus)
    for (hr::count in_domain = 1; in_domain <= gpus && in_domain <= 8; ++in_domain) {
      CAPTURE(gpus);
      CAPTURE(in_domain);
      const hr::ranks who{gpus, in_domain};
      hr::count placed = 0, last = 0, domains = 0;
      for (; placed < gpus; placed += last, ++domains) last = gpus - placed < in_domain ? gpus - placed : in_domain;
      CHECK(who.in_last_domain() == last);
      CHECK(who.domains() == domains);
      CHECK(who.is_even() == (last == in_domain));
      CHECK(hr::rates_of(who, round_numbers).fewest == static_cast<double>(last));
    }
}

TEST_CASE("who takes part is one GPU, until more are named") {
  constexpr auto domains = [](const hr::ranks& who) { return who.domains(); };
  CHECK_CONSTEXPR(is_unless_said<&hr::ranks::gpus>(domains, hr::ranks{}, 1, 2));
  CHECK_CONSTEXPR(is_unless_said<&hr::ranks::in_domain>(domains, hr::ranks{.gpus = 4}, 1, 2));
  CHECK_CONSTEXPR(hr::unserved({}, round_numbers).empty());
}

TEST_CASE("a domain holds as many ranks as there are, and one at least") {
  for (const hr::count gpus : {-3, -1, 0, 1, 2, 3, 7, 8, 9})
    for (const hr::count in_domain : {-3, -1, 0, 1, 2, 3, 7, 8, 9}) {
      CAPTURE(gpus);
      CAPTURE(in_domain);
      const std::string_view why = hr::unserved({gpus, in_domain}, round_numbers);
      const bool is_group = gpus >= 1 && in_domain >= 1 && in_domain <= gpus;
      CHECK((why == "a group needs GPUs, and at most all of them in a domain") == !is_group);
      CHECK(why.empty() == (is_group && in_domain <= 8));
    }
}

TEST_CASE("any network between domains serves them, however slow") {
  hr::fabric slow = round_numbers;
  slow.scale_out = hr::scale_out_per_direction(hr::gigabytes_per_second(1e-9));  // a byte a second
  CHECK(hr::unserved({16, 8}, slow).empty());
}

TEST_CASE("a GPU sends to its domain over one network, and to another over the other") {
  hr::fabric primes{.machine_gpus = 8,
                    .domain_gpus = 8,
                    .scale_up = hr::scale_up_per_direction(hr::gigabytes_per_second(70)),
                    .scale_up_share = 0.5,
                    .scale_out = hr::scale_out_per_direction(hr::gigabytes_per_second(11)),
                    .scale_out_share = 0.25};
  CHECK(hr::send_rate(8, primes) == 35e9);
  CHECK(hr::send_rate(9, primes) == 2.75e9);
  primes.oversubscription = 2;
  CHECK(hr::send_rate(8, primes) == 35e9);
  CHECK(hr::send_rate(9, primes) == 1.375e9);
  primes.domains_per_leaf = 1;  // two domains lie under one leaf only where a leaf has two
  CHECK(hr::send_rate(9, primes) == 1.375e9);
  primes.domains_per_leaf = 2;
  CHECK(hr::send_rate(16, primes) == 2.75e9);
  CHECK(hr::send_rate(17, primes) == 1.375e9);  // a third domain hangs on another leaf
}

TEST_CASE("ranks that the fabric cannot serve are named") {
  CHECK_CONSTEXPR(hr::unserved({16, 8}, round_numbers).empty());
  CHECK(hr::unserved({0, 0}, round_numbers) == "a group needs GPUs, and at most all of them in a domain");
  CHECK(hr::unserved({2, 4}, round_numbers) == "a group needs GPUs, and at most all of them in a domain");
  CHECK(hr::unserved({16, 16}, round_numbers) == "more GPUs than a scale-up domain has");
  constexpr hr::fabric alone = [] {
    hr::fabric made = round_numbers;
    made.scale_out = {};
    return made;
  }();
  CHECK(hr::unserved({16, 8}, alone) ==
        "the GPUs lie in several scale-up domains, and the rate of the network between them is not known");
  CHECK_CONSTEXPR(hr::unserved({8, 8}, alone).empty());
}

TEST_CASE("uplinks slow what crosses them, and nothing under one leaf") {
  constexpr hr::fabric narrow = [] {
    hr::fabric made = round_numbers;
    made.oversubscription = 2;
    made.domains_per_leaf = 4;
    return made;
  }();
  CHECK_CONSTEXPR(hr::rates_of({32, 8}, narrow).out == 10e9);
  CHECK_CONSTEXPR(hr::rates_of({40, 8}, narrow).out == 5e9);
  constexpr hr::fabric hashed = [] {
    hr::fabric made = round_numbers;
    made.oversubscription = 2;
    made.flows_on_busiest_uplink = 2.5;
    return made;
  }();
  CHECK_CONSTEXPR(hr::rates_of({16, 8}, hashed).out == 4e9);  // the busiest uplink is slower than the mean
}

TEST_CASE("a machine is no larger than what of a domain takes part") {
  const auto machines_of = [](hr::count machine_gpus, const hr::ranks& who) {
    hr::fabric made = round_numbers;
    made.machine_gpus = machine_gpus;
    return hr::rates_of(who, made).m;
  };
  CHECK(machines_of(4, {16, 8}) == 4);
  CHECK(machines_of(8, {16, 8}) == 8);
  CHECK(machines_of(16, {16, 8}) == 8);
  CHECK(machines_of(0, {16, 8}) == 8);  // not known
  CHECK(machines_of(1, {16, 8}) == 1);
}

TEST_CASE("what a GPU of a group can send is each rate times its share, and the hops in seconds") {
  hr::fabric primes{.machine_gpus = 3,
                    .domain_gpus = 8,
                    .scale_up = hr::scale_up_per_direction(hr::gigabytes_per_second(70)),
                    .scale_up_share = 0.5,
                    .in_network_share = 0.75,
                    .scale_out = hr::scale_out_per_direction(hr::gigabytes_per_second(11)),
                    .scale_out_share = 0.25,
                    .scale_up_hop = hr::seconds(13),
                    .scale_out_hop = hr::seconds(17)};
  const hr::lane_rates made = hr::rates_of({21, 7}, primes);
  CHECK(made.n == 21);
  CHECK(made.g == 7);
  CHECK(made.domains == 3);
  CHECK(made.m == 3);
  CHECK(made.machines == 3);  // of three GPUs, three and one
  CHECK(made.up == 35e9);
  CHECK(made.in_network == 52.5e9);
  CHECK(made.out == 2.75e9);
  CHECK(made.hop_up == 13);
  CHECK(made.hop_out == 17);
}

}  // namespace network_ranks_test
