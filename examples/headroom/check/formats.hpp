// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "check/deployment_file.hpp"

namespace headroom::program {

// A kind of file that can be checked: how it is known by its content, and how it is read.
struct file_format {
  std::string_view name{};  // of --as
  std::string_view what{};
  bool in_lines = false;    // INI-like or a script, rather than YAML or JSON
  bool (*recognises)(const source_text&) = nullptr;
  // Throws unreadable.
  void (*read)(deployment_file&) = nullptr;
};

// In the order in which they are tried.
std::span<const file_format> file_formats();
const file_format* find_format(std::string_view name);

// Reads what the file says in its own format, or in the one forced. What is wrong with it; nothing where it was read.
// Where only some documents are wrong, the first of `unread`, and what the others say was read.
std::optional<reading_error> read_source(deployment_file& into, const file_format* forced = nullptr);

}  // namespace headroom::program
