// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace headroom::program {

// The help of commands, in lines of at most so many columns.
class help_formatter : public CLI::Formatter {
 public:
  explicit help_formatter(int columns) : columns_(columns) {}

  std::string make_description(const CLI::App* app) const override;
  std::string make_usage(const CLI::App* app, std::string name) const override;
  std::string make_footer(const CLI::App* app) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;

 private:
  std::string entry(const std::string& name, const std::string& meaning) const;

  int columns_;
};

}  // namespace headroom::program
