// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/own/job_names.hpp>
namespace hr = headroom;

static_assert(hr::read::value_of(hr::read::cache_names, "fp8") == hr::fp8);
static_assert(hr::read::name_of(hr::read::gradient_names, hr::bf16) == "bf16");
static_assert(hr::read::names_of(hr::read::phase_names).size() == 3);
