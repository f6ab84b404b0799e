// SPDX-License-Identifier: BSL-1.0
#include <headroom/text/same_name.hpp>
namespace hr = headroom;

static_assert(hr::match_of("nd96asr-v4", "Standard_ND96asr_v4") == hr::name_match::same);
static_assert(hr::match_of("NVIDIA GB300 NVL72", "GB300 NVL72", "NVIDIA") == hr::name_match::same);
static_assert(hr::match_of("h100", "H100-SXM5-80GB") == hr::name_match::begins);
static_assert(hr::match_of("H100 SXM", "H100-SXM5-80GB") == hr::name_match::shortens);
static_assert(hr::match_of("h10", "H100-SXM5-80GB") == hr::name_match::none);
