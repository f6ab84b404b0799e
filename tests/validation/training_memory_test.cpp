// SPDX-License-Identifier: BSL-1.0
#include <check.hpp>
#include <cmath>
#include <map>
#include <string>
#include <validate/errors.hpp>
#include <validation/rows.hpp>
#include <vector>

// Published and measured training memory, row by row: docs/accuracy.md is the same in words.
namespace validation_training_memory {
namespace {

namespace rows = validation_rows;
using headroom::program::validation::errors;

std::map<std::string, std::vector<rows::judged>> by_family() {
  std::map<std::string, std::vector<rows::judged>> all;
  for (const rows::judged& one : rows::judged_in("training_memory.json")) {
    CAPTURE(one.id);
    CHECK(one.refused == "");
    all[std::string(one.family)].push_back(one);
    if (!one.part.empty()) all[one.part].push_back(one);
  }
  return all;
}

errors errors_of(const std::vector<rows::judged>& figures) {
  return rows::program::errors_of(figures, *rows::program::family_named("training_memory"));
}

}  // namespace

TEST_CASE("every row is judged") {
  std::size_t numbers = 0;
  for (const rows::json& row : rows::of_file("training_memory.json")) {
    CAPTURE(row.at("id").get<std::string>());
    CHECK(rows::program::judge(row).size() == row.at("measured").size());
    numbers += row.at("measured").size();
  }
  CHECK(numbers == 116);
}

// As rounded; of ZeRO's table 1, which was not compared with its source, some numbers are cut (2,218 of 2,218.75).
TEST_CASE("what others compute is met to the last printed place") {
  const auto all = by_family();
  for (const char* family : {"zero", "deepspeed", "korthikanti"}) {
    CAPTURE(family);
    REQUIRE(all.contains(family));
    for (const rows::judged& one : all.at(family)) {
      CAPTURE(one.id);
      CAPTURE(one.metric);
      CAPTURE(one.found);
      CHECK((one.as_printed() || (!one.confirmed && std::abs(one.found - one.published) <= one.step)));
    }
  }
}

// Figure 7 prints no numbers: the rows were read off its bars, in hundredths of a percent that no eye can read.
TEST_CASE("bars of a chart are met to a seventh of a percent of its full height") {
  const auto all = by_family();
  CHECK(all.at("korthikanti_chart").size() == 8);
  for (const rows::judged& one : all.at("korthikanti_chart")) {
    CAPTURE(one.id);
    CAPTURE(one.metric);
    CHECK(std::abs(one.found - one.published) < 0.14);
  }
}

TEST_CASE("measured memory: half of the runs within 3 %, nine in ten within 8 %") {
  const auto all = by_family();
  for (const char* part : {"Megatron-DeepSpeed", "torchtitan", "Megatron-LM"}) {
    REQUIRE(all.contains(part));
    const errors own = errors_of(all.at(part));
    CAPTURE(part);
    CHECK(own.median < 0.04);
    CHECK(own.ninetieth < 0.08);
    CHECK(std::abs(own.bias) < 0.025);
  }
  const errors together = errors_of(all.at("training_memory"));
  CHECK(together.figures == 51);
  CHECK(together.median < 0.03);
  CHECK(together.ninetieth < 0.08);
  CHECK(together.worst < 0.11);  // torchtitan with context parallelism 8
  CHECK(std::abs(together.bias) < 0.005);
}

// The one overhead comes from 16 runs of the BLOOM prequel. It is the only constant of that family: the others, with
// other shapes, other tensor parallelism and the other optimizer, have had no part in it.
TEST_CASE("runs that no constant was fitted to are met as well") {
  std::vector<rows::judged> fitted;
  std::vector<rows::judged> others;
  for (const rows::json& row : rows::of_file("training_memory.json")) {
    const rows::json& c = row.at("config");
    for (const rows::judged& one : rows::program::judge(row)) {
      if (one.part != "Megatron-DeepSpeed") continue;
      const bool used = c.at("tp") == 8 && c.at("layers") == 72 && c.at("hidden") == 14'336;
      (used ? fitted : others).push_back(one);
    }
  }
  CHECK(fitted.size() == 16);
  CHECK(others.size() == 13);
  CHECK(errors_of(others).ninetieth < 0.08);
}

// Narayanan et al. ran ZeRO-3 on 640 GPUs where 560 were too few: 1.5 GiB apart. We find both too small, by the 18 GiB
// of one layer that is computed again with its scores and another 19 GiB of a layer gathered whole.
TEST_CASE("one job that ran is found too large, none that did not is found to fit") {
  const auto all = by_family();
  int misses = 0;
  for (const rows::judged& one : all.at("fit")) {
    CAPTURE(one.id);
    if (one.published == 0) CHECK(one.found == 0);
    misses += one.found != one.published;
  }
  CHECK(all.at("fit").size() == 3);
  CHECK(misses == 1);
}

}  // namespace validation_training_memory
