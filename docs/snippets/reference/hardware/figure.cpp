// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/figure.hpp>
namespace hr = headroom;

namespace hardware_figure_reference {  // hidden
inline constexpr hr::figure<hr::memory> sold = hr::nameplate_gigabytes(40);
inline constexpr hr::figure<hr::memory> guessed = hr::general_knowledge(hr::mebibytes(40'960));
inline constexpr hr::figure<hr::power> drawn{};

static_assert(sold.is_known() && sold.is_confirmed());
static_assert(!guessed.is_confirmed());
static_assert(drawn.is_unknown());

static_assert(*sold.known() == hr::gibibytes(40));
static_assert(drawn.known() == nullptr);
static_assert(drawn.value_or(hr::watts(400)) == hr::watts(400));
}  // hidden
