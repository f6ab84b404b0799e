// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/link.hpp>
#include <headroom/text/to_text.hpp>

// Network bandwidth as text: scale-up in bytes, as NVLink is sold ("900 GB/s"); scale-out and front-end in bits ("800
// Gb/s").
namespace headroom {

namespace detail {

template <network N>
inline constexpr data_unit counted_in = N == network::scale_up ? data_unit::bytes : data_unit::bits;

constexpr text both_directions(text x) {
  x += ", both directions";
  return x;
}

}  // namespace detail

// One direction.
template <network N>
constexpr text to_text(const network_bandwidth<N>& x) {
  return to_text(x.one_direction, detail::counted_in<N>);
}
template <network N>
constexpr text rounded_text(const network_bandwidth<N>& x, int digits = 3) {
  return rounded_text(x.one_direction, digits, detail::counted_in<N>);
}
template <network N>
constexpr text_pair compare_texts(const network_bandwidth<N>& need, const network_bandwidth<N>& supply,
                                  int digits = 3) {
  return compare_texts(need.one_direction, supply.one_direction, digits, detail::counted_in<N>);
}

// "1.8 TB/s, both directions"
template <network N>
constexpr text to_text(const bidirectional_bandwidth<N>& x) {
  return detail::both_directions(to_text(x.both_directions, detail::counted_in<N>));
}
template <network N>
constexpr text rounded_text(const bidirectional_bandwidth<N>& x, int digits = 3) {
  return detail::both_directions(rounded_text(x.both_directions, digits, detail::counted_in<N>));
}

}  // namespace headroom
