// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/catalog/machines.hpp>
#include <headroom/catalog/names/size_names.hpp>
#include <headroom/text/nearest_name.hpp>
#include <headroom/count.hpp>
#include <headroom/deployment/deployment.hpp>
#include <headroom/deployment/finding.hpp>
#include <headroom/deployment/rule.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/hardware/vm.hpp>
#include <headroom/hardware/vm_features.hpp>

// Which machine a part of a deployment runs on, by what the file names and by what it is held against.
namespace headroom {

// How far a file and its terms tell the machine.
enum class naming {
  none,        // neither names one
  unresolved,  // the file names one by a variable or an expression
  unlisted,    // the file names one that is neither in the catalogue nor held
  several,     // more than one would do
  gpu_only,    // a GPU is named, and no machine
  known,
};

// One node: what a pod, task or worker runs on. Of a rack it is one VM's share, with the host's own CPUs and memory.
struct node {
  headroom::naming naming = naming::none;
  std::string_view name{};  // of the machine, or what the file says in its place
  headroom::machine machine{};
  const headroom::vm* vm = nullptr;
  const headroom::gpu* gpu = nullptr;
  int line = 0;  // where the file names it

  constexpr bool is_known() const { return naming == naming::known; }
};

namespace detail {

constexpr node node_of(const machine& m, int line) { return {naming::known, m.name(), m, m.vm(), m.gpu(), line}; }

// The first word of a GPU's name: "GB300", "H100" of "H100-SXM5-80GB".
constexpr bool is_gpu_called(const gpu& device, std::string_view asked) {
  if (ascii::is_same(device.name, asked)) return true;
  const std::size_t end = device.name.find_first_of("- ");
  return ascii::is_same(device.name.substr(0, end), asked);
}

// Nodes of one size, some of which may give fewer GPUs than it has.
constexpr bool is_of_size(const machine& a, const machine& b) { return ascii::is_same(a.name(), b.name()); }

// Whether any GPU of the catalogue is called so.
constexpr bool is_called_by_some(std::string_view type) {
  for (const gpu* each : catalog::gpus())
    if (is_gpu_called(*each, type)) return true;
  return false;
}

}  // namespace detail

// The machine of that name: among those held, else in the catalogue; nullptr where it is in neither. SageMaker runs EC2's.
constexpr const machine* find_machine(std::string_view name, const check_terms& on) {
  name = catalog::of_ec2(name);
  for (const group& each : on.held)
    if (ascii::is_same(catalog::of_ec2(each.machine.name()), name)) return &each.machine;
  for (const machine& each : catalog::machines())
    if (ascii::is_same(each.name(), name)) return &each;
  return nullptr;
}

// The GPU that a file calls by its type ("gb300", "b200"); nullptr where none or several are called so.
constexpr const gpu* find_gpu(std::string_view type) {
  const gpu* found = nullptr;
  for (const gpu* each : catalog::gpus()) {
    if (!detail::is_gpu_called(*each, type)) continue;
    if (found != nullptr) return nullptr;
    found = each;
  }
  return found;
}

// The one machine that everything runs on, where only one kind is held.
constexpr node node_held(const check_terms& on) {
  if (on.held.empty()) return {};
  for (const group& each : on.held)
    if (!detail::is_of_size(each.machine, on.held.front().machine)) return {.naming = naming::several};
  return detail::node_of(on.held.front().machine, 0);
}

// The machine of a size that a file names. One that the catalogue does not describe and that has GPUs, by what the file
// asks of it, is the one machine held, where only one kind is: the check is told what everything runs on.
constexpr node node_called(const said<std::string_view>& size, const check_terms& on, bool has_gpus = false) {
  if (const machine* found = find_machine(size.value, on)) return detail::node_of(*found, size.line);
  const node held = has_gpus ? node_held(on) : node{};
  if (held.gpu != nullptr) return held;
  return {.naming = naming::unlisted, .name = size.value, .line = size.line};
}

// The machine with GPUs of a type, among several that are held.
constexpr node node_with(const said<std::string_view>& gpu_type, const check_terms& on) {
  node found{
      .naming = naming::gpu_only, .name = gpu_type.value, .gpu = find_gpu(gpu_type.value), .line = gpu_type.line};
  for (const group& each : on.held)
    if (each.machine.gpu() != nullptr && detail::is_gpu_called(*each.machine.gpu(), gpu_type.value)) {
      if (found.is_known() && !detail::is_of_size(found.machine, each.machine)) return {.naming = naming::several, .line = gpu_type.line};
      if (!found.is_known()) found = detail::node_of(each.machine, gpu_type.line);
    }
  return found;
}

constexpr node node_of(const machine_pool& pool, const check_terms& on) {
  if (pool.described != nullptr) return detail::node_of(*pool.described, pool.line);
  if (pool.size.is_known()) return node_called(pool.size, on, pool.gpus_per_node.value_or(0) > 0);
  const node held = node_held(on);
  // Nodes for logging in stand beside those with the GPUs.
  const bool has_none = pool.gpus_per_node.is_known() && pool.gpus_per_node.value == 0;
  if (has_none && held.gpu != nullptr) return {};
  if (held.is_known()) return held;
  if (pool.gpu_type.is_known()) return node_with(pool.gpu_type, on);
  if (pool.size.is_unresolved()) return {.naming = naming::unresolved, .line = pool.size.line};
  return held;
}

// The pool that a workload names; nullptr where it names none of the file's.
constexpr const machine_pool* pool_named_by(const workload& w, const deployment& d) {
  if (!w.placement.pool.is_known()) return nullptr;
  for (const machine_pool& each : d.pools)
    if (each.name == w.placement.pool.value) return &each;
  return nullptr;
}

namespace detail {

constexpr bool has_gpus(const node& n) {
  return n.vm != nullptr ? n.vm->gpus.is_known() && *n.vm->gpus.known() > 0 : n.gpu != nullptr;
}
}  // namespace detail

constexpr bool asks_for_gpus(const workload& w) {
  return w.requests.gpus.value_or(0) > 0 || w.scale.gpus.value_or(0) > 0;
}

// Whether it states that, parts of GPUs among them, or leaves it open.
constexpr bool may_ask_for_gpus(const workload& w) {
  return asks_for_gpus(w) || w.requests.gpus.is_unresolved() || w.scale.gpus.is_unresolved() || !w.requests.mig_profile.is_silent();
}

// The pool that a workload runs on: the one it names; else the only one, or the only one with GPUs for what asks for
// GPUs, unless the workload chooses its machine in another way.
constexpr const machine_pool* pool_of(const workload& w, const rule_input& in) {
  if (!w.placement.pool.is_silent()) return pool_named_by(w, in.of);
  if (!w.placement.instance_type.is_silent()) {
    const machine_pool* found = nullptr;
    for (const machine_pool& each : in.of.pools)
      if (each.size.is_known() && w.placement.instance_type.is_known() &&
          ascii::is_same(each.size.value, w.placement.instance_type.value)) {
        if (found != nullptr) return nullptr;
        found = &each;
      }
    return found;
  }
  if (!w.placement.gpu_type.is_silent()) return nullptr;
  if (in.of.pools.size() == 1) return in.of.pools.data();
  if (!asks_for_gpus(w)) return nullptr;
  const machine_pool* found = nullptr;
  for (const machine_pool& each : in.of.pools) {
    const node n = node_of(each, in.on);
    const bool holds = detail::has_gpus(n) || each.gpus_per_node.value_or(0) > 0 ||
                       (each.gpu_type.is_known() && each.gpus_per_node.is_silent());
    // A machine outside the catalogue may have GPUs too.
    const bool may_hold =
        n.naming == naming::unresolved || (n.naming == naming::unlisted && catalog::is_gpu_size_name(n.name));
    if (!holds && !may_hold) continue;
    if (found != nullptr) return nullptr;
    found = &each;
  }
  return found;
}

constexpr node node_of(const workload& w, const rule_input& in) {
  if (w.placement.instance_type.is_known()) return node_called(w.placement.instance_type, in.on, asks_for_gpus(w));
  if (w.placement.instance_type.is_unresolved()) {
    const node held = node_held(in.on);
    return held.is_known() ? held : node{.naming = naming::unresolved, .line = w.placement.instance_type.line};
  }
  if (const machine_pool* pool = pool_of(w, in)) return node_of(*pool, in.on);
  const node held = node_held(in.on);
  return w.placement.gpu_type.is_known() && !held.is_known() ? node_with(w.placement.gpu_type, in.on) : held;
}

// ---- what a node has. Unknown where no machine is known.

// Cores and memory that a pod can be given. A VM's own figures; on a rack without VMs the host's, of which a VM sees
// less (dispute C41).
constexpr figure<count> vcpus_of(const node& n) {
  if (n.vm == nullptr) return unknown;
  if (n.machine.rack() != nullptr && n.vm->cpu != nullptr) {
    const figure<count> host = times(n.vm->cpus, n.vm->cpu->cores);
    if (host.is_known()) return host;
  }
  return n.vm->vcpus;
}

constexpr figure<memory> system_memory_of(const node& n) {
  if (n.vm == nullptr) return unknown;
  if (n.machine.rack() != nullptr && n.vm->cpu != nullptr) {
    const figure<memory> host = times(n.vm->cpus, n.vm->cpu->memory_as_sold);
    if (host.is_known()) return host;
  }
  return n.vm->system_memory;
}

// What the system leaves of them, which is nothing where it keeps more.
constexpr count millicpus_left(const figure<count>& vcpus, const check_terms& on) {
  const count there = multiply(*vcpus.known(), 1'000);
  return there > on.reserved_millicpus ? there - on.reserved_millicpus : 0;
}
constexpr memory memory_left(const figure<memory>& has, const check_terms& on) {
  return *has.known() > on.reserved_memory ? memory(*has.known() - on.reserved_memory) : memory{};
}

constexpr figure<count> gpus_of(const node& n) { return gpus_of_node(n.machine); }

// GPUs of all machines held; silent where none are, or some without a number.
constexpr said<count> gpus_held(const check_terms& on) {
  count sum = 0;
  for (const group& each : on.held) {
    const figure<count> gpus = headroom::gpus_of(each.machine);
    if (each.how_many == 0 || !gpus.is_known()) return {};
    sum = add(sum, multiply(each.how_many, *gpus.known()));
  }
  return on.held.empty() ? said<count>{} : said<count>{sum, 0};
}

// Nodes of the machines that are held, or of one kind of them; silent where none are, or some without a number.
constexpr said<count> nodes_held(const check_terms& on, const machine* kind = nullptr) {
  count sum = 0;
  bool any = false;
  for (const group& each : on.held) {
    if (kind != nullptr && !detail::is_of_size(each.machine, *kind)) continue;
    const figure<count> nodes = nodes_of(each.machine);
    if (each.how_many == 0 || !nodes.is_known()) return {};
    sum = add(sum, multiply(each.how_many, *nodes.known()));
    any = true;
  }
  return any ? said<count>{sum, 0} : said<count>{};
}

// GPUs that reach each other over the scale-up network. Of a GPU alone: what all machines with it have.
constexpr figure<count> domain_gpus_of(const node& n) {
  if (n.machine.board() != nullptr) return n.machine.board()->scale_up_domain_gpus;
  if (n.vm != nullptr) return n.vm->scale_up_domain_gpus;
  figure<count> common;
  for (const machine& each : catalog::machines()) {
    if (each.gpu() != n.gpu) continue;
    const figure<count> domain =
        each.board() != nullptr ? each.board()->scale_up_domain_gpus : each.vm()->scale_up_domain_gpus;
    if (!domain.is_known()) continue;
    if (common.is_known() && *common.known() != *domain.known()) return unknown;
    common = domain;
  }
  return common;
}

// GPUs of a node of a pool: the machine's, else as the file states them.
constexpr said<count> gpus_per_node_of(const machine_pool& pool, const check_terms& on) {
  const figure<count> has = gpus_of(node_of(pool, on));
  if (has.is_known()) return {*has.known(), pool.gpus_per_node.line != 0 ? pool.gpus_per_node.line : pool.line};
  return pool.gpus_per_node;
}

constexpr said<count> gpus_per_node_of(const workload& w, const rule_input& in) {
  const figure<count> has = gpus_of(node_of(w, in));
  if (has.is_known()) return {*has.known(), w.scale.gpus_per_node.line != 0 ? w.scale.gpus_per_node.line : w.identity.line};
  if (w.scale.gpus_per_node.is_known()) return w.scale.gpus_per_node;
  if (const machine_pool* pool = pool_of(w, in)) return pool->gpus_per_node;
  return w.scale.gpus_per_node;
}

// A deployment held against machines, for whoever counts its GPUs: what asks for all of its node asks for as many as the
// machine has, where that is known. Refers to what the deployment does.
class counted_deployment {
 public:
  constexpr counted_deployment(const deployment& of, const check_terms& on) : is_(of) {
    bool asks_for_all = false;
    for (const workload& each : of.workloads) asks_for_all = asks_for_all || each.requests.all_gpus;
    if (asks_for_all) count_all_gpus({of, on});
  }
  counted_deployment(const counted_deployment&) = delete;
  counted_deployment& operator=(const counted_deployment&) = delete;
  constexpr ~counted_deployment() { delete[] counted_; }

  constexpr const deployment& value() const { return is_; }

 private:
  constexpr void count_all_gpus(const rule_input& in) {
    workload* at = counted_ = new workload[in.of.workloads.size()];
    for (const workload& each : in.of.workloads) {
      workload& w = *at++ = each;
      if (const said<count> gpus = gpus_per_node_of(w, in); w.requests.all_gpus && gpus.is_known()) w.requests.gpus = {gpus.value, w.requests.gpus.line};
    }
    const workload* counted = counted_;
    is_.workloads = {counted, is_.workloads.size()};
  }

  // Owned, and no vector: that would cost each header that judges 500 instantiations.
  workload* counted_ = nullptr;
  deployment is_;
};

// Most nodes that a pool may have: the autoscaler's most, else as stated.
constexpr said<count> most_nodes_of(const machine_pool& pool) {
  return pool.most_nodes.is_silent() ? pool.nodes : pool.most_nodes;
}

// Likewise, with a limit in cores by those of its machine.
constexpr said<count> most_nodes_of(const machine_pool& pool, const check_terms& on) {
  const bool is_in_cores = pool.most_nodes.is_silent() && pool.nodes.state != said_state::chosen && pool.most_cores.is_known();
  const figure<count> vcpus = is_in_cores ? vcpus_of(node_of(pool, on)) : figure<count>{};
  if (!vcpus.is_known() || *vcpus.known() == 0) return most_nodes_of(pool);
  return {pool.most_cores.value / *vcpus.known(), pool.most_cores.line};
}

// Most GPUs that a pool may have.
constexpr said<count> most_gpus_of(const machine_pool& pool, const check_terms& on) {
  const said<count> nodes = most_nodes_of(pool, on);
  const said<count> each = gpus_per_node_of(pool, on);
  if (!nodes.is_known() || !each.is_known()) return {unknown, nodes.line};
  return {multiply(nodes.value, each.value), nodes.line};
}

// ---- workloads

// Whether it waits for others rather than run at once with them.
constexpr bool is_queued(const workload& w) { return w.queueing.runs_as == workload_class::job; }

// Whether it is a demand of the machines together, for at least so much, rather than something that runs on some of
// them: what they have beyond it is headroom.
constexpr bool is_demand(const workload& w) { return w.queueing.runs_as == workload_class::demand; }

// Whether it is what others are made from, and asks for nothing itself.
constexpr bool is_blueprint(const workload& w) { return w.queueing.runs_as == workload_class::blueprint; }

constexpr std::string_view subject_of(const workload& w) {
  return !w.identity.name.empty() ? w.identity.name : !w.identity.kind.empty() ? w.identity.kind : std::string_view{"The workload"};
}
// What a workload's requests are of, as sentences call it.
constexpr std::string_view unit_of(const workload& w) { return w.requests.unit.empty() ? std::string_view{"pod"} : w.requests.unit; }
constexpr std::string_view unit_of_memory(const workload& w) {
  return w.requests.memory_unit.empty() ? unit_of(w) : w.requests.memory_unit;
}
constexpr std::string_view subject_of(const machine_pool& pool) {
  return pool.name.empty() ? std::string_view{"The pool"} : pool.name;
}

// ---- terms of a finding's arithmetic

constexpr term counted_term(std::string_view what, count n, std::string_view from = {},
                            term::unit in = term::unit::number) {
  return {.what = what, .amount = static_cast<double>(n), .in = in, .from = from};
}
constexpr term gpus_term(std::string_view what, count n, std::string_view from = {}) {
  return counted_term(what, n, from, term::unit::gpus);
}
constexpr term nodes_term(std::string_view what, count n, std::string_view from = {}) {
  return counted_term(what, n, from, term::unit::nodes);
}
constexpr term pods_term(std::string_view what, count n, std::string_view from = {}) {
  return counted_term(what, n, from, term::unit::pods);
}
constexpr term cpus_term(std::string_view what, count n, std::string_view from = {}) {
  return counted_term(what, n, from, term::unit::cpus);
}
constexpr term processes_term(std::string_view what, count n, std::string_view from = {}) {
  return counted_term(what, n, from, term::unit::processes);
}
constexpr term devices_term(std::string_view what, count n, std::string_view from = {}) {
  return counted_term(what, n, from, term::unit::devices);
}
constexpr term instances_term(std::string_view what, count n, std::string_view from = {}) {
  return counted_term(what, n, from, term::unit::instances);
}
constexpr term degree_term(std::string_view what, count n, std::string_view from = {}) {
  return counted_term(what, n, from, term::unit::degree);
}
constexpr term cores_term(std::string_view what, count millicpus, std::string_view from = {}) {
  return {.what = what, .amount = static_cast<double>(millicpus) / 1'000, .in = term::unit::cores, .from = from};
}
constexpr term bytes_term(std::string_view what, const memory& n, std::string_view from = {}) {
  return {.what = what, .amount = in_bytes(n), .in = term::unit::bytes, .from = from};
}
constexpr term words_term(std::string_view what, std::string_view words, const source* document = nullptr) {
  return {.what = what, .in = term::unit::words, .from = words, .document = document};
}

// A term with the document that a machine's figure is published in.
template <class T>
constexpr term published(term t, const figure<T>& has, const node& on) {
  t.from = on.name;
  t.document = has.from != nullptr ? has.from : on.machine.from();
  t.disputed = has.disputed;
  return t;
}

}  // namespace headroom
