// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <headroom/plan/packing.hpp>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include <check.hpp>
#include <unsaid.hpp>

namespace plan_packing_test {
namespace {

using packing_nodes = std::vector<hr::packing_node>;
using packing_jobs = std::vector<hr::packing_job>;

// Every pod on every node, or the job on none.
hr::count most_packed_by_trying(packing_nodes on, const packing_jobs& all, std::size_t at = 0) {
  if (at == all.size()) return 0;
  hr::count most = most_packed_by_trying(on, all, at + 1);
  const hr::packing_job& job = all[at];
  std::vector<hr::count> its(on.size());
  const std::function<void(hr::count, std::size_t)> put = [&](hr::count left, std::size_t first) {
    if (left == 0) return void(most = std::max(most, job.size() + most_packed_by_trying(on, all, at + 1)));
    for (std::size_t i = 0; i < on.size(); ++i) {
      const bool is_first = left == job.pods;
      if (on[i].free < job.gpus || (job.kinds >> on[i].kind & 1) == 0 || (job.per_node > 0 && its[i] == job.per_node) || (job.one_domain && !is_first && on[i].domain != on[first].domain)) continue;
      on[i].free -= job.gpus;
      ++its[i];
      put(left - 1, is_first ? i : first);
      --its[i];
      on[i].free += job.gpus;
    }
  };
  put(job.pods, 0);
  return most;
}

// Of a packing: whole jobs, on nodes that have the GPUs, in one domain where they have to be.
bool holds_packing(const packing_nodes& on, const packing_jobs& all, const hr::packing& of) {
  hr::count placed = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& places = of.places[i];
    if (!places.empty() && static_cast<hr::count>(places.size()) != all[i].pods) return false;
    for (const std::size_t node : places)
      if ((all[i].kinds >> on[node].kind & 1) == 0 || (all[i].per_node > 0 && std::count(places.begin(), places.end(), node) > all[i].per_node)) return false;
    for (const std::size_t node : places)
      if (all[i].one_domain && on[node].domain != on[places.front()].domain) return false;
    placed += places.empty() ? 0 : all[i].size();
  }
  const packing_nodes left = hr::left_by(on, all, of);
  return placed == of.placed && std::all_of(left.begin(), left.end(), [](const auto& each) { return each.free >= 0; });
}

struct packing_instance {
  packing_nodes on{};
  packing_jobs all{};
};

packing_instance random_packing_instance(std::mt19937& random, std::size_t most_nodes, std::size_t most_jobs, hr::count most_gpus) {
  const auto up_to = [&](hr::count n) { return static_cast<hr::count>(random() % static_cast<unsigned>(n)) + 1; };
  packing_instance made;
  for (hr::count i = up_to(static_cast<hr::count>(most_nodes)); i > 0; --i) made.on.push_back({up_to(most_gpus + 1) - 1, random() % 2, random() % 2});
  for (hr::count i = up_to(static_cast<hr::count>(most_jobs)); i > 0; --i) made.all.push_back({up_to(3), up_to(most_gpus), random() % 2 == 0, random() % 3 + 1, up_to(3) - 1});
  return made;
}

}  // namespace

// Two nodes of 8 in a rack, and one of 4 elsewhere: 16 together only in the rack, and 4 more then only elsewhere.
TEST_CASE("What has to lie together does, and the rest goes beside it") {
  CHECK_CONSTEXPR([] {
    const std::array on{hr::packing_node{4, 0}, hr::packing_node{8, 1}, hr::packing_node{8, 1}};
    const std::array all{hr::packing_job{1, 4}, hr::packing_job{2, 8, true}};
    const auto found = hr::pack(on, all);
    return found->placed == 20 && found->is_proved() && found->places[0].front() == 0;
  }());
  const packing_nodes on{{4, 0}, {8, 1}, {8, 1}};
  CHECK(hr::pack(on, packing_jobs{{5, 4, true}})->placed == 0);
  CHECK(hr::pack(on, packing_jobs{{5, 4, false}})->placed == 20);
  CHECK(hr::pack(on, packing_jobs{{3, 8}})->bound == 0);
}

TEST_CASE("GPUs are stranded where too few are together") {
  const packing_nodes on{{3, 0}, {5, 0}, {8, 0}};
  CHECK(hr::stranded_gpus(on, 4) == 3 + 1);
  CHECK(hr::stranded_gpus(on, 1) == 0);
}

