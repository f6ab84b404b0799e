// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/deployment.hpp>

#include <check.hpp>
#include <memory>
#include <string>
#include <utility>

namespace headroom::read {

// A file of the kind that its text is of, which has to be readable.
inline std::unique_ptr<deployment_file> file_of(std::string text) {
  auto file = std::make_unique<deployment_file>(std::move(text));
  const auto error = read_source(*file);
  const std::string why = error.has_value() ? error->message : std::string();
  REQUIRE_MESSAGE(!error.has_value(), why);
  return file;
}

// "8"; "?" is not known, "-" not said.
inline std::string told(const said<count>& one) {
  return one.is_silent() ? "-" : one.is_known() ? std::to_string(one.value) : "?";
}

}  // namespace headroom::read
