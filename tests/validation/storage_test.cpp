// SPDX-License-Identifier: BSL-1.0
#include <check.hpp>
#include <validation/rows.hpp>

#include <string>
#include <string_view>

namespace validation_storage {
namespace {

namespace rows = validation_rows;

rows::judged judged_one(const rows::json& config, std::string_view metric, std::string_view unit) {
  const rows::json row{{"family", "storage_checkpoint"},
                       {"config", config},
                       {"measured", {{{"metric", std::string(metric)}, {"value", 1}, {"unit", std::string(unit)}}}}};
  return rows::program::judge(row).at(0);
}

}  // namespace

// 2.3 x 1,024^4 bytes at 19.2 x 10^9 a second take 131.7 s; 2.3 x 10^12 at 57.5 x 10^9, 40 s.
TEST_CASE("a checkpoint takes its bytes over the bandwidth") {
  CHECK(judged_one({{"checkpoint_tib", 2.3}, {"size_tib", 480}, {"bandwidth_gb_s", 19.2}}, "write_time", "min").found == doctest::Approx(2.19520).epsilon(1e-5));
  CHECK(judged_one({{"size_tb", 2.3}, {"bandwidth_gb_s", 57.5}}, "save_time", "s").found == doctest::Approx(40));
  CHECK(judged_one({{"bytes", 385e9}, {"bandwidth_gb_s", 1.4}}, "time", "s").found == doctest::Approx(275));
}

TEST_CASE("a storage without bytes or a bandwidth is refused, and what was measured of it alone") {
  const auto why = [](const rows::json& config, std::string_view metric) { return judged_one(config, metric, "s").refused; };
  CHECK(why({{"size_tb", 2.3}}, "save_time").find("bandwidth_gb_s") != std::string::npos);
  CHECK(why({{"bandwidth_gb_s", 100}}, "load_time").find("bytes") != std::string::npos);
  CHECK(why({{"size_tb", 2.3}, {"bandwidth_gb_s", 0}}, "save_time").find("above 0") != std::string::npos);
  CHECK(why({{"bytes", "1M"}, {"bandwidth_gb_s", 9.3}}, "seq_read").find("nothing that the row has the inputs of") != std::string::npos);
}

TEST_CASE("of the rows at hand two are judged") {
  int judged = 0;
  for (const rows::judged& one : rows::judged_in("storage_checkpoint.json")) judged += one.refused.empty();
  CHECK(judged == 2);
}

}  // namespace validation_storage
