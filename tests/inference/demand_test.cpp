// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/catalog/azure/racks.hpp>
#include <headroom/cluster/dynamic_cluster.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/demand/fits.hpp>
#include <headroom/demand/growth.hpp>
#include <headroom/inference/demand.hpp>
#include <headroom/model/models.hpp>

#include <check.hpp>

namespace inference_demand_test {

namespace published = hr::models;

// Of two replicas, each of eight GPUs.
inline constexpr hr::serving_job chat{.model = published::llama3_1_405b,
                                      .weights = hr::fp8,
                                      .kv_cache = hr::fp8,
                                      .tensor_parallel = 8,
                                      .concurrent_sequences = 64,
                                      .context = 32'768,
                                      .replicas = 2};

namespace {

template <class F>
constexpr hr::serving_job with(hr::serving_job job, F change) {
  change(job);
  return job;
}

}  // namespace

TEST_CASE("a serving job asks for GPUs in replicas, and of each the memory of the fullest rank") {
  constexpr hr::demand asked = value_of(hr::demand_of(chat));
  CHECK_CONSTEXPR(asked.name == "meta-llama/Meta-Llama-3.1-405B");
  CHECK_CONSTEXPR(asked.total.gpus == 16);
  CHECK_CONSTEXPR(asked.units.in_domain == 8);
  CHECK_CONSTEXPR(asked.units.of_one_kind == 8);
  CHECK_CONSTEXPR(asked.per_gpu.usable_gpu_memory == value_of(hr::serving_memory(chat)).needed);
  CHECK_CONSTEXPR(asked.formats.has(hr::fp8));
  CHECK_CONSTEXPR(!asked.formats.has(hr::bf16));
  constexpr hr::demand piped = value_of(hr::demand_of(with(chat, [](auto& j) { j.pipeline_parallel = 3; })));
  CHECK_CONSTEXPR(piped.total.gpus == 48);
  CHECK_CONSTEXPR(piped.units.in_domain == 8);
  CHECK_CONSTEXPR(piped.units.of_one_kind == 24);
}

// vLLM, "Parallelism and Scaling": tensor_parallel_size=16 on two nodes of eight GPUs.
inline constexpr hr::serving_job wide = with(chat, [](hr::serving_job& j) {
  j.tensor_parallel = 16;
  j.concurrent_sequences = 1;
  j.replicas = 1;
});

TEST_CASE("a tensor-parallel group may span machines of eight, as engines run it; a demand of one domain may not") {
  CHECK_CONSTEXPR(hr::must_fit<hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(2)}, wide>);
  CHECK_CONSTEXPR(!hr::fits<hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(1)}, wide>);
  constexpr auto in_one = [] {
    hr::demand asked = value_of(hr::demand_of(wide));
    asked.units.may_span = false;
    return hr::assess(hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(2)}, asked);
  }();
  CHECK_CONSTEXPR(in_one.outcome == hr::outcome::does_not_fit);
  CHECK_CONSTEXPR(in_one.groups[0].why.line == hr::line::gpus);
  CHECK_CONSTEXPR(in_one.groups[0].why.scope == hr::scope::per_domain);
}

TEST_CASE("4-bit integers are multiplied in 16 bits") {
  constexpr hr::demand asked = value_of(hr::demand_of(with(chat, [](auto& j) { j.weights = hr::int4_groups; })));
  CHECK_CONSTEXPR(asked.formats.has(hr::bf16));
  CHECK_CONSTEXPR(!asked.formats.has(hr::int4));
}

TEST_CASE("a cluster is judged on a job as on a demand") {
  CHECK_CONSTEXPR(hr::must_fit<hr::cluster{hr::vms<hr::azure::nd96isr_h200_v5>(2)}, chat>);
  CHECK_CONSTEXPR(!hr::fits<hr::cluster{hr::vms<hr::azure::nd96isr_h200_v5>(1)}, chat>);
  CHECK_CONSTEXPR(!hr::fits<hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(2)}, chat>);  // too little memory
  CHECK_CONSTEXPR(hr::fits<hr::cluster{hr::racks<hr::azure::gb300_nvl72>(1)}, chat>);
  constexpr auto verdict = hr::assess(hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(2)}, chat);
  CHECK_CONSTEXPR(verdict.outcome == hr::outcome::does_not_fit);
  CHECK_CONSTEXPR(verdict.groups[0].why.line == hr::line::usable_gpu_memory);
  CHECK_CONSTEXPR(verdict.refused.empty());
}

TEST_CASE("a GPU that does not multiply in the weights' format is of no use") {
  static constexpr auto small = with(chat, [](auto& j) { j.model = published::llama3_1_70b; });
  constexpr auto on_a100 = hr::assess(hr::cluster{hr::vms<hr::azure::nd96amsr_a100_v4>(2)}, small);
  CHECK_CONSTEXPR(on_a100.outcome == hr::outcome::does_not_fit);
  CHECK_CONSTEXPR(on_a100.groups[0].why.line == hr::line::number_format);
  constexpr auto in_int8 = with(small, [](auto& j) { j.weights = hr::int8; });
  CHECK_CONSTEXPR(hr::assess(hr::cluster{hr::vms<hr::azure::nd96amsr_a100_v4>(2)}, in_int8).fits());
}

TEST_CASE("a job that cannot be is an invalid demand, with the reason") {
  const hr::serving_job wrong = with(chat, [](auto& j) { j.tensor_parallel = 5; });
  CHECK(hr::demand_of(wrong).is_unknown());
  const hr::dynamic_cluster held(hr::cluster{hr::vms<hr::azure::nd96isr_h200_v5>(2)});
  const auto verdict = hr::assess(held, wrong);
  CHECK(verdict.outcome == hr::outcome::invalid);
  CHECK(verdict.refused == "tensor parallelism does not divide the attention heads");
  CHECK(hr::assess(held, chat).fits());
  CHECK(hr::assess(hr::cluster{hr::vms<hr::azure::nd96isr_h200_v5>(2)}, wrong).refused == verdict.refused);
}

TEST_CASE("a demand has each part of the fullest rank's memory, whatever is offloaded") {
  const hr::serving_job job = with(chat, [](auto& j) { j.sequences_on_host = 3, j.sequences_on_nvme = 5, j.pipeline_parallel = 3; });
  const hr::demand asked = value_of(hr::demand_of(job));
  const hr::serving_memory_parts fullest = value_of(hr::serving_memory(job));
  CHECK(asked.per_gpu.usable_gpu_memory == fullest.needed);
  CHECK(asked.per_gpu.system_memory == fullest.host);
  CHECK(asked.per_gpu.local_storage == fullest.nvme);
  CHECK(asked.per_gpu.system_memory > hr::gibibytes(0));
  CHECK(asked.total.gpus == 48);
  CHECK(asked.units.in_domain == 8);
  CHECK(asked.units.of_one_kind == 24);
  CHECK(asked.units.may_span);
  CHECK(asked.formats.has(hr::fp8));
  CHECK(!asked.formats.has(hr::bf16));
}

}  // namespace inference_demand_test
