// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/read/common/source_text.hpp>

// Texts that no reader takes: what they are, what makes a deployment file of them, and whether they ask for GPUs.
namespace headroom::read {

struct unread_text {
  std::string_view what{};    // "a Terraform source"; empty: not known
  std::string_view help{};    // "check what `terraform show -json` prints"; empty: not known
  bool is_rendered = true;    // false: a tool makes a deployment file of it
};

// What a text is that is no deployment file, or none yet.
unread_text what_is(const source_text& of);

// The first line on which a text asks for GPUs, whatever its format: by a key, an option or a resource that speaks of
// GPUs or accelerators, by an option of a batch system or the path of a patch, or by the name of a machine that has some. 0: on none.
int line_of_gpu_request(const source_text& of);

// Whether a document is built into objects, by its fields (kustomize's reference, "The Kustomization File").
bool is_kustomization(const tree& document);

}  // namespace headroom::read
