// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>

#include <array>
#include <compare>
#include <cstddef>
#include <iterator>
#include <span>
#include <tuple>
#include <utility>

// All combinations of the values of several axes, made when they are asked for, and cut into chunks that can be worked on apart.
namespace headroom {

// Points of a grid with axes of such sizes; too_many beyond the type.
constexpr count points_of(std::span<const count> sizes) {
  count all = 1;
  for (const count each : sizes) all = multiply(all, each);
  return all;
}

// Where a point lies on each axis: the last axis goes fastest. An index from 0 to points_of(sizes) - 1.
constexpr void place_on_axes(count index, std::span<const count> sizes, std::span<count> at) {
  for (std::size_t i = sizes.size(); i-- > 0; index /= sizes[i]) at[i] = index % sizes[i];
}

// The range of points of one chunk: [first, end).
struct sweep_chunk {
  count first = 0;
  count end = 0;

  friend constexpr bool operator==(const sweep_chunk&, const sweep_chunk&) = default;
};

// Chunk `which` of those that cut `points` into pieces of `length`; the last may be shorter.
constexpr sweep_chunk chunk_at(count which, count points, count length) {
  const count first = multiply(which, length);
  const count end = add(first, length);
  return {first < points ? first : points, end < points ? end : points};
}

// A random-access range of tuples, one value of each axis. An axis has size() and operator[]: std::array, std::vector, std::span.
template <class... Axes>
class sweep {
 public:
  using point = std::tuple<typename Axes::value_type...>;

  constexpr explicit sweep(Axes... axes) : axes_(std::move(axes)...) {}

  constexpr std::array<count, sizeof...(Axes)> sizes() const {
    return std::apply([](const auto&... each) { return std::array<count, sizeof...(Axes)>{static_cast<count>(each.size())...}; }, axes_);
  }
  constexpr count size() const { return points_of(sizes()); }

  constexpr point operator[](count index) const { return at(index, std::index_sequence_for<Axes...>{}); }

  struct iterator {
    using iterator_category = std::input_iterator_tag;  // as C++17 has it: points are made, not stored
    using iterator_concept = std::random_access_iterator_tag;
    using value_type = point;
    using difference_type = std::ptrdiff_t;
    using reference = point;
    using pointer = void;

    const sweep* of = nullptr;
    count index = 0;

    constexpr point operator*() const { return (*of)[index]; }
    constexpr point operator[](difference_type n) const { return (*of)[index + n]; }
    constexpr iterator& operator++() { return *this += 1; }
    constexpr iterator& operator--() { return *this += -1; }
    constexpr iterator operator++(int) { return {of, index++}; }
    constexpr iterator operator--(int) { return {of, index--}; }
    constexpr iterator& operator+=(difference_type n) { return index += n, *this; }
    constexpr iterator& operator-=(difference_type n) { return index -= n, *this; }
    friend constexpr iterator operator+(iterator i, difference_type n) { return i += n; }
    friend constexpr iterator operator+(difference_type n, iterator i) { return i += n; }
    friend constexpr iterator operator-(iterator i, difference_type n) { return i -= n; }
    friend constexpr difference_type operator-(const iterator& a, const iterator& b) { return a.index - b.index; }
    friend constexpr bool operator==(const iterator& a, const iterator& b) { return a.index == b.index; }
    friend constexpr auto operator<=>(const iterator& a, const iterator& b) { return a.index <=> b.index; }
  };

  constexpr iterator begin() const { return {this, 0}; }
  constexpr iterator end() const { return {this, size()}; }

  // The points of one chunk, as a range.
  struct part {
    iterator first{};
    iterator last{};
    constexpr iterator begin() const { return first; }
    constexpr iterator end() const { return last; }
  };
  constexpr part operator[](const sweep_chunk& which) const { return {{this, which.first}, {this, which.end}}; }

 private:
  template <std::size_t... I>
  constexpr point at(count index, std::index_sequence<I...>) const {
    std::array<count, sizeof...(Axes)> places{};
    place_on_axes(index, sizes(), places);
    return point{std::get<I>(axes_)[static_cast<std::size_t>(places[I])]...};
  }

  std::tuple<Axes...> axes_;
};

}  // namespace headroom
