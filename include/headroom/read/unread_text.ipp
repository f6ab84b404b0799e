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

// What a line says to a batch system: "#PBS -l select=2:ngpus=8", "#$ -l gpu=8". Its sign stands at once behind the #, without
// small letters, or is Flux's, "# flux: --gpus-per-slot=8" (RFC 36); options follow it. Empty where it says nothing.
std::string_view options_of_directive(std::string_view line) {
  if (!line.starts_with('#')) return {};
  line.remove_prefix(1);
  const bool is_apart = line.starts_with(' ');
  line = without_blanks(line);
  const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
  const std::string_view sign = line.substr(0, end);
  const bool is_in_capitals = !is_apart && !sign.starts_with('#') && std::ranges::none_of(sign, [](char c) { return c >= 'a' && c <= 'z'; });
  const std::string_view options = without_blanks(line.substr(end));
  const bool are_options = options.size() > 1 && options[0] == '-' && !is_blank(options[1]);
  return (is_in_capitals || ascii::is_same(sign, "flux:")) && are_options ? options : std::string_view{};
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
    known_text{is_kustomization, {"a kustomization", "check what `kustomize build` prints", false}},
    known_text{is_json_patch, {"a JSON patch", "check what `kustomize build` prints, or the object that it is applied to", false}},
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

// The field that a path of JSON leads to (RFC 6901): "nvidia.com/gpu" of "/limits/nvidia.com~1gpu".
std::string field_of_path(std::string_view path) {
  std::string field;
  for (std::size_t at = path.rfind('/') + 1; at < path.size(); ++at) {
    const bool is_sign = path[at] == '~';
    if (is_sign) ++at;  // ~1 is a /, ~0 a ~
    field += !is_sign ? path[at] : path.substr(at, 1) == "1" ? '/' : '~';
  }
  return field;
}

// A path of kustomize's replacements: "spec.limits.[nvidia.com/gpu]", "spec.limits.nvidia\\.com/gpu".
bool leads_to_gpus(std::string_view path) {
  if (path.find('.') == std::string_view::npos) return false;
  std::string plain(path);
  std::erase_if(plain, [](char c) { return c == '\\' || c == '[' || c == ']'; });
  for (std::size_t at = plain.find('.'); at != std::string::npos; at = plain.find('.', at + 1))
    if (catalog::is_of_gpus(std::string_view(plain).substr(at + 1))) return true;
  return false;
}

bool gives_gpus(std::string_view key, const tree& value) {
  if (!speaks_of_gpus(key) && !catalog::is_of_gpus(key)) return false;
  return value.is_text() ? is_unresolved(value.text) || (is_whole_number(value.text) && !is_none(value.text)) : !value.items.empty();
}

// An operation of a JSON patch that gives GPUs: {"op": "add", "path": "/limits/nvidia.com~1gpu", "value": 8}.
bool patches_gpus(const tree& of) {
  const std::string_view operation = text_of(of.at("op"));
  const tree* value = of.at("value");
  return (operation == "add" || operation == "replace") && value != nullptr && gives_gpus(field_of_path(text_of(of.at("path"))), *value);
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
    return gives_gpus(of.key, of) || ascii::is_same(of.text, "gpu") || names_gpus(of.text) || leads_to_gpus(of.text) ? of.line : 0;
  }
  if (gives_gpus(of.key, of)) return of.key_line;
  if (patches_gpus(of)) return of.at("path")->line;
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

// Up to where another begins: "8" of "8:mem=64gb".
std::string_view first_value(std::string_view text) {
  const std::string_view value = bare_value(text);
  return value.substr(0, value.find_first_of(" \t\"',:;"));
}

// LSF's "-gpu num=8", and "-g 8" or "-G8" of those that count GPUs by a letter.
bool asks_by_option(std::string_view word, std::string_view rest) {
  if (!word.starts_with('-') || word.starts_with("--")) return false;
  if (speaks_of_gpus(word)) return true;
  const std::string_view number = word.size() > 2 ? word.substr(2) : first_value(rest);
  return ascii::starts_with(word, "-g") && is_whole_number(number) && !is_none(number);
}

constexpr bool is_of_name(char c) { return is_of_identifier(c) || c == '-' || c == '.' || c == '/'; }

// "gpus = 8", "--gpus 8", "nvidia.com/gpu: {{ .Values.gpus }}", "guest_accelerator {".
bool asks_for_gpus(std::string_view line) {
  const std::string_view options = options_of_directive(line);
  const bool is_directive = !options.empty();
  line = is_directive ? options : without_blanks(line);
  if (line.starts_with('#') || line.starts_with("//")) return false;
  for (std::size_t begin = 0, end = 0; begin < line.size(); begin = end + 1) {
    end = begin;
    while (end < line.size() && is_of_name(line[end])) ++end;
    const std::string_view word = line.substr(begin, end - begin);
    if (word.empty()) continue;
    if (names_gpus(word) || word.starts_with("--nproc")) return true;
    const std::string_view rest = bare_value(line.substr(end));
    // What batch systems call so: "-q gpu", "-gpu num=8", "-g 8".
    if (is_directive && (ascii::is_same(word, "gpu") || asks_by_option(word, rest))) return true;
    if (!speaks_of_gpus(word)) continue;
    if (word.starts_with("--") || without_blanks(line.substr(end)).starts_with('{')) return true;
    if ((rest.starts_with(':') || rest.starts_with('=')) && !is_none(first_value(rest.substr(1)))) return true;
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
  // A script may be taken for a map: "python train.py lr: 1".
  const bool is_script = of.text().starts_with("#!");
  if (!is_script && std::ranges::any_of(of.documents(), [](const tree* each) { return !each->is_text(); })) {
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
