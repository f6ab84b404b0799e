// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/read/common/deployment_file.hpp>

// The shapes that capacity has in the values of charts: how a map of one is known, and what reads it.
namespace headroom::read {

struct values_shape {
  std::string_view of{};  // the chart, or what is like it
  bool (*is)(const tree& map) = nullptr;
  void (*read)(const tree& map, std::string_view name, deployment_file& into) = nullptr;
  bool has_more_inside = false;
};

// The vLLM production stack: a model with "modelURL:", and the resources of its engine, "requestGPU: 2".
bool is_model_spec(const tree& map);
void read_model_spec(const tree& map, std::string_view name, deployment_file& into);

// llm-d: a role with containers, and how they share the model.
bool is_llm_d(const tree& map);
void read_llm_d(const tree& map, std::string_view name, deployment_file& into);

// InferenceX: prefill: and decode: with workers, and the GPUs of each.
bool has_workers(const tree& map);
void read_workers(const tree& map, std::string_view name, deployment_file& into);

// gpu-recipes of Google Cloud: a workload with an image and a number of GPUs over all its nodes.
bool is_gpu_workload(const tree& map);
void read_gpu_workload(const tree& map, std::string_view name, deployment_file& into);

// Slinky, Slurm on Kubernetes: a node set, whose pods are Slurm's nodes.
bool is_node_set(const tree& map);
void read_node_set(const tree& map, std::string_view name, deployment_file& into);

// Any other part with containers, or with resources that ask for GPUs.
bool is_any_part(const tree& map);
void read_any_part(const tree& map, std::string_view name, deployment_file& into);

}  // namespace headroom::read
