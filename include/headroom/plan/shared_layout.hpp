// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <headroom/cluster/resource.hpp>
#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/plan/packing.hpp>

// Where several jobs lie on machines of one kind that they share, so that those that are kept take least.
namespace headroom {

// Machines of one kind. A node is a VM or a board: a machine by itself, or a part of a rack.
struct shared_kind {
  count node_gpus = 0;
  count domain_nodes = 1;      // of one scale-up domain
  count machine_nodes = 1;     // that come together
  count held = 0;              // machines that are there
  count at_most = max_count;   // machines, with those held
  double price = 0;            // of a machine that is bought, for a second: dollars, watts, or what else is summed up
  double held_price = 0;       // of one that is held
  double limited = 0;          // of what is limited, of one: watts
  count step = 1;              // those that are bought come by so many, as the VMs of a rack, and are kept as long as one of them is
  bool is_spot = false;        // may be taken away

  // Where so many are in use.
  constexpr count bought(count machines) const { return multiply(ceil_of(std::max<count>(machines - held, 0), step), step); }
  constexpr count kept(count machines) const { return add(std::min(machines, held), bought(machines)); }
  // That there may be in use.
  constexpr count most() const { return at_most <= held || at_most >= max_count ? at_most : add(held, multiply((at_most - held) / step, step)); }
  // That are laid out together: where those of a larger domain are bought in steps, a step is whole domains.
  constexpr count together() const { return step > 1 && domain_nodes > machine_nodes && most() > held ? domain_nodes / machine_nodes : 1; }
};

// Unknown where the number of its GPUs is.
constexpr figure<shared_kind> shared_kind_of(const machine& on) {
  const figure<count> nodes = nodes_of(on);
  const figure<count> gpus = gpus_of_node(on);
  if (nodes.value_or(0) < 1 || gpus.value_or(0) < 1) return figure<shared_kind>(unknown).noted("the number of its GPUs is not known");
  const count domain = resource::scale_up_domain::of(on).value_or(0) / *gpus.known();
  return shared_kind{.node_gpus = *gpus.known(), .domain_nodes = std::max<count>(domain, 1), .machine_nodes = *nodes.known()};
}

// One way to run a job: groups of whole nodes, and pods that share a node with others. The nodes of a group lie in one scale-up domain; a
// larger group takes whole domains, and of one more what is left. What has replicas of several sizes, as pools of serving do, has a part for each.
struct shared_option {
  std::size_t kind = 0;
  count groups = 0;
  count group_nodes = 0;
  count pods = 0;
  count pod_gpus = 0;     // fewer than a node has
  double seconds = 0;     // that its machines are kept
  double ends_after = 0;  // seconds until the job is done; 0: it goes on
  const shared_option* beside = nullptr;  // a further part, on the same kind or another, which has its own seconds
};

// Each part of an option by itself, the first with the others beside it.
template <class Do>
constexpr void for_each_part(const shared_option& of, Do&& act) {
  for (const shared_option* part = &of; part != nullptr; part = part->beside) act(*part);
}

// Replicas of so many GPUs each: those smaller than a node fill nodes of their own, and the rest of them is pods, as are those of the last node
// where they leave a part of it to others; so is what larger ones have beyond whole nodes, where a node is a domain by itself.
constexpr shared_option option_on(std::size_t kind, const shared_kind& of, count replicas, count gpus, double seconds, double ends_after) {
  shared_option made{.kind = kind, .seconds = seconds, .ends_after = ends_after};
  const count in_node = gpus > 0 ? of.node_gpus / gpus : 0;
  if (in_node < 1) {
    const count rest = of.domain_nodes == 1 ? gpus % of.node_gpus : 0;
    made.groups = replicas;
    made.group_nodes = ceil_of(gpus - rest, of.node_gpus);
    made.pods = rest > 0 ? replicas : 0;
    made.pod_gpus = rest;
    return made;
  }
  made.groups = (of.node_gpus % gpus == 0 ? replicas : std::max<count>(replicas - 1, 0)) / in_node;
  made.group_nodes = made.groups > 0 ? 1 : 0;
  made.pods = replicas - made.groups * in_node;
  made.pod_gpus = gpus;
  return made;
}

// Nodes of a kind, by their number from 0: domain after domain, and machine after machine.
struct shared_nodes {
  count first = 0;
  count nodes = 0;
  count pods = 0;  // on each; 0: the nodes are the job's own

