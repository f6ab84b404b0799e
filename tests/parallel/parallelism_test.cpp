// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/parallel/parallelism.hpp>
#include <headroom/training/memory.hpp>

#include <array>
#include <check.hpp>
#include <string>
#include <string_view>
#include <unsaid.hpp>

namespace training_parallelism_test {
namespace {

constexpr const hr::transformer& llama = hr::models::llama3_1_70b;
constexpr const hr::transformer& deepseek = hr::models::deepseek_v3;

}  // namespace

TEST_CASE("the GPUs of a job are tensor x pipeline x context x data") {
  CHECK_CONSTEXPR(hr::parallelism{}.gpus() == 1);
  CHECK_CONSTEXPR(hr::parallelism{.tensor = 8, .pipeline = 16, .data = 4, .context = 2}.gpus() == 1'024);
  CHECK_CONSTEXPR(hr::parallelism{.data = 4, .context = 2}.replicas() == 8);
}

// DeepSeek-V3's own training: 16 stages, 64 ranks share the experts, 2,048 GPUs (arXiv:2412.19437, section 3.2).
TEST_CASE("experts are divided over all ranks of a stage") {
  constexpr hr::parallelism own{.pipeline = 16, .data = 128, .expert = 64};
  CHECK_CONSTEXPR(own.gpus() == 2'048);
  CHECK_CONSTEXPR(own.expert_replicas() == 2);
  CHECK_CONSTEXPR(hr::contradiction(deepseek, own).empty());
  CHECK_CONSTEXPR(hr::parallelism{.tensor = 8}.experts_tensor() == 8);
  CHECK_CONSTEXPR(hr::parallelism{.tensor = 8, .expert_tensor = 1}.experts_tensor() == 1);
}

TEST_CASE("what cannot be divided is said in words") {
  CHECK_CONSTEXPR(hr::contradiction(llama, {.tensor = 8, .pipeline = 4}).empty());
  CHECK_CONSTEXPR(hr::contradiction(llama, {.tensor = 3}) == "tensor parallelism does not divide the attention heads");
  CHECK_CONSTEXPR(hr::contradiction(llama, {.tensor = 16}).empty());  // its 8 heads of keys and values are repeated
  CHECK_CONSTEXPR(hr::contradiction(llama, {.tensor = 0}) == "a degree of parallelism is outside 1 to 2^40");
  CHECK_CONSTEXPR(hr::contradiction(llama, {.expert_tensor = -1}) ==
                  "a number of the parallelism is outside 0 to 2^40");
  CHECK_CONSTEXPR(hr::contradiction(llama, {.data = hr::max_count, .context = 2}) == "there are more than 2^40 GPUs");
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 27, .virtual_stages = 3}) == "there are more virtual stages than layers");
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 81}) == "there are more pipeline stages than layers");
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 81, .head_as_layer = true}).empty());
  CHECK_CONSTEXPR(hr::contradiction(llama, {.virtual_stages = 2}) == "virtual stages need pipeline parallelism");
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 2, .first_stage_layers = 81}) ==
                  "the first and last stage do not hold the model's layers");
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 2, .first_stage_layers = 30, .last_stage_layers = 40}) ==
                  "the first and last stage do not hold the model's layers");
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 2, .first_stage_layers = 40, .last_stage_layers = 40}).empty());
  constexpr auto emptied = "the first and last stage leave another without a layer";  // of 80 layers
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 4, .first_stage_layers = 80}) == emptied);
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 4, .first_stage_layers = 78}) == emptied);
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 4, .first_stage_layers = 40, .last_stage_layers = 39}) == emptied);
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 4, .first_stage_layers = 77}).empty());
  CHECK_CONSTEXPR(hr::contradiction(llama, {.pipeline = 4, .first_stage_layers = 78, .head_as_layer = true}).empty());
  CHECK_CONSTEXPR(hr::contradiction(deepseek, {.data = 96, .expert = 96}) ==
                  "expert parallelism does not divide the experts");
  CHECK_CONSTEXPR(hr::contradiction(deepseek, {.data = 8, .expert = 16}) ==
                  "expert parallelism does not divide the ranks of a pipeline stage");
  CHECK_CONSTEXPR(hr::contradiction(deepseek, {.tensor = 8, .data = 3, .expert_tensor = 3}) ==
                  "the experts' tensor parallelism does not divide their width");
}

