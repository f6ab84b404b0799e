// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <check.hpp>
#include <concepts>
#include <headroom/hardware/cpu.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/hardware/rack.hpp>
#include <headroom/hardware/vm.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

// Compares records with catalog.json figure by figure, and keeps account of which figures of either side were compared,
// so that at the end those of neither side are left over.
namespace catalog_comparison {

namespace hr = headroom;
using json = nlohmann::json;

// Calls f(name, figure) for every figure of a record. A structured binding names every member, so that a member added
// to a record does not compile here until it is listed, and then is compared.
template <class F>
void each_figure(const hr::format_rates& of, const std::string& name, F f) {
  const auto& [vector, tensor_dense, tensor_sparse] = of;
  f(name + ".vector", vector);
  f(name + ".tensor_dense", tensor_dense);
  f(name + ".tensor_sparse", tensor_sparse);
}

template <class F>
void each_figure(const hr::gpu& of, F f) {
  const auto& [name, maker, architecture, form_factor, memory_type, from, physical_memory, memory_as_sold,
               driver_memory, memory_bandwidth, scale_up, pcie, tdp, multiprocessors, mig_instances, fp64, fp32, tf32, fp16, bf16,
               fp8, fp6, fp4, int8, int4, note] = of;
  f("physical_memory", physical_memory);
  f("memory_as_sold", memory_as_sold);
  f("driver_memory", driver_memory);
  f("memory_bandwidth", memory_bandwidth);
  const auto& [kind, links, per_gpu, per_peer] = scale_up;
  f("scale_up.links", links);
  f("scale_up.per_gpu", per_gpu);
  f("scale_up.per_peer", per_peer);
  const auto& [generation, lanes] = pcie;
  f("pcie.generation", generation);
  f("pcie.lanes", lanes);
  f("tdp", tdp);
  f("multiprocessors", multiprocessors);
  f("mig_instances", mig_instances);
  each_figure(fp64, "fp64", f);
  each_figure(fp32, "fp32", f);
  each_figure(tf32, "tf32", f);
  each_figure(fp16, "fp16", f);
  each_figure(bf16, "bf16", f);
  each_figure(fp8, "fp8", f);
  each_figure(fp6, "fp6", f);
  each_figure(fp4, "fp4", f);
  each_figure(int8, "int8", f);
  each_figure(int4, "int4", f);
}

template <class F>
void each_figure(const hr::cpu& of, F f) {
  const auto& [name, maker, from, cores, memory_as_sold, memory_bandwidth, coherent_link, note] = of;
  f("cores", cores);
  f("memory_as_sold", memory_as_sold);
  f("memory_bandwidth", memory_bandwidth);
  f("coherent_link_per_direction", coherent_link);
}

template <class F>
void each_figure(const hr::vm& of, F f) {
  const auto& [name, provider, series, from, status, gpu, gpus, gpu_share, gpu_memory_printed, cpu, cpus, cores, vcpus,
               system_memory, temporary_storage, nvme_storage, nvme_disks, data_disks, disk_iops, disk_throughput, nics,
               front_end, scale_out_per_gpu, scale_out, scale_out_kind, leaves, scale_up_domain_gpus, note, disputes] = of;
  f("gpus", gpus);
  f("gpu_memory_printed", gpu_memory_printed);
  f("cpus", cpus);
  f("cores", cores);
  f("vcpus", vcpus);
  f("system_memory", system_memory);
  f("temporary_storage", temporary_storage);
  f("nvme_storage", nvme_storage);
  f("nvme_disks", nvme_disks);
  f("data_disks", data_disks);
  f("disk_iops", disk_iops);
  f("disk_throughput", disk_throughput);
  f("nics", nics);
  f("front_end", front_end);
  f("scale_out_per_gpu", scale_out_per_gpu);
  f("scale_out", scale_out);
  f("scale_up_domain_gpus", scale_up_domain_gpus);
}

template <class F>
void each_figure(const hr::feature_set& of, F f) {
  for (std::size_t i = 0; i < hr::feature_names.size(); ++i)
    f(std::string(hr::feature_names[i]), of[static_cast<hr::feature>(i)]);
}

template <class F>
void each_figure(const hr::rack& of, F f) {
  const auto& [name, from, vm, vms, max_power, switch_trays, power_shelves, power_per_shelf, cpu_memory_bandwidth,
               llama2_70b_offline, note] = of;
  f("vms", vms);
  f("max_power", max_power);
  f("switch_trays", switch_trays);
  f("power_shelves", power_shelves);
  f("power_per_shelf", power_per_shelf);
  f("cpu_memory_bandwidth", cpu_memory_bandwidth);
  f("llama2_70b_offline", llama2_70b_offline);
}

template <class F>
void each_figure(const hr::board& of, F f) {
  const auto& [name, from, gpu, gpus, max_power, scale_out_per_gpu, scale_out, leaves, scale_up_domain_gpus, note] = of;
  f("gpus", gpus);
  f("max_power", max_power);
  f("scale_out_per_gpu", scale_out_per_gpu);
  f("scale_out", scale_out);
  f("scale_up_domain_gpus", scale_up_domain_gpus);
}

inline bool is_figure(const json& node) { return node.is_object() && node.contains("value") && node.contains("basis"); }

inline std::string text_of(const json& figure) {
  const json& value = figure.at("value");
  return value.is_string() ? value.get<std::string>() : value.dump();
}

struct account {
  std::vector<std::string> wrong;          // what differs, in words
  std::set<const json*> compared;          // figures of catalog.json
  std::set<const void*> compared_records;  // figures of records
  std::string record;                      // the one at hand
  const hr::source* owner = nullptr;       // the source of the record at hand

