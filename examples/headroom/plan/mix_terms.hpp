// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/cluster/pricing.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/plan/machine_mix.hpp>
#include <headroom/read/own/own_file.hpp>
#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "fit/machine_fit.hpp"
#include "plan/site_power.hpp"
#include "reading.hpp"

// The same machine on several terms: in other regions, on spot, reserved.
namespace headroom::program {

struct mix_terms {
  std::vector<std::string> reserved{};
  std::vector<std::string> steps{};
  std::string spot_share{};

  bool are_given() const { return !reserved.empty() || !steps.empty() || !spot_share.empty(); }

  void add_to(CLI::App& command);
};

// Of each "MACHINE@REGION", "MACHINE@spot" or both a copy with its price there, which that text names from then on. Throws input_error where no
// price is known.
void add_copies(const std::vector<std::string>& named, own_file& of);

// Throws input_error where one machine, on the same terms, is there twice.
void refuse_named_twice(std::string_view option, const std::vector<asked_machine>& all);

// Whether it is a copy "MACHINE@spot".
bool is_on_spot(std::string_view name);
// Of a machine so called, MACHINE@west, as it is written, or else of all.
std::string_view region_of(std::string_view name, const pricing& terms);

// The kinds that a mix is made of, with those that are reserved. What is said of a machine's power holds for its reserved copy, too. For least power
// those are left out of which it is not known; throws input_error where one of these is reserved.
std::vector<mix_kind> mix_kinds(const mix_terms& terms, const std::vector<asked_machine>& machines, site_power& power, mix_objective least, own_file& of, std::vector<left_by_power>& left_out);
// Machines that are paid for in any case, of one price an hour.
struct reserved_machines {
  headroom::machine machine{};
  count how_many = 0;
  money_rate price{};
};
std::vector<reserved_machines> reserved_of(const mix_terms& terms, const own_file& of);
// By how many each of these is bought.
std::vector<count> steps_of(const mix_terms& terms, const std::vector<machine>& machines, const own_file& of);

// Those of which it is known what one counts towards the limit of power. Throws input_error where it is not, of a reserved one.
std::vector<mix_kind> kinds_within(const std::vector<mix_kind>& all, const site_power& power, std::vector<left_by_power>& left_out);
double most_spot(const mix_terms& terms);

}  // namespace headroom::program
