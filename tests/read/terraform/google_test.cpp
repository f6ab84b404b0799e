// SPDX-License-Identifier: BSL-1.0
#include "told.hpp"

// Arguments of the resources: https://registry.terraform.io/providers/hashicorp/google/latest/docs.
namespace google_test {

using headroom::read::check_pools;

TEST_CASE("Machines of Google: size, accelerators, scheduling, interfaces and disks") {
  check_pools({
      {{{"google_compute_instance.a", R"({"machine_type": "a2-highgpu-4g", "zone": "us-east5-b",
"guest_accelerator": [{"type": "nvidia-tesla-a100", "count": 4}], "scheduling": [{"provisioning_model": "SPOT", "preemptible": false}],
"network_interface": [{}, {}], "attached_disk": [{}, {}, {}]})"}},
       "google_compute_instance.a@2 size a2-highgpu-4g type A100-SXM4-40GB@3 nodes 1 gpus 4@3 spot yes@3 disks 3@4 nics 2@4 zone us-east5-b\n"},
      // No accelerator: a count of 0, or none. A partition of a GPU. Unknown names stay.
      {{{"google_compute_instance.a", R"({"machine_type": "n1-standard-4", "guest_accelerator": [{"type": "", "count": 0}], "attached_disk": [], "network_interface": null})"}},
       "google_compute_instance.a@2 size n1-standard-4 nodes 1\n"},
      {{{"google_compute_instance.a", R"({"machine_type": "n1-standard-4", "guest_accelerator": [{"type": "a-new-gpu", "count": 1, "gpu_partition_size": "1g.5gb"}], "attached_disk": [{}], "network_interface": []})"}},
       "google_compute_instance.a@2 size n1-standard-4 type a-new-gpu nodes 1 gpus 1 mig 1g.5gb disks 1 nics 0\n"},
      {{{"google_compute_instance.a", R"({"machine_type": "n1-standard-4", "guest_accelerator": [], "scheduling": []})"}},
       "google_compute_instance.a@2 size n1-standard-4 nodes 1\n"},
      // Both words of what may be taken away, each alone, and against each other.
      {{{"google_compute_instance.a", R"({"machine_type": "a2-highgpu-1g", "scheduling": [{"preemptible": true, "provisioning_model": "STANDARD"}]})"}},
       "google_compute_instance.a@2 size a2-highgpu-1g nodes 1 spot yes\n"},
      {{{"google_compute_instance.a", R"({"machine_type": "a2-highgpu-1g", "scheduling": [{"preemptible": false, "provisioning_model": "STANDARD"}]})"}},
       "google_compute_instance.a@2 size a2-highgpu-1g nodes 1 spot no\n"},
      {{{"google_compute_instance.a", R"({"machine_type": "a2-highgpu-1g", "scheduling": [{"preemptible": false}]})"}},
       "google_compute_instance.a@2 size a2-highgpu-1g nodes 1 spot no\n"},
      {{{"google_compute_instance.a", R"({"machine_type": "a2-highgpu-1g", "scheduling": [{"provisioning_model": "SPOT"}]})"}},
       "google_compute_instance.a@2 size a2-highgpu-1g nodes 1 spot yes\n"},
      // Instances of one resource that are alike are one pool.
      {{{"google_compute_instance.a[0]", R"({"machine_type": "a2-highgpu-1g"})"},
        {"google_compute_instance.a[1]", R"({"machine_type": "a2-highgpu-1g"})"},
        {"google_compute_instance.b[1]", R"({"machine_type": "a2-highgpu-1g"})"},
        {"google_compute_instance.a[2]", R"({"machine_type": "a2-highgpu-1g", "zone": "us-east5-a"})"}},
       "google_compute_instance.a[0]@2 size a2-highgpu-1g nodes 2\n"
       "google_compute_instance.b[1]@4 size a2-highgpu-1g nodes 1\n"
       "google_compute_instance.a[2]@5 size a2-highgpu-1g nodes 1 zone us-east5-a\n"},
  });
}

TEST_CASE("Managed groups of Google have the machines of the one template that they name") {
  constexpr std::string_view of_t = R"({"name": "t", "self_link": "https://t", "machine_type": "a3-highgpu-8g", "network_interface": [{}, {}, {}]})";
  // What the template says stands in its line.
  check_pools({
      {{{"google_compute_instance_template.t", of_t},
        {"google_compute_instance_group_manager.g", R"({"target_size": 3, "zone": "us-east5-a", "version": [{"instance_template": "https://t"}]})"}},
       "google_compute_instance_group_manager.g@3 size a3-highgpu-8g@2 nodes 3 nics 3@2 zone us-east5-a\n"},
      {{{"google_compute_region_instance_template.t", of_t},
        {"google_compute_region_instance_group_manager.g", R"({"target_size": 5, "version": [{"instance_template": "t"}]})"}},
       "google_compute_region_instance_group_manager.g@3 size a3-highgpu-8g@2 nodes 5 nics 3@2\n"},
      // A template that nothing uses: how many machines is for others to say. Several versions, or one of elsewhere: which is not known.
      {{{"google_compute_instance_template.t", of_t}}, "google_compute_instance_template.t@2 size a3-highgpu-8g nics 3\n"},
      {{{"google_compute_region_instance_template.t", of_t}}, "google_compute_region_instance_template.t@2 size a3-highgpu-8g nics 3\n"},
      {{{"google_compute_instance_template.t", of_t},
        {"google_compute_instance_group_manager.g", R"({"target_size": 3,
"version": [{"instance_template": "t"}, {"instance_template": "u"}]})"}},
       "google_compute_instance_group_manager.g@3 size ?@4 nodes 3\n"},
      {{{"google_compute_instance_group_manager.g", R"({"target_size": 3})"}}, "google_compute_instance_group_manager.g@2 size ? nodes 3\n"},
      {{{"google_compute_instance_template.t", of_t}, {"google_compute_instance_group_manager.g", R"({"target_size": 3, "version": [{"instance_template": "u"}]})"}},
       "google_compute_instance_template.t@2 size a3-highgpu-8g nics 3\n"
       "google_compute_instance_group_manager.g@3 size ? nodes 3\n"},
  });
}

TEST_CASE("An autoscaler of Google decides the size of a group where it is outside of its bounds") {
  const auto told = [](std::string_view size, std::string_view kind, std::string_view bounds) {
    const std::string group = R"({"id": "g", "target_size": )" + std::string(size) + R"(, "version": []})";
    const std::string policy = R"({"target": "g", "autoscaling_policy": [)" + std::string(bounds) + "]}";
    const std::string scaler = "google_compute_" + std::string(kind) + "autoscaler.s";
    const std::string manager = "google_compute_" + std::string(kind) + "instance_group_manager.g";
    return headroom::read::told_pools(*headroom::read::file_of(headroom::read::state_of({{manager, group}, {scaler, policy}})));
  };
  constexpr std::string_view bounds = R"({"min_replicas": 2, "max_replicas": 4})";
  CHECK(told("1", "", bounds) == "google_compute_instance_group_manager.g@2 size ? least 2@3 most 4@3\n");
  CHECK(told("2", "", bounds) == "google_compute_instance_group_manager.g@2 size ? nodes 2 least 2@3 most 4@3\n");
  CHECK(told("4", "region_", bounds) == "google_compute_region_instance_group_manager.g@2 size ? nodes 4 least 2@3 most 4@3\n");
  CHECK(told("5", "region_", bounds) == "google_compute_region_instance_group_manager.g@2 size ? least 2@3 most 4@3\n");
  CHECK(told("5", "", R"({"min_replicas": 2})") == "google_compute_instance_group_manager.g@2 size ? nodes 5 least 2@3\n");
  CHECK(told("0", "", R"({"max_replicas": 3})") == "google_compute_instance_group_manager.g@2 size ? nodes 0 most 3@3\n");
}

TEST_CASE("A reservation of Google holds machines where none of its size are in the file") {
  constexpr std::string_view reservation = R"({"zone": "us-east5-a",
"specific_reservation": [{"count": 7, "instance_properties": [{"machine_type": "a4-highgpu-8g"}]}]})";
  check_pools({
      {{{"google_compute_reservation.r", reservation}}, "google_compute_reservation.r@2 size a4-highgpu-8g@3 nodes 7@3 zone us-east5-a\n"},
      {{{"google_compute_reservation.r", reservation}, {"google_compute_instance.a", R"({"machine_type": "a3-highgpu-8g"})"}},
       "google_compute_instance.a@4 size a3-highgpu-8g nodes 1\n"
       "google_compute_reservation.r@2 size a4-highgpu-8g@3 nodes 7@3 zone us-east5-a\n"},
      {{{"google_compute_reservation.r", reservation}, {"google_compute_instance.a", R"({"machine_type": "a4-highgpu-8g"})"}},
       "google_compute_instance.a@4 size a4-highgpu-8g nodes 1\n"},
  });
}

TEST_CASE("Node pools of GKE count nodes by the zone, and autoscalers by zone or in all") {
  const auto told = [](std::string_view cluster, std::string_view pool) {
    const std::string own = R"({"name": "c", "remove_default_node_pool": true, )" + std::string(cluster) + "}";
    const std::string its = R"({"name": "p", "cluster": "c", )" + std::string(pool) + "}";
    std::string all = headroom::read::told_pools(*headroom::read::file_of(
        headroom::read::state_of({{"google_container_cluster.c", own}, {"google_container_node_pool.p", its}})));
    REQUIRE(all.starts_with("google_container_node_pool.p@3"));
    return all.substr(30);
  };
  constexpr std::string_view zonal = R"("location": "us-east5-a")";
  constexpr std::string_view zonal_3 = R"("location": "us-east5-a", "node_locations": ["us-east5-b", "us-east5-c"])";
  constexpr std::string_view regional = R"("location": "us-east5")";
  constexpr std::string_view regional_2 = R"("location": "us-east5", "node_locations": ["us-east5-a", "us-east5-b"])";
  // A zonal cluster's list names zones beside its own, a regional one's all of them.
  CHECK(told(zonal, R"("node_count": 5)") == " nodes 5\n");
  CHECK(told(zonal_3, R"("node_count": 5)") == " nodes 15\n");
  CHECK(told(regional_2, R"("node_count": 5)") == " nodes 10\n");
  CHECK(told(regional, R"("node_count": 5)") == " nodes ?@2\n");
  CHECK(told(R"("location": "us-east5", "node_locations": [])", R"("node_count": 5)") == " nodes ?@2\n");
  CHECK(told(R"("location": "us-east5", "node_locations": ["us-east5-a"])", R"("node_count": 5)") == " nodes 5\n");
  CHECK(told(R"("node_locations": ["us-east5-a"])", R"("node_count": 5)") == " nodes ?@2\n");
  CHECK(told(regional, R"("node_count": 0)") == " nodes 0\n");
  // The pool's own list comes first; of one zone it is the zone.
  CHECK(told(zonal_3, R"("node_count": 5, "node_locations": ["us-east5-a"])") == " nodes 5 zone us-east5-a\n");
  CHECK(told(zonal, R"("node_count": 5, "node_locations": ["us-east5-a", "us-east5-b"])") == " nodes 10\n");
  CHECK(told(zonal_3, R"("node_count": 5, "node_locations": [])") == " nodes 15\n");
  // The first number is the cluster's own later; one that nobody says is computed.
  CHECK(told(zonal, R"("initial_node_count": 3)") == " nodes 3\n");
  CHECK(told(zonal, R"("initial_node_count": 3, "node_count": 7)") == " nodes 7\n");
  CHECK(told(zonal, R"("node_config": [])") == " nodes ?\n");
  CHECK(told(zonal, R"("node_config": [], "autoscaling": [])") == " nodes ?\n");
  CHECK(told(zonal, R"("node_config": [], "autoscaling": null)") == " nodes ?\n");
  // Autoscalers: by zone, or in all where that is more than 0. A size within the bounds stays.
  CHECK(told(zonal_3, R"("initial_node_count": 1, "autoscaling": [{"min_node_count": 1, "max_node_count": 4}])") == " nodes 3 least 3 most 12\n");
  CHECK(told(zonal_3, R"("initial_node_count": 1, "autoscaling": [{"min_node_count": 2, "max_node_count": 4}])") == " least 6 most 12\n");
  CHECK(told(zonal_3, R"("initial_node_count": 4, "autoscaling": [{"min_node_count": 2, "max_node_count": 4}])") == " nodes 12 least 6 most 12\n");
  CHECK(told(zonal_3, R"("initial_node_count": 5, "autoscaling": [{"min_node_count": 2, "max_node_count": 4}])") == " least 6 most 12\n");
  CHECK(told(zonal_3, R"("autoscaling": [{"min_node_count": 2, "max_node_count": 4}])") == " least 6 most 12\n");
  CHECK(told(zonal_3, R"("node_count": 1, "autoscaling": [{"total_min_node_count": 2, "total_max_node_count": 9, "min_node_count": 0, "max_node_count": 0}])") ==
        " nodes 3 least 2 most 9\n");
  CHECK(told(zonal_3, R"("node_count": 1, "autoscaling": [{"total_min_node_count": 0, "total_max_node_count": 1, "max_node_count": 7}])") ==
        " least 0 most 1\n");
  CHECK(told(zonal_3, R"("node_count": 1, "autoscaling": [{"total_min_node_count": 0, "total_max_node_count": 0, "min_node_count": 0, "max_node_count": 7}])") ==
        " nodes 3 least 0 most 21\n");
  // Where the zones are not known a least above the most is wrong of any number of them.
  CHECK(told(regional, R"("node_count": 1, "autoscaling": [{"min_node_count": 4, "max_node_count": 3}])") == " nodes ?@2 least 4 most 3\n");
  CHECK(told(regional, R"("node_count": 1, "autoscaling": [{"min_node_count": 3, "max_node_count": 3}])") == " nodes ?@2 least ?@2 most ?@2\n");
  CHECK(told(regional, R"("node_count": 1, "autoscaling": [{"max_node_count": 3}])") == " nodes ?@2 most ?@2\n");
  CHECK(told(regional, R"("node_count": 1, "autoscaling": [{"min_node_count": 4}])") == " nodes ?@2 least ?@2\n");
  CHECK(told(zonal_3, R"("node_count": 1, "autoscaling": [{"min_node_count": 4, "max_node_count": 3}])") == " least 12 most 9\n");
  // Machines.
  CHECK(told(zonal, R"("node_count": 1, "node_config": [{"machine_type": "a2-ultragpu-2g", "spot": true, "preemptible": false, "guest_accelerator": [{"type": "nvidia-a100-80gb", "count": 2, "gpu_partition_size": "3g.40gb"}]}])") ==
        " size a2-ultragpu-2g type A100-SXM4-80GB nodes 1 gpus 2 mig 3g.40gb spot yes\n");
  CHECK(told(zonal, R"("node_count": 1, "node_config": [{"machine_type": "x", "spot": false, "preemptible": true}])") == " size x nodes 1 spot yes\n");
  CHECK(told(zonal, R"("node_count": 1, "node_config": [{"machine_type": "x", "spot": false}])") == " size x nodes 1 spot no\n");
  CHECK(told(zonal, R"("node_count": 1, "node_config": [{"machine_type": "x", "preemptible": false}])") == " size x nodes 1 spot no\n");
}

TEST_CASE("Node pools of GKE of a cluster that the file does not have are in its location") {
  check_pools({
      {{{"google_container_node_pool.p", R"({"cluster": "c", "node_count": 2, "location": "us-east5-a"})"}}, "google_container_node_pool.p@2 nodes 2\n"},
      {{{"google_container_node_pool.p", R"({"cluster": "c", "node_count": 2,
"location": "us-east5"})"}}, "google_container_node_pool.p@2 nodes ?@3\n"},
      {{{"google_container_node_pool.p", R"({"cluster": "c", "node_count": 2,
"location": "us-east5-ab"})"}}, "google_container_node_pool.p@2 nodes ?@3\n"},
      {{{"google_container_node_pool.p", R"({"cluster": "c", "node_count": 2,
"location": "a"})"}}, "google_container_node_pool.p@2 nodes ?@3\n"},
      {{{"google_container_node_pool.p", R"({"cluster": "c",
"node_count": 2})"}}, "google_container_node_pool.p@2 nodes ?\n"},
  });
}

TEST_CASE("A placement policy with a topology of GPUs asks for one domain, a compact one does not") {
  const auto told = [](std::string_view policy, std::string_view pool) {
    const std::string of_pool = R"({"name": "p", "node_count": 1, "location": "us-east5-a", )" + std::string(pool) + "}";
    return headroom::read::told_pools(*headroom::read::file_of(headroom::read::state_of(
        {{"google_compute_resource_policy.r", policy}, {"google_container_node_pool.p", of_pool}})));
  };
  constexpr std::string_view domain = R"({"name": "r", "group_placement_policy": [{"collocation": "COLLOCATED", "gpu_topology": "1x72"}]})";
  constexpr std::string_view compact = R"({"name": "r", "group_placement_policy": [{"collocation": "COLLOCATED"}]})";
  constexpr std::string_view names_it = R"("placement_policy": [{"type": "COMPACT", "policy_name": "r"}])";
  CHECK(told(domain, names_it) == "google_container_node_pool.p@3 nodes 1 together yes\n");
  CHECK(told(compact, names_it) == "google_container_node_pool.p@3 nodes 1\n");
  CHECK(told(domain, R"("placement_policy": [{"type": "COMPACT"}])") == "google_container_node_pool.p@3 nodes 1\n");
  CHECK(told(domain, R"("placement_policy": [{"type": "COMPACT", "policy_name": "s"}])") == "google_container_node_pool.p@3 nodes 1\n");
}

TEST_CASE("A cluster of GKE has the default pool that it keeps, and the listed pools that are no resources of their own") {
  constexpr std::string_view place = R"("location": "us-east5-a", "node_locations": ["us-east5-b"])";
  const auto told = [&](std::string_view cluster) {
    const std::string all = R"({"name": "c", )" + std::string(place) + std::string(cluster) + "}";
    return headroom::read::told_pools(*headroom::read::file_of(headroom::read::state_of({{"google_container_cluster.c", all}})));
  };
  CHECK(told("") == "");
  CHECK(told(R"(, "initial_node_count": 3)") == "google_container_cluster.c.default-pool@2 nodes 6\n");
  CHECK(told(R"(, "initial_node_count": 3, "enable_autopilot": true)") == "");
  CHECK(told(R"(, "initial_node_count": 3, "enable_autopilot": false)") == "google_container_cluster.c.default-pool@2 nodes 6\n");
  CHECK(told(R"(, "initial_node_count": 3, "remove_default_node_pool": true)") == "");
  CHECK(told(R"(, "initial_node_count": 3, "remove_default_node_pool": false)") == "google_container_cluster.c.default-pool@2 nodes 6\n");
  CHECK(told(R"(, "node_config": [{"machine_type": "x"}])") == "google_container_cluster.c.default-pool@2 size x nodes ?\n");
  CHECK(told(R"(, "initial_node_count": 1, "node_config": [{"machine_type": "x", "spot": true}])") ==
        "google_container_cluster.c.default-pool@2 size x nodes 2 spot yes\n");
  CHECK(told(R"(, "initial_node_count": 1, "node_config": [{"machine_type": "x"}], "node_pool": [
{"name": "a", "node_count": 3, "node_config": [{"machine_type": "y"}]},
{"name": "b", "node_count": 3, "node_locations": ["us-east5-a"]},
{"name": "d", "node_count": 3, "node_locations": []}])") ==
        "google_container_cluster.c.node_pool.a@3 size y nodes 6\ngoogle_container_cluster.c.node_pool.b@4 nodes 3\ngoogle_container_cluster.c.node_pool.d@5 nodes 6\n");
}

}  // namespace google_test
