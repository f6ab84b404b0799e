// SPDX-License-Identifier: BSL-1.0
#include <headroom/network/ranks.hpp>

#include <check.hpp>
#include <network/small_fabric.hpp>

namespace network_ranks_test {

using small_fabric::round_numbers;

TEST_CASE("packed ranks fill a domain first") {
  CHECK_CONSTEXPR(hr::packed(4, round_numbers).in_domain == 4);
  CHECK_CONSTEXPR(hr::packed(20, round_numbers).in_domain == 8);
  CHECK_CONSTEXPR(hr::packed(20, round_numbers).domains() == 3);
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
}

}  // namespace network_ranks_test
