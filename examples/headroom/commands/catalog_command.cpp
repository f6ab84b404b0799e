// SPDX-License-Identifier: BSL-1.0
#include "commands/catalog_command.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <concepts>
#include <headroom/catalog/catalog.hpp>
#include <headroom/cluster/resource.hpp>
#include <headroom/hardware/link_text.hpp>
#include <headroom/text/parse.hpp>
#include <headroom/report/figures.hpp>
#include <headroom/text/to_text.hpp>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "commands/catalog_entries.hpp"
#include <headroom/read/common/messages.hpp>
#include "print/json_output.hpp"
#include "print/table.hpp"
#include "word_option.hpp"
#include <headroom/read/common/words.hpp>
#include "reading.hpp"

namespace headroom::program {

namespace {

using json = nlohmann::ordered_json;

struct catalog_options {
  std::vector<std::string> names{};
  std::vector<std::string> compare{};
  bool as_json = false;
  std::string kind{};
  std::string vendor{};
  std::string gpu{};
  std::string status{};
  std::string min_memory{};
  std::string min_system_memory{};
  std::string min_scale_out{};
  std::string min_gpus{};
  std::string min_vcpus{};

  bool has_machine_filter() const {
    return !status.empty() || !min_system_memory.empty() || !min_scale_out.empty() || !min_gpus.empty() ||
           !min_vcpus.empty();
  }
  bool has_filter() const {
    return has_machine_filter() || !kind.empty() || !vendor.empty() || !gpu.empty() || !min_memory.empty();
  }
};

struct minimums {
  memory gpu_memory{};
  memory system_memory{};
  scale_out_bandwidth scale_out{};
  count gpus = 0;
  count vcpus = 0;
};

bool contains(std::string_view whole, std::string_view part) {
  return in_small_letters(whole).find(in_small_letters(part)) != std::string::npos;
}

template <class T>
bool read(session& run, std::string_view option, const std::string& text, parsed<T> (*parse)(std::string_view),
          T& value) {
  if (text.empty()) return true;
  const parsed<T> result = parse(text);
  if (!result) {
    run.fail(fmt::format("{} {}: {}", option, in_quotes(text), result.error.message.view()));
    return false;
  }
  value = result.value;
  return true;
}

bool read_minimums(session& run, const catalog_options& asked, minimums& least) {
  return read(run, "--min-memory", asked.min_memory, parse_memory, least.gpu_memory) &&
         read(run, "--min-system-memory", asked.min_system_memory, parse_memory, least.system_memory) &&
         read(run, "--min-scale-out", asked.min_scale_out, parse_bandwidth, least.scale_out.one_direction) &&
         read(run, "--min-gpus", asked.min_gpus, parse_count, least.gpus) &&
         read(run, "--min-vcpus", asked.min_vcpus, parse_count, least.vcpus);
}

// A filter that asks for something leaves out what is not known to have it.
template <class T>
bool has_at_least(const figure<T>& of, const T& least) {
  return least == T{} || (of.is_known() && of.value >= least);
}

std::string_view status_word(const machine& m) {
  if (m.vm() == nullptr) return "current";
  switch (m.vm()->status.status) {
    case availability::current:
      return "current";
    case availability::preview:
      return "preview";
    case availability::retirement_announced:
      return "retiring";
    case availability::retired:
      return "retired";
    case availability::as_stated:
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
  if (size != nullptr && size->status.status == availability::as_stated && size->gpu_memory_printed.is_known())
    return size->gpu_memory_printed;
  return resource::gpu_memory::of(m);
}

bool is_asked_for(const machine& m, const catalog_options& asked, const minimums& least) {
  const std::string vendor = in_small_letters(asked.vendor);
  const auto is_vendor = [&](std::string_view who) { return in_small_letters(who) == vendor; };
  if (!asked.kind.empty() && kind_word(m) != asked.kind) return false;
  if (!vendor.empty() && !is_vendor(cloud_of(m)) && !(m.gpu() != nullptr && is_vendor(name(m.gpu()->maker))))
    return false;
  if (!asked.gpu.empty() && (m.gpu() == nullptr || !contains(m.gpu()->name, asked.gpu))) return false;
  if (!asked.status.empty() && status_word(m) != asked.status) return false;
  return has_at_least(listed_gpu_memory(m), least.gpu_memory) &&
         has_at_least(resource::system_memory::of(m), least.system_memory) &&
         has_at_least(resource::scale_out::of(m), least.scale_out) && has_at_least(gpus_of(m), least.gpus) &&
         has_at_least(resource::vcpus::of(m), least.vcpus);
}

template <class T>
std::string cell_text(const figure<T>& each) {
  if (!each.is_known()) return each.is_absent() ? "none" : "unknown";
  if constexpr (std::same_as<T, memory>)
    return memory_text(each.value);
  else
    return std::string(to_text(each.value).view());
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

json listed_json(const entry& of) {
  json result{{"name", of.name}, {"kind", of.kind}};
  for (const auto& [name, words] : of.words) result[json_key(name)] = words;
  for (const shown_figure& each : of.figures)
    if (each.state == knowledge::known && !each.unit.empty())
      result[json_key(each.name)] = {{"value", plain(each)}, {"unit", each.unit}, {"text", each.text}};
  return result;
}

void list_machines(session& run, const catalog_options& asked, const minimums& least) {
  // What does not fit beside the rest is in the full record of a machine.
  const bool is_wide = run.width >= 112;
  std::vector<column> columns{name_column("name"), text_column("GPUs"), number_column("GPU memory"),
                              name_column("status")};
  if (is_wide)
    columns.insert(columns.begin() + 3, {number_column("vCPUs"), number_column("memory"), number_column("scale-out")});
  table rows(std::move(columns), 0);
  json all = json::array();
  std::size_t shown = 0;
  for (const machine& m : catalog::machines()) {
    if (!is_asked_for(m, asked, least)) continue;
    ++shown;
    if (asked.as_json) {
      all.push_back(listed_json(entry_of(m)));
      continue;
    }
    const cell status(status_word(m), status_word(m) == "current" ? style::plain : style::doubtful);
    std::vector<cell> row{m.name(), gpus_text(m), cell_text(listed_gpu_memory(m)), status};
    if (is_wide)
      row.insert(row.begin() + 3, {cell_text(resource::vcpus::of(m)), cell_text(resource::system_memory::of(m)),
                                   cell_text(resource::scale_out::of(m))});
    rows.add(std::move(row));
  }
  if (asked.as_json) {
    print_json_answer(run, "catalog", {{"entries", std::move(all)}});
    return;
  }
  if (!rows.empty()) run.write(rows.text(run.width, run.colour));
  run.print("{}{} of {} machines\n", rows.empty() ? "" : "\n", shown, catalog::machines().size());
}

void list_gpus(session& run, const catalog_options& asked, const minimums& least) {
  table rows({name_column("name"), name_column("maker"), number_column("memory"), number_column("bandwidth"),
              number_column("TDP"), number_column("fp16"), number_column("fp8"), number_column("fp4")},
             0);
  json all = json::array();
  std::size_t shown = 0;
  for (const gpu* each : catalog::gpus()) {
    if (!asked.vendor.empty() && in_small_letters(name(each->maker)) != in_small_letters(asked.vendor)) continue;
    if (!contains(each->name, asked.gpu) || !has_at_least(each->memory_as_sold, least.gpu_memory)) continue;
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
  if (!rows.empty()) run.write(rows.text(run.width, run.colour));
  run.print("{}{} of {} GPUs; rates are dense\n", rows.empty() ? "" : "\n", shown, catalog::gpus().size());
}

void list_cpus(session& run, const catalog_options& asked) {
  table rows({name_column("name"), name_column("maker"), number_column("cores"), number_column("memory")}, 0);
  json all = json::array();
  std::size_t shown = 0;
  for (const cpu* each : catalog::cpus()) {
    if (!asked.vendor.empty() && in_small_letters(name(each->maker)) != in_small_letters(asked.vendor)) continue;
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
  if (!rows.empty()) run.write(rows.text(run.width, run.colour));
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
  command->footer(
      "Examples:\n"
      "  headroom catalog --vendor azure --gpu H100 --min-gpus 8\n"
      "  headroom catalog Standard_ND96asr_v4\n"
      "  headroom catalog --compare Standard_ND96isr_H100_v5 Standard_ND96isr_H200_v5");
  command->callback([&run, asked] { print_catalog(run, *asked); });
}

}  // namespace headroom::program
