// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <headroom/plan/shared_layout.hpp>

// What several jobs take of machines that they share, by trying every place and counting every second.
using shared_options = std::vector<hr::shared_option>;

// Whether pods and groups have room on so many nodes: each in each way, one after the other. The nodes are those of machines, of which the first
// are kept longest; each item may lie on the first so many nodes.
struct slow_room {
  struct item {
    hr::count size = 0;  // nodes of a group, or GPUs of a pod
    std::size_t until = 0;
  };
  const hr::shared_kind& on;
  std::vector<hr::count> free{};  // GPUs of each node
  std::vector<item> whole{};      // groups
  std::vector<item> pods{};

  bool has_room_for_pods(std::size_t at) {
    if (at == pods.size()) return true;
    for (std::size_t i = 0; i < std::min(free.size(), pods[at].until); ++i) {
      hr::count& node = free[i];
      if (node < pods[at].size) continue;
      node -= pods[at].size;
      const bool fits = has_room_for_pods(at + 1);
      node += pods[at].size;
      if (fits) return true;
    }
    return false;
  }
  // A group has whole domains and, in one more, the rest of its nodes.
  bool has_room(std::size_t at) { return at == whole.size() ? has_room_for_pods(0) : has_room_for_group(at, whole[at].size, 0); }

  bool has_room_for_group(std::size_t at, hr::count nodes, std::size_t from) {
    if (nodes == 0) return has_room(at + 1);
    const auto size = static_cast<std::size_t>(on.domain_nodes);
    const std::size_t here = std::min(size, static_cast<std::size_t>(nodes));
    for (std::size_t d = here < size ? 0 : from; (d + 1) * size <= std::min(free.size(), whole[at].until); ++d) {
      std::vector<std::size_t> unused;
      for (std::size_t i = d * size; i < (d + 1) * size; ++i)
        if (free[i] == on.node_gpus && unused.size() < here) unused.push_back(i);
      if (unused.size() < here) continue;
      for (const std::size_t each : unused) free[each] = 0;
      const bool fits = has_room_for_group(at, nodes - static_cast<hr::count>(here), d + 1);
      for (const std::size_t each : unused) free[each] = on.node_gpus;
      if (fits) return true;
    }
    return false;
  }
};

// GPU seconds of jobs on kinds on spot, and all; a node of a group is the job's own.
inline std::pair<hr::count, hr::count> slow_spot(const std::vector<hr::shared_kind>& kinds, const shared_options& of_jobs) {
  hr::count on_spot = 0, all = 0;
  for (const hr::shared_option& each : of_jobs)
    for (const hr::shared_option* part = &each; part != nullptr; part = part->beside) {
      const hr::count used = (part->groups * part->group_nodes * kinds[part->kind].node_gpus + part->pods * part->pod_gpus) * static_cast<hr::count>(part->seconds);
      all += used;
      on_spot += kinds[part->kind].is_spot ? used : 0;
    }
  return {on_spot, all};
}

// The time that machines are kept, and how many of them.
using slow_kept = std::vector<std::pair<double, hr::count>>;

// As many more steps as it takes.
inline hr::count slow_bought(const hr::shared_kind& on, hr::count machines) {
  hr::count bought = 0;
  while (on.held + bought < machines) bought += on.step;
  return bought;
}

// Of a larger domain that comes in steps jobs keep all as long as one of it.
inline bool are_whole(const hr::shared_kind& on, const std::vector<hr::count>& machines) {
  const hr::count together = on.step > 1 && on.domain_nodes > on.machine_nodes ? on.domain_nodes / on.machine_nodes : 1;
  return std::ranges::all_of(machines, [&](hr::count each) { return each % together == 0; });
}

// What machines cost over time: second by second those that are kept and not held.
inline double slow_price(const hr::shared_kind& on, const slow_kept& kept) {
  double sum = 0;
  for (int second = 0; second < 12; ++second) {
    hr::count now = 0;
    for (const auto& [seconds, machines] : kept)
      if (seconds > second) now += machines;
    sum += static_cast<double>(slow_bought(on, now)) * on.price + static_cast<double>(std::min(now, on.held)) * on.held_price;
  }
  return sum;
}

struct slow_way {
  hr::count machines = 0;
  slow_kept kept{};
};

