// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <headroom/cluster/cluster.hpp>
#include <headroom/cluster/group.hpp>
#include <headroom/cluster/pricing.hpp>
#include <headroom/cluster/resource.hpp>
#include <headroom/demand/demand.hpp>
#include <headroom/demand/verdict.hpp>
#include <headroom/math.hpp>

namespace headroom {

namespace detail {

constexpr double plain(count n) { return static_cast<double>(n); }
template <network N>
constexpr double plain(const network_bandwidth<N>& x) {
  return in_base_units(x.one_direction);
}
template <class Quantity>
constexpr double plain(const Quantity& x) {
  return in_base_units(x);
}

template <class T>
constexpr figure<double> plain(const figure<T>& x) {
  return x.with(plain(x.value));
}

// Whether a number is an amount: not negative, not infinite, not NaN.
constexpr bool is_amount(double x) { return x >= 0 && x <= std::numeric_limits<double>::max(); }

constexpr bool are_amounts(const needs& asked) {
  const auto good = [](const auto&... need) { return (is_amount(plain(need)) && ...); };
  return good(asked.gpus, asked.usable_gpu_memory, asked.memory_bandwidth, asked.peak.rate, asked.scale_up, asked.scale_out,
              asked.front_end, asked.vcpus, asked.system_memory, asked.local_storage, asked.disk_iops, asked.disk_throughput);
}
constexpr bool is_valid(const demand& asked) {
  const auto good = [](const auto&... most) { return ((!most.is_known() || is_amount(plain(most.value))) && ...); };
  return are_amounts(asked.total) && are_amounts(asked.per_gpu) && are_amounts(asked.per_vm) && are_amounts(asked.per_domain) &&
         good(asked.at_most.vms, asked.at_most.racks, asked.at_most.max_power, asked.at_most.price_per_hour) &&
         asked.prices.discount >= 0 && asked.prices.discount <= 1;
}

// Calls f(line, need as a plain number, figure of one machine as a plain number) for each need that is asked for.
template <class F>
constexpr void for_each_need(const needs& asked, F f) {
  const auto one = [&](line of, const auto& need, auto figure_of) {
    if (plain(need) > 0) f(of, plain(need), [figure_of](const machine& m) { return plain(figure_of(m)); });
  };
  one(line::gpus, asked.gpus, resource::gpus::of);
  one(line::usable_gpu_memory, asked.usable_gpu_memory, resource::usable_gpu_memory::of);
  one(line::memory_bandwidth, asked.memory_bandwidth, resource::memory_bandwidth::of);
  one(line::peak, asked.peak.rate, [&](const machine& m) { return resource::any_peak{asked.peak.format, asked.peak.zeros}.of(m); });
  one(line::scale_up, asked.scale_up, resource::scale_up::of);
  one(line::scale_out, asked.scale_out, resource::scale_out::of);
  one(line::front_end, asked.front_end, resource::front_end::of);
  one(line::vcpus, asked.vcpus, resource::vcpus::of);
  one(line::system_memory, asked.system_memory, resource::system_memory::of);
  one(line::local_storage, asked.local_storage, resource::local_storage::of);
  one(line::disk_iops, asked.disk_iops, resource::disk_iops::of);
  one(line::disk_throughput, asked.disk_throughput, resource::disk_throughput::of);
}

// A figure of a machine as a share of it: of one GPU, of one VM, or of the scale-up domain that so many machines make.
constexpr figure<double> at_scope(scope per, const group& part, const figure<double>& of_machine) {
  const figure<count> gpus = gpus_of(part.machine);
  figure<count> parts = gpus;
  double times = 1;
  if (per == scope::per_vm) parts = part.machine.vms();
  if (parts.is_absent() || (parts.is_known() && parts.value == 0)) return absent;  // a board has no VMs to share among
  if (per == scope::per_domain) {
    const figure<count> domain = resource::scale_up_domain::of(part.machine);
    if (!domain.is_known()) return domain.with(0.0);
    const count held = multiply(gpus.value, part.how_many);  // a domain of which only some VMs are held is only so large
    times = static_cast<double>(domain.value < held ? domain.value : held);
  }
  if (!of_machine.is_known()) return of_machine;
  if (!parts.is_known()) return unknown;
  return of_machine.with(of_machine.value * times / static_cast<double>(parts.value));
}

// Whether a line's numbers are counts, which are exact.
constexpr bool is_counted(line of) {
  return of == line::gpus || of == line::vcpus || of == line::disk_iops || of == line::machines || of == line::vms ||
         of == line::racks;
}

// Whether a supply meets a minimum. A quantity that is equal but for rounding counts as met.
constexpr bool meets(double supply, double need, line of) {
  return supply >= need || (!is_counted(of) && math::close(supply, need));
}

// Whether the machines of a group are eligible, and if not, the first need that they do not meet.
class eligibility {
 public:
  constexpr eligibility(const group& part, const demand& asked) {
    standing_.group = part;
    standing_.counted = part.how_many;
    if (!is_count(part.how_many)) {
      standing_.outcome = outcome::invalid;
      return;
    }
    if (asked.whole_racks) require_whole_racks();
    require_features(asked);
    require(scope::per_gpu, asked.per_gpu);
    require(scope::per_vm, asked.per_vm);
    require(scope::per_domain, asked.per_domain);
  }
  constexpr const group_standing& standing() const { return standing_; }

