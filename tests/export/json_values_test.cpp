// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/json_values.hpp>

#include <check.hpp>

TEST_CASE("An answer begins with the version, the format and the command") {
  const nlohmann::ordered_json answer = hr::json_answer("plan", {{"gpus", 8}});
  CHECK(answer.dump() == "{\"headroom\":\"" + std::string(hr::version) + "\",\"format\":1,\"command\":\"plan\",\"gpus\":8}");
}

TEST_CASE("Any name becomes a key in snake_case") {
  CHECK(hr::json_key("GPU memory as sold") == "gpu_memory_as_sold");
  CHECK(hr::json_key("peak.fp4.dense") == "peak_fp4_dense");
  CHECK(hr::json_key("coherent link to the GPUs, one direction") == "coherent_link_to_the_gpus_one_direction");
  CHECK(hr::json_key(" (x) ") == "x");
  CHECK(hr::json_key("") == "");
}

TEST_CASE("Quantities are in base units, money in dollars an hour") {
  CHECK(hr::json_of(hr::gibibytes(1)).dump() == R"({"value":1073741824.0,"unit":"bytes"})");
  CHECK(hr::json_of(hr::gigabits_per_second(8)).dump() == R"({"value":1000000000.0,"unit":"bytes_per_second"})");
  CHECK(hr::json_of(hr::scale_out_per_direction(hr::gigabits_per_second(8)))["value"] == 1e9);
  CHECK(hr::json_of(hr::kilowatts(2)).dump() == R"({"value":2000.0,"unit":"watts"})");
  CHECK(hr::json_of(hr::count{7}).dump() == R"({"value":7,"unit":"count"})");
  CHECK(hr::json_of(hr::dollars_per_hour(3.5))["unit"] == "dollars_per_hour");
  CHECK(hr::json_of(hr::dollars_per_hour(3.5))["value"].get<double>() == doctest::Approx(3.5));
}

TEST_CASE("What is not known is null, and what there is none of is \"none\"") {
  const auto plain = [](hr::count n) { return n; };
  CHECK(hr::json_of_figure(hr::figure<hr::count>(3), plain) == 3);
  CHECK(hr::json_of_figure(hr::figure<hr::count>(hr::unknown), plain) == nullptr);
  CHECK(hr::json_of_figure(hr::figure<hr::count>(hr::absent), plain) == "none");
}

TEST_CASE("A source has its title, and what else the document bears") {
  constexpr hr::source sheet{.id = "s", .title = "a sheet", .date = "2026-11"};
  CHECK(hr::json_of(&sheet).dump() == R"({"title":"a sheet","date":"2026-11"})");
  constexpr hr::source page{.id = "p", .title = "a page", .url = "https://example.com"};
  CHECK(hr::json_of(&page).dump() == R"({"title":"a page","url":"https://example.com"})");
  CHECK(hr::json_of(static_cast<const hr::source*>(nullptr)) == nullptr);
  CHECK(hr::json_of(static_cast<const hr::dispute*>(nullptr)) == nullptr);
}
