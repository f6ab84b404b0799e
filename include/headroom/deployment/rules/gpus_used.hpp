// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

#include <headroom/catalog/names/gpu_resources.hpp>
#include <headroom/deployment/balance.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

// Whether no node has GPUs that are called so, since the machine's are of another maker.
constexpr bool are_of_another_maker(std::string_view resource, const node& on) {
  if (on.gpu == nullptr || on.gpu->maker == maker::own) return false;
  const catalog::gpu_resource* called = catalog::find_gpu_resource(resource);
  return called != nullptr && on.gpu->maker != called->maker;
}

// One pod against one machine.
constexpr void gpus_of_a_pod(const rule_input& in, const workload& w, finding_sink& to) {
  if (w.requests.gpus.value_or(0) == 0 || !w.requests.mig_profile.is_silent()) return;
  const node on = node_of(w, in);
  if (are_of_another_maker(w.requests.gpu_resource, on)) {
    to(finding{.rule = "gpus_used",
               .line = w.requests.gpus.line,
               .sentence = "{s} asks for {0} of {f0} a {u}; {t} has {f1} GPUs, which are not called so",
               .cure = "ask for the resource of that maker's device plugin, or choose a machine with the other's GPUs",
               .subject = subject_of(w),
               .text = on.name,
               .unit = unit_of(w)}
           .with(gpus_term("GPUs a {u}", w.requests.gpus.value, w.requests.gpu_resource))
           .with(words_term("maker of the machine's GPUs", name(on.gpu->maker), on.gpu->from)));
    return;
  }
  const figure<count> has = gpus_of(on);
  const said<count> each = gpus_per_node_of(w, in);
  if (has.is_absent() || (each.is_known() && w.requests.gpus.value > each.value)) {
    const count there = has.is_absent() ? 0 : each.value;
    const std::string_view name = on.name.empty() ? std::string_view{"each node"} : on.name;
    to(finding{.rule = "gpus_used",
               .line = w.requests.gpus.line,
               .sentence = "{s} asks for {0} {0|GPU|GPUs} a {u}; {t} has {1}",
               .cure = "ask for at most {1} {1|GPU|GPUs} a {u}, or run it on a larger machine",
               .subject = subject_of(w),
               .text = name,
               .unit = unit_of(w)}
           .with(gpus_term("GPUs a {u}", w.requests.gpus.value))
           .with(published(gpus_term("GPUs of the machine", there), has, on)));
  } else if (on.is_known() && !each.is_known()) {
    to(finding{.rule = "gpus_used",
               .severity = finding_severity::unjudged,
               .line = w.requests.gpus.line,
               .sentence = "{s} asks for {0} {0|GPU|GPUs} a {u}; no source says how many {t} has",
               .subject = subject_of(w),
               .text = on.name,
               .unit = unit_of(w)}
           .with(gpus_term("GPUs a {u}", w.requests.gpus.value)));
  }
}

constexpr const said<count>& gpus_asked(const workload& w) { return w.scale.gpus.is_silent() ? w.requests.gpus : w.scale.gpus; }

// What asks for GPUs and does not state their number is not counted by any rule.
constexpr void gpus_not_counted(const workload& w, finding_sink& to) {
  const said<count>& asked = gpus_asked(w);
  if (!asked.is_unresolved()) return;
  const bool is_elsewhere = asked.state == said_state::elsewhere;
  to(finding{.rule = "gpus_used",
             .severity = finding_severity::unjudged,
             .line = asked.line,
             .sentence = w.requests.all_gpus ? "{s} asks for all GPUs of its node; which machine that is, is not known"
                         : is_elsewhere      ? "{s}: its GPUs are not counted; the file does not state their number"
                                             : "{s}: its GPUs are not counted; the file leaves their number to its tool",
             .cure = w.requests.all_gpus ? "name the machine that it runs on"
                     : is_elsewhere      ? "state the number"
                                         : "state the number, or check what the tool makes of the file",
             .subject = subject_of(w)});
}

