// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/math.hpp>
#include <headroom/plan/integer_program.hpp>
#include <headroom/plan/mix_program.hpp>
#include <headroom/plan/shared_cluster.hpp>
#include <headroom/plan/shared_demands.hpp>

// The choice of an option for each job, and of machines for each demand, as whole numbers within linear rows.
namespace headroom {

// What a variable counts: whether a job runs by an option, machines of a kind that a demand has, nodes or domains of a kind that are filled in one
// way and kept to one time, and of kinds that are held or come in steps those in use, held ones and steps that are kept to a time or longer, and
// whether there are such steps.
struct shared_variable {
  enum class subject { option, demand, nodes, domains, in_use, held, steps, has_steps };
  subject about = subject::option;
  std::size_t which = 0;  // job, demand, or kind
  std::size_t of = 0;     // option of the job, kind of the demand, or time
};

// What a row is about: that a job runs by one option, a line of a demand, what fills nodes or domains, machines to a time, those there are of a
// kind, what is limited, the budget, or the share on spot.
struct shared_row {
  enum class subject { job, demand, nodes, domains, in_use, kept, kind, limited, budget, spot };
  subject about = subject::job;
  std::size_t which = 0;  // job, demand, or kind
};

struct shared_program {
  integer_program steps{};
  std::vector<shared_variable> variables{};
  std::vector<shared_row> rows{};
};

namespace detail {

// Each way to fill so much with parts of these sizes that leaves no room for one more of them: how many of each. Empty: there are more than so many.
constexpr std::vector<std::vector<count>> ways_to_fill(count room, const std::vector<count>& sizes, std::size_t at_most) {
  std::vector<std::vector<count>> all;
  if (sizes.empty()) return all;
  const count smallest = *std::min_element(sizes.begin(), sizes.end());
  std::vector<count> one(sizes.size(), 0);
  count used = 0;
  for (bool is_over = false; !is_over;) {
    if (room - used < smallest) all.push_back(one);
    if (all.size() > at_most) return {};
    std::size_t at = 0;
    for (; at < sizes.size(); ++at) {
      ++one[at];
      used += sizes[at];
      if (used <= room) break;
      used -= one[at] * sizes[at];
      one[at] = 0;
    }
    is_over = at == sizes.size();
  }
  return all;
}

class shared_rows {
 public:
  constexpr shared_rows(std::span<const shared_kind> kinds, std::span<const std::vector<shared_option>> jobs, const shared_demands& beside, const shared_objective& asked)
      : kinds_(kinds), jobs_(jobs), beside_(beside), asked_(asked), limited_{{}, asked.at_most.value_or(0), true}, spot_{{}, 0, true} {}

  // Whatever options jobs have.
  constexpr std::string_view why_not() const {
    if (const std::string_view wrong = why_not_so(); !wrong.empty()) return wrong;
    for (const shared_kind& each : kinds_)
      if (const std::string_view wrong = why_not(each); !wrong.empty()) return wrong;
    return {};
  }

  constexpr figure<shared_program> made() {
    if (const std::string_view wrong = why_not_so(); !wrong.empty()) return refused(wrong);
    for (std::size_t j = 0; j < jobs_.size(); ++j) add_job(j);
    if (const std::string_view wrong = add_demands(); !wrong.empty()) return refused(wrong);
    for (std::size_t k = 0; k < kinds_.size(); ++k)
      if (const std::string_view wrong = add_kind(k); !wrong.empty()) return refused(wrong);
    if (asked_.at_most.is_known()) add_row(limited_, {shared_row::subject::limited});
    if (asked_.most_spot < 1) add_row(spot_, {shared_row::subject::spot});
    if (asked_.most_amount > 0) add_budget();
    constexpr std::size_t most_numbers = 20'000'000;
    if (rows_.size() * of_.variables.size() > most_numbers) return refused("it has more than twenty million numbers");
    for (const sparse_row& each : rows_) {
      program_row row{std::vector<double>(of_.variables.size(), 0.0), each.amount, each.is_limit};
      for (const auto& [variable, times] : each.terms) row.each[variable] += times;
      of_.steps.rows.push_back(std::move(row));
    }
    return of_;
  }

