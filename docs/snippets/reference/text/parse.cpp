// SPDX-License-Identifier: BSL-1.0
#include <headroom/text/parse.hpp>
namespace hr = headroom;

namespace parse_reference {  // hidden
static_assert(hr::parse_bandwidth("800 Gb/s").value == hr::gigabits_per_second(800));
static_assert(hr::parse_memory("672 GiB").value == hr::gibibytes(672));
static_assert(hr::parse_count("4,608").value == 4'608);

constexpr auto wrong = hr::parse_memory("16 Gb");
static_assert(!wrong && wrong.error.position == 3);
static_assert(wrong.error.message == "'Gb' counts bits, not bytes (b is a bit, B a byte): write GB");
}  // hidden
