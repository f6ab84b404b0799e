// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string_view>

#include <headroom/deployment/queues.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>
#include <headroom/deployment/rules/machines_held.hpp>
#include <headroom/math.hpp>

namespace headroom::rules {

namespace detail {

constexpr int line_of(const quota& q) { return q.nominal.line != 0 ? q.nominal.line : q.line; }

constexpr term quota_term(std::string_view what, double amount, queue_resource of, std::string_view from = {}) {
  if (of == queue_resource::cpus) return cores_term(what, static_cast<count>(amount), from);
  return {.what = what, .amount = amount, .in = is_in_bytes(of) ? term::unit::bytes : term::unit::number, .from = from};
}

// What a node has of a resource: GPUs, millicores or bytes. Nothing where it is not known.
constexpr std::optional<double> supply_of_node(const node& each, const said<count>& gpus, queue_resource of, const check_terms& on) {
  if (of == queue_resource::gpus && gpus.is_known()) return static_cast<double>(gpus.value);
  if (of == queue_resource::cpus) {
    const figure<count> has = vcpus_of(each);
    if (has.is_known()) return static_cast<double>(millicpus_left(has, on));
  }
  if (of == queue_resource::host_memory) {
    const figure<memory> has = system_memory_of(each);
    if (has.is_known()) return in_bytes(memory_left(has, on));
  }
  return {};
}

// Whether a flavor may be of such machines, by the size or GPU that its labels name.
constexpr bool may_be_of(const machine_pool& flavor, const group& held, const check_terms& on) {
  if (flavor.size.is_known()) return is_held_as(held, node_called(flavor.size, on).machine);
  const gpu* device = held.machine.gpu();
  return flavor.gpu_type.is_silent() || device == nullptr ||
         headroom::detail::is_gpu_called(*device, flavor.gpu_type.value);
}

// The most that a flavor can have of the machines held: of all of them where its labels name neither size nor GPU, and
// then of GPUs only, since machines without any need not be held. Nothing where it is not known.
constexpr std::optional<double> supply_of_held(const machine_pool& flavor, queue_resource of, const check_terms& on) {
  if (flavor.size.is_unresolved() || flavor.gpu_type.is_unresolved()) return {};
  if (flavor.size.is_silent() && flavor.gpu_type.is_silent() && of != queue_resource::gpus) return {};
  double sum = 0;
  bool any = false;
  for (const group& each : on.held) {
    if (!may_be_of(flavor, each, on)) continue;
    const node one = headroom::detail::node_of(each.machine, flavor.line);
    const figure<count> gpus = headroom::gpus_of(one);
    if (gpus.is_absent() && of == queue_resource::gpus) continue;
    const std::optional<double> its = supply_of_node(one, gpus.is_known() ? said<count>{*gpus.known(), 0} : said<count>{}, of, on);
    if (has_any_number(each) || !its) return {};
    sum += static_cast<double>(vms_of(each)) * *its;
    any = true;
  }
  if (!any) return {};
  return sum;
}

// What a pool has of a resource: by its own number of nodes; of a flavor, which has none, what is held.
constexpr std::optional<double> supply_of(const machine_pool& pool, const quota& q, const check_terms& on) {
  const queue_resource of = resource_of(q);
  const said<count> nodes = most_nodes_of(pool);
  if (nodes.is_silent() && pool.name == q.pool) return supply_of_held(pool, of, on);
  const std::optional<double> its = supply_of_node(node_of(pool, on), gpus_per_node_of(pool, on), of, on);
  if (!nodes.is_known() || !its) return {};
  return static_cast<double>(nodes.value) * *its;
}

constexpr void quotas_against_pool(const rule_input& in, const quota& q, finding_sink& to) {
  const queue_resource of = resource_of(q);
  const machine_pool* pool = pool_of_quota(q, in.of);
  if (pool == nullptr) return;
  double sum = 0;
  bool known = true;
  for (const quota& each : in.of.quotas) {
    if (!draw_on_the_same(each, q)) continue;
    if (&each < &q) return;  // said with the first
    known = known && each.nominal.is_known();
    sum += amount_of(each);
  }
  const std::optional<double> has = supply_of(*pool, q, in.on);
  if (!has) return;
  const double there = *has;
  const bool is_more = math::is_more(sum, there);
  if (!is_more && (!known || of != queue_resource::gpus || sum >= there || most_nodes_of(*pool).is_silent())) return;
  finding found{.rule = "queue_quota",
                .severity = is_more ? finding_severity::error : finding_severity::warning,
                .line = line_of(q),
                .sentence = is_more ? "Queues are given {0} ({s}) of {t}, which has {1}: admitted jobs would wait for nodes"
                                    : "Queues are given {0} ({s}) of {t}, which has {1}: {2} {2|stays|stay} idle",
                .cure = is_more ? "give the queues {1} in all, or the pool more nodes" : "give the queues {1} in all, or the pool fewer nodes",
                .subject = q.resource,
                .text = subject_of(*pool)};
  found.with(quota_term("nominal quota of all queues", sum, of)).with(quota_term("what the pool has", there, of, subject_of(*pool)));
  if (!is_more) found.with(quota_term("without a queue", there - sum, of));
  to(found);
}

// Whether an earlier flavor of the queue has as little of the resource, of which it is said.
constexpr bool is_said_of_other_flavor(const rule_input& in, const quota& q) {
  if (!admits_nothing(in.of, q)) return false;
  for (const quota& each : in.of.quotas) {
    if (&each == &q) break;
    if (each.name == q.name && each.resource == q.resource && most_admitted(in.of, each)) return true;
  }
  return false;
}

// What a queue may admit a workload with, of what it asks for: all of it, unless it may start with fewer pods.
constexpr double least_part_of(const workload& w) {
  const bool may_be_fewer = w.queueing.least_admitted.is_known() && w.scale.pods.value_or(0) > w.queueing.least_admitted.value;
  if (w.queueing.least_admitted.is_unresolved()) return 0;
  return may_be_fewer ? static_cast<double>(w.queueing.least_admitted.value) / static_cast<double>(w.scale.pods.value) : 1;
}

// Whether an earlier workload of its group has been judged for it.
constexpr bool is_later_of_group(const workload& w, const rule_input& in) {
  for (const workload& each : in.of.workloads) {
    if (&each == &w) break;
    if (!w.identity.group.empty() && each.identity.group == w.identity.group) return true;
  }
  return false;
}

// A workload, or all of a group, which a queue admits together: said of the one that asks for the most.
constexpr void request_against_quota(const rule_input& in, const workload& first, const quota& q, finding_sink& to) {
  const queue_resource of = resource_of(q);
  const workload* largest = &first;
  double sum = 0;
  double own = request_of(first, of).amount;
  double least = 0;
  for (const workload& each : in.of.workloads) {
    if (&each != &first && (first.identity.group.empty() || each.identity.group != first.identity.group)) continue;
    const double its = request_of(each, of).amount;
    sum += its;
    least += its * least_part_of(each);
    if (its < own) continue;
    own = its;
    largest = &each;
  }
  const std::optional<double> admitted = most_admitted(in.of, q);
  if (!admitted || !math::is_more(least, *admitted)) return;
  const double most = *admitted;
  const bool alone = own >= sum;
  to(finding{.rule = "queue_quota",
             .line = request_of(*largest, of).line,
             .sentence = alone ? "{s} asks for {0} ({f0}); queue {t} can admit {1}, borrowed ones included"
                               : "{s} asks for {2} of the {0} ({f0}) of its group; queue {t} can admit {1}, borrowed "
                                 "ones included",
             .cure = most > 0 ? "ask for at most {1}, or raise the quota" : "raise the quota",
             .subject = subject_of(*largest),
             .text = q.name}
         .with(quota_term("asked for", sum, of, q.resource))
         .with(quota_term("what the queue can admit", most, of))
         .with(quota_term("its own part", own, of)));
}

constexpr void borrowing_against_cohort(const rule_input& in, const quota& q, finding_sink& to) {
  const std::optional<double> others = others_of_cohort(in.of, q);
  const double limit = static_cast<double>(q.borrowing_limit.value_or(0));
  if (!others || limit <= *others) return;
  to(finding{.rule = "queue_quota",
             .severity = finding_severity::warning,
             .line = q.borrowing_limit.line,
             .sentence = "{s} may borrow {0} ({t}); the other queues of its cohort have {1}",
             .cure = "lower the limit to {1}, or drop it",
             .subject = q.name,
             .text = q.resource}
         .with(quota_term("borrowing limit", limit, resource_of(q)))
         .with(quota_term("nominal quota of the others", *others, resource_of(q))));
}

constexpr term limit_term(std::string_view what, double amount, queue_resource of, std::string_view from = {}) {
  return of == queue_resource::gpus ? gpus_term(what, static_cast<count>(amount), from) : quota_term(what, amount, of, from);
}

// What pods with one limit ask for at once: services together, and beside them the largest job, which never starts where that
// is too much. Of all of them, or of those alone that nothing may push out.
constexpr double asked_under(const request_limit& q, bool by_what_it_is_given, const rule_input& in) {
  const queue_resource of = resource_called(q.resource);
  double services = 0;
  double largest_job = 0;
  for (const workload& w : in.of.workloads) {
    if (!is_limited_by(w, q, in.of) || (of == queue_resource::gpus && w.requests.gpu_resource != q.resource)) continue;
    if (by_what_it_is_given && w.queueing.may_be_pushed_out.value_or(true)) continue;
    const double its = asked_at_once(w, of, in.of.workloads);
    if (!is_queued(w)) services += its;
    else if (its > largest_job) largest_job = its;
  }
  return services + largest_job;
}

// A queue lets what nothing may push out start within what it is given, and all of it within its limit.
constexpr void requests_against_limit(const rule_input& in, const request_limit& q, finding_sink& to) {
  const queue_resource of = resource_called(q.resource);
  if (of == queue_resource::other) return;
  for (const bool by_what_it_is_given : {false, true}) {
    const said<count>& bound = by_what_it_is_given ? q.given : q.most;
    const double most = static_cast<double>(bound.value_or(too_many));
    const double asked = asked_under(q, by_what_it_is_given, in);
    if (!bound.is_known() || !math::is_more(asked, most)) continue;
    const bool are_gpus = of == queue_resource::gpus;
    to(finding{.rule = "queue_quota",
               .line = bound.line,
               .sentence = by_what_it_is_given
                               ? "The {u} {t} is given {1} of {f0}, within which alone pods start that nothing may push out; those of the file ask for {0}"
                           : q.by == limited_by::name_space
                               ? "{s} lets pods of namespace {t} ask for {1} of {f0} in all; those of the file ask for {0} at once"
                               : "The {u} {t} lets its pods ask for {1} of {f0} in all; those of the file ask for {0} at once",
               .cure = "raise it to {0}, or ask for {2} fewer",
               .subject = q.name,
               .text = q.of,
               .unit = q.by == limited_by::queue ? std::string_view{"queue"} : std::string_view{"node pool"}}
           .with(limit_term(are_gpus ? "GPUs asked for at once" : "asked for at once", asked, of, q.resource))
           .with(limit_term(are_gpus ? "GPUs that the quota lets them ask for" : "what the quota lets them ask for", most, of))
           .with(limit_term(are_gpus ? "GPUs too many" : "too much", asked - most, of)));
    return;
  }
}

// Whether a queue is in one that is given something, at whatever depth.
constexpr bool is_in_given_queue(const request_limit& q, const deployment& d) {
  return nearest_queue(queue_around(q, d), d, [](const request_limit& around) { return around.given.is_known(); }) != nullptr;
}

// What the outermost queues that are given something count on together, against the GPUs held.
constexpr void given_to_all_queues(const rule_input& in, finding_sink& to) {
  const said<count> held = gpus_held(in.on);
  count sum = 0;
  int line = 0;
  for (const request_limit& each : in.of.request_limits) {
    if (resource_called(each.resource) != queue_resource::gpus || !each.given.is_known() || is_in_given_queue(each, in.of)) continue;
    if (line == 0) line = each.given.line;
    sum = add(sum, each.given.value);
  }
  if (!held.is_known() || sum <= held.value) return;
  to(finding{.rule = "queue_quota",
             .severity = finding_severity::warning,
             .line = line,
             .sentence = "{s} are given {0} {0|GPU|GPUs} together; {1} {1|is|are} held: not all of them get theirs",
             .cure = "give them {1} together, or hold more machines",
             .subject = "The queues"}
         .with(gpus_term("GPUs that the queues are given", sum))
         .with(gpus_term("GPUs held", held.value)));
}

// What a queue can count on against what it, or a queue that it is in, may have, and against what the queues in it count on.
constexpr void given_to_queues(const rule_input& in, const request_limit& q, finding_sink& to) {
  const queue_resource of = resource_called(q.resource);
  if (!q.given.is_known()) return;
  const double its = static_cast<double>(q.given.value);
  const auto tell = [&](std::string_view sentence, std::string_view cure, std::string_view other, const term& against) {
    to(finding{.rule = "queue_quota",
               .severity = finding_severity::warning,
               .line = q.given.line,
               .sentence = sentence,
               .cure = cure,
               .subject = q.of,
               .text = other}
           .with(limit_term(of == queue_resource::gpus ? "GPUs that it is given" : "what it is given", its, of, q.resource))
           .with(against));
  };
  const auto allows_less = [&](const request_limit& each) { return each.most.is_known() && q.given.value > each.most.value; };
  if (const request_limit* limited = nearest_queue(&q, in.of, allows_less); limited != nullptr)
    tell("Queue {s} is given {0} of {f0}; queue {t} lets its pods have {1} at most", "give it {1}, or raise the limit to {0}", limited->of,
         limit_term("the limit", static_cast<double>(limited->most.value), of));
  count sum = 0;
  for (const request_limit& each : in.of.request_limits)
    if (each.by == limited_by::queue && each.within == q.of && each.resource == q.resource) sum = add(sum, each.given.value_or(0));
  if (sum > q.given.value)
    tell("The queues in {s} are given {1} of {f0} together; it is given {0} itself: not all of them get theirs",
         "give it {1}, or the queues in it {0} together", {},
         limit_term("what the queues in it are given", static_cast<double>(sum), of));
}

}  // namespace detail

// The nominal quotas of queues add up to what their pool has, or those of a flavor to no more than is held of its
// machines; a queue can borrow what its cohort has; a workload asks for no more than its queue can ever admit, of each
// resource that the queue covers; the pods of a namespace, a queue or a node pool ask for no more GPUs, CPUs and memory
// than its limit lets them; and queues are given no more GPUs than the one that they are in, or than are held.
constexpr void queue_quota(const rule_input& in, finding_sink& to) {
  detail::given_to_all_queues(in, to);
  for (const request_limit& each : in.of.request_limits) {
    detail::requests_against_limit(in, each, to);
    detail::given_to_queues(in, each, to);
  }
  for (const quota& q : in.of.quotas) {
    detail::quotas_against_pool(in, q, to);
    detail::borrowing_against_cohort(in, q, to);
    if (resource_of(q) == queue_resource::other || has_a_choice(in.of, q) ||
        detail::is_said_of_other_flavor(in, q))
      continue;
    for (const workload& w : in.of.workloads)
      if (is_admitted_by(w, q) && !detail::is_later_of_group(w, in)) detail::request_against_quota(in, w, q, to);
  }
}

}  // namespace headroom::rules
