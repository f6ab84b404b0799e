// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>

#include <doctest/doctest.h>
#include <read/reading.hpp>
#include <read/told_pools.hpp>
#include <string>
#include <string_view>

// Properties of the resources: https://learn.microsoft.com/azure/templates.
namespace arm_pools_test {

using headroom::read::told_pools;

// A template of these resources, from line 3.
std::string told(std::string_view resources, std::string_view more = {}) {
  headroom::read::deployment_file file("{\"contentVersion\": \"1.0.0.0\"" + std::string(more) + ",\n\"resources\": [\n" + std::string(resources) + "]}");
  const auto error = headroom::read::read_source(file);
  if (error.has_value()) return "refused@" + std::to_string(error->line) + (error->column == 0 ? "" : ":" + std::to_string(error->column)) + ": " + error->message + "\n";
  CHECK(file.documents_without_capacity == (file.pools.empty() && file.quotas.empty() ? 1 : 0));
  return told_pools(file);
}

TEST_CASE("Virtual machines of a template: size, priority, disks, interfaces, zone and loop") {
  const auto machine = [](std::string_view properties, std::string_view more = {}) {
    return told(R"({"type": "Microsoft.Compute/virtualMachines", "name": "vm")" + std::string(more) + R"(, "properties": {)" + std::string(properties) + "}}");
  };
  CHECK(machine(R"("hardwareProfile": {"vmSize": "S"})") == "vm@3 size S nodes 1\n");
  CHECK(machine(R"("hardwareProfile": {"vmSize": "S"}, "priority": "Spot",
"storageProfile": {"osDisk": {"managedDisk": {"storageAccountType": "Premium_LRS"}}, "dataDisks": [{}, {}]},
"networkProfile": {"networkInterfaces": [{}, {}, {}]})", R"(, "zones": ["2"])") == "vm@3 size S nodes 1 spot yes disks 2@4 nics 3@5 zone 2 premium yes@4\n");
  CHECK(machine(R"("hardwareProfile": {"vmSize": "S"}, "priority": "Regular", "storageProfile": {"osDisk": {"managedDisk": {"storageAccountType": "Standard_LRS"}},
"dataDisks": [{"managedDisk": {"storageAccountType": "Standard_LRS"}}, {"managedDisk": {"storageAccountType": "PremiumV2_LRS"}}]},
"networkProfile": {"networkInterfaceConfigurations": [{}, {}]})") == "vm@3 size S nodes 1 spot no disks 2@4 nics 2@5 premium yes@4\n");
  CHECK(machine(R"("hardwareProfile": {"vmSize": "S"})", R"(, "zones": ["1", "2"])") == "vm@3 size S nodes 1\n");
  CHECK(machine(R"("hardwareProfile": {"vmSize": "S"})", R"(, "zones": [3])") == "vm@3 size S nodes 1 zone 3\n");
  CHECK(machine(R"("hardwareProfile": {"vmSize": "S"})", R"(, "zones": "[parameters('z')]")") == "vm@3 size S nodes 1 zone ?\n");
  // Of a list of an unknown length no zone is the only one.
  CHECK(told(R"({"type": "Microsoft.Compute/virtualMachines", "name": "vm", "zones": "[variables('z')]", "properties": {"hardwareProfile": {"vmSize": "S"}}})",
             R"(, "variables": {"copy": [{"name": "z", "count": "[parameters('n')]", "input": "1"}]})") == "vm@3 size S nodes 1\n");
  CHECK(machine(R"("hardwareProfile": {"vmSize": ""})") == "vm@3 nodes 1\n");
  CHECK(machine(R"("hardwareProfile": {"vmSize": "${s}"})") == "vm@3 size ? nodes 1\n");
  CHECK(machine(R"("hardwareProfile": {"vmSize": 7})").starts_with("refused@3: expected a text"));
  // A loop, a condition, and a resource that is elsewhere.
  CHECK(machine(R"("hardwareProfile": {"vmSize": "S"})", R"(, "copy": {"name": "l", "count": 5})") == "vm@3 size S nodes 5\n");
  CHECK(machine(R"("hardwareProfile": {"vmSize": "[concat('S', copyIndex())]"})", R"(, "copy": {"name": "l", "count": 2})") ==
        "vm@3 size S0 nodes 1\nvm@3 size S1 nodes 1\n");
  CHECK(machine(R"("hardwareProfile": {"vmSize": "S"})", R"(, "copy": {"name": "l", "count": "[parameters('n')]"})") == "vm@3 size S nodes ?\n");
  CHECK(machine(R"("hardwareProfile": {"vmSize": "S"})", R"(, "copy": {"name": "l", "count": 20000})") == "vm@3 size S nodes 20000\n");
  CHECK(machine(R"("hardwareProfile": {"vmSize": "S"})", R"(, "condition": false)") == "");
  CHECK(machine(R"("hardwareProfile": {"vmSize": "S"})", R"(, "condition": true)") == "vm@3 size S nodes 1\n");
  CHECK(machine(R"("hardwareProfile": {"vmSize": "S"})", R"(, "condition": "[parameters('c')]")") == "vm@3 size S nodes ?\n");
  CHECK(machine(R"("hardwareProfile": {"vmSize": "S"})", R"(, "existing": true)") == "");
}

TEST_CASE("Scale sets of a template, and the bounds of what scales them") {
  const auto set = [](std::string_view sku, std::string_view profile = {}, std::string_view more = {}, std::string_view others = {}) {
    return told(R"({"type": "Microsoft.Compute/virtualMachineScaleSets", "name": "s", "sku": {)" + std::string(sku) + "}" + std::string(more) +
                R"(, "properties": {"virtualMachineProfile": {)" + std::string(profile) + "}}}" + std::string(others));
  };
  CHECK(set(R"("name": "S", "capacity": 4)") == "s@3 size S nodes 4\n");
  CHECK(set(R"("name": "S", "capacity": "4")") == "s@3 size S nodes 4\n");
  CHECK(set(R"("name": "S", "capacity": "")") == "s@3 size S nodes ?\n");
  CHECK(set(R"("name": "S", "capacity": "${n}")") == "s@3 size S nodes ?\n");
  CHECK(set(R"("name": "S", "capacity": true)") == "refused@3: expected a whole number\n");
  CHECK(set(R"("name": "S", "capacity": 4)", {}, R"(, "copy": {"name": "l", "count": 2})") == "s@3 size S nodes 4\ns@3 size S nodes 4\n");
  CHECK(set(R"("name": "mix", "capacity": 4)") == "s@3 size ? nodes 4\n");
  CHECK(set(R"("capacity": 4)") == "");
  CHECK(set(R"("name": "S")", R"("networkProfile": {"networkInterfaceConfigurations": [{}]}, "extensionProfile": {"extensions": [
{"properties": {"type": "CustomScript"}},
{"properties": {"type": "InfiniBandDriverLinux"}}]})", R"(, "zones": ["1"])") == "s@3 size S nics 1 zone 1 infiniband yes@5\n");
  const auto scaled = [&](std::string_view capacity, std::string_view profiles, std::string_view target = "[resourceId('Microsoft.Compute/virtualMachineScaleSets', 's')]") {
    return set(R"("name": "S", "capacity": )" + std::string(capacity), {}, {},
               R"(,
{"type": "Microsoft.Insights/autoscaleSettings", "name": "a", "properties": {"targetResourceUri": ")" + std::string(target) + R"(", "profiles": [)" +
                   std::string(profiles) + "]}}");
  };
  constexpr std::string_view wide = R"({"capacity": {"minimum": "2", "maximum": "9"}})";
  constexpr std::string_view narrow = R"({"capacity": {"minimum": 4, "maximum": 5}})";
  CHECK(scaled("3", wide) == "s@3 size S nodes 3 least 2@4 most 9@4\n");
  CHECK(scaled("3", narrow) == "s@3 size S least 4@4 most 5@4\n");
  CHECK(scaled("6", narrow) == "s@3 size S least 4@4 most 5@4\n");
  CHECK(scaled("3", std::string(narrow) + "," + std::string(wide)) == "s@3 size S nodes 3 least 2@4 most 9@4\n");
  CHECK(scaled("3", "") == "s@3 size S nodes 3\n");
  CHECK(scaled("3", R"({"capacity": {"minimum": "4"}})") == "s@3 size S nodes 3\n");
  CHECK(scaled("3", narrow, "[resourceId('Microsoft.Compute/virtualMachineScaleSets', 'other')]") == "s@3 size S nodes 3\n");
}

TEST_CASE("Agent pools of AKS, listed in their cluster or resources of their own") {
  const auto pool = [](std::string_view keys) {
    const std::string own = told(R"({"type": "Microsoft.ContainerService/managedClusters/agentPools", "name": "c/p", "properties": {)" + std::string(keys) + "}}");
    const std::string listed =
        told(R"({"type": "Microsoft.ContainerService/managedClusters", "name": "c", "properties": {"agentPoolProfiles": [{"name": "p", )" + std::string(keys) + "}]}}");
    CHECK(own == listed);
    return own.substr(std::string_view("c/p@3").size());
  };
  CHECK(pool(R"("vmSize": "S", "count": 3, "gpuInstanceProfile": "MIG1g", "scaleSetPriority": "Spot", "availabilityZones": ["2"])") ==
        " size S nodes 3 mig MIG1g spot yes zone 2\n");
  CHECK(pool(R"("vmSize": "S")") == " size S nodes 1\n");
  CHECK(pool(R"("vmSize": "S", "enableAutoScaling": false)") == " size S nodes 1\n");
  CHECK(pool(R"("vmSize": "S", "virtualMachinesProfile": {})") == " size S\n");
  CHECK(pool(R"("vmSize": "S", "count": 3, "enableAutoScaling": true, "minCount": 1, "maxCount": 5)") == " size S nodes 3 least 1 most 5\n");
  CHECK(pool(R"("vmSize": "S", "enableAutoScaling": "True", "minCount": 1, "maxCount": 5)") == " size S least 1 most 5\n");
  CHECK(pool(R"("vmSize": "S", "count": 3, "enableAutoScaling": "false", "minCount": 1, "maxCount": 5)") == " size S nodes 3\n");
  CHECK(pool(R"("vmSize": "S", "count": 3, "enableAutoScaling": "${on}", "maxCount": 5)") == " size S nodes 3 most ?\n");
  CHECK(pool(R"("vmSize": "S", "count": 3, "enableAutoScaling": "[parameters('on')]", "maxCount": 5)") == " size S nodes 3 most ?\n");
  CHECK(told(R"({"type": "Microsoft.ContainerService/managedClusters/agentPools", "name": "p", "properties": {"enableAutoScaling": 1}})") ==
        "refused@3: expected true or false\n");
  CHECK(told(R"({"type": "Microsoft.ContainerService/managedClusters", "name": "c", "properties": {}})") == "");
  CHECK(told(R"({"type": "Microsoft.ContainerService/managedClusters", "name": "c", "properties": {"agentPoolProfiles": []}})") == "");
  CHECK(told(R"({"type": "Microsoft.ContainerService/managedClusters", "name": "c", "properties": {
"agentPoolProfiles": "[parameters('p')]"}})") == "c@3 size ?@4 nodes ?@4\n");
  CHECK(told(R"({"type": "Microsoft.ContainerService/managedClusters", "name": "c", "properties": {"agentPoolProfiles": [
"[parameters('p')]"]}})") == "c@4 size ? nodes ?\n");
  CHECK(told(R"({"type": "Microsoft.ContainerService/managedClusters", "name": "c", "properties": {"agentPoolProfiles": [{"vmSize": "S"}]}})") == "c@3 size S nodes 1\n");
  // A child's type is short.
  CHECK(told(R"({"type": "Microsoft.ContainerService/managedClusters", "name": "c", "properties": {}, "resources": [{"type": "agentPools", "name": "p",
"properties": {"vmSize": "S", "count": 2}}]})") == "c/p@3 size S@4 nodes 2@4\n");
  CHECK(told(R"({"type": "Microsoft.ContainerService/managedClusters", "name": "c", "properties": {}, "resources": [{"type": "Microsoft.Compute/virtualMachines", "name": "v",
"properties": {"hardwareProfile": {"vmSize": "S"}}}]})") == "c/v@3 size S@4 nodes 1\n");
}

