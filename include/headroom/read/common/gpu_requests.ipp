// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/gpu_requests.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>

#include <headroom/catalog/machines.hpp>
#include <headroom/catalog/names/gpu_labels.hpp>
#include <headroom/catalog/names/gpu_resources.hpp>
#include <headroom/catalog/names/size_names.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/read/common/key_name.hpp>
#include <headroom/read/common/source_text.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

bool names_gpus(std::string_view word) {
  if (catalog::is_of_gpus(word) || catalog::is_gpu_label(word)) return true;
  if (catalog::is_size_name(word) && catalog::is_gpu_size_name(word)) return true;
  for (const machine& each : catalog::machines())
    if (ascii::is_same(each.name(), word)) return each.gpu() != nullptr;
  return false;
}

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

namespace {

bool speaks_of_gpus(std::string_view name) {
  return ascii::contains(name, "gpu") || ascii::contains(name, "gaudi") || ascii::contains(name, "accelerator");
}

bool is_none(std::string_view value) {
  for (const std::string_view none : {"", "0", "false", "none", "null", "no", "off", "~", "[]", "{}"})
    if (ascii::is_same(value, none)) return true;
  return false;
}

// "gpu: true", and Docker's "gpus: all": as many as there are.
bool is_any(std::string_view value) {
  for (const std::string_view any : {"true", "yes", "on", "all"})
    if (ascii::is_same(value, any)) return true;
  return false;
}

// "gpus", "numGpus", "example.com/gpu", "gpu_count", "gpusPerNode": keys whose value is a number of GPUs.
bool counts_gpus(std::string_view key) {
  if (catalog::is_of_gpus(key)) return true;
  const std::string name = with_hyphens(key);
  const std::string_view last = std::string_view(name).substr(name.find_last_of("-/") + 1);
  return last == "gpu" || last == "gpus" || name == "gpu-count" || name == "gpus-count" || name.starts_with("gpus-per-");
}

// "ngpus", "NUM_GPUS", "ngpus_excl_p": a resource of a batch system or a variable that is a number of GPUs.
bool is_number_of_gpus(std::string_view name) {
  if (counts_gpus(name)) return true;
  const auto is_end = [&](std::size_t at) { return at == name.size() || name[at] == '_'; };
  for (std::size_t at = 0; at + 4 <= name.size(); ++at)
    if (ascii::is_same(name.substr(at, 4), "gpus") && is_end(at + 4)) return true;
  return false;
}

// "instance_type", "vmSize", "shape_name", "resourceProfile": keys by which tools call a size of a machine.
bool calls_a_size(std::string_view key) {
  if (key.ends_with("_name")) key.remove_suffix(5);
  constexpr std::string_view words[]{"type", "size", "shape", "flavor", "plan", "sku", "platform", "resourceProfile"};
  return !speaks_of_gpus(key) && std::ranges::any_of(words, [&](std::string_view word) {
    if (key.size() < word.size()) return false;
    const std::size_t at = key.size() - word.size();
    const bool begins_there = at == 0 || !ascii::is_letter(key[at - 1]) || small_letter(key[at]) != key[at];
    return begins_there && ascii::is_same(key.substr(at), word);
  });
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
  std::string plain(path);
  std::erase_if(plain, [](char c) { return c == '\\' || c == '[' || c == ']'; });
  for (std::size_t at = plain.find('.'); at != std::string::npos; at = plain.find('.', at + 1))
    if (catalog::is_of_gpus(std::string_view(plain).substr(at + 1))) return true;
  return false;
}

// What the operation of a JSON patch that a value stands in does; empty where it stands in none.
std::string_view operation_of(const tree& value) {
  return value.parent == nullptr ? std::string_view{} : text_of(value.parent->at("op"));
}

// The key of a value, also where that stands beside it: "{name: gpus, value: 8}", "{type: GPU, value: 8}"; or of an operation
// of a JSON patch that gives it: {"op": "add", "path": "/limits/nvidia.com~1gpu", "value": 8}.
std::string name_of(const tree& value) {
  if (value.key != "value") return std::string(value.key);
  for (const std::string_view each : {"name", "key", "type"})
    if (const std::string_view name = text_of(value.parent->at(each)); !name.empty()) return std::string(name);
  const std::string_view operation = operation_of(value);
  return operation == "add" || operation == "replace" ? field_of_path(text_of(value.parent->at("path"))) : std::string(value.key);
}

// The path of an operation that brings GPUs from another field of the object.
bool is_brought_from_elsewhere(const tree& path) {
  const std::string_view operation = operation_of(path);
  return path.key == "path" && (operation == "copy" || operation == "move") && catalog::is_of_gpus(field_of_path(path.text));
}

// A term of an affinity that chooses nodes without what it names.
bool is_kept_off(const tree& value) {
  const std::string_view by = value.parent == nullptr ? std::string_view{} : text_of(value.parent->at("operator"));
  return by == "NotIn" || by == "DoesNotExist";
}

// Maps or lists that are written as a text; nullptr where it is something else.
std::unique_ptr<const parsed_documents> written_in(const tree& text) {
  const bool may_be = text.text.starts_with('{') || text.text.starts_with('[') || text.text.find('\n') != std::string_view::npos;
  if (!may_be) return nullptr;
  auto written = std::make_unique<const parsed_documents>(text.text, text.line, 0);
  return written->is_good() ? std::move(written) : nullptr;
}

const tree* request_in(const tree& in, int texts_around);

// In a map or list that is written as a text, also in another such text: AWS Batch's container_properties, the values of a Helm release.
bool has_request_in_text(const tree& of, int texts_around) {
  constexpr int most = 2;
  const std::unique_ptr<const parsed_documents> written = texts_around < most ? written_in(of) : nullptr;
  return written != nullptr && std::ranges::any_of(written->roots(), [&](const tree* each) {
           return !each->is_text() && request_in(*each, texts_around + 1) != nullptr;
         });
}

bool is_request(const tree& value, int texts_around) {
  if (!value.is_text()) return speaks_of_gpus(name_of(value)) && !value.items.empty();
  return !gpus_asked_by(value).is_silent() || has_request_in_text(value, texts_around);
}

const tree* request_in(const tree& in, int texts_around) {
  if (is_request(in, texts_around)) return &in;
  for (const tree* each : in.items)
    if (const tree* found = request_in(*each, texts_around)) return found;
  return nullptr;
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
  const std::string_view number = word.size() > 2 ? word.substr(2) : first_value(rest);
  return ascii::starts_with(word, "-g") && is_digits(number) && !is_none(number);
}

// Held to a number that is not 0: "ngpus=8", LSF's "select[ngpus>0]", HTCondor's "request_gpus = 8". What is compared with blanks
// around its sign is of an expression.
bool is_held_to_some(std::string_view behind) {
  const bool is_apart = !behind.empty() && is_blank(behind.front());
  behind = without_blanks(behind);
  const std::size_t end = behind.find_first_not_of("=>");
  if (end == 0 || end > 2) return false;
  const std::string_view sign = behind.substr(0, end);
  if (is_apart && sign != "=") return false;
  behind = without_blanks(behind.substr(end));
  const std::string_view number = behind.substr(0, behind.find_first_not_of("0123456789"));
  return is_digits(number) && (sign.starts_with('>') || !is_none(number));
}

// What an option is given at once, "=index" of "--query-gpu=index": a word, which is no number and names no GPU. "all" are some.
bool is_given_a_word(std::string_view behind) {
  if (!behind.starts_with('=')) return false;
  const std::string_view value = first_value(behind.substr(1));
  return ascii::is_identifier(value) && value.find_first_of("0123456789") == std::string_view::npos && !is_any(value) && !ascii::is_same(value, "auto");
}

// A directive of Nextflow, alone on its line: "accelerator 4, type: 'nvidia-tesla-k80'".
bool is_directive_of_some(std::string_view line) {
  constexpr std::string_view directive = "accelerator";
  if (!line.starts_with(directive) || line.size() == directive.size() || !is_blank(line[directive.size()])) return false;
  const std::string_view number = without_blanks(line.substr(directive.size(), line.find(',') - directive.size()));
  return is_digits(number) && !is_none(number);
}

constexpr bool is_of_name(char c) { return is_of_identifier(c) || c == '-' || c == '.' || c == '/'; }

// "gpus = 8", "--gpus 8", "nvidia.com/gpu: {{ .Values.gpus }}", "guest_accelerator {". Of words that are a value, options and
// resources alone do.
bool asks_for_gpus(std::string_view line, bool is_value) {
  const std::string_view options = options_of_directive(line);
  const bool is_directive = !options.empty();
  is_value = is_value && !is_directive;
  line = is_directive ? options : bare_value(line);
  if (line.starts_with('#') || line.starts_with("//")) return false;
  if (is_directive_of_some(line)) return true;
  for (std::size_t begin = 0, end = 0; begin < line.size(); begin = end + 1) {
    end = begin;
    while (end < line.size() && is_of_name(line[end])) ++end;
    const std::string_view word = line.substr(begin, end - begin);
    if (word.empty()) continue;
    if (word.starts_with("--nproc")) return true;
    if (!word.starts_with("--") && is_number_of_gpus(word) && is_held_to_some(line.substr(end))) return true;
    const std::string_view rest = bare_value(line.substr(end));
    const bool is_set = (rest.starts_with(':') || rest.starts_with('=')) && !is_none(first_value(rest.substr(1)));
    // What batch systems call so: "-q gpu", "-gpu num=8", "-g 8".
    if (is_directive && (ascii::is_same(word, "gpu") || asks_by_option(word, rest))) return true;
    if ((is_set || !is_value) && names_gpus(word)) return true;
    if (is_set && !is_value && calls_a_size(word) && catalog::is_gpu_size_name(bare_value(rest.substr(1)))) return true;
    // LSF's "-gpu num=4"; a compiler's "-gpu=cc80" asks for none.
    const bool is_option = word.starts_with("--") || (word.starts_with('-') && word.size() > 1 && line.substr(end, 1) != "=");
    if (ascii::is_same(word, "--gres") && speaks_of_gpus(first_value(rest.substr(rest.starts_with('='))))) return true;
    if (is_option && is_given_a_word(line.substr(end))) continue;
    if (is_value ? !is_option || !counts_gpus(word.substr(word[1] == '-' ? 2 : 1)) : !speaks_of_gpus(word)) continue;
    if (is_option || rest.starts_with('{') || is_set) return true;
  }
  return false;
}

bool any_line_asks(std::string_view text, bool is_value) {
  bool found = false;
  if (is_value && text.find_first_of("-:=> ") == std::string_view::npos) return found;  // most
  for_each_line(text, [&](std::string_view line, int) { found = found || asks_for_gpus(line, is_value); });
  return found;
}

}  // namespace

