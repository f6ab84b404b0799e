// SPDX-License-Identifier: BSL-1.0
// So many estimates of a kind, none like the one before, and then of the next: estimates KIND NUMBER...
#include <headroom/catalog/machines.hpp>
#include <headroom/inference/serving_throughput.hpp>
#include <headroom/model/models.hpp>
#include <headroom/network/collective_time.hpp>
#include <headroom/network/expert_exchange.hpp>
#include <headroom/time/attention.hpp>
#include <headroom/time/gemm.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "steps.hpp"

namespace hr = headroom;

namespace {

constexpr std::array<std::string_view, 9> kinds{"all-reduce", "all-to-all", "exchange",   "product",     "attention",
                                                "throughput", "closed-loop", "step", "experts-step"};

hr::duration estimate(std::ptrdiff_t kind, hr::count i, const hr::fabric& over, const hr::gpu_rates& on, const hr::serving_replica& llama) {
  const hr::memory message = hr::bytes(1e3 + 1e6 * static_cast<double>(i));
  const hr::count tokens = 4'096 + i;
  if (kind == 0) return hr::time_of(hr::collective::all_reduce, message, {512, 8}, over).known()->time;
  if (kind == 1) return hr::time_of(hr::collective::all_to_all, message, {512, 8}, over).known()->time;
  if (kind == 2) {
    const hr::expert_exchange what{.tokens = tokens, .bytes_per_token = hr::bytes(7'168), .experts = 256, .experts_per_token = 8, .groups = 8, .groups_per_token = 4};
    return hr::time_of(what, {64, 8}, over).known()->time;
  }
  if (kind == 3) return hr::gemm_time({tokens, 8'192, 8'192}, on).time;
  if (kind == 4) return hr::attention_time({.queries = tokens, .keys = 8'192, .heads = 64, .kv_heads = 8}, on).time;
  // Requests of 1,024 tokens and more, of up to 512 clients.
  if (kind == 5) return hr::most_throughput(llama, {.prompt = 1'024 + i}).token;
  if (kind == 6) return hr::closed_loop(llama, {.prompt = 1'024 + i, .clients = 1 + i % 512}).token;
  if (kind == 7) return dense_step(i);
  if (kind == 8) return step_with_experts(i);
  return {};
}

}  // namespace

// With it end the instructions of one kind and number, which measure.py tells by its name.
extern "C" [[gnu::noinline]] void say(double seconds) { std::printf("%g\n", seconds); }

int main(int argc, char** argv) {
  if (argc < 3 || argc % 2 == 0) return 2;
  const hr::fabric over = *hr::fabric_of(hr::azure::nd96isr_h100_v5::spec).known();
  const hr::gpu_rates on = *hr::rates_of(hr::nvidia::h100_sxm5::spec, hr::bf16).known();
  const hr::serving_replica llama = *hr::replica_of({.model = hr::models::llama3_1_70b, .weights = hr::fp8, .tensor_parallel = 8, .context = 2'048},
                                                   hr::azure::nd96isr_h100_v5::spec).known();
  for (int argument = 1; argument < argc; argument += 2) {
    const std::ptrdiff_t kind = std::ranges::find(kinds, std::string_view(argv[argument])) - kinds.begin();
    hr::duration sum{};
    const hr::count estimates = std::atoll(argv[argument + 1]);
    for (hr::count i = 0; i < estimates; ++i) sum += estimate(kind, i, over, on, llama);
    say(hr::in_seconds(sum));
  }
}
