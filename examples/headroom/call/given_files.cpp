// SPDX-License-Identifier: BSL-1.0
#include "call/given_files.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

namespace headroom::program {

namespace {

std::string plain_path(const std::string& path) {
  std::string plain = std::filesystem::path(path).lexically_normal().string();
  while (plain.size() > 1 && plain.ends_with('/')) plain.pop_back();
  return plain;
}

// What the paths of a folder's files begin with.
std::string beginning_of(const std::string& folder) {
  const std::string plain = plain_path(folder);
  if (plain == ".") return "";
  return plain.ends_with('/') ? plain : plain + '/';
}

}  // namespace

bool given_files::add(const std::string& path, std::string text) {
  return given_.emplace(plain_path(path), std::move(text)).second;
}

file_reading given_files::read(const std::string& path, std::size_t most) const {
  const auto found = given_.find(plain_path(path));
  if (found != given_.end()) return {found->second.substr(0, std::min(found->second.size(), most + 1)), {}};
  if (path != "-" && is_folder(path)) return {{}, std::generic_category().message(EISDIR)};
  return {{}, "the request has no such file"};
}

folder_reading given_files::list(const std::string& folder) const {
  const std::string beginning = beginning_of(folder);
  folder_reading result;
  std::set<std::string> folders;
  for (auto at = given_.lower_bound(beginning); at != given_.end() && at->first.starts_with(beginning); ++at) {
    const std::string_view rest = std::string_view(at->first).substr(beginning.size());
    const std::string name(rest.substr(0, rest.find('/')));
    if (name.empty() || at->first == "-") continue;
    const bool is_inner = name.size() < rest.size();
    if (is_inner && !folders.insert(name).second) continue;
    result.entries.push_back({(std::filesystem::path(folder) / name).string(), is_inner, {}});
  }
  return result;
}

bool given_files::is_there(const std::string& path) const { return given_.contains(plain_path(path)) || is_folder(path); }

bool given_files::is_folder(const std::string& path) const {
  const std::string beginning = beginning_of(path);
  const auto first = given_.lower_bound(beginning);
  return first != given_.end() && first->first.starts_with(beginning);
}

std::optional<write_problem> given_files::write(std::span<const file_to_write> files) {
  for (const file_to_write& each : files) written_[each.path] = each.text;
  return std::nullopt;
}

bool given_files::print(std::string_view text) {
  printed_ += text;
  return true;
}

void given_files::tell(std::string_view text) { told_ += text; }

}  // namespace headroom::program
