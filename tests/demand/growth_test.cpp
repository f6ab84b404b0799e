// SPDX-License-Identifier: BSL-1.0
#include <headroom/demand/growth.hpp>

#include <array>
#include <check.hpp>
#include <cluster/small_machines.hpp>
#include <headroom/cluster/dynamic_cluster.hpp>

namespace {

constexpr auto growth_mixed = hr::cluster{hr::racks<small::rack>(2), hr::vms<small::old_vm>(10)};  // 144 + 80 GPUs
constexpr auto growth_unsure = hr::cluster{hr::vms<small::node>(1), hr::vms<small::riddle>(1)};

constexpr hr::demand growth_gpus(hr::count n) { return {.total = {.gpus = n}}; }

}  // namespace

TEST_CASE("Of a cluster that fits no more machines are needed") {
  constexpr auto more = hr::how_many_more(growth_mixed, growth_gpus(224));
  CHECK_CONSTEXPR(value_of(more[0]) == 0);
  CHECK_CONSTEXPR(value_of(more[1]) == 0);
}

TEST_CASE("76 GPUs are two racks of 72 or ten VMs of 8") {
  constexpr auto more = hr::how_many_more(growth_mixed, growth_gpus(300));
  CHECK_CONSTEXPR(value_of(more[0]) == 2);
  CHECK_CONSTEXPR(value_of(more[1]) == 10);
}

