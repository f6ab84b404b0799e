// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/read/common/deployment_file.hpp>

namespace headroom::read {

// GPUs and nodes or racks that words state together, in one of a few exact forms that are a clause of their own: "48 GPUs
// across 9 worker nodes", "full rack (14 nodes, 56 GPUs)". A figure alone says nothing, nor does what stands in a sentence.
void take_remarks(std::string_view words, int line, deployment_file& into);

// The same of the names, descriptions, tags and labels in a document.
void take_remarks(const tree& document, deployment_file& into);

// What the words of a marker expect: "48 GPUs, 9 nodes", or either of them alone. Nothing is known of other words.
remark expected_by(std::string_view marker, int line);

// Takes back the remarks that state the figures of a part.
void leave_out_parts(deployment_file& of);

}  // namespace headroom::read
