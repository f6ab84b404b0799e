// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <headroom/plan/launch.hpp>

#include <check.hpp>

namespace {

// Table 3 of The Llama 3 Herd of Models: 80 layers of 8,192, feed-forward networks of 28,672, 64 heads over 8 of keys and values.
constexpr hr::training_job launched{.model = hr::models::llama3_1_70b,
                                    .parallelism = {.tensor = 8, .pipeline = 4, .data = 16, .sequence = true, .virtual_stages = 4},
                                    .sequence = 8'192,
                                    .micro_batch = 2,
                                    .micro_batches = 32,
                                    .sharding = hr::sharding::optimizer,
                                    .recompute = hr::full_recomputation};

constexpr bool leaves_gap(const hr::launch_arguments& of, std::string_view name) {
  for (const hr::launch_gap& each : of.gaps())
    if (each.name == name) return true;
  return false;
}

}  // namespace

TEST_CASE("Megatron-LM is told the layout, the batch and the shape") {
  CHECK_CONSTEXPR(hr::megatron_launch(launched).number_of("tensor-model-parallel-size") == 8);
  constexpr auto told = hr::megatron_launch(launched, 1e12);
  struct told_number {
    std::string_view name{};
    hr::count number = 0;
  };
  for (const told_number& each : {told_number{"tensor-model-parallel-size", 8}, {"pipeline-model-parallel-size", 4}, {"num-virtual-stages-per-pipeline-rank", 4},
                                     {"micro-batch-size", 2}, {"global-batch-size", 2 * 32 * 16}, {"seq-length", 8'192}, {"train-samples", 122'070'313},
                                     {"num-layers", 80}, {"hidden-size", 8'192}, {"ffn-hidden-size", 28'672}, {"num-attention-heads", 64},
                                     {"num-query-groups", 8}, {"kv-channels", 128}, {"recompute-num-layers", 1}}) {
    CAPTURE(each.name);
    CHECK(told.number_of(each.name) == each.number);
  }
  for (const std::string_view name : {"sequence-parallel", "use-distributed-optimizer", "bf16", "swiglu", "untie-embeddings-and-output-weights"}) {
    CAPTURE(name);
    REQUIRE(told.find(name) != nullptr);
    CHECK(told.find(name)->is_switch());
  }
  CHECK(told.find("recompute-granularity")->text == "full");
  CHECK(told.find("context-parallel-size") == nullptr);
  CHECK(leaves_gap(told, "data-path"));
  CHECK(!leaves_gap(told, "train-samples"));
  CHECK(leaves_gap(hr::megatron_launch(launched), "train-samples"));
}

TEST_CASE("Megatron-LM has no argument for an activation with learned numbers, as xIELU has") {
  hr::training_job job = launched;
  CHECK(hr::megatron_launch(job).find("num-layers") != nullptr);
  job.model.layers[0].feed_forward.activation_numbers = 2;
  CHECK(hr::megatron_launch(job).find("num-layers") == nullptr);
}

// recompute_modules of Megatron-LM (megatron/core/transformer/transformer_config.py).
TEST_CASE("Megatron-LM is told the modules that it computes again, as far as it has names for them") {
  hr::training_job job = launched;
  job.recompute = {.kind = hr::recompute::selective, .parts = {.scores = false, .norms = true}};
  const auto norms = hr::megatron_launch(job);
  REQUIRE(norms.find("recompute-modules") != nullptr);
  CHECK_FALSE(norms.find("recompute-modules")->is_switch());
  CHECK(norms.find("recompute-modules")->words == std::array<std::string_view, 4>{"layernorm"});
  CHECK(norms.find("recompute-granularity")->text == "selective");
  CHECK(norms.find("recompute-num-layers") == nullptr);
  job.recompute.parts.activation = true;
  const auto dense = hr::megatron_launch(job);
  CHECK(dense.find("recompute-modules")->words == std::array<std::string_view, 4>{"layernorm"});
  CHECK(dense.gaps().size() == norms.gaps().size() + 1);
  job.recompute.parts = {.activation = true, .expert_activation = true, .expanded_latents = true};
  job.model = hr::models::deepseek_v3;
  CHECK(hr::megatron_launch(job).find("recompute-modules")->words == std::array<std::string_view, 4>{"core_attn", "moe_act", "mla_up_proj"});
  // Of a model with experts in each layer no other network has an activation.
  job.model = hr::models::mixtral_8x7b;
  job.recompute.parts = {.activation = true, .expert_activation = true};
  const auto routed = hr::megatron_launch(job);
  job.recompute.parts.activation = false;
  CHECK(routed.gaps().size() == hr::megatron_launch(job).gaps().size());
}

TEST_CASE("What Megatron-LM cannot be told is left open") {
  hr::training_job job = launched;
  job.parallelism.virtual_stages = 1;
  job.parallelism.pipeline = 3;
  CHECK(leaves_gap(hr::megatron_launch(job), "pipeline-model-parallel-layout"));
  job.parallelism.pipeline = 4;
  job.parallelism.schedule = hr::pipeline_schedule::zero_bubble_h1;
  const auto scheduled = hr::megatron_launch(job);
  CHECK(scheduled.gaps().size() == hr::megatron_launch(launched).gaps().size() + 1);
  job.model.layers[0].attention.window = 4'096;
  const auto other = hr::megatron_launch(job);
  CHECK(other.find("num-layers") == nullptr);
  CHECK(leaves_gap(other, ""));
}

TEST_CASE("vLLM has sequences of each data-parallel rank, and SGLang tensor-parallel ranks of all of them") {
  constexpr hr::serving_job job{.model = hr::models::llama3_1_70b,
                                .weights = hr::fp8,
                                .kv_cache = hr::fp8,
                                .tensor_parallel = 4,
                                .data_parallel = 2,
                                .concurrent_sequences = 65,
                                .context = 8'192};
  constexpr auto vllm = hr::vllm_launch(job, false);
  CHECK_CONSTEXPR(hr::vllm_launch(job, false).number_of("tensor-parallel-size") == 4);
  CHECK(vllm.number_of("data-parallel-size") == 2);
  CHECK(vllm.number_of("max-num-seqs") == 33);
  CHECK(vllm.number_of("max-model-len") == 8'192);
  CHECK(vllm.find("gpu-memory-utilization")->share == 0.9);
  CHECK(vllm.find("quantization")->text == "fp8");
  CHECK(vllm.find("kv-cache-dtype")->text == "fp8");
  CHECK(vllm.gaps().empty());
  CHECK(hr::vllm_launch(job, true).find("quantization") == nullptr);
  constexpr auto sglang = hr::sglang_launch(job, false);
  CHECK_CONSTEXPR(hr::sglang_launch(job, false).number_of("tp-size") == 8);
  CHECK(sglang.number_of("dp-size") == 2);
  CHECK(sglang.find("enable-dp-attention") != nullptr);
  CHECK(sglang.number_of("max-running-requests") == 65);
  // More than are wanted where the engine may run them, of each rank; or as many as it does by itself.
  hr::serving_job wider = job;
  wider.engine.most_sequences = 256;
  CHECK(hr::vllm_launch(wider, false).number_of("max-num-seqs") == 256);
  CHECK(hr::sglang_launch(wider, false).number_of("max-running-requests") == 512);
  CHECK(hr::vllm_launch(wider, false, false).find("max-num-seqs") == nullptr);
  CHECK(hr::sglang_launch(wider, false, false).find("max-running-requests") == nullptr);
}

// docs/features/lora.md of vLLM, docs/advanced_features/lora.ipynb of SGLang.
TEST_CASE("An engine is told of adapters, of one, too, and of nothing that it does not hold") {
  hr::serving_job job{.model = hr::models::llama3_1_8b, .context = 4'096};
  for (const std::string_view name : {"enable-lora", "max-loras", "max-lora-rank", "max-loras-per-batch", "pipeline-parallel-size", "pp-size",
                                      "data-parallel-size", "dp-size", "enable-dp-attention", "enable-expert-parallel", "ep-size", "kv-cache-dtype"}) {
    CAPTURE(name);
    CHECK(hr::vllm_launch(job, true).find(name) == nullptr);
    CHECK(hr::sglang_launch(job, true).find(name) == nullptr);
  }
  CHECK(hr::vllm_launch(job, true).gaps().empty());
  for (const hr::count adapters : {1, 2}) {
    job.adapters = adapters;
    job.adapter_rank = 64;
    CHECK(hr::vllm_launch(job, true).find("enable-lora") != nullptr);
    CHECK(hr::vllm_launch(job, true).number_of("max-loras") == adapters);
    CHECK(hr::vllm_launch(job, true).number_of("max-lora-rank") == 64);
    CHECK(hr::sglang_launch(job, true).number_of("max-loras-per-batch") == adapters);
  }
}

TEST_CASE("Stages and whole experts are told to an engine, and what has no option is left open") {
  hr::serving_job job{.model = hr::models::mixtral_8x7b, .tensor_parallel = 4, .pipeline_parallel = 2, .data_parallel = 2, .expert_parallel = true, .context = 4'096};
  CHECK(hr::vllm_launch(job, true).number_of("pipeline-parallel-size") == 2);
  CHECK(hr::vllm_launch(job, true).find("enable-expert-parallel") != nullptr);
  CHECK(hr::sglang_launch(job, true).number_of("pp-size") == 2);
  CHECK(hr::sglang_launch(job, true).number_of("ep-size") == 8);
  job.sequences_on_host = 1;
  CHECK(hr::vllm_launch(job, true).gaps().size() == 1);
  job.sequences_on_host = 0;
  job.sequences_on_nvme = 1;
  CHECK(hr::vllm_launch(job, true).gaps().size() == 1);
  job.with_predicting = true;
  CHECK(hr::vllm_launch(job, true).gaps().size() == 2);
}

// Names: docs/features/disagg_prefill.md of vLLM, docs/advanced_features/pd_disaggregation.md of SGLang.
TEST_CASE("A worker of pools is told its phase, and what moves caches is left open") {
  hr::serving_job job{.model = hr::models::llama3_1_8b, .context = 4'096};
  const auto leaves_open = [](const hr::launch_arguments& of, std::string_view name) {
    return std::ranges::any_of(of.gaps(), [&](const hr::launch_gap& each) { return each.name == name; });
  };
  CHECK_FALSE(leaves_open(hr::vllm_launch(job, true), "kv-transfer-config"));
  CHECK(hr::sglang_launch(job, true).find("disaggregation-mode") == nullptr);
  for (const auto& [phase, word] : {std::pair{hr::serving_phase::prefill, "prefill"}, {hr::serving_phase::decode, "decode"}}) {
    job.phase = phase;
    CHECK(leaves_open(hr::vllm_launch(job, true), "kv-transfer-config"));
    const hr::launch_arguments sglang = hr::sglang_launch(job, true);
    REQUIRE(sglang.find("disaggregation-mode") != nullptr);
    CHECK(sglang.find("disaggregation-mode")->text == word);
    CHECK(leaves_open(sglang, "disaggregation-transfer-backend"));
  }
}