TEST_CASE("Reservations and quotas of a template, and templates within it") {
  CHECK(told(R"({"type": "Microsoft.Compute/capacityReservationGroups/capacityReservations", "name": "g/r", "sku": {"name": "S", "capacity": 7}, "zones": ["1"]})") ==
        "g/r@3 size S nodes 7 zone 1\n");
  CHECK(told(R"({"type": "Microsoft.Quota/quotas", "name": "a/b", "properties": {"limit": {"limitObjectType": "LimitValue",
"value": 96}, "name": {"value": "F"}}})") == "quota a/b@3 of F 96@4\n");
  CHECK(told(R"({"type": "Microsoft.Quota/quotas", "name": "a/b", "properties": {"limit": 96}})") == "quota a/b@3 of b 96\n");
  CHECK(told(R"({"type": "Microsoft.Quota/quotas", "name": "b", "properties": {"limit": 96}})") == "quota b@3 of b 96\n");
  constexpr std::string_view inner = R"("template": {"parameters": {"size": {"defaultValue": "I"}}, "resources": [
{"type": "Microsoft.Compute/virtualMachines", "name": "vm", "properties": {"hardwareProfile": {"vmSize": "[parameters('size')]"}}}]})";
  const auto deployed = [&](std::string_view options) {
    return told(R"({"type": "Microsoft.Resources/deployments", "name": "d", "properties": {)" + std::string(options) + std::string(inner) + "}}",
                R"(, "parameters": {"size": {"defaultValue": "O"}})");
  };
  CHECK(deployed("") == "vm@4 size O@1 nodes 1\n");
  CHECK(deployed(R"("expressionEvaluationOptions": {"scope": "outer"}, )") == "vm@4 size O@1 nodes 1\n");
  CHECK(deployed(R"("expressionEvaluationOptions": {"scope": "Inner"}, )") == "vm@4 size I@3 nodes 1\n");
  CHECK(deployed(R"("expressionEvaluationOptions": {"scope": "inner"}, "parameters": {"size": {"value": "P"}}, )") == "vm@4 size P@3 nodes 1\n");
  // A parameter may be a secret that is kept elsewhere.
  CHECK(deployed(R"("expressionEvaluationOptions": {"scope": "inner"}, "parameters": {"size": {"reference": {"secretName": "s"}}}, )") == "vm@4 size ? nodes 1\n");
}

}  // namespace arm_pools_test
