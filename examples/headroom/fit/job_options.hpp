// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <headroom/read/own/own_file.hpp>
#include <headroom/read/document.hpp>

#include "fit/job_document.hpp"
#include "fit/swept.hpp"
#include "io.hpp"
#include "reading.hpp"

namespace headroom::program {

// A job on the command line: each key of "serve" and "train" is an option, and what they say is read as a deployment
// file is.
class job_options {
 public:
  // --tensor-parallel, --kv-cache ... of a command that outlives this.
  void add_to(CLI::App& command);

  bool trains = false;
  bool is_given() const;
  // The first option that was given; empty: none was.
  std::string given() const;

  // Throws input_error, which names the option that is wrong. Where nothing is but that keys are missing which are swept
  // over, they have the values that the sweeps begin with. The document is that which was read, where somebody asks for it.
  std::unique_ptr<own_file> read(const io& from, std::string_view region, std::span<const sweep_request> swept = {}, bool searches_layouts = false,
                                 std::optional<job_document>* document = nullptr) const;

 private:
  struct option {
    std::string key{};  // in the file
    CLI::Option* on_command_line = nullptr;
    std::string value{};
  };

  void add(CLI::App& command, std::string_view key, std::string_view meaning, bool may_be_bare, std::string_view group,
           std::span<const std::string_view> words);
  void check_kind() const;
  std::string text_of_deployment(std::string_view region, std::span<const sweep_request> swept) const;

  std::deque<option> all_{};
};

}  // namespace headroom::program
