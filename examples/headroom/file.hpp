// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

namespace headroom::program {

struct file_reading {
  std::string text{};
  std::string error{};  // empty: it was read
};

// A whole file, or standard input for "-", up to what a document may have and one byte more.
file_reading read_file(const std::string& path);

}  // namespace headroom::program
