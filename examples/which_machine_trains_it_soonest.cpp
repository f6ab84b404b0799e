// SPDX-License-Identifier: BSL-1.0
// Which machines train Llama 3 70B on 15 trillion tokens soonest, and for how much? On some 1,000 GPUs of each, in the
// fastest layout that has room.
#include <array>
#include <cstdio>
#include <headroom/headroom.hpp>
#include <headroom/text/to_text.hpp>
#include <headroom/training/step_band.hpp>
#include <headroom/training/step_time.hpp>
#include <headroom/training/utilisation.hpp>
#include <string>

namespace hr = headroom;

inline constexpr std::array machines{
    hr::machine(hr::azure::nd96amsr_a100_v4::spec), hr::machine(hr::azure::nd96isr_h100_v5::spec),
    hr::machine(hr::azure::nd96isr_h200_v5::spec), hr::machine(hr::azure::nd96isr_mi300x_v5::spec),
    hr::machine(hr::azure::gb200_nvl72::spec), hr::machine(hr::azure::gb300_nvl72::spec)};

inline constexpr double budget = 15e12;  // tokens
inline constexpr hr::count most_gpus = 1'024;
inline constexpr hr::count sequences = 1'024;  // of a step

inline constexpr hr::training_job llama{
    .model = hr::models::llama3_1_70b, .sequence = 8'192, .sharding = hr::sharding::optimizer};

struct fastest {
  hr::training_job job = llama;
  hr::step_schedule step{};
};

// All layouts that have room, each with as many micro-batches as make the step's sequences.
fastest fastest_on(const hr::machine& on) {
  fastest best;
  const hr::memory of_gpu = hr::usable_memory_per_gpu(on).value_or({});
  hr::layouts all = hr::layouts_on(on, llama.model, hr::layout_use::training);
  all.most = most_gpus;
  for (const hr::parallelism& each : all) {
    hr::training_job job = llama;
    job.parallelism = each;
    job.parallelism.sequence = each.tensor > 1;
    if (sequences % each.data != 0) continue;
    job.micro_batches = sequences / each.data;
    const hr::figure<hr::rank_memory> memory = hr::training_memory(job);
    if (!memory.is_known() || memory.known()->total() + hr::kept_by_driver > of_gpu) continue;
    const hr::figure<hr::step_schedule> step = hr::step_time(job, on);
    if (step.is_known() && (best.step.tokens == 0 || step.known()->total() < best.step.total())) best = {job, *step.known()};
  }
  return best;
}

// The lowest price of a machine an hour, wherever that is.
hr::figure<hr::money_rate> price_of(const hr::machine& on) {
  hr::figure<hr::money_rate> lowest = hr::unknown;
  for (const hr::price& row : hr::catalog::prices()) {
    const hr::figure<hr::money_rate> here = hr::price_of(on, {.region = row.region, .published = hr::catalog::prices()});
    if (here.is_known() && (!lowest.is_known() || *here.known() < *lowest.known())) lowest = here;
  }
  return lowest;
}

std::string layout_of(const hr::parallelism& p) {
  return "TP " + std::string(hr::to_text(p.tensor)) + " x PP " + std::string(hr::to_text(p.pipeline)) + " x DP " + std::string(hr::to_text(p.data));
}

int main() {
  std::printf("%s, 15 trillion tokens, %s sequences of %s a step\n\n", std::string(llama.model.name).c_str(),
              hr::to_text(sequences).c_str(), hr::to_text(llama.sequence).c_str());
  std::printf("%-26s  %5s  %-19s  %6s  %5s  %4s  %-10s  %s\n", "machine", "GPUs", "layout", "step", "MFU", "days", "within", "money");
  for (const hr::machine& on : machines) {
    const fastest best = fastest_on(on);
    const double rate = best.step.tokens_per_second();
    const auto megatron = hr::utilisation_conventions[0].operations(best.job);
    const double mfu = hr::utilisation(*megatron.known(), hr::tokens_per_second(best.step.tokens_per_second_per_gpu()),
                                       *hr::peak_of(*on.gpu(), best.job.formats).known());
    const hr::duration whole = hr::seconds(budget / rate);
    const hr::error_band errors = hr::step_band(best.job, on).errors;
    char within[16] = "not known";
    if (errors.is_known())
      std::snprintf(within, sizeof within, "%.0f to %.0f", hr::in_days(errors.shortest(whole)), hr::in_days(errors.longest(whole)));
    const hr::count of_machine = *hr::gpu_count(on).known();
    const hr::count how_many = (best.step.gpus + of_machine - 1) / of_machine;
    const hr::figure<hr::money_rate> price = price_of(on);
    const std::string money = price.is_known() ? hr::rounded_text(*price.known() * static_cast<double>(how_many) * whole, 3).c_str() : "price unknown";
    std::printf("%-26s  %5s  %-19s  %6s  %4.1f%%  %4.0f  %-10s  %s\n", std::string(on.name()).c_str(), hr::to_text(best.step.gpus).c_str(),
                layout_of(best.job.parallelism).c_str(), hr::rounded_text(best.step.total()).c_str(), 100 * mfu, hr::in_days(whole), within,
                money.c_str());
  }
}
