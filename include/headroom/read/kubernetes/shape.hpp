// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/kubernetes/pod.hpp>

// Objects of kinds that are not known, by the shape of what is in them.
namespace headroom::read {

// Pods and containers become workloads, of which nobody knows how many run; numbers of GPUs elsewhere are told.
void read_by_shape(const tree& object, const kubernetes_context& in);

// Likewise of an object from which others are made, which asks for nothing itself: a serving runtime.
void read_blueprint(const tree& object, const kubernetes_context& in);

// Whether a map is the spec of a pod.
bool is_pod_spec(const tree& map);

}  // namespace headroom::read
