// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/json.hpp>
#include <headroom/headroom.hpp>
#include <headroom/inference/engine_limits.hpp>

#include <cstdio>
#include <iostream>
#include <string_view>

namespace hr = headroom;

namespace {

using json = nlohmann::ordered_json;

int differences = 0;

// The members of ours are among the program's, each the same.
void expect_same(std::string_view what, const json& ours, const json& printed) {
  for (const auto& [key, value] : ours.items()) {
    if (printed.contains(key) && printed[key] == value) continue;
    ++differences;
    std::fprintf(stderr, "%.*s: %s is %.400s\n", static_cast<int>(what.size()), what.data(), key.c_str(),
                 value.dump().c_str());
  }
}

// examples/fleet.json in C++.
void compare_report(const json& answer) {
  const hr::dynamic_cluster held{{hr::azure::gb300_nvl72::spec, 64},
                                 {hr::azure::nd96asr_v4::spec, 10},
                                 {hr::azure::nd40rs_v2::spec, 4}};
  const hr::pricing terms{.region = "eastus", .published = hr::catalog::prices()};
  const hr::demand asked{
      .name = "Serve a model of a trillion parameters, in whole racks",
      .total = {.gpus = 4'000,
                .usable_gpu_memory = hr::petabytes(1),
                .memory_bandwidth = hr::petabytes_per_second(30),
                .peak = {hr::fp4, hr::dense, hr::exaflops(60)}},
      .per_gpu = {.usable_gpu_memory = hr::gibibytes(200),
                  .peak = {hr::fp4, hr::dense, hr::petaflops(10)},
                  .scale_out = hr::scale_out_per_direction(hr::gigabits_per_second(400))},
      .whole_racks = true,
      .at_most = {.max_power = hr::megawatts(10)},
      .prices = terms};
  const json& report = answer["reports"][0];
  expect_same("cluster", hr::json_of_cluster(held.groups(), terms), report);
  const auto found = hr::assess(held.groups(), asked);
  expect_same("verdict",
              hr::json_of(found, asked.name, hr::how_many_more(held.groups(), asked),
                          hr::could_give_back(held.groups(), asked)),
              report["verdict"]);
}

// examples/deployments/serving_job.json in C++.
void compare_fit(const json& answer) {
  // Nothing is said of them there: the engine's own limits on these GPUs are taken.
  hr::serving_engine engine = hr::engines::vllm;
  const hr::gpu& device = *hr::azure::nd96isr_h200_v5::spec.gpu;
  engine.most_sequences = hr::sequences_of(*hr::limits_of(engine), device);
  engine.chunk = hr::chunk_of(*hr::limits_of(engine), device);
  const hr::serving_job job{.model = hr::models::llama3_1_405b,
                            .weights = hr::fp8,
                            .kv_cache = hr::fp8,
                            .tensor_parallel = 8,
                            .concurrent_sequences = 64,
                            .context = 32'768,
                            .replicas = 2,
                            .engine = engine};
  expect_same("fit", hr::json_of(job), answer["jobs"][0]);
}

}  // namespace

int main(int argc, char** argv) {
  const json answer = json::parse(std::cin);
  const std::string_view command = argc > 1 ? argv[1] : "";
  expect_same("answer", hr::json_answer(command, json::object()), answer);
  command == "report" ? compare_report(answer) : compare_fit(answer);
  return differences == 0 ? 0 : 1;
}