TEST_CASE("each part of a layer has its own words") {
  constexpr auto of = [](const hr::layer& l, hr::count tensor) {
    hr::transformer shape{.vocabulary = 1, .hidden = 1};
    shape.layers[0] = l;
    shape.layers[0].how_many = 1;
    return hr::contradiction(shape, {.tensor = tensor});
  };
  CHECK_CONSTEXPR(of({.attention = {.heads = 12, .kv_heads = 4, .head_size = 1}}, 6) ==
                  "tensor parallelism neither divides nor repeats the heads of keys and values");
  CHECK_CONSTEXPR(of({.state_space = {.heads = 4}}, 3) ==
                  "tensor parallelism does not divide the heads of the state-space model");
  CHECK_CONSTEXPR(of({.linear_attention = {.value_heads = 4}}, 3) ==
                  "tensor parallelism does not divide the heads of the linear attention");
  CHECK_CONSTEXPR(of({.gated_recurrence = {.width = 12, .blocks = 4, .kernel = 4}}, 3) ==
                  "tensor parallelism does not divide the blocks of a gated recurrence");
  CHECK_CONSTEXPR(of({.feed_forward = {.width = 4}}, 3) == "tensor parallelism does not divide the feed-forward width");
}

// 126 layers over 9 stages of two are 7 each; over 16 of eight they are as many with two more; 61 less 4 and 3 are 54.
TEST_CASE("stages are even where all hold equally many of what counts as a layer") {
  CHECK_CONSTEXPR(hr::are_stages_even(126, {.pipeline = 9, .virtual_stages = 2}));
  CHECK_CONSTEXPR(!hr::are_stages_even(126, {.pipeline = 16}));
  CHECK_CONSTEXPR(hr::are_stages_even(
      126, {.pipeline = 16, .virtual_stages = 8, .embedding_as_layer = true, .head_as_layer = true}));
  CHECK_CONSTEXPR(!hr::are_stages_even(61, {.pipeline = 8}));
  CHECK_CONSTEXPR(hr::are_stages_even(61, {.pipeline = 8, .first_stage_layers = 4, .last_stage_layers = 3}));
  CHECK_CONSTEXPR(hr::are_stages_even(61, {}));
}

TEST_CASE("stages need a layer each, or what counts as one") {
  const auto found = [](const hr::parallelism& p) { return hr::detail::stages_contradict(4, p); };
  constexpr std::string_view more = "there are more pipeline stages than layers";
  CHECK(found({.pipeline = 4}).empty());
  CHECK(found({.pipeline = 5}) == more);
  CHECK(found({.pipeline = 5, .embedding_as_layer = true}).empty());
  CHECK(found({.pipeline = 5, .head_as_layer = true}).empty());
  CHECK(found({.pipeline = 6, .embedding_as_layer = true}) == more);
  CHECK(found({.pipeline = 6, .embedding_as_layer = true, .head_as_layer = true}).empty());
  CHECK(found({.pipeline = 7, .embedding_as_layer = true, .head_as_layer = true}) == more);
  CHECK(found({.pipeline = 3, .virtual_stages = 2, .embedding_as_layer = true, .head_as_layer = true}).empty());
  CHECK(found({.pipeline = 2, .virtual_stages = 3}) == "there are more virtual stages than layers");
  constexpr std::string_view not_all = "the first and last stage do not hold the model's layers";
  CHECK(found({.pipeline = 2, .first_stage_layers = 1, .last_stage_layers = 3}).empty());
  CHECK(found({.pipeline = 2, .first_stage_layers = 1, .last_stage_layers = 2}) == not_all);
  CHECK(found({.pipeline = 3, .first_stage_layers = 2, .last_stage_layers = 3}) == not_all);
  CHECK(found({.pipeline = 1, .first_stage_layers = 4}).empty());
  CHECK(found({.pipeline = 1, .first_stage_layers = 3}) == not_all);
  constexpr std::string_view without = "the first and last stage leave another without a layer";
  CHECK(found({.pipeline = 3, .first_stage_layers = 2, .last_stage_layers = 2}) == without);
  CHECK(found({.pipeline = 3, .first_stage_layers = 3}) == without);
  CHECK(found({.pipeline = 3, .first_stage_layers = 3, .head_as_layer = true}).empty());
  CHECK(found({.pipeline = 3, .first_stage_layers = 3, .embedding_as_layer = true}) == without);
  CHECK(found({.pipeline = 3, .last_stage_layers = 3, .embedding_as_layer = true}).empty());
}