 private:
  using terms = std::vector<std::pair<std::size_t, double>>;
  struct sparse_row {
    detail::shared_rows::terms terms{};
    double amount = 0;
    bool is_limit = false;
  };
  // A part of an option on a kind, by the variable of the option.
  struct part {
    std::size_t variable = 0;
    shared_option of{};
  };

  static constexpr figure<shared_program> refused(std::string_view why) { return figure<shared_program>(unknown).noted(why); }
  static constexpr std::size_t most_ways = 1'000;

  constexpr std::size_t add_variable(const shared_variable& of, double cost, count at_most) {
    of_.variables.push_back(of);
    of_.steps.costs.push_back(cost);
    of_.steps.at_most.push_back(at_most);
    return of_.variables.size() - 1;
  }
  constexpr void add_row(sparse_row row, const shared_row& about) {
    rows_.push_back(std::move(row));
    of_.rows.push_back(about);
  }

  constexpr double counted(double seconds) const { return asked_.by_time ? seconds : 1; }

  constexpr void add_job(std::size_t job) {
    sparse_row one{{}, 1, false};
    for (std::size_t o = 0; o < jobs_[job].size(); ++o) {
      const std::size_t at = add_variable({shared_variable::subject::option, job, o}, 0, 1);
      one.terms.emplace_back(at, 1.0);
      const gpu_use its = gpu_use_of(kinds_, {&jobs_[job][o], 1});
      spot_.terms.emplace_back(at, its.on_spot - asked_.most_spot * its.seconds);
      for_each_part(jobs_[job][o], [&](const shared_option& each) {
        parts_.push_back({at, each});
        parts_.back().of.seconds = counted(each.seconds);
      });
    }
    add_row(one, {shared_row::subject::job, job});
    one.is_limit = true;  // a second one might make room for spot
    add_row(std::move(one), {shared_row::subject::job, job});
  }

  constexpr std::string_view add_demands() {
    first_of_demands_ = of_.variables.size();
    if (beside_.demands.empty()) return {};
    std::vector<mix_kind> all;
    for (std::size_t k = 0; k < kinds_.size(); ++k) all.push_back({.machine = beside_.machines[k], .at_most = kinds_[k].most()});
    const figure<mix_program> mixes = mixes_program_of(all, beside_.demands, mix_objective::machines);
    if (!mixes.is_known()) return mixes.note;
    if (!mixes.known()->adds_up) return "needs of whole racks or domains do not add up by machine";
    if (mixes.known()->is_open()) return "a figure that is not known may decide";
    const std::size_t size = kinds_.size() * beside_.demands.size();
    for (std::size_t i = 0; i < size; ++i) {
      const shared_kind& on = kinds_[i % kinds_.size()];
      const std::size_t at = add_variable({shared_variable::subject::demand, i / kinds_.size(), i % kinds_.size()}, 0, mixes.known()->steps.at_most[i]);
      spot_.terms.emplace_back(at, (on.is_spot ? 1 - asked_.most_spot : -asked_.most_spot) * beside_.seconds * static_cast<double>(on.machine_nodes * on.node_gpus));
    }
    for (std::size_t r = 0; r < mixes.known()->rows.size(); ++r) {
      const mix_row& about = mixes.known()->rows[r];
      if (about.about != mix_row::subject::demand) continue;
      const program_row& from = mixes.known()->steps.rows[r];
      sparse_row row{{}, from.amount, from.is_limit};
      for (std::size_t i = 0; i < size; ++i)
        if (from.each[i] != 0) row.terms.emplace_back(first_of_demands_ + i, from.each[i]);
      add_row(std::move(row), {shared_row::subject::demand, about.which});
    }
    return {};
  }

  // What keeps the objective from being a sum.
  constexpr std::string_view why_not_so() const {
    return asked_.least == shared_least::time ? "the last to end comes first, and then what all take: one sum says not both" : "";
  }

