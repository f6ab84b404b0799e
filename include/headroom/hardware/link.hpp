// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <compare>
#include <string_view>
#include <type_traits>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/units.hpp>

namespace headroom {

// Three networks that answer three different questions and are never added or compared: scale-up (NVLink, Infinity
// Fabric), scale-out (InfiniBand, EFA, RoCE) and front-end (Ethernet).
enum class network { scale_up, scale_out, front_end };

constexpr std::string_view name(network which) {
  switch (which) {
    case network::scale_up: return "scale-up";
    case network::scale_out: return "scale-out";
    case network::front_end: break;
  }
  return "front-end";
}

// What data sheets print for NVLink: the sum of both directions. Halve it with per_direction() before planning with it.
template <network N>
struct bidirectional_bandwidth {
  bandwidth both_directions{};

  constexpr bidirectional_bandwidth() = default;
  constexpr explicit bidirectional_bandwidth(const bandwidth& x) : both_directions(x) {}
};

// Bandwidth of one network, one direction.
template <network N>
struct network_bandwidth {
  bandwidth one_direction{};

  constexpr network_bandwidth() = default;
  static constexpr network_bandwidth of_one_direction(const bandwidth& x) {
    network_bandwidth made;
    made.one_direction = x;
    return made;
  }

  // Data sheets print both directions together, and may mean either.
  constexpr network_bandwidth(const bandwidth&) {
    static_assert(N != N, "say the direction: scale_up_per_direction(x), or scale_up_bidirectional(x) of both together");
  }
  constexpr network_bandwidth(double) {
    static_assert(N != N, "say the unit and the direction: scale_out_per_direction(gigabits_per_second(400))");
  }
  // Chosen only where the others do not fit.
  template <class Unit>
    requires(!detail::becomes<unit::any<Unit>, bandwidth>)
  constexpr network_bandwidth(const unit::any<Unit>&) {
    constexpr bool is_bandwidth = detail::of_unit_kind<bandwidth, Unit>;
    static_assert(is_bandwidth, "this figure is of another kind of quantity: memory is no bandwidth, power no memory");
    static_assert(!is_bandwidth, "say the direction: scale_up_per_direction(x), or scale_up_bidirectional(x) of both together");
  }

