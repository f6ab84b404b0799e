// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>

#include <headroom/catalog/amd.hpp>
#include <headroom/catalog/aws.hpp>
#include <headroom/catalog/azure.hpp>
#include <headroom/catalog/gcp.hpp>
#include <headroom/catalog/intel.hpp>
#include <headroom/catalog/names/gpu_labels.hpp>
#include <headroom/catalog/nvidia.hpp>
#include <headroom/hardware/cpu.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/text/nearest_name.hpp>
#include <headroom/text/same_name.hpp>

// The catalogue as plain values, for programs that choose at run time.
namespace headroom::catalog {

namespace detail {

inline constexpr machine machines[]{
    // Azure
    machine(azure::nd6s::spec),
    machine(azure::nd12s::spec),
    machine(azure::nd24s::spec),
    machine(azure::nd24rs::spec),
    machine(azure::nd40rs_v2::spec),
    machine(azure::nd96asr_v4::spec),
    machine(azure::nd96amsr_a100_v4::spec),
    machine(azure::nd96isr_h100_v5::spec),
    machine(azure::nd96isr_h200_v5::spec),
    machine(azure::nd96isr_mi300x_v5::spec),
    machine(azure::nd128isr_ndr_gb200_v6::spec),
    machine(azure::nd128isr_gb300_v6::spec),
    machine(azure::nd128isrg5_gb300_v6::spec),
    machine(azure::nc6::spec),
    machine(azure::nc12::spec),
    machine(azure::nc24::spec),
    machine(azure::nc24r::spec),
    machine(azure::nc6s_v2::spec),
    machine(azure::nc12s_v2::spec),
    machine(azure::nc24s_v2::spec),
    machine(azure::nc24rs_v2::spec),
    machine(azure::nc6s_v3::spec),
    machine(azure::nc12s_v3::spec),
    machine(azure::nc24s_v3::spec),
    machine(azure::nc24rs_v3::spec),
    machine(azure::nc4as_t4_v3::spec),
    machine(azure::nc8as_t4_v3::spec),
    machine(azure::nc16as_t4_v3::spec),
    machine(azure::nc64as_t4_v3::spec),
    machine(azure::nc24ads_a100_v4::spec),
    machine(azure::nc48ads_a100_v4::spec),
    machine(azure::nc96ads_a100_v4::spec),
    machine(azure::nc40ads_h100_v5::spec),
    machine(azure::nc80adis_h100_v5::spec),
    machine(azure::ncc40ads_h100_v5::spec),
    machine(azure::nc128ds_xl_rtxpro6000bse_v6::spec),
    machine(azure::nc256ds_xl_rtxpro6000bse_v6::spec),
    machine(azure::nc320ds_xl_rtxpro6000bse_v6::spec),
    machine(azure::nc128lds_xl_rtxpro6000bse_v6::spec),
    machine(azure::nc256lds_xl_rtxpro6000bse_v6::spec),
    machine(azure::nc320lds_xl_rtxpro6000bse_v6::spec),
    machine(azure::ng8ads_v620_v1::spec),
    machine(azure::ng16ads_v620_v1::spec),
    machine(azure::ng32ads_v620_v1::spec),
    machine(azure::ng32adms_v620_v1::spec),
    machine(azure::nv6::spec),
    machine(azure::nv12::spec),
    machine(azure::nv24::spec),
    machine(azure::nv12s_v3::spec),
    machine(azure::nv24s_v3::spec),
    machine(azure::nv48s_v3::spec),
    machine(azure::nv4as_v4::spec),
    machine(azure::nv8as_v4::spec),
    machine(azure::nv16as_v4::spec),
    machine(azure::nv32as_v4::spec),
    machine(azure::nv6ads_a10_v5::spec),
    machine(azure::nv12ads_a10_v5::spec),
    machine(azure::nv18ads_a10_v5::spec),
    machine(azure::nv36ads_a10_v5::spec),
    machine(azure::nv36adms_a10_v5::spec),
    machine(azure::nv72ads_a10_v5::spec),
    machine(azure::nv4ads_v710_v5::spec),
    machine(azure::nv8ads_v710_v5::spec),
    machine(azure::nv12ads_v710_v5::spec),
    machine(azure::nv24ads_v710_v5::spec),
    machine(azure::nv28adms_v710_v5::spec),
    // racks
    machine(azure::gb300_nvl72::spec),
    machine(azure::gb200_nvl72::spec),
    // AWS
    machine(aws::p6_b300_48xlarge::spec),
    machine(aws::p6_b200_48xlarge::spec),
    machine(aws::p6e_gb200_36xlarge::spec),
    machine(aws::p5en_48xlarge::spec),
    machine(aws::p5e_48xlarge::spec),
    machine(aws::p5_48xlarge::spec),
    machine(aws::p4de_24xlarge::spec),
    machine(aws::p4d_24xlarge::spec),
    machine(aws::p3dn_24xlarge::spec),
    machine(aws::p6e_gb300::spec),
    // Google Cloud
    machine(gcp::a4x_maxgpu_4g_metal::spec),
    machine(gcp::a4x_highgpu_4g::spec),
    machine(gcp::a4_highgpu_8g::spec),
    machine(gcp::a3_ultragpu_8g::spec),
    machine(gcp::a3_megagpu_8g::spec),
    machine(gcp::a3_highgpu_8g::spec),
    machine(gcp::a2_ultragpu_8g::spec),
    machine(gcp::a2_highgpu_8g::spec),
    machine(gcp::a2_megagpu_16g::spec),
    // boards without VMs of their own
    machine(nvidia::hgx_b300::spec),
    machine(nvidia::hgx_b200::spec),
    machine(nvidia::hgx_h100::spec),
    machine(nvidia::hgx_a100::spec),
    machine(nvidia::dgx_1_v100::spec),
    // what secondary notes state; last, and never chosen
    machine(azure::as_stated::nd6::spec),
    machine(azure::as_stated::nd12::spec),
    machine(azure::as_stated::nd24::spec),
    machine(azure::as_stated::nd40rs_v2::spec),
    machine(azure::as_stated::ng8::spec),
    machine(azure::as_stated::ng16::spec),
    machine(azure::as_stated::ng32::spec),
};

inline constexpr const gpu* gpus[]{
    &nvidia::k80::spec,
    &nvidia::m60::spec,
    &nvidia::p40::spec,
    &nvidia::p100_pcie::spec,
    &nvidia::v100_sxm2_16gb::spec,
    &nvidia::v100_sxm2_32gb::spec,
    &nvidia::v100_pcie_16gb::spec,
    &nvidia::v100_pcie_32gb::spec,
    &nvidia::t4::spec,
    &nvidia::a10::spec,
    &nvidia::a100_sxm4_40gb::spec,
    &nvidia::a100_sxm4_80gb::spec,
    &nvidia::a100_pcie_40gb::spec,
    &nvidia::a100_pcie_80gb::spec,
    &nvidia::l40s::spec,
    &nvidia::h100_sxm5::spec,
    &nvidia::h200_sxm5::spec,
    &nvidia::h100_nvl::spec,
    &nvidia::h100_pcie::spec,
    &nvidia::h100_sxm5_96gb::spec,
    &nvidia::h800_sxm5::spec,
    &nvidia::gh200_96gb::spec,
    &nvidia::gh200_144gb::spec,
    &nvidia::b200::spec,
    &nvidia::b300::spec,
    &nvidia::gb200::spec,
    &nvidia::gb300::spec,
    &nvidia::rtx_pro_6000::spec,
    &amd::mi25::spec,
    &amd::mi300x::spec,
    &amd::radeon_pro_v620::spec,
    &amd::radeon_pro_v710::spec,
};

inline constexpr const cpu* cpus[]{
    &nvidia::grace::spec,          &intel::xeon_platinum_8168::spec,
    &intel::xeon_e5_2690_v4::spec, &intel::xeon_scalable::spec,
    &amd::epyc_7v12::spec,         &amd::epyc_7763::spec,
};

struct older_name {
  std::string_view plain{};
  std::string_view now{};
};

// Names that pages, notes and scripts have used for what is called otherwise now.
inline constexpr older_name older_names[]{older_name{"nd40sv2", azure::nd40rs_v2::spec.name},
                                          {"nd96isrv5", azure::nd96isr_h100_v5::spec.name},
                                          {"nd96amsrv4", azure::nd96amsr_a100_v4::spec.name},
                                          {"nd96asra100v4", azure::nd96asr_v4::spec.name},
                                          {"nd6", azure::nd6s::spec.name},
                                          {"nd12", azure::nd12s::spec.name},
                                          {"nd24", azure::nd24s::spec.name},
                                          {"ng8", azure::ng8ads_v620_v1::spec.name},
                                          {"ng16", azure::ng16ads_v620_v1::spec.name},
                                          {"ng32", azure::ng32ads_v620_v1::spec.name}};

// What a device is called without its memory, where several begin so and one is meant: as this library names it.
inline constexpr older_name usual_devices[]{older_name{"h100sxm5", nvidia::h100_sxm5::spec.name}};

constexpr std::string_view name_of(const machine& one) { return one.name(); }
template <class Device>
constexpr std::string_view name_of(const Device* one) {
  return one->name;
}

template <std::size_t size>
struct plain_names {
  plain_name of[size]{};

