// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <headroom/count.hpp>
#include <headroom/plan/search_effort.hpp>

// Many jobs on the GPUs of nodes that lie in scale-up domains: which fit, where each goes, what is left, and which to move.
namespace headroom {

// A node, or a VM of a rack.
struct packing_node {
  count free = 0;          // GPUs
  std::size_t domain = 0;  // of the scale-up network, which nodes of one number share
  std::size_t kind = 0;    // of machine, up to 63
};

// Pods that start together or not at all.
struct packing_job {
  count pods = 1;
  count gpus = 1;  // of a pod, on one node
  bool one_domain = false;
  std::uint64_t kinds = ~std::uint64_t{0};  // of machines that it may run on, a bit each
  count per_node = 0;                       // pods that may lie on one node at most; 0: as many as it has GPUs for

  constexpr count size() const { return multiply(pods, gpus); }
  friend constexpr bool operator==(const packing_job&, const packing_job&) = default;
};

struct packing {
  std::vector<std::vector<std::size_t>> places{};  // of each job, in the order given, the node of each pod; none: it waits
  count placed{};                                // GPUs of the jobs that have a place
  count bound{};                                 // no packing places more
  std::int64_t tried{};

  constexpr bool is_proved() const { return placed == bound; }
  // How far what is placed may be below the most, as a share of it.
  constexpr double gap() const { return bound > 0 ? 1 - static_cast<double>(placed) / static_cast<double>(bound) : 0; }
  constexpr bool waits(std::size_t job) const { return places[job].empty(); }
  constexpr bool holds_all() const {
    return std::none_of(places.begin(), places.end(), [](const auto& each) { return each.empty(); });
  }
};

// GPUs that pods of so many cannot have, because too few are together on a node.
constexpr count stranded_gpus(std::span<const packing_node> nodes, count gpus_of_pod) {
  count sum = 0;
  for (const packing_node& each : nodes) sum += gpus_of_pod > 0 ? each.free % gpus_of_pod : 0;
  return sum;
}

// Whether nodes and jobs can be searched: 64 kinds of machines at most, up to 2^40 GPUs together, and a pod and a GPU at least of each job.
constexpr bool can_be_packed(std::span<const packing_node> nodes, std::span<const packing_job> jobs) {
  count sum = 0;
  for (const packing_node& each : nodes) {
    if (each.free < 0 || each.kind > 63) return false;
    sum = add(sum, each.free);
  }
  for (const packing_job& each : jobs) {
    if (each.pods < 1 || each.gpus < 1 || each.per_node < 0) return false;
    sum = add(sum, each.size());
  }
  return is_count(sum);
}

namespace detail {

// Places jobs one after the other, the largest first, in every way that differs; what cannot come to more than the best is left out.
class packing_search {
 public:
  constexpr packing_search(std::span<const packing_node> nodes, std::span<const packing_job> jobs, const search_effort& effort)
      : jobs_(jobs), effort_(effort), now_(jobs.size()) {
    for (std::size_t i = 0; i < jobs.size(); ++i) order_.push_back(i);
    for (const packing_node& each : nodes) {
      free_.push_back(each.free);
      kind_.push_back(each.kind);
    }
    number_domains(nodes);
    std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      const packing_job &x = jobs_[a], &y = jobs_[b];
      if (x.size() != y.size()) return x.size() > y.size();
      if (x.gpus != y.gpus) return x.gpus > y.gpus;
      if (x.one_domain != y.one_domain) return x.one_domain;
      if (x.per_node != y.per_node) return x.per_node < y.per_node;
      return x.kinds != y.kinds ? x.kinds < y.kinds : a < b;
    });
    best_.places.resize(jobs.size());
    count_from_each();
  }

  constexpr packing run() {
    const count bound = bound_of_all();
    place_greedily();
    if (best_.placed < bound && !is_stopped_) place_from(0, false);
    best_.bound = is_stopped_ ? bound : best_.placed;
    best_.tried = tried_;
    return best_;
  }

