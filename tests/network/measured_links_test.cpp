// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/catalog/azure/racks.hpp>
#include <headroom/network/collective_time.hpp>
#include <headroom/network/measured_links.hpp>

#include <check.hpp>
#include <documented.hpp>

#include <string_view>
#include <vector>

TEST_CASE("links with a switch are of their kind, and bridges between two cards are not") {
  CHECK_CONSTEXPR(hr::measured_for("NVLink 4 + NVSwitch").is_measured);
  CHECK_CONSTEXPR(hr::measured_for("NVLink 4").is_measured);
  CHECK_CONSTEXPR(!hr::measured_for("NVLink 4 bridge").is_measured);
  CHECK_CONSTEXPR(!hr::measured_for("NVLink 2").is_measured);
  CHECK_CONSTEXPR(!hr::measured_for("Infinity Fabric").is_measured);
  CHECK_CONSTEXPR(!hr::measured_for("").is_measured);
  CHECK_CONSTEXPR(hr::measured_scale_out_for("InfiniBand NDR").is_measured);
  CHECK_CONSTEXPR(!hr::measured_scale_out_for("RoCE").is_measured);
}

TEST_CASE("a share is a part of a rate, and links that were not measured have no reduction in the switches") {
  for (const hr::measured_scale_up& each : hr::scale_up_kinds) {
    CHECK(each.share > 0.5);
    CHECK(each.share < 1);
    CHECK(each.in_network_share < 1);
  }
  for (const hr::measured_scale_out& each : hr::scale_out_kinds) {
    CHECK(each.share > 0.2);  // four links of Omni-Path carry less than one can
    CHECK(each.share < 1);
    CHECK(each.hop > hr::scale_up_hop);
  }
  CHECK_CONSTEXPR(hr::measured_for("NVLink 9").in_network_share == 0);
}

TEST_CASE("a link that nobody measured takes the share of NVLink 4, or of InfiniBand with its hop") {
  constexpr hr::measured_scale_up up = hr::measured_for("Infinity Fabric");
  CHECK_CONSTEXPR(up.kind == "Infinity Fabric");
  CHECK_CONSTEXPR(up.share == hr::measured_for("NVLink 4").share);
  constexpr hr::measured_scale_out out = hr::measured_scale_out_for("RoCE");
  CHECK_CONSTEXPR(out.kind == "RoCE");
  CHECK_CONSTEXPR(out.share == hr::measured_scale_out_for("InfiniBand NDR").share);
  CHECK_CONSTEXPR(out.hop == hr::measured_scale_out_for("InfiniBand NDR").hop);
  CHECK_CONSTEXPR(hr::measured_scale_out_for("Omni-Path 100").hop == hr::measured_scale_out_for("InfiniBand NDR").hop);
}

// What the table names as measured, on 16 A100 of two ND machines.
TEST_CASE("all-reduces between machines take what the table's sources measured") {
  constexpr hr::fabric a100 = value_of(hr::fabric_of(hr::azure::nd96asr_v4::spec));
  const auto took = [&](hr::memory message) { return value_of(hr::time_of(hr::collective::all_reduce, message, {16, 8}, a100)).time; };
  CHECK(hr::in_microseconds(took(hr::mebibytes(2))) == doctest::Approx(124).epsilon(0.01));
  CHECK(hr::in_gigabytes_per_second(hr::bus_bandwidth(hr::collective::all_reduce, hr::gibibytes(8), 16, took(hr::gibibytes(8)))) == doctest::Approx(187).epsilon(0.02));
}

// CoreWeave's nccl-tests on 72 GB200, of sizes to which nothing was fitted: the chunks that pass every hop are a fifth of the shortest.
TEST_CASE("all-reduces in a rack take what was measured, the smaller ones a chunk on each hop longer") {
  constexpr hr::fabric rack = value_of(hr::fabric_of(hr::azure::gb200_nvl72::spec));
  const auto microseconds = [&](double mebibytes) {
    return hr::in_microseconds(value_of(hr::time_of(hr::collective::all_reduce, hr::mebibytes(mebibytes), {72, 72}, rack)).time);
  };
  CHECK(microseconds(512) == doctest::Approx(1'806.7).epsilon(0.02));
  CHECK(microseconds(1'024) == doctest::Approx(3'108.8).epsilon(0.02));
  CHECK(microseconds(2'048) == doctest::Approx(5'589.1).epsilon(0.02));
}

TEST_CASE("the documentation of links is of these") {
  const auto check = [](std::string_view row, const std::vector<double>& constants) {
    hr_test::check_documented("| constant | value | fitted to", row, constants);
  };
  const auto us = [](const auto& of) { return hr::in_microseconds(of); };
  const hr::measured_scale_up with_switches = hr::measured_for("NVLink 4");
  const hr::measured_scale_out infiniband = hr::measured_scale_out_for("InfiniBand");
  check("share of NVLink 3; 4; 5", {hr::measured_for("NVLink 3").share, with_switches.share, hr::measured_for("NVLink 5").share});
  check("share of NVLink 4 where switches reduce",
        {with_switches.in_network_share, hr::in_megabytes(hr::in_network_chunk), hr::in_network_small_share, us(hr::switch_hop)});
  check("chunk of a ring", {hr::in_megabytes(hr::ring_chunk)});
  check("share of InfiniBand", {infiniband.share, us(infiniband.hop)});
  check("a hop of EFA", {us(hr::measured_scale_out_for("EFA").hop)});
  check("time to start", {us(hr::measured_start)});
}
