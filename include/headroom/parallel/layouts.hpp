// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <iterator>
#include <span>

#include <headroom/cluster/resource.hpp>
#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/parallel/parallelism.hpp>

namespace headroom {

// What a layout is for: engines and frameworks divide a model differently.
enum class layout_use { serving, training };

// No serving run of tests/validation has more than 4 stages: a token waits for each of them. Of training the most
// stages published are 64 (Narayanan et al., 2021, table 1, one trillion parameters), and no run of tests/validation has
// more tensor parallelism than 8, inside an NVL72 neither, or an odd number of stages, but one of 35. Llama 3.1 405B was
// trained on 16,384 GPUs (Grattafiori et al., 2024, table 4): more than those add replicas, which leave little of the
// state to share out.
inline constexpr count most_serving_stages = 4;
inline constexpr count most_training_stages = 64;
inline constexpr count most_training_tensor = 8;
inline constexpr count most_training_gpus = 16'384;
// The same source has 131,072 tokens over 16 context ranks, and no run of tests/validation gives one fewer than 1,024 (Llama 2 70B, 8,192 over 8).
inline constexpr count most_training_context = 16;
inline constexpr count least_context_tokens = 1'024;
// More than any published run of one model is divided over.
inline constexpr count most_layout_gpus = 65'536;

}  // namespace headroom

namespace headroom::detail {

// 1, 2, 3, 4, 6, 8, 12, ...: powers of two, and three halves of them.
constexpr bool is_round(count n) {
  if (n % 3 == 0) n /= 3;
  return n > 0 && (n & (n - 1)) == 0;
}

// The least of them that is more than n.
constexpr count round_above(count n) {
  count power = 1;
  while (power <= n) power *= 2;
  const count between = power / 4 * 3;  // of the two powers before it
  return between > n ? between : power;
}

// Routed experts that every layer of them divides; 0: there are none.
constexpr count routed_experts(const transformer& of) {
  count common = 0;
  for (const layer& each : of.layers)
    if (each.how_many > 0) common = greatest_common_divisor(each.experts.routed, common);
  return common;
}

}  // namespace headroom::detail

namespace headroom {

// The layouts of a model that people run on GPUs of one kind, one after the other: fewer GPUs first. Nothing is stored:
// each follows from the one before. The model is by reference, and outlives them.
// - Tensor parallelism is a divisor of a node's GPUs, or a power of two of whole nodes inside a scale-up domain or all of
//   them, and divides the model; in training it is 8 at most.
// - GPUs are a divisor of a node's, or whole nodes: 1, 2, 3, 4, 6, 8, 12, ... of them, or of whole domains.
// - Pipeline stages begin where a node ends, or inside of one that the model's heads cannot be divided over. No node is
//   in parts of two stages. In training their number is even. An engine's stages are as wide as tensor parallelism can
//   be, and not of nodes with one GPU. With `even_stages` all hold equally many layers, where it takes that with the
//   embedding and the head as a layer each.
// - What tensor and pipeline parallelism leave are replicas in training. In serving they are copies of the attention,
//   of models with routed experts, which are then whole and over all ranks.
// - Stages that are said are not chosen, even or not: GPUs are then so many times those numbers, and above one node whole nodes. Replicas likewise,
//   on whole nodes or on so many times those numbers.
// - With a `global_batch`, in training, stages and whole nodes are of any number, as many as replicas can share its sequences evenly over.
// Among equally many GPUs the fewest stages come first; then in serving the most tensor parallelism, in training the
// least.
struct layouts {
  const transformer* model = nullptr;
  layout_use use = layout_use::serving;
  count node = 1;    // GPUs
  count domain = 1;  // GPUs that a scale-up network joins
  count most = most_layout_gpus;  // the last number of GPUs, all but those of `rest.data`; of whole nodes it is tried though it is not round
  count most_tensor = most_layout_gpus;  // beyond it something else than the model's shape forbids
  bool with_narrow_experts = false;  // in training, routed experts are shared over fewer ranks than could, too
  bool with_divided_experts = false;  // likewise each of them over the ranks of tensor parallelism, too
  bool even_stages = false;
  count global_batch = 0;  // in training, the sequences of a step, of which each replica takes equally many; 0: replicas are of any number
  count fewest = 1;       // the first number of GPUs: any, or another of the range
  bool with_data = true;  // data parallelism is chosen too; else the layouts are of one replica of `rest`
  parallelism rest{};     // what is not chosen
  count said_tensor = 0;    // no other tensor parallelism; 0: it is chosen
  count said_pipeline = 0;  // no other stages, odd or not, on so many times the numbers of GPUs; 0: they are chosen
  count said_data = 0;      // no other data parallelism, likewise