  // What keeps a kind from rows that say as much as its layouts do.
  constexpr std::string_view why_not(const shared_kind& on) const {
    const bool is_of_nodes = on.machine_nodes == 1, is_of_domains = on.machine_nodes == on.domain_nodes;
    if (!is_of_nodes && !is_of_domains) return "machines of a kind are several domains, or parts of one with several nodes";
    if (is_of_nodes && on.together() == 1 && on.domain_nodes > 1 && (on.held > 0 || on.step > 1)) return "parts of racks are held, and which they are decides";
    if (on.held_price > on.price) return "a machine that is held takes more than one that is bought";
    if (is_held_before_steps(on) && on.at_most >= max_count) return "what comes in steps, without end, is counted after what is held";
    return {};
  }

  // Whether it tells what it takes that what is held is used before a step is bought.
  constexpr bool is_held_before_steps(const shared_kind& on) const {
    return std::min(on.held, on.at_most) > 0 && on.step > 1 && on.most() > on.held && (on.held_price > 0 || (asked_.at_most.is_known() && on.limited > 0));
  }

  constexpr std::string_view add_kind(std::size_t kind) {
    const shared_kind& on = kinds_[kind];
    std::vector<part> here;
    for (const part& each : parts_)
      if (each.of.kind == kind) here.push_back(each);
    if (here.empty() && beside_.demands.empty()) return {};
    if (const std::string_view wrong = why_not(on); !wrong.empty()) return wrong;
    // Of each time, from the first, the machines that are kept to it and no longer.
    std::vector<double> times;
    for (const part& each : here) times.push_back(each.of.seconds);
    if (!beside_.demands.empty()) times.push_back(counted(beside_.seconds));
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    std::vector<terms> machines(times.size());
    const auto time_of = [&](double seconds) { return static_cast<std::size_t>(std::lower_bound(times.begin(), times.end(), seconds) - times.begin()); };
    for (std::size_t d = 0; d < beside_.demands.size(); ++d) machines[time_of(counted(beside_.seconds))].emplace_back(first_of_demands_ + d * kinds_.size() + kind, 1.0);
    // Nodes of pods, of each time.
    std::vector<terms> nodes(times.size());
    std::vector<filler> pods;
    for (const part& each : here)
      if (each.of.pods > 0) pods.push_back({each.variable, each.of.pods, each.of.pod_gpus, time_of(each.of.seconds)});
    if (!add_fillings(kind, on.node_gpus, pods, {}, nodes, shared_variable::subject::nodes)) return too_many_ways;
    const count domain = on.machine_nodes == 1 && on.together() == 1 ? 1 : on.domain_nodes;
    const count machines_of_domain = domain / on.machine_nodes;
    const auto of_domain = static_cast<double>(machines_of_domain);
    std::vector<filler> rests;
    for (const part& each : here) {
      const count whole = multiply(each.of.groups, each.of.group_nodes / domain);
      if (whole > 0) machines[time_of(each.of.seconds)].emplace_back(each.variable, of_domain * static_cast<double>(whole));
      if (each.of.groups > 0 && each.of.group_nodes % domain > 0) rests.push_back({each.variable, each.of.groups, each.of.group_nodes % domain, time_of(each.of.seconds)});
    }
    if (domain == 1) {
      for (std::size_t t = 0; t < times.size(); ++t) machines[t].insert(machines[t].end(), nodes[t].begin(), nodes[t].end());
    } else {
      std::vector<terms> domains(times.size());
      if (!add_fillings(kind, domain, rests, nodes, domains, shared_variable::subject::domains)) return too_many_ways;
      for (std::size_t t = 0; t < times.size(); ++t)
        for (const auto& [variable, each] : domains[t]) machines[t].emplace_back(variable, of_domain * each);
    }
    add_machines(kind, times, machines);
    return {};
  }
  static constexpr std::string_view too_many_ways = "there are more than 1,000 ways to fill a machine";

  // So many parts of a size, where an option is taken, that may lie in what is kept to their time or longer.
  struct filler {
    std::size_t variable = 0;
    count parts = 0;
    count size = 0;
    std::size_t time = 0;
  };

