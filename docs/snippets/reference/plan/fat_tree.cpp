// SPDX-License-Identifier: BSL-1.0
#include <headroom/plan/fat_tree.hpp>
namespace hr = headroom;

namespace plan_fat_tree_reference {  // hidden
// 128 machines of eight ports in eight rails, on switches of 64.
constexpr auto tree = hr::fat_tree_of({.machines = 128, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 64}).value_or({});
static_assert(tree.leaves == 32 && tree.spines == 16 && tree.ports_left == 0);
static_assert(hr::price_of(tree, {.of_switch = hr::dollars(30'000)}).is_unknown());  // neither transceivers nor cables have a price
}  // namespace plan_fat_tree_reference  // hidden
