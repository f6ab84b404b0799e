// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/recipe/value.hpp>


#include <algorithm>
#include <array>
#include <headroom/units.hpp>

#include <headroom/read/common/deployment_file.hpp>
#include <headroom/read/common/key_name.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

struct unit_of_slurm {
  std::string_view name{};
  double in_kibibytes = 0;
};
constexpr std::array units_of_slurm{unit_of_slurm{"", 1'024.0}, unit_of_slurm{"k", 1.0}, unit_of_slurm{"m", 1'024.0},
                                    unit_of_slurm{"g", 1'048'576.0}, unit_of_slurm{"t", 1'073'741'824.0}};

}  // namespace

said<std::string_view> machine_said(const tree& map) {
  for (const std::string_view key : {"instance_type", "machine_type", "vm_size"})
    if (const tree* found = value_named(map, key); found != nullptr && found->is_text())
      return is_parameter(found) ? said<std::string_view>{unknown, found->line} : text_said(found);
  return {};
}

said<memory> slurm_memory_said(const tree* value) {
  if (value == nullptr || value->is == tree::kind::none) return {};
  const std::string_view text = text_of(value);
  if (is_unresolved(text) || is_parameter(value)) return {unknown, value->line};
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  std::string unit = in_small_letters(text.substr(end));
  if (unit.ends_with('b')) unit.pop_back();
  const auto* const found = std::ranges::find(units_of_slurm, unit, &unit_of_slurm::name);
  if (end == 0 || found == units_of_slurm.end())
    throw unreadable({value->line, 0,
                      concat(in_quotes(text), " is not an amount of memory: expected a number, of MiB or with K, M, G or T")});
  const count amount = count_of(text.substr(0, end), value->line);
  if (amount == 0) return {};
  return {kibibytes(static_cast<double>(amount) * found->in_kibibytes), value->line};
}

}  // namespace headroom::read
