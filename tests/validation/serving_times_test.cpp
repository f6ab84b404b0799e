// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/serving_band.hpp>

#include <check.hpp>
#include <validate/family.hpp>
#include <validate/names.hpp>
#include <validate/row_tables.hpp>
#include <validation/rows.hpp>

#include <algorithm>
#include <cmath>

namespace validation_serving_times {
namespace {

namespace rows = validation_rows;
using rows::judged;
using rows::json;

struct measured_server {
  std::string architecture{};
  bool has_experts = false;
  judged one{};
};

// Every figure of servers in the committed rows that counts, with what its band goes by.
const std::vector<measured_server>& all_servers() {
  static const std::vector<measured_server> all = [] {
    std::vector<measured_server> found;
    for (const char* file : {"serving_times.json", "serving_throughput.json"})
      for (const json& row : rows::of_file(file)) {
        const json& c = row.at("config");
        const hr::transformer* model = rows::program::model_named(c.at("model").get<std::string>());
        if (model == nullptr) continue;
        const bool has_experts = std::ranges::any_of(model->layers, [](const hr::layer& l) { return l.how_many > 0 && l.experts.is_present(); });
        for (const judged& one : rows::program::judge(row))
          if (one.counts())
            found.push_back({std::string(rows::program::gpu_named(c.at("gpu").get<std::string>()).architecture), has_experts, one});
      }
    return found;
  }();
  return all;
}

std::string_view family_of(hr::serving_figure figure) {
  switch (figure) {
    case hr::serving_figure::first_token: return "serving_ttft";
    case hr::serving_figure::token: return "serving_tpot";
    case hr::serving_figure::throughput: return "serving_throughput";
    case hr::serving_figure::pools_first_token: return "pools_ttft";
    case hr::serving_figure::pools_token: break;
  }
  return "pools_tpot";
}

double percentile(const std::vector<double>& sorted, double share) {
  return sorted.at(static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size()))) - 1);
}

std::vector<judged> of(const json& row) { return rows::program::judge(row); }

json row_with(const json& more, std::string_view metric, double value) {
  json row{{"id", "one"},
           {"family", "inference"},
           {"confirmed", true},
           {"config", {{"model", "llama3-70b"}, {"gpu", "H200"}, {"gpus", 4}, {"tp", 4}, {"isl", 1'000}, {"osl", 1'000}, {"weights", "fp8"}}},
           {"measured", {{{"metric", metric}, {"value", value}}}}};
  if (more.is_object()) row["config"].update(more);
  return row;
}

double found_of(const json& more, std::string_view metric = "output_tokens_per_s") {
  const auto all = of(row_with(more, metric, 1));
  REQUIRE(all.size() == 1);
  CAPTURE(all[0].refused);
  REQUIRE(all[0].refused.empty());
  return all[0].found;
}

}  // namespace

TEST_CASE("the bands of servers are the spread over what nothing was fitted to") {
  for (const hr::serving_band& band : hr::serving_bands) {
    std::vector<double> errors;
    const bool is_of_all = band.of_dense && band.of_experts;
    for (const measured_server& each : all_servers()) {
      if (each.one.family != family_of(band.figure) || each.one.part != "not fitted") continue;
      if (is_of_all || band.is_of(band.figure, each.architecture, each.has_experts)) errors.push_back(each.one.error());
    }
    std::ranges::sort(errors);
    CAPTURE(band.band.of);
    CAPTURE(family_of(band.figure));
    REQUIRE(static_cast<hr::count>(errors.size()) == band.band.figures);
    CHECK(percentile(errors, 0.1) == doctest::Approx(band.band.lowest).epsilon(0.01));
    CHECK(percentile(errors, 0.9) == doctest::Approx(band.band.highest).epsilon(0.01));
  }
}

TEST_CASE("a figure of vLLM is judged among its own and among all engines") {
  int both = 0;
  for (const json& row : rows::of_file("serving_times.json")) {
    const auto all = of(row);
    const bool is_vllm = row.at("config").at("engine") == "vllm";
    const auto in = [&](std::string_view family) { return std::ranges::count(all, family, &judged::family); };
    CHECK(in("serving_ttft_vllm") == (is_vllm ? in("serving_ttft") : 0));
    both += is_vllm && in("serving_ttft") == 1;
  }
  CHECK(both > 50);
}

// The faster of two machines that run the same model in the same engine under the same load, where they are more than a tenth
// apart: throughput of clients is their number over the time of an answer.
TEST_CASE("the faster of two machines is found") {
  struct run { std::string load{}; std::string gpu{}; double measured = 0; double found = 0; };
  std::vector<run> all;
  for (const json& row : rows::of_file("serving_times.json")) {
    const json& c = row.at("config");
    if (c.contains("prefill_workers") || c.contains("speculation_not_stated")) continue;
    json load{c.at("model"), c.at("engine"), c.at("isl"), c.at("osl"), c.at("clients")};
    for (const judged& one : of(row))
      if (one.family == "serving_requests" && one.counts())
        all.push_back({load.dump(), c.at("gpu").get<std::string>(), one.published / c.at("gpus").get<double>(), one.found / c.at("gpus").get<double>()});
  }
  int pairs = 0;
  int right = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (all[i].load != all[j].load || all[i].gpu == all[j].gpu) continue;
      const double apart = all[i].measured / all[j].measured;
      if (apart < 1.1 && apart > 1 / 1.1) continue;
      ++pairs;
      right += (apart > 1) == (all[i].found > all[j].found);
    }
  CHECK(pairs > 10);
  CHECK(right >= 0.92 * pairs);
}

