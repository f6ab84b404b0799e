// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <headroom/hardware/link.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/network/fabric.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

// What is said of the scale-out network between machines.
namespace headroom::program {

inline constexpr const char* oversubscription_option = "--oversubscription";
inline constexpr const char* flows_option = "--flows-on-busiest-uplink";
inline constexpr const char* domains_option = "--domains-per-leaf";

// The leaf switches of a machine's scale-out network; null: no source states that it has such a network.
const leaf_switches* leaves_of(const machine& of);
// "leaf switches oversubscribed 2 to 1, 3 flows on the busiest uplink, 16 scale-up domains to a leaf"; empty: nothing is said of them.
std::string leaves_text(const leaf_switches& of);
nlohmann::ordered_json network_json(const machine& of);

// The options that change nothing: those of the links without which `is_same` finds what it finds with them.
std::vector<std::string_view> network_without_effect(fabric links, const std::function<bool(const fabric&)>& is_same);

}  // namespace headroom::program
