// SPDX-License-Identifier: BSL-1.0
#include <fit/fit_plan.hpp>

#include <algorithm>
#include <array>
#include <check.hpp>
#include <fit/machine_fit.hpp>
#include <headroom/read/own/planned_job.hpp>
#include <fit/pools.hpp>
#include <fit/rank_use.hpp>
#include <headroom/read/own/format.hpp>
#include <reading.hpp>
#include <headroom/catalog/azure.hpp>
#include <headroom/model/weight_memory.hpp>
#include <memory>
#include <string>
#include <string_view>

namespace {

namespace program = headroom::program;

const hr::machine h200(hr::azure::nd96isr_h200_v5::spec);
const hr::machine h100(hr::azure::nd96isr_h100_v5::spec);
const hr::machine a100(hr::azure::nd96asr_v4::spec);
const hr::machine v100(hr::azure::nd40rs_v2::spec);

std::unique_ptr<program::own_file> with_job(std::string_view job, std::string_view more = "") {
  program::own_reading reading =
      program::read_own_file("{\"format\": 1, \"job\": " + std::string(job) + std::string(more) + "}");
  INFO(reading.error.message);
  REQUIRE(reading.read != nullptr);
  return std::move(reading.read);
}

std::string job_error(std::string_view job) {
  const program::own_reading reading =
      program::read_own_file("{\"format\": 1, \"job\": " + std::string(job) + "}");
  return reading.read != nullptr ? "none" : reading.error.path + ": " + reading.error.message;
}

double part_of(const program::rank_use& use, std::string_view key) {
  const auto found = std::ranges::find(use.parts, key, &program::rank_part::key);
  REQUIRE(found != use.parts.end());
  return hr::in_bytes(found->amount);
}

double sum_of(const program::rank_use& use) {
  double sum = 0;
  for (const program::rank_part& each : use.parts) sum += hr::in_bytes(each.amount);
  return sum;
}

program::job_fit fit_on(const program::own_file& of, program::fit_request asked) {
  return program::fit_of(of.jobs.front(), of, asked);
}

// Llama 3.1 8B: 8,030,261,248 parameters, and for a token in 32 layers a key and a value of 8 heads of 128 numbers.
constexpr double parameters_8b = 8'030'261'248;
constexpr double cache_8b = 32 * 2 * 8 * 128 * 2;

}  // namespace

