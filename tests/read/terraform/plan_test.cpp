// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/terraform/plan.hpp>

#include "told.hpp"

#include <doctest/doctest.h>

// Addresses of resources: https://developer.hashicorp.com/terraform/cli/state/resource-addressing.
TEST_CASE("Keys of count and for_each are taken off an address") {
  using headroom::read::without_indexes;
  CHECK(without_indexes("module.a[0].aws_instance.x[\"b.c\"]") == "module.a.aws_instance.x");
  CHECK(without_indexes("module.a[\"b\"].module.c[12].aws_instance.x") == "module.a.module.c.aws_instance.x");
  CHECK(without_indexes("aws_instance.x[\"a]\\\"b\"]") == "aws_instance.x");
  CHECK(without_indexes("module.a[\"[\"].aws_instance.x") == "module.a.aws_instance.x");
  CHECK(without_indexes("aws_instance.x") == "aws_instance.x");
  CHECK(without_indexes("aws_instance.x[").starts_with("aws_instance.x"));
}

// https://developer.hashicorp.com/terraform/internals/json-format.
namespace terraform_plan_test {

using headroom::read::file_of;
using headroom::read::told_pools;

// A resource as planned, from line 2 on, with what is known after apply only; and with a configuration.
std::string planned(std::string_view type, std::string_view values, std::string_view unknown, std::string_view configuration = {}) {
  const std::string its = "\"address\": \"" + std::string(type) + ".a\", \"mode\": \"managed\", \"type\": \"" + std::string(type) + "\", \"name\": \"a\"";
  return "{\"format_version\": \"1.2\", \"planned_values\": {\"root_module\": {\"resources\": [\n{" + its + ", \"values\": " + std::string(values) +
         "}]}}, \"resource_changes\": [\n{" + its + ", \"change\": {\"actions\": [\"create\"], \"after_unknown\": " + std::string(unknown) + "}}]" + std::string(configuration) + "}\n";
}

TEST_CASE("What is known after apply only is left open, within blocks too") {
  CHECK(told_pools(*file_of(planned("azurerm_linux_virtual_machine_scale_set", R"({"sku": "S"})", R"({"instances": true})"))) ==
        "azurerm_linux_virtual_machine_scale_set.a@2 size S nodes ?@3\n");
  CHECK(told_pools(*file_of(planned("azurerm_linux_virtual_machine_scale_set", R"({"sku": "S", "instances": 4})", R"({"instances": false})"))) ==
        "azurerm_linux_virtual_machine_scale_set.a@2 size S nodes 4\n");
  // A single block may stand without a list.
  CHECK(told_pools(*file_of(planned("aws_instance", R"({"instance_type": "p5.48xlarge", "instance_market_options": {"market_type": "spot"}})", R"({"instance_market_options": {"id": true}})"))) ==
        "aws_instance.a@2 size p5.48xlarge nodes 1 spot yes\n");
  // What the plan has a value of is known.
  CHECK(told_pools(*file_of(planned("azurerm_linux_virtual_machine_scale_set", R"({"sku": "S", "instances": 4})", R"({"instances": true})"))) ==
        "azurerm_linux_virtual_machine_scale_set.a@2 size S nodes 4\n");
  CHECK(told_pools(*file_of(planned("aws_instance", R"({"instance_type": "p5.48xlarge", "instance_market_options": [{}]})", R"({"instance_market_options": [{"market_type": true}]})"))) ==
        "aws_instance.a@2 size p5.48xlarge nodes 1 spot ?@3\n");
  CHECK(told_pools(*file_of(planned("aws_instance", R"({"instance_type": "p5.48xlarge"})", R"({"instance_market_options": true})"))) ==
        "aws_instance.a@2 size p5.48xlarge nodes 1 spot ?@3\n");
  CHECK(told_pools(*file_of(planned("google_compute_instance", R"({"machine_type": "a2-highgpu-1g"})", R"({"attached_disk": true, "network_interface": true})"))) ==
        "google_compute_instance.a@2 size a2-highgpu-1g nodes 1 disks ?@3 nics ?@3\n");
  CHECK(told_pools(*file_of(planned("google_compute_instance", R"({"machine_type": "n1-standard-4", "guest_accelerator": [{"type": "x"}]})", R"({"guest_accelerator": [{"count": true}]})"))) ==
        "google_compute_instance.a@2 size n1-standard-4 type x nodes 1 gpus ?@3\n");
  CHECK(told_pools(*file_of(planned("azurerm_linux_virtual_machine_scale_set", R"({"sku": "S", "instances": null})", R"({"instances": true})"))) ==
        "azurerm_linux_virtual_machine_scale_set.a@2 size S nodes ?@3\n");
  // Each block of a list is known by itself; those of which all is known may be left out.
  const auto group = [](std::string_view unknown) {
    return told_pools(*file_of(planned("aws_autoscaling_group", R"({"desired_capacity": 3, "mixed_instances_policy": [{"launch_template": [{"override": [
      {"instance_type": "m5.large"}, {"instance_type": "m5.large"}, {"instance_type": "m5.large"}]}]}]})",
                                       R"({"mixed_instances_policy": [{"launch_template": [{"override": [)" + std::string(unknown) + "]}]}]}")));
  };
  CHECK(group("{}, {}, {}") == "aws_autoscaling_group.a@2 size m5.large@3 nodes 3\n");
  CHECK(group(R"({}, {"weighted_capacity": true}, {})") == "aws_autoscaling_group.a@2 size m5.large@3 nodes ?\n");
  CHECK(group(R"({}, {}, {"weighted_capacity": true})") == "aws_autoscaling_group.a@2 size m5.large@3 nodes ?\n");
  CHECK(group("{}") == "aws_autoscaling_group.a@2 size m5.large@3 nodes 3\n");
}

