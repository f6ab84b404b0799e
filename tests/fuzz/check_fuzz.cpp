// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <check/checker.hpp>
#include <headroom/read/deployment.hpp>
#include <reading.hpp>

#include "require.hpp"

namespace program = headroom::program;

namespace {

const program::file_format* format = nullptr;

}  // namespace

// --as=FORMAT is the reader that is tried.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  constexpr std::string_view option = "--as=";
  for (int i = 1; i < *argc; ++i)
    if (const std::string_view word((*argv)[i]); word.starts_with(option))
      format = program::find_format(word.substr(option.size()));
  require(format != nullptr, "--as= names a format");
  return 0;
}

// A text is refused with a message and a line in it, or is a deployment whose findings have sentences and lines in it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string input(reinterpret_cast<const char*>(data), size);
  // libyaml counts more kinds of line than others do.
  const auto lines = static_cast<int>(size) + 1;
  program::deployment_file file(std::move(input));
  format->recognises(file.source());
  if (const std::optional<program::reading_error> problem = program::read_source(file, format)) {
    require(!problem->message.empty(), "an error has a message");
    require(problem->line >= 0 && problem->line <= lines, "an error lies within the text");
    if (file.unread.empty()) return 0;
  }
  for (const program::told_finding& each : program::findings_of(file, "fuzz", {})) {
    require(!each.sentence.empty(), "a finding has a sentence");
    require(each.line >= 0 && each.line <= lines, "a finding lies within the text");
  }
  return 0;
}
