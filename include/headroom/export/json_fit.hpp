// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include <headroom/inference/job.hpp>
#include <headroom/report/rank_use.hpp>
#include <headroom/training/job.hpp>
#include <headroom/units.hpp>

// What a job takes of its GPUs in JSON, as `headroom fit --json` prints it. Opt-in: needs nlohmann-json.
namespace headroom {

inline nlohmann::ordered_json json_of(const rank_use& of) {
  nlohmann::ordered_json parts = nlohmann::ordered_json::object();
  for (const rank_part& each : of.parts) {
    nlohmann::ordered_json& part = parts[std::string(each.key)];
    part = {{"bytes", in_bytes(each.amount)}, {"standing", standing_text(each)}};
    if (each.standing == part_standing::unmeasured) part["bytes"] = nullptr;
    if (in_bytes(each.most) > 0) {
      part["least_bytes"] = in_bytes(each.least);
      part["most_bytes"] = in_bytes(each.most);
    }
  }
  nlohmann::ordered_json result{{"stage", of.stage}, {"stages", of.stages}, {"fullest_because", of.because}};
  result["parts"] = std::move(parts);
  result["needed"] = in_bytes(of.needed);
  result["leanest_stage_needs"] = in_bytes(of.leanest);
  result["of_host"] = in_bytes(of.host);
  result["of_nvme"] = in_bytes(of.nvme);
  return result;
}

inline nlohmann::ordered_json json_of_split(const serving_job& job) {
  return {{"tensor_parallel", job.tensor_parallel},
          {"pipeline_parallel", job.pipeline_parallel},
          {"data_parallel", job.data_parallel}};
}
inline nlohmann::ordered_json json_of_split(const training_job& job) {
  const parallelism& p = job.parallelism;
  return {{"tensor_parallel", p.tensor},
          {"pipeline_parallel", p.pipeline},
          {"data_parallel", p.data},
          {"context_parallel", p.context},
          {"expert_parallel", p.expert}};
}

// How many GPUs a job takes, how it is divided over them, and what the fullest of them holds. Of a job that does not
// contradict itself.
inline nlohmann::ordered_json json_of(const serving_job& job) {
  return {{"gpus", job.gpus()}, {"split", json_of_split(job)}, {"rank", json_of(use_of(job))}};
}
inline nlohmann::ordered_json json_of(const training_job& job) {
  return {{"gpus", job.parallelism.gpus()}, {"split", json_of_split(job)}, {"rank", json_of(use_of(job))}};
}

}  // namespace headroom
