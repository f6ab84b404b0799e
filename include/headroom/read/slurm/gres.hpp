// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/deployment/said.hpp>
#include <headroom/units.hpp>
#include <string_view>

#include <headroom/read/common/deployment_file.hpp>

// What slurm.conf, gres.conf and batch scripts say alike.
namespace headroom::read {

// GPUs of a list of generic resources: "gpu:h100:8(S:0-1),nvme:1".
struct generic_gpus {
  said<count> gpus{};                    // silent where there are none, and where they are MIG instances
  said<std::string_view> type{};         // silent where there are several
  said<std::string_view> mig_profile{};  // "1g.10gb"
};

// Whether a wrapper's variable or template stands in a value: "$NODES", "{{ nodes }}", "<nodes>", "@NODES@".
bool is_left_open(std::string_view value);

// Throws unreadable for a number that is none.
generic_gpus gpus_of_gres(std::string_view list, int line, deployment_file& into);
// The same of "--gpus=h100:8", where the name is left out.
generic_gpus gpus_of_option(std::string_view list, int line, deployment_file& into);

// A number with a suffix of K, M, G, T or P: times 1,024 each. Throws unreadable for what is no number.
count suffixed_count(std::string_view text, int line);
// Memory in MiB, or as its suffix says.
memory slurm_memory(std::string_view text, int line);

// "1g.10gb" of "a100_1g.10gb"; empty where a type is no MIG instance.
std::string_view mig_profile_in(std::string_view type);

// Whether a feature of nodes is the name of a machine size: "Standard_ND96isr_H100_v5", "p5.48xlarge", "a3-highgpu-8g".
bool is_size_name(std::string_view feature);
// The one size among features; silent where there is none or several.
said<std::string_view> size_in_features(std::string_view features, int line, deployment_file& into);

}  // namespace headroom::read
