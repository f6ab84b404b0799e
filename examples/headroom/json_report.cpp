// SPDX-License-Identifier: BSL-1.0
#include "json_report.hpp"

#include <array>
#include <cstddef>
#include <headroom/cluster/placement.hpp>
#include <headroom/cluster/ratios.hpp>
#include <headroom/cluster/resource.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "print/amount.hpp"
#include <headroom/read/own/fields.hpp>
#include "findings.hpp"
#include "measure.hpp"
#include "print/provenance.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

using json = nlohmann::ordered_json;

json number(counted what, double base_units) {
  if (what == counted::things && base_units < 9e15) {
    const auto whole = static_cast<count>(base_units);
    if (static_cast<double>(whole) == base_units) return {{"value", whole}, {"unit", unit_name_of(what)}};
  }
  return {{"value", number_in_unit(what, base_units)}, {"unit", unit_name_of(what)}};
}

// null: not known; "none": the hardware has no such thing.
json figure_json(counted what, const figure<double>& x) {
  if (x.is_absent()) return "none";
  if (x.is_unknown()) return nullptr;
  json result = number(what, *x.known());
  result["confirmed"] = x.is_confirmed();
  return result;
}

json sum_json(counted what, const sum& total) {
  json result = total.covered > 0 || total.machines == 0 ? number(what, total.known)
                                                         : json{{"value", nullptr}, {"unit", unit_name_of(what)}};
  result["machines"] = total.machines;
  result["known_for"] = total.covered;
  result["absent_in"] = total.without;
  result["complete"] = total.is_complete;
  result["confirmed"] = total.confirmed;
  return result;
}

json totals_of(const own_file& of, std::span<const group> groups) {
  json all = json::object();
  for (const measure& each : measures()) all[each.key] = sum_json(each.what, each.total(groups, of.terms));
  return all;
}

json placement_json(const group& part) {
  const figure<placement> lies = place(part);
  const figure<count> domain = resource::scale_up_domain::of(part.machine);
  if (!lies.is_known() || !domain.is_known()) return domain.is_absent() ? json("none") : json(nullptr);
  const placement& p = *lies.known();
  return {{"gpus_per_domain", *domain.known()},
          {"vms_per_domain", p.vms_per_domain},
          {"whole", p.whole},
          {"partial", p.partial},
          {"vms_left_over", p.vms_left_over},
          {"gpus_left_over", p.gpus_left_over},
          {"vms_to_fill", p.vms_to_fill}};
}

json price_json(const own_file& of, const group& part) {
  const figure<money_rate> each = price_of(part.machine, of.terms);
  if (!each.is_known()) return nullptr;
  const price* row = find_price(part.machine.name(), of.terms);
  if (row == nullptr && part.machine.vm() != nullptr) row = find_price(part.machine.vm()->name, of.terms);
  json result{{"dollars_per_hour", in_dollars_per_hour(*each.known())}};
  if (row != nullptr) {
    result["region"] = row->region;
    result["date"] = row->date;
    result["own"] = row->own;
    result["source"] = source_json(row->from);
  }
  return result;
}

json groups_json(const own_file& of) {
  json all = json::array();
  for (const group& part : of.cluster) {
    const machine& m = part.machine;
    all.push_back({{"machine", m.name()},
                   {"kind", m.rack() != nullptr    ? "rack"
                            : m.board() != nullptr ? "board"
                                                   : "size"},
                   {"count", part.how_many},
                   {"gpu", m.gpu() == nullptr ? json(nullptr) : json(m.gpu()->name)},
                   {"domains", placement_json(part)},
                   {"price", price_json(of, part)},
                   {"totals", totals_of(of, {&part, 1})}});
    if (is_as_stated(m)) all.back()["note"] = m.vm()->note;
  }
  return all;
}

json averages_json(const own_file& of) {
  constexpr std::array<std::pair<const char*, divisor>, 4> names{{{"per_gpu", divisor::gpu},
                                                                  {"per_vm", divisor::vm},
                                                                  {"per_rack", divisor::rack},
                                                                  {"per_domain", divisor::domain}}};
  json all = json::object();
  for (const auto& [key, by] : names) {
    all[key] = json::object();
    for (const measure& each : measures()) all[key][each.key] = figure_json(each.what, average(of, each, by));
  }
  return all;
}

