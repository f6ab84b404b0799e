#include <array>
#include <headroom/headroom.hpp>
#include <headroom/plan/pool_search.hpp>
namespace hr = headroom;

inline constexpr hr::serving_job chat{.model = hr::models::llama3_1_8b, .weights = hr::fp8, .concurrent_sequences = 8, .context = 8'192};
constexpr hr::serving_kind small_workers() {
  hr::serving_kind made = hr::serving_kind_of(hr::azure::nd96isr_h100_v5::spec, chat, 16, hr::dollars_per_hour(98));
  made.layouts.most = 2;  // GPUs of a worker
  return made;
}
inline constexpr std::array worker_kinds{small_workers()};
// One prefill worker for one decode worker, two for one, and one for two.
inline constexpr hr::pool_plans space{.job = &chat, .kinds = worker_kinds, .most_workers = 2};
inline constexpr hr::serving_objective fifty{.requests = 50, .each = {.prompt = 4'096, .answer = 256}};

// Two machines answer fifty long prompts a second.
static_assert(hr::cheapest<chat, space, fifty>.cost <= hr::dollars(2 * 98));
