// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/terraform/plan.hpp>

#include <algorithm>
#include <set>

#include <headroom/read/common/values.hpp>

namespace headroom::read {

namespace {

bool is_true(const tree* value) { return text_of(value) == "true"; }

bool has_action(const tree* change, std::string_view action) {
  const tree* actions = change == nullptr ? nullptr : change->at("change", "actions");
  return actions != nullptr && std::ranges::any_of(actions->items, [&](const tree* each) { return text_of(each) == action; });
}

// References to resources of a type in an expression or a block of them: "aws_launch_template.gpu[0].id".
struct references {
  std::set<std::string_view> to_type{};
  bool may_be_others = false;  // a condition or a variable chooses
};

void collect_references(const tree& expression, std::string_view type, references& into) {
  const tree* list = expression.at("references");
  if (list != nullptr && list->is_list()) {
    const auto is_of_type = [&](const tree* each) {
      const std::string_view text = text_of(each);
      return text.starts_with(type) && text.substr(type.size()).starts_with('.');
    };
    const auto is_index = [](const tree* each) {
      return text_of(each).starts_with("each.") || text_of(each).starts_with("count.");
    };
    if (std::ranges::none_of(list->items, is_of_type)) return;
    for (const tree* each : list->items) {
      if (is_of_type(each))
        into.to_type.insert(each->text);
      else if (!is_index(each))
        into.may_be_others = true;
    }
    return;
  }
  for (const tree* each : expression.items) collect_references(*each, type, into);
}

}  // namespace

// ---- values

terraform_value terraform_value::at(std::string_view name) const {
  return {
      .value = value == nullptr ? nullptr : value->at(name),
      .unknown_after = unknown_after == nullptr || is_true(unknown_after) ? unknown_after : unknown_after->at(name)};
}

terraform_value terraform_value::block() const {
  const bool is_list = (value != nullptr && value->is_list()) || (unknown_after != nullptr && unknown_after->is_list());
  if (!is_list) return *this;
  const auto first = [](const tree* list) {
    return list == nullptr || list->items.empty() ? nullptr : list->items.front();
  };
  return {.value = first(value), .unknown_after = is_true(unknown_after) ? unknown_after : first(unknown_after)};
}

std::vector<terraform_value> terraform_value::items() const {
  std::vector<terraform_value> all;
  if (value == nullptr) return all;
  if (value->is_map()) return {*this};
  for (std::size_t i = 0; i < value->items.size(); ++i) {
    const tree* open = unknown_after;
    if (open != nullptr && open->is_list()) open = i < open->items.size() ? open->items[i] : nullptr;
    all.push_back({.value = value->items[i], .unknown_after = open});
  }
  return all;
}

bool terraform_value::is_left_open() const {
  return (value == nullptr || value->is == tree::kind::none) && is_true(unknown_after);
}

said<count> count_said(const terraform_value& value) {
  if (value.is_left_open()) return {unknown, value.unknown_after->line, said_state::left_open};
  return count_said(value.value);
}

said<bool> bool_said(const terraform_value& value) {
  if (value.is_left_open()) return {unknown, value.unknown_after->line, said_state::left_open};
  return bool_said(value.value);
}

said<std::string_view> text_said(const terraform_value& value) {
  if (value.is_left_open()) return {unknown, value.unknown_after->line, said_state::left_open};
  return text_said(value.value);
}

said<count> length_said(const terraform_value& list) {
  if (list.is_left_open()) return {unknown, list.unknown_after->line, said_state::left_open};
  if (list.value == nullptr || !list.value->is_list()) return {};
  return {static_cast<count>(list.value->items.size()), list.value->line};
}

// ---- resources

std::string without_indexes(std::string_view address) {
  std::string plain;
  bool in_index = false;
  bool in_quotes = false;
  for (std::size_t i = 0; i < address.size(); ++i) {
    const char c = address[i];
    if (c == '\\') {
      ++i;
    } else if (c == '"') {
      in_quotes = !in_quotes;
    } else if (!in_quotes && (c == '[' || c == ']')) {
      in_index = c == '[';
    } else if (!in_index) {
      plain += c;
    }
  }
  return plain;
}

terraform_plan::terraform_plan(const tree& document) {
  const tree* changes = document.at("resource_changes");
  if (changes != nullptr && changes->is_list())
    for (const tree* each : changes->items)
      if (each->at("deposed") == nullptr) changes_.try_emplace(text_of(each->at("address")), each);
  if (const tree* configured = document.at("configuration", "root_module")) take_configuration(*configured, "");

  if (const tree* planned = document.at("planned_values")) {
    if (const tree* root = planned->at("root_module")) take_module(*root, "");
  } else if (changes != nullptr) {
    take_changes(*changes);
  } else if (const tree* root = document.at("values", "root_module")) {
    take_module(*root, "");
  }
  look_for_aws_regions(document);
}

void terraform_plan::look_for_aws_regions(const tree& document) {
  int configured = 0;
  if (const tree* providers = document.at("configuration", "provider_config"))
    for (const tree* each : providers->items) configured += text_of(each->at("name")) == "aws" ? 1 : 0;
  std::string_view region;
  bool differ = false;
  for (const terraform_resource& each : resources_) {
    const std::string_view own = each.type.starts_with("aws_") ? text_of(each.at("region").value) : std::string_view{};
    differ = differ || (!own.empty() && !region.empty() && own != region);
    if (!own.empty()) region = own;
  }
  has_one_aws_region_ = configured <= 1 && !differ;
}

void terraform_plan::take_configuration(const tree& module, const std::string& prefix) {
  if (const tree* resources = module.at("resources"))
    for (const tree* each : resources->items)
      if (each->at("expressions") != nullptr)
        expressions_.try_emplace(prefix + std::string(text_of(each->at("address"))), each->at("expressions"));
  if (const tree* calls = module.at("module_calls"))
    for (const tree* each : calls->items)
      if (const tree* called = each->at("module"))
        take_configuration(*called, prefix + "module." + std::string(each->key) + ".");
}

void terraform_plan::take_module(const tree& module, std::string_view address) {
  if (const tree* resources = module.at("resources"))
    for (const tree* each : resources->items) {
      if (text_of(each->at("mode")) != "managed" || !text_of(each->at("deposed_key")).empty()) continue;
      const std::string_view its = text_of(each->at("address"));
      const auto found = changes_.find(its);
      const tree* change = found == changes_.end() ? nullptr : found->second;
      add({.address = its,
           .module = address,
           .type = text_of(each->at("type")),
           .name = text_of(each->at("name")),
           .index = text_of(each->at("index")),
           .values = {.value = each->at("values"),
                      .unknown_after = change == nullptr ? nullptr : change->at("change", "after_unknown")},
           .is_new = has_action(change, "create"),
           .line = each->line});
    }
  if (const tree* children = module.at("child_modules"))
    for (const tree* each : children->items) take_module(*each, text_of(each->at("address")));
}

// Of a plan of which only the changes were kept.
void terraform_plan::take_changes(const tree& changes) {
  if (!changes.is_list()) return;
  for (const tree* each : changes.items) {
    const tree* after = each->at("change", "after");
    const bool goes = has_action(each, "forget") || (has_action(each, "delete") && !has_action(each, "create"));
    if (text_of(each->at("mode")) != "managed" || each->at("deposed") != nullptr || goes) continue;
    add({.address = text_of(each->at("address")),
         .module = text_of(each->at("module_address")),
         .type = text_of(each->at("type")),
         .name = text_of(each->at("name")),
         .index = text_of(each->at("index")),
         .values = {.value = after, .unknown_after = each->at("change", "after_unknown")},
         .is_new = has_action(each, "create"),
         .line = each->line});
  }
}

void terraform_plan::add(const terraform_resource& one) {
  const std::size_t at = resources_.size();
  by_address_[std::string(one.module) + '\n' + std::string(one.type) + '.' + std::string(one.name)].push_back(at);
  for (const std::string_view each : {"id", "name", "arn", "self_link", "self_link_unique"}) {
    const std::string_view text = text_of(one.at(each).value);
    if (text.empty()) continue;
    std::vector<std::size_t>& named = by_name_[std::string(one.type) + '\n' + std::string(text)];
    if (named.empty() || named.back() != at) named.push_back(at);
  }
  resources_.push_back(one);
}

// ---- what the configuration says

const tree* terraform_plan::expressions_of(const terraform_resource& resource) const {
  const auto found = expressions_.find(without_indexes(resource.address));
  return found == expressions_.end() ? nullptr : found->second;
}

said<bool> terraform_plan::sets(const terraform_resource& resource, std::string_view attribute) const {
  const tree* expressions = expressions_of(resource);
  if (expressions == nullptr) return {};
  return {expressions->at(attribute) != nullptr, expressions->line};
}

const terraform_resource* terraform_plan::referred(const terraform_resource& from, const tree& expression,
                                                   std::string_view type) const {
  references found;
  collect_references(expression, type, found);
  std::set<std::string> names;
  std::set<std::string_view> keys;
  for (const std::string_view each : found.to_type) {
    const std::string_view rest = each.substr(type.size() + 1);
    const std::size_t end = std::min(rest.find_first_of(".["), rest.size());
    names.insert(std::string(rest.substr(0, end)));
    if (rest.substr(end).starts_with('[')) keys.insert(rest.substr(end, rest.find(']', end) + 1 - end));
  }
  if (names.size() != 1 || keys.size() > 1 || found.may_be_others) return nullptr;
  const auto named = by_address_.find(std::string(from.module) + '\n' + std::string(type) + '.' + *names.begin());
  if (named == by_address_.end()) return nullptr;
  if (named->second.size() == 1) return &resources_[named->second.front()];
  for (const std::size_t i : named->second) {
    const terraform_resource& one = resources_[i];
    if (keys.empty() ? !from.index.empty() && one.index == from.index : one.address.ends_with(*keys.begin()))
      return &one;
  }
  return nullptr;
}

const terraform_resource* terraform_plan::named_by(const terraform_resource& from, std::string_view attribute,
                                                   std::string_view type,
                                                   const std::vector<terraform_value>& names) const {
  for (const terraform_value& each : names) {
    const auto found = by_name_.find(std::string(type) + '\n' + std::string(text_of(each.value)));
    if (found != by_name_.end() && found->second.size() == 1) return &resources_[found->second.front()];
  }
  const tree* expressions = expressions_of(from);
  const tree* expression = expressions == nullptr ? nullptr : expressions->at(attribute);
  return expression == nullptr ? nullptr : referred(from, *expression, type);
}

}  // namespace headroom::read
