// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "check/checker.hpp"

namespace headroom::program {

// Findings that are known: those of an earlier `headroom check --json`. A finding is the same where file, rule and sentence
// are: lines move.
class baseline {
 public:
  // A message where the file is none.
  std::optional<std::string> read(const io& from, const std::string& path);
  // Silences those of the findings that it has, each of its own once; how many of its own are gone.
  std::size_t silence(std::span<checked_file> files) const;

 private:
  struct known_finding {
    std::string file{};
    std::string rule{};
    std::string sentence{};
  };
  std::string path_{};
  std::vector<known_finding> known_{};
};

}  // namespace headroom::program
