// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <headroom/cluster/cluster.hpp>
#include <headroom/cluster/group.hpp>
#include <headroom/cluster/pricing.hpp>
#include <headroom/cluster/resource.hpp>
#include <headroom/demand/demand.hpp>
#include <headroom/demand/gpu_units.hpp>
#include <headroom/demand/verdict.hpp>
#include <headroom/hardware/vm_features.hpp>
#include <headroom/math.hpp>

namespace headroom {

namespace detail {

template <network N>
constexpr double plain(const network_bandwidth<N>& x) {
  return in_base_units(x.one_direction);
}

template <class T>
constexpr figure<double> plain(const figure<T>& x) {
  if constexpr (std::same_as<T, count>) {
    return x.with(static_cast<double>(x.value_or(0)));
  } else if constexpr (requires(const T& value) { value.one_direction; }) {
    return x.with(plain(x.value_or({})));
  } else {
    return x.with(in_base_units(x.value_or({})));
  }
}

// The lines that needs are made of. Plain arrays: each std::array here would be in everybody's way to compile.
inline constexpr line need_lines[]{line::gpus,          line::usable_gpu_memory, line::memory_bandwidth, line::peak,
                                   line::scale_up,      line::scale_out,         line::front_end,        line::vcpus,
                                   line::system_memory, line::local_storage,     line::disk_iops,        line::disk_throughput};

// What is asked for on a line, in base units; 0: nothing.
constexpr double need_of(const needs& asked, line of) {
  switch (of) {
    case line::gpus: return static_cast<double>(asked.gpus);
    case line::usable_gpu_memory: return in_base_units(asked.usable_gpu_memory);
    case line::memory_bandwidth: return in_base_units(asked.memory_bandwidth);
    case line::peak: return in_base_units(asked.peak.rate);
    case line::scale_up: return plain(asked.scale_up);
    case line::scale_out: return plain(asked.scale_out);
    case line::front_end: return plain(asked.front_end);
    case line::vcpus: return static_cast<double>(asked.vcpus);
    case line::system_memory: return in_base_units(asked.system_memory);
    case line::local_storage: return in_base_units(asked.local_storage);
    case line::disk_iops: return static_cast<double>(asked.disk_iops);
    case line::disk_throughput: return in_base_units(asked.disk_throughput);
    default: return 0;
  }
}

// What one machine has on a line, in base units.
constexpr figure<double> figure_of(const machine& m, line of, const peak_need& peak, const pricing& prices) {
  switch (of) {
    case line::gpus: return plain(resource::gpus::of(m));
    case line::usable_gpu_memory: return plain(resource::usable_gpu_memory::of(m));
    case line::memory_bandwidth: return plain(resource::memory_bandwidth::of(m));
    case line::peak: return plain(resource::any_peak{peak.format, peak.zeros}.of(m));
    case line::scale_up: return plain(resource::scale_up::of(m));
    case line::scale_out: return plain(resource::scale_out::of(m));
    case line::front_end: return plain(resource::front_end::of(m));
    case line::vcpus: return plain(resource::vcpus::of(m));
    case line::system_memory: return plain(resource::system_memory::of(m));
    case line::local_storage: return plain(resource::local_storage::of(m));
    case line::disk_iops: return plain(resource::disk_iops::of(m));
    case line::disk_throughput: return plain(resource::disk_throughput::of(m));
    case line::vms: return plain(resource::vms::of(m));
    case line::racks: return plain(resource::racks::of(m));
    case line::max_power: return plain(resource::max_power::of(m));
    case line::price_per_hour: return plain(price_of(m, prices));
    case line::machines: return 1.0;
    case line::feature:
    case line::number_format:
    case line::whole_racks: break;
  }
  return unknown;
}

// The lines that limits are made of, and what is allowed on one.
inline constexpr line limit_lines[]{line::vms, line::racks, line::max_power, line::price_per_hour};

constexpr figure<double> limit_of(const limits& most, line of) {
  switch (of) {
    case line::vms: return plain(most.vms);
    case line::racks: return plain(most.racks);
    case line::max_power: return plain(most.max_power);
    case line::price_per_hour: return plain(most.price_per_hour);
    default: return unknown;
  }
}

// Whether a number is an amount: not negative, not infinite, not NaN.
constexpr bool is_amount(double x) { return x >= 0 && x <= std::numeric_limits<double>::max(); }

constexpr bool is_valid(const demand& asked) {
  for (const needs* each : {&asked.total, &asked.per_gpu, &asked.per_vm, &asked.per_domain})
    for (const line of : need_lines)
      if (!is_amount(need_of(*each, of))) return false;
  for (const line of : limit_lines)
    if (!is_amount(limit_of(asked.at_most, of).value_or(0))) return false;
  return asked.units.is_valid() && asked.prices.discount >= 0 && asked.prices.discount <= 1;
}

// A figure of a machine as a share of it: of one GPU, of one VM, or of the scale-up domain that so many machines make.
constexpr figure<double> at_scope(scope per, const group& part, const figure<double>& of_machine) {
  const figure<count> gpus = gpus_of(part.machine);
  figure<count> parts = gpus;
  double times = 1;
  if (per == scope::per_vm) parts = part.machine.vms();
  if (parts.is_absent() || (parts.is_known() && *parts.known() == 0)) return absent;  // a board has no VMs to share among
  if (per == scope::per_domain) {
    const figure<count> domain = resource::scale_up_domain::of(part.machine);
    if (!domain.is_known()) return domain.with(0.0);
    const count held = multiply(gpus.value_or(0), part.how_many);  // a domain of which only some VMs are held is only so large
    times = static_cast<double>(*domain.known() < held ? *domain.known() : held);
  }
  if (!of_machine.is_known()) return of_machine;
  if (!parts.is_known()) return unknown;
  return of_machine.with(*of_machine.known() * times / static_cast<double>(*parts.known()));
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
    require_formats(asked);
    require(scope::per_gpu, asked.per_gpu);
    require(scope::per_vm, asked.per_vm);
    const gpu_units units = units_in(resource::scale_up_domain::of(part.machine), asked.units);
    needs of_domain = asked.per_domain;
    if (units.in_domain > 1 && units.in_domain > of_domain.gpus) of_domain.gpus = units.in_domain;
    require(scope::per_domain, of_domain);
    if (units.is_valid() && !units.is_any_gpu() && standing_.outcome != outcome::does_not_fit) leave_over(units);
  }
  constexpr const group_standing& standing() const { return standing_; }

