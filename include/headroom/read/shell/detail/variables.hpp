// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <headroom/read/shell/detail/arena.hpp>
#include <headroom/read/shell/environment.hpp>
#include <headroom/read/shell/syntax.hpp>
#include <headroom/read/shell/value.hpp>

namespace headroom::read::shell::detail {

struct element {
  std::int64_t index = 0;
  std::string_view key{};  // of a map
  expanded_word word{};
};

// What a name stands for. One that nothing has set has none.
struct binding {
  enum class kind : unsigned char { unset, scalar, array, map };
  kind what = kind::scalar;
  bool is_exported = false;
  bool is_readonly = false;
  bool converts = false;  // what is assigned: to a number, to capitals
  bool is_reference = false;  // to another variable
  bool may_be_unset = false;
  value scalar{};
  std::span<const element> elements{};
  const command* body = nullptr;  // of a function; nullptr: which one is not known
};

// The variables, functions and written files at one place of a script. What a branch changes can be taken note of and undone.
class variables {
 public:
  using slot = std::uint32_t;
  struct change {
    slot which = 0;
    const binding* now = nullptr;
    bool is_local = false;  // of a function, since it was changed first
  };
  using changes = std::vector<change>;
  struct mark {
    std::size_t changed = 0;
    const environment* exported = nullptr;
  };

  explicit variables(arena& memory) : memory_(memory) {}

  slot slot_of(std::string_view name);
  slot slot_of_function(std::string_view name);
  // What the script has written to a file; it has a binding as long as all of that is known.
  slot slot_of_file(std::string_view path);
  std::string_view name_of(slot which) const { return names_[which]; }
  const binding* at(slot which) const { return now_[which]; }
  const binding* find(std::string_view name) { return at(slot_of(name)); }
  // Makes no slot for a path that is only asked for.
  const binding* find_file(std::string_view path) const;
  std::size_t size() const { return now_.size(); }
  bool is_file(slot which) const { return names_[which].starts_with('>'); }
  bool is_variable(slot which) const { return !is_file(which) && !names_[which].ends_with(')'); }

  void set(slot which, const binding* to);
  // Of a function: what it was before is again when that returns; of what only some ways made local, where it is still `after` then.
  void make_local(slot which, const binding* after = nullptr);

  mark here() const { return {trail_.size(), exported_}; }
  changes since(const mark& begin);
  // The same, with what was local as it was before.
  changes leaving(const mark& begin);
  void return_to(const mark& to);

  const environment* exported() const { return exported_; }
  const environment* with(const environment* before, std::string_view name, const value& holds) {
    return memory_.keep(environment{name, memory_.keep(holds), before});
  }

 private:
  struct past {
    slot which = 0;
    const binding* before = nullptr;
    bool is_local = false;
    const binding* after = nullptr;
  };
  bool stays_local(std::size_t at) const;
  changes collect(const mark& begin, bool leaves);

  arena& memory_;
  std::unordered_map<std::string_view, slot> slots_{};
  std::vector<std::string_view> names_{};
  std::vector<const binding*> now_{};
  std::vector<std::size_t> seen_{};  // in which collection
  std::size_t collections_ = 0;
  std::vector<past> trail_{};
  const environment* exported_ = nullptr;
};

}  // namespace headroom::read::shell::detail
