// SPDX-License-Identifier: BSL-1.0
#include "validate/parameter_rows.hpp"

#include <fmt/format.h>

#include <headroom/model/kv_cache.hpp>
#include <headroom/model/parameters.hpp>
#include <headroom/model/weight_memory.hpp>

#include "suggest.hpp"
#include "validate/names.hpp"
#include "validate/peers.hpp"
#include "validate/shapes.hpp"

namespace headroom::program::validation {

namespace {

// Of one layer, where all are alike: without the norms after the embedding and after the last layer.
double parameters_of_layer(const transformer& shape, const parameter_counts& all) {
  if (shape.layers[1].how_many > 0) throw refusal("the layers are not alike");
  const count norm = multiply(shape.hidden, shape.norm == norm_kind::layer ? 2 : 1);
  const count outside = shape.embedding_norm ? multiply(2, norm) : norm;
  const count layers = all.attention + all.feed_forward + all.experts + all.norms - outside;
  return static_cast<double>(layers) / static_cast<double>(shape.layer_count());
}

double parameter_figure(const transformer& shape, const std::string& metric) {
  const parameter_counts all = known(parameters(shape));
  const auto total = static_cast<double>(all.total());
  if (metric == "total_params" || metric == "params") return total;
  if (metric == "total_params_billion") return total / 1e9;
  if (metric == "active_params") return static_cast<double>(known(active_parameters(shape)).total());
  if (metric == "active_params_billion") return static_cast<double>(known(active_parameters(shape)).total()) / 1e9;
  if (metric == "embedding_params") return static_cast<double>(all.embedding);
  if (metric == "layer_params") return parameters_of_layer(shape, all);
  if (metric.starts_with("weights_"))
    return in_bytes(known(weight_memory(shape, format_named(metric.substr(metric.find('_'))))));
  throw refusal(fmt::format("no parameters are called {}", in_quotes(metric)));
}

}  // namespace

std::vector<judged> judge_parameters(const json& row) {
  return judge_each(row, "model_params", "", [&](judged& one) {
    const transformer shape = model_of(config_of(row));
    one.found = parameter_figure(shape, one.metric);
    if (one.metric == "total_params") add_peers_on_parameters(one, shape);
  });
}

std::vector<judged> judge_cache(const json& row) {
  return judge_each(row, "kv_per_token", "", [&](judged& one) {
    const json& c = config_of(row);
    const transformer shape = model_of(c);
    const precision format = format_named(text(c, {"kv_dtype", "kv_cache_dtype", "dtype"}, "bf16"));
    const count ranks = degree(c, {"tp", "tensor_parallel_size"}, 1);
    const std::string unit = one.unit.empty() ? "bytes" : one.unit;
    const cache_formats formats{.keys_and_values = format};
    if (one.metric == "kv_bytes_per_sequence") {
      one.found = in_unit_of(known(kv_cache_per_sequence(shape, degree(c, {"seq", "context"}), formats, ranks)), unit);
      return;
    }
    if (one.metric != "kv_bytes_per_token")
      throw refusal(fmt::format("no figure of a cache is called {}", in_quotes(one.metric)));
    one.found = in_unit_of(known(kv_cache_per_token(shape, formats, ranks)), unit);
    if (ranks == 1) add_peers_on_cache(one, shape, format);
  });
}

}  // namespace headroom::program::validation
