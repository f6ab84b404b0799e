// SPDX-License-Identifier: BSL-1.0
#include <headroom/demand/assess.hpp>
#include <headroom/demand/demand.hpp>

#include <boost/units/systems/si/power.hpp>
#include <boost/units/systems/si/prefixes.hpp>
#include <check.hpp>
#include <cluster/small_machines.hpp>

TEST_CASE("A demand asks for nothing unless it says so") {
  constexpr auto of_none = hr::assess(hr::cluster{}, hr::demand{});
  CHECK_CONSTEXPR(of_none.fits());
  CHECK_CONSTEXPR(of_none.checks().empty());
  constexpr auto of_some = hr::assess(hr::cluster{hr::racks<small::rack>(2), hr::vms<small::old_vm>(10)}, hr::demand{});
  CHECK_CONSTEXPR(of_some.fits());
  CHECK_CONSTEXPR(of_some.checks().empty());
}

TEST_CASE("A limit in a unit of Boost.Units' own is converted") {
  namespace si = boost::units::si;
  constexpr hr::limits allowed{.max_power = 5.0 * si::kilo * si::watts};
  CHECK_CONSTEXPR(*allowed.max_power.known() == hr::kilowatts(5));
}

TEST_CASE("A peak is asked for by a typed rate, which says its format and sparsity") {
  constexpr hr::peak_need sparse_need = hr::petaflops<hr::fp4, hr::sparse>(1'440);
  CHECK_CONSTEXPR(sparse_need.format == hr::fp4);
  CHECK_CONSTEXPR(sparse_need.zeros == hr::sparse);
  CHECK_CONSTEXPR(sparse_need.rate == hr::petaflops(1'440));
  constexpr hr::peak_need dense_need = hr::teraflops<hr::int8>(624);
  CHECK_CONSTEXPR(dense_need.format == hr::int8);
  CHECK_CONSTEXPR(dense_need.zeros == hr::dense);
}

TEST_CASE("A peak in a format chosen at run time is asked for by an untyped rate") {
  constexpr hr::peak_need need(hr::bf16, hr::dense, hr::teraflops(312));
  CHECK_CONSTEXPR(need.format == hr::bf16);
  CHECK_CONSTEXPR(need.rate == hr::teraflops(312));
}

TEST_CASE("Features are a set") {
  constexpr hr::features some{hr::feature::premium_storage, hr::feature::nvlink, hr::feature::nvlink};
  CHECK_CONSTEXPR(some.has(hr::feature::premium_storage));
  CHECK_CONSTEXPR(some.has(hr::feature::nvlink));
  CHECK_CONSTEXPR(!some.has(hr::feature::hibernation));
  CHECK_CONSTEXPR(!some.empty());
  constexpr auto added = [] {
    hr::features one;
    one.add(hr::feature::hibernation);
    return one.has(hr::feature::hibernation) && !one.has(hr::feature::premium_storage);
  };
  CHECK_CONSTEXPR(added());
}

TEST_CASE("Number formats are a set") {
  constexpr hr::number_formats some{hr::fp64, hr::fp8, hr::fp8};
  CHECK_CONSTEXPR(some.has(hr::fp64));
  CHECK_CONSTEXPR(some.has(hr::fp8));
  CHECK_CONSTEXPR(!some.has(hr::int4));
  CHECK_CONSTEXPR(!some.empty());
  constexpr auto added = [] {
    hr::number_formats one;
    one.add(hr::int4);
    return one.has(hr::int4) && !one.has(hr::fp64);
  };
  CHECK_CONSTEXPR(added());
}

TEST_CASE("A limit of nothing is a limit") {
  constexpr hr::limits none_allowed{.vms = 0};
  CHECK_CONSTEXPR(none_allowed.vms.is_known());
  CHECK_CONSTEXPR(none_allowed.racks.is_unknown());
}
