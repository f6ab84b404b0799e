// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/deployment.hpp>


#include <array>

#include <headroom/read/cyclecloud/cyclecloud.hpp>
#include <headroom/read/kubernetes/kubernetes.hpp>
#include <headroom/read/own/own_format.hpp>
#include <headroom/read/recipe/recipe.hpp>
#include <headroom/read/common/remarks.hpp>
#include <headroom/read/arm/arm.hpp>
#include <headroom/read/slurm/slurm.hpp>
#include <headroom/read/terraform/terraform.hpp>
#include <headroom/read/common/messages.hpp>

namespace headroom::read {

namespace {

constexpr std::array formats{
    file_format{"own", "the deployment format of headroom, format 1", false, is_own_format, read_own_format},
    file_format{"terraform", "terraform show -json, of a plan or a state", false, is_terraform, read_terraform},
    file_format{"arm", "an ARM template, or what bicep build prints", false, is_resource_manager,
                read_resource_manager},
    file_format{"kubernetes", "Kubernetes objects", false, is_kubernetes, read_kubernetes},
    file_format{"cyclecloud-parameters", "parameters of a CycleCloud cluster", false, is_cyclecloud_parameters,
                read_cyclecloud_parameters},
    file_format{"slurm-topology", "topology.yaml of Slurm", false, is_slurm_topology, read_slurm_topology},
    file_format{"recipe", "serving recipes and Helm values", false, is_recipe, read_recipe},
    file_format{"sbatch", "a Slurm batch script", true, is_sbatch, read_sbatch},
    file_format{"cyclecloud", "a template of a CycleCloud cluster", true, is_cyclecloud, read_cyclecloud},
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
  if ((chosen == nullptr || !chosen->in_lines) && !source.parsed().is_good())
    return of_another_kind(source, forced).value_or(source.parsed().error());
  if (chosen == nullptr) return std::nullopt;

  into.format = chosen->name;
  try {
    chosen->read(into);
  } catch (const unreadable& problem) {
    return of_another_kind(source, forced).value_or(problem.error);
  }
  if (into.holds_nothing())
    if (const std::optional<reading_error> problem = of_another_kind(source, forced)) return problem;
  if (chosen->in_lines) {
    take_comments(comments_of_lines(source.text()), into);
    leave_out_parts(into);
  } else {
    take_comments(source.parsed().comments(), into);
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
  if (!reading.error && reading.file->format.empty())
    reading.error = reading_error{0, 0, "of no kind that can be checked", refusal::unknown_kind};
  return reading;
}

}  // namespace headroom::read