 private:
  constexpr void fail(const need_check& why, outcome result) {
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
    const bool no_gpus = gpus.is_absent() || (gpus.is_known() && *gpus.known() == 0);
    if (m.board() != nullptr || domain.is_absent() || no_gpus) return fail({.line = line::whole_racks}, outcome::does_not_fit);
    if (!domain.is_known() || !gpus.is_known()) return fail({.line = line::whole_racks, .missing = m.name()}, outcome::cannot_be_judged);
    if (*domain.known() <= *gpus.known()) return fail({.line = line::whole_racks}, outcome::does_not_fit);
    const count vms = *domain.known() / *gpus.known();
    standing_.counted -= standing_.counted % vms;
  }

  constexpr void require_features(const demand& asked) {
    if (asked.features.empty()) return;
    for (std::size_t i = 0; i < feature_names.size(); ++i) {
      const auto one = static_cast<feature>(i);
      if (!asked.features.has(one)) continue;
      const machine& m = standing_.group.machine;
      const figure<support> has = has_feature(m, one);
      need_check why{.line = line::feature};
      why.feature = one;
      why.missing = m.name();
      if (has.is_unknown()) fail(why, outcome::cannot_be_judged);
      else if (has.value_or(support::no) == support::no) fail(why, outcome::does_not_fit);  // or is absent
    }
  }

  constexpr void require_formats(const demand& asked) {
    if (asked.formats.empty()) return;
    for (const precision one : precisions) {
      if (!asked.formats.has(one)) continue;
      const machine& m = standing_.group.machine;
      const figure<operation_rate> rate = resource::any_peak{one}.of(m);
      need_check why{.line = line::number_format, .missing = m.name()};
      why.format = one;
      if (rate.is_unknown()) fail(why, outcome::cannot_be_judged);
      if (rate.is_absent()) fail(why, outcome::does_not_fit);
    }
  }

  // Where the domain is unknown, the least that may be left over: as if all GPUs shared one.
  constexpr void leave_over(const gpu_units& units) {
    const figure<count> gpus = gpus_of(standing_.group.machine);
    if (!gpus.is_known() || *gpus.known() < 0) return;
    const figure<count> domain = resource::scale_up_domain::of(standing_.group.machine);
    const count shared = units.in_domain > 1 && domain.is_known() ? *domain.known() : too_many;
    standing_.gpus_left_over = multiply(standing_.counted, *gpus.known()) - gpus_in_units(standing_.counted, *gpus.known(), shared, units);
  }

