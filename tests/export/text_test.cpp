// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/text.hpp>

#include <check.hpp>
#include <boost/units/io.hpp>
#include <headroom/catalog/azure.hpp>
#include <headroom/cluster/capacity.hpp>
#include <headroom/demand/assess.hpp>
#include <iomanip>
#include <sstream>

TEST_CASE("Values are streamed as their text, beside the streams of Boost.Units") {
  const hr::dynamic_cluster held{{hr::machine(hr::azure::nd96asr_v4::spec), 2}};
  std::ostringstream to;
  to << hr::gibibytes(672) << '|' << hr::rate<hr::fp4>(hr::petaflops<hr::fp4>(5)) << '|' << hr::fp8 << '|'
     << hr::figure<hr::memory>(hr::unknown) << '|' << hr::gpu_count(held.groups()) << '|' << held << '|'
     << hr::assess(held.groups(), {.total = {.gpus = 17}});
  CHECK(to.str() ==
        "672 GiB|5 PFLOPS fp4 dense|fp8|unknown|16|2 x Standard_ND96asr_v4|does not fit: GPUs in total: 17 needed, 16 there");
}

TEST_CASE("The width of a stream holds for the whole text") {
  std::ostringstream to;
  to << std::setw(8) << hr::gigabytes(5) << '|';
  CHECK(to.str() == "    5 GB|");
}

#ifdef __cpp_lib_format
TEST_CASE("Values are formatted as strings are") {
  CHECK(std::format("{} of {:>8}|", hr::fp8, hr::gigabytes(5)) == "fp8 of     5 GB|");
}
#endif