// How many there are of what asks for GPUs, where the file leaves that open.
constexpr said<count> number_left_open(const workload& w) {
  const bool asks = asks_for_gpus(w) && !gpus_asked(w).is_unresolved() && !is_demand(w) && w.scale.replicas.value_or(1) > 0;
  return asks ? headroom::number_left_open(w.scale) : said<count>{};
}

// Nor is that. Of parts of one group that leave the same number open it is said of the first, and of a kind that is not
// known it is said below.
constexpr void number_not_counted(const rule_input& in, const workload& w, finding_sink& to) {
  const said<count> open = number_left_open(w);
  if (!open.is_unresolved()) return;
  for (const uncounted_gpus& each : in.of.uncounted)
    if (each.line == w.requests.gpus.line) return;
  for (const workload& each : in.of.workloads) {
    if (&each == &w) break;
    if (!w.identity.group.empty() && each.identity.group == w.identity.group && number_left_open(each).line == open.line) return;
  }
  to(finding{.rule = "gpus_used",
             .severity = finding_severity::unjudged,
             .line = open.line,
             .sentence = w.scale.replicas.is_unresolved()
                             ? "{s}: its GPUs in all are not counted; the file leaves the number of its replicas open"
                             : "{s}: its GPUs in all are not counted; the file leaves the number of its {u}s open",
             .cure = "state the number, or check what the tool makes of the file",
             .subject = subject_of(w),
             .unit = unit_of(w)});
}

// Whether that is said of GPUs in a line.
constexpr bool are_not_counted(const rule_input& in, int line) {
  for (const workload& w : in.of.workloads)
    if ((gpus_asked(w).is_unresolved() && gpus_asked(w).line == line) || number_left_open(w).line == line) return true;
  return false;
}

// What a controller of a kind that is not known makes of an object, no one here can count, nor what a document without a kind is.
constexpr void gpus_of_unknown_kinds(const rule_input& in, finding_sink& to) {
  for (const uncounted_gpus& each : in.of.uncounted) {
    finding found{.rule = "gpus_used",
                  .severity = finding_severity::unjudged,
                  .line = each.line,
                  .sentence = each.gpus.is_known() ? "{s} asks for {0} {0|GPU|GPUs}; how often it does is not counted, because the kind {t} is not known"
                                                   : "{s} asks for GPUs; how many is not counted, because the kind {t} is not known",
                  .cure = each.cure.empty() ? "check what is made of it" : each.cure,
                  .subject = !each.name.empty() ? each.name : !each.kind.empty() ? each.kind : std::string_view{"The document"},
                  .text = each.kind};
    if (each.kind.empty())
      found.sentence = each.gpus.is_known() ? "{s} asks for {0} {0|GPU|GPUs}; how often it does is not counted" : "{s} asks for GPUs; how many is not counted";
    to(found.with(gpus_term("GPUs asked for", each.gpus.value_or(0))));
  }
}

// What is started in a pod against the GPUs that it has.
constexpr void started_in_a_pod(const workload& w, const said<count>& started, const term& taken, std::string_view sentence,
                                std::string_view cure, finding_sink& to) {
  const said<count> gpus = gpus_for_processes(w);
  if (!started.is_known() || !gpus.is_known() || started.value <= gpus.value) return;
  to(finding{.rule = "gpus_used", .line = started.line, .sentence = sentence, .cure = cure, .subject = subject_of(w), .unit = unit_of(w)}
         .with(taken)
         .with(gpus_term("GPUs a {u}", gpus.value)));
}

