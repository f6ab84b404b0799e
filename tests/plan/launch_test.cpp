// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <algorithm>
#include <array>
#include <string>
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

// A command line as it is typed, and beneath it what is left open.
std::string typed(const hr::launch_arguments& of) {
  std::string made;
  for (const hr::launch_argument& each : of.all()) {
    const std::string_view text = of.text_of(each);
    made.append(made.empty() ? "--" : " --").append(each.name).append(text.empty() ? "" : " ").append(text);
    if (each.share > 0) made.append(" ").append(std::to_string(each.share));
    if (each.number >= 0) made.append(" ").append(std::to_string(each.number));
    for (const std::string_view word : each.words) made.append(word.empty() ? "" : " ").append(word);
  }
  for (const hr::launch_gap& each : of.gaps()) made.append("\n").append(each.name).append(": ").append(each.what);
  return made;
}

// A decoder with numbers that are all different.
constexpr hr::transformer of_primes{.vocabulary = 211,
                                    .hidden = 101,
                                    .layers = {{{.how_many = 13, .attention = {.heads = 6, .kv_heads = 3, .head_size = 17}, .feed_forward = {.width = 83}}}}};

constexpr std::string_view of_each_run =
    "\n: the optimizer and the formats of its state, where they are not those of Megatron-LM unless told"
    "\ndata-path: the data, tokenised"
    "\ntokenizer-model: the tokenizer (with --tokenizer-type)"
    "\nlr: the learning rate (and its schedule)"
    "\nsave: the folder of checkpoints (and --save-interval)";

}  // namespace

TEST_CASE("An argument is a switch where it has no text, no share, no number and no words") {
  hr::launch_argument told{.name = "bf16"};
  CHECK(told.is_switch());
  CHECK_FALSE(hr::launch_argument{.name = "dtype", .text = "auto"}.is_switch());
  CHECK_FALSE(hr::launch_argument{.name = "share", .share = 0.5}.is_switch());
  CHECK_FALSE(hr::launch_argument{.name = "shards", .number = 0}.is_switch());
  CHECK_FALSE(hr::launch_argument{.name = "modules", .words = {"mlp"}}.is_switch());
  CHECK(hr::launch_arguments{}.all().empty());
  hr::launch_arguments both;
  both.add(told);
  CHECK(both.number_of("bf16") == -1);
  CHECK(both.number_of("fp16") == -1);
}

