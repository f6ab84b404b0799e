// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <span>
#include <string>

#include "io.hpp"

namespace headroom::program {

// Runs a program of PATH with these words in a folder with these files, and reads the file of this name that it writes there.
outside_run run_outside(std::span<const std::string> words, std::span<const file_to_write> files, const std::string& result, std::chrono::milliseconds most);

}  // namespace headroom::program
