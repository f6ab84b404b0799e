// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/deployment/said.hpp>
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
// GPUs or accelerators, or by the name of a machine that has some. 0: on none.
int line_of_gpu_request(const source_text& of);

// The first value of a part of a document that asks for GPUs, by its key or itself, and its line; nullptr: there is none.
const tree* gpu_request_in(const tree& part);
int line_of_gpu_request(const tree& request);
// Whether a value is such a one, whatever is in it.
bool is_gpu_request(const tree& value);

// GPUs that a text of a document asks for, by its key or by itself: "numGpus: 8", "shape: BM.GPU.H100.8". Unknown where it does
// not say how many, silent where it asks for none.
said<count> gpus_asked_by(const tree& text);

// Whether a word names a machine that has GPUs, as the catalogue or the grammar of a cloud's sizes has it, or a resource or label
// of Kubernetes that is about some.
bool names_gpus(std::string_view word);

}  // namespace headroom::read