bool asks_for_gpus(std::string_view line) { return asks_for_gpus(line, false); }

said<count> gpus_asked_by(const tree& value) {
  const said<count> open{unknown, value.line};
  const std::string_view text = value.text;
  const std::string key = name_of(value);
  if (is_none(text) || is_kept_off(value)) return {};
  if (names_gpus(text) || leads_to_gpus(text) || catalog::is_gpu_label(key) || (calls_a_size(key) && catalog::is_gpu_size_name(text))) return open;
  if (is_brought_from_elsewhere(value)) return open;
  // Devices that Docker passes on, and classes of those that Kubernetes does.
  if (ascii::is_same(text, "gpu") && value.parent != nullptr && value.parent->key == "capabilities") return open;
  if (key == "deviceClassName" && ascii::contains(text, "gpu")) return open;
  if (any_line_asks(text, !text.starts_with("#!"))) return open;
  if (!speaks_of_gpus(key) && !catalog::is_of_gpus(key)) return {};
  if (is_unresolved(text) || (is_any(text) && counts_gpus(key))) return open;
  if (is_digits(text)) return counts_gpus(key) ? number_said(text, value.line) : open;
  const bool is_type_and_number = (ascii::contains(key, "accelerator") || counts_gpus(key)) && is_digits(text.substr(text.rfind(':') + 1));  // "H100:8"
  return is_type_and_number ? open : said<count>{};
}

bool is_gpu_request(const tree& value) { return is_request(value, 0); }

bool names_a_gpu(const tree& value) {
  if (!value.is_text() || is_none(value.text) || is_kept_off(value)) return false;
  const std::string key = name_of(value);
  const auto is_it = [&](const catalog::gpu_label& each) { return ascii::is_same(each.value, value.text); };
  if (speaks_of_gpus(key) && (counts_gpus(key) || headroom::detail::is_called_by_some(value.text))) return true;
  return std::ranges::any_of(catalog::gpu_labels, is_it);
}

const tree* gpu_request_in(const tree& part) { return request_in(part, 0); }

int line_of_gpu_request(const tree& request) { return request.is_text() ? request.line : request.key_line; }

}  // namespace headroom::read
