// SPDX-License-Identifier: BSL-1.0
#include <headroom/cluster/ratios.hpp>

#include <array>
#include <check.hpp>
#include <cluster/small_machines.hpp>
#include <headroom/cluster/dynamic_cluster.hpp>

namespace {

constexpr auto ratio_racks = hr::cluster{hr::racks<small::rack>(3)};
constexpr auto ratio_mixed = hr::cluster{hr::racks<small::rack>(1), hr::vms<small::old_vm>(2)};

constexpr std::array ratio_prices{
    hr::price{.machine = "rack", .on_demand = hr::dollars_per_hour(540), .own = true},
    hr::price{.machine = "old VM", .on_demand = hr::dollars_per_hour(26), .own = true},
    hr::price{.machine = "slice", .on_demand = hr::dollars_per_hour(1), .own = true},
};
constexpr hr::pricing ratio_terms{.own = ratio_prices, .published = {}};

}  // namespace

TEST_CASE("Bytes per operation are memory bandwidth over peak: 8 TB/s over 15 PFLOPS") {
  CHECK_CONSTEXPR(hr::bytes_per_operation<hr::fp4>(ratio_racks) == 8e12 / 15e15);
  CHECK_CONSTEXPR(hr::bytes_per_operation<hr::fp4, hr::sparse>(ratio_racks) == 8e12 / 20e15);
  const hr::dynamic_cluster same(ratio_racks);
  CHECK(value_of(hr::bytes_per_operation<hr::fp4>(same)) == 8e12 / 15e15);
}

TEST_CASE("Scale-up to scale-out is 900 GB/s to 800 Gb/s: nine times") {
  CHECK_CONSTEXPR(hr::scale_up_to_scale_out(ratio_racks) == 9.0);
  const hr::dynamic_cluster same(ratio_racks);
  CHECK(value_of(hr::scale_up_to_scale_out(same)) == 9.0);
}

TEST_CASE("A ratio is absent where a machine has no such thing, and unknown where a figure is") {
  CHECK(hr::bytes_per_operation<hr::fp4>(hr::dynamic_cluster(ratio_mixed)).is_absent());
  CHECK(hr::scale_up_to_scale_out(hr::dynamic_cluster{{small::riddle::spec, 1}}).is_unknown());
  CHECK(hr::scale_up_to_scale_out(hr::dynamic_cluster{}).is_unknown());
}

TEST_CASE("A GPU-hour costs the cluster's price over its GPUs") {
  CHECK_CONSTEXPR(hr::in_dollars_per_hour(value_of(hr::price_per_gpu_hour(ratio_racks, ratio_terms))) == 7.5);
  CHECK_CONSTEXPR(hr::in_dollars_per_hour(value_of(hr::price_per_gpu_hour(ratio_mixed, ratio_terms))) == 6.727272727);  // 592 / 88
  CHECK(hr::in_dollars_per_hour(value_of(hr::price_per_gpu_hour(hr::dynamic_cluster(ratio_racks), ratio_terms))) == 7.5);
}

TEST_CASE("A VM-hour, a rack-hour and a domain-hour cost the cluster's price over their numbers") {
  CHECK_CONSTEXPR(hr::in_dollars_per_hour(value_of(hr::price_per_rack_hour(ratio_racks, ratio_terms))) == 540);
  CHECK_CONSTEXPR(hr::in_dollars_per_hour(value_of(hr::price_per_vm_hour(ratio_racks, ratio_terms))) == 30);  // 18 VMs
  CHECK_CONSTEXPR(hr::in_dollars_per_hour(value_of(hr::price_per_domain_hour(ratio_racks, ratio_terms))) == 540);
  CHECK_CONSTEXPR(hr::in_dollars_per_hour(value_of(hr::price_per_vm_hour(ratio_mixed, ratio_terms))) == 29.6);  // 592 / 20
  CHECK(hr::in_dollars_per_hour(value_of(hr::price_per_vm_hour(hr::dynamic_cluster(ratio_racks), ratio_terms))) == 30);
  CHECK(hr::price_per_rack_hour(hr::dynamic_cluster{{small::old_vm::spec, 2}}, ratio_terms).is_unknown());
}

TEST_CASE("A GiB-hour costs the cluster's price over its GPU memory as sold") {
  CHECK_CONSTEXPR(hr::in_dollars_per_hour(value_of(hr::price_per_gibibyte_hour(ratio_racks, ratio_terms))) == 0.02688172);  // 540 / 20,088
  CHECK(hr::price_per_gibibyte_hour(hr::dynamic_cluster(ratio_racks), ratio_terms).is_known());
}

TEST_CASE("A petaflop-hour costs the cluster's price over its peak") {
  CHECK_CONSTEXPR(hr::in_dollars_per_hour(value_of(hr::price_per_petaflop_hour<hr::fp4>(ratio_racks, ratio_terms))) == 0.5);
  CHECK_CONSTEXPR(hr::in_dollars_per_hour(value_of(hr::price_per_petaflop_hour<hr::fp4, hr::sparse>(ratio_racks, ratio_terms))) == 0.375);
  CHECK_CONSTEXPR(hr::price_per_petaflop_hour<hr::fp4>(ratio_mixed, ratio_terms).is_absent());
  CHECK(hr::price_per_petaflop_hour<hr::fp8>(hr::dynamic_cluster(ratio_racks), ratio_terms).is_unknown());
}

TEST_CASE("Without a price for every machine no ratio of money is known") {
  // An eighth of a GPU for a dollar, beside a whole one.
  CHECK(hr::in_dollars_per_hour(value_of(hr::price_per_gpu_hour(hr::dynamic_cluster{{small::slice::spec, 4}}, ratio_terms))) == 8);
  CHECK_CONSTEXPR(hr::price_per_gpu_hour(ratio_racks, {.published = {}}).is_unknown());
  CHECK(hr::price_per_gpu_hour(hr::dynamic_cluster{{small::rack::spec, 1}, {small::node::spec, 1}}, ratio_terms).is_unknown());
}

// Outside constant expressions, where it does not compile, what cannot be divided is no number.
TEST_CASE("What there is nothing to divide by is not a number at run time") {
  const auto none = hr::cluster{hr::racks<small::rack>(0)};
  const double ratio = hr::bytes_per_operation<hr::fp4>(none);
  CHECK(ratio != ratio);
}
