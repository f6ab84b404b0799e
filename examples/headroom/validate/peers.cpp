// SPDX-License-Identifier: BSL-1.0
#include "validate/peers.hpp"

#include <algorithm>
#include <headroom/model/parameters.hpp>

namespace headroom::program::validation {

namespace {

bool is_dense(const transformer& of) {
  return std::ranges::none_of(of.layers, [](const layer& each) {
    return each.how_many > 0 && (each.experts.is_present() || each.attention.heads == 0);
  });
}

double bytes_of_layers(const transformer& of, precision format, double numbers) {
  return static_cast<double>(of.layer_count()) * numbers * bits(format) / 8;
}

}  // namespace

memory cookbook_cache_per_token(const transformer& of, precision format) {
  return bytes(bytes_of_layers(of, format, static_cast<double>(of.hidden)));
}

memory full_heads_cache_per_token(const transformer& of, precision format) {
  return bytes(bytes_of_layers(of, format, 2 * static_cast<double>(of.hidden)));
}

memory llm_d_cache_per_token(const transformer& of, precision format) {
  double sum = 0;
  for (const layer& each : of.layers) {
    const attention& a = each.attention;
    const double numbers = a.is_latent() ? static_cast<double>(a.kv_rank + a.rotary_head_size)
                                         : 2 * static_cast<double>(a.kv_heads) * static_cast<double>(a.head_size);
    sum += static_cast<double>(each.how_many) * numbers * bits(format) / 8;
  }
  return bytes(sum);
}

double llm_analysis_parameters(const transformer& of) {
  const parameter_counts all = known(parameters(of));
  return static_cast<double>(all.total() - all.head);
}

std::optional<memory> megatron_estimate(const training_job& job) {
  const transformer& m = job.model;
  const parallelism& p = job.parallelism;
  const bool covered = is_dense(m) && p.context == 1 && job.recompute.kind != recompute::full && p.tensor > 1 &&
                       m.layers[1].how_many == 0;
  if (!covered) return {};
  const parameter_counts n = known(parameters(m));
  const auto layers = static_cast<double>(m.layer_count());
  const auto hidden = static_cast<double>(m.hidden);
  const auto tensor = static_cast<double>(p.tensor);
  const auto stages = static_cast<double>(p.pipeline);
  const double tokens = static_cast<double>(job.sequence) * static_cast<double>(job.micro_batch);

  const auto embedding = static_cast<double>(n.embedding);
  double shard = (static_cast<double>(n.total() - n.embedding - n.head) / stages + embedding) / tensor;
  if (!m.tied && p.pipeline == 1) shard += embedding / tensor;
  const double state = shard * (6 + 12 / static_cast<double>(p.data));

  const double width = static_cast<double>(m.layers[0].feed_forward.width);
  double activations = tokens * hidden * (18 + 4 * width / hidden) * layers;
  activations += 8 * tokens * stages + tokens * hidden * stages;
  if (p.virtual_stages > 1)
    activations *= 1 + (stages - 1) / (stages * static_cast<double>(p.virtual_stages));
  else if (p.pipeline > 1)
    activations *= std::min(1.0, static_cast<double>(job.micro_batches) / stages);
  if (p.pipeline == 1) activations += tokens * hidden * 4 * (1 + static_cast<double>(m.vocabulary) / hidden);
  return bytes(state + activations / tensor);
}

void add_peers_on_parameters(judged& one, const transformer& of) {
  if (is_dense(of) && !of.tied) one.peers.push_back({"llm-analysis", llm_analysis_parameters(of)});
}

void add_peers_on_cache(judged& one, const transformer& of, precision format) {
  const auto add = [&](std::string_view name, const memory& found) { one.peers.push_back({name, in_unit_of(found, one.unit)}); };
  add("EleutherAI cookbook", cookbook_cache_per_token(of, format));
  add("gpu_poor and others without GQA", full_heads_cache_per_token(of, format));
  add("llm-d planner", llm_d_cache_per_token(of, format));
}

void add_peers_on_training(judged& one, const training_job& job) {
  if (job.framework.name != frameworks::megatron.name) return;
  if (const std::optional<memory> found = megatron_estimate(job))
    one.peers.push_back({"Megatron-LM's own estimate", in_unit_of(*found, one.unit)});
}

}  // namespace headroom::program::validation
