// SPDX-License-Identifier: BSL-1.0
#include <check/checker.hpp>
#include <headroom/read/deployment.hpp>
#include <headroom/read/terraform/terraform.hpp>
#include <reading.hpp>

#include <check.hpp>
#include <headroom/deployment/check.hpp>
#include <headroom/deployment/sentence.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace terraform_cases {

namespace hr = headroom;
namespace program = headroom::read;

program::deployment_file read(std::string text) {
  program::deployment_file file(std::move(text));
  const auto problem = program::read_source(file);
  CHECK(!problem.has_value());
  return file;
}

// A state with these resources, each on a line of its own from line 3.
std::string state(std::string_view resources) {
  return "{\"format_version\": \"1.0\", \"terraform_version\": \"1.9.0\", \"values\": {\"root_module\":\n"
         "{\"resources\": [\n" +
         std::string(resources) + "\n]}}}\n";
}

std::string resource(std::string_view type, std::string_view address, std::string_view values) {
  return R"({"address": ")" + std::string(address) + R"(", "mode": "managed", "type": ")" + std::string(type) +
         R"(", "name": "x", "values": )" + std::string(values) + "}";
}

}  // namespace terraform_cases

TEST_CASE("Machines of one resource make one pool, those of another kind their own") {
  using namespace terraform_cases;
  const auto machine = [](int i, std::string_view size) {
    return resource("azurerm_linux_virtual_machine", "azurerm_linux_virtual_machine.x[" + std::to_string(i) + "]",
                    "{\"size\": \"" + std::string(size) + "\"}");
  };
  const auto file = read(state(machine(0, "Standard_ND96isr_H100_v5") + ",\n" + machine(1, "Standard_D4s_v5") + ",\n" +
                               machine(2, "Standard_ND96isr_H100_v5")));
  CHECK(file.format == "terraform");
  CHECK(file.pools.size() == 2);
  CHECK(file.pools[0].nodes.value == 2);
  CHECK(file.pools[0].size.value == "Standard_ND96isr_H100_v5");
  CHECK(file.pools[0].line == 3);
  CHECK(file.pools[1].nodes.value == 1);
  CHECK(file.pools[1].line == 4);
}

TEST_CASE("The older scale set of azurerm has its size and number in a block") {
  using namespace terraform_cases;
  const auto file = read(state(resource("azurerm_virtual_machine_scale_set", "azurerm_virtual_machine_scale_set.x",
                                        R"({"sku": [{"name": "Standard_ND96isr_H100_v5", "tier": "Standard", "capacity": 3}], "zones": ["2"]})")));
  REQUIRE(file.pools.size() == 1);
  CHECK(file.pools[0].size.value == "Standard_ND96isr_H100_v5");
  CHECK(file.pools[0].nodes.value == 3);
  CHECK(file.pools[0].zone.value == "2");
}

TEST_CASE("A launch configuration is of the group that names it, else of machines whose number nobody says") {
  using namespace terraform_cases;
  const std::string configuration = resource("aws_launch_configuration", "aws_launch_configuration.x",
                                             R"({"name": "gpu", "instance_type": "p5.48xlarge", "spot_price": "40"})");
  const auto group = [](std::string_view of) {
    return resource("aws_autoscaling_group", "aws_autoscaling_group.x",
                    R"({"desired_capacity": 4, "min_size": 4, "max_size": 4, "launch_configuration": ")" + std::string(of) + "\"}");
  };
  const auto used = read(state(configuration + ",\n" + group("gpu")));
  REQUIRE(used.pools.size() == 1);
  CHECK(used.uncounted.empty());
  CHECK(used.pools[0].size.value == "p5.48xlarge");
  CHECK(used.pools[0].nodes.value == 4);
  CHECK(used.pools[0].spot.value);
  const auto alone = read(state(configuration));
  REQUIRE(alone.pools.size() == 1);
  CHECK(alone.uncounted.empty());
  CHECK(alone.pools[0].nodes.is_silent());
  CHECK(alone.pools[0].spot.value);
}