TEST_CASE("Of a plan's changes alone those are there after it that stay or are made") {
  const auto told = [](std::string_view actions, std::string_view more = {}, std::string_view after = R"({"instance_type": "p5.48xlarge"})") {
    headroom::read::deployment_file file("{\"format_version\": \"1.2\", \"resource_changes\": [\n{\"address\": \"aws_instance.a\", \"mode\": \"managed\", \"type\": \"aws_instance\", \"name\": \"a\", " +
                                         std::string(more) + "\"change\": {\"actions\": [" + std::string(actions) + "], \"after\": " + std::string(after) + "}}]}\n");
    const auto error = headroom::read::read_source(file);
    return error.has_value() ? error->message : told_pools(file);
  };
  constexpr std::string_view there = "aws_instance.a@2 size p5.48xlarge nodes 1\n";
  for (const std::string_view stays : {R"("no-op")", R"("update")", R"("create")", R"("delete", "create")", R"("create", "delete")"}) {
    CAPTURE(stays);
    CHECK(told(stays) == there);
  }
  for (const std::string_view goes : {R"("delete")", R"("forget")"}) {
    CAPTURE(goes);
    CHECK(told(goes) == "");
    CHECK(told(goes, {}, "null") == "");
  }
  CHECK(told(R"("no-op")", R"("deposed": "0a1b", )") == "");
  // Of two that say the same key the last counts: what is read only is no machine of it.
  CHECK(told(R"("read")", R"("mode": "data", )") == "");
}

TEST_CASE("A template that is known after apply is the one that the configuration refers to") {
  const auto told = [](std::string_view references, std::string_view value = R"("launch_template": [{}])", std::string_view unknown = R"({"launch_template": [{"id": true}]})") {
    const auto of_template = [](std::string_view index, std::string_view size) {
      return "{\"address\": \"aws_launch_template.t[" + std::string(index) + "]\", \"mode\": \"managed\", \"type\": \"aws_launch_template\", \"name\": \"t\", \"index\": " + std::string(index) +
             ", \"values\": {\"id\": \"lt-" + std::string(index) + "\", \"instance_type\": \"" + std::string(size) + "\"}},\n";
    };
    const std::string its = R"("address": "aws_instance.a", "mode": "managed", "type": "aws_instance", "name": "a")";
    return told_pools(*file_of("{\"format_version\": \"1.2\", \"planned_values\": {\"root_module\": {\"resources\": [\n" + of_template("0", "p4d.24xlarge") + of_template("1", "p5.48xlarge") + "{" + its +
                               ", \"values\": {" + std::string(value) + "}}]}}, \"resource_changes\": [\n{" + its + ", \"change\": {\"actions\": [\"create\"], \"after_unknown\": " + std::string(unknown) +
                               "}}], \"configuration\": {\"root_module\": {\"resources\": [{\"address\": \"aws_instance.a\", \"expressions\": {\"launch_template\": [{\"id\": {\"references\": [" +
                               std::string(references) + "]}}]}}]}}}\n"));
  };
  constexpr std::string_view second = R"("aws_launch_template.t[1].id", "aws_launch_template.t[1]", "aws_launch_template.t")";
  constexpr std::string_view other_first = "aws_launch_template.t[0]@2 size p4d.24xlarge\n";  // which nothing uses
  CHECK(told(second) == std::string(other_first) + "aws_instance.a@4 size p5.48xlarge@3 nodes 1\n");
  CHECK(told(R"("aws_launch_template.t[0].id", "aws_launch_template.t[0]", "aws_launch_template.t")") == "aws_launch_template.t[1]@3 size p5.48xlarge\naws_instance.a@4 size p4d.24xlarge@2 nodes 1\n");
  constexpr std::string_view neither = "aws_launch_template.t[0]@2 size p4d.24xlarge\naws_launch_template.t[1]@3 size p5.48xlarge\naws_instance.a@4 size ? nodes 1\n";
  // The block as a whole may not be known, and a condition chooses among others.
  CHECK(told(second, "", "{}") == std::string(other_first) + "aws_instance.a@4 size p5.48xlarge@3 nodes 1\n");
  CHECK(told(R"("var.which", "aws_launch_template.t[1].id", "aws_launch_template.t[1]", "aws_launch_template.t")") == neither);
  CHECK(told(R"("var.which", "aws_launch_template.t[1].id", "aws_launch_template.t[1]", "aws_launch_template.t")", "", "{}") == neither);
  CHECK(told(R"("aws_launch_template.u.id", "aws_launch_template.u")") == neither);
  CHECK(told(R"("aws_launch_template.u[0].id", "aws_launch_template.u[0]", "aws_launch_template.u")") == neither);
  CHECK(told(R"("aws_launch_template.t[0].id", "aws_launch_template.t[1].id")") == neither);
  // Which of its instances one is, chooses nothing else.
  for (const std::string_view index : {"each.key", "each.value", "count.index"})
    CHECK(told("\"" + std::string(index) + "\", " + std::string(second)) == std::string(other_first) + "aws_instance.a@4 size p5.48xlarge@3 nodes 1\n");
}

