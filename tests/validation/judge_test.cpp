// SPDX-License-Identifier: BSL-1.0
#include <validate/judge.hpp>

#include <check.hpp>
#include <validation/rows.hpp>

#include <string>
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

}  // namespace

// What only one source has: a reading that went by any of these would answer otherwise.
TEST_CASE("what is found of a row goes by none of its names, its source and the notes on it") {
  int compared = 0;
  for (const char* file : {"fleet_counts.json", "microbench.json", "microbench_h100.json", "microbench_h200.json", "model_bytes.json", "model_params.json", "network.json", "operations.json",
                           "power.json", "reliability.json", "serving_fit.json", "serving_throughput.json", "serving_times.json", "steps_h100.json", "steps_h200.json", "storage_checkpoint.json", "training_fit.json", "training_memory.json",
                           "training_runs.json", "training_steps.json"})
    for (const rows::json& row : rows::of_file(file)) {
      rows::json unnamed = row;
      for (const char* key : {"citation", "confirmed_in", "group", "id", "notes"}) unnamed.erase(key);
      CAPTURE(row.at("id"));
      CHECK(answers_to(unnamed) == answers_to(row));
      ++compared;
    }
  CHECK(compared > 1'900);
}

}  // namespace validation_judge
