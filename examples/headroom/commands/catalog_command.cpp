// SPDX-License-Identifier: BSL-1.0
#include "commands/catalog_command.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <headroom/catalog/catalog.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "commands/catalog_entries.hpp"
#include "commands/catalog_machines.hpp"
#include "commands/catalog_options.hpp"
#include <headroom/read/common/messages.hpp>
#include "print/json_output.hpp"
#include "print/table.hpp"
#include "word_option.hpp"
#include <headroom/text/characters.hpp>
#include "reading.hpp"
#include "page/page_options.hpp"

namespace headroom::program {

namespace {

using json = nlohmann::ordered_json;

void list_gpus(session& run, const catalog_options& asked, const minimums& least) {
  table rows({name_column("name"), name_column("maker"), number_column("memory"), number_column("bandwidth"),
              number_column("TDP"), number_column("fp16"), number_column("fp8"), number_column("fp4")},
             0);
  json all = json::array();
  std::size_t shown = 0;
  for (const gpu* each : catalog::gpus()) {
    if (!asked.vendor.empty() && !ascii::is_same(name(each->maker), asked.vendor)) continue;
    if (!has_in_name(*each, asked.gpu) || !has_at_least(each->memory_as_sold, least.gpu_memory)) continue;
    ++shown;
    if (asked.as_json) {
      all.push_back(listed_json(entry_of(*each)));
      continue;
    }
    rows.add({each->name, name(each->maker), cell_text(each->memory_as_sold), cell_text(each->memory_bandwidth),
              cell_text(each->tdp), cell_text(peak_rate(*each, fp16)), cell_text(peak_rate(*each, fp8)),
              cell_text(peak_rate(*each, fp4))});
  }
  if (asked.as_json) {
    print_json_answer(run, "catalog", {{"entries", std::move(all)}});
    return;
  }
  if (!rows.empty()) run.write(rows);
  run.print("{}{} of {} GPUs; rates are dense\n", rows.empty() ? "" : "\n", shown, catalog::gpus().size());
}

void list_cpus(session& run, const catalog_options& asked) {
  table rows({name_column("name"), name_column("maker"), number_column("cores"), number_column("memory")}, 0);
  json all = json::array();
  std::size_t shown = 0;
  for (const cpu* each : catalog::cpus()) {
    if (!asked.vendor.empty() && !ascii::is_same(name(each->maker), asked.vendor)) continue;
    ++shown;
    if (asked.as_json) {
      all.push_back(listed_json(entry_of(*each)));
      continue;
    }
    rows.add({each->name, name(each->maker), cell_text(each->cores), cell_text(each->memory_as_sold)});
  }
  if (asked.as_json) {
    print_json_answer(run, "catalog", {{"entries", std::move(all)}});
    return;
  }
  if (!rows.empty()) run.write(rows);
  run.print("{}{} of {} CPUs\n", rows.empty() ? "" : "\n", shown, catalog::cpus().size());
}

void print_list(session& run, const catalog_options& asked) {
  minimums least;
  if (!read_minimums(run, asked, least)) return;
  const bool is_chip = asked.kind == "gpu" || asked.kind == "cpu";
  if (is_chip && asked.has_machine_filter())
    return run.fail(fmt::format("--kind {} goes with --vendor{} only: the other filters are about machines", asked.kind,
                                asked.kind == "gpu" ? ", --gpu and --min-memory" : ""));
  if (asked.kind == "cpu" && (!asked.gpu.empty() || !asked.min_memory.empty()))
    return run.fail("--kind cpu goes with --vendor only: the other filters are about machines and GPUs");
  if (std::ranges::none_of(catalog::gpus(), [&](const gpu* each) { return has_in_name(*each, asked.gpu); }))
    return run.fail(fmt::format("--gpu: no GPU has {} in its name: `headroom catalog --kind gpu` lists the names", in_quotes(asked.gpu)));
  if (asked.kind == "gpu") return list_gpus(run, asked, least);
  if (asked.kind == "cpu") return list_cpus(run, asked);
  list_machines(run, asked, least);
}

void print_catalog(session& run, const catalog_options& asked) {
  const int ways = (asked.names.empty() ? 0 : 1) + (asked.compare.empty() ? 0 : 1) + (asked.has_filter() ? 1 : 0);
  if (ways > 1) return run.fail("names, --compare and filters are three ways to ask: use one of them");
  if (!asked.compare.empty()) {
    entry a;
    entry b;
    if (find_entry(run, asked.compare[0], a) && find_entry(run, asked.compare[1], b))
      print_comparison(run, a, b, asked.as_json);
    return;
  }
  if (asked.names.empty()) return print_list(run, asked);
  std::vector<entry> entries;
  for (const std::string& name : asked.names) {
    entry found;
    if (!find_entry(run, name, found)) return;
    entries.push_back(std::move(found));
  }
  print_entries(run, entries, asked.as_json);
}

}  // namespace

void add_catalog_command(CLI::App& app, session& run) {
  CLI::App* command =
      app.add_subcommand("catalog", "The machines that exist, and where each of their figures comes from");
  const auto asked = std::make_shared<catalog_options>();
  command->add_option("NAME", asked->names, "Machines, GPUs or CPUs to show in full");
  command->add_option("--compare", asked->compare, "Show two of them side by side")->expected(2)->type_name("A B");
  command->add_flag("--json", asked->as_json, "Print JSON");
  add_page_options(*command, run);
  takes_word(command->add_option("--kind", asked->kind, "Only these"), {"vm", "rack", "board", "gpu", "cpu"});
  takes_word(command->add_option("--vendor", asked->vendor, "Only of this cloud or maker"),
             {"azure", "aws", "gcp", "nvidia", "amd", "intel"});
  command->add_option("--gpu", asked->gpu, "Only with a GPU whose name has this in it")->type_name("TEXT");
  takes_word(command->add_option("--status", asked->status, "Only in this state"),
             {"current", "preview", "retiring", "retired", "as-stated"});
  command->add_option("--min-memory", asked->min_memory, "At least so much GPU memory as sold, such as 640GiB")
      ->type_name("MEMORY");
  command->add_option("--min-system-memory", asked->min_system_memory, "At least so much system memory")
      ->type_name("MEMORY");
  command->add_option("--min-scale-out", asked->min_scale_out, "At least so much scale-out bandwidth, such as 1.6Tb/s")
      ->type_name("RATE");
  command->add_option("--min-gpus", asked->min_gpus, "At least so many GPUs")->type_name("COUNT");
  command->add_option("--min-vcpus", asked->min_vcpus, "At least so many vCPUs")->type_name("COUNT");
  command->add_option("--sort", asked->sort,
                      "Sort by price, price-per-gpu, price-per-gib, price-per-petaflop-fp8, bandwidth-per-gpu, and others")
      ->type_name("KEY");
  command->add_option("--region", asked->regions, "Prices of this region; of several, the lowest")
      ->type_name("REGION")
      ->allow_extra_args(false)
      ->delimiter(',');
  command->add_option("--max-price", asked->max_price, "At most so many dollars an hour for one machine")->type_name("PRICE");
  command->footer(
      "Examples:\n"
      "  headroom catalog --gpu H100 --sort price-per-gpu --region eastus,us-east-1\n"
      "  headroom catalog --vendor azure --gpu H100 --min-gpus 8\n"
      "  headroom catalog Standard_ND96asr_v4\n"
      "  headroom catalog --compare Standard_ND96isr_H100_v5 Standard_ND96isr_H200_v5");
  command->callback([&run, asked] { print_catalog(run, *asked); });
}

}  // namespace headroom::program
