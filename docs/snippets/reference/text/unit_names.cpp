// SPDX-License-Identifier: BSL-1.0
#include <headroom/text/to_text.hpp>
#include <headroom/text/unit_names.hpp>
namespace hr = headroom;

namespace unit_names_reference {  // hidden
static_assert(hr::to_text(hr::gibibytes(672), hr::unit_system::binary) == "672 GiB");
static_assert(hr::to_text(hr::gigabytes_per_second(100), hr::data_unit::bits) == "800 Gb/s");
}  // hidden
