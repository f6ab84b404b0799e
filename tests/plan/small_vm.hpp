// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/catalog/azure/nd.hpp>

// A VM with so many H100s and CPUs, and nothing else that is stated.
inline hr::vm small_vm(std::string_view name, hr::count gpus, hr::count vcpus) {
  hr::vm size{.name = name, .gpu = hr::azure::nd96isr_h100_v5::spec.gpu, .gpus = gpus};
  size.vcpus = vcpus;
  return size;
}
