// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/math.hpp>
#include <headroom/plan/integer_program.hpp>
#include <headroom/plan/search_effort.hpp>

// A service over several kinds of machines: replicas of which layout, on how many of which machine, answer so many requests together.
namespace headroom {

// A kind of machine that replicas may lie on.
struct replica_machine {
  count at_most = max_count;
  double amount = 0;   // of what is to be least, of one: dollars an hour, watts
  double limited = 0;  // of what is limited, of one: watts
  double price = 0;    // of one, that counts towards the budget
};

// A layout of a replica on a kind of machine.
struct replica_option {
  std::size_t machine = 0;    // its place among the kinds
  double requests = 0;        // a second, that one replica answers within its limits
  count gpus = 1;             // of one replica
  count gpus_of_machine = 1;  // that replicas of this layout may have of one machine
};

struct replica_mix_terms {
  double requests = 1;                // a second, of all replicas together
  double amount_of_gpu = 0;           // of what is to be least, of each GPU that a replica has, beside its machine's
  figure<double> at_most{};           // of what is limited, of all machines together; no limit where it is not known
  figure<double> budget{};            // for all machines together, likewise
  search_effort effort = 100'000;     // parts of the space that are looked at, of each layout that may answer most where there are spares
  count spares = 0;                   // replicas that may fail, whichever they are: the others answer all
};

// Replicas of one layout on machines of their own.
struct replica_share {
  std::size_t option = 0;
  count replicas = 0;
  count machines = 0;
};

struct replica_mix {
  std::vector<replica_share> shares{};  // of the options that are taken, in their order
  double amount = 0;
  double bound = 0;      // no mix has less; the amount itself where that is proved
  double requests = 0;   // a second, that all answer, or with spares those that are left where the fastest fail
  bool is_proved = false;
  std::int64_t tried = 0;  // parts of the space that were looked at

