// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace size_lifecycle_page {
// [breaks]
constexpr std::array v100{hr::machine_pool{.name = "gpu", .size = {"Standard_NC24rs_v3", 1}}};
static_assert(hr::errors_in({.pools = v100}, {}, "size_lifecycle") == 1);
// [/breaks]
// [passes]
// Before the day it was a warning.
static_assert(hr::errors_in({.pools = v100}, {.as_of = "2025-06-01"}, "size_lifecycle") == 0);
constexpr std::array current{hr::machine_pool{.name = "gpu", .size = {"Standard_NC40ads_H100_v5", 1}}};
static_assert(hr::errors_in({.pools = current}, {}, "size_lifecycle") == 0);
// [/passes]
}  // namespace size_lifecycle_page
