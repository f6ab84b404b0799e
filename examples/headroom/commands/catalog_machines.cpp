// SPDX-License-Identifier: BSL-1.0
#include "commands/catalog_machines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/catalog/catalog.hpp>
#include <headroom/cluster/machine_filters.hpp>
#include <headroom/cluster/machine_keys.hpp>
#include <headroom/cluster/resource.hpp>
#include <headroom/hardware/link_text.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/text/characters.hpp>
#include <headroom/text/nearest_name.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "commands/catalog_prices.hpp"
#include "commands/catalog_sort.hpp"
#include "print/json_output.hpp"
#include "print/table.hpp"
#include "reading.hpp"
#include "regions.hpp"
#include "commands/price_chart.hpp"

namespace headroom::program {

namespace {

using json = nlohmann::ordered_json;

// Looked up once.
struct price_list {
  std::map<std::string_view, regional_price> of{};  // by the machine's name

  explicit price_list(const std::vector<std::string_view>& regions) {
    for (const machine& m : catalog::machines()) of[m.name()] = lowest_price(m, regions);
  }
  // The price of a machine, as what machines are compared by. Refers to the list.
  auto key() const {
    return [this](const machine& m) { return of.at(m.name()).an_hour; };
  }
};

std::string_view status_word(const machine& m) {
  if (m.vm() == nullptr) return "current";
  switch (m.vm()->status.status) {
    case lifecycle_status::current:
      return "current";
    case lifecycle_status::preview:
      return "preview";
    case lifecycle_status::retirement_announced:
      return "retiring";
    case lifecycle_status::retired:
      return "retired";
    case lifecycle_status::as_stated:
      break;
  }
  return "as-stated";
}

std::string_view kind_word(const machine& m) {
  return m.rack() != nullptr ? "rack" : m.board() != nullptr ? "board" : "vm";
}

// The cloud of a VM or rack; empty for a board.
std::string_view cloud_of(const machine& m) { return m.vm() == nullptr ? std::string_view{} : name(m.vm()->provider); }

// As sold; of a row kept as a note prints it, what the note prints.
figure<memory> listed_gpu_memory(const machine& m) {
  const vm* size = m.vm();
  if (size != nullptr && size->status.status == lifecycle_status::as_stated && size->gpu_memory_printed.is_known())
    return size->gpu_memory_printed;
  return resource::gpu_memory::of(m);
}

bool is_asked_for(const machine& m, const catalog_options& asked, const minimums& least, const price_list& prices) {
  const auto is_vendor = [&](std::string_view who) { return ascii::is_same(who, asked.vendor); };
  if (!asked.kind.empty() && kind_word(m) != asked.kind) return false;
  if (!asked.vendor.empty() && !is_vendor(cloud_of(m)) && !(m.gpu() != nullptr && is_vendor(name(m.gpu()->maker))))
    return false;
  if (!asked.gpu.empty() && (m.gpu() == nullptr || !has_in_name(*m.gpu(), asked.gpu))) return false;
  if (!asked.status.empty() && status_word(m) != asked.status) return false;
  if (least.most_paid && !has_at_most(prices.key(), *least.most_paid)(m)) return false;
  return has_at_least(listed_gpu_memory(m), least.gpu_memory) &&
         has_at_least(resource::system_memory::of(m), least.system_memory) &&
         has_at_least(resource::scale_out::of(m), least.scale_out) && has_at_least(gpus_of(m), least.gpus) &&
         has_at_least(resource::vcpus::of(m), least.vcpus);
}

// "8 × V100-SXM2-32GB"; "1/6 × A10"
std::string gpus_text(const machine& m) {
  const figure<count> gpus = gpus_of(m);
  if (m.gpu() == nullptr) return cell_text(gpus);
  const share part = m.vm() == nullptr ? share{} : m.vm()->gpu_share;
  const std::string many = part == share{} ? cell_text(gpus) : fmt::format("{}/{}", part.part, part.of);
  return fmt::format("{} × {}", many, m.gpu()->name);
}

json plain(const shown_figure& of) {
  return of.state != knowledge::known ? json(nullptr) : of.unit.empty() ? json(of.text) : json(of.number);
}

// The regions asked for, or else all.
std::vector<std::string_view> regions_asked(const catalog_options& asked) {
  const pricing terms{.published = catalog::prices()};
  if (asked.regions.empty()) return regions_of(terms);
  std::vector<std::string_view> regions;
  for (const std::string& each : asked.regions) regions.push_back(region_called(each, terms));
  return regions;
}

bool read_sort_key(session& run, const catalog_options& asked, const price_list& prices, sort_key& found) {
  if (asked.sort.empty()) return true;
  const std::vector<sort_key> keys = sort_keys(prices.key());
  std::vector<std::string_view> names;
  for (const sort_key& each : keys) names.push_back(each.name);
  const std::string_view meant = word_called(asked.sort, names);
  if (meant.empty()) {
    run.fail(fmt::format("--sort {}: no such key: {}", in_quotes(asked.sort), expected_of(asked.sort, names)));
    return false;
  }
  found = *std::find_if(keys.begin(), keys.end(), [&](const sort_key& each) { return each.name == meant; });
  return true;
}

std::string hourly_text(const figure<money_rate>& an_hour, int decimals) {
  const money_rate* paid = an_hour.known();
  return paid == nullptr ? cell_text(an_hour) : fmt::format("{:.{}f}", in_dollars_per_hour(*paid), decimals);
}

json price_json(const figure<money_rate>& an_hour) {
  const money_rate* paid = an_hour.known();
  return paid == nullptr ? json(nullptr) : json(in_dollars_per_hour(*paid));
}

cell status_cell(const machine& m) {
  return cell(status_word(m), status_word(m) == "current" ? style::plain : style::doubtful);
}

std::string where_of(const catalog_options& asked, const std::vector<std::string_view>& regions) {
  return asked.regions.empty()  ? "the lowest of all regions that the catalogue has"
         : regions.size() == 1 ? fmt::format("in {}", regions[0])
                               : fmt::format("the lowest of {}", fmt::join(regions, ", "));
}

void draw_prices(session& run, const std::vector<machine>& machines, const std::function<figure<money_rate>(const machine&)>& price,
                 std::string_view where) {
  if (run.page == nullptr) return;
  std::vector<priced_machine> of_gpu;
  std::vector<priced_machine> of_gibibyte;
  for (const machine& m : machines) {
    of_gpu.push_back({std::string(m.name()), per_gpu(price)(m)});
    of_gibibyte.push_back({std::string(m.name()), per_gibibyte(price)(m)});
  }
  if (std::none_of(of_gpu.begin(), of_gpu.end(), [](const priced_machine& each) { return each.an_hour.is_known(); })) return;
  run.draw(price_chart("Price of a GPU an hour", fmt::format("$/GPU-h on demand, {}", where), of_gpu, 2));
  run.draw(price_chart("Price of a GiB of GPU memory an hour", fmt::format("$/GiB-h on demand, {}", where), of_gibibyte, 4));
}

// With prices, in dollars, in place of what machines have beside GPUs.
void print_priced(session& run, const std::vector<machine>& machines, const price_list& prices, const sort_key& key,
                  bool has_one_region, std::string_view where) {
  const auto price = prices.key();
  const bool are_all_current =
      std::all_of(machines.begin(), machines.end(), [](const machine& m) { return status_word(m) == "current"; });
  std::vector<column> columns{name_column("name"), text_column("GPUs"), number_column("$/h"), number_column("$/GPU-h"),
                              number_column("$/GiB-h")};
  if (!key.title.empty()) columns.push_back(number_column(key.title));
  if (!has_one_region) columns.push_back(name_column("region"));
  if (!are_all_current) columns.push_back(name_column("status"));
  table rows(std::move(columns), 0);
  for (const machine& m : machines) {
    std::vector<cell> row{m.name(), gpus_text(m), hourly_text(price(m), 2), hourly_text(per_gpu(price)(m), 2),
                          hourly_text(per_gibibyte(price)(m), 4)};
    if (!key.title.empty()) row.push_back(key.value_of(m).text);
    if (!has_one_region) row.push_back(prices.of.at(m.name()).region);
    if (!are_all_current) row.push_back(status_cell(m));
    rows.add(std::move(row));
  }
  draw_prices(run, machines, price, where);
  run.write(rows);
}

// What the columns of prices mean, and what is not known.
void print_price_notes(session& run, const std::vector<machine>& machines, const price_list& prices, const sort_key& key,
                       const catalog_options& asked, const std::vector<std::string_view>& regions) {
  const auto not_known = [&](const auto& of) {
    return std::count_if(machines.begin(), machines.end(), [&](const machine& m) { return of(m).is_unknown(); });
  };
  std::string words = fmt::format(
      "Prices are on demand, {}. $/GPU-h is of a whole GPU, $/GiB-h of GPU memory as sold; `headroom catalog NAME` says "
      "of which day and source.",
      where_of(asked, regions));
  if (const auto n = not_known(prices.key()); n > 0) words += fmt::format(" No price is known of {} of these.", n);
  if (!key.name.empty())
    if (const auto n = not_known([&](const machine& m) { return key.value_of(m).number; }); n > 0)
      words += fmt::format(" What is sorted by is unknown of {}: they are last.", n);
  if (!asked.max_price.empty()) words += " Machines without a known price are left out.";
  run.paragraph("", words);
}

void add_prices(json& listed, const machine& m, const price_list& prices) {
  const auto price = prices.key();
  listed["price_usd_per_hour"] = price_json(price(m));
  listed["price_usd_per_gpu_hour"] = price_json(per_gpu(price)(m));
  listed["price_usd_per_gib_hour"] = price_json(per_gibibyte(price)(m));
  const std::string_view region = prices.of.at(m.name()).region;
  listed["price_region"] = region.empty() ? json(nullptr) : json(region);
}

void print_machines(session& run, const std::vector<machine>& machines) {
  // What does not fit beside the rest is in the full record of a machine.
  const bool is_wide = run.width >= 112;
  std::vector<column> columns{name_column("name"), text_column("GPUs"), number_column("GPU memory"),
                              name_column("status")};
  if (is_wide)
    columns.insert(columns.begin() + 3, {number_column("vCPUs"), number_column("memory"), number_column("scale-out")});
  table rows(std::move(columns), 0);
  for (const machine& m : machines) {
    std::vector<cell> row{m.name(), gpus_text(m), cell_text(listed_gpu_memory(m)), status_cell(m)};
    if (is_wide)
      row.insert(row.begin() + 3, {cell_text(resource::vcpus::of(m)), cell_text(resource::system_memory::of(m)),
                                   cell_text(resource::scale_out::of(m))});
    rows.add(std::move(row));
  }
  run.write(rows);
}

}  // namespace

bool has_in_name(const gpu& device, std::string_view part) {
  const plain_name asked(part);
  return asked.size > 0 ? plain_name(device.name).text().find(asked.text()) != std::string_view::npos : ascii::contains(device.name, part);
}

json listed_json(const entry& of) {
  json result{{"name", of.name}, {"kind", of.kind}};
  for (const auto& [name, words] : of.words) result[json_key(name)] = words;
  for (const shown_figure& each : of.figures)
    if (each.state == knowledge::known && !each.unit.empty())
      result[json_key(each.name)] = {{"value", plain(each)}, {"unit", each.unit}, {"text", each.text}};
  return result;
}

void draw_lowest_prices(session& run, const std::vector<std::string_view>& names) {
  if (run.page == nullptr) return;
  const price_list prices(regions_of(pricing{.published = catalog::prices()}));
  std::vector<machine> machines;
  for (const machine& m : catalog::machines())
    if (std::find(names.begin(), names.end(), m.name()) != names.end()) machines.push_back(m);
  draw_prices(run, machines, prices.key(), "the lowest of all regions");
}

void list_machines(session& run, const catalog_options& asked, const minimums& least) {
  const std::vector<std::string_view> regions = regions_asked(asked);
  const price_list prices(regions);
  sort_key key;
  if (!read_sort_key(run, asked, prices, key)) return;

  std::vector<machine> machines;
  for (const machine& m : catalog::machines())
    if (is_asked_for(m, asked, least, prices)) machines.push_back(m);
  if (!asked.sort.empty()) sort_by(key, machines);

  if (asked.as_json) {
    json all = json::array();
    for (const machine& m : machines) {
      json& listed = all.emplace_back(listed_json(entry_of(m)));
      if (asked.has_prices()) add_prices(listed, m, prices);
      if (asked.sort.empty()) continue;
      const figure<double> by = key.value_of(m).number;
      listed["sorted_by"] = {{"key", key.name}, {"value", by.is_known() ? json(by.value_or(0)) : json(nullptr)}, {"unit", key.unit}};
    }
    print_json_answer(run, "catalog", {{"entries", std::move(all)}});
    return;
  }
  if (!machines.empty()) {
    if (asked.has_prices()) {
      print_priced(run, machines, prices, key, asked.regions.size() == 1, where_of(asked, regions));
    } else {
      print_machines(run, machines);
    }
  }
  run.print("{}{} of {} machines\n", machines.empty() ? "" : "\n", machines.size(), catalog::machines().size());
  if (asked.has_prices()) print_price_notes(run, machines, prices, key, asked, regions);
}

}  // namespace headroom::program
