// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/cluster/resource.hpp>
#include <headroom/count.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/parallel/parallelism.hpp>

// What lies together in a scale-up domain, of a training run or of a service, and the machines that this takes.
namespace headroom {

// Of so many each, those that one machine has room for where each lies in one of its domains; 0: none has room. In GPUs, or in nodes.
constexpr count whole_on_one(count machine, count domain, count each) {
  const count inside = domain < machine ? domain : machine;
  return each < 1 || each > inside ? 0 : multiply(machine / inside, inside / each);
}

// Machines of a kind, in GPUs. A node is a VM or a board.
struct run_site {
  count machine = 1;
  count node = 1;
  count domain = 1;  // may be of several machines

  // GPUs of a run that lie in one domain, as its time takes them: the ranks that share a layer or exchange tokens with experts. All of them, where these
  // are more than a domain has, or where no domain ends inside of them if all lie in a row.
  constexpr count together(const parallelism& by) const {
    const count of_layer = by.tensor, of_experts = multiply(by.expert, by.experts_tensor());
    count group = of_layer > of_experts ? of_layer : of_experts;
    if (group % of_layer != 0 || group % of_experts != 0) group = multiply(of_layer / greatest_common_divisor(of_layer, of_experts), of_experts);
    return group > domain || by.gpus() <= domain || domain % group == 0 || by.gpus() % group != 0 ? by.gpus() : group;
  }

  // For groups of so many GPUs, each in one domain: on nodes of their own, as launchers start them, or several on one.
  constexpr count machines_for(count groups, count group) const {
    const count of_node = node < domain ? node : domain;
    const count nodes = group < of_node ? 1 : ceil_of(group, of_node), on_node = group < of_node ? of_node / group : 1;
    const count on_one = whole_on_one(machine / of_node, domain / of_node, nodes);
    return on_one > 0 ? ceil_of(groups, multiply(on_one, on_node)) : ceil_of(multiply(groups, nodes), machine / of_node);
  }

  constexpr count machines(const parallelism& by) const {
    const count gpus = by.gpus(), group = together(by);
    return group == gpus ? ceil_of(gpus, machine) : machines_for(gpus / group, group);
  }
};

// What is not known of a machine is one GPU.
constexpr run_site run_site_of(const machine& on) {
  const auto known = [](const figure<count>& of) { return of.value_or(0) > 0 ? *of.known() : 1; };
  return {.machine = known(gpus_of(on)), .node = known(gpus_of_node(on)), .domain = known(resource::scale_up_domain::of(on))};
}

}  // namespace headroom
