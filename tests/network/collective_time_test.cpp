// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/machines.hpp>
#include <headroom/network/collective_time.hpp>

#include <check.hpp>
#include <network/small_fabric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace network_collective_time_test {
namespace {

using hr::algorithm;
using hr::collective;
using hr::ranks;
using small_fabric::microseconds_of;
using small_fabric::round_numbers;
using small_fabric::seconds_a_gigabyte;

constexpr std::array all_collectives{collective::all_reduce, collective::reduce_scatter, collective::all_gather,
                                     collective::all_to_all, collective::broadcast,      collective::send};
constexpr std::array all_algorithms{algorithm::ring, algorithm::tree, algorithm::in_network, algorithm::direct, algorithm::hierarchical};

constexpr hr::fabric with_switches = [] {
  hr::fabric made = round_numbers;
  made.in_network_share = 0.7;
  made.switch_hop = hr::microseconds(2);
  return made;
}();

bool near(double a, double b, double within = 1e-9) { return std::abs(a - b) <= within * std::max(std::abs(a), std::abs(b)); }

// ---- A slow ring: ranks with real buffers, one step after the other, as a textbook has it.

struct slow_ring {
  double seconds = 0;
  double most_bytes_sent = 0;
  bool is_right = false;
};

// Every step a rank sends one piece to the next, first to add it up, then to hand on the sums; a step takes a hop and the piece.
slow_ring all_reduce_step_by_step(int n, int pieces_of, double rate, double hop) {
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  std::vector<std::vector<double>> held(at(n), std::vector<double>(at(n), 0));
  for (int r = 0; r < n; ++r)
    for (int p = 0; p < n; ++p) held[at(r)][at(p)] = 100.0 * r + p;
  slow_ring run;
  std::vector<double> sent(at(n), 0);
  for (int step = 0; step < 2 * (n - 1); ++step) {
    const auto before = held;
    for (int r = 0; r < n; ++r) {
      const bool is_reducing = step < n - 1;
      const int sends = (is_reducing ? r - step + n : r - step + 2 * n) % n;
      const int to = (r + 1) % n;
      if (is_reducing) held[at(to)][at(sends)] = before[at(to)][at(sends)] + before[at(r)][at(sends)];
      else held[at(to)][at(sends)] = before[at(r)][at(sends)];
      sent[at(r)] += pieces_of;
    }
    run.seconds += hop + pieces_of / rate;
  }
  run.is_right = true;
  for (int r = 0; r < n; ++r)
    for (int p = 0; p < n; ++p) {
      double sum = 0;
      for (int other = 0; other < n; ++other) sum += 100.0 * other + p;
      run.is_right = run.is_right && held[at(r)][at(p)] == sum;
    }
  run.most_bytes_sent = *std::max_element(sent.begin(), sent.end());
  return run;
}

// ---- A slow chain: chunks that every rank hands on once it has them whole.
double broadcast_chunk_by_chunk(int n, int chunks, double chunk_takes) {
  std::vector<double> has(static_cast<std::size_t>(chunks), 0);
  for (int hop = 1; hop < n; ++hop) {
    double link_is_free = 0;
    for (double& at : has) {
      at = std::max(at, link_is_free) + chunk_takes;
      link_is_free = at;
    }
  }
  return has.back();
}

// ---- Two binary trees over the same ranks, each of half the message: in one the odd ranks are leaves, in the other the
// even ones (Sanders, Speck and Traeff). What the busiest rank sends up and down, in messages.
double busiest_of_two_trees(int n) {
  std::vector<double> sent(static_cast<std::size_t>(n), 0);
  const auto tree = [&](auto& self, int low, int high, int shift) -> int {  // [low, high): root, or -1
    if (low >= high) return -1;
    int size = 1;
    while (2 * size <= high - low) size *= 2;
    const int root = low + size - 1;
    const auto rank = [&](int position) { return static_cast<std::size_t>((position + shift) % n); };
    for (const int child : {self(self, low, root, shift), self(self, root + 1, high, shift)}) {
      if (child < 0) continue;
      sent[rank(root)] += 0.5;   // down
      sent[rank(child)] += 0.5;  // up
    }
    return root;
  };
  tree(tree, 0, n, 0);
  tree(tree, 0, n, 1);
  return *std::max_element(sent.begin(), sent.end());
}

}  // namespace