TEST_CASE("Data sources and resources that hold no machines are recognised and not judged") {
  using namespace terraform_cases;
  std::string data = resource("azurerm_kubernetes_cluster", "data.azurerm_kubernetes_cluster.x",
                              R"({"default_node_pool": [{"vm_size": "Standard_NC6s_v3", "node_count": 3}]})");
  data.replace(data.find("managed"), 7, "data");
  const auto file = read(state(data));
  CHECK(file.pools.empty());
  CHECK(file.documents_without_capacity == 1);
  CHECK(read("{\"format_version\": \"1.0\", \"terraform_version\": \"1.9.0\"}").documents_without_capacity == 1);
}

TEST_CASE("A node group of several instance types: what holds for all of them, and nothing for those without GPUs") {
  using namespace terraform_cases;
  const auto told = [](std::string_view types, std::string_view more) {
    const std::string text =
        state(resource("aws_eks_node_group", "aws_eks_node_group.x",
                       "{\"instance_types\": [" + std::string(types) +
                           "], \"scaling_config\": [{\"desired_size\": 2, \"max_size\": 2, \"min_size\": 2}], " +
                           "\"launch_template\": [], " + std::string(more) + "}"));
    std::string all;
    for (const auto& each : headroom::program::findings_of(read(text), "x", {}))
      all += std::string(hr::name(each.severity)) + ": " + each.sentence + "\n";
    return all;
  };
  constexpr std::string_view alike = R"("p4d.24xlarge", "p4de.24xlarge", "p4d.24xlarge")";
  constexpr std::string_view any =
      "unknown: aws_eks_node_group.x: its machine cannot be judged; it may be any of p4d.24xlarge, p4de.24xlarge\n";
  CHECK(told(alike, "\"tags\": {\"note\": \"16 GPUs on 2 nodes\"}") == any);
  CHECK(told(alike, "\"tags\": {\"note\": \"48 GPUs (2 nodes)\"}") ==
        std::string(any) + "warning: \"48 GPUs (2 nodes)\" contradicts itself: a node of p4d.24xlarge has 8 GPUs, and all of these nodes 16\n");
  CHECK(told(R"("p4d.24xlarge", "p4d.24xlarge")", "\"tags\": {}") == "");
  CHECK(told(R"("m5.large", "m5a.large", "m6i.large")", "\"tags\": {}") == "");
}

TEST_CASE("Other JSON is not taken for Terraform's") {
  using namespace terraform_cases;
  CHECK(!program::is_terraform(program::source_text("{\"version\": 4, \"terraform_version\": \"1.9.0\"}")));
  CHECK(!program::is_terraform(program::source_text("{\"format_version\": \"1.0\"}")));
  CHECK(!program::is_terraform(program::source_text("[]")));
  CHECK(!program::is_terraform(program::source_text("format_version: 1")));
}

TEST_CASE("The limits of an autoscaler count only where it is on") {
  using namespace terraform_cases;
  const auto pool = [](std::string_view enabled) {
    return read(state(resource("azurerm_kubernetes_cluster_node_pool", "azurerm_kubernetes_cluster_node_pool.x",
                               "{\"vm_size\": \"Standard_NC24ads_A100_v4\", \"node_count\": 3, \"min_count\": 0, "
                               "\"max_count\": 0, " +
                                   std::string(enabled) + "}")));
  };
  CHECK(pool("\"enable_auto_scaling\": false").pools[0].most_nodes.is_silent());
  CHECK(pool("\"enable_auto_scaling\": false").pools[0].nodes.value == 3);
  // The state shows where the autoscaler stands, which is no promise.
  CHECK(pool("\"auto_scaling_enabled\": true").pools[0].most_nodes.is_known());
  CHECK(pool("\"auto_scaling_enabled\": true").pools[0].nodes.is_silent());
}

TEST_CASE("Capacity in other units than machines is no number of machines") {
  using namespace terraform_cases;
  const auto group = [](std::string_view unit) {
    return read(
        state(resource("aws_autoscaling_group", "aws_autoscaling_group.x",
                       R"({"desired_capacity": 384, "max_size": 384, "min_size": 0, "desired_capacity_type": ")" +
                           std::string(unit) + R"("})")));
  };
  CHECK(group("units").pools[0].nodes.value == 384);
  CHECK(group("vcpu").pools[0].nodes.is_unresolved());
  CHECK(group("vcpu").pools[0].most_nodes.is_unresolved());
}

