// SPDX-License-Identifier: BSL-1.0
#include "validate/fleet_rows.hpp"

#include <fmt/format.h>

#include <headroom/catalog/machines.hpp>
#include <headroom/cluster/capacity.hpp>
#include <headroom/cluster/placement.hpp>
#include <optional>

#include "suggest.hpp"

namespace headroom::program::validation {

namespace {

const rack* rack_of(std::string_view gpu, const vm* size) {
  for (const machine& each : catalog::machines()) {
    const rack* const found = each.rack();
    if (found == nullptr || found->vm == nullptr) continue;
    if (size != nullptr ? found->vm == size : each.gpu() != nullptr && each.gpu()->name == gpu) return found;
  }
  return nullptr;
}

// The machines of a row: a VM size by its name, or the GPU's rack.
struct fleet_machines {
  const vm* size = nullptr;
  const headroom::rack* rack = nullptr;
};

fleet_machines machines_of(const json& c) {
  fleet_machines found;
  if (const std::string name = text(c, {"vm", "size", "machine", "rack"}, ""); !name.empty()) {
    const catalog::lookup meant = catalog::find(name);
    const machine* is = meant.found != nullptr ? meant.found : catalog::find(meant.suggestion).found;
    if (is == nullptr || is->vm() == nullptr) throw refusal(fmt::format("no VM size is called {}", in_quotes(name)));
    found.size = is->vm();
    found.rack = rack_of({}, found.size);
    return found;
  }
  const std::string gpu = text(c, {"gpu"}, "");
  found.rack = rack_of(gpu, nullptr);
  if (found.rack == nullptr) throw refusal(fmt::format("the catalogue has no rack of {}", in_quotes(gpu)));
  found.size = found.rack->vm;
  return found;
}

// Numbers that a row gives, in its figures or its configuration.
std::optional<count> given(const json& row, names keys) {
  for (const std::string_view key : keys) {
    if (measures(row, key)) return whole_number(measured(row, key), key);
    if (has(config_of(row), key)) return whole(config_of(row), {key});
  }
  return {};
}

count gpus_of_rack(const fleet_machines& of) {
  if (of.rack == nullptr) throw refusal("the machine is no part of a rack");
  return known(gpus_of(machine(*of.rack)));
}

// Vms, as the row counts them or as its GPUs fill them.
count vms_of(const json& row, const fleet_machines& of) {
  const std::optional<count> stated = given(row, {"vms", "nodes"});
  if (stated) return *stated;
  const std::optional<count> gpus = given(row, {"gpus"});
  if (!gpus) throw refusal("the row gives neither VMs nor GPUs");
  const count each = known(of.size->gpus);
  return *gpus / each + (*gpus % each != 0 ? 1 : 0);
}

// Of a rack, the GPUs that jobs use: all, or as many replicas as are whole in it where the row says what one takes.
count used_of_rack(const json& row, const fleet_machines& of) {
  const count all = gpus_of_rack(of);
  const json& c = config_of(row);
  if (has(c, "tp") || has(c, "pp")) {
    const count replica = multiply(multiply(degree(c, {"tp"}, 1), degree(c, {"pp"}, 1)), degree(c, {"cp"}, 1));
    return replica <= all ? all / replica * replica : all;
  }
  const std::optional<count> racks = given(row, {"racks_nvl72", "racks"});
  if (!racks || *racks < 1) throw refusal("the row gives no racks");
  const count gpus = multiply(vms_of(row, of), known(of.size->gpus));
  if (gpus > multiply(*racks, all)) throw refusal("the racks do not hold the GPUs");
  return gpus / *racks;
}

// Racks that so many VMs lie in, of which each gives so many GPUs.
count racks_of(const json& row, const fleet_machines& of) {
  const std::optional<count> used = given(row, {"gpus_used_per_rack"});
  const count each = known(of.size->gpus);
  const count in_rack = used ? *used / each : known(of.rack == nullptr ? figure<count>{} : of.rack->vms);
  if (in_rack < 1 || in_rack > gpus_of_rack(of) / each) throw refusal("a rack does not hold that many GPUs");
  const count vms = vms_of(row, of);
  if (!used) {
    const placement lies = known(place(*of.size, vms));
    return lies.whole + lies.partial;
  }
  return vms / in_rack + (vms % in_rack != 0 ? 1 : 0);
}

count fleet_figure(const json& row, const std::string& metric) {
  const fleet_machines of = machines_of(config_of(row));
  const count each = known(of.size->gpus);
  if (metric == "gpus_per_vm" || metric == "gpus_per_node") return each;
  if (metric == "gpus_per_rack") return gpus_of_rack(of);
  if (metric == "vms_per_rack" || metric == "nodes_per_rack")
    return known(of.rack == nullptr ? figure<count>(absent).noted("the machine is no part of a rack") : of.rack->vms);
  if (metric == "gpus_used_per_rack") return used_of_rack(row, of);
  if (metric == "racks_nvl72" || metric == "racks") return racks_of(row, of);
  if (metric == "vms" || metric == "nodes") {
    const std::optional<count> gpus = given(row, {"gpus"});
    if (gpus) return *gpus / each + (*gpus % each != 0 ? 1 : 0);
    return multiply(known(of.rack == nullptr ? figure<count>{} : of.rack->vms),
                    given(row, {"racks_nvl72", "racks"}).value_or(0));
  }
  if (metric == "gpus") {
    if (given(row, {"vms", "nodes"})) return multiply(vms_of(row, of), each);
    if (const std::optional<count> racks = given(row, {"racks_nvl72", "racks"}))
      return multiply(*racks, given(row, {"gpus_used_per_rack"}).value_or(gpus_of_rack(of)));
    throw refusal("the row gives neither VMs nor racks");
  }
  throw refusal(fmt::format("no figure of a fleet is called {}", in_quotes(metric)));
}

}  // namespace

std::vector<judged> judge_fleet(const json& row) {
  return judge_each(row, "fleet_counts", "",
                    [&](judged& one) { one.found = static_cast<double>(fleet_figure(row, one.metric)); });
}

}  // namespace headroom::program::validation
