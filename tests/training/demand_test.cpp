// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/demand/fits.hpp>
#include <headroom/model/models.hpp>
#include <headroom/training/demand.hpp>

#include <check.hpp>

namespace training_demand_test {

namespace published = hr::models;

// Four replicas of eight GPUs.
inline constexpr hr::training_job llama{.model = published::llama3_1_70b,
                                        .parallelism = {.tensor = 8, .pipeline = 4, .data = 4, .sequence = true},
                                        .sequence = 8'192,
                                        .micro_batches = 16,
                                        .sharding = hr::sharding::optimizer,
                                        .recompute = hr::full_recomputation};

namespace {

template <class F>
constexpr hr::demand of(F change) {
  hr::training_job job = llama;
  change(job);
  return value_of(hr::demand_of(job));
}

}  // namespace

TEST_CASE("a training job asks for GPUs in replicas, and of each the memory of the fullest rank") {
  constexpr hr::demand asked = value_of(hr::demand_of(llama));
  CHECK_CONSTEXPR(asked.name == "meta-llama/Meta-Llama-3.1-70B");
  CHECK_CONSTEXPR(asked.total.gpus == 128);
  CHECK_CONSTEXPR(asked.units.in_domain == 8);
  CHECK_CONSTEXPR(asked.units.of_one_kind == 32);
  CHECK_CONSTEXPR(asked.per_gpu.usable_gpu_memory == value_of(hr::training_memory(llama)).total() + hr::kept_by_driver);
  CHECK_CONSTEXPR(asked.per_gpu.system_memory == hr::bytes(0));
  CHECK_CONSTEXPR(of([](auto& j) { j.parallelism.context = 2; }).units.of_one_kind == 64);
}

TEST_CASE("what is moved to the host is asked of it, for each GPU") {
  constexpr hr::demand asked = of([](auto& j) { j.offload.optimizer = true; });
  CHECK_CONSTEXPR(asked.per_gpu.system_memory > hr::gibibytes(1));
}

// The first stage has four micro-batches in flight, the last more layers and thus more state.
TEST_CASE("the host has room for the rank that moves most there, though another's GPU is fullest") {
  constexpr hr::training_job job = [] {
    hr::training_job changed = llama;
    changed.parallelism.first_stage_layers = 18;
    changed.parallelism.last_stage_layers = 24;
    changed.recompute = {};
    changed.offload.optimizer = true;
    return changed;
  }();
  constexpr hr::demand asked = value_of(hr::demand_of(job));
  CHECK_CONSTEXPR(value_of(hr::training_memory(job)).stage == 0);
  CHECK_CONSTEXPR(asked.per_gpu.system_memory == value_of(hr::training_memory(job, 3)).host);
  CHECK_CONSTEXPR(asked.per_gpu.system_memory > value_of(hr::training_memory(job)).host);
}

TEST_CASE("the format of matrix products is asked for, not the one that weights wait in") {
  constexpr auto asks_for = [](const hr::training_formats& formats, hr::precision one) {
    return of([&](auto& j) { j.formats = formats; }).formats.has(one);
  };
  CHECK_CONSTEXPR(asks_for(hr::bf16_training, hr::bf16));
  CHECK_CONSTEXPR(asks_for(hr::fp16_training, hr::fp16));
  CHECK_CONSTEXPR(!asks_for(hr::fp16_training, hr::bf16));
  CHECK_CONSTEXPR(asks_for(hr::fp32_weights, hr::bf16));  // FSDP rounds them
  CHECK_CONSTEXPR(!asks_for(hr::fp32_weights, hr::fp32));
  CHECK_CONSTEXPR(asks_for(hr::fp8_training, hr::fp8));
  CHECK_CONSTEXPR(asks_for(hr::nvfp4_training, hr::fp4));
}

// OCP Microscaling Formats: a scale of 8 bits for 32 numbers. Hopper's tensor cores take fp8 and no such scales.
TEST_CASE("MXFP8 runs where fp4 does, on Blackwell, and FP8 with a scale a tensor on Hopper as well") {
  constexpr hr::demand asked = of([](auto& j) { j.formats = hr::mxfp8_training; });
  CHECK_CONSTEXPR(asked.formats.has(hr::fp8));
  CHECK_CONSTEXPR(asked.formats.has(hr::fp4));
  CHECK_CONSTEXPR(!of([](auto& j) { j.formats = hr::fp8_training; }).formats.has(hr::fp4));
  constexpr auto runs_on = [](const auto& held, const hr::training_formats& formats) {
    return hr::assess(held, of([&](auto& j) {
                        j.formats = formats;
                        j.parallelism.pipeline = 8;
                      })).outcome == hr::outcome::fits;
  };
  constexpr hr::cluster hopper{hr::vms<hr::azure::nd96isr_h100_v5>(32)};
  constexpr hr::cluster blackwell{hr::vms<hr::azure::nd128isr_ndr_gb200_v6>(64)};
  CHECK_CONSTEXPR(runs_on(hopper, hr::fp8_training));
  CHECK_CONSTEXPR(!runs_on(hopper, hr::mxfp8_training));
  CHECK_CONSTEXPR(runs_on(blackwell, hr::mxfp8_training));
}

TEST_CASE("a cluster is judged on a job as on a demand") {
  CHECK_CONSTEXPR(hr::must_fit<hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(16)}, llama>);
  CHECK_CONSTEXPR(!hr::fits<hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(15)}, llama>);
  CHECK_CONSTEXPR(!hr::fits<hr::cluster{hr::vms<hr::azure::nd40rs_v2>(16)}, llama>);
}

inline constexpr hr::training_job wide = [] {
  hr::training_job job = llama;
  job.parallelism = {.tensor = 16, .pipeline = 4, .data = 2, .sequence = true};
  return job;
}();

TEST_CASE("a tensor-parallel group may span machines of eight, as frameworks run it") {
  CHECK_CONSTEXPR(hr::must_fit<hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(16)}, wide>);
  CHECK_CONSTEXPR(!hr::fits<hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(15)}, wide>);
}

TEST_CASE("a job that cannot be is an invalid demand, with the reason") {
  hr::training_job wrong = llama;
  wrong.sequence = 0;
  CHECK(hr::demand_of(wrong).is_unknown());
  const auto verdict = hr::assess(hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(16)}, wrong);
  CHECK(verdict.outcome == hr::outcome::invalid);
  CHECK(verdict.refused == "sequence, micro-batch, micro-batches and recomputed groups are 1 to 2^40");
}

}  // namespace training_demand_test
