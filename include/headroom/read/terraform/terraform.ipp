// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/gpu_requests.hpp>
#include <headroom/read/terraform/terraform.hpp>

#include <headroom/read/common/values.hpp>
#include <headroom/read/terraform/pools.hpp>

namespace headroom::read {

said<std::string_view> only_text_said(const terraform_value& list) {
  if (list.is_left_open()) return {unknown, list.unknown_after->line, said_state::left_open};
  const std::vector<terraform_value> items = list.items();
  if (items.size() != 1 || items.front().value->is_map()) return {};
  return text_said(items.front());
}

terraform_users::terraform_users(const terraform_plan& plan) {
  const auto scales = [&](const terraform_resource& scaler, std::string_view attribute, std::string_view type) {
    const terraform_resource* target = plan.named_by(scaler, attribute, type, {scaler.at(attribute)});
    if (target != nullptr) scalers.emplace(target, &scaler);
  };
  const auto uses = [&](const terraform_resource& user, std::string_view attribute, std::string_view type,
                        const std::vector<terraform_value>& names) {
    used.insert(plan.named_by(user, attribute, type, names));
  };
  for (const terraform_resource& each : plan.resources()) {
    if (each.type == "azurerm_monitor_autoscale_setting") {
      for (const std::string_view type : azurerm_scale_sets) scales(each, "target_resource_id", type);
    } else if (each.type == "google_compute_autoscaler" || each.type == "google_compute_region_autoscaler") {
      scales(each, "target", "google_compute_instance_group_manager");
      scales(each, "target", "google_compute_region_instance_group_manager");
    } else if (each.type == "google_container_node_pool") {
      node_pools.insert(text_of(each.at("name").value));
    } else if (each.type.starts_with("google_compute_")) {
      for (const std::string_view type : google_templates)
        uses(each, "version", type, {each.at("version").block().at("instance_template")});
    } else if (each.type.starts_with("aws_")) {
      uses(each, "launch_template", "aws_launch_template", template_names(each.at("launch_template").block()));
      uses(each, "launch_configuration", "aws_launch_configuration", {each.at("launch_configuration")});
      uses(each, "mixed_instances_policy", "aws_launch_template", template_names(mixed_template(each)));
    }
  }
}

bool is_terraform(const source_text& text) {
  const tree* document = text.document();
  if (document == nullptr || text_of(document->at("format_version")).empty()) return false;
  for (const std::string_view each : {"terraform_version", "planned_values", "resource_changes"})
    if (document->at(each) != nullptr) return true;
  return document->at("values", "root_module") != nullptr;
}

void read_terraform(deployment_file& into) {
  const tree* document = into.source().document();
  if (document == nullptr) throw unreadable({1, 0, "not what terraform show -json prints: expected a JSON object"});
  const terraform_plan plan(*document);
  machine_pools pools(into);
  const terraform_users users(plan);
  const terraform_reading in{.plan = plan, .into = into, .pools = pools, .users = users};
  std::vector<const tree*>& described = into.described.emplace();
  for (const terraform_resource& each : plan.resources()) {
    const bool is_known = read_azurerm(each, in) || read_aws(each, in) || read_google(each, in);
    if (each.values.value == nullptr) continue;
    if (is_known) described.push_back(each.values.value);
    else if (const tree* request = gpu_request_in(*each.values.value))
      pools.add_request(each.address, each.type, line_of_gpu_request(*request), request->text);
  }
  pools.finish();
  if (into.pools.empty() && into.quotas.empty()) into.documents_without_capacity = 1;
}

}  // namespace headroom::read
