// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/math.hpp>
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
  count groups = 0;            // node-limited routing: of so many equal groups of neighbouring experts a token's lie in only
  count groups_per_token = 0;  // so many; 0, or all: in any
};

// Beyond it, choices among groups are more than a double holds.
inline constexpr count most_expert_groups = 1'024;

namespace detail {

// The chance that k picks out of n things, no thing twice, are none of some of them: C(n - some, k) / C(n, k).
constexpr double chance_missed(double things, double some, count picks) {
  double others = things - some;
  double missed = 1;
  for (count i = 0; i < picks && missed > 0; ++i, --others, --things) missed *= others / things;
  return missed > 0 ? missed : 0;
}

// C(n, k); 0 where there is no such choice.
constexpr double choices(count n, count k) {
  if (k < 0 || k > n) return 0;
  double ways = 1;
  for (count i = 0; i < k; ++i) ways *= static_cast<double>(n - i) / static_cast<double>(i + 1);
  return ways;
}

constexpr bool limits_groups(const expert_exchange& of) {
  return of.groups_per_token > 0 && of.groups > of.groups_per_token && of.groups <= most_expert_groups && of.experts % of.groups == 0;
}

// Of the groups of which a part of the ranks holds experts, those that it holds whole, and experts of two more.
struct groups_held {
  count whole = 0;
  double first = 0;
  double last = 0;
};

// The chance that a part has none of a token's experts: over how many of its groups are among the token's.
constexpr double chance_missed(const expert_exchange& of, const groups_held& held) {
  const double group = static_cast<double>(of.experts) / static_cast<double>(of.groups);  // whole, as limits_groups() asks
  const double reachable = group * static_cast<double>(of.groups_per_token);
  const count in_part = held.first > 0 ? 1 : 0;
  const count in_next = held.last > 0 ? 1 : 0;
  // One group is among the token's as often as any other.
  if (held.whole + in_part + in_next == 1) {
    const double taken = static_cast<double>(of.groups_per_token) / static_cast<double>(of.groups);
    return 1 - taken * (1 - chance_missed(reachable, held.whole == 1 ? group : held.first + held.last, of.experts_per_token));
  }
  const count others = of.groups - held.whole - in_part - in_next;
  const double all = choices(of.groups, of.groups_per_token);
  double missed = 0;
  for (count whole = 0; whole <= held.whole && whole <= of.groups_per_token; ++whole)
    for (count first = 0; first <= in_part; ++first)
      for (count last = 0; last <= in_next; ++last) {
        const double ways = choices(held.whole, whole) * choices(others, of.groups_per_token - whole - first - last);
        if (!(ways > 0)) continue;
        const double some = group * static_cast<double>(whole) + held.first * static_cast<double>(first) + held.last * static_cast<double>(last);
        missed += ways / all * chance_missed(reachable, some, of.experts_per_token);
      }
  return missed;
}

// Of so many neighbouring ones of all GPUs, from one on, which have neighbouring experts, equally many.
constexpr groups_held groups_on(const expert_exchange& of, count all, count first, count gpus) {
  const double groups_each = static_cast<double>(of.groups) / static_cast<double>(all);
  const double group = static_cast<double>(of.experts) / static_cast<double>(of.groups);  // whole, as limits_groups() asks
  const double groups = groups_each * static_cast<double>(gpus);
  const double from = groups_each * static_cast<double>(first);
  const double to = from + groups;
  const double first_end = math::floor(from) + 1;
  if (to <= first_end) return {.first = groups * group};
  const double whole = math::floor(to) - first_end;
  return {.whole = static_cast<count>(whole), .first = (first_end - from) * group, .last = (to - first_end - whole) * group};
}

// Copies of a token, where domains are not alike.
struct copies_sent {
  double domains = 0;     // that it has experts in
  double others = 0;      // of these, beside its own
  double on_adapter = 0;  // that the busiest adapter takes, one way, for each token of a GPU
};

// The last domain may have fewer GPUs than the others: it has fewer experts, but fewer adapters for what all others send to them.
constexpr copies_sent copies_sent_by(expert_exchange what, const ranks& who) {
  const double n = static_cast<double>(who.gpus);
  const count full = who.domains() - 1;
  // Where a token's experts lie in any groups, in one of them all, the full domains are alike.
  const bool is_limited = limits_groups(what);
  if (!is_limited) what.groups = what.groups_per_token = 1;
  copies_sent sum;
  double least_reached = 1;
  for (count domain = is_limited ? 0 : full - 1; domain <= full; ++domain) {
    const count gpus = domain < full ? who.in_domain : who.in_last_domain();
    const double alike = domain < full && !is_limited ? static_cast<double>(full) : 1;
    const double inside = static_cast<double>(gpus);
    const double chance = 1 - chance_missed(what, groups_on(what, who.gpus, is_limited ? domain * who.in_domain : 0, gpus));
    const double sent = chance * (n - inside);
    sum.domains += alike * chance;
    sum.others += alike * sent / n;
    sum.on_adapter = math::larger(sum.on_adapter, sent / inside);
    least_reached = math::smaller(least_reached, chance);
  }
  // What leaves a domain goes to all others.
  sum.on_adapter = math::larger(sum.on_adapter, sum.domains - least_reached);
  return sum;
}

// Parts of the ranks, domains or GPUs, that a token's experts fall into on average, where routing is even but for its groups.
constexpr double parts_reached(const expert_exchange& of, count parts) {
  const double all = static_cast<double>(parts);
  if (parts < 1 || of.experts < parts) return 0;
  if (!limits_groups(of)) return all * (1 - chance_missed(static_cast<double>(of.experts), static_cast<double>(of.experts) / all, of.experts_per_token));
  // Groups that lie whole in a part, or over whole parts: all parts are alike.
  if (of.groups % parts == 0) return all * (1 - chance_missed(of, {.whole = of.groups / parts}));
  if (parts % of.groups == 0) return all * (1 - chance_missed(of, {.first = static_cast<double>(of.experts) / all}));
  return copies_sent_by(of, {parts, 1}).domains;
}

}  // namespace detail