TEST_CASE("A training run of each choice is told whole") {
  hr::training_job job{.model = of_primes,
                       .parallelism = {.tensor = 3, .pipeline = 5, .data = 7, .context = 2, .expert = 2, .expert_tensor = 1, .sequence = true, .virtual_stages = 2, .first_stage_layers = 1, .last_stage_layers = 1, .embedding_as_layer = true, .head_as_layer = true},
                       .sequence = 1'024,
                       .micro_batch = 4,
                       .micro_batches = 9,
                       .sharding = hr::sharding::weights,
                       .shards = 1,
                       .recompute = {.kind = hr::recompute::full, .layers = 2},  // one of each of two virtual stages
                       .scores_materialised = true,
                       .adapters = {.rank = 1},
                       .offload = {.activations = 0.25}};
  job.model.layers[0].attention.query_key_value_bias = true;
  job.model.layers[0].attention.norm = hr::query_key_norm::per_head;
  job.model.predicts.modules = 1;
  // 4 x 9 x 7 sequences a step; 11 layers of 3 stages are 4, 4 and 3, in two parts 2 and 2, 2 and 2, 2 and 1.
  const std::string all =
      "--tensor-model-parallel-size 3 --pipeline-model-parallel-size 5 --context-parallel-size 2 --expert-model-parallel-size 2 "
      "--expert-tensor-parallel-size 1 --sequence-parallel --pipeline-model-parallel-layout Et|(tt|)*3t||(tt|)*2t|mL --micro-batch-size 4 --global-batch-size 252 --seq-length 1024 --max-position-embeddings 1024 "
      "--train-samples 2 --bf16 --use-megatron-fsdp --data-parallel-sharding-strategy optim_grads_params --overlap-grad-reduce --overlap-param-gather --tp-comm-overlap "
      "--recompute-granularity full "
      "--recompute-method block --recompute-num-layers 1 --attention-backend unfused --hidden-dropout 0 --attention-dropout 0 --cross-entropy-loss-fusion --num-layers 13 --hidden-size 101 --ffn-hidden-size 83 "
      "--num-attention-heads 6 --group-query-attention --num-query-groups 3 --kv-channels 17 --normalization RMSNorm "
      "--position-embedding-type rope --disable-bias-linear --add-qkv-bias --qk-layernorm --swiglu "
      "--untie-embeddings-and-output-weights --moe-token-dispatcher-type alltoall --mtp-num-layers 1"
      "\n: over how many replicas state is shared out, which is not over all"
      "\n: the adapters, which are trained in place of the weights, and pretrain_gpt.py of Megatron-LM has no argument for"
      "\n: what waits in the memory of the host"
      "\n: the activation, where the gate is none of SiLU (--swiglu)"
      "\nrotary-base: the base of the rotary positions";
  CHECK(typed(hr::megatron_launch(job, 1'025)) == all + std::string(of_each_run));
}

TEST_CASE("A capacity of experts is told, and that they are padded to it") {
  hr::training_job job{.model = hr::models::mixtral_8x7b, .sequence = 1'024};
  const auto tells = [&](std::string_view words) { return typed(hr::megatron_launch(job)).find(words) != std::string::npos; };
  CHECK_FALSE(tells("capacity"));
  CHECK_FALSE(tells("--moe-token-dispatcher-type"));  // of one rank
  job.parallelism.expert = 2;
  CHECK(tells("--moe-token-dispatcher-type alltoall"));
  job.parallelism.expert = 1;
  job.expert_capacity = 1.25;
  CHECK(hr::megatron_launch(job).find("moe-expert-capacity-factor")->share == 1.25);
  CHECK(tells("--moe-token-dispatcher-type alltoall"));  // "moe_expert_capacity_factor only works with alltoall token dispatcher"
  CHECK_FALSE(tells("--moe-pad-expert-input-to-capacity"));
  job.pads_to_capacity = true;
  CHECK(tells(" --moe-pad-expert-input-to-capacity"));
}

// --recompute-modules takes core_attn, moe_act, layernorm, mla_up_proj, mlp, moe and shared_experts; arguments.py has no schedule beside 1F1B.
TEST_CASE("What no argument says is told apart from what a user fills in") {
  hr::training_job job{.model = hr::models::llama3_1_8b, .parallelism = {.pipeline = 2}, .sequence = 8, .micro_batches = 4};
  const auto untold = [&] {
    const hr::launch_arguments of = hr::megatron_launch(job);
    return std::ranges::count_if(of.gaps(), &hr::launch_gap::is_untold);
  };
  CHECK(untold() == 0);
  job.recompute = {.kind = hr::recompute::selective, .parts = {.scores = false, .norms = true}};
  CHECK(untold() == 0);
  job.recompute.parts.activation = true;
  CHECK(untold() == 1);
  job.parallelism.schedule = hr::pipeline_schedule::zero_bubble_h1;
  CHECK(untold() == 2);
  job.recompute = {.kind = hr::recompute::alternate_products};
  CHECK(untold() == 2);
  job.recompute = hr::full_recomputation;
  CHECK(untold() == 1);
}

// megatron/training/arguments.py: all three are off unless they are given; the gather of weights needs state that is shared out, the overlap of tensor
// parallelism that of sequences.
TEST_CASE("Exchanges that a plan counts beside computation are told where there are any") {
  hr::training_job job{.model = of_primes, .parallelism = {.tensor = 2, .data = 1, .sequence = true}, .sequence = 8, .sharding = hr::sharding::optimizer};
  const auto told = [&] {
    const std::string all = typed(hr::megatron_launch(job));
    std::string found;
    for (const std::string_view each : {"overlap-grad-reduce", "overlap-param-gather", "tp-comm-overlap"})
      if (all.find("--" + std::string(each)) != std::string::npos) found += each.front();
    return found;
  };
  CHECK(told() == "t");
  job.parallelism.data = 2;
  CHECK(told() == "oot");
  job.sharding = hr::sharding::none;
  CHECK(told() == "ot");
  job.parallelism.sequence = false;
  CHECK(told() == "o");
  job.parallelism = {.tensor = 1, .context = 2, .sequence = true};
  CHECK(told() == "o");
}

TEST_CASE("How context ranks exchange is told where it is by all-to-all, and there are several") {
  hr::training_job job{.model = of_primes, .parallelism = {.context = 2}, .sequence = 8};
  const auto told = [&] { return typed(hr::megatron_launch(job)).find(" --cp-comm-type a2a ") != std::string::npos; };
  CHECK_FALSE(told());
  job.parallelism.context_exchange = hr::context_exchange::all_to_all;
  CHECK(told());
  job.parallelism.context = 1;
  CHECK_FALSE(told());
}

TEST_CASE("A training run without any choice is told no more than it has") {
  hr::training_job job{.model = hr::models::mixtral_8x7b, .sequence = 1, .formats = hr::fp16_training, .recompute = {.group = 3}};
  job.formats.products.format = hr::fp16;
  job.model.tied = true;
  job.model.layers[0].how_many = 1;
  job.model.layers[0].attention.kv_heads = 32;
  job.model.layers[0].experts.gated = false;
  job.with_predicting = false;
  job.model.predicts.modules = 1;
  const std::string begin =
      "--tensor-model-parallel-size 1 --pipeline-model-parallel-size 1 --micro-batch-size 1 --global-batch-size 1 --seq-length 1 "
      "--max-position-embeddings 1 --fp16 --attention-backend flash --hidden-dropout 0 --attention-dropout 0 --cross-entropy-loss-fusion --num-layers 1 --hidden-size 4096 --ffn-hidden-size 14336 "
      "--num-attention-heads 32 --kv-channels 128 --normalization RMSNorm --position-embedding-type rope --disable-bias-linear ";
  const std::string end =
      "\n: how the router scores and balances experts"
      "\n: the activation, where the gate is none of SiLU (--swiglu)"
      "\nrotary-base: the base of the rotary positions" +
      std::string(of_each_run);
  CHECK(typed(hr::megatron_launch(job)) ==
        begin + "--num-experts 8 --moe-router-topk 2 --moe-ffn-hidden-size 14336 --moe-grouped-gemm\ntrain-samples: sequences to train on" + end);
  job.model.layers[0].experts.gated = true;
  job.model.layers[0].experts.shared_width = 1;
  CHECK(typed(hr::megatron_launch(job)) == begin + "--swiglu --num-experts 8 --moe-router-topk 2 --moe-ffn-hidden-size 14336 --moe-grouped-gemm "
                                                   "--moe-shared-expert-intermediate-size 1\ntrain-samples: sequences to train on" + end);
  job.model.layers[0].experts.shared_width = 0;
  job.model.layers[0].experts.groups = 4;
  job.model.layers[0].experts.groups_per_token = 2;
  CHECK(typed(hr::megatron_launch(job)) == begin + "--swiglu --num-experts 8 --moe-router-topk 2 --moe-router-num-groups 4 --moe-router-group-topk 2 "
                                                   "--moe-ffn-hidden-size 14336 --moe-grouped-gemm\ntrain-samples: sequences to train on" + end);
}

TEST_CASE("Training is of whole sequences, from one to less than 2^40") {
  hr::training_job job{.model = of_primes, .sequence = 8};
  const auto samples = [&](double tokens) { return hr::megatron_launch(job, tokens).number_of("train-samples"); };
  CHECK(samples(7.5) == -1);
  CHECK(samples(8) == 1);
  CHECK(samples(9) == 2);
  CHECK(samples(16) == 2);
  CHECK(samples(8 * 0x1p40) == -1);
  CHECK(samples(8 * (0x1p40 - 1)) == hr::max_count - 1);
  job.sequence = 1;
  CHECK(samples(1) == 1);
  job.sequence = 0;
  CHECK(samples(8) == -1);
  CHECK_CONSTEXPR(hr::megatron_launch({.model = of_primes}).number_of("train-samples") == -1);
}

TEST_CASE("How layers are shared out over stages is told where there are several") {
  hr::training_job job{.model = of_primes, .parallelism = {.pipeline = 1, .virtual_stages = 1, .schedule = hr::pipeline_schedule::zero_bubble_h1, .embedding_as_layer = true}, .sequence = 8};
  const auto told = [&](std::string_view words) { return typed(hr::megatron_launch(job)).find(words) != std::string::npos; };
  for (const hr::count stages : {1, 2}) {
    job.parallelism.pipeline = stages;
    CHECK(told("--account-for-embedding-in-pipeline-split") == (stages == 2));
    CHECK(told("\n: the pipeline schedule, which Megatron-LM has no argument for") == (stages == 2));
    CHECK_FALSE(told("pipeline-num-layers"));
    CHECK_FALSE(told("pipeline-model-parallel-layout"));  // 13 layers and the embedding are 7 a stage
  }
  // Of 13 layers 2, 3, 3, 3 and 2; or 3 and 10, each in parts; and where they are not equal none of these arguments goes with the layout that says them.
  constexpr std::array<std::string_view, 5> shared_out{"--num-virtual-stages-per-pipeline-rank", "--account-for-embedding-in-pipeline-split",
                                                       "--account-for-loss-in-pipeline-split", "--decoder-first-pipeline-num-layers", "--decoder-last-pipeline-num-layers"};
  const auto stages_of = [&](const hr::parallelism& p) {
    job.parallelism = p;
    const hr::launch_arguments told_of = hr::megatron_launch(job);
    const std::string all = typed(told_of);
    std::string found;
    for (const std::string_view each : shared_out) found += all.find(each) == std::string::npos ? '.' : 'x';
    if (const hr::launch_argument* each = told_of.find("pipeline-model-parallel-layout"); each != nullptr) found.append(" ").append(told_of.text_of(*each));
    if (leaves_gap(told_of, "pipeline-model-parallel-layout")) found += " gap";
    return found;
  };
  CHECK(stages_of({.pipeline = 5, .first_stage_layers = 2, .last_stage_layers = 2}) == "...xx");
  CHECK(stages_of({.pipeline = 5, .first_stage_layers = 2, .last_stage_layers = 2, .embedding_as_layer = true, .head_as_layer = true}) == ".xxxx");
  CHECK(stages_of({.pipeline = 4}) == "..... Etttt|(ttt|)*2tttL");
  CHECK(stages_of({.pipeline = 4, .first_stage_layers = 3, .last_stage_layers = 1}) == "..... Ettt|ttttt|tttt|tL");
  CHECK(stages_of({.pipeline = 4, .first_stage_layers = 3, .embedding_as_layer = true}) == "..... Ettt|tttt|ttt|tttL");
  CHECK(stages_of({.pipeline = 2, .virtual_stages = 3, .first_stage_layers = 3, .head_as_layer = true}) == "..... Et|tttt|t|ttt|t|tttL");  // eleven, with the head
  CHECK(stages_of({.pipeline = 4, .virtual_stages = 3, .first_stage_layers = 3, .last_stage_layers = 4}) == "..... Et|(t|)*2tt|(t|)*7tL");
  CHECK(stages_of({.pipeline = 3, .virtual_stages = 2, .first_stage_layers = 3, .last_stage_layers = 4}) == "..... Ett|ttt|tt|t|ttt|ttL");
  CHECK(stages_of({.pipeline = 3, .virtual_stages = 3, .first_stage_layers = 3, .last_stage_layers = 3, .head_as_layer = true}) == "..... Et|ttt|(t|)*2tt|(t|)*2tt|tL");
  CHECK(stages_of({.pipeline = 3, .virtual_stages = 2, .first_stage_layers = 3, .last_stage_layers = 2}) == "..... Ett|tttt|(t|)*2tttt|tL");  // three in two parts
  CHECK(stages_of({.pipeline = 2, .virtual_stages = 7, .embedding_as_layer = true}) == "xx...");
  // Modules that predict are in the last stage, where they are trained; layers of a state space have no letter.
  job.model.predicts.modules = 2;
  CHECK(stages_of({.pipeline = 4}) == "..... Etttt|(ttt|)*2tttmmL");
  job.with_predicting = false;
  CHECK(stages_of({.pipeline = 4}) == "..... Etttt|(ttt|)*2tttL");
  job.model.layers[0].state_space.heads = 4;
  CHECK(stages_of({.pipeline = 4}) == "..... gap");
  CHECK(typed(hr::megatron_launch(job)).find("pipeline-model-parallel-layout: the layers of each stage, which hold not all equally many") != std::string::npos);
  CHECK(stages_of({.pipeline = 4, .virtual_stages = 2}) == "..... gap");
  CHECK(typed(hr::megatron_launch(job)).find("pipeline-model-parallel-layout: the layers of each virtual stage, which hold not all equally many") != std::string::npos);
}

TEST_CASE("What Megatron-LM is told of recomputation, of formats and of what waits elsewhere goes by each choice") {
  hr::training_job job{.model = of_primes, .sequence = 8};
  const auto text_of = [&](std::string_view name) {
    const hr::launch_arguments told = hr::megatron_launch(job);
    const hr::launch_argument* found = told.find(name);
    return found == nullptr ? std::string("none") : std::string(found->text);
  };
  const auto number_of = [&](std::string_view name) { return hr::megatron_launch(job).number_of(name); };
  const auto leaves_open = [&](std::string_view what) { return typed(hr::megatron_launch(job)).find(what) != std::string::npos; };
  CHECK(text_of("recompute-granularity") == "none");
  CHECK(text_of("recompute-num-layers") == "none");
  job.recompute = {.kind = hr::recompute::full, .group = 3};
  CHECK(text_of("recompute-method") == "uniform");
  CHECK(number_of("recompute-num-layers") == 3);
  job.recompute.layers = 1;
  CHECK(text_of("recompute-method") == "block");
  CHECK(number_of("recompute-num-layers") == 1);
  // Six of a stage are three of each of its two virtual stages, and five are no number of them.
  job.parallelism = {.pipeline = 2, .virtual_stages = 2};
  job.recompute.layers = 6;
  CHECK(number_of("recompute-num-layers") == 3);
  job.recompute.layers = 5;
  CHECK(number_of("recompute-num-layers") == -1);
  CHECK(leaves_open("\nrecompute-num-layers: the layers of each virtual stage that are computed again, which are not equally many"));
  job.recompute.layers = 0;
  CHECK(number_of("recompute-num-layers") == 3);  // whole layers that share a kept input
  job.parallelism = {};
  job.recompute = {.kind = hr::recompute::alternate_products};
  CHECK(text_of("recompute-granularity") == "none");
  CHECK(leaves_open("\n: the recomputation, which Megatron-LM has no argument for"));

  // One part at a time: what --recompute-modules has no name for.
  constexpr std::string_view whole = "\n: the networks and experts that are computed again whole (--recompute-modules)";
  constexpr std::string_view inputs = "\n: the inputs of last feed-forward products, computed again, which --recompute-modules of Megatron-LM has no name for";
  job.recompute = {.kind = hr::recompute::selective, .parts = {.scores = false}};
  CHECK(text_of("recompute-modules") == "none");
  CHECK_FALSE(leaves_open(whole));
  job.recompute.parts.experts = true;
  CHECK(leaves_open(whole));
  job.recompute.parts = {.feed_forward = true};
  CHECK(leaves_open(whole));
  job.recompute.parts = {.activation = true};
  job.model.layers[0].how_many = 1;
  job.model.layers[0].feed_forward.width = 1;
  CHECK(leaves_open(inputs));
  job.model.layers[0].feed_forward.width = 0;
  job.model.layers[1].feed_forward.width = 83;  // of no layer
  CHECK_FALSE(leaves_open(inputs));
  job.model.layers[0].experts = {.routed = 2, .per_token = 1, .width = 5, .shared_width = 1};
  CHECK(leaves_open(inputs));

  // The loss, and what is dropped.
  job = {.model = of_primes, .sequence = 8};
  CHECK(text_of("hidden-dropout") == "0");
  CHECK(text_of("attention-dropout") == "0");
  CHECK(text_of("cross-entropy-loss-fusion").empty());
  CHECK(text_of("cross-entropy-fusion-impl") == "none");
  job.dropout = true;
  CHECK(text_of("hidden-dropout") == "none");
  CHECK(text_of("attention-dropout") == "none");
  job.loss = hr::in_place_cross_entropy;
  CHECK(text_of("cross-entropy-loss-fusion").empty());
  CHECK(text_of("cross-entropy-fusion-impl") == "te");
  constexpr std::string_view divided = "\n: the loss over divided logits, which Megatron-LM has no argument for";
  job.loss = hr::separate_cross_entropy;
  CHECK(text_of("cross-entropy-loss-fusion") == "none");
  CHECK_FALSE(leaves_open(divided));
  job.loss = hr::distributed_cross_entropy;
  CHECK(text_of("cross-entropy-loss-fusion") == "none");
  CHECK(leaves_open(divided));

  // Each recipe: its weights, and what gradients are summed in where that is not what Megatron-LM does unless told.
  constexpr std::string_view products = "\n: the format of products, and of what is held in it (--fp8-format, --fp8-recipe, --fp8-param-gather, --fp4-format)";
  constexpr std::string_view weights = "\n: the format of the weights beside that of products, which Megatron-LM has no argument for";
  constexpr std::string_view sums = "\n: the format that gradients are summed in, which Megatron-LM has no argument for";
  constexpr std::string_view short_ones = "\n: gradients in 16 bits kept beside their sums, which Megatron-LM has no argument for";
  constexpr std::array words{"bf16", "fp16", "grad-reduce-in-bf16", "accumulate-allreduce-grads-in-fp32"};
  const auto said_of = [&](const hr::training_formats& formats) {
    job = {.model = of_primes, .sequence = 8, .formats = formats};
    std::string all;
    for (const char* each : words)
      if (text_of(each) != "none") all += std::string(each) + ' ';
    for (const auto& [what, sign] : {std::pair{products, 'p'}, {weights, 'w'}, {sums, 's'}, {short_ones, 'g'}})
      if (leaves_open(what)) all += sign;
    return all;
  };
  CHECK(said_of(hr::bf16_training) == "bf16 ");
  CHECK(said_of(hr::bf16_gradients) == "bf16 grad-reduce-in-bf16 ");
  CHECK(said_of(hr::bf16_both_gradients) == "bf16 g");
  CHECK(said_of(hr::fp16_training) == "fp16 ");
  CHECK(said_of({.weights = hr::fp16}) == "fp16 accumulate-allreduce-grads-in-fp32 ");
  CHECK(said_of({.weights = hr::fp16, .gradients = hr::bf16}) == "fp16 s");
  CHECK(said_of({.gradients = hr::fp16}) == "bf16 s");
  CHECK(said_of(hr::fp32_weights) == "w");
  CHECK(said_of({.weights = hr::fp32, .gradients = hr::bf16}) == "ws");
  CHECK(said_of(hr::fp8_training) == "bf16 p");
  CHECK(said_of(hr::nvfp4_training) == "bf16 p");
  CHECK(said_of(hr::mxfp8_primary_weights) == "bf16 grad-reduce-in-bf16 p");
  CHECK(text_of("use-distributed-optimizer") == "none");
  CHECK(text_of("use-megatron-fsdp") == "none");
  CHECK(text_of("data-parallel-sharding-strategy") == "none");
  job.sharding = hr::sharding::optimizer;
  CHECK(text_of("use-distributed-optimizer").empty());
  CHECK(text_of("use-megatron-fsdp") == "none");
  job.sharding = hr::sharding::gradients;
  CHECK(text_of("use-distributed-optimizer") == "none");
  CHECK(text_of("use-megatron-fsdp").empty());
  CHECK(text_of("data-parallel-sharding-strategy") == "optim_grads");
  CHECK(text_of("mtp-num-layers") == "none");

  constexpr std::string_view away = "\n: what waits in the memory of the host";
  CHECK_FALSE(leaves_open(away));
  for (const hr::offloading& each : {hr::offloading{.weights = true}, {.gradients = true}, {.optimizer = true}, {.activations = 1}}) {
    job.offload = each;
    CHECK(leaves_open(away));
  }
}

// What the plain GPT of Megatron-LM has no argument for, each alone and by the least of it.
TEST_CASE("The shape is told of a plain decoder, and of no other") {
  const auto is_told = [](const hr::transformer& of) { return hr::megatron_launch({.model = of, .sequence = 8}).find("num-layers") != nullptr; };
  const auto with = [&](const hr::transformer& of, auto change) {
    hr::transformer other = of;
    change(other, other.layers[0], other.layers[0].attention, other.layers[0].experts);
    return is_told(other);
  };
  using model = hr::transformer;
  using kind = hr::layer;
  using attention = hr::attention;
  using experts = hr::experts;
  const model routed = hr::models::mixtral_8x7b;
  CHECK(is_told(of_primes));
  CHECK(is_told(routed));
  CHECK(with(of_primes, [](model&, kind& l, attention& a, experts&) { l.how_many = 1; a.heads = a.kv_heads = 1; a.value_head_size = a.head_size; }));
  for (const auto change : {+[](model&, kind& l, attention&, experts&) { l.how_many = 0; },
                            +[](model& m, kind&, attention&, experts&) { m.layers[1] = m.layers[0]; },
                            +[](model&, kind& l, attention&, experts&) { l.state_space.heads = 1; },
                            +[](model&, kind& l, attention&, experts&) { l.linear_attention.value_heads = 1; },
                            +[](model&, kind& l, attention&, experts&) { l.short_convolution.width = 1; },
                            +[](model&, kind& l, attention&, experts&) { l.gated_recurrence.width = 1; },
                            +[](model&, kind&, attention& a, experts&) { a.heads = 0; },
                            +[](model&, kind&, attention& a, experts&) { a.kv_rank = 1; },
                            +[](model&, kind&, attention& a, experts&) { a.window = 1; },
                            +[](model&, kind&, attention& a, experts&) { a.chunk = 1; },
                            +[](model&, kind&, attention& a, experts&) { a.sinks = true; },
                            +[](model&, kind&, attention& a, experts&) { a.output_gate = true; },
                            +[](model&, kind&, attention& a, experts&) { a.keys_are_values = true; },
                            +[](model&, kind&, attention& a, experts&) { a.output_norm = true; },
                            +[](model&, kind&, attention& a, experts&) { a.gates = 1; },
                            +[](model&, kind&, attention& a, experts&) { a.index.heads = 1; },
                            +[](model&, kind&, attention& a, experts&) { a.norm = hr::query_key_norm::per_layer; },
                            +[](model&, kind&, attention& a, experts&) { a.output_bias = true; },
                            +[](model&, kind&, attention& a, experts&) { a.value_head_size = 1; },
                            +[](model&, kind&, attention& a, experts&) { a.shares_cache = true; },
                            +[](model&, kind& l, attention&, experts&) { l.feed_forward.width = 0; },
                            +[](model&, kind& l, attention&, experts&) { l.feed_forward.bias = true; },
                            +[](model&, kind& l, attention&, experts&) { l.feed_forward.activation_numbers = 1; },
                            +[](model&, kind& l, attention&, experts&) { l.feed_forward.norm = true; },
                            +[](model& m, kind&, attention&, experts&) { m.norm = hr::norm_kind::layer; },
                            +[](model& m, kind&, attention&, experts&) { m.final_norm = false; },
                            +[](model& m, kind&, attention&, experts&) { m.norms_per_part = 2; },
                            +[](model& m, kind&, attention&, experts&) { m.norms_per_part = 0; },
                            +[](model& m, kind&, attention&, experts&) { m.one_norm_per_layer = true; },
                            +[](model& m, kind&, attention&, experts&) { m.embedding_norm = true; },
                            +[](model& m, kind&, attention&, experts&) { m.learned_positions = 1; },
                            +[](model& m, kind&, attention&, experts&) { m.embedding_width = 1; },
                            +[](model& m, kind&, attention&, experts&) { m.more_tokens = 1; },
                            +[](model& m, kind&, attention&, experts&) { m.head_bias = true; },
                            +[](model& m, kind&, attention&, experts&) { m.residual_rank = 1; },
                            +[](model& m, kind&, attention&, experts&) { m.vision = 1; }})
    CHECK_FALSE(with(of_primes, change));
  for (const auto change : {+[](model&, kind&, attention&, experts& e) { e.latent = 1; },
                            +[](model&, kind&, attention&, experts& e) { e.bias = true; },
                            +[](model&, kind&, attention&, experts& e) { e.shared_gate = true; },
                            +[](model&, kind&, attention&, experts& e) { e.own_norm = true; },
                            +[](model&, kind&, attention&, experts& e) { e.passing = 1; },
                            +[](model&, kind& l, attention&, experts&) { l.feed_forward.width = 1; }})
    CHECK_FALSE(with(routed, change));
}

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
  job.parallelism.schedule = hr::pipeline_schedule::zero_bubble_h1;
  const auto scheduled = hr::megatron_launch(job);
  CHECK(scheduled.gaps().size() == hr::megatron_launch(launched).gaps().size() + 1);
  job.model.layers[0].attention.window = 4'096;
  const auto other = hr::megatron_launch(job);
  CHECK(other.find("num-layers") == nullptr);
  CHECK(leaves_gap(other, ""));
}

constexpr hr::found_weights as_planned{.are_planned = true};

TEST_CASE("vLLM has sequences of each data-parallel rank, and SGLang tensor-parallel ranks of all of them") {
  constexpr hr::serving_job job{.model = hr::models::llama3_1_70b,
                                .weights = hr::fp8,
                                .kv_cache = hr::fp8,
                                .tensor_parallel = 4,
                                .data_parallel = 2,
                                .concurrent_sequences = 65,
                                .context = 8'192};
  constexpr auto vllm = hr::vllm_launch(job, {});
  CHECK_CONSTEXPR(hr::vllm_launch(job, {}).number_of("tensor-parallel-size") == 4);
  CHECK(vllm.number_of("data-parallel-size") == 2);
  CHECK(vllm.number_of("max-num-seqs") == 33);
  CHECK(vllm.number_of("max-model-len") == 8'192);
  CHECK(vllm.find("gpu-memory-utilization")->share == 0.9);
  CHECK(vllm.find("quantization")->text == "fp8");
  CHECK(vllm.find("kv-cache-dtype")->text == "fp8");
  CHECK(vllm.gaps().empty());
  CHECK(hr::vllm_launch(job, as_planned).find("quantization") == nullptr);
  constexpr auto sglang = hr::sglang_launch(job, {});
  CHECK_CONSTEXPR(hr::sglang_launch(job, {}).number_of("tp-size") == 8);
  CHECK(sglang.number_of("dp-size") == 2);
  CHECK(sglang.find("enable-dp-attention") != nullptr);
  CHECK(sglang.number_of("max-running-requests") == 65);
  // More than are wanted where the engine may run them, of each rank; or as many as it does by itself.
  hr::serving_job wider = job;
  wider.engine.most_sequences = 256;
  CHECK(hr::vllm_launch(wider, {}).number_of("max-num-seqs") == 256);
  CHECK(hr::sglang_launch(wider, {}).number_of("max-running-requests") == 512);
  CHECK(hr::vllm_launch(wider, {}, false).find("max-num-seqs") == nullptr);
  CHECK(hr::sglang_launch(wider, {}, false).find("max-running-requests") == nullptr);
}

// docs/features/lora.md of vLLM, docs/advanced_features/lora.ipynb of SGLang.
TEST_CASE("An engine is told of adapters, of one, too, and of nothing that it does not hold") {
  hr::serving_job job{.model = hr::models::llama3_1_8b, .context = 4'096};
  for (const std::string_view name : {"enable-lora", "max-loras", "max-lora-rank", "max-loras-per-batch", "pipeline-parallel-size", "pp-size",
                                      "data-parallel-size", "dp-size", "enable-dp-attention", "enable-expert-parallel", "ep-size", "kv-cache-dtype"}) {
    CAPTURE(name);
    CHECK(hr::vllm_launch(job, as_planned).find(name) == nullptr);
    CHECK(hr::sglang_launch(job, as_planned).find(name) == nullptr);
  }
  CHECK(hr::vllm_launch(job, as_planned).gaps().empty());
  for (const hr::count adapters : {1, 2}) {
    job.adapters = adapters;
    job.adapter_rank = 64;
    CHECK(hr::vllm_launch(job, as_planned).find("enable-lora") != nullptr);
    CHECK(hr::vllm_launch(job, as_planned).number_of("max-loras") == adapters);
    CHECK(hr::vllm_launch(job, as_planned).number_of("max-lora-rank") == 64);
    CHECK(hr::sglang_launch(job, as_planned).number_of("max-loras-per-batch") == adapters);
  }
}

TEST_CASE("Stages and whole experts are told to an engine, and what has no option is left open") {
  hr::serving_job job{.model = hr::models::mixtral_8x7b, .tensor_parallel = 4, .pipeline_parallel = 2, .data_parallel = 2, .expert_parallel = true, .context = 4'096};
  CHECK(hr::vllm_launch(job, as_planned).number_of("pipeline-parallel-size") == 2);
  CHECK(hr::vllm_launch(job, as_planned).find("enable-expert-parallel") != nullptr);
  CHECK(hr::sglang_launch(job, as_planned).number_of("pp-size") == 2);
  CHECK(hr::sglang_launch(job, as_planned).number_of("ep-size") == 8);
  job.sequences_on_host = 1;
  CHECK(hr::vllm_launch(job, as_planned).gaps().size() == 1);
  job.sequences_on_host = 0;
  job.sequences_on_nvme = 1;
  CHECK(hr::vllm_launch(job, as_planned).gaps().size() == 1);
  job.with_predicting = true;
  CHECK(hr::vllm_launch(job, as_planned).gaps().size() == 2);
}

// Names: docs/features/disagg_prefill.md of vLLM, docs/advanced_features/pd_disaggregation.md of SGLang.
TEST_CASE("A worker of pools is told its phase, and what moves caches is left open") {
  hr::serving_job job{.model = hr::models::llama3_1_8b, .context = 4'096};
  const auto leaves_open = [](const hr::launch_arguments& of, std::string_view name) {
    return std::ranges::any_of(of.gaps(), [&](const hr::launch_gap& each) { return each.name == name; });
  };
  CHECK_FALSE(leaves_open(hr::vllm_launch(job, as_planned), "kv-transfer-config"));
  CHECK(hr::sglang_launch(job, as_planned).find("disaggregation-mode") == nullptr);
  for (const auto& [phase, word] : {std::pair{hr::serving_phase::prefill, "prefill"}, {hr::serving_phase::decode, "decode"}}) {
    job.phase = phase;
    CHECK(leaves_open(hr::vllm_launch(job, as_planned), "kv-transfer-config"));
    const hr::launch_arguments sglang = hr::sglang_launch(job, as_planned);
    REQUIRE(sglang.find("disaggregation-mode") != nullptr);
    CHECK(sglang.find("disaggregation-mode")->text == word);
    CHECK(leaves_open(sglang, "disaggregation-transfer-backend"));
  }
}

TEST_CASE("A replica of each engine is told whole") {
  hr::serving_job job{.model = hr::models::mixtral_8x7b,
                      .tensor_parallel = 2,
                      .pipeline_parallel = 3,
                      .data_parallel = 3,
                      .expert_parallel = true,
                      .concurrent_sequences = 100,
                      .context = 4'097,
                      .phase = hr::serving_phase::decode,
                      .draft = &hr::models::llama3_1_8b,
                      .adapters = 2,
                      .adapter_rank = 24};
  job.engine.share = 0.5;
  job.engine.chunk = 2'048;
  // 34 on the fullest of 3 ranks, and 3 x 2 ranks.
  const std::string_view beside = "\n: speculative decoding\n";
  const std::string_view router = "\n: the router that sends each request to both pools";
  CHECK(typed(hr::vllm_launch(job, as_planned)) ==
        "--tensor-parallel-size 2 --pipeline-parallel-size 3 --data-parallel-size 3 --enable-expert-parallel --max-model-len 4097 "
        "--max-num-seqs 34 --max-num-batched-tokens 2048 --gpu-memory-utilization 0.500000 --enable-lora --max-loras 2 --max-lora-rank 24"
        "\n: the adapters (--lora-modules), unless they are loaded by requests" +
            std::string(beside) + "kv-transfer-config: the connector that moves caches, and its role (kv_producer of prefill, kv_consumer of decode), in JSON" +
            std::string(router));
  CHECK(typed(hr::sglang_launch(job, as_planned)) ==
        "--tp-size 6 --pp-size 3 --dp-size 3 --enable-dp-attention --ep-size 6 --context-length 4097 --max-running-requests 100 "
        "--chunked-prefill-size 2048 --mem-fraction-static 0.500000 --page-size 16 --enable-lora --max-loras-per-batch 2 --max-lora-rank 24 "
        "--disaggregation-mode decode"
        "\n: the adapters (--lora-paths), or, where they are loaded later, the modules that they are of (--lora-target-modules)" +
            std::string(beside) + "disaggregation-transfer-backend: what moves caches, such as mooncake or nixl" + std::string(router));
  // A prompt that is read at once has no chunks; with two ranks, attention is of copies. Neither sets the caches of whole requests aside.
  job = {.model = hr::models::mixtral_8x7b, .data_parallel = 2, .concurrent_sequences = 2, .context = 4'096, .engine = hr::engines::pytorch};
  CHECK(typed(hr::vllm_launch(job, as_planned)) ==
        "--tensor-parallel-size 1 --data-parallel-size 2 --max-model-len 4096 --max-num-seqs 1 --gpu-memory-utilization 1.000000 --block-size 1\n: that caches of whole requests are set aside");
  CHECK(typed(hr::sglang_launch(job, as_planned)) ==
        "--tp-size 2 --dp-size 2 --enable-dp-attention --context-length 4096 --max-running-requests 2 --mem-fraction-static 1.000000\n: that caches of whole requests are set aside");
}

TEST_CASE("An engine quantises plain FP8 by itself, and for other short formats needs another checkpoint") {
  hr::serving_job job{.model = hr::models::mixtral_8x7b, .context = 4'096};
  const auto said = [&](bool of_checkpoint) {
    const hr::launch_arguments told = hr::vllm_launch(job, {.are_planned = of_checkpoint});
    return std::pair{told.find("quantization") != nullptr, told.gaps().size()};
  };
  using both = std::pair<bool, std::size_t>;
  hr::weight_formats& held = job.weights.held;
  CHECK(said(false) == both(false, 0));  // bf16
  held.attention = {.format = hr::fp8};
  CHECK(said(false) == both(false, 1));  // experts are not
  held.experts = {.format = hr::fp8};
  CHECK(said(false) == both(true, 0));
  CHECK(said(true) == both(false, 0));
  held.attention = {};
  CHECK(said(false) == both(false, 1));  // nor is the attention
  held.attention = hr::fp8_blocks;
  CHECK(said(false) == both(false, 1));
  held.attention = {hr::fp8, 1, hr::whole_row, 16};
  CHECK(said(false) == both(false, 1));
  CHECK(said(true) == both(false, 0));
  CHECK(hr::sglang_launch(job, as_planned).find("kv-cache-dtype") == nullptr);
  job.kv_cache = hr::fp8;
  CHECK(hr::sglang_launch(job, as_planned).find("kv-cache-dtype")->text == "fp8_e4m3");
  job.kv_cache = hr::fp4;
  CHECK(hr::sglang_launch(job, as_planned).find("kv-cache-dtype") == nullptr);
  CHECK(said(true) == both(false, 1));
}

// vLLM refuses another quantization than that of the checkpoint; --dtype is that of what is not quantised, and of all products that are not.
TEST_CASE("Another format than the checkpoint has is told, or that the checkpoint has to be another") {
  hr::serving_job job{.model = hr::models::llama3_1_8b, .context = 4'096};
  const auto said = [&](const hr::found_weights& found) {
    const hr::launch_arguments told = hr::sglang_launch(job, found);
    std::string all;
    for (const std::string_view name : {"quantization", "dtype", "kv-cache-dtype"})
      if (const auto* each = told.find(name); each != nullptr) all.append(name).append(" ").append(each->text).append(" ");
    for (const hr::launch_gap& each : told.gaps()) all.append(each.what.substr(0, each.what.find(','))).append("; ");
    return all;
  };
  constexpr hr::found_weights quantised{.are_quantised = true};
  const std::string another = "a checkpoint with the weights in the planned format in place of the model named; ", cache = "the format of the KV cache; ",
                    products = "the format that weights are multiplied in; ";
  CHECK(said(as_planned).empty());
  CHECK(said({}) == "dtype bfloat16 ");
  CHECK(said(quantised) == "dtype bfloat16 " + another);
  job.weights = hr::fp8;
  CHECK(said({}) == "quantization fp8 dtype bfloat16 ");
  CHECK(said(quantised) == "dtype bfloat16 " + another);
  CHECK(said({.are_planned = true, .are_quantised = true}).empty());
  job.weights = hr::fp16;
  job.kv_cache = hr::fp16;
  CHECK(said({}) == "dtype float16 ");
  job.kv_cache = hr::bf16;  // an engine's cache is in the format that it computes in
  CHECK(said({}) == "dtype float16 " + cache);
  job.weights = hr::fp32;
  CHECK(said({}) == "dtype float32 " + cache);
  job.kv_cache = hr::fp8;
  CHECK(said({}) == "dtype float32 kv-cache-dtype fp8_e4m3 ");
  job.weights.computed = hr::tf32;
  CHECK(said({}) == "dtype float32 kv-cache-dtype fp8_e4m3 " + products);
  job.kv_cache = hr::fp16;
  job.weights = {hr::weights_in(hr::bf16), hr::fp16};
  CHECK(said(as_planned) == "dtype float16 ");
  // Four bits are multiplied in 16 by themselves.
  job.weights = hr::int4;
  job.kv_cache = hr::bf16;
  CHECK(said(as_planned).empty());
  job.weights = hr::fp64;
  CHECK(said(as_planned) == products + cache);
}

// --block-size of vllm/engine/arg_utils.py, --page-size of sglang/srt/server_args.py.
TEST_CASE("Pages are told where they are none that the engine has by itself") {
  hr::serving_job job{.model = hr::models::llama3_1_8b, .context = 4'096};
  CHECK(hr::vllm_launch(job, as_planned).find("block-size") == nullptr);
  job.engine.page = 64;
  CHECK(hr::vllm_launch(job, as_planned).number_of("block-size") == 64);
  CHECK(hr::sglang_launch(job, as_planned).number_of("page-size") == 64);
  job.engine = hr::engines::sglang;
  CHECK(hr::sglang_launch(job, as_planned).find("page-size") == nullptr);
}
