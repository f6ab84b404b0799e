// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include <headroom/cluster/capacity.hpp>
#include <headroom/cluster/group.hpp>
#include <headroom/cluster/placement.hpp>
#include <headroom/cluster/pricing.hpp>
#include <headroom/cluster/ratios.hpp>
#include <headroom/cluster/resource.hpp>
#include <headroom/export/json_values.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/precision.hpp>

// A cluster in JSON, as `headroom report --json` prints it. Opt-in: needs nlohmann-json.
namespace headroom {

// The known part of a total, and how much of the cluster it is over.
template <class T, class Of>
nlohmann::ordered_json json_of_total(const total<T>& of, Of value_of) {
  nlohmann::ordered_json result = value_of(of.known_part);
  if (of.covered == 0 && of.machines > 0) result["value"] = nullptr;
  result["machines"] = of.machines;
  result["known_for"] = of.covered;
  result["absent_in"] = of.without;
  result["complete"] = of.is_complete();
  result["confirmed"] = of.confirmed;
  return result;
}

namespace detail {

template <class Resource>
void put_total(nlohmann::ordered_json& all, const std::string& key, std::span<const group> groups) {
  all[key] = json_of_total(capacity_of<Resource>{}(groups), [](const auto& value) { return json_of(value); });
}

template <precision P>
void put_peaks(nlohmann::ordered_json& all, std::span<const group> groups) {
  const std::string format(name(P));
  const auto put = [&](const std::string& key, const auto& of) {
    all[key] = json_of_total(of(groups), [](const auto& value) {
      return nlohmann::ordered_json{{"value", in_base_units(value)}, {"unit", "operations_per_second"}};
    });
  };
  put("peak_" + format + "_dense", peak<P>);
  put("peak_" + format + "_sparse", peak<P, sparse>);
  put("vector_peak_" + format, vector_peak<P>);
}

}  // namespace detail

// Of every resource, under the key that demands and `--explain` have for it.
inline nlohmann::ordered_json json_of_totals(std::span<const group> groups, const pricing& terms = {}) {
  namespace r = resource;
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  detail::put_total<r::gpus>(all, "gpus", groups);
  detail::put_total<r::vms>(all, "vms", groups);
  detail::put_total<r::racks>(all, "racks", groups);
  detail::put_total<r::domains>(all, "domains", groups);
  detail::put_total<r::cpus>(all, "cpus", groups);
  detail::put_total<r::cores>(all, "cores", groups);
  detail::put_total<r::vcpus>(all, "vcpus", groups);
  detail::put_total<r::system_memory>(all, "system_memory", groups);
  detail::put_total<r::physical_gpu_memory>(all, "physical_gpu_memory", groups);
  detail::put_total<r::gpu_memory>(all, "gpu_memory", groups);
  detail::put_total<r::driver_gpu_memory>(all, "driver_gpu_memory", groups);
  detail::put_total<r::usable_gpu_memory>(all, "usable_gpu_memory", groups);
  detail::put_total<r::fast_memory>(all, "fast_memory", groups);
  detail::put_total<r::memory_bandwidth>(all, "memory_bandwidth", groups);
  detail::put_total<r::scale_up>(all, "scale_up", groups);
  detail::put_total<r::scale_out>(all, "scale_out", groups);
  detail::put_total<r::front_end>(all, "front_end", groups);
  for (const precision format : precisions)
    visit(format, [&](auto p) { detail::put_peaks<decltype(p)::value>(all, groups); });
  detail::put_total<r::local_storage>(all, "local_storage", groups);
  detail::put_total<r::disk_iops>(all, "disk_iops", groups);
  detail::put_total<r::disk_throughput>(all, "disk_throughput", groups);
  detail::put_total<r::max_power>(all, "max_power", groups);
  detail::put_total<r::gpu_power>(all, "gpu_power", groups);
  all["price_per_hour"] =
      json_of_total(price_per_hour(groups, terms), [](const money_rate& value) { return json_of(value); });
  return all;
}

namespace detail {

inline nlohmann::ordered_json json_of_placement(const group& part) {
  const figure<placement> lies = place(part);
  const figure<count> domain = resource::scale_up_domain::of(part.machine);
  if (domain.is_absent()) return "none";
  if (!lies.is_known() || !domain.is_known()) return nullptr;
  const placement& p = *lies.known();
  return {{"gpus_per_domain", *domain.known()},
          {"vms_per_domain", p.vms_per_domain},
          {"whole", p.whole},
          {"partial", p.partial},
          {"vms_left_over", p.vms_left_over},
          {"gpus_left_over", p.gpus_left_over},
          {"vms_to_fill", p.vms_to_fill}};
}

inline nlohmann::ordered_json json_of_price(const machine& m, const pricing& terms) {
  const figure<money_rate> each = price_of(m, terms);
  if (!each.is_known()) return nullptr;
  const price* row = find_price(m.name(), terms);
  if (row == nullptr) row = find_price(m.vm()->name, terms);  // a rack at the price of its VMs
  nlohmann::ordered_json result{{"dollars_per_hour", in_dollars_per_hour(*each.known())}};
  if (row != nullptr) {
    result["region"] = row->region;
    result["date"] = row->date;
    result["own"] = row->own;
    result["source"] = json_of(row->from);
  }
  return result;
}

inline nlohmann::ordered_json json_of_group(const group& part, const pricing& terms) {
  const machine& m = part.machine;
  nlohmann::ordered_json result{{"machine", m.name()},
                                {"kind", m.rack() != nullptr    ? "rack"
                                         : m.board() != nullptr ? "board"
                                                                : "size"},
                                {"count", part.how_many}};
  result["gpu"] = nullptr;
  if (m.gpu() != nullptr) result["gpu"] = m.gpu()->name;
  result["domains"] = json_of_placement(part);
  result["price"] = json_of_price(m, terms);
  result["totals"] = json_of_totals({&part, 1}, terms);
  const bool is_as_stated = m.vm() != nullptr && m.vm()->status.status == lifecycle_status::as_stated;
  if (is_as_stated) result["note"] = m.vm()->note;
  return result;
}

inline nlohmann::ordered_json json_of_ratios(std::span<const group> groups, const pricing& terms) {
  const auto known = [](const auto& x, auto of) {
    return x.is_known() ? nlohmann::ordered_json(of(*x.known())) : nlohmann::ordered_json(nullptr);
  };
  const auto as_it_is = [](double ratio) { return ratio; };
  const auto dollars = [](const money_rate& paid) { return in_dollars_per_hour(paid); };
  return {{"bytes_per_fp16_dense_operation", known(bytes_per_operation<fp16>(groups), as_it_is)},
          {"scale_up_to_scale_out", known(scale_up_to_scale_out(groups), as_it_is)},
          {"dollars_per_gpu_hour", known(price_per_gpu_hour(groups, terms), dollars)},
          {"dollars_per_gibibyte_hour", known(price_per_gibibyte_hour(groups, terms), dollars)},
          {"dollars_per_fp16_dense_petaflops_hour", known(price_per_petaflop_hour<fp16>(groups, terms), dollars)}};
}

}  // namespace detail

// Its groups with their domains and prices, its totals and ratios, and what prices are counted with.
inline nlohmann::ordered_json json_of_cluster(std::span<const group> groups, const pricing& terms = {}) {
  nlohmann::ordered_json result{{"machines", nlohmann::ordered_json::array()}};
  for (const group& part : groups) result["machines"].push_back(detail::json_of_group(part, terms));
  result["totals"] = json_of_totals(groups, terms);
  result["ratios"] = detail::json_of_ratios(groups, terms);
  result["prices"] = {{"region", terms.region},
                      {"buy", terms.buy == purchase::spot ? "spot" : "on_demand"},
                      {"discount", terms.discount}};
  return result;
}

}  // namespace headroom
