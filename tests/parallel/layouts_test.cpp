// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nc.hpp>
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/catalog/azure/racks.hpp>
#include <headroom/model/models.hpp>
#include <headroom/parallel/layouts.hpp>

#include <algorithm>
#include <array>
#include <check.hpp>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <string>
#include <unsaid.hpp>
#include <vector>

namespace parallel_layouts_test {
namespace {

namespace published = hr::models;
using enum hr::layout_use;

std::string text_of(const hr::parallelism& p) {
  return "TP" + std::to_string(p.tensor) + " PP" + std::to_string(p.pipeline) + " DP" + std::to_string(p.data) + " EP" +
         std::to_string(p.expert) + (p.expert_tensor > 1 ? " ETP" + std::to_string(p.expert_tensor) : "");
}

std::vector<std::string> texts_of(const hr::layouts& all) {
  std::vector<std::string> texts;
  for (const hr::parallelism& each : all) texts.push_back(text_of(each));
  return texts;
}

hr::layouts on(const hr::machine& of, const hr::transformer& model, hr::layout_use use, hr::count most) {
  hr::layouts all = hr::layouts_on(of, model, use);
  all.most = most;
  return all;
}

// The same by trying all numbers and keeping what the rules allow, put in order at the end.
constexpr std::array<hr::count, 17> rounds{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384};

bool is_round(hr::count n) { return std::ranges::find(rounds, n) != rounds.end(); }

bool is_tensor(const hr::layouts& of, hr::count n) {
  hr::parallelism by{.tensor = n, .expert_tensor = 1};
  return n <= std::max(of.node, of.domain) && (of.use == serving || n <= 8) && hr::detail::layers_contradict(*of.model, by).empty();
}

bool are_copies(const hr::layouts& of, hr::count copies, hr::count gpus) {
  if (of.use == training && of.global_batch > 0) return of.global_batch % copies == 0;
  return copies == 1 || is_round(copies) || gpus <= of.node || (gpus == of.most && gpus % of.node == 0) || (gpus % of.node == 0 && is_round(gpus / of.node)) ||
         (of.domain % of.node == 0 && gpus % of.domain == 0 && is_round(gpus / of.domain));
}

bool is_run(const hr::layouts& of, hr::count gpus, const hr::parallelism& p, hr::count widest, hr::count experts) {
  const bool serves = of.use == serving;
  const bool of_any_number = !serves && of.global_batch > 0;
  if (!are_copies(of, p.data, gpus)) return false;
  if (!is_tensor(of, p.tensor) || (!of_any_number && !is_round(p.pipeline)) || p.pipeline > (serves ? 4 : 64) ||
      p.pipeline > of.model->layer_count())
    return false;
  if (p.pipeline > 1 && (serves ? of.node == 1 || p.tensor != widest : !of_any_number && p.pipeline % 2 != 0)) return false;
  if (!serves) return true;
  const hr::count stage = p.tensor * p.data;
  const bool whole = p.expert > 1;
  if (p.data > 1 && (!whole || p.pipeline > 1)) return false;
  return !whole || (p.expert == stage && stage <= experts);
}

std::vector<std::string> by_trying_all(const hr::layouts& of) {
  hr::count experts = 0;
  for (const hr::layer& each : of.model->layers)
    if (each.how_many > 0 && each.experts.is_present()) experts = each.experts.routed;
  hr::count widest = 1;
  for (hr::count n = 1; n <= std::max(of.node, of.domain); ++n)
    if (is_tensor(of, n)) widest = n;
  struct found {
    std::array<hr::count, 5> key{};
    std::string text{};
  };
  std::vector<found> all;
  for (hr::count gpus = 1; gpus <= of.most; ++gpus)
    for (hr::count pipeline = 1; pipeline <= gpus; ++pipeline)
      for (hr::count tensor = 1; tensor <= gpus; ++tensor) {
        if (gpus % (pipeline * tensor) != 0) continue;
        hr::parallelism p{.tensor = tensor, .pipeline = pipeline, .data = gpus / (pipeline * tensor)};
        const hr::count ranks = tensor * p.data;
        const bool is_divided = of.use == training && of.with_divided_experts && tensor > 1;
        for (const hr::count each : is_divided ? std::vector<hr::count>{1, tensor} : std::vector<hr::count>{1}) {
          std::vector<hr::count> shared{1};
          if (of.use == serving && experts > 0 && ranks > 1) shared.push_back(ranks);
          if (of.use == training && experts > 0) {
            hr::count most = 1;
            for (hr::count n = 1; n <= experts; ++n)
              if (experts % n == 0 && ranks % (n * each) == 0) most = n;
            shared = {most};
            for (hr::count n = most - 1; of.with_narrow_experts && n >= 1; --n)
              if (most % n == 0) shared.push_back(n);
          }
          for (const hr::count expert : shared) {
            if (expert == 1 && each > 1) continue;
            p.expert = expert;
            p.expert_tensor = expert > 1 ? each : 0;
            if (is_run(of, gpus, p, widest, experts))
              all.push_back({{gpus, pipeline, of.use == serving ? -tensor : tensor, each, of.use == serving ? expert : -expert}, text_of(p)});
          }
        }
      }
  std::ranges::sort(all, {}, &found::key);
  std::vector<std::string> texts;
  for (const found& each : all) texts.push_back(each.text);
  return texts;
}

constexpr hr::machine h100(hr::azure::nd96isr_h100_v5::spec);

// As Qwen2.5 7B has them.
constexpr hr::transformer heads_28 = [] {
  hr::transformer shape{.vocabulary = 1, .hidden = 3'584};
  shape.layers[0] = {.how_many = 28, .attention = {.heads = 28, .kv_heads = 4, .head_size = 128}};
  return shape;
}();

constexpr hr::count how_many(hr::layouts all) {
  hr::count sum = 0;
  for (const hr::parallelism& each : all) sum += each.gpus() > 0 ? 1 : 0;
  return sum;
}

}  // namespace

// vLLM's guide: tensor parallelism of a node's GPUs, and as many stages as there are nodes.
TEST_CASE("an engine's layouts of a dense model are a node's divisors, then stages of whole nodes") {
  CHECK(texts_of(on(h100, published::llama3_1_70b, serving, 48)) ==
        std::vector<std::string>{"TP1 PP1 DP1 EP1", "TP2 PP1 DP1 EP1", "TP4 PP1 DP1 EP1", "TP8 PP1 DP1 EP1",
                                 "TP8 PP2 DP1 EP1", "TP8 PP3 DP1 EP1", "TP8 PP4 DP1 EP1"});
}

// 28 heads: eight GPUs do not divide them, four do.
TEST_CASE("heads that a node's GPUs do not divide leave stages inside of it") {
  CHECK(texts_of(on(h100, heads_28, serving, 16)) ==
        std::vector<std::string>{"TP1 PP1 DP1 EP1", "TP2 PP1 DP1 EP1", "TP4 PP1 DP1 EP1", "TP4 PP2 DP1 EP1",
                                 "TP4 PP3 DP1 EP1", "TP4 PP4 DP1 EP1"});
}

// Stages of an engine are as wide as tensor parallelism can be, whatever else is said: open, the range has no others. Said stages are of any width.
TEST_CASE("what is said of one degree of an engine leaves the others as they are in the range") {
  hr::layouts all = on(h100, published::llama3_1_70b, serving, 16);
  all.said_tensor = 4;
  CHECK(texts_of(all) == std::vector<std::string>{"TP4 PP1 DP1 EP1"});
  all.said_tensor = 16;  // on two nodes, which the range has not
  all.most = 32;
  CHECK(texts_of(all) == std::vector<std::string>{"TP16 PP1 DP1 EP1", "TP16 PP2 DP1 EP1"});
  all.most = 16;
  all.said_tensor = 0;
  all.said_pipeline = 1;
  CHECK(texts_of(all) == std::vector<std::string>{"TP1 PP1 DP1 EP1", "TP2 PP1 DP1 EP1", "TP4 PP1 DP1 EP1", "TP8 PP1 DP1 EP1"});
  all.said_pipeline = 5;
  CHECK(texts_of(all) == std::vector<std::string>{"TP1 PP5 DP1 EP1", "TP2 PP5 DP1 EP1"});
}

// Seven of eight GPUs: 64 heads are divided over four of them, and of a machine of five, six or seven the rest are left.
TEST_CASE("tensor parallelism is of any width that divides the model, whatever a node's GPUs are divided by") {
  for (const hr::count node : {5, 6, 7}) {
    hr::layouts of = on(h100, published::llama3_1_70b, serving, node);
    of.node = of.domain = node;
    CHECK(texts_of(of) == std::vector<std::string>{"TP1 PP1 DP1 EP1", "TP2 PP1 DP1 EP1", "TP4 PP1 DP1 EP1"});
    of.most = 2 * node;
    CHECK(texts_of(of).back() == (node < 6 ? "TP4 PP2 DP1 EP1" : "TP4 PP3 DP1 EP1"));
  }
  // 28 heads of 4 for keys and values, over seven: neither divides the other.
  hr::layouts of_seven = on(h100, heads_28, training, 7);
  of_seven.node = of_seven.domain = 7;
  for (const hr::parallelism& each : of_seven) CHECK(each.tensor != 7);
  hr::transformer with_seven = heads_28;
  with_seven.layers[0].attention.kv_heads = 7;
  of_seven.model = &with_seven;
  of_seven.global_batch = 1;
  CHECK(texts_of(of_seven) == std::vector<std::string>{"TP1 PP1 DP1 EP1", "TP1 PP2 DP1 EP1", "TP1 PP3 DP1 EP1", "TP1 PP4 DP1 EP1", "TP1 PP5 DP1 EP1", "TP1 PP6 DP1 EP1",
                                                       "TP7 PP1 DP1 EP1", "TP1 PP7 DP1 EP1"});
}

// 126 layers: 2 and 6 divide them; with the embedding and the head 128 powers of two do. 5 divides neither, nor do 12,
// 24 and 48.
TEST_CASE("even stages hold equally many layers, where it takes that with embedding and head as layers") {
  hr::layouts all = on(h100, published::llama3_1_405b, training, 512);
  all.even_stages = true;
  for (const hr::parallelism& each : all) {
    const bool with_ends = each.embedding_as_layer && each.head_as_layer;
    CHECK((126 + (with_ends ? 2 : 0)) % each.pipeline == 0);
    CHECK(with_ends == (126 % each.pipeline != 0));
  }
  const std::vector<std::string> texts = texts_of(all);
  CHECK(std::ranges::find(texts, "TP8 PP64 DP1 EP1") != texts.end());
  CHECK(std::ranges::find(texts, "TP8 PP12 DP1 EP1") == texts.end());
  all.rest.virtual_stages = 8;
  for (const hr::parallelism& each : all)
    if (each.pipeline > 1) CHECK(128 % (8 * each.pipeline) == 0);
}

TEST_CASE("tensor parallelism beyond a node is of any width inside of the domain") {
  hr::transformer heads_96 = heads_28;
  heads_96.layers[0].attention = {.heads = 96, .kv_heads = 96, .head_size = 128};
  CHECK(texts_of(on(hr::azure::gb300_nvl72::spec, heads_96, serving, 64)) ==
        std::vector<std::string>{"TP1 PP1 DP1 EP1", "TP2 PP1 DP1 EP1", "TP3 PP1 DP1 EP1", "TP4 PP1 DP1 EP1", "TP6 PP1 DP1 EP1", "TP8 PP1 DP1 EP1",
                                 "TP12 PP1 DP1 EP1", "TP16 PP1 DP1 EP1", "TP24 PP1 DP1 EP1", "TP32 PP1 DP1 EP1", "TP48 PP1 DP1 EP1"});
}

// Llama 3.1 405B was trained on so many.
TEST_CASE("training layouts on a machine end at 16,384 GPUs, unless more are asked for") {
  hr::count most = 0;
  for (const hr::parallelism& each : hr::layouts_on(h100, published::llama3_1_8b, training)) most = std::max(most, each.gpus());
  CHECK(most == 16'384);
  most = 0;
  for (const hr::parallelism& each : on(h100, published::llama3_1_8b, training, 32'768)) most = std::max(most, each.gpus());
  CHECK(most == 32'768);
  CHECK_CONSTEXPR(hr::layouts_on(h100, published::llama3_1_8b, training).most == 16'384);
  // As many as the range has of anything are a number as others are.
  most = 0;
  for (const hr::parallelism& each : on(h100, published::llama3_1_8b, training, hr::most_layout_gpus)) most = std::max(most, each.gpus());
  CHECK(most == 65'536);
  // A machine of one more than so many is one too many, and is no number that others have.
  const hr::layouts of_one{.model = &published::llama3_1_8b, .use = training, .node = 16'385, .domain = 16'385, .most = 16'384};
  for (const hr::parallelism& each : of_one) CHECK(each.gpus() < 16'385);
}

// Each of 32,768 experts may have a rank of its own: 4,096 nodes of eight.
TEST_CASE("serving layouts end where each expert has a rank") {
  hr::transformer wide = published::mixtral_8x7b;
  wide.layers[0].experts.routed = 32'768;
  hr::count most = 0;
  for (const hr::parallelism& each : hr::layouts_on(h100, wide, serving)) most = std::max(most, each.gpus());
  CHECK(most == 32'768);
}

// 128 heads in nodes of four: 12, 24, 48 and 72 do not divide them.
TEST_CASE("inside of a rack tensor parallelism is whole nodes that divide the heads") {
  CHECK(texts_of(on(hr::azure::gb300_nvl72::spec, published::llama3_1_405b, serving, 64)) ==
        std::vector<std::string>{"TP1 PP1 DP1 EP1", "TP2 PP1 DP1 EP1", "TP4 PP1 DP1 EP1", "TP8 PP1 DP1 EP1",
                                 "TP16 PP1 DP1 EP1", "TP32 PP1 DP1 EP1", "TP64 PP1 DP1 EP1"});
}

TEST_CASE("experts are in parts, or whole over all ranks with the attention copied") {
  CHECK(texts_of(on(h100, published::deepseek_v3, serving, 4)) ==
        std::vector<std::string>{"TP1 PP1 DP1 EP1", "TP2 PP1 DP1 EP1", "TP2 PP1 DP1 EP2", "TP1 PP1 DP2 EP2", "TP1 PP1 DP3 EP3",
                                 "TP4 PP1 DP1 EP1", "TP4 PP1 DP1 EP4", "TP2 PP1 DP2 EP4", "TP1 PP1 DP4 EP4"});
  // No rank without an expert: 256 of them.
  const std::vector<std::string> all = texts_of(on(h100, published::deepseek_v3, serving, 1'024));
  CHECK(std::ranges::count(all, "TP1 PP1 DP256 EP256") == 1);
  CHECK(std::ranges::count_if(all, [](const std::string& each) { return each.ends_with("EP384"); }) == 0);
}

TEST_CASE("in training, replicas take what tensor and pipeline parallelism leave") {
  CHECK(texts_of(on(h100, published::llama3_1_8b, training, 6)) ==
        std::vector<std::string>{"TP1 PP1 DP1 EP1", "TP1 PP1 DP2 EP1", "TP2 PP1 DP1 EP1", "TP1 PP2 DP1 EP1", "TP1 PP1 DP3 EP1", "TP1 PP1 DP4 EP1", "TP2 PP1 DP2 EP1",
                                 "TP4 PP1 DP1 EP1", "TP1 PP2 DP2 EP1", "TP2 PP2 DP1 EP1", "TP1 PP4 DP1 EP1", "TP1 PP1 DP5 EP1", "TP1 PP1 DP6 EP1", "TP2 PP1 DP3 EP1",
                                 "TP1 PP2 DP3 EP1", "TP1 PP6 DP1 EP1"});
}

// DeepSeek's own (DeepSeek-AI, 2024, section 3.2): 16 stages on 2,048 GPUs, 64 ranks to the experts; Meta's of 405B
// (Grattafiori et al., 2024, table 4): TP 8, PP 16 with 8 or 128 replicas.
TEST_CASE("published runs are among them") {
  const std::vector<std::string> deepseek = texts_of(on(h100, published::deepseek_v3, training, 2'048));
  CHECK(std::ranges::count(deepseek, "TP1 PP16 DP128 EP128") == 1);
  const std::vector<std::string> llama = texts_of(on(h100, published::llama3_1_405b, training, 16'384));
  CHECK(std::ranges::count(llama, "TP8 PP16 DP64 EP1") == 1);
  CHECK(std::ranges::count(llama, "TP8 PP16 DP128 EP1") == 1);
}

// Smith et al., 2022 (arXiv:2201.11990, section 3.2): 530 billion parameters on 35 stages of 8 GPUs, 8 to 12 replicas; 105 layers.
TEST_CASE("what is said of tensor parallelism and of stages is kept, of a usual number of replicas") {
  hr::transformer model = published::llama3_1_405b;
  model.layers[0].how_many = 105;
  hr::layouts all = on(h100, model, training, 4'480);
  all.said_tensor = 8;
  all.said_pipeline = 35;
  CHECK(texts_of(all) == std::vector<std::string>{"TP8 PP35 DP1 EP1", "TP8 PP35 DP2 EP1", "TP8 PP35 DP3 EP1", "TP8 PP35 DP4 EP1", "TP8 PP35 DP6 EP1", "TP8 PP35 DP8 EP1",
                                                  "TP8 PP35 DP12 EP1", "TP8 PP35 DP16 EP1"});
  all.even_stages = true;  // three layers each
  CHECK(texts_of(all).size() == 8);
  all.most = 279;
  CHECK(texts_of(all).empty());
  all.most = 280;
  CHECK(texts_of(all) == std::vector<std::string>{"TP8 PP35 DP1 EP1"});
  all.said_tensor = 0;
  CHECK(texts_of(all) == std::vector<std::string>{"TP1 PP35 DP1 EP1", "TP1 PP35 DP2 EP1", "TP2 PP35 DP1 EP1", "TP1 PP35 DP3 EP1", "TP1 PP35 DP4 EP1", "TP2 PP35 DP2 EP1",
                                                  "TP4 PP35 DP1 EP1", "TP1 PP35 DP6 EP1", "TP2 PP35 DP3 EP1", "TP1 PP35 DP8 EP1", "TP2 PP35 DP4 EP1", "TP4 PP35 DP2 EP1",
                                                  "TP8 PP35 DP1 EP1"});
  all.said_tensor = 16;  // wider than a node, and than the range
  all.most = 560;
  CHECK(texts_of(all) == std::vector<std::string>{"TP16 PP35 DP1 EP1"});
  all.said_tensor = 3;  // of 128 heads
  CHECK(texts_of(all).empty());
  all.said_pipeline = 0;
  all.said_tensor = 4;
  all.even_stages = false;
  all.most = 16;
  CHECK(texts_of(all) ==
        std::vector<std::string>{"TP4 PP1 DP1 EP1", "TP4 PP1 DP2 EP1", "TP4 PP2 DP1 EP1", "TP4 PP1 DP3 EP1", "TP4 PP1 DP4 EP1", "TP4 PP2 DP2 EP1", "TP4 PP4 DP1 EP1"});
  all.said_pipeline = 1;
  CHECK(texts_of(all) == std::vector<std::string>{"TP4 PP1 DP1 EP1", "TP4 PP1 DP2 EP1", "TP4 PP1 DP3 EP1", "TP4 PP1 DP4 EP1"});
  all.said_pipeline = 106;
  all.most = 100'000;
  CHECK(texts_of(all).empty());
  // Of one replica more stages than a layout of the range has.
  all.said_pipeline = 105;
  all.said_tensor = 8;
  all.with_data = false;
  CHECK(texts_of(all) == std::vector<std::string>{"TP8 PP105 DP1 EP1"});
}

// Six sequences: 1, 2, 3 or 6 replicas.
TEST_CASE("of a global batch, stages and GPUs are of any number that replicas share it evenly over") {
  hr::layouts all = on(h100, published::llama3_1_8b, training, 6);
  all.global_batch = 6;
  CHECK(texts_of(all) ==
        std::vector<std::string>{"TP1 PP1 DP1 EP1", "TP1 PP1 DP2 EP1", "TP2 PP1 DP1 EP1", "TP1 PP2 DP1 EP1", "TP1 PP1 DP3 EP1", "TP1 PP3 DP1 EP1", "TP2 PP1 DP2 EP1",
                                 "TP4 PP1 DP1 EP1", "TP1 PP2 DP2 EP1", "TP2 PP2 DP1 EP1", "TP1 PP4 DP1 EP1", "TP1 PP5 DP1 EP1", "TP1 PP1 DP6 EP1", "TP2 PP1 DP3 EP1",
                                 "TP1 PP2 DP3 EP1", "TP1 PP3 DP2 EP1", "TP2 PP3 DP1 EP1", "TP1 PP6 DP1 EP1"});
  constexpr auto of_batch = [](hr::count sequences, hr::layout_use use, bool with_data) {
    hr::layouts of = hr::layouts_on(h100, published::llama3_1_8b, use);
    of.most = 24;
    of.global_batch = sequences;
    of.with_data = with_data;
    return how_many(of);
  };
  // On 24 GPUs, 24 / (tensor parallelism * replicas) numbers of stages: 24 + 12 + 8 + 4, 12 + 6 + 4 + 2, 6 + 3 + 2 + 1, 3 + 1 + 1.
  CHECK_CONSTEXPR(of_batch(6, training, true) == 89);
  // Serving has none, and of one replica it is not chosen how many share it.
  CHECK(of_batch(6, serving, true) == of_batch(0, serving, true));
  CHECK(of_batch(6, training, false) == of_batch(0, training, false));
  // MT-NLG's stages, and 1,920 sequences that up to 16 replicas share.
  hr::transformer model = published::llama3_1_405b;
  model.layers[0].how_many = 105;
  hr::layouts mt = on(h100, model, training, 4'480);
  mt.said_tensor = 8;
  mt.said_pipeline = 35;
  mt.global_batch = 1'920;
  std::vector<hr::count> replicas;
  for (const hr::parallelism& each : mt) replicas.push_back(each.data);
  CHECK(replicas == std::vector<hr::count>{1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 16});
}

// Every split of every number of GPUs, kept where the rules have it.
TEST_CASE("with context parallelism GPUs are those of all ranks") {
  for (const hr::count context : {1, 2, 3, 4, 16})
    for (const hr::count node : {1, 4, 7, 8})
      for (const auto& each : {std::array<hr::count, 2>{0, 0}, {6, 0}, {96, 0}, {0, 3}, {96, 2}, {96, 3}, {6, 4}}) {
        const hr::count batch = each[0], said = each[1];
        hr::layouts all{.model = &published::llama3_1_8b, .use = training, .node = node, .domain = node, .most = 12 * node};
        all.rest.context = context;
        all.global_batch = batch;
        all.said_data = said;
        std::vector<std::string> expected;
        for (hr::count gpus = 1; gpus <= all.most; ++gpus)
          for (hr::count stages = 1; stages <= 32; ++stages)
            for (const hr::count tensor : {1, 2, 4, 8}) {
              const hr::count of_copy = tensor * stages * context;
              if (tensor > node || gpus % of_copy != 0) continue;
              const hr::count copies = gpus / of_copy;
              if (batch > 0 ? batch % copies != 0 : said == 0 && !are_copies(all, copies, gpus)) continue;
              if ((said > 0 && copies != said) || (stages > 1 && batch == 0 && !(is_round(stages) && stages % 2 == 0))) continue;
              expected.push_back(text_of({.tensor = tensor, .pipeline = stages, .data = copies}));
            }
        CAPTURE(context);
        CAPTURE(node);
        CAPTURE(batch);
        CAPTURE(said);
        CHECK(texts_of(all) == expected);
      }
  // Twelve replicas of a sequence in two parts, on three nodes; and none beyond the GPUs that there are.
  hr::layouts three = on(h100, published::llama3_1_8b, training, 24);
  three.rest.context = 2;
  three.global_batch = 96;
  const std::vector<std::string> texts = texts_of(three);
  CHECK(std::ranges::count(texts, "TP1 PP1 DP12 EP1") == 1);
  three.rest.context = 32;
  CHECK(texts_of(three).empty());
}

// Replicas share a batch on no more than so many GPUs, and between these numbers there are ever more that none can have: of as many GPUs as
// there may be the range ends all the same. The numbers are those of every product of a tensor parallelism, stages, ranks and replicas.
TEST_CASE("numbers of GPUs over which no batch is shared out are passed over") {
  for (const hr::count context : {1, 3})
    for (const hr::count node : {1, 6, 8})
      for (const hr::count batch : {1, 6, 97, 250})
        for (const auto& both : {std::array<hr::count, 2>{0, 0}, {3, 0}, {0, 2}, {0, 97}}) {
          const hr::count said = both[0], said_data = both[1];
          hr::layouts all{.model = &published::llama3_1_8b, .use = training, .node = node, .domain = node, .most = hr::max_count};
          all.rest.context = context;
          all.global_batch = batch;
          all.said_pipeline = said;
          all.said_data = said_data;
          std::vector<hr::count> expected;
          for (hr::count stages = 1; stages <= 32; ++stages)
            for (hr::count tensor = 1; tensor <= 8; ++tensor)
              for (hr::count replicas = 1; replicas <= batch; ++replicas) {
                const hr::count gpus = tensor * stages * context * replicas;
                if (batch % replicas != 0 || (said_data > 0 && replicas != said_data) || 32 % tensor != 0 || tensor > node) continue;
                if (said == 0 || stages == said) expected.push_back(gpus);
              }
          std::ranges::sort(expected);
          expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
          std::vector<hr::count> found;
          for (const hr::parallelism& each : all)
            if (found.empty() || found.back() != each.gpus()) found.push_back(each.gpus());
          CAPTURE(context);
          CAPTURE(node);
          CAPTURE(batch);
          CAPTURE(said);
          CHECK(found == expected);
        }
  // A prime batch of a million and three sequences: 1 replica or as many as it has, in stages of 1 to 32 layers on 1, 2, 4 or 8 GPUs.
  hr::layouts prime = on(h100, published::llama3_1_8b, training, hr::max_count);
  prime.global_batch = 1'000'003;
  hr::count most = 0;
  for (const hr::parallelism& each : prime) most = each.gpus();
  CHECK(most == 32 * 8 * hr::count{1'000'003});
}

// Narayanan et al., 2021 (arXiv:2104.04473), table 1: one trillion parameters on 64 stages of 8 GPUs.
TEST_CASE("training has as many stages as the most that are published, and no more") {
  const std::vector<std::string> all = texts_of(on(h100, published::llama3_1_405b, training, 768));
  CHECK(std::ranges::count(all, "TP8 PP64 DP1 EP1") == 1);
  CHECK(std::ranges::count_if(all, [](const std::string& each) { return each.find("PP96 ") != std::string::npos; }) == 0);
  // 65 divide 130 layers, of which two are the ends.
  hr::transformer model = published::llama3_1_405b;
  model.layers[0].how_many = 128;
  hr::layouts any = on(h100, model, training, 520);
  any.even_stages = true;
  any.global_batch = 4;
  const std::vector<std::string> of_any = texts_of(any);
  CHECK(std::ranges::count(of_any, "TP8 PP64 DP1 EP1") == 1);
  CHECK(std::ranges::count_if(of_any, [](const std::string& each) { return each.find("PP65 ") != std::string::npos; }) == 0);
}

// Stages of the runs in tests/validation: 2, 4, 6, 8, 12, 16, 24, and 35 once. 61 layers and two ends are three times 21.
TEST_CASE("nobody trains on three stages") {
  hr::layouts all = on(h100, published::deepseek_v3, training, 1'024);
  for (const hr::parallelism& each : all) CHECK(each.pipeline != 3);
  all.even_stages = true;
  for (const hr::parallelism& each : all) CHECK(each.pipeline == 1);
}

TEST_CASE("round numbers are powers of two and three halves of them, and the one above is the least that is more") {
  for (hr::count n = -3; n <= 384; ++n) {
    CAPTURE(n);
    CHECK(hr::detail::is_round(n) == is_round(n));
    if (n < 0 || n == 384) continue;
    hr::count above = n + 1;
    while (!is_round(above)) ++above;
    CHECK(hr::detail::round_above(n) == above);
  }
}

TEST_CASE("routed experts are what divides those of every layer that there is") {
  const auto common = [](std::initializer_list<std::array<hr::count, 2>> layers) {
    hr::transformer model;
    std::size_t kind = 0;
    for (const auto& each : layers) model.layers[kind++] = hr::layer{.how_many = each[0], .experts = {.routed = each[1]}};
    return hr::detail::routed_experts(model);
  };
  CHECK(common({{3, 0}}) == 0);
  CHECK(common({{1, 12}}) == 12);
  CHECK(common({{3, 0}, {1, 12}}) == 12);
  CHECK(common({{1, 12}, {3, 0}, {2, 20}}) == 4);
  CHECK(common({{0, 7}, {2, 12}}) == 12);
  CHECK(common({{2, 1}, {2, 12}}) == 1);
}

TEST_CASE("layouts are of one GPU that serves, and choose data parallelism, unless told otherwise") {
  using hr::layouts;
  hr::transformer wide = published::mixtral_8x7b;
  wide.layers[0].experts.routed = 1 << 18;
  const layouts few{.model = &published::mixtral_8x7b, .node = 8, .domain = 16, .most = 16}, experts{.model = &wide, .node = 8, .domain = 8};
  const auto trained = [&](const layouts& of) {
    layouts as = of;
    as.use = training;
    return texts_of(as);
  };
  CHECK(is_unless_said<&layouts::use>(texts_of, few, serving, training));
  CHECK(is_unless_said<&layouts::node>(texts_of, layouts{.model = &published::mixtral_8x7b, .domain = 16, .most = 16}, 1, 8));
  CHECK(is_unless_said<&layouts::domain>(texts_of, layouts{.model = &published::mixtral_8x7b, .most = 16}, 1, 8));
  CHECK(is_unless_said<&layouts::most>(texts_of, experts, 65'536, 32'768));
  CHECK(is_unless_said<&layouts::with_narrow_experts>(trained, few, false, true));
  CHECK(is_unless_said<&layouts::with_divided_experts>(trained, few, false, true));
  CHECK(is_unless_said<&layouts::even_stages>(trained, layouts{.model = &published::deepseek_v3, .node = 8, .domain = 8, .most = 64}, false, true));
  CHECK(is_unless_said<&layouts::with_data>(texts_of, few, true, false));
  CHECK(is_unless_said<&layouts::fewest>(texts_of, few, 1, 4));
  // Tensor parallelism of as many GPUs as there may be, where a model's heads, widths and domain allow it.
  constexpr hr::count most = 1 << 17;
  const hr::layer layer{.letter = 'a', .how_many = 1, .attention = {.heads = most, .kv_heads = most, .head_size = 1}, .feed_forward = {.width = most}};
  const hr::transformer of_heads{.name = "heads", .hidden = most, .layers = {{layer}}};
  const auto widest = [](const layouts& of) {
    hr::count found = 0;
    for (const hr::parallelism& each : of) found = std::max(found, each.tensor);
    return found;
  };
  CHECK(is_unless_said<&layouts::most_tensor>(widest, layouts{.model = &of_heads, .node = 8, .domain = most, .most = most}, 65'536, 32'768));
}

// Those of all numbers of GPUs, kept where they are of so many.
TEST_CASE("layouts begin at each number of GPUs with those of all that are of no fewer, and pass to the next number") {
  std::vector<hr::layouts> ranges;
  for (const hr::machine& each : {h100, hr::machine(hr::azure::gb300_nvl72::spec)})
    for (const hr::transformer* model : {&published::llama3_1_8b, &published::mixtral_8x7b, &heads_28})
      for (const hr::layout_use use : {serving, training}) {
        hr::layouts all = on(each, *model, use, 152);
        all.with_narrow_experts = all.with_divided_experts = true;
        ranges.push_back(all);
        all.global_batch = 96;
        ranges.push_back(all);
        all.rest.context = 2;
        if (use == training) ranges.push_back(all);
        all.said_pipeline = 2;
        if (use == training) ranges.push_back(all);
      }
  for (hr::layouts all : ranges) {
    std::vector<hr::count> numbers;
    for (const hr::parallelism& each : all)
      if (numbers.empty() || numbers.back() < each.gpus()) numbers.push_back(each.gpus());
    std::vector<hr::count> passed;
    auto at = all.begin();
    for (; at != hr::layouts::end_of_layouts{}; at.pass_gpus()) passed.push_back(at->gpus());
    CHECK(passed == numbers);
    for (const hr::count fewest : numbers) {
      std::vector<std::string> expected;
      for (const hr::parallelism& each : all)
        if (each.gpus() >= fewest) expected.push_back(text_of(each));
      hr::layouts from = all;
      from.fewest = fewest;
      CHECK(texts_of(from) == expected);
    }
  }
  constexpr auto from = [](hr::count fewest) {
    hr::layouts all = hr::layouts_on(h100, published::llama3_1_8b, serving);
    all.fewest = fewest;
    return all.begin()->gpus();
  };
  CHECK_CONSTEXPR(from(1) == 1);
  CHECK_CONSTEXPR(from(4) == 4);
}

TEST_CASE("of few GPUs they are those found by trying all") {
  const hr::transformer small = [] {
    hr::transformer made = heads_28;
    made.layers[0] = {.how_many = 3, .attention = {.heads = 48, .kv_heads = 48, .head_size = 128}};
    return made;
  }();
  const hr::transformer narrow = [] {
    hr::transformer made = heads_28;
    made.layers[0].attention = {.heads = 2, .kv_heads = 2, .head_size = 128};
    return made;
  }();
  for (const hr::transformer* model : {&published::mixtral_8x7b, &heads_28, &small, &narrow})
    for (const hr::layout_use use : {serving, training})
      for (const std::array<hr::count, 3> of : {std::array<hr::count, 3>{1, 1, 8}, {2, 1, 9}, {4, 4, 12}, {4, 8, 20}, {4, 12, 40}, {4, 10, 20}, {3, 3, 12}, {1, 4, 8}, {10, 10, 10}, {8, 7, 16}}) {
        const hr::layouts all{.model = model, .use = use, .node = of[0], .domain = of[1], .most = of[2], .with_narrow_experts = of[0] % 4 == 0, .with_divided_experts = of[0] > 3};
        CAPTURE(all.node);
        CAPTURE(all.domain);
        CAPTURE(use == serving);
        CHECK(texts_of(all) == by_trying_all(all));
      }
}

// Routed experts whose number only some ranks share: with replicas 2, 3, 4, 6 and 8 times.
TEST_CASE("routed experts are shared by as many ranks of a stage as divide them, contexts among them") {
  hr::transformer model = published::mixtral_8x7b;
  model.layers[0].experts.routed = 12;
  for (const hr::count context : {1, 3})
    for (const bool narrow : {false, true}) {
      hr::layouts all = on(h100, model, training, 24);
      all.rest.context = context;
      all.with_narrow_experts = narrow;
      std::array<hr::count, 3> before{};
      hr::count expert_before = 0;
      for (const hr::parallelism& each : all) {
        const hr::count ranks = each.tensor * each.data * context;
        hr::count most = 1;
        for (hr::count n = 1; n <= 12; ++n)
          if (12 % n == 0 && ranks % n == 0) most = n;
        CHECK(each.context == context);
        CHECK(most % each.expert == 0);
        CHECK(each.expert_tensor == (each.expert > 1 ? 1 : 0));
        const std::array<hr::count, 3> now{each.tensor, each.pipeline, each.data};
        if (now != before) CHECK(each.expert == most);
        else CHECK(each.expert < expert_before);
        if (!narrow) CHECK(each.expert == most);
        before = now;
        expert_before = each.expert;
      }
    }
  // What is said of them is kept.
  hr::layouts said = on(h100, model, training, 8);
  said.rest.expert = 2;
  said.rest.expert_tensor = 1;
  for (const hr::parallelism& each : said) {
    CHECK(each.expert == 2);
    CHECK(each.expert_tensor == 1);
  }
  // Of 8 GPUs of a stage 4 share experts that two hold together; of one GPU none, and of two they are not shared.
  said.rest.expert = 1;
  said.rest.expert_tensor = 2;
  said.with_divided_experts = true;
  hr::count most = 0;
  for (const hr::parallelism& each : said) {
    CHECK(each.expert_tensor == 2);
    CHECK(each.expert == (each.tensor * each.data % 2 == 0 ? hr::greatest_common_divisor(12, each.tensor * each.data / 2) : 1));
    most = std::max(most, each.expert);
  }
  CHECK(most == 4);
  // There is nothing to divide otherwise: each layout comes once.
  const hr::count divided = how_many(said);
  said.with_divided_experts = false;
  CHECK(divided == how_many(said));
}

TEST_CASE("of one replica no copies are chosen, nor experts, nor anything twice") {
  hr::layouts all = on(h100, published::llama3_1_8b, training, 16);
  all.with_data = false;
  all.rest = {.tensor = 4, .pipeline = 2, .data = 3};
  const std::vector<std::string> stages{"TP1 PP1 DP3 EP1", "TP2 PP1 DP3 EP1", "TP1 PP2 DP3 EP1", "TP4 PP1 DP3 EP1", "TP2 PP2 DP3 EP1", "TP1 PP4 DP3 EP1",
                                        "TP1 PP6 DP3 EP1", "TP8 PP1 DP3 EP1", "TP4 PP2 DP3 EP1", "TP2 PP4 DP3 EP1", "TP1 PP8 DP3 EP1", "TP2 PP6 DP3 EP1",
                                        "TP1 PP12 DP3 EP1", "TP8 PP2 DP3 EP1", "TP4 PP4 DP3 EP1", "TP2 PP8 DP3 EP1", "TP1 PP16 DP3 EP1"};
  CHECK(texts_of(all) == stages);
  all.model = &published::mixtral_8x7b;
  CHECK(texts_of(all) == stages);
  all.model = &published::llama3_1_8b;
  all.use = serving;
  CHECK(texts_of(all) == std::vector<std::string>{"TP1 PP1 DP3 EP1", "TP2 PP1 DP3 EP1", "TP4 PP1 DP3 EP1", "TP8 PP1 DP3 EP1", "TP8 PP2 DP3 EP1"});
  // Of copies that are not chosen nobody asks whether each has an expert.
  all.model = &published::mixtral_8x7b;
  all.most = 2;
  CHECK(texts_of(all) == std::vector<std::string>{"TP1 PP1 DP3 EP1", "TP1 PP1 DP3 EP3", "TP2 PP1 DP3 EP1", "TP2 PP1 DP3 EP6"});
  all.rest.data = 16;
  CHECK(texts_of(all).at(1) == "TP1 PP1 DP16 EP16");
}

TEST_CASE("whole experts are in no parts, and others as the attention is") {
  for (const hr::parallelism& each : on(h100, published::mixtral_8x7b, serving, 8)) CHECK(each.expert_tensor == (each.expert > 1 ? 1 : 0));
}

// What divides no experts is for others to say: these are seven wide, and three.
TEST_CASE("experts decide nothing of the tensor parallelism of the rest") {
  hr::transformer odd = published::mixtral_8x7b;
  odd.layers[0].experts.routed = 3;
  odd.layers[0].experts.width = 7;
  for (const hr::count expert : {1, 5}) {
    hr::layouts all = on(h100, odd, training, 4);
    all.rest.expert = expert;
    const std::vector<std::string> texts = texts_of(all);
    CHECK(texts.size() == 11);
    CHECK(texts.back() == "TP1 PP4 DP1 EP" + std::to_string(expert));
  }
  CHECK(texts_of(on(h100, odd, serving, 2)) ==
        std::vector<std::string>{"TP1 PP1 DP1 EP1", "TP2 PP1 DP1 EP1", "TP2 PP1 DP1 EP2", "TP1 PP1 DP2 EP2"});
}

// Of 126 layers, one or two of them named: 125 over three stages, and 124 over five, would take an end that counts as a layer.
TEST_CASE("ends count as layers by themselves only where no stage is named") {
  hr::layouts all = on(h100, published::llama3_1_405b, training, 48);
  all.even_stages = true;
  const auto stages_of = [&](hr::count first, hr::count last) {
    all.rest.first_stage_layers = first;
    all.rest.last_stage_layers = last;
    std::vector<hr::count> found;
    for (const hr::parallelism& each : all) {
      if (std::ranges::find(found, each.pipeline) == found.end()) found.push_back(each.pipeline);
      CHECK((first + last == 0 || !each.head_as_layer));
    }
    std::ranges::sort(found);
    return found;
  };
  const std::vector<hr::count> of_125{1, 2, 6}, of_124{1, 2, 32};
  CHECK(stages_of(1, 0) == of_125);
  CHECK(stages_of(0, 1) == of_125);
  CHECK(stages_of(2, 0) == of_124);
  CHECK(stages_of(0, 2) == of_124);
  CHECK(stages_of(0, 0) == std::vector<hr::count>{1, 2, 4, 6, 8, 16, 32});
  all.rest = {};
  for (const hr::parallelism& each : all) CHECK(each.head_as_layer == (126 % each.pipeline != 0));
}

TEST_CASE("a machine without GPUs, or of an unknown number, counts as one") {
  hr::vm size = hr::azure::nd96isr_h100_v5::spec;
  for (const hr::figure<hr::count>& n : {hr::figure<hr::count>(0), hr::figure<hr::count>(1), hr::figure<hr::count>(hr::absent), hr::figure<hr::count>(hr::unknown)}) {
    size.gpus = n;
    size.scale_up_domain_gpus = n;
    CHECK(hr::layouts_on(size, published::llama3_1_8b, serving).node == 1);
    CHECK(hr::layouts_on(size, published::llama3_1_8b, serving).domain == 1);
  }
}

TEST_CASE("no layout has more tensor parallelism, or GPUs, than are allowed") {
  const auto widest = [](hr::layouts all, hr::count most_tensor) {
    all.most_tensor = most_tensor;
    hr::count most = 0;
    for (const hr::parallelism& each : all) most = std::max(most, each.tensor);
    return most;
  };
  for (const hr::count allowed : {1, 2, 3, 4, 7, 8, 9}) {
    const hr::count power = allowed >= 8 ? 8 : allowed >= 4 ? 4 : allowed >= 2 ? 2 : 1;
    CHECK(widest(on(h100, published::llama3_1_8b, serving, 16), allowed) == power);
    CHECK(widest(on(h100, published::llama3_1_8b, training, 16), allowed) == power);
  }
  // A machine of nine: an engine divides a model over all of them that divide its heads, a training run over no more than eight.
  hr::transformer heads_9 = heads_28;
  heads_9.layers[0].attention = {.heads = 9, .kv_heads = 9, .head_size = 128};
  for (const hr::layout_use use : {serving, training}) {
    hr::layouts of_nine = on(h100, heads_9, use, 9);
    of_nine.node = of_nine.domain = 9;
    CHECK(widest(of_nine, 9) == (use == serving ? 9 : 3));
  }
  // 5 of 5 machines are no round number, and tried for being all that there are; 41 GPUs are no whole machines.
  const auto gpus = [](hr::count most) {
    std::vector<hr::count> found;
    hr::layouts all = on(h100, published::llama3_1_8b, training, most);
    all.said_tensor = all.said_pipeline = 1;
    for (const hr::parallelism& each : all)
      if (found.empty() || found.back() != each.gpus()) found.push_back(each.gpus());
    return found;
  };
  CHECK(gpus(8) == std::vector<hr::count>{1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(gpus(13) == std::vector<hr::count>{1, 2, 3, 4, 5, 6, 7, 8, 12});
  CHECK(gpus(40) == std::vector<hr::count>{1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 40});
  CHECK(gpus(41) == std::vector<hr::count>{1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32});
}

TEST_CASE("they are those found by trying all" * doctest::test_suite("slow")) {
  for (const hr::transformer* model : {&published::llama3_1_8b, &published::deepseek_v3, &heads_28,
                                       &published::mixtral_8x7b, &published::nemotron_h_56b, &published::qwen3_235b_a22b})
    for (const hr::layout_use use : {serving, training})
      for (const std::array<hr::count, 2> of :
           {std::array<hr::count, 2>{1, 1}, {2, 1}, {4, 4}, {5, 5}, {7, 7}, {8, 8}, {4, 72}, {6, 6}, {10, 10}, {16, 4}, {8, 7}}) {
        for (const hr::count batch : std::array<hr::count, 3>{0, 60, 1'024}) {
          const hr::layouts all{.model = model, .use = use, .node = of[0], .domain = of[1], .most = std::max<hr::count>(64, 2 * of[1]), .with_narrow_experts = of[0] % 4 == 0, .with_divided_experts = of[0] > 3, .global_batch = batch};
          CAPTURE(model->name);
          CAPTURE(all.node);
          CAPTURE(all.domain);
          CAPTURE(batch);
          CAPTURE(use == serving);
          CHECK(texts_of(all) == by_trying_all(all));
        }
      }
}

TEST_CASE("of one replica, what is said of copies and experts is kept") {
  hr::layouts all = on(h100, published::mixtral_8x7b, training, 32);
  all.with_data = false;
  all.rest = {.data = 16, .context = 2, .expert = 8, .expert_tensor = 1, .sequence = true};
  for (const hr::parallelism& each : all) {
    CHECK(each.data == 16);
    CHECK(each.context == 2);
    CHECK(each.expert == 8);
    CHECK(each.expert_tensor == 1);
    CHECK(each.sequence);
  }
  CHECK(texts_of(all).back() == "TP1 PP16 DP16 EP8");
}

TEST_CASE("machines without a known domain or GPUs have layouts of what is known") {
  const hr::layouts alone = hr::layouts_on(hr::azure::nc40ads_h100_v5::spec, published::llama3_1_8b, serving);
  CHECK(alone.node == 1);
  CHECK(alone.domain == 1);
  hr::vm unknown = hr::azure::nd96isr_h100_v5::spec;
  unknown.gpus = hr::unknown;
  CHECK(hr::layouts_on(unknown, published::llama3_1_8b, serving).node == 1);
  unknown.gpus = hr::count{1} << 40;
  unknown.scale_up_domain_gpus = hr::count{1} << 40;
  CHECK(how_many(hr::layouts_on(unknown, published::llama3_1_8b, serving)) == 9);  // 1 to 32 heads, and these in 2, 3 and 4 stages
  const hr::layouts rack = hr::layouts_on(hr::azure::gb300_nvl72::spec, published::llama3_1_8b, serving);
  CHECK(rack.node == 4);
  CHECK(rack.domain == 72);
}

TEST_CASE("they are counted at compile time") {
  CHECK_CONSTEXPR(how_many(hr::layouts_on(h100, published::llama3_1_70b, hr::layout_use::serving)) == 7);
  CHECK_CONSTEXPR(sizeof(hr::layouts::iterator) <= 256);
}

TEST_CASE("Layouts of several kinds come one kind after the other, and kinds without any are passed over") {
  struct kind {
    hr::layouts layouts{};
  };
  const hr::layouts some = on(hr::azure::nd96isr_h100_v5::spec, published::llama3_1_70b, training, 16);
  hr::layouts none = some;
  none.even_stages = true;
  none.rest.first_stage_layers = 79;
  none.with_data = false;
  none.most_tensor = 0;
  const hr::layouts few = on(hr::azure::nd96isr_h200_v5::spec, published::llama3_1_8b, training, 4);
  const std::array kinds{kind{none}, kind{some}, kind{none}, kind{none}, kind{few}, kind{none}};
  std::vector<std::string> texts;
  std::vector<const kind*> of;
  const hr::layouts_of_kinds<kind> all{kinds};
  for (auto at = all.begin(); at != all.end(); ++at) {
    texts.push_back(text_of(at.layout()));
    of.push_back(&at.kind());
  }
  std::vector<std::string> expected = texts_of(some);
  const std::size_t of_first = expected.size();
  for (const std::string& each : texts_of(few)) expected.push_back(each);
  REQUIRE(texts_of(none).empty());
  CHECK(texts == expected);
  for (std::size_t i = 0; i < of.size(); ++i) CHECK(of[i] == &kinds[i < of_first ? 1 : 4]);
  const hr::layouts_of_kinds<kind> of_none{std::span(kinds).first(1)};
  CHECK(of_none.begin() == of_none.end());
  CHECK(hr::layouts_of_kinds<kind>{}.begin() == std::default_sentinel);
}

// 131,072 tokens over 16 (The Llama 3 Herd of Models, table 4), and 8,192 over 8 (MLPerf Training, Llama 2 70B); 3,074 are 2 x 1,537, which is odd.
TEST_CASE("Context parallelism doubles up to 16 ranks, of a thousand tokens each") {
  const auto degrees = [](hr::count sequence) {
    std::vector<hr::count> all;
    for (hr::count each = 1; each > 0; each = hr::context_above(each, sequence)) all.push_back(each);
    return all;
  };
  using list = std::vector<hr::count>;
  CHECK(degrees(131'072) == list{1, 2, 4, 8, 16});
  CHECK(degrees(1'048'576) == list{1, 2, 4, 8, 16});
  CHECK(degrees(8'192) == list{1, 2, 4, 8});
  CHECK(degrees(8'191) == list{1});
  CHECK(degrees(4'096) == list{1, 2, 4});
  CHECK(degrees(3'074) == list{1, 2});
  CHECK(degrees(2'048) == list{1, 2});
  CHECK(degrees(2'046) == list{1});
  CHECK(degrees(1) == list{1});
  CHECK_CONSTEXPR(hr::context_above(8, 16'384) == 16);
  CHECK_CONSTEXPR(hr::context_above(8, 16'376) == 0);
}

TEST_CASE("Layers come out even over some number of stages of the range, or over none") {
  CHECK_CONSTEXPR(hr::come_out_even(80));
  CHECK_CONSTEXPR(!hr::come_out_even(61));
  for (hr::count layers = 2; layers <= 130; ++layers) {
    hr::transformer model = heads_28;
    model.layers[0].how_many = layers;
    hr::layouts even = on(h100, model, training, 2'048);
    even.even_stages = true;
    bool has_stages = false;
    for (const hr::parallelism& each : even) has_stages = has_stages || each.pipeline > 1;
    CHECK(hr::come_out_even(layers) == has_stages);
  }
}

}  // namespace parallel_layouts_test
