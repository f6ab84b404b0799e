// SPDX-License-Identifier: BSL-1.0
// What does a GB300 buy over an H100? Llama 3.1 70B, trained on 64 GPUs in the fastest layout that has room, and served by
// replicas of one to eight GPUs, whichever write most with a token every 25 ms. No price of a GB300 is published: it says up to which
// one a token costs less.
#include <cstdio>
#include <headroom/headroom.hpp>
#include <headroom/inference/serving_band.hpp>
#include <headroom/inference/serving_throughput.hpp>
#include <headroom/text/to_text.hpp>
#include <headroom/training/step_band.hpp>
#include <headroom/training/step_time.hpp>
#include <string>

namespace hr = headroom;

inline constexpr hr::machine h100(hr::azure::nd96isr_h100_v5::spec);
inline constexpr hr::machine gb300(hr::azure::gb300_nvl72::spec);

inline constexpr hr::count trained_on = 64;  // GPUs
inline constexpr hr::count sequences = 512;  // of a step
inline constexpr double budget = 1e12;       // tokens
inline constexpr hr::serving_requests chat{.prompt = 1'024, .answer = 1'024};

// Tokens a second of a GPU, and from where to where they may be measured: as far off as measured rows of the kind were.
struct answer {
  double each = 0;
  double low = 0;
  double high = 0;
  std::string layout{};
};

std::string layout_of(const hr::parallelism& p) {
  return "TP " + std::string(hr::to_text(p.tensor)) + " x PP " + std::string(hr::to_text(p.pipeline)) + " x DP " + std::string(hr::to_text(p.data));
}

answer trained(const hr::machine& on) {
  answer best;
  const hr::memory of_gpu = hr::usable_memory_per_gpu(on).value_or({});
  hr::training_job job{.model = hr::models::llama3_1_70b, .sequence = 8'192, .sharding = hr::sharding::optimizer};
  hr::layouts all = hr::layouts_on(on, job.model, hr::layout_use::training);
  all.most = trained_on;
  for (const hr::parallelism& each : all) {
    if (each.tensor * each.pipeline * each.data != trained_on || sequences % each.data != 0) continue;
    job.parallelism = each;
    job.parallelism.sequence = each.tensor > 1;
    job.micro_batches = sequences / each.data;
    const hr::figure<hr::rank_memory> memory = hr::training_memory(job);
    if (!memory.is_known() || memory.known()->total() + hr::kept_by_driver > of_gpu) continue;
    const hr::step_schedule step = hr::step_time(job, on).value_or({});
    const double rate = step.tokens > 0 ? step.tokens_per_second_per_gpu() : 0;
    if (rate <= best.each) continue;
    const hr::error_band errors = hr::step_band(job, on).errors;
    const double took = hr::in_seconds(step.total());
    const double longest = hr::in_seconds(errors.longest(step.total()));
    const double shortest = hr::in_seconds(errors.shortest(step.total()));
    best = {rate, rate * took / longest, rate * took / shortest, layout_of(each)};
  }
  return best;
}

answer served(const hr::machine& on, const hr::served_weights& weights) {
  answer best;
  for (const hr::count tensor : {1, 2, 4, 8}) {
    const hr::serving_job job{.model = hr::models::llama3_1_70b,
                              .weights = weights,
                              .kv_cache = hr::fp8,
                              .tensor_parallel = tensor,
                              .context = chat.prompt + chat.answer,
                              .engine = hr::engines::tensorrt_llm};
    const hr::figure<hr::serving_replica> replica = hr::replica_of(job, on);
    if (!replica.is_known()) continue;
    const double rate = hr::in_tokens_per_second(hr::throughput_within(*replica.known(), chat, hr::milliseconds(25)).output_per_gpu);
    if (rate <= best.each) continue;
    const hr::error_band band = hr::band_of(hr::serving_figure::throughput, job.model, *on.gpu());
    best = {rate, rate / (1 + band.highest), rate / (1 + band.lowest), "TP " + std::string(hr::to_text(tensor))};
  }
  return best;
}

// The lowest price of a GPU an hour, wherever that is.
double price_of_gpu(const hr::machine& on) {
  double lowest = 0;
  for (const hr::price& row : hr::catalog::prices()) {
    const hr::figure<hr::money_rate> here = hr::price_of(on, {.region = row.region, .published = hr::catalog::prices()});
    if (!here.is_known()) continue;
    const double of_gpu = hr::in_dollars(*here.known() * hr::hours(1)) / static_cast<double>(*hr::gpu_count(on).known());
    if (lowest == 0 || of_gpu < lowest) lowest = of_gpu;
  }
  return lowest;
}

void print(const char* on, const char* format, const answer& of, double price) {
  char within[32];
  std::snprintf(within, sizeof within, "%.0f to %.0f", of.low, of.high);
  std::printf("  %-5s  %-7s  %-19s  %14.0f  %-12s  ", on, format, of.layout.c_str(), of.each, within);
  if (price > 0) std::printf("$%.2f\n", price / 3'600 / of.each * 1e6);
  else std::printf("price unknown\n");
}

int main() {
  const double price = price_of_gpu(h100);
  const double price_gb300 = price_of_gpu(gb300);
  const answer old_step = trained(h100);
  const answer new_step = trained(gb300);
  const answer old_server = served(h100, hr::fp8);
  const answer new_server = served(gb300, hr::fp8);
  const answer in_fp4 = served(gb300, hr::nvfp4);

  std::printf("Llama 3.1 70B     layout               tokens/s a GPU  within        a million tokens\n");
  std::printf("trained on %lld GPUs\n", static_cast<long long>(trained_on));
  print("H100", "bf16", old_step, price);
  print("GB300", "bf16", new_step, price_gb300);
  std::printf("served, a token every 25 ms\n");
  print("H100", "fp8", old_server, price);
  print("GB300", "fp8", new_server, price_gb300);
  print("GB300", "nvfp4", in_fp4, price_gb300);

  const auto buys = [&](const char* what, const answer& by, const answer& over) {
    std::printf("  %-18s  %4.1f times the tokens: worth it below $%.0f an hour\n", what, by.each / over.each, price * by.each / over.each);
  };
  std::printf("\nAn H100 costs $%.2f an hour where it is cheapest. A GB300 in its place:\n", price);
  buys("training", new_step, old_step);
  buys("serving in fp8", new_server, old_server);
  buys("serving in nvfp4", in_fp4, old_server);
  const auto days = [](const answer& of) { return budget / (of.each * static_cast<double>(trained_on)) / 86'400; };
  std::printf("A trillion tokens on %lld GPUs: %.0f days in place of %.0f.\n", static_cast<long long>(trained_on), days(new_step), days(old_step));
}
