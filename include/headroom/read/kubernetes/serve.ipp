// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/kubernetes/serve.hpp>

#include <algorithm>
#include <headroom/deployment/parallel_gpus.hpp>
#include <vector>

#include <headroom/read/engine/arguments.hpp>
#include <headroom/read/common/key_name.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/engine/served_models.hpp>

namespace headroom::read {

namespace {

// One model of Ray Serve's LLM applications.
struct ray_model {
  parallel_sizes sizes{};
  count gpus = 0;  // of a replica
  said<count> least{};
  said<count> most{};
};

struct ray_models {
  std::vector<ray_model> known{};
  bool are_all = true;  // else something else may take GPUs too
};

// A whole number; unknown where it is none, and another where there is no value.
said<count> number_or(const tree* value, count otherwise, int line) {
  if (value == nullptr) return {otherwise, line};
  return number_said(text_of(value), value->line);
}

// Replicas of a deployment of Serve: as stated, or what its autoscaler keeps.
struct serve_replicas {
  bool is_scaled = false;
  said<count> least{};
  said<count> most{};
};

serve_replicas replicas_of(const tree* deployment, int line) {
  const tree* number = deployment == nullptr ? nullptr : deployment->at("num_replicas");
  const tree* scaling = deployment == nullptr ? nullptr : deployment->at("autoscaling_config");
  if (scaling == nullptr && text_of(number) != "auto") {
    const said<count> stated = number_or(number, 1, line);
    return {false, stated, stated};
  }
  const auto bound = [&](std::string_view key) { return scaling == nullptr ? nullptr : scaling->at(key); };
  return {true, number_or(bound("min_replicas"), 1, line), number_or(bound("max_replicas"), max_count, line)};
}

// Whether the GPUs that Ray sets aside for a replica are those of its sizes, each whole: so they are where the file
// leaves it to Ray.
bool sets_aside(const tree& model, count gpus) {
  if (const tree* bundle = model.at("resources_per_bundle")) return text_of(bundle->at("GPU")) == "1";
  const tree* group = model.at("placement_group_config");
  if (group == nullptr) return true;
  count sum = 0;
  for_each_item(group->at("bundles"),
                [&](const tree& bundle) { sum = add(sum, number_or(bundle.at("GPU"), 0, bundle.line).value_or(too_many)); });
  return sum == gpus;
}

void take_model(const tree& model, ray_models& into) {
  ray_model one{.sizes = {.engine = engine::vllm}};
  parallel_sizes& sizes = one.sizes;
  if (const tree* settings = model.at("engine_kwargs")) take_engine_settings(*settings, sizes);
  const tree* source = model.at("model_loading_config", "model_source");
  if (source == nullptr) source = model.at("model_loading_config", "model_id");
  if (source != nullptr) take_model_name(source->text, source->line, sizes.serves);

  const serve_replicas replicas = replicas_of(model.at("deployment_config"), model.line);
  one.least = replicas.least;
  one.most = replicas.most;
  // One that starts with none has to be able to start.
  if (replicas.is_scaled) one.least.value = std::max<count>(one.least.value, 1);

  if (sizes.tensor.is_silent()) sizes.tensor = {count{1}, model.line};
  if (sizes.line == 0) sizes.line = model.line;
  const parallel_gpus asked = headroom::gpus_of(sizes);
  // Data-parallel ranks are replicas of an application of their own.
  const bool is_known = asked.is_known && sizes.data.is_silent() && one.least.is_known() &&
                        one.most.is_known() && one.least.value > 0 && sets_aside(model, asked.gpus);
  one.gpus = asked.gpus;
  if (is_known) into.known.push_back(one);
  else into.are_all = false;
}

ray_models models_of(const parsed_documents& config) {
  ray_models all;
  for (const tree* document : config.roots())
    for_each_item(document->at("applications"), [&](const tree& application) {
      bool has_models = false;
      const auto take = [&](const tree& model) {
        has_models = true;
        if (model.is_map()) take_model(model, all);
        else all.are_all = false;  // the name of another file
      };
      if (const tree* arguments = application.at("args")) {
        for_each_item(arguments->at("llm_configs"), take);
        for (const std::string_view each : {"prefill_config", "decode_config"})
          if (const tree* model = arguments->at(each)) take(*model);
      }
      if (!has_models) all.are_all = false;
    });
  return all;
}

// All of them as one, where they are of the same sizes.
const ray_model* as_one(ray_models& all) {
  if (all.known.empty() || !all.are_all) return nullptr;
  ray_model& sum = all.known.front();
  for (std::size_t i = 1; i < all.known.size(); ++i) {
    const ray_model& each = all.known[i];
    const bool is_alike = each.sizes.tensor.value == sum.sizes.tensor.value &&
                          each.sizes.pipeline.value_or(1) == sum.sizes.pipeline.value_or(1);
    if (!is_alike) return nullptr;
    sum.least.value = add(sum.least.value, each.least.value);
    sum.most.value = add(sum.most.value, each.most.value);
    sum.sizes.serves = {};
  }
  return &sum;
}

}  // namespace

// Of a literal block the text begins in the line after its sign, of others with it.
bool is_literal_block(const tree& value, const source_text& in) {
  const std::string_view rest = in.from_line(value.line);
  const std::string_view line = rest.substr(0, rest.find('\n'));
  const std::size_t colon = line.find(':');
  const std::size_t sign = colon == std::string_view::npos ? colon : line.find_first_not_of(" \t", colon + 1);
  return sign != std::string_view::npos && line[sign] == '|';
}

namespace {

parsed_documents documents_in(const tree& config, const source_text& in) {
  const bool is_block = is_literal_block(config, in);
  return parsed_documents(config.text, is_block ? config.line + 1 : config.line, is_block ? 1 : 0);
}

}  // namespace

said<count> whole_gpus_of(const tree* number) {
  if (number == nullptr) return {};
  std::string_view text = number->text;
  if (text.ends_with(".0")) text.remove_suffix(2);
  return number_said(text, number->line);
}

gpus_of_replicas gpus_of_replicas_in(const tree& config, const source_text& in) {
  gpus_of_replicas found;
  if (!config.is_text()) return found;
  const parsed_documents read = documents_in(config, in);
  if (!read.is_good()) return found;
  for (const tree* document : read.roots())
    for_each_item(document->at("applications"), [&](const tree& application) {
      for_each_item(application.at("deployments"), [&](const tree& deployment) {
        const said<count> its = whole_gpus_of(deployment.at("ray_actor_options", "num_gpus"));
        if (its.value == 0) return;
        if (its.value > found.most.value_or(0)) found.most = its;
        const count replicas = replicas_of(&deployment, its.line).least.value_or(0);
        found.all = {add(found.all.value_or(0), multiply(its.value, replicas)), found.all.line != 0 ? found.all.line : its.line};
      });
    });
  return found;
}

void take_serve_config(const tree& config, const source_text& in, std::span<workload> group) {
  workload* on = nullptr;
  for (workload& each : group) {
    if (states_any_size(each.parallel)) return;
    if (each.requests.gpus.is_silent() || (each.requests.gpus.is_known() && each.requests.gpus.value == 0)) continue;
    if (on != nullptr) return;
    on = &each;
  }
  if (!config.is_text() || on == nullptr) return;
  const parsed_documents read = documents_in(config, in);
  if (!read.is_good()) return;

  ray_models all = models_of(read);
  const said<count> has = gpus_of_group(*on, group);
  const auto take = [&](const ray_model& model, count replicas) {
    on->parallel = model.sizes;
    if (replicas <= 1) return;
    on->parallel.data = {replicas, model.least.line};
    if (!model.sizes.expert.is_silent()) on->parallel.serves = {};  // each has experts of its own
  };
  // One alone that has too few is wrong whatever the others take.
  for (const ray_model& each : all.known)
    if (has.is_known() && multiply(each.gpus, each.least.value) > has.value) return take(each, each.least.value);
  const ray_model* model = as_one(all);
  if (model == nullptr) return;
  const count room = has.is_known() ? has.value / model->gpus : 0;
  take(*model, std::clamp(room, model->least.value, std::max(model->least.value, model->most.value)));
}

}  // namespace headroom::read