TEST_CASE("a row says how it is loaded, and how a replica is divided") {
  const double all = found_of({});
  CHECK(found_of({{"tp", nullptr}, {"parallel", "TP4"}}) == doctest::Approx(all));
  CHECK(found_of({{"engine", "TensorRT-LLM"}}) == doctest::Approx(all));  // the default
  CHECK(found_of({{"batch", 4}}) < all);
  CHECK(found_of({{"clients", 4}}) < all);
  CHECK(found_of({}, "output_tokens_per_s_per_gpu") == doctest::Approx(all / 4));
  CHECK(found_of({{"tp", nullptr}, {"gpus", 8}}) >= found_of({{"gpus", 8}}));  // the best layout is no worse than one
  // Clients whose answers are all as long stay in phase. 0.5 where nothing is said.
  const auto first_token = [](const json& more) {
    json row = row_with(more, "ttft", 1);
    row["family"] = "serving_times";
    const auto judged_once = of(row);
    REQUIRE(judged_once.size() == 1);
    return judged_once[0].found;
  };
  const double usual = first_token({{"clients", 64}});
  CHECK(usual > 0);
  CHECK(first_token({{"clients", 64}, {"answer_spread", 0.5}}) == usual);
  CHECK(first_token({{"clients", 64}, {"answer_spread", 0}}) > 1.5 * usual);
  const json reference{{"tp", 4}, {"max_batch", 16}};
  const json asked{{"tp", nullptr}, {"nvidia_reference_parallelism", reference}};
  CHECK(found_of(asked) < all);
}

TEST_CASE("a scenario's limit is kept, and what a row leaves out is refused") {
  const json offline{{"model", "llama2-70b"}, {"dataset", "OpenOrca"}, {"mean_osl", 294.45}, {"isl", nullptr}, {"osl", nullptr}};
  json interactive = offline;
  interactive["scenario"] = "Interactive";
  CHECK(found_of(interactive) < found_of(offline));
  const auto refused = [](const json& more) {
    const auto found = of(row_with(more, "output_tokens_per_s", 1));
    return found.at(0).refused;
  };
  CHECK(refused({{"osl", nullptr}}) == "the row does not say how long prompts and answers are");
  CHECK(refused({{"answer_spread", -1}}) == "answer_spread: expected a standard deviation of 0 to 10 means");
  CHECK(refused({{"scenario", "Server"}}) == "how long a token may take in this scenario is not known");
  CHECK(refused({{"tp", 1}, {"gpus", 1}, {"model", "llama3.1-405b"}}) == "the weights and the rest leave no room for a KV cache");
}

TEST_CASE("a table of servers is read as rows") {
  rows::program::rows_read read;
  rows::program::read_table(read, "t.csv",
                            "id,backend,model,system,gemm_quant,isl,osl,concurrency,tp,gpus,ttft_ms,tpot_ms,judged,why_not,measured\n"
                            "a,vllm,meta-llama/Llama-3.1-70B,h200_sxm,fp8,1024,1001,64,4,4,1000,9,1,,2025-10-29\n"
                            "b,vllm,meta-llama/Llama-3.1-70B,h200_sxm,fp8,1024,1001,64,4,4,1000,9,0,\"not, \"\"sure\"\"\",2025-10-28\n");
  REQUIRE(read.error.empty());
  REQUIRE(read.rows.size() == 2);
  const auto first = of(read.rows[0].row);
  REQUIRE(first.size() == 4);  // TTFT twice, TPOT and requests
  CHECK(first[0].part == "fitted");
  CHECK(first[3].published == doctest::Approx(6.4));  // 64 clients, 10 s each
  const auto second = of(read.rows[1].row);
  CHECK(second[0].part == "not fitted");
  CHECK(second[0].suspect == "not, \"sure\"");
  // Measured after the constants were fitted.
  rows::program::read_table(read, "t.csv", "id,backend,model,system,gemm_quant,isl,osl,concurrency,tp,gpus,ttft_ms,tpot_ms,measured\n"
                                           "c,vllm,meta-llama/Llama-3.1-70B,h200_sxm,fp8,1024,1001,64,4,4,1000,9,2026-10-29\n");
  REQUIRE(read.rows.size() == 3);
  CHECK(of(read.rows[2].row)[0].part == "not fitted");
  // On an odd day, but the row does not say whether it speculates; and in a month without a day.
  for (const rows::json& more : {rows::json{{"speculation_not_stated", 1}}, rows::json{{"measured", "2025-10"}}}) {
    rows::json row = read.rows[0].row;
    row["config"].update(more);
    CHECK(of(row)[0].part == "not fitted");
  }
  rows::program::read_table(read, "t.csv", "id,ttft_ms,tpot_ms\na,1\n");
  CHECK(read.error == "t.csv:2: 2 values: expected 3, as there are columns");
  rows::program::read_table(read, "t.csv", "a,b\n1,2\n");
  CHECK(read.error == "t.csv:1: no table of measured servers or training steps: expected columns such as ttft_ms or iteration_time_s");
}

}  // namespace validation_serving_times
