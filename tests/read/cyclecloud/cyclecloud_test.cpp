// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/cyclecloud/cyclecloud.hpp>

#include <check.hpp>
#include <read/reading.hpp>
#include <headroom/read/deployment.hpp>
#include <headroom/deployment/check.hpp>
#include <headroom/deployment/sentence.hpp>
#include <memory>
#include <string>
#include <utility>

namespace cyclecloud_cases {

namespace program = headroom::read;
using program::file_of;

}  // namespace cyclecloud_cases

TEST_CASE("A template: nodes extend nodes, parameters have defaults") {
  using namespace cyclecloud_cases;
  const auto file = file_of(
      "[cluster train]\n"
      "  [[node defaults]]\n"
      "  Interruptible = true\n"
      "    [[[volume data]]]\n"
      "    Size = 1024\n"
      "    StorageAccountType = Premium_LRS\n"
      "  [[nodearray base]]\n"
      "  Abstract = true\n"
      "  MachineType = $Size\n"
      "  MaxCount = 8 # at most\n"
      "    [[[volume boot]]]\n"
      "    Size = 64\n"
      "    [[[volume scratch]]]\n"
      "    Disabled = false\n"
      "  [[nodearray gpu]]\n"
      "  Extends = base\n"
      "  Interruptible = $Spot\n"
      "  Azure.SinglePlacementGroup = true\n"
      "  InitialCount = 2\n"
      "  [[node scheduler]]\n"
      "  MachineType = ${ifThenElse(a, b, c)}\n"
      "  [[nodearray none]]\n"
      "  MaxCount = 4\n"
      "[parameters Machines]\n"
      "  [[[parameter Size]]]\n"
      "  DefaultValue = Standard_ND96isr_H100_v5\n");
  CHECK(file->format == "cyclecloud");
  REQUIRE(file->pools.size() == 2);
  const hr::machine_pool& gpu = file->pools[0];
  CHECK(gpu.name == "gpu");
  CHECK(gpu.line == 15);
  CHECK(gpu.size.value == "Standard_ND96isr_H100_v5");
  CHECK(gpu.size.line == 26);
  CHECK(gpu.nodes.value == 2);
  CHECK(gpu.most_nodes.value == 8);
  CHECK(gpu.most_nodes.line == 10);
  CHECK(gpu.spot.is_unresolved());
  CHECK(gpu.one_placement.value);
  CHECK(gpu.data_disks.value == 2);
  CHECK(gpu.features.premium_storage.value);
  const hr::machine_pool& scheduler = file->pools[1];
  CHECK(scheduler.size.is_unresolved());
  CHECK(scheduler.nodes.value == 1);
  CHECK(scheduler.spot.value);
}

TEST_CASE("Nodes that extend each other in a circle end") {
  using namespace cyclecloud_cases;
  const auto file = file_of("[cluster x]\n[[node a]]\nExtends = b, a\nMachineType = y\n[[node b]]\nExtends = a,b\n");
  CHECK(file->pools.size() == 2);
}

TEST_CASE("A limit of several sizes is none of each, and says how to make it one") {
  using namespace cyclecloud_cases;
  const auto file = file_of(
      "[cluster x]\n[[node a]]\nMachineType = Standard_D4s_v5\n[[nodearray gpu]]\n"
      "MachineType = Standard_ND96isr_H100_v5, Standard_ND96isr_H200_v5\nMaxCount = 10\nInitialCount = 2\n");
  REQUIRE(file->pools.size() == 3);
  for (const std::size_t i : {1U, 2U}) {
    CHECK(file->pools[i].most_nodes.is_unresolved());
    CHECK(file->pools[i].nodes.is_unresolved());
  }
  for (const hr::finding& each : hr::check(file->view("x"), hr::check_terms{}))
    if (each.rule == "machines_held")
      CHECK(hr::cure_of(each) == "give its parameter a default, or each size an array of its own");
}