TEST_CASE("The one resource of a name is meant wherever it stands") {
  CHECK(told_pools(*file_of(R"({"format_version": "1.2", "planned_values": {"root_module": {"resources": [
{"address": "aws_instance.a", "mode": "managed", "type": "aws_instance", "name": "a", "values": {}},
{"address": "aws_launch_template.t", "mode": "managed", "type": "aws_launch_template", "name": "t", "values": {"instance_type": "p5.48xlarge"}}]}},
"configuration": {"root_module": {"resources": [{"address": "aws_instance.a", "expressions": {"launch_template": [{"id": {"references": ["aws_launch_template.t.id", "aws_launch_template.t"]}, "version": {"references": ["var.version"]}}]}}]}}})")) ==
        "aws_instance.a@2 size p5.48xlarge@3 nodes 1\n");
}

// Of one that was there, what scales it may have changed the number since: outside of its bounds it is not what will be.
TEST_CASE("A group that a plan makes or makes anew has the number that it says, beyond its bounds too") {
  const auto told = [](std::string_view actions) {
    const std::string its = R"("address": "aws_autoscaling_group.a", "mode": "managed", "type": "aws_autoscaling_group", "name": "a")";
    return told_pools(*file_of("{\"format_version\": \"1.2\", \"planned_values\": {\"root_module\": {\"resources\": [\n{" + its +
                               R"(, "values": {"desired_capacity": 9, "min_size": 2, "max_size": 7}}]}}, "resource_changes": [{)" + its + R"(, "change": {"actions": [)" + std::string(actions) + "]}}]}\n"));
  };
  for (const std::string_view made : {R"("create")", R"("delete", "create")", R"("create", "delete")"}) CHECK(told(made) == "aws_autoscaling_group.a@2 nodes 9 least 2 most 7\n");
  for (const std::string_view stays : {R"("update")", R"("no-op")", ""}) CHECK(told(stays) == "aws_autoscaling_group.a@2 least 2 most 7\n");
}

TEST_CASE("What is replaced and not yet gone is no machine of a state") {
  const auto told = [](std::string_view more) {
    return told_pools(*file_of("{\"format_version\": \"1.0\", \"values\": {\"root_module\": {\"resources\": [\n{\"address\": \"aws_instance.a\", \"mode\": \"managed\", \"type\": \"aws_instance\", \"name\": \"a\", " +
                               std::string(more) + "\"values\": {\"instance_type\": \"p5.48xlarge\"}}]}}}\n"));
  };
  CHECK(told("") == "aws_instance.a@2 size p5.48xlarge nodes 1\n");
  CHECK(told(R"("deposed_key": "0a1b2c3d", )") == "");
}

TEST_CASE("A quota of AWS is of one region: of several nothing says which") {
  const auto told = [](std::string_view providers) {
    return told_pools(*file_of("{\"format_version\": \"1.2\", \"planned_values\": {\"root_module\": {\"resources\": [\n{\"address\": \"aws_servicequotas_service_quota.q\", \"mode\": \"managed\", "
                               "\"type\": \"aws_servicequotas_service_quota\", \"name\": \"q\", \"values\": {\"quota_code\": \"L-417A185B\", \"value\": 192}}]}}, \"configuration\": {\"provider_config\": {" +
                               std::string(providers) + "}}}\n"));
  };
  constexpr std::string_view known = "quota aws_servicequotas_service_quota.q@2 of Running On-Demand P instances 192\n";
  CHECK(told("") == known);
  CHECK(told(R"("aws": {"name": "aws"})") == known);
  CHECK(told(R"("aws": {"name": "aws"}, "google": {"name": "google"})") == known);
  CHECK(told(R"("aws": {"name": "aws"}, "aws.west": {"name": "aws", "alias": "west"})") == "quota aws_servicequotas_service_quota.q@2 of Running On-Demand P instances ?\n");
}

