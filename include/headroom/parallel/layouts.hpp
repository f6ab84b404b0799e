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
// - Tensor parallelism is any that divides the model, and no more than the GPUs of a node or of a scale-up domain; in training it is 8 at most.
// - Pipeline stages are of any number of GPUs, inside of a node and over several. In training their number is even. An engine's stages are as wide as tensor
//   parallelism can be, and not of nodes with one GPU. With `even_stages` all hold equally many layers, where it takes that with the
//   embedding and the head as a layer each.
// - What tensor and pipeline parallelism leave are replicas in training. In serving they are copies of the attention,
//   of models with routed experts, which are then whole and over all ranks. There are 1, 2, 3, 4, 6, 8, 12, ... of them, or any number inside of a node,
//   or as many as fill 1, 2, 3, 4, 6, ... nodes or domains, or all.
// - With a `global_batch`, in training, stages are of any number, and replicas of each that shares its sequences evenly: on any number of GPUs.
// - Stages that are said are not chosen, even or not, and of any width. Tensor parallelism and replicas likewise.
// Among equally many GPUs the fewest stages come first; then in serving the most tensor parallelism, in training the
// least.
struct layouts {
  const transformer* model = nullptr;
  layout_use use = layout_use::serving;
  count node = 1;    // GPUs
  count domain = 1;  // GPUs that a scale-up network joins
  count most = most_layout_gpus;  // the last number of GPUs, all but those of `rest.data`; of whole nodes replicas fill it though it is not round
  count most_tensor = most_layout_gpus;  // beyond it something else than the model's shape forbids, unless it is said
  bool with_narrow_experts = false;  // in training, routed experts are shared over fewer ranks than could, too
  bool with_divided_experts = false;  // likewise each of them over the ranks of tensor parallelism, too
  bool even_stages = false;
  count global_batch = 0;  // in training, the sequences of a step, of which each replica takes equally many; 0: replicas are of any number
  count fewest = 1;       // the first number of GPUs: any, or another of the range
  bool with_data = true;  // data parallelism is chosen too; else the layouts are of one replica of `rest`
  parallelism rest{};     // what is not chosen
  count said_tensor = 0;    // no other tensor parallelism; 0: it is chosen
  count said_pipeline = 0;  // no other stages, odd or not; 0: they are chosen
  count said_data = 0;      // no other data parallelism, likewise

  struct end_of_layouts {};

  struct iterator {
    const layouts* of = nullptr;
    count gpus = 1;    // of what is chosen, and of context parallelism
    count experts = 0;
    count widest = 1;  // tensor parallelism of the range
    count most_stages = 1;
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
      at.tensor += is_serving() ? -1 : 1;
      if (at.tensor > 0 && at.tensor <= widest_of_now()) return;
      at.pipeline = of->stages_above(at.pipeline, most_stages < gpus ? most_stages : gpus, gpus);
      if (at.pipeline == 0) return begin_next_gpus();
      begin_tensor();
    }
    constexpr void begin_tensor() { at.tensor = is_serving() ? widest_of_now() : 1; }
    constexpr count widest_of_now() const { return widest < gpus ? widest : gpus; }
    constexpr void begin_next_gpus() {
      gpus = of->gpus_above(gpus, widest, most_stages);
      is_over = gpus > of->most_gpus(widest, most_stages, experts);
      at.pipeline = of->least_stages();
      begin_tensor();
    }

    constexpr bool is_run() {
      const count of_copy = multiply(multiply(at.tensor, at.pipeline), of->contexts());
      if (gpus % of_copy != 0) return false;
      const count copies = gpus / of_copy;
      if (copies > 1 && (!of->with_data || (is_serving() && (!whole_experts || at.pipeline > 1)))) return false;
      if (!of->may_be_copied(copies, gpus)) return false;
      if (!of->may_be_wide(at.tensor) || !may_be_staged()) return false;
      if (of->even_stages && !of->makes_even(at)) return false;
      at.data = of->with_data ? copies : of->rest.data;
      return shares_experts(multiply(at.tensor, at.data));
    }

    constexpr bool may_be_staged() const {
      if (at.pipeline == 1 || of->said_pipeline > 0) return true;
      return is_serving() ? at.tensor == widest : at.pipeline % 2 == 0 || of->has_any_number();
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
    first.widest = widest_tensor();
    first.most_stages = most_stages();
    first.begin_tensor();
    first.is_over = first.widest == 0 || first.gpus > most || said_pipeline > model->layer_count();
    if (!first.is_over && !first.is_run()) ++first;
    return first;
  }
  constexpr end_of_layouts end() const { return {}; }

  // Tensor parallelism is no wider, whatever the model.
  constexpr count most_tensor_of_site() const {
    const count joined = node > domain ? node : domain;
    return use == layout_use::training && joined > most_training_tensor ? most_training_tensor : joined;
  }

