// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string_view>

#include <headroom/read/common/deployment_file.hpp>

namespace headroom::read {

// The comments of a text whose lines have them after a #: INI-like files and scripts.
std::vector<comment> comments_of_lines(std::string_view text);

// GPUs and nodes or racks that words state together, in one of a few exact forms that are a clause of their own: "48 GPUs
// across 9 worker nodes", "full rack (14 nodes, 56 GPUs)". A figure alone says nothing, nor does what stands in a sentence.
void take_remarks(std::string_view words, int line, deployment_file& into);

// The same of the names, descriptions, tags and labels in a document.
void take_remarks(const tree& document, deployment_file& into);

// What comments state, and the markers among them: "headroom: expect 48 GPUs, 9 nodes", "headroom: ignore RULE: REASON".
void take_comments(std::span<const comment> comments, deployment_file& into);

// Takes back the remarks that state the figures of a part.
void leave_out_parts(deployment_file& of);

}  // namespace headroom::read
