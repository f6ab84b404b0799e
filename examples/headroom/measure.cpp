// SPDX-License-Identifier: BSL-1.0
#include "measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/cluster/capacity.hpp>
#include <headroom/cluster/ratios.hpp>
#include <headroom/cluster/resource.hpp>
#include <headroom/hardware/link_text.hpp>
#include <headroom/precision.hpp>
#include <headroom/text/same_name.hpp>
#include <headroom/text/to_text.hpp>
#include <utility>

namespace headroom::program {

namespace {

double base_units_of(count n) { return static_cast<double>(n); }
double base_units_of(double ratio) { return ratio; }
template <network N>
double base_units_of(const network_bandwidth<N>& x) {
  return in_base_units(x.one_direction);
}
template <class Unit>
double base_units_of(const boost::units::quantity<Unit>& x) {
  return in_base_units(x);
}

template <class T>
figure<double> plain(const figure<T>& x) {
  return x.with(base_units_of(x.value_or({})));
}

template <class T>
sum plain(const total<T>& x) {
  return {base_units_of(x.known_part), x.machines, x.covered, x.without, x.confirmed, x.is_complete()};
}

// ---- inputs

using inputs = std::vector<input>;

template <class T>
std::string value_text(const figure<T>& x) {
  if (x.is_absent()) return "none";
  if (x.is_unknown()) return "unknown";
  return std::string(to_text(*x.known()).view());
}

template <class T>
void add_input(inputs& all, std::string label, const figure<T>& x, const source* of_record) {
  all.push_back(
      {std::move(label), value_text(x), x.state, x.basis, x.from != nullptr ? x.from : of_record, x.note, x.disputed});
}

void add_vms(inputs& all, const machine& m) {
  if (m.rack() != nullptr) add_input(all, "VMs of one rack", m.rack()->vms, m.rack()->from);
}

void add_gpus(inputs& all, const machine& m) {
  add_vms(all, m);
  if (m.board() != nullptr) return add_input(all, "GPUs", m.board()->gpus, m.board()->from);
  if (m.vm() == nullptr) return;
  add_input(all, "GPUs of one VM", m.vm()->gpus, source_of(*m.vm()));
  const share of = m.vm()->gpu_share;
  if (of != share{})
    all.push_back({"share of each GPU",
                   fmt::format("{}/{}", of.part, of.of),
                   knowledge::known,
                   basis::stated,
                   source_of(*m.vm()),
                   {},
                   nullptr});
}

// GPUs of the machine, and a figure of one of them.
template <class Member>
auto per_gpu_inputs(Member member, std::string label, counted what = counted::things) {
  return [=](const machine& m, const pricing&) {
    inputs all;
    add_gpus(all, m);
    if (m.gpu() == nullptr) return all;
    add_input(all, fmt::format("{} of one {}", label, m.gpu()->name), member(*m.gpu()), m.gpu()->from);
    if (what == counted::integer_rate) all.back().value = in_ops(std::move(all.back().value));
    return all;
  };
}

// VMs of the machine, and a figure of one of them.
template <class T>
auto per_vm_inputs(figure<T> vm::*member, std::string label) {
  return [=](const machine& m, const pricing&) {
    inputs all;
    add_vms(all, m);
    if (m.vm() != nullptr) add_input(all, label, m.vm()->*member, source_of(*m.vm()));
    return all;
  };
}

inputs gpu_count_inputs(const machine& m, const pricing&) {
  inputs all;
  add_gpus(all, m);
  return all;
}

inputs vm_count_inputs(const machine& m, const pricing&) {
  inputs all;
  add_vms(all, m);
  return all;
}

inputs no_inputs(const machine&, const pricing&) { return {}; }

inputs core_inputs(const machine& m, const pricing&) {
  inputs all;
  add_vms(all, m);
  if (m.vm() == nullptr) return all;
  if (!m.vm()->cores.is_unknown() || m.vm()->cpu == nullptr) {
    add_input(all, "cores of one VM", m.vm()->cores, source_of(*m.vm()));
  } else {
    add_input(all, "CPUs of one VM", m.vm()->cpus, source_of(*m.vm()));
    add_input(all, fmt::format("cores of one {}", m.vm()->cpu->name), m.vm()->cpu->cores, m.vm()->cpu->from);
  }
  return all;
}

inputs usable_memory_inputs(const machine& m, const pricing&) {
  inputs all;
  add_gpus(all, m);
  if (m.gpu() != nullptr)
    add_input(all, fmt::format("usable memory of one {}", m.gpu()->name), usable_memory(*m.gpu()), m.gpu()->from);
  if (m.vm() != nullptr && m.vm()->gpu_memory_printed.is_known())
    add_input(all, "GPU memory as printed for one VM", m.vm()->gpu_memory_printed, source_of(*m.vm()));
  return all;
}

inputs fast_memory_inputs(const machine& m, const pricing&) {
  inputs all;
  add_gpus(all, m);
  if (m.gpu() != nullptr)
    add_input(all, fmt::format("memory as sold of one {}", m.gpu()->name), m.gpu()->memory_as_sold, m.gpu()->from);
  if (m.vm() == nullptr || m.vm()->cpu == nullptr) return all;
  const cpu& host = *m.vm()->cpu;
  add_input(all, fmt::format("coherent link of one {}", host.name), host.coherent_link_per_direction, host.from);
  if (!host.coherent_link_per_direction.is_known()) return all;
  add_input(all, "CPUs of one VM", m.vm()->cpus, source_of(*m.vm()));
  add_input(all, fmt::format("memory of one {}", host.name), host.memory_as_sold, host.from);
  return all;
}

inputs scale_out_inputs(const machine& m, const pricing&) {
  inputs all;
  if (const board* b = m.board(); b != nullptr) {
    if (!b->scale_out.is_unknown()) {
      add_input(all, "scale-out bandwidth", b->scale_out, b->from);
    } else {
      add_input(all, "GPUs", b->gpus, b->from);
      add_input(all, "scale-out bandwidth per GPU", b->scale_out_per_gpu, b->from);
    }
    return all;
  }
  if (m.vm() == nullptr) return all;
  if (!m.vm()->scale_out.is_unknown()) {
    add_vms(all, m);
    add_input(all, "scale-out bandwidth of one VM", m.vm()->scale_out, source_of(*m.vm()));
  } else {
    add_gpus(all, m);
    add_input(all, "scale-out bandwidth per GPU", m.vm()->scale_out_per_gpu, source_of(*m.vm()));
  }
  return all;
}

inputs local_storage_inputs(const machine& m, const pricing&) {
  inputs all;
  add_vms(all, m);
  if (m.vm() == nullptr) return all;
  add_input(all, "temporary disk of one VM", m.vm()->temporary_storage, source_of(*m.vm()));
  add_input(all, "NVMe disks of one VM", m.vm()->nvme_storage, source_of(*m.vm()));
  return all;
}

inputs power_inputs(const machine& m, const pricing&) {
  inputs all;
  if (m.rack() != nullptr) add_input(all, "most that one rack draws", m.rack()->max_power, m.rack()->from);
  if (m.board() != nullptr) add_input(all, "most that the server draws", m.board()->max_power, m.board()->from);
  return all;
}

inputs domain_inputs(const machine& m, const pricing&) {
  inputs all;
  add_gpus(all, m);
  const source* from = m.board() != nullptr ? m.board()->from : m.vm() != nullptr ? source_of(*m.vm()) : nullptr;
  add_input(all, "GPUs in a scale-up domain", resource::scale_up_domain::of(m), from);
  return all;
}

inputs price_inputs(const machine& m, const pricing& terms) {
  inputs all;
  const bool by_vms = find_price(m.name(), terms) == nullptr && m.rack() != nullptr && m.vm() != nullptr;
  if (by_vms) add_vms(all, m);
  const machine priced = by_vms ? machine(*m.vm()) : m;
  add_input(all, fmt::format("one hour of one {}", priced.name()), price_of(priced, terms), nullptr);
  return all;
}

// ---- measures

template <class Resource>
figure<double> divided(std::span<const group> groups, divisor by) {
  constexpr capacity_of<Resource> of{};
  switch (by) {
    case divisor::gpu:
      return plain(per_gpu(of, groups));
    case divisor::vm:
      return plain(per_vm(of, groups));
    case divisor::rack:
      return plain(per_rack(of, groups));
    case divisor::domain:
      break;
  }
  return plain(per_domain(of, groups));
}

struct whole_gpu {
  static constexpr std::string_view name = "whole GPUs";
  static figure<double> of(const machine& m) { return whole_gpus_of(m); }
};

// How many parts a price is shared out among.
figure<double> shares(std::span<const group> groups, divisor by) {
  const auto of = [](const auto& total) -> figure<double> {
    if (!total.is_complete() || total.without > 0) return unknown;
    figure<double> number(static_cast<double>(total.known_part));
    if (!total.confirmed) number.basis = basis::estimated;
    return number;
  };
  switch (by) {
    case divisor::gpu:
      return of(capacity_of<whole_gpu>{}(groups));
    case divisor::vm:
      return of(vm_count(groups));
    case divisor::rack:
      return of(rack_count(groups));
    case divisor::domain:
      break;
  }
  return of(scale_up_domain_count(groups));
}

template <class Resource, class Inputs>
measure make(std::string key, std::string title, counted what, part in, std::string formula, Inputs made_from) {
  measure m;
  m.key = std::move(key);
  m.title = std::move(title);
  m.what = what;
  m.part = in;
  m.formula = std::move(formula);
  m.of = [](const machine& one, const pricing&) { return plain(Resource::of(one)); };
  m.total = [](std::span<const group> groups, const pricing&) { return plain(capacity_of<Resource>{}(groups)); };
  m.each = [](std::span<const group> groups, const pricing&, divisor by) { return divided<Resource>(groups, by); };
  m.inputs = std::move(made_from);
  return m;
}

// Titles are the library's names.
template <class Resource, class Inputs>
measure make(std::string key, part in, std::string formula, Inputs made_from) {
  return make<Resource>(std::move(key), std::string(Resource::name),
                        counted_as<typename capacity_of<Resource>::value_type>, in, std::move(formula),
                        std::move(made_from));
}

template <precision P>
void add_peaks(std::vector<measure>& all) {
  const std::string format(name(P));
  constexpr counted what = counted_in(P);
  const auto tensor = [](sparsity zeros) {
    return per_gpu_inputs([zeros](const gpu& device) { return peak_rate(device, P, zeros); },
                          fmt::format("peak {} {}", name(P), name(zeros)), what);
  };
  all.push_back(make<resource::peak<P, dense>>(
      "peak." + format + ".dense", format + " dense", what, part::peak,
      "GPUs x peak rate of one GPU, of its tensor units or, without any, of its vector units", tensor(dense)));
  all.push_back(make<resource::peak<P, sparse>>("peak." + format + ".sparse", format + " sparse", what, part::peak,
                                                "GPUs x peak rate of the tensor units of one GPU with 2:4 sparsity",
                                                tensor(sparse)));
  all.push_back(
      make<resource::vector_peak<P>>("vector_peak." + format, format + " vector units", what, part::peak,
                                     "GPUs x peak rate of the vector units of one GPU",
                                     per_gpu_inputs([](const gpu& device) { return vector_peak_rate(device, P); },
                                                    fmt::format("{} vector peak", name(P)), what)));
}

measure price_measure() {
  measure m;
  m.key = "price_per_hour";
  m.title = "price per hour";
  m.what = counted::money_rate;
  m.part = part::cost;
  m.formula =
      "the newest price in the region named, discount taken off; your own prices first; a rack without a price of its "
      "own costs what its VMs cost";
  m.of = [](const machine& one, const pricing& terms) { return plain(price_of(one, terms)); };
  m.total = [](std::span<const group> groups, const pricing& terms) { return plain(price_per_hour(groups, terms)); };
  m.each = [](std::span<const group> groups, const pricing& terms, divisor by) {
    const figure<double> parts = shares(groups, by);
    const total<money_rate> all = price_per_hour(groups, terms);
    if (!all.is_complete() || all.without > 0 || !parts.is_known() || *parts.known() == 0) return figure<double>(unknown);
    figure<double> each = parts.with(in_base_units(all.known_part) / *parts.known());
    if (!all.confirmed) each.basis = basis::estimated;
    return each;
  };
  m.inputs = price_inputs;
  return m;
}

std::vector<measure> all_measures() {
  namespace r = resource;
  const auto of_gpu = [](auto member, std::string label) {
    return per_gpu_inputs([member](const gpu& device) { return device.*member; }, std::move(label));
  };
  std::vector<measure> all;
  all.push_back(make<r::gpus>("gpus", part::machines, "GPUs of one VM x VMs", gpu_count_inputs));
  all.push_back(make<r::vms>("vms", part::machines, "VMs", vm_count_inputs));
  all.push_back(make<r::racks>("racks", part::machines, "racks", no_inputs));
  all.push_back(make<r::domains>("domains", part::machines, "GPUs / GPUs in a scale-up domain", domain_inputs));
  all.push_back(
      make<r::cpus>("cpus", part::machines, "CPUs of one VM x VMs", per_vm_inputs(&vm::cpus, "CPUs of one VM")));
  all.push_back(
      make<r::cores>("cores", part::machines, "cores of one VM x VMs, or else CPUs x cores of one CPU", core_inputs));
  all.push_back(
      make<r::vcpus>("vcpus", part::machines, "vCPUs of one VM x VMs", per_vm_inputs(&vm::vcpus, "vCPUs of one VM")));
  all.push_back(make<r::system_memory>("system_memory", part::memory, "system memory of one VM x VMs",
                                       per_vm_inputs(&vm::system_memory, "system memory of one VM")));
  all.push_back(make<r::physical_gpu_memory>("physical_gpu_memory", part::memory,
                                             "GPUs x memory in the stacks of one GPU",
                                             of_gpu(&gpu::physical_memory, "physical memory")));
  all.push_back(make<r::gpu_memory>("gpu_memory", part::memory, "GPUs x memory of one GPU on its data sheet",
                                    of_gpu(&gpu::memory_as_sold, "memory as sold")));
  all.push_back(make<r::driver_gpu_memory>("driver_gpu_memory", part::memory,
                                           "GPUs x memory that the driver shows of one GPU",
                                           of_gpu(&gpu::driver_memory, "memory shown by the driver")));
  all.push_back(make<r::usable_gpu_memory>("usable_gpu_memory", part::memory,
                                           "GPUs x memory that the driver shows of one GPU, or an estimate of it; "
                                           "never more than the cloud prints for the VM",
                                           usable_memory_inputs));
  all.push_back(make<r::fast_memory>("fast_memory", part::memory,
                                     "GPUs x memory as sold + CPUs x their memory, where the two are coherent",
                                     fast_memory_inputs));
  all.push_back(make<r::memory_bandwidth>("memory_bandwidth", part::memory, "GPUs x memory bandwidth of one GPU",
                                          of_gpu(&gpu::memory_bandwidth, "memory bandwidth")));
  all.push_back(make<r::scale_up>(
      "scale_up", part::network, "GPUs x scale-up bandwidth of one GPU, one direction",
      per_gpu_inputs([](const gpu& device) { return device.scale_up.per_gpu; }, "scale-up bandwidth")));
  all.push_back(make<r::scale_out>("scale_out", part::network,
                                   "scale-out bandwidth of one VM x VMs, or GPUs x that of one GPU, one direction",
                                   scale_out_inputs));
  all.push_back(make<r::front_end>("front_end", part::network, "front-end bandwidth of one VM x VMs, one direction",
                                   per_vm_inputs(&vm::front_end, "front-end bandwidth of one VM")));
  for (const precision format : precisions) visit(format, [&](auto p) { add_peaks<decltype(p)::value>(all); });
  all.push_back(make<r::local_storage>("local_storage", part::storage,
                                       "the larger of temporary disk and NVMe disks of one VM x VMs",
                                       local_storage_inputs));
  all.push_back(make<r::disk_iops>("disk_iops", part::storage, "disk operations a second of one VM x VMs",
                                   per_vm_inputs(&vm::disk_iops, "disk IOPS of one VM")));
  all.push_back(make<r::disk_throughput>("disk_throughput", part::storage, "disk throughput of one VM x VMs",
                                         per_vm_inputs(&vm::disk_throughput, "disk throughput of one VM")));
  all.push_back(make<r::max_power>("max_power", part::cost, "most that the rack or server draws", power_inputs));
  all.push_back(make<r::gpu_power>("gpu_power", part::cost, "GPUs x thermal design power of one GPU",
                                   of_gpu(&gpu::tdp, "thermal design power")));
  all.push_back(price_measure());
  return all;
}

}  // namespace

const std::vector<measure>& measures() {
  static const std::vector<measure> all = all_measures();
  return all;
}

const measure& whole_gpus() {
  static const measure found = make<whole_gpu>("whole_gpus", part::machines, "GPUs of one VM x VMs x the share of each GPU", gpu_count_inputs);
  return found;
}

const measure* find_measure(std::string_view key) {
  if (key == "power") key = "max_power";
  if (key == "price") key = "price_per_hour";
  const auto found = std::ranges::find_if(
      measures(), [&](const measure& each) { return match_of(key, each.key) == name_match::same; });
  return found == measures().end() ? nullptr : &*found;
}

}  // namespace headroom::program
