// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/machines.hpp>
#include <headroom/network/collective_time.hpp>

#include <check.hpp>
#include <network/small_fabric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
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

// ---- The table of docs/reference/network/collective_time.md, with no figure of the fabric like another.

hr::fabric primes() {
  return {.machine_gpus = 4,
          .domain_gpus = 12,
          .scale_up = hr::scale_up_per_direction(hr::gigabytes_per_second(100)),
          .scale_up_share = 0.7,
          .in_network_share = 0.6,
          .scale_out = hr::scale_out_per_direction(hr::gigabytes_per_second(13)),
          .scale_out_share = 0.9,
          .start = hr::microseconds(31),
          .scale_up_hop = hr::microseconds(0.7),
          .switch_hop = hr::microseconds(1.9),
          .scale_out_hop = hr::microseconds(11),
          .is_measured = true};
}

struct lane {
  double n, g, r, domains, u, v, o, up_hop, switch_hop, out_hop, start;
  int machine, machines;
};

lane lane_of(const ranks& who, const hr::fabric& over) {
  const int g = static_cast<int>(who.in_domain);
  const int machine = std::min(g, static_cast<int>(over.machine_gpus));
  const double link = hr::in_bytes_per_second(over.scale_up.one_direction);
  return {.n = static_cast<double>(who.gpus),
          .g = static_cast<double>(g),
          .r = static_cast<double>(who.gpus) - g * (std::ceil(static_cast<double>(who.gpus) / g) - 1),
          .domains = std::ceil(static_cast<double>(who.gpus) / g),
          .u = link * over.scale_up_share,
          .v = link * over.in_network_share,
          .o = hr::in_bytes_per_second(over.scale_out.one_direction) * over.scale_out_share,
          .up_hop = hr::in_seconds(over.scale_up_hop),
          .switch_hop = hr::in_seconds(over.switch_hop),
          .out_hop = hr::in_seconds(over.scale_out_hop),
          .start = hr::in_seconds(over.start),
          .machine = machine,
          .machines = (g + machine - 1) / machine};
}

struct slow_time {
  double seconds;
  double latency;
};

slow_time by_table(double start_and_hops, double wire, double fill, double small_share) {
  return {start_and_hops + std::min(wire / small_share, wire + fill), start_and_hops};
}

// Levels of a binary tree over so many.
int levels(double parts) { return parts > 1 ? static_cast<int>(std::ceil(std::log2(parts) - 1e-9)) : 0; }

double factor_of(collective which, double n) {
  if (which == collective::all_reduce) return 2 * (n - 1) / n;
  return which == collective::broadcast || which == collective::send ? 1 : (n - 1) / n;
}

slow_time ring_of(collective which, double message, const lane& l) {
  const double rate = l.domains == 1 ? l.u : l.g == 1 ? l.o : std::min(l.u, l.r * l.o);
  const double ways = which == collective::all_reduce ? 2 : 1;
  const double hops = ways * (l.n - 1);
  const double crossing = l.domains == 1 ? 0 : hops * l.domains / l.n;
  return by_table(l.start + (hops - crossing) * l.up_hop + crossing * l.out_hop, factor_of(which, l.n) * message / rate,
                  hops * hr::in_bytes(hr::ring_chunk) / rate, 0.5);
}

slow_time tree_of(collective which, double message, const lane& l) {
  const double ways = which == collective::all_reduce ? 2 : 1;
  // A broadcast enters each domain once; two domains exchange what they add up once.
  const double c = l.domains == 1 ? 0 : ways == 1 ? 1 : std::min(2.0, l.domains / 2);
  const double a_byte = std::max(l.g == 1 ? 0 : ways / (0.6 * l.u), c / (l.r * l.o));
  const double up_hops = ways * (l.machine - 1 + levels(l.machines));
  const double out_hops = ways * levels(l.domains);
  return by_table(l.start + up_hops * l.up_hop + out_hops * l.out_hop, message * a_byte,
                  (up_hops + out_hops) * hr::in_bytes(hr::ring_chunk) * a_byte, 0.5);
}

slow_time in_network_of(double message, const lane& l) {
  const double c = l.domains == 1 ? 0 : std::min(2.0, l.domains / 2);
  const double out_hops = 2 * levels(l.domains);
  return by_table(l.start + 2 * l.switch_hop + out_hops * l.out_hop, message * std::max((1 + 1 / (l.r > 1 ? l.r : l.g)) / l.v, c / (l.r * l.o)),
                  hr::in_bytes(hr::in_network_chunk) / l.v + out_hops * hr::in_bytes(hr::ring_chunk) / (l.r * l.o), hr::in_network_small_share);
}