TEST_CASE("A switch as a number of nodes is 0 or 1") {
  using namespace cyclecloud_cases;
  const auto nodes_of = [](const std::string& value) {
    return file_of("[cluster x]\n[[nodearray ha]]\nMachineType = y\nInitialCount = " + value +
                   "\n[parameters p]\n[[[parameter Second]]]\nDefaultValue = true\n")
        ->pools.front()
        .nodes;
  };
  CHECK(nodes_of("false").value_or(-1) == 0);
  CHECK(nodes_of("$Second").value_or(-1) == 1);
  CHECK(nodes_of("$Second").line == 7);
  program::deployment_file cores("[cluster x]\n[[nodearray ha]]\nMachineType = y\nMaxCoreCount = true\n");
  CHECK(program::read_source(cores).has_value());
}

TEST_CASE("Parameters: a pool for each machine type that is chosen") {
  using namespace cyclecloud_cases;
  const auto file = file_of(
      "{\"Region\": \"eastus\", \"SubnetId\": \"\",\n"
      " \"GPUMachineType\": \"Standard_ND96isr_H100_v5\", \"MaxGPUExecuteNodeCount\": \"4\", \"GPUUseLowPrio\": true,\n"
      " \"HTCMachineType\": \"\", \"DynamicMachineType\": [\"Standard_D2_v4\", \"Standard_D4_v4\"],\n"
      " \"MaxDynamicExecuteCoreCount\": null, \"loginMachineType\": \"Standard_D4_v4\", \"NumberLoginNodes\": 1}\n");
  CHECK(file->format == "cyclecloud-parameters");
  REQUIRE(file->pools.size() == 4);
  CHECK(file->pools[0].name == "GPU");
  CHECK(file->pools[0].most_nodes.value == 4);
  CHECK(file->pools[0].spot.value);
  CHECK(file->pools[2].size.value == "Standard_D4_v4");
  CHECK(file->pools[3].nodes.value == 1);
}

TEST_CASE("A limit among parameters is a number, or none where its text is empty") {
  using namespace cyclecloud_cases;
  const auto most = [](std::string_view limit) {
    program::deployment_file file("{\"Region\": \"eastus\", \"SubnetId\": \"\", \"GPUMachineType\": \"Standard_ND96isr_H100_v5\", \"MaxGPUExecuteNodeCount\": " + std::string(limit) + "}");
    if (program::read_source(file).has_value()) return std::string("refused");
    return file.pools.at(0).most_nodes.is_silent() ? std::string() : std::to_string(file.pools[0].most_nodes.value);
  };
  CHECK(most("4") == "4");
  CHECK(most("\"4\"") == "4");
  CHECK(most("\"\"") == "");
  CHECK(most("null") == "");
  CHECK(most("[4]") == "refused");
}

TEST_CASE("Parameters of sizes alone are known by their keys, unless others stand beside them") {
  using namespace cyclecloud_cases;
  const auto is_known = [](std::string text) {
    return program::is_cyclecloud_parameters(program::source_text(std::move(text)));
  };
  CHECK(is_known(R"({"GPUMachineType": "Standard_ND96isr_H100_v5"})"));
  CHECK(is_known(R"({"loginMachineType": "Standard_D4s_v5", "HPCMachineType": "", "MaxHPCExecuteNodeCount": 4})"));
  CHECK(!is_known(R"({"gpuMachineType": "a2-highgpu-1g"})"));
  CHECK(!is_known(R"({"GPUMachineType": "Standard_ND96isr_H100_v5", "Owner": "ml"})"));
  for (const std::string_view own : {"MaxGPUCoreCount", "MaxNodeCount", "GPUUseLowPrio", "NumberLoginNodes", "Region"})
    CHECK(is_known(R"({"GPUMachineType": "Standard_ND96isr_H100_v5", ")" + std::string(own) + "\": 4}"));
  for (const std::string_view other : {"InitialGPUCoreCount", "GPUNodeCount", "MaxGPUCount", "NumberLoginNode"})
    CHECK(!is_known(R"({"GPUMachineType": "Standard_ND96isr_H100_v5", ")" + std::string(other) + "\": 4}"));
  CHECK(!is_known(R"({"GPUMachineType": "Standard_ND96isr_H100_v5", "Region": "eastus", "Owner": "ml"})"));
  CHECK(is_known(R"({"GPUMachineType": "Standard_ND96isr_H100_v5", "Region": "eastus", "SubnetId": "", "Owner": "ml"})"));
  CHECK(!is_known(R"({"MachineType": "Standard_ND96isr_H100_v5"})"));
  CHECK(!is_known(R"({"": "", "XMachineTypes": ""})"));
}