TEST_CASE("No packing places more than ours, by trying every one") {
  std::mt19937 random(17);
  for (int i = 0; i < 1'500; ++i) {
    const packing_instance of = random_packing_instance(random, 4, 4, 4);
    const auto found = hr::pack(of.on, of.all);
    CAPTURE(i);
    CHECK(holds_packing(of.on, of.all, *found));
    CHECK(found->is_proved());
    CHECK(found->placed == most_packed_by_trying(of.on, of.all));
  }
}

TEST_CASE("Stopped early, the bound is none that a packing passes") {
  std::mt19937 random(18);
  for (int i = 0; i < 500; ++i) {
    const packing_instance of = random_packing_instance(random, 4, 4, 4);
    const auto hasty = hr::pack(of.on, of.all, 1);
    const hr::count most = most_packed_by_trying(of.on, of.all);
    CAPTURE(i);
    CHECK(holds_packing(of.on, of.all, *hasty));
    CHECK(hasty->placed <= most);
    CHECK(hasty->bound >= most);
  }
}

TEST_CASE("Large ones are packed with a gap that is known") {
  std::mt19937 random(19);
  packing_nodes on;
  for (std::size_t i = 0; i < 360; ++i) on.push_back({8, i / 18});
  packing_jobs all;
  for (int i = 0; i < 300; ++i) all.push_back({static_cast<hr::count>(random() % 16) + 1, hr::count{1} << (random() % 4), random() % 3 == 0});
  const auto found = hr::pack(on, all, 1'000);
  CHECK(holds_packing(on, all, *found));
  CHECK(found->bound <= 360 * 8);
  CHECK(found->gap() < 0.02);
}

// A job of 2 on each of two nodes of 4: one of 4 fits when either moves to the other.
TEST_CASE("One job is moved so that another fits, where one move is enough") {
  const packing_nodes on{{4, 0}, {4, 0}, {2, 0}};
  const packing_jobs running{{1, 2}, {1, 2}};
  hr::packing now;
  now.places = {{0}, {1}};
  const auto move = hr::job_to_move(on, running, now, {1, 4});
  REQUIRE(move.has_value());
  CHECK(move->job == 0);
  CHECK(move->waiting == std::vector<std::size_t>{0});
  CHECK((move->to == std::vector<std::size_t>{1} || move->to == std::vector<std::size_t>{2}));
  CHECK(!hr::job_to_move(on, running, now, {2, 4}).has_value());
}

TEST_CASE("What is no count is not packed") {
  CHECK(!hr::pack(packing_nodes{{-1, 0}}, packing_jobs{{1, 1}}).has_value());
  CHECK(!hr::pack(packing_nodes{{-1, 0}, {2, 0}}, packing_jobs{{1, 1}}).has_value());
  CHECK(hr::pack(packing_nodes{{hr::max_count, 0}}, packing_jobs{})->bound == 0);
  CHECK(!hr::pack(packing_nodes{{1, 0}}, packing_jobs{{0, 1}}).has_value());
  CHECK(!hr::pack(packing_nodes{{1, 0}}, packing_jobs{{hr::max_count, hr::max_count}}).has_value());
  CHECK(hr::pack(packing_nodes{}, packing_jobs{})->placed == 0);
}

TEST_CASE("Limits of what is packed are reached, and not passed") {
  constexpr auto can_be = [](const hr::packing_node& on, const hr::packing_job& job) { return hr::can_be_packed(std::array{on}, std::array{job}); };
  CHECK_CONSTEXPR(can_be({1, 0, 63}, {}));
  CHECK_CONSTEXPR(!can_be({1, 0, 64}, {}));
  CHECK_CONSTEXPR(!can_be({-1, 0}, {}));
  CHECK_CONSTEXPR(can_be({0, 0}, {}));
  CHECK_CONSTEXPR(can_be({hr::max_count - 6, 0}, {2, 3}));  // together they are as many as there may be
  CHECK_CONSTEXPR(!can_be({hr::max_count - 5, 0}, {2, 3}));
  CHECK_CONSTEXPR(can_be({0, 0}, {hr::max_count, 1}));
  CHECK_CONSTEXPR(!can_be({0, 0}, {hr::max_count + 1, 1}));
  CHECK_CONSTEXPR(!can_be({0, 0}, {1, hr::max_count + 1}));
  CHECK_CONSTEXPR(!can_be({0, 0}, {hr::max_count, 2}));
  CHECK_CONSTEXPR(!can_be({0, 0}, {0, 1}));
  CHECK_CONSTEXPR(!can_be({0, 0}, {1, 0}));
  CHECK_CONSTEXPR(can_be({0, 0}, {.per_node = 0}));
  CHECK_CONSTEXPR(!can_be({0, 0}, {.per_node = -1}));
  // A kind is a bit of those that a job may run on, the last one too.
  CHECK(hr::pack(packing_nodes{{1, 0, 63}}, packing_jobs{{.kinds = std::uint64_t{1} << 63}})->placed == 1);
  CHECK(hr::pack(packing_nodes{{1, 0, 62}}, packing_jobs{{.kinds = std::uint64_t{1} << 63}})->placed == 0);
  CHECK(hr::stranded_gpus(packing_nodes{{3, 0}}, 0) == 0);
}

TEST_CASE("A node has nothing, in the first domain and of the first kind, unless it says more") {
  const auto placed = [](const hr::packing_node& one) {
    return hr::pack(packing_nodes{one, {2, 0, 0}}, packing_jobs{{.pods = 3, .one_domain = true, .kinds = 1}})->placed;
  };
  CHECK(placed({}) == 0);
  const hr::packing_node node{.free = 1};
  CHECK(is_unless_said<&hr::packing_node::domain>(placed, node, 0, 1));
  CHECK(is_unless_said<&hr::packing_node::kind>(placed, node, 0, 1));
  CHECK(is_unless_said<&hr::packing_node::free>(placed, hr::packing_node{}, 0, 1));
}

TEST_CASE("A job is a pod of one GPU unless it says more") {
  CHECK_CONSTEXPR(hr::packing_job{}.size() == 1);
  CHECK_CONSTEXPR(hr::packing_job{.pods = 7, .gpus = 11}.size() == 77);
  CHECK(hr::packing{.placed = 0, .bound = 1}.gap() == 1);
  CHECK(hr::stranded_gpus(packing_nodes{{5, 0}}, 1) == 0);
}

TEST_CASE("A packing says what waits, and how far it may be from the most") {
  hr::packing of{.places = {{0, 1}, {}}, .placed = 3, .bound = 4};
  CHECK_FALSE(of.is_proved());
  CHECK(of.gap() == 0.25);
  CHECK_FALSE(of.waits(0));
  CHECK(of.waits(1));
  CHECK_FALSE(of.holds_all());
  of.places[1] = {2};
  of.bound = 3;
  CHECK(of.is_proved());
  CHECK(of.gap() == 0);
  CHECK(of.holds_all());
  CHECK(hr::packing{}.gap() == 0);
  const packing_nodes left = hr::left_by(packing_nodes{{8, 0}, {8, 1}, {8, 2}}, packing_jobs{{2, 3}, {1, 5}}, of);
  CHECK(left[0].free == 5);
  CHECK(left[1].free == 5);
  CHECK(left[2].free == 3);
}

// What is enough at once is not searched for: no step is tried.
TEST_CASE("A job goes where it leaves least") {
  const auto places = [](const packing_nodes& on, const hr::packing_job& job) {
    const auto found = hr::pack(on, packing_jobs{job});
    CHECK(found->tried == 0);
    return found->places[0];
  };
  using these = std::vector<std::size_t>;
  CHECK(places({{4, 0}, {2, 0}, {3, 0}}, {1, 2}) == these{1});
  CHECK(places({{4, 0}, {3, 0}, {3, 0}}, {1, 2}) == these{1});  // of equal ones the first
  CHECK(places({{4, 0}, {2, 0}, {3, 0}}, {3, 1}) == these{1, 1, 2});
  CHECK(places({{4, 0}, {2, 0}, {3, 0}}, {3, 1, false, ~std::uint64_t{0}, 1}) == these{1, 2, 0});
  // Domains with room for five, two and three.
  CHECK(places({{3, 0}, {2, 0}, {2, 1}, {3, 2}}, {2, 1, true}) == these{2, 2});
  CHECK(places({{2, 0}, {2, 1}, {2, 2}}, {2, 1, true}) == these{0, 0});  // of equal ones the first
  CHECK(places({{3, 0}, {2, 0}, {2, 1}, {3, 2}}, {3, 1, true}) == these{3, 3, 3});
  CHECK(places({{3, 0}, {2, 0}, {2, 1}, {3, 2}}, {4, 1, true}) == these{1, 1, 0, 0});
  // Machines of another kind are none.
  CHECK(places({{2, 0, 1}, {4, 0, 0}}, {1, 2, false, 1}) == these{1});
}

// Sums of whole jobs that have room by themselves, up to what their pods can have of the nodes: all of them.
TEST_CASE("Before anything is tried the bound is the largest sum of jobs that the nodes can hold") {
  std::mt19937 random(23);
  const auto up_to = [&](hr::count n) { return static_cast<hr::count>(random() % static_cast<unsigned>(n)) + 1; };
  int open = 0;
  for (int i = 0; i < 400; ++i) {
    packing_nodes on;
    packing_jobs all;
    for (hr::count k = up_to(4); k > 0; --k) on.push_back({up_to(9) - 1, 0});
    const hr::count step = up_to(2);
    for (hr::count k = up_to(5); k > 0; --k) all.push_back({up_to(3), step * (up_to(3) + 1)});
    hr::count divisor = 0, smallest = hr::max_count;
    for (const hr::packing_job& each : all) {
      divisor = hr::greatest_common_divisor(divisor, each.gpus);
      smallest = std::min(smallest, each.gpus);
    }
    hr::count usable = 0;
    for (const hr::packing_node& each : on)
      for (hr::count had = divisor; had <= each.free && each.free >= smallest; had += divisor) usable += divisor;
    hr::count most = 0;
    for (unsigned some = 0; some < 1u << all.size(); ++some) {
      hr::count sum = 0;
      bool have_room = true;
      for (std::size_t job = 0; job < all.size(); ++job) {
        if ((some >> job & 1) == 0) continue;
        sum += all[job].size();
        have_room = have_room && most_packed_by_trying(on, {all[job]}) > 0;
      }
      if (have_room && sum <= usable) most = std::max(most, sum);
    }
    const auto found = hr::pack(on, all, 0);
    CAPTURE(i);
    CHECK(found->bound == most);
    CHECK(found->tried == 0);
    if (!found->is_proved()) ++open;
  }
  CHECK(open > 10);
}

// Each running job, the smallest first and of equal ones the first: whether it and what waits have room where it leaves its own.
TEST_CASE("The job that is moved is the smallest that makes room, by trying every one") {
  std::mt19937 random(41);
  int moved = 0, none = 0;
  for (int i = 0; i < 600; ++i) {
    packing_instance of = random_packing_instance(random, 4, 4, 4);
    const hr::packing now = *hr::pack(of.on, of.all, random() % 2 == 0 ? 0 : 1'000);
    const hr::packing_job waiting{.pods = 1 + static_cast<hr::count>(random() % 3), .gpus = 1 + static_cast<hr::count>(random() % 4)};
    const packing_nodes left = hr::left_by(of.on, of.all, now);
    std::vector<std::size_t> order(of.all.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::ranges::stable_sort(order, {}, [&](std::size_t k) { return of.all[k].size(); });
    std::size_t expected = of.all.size();
    packing_nodes freed;
    for (const std::size_t each : order) {
      if (now.places[each].empty()) continue;
      packing_nodes without = left;
      for (const std::size_t node : now.places[each]) without[node].free += of.all[each].gpus;
      if (most_packed_by_trying(without, {waiting, of.all[each]}) < waiting.size() + of.all[each].size()) continue;
      expected = each;
      freed = without;
      break;
    }
    const auto found = hr::job_to_move(of.on, of.all, now, waiting);
    CAPTURE(i);
    REQUIRE(found.has_value() == (expected < of.all.size()));
    (found.has_value() ? moved : none) += 1;
    if (!found.has_value()) continue;
    CHECK(found->job == expected);
    CHECK(holds_packing(freed, {waiting, of.all[expected]}, {.places = {found->waiting, found->to}, .placed = waiting.size() + of.all[expected].size()}));
  }
  CHECK(moved > 50);
  CHECK(none > 50);
  CHECK_FALSE(hr::job_to_move(packing_nodes{{-1, 0}}, packing_jobs{}, {}, {}).has_value());
  // One job of 2 on a node of 4 makes room for 4 where it goes to another node: unless what runs, or what waits, is none, or it does not run.
  const packing_nodes two{{4, 0}, {2, 0}};
  const auto moves = [&](const packing_jobs& running, const std::vector<std::vector<std::size_t>>& places, const hr::packing_job& waits) {
    hr::packing at;
    at.places = places;
    return hr::job_to_move(two, running, at, waits).has_value();
  };
  CHECK(moves({{1, 2}}, {{0}}, {1, 4}));
  CHECK_FALSE(moves({{1, 2}, {0, 1}}, {{0}, {}}, {1, 4}));
  CHECK_FALSE(moves({{1, 2}}, {{0}}, {0, 4}));
  CHECK_FALSE(moves({{1, 2}}, {{}}, {1, 4}));
}

// Jobs of few kinds, so that some are equal: the steps are those of what is asked for, however it is said.
TEST_CASE("What changes nothing takes no steps") {
  std::mt19937 random(47);
  int searched = 0, of_equals = 0;
  for (int i = 0; i < 300; ++i) {
    CAPTURE(i);
    packing_instance of = random_packing_instance(random, 4, 1, 4);
    of.all.push_back(of.all[0]);
    (random() % 2 == 0 ? of.all[1].per_node : of.all[1].pods) += 1;
    of.all.push_back(of.all[0]);
    of.all[2].kinds = 3 - of.all[2].kinds % 3;
    for (std::size_t k = 2 + random() % 4; k > 0; --k) of.all.push_back(of.all[random() % of.all.size()]);
    const hr::packing found = *hr::pack(of.on, of.all);
    if (found.tried > 1) ++searched;
    // Jobs in another order.
    packing_instance shuffled = of;
    std::ranges::shuffle(shuffled.all, random);
    CHECK(hr::pack(shuffled.on, shuffled.all)->tried == found.tried);
    // A job that has no room waits.
    packing_instance with_large = of;
    with_large.all.push_back({.pods = 1, .gpus = 12'000});
    const std::int64_t with_one_more = hr::pack(with_large.on, with_large.all)->tried;
    CHECK(with_one_more == found.tried + (found.tried > 1 ? 1 : 0));
    of_equals += with_one_more > 4 ? 1 : 0;
    // In one domain all lie together.
    packing_instance in_one = of;
    for (hr::packing_node& each : in_one.on) each.domain = 5;
    for (hr::packing_job& each : in_one.all) each.one_domain = false;
    const hr::packing anywhere = *hr::pack(in_one.on, in_one.all);
    for (hr::packing_job& each : in_one.all) each.one_domain = true;
    CHECK(hr::pack(in_one.on, in_one.all)->tried == anywhere.tried);
  }
  CHECK(searched > 20);
  CHECK(of_equals > 10);
}

// The larger job goes first, to the first of two nodes with as much; but two small ones can run on that alone.
TEST_CASE("Nodes of two kinds are two choices, with as many GPUs in one domain") {
  const packing_nodes on{{2, 0, 0}, {2, 0, 1}};
  const packing_jobs all{{1, 2}, {1, 1, false, 1}, {1, 1, false, 1}};
  const auto found = hr::pack(on, all);
  CHECK(found->placed == 4);
  CHECK(found->places[0] == std::vector<std::size_t>{1});
}

// One job of twelve million GPUs has room, of two; a sum is not looked for among so many, and all that they can use is the bound.
TEST_CASE("Of very many GPUs the bound is what jobs can use of them") {
  const packing_nodes on{{20'000'000, 0}};
  const packing_jobs all{{1, 12'000'000}, {1, 11'000'000}};
  const auto found = hr::pack(on, all, 0);
  CHECK(found->placed == 12'000'000);
  CHECK(found->bound == 20'000'000);
}

// ---- The search once more: of each job all ways to lay its pods over the nodes are written down, and those that differ are gone through.

namespace {

struct slow_packing {
  packing_nodes on{};
  packing_jobs all{};
  std::int64_t most_tried = 0;
  std::vector<std::size_t> order{};
  hr::packing best{};
  std::vector<std::vector<std::size_t>> now{};
  hr::count placed = 0;
  std::int64_t tried = 0;
  bool is_stopped = false;

  bool may_take(std::size_t node, const hr::packing_job& job) const { return (job.kinds >> on[node].kind & 1) != 0; }
  // How many pods of a job go on each node, of one domain or of any: of neighbours that are alike the first has no fewer; those with most on the first nodes first.
  std::vector<std::vector<hr::count>> ways(const hr::packing_job& job, const std::function<bool(std::size_t)>& is_in) const {
    std::vector<std::vector<hr::count>> made;
    std::vector<std::size_t> nodes;
    for (std::size_t i = 0; i < on.size(); ++i)
      if (may_take(i, job) && is_in(i)) nodes.push_back(i);
    std::vector<hr::count> way(on.size(), 0);
    const std::function<void(std::size_t)> go_on = [&](std::size_t at) {
      if (at == nodes.size()) {
        hr::count sum = 0;
        for (const hr::count each : way) sum += each;
        bool is_first = sum == job.pods;
        for (std::size_t k = 1; k < nodes.size(); ++k) {
          const hr::packing_node &a = on[nodes[k - 1]], &b = on[nodes[k]];
          if (a.free == b.free && a.domain == b.domain && a.kind == b.kind && way[nodes[k]] > way[nodes[k - 1]]) is_first = false;
        }
        if (is_first) made.push_back(way);
        return;
      }
      for (hr::count pods = 0; pods <= job.pods && pods * job.gpus <= on[nodes[at]].free && (job.per_node == 0 || pods <= job.per_node); ++pods) {
        way[nodes[at]] = pods;
        go_on(at + 1);
      }
      way[nodes[at]] = 0;
    };
    go_on(0);
    std::ranges::sort(made, std::greater<>());
    return made;
  }
  std::vector<std::vector<hr::count>> all_ways(const hr::packing_job& job) const {
    if (!job.one_domain) return ways(job, [](std::size_t) { return true; });
    std::vector<std::vector<hr::count>> made;
    std::vector<std::size_t> domains;
    std::vector<std::vector<std::pair<hr::count, std::size_t>>> seen;
    for (const hr::packing_node& each : on)
      if (std::ranges::find(domains, each.domain) == domains.end()) domains.push_back(each.domain);
    for (const std::size_t domain : domains) {
      std::vector<std::pair<hr::count, std::size_t>> has;
      for (const hr::packing_node& each : on)
        if (each.domain == domain) has.emplace_back(each.free, each.kind);
      if (std::ranges::find(seen, has) == seen.end()) {
        const auto here = ways(job, [&](std::size_t i) { return on[i].domain == domain; });
        made.insert(made.end(), here.begin(), here.end());
      }
      seen.push_back(has);
    }
    return made;
  }
  // The most that jobs from one on could still have.
  hr::count open_from(std::size_t at) const {
    hr::count asked = 0, divisor = 0, smallest = hr::max_count, usable = 0;
    for (; at < order.size(); ++at) {
      const hr::packing_job& job = all[order[at]];
      asked += job.pods * job.gpus;
      divisor = hr::greatest_common_divisor(divisor, job.gpus);
      smallest = std::min(smallest, job.gpus);
    }
    for (const hr::packing_node& each : on)
      if (divisor > 0 && each.free >= smallest) usable += each.free - each.free % divisor;
    return std::min(asked, usable);
  }
  void go_on_from(std::size_t at, bool has_last_waited) {
    if (is_stopped) return;
    if (tried == most_tried) {
      is_stopped = true;
      return;
    }
    ++tried;
    if (placed > best.placed) {
      best.placed = placed;
      best.places = now;
    }
    if (at == order.size() || placed + open_from(at) <= best.placed) return;
    const hr::packing_job job = all[order[at]];
    const bool is_as_last = at > 0 && job == all[order[at - 1]];
    if (!is_as_last || !has_last_waited)
      for (const std::vector<hr::count>& way : all_ways(job)) {
        const packing_nodes before = on;
        for (std::size_t i = 0; i < on.size(); ++i) {
          on[i].free -= way[i] * job.gpus;
          now[order[at]].insert(now[order[at]].end(), static_cast<std::size_t>(way[i]), i);
        }
        placed += job.size();
        go_on_from(at + 1, false);
        placed -= job.size();
        on = before;
        now[order[at]].clear();
      }
    go_on_from(at + 1, true);
  }
  hr::packing run() {
    best = *hr::pack(on, all, 0);  // what is placed at once, and the bound
    now.resize(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) order.push_back(i);
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::tuple(-all[i].size(), -all[i].gpus, !all[i].one_domain, all[i].per_node, all[i].kinds, i); });
    if (best.placed < best.bound) {
      go_on_from(0, false);
      if (!is_stopped) best.bound = best.placed;
    }
    best.tried = tried;
    return best;
  }
};

}  // namespace

// Pods of 5 on all nodes of 8, each a domain of its own, leave 3 on each: a pod of 4 waits, though 3 of all nodes are enough for it.
TEST_CASE("A packing of many nodes takes no more steps than it needs, and ends") {
  for (const hr::count many : {2'000, 50'000}) {
    packing_nodes on;
    for (hr::count i = 0; i < many; ++i) on.push_back({8, static_cast<std::size_t>(i)});
    const hr::packing found = *hr::pack(on, packing_jobs{{many, 5}, {1, 4}}, 1'000);
    CHECK(found.placed == 5 * many);
    CHECK(found.bound == 5 * many + (many > 10'000 ? 4 : 0));  // how deep it goes has an end
    CHECK(found.places[0].size() == static_cast<std::size_t>(many));
    CHECK(found.waits(1));
  }
}

namespace {

// Time is over when it is asked for once more than so many times.
struct counted_clock {
  int left = 0;
  mutable int asked = 0;
  bool operator()() const { return ++asked > left; }
};

// One job after the other, the largest first: the domain with room for it that has least, else all nodes; of these those with least first.
std::vector<std::vector<std::size_t>> placed_one_by_one(packing_nodes on, const packing_jobs& all, std::size_t most_placed) {
  std::vector<std::vector<std::size_t>> places(all.size());
  std::vector<std::size_t> order(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::tuple(-all[i].size(), -all[i].gpus, !all[i].one_domain, all[i].per_node, all[i].kinds, i); });
  for (const std::size_t which : order) {
    if (most_placed == 0) break;
    const hr::packing_job& job = all[which];
    const auto room_on = [&](const hr::packing_node& node) {
      const hr::count most = (job.kinds >> node.kind & 1) == 0 ? 0 : node.free / job.gpus;
      return job.per_node > 0 ? std::min(most, job.per_node) : most;
    };
    const auto room_in = [&](std::size_t domain) {
      hr::count room = 0;
      for (const hr::packing_node& each : on) room += each.domain == domain ? room_on(each) : 0;
      return room;
    };
    std::vector<std::size_t> nodes;
    hr::count least = hr::max_count, room_in_all = 0;
    for (const hr::packing_node& each : on) {
      const hr::count room = room_in(each.domain);
      room_in_all += room_on(each);
      if (room < job.pods || room >= least) continue;
      least = room;
      nodes.clear();
      for (std::size_t i = 0; i < on.size(); ++i)
        if (on[i].domain == each.domain) nodes.push_back(i);
    }
    if (nodes.empty() && (job.one_domain || room_in_all < job.pods)) continue;
    if (nodes.empty())
      for (std::size_t i = 0; i < on.size(); ++i) nodes.push_back(i);
    std::ranges::sort(nodes, {}, [&](std::size_t i) { return std::pair(on[i].free, i); });
    for (const std::size_t node : nodes)
      for (hr::count left = room_on(on[node]); left > 0 && static_cast<hr::count>(places[which].size()) < job.pods; --left) {
        places[which].push_back(node);
        on[node].free -= job.gpus;
      }
    --most_placed;
  }
  return places;
}

}  // namespace

// Of jobs, some of them equal, on many nodes: before anything is tried, and where time ends after the first of them.
TEST_CASE("Jobs are placed at first as each is placed after the other") {
  std::mt19937 random(71);
  const auto up_to = [&](hr::count n) { return static_cast<hr::count>(random() % static_cast<unsigned>(n)) + 1; };
  int jobs = 0, ended = 0, placed_some = 0;
  for (int round = 0; round < 1'500; ++round) {
    CAPTURE(round);
    packing_nodes on;
    packing_jobs all;
    const auto domains = static_cast<std::size_t>(up_to(6));
    for (hr::count i = up_to(20); i > 0; --i) on.push_back({up_to(9) - 1, random() % domains, random() % 2});
    for (hr::count i = up_to(5); i > 0; --i) {
      all.push_back({up_to(6), up_to(4), random() % 2 == 0, random() % 3 + 1, up_to(4) - 1});
      for (hr::count k = up_to(4); k > 1; --k) all.push_back(all.back());
      jobs += static_cast<int>(all.size());
    }
    std::ranges::shuffle(all, random);
    CHECK(hr::pack(on, all, 0)->places == placed_one_by_one(on, all, all.size()));
    // The clock is asked for each job that differs, to say whether it has room, and then after each that is placed.
    const counted_clock clock{static_cast<int>(up_to(3 * static_cast<hr::count>(all.size())))};
    const hr::packing some = *hr::pack(on, all, {0, clock});
    const auto had = static_cast<std::size_t>(std::ranges::count_if(some.places, [](const auto& each) { return !each.empty(); }));
    CHECK(some.places == placed_one_by_one(on, all, had));
    CHECK(holds_packing(on, all, some));
    CHECK(some.bound >= hr::pack(on, all, 0)->placed);
    ended += some.places != hr::pack(on, all, 0)->places ? 1 : 0;
    placed_some += had > 0 ? 1 : 0;
  }
  CHECK(jobs > 5'000);
  CHECK(ended > 200);
  CHECK(placed_some > 1'000);
}

TEST_CASE("When time is over at once one job is placed, and the bound is still one") {
  std::mt19937 random(73);
  int open = 0;
  for (int i = 0; i < 300; ++i) {
    CAPTURE(i);
    const packing_instance of = random_packing_instance(random, 4, 4, 4);
    const counted_clock at_once{};
    const hr::packing found = *hr::pack(of.on, of.all, {100'000, at_once});
    const hr::count most = most_packed_by_trying(of.on, of.all);
    CHECK(holds_packing(of.on, of.all, found));
    CHECK(found.bound >= most);
    CHECK(found.tried == 0);
    CHECK(std::ranges::count_if(found.places, [](const auto& each) { return !each.empty(); }) <= 1);
    open += found.is_proved() ? 0 : 1;
  }
  CHECK(open > 100);
  const counted_clock at_once{};
  CHECK_FALSE(hr::job_to_move(packing_nodes{{4, 0}, {2, 0}}, packing_jobs{{1, 2}}, {.places = {{0}}}, {1, 4}, {10'000, at_once}).has_value());
  CHECK(at_once.asked == 1);  // no job that could move is looked at
}

// One after the other they would take ten thousand million looks at a node.
TEST_CASE("As many jobs as nodes, a hundred thousand, are placed at once") {
  constexpr hr::count many = 100'000;
  for (const hr::count in_a_domain : {hr::count{1}, hr::count{18}, many})
    for (const hr::packing_job& each : {hr::packing_job{1, 8}, hr::packing_job{1, 5, true}, hr::packing_job{2, 3, false, ~std::uint64_t{0}, 1}}) {
      packing_nodes on;
      for (hr::count i = 0; i < many; ++i) on.push_back({8, static_cast<std::size_t>(i / in_a_domain)});
      const hr::packing found = *hr::pack(on, packing_jobs(static_cast<std::size_t>(many), each), 0);
      CHECK(found.placed == many * each.size());
      CHECK(found.is_proved());
    }
}

TEST_CASE("A packing is searched for in the order of its jobs, and in as many steps as ways differ") {
  std::mt19937 random(67);
  const auto up_to = [&](hr::count n) { return static_cast<hr::count>(random() % static_cast<unsigned>(n)) + 1; };
  int searched = 0, stopped = 0;
  for (int round = 0; round < 800; ++round) {
    CAPTURE(round);
    packing_nodes on;
    packing_jobs all;
    const auto domains = 1 + random() % 3, kinds = 1 + random() % 2;
    const hr::count differ = up_to(4);
    for (hr::count i = 1 + up_to(5); i > 0; --i) on.push_back({1 + up_to(differ), random() % domains, random() % kinds});
    for (hr::count i = 1 + up_to(5); i > 0; --i) {
      if (!all.empty() && random() % 2 == 0) {
        all.push_back(all[random() % all.size()]);
        if (random() % 2 == 0) all.back().kinds = kinds == 1 ? 1 : random() % 3 + 1;
      }
      else all.push_back({up_to(3), up_to(4), random() % 2 == 0, kinds == 1 ? 1 : random() % 3 + 1, random() % 3 == 0 ? up_to(2) : 0});
    }
    for (const std::int64_t most : {1, 4, 17, 3'000}) {
      const hr::packing expected = slow_packing{.on = on, .all = all, .most_tried = most}.run();
      const hr::packing found = *hr::pack(on, all, most);
      CHECK(found.tried == expected.tried);
      CHECK(found.placed == expected.placed);
      CHECK(found.bound == expected.bound);
      CHECK(found.places == expected.places);
      searched += expected.tried > 10 ? 1 : 0;
      stopped += expected.tried == most ? 1 : 0;
      if (expected.is_proved()) break;
    }
  }
  CHECK(searched > 50);
  CHECK(stopped > 150);
}

}  // namespace plan_packing_test
