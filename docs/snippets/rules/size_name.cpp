// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace size_name_page {
// [breaks]
constexpr std::array slip{hr::machine_pool{.name = "gpu", .size = {"Standard_ND96irs_H100_v5", 1}}};
static_assert(hr::count_findings({.pools = slip}, {}, hr::finding_severity::warning, "size_name") == 1);
// [/breaks]
// [passes]
constexpr std::array right{hr::machine_pool{.name = "gpu", .size = {"Standard_ND96isr_H100_v5", 1}}};
constexpr std::array no_gpus{hr::machine_pool{.name = "system", .size = {"Standard_D2_v4", 1}}};
static_assert(hr::count_findings({.pools = right}, {}, hr::finding_severity::warning, "size_name") == 0);
static_assert(hr::count_findings({.pools = no_gpus}, {}, hr::finding_severity::unjudged, "size_name") == 0);
// [/passes]
}  // namespace size_name_page
