// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/kubernetes/config_maps.hpp>

#include <headroom/read/common/values.hpp>

namespace headroom::read {

namespace {

// A volume's ConfigMap as files: by its keys, or by the paths that items: gives them.
mounted_files files_of_volume(const tree& volume, const kubernetes_index& index) {
  mounted_files files;
  const tree* source = volume.at("configMap");
  const tree* data = source == nullptr ? nullptr : index.config_map(text_of(source->at("name")));
  if (data == nullptr || !data->is_map()) return files;
  const tree* items = source->at("items");
  if (items == nullptr || !items->is_list()) {
    for (const tree* each : data->items) files.emplace(std::string(each->key), each);
    return files;
  }
  for (const tree* each : items->items)
    if (const tree* text = data->at(text_of(each->at("key")))) files.emplace(std::string(text_of(each->at("path"))), text);
  return files;
}

std::string joined_path(std::string_view folder, std::string_view name) {
  while (folder.ends_with('/')) folder.remove_suffix(1);
  return std::string(folder) + '/' + std::string(name);
}

}  // namespace

void take_config_variables(const tree& container, const kubernetes_index& index, outer_variables& into) {
  for_each_item(container.at("env"), [&](const tree& each) {
    const tree* from = each.at("valueFrom", "configMapKeyRef");
    const tree* data = from == nullptr ? nullptr : index.config_map(text_of(from->at("name")));
    const tree* value = data == nullptr ? nullptr : data->at(text_of(from->at("key")));
    if (value != nullptr && value->is_text()) into[std::string(text_of(each.at("name")))] = {std::string(value->text), value->line};
  });
  for_each_item(container.at("envFrom"), [&](const tree& each) {
    const tree* data = index.config_map(text_of(each.at("configMapRef", "name")));
    if (data == nullptr) return;
    const std::string prefix(text_of(each.at("prefix")));
    for (const tree* value : data->items)
      if (value->is_text()) into.try_emplace(prefix + std::string(value->key), outer_variable{std::string(value->text), value->line});
  });
}

mounted_files files_mounted(const tree& spec, const tree& container, const kubernetes_index& index) {
  mounted_files mounted;
  for_each_item(container.at("volumeMounts"), [&](const tree& mount) {
    for_each_item(spec.at("volumes"), [&](const tree& volume) {
      if (text_of(volume.at("name")).empty() || text_of(volume.at("name")) != text_of(mount.at("name"))) return;
      const std::string_view path = text_of(mount.at("mountPath"));
      const std::string_view part = text_of(mount.at("subPath"));
      for (const auto& [name, text] : files_of_volume(volume, index)) {
        if (!text->is_text()) continue;
        if (part.empty()) mounted.emplace(joined_path(path, name), text);
        else if (part == name) mounted.emplace(std::string(path), text);
      }
    });
  });
  return mounted;
}

}  // namespace headroom::read