TEST_CASE("a job is on one GPU, undivided, until more is said") {
  using degrees = hr::parallelism;
  constexpr auto gpus = [](const degrees& p) { return p.gpus(); };
  CHECK_CONSTEXPR(is_unless_said<&degrees::tensor>(gpus, degrees{}, 1, 2));
  CHECK_CONSTEXPR(is_unless_said<&degrees::pipeline>(gpus, degrees{}, 1, 2));
  CHECK_CONSTEXPR(is_unless_said<&degrees::data>(gpus, degrees{}, 1, 2));
  CHECK_CONSTEXPR(is_unless_said<&degrees::context>(gpus, degrees{}, 1, 2));
  constexpr auto copies = [](const degrees& p) { return p.expert_replicas(); };
  CHECK_CONSTEXPR(is_unless_said<&degrees::expert>(copies, degrees{.data = 8}, 1, 2));
  CHECK_CONSTEXPR(is_unless_said<&degrees::expert_tensor>(copies, degrees{.tensor = 8}, 8, 1));
  constexpr auto held = [](const degrees& p) { return p.stages_held(); };
  CHECK_CONSTEXPR(is_unless_said<&degrees::schedule>(held, degrees{.pipeline = 2}, hr::pipeline_schedule::one_forward_one_backward,
                                                     hr::pipeline_schedule::dual_pipe));
  constexpr auto exchanged = [](const degrees& p) { return hr::detail::exchange_contradicts(llama, p); };
  CHECK_CONSTEXPR(is_unless_said<&degrees::context_exchange>(exchanged, degrees{.context = 3}, hr::context_exchange::ring, hr::context_exchange::all_to_all));
  // Of four layers on so many stages.
  constexpr auto words = [](const degrees& p) { return hr::detail::stages_contradict(4, p); };
  CHECK_CONSTEXPR(is_unless_said<&degrees::virtual_stages>(words, degrees{.pipeline = 2}, 1, 3));
  CHECK_CONSTEXPR(is_unless_said<&degrees::first_stage_layers>(words, degrees{.pipeline = 3, .last_stage_layers = 1}, 0, 3));
  CHECK_CONSTEXPR(is_unless_said<&degrees::last_stage_layers>(words, degrees{.pipeline = 3, .first_stage_layers = 1}, 0, 3));
  CHECK_CONSTEXPR(is_unless_said<&degrees::embedding_as_layer>(words, degrees{.pipeline = 5}, false, true));
  CHECK_CONSTEXPR(is_unless_said<&degrees::head_as_layer>(words, degrees{.pipeline = 5}, false, true));
  constexpr auto kept = [](const degrees& p) {
    return hr::training_memory({.model = llama, .parallelism = p, .sequence = 8'192}, 0).value_or({}).activations;
  };
  CHECK_CONSTEXPR(is_unless_said<&degrees::sequence>(kept, degrees{.tensor = 8}, false, true));
}

TEST_CASE("ranks that hold the same weights are the copies of a part, and of both ends where a rank has two stages") {
  hr::parallelism p{.tensor = 6, .pipeline = 4, .data = 35, .context = 11, .expert = 7, .expert_tensor = 2};
  CHECK(p.gpus() == 6 * 4 * 35 * 11);
  CHECK(p.stages_held() == 1);
  CHECK(p.replicas() == 35 * 11);
  CHECK(p.experts_tensor() == 2);
  CHECK(p.expert_replicas() == 6 * 35 * 11 / (7 * 2));
  p.schedule = hr::pipeline_schedule::dual_pipe;
  CHECK(p.stages_held() == 2);
  CHECK(p.replicas() == 2 * 35 * 11);
  CHECK(p.expert_replicas() == 2 * 6 * 35 * 11 / (7 * 2));
  p.expert_tensor = 1;
  CHECK(p.experts_tensor() == 1);
  p.expert_tensor = 0;
  CHECK(p.experts_tensor() == 6);
  p.pipeline = 1;
  CHECK(p.stages_held() == 1);
}

TEST_CASE("every part of a layer is divided by its tensor ranks, or said not to be") {
  struct part {
    hr::layer (*of)(hr::count pieces);
    std::string_view words;
  };
  const std::array parts{
      part{[](hr::count n) { return hr::layer{.attention = {.heads = n}}; }, "tensor parallelism does not divide the attention heads"},
      part{[](hr::count n) { return hr::layer{.state_space = {.heads = n}}; }, "tensor parallelism does not divide the heads of the state-space model"},
      part{[](hr::count n) { return hr::layer{.linear_attention = {.value_heads = n}}; }, "tensor parallelism does not divide the heads of the linear attention"},
      part{[](hr::count n) { return hr::layer{.short_convolution = {.width = n}}; }, "tensor parallelism does not divide the width of the short convolution"},
      part{[](hr::count n) { return hr::layer{.gated_recurrence = {.width = n, .blocks = n}}; }, "tensor parallelism does not divide the blocks of a gated recurrence"},
      part{[](hr::count n) { return hr::layer{.feed_forward = {.width = n}}; }, "tensor parallelism does not divide the feed-forward width"}};
  for (const part& each : parts)
    for (hr::count pieces = 0; pieces < 13; ++pieces)
      for (hr::count tensor = 1; tensor < 14; ++tensor) {
        CAPTURE(each.words);
        CAPTURE(pieces);
        CAPTURE(tensor);
        hr::transformer model{.vocabulary = 1, .hidden = 1};
        model.layers[2] = each.of(pieces);
        const auto words = [&] { return hr::detail::layers_contradict(model, {.tensor = tensor}); };
        CHECK(words().empty());  // there is no such layer
        model.layers[2].how_many = 1;
        CHECK(words() == (pieces / tensor * tensor == pieces ? "" : each.words));
      }
  // What is no layer's experts has no width.
  hr::transformer without{.vocabulary = 1, .hidden = 1};
  without.layers[0] = {.how_many = 1, .experts = {.width = 3}};
  CHECK(hr::detail::layers_contradict(without, {.tensor = 2, .expert = 7}).empty());
  without.layers[0] = {.how_many = 1, .gated_recurrence = {.width = 0, .blocks = 3}};
  CHECK(hr::detail::layers_contradict(without, {.tensor = 2}).empty());
  // Heads of keys and values are divided or repeated.
  for (hr::count heads = 0; heads < 13; ++heads)
    for (hr::count tensor = 1; tensor < 14; ++tensor) {
      CAPTURE(heads);
      CAPTURE(tensor);
      hr::transformer model{.vocabulary = 1, .hidden = 1};
      model.layers[0] = {.how_many = 1, .attention = {.kv_heads = heads}};
      const bool may_be = heads == 0 || heads / tensor * tensor == heads || tensor / heads * heads == tensor;
      CHECK(hr::detail::layers_contradict(model, {.tensor = tensor}) == (may_be ? "" : "tensor parallelism neither divides nor repeats the heads of keys and values"));
    }
  for (hr::count routed = 1; routed < 8; ++routed)
    for (hr::count width = 1; width < 8; ++width)
      for (hr::count expert = 1; expert < 9; ++expert)
        for (hr::count tensor = 1; tensor < 9; ++tensor)
          for (const hr::count expert_tensor : {0, 1, 2}) {
            hr::transformer model{.vocabulary = 1, .hidden = 1};
            model.layers[0] = {.how_many = 1, .experts = {.routed = routed, .per_token = 1, .width = width}};
            const hr::count width_over = expert_tensor == 0 ? tensor : expert_tensor;
            CHECK(hr::detail::layers_contradict(model, {.tensor = tensor, .expert = expert, .expert_tensor = expert_tensor}) ==
                  (routed / expert * expert != routed           ? "expert parallelism does not divide the experts"
                   : width / width_over * width_over != width ? "the experts' tensor parallelism does not divide their width"
                                                              : ""));
          }
}

// Each of the context ranks attends with its part of the heads that a tensor rank has, of a layer that there is.
TEST_CASE("heads that are exchanged for tokens are divided after tensor parallelism") {
  for (hr::count heads = 0; heads < 13; ++heads)
    for (hr::count kv_heads = 0; kv_heads < 13; ++kv_heads)
      for (hr::count tensor = 1; tensor < 5; ++tensor)
        for (hr::count context = 1; context < 9; ++context) {
          hr::transformer model{.vocabulary = 1, .hidden = 1};
          model.layers[0].how_many = 1;
          model.layers[1] = {.attention = {.heads = heads, .kv_heads = kv_heads}};
          const auto words = [&](hr::context_exchange by) {
            return hr::contradiction(model, {.tensor = tensor, .context = context, .context_exchange = by});
          };
          CHECK(words(hr::context_exchange::all_to_all).empty());  // there is no such layer
          model.layers[1].how_many = 1;
          // By a ring, whatever the context ranks: tensor parallelism divides or repeats them.
          const bool is_divided = heads % tensor == 0 && (kv_heads % tensor == 0 || (kv_heads > 0 && tensor % kv_heads == 0));
          CHECK(words(hr::context_exchange::ring).empty() == is_divided);
          if (!is_divided) continue;
          const hr::count own = heads / tensor;
          const hr::count kept = kv_heads == 0 ? 0 : kv_heads < tensor ? 1 : kv_heads / tensor;
          CHECK(words(hr::context_exchange::all_to_all) ==
                (own / context * context != own     ? "context parallelism by all-to-all does not divide the attention heads of a tensor rank"
                 : kept / context * context != kept ? "context parallelism by all-to-all does not divide the heads of keys and values of a tensor rank"
                                                    : ""));
        }
}

TEST_CASE("degrees are numbers of GPUs that there can be") {
  constexpr std::string_view degree = "a degree of parallelism is outside 1 to 2^40";
  constexpr std::string_view number = "a number of the parallelism is outside 0 to 2^40";
  constexpr std::string_view too_many = "there are more than 2^40 GPUs";
  const auto words = [](const hr::parallelism& p) { return hr::detail::degrees_contradict(p); };
  for (hr::count hr::parallelism::*const each : {&hr::parallelism::tensor, &hr::parallelism::pipeline, &hr::parallelism::data, &hr::parallelism::context,
                                                 &hr::parallelism::expert, &hr::parallelism::virtual_stages}) {
    hr::parallelism p;
    for (const hr::count n : {hr::count{-1}, hr::count{0}, hr::max_count + 1}) {
      p.*each = n;
      CHECK(words(p) == degree);
    }
    for (const hr::count n : {hr::count{1}, hr::max_count}) {
      p.*each = n;
      CHECK(words(p) != degree);
    }
  }
  for (hr::count hr::parallelism::*const each : {&hr::parallelism::expert_tensor, &hr::parallelism::first_stage_layers, &hr::parallelism::last_stage_layers}) {
    hr::parallelism p;
    for (const hr::count n : {hr::count{-1}, hr::max_count + 1}) {
      p.*each = n;
      CHECK(words(p) == number);
    }
    for (const hr::count n : {hr::count{0}, hr::count{1}, hr::max_count}) {
      p.*each = n;
      CHECK(words(p) != number);
    }
  }
  constexpr hr::count most = hr::max_count;
  CHECK(words({.tensor = most}).empty());
  CHECK(words({.tensor = most / 16, .pipeline = 2, .data = 2, .context = 4}).empty());
  CHECK(words({.tensor = most / 16, .pipeline = 2, .data = 2, .context = 5}) == too_many);
  CHECK(words({.tensor = 2, .pipeline = 2, .data = most / 16, .context = 5}) == too_many);
  CHECK(words({.tensor = 5, .pipeline = 2, .data = 2, .context = most / 16}) == too_many);
  CHECK(words({.tensor = 2, .pipeline = most / 16, .data = 2, .context = 5}) == too_many);
  constexpr std::string_view ranks = "expert parallelism does not divide the ranks of a pipeline stage";
  CHECK(words({.data = most / 2, .expert = most / 2, .expert_tensor = 2}) == ranks);
  CHECK(words({.data = most / 2, .expert = most / 2, .expert_tensor = 3}) == too_many);
  CHECK(words({.data = 2, .expert = most, .expert_tensor = most}) == too_many);
  CHECK(words({.tensor = 2, .data = 3, .context = 5, .expert = 15}).empty());
  CHECK(words({.tensor = 2, .data = 3, .context = 5, .expert = 10, .expert_tensor = 3}).empty());
  CHECK(words({.tensor = 2, .data = 3, .context = 5, .expert = 10}) == ranks);
  CHECK(words({.tensor = 2, .data = 3, .context = 5, .expert_tensor = 7}) == ranks);
  CHECK(words({.tensor = 2, .pipeline = 7, .data = 3, .context = 5, .expert_tensor = 7}) == ranks);
  CHECK(words({.virtual_stages = 2}) == "virtual stages need pipeline parallelism");
  CHECK(words({.pipeline = 2, .virtual_stages = 2}).empty());
  CHECK(words({.pipeline = 3, .schedule = hr::pipeline_schedule::dual_pipe}) == "DualPipe needs an even number of pipeline stages");
}

TEST_CASE("no rank outside of a pipeline is asked for what a stage of several holds") {
  hr::transformer model{.vocabulary = 1, .hidden = 1};
  model.layers[0] = {.how_many = 4, .attention = {.heads = 1, .kv_heads = 1, .head_size = 1, .shares_cache = true}};
  CHECK(hr::contradiction(model, {}).empty());
  CHECK(hr::contradiction(model, {.pipeline = 2}) ==
        "engines do not divide embeddings of each layer, several hidden states or shared caches over pipeline stages");
  model.layers[0].attention.shares_cache = false;
  CHECK(hr::contradiction(model, {.pipeline = 2}).empty());
  hr::transformer beside = model;
  beside.hidden_states = 2;
  CHECK(hr::contradiction(beside, {}).empty());
  CHECK(hr::contradiction(beside, {.pipeline = 2}) ==
        "engines do not divide embeddings of each layer, several hidden states or shared caches over pipeline stages");
  CHECK(hr::contradiction(model, {.pipeline = 2, .data = 0}) == "a degree of parallelism is outside 1 to 2^40");
  CHECK(hr::contradiction(model, {.pipeline = 5}) == "there are more pipeline stages than layers");
}

// Of 32 layers 5, 10, 10 and 7: five parts of the first have a layer each, and seven in five have not. Every way to give each part of a stage equally many, tried.
TEST_CASE("virtual stages are even where those of each stage hold equally many") {
  CHECK_CONSTEXPR(!hr::are_stages_even(32, {.pipeline = 4, .virtual_stages = 8, .first_stage_layers = 5, .last_stage_layers = 7}));
  CHECK_CONSTEXPR(!hr::are_stages_even(32, {.pipeline = 4, .virtual_stages = 5, .first_stage_layers = 5, .last_stage_layers = 7}));
  CHECK_CONSTEXPR(hr::contradiction(hr::models::llama3_1_8b, {.pipeline = 4, .virtual_stages = 8, .first_stage_layers = 5, .last_stage_layers = 7}) ==
                  "a stage has more virtual stages than layers");
  CHECK_CONSTEXPR(hr::contradiction(hr::models::llama3_1_8b, {.pipeline = 4, .virtual_stages = 5, .first_stage_layers = 5, .last_stage_layers = 7}).empty());
  const auto has_parts = [](int layers, int chunks) {
    for (int each = 0; each * chunks <= layers; ++each)
      if (each * chunks == layers) return true;
    return false;
  };
  for (int layers = 2; layers < 30; ++layers)
    for (const int pipeline : {2, 3, 4})
      for (const int chunks : {1, 2, 3, 5})
        for (int first = 0; first < 7; ++first)
          for (int last = 0; last < 7; ++last) {
            const int among = pipeline - (first > 0) - (last > 0);
            if (first + last > layers || (among == 0 && first + last != layers)) continue;
            const bool expected = has_parts(first, chunks) && has_parts(last, chunks) && (among == 0 || has_parts(layers - first - last, among * chunks));
            CHECK(hr::are_stages_even(layers, {.pipeline = pipeline, .virtual_stages = chunks, .first_stage_layers = first, .last_stage_layers = last}) == expected);
          }
}

// Every way to give each stage that is not named equally many layers, tried; with the ends that count as one.
TEST_CASE("stages are even where some number of layers for each comes out") {
  for (int layers = 1; layers < 20; ++layers)
    for (const int pipeline : {1, 2, 3, 5})
      for (const int chunks : {1, 2})
        for (const int first : {0, 1, 4})
          for (const int last : {0, 1, 2})
            for (const int ends : {0, 1, 2, 3}) {
              const bool embedding = (ends & 1) != 0;
              const bool head = (ends & 2) != 0;
              const hr::parallelism p{.pipeline = pipeline, .virtual_stages = chunks, .first_stage_layers = first, .last_stage_layers = last,
                                      .embedding_as_layer = embedding, .head_as_layer = head};
              if (first + last > layers) continue;
              bool expected = pipeline == 1;
              const int among = pipeline - (first > 0 ? 1 : 0) - (last > 0 ? 1 : 0);
              for (int each = 0; each < 25; ++each)
                expected = expected || among * chunks * each == layers - first - last + (embedding && first == 0 ? 1 : 0) + (head && last == 0 ? 1 : 0);
              const bool are_parts_even = pipeline == 1 || chunks == 1 || (first % 2 == 0 && last % 2 == 0);
              CAPTURE(layers);
              CAPTURE(pipeline);
              CHECK(hr::are_stages_even(layers, p) == (are_parts_even && (expected || (pipeline > 1 && among == 0))));
            }
}

// 61 layers and one end are 62, two stages of 31; with both ends 63, three of 21, which take no end by itself.
TEST_CASE("stages are made even with both ends as layers where they are even only so") {
  const auto made = [](hr::count layers, hr::parallelism p) {
    const bool are_even = hr::make_stages_even(layers, p);
    return std::string(are_even ? "even" : "uneven") + (p.embedding_as_layer ? " E" : "") + (p.head_as_layer ? " L" : "");
  };
  CHECK(made(60, {.pipeline = 3}) == "even");
  CHECK(made(61, {.pipeline = 3}) == "even E L");
  CHECK(made(61, {.pipeline = 3, .virtual_stages = 7}) == "even E L");
  CHECK(made(61, {.pipeline = 2}) == "uneven");
  CHECK(made(61, {.pipeline = 2, .head_as_layer = true}) == "even L");
  CHECK(made(61, {.pipeline = 3, .embedding_as_layer = true}) == "even E L");
  CHECK(made(61, {.pipeline = 4, .embedding_as_layer = true}) == "uneven E");
  CHECK(made(61, {.pipeline = 3, .first_stage_layers = 20}) == "uneven");
  CHECK(made(61, {.pipeline = 3, .last_stage_layers = 20}) == "uneven");
  CHECK(made(61, {.pipeline = 3, .last_stage_layers = 21}) == "even");
  CHECK(made(61, {}) == "even");
  CHECK_CONSTEXPR([] {
    hr::parallelism p{.pipeline = 3};
    return hr::make_stages_even(61, p) && p.embedding_as_layer && p.head_as_layer;
  }());
}

TEST_CASE("the stages that are named hold no more than all layers, and leave the others one") {
  constexpr std::string_view none;
  for (int layers = 1; layers < 8; ++layers)
    for (int pipeline = 1; pipeline < 6; ++pipeline)
      for (const int chunks : {1, 2, 3})
        for (int first = 0; first < 8; ++first)
          for (int last = 0; last < 8; ++last)
            for (const int ends : {0, 1, 2, 3}) {
              if (pipeline == 1 && chunks > 1) continue;
              const int embedding = ends & 1;
              const int head = ends / 2;
              const hr::parallelism p{.pipeline = pipeline, .virtual_stages = chunks, .first_stage_layers = first, .last_stage_layers = last,
                                      .embedding_as_layer = embedding == 1, .head_as_layer = head == 1};
              std::string_view expected = none;
              const int at_end = pipeline > 1 ? last : 0;  // the one stage of a job without a pipeline is the first
              int others = pipeline - (first > 0 ? 1 : 0) - (at_end > 0 ? 1 : 0);
              const int left = layers - first - at_end;
              const int ends_left = (first == 0 ? embedding : 0) + (last == 0 ? head : 0);
              if (pipeline * chunks > layers + embedding + head)
                expected = chunks > 1 ? "there are more virtual stages than layers" : "there are more pipeline stages than layers";
              else if (left < 0 || (others == 0 && left > 0)) expected = "the first and last stage do not hold the model's layers";
              else if (left + ends_left < others) expected = "the first and last stage leave another without a layer";
              else if ((first > 0 && first < chunks) || (at_end > 0 && at_end < chunks) || left + ends_left < others * chunks)
                expected = "a stage has more virtual stages than layers";
              CAPTURE(layers);
              CAPTURE(pipeline);
              CAPTURE(first);
              CAPTURE(last);
              CAPTURE(ends);
              CHECK(hr::detail::stages_contradict(layers, p) == expected);
            }
}

}  // namespace training_parallelism_test