  struct end_of_layouts {};

  struct iterator {
    const layouts* of = nullptr;
    count gpus = 1;    // of what is chosen, and of context parallelism
    count experts = 0;
    count widest = 1;  // tensor parallelism that divides the model
    bool whole_experts = false;
    count most_sharing = 0;  // ranks that share the routed experts in training; 0: as many as can
    bool divided_experts = false;  // in training
    bool is_over = false;
    parallelism at{};

    constexpr const parallelism& operator*() const { return at; }
    constexpr const parallelism* operator->() const { return &at; }
    constexpr iterator& operator++() {
      do step();
      while (!is_over && !is_run());
      return *this;
    }
    constexpr bool operator==(end_of_layouts) const { return is_over; }
    // Past all of as many GPUs.
    constexpr void pass_gpus() {
      whole_experts = divided_experts = false;
      most_sharing = 0;
      at.expert = of->rest.expert;
      begin_next_gpus();
      if (!is_over && !is_run()) ++*this;
    }

   private:
    friend struct layouts;

    constexpr bool is_serving() const { return of->use == layout_use::serving; }
    constexpr bool chooses_experts() const { return !is_serving() && of->with_data && of->rest.expert <= 1 && experts > 0; }

    // Through experts in parts and whole, or shared by fewer and fewer, whole and divided, tensor parallelism, stages and numbers of GPUs, the last the slowest.
    constexpr void step() {
      if (is_serving() && experts > 0 && !whole_experts) return void(whole_experts = true);
      whole_experts = false;
      if (chooses_experts() && of->with_narrow_experts && at.expert > 1) return void(most_sharing = at.expert - 1);
      most_sharing = 0;
      if (chooses_experts() && of->with_divided_experts && of->rest.expert_tensor == 0 && at.tensor > 1 && !divided_experts) return void(divided_experts = true);
      divided_experts = false;
      at.tensor = is_serving() ? of->tensor_below(at.tensor) : of->tensor_above(at.tensor);
      if (at.tensor > 0 && at.tensor <= gpus) return;
      at.pipeline = of->stages_above(at.pipeline, gpus);
      if (at.pipeline == 0) return begin_next_gpus();
      begin_tensor();
    }
    constexpr void begin_tensor() { at.tensor = is_serving() ? of->tensor_below(add(gpus, 1)) : 1; }
    constexpr void begin_next_gpus() {
      gpus = of->gpus_above(gpus);
      is_over = gpus > of->most_gpus(widest, experts);
      at.pipeline = of->least_stages();
      begin_tensor();
    }

    constexpr bool is_run() {
      const count of_copy = multiply(multiply(at.tensor, at.pipeline), of->contexts());
      if (gpus % of_copy != 0) return false;
      const count copies = gpus / of_copy;
      if (of->said_data > 0 && copies != of->said_data) return false;
      if (of->has_any_number() && of->global_batch % copies != 0) return false;
      if (!of->divides_model(at.tensor)) return false;
      if (of->said_tensor > 0 && at.tensor != of->said_tensor) return false;
      if (of->said_pipeline > 0 && gpus > of->node && gpus % of->node != 0) return false;
      if (copies > 1 && (!of->with_data || (is_serving() && (!whole_experts || at.pipeline > 1)))) return false;
      if (at.pipeline > 1 && !may_be_staged(copies)) return false;
      if (of->even_stages && !of->makes_even(at)) return false;
      at.data = of->with_data ? copies : of->rest.data;
      return shares_experts(multiply(at.tensor, at.data));
    }

    constexpr bool may_be_staged(count copies) const {
      const bool is_widest = at.tensor == widest;
      if (is_serving() ? !is_widest : at.pipeline % 2 != 0 && of->said_pipeline == 0 && !of->has_any_number()) return false;
      if (gpus <= of->node && of->said_pipeline == 0 && (gpus < of->node || !is_widest || copies > 1)) return false;
      const count of_stage = gpus / at.pipeline;
      return of_stage % of->node == 0 || of->node % of_stage == 0;
    }

    constexpr bool shares_experts(count ranks) {
      if (is_serving()) {
        at.expert = whole_experts ? ranks : 1;
        at.expert_tensor = whole_experts ? 1 : 0;
        return !whole_experts || (ranks > 1 && (ranks <= experts || !of->with_data));
      }
      if (!chooses_experts()) return true;
      const count each = of->rest.expert_tensor > 0 ? of->rest.expert_tensor : divided_experts ? at.tensor : 1;
      const count parts = multiply(ranks, of->rest.context);
      const count sharing = parts % each == 0 ? greatest_common_divisor(experts, parts / each) : 1;
      at.expert = most_sharing > 0 ? most_sharing : sharing;
      while (sharing % at.expert != 0) --at.expert;
      at.expert_tensor = at.expert > 1 ? each : of->rest.expert_tensor;
      return at.expert > 1 || !divided_experts;  // not shared they are what they were
    }
  };

