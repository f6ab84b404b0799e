// SPDX-License-Identifier: BSL-1.0
#include <validate/judge.hpp>

#include <check.hpp>
#include <validate/settings.hpp>
#include <validation/rows.hpp>

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace validation_judge {
namespace {

namespace rows = validation_rows;

std::vector<std::tuple<std::string, std::string, double, std::string>> answers_to(const rows::json& row) {
  std::vector<std::tuple<std::string, std::string, double, std::string>> all;
  for (const rows::judged& one : rows::program::judge(row)) all.emplace_back(one.family, one.metric, one.found, one.refused);
  return all;
}

constexpr std::array<std::string_view, 20> files{
    "fleet_counts.json",     "microbench.json",  "microbench_h100.json", "microbench_h200.json", "model_bytes.json",        "model_params.json",  "network.json",
    "operations.json",       "power.json",       "reliability.json",     "serving_fit.json",     "serving_throughput.json", "serving_times.json", "steps_h100.json",
    "steps_h200.json",       "storage_checkpoint.json", "training_fit.json", "training_memory.json", "training_runs.json", "training_steps.json"};

bool describes_model(const rows::json& config) {
  namespace setting = rows::program::setting;
  using rows::program::has;
  return has(config, "model") && has(config, setting::layers) && has(config, setting::hidden) && has(config, setting::heads) && has(config, setting::vocabulary);
}

}  // namespace

// What only one source has: a reading that went by any of these would answer otherwise.
TEST_CASE("what is found of a row goes by none of its names, its source and the notes on it") {
  int compared = 0;
  for (const std::string_view file : files)
    for (const rows::json& row : rows::of_file(std::string(file))) {
      rows::json unnamed = row;
      for (const char* key : {"citation", "confirmed_in", "group", "id", "notes"}) unnamed.erase(key);
      CAPTURE(row.at("id"));
      CHECK(answers_to(unnamed) == answers_to(row));
      ++compared;
    }
  CHECK(compared > 1'900);
}

// By none of its model's names either, where it describes that in whole. A published model of the same numbers may add a norm: BLOOM's embedding has one.
TEST_CASE("what is found of a model that is described goes by none of its names") {
  int compared = 0;
  for (const std::string_view file : files)
    for (const rows::json& row : rows::of_file(std::string(file))) {
      if (!row.contains("config") || !describes_model(row.at("config"))) continue;
      rows::json renamed = row;
      renamed["config"]["model"] = "another";
      const auto is = rows::program::judge(row), under_another = rows::program::judge(renamed);
      CAPTURE(row.at("id"));
      REQUIRE(is.size() == under_another.size());
      for (std::size_t i = 0; i < is.size(); ++i) {
        CHECK(is[i].family == under_another[i].family);
        CHECK(is[i].refused == under_another[i].refused);
        CHECK(is[i].found == doctest::Approx(under_another[i].found).epsilon(1e-4));
      }
      ++compared;
    }
  CHECK(compared > 190);
}

}  // namespace validation_judge
