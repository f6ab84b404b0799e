// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/shell/detail/variables.hpp>

// What variables are where several ways come together.
namespace headroom::read::shell::detail {

class merger {
 public:
  // `why` is told of what differs. Of a loop the ways are endless: what differs then is not named one by one.
  merger(arena& memory, const unjudged& why, bool is_endless) : memory_(memory), why_(why), is_endless_(is_endless) {}

  const binding* merge(const binding* first, const binding* second);

 private:
  value merge_values(const value& first, const value& second);
  std::span<const element> merge_elements(std::span<const element> first, std::span<const element> second);
  std::span<const std::string_view> alternatives(const value& first, const value& second);
  binding unknown_like(const binding* first, const binding* second);

  arena& memory_;
  unjudged why_;
  bool is_endless_;
};

// Whether two are the same: gaps are where they are the same piece.
bool are_same(const value& a, const value& b);
bool are_same(const binding* a, const binding* b);
// Whether two are the same but for gaps that were made anew for the same reason.
bool are_alike(const binding* a, const binding* b);

}  // namespace headroom::read::shell::detail