slow_time direct_of(collective which, double message, const lane& l) {
  const bool crosses = l.domains > 1;
  const double hop = l.start + (crosses ? l.out_hop : l.up_hop);
  if (which == collective::send) return {hop + message / (crosses ? l.o : l.u), hop};
  return {hop + std::max(message * (l.g - 1) / l.n / l.u, message * (l.n - l.r) / l.n / l.o), hop};
}

slow_time hierarchical_of(collective which, double message, const ranks& who, const hr::fabric& over) {
  slow_time sum{};
  const auto add = [&](collective each, double bytes, const ranks& among) {
    if (among.gpus == 1) return;
    const slow_time one = ring_of(each, bytes, lane_of(among, over));
    sum.seconds += one.seconds;
    sum.latency += one.latency;
  };
  const ranks inside{who.in_domain, who.in_domain};
  const lane l = lane_of(who, over);
  const bool is_even = l.r == l.g;
  // Fewer rails than GPUs: each link of the ring inside passes all of the message, and not (g-1)/g of it.
  const double passed = is_even ? message : message * l.g / (l.g - 1);
  // Each of r rails passes its part of the message but for the part of the last domain, r/n.
  const double through = is_even || which == collective::all_reduce ? message / l.r : message * (1 - l.r / l.n) * l.domains / (l.domains - 1) / l.r;
  if (!is_even && which != collective::all_reduce) sum.seconds += message / l.n * (l.g - l.r) / l.r / l.u;
  if (which != collective::all_gather) add(collective::reduce_scatter, passed, inside);
  add(which, through, {who.domains(), 1});
  if (which != collective::reduce_scatter) add(collective::all_gather, passed, inside);
  return sum;
}

slow_time slow_time_of(algorithm how, collective which, double message, const ranks& who, const hr::fabric& over) {
  const lane l = lane_of(who, over);
  switch (how) {
    case algorithm::ring: return ring_of(which, message, l);
    case algorithm::tree: return tree_of(which, message, l);
    case algorithm::in_network: return in_network_of(message, l);
    case algorithm::direct: return direct_of(which, message, l);
    case algorithm::hierarchical: break;
  }
  return hierarchical_of(which, message, who, over);
}

const std::array groups_of_primes{ranks{13, 12}, ranks{17, 12}, ranks{23, 12}, ranks{25, 12}, ranks{71, 12}, ranks{7, 2}, ranks{9, 4},
                                  ranks{2, 1},  ranks{2, 2},  ranks{3, 1},  ranks{4, 2},  ranks{4, 4},   ranks{9, 1},
                                  ranks{9, 9},  ranks{12, 3}, ranks{12, 12}, ranks{24, 12}, ranks{108, 12}, ranks{600, 12}};

}  // namespace

TEST_CASE("each algorithm takes what the table in the docs says") {
  hr::fabric fast_out = primes();
  fast_out.scale_out = hr::scale_out_per_direction(hr::gigabytes_per_second(190));
  hr::fabric slow_out = primes();
  slow_out.scale_out = hr::scale_out_per_direction(hr::gigabytes_per_second(0.1));
  for (const hr::fabric& over : {primes(), fast_out, slow_out})
    for (const collective which : all_collectives)
      for (const ranks& who : groups_of_primes)
        for (const double size : {0.0, 1.0, 7e5, 11e6, 3e9}) {
          CAPTURE(name(which));
          CAPTURE(who.gpus);
          CAPTURE(who.in_domain);
          CAPTURE(size);
          const slow_time* fastest = nullptr;
          slow_time best{};
          algorithm best_how{};
          for (const algorithm how : all_algorithms) {
            if (!hr::is_possible(how, which, who, over)) continue;
            CAPTURE(name(how));
            const hr::collective_time ours = value_of(hr::time_of(which, hr::bytes(size), who, over, how));
            const slow_time slow = slow_time_of(how, which, size, who, over);
            CHECK(near(hr::in_seconds(ours.time), slow.seconds));
            CHECK(near(hr::in_seconds(ours.latency), slow.latency));
            CHECK(ours.how == how);
            if (how == algorithm::hierarchical || (fastest != nullptr && slow.seconds >= best.seconds * (1 - 1e-12))) continue;
            best = slow;
            fastest = &best;
            best_how = how;
          }
          const hr::collective_time chosen = value_of(hr::time_of(which, hr::bytes(size), who, over));
          CHECK(near(hr::in_seconds(chosen.time), best.seconds));
          CHECK(chosen.how == best_how);
        }
}

