// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/units.hpp>

// What measured collectives say of each kind of link. Every fitted constant of network/ stands here, with the rows that it
// was fitted to (tests/validation/network.json); the rest of those rows is what docs/accuracy.md reports on.
namespace headroom {

// The share of its rate that a kind of scale-up link reaches with large messages.
struct measured_scale_up {
  std::string_view kind{};  // of the catalogue's links, without the switch that follows a "+"
  double share = 0;
  double in_network_share = 0;  // 0: no measured reduction in the switches
  bool is_measured = true;
};

inline constexpr measured_scale_up scale_up_kinds[]{
    {"NVLink 3", 0.775},          // all-reduce of 2 GiB and more on eight A100 of Azure: 230 to 232 of 300 GB/s
    {"NVLink 4", 0.810, 0.678},   // ring: four and six H200 at 8 GiB, 363 and 365 of 450 GB/s; NVLS: Azure's H100 over 1 MB
    {"NVLink 5", 0.930},          // 72 GB200 at 4 and 8 GiB: 839 and 835 of 900 GB/s; the source names no algorithm
};

// The kind of a link, or NVLink 4's share with is_measured false where none was measured.
constexpr measured_scale_up measured_for(std::string_view link_kind) {
  for (const measured_scale_up& each : scale_up_kinds)
    if (link_kind.substr(0, link_kind.find(" +")) == each.kind) return each;
  return {link_kind, scale_up_kinds[1].share, 0, false};
}

struct measured_scale_out {
  std::string_view kind{};
  double share = 0;
  duration hop{};  // from a GPU to a GPU of another domain
  bool is_measured = true;
};

// All-reduce on 16 A100 with HDR: 187 of 200 GB/s at 8 GiB.
inline constexpr double infiniband_share = 0.954;

inline constexpr measured_scale_out scale_out_kinds[]{
    {"InfiniBand", infiniband_share, microseconds(11)},  // the same: 2 MiB in 124 us
    {"EFA", infiniband_share, microseconds(41)},         // 1 MiB on 16 H100 of a p5 in 123 us
    // All-reduce on 16 V100 of Jean Zay at 4 GB: 84.7 Gb/s, of four links of 100 Gb/s a node (general knowledge: its A100 nodes have as many).
    {"Omni-Path", 0.212, microseconds(11)},  // the hop of InfiniBand
};

constexpr measured_scale_out measured_scale_out_for(std::string_view network_kind) {
  for (const measured_scale_out& each : scale_out_kinds)
    if (network_kind.starts_with(each.kind)) return each;
  return {network_kind, infiniband_share, scale_out_kinds[0].hop, false};
}

// From the call to the first byte. Fitted to all-reduces below 1 MB on eight GPUs of Azure's A100 and H100 machines (20 rows:
// 25 to 48 us); a DGX H100 starts 20 us sooner, which says how far hosts differ: a user's own figure is better.
inline constexpr duration measured_start = microseconds(33);

// A hop of NCCL's low-latency protocol over NVLink, from its own tuning table (src/graph/tuning.cc; general knowledge).
inline constexpr duration scale_up_hop = microseconds(0.6);
inline constexpr duration switch_hop = microseconds(1.5);  // Azure's H100 over 1 MB

// A small message carries a flag beside each word of data (LL), which takes half of the rate.
inline constexpr double low_latency_share = 0.5;
// A large one is handed on in chunks of so many bytes of all channels together, and the first has to pass every hop before
// the last GPU has it. Fitted to eight A100 over 1 MB; it gives the 72 GPUs of an NVL72 the 0.4 ms that they take longer.
inline constexpr memory ring_chunk = megabytes(2.46);
// The same of reductions in the switches: Azure's H100 over 1 MB.
inline constexpr memory in_network_chunk = kilobytes(12'400);
inline constexpr double in_network_small_share = 0.7;  // of the rate that large messages reach

// A GPU of a tree receives, reduces and sends two ways at once. 16 A100 are no faster by a tree than by the ring, which
// leaves 0.7 at most; NCCL tunes its trees by 24 GB/s a channel, of 40.
inline constexpr double tree_share = 0.6;

}  // namespace headroom
