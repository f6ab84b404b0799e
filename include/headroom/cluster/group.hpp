// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>

#include <range/v3/algorithm/fold_left.hpp>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>

namespace headroom {

// So many of one machine: the element of every cluster.
struct group {
  headroom::machine machine{};
  count how_many = 0;
};

// A sum over a cluster: the known part, and over how many of the machines it is known.
template <class T>
struct total {
  T known_part{};
  count machines = 0;
  count covered = 0;      // machines whose figure is known
  count without = 0;      // machines whose hardware has no such thing: they add nothing
  bool confirmed = true;  // no part rests on general knowledge or an estimate
  bool valid = true;      // false: a count outside 0 to 2^40, or a total of counts beyond its type

  constexpr bool is_complete() const { return valid && add(covered, without) == machines; }

  // The sum, or nullptr where it is not complete: in a constant expression, reading that does not compile.
  constexpr const T* known() const& { return is_complete() ? &known_part : nullptr; }
  // Of a total without a name the same by value: a pointer would outlive it.
  template <class Held = known_value<T>>
  constexpr Held known() const&& {
    return Held(is_complete() ? figure<T>(known_part) : figure<T>(unknown));
  }
  // The sum, or what is said to stand for it where it is not complete.
  constexpr T value_or(const T& other) const { return is_complete() ? known_part : other; }
};

// Chosen only where a total is compared with an amount. Their names are what a compiler prints.
struct total_and_its_coverage {
  template <class T>
  constexpr total_and_its_coverage(const total<T>&) {}
};
struct an_amount {
  template <class Amount>
  constexpr an_amount(const Amount&) {}
};
bool operator==(total_and_its_coverage, an_amount) = delete;   // compare its known_part, and ask is_complete()
void operator<=>(total_and_its_coverage, an_amount) = delete;  // compare its known_part, and ask is_complete()

namespace detail {

template <class T>
constexpr void add_group(total<T>& all, const group& part, const figure<T>& each) {
  if (!is_count(part.how_many)) {
    all.valid = false;
    return;
  }
  all.machines = add(all.machines, part.how_many);
  if (each.is_absent()) all.without = add(all.without, part.how_many);
  if (!each.is_known() || part.how_many == 0) return;
  all.covered = add(all.covered, part.how_many);
  all.confirmed = all.confirmed && each.is_confirmed();
  if constexpr (std::same_as<T, count>) {
    all.known_part = add(all.known_part, multiply(part.how_many, *each.known()));
    all.valid = all.valid && all.known_part != too_many;
  } else {
    all.known_part = sum(all.known_part, scaled(*each.known(), static_cast<double>(part.how_many)));
  }
}

}  // namespace detail

// The one way anything is added up: the figure of each group's machine, times its count. Costs one step a group.
template <class Groups, class Projection>
constexpr auto sum_over(const Groups& groups, Projection figure_of) {
  using value = typename decltype(figure_of(machine{}))::value_type;
  return ranges::fold_left(groups, total<value>{}, [&](total<value> sum, const group& part) {
    detail::add_group(sum, part, figure_of(part.machine));
    return sum;
  });
}

}  // namespace headroom
