// SPDX-License-Identifier: BSL-1.0
#include <headroom/text/to_text.hpp>
namespace hr = headroom;

namespace text_reference {  // hidden
static_assert(hr::to_text(hr::petabytes(1.2)) == "1.2 PB");
static_assert(hr::to_text(hr::petaflops<hr::fp4>(1'080)) == "1,080 PFLOPS fp4 dense");
static_assert(hr::to_text(hr::mebibytes(32'510)) == "32,510 MiB");
static_assert(hr::rounded_text(hr::gibibytes(284.44)) == "284 GiB");

// Rounded alike, but never equal unless the quantities are.
constexpr hr::text_pair pair = hr::compare_texts(hr::gibibytes(5'000), hr::gibibytes(4'999));
static_assert(pair.need != pair.supply);
}  // hidden
