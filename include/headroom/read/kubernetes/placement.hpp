// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/deployment.hpp>

#include <headroom/read/document.hpp>

// How pods that are alike must lie to each other, by the labels of nodes.
namespace headroom::read {

// Sets how many of a workload's pods one node may hold, by its required anti-affinity and its spread constraints, and
// whether all of them must lie on one.
void take_placement(workload& into, const tree* metadata, const tree* spec);

}  // namespace headroom::read
