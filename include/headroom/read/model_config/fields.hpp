// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <deque>
#include <headroom/count.hpp>
#include <initializer_list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <headroom/read/document.hpp>

// Reading the config.json of a model: not of a deployment.
namespace headroom::read::configs {

struct failure {
  reading_error error;
};

// A field that an architecture needs, as it spells it, and the object that does not have it.
struct absent_field {
  const tree* in = nullptr;
  std::string_view name{};
  friend bool operator==(const absent_field&, const absent_field&) = default;
};

// More layers than any model has; so many are gone through one by one.
inline constexpr count most_layers = 10'000;

// One object of a config.json. A field that is null is one that is not there, as transformers has it.
class fields {
 public:
  fields(const tree& at, std::deque<std::string>& texts);

  [[noreturn]] void fail(const tree& at, std::string message) const;
  // At the value of a field, or at the whole where the field is not there.
  [[noreturn]] void fail(std::string_view field, std::string message) const;

  const tree& object() const { return *at_; }
  const tree* find(std::string_view name) const;                                    // null where it is not there
  bool mentions(std::string_view name) const { return any_kind(name) != nullptr; }  // even as null
  bool has(std::string_view name) const { return find(name) != nullptr; }
  // An object in this one. Fails where it is none.
  fields inside(std::string_view name) const;
  // The same of one whose fields have to be understood as those around it.
  fields part(std::string_view name) const;

  // Fields that have to be there. Those that are not are told together, by what has read the whole: `absent`.
  void need(std::initializer_list<std::string_view> names) const;
  // What is said of those that were needed and not there, in this and in the parts of it; nothing where there are none.
  std::optional<failure> absent() const;

  // Of several spellings "a|b", the first that is there. Whole numbers from 0 to 2^40; one that is needed is not 0, and is
  // 1 where it is not there.
  count number(std::string_view names) const;
  count number(std::string_view names, count otherwise) const;
  bool is(std::string_view name, bool otherwise) const;
  std::string_view text(std::string_view name) const;  // empty where it is not there
  // Nothing where it is not there; fails where it is no list, or has not that many items.
  std::vector<const tree*> list(std::string_view name, count items) const;
  std::vector<bool> flags(std::string_view name, count items) const;  // a list of 0 and 1

  // A number that need not be whole.
  double real(std::string_view name, double otherwise) const;
  // One number for each layer: of a list, or the same for all.
  std::vector<count> numbers(std::string_view name, count items, count otherwise) const;
  // Fields that this architecture has, and that no count depends on as it is here.
  void pass_over(std::initializer_list<std::string_view> names) const {
    for (const std::string_view each : names) any_kind(each);
  }
  // What nobody has asked for so far, here and in the parts of this, in the order of the file.
  std::vector<const tree*> unread() const;

  // A text that the model may refer to.
  std::string_view keep(std::string text) const { return texts_->emplace_back(std::move(text)); }

 private:
  const tree* any_kind(std::string_view name) const;
  const tree* any(std::string_view names) const;
  count number_at(const tree& at, count least) const;

  const tree* at_;
  std::deque<std::string>* texts_;
  std::shared_ptr<std::set<const tree*>> asked_;  // of this object and of those inside and around it
  std::shared_ptr<std::set<const tree*>> parts_;  // likewise
  std::shared_ptr<std::vector<absent_field>> absent_;  // likewise
  std::vector<const tree*> by_key_;  // in order: a field is asked for again for each layer
};

// Of what need not be right: a number from 1 to 65,536, else 0; a text, else empty; a flag; an object.
count number_or_none(const tree* found);
inline count number_or_none(const fields& c, std::string_view name) { return number_or_none(c.find(name)); }
std::string_view word_or_none(const fields& c, std::string_view name);
bool is_set(const fields& c, std::string_view name, bool otherwise = false);
std::optional<fields> object_or_none(const fields& c, std::string_view name);

}  // namespace headroom::read::configs