TEST_CASE("Zones and pools of a Google cluster that its configuration sets, or leaves to the cloud") {
  const auto told = [](std::string_view values, std::string_view unknown, std::string_view expressions) {
    return told_pools(*file_of(planned("google_container_cluster", "{\"location\": \"us-east5-a\", \"initial_node_count\": 3" + std::string(values) + "}", unknown,
                                       expressions.empty() ? std::string()
                                                           : ", \"configuration\": {\"root_module\": {\"resources\": [{\"address\": \"google_container_cluster.a\", \"expressions\": {" + std::string(expressions) + "}}]}}")));
  };
  CHECK(told("", "{}", "") == "google_container_cluster.a.default-pool@2 nodes 3\n");
  CHECK(told(R"(, "node_locations": ["us-east5-b"])", "{}", "") == "google_container_cluster.a.default-pool@2 nodes 6\n");
  CHECK(told("", R"({"node_locations": true})", "") == "google_container_cluster.a.default-pool@2 nodes 3\n");
  CHECK(told("", R"({"node_locations": true})", R"("location": {})") == "google_container_cluster.a.default-pool@2 nodes 3\n");
  CHECK(told("", R"({"node_locations": true})", R"("node_locations": {})").starts_with("google_container_cluster.a.default-pool@2 nodes ?"));
  CHECK(told("", "{}", R"("node_locations": {})") == "google_container_cluster.a.default-pool@2 nodes 3\n");
  // A pool of its own: where its configuration leaves the zones to the cloud, they are as many as its location says.
  const auto pool = [](std::string_view unknown, std::string_view expressions, std::string_view module = {}) {
    const std::string in_module = module.empty() ? "" : "module." + std::string(module) + ".";
    const std::string its = "\"address\": \"" + in_module + R"(google_container_node_pool.a", "mode": "managed", "type": "google_container_node_pool", "name": "a")";
    std::string configured = R"({"resources": [{"address": "google_container_node_pool.a", "expressions": {)" + std::string(expressions) + "}}]}";
    if (!module.empty()) configured = R"({"module_calls": {"m": {"module": )" + configured + "}}}";
    if (module.starts_with("n.")) configured = R"({"module_calls": {"n": {"module": )" + configured + "}}}";
    return told_pools(*file_of("{\"format_version\": \"1.2\", \"planned_values\": {\"root_module\": {\"child_modules\": [{\"address\": \"module.m\", \"resources\": [\n{" + its +
                               R"(, "values": {"location": "us-east5-a", "node_count": 3}}]}]}}, "resource_changes": [{)" + its +
                               R"(, "change": {"actions": ["create"], "after_unknown": )" + std::string(unknown) + R"(}}], "configuration": {"root_module": )" + configured + "}}\n"));
  };
  CHECK(pool("{}", R"("node_locations": {})") == "google_container_node_pool.a@2 nodes 3\n");
  CHECK(pool(R"({"node_locations": true})", R"("location": {})") == "google_container_node_pool.a@2 nodes 3 zone ?\n");
  CHECK(pool(R"({"node_locations": true})", R"("node_locations": {})") == "google_container_node_pool.a@2 nodes ? zone ?\n");
  CHECK(pool(R"({"node_locations": true})", R"("node_locations": {})", "m") == "module.m.google_container_node_pool.a@2 nodes ? zone ?\n");
  CHECK(pool(R"({"node_locations": true})", R"("location": {})", "m") == "module.m.google_container_node_pool.a@2 nodes 3 zone ?\n");
  CHECK(pool(R"({"node_locations": true})", R"("node_locations": {})", "n.module.m") == "module.n.module.m.google_container_node_pool.a@2 nodes ? zone ?\n");
  constexpr std::string_view pools = R"(, "node_pool": [{"name": "default-pool", "initial_node_count": 2}, {"name": "p", "initial_node_count": 5}])";
  CHECK(told(pools, "{}", R"("location": {})") == "google_container_cluster.a.node_pool.default-pool@2 nodes 2\n");
  CHECK(told(pools, "{}", R"("node_pool": [])") == "google_container_cluster.a.node_pool.default-pool@2 nodes 2\ngoogle_container_cluster.a.node_pool.p@2 nodes 5\n");
}

}  // namespace terraform_plan_test
