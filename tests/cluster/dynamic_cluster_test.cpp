// SPDX-License-Identifier: BSL-1.0
#include <headroom/cluster/dynamic_cluster.hpp>

#include <check.hpp>
#include <cluster/small_machines.hpp>
#include <headroom/cluster/capacity.hpp>
#include <headroom/demand/assess.hpp>
#include <algorithm>
#include <map>
#include <random>
#include <string_view>

namespace cluster_dynamic_cluster_test {

namespace {

constexpr auto few = hr::cluster{hr::racks<small::rack>(2), hr::vms<small::old_vm>(10)};
constexpr auto nested = hr::cluster{few, hr::boards<small::board>(3), few};

constexpr hr::machine rack(small::rack::spec);
constexpr hr::machine old_vm(small::old_vm::spec);
constexpr hr::machine node(small::node::spec);
constexpr hr::machine board(small::board::spec);

hr::outcome judged(const hr::dynamic_cluster& c) { return hr::assess(c, hr::demand{}).outcome; }

// The same cluster as a map from the machine's name: the slow and plain way to count.
std::map<std::string_view, hr::count> counted(const hr::dynamic_cluster& c) {
  std::map<std::string_view, hr::count> all;
  for (const hr::group& each : c) all[each.machine.name()] += each.how_many;
  std::erase_if(all, [](const auto& each) { return each.second == 0; });
  return all;
}

hr::dynamic_cluster any_cluster(std::mt19937& random) {
  const hr::machine kinds[]{rack, old_vm, node, board};
  hr::dynamic_cluster made;
  for (int left = std::uniform_int_distribution(0, 6)(random); left > 0; --left)
    made.add({kinds[std::uniform_int_distribution(0, 3)(random)], std::uniform_int_distribution(0, 5)(random)});
  return made;
}

}  // namespace

TEST_CASE("A cluster built at run time holds what is added to it") {
  hr::dynamic_cluster built{{small::rack::spec, 2}};
  built.add({small::old_vm::spec, 10});
  CHECK(built.groups().size() == 2);
  CHECK(built.groups()[1].how_many == 10);
  CHECK(built.begin()->machine == hr::machine(small::rack::spec));
  CHECK(built.end() - built.begin() == 2);
}

TEST_CASE("Clusters built at run time add up") {
  const hr::dynamic_cluster one{{small::rack::spec, 2}};
  hr::dynamic_cluster both{{small::node::spec, 1}};
  both.add(one);
  both.add(hr::dynamic_cluster{});
  CHECK(both.groups().size() == 2);
  CHECK(both.groups()[1].machine == hr::machine(small::rack::spec));
}

TEST_CASE("A cluster known to the compiler becomes the same at run time") {
  const hr::dynamic_cluster same(nested);
  REQUIRE(same.groups().size() == nested.size);
  for (std::size_t i = 0; i < nested.size; ++i) {
    CHECK(same.groups()[i].machine == nested.groups()[i].machine);
    CHECK(same.groups()[i].how_many == nested.groups()[i].how_many);
  }
}

TEST_CASE("A cluster known to the compiler is added to one built at run time") {
  hr::dynamic_cluster built{{small::node::spec, 1}};
  built.add(few);
  CHECK(built.groups().size() == 3);
  built.add(built);
  CHECK(built.groups().size() == 6);
  CHECK(built.how_many(old_vm) == 20);
}

TEST_CASE("Merged clusters have one group for each machine, in the order in which they first come") {
  const hr::dynamic_cluster all = hr::merged(nested);
  REQUIRE(all.groups().size() == 3);
  CHECK(all.groups()[0].machine == rack);
  CHECK(all.groups()[0].how_many == 4);
  CHECK(all.groups()[1].machine == old_vm);
  CHECK(all.groups()[1].how_many == 20);
  CHECK(all.groups()[2].machine == board);
  CHECK(all.groups()[2].how_many == 3);
  CHECK(all == hr::dynamic_cluster(nested));
  CHECK(hr::merged(hr::dynamic_cluster{{rack, 0}}).groups().empty());
}

TEST_CASE("Machines are removed from all groups of their kind") {
  hr::dynamic_cluster held(nested);
  held.remove({old_vm, 15});
  CHECK(held.groups().size() == 4);  // the two of old VMs are one
  CHECK(held.how_many(old_vm) == 5);
  held.remove({old_vm, 5});
  CHECK(held.groups().size() == 3);
  CHECK(held.how_many(old_vm) == 0);
  CHECK(held.how_many(rack) == 4);
}

TEST_CASE("A cluster is subtracted from another") {
  hr::dynamic_cluster held(nested);
  held.subtract(few);
  CHECK(held == hr::dynamic_cluster{{board, 3}, {old_vm, 10}, {rack, 2}});
  held.subtract(held);
  CHECK(held.groups().empty());
}

TEST_CASE("A difference is what a cluster has more than another, and never less than nothing") {
  const hr::dynamic_cluster needed{{rack, 5}, {old_vm, 3}, {node, 1}};
  CHECK(hr::difference(needed, few) == hr::dynamic_cluster{{rack, 3}, {node, 1}});
  CHECK(hr::difference(few, needed) == hr::dynamic_cluster{{old_vm, 7}});
  CHECK(hr::difference(few, few).groups().empty());
}

TEST_CASE("What is removed and is not there makes verdicts invalid, and stays so") {
  hr::dynamic_cluster held{{rack, 2}};
  held.remove({rack, 3});
  CHECK(held.how_many(rack) == -1);
  CHECK(judged(held) == hr::outcome::invalid);
  CHECK(!hr::gpu_count(held).valid);
  held.merge({rack, 10});  // no later machine makes good for a mistake
  CHECK(judged(held) == hr::outcome::invalid);
  CHECK(judged(hr::merged(held)) == hr::outcome::invalid);
  CHECK(judged(hr::difference(few, held)) == hr::outcome::invalid);
  CHECK(judged(hr::difference(held, few)) == hr::outcome::invalid);

  hr::dynamic_cluster other{{rack, 2}};
  other.remove({node, 1});
  CHECK(other.groups().size() == 2);
  CHECK(judged(other) == hr::outcome::invalid);
}

TEST_CASE("A count is at most 2^40 when clusters are merged") {
  const hr::count most = 1'099'511'627'776;
  hr::dynamic_cluster held{{board, most - 1}};
  held.merge({board, 1});
  CHECK(judged(held) != hr::outcome::invalid);
  held.merge({board, 1});
  CHECK(held.how_many(board) == most + 1);
  CHECK(judged(held) == hr::outcome::invalid);
  held.remove({board, 2});
  CHECK(judged(held) == hr::outcome::invalid);

  for (const hr::count wrong : {hr::too_many, -hr::too_many, most + 1, hr::count{-1}}) {
    hr::dynamic_cluster with{{board, 1}};
    with.merge({board, wrong});
    CHECK(judged(with) == hr::outcome::invalid);
    hr::dynamic_cluster without{{board, 1}};
    without.remove({board, wrong});
    CHECK(judged(without) == hr::outcome::invalid);
    CHECK(judged(hr::difference(hr::dynamic_cluster{{board, wrong}}, hr::dynamic_cluster{{board, wrong}})) == hr::outcome::invalid);
    CHECK(judged(hr::difference(hr::dynamic_cluster{}, hr::dynamic_cluster{{board, wrong}})) == hr::outcome::invalid);
  }
}

TEST_CASE("Clusters built at run time are as well built by the compiler") {
  constexpr auto left = [] {
    hr::dynamic_cluster held(nested);
    held.merge({old_vm, 2});
    held.remove({board, 3});
    held.subtract(few);
    return held.groups().size() == 2 && held.how_many(old_vm) == 12 && held.how_many(rack) == 2;
  };
  CHECK_CONSTEXPR(left());
  CHECK_CONSTEXPR(hr::difference(nested, few) == hr::dynamic_cluster{{rack, 2}, {board, 3}, {old_vm, 10}});
  CHECK_CONSTEXPR(hr::merged(hr::difference(few, nested)).groups().empty());
}

TEST_CASE("Laws of merged and subtracted clusters hold for any of them") {
  std::mt19937 random(14);
  for (int i = 0; i < 2'000; ++i) {
    const hr::dynamic_cluster a = any_cluster(random);
    const hr::dynamic_cluster b = any_cluster(random);
    const auto of_a = counted(a);
    const auto of_b = counted(b);

    // Each machine as many times as the one with more of it has.
    auto of_either = of_a;
    for (const auto& [name, n] : of_b) of_either[name] = std::max(of_either[name], n);
    auto of_both = of_a;
    for (const auto& [name, n] : of_b) of_both[name] += n;

    hr::dynamic_cluster both = a;
    both.merge(b);
    CHECK(counted(both) == of_both);

    hr::dynamic_cluster either = hr::difference(a, b);
    either.merge(b);
    CHECK(counted(either) == of_either);

    hr::dynamic_cluster back = both;
    back.subtract(b);
    CHECK(back == a);
    CHECK(counted(back) == of_a);

    CHECK(counted(hr::merged(a)) == of_a);
    CHECK((a == b) == (of_a == of_b));
    hr::dynamic_cluster the_other_way = b;
    the_other_way.merge(a);
    CHECK(the_other_way == both);

    const bool has_all = std::all_of(of_b.begin(), of_b.end(), [&](const auto& each) { return of_a.contains(each.first) && of_a.at(each.first) >= each.second; });
    hr::dynamic_cluster less = a;
    less.subtract(b);
    CHECK((judged(less) != hr::outcome::invalid) == has_all);
    if (has_all) CHECK(less == hr::difference(a, b));
  }
}

}  // namespace cluster_dynamic_cluster_test
