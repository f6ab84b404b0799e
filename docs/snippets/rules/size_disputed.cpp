// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace size_disputed_page {
// [breaks]
constexpr std::array noted{hr::machine_pool{.name = "gpu", .size = {"ND6 (as stated)", 1}}};
static_assert(hr::count_findings({.pools = noted}, {}, hr::finding_severity::warning, "size_disputed") == 1);
// [/breaks]
// [passes]
constexpr std::array real{hr::machine_pool{.name = "gpu", .size = {"Standard_ND40rs_v2", 1}}};
static_assert(hr::count_findings({.pools = real}, {}, hr::finding_severity::warning, "size_disputed") == 0);
// [/passes]
}  // namespace size_disputed_page
