// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>
#include <deque>
#include <headroom/cluster/group.hpp>
#include <headroom/deployment/resolve.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "check/checker.hpp"
#include <headroom/read/own/own_file.hpp>
#include "io.hpp"
#include "reading.hpp"

namespace headroom::program {

// What a check is asked for on the command line, as written.
struct check_words {
  std::string on{};          // a machine of the catalogue
  std::string on_cluster{};  // a file of machines: the own format, or what a running system prints
  std::string rules{};       // "gpus_used,cpus" or "-gpus_stranded"
  std::string as_of{};
  std::string as_format{};
  std::string reserve{};     // "cpu=4,memory=16Gi"
  bool strict = false;
};

// The options that every command over deployment files has.
void add_check_options(CLI::App& command, check_words& into);

// The same understood. Owns what the terms of its options refer to.
class check_request {
 public:
  // A message where a word is not understood.
  std::optional<std::string> understand(const io& from, const check_words& words);
  const check_options& options() const { return options_; }

 private:
  std::optional<std::string> take_rules(const std::string& words);
  std::optional<std::string> take_reserve(const std::string& words);
  std::optional<std::string> take_machines(const io& from, const check_words& words);
  std::optional<std::string> take_cluster(const io& from, const std::string& path);
  machine machine_of(const machine_pool& pool, const node& on);
  std::optional<std::string> take_pools(const std::string& path, const deployment_file& file);

  check_options options_{};
  std::vector<group> held_{};
  std::unique_ptr<own_file> cluster_{};
  std::deque<vm> own_{};  // machines of a running system
  std::deque<std::string> names_{};
  std::string as_of_{};
};

}  // namespace headroom::program
