// SPDX-License-Identifier: BSL-1.0
#include "told.hpp"

// Arguments of the resources: https://registry.terraform.io/providers/hashicorp/azurerm/latest/docs.
namespace azurerm_test {

using headroom::read::check_pools;

TEST_CASE("Virtual machines of azurerm: size, priority, disk, interfaces and zone") {
  check_pools({
      {{{"azurerm_linux_virtual_machine.a", R"({"size": "Standard_ND96asr_v4", "priority": "Spot", "zone": "2",
"os_disk": [{"storage_account_type": "Premium_LRS"}], "network_interface_ids": ["x", "y"]})"}},
       "azurerm_linux_virtual_machine.a@2 size Standard_ND96asr_v4 nodes 1 spot yes nics 2@3 zone 2 premium yes@3\n"},
      {{{"azurerm_windows_virtual_machine.a", R"({"size": "Standard_ND96asr_v4", "priority": "Regular", "os_disk": [{"storage_account_type": "Standard_LRS"}]})"}},
       "azurerm_windows_virtual_machine.a@2 size Standard_ND96asr_v4 nodes 1 spot no\n"},
      {{{"azurerm_linux_virtual_machine.a", R"({"size": "Standard_ND96asr_v4", "os_disk": [{"storage_account_type": "PremiumV2_LRS"}]})"}},
       "azurerm_linux_virtual_machine.a@2 size Standard_ND96asr_v4 nodes 1 premium yes\n"},
      // The older machine says it in other words.
      {{{"azurerm_virtual_machine.a", R"({"vm_size": "Standard_NC24ads_A100_v4", "size": "x", "zones": ["3"], "zone": "1", "storage_data_disk": [{}, {}],
"storage_os_disk": [{"managed_disk_type": "Premium_LRS"}]})"}},
       "azurerm_virtual_machine.a@2 size Standard_NC24ads_A100_v4 nodes 1 disks 2 zone 3 premium yes@3\n"},
      {{{"azurerm_virtual_machine.a", R"({"vm_size": "Standard_NC24ads_A100_v4", "storage_os_disk": [{"managed_disk_type": "Standard_LRS"}],
"storage_data_disk": [{"managed_disk_type": "Standard_LRS"}, {"managed_disk_type": "Premium_LRS"}]})"}},
       "azurerm_virtual_machine.a@2 size Standard_NC24ads_A100_v4 nodes 1 disks 2@3 premium yes@3\n"},
      {{{"azurerm_virtual_machine.a", R"({"vm_size": "Standard_NC24ads_A100_v4", "zones": ["1", "2"], "os_disk": [{"storage_account_type": "Premium_LRS"}]})"}},
       "azurerm_virtual_machine.a@2 size Standard_NC24ads_A100_v4 nodes 1\n"},
      // Machines of one resource are a pool as far as they are alike.
      {{{"azurerm_linux_virtual_machine.a[0]", R"({"size": "Standard_ND96asr_v4", "zone": "1"})"},
        {"azurerm_linux_virtual_machine.a[1]", R"({"size": "Standard_ND96asr_v4", "zone": "1"})"},
        {"azurerm_linux_virtual_machine.a[2]", R"({"size": "Standard_ND96asr_v4", "zone": "2"})"},
        {"azurerm_linux_virtual_machine.a[3]", R"({"size": "Standard_ND96asr_v4", "zone": "1", "priority": "Spot"})"},
        {"azurerm_linux_virtual_machine.a[4]", R"({"size": "Standard_ND96asr_v4", "zone": "1", "os_disk": [{"storage_account_type": "Premium_LRS"}]})"},
        {"azurerm_linux_virtual_machine.a[5]", R"({"size": "Standard_ND96asr_v4", "zone": "1", "network_interface_ids": ["x"]})"},
        {"azurerm_linux_virtual_machine.a[6]", R"({"size": "Standard_ND96asr_v4", "zone": "1", "network_interface_ids": ["x"]})"},
        {"azurerm_linux_virtual_machine.a[7]", R"({"size": "Standard_ND96asr_v4", "zone": "1", "network_interface_ids": ["x", "y"]})"},
        {"azurerm_linux_virtual_machine.a[8]", R"({"size": "Standard_ND96isr_H100_v5", "zone": "1"})"}},
       "azurerm_linux_virtual_machine.a[0]@2 size Standard_ND96asr_v4 nodes 2 zone 1\n"
       "azurerm_linux_virtual_machine.a[2]@4 size Standard_ND96asr_v4 nodes 1 zone 2\n"
       "azurerm_linux_virtual_machine.a[3]@5 size Standard_ND96asr_v4 nodes 1 spot yes zone 1\n"
       "azurerm_linux_virtual_machine.a[4]@6 size Standard_ND96asr_v4 nodes 1 zone 1 premium yes\n"
       "azurerm_linux_virtual_machine.a[5]@7 size Standard_ND96asr_v4 nodes 2 nics 1 zone 1\n"
       "azurerm_linux_virtual_machine.a[7]@9 size Standard_ND96asr_v4 nodes 1 nics 2 zone 1\n"
       "azurerm_linux_virtual_machine.a[8]@10 size Standard_ND96isr_H100_v5 nodes 1 zone 1\n"},
  });
}

TEST_CASE("Scale sets of azurerm, of all four kinds") {
  check_pools({
      {{{"azurerm_linux_virtual_machine_scale_set.s", R"({"sku": "Standard_ND96isr_H100_v5", "instances": 6, "priority": "Spot", "zones": ["1"], "network_interface": [{}],
"data_disk": [{}, {"storage_account_type": "Premium_LRS"}], "extension": [{"type": "CustomScript"}, {"type": "InfiniBandDriverLinux"}]})"}},
       "azurerm_linux_virtual_machine_scale_set.s@2 size Standard_ND96isr_H100_v5 nodes 6 spot yes disks 2@3 nics 1 zone 1 premium yes@3 infiniband yes@3\n"},
      {{{"azurerm_windows_virtual_machine_scale_set.s", R"({"sku": "Standard_ND96isr_H100_v5", "instances": 6, "os_disk": [{"storage_account_type": "Premium_LRS"}],
"data_disk": [{"storage_account_type": "Premium_LRS"}], "zones": ["1", "2"], "extension": [{"type": "CustomScript"}]})"}},
       "azurerm_windows_virtual_machine_scale_set.s@2 size Standard_ND96isr_H100_v5 nodes 6 disks 1@3 premium yes\n"},
      {{{"azurerm_orchestrated_virtual_machine_scale_set.s", R"({"sku_name": "Standard_ND96isr_H100_v5", "sku": "x", "instances": 4})"}},
       "azurerm_orchestrated_virtual_machine_scale_set.s@2 size Standard_ND96isr_H100_v5 nodes 4\n"},
      // A profile of several sizes; a set that only groups machines.
      {{{"azurerm_orchestrated_virtual_machine_scale_set.s", R"({"instances": 4,
"sku_name": "mix"})"}}, "azurerm_orchestrated_virtual_machine_scale_set.s@2 size ?@3 nodes 4\n"},
      {{{"azurerm_orchestrated_virtual_machine_scale_set.s", R"({"instances": 4})"}}, ""},
      {{{"azurerm_linux_virtual_machine_scale_set.s", R"({"instances": 4})"}}, "azurerm_linux_virtual_machine_scale_set.s@2 nodes 4\n"},
      {{{"azurerm_virtual_machine_scale_set.s", R"({"sku": [{"name": "Standard_ND96isr_H100_v5", "capacity": 5}], "instances": 9, "network_profile": [{}, {}], "network_interface": [{}],
"storage_profile_data_disk": [{"managed_disk_type": "Premium_LRS"}], "data_disk": [{}, {}, {}], "storage_profile_os_disk": [{"managed_disk_type": "Standard_LRS"}]})"}},
       "azurerm_virtual_machine_scale_set.s@2 size Standard_ND96isr_H100_v5 nodes 5 disks 1@3 nics 2 premium yes@3\n"},
      {{{"azurerm_virtual_machine_scale_set.s", R"({"sku": [{"name": "Standard_ND96isr_H100_v5"}], "storage_profile_os_disk": [{"managed_disk_type": "Premium_LRS"}],
"storage_profile_data_disk": [{"managed_disk_type": "Premium_LRS"}]})"}},
       "azurerm_virtual_machine_scale_set.s@2 size Standard_ND96isr_H100_v5 disks 1@3 premium yes\n"},
      {{{"azurerm_virtual_machine_scale_set.s", R"({"sku": [{"name": "Standard_ND96isr_H100_v5"}], "storage_profile_data_disk": [{"managed_disk_type": "Standard_LRS"}]})"}},
       "azurerm_virtual_machine_scale_set.s@2 size Standard_ND96isr_H100_v5 disks 1\n"},
  });
}

TEST_CASE("The profiles of an autoscale setting bound the set that it is about together") {
  const auto told = [](std::string_view instances, std::string_view profiles) {
    const std::string set = R"({"id": "s", "sku": "x", "instances": )" + std::string(instances) + "}";
    const std::string setting = R"({"target_resource_id": "s", "profile": [)" + std::string(profiles) + "]}";
    const std::string all = headroom::read::told_pools(*headroom::read::file_of(headroom::read::state_of(
        {{"azurerm_linux_virtual_machine_scale_set.s", set}, {"azurerm_monitor_autoscale_setting.a", setting}})));
    constexpr std::string_view head = "azurerm_linux_virtual_machine_scale_set.s@2 size x";
    REQUIRE(all.starts_with(head));
    return all.substr(head.size());
  };
  constexpr std::string_view wide = R"({"capacity": [{"minimum": 2, "maximum": 9, "default": 3}]})";
  constexpr std::string_view narrow = R"({"capacity": [{"minimum": 4, "maximum": 5}]})";
  const auto both = [](std::string_view a, std::string_view b) { return std::string(a) + ", " + std::string(b); };
  CHECK(told("3", wide) == " nodes 3 least 2@3 most 9@3\n");
  CHECK(told("3", narrow) == " least 4@3 most 5@3\n");
  CHECK(told("6", narrow) == " least 4@3 most 5@3\n");
  CHECK(told("3", both(wide, narrow)) == " nodes 3 least 2@3 most 9@3\n");
  CHECK(told("3", both(narrow, wide)) == " nodes 3 least 2@3 most 9@3\n");
  CHECK(told("3", both(narrow, R"({"capacity": [{"minimum": 4, "maximum": 5}]})")) == " least 4@3 most 5@3\n");
  CHECK(told("3", "") == " nodes 3\n");
}

TEST_CASE("Node pools of AKS: their own, and the default one of a cluster") {
  constexpr std::string_view all = R"("vm_size": "Standard_NC96ads_A100_v4", "node_count": 3, "gpu_instance": "MIG1g", "priority": "Spot", "zones": ["2"], "min_count": 1, "max_count": 8)";
  constexpr std::string_view told = " size Standard_NC96ads_A100_v4 nodes 3 mig MIG1g spot yes zone 2\n";
  constexpr std::string_view scaled = " size Standard_NC96ads_A100_v4 nodes 3 least 1 most 8 mig MIG1g spot yes zone 2\n";
  const auto pool = [&](std::string_view more) {
    const std::string values = "{" + std::string(all) + std::string(more) + "}";
    std::string is = headroom::read::told_pools(*headroom::read::file_of(headroom::read::state_of({{"azurerm_kubernetes_cluster_node_pool.p", values}})));
    constexpr std::string_view head = "azurerm_kubernetes_cluster_node_pool.p@2";
    REQUIRE(is.starts_with(head));
    // The default pool of a cluster takes the same words.
    const std::string cluster = "{\n\"default_node_pool\": [" + values + "]}";
    constexpr std::string_view other = "azurerm_kubernetes_cluster.c.default_node_pool@3";
    CHECK(headroom::read::told_pools(*headroom::read::file_of(headroom::read::state_of({{"azurerm_kubernetes_cluster.c", cluster}}))) ==
          std::string(other) + is.substr(head.size()));
    return is.substr(head.size());
  };
  CHECK(pool("") == told);
  CHECK(pool(R"(, "auto_scaling_enabled": true)") == scaled);
  CHECK(pool(R"(, "enable_auto_scaling": true)") == scaled);
  CHECK(pool(R"(, "auto_scaling_enabled": false)") == told);
  CHECK(pool(R"(, "auto_scaling_enabled": false, "enable_auto_scaling": true)") == told);
  CHECK(pool(R"(, "auto_scaling_enabled": "${var.on}")") == " size Standard_NC96ads_A100_v4 nodes 3 most ? mig MIG1g spot yes zone 2\n");
  check_pools({
      {{{"azurerm_kubernetes_cluster.c", "{}"}}, ""},
      {{{"azurerm_kubernetes_cluster.c", R"({"default_node_pool": []})"}}, ""},
      {{{"azurerm_kubernetes_cluster.c", R"({"default_node_pool": null})"}}, ""},
      {{{"azurerm_kubernetes_cluster_node_pool.p", R"({"vm_size": "x", "node_count": 9, "min_count": 1, "max_count": 8, "auto_scaling_enabled": true})"}},
       "azurerm_kubernetes_cluster_node_pool.p@2 size x least 1 most 8\n"},
  });
}

TEST_CASE("Reservations of azurerm, and quotas by the azapi provider") {
  check_pools({
      {{{"azurerm_capacity_reservation.r", R"({"sku": [{"name": "Standard_ND96asr_v4", "capacity": 7}], "zone": "1"})"}},
       "azurerm_capacity_reservation.r@2 size Standard_ND96asr_v4 nodes 7 zone 1\n"},
      {{{"azapi_resource.q", R"({"type": "Microsoft.Quota/quotas@2023-02-01", "name": "standardNDASv4_A100Family",
"body": {"properties": {"limit": {"value": 384}}}})"}},
       "quota azapi_resource.q@2 of standardNDASv4_A100Family 384@3\n"},
      {{{"azapi_resource.q", R"({"type": "Microsoft.Storage/storageAccounts@2023-02-01", "name": "x", "body": {"properties": {"limit": {"value": 384}}}})"}}, ""},
      {{{"azapi_other.q", R"({"type": "Microsoft.Quota/quotas@2023-02-01", "name": "x", "body": {"properties": {"limit": {"value": 384}}}})"}}, ""},
  });
  // A quota of GPUs asks for none.
  CHECK(headroom::read::file_of(headroom::read::state_of({{"azapi_resource.q", R"({"type": "Microsoft.Quota/quotas@2023-02-01", "name": "q", "body": {"gpuCount": 8}})"}}))->uncounted.empty());
}

}  // namespace azurerm_test