  // How far the amount may be above the least, as a share of it.
  constexpr double gap() const { return is_proved || !(amount > 0) ? 0 : 1 - bound / amount; }
};

namespace detail {

constexpr bool lies_on_one(const replica_option& of) { return of.gpus <= of.gpus_of_machine; }
constexpr count replicas_on_one(const replica_option& of) { return of.gpus_of_machine / of.gpus; }

// Replicas that are smaller than a machine lie on one, larger ones side by side.
constexpr count machines_for(count replicas, const replica_option& of) {
  return lies_on_one(of) ? ceil_of(replicas, replicas_on_one(of)) : ceil_of(multiply(replicas, of.gpus), of.gpus_of_machine);
}

// What full machines answer, each: of larger replicas no less than any number of machines.
constexpr double requests_of_machine(const replica_option& of) {
  return of.requests * (lies_on_one(of) ? static_cast<double>(replicas_on_one(of)) : static_cast<double>(of.gpus_of_machine) / static_cast<double>(of.gpus));
}

// Whether there is never less of all with replicas of `a` in place of those of `b`, on the same machines; one by one, where their number counts or
// that of their GPUs: of a few large ones a spare is more.
constexpr bool is_as_good(const replica_option& a, const replica_option& b, bool each_counts) {
  if (a.machine != b.machine) return false;
  if (!each_counts && lies_on_one(a) && requests_of_machine(a) >= requests_of_machine(b)) return true;
  const count times = b.gpus / a.gpus;
  const bool lie_as_well = !lies_on_one(a) || lies_on_one(b) || a.gpus_of_machine % a.gpus == 0;
  return a.gpus_of_machine >= b.gpus_of_machine && lie_as_well && static_cast<double>(times) * a.requests >= b.requests;
}

// The options that may be taken: of those that are as good as each other the first. With `within_machines` only what lies on one machine, and so
// wherever a larger one does, stands for others.
constexpr std::vector<std::size_t> worthwhile(std::span<const replica_option> options, bool each_counts, bool within_machines = false) {
  const auto stands_for = [&](std::size_t a, std::size_t b) { return (!within_machines || lies_on_one(options[a])) && is_as_good(options[a], options[b], each_counts); };
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < options.size(); ++i) {
    bool is_kept = options[i].requests > 0;
    for (std::size_t k = 0; k < options.size(); ++k)
      if (stands_for(k, i) && (k < i || !stands_for(i, k))) is_kept = false;
    if (is_kept) kept.push_back(i);
  }
  return kept;
}

// What replicas answer where so many fail, the fastest first.
constexpr double answered_without(std::span<const replica_option> options, std::vector<replica_share> shares, count spares) {
  std::sort(shares.begin(), shares.end(), [&](const replica_share& a, const replica_share& b) { return options[a.option].requests > options[b.option].requests; });
  double sum = 0;
  for (const replica_share& each : shares) {
    const count fail = std::min(each.replicas, spares);
    spares -= fail;
    sum += static_cast<double>(each.replicas - fail) * options[each.option].requests;
  }
  return sum;
}

constexpr bool is_enough(double answered, const replica_mix_terms& asked) { return answered >= asked.requests * (1 - 1e-12); }

// Those of a point of the program.
constexpr std::vector<replica_share> shares_at(std::span<const replica_option> options, const std::vector<std::size_t>& kept, const std::vector<count>& point) {
  std::vector<replica_share> made;
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (const count replicas = point[2 * i]; replicas > 0) made.push_back({kept[i], replicas, machines_for(replicas, options[kept[i]])});
  return made;
}

inline constexpr auto no_fastest = static_cast<std::size_t>(-1);

// Two variables for each option: its replicas, and the machines that they are on. With spares one of these options has the fastest replica, which
// is the first to fail; the others that may fail answer no less than the slowest.
constexpr integer_program replica_program(std::span<const replica_machine> kinds, std::span<const replica_option> options, const std::vector<std::size_t>& kept,
                                          const replica_mix_terms& asked, std::size_t fastest = no_fastest) {
  integer_program of;
  const double most_requests = fastest == no_fastest ? std::numeric_limits<double>::infinity() : options[kept[fastest]].requests;
  double slowest = most_requests;
  for (const std::size_t each : kept) slowest = math::smaller(slowest, options[each].requests);
  const double failing = fastest == no_fastest ? 0 : most_requests + static_cast<double>(asked.spares - 1) * slowest;
  const auto row = [&](double amount, bool is_limit) { return program_row{std::vector<double>(2 * kept.size(), 0), amount, is_limit}; };
  program_row answered = row(asked.requests + failing, false);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const replica_option& each = options[kept[i]];
    const double needed = math::ceil(asked.requests / each.requests * (1 - 1e-12));
    const count most = each.requests > most_requests ? 0 : needed < 1e7 ? add(static_cast<count>(needed), asked.spares) : count{10'000'000};
    of.costs.push_back(asked.amount_of_gpu * static_cast<double>(each.gpus));
    of.at_most.push_back(most);
    of.costs.push_back(kinds[each.machine].amount);
    of.at_most.push_back(machines_for(most, each));
    answered.each[2 * i] = each.requests;
  }
  of.rows.push_back(answered);
  if (fastest != no_fastest) {
    of.rows.push_back(row(1, false));
    of.rows.back().each[2 * fastest] = 1;
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const replica_option& each = options[kept[i]];
    program_row has_room = row(0, true);
    has_room.each[2 * i] = lies_on_one(each) ? 1 : static_cast<double>(each.gpus);
    has_room.each[2 * i + 1] = lies_on_one(each) ? -static_cast<double>(replicas_on_one(each)) : -static_cast<double>(each.gpus_of_machine);
    of.rows.push_back(has_room);
  }
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    if (kinds[kind].at_most == max_count) continue;
    program_row there_are = row(static_cast<double>(kinds[kind].at_most), true);
    for (std::size_t i = 0; i < kept.size(); ++i)
      if (options[kept[i]].machine == kind) there_are.each[2 * i + 1] = 1;
    of.rows.push_back(there_are);
  }
  const auto limit = [&](const figure<double>& most, double replica_machine::* of_one) {
    if (!most.is_known()) return;
    program_row limited = row(*most.known(), true);
    for (std::size_t i = 0; i < kept.size(); ++i) limited.each[2 * i + 1] = kinds[options[kept[i]].machine].*of_one;
    of.rows.push_back(limited);
  };
  limit(asked.at_most, &replica_machine::limited);
  limit(asked.budget, &replica_machine::price);
  return of;
}