 private:
  constexpr void fail(const check& why, outcome result) {
    if (result <= standing_.outcome) return;
    standing_.outcome = result;
    standing_.why = why;
    standing_.why.outcome = result;
  }

  constexpr void require_whole_racks() {
    const machine& m = standing_.group.machine;
    if (m.rack() != nullptr) return;
    const figure<count> domain = resource::scale_up_domain::of(m);
    const figure<count> gpus = gpus_of(m);
    const bool no_gpus = gpus.is_absent() || (gpus.is_known() && gpus.value == 0);
    if (m.board() != nullptr || domain.is_absent() || no_gpus) return fail({.line = line::whole_racks}, outcome::does_not_fit);
    if (!domain.is_known() || !gpus.is_known()) return fail({.line = line::whole_racks, .missing = m.name()}, outcome::cannot_be_judged);
    if (domain.value <= gpus.value) return fail({.line = line::whole_racks}, outcome::does_not_fit);
    const count vms = domain.value / gpus.value;
    standing_.counted -= standing_.counted % vms;
  }

  constexpr void require_features(const demand& asked) {
    if (asked.features.empty()) return;
    for (std::size_t i = 0; i < feature_names.size(); ++i) {
      const auto one = static_cast<feature>(i);
      if (!asked.features.has(one)) continue;
      const machine& m = standing_.group.machine;
      const figure<support> has = m.vm() == nullptr ? figure<support>{} : support_for(*m.vm(), one);
      check why{.line = line::feature};
      why.feature = one;
      why.missing = m.name();
      if (has.is_unknown()) fail(why, outcome::cannot_be_judged);
      if (has.is_absent() || (has.is_known() && has.value == support::no)) fail(why, outcome::does_not_fit);
    }
  }

  constexpr void require(scope per, const needs& each) {
    for_each_need(each, [&](line of, double need, auto figure_of) {
      const figure<double> has = at_scope(per, standing_.group, figure_of(standing_.group.machine));
      check why{.line = of, .scope = per, .need = need, .supply = has.value, .confirmed = has.is_confirmed()};
      why.format = each.peak.format;
      why.zeros = each.peak.zeros;
      if (has.is_unknown()) {
        why.missing = standing_.group.machine.name();
        fail(why, outcome::cannot_be_judged);
      } else if (has.is_absent() || !meets(has.value, need, of)) {
        fail(why, outcome::does_not_fit);
      }
    });
  }

