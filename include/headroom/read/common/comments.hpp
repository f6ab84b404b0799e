// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <headroom/read/common/deployment_file.hpp>

namespace headroom::read {

// The comments of a text whose lines have them after a #: INI-like files and scripts.
std::vector<comment> comments_of_lines(std::string_view text);

// What comments state, and the markers among them: "headroom: expect 48 GPUs, 9 nodes", "headroom: ignore RULE: REASON".
void take_comments(std::span<const comment> comments, deployment_file& into);

}  // namespace headroom::read
