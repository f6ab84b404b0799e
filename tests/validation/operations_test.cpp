// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <check.hpp>
#include <cmath>
#include <validation/rows.hpp>
#include <vector>

// Published operations a token, each with the convention it was counted by.
namespace validation_operations {
namespace {

namespace rows = validation_rows;

std::map<std::string, std::vector<rows::judged>> by_part() {
  std::map<std::string, std::vector<rows::judged>> all;
  for (const rows::judged& one : rows::judged_in("operations.json")) all[one.part].push_back(one);
  return all;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

TEST_CASE("every row on operations is judged") {
  for (const rows::json& row : rows::of_file("operations.json")) {
    CAPTURE(row.at("id").get<std::string>());
    CHECK_FALSE(rows::program::judge(row).empty());
  }
}

// Narayanan: days for 300 billion tokens follow from the rate of a GPU. Korthikanti: utilisations from the time of an
// iteration. NeMo counts full attention. DeepSeek-V3 takes 250 billion operations a token.
TEST_CASE("published operations are met within the rounding of the figures they follow from") {
  const auto all = by_part();
  const std::map<std::string, std::size_t> parts{{"narayanan", 6}, {"korthikanti", 4}, {"nemo", 3}, {"causal", 1}};
  for (const auto& part : parts) {
    CAPTURE(part.first);
    REQUIRE(all.contains(part.first));
    CHECK(all.at(part.first).size() == part.second);
    for (const rows::judged& one : all.at(part.first)) {
      CAPTURE(one.id);
      CAPTURE(one.found);
      CHECK(one.counts());
      CHECK(one.as_printed());
    }
  }
}

// PaLM's utilisation is rounded to 0.1 %. MosaicML's rates and throughputs are cut to whole numbers, not rounded: its
// utilisations, of two decimals, say so.
TEST_CASE("MosaicML counts as PaLM does: every row within what its figures were cut by") {
  const auto all = by_part();
  CHECK(all.at("palm").size() == 77);
  for (const rows::judged& one : all.at("palm")) {
    CAPTURE(one.id);
    CHECK(std::abs(one.found - one.published) <= one.step);
  }
}

// Measured apart from each other, rates and throughputs differ by more than rounding: the median of each model is
// judged.
TEST_CASE("Megatron-Bridge counts causal attention, no routers, and modules that predict further tokens") {
  std::map<std::string, std::string> models;
  for (const rows::json& row : rows::of_file("operations.json"))
    models[row.at("id").get<std::string>()] = row.at("config").at("model").get<std::string>();
  std::map<std::string, std::vector<double>> errors;
  const auto all = by_part();
  for (const char* part : {"megatron", "megatron_no_mtp"})
    for (const rows::judged& one : all.at(part)) errors[models.at(one.id)].push_back(one.error());
  CHECK(errors.size() == 8);
  for (const auto& each : errors) {
    CAPTURE(each.first);
    CHECK(std::abs(median(each.second)) < 0.0025);
  }
}

TEST_CASE("a row without a convention, or with one that does not count the figure, has no operations") {
  rows::json row = rows::of_file("operations.json", "train.flops_per_token.deepseek-v3");
  REQUIRE(rows::program::judge(row).size() == 1);
  row["config"]["convention"] = "narayanan";
  CHECK(rows::program::judge(row).empty());
  row["config"]["convention"] = "of my own";
  CHECK(rows::program::judge(row).at(0).refused.find("of my own") != std::string::npos);
  row["config"].erase("convention");
  CHECK(rows::program::judge(row).empty());
}

}  // namespace validation_operations
