// SPDX-License-Identifier: BSL-1.0
#include <fmt/format.h>

#include <headroom/catalog/machines.hpp>
#include <headroom/cluster/capacity.hpp>
#include <headroom/cluster/placement.hpp>
#include <optional>

#include <headroom/read/common/messages.hpp>
#include "validate/figures.hpp"
#include "validate/settings.hpp"
#include "reading.hpp"

// Racks, VMs and GPUs of real fleets, each from the others and the catalogue.
namespace headroom::program::validation {

namespace {

constexpr names of_vms{"vms", "nodes"};
constexpr names of_racks{"racks_nvl72", "racks"};
constexpr names of_used{"gpus_used_per_rack"};

// The machines of a row: a VM size by its name, or that of the GPU's rack.
struct fleet {
  const vm* size = nullptr;
  const headroom::rack* rack = nullptr;

  count gpus_each() const { return known(size->gpus); }
  const headroom::rack& of_rack() const {
    if (rack == nullptr) throw refusal("the machine is no part of a rack");
    return *rack;
  }
  count gpus_of_rack() const { return known(gpus_of(machine(of_rack()))); }
};

fleet fleet_of(const json& c) {
  const std::string name = text(c, {"vm", "size", "machine", "rack"}, "");
  const std::string gpu = text(c, setting::gpu, "");
  fleet found;
  if (!name.empty()) {
    const catalog::lookup meant = catalog::find(name);
    const machine* is = meant.found != nullptr ? meant.found : catalog::find(meant.suggestion).found;
    if (is == nullptr || is->vm() == nullptr) throw refusal(fmt::format("no VM size is called {}", in_quotes(name)));
    found.size = is->vm();
  }
  for (const machine& each : catalog::machines()) {
    const rack* const its = each.rack();
    if (its == nullptr || its->vm == nullptr || found.rack != nullptr) continue;
    const bool is_of_gpu = each.gpu() != nullptr && each.gpu()->name == gpu;
    if (found.size != nullptr ? its->vm == found.size : is_of_gpu) found.rack = its;
  }
  if (found.size == nullptr && found.rack == nullptr)
    throw refusal(fmt::format("the catalogue has no rack of {}", in_quotes(gpu)));
  if (found.size == nullptr) found.size = found.rack->vm;
  return found;
}

// A number that the row gives, in its figures or its configuration.
std::optional<count> given(const json& row, const names& keys) {
  for (const std::string_view key : keys) {
    if (measures(row, key)) return whole_number(measured(row, key), key);
    if (has(config_of(row), key)) return whole(config_of(row), {key});
  }
  return {};
}

count vms_of(const json& row, const fleet& of) {
  if (const std::optional<count> stated = given(row, of_vms)) return *stated;
  const std::optional<count> gpus = given(row, setting::gpus);
  if (!gpus) throw refusal("the row gives neither VMs nor GPUs");
  return ceil_of(*gpus, of.gpus_each());
}

// Of a rack, the GPUs that jobs use: as many replicas as are whole in it where the row says what one takes, else an
// even share of the fleet's.
count used_of_rack(const json& row, const fleet& of) {
  const json& c = config_of(row);
  const count all = of.gpus_of_rack();
  if (has(c, setting::tensor) || has(c, setting::pipeline)) {
    const count stage = multiply(degree(c, setting::tensor, 1), degree(c, setting::context_parallel, 1));
    const count replica = multiply(stage, degree(c, setting::pipeline, 1));
    return replica <= all ? all / replica * replica : all;
  }
  const std::optional<count> racks = given(row, of_racks);
  if (!racks || *racks < 1) throw refusal("the row gives no racks");
  const count gpus = multiply(vms_of(row, of), of.gpus_each());
  if (gpus > multiply(*racks, all)) throw refusal("the racks do not hold the GPUs");
  return gpus / *racks;
}

// Racks that the VMs lie in: by the catalogue, or as many GPUs of each as the row says are used.
count racks_of(const json& row, const fleet& of) {
  const count vms = vms_of(row, of);
  const std::optional<count> used = given(row, of_used);
  if (!used) {
    const placement lies = known(place(*of.size, vms));
    return lies.whole + lies.partial;
  }
  if (*used < of.gpus_each() || *used > of.gpus_of_rack()) throw refusal("a rack does not hold that many GPUs");
  return ceil_of(vms, *used / of.gpus_each());
}

count gpus_of_fleet(const json& row, const fleet& of) {
  if (given(row, of_vms)) return multiply(vms_of(row, of), of.gpus_each());
  const std::optional<count> racks = given(row, of_racks);
  if (!racks) throw refusal("the row gives neither VMs nor racks");
  return multiply(*racks, given(row, of_used).value_or(of.gpus_of_rack()));
}

count fleet_figure(const json& row, const std::string& metric) {
  const fleet of = fleet_of(config_of(row));
  if (metric == "gpus_per_vm") return of.gpus_each();
  if (metric == "gpus_per_rack") return of.gpus_of_rack();
  if (metric == "vms_per_rack") return known(of.of_rack().vms);
  if (of_used.has(metric)) return used_of_rack(row, of);
  if (of_racks.has(metric)) return racks_of(row, of);
  if (setting::gpus.has(metric)) return gpus_of_fleet(row, of);
  if (!of_vms.has(metric)) throw refusal(fmt::format("no figure of a fleet is called {}", in_quotes(metric)));
  if (const std::optional<count> gpus = given(row, setting::gpus)) return ceil_of(*gpus, of.gpus_each());
  return multiply(known(of.of_rack().vms), given(row, of_racks).value_or(0));
}

}  // namespace

void find_fleet(const json& row, judged& one) { one.found = static_cast<double>(fleet_figure(row, one.metric)); }

}  // namespace headroom::program::validation
