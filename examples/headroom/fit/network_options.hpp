// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>
#include <headroom/count.hpp>
#include <headroom/hardware/link.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/read/own/own_file.hpp>
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

}  // namespace headroom::program
