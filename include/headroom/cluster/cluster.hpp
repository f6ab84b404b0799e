// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>

#include <headroom/cluster/group.hpp>
#include <headroom/hardware/machine.hpp>

namespace headroom {

// Never defined: reaching one of these in a constant expression is the error message.
void a_count_must_lie_between_0_and_2_to_the_40(count asked);

// So many of one machine type, made by vms(), racks() and boards().
template <class Machine>
struct counted {
  count how_many = 0;
};

namespace detail {

consteval count checked(count n) {
  if (!is_count(n)) a_count_must_lie_between_0_and_2_to_the_40(n);
  return n;
}

}  // namespace detail

template <class Machine>
consteval counted<Machine> vms(std::integral auto n) {
  static_assert(VmType<Machine>, "vms<...> takes a VM size: use racks<...> for a rack and boards<...> for a board");
  return {detail::checked(static_cast<count>(n))};
}
template <class Machine>
consteval counted<Machine> racks(std::integral auto n) {
  static_assert(RackType<Machine>, "racks<...> takes a rack: use vms<...> for a VM size and boards<...> for a board");
  return {detail::checked(static_cast<count>(n))};
}
template <class Machine>
consteval counted<Machine> boards(std::integral auto n) {
  static_assert(BoardType<Machine>, "boards<...> takes a board: use vms<...> for a VM size and racks<...> for a rack");
  return {detail::checked(static_cast<count>(n))};
}
template <class Machine>
void vms(std::floating_point auto) = delete;  // a count is a whole number
template <class Machine>
void racks(std::floating_point auto) = delete;  // a count is a whole number
template <class Machine>
void boards(std::floating_point auto) = delete;  // a count is a whole number

template <class... Parts>
struct cluster;

namespace detail {

// A part of a cluster: a machine type, or a whole cluster.
template <class Part>
struct part {
  static constexpr std::size_t size = 1;
  template <class Visit>
  static constexpr void for_each_machine(Visit&& visit) {
    visit.template operator()<Part>();
  }
};
template <class... Parts>
struct part<cluster<Parts...>> {
  static constexpr std::size_t size = (std::size_t{0} + ... + part<Parts>::size);
  template <class Visit>
  static constexpr void for_each_machine(Visit&& visit) {
    (part<Parts>::for_each_machine(visit), ...);
  }
};

template <class Argument>
inline constexpr bool is_part = false;
template <class Machine>
inline constexpr bool is_part<counted<Machine>> = true;
template <class... Parts>
inline constexpr bool is_part<cluster<Parts...>> = true;

template <class Argument>
concept ClusterPart = is_part<Argument>;

template <class Argument>
struct part_type {
  static_assert(is_part<Argument>, "a cluster is made of counted machines, vms<...>(8) or racks<...>(2), and of clusters");
  using type = Argument;
};
template <class Machine>
struct part_type<counted<Machine>> {
  using type = Machine;
};

}  // namespace detail

// What is held or would be bought, known to the compiler: machine types and counts, nothing else. Structural, so it may
// be a template argument. Made of counted machines and of other clusters: cluster{racks<gb300_nvl72>(64), test_cluster}.
template <class... Parts>
struct cluster {
  static constexpr std::size_t size = detail::part<cluster>::size;
  std::array<count, size> counts{};

  constexpr cluster() = default;
  template <detail::ClusterPart... Arguments>
    requires std::same_as<cluster, cluster<typename detail::part_type<Arguments>::type...>>
  constexpr explicit cluster(const Arguments&... arguments) {
    std::size_t next = 0;
    (take(arguments, next), ...);
  }

  // One group for each machine named, in the order named.
  constexpr std::array<group, size> groups() const {
    std::array<group, size> all{};
    std::size_t i = 0;
    detail::part<cluster>::for_each_machine([&]<class Machine>() {
      all[i] = group{machine(Machine::spec), counts[i]};
      ++i;
    });
    return all;
  }

  friend constexpr bool operator==(const cluster&, const cluster&) = default;

 private:
  template <class Machine>
  constexpr void take(const counted<Machine>& one, std::size_t& next) {
    counts[next++] = one.how_many;
  }
  template <class... Others>
  constexpr void take(const cluster<Others...>& other, std::size_t& next) {
    for (const count n : other.counts) counts[next++] = n;
  }
};

template <class... Arguments>
  requires(sizeof...(Arguments) > 0)
cluster(Arguments...) -> cluster<typename detail::part_type<Arguments>::type...>;

// So many of the whole cluster.
template <std::integral N, class... Parts>
consteval cluster<Parts...> operator*(N n, cluster<Parts...> many) {
  for (count& each : many.counts) each = detail::checked(multiply(detail::checked(static_cast<count>(n)), each));
  return many;
}
template <std::floating_point N, class... Parts>
void operator*(N, const cluster<Parts...>&) = delete;  // a count is a whole number

// The groups of a compile-time cluster, and of anything that holds groups in a row.
template <class... Parts>
constexpr auto groups_of(const cluster<Parts...>& c) {
  return c.groups();
}
template <class Groups>
constexpr std::span<const group> groups_of(const Groups& groups) {
  return groups;
}

}  // namespace headroom
