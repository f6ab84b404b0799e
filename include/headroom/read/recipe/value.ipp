// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/recipe/value.hpp>

#include <headroom/read/common/key_name.hpp>
#include <headroom/read/slurm/gres.hpp>

namespace headroom::read {

said<std::string_view> machine_said(const tree& map) {
  for (const std::string_view key : {"instance_type", "machine_type", "vm_size"})
    if (const tree* found = value_named(map, key); found != nullptr && found->is_text())
      return is_parameter(found) ? said<std::string_view>{unknown, found->line, said_state::left_open} : text_said(found);
  return {};
}

said<memory> slurm_memory_said(const tree* value) {
  if (value == nullptr || value->is == tree::kind::none) return {};
  const std::string_view text = text_of(value);
  if (is_unresolved(text) || is_parameter(value)) return {unknown, value->line, said_state::left_open};
  const memory amount = slurm_memory(text, value->line);
  if (in_bytes(amount) == 0) return {};
  return {amount, value->line};
}

}  // namespace headroom::read