TEST_CASE("a ring takes the steps and bytes of a slow one, at half the rate while messages are small") {
  for (const int n : {2, 3, 4, 5, 7, 8}) {
    const slow_ring slow = all_reduce_step_by_step(n, 1'000, 50e9, 1e-6);
    CAPTURE(n);
    CHECK(slow.is_right);
    CHECK(near(slow.most_bytes_sent, hr::bus_factor(collective::all_reduce, n) * 1'000.0 * n));
    CHECK(near(microseconds_of(collective::all_reduce, 1'000.0 * n, {n, n}, round_numbers, algorithm::ring), slow.seconds * 1e6, 1e-6));
  }
}

TEST_CASE("a ring by hand") {
  // 14 hops of 1 us; 1.75 x 8 kB at half of 100 GB/s
  CHECK(near(microseconds_of(collective::all_reduce, 8e3, {8, 8}, round_numbers, algorithm::ring), 14 + 0.28));
  // 7 hops; 0.875 x 8 kB
  CHECK(near(microseconds_of(collective::reduce_scatter, 8e3, {8, 8}, round_numbers, algorithm::ring), 7 + 0.14));
  CHECK(near(microseconds_of(collective::all_gather, 8e3, {8, 8}, round_numbers, algorithm::ring), 7 + 0.14));
  // 1.75 GB at 100 GB/s
  CHECK(near(seconds_a_gigabyte(collective::all_reduce, {8, 8}, round_numbers, algorithm::ring), 0.0175));
  // 2 x 15/16 GB over 8 adapters of 10 GB/s; 30 steps, of which two in 16 cross
  CHECK(near(seconds_a_gigabyte(collective::all_reduce, {16, 8}, round_numbers, algorithm::ring), 1.875 / 80));
  CHECK(near(microseconds_of(collective::all_reduce, 0, {16, 8}, round_numbers, algorithm::ring), 30 * 14 / 16.0 + 30 * 2 / 16.0 * 10));
  // one GPU of each domain: its own adapter
  CHECK(near(seconds_a_gigabyte(collective::all_reduce, {4, 1}, round_numbers, algorithm::ring), 1.5 / 10));
}

TEST_CASE("a broadcast along a ring is a pipeline of chunks") {
  const double chunk_takes = hr::in_bytes(hr::ring_chunk) / 100e9;
  const int chunks = 64;
  const double slow = broadcast_chunk_by_chunk(8, chunks, chunk_takes) + 7e-6;
  const double ours = microseconds_of(collective::broadcast, chunks * hr::in_bytes(hr::ring_chunk), {8, 8}, round_numbers, algorithm::ring);
  CHECK(near(ours, (slow + chunk_takes) * 1e6));  // the first chunk's own transfer is counted with the hops
}

TEST_CASE("trees send what two trees over the domains send") {
  for (const int domains : {2, 3, 4, 6, 8, 16, 31, 64}) {
    CAPTURE(domains);
    hr::fabric fast_inside = round_numbers;
    fast_inside.scale_up = hr::scale_up_per_direction(hr::terabytes_per_second(1'000));
    const double factor = seconds_a_gigabyte(collective::all_reduce, {8 * domains, 8}, fast_inside, algorithm::tree) * 80;
    CHECK(busiest_of_two_trees(domains) <= factor + 1e-9);
    CHECK(busiest_of_two_trees(domains) >= factor - 0.5 - 1e-9);
  }
  CHECK(busiest_of_two_trees(2) == 1);
  // 14 hops in the machine, 2 x 2 between four of them
  CHECK(near(microseconds_of(collective::all_reduce, 0, {32, 8}, round_numbers, algorithm::tree), 14 + 40));
}

TEST_CASE("switches that reduce take a message and an eighth") {
  // (1 + 1/8) GB at 70 GB/s, and two hops
  CHECK(near(seconds_a_gigabyte(collective::all_reduce, {8, 8}, with_switches, algorithm::in_network), 1.125 / 70));
  CHECK(near(microseconds_of(collective::all_reduce, 0, {8, 8}, with_switches, algorithm::in_network), 4));
  // bus bandwidth beyond the link: 1.75 / 1.125 x 70 GB/s
  const hr::duration took = value_of(hr::time_of(collective::all_reduce, hr::gigabytes(100), {8, 8}, with_switches, algorithm::in_network)).time;
  CHECK(near(hr::in_gigabytes_per_second(hr::bus_bandwidth(collective::all_reduce, hr::gigabytes(100), 8, took)), 108.9, 1e-3));
}

// ML Engineering's H200 take NVLS from five GPUs on; with four, where they take the ring, the two are equally fast.
TEST_CASE("an H200 takes its switches from five GPUs on") {
  constexpr hr::fabric h200 = value_of(hr::fabric_of(hr::azure::nd96isr_h200_v5::spec));
  const hr::duration by_ring = value_of(hr::time_of(collective::all_reduce, hr::gibibytes(8), {4, 4}, h200, algorithm::ring)).time;
  CHECK(near(by_ring / value_of(hr::time_of(collective::all_reduce, hr::gibibytes(8), {4, 4}, h200)).time, 1, 0.01));
  CHECK_CONSTEXPR(value_of(hr::time_of(collective::all_reduce, hr::gibibytes(8), {5, 5}, h200)).how == algorithm::in_network);
}

TEST_CASE("all-to-all sends what is for others, over the network that leads there") {
  // 7/8 GB at 100 GB/s
  CHECK(near(seconds_a_gigabyte(collective::all_to_all, {8, 8}, round_numbers, algorithm::direct), 0.00875));
  // 24 of 32 parts over an adapter of 10 GB/s
  CHECK(near(seconds_a_gigabyte(collective::all_to_all, {32, 8}, round_numbers, algorithm::direct), 0.075));
  CHECK(near(seconds_a_gigabyte(collective::send, {2, 2}, round_numbers, algorithm::direct), 0.01));
  CHECK(near(seconds_a_gigabyte(collective::send, {2, 1}, round_numbers, algorithm::direct), 0.1));
}

TEST_CASE("in hierarchy, the parts follow each other") {
  // 7/8 GB in the domain, 2 x 3/4 of an eighth along a rail, 7/8 GB in the domain
  CHECK(near(seconds_a_gigabyte(collective::all_reduce, {32, 8}, round_numbers, algorithm::hierarchical), 0.00875 + 0.01875 + 0.00875));
  CHECK(near(seconds_a_gigabyte(collective::reduce_scatter, {32, 8}, round_numbers, algorithm::hierarchical), 0.00875 + 0.009375));
  CHECK(near(seconds_a_gigabyte(collective::all_reduce, {8, 8}, round_numbers, algorithm::hierarchical),
             seconds_a_gigabyte(collective::all_reduce, {8, 8}, round_numbers, algorithm::ring)));
}

// Without bytes a ring and a tree in one machine take the same hops.
TEST_CASE("of algorithms that are alike the ring is named, which needs no tree") {
  CHECK(microseconds_of(collective::all_reduce, 0, {8, 8}, round_numbers, algorithm::tree) == microseconds_of(collective::all_reduce, 0, {8, 8}, round_numbers, algorithm::ring));
  CHECK_CONSTEXPR(value_of(hr::time_of(collective::all_reduce, hr::bytes(0), {8, 8}, round_numbers)).how == algorithm::ring);
}

// At the default limits of every compiler.
TEST_CASE("a hundred collectives are estimated within one constant expression") {
  constexpr hr::duration sum = [] {
    hr::duration all{};
    for (int i = 1; i <= 100; ++i) all += hr::time_of(collective::all_reduce, hr::megabytes(i), {8 * i, 8}, with_switches).known()->time;
    return all;
  }();
  CHECK_CONSTEXPR(sum > hr::seconds(0));
}

TEST_CASE("what was not measured is an estimate") {
  CHECK_CONSTEXPR(hr::time_of(collective::all_reduce, hr::gigabytes(1), {8, 8}, round_numbers).basis == hr::basis::derived);
  constexpr hr::figure<hr::collective_time> exchange = hr::time_of(collective::all_to_all, hr::gigabytes(1), {8, 8}, round_numbers);
  CHECK_CONSTEXPR(exchange.basis == hr::basis::estimated);
  CHECK(exchange.note == "no measured row of this collective");
  constexpr hr::fabric amd = value_of(hr::fabric_of(hr::azure::nd96isr_mi300x_v5::spec));
  CHECK(hr::time_of(collective::all_reduce, hr::gigabytes(1), {8, 8}, amd).note == "not every kind of link was measured");
}

TEST_CASE("what is impossible is unknown, with the reason") {
  CHECK(hr::time_of(collective::all_to_all, hr::gigabytes(1), {8, 8}, round_numbers, algorithm::ring).note ==
        "the algorithm cannot do this collective here");
  CHECK(hr::time_of(collective::all_reduce, hr::gigabytes(1), {8, 8}, round_numbers, algorithm::in_network).is_unknown());
  CHECK(hr::time_of(collective::all_reduce, hr::gigabytes(1), {16, 16}, round_numbers).note == "more GPUs than a scale-up domain has");
  CHECK_CONSTEXPR(value_of(hr::time_of(collective::all_reduce, hr::gigabytes(1), {1, 1}, round_numbers)).time == hr::seconds(0));
}

TEST_CASE("more bandwidth is never slower, nor a larger message faster, nor more domains") {
  const std::array groups{ranks{2, 2}, ranks{8, 8}, ranks{16, 8}, ranks{4, 1}, ranks{24, 8}, ranks{512, 8}};
  for (const collective which : all_collectives)
    for (const ranks& who : groups)
      for (const algorithm how : all_algorithms) {
        if (!hr::is_possible(how, which, who, with_switches)) continue;
        CAPTURE(name(which));
        CAPTURE(name(how));
        CAPTURE(who.gpus);
        double before = 0;
        for (double size = 1; size < 1e11; size *= 3) {
          const double now = microseconds_of(which, size, who, with_switches, how);
          CHECK(now >= before);
          before = now;
          for (const double faster : {1.1, 2.0, 10.0}) {
            hr::fabric up = with_switches;
            up.scale_up = faster * up.scale_up;
            hr::fabric out = with_switches;
            out.scale_out = faster * out.scale_out;
            CHECK(microseconds_of(which, size, who, up, how) <= now);
            CHECK(microseconds_of(which, size, who, out, how) <= now);
          }
          hr::fabric narrow = with_switches;
          narrow.oversubscription = 2;
          CHECK(microseconds_of(which, size, who, narrow, how) >= now);
          if (who.gpus > who.in_domain && which != collective::send)
            CHECK(microseconds_of(which, size, {2 * who.gpus, who.in_domain}, with_switches, how) >= now);
          CHECK(hr::in_microseconds(value_of(hr::time_of(which, hr::bytes(size), who, with_switches)).time) <= now + (how == algorithm::hierarchical ? 1e12 : 1e-9));
        }
      }
}

}  // namespace network_collective_time_test
