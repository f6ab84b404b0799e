// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

// Extended resources and huge pages are not overcommitted: Kubernetes takes a pod only where its limits are its
// requests. Limits of other resources are no less than those, nor is what a pod has as a whole less than its containers'.
constexpr void limits_match(const rule_input& in, finding_sink& to) {
  const auto differ = [&](const workload& w, std::string_view what, const term& requested, const term& limit,
                          int line) {
    to(finding{.rule = "limits_match",
               .line = line,
               .sentence = limit.amount > 0 ? "{s} requests {0} {t} and has a limit of {1}; they must be the same"
                                            : "{s} requests {0} {t} and has no limit of them; it needs the same",
               .cure = "give both the same number",
               .subject = subject_of(w),
               .text = what}
           .with(requested)
           .with(limit));
  };
  const auto many = [](count of, std::string_view one, std::string_view more) { return of == 1 ? one : more; };
  const auto is_less = [&](const workload& w, std::string_view what, const term& requested, const term& limit,
                           int line) {
    if (limit.amount >= requested.amount) return;
    to(finding{.rule = "limits_match",
               .line = line,
               .sentence = w.limits.of_whole_pod ? "{s} asks for {0} {t}; its pod as a whole has {1}, which is less"
                                                 : "{s} requests {0} {t} and has a limit of {1}, which is less",
               .cure = w.limits.of_whole_pod ? "give the pod {0}, or ask for at most {1}"
                                             : "raise the limit to {0}, or request at most {1}",
               .subject = subject_of(w),
               .text = what}
           .with(requested)
           .with(limit));
  };
  for (const workload& w : in.of.workloads) {
    if (w.requests.millicpus.is_known() && w.limits.millicpus.is_known())
      is_less(w, "of cpu", cores_term("CPUs requested", w.requests.millicpus.value),
              cores_term("limit", w.limits.millicpus.value), w.limits.millicpus.line);
    if (w.requests.system_memory.is_known() && w.limits.system_memory.is_known())
      is_less(w, "of memory", bytes_term("memory requested", w.requests.system_memory.value),
              bytes_term("limit", w.limits.system_memory.value), w.limits.system_memory.line);
    if (w.requests.ephemeral_storage.is_known() && w.limits.ephemeral_storage.is_known())
      is_less(w, "of ephemeral storage", bytes_term("storage requested", w.requests.ephemeral_storage.value),
              bytes_term("limit", w.limits.ephemeral_storage.value), w.limits.ephemeral_storage.line);
    const said<count>& gpus = w.limits.gpus;
    if (gpus.is_known() && w.requests.gpus.is_known() && gpus.value != w.requests.gpus.value)
      differ(w, many(w.requests.gpus.value, "GPU", "GPUs"), gpus_term("GPUs requested", w.requests.gpus.value),
             gpus_term("limit", gpus.value), gpus.line);
    const said<count>& rdma = w.limits.rdma_devices;
    if (rdma.is_known() && w.requests.rdma_devices.is_known() && rdma.value != w.requests.rdma_devices.value)
      differ(w, many(w.requests.rdma_devices.value, "RDMA device", "RDMA devices"),
             devices_term("devices requested", w.requests.rdma_devices.value), devices_term("limit", rdma.value), rdma.line);
    const said<memory>& pages = w.limits.huge_pages;
    if (pages.is_known() && w.requests.huge_pages.is_known() && !(pages.value == w.requests.huge_pages.value))
      differ(w, "of huge pages", bytes_term("huge pages requested", w.requests.huge_pages.value),
             bytes_term("limit", pages.value), pages.line);
  }
}

}  // namespace headroom::rules
