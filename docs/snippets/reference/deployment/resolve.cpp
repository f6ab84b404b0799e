// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
#include <headroom/deployment/resolve.hpp>
namespace hr = headroom;

namespace deployment_resolve_reference {  // hidden
constexpr hr::machine_pool named{.name = "gpu", .size = {"standard_nd128isr_gb300_v6", 3}, .nodes = {18, 4}};
constexpr hr::machine_pool typed{.name = "gpu", .gpu_type = {"gb300", 3}};

static_assert(hr::node_of(named, {}).naming == hr::naming::known);
static_assert(*hr::vcpus_of(hr::node_of(named, {})).known() == 128);
static_assert(hr::most_gpus_of(named, {}).value == 72);

static_assert(hr::node_of(typed, {}).naming == hr::naming::gpu_only);
static_assert(*hr::domain_gpus_of(hr::node_of(typed, {})).known() == 72);
static_assert(hr::vcpus_of(hr::node_of(typed, {})).is_unknown());

// A bare rack: the host's cores, of which a VM sees fewer.
constexpr std::array rack = hr::groups_of<hr::azure::gb300_nvl72>();
static_assert(*hr::vcpus_of(hr::node_of(typed, {.held = rack})).known() == 144);
}  // namespace deployment_resolve_reference  // hidden