// In constant expressions, which divide by no zero.
TEST_CASE("one domain needs no network beside its own") {
  constexpr hr::fabric alone = [] {
    hr::fabric made = with_switches;
    made.scale_out = {};
    return made;
  }();
  CHECK_CONSTEXPR(value_of(hr::time_of(collective::all_reduce, hr::gigabytes(1), {8, 8}, alone)).how == algorithm::in_network);
  for (const collective which : all_collectives)
    for (const algorithm how : all_algorithms)
      if (hr::is_possible(how, which, {8, 8}, alone))
        CHECK(microseconds_of(which, 1e9, {8, 8}, alone, how) == microseconds_of(which, 1e9, {8, 8}, with_switches, how));
}

TEST_CASE("what each algorithm can do") {
  using enum hr::algorithm;
  struct row {
    collective which;
    std::array<bool, 5> can;  // in the order of the algorithms
  };
  const std::array rows{row{collective::all_reduce, {true, true, true, false, true}},      row{collective::reduce_scatter, {true, false, false, false, true}},
                        row{collective::all_gather, {true, false, false, false, true}},    row{collective::all_to_all, {false, false, false, true, false}},
                        row{collective::broadcast, {true, true, false, false, false}},     row{collective::send, {false, false, false, true, false}}};
  for (const row& each : rows)
    for (std::size_t i = 0; i < all_algorithms.size(); ++i) {
      CAPTURE(name(each.which));
      CAPTURE(name(all_algorithms[i]));
      CHECK(hr::is_possible(all_algorithms[i], each.which, {2, 2}, with_switches) == each.can[i]);
      CHECK(hr::time_of(each.which, hr::megabytes(1), {2, 2}, with_switches, all_algorithms[i]).is_known() == each.can[i]);
    }
  // Switches that reduce need two GPUs of a domain, and to reduce.
  CHECK(!hr::is_possible(in_network, collective::all_reduce, {2, 1}, with_switches));
  CHECK(!hr::is_possible(in_network, collective::all_reduce, {2, 2}, round_numbers));
}

TEST_CASE("a GPU alone is done at once, by whatever algorithm") {
  for (const algorithm how : all_algorithms)
    for (const collective which : all_collectives) {
      const hr::fabric over = primes();
      CHECK(hr::time_of(which, hr::gigabytes(1), {1, 1}, over).basis == hr::basis::stated);
      CHECK(value_of(hr::time_of(which, hr::gigabytes(1), {1, 1}, over)).time == hr::seconds(0));
      if (!hr::is_possible(how, which, {1, 1}, over)) continue;
      const hr::figure<hr::collective_time> alone = hr::time_of(which, hr::gigabytes(1), {1, 1}, over, how);
      CHECK(alone.basis == hr::basis::stated);
      CHECK(value_of(alone).time == hr::seconds(0));
      CHECK(value_of(alone).latency == hr::seconds(0));
      CHECK(value_of(alone).how == how);
    }
}

TEST_CASE("only all-reduces and reduce-scatters over measured links are derived from measurements") {
  hr::fabric unmeasured = primes();
  unmeasured.is_measured = false;
  for (const collective which : all_collectives) {
    CAPTURE(name(which));
    const bool measured = which == collective::all_reduce || which == collective::reduce_scatter;
    const hr::figure<hr::collective_time> here = hr::time_of(which, hr::gigabytes(1), {12, 12}, primes());
    CHECK(here.basis == (measured ? hr::basis::derived : hr::basis::estimated));
    CHECK(here.note == (measured ? "" : "no measured row of this collective"));
    const hr::figure<hr::collective_time> there = hr::time_of(which, hr::gigabytes(1), {12, 12}, unmeasured);
    CHECK(there.basis == hr::basis::estimated);
    CHECK(there.note == "not every kind of link was measured");
  }
}

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
  // Two GPUs far from each other: both algorithms send the message once, and take two hops.
  for (double size = 1; size < 1e12; size *= 1.37)
    CHECK(value_of(hr::time_of(collective::all_reduce, hr::bytes(size), {2, 1}, primes())).how == algorithm::ring);
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
  for (const algorithm how : all_algorithms)
    CHECK(hr::time_of(collective::all_reduce, hr::gigabytes(1), {16, 16}, round_numbers, how).note == "more GPUs than a scale-up domain has");
  CHECK_CONSTEXPR(value_of(hr::time_of(collective::all_reduce, hr::gigabytes(1), {1, 1}, round_numbers)).time == hr::seconds(0));
}