// Parts that k picks out of n things, no thing twice, fall into on average, where the n lie evenly in so many parts.
constexpr double parts_reached(count parts, count things, count picks) {
  return detail::parts_reached({.experts = things, .experts_per_token = picks}, parts);
}

// What a token's experts take of the fabric on average, where routing is even.
struct expert_copies {
  double other_domains = 0;  // domains beside its own that a token is sent to
  double gpus = 0;           // GPUs that hold one of its experts
  double on_adapter = 0;     // copies that an adapter of the busiest domain takes, one way, for each token of a GPU
};

constexpr expert_copies copies_of(const expert_exchange& what, const ranks& who) {
  const count domains = who.domains();
  if (!who.is_even() && what.experts >= domains) [[unlikely]] {
    const detail::copies_sent sent = detail::copies_sent_by(what, who);
    return {sent.others, detail::parts_reached(what, who.gpus), sent.on_adapter};
  }
  const double others = detail::parts_reached(what, domains) * (1 - 1 / static_cast<double>(domains));
  return {others, detail::parts_reached(what, who.gpus), others};
}

namespace detail {

// Why there is no such exchange; empty: there is.
constexpr std::string_view not_exchanged(const expert_exchange& what, const ranks& who, const fabric& over) {
  if (const std::string_view why = unserved(who, over); !why.empty()) return why;
  if (what.experts < who.gpus) return "fewer experts than GPUs that share them";
  if (what.experts_per_token < 1 || what.experts_per_token > what.experts) return "a token needs one expert, and at most all";
  if (limits_groups(what) && what.experts_per_token > multiply(what.experts / what.groups, what.groups_per_token))
    return "a token needs more experts than its groups have";
  return {};
}

// Of an exchange that there is.
constexpr collective_time exchange_time(const expert_exchange& what, const ranks& who, const fabric& over) {
  if (who.gpus == 1) return {.how = algorithm::direct};
  const lane_rates l = rates_of(who, over);
  const expert_copies copies = copies_of(what, who);
  const double bytes_sent = static_cast<double>(what.tokens) * in_bytes(what.bytes_per_token);
  const bool crosses = l.domains > 1;
  // Of the copies inside domains one in g stays on the GPU that the token is on, or came to.
  const double inside = bytes_sent * copies.gpus * (1 - 1 / l.g) / l.up;
  const double across = crosses ? bytes_sent * copies.on_adapter / l.out : 0;
  const duration latency = over.start + seconds((crosses ? l.hop_out : 0) + l.hop_up);
  return {latency + seconds(math::larger(inside, across)), algorithm::direct, latency};
}

}  // namespace detail

// Dispatch, or combine with the bytes of what comes back: the same way in the other direction. Evenly routed; a GPU that gets
// more than the mean takes so much longer. Unknown, with a note, where the ranks are not served.
constexpr figure<collective_time> time_of(const expert_exchange& what, const ranks& who, const fabric& over) {
  if (const std::string_view why = detail::not_exchanged(what, who, over); !why.empty()) return figure<collective_time>(unknown).noted(why);
  figure<collective_time> found(detail::exchange_time(what, who, over));
  if (who.gpus == 1) return found;
  found.basis = basis::estimated;
  found.note = "no measured row states all that an exchange depends on";
  return found;
}

}  // namespace headroom