// Processes of which each takes one GPU, or one slot, against what there is of them.
constexpr void processes_of_a_pod(const workload& w, finding_sink& to) {
  const bool has_gpus = gpus_for_processes(w).value_or(0) > 0;  // without any they take none
  const count each = w.launch.gpus_of_process.value_or(1);
  const said<count> taken{multiply(w.launch.processes.value, each), w.launch.processes.line};
  if (has_gpus && w.launch.processes.is_known() && each > 1)
    started_in_a_pod(w, taken, gpus_term("GPUs of the processes of a {u}", taken.value),
                     "{s} starts processes that take {0} {0|GPU|GPUs} of one {u} together; it has {1}",
                     "start fewer processes a {u}, or let each take fewer GPUs", to);
  else if (has_gpus)
    started_in_a_pod(w, w.launch.processes, processes_term("processes a {u}", w.launch.processes.value),
                     "{s} starts {0} {0|process|processes} a {u}, each of which takes one GPU; it has {1}",
                     "start {1} {1|process|processes} a {u}, or ask for {0} {0|GPU|GPUs}", to);
  started_in_a_pod(w, w.launch.gpus_of_actor, gpus_term("GPUs of the actor", w.launch.gpus_of_actor.value),
                   "{s} runs an actor that takes {0} {0|GPU|GPUs} of one {u}; each has {1}",
                   "give the actor at most {1} {1|GPU|GPUs}, or each {u} {0}", to);
  if (w.launch.ranks.is_known() && w.launch.slots.is_known() && w.launch.ranks.value > w.launch.slots.value)
    to(finding{.rule = "gpus_used",
               .line = w.launch.ranks.line,
               .sentence = "{s} starts {0} {0|process|processes} with mpirun; there are slots for {1}",
               .cure = "start {1} {1|process|processes}, or give it slots for {0}",
               .subject = subject_of(w)}
           .with(processes_term("processes", w.launch.ranks.value))
           .with(processes_term("slots", w.launch.slots.value)));
}

// Actors that run at once, against the pods of their group, as many as there may be.
constexpr void actors_of_a_group(const workload& w, const rule_input& in, finding_sink& to) {
  const bool is_too_large = w.launch.gpus_of_actor.value_or(0) > gpus_for_processes(w).value_or(too_many);  // told of the pod
  if (!w.launch.gpus_of_actors.is_known() || is_too_large) return;
  count has = 0;
  for (const workload& each : in.of.workloads) {
    if (each.identity.group != w.identity.group || each.requests.gpus.is_silent()) continue;
    const said<count> pods = at_its_most(each.scale).pods;
    if (!pods.is_known() || !each.requests.gpus.is_known()) return;
    has = add(has, multiply(pods.value, each.requests.gpus.value));
  }
  if (w.launch.gpus_of_actors.value > has)
    to(finding{.rule = "gpus_used",
               .line = w.launch.gpus_of_actors.line,
               .sentence = "{s} runs actors that take {0} {0|GPU|GPUs} together; the {u}s of its group have {1}",
               .cure = "run fewer of them, or let the {u}s have {0} {0|GPU|GPUs}",
               .subject = subject_of(w),
               .unit = unit_of(w)}
           .with(gpus_term("GPUs of all actors", w.launch.gpus_of_actors.value))
           .with(gpus_term("GPUs of the group", has)));
}

// Whole replicas against all that is held.
constexpr void gpus_of_all_held(const rule_input& in, finding_sink& to) {
  const said<count> all_held = gpus_held(in.on);
  if (!all_held.is_known()) return;
  const count held = all_held.value;
  count at_once = 0;
  count largest_job = 0;
  int line = 0;
  for (const workload& w : in.of.workloads) {
    // A job's replicas may take turns; its roles run together.
    const said<count> gpus = is_queued(w) ? gpus_of_group(w, in.of.workloads) : headroom::gpus_of(w);
    if (!gpus.is_known()) continue;
    if (line == 0 || (is_queued(w) && gpus.value > held)) line = gpus.line;
    if (!is_queued(w))
      at_once = add(at_once, gpus.value);
    else
      largest_job = std::max(largest_job, gpus.value);
  }
  const count used = std::max(at_once, largest_job);
  if (used <= held) return;
  to(finding{.rule = "gpus_used",
             .line = line,
             .sentence = "{s} uses {0} {0|GPU|GPUs}; {1} {1|is|are} held",
             .cure = "use {2} {2|GPU|GPUs} fewer, or hold more machines",
             .subject = "The deployment"}
         .with(gpus_term("GPUs used", used))
         .with(gpus_term("GPUs held", held))
         .with(gpus_term("GPUs too many", used - held)));
}

