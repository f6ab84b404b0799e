// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <check.hpp>
#include <cmath>
#include <map>
#include <string>
#include <validation/training_rows.hpp>
#include <vector>

// Published and measured training memory, row by row: docs/accuracy.md is the same in words.
namespace validation_training_memory {
namespace {

namespace rows = validation_rows;

struct errors {
  std::vector<double> sizes;
  double sum = 0;

  void add(double error) {
    sizes.push_back(std::abs(error));
    sum += error;
    std::sort(sizes.begin(), sizes.end());
  }
  double bias() const { return sum / static_cast<double>(sizes.size()); }
  double median() const {
    const std::size_t half = sizes.size() / 2;
    return sizes.size() % 2 == 1 ? sizes[half] : (sizes[half - 1] + sizes[half]) / 2;
  }
  // The smallest error that nine in ten do not exceed.
  double ninetieth() const { return sizes[(9 * sizes.size() + 9) / 10 - 1]; }
};

std::map<std::string, std::vector<rows::judged>> by_family() {
  std::map<std::string, std::vector<rows::judged>> all;
  for (const rows::json& row : rows::of_file("training_memory.json"))
    for (const rows::judged& each : rows::judge_training(row)) {
      CAPTURE(each.id);
      CHECK(each.refused.empty());
      all[each.family].push_back(each);
    }
  return all;
}

errors errors_of(const std::vector<rows::judged>& judged) {
  errors sum;
  for (const rows::judged& each : judged) sum.add(each.error());
  return sum;
}

}  // namespace

TEST_CASE("every row is judged") {
  std::size_t numbers = 0;
  for (const rows::json& row : rows::of_file("training_memory.json")) {
    CAPTURE(row.at("id").get<std::string>());
    CHECK(rows::judge_training(row).size() == row.at("measured").size());
    numbers += row.at("measured").size();
  }
  CHECK(numbers == 113);
}

// As rounded; of ZeRO's table 1, which was not compared with its source, some numbers are cut (2,218 of 2,218.75).
TEST_CASE("what others compute is met to the last printed place") {
  const auto all = by_family();
  for (const char* family :
       {"ZeRO, as printed", "DeepSpeed's estimates, as printed", "Korthikanti et al., as printed"}) {
    CAPTURE(family);
    REQUIRE(all.contains(family));
    for (const rows::judged& each : all.at(family)) {
      CAPTURE(each.id);
      CAPTURE(each.metric);
      CAPTURE(each.found);
      CHECK(std::abs(each.found - each.published) <= each.step * (each.confirmed ? 0.5 + 1e-9 : 1));
    }
  }
}

// Figure 7 prints no numbers: the rows were read off its bars, in hundredths of a percent that no eye can read.
TEST_CASE("bars of a chart are met to a seventh of a percent of its full height") {
  const auto all = by_family();
  for (const rows::judged& each : all.at("Korthikanti et al., read off a chart")) {
    CAPTURE(each.id);
    CAPTURE(each.metric);
    CHECK(std::abs(each.found - each.published) < 0.14);
  }
}

TEST_CASE("measured memory: half of the runs within 3 %, nine in ten within 8 %") {
  const auto all = by_family();
  errors together;
  for (const char* family : {"BLOOM prequel, measured", "torchtitan, measured", "Megatron-LM on B200, measured"}) {
    REQUIRE(all.contains(family));
    const errors own = errors_of(all.at(family));
    CAPTURE(family);
    CHECK(own.median() < 0.04);
    CHECK(own.ninetieth() < 0.08);
    CHECK(std::abs(own.bias()) < 0.02);
    for (const rows::judged& each : all.at(family)) together.add(each.error());
  }
  CHECK(together.sizes.size() == 48);
  CHECK(together.median() < 0.03);
  CHECK(together.ninetieth() < 0.08);
  CHECK(together.sizes.back() < 0.09);
  CHECK(std::abs(together.bias()) < 0.005);
}

// The one overhead comes from 16 runs of the BLOOM prequel. It is the only constant of that family: the others, with
// other shapes, other tensor parallelism and the other optimizer, have had no part in it.
TEST_CASE("runs that no constant was fitted to are met as well") {
  errors fitted;
  errors others;
  for (const rows::json& row : rows::of_file("training_memory.json")) {
    const rows::json& c = row.at("config");
    for (const rows::judged& each : rows::judge_training(row)) {
      if (each.family != "BLOOM prequel, measured") continue;
      const bool used = c.at("tp") == 8 && c.at("layers") == 72 && c.at("hidden") == 14'336;
      (used ? fitted : others).add(each.error());
    }
  }
  CHECK(fitted.sizes.size() == 16);
  CHECK(others.sizes.size() == 13);
  CHECK(others.ninetieth() < 0.08);
}

// Narayanan et al. ran ZeRO-3 on 640 GPUs where 560 were too few: 1.5 GiB apart. We find both too small, by the 18 GiB
// of one layer that is computed again with its scores and another 19 GiB of a layer gathered whole.
TEST_CASE("one job that ran is found too large, none that did not is found to fit") {
  const auto all = by_family();
  int misses = 0;
  for (const rows::judged& each : all.at("training runs, or runs out of memory")) {
    CAPTURE(each.id);
    if (each.published == 0) CHECK(each.found == 0);
    misses += each.found != each.published;
  }
  CHECK(misses == 1);
}

}  // namespace validation_training_memory