  constexpr iterator begin() const {
    iterator first;
    first.of = this;
    first.experts = detail::routed_experts(*model);
    first.at = rest;
    first.at.pipeline = least_stages();
    first.gpus = fewest > least_gpus() ? fewest : least_gpus();
    first.begin_tensor();
    first.is_over = first.gpus > most || said_pipeline > model->layer_count();
    for (count each = 1; each > 0; each = tensor_above(each))
      if (divides_model(each)) first.widest = each;
    if (!first.is_over && !first.is_run()) ++first;
    return first;
  }
  constexpr end_of_layouts end() const { return {}; }

  // The next wider tensor parallelism; 0: there is none.
  constexpr count tensor_above(count tensor) const {
    const count inside = above_inside_node(tensor);
    if (inside > 0) return inside;
    count nodes = node;
    while (nodes <= tensor) nodes = multiply(nodes, 2);
    if (nodes <= domain) return nodes;
    return domain > tensor && domain % node == 0 ? domain : 0;
  }
  // The next narrower one; 0: there is none.
  constexpr count tensor_below(count tensor) const {
    count found = 0;
    for (count each = 1; each > 0 && each < tensor; each = tensor_above(each)) found = each;
    return found;
  }

 private:
  constexpr count above_inside_node(count n) const {
    if (n >= node) return 0;
    for (count each = detail::round_above(n); each < node; each = detail::round_above(each))
      if (node % each == 0) return each;
    return node;
  }

  constexpr bool has_any_number() const { return use == layout_use::training && with_data && global_batch > 0; }

  constexpr count least_stages() const { return said_pipeline > 0 ? said_pipeline : 1; }

  // The next number of them on so many GPUs; 0: there is none.
  constexpr count stages_above(count stages, count gpus) const {
    if (said_pipeline > 0) return 0;
    const count last = most_stages() < gpus ? most_stages() : gpus;
    if (!has_any_number()) stages = detail::round_above(stages);
    else
      do ++stages;
      while (stages <= last && (gpus % stages != 0 || !may_be_even(stages)));
    return stages > last ? 0 : stages;
  }
  constexpr bool may_be_even(count stages) const {
    parallelism by = rest;
    by.pipeline = stages;
    return !even_stages || makes_even(by);
  }

  // With the embedding and the head as a layer each, where only that makes stages even.
  constexpr bool makes_even(parallelism& by) const {
    by.embedding_as_layer = rest.embedding_as_layer;
    by.head_as_layer = rest.head_as_layer;
    return make_stages_even(model->layer_count(), by);
  }

  // All numbers of GPUs are so many times these.
  constexpr count least_gpus() const { return multiply(multiply(least_stages(), contexts()), least_replicas()); }
  constexpr count least_replicas() const { return said_data > 0 ? said_data : 1; }
  constexpr count contexts() const { return rest.context > 1 ? rest.context : 1; }

  // Usual numbers, and so many times them. At last all that there are, round or not.
  constexpr count gpus_above(count gpus) const {
    const count least = least_gpus();
    if (has_any_number()) {
      const count nodes = multiply(least / greatest_common_divisor(least, node), node);
      const count whole = multiply(nodes, gpus / nodes + 1);
      const count inside = multiply(least, above_inside_node(gpus / least));
      if (inside > 0 && inside < whole) return inside;
      return may_share_batch(whole) ? whole : nodes_sharing_batch(whole);
    }
    const count times = multiply(least, round_gpus_above(gpus / least));
    count next = round_gpus_above(gpus);
    while (next < times && next % least != 0) next = round_gpus_above(next);
    if (next > times) next = times;
    return gpus < most && most < next && most % node == 0 ? most : next;
  }

  // Whether replicas may be of so many GPUs in all: no copy is of more than the last of the range.
  constexpr bool may_share_batch(count gpus) const {
    return gpus / greatest_common_divisor(gpus, global_batch) <= multiply(contexts(), multiply(most_training_tensor, said_pipeline > 0 ? said_pipeline : most_stages()));
  }