json ratios_json(const own_file& of) {
  const std::span<const group> groups = of.cluster.groups();
  const auto ratio_of = [](const figure<double>& x) { return x.is_known() ? json(*x.known()) : json(nullptr); };
  const auto price_in = [](const figure<money_rate>& x) {
    return x.is_known() ? json(in_dollars_per_hour(*x.known())) : json(nullptr);
  };
  return {{"bytes_per_fp16_dense_operation", ratio_of(bytes_per_operation<fp16>(groups))},
          {"scale_up_to_scale_out", ratio_of(scale_up_to_scale_out(groups))},
          {"dollars_per_gpu_hour", price_in(price_per_gpu_hour(groups, of.terms))},
          {"dollars_per_gibibyte_hour", price_in(price_per_gibibyte_hour(groups, of.terms))},
          {"dollars_per_fp16_dense_petaflops_hour", price_in(price_per_petaflop_hour<fp16>(groups, of.terms))}};
}

json doubts_json(const own_file& of) {
  json all = json::array();
  for (const doubtful_figure& one : unconfirmed_figures(of))
    all.push_back({{"machine", one.machine},
                   {"figure", one.figure.label},
                   {"value", one.figure.value},
                   {"basis", name(one.figure.basis)},
                   {"note", one.figure.note}});
  return all;
}

json disputes_json(const own_file& of) {
  json all = json::array();
  for (const open_dispute& one : open_disputes(of)) {
    json entry = dispute_json(one.what);
    entry["figures"] = one.figures;
    all.push_back(std::move(entry));
  }
  return all;
}

// "per scale-up domain" as a key.
std::string key_of(std::string_view name) {
  std::string key(name);
  for (char& c : key) c = c == ' ' || c == '-' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return key;
}

json check_json(const need_check& of) {
  const counted what = counted_by(of.line, of.format);
  json result{{"line", key_of(name(of.line))}, {"scope", key_of(name(of.scope))}};
  if (of.line == line::peak) {
    result["format"] = name(of.format);
    result["sparsity"] = name(of.zeros);
  }
  if (of.line == line::number_format) result["format"] = name(of.format);
  if (of.line == line::feature) result["feature"] = feature_keys[static_cast<std::size_t>(of.feature)];
  result["outcome"] = name(of.outcome);
  result["is_limit"] = of.is_limit;
  result["need"] = number_in_unit(what, of.need);
  result["supply"] = number_in_unit(what, of.supply);
  result["margin"] = number_in_unit(what, of.margin());
  result["relative_margin"] = of.relative_margin();
  result["unit"] = unit_name_of(what);
  result["confirmed"] = of.confirmed;
  if (!of.missing.empty()) result["missing"] = of.missing;
  return result;
}

}  // namespace

nlohmann::ordered_json verdict_json(std::string_view asked, const judgement& found) {
  const verdict& v = found.verdict;
  json result{{"demand", asked}, {"outcome", name(v.outcome)}};
  result["checks"] = json::array();
  for (const need_check& each : v.checks()) result["checks"].push_back(check_json(each));
  result["binding"] = v.checks().empty() ? json(nullptr) : json(v.binding_index);
  result["groups"] = json::array();
  for (std::size_t i = 0; i < v.groups.size(); ++i) {
    const group_standing& each = v.groups[i];
    json entry{{"machine", each.group.machine.name()},
               {"count", each.group.how_many},
               {"eligible", name(each.outcome)},
               {"counted", each.counted},
               {"gpus_left_over", each.gpus_left_over}};
    if (each.outcome == outcome::fits) entry["eligible"] = "yes";
    if (each.outcome == outcome::does_not_fit) entry["eligible"] = "no";
    if (each.outcome != outcome::fits) entry["why"] = check_json(each.why);
    if (!found.more.empty()) {
      const figure<count>& more = found.more[i];
      entry["more_needed"] = more.is_known() ? json(*more.known()) : more.is_absent() ? json("none") : json(nullptr);
      entry["could_give_back"] = found.spare[i];
    }
    result["groups"].push_back(std::move(entry));
  }
  return result;
}

nlohmann::ordered_json json_report(const own_file& of, const std::optional<judgement>& found) {
  json report{{"name", of.name}};
  report["machines"] = of.names_machines ? groups_json(of) : json(nullptr);
  report["totals"] = totals_of(of, of.cluster.groups());
  report["averages"] = averages_json(of);
  report["ratios"] = ratios_json(of);
  report["prices"] = {{"region", of.terms.region},
                      {"buy", of.terms.buy == purchase::spot ? "spot" : "on_demand"},
                      {"discount", of.terms.discount}};
  report["unconfirmed"] = doubts_json(of);
  report["disputes"] = disputes_json(of);
  report["verdict"] = found.has_value() ? verdict_json(of.demand.name, *found) : json(nullptr);
  return report;
}

}  // namespace headroom::program