TEST_CASE("A serving job has what its file says, and what is usual for the rest") {
  const auto held = with_job(R"({"serve": {"model": "Qwen3-235B-A22B", "weights": "fp8_blocks", "multiplied_in": "bf16",
      "kv_cache": "fp8", "tensor_parallel": 8, "pipeline_parallel": 2, "data_parallel": 3, "expert_parallel": true, "expert_imbalance": 1.25,
      "concurrent_sequences": 64, "context": 32768, "shared_prefix": 0.25, "replicas": 5, "phase": "decode",
      "engine": "SGLang", "memory_share": 0.75, "page": 64, "cache_admission": "whole_request", "prefill_chunk": 4096, "most_sequences": 256}})");
  REQUIRE(held->jobs.size() == 1);
  const hr::serving_job& job = *held->jobs.front().serving();
  CHECK(job.model.name == "Qwen/Qwen3-235B-A22B");
  CHECK(job.weights.held.attention.block_outputs == 128);
  CHECK(job.weights.held.embedding.format == hr::bf16);
  CHECK(job.weights.computed == hr::bf16);
  CHECK(job.kv_cache.keys_and_values == hr::fp8);
  CHECK(job.gpus() == 8 * 2 * 3 * 5);
  CHECK(job.expert_parallel);
  CHECK(job.expert_imbalance == 1.25);
  CHECK(job.concurrent_sequences == 64);
  CHECK(job.context == 32'768);
  CHECK(job.shared_prefix == 0.25);
  CHECK(job.phase == hr::serving_phase::decode);
  CHECK(job.engine.name == "SGLang");
  CHECK(job.engine.share == 0.75);
  CHECK(job.engine.page == 64);
  CHECK(job.engine.chunk == 4'096);
  CHECK(job.engine.admission == hr::cache_admission::whole_request);
  CHECK(job.engine.most_sequences == 256);
  CHECK_FALSE(held->jobs.front().sizes_itself());

  const auto least = with_job(R"({"serve": {"model": "llama-3.1-8b"}})");
  const hr::serving_job& usual = *least->jobs.front().serving();
  CHECK(usual.weights.held.attention.format == hr::bf16);
  CHECK(usual.engine.name == "vLLM");
  CHECK(usual.tokens() == 131'072);
  CHECK(least->jobs.front().sizes_itself());
}

TEST_CASE("Weights are multiplied in the widest format of their matrices") {
  const auto computed = [](std::string_view weights) {
    const auto held =
        with_job("{\"serve\": {\"model\": \"gpt-oss-120b\", \"weights\": \"" + std::string(weights) + "\"}}");
    return held->jobs.front().serving()->weights.computed;
  };
  CHECK(computed("fp8") == hr::fp8);
  CHECK(computed("nvfp4") == hr::fp4);
  CHECK(computed("mxfp4 experts") == hr::bf16);
  CHECK(computed("int4_groups") == hr::bf16);
  CHECK(computed("int8_channels") == hr::int8);
  CHECK(computed("fp16") == hr::fp16);
}

// 126 layers, the embedding and the head are one of 128 chunks each.
TEST_CASE("Llama 3.1 405B is divided over 16 stages of 8 chunks where embedding and head count as layers") {
  const std::string divided = R"("model": "llama-3.1-405b", "tensor_parallel": 4, "pipeline_parallel": 16,
      "virtual_stages": 8, "sequence": 8192, "micro_batches": 384)";
  CHECK(job_error(R"({"train": {)" + divided + "}}") ==
        "$.job.train: there are more virtual stages than layers: 126 layers, 16 x 8 = 128 virtual stages; it goes with "
        R"("embedding_as_layer": true, "head_as_layer": true)");
  // 256 chunks are more than 128, whatever counts as a layer; 32 x 4 are as many.
  CHECK(job_error(R"({"train": {"model": "llama-3.1-405b", "pipeline_parallel": 32, "virtual_stages": 8, "sequence": 8192}})")
            .ends_with(R"(126 layers, 32 x 8 = 256 virtual stages; it goes with "virtual_stages": 4, "embedding_as_layer": true, "head_as_layer": true)"));
  CHECK(job_error(R"({"train": {"model": "llama-3.1-405b", "pipeline_parallel": 200, "sequence": 8192}})")
            .ends_with(R"(126 layers, 200 stages; it goes with "pipeline_parallel": 128, "embedding_as_layer": true, "head_as_layer": true)"));
  const auto held = with_job(R"({"train": {)" + divided + R"(, "embedding_as_layer": true, "head_as_layer": true}})");
  const hr::training_job& job = *held->jobs.front().training();
  CHECK(job.parallelism.embedding_as_layer);
  CHECK(hr::layers_of_stage(job.model, job.parallelism, 0).total() == 7);
  CHECK(hr::layers_of_stage(job.model, job.parallelism, 1).total() == 8);
  CHECK(hr::layers_of_stage(job.model, job.parallelism, 15).total() == 7);
}

// torchtitan, distributed/pipeline_parallel.py: embedding and head weigh a layer each, so that the ends hold fewer.
TEST_CASE("torchtitan's first and last stage hold a layer less, unless the job says how many") {
  const auto first = [](const std::string& more) {
    const auto held = with_job(R"({"train": {"model": "llama-3.1-405b", "pipeline_parallel": 8, "sequence": 8192)" +
                               more + "}}");
    const hr::training_job& job = *held->jobs.front().training();
    return hr::layers_of_stage(job.model, job.parallelism, 0).total();
  };
  CHECK(first("") == 16);
  CHECK(first(R"(, "framework": "torchtitan")") == 15);
  CHECK(first(R"(, "framework": "torchtitan", "first_stage_layers": 14)") == 14);
  CHECK(first(R"(, "framework": "torchtitan", "embedding_as_layer": false, "head_as_layer": false)") == 16);
}

TEST_CASE("Weights in 8 bits alone, gradients and parts that are computed again have their keys") {
  const auto held = with_job(R"({"train": {"model": "deepseek-v3", "sequence": 4096, "formats": "fp8_training",
      "gradients": "bf16", "primary_weights": true, "weight_copies": 1, "activation_saved": true, "loss": "in_place",
      "recompute": "selective", "recomputed": ["expanded_latents", "expert_activation", "feed_forward"]}})");
  const hr::training_job& job = *held->jobs.front().training();
  CHECK(job.formats.gradients == hr::bf16);
  CHECK(job.formats.products_primary);
  CHECK(job.formats.product_copies == 1);
  CHECK(job.formats.activation_saved);
  CHECK(job.loss.at_loss == 2);
  CHECK(job.recompute.parts.expanded_latents);
  CHECK(job.recompute.parts.expert_activation);
  CHECK(job.recompute.parts.feed_forward);
  CHECK_FALSE(job.recompute.parts.scores);
}

