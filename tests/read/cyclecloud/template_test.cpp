// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>

#include <doctest/doctest.h>
#include <headroom/read/cyclecloud/cyclecloud.hpp>
#include <read/reading.hpp>
#include <read/told_pools.hpp>
#include <string>
#include <string_view>

// Sections and attributes: https://learn.microsoft.com/azure/cyclecloud/cluster-references/cluster-template-reference.
namespace cyclecloud_template_test {

// All that the pools of a file say, and what is noted of it.
std::string told(const headroom::read::deployment_file& file) {
  std::string all = headroom::read::told_pools(file, true);
  for (const auto& note : file.noted) all += "noted@" + std::to_string(note.line) + ": " + note.message + "\n";
  return all;
}

// Of a template with these lines from its second.
std::string told_of(std::string_view lines) {
  headroom::read::deployment_file file("[cluster c]\n" + std::string(lines));
  const auto error = headroom::read::read_source(file);
  CHECK(file.format == "cyclecloud");
  if (error.has_value()) return "refused@" + std::to_string(error->line) + ": " + error->message + "\n";
  CHECK(file.documents_without_capacity == (file.pools.empty() ? 1 : 0));
  return told(file);
}

TEST_CASE("Nodes and arrays of a template: numbers of them, of cores, and of all in the cluster") {
  CHECK(told_of("[[node n]]\nMachineType = S\n") == "n@2 size S@3 nodes 1@2\n");
  CHECK(told_of("[[nodearray a]]\nMachineType = S\n") == "a@2 size S@3\n");
  CHECK(told_of("[[nodearray a]]\nMachineType =\n[[node n]]\nMachineType = S\n") == "n@4 size S@5 nodes 1@4\n");
  CHECK(told_of("[[nodearray a]]\nMachineType = S\nInitialCount = 3\nMinCount = 2\nMaxCount = 7\nMaxCoreCount = 96\nInitialCoreCount = 48\n") ==
        "a@2 size S@3 nodes 3@4 least 2@5 most 7@6 cores 96@7 first cores 48@8\n");
  CHECK(told_of("MaxCount = 9\nMaxCoreCount = 960\n[[nodearray a]]\nMachineType = S\n[[node n]]\nMachineType = S\n") ==
        "a@4 size S@5 most of all 9@2 cores of all 960@3\nn@6 size S@7 nodes 1@6\n");
  // A switch that is on is one.
  CHECK(told_of("[[nodearray a]]\nMachineType = S\nInitialCount = true\nMinCount = False\nMaxCount = TRUE\n") ==
        "a@2 size S@3 nodes 1@4 least 0@5 most 1@6\n");
  CHECK(told_of("[[nodearray a]]\nMachineType = S\nInitialCount =\nMaxCount = many\n").starts_with("refused@5: "));
  CHECK(told_of("[[nodearray a]]\nMachineType = S\nInitialCount =\n") == "a@2 size S@3\n");
  // Without a size, for others to extend, and what stands for all.
  CHECK(told_of("[[nodearray a]]\nMaxCount = 7\n") == "");
  CHECK(told_of("[[nodearray a]]\nMachineType =\n") == "");
  CHECK(told_of("[[nodearray a]]\nAbstract = true\nMachineType = S\n") == "");
  CHECK(told_of("[[nodearray a]]\nAbstract = Yes\nMachineType = S\n") == "");
  CHECK(told_of("[[nodearray a]]\nAbstract = 1\nMachineType = S\n") == "");
  CHECK(told_of("[[nodearray a]]\nAbstract = false\nMachineType = S\n") == "a@2 size S@4\n");
  CHECK(told_of("[[node Defaults]]\nMachineType = S\n[[nodearray a]]\n") == "a@4 size S@3\n");
}

TEST_CASE("The first cluster, parameters of the third level and defaults wherever they stand") {
  CHECK(told_of("MaxCount = 9\n[[nodearray a]]\nMachineType = S\n[cluster d]\nMaxCount = 4\n") == "a@3 size S@4 most of all 9@2\n");
  CHECK(told_of("[[cluster d]]\nMaxCount = 4\n[[nodearray a]]\nMachineType = S\n") == "a@4 size S@5\n");
  headroom::read::deployment_file inner(std::string("[parameters p]\n[[cluster q]]\nMaxCount = 3\n[cluster c]\nMaxCount = 9\n[[nodearray a]]\nMachineType = S\n"));
  REQUIRE_FALSE(headroom::read::read_source(inner).has_value());
  CHECK(told(inner) == "a@6 size S@7 most of all 9@5\n");
  CHECK(told_of("[[node n]]\n[[node m]]\nMachineType = T\n[[node defaults]]\nMachineType = S\n") == "n@2 size S@6 nodes 1@2\nm@3 size T@4 nodes 1@3\n");
  const auto sized = [](std::string_view size, std::string_view signs) {
    return told_of("[[node n]]\nMachineType = " + std::string(size) + "\n[parameters A]\n[[parameters B]]\n" + std::string(signs) + "parameter S" +
                   std::string(signs.size(), ']') + "\nDefaultValue = big\n");
  };
  CHECK(sized("$S", "[[[") == "n@2 size big@7 nodes 1@2\n");
  CHECK(sized("${S}", "[[[") == "n@2 size big@7 nodes 1@2\n");
  CHECK(sized("$S", "[[") == "n@2 size ?@3 nodes 1@2\n");
  for (const std::string_view other : {"${S", "$S}", "$xS}", "${Sx"}) CHECK(sized(other, "[[[") == "n@2 size ?@3 nodes 1@2\n");
  CHECK_FALSE(headroom::read::is_cyclecloud(headroom::read::source_text("[a]\nb = c\n")));
  CHECK_FALSE(headroom::read::is_cyclecloud(headroom::read::source_text("b = c\n[cluster c]\n[[node n]]\n")));
  CHECK_FALSE(headroom::read::is_cyclecloud(headroom::read::source_text("[cluster c]\n")));
  CHECK_FALSE(headroom::read::is_cyclecloud(headroom::read::source_text("[[node n]]\n")));
  CHECK_FALSE(headroom::read::is_cyclecloud_parameters(headroom::read::source_text("[GPUMachineType]\n")));
}

TEST_CASE("A node says first what it says itself, then what it extends from the last, then the defaults") {
  constexpr std::string_view others = "[[node defaults]]\nMaxCount = 1\nInterruptible = true\n"
                                      "[[nodearray x]]\nAbstract = true\nMaxCount = 2\nMachineType = X\nInitialCount = 20\n"
                                      "[[nodearray y]]\nAbstract = true\nMaxCount = 3\nMachineType = Y\nExtends = z\n"
                                      "[[nodearray z]]\nAbstract = true\nMinCount = 4\nMachineType = Z\nExtends = y\n";
  const auto told_with = [&](std::string_view lines) { return told_of(std::string(others) + "[[nodearray a]]\n" + std::string(lines)); };
  CHECK(told_with("MachineType = S\n") == "a@20 size S@21 most 1@3 spot yes@4\n");
  CHECK(told_with("Extends = x\n") == "a@20 size X@8 nodes 20@9 most 2@7 spot yes@4\n");
  CHECK(told_with("Extends = X, y\n") == "a@20 size Y@13 nodes 20@9 least 4@17 most 3@12 spot yes@4\n");
  CHECK(told_with("Extends = y,x\nMaxCount = 5\nInterruptible = no\n") == "a@20 size X@8 nodes 20@9 least 4@17 most 5@22 spot no@23\n");
  CHECK(told_with("Extends = other , z\n") == "a@20 size Z@18 least 4@17 most 3@12 spot yes@4\n");
  CHECK(told_with("Extends = a\nMachineType = S\n") == "a@20 size S@22 most 1@3 spot yes@4\n");
  CHECK(told_with("Extends = zx, zz\n") == "");
}

TEST_CASE("Parameters of a template stand for their defaults; expressions and those without are left open") {
  constexpr std::string_view parameters = "[parameters P]\n[[parameters Q]]\n[[[parameter Size]]]\nDefaultValue = S\n[[[parameter Most]]]\nDefaultValue = 12\n"
                                          "[[[parameter None]]]\nLabel = none\n[[[parameter Empty]]]\nDefaultValue =\n"
                                          "[[[parameter Other]]]\nDefaultValue = $Size\n";
  const auto told_with = [&](std::string_view lines) { return told_of(std::string(lines) + std::string(parameters)); };
  CHECK(told_with("[[nodearray a]]\nMachineType = $Size\nMaxCount = ${Most}\n") == "a@2 size S@8 most 12@10\n");
  CHECK(told_with("[[nodearray a]]\nMachineType = $SIZE\nMaxCount = $most\n") == "a@2 size S@8 most 12@10\n");
  CHECK(told_with("[[nodearray a]]\nMachineType = $None\nMaxCount = $Nowhere\n") == "a@2 size ?@3 most ?@4\n");
  CHECK(told_with("[[nodearray a]]\nMachineType = ${Size + 1}\nMaxCount = := 1 + 2\n") == "a@2 size ?@3 most ?@4\n");
  CHECK(told_with("[[nodearray a]]\nMachineType = S\nMaxCount = $Empty\nInterruptible = $Empty\n") == "a@2 size S@3\n");
  CHECK(told_with("[[nodearray a]]\nMachineType = $Empty\n") == "");
  CHECK(told_with("[[nodearray a]]\nMachineType = $Other\nInterruptible = $Nowhere\nAzure.SinglePlacementGroup = true\n") ==
        "a@2 size ?@17 spot ?@4 together yes@5\n");
}

TEST_CASE("Several sizes of an array are pools of their own, whose numbers are together") {
  CHECK(told_of("[[nodearray a]]\nMachineType = S, T,, U\nMaxCount = 7\nInitialCount = 2\nMinCount = 1\nInitialCoreCount = 8\nMaxCoreCount = 64\n") ==
        "a@2 size S@3 nodes ?@5 least 1@6 most ?@4 cores 64@8 first cores 8@7\n"
        "a@2 size T@3 nodes ?@5 least 1@6 most ?@4 cores 64@8\n"
        "a@2 size U@3 nodes ?@5 least 1@6 most ?@4 cores 64@8\n");
  // More than there may be is wrong of all of them together: the first tells so.
  CHECK(told_of("[[nodearray a]]\nMachineType = S,T\nMaxCount = 7\nInitialCount = 8\n") ==
        "a@2 size S@3 nodes 8@5 most 7@4\na@2 size T@3 nodes ?@5 most ?@4\n");
  CHECK(told_of("[[nodearray a]]\nMachineType = S,T\nMaxCount = 7\nInitialCount = 7\n") ==
        "a@2 size S@3 nodes ?@5 most ?@4\na@2 size T@3 nodes ?@5 most ?@4\n");
  CHECK(told_of("[[nodearray a]]\nMachineType = S,\nMaxCount = 7\n") == "a@2 size S@3 most ?@4\n");
  CHECK(told_of("[[nodearray a]]\nMachineType = S,T\nInitialCount = 2\n") == "a@2 size S@3 nodes ?@4\na@2 size T@3 nodes ?@4\n");
}

TEST_CASE("Volumes and interfaces of a node, each name once, without the disk that it boots from") {
  const auto told_with = [](std::string_view parts) { return told_of("[[nodearray a]]\nMachineType = S\n" + std::string(parts)).substr(std::string_view("a@2 size S@3").size()); };
  CHECK(told_with("[[[volume v]]]\nSize = 1\n") == " disks 1@4\n");
  CHECK(told_with("[[[volume v]]]\n[[[volume w]]]\n[[[volume V]]]\n[[[network-interface eth0]]]\n[[[network-interface eth1]]]\n[[[network-interface eth2]]]\n") ==
        " disks 2@4 nics 3@7\n");
  CHECK(told_with("[[[volume boot]]]\nStorageAccountType = Premium_LRS\n") == " premium yes@5\n");
  CHECK(told_with("[[[volume boot]]]\nStorageAccountType = Standard_LRS\n[[[volume v]]]\nStorageAccountType = premium_lrs\n") == " disks 1@6 premium yes@7\n");
  CHECK(told_with("[[[volume v]]]\nStorageAccountType = Premium_LRS\n[[[volume w]]]\nStorageAccountType = Premium_LRS\n") == " disks 2@4 premium yes@5\n");
  CHECK(told_with("[[[volume v]]]\n[[[[volume w]]]]\nStorageAccountType = Premium_LRS\n[[[[network-interface eth0]]]]\n") == " disks 1@4\n");
  CHECK(told_with("[[[volume v]]]\nDisabled = true\n[[[volume w]]]\nDisabled = false\n") == " disks 1@6\n");
  CHECK(told_with("[[[volume v]]]\nDisabled = $X\n[[[volume w]]]\n[[[network-interface eth0]]]\n") == " disks ?@6 nics ?@7\n");
  CHECK(told_with("[[[volume v]]]\nDisabled = true\nStorageAccountType = Premium_LRS\n") == "\n");
  CHECK(told_with("[[[network-interface eth0]]]\nStorageAccountType = Premium_LRS\n[[[cluster-init x]]]\n[[[configuration]]]\n") == " nics 1@4\n");
  CHECK(told_of("[[node defaults]]\n[[[volume v]]]\n[[nodearray a]]\nMachineType = S\n[[[volume w]]]\n[[[volume v]]]\nStorageAccountType = Premium_LRS\n") ==
        "a@4 size S@5 disks 2@6 premium yes@8\n");
}

TEST_CASE("Keys and nodes that a template says twice are noted") {
  CHECK(told_of("[[nodearray a]]\nMachineType = S\nMachineType = T\n").find("noted@4: ") != std::string::npos);
  CHECK(told_of("[[nodearray a]]\nMachineType = S\n[[nodearray a]]\nMachineType = T\n").find("noted@4: ") != std::string::npos);
}

// Parameters, as "cyclecloud export_parameters" prints them.
TEST_CASE("Parameters of a cluster: an array for each machine type, and its limits") {
  const auto told_with = [](std::string_view members) {
    const auto file = headroom::read::file_of("{\"Credentials\": \"c\",\n\"Region\": \"r\",\n" + std::string(members) + "}");
    CHECK(file->format == "cyclecloud-parameters");
    CHECK(file->documents_without_capacity == (file->pools.empty() ? 1 : 0));
    return told(*file);
  };
  CHECK(told_with("\"GPUMachineType\": \"S\"") == "GPU@3 size S@3\n");
  CHECK(told_with("\"GPUMachineType\": \"S\",\n\"MaxGPUExecuteNodeCount\": 7,\n\"GPUUseLowPrio\": true") == "GPU@3 size S@3 most 7@4 spot yes@5\n");
  CHECK(told_with("\"gpuMachineType\": \"S\",\n\"maxgpunodecount\": 7,\n\"MaxGPUExecuteCoreCount\": 96,\n\"GPUuselowprio\": false") ==
        "gpu@3 size S@3 most 7@4 cores 96@5 spot no@6\n");
  CHECK(told_with("\"GPUMachineType\": \"S\",\n\"MaxGPUExecuteNodeCount\": 7,\n\"MaxGPUNodeCount\": 8") == "GPU@3 size S@3 most 7@4\n");
  CHECK(told_with("\"GPUMachineType\": \"S\",\n\"MaxGPUExecuteNodeCount\": \"\"") == "GPU@3 size S@3\n");
  CHECK(told_with("\"GPUMachineType\": [\"S\", \"T\"],\n\"MaxGPUExecuteNodeCount\": 7,\n\"MaxGPUCoreCount\": 96") ==
        "GPU@3 size S@3 most ?@4 cores 96@5\nGPU@3 size T@3 most ?@4 cores 96@5\n");
  CHECK(told_with("\"GPUMachineType\": \"S, ,T,\"") == "GPU@3 size S@3\nGPU@3 size T@3\n");
  CHECK(told_with("\"GPUMachineType\": \"$Size\"") == "GPU@3 size ?@3\n");
  CHECK(told_with("\"SchedulerMachineType\": \"S\",\n\"loginMachineType\": \"T\",\n\"NumberLoginNodes\": 2") ==
        "Scheduler@3 size S@3 nodes 1@3\nlogin@4 size T@4 nodes 2@5\n");
  CHECK(told_with("\"GPUMachineType\": \"\"") == "");
  // Of a limit that is left open it is not the sizes that leave it so.
  const auto open = headroom::read::file_of("{\"Credentials\": \"c\", \"Region\": \"r\", \"GPUMachineType\": \"S,T\", \"MaxGPUNodeCount\": \"$N\"}");
  CHECK(open->pools.at(1).most_nodes.state == headroom::said_state::left_open);
}

}  // namespace cyclecloud_template_test
