// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <headroom/count.hpp>
#include <optional>
#include <string>
#include <vector>

#include "fit/job_source.hpp"
#include "fit/network_options.hpp"
#include "plan/mix_terms.hpp"
#include "plan/serving_search.hpp"
#include "plan/site_power.hpp"

// The options of headroom plan, as they are written.
namespace headroom::program {

struct plan_options {
  job_source source{.machine_option = "--machines", .takes_demand = true, .searches_layouts = true};
  network_options network{};
  std::vector<std::string> files{};
  std::string held{};
  std::string serves_for{};
  std::string objective{"cost"};
  std::vector<std::string> tokens{};    // of the jobs that train, one after the other; one is of all
  std::vector<std::string> deadline{};  // likewise
  std::string budget{};
  std::vector<std::string> regions{};
  std::string max_price{};
  count max_gpus = 4'096;
  std::string stall{};
  std::string restart{};
  std::vector<std::string> schedules{};
  std::vector<count> contexts{};
  std::vector<std::string> exchanges{};
  std::vector<std::string> shardings{};
  std::vector<std::string> recipes{};
  std::string efficiencies{};
  power_options power{};
  std::vector<double> requests{};     // a second, of the jobs that serve, likewise
  std::vector<double> answered{};     // tokens of answers a second
  std::vector<count> prompt{};
  std::vector<count> answer{};
  std::vector<std::string> limits{};
  load_request load{};
  std::vector<std::string> day{};     // likewise
  std::optional<double> peak_to_trough{};
  std::string start_up{};
  fleet_spares spares{};
  bool pools = false;
  std::vector<CLI::Option*> of_training{};
  std::vector<CLI::Option*> of_serving{};
  std::vector<CLI::Option*> of_jobs{};
  bool json = false;
  bool shows_progress = false;
  std::string emit{};
  std::string emit_to{};
  mix_terms mix{};
  std::string solver{};
  std::string time_limit{};

  void add_to(CLI::App& command);
};

// Throws input_error where an option is of no job that there is, or is given neither once nor once for each.
void check_options_of(const plan_options& options, std::size_t training, std::size_t serving);
void check_emission(const plan_options& options);

}  // namespace headroom::program
