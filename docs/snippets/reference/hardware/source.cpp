// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/source.hpp>
namespace hr = headroom;

namespace hardware_source_reference {  // hidden
inline constexpr hr::source data_sheet{.id = "our-data-sheet", .title = "Data sheet of our own board", .date = "2026-05-01"};
static_assert(data_sheet.url.empty());
}  // hidden
