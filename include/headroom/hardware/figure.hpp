// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <string_view>
#include <type_traits>

#include <headroom/hardware/source.hpp>
#include <headroom/units.hpp>

namespace headroom {

namespace detail {

// std::convertible_to without its thirty instantiations a use: what a function that takes a T would take.
template <class U, class T>
concept becomes = requires(void (&take)(T), const U& given) { take(given); };

}  // namespace detail

// Whether a figure is there: known, absent (the hardware has no such unit) or unknown (no source states it).
enum class knowledge { unknown, absent, known };

// What a known figure rests on. General knowledge and estimates are shown as unconfirmed wherever they bind.
enum class basis { stated, derived, general_knowledge, estimated };

constexpr std::string_view name(basis why) {
  switch (why) {
    case basis::stated: return "stated";
    case basis::derived: return "derived from the data sheet";
    case basis::general_knowledge: return "general knowledge, unconfirmed";
    case basis::estimated: break;
  }
  return "estimate";
}

struct absent_t {};
struct unknown_t {};
inline constexpr absent_t absent{};
inline constexpr unknown_t unknown{};

// A published figure: the value, if there is one, and where it is from. A plain value is one that the record's own
// source states; stated(), derived() and general_knowledge() name another.
template <class T>
struct figure {
  using value_type = T;
  T value{};
  knowledge state = knowledge::unknown;
  headroom::basis basis = headroom::basis::stated;
  const source* from = nullptr;  // nullptr: the source of the record that holds the figure
  std::string_view note{};
  const dispute* disputed = nullptr;

  constexpr figure() = default;
  constexpr figure(unknown_t) {}
  constexpr figure(absent_t) : state(knowledge::absent) {}
  template <class U>
    requires(detail::becomes<U, T> && (!std::is_integral_v<T> || std::is_integral_v<U>))
  constexpr figure(const U& given) : value(given), state(knowledge::known) {}
  template <class U>
    requires(!std::is_same_v<U, T> && detail::becomes<U, T>)
  constexpr figure(const figure<U>& other)
      : value(other.value), state(other.state), basis(other.basis), from(other.from), note(other.note), disputed(other.disputed) {}

  // The value, or nullptr where there is none: in a constant expression, reading that does not compile.
  constexpr const T* known() const& { return is_known() ? &value : nullptr; }
  template <bool has_a_name = false>
  constexpr const T* known() const&& {
    static_assert(has_a_name, "give the figure a name first: known() points into it");
    return nullptr;
  }
  // The value, or what is said to stand for it where there is none.
  constexpr T value_or(const T& other) const { return is_known() ? value : other; }

  constexpr bool is_known() const { return state == knowledge::known; }
  constexpr bool is_absent() const { return state == knowledge::absent; }
  constexpr bool is_unknown() const { return state == knowledge::unknown; }
  // Whether a report has to say that the figure is not confirmed by a document.
  constexpr bool is_confirmed() const { return basis == headroom::basis::stated || basis == headroom::basis::derived; }

  constexpr figure noted(std::string_view words) const {
    figure copy = *this;
    copy.note = words;
    return copy;
  }
  constexpr figure disputed_in(const dispute& what) const {
    figure copy = *this;
    copy.disputed = &what;
    return copy;
  }
  // Also for an absence: who says that there is none, and on what grounds.
  constexpr figure based_on(headroom::basis why, const source& where) const {
    figure copy = *this;
    copy.basis = why;
    copy.from = &where;
    return copy;
  }
  // The same standing with another value: what is computed from a figure is as good as the figure.
  template <class U>
  constexpr figure<U> with(const U& other) const {
    figure<U> copy;
    copy.value = other;
    copy.state = state;
    copy.basis = basis;
    copy.from = from;
    copy.note = note;
    copy.disputed = disputed;
    return copy;
  }
};

template <class T>
constexpr figure<T> stated(const T& value, const source& from) {
  figure<T> known(value);
  known.from = &from;
  return known;
}

template <class T>
constexpr figure<T> derived(const T& value, const source& from) {
  figure<T> known = stated(value, from);
  known.basis = basis::derived;
  return known;
}

template <class T>
constexpr figure<T> general_knowledge(const T& value) {
  figure<T> known(value);
  known.basis = basis::general_knowledge;
  return known;
}

}  // namespace headroom
