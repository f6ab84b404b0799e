// SPDX-License-Identifier: BSL-1.0
// How many racks does a chat for a million users need, and what does it save to run fewer of them at night? Each user asks so many times
// a day; the load swings, with its peak in the evening; 99 in 100 answers begin within two seconds and go on at 30 tokens a second.
#include <headroom/catalog/azure/racks.hpp>
#include <headroom/inference/serving_queue.hpp>
#include <headroom/model/models.hpp>
#include <headroom/plan/fleet.hpp>

#include <cstdio>
#include <string>

namespace hr = headroom;

namespace {

// What only an operator knows of the own users; these are assumptions.
constexpr double users = 1e6;
constexpr double requests_a_day = 100;  // of a user
constexpr double peak_to_trough = 4;
constexpr hr::count peak_hour = 20;
constexpr hr::serving_arrivals chat{.rate = hr::requests_per_second(1), .prompt = 1'024, .answer = 512, .prompt_spread = 0.8, .answer_spread = 0.8};
// A replica is up 99.5 % of its time, and enough are to be up for all but a minute of a day.
constexpr hr::fleet_spares spares{.up = 0.995, .share_of_time = 1 - 1.0 / (24 * 60)};

struct replica {
  hr::count gpus = 0;
  hr::request_rate requests{};  // within the limits

  hr::request_rate of_gpu() const { return requests / static_cast<double>(gpus); }
};

// The layout of which a GPU answers most.
replica best_replica(hr::serving_job job, const hr::machine& rack) {
  replica best;
  for (const hr::count gpus : {1, 2, 4, 8}) {
    job.tensor_parallel = gpus;
    const hr::figure<hr::serving_replica> on = hr::replica_of(job, rack);
    if (!on.is_known()) continue;
    const auto found = hr::most_requests_within(*on.known(), chat, hr::seconds(2), hr::seconds(1.0 / 30));
    if (!found.is_known()) continue;
    const replica tried{gpus, found.known()->requests};
    if (best.gpus == 0 || tried.of_gpu() > best.of_gpu()) best = tried;
  }
  return best;
}

}  // namespace

int main() {
  const auto load = hr::rates_of_day(users * requests_a_day / hr::days(1), peak_to_trough, 24, peak_hour).value_or({});
  std::printf("%.0f requests a second at %lld:00, %.0f at the other end of the day\n\n", hr::in_requests_per_second(load[peak_hour]), static_cast<long long>(peak_hour), hr::in_requests_per_second(load[(peak_hour + 12) % 24]));
  std::printf("%-32s %-12s %7s  %8s  %5s  %10s  %11s  %5s\n", "model", "rack", "GPUs of", "replicas", "racks", "rack hours", "scaled with", "saved");
  std::printf("%-32s %-12s %7s  %8s  %5s  %10s  %11s  %5s\n", "", "", "a copy", "", "", "a day", "the load", "");
  for (const hr::transformer& model : {hr::models::llama3_1_8b, hr::models::llama3_1_70b, hr::models::llama3_1_405b})
    for (const hr::machine& rack : {hr::machine(hr::azure::gb200_nvl72::spec), hr::machine(hr::azure::gb300_nvl72::spec)}) {
      const replica copy = best_replica({.model = model, .weights = hr::nvfp4, .kv_cache = hr::fp8, .context = 16'384}, rack);
      if (copy.gpus == 0) continue;
      const hr::fleet_terms terms{.start_up = hr::minutes(10), .spares = spares, .gpus_of_replica = copy.gpus, .gpus_of_machine = hr::gpus_of(rack).value_or(0)};
      const hr::fleet_of_day day = hr::fleet_over_day(load, copy.requests, terms).value_or({});
      std::printf("%-32s %-12s %7lld  %8lld  %5lld  %10.0f  %11.1f  %3.0f %%\n", std::string(model.name).c_str(), std::string(rack.name()).c_str(), static_cast<long long>(copy.gpus), static_cast<long long>(day.replicas),
                  static_cast<long long>(day.machines), day.machine_hours, day.scaled_machine_hours.value_or(0), 100 * day.saved().value_or(0));
    }
}
