// SPDX-License-Identifier: BSL-1.0
#include "check/baseline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io.hpp"
#include "reading.hpp"

namespace headroom::program {

std::optional<std::string> baseline::read(const io& from, const std::string& path) {
  path_ = path;
  const file_reading content = read_file(from, path);
  if (!content.error.empty()) return fmt::format("--baseline: {}: {}", path, content.error);
  try {
    const nlohmann::json said = nlohmann::json::parse(content.text);
    for (const nlohmann::json& file : said.at("files"))
      for (const nlohmann::json& one : file.at("findings"))
        if (!one.contains("silenced_because"))
          known_.push_back({file.at("file"), one.at("rule"), one.at("message")});
  } catch (const nlohmann::json::exception&) {
    return fmt::format("--baseline: {}: expected what headroom check --json prints", path);
  }
  return std::nullopt;
}

std::size_t baseline::silence(std::span<checked_file> files) const {
  std::vector<const known_finding*> left;
  for (const known_finding& each : known_) left.push_back(&each);
  for (checked_file& file : files)
    for (told_finding& one : file.findings) {
      if (!one.silenced_because.empty()) continue;
      const auto same = std::ranges::find_if(left, [&](const known_finding* each) {
        return each->file == file.name && each->rule == one.rule && each->sentence == one.sentence;
      });
      if (same == left.end()) continue;
      one.silenced_because = "known: " + path_;
      one.is_known = true;
      left.erase(same);
    }
  return left.size();
}

}  // namespace headroom::program