  friend constexpr network_bandwidth operator*(double times, const network_bandwidth& a) { return scaled(a, times); }
  friend constexpr network_bandwidth operator*(const network_bandwidth& a, double times) { return scaled(a, times); }
  friend constexpr network_bandwidth scaled(const network_bandwidth& a, double times) {
    return of_one_direction(scaled(a.one_direction, times));
  }
  friend constexpr network_bandwidth sum(const network_bandwidth& a, const network_bandwidth& b) {
    return of_one_direction(sum(a.one_direction, b.one_direction));
  }
  friend constexpr network_bandwidth operator/(const network_bandwidth& a, double parts) {
    return of_one_direction(from_base_units<bandwidth>(in_base_units(a.one_direction) / parts));
  }
  friend constexpr duration operator/(const memory& moved, const network_bandwidth& over) {
    return seconds(in_bytes(moved) / in_bytes_per_second(over.one_direction));
  }
};

// Templates, so that nothing converts to a network's bandwidth on the way to them.
template <network N>
constexpr network_bandwidth<N> operator+(const network_bandwidth<N>& a, const network_bandwidth<N>& b) {
  return sum(a, b);
}
template <network N>
constexpr network_bandwidth<N> operator-(const network_bandwidth<N>& a, const network_bandwidth<N>& b) {
  return sum(a, scaled(b, -1));
}
template <network N>
constexpr bool operator==(const network_bandwidth<N>& a, const network_bandwidth<N>& b) {
  return in_base_units(a.one_direction) == in_base_units(b.one_direction);
}
template <network N>
constexpr std::partial_ordering operator<=>(const network_bandwidth<N>& a, const network_bandwidth<N>& b) {
  return in_bytes_per_second(a.one_direction) <=> in_bytes_per_second(b.one_direction);
}
template <network N>
constexpr bool operator==(const bidirectional_bandwidth<N>& a, const bidirectional_bandwidth<N>& b) {
  return in_base_units(a.both_directions) == in_base_units(b.both_directions);
}
template <network N>
constexpr std::partial_ordering operator<=>(const bidirectional_bandwidth<N>& a, const bidirectional_bandwidth<N>& b) {
  return in_bytes_per_second(a.both_directions) <=> in_bytes_per_second(b.both_directions);
}

// Chosen only where no operator above fits. Their names are what a compiler prints.
struct bandwidth_of_a_network {
  template <network N>
  constexpr bandwidth_of_a_network(const network_bandwidth<N>&) {}
  template <network N>
  constexpr bandwidth_of_a_network(const bidirectional_bandwidth<N>&) {}
};
struct bandwidth_of_another_kind {
  template <network N>
  constexpr bandwidth_of_another_kind(const network_bandwidth<N>&) {}
  template <network N>
  constexpr bandwidth_of_another_kind(const bidirectional_bandwidth<N>&) {}
};
struct figure_of_no_network {
  template <class Figure>
    requires(std::is_arithmetic_v<Figure> || requires(const Figure& x) { in_base_units(x); })
  constexpr figure_of_no_network(const Figure&) {}
};
void operator+(bandwidth_of_a_network, bandwidth_of_another_kind) = delete;    // unlike networks or directions do not add
void operator-(bandwidth_of_a_network, bandwidth_of_another_kind) = delete;    // unlike networks or directions do not subtract
bool operator==(bandwidth_of_a_network, bandwidth_of_another_kind) = delete;   // unlike networks or directions do not compare
void operator<=>(bandwidth_of_a_network, bandwidth_of_another_kind) = delete;  // unlike networks or directions do not compare
void operator+(bandwidth_of_a_network, figure_of_no_network) = delete;         // say the network: scale_out_per_direction(x)
void operator+(figure_of_no_network, bandwidth_of_a_network) = delete;         // say the network: scale_out_per_direction(x)
void operator-(bandwidth_of_a_network, figure_of_no_network) = delete;         // say the network: scale_out_per_direction(x)
void operator-(figure_of_no_network, bandwidth_of_a_network) = delete;         // say the network: scale_out_per_direction(x)
bool operator==(bandwidth_of_a_network, figure_of_no_network) = delete;        // say the network: scale_out_per_direction(x)
void operator<=>(bandwidth_of_a_network, figure_of_no_network) = delete;       // say the network: scale_out_per_direction(x)

using scale_up_bandwidth = network_bandwidth<network::scale_up>;
using scale_out_bandwidth = network_bandwidth<network::scale_out>;
using front_end_bandwidth = network_bandwidth<network::front_end>;

constexpr scale_up_bandwidth scale_up_per_direction(const bandwidth& x) { return scale_up_bandwidth::of_one_direction(x); }
constexpr scale_out_bandwidth scale_out_per_direction(const bandwidth& x) { return scale_out_bandwidth::of_one_direction(x); }
constexpr front_end_bandwidth front_end_per_direction(const bandwidth& x) { return front_end_bandwidth::of_one_direction(x); }
constexpr scale_up_bandwidth scale_up_bidirectional(const bandwidth& x) { return scale_up_bandwidth::of_one_direction(scaled(x, 0.5)); }

template <network N>
constexpr network_bandwidth<N> per_direction(const network_bandwidth<N>& x) {
  return x;
}
template <network N>
constexpr bidirectional_bandwidth<N> bidirectional(const network_bandwidth<N>& x) {
  return bidirectional_bandwidth<N>(scaled(x.one_direction, 2));
}
template <network N>
constexpr network_bandwidth<N> per_direction(const bidirectional_bandwidth<N>& x) {
  return network_bandwidth<N>::of_one_direction(scaled(x.both_directions, 0.5));
}

template <network N>
constexpr double in_gigabits_per_second(const network_bandwidth<N>& x) {
  return in_gigabits_per_second(x.one_direction);
}
template <network N>
constexpr double in_terabits_per_second(const network_bandwidth<N>& x) {
  return in_terabits_per_second(x.one_direction);
}
template <network N>
constexpr double in_gigabytes_per_second(const network_bandwidth<N>& x) {
  return in_gigabytes_per_second(x.one_direction);
}
template <network N>
constexpr double in_terabytes_per_second(const network_bandwidth<N>& x) {
  return in_terabytes_per_second(x.one_direction);
}
template <network N>
constexpr double in_gigabytes_per_second(const bidirectional_bandwidth<N>& x) {
  return in_gigabytes_per_second(x.both_directions);
}
template <network N>
constexpr double in_terabytes_per_second(const bidirectional_bandwidth<N>& x) {
  return in_terabytes_per_second(x.both_directions);
}

// How a GPU reaches its neighbours.
struct scale_up_link {
  std::string_view kind{};  // "NVLink 5 + NVLink Switch"; "none"
  figure<count> links{};    // links a GPU has
  figure<scale_up_bandwidth> per_gpu{};
  figure<scale_up_bandwidth> per_peer{};  // to one neighbour, where the fabric is a mesh without a switch
};

// How the leaf switches of a scale-out network are joined: each site decides, and no data sheet of a machine says.
struct leaf_switches {
  double oversubscription = 1;         // bandwidth towards machines over that of the uplinks; 2: the uplinks carry half of what machines may send
  double flows_on_busiest_uplink = 1;  // that share it; 1 with adaptive routing. Static hashing puts several flows on one
  // Scale-up domains whose GPUs of one rail hang on the same leaf: what stays among so many crosses no uplink. 0: all crosses.
  count domains_per_leaf = 0;

  friend constexpr bool operator==(const leaf_switches&, const leaf_switches&) = default;
};

// A GPU's way to its host.
struct pcie_link {
  figure<count> generation{};
  figure<count> lanes{};
};

}  // namespace headroom
