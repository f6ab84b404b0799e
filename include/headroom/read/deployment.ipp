// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/deployment.hpp>

#include <algorithm>
#include <array>

#include <headroom/read/compose/compose.hpp>
#include <headroom/read/cyclecloud/cyclecloud.hpp>
#include <headroom/read/engine_settings/engine_settings.hpp>
#include <headroom/read/kubernetes/kubernetes.hpp>
#include <headroom/read/own/own_format.hpp>
#include <headroom/read/recipe/recipe.hpp>
#include <headroom/read/common/comments.hpp>
#include <headroom/read/common/remarks.hpp>
#include <headroom/read/arm/arm.hpp>
#include <headroom/read/skypilot/skypilot.hpp>
#include <headroom/read/slurm/slurm.hpp>
#include <headroom/read/terraform/terraform.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/unread_text.hpp>

namespace headroom::read {

namespace {

constexpr std::array formats{
    file_format{"own", "the deployment format of headroom, format 1", false, is_own_format, read_own_format},
    file_format{"terraform", "terraform show -json, of a plan or a state", false, is_terraform, read_terraform,
                file_tool::terraform, true},
    file_format{"arm", "an ARM template, or what bicep build prints", false, is_resource_manager,
                read_resource_manager, file_tool::other, true},
    file_format{"kubernetes", "Kubernetes objects", false, is_kubernetes, read_kubernetes, file_tool::other, true},
    file_format{"cyclecloud-parameters", "parameters of a CycleCloud cluster", false, is_cyclecloud_parameters,
                read_cyclecloud_parameters, file_tool::cyclecloud},
    file_format{"slurm-topology", "topology.yaml of Slurm", false, is_slurm_topology, read_slurm_topology},
    file_format{"slurm-nodes", "nodes of Slurm, as scontrol show node --json", false, is_slurm_nodes, read_slurm_nodes},
    file_format{"skypilot", "a task of SkyPilot", false, is_sky_task, read_sky_task},
    file_format{"compose", "a Compose file of Docker", false, is_compose, read_compose},
    file_format{"recipe", "serving recipes and Helm values", false, is_recipe, read_recipe},
    file_format{"engine-settings", "settings of an inference engine", false, is_engine_settings, read_engine_settings},
    file_format{"sbatch", "a Slurm batch script", true, is_sbatch, read_sbatch},
    file_format{"cyclecloud", "a template of a CycleCloud cluster", true, is_cyclecloud, read_cyclecloud,
                file_tool::cyclecloud},
    file_format{"slurm", "slurm.conf, gres.conf and topology.conf", true, is_slurm, read_slurm},
};

// The format that a text is known by; nullptr where it is of none.
const file_format* format_of(const source_text& source) {
  // Lines first: a script may be taken for one long YAML text.
  for (const bool in_lines : {true, false})
    for (const file_format& each : formats)
      if (each.in_lines == in_lines && each.recognises(source)) return &each;
  return nullptr;
}

bool is_utf16(std::string_view text) { return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"); }

// What is wrong with a text that is forced to be of one format and known to be of another.
std::optional<reading_error> of_another_kind(const source_text& source, const file_format* forced) {
  if (forced == nullptr || forced->recognises(source)) return std::nullopt;
  const file_format* looks_like = format_of(source);
  if (looks_like == nullptr) return std::nullopt;
  return reading_error{0, 0,
                       concat("expected ", forced->what, " (--as ", forced->name, "); the file looks like ", looks_like->what, " (", looks_like->name, ')')};
}

// Why a text of no known format is not read.
reading_error of_no_kind(const source_text& source) {
  const reading_error& unparsed = source.parsed().error();
  const unread_text found = what_is(source);
  if (unparsed.why == refusal::not_utf8 || (found.what.empty() && unparsed.why != refusal::none)) return unparsed;
  return {.message = found.what.empty() ? "of no kind that can be checked" : concat("this is ", found.what),
          .why = found.is_rendered ? refusal::unknown_kind : refusal::not_rendered,
          .help = found.help};
}

}  // namespace

std::span<const file_format> file_formats() { return formats; }

const file_format* find_format(std::string_view name) {
  for (const file_format& each : formats)
    if (each.name == name) return &each;
  return nullptr;
}

std::optional<reading_error> read_source(deployment_file& into, const file_format* forced) {
  const source_text& source = into.source();
  if (source.text().size() > most_checked_bytes) return reading_error{0, 0, concat("the file is larger than ", most_checked_bytes >> 20, " MiB"), refusal::too_large};
  if (is_utf16(source.text()))
    return reading_error{1, 0, "the text is in UTF-16, by its first two bytes: save it as UTF-8", refusal::not_utf8};
  const file_format* chosen = forced == nullptr ? format_of(source) : forced;
  if (chosen == nullptr || (!chosen->in_lines && !source.parsed().is_good()))
    return of_another_kind(source, forced).value_or(of_no_kind(source));

  into.format = chosen->name;
  into.tool = chosen->tool;
  try {
    chosen->read(into);
  } catch (const unreadable& problem) {
    const std::optional<reading_error> other = of_another_kind(source, forced);
    if (other.has_value()) into.unread.clear();
    return other.value_or(problem.error);
  }
  if (into.holds_nothing()) {
    if (const std::optional<reading_error> problem = of_another_kind(source, forced)) return problem;
    const auto says_something = [](const tree* each) { return each->is != tree::kind::none; };
    if (chosen->of_objects && !chosen->recognises(source) && std::ranges::any_of(source.documents(), says_something))
      return reading_error{0, 0, concat("expected ", chosen->what, ": nothing in the file says that it is one")};
    if (!chosen->of_objects && into.nodes_out_of_service == 0)
      if (const int line = line_of_gpu_request(source))
        return reading_error{line, 0, "nothing of what it asks for is understood", refusal::unknown_kind};
  }
  if (chosen->in_lines) {
    take_comments(comments_of_lines(source.text()), into);
    leave_out_parts(into);
  } else {
    take_comments(source.parsed().comments(), into);
    if (into.unread.empty())
      for (const repeated_key& each : source.parsed().repeated_keys()) into.noted.push_back(last_of_two_keys(each));
    for (const tree* each : into.described.value_or(source.documents())) take_remarks(*each, into);
  }
  if (into.unread.empty()) return std::nullopt;
  into.remarks.clear();  // of a sum that is not known
  return into.unread.front();
}

deployment_reading read_deployment(std::string text, std::string_view format) {
  deployment_reading reading{.file = std::make_unique<deployment_file>(std::move(text))};
  const file_format* forced = format.empty() ? nullptr : find_format(format);
  if (!format.empty() && forced == nullptr) {
    reading.error = reading_error{0, 0, concat("no format is called ", in_quotes(format)), refusal::unknown_kind};
    return reading;
  }
  reading.error = read_source(*reading.file, forced);
  return reading;
}

}  // namespace headroom::read
