// SPDX-License-Identifier: BSL-1.0
// Llama 2 70B in FP4 on whole racks, as MLPerf Inference asks offline: how many tokens a second, beside what was published.
// The prompts of that benchmark are taken to be as long as its answers, 294 tokens; nothing was fitted to these figures.
#include <headroom/catalog/azure/racks.hpp>
#include <headroom/inference/serving_band.hpp>
#include <headroom/inference/serving_throughput.hpp>
#include <headroom/model/models.hpp>

#include <cstdio>
#include <string>

namespace hr = headroom;

namespace {

// One copy of the model on each GPU.
constexpr hr::serving_job llama{.model = hr::models::llama2_70b,
                                .weights = hr::nvfp4,
                                .kv_cache = hr::fp8,
                                .context = 588,
                                .engine = hr::engines::tensorrt_llm};
constexpr hr::serving_requests offline{.prompt = 294, .answer = 294};

constexpr double of_rack(const hr::machine& rack) {
  const hr::serving_replica replica = hr::replica_of(llama, rack).value_or({});
  const double gpus = static_cast<double>(hr::gpus_of(rack).value_or(0));
  return gpus * hr::in_tokens_per_second(hr::most_throughput(replica, offline).output);
}

constexpr hr::machine gb300(hr::azure::gb300_nvl72::spec);
constexpr hr::machine gb200(hr::azure::gb200_nvl72::spec);
constexpr double on_gb300 = of_rack(gb300);
constexpr double on_gb200 = of_rack(gb200);
static_assert(on_gb300 > 1'000'000);

void print(const char* what, double ours, double published) {
  std::printf("%-28s %10.0f  %10.0f  %+6.1f %%\n", what, ours, published, 100 * (ours / published - 1));
}

}  // namespace

int main() {
  std::printf("tokens a second                    ours   published   error\n");
  print("GB300 NVL72", on_gb300, 1'100'000);
  print("GB200 NVL72", on_gb200, 865'000);
  std::printf("%-28s %10.2f  %10.2f  %+6.1f %%\n", "GB300 over GB200", on_gb300 / on_gb200, 1.27, 100 * (on_gb300 / on_gb200 / 1.27 - 1));

  const hr::error_band band = hr::band_of(hr::serving_figure::throughput, hr::models::llama2_70b, *gb300.gpu());
  std::printf("\nWhere servers were measured (%.*s, %lld of them), nine in ten serve\n%.0f tokens a second and more where we find that of a GB300 NVL72, and nine in ten %.0f and less.\n",
              static_cast<int>(band.of.size()), band.of.data(), static_cast<long long>(band.figures), on_gb300 / (1 + band.highest),
              on_gb300 / (1 + band.lowest));

  const hr::serving_result found = hr::most_throughput(hr::replica_of(llama, gb300).value_or({}), offline);
  std::printf("\nA GB300 runs %.0f sequences at once, a token of each every %.0f ms; a step of decoding by part:\n", found.sequences,
              hr::in_milliseconds(found.token));
  for (std::size_t i = 0; i < hr::serving_part_count; ++i)
    if (const double took = hr::in_milliseconds(found.step.parts[i].time); took > 0)
      std::printf("  %-16s %7.2f ms\n", std::string(hr::name(static_cast<hr::serving_part>(i))).c_str(), took);
}
