// SPDX-License-Identifier: BSL-1.0
#include "check/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <headroom/catalog/machines.hpp>
#include <headroom/catalog/names/size_names.hpp>
#include <headroom/count.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/read/deployment.hpp>
#include <headroom/text/parse.hpp>
#include <string_view>
#include <utility>

#include <headroom/read/kubernetes/quantity.hpp>
#include "io.hpp"
#include "word_option.hpp"
#include <headroom/read/own/format.hpp>
#include <headroom/read/common/machines.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/text/numbers.hpp>
#include "reading.hpp"

namespace headroom::program {

namespace {

// Calls the function with each part of a list with commas.
template <class Function>
std::optional<std::string> for_each_part(std::string_view list, Function&& call) {
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    if (std::optional<std::string> problem = call(list.substr(0, comma))) return problem;
    list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
  }
  return std::nullopt;
}

// "2026-11-21"
bool is_day(std::string_view text) {
  constexpr std::string_view pattern = "0000-00-00";
  const bool has_form = std::ranges::equal(text, pattern, [](char c, char wanted) {
    return wanted == '0' ? c >= '0' && c <= '9' : c == wanted;
  });
  const auto number = [&](std::size_t at, std::size_t digits) {
    int read = 0;
    for (const char c : text.substr(at, digits)) read = read * 10 + (c - '0');
    return read;
  };
  namespace chrono = std::chrono;
  return has_form && chrono::year_month_day{chrono::year{number(0, 4)}, chrono::month{static_cast<unsigned>(number(5, 2))},
                                            chrono::day{static_cast<unsigned>(number(8, 2))}}
                         .ok();
}

// As Kubernetes writes it ("16Gi", "512M"), or with a unit ("16 GiB"). A bare number is taken for a slip.
std::optional<memory> memory_in(std::string_view text) {
  if (const auto read = parse_memory(text)) return read.value;
  const std::string_view units = "kMGTPEi";
  if (text.empty() || units.find(text.back()) == std::string_view::npos) return std::nullopt;
  const std::optional<quantity> asked = quantity_of(text);
  if (!asked.has_value() || asked->whole >= count{1} << 60) return std::nullopt;
  return bytes(static_cast<double>(asked->whole));
}

}  // namespace

void add_check_options(CLI::App& command, check_words& into) {
  command.add_option("--rules", into.rules, "Only these rules, or, with a - before each, all but these")
      ->option_text("NAME,...");
  command.add_option("--as-of", into.as_of, "The day on which sizes have to be there; else the catalogue's")
      ->option_text("DATE");
  command.add_option("--reserve", into.reserve,
                     "What the system keeps back on each machine, as Kubernetes writes it: cpu=4, cpu=500m, memory=16Gi")
      ->option_text("cpu=N,memory=SIZE");
  std::vector<std::string_view> names;
  for (const file_format& each : file_formats()) names.push_back(each.name);
  takes_word(command.add_option("--as", into.as_format, "The kind that the files are of; else told by their content"),
             std::move(names));
  command.add_flag("--strict", into.strict, "Warnings and unknowns are errors");
}

std::optional<std::string> check_request::take_rules(const std::string& words) {
  const std::vector<std::string_view> names = rule_names();
  return for_each_part(words, [&](std::string_view part) -> std::optional<std::string> {
    const bool is_off = part.starts_with('-');
    if (is_off) part.remove_prefix(1);
    const std::string_view found = word_called(part, names);
    if (found.empty())
      return fmt::format("--rules: no rule is called {}: {}", in_quotes(part),
                         nearest(part, names).empty() ? "`headroom check --list-rules` lists them"
                                                      : expected_of(part, names));
    if (is_off && found == readable_rule.name)
      return "--rules: readable cannot be left out: a file that is not read is not judged";
    (is_off ? options_.without : options_.only).push_back(found);
    return std::nullopt;
  });
}

