// SPDX-License-Identifier: BSL-1.0
#include <headroom/cluster/placement.hpp>

#include <check.hpp>
#include <cluster/small_machines.hpp>

namespace {

constexpr hr::placement place_nodes(hr::count n) { return value_of(hr::place(small::node::spec, n)); }

}  // namespace

TEST_CASE("Forty VMs of a rack of 18 fill two racks, and four are left") {
  CHECK_CONSTEXPR(place_nodes(40).whole == 2);
  CHECK_CONSTEXPR(place_nodes(40).partial == 1);
  CHECK_CONSTEXPR(place_nodes(40).vms_left_over == 4);
  CHECK_CONSTEXPR(place_nodes(40).gpus_left_over == 16);
  CHECK_CONSTEXPR(place_nodes(40).vms_to_fill == 14);
  CHECK_CONSTEXPR(place_nodes(40).vms_per_domain == 18);
}

TEST_CASE("Eighteen VMs fill one rack exactly, and seventeen none") {
  CHECK_CONSTEXPR(place_nodes(18).whole == 1);
  CHECK_CONSTEXPR(place_nodes(18).partial == 0);
  CHECK_CONSTEXPR(place_nodes(18).vms_left_over == 0);
  CHECK_CONSTEXPR(place_nodes(18).vms_to_fill == 0);
  CHECK_CONSTEXPR(place_nodes(17).whole == 0);
  CHECK_CONSTEXPR(place_nodes(17).vms_to_fill == 1);
  CHECK_CONSTEXPR(place_nodes(0).whole == 0);
  CHECK_CONSTEXPR(place_nodes(0).partial == 0);
}

TEST_CASE("VMs placed and left over are all VMs") {
  for (hr::count n = 0; n < 100; ++n) {
    const hr::placement at = place_nodes(n);
    CHECK(at.whole * at.vms_per_domain + at.vms_left_over == n);
    CHECK(at.vms_left_over < at.vms_per_domain);
    CHECK((at.vms_left_over + at.vms_to_fill) % at.vms_per_domain == 0);
  }
}

TEST_CASE("A VM that is no part of a rack is a domain of its own") {
  CHECK_CONSTEXPR(value_of(hr::place(small::old_vm::spec, 10)).whole == 10);
  CHECK_CONSTEXPR(value_of(hr::place(small::old_vm::spec, 10)).vms_left_over == 0);
}

TEST_CASE("Placement is unknown where the domain is, or the count is none") {
  CHECK_CONSTEXPR(hr::place(small::riddle::spec, 3).is_unknown());
  CHECK_CONSTEXPR(hr::place(small::slice::spec, 3).is_unknown());
  CHECK_CONSTEXPR(hr::place(small::head::spec, 3).is_unknown());
  CHECK_CONSTEXPR(hr::place(small::node::spec, -1).is_unknown());
  CHECK_CONSTEXPR(hr::place(small::node::spec, hr::max_count + 1).is_unknown());
  CHECK_CONSTEXPR(hr::place(hr::group{small::rack::spec, -1}).is_unknown());
}

TEST_CASE("Racks and boards are whole domains") {
  CHECK_CONSTEXPR(value_of(hr::place(hr::group{small::rack::spec, 3})).whole == 3);
  CHECK_CONSTEXPR(value_of(hr::place(hr::group{small::rack::spec, 3})).vms_per_domain == 18);
  CHECK_CONSTEXPR(value_of(hr::place(hr::group{small::board::spec, 2})).whole == 2);
  CHECK_CONSTEXPR(value_of(hr::place(hr::group{small::board::spec, 2})).partial == 0);
  CHECK_CONSTEXPR(value_of(hr::place(hr::group{small::node::spec, 40})).whole == 2);
}

TEST_CASE("Of racks and boards nothing is left over, and nothing is to be filled") {
  constexpr hr::placement racks = value_of(hr::place(hr::group{small::rack::spec, 3}));
  CHECK_CONSTEXPR(racks.partial == 0);
  CHECK_CONSTEXPR(racks.vms_left_over == 0);
  CHECK_CONSTEXPR(racks.gpus_left_over == 0);
  CHECK_CONSTEXPR(racks.vms_to_fill == 0);
  CHECK_CONSTEXPR(value_of(hr::place(hr::group{small::rack::spec, 0})).whole == 0);
}

TEST_CASE("A size of one GPU is placed as any other, and one without GPUs is not") {
  constexpr hr::vm one_gpu{.name = "one", .gpus = 1, .scale_up_domain_gpus = 4};
  constexpr hr::vm no_gpus{.name = "none", .gpus = 0, .scale_up_domain_gpus = 4};
  constexpr hr::vm unknown_gpus{.name = "unknown", .scale_up_domain_gpus = 4};
  CHECK_CONSTEXPR(value_of(hr::place(one_gpu, 6)).whole == 1);
  CHECK_CONSTEXPR(value_of(hr::place(one_gpu, 6)).gpus_left_over == 2);
  CHECK_CONSTEXPR(hr::place(no_gpus, 6).is_unknown());
  CHECK_CONSTEXPR(hr::place(unknown_gpus, 6).is_unknown());
}

TEST_CASE("Racks of unknown VMs are not placed") {
  constexpr hr::rack bare{.name = "bare rack"};
  CHECK_CONSTEXPR(hr::place(hr::group{bare, 3}).is_unknown());
}
