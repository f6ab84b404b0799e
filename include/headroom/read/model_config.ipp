// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/model_config.hpp>


#include <algorithm>
#include <array>
#include <headroom/model/missing.hpp>
#include <headroom/model/parameters.hpp>
#include <utility>
#include <vector>

#include <headroom/read/model_config/architectures.hpp>
#include <headroom/read/model_config/checkpoint_formats.hpp>
#include <headroom/read/model_config/fields.hpp>
#include <headroom/read/model_config/known_fields.hpp>
#include <headroom/read/model_config/towers.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

using configs::architecture;
using configs::fields;
using configs::wrapper;

// What Python writes for numbers that JSON does not have, made empty objects, each character in its place: no count is
// one.
std::string without_python_numbers(std::string_view text) {
  std::string result(text);
  bool in_string = false;
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (in_string && result[i] == '\\') {
      ++i;
    } else if (result[i] == '"') {
      in_string = !in_string;
    } else if (!in_string) {
      for (const std::string_view word : {"-Infinity", "Infinity", "NaN"}) {
        if (std::string_view(result).substr(i, word.size()) != word) continue;
        result.replace(i, word.size(), "{}" + std::string(word.size() - 2, ' '));
        break;
      }
    }
  }
  return result;
}

std::vector<const architecture*> all_architectures() {
  std::vector<const architecture*> all;
  for (const auto& some :
       {configs::architectures_like_llama(), configs::architectures_with_latents(), configs::architectures_of_experts(),
        configs::architectures_of_some_experts(), configs::architectures_of_hybrids(),
        configs::architectures_of_google(), configs::architectures_like_gpt(), configs::further_dense_architectures(),
        configs::further_architectures_of_experts(), configs::further_architectures_of_hybrids()})
    for (const architecture& each : some) all.push_back(&each);
  return all;
}

const architecture* find_architecture(std::string_view type) {
  for (const architecture* each : all_architectures())
    if (each->type == type) return each;
  return nullptr;
}

const wrapper* find_wrapper(std::string_view type) {
  const auto all = configs::wrappers();
  const auto found = std::ranges::find(all, type, &wrapper::type);
  return found == all.end() ? nullptr : &*found;
}

std::string listed(const std::vector<std::string>& names, std::size_t most = 8) {
  std::string result;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) result += (i > 0 ? ", " : "") + names[i];
  return names.size() > most ? concat(result, " and ", names.size() - most, " more") : result;
}

// By its name, with what else is not as it should be: a guess at its layers would be worth nothing.
[[noreturn]] void refuse_unknown(const fields& c, std::string_view type) {
  std::vector<std::string> missing;
  for (const std::string_view each :
       {"vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size"})
    if (!c.has(each)) missing.emplace_back(each);
  std::vector<std::string> strange;
  for (const tree* each : c.object().items)
    if (!configs::is_known_field(each->key)) strange.push_back(printable(each->key.substr(0, 40)));

  std::vector<std::string_view> types;
  for (const architecture* each : all_architectures()) types.push_back(each->type);
  for (const wrapper& each : configs::wrappers()) types.push_back(each.type);
  const std::string_view meant = nearest(type, types);
  c.fail(
      "model_type",
      concat("the architecture ", in_quotes(type), " is not known, and is not taken for another whatever its fields look like", missing.empty() ? "" : "; fields that are missing: " + listed(missing), strange.empty() ? "" : "; fields that are not understood: " + listed(strange), meant.empty() ? std::string("; `headroom model --help` lists the architectures")
                                : concat(": did you mean \"", meant, "\"?")));
}

// Whether `architectures`, where it is there, names one of these.
void check_classes(const fields& c, std::string_view classes) {
  const tree* given = c.find("architectures");
  if (given == nullptr || classes.empty()) return;
  const bool is_list = given->is_list();
  if (!is_list || given->items.size() != 1 || !given->items.front()->is_string())
    c.fail(*given, "not one architecture: expected a list of one text");
  const std::string_view name = given->items.front()->text;
  std::vector<std::string_view> known;
  while (!classes.empty()) {
    const std::size_t end = std::min(classes.find(' '), classes.size());
    known.push_back(classes.substr(0, end));
    classes.remove_prefix(std::min(end + 1, classes.size()));
  }
  if (std::ranges::find(known, name) == known.end())
    c.fail(*given->items.front(), concat("the architecture ", in_quotes(name), " is not known: of this model_type, expected ", one_of(known)));
}

// Of the whole or of the part; of both, the same.
bool are_embeddings_tied(const fields& whole, const fields& part, bool otherwise) {
  // LFM2's own name is taken before the other.
  const bool has_own = whole.has("tie_embedding") || part.has("tie_embedding");
  const std::string_view name = has_own ? "tie_embedding" : "tie_word_embeddings";
  const bool is_tied = whole.is(name, part.is(name, otherwise));
  if (whole.has(name) && part.is(name, is_tied) != is_tied)
    part.fail(name, is_tied ? "false here and true in the whole: expected the same" : "true here and false in the whole: expected the same");
  return is_tied;
}

