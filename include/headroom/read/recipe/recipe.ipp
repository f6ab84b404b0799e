// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/recipe/recipe.hpp>

#include <headroom/read/recipe/roles.hpp>
#include <headroom/read/helm_values/values.hpp>

namespace headroom::read {

bool is_recipe(const source_text& text) {
  const tree* root = text.document();
  if (root == nullptr || (root->at("apiVersion") != nullptr && root->at("kind") != nullptr)) return false;
  return recipe_in(*root) != nullptr || has_capacity(*root);
}

void read_recipe(deployment_file& into) {
  const tree* root = into.source().document();
  if (root == nullptr) throw unreadable({1, 0, "not a recipe: expected one map, of a recipe or of Helm values"});
  if (const tree* recipe = recipe_in(*root))
    read_serving_recipe(*recipe, into);
  else
    read_values(*root, into);
  if (into.pools.empty() && into.workloads.empty()) into.documents_without_capacity = 1;
}

}  // namespace headroom::read
