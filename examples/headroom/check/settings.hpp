// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "io.hpp"

namespace headroom::program {

// Read where it lies in the working directory and no other file is named.
inline constexpr std::string_view usual_settings_file = ".headroom-check.yaml";

// Options of a command as a file says them: each key is an option's name, a value what would follow it, a list several.
// What the command line says already counts, and what it excludes is left out. A message where the file is wrong.
// `named_by`: the option that names the file, which cannot stand in it.
std::optional<std::string> take_settings(const io& from, CLI::App& command, const CLI::Option& named_by, const std::string& path);

}  // namespace headroom::program