  friend constexpr bool operator==(const shared_nodes&, const shared_nodes&) = default;
};

// Machines that are kept so long.
struct kept_machines {
  double seconds{};
  count machines{};

  friend constexpr bool operator==(const kept_machines&, const kept_machines&) = default;
};

// The machines of a kind that hold these ways to run jobs and take least, each in use until the last job on it ends.
struct shared_layout {
  count machines{};                   // too_many: more than can be packed
  std::vector<kept_machines> kept{};  // the longest first, which are those that are held
  std::vector<std::vector<shared_nodes>> places{};
  bool are_shared{};         // two have parts of one machine
  bool are_fewest = true;    // at each time: no layout has fewer then
  bool is_proved = true;     // false: a packing gave up, or held machines of a domain are left over: others may take less
};

namespace detail {

constexpr void add_nodes(std::vector<shared_nodes>& to, const shared_nodes& more) {
  if (!to.empty() && to.back().first + to.back().nodes == more.first && to.back().pods == more.pods) to.back().nodes += more.nodes;
  else to.push_back(more);
}

// Ranges of machines, each from its first to before its second, in order and apart.
class machine_ranges {
 public:
  constexpr void add(count from, count to) {
    auto place = std::lower_bound(all_.begin(), all_.end(), std::pair(from, to));
    if (place != all_.begin() && (place - 1)->second >= from) --place;
    auto end = place;
    for (; end != all_.end() && end->first <= to; ++end) {
      from = std::min(from, end->first);
      to = std::max(to, end->second);
    }
    all_.insert(all_.erase(place, end), {from, to});
  }
  constexpr void add(const machine_ranges& of) {
    for (const auto& [from, to] : of.all_) add(from, to);
  }
  constexpr count last() const { return all_.empty() ? 0 : all_.back().second; }
  constexpr count size(count before = max_count) const {
    count sum = 0;
    for (const auto& [from, to] : all_) sum += std::max<count>(std::min(to, before) - from, 0);
    return sum;
  }

