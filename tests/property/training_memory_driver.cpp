// SPDX-License-Identifier: BSL-1.0
// Answers questions about the memory of training jobs that training_memory.py makes up: one job a line from standard
// input, as KEY=VALUE; of each stage the bytes of weights, gradients, optimizer's state and activations on a rank.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

#include <headroom/model/models.hpp>
#include <headroom/training/memory.hpp>

namespace hr = headroom;

namespace {

using fields = std::map<std::string, std::string>;

[[noreturn]] void refuse(const std::string& what) {
  std::fprintf(stderr, "driver: cannot read '%s'\n", what.c_str());
  std::exit(2);
}

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
  fields f;
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    const auto at = word.find('=');
    if (at == std::string::npos) refuse(word);
    f[word.substr(0, at)] = word.substr(at + 1);
  }
  const auto number = [&](const char* key) { return hr::count{std::atoll(f.at(key).c_str())}; };
  const auto yes = [&](const char* key) { return number(key) == 1; };
  const hr::transformer* model = hr::models::find(f.at("model")).found;
  if (model == nullptr) refuse(f.at("model"));
  return {.model = *model,
          .parallelism = {.tensor = number("tensor"),
                          .pipeline = number("pipeline"),
                          .data = number("data"),
                          .context = number("context"),
                          .expert = number("expert"),
                          .expert_tensor = model->layers[0].experts.is_present() || model->layers[1].experts.is_present()
                                               ? number("expert_tensor")
                                               : 0,
                          .sequence = yes("sequence_parallel"),
                          .virtual_stages = number("virtual"),
                          .first_stage_layers = number("first"),
                          .last_stage_layers = number("last"),
                          .embedding_as_layer = yes("embedding_as_layer"),
                          .head_as_layer = yes("head_as_layer")},
          .sequence = number("sequence"),
          .micro_batch = number("micro_batch"),
          .micro_batches = number("micro_batches"),
          .formats = formats_called(f.at("formats")),
          .optimizer = optimizer_called(f.at("optimizer")),
          .sharding = sharding_called(f.at("sharding")),
          .shards = number("shards"),
          .recompute = {.kind = recompute_called(f.at("recompute")),
                        .layers = number("recompute_layers"),
                        .group = number("recompute_group")},
          .scores_materialised = yes("scores_materialised"),
          .dropout = yes("dropout"),
          .with_predicting = yes("predicting")};
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const hr::training_job job = read(line);
    for (hr::count stage = 0; stage < job.parallelism.pipeline; ++stage) {
      const hr::figure<hr::rank_memory> m = hr::training_memory(job, stage);
      if (!m.is_known()) refuse(line + ": " + std::string(m.note));
      std::printf("stage %.17g %.17g %.17g %.17g\n", hr::in_bytes(m.value.weights), hr::in_bytes(m.value.gradients),
                  hr::in_bytes(m.value.optimizer), hr::in_bytes(m.value.activations));
    }
  }
}
