// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <type_traits>

#include <headroom/cluster/cluster.hpp>
#include <headroom/count.hpp>
#include <headroom/deployment/check.hpp>
#include <headroom/deployment/deployment.hpp>
#include <headroom/deployment/finding.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/math.hpp>
#include <headroom/units.hpp>

// What the headers that headroom_check() makes of a deployment file are written with.
namespace headroom {

namespace detail {

constexpr std::array<group, 1> as_groups(const machine& one) { return {group{one, 0}}; }
template <class... Parts>
constexpr auto as_groups(const cluster<Parts...>& of) {
  return of.groups();
}
template <std::size_t N>
constexpr std::array<group, N> as_groups(const std::array<group, N>& groups) {
  return groups;
}

template <class T>
concept HeldObject = requires(const T& of) { as_groups(of); };

}  // namespace detail

// What a deployment is held against, as groups: a machine of the catalogue or of one's own by its type, or a constant
// at namespace scope that is a machine or a cluster. Of a machine there are as many as are asked for.
template <MachineType Machine>
constexpr std::array<group, 1> held_by() {
  return groups_of<Machine>();
}
template <const auto& Object>
constexpr auto held_by() {
  constexpr bool is_held = detail::HeldObject<std::remove_cvref_t<decltype(Object)>>;
  static_assert(is_held, "what a deployment is held against is neither a machine nor a cluster");
  if constexpr (is_held) return detail::as_groups(Object);
  else return std::array<group, 0>{};
}
template <class Other>
constexpr std::array<group, 0> held_by() {
  static_assert(MachineType<Other>, "what a deployment is held against is neither a machine nor a cluster");
  return {};
}

// What a rule has to say of some lines of a deployment file, in their order: whether there is a finding, the figures of
// the first of each line, and whether there is one about any other line.
template <std::size_t N>
struct broken_lines {
  static constexpr std::size_t figures = 4;

  std::array<int, N> lines{};
  std::array<bool, N> is_broken{};
  std::array<std::array<count, figures>, N> amounts{};  // whole numbers, thousandths of a core, MiB
  std::array<std::array<term::unit, figures>, N> units{};
  std::array<std::size_t, N> figure_count{};
  bool breaks_elsewhere = false;

  // Where a line stands among the lines, which are in order; N where it does not.
  constexpr std::size_t index_of(int line) const {
    std::size_t first = 0;
    for (std::size_t behind = N; first < behind;) {
      const std::size_t middle = first + (behind - first) / 2;
      if (lines[middle] < line)
        first = middle + 1;
      else
        behind = middle;
    }
    return first < N && lines[first] == line ? first : N;
  }
  // The first that is broken and not silenced; N where none is.
  constexpr std::size_t first_broken(std::initializer_list<int> silenced) const {
    for (std::size_t i = 0; i < N; ++i) {
      bool is_silenced = false;
      for (const int line : silenced) is_silenced = is_silenced || line == lines[i];
      if (is_broken[i] && !is_silenced) return i;
    }
    return N;
  }
  constexpr bool keeps(int line) const { return !is_broken[index_of(line)]; }
};

namespace detail {

constexpr count whole_amount(const term& of) {
  if (of.in == term::unit::bytes) return static_cast<count>(in_mebibytes(bytes(of.amount)));
  return static_cast<count>(math::round(of.in == term::unit::cores ? of.amount * 1'000 : of.amount));
}

}  // namespace detail

// Findings of one rule that are at least as bad as said, by line.
template <std::size_t N>
constexpr broken_lines<N> lines_that_break(const deployment& of, const check_terms& on, std::string_view rule_name,
                                           const std::array<int, N>& lines,
                                           finding_severity least = finding_severity::error) {
  broken_lines<N> broken{.lines = lines};
  for_each_finding(
      of, on,
      [&](const finding& one) {
        if (one.severity < least) return;
        const std::size_t i = broken.index_of(one.line);
        if (i == N) broken.breaks_elsewhere = true;
        if (i == N || broken.is_broken[i]) return;
        broken.is_broken[i] = true;
        for (std::size_t j = 0; j < one.term_count && j < broken.figures; ++j) {
          broken.amounts[i][j] = detail::whole_amount(one.terms[j]);
          broken.units[i][j] = one.terms[j].in;
          broken.figure_count[i] = j + 1;
        }
      },
      rule_name);
  return broken;
}

// A finding's figures as types, whose names a compiler prints.
namespace figures {

template <count N>
struct number {};
template <count N>
struct gpus {};
template <count N>
struct nodes {};
template <count N>
struct pods {};
template <count N>
struct processes {};
template <count N>
struct cpus {};
template <count N>
struct devices {};
template <count N>
struct instances {};
template <count N>
struct degree {};
template <count N>
struct millicores {};
template <count N>
struct mebibytes {};
struct none {};

}  // namespace figures

namespace detail {

// The type that a figure is told as, by its unit.
template <term::unit Unit, count Amount>
constexpr auto told_as() {
  if constexpr (Unit == term::unit::words) return figures::none{};
  else if constexpr (Unit == term::unit::bytes) return figures::mebibytes<Amount>{};
  else if constexpr (Unit == term::unit::cores) return figures::millicores<Amount>{};
  else if constexpr (Unit == term::unit::gpus) return figures::gpus<Amount>{};
  else if constexpr (Unit == term::unit::nodes) return figures::nodes<Amount>{};
  else if constexpr (Unit == term::unit::pods) return figures::pods<Amount>{};
  else if constexpr (Unit == term::unit::processes) return figures::processes<Amount>{};
  else if constexpr (Unit == term::unit::cpus) return figures::cpus<Amount>{};
  else if constexpr (Unit == term::unit::devices) return figures::devices<Amount>{};
  else if constexpr (Unit == term::unit::instances) return figures::instances<Amount>{};
  else if constexpr (Unit == term::unit::degree) return figures::degree<Amount>{};
  else return figures::number<Amount>{};
}

// What is not there is told as words are: not at all.
template <const auto& Broken, std::size_t Index, std::size_t I>
using figure_at = decltype(told_as<(I < Broken.figure_count[Index] ? Broken.units[Index][I] : term::unit::words),
                                   Broken.amounts[Index][I]>());

}  // namespace detail

// Says the figures of the first line that breaks a rule, for assertions whose sentence cannot hold them: what they are
// held against is known to the compiler alone.
template <bool IsKept, class... Figures>
constexpr bool tell() {
  static_assert(IsKept, "the figures of the line above are in the name of tell<...>, in the order of the rule's page");
  return true;
}
template <const auto& Broken, int... Silenced>
constexpr bool tell_figures() {
  constexpr std::size_t first = Broken.first_broken({Silenced...});
  constexpr bool is_kept = first == Broken.lines.size();
  constexpr std::size_t i = is_kept ? 0 : first;
  return tell<is_kept, detail::figure_at<Broken, i, 0>, detail::figure_at<Broken, i, 1>,
              detail::figure_at<Broken, i, 2>, detail::figure_at<Broken, i, 3>>();
}

}  // namespace headroom
