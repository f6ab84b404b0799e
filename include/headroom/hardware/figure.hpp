// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include <headroom/hardware/source.hpp>
#include <headroom/units.hpp>

namespace headroom {

namespace detail {

// std::convertible_to without its thirty instantiations a use: what a function that takes a T would take.
template <class U, class T>
concept becomes = requires(void (&take)(T), const U& given) { take(given); };

template <class T, class Unit>
concept of_unit_kind = requires { requires std::is_same_v<typename T::unit_type::dimension_type, typename Unit::dimension_type>; };

// A quantity in another unit of its kind, which Boost.Units converts exactly: kilowatts as power.
template <class T, class Unit>
constexpr T in_own_unit(const unit::any<Unit>& given) {
  constexpr bool is_of_the_same_kind = of_unit_kind<T, Unit>;
  static_assert(is_of_the_same_kind, "this figure is of another kind of quantity: memory is no bandwidth, power no memory");
  if constexpr (is_of_the_same_kind) return T(given);
  else return {};
}

// No plain number does.
template <class T>
concept has_unit = requires { typename T::unit_type; };

}  // namespace detail

// A quantity that is asked for: the same, and a wrong one or a plain number in its place fails to compile in words.
template <class Quantity>
struct asked_for : Quantity {
  using asked_quantity = Quantity;

  constexpr asked_for() = default;
  template <class U>
    requires detail::becomes<U, Quantity>
  constexpr asked_for(const U& given) : Quantity(given) {}
  // Chosen only where the other does not fit.
  template <class Unit>
    requires(!detail::becomes<unit::any<Unit>, Quantity>)
  constexpr asked_for(const unit::any<Unit>& given) : Quantity(detail::in_own_unit<Quantity>(given)) {}
  template <class Number>
    requires detail::becomes<Number, double>
  constexpr asked_for(Number) {
    static_assert(detail::has_unit<Number>, "say the unit of what is asked for: gigabytes(80), gigabits_per_second(400)");
  }
};

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

// What a figure says beside its value: whether there is one, and where it is from. No template, so that no figure costs
// compiling it again.
struct figure_standing {
  knowledge state = knowledge::unknown;
  headroom::basis basis = headroom::basis::stated;
  const source* from = nullptr;  // nullptr: the source of the record that holds the figure
  std::string_view note{};
  const dispute* disputed = nullptr;

  constexpr bool is_known() const { return state == knowledge::known; }
  constexpr bool is_absent() const { return state == knowledge::absent; }
  constexpr bool is_unknown() const { return state == knowledge::unknown; }
  // Whether a report has to say that the figure is not confirmed by a document.
  constexpr bool is_confirmed() const { return basis == headroom::basis::stated || basis == headroom::basis::derived; }
};

template <class T>
class known_value;

// A published figure: the value, if there is one, and where it is from. A plain value is one that the record's own
// source states; stated(), derived() and general_knowledge() name another. The value is read by known() or value_or()
// only, so that nobody takes what is unknown for 0.
template <class T>
struct figure : figure_standing {
  using value_type = T;

  constexpr figure() = default;
  constexpr figure(unknown_t) {}
  constexpr figure(absent_t) : figure_standing{.state = knowledge::absent} {}
  template <class U>
    requires(detail::becomes<U, T> && (!std::is_integral_v<T> || std::is_integral_v<U>))
  constexpr figure(const U& given) : figure_standing{.state = knowledge::known}, value_(given) {}
  // Chosen only where none of the others fits.
  template <class Unit>
    requires(!detail::becomes<unit::any<Unit>, T>)
  constexpr figure(const unit::any<Unit>& given)
      : figure_standing{.state = knowledge::known}, value_(detail::in_own_unit<T>(given)) {}
  template <class Number>
    requires(detail::has_unit<T> && detail::becomes<Number, double>)
  constexpr figure(Number) {
    static_assert(detail::has_unit<Number>, "say the unit of this figure: gigabytes(80), gigabits_per_second(400)");
  }
  template <class U>
    requires(!std::is_same_v<U, T> && detail::becomes<U, T>)
  constexpr figure(const figure<U>& other) : figure_standing(other), value_(other.value_) {}

  // The value, or nullptr where there is none: in a constant expression, reading that does not compile.
  constexpr const T* known() const& { return is_known() ? &value_ : nullptr; }
  // Of a figure without a name the same by value: a pointer would outlive it.
  template <class Held = known_value<T>>
  constexpr Held known() const&& {
    return Held(*this);
  }
  // The value, or what is said to stand for it where there is none.
  constexpr T value_or(const T& other) const { return is_known() ? value_ : other; }

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
  // The same standing with another value: what is computed from a figure is as good as the figure, and as unknown.
  template <class U>
  constexpr figure<U> with(const U& other) const {
    figure<U> copy;
    copy.value_ = other;
    const figure_standing& standing = *this;
    static_cast<figure_standing&>(copy) = standing;
    return copy;
  }

 private:
  template <class>
  friend struct figure;

  T value_{};
};

// What known() is of a figure without a name: read like the pointer, and no pointer.
template <class T>
class known_value {
 public:
  constexpr explicit known_value(const figure<T>& of) : of_(of) {}
  constexpr const T& operator*() const { return *of_.known(); }
  constexpr const T* operator->() const { return of_.known(); }
  constexpr explicit operator bool() const { return of_.is_known(); }
  friend constexpr bool operator==(const known_value& x, std::nullptr_t) { return !x.of_.is_known(); }

 private:
  figure<T> of_;
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
