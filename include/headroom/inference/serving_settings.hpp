// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/units.hpp>

// What changes the time of a server and not what it holds: its requests, and settings that jobs rarely say.
namespace headroom {

// What a replica is asked. Means; clients each send the next request as the last is answered.
struct serving_requests {
  count prompt = 1'024;  // tokens
  count answer = 1'024;
  count clients = 0;     // of a replica, all the time; 0: as many sequences as the job runs at once
  count each = 10;       // requests of a client; all clients send their first at once
  // Of the tokens of an answer, standard deviation over mean. 0: all are as long, and clients that begin together stay in phase. Answers of
  // different questions differ: from some 0.4 on it makes no difference.
  double answer_spread = 0.5;
};

struct serving_settings {
  bool without_graphs = false;    // the host launches every kernel (eager mode)
  // Steps that the host plans at once (vLLM's --num-scheduler-steps): it works once for all of them, and requests wait until they end.
  count scheduler_steps = 1;
  // Tokens of a sequence that it sends at once (--stream-interval): it works for a sequence once in so many steps.
  count stream_interval = 1;
  count most_sequences = 0;       // that a replica runs at once, beside what its memory holds; 0: no such limit
  // Speculative decoding: tokens drafted in each step, and the chance that one is accepted where all before it in the step were (of all drafts fewer are).
  count drafted = 0;
  double accepted = 0;
};

inline constexpr serving_settings usual_serving{};

}  // namespace headroom
