// SPDX-License-Identifier: BSL-1.0
#include "json_report.hpp"

#include <array>
#include <headroom/export/json_cluster.hpp>
#include <headroom/export/json_values.hpp>
#include <headroom/export/json_verdict.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "findings.hpp"
#include "measure.hpp"
#include "print/amount.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

using json = nlohmann::ordered_json;

json average_json(counted what, const figure<double>& x) {
  if (x.is_absent()) return "none";
  if (x.is_unknown()) return nullptr;
  json result{{"value", number_in_unit(what, *x.known())}, {"unit", unit_name_of(what)}};
  result["confirmed"] = x.is_confirmed();
  return result;
}

json averages_json(const own_file& of) {
  constexpr std::array<std::pair<const char*, divisor>, 4> names{{{"per_gpu", divisor::gpu},
                                                                  {"per_vm", divisor::vm},
                                                                  {"per_rack", divisor::rack},
                                                                  {"per_domain", divisor::domain}}};
  json all = json::object();
  for (const auto& [key, by] : names) {
    all[key] = json::object();
    for (const measure& each : measures()) all[key][json_key(each.key)] = average_json(each.what, average(of, each, by));
  }
  return all;
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
    json entry = json_of(one.what);
    entry["figures"] = one.figures;
    all.push_back(std::move(entry));
  }
  return all;
}

}  // namespace

nlohmann::ordered_json verdict_json(std::string_view asked, const judgement& found) {
  return json_of(found.verdict, asked, found.more, found.spare);
}

nlohmann::ordered_json json_report(const own_file& of, const std::optional<judgement>& found) {
  json report{{"name", of.name}};
  report.update(json_of_cluster(of.cluster.groups(), of.terms));
  if (!of.names_machines) report["machines"] = nullptr;
  report["averages"] = averages_json(of);
  report["unconfirmed"] = doubts_json(of);
  report["disputes"] = disputes_json(of);
  report["verdict"] = found.has_value() ? verdict_json(of.demand.name, *found) : json(nullptr);
  return report;
}

}  // namespace headroom::program
