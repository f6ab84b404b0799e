// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <string_view>

#include <headroom/text/fixed_text.hpp>
#include <headroom/hardware/cpu.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/hardware/rack.hpp>
#include <headroom/hardware/vm.hpp>
#include <headroom/precision.hpp>
#include <headroom/units.hpp>

// What stands in a record, by name: for_each_figure(record, f) calls f(name, figure) for every figure it can hold,
// known or not, and for_each_word(record, f) calls f(name, text) for what it holds in words. Names are unique within a
// record.
namespace headroom {

constexpr std::string_view name(support given) {
  switch (given) {
    case support::no:
      return "no";
    case support::in_preview:
      return "in preview";
    case support::yes:
      break;
  }
  return "yes";
}

namespace detail {

// Hands on figures with their source: one without takes the record's, unless no document is behind it.
template <class Visit>
struct figure_visitor {
  const source* record_source = nullptr;
  Visit& visit;

  template <class T>
  constexpr void operator()(std::string_view name, figure<T> each) const {
    const bool is_documented = !each.is_unknown() && each.basis != basis::general_knowledge;
    if (each.from == nullptr && is_documented) each.from = record_source;
    visit(name, each);
  }
};

template <class Visit>
figure_visitor(const source*, Visit&) -> figure_visitor<Visit>;

struct rate_names {
  text vector{};
  text dense{};
  text sparse{};
};

template <precision P>
constexpr rate_names make_rate_names() {
  rate_names all{name(P), name(P), name(P)};
  all.vector += " vector rate";
  all.dense += " tensor rate, dense";
  all.sparse += " tensor rate, sparse";
  return all;
}

template <precision P>
inline constexpr rate_names names_of_rates = make_rate_names<P>();

template <precision P, class Visitor>
constexpr void visit_rates(const format_rates& rates, const Visitor& visit) {
  constexpr const rate_names& names = names_of_rates<P>;
  visit(names.vector, rates.vector.with(typed<P>(rates.vector.value_or({}))));
  visit(names.dense, rates.tensor_dense.with(typed<P>(rates.tensor_dense.value_or({}))));
  visit(names.sparse, rates.tensor_sparse.with(typed<P, sparse>(rates.tensor_sparse.value_or({}))));
}

}  // namespace detail

// Rates come typed: figure<rate<P, S>>.
template <class Visit>
constexpr void for_each_figure(const gpu& record, Visit&& f) {
  const detail::figure_visitor visit{record.from, f};
  visit("physical memory", record.physical_memory);
  visit("memory as sold", record.memory_as_sold);
  visit("memory as the driver shows it", record.driver_memory);
  visit("memory bandwidth", record.memory_bandwidth);
  visit("scale-up links", record.scale_up.links);
  visit("scale-up bandwidth", record.scale_up.per_gpu);
  visit("scale-up bandwidth to one peer", record.scale_up.per_peer);
  visit("PCIe generation", record.pcie.generation);
  visit("PCIe lanes", record.pcie.lanes);
  visit("thermal design power", record.tdp);
  visit("multiprocessors", record.multiprocessors);
  visit("instances it can be split into", record.mig_instances);
  detail::visit_rates<fp64>(record.fp64, visit);
  detail::visit_rates<fp32>(record.fp32, visit);
  detail::visit_rates<tf32>(record.tf32, visit);
  detail::visit_rates<fp16>(record.fp16, visit);
  detail::visit_rates<bf16>(record.bf16, visit);
  detail::visit_rates<fp8>(record.fp8, visit);
  detail::visit_rates<fp6>(record.fp6, visit);
  detail::visit_rates<fp4>(record.fp4, visit);
  detail::visit_rates<int8>(record.int8, visit);
  detail::visit_rates<int4>(record.int4, visit);
}

template <class Visit>
constexpr void for_each_word(const gpu& record, Visit&& f) {
  f("maker", name(record.maker));
  f("architecture", record.architecture);
  f("form factor", record.form_factor);
  f("memory type", record.memory_type);
  f("scale-up link", record.scale_up.kind);
  f("note", record.note);
}

template <class Visit>
constexpr void for_each_figure(const cpu& record, Visit&& f) {
  const detail::figure_visitor visit{record.from, f};
  visit("cores", record.cores);
  visit("memory as sold", record.memory_as_sold);
  visit("memory bandwidth", record.memory_bandwidth);
  visit("coherent link to the GPUs, one direction", record.coherent_link_per_direction);
}

template <class Visit>
constexpr void for_each_word(const cpu& record, Visit&& f) {
  f("maker", name(record.maker));
  f("note", record.note);
}

template <class Visit>
constexpr void for_each_figure(const vm& record, Visit&& f) {
  const detail::figure_visitor visit{source_of(record), f};
  visit("GPUs", record.gpus);
  visit("GPU memory as printed for the size", record.gpu_memory_printed);
  visit("CPUs", record.cpus);
  visit("cores", record.cores);
  visit("vCPUs", record.vcpus);
  visit("system memory", record.system_memory);
  visit("temporary storage", record.temporary_storage);
  visit("NVMe storage", record.nvme_storage);
  visit("NVMe disks", record.nvme_disks);
  visit("data disks", record.data_disks);
  visit("disk IOPS", record.disk_iops);
  visit("disk throughput", record.disk_throughput);
  visit("NICs", record.nics);
  visit("front-end bandwidth", record.front_end);
  visit("scale-out bandwidth per GPU", record.scale_out_per_gpu);
  visit("scale-out bandwidth", record.scale_out);
  visit("GPUs in a scale-up domain", record.scale_up_domain_gpus);
  const detail::figure_visitor of_series{record.series == nullptr ? nullptr : record.series->from, f};
  for (std::size_t i = 0; i < feature_names.size(); ++i)
    of_series(feature_names[i], support_for(record, static_cast<feature>(i)));
}

template <class Visit>
constexpr void for_each_word(const vm& record, Visit&& f) {
  f("cloud", name(record.provider));
  f("series", record.series == nullptr ? std::string_view{} : record.series->name);
  text status = name(record.status.status);
  if (!record.status.date.empty()) {
    status += ", ";
    status += record.status.date;
  }
  f("status", status.view());
  f("GPU", record.gpu == nullptr ? std::string_view{} : record.gpu->name);
  // Shares of a GPU are 1/8 to 1/2, one digit each.
  const text share{record.gpu_share == headroom::share{} ? "" : "1/"};
  text of_gpu = share;
  if (!share.empty()) of_gpu += static_cast<char>('0' + record.gpu_share.of / record.gpu_share.part);
  f("share of the GPU", of_gpu.view());
  f("CPU", record.cpu == nullptr ? std::string_view{} : record.cpu->name);
  f("scale-out network", record.scale_out_kind);
  f("note", record.note);
}

template <class Visit>
constexpr void for_each_figure(const rack& record, Visit&& f) {
  const detail::figure_visitor visit{record.from, f};
  visit("VMs", record.vms);
  visit("power", record.max_power);
  visit("switch trays", record.switch_trays);
  visit("power shelves", record.power_shelves);
  visit("power of one shelf", record.power_per_shelf);
  visit("CPU memory bandwidth", record.cpu_memory_bandwidth);
  visit("Llama 2 70B, offline, measured", record.llama2_70b_offline);
}

template <class Visit>
constexpr void for_each_word(const rack& record, Visit&& f) {
  f("VM size", record.vm == nullptr ? std::string_view{} : record.vm->name);
  f("note", record.note);
}

template <class Visit>
constexpr void for_each_figure(const board& record, Visit&& f) {
  const detail::figure_visitor visit{record.from, f};
  visit("GPUs", record.gpus);
  visit("power", record.max_power);
  visit("scale-out bandwidth per GPU", record.scale_out_per_gpu);
  visit("scale-out bandwidth", record.scale_out);
  visit("GPUs in a scale-up domain", record.scale_up_domain_gpus);
}

template <class Visit>
constexpr void for_each_word(const board& record, Visit&& f) {
  f("GPU", record.gpu == nullptr ? std::string_view{} : record.gpu->name);
  f("note", record.note);
}

// The record itself, of whichever kind: visit_record(m, f) calls f(vm), f(rack) or f(board).
template <class Visit>
constexpr void visit_record(const machine& m, Visit&& f) {
  if (m.rack() != nullptr) return f(*m.rack());
  if (m.board() != nullptr) return f(*m.board());
  if (m.vm() != nullptr) return f(*m.vm());
}

}  // namespace headroom
