// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/read/kubernetes/pod.hpp>

// What the kind of an object says: how it is read, and what becomes of its pods.
namespace headroom::read {

// What a controller makes of the pods that stand in an object.
enum class pods_are {
  made,         // by what the object says of them
  given_more,   // variables of launchers among it, or it is not known that they are not
  as_they_stand,
};

struct object_kind {
  std::string_view name{};
  void (*read)(const tree&, const kubernetes_context&) = nullptr;
  pods_are pods = pods_are::made;
  workload_class runs_as = workload_class::service;  // a job waits for others' resources, by a queue or by its own retries
};

// What is known of the kind of an object; of one that is not known what stands here.
object_kind kind_of(const tree& object);

}  // namespace headroom::read