 private:
  std::vector<std::pair<count, count>> all_{};
};

// Bins that are opened for jobs which end at different times: of the jobs up to each time, the last to end first, how many there are.
struct opened_bins {
  std::vector<count> units{};
  packing places{};
  bool are_least = true;  // at each time
  bool is_proved = true;
  bool is_packed = true;  // false: they are more than can be packed
};

// Of jobs that end at the first so many times.
constexpr std::uint64_t kinds_until(std::size_t time) { return (std::uint64_t{2} << time) - 1; }

// Jobs go into bins that were opened for those that end as late or later: the fewest at each time, where there is a packing of that; else what
// costs least of what was tried. A job says by its kinds at which time it ends.
template <class Bins, class Cost>
constexpr opened_bins open_bins(const std::vector<packing_job>& asks, std::size_t times, count size, count step, Bins&& bins_of, Cost&& cost) {
  constexpr std::int64_t tries_of_one = 20'000;
  constexpr int most_tried = 100;
  constexpr count most_bins = 1'000'000;
  opened_bins made{.units = std::vector<count>(times, 0)};
  count units = 0;
  for (std::size_t at = 0; at < times && !asks.empty(); ++at) {
    std::vector<packing_job> until;
    count sum = 0;
    for (packing_job each : asks) {
      if (each.kinds > kinds_until(at)) continue;
      sum = add(sum, each.size());
      each.kinds = 1;
      until.push_back(each);
    }
    units = std::max(units, multiply(ceil_of(sum, size * step), step));
    for (;; units += step) {
      made.is_packed = units <= most_bins;
      if (!made.is_packed) return made;
      const std::optional<packing> tried = pack(bins_of(std::vector<count>{units}), until, tries_of_one);
      made.is_packed = tried.has_value();
      if (!made.is_packed) return made;
      made.places = *tried;
      if (tried->holds_all()) break;
      made.is_proved = made.is_proved && tried->is_proved();
    }
    made.units[at] = units;
  }
  if (times == 1 || made.units.front() == units) return made;
  using candidate = std::pair<std::pair<double, double>, std::vector<count>>;
  std::vector<candidate> seen{{cost(made.units), made.units}};
  std::vector<candidate> next = seen;
  for (int tried = 0; tried < most_tried && !next.empty(); ++tried) {
    // Of equal ones that of fewer in the end.
    const auto least = std::min_element(next.begin(), next.end(), [](const candidate& a, const candidate& b) {
      return a.first != b.first ? a.first < b.first : std::lexicographical_compare(a.second.rbegin(), a.second.rend(), b.second.rbegin(), b.second.rend());
    });
    const candidate now = std::move(*least);
    next.erase(least);
    const std::optional<packing> found = pack(bins_of(now.second), asks, tries_of_one);
    if (found.has_value() && found->holds_all()) {
      made.are_least = now.second == made.units;
      made.units = now.second;
      made.places = *found;
      return made;
    }
    made.is_proved = made.is_proved && found.has_value() && found->is_proved();
    for (std::size_t at = 0; at < times; ++at) {
      std::vector<count> more = now.second;
      more[at] += step;
      for (std::size_t later = at + 1; later < times; ++later) more[later] = std::max(more[later], more[at]);
      candidate one{cost(more), more};
      if (one.first.first == std::numeric_limits<double>::infinity() || std::find(seen.begin(), seen.end(), one) != seen.end()) continue;
      seen.push_back(one);
      next.push_back(std::move(one));
    }
  }
  // All of them are kept for the last: made.places is the packing of that.
  made.units.assign(times, units);
  made.are_least = made.is_proved = false;
  return made;
}

class layout_search {
 public:
  constexpr layout_search(const shared_kind& on, std::span<const shared_option> jobs, bool by_time, count at_most) : on_(on), jobs_(jobs), by_time_(by_time), at_most_(at_most) {
    for (std::size_t i = 0; i < jobs.size(); ++i) order_.push_back(i);
    std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) { return jobs[a].seconds != jobs[b].seconds ? jobs[a].seconds > jobs[b].seconds : a < b; });
    time_of_.resize(jobs.size(), 0);
    for (const std::size_t each : order_) {
      if (ends_.empty() || (jobs[each].seconds < ends_.back() && ends_.size() < most_times)) ends_.push_back(jobs[each].seconds);
      made_.is_proved = made_.is_proved && jobs[each].seconds == ends_.back();
      time_of_[each] = ends_.size() - 1;
    }
    if (ends_.empty()) ends_.push_back(0);
    made_.places.resize(jobs.size());
  }

  constexpr shared_layout run() {
    const opened_bins nodes = open_nodes_of_pods();
    if (!nodes.is_packed || !open_domains(nodes.units)) return {.machines = too_many, .places = std::vector<std::vector<shared_nodes>>(jobs_.size()), .is_proved = false};
    place_pods(nodes.places);
    count_machines();
    return std::move(made_);
  }

 private:
  static constexpr std::size_t most_times = 63;

  // A node of a domain of several machines is bought by itself: the others of the domain need not be.
  constexpr bool is_loose() const { return on_.domain_nodes > on_.machine_nodes; }
  constexpr count whole_of(const shared_option& of) const { return multiply(of.groups, of.group_nodes / on_.domain_nodes * on_.domain_nodes); }

  // What machines cost that are opened so, of nodes beside others; then the time that they are kept. More than there may be cost all.
  template <class Nodes>
  constexpr std::pair<double, double> cost_of(const std::vector<count>& units, Nodes&& nodes_beside, count nodes_of_unit, bool are_limited) const {
    std::pair<double, double> sum{};
    for (std::size_t at = 0; at < units.size(); ++at) {
      const count machines = ceil_of(nodes_beside(at) + units[at] * nodes_of_unit, on_.machine_nodes);
      const bool is_last = at + 1 == units.size();
      if (is_last && are_limited && machines > at_most_) sum.first = std::numeric_limits<double>::infinity();
      const count held = std::min(machines, on_.held);
      const double seconds = ends_[at] - (is_last ? 0 : ends_[at + 1]);
      const double price = static_cast<double>(held) * on_.held_price + static_cast<double>(on_.bought(machines)) * on_.price;
      if (by_time_ || is_last) sum.first += (by_time_ ? seconds : 1) * price;
      sum.second += seconds * static_cast<double>(machines);
    }
    return sum;
  }

