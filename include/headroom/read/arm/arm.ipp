// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/arm/arm.hpp>

#include <cstdint>
#include <headroom/deployment/resolve.hpp>
#include <set>
#include <string>
#include <vector>

#include <headroom/read/arm/pools.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

std::string joined_type(std::string_view parent, std::string_view own) {
  std::string type(own);
  // A child's type is short, and stands in its parent's.
  if (!parent.empty() && own.find('.') == std::string_view::npos) type = std::string(parent) + "/" + type;
  return in_small_letters(type);
}

// Goes through a template's resources, with the turns of its loops and the templates in it.
class template_reader {
 public:
  template_reader(deployment_file& into, template_pools& pools)
      : into_(into), pools_(pools), described_(into.described.emplace()) {}

  // What a template says of itself; its parameters say what may be.
  void describe(const tree* document) {
    const tree* metadata = find_member(document, "metadata");
    if (metadata != nullptr && seen_.insert(metadata).second) described_.push_back(metadata);
  }

  void read_all(const tree* resources, const template_scope& in, std::string_view parent_type,
                std::string_view parent_name, const said<count>& times) {
    if (resources == nullptr) return;
    // A list, or in version 2.0 of the language an object with symbolic names.
    for (const tree* each : resources->items)
      if (each->is_map()) read_turns(*each, in, parent_type, parent_name, times);
  }

 private:
  struct parents {
    std::string_view type{};
    std::string_view name{};
  };

  void read_turns(const tree& says, const template_scope& in, std::string_view parent_type,
                  std::string_view parent_name, const said<count>& times) {
    const tree* loop = find_member(&says, "copy");
    if (loop == nullptr || !loop->is_map()) {
      read_one(says, in, {parent_type, parent_name}, {}, times);
      return;
    }
    const std::string_view name = text_of(find_member(loop, "name"));
    const template_value n = evaluator().value_of(find_member(loop, "count"), in);
    const bool is_told_apart = n.is_number() && n.number >= 0 && n.number <= turns_left_;
    template_scope inside = in;
    inside.turns.push_back({.loop = name, .of_resource = true});
    if (!is_told_apart) {
      const said<count> all = n.is_number() ? said<count>{count_of(std::to_string(n.number), n.line), n.line}
                                            : said<count>{unknown, n.line != 0 ? n.line : loop->line};
      read_one(says, evaluator().keep(inside), {parent_type, parent_name}, name, product(all, times));
      return;
    }
    turns_left_ -= n.number;
    for (std::int64_t i = 0; i < n.number; ++i) {
      inside.turns.back().index = i;
      read_one(says, evaluator().keep(inside), {parent_type, parent_name}, name, times);
    }
  }

  void read_one(const tree& says, const template_scope& in, const parents& of, std::string_view loop,
                said<count> times) {
    const template_value condition = evaluator().value_of(find_member(&says, "condition"), in);
    if (condition.is == template_kind::truth && !condition.truth) return;
    if (condition.is != template_kind::truth && condition.is != template_kind::nothing)
      times = {unknown, condition.line};

    const template_value called = evaluator().value_of(find_member(&says, "name"), in);
    const std::string_view symbol = says.key;
    std::string_view name = loop;
    if (name.empty()) name = symbol;
    const std::string_view type = text_of(find_member(&says, "type"));
    if (name.empty()) name = type.substr(type.rfind('/') + 1);
    if (called.is_text() && !called.text.empty())
      name = into_.keep(of.name.empty() ? called.text : std::string(of.name) + "/" + called.text);
    template_resource r{.says = &says,
                        .type = joined_type(of.type, type),
                        .name = name,
                        .id = in_small_letters(joined_type(of.type, type) + "/" + called.text),
                        .place = std::to_string(reinterpret_cast<std::uintptr_t>(&says)),
                        .times = times};
    r.body = {.is = template_kind::object, .line = says.line};
    r.body.said = &says;
    r.body.scope = &in;
    if (of.type.empty() && r.type != "microsoft.resources/deployments" && seen_.insert(&says).second)
      described_.push_back(&says);
    const bool is_there = text_of(find_member(&says, "existing")) == "true";
    if (r.type == "microsoft.resources/deployments" && !is_there)
      read_inner(says, in, times);
    else if (!is_there)
      pools_.read(r);
    read_all(find_member(&says, "resources"), in, r.type, r.name, times);
  }

  // A template in a template: with parameters of its own, or with those around it.
  void read_inner(const tree& says, const template_scope& in, const said<count>& times) {
    const tree* properties = find_member(&says, "properties");
    const tree* inner = find_member(properties, "template");
    if (const tree* link = find_member(properties, "templateLink"); link != nullptr && inner == nullptr)
      into_.not_followed.push_back({link->key_line, 0, "the template that this links to is not read: check that one too"});
    describe(inner);
    const tree* options = find_member(properties, "expressionEvaluationOptions");
    if (!ascii::is_same(text_of(find_member(options, "scope")), "inner")) {
      read_all(find_member(inner, "resources"), in, {}, {}, times);
      return;
    }
    const template_scope& own =
        evaluator().keep({.document = inner, .passed = find_member(properties, "parameters"), .passed_in = &in});
    read_all(find_member(inner, "resources"), own, {}, {}, times);
  }

  template_evaluator& evaluator() { return pools_.evaluator(); }

  deployment_file& into_;
  template_pools& pools_;
  std::vector<const tree*>& described_;
  std::set<const tree*> seen_;  // of them
  std::int64_t turns_left_ = 10'000;
};

}  // namespace

bool is_resource_manager(const source_text& text) {
  const tree* document = text.document();
  if (document == nullptr) return false;
  const std::string_view schema = text_of(find_member(document, "$schema"));
  if (ascii::contains(schema, "deploymentTemplate.json")) return true;
  return schema.empty() && document->at("contentVersion") != nullptr && document->at("resources") != nullptr;
}

void read_resource_manager(deployment_file& into) {
  const tree* document = into.source().document();
  if (document == nullptr) throw unreadable({1, 0, "not an ARM template: expected a JSON object"});
  template_pools pools(into);
  template_reader reader(into, pools);
  const template_scope whole{.document = document};
  reader.describe(document);
  reader.read_all(find_member(document, "resources"), whole, {}, {}, {count{1}, document->line});
  pools.finish();
  if (into.pools.empty() && into.quotas.empty()) into.documents_without_capacity = 1;
}

}  // namespace headroom::read