TEST_CASE("A training job has what its file says") {
  const auto held =
      with_job(R"({"train": {"model": "mistralai/Mixtral-8x7B-v0.1", "tensor_parallel": 8, "pipeline_parallel": 4,
      "data_parallel": 2, "context_parallel": 2, "sequence_parallel": true, "virtual_stages": 2, "sequence": 8192,
      "micro_batch": 2, "global_batch": 64, "formats": "fp8_training", "optimizer": "adam_8bit", "sharding": "zero-1",
      "shards": 2, "recompute": "selective", "recomputed": ["norms", "activation"], "adapter_rank": 16,
      "adapted": ["feed_forward"], "offload": ["optimizer"], "offload_activations": 0.5, "loss": "separate",
      "framework": "torchtitan", "expert_imbalance": 1.5, "expert_capacity": 1.25,
      "pads_to_capacity": true, "dropout": true, "scores_materialised": true}})");
  const hr::training_job& job = *held->jobs.front().training();
  CHECK(job.parallelism.gpus() == 8 * 4 * 2 * 2);
  CHECK(job.parallelism.sequence);
  CHECK(job.parallelism.virtual_stages == 2);
  CHECK(job.micro_batches == 64 / (2 * 2));
  CHECK(job.formats.product_copies == 2);
  CHECK(job.optimizer.block == 2'048);
  CHECK(job.sharding == hr::sharding::optimizer);
  CHECK(job.recompute.kind == hr::recompute::selective);
  CHECK_FALSE(job.recompute.parts.scores);
  CHECK(job.recompute.parts.norms);
  CHECK(job.recompute.parts.activation);
  CHECK_FALSE(job.adapters.attention);
  CHECK(job.adapters.feed_forward);
  CHECK(job.offload.optimizer);
  CHECK_FALSE(job.offload.weights);
  CHECK(job.offload.activations == 0.5);
  CHECK(job.loss.at_loss == 14);
  CHECK(job.framework.name == "torchtitan");
  CHECK(job.expert_imbalance == 1.5);
  CHECK(job.expert_capacity == 1.25);
  CHECK(job.pads_to_capacity);
  CHECK(job.dropout);
  CHECK(job.scores_materialised);
  for (const std::string_view same : {"zero-3", "fsdp", "weights"})
    CHECK(with_job("{\"train\": {\"model\": \"llama-3.1-8b\", \"sequence\": 4096, \"sharding\": \"" +
                   std::string(same) + "\"}}")
              ->jobs.front()
              .training()
              ->sharding == hr::sharding::weights);
}

TEST_CASE("A key that is missing is said by itself too, for those who call it otherwise") {
  const program::reading_error error = program::read_own_file(R"({"format": 1, "job": {"serve": {}}})").error;
  CHECK(error.message == "the key \"model\" is missing: expected " + error.expected);
  CHECK(error.missing_key == "model");
  CHECK(program::read_own_file(R"({"format": 2})").error.missing_key == "");
}

