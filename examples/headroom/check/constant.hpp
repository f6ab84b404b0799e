// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/checker.hpp"

namespace headroom::program {

// What a header is made with from a deployment file.
struct constant_request {
  std::string name{};     // of the constant, with namespaces: "deploy::prefill_decode"
  std::string on{};       // a C++ type or constant that says what it is held against; empty: the machines it names
  std::string include{};  // the header that `on` is in
};

// Whether a name, with namespaces, is one that C++ takes.
bool is_qualified_name(std::string_view name);
// Whether it would stand in a namespace of the standard library or of this one, or take the name of either.
bool is_of_others(std::string_view name);

// The machine of the catalogue that a C++ type of it stands for: "headroom::azure::nd96asr_v4". nullptr for others.
const machine* machine_of_type(std::string_view type);

// The header: the deployment as a constant, and the assertions over it, each under the line of the file that it is
// about. The findings are those that the program itself has; they are the assertions' sentences.
std::string header_of(const deployment_file& file, std::string_view path, const std::vector<told_finding>& findings,
                      const check_options& options, const constant_request& asked);

}  // namespace headroom::program
