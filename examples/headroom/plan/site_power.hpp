// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/demand/verdict.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/plan/electricity.hpp>
#include <headroom/read/own/own_file.hpp>
#include <headroom/units.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fit/machine_fit.hpp"
#include "print/table.hpp"

// What machines of a job's plan draw, what their electricity costs, and how much they may draw.
namespace headroom::program {

struct site_power {
  figure<double> usage_effectiveness{};
  figure<money> kilowatt_hour{};
  std::vector<std::pair<std::string_view, figure<power>>> drawn{};  // by one machine of a name; of no name: by each of the others
  figure<power> most{};                                     // of all machines, at the meter

  bool is_asked() const { return usage_effectiveness.is_known() || kilowatt_hour.is_known() || !drawn.empty() || most.is_known(); }
  bool has_electricity() const { return usage_effectiveness.is_known() || kilowatt_hour.is_known(); }
  // As is said, or else as the machine is rated.
  electricity_terms of(const machine& each) const;
  // What one counts towards the limit, in watts at the meter: nothing without one; unknown, with the reason as its note, where what it draws is.
  figure<double> limited(const machine& each) const;
  // Energy that is compared is of whole machines where --power says what some draw, else of their GPUs at their rated power: never of some in one way
  // and of others in the other.
  bool energy_is_of_machines() const { return !drawn.empty(); }
  // What one counts of it; unknown with the reason as its note.
  figure<power> compared(const machine& each) const;
  // Which of the two it is: a sentence, and for machines that read it.
  std::string_view energy_text() const;
  std::string_view energy_name() const { return energy_is_of_machines() ? "machines" : "gpus"; }
};

struct power_options {
  std::string energy{};
  double usage_effectiveness = 0;  // 0: nobody says
  std::string most{};
  std::vector<std::string> drawn{};
};
// Throws input_error where one is no amount, or names no machine. Names are kept with the file.
site_power power_asked(const power_options& options, own_file& of);

// "$0.08/kWh" or "0.08": of a kilowatt hour. Throws input_error where it is none.
money energy_price_asked(std::string_view text);

// A machine that is left out, as one draws too much, or as nobody knows how much.
struct left_by_power {
  headroom::machine machine{};
  bool is_known = true;
  std::string why{};
};

// As many of each as draw no more than they may together, of those that there are or of so many GPUs.
std::vector<asked_machine> within_power(const std::vector<asked_machine>& machines, const site_power& asked, count most_gpus, std::vector<left_by_power>& left_out);

// What a search without the limit of power found, where that may be another plan.
struct plan_without_limit {
  bool is_cut = false;   // the search ended before it was proved that none takes less
  bool is_same = false;  // as with the limit
  std::string words{};   // "2 x A would take 3 days"; empty: it found none
};
// What a limit costs, or that it binds nothing.
std::string what_limit_binds(const std::string& limit, const plan_without_limit& without);
// Of the limit of power; empty: there is none.
std::string what_power_binds(const site_power& asked, const std::optional<plan_without_limit>& without);

// Machines of one kind that are kept so long.
struct powered_machines {
  headroom::machine machine{};
  count how_many = 0;
  duration time{};
};
// What machines of several kinds take together; unknown where it is of one.
struct power_taken {
  figure<power> drawn{};         // at the meter, while all run
  figure<money> electricity{};   // of the time that each is kept
  std::string unknown_of{};      // the machines of which no source states what they draw
};
power_taken power_taken_by(const site_power& asked, std::span<const powered_machines> all);

// What the machines of a plan draw and what their electricity costs, "$8 an hour", or why that is not known; and that no more is known of its money.
// `on` are those of which it is not known.
std::string power_text(const site_power& asked, std::string_view on, const figure<power>& drawn, const std::optional<std::string>& electricity, bool has_price);
// The same of several kinds; the money is of the whole, or of a time: " an hour".
std::string power_text(const site_power& asked, const power_taken& taken, std::string_view of_time, bool has_price);
// Of plans in a table, where power is asked for, and of electricity.
void add_power_columns(std::vector<column>& to, const site_power& asked);
void add_power_cells(std::vector<cell>& to, const site_power& asked, const figure<power>& drawn, const std::string& electricity);

// Whether fewer of a machine, or none, are left of those that there are.
bool are_fewer(const std::vector<asked_machine>& left, const std::vector<asked_machine>& there_are);

}  // namespace headroom::program
