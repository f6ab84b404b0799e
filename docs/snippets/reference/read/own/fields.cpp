// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/own/fields.hpp>
namespace hr = headroom;

static_assert(hr::read::gpu_fields.front().key == "architecture");
static_assert(hr::read::feature_keys.size() == hr::feature_names.size());
