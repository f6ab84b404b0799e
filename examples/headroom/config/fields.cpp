// SPDX-License-Identifier: BSL-1.0
#include "config/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/math.hpp>
#include <headroom/text/to_text.hpp>
#include <utility>

#include "reader.hpp"

namespace headroom::program::configs {

void fields::fail(const node& at, std::string message) const {
  throw failure{from_->error_at(at.offset, at.path(), std::move(message))};
}

void fields::fail(std::string_view field, std::string message) const {
  const node* found = find(field);
  fail(found == nullptr ? *at_ : *found, std::move(message));
}

fields::fields(const document& from, const node& at, std::deque<std::string>& texts)
    : from_(&from), at_(&at), texts_(&texts), by_key_(at.items) {
  std::ranges::sort(by_key_, {}, &node::key);
}

const node* fields::any_kind(std::string_view name) const {
  const auto key_of = [](const node* each) { return std::string_view(each->key); };
  const auto found = std::ranges::lower_bound(by_key_, name, {}, key_of);
  return found == by_key_.end() || (*found)->key != name ? nullptr : *found;
}

const node* fields::find(std::string_view name) const {
  const node* found = any_kind(name);
  return found == nullptr || found->kind == kind::null ? nullptr : found;
}

const node* fields::any(std::string_view names) const {
  while (true) {
    const std::size_t end = names.find('|');
    if (const node* found = find(names.substr(0, end))) return found;
    if (end == std::string_view::npos) return nullptr;
    names.remove_prefix(end + 1);
  }
}

fields fields::inside(std::string_view name) const {
  const node* found = find(name);
  if (found == nullptr) fail(*at_, fmt::format("the field \"{}\" is missing: expected an object", name));
  if (found->kind != kind::object) fail(*found, fmt::format("{}: expected an object", description_of(*found)));
  return {*from_, *found, *texts_};
}

void fields::need(std::initializer_list<std::string_view> names) const {
  std::string missing;
  for (const std::string_view each : names)
    if (any(each) == nullptr)
      missing += fmt::format("{}{}", missing.empty() ? "" : ", ", each.substr(0, each.find('|')));
  if (!missing.empty()) fail(*at_, fmt::format("fields of this architecture are missing: {}", missing));
}

count fields::number_at(const node& at, count least) const {
  const double n = at.number;
  if (at.kind != kind::number || math::floor(n) != n || n < static_cast<double>(least) ||
      n > static_cast<double>(max_count))
    fail(at, fmt::format("{}: expected a whole number from {} to {}", description_of(at), least,
                         to_text(max_count).view()));
  return static_cast<count>(n);
}

count fields::number(std::string_view names) const {
  need({names});
  return number_at(*any(names), 1);
}

count fields::number(std::string_view names, count otherwise) const {
  const node* found = any(names);
  return found == nullptr ? otherwise : number_at(*found, 0);
}

bool fields::is(std::string_view name, bool otherwise) const {
  const node* found = find(name);
  if (found == nullptr) return otherwise;
  if (found->kind != kind::boolean) fail(*found, fmt::format("{}: expected true or false", description_of(*found)));
  return found->yes;
}

std::string_view fields::text(std::string_view name) const {
  const node* found = find(name);
  if (found == nullptr) return {};
  if (found->kind != kind::text) fail(*found, fmt::format("{}: expected a text", description_of(*found)));
  return found->text;
}

std::vector<const node*> fields::list(std::string_view name, count items) const {
  const node* found = find(name);
  if (found == nullptr) return {};
  if (found->kind != kind::list) fail(*found, fmt::format("{}: expected a list", description_of(*found)));
  if (static_cast<count>(found->items.size()) != items)
    fail(*found, fmt::format("a list of {} items: expected one for each of {} layers", found->items.size(), items));
  return found->items;
}

std::vector<bool> fields::flags(std::string_view name, count items) const {
  std::vector<bool> all;
  for (const node* each : list(name, items)) {
    const bool is_flag = each->kind == kind::number && (each->number == 0 || each->number == 1);
    if (!is_flag) fail(*each, fmt::format("{}: expected 0 or 1", description_of(*each)));
    all.push_back(each->number == 1);
  }
  return all;
}

count number_or_none(const fields& c, std::string_view name) {
  const node* found = c.find(name);
  return found != nullptr && found->kind == kind::number && found->number >= 1 && found->number <= 65'536
             ? static_cast<count>(found->number)
             : 0;
}
std::string_view word_or_none(const fields& c, std::string_view name) {
  const node* found = c.find(name);
  return found != nullptr && found->kind == kind::text ? std::string_view(found->text) : std::string_view{};
}
bool is_set(const fields& c, std::string_view name, bool otherwise) {
  const node* found = c.find(name);
  return found == nullptr || found->kind != kind::boolean ? otherwise : found->yes;
}
std::optional<fields> object_or_none(const fields& c, std::string_view name) {
  const node* found = c.find(name);
  if (found == nullptr || found->kind != kind::object) return std::nullopt;
  return c.inside(name);
}

}  // namespace headroom::program::configs
