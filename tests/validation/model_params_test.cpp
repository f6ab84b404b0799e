// SPDX-License-Identifier: BSL-1.0
#include <check.hpp>
#include <headroom/model/parameters.hpp>
#include <headroom/model/weight_memory.hpp>
#include <validation/rows.hpp>

// Published parameter counts, every row at its printed precision.
namespace validation_model_params {
namespace {

namespace hr = headroom;
namespace rows = validation_rows;
namespace program = headroom::program::validation;

}  // namespace

TEST_CASE("every published parameter count is met exactly, by the shape that its row describes") {
  const std::vector<rows::judged> all = rows::judged_in("model_params.json");
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
    const hr::parameter_counts total = hr::parameters(*model).value;
    CHECK(static_cast<double>(total.total()) == program::measured(row, "total_params"));
    if (program::measures(row, "active_params"))
      CHECK(static_cast<double>(hr::active_parameters(*model).value.total()) == program::measured(row, "active_params"));
    if (program::measures(row, "weights_bf16"))
      CHECK(hr::in_bytes(hr::weight_memory(*model, hr::bf16).value) == program::measured(row, "weights_bf16"));
  }
  CHECK(judged == 8);
}

}  // namespace validation_model_params
