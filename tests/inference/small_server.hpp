// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/inference/serving_time.hpp>
#include <headroom/model/models.hpp>
#include <network/small_fabric.hpp>

// A model of one layer on a GPU of round numbers, and constants of which one is a microsecond and the others nothing.
namespace small_server {

namespace hr = headroom;

constexpr hr::transformer one_layer{.name = "one layer",
                                    .vocabulary = 1'000,
                                    .hidden = 1'024,
                                    .context = 1'000'000,
                                    .layers = {{{.letter = 'a',
                                                 .how_many = 1,
                                                 .attention = {.heads = 8, .kv_heads = 8, .head_size = 128},
                                                 .feed_forward = {.width = 4'096, .gated = false}}}}};
// The same with 64 experts in place of the network, of which a token uses four.
constexpr hr::transformer one_layer_of_experts = [] {
  hr::transformer m = one_layer;
  m.layers[0].feed_forward = {};
  m.layers[0].experts = {.routed = 64, .per_token = 4, .width = 512, .gated = false};
  return m;
}();

// A terabyte a second, read and written; 1,000 TFLOP/s.
constexpr hr::gpu_rates round_rates{.format = hr::bf16,
                                    .matrix = hr::teraflops(1'000),
                                    .units = 100,
                                    .memory = hr::terabytes_per_second(1),
                                    .operations_per_exponential = 0,
                                    .matrix_16_bit = hr::teraflops(1'000)};
constexpr hr::serving_rates rates{.wide = round_rates, .products = round_rates, .links = small_fabric::round_numbers, .is_measured = true};

constexpr hr::serving_constants constants{.experts_inputs = 0,
                                          .traffic = 1,
                                          .experts_traffic = 1,
                                          .kernel = hr::microseconds(1),
                                          .all_reduce = hr::microseconds(2),
                                          .exchange = hr::microseconds(3),
                                          .sequence = {},
                                          .engines = {}};

constexpr hr::serving_engine plain{.name = "plain"};

constexpr hr::serving_job job_of(const hr::transformer& model, hr::count tensor = 1, hr::count data = 1) {
  return {.model = model,
          .tensor_parallel = tensor,
          .data_parallel = data,
          .concurrent_sequences = data,
          .context = 2'000,
          .engine = plain};
}

constexpr hr::serving_step step_with(const hr::serving_job& job, const hr::serving_batch& batch, const hr::serving_constants& by = constants,
                                     const hr::serving_settings& as = hr::usual_serving) {
  const hr::serving_load load = hr::serving_load_of(job);
  return hr::step_of(load, batch, hr::serving_terms_of(load, rates, by.engines.back(), as, by));
}

// The server of one layer, with 16 GiB.
constexpr hr::serving_replica replica = hr::replica_of(job_of(one_layer), rates, hr::gibibytes(16), {}, constants).value_or({});

constexpr double microseconds(const hr::serving_step& of, hr::serving_part part) { return hr::in_microseconds(of[part].time); }

// Llama 3.1 70B in FP8 over four GPUs, for real machines.
constexpr hr::serving_job llama{.model = hr::models::llama3_1_70b,
                                .weights = hr::fp8,
                                .tensor_parallel = 4,
                                .concurrent_sequences = 1,
                                .context = 2'048};

inline double tokens(const hr::serving_result& of) { return hr::in_tokens_per_second(of.output); }

}  // namespace small_server