 private:
  constexpr bool may_be_wide(count tensor) const { return (said_tensor > 0 ? tensor == said_tensor : tensor <= most_tensor) && divides_model(tensor); }
  // The widest of the range, or what is said where that is wider.
  constexpr count widest_tensor() const {
    count found = said_tensor;
    for (count each = said_tensor + 1; each <= most_tensor_of_site() && each <= most_tensor; ++each)
      if (divides_model(each)) found = each;
    return found;
  }

  constexpr bool has_any_number() const { return use == layout_use::training && with_data && global_batch > 0; }

  constexpr count least_stages() const { return said_pipeline > 0 ? said_pipeline : 1; }

  // The next number of them on so many GPUs; 0: there is none.
  constexpr count stages_above(count stages, count last, count gpus) const {
    if (said_pipeline > 0) return 0;
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

  // Of so many GPUs in all. One copy is of any number of them.
  constexpr bool may_be_copied(count copies, count gpus) const {
    if (said_data > 0 && copies != said_data) return false;
    if (has_any_number()) return global_batch % copies == 0;
    return copies == 1 || said_data > 0 || gpus <= node || detail::is_round(copies) || (gpus == most && gpus % node == 0) || (gpus % node == 0 && detail::is_round(gpus / node)) ||
           (domain % node == 0 && gpus % domain == 0 && detail::is_round(gpus / domain));
  }

  // The next number of GPUs that layouts may be of.
  constexpr count gpus_above(count gpus, count widest, count last_stages) const {
    const count next = multiply(least_gpus(), gpus / least_gpus() + 1);
    if (!has_any_number()) return next <= node ? next : usual_gpus_above(gpus, widest, last_stages);
    // No copy is of more than the last of the range.
    return next / greatest_common_divisor(next, global_batch) <= multiply(contexts(), multiply(widest, last_stages)) ? next : gpus_sharing_batch(next, widest, last_stages);
  }

  // The next number of GPUs, n or more, that replicas share the batch on: of each number of replicas, and each tensor parallelism, the
  // fewest stages that come to so many. Numbers between are too many to ask each, of a batch as large as they are. There may be none.
  constexpr count gpus_sharing_batch(count n, count widest, count last_stages) const {
    count least = too_many;
    for (count few = 1; few <= global_batch / few; ++few) {
      if (global_batch % few != 0) continue;
      for (const count replicas : {few, global_batch / few})
        for (count tensor = said_data > 0 && replicas != said_data ? widest + 1 : 1; tensor <= widest; ++tensor) {
          const count of_stage = multiply(multiply(tensor, contexts()), replicas);
          const count stages = said_pipeline > 0 ? said_pipeline : ceil_of(n, of_stage);
          const count gpus = multiply(of_stage, stages);
          if (gpus >= n && stages <= last_stages && gpus < least) least = gpus;
        }
    }
    return least;
  }

  // Without a batch: usual numbers of nodes or domains, all that there are, and a usual number of copies of each size.
  constexpr count usual_gpus_above(count gpus, count widest, count last_stages) const {
    count next = gpus < most && most % node == 0 ? most : too_many;
    const auto take = [&](count each) { next = each > gpus && each < next ? each : next; };
    take(multiply(node, detail::round_above(gpus / node)));
    if (domain % node == 0) take(multiply(domain, detail::round_above(gpus / domain)));
    for (count tensor = 1; tensor <= widest; ++tensor) {
      if (!may_be_wide(tensor)) continue;
      for (count stages = least_stages(); stages > 0; stages = stages_above(stages, last_stages, gpus)) {
        const count of_copy = multiply(multiply(tensor, stages), contexts());
        take(with_data && said_data == 0 ? multiply(of_copy, detail::round_above(gpus / of_copy)) : multiply(of_copy, least_replicas()));
      }
    }
    return next;
  }

  constexpr count most_stages() const {
    if (said_pipeline > 0) return said_pipeline;
    if (use == layout_use::serving && node == 1) return 1;
    const count allowed = use == layout_use::serving ? most_serving_stages : most_training_stages;
    return model->layer_count() < allowed ? model->layer_count() : allowed;
  }

  // Beyond them there is no layout.
  constexpr count most_gpus(count widest, count last_stages, count experts) const {
    if (use == layout_use::training && with_data && said_data == 0) return most;
    const count staged = multiply(widest, last_stages);
    const count of_model = multiply(multiply(staged > experts ? staged : experts, contexts()), least_replicas());
    return of_model < most ? of_model : most;
  }

  constexpr bool divides_model(count tensor) const {
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

// On machines of a kind, as far as people divide a model over them. A node is one VM, and of a rack one of those that it is made of.
constexpr layouts layouts_on(const machine& on, const transformer& model, layout_use use) {
  const auto known = [](const figure<count>& of) { return of.is_known() && *of.known() > 0 ? *of.known() : 1; };
  const auto in_bounds = [](count n) { return n < most_layout_gpus ? n : most_layout_gpus; };
  const count node = in_bounds(known(gpus_of_node(on)));
  return {.model = &model, .use = use, .node = node, .domain = in_bounds(known(resource::scale_up_domain::of(on))), .most = use == layout_use::training ? most_training_gpus : most_layout_gpus};
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