  void differ(std::string_view figure, const std::string& how) {
    wrong.push_back(record + ", " + std::string(figure) + ": " + how);
  }
  void expect(bool right, std::string_view figure, const std::string& how) {
    if (!right) differ(figure, how);
  }

  // A figure of catalog.json at that key, or null. A key that is not there says as much as "unknown".
  static const json* at(const json& node, std::string_view key) {
    const auto found = node.find(key);
    return found == node.end() || !is_figure(*found) ? nullptr : &*found;
  }

  // Marks it as compared, and answers whether it has a value.
  bool known(const json* figure) {
    if (figure == nullptr) return false;
    compared.insert(figure);
    return !figure->at("value").is_null();
  }

  std::string_view source_of_figure(const hr::source* from, hr::basis why) const {
    if (from == nullptr && why == hr::basis::general_knowledge) return "general-knowledge";
    if (from == nullptr) from = owner;
    return from == nullptr ? std::string_view{} : from->id;
  }

  template <class T>
  void claim(const hr::figure<T>& mine) {
    compared_records.insert(&mine);
  }

  // Source and basis.
  template <class T>
  void same_standing(std::string_view name, const json& theirs, const hr::figure<T>& mine) {
    const std::string basis = theirs.at("basis");
    const std::string_view ours = mine.basis == hr::basis::stated ? "stated"
                                  : mine.basis == hr::basis::derived
                                      ? "derived"
                                      : "from general knowledge, not confirmed in a stored source";
    expect(basis == ours, name, "basis is \"" + std::string(ours) + "\", not \"" + basis + '"');
    const std::string source = theirs.at("source");
    const std::string_view our_source = source_of_figure(mine.from, mine.basis);
    expect(source == our_source, name, "source is " + std::string(our_source) + ", not " + source);
  }

  // Known with that value, source and basis, or else absent or unknown as catalog.json says.
  template <class T, class Make>
  void same(std::string_view name, const json* theirs, const hr::figure<T>& mine, Make make) {
    claim(mine);
    if (theirs == nullptr) return expect(mine.is_unknown(), name, "catalog.json has no such figure");
    compared.insert(theirs);
    const std::string basis = theirs->at("basis");
    if (basis == "absent") return expect(mine.is_absent(), name, "is not absent");
    if (basis == "unknown") return expect(mine.is_unknown(), name, "is not unknown");
    if (!mine.is_known()) return differ(name, "is not known");
    expect(value_of(mine) == T(make(theirs->at("value"))), name, "is not " + theirs->dump());
    same_standing(name, *theirs, mine);
  }

  // A whole number in any of the spellings of catalog.json; -1 of a fraction, which is no count.
  static hr::count whole(const json& value) {
    if (value.is_string()) return hr::count{std::stoll(value.get<std::string>())};
    const auto result = static_cast<hr::count>(value.get<double>());
    return static_cast<double>(result) == value.get<double>() ? result : hr::count{-1};
  }
  void same(std::string_view name, const json* theirs, const hr::figure<hr::count>& mine) {
    same(name, theirs, mine, whole);
  }

  // What words come to: value and source.
  template <class T>
  void same_words(std::string_view name, const json& theirs, const hr::figure<T>& mine, const hr::figure<T>& read) {
    claim(mine);
    compared.insert(&theirs);
    expect(mine.state == read.state, name, "is not as known as in " + theirs.dump());
    if (!mine.is_known() || !read.is_known()) return;
    expect(value_of(mine) == value_of(read), name, "is not what " + theirs.dump() + " says");
    same_standing(name, theirs, mine);
  }

  void same_text(std::string_view name, const json& node, std::string_view key, std::string_view mine) {
    const auto found = node.find(key);
    const std::string theirs = found == node.end() || found->is_null() ? std::string() : found->get<std::string>();
    expect(theirs == mine, name, '"' + std::string(mine) + "\" is not \"" + theirs + '"');
  }

  // Figures of catalog.json under a node that nothing was compared with.
  void leftovers(const json& node, const std::string& path) {
    if (is_figure(node)) {
      if (!compared.contains(&node)) wrong.push_back("catalog.json " + path + " is nowhere in the catalogue");
      return;
    }
    if (node.is_structured())
      for (const auto& [key, child] : node.items()) leftovers(child, path + '/' + key);
  }

  // Known figures of a record that nothing was compared with.
  template <class Record>
  void leftovers_of(const Record& of) {
    each_figure(of, [this](const std::string& name, const auto& figure) {
      if (figure.is_known() && !compared_records.contains(&figure)) differ(name, "is in the catalogue alone");
    });
  }

  std::string report() const {
    std::string all;
    for (const std::string& each : wrong) all += each + '\n';
    return all;
  }
};

// The entry of a table whose words are these, or null.
template <class Table>
auto entry(const Table& table, std::string_view words) -> decltype(&*table.begin()) {
  for (const auto& each : table)
    if (each.json == words) return &each;
  return nullptr;
}

}  // namespace catalog_comparison
