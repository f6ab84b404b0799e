// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>

#include <headroom/cluster/ratios.hpp>
#include <headroom/deployment/parallel_gpus.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

// Engines run such a group, at the speed of the slower network. It cannot work where the file demands one domain.
constexpr finding spans_domains(const workload& w, const node& on, count tensor, count inside,
                                const figure<count>& domain) {
  const bool is_demanded = w.placement.one_domain.value_or(false);
  const figure<double> times = scale_up_to_scale_out(std::array{group{on.machine, 1}});
  finding told{.rule = "parallel_domain",
               .severity = is_demanded ? finding_severity::error : finding_severity::warning,
               .line = w.parallel.tensor.line,
               .cure = "use TP of at most {1}, and pipeline or data parallelism beyond",
               .subject = subject_of(w),
               .text = on.name};
  told.sentence =
      is_demanded ? "{s}: a tensor-parallel group of {0} {0|GPU|GPUs} does not lie in one scale-up domain, as {s} "
                    "demands: those of {t} have {1}"
      : times.is_known()
          ? "{s}: a tensor-parallel group of {0} {0|GPU|GPUs} spans scale-up domains of {t}, which have {1}: what it "
            "exchanges for every layer takes the scale-out network, of which a GPU has 1/{2} of the bandwidth"
          : "{s}: a tensor-parallel group of {0} {0|GPU|GPUs} spans scale-up domains of {t}, which have {1}: what it "
            "exchanges for every layer takes the scale-out network";
  told = told.with(gpus_term("GPUs of a tensor-parallel group", tensor))
             .with(published(gpus_term("GPUs of a scale-up domain", inside), domain, on));
  if (is_demanded || !times.is_known()) return told;
  return told.with({.what = "bandwidth of scale-up for that of scale-out", .amount = *times.known(), .from = on.name});
}

}  // namespace detail

// A tensor-parallel group and an expert-parallel group lie inside one scale-up domain, or at least inside one machine,
// or they pay for the scale-out network.
constexpr void parallel_domain(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) {
    const parallel_sizes& p = w.parallel;
    const count tensor = tensor_group(p);
    const count expert = p.expert.value_or(1);
    if (tensor <= 1 && expert <= 1) continue;
    const node on = node_of(w, in);
    const figure<count> domain = domain_gpus_of(on);
    const said<count> machine = gpus_per_node_of(w, in);
    if (!domain.is_known()) {
      if (!on.is_known() || tensor <= machine.value_or(0)) continue;
      to(finding{.rule = "parallel_domain",
                 .severity = finding_severity::unjudged,
                 .line = p.tensor.line,
                 .sentence = "{s}: no source says how many GPUs of {t} reach each other over the scale-up network",
                 .subject = subject_of(w),
                 .text = on.name});
      continue;
    }
    const count inside = machine.is_known() ? std::max(machine.value, *domain.known()) : *domain.known();
    if (tensor > inside) {
      to(detail::spans_domains(w, on, tensor, inside, domain));
      continue;
    }
    const said<count> replica = gpus_of_replica(w);
    if (tensor != 0 && replica.is_known() && replica.value > inside && inside % tensor != 0) {
      to(finding{.rule = "parallel_domain",
                 .severity = finding_severity::warning,
                 .line = p.tensor.line,
                 .sentence = "{s}: {0} {0|GPU|GPUs} in tensor-parallel groups of {1} span scale-up domains of {2} "
                             "({t}), and {1} does not divide {2}: a group may straddle two",
                 .cure = "use a TP that divides {2}, or fill each domain by whole groups",
                 .subject = subject_of(w),
                 .text = on.name}
             .with(gpus_term("GPUs of a replica", replica.value))
             .with(gpus_term("GPUs of a tensor-parallel group", tensor))
             .with(published(gpus_term("GPUs of a scale-up domain", inside), domain, on)));
    }
    if (expert > inside)
      to(finding{.rule = "parallel_domain",
                 .severity = finding_severity::warning,
                 .line = p.expert.line,
                 .sentence = "{s}: an expert-parallel group of {0} {0|GPU|GPUs} spans scale-up domains of {t}, which "
                             "have {1}: its exchange takes the scale-out network",
                 .cure = "use EP of at most {1}, or plan for the slower exchange",
                 .subject = subject_of(w),
                 .text = on.name}
             .with(gpus_term("GPUs of an expert-parallel group", expert))
             .with(published(gpus_term("GPUs of a scale-up domain", inside), domain, on)));
  }
}

}  // namespace headroom::rules
