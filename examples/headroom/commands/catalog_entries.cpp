// SPDX-License-Identifier: BSL-1.0
#include "commands/catalog_entries.hpp"
#include "commands/catalog_machines.hpp"

#include <algorithm>
#include <headroom/catalog/catalog.hpp>
#include <headroom/precision.hpp>
#include <headroom/text/to_text.hpp>
#include <map>
#include <headroom/export/json_values.hpp>
#include <nlohmann/json.hpp>
#include <string_view>

#include "print/json_output.hpp"
#include "print/lines.hpp"
#include "print/provenance.hpp"
#include <headroom/read/common/messages.hpp>
#include "print/table.hpp"
#include "reading.hpp"
#include "commands/comparison_chart.hpp"
#include "page/page_record.hpp"

namespace headroom::program {

namespace {

using json = nlohmann::ordered_json;

// ---- text

// The names in one line, with "fp8 rates" for the three rates of a format that is not there at all.
std::string name_list(std::vector<std::string> names) {
  for (const precision format : precisions) {
    const auto is_of_format = [&](const std::string& each) {
      return each.starts_with(fmt::format("{} ", name(format)));
    };
    if (std::count_if(names.begin(), names.end(), is_of_format) < 3) continue;
    *std::find_if(names.begin(), names.end(), is_of_format) = fmt::format("rates of {}", name(format));
    std::erase_if(names, is_of_format);
  }
  return fmt::format("{}.", fmt::join(names, "; "));
}

void print_figures(session& run, const entry& of, source_list& sources) {
  table rows({text_column("figure"), text_column("value"), text_column("basis and note"), name_column("disputed"),
              number_column("source")});
  std::vector<std::string> unknown_names;
  std::vector<std::string> absent_names;
  for (const shown_figure& each : of.figures) {
    if (!each.is_worth_a_line(of.from)) {
      (each.state == knowledge::unknown ? unknown_names : absent_names).push_back(each.name);
      continue;
    }
    const bool is_stated = each.state != knowledge::unknown;
    const bool is_confirmed = each.basis == basis::stated || each.basis == basis::derived;
    std::string basis_and_note(is_stated ? name(each.basis) : "");
    if (!each.note.empty()) basis_and_note += fmt::format("{}{}", basis_and_note.empty() ? "" : ": ", each.note);
    rows.add({each.name, each.text, cell(basis_and_note, is_confirmed ? style::plain : style::doubtful),
              cell(each.disputed == nullptr ? "" : each.disputed->id, style::doubtful),
              is_stated ? sources.number_of(each.from) : ""});
  }
  if (!rows.empty()) run.write(rows);
  if (!absent_names.empty()) run.paragraph("  There is none of: ", name_list(absent_names));
  if (!unknown_names.empty()) run.paragraph("  No source states: ", name_list(unknown_names));
}

void print_words(session& run, const entry& of) {
  for (const auto& [name, words] : of.words) run.paragraph(fmt::format("  {:<19}", name), words);
}

void print_prices(session& run, const entry& of, source_list& sources) {
  if (of.prices.empty()) return;
  run.heading("Published prices an hour");
  table rows({name_column("region"), number_column("on demand"), number_column("spot"), name_column("date"),
              number_column("source"), text_column("note")});
  const auto text_of = [](const figure<money_rate>& each) {
    return each.is_known() ? std::string(to_text(*each.known()).view()) : std::string("unknown");
  };
  for (const price* row : of.prices) {
    std::string note(row->on_demand.note);
    if (row->on_demand.disputed != nullptr)
      note += fmt::format("{}disputed: {}", note.empty() ? "" : "; ", row->on_demand.disputed->id);
    rows.add({row->region.empty() ? "not given" : row->region, text_of(row->on_demand), text_of(row->spot),
              row->date.empty() ? "undated" : row->date, sources.number_of(row->from), note});
  }
  run.write(rows);
}

std::vector<shown_figure> known_totals(const entry& of) {
  std::vector<shown_figure> all = of.totals;
  std::erase_if(all, [](const shown_figure& each) { return each.state != knowledge::known; });
  return all;
}

void add_disputes(std::vector<const dispute*>& all, const entry& from) {
  for (const dispute* each : from.disputes)
    if (std::find(all.begin(), all.end(), each) == all.end()) all.push_back(each);
}

void print_entry(session& run, const entry& of) {
  source_list sources;
  std::vector<const dispute*> disputes;
  add_disputes(disputes, of);
  run.title(fmt::format("{} ({})", of.name, of.kind));
  print_words(run, of);
  run.heading("Figures");
  print_figures(run, of, sources);

  if (const std::vector<shown_figure> totals = known_totals(of); !totals.empty()) {
    run.heading("What the parts come to");
    table rows({name_column("total"), text_column("value"), text_column("rests on what is")});
    for (const shown_figure& each : totals) rows.add({each.name, each.text, std::string(name(each.basis))});
    run.write(rows);
  }
  if (of.gpu != nullptr) {
    run.heading(fmt::format("Its GPU: {}", of.gpu->name));
    const entry part = entry_of(*of.gpu);
    print_words(run, part);
    print_figures(run, part, sources);
    add_disputes(disputes, part);
  }
  if (of.cpu != nullptr) {
    run.heading(fmt::format("Its CPU: {}", of.cpu->name));
    const entry part = entry_of(*of.cpu);
    print_words(run, part);
    print_figures(run, part, sources);
    add_disputes(disputes, part);
  }
  print_prices(run, of, sources);
  for (const price* row : of.prices)
    if (row->on_demand.disputed != nullptr &&
        std::find(disputes.begin(), disputes.end(), row->on_demand.disputed) == disputes.end())
      disputes.push_back(row->on_demand.disputed);

  if (!disputes.empty()) run.heading("Disputes");
  for (const dispute* each : disputes) write_dispute(run, *each);
  run.heading("Sources");
  sources.write_to(run);
}

// ---- JSON

json figure_json(const shown_figure& of) {
  json result{{"name", of.name}};
  result["state"] = of.state == knowledge::known ? "known" : of.state == knowledge::absent ? "absent" : "unknown";
  if (of.state == knowledge::known) {
    result["text"] = of.text;
    if (!of.unit.empty()) {
      result["value"] = of.number;
      result["unit"] = of.unit;
    }
  }
  if (of.state != knowledge::unknown) {
    result["basis"] = name(of.basis);
    result["source"] = json_of(of.from);
  }
  if (!of.note.empty()) result["note"] = of.note;
  if (of.disputed != nullptr) result["dispute"] = json_of(of.disputed);
  return result;
}

json figures_json(const std::vector<shown_figure>& all) {
  json result = json::array();
  for (const shown_figure& each : all) result.push_back(figure_json(each));
  return result;
}

json price_json(const price& row) {
  json result = json::object();
  if (!row.region.empty()) result["region"] = row.region;
  if (!row.date.empty()) result["date"] = row.date;
  const auto dollars = [](const figure<money_rate>& each) {
    return each.is_known() ? json(in_dollars_per_hour(*each.known())) : json(nullptr);
  };
  result["on_demand_usd_per_hour"] = dollars(row.on_demand);
  result["spot_usd_per_hour"] = dollars(row.spot);
  if (!row.on_demand.note.empty()) result["note"] = row.on_demand.note;
  result["source"] = json_of(row.from);
  if (row.on_demand.disputed != nullptr) result["dispute"] = json_of(row.on_demand.disputed);
  return result;
}

json entry_json(const entry& of) {
  json result{{"name", of.name}, {"kind", of.kind}, {"source", json_of(of.from)}};
  for (const auto& [name, words] : of.words) result["words"][json_key(name)] = words;
  result["figures"] = figures_json(of.figures);
  if (const std::vector<shown_figure> totals = known_totals(of); !totals.empty())
    result["totals"] = figures_json(totals);
  if (of.gpu != nullptr) result["gpu"] = entry_json(entry_of(*of.gpu));
  if (of.cpu != nullptr) result["cpu"] = entry_json(entry_of(*of.cpu));
  for (const price* row : of.prices) result["prices"].push_back(price_json(*row));
  for (const dispute* each : of.disputes) result["disputes"].push_back(json_of(each));
  return result;
}

// ---- side by side

struct pair_of_values {
  std::string name;
  std::string a;
  std::string b;
};

// All that an entry says, its GPU's figures included, in order.
std::vector<std::pair<std::string, std::string>> sayings(const entry& of) {
  std::vector<std::pair<std::string, std::string>> all = of.words;
  std::erase_if(all, [](const auto& each) { return each.first == "note"; });
  for (const shown_figure& each : of.figures) all.emplace_back(each.name, each.text);
  for (const shown_figure& each : of.totals) all.emplace_back("total " + each.name, each.text);
  if (of.gpu != nullptr)
    for (const shown_figure& each : entry_of(*of.gpu).figures) all.emplace_back("one GPU's " + each.name, each.text);
  return all;
}

std::vector<pair_of_values> side_by_side(const entry& a, const entry& b) {
  std::vector<pair_of_values> rows;
  std::map<std::string, std::size_t> row_of;
  for (const auto& [name, value] : sayings(a)) {
    row_of[name] = rows.size();
    rows.push_back({name, value, "–"});
  }
  for (const auto& [name, value] : sayings(b)) {
    const auto known = row_of.find(name);
    if (known != row_of.end()) {
      rows[known->second].b = value;
    } else {
      rows.push_back({name, "–", value});
    }
  }
  const auto says_nothing = [](const std::string& value) {
    return value == "–" || value == "unknown" || value == "none";
  };
  std::erase_if(rows, [&](const pair_of_values& row) { return says_nothing(row.a) && says_nothing(row.b); });
  return rows;
}

// What the words in place of a value mean, of those that stand in the table.
std::string legend_of(const std::vector<pair_of_values>& rows) {
  constexpr std::pair<std::string_view, std::string_view> meanings[]{
      {"unknown", "no source states it"}, {"none", "the hardware has no such thing"}, {"–", "not in its record"}};
  std::string result;
  for (const auto& [word, meaning] : meanings) {
    const auto has_word = [said = word](const pair_of_values& row) { return row.a == said || row.b == said; };
    if (std::none_of(rows.begin(), rows.end(), has_word)) continue;
    result += fmt::format("{}{}: {}", result.empty() ? "" : "; ", word, meaning);
  }
  return result;
}

}  // namespace

bool find_entry(session& run, const std::string& name, entry& result) {
  // A GPU before the only machine with it, which answers to the same name.
  const named_alike<gpu> gpus = catalog::gpus_called(name);
  if (gpus.one() != nullptr) {
    result = entry_of(*gpus.one());
    return true;
  }
  const catalog::lookup machine = catalog::find(name);
  if (machine.found != nullptr) {
    result = entry_of(*machine.found);
    return true;
  }
  const named_alike<cpu> cpus = catalog::cpus_called(name);
  if (cpus.one() != nullptr && gpus.size == 0) {
    result = entry_of(*cpus.one());
    return true;
  }
  // Those that the name is meant for as well as any.
  const name_match best = std::max({gpus.as, cpus.as, machine.several.as});
  std::string several;
  std::size_t how_many = 0;
  const auto consider = [&](const auto& alike) {
    if (alike.size == 0 || (alike.as != best && alike.as < name_match::shortens)) return;
    several += fmt::format("{}{}", several.empty() ? "" : ", ", names_of(alike));
    how_many += alike.size;
  };
  consider(gpus);
  consider(cpus);
  consider(machine.several);
  if (how_many > 1) {
    run.fail(fmt::format("the catalogue has several called {}: say which: {}", in_quotes(name), several));
    return false;
  }
  std::vector<std::string_view> others;
  for (const gpu* each : catalog::gpus()) others.push_back(each->name);
  for (const cpu* each : catalog::cpus()) others.push_back(each->name);
  for (const headroom::machine& each : catalog::machines())
    if (catalog::may_be_suggested(each)) others.push_back(each.name());
  std::string_view suggestion = catalog::name_of_today(name);
  if (suggestion.empty()) suggestion = nearest(name, others);
  std::string message = fmt::format("the catalogue has no machine, GPU or CPU called {}", in_quotes(name));
  message += suggestion.empty() ? ": `headroom catalog` lists the names"
                                : fmt::format(": did you mean {}?", in_quotes(suggestion));
  run.fail(std::move(message));
  return false;
}

void print_entries(session& run, const std::vector<entry>& entries, bool as_json) {
  if (as_json) {
    json all = json::array();
    for (const entry& each : entries) all.push_back(entry_json(each));
    print_json_answer(run, "catalog", {{"entries", std::move(all)}});
    return;
  }
  for (const entry& each : entries) {
    if (&each != &entries.front()) run.write("\n");
    print_entry(run, each);
  }
}

namespace {

void draw_comparison(session& run, const entry& a, const entry& b) {
  if (run.page == nullptr) return;
  run.page->add_heading(2, fmt::format("{} and {}", a.name, b.name));
  draw_lowest_prices(run, {a.name, b.name});
  if (const report::chart drawn = comparison_chart(a, b); !drawn.rows.empty()) run.draw(drawn);
}

}  // namespace

void print_comparison(session& run, const entry& a, const entry& b, bool as_json) {
  const std::vector<pair_of_values> rows = side_by_side(a, b);
  const auto differing =
      std::count_if(rows.begin(), rows.end(), [](const pair_of_values& row) { return row.a != row.b; });
  if (as_json) {
    json all = json::array();
    for (const pair_of_values& row : rows)
      all.push_back({{"name", row.name}, {"a", row.a}, {"b", row.b}, {"same", row.a == row.b}});
    print_json_answer(run, "catalog", {{"a", a.name}, {"b", b.name}, {"figures", all}, {"different", differing}});
    return;
  }
  draw_comparison(run, a, b);
  // So narrow that the three stay side by side on every terminal.
  constexpr int least = 10;
  table shown({name_column(""), text_column("figure", least), text_column(std::string(a.name), least),
               text_column(std::string(b.name), least)},
              0);
  for (const pair_of_values& row : rows) {
    const bool is_same = row.a == row.b;
    const style how = is_same ? style::plain : style::strong;
    shown.add({is_same ? "" : "*", row.name, cell(row.a, how), cell(row.b, how)});
  }
  run.write(shown);
  run.print("\n* {} of {} differ\n", differing, rows.size());
  if (const std::string legend = legend_of(rows); !legend.empty()) run.paragraph("", legend);
}

}  // namespace headroom::program