  static constexpr auto bins_of(count size) {
    return [size](const std::vector<count>& units) {
      std::vector<packing_node> bins;
      for (std::size_t at = 0; at < units.size(); ++at)
        while (static_cast<count>(bins.size()) < units[at]) bins.push_back({size, bins.size(), at});
      return bins;
    };
  }

  constexpr opened_bins open_nodes_of_pods() {
    std::vector<packing_job> asks;
    std::vector<count> beside(ends_.size(), 0);  // nodes of groups
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      for (std::size_t at = time_of_[i]; at < ends_.size(); ++at) beside[at] += jobs_[i].groups * jobs_[i].group_nodes;
      if (jobs_[i].pods < 1) continue;
      asks.push_back({.pods = jobs_[i].pods, .gpus = jobs_[i].pod_gpus, .kinds = kinds_until(time_of_[i])});
      jobs_of_pods_.push_back(i);
    }
    opened_bins found = open_bins(asks, ends_.size(), on_.node_gpus, 1, bins_of(on_.node_gpus), [&](const std::vector<count>& units) {
      return cost_of(units, [&](std::size_t at) { return beside[at]; }, 1, on_.machine_nodes == 1);
    });
    // Of machines of one node each their number is the cost; of others fewer nodes at each time are never worse.
    made_.is_proved = made_.is_proved && found.is_proved && (found.are_least || on_.machine_nodes == 1);
    made_.are_fewest = found.are_least;
    return found;
  }

  // Whole domains, and domains whose nodes are shared by what groups take of one more and by nodes of pods.
  constexpr bool open_domains(const std::vector<count>& pod_nodes) {
    const std::size_t times = is_loose() ? 1 : ends_.size();
    const auto time_of = [&](std::size_t job) { return is_loose() ? 0 : time_of_[job]; };
    std::vector<packing_job> asks;
    std::vector<std::size_t> job_of;
    std::vector<count> whole(times, 0);
    for (const std::size_t i : order_) {
      for (std::size_t at = time_of(i); at < times; ++at) whole[at] += whole_of(jobs_[i]);
      const count rest = jobs_[i].group_nodes % on_.domain_nodes;
      if (rest < 1 || jobs_[i].groups < 1) continue;
      asks.push_back({.pods = jobs_[i].groups, .gpus = rest, .kinds = kinds_until(time_of(i))});
      job_of.push_back(i);
    }
    for (std::size_t at = 0; at < pod_nodes.size(); ++at)
      if (const count more = pod_nodes[at] - (at > 0 ? pod_nodes[at - 1] : 0); more > 0) asks.push_back({.pods = more, .gpus = 1, .kinds = kinds_until(is_loose() ? 0 : at)});
    const count domain = on_.domain_nodes;
    opened_bins found;
    if (is_loose()) {
      found = open_bins(asks, 1, 1, on_.machine_nodes, [&](const std::vector<count>& nodes) {
        std::vector<packing_node> bins;
        for (count at = 0; at < nodes[0]; at += domain) bins.push_back({std::min(domain, nodes[0] - at), bins.size()});
        return bins;
      }, [](const auto&) { return std::pair(0., 0.); });
    } else {
      found = open_bins(asks, times, domain, 1, bins_of(domain), [&](const std::vector<count>& units) {
        return cost_of(units, [&](std::size_t at) { return whole[at]; }, domain, true);
      });
    }
    if (!found.is_packed) return false;
    made_.is_proved = made_.is_proved && found.is_proved;
    made_.are_fewest = made_.are_fewest && found.are_least;
    // Those of what ends last come first.
    std::vector<count> first;
    count next = 0;
    for (std::size_t at = 0; at < times; ++at) {
      for (const std::size_t i : order_) {
        if (time_of(i) != at || whole_of(jobs_[i]) < 1) continue;
        add_nodes(made_.places[i], {next, whole_of(jobs_[i]), 0});
        next += whole_of(jobs_[i]);
      }
      for (const count bins = is_loose() ? ceil_of(found.units[at], domain) : found.units[at]; static_cast<count>(first.size()) < bins; next += domain) first.push_back(next);
    }
    for (std::size_t i = 0; i < asks.size(); ++i) {
      std::vector<std::size_t> in = found.places.places[i];
      std::sort(in.begin(), in.end());
      for (const std::size_t each : in) {
        if (i < job_of.size()) add_nodes(made_.places[job_of[i]], {first[each], asks[i].gpus, 0});
        else nodes_of_pods_.push_back(first[each]);
        first[each] += asks[i].gpus;
      }
    }
    return true;
  }

  constexpr void place_pods(const packing& of) {
    for (std::size_t i = 0; i < jobs_of_pods_.size(); ++i)
      for (std::size_t node = 0; node < nodes_of_pods_.size(); ++node)
        if (const auto here = std::count(of.places[i].begin(), of.places[i].end(), node); here > 0)
          add_nodes(made_.places[jobs_of_pods_[i]], {nodes_of_pods_[node], 1, static_cast<count>(here)});
  }

  // Each until the last job on it ends. Of a domain of several machines the first are those that are held, whoever is on them: all of them count as
  // kept for the longest time, with those that are left over because a group has no room on them.
  constexpr void count_machines() {
    const bool are_by_place = is_loose() && on_.held > 0;
    machine_ranges all;
    for (const std::size_t i : order_) {
      machine_ranges own;
      for (const shared_nodes& each : made_.places[i]) own.add(each.first / on_.machine_nodes, (each.first + each.nodes - 1) / on_.machine_nodes + 1);
      const count before = all.size(), held_before = all.size(on_.held);
      all.add(own);
      made_.are_shared = made_.are_shared || all.size() < before + own.size();
      count more = all.size() - before;
      if (are_by_place) more -= all.size(on_.held) - held_before;
      if (!made_.kept.empty() && made_.kept.back().seconds == jobs_[i].seconds) made_.kept.back().machines += more;
      else if (more > 0) made_.kept.push_back({jobs_[i].seconds, more});
    }
    made_.machines = all.size();
    if (!are_by_place) return;
    const count held = std::min(on_.held, all.last());
    made_.machines += held - all.size(on_.held);
    made_.kept.insert(made_.kept.begin(), {ends_.front(), held});
    // Other places may leave less of what is held to those that end early.
    made_.is_proved = made_.is_proved && ends_.size() == 1 && held == all.size(on_.held);
  }

  shared_kind on_;
  std::span<const shared_option> jobs_;
  bool by_time_ = true;
  count at_most_ = max_count;
  std::vector<std::size_t> order_{};    // jobs, the last to end first
  std::vector<double> ends_{};          // the times at which they end, the last first
  std::vector<std::size_t> time_of_{};  // of each job, which of these
  std::vector<std::size_t> jobs_of_pods_{};
  std::vector<count> nodes_of_pods_{};
  shared_layout made_{};
};

