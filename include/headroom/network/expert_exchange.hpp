// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/network/collective_time.hpp>
#include <headroom/network/fabric.hpp>
#include <headroom/units.hpp>

// The exchange of a mixture of experts: tokens to the GPUs of their experts (dispatch) and back (combine). A token crosses
// to a domain once, however many of its experts lie there, and is copied to their GPUs inside.
namespace headroom {

struct expert_exchange {
  count tokens = 0;                     // of each GPU
  asked_for<memory> bytes_per_token{};  // hidden size times the bytes of a value, with its scales
  count experts = 1;                    // routed experts of a layer, spread evenly over the ranks
  count experts_per_token = 1;
  count most_domains = 0;    // node-limited routing: experts of a token lie in so many domains; 0: in any
};

// Parts that k picks out of n things, no thing twice, fall into on average, where the n lie evenly in so many parts.
constexpr double parts_reached(count parts, count things, count picks) {
  if (parts < 1 || things < parts) return 0;
  double left = static_cast<double>(things);
  double others = left - left / static_cast<double>(parts);
  double missed = 1;  // that one part has none of the picks
  for (count i = 0; i < picks && missed > 0; ++i, --others, --left) missed *= others > 0 ? others / left : 0;
  return static_cast<double>(parts) * (1 - missed);
}

// What a token's experts take of the fabric on average, where routing is even.
struct expert_copies {
  double other_domains = 0;  // domains beside its own that a token is sent to
  double gpus = 0;           // GPUs that hold one of its experts
};

constexpr expert_copies copies_of(const expert_exchange& what, const ranks& who) {
  const count domains = who.domains();
  const count allowed = what.most_domains > 0 && what.most_domains < domains ? what.most_domains : domains;
  const double share = static_cast<double>(allowed) / static_cast<double>(domains);
  const count in_allowed = static_cast<count>(static_cast<double>(what.experts) * share);
  const count gpus_allowed = static_cast<count>(static_cast<double>(who.gpus) * share);
  const double reached = parts_reached(allowed, in_allowed, what.experts_per_token);
  return {reached * (1 - 1 / static_cast<double>(domains)), parts_reached(gpus_allowed, in_allowed, what.experts_per_token)};
}

// Dispatch, or combine with the bytes of what comes back: the same way in the other direction. Evenly routed; a GPU that gets
// more than the mean takes so much longer. Unknown, with a note, where the ranks are not served.
constexpr figure<collective_time> time_of(const expert_exchange& what, const ranks& who, const fabric& over) {
  const auto refused = [](std::string_view why) { return figure<collective_time>(unknown).noted(why); };
  if (const std::string_view why = unserved(who, over); !why.empty()) return refused(why);
  if (what.experts < who.gpus) return refused("fewer experts than GPUs that share them");
  if (what.experts_per_token < 1 || what.experts_per_token > what.experts) return refused("a token needs one expert, and at most all");
  if (who.gpus == 1) return collective_time{.how = algorithm::direct};
  const lane_rates l = rates_of(who, over);
  const expert_copies copies = copies_of(what, who);
  const double bytes_sent = static_cast<double>(what.tokens) * in_bytes(what.bytes_per_token);
  const bool crosses = l.domains > 1;
  // Of the copies inside domains one in g stays on the GPU that the token is on, or came to.
  const double inside = bytes_sent * copies.gpus * (1 - 1 / l.g) / l.up;
  const double across = crosses ? bytes_sent * copies.other_domains / l.out : 0;
  const duration latency = over.start + seconds((crosses ? l.hop_out : 0) + l.hop_up);
  figure<collective_time> found(collective_time{latency + seconds(math::larger(inside, across)), algorithm::direct, latency});
  found.basis = basis::estimated;
  found.note = "no measured row states all that an exchange depends on";
  return found;
}

}  // namespace headroom
