// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/fmt.hpp>

#include <check.hpp>
#include <fmt/ranges.h>
#include <headroom/catalog/azure.hpp>
#include <headroom/demand/assess.hpp>

TEST_CASE("Values are formatted as strings are") {
  const hr::dynamic_cluster held{{hr::machine(hr::azure::nd96asr_v4::spec), 2}};
  CHECK(fmt::format("{} {} {:>8}|", hr::fp8, hr::figure<hr::memory>(hr::absent), hr::gigabytes(5)) == "fp8 none     5 GB|");
  CHECK(fmt::format("{}", hr::assess(held.groups(), {.total = {.gpus = 16}})) == "fits: GPUs in total: 16 needed, 16 there");
}

TEST_CASE("A cluster is a range of its groups") {
  const hr::dynamic_cluster held{{hr::machine(hr::azure::nd96asr_v4::spec), 2}};
  CHECK(fmt::format("{}", held).find("2 x Standard_ND96asr_v4") != std::string::npos);  // in quotes or not, by fmt's version
}
