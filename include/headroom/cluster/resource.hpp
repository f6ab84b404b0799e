// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/link.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/precision.hpp>
#include <headroom/units.hpp>

// What a machine has of each thing that can be added up. One type a thing: its name, and its figure for one machine.
namespace headroom::resource {

struct gpus {
  static constexpr std::string_view name = "GPUs";
  static constexpr figure<count> of(const machine& m) { return gpus_of(m); }
};
struct vms {
  static constexpr std::string_view name = "VMs";
  static constexpr figure<count> of(const machine& m) { return m.vms(); }
};
struct racks {
  static constexpr std::string_view name = "racks";
  static constexpr figure<count> of(const machine& m) { return m.racks(); }
};
struct cpus {
  static constexpr std::string_view name = "CPUs";
  static constexpr figure<count> of(const machine& m) { return over_vms(m, &vm::cpus); }
};
// Physical cores: of the size, where its source says, or else of its CPUs. A guest may see fewer.
struct cores {
  static constexpr std::string_view name = "cores";
  static constexpr figure<count> of(const machine& m) {
    const figure<count> given = over_vms(m, &vm::cores);
    if (!given.is_unknown() || m.vm() == nullptr || m.vm()->cpu == nullptr) return given;
    return times(cpus::of(m), m.vm()->cpu->cores);
  }
};
struct vcpus {
  static constexpr std::string_view name = "vCPUs";
  static constexpr figure<count> of(const machine& m) { return over_vms(m, &vm::vcpus); }
};
struct system_memory {
  static constexpr std::string_view name = "system memory";
  static constexpr figure<memory> of(const machine& m) { return over_vms(m, &vm::system_memory); }
};

namespace detail {

// A figure of one GPU, over the GPUs and shares of GPUs that a machine has. A machine without GPUs has no such thing.
template <class T>
constexpr figure<T> over_gpus(const machine& m, const figure<T>& of_one) {
  const figure<count> gpus = gpus_of(m);
  if (gpus.is_absent() || (gpus.is_known() && *gpus.known() == 0)) return absent;
  return m.gpu() == nullptr ? figure<T>{} : times(gpus, per_gpu_of(m, of_one));
}
template <class T>
constexpr figure<T> over_gpus(const machine& m, figure<T> gpu::*of) {
  return over_gpus(m, m.gpu() == nullptr ? figure<T>{} : m.gpu()->*of);
}

}  // namespace detail

struct physical_gpu_memory {
  static constexpr std::string_view name = "physical GPU memory";
  static constexpr figure<memory> of(const machine& m) { return detail::over_gpus(m, &gpu::physical_memory); }
};
struct gpu_memory {
  static constexpr std::string_view name = "GPU memory as sold";
  static constexpr figure<memory> of(const machine& m) { return detail::over_gpus(m, &gpu::memory_as_sold); }
};
struct driver_gpu_memory {
  static constexpr std::string_view name = "GPU memory as the driver shows it";
  static constexpr figure<memory> of(const machine& m) { return detail::over_gpus(m, &gpu::driver_memory); }
};
// What jobs can use: the driver's figure or an estimate of it, and never more than the cloud prints for the size.
struct usable_gpu_memory {
  static constexpr std::string_view name = "usable GPU memory";
  static constexpr figure<memory> of(const machine& m) {
    const figure<memory> usable = detail::over_gpus(m, m.gpu() == nullptr ? figure<memory>{} : usable_memory(*m.gpu()));
    const figure<memory> printed = over_vms(m, &vm::gpu_memory_printed);
    return printed.is_known() && usable.is_known() && *printed.known() < *usable.known() ? printed : usable;
  }
};
// GPU memory as sold and the CPU memory that is coherent with it (NVLink-C2C). Absent where no CPU memory is.
struct fast_memory {
  static constexpr std::string_view name = "fast memory";
  static constexpr figure<memory> of(const machine& m) {
    const figure<memory> of_gpus = gpu_memory::of(m);
    if (m.vm() == nullptr || m.vm()->cpu == nullptr || !of_gpus.is_known()) return unknown;
    const cpu& host = *m.vm()->cpu;
    if (!host.coherent_link_per_direction.is_known()) return host.coherent_link_per_direction.with(memory{});
    const figure<memory> of_cpus = times(cpus::of(m), host.memory_as_sold);
    if (!of_cpus.is_known()) return of_cpus;
    return (of_gpus.is_confirmed() ? of_cpus : of_gpus).with(memory(*of_gpus.known() + *of_cpus.known()));
  }
};
struct memory_bandwidth {
  static constexpr std::string_view name = "memory bandwidth";
  static constexpr figure<bandwidth> of(const machine& m) { return detail::over_gpus(m, &gpu::memory_bandwidth); }
};

// Peak rate of a format, of the tensor units or else the vector units. The format is known at run time.
struct any_peak {
  static constexpr std::string_view name = "peak rate";
  precision format = fp64;
  sparsity zeros = dense;
  constexpr figure<operation_rate> of(const machine& m) const {
    return detail::over_gpus(m, m.gpu() == nullptr ? figure<operation_rate>{} : peak_rate(*m.gpu(), format, zeros));
  }
};
template <precision P, sparsity S>
struct peak {
  static constexpr std::string_view name = "peak rate";
  static constexpr figure<rate<P, S>> of(const machine& m) {
    const figure<operation_rate> any = any_peak{P, S}.of(m);
    return any.with(typed<P, S>(any.value_or({})));
  }
};
template <precision P>
struct vector_peak {
  static constexpr std::string_view name = "vector peak rate";
  static constexpr figure<rate<P>> of(const machine& m) {
    const figure<operation_rate> any =
        detail::over_gpus(m, m.gpu() == nullptr ? figure<operation_rate>{} : vector_peak_rate(*m.gpu(), P));
    return any.with(typed<P>(any.value_or({})));
  }
};

// Per direction, what all GPUs together put into the network.
struct scale_up {
  static constexpr std::string_view name = "scale-up bandwidth";
  static constexpr figure<scale_up_bandwidth> of(const machine& m) {
    return detail::over_gpus(m, m.gpu() == nullptr ? figure<scale_up_bandwidth>{} : m.gpu()->scale_up.per_gpu);
  }
};
struct scale_out {
  static constexpr std::string_view name = "scale-out bandwidth";
  static constexpr figure<scale_out_bandwidth> of(const machine& m) {
    if (const board* b = m.board(); b != nullptr)
      return b->scale_out.is_unknown() ? times(b->gpus, b->scale_out_per_gpu) : b->scale_out;
    return m.vm() == nullptr ? figure<scale_out_bandwidth>{} : times(m.vms(), scale_out_per_vm(*m.vm()));
  }
};
struct front_end {
  static constexpr std::string_view name = "front-end bandwidth";
  static constexpr figure<front_end_bandwidth> of(const machine& m) { return over_vms(m, &vm::front_end); }
};

// The larger of the temporary disk and the NVMe disks: pages do not say whether the two figures count the same disks.
struct local_storage {
  static constexpr std::string_view name = "local storage";
  static constexpr figure<memory> of(const machine& m) {
    const figure<memory> temporary = over_vms(m, &vm::temporary_storage);
    const figure<memory> nvme = over_vms(m, &vm::nvme_storage);
    if (!temporary.is_known()) return nvme.is_absent() ? temporary : nvme;
    return nvme.is_known() && *nvme.known() >= *temporary.known() ? nvme : temporary;
  }
};
struct disk_iops {
  static constexpr std::string_view name = "disk IOPS";
  static constexpr figure<count> of(const machine& m) { return over_vms(m, &vm::disk_iops); }
};
struct disk_throughput {
  static constexpr std::string_view name = "disk throughput";
  static constexpr figure<bandwidth> of(const machine& m) { return over_vms(m, &vm::disk_throughput); }
};
// What the maker says the rack or server draws at most. Clouds do not print it for VMs.
struct max_power {
  static constexpr std::string_view name = "power";
  static constexpr figure<power> of(const machine& m) {
    if (m.rack() != nullptr) return m.rack()->max_power;
    return m.board() != nullptr ? m.board()->max_power : figure<power>{};
  }
};
// The GPUs alone: the sum of their TDPs.
struct gpu_power {
  static constexpr std::string_view name = "GPU power";
  static constexpr figure<power> of(const machine& m) { return detail::over_gpus(m, &gpu::tdp); }
};
// GPUs that reach each other over the scale-up network: of the machine, or of the rack that its VM is part of.
struct scale_up_domain {
  static constexpr std::string_view name = "GPUs in a scale-up domain";
  static constexpr figure<count> of(const machine& m) {
    if (m.board() != nullptr) return m.board()->scale_up_domain_gpus;
    return m.vm() == nullptr ? figure<count>{} : m.vm()->scale_up_domain_gpus;
  }
};

}  // namespace headroom::resource

namespace headroom {

// Memory of one GPU of a machine that jobs can use, as its driver shows it.
constexpr figure<memory> usable_memory_per_gpu(const machine& of) {
  const figure<memory> all = resource::usable_gpu_memory::of(of);  // known of a known number of GPUs, and no other
  const figure<count> gpus = gpus_of(of);
  return all.is_known() ? all.with(scaled(*all.known(), 1.0 / static_cast<double>(*gpus.known()))) : all;
}

// Whether a machine's GPU multiplies in a format: by a rate that is known.
constexpr bool multiplies_in(const machine& on, precision format) {
  return resource::any_peak{format, dense}.of(on).is_known();
}

}  // namespace headroom
