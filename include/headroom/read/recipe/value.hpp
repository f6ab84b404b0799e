// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/read/common/values.hpp>

// What values of recipes and Helm values say.
namespace headroom::read {

// "{gpus}": a parameter of a sweep, which the recipe's tool puts in.
inline bool is_parameter(const tree* value) {
  return value != nullptr && value->is_text() && value->text.starts_with('{');
}

inline said<count> count_or_parameter(const tree* value) {
  return is_parameter(value) ? said<count>{unknown, value->line, said_state::left_open} : count_said(value);
}

inline said<bool> bool_or_parameter(const tree* value) {
  return is_parameter(value) ? said<bool>{unknown, value->line, said_state::left_open} : bool_said(value);
}

// The machine that a part of Helm values names: "instanceType: p5.48xlarge".
said<std::string_view> machine_said(const tree& map);

// Memory as Slurm takes it: a number of mebibytes, or with K, M, G or T. "0" is all of a node's, which asks nothing.
// Throws unreadable for another text.
said<memory> slurm_memory_said(const tree* value);

}  // namespace headroom::read
