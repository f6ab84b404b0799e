// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/catalog/sources.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

// Of a GPU outside the catalogue what matters here: NVIDIA's guide to MIG does not list it.
inline constexpr gpu l4{
    .name = "L4", .maker = maker::nvidia, .from = &sources::nvidia_mig_guide, .mig_instances = absent};

// Into how many instances a GPU is split at most, or why into none.
constexpr term instances_of(const gpu& device) {
  constexpr std::string_view what = "MIG instances of the GPU, at most";
  const figure<count>& most = device.mig_instances;
  const source* document = most.from != nullptr ? most.from : device.from;
  if (most.is_absent()) return {.what = what, .from = device.name, .document = document};
  if (most.is_known())
    return {.what = what, .amount = static_cast<double>(*most.known()), .from = device.name, .document = document};
  if (device.maker == maker::amd)
    return words_term("maker of the GPU, which is not MIG's", headroom::name(device.maker), device.from);
  return words_term(what, "not stated", document);
}

// Gigabytes of an instance, by the name of its profile: 10 of "1g.10gb", of "mig-1g.10gb" likewise; 0 where it says none.
constexpr count gigabytes_of(std::string_view profile) {
  const std::size_t dot = profile.find('.');
  if (dot == std::string_view::npos) return 0;
  count sum = 0;
  std::size_t at = dot + 1;
  for (; at < profile.size() && at < dot + 5 && ascii::is_digit(profile[at]); ++at) sum = 10 * sum + (profile[at] - '0');
  return profile.substr(at).starts_with("gb") ? sum : 0;
}

// An instance has an eighth of its GPU's memory, a quarter, a half or all of it (NVIDIA's guide to MIG); names round that to a whole
// number of GB, of 10^9 or of 2^30 bytes.
constexpr void mig_memory(const said<std::string_view>& profile, const gpu& device, std::string_view subject, finding_sink& to) {
  const count asked = gigabytes_of(profile.value);
  if (asked == 0 || !device.memory_as_sold.is_known()) return;
  const memory all = *device.memory_as_sold.known();
  const auto size = static_cast<double>(asked);
  for (const count parts : {8, 4, 2, 1})
    if (size > in_gibibytes(all / parts) - 1 && size < in_gigabytes(all / parts) + 1) return;
  to(finding{.rule = "mig",
             .line = profile.line,
             .sentence = "{s} asks for {f0}; the {t}, of {1}, has no MIG instances of that memory",
             .cure = "ask for an instance of an eighth, a quarter, a half or all of its memory",
             .subject = subject,
             .text = device.name}
         .with(words_term("MIG profile", profile.value))
         .with(bytes_term("memory of the GPU", *device.memory_as_sold.known(), device.name)));
}

constexpr void mig_asked(const said<std::string_view>& profile, const node& on, std::string_view gpu_type,
                         std::string_view subject, finding_sink& to) {
  if (profile.value_or({}).empty()) return;
  const gpu* device = on.gpu == nullptr ? find_gpu(gpu_type) : on.gpu;
  if (device == nullptr && ascii::is_same(gpu_type, l4.name)) device = &l4;
  if (device == nullptr) return;
  const bool none = device->mig_instances.is_absent() || device->maker == maker::amd;
  if (!none && device->mig_instances.is_known()) return mig_memory(profile, *device, subject, to);
  to(finding{.rule = "mig",
             .severity = none ? finding_severity::error : finding_severity::unjudged,
             .line = profile.line,
             .sentence = none ? "{s} asks for a MIG instance; the {t} cannot be split into any"
                              : "{s} asks for a MIG instance; no source says whether the {t} can be split into any",
             .cure = none ? "ask for whole GPUs, or choose a machine whose GPUs have MIG" : "",
             .subject = subject,
             .text = device->name}
         .with(words_term("MIG profile", profile.value))
         .with(instances_of(*device)));
}

// What a running system gives whole, no pod gets a part of.
constexpr void not_split(const workload& w, finding_sink& to) {
  if (w.requests.mig_profile.value_or({}).empty()) return;
  to(finding{.rule = "mig",
             .line = w.requests.mig_profile.line,
             .sentence = "{s} asks for a MIG instance; the machines held give all of their GPUs whole",
             .cure = "ask for whole GPUs, or split those of a node",
             .subject = subject_of(w)}
         .with(words_term("MIG profile", w.requests.mig_profile.value)));
}

// Instances that one pod asks for against all that the GPUs of a node can be split into.
constexpr void instances_asked(const rule_input& in, const workload& w, finding_sink& to) {
  const said<count>& asked = w.requests.mig_instances;
  const node on = node_of(w, in);
  const said<count> gpus = gpus_per_node_of(w, in);
  if (!asked.is_known() || on.gpu == nullptr || !on.gpu->mig_instances.is_known() || !gpus.is_known()) return;
  // Where a node gives fewer whole GPUs than its size has, the others may be those that are split.
  if (const machine* size = find_machine(on.name, {}); size != nullptr && gpus_of(on).value_or(0) < gpus_of_node(*size).value_or(0)) return;
  const count most = multiply(gpus.value, *on.gpu->mig_instances.known());
  if (asked.value <= most) return;
  to(finding{
      .rule = "mig",
      .line = asked.line,
      .sentence = "{s} asks for {0} MIG instances a {u}; the {1} {1|GPU|GPUs} of {t} can be split into {2} at most",
      .cure = "ask for at most {2} MIG instances a {u}, or choose a machine with more GPUs",
      .subject = subject_of(w),
      .text = on.name,
      .unit = unit_of(w)}
         .with(instances_term("MIG instances a {u}", asked.value))
         .with(published(gpus_term("GPUs of the machine", gpus.value), gpus_of(on), on))
         .with(instances_term("MIG instances of the machine, at most", most))
         .with(instances_of(*on.gpu)));
}

}  // namespace detail

// MIG instances are asked only of GPUs that can be split into them, and no more than they can be split into.
constexpr void mig(const rule_input& in, finding_sink& to) {
  for (const machine_pool& pool : in.of.pools)
    detail::mig_asked(pool.mig_profile, node_of(pool, in.on), pool.gpu_type.value_or({}), subject_of(pool), to);
  for (const workload& w : in.of.workloads) {
    if (in.on.are_gpus_whole) {
      detail::not_split(w, to);
      continue;
    }
    detail::mig_asked(w.requests.mig_profile, node_of(w, in), w.placement.gpu_type.value_or({}), subject_of(w), to);
    detail::instances_asked(in, w, to);
  }
}

}  // namespace headroom::rules
