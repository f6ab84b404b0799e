// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/model_config/fields.hpp>


#include <algorithm>
#include <headroom/math.hpp>
#include <headroom/text/to_text.hpp>
#include <utility>

#include <headroom/read/own/reader.hpp>
#include <headroom/read/common/messages.hpp>

namespace headroom::read::configs {

void fields::fail(const tree& at, std::string message) const {
  throw failure{{at.line, at.column, std::move(message), refusal::wrong_value, at.path()}};
}

void fields::fail(std::string_view field, std::string message) const {
  const tree* found = find(field);
  fail(found == nullptr ? *at_ : *found, std::move(message));
}

fields::fields(const tree& at, std::deque<std::string>& texts)
    : at_(&at), texts_(&texts), asked_(std::make_shared<std::set<const tree*>>()), parts_(std::make_shared<std::set<const tree*>>()), absent_(std::make_shared<std::vector<absent_field>>()), by_key_(at.items.begin(), at.items.end()) {
  std::ranges::sort(by_key_, {}, &tree::key);
}

const tree* fields::any_kind(std::string_view name) const {
  const auto key_of = [](const tree* each) { return std::string_view(each->key); };
  const auto found = std::ranges::lower_bound(by_key_, name, {}, key_of);
  if (found == by_key_.end() || (*found)->key != name) return nullptr;
  asked_->insert(*found);
  return *found;
}

const tree* fields::find(std::string_view name) const {
  const tree* found = any_kind(name);
  return found == nullptr || found->is == tree::kind::none ? nullptr : found;
}

const tree* fields::any(std::string_view names) const {
  const tree* first = nullptr;
  while (true) {  // through all of them: the others are other names of the same
    const std::size_t end = names.find('|');
    const tree* found = find(names.substr(0, end));
    if (first == nullptr) first = found;
    if (end == std::string_view::npos) return first;
    names.remove_prefix(end + 1);
  }
}

fields fields::inside(std::string_view name) const {
  const tree* found = find(name);
  if (found == nullptr) fail(*at_, concat("the field \"", name, "\" is missing: expected an object"));
  if (!found->is_map()) fail(*found, concat(description_of(*found), ": expected an object"));
  fields part(*found, *texts_);
  part.asked_ = asked_;
  part.absent_ = absent_;
  return part;
}

fields fields::part(std::string_view name) const {
  fields opened = inside(name);
  parts_->insert(opened.at_);
  return opened;
}

void fields::need(std::initializer_list<std::string_view> names) const {
  for (const std::string_view each : names)
    if (any(each) == nullptr && std::ranges::find(*absent_, absent_field{at_, each}) == absent_->end()) absent_->push_back({at_, each});
}

std::optional<failure> fields::absent() const {
  if (absent_->empty()) return std::nullopt;
  std::vector<absent_field> all = *absent_;
  std::ranges::stable_sort(all, {}, [](const absent_field& each) { return std::pair(each.in->line, each.in->column); });
  const tree& first = *all.front().in;
  const tree* in = &first;
  std::string names;
  for (const absent_field& each : all) {
    names += concat(names.empty() ? "" : each.in == in ? ", " : concat("; of ", each.in->path(), " in line ", each.in->line, ": "), each.name.substr(0, each.name.find('|')));
    in = each.in;
  }
  return failure{{first.line, first.column, concat("fields of this architecture are missing: ", names), refusal::wrong_value, first.path()}};
}

count fields::number_at(const tree& at, count least) const {
  const double n = at.number();
  if (!at.is_number() || math::floor(n) != n || n < static_cast<double>(least) ||
      n > static_cast<double>(max_count))
    fail(at, concat(description_of(at), ": expected a whole number from ", least, " to ", to_text(max_count).view()));
  return static_cast<count>(n);
}

count fields::number(std::string_view names) const {
  need({names});
  const tree* found = any(names);
  return found == nullptr ? 1 : number_at(*found, 1);
}

count fields::number(std::string_view names, count otherwise) const {
  const tree* found = any(names);
  return found == nullptr ? otherwise : number_at(*found, 0);
}

bool fields::is(std::string_view name, bool otherwise) const {
  const tree* found = find(name);
  if (found == nullptr) return otherwise;
  if (!found->is_boolean()) fail(*found, concat(description_of(*found), ": expected true or false"));
  return found->text == "true";
}

std::string_view fields::text(std::string_view name) const {
  const tree* found = find(name);
  if (found == nullptr) return {};
  if (!found->is_string()) fail(*found, concat(description_of(*found), ": expected a text"));
  return found->text;
}

std::vector<const tree*> fields::list(std::string_view name, count items) const {
  const tree* found = find(name);
  if (found == nullptr) return {};
  if (!found->is_list()) fail(*found, concat(description_of(*found), ": expected a list"));
  if (static_cast<count>(found->items.size()) != items)
    fail(*found, concat("a list of ", found->items.size(), " items: expected one for each of ", items, " layers"));
  return {found->items.begin(), found->items.end()};
}

std::vector<bool> fields::flags(std::string_view name, count items) const {
  std::vector<bool> all;
  for (const tree* each : list(name, items)) {
    const bool is_flag = each->is_number() && (each->number() == 0 || each->number() == 1);
    if (!is_flag) fail(*each, concat(description_of(*each), ": expected 0 or 1"));
    all.push_back(each->number() == 1);
  }
  return all;
}

double fields::real(std::string_view name, double otherwise) const {
  const tree* found = find(name);
  if (found == nullptr) return otherwise;
  if (!found->is_number()) fail(*found, concat(description_of(*found), ": expected a number"));
  return found->number();
}

std::vector<count> fields::numbers(std::string_view name, count items, count otherwise) const {
  const tree* found = find(name);
  if (found == nullptr || !found->is_list())
    return std::vector<count>(static_cast<std::size_t>(items), number(name, otherwise));
  std::vector<count> all;
  for (const tree* each : list(name, items)) all.push_back(number_at(*each, 0));
  return all;
}

std::vector<const tree*> fields::unread() const {
  std::vector<const tree*> all;
  for (const tree* each : at_->items) {
    if (!asked_->contains(each)) all.push_back(each);
    if (!parts_->contains(each)) continue;
    for (const tree* one : each->items)
      if (!asked_->contains(one)) all.push_back(one);
  }
  return all;
}

count number_or_none(const tree* found) {
  return found != nullptr && found->is_number() && found->number() >= 1 && found->number() <= 65'536
             ? static_cast<count>(found->number())
             : 0;
}
std::string_view word_or_none(const fields& c, std::string_view name) {
  const tree* found = c.find(name);
  return found != nullptr && found->is_string() ? std::string_view(found->text) : std::string_view{};
}
bool is_set(const fields& c, std::string_view name, bool otherwise) {
  const tree* found = c.find(name);
  return found == nullptr || !found->is_boolean() ? otherwise : found->text == "true";
}
std::optional<fields> object_or_none(const fields& c, std::string_view name) {
  const tree* found = c.find(name);
  if (found == nullptr || !found->is_map()) return std::nullopt;
  return c.inside(name);
}

}  // namespace headroom::read::configs
