// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

#include <headroom/read/document.hpp>

// Keys that tools spell in several ways.
namespace headroom::read {

// "tensorParallelSize" and "tensor_parallel_size" as "tensor-parallel-size".
std::string with_hyphens(std::string_view key);

// The value under a key in any of these spellings; nullptr where there is none.
const tree* value_named(const tree& map, std::string_view name);

}  // namespace headroom::read
