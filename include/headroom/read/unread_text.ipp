// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/unread_text.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>

#include <headroom/catalog/machines.hpp>
#include <headroom/catalog/names/gpu_resources.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

bool names_gpus(std::string_view word) {
  if (catalog::is_of_gpus(word)) return true;
  for (const machine& each : catalog::machines())
    if (ascii::is_same(each.name(), word)) return each.gpu() != nullptr;
  return false;
}

std::unique_ptr<const parsed_documents> written_in(const tree& text) {
  const bool may_be = text.text.starts_with('{') || text.text.starts_with('[') || text.text.find('\n') != std::string_view::npos;
  if (!may_be) return nullptr;
  auto written = std::make_unique<const parsed_documents>(text.text, text.line, 0);
  return written->is_good() ? std::move(written) : nullptr;
}

namespace {

// ---- what a text is

bool is_template(const source_text& of) {
  return !of.parsed().is_good() &&
         (of.text().find("{{") != std::string_view::npos || of.text().find("{%") != std::string_view::npos);
}

bool is_shell_script(const source_text& of) {
  const std::string_view first = of.text().substr(0, of.text().find('\n'));
  return first.starts_with("#!") && first.find("sh", 2) != std::string_view::npos;
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
  constexpr std::array<std::string_view, 8> blocks{"terraform", "provider", "resource", "data",
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
  constexpr std::array<std::string_view, 2> declarations{"resource", "module"};
  return is_one_of(take_word(line), declarations) && !take_word(line).empty() && line.starts_with('\'');
}

template <class Predicate>
bool has_line(const source_text& of, Predicate is) {
  bool found = false;
  for_each_line(of.text(), [&](std::string_view line, int) { found = found || is(line); });
  return found;
}

// The fields of a kustomization that say what it is built from (kustomize's reference, "The Kustomization File").
bool is_kustomization(const source_text& of) {
  const tree* root = of.document();
  if (root == nullptr) return false;
  if (const tree* version = root->at("apiVersion")) return text_of(version).starts_with("kustomize.config.k8s.io/");
  if (root->at("kind") != nullptr) return false;
  for (const std::string_view field : {"resources", "bases", "components"}) {
    const tree* list = root->at(field);
    if (list != nullptr && list->is_list() && !list->items.empty() && list->items.front()->is_text()) return true;
  }
  return false;
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
    known_text{is_shell_script,
               {"a shell script, and no batch script of Slurm", "check what it submits or applies", true}},
    known_text{[](const source_text& of) { return has_line(of, begins_block); },
               {"a Terraform source", "check what `terraform show -json` prints of a plan", false}},
    known_text{[](const source_text& of) { return has_line(of, begins_declaration); },
               {"a Bicep source", "check what `bicep build --stdout` prints", false}},
    known_text{is_template,
               {"a template", "render it first, and check what comes out: `helm template` does, of a chart", false}},
    known_text{is_kustomization, {"a kustomization", "check what `kustomize build` prints", false}},
    known_text{is_parameters_of_template,
               {"the parameters of an ARM template", "check the template with them as its defaults", false}},
    known_text{is_chart, {"the description of a chart", "check what `helm template` prints", false}},
    known_text{[](const source_text& of) { return of.document() != nullptr && of.document()->at("kind") == nullptr; },
               {"", "check what `helm template` prints, if these are the values of a chart", true}}};

// ---- requests of GPUs

bool speaks_of_gpus(std::string_view name) {
  return ascii::contains(name, "gpu") || ascii::contains(name, "gaudi") || ascii::contains(name, "accelerator");
}

bool is_whole_number(std::string_view value) {
  return !value.empty() && value.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_none(std::string_view value) {
  for (const std::string_view none : {"", "0", "false", "none", "null", "no", "off", "~", "[]", "{}"})
    if (ascii::is_same(value, none)) return true;
  return false;
}

int line_in(const tree& of, bool is_written = false);

// In a map or list that is written as a text, once: AWS Batch's container_properties, the values of a Helm release.
int line_in_text(const tree& of) {
  const std::unique_ptr<const parsed_documents> written = written_in(of);
  if (written == nullptr) return 0;
  for (const tree* each : written->roots())
    if (!each->is_text() && line_in(*each, true) != 0) return of.line;
  return 0;
}

int line_in(const tree& of, bool is_written) {
  if (of.is_text()) {
    if (const int line = is_written ? 0 : line_in_text(of)) return line;
    const bool asks = (speaks_of_gpus(of.key) && (is_unresolved(of.text) || (is_whole_number(of.text) && !is_none(of.text)))) ||
                      ascii::is_same(of.text, "gpu") || names_gpus(of.text);
    return asks ? of.line : 0;
  }
  if (speaks_of_gpus(of.key) && !of.items.empty()) return of.key_line;
  for (const tree* each : of.items)
    if (const int line = line_in(*each, is_written)) return line;
  return 0;
}

// Without the blanks, quotes and commas at its ends.
std::string_view bare_value(std::string_view text) {
  constexpr std::string_view around = " \t\"',";
  const std::size_t begin = text.find_first_not_of(around);
  return begin == std::string_view::npos ? std::string_view{}
                                         : text.substr(begin, text.find_last_not_of(around) - begin + 1);
}

constexpr bool is_of_name(char c) { return is_of_identifier(c) || c == '-' || c == '.' || c == '/'; }

// "gpus = 8", "--gpus 8", "nvidia.com/gpu: {{ .Values.gpus }}", "guest_accelerator {".
bool asks_for_gpus(std::string_view line) {
  line = without_blanks(line);
  if (line.starts_with('#') ? !line.starts_with("#SBATCH") : line.starts_with("//")) return false;
  for (std::size_t begin = 0, end = 0; begin < line.size(); begin = end + 1) {
    end = begin;
    while (end < line.size() && is_of_name(line[end])) ++end;
    const std::string_view word = line.substr(begin, end - begin);
    if (word.empty()) continue;
    if (names_gpus(word) || word.starts_with("--nproc")) return true;
    if (!speaks_of_gpus(word)) continue;
    const std::string_view rest = bare_value(line.substr(end));
    if (word.starts_with("--") || without_blanks(line.substr(end)).starts_with('{')) return true;
    if ((rest.starts_with(':') || rest.starts_with('=')) && !is_none(bare_value(rest.substr(1)))) return true;
  }
  return false;
}

}  // namespace

unread_text what_is(const source_text& of) {
  for (const known_text& each : known_texts)
    if (each.recognises(of)) return each.is;
  return {};
}

int line_of_gpu_request(const tree& of) { return line_in(of); }

int line_of_gpu_request(const source_text& of) {
  const bool is_tree = std::ranges::any_of(of.documents(), [](const tree* each) { return !each->is_text(); });
  if (is_tree) {
    for (const tree* each : of.documents())
      if (const int line = line_in(*each)) return line;
    return 0;
  }
  int found = 0;
  for_each_line(of.text(), [&](std::string_view line, int number) {
    if (found == 0 && asks_for_gpus(line)) found = number;
  });
  return found;
}

}  // namespace headroom::read
