// SPDX-License-Identifier: BSL-1.0
#include <fmt/format.h>

#include <headroom/model/kv_cache.hpp>
#include <headroom/model/parameters.hpp>
#include <headroom/model/weight_memory.hpp>

#include <headroom/read/common/messages.hpp>
#include "validate/figures.hpp"
#include "validate/names.hpp"
#include "validate/peers.hpp"
#include "validate/serving_defaults.hpp"
#include "validate/settings.hpp"
#include "validate/shapes.hpp"
#include "reading.hpp"

// Figures of a model alone: parameters, bytes of a token's cache, sizes of files.
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

// So many bytes of each parameter of a model: what training leaves behind.
memory checkpoint(const json& c) {
  return bytes(static_cast<double>(known(parameters(model_of(c))).total()) * number(c, {"bytes_per_param"}));
}

// Weights as a file holds them. A checkpoint with the module that predicts further tokens ("MTP") has copies of
// embedding and head of its own in it.
memory weights_in_file(const json& c) {
  const transformer model = model_of(c);
  const std::string words = text(c, setting::weights, "");
  const weight_formats held = weights_worded(model, words).held;
  if (!has_word(words, "mtp")) return known(weight_memory(model, held));
  const double copies = 2.0 * 2 * static_cast<double>(model.vocabulary) * static_cast<double>(model.hidden) *
                        static_cast<double>(model.predicts.modules);
  return known(weight_memory(model, held, {.with_predicting = true})) + bytes(copies);
}

}  // namespace

void find_parameters(const json& row, judged& one) {
  const transformer shape = model_of(config_of(row));
  const parameter_counts all = known(parameters(shape));
  const auto total = static_cast<double>(all.total());
  const std::string& metric = one.metric;
  if (metric == "total_params") {
    one.found = total;
    add_peers_on_parameters(one, shape);
  } else if (metric == "total_params_billion") {
    one.found = total / 1e9;
  } else if (metric == "active_params") {
    one.found = static_cast<double>(known(active_parameters(shape)).total());
  } else if (metric == "embedding_params") {
    one.found = static_cast<double>(all.embedding);
  } else if (metric == "layer_params") {
    one.found = parameters_of_layer(shape, all);
  } else if (metric.starts_with("weights_")) {
    one.found = in_bytes(known(weight_memory(shape, format_named(metric.substr(metric.find('_'))))));
  } else {
    throw refusal(fmt::format("no parameters are called {}", in_quotes(metric)));
  }
}

void find_cache(const json& row, judged& one) {
  const json& c = config_of(row);
  const transformer shape = model_of(c);
  const precision format = format_named(text(c, {"kv_dtype", "kv_cache_dtype", "dtype"}, serving_defaults_of(c).formats));
  const count ranks = degree(c, setting::tensor, 1);
  one.found = in_unit_of(known(kv_cache_per_token(shape, {.keys_and_values = format}, ranks)), one.unit);
  if (ranks == 1) add_peers_on_cache(one, shape, format);
}

void find_size(const json& row, judged& one) {
  const json& c = config_of(row);
  one.found = in_unit_of(has(c, "bytes_per_param") ? checkpoint(c) : weights_in_file(c), one.unit);
}

}  // namespace headroom::program::validation
