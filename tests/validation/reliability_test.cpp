// SPDX-License-Identifier: BSL-1.0
#include <check.hpp>
#include <validation/rows.hpp>

#include <cmath>
#include <string>
#include <string_view>

namespace validation_reliability {
namespace {

namespace rows = validation_rows;

rows::judged judged_one(const rows::json& config, std::string_view metric, std::string_view unit, double published = 1) {
  const rows::json row{{"family", "reliability"},
                       {"config", config},
                       {"measured", {{{"metric", std::string(metric)}, {"value", published}, {"unit", std::string(unit)}}}}};
  return rows::program::judge(row).at(0);
}

}  // namespace

// 1 / (nodes x rate), as the notes of the rows say; Young's interval for the time between two failures alone; the closed form of Daly.
TEST_CASE("interruptions and checkpoints are the closed forms of what the rows state") {
  const rows::json paper{{"gpus", 16'384}, {"gpus_per_node", 8}, {"rate_per_1000_node_days", 6.5}};
  CHECK(judged_one(paper, "mttf", "hours").found == doctest::Approx(24 / (2'048 * 0.0065)));
  // Counted elsewhere: RSC-1's 6.5 failures in 1,000 machine-days, of 128 machines in 57 days.
  const rows::json other{{"gpus", 1'024}, {"gpu", "A100-80GB"}, {"days", "~57 (2021-11-11 to 2022-01-06)"}};
  CHECK(judged_one(other, "restarts", "count").found == doctest::Approx(128 * 57 * 0.0065));
  CHECK(judged_one({{"components", "16,000 H100"}}, "mttf", "hours").found == doctest::Approx(54.0 * 2'048 / 419 * 24 / 2'000));
  CHECK(judged_one({{"components", "16,000 H100"}}, "mtti_all", "hours").found == doctest::Approx(54.0 * 2'048 / 466 * 24 / 2'000));
  // A job's time to an interruption is of the time that it ran.
  const rows::json job{{"family", "reliability"}, {"config", {{"components", "16,000 H100"}}},
                       {"measured", {{{"metric", "jmtti"}, {"value", 2.5}, {"unit", "hours"}}, {{"metric", "job_uptime"}, {"value", 90}, {"unit", "%"}}}}};
  CHECK(rows::program::judge(job).at(0).found == doctest::Approx(0.9 * 54.0 * 2'048 / 466 * 24 / 2'000));
  const rows::json example{{"mtbi_s", 6'000}, {"mttr_s", 600}, {"checkpoint_s", 10}, {"step_s", 15}};
  const double best = judged_one(example, "optimal_interval", "s").found;
  CHECK(best < std::sqrt(2 * 6'000.0 * 10));
  CHECK(judged_one(example, "optimal_steps", "steps per checkpoint").found == doctest::Approx(best / 15));
  const double between = 24 * 60 / (2'048 * 0.0065);
  const rows::json kept{{"nodes", 2'048}, {"r_f_per_node_day", 0.0065}, {"u0_min", 5}, {"interval_min", 60}, {"checkpoint_min", 0}};
  CHECK(judged_one(kept, "ettr", "fraction").found == doctest::Approx(60 / (between * std::exp(5 / between) * (std::exp(60 / between) - 1))));
}

TEST_CASE("what a row does not state, or the record of its GPU was made of, is refused") {
  const auto why = [](const rows::json& config, std::string_view metric, std::string_view unit) { return judged_one(config, metric, unit).refused; };
  CHECK(why({{"gpus", 16'384}, {"gpu", "H100-80GB-SXM"}, {"days", 54}}, "unexpected", "count").find("very time") != std::string::npos);
  CHECK(why({{"gpus", 504}, {"gpu", "B200"}, {"days", 55}}, "xid_gpu_failures", "count").find("B200") != std::string::npos);
  CHECK(why({{"gpus", 8}, {"gpu", "A100"}}, "mtti_all", "hours") == "the record does not count what was planned");
  CHECK(why({{"components", "8 H100"}}, "jmtti", "hours").find("job_uptime") != std::string::npos);
  CHECK(why({{"gpus", ">10,000"}, {"gpu", "A100"}}, "mttf", "hours").find("no number") != std::string::npos);
  CHECK(why({{"gpus", 8}, {"gpu", "A100"}}, "mttf", "furlongs").find("no unit of time") != std::string::npos);
  CHECK(why({{"gpu", "A100"}}, "mttf", "hours") != "");
  CHECK(why({{"gpus", 0}, {"gpu", "A100"}}, "mttf", "hours") != "");
  CHECK(why({{"nodes", 8}, {"r_f_per_node_day", 0}}, "mttf", "hours") != "");
  CHECK(why({{"gpus", 8}, {"gpu", "A100"}}, "ettr", "% (over)") != "");
  CHECK(why({{"nodes", 8}, {"r_f_per_node_day", 0.1}, {"u0_min", 5}, {"interval_min", 60}}, "ettr", "fraction").find("checkpoint_min") != std::string::npos);
}

TEST_CASE("every row of power is judged from the catalogue, or refused") {
  int judged = 0;
  for (const rows::judged& one : rows::judged_in("power.json")) {
    CAPTURE(one.id);
    CHECK((one.refused.empty() || one.refused.find("drawn in a run") != std::string::npos));
    if (!one.refused.empty()) continue;
    CHECK(std::abs(one.error()) < 0.1);
    ++judged;
  }
  CHECK(judged == 10);
  const auto of_system = [](const std::string& name) {
    return rows::program::judge({{"family", "power"}, {"config", {{"system", name}}}, {"measured", {{{"metric", "power"}, {"value", 1}, {"unit", "kW"}}}}}).at(0);
  };
  CHECK(of_system("3x DGX H100").found == doctest::Approx(3 * 10.2));
  CHECK(of_system("GB200 NVL72").found == doctest::Approx(120));
  CHECK(of_system("DGX Z9000").refused.find("no machine") != std::string::npos);
  CHECK(of_system("").refused != "");
}

}  // namespace validation_reliability
