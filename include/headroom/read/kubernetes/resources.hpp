// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/deployment.hpp>
#include <string_view>
#include <vector>

#include <headroom/read/document.hpp>

// What pods ask for, by the rules of the scheduler.
namespace headroom::read {

// Whether amounts of a resource are of bytes: memory, storage, huge pages.
bool is_in_bytes(std::string_view resource);
// An amount of a resource: millicores of cpu, bytes, or a whole number.
said<count> amount_said(std::string_view resource, const tree* value);

// An amount of one resource: millicores of "cpu", bytes of memory, storage and huge pages, else whole numbers.
struct resource_amount {
  std::string_view name{};
  said<count> amount{};
};

// Each resource once.
class resource_list {
 public:
  resource_list() = default;
  // Of a map such as requests: or limits:. Throws unreadable.
  explicit resource_list(const tree* map);

  const said<count>* find(std::string_view name) const;
  bool is_empty() const { return amounts_.empty(); }
  const std::vector<resource_amount>& amounts() const { return amounts_; }

  void set(std::string_view name, const said<count>& amount);
  void add(const resource_list& other);        // of what runs at the same time
  void raise_to(const resource_list& other);   // of what runs one after the other
  void fill_from(const resource_list& other);  // where nothing is said

 private:
  said<count>* entry(std::string_view name);
  std::vector<resource_amount> amounts_;
};

struct resource_lists {
  resource_list requests{};
  resource_list limits{};
};

// requests: and limits: of one container, limits standing in for requests that are left out. The defaults are of the
// namespace's LimitRange.
resource_lists resources_of_container(const tree* resources, const resource_lists& defaults = {});

// Of a pod: containers and sidecars together, or an init container where that asks for more.
resource_lists resources_of_containers(const tree& spec, const resource_lists& defaults = {});

// Likewise, with pod-level resources in their place where they are given; and its overhead.
resource_lists resources_of_pod(const tree* spec, const resource_lists& defaults = {});

// Whether requests: or limits: of a container have GPUs, MIG instances or shares.
bool has_gpus(const tree* resources);

// In the terms of the rules.
pod_resources pod_resources_of(const resource_list& list);

// Likewise of the limits of several containers: of what one need not limit their sum is none of the pod.
pod_resources limits_of_containers(const resource_list& sum);

// Whether an init container goes on running beside the others.
bool is_sidecar(const tree& init_container);

}  // namespace headroom::read
