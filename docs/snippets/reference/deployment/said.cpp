// SPDX-License-Identifier: BSL-1.0
#include <headroom/count.hpp>
#include <headroom/deployment/said.hpp>
namespace hr = headroom;

constexpr hr::said<hr::count> node_count{9, 4};                                     // line 4 says 9
constexpr hr::said<hr::count> variable{hr::unknown, 5, hr::said_state::left_open};  // line 5 says ${nodes}
constexpr hr::said<hr::count> silent{};
static_assert(node_count.is_known() && node_count.value == 9);
static_assert(variable.is_unresolved() && variable.line == 5);
static_assert(hr::reason(variable.state) == "a variable or an expression, which the file's tool resolves");
static_assert(silent.is_silent() && silent.value_or(1) == 1);
