// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/text.hpp>
#include <headroom/export/text_fit.hpp>

#include <check.hpp>
#include <headroom/model/models.hpp>
#include <sstream>

TEST_CASE("A serving job is streamed as the sentence of the program") {
  std::ostringstream to;
  to << hr::serving_job{.model = hr::models::llama3_1_8b, .weights = hr::fp8, .tensor_parallel = 2, .concurrent_sequences = 64,
                        .context = 8'192, .replicas = 3};
  CHECK(to.str() == "Served by vLLM: weights fp8, multiplied in fp8; KV cache bf16; 64 sequences of 8,192 tokens; TP 2: 2 GPUs a "
                    "replica, 3 replicas.");
}

TEST_CASE("A training job names its formats and its optimizer where they have a name") {
  hr::training_job run{.model = hr::models::llama3_1_8b,
                       .parallelism = {.tensor = 8, .pipeline = 2, .data = 4, .sequence = true},
                       .sequence = 4'096,
                       .micro_batches = 8,
                       .formats = hr::fp8_training,
                       .sharding = hr::sharding::optimizer};
  CHECK(hr::text_of(run) == "Trained with Megatron-LM: fp8_training, adam; sequences of 4,096 tokens, micro-batch 1 x 8, global batch "
                            "32; TP 8 x PP 2 x DP 4, sequence parallel: 64 GPUs; sharding optimizer; recompute none.");
  run.formats.gradients = hr::fp16;
  CHECK(hr::text_of(run).find("formats of its own, adam") != std::string::npos);
}

TEST_CASE("What a job says otherwise than the formats that it is called after is told behind their name") {
  hr::training_job run{.model = hr::models::llama3_1_8b, .sequence = 4'096, .formats = hr::fp8_training};
  run.formats.gradients = hr::bf16;
  run.formats.products_primary = true;
  run.formats.product_copies = 1;
  const std::string line = hr::job_text(run, {.formats = "fp8_training", .optimizer = "adam", .sharding = "none", .recompute = "none"});
  CHECK(line.find(": fp8_training, gradients in bf16, weights in the products' format alone, one copy of a weight in it, adam;") !=
        std::string::npos);
}

TEST_CASE("Experts of another format, and experts whole on ranks, are told") {
  hr::serving_job chat{.model = hr::models::gpt_oss_120b, .tensor_parallel = 4, .expert_parallel = true, .context = 1'024};
  chat.weights.held = hr::experts_in(hr::mxfp4);
  CHECK(hr::split_text(chat) == "TP 4, EP 4");
  CHECK(hr::text_of(chat).find("weights mxfp4 experts, multiplied in bf16") != std::string::npos);
}

TEST_CASE("What a GPU holds is its parts that are more than nothing") {
  const hr::rank_use use{.parts = {{"weights", "weights", hr::gibibytes(60)}, {"graphs", "CUDA graphs", {}}, {"kv_cache", "KV cache", hr::gibibytes(12)}},
                         .needed = hr::gibibytes(72)};
  CHECK(hr::text_of(use) == "72 GiB of a GPU: weights 60 GiB, KV cache 12 GiB");
}
