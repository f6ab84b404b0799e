// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <check.hpp>
#include <cmath>
#include <headroom/model/conventions.hpp>
#include <validation/rows.hpp>
#include <vector>

// Published operations a token, each with the convention it was counted by.
namespace validation_operations {
namespace {

namespace rows = validation_rows;

double operations(const hr::figure<hr::operation_count>& of) {
  REQUIRE(of.is_known());
  return hr::in_operations(of.value);
}

std::vector<rows::json> rows_of(std::string_view beginning) {
  std::vector<rows::json> found;
  for (const rows::json& each : rows::of_file("operations.json"))
    if (each.at("id").get<std::string>().starts_with(beginning)) found.push_back(each);
  return found;
}

// How far the operations that a rate and a throughput imply are from ours.
double error(const rows::json& row, double ours) {
  const double implied =
      rows::measured(row, "model_tflops_per_gpu") * 1e12 / rows::measured(row, "tokens_per_s_per_gpu");
  return ours / implied - 1;
}

// What rounding of the two figures to the digits printed can make of it.
double rounding(const rows::json& row) {
  return 0.5 / rows::measured(row, "model_tflops_per_gpu") + 0.5 / rows::measured(row, "tokens_per_s_per_gpu");
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

TEST_CASE("Narayanan: days for 300 billion tokens follow from the rate of a GPU") {
  const auto table = rows_of("train.sc21.t2.");
  CHECK(table.size() == 6);
  for (const rows::json& row : table) {
    const std::string id = row.at("id");
    CAPTURE(id);
    const hr::transformer shape = rows::gpt(96, 12'288, 96, 51'200, 2'048);  // the model of Table 2
    const double rate = rows::measured(row, "tflops_per_gpu");
    const auto days = [&](double teraflops) {
      return 300e9 * operations(hr::narayanan_operations(shape, 2'048)) /
             (row.at("config").at("gpus").get<double>() * teraflops * 1e12) / 86'400;
    };
    const double printed = rows::measured(row, "train_days_300B");
    CHECK(days(rate - 0.5) >= printed - 0.5);  // both are printed whole
    CHECK(days(rate + 0.5) <= printed + 0.5);
  }
}

TEST_CASE("Korthikanti: both utilisations follow from the time of an iteration") {
  const auto table = rows_of("train.korthikanti.");
  CHECK(table.size() == 2);
  for (const rows::json& row : table) {
    const std::string id = row.at("id");
    CAPTURE(id);
    const rows::json& c = row.at("config");
    const hr::transformer shape = rows::described(c);
    const double tokens = c.at("gbs").get<double>() * 2'048;
    const double time = rows::measured(row, "iteration_time");
    const double peak = c.at("gpus").get<double>() * 312e12;
    const auto percent = [&](double each, double seconds) { return 100 * each * tokens / (seconds * peak); };
    const double model = operations(hr::korthikanti_model_operations(shape, 2'048));
    const double hardware = operations(hr::korthikanti_hardware_operations(shape, 2'048));
    // Times are printed to 0.01 s, utilisations to 0.1 %.
    CHECK(percent(model, time + 0.005) <= rows::measured(row, "mfu") + 0.05);
    CHECK(percent(model, time - 0.005) >= rows::measured(row, "mfu") - 0.05);
    CHECK(percent(hardware, time + 0.005) <= rows::measured(row, "hfu") + 0.05);
    CHECK(percent(hardware, time - 0.005) >= rows::measured(row, "hfu") - 0.05);
  }
}

TEST_CASE("PaLM: its utilisation follows from its tokens a second") {
  const auto table = rows_of("train.palm540b.mfu");
  REQUIRE(table.size() == 1);
  const double rate =
      rows::measured(table[0], "tokens_per_s") * operations(hr::palm_operations(hr::models::palm_540b, 2'048));
  const double percent = 100 * rate / (6'144 * 275e12);  // peak of a TPU v4, from the paper
  CHECK(std::round(percent * 10) / 10 == doctest::Approx(rows::measured(table[0], "mfu")).epsilon(1e-12));
}

// The table's rates and throughputs are cut to whole numbers, not rounded: its utilisations, of two decimals, say so.
TEST_CASE("MosaicML counts as PaLM does: every row within what its figures were cut by") {
  const auto table = rows_of("train.mpt.");
  CHECK(table.size() == 45);
  std::map<std::string, hr::transformer> shapes;
  for (const rows::json& row : rows::of_file("model_params.json"))
    shapes.emplace(row.at("config").at("model").get<std::string>(), rows::described(row.at("config")));
  for (const rows::json& row : table) {
    const std::string id = row.at("id");
    CAPTURE(id);
    const hr::transformer& shape = shapes.at(row.at("config").at("model"));
    CHECK(std::abs(error(row, operations(hr::palm_operations(shape, 2'048)))) <= 2 * rounding(row));
  }
}

TEST_CASE("NeMo counts full attention: every row within its rounding") {
  const auto table = rows_of("train.nemo2407.");
  CHECK(table.size() == 3);
  for (const rows::json& row : table) {
    const std::string id = row.at("id");
    CAPTURE(id);
    const bool gpt3 = row.at("config").at("model") == "gpt3-175b";
    const hr::transformer shape = gpt3 ? rows::gpt(96, 12'288, 96, 51'200, 2'048) : hr::models::llama2_70b;
    const auto length = row.at("config").at("seq").get<hr::count>();
    CHECK(std::abs(error(row, operations(hr::nemo_operations(shape, length)))) <= rounding(row));
  }
}

// Measured apart from each other, rates and throughputs differ by more than rounding: the median of each model is
// judged.
TEST_CASE("Megatron-Bridge counts causal attention, no routers, and modules that predict further tokens") {
  std::map<std::string, std::vector<double>> errors;
  for (const rows::json& row : rows_of("train.mbridge.")) {
    const std::string name = row.at("config").at("model");
    const std::string label = row.at("config").value("model_label", "");
    REQUIRE(rows::named(name) != nullptr);
    const bool predicts = label.find("w/o MTP") == std::string::npos;
    const auto length = row.at("config").at("seq").get<hr::count>();
    errors[name].push_back(error(row, operations(hr::megatron_operations(*rows::named(name), length, predicts))));
  }
  CHECK(errors.size() == 8);
  for (const auto& each : errors) {
    CAPTURE(each.first);
    CHECK(std::abs(median(each.second)) < 0.0025);
  }
}

TEST_CASE("DeepSeek-V3 takes 250 billion operations a token to train, as its authors print") {
  const auto table = rows_of("train.flops_per_token.deepseek-v3");
  REQUIRE(table.size() == 1);
  const hr::figure<hr::operation_parts> ours = hr::training_operations(hr::models::deepseek_v3, 4'096);
  CHECK(std::round(hr::in_operations(ours.value.total()) / 1e9) * 1e9 ==
        rows::measured(table[0], "train_flops_per_token"));
}

}  // namespace validation_operations
