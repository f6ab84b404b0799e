// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include <headroom/read/shell/detail/variables.hpp>

namespace headroom::read::shell::detail {

variables::slot variables::slot_of(std::string_view name) {
  if (const auto found = slots_.find(name); found != slots_.end()) return found->second;
  const auto which = static_cast<slot>(names_.size());
  names_.push_back(memory_.keep_text(name));
  now_.push_back(nullptr);
  seen_.push_back(0);
  slots_.emplace(names_.back(), which);
  return which;
}

variables::slot variables::slot_of_function(std::string_view name) { return slot_of(std::string(name) + "()"); }

variables::slot variables::slot_of_file(std::string_view path) { return slot_of(">" + std::string(path)); }

const binding* variables::find_file(std::string_view path) const {
  const auto found = slots_.find(">" + std::string(path));
  return found == slots_.end() ? nullptr : now_[found->second];
}

void variables::set(slot which, const binding* to) {
  const binding*& now = now_[which];
  if (now == to) return;
  trail_.push_back({which, now});
  const bool was_exported = now != nullptr && now->is_exported;
  const bool is_exported = to != nullptr && to->is_exported;
  const bool is_hidden = is_exported && to->what == binding::kind::unset;  // by one of a function: what starts finds it
  now = to;
  if ((was_exported || is_exported) && !is_hidden && is_variable(which))
    exported_ = memory_.keep(environment{names_[which], is_exported ? &to->scalar : nullptr, exported_});
}

void variables::make_local(slot which, const binding* after) { trail_.push_back({which, now_[which], true, after}); }

// What nothing has set since but as a local one.
bool variables::stays_local(std::size_t at) const {
  const past* one = &trail_[at];
  const auto is_set_since = [&] { return one->after != nullptr && one->after != now_[one->which]; };
  while (one->is_local && is_set_since() && ++at < trail_.size())
    if (const past& next = trail_[at]; next.which == one->which && next.is_local && next.before == one->after) one = &next;
  return one->is_local && !is_set_since();
}

variables::changes variables::since(const mark& begin) { return collect(begin, false); }
variables::changes variables::leaving(const mark& begin) { return collect(begin, true); }

variables::changes variables::collect(const mark& begin, bool leaves) {
  changes all;
  ++collections_;
  // What was local counts as it was when it first became so.
  for (std::size_t i = begin.changed; leaves && i < trail_.size(); ++i) {
    if (!stays_local(i) || seen_[trail_[i].which] == collections_) continue;
    seen_[trail_[i].which] = collections_;
    all.push_back({trail_[i].which, trail_[i].before});
  }
  for (std::size_t i = begin.changed; i < trail_.size(); ++i) {
    const slot which = trail_[i].which;
    if (seen_[which] == collections_) continue;
    seen_[which] = collections_;
    all.push_back({which, now_[which], !leaves && stays_local(i)});
  }
  return all;
}

void variables::return_to(const mark& to) {
  while (trail_.size() > to.changed) {
    if (!trail_.back().is_local) now_[trail_.back().which] = trail_.back().before;
    trail_.pop_back();
  }
  exported_ = to.exported;
}

}  // namespace headroom::read::shell::detail
