// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

// Whether a group is of a machine, or of racks of it.
constexpr bool is_held_as(const group& of, const headroom::machine& wanted) {
  return headroom::detail::is_of_size(of.machine, wanted) || (of.machine.vm() != nullptr && of.machine.vm() == wanted.vm());
}

// Whether a group is of as many as are asked for.
constexpr bool has_any_number(const group& of) { return of.how_many == 0 || !of.machine.vms().is_known(); }

constexpr count vms_of(const group& of) {
  return multiply(of.how_many, nodes_of(of.machine).value_or(0));
}

constexpr bool is_held(const headroom::machine& wanted, const check_terms& on) {
  for (const group& each : on.held)
    if (is_held_as(each, wanted)) return true;
  return false;
}

constexpr count vms_held(const headroom::machine& wanted, const check_terms& on, bool& any_number) {
  count sum = 0;
  for (const group& each : on.held) {
    if (!is_held_as(each, wanted)) continue;
    any_number = any_number || has_any_number(each);
    sum = add(sum, vms_of(each));
  }
  return sum;
}

// Whether some GPUs are of a type, and those of no machine held: of each a source says which it has.
constexpr bool is_type_of_none(std::string_view type, const check_terms& on) {
  if (!headroom::detail::is_called_by_some(type)) return false;
  for (const group& each : on.held)
    if (each.machine.gpu() == nullptr || headroom::detail::is_gpu_called(*each.machine.gpu(), type)) return false;
  return true;
}

// With what is held instead, where that is one kind.
constexpr finding not_held(finding told, std::string_view instead, const check_terms& on) {
  const node held = node_held(on);
  if (!held.is_known()) return told;
  told.sentence = instead;
  told = told.with(words_term("machine held", held.name));
  return held.gpu == nullptr ? told : told.with(words_term("GPU of the machine held", held.gpu->name));
}

// The machine or GPU that a workload selects is among those held.
constexpr void selected_is_held(const workload& w, const check_terms& on, finding_sink& to) {
  const auto found = [&](const said<std::string_view>& selected, std::string_view sentence, std::string_view instead) {
    to(not_held({.rule = "machines_held",
                 .line = selected.line,
                 .sentence = sentence,
                 .cure = "hold some, or select what is held",
                 .subject = subject_of(w),
                 .text = selected.value},
                instead, on));
  };
  if (w.placement.instance_type.is_known()) {
    const node chosen = node_called(w.placement.instance_type, on);
    if (headroom::detail::has_gpus(chosen) && !is_held(chosen.machine, on))
      found(w.placement.instance_type, "{s} runs on {t}, which is not among the machines held",
            "{s} runs on {t}; what is held is {f0}");
  } else if (w.placement.gpu_type.is_known() && is_type_of_none(w.placement.gpu_type.value, on)) {
    found(w.placement.gpu_type, "{s} runs on GPUs of type {t}, which the machines held are not",
          "{s} runs on GPUs of type {t}; what is held is {f0}, with {f1}");
  }
}

// Machines with GPUs, or that may have some, whose number the file leaves to its tool. What runs on them is judged with
// what asks for it.
constexpr void number_is_told(const machine_pool& pool, const rule_input& in, finding_sink& to) {
  const node on = node_of(pool, in.on);
  const bool has_gpus = pool.gpus_per_node.is_known() ? pool.gpus_per_node.value > 0 : headroom::detail::has_gpus(on);
  const bool may_have =
      on.naming == naming::unresolved || (on.naming == naming::unlisted && catalog::is_gpu_size_name(on.name));
  if (!has_gpus && !may_have) return;
  for (const workload& w : in.of.workloads)
    if (pool_of(w, in) == &pool) return;
  const auto found = [&](const said<count>& number, std::string_view what) {
    if (!number.is_unresolved()) return;
    to(finding{.rule = "machines_held",
               .severity = finding_severity::unjudged,
               .line = number.line,
               .sentence = "{s}: its {t} cannot be judged; the file leaves it to its tool",
               .cure = in.of.tool == file_tool::terraform ? "state the number, of a regional pool with its zones"
                       : in.of.tool == file_tool::cyclecloud
                           ? "give its parameter a default, or each size an array of its own"
                           : "state the number, or give its parameter a default",
               .subject = subject_of(pool),
               .text = what});
  };
  found(pool.nodes, "number of nodes");
  found(pool.least_nodes, "least number of nodes");
  found(pool.most_nodes, "largest number of nodes");
}

}  // namespace detail

// The machines with GPUs that a file names are among those held, and as many as it holds or allows.
constexpr void machines_held(const rule_input& in, finding_sink& to) {
  for (const machine_pool& pool : in.of.pools) detail::number_is_told(pool, in, to);
  if (in.on.held.empty()) return;
  for (const workload& w : in.of.workloads) detail::selected_is_held(w, in.on, to);
  for (std::size_t i = 0; i < in.of.pools.size(); ++i) {
    const machine_pool& pool = in.of.pools[i];
    const node on = node_of(pool, in.on);
    const bool is_by_type = pool.gpu_type.is_known() && !pool.size.is_known();
    const bool is_another = is_by_type && on.gpu != nullptr && !headroom::detail::is_gpu_called(*on.gpu, pool.gpu_type.value);
    if (is_another || on.naming == naming::gpu_only) {
      if (detail::is_type_of_none(pool.gpu_type.value, in.on))
        to(detail::not_held({.rule = "machines_held",
                             .line = pool.gpu_type.line,
                             .sentence = "{s} is for GPUs of type {t}, which the machines held are not",
                             .cure = "hold machines with that GPU, or change the type",
                             .subject = subject_of(pool),
                             .text = pool.gpu_type.value},
                            "{s} is for GPUs of type {t}; what is held is {f0}, with {f1}", in.on));
      continue;
    }
    if (!headroom::detail::has_gpus(on)) continue;
    if (!detail::is_held(on.machine, in.on)) {
      to(detail::not_held({.rule = "machines_held",
                           .line = on.line,
                           .sentence = "{s} is of {t}, which is not among the machines held",
                           .cure = "hold some, or choose a size that is held",
                           .subject = subject_of(pool),
                           .text = on.name},
                          "{s} is of {t}; what is held is {f0}", in.on));
      continue;
    }
    // All pools of one machine together, said with the last of them.
    bool any_number = false;
    const count held = detail::vms_held(on.machine, in.on, any_number);
    count asked = 0;
    std::size_t last = i;
    for (std::size_t j = 0; j < in.of.pools.size(); ++j) {
      if (!(node_of(in.of.pools[j], in.on).machine == on.machine)) continue;
      asked = add(asked, most_nodes_of(in.of.pools[j]).value_or(0));
      last = j;
    }
    if (any_number || last != i || asked <= held) continue;
    to(finding{.rule = "machines_held",
               .line = most_nodes_of(pool).line,
               .sentence = "The pools of {t} have {0} {0|node|nodes}; {1} {1|is|are} held",
               .cure = "use {2} {2|node|nodes} fewer, or hold more",
               .subject = subject_of(pool),
               .text = on.name}
           .with(nodes_term("nodes of the pools", asked))
           .with(nodes_term("nodes held", held))
           .with(nodes_term("nodes too many", asked - held)));
  }
}

}  // namespace headroom::rules
