// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <string>
#include <string_view>

#include "reading.hpp"

namespace headroom::program {

// What makes one estimate better than another.
enum class objective { time, money, gpus };

std::string_view name(objective by);

// " The runner-up, TP 4 x PP 8 on 32 GPUs, is 3.2 % slower."
std::string runner_up_text(std::string_view split, count gpus, double behind, objective by);

}  // namespace headroom::program
