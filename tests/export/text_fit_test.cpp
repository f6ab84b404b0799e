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

TEST_CASE("What is held beside a model and its sequences is told, and what is not held is not") {
  hr::serving_job job{.model = hr::models::llama3_1_70b, .concurrent_sequences = 1, .context = 8'192};
  const std::string alone = hr::text_of(job);
  const auto beside = [&] {
    const std::string with = hr::text_of(job), before = "1 sequence of 8,192 tokens";
    const std::size_t begin = alone.find(before) + before.size(), behind = alone.size() - begin;
    CHECK(with.substr(0, begin) == alone.substr(0, begin));
    CHECK(with.substr(with.size() - behind) == alone.substr(begin));
    return with.substr(begin, with.size() - behind - begin);
  };
  CHECK(beside() == "");
  job.adapters = 1;
  job.adapter_rank = 32;
  CHECK(beside() == "; 1 LoRA adapter of rank 32");
  job.adapters = 64;
  job.draft = &hr::models::llama3_1_8b;
  CHECK(beside() == "; 64 LoRA adapters of rank 32; draft model " + std::string(hr::models::llama3_1_8b.name));
  job.adapters = 0;
  job.draft = nullptr;
  job.sequences_on_host = 1;
  job.sequences_on_nvme = 1'000;
  job.with_predicting = true;
  CHECK(beside() == "; KV cache of 1 more offloaded to the host's memory; KV cache of 1,000 more offloaded to NVMe; modules that predict further tokens");
}

TEST_CASE("Ends that count as layers are told where there are stages") {
  const auto told = [](bool embedding, bool head, hr::count stages) {
    return hr::text_of(hr::training_job{.model = hr::models::llama3_1_8b,
                                        .parallelism = {.pipeline = stages, .embedding_as_layer = embedding, .head_as_layer = head},
                                        .sequence = 4'096});
  };
  CHECK(told(true, true, 2).find("; PP 2, embedding and head as layers: 2 GPUs;") != std::string::npos);
  CHECK(told(true, false, 2).find("; PP 2, embedding as a layer: 2 GPUs;") != std::string::npos);
  CHECK(told(false, true, 2).find("; PP 2, head as a layer: 2 GPUs;") != std::string::npos);
  CHECK(told(false, false, 2).find("; PP 2: 2 GPUs;") != std::string::npos);
  CHECK(told(true, true, 1).find("; TP 1: 1 GPU;") != std::string::npos);
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
  // Each figure of an optimizer is its own.
  for (const auto change : {+[](hr::optimizer& o) { o.first = hr::fp8; }, +[](hr::optimizer& o) { o.second = hr::fp8; }, +[](hr::optimizer& o) { o.master = false; },
                            +[](hr::optimizer& o) { o.moments = 1; }, +[](hr::optimizer& o) { o.block = 64; }}) {
    hr::training_job changed = run;
    change(changed.optimizer);
    CHECK(hr::text_of(changed).find(", adam;") == std::string::npos);
  }
  // What is computed again, since jobs that differ in it alone hold and take something else.
  const auto ends_with = [&](const hr::recomputation& again, std::string_view end) {
    run.recompute = again;
    return hr::text_of(run).ends_with(end);
  };
  CHECK(ends_with({.kind = hr::recompute::selective, .parts = {.scores = false, .norms = true, .activation = true}}, "; recompute selective (norms, activation)."));
  CHECK(ends_with({.kind = hr::recompute::full, .layers = 12}, "; recompute full in 12 layers of a stage."));
  CHECK(ends_with({.kind = hr::recompute::full, .group = 4}, "; recompute full, one input kept of 4 layers."));
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

TEST_CASE("What experts drop and are padded to is told") {
  hr::training_job run{.model = hr::models::mixtral_8x7b, .sequence = 4'096, .expert_imbalance = 2};
  const auto ends_with = [&](std::string_view end) { return hr::text_of(run).ends_with(end); };
  CHECK(ends_with("; recompute none."));
  run.expert_capacity = 1.25;
  CHECK(ends_with("; recompute none; experts of at most 1.25 times their mean of tokens, and those beyond dropped."));
  run.pads_to_capacity = true;
  CHECK(ends_with("; recompute none; experts padded to 1.25 times their mean of tokens, and those beyond dropped."));
}

TEST_CASE("Virtual stages are told where there are several") {
  hr::training_job run{.model = hr::models::llama3_1_8b, .parallelism = {.pipeline = 4, .virtual_stages = 8}, .sequence = 4'096, .micro_batches = 4};
  CHECK(hr::text_of(run).find("; PP 4, 8 virtual stages: 4 GPUs;") != std::string::npos);
  run.parallelism.virtual_stages = 1;
  CHECK(hr::text_of(run).find("; PP 4: 4 GPUs;") != std::string::npos);
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
  const hr::rank_use least{.parts = {{"a", "a byte", hr::bytes(1)}, {.key = "b", .title = "buffers", .standing = hr::part_standing::unmeasured}}, .needed = hr::gibibytes(1.23456)};
  CHECK(hr::text_of(least) == "1.235 GiB of a GPU: a byte 1 B, buffers not measured by itself");
}

TEST_CASE("A serving job is told with each of its choices") {
  hr::serving_job job{.model = hr::models::llama3_1_8b, .tensor_parallel = 2, .pipeline_parallel = 3, .data_parallel = 4, .expert_parallel = true, .concurrent_sequences = 64, .context = 1'024, .shared_prefix = 0.12345, .replicas = 2};
  job.model.vision = 1;
  job.phase = hr::serving_phase::prefill;
  CHECK(hr::text_of(job) == "Served by vLLM: weights bf16, multiplied in bf16; KV cache bf16; 64 sequences of 1,024 tokens; vision tower of 1 weights, 12.3 % shared; prefill only; "
                            "TP 2 x PP 3 x DP 4, EP 8: 24 GPUs a replica, 2 replicas.");
  job = {.model = hr::models::llama3_1_8b, .tensor_parallel = 2, .expert_parallel = true, .context = 1'024, .phase = hr::serving_phase::decode, .sequences_on_nvme = 1};
  CHECK(hr::text_of(job) == "Served by vLLM: weights bf16, multiplied in bf16; KV cache bf16; 1 sequence of 1,024 tokens; KV cache of 1 more offloaded to NVMe; decode only; TP 2, EP 2: 2 GPUs a replica.");
}

TEST_CASE("Formats that differ in one thing from all that have a name are of their own") {
  hr::serving_job job{.model = hr::models::llama3_1_8b, .weights = hr::fp8, .context = 1'024};
  hr::weight_formats& held = job.weights.held;
  for (const auto part : {&hr::weight_formats::attention, &hr::weight_formats::feed_forward, &hr::weight_formats::experts}) {
    const hr::weight_format before = held.*part;
    held.*part = {.format = hr::int8};
    CHECK(hr::text_of(job).find("weights in formats of their own,") != std::string::npos);
    held.*part = before;
  }
  CHECK(hr::text_of(job).find("weights fp8,") != std::string::npos);
  hr::training_job run{.model = hr::models::llama3_1_8b, .sequence = 4'096};
  for (const auto change : {+[](hr::training_formats& f) { f.weights = hr::fp8; }, +[](hr::training_formats& f) { f.gradients = hr::fp8; }, +[](hr::training_formats& f) { f.products.format = hr::fp16; },
                            +[](hr::training_formats& f) { f.product_copies = 1; }, +[](hr::training_formats& f) { f.products_primary = true; }, +[](hr::training_formats& f) { f.products_saved = true; },
                            +[](hr::training_formats& f) { f.activation_saved = true; }, +[](hr::training_formats& f) { f.weights = f.gradients = hr::fp16; f.short_gradients = true; }}) {
    hr::training_job changed = run;
    change(changed.formats);
    CHECK(hr::text_of(changed).find("formats of its own, adam") != std::string::npos);
  }
  for (const auto change : {+[](hr::optimizer& o) { o.master_format = hr::bf16; }, +[](hr::optimizer& o) { o.gradient_copy = true; }}) {
    hr::training_job changed = run;
    change(changed.optimizer);
    CHECK(hr::text_of(changed).find("bf16_training, an optimizer of its own;") != std::string::npos);
  }
}

TEST_CASE("A training job is told with each of its choices") {
  hr::training_job run{.model = hr::models::llama3_1_8b, .parallelism = {.context = 3, .expert = 2}, .sequence = 4'096, .recompute = {.kind = hr::recompute::full, .layers = 1, .group = 2}, .adapters = {.rank = 1}};
  CHECK(hr::text_of(run) == "Trained with Megatron-LM: bf16_training, adam; sequences of 4,096 tokens, micro-batch 1 x 1, global batch 1; CP 3, EP 2: 3 GPUs; "
                            "recompute full in 1 layer of a stage, one input kept of 2 layers; adapters of rank 1.");
  const auto told = [&](const hr::training_formats& formats, std::string_view called) {
    run.formats = formats;
    return hr::job_text(run, {.formats = called, .optimizer = "adam", .sharding = "none", .recompute = "none"}, false).substr(std::string_view("Trained with Megatron-LM: ").size());
  };
  hr::training_formats formats = hr::fp8_training;
  formats.product_copies = 0;
  formats.activation_saved = true;
  CHECK(told(formats, "fp8_training").starts_with("fp8_training, 0 copies of a weight in it, inputs of activations kept in it, adam;"));
  CHECK(told(hr::fp8_training, "fp8_primary_weights").starts_with("fp8_primary_weights, gradients in fp32, weights beside those in the products' format, adam;"));
}
