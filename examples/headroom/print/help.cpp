// SPDX-License-Identifier: BSL-1.0
#include "print/help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "print/lines.hpp"

namespace headroom::program {

std::string help_formatter::make_description(const CLI::App* app) const {
  return paragraph("", app->get_description(), columns_);
}

// What stands after its end is kept: empty lines.
std::string help_formatter::make_usage(const CLI::App* app, std::string name) const {
  const std::string made = Formatter::make_usage(app, std::move(name));
  const std::size_t end = made.find_last_not_of('\n') + 1;
  const std::size_t text = std::min(made.find(' ') + 1, end);
  return paragraph(made.substr(0, text), made.substr(text, end - text), columns_) + made.substr(std::min(end + 1, made.size()));
}

// Of a footer, lines that are not set in run on as one text; what stands in the others after two spaces or more is a
// column of its own.
std::string help_formatter::make_footer(const CLI::App* app) const {
  const std::string footer = Formatter::make_footer(app);
  std::string made;
  std::string running;
  const auto end_text = [&] {
    if (!running.empty()) made += paragraph("", running, columns_);
    running.clear();
  };
  for (std::string_view rest = footer; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (!line.empty() && line.front() != ' ') {
      running.append(running.empty() ? "" : " ").append(line);
      // A heading stands alone.
      if (line.ends_with(':')) end_text();
      continue;
    }
    end_text();
    const std::size_t begins = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t gap = line.find("  ", begins);
    const std::size_t text = gap == std::string_view::npos ? begins : line.find_first_not_of(' ', gap);
    made += paragraph(line.substr(0, text), line.substr(text), columns_);
  }
  end_text();
  return made;
}

std::string help_formatter::make_subcommand(const CLI::App* command) const {
  return entry(command->get_display_name(true), command->get_description());
}

std::string help_formatter::make_option(const CLI::Option* option, bool is_positional) const {
  return entry(make_option_name(option, is_positional) + make_option_opts(option), make_option_desc(option));
}

namespace {

// CLI11 holds them by where they lie in memory, which is another order each time.
std::string names_after(std::string_view label, const std::set<CLI::Option*>& options) {
  if (options.empty()) return {};
  std::set<std::string> names;
  for (const CLI::Option* each : options) names.insert(each->get_name());
  std::string made(label);
  for (const std::string& each : names) made.append(" ").append(each);
  return made;
}

}  // namespace

std::string help_formatter::make_option_opts(const CLI::Option* option) const {
  const std::string made = Formatter::make_option_opts(option);
  // With a text of its own an option is not marked.
  if (const std::string& text = option->get_option_text(); !text.empty()) return option->get_required() ? fmt::format(" {} REQUIRED{}", text, made.substr(text.size() + 1)) : made;
  const std::size_t others = std::min(made.find(" Needs:"), made.find(" Excludes:"));
  return made.substr(0, others) + names_after(" Needs:", option->get_needs()) + names_after(" Excludes:", option->get_excludes());
}

std::string help_formatter::entry(const std::string& name, const std::string& meaning) const {
  // On a narrow terminal the names take less of it.
  const auto column = std::min(get_column_width(), static_cast<std::size_t>(std::max(columns_ / 3, 8)));
  std::string first = "  " + name;
  std::string made;
  if (first.size() + 1 > column) {
    made = paragraph("  ", name, columns_);
    first.clear();
  }
  first.resize(column, ' ');
  return made + paragraph(first, meaning, columns_);
}

}  // namespace headroom::program
