// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/json.hpp>

#include <array>
#include <check.hpp>
#include <headroom/catalog/azure.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/model/models.hpp>

TEST_CASE("A cluster, a verdict and a fit are written by one header") {
  constexpr std::array two{hr::group{hr::machine(hr::azure::nd96asr_v4::spec), 2}};
  const hr::demand asked{.name = "training", .total = {.gpus = 16}};
  const hr::serving_job chat{.model = hr::models::llama3_1_8b, .context = 1'024};
  const nlohmann::ordered_json answer =
      hr::json_answer("plan", {{"cluster", hr::json_of_cluster(two)},
                               {"verdict", hr::json_of(hr::assess(std::span<const hr::group>(two), asked), asked.name)},
                               {"fit", hr::json_of(chat)}});
  CHECK(answer["cluster"]["totals"]["gpus"]["value"] == 16);
  CHECK(answer["verdict"]["outcome"] == "fits");
  CHECK(answer["fit"]["gpus"] == 1);
}