  template <class Thing>
  constexpr explicit plain_names(const Thing (&list)[size]) {
    for (std::size_t i = 0; i < size; ++i) of[i] = plain_name(name_of(list[i]));
  }
};
// Of a template, so that they are made where something is looked up, once for all that is, and nowhere else.
template <const auto& list>
inline constexpr plain_names<std::size(list)> plain_names_of{list};

// What is plain of the name that is asked for, which most often is the one asked for last.
struct last_plain_name {
  std::string_view name{};
  plain_name plain{};

  constexpr const plain_name& of(std::string_view asked) {
    if (asked != name) plain = plain_name(asked);
    name = asked;
    return plain;
  }
};

// What a table has for a name; empty where it has nothing.
constexpr std::string_view now_called(const plain_name& asked, std::span<const older_name> table) {
  for (const older_name& each : table)
    if (each.plain == asked.text()) return each.now;
  return {};
}

// What a driver's name means: "NVIDIA H100 80GB HBM3" is "H100-SXM5-80GB".
constexpr std::string_view driver_called(std::string_view name) {
  const plain_name asked(name);
  for (const gpu_label& each : gpu_labels)
    if (each.key == gpu_product_label && plain_name(each.value).text() == asked.text()) return each.gpu;
  return {};
}

template <const auto& list>
constexpr auto devices_called(std::string_view name) {
  name = in_last_namespace(name);
  if (const std::string_view driver = driver_called(name); !driver.empty()) name = driver;
  last_plain_name asked;
  for (const auto* each : list)  // with its maker in front or without
    if (now_called(asked.of(behind_word(headroom::name(each->maker), name)), usual_devices) == each->name) name = each->name;
  named_alike<std::remove_cvref_t<decltype(*list[0])>> alike;
  for (std::size_t i = 0; i < std::size(list); ++i) {
    const std::string_view maker = headroom::name(list[i]->maker);
    const std::string_view said = behind_word(brand(list[i]->maker), behind_word(maker, name));
    alike.consider(*list[i], headroom::detail::match_of(said, asked.of(said), list[i]->name, plain_names_of<list>.of[i], maker));
  }
  return alike;
}

}  // namespace detail

// Every VM size, rack and board. What secondary notes state comes last.
constexpr std::span<const machine> machines() { return detail::machines; }

constexpr std::span<const gpu* const> gpus() { return detail::gpus; }

// The processors that a source describes. Those that a page of sizes only names are reached from the sizes.
constexpr std::span<const cpu* const> cpus() { return detail::cpus; }

// Whether there really is such a machine: what only a disputed note states is never suggested.
constexpr bool may_be_suggested(const machine& one) {
  return one.vm() == nullptr || one.vm()->status.status != lifecycle_status::as_stated;
}

// Today's name of what pages, notes and scripts have called otherwise; empty where a name is no older one.
constexpr std::string_view name_of_today(std::string_view name) { return detail::now_called(plain_name(name), detail::older_names); }

namespace detail {

constexpr name_match match_of(std::string_view name, const plain_name& plain, const machine& one, const plain_name& its) {
  const std::string_view maker = one.gpu() == nullptr ? std::string_view{} : headroom::name(one.gpu()->maker);
  const name_match as_written = headroom::detail::match_of(name, plain, one.name(), its, maker);
  if (one.vm() == nullptr || one.vm()->provider == provider::own) return as_written;
  const std::string_view behind = behind_word(headroom::name(one.vm()->provider), name);
  if (behind.size() == name.size()) return as_written;
  const name_match behind_cloud = headroom::detail::match_of(behind, plain_name(behind), one.name(), its, maker);
  return behind_cloud > as_written ? behind_cloud : as_written;
}

}  // namespace detail

// How far a name means a machine, with its GPU's maker, its cloud ("azure::nd96asr_v4") or neither in front.
constexpr name_match match_of(std::string_view name, const machine& one) {
  name = in_last_namespace(name);
  return detail::match_of(name, plain_name(name), one, plain_name(one.name()));
}

// The GPUs that a name may mean: "H100-SXM5-80GB" one, "h100" each of its forms.
constexpr named_alike<gpu> gpus_called(std::string_view name) { return detail::devices_called<detail::gpus>(name); }

// The same of processors.
constexpr named_alike<cpu> cpus_called(std::string_view name) { return detail::devices_called<detail::cpus>(name); }

// The only machine with a GPU so called; null where there are several or none.
constexpr const machine* only_machine_with(std::string_view gpu_name) {
  const named_alike<gpu> meant = gpus_called(gpu_name);
  if (meant.as == name_match::within || meant.size > meant.most) return nullptr;
  const machine* only = nullptr;
  for (std::size_t i = 0; i < meant.size; ++i)
    for (const machine& each : machines()) {
      if (each.gpu() != meant.of[i] || !may_be_suggested(each)) continue;
      if (only != nullptr) return nullptr;
      only = &each;
    }
  return only;
}

struct lookup {
  const machine* found = nullptr;  // the one that the name means
  std::string_view suggestion{};   // the name that was meant, where none is found and one is near; else empty
  named_alike<machine> several{};  // where none is found: the machines that it may be short for, if several
};

// Looks up a VM size, rack or board by its name: as the vendor spells it, or the same after case, spaces and signs, with
// or without the vendor's; or by its GPU's, where it is the only one with that GPU ("mi300x"). What stands in a deployment
// file is spelled as its cloud does: compare found->name() with it.
constexpr lookup find(std::string_view name) {
  for (const machine& each : machines())
    if (each.name() == name) return {&each, {}};
  if (const std::string_view today = name_of_today(name); !today.empty()) return {nullptr, today};
  named_alike<machine> alike;
  const auto& plain_names = detail::plain_names_of<detail::machines>.of;
  const std::string_view without_namespaces = in_last_namespace(name);
  const plain_name asked(without_namespaces);
  for (std::size_t i = 0; i < machines().size(); ++i) {
    const machine& each = machines()[i];
    const name_match match = detail::match_of(without_namespaces, asked, each, plain_names[i]);
    if (match == name_match::same || may_be_suggested(each)) alike.consider(each, match);
  }
  if (alike.one() != nullptr && alike.as == name_match::same) return {alike.one(), {}};
  if (const machine* only = only_machine_with(name); only != nullptr) return {only, {}};
  nearest_name meant(name);
  for (std::size_t i = 0; i < machines().size(); ++i)
    if (may_be_suggested(machines()[i])) meant.consider(plain_names[i], machines()[i].name());
  return {nullptr, meant.found(), alike.size > 1 ? alike : named_alike<machine>{}};
}

}  // namespace headroom::catalog
