// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <headroom/count.hpp>
#include <headroom/demand/demand.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/inference/demand.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/inference/request_lengths.hpp>
#include <headroom/training/demand.hpp>
#include <headroom/training/job.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace headroom::read {

// What the keys under "serve" say, in the order in which they are read.
struct serving_request {
  serving_job job{};
  std::string weights{};       // as they are called
  bool of_checkpoint = false;  // nothing was said, and the model's own are known
  bool finds_planned = false;    // the checkpoint is held in these formats, whether they were said or not
  bool found_quantised = false;  // the checkpoint is held in fewer than 16 bits, or in what could not be read
  std::string_view unread{};   // nothing was said, and what leaves the model's own open in its quantization_config
  std::optional<precision> multiplied{};
  bool names_cache = false;  // the format of the KV cache was said
  std::shared_ptr<const transformer> draft{};  // that the job points to
  request_lengths prompts{};  // of its requests, where they are said
  request_lengths answers{};
  precision own = bf16;  // the model's 16 bits, which what is always widened is multiplied in
};

// The same of "train".
struct training_request {
  static constexpr count not_said = -1;

  training_job job{};
  count micro_batches = not_said;
  count global_batch = not_said;
  count weight_copies = not_said;
  bool names_recomputed = false;
  bool names_adapted = false;
  std::string_view formats = "bf16_training";
  std::string_view optimizer = "adam";
  std::string_view sharding = "none";
  std::string_view recompute = "none";
};

// A job of a deployment file or of the command line: one pool of GPUs.
struct planned_job {
  std::string_view name{};  // "prefill" and "decode" of disaggregated pools; else mostly empty
  std::variant<serving_request, training_request> asked{};
  std::vector<std::string_view> said{};  // the keys that were given
  int line = 0;                          // of the file, where it is from one

  bool says(std::string_view key) const { return std::ranges::find(said, key) != said.end(); }
  // Whether the fewest GPUs of each machine are to be found that have room.
  bool sizes_itself() const { return !says("tensor_parallel") && !says("pipeline_parallel"); }
  const serving_job* serving() const {
    const auto* request = std::get_if<serving_request>(&asked);
    return request == nullptr ? nullptr : &request->job;
  }
  const training_job* training() const {
    const auto* request = std::get_if<training_request>(&asked);
    return request == nullptr ? nullptr : &request->job;
  }
};

inline const transformer& model_of(const planned_job& job) {
  return job.serving() != nullptr ? job.serving()->model : job.training()->model;
}

// What of a quantization_config leaves the format of the weights open, where the job does not say it; else empty.
inline std::string_view unread_weights(const planned_job& job) {
  const auto* request = std::get_if<serving_request>(&job.asked);
  return request == nullptr ? std::string_view{} : request->unread;
}

inline figure<demand> demand_of(const planned_job& job) {
  return job.serving() != nullptr ? demand_of(*job.serving()) : demand_of(*job.training());
}

// Why it cannot be, in words; empty: it can. What is beyond the type of a count is no demand.
inline std::string_view contradiction(const planned_job& job) {
  const std::string_view words =
      job.serving() != nullptr ? contradiction(*job.serving()) : contradiction(*job.training());
  if (!words.empty()) return words;
  const figure<demand> asked = demand_of(job);
  return asked.is_known() ? std::string_view{} : asked.note;
}

// The same of a job whose layout is searched: what is said of it has to go with some degrees where those that it depends on are open, and not
// with one of each.
inline std::string_view contradiction_of_said(planned_job job) {
  if (job.serving() != nullptr) return contradiction(job);
  training_job& of = std::get<training_request>(job.asked).job;
  parallelism& p = of.parallelism;
  if (const auto words = headroom::detail::layers_contradict(of.model, p); !words.empty()) return words;
  const bool are_stages_open = !job.says("pipeline_parallel");
  const bool are_ranks_open = !job.says("tensor_parallel") || !job.says("data_parallel");
  if (are_stages_open) {
    p.virtual_stages = 1;
    p.first_stage_layers = p.last_stage_layers = 0;
  }
  if (are_ranks_open) {
    if (p.expert > 1 && !has_experts(of.model)) return headroom::detail::no_experts;
    p.expert = 1;
    p.expert_tensor = 0;
  }
  if (are_stages_open || !job.says("data_parallel")) of.shards = 0;
  return contradiction(job);
}

// The same of a job as it is judged on machines: one that sizes itself leaves the rest of its layout open.
inline std::string_view contradiction_as_judged(const planned_job& job) { return job.sizes_itself() ? contradiction_of_said(job) : contradiction(job); }

inline count gpus_of(const planned_job& job) {
  return job.serving() != nullptr ? job.serving()->gpus() : job.training()->parallelism.gpus();
}

}  // namespace headroom::read
