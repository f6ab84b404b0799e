// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <headroom/cluster/group.hpp>
#include <headroom/cluster/pricing.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "measure.hpp"

namespace headroom::program {

// One total of a cluster over another: a ratio, or a figure of one GPU, VM, rack or domain.
struct quotient {
  const measure* over = nullptr;
  const measure* under = nullptr;
  counted what = counted::ratio;

  // Unknown where a machine's share of either is unknown; absent where a machine has none.
  figure<double> of(std::span<const group> groups, const pricing& terms) const;
};

// How their names are written, for a message.
inline constexpr std::array<std::string_view, 4> quotient_names{
    "bytes_per_operation.FORMAT.dense (or .sparse)", "scale_up_to_scale_out",
    "price_per_gpu_hour (or vm, rack, domain)", "FIGURE.per_gpu (or per_vm, per_rack, per_domain)"};

// Nothing: there is none of that name.
std::optional<quotient> find_quotient(std::string_view key);

}  // namespace headroom::program