TEST_CASE("The least number is exact near a multiple of the machine's figure") {
  CHECK_CONSTEXPR(value_of(hr::how_many_more(growth_mixed, growth_gpus(224 + 72))[0]) == 1);
  CHECK_CONSTEXPR(value_of(hr::how_many_more(growth_mixed, growth_gpus(224 + 73))[0]) == 2);
  CHECK_CONSTEXPR(value_of(hr::how_many_more(growth_mixed, growth_gpus(224 + 8'000'000'000))[1]) == 1'000'000'000);
  CHECK_CONSTEXPR(value_of(hr::how_many_more(growth_mixed, growth_gpus(144 + 8 * hr::max_count))[1]) == hr::max_count - 10);
}

TEST_CASE("No number of machines is enough beyond 2^40, or if they are not eligible") {
  CHECK_CONSTEXPR(hr::how_many_more(growth_mixed, growth_gpus(144 + 8 * hr::max_count + 1))[1].is_absent());
  constexpr hr::demand fp4{.total = {.peak = hr::petaflops<hr::fp4>(2'161)}};
  CHECK_CONSTEXPR(value_of(hr::how_many_more(growth_mixed, fp4)[0]) == 1);
  CHECK_CONSTEXPR(hr::how_many_more(growth_mixed, fp4)[1].is_absent());
}

TEST_CASE("No number of machines is enough where a limit is in the way") {
  constexpr hr::demand few_vms{.total = {.gpus = 300}, .at_most = {.vms = 60}};
  CHECK_CONSTEXPR(hr::how_many_more(growth_mixed, few_vms)[0].is_absent());    // two racks make 82 VMs
  CHECK_CONSTEXPR(value_of(hr::how_many_more(growth_mixed, few_vms)[1]) == 10);    // ten VMs make 56
  constexpr hr::demand broken{.at_most = {.vms = 45}};
  CHECK_CONSTEXPR(hr::how_many_more(growth_mixed, broken)[0].is_absent());
}

TEST_CASE("How many more is unknown where an unknown figure decides") {
  constexpr hr::demand vcpus{.total = {.vcpus = 256}};
  CHECK_CONSTEXPR(value_of(hr::how_many_more(growth_unsure, vcpus)[0]) == 1);
  CHECK_CONSTEXPR(hr::how_many_more(growth_unsure, vcpus)[1].is_unknown());
}

TEST_CASE("A broken limit is certain even where a minimum is not") {
  constexpr hr::demand asked{.total = {.vcpus = 256}, .at_most = {.vms = 1}};
  CHECK_CONSTEXPR(hr::how_many_more(growth_unsure, asked)[1].is_absent());
}

TEST_CASE("A domain that is not whole may be filled") {
  constexpr auto nodes = hr::cluster{hr::vms<small::node>(4)};
  constexpr hr::demand whole_domain{.per_domain = {.gpus = 72}};
  CHECK_CONSTEXPR(value_of(hr::how_many_more(nodes, whole_domain)[0]) == 14);
  constexpr hr::demand whole{.total = {.gpus = 73}, .whole_racks = true};
  CHECK_CONSTEXPR(value_of(hr::how_many_more(nodes, whole)[0]) == 32);
}

TEST_CASE("More machines are counted until they fill whole units") {
  constexpr auto nodes = hr::cluster{hr::vms<small::node>(3)};
  constexpr hr::demand groups{.total = {.gpus = 16}, .units = {.in_domain = 16}};
  CHECK_CONSTEXPR(value_of(hr::how_many_more(nodes, groups)[0]) == 1);
  constexpr hr::demand replicas{.total = {.gpus = 96}, .units = {.in_domain = 16, .of_one_kind = 48}};
  CHECK_CONSTEXPR(value_of(hr::how_many_more(nodes, replicas)[0]) == 23);  // 64 in a rack of 18, 32 in 8 of the next
  constexpr auto old = hr::cluster{hr::vms<small::old_vm>(5)};
  constexpr hr::demand two_domains{.total = {.gpus = 16}, .units = {.in_domain = 16}};
  CHECK_CONSTEXPR(hr::how_many_more(old, two_domains)[0].is_absent());
  constexpr hr::demand three{.total = {.gpus = 24}, .units = {.in_domain = 8, .of_one_kind = 24}};
  CHECK_CONSTEXPR(hr::could_give_back(old, three)[0] == 2);
}

TEST_CASE("24 GPUs to spare are three VMs of 8, and no rack of 72") {
  constexpr auto spare = hr::could_give_back(growth_mixed, growth_gpus(200));
  CHECK_CONSTEXPR(spare[0] == 0);
  CHECK_CONSTEXPR(spare[1] == 3);
  CHECK_CONSTEXPR(hr::could_give_back(growth_mixed, growth_gpus(152))[0] == 1);
  CHECK_CONSTEXPR(hr::could_give_back(growth_mixed, growth_gpus(151))[1] == 9);
  CHECK_CONSTEXPR(hr::could_give_back(growth_mixed, {})[0] == 2);
}

TEST_CASE("Nothing can be given back of a cluster that does not fit, even if less of it would") {
  CHECK_CONSTEXPR(hr::could_give_back(growth_mixed, growth_gpus(225))[0] == 0);
  constexpr hr::demand too_many_vms{.at_most = {.vms = 45}};
  CHECK_CONSTEXPR(hr::could_give_back(growth_mixed, too_many_vms)[1] == 0);
}

TEST_CASE("Of an empty cluster there is nothing to add to and nothing to give back") {
  CHECK_CONSTEXPR(hr::how_many_more(hr::cluster{}, growth_gpus(1)).empty());
  CHECK_CONSTEXPR(hr::could_give_back(hr::cluster{}, growth_gpus(0)).empty());
}

TEST_CASE("Of an invalid cluster or demand neither is known") {
  const hr::dynamic_cluster negative{{small::rack::spec, -1}, {small::node::spec, 1}};
  CHECK(hr::how_many_more(negative, growth_gpus(1))[0].is_unknown());
  CHECK(hr::how_many_more(negative, growth_gpus(1))[1].is_unknown());
  CHECK(hr::could_give_back(negative, growth_gpus(1))[1] == 0);
  CHECK_CONSTEXPR(hr::how_many_more(growth_mixed, growth_gpus(-1))[0].is_unknown());
}

TEST_CASE("At run time the answers are those the compiler has") {
  const hr::dynamic_cluster same(growth_mixed);
  CHECK(value_of(hr::how_many_more(same, growth_gpus(300))[0]) == 2);
  CHECK(value_of(hr::how_many_more(same, growth_gpus(300))[1]) == 10);
  CHECK(hr::could_give_back(same, growth_gpus(200))[1] == 3);
  CHECK(hr::could_give_back(same, growth_gpus(152))[0] == 1);
}

TEST_CASE("The least number that holds is found, whatever it is") {
  constexpr auto least_from = [](hr::count most, hr::count first) {
    return hr::detail::least(most, [=](hr::count n) { return n >= first; });
  };
  CHECK_CONSTEXPR(least_from(0, 0) == 0);
  CHECK_CONSTEXPR(least_from(0, 1) == 1);
  CHECK_CONSTEXPR(least_from(hr::max_count, hr::max_count) == hr::max_count);
  CHECK_CONSTEXPR(least_from(hr::max_count, hr::max_count + 1) == hr::max_count + 1);
  for (hr::count most = 0; most < 20; ++most)
    for (hr::count first = 0; first <= most + 1; ++first) CHECK(least_from(most, first) == first);
}

TEST_CASE("The least and the most for which something holds") {
  constexpr auto from = [](hr::count first) { return [=](hr::count n) { return n >= first; }; };
  constexpr auto up_to = [](hr::count last) { return [=](hr::count n) { return n <= last; }; };
  constexpr auto agree = [=] {
    for (hr::count limit = 0; limit < 20; ++limit)
      for (hr::count edge = 0; edge < 22; ++edge) {
        if (hr::detail::least(limit, from(edge)) != (edge <= limit ? edge : limit + 1)) return false;
        if (hr::detail::most(limit, up_to(edge)) != (edge <= limit ? edge : limit)) return false;
      }
    return true;
  };
  CHECK_CONSTEXPR(agree());
  CHECK_CONSTEXPR(hr::detail::most(hr::max_count, up_to(1'000'000'007)) == 1'000'000'007);
  CHECK_CONSTEXPR(hr::detail::most(hr::max_count, up_to(hr::max_count)) == hr::max_count);
  CHECK_CONSTEXPR(hr::detail::most(9, [](hr::count) { return false; }) == 0);
}

TEST_CASE("How many more is unknown where enough GPUs come with a limit that no source lets judge") {
  // No source states the old VM's power.
  constexpr auto held = hr::cluster{hr::racks<small::rack>(1), hr::vms<small::old_vm>(1)};
  constexpr hr::demand asked{.total = {.gpus = 100}, .at_most = {.max_power = hr::megawatts(1)}};
  CHECK_CONSTEXPR(hr::how_many_more(held, asked)[1].is_unknown());
  // With the power of one rack used up, no number of racks is enough, for certain.
  constexpr hr::demand little{.total = {.gpus = 100}, .at_most = {.max_power = hr::kilowatts(142)}};
  CHECK_CONSTEXPR(hr::how_many_more(held, little)[0].is_absent());
}

TEST_CASE("Machines up to the largest count may be needed, and not one more") {
  constexpr auto one = hr::cluster{hr::vms<small::slice>(1)};
  CHECK_CONSTEXPR(value_of(hr::how_many_more(one, {.total = {.gpus = hr::max_count}})[0]) == hr::max_count - 1);
  CHECK_CONSTEXPR(hr::how_many_more(one, {.total = {.gpus = hr::max_count + 1}})[0].is_absent());
}

// Of VMs of 4 GPUs one is held, five are needed and three are allowed; no source says how many vCPUs the other kind has.
TEST_CASE("Where more machines are needed than are held and allowed no number is enough") {
  constexpr auto one = hr::cluster{hr::vms<small::node>(1)};
  constexpr hr::demand few{.total = {.gpus = 20}, .at_most = {.vms = 3}};
  CHECK_CONSTEXPR(hr::how_many_more(one, few)[0].is_absent());
}

// No source says how many vCPUs it has; 12 GPUs are three of it, and the most there can be are 2^40 of it.
TEST_CASE("Where a figure is not known the fewest that may be enough are held against the limits") {
  const hr::dynamic_cluster one{{small::riddle::spec, 1}};
  const auto more = [&](hr::count gpus, const hr::figure<hr::count>& vms) { return hr::how_many_more(one, {.total = {.gpus = gpus, .vcpus = 1}, .at_most = {.vms = vms}})[0]; };
  CHECK(more(12, 3).is_unknown());
  CHECK(more(12, 2).is_absent());
  CHECK(more(4 * hr::max_count, hr::unknown).is_unknown());
  CHECK(more(4 * hr::max_count + 1, hr::unknown).is_absent());
}