 private:
  // Domains by the first of their nodes.
  constexpr void number_domains(std::span<const packing_node> nodes) {
    std::vector<std::pair<count, std::size_t>> by_domain;
    for (std::size_t i = 0; i < nodes.size(); ++i) by_domain.push_back({static_cast<count>(nodes[i].domain), i});
    std::sort(by_domain.begin(), by_domain.end());
    std::vector<std::size_t> first(nodes.size(), 0);
    for (std::size_t k = 0; k < by_domain.size(); ++k) {
      const auto [domain, node] = by_domain[k];
      first[node] = k > 0 && by_domain[k - 1].first == domain ? first[by_domain[k - 1].second] : node;
    }
    domain_.assign(nodes.size(), 0);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (first[i] == i) nodes_of_.resize(nodes_of_.size() + 1);
      domain_[i] = first[i] == i ? nodes_of_.size() - 1 : domain_[first[i]];
      nodes_of_[domain_[i]].push_back(i);
    }
  }

  constexpr bool may_take(std::size_t node, const packing_job& job, std::optional<std::size_t> domain) const {
    return (job.kinds >> kind_[node] & 1) != 0 && (!domain.has_value() || domain_[node] == *domain);
  }

  constexpr count pods_on(std::size_t node, const packing_job& job) const {
    const count most = free_[node] / job.gpus;
    return job.per_node > 0 ? std::min(most, job.per_node) : most;
  }
  constexpr count room_for(const packing_job& job, std::optional<std::size_t> domain) const {
    count pods = 0;
    const auto add_room = [&](std::size_t node) { pods += may_take(node, job, domain) ? pods_on(node, job) : 0; };
    if (domain.has_value())
      for (const std::size_t each : nodes_of_[*domain]) add_room(each);
    else
      for (std::size_t i = 0; i < free_.size(); ++i) add_room(i);
    return pods;
  }
  constexpr bool has_room(const packing_job& job) const {
    if (!job.one_domain) return room_for(job, {}) >= job.pods;
    for (std::size_t i = 0; i < nodes_of_.size(); ++i)
      if (room_for(job, i) >= job.pods) return true;
    return false;
  }

  // What the jobs from one on in order_ have together.
  struct later_jobs {
    count asked = 0;         // GPUs
    count common = 0;        // divides the GPUs of all their pods
    count least = too_many;  // GPUs of a pod
  };
  constexpr void count_from_each() {
    later_.assign(order_.size() + 1, {});
    for (std::size_t i = order_.size(); i-- > 0;) {
      const packing_job& job = jobs_[order_[i]];
      later_[i] = {later_[i + 1].asked + job.size(), std::gcd(later_[i + 1].common, job.gpus), std::min(later_[i + 1].least, job.gpus)};
    }
  }
  // GPUs that the jobs from one on can have: of each node a multiple of what divides all their pods, and none of one that is too small.
  constexpr count usable_by(std::size_t from) const {
    const later_jobs& all = later_[from];
    count sum = 0;
    for (const count each : free_)
      if (each >= all.least) sum += each / all.common * all.common;
    return sum;
  }

  constexpr bool is_as_one_before(std::size_t at) const { return at > 0 && jobs_[order_[at]] == jobs_[order_[at - 1]]; }

  // The largest sum of whole jobs, each of which has room by itself, that the usable GPUs hold; where that takes very many steps, those GPUs.
  constexpr count bound_of_all() const {
    const count usable = usable_by(0);
    std::vector<count> sizes;
    count sum = 0;
    bool last_has_room = true;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const packing_job& each = jobs_[order_[i]];
      // When time is over none is left out, which is a bound, too.
      if (!is_as_one_before(i)) last_has_room = effort_.is_time_over() || has_room(each);
      if (!last_has_room) continue;
      sizes.push_back(each.size());
      sum += each.size();
    }
    if (sum <= usable) return sum;
    constexpr count most_steps = 50'000'000;
    if (usable > most_steps / (static_cast<count>(sizes.size()) + 1)) return usable;
    std::vector<char> reached(static_cast<std::size_t>(usable) + 1, 0);  // clang 14 has no constant vector<bool>
    reached[0] = 1;
    for (const count each : sizes)
      for (count at = usable; at >= each; --at)
        if (reached[static_cast<std::size_t>(at - each)] != 0) reached[static_cast<std::size_t>(at)] = 1;
    count most = usable;
    while (reached[static_cast<std::size_t>(most)] == 0) --most;
    return most;
  }

  constexpr void keep_if_better() {
    if (placed_ <= best_.placed) return;
    best_.placed = placed_;
    best_.places = now_;
  }
  constexpr void put(std::size_t job, std::size_t node, count pods) {
    free_[node] -= pods * jobs_[job].gpus;
    for (count i = 0; i < pods; ++i) now_[job].push_back(node);
  }
  constexpr void take_back(std::size_t job, std::size_t node, count pods) {
    free_[node] += pods * jobs_[job].gpus;
    for (count i = 0; i < pods; ++i) now_[job].pop_back();
  }

  // Nodes that have room for a job, those with least first, and how many of its pods they have room for.
  struct fullest_nodes {
    std::vector<std::size_t> nodes{};
    std::size_t first = 0;  // before it there is no room
    count room = 0;
  };
  constexpr fullest_nodes fullest_for(const packing_job& of, std::optional<std::size_t> domain) const {
    std::vector<std::pair<count, std::size_t>> by_free;
    const auto add_node = [&](std::size_t node) {
      if (free_[node] >= of.gpus && may_take(node, of, domain)) by_free.emplace_back(free_[node], node);
    };
    if (domain.has_value())
      for (const std::size_t each : nodes_of_[*domain]) add_node(each);
    else
      for (std::size_t i = 0; i < free_.size(); ++i) add_node(i);
    std::sort(by_free.begin(), by_free.end());
    fullest_nodes made{.room = room_for(of, domain)};
    for (const auto& [has, node] : by_free) made.nodes.push_back(node);
    return made;
  }

  // On the first of them. A node that has less than another before has no more than it then, so that they stay in order.
  constexpr void place_on(fullest_nodes& on, std::size_t job) {
    const packing_job& of = jobs_[job];
    count left = of.pods;
    for (std::size_t i = on.first; left > 0; ++i) {
      const std::size_t node = on.nodes[i];
      const count before = pods_on(node, of), pods = std::min(left, before);
      put(job, node, pods);
      left -= pods;
      on.room -= before - pods_on(node, of);
    }
    while (on.first < on.nodes.size() && free_[on.nodes[on.first]] < of.gpus) ++on.first;
    placed_ += of.size();
  }

  // As many of the equal jobs from `at` to `end` as have room there; the first that is left.
  constexpr std::size_t fill(std::size_t at, std::size_t end, std::optional<std::size_t> domain) {
    const packing_job& of = jobs_[order_[at]];
    for (fullest_nodes on = fullest_for(of, domain); at < end && on.room >= of.pods && !is_stopped_; ++at) {
      place_on(on, order_[at]);
      is_stopped_ = effort_.is_time_over();
    }
    return at;
  }

  // Equal jobs: the domain that the first leaves least of is the one that the next leaves least of, until it has no room.
  constexpr void place_equal_jobs(std::size_t at, std::size_t end) {
    const packing_job& of = jobs_[order_[at]];
    std::vector<std::pair<count, std::size_t>> domains;
    for (std::size_t i = 0; i < nodes_of_.size(); ++i)
      if (const count room = room_for(of, i); room >= of.pods) domains.emplace_back(room, i);
    std::sort(domains.begin(), domains.end());
    for (std::size_t i = 0; i < domains.size() && at < end && !is_stopped_; ++i) at = fill(at, end, domains[i].second);
    if (at < end && !of.one_domain && !is_stopped_) fill(at, end, {});
  }

  // The largest first, each in the domain that it leaves least of, and there on the nodes that have least.
  constexpr void place_greedily() {
    const std::vector<count> before = free_;
    for (std::size_t at = 0, end = 0; at < order_.size() && !is_stopped_; at = end) {
      for (end = at + 1; end < order_.size() && is_as_one_before(end);) ++end;
      place_equal_jobs(at, end);
      is_stopped_ = is_stopped_ || effort_.is_time_over();
    }
    keep_if_better();
    free_ = before;
    placed_ = 0;
    for (auto& each : now_) each.clear();
  }

  // Domains that have room for a job: of those whose nodes have the same, which are one choice, the first.
  constexpr std::vector<std::size_t> domains_that_differ(const packing_job& of) const {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < nodes_of_.size(); ++i)
      if (room_for(of, i) >= of.pods) all.push_back(i);
    const auto is_node_before = [&](std::size_t a, std::size_t b) { return free_[a] != free_[b] ? free_[a] < free_[b] : kind_[a] < kind_[b]; };
    const auto is_before = [&](std::size_t a, std::size_t b) {
      return std::lexicographical_compare(nodes_of_[a].begin(), nodes_of_[a].end(), nodes_of_[b].begin(), nodes_of_[b].end(), is_node_before);
    };
    std::sort(all.begin(), all.end(), [&](std::size_t a, std::size_t b) { return is_before(a, b) || (a < b && !is_before(b, a)); });
    all.erase(std::unique(all.begin(), all.end(), [&](std::size_t a, std::size_t b) { return !is_before(a, b); }), all.end());
    std::sort(all.begin(), all.end());
    return all;
  }

  // From one job on, each that waits leads to the next; of equal jobs those that wait are the last.
  constexpr void place_from(std::size_t at, bool has_last_waited) {
    for (;; ++at, has_last_waited = true) {
      if (is_stopped_ || effort_.is_over(tried_)) return void(is_stopped_ = true);
      ++tried_;
      keep_if_better();
      if (placed_ + std::min(later_[at].asked, usable_by(at)) <= best_.placed) return;
      if (!(is_as_one_before(at) && has_last_waited)) place_each_way(at);
    }
  }

  constexpr void place_each_way(std::size_t at) {
    const packing_job& of = jobs_[order_[at]];
    placed_ += of.size();
    if (!of.one_domain) {
      spread(at, 0, of.pods, room_for(of, {}), {}, {});
    } else {
      for (const std::size_t each : domains_that_differ(of)) {
        if (is_stopped_) break;
        spread(at, 0, of.pods, room_for(of, each), each, {});
      }
    }
    placed_ -= of.size();
  }

  struct last_node {
    std::size_t node = 0;
    count free = 0;  // before its pods
    count pods = 0;
  };

  // Pods over the nodes from one on, which have room for so many; of neighbours that are alike the first has most. Each call waits for the next.
  constexpr void spread(std::size_t at, std::size_t node, count left, count room, std::optional<std::size_t> domain, std::optional<last_node> last) {
    if (is_stopped_ || left > room) return;
    if (left == 0) return place_from(at + 1, false);
    const std::size_t job = order_[at];
    for (; !may_take(node, jobs_[job], domain) || pods_on(node, jobs_[job]) == 0; ++node)
      if (may_take(node, jobs_[job], domain)) last = last_node{node, free_[node], 0};
    constexpr int most_deep = 10'000;
    if (deep_ >= most_deep) return void(is_stopped_ = true);
    ++deep_;
    const count has = free_[node];
    const count has_room = pods_on(node, jobs_[job]);
    count most = std::min(left, has_room);
    if (last.has_value() && last->free == has && domain_[last->node] == domain_[node] && kind_[last->node] == kind_[node]) most = std::min(most, last->pods);
    for (count pods = most; pods >= 0; --pods) {
      if (pods > 0) put(job, node, pods);
      spread(at, node + 1, left - pods, room - has_room, domain, last_node{node, has, pods});
      if (pods > 0) take_back(job, node, pods);
    }
    --deep_;
  }

  std::span<const packing_job> jobs_;
  search_effort effort_;
  std::vector<count> free_{};
  std::vector<std::size_t> domain_{};
  std::vector<std::size_t> kind_{};
  std::vector<std::vector<std::size_t>> nodes_of_{};  // each domain
  std::vector<std::vector<std::size_t>> now_{};
  std::vector<std::size_t> order_{};
  std::vector<later_jobs> later_{};
  count placed_ = 0;
  std::int64_t tried_ = 0;
  bool is_stopped_ = false;
  int deep_ = 0;
  packing best_{};
};

}  // namespace detail

