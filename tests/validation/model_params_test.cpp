// SPDX-License-Identifier: BSL-1.0
#include <check.hpp>
#include <cmath>
#include <headroom/model/parameters.hpp>
#include <headroom/model/weight_memory.hpp>
#include <validation/rows.hpp>

// Published parameter counts, every row at its printed precision.
namespace validation_model_params {
namespace {

namespace rows = validation_rows;

struct judged {
  int rows = 0;
  int figures = 0;
};

void check_figures(const rows::json& row, const hr::transformer& shape, judged& all) {
  REQUIRE(hr::missing(shape) == "");
  const hr::parameter_counts total = hr::parameters(shape).value;
  ++all.rows;
  for (const rows::json& each : row.at("measured")) {
    const std::string metric = each.at("metric");
    CAPTURE(metric);
    const double printed = each.at("value").get<double>();
    ++all.figures;
    if (metric == "total_params") {
      CHECK(static_cast<double>(total.total()) == printed);
    } else if (metric == "total_params_billion") {
      CHECK(std::round(static_cast<double>(total.total()) / 1e8) / 10 == doctest::Approx(printed).epsilon(1e-12));
    } else if (metric == "active_params") {
      CHECK(static_cast<double>(hr::active_parameters(shape).value.total()) == printed);
    } else if (metric == "weights_bf16") {
      CHECK(hr::in_bytes(hr::weight_memory(shape, hr::bf16).value) == printed);
    } else if (metric == "embedding_params") {
      CHECK(static_cast<double>(total.embedding) == printed);
    } else if (metric == "layer_params") {
      const hr::count norms_outside = 4 * shape.hidden;  // after the embedding and after the last layer
      CHECK(static_cast<double>(total.attention + total.feed_forward + total.norms - norms_outside) / 70 == printed);
    } else {
      FAIL_CHECK("no such figure is judged");
    }
  }
}

}  // namespace

TEST_CASE("every published parameter count is met exactly, by the shape that its row describes") {
  judged all;
  for (const rows::json& row : rows::of_file("model_params.json")) {
    const std::string id = row.at("id");
    CAPTURE(id);
    const rows::json& config = row.at("config");
    hr::transformer shape = rows::described(config);
    if (config.at("model") == "bloom-176b")
      shape.embedding_norm = true;  // the row's own formula: 4h outside of the layers
    check_figures(row, shape, all);
  }
  CHECK(all.rows == 21);
  CHECK(all.figures == 31);
}

TEST_CASE("the published models meet the same counts") {
  judged all;
  for (const rows::json& row : rows::of_file("model_params.json")) {
    const hr::transformer* model = rows::named(row.at("config").at("model"));
    if (model == nullptr) continue;
    CAPTURE(model->name);
    check_figures(row, *model, all);
  }
  CHECK(all.rows == 8);
}

}  // namespace validation_model_params