TEST_CASE("A job that cannot be is refused where it stands") {
  CHECK(job_error(R"({"serve": {"model": "llama-3.1-8b", "tensor_parallel": 3}})") ==
        "$.job.serve: tensor parallelism does not divide the attention heads");
  CHECK(job_error(R"({"serve": {"model": "llama-3.1-8b", "expert_parallel": true}})") ==
        "$.job.serve: the model has no routed experts to divide or to be out of balance");
  CHECK(job_error(R"({"serve": {"model": "llama-3.1-8b", "context": 131073}})") ==
        "$.job.serve: the context is longer than the model allows");
  CHECK(job_error(R"({"serve": {"model": "llama-4.1-8b"}})").starts_with("$.job.serve.model: no model is called"));
  CHECK(job_error(R"({"serve": {"model": "-"}})").starts_with("$.job.serve.model: no model is called"));
  CHECK(job_error(R"({"serve": {"model": "/dev/stdin"}})").starts_with("$.job.serve.model: no model is called"));
  CHECK(job_error(R"({"serve": {"model": "llama-3.1-8b", "shared_prefix": 1.5}})") ==
        "$.job.serve.shared_prefix: the number 1.5: expected a number from 0 to 1");
  CHECK(job_error(R"({"train": {"model": "llama-3.1-8b", "sequence": 4096, "data_parallel": 2, "global_batch": 7}})") ==
        "$.job.train: micro-batch times data parallelism does not divide the global batch");
  const auto batches = [](std::string_view keys) {
    return job_error(R"({"train": {"model": "llama-3.1-8b", "sequence": 4096, "data_parallel": 2, )" +
                     std::string(keys) + "}}");
  };
  CHECK(batches(R"("global_batch": 32, "micro_batches": 3)") ==
        "$.job.train: the global batch is not micro-batch times micro-batches times data parallelism: say one of them");
  CHECK(batches(R"("micro_batches": 16, "global_batch": 32)") == "none");
  CHECK(batches(R"("global_batch": 0)").starts_with("$.job.train.global_batch: the number 0: expected a whole number from 1"));
  CHECK(batches(R"("weight_copies": 1)") ==
        "$.job.train: weights have copies in the products' format where the formats name a shorter one");
  CHECK(batches(R"("formats": "fp8_primary_weights", "weight_copies": 3)") ==
        "$.job.train: a weight has 1 or 2 copies in the products' format");
  CHECK(batches(R"("formats": "fp8_primary_weights", "weight_copies": 1)") == "none");
  CHECK(batches(R"("primary_weights": true)").starts_with("$.job.train: weights are held in the products' format"));
  CHECK(batches(R"("adapted": ["attention"])") == "$.job.train: parts have adapters, and these have no rank");
  CHECK(batches(R"("adapted": ["attention"], "adapter_rank": 8)") == "none");
  CHECK(batches(R"("recomputed": ["scores"])").starts_with("$.job.train: parts of a layer are computed again in"));
  CHECK(batches(R"("recomputed": ["norms"])").starts_with("$.job.train: parts of a layer are computed again in"));
  CHECK(job_error(R"({"train": {"model": "gpt3-175b", "sequence": 2049, "tensor_parallel": 8}})") ==
        "$.job.train: the sequence is longer than the model's learned positions");
  CHECK(job_error(R"({"serve": {"model": "llama-3.1-8b"}, "train": {"model": "llama-3.1-8b"}})")
            .starts_with("$.job: expected either"));
  CHECK(job_error(R"([{"name": "prefill", "serve": {"model": "llama-3.1-8b"}}])")
            .starts_with("$.job: expected two jobs"));
}

