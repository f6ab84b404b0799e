// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/optimizer.hpp>
namespace hr = headroom;

static_assert(hr::bytes_per_parameter(hr::adam) == 12);
static_assert(hr::bytes_per_parameter(hr::adam, hr::fp32) == 8);
static_assert(hr::bytes_per_parameter(hr::adam_8bit) < 6.01);
static_assert(hr::bytes_per_parameter({.moments = 1, .first = hr::bf16, .master = false}) == 2);
