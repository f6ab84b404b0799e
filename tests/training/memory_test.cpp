// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/training/memory.hpp>

#include <check.hpp>

#include <cstddef>

namespace training_memory_test {
namespace {

namespace published = hr::models;

// Llama 3.1 405B as it was trained: 8 x 16 for a replica (arXiv:2407.21783, table 4), 128 of the 16,384 GPUs.
constexpr hr::training_job llama_405b{
    .model = published::llama3_1_405b,
    .parallelism = {.tensor = 8, .pipeline = 16, .sequence = true, .embedding_as_layer = true, .head_as_layer = true},
    .sequence = 8'192,
    .micro_batches = 16,
    .sharding = hr::sharding::optimizer};

constexpr hr::training_job llama_8b{.model = published::llama3_1_8b, .sequence = 8'192};

double total_of(const hr::training_job& job) { return hr::in_bytes(value_of(hr::training_memory(job)).total()); }

constexpr hr::memory sum_of_parts(const hr::rank_memory& m) {
  return m.weights + m.gradients + m.optimizer + m.activations + m.working + m.logits + m.buffers + m.reserved +
         m.overhead;
}

}  // namespace

// Within each compiler's default limits on constant expressions.
TEST_CASE("405B parameters over 128 GPUs are judged by the compiler") {
  constexpr hr::rank_memory fullest = value_of(hr::training_memory(llama_405b));
  CHECK_CONSTEXPR(llama_405b.parallelism.gpus() == 128);
  CHECK_CONSTEXPR(fullest.total() == sum_of_parts(fullest));
  CHECK_CONSTEXPR(fullest.exact() + fullest.reserved + fullest.overhead == fullest.total());
  CHECK_CONSTEXPR(hr::math::close(fullest.reserved / fullest.exact(), 0.03));
  // 8 layers of 3,187,703,808 parameters in an eighth each, and norms whole: 18 bytes of each.
  constexpr double layers = 8 * ((3'187'703'808.0 - 32'768) / 8 + 32'768);
  CHECK_CONSTEXPR(value_of(hr::training_memory(llama_405b, 1)).state() == hr::bytes(18 * layers));
}

TEST_CASE("run time and compile time agree") {
  constexpr hr::rank_memory compiled = value_of(hr::training_memory(llama_405b));
  hr::training_job job = llama_405b;
  const hr::rank_memory run = value_of(hr::training_memory(job));
  CHECK(run.total() == compiled.total());
  CHECK(run.stage == compiled.stage);
}

TEST_CASE("the fullest stage is found as if each had been asked") {
  for (const hr::transformer* model :
       {&published::llama3_1_70b, &published::deepseek_v3, &published::opt_175b, &published::nemotron_h_56b})
    for (const hr::count stages : {1, 2, 3, 8})
      for (const hr::count batches : {1, 4, 64})
        for (const bool ends : {false, true}) {
          const hr::training_job job{
              .model = *model,
              .parallelism = {.pipeline = stages, .embedding_as_layer = ends, .head_as_layer = ends},
              .sequence = 2'048,
              .micro_batches = batches};
          CAPTURE(model->name);
          hr::memory most{};
          for (hr::count stage = 0; stage < stages; ++stage) {
            const hr::memory each = value_of(hr::training_memory(job, stage)).total();
            if (each > most) most = each;
          }
          CHECK(value_of(hr::training_memory(job)).total() == most);
        }
}

TEST_CASE("layers of a rank serve many jobs") {
  hr::training_job job = llama_405b;
  const hr::rank_layers layers = hr::layers_on_rank(job);
  for (const hr::count batch : {1, 2, 4}) {
    job.micro_batch = batch;
    job.parallelism.data = 4 * batch;
    CHECK(value_of(hr::training_memory(job, layers)).total() == value_of(hr::training_memory(job)).total());
  }
  job.parallelism.pipeline = 1'000;
  CHECK(hr::training_memory(job, layers).note == "there are more pipeline stages than layers");
}

TEST_CASE("a job that cannot be is unknown, with the reason") {
  hr::training_job job = llama_8b;
  job.parallelism.tensor = 3;
  const auto words = "tensor parallelism does not divide the attention heads";
  CHECK(!hr::training_memory(job).is_known());
  CHECK(hr::training_memory(job).note == words);
  CHECK(hr::training_memory(job, 0).note == words);
  CHECK(hr::training_activations(job, 0).note == words);
  CHECK(hr::training_memory(llama_8b, 1).note == "there is no such stage");
  CHECK(hr::training_memory(llama_8b, -1).note == "there is no such stage");
  CHECK(hr::training_activations(llama_8b, 1).note == "there is no such stage");
  job = llama_8b;
  job.model = published::gemma_4_26b_a4b;
  CHECK(!hr::training_memory(job).is_known());
  job = llama_8b;
  job.adapters.rank = -1;
  CHECK(!hr::training_memory(job).is_known());
}

// 8,192 tokens of 128,256 logits: 16 bits and 32 bits of each, the final norm's input and the head's.
TEST_CASE("logits are the peak of a small model") {
  constexpr hr::rank_memory m = value_of(hr::training_memory(llama_8b));
  CHECK_CONSTEXPR(m.logits == hr::bytes(8'192.0 * (6 * 128'256 + 2 * 2 * 4'096)));
  CHECK_CONSTEXPR(m.working == hr::bytes(0));
}

TEST_CASE("activations by part are those of the whole, wherever they wait") {
  hr::training_job job = llama_405b;
  job.offload.activations = 0.25;
  for (const hr::count stage : {0, 1, 15}) {
    const hr::rank_memory m = value_of(hr::training_memory(job, stage));
    const double parts = value_of(hr::training_activations(job, stage)).total();
    CHECK(hr::in_bytes(m.activations) == doctest::Approx(0.75 * parts));
    CHECK(hr::in_bytes(m.host) == doctest::Approx(0.25 * parts));
  }
  job.framework = hr::frameworks::megatron_deepspeed;  // keeps the outputs of a stage, too
  job.dropout = true;
  job.recompute = {.kind = hr::recompute::full, .layers = 3};
  for (const hr::count stage : {0, 1, 15})
    CHECK(hr::in_bytes(value_of(hr::training_memory(job, stage)).activations) ==
          doctest::Approx(0.75 * value_of(hr::training_activations(job, stage)).total()));
}

TEST_CASE("recomputing more layers never keeps more, and none is the same as no layer") {
  hr::training_job job = llama_405b;
  job.recompute = {.kind = hr::recompute::full, .layers = 1};
  double before = hr::in_bytes(value_of(hr::training_memory(llama_405b, 1)).activations);
  for (; job.recompute.layers <= 8; ++job.recompute.layers) {
    const double now = hr::in_bytes(value_of(hr::training_memory(job, 1)).activations);
    CHECK(now < before);
    before = now;
  }
  job.recompute.layers = 0;
  CHECK(hr::in_bytes(value_of(hr::training_memory(job, 1)).activations) == before);
}

TEST_CASE("more of the batch never takes less, and more ranks for the same never more") {
  for (const hr::transformer* model : {&published::llama3_1_70b, &published::deepseek_v3}) {
    hr::training_job job{.model = *model,
                         .parallelism = {.tensor = 2, .pipeline = 2, .data = 8, .sequence = true},
                         .sequence = 4'096,
                         .micro_batches = 8,
                         .sharding = hr::sharding::optimizer};
    const double plain = total_of(job);
    const auto with = [&](auto change) {
      hr::training_job other = job;
      change(other);
      return total_of(other);
    };
    CHECK(with([](auto& j) { j.micro_batch = 2; }) > plain);
    CHECK(with([](auto& j) { j.sequence *= 2; }) > plain);
    CHECK(with([](auto& j) { j.micro_batches = 1; }) <= plain);
    CHECK(with([](auto& j) { j.parallelism.tensor = 4; }) < plain);
    CHECK(with([](auto& j) { j.parallelism.context = 2; }) < plain);
    CHECK(with([](auto& j) { j.parallelism.pipeline = 4; }) < plain);
    CHECK(with([](auto& j) { j.parallelism.sequence = false; }) > plain);
    CHECK(with([](auto& j) { j.recompute = hr::full_recomputation; }) < plain);
    CHECK(with([](auto& j) { j.dropout = true; }) > plain);
    CHECK(with([](auto& j) { j.scores_materialised = true; }) > plain);
  }
}

// DeepSeek-V3's one module: a layer with experts, norms and a product of its own, and the logits a second time.
TEST_CASE("a module that predicts a further token has activations and logits of its own") {
  hr::training_job job{.model = published::deepseek_v3, .parallelism = {.pipeline = 16}, .sequence = 4'096};
  const auto last = [&] { return value_of(hr::training_memory(job, 15)); };
  const hr::rank_memory with = last();
  job.with_predicting = false;
  const hr::rank_memory without = last();
  const double layer = hr::layer_activations(job, job.model.layers[1]).total();
  CHECK(hr::in_bytes(with.activations - without.activations) == doctest::Approx(layer + 10 * 4'096.0 * 7'168));
  CHECK(hr::in_bytes(with.logits - without.logits) == 6 * 4'096.0 * 129'280);
  CHECK(with.weights > without.weights);
  CHECK(value_of(hr::training_activations(job, 15)).total() == doctest::Approx(hr::in_bytes(without.activations)));
  job.with_predicting = true;
  CHECK(value_of(hr::training_activations(job, 15)).total() == doctest::Approx(hr::in_bytes(with.activations)));
}

// FSDP holds the root's weights and two layers whole in 16 bits, a layer's gradients in 16 and 32, and with a pipeline
// all of the stage.
TEST_CASE("what FSDP gathers") {
  hr::training_job job = llama_8b;
  job.parallelism.data = 8;
  job.formats = hr::fp32_weights;
  job.optimizer = hr::adam_without_master;
  job.sharding = hr::sharding::weights;
  job.framework = hr::frameworks::torchtitan;
  const double layer = 218'112'000;
  const double ends = 2.0 * 128'256 * 4'096 + 4'096;
  CHECK(hr::in_bytes(value_of(hr::training_memory(job)).state()) == 8'030'261'248 * 16.0 / 8);
  CHECK(hr::in_bytes(value_of(hr::training_memory(job)).buffers) == 2 * ends + layer * (2 * 2 + 2 + 4));
  job.parallelism.pipeline = 2;
  job.micro_batches = 2;
  const double stage = 16 * layer + 128'256.0 * 4'096;
  CHECK(hr::in_bytes(value_of(hr::training_memory(job, 0)).buffers) == stage * (2 + 4) + (8 + 2 * 2) * 8'192.0 * 4'096);
}

TEST_CASE("a ring passes two chunks and their gradients, a gather holds the sequence") {
  hr::training_job job = llama_405b;
  job.parallelism.context = 2;
  const auto working = [&] { return hr::in_bytes(value_of(hr::training_memory(job, 1)).working); };
  const double ring = working();
  job.framework.gathers_context = true;
  const double tokens = 8'192 / 2;
  // 16 heads of 128 for keys and for values on a rank, of 16 bits with gradients of 32, against one head of each.
  CHECK(working() - ring == doctest::Approx(tokens * 2 * 256 * 16 * 6 - tokens * 256 * 8));
}

TEST_CASE("layers that share one kept input are computed again together") {
  constexpr auto working = [](hr::count group) {
    const hr::training_job job{.model = published::llama3_1_8b,
                               .sequence = 2'048,
                               .recompute = {.kind = hr::recompute::full, .group = group}};
    return hr::in_bytes(value_of(hr::training_memory(job, 0)).working + value_of(hr::training_memory(job, 0)).logits);
  };
  constexpr hr::training_job plain{.model = published::llama3_1_8b, .sequence = 2'048};
  constexpr double layer = hr::layer_activations(plain, plain.model.layers[0]).total();
  // More of the layers' activations at once, less what is kept of each.
  CHECK(working(32) - working(16) == doctest::Approx(16 * layer + 2 * 4'096.0 * 2'048 * (1.0 / 16 - 1.0 / 32)));
}

// ---- Ranks of three kinds of layers, put together once more, stage by stage, from what one layer keeps.

namespace {

// Three dense layers, four with experts that mix tokens alike, a place that is not used, and five of a recurrence.
hr::training_job of_three_kinds(const hr::parallelism& p, hr::count micro_batches) {
  hr::training_job of{.model = {.vocabulary = 2'000, .hidden = 512}, .parallelism = p, .sequence = 1'024, .micro_batch = 3, .micro_batches = micro_batches};
  const hr::attention mixing{.heads = 8, .kv_heads = 8, .head_size = 64};
  of.model.layers[0] = {.letter = 'D', .how_many = 3, .attention = mixing, .feed_forward = {.width = 1'000}};
  of.model.layers[1] = {.letter = 'E', .how_many = 4, .attention = mixing, .experts = {.routed = 16, .per_token = 3, .width = 400, .shared_width = 200}};
  of.model.layers[3] = {.letter = 'M', .how_many = 5, .state_space = {.heads = 8, .head_size = 64, .groups = 8, .state_size = 16, .kernel = 4},
                        .feed_forward = {.width = 600}};
  of.model.predicts = {.modules = 2, .order = "EM"};
  of.framework = {.overhead = hr::bytes(7e9), .reserved = hr::bytes(3e8), .reserved_share = 0.07, .communication = hr::bytes(5e7)};
  return of;
}

struct rank_parts {
  double weights = 0, gradients = 0, optimizer = 0, activations = 0, working = 0, logits = 0, buffers = 0, host = 0;
  hr::activation_bytes by_part{};
};

rank_parts put_together(const hr::training_job& of, hr::count stage) {
  const hr::parallelism& p = of.parallelism;
  const hr::rank_layers ranks = hr::layers_on_rank(of);
  const hr::stage_layers held = hr::layers_of_stage(of.model, p, stage);
  hr::training_job plain = of;
  plain.recompute = hr::no_recomputation;
  const double residual = 3 * 1'024 / static_cast<double>(p.context * (p.sequence ? p.tensor : 1));
  const double tensor_of_stage = 2 * 512 * residual;
  double layers = 0;
  for (const hr::count each : held.of_kind) layers += static_cast<double>(each);
  const double named = static_cast<double>(of.recompute.layers);
  const double again = named > 0 && named < layers ? named / layers : 1;
  // Of virtual stages, and of the two of DualPipe, all have a neighbour behind but the last, and one before but the first.
  const double stages = p.pipeline == 1 ? 0 : static_cast<double>(p.virtual_stages) * (p.schedule == hr::pipeline_schedule::dual_pipe ? 2 : 1);
  const double behind = p.pipeline == 1 ? 0 : stages - (held.last ? 1 : 0);
  const double before = p.pipeline == 1 ? 0 : stages - (held.first ? 1 : 0);

  rank_parts made;
  hr::detail::rank_parameters n;
  double largest = 0;
  double ends = 0;
  hr::activation_bytes one;
  for (std::size_t kind = 0; kind < hr::max_layer_kinds; ++kind) {
    if (held.of_kind[kind] == 0) continue;
    const double many = static_cast<double>(held.of_kind[kind]);
    const hr::layer& l = of.model.layers[kind];
    const hr::activation_bytes kept = hr::layer_activations(of, l), all = hr::layer_activations(plain, l);
    one.add(kept, many * again);
    one.add(all, many * (1 - again));
    n.add(ranks.of_kind[kind], many);
    if (ranks.of_kind[kind].total() > largest) largest = ranks.of_kind[kind].total();
    double working = hr::detail::gradients_in_layer(of, l, hr::detail::terms_of(of));
    if (of.recompute.kind != hr::recompute::none) working += all.total() * static_cast<double>(of.recompute.group) - kept.total();
    if (working > made.working) made.working = working;
  }
  if (held.first) {
    n.add(ranks.first, 1);
    ends += ranks.first.total();
    one.embedding += of.dropout ? tensor_of_stage / 2 : 0;
  }
  if (held.last) {
    n.add(ranks.last, 1);
    ends += ranks.last.total();
    one.add(hr::detail::kept_of_predicting(of, hr::detail::terms_of(of)), 1);
    if (!held.first && (of.model.tied || (of.with_predicting && of.model.predicts.modules > 0))) {  // the table of a tied head, or that of what predicts
      n.others += ranks.vocabulary * 512;
      ends += ranks.vocabulary * 512;
    }
  }
  if (of.framework.keeps_stage_outputs) one.norms += tensor_of_stage * behind;
  const double in_flight = hr::micro_batches_held(p, stage, of.micro_batches);
  made.by_part.add(one, in_flight);

  const hr::state_bytes state = hr::detail::state_of_rank(of, n);
  made.weights = state.weights;
  made.gradients = state.gradients;
  made.optimizer = state.optimizer;
  const double away = of.offload.activations * in_flight * one.total();
  made.activations = in_flight * one.total() - away;
  made.host = state.host + away;
  made.buffers = hr::detail::buffers_of(of, n, largest, ends, residual);
  const double micro_batches = static_cast<double>(of.micro_batches) / (p.pipeline > 1 && p.schedule == hr::pipeline_schedule::dual_pipe ? 2 : 1);
  if (of.framework.receives_apart) made.buffers += tensor_of_stage * (micro_batches * behind + (micro_batches - in_flight) * before);
  made.working += hr::gathered_bytes(of);
  if (const double head = hr::head_bytes(of); held.last && head > made.working) {
    made.logits = head;
    made.working = 0;
  }
  return made;
}

void check_ranks(const hr::training_job& of) {
  const auto is = [](double found, double expected) { CHECK(hr::math::absolute(found - expected) <= 1e-9 * expected); };
  double most = 0;
  hr::count fullest = 0;
  for (hr::count stage = 0; stage < of.parallelism.pipeline; ++stage) {
    CAPTURE(stage);
    const rank_parts expected = put_together(of, stage);
    const auto found = hr::training_memory(of, stage);
    CAPTURE(found.note);
    REQUIRE(found.is_known());
    const hr::rank_memory& m = *found.known();
    CHECK(m.stage == stage);
    is(hr::in_bytes(m.weights), expected.weights);
    is(hr::in_bytes(m.gradients), expected.gradients);
    is(hr::in_bytes(m.optimizer), expected.optimizer);
    is(hr::in_bytes(m.activations), expected.activations);
    is(hr::in_bytes(m.working), expected.working);
    is(hr::in_bytes(m.logits), expected.logits);
    is(hr::in_bytes(m.buffers), expected.buffers);
    is(hr::in_bytes(m.host), expected.host);
    const double tensors = expected.weights + expected.gradients + expected.optimizer + expected.activations + expected.working + expected.logits + expected.buffers;
    is(hr::in_bytes(m.exact()), tensors);
    is(hr::in_bytes(m.reserved), 3e8 + 0.07 * tensors);
    is(hr::in_bytes(m.overhead), 7e9);
    is(hr::in_bytes(m.total()), 1.07 * tensors + 7.3e9);
    const hr::activation_bytes parts = value_of(hr::training_activations(of, stage));
    is(parts.norms, expected.by_part.norms);
    is(parts.attention, expected.by_part.attention);
    is(parts.scores, expected.by_part.scores);
    is(parts.state_space, expected.by_part.state_space);
    is(parts.feed_forward, expected.by_part.feed_forward);
    is(parts.experts, expected.by_part.experts);
    is(parts.masks, expected.by_part.masks);
    is(parts.embedding, expected.by_part.embedding);
    if (tensors > most * (1 + 1e-12)) most = tensors, fullest = stage;
  }
  CHECK(value_of(hr::training_memory(of)).stage == fullest);
  is(hr::in_bytes(value_of(hr::training_memory(of)).exact()), most);
}

}  // namespace

TEST_CASE("a rank holds its layers, its end of the model, and what they keep for each micro-batch in flight") {
  hr::training_job of = of_three_kinds({.tensor = 2, .pipeline = 3, .data = 4, .expert = 4, .sequence = true}, 6);
  check_ranks(of);
  of.dropout = of.scores_materialised = true;
  of.model.tied = true;
  of.offload.activations = 0.25;
  of.sharding = hr::sharding::optimizer;
  check_ranks(of);
  of.with_predicting = false;
  of.parallelism.sequence = false;
  check_ranks(of);
  of.parallelism.context = 2;
  of.micro_batches = 1;
  check_ranks(of);
  check_ranks(of_three_kinds({}, 3));
  check_ranks(of_three_kinds({.pipeline = 12}, 64));
}

// Eight layers on eight stages, behind an embedding that counts as one.
TEST_CASE("a stage of the embedding alone holds its state and nothing to work on") {
  hr::training_job job = llama_8b;
  job.model.layers[0].how_many = 8;
  job.parallelism = {.pipeline = 9, .embedding_as_layer = true};
  const hr::rank_memory first = value_of(hr::training_memory(job, 0));
  CHECK(hr::in_bytes(first.weights) == 2.0 * 128'256 * 4'096);
  CHECK(hr::in_bytes(first.working) == 0);
  CHECK(hr::in_bytes(value_of(hr::training_memory(job, 1)).working) > 0);
}

TEST_CASE("a rank keeps less of layers that are computed again, and has them whole while they run backward") {
  hr::training_job of = of_three_kinds({.pipeline = 3, .data = 2}, 7);
  for (const hr::recompute kind : {hr::recompute::selective, hr::recompute::alternate_products, hr::recompute::full})
    for (const hr::count layers : {0, 1, 3, 4, 5}) {
      of.recompute = {.kind = kind, .layers = layers};
      check_ranks(of);
    }
  of.recompute = {.kind = hr::recompute::full, .group = 3};
  check_ranks(of);
  of.dropout = of.scores_materialised = true;
  of.recompute = {.kind = hr::recompute::selective, .parts = {.norms = true, .activation = true}, .layers = 2};
  check_ranks(of);
}

TEST_CASE("a rank has what its framework keeps of stages, one after the other, interleaved, or from both ends") {
  hr::training_job of = of_three_kinds({.pipeline = 4, .data = 2}, 12);
  for (const bool outputs : {false, true})
    for (const bool apart : {false, true}) {
      of.framework.keeps_stage_outputs = outputs;
      of.framework.receives_apart = apart;
      of.parallelism = {.pipeline = 4, .data = 2};
      check_ranks(of);
      of.parallelism = {.pipeline = 4, .data = 2, .schedule = hr::pipeline_schedule::dual_pipe};
      check_ranks(of);
      of.parallelism = {.pipeline = 4, .data = 2, .schedule = hr::pipeline_schedule::zero_bubble_h2};
      check_ranks(of);
      of.parallelism = {.pipeline = 2, .data = 2, .virtual_stages = 3};
      check_ranks(of);
      of.parallelism = {.data = 2};
      check_ranks(of);
    }
  of.parallelism = {.pipeline = 4, .data = 2};
  of.sharding = hr::sharding::weights;
  of.framework.keeps_whole_stage = true;
  check_ranks(of);
  of.framework.keeps_whole_stage = false;
  of.framework.gathered_layers = 2;
  check_ranks(of);
  of.parallelism = {.data = 2};
  of.framework.keeps_whole_stage = true;
  of.model.tied = true;
  check_ranks(of);
  // Of one kind of layers alone, too.
  of.model.layers[1].how_many = of.model.layers[3].how_many = 0;
  of.model.layers[0].how_many = 7;
  of.model.predicts = {};
  of.sharding = hr::sharding::none;
  for (const hr::count stages : {1, 2, 3, 7}) {
    of.parallelism = {.pipeline = stages};
    check_ranks(of);
  }
  // Two, two, two, two, one and one: the third rank has the third and the fourth, four of all ten, and the second but three.
  of.model.layers[0].how_many = 10;
  of.parallelism = {.pipeline = 6, .schedule = hr::pipeline_schedule::dual_pipe};
  check_ranks(of);
}

}  // namespace training_memory_test

// Qi et al., 2023, table 2, and DeepSeek-V3, 2024, table 2: activations of p and 2 p - 1 micro-batches; twice the weights, p + 1 of a stage.
TEST_CASE("schedules of pipelines hold what their sources say") {
  const auto of = [](hr::pipeline_schedule by, hr::count stage, hr::sharding shares = hr::sharding::none) {
    return hr::training_memory({.model = hr::models::llama3_1_70b,
                                .parallelism = {.tensor = 8, .pipeline = 8, .data = 2, .sequence = true, .schedule = by},
                                .sequence = 8'192,
                                .micro_batches = 32,
                                .sharding = shares},
                               stage)
        .value_or({});
  };
  using enum hr::pipeline_schedule;
  const auto first = of(one_forward_one_backward, 0);
  const auto last = of(one_forward_one_backward, 7);
  CHECK(of(zero_bubble_h1, 0).activations == first.activations);
  CHECK(of(zero_bubble_h2, 0).activations / first.activations == doctest::Approx(15.0 / 8));
  for (const hr::count rank : {0, 7}) {
    const auto both = of(dual_pipe, rank);
    CHECK(hr::in_bytes(both.weights) == doctest::Approx(hr::in_bytes(first.weights + last.weights)));
    CHECK(hr::in_bytes(both.activations) == doctest::Approx(4.5 * hr::in_bytes(first.activations / 8.0 + last.activations)));
  }
  // Both copies of a stage share its state out.
  const hr::sharding shares = hr::sharding::optimizer;
  CHECK(hr::in_bytes(of(dual_pipe, 0, shares).optimizer) ==
        doctest::Approx(hr::in_bytes(of(one_forward_one_backward, 0, shares).optimizer + of(one_forward_one_backward, 7, shares).optimizer) / 2));
}
