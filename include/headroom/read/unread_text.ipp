// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/unread_text.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>

#include <headroom/read/common/gpu_requests.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

// ---- what a text is

bool is_template(const source_text& of) {
  return !of.parsed().is_good() &&
         (of.text().find("{{") != std::string_view::npos || of.text().find("{%") != std::string_view::npos);
}

bool is_shell_script(const source_text& of) {
  const std::string_view first = of.text().substr(0, of.text().find('\n'));
  return first.starts_with("#!") && first.find("sh") != std::string_view::npos;
}

// Takes a word of letters and digits from the begin of a line, and the blanks behind it.
std::string_view take_word(std::string_view& line) {
  std::size_t end = 0;
  while (end < line.size() && is_of_identifier(line[end])) ++end;
  const std::string_view word = line.substr(0, end);
  line = without_blanks(line.substr(end));
  return word;
}

// A block of HCL as Terraform's sources have it at the begin of a line: `resource "aws_instance" "gpu" {`.
bool begins_block(std::string_view line) {
  constexpr std::string_view blocks[]{"terraform", "provider", "resource", "data",
                                                   "variable",  "locals",   "module",   "output"};
  if (!is_one_of(take_word(line), blocks)) return false;
  while (line.starts_with('"')) {
    const std::size_t end = line.find('"', 1);
    if (end == std::string_view::npos) return false;
    line = without_blanks(line.substr(end + 1));
  }
  return line.starts_with('{');
}

// A declaration of Bicep: `resource cluster 'Microsoft.ContainerService/managedClusters@2024-01-01' = {`.
bool begins_declaration(std::string_view line) {
  constexpr std::string_view declarations[]{"resource", "module"};
  return is_one_of(take_word(line), declarations) && !take_word(line).empty() && line.starts_with('\'');
}

template <class Predicate>
bool has_line(const source_text& of, Predicate is) {
  bool found = false;
  for_each_line(of.text(), [&](std::string_view line, int) { found = found || is(line); });
  return found;
}

// Of another system than Slurm: its lines stand in a script.
bool is_batch_script(const source_text& of) {
  const bool is_script = of.text().starts_with("#!") || (of.text().starts_with('#') && of.document() == nullptr);
  return is_script && has_line(of, [](std::string_view line) {
    return !line.starts_with("#SBATCH") && !options_of_directive(line).empty();
  });
}

// RFC 6902: a list of operations.
bool is_json_patch(const source_text& of) {
  const std::vector<const tree*>& all = of.documents();
  return all.size() == 1 && all.front()->is_list() && !all.front()->items.empty() && std::ranges::all_of(all.front()->items, [](const tree* each) {
    return !text_of(each->at("op")).empty() && text_of(each->at("path")).starts_with('/');
  });
}

// Chart.yaml: apiVersion, name and version, and no kind.
bool is_chart(const source_text& of) {
  const tree* root = of.document();
  return root != nullptr && root->at("kind") == nullptr && root->at("apiVersion") != nullptr &&
         root->at("name") != nullptr && root->at("version") != nullptr;
}

// The values of an ARM template, by its schema.
bool is_parameters_of_template(const source_text& of) {
  const tree* root = of.document();
  return root != nullptr && ascii::contains(text_of(root->at("$schema")), "deploymentParameters.json");
}

struct known_text {
  bool (*recognises)(const source_text&) = nullptr;
  unread_text is{};
};

constexpr std::array known_texts{
    known_text{is_batch_script,
               {"a batch script of another system than Slurm", "state what it asks for in headroom's own format, which `headroom schema` describes", true}},
    known_text{is_shell_script,
               {"a shell script, and no batch script of Slurm", "check what it submits or applies", true}},
    known_text{[](const source_text& of) { return has_line(of, begins_block); },
               {"a Terraform source", "check what `terraform show -json` prints of a plan", false}},
    known_text{[](const source_text& of) { return has_line(of, begins_declaration); },
               {"a Bicep source", "check what `bicep build --stdout` prints", false}},
    known_text{is_template,
               {"a template", "render it first, and check what comes out: `helm template` does, of a chart", false}},
    known_text{[](const source_text& of) { return of.document() != nullptr && is_kustomization(*of.document()); }, {"a kustomization", "check what `kustomize build` prints", false}},
    known_text{is_json_patch, {"a JSON patch", "check what `kustomize build` prints, or the object that it is applied to", false}},
    known_text{is_parameters_of_template,
               {"the parameters of an ARM template", "check the template with them as its defaults", false}},
    known_text{is_chart, {"the description of a chart", "check what `helm template` prints", false}},
    known_text{[](const source_text& of) { return of.document() != nullptr && of.document()->at("kind") == nullptr; },
               {"", "check what `helm template` prints, if these are the values of a chart", true}}};

}  // namespace

bool is_kustomization(const tree& document) {
  if (const tree* version = document.at("apiVersion")) return text_of(version).starts_with("kustomize.config.k8s.io/");
  if (document.at("kind") != nullptr) return false;
  for (const std::string_view field : {"resources", "bases", "components"}) {
    const tree* list = document.at(field);
    if (list != nullptr && list->is_list() && !list->items.empty() && list->items.front()->is_text()) return true;
  }
  return false;
}

unread_text what_is(const source_text& of) {
  for (const known_text& each : known_texts)
    if (each.recognises(of)) return each.is;
  return {};
}

int line_of_gpu_request(const source_text& of) {
  // A script may be taken for a map: "python train.py lr: 1".
  const bool is_script = of.text().starts_with("#!");
  if (!is_script && std::ranges::any_of(of.documents(), [](const tree* each) { return !each->is_text(); })) {
    for (const tree* each : of.documents())
      if (const tree* found = gpu_request_in(*each)) return line_of_gpu_request(*found);
    return 0;
  }
  int found = 0;
  for_each_line(of.text(), [&](std::string_view line, int number) {
    if (found == 0 && asks_for_gpus(line)) found = number;
  });
  return found;
}

}  // namespace headroom::read
