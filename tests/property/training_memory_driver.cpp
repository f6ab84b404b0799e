// SPDX-License-Identifier: BSL-1.0
// Answers questions about the memory of training jobs that training_memory.py makes up: one job a line from standard
// input, as KEY=VALUE; of each stage the bytes of weights, gradients, optimizer's state and activations on a rank.
#include <cstdio>
#include <iostream>
#include <string>

#include <headroom/training/memory.hpp>

#include "fields.hpp"

namespace hr = headroom;

namespace {

using property::fields;
using property::refuse;

hr::training_formats formats_called(const std::string& name) {
  if (name == "bf16_training") return hr::bf16_training;
  if (name == "bf16_gradients") return hr::bf16_gradients;
  if (name == "fp16_training") return hr::fp16_training;
  if (name == "fp32_weights") return hr::fp32_weights;
  refuse(name);
}

hr::optimizer optimizer_called(const std::string& name) {
  if (name == "adam") return hr::adam;
  if (name == "adam_without_master") return hr::adam_without_master;
  if (name == "adam_bf16_moments") return hr::adam_bf16_moments;
  if (name == "adam_8bit") return hr::adam_8bit;
  if (name == "sgd") return hr::sgd;
  if (name == "sgd_momentum") return hr::sgd_momentum;
  refuse(name);
}

hr::sharding sharding_called(const std::string& name) {
  if (name == "none") return hr::sharding::none;
  if (name == "optimizer") return hr::sharding::optimizer;
  if (name == "gradients") return hr::sharding::gradients;
  if (name == "weights") return hr::sharding::weights;
  refuse(name);
}

hr::recompute recompute_called(const std::string& name) {
  if (name == "none") return hr::recompute::none;
  if (name == "selective") return hr::recompute::selective;
  if (name == "full") return hr::recompute::full;
  refuse(name);
}

hr::training_job read(const std::string& line) {
  const fields f(line);
  const hr::transformer& model = f.model();
  return {.model = model,
          .parallelism = {.tensor = f.number("tensor"),
                          .pipeline = f.number("pipeline"),
                          .data = f.number("data"),
                          .context = f.number("context"),
                          .expert = f.number("expert"),
                          .expert_tensor = model.layers[0].experts.is_present() || model.layers[1].experts.is_present()
                                               ? f.number("expert_tensor")
                                               : 0,
                          .sequence = f.yes("sequence_parallel"),
                          .virtual_stages = f.number("virtual"),
                          .first_stage_layers = f.number("first"),
                          .last_stage_layers = f.number("last"),
                          .embedding_as_layer = f.yes("embedding_as_layer"),
                          .head_as_layer = f.yes("head_as_layer")},
          .sequence = f.number("sequence"),
          .micro_batch = f.number("micro_batch"),
          .micro_batches = f.number("micro_batches"),
          .formats = formats_called(f.text("formats")),
          .optimizer = optimizer_called(f.text("optimizer")),
          .sharding = sharding_called(f.text("sharding")),
          .shards = f.number("shards"),
          .recompute = {.kind = recompute_called(f.text("recompute")),
                        .layers = f.number("recompute_layers"),
                        .group = f.number("recompute_group")},
          .scores_materialised = f.yes("scores_materialised"),
          .dropout = f.yes("dropout"),
          .with_predicting = f.yes("predicting")};
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const hr::training_job job = read(line);
    for (hr::count stage = 0; stage < job.parallelism.pipeline; ++stage) {
      const hr::figure<hr::rank_memory> m = hr::training_memory(job, stage);
      if (!m.is_known()) refuse(line + ": " + std::string(m.note));
      std::printf("stage %.17g %.17g %.17g %.17g\n", hr::in_bytes(m.known()->weights), hr::in_bytes(m.known()->gradients),
                  hr::in_bytes(m.known()->optimizer), hr::in_bytes(m.known()->activations));
    }
  }
}
