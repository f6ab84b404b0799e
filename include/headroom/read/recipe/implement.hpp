// SPDX-License-Identifier: BSL-1.0
#pragma once

// The definitions of read/recipe/, for read/implement.hpp.
#include <headroom/read/recipe/recipe.ipp>
#include <headroom/read/recipe/roles.ipp>
#include <headroom/read/recipe/value.ipp>