// Machines that are kept as long as the jobs of each time, the last to end first, and longer: whether all have room so.
inline bool is_room(const hr::shared_kind& on, const shared_options& jobs, const std::vector<double>& ends, const std::vector<hr::count>& machines) {
  slow_room room{on};
  for (const hr::shared_option& each : jobs) {
    const auto at = static_cast<std::size_t>(std::find(ends.begin(), ends.end(), each.seconds) - ends.begin());
    const auto until = static_cast<std::size_t>(machines[at] * on.machine_nodes);
    room.whole.insert(room.whole.end(), static_cast<std::size_t>(each.groups), {each.group_nodes, until});
    room.pods.insert(room.pods.end(), static_cast<std::size_t>(each.pods), {each.pod_gpus, until});
  }
  const auto is_larger = [](const slow_room::item& a, const slow_room::item& b) { return a.size > b.size; };
  std::sort(room.whole.begin(), room.whole.end(), is_larger);
  std::sort(room.pods.begin(), room.pods.end(), is_larger);
  room.free.assign(static_cast<std::size_t>(machines.back() * on.machine_nodes), on.node_gpus);
  return room.has_room(0);
}

// Of each number of machines that is enough the cheapest way to keep them, by trying all numbers at all times. The nodes of a domain of several
// machines that nobody has need not be bought, unless they come in steps.
inline std::vector<slow_way> slow_ways(hr::shared_kind on, const shared_options& jobs) {
  if (on.domain_nodes > on.machine_nodes && on.step == 1) on.domain_nodes = 1;
  std::vector<double> ends;
  for (const hr::shared_option& each : jobs) ends.push_back(each.seconds);
  std::sort(ends.rbegin(), ends.rend());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  if (ends.empty()) return {{}};
  std::vector<slow_way> ways;
  for (hr::count most = 0; most <= on.at_most; ++most) {
    slow_way best;
    double least = 1e300;
    std::vector<hr::count> machines(ends.size(), 0);
    machines.back() = most;
    for (bool is_over = false; !is_over;) {
      slow_way one{.machines = most};
      for (std::size_t at = 0; at < ends.size(); ++at) one.kept.emplace_back(ends[at], machines[at] - (at > 0 ? machines[at - 1] : 0));
      if (const double price = slow_price(on, one.kept); price < least && are_whole(on, machines) && is_room(on, jobs, ends, machines)) {
        least = price;
        best = one;
      }
      // The next that is in order.
      std::size_t at = ends.size() - 1;
      while (at-- > 0 && machines[at] == machines[at + 1]) {}
      is_over = at >= ends.size();
      if (is_over) break;
      ++machines[at];
      std::fill(machines.begin() + static_cast<std::ptrdiff_t>(at), machines.end() - 1, machines[at]);
    }
    if (least < 1e300) ways.push_back(best);
  }
  return ways;
}

// The same of each kind, of what of one option of each job lies on it; not by time each machine counts once.
inline std::vector<std::vector<slow_way>> slow_ways(const std::vector<hr::shared_kind>& kinds, const shared_options& of_jobs, bool by_time) {
  std::vector<std::vector<slow_way>> ways;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    shared_options here;
    for (const hr::shared_option& each : of_jobs)
      for (const hr::shared_option* part = &each; part != nullptr; part = part->beside)
        if (part->kind == k) here.push_back(*part);
    if (!by_time)
      for (hr::shared_option& each : here) each.seconds = 1;
    ways.push_back(slow_ways(kinds[k], here));
  }
  return ways;
}

// Counts up from zero to what there is at most, one digit after the other. False: all were seen.
inline bool is_next(std::vector<hr::count>& digits, const std::vector<hr::count>& most) {
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (++digits[i] <= most[i]) return true;
    digits[i] = 0;
  }
  return false;
}

// The least of all kinds together, each used in one of its ways, with so many machines beside its jobs that are kept for other demands; within a
// limit of the whole. 1e300: there is no room.
inline double slow_least(const std::vector<hr::shared_kind>& kinds, const std::vector<std::vector<slow_way>>& ways, const std::vector<hr::count>& beside, double seconds, double limit,
                         std::size_t at = 0) {
  if (at == kinds.size()) return 0;
  double least = 1e300;
  for (slow_way way : ways[at]) {
    const hr::count machines = way.machines + beside[at];
    const hr::count kept = std::min(machines, kinds[at].held) + slow_bought(kinds[at], machines);
    const double limited = kinds[at].limited * static_cast<double>(kept);
    if (std::max(machines, kept) > kinds[at].at_most || limited > limit) continue;
    way.kept.emplace_back(seconds, beside[at]);
    const double rest = slow_least(kinds, ways, beside, seconds, limit - limited, at + 1);
    if (rest < 1e300) least = std::min(least, slow_price(kinds[at], way.kept) + rest);
  }
  return least;
}
