// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/engine/arguments.hpp>
#include <headroom/read/kubernetes/index.hpp>

// What a container has of the ConfigMaps of its file.
namespace headroom::read {

// Variables by envFrom: and valueFrom:, where nothing else gives them a value.
void take_config_variables(const tree& container, const kubernetes_index& index, outer_variables& into);

// The keys of ConfigMaps that are mounted into a container, by their paths there.
mounted_files files_mounted(const tree& spec, const tree& container, const kubernetes_index& index);

}  // namespace headroom::read
