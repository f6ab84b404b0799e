// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/random_times.hpp>
namespace hr = headroom;

namespace inference_random_times_reference {  // hidden
// Two places, each held for a second, for which one request comes a second: one in three waits (Erlang's C), for a second.
constexpr hr::detail::chance_of_wait wait = hr::detail::wait_for_place(2, 1, 1, [](double) { return 1.0; });
static_assert(wait.chance > 0.333 && wait.chance < 0.334);
static_assert(wait.mean > 0.999 && wait.mean < 1.001);
}  // namespace inference_random_times_reference  // hidden