TEST_CASE("The parts of a serving rank are the closed forms, and add up to what it needs of a GPU") {
  const auto held = with_job(R"({"serve": {"model": "llama-3.1-8b", "tensor_parallel": 1, "context": 4096,
                                           "concurrent_sequences": 10, "memory_share": 0.5}})");
  const program::rank_use use = program::use_of(held->jobs.front());
  CHECK(part_of(use, "weights") == 2 * parameters_8b);
  CHECK(part_of(use, "kv_cache") == 10 * 4'096 * cache_8b);
  CHECK(sum_of(use) == doctest::Approx(hr::in_bytes(use.needed)).epsilon(1e-9));
  // Half of what CUDA sees is all but the graphs.
  const double half =
      part_of(use, "weights") + part_of(use, "kv_cache") + part_of(use, "working") + part_of(use, "outside");
  CHECK(hr::in_bytes(use.needed) - part_of(use, "driver") == doctest::Approx(2 * half).epsilon(1e-9));

  // 405B in fp8 on 8 ranks: a layer's matrices are 2 of 16,384 x 16,384, 2 of 16,384 x 1,024 and 3 of 16,384 x 53,248;
  // embedding, head and norms are in bf16, and every rank has all norms.
  const auto large = with_job(R"({"serve": {"model": "llama-3.1-405b", "weights": "fp8", "kv_cache": "fp8",
      "tensor_parallel": 8, "concurrent_sequences": 64, "context": 32768}})");
  const program::rank_use of_large = program::use_of(large->jobs.front());
  const double layer = 16'384.0 * (2 * 16'384 + 2 * 1'024 + 3 * 53'248);
  CHECK(part_of(of_large, "weights") == (126 * layer + 2 * 2.0 * 128'256 * 16'384) / 8 + 2.0 * (2 * 126 + 1) * 16'384);
  CHECK(part_of(of_large, "kv_cache") == 64.0 * 32'768 * 126 * 2 * 128);
}

TEST_CASE("The parts of a training rank are the closed forms, and add up") {
  const auto held = with_job(R"({"train": {"model": "llama-3.1-8b", "sequence": 4096}})");
  const program::rank_use use = program::use_of(held->jobs.front());
  CHECK(part_of(use, "weights") == 2 * parameters_8b);
  CHECK(part_of(use, "gradients") == 4 * parameters_8b);
  CHECK(part_of(use, "optimizer") == 12 * parameters_8b);
  CHECK(sum_of(use) == doctest::Approx(hr::in_bytes(use.needed)).epsilon(1e-9));
  CHECK(use.because.empty());

  // 1F1B: the first stage holds the most micro-batches.
  const auto piped =
      with_job(R"({"train": {"model": "llama-3.1-8b", "pipeline_parallel": 4, "sequence": 8192, "micro_batches": 8}})");
  const program::rank_use first = program::use_of(piped->jobs.front());
  CHECK(first.stages == 4);
  CHECK(first.stage == 0);
  CHECK(first.because == "the activations that wait for the backward pass");
  CHECK(first.leanest < first.needed);
}

TEST_CASE("A job is judged on as many machines as it takes, or on those that there are") {
  const auto held = with_job(R"({"serve": {"model": "llama-3.1-405b", "weights": "fp8", "kv_cache": "fp8",
      "tensor_parallel": 8, "concurrent_sequences": 64, "context": 32768, "replicas": 3}})");
  const program::machine_fit takes = program::judge_on({h200}, held->jobs.front(), {});
  CHECK(takes.outcome == hr::outcome::fits);
  CHECK(value_of(takes.machines) == 3);
  // The driver shows 143,771 MiB of an H200.
  CHECK(takes.left() == hr::mebibytes(143'771) - takes.use.needed);
  CHECK(takes.left() > hr::memory{});
  CHECK(program::judge_on({h200, 3}, held->jobs.front(), {}).outcome == hr::outcome::fits);
  const program::machine_fit few = program::judge_on({h200, 2}, held->jobs.front(), {});
  CHECK(few.outcome == hr::outcome::does_not_fit);
  CHECK(few.why == "3 replicas need 3 machines, there are 2");
  // 63 GiB of cache and 47.7 GiB of weights are more than the 79.65 GiB of an H100; a V100 has no fp8 besides.
  CHECK(program::judge_on({h100}, held->jobs.front(), {}).outcome == hr::outcome::does_not_fit);
  CHECK(program::judge_on({v100}, held->jobs.front(), {}).why == "it does not compute in fp8");
}

TEST_CASE("A job that names no parallelism takes the fewest GPUs that have room") {
  // 70,553,706,496 parameters of 2 bytes are 131.4 GiB: more than 0.9 of the 140.4 GiB of one H200, and more than three
  // A100 of 39.6 GiB have.
  const auto held = with_job(R"({"serve": {"model": "llama-3.1-70b", "context": 8192}})");
  CHECK(program::judge_on({h200}, held->jobs.front(), {}).job.serving()->gpus() == 2);
  CHECK(program::judge_on({a100}, held->jobs.front(), {}).job.serving()->gpus() >= 4);
  CHECK(program::judge_on({h200}, held->jobs.front(), {}).outcome == hr::outcome::fits);
}

TEST_CASE("A domain of any size is answered for") {
  const auto held = with_job(
      R"({"serve": {"model": "llama-3.1-405b", "context": 100}})",
      R"(, "define": {"sizes": {"n": {"gpu": "H100-SXM5-80GB", "gpus": 8, "scale_up_domain_gpus": 1099511627776},
                                "none": {"gpus": 0}}},
         "machines": [{"size": "n", "count": 4}, {"size": "none", "count": 1}])");
  const program::job_fit fit = fit_on(*held, {});
  REQUIRE(fit.cluster.has_value());
  CHECK(fit.outcome() == hr::outcome::fits);
  CHECK(fit.cluster->each[1].outcome == hr::outcome::does_not_fit);
}

