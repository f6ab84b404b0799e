// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <span>
#include <string_view>

#include <headroom/hardware/cpu.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/hardware/link.hpp>
#include <headroom/units.hpp>

namespace headroom {

enum class provider { azure, aws, gcp, own };

constexpr std::string_view name(provider who) {
  switch (who) {
    case provider::azure: return "Azure";
    case provider::aws: return "AWS";
    case provider::gcp: return "GCP";
    case provider::own: break;
  }
  return "own";
}

// Whether a size can be ordered, as of the catalogue's date.
enum class lifecycle_status { current, preview, retirement_announced, retired, as_stated };

constexpr std::string_view name(lifecycle_status status) {
  switch (status) {
    case lifecycle_status::current: return "current";
    case lifecycle_status::preview: return "public preview";
    case lifecycle_status::retirement_announced: return "retirement announced";
    case lifecycle_status::retired: return "retired";
    case lifecycle_status::as_stated: break;
  }
  return "as stated by a disputed source";
}

struct lifecycle {
  lifecycle_status status = lifecycle_status::current;
  std::string_view date{};  // of the retirement or preview, ISO; empty: not stated
  const source* from = nullptr;
  headroom::basis basis = headroom::basis::stated;
};

enum class support { no, in_preview, yes };

// What a size can do beside its figures. Names are Azure's.
enum class feature {
  premium_storage,
  premium_storage_caching,
  ultra_disk,
  live_migration,
  memory_preserving_updates,
  generation_1,
  generation_2,
  accelerated_networking,
  ephemeral_os_disk,
  nested_virtualization,
  local_temporary_storage,
  temporary_local_nvme,
  infiniband,
  nvlink,
  service_healing,
  hibernation,
};

inline constexpr std::array<std::string_view, 16> feature_names{
    "premium storage",   "premium storage caching", "ultra disk",           "live migration",
    "memory preserving updates", "generation 1",    "generation 2",         "accelerated networking",
    "ephemeral OS disk", "nested virtualization",   "local temporary storage", "temporary local NVMe",
    "InfiniBand",        "NVLink",                  "service healing",      "hibernation"};

constexpr std::string_view name(feature which) { return feature_names[static_cast<std::size_t>(which)]; }

// Something for each feature.
template <class Value>
struct for_features {
  Value premium_storage{};
  Value premium_storage_caching{};
  Value ultra_disk{};
  Value live_migration{};
  Value memory_preserving_updates{};
  Value generation_1{};
  Value generation_2{};
  Value accelerated_networking{};
  Value ephemeral_os_disk{};
  Value nested_virtualization{};
  Value local_temporary_storage{};
  Value temporary_local_nvme{};
  Value infiniband{};
  Value nvlink{};
  Value service_healing{};
  Value hibernation{};

  constexpr const Value& operator[](feature which) const {
    switch (which) {
      case feature::premium_storage: return premium_storage;
      case feature::premium_storage_caching: return premium_storage_caching;
      case feature::ultra_disk: return ultra_disk;
      case feature::live_migration: return live_migration;
      case feature::memory_preserving_updates: return memory_preserving_updates;
      case feature::generation_1: return generation_1;
      case feature::generation_2: return generation_2;
      case feature::accelerated_networking: return accelerated_networking;
      case feature::ephemeral_os_disk: return ephemeral_os_disk;
      case feature::nested_virtualization: return nested_virtualization;
      case feature::local_temporary_storage: return local_temporary_storage;
      case feature::temporary_local_nvme: return temporary_local_nvme;
      case feature::infiniband: return infiniband;
      case feature::nvlink: return nvlink;
      case feature::service_healing: return service_healing;
      case feature::hibernation: break;
    }
    return hibernation;
  }
  constexpr Value& operator[](feature which) { return const_cast<Value&>(static_cast<const for_features&>(*this)[which]); }
};

using feature_set = for_features<figure<support>>;

// An exact part of one device, as sizes with a share of a GPU have it: 1/8 to 1.
struct share {
  int part = 1;
  int of = 1;
  constexpr double value() const { return static_cast<double>(part) / of; }
  friend constexpr bool operator==(const share&, const share&) = default;
};

// What the sizes of one series have in common.
struct vm_series {
  std::string_view name{};
  const source* from = nullptr;
  feature_set features{};
};

// A virtual machine size. Figures without a source of their own are from `from`, or else from the series' page.
struct vm {
  std::string_view name{};  // as the cloud's API takes it
  headroom::provider provider = headroom::provider::own;
  const vm_series* series = nullptr;
  const source* from = nullptr;
  lifecycle status{};

  const headroom::gpu* gpu = nullptr;
  figure<count> gpus{};         // devices the size shows
  share gpu_share{};            // of each device
  figure<memory> gpu_memory_printed{};  // of all its GPUs, where the cloud prints another figure than the GPU's maker

  const headroom::cpu* cpu = nullptr;
  figure<count> cpus{};   // packages (2 Grace)
  figure<count> cores{};  // physical cores given to the size
  figure<count> vcpus{};
  figure<memory> system_memory{};

  figure<memory> temporary_storage{};
  figure<memory> nvme_storage{};  // all NVMe disks together
  figure<count> nvme_disks{};
  figure<count> data_disks{};     // most that can be attached
  figure<count> disk_iops{};      // uncached
  figure<bandwidth> disk_throughput{};

  figure<count> nics{};
  figure<front_end_bandwidth> front_end{};
  // Per GPU or per VM, whichever the source states; scale_out_per_vm() answers from either.
  figure<scale_out_bandwidth> scale_out_per_gpu{};
  figure<scale_out_bandwidth> scale_out{};
  std::string_view scale_out_kind{};        // "InfiniBand NDR", "EFA"
  leaf_switches leaves{};                   // that the scale-out network is made of
  figure<count> scale_up_domain_gpus{};     // GPUs that reach each other over the scale-up network; more than `gpus` in a rack

  std::string_view note{};
  std::span<const dispute* const> disputes{};
};

// A concept for entries that name a VM size: own ones and the catalogue's.
template <class T>
concept VmType = std::same_as<std::remove_cvref_t<decltype(T::spec)>, vm>;

constexpr const source* source_of(const vm& size) {
  return size.from != nullptr || size.series == nullptr ? size.from : size.series->from;
}

constexpr figure<support> support_for(const vm& size, feature which) {
  return size.series == nullptr ? figure<support>{} : size.series->features[which];
}

// Scale-out bandwidth of the whole VM.
constexpr figure<scale_out_bandwidth> scale_out_per_vm(const vm& size) {
  if (!size.scale_out.is_unknown() || !size.gpus.is_known())
    return size.scale_out.is_unknown() && size.scale_out_per_gpu.is_absent() ? size.scale_out_per_gpu : size.scale_out;
  return size.scale_out_per_gpu.with(static_cast<double>(*size.gpus.known()) * size.scale_out_per_gpu.value_or({}));
}

}  // namespace headroom
