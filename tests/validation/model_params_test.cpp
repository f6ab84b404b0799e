// SPDX-License-Identifier: BSL-1.0
#include <check.hpp>
#include <headroom/model/parameters.hpp>
#include <headroom/model/weight_memory.hpp>
#include <read/model_config/reading.hpp>
#include <validation/rows.hpp>

// Published parameter counts, every row at its printed precision.
namespace validation_model_params {
namespace {

namespace hr = headroom;
namespace rows = validation_rows;
namespace program = headroom::program::validation;

}  // namespace

TEST_CASE("every published parameter count is met exactly, by the shape that its row describes") {
  const std::vector<rows::judged>& all = rows::judged_in("model_params.json");
  CHECK(all.size() == 31);
  for (const rows::judged& one : all) {
    CAPTURE(one.id);
    CAPTURE(one.metric);
    CAPTURE(one.refused);
    CHECK(one.counts());
    CHECK(one.as_printed());
    if (one.step == 1) CHECK(one.found == one.published);
  }
}

TEST_CASE("the published models meet the same counts") {
  int judged = 0;
  for (const rows::json& row : rows::of_file("model_params.json")) {
    const hr::transformer* model = program::model_named(program::config_of(row).at("model").get<std::string>());
    if (model == nullptr || !program::measures(row, "total_params")) continue;
    CAPTURE(model->name);
    ++judged;
    const hr::parameter_counts total = value_of(hr::parameters(*model));
    CHECK(static_cast<double>(total.total()) == program::measured(row, "total_params"));
    if (program::measures(row, "active_params"))
      CHECK(static_cast<double>(value_of(hr::active_parameters(*model)).total()) == program::measured(row, "active_params"));
    if (program::measures(row, "weights_bf16"))
      CHECK(hr::in_bytes(value_of(hr::weight_memory(*model, hr::bf16))) == program::measured(row, "weights_bf16"));
  }
  CHECK(judged == 8);
}

TEST_CASE("a config.json gives the published counts of its checkpoint, to the last parameter") {
  int rows = 0;
  for (const rows::json& row : rows::of_file("model_params.json")) {
    const hr::transformer* named = program::model_named(row.at("config").at("model").get<std::string>());
    // Rows in billions have another vocabulary than the model: they are Megatron's of that size.
    if (named == nullptr || !program::measures(row, "total_params")) continue;
    CAPTURE(named->name);
    ++rows;
    const hr::read::config_reading read = model_reading::fixture(std::string(hr::models::without_publisher(named->name)));
    REQUIRE(read.error.message == "");
    const auto total = static_cast<double>(value_of(hr::parameters(read.model)).total());
    const auto active = static_cast<double>(value_of(hr::active_parameters(read.model)).total());
    CHECK(total == program::measured(row, "total_params"));
    if (program::measures(row, "active_params")) CHECK(active == program::measured(row, "active_params"));
  }
  CHECK(rows == 8);
}

}  // namespace validation_model_params
