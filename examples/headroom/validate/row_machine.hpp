// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/machine.hpp>
#include <headroom/hardware/vm.hpp>
#include <optional>
#include <string_view>

#include "validate/row.hpp"

// The machine that a row ran on.
namespace headroom::program::validation {

// One of the catalogue, or where that has none what the row says of it.
struct row_machine {
  const machine* listed = nullptr;
  headroom::vm size{};

  machine is() const { return listed != nullptr ? *listed : machine(size); }
};

// So many GPUs in one scale-up domain, with the adapters of each.
row_machine machine_of(const gpu& device, count gpus, figure<scale_out_bandwidth> of_each, std::string_view scale_out_kind = {});

// Of each GPU and one direction, as the row says it of a GPU or of a machine of so many. Nothing: it does not.
std::optional<bandwidth> adapters_said(const json& config, count gpus_of_machine);

// The machine of the catalogue with such GPUs whose network reaches furthest; null: there is none with a scale-up network.
const machine* widest_machine_with(const gpu& device);

// Of GPUs that no machine of the catalogue has beside a known network, where the row does not say it either: as many as NVIDIA's and AMD's boards
// have, and the adapter that most machines of the catalogue since H100 have for each.
struct machine_assumed {
  count gpus = 8;
  bandwidth adapter = gigabits_per_second(400);
};
inline constexpr machine_assumed assumed_machine{};

// The widest machine with such GPUs; where the row says another network or the catalogue has no such machine, one with that network, or as assumed.
row_machine machine_with(const gpu& device, const json& config);

}  // namespace headroom::program::validation