// A demand against the machines that the file has, all of them together.
constexpr void gpus_of_a_demand(const rule_input& in, const workload& w, finding_sink& to) {
  if (!is_demand(w) || !w.scale.gpus.is_known() || in.of.pools.empty()) return;
  count held = 0;
  for (const machine_pool& each : in.of.pools) {
    const said<count> gpus = most_gpus_of(each, in.on);
    if (!gpus.is_known()) return;
    held = add(held, gpus.value);
  }
  if (w.scale.gpus.value <= held) return;
  to(finding{.rule = "gpus_used",
             .line = w.scale.gpus.line,
             .sentence = "{s} asks for {0} {0|GPU|GPUs}; the machines have {1}",
             .cure = "ask for {2} {2|GPU|GPUs} fewer, or hold more machines",
             .subject = subject_of(w)}
         .with(gpus_term("GPUs asked for", w.scale.gpus.value))
         .with(gpus_term("GPUs held", held))
         .with(gpus_term("GPUs too many", w.scale.gpus.value - held)));
}

}  // namespace detail

// GPUs used are no more than those held: by a pod of its machine, by all replicas of their nodes, and in total.
constexpr void gpus_used(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) {
    detail::gpus_of_a_pod(in, w, to);
    detail::processes_of_a_pod(w, to);
    detail::actors_of_a_group(w, in, to);
    detail::gpus_of_a_demand(in, w, to);
    detail::gpus_not_counted(w, to);
    detail::number_not_counted(in, w, to);
  }
  detail::gpus_of_unknown_kinds(in, to);
  for_each_balance(in, [&](const gpu_balance& b) {
    if (b.is_shared && b.has_roles) return;  // the rule of colocation
    if (b.no_pod_fits) return;               // said of the pod
    if (b.held_is_known && b.used > b.held) {
      if (b.used <= b.held_as_stated) return;  // the rule of GPUs per node
      to(finding{.rule = "gpus_used",
                 .line = b.line,
                 .sentence = "{s} uses {0} {0|GPU|GPUs}; {1} {1|node|nodes} of {2} {1|holds|hold} {3}",
                 .cure = "use {4} {4|GPU|GPUs} fewer, or hold {5} {5|node|nodes}",
                 .subject = b.subject}
             .with(gpus_term("GPUs used", b.used))
             .with(nodes_term("nodes", b.nodes))
             .with(gpus_term("GPUs a node", b.gpus_per_node))
             .with(gpus_term("GPUs held", b.held))
             .with(gpus_term("GPUs too many", b.used - b.held))
             .with(nodes_term("nodes needed", ceil_of(b.used, b.gpus_per_node))));
    } else if (b.held_if_fewer > 0 && b.used > b.held_if_fewer) {
      to(finding{.rule = "gpus_used",
                 .line = b.line,
                 .sentence = "{s} uses {0} {0|GPU|GPUs}; its {1} {1|node|nodes} {1|holds|hold} {2} by the GPUs of a "
                             "node that it states",
                 .cure = "state more GPUs a node, use {3} {3|GPU|GPUs} fewer, or hold more nodes",
                 .subject = b.subject}
             .with(gpus_term("GPUs used", b.used))
             .with(nodes_term("nodes", b.nodes))
             .with(gpus_term("GPUs held by the stated figure", b.held_if_fewer))
             .with(gpus_term("GPUs too many", b.used - b.held_if_fewer)));
    } else if (b.missing_line != 0 && !detail::are_not_counted(in, b.missing_line)) {
      to(finding{.rule = "gpus_used",
                 .severity = finding_severity::unjudged,
                 .line = b.missing_line,
                 .sentence = "{s}: GPUs used against GPUs held cannot be judged; the file leaves a figure to its tool",
                 .subject = b.subject});
    }
  });
  detail::gpus_of_all_held(in, to);
}

}  // namespace headroom::rules