void read_part(const fields& whole, const fields& part, const architecture& as, config_reading& into) {
  check_classes(part, as.classes);
  as.read(part, into.model);
  into.model.tied = are_embeddings_tied(whole, part, as.is_tied);
  if (const std::string_view why = missing(into.model); into.model.missing.empty() && !why.empty())
    part.fail(part.object(), concat("the fields do not make a model: expected ", why));
  if (into.model.missing.empty() && parameters(into.model).is_unknown())
    part.fail(part.object(), "the model has more parameters than can be counted");
  into.checkpoint = configs::checkpoint_formats(whole, part);
  into.names_quantization = whole.has("quantization_config") || part.has("quantization_config");
  into.multiplied = configs::checkpoint_multiplied(whole, part);
  into.widens_all = configs::quantises_weights_only(whole, part);
  // A tied head that is quantised is held beside the embedding, which no shape says.
  if (into.model.tied && into.checkpoint &&
      bits(into.checkpoint->head.format) != bits(into.checkpoint->embedding.format))
    into.checkpoint.reset();
  if (!into.checkpoint.has_value()) into.unread_quantization = whole.keep(configs::unread_quantization(whole, part));
}

std::string_view type_of(const fields& c) {
  if (!c.has("model_type"))
    c.fail(c.object(), "the field \"model_type\" is missing: expected the name of an architecture, such as \"llama\"");
  return c.text("model_type");
}

void read_whole(const fields& whole, config_reading& into) {
  const std::string_view type = type_of(whole);
  const wrapper* around = find_wrapper(type);
  if (around != nullptr && whole.has(around->text_key)) {
    check_classes(whole, around->classes);
    const fields part = whole.inside(around->text_key);
    const std::string_view text_type = part.has("model_type") ? type_of(part) : around->text_type;
    const architecture* as = find_architecture(text_type);
    if (as == nullptr) refuse_unknown(part, text_type);
    read_part(whole, part, *as, into);
    configs::read_tower(whole, around->tower, into.model, around->hears);
    if (!into.model.missing.empty()) return;  // nothing is counted
    configs::refuse_what_is_not_understood(part);
    for (const tree* each : part.object().items) whole.pass_over({each->key});  // said twice
    configs::refuse_what_is_not_understood(whole);
    return;
  }
  const architecture* as = find_architecture(type);
  if (as == nullptr && around != nullptr)
    whole.fail(whole.object(), concat("the field \"", around->text_key, "\" is missing, which the architecture ", in_quotes(type), " has its language model in"));
  if (as == nullptr) refuse_unknown(whole, type);
  read_part(whole, whole, *as, into);
  if (into.model.missing.empty()) configs::refuse_what_is_not_understood(whole);
}

}  // namespace

config_reading read_model_config(std::string_view text) {
  config_reading result{.texts = std::make_shared<std::deque<std::string>>()};
  const std::string json = without_python_numbers(text);
  const parsed_documents from(json, document_syntax::json);
  if (!from.is_good()) {
    result.error = from.error();
    if (json.find_first_not_of(" \t\r\n") == std::string::npos)
      result.error.message = "the file is empty: expected the config.json of a model";
    return result;
  }
  if (!from.repeated_keys().empty()) {
    result.error = key_here_twice(from.repeated_keys().front());
    return result;
  }
  const tree& root = *from.roots().front();
  const auto refuse = [&result](const configs::failure& why) { result = {.texts = std::move(result.texts), .error = why.error}; };
  if (!root.is_map()) {
    refuse({{root.line, root.column, "expected the object of a config.json", refusal::wrong_value, "$"}});
    return result;
  }
  const fields whole(root, *result.texts);
  std::optional<configs::failure> failed;
  try {
    read_whole(whole, result);
  } catch (const configs::failure& found) {
    failed = found;
  }
  // What is missing comes before what else is wrong, which may come of it.
  if (const std::optional<configs::failure> absent = whole.absent()) failed = absent;
  if (failed) refuse(*failed);
  return result;
}

config_reading read_model_config(std::string_view text, std::string_view hf_quant_config) {
  config_reading result = read_model_config(text);
  if (!result.error.message.empty() || result.names_quantization) return result;
  const precision others = result.multiplied.value_or(bf16);
  result.names_quantization = true;
  result.checkpoint.reset();
  result.unread_quantization = "what hf_quant_config.json has quantised, and how, is not clear";
  const parsed_documents from(hf_quant_config, document_syntax::json);
  if (!from.is_good() || !from.repeated_keys().empty()) return result;
  try {
    const fields beside(*from.roots().front(), *result.texts);
    result.checkpoint = configs::formats_beside(beside, others, result.model.layer_count());
    result.cached = configs::cache_beside(beside);
    result.unread_cache = beside.keep(configs::unread_cache_beside(beside));
  } catch (const configs::failure&) {
    return result;
  }
  if (result.checkpoint.has_value()) result.unread_quantization = {};
  return result;
}

std::string known_architectures() {
  std::vector<std::string_view> names;
  for (const architecture* each : all_architectures()) names.push_back(each->type);
  for (const wrapper& each : configs::wrappers()) names.push_back(each.type);
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::string result;
  for (const std::string_view each : names) result += concat(result.empty() ? "" : ", ", each);
  return result;
}

}  // namespace headroom::read
