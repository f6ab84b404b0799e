// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include <headroom/cluster/cluster.hpp>
#include <headroom/cluster/group.hpp>
#include <headroom/count.hpp>
#include <headroom/hardware/machine.hpp>

namespace headroom {

namespace detail {

// A count that is none stays as it is through sums and differences, so that no later step hides it.
constexpr count counts_together(count a, count b) { return !is_count(a) ? a : is_count(b) ? a + b : b; }
constexpr count counts_apart(count a, count b) { return !is_count(a) ? a : is_count(b) ? a - b : b; }
constexpr count counts_beyond(count a, count b) {
  const count left = counts_apart(a, b);
  return is_count(a) && left < 0 ? 0 : left;
}

}  // namespace detail

// A cluster built at run time: any number of groups. It refers to the machines' records, which must outlive it.
// More of a machine than 2^40, or fewer than none, is a count that makes every verdict over the cluster invalid.
// A template so that only those who build one pay for compiling it.
template <class Storage>
class basic_dynamic_cluster {
 public:
  constexpr basic_dynamic_cluster() = default;
  constexpr basic_dynamic_cluster(std::initializer_list<group> groups) : groups_(groups) {}
  template <class... Parts>
  constexpr explicit basic_dynamic_cluster(const cluster<Parts...>& known) {
    add(known);
  }

  // Puts groups behind those it has, as groups of their own.
  constexpr void add(const group& part) { groups_.push_back(part); }
  constexpr void add(std::span<const group> others) {
    const Storage copy(others.begin(), others.end());  // of what may be its own groups
    groups_.insert(groups_.end(), copy.begin(), copy.end());
  }
  template <class... Parts>
  constexpr void add(const cluster<Parts...>& known) {
    add(std::span<const group>(known.groups()));
  }

  // Counts machines to the one group that holds the same machine.
  constexpr void merge(const group& part) { count_in(part, &detail::counts_together); }
  constexpr void merge(std::span<const group> others) { count_in(others, &detail::counts_together); }
  template <class... Parts>
  constexpr void merge(const cluster<Parts...>& known) {
    merge(std::span<const group>(known.groups()));
  }

  // Takes so many of one machine away. Of what is not there, a negative count is left.
  constexpr void remove(const group& part) { count_in(part, &detail::counts_apart); }

  // Takes all machines of another cluster away, as remove() does each of its groups.
  constexpr void subtract(std::span<const group> others) { count_in(others, &detail::counts_apart); }
  template <class... Parts>
  constexpr void subtract(const cluster<Parts...>& known) {
    subtract(std::span<const group>(known.groups()));
  }

  // How many of a machine its groups hold together.
  constexpr count how_many(const machine& of) const {
    count all = 0;
    for (const group& each : groups_)
      if (each.machine == of) all = detail::counts_together(all, each.how_many);
    return all;
  }

  constexpr std::span<const group> groups() const { return groups_; }
  constexpr auto begin() const { return groups_.begin(); }
  constexpr auto end() const { return groups_.end(); }

  // Whether both hold as many of every machine, however they are grouped.
  friend constexpr bool operator==(const basic_dynamic_cluster& a, const basic_dynamic_cluster& b) {
    return a.holds_as_many_as(b) && b.holds_as_many_as(a);
  }

 private:
  Storage groups_;

  constexpr bool holds_as_many_as(const basic_dynamic_cluster& other) const {
    for (const group& each : groups_)
      if (how_many(each.machine) != other.how_many(each.machine)) return false;
    return true;
  }

  // Makes one group of all that hold a machine, and counts the given number to it. An empty group goes.
  constexpr void count_in(const group& part, count (*combined)(count, count)) {
    const count all = combined(how_many(part.machine), part.how_many);
    bool is_placed = all == 0;
    Storage left;
    for (const group& each : groups_) {
      const bool is_other = !(each.machine == part.machine);
      if (is_other || !is_placed) left.push_back({each.machine, is_other ? each.how_many : all});
      is_placed = is_placed || !is_other;
    }
    if (!is_placed) left.push_back({part.machine, all});
    groups_ = left;
  }
  constexpr void count_in(std::span<const group> others, count (*combined)(count, count)) {
    const Storage copy(others.begin(), others.end());  // of what may be its own groups
    for (const group& each : copy) count_in(each, combined);
  }
};

using dynamic_cluster = basic_dynamic_cluster<std::vector<group>>;

// The same machines in one group for each machine, in the order in which they first come; none is empty.
template <class Storage = std::vector<group>, class Cluster>
constexpr basic_dynamic_cluster<Storage> merged(const Cluster& c) {
  basic_dynamic_cluster<Storage> all;
  all.merge(c);
  return all;
}

// The machines of one cluster that another has not: of each machine as many as the first has more, or none.
// A count that is none, in either, is in the answer too.
template <class Storage = std::vector<group>, class Cluster, class Other>
constexpr basic_dynamic_cluster<Storage> difference(const Cluster& of, const Other& without) {
  const auto all = merged<Storage>(of);
  const auto others = merged<Storage>(without);
  basic_dynamic_cluster<Storage> left;
  for (const group& each : all)
    left.merge({each.machine, detail::counts_beyond(each.how_many, others.how_many(each.machine))});
  for (const group& each : others)
    if (!is_count(each.how_many)) left.merge(each);
  return left;
}

}  // namespace headroom
