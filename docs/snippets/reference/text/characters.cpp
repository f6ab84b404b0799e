// SPDX-License-Identifier: BSL-1.0
#include <headroom/text/characters.hpp>
namespace ascii = headroom::ascii;

static_assert(ascii::is_same("Standard_ND96asr_v4", "standard_nd96ASR_v4"));
static_assert(ascii::contains("4xHDR InfiniBand", "infiniband"));
static_assert(ascii::without_blanks("  48 GPUs ") == "48 GPUs");