// Of all that may have the fastest replica the least; without spares there is one program.
constexpr program_optimum least_replicas(std::span<const replica_machine> kinds, std::span<const replica_option> options, const std::vector<std::size_t>& kept, const replica_mix_terms& asked) {
  const auto standing = [&](const std::vector<count>& point) {
    const bool holds = asked.spares == 0 || is_enough(answered_without(options, shares_at(options, kept, point), asked.spares), asked);
    return holds ? point_standing::holds : point_standing::has_too_little;
  };
  if (asked.spares == 0 || kept.empty()) return least_point(replica_program(kinds, options, kept, asked), standing, asked.effort);
  program_optimum best{.is_proved = true};
  double bound = std::numeric_limits<double>::infinity();
  for (std::size_t fastest = 0; fastest < kept.size(); ++fastest) {
    program_optimum one = least_point(replica_program(kinds, options, kept, asked, fastest), standing, asked.effort);
    const std::int64_t nodes = best.nodes + one.nodes;
    const bool are_proved = best.is_proved && one.is_proved;
    if (one.is_found || !one.is_proved) bound = math::smaller(bound, one.bound);
    if (one.is_found && (!best.is_found || one.cost < best.cost)) best = std::move(one);
    best.nodes = nodes;
    best.is_proved = are_proved;
  }
  best.bound = best.is_found && !best.is_proved ? math::smaller(bound, best.cost) : best.cost;
  best.is_proved = best.is_proved || (best.is_found && !math::is_more(best.cost, bound));
  return best;
}

constexpr std::string_view wrong_replicas(std::span<const replica_machine> kinds, std::span<const replica_option> options, const replica_mix_terms& asked) {
  const auto is_amount = [](double x) { return x >= 0 && x < std::numeric_limits<double>::infinity(); };
  if (!(asked.requests > 0 && is_amount(asked.requests) && is_amount(asked.amount_of_gpu) && is_amount(asked.at_most.value_or(0)) && is_amount(asked.budget.value_or(0)) && is_count(asked.spares))) return "what is asked is no rate, or an amount is none";
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (!is_count(kinds[i].at_most) || !is_amount(kinds[i].amount) || !is_amount(kinds[i].limited) || !is_amount(kinds[i].price)) return "the number of a machine, or what it takes, is none";
  for (std::size_t i = 0; i < options.size(); ++i)
    if (options[i].machine >= kinds.size() || !is_amount(options[i].requests) || options[i].gpus < 1 || !is_count(options[i].gpus) || options[i].gpus_of_machine < 1 ||
        !is_count(options[i].gpus_of_machine))
      return "an option is of no machine, or a number of it is none";
  return {};
}

}  // namespace detail

// The replicas that answer so many requests a second with the least amount, by branch and bound over whole numbers. A machine has replicas of
// one layout. Absent where those that there may be answer too few; unknown, with the reason as its note, where a number is none, or where none
// was found among the parts that were looked at: of those the best so far is told, with the bound that it is above.
constexpr figure<replica_mix> least_replica_mix(std::span<const replica_machine> kinds, std::span<const replica_option> options, const replica_mix_terms& asked) {
  const auto refused = [](std::string_view why) { return figure<replica_mix>(unknown).noted(why); };
  if (const std::string_view wrong = detail::wrong_replicas(kinds, options, asked); !wrong.empty()) return refused(wrong);
  const std::vector<std::size_t> kept = detail::worthwhile(options, asked.amount_of_gpu > 0 || asked.spares > 0);
  const program_optimum found = detail::least_replicas(kinds, options, kept, asked);
  if (!found.is_found) return found.is_proved ? figure<replica_mix>(absent).noted("all the machines that there may be answer too few requests together") : refused("none was found among those that were tried");
  replica_mix made{.amount = found.cost, .bound = found.bound, .is_proved = found.is_proved, .tried = found.nodes};
  made.shares = detail::shares_at(options, kept, found.point);
  made.requests = detail::answered_without(options, made.shares, asked.spares);
  return made;
}

}  // namespace headroom