  group_standing standing_{};
};

// What a need or limit is held against: the part that is known and certain, and what could still come to it.
struct supply {
  double certain = 0;          // of eligible groups
  double possible = 0;         // known, of groups whose eligibility is not known
  bool boundless = false;      // some figure is unknown
  bool confirmed = true;
  bool valid = true;           // false: a machine's figure is no amount
  std::string_view missing{};  // the machine whose figure or eligibility is unknown
};

template <class F>
constexpr supply supply_of(std::span<const group_standing> groups, F figure_of) {
  supply sum;
  for (const group_standing& each : groups) {
    if (each.outcome == outcome::does_not_fit || each.counted == 0) continue;
    const figure<double> has = figure_of(each.group.machine);
    const bool certain = each.outcome == outcome::fits;
    if (!certain || has.is_unknown()) {
      if (sum.missing.empty()) sum.missing = each.group.machine.name();
      sum.boundless = sum.boundless || has.is_unknown();
    }
    if (!has.is_known()) continue;
    (certain ? sum.certain : sum.possible) += static_cast<double>(each.counted) * has.value;
    sum.valid = sum.valid && is_amount(has.value);
    if (certain) sum.confirmed = sum.confirmed && has.is_confirmed();
  }
  return sum;
}

constexpr outcome judge_minimum(const supply& has, double need, line of) {
  if (meets(has.certain, need, of)) return outcome::fits;
  return has.boundless || meets(has.certain + has.possible, need, of) ? outcome::cannot_be_judged : outcome::does_not_fit;
}
constexpr outcome judge_limit(const supply& has, double most, line of) {
  if (!meets(most, has.certain, of)) return outcome::does_not_fit;
  return has.boundless || !meets(most, has.certain + has.possible, of) ? outcome::cannot_be_judged : outcome::fits;
}
constexpr bool is_valid(const supply& has, line of) {
  return has.valid && (!is_counted(of) || has.certain + has.possible < static_cast<double>(too_many));
}

template <class Verdict>
constexpr void add_check(Verdict& v, check of, const supply& has) {
  of.supply = has.certain;
  of.confirmed = has.confirmed;
  of.outcome = !is_valid(has, of.line) ? outcome::invalid
               : of.is_limit           ? judge_limit(has, of.need, of.line)
                                       : judge_minimum(has, of.need, of.line);
  if (of.outcome == outcome::cannot_be_judged) of.missing = has.missing;
  v.all_checks[v.check_count] = of;
  const check& binding = v.all_checks[v.binding_index];
  if (v.check_count == 0 || of.outcome > binding.outcome ||
      (of.outcome == binding.outcome && of.relative_margin() < binding.relative_margin())) {
    v.binding_index = v.check_count;
  }
  ++v.check_count;
  if (of.outcome > v.outcome) v.outcome = of.outcome;
}

constexpr bool asks_for_eligibility(const demand& asked) {
  bool any = asked.whole_racks || !asked.features.empty();
  for (const needs* each : {&asked.per_gpu, &asked.per_vm, &asked.per_domain}) {
    for_each_need(*each, [&](line, double, auto) { any = true; });
  }
  return any;
}

template <class Verdict>
constexpr void judge(Verdict& v, std::span<const group> groups, const demand& asked) {
  if (!is_valid(asked)) v.outcome = outcome::invalid;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    v.groups[i] = eligibility(groups[i], asked).standing();
    if (v.groups[i].outcome == outcome::invalid) v.outcome = outcome::invalid;
  }
  if (v.outcome == outcome::invalid) return;

  const std::span<const group_standing> all(v.groups);
  if (asks_for_eligibility(asked))
    add_check(v, {.line = line::machines, .need = 1}, supply_of(all, [](const machine&) { return figure<double>(1.0); }));
  for_each_need(asked.total, [&](line of, double need, auto figure_of) {
    check about{.line = of, .need = need};
    about.format = asked.total.peak.format;
    about.zeros = asked.total.peak.zeros;
    add_check(v, about, supply_of(all, figure_of));
  });
  const auto limit = [&](line of, const auto& most, auto figure_of) {
    if (most.is_known())
      add_check(v, {.line = of, .is_limit = true, .need = plain(most.value)},
                supply_of(all, [&](const machine& m) { return plain(figure_of(m)); }));
  };
  limit(line::vms, asked.at_most.vms, resource::vms::of);
  limit(line::racks, asked.at_most.racks, resource::racks::of);
  limit(line::max_power, asked.at_most.max_power, resource::max_power::of);
  limit(line::price_per_hour, asked.at_most.price_per_hour, [&](const machine& m) { return price_of(m, asked.prices); });
}

}  // namespace detail

// The verdict on a cluster: whether it meets the demand, what there is for each need, what binds, and which groups were
// eligible. Invalid where a count lies outside 0 to 2^40, a total of counts is beyond its
// type, or an amount of the demand or of a machine is negative, infinite or not a number.
// This one is for compile-time clusters and usable in constant expressions.
template <class... Parts>
constexpr auto assess(const cluster<Parts...>& c, const demand& asked) {
  basic_verdict<std::array<group_standing, cluster<Parts...>::size>> v;
  detail::judge(v, c.groups(), asked);
  return v;
}

using verdict = basic_verdict<std::vector<group_standing>>;

// The verdict on any groups, at run time.
inline verdict assess(std::span<const group> groups, const demand& asked) {
  verdict v;
  v.groups.resize(groups.size());
  detail::judge(v, groups, asked);
  return v;
}

}  // namespace headroom
