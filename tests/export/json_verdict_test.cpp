// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/json_verdict.hpp>

#include <check.hpp>
#include <headroom/catalog/azure.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/demand/growth.hpp>
#include <string>
#include <utility>
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

TEST_CASE("A check is in JSON with what its line is about, and nothing else") {
  using hr::line;
  const auto text = [](const hr::need_check& of) { return hr::json_of(of).dump(); };
  CHECK(text({.line = line::peak, .scope = hr::scope::per_gpu, .need = 4e15, .supply = 3e15, .outcome = hr::outcome::does_not_fit, .confirmed = false, .format = hr::fp8, .zeros = hr::sparse}) ==
        R"({"line":"peak_rate","scope":"per_gpu","format":"fp8","sparsity":"sparse","outcome":"does not fit","is_limit":false,"need":4e+15,"supply":3e+15,"margin":-1e+15,"relative_margin":-0.25,)"
        R"("unit":"operations_per_second","confirmed":false})");
  CHECK(text({.line = line::number_format, .outcome = hr::outcome::cannot_be_judged, .missing = "node", .format = hr::fp4}) ==
        R"({"line":"number_format","scope":"in_total","format":"fp4","outcome":"cannot be judged","is_limit":false,"need":0.0,"supply":0.0,"margin":0.0,"relative_margin":0.0,"unit":"count","confirmed":true,"missing":"node"})");
  CHECK(text({.line = line::feature, .outcome = hr::outcome::does_not_fit, .feature = hr::feature::ultra_disk}) ==
        R"({"line":"feature","scope":"in_total","feature":"ultra_disk","outcome":"does not fit","is_limit":false,"need":0.0,"supply":0.0,"margin":0.0,"relative_margin":0.0,"unit":"count","confirmed":true})");
  for (const auto& [which, unit] : {std::pair{line::system_memory, "bytes"}, {line::scale_out, "bytes_per_second"}, {line::max_power, "watts"}, {line::price_per_hour, "dollars_per_hour"}, {line::gpus, "count"}})
    CHECK(hr::json_of(hr::need_check{.line = which})["unit"] == unit);
}

TEST_CASE("A verdict has each group's own numbers, and nothing binds where nothing was checked") {
  std::vector<hr::group_standing> standings(2);
  for (std::size_t i = 0; i < 2; ++i) standings[i] = {.group = {json_verdict_cases::groups_held[i].machine, 3}, .counted = 2, .gpus_left_over = 1};
  standings[1].outcome = hr::outcome::cannot_be_judged;
  standings[1].why = {.line = hr::line::feature, .outcome = hr::outcome::cannot_be_judged};
  const hr::verdict v{.groups = standings};
  const std::vector<hr::figure<hr::count>> more{4, hr::absent};
  const std::vector<hr::count> spare{5, 6};
  const nlohmann::ordered_json made = hr::json_of(v, "chat", more, spare);
  const std::string why = made["groups"][1]["why"].dump();
  CHECK(made.dump() ==
        R"({"demand":"chat","outcome":"fits","checks":[],"binding":null,"groups":[{"machine":"Standard_ND96asr_v4","count":3,"eligible":"yes","counted":2,"gpus_left_over":1,"more_needed":4,"could_give_back":5},)"
        R"({"machine":"Standard_ND40rs_v2","count":3,"eligible":"cannot be judged","counted":2,"gpus_left_over":1,"why":)" + why + R"(,"more_needed":"none","could_give_back":6}]})");
  CHECK(why.starts_with(R"({"line":"feature")"));
  CHECK_FALSE(hr::json_of(v)["groups"][0].contains("more_needed"));
  CHECK(hr::json_of(hr::verdict{}).dump() == R"({"demand":"","outcome":"fits","checks":[],"binding":null,"groups":[]})");
}