TEST_CASE("A sweep doubles to the model's longest, or takes what it is given") {
  const auto held = with_job(R"({"serve": {"model": "llama-3.1-8b", "tensor_parallel": 1}})");
  const program::job_fit doubled = fit_on(*held, {.sweep = {.key = "context"}});
  REQUIRE(doubled.lines.size() == 8);
  for (std::size_t i = 0; i < doubled.lines.size(); ++i) {
    CHECK(doubled.lines[i].value.number == hr::count{1'024} << i);
    CHECK(part_of(doubled.lines[i].use, "kv_cache") == static_cast<double>(doubled.lines[i].value.number) * cache_8b);
  }
  const program::job_fit given = fit_on(*held, {.on = {{h200}}, .sweep = {.key = "tp", .values = {"1", "3", "8"}}});
  REQUIRE(given.lines.size() == 3);
  CHECK(given.lines[0].on.front().outcome == hr::outcome::fits);
  CHECK(given.lines[1].wrong == "tensor parallelism does not divide the attention heads");
  CHECK(given.lines[2].on.front().job.serving()->gpus() == 8);
  CHECK(given.outcome() == hr::outcome::fits);
  CHECK_THROWS_AS(fit_on(*held, {.sweep = {.key = "weights"}}), program::input_error);

  // Of 32 sequences over two replicas there are 16 micro-batches of one, and no other number of them.
  const auto batch = with_job(
      R"({"train": {"model": "llama-3.1-8b", "tensor_parallel": 8, "sequence": 4096, "data_parallel": 2, "global_batch": 32}})");
  const program::job_fit swept = fit_on(*batch, {.sweep = {.key = "micro_batches", .values = {"1", "2", "16"}}});
  REQUIRE(swept.lines.size() == 3);
  CHECK(swept.lines[0].wrong.starts_with("the global batch is not"));
  CHECK(swept.lines[1].wrong == swept.lines[0].wrong);
  CHECK(swept.lines[2].wrong.empty());
  const program::job_fit sizes = fit_on(*batch, {.sweep = {.key = "micro_batch", .values = {"1", "4"}}});
  CHECK(sizes.lines[0].wrong.empty());
  CHECK(sizes.lines[1].wrong.empty());
}

TEST_CASE("The least machines come by price where one is known, and those that do not fit last") {
  const auto held =
      with_job(R"({"serve": {"model": "llama-3.1-70b", "weights": "bf16", "tensor_parallel": 8, "context": 8192}})",
               R"(, "prices": {"own": [{"machine": "Standard_ND96isr_H200_v5", "on_demand": "$90/h"},
                                                     {"machine": "Standard_ND96isr_H100_v5", "on_demand": "$80/h"}]})");
  const program::job_fit fit = fit_on(
      *held, {.on = {{v100}, {hr::machine(hr::azure::nd96isr_mi300x_v5::spec)}, {h200}, {h100}}, .smallest = true});
  REQUIRE(fit.on.size() == 4);
  CHECK(fit.on[0].machine.name() == "Standard_ND96isr_H100_v5");
  CHECK(fit.on[0].price == hr::dollars_per_hour(80));
  CHECK(fit.on[1].machine.name() == "Standard_ND96isr_H200_v5");
  CHECK(fit.on[2].machine.name() == "Standard_ND96isr_MI300X_v5");
  CHECK(fit.on[3].machine.name() == "Standard_ND40rs_v2");
  CHECK(fit.outcome() == hr::outcome::fits);
}

