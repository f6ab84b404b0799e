// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include <headroom/read/common/deployment_file.hpp>
#include <headroom/read/common/machine_pools.hpp>
#include <headroom/read/terraform/plan.hpp>

// The resources of each cloud that create machines.
namespace headroom::read {

// Who uses what, found before any pool is read.
struct terraform_users {
  explicit terraform_users(const terraform_plan& plan);

  std::set<const terraform_resource*> used{};  // templates that something starts machines from
  std::multimap<const terraform_resource*, const terraform_resource*> scalers{};  // of a set or group of machines
  std::set<std::string_view> node_pools{};  // names of GKE node pools that are resources of their own
};

struct terraform_reading {
  const terraform_plan& plan;
  deployment_file& into;
  machine_pools& pools;
  const terraform_users& users;
};

// False where the type is none of theirs.
bool read_azurerm(const terraform_resource& resource, const terraform_reading& in);
bool read_aws(const terraform_resource& resource, const terraform_reading& in);
bool read_google(const terraform_resource& resource, const terraform_reading& in);

inline constexpr std::string_view azurerm_scale_sets[]{
    "azurerm_linux_virtual_machine_scale_set", "azurerm_windows_virtual_machine_scale_set",
    "azurerm_orchestrated_virtual_machine_scale_set", "azurerm_virtual_machine_scale_set"};
inline constexpr std::string_view google_templates[]{"google_compute_instance_template",
                                                                  "google_compute_region_instance_template"};

// What a block of AWS calls its launch template by, and that block of a group of mixed instances.
std::vector<terraform_value> template_names(const terraform_value& block);
terraform_value mixed_template(const terraform_resource& group);

// A pool named like its resource.
inline machine_pool pool_of(const terraform_resource& resource) {
  return {.name = resource.address, .line = resource.line};
}

// The one zone of a list; silent where there are none or several.
said<std::string_view> only_text_said(const terraform_value& list);

}  // namespace headroom::read
