// SPDX-License-Identifier: BSL-1.0
#include <headroom/units.hpp>

#include <boost/units/systems/si/power.hpp>
namespace hr = headroom;

namespace units_reference {  // hidden
static_assert(hr::gibibytes(1) == hr::mebibytes(1'024));
static_assert(hr::gigabits_per_second(800) == hr::gigabytes_per_second(100));
static_assert(hr::in_terabytes(hr::terabytes_per_second(8) * hr::seconds(2)) == 16);
static_assert(hr::gigabytes(10) / hr::gigabytes_per_second(5) == hr::seconds(2));
static_assert(hr::operations_done<hr::fp8>(1e15) / hr::petaflops<hr::fp8>(2) == hr::milliseconds(500));

// Any Boost.Units quantity of the right dimension goes in and comes out.
static_assert(hr::power(700.0 * boost::units::si::watts) == hr::watts(700));
}  // hidden
