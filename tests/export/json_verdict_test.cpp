// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/json_verdict.hpp>

#include <check.hpp>
#include <headroom/catalog/azure.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/demand/growth.hpp>
#include <vector>

namespace json_verdict_cases {

const std::vector groups_held{hr::group{hr::machine(hr::azure::nd96asr_v4::spec), 10},
                       hr::group{hr::machine(hr::azure::nd40rs_v2::spec), 4}};

nlohmann::ordered_json verdict_on(const hr::demand& asked) {
  return hr::json_of(hr::assess(std::span<const hr::group>(groups_held), asked), asked.name,
                     hr::how_many_more(std::span<const hr::group>(groups_held), asked),
                     hr::could_give_back(std::span<const hr::group>(groups_held), asked));
}

}  // namespace json_verdict_cases

TEST_CASE("A verdict has its checks in base units, the one that binds, and how each group stands") {
  // 112 GPUs of 120 are there; V100s have no bf16.
  const nlohmann::ordered_json v = json_verdict_cases::verdict_on({.name = "training", .total = {.gpus = 120}});
  CHECK(v["demand"] == "training");
  CHECK(v["outcome"] == "does not fit");
  CHECK(v["checks"][0]["line"] == "gpus");
  CHECK(v["checks"][0]["scope"] == "in_total");
  CHECK(v["checks"][0]["need"] == 120);
  CHECK(v["checks"][0]["supply"] == 112);
  CHECK(v["checks"][0]["margin"] == -8);
  CHECK(v["checks"][0]["unit"] == "count");
  CHECK(v["binding"] == 0);
  CHECK(v["groups"][0]["eligible"] == "yes");
  CHECK(v["groups"][0]["more_needed"] == 1);
  CHECK(v["groups"][1]["could_give_back"] == 0);
}

TEST_CASE("A group that is not eligible says why, in the key of the feature or the format") {
  const nlohmann::ordered_json v =
      json_verdict_cases::verdict_on({.total = {.gpus = 8}, .formats = {hr::bf16}, .at_most = {.max_power = hr::kilowatts(1)}});
  CHECK(v["groups"][1]["eligible"] == "no");
  CHECK(v["groups"][1]["why"]["format"] == "bf16");
  const nlohmann::ordered_json& power = v["checks"].back();
  CHECK(power["line"] == "power");
  CHECK(power["is_limit"] == true);
  CHECK(power["need"] == 1000);
  CHECK(power["unit"] == "watts");
  CHECK(power["outcome"] == "cannot be judged");
  CHECK(power["missing"] == "Standard_ND96asr_v4");
}

TEST_CASE("Money is in dollars an hour") {
  const hr::demand cheap{.at_most = {.price_per_hour = hr::dollars_per_hour(100)}};
  const nlohmann::ordered_json v = json_verdict_cases::verdict_on(cheap);
  CHECK(v["checks"][0]["need"].get<double>() == doctest::Approx(100));
  CHECK(v["checks"][0]["unit"] == "dollars_per_hour");
}
