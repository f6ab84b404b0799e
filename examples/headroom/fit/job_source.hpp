// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>
#include <headroom/count.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/read/own/own_file.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fit/job_options.hpp"
#include "fit/machine_fit.hpp"
#include "fit/swept.hpp"
#include "reading.hpp"

namespace headroom::program {

// Where the commands about jobs have them from: a deployment file or the command line, with machines and the region of
// their prices.
struct job_source {
  std::string file{};
  job_options job{};
  std::vector<std::string> on{};
  std::string region{};
  std::string_view machine_option = "--on";  // that `on` is from
  bool takes_demand = false;                 // a file may have a demand in place of a job
  bool searches_layouts = false;             // beside what the job says of its own

  void add_file_to(CLI::App& command);
  void add_machines_to(CLI::App& command, std::string meaning);
  void add_region_to(CLI::App& command);

  // Throws input_error where there is no job, or where the file or an option is wrong. A job on the command line that
  // lacks what is swept over has the values that the sweeps begin with. The document is that of the one job, where somebody asks for it.
  std::unique_ptr<own_file> read(const io& from, std::span<const sweep_request> swept = {}, std::optional<job_document>* document = nullptr) const;
  // The machines after --on, each with its number where one is given.
  std::vector<asked_machine> machines(const own_file& of) const;
};

// A machine of the file or of the catalogue. Throws input_error, which names the option, where nothing is called so.
machine machine_called(std::string_view option, std::string_view name, const own_file& of);

// "NAME", or "NAME=4": so many there are. Throws input_error as that does, and where it is no number.
asked_machine machine_asked(std::string_view option, std::string_view text, const own_file& of);

}  // namespace headroom::program
