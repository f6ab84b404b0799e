// SPDX-License-Identifier: BSL-1.0
#pragma once

// The definitions of read/arm/, for read/implement.hpp.
#include <headroom/read/arm/arm.ipp>
#include <headroom/read/arm/expression.ipp>
#include <headroom/read/arm/functions.ipp>
#include <headroom/read/arm/pools.ipp>
#include <headroom/read/arm/value.ipp>
