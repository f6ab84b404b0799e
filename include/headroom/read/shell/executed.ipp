// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

#include <headroom/read/shell/executed.hpp>

namespace headroom::read::shell {

namespace executed_detail {

bool is_within(const walked& in, std::size_t job, const circumstances& of) {
  for (std::size_t at = of.background; at != nowhere; at = in.jobs[at].within)
    if (at == job) return true;
  return false;
}

bool share_pipeline(const circumstances& a, const circumstances& b) {
  for (const stage* one = a.pipeline; one != nullptr; one = one->around)
    for (const stage* other = b.pipeline; other != nullptr; other = other->around)
      if (one->pipeline == other->pipeline && one->place != other->place) return true;
  return false;
}

}  // namespace executed_detail

bool may_run_together(const walked& in, std::size_t first, std::size_t second) {
  if (first > second) std::swap(first, second);
  const executed& before = in.commands[first];
  const executed& after = in.commands[second];
  // Of two that start each other, the later is in all pipelines and jobs of the earlier.
  if (executed_detail::share_pipeline(*before.in, *after.in)) return true;
  for (const running_job* each = after.beside; each != nullptr; each = each->next)
    if (executed_detail::is_within(in, each->job, *before.in) && !executed_detail::is_within(in, each->job, *after.in)) return true;
  return false;
}

const value* find_file(std::span<const file_text> files, std::string_view path) {
  const auto found = std::ranges::find(files, detail::plain_path(path), &file_text::path);
  return found == files.end() ? nullptr : &found->text;
}

}  // namespace headroom::read::shell
