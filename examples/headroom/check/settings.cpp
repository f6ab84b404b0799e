// SPDX-License-Identifier: BSL-1.0
#include "check/settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include <headroom/read/common/messages.hpp>
#include <headroom/read/document.hpp>
#include "io.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

// The values that would follow an option; empty where none can be made of it.
std::vector<std::string> values_of(const tree& at) {
  std::vector<std::string> values;
  if (at.is_text()) values.emplace_back(at.text);
  for_each_item(&at, [&](const tree& each) {
    if (each.is_text()) values.emplace_back(each.text);
  });
  return at.is_list() && values.size() != at.items.size() ? std::vector<std::string>() : values;
}

bool is_excluded(const CLI::Option& option, const std::vector<const CLI::Option*>& by) {
  const auto excludes = option.get_excludes();
  return std::ranges::any_of(by, [&](const CLI::Option* other) { return std::ranges::find(excludes, other) != excludes.end(); });
}

}  // namespace

std::optional<std::string> take_settings(const io& from, CLI::App& command, const CLI::Option& named_by, const std::string& path) {
  const file_reading content = read_file(from, path);
  if (!content.error.empty()) return fmt::format("{}: {}", path, content.error);
  const parsed_documents read(content.text);
  if (!read.is_good()) return place_of(path, read.error());
  if (!read.repeated_keys().empty()) return place_of(path, key_here_twice(read.repeated_keys().front()));
  const bool is_map = read.roots().size() == 1 && read.roots().front()->is_map();
  if (!is_map) return fmt::format("{}:1: expected options of headroom {}, such as strict: true", path, command.get_name());

  std::vector<std::string> own;
  std::vector<const CLI::Option*> given;
  for (const CLI::Option* each : command.get_options()) {
    if (each->count() > 0) given.push_back(each);
    if (each->nonpositional() && each != command.get_help_ptr() && each != &named_by) own.push_back(each->get_lnames().front());
  }
  const std::vector<std::string_view> names(own.begin(), own.end());

  std::vector<const CLI::Option*> set;
  for (const tree* each : read.roots().front()->items) {
    const std::string at = fmt::format("{}:{}: ", path, each->key_line);
    const std::string_view name = word_called(each->key, names);
    if (name.empty()) return at + fmt::format("no option is called {}: {}", in_quotes(each->key), expected_of(each->key, names));
    CLI::Option& option = *command.get_option("--" + std::string(name));
    if (std::ranges::find(given, &option) != given.end() || is_excluded(option, given)) continue;
    std::vector<std::string> values = values_of(*each);
    if (values.empty()) return at + fmt::format("{}: expected a value, or a list of them", name);
    const bool is_flag = option.get_items_expected_max() == 0;
    if (is_flag && !each->is_boolean()) return at + fmt::format("{}: expected true or false", name);
    if (is_flag && each->text == "false") continue;
    // Names with commas between them are one value.
    if (!is_flag && option.get_items_expected_max() == 1) values = {fmt::format("{}", fmt::join(values, ","))};
    for (std::string& value : values) option.add_result(std::move(value));
    set.push_back(&option);
  }
  for (const CLI::Option* each : set) {
    if (is_excluded(*each, set)) return fmt::format("{}: {} excludes another option of it", path, each->get_lnames().front());
    try {
      command.get_option(each->get_name())->run_callback();
    } catch (const CLI::ParseError& problem) {
      return fmt::format("{}: {}", path, problem.what());
    }
  }
  return std::nullopt;
}

}  // namespace headroom::program