TEST_CASE("Two pools are judged each, and together") {
  const std::string pools = R"([
      {"name": "prefill", "serve": {"model": "llama-3.1-8b", "tensor_parallel": 4, "context": 8192}},
      {"name": "decode", "serve": {"model": "llama-3.1-8b", "tensor_parallel": 4, "context": 8192, "replicas": 3}}])";
  const auto held = with_job(pools, R"(, "machines": [{"size": "Standard_ND96isr_H100_v5", "count": 2}])");
  CHECK(held->jobs[0].serving()->phase == hr::serving_phase::prefill);
  CHECK(held->jobs[1].serving()->phase == hr::serving_phase::decode);
  const program::deployment_fit both = program::fit_of(*held, {});
  REQUIRE(both.together.size() == 1);
  // 4 and 3 x 4 GPUs, side by side on 16.
  CHECK(both.together.front().gpus == 16);
  CHECK(both.together.front().outcome == hr::outcome::fits);
  CHECK(both.outcome() == hr::outcome::fits);

  const auto small = with_job(pools, R"(, "machines": [{"size": "Standard_ND96isr_H100_v5", "count": 1}])");
  CHECK(program::fit_of(*small, {}).outcome() == hr::outcome::does_not_fit);
  const program::deployment_fit takes = program::fit_of(*held, {.on = {{h100}}});
  CHECK(value_of(takes.together.front().machines) == 2);

  // Alone each fits, together they do not.
  hr::demand one{.name = "one"};
  one.total.gpus = 8;
  const std::array there_is{hr::group{h100, 1}};
  CHECK(program::judge_together(there_is, one, one) == hr::outcome::does_not_fit);
  // One pool that runs anywhere leaves the machines that the other needs.
  hr::demand large = one;
  large.per_gpu.usable_gpu_memory = hr::gibibytes(100);
  const std::array mixed{hr::group{h200, 1}, hr::group{h100, 1}};
  CHECK(program::judge_together(mixed, one, large) == hr::outcome::fits);
  CHECK(program::judge_together(mixed, large, one) == hr::outcome::fits);
  CHECK(program::judge_together(mixed, large, large) == hr::outcome::does_not_fit);
}

TEST_CASE("What has room is told for either kind of job") {
  const auto serving = with_job(R"({"serve": {"model": "llama-3.1-8b", "tensor_parallel": 1, "context": 8192}})");
  const auto answers = program::room_of({.machine = h100, .job = serving->jobs.front()});
  REQUIRE(answers.size() == 4);
  CHECK(answers[0].text == "1: TP 1");
  CHECK(answers[3].text == "bf16");
  // 0.9 of what CUDA sees, less weights, working memory and what is outside of tensors, holds so many sequences.
  const program::rank_use use = program::use_of(serving->jobs.front());
  const double visible = hr::in_bytes(hr::mebibytes(81'559) - hr::kept_by_driver);
  const double room = 0.9 * visible - part_of(use, "weights") - part_of(use, "outside");
  const double most = value_of(answers[2].number);
  CHECK(most * 8'192 * cache_8b < room);
  CHECK((most + 2) * 8'192 * cache_8b > room - 2 * part_of(use, "working"));
  const auto training = with_job(R"({"train": {"model": "llama-3.1-8b", "tensor_parallel": 8, "sequence": 8192}})");
  CHECK(program::room_of({.machine = h200, .job = training->jobs.front()}).size() == 3);
}
