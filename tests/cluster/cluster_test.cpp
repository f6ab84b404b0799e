// SPDX-License-Identifier: BSL-1.0
#include <headroom/cluster/cluster.hpp>

#include <check.hpp>
#include <cluster/small_machines.hpp>
#include <type_traits>

namespace cluster_cases {

constexpr auto few = hr::cluster{hr::racks<small::rack>(2), hr::vms<small::old_vm>(10)};
constexpr auto nested = hr::cluster{few, hr::boards<small::board>(3), few};
constexpr auto nothing = hr::cluster{};

template <auto Cluster>
constexpr std::size_t groups_named = Cluster.groups().size();

}  // namespace cluster_cases

TEST_CASE("A cluster has one group for each machine named, in the order named") {
  using namespace cluster_cases;
  CHECK_CONSTEXPR(few.groups().size() == 2);
  CHECK_CONSTEXPR(few.groups()[0].machine == hr::machine(small::rack::spec));
  CHECK_CONSTEXPR(few.groups()[0].how_many == 2);
  CHECK_CONSTEXPR(few.groups()[1].machine == hr::machine(small::old_vm::spec));
  CHECK_CONSTEXPR(few.groups()[1].how_many == 10);
}

TEST_CASE("A cluster of clusters has the groups of each") {
  using namespace cluster_cases;
  CHECK_CONSTEXPR(nested.groups().size() == 5);
  CHECK_CONSTEXPR(nested.groups()[1].how_many == 10);
  CHECK_CONSTEXPR(nested.groups()[2].machine == hr::machine(small::board::spec));
  CHECK_CONSTEXPR(nested.groups()[3].how_many == 2);
}

TEST_CASE("A cluster may be empty") {
  using namespace cluster_cases;
  CHECK_CONSTEXPR(nothing.groups().empty());
  CHECK_CONSTEXPR(nothing == hr::cluster<>{});
}

TEST_CASE("So many times a cluster is each of its counts so many times") {
  using namespace cluster_cases;
  CHECK_CONSTEXPR((3 * few).groups()[0].how_many == 6);
  CHECK_CONSTEXPR((3 * few).groups()[1].how_many == 30);
  CHECK_CONSTEXPR((0 * few).groups()[1].how_many == 0);
  CHECK_CONSTEXPR(1 * few == few);
}

TEST_CASE("Two clusters are equal when their counts are") {
  using namespace cluster_cases;
  CHECK_CONSTEXPR(few == hr::cluster{hr::racks<small::rack>(2), hr::vms<small::old_vm>(10)});
  CHECK_CONSTEXPR(few != hr::cluster{hr::racks<small::rack>(2), hr::vms<small::old_vm>(11)});
}

TEST_CASE("A cluster may be a template argument, written in place") {
  using namespace cluster_cases;
  CHECK_CONSTEXPR(groups_named<hr::cluster{hr::vms<small::node>(2)}> == 1);
  CHECK_CONSTEXPR(groups_named<nested> == 5);
  CHECK_CONSTEXPR(groups_named<nothing> == 0);
}

TEST_CASE("The largest count is 2^40") {
  CHECK_CONSTEXPR(hr::vms<small::node>(hr::max_count).how_many == 1'099'511'627'776);
  CHECK_CONSTEXPR(hr::racks<small::rack>(0).how_many == 0);
  CHECK_CONSTEXPR(hr::boards<small::board>(7U).how_many == 7);
}