// The packing of most GPUs, or, after so many tries or when time is over, the best found with the bound. Nothing where can_be_packed says no.
constexpr std::optional<packing> pack(std::span<const packing_node> nodes, std::span<const packing_job> jobs, const search_effort& effort = 100'000) {
  if (!can_be_packed(nodes, jobs)) return std::nullopt;
  return detail::packing_search(nodes, jobs, effort).run();
}

// The nodes as a packing leaves them.
constexpr std::vector<packing_node> left_by(std::span<const packing_node> nodes, std::span<const packing_job> jobs, const packing& of) {
  std::vector<packing_node> left(nodes.begin(), nodes.end());
  for (std::size_t i = 0; i < jobs.size(); ++i)
    for (const std::size_t node : of.places[i]) left[node].free -= jobs[i].gpus;
  return left;
}

// A job to be moved, and where it and the one that waited go then.
struct packing_move {
  std::size_t job = 0;
  std::vector<std::size_t> to{};
  std::vector<std::size_t> waiting{};
};

// The smallest running job that makes room for one that waits and has another place itself. The nodes are as if nothing ran. Nothing:
// no single move does it, or none was found in so many tries each, or before time was over.
constexpr std::optional<packing_move> job_to_move(std::span<const packing_node> nodes, std::span<const packing_job> running, const packing& now, const packing_job& waiting,
                                                  const search_effort& effort = 10'000) {
  if (!can_be_packed(nodes, running)) return std::nullopt;
  const std::vector<packing_node> left = left_by(nodes, running, now);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < running.size(); ++i) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return std::pair(running[a].size(), a) < std::pair(running[b].size(), b); });
  for (const std::size_t each : order) {
    if (effort.is_time_over()) break;
    if (now.waits(each)) continue;
    std::vector<packing_node> without = left;
    for (const std::size_t node : now.places[each]) without[node].free += running[each].gpus;
    const std::vector<packing_job> both{waiting, running[each]};
    const std::optional<packing> found = pack(without, both, effort);
    if (found.has_value() && found->holds_all()) return packing_move{each, found->places[1], found->places[0]};
  }
  return std::nullopt;
}

}  // namespace headroom
