// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <headroom/cluster/pricing.hpp>
#include <headroom/hardware/price.hpp>
#include <string_view>
#include <vector>

// The regions that prices are of.
namespace headroom::program {

// Those that a price which counts names, in the order of the alphabet; only of the prices meant, where that is said.
std::vector<std::string_view> regions_of(const pricing& terms, const std::function<bool(const price&)>& is_meant = {});

// The region that the word of an option means, after case, spaces and signs. Throws input_error, with what was probably
// meant, where no price is known there.
std::string_view region_called(std::string_view word, const pricing& terms, std::string_view option = "--region");

}  // namespace headroom::program