  // The next number of whole nodes' GPUs, n or more, that replicas share the batch on: of each number of replicas, and each tensor parallelism, the
  // fewest stages that come to so many. Numbers between are too many to ask each, of a batch as large as they are. There may be none.
  constexpr count nodes_sharing_batch(count n) const {
    count least = too_many;
    for (count few = 1; few <= global_batch / few; ++few) {
      if (global_batch % few != 0) continue;
      for (const count replicas : {few, global_batch / few})
        for (count tensor = said_data > 0 && replicas != said_data ? 0 : 1; tensor > 0 && tensor <= most_training_tensor; tensor = tensor_above(tensor)) {
          const count of_stage = multiply(multiply(tensor, contexts()), replicas);
          const count in_nodes = node / greatest_common_divisor(of_stage, node);  // stages that end with a node
          const count stages = said_pipeline > 0 ? said_pipeline : multiply(ceil_of(n, multiply(of_stage, in_nodes)), in_nodes);
          const count gpus = multiply(of_stage, stages);
          const bool is_one = gpus >= n && gpus % node == 0 && (said_pipeline > 0 || stages <= most_stages());
          if (is_one && gpus < least) least = gpus;
        }
    }
    return least;
  }

  constexpr count round_gpus_above(count gpus) const {
    if (const count inside = above_inside_node(gpus); inside > 0) return inside;
    const count nodes = multiply(node, detail::round_above(gpus / node));
    if (domain % node != 0) return nodes;
    const count domains = multiply(domain, detail::round_above(gpus / domain));
    return domains < nodes ? domains : nodes;
  }

  constexpr count most_stages() const {
    if (use == layout_use::serving && node == 1) return 1;
    const count allowed = use == layout_use::serving ? most_serving_stages : most_training_stages;
    return model->layer_count() < allowed ? model->layer_count() : allowed;
  }

  // Beyond them there is no layout.
  constexpr count most_gpus(count widest, count experts) const {
    if (use == layout_use::training && with_data && said_data == 0) return most == most_layout_gpus ? most_training_gpus : most;
    const count staged = multiply(widest, said_pipeline > 0 ? said_pipeline : most_stages());
    const count of_model = multiply(multiply(staged > experts ? staged : experts, contexts()), least_replicas());
    return of_model < most ? of_model : most;
  }

  constexpr bool divides_model(count tensor) const {
    if (tensor > most_tensor || (use == layout_use::training && tensor > most_training_tensor)) return false;
    parallelism by = rest;
    by.tensor = tensor;
    by.expert = 1;
    // Whole or in parts is another question: parts of experts are the engine's, which says what it cannot cut.
    by.expert_tensor = 1;
    return detail::layers_contradict(*model, by).empty();
  }
};

// The next degree of context parallelism that people divide such sequences by, of 1, 2, 4 to 16; 0: there is none.
constexpr count context_above(count context, count sequence) {
  const count next = multiply(context, 2);
  return next <= most_training_context && sequence % next == 0 && sequence / next >= least_context_tokens ? next : 0;
}

// On machines of a kind. A node is one VM, and of a rack one of those that it is made of.
constexpr layouts layouts_on(const machine& on, const transformer& model, layout_use use) {
  const auto known = [](const figure<count>& of) { return of.is_known() && *of.known() > 0 ? *of.known() : 1; };
  const auto in_bounds = [](count n) { return n < most_layout_gpus ? n : most_layout_gpus; };
  const count node = in_bounds(known(gpus_of_node(on)));
  return {.model = &model, .use = use, .node = node, .domain = in_bounds(known(resource::scale_up_domain::of(on)))};
}

// The layouts of each of several kinds of machines, which have them as `layouts`, one kind after the other. Nothing is stored.
template <class Kind>
struct layouts_of_kinds {
  std::span<const Kind> kinds{};

  struct iterator {
    std::span<const Kind> left{};  // with the kind of now
    layouts::iterator at{};

    constexpr const Kind& kind() const { return left.front(); }
    constexpr const parallelism& layout() const { return *at; }
    constexpr iterator& operator++() {
      ++at;
      skip_empty();
      return *this;
    }
    friend constexpr bool operator==(const iterator& a, std::default_sentinel_t) { return a.left.empty(); }

   private:
    friend struct layouts_of_kinds;
    constexpr void skip_empty() {
      while (at == layouts::end_of_layouts{}) {
        left = left.subspan(1);
        if (left.empty()) return;
        at = kind().layouts.begin();
      }
    }
  };

  constexpr iterator begin() const {
    iterator first{.left = kinds};
    if (kinds.empty()) return first;
    first.at = first.kind().layouts.begin();
    first.skip_empty();
    return first;
  }
  constexpr std::default_sentinel_t end() const { return {}; }
};

}  // namespace headroom
