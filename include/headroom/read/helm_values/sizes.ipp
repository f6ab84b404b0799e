// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/helm_values/sizes.hpp>

#include <headroom/read/common/values.hpp>
#include <headroom/read/engine/served_models.hpp>

namespace headroom::read {

namespace {

bool is_stated(const parallel_sizes& p) {
  return p.tensor.line != 0 || p.pipeline.line != 0 || p.context.line != 0 || p.data.line != 0;
}

}  // namespace

engine engine_of_part(const tree& map) {
  const tree* image = map.at("image");
  for (const tree* each : {image, image == nullptr ? nullptr : image->at("repository"), map.at("repository"),
                           map.at("modelCommand"), map.at("engine"), map.at("backend")})
    if (const engine found = engine_of_image(text_of(each)); found != engine::unnamed) return found;
  return map.at("vllmConfig") != nullptr ? engine::vllm : engine::unnamed;
}

void recipe_sizes::take_settings(const tree* map) {
  if (map != nullptr && map->is_map()) take_engine_settings(*map, settings_);
}

void recipe_sizes::take_container(const tree& of, outer_variables variables) {
  has_command_ = has_command_ || of.at("command") != nullptr || of.at("args") != nullptr;
  take_variables(of.at("env"), variables);
  arguments_.take(started_programs(of.at("command"), of.at("args"), file_.source(), variables));
  arguments_.take_variables_of(engine_of_part(of), variables);
  take_engine(engine_of_part(of));
}

void recipe_sizes::take_arguments(const tree* list) {
  arguments_.take(started_programs(nullptr, list, file_.source(), {}));
  // More settings may quantise the weights.
  if (settings_.serves.weight_bits.is_silent()) settings_.serves.weight_bits = {unknown, arguments_.config_line()};
}

void recipe_sizes::take_model(const tree* name) {
  if (name != nullptr) take_model_name(name->text, name->line, settings_.serves);
}

void recipe_sizes::take_engine(engine one) {
  if (settings_.engine == engine::unnamed) settings_.engine = one;
}

parallel_sizes recipe_sizes::sizes() const {
  parallel_sizes all = is_stated(arguments_.sizes()) ? arguments_.sizes() : settings_;
  if (!has_command_)
    for (said<count> parallel_sizes::*each : {&parallel_sizes::tensor, &parallel_sizes::pipeline, &parallel_sizes::context, &parallel_sizes::data})
      if ((all.*each).line == 0) all.*each = settings_.*each;
  for (const engine each : {arguments_.sizes().engine, settings_.engine})
    if (all.engine == engine::unnamed) all.engine = each;
  all.serves = arguments_.sizes().serves;
  fill_from(settings_.serves, all.serves);
  return all;
}

}  // namespace headroom::read