  // Bins that are filled in each way and kept to each time hold the parts, and of size 1 those of each time besides. False: there are too many ways.
  constexpr bool add_fillings(std::size_t kind, count room, const std::vector<filler>& parts, const std::vector<terms>& ones, std::vector<terms>& bins, shared_variable::subject about) {
    std::vector<count> sizes;
    std::vector<char> are_there(bins.size(), 0);
    for (const filler& each : parts) {
      sizes.push_back(each.size);
      are_there[each.time] = 1;
    }
    for (std::size_t t = 0; t < ones.size(); ++t) {
      if (ones[t].empty()) continue;
      sizes.push_back(1);
      are_there[t] = 1;
    }
    if (sizes.empty()) return true;
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    const std::vector<std::vector<count>> ways = ways_to_fill(room, sizes, most_ways);
    if (ways.empty()) return false;
    std::vector<sparse_row> have(sizes.size());  // to the time and longer
    for (std::size_t t = bins.size(); t-- > 0;) {
      if (are_there[t] == 0) continue;
      for (const std::vector<count>& way : ways) {
        const std::size_t at = add_variable({about, kind, t}, 0, multiply(kinds_[kind].most(), about == shared_variable::subject::nodes ? kinds_[kind].machine_nodes : 1));
        bins[t].emplace_back(at, 1.0);
        for (std::size_t s = 0; s < sizes.size(); ++s)
          if (way[s] > 0) have[s].terms.emplace_back(at, static_cast<double>(way[s]));
      }
      std::vector<char> are_asked(sizes.size(), 0);
      const auto ask = [&](count size, std::size_t variable, double times) {
        const auto s = static_cast<std::size_t>(std::find(sizes.begin(), sizes.end(), size) - sizes.begin());
        have[s].terms.emplace_back(variable, -times);
        are_asked[s] = 1;
      };
      for (const filler& each : parts)
        if (each.time == t) ask(each.size, each.variable, static_cast<double>(each.parts));
      if (t < ones.size())
        for (const auto& [variable, times] : ones[t]) ask(1, variable, times);
      for (std::size_t s = 0; s < sizes.size(); ++s)
        if (are_asked[s] != 0) add_row(have[s], {about == shared_variable::subject::nodes ? shared_row::subject::nodes : shared_row::subject::domains, kind});
    }
    return true;
  }

  // What machines take, by the time to which they are kept; of those that are held, or come in steps, at each time as many as are in use then.
  constexpr void add_machines(std::size_t kind, const std::vector<double>& times, const std::vector<terms>& machines) {
    const shared_kind& on = kinds_[kind];
    if (on.held == 0 && on.step == 1) {
      sparse_row all{{}, static_cast<double>(on.at_most), true};
      for (std::size_t t = 0; t < times.size(); ++t)
        for (const auto& [variable, each] : machines[t]) {
          of_.steps.costs[variable] += each * times[t] * on.price;
          limited_.terms.emplace_back(variable, each * on.limited);
          all.terms.emplace_back(variable, each);
        }
      if (on.at_most < max_count) add_row(std::move(all), {shared_row::subject::kind, kind});
      return;
    }
    const count there = std::min(on.held, on.at_most);
    const count steps = on.at_most >= max_count ? max_count : (on.most() - there) / on.step;
    std::optional<std::size_t> longer;  // those in use that are kept to the next time
    for (std::size_t t = times.size(); t-- > 0;) {
      const double seconds = times[t] - (t > 0 ? times[t - 1] : 0);
      const std::size_t in_use = add_variable({shared_variable::subject::in_use, kind, t}, 0, on.most());
      const std::size_t held = add_variable({shared_variable::subject::held, kind, t}, seconds * on.held_price, there);
      const std::size_t bought = add_variable({shared_variable::subject::steps, kind, t}, seconds * on.price * static_cast<double>(on.step), steps);
      sparse_row row{{{in_use, 1.0}}, 0, false};
      if (longer.has_value()) row.terms.emplace_back(*longer, -1.0);
      for (const auto& [variable, each] : machines[t]) row.terms.emplace_back(variable, -each);
      add_row(std::move(row), {shared_row::subject::in_use, kind});
      add_row({{{held, 1.0}, {bought, static_cast<double>(on.step)}, {in_use, -1.0}}, 0, false}, {shared_row::subject::kept, kind});
      if (is_held_before_steps(on)) {
        const std::size_t has_steps = add_variable({shared_variable::subject::has_steps, kind, t}, 0, 1);
        add_row({{{bought, 1.0}, {has_steps, -static_cast<double>(steps)}}, 0, true}, {shared_row::subject::kept, kind});
        add_row({{{held, 1.0}, {has_steps, -static_cast<double>(there)}}, 0, false}, {shared_row::subject::kept, kind});
      }
      if (t == 0) {
        limited_.terms.emplace_back(held, on.limited);
        limited_.terms.emplace_back(bought, on.limited * static_cast<double>(on.step));
      }
      longer = in_use;
    }
  }

