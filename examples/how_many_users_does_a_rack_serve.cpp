// SPDX-License-Identifier: BSL-1.0
// How many users does a rack serve at 50 tokens a second each? Requests come at random times; 99 in 100 are to begin within two
// seconds, and to go on at that pace. Each way to split the model over GPUs is tried, and the best of each rack told.
#include <headroom/catalog/azure/racks.hpp>
#include <headroom/inference/serving_queue.hpp>
#include <headroom/model/models.hpp>

#include <cstdio>
#include <string>

namespace hr = headroom;

namespace {

constexpr double pace = 50;  // tokens a second of a user
constexpr hr::duration first_token = hr::seconds(2);

struct answer {
  hr::count gpus = 0;   // of a replica
  double replicas = 0;
  hr::serving_latencies of_replica{};

  // Requests that are being answered at once: those that come in the time that one takes.
  double users() const { return replicas * (of_replica.requests * of_replica.request.mean); }
};

answer best_of(hr::serving_job job, const hr::machine& rack) {
  answer best;
  const hr::count all = hr::gpus_of(rack).value_or(0);
  for (const hr::count gpus : {1, 2, 4, 8}) {
    job.tensor_parallel = gpus;
    const hr::figure<hr::serving_replica> replica = hr::replica_of(job, rack);
    if (!replica.is_known()) continue;
    const hr::serving_arrivals chat{.rate = hr::requests_per_second(1), .prompt = 1'024, .answer = 512, .prompt_spread = 0.8, .answer_spread = 0.8};
    const auto found = hr::most_requests_within(*replica.known(), chat, first_token, hr::seconds(1 / pace));
    if (!found.is_known()) continue;
    const hr::count copies = all / gpus;
    const answer tried{.gpus = gpus, .replicas = static_cast<double>(copies), .of_replica = *found.known()};
    if (tried.users() > best.users()) best = tried;
  }
  return best;
}

}  // namespace

int main() {
  std::printf("%-32s %-12s %8s  %9s  %7s  %10s  %10s\n", "model", "rack", "GPUs of", "requests", "users", "TPOT", "TTFT");
  std::printf("%-32s %-12s %8s  %9s  %7s  %10s  %10s\n", "", "", "a copy", "a second", "at once", "p99 ms", "p99 ms");
  for (const hr::transformer& model : {hr::models::llama3_1_8b, hr::models::llama3_1_70b, hr::models::llama3_1_405b})
    for (const hr::machine& rack : {hr::machine(hr::azure::gb200_nvl72::spec), hr::machine(hr::azure::gb300_nvl72::spec)}) {
      const answer found = best_of({.model = model, .weights = hr::nvfp4, .kv_cache = hr::fp8, .context = 16'384}, rack);
      std::printf("%-32s %-12s %8lld  %9.0f  %7.0f  %10.1f  %10.0f\n", std::string(model.name).c_str(), std::string(rack.name()).c_str(), static_cast<long long>(found.gpus), found.replicas * hr::in_requests_per_second(found.of_replica.requests),
                  found.users(), hr::in_milliseconds(found.of_replica.token.p99), hr::in_milliseconds(found.of_replica.first_token.p99));
    }
}
