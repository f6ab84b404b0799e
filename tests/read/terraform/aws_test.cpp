// SPDX-License-Identifier: BSL-1.0
#include "told.hpp"

// Arguments of the resources: https://registry.terraform.io/providers/hashicorp/aws/latest/docs.
namespace aws_test {

using headroom::read::check_pools;
using headroom::read::described;

constexpr described of_t{"aws_launch_template.t", R"({"id": "lt-1", "name": "gpu", "instance_type": "p5.48xlarge",
"instance_market_options": [{"market_type": "spot"}], "network_interfaces": [{}, {}]})"};
constexpr described plain{"aws_launch_template.u", R"({"id": "lt-2", "name": "plain"})"};

TEST_CASE("Instances of AWS: size, market, interfaces and disks, their own or their template's") {
  check_pools({
      {{{"aws_instance.a", R"({"instance_type": "p4d.24xlarge", "availability_zone": "us-east-1b", "instance_market_options": [{"market_type": "spot"}],
"network_interface": [{}, {}, {}, {}], "ebs_block_device": [{}, {}]})"}},
       "aws_instance.a@2 size p4d.24xlarge nodes 1 spot yes disks 2@3 nics 4@3 zone us-east-1b\n"},
      // The provider shows no interfaces and no disks as empty lists, which ask for nothing.
      {{{"aws_instance.a", R"({"instance_type": "p4d.24xlarge", "network_interface": [], "ebs_block_device": []})"}},
       "aws_instance.a@2 size p4d.24xlarge nodes 1\n"},
      {{{"aws_instance.a", R"({"instance_type": "p4d.24xlarge", "network_interface": [{}], "ebs_block_device": [{}]})"}},
       "aws_instance.a@2 size p4d.24xlarge nodes 1 disks 1 nics 1\n"},
      // A block of capacity is paid in advance: neither spot nor on demand.
      {{{"aws_instance.a", R"({"instance_type": "p4d.24xlarge",
"instance_market_options": [{"market_type": "capacity-block"}]})"}},
       "aws_instance.a@2 size p4d.24xlarge nodes 1 spot ?@3\n"},
      {{{"aws_spot_instance_request.a", R"({"instance_type": "p4d.24xlarge"})"}}, "aws_spot_instance_request.a@2 size p4d.24xlarge nodes 1 spot yes\n"},
      {{{"aws_instance.a[0]", R"({"instance_type": "p4d.24xlarge"})"},
        {"aws_instance.a[1]", R"({"instance_type": "p4d.24xlarge"})"},
        {"aws_instance.a[2]", R"({"instance_type": "p4d.24xlarge", "network_interface": [{}]})"},
        {"aws_instance.a[3]", R"({"instance_type": "p4d.24xlarge", "ebs_block_device": [{}]})"},
        {"aws_instance.a[4]", R"({"instance_type": "p5.48xlarge"})"}},
       "aws_instance.a[0]@2 size p4d.24xlarge nodes 2\n"
       "aws_instance.a[2]@4 size p4d.24xlarge nodes 1 nics 1\n"
       "aws_instance.a[3]@5 size p4d.24xlarge nodes 1 disks 1\n"
       "aws_instance.a[4]@6 size p5.48xlarge nodes 1\n"},
      // Of a template, by id or name; what the instance says itself stands.
      {{of_t, {"aws_instance.a", R"({"launch_template": [{"id": "lt-1"}]})"}}, "aws_instance.a@4 size p5.48xlarge@2 nodes 1 spot yes@3 nics 2@3\n"},
      {{of_t, {"aws_instance.a", R"({"launch_template": [{"name": "gpu"}], "instance_market_options": [{"market_type": "on-demand"}]})"}},
       "aws_instance.a@4 size p5.48xlarge@2 nodes 1 spot no nics 2@3\n"},
      {{of_t, {"aws_instance.a", R"({"instance_type": "p4d.24xlarge", "launch_template": [{"id": "lt-1"}]})"}},
       "aws_instance.a@4 size p4d.24xlarge nodes 1\n"},
      {{{"aws_instance.a", R"({
"launch_template": [{"id": "lt-9"}]})"}}, "aws_instance.a@2 size ?@3 nodes 1\n"},
      {{{"aws_launch_template.v", R"({"id": "lt-3", "instance_type": "p5.48xlarge", "network_interfaces": []})"}, {"aws_instance.a", R"({"launch_template": [{"id": "lt-3"}]})"}},
       "aws_instance.a@3 size p5.48xlarge@2 nodes 1\n"},
      {{{"aws_launch_template.v", R"({"id": "lt-3", "instance_type": "p5.48xlarge", "network_interfaces": [{}]})"}, {"aws_instance.a", R"({"launch_template": [{"id": "lt-3"}]})"}},
       "aws_instance.a@3 size p5.48xlarge@2 nodes 1 nics 1@2\n"},
      // Of two of one name neither is meant; one whose id is its name is one.
      {{of_t, {"aws_launch_template.v", R"({"name": "gpu", "instance_type": "p4d.24xlarge"})"}, {"aws_instance.a", R"({"launch_template": [{"name": "gpu"}]})"}},
       "aws_launch_template.t@2 size p5.48xlarge spot yes@3\naws_launch_template.v@4 size p4d.24xlarge\naws_instance.a@5 size ? nodes 1\n"},
      {{{"aws_launch_template.w", R"({"id": "w", "name": "w", "instance_type": "p5.48xlarge"})"}, {"aws_instance.a", R"({"launch_template": [{"name": "w"}]})"}},
       "aws_instance.a@3 size p5.48xlarge@2 nodes 1\n"},
      {{plain, {"aws_instance.a", R"({"launch_template": [{"id": "lt-2"}]})"}}, "aws_instance.a@3 nodes 1\n"},
  });
}

TEST_CASE("Templates and configurations of AWS that nothing uses are machines of an unknown number") {
  check_pools({
      {{of_t}, "aws_launch_template.t@2 size p5.48xlarge spot yes@3\n"},
      {{plain}, ""},
      {{{"aws_launch_template.t", R"({"instance_type": "p5.48xlarge"})"}}, "aws_launch_template.t@2 size p5.48xlarge\n"},
      {{{"aws_launch_configuration.c", R"({"instance_type": "p5.48xlarge",
"spot_price": "30"})"}}, "aws_launch_configuration.c@2 size p5.48xlarge spot yes@3\n"},
      {{{"aws_launch_configuration.c", R"({"instance_type": "p5.48xlarge", "spot_price": ""})"}}, "aws_launch_configuration.c@2 size p5.48xlarge\n"},
  });
}

TEST_CASE("Node groups of EKS: sizes of scaling, one type or the choice among several") {
  constexpr std::string_view scaling = R"("scaling_config": [{"desired_size": 3, "min_size": 2, "max_size": 7}])";
  const auto told = [&](std::string_view more) {
    const std::string values = "{" + std::string(scaling) + std::string(more) + "}";
    return headroom::read::told_pools(*headroom::read::file_of(headroom::read::state_of({of_t, {"aws_eks_node_group.g", values}})));
  };
  constexpr std::string_view unused = "aws_launch_template.t@2 size p5.48xlarge spot yes@3\n";
  const auto beside = [&](std::string_view group) { return std::string(unused) + std::string(group); };
  CHECK(told("") == beside("aws_eks_node_group.g@4 nodes 3 least 2 most 7\n"));
  CHECK(told(R"(, "instance_types": ["p4d.24xlarge"], "capacity_type": "SPOT")") ==
        beside("aws_eks_node_group.g@4 size p4d.24xlarge nodes 3 least 2 most 7 spot yes\n"));
  CHECK(told(R"(, "instance_types": ["p4d.24xlarge"], "capacity_type": "ON_DEMAND")") ==
        beside("aws_eks_node_group.g@4 size p4d.24xlarge nodes 3 least 2 most 7 spot no\n"));
  CHECK(told(R"(, "instance_types": ["p4d.24xlarge"], "capacity_type": "CAPACITY_BLOCK")") ==
        beside("aws_eks_node_group.g@4 size p4d.24xlarge nodes 3 least 2 most 7 spot ?\n"));
  // Each type once; of several with GPUs the cloud chooses, of several without the first stands for all.
  CHECK(told(R"(, "instance_types": ["p4d.24xlarge", "p4d.24xlarge"])") == beside("aws_eks_node_group.g@4 size p4d.24xlarge nodes 3 least 2 most 7\n"));
  CHECK(told(R"(, "instance_types": ["m5.large", "c5.large"])") == beside("aws_eks_node_group.g@4 size m5.large nodes 3 least 2 most 7\n"));
  CHECK(told(R"(, "instance_types": ["m5.large", "p4d.24xlarge"])") == beside("aws_eks_node_group.g@4 size ? nodes 3 least 2 most 7\n"));
  CHECK(told(R"(, "instance_types": ["m5.large", "g6.xlarge"])") == beside("aws_eks_node_group.g@4 size ? nodes 3 least 2 most 7\n"));
  CHECK(told(R"(, "instance_types": [])") == beside("aws_eks_node_group.g@4 nodes 3 least 2 most 7\n"));
  CHECK(told(R"(, "instance_types": ["p4d.24xlarge", "p4de.24xlarge"], "launch_template": [{"id": "lt-1"}])") ==
        "aws_eks_node_group.g@4 size ? nodes 3 least 2 most 7 spot yes@3 nics 2@3\n");
  CHECK(told(R"(, "instance_types": [], "launch_template": [{"id": "lt-1"}])") ==
        "aws_eks_node_group.g@4 size p5.48xlarge@2 nodes 3 least 2 most 7 spot yes@3 nics 2@3\n");
  CHECK(told(R"(, "instance_types": ["p4d.24xlarge"], "launch_template": [{"id": "lt-1"}])") ==
        "aws_eks_node_group.g@4 size p4d.24xlarge nodes 3 least 2 most 7\n");
}

TEST_CASE("The choice of a list is kept by the pool's place") {
  const auto file = headroom::read::file_of(headroom::read::state_of(
      {{"aws_instance.a", R"({"instance_type": "p5.48xlarge"})"},
       {"aws_eks_node_group.g", R"({"instance_types": ["p4d.24xlarge", "p4de.24xlarge", "p4d.24xlarge"]})"}}));
  REQUIRE(file->pool_size_choices.size() == 1);
  CHECK(file->pool_size_choices[0].which == 1);
  CHECK(file->pool_size_choices[0].sizes == std::vector<std::string_view>{"p4d.24xlarge", "p4de.24xlarge"});
  CHECK(file->pools[1].size.value == "p4d.24xlarge, p4de.24xlarge");
}

TEST_CASE("Autoscaling groups: capacity in machines or other units, and whence their machines are") {
  const auto told = [&](std::string_view more) {
    const std::string values = R"({"desired_capacity": 3, "min_size": 2, "max_size": 7)" + std::string(more) + "}";
    return headroom::read::told_pools(*headroom::read::file_of(headroom::read::state_of({of_t, {"aws_autoscaling_group.g", values}})));
  };
  constexpr std::string_view unused = "aws_launch_template.t@2 size p5.48xlarge spot yes@3\n";
  const auto beside = [&](std::string_view group) { return std::string(unused) + std::string(group); };
  constexpr std::string_view of_template = "aws_autoscaling_group.g@4 size p5.48xlarge@2 nodes 3 least 2 most 7 spot yes@3 nics 2@3";
  CHECK(told("") == beside("aws_autoscaling_group.g@4 nodes 3 least 2 most 7\n"));
  CHECK(told(R"(, "launch_template": [{"name": "gpu"}])") == std::string(of_template) + "\n");
  CHECK(told(R"(, "launch_template": [{"id": "lt-1"}], "availability_zones": ["us-east-1a"])") == std::string(of_template) + " zone us-east-1a\n");
  CHECK(told(R"(, "launch_template": [{"id": "lt-1"}], "availability_zones": ["us-east-1a", "us-east-1b"])") == std::string(of_template) + "\n");
  CHECK(told(R"(, "launch_template": [{"id": "lt-1"}], "launch_configuration": "")") == std::string(of_template) + "\n");
  CHECK(told(R"(, "launch_template": [{"id": "lt-1"}], "launch_configuration": "c")") == std::string(of_template) + "\n");
  CHECK(told(R"(, "launch_template": [{"id": "lt-3"}])") == beside("aws_autoscaling_group.g@4 size ? nodes 3 least 2 most 7\n"));
  CHECK(told(R"(, "launch_configuration": "c")") == beside("aws_autoscaling_group.g@4 size ? nodes 3 least 2 most 7\n"));
  // What is null is not said, and a block alone may stand without a list.
  CHECK(told(R"(, "launch_template": [{"id": "lt-1"}], "mixed_instances_policy": [{"launch_template": null}])") == std::string(of_template) + "\n");
  CHECK(told(R"(, "mixed_instances_policy": {"launch_template": {"override": {"instance_type": "p4d.24xlarge"}}})") == beside("aws_autoscaling_group.g@4 size p4d.24xlarge nodes 3 least 2 most 7\n"));
  // Units of capacity.
  CHECK(told(R"(, "launch_template": [{"id": "lt-1"}], "desired_capacity_type": "units")") == std::string(of_template) + "\n");
  CHECK(told(R"(, "launch_template": [{"id": "lt-1"}], "desired_capacity_type": "vcpu")") ==
        "aws_autoscaling_group.g@4 size p5.48xlarge@2 nodes ? least ? most ? spot yes@3 nics 2@3\n");
  // A policy of mixed instances: its overrides, and the template where they name no type.
  const auto mixed = [&](std::string_view overrides) {
    return told(R"(, "mixed_instances_policy": [{"launch_template": [{"launch_template_specification": [{"launch_template_id": "lt-1"}])" +
                std::string(overrides) + "}]}]");
  };
  CHECK(mixed("") == std::string(of_template) + "\n");
  CHECK(mixed(R"(, "override": [{}])") == std::string(of_template) + "\n");
  CHECK(mixed(R"(, "override": [{"instance_type": "p4d.24xlarge"}])") == "aws_autoscaling_group.g@4 size p4d.24xlarge nodes 3 least 2 most 7\n");
  CHECK(mixed(R"(, "override": [{"instance_type": "p4d.24xlarge"}, {"instance_type": "p4de.24xlarge"}])") ==
        "aws_autoscaling_group.g@4 size ? nodes 3 least 2 most 7\n");
  CHECK(mixed(R"(, "override": [{"instance_type": "p4d.24xlarge", "weighted_capacity": "8"}])") ==
        "aws_autoscaling_group.g@4 size p4d.24xlarge nodes ? least ? most ?\n");
  CHECK(mixed(R"(, "override": [{"instance_type": "p4d.24xlarge", "weighted_capacity": ""}, {"weighted_capacity": "2"}])") ==
        "aws_autoscaling_group.g@4 size p4d.24xlarge nodes ? least ? most ?\n");
  CHECK(mixed(R"(, "override": [{"instance_requirements": [{"vcpu_count": [{"min": 8}]}]}])") ==
        "aws_autoscaling_group.g@4 size p5.48xlarge@2 nodes ? least ? most ? spot yes@3 nics 2@3\n");
}

TEST_CASE("An autoscaling group that is there stands where its scaler left it") {
  const auto told = [](std::string_view sizes) {
    return headroom::read::told_pools(*headroom::read::file_of(headroom::read::state_of({{"aws_autoscaling_group.g", sizes}})));
  };
  CHECK(told(R"({"desired_capacity": 1, "min_size": 2, "max_size": 7})") == "aws_autoscaling_group.g@2 least 2 most 7\n");
  CHECK(told(R"({"desired_capacity": 8, "min_size": 2, "max_size": 7})") == "aws_autoscaling_group.g@2 least 2 most 7\n");
  CHECK(told(R"({"desired_capacity": 7, "min_size": 2, "max_size": 7})") == "aws_autoscaling_group.g@2 nodes 7 least 2 most 7\n");
}

TEST_CASE("Reservations of AWS, by instance or by block") {
  constexpr std::string_view values = R"({"instance_type": "p5.48xlarge", "instance_count": 5, "availability_zone": "us-east-1a"})";
  check_pools({
      {{{"aws_ec2_capacity_reservation.r", values}}, "aws_ec2_capacity_reservation.r@2 size p5.48xlarge nodes 5 zone us-east-1a\n"},
      {{{"aws_ec2_capacity_block_reservation.r", values}}, "aws_ec2_capacity_block_reservation.r@2 size p5.48xlarge nodes 5 zone us-east-1a\n"},
      {{{"aws_ec2_capacity_reservation.r", values}, {"aws_instance.a", R"({"instance_type": "P5.48xlarge"})"}}, "aws_instance.a@3 size P5.48xlarge nodes 1\n"},
      // A machine of an unknown size may be a reserved one, and then there are fewer beside it.
      {{{"aws_ec2_capacity_reservation.r", values}, {"aws_instance.a", "{}"}, {"aws_instance.b", R"({"instance_type": "p4d.24xlarge"})"}},
       "aws_instance.a@3 nodes 1\naws_instance.b@4 size p4d.24xlarge nodes 1\naws_ec2_capacity_reservation.r@2 size p5.48xlarge nodes ? zone us-east-1a\n"},
      {{{"aws_ec2_capacity_reservation.r", R"({"instance_count": 5})"}, {"aws_instance.b", R"({"instance_type": "p4d.24xlarge"})"}},
       "aws_instance.b@3 size p4d.24xlarge nodes 1\n"},
      {{{"aws_ec2_capacity_reservation.r", R"({"instance_count": 5})"}}, "aws_ec2_capacity_reservation.r@2 nodes 5\n"},
  });
}

// Codes and names: AWS, "Amazon EC2 endpoints and quotas".
TEST_CASE("Quotas of vCPUs of AWS, by code or name, each of one region") {
  check_pools({
      {{{"aws_servicequotas_service_quota.q", R"({"quota_code": "L-417A185B", "value": 192})"}},
       "quota aws_servicequotas_service_quota.q@2 of Running On-Demand P instances 192\n"},
      {{{"aws_servicequotas_service_quota.q", R"({"quota_code": "L-7212CCBC", "value": 192})"}},
       "quota aws_servicequotas_service_quota.q@2 of All P Spot Instance Requests 192\n"},
      {{{"aws_servicequotas_service_quota.q", R"({"quota_code": "L-DB2E81BA", "value": 192})"}},
       "quota aws_servicequotas_service_quota.q@2 of Running On-Demand G and VT instances 192\n"},
      {{{"aws_servicequotas_service_quota.q", R"({"quota_code": "L-3819A6DF", "value": 192})"}},
       "quota aws_servicequotas_service_quota.q@2 of All G and VT Spot Instance Requests 192\n"},
      {{{"aws_servicequotas_service_quota.q", R"({"quota_code": "L-0", "quota_name": "Running On-Demand P instances", "value": 96})"}},
       "quota aws_servicequotas_service_quota.q@2 of Running On-Demand P instances 96\n"},
      // Two figures of one quota are of two regions.
      {{{"aws_servicequotas_service_quota.q", R"({"quota_code": "L-417A185B", "value": 192})"},
        {"aws_servicequotas_service_quota.r", R"({"quota_code": "L-7212CCBC", "value": 96})"},
        {"aws_servicequotas_service_quota.s", R"({"quota_code": "L-417A185B", "value": 96})"}},
       "quota aws_servicequotas_service_quota.q@2 of Running On-Demand P instances ?@4\n"
       "quota aws_servicequotas_service_quota.r@3 of All P Spot Instance Requests 96\n"
       "quota aws_servicequotas_service_quota.s@4 of Running On-Demand P instances ?\n"},
      {{{"aws_servicequotas_service_quota.q", R"({"quota_code": "L-417A185B", "value": 192})"},
        {"aws_instance.a", R"({"instance_type": "p5.48xlarge", "region": "us-east-1"})"},
        {"aws_instance.b", R"({"instance_type": "p5.48xlarge", "region": "us-east-1"})"}},
       "aws_instance.a@3 size p5.48xlarge nodes 1\naws_instance.b@4 size p5.48xlarge nodes 1\n"
       "quota aws_servicequotas_service_quota.q@2 of Running On-Demand P instances 192\n"},
      {{{"aws_servicequotas_service_quota.q", R"({"quota_code": "L-417A185B", "value": 192})"},
        {"aws_instance.a", R"({"instance_type": "p5.48xlarge", "region": "us-east-1"})"},
        {"aws_instance.b", R"({"instance_type": "p5.48xlarge"})"},
        {"aws_instance.c", R"({"instance_type": "p5.48xlarge", "region": "us-east-2"})"}},
       "aws_instance.a@3 size p5.48xlarge nodes 1\naws_instance.b@4 size p5.48xlarge nodes 1\naws_instance.c@5 size p5.48xlarge nodes 1\n"
       "quota aws_servicequotas_service_quota.q@2 of Running On-Demand P instances ?\n"},
  });
}

}  // namespace aws_test
