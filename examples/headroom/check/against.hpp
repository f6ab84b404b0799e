// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "check/checker.hpp"
#include "check/needs.hpp"
#include "session.hpp"

// What a change of deployment files adds, for who reviews it.
namespace headroom::program {

struct needs_of_files {
  need_sums sums{};
  std::size_t files_not_counted = 0;  // which could not be read, or not as a whole

  bool knows_gpus() const { return files_not_counted == 0 && sums.parts_without_gpus == 0; }
  bool knows_nodes() const { return files_not_counted == 0 && sums.parts_without_nodes == 0; }
  bool knows_price() const { return knows_nodes() && sums.nodes_without_price == 0; }
};

needs_of_files needs_of_all(std::span<const checked_file> files, const pricing& terms);

void print_change(session& s, const needs_of_files& before, const needs_of_files& after);
nlohmann::ordered_json json_of_change(const needs_of_files& before, const needs_of_files& after);

}  // namespace headroom::program
