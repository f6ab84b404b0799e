// SPDX-License-Identifier: BSL-1.0
// What one layer of Llama 3.1 70B takes forward, divided by tensor parallelism over eight GPUs, for 8,192 tokens: products,
// attention, norms, and the two all-reduces between them; and what it takes a step of decoding.
#include <array>
#include <cstdio>
#include <headroom/catalog/machines.hpp>
#include <headroom/network/collective_time.hpp>
#include <headroom/time/attention.hpp>
#include <headroom/time/gemm.hpp>
#include <string>

namespace hr = headroom;

constexpr hr::count width = 8'192;
constexpr hr::count feed_forward = 28'672;
constexpr hr::count heads = 64;
constexpr hr::count kv_heads = 8;
constexpr hr::count gpus = 8;

struct parts {
  hr::duration products{};
  hr::duration attention{};
  hr::duration norms{};
  hr::duration all_reduces{};

  constexpr hr::duration sum() const { return products + attention + norms + all_reduces; }
};

// So many sequences, of each so many new tokens behind those that are cached.
constexpr parts of_layer(hr::count sequences, hr::count new_tokens, hr::count cached, const hr::gpu_rates& on, const hr::fabric& over) {
  const hr::count tokens = sequences * new_tokens;
  const hr::memory states = hr::bytes(2.0 * static_cast<double>(tokens * width));
  parts all;
  for (const hr::gemm_shape& each : {hr::gemm_shape{tokens, (heads + 2 * kv_heads) * 128 / gpus, width},
                                     hr::gemm_shape{tokens, width, width / gpus},
                                     hr::gemm_shape{tokens, 2 * feed_forward / gpus, width},
                                     hr::gemm_shape{tokens, width, feed_forward / gpus}})
    all.products += hr::gemm_time(each, on).time;
  all.attention = hr::attention_time({.sequences = sequences, .queries = new_tokens, .keys = cached + new_tokens,
                                      .heads = heads / gpus, .kv_heads = kv_heads / gpus}, on).time;
  all.norms = 2 * hr::streamed(2 * states, 2 * states, on).time;  // with the residual
  all.all_reduces = 2 * hr::time_of(hr::collective::all_reduce, states, hr::packed(gpus, over), over).known()->time;
  return all;
}

void print(const char* what, const hr::machine& on, const parts& all) {
  std::printf("%-8s  %-16s %9.1f %10.1f %7.1f %12.1f %9.1f\n", what, std::string(on.gpu()->name).c_str(),
              hr::in_microseconds(all.products), hr::in_microseconds(all.attention), hr::in_microseconds(all.norms),
              hr::in_microseconds(all.all_reduces), hr::in_microseconds(all.sum()));
}

int main() {
  std::printf("%-8s  %-16s %9s %10s %7s %12s %9s\n", "us", "GPU", "products", "attention", "norms", "all-reduces", "sum");
  for (const hr::machine& on : {hr::machine(hr::azure::nd96amsr_a100_v4::spec), hr::machine(hr::azure::nd96isr_h100_v5::spec),
                                hr::machine(hr::aws::p6_b200_48xlarge::spec)}) {
    const hr::gpu_rates rates = *hr::rates_of(*on.gpu(), hr::bf16).known();
    const hr::fabric over = *hr::fabric_of(on).known();
    print("prefill", on, of_layer(1, 8'192, 0, rates, over));
    print("decode", on, of_layer(64, 1, 8'192, rates, over));
  }
}
