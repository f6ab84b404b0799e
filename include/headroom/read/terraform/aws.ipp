// SPDX-License-Identifier: BSL-1.0
#pragma once


#include <algorithm>
#include <array>
#include <headroom/catalog/names/size_names.hpp>
#include <string>
#include <utility>

#include <headroom/read/common/values.hpp>
#include <headroom/read/terraform/pools.hpp>
#include <headroom/read/common/messages.hpp>

namespace headroom::read {

namespace {

// A block of capacity is neither spot nor of the on-demand quota.
said<bool> spot_said(const said<std::string_view>& bought) {
  if (bought.value == "CAPACITY_BLOCK" || bought.value == "capacity-block") return {unknown, bought.line};
  return is_called(bought, "spot");
}

// What a launch template gives to those who use it.
void take_template(machine_pool& pool, const terraform_resource& from, std::string_view attribute,
                   const terraform_value& names, const terraform_reading& in) {
  if (names.is_silent() && in.plan.sets(from, attribute).value_or(false) == false) return;
  const terraform_resource* found = in.plan.named_by(from, attribute, "aws_launch_template", template_names(names));
  if (found == nullptr) {
    if (pool.size.is_silent()) pool.size = {unknown, names.line() != 0 ? names.line() : from.line};
    return;
  }
  const bool is_choice = !pool.size.value.empty();
  if (!is_choice) pool.size = text_said(found->at("instance_type"));
  if (pool.spot.is_silent())
    pool.spot = spot_said(text_said(found->at("instance_market_options").block().at("market_type")));
  const said<count> nics = length_said(found->at("network_interfaces"));
  if (nics.is_unresolved() || nics.value > 0) pool.nics = nics;
}

void read_aws_instance(const terraform_resource& r, const terraform_reading& in) {
  machine_pool pool = pool_of(r);
  pool.size = text_said(r.at("instance_type"));
  pool.nodes = {count{1}, r.line};
  pool.zone = text_said(r.at("availability_zone"));
  pool.spot = r.type == "aws_spot_instance_request"
                  ? said<bool>{true, r.line}
                  : spot_said(text_said(r.at("instance_market_options").block().at("market_type")));
  const said<count> nics = length_said(r.at("network_interface"));
  if (nics.value > 0) pool.nics = nics;
  const said<count> disks = length_said(r.at("ebs_block_device"));
  if (disks.value > 0) pool.data_disks = disks;
  if (!pool.size.is_known()) take_template(pool, r, "launch_template", r.at("launch_template").block(), in);
  in.pools.add_machine(pool, without_indexes(r.address));
}

// The sizes of a list: the one, or several that leave the choice to the cloud. Of several without GPUs none is judged,
// so that the first stands for all.
struct listed_sizes {
  said<std::string_view> size{};
  std::vector<std::string_view> choice{};
};

listed_sizes sizes_in(const terraform_value& list, std::string_view attribute, deployment_file& into) {
  if (list.is_left_open()) return {{unknown, list.unknown_after->line, said_state::left_open}};
  listed_sizes found;
  for (const terraform_value& each : list.items()) {
    const said<std::string_view> its = text_said(attribute.empty() ? each : each.at(attribute));
    if (its.is_silent()) continue;
    if (!its.is_known()) return {{unknown, its.line}};
    if (found.size.is_silent()) found.size = its;
    if (std::ranges::find(found.choice, its.value) == found.choice.end()) found.choice.push_back(its.value);
  }
  if (found.choice.size() < 2 || std::ranges::none_of(found.choice, catalog::is_gpu_size_name)) return {found.size};
  found.size = {unknown, found.size.line};
  found.size.value = into.keep(with_commas(found.choice));  // in words
  return found;
}

void add_pool(const machine_pool& pool, listed_sizes sizes, const terraform_reading& in) {
  in.pools.add(pool);
  if (!sizes.choice.empty()) in.into.pool_size_choices.push_back({in.into.pools.size() - 1, std::move(sizes.choice)});
}

void read_node_group(const terraform_resource& r, const terraform_reading& in) {
  machine_pool pool = pool_of(r);
  const terraform_value scaling = r.at("scaling_config").block();
  pool.nodes = count_said(scaling.at("desired_size"));
  pool.least_nodes = count_said(scaling.at("min_size"));
  pool.most_nodes = count_said(scaling.at("max_size"));
  listed_sizes sizes = sizes_in(r.at("instance_types"), {}, in.into);
  pool.size = sizes.size;
  pool.spot = spot_said(text_said(r.at("capacity_type")));
  if (!pool.size.is_known()) take_template(pool, r, "launch_template", r.at("launch_template").block(), in);
  add_pool(pool, std::move(sizes), in);
}

// What a launch template or a launch configuration says of its machines.
void take_machine(machine_pool& pool, const terraform_resource& from) {
  pool.size = text_said(from.at("instance_type"));
  const terraform_value price = from.at("spot_price");  // of a launch configuration
  pool.spot = text_said(price).is_silent() ? spot_said(text_said(from.at("instance_market_options").block().at("market_type")))
                                           : said<bool>{true, price.line()};
}

void take_configuration(machine_pool& pool, const terraform_resource& r, const terraform_reading& in) {
  const terraform_value name = r.at("launch_configuration");
  const terraform_resource* found = in.plan.named_by(r, "launch_configuration", "aws_launch_configuration", {name});
  if (found == nullptr) {
    pool.size = {unknown, name.line()};
    return;
  }
  take_machine(pool, *found);
}

void read_group(const terraform_resource& r, const terraform_reading& in) {
  machine_pool pool = pool_of(r);
  pool.nodes = count_said(r.at("desired_capacity"));
  pool.least_nodes = count_said(r.at("min_size"));
  pool.most_nodes = count_said(r.at("max_size"));
  pool.zone = only_text_said(r.at("availability_zones"));
  const terraform_value mixed = r.at("mixed_instances_policy").block().at("launch_template").block();
  const terraform_value overrides = mixed.at("override");
  listed_sizes sizes;
  if (mixed.value != nullptr && mixed.value->is_map()) {
    sizes = sizes_in(overrides, "instance_type", in.into);
    pool.size = sizes.size;
    if (pool.size.is_silent()) take_template(pool, r, "mixed_instances_policy", mixed_template(r), in);
  } else if (!text_said(r.at("launch_configuration")).is_silent() && !r.at("launch_template").block().value) {
    take_configuration(pool, r, in);
  } else {
    take_template(pool, r, "launch_template", r.at("launch_template").block(), in);
  }
  // Capacity may be counted in vCPUs, memory or weights.
  const said<std::string_view> unit = text_said(r.at("desired_capacity_type"));
  const std::vector<terraform_value> each = overrides.items();
  const bool is_weighted = std::ranges::any_of(each, [](const terraform_value& o) {
    return !text_said(o.at("weighted_capacity")).is_silent() || o.at("instance_requirements").block().value != nullptr;
  });
  if ((unit.is_known() && unit.value != "units") || is_weighted)
    for (said<count>* figure : {&pool.nodes, &pool.least_nodes, &pool.most_nodes})
      if (figure->is_known()) *figure = {unknown, figure->line};
  if (!r.is_new) let_autoscaler_decide(pool);
  add_pool(pool, std::move(sizes), in);
}

// A template that nothing in the file starts machines from: how many is for others to say.
void read_aws_template(const terraform_resource& r, const terraform_reading& in) {
  if (in.users.used.contains(&r)) return;
  machine_pool pool = pool_of(r);
  take_machine(pool, r);
  if (!pool.size.is_silent()) in.pools.add(pool);
}

void read_aws_reservation(const terraform_resource& r, const terraform_reading& in) {
  machine_pool pool = pool_of(r);
  pool.size = text_said(r.at("instance_type"));
  pool.nodes = count_said(r.at("instance_count"));
  pool.zone = text_said(r.at("availability_zone"));
  in.pools.add_reservation(pool);
}

// A quota of vCPUs by letter of the sizes, by its name, or where that is known after apply only, by its code. It is of
// one region: where the file may name several, its figure is not known to be of all machines.
void read_aws_quota(const terraform_resource& r, const terraform_reading& in) {
  struct coded {
    std::string_view code{};
    std::string_view name{};
  };
  constexpr std::array<coded, 4> known{coded{"L-417A185B", "Running On-Demand P instances"},
                                       coded{"L-7212CCBC", "All P Spot Instance Requests"},
                                       coded{"L-DB2E81BA", "Running On-Demand G and VT instances"},
                                       coded{"L-3819A6DF", "All G and VT Spot Instance Requests"}};
  const auto* found = std::ranges::find(known, text_of(r.at("quota_code").value), &coded::code);
  const std::string_view name = found == known.end() ? text_of(r.at("quota_name").value) : found->name;
  said<count> limit = count_said(r.at("value"));
  for (quota& each : in.into.quotas)
    if (each.resource == name) limit = each.nominal = {unknown, limit.line};
  if (!in.plan.has_one_aws_region()) limit = {unknown, limit.line};
  in.into.quotas.push_back({.name = r.address, .resource = name, .line = limit.line, .nominal = limit});
}

}  // namespace

std::vector<terraform_value> template_names(const terraform_value& block) {
  return {block.at("id"), block.at("name"), block.at("launch_template_id"), block.at("launch_template_name")};
}

terraform_value mixed_template(const terraform_resource& group) {
  return group.values.at("mixed_instances_policy", "launch_template", "launch_template_specification").block();
}

bool read_aws(const terraform_resource& r, const terraform_reading& in) {
  if (r.type == "aws_instance" || r.type == "aws_spot_instance_request")
    read_aws_instance(r, in);
  else if (r.type == "aws_eks_node_group")
    read_node_group(r, in);
  else if (r.type == "aws_autoscaling_group")
    read_group(r, in);
  else if (r.type == "aws_launch_template" || r.type == "aws_launch_configuration")
    read_aws_template(r, in);
  else if (r.type == "aws_ec2_capacity_reservation" || r.type == "aws_ec2_capacity_block_reservation")
    read_aws_reservation(r, in);
  else if (r.type == "aws_servicequotas_service_quota")
    read_aws_quota(r, in);
  else
    return false;
  return true;
}

}  // namespace headroom::read
