// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/cluster/group.hpp>
#include <headroom/demand/demand.hpp>
#include <headroom/demand/verdict.hpp>
#include <headroom/text/unit_names.hpp>
#include <span>
#include <string>
#include <string_view>

#include "judgement.hpp"
#include "session.hpp"

namespace headroom::program {

style style_of(outcome of);

// What a line of a verdict is about: "GPU memory".
std::string what_of(const need_check& of);

// Why a group is not eligible, or not known to be.
std::string reason_of(const group_standing& of, unit_system system);

// Which figure of which machine decides and is not known.
std::string unknown_text(std::span<const group> groups, const demand& asked);

// How one speaks of what is judged.
struct judged_words {
  std::string_view what{};
  std::string_view met{};
  std::string_view not_met{};
  std::string_view meet{};  // what machines do
  std::string_view be_met{};
};
inline constexpr judged_words of_demand{"demand", "is met", "is not met", "meet", "be met"};
inline constexpr judged_words of_job{"job", "fits", "does not fit", "hold", "fit"};

// Need by need, machine by machine, how many more it takes, and the verdict.
void write_judgement(session& s, const judged_words& about, const judgement& found, unit_system system);

}  // namespace headroom::program
