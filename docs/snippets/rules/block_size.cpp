// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace block_size_page {
// [breaks]
constexpr std::array three_times{hr::topology_block{.nodes = {4, 2}, .is_size = true},
                                 hr::topology_block{.nodes = {12, 3}, .is_size = true}};
static_assert(hr::errors_in({.blocks = three_times}, {}, "block_size") == 1);
// [/breaks]
// [passes]
constexpr std::array four_times{hr::topology_block{.nodes = {4, 2}, .is_size = true},
                                hr::topology_block{.nodes = {16, 3}, .is_size = true}};
static_assert(hr::errors_in({.blocks = four_times}, {}, "block_size") == 0);
// [/passes]
}  // namespace block_size_page
