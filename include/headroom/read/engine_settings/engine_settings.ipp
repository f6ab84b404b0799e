// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/engine_settings/engine_settings.hpp>

#include <algorithm>
#include <headroom/deployment/parallel_gpus.hpp>

#include <headroom/read/engine/settings.hpp>

namespace headroom::read {

namespace {

bool has_size(const tree& settings) {
  parallel_sizes sizes;
  return std::ranges::any_of(settings.items, [&](const tree* each) {
    const engine_argument* what = each->is_text() ? find_engine_argument(each->key) : nullptr;
    return what != nullptr && size_of(what->what, sizes) != nullptr;
  });
}

}  // namespace

// By the keys: one that is of this engine alone, and a size.
bool is_engine_settings(const source_text& text) {
  const tree* root = text.document();
  if (root == nullptr || !root->is_map() || root->at("apiVersion") != nullptr || root->at("kind") != nullptr) return false;
  const engine by = engine_of_settings(*root);
  return by != engine::unnamed && !is_trainer(by) && has_size(*root);
}

// It asks for no machine; the GPUs are those that its sizes take.
void read_engine_settings(deployment_file& into) {
  const tree* settings = into.source().document();
  if (settings == nullptr || !settings->is_map()) throw unreadable({0, 0, "expected the settings of one engine, a map"});
  const tree& root = *settings;
  if (!has_size(root)) return;
  workload w{.parallel = {.engine = engine_of_settings(root)}};
  take_engine_settings(root, w.parallel);
  w.identity.kind = name(w.parallel.engine);
  w.identity.line = w.parallel.line;
  w.scale.replicas = {count{1}, w.identity.line};
  const parallel_gpus asked = gpus_of(w.parallel);
  w.scale.gpus = asked.is_known ? said<count>{asked.gpus, asked.line} : said<count>{unknown, asked.line};
  for (const tree* each : root.items)
    if (const engine_argument* what = find_engine_argument(each->key); what != nullptr && what->what == engine_setting::nodes)
      w.scale.nodes = size_said(each->text, each->line);
  into.workloads.push_back(w);
}

}  // namespace headroom::read