std::optional<std::string> check_request::take_reserve(const std::string& words) {
  return for_each_part(words, [&](std::string_view part) -> std::optional<std::string> {
    constexpr std::string_view cpus = "cpu=";
    constexpr std::string_view memory = "memory=";
    if (part.starts_with(cpus)) {
      constexpr count most_millicpus = 1'000'000'000;
      const std::optional<quantity> asked = quantity_of(part.substr(cpus.size()));
      if (asked.has_value() && asked->milli < most_millicpus) {
        options_.terms.reserved_millicpus = asked->milli;
        return std::nullopt;
      }
    } else if (part.starts_with(memory)) {
      if (const std::optional<headroom::memory> read = memory_in(part.substr(memory.size()))) {
        options_.terms.reserved_memory = *read;
        return std::nullopt;
      }
    }
    return fmt::format("--reserve: {} is not understood: expected cpu= with cores such as 4, 0.5 or 500m, or memory= "
                       "with a unit such as 16Gi, 16G or 16 GiB", in_quotes(part));
  });
}

// A machine by what a system says of its nodes, which goes before the catalogue. Pools of one size are of one machine, with
// the most that any of them has: a pod that one of them holds has room.
machine check_request::machine_of(const machine_pool& pool, const node& on) {
  const said<memory>& memory_there = pool.memory_given.is_known() ? pool.memory_given : pool.memory_per_node;
  said<count> cpus = pool.cpus_per_node;
  if (pool.millicpus_given.is_known()) cpus = {ceil_of(pool.millicpus_given.value, 1'000), pool.millicpus_given.line};
  // A node may give fewer GPUs than its size has: one that is broken is none of them, nor one that is split.
  const bool has_fewer = on.is_known() && on.vm != nullptr && pool.gpus_per_node.is_known() && pool.gpus_per_node.value < on.vm->gpus.value_or(0);
  const bool says_more = cpus.is_known() || memory_there.is_known() || has_fewer;
  if (on.is_known() && (on.machine.rack() != nullptr || on.vm == nullptr || !says_more)) return on.machine;

  vm made = on.is_known() ? *on.vm : vm{.name = pool.size.is_known() ? pool.size.value : pool.name, .gpus = pool.gpus_per_node.value};
  if (!on.is_known() && pool.gpu_type.is_known()) made.gpu = find_gpu(pool.gpu_type.value);
  if (has_fewer) made.gpus = pool.gpus_per_node.value;
  if (cpus.is_known()) made.vcpus = cpus.value;
  if (memory_there.is_known()) made.system_memory = memory_there.value;
  const auto is_like = [&](const vm& other) {
    return other.name == made.name && other.gpu == made.gpu && other.gpus.value_or(0) == made.gpus.value_or(0);
  };
  const auto found = std::ranges::find_if(own_, is_like);
  if (found == own_.end()) {
    made.name = names_.emplace_back(made.name);
    return own_.emplace_back(made);
  }
  if (made.vcpus.value_or(0) > found->vcpus.value_or(0)) found->vcpus = made.vcpus;
  if (made.system_memory.value_or({}) > found->system_memory.value_or({})) found->system_memory = made.system_memory;
  return *found;
}

namespace {

// Whether nodes, as a running system shows them, give all that they have as whole GPUs. Kubernetes shows those of device plugins alone.
bool are_gpus_whole(const machine_pool& pool, const node& on) {
  if (!pool.gpus_per_node.is_known()) return false;
  const bool is_all = on.is_known() && gpus_of_node(on.machine).value_or(0) == pool.gpus_per_node.value;
  return pool.cpus_per_node.is_known() || (pool.millicpus_given.is_known() && is_all);
}

}  // namespace

std::optional<std::string> check_request::take_pools(const std::string& path, const deployment_file& file) {
  std::optional<count> kept;  // of the last CPU, by the system: the least of all pools
  bool are_whole = held_.empty();
  for (const machine_pool& pool : file.pools) {
    const node on = node_of(pool, {});
    are_whole = are_whole && pool.mig_profile.is_silent();
    const bool may_have_gpus = on.naming == naming::unlisted && catalog::is_gpu_size_name(on.name);
    if (!on.is_known() && !pool.gpus_per_node.is_known() && may_have_gpus)
      return fmt::format("{}:{}: the catalogue has no machine of {}, and the file does not say how many GPUs it has",
                         path, pool.line, in_quotes(on.name));
    if (!on.is_known() && !pool.gpus_per_node.is_known()) continue;
    if (!pool.nodes.is_known())
      return fmt::format("{}:{}: the number of machines of {} is left to a tool", path, pool.line, in_quotes(subject_of(pool)));
    if (!on.is_known() && pool.gpus_per_node.value == 0) continue;
    held_.push_back({machine_of(pool, on), pool.nodes.value});
    are_whole = are_whole && are_gpus_whole(pool, on);
    const count given = pool.millicpus_given.value_or(0);
    kept = std::min(kept.value_or(1'000), multiply(ceil_of(given, 1'000), 1'000) - given);
  }
  // What is looked up by a size is the whole machine.
  std::ranges::stable_sort(held_, std::greater{}, [](const group& each) { return gpus_of_node(each.machine).value_or(0); });
  options_.terms.reserved_millicpus = std::max(options_.terms.reserved_millicpus, kept.value_or(0));
  options_.terms.are_gpus_whole = are_whole && !held_.empty();
  return std::nullopt;
}

std::optional<std::string> check_request::take_cluster(const io& from, const std::string& path) {
  const file_reading content = read_file(from, path);
  if (!content.error.empty()) return fmt::format("{}: {}", path, content.error);
  own_reading reading = read_own_file(content.text, any_model);
  if (reading.read != nullptr) {
    cluster_ = std::move(reading.read);
    held_.assign(cluster_->cluster.begin(), cluster_->cluster.end());
  } else {
    // What a running system says that it has: kubectl get nodes -o json, scontrol show node --json, terraform show -json.
    const deployment_reading found = read_deployment(content.text);
    if (!found.error.has_value() && found.file->holds_nothing() && found.file->nodes_out_of_service > 0)
      return fmt::format("{}: no machines: {}", path, words_of_nothing(found.file->nodes_out_of_service));
    if (found.error.has_value() || (found.file->pools.empty() && !found.file->holds_nothing())) return places_of(path, reading);
    if (std::optional<std::string> problem = take_pools(path, *found.file)) return problem;
  }
  // A group of none would stand for as many as are asked for.
  std::erase_if(held_, [](const group& each) { return each.how_many == 0; });
  if (held_.empty()) return fmt::format("{}: no machines: expected a cluster to check against", path);
  return std::nullopt;
}

std::optional<std::string> check_request::take_machines(const io& from, const check_words& words) {
  if (!words.on.empty()) {
    const std::string_view name = std::string_view(words.on).substr(0, words.on.rfind('='));
    const machine* named = catalog::find(name).found;
    if (named == nullptr) return fmt::format("--on: {}", no_machine_called(name, "machine", {}, "--on-cluster takes own ones"));
    count how_many = 0;  // as many as it takes
    if (name.size() < words.on.size()) {
      const std::string_view number = std::string_view(words.on).substr(name.size() + 1);
      how_many = whole_number_in(number).value_or(0);
      if (how_many == 0)
        return fmt::format("--on: {} is no number of machines: expected MACHINE=4", in_quotes(number));
    }
    held_.push_back({*named, how_many});
  }
  if (!words.on_cluster.empty())
    if (std::optional<std::string> problem = take_cluster(from, words.on_cluster)) return problem;
  options_.terms.held = held_;
  return std::nullopt;
}

std::optional<std::string> check_request::understand(const io& from, const check_words& words) {
  if (std::optional<std::string> problem = take_rules(words.rules)) return problem;
  if (!options_.only.empty() && !options_.without.empty())
    return "--rules: expected either the rules to keep, or, with a - before each, those to leave out";
  if (std::optional<std::string> problem = take_reserve(words.reserve)) return problem;
  if (!words.as_of.empty() && !is_day(words.as_of))
    return fmt::format("--as-of: {} is no date: expected one such as 2026-11-21", in_quotes(words.as_of));
  as_of_ = words.as_of;
  options_.terms.as_of = as_of_;
  options_.strict = words.strict;
  options_.format = words.as_format.empty() ? nullptr : find_format(words.as_format);
  return take_machines(from, words);
}

}  // namespace headroom::program
