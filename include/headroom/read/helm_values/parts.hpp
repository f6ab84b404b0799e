// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/read/common/deployment_file.hpp>

// What the shapes of Helm values have in common: a part that runs so many replicas of pods.
namespace headroom::read {

// containers: of a part; nullptr where it has none.
const tree* containers_of(const tree& map);

// A workload of one pod for each replica.
workload part_called(const tree& map, std::string_view name);

// requests: and limits: of one container.
void take_resources(const tree* resources, workload& w);

// Puts a part into the file, with the nodes that its values select.
void put_part(workload w, const tree& map, deployment_file& into);

// Whether a switch of a chart is on.
bool is_on(const tree* value);

}  // namespace headroom::read
