// SPDX-License-Identifier: BSL-1.0
#pragma once

// The definitions of read/helm_values/, for read/implement.hpp.
#include <headroom/read/helm_values/cluster.ipp>
#include <headroom/read/helm_values/engines.ipp>
#include <headroom/read/helm_values/sizes.ipp>
#include <headroom/read/helm_values/values.ipp>
