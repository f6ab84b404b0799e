// SPDX-License-Identifier: BSL-1.0
#include "file.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

namespace headroom::program {

namespace {

std::string reason(int error) { return std::generic_category().message(error); }

}  // namespace

file_reading read_file(const std::string& path, std::size_t most) {
  const auto close = [](std::FILE* file) {
    if (file != stdin) std::fclose(file);
  };
  errno = 0;
  const std::unique_ptr<std::FILE, decltype(close)> file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"), close);
  if (file == nullptr) return {{}, reason(errno)};
  file_reading result;
  std::array<char, 65'536> block{};
  while (result.text.size() <= most) {
    const std::size_t taken = std::fread(block.data(), 1, block.size(), file.get());
    result.text.append(block.data(), taken);
    if (std::ferror(file.get()) != 0) return {{}, reason(errno)};
    if (taken == 0) break;
  }
  return result;
}

}  // namespace headroom::program
