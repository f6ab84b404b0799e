// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/read/common/deployment_file.hpp>
#include <headroom/read/common/machine_pools.hpp>
#include <headroom/read/arm/expression.hpp>

// The resources of ARM templates that create machines.
namespace headroom::read {

// A resource of a template, in one turn of its loop.
struct template_resource {
  const tree* says = nullptr;
  std::string type{};       // with its parents': "microsoft.containerservice/managedclusters/agentpools"
  std::string_view name{};  // evaluated where it can be, else as the template calls it
  std::string id{};         // as "resourceId" puts it together
  std::string place{};      // of all turns
  said<count> times{};      // how often it is there, where turns are not told apart
  template_value body{};
};

class template_pools {
 public:
  explicit template_pools(deployment_file& into) : into_(into), pools_(into) {}

  template_evaluator& evaluator() { return evaluator_; }
  // Nothing of types that create none.
  void read(const template_resource& resource);
  // After the last of them.
  void finish();

 private:
  void read_machine(const template_resource& r);
  void read_scale_set(const template_resource& r);
  void read_agent_pool(const template_value& says, machine_pool pool, const said<count>& times);
  void read_cluster(const template_resource& r);
  void read_reservation(const template_resource& r);
  void read_quota(const template_resource& r);
  void read_autoscale(const template_resource& r);
  bool find_request(const tree& part, const template_scope& in, const template_resource& of);
  void take_profile(machine_pool& pool, const template_value& profile, std::string_view interfaces);
  said<bool> premium_storage(const template_value& storage);
  said<bool> infiniband_expected(const template_value& profile);
  template <class Function>
  void for_each_element(const template_value& list, Function&& call);

  said<count> number(const template_value& v);
  said<bool> truth(const template_value& v);
  said<std::string_view> text(const template_value& v);
  said<std::string_view> only_text(const template_value& list);

  deployment_file& into_;
  machine_pools pools_;
  template_evaluator evaluator_;
  std::map<std::string, std::size_t> scale_sets_;  // by id
  std::vector<std::pair<std::string, autoscaler_bounds>> autoscalers_;  // by the id of their set
};

}  // namespace headroom::read
