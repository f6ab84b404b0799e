// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/deployment/said.hpp>
#include <headroom/read/document.hpp>

// What asks for GPUs, in whatever format: by a key, an option or a resource that speaks of some, or by the name of a machine.
namespace headroom::read {

// GPUs that a text of a document asks for, by its key or by itself: "numGpus: 8", "shape: BM.GPU.H100.8". Unknown where it does
// not say how many, silent where it asks for none.
said<count> gpus_asked_by(const tree& text);

// Whether a value asks for GPUs, by its key or as such a text, whatever else is in it.
bool is_gpu_request(const tree& value);
// "gpu: H100", "acceleratorType: nvidia-l4", "hardware: NVIDIA-L4": which GPU, of how many is not said. So may a description.
bool names_a_gpu(const tree& value);

// The first such value of a part of a document, and its line; nullptr: there is none.
const tree* gpu_request_in(const tree& part);
int line_of_gpu_request(const tree& request);

// Whether a line of a text that is no document does.
bool asks_for_gpus(std::string_view line);

// What a line says to a batch system: "#PBS -l select=2:ngpus=8", "#$ -l gpu=8". Its sign stands at once behind the #, without
// small letters, or is Flux's, "# flux: --gpus-per-slot=8" (RFC 36); options follow it. Empty where it says nothing.
std::string_view options_of_directive(std::string_view line);

// Whether a word names a machine that has GPUs, as the catalogue or the grammar of a cloud's sizes has it, or a resource or label
// of Kubernetes that is about some.
bool names_gpus(std::string_view word);

}  // namespace headroom::read
