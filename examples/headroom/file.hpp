// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>

#include <headroom/read/document.hpp>

#include "reading.hpp"

namespace headroom::program {

struct file_reading {
  std::string text{};
  std::string error{};  // empty: it was read
};

// A whole file, or standard input for "-", up to so many bytes and a block more: enough to see that it is too large.
file_reading read_file(const std::string& path, std::size_t most = read::document_limits{}.bytes);

}  // namespace headroom::program
