// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <concepts>
#include <headroom/demand/demand.hpp>
#include <headroom/demand/gpu_units.hpp>
#include <headroom/hardware/cpu.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/hardware/price.hpp>
#include <headroom/hardware/rack.hpp>
#include <headroom/hardware/vm.hpp>
#include <string_view>

#include <headroom/read/own/reader.hpp>

// The keys of the deployment format that name a figure or a word, once: the reader reads by them and the schema is
// printed from them. A key is the name of the member it sets.
namespace headroom::read {

template <class Record>
struct field {
  std::string_view key{};
  form what = form::text;
  bool or_none = false;  // may be "none": the hardware has no such thing
  std::string_view meaning{};
  void (*read)(const reader&, const tree&, Record&) = nullptr;
};

namespace detail {

template <class T>
struct unwrapped {
  using type = T;
  static constexpr bool is_figure = false;
};
template <class T>
struct unwrapped<figure<T>> {
  using type = T;
  static constexpr bool is_figure = true;
};

template <class T>
struct unwrapped<asked_for<T>> {
  using type = T;
  static constexpr bool is_figure = false;
};

template <class Member>
struct member_of;
template <class T, class R>
struct member_of<T R::*> {
  using record = R;
  using value = T;
};

}  // namespace detail

template <auto Member>
constexpr auto set(std::string_view key, std::string_view meaning) {
  using member = detail::member_of<decltype(Member)>;
  using value = detail::unwrapped<typename member::value>;
  return field<typename member::record>{
      key, form_of<typename value::type>, value::is_figure, meaning,
      [](const reader& in, const tree& at, typename member::record& into) { in.read(at, into.*Member); }};
}

inline constexpr std::array gpu_fields{
    set<&gpu::architecture>("architecture", "Name of the architecture"),
    set<&gpu::form_factor>("form_factor", "Module or card"),
    set<&gpu::memory_type>("memory_type", "HBM3e, GDDR6 ..."),
    set<&gpu::physical_memory>("physical_memory", "Memory in the stacks of one GPU"),
    set<&gpu::memory_as_sold>("memory_as_sold",
                              "Memory of one GPU on the data sheet; the GB of data sheets are GiB here"),
    set<&gpu::driver_memory>("driver_memory", "Memory of one GPU that its driver shows"),
    set<&gpu::memory_bandwidth>("memory_bandwidth", "Memory bandwidth of one GPU"),
    field<gpu>{"scale_up_per_gpu", form::bandwidth, true,
               "Bandwidth of one GPU to its neighbours in one direction: half of what data sheets print for NVLink",
               [](const reader& in, const tree& at, gpu& into) { in.read(at, into.scale_up.per_gpu); }},
    set<&gpu::tdp>("tdp", "Thermal design power of one GPU"),
    set<&gpu::multiprocessors>("multiprocessors", "Streaming multiprocessors, or compute units"),
    set<&gpu::mig_instances>("mig_instances", "Most instances that one GPU is split into"),
    set<&gpu::note>("note", "Anything to remember"),
};

// Of "rates": {"fp8": {...}}.
inline constexpr std::array rates_fields{
    set<&format_rates::vector>("vector", "Peak rate of the vector units"),
    set<&format_rates::tensor_dense>("tensor_dense", "Peak rate of the tensor units"),
    set<&format_rates::tensor_sparse>("tensor_sparse", "Peak rate of the tensor units with 2:4 sparsity"),
};

inline constexpr std::array cpu_fields{
    set<&cpu::cores>("cores", "Cores of one CPU"),
    set<&cpu::memory_as_sold>("memory_as_sold", "Memory of one CPU, where it belongs to the CPU"),
    set<&cpu::memory_bandwidth>("memory_bandwidth", "Memory bandwidth of one CPU"),
    set<&cpu::coherent_link_per_direction>(
        "coherent_link_per_direction", "Coherent link to the GPUs beside it in one direction; \"none\" on PCIe hosts"),
    set<&cpu::note>("note", "Anything to remember"),
};

namespace detail {

// A number from 1 of the leaf switches of a VM or board.
template <class Record, double leaf_switches::*Of>
void read_of_leaves(const reader& in, const tree& at, Record& into) {
  into.leaves.*Of = in.number(at, 1, 1'000);
}
template <class Record>
constexpr field<Record> oversubscription{"oversubscription", form::factor, false,
                                         "Links of a leaf switch towards machines for each upward; 1 where it is missing",
                                         read_of_leaves<Record, &leaf_switches::oversubscription>};
template <class Record>
constexpr field<Record> flows_on_busiest_uplink{"flows_on_busiest_uplink", form::factor, false,
                                                "Flows that share an uplink: 1 with adaptive routing, and where it is missing",
                                                read_of_leaves<Record, &leaf_switches::flows_on_busiest_uplink>};
template <class Record>
constexpr field<Record> domains_per_leaf{"domains_per_leaf", form::count, false,
                                         "Scale-up domains whose GPUs of one rail share a leaf switch: what stays among them crosses no uplink; 0: all crosses",
                                         [](const reader& in, const tree& at, Record& into) { in.read(at, into.leaves.domains_per_leaf); }};

}  // namespace detail

inline constexpr std::array size_fields{
    set<&vm::gpus>("gpus", "GPUs of one VM"),
    set<&vm::cpus>("cpus", "CPUs of one VM"),
    set<&vm::cores>("cores", "Physical cores of one VM"),
    set<&vm::vcpus>("vcpus", "vCPUs of one VM"),
    set<&vm::system_memory>("system_memory", "System memory of one VM"),
    set<&vm::gpu_memory_printed>("gpu_memory_printed",
                                 "GPU memory of one VM, where its cloud prints less than the GPUs have"),
    set<&vm::temporary_storage>("temporary_storage", "Temporary disk"),
    set<&vm::nvme_storage>("nvme_storage", "All NVMe disks together"),
    set<&vm::nvme_disks>("nvme_disks", "NVMe disks"),
    set<&vm::data_disks>("data_disks", "Most disks that can be attached"),
    set<&vm::disk_iops>("disk_iops", "Uncached disk operations a second"),
    set<&vm::disk_throughput>("disk_throughput", "Uncached disk throughput"),
    set<&vm::nics>("nics", "Network interfaces"),
    set<&vm::front_end>("front_end", "Ethernet of one VM in one direction"),
    set<&vm::scale_out>("scale_out", "InfiniBand, EFA or RoCE of one VM in one direction"),
    set<&vm::scale_out_per_gpu>("scale_out_per_gpu", "The same for one GPU"),
    set<&vm::scale_out_kind>("scale_out_kind", "InfiniBand NDR, EFA ..."),
    detail::oversubscription<vm>,
    detail::flows_on_busiest_uplink<vm>,
    detail::domains_per_leaf<vm>,
    set<&vm::scale_up_domain_gpus>("scale_up_domain_gpus", "GPUs that reach each other over NVLink or the like"),
    set<&vm::note>("note", "Anything to remember"),
};

inline constexpr std::array rack_fields{
    set<&rack::vms>("vms", "VMs of one rack"),
    set<&rack::max_power>("max_power", "Most that one rack draws"),
    set<&rack::note>("note", "Anything to remember"),
};

inline constexpr std::array board_fields{
    set<&board::gpus>("gpus", "GPUs of one board or server"),
    set<&board::max_power>("max_power", "Most that the server draws"),
    set<&board::scale_out>("scale_out", "InfiniBand or RoCE of the server in one direction"),
    set<&board::scale_out_per_gpu>("scale_out_per_gpu", "The same for one GPU"),
    detail::oversubscription<board>,
    detail::flows_on_busiest_uplink<board>,
    detail::domains_per_leaf<board>,
    set<&board::scale_up_domain_gpus>("scale_up_domain_gpus", "GPUs that reach each other over NVLink or the like"),
    set<&board::note>("note", "Anything to remember"),
};

inline constexpr std::array price_fields{
    set<&price::machine>("machine", "Name of a VM size, rack or board"),
    set<&price::region>("region", "Where the price holds; everywhere if missing"),
    set<&price::on_demand>("on_demand", "Price of one machine an hour"),
    set<&price::spot>("spot", "The same at spot conditions"),
    set<&price::date>("date", "When it held: YYYY, YYYY-MM or YYYY-MM-DD"),
};

inline constexpr std::array needs_fields{
    set<&needs::gpus>("gpus", "Least number of GPUs"),
    set<&needs::usable_gpu_memory>("usable_gpu_memory", "Least GPU memory that jobs can use"),
    set<&needs::memory_bandwidth>("memory_bandwidth", "Least GPU memory bandwidth"),
    set<&needs::scale_up>("scale_up", "Least scale-up bandwidth (NVLink) in one direction"),
    set<&needs::scale_out>("scale_out", "Least scale-out bandwidth (InfiniBand, EFA, RoCE) in one direction"),
    set<&needs::front_end>("front_end", "Least front-end bandwidth (Ethernet) in one direction"),
    set<&needs::vcpus>("vcpus", "Least number of vCPUs"),
    set<&needs::system_memory>("system_memory", "Least system memory"),
    set<&needs::local_storage>("local_storage", "Least local storage"),
    set<&needs::disk_iops>("disk_iops", "Least disk operations a second"),
    set<&needs::disk_throughput>("disk_throughput", "Least disk throughput"),
};

inline constexpr std::array limits_fields{
    set<&limits::vms>("vms", "Most VMs"),
    set<&limits::racks>("racks", "Most racks"),
    set<&limits::max_power>("max_power", "Most power"),
    set<&limits::price_per_hour>("price_per_hour", "Most money per hour"),
};

inline constexpr std::array units_fields{
    set<&gpu_units::in_domain>("in_domain", "GPUs that share a scale-up domain: a tensor-parallel group"),
    set<&gpu_units::of_one_kind>("of_one_kind", "GPUs within one entry of machines: a replica, a multiple of in_domain"),
};

// Keys of each object that no table above names.
inline constexpr std::string_view root_keys[]{"$schema", "format", "name",   "note", "machines",
                                                           "define",  "prices", "demand", "job"};
inline constexpr std::string_view machine_keys[]{"size", "rack", "board", "count"};
inline constexpr std::string_view define_keys[]{"gpus", "cpus", "sizes", "racks", "boards"};
inline constexpr std::string_view prices_keys[]{"region", "buy", "discount", "own"};
inline constexpr std::string_view purchase_names[]{"on_demand", "spot"};
inline constexpr std::string_view demand_keys[]{"name",  "total",    "per_gpu", "per_vm",      "per_domain",
                                                              "units", "features", "formats", "whole_racks", "at_most"};
inline constexpr std::string_view job_keys[]{"name", "serve", "train"};
inline constexpr std::string_view peak_keys[]{"format", "sparsity", "rate"};
inline constexpr std::string_view sparsity_names[]{"dense", "sparse"};

inline constexpr auto precision_names = [] {
  std::array<std::string_view, precisions.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = name(precisions[i]);
  return names;
}();

// The names of the members of feature_set, in the order of the enumeration.
inline constexpr std::array<std::string_view, feature_names.size()> feature_keys{"premium_storage",
                                                                                 "premium_storage_caching",
                                                                                 "ultra_disk",
                                                                                 "live_migration",
                                                                                 "memory_preserving_updates",
                                                                                 "generation_1",
                                                                                 "generation_2",
                                                                                 "accelerated_networking",
                                                                                 "ephemeral_os_disk",
                                                                                 "nested_virtualization",
                                                                                 "local_temporary_storage",
                                                                                 "temporary_local_nvme",
                                                                                 "infiniband",
                                                                                 "nvlink",
                                                                                 "service_healing",
                                                                                 "hibernation"};

}  // namespace headroom::read