// GPUs of each domain, where consecutive ranks fill one after the other.
std::vector<double> domains_of(const ranks& who) {
  std::vector<double> each;
  for (hr::count left = who.gpus; left > 0; left -= who.in_domain) each.push_back(static_cast<double>(std::min(left, who.in_domain)));
  return each;
}

// Seconds of the bytes that have to enter or leave a domain over the adapters of its own GPUs, of the slowest.
double least_seconds(collective which, double message, const ranks& who, double out) {
  const double n = static_cast<double>(who.gpus);
  const std::vector<double> domains = domains_of(who);
  double most = 0;
  for (std::size_t i = 0; i < domains.size() && domains.size() > 1; ++i) {
    const double inside = domains[i];
    const double own = inside / n * message;
    const double others = (n - inside) / n * message;
    double through = 0;
    switch (which) {
      case collective::all_reduce: through = message; break;                               // what it adds up leaves, the sum enters
      case collective::reduce_scatter:
      case collective::all_gather: through = std::max(own, others); break;
      case collective::all_to_all: through = inside * others; break;                       // a message of each of its GPUs
      case collective::broadcast: through = i == 0 ? 0 : message; break;                   // the first rank has it
      case collective::send: break;
    }
    most = std::max(most, through / (inside * out));
  }
  return most;
}

TEST_CASE("nothing is faster than the adapters of the domain with the fewest GPUs") {
  const double out = hr::in_bytes_per_second(round_numbers.scale_out.one_direction);
  CHECK(least_seconds(collective::all_reduce, 1e9, {9, 8}, out) == 0.1);
  std::uint64_t drawn = 20'260'714;
  const auto draw = [&](std::uint64_t below) { return static_cast<hr::count>((drawn = drawn * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U) >> 33U) % static_cast<hr::count>(below); };
  int uneven = 0;
  for (int i = 0; i < 400; ++i) {
    const hr::count in_domain = 1 + draw(8);
    const hr::count gpus = in_domain + draw(120);
    const double size = 1e6 * static_cast<double>(1 + draw(64'000));
    const ranks who{gpus, in_domain};
    uneven += who.is_even() ? 0 : 1;
    for (const collective which : all_collectives)
      for (const algorithm how : all_algorithms) {
        if (!hr::is_possible(how, which, who, with_switches)) continue;
        CAPTURE(gpus);
        CAPTURE(in_domain);
        CAPTURE(name(which));
        CAPTURE(name(how));
        CHECK(microseconds_of(which, size, who, with_switches, how) >= 1e6 * least_seconds(which, size, who, out));
      }
  }
  CHECK(uneven > 200);
}

// Eight GPUs, one more with an adapter of its own, and more until its domain is full.
TEST_CASE("a GPU alone in a domain slows all others, and each that joins it speeds them up") {
  for (const collective which : {collective::all_reduce, collective::reduce_scatter, collective::all_gather, collective::all_to_all})
    for (const algorithm how : all_algorithms) {
      if (!hr::is_possible(how, which, {9, 8}, with_switches)) continue;
      CAPTURE(name(which));
      CAPTURE(name(how));
      for (const hr::count full : {8, 16, 64}) {
        double before = seconds_a_gigabyte(which, {full + 1, 8}, with_switches, how);
        CHECK(before > seconds_a_gigabyte(which, {full, 8}, with_switches, how));
        for (hr::count gpus = full + 2; gpus <= full + 8; ++gpus) {
          const double now = seconds_a_gigabyte(which, {gpus, 8}, with_switches, how);
          CHECK(now <= before * (1 + 1e-9));
          before = now;
        }
      }
    }
  // 16 GB to a GPU behind 10 GB/s, both ways at once; a ring passes 2 (n-1)/n of it.
  CHECK(seconds_a_gigabyte(collective::all_reduce, {9, 8}, with_switches, algorithm::ring) == doctest::Approx(2 * 8.0 / 9 / 10));
  CHECK(seconds_a_gigabyte(collective::all_reduce, {9, 8}, with_switches, algorithm::tree) == doctest::Approx(1.0 / 10));
  CHECK(seconds_a_gigabyte(collective::all_reduce, {20, 8}, with_switches, algorithm::tree) == doctest::Approx(1.5 / 40));
  CHECK(seconds_a_gigabyte(collective::all_gather, {12, 8}, with_switches, algorithm::ring) == doctest::Approx(11.0 / 12 / 40));
  CHECK(seconds_a_gigabyte(collective::all_to_all, {12, 8}, with_switches, algorithm::direct) == doctest::Approx(8.0 / 12 / 10));
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
