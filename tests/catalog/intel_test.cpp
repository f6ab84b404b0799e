// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/intel.hpp>

#include <check.hpp>

TEST_CASE("an Intel host shares no memory with its GPUs, and its cores are stated for the size only") {
  constexpr const hr::cpu& xeon = hr::intel::xeon_platinum_8168::spec;
  CHECK_CONSTEXPR(xeon.coherent_link_per_direction.is_absent());
  CHECK_CONSTEXPR(xeon.cores.is_unknown());
}

TEST_CASE("a processor without a model is called by its family") {
  CHECK_CONSTEXPR(hr::intel::xeon_scalable::spec.name == "Intel Xeon Scalable");
}