  constexpr void require(scope per, const needs& each) {
    for (const line of : need_lines) {
      const double need = need_of(each, of);
      if (need == 0) continue;
      const machine& m = standing_.group.machine;
      const figure<double> has = at_scope(per, standing_.group, figure_of(m, of, each.peak, {}));
      need_check why{.line = of, .scope = per, .need = need, .supply = has.value_or(0), .confirmed = has.is_confirmed()};
      why.format = each.peak.format;
      why.zeros = each.peak.zeros;
      if (has.is_unknown()) {
        why.missing = m.name();
        fail(why, outcome::cannot_be_judged);
      } else if (has.is_absent() || !meets(*has.known(), need, of)) {
        fail(why, outcome::does_not_fit);
      }
    }
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

constexpr supply supply_of(std::span<const group_standing> groups, line of, const demand& asked) {
  supply sum;
  for (const group_standing& each : groups) {
    if (each.outcome == outcome::does_not_fit || each.counted == 0) continue;
    const figure<double> has = figure_of(each.group.machine, of, asked.total.peak, asked.prices);
    const bool certain = each.outcome == outcome::fits;
    if (!certain || has.is_unknown()) {
      if (sum.missing.empty()) sum.missing = each.group.machine.name();
      sum.boundless = sum.boundless || has.is_unknown();
    }
    if (!has.is_known()) continue;
    const double unused = of == line::gpus ? static_cast<double>(each.gpus_left_over) : 0;
    (certain ? sum.certain : sum.possible) += static_cast<double>(each.counted) * *has.known() - unused;
    sum.valid = sum.valid && is_amount(*has.known());
    if (certain) sum.confirmed = sum.confirmed && has.is_confirmed();
    if (certain && of == line::gpus && asked.units.in_domain > 1)  // how many units there are rests on the domain too
      sum.confirmed = sum.confirmed && resource::scale_up_domain::of(each.group.machine).is_confirmed();
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
constexpr void add_check(Verdict& v, need_check of, const supply& has) {
  of.supply = has.certain;
  of.confirmed = has.confirmed;
  of.outcome = !is_valid(has, of.line) ? outcome::invalid
               : of.is_limit           ? judge_limit(has, of.need, of.line)
                                       : judge_minimum(has, of.need, of.line);
  if (of.outcome == outcome::cannot_be_judged) of.missing = has.missing;
  v.all_checks[v.check_count] = of;
  const need_check& binding = v.all_checks[v.binding_index];  // the first is held against itself
  if (of.outcome > binding.outcome || (of.outcome == binding.outcome && of.relative_margin() < binding.relative_margin()))
    v.binding_index = v.check_count;
  ++v.check_count;
  if (of.outcome > v.outcome) v.outcome = of.outcome;
}

constexpr bool asks_for_eligibility(const demand& asked) {
  if (asked.whole_racks || !asked.features.empty() || !asked.formats.empty() || asked.units.in_domain > 1) return true;
  for (const needs* each : {&asked.per_gpu, &asked.per_vm, &asked.per_domain})
    for (const line of : need_lines)
      if (need_of(*each, of) > 0) return true;
  return false;
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
  if (asks_for_eligibility(asked)) add_check(v, {.line = line::machines, .need = 1}, supply_of(all, line::machines, asked));
  for (const line of : need_lines) {
    const double need = need_of(asked.total, of);
    if (need == 0) continue;
    need_check about{.line = of, .need = need};
    about.format = asked.total.peak.format;
    about.zeros = asked.total.peak.zeros;
    add_check(v, about, supply_of(all, of, asked));
  }
  for (const line of : limit_lines) {
    const figure<double> most = limit_of(asked.at_most, of);
    if (most.is_known()) add_check(v, {.line = of, .is_limit = true, .need = *most.known()}, supply_of(all, of, asked));
  }
}

}  // namespace detail

// The verdict on a cluster: whether it meets the demand, what there is for each need, what binds, and which groups were
// eligible. Invalid where a count lies outside 0 to 2^40, a total of counts is beyond its
// type, an amount of the demand or of a machine is negative, infinite or not a number, or units of GPUs do not nest.
// This one is for compile-time clusters and usable in constant expressions.
template <class... Parts>
constexpr auto assess(const cluster<Parts...>& c, const demand& asked) {
  basic_verdict<std::array<group_standing, cluster<Parts...>::size>> v;
  detail::judge(v, c.groups(), asked);
  return v;
}

using verdict = basic_verdict<std::vector<group_standing>>;

// The verdict on any groups, at run time. A template so that only callers pay for compiling it.
template <class Groups = std::vector<group_standing>>
basic_verdict<Groups> assess(std::span<const group> groups, const demand& asked) {
  basic_verdict<Groups> v;
  v.groups.resize(groups.size());
  detail::judge(v, groups, asked);
  return v;
}

// What asks a cluster for something: a job, for which demand_of(job) says what that is. Unknown: the job contradicts
// itself, or a figure of its model is missing.
template <class Job>
concept asking_job = requires(const Job& job) {
  { demand_of(job) } -> std::same_as<figure<demand>>;
};

namespace detail {

template <class Verdict>
constexpr Verdict invalid_unless_known(Verdict v, const figure<demand>& asked) {
  if (!asked.is_known()) {
    v.outcome = outcome::invalid;
    v.refused = asked.note;
  }
  return v;
}

}  // namespace detail

// The verdict on a cluster and a job. Invalid, with the reason, where the job is no demand.
template <class... Parts, asking_job Job>
constexpr auto assess(const cluster<Parts...>& c, const Job& job) {
  const figure<demand> asked = demand_of(job);
  return detail::invalid_unless_known(assess(c, asked.value_or({})), asked);
}
template <asking_job Job, class Groups = std::vector<group_standing>>
basic_verdict<Groups> assess(std::span<const group> groups, const Job& job) {
  const figure<demand> asked = demand_of(job);
  return detail::invalid_unless_known(assess<Groups>(groups, asked.value_or({})), asked);
}

}  // namespace headroom
