// SPDX-License-Identifier: BSL-1.0
#include "validate/row_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "io.hpp"
#include <headroom/read/common/messages.hpp>
#include "reading.hpp"
#include "validate/row_tables.hpp"

namespace headroom::program::validation {

namespace {

constexpr std::size_t most_bytes_of_rows = std::size_t{64} << 20;

std::string no_json(std::string_view name, std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte > 0 ? byte - 1 : 0, text.size()));
  const auto line = std::ranges::count(before, '\n') + 1;
  const auto last = before.rfind('\n');
  const std::size_t column = last == std::string_view::npos ? before.size() + 1 : before.size() - last;
  return fmt::format("{}:{}:{}: this is no JSON", name, line, column);
}

std::vector<std::string> files_of_rows(const folder_reading& of) {
  std::vector<std::string> all;
  for (const folder_entry& each : of.entries) {
    const std::filesystem::path ending = std::filesystem::path(each.path).extension();
    if (!each.is_folder && each.problem.empty() && (ending == ".json" || ending == ".csv")) all.push_back(each.path);
  }
  std::ranges::sort(all);
  return all;
}

// Of a folder, tables of other things are left alone.
void read_rows_of_file(const io& from, rows_read& into, const std::string& path, bool is_of_folder) {
  const file_reading file = read_file(from, path, most_bytes_of_rows);
  if (!file.error.empty()) into.error = fmt::format("{}: {}", printable(path), file.error);
  else if (file.text.size() > most_bytes_of_rows) into.error = fmt::format("{}: more than 64 MiB", printable(path));
  else if (!path.ends_with(".csv")) read_rows(into, printable(path), file.text);
  else if (!is_of_folder || is_table_of_rows(file.text)) read_table(into, printable(path), file.text);
}

}  // namespace

void read_rows(rows_read& into, std::string_view name, std::string_view text_of_file) {
  json all;
  try {
    all = json::parse(text_of_file);
  } catch (const json::parse_error& problem) {
    into.error = no_json(name, text_of_file, problem.byte);
    return;
  } catch (const json::exception&) {
    into.error = fmt::format("{}: it holds a number that is beyond every number", name);
    return;
  }
  json* list = &all;
  if (all.is_object()) {
    if (const json* date = find(all, {"date"}); date != nullptr && date->is_string())
      into.date = std::max(into.date, printable(date->get<std::string>()));
    const auto rows = all.find("rows");
    list = rows == all.end() ? nullptr : &*rows;
  }
  if (list == nullptr || !list->is_array()) {
    into.error = fmt::format("{}: no rows: expected a list of rows, or {{\"rows\": [...]}}", name);
    return;
  }
  int number = 0;
  for (json& row : *list) {
    ++number;
    const std::string_view file = name.substr(name.rfind('/') + 1);
    into.rows.push_back({fmt::format("{}, row {}", file, number), std::move(row)});
  }
}

rows_read built_in_rows() {
  rows_read all;
  for (const built_in_file& each : built_in_files()) read_rows(all, each.name, each.text);
  return all;
}

rows_read rows_of(const io& from, const std::string& path) {
  rows_read all;
  if (!from.is_folder(path)) {
    read_rows_of_file(from, all, path, false);
    return all;
  }
  const folder_reading folder = from.list(path);
  const std::vector<std::string> files = files_of_rows(folder);
  if (!folder.error.empty()) all.error = fmt::format("{}: {}", printable(path), folder.error);
  else if (files.empty()) all.error = fmt::format("{}: the folder has no file *.json or *.csv", printable(path));
  for (const std::string& each : files)
    if (all.error.empty()) read_rows_of_file(from, all, each, true);
  return all;
}

}  // namespace headroom::program::validation
