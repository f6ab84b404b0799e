// SPDX-License-Identifier: BSL-1.0
#pragma once

// The definitions of read/kubernetes/, for read/implement.hpp.
#include <headroom/read/kubernetes/config_maps.ipp>
#include <headroom/read/kubernetes/dynamo.ipp>
#include <headroom/read/kubernetes/index.ipp>
#include <headroom/read/kubernetes/kubernetes.ipp>
#include <headroom/read/kubernetes/kueue.ipp>
#include <headroom/read/kubernetes/nodes.ipp>
#include <headroom/read/kubernetes/placement.ipp>
#include <headroom/read/kubernetes/pod.ipp>
#include <headroom/read/kubernetes/quantity.ipp>
#include <headroom/read/kubernetes/resources.ipp>
#include <headroom/read/kubernetes/selection.ipp>
#include <headroom/read/kubernetes/serve.ipp>
#include <headroom/read/kubernetes/serving.ipp>
#include <headroom/read/kubernetes/shape.ipp>
#include <headroom/read/kubernetes/training.ipp>
#include <headroom/read/kubernetes/workloads.ipp>
