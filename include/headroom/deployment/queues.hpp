// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include <headroom/catalog/names/gpu_resources.hpp>
#include <headroom/deployment/deployment.hpp>
#include <headroom/deployment/resolve.hpp>

// Queues of a file: what one can admit, which is in which, and what asks of them. Amounts are as quotas state them: GPUs,
// millicores or bytes.
namespace headroom {

enum class queue_resource { gpus, cpus, host_memory, ephemeral_storage, other };

constexpr queue_resource resource_called(std::string_view name) {
  if (name == "cpu") return queue_resource::cpus;
  if (name == "memory") return queue_resource::host_memory;
  if (name == "ephemeral-storage") return queue_resource::ephemeral_storage;
  if (catalog::find_gpu_resource(name) != nullptr) return queue_resource::gpus;
  return queue_resource::other;
}
constexpr queue_resource resource_of(const quota& q) { return resource_called(q.resource); }

constexpr bool is_in_bytes(queue_resource of) {
  return of == queue_resource::host_memory || of == queue_resource::ephemeral_storage;
}

// The pool that a quota draws on: the one it names, or the only one.
constexpr const machine_pool* pool_of_quota(const quota& q, const deployment& d) {
  for (const machine_pool& each : d.pools)
    if (!q.pool.empty() && each.name == q.pool) return &each;
  return d.pools.size() == 1 ? d.pools.data() : nullptr;
}

constexpr bool draw_on_the_same(const quota& a, const quota& b) { return a.pool == b.pool && a.resource == b.resource; }

constexpr double amount_of(const quota& q) { return static_cast<double>(q.nominal.value_or(0)); }

// What the other queues of the cohort have and lend: the most that one can borrow. Nothing where it is not known: the
// others may stand in other files.
constexpr std::optional<double> others_of_cohort(const deployment& of, const quota& q) {
  if (q.cohort.empty()) return 0;
  double sum = 0;
  bool any = false;
  for (const quota& each : of.quotas) {
    if (&each == &q || each.cohort != q.cohort || !draw_on_the_same(each, q)) continue;
    if (!each.nominal.is_known() || each.lending_limit.is_unresolved()) return {};
    const double amount = amount_of(each);
    const double lent = static_cast<double>(each.lending_limit.value_or(too_many));
    sum += lent < amount ? lent : amount;
    any = true;
  }
  if (!any) return {};
  return sum;
}

// The most that a queue can ever admit: its own, and what it may and can borrow. Nothing where it is not known.
constexpr std::optional<double> most_admitted(const deployment& of, const quota& q) {
  const std::optional<double> others = others_of_cohort(of, q);
  const bool is_limited = q.borrowing_limit.is_known();
  if (!q.nominal.is_known() || q.borrowing_limit.is_unresolved() || (!others && !is_limited)) return {};
  const double limit = static_cast<double>(q.borrowing_limit.value);
  return amount_of(q) + (is_limited && (!others || limit < *others) ? limit : *others);
}

// Whether a queue can admit nothing by a quota: it is 0, and the other queues of its cohort have none to lend.
constexpr bool admits_nothing(const deployment& of, const quota& q) {
  if (!q.nominal.is_known() || amount_of(q) > 0) return false;
  if (const std::optional<double> most = most_admitted(of, q)) return *most <= 0;
  bool has_others = false;
  for (const quota& each : of.quotas) {
    if (each.cohort != q.cohort || each.name == q.name) continue;
    if (draw_on_the_same(each, q)) return false;
    has_others = true;
  }
  return has_others && !q.borrowing_limit.is_unresolved();
}

// A queue with several flavors may admit by another, and which GPUs of two kinds are asked for is not told.
constexpr bool has_a_choice(const deployment& of, const quota& q) {
  for (const quota& each : of.quotas) {
    const bool are_gpus = resource_of(q) == queue_resource::gpus && resource_of(each) == queue_resource::gpus;
    const bool is_other = &each != &q && each.name == q.name && (each.resource == q.resource || are_gpus);
    if (is_other && !admits_nothing(of, each)) return true;
  }
  return false;
}

// Whether a workload waits in a queue, or runs on its pool.
constexpr bool is_admitted_by(const workload& w, const quota& q) {
  return w.queueing.queue.is_known() ? w.queueing.queue.value == q.name : w.placement.pool.is_known() && w.placement.pool.value == q.name;
}

// What a workload asks a queue for.
struct queue_request {
  double amount = 0;  // of one replica; 0 also where it is not known
  int line = 0;
};

constexpr queue_request request_of(const workload& w, queue_resource of) {
  const pod_resources& each = w.requests;
  const double pods = static_cast<double>(w.scale.pods.value_or(0));
  const said<count> gpus = gpus_of_replica(w);
  const said<memory>& stored = of == queue_resource::host_memory ? each.system_memory : each.ephemeral_storage;
  if (of == queue_resource::gpus) return {static_cast<double>(gpus.value_or(0)), gpus.line};
  if (of == queue_resource::cpus) return {pods * static_cast<double>(each.millicpus.value_or(0)), each.millicpus.line};
  return {pods * in_bytes(stored.value_or(memory{})), stored.line};
}

// The queue that a queue is in, by what it says of the same resource; nullptr where it is in none of the file's.
constexpr const request_limit* queue_around(const request_limit& q, const deployment& d) {
  if (q.within.empty()) return nullptr;
  for (const request_limit& each : d.request_limits)
    if (each.by == limited_by::queue && each.of == q.within && each.resource == q.resource) return &each;
  return nullptr;
}

// A queue, or the nearest that it is in, of which something is so; nullptr where of none.
template <class Is>
constexpr const request_limit* nearest_queue(const request_limit* q, const deployment& d, Is is) {
  // No deeper than there are queues: the file may have them in a circle.
  for (std::size_t depth = 0; q != nullptr && depth < d.request_limits.size(); ++depth) {
    if (is(*q)) return q;
    q = queue_around(*q, d);
  }
  return nullptr;
}

// Whether a limit is of a queue itself, or of one that it is in, at whatever depth.
constexpr bool is_of_queue(const request_limit& limit, std::string_view queue, const deployment& d) {
  if (limit.of == queue) return true;
  for (const request_limit& each : d.request_limits) {
    if (each.by != limited_by::queue || each.of != queue) continue;
    if (nearest_queue(&each, d, [&](const request_limit& one) { return one.of == limit.of; }) != nullptr) return true;
  }
  return false;
}

constexpr bool is_limited_by(const workload& w, const request_limit& q, const deployment& d) {
  if (q.by == limited_by::name_space) return w.identity.name_space == q.of;
  if (q.by == limited_by::queue) return w.queueing.queue.is_known() && is_of_queue(q, w.queueing.queue.value, d);
  return w.placement.pool.is_known() && w.placement.pool.value == q.of;
}

// What a workload asks for at once: of a job that of one replica of its whole group, of a service that of all replicas.
constexpr double asked_at_once(const workload& w, queue_resource of, std::span<const workload> all) {
  if (of == queue_resource::gpus)
    return static_cast<double>((is_queued(w) ? gpus_of_group(w, all) : headroom::gpus_of(w)).value_or(0));
  if (!is_queued(w)) return request_of(w, of).amount * static_cast<double>(w.scale.replicas.value_or(0));
  if (w.identity.group.empty()) return request_of(w, of).amount;
  double sum = 0;
  for (const workload& each : all) sum += each.identity.group == w.identity.group ? request_of(each, of).amount : 0;
  return sum;
}

}  // namespace headroom
