// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include <headroom/plan/shared_layout.hpp>

// What several jobs take of machines that they share, by trying every place and counting every second.
using shared_options = std::vector<hr::shared_option>;

// Whether pods and groups have room on so many nodes: each in each way, one after the other.
struct slow_room {
  const hr::shared_kind& on;
  std::vector<hr::count> free{};   // GPUs of each node
  std::vector<hr::count> whole{};  // nodes of each group
  std::vector<hr::count> pods{};   // GPUs of each

  bool has_room_for_pods(std::size_t at) {
    if (at == pods.size()) return true;
    for (hr::count& node : free) {
      if (node < pods[at]) continue;
      node -= pods[at];
      const bool fits = has_room_for_pods(at + 1);
      node += pods[at];
      if (fits) return true;
    }
    return false;
  }
  // A group has whole domains and, in one more, the rest of its nodes.
  bool has_room(std::size_t at) {
    if (at == whole.size()) return has_room_for_pods(0);
    const auto size = static_cast<std::size_t>(on.domain_nodes);
    std::vector<std::size_t> untouched;
    const auto unused = [&](std::size_t domain) {
      std::vector<std::size_t> nodes;
      for (std::size_t i = domain * size; i < std::min(free.size(), (domain + 1) * size); ++i)
        if (free[i] == on.node_gpus) nodes.push_back(i);
      return nodes;
    };
    std::vector<std::size_t> taken;
    const std::size_t domains = (free.size() + size - 1) / size;
    auto left = static_cast<std::size_t>(whole[at]);
    for (std::size_t d = 0; d < domains && left >= size; ++d)
      if (const auto nodes = unused(d); nodes.size() == size) {
        taken.insert(taken.end(), nodes.begin(), nodes.end());
        left -= size;
      }
    if (left >= size) return false;
    for (const std::size_t each : taken) free[each] = 0;
    bool fits = left == 0 && has_room(at + 1);
    for (std::size_t d = 0; d < domains && left > 0 && !fits; ++d) {
      const auto nodes = unused(d);
      if (nodes.size() < left) continue;
      for (std::size_t i = 0; i < left; ++i) free[nodes[i]] = 0;
      fits = has_room(at + 1);
      for (std::size_t i = 0; i < left; ++i) free[nodes[i]] = on.node_gpus;
    }
    for (const std::size_t each : taken) free[each] = on.node_gpus;
    return fits;
  }
};

inline hr::count slow_machines(const hr::shared_kind& on, const shared_options& jobs) {
  slow_room room{on};
  for (const hr::shared_option& each : jobs) {
    room.whole.insert(room.whole.end(), static_cast<std::size_t>(each.groups), each.group_nodes);
    room.pods.insert(room.pods.end(), static_cast<std::size_t>(each.pods), each.pod_gpus);
  }
  std::sort(room.whole.rbegin(), room.whole.rend());
  for (hr::count machines = 0;; ++machines) {
    room.free.assign(static_cast<std::size_t>(machines * on.machine_nodes), on.node_gpus);
    if (room.has_room(0)) return machines;
  }
}

// The time that machines are kept, and how many of them.
using slow_kept = std::vector<std::pair<double, hr::count>>;

// What machines cost over time: second by second those that are kept and not held.
inline double slow_price(const hr::shared_kind& on, const slow_kept& kept) {
  double sum = 0;
  for (int second = 0; second < 12; ++second) {
    hr::count now = 0;
    for (const auto& [seconds, machines] : kept)
      if (seconds > second) now += machines;
    sum += static_cast<double>(std::max<hr::count>(now - on.held, 0)) * on.price + static_cast<double>(std::min(now, on.held)) * on.held_price;
  }
  return sum;
}

struct slow_way {
  hr::count machines = 0;
  slow_kept kept{};
};

// Shared, and each with its own.
inline std::array<slow_way, 2> slow_ways(const hr::shared_kind& on, const shared_options& jobs) {
  slow_way shared{.machines = slow_machines(on, jobs)}, apart;
  hr::count own = 0;
  double longest = 0;
  for (const hr::shared_option& each : jobs) {
    const hr::count nodes = each.groups * (on.machine_nodes == 1 ? each.group_nodes : each.group_nodes / on.domain_nodes * on.domain_nodes);
    shared.kept.emplace_back(each.seconds, nodes / on.machine_nodes);
    own += nodes / on.machine_nodes;
    apart.kept.emplace_back(each.seconds, slow_machines(on, {each}));
    apart.machines += apart.kept.back().second;
    longest = std::max(longest, each.seconds);
  }
  shared.kept.emplace_back(longest, shared.machines - own);
  return {shared, apart};
}

// The least of all kinds together, each used in one of its ways, with so many machines beside its jobs that are kept for other demands; within a
// limit of the whole. 1e300: there is no room.
inline double slow_least(const std::vector<hr::shared_kind>& kinds, const std::vector<std::array<slow_way, 2>>& ways, const std::vector<hr::count>& beside, double seconds, double limit,
                         std::size_t at = 0) {
  if (at == kinds.size()) return 0;
  double least = 1e300;
  for (slow_way way : ways[at]) {
    const hr::count machines = way.machines + beside[at];
    const double limited = kinds[at].limited * static_cast<double>(machines);
    if (machines > kinds[at].at_most || limited > limit) continue;
    way.kept.emplace_back(seconds, beside[at]);
    const double rest = slow_least(kinds, ways, beside, seconds, limit - limited, at + 1);
    if (rest < 1e300) least = std::min(least, slow_price(kinds[at], way.kept) + rest);
  }
  return least;
}