constexpr shared_layout laid_out(const shared_kind& on, std::span<const shared_option> jobs, bool by_time, count at_most) {
  const count together = on.together();
  if (together == 1) return layout_search(on, jobs, by_time, at_most).run();
  shared_kind domains = on;
  domains.machine_nodes = on.domain_nodes;
  domains.held /= together;
  domains.step /= together;
  domains.price *= static_cast<double>(together);
  domains.held_price *= static_cast<double>(together);
  shared_layout made = layout_search(domains, jobs, by_time, at_most / together).run();
  made.machines = multiply(made.machines, together);
  for (kept_machines& each : made.kept) each.machines *= together;
  return made;
}

}  // namespace detail

// Those that take least by plan/packing.hpp: by the time that each is kept, or each once; with more than at most so many only where there are no
// fewer. What is beside an option is not laid out with it.
constexpr shared_layout lay_out(const shared_kind& on, std::span<const shared_option> jobs, bool by_time = true, count at_most = max_count) {
  shared_layout made = detail::laid_out(on, jobs, by_time, at_most);
  if (!by_time || made.machines <= at_most) return made;
  // Nodes that are kept for less time may be more: then those that are fewest.
  shared_layout fewest = detail::laid_out(on, jobs, false, at_most);
  fewest.is_proved = fewest.is_proved && fewest.machines > at_most;  // that they are too few
  return fewest;
}

}  // namespace headroom
