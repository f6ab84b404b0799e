// SPDX-License-Identifier: BSL-1.0
// Recipes of serving that were published for GB300, as groups of pools of prefill and decode, beside the group of at most as many GPUs that
// answers the most requests for each GPU within the percentiles that the published group keeps itself. Run by hand, for
// docs/why/proof-of-a-plan.md.
#include <headroom/catalog/azure.hpp>
#include <headroom/model/models.hpp>
#include <headroom/plan/pool_search.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>
#include <string>

namespace hr = headroom;

namespace {

struct worker {
  hr::count tensor = 1;
  hr::count data = 1;
  bool whole_experts = true;
};
constexpr worker dep(hr::count ranks) { return {.data = ranks}; }
constexpr worker tep(hr::count ranks) { return {.tensor = ranks}; }

struct recipe {
  const char* name;
  const hr::transformer* model;
  const hr::serving_engine* engine;
  bool is_in_4_bits;
  hr::count prompt;
  hr::count prefill_workers;
  worker prefill;
  hr::count decode_workers;
  worker decode;
  hr::count clients = 0;         // not said
  hr::count most_sequences = 0;  // of a rank of decode; likewise
};

constexpr const hr::transformer* r1 = &hr::models::deepseek_r1;
constexpr const hr::transformer* kimi = &hr::models::kimi_k2_5;
constexpr const hr::transformer* qwen = &hr::models::qwen3_5_397b_a17b;
constexpr const hr::transformer* minimax = &hr::models::minimax_m3;
constexpr const hr::serving_engine* trt = &hr::engines::tensorrt_llm;
constexpr const hr::serving_engine* vllm = &hr::engines::vllm;
constexpr hr::count answer = 1'024;
constexpr std::array recipes{recipe{"DeepSeek-R1: 8 of DEP 2, 1 of DEP 32; 308 clients (Azure)", r1, trt, true, 8'192, 8, dep(2), 1, dep(32), 308, 8},
                             recipe{"the same: 4 of TEP 2, 1 of DEP 32; 180 clients (Azure)", r1, trt, true, 8'192, 4, tep(2), 1, dep(32), 180},
                             recipe{"the same: 10 of 2 GPUs, 1 of DEP 16; 666 clients (Azure)", r1, trt, true, 8'192, 10, dep(2), 1, dep(16), 666},
                             recipe{"the same: 1 of TEP 2, 4 of TEP 8; 24 clients (Azure)", r1, trt, true, 8'192, 1, tep(2), 4, tep(8), 24},
                             recipe{"the same with 5 clients", r1, trt, true, 8'192, 1, tep(2), 4, tep(8), 5},
                             recipe{"Kimi-K2.5: 1 of DEP 4, 1 of DEP 16", kimi, vllm, true, 1'024, 1, dep(4), 1, dep(16)},
                             recipe{"Kimi-K2.5: 2 of DEP 4, 1 of DEP 24", kimi, vllm, true, 8'192, 2, dep(4), 1, dep(24)},
                             recipe{"Kimi-K2.5: 4 of DEP 4, 1 of DEP 8", kimi, vllm, true, 8'192, 4, dep(4), 1, dep(8)},
                             recipe{"Qwen3.5-397B: 10 of DEP 2, 3 of DEP 8; 4,608 clients", qwen, trt, true, 8'192, 10, dep(2), 3, dep(8), 4'608},
                             recipe{"MiniMax-M3: 1 of DEP 2, 1 of DEP 8", minimax, vllm, false, 8'192, 1, dep(2), 1, dep(8)},
                             recipe{"MiniMax-M3: 2 of DEP 2, 1 of DEP 8", minimax, vllm, false, 8'192, 2, dep(2), 1, dep(8)},
                             recipe{"MiniMax-M3: 4 of DEP 2, 2 of DEP 8", minimax, vllm, false, 1'024, 4, dep(2), 2, dep(8)},
                             recipe{"MiniMax-M3: 2 of DEP 2, 2 of TEP 8", minimax, vllm, false, 8'192, 2, dep(2), 2, tep(8)},
                             recipe{"Qwen3.5-397B: 1 of DEP 2, 8 of TEP 8; 48 clients", qwen, trt, true, 8'192, 1, dep(2), 8, tep(8), 48},
                             recipe{"Kimi-K2.5: 2 of DEP 4, 3 of DEP 8", kimi, vllm, true, 1'024, 2, dep(4), 3, dep(8)},
                             recipe{"MiniMax-M3: 2 of DEP 2, 3 of DEP 4", minimax, vllm, false, 1'024, 2, dep(2), 3, dep(4)},
                             recipe{"Qwen3.5-397B: 7 of DEP 2, 12 of TEP 4; 1,152 clients", qwen, trt, true, 8'192, 7, dep(2), 12, tep(4), 1'152}};

hr::parallelism layout_of(const worker& of) {
  const hr::count ranks = of.tensor * of.data;
  return {.tensor = of.tensor, .data = of.data, .expert = of.whole_experts ? ranks : 1, .expert_tensor = of.whole_experts ? 1 : 0};
}

std::string words_of(const hr::parallelism& by) {
  const bool is_whole = by.expert > 1;
  const std::string ranks = std::to_string(by.tensor * by.data);
  if (is_whole && by.tensor == 1) return "DEP " + ranks;
  if (is_whole && by.data == 1) return "TEP " + ranks;
  return "TP " + std::to_string(by.tensor) + (by.data > 1 ? ", DP " + std::to_string(by.data) : "") + (by.pipeline > 1 ? ", PP " + std::to_string(by.pipeline) : "");
}

// With as many requests as so many clients make, at most 0.9 of those that a group answers at all; where it is not said how many there are, with 0.8 of them.
hr::figure<hr::serving_latencies> at_load(const hr::serving_pools& group, hr::serving_arrivals each, hr::count clients) {
  each.rate = hr::requests_per_second(1e-6);
  const double most = hr::in_requests_per_second(hr::open_loop(group, each).value_or({}).most_requests);
  each.rate = hr::requests_per_second(0.8 * most);
  if (clients > 0) {
    const hr::serving_result closed = hr::closed_loop(group, {.prompt = each.prompt, .answer = each.answer, .clients = clients});
    each.rate = hr::requests_per_second(std::min(0.9 * most, hr::in_requests_per_second(closed.requests)));
  }
  return hr::open_loop(group, each);
}

void print_row(const recipe& of) {
  hr::serving_job job{.model = *of.model, .weights = of.is_in_4_bits ? hr::served_weights(hr::nvfp4) : hr::served_weights(hr::fp8), .kv_cache = hr::fp8, .concurrent_sequences = 1,
                      .context = of.prompt + answer, .engine = *of.engine};
  job.engine.most_sequences = of.most_sequences;
  const hr::serving_kind kind = hr::serving_kind_of(hr::azure::gb300_nvl72::spec, job, 8);
  hr::pool_plan published{.on = &kind, .prefill = layout_of(of.prefill), .decode = layout_of(of.decode), .prefill_workers = of.prefill_workers, .decode_workers = of.decode_workers};
  const hr::serving_arrivals each{.prompt = of.prompt, .answer = answer};
  const auto group = hr::group_of(job, published);
  if (!group.is_known()) return void(std::printf("%s: %s\n", of.name, std::string(group.note).c_str()));
  const auto kept = at_load(*group.known(), each, of.clients);
  if (!kept.is_known()) return void(std::printf("%s: %s\n", of.name, std::string(kept.note).c_str()));
  const hr::count gpus = published.gpus();
  const double rate = hr::in_requests_per_second(kept.known()->requests) / static_cast<double>(gpus);

  const hr::serving_objective asked{.requests = 1e-6, .each = each, .first_token = kept.known()->first_token.p99, .token = kept.known()->token.p99};
  double best = 0;
  hr::pool_plan ours;
  hr::serving_kind narrow = kind;
  narrow.layouts.most = gpus;
  const hr::pool_plans space{.job = &job, .kinds = std::span(&narrow, 1)};
  hr::detail::pools_seen seen;
  for (hr::pool_plan plan : space) {
    if (plan.gpus() > gpus) continue;
    const auto& prefill = seen.prefill.of(hr::prefill_job_of(job, plan), narrow, plan.prefill, hr::usual_serving, hr::measured_servers);
    if (!prefill.is_known()) continue;
    const auto all = static_cast<double>(plan.gpus());
    if (hr::detail::most_requests_of(plan, *prefill.known(), each) / all <= best) continue;
    hr::best_plans<hr::pool_plan, 1> one({.least = hr::plan_amount::gpus});
    hr::detail::look_at(one, job, plan, asked, hr::usual_serving, hr::measured_servers, seen);
    if (one.is_empty()) continue;
    const double answered = one.all().front().plan.requests / all;
    if (answered > best) best = answered, ours = one.all().front().plan;
  }
  const double more = 100 * (best / rate - 1);
  const auto pools = [](const hr::pool_plan& plan) {
    return std::to_string(plan.prefill_workers) + " of " + words_of(plan.prefill) + ", " + std::to_string(plan.decode_workers) + " of " + words_of(plan.decode);
  };
  const bool is_same = pools(ours) == pools(published);
  std::printf("| %s | %s, 1,024 | %#.3g | %s | %#.3g | %s%.*f %% |\n", of.name, of.prompt == 1'024 ? "1,024" : "8,192", rate, is_same ? "the same" : pools(ours).c_str(), best,
              more < 0.05 ? "" : "+", more < 0.05 || more >= 10 ? 0 : 1, std::max(more, 0.0));
}

}  // namespace

int main() {
  for (const recipe& each : recipes) print_row(each);
}