  constexpr void add_budget() {
    sparse_row row{{}, asked_.most_amount, true};
    for (std::size_t i = 0; i < of_.variables.size(); ++i)
      if (of_.steps.costs[i] != 0) row.terms.emplace_back(i, of_.steps.costs[i]);
    add_row(std::move(row), {shared_row::subject::budget});
  }

  std::span<const shared_kind> kinds_;
  std::span<const std::vector<shared_option>> jobs_;
  const shared_demands& beside_;
  shared_objective asked_;
  std::vector<part> parts_{};
  std::size_t first_of_demands_ = 0;
  std::vector<sparse_row> rows_{};
  sparse_row limited_{};
  sparse_row spot_{};
  shared_program of_{};
};

}  // namespace detail

// What least_shared_with() searches, of what is summed up, with the same optimum: nodes and domains are filled in every way that leaves no room,
// and each is kept until the last job on it ends. Unknown, with the reason as its note, where rows do not say as much: where the time until the
// last job ends is least, of parts of racks that are held, where needs of racks or domains do not add up, of what has too many
// ways to be filled, and as least_shared_with() is.
constexpr figure<shared_program> shared_program_of(std::span<const shared_kind> kinds, std::span<const std::vector<shared_option>> jobs, const shared_demands& beside = {},
                                                   const shared_objective& asked = {}) {
  const auto refused = [](std::string_view why) { return figure<shared_program>(unknown).noted(why); };
  if (const std::string_view wrong = detail::wrong_number_of(kinds, jobs, asked); !wrong.empty()) return refused(wrong);
  if (!beside.demands.empty())
    if (const std::string_view wrong = detail::wrong_demands(kinds, beside, asked); !wrong.empty()) return refused(wrong);
  for (const std::vector<shared_option>& each : jobs)
    if (each.empty()) return refused("a job has no option");
  return detail::shared_rows(kinds, jobs, beside, asked).made();
}

// Why it is refused whatever jobs there are, with one that is on each kind; empty: not for the kinds, the demands and what is asked.
constexpr std::string_view why_no_shared_program(std::span<const shared_kind> kinds, const shared_demands& beside = {}, const shared_objective& asked = {}) {
  if (beside.demands.empty()) return detail::shared_rows(kinds, {}, beside, asked).why_not();
  const figure<shared_program> of_demands = shared_program_of(kinds, {}, beside, asked);
  return of_demands.is_known() ? std::string_view{} : of_demands.note;
}

// At a point of the program: of each job its option, and of each demand its machines of each kind.
struct shared_point {
  std::vector<std::size_t> options{};
  std::vector<std::vector<count>> of_demands{};
};
constexpr shared_point shared_point_at(const shared_program& of, const std::vector<count>& point, std::size_t jobs, std::size_t demands, std::size_t kinds) {
  shared_point made{std::vector<std::size_t>(jobs, 0), std::vector<std::vector<count>>(demands, std::vector<count>(kinds, 0))};
  for (std::size_t i = 0; i < of.variables.size(); ++i) {
    const shared_variable& each = of.variables[i];
    if (each.about == shared_variable::subject::option && point[i] > 0) made.options[each.which] = each.of;
    if (each.about == shared_variable::subject::demand) made.of_demands[each.which][each.of] = point[i];
  }
  return made;
}

}  // namespace headroom