TEST_CASE("A regional cluster of GKE without its zones has a number of nodes that the file does not tell") {
  using namespace terraform_cases;
  const auto pool = [](std::string_view location, std::string_view zones) {
    const std::string both = resource("google_container_cluster", "google_container_cluster.x",
                                      "{\"name\": \"c\", \"remove_default_node_pool\": true, \"location\": \"" +
                                          std::string(location) + "\"}") +
                             ",\n" +
                             resource("google_container_node_pool", "google_container_node_pool.x",
                                      "{\"name\": \"p\", \"cluster\": \"c\", \"node_count\": 2" + std::string(zones) +
                                          ", \"node_config\": [{\"machine_type\": \"a3-highgpu-8g\"}]}");
    return read(state(both)).pools.at(0).nodes;
  };
  CHECK(pool("us-east5", "").is_unresolved());
  CHECK(pool("us-east5-a", "").value == 2);
  CHECK(pool("us-east5", ", \"node_locations\": [\"us-east5-a\", \"us-east5-b\", \"us-east5-c\"]").value == 6);
}

TEST_CASE("A launch template chosen by a condition is not known") {
  using namespace terraform_cases;
  const auto plan = [](std::string_view references) {
    const std::string both =
        resource("aws_launch_template", "aws_launch_template.x", R"({"instance_type": "p5.48xlarge"})") + ",\n" +
        resource("aws_eks_node_group", "aws_eks_node_group.x",
                 R"({"scaling_config": [{"desired_size": 2}], "launch_template": [{}]})");
    return read("{\"format_version\": \"1.2\", \"planned_values\": {\"root_module\": {\"resources\": [" + both +
                "]}}, \"configuration\": {\"root_module\": {\"resources\": [{\"address\": \"aws_eks_node_group.x\", "
                "\"expressions\": {\"launch_template\": [{\"id\": {\"references\": [" +
                std::string(references) + "]}}]}}]}}}");
  };
  const auto sure = plan(R"("aws_launch_template.x.id", "aws_launch_template.x")");
  CHECK(sure.pools.size() == 1);
  CHECK(sure.pools[0].size.value == "p5.48xlarge");
  const auto unsure = plan(R"("var.own", "aws_launch_template.x.id", "aws_launch_template.x")");
  CHECK(unsure.pools.back().size.is_unresolved());
}

TEST_CASE("What cannot stand there is refused with its line") {
  using namespace terraform_cases;
  program::deployment_file file(
      state(resource("aws_autoscaling_group", "aws_autoscaling_group.x", R"({"desired_capacity": -2})")));
  const auto problem = program::read_source(file);
  CHECK(problem.has_value());
  CHECK(problem->line == 3);
}

TEST_CASE("Machines in a reservation are counted once, and a reservation alone is a pool") {
  using namespace terraform_cases;
  const std::string reservation = resource("azurerm_capacity_reservation", "azurerm_capacity_reservation.x",
                                           R"({"sku": [{"name": "standard_nd96isr_h100_v5", "capacity": 4}]})");
  const std::string machine = resource("azurerm_linux_virtual_machine", "azurerm_linux_virtual_machine.x",
                                       R"({"size": "Standard_ND96isr_H100_v5"})");
  CHECK(read(state(reservation + ",\n" + machine)).pools.size() == 1);
  CHECK(read(state(reservation)).pools.at(0).nodes.value == 4);
}

TEST_CASE("A pool of GKE that is a resource of its own is not counted again in its cluster's list") {
  using namespace terraform_cases;
  const std::string pool = R"({"name": "gpu", "cluster": "c", "node_count": 2, "node_locations": ["us-east5-a"],)"
                           R"( "node_config": [{"machine_type": "a3-highgpu-8g"}]})";
  const std::string cluster = resource("google_container_cluster", "google_container_cluster.x",
                                       R"({"name": "c", "location": "us-east5-a", "node_config": [{"machine_type":)"
                                       R"( "a3-highgpu-8g"}], "node_pool": [)" +
                                           pool + "]}");
  const std::string own = resource("google_container_node_pool", "google_container_node_pool.x", pool);
  CHECK(read(state(cluster + ",\n" + own)).pools.size() == 1);
  CHECK(read(state(cluster)).pools.size() == 1);
}
