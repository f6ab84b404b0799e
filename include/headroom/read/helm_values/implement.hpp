// SPDX-License-Identifier: BSL-1.0
#pragma once

// The definitions of read/helm_values/, for read/implement.hpp.
#include <headroom/read/helm_values/cluster.ipp>
#include <headroom/read/helm_values/gpu_workload.ipp>
#include <headroom/read/helm_values/llm_d.ipp>
#include <headroom/read/helm_values/node_set.ipp>
#include <headroom/read/helm_values/part.ipp>
#include <headroom/read/helm_values/parts.ipp>
#include <headroom/read/helm_values/production_stack.ipp>
#include <headroom/read/helm_values/sizes.ipp>
#include <headroom/read/helm_values/values.ipp>
#include <headroom/read/helm_values/workers.ipp>
