// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <headroom/count.hpp>
#include <headroom/hardware/link.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/network/fabric.hpp>
#include <headroom/read/own/own_file.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fit/machine_fit.hpp"
#include "reading.hpp"

// How the scale-out network between machines is built, which no machine of the catalogue says.
namespace headroom::program {

// Links of a leaf downward and upward, "2:1", or "2".
struct links_of_leaf {
  count down = 1;
  count up = 1;
};
links_of_leaf oversubscription_asked(std::string_view text);  // throws input_error

struct network_options {
  std::string oversubscription{};
  std::optional<double> flows_on_busiest_uplink{};
  std::optional<count> domains_per_leaf{};

  std::vector<CLI::Option*> add_to(CLI::App& command);
  bool is_asked() const { return !oversubscription.empty() || flows_on_busiest_uplink.has_value() || domains_per_leaf.has_value(); }
  // The same machines, whose scale-out network is as asked; those without one are left alone. The file keeps the new records. Throws
  // input_error where an option is wrong, and where none of the machines has such a network.
  std::vector<asked_machine> on(std::vector<asked_machine> machines, own_file& of) const;
  // The same of one machine.
  machine on(const machine& of, own_file& keeps) const;

 private:
  leaf_switches over(leaf_switches said) const;
};

// The leaf switches of a machine's scale-out network; null: no source states that it has such a network.
const leaf_switches* leaves_of(const machine& of);
// "leaf switches oversubscribed 2 to 1, 3 flows on the busiest uplink, 16 scale-up domains to a leaf"; empty: nothing is said of them.
std::string leaves_text(const leaf_switches& of);
nlohmann::ordered_json network_json(const machine& of);

// The options that change nothing: those of the links without which `is_same` finds what it finds with them.
std::vector<std::string_view> network_without_effect(fabric links, const std::function<bool(const fabric&)>& is_same);

}  // namespace headroom::program
