// SPDX-License-Identifier: BSL-1.0
#include <validate/errors.hpp>
#include <validate/figures.hpp>
#include <validate/judge.hpp>
#include <validate/names.hpp>
#include <validate/peers.hpp>
#include <validate/row_files.hpp>
#include <validate/serving_row.hpp>
#include <validate/shapes.hpp>
#include <validate/training_row.hpp>

#include <check.hpp>
#include <cmath>
#include <headroom/model/models.hpp>
#include <string>
#include <utility>
#include <vector>

namespace validate_rows {
namespace {

namespace hr = headroom;
namespace validation = headroom::program::validation;
using validation::json;
using validation::judged;

judged figure_of(std::string_view family, double published, double found) {
  return {.family = family, .published = published, .found = found, .step = 1, .confirmed = true};
}

std::vector<judged> training(const std::vector<double>& errors) {
  std::vector<judged> all;
  for (const double error : errors) all.push_back(figure_of("training_memory", 100, 100 * (1 + error)));
  return all;
}

validation::standing only(const std::vector<judged>& figures) {
  const std::vector<validation::standing> all = validation::standings(figures);
  REQUIRE(all.size() == 1);
  return all[0];
}

}  // namespace

TEST_CASE("The last printed place of a number is that of its text") {
  for (const auto& [text, step] : std::vector<std::pair<std::string, double>>{
           {"31.4", 0.1}, {"0.12", 0.01}, {"2218", 1}, {"64.0", 1}, {"1008.0", 1}, {"250000000000.0", 1e10}})
    CHECK(validation::last_place(json::parse(text)) == doctest::Approx(step));
}

TEST_CASE("A figure is as printed within half of the last place") {
  judged one = figure_of("zero", 31.4, 31.36);
  one.step = 0.1;
  CHECK(one.as_printed());
  one.found = 31.3;
  CHECK_FALSE(one.as_printed());
  CHECK(figure_of("model_params", 8'030'261'248, 8'030'261'248).as_printed());
  CHECK_FALSE(figure_of("model_params", 8'030'261'248, 8'030'261'249).as_printed());
}

TEST_CASE("Bytes are said in the unit of a row") {
  const hr::memory size = hr::gibibytes(3);
  CHECK(validation::in_unit_of(size, "GiB/GPU") == 3);
  CHECK(validation::in_unit_of(size, "GB (as printed)") == doctest::Approx(3.221225472));
  CHECK(validation::in_unit_of(size, "bytes") == 3'221'225'472);
  CHECK_THROWS_AS(validation::in_unit_of(size, "Gb"), validation::refusal);
  CHECK_THROWS_AS(validation::in_unit_of(size, ""), validation::refusal);
}

// Of ten errors the ninth largest, of eleven the tenth: nine in ten do not exceed it.
TEST_CASE("Median, 90th percentile, worst and bias are those of the figures that count") {
  std::vector<judged> all = training({0.01, -0.02, 0.03, -0.04, 0.05, -0.06, 0.07, -0.08, 0.09, -0.10});
  validation::errors found = validation::errors_of(all, *validation::family_named("training_memory"));
  CHECK(found.figures == 10);
  CHECK(found.median == doctest::Approx(0.055));
  CHECK(found.ninetieth == doctest::Approx(0.09));
  CHECK(found.worst == doctest::Approx(0.10));
  CHECK(found.bias == doctest::Approx(-0.005));

  all.push_back(figure_of("training_memory", 100, 111));
  found = validation::errors_of(all, *validation::family_named("training_memory"));
  CHECK(found.median == doctest::Approx(0.06));
  CHECK(found.ninetieth == doctest::Approx(0.10));

  all.back().confirmed = false;
  all[0].suspect = "a slip";
  all[1].refused = "no figure";
  CHECK(validation::errors_of(all, *validation::family_named("training_memory")).figures == 8);
}

TEST_CASE("A family misses its bar where its errors exceed it, and only there") {
  CHECK(*only(training({0.0299, 0.0299, 0.0799})).holds);
  CHECK_FALSE(*only(training({0.031, 0.031, 0.01})).holds);
  CHECK_FALSE(*only(training({0.01, 0.01, 0.081})).holds);

  CHECK(*only({figure_of("fit", 1, 0), figure_of("fit", 1, 1), figure_of("fit", 0, 0)}).holds);
  CHECK_FALSE(*only({figure_of("fit", 1, 0), figure_of("fit", 0, 1)}).holds);
  CHECK(*only({figure_of("serving_weights", 100, 100.9)}).holds);
  CHECK_FALSE(*only({figure_of("serving_weights", 100, 101.1), figure_of("serving_weights", 100, 100)}).holds);
  CHECK(*only({figure_of("serving_kv", 100, 97.1)}).holds);
  CHECK_FALSE(*only({figure_of("serving_kv", 100, 96.9)}).holds);
  CHECK(*only({figure_of("fleet_counts", 72, 72)}).holds);
  CHECK_FALSE(*only({figure_of("fleet_counts", 72, 71)}).holds);
  CHECK_FALSE(only({figure_of("korthikanti_chart", 50, 70)}).holds.has_value());
  judged doubtful = figure_of("fleet_counts", 72, 71);
  doubtful.confirmed = false;
  CHECK_FALSE(only({doubtful}).holds.has_value());
}

TEST_CASE("Rows name models as people do") {
  for (const auto& [name, is] : std::vector<std::pair<std::string, const hr::transformer*>>{
           {"llama3-70b", &hr::models::llama3_1_70b},
           {"meta-llama/Llama-3.1-70B-Instruct", &hr::models::llama3_1_70b},
           {"meta-llama/Llama-3.3-70B-Instruct", &hr::models::llama3_1_70b},
           {"RedHatAI/Meta-Llama-3.1-8B-Instruct-FP8-dynamic", &hr::models::llama3_1_8b},
           {"Qwen/Qwen3-235B-A22B-FP8", &hr::models::qwen3_235b_a22b},
           {"Qwen3-30B-A3B-Instruct-2507", &hr::models::qwen3_30b_a3b},
           {"openai/gpt-oss-120b", &hr::models::gpt_oss_120b},
           {"mixtral-8x7b", &hr::models::mixtral_8x7b},
           {"kimi-k2", &hr::models::kimi_k2},
           {"deepseek-v3", &hr::models::deepseek_v3},
           {"llama3", nullptr},
           {"", nullptr}}) {
    const std::string& asked = name;
    CAPTURE(asked);
    CHECK(validation::model_named(asked) == is);
  }
}

// 80 layers, 64 sequences of 4,352 tokens: the cookbook prints 340 GiB for each of 8 GPUs, and 10.6 GiB are needed.
TEST_CASE("Other tools' formulas are theirs") {
  const double tokens = 64 * 4'352;
  const hr::transformer& llama = hr::models::llama2_70b;
  CHECK(std::round(tokens * hr::in_gibibytes(validation::cookbook_cache_per_token(llama, hr::bf16))) == 340);
  CHECK(tokens * hr::in_gibibytes(validation::llm_d_cache_per_token(llama, hr::bf16)) / 8 == doctest::Approx(10.625));
  CHECK(hr::in_bytes(validation::full_heads_cache_per_token(hr::models::llama2_7b, hr::fp16)) == 2 * 32 * 4'096 * 2);
  // Llama 3 8B with its head tied: 7.50 billion.
  CHECK(std::round(validation::llm_analysis_parameters(hr::models::llama3_1_8b) / 1e7) == 750);

  // 34 s b h L / t of a GPT, with what embedding and head add; 6 + 12 / d bytes of a parameter of 1 / t.
  hr::training_job job{.model = validation::gpt(96, 12'288, 96, 51'200, 2'048),
                       .parallelism = {.tensor = 8, .data = 4, .sequence = true},
                       .sequence = 2'048};
  const auto estimate = [&] { return hr::in_bytes(*validation::megatron_estimate(job)); };
  const double one = estimate();
  job.micro_batch = 2;
  const double tokens_hidden = 2'048.0 * 12'288;
  const double ends = 8 * 2'048.0 + tokens_hidden + 4 * tokens_hidden * (1 + 51'200.0 / 12'288);
  CHECK(estimate() - one == doctest::Approx((34 * tokens_hidden * 96 + ends) / 8).epsilon(1e-9));
  CHECK(one - (estimate() - one) == doctest::Approx(174.6e9 / 8 * 9).epsilon(1e-3));
  job.parallelism.context = 2;
  CHECK_FALSE(validation::megatron_estimate(job).has_value());
}

TEST_CASE("A row of serving memory is read by any of the names that its settings have") {
  const json row = json::parse(R"({"config": {
    "model": "meta-llama/Llama-3.1-70B-Instruct", "gpu": "H100-80GB-SXM", "tensor_parallel_size": 4, "dtype": "fp8",
    "kv_cache_dtype": "fp8_e4m3", "max_model_len": 32768, "max-num-seqs": 200, "max_num_batched_tokens": 4096,
    "gpu_memory_utilization": 0.95, "enforce_eager": true, "engine": "vLLM", "version": "0.11.0"}})");
  const validation::serving_row read = validation::serving_row_of(row);
  const hr::serving_job& job = read.job;
  CHECK(job.model.name == hr::models::llama3_1_70b.name);
  REQUIRE(read.gpu != nullptr);
  CHECK(read.gpu->name == "H100-SXM5-80GB");
  CHECK(job.engine.name == "vLLM");
  CHECK(job.tensor_parallel == 4);
  CHECK(job.weights.held.attention.format == hr::fp8);
  CHECK(job.kv_cache.keys_and_values == hr::fp8);
  CHECK(job.context == 32'768);
  CHECK(job.engine.most_sequences == 200);
  CHECK(job.engine.chunk == 4'096);
  CHECK(job.engine.share == 0.95);
  CHECK(hr::in_bytes(job.engine.graphs) == 0);
}

namespace {

validation::serving_row served(std::string_view config) {
  return validation::serving_row_of(
      json::parse(R"({"config": {"model": "llama3-8b", "gpu": "H100-80GB-SXM", )" + std::string(config) + "}}"));
}

}  // namespace

// vLLM's arg_utils.py before 0.8: 256 sequences, and a step that takes the longest one.
TEST_CASE("What a row does not say is its engine's default, by version") {
  const hr::serving_job unnamed = served(R"("max_model_len": 4096)").job;
  CHECK(unnamed.engine.name == "TensorRT-LLM");
  CHECK(unnamed.engine.most_sequences == 0);  // nobody says that so many are sampled at once
  CHECK(served(R"("engine": "vLLM 0.11")").job.engine.chunk == 8'192);
  CHECK(served(R"("engine": "vLLM 0.11")").job.engine.share == 0.9);
  for (const std::string_view config : {R"("max_model_len": 4096, "engine": "vLLM 0.6.3")",
                                        R"("max_model_len": 4096, "engine": "vllm", "version": "v0.7")",
                                        R"("max_model_len": 4096, "engine": "vllm", "version": 0.7)"}) {
    CAPTURE(config);
    CHECK(served(config).job.engine.most_sequences == 256);
    CHECK(served(config).job.engine.chunk == 4'096);
  }
  for (const std::string_view version : {"0.8", "0.11.0", "1"}) {
    CAPTURE(version);
    CHECK(served("\"engine\": \"vLLM\", \"version\": \"" + std::string(version) + "\"").job.engine.most_sequences ==
          1'024);
  }
  // What says neither a version nor a day is of the oldest, before graphs, whatever else it tells.
  for (const std::string_view config :
       {R"("engine": "vLLM 0.2.5", "batch": 4)", R"("engine": "vLLM", "version": "0.2")", R"("engine": "vLLM", "date": "2023-11")",
        R"("engine": "vLLM", "measured": "2023-11-30")", R"("engine": "vLLM", "batch": 4)", R"("engine": "vLLM", "batch": 4, "version": "0123abc")",
        R"("engine": "vLLM", "batch": 4, "clients": 4)", R"("engine": "vLLM", "scenario": "Server")", R"("engine": "vLLM")"}) {
    CAPTURE(config);
    CHECK(served(config).job.engine.month == 202'311);
    CHECK(served(config).job.engine.most_sequences == 256);
  }
  for (const std::string_view config :
       {R"("engine": "vLLM", "batch": 4, "date": "2025-06")", R"("engine": "vLLM", "batch": 4, "version": "0.2.6")",
        R"("engine": "vLLM", "version": "0123abc", "measured": "2025-10-29")", R"("engine": "vLLM", "clients": 4, "measured": "2025-10-29")"}) {
    CAPTURE(config);
    CHECK(served(config).job.engine.month == 0);
  }
  CHECK(served(R"("engine": "SGLang")").job.engine.name == "SGLang");
  CHECK(served(R"("engine": "TRT-LLM dynamo")").job.engine.name == "TensorRT-LLM");
  CHECK(served(R"("engine": "gpt-fast")").job.engine.share == 1);
  CHECK_THROWS_AS(served(R"("engine": "llama.cpp")"), validation::refusal);
}

TEST_CASE("The memory setting of a row is read under any name of it, as a share or per cent") {
  for (const std::string_view key :
       {"util", "gpu_util", "mem_util", "memory_utilization", "gpu_mem_util", "gpu_memory_util", "mem_fraction",
        "mem_fraction_static", "gpu-memory-utilization", "GPU memory utilization", "free_gpu_memory_fraction"}) {
    CAPTURE(key);
    CHECK(served("\"" + std::string(key) + "\": 0.95").job.engine.share == 0.95);
    CHECK(served("\"" + std::string(key) + "\": 95").job.engine.share == 0.95);
    CHECK_THROWS_AS(served("\"" + std::string(key) + "\": 0"), validation::refusal);
    CHECK_THROWS_AS(served("\"" + std::string(key) + "\": 101"), validation::refusal);
    CHECK_THROWS_AS(served("\"" + std::string(key) + "\": \"most\""), validation::refusal);
  }
  CHECK(served(R"("gpu_memory_utilization": null)").job.engine.share == 0.9);
}

TEST_CASE("Weights are in the formats that a row words, or as their publisher holds them") {
  const auto held = [](const hr::transformer& model, std::string_view words) {
    return validation::weights_worded(model, words, "bf16").held;
  };
  const hr::transformer& llama = hr::models::llama3_1_8b;
  CHECK(held(llama, "").attention.format == hr::bf16);
  CHECK(held(llama, "FP8").attention.format == hr::fp8);
  CHECK(held(llama, "fp8_e4m3").attention.format == hr::fp8);
  CHECK(held(llama, "float16").attention.format == hr::fp16);
  CHECK(held(llama, "AWQ").attention.format == hr::int4);
  CHECK(held(llama, "AWQ").attention.block_inputs == hr::int4_groups.block_inputs);
  CHECK(held(llama, "nvfp4").attention.block_inputs == hr::nvfp4.block_inputs);
  CHECK(held(llama, "Llama-3.1-8B-Instruct-FP8").attention.format == hr::fp8);
  const hr::transformer& gpt_oss = hr::models::gpt_oss_120b;
  for (const std::string_view words : {"", "bf16", "mxfp4", "mxfp4 experts + bf16"}) {
    CAPTURE(words);
    CHECK(held(gpt_oss, words).experts.format == hr::fp4);
    CHECK(held(gpt_oss, words).attention.format == hr::bf16);
  }
  const hr::transformer& deepseek = hr::models::deepseek_v3;
  CHECK(held(deepseek, "").attention.block_outputs == 128);
  CHECK(held(deepseek, "fp8").attention.block_outputs == 128);
  CHECK(held(deepseek, "bf16").attention.format == hr::bf16);
  CHECK(held(deepseek, "fp4").experts.format == hr::fp4);
  CHECK_THROWS_AS(validation::weights_worded(llama, ""), validation::refusal);
}

namespace {

hr::training_job trained(std::string_view config) {
  return validation::training_job_of(
      json::parse(R"({"model": "llama3-8b", "seq": 8192, "gpus": 16, )" + std::string(config) + "}"));
}

}  // namespace

TEST_CASE("What a row of training does not say is its framework's default") {
  const hr::training_job megatron = trained(R"("framework": "Megatron-LM 23e00ed0", "tp": 2)");
  CHECK(megatron.framework.name == "Megatron-LM");
  CHECK(megatron.sharding == hr::sharding::optimizer);
  CHECK(megatron.parallelism.sequence);
  CHECK(megatron.parallelism.data == 8);
  CHECK(megatron.formats.gradients == hr::fp32);
  CHECK_FALSE(trained(R"("framework": "Megatron-LM")").parallelism.sequence);
  CHECK_FALSE(trained(R"("framework": "Megatron-LM", "tp": 2, "sequence_parallel": false)").parallelism.sequence);
  CHECK(trained(R"("framework": "Megatron-LM", "precision": "fp16")").formats.gradients == hr::fp16);
  CHECK(trained(R"("framework": "NeMo 25.05")").formats.gradients == hr::bf16);

  const hr::training_job fsdp = trained(R"("framework": "torchtitan", "fsdp": 8, "recompute": "selective")");
  CHECK(fsdp.formats.weights == hr::fp32);
  CHECK(fsdp.sharding == hr::sharding::weights);
  CHECK(fsdp.parallelism.data == 8);
  CHECK(fsdp.recompute.kind == hr::recompute::alternate_products);
  CHECK(trained(R"("framework": "Megatron-LM", "recompute": "selective")").recompute.kind == hr::recompute::selective);
  // A rank's batch of 8 in 4 stages.
  const hr::training_job stages = trained(R"("framework": "torchtitan", "pp": 4, "mbs": 8, "tp": 2)");
  CHECK(stages.micro_batch == 2);
  CHECK(stages.micro_batches == 4);
  CHECK(stages.loss.at_loss == hr::distributed_cross_entropy.at_loss);
  CHECK_THROWS_AS(trained(R"("framework": "Toy")"), validation::refusal);
  CHECK_THROWS_AS(trained(R"("framework": "torchtitanic")"), validation::refusal);
  CHECK_THROWS_AS(trained(R"("tp": 2)"), validation::refusal);
}

TEST_CASE("Versions of a framework have defaults of their own; a row without one has those of the first") {
  const auto loss = [](std::string_view config) { return trained(config).loss.at_loss; };
  CHECK(loss(R"("framework": "torchtitan", "compile": true, "version": "2025-06")") == hr::fused_cross_entropy.at_loss);
  CHECK(loss(R"("framework": "torchtitan", "compile": true, "version": "2026-01")") == hr::fused_cross_entropy.at_loss);
  CHECK(loss(R"("framework": "torchtitan", "compile": true, "version": "2024-12")") ==
        hr::separate_cross_entropy.at_loss);
  CHECK(loss(R"("framework": "torchtitan", "compile": true)") == hr::separate_cross_entropy.at_loss);
  CHECK(loss(R"("framework": "torchtitan", "version": "2025-06")") == hr::separate_cross_entropy.at_loss);
  CHECK(loss(R"("framework": "torchtitan", "compile": true, "loss": "fused")") == hr::fused_cross_entropy.at_loss);
  CHECK(loss(R"("framework": "Megatron-LM", "cross_entropy_fusion": false)") == hr::separate_cross_entropy.at_loss);
  CHECK(loss(R"("framework": "torchtitan", "cross_entropy_fusion": true)") == hr::fused_cross_entropy.at_loss);
  CHECK(loss(R"("framework": "torchtitan", "cross_entropy_fusion": true, "loss": "separate")") == hr::separate_cross_entropy.at_loss);
  CHECK_THROWS_AS(loss(R"("framework": "Megatron-LM", "loss": "odd")"), validation::refusal);
}

TEST_CASE("DeepSpeed's settings name it where a row does not") {
  const hr::training_job divided =
      trained(R"("zero": 1, "tp": 2, "pp": 2, "precision": "bf16", "gradient_precision": "fp32")");
  CHECK(divided.framework.name == "Megatron-DeepSpeed");
  CHECK(divided.sharding == hr::sharding::optimizer);
  CHECK(divided.formats.short_gradients);
  CHECK_FALSE(trained(R"("zero": 1, "tp": 2, "precision": "fp16")").formats.short_gradients);
  CHECK(trained(R"("zero": 3)").framework.name == "DeepSpeed");
  CHECK(trained(R"("zero": 3)").sharding == hr::sharding::weights);
  CHECK_THROWS_AS(trained(R"("zero": 4)"), validation::refusal);
}

// DeepSpeed's PipelineModule: "type:regex" balances the modules whose class it names.
TEST_CASE("Stages are laid out as a row says") {
  const auto laid_out = [](std::string_view layout) {
    return trained(R"("framework": "Megatron-DeepSpeed", "pp": 2, "stage_layout": ")" + std::string(layout) + '"')
        .parallelism;
  };
  CHECK(laid_out("type:transformer|embedding").embedding_as_layer);
  CHECK(laid_out("type:transformer|embedding").head_as_layer);
  CHECK(laid_out("type:embedding|transformer").embedding_as_layer);
  CHECK_FALSE(laid_out("type:transformer").embedding_as_layer);
  CHECK_FALSE(laid_out("type:transformer").head_as_layer);
  for (const std::string_view odd : {"parameters", "type:transformer|mlp", "embedding"})
    CHECK_THROWS_AS(laid_out(odd), validation::refusal);
}

TEST_CASE("A row's pipeline schedule is the one it names, and another is refused") {
  const auto laid_out = [](std::string_view named, std::string_view more = "") {
    return trained(R"("framework": "Megatron-LM", "pp": 4, "schedule": ")" + std::string(named) + '"' + std::string(more)).parallelism;
  };
  using enum hr::pipeline_schedule;
  CHECK(trained(R"("framework": "Megatron-LM", "pp": 4)").parallelism.schedule == one_forward_one_backward);
  for (const std::string_view named : {"1F1B", "1f1b"}) {
    CHECK(laid_out(named).schedule == one_forward_one_backward);
    CHECK(laid_out(named).virtual_stages == 1);
  }
  for (const std::string_view named : {"Interleaved1F1B", "interleaved 1F1B", "1F1B-interleaved", "Interleaved"}) {
    CHECK(laid_out(named).schedule == one_forward_one_backward);
    CHECK(laid_out(named).virtual_stages == 2);
    CHECK(laid_out(named, R"(, "vp": 4)").virtual_stages == 4);
  }
  for (const std::string_view named : {"ZB-H1", "zero_bubble_h1", "Zero Bubble H1"}) CHECK(laid_out(named).schedule == zero_bubble_h1);
  for (const std::string_view named : {"ZB-H2", "zero_bubble_h2"}) CHECK(laid_out(named).schedule == zero_bubble_h2);
  for (const std::string_view named : {"DualPipe", "dual_pipe"}) CHECK(laid_out(named).schedule == dual_pipe);
  // What is not modelled, and what cannot be.
  for (const std::string_view named : {"GPipe", "DualPipeV", "ZBVZeroBubble", "InterleavedZeroBubble", "1F1B2", "Interleaved DualPipe"})
    CHECK_THROWS_AS(laid_out(named), validation::refusal);
}

TEST_CASE("A replica's micro-batches are said, or follow from the global batch, or fill the pipeline") {
  const auto micro_batches = [](std::string_view config) {
    return trained(R"("framework": "Megatron-LM", "pp": 2, )" + std::string(config)).micro_batches;
  };
  CHECK(micro_batches(R"("micro_batch_count": 5, "gbs": 64)") == 5);
  CHECK(micro_batches(R"("gbs": 64, "mbs": 2)") == 4);  // 64 / (8 replicas x 2)
  CHECK(micro_batches(R"("mbs": 2)") == 8);
}

// Without arch, a name that is known stands for the whole shape where the row's numbers are its own: BLOOM's norm after
// the embedding is in no number of the row.
TEST_CASE("A row's model is the published one that its numbers are of, or else what they describe") {
  const auto model = [](std::string_view config) { return validation::model_of(json::parse(config)); };
  CHECK(model(R"({"model": "bloom", "layers": 70, "hidden": 14336, "heads": 112, "vocab": 250880})").embedding_norm);
  const hr::transformer other =
      model(R"({"model": "bloom", "layers": 72, "hidden": 14336, "heads": 112, "vocab": 250880})");
  CHECK_FALSE(other.embedding_norm);
  CHECK(other.layer_count() == 72);
  CHECK(model(R"({"model": "gpt3-175b", "layers": 96, "hidden": 12288, "heads": 96, "vocab": 51200})").vocabulary ==
        51'200);
  CHECK(model(R"({"model": "megatron-530b", "seq": 2048})").layer_count() == 105);
  CHECK(model(R"({"layers": 2, "hidden": 64, "heads": 2, "vocab": 9, "seq": 128})").learned_positions == 128);
  CHECK(model(R"({"layers": 2, "hidden": 64, "heads": 2, "vocab": 9, "seq": 128, "positions": 0})").learned_positions ==
        0);
}

TEST_CASE("GPUs of a row are called as nvidia-smi prints them, too") {
  for (const auto& [name, is] :
       std::vector<std::pair<std::string, std::string>>{{"NVIDIA-H100-80GB-HBM3", "H100-SXM5-80GB"},
                                                        {"NVIDIA H100 80GB HBM3", "H100-SXM5-80GB"},
                                                        {"H100-80GB-SXM", "H100-SXM5-80GB"},
                                                        {"NVIDIA H100 PCIe", "H100-PCIe-80GB"},
                                                        {"NVIDIA A100-SXM4-80GB", "A100-SXM4-80GB"},
                                                        {"NVIDIA A100-SXM4-40GB", "A100-SXM4-40GB"},
                                                        {"NVIDIA A100 80GB PCIe", "A100-PCIe-80GB"},
                                                        {"nvidia_h200", "H200-SXM5-141GB"},
                                                        {"NVIDIA L40S", "L40S-48GB"}}) {
    const std::string& asked = name;
    CAPTURE(asked);
    CHECK(validation::gpu_named(asked).name == is);
  }
  CHECK_THROWS_AS(validation::gpu_named("NVIDIA GH200 480GB"), validation::refusal);
  CHECK_THROWS_AS(validation::gpu_named("NVIDIA "), validation::refusal);
}

TEST_CASE("GPUs of a row that divides its engine no further share every layer") {
  CHECK(served(R"("gpus": 8)").job.tensor_parallel == 8);
  CHECK(served(R"("gpus": 8, "dp": 2)").job.tensor_parallel == 1);
  CHECK(served(R"("gpus": 8, "tp": 4)").job.tensor_parallel == 4);
}

TEST_CASE("A metric's words say which part of an engine's memory it is") {
  using validation::engine_part;
  for (const auto& [metric, part] :
       std::vector<std::pair<std::string_view, engine_part>>{{"weights", engine_part::weights},
                                                             {"Model Memory", engine_part::weights},
                                                             {"torch_peak_increase", engine_part::activation},
                                                             {"peak-activation", engine_part::activation},
                                                             {"non_torch", engine_part::outside},
                                                             {"cuda_graph_memory", engine_part::graphs},
                                                             {"available_kv_cache_memory", engine_part::cache},
                                                             {"kv_tokens", engine_part::cache},
                                                             {"kv_memory_per_sequence", engine_part::cache},
                                                             {"kv_transfer_bandwidth", engine_part::none},
                                                             {"cache_hit_tokens", engine_part::none},
                                                             {"weights_loaded_per_s", engine_part::none},
                                                             {"model_loading_time", engine_part::none},
                                                             {"kv_copies_per_second", engine_part::none}}) {
    CAPTURE(metric);
    CHECK(validation::engine_part_of(metric) == part);
  }
}

// One run in two rows: its memory counts once. Another run of the same settings, or with another number of
// micro-batches, is a run of its own.
TEST_CASE("Memory in a row on throughput is judged where no row on memory has told it") {
  const json told = json::parse(R"({"id": "m", "family": "memory", "citation": "Megatron-LM", "confirmed": true,
    "config": {"model": "llama3-8b", "seq": 8192, "tp": 2, "gpus": 8, "framework": "Megatron-LM"},
    "measured": [{"metric": "peak_allocated_memory", "value": 50.0, "unit": "GiB/GPU"}]})");
  json again = told;
  again["family"] = "training_throughput";
  again["measured"].push_back({{"metric", "tokens_per_s_per_gpu"}, {"value", 5'000}, {"unit", "tokens/s/GPU"}});
  json longer = again;
  longer["config"]["micro_batch_count"] = 32;
  const auto figures = [](std::vector<json> rows) {
    std::vector<validation::read_row> all;
    for (json& each : rows) all.push_back({"", std::move(each)});
    std::string families;
    for (const judged& one : validation::judge(all).figures) {
      if (one.metric != "peak_allocated_memory") continue;
      CHECK(one.refused == "");
      families += std::string(one.family) + " ";
    }
    return families;
  };
  CHECK(figures({told}) == "training_memory ");
  CHECK(figures({again}) == "training_runs ");
  CHECK(figures({told, again}) == "training_memory ");
  CHECK(figures({again, told}) == "training_memory ");
  CHECK(figures({told, again, again}) == "training_memory training_runs ");
  CHECK(figures({told, longer}) == "training_memory training_runs ");
  json once_more = again;
  once_more["confirmed_in"] = "another line of the table";
  CHECK(figures({told, once_more}) == "training_memory training_runs ");
  again["measured"][0]["value"] = 50.1;
  CHECK(figures({told, again}) == "training_memory training_runs ");
}

TEST_CASE("Rows that are built in are those of the files they are from") {
  const validation::rows_read all = validation::built_in_rows();
  CHECK(all.error == "");
  validation::rows_read again = validation::rows_of(program::process_io(), HEADROOM_SOURCE_DIR "/tests/validation");
  REQUIRE(again.rows.size() == all.rows.size());
  for (std::size_t i = 0; i < all.rows.size(); ++i) CHECK(again.rows[i].row == all.rows[i].row);
}

}  // namespace validate_rows
