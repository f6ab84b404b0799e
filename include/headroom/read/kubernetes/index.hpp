// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include <headroom/read/kubernetes/resources.hpp>

namespace headroom::read {

// The names that objects of a file refer to each other by.
class kubernetes_index {
 public:
  explicit kubernetes_index(const std::vector<const tree*>& objects);

  // The ClusterQueue that a LocalQueue of that name points to; nullptr where the file has none.
  const tree* cluster_queue(std::string_view local_queue) const;
  // The root of the cohorts that a cohort is in.
  std::string_view root_of_cohort(std::string_view name) const;
  // spec: of a ResourceClaim; of a ResourceClaimTemplate that of the claims it makes.
  const tree* claim(std::string_view name) const { return find(claims_, name); }
  // Whether one pod has it to itself: a Pod, which others do not make more of.
  bool is_of_one_pod(std::string_view claim) const {
    const auto found = claimants_.find(claim);
    return found != claimants_.end() && found->second == 1;
  }
  const tree* claim_template(std::string_view name) const { return find(claim_templates_, name); }
  // data: of a ConfigMap.
  const tree* config_map(std::string_view name) const { return find(config_maps_, name); }
  // spec: of a serving runtime of KServe, or of a training runtime of Kubeflow.
  const tree* serving_runtime(std::string_view name) const { return find(serving_runtimes_, name); }
  const tree* training_runtime(std::string_view name) const { return find(training_runtimes_, name); }
  // Whether a TrainJob of the file is of that runtime.
  bool has_train_job(std::string_view runtime) const { return train_jobs_.count(runtime) != 0; }
  const tree* device_class(std::string_view name) const { return find(device_classes_, name); }
  const tree* priority_class(std::string_view name) const { return find(priority_classes_, name); }
  // What keeps the pods of an object within bounds; nullptr where the file has none.
  const tree* scaler_of(const tree& object) const;
  bool is_channel_of_domain(std::string_view claim_template) const { return channels_.count(claim_template) != 0; }
  bool has_flavors() const { return !flavors_.empty(); }
  // The only flavor that selects by labels which all are in the selector; nullptr where there is none or several.
  const tree* flavor_selected_by(const tree* node_selector) const;
  // The only node pool of Karpenter whose nodes have all labels of the selector; nullptr where there is none or several.
  const tree* node_pool_selected_by(const tree* node_selector) const;
  // What a LimitRange gives the containers of a namespace.
  const resource_lists& defaults(std::string_view name_space) const;

 private:
  using by_name = std::map<std::string_view, const tree*, std::less<>>;
  static const tree* find(const by_name& in, std::string_view name);
  void add(const tree& object);
  void take_limits(const tree& object);
  void count_claimants(const tree& in, int pods);

  by_name local_queues_;
  by_name cluster_queues_;
  by_name cohorts_;
  by_name claims_;
  std::map<std::string_view, int, std::less<>> claimants_;  // pods that name a claim: 2 where there may be several
  by_name claim_templates_;
  by_name channels_;
  by_name flavors_;
  by_name node_pools_;
  by_name config_maps_;
  by_name serving_runtimes_;
  by_name training_runtimes_;
  by_name train_jobs_;
  by_name device_classes_;
  by_name priority_classes_;
  std::vector<const tree*> scalers_;
  std::map<std::string_view, resource_lists, std::less<>> defaults_;
};

// The cohort that a ClusterQueue, or the parent that a Cohort is in, in whatever version of Kueue.
const tree* cohort_of(const tree& object);

// The namespace of an object; "default" where it is left out.
std::string_view namespace_of(const tree& object);

}  // namespace headroom::read
