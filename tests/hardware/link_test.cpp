// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/link.hpp>

#include <check.hpp>
#include <compare>
#include <concepts>

namespace {

template <class A, class B>
concept networks_mix = requires(const A& a, const B& b) {
  a + b;
}
|| requires(const A& a, const B& b) { a - b; }
|| requires(const A& a, const B& b) { a == b; }
|| requires(const A& a, const B& b) { a < b; };

using both_ways = headroom::bidirectional_bandwidth<headroom::network::scale_up>;

constexpr auto nvlink = headroom::scale_up_per_direction(headroom::gigabytes_per_second(900));
constexpr auto infiniband = headroom::scale_out_per_direction(headroom::gigabits_per_second(800));
constexpr auto ethernet = headroom::front_end_per_direction(headroom::gigabits_per_second(80));

}  // namespace

TEST_CASE("The three networks have names") {
  CHECK_CONSTEXPR(hr::name(hr::network::scale_up) == "scale-up");
  CHECK_CONSTEXPR(hr::name(hr::network::scale_out) == "scale-out");
  CHECK_CONSTEXPR(hr::name(hr::network::front_end) == "front-end");
}

TEST_CASE("Three networks never mix, nor does a direction with both") {
  CHECK_CONSTEXPR(networks_mix<hr::scale_out_bandwidth, hr::scale_out_bandwidth>);
  CHECK_CONSTEXPR(!networks_mix<hr::scale_up_bandwidth, hr::scale_out_bandwidth>);
  CHECK_CONSTEXPR(!networks_mix<hr::scale_out_bandwidth, hr::front_end_bandwidth>);
  CHECK_CONSTEXPR(!networks_mix<hr::front_end_bandwidth, hr::scale_up_bandwidth>);
  CHECK_CONSTEXPR(!networks_mix<hr::scale_up_bandwidth, both_ways>);
  CHECK_CONSTEXPR(!networks_mix<hr::scale_out_bandwidth, hr::bandwidth>);
  CHECK_CONSTEXPR(!std::convertible_to<hr::scale_out_bandwidth, hr::front_end_bandwidth>);
  CHECK_CONSTEXPR(!std::convertible_to<hr::scale_out_bandwidth, hr::bandwidth>);
}

TEST_CASE("NVLink 5 is 1.8 TB/s in both directions and 900 GB/s in one, as its data sheet has it") {
  constexpr auto from_sheet = hr::scale_up_bidirectional(hr::terabytes_per_second(1.8));
  CHECK_CONSTEXPR(from_sheet == nvlink);
  CHECK_CONSTEXPR(hr::in_terabytes_per_second(hr::bidirectional(nvlink)) == 1.8);
  CHECK_CONSTEXPR(hr::in_gigabytes_per_second(hr::bidirectional(nvlink)) == 1'800);
  CHECK_CONSTEXPR(hr::per_direction(hr::bidirectional(nvlink)) == nvlink);
  CHECK_CONSTEXPR(hr::per_direction(nvlink) == nvlink);
}

TEST_CASE("Bandwidths of one network add, scale and compare") {
  CHECK_CONSTEXPR(infiniband + infiniband == 2.0 * infiniband);
  CHECK_CONSTEXPR(infiniband * 2.0 - infiniband == infiniband);
  CHECK_CONSTEXPR(infiniband + infiniband == 2 * infiniband);
  CHECK_CONSTEXPR(72.0 * infiniband == hr::scale_out_per_direction(hr::terabits_per_second(57.6)));
  CHECK_CONSTEXPR(infiniband / 2.0 < infiniband);
  CHECK_CONSTEXPR(infiniband >= infiniband);
  CHECK_CONSTEXPR(!(infiniband > infiniband));
  CHECK_CONSTEXPR(infiniband != infiniband * 2.0);
  CHECK_CONSTEXPR(hr::bidirectional(nvlink) == both_ways{hr::terabytes_per_second(1.8)});
  CHECK_CONSTEXPR(hr::bidirectional(nvlink) < both_ways{hr::terabytes_per_second(1.9)});
}

TEST_CASE("Memory over a network's bandwidth is the time it takes to move") {
  CHECK_CONSTEXPR(hr::gigabytes(200) / infiniband == hr::seconds(2));
}

TEST_CASE("Readers give one direction in bits or bytes") {
  CHECK_CONSTEXPR(hr::in_gigabits_per_second(infiniband) == 800);
  CHECK_CONSTEXPR(hr::in_terabits_per_second(infiniband) == 0.8);
  CHECK_CONSTEXPR(hr::in_gigabytes_per_second(infiniband) == 100);
  CHECK_CONSTEXPR(hr::in_terabytes_per_second(nvlink) == 0.9);
  CHECK_CONSTEXPR(hr::in_gigabits_per_second(ethernet) == 80);
}

TEST_CASE("Links of a GPU are unknown until stated") {
  CHECK_CONSTEXPR(hr::scale_up_link{}.per_gpu.is_unknown());
  CHECK_CONSTEXPR(hr::scale_up_link{}.kind.empty());
  CHECK_CONSTEXPR(hr::pcie_link{}.generation.is_unknown());
  CHECK_CONSTEXPR(value_of(hr::scale_up_link{.kind = "NVLink 5", .links = 18, .per_gpu = nvlink}.per_gpu) == nvlink);
}

TEST_CASE("Bandwidths are in the order of their numbers, of one direction and of both") {
  constexpr auto twice = nvlink * 2;
  CHECK_CONSTEXPR((nvlink <=> twice) == std::partial_ordering::less);
  CHECK_CONSTEXPR((twice <=> nvlink) == std::partial_ordering::greater);
  CHECK_CONSTEXPR((nvlink <=> nvlink) == std::partial_ordering::equivalent);
  CHECK_CONSTEXPR((hr::bidirectional(nvlink) <=> hr::bidirectional(twice)) == std::partial_ordering::less);
  CHECK_CONSTEXPR((hr::bidirectional(twice) <=> hr::bidirectional(nvlink)) == std::partial_ordering::greater);
  CHECK_CONSTEXPR(hr::bidirectional(nvlink) != hr::bidirectional(twice));
  CHECK_CONSTEXPR(twice / 4 == nvlink * 0.5);
  CHECK_CONSTEXPR(twice - nvlink == nvlink);
  CHECK_CONSTEXPR(hr::in_terabits_per_second(nvlink) == 7.2);
  CHECK_CONSTEXPR(nvlink + hr::scale_up_bandwidth{} == nvlink);
}
