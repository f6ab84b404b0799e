// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <doctest/doctest.h>

namespace headroom {}
namespace hr = headroom;

// Proved by the compiler, then counted and reported by doctest.
#define CHECK_CONSTEXPR(...)    \
  do {                          \
    static_assert(__VA_ARGS__); \
    CHECK(__VA_ARGS__);         \
  } while (false)
