// SPDX-License-Identifier: BSL-1.0
#include "page/page_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <headroom/read/common/messages.hpp>
#include <headroom/report/chart_vega_lite.hpp>
#include <headroom/report/page.hpp>
#include <headroom/version.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "page/page_record.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

namespace fs = std::filesystem;

std::string reason_of(int error) { return std::error_code(error, std::generic_category()).message(); }

// Empty: it is written.
std::string write_all(const fs::path& path, std::string_view text) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return reason_of(errno);
  errno = 0;
  const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int error = errno;
  if (std::fclose(file) != 0) return reason_of(errno);
  return is_written ? std::string() : reason_of(error);
}

// The file that a link leads to is written, and the link stays.
fs::path target_of(const fs::path& named) {
  std::error_code wrong;
  const fs::path target = fs::canonical(named, wrong);
  return wrong ? named : target;
}

struct page_file {
  std::string_view option{};
  std::string name{};
  std::string text{};
};

// What the page is about is its title, where it is about one thing.
void lift_title(report::page& of) {
  const auto is_title = [](const report::block& each) {
    const auto* const found = std::get_if<report::heading>(&each);
    return found != nullptr && found->level == 2;
  };
  if (std::ranges::count_if(of.blocks, is_title) != 1) return;
  const auto at = std::ranges::find_if(of.blocks, is_title);
  of.title = std::get<report::heading>(*at).text;
  of.blocks.erase(at);
}

// Empty: all are written.
std::string write_files(const std::vector<page_file>& files) {
  std::vector<std::pair<fs::path, fs::path>> temporary;  // with what they are for
  const auto give_up = [&](const page_file& file, const std::string& why) {
    std::error_code ignored;
    for (const auto& [from, to] : temporary)
      if (from != to) fs::remove(from, ignored);
    return fmt::format("{}: {} cannot be written: {}", file.option, in_quotes(file.name), why);
  };
  for (const page_file& each : files) {
    const fs::path path = target_of(each.name);
    std::error_code wrong;
    const fs::file_status status = fs::status(path, wrong);
    if (fs::is_directory(status)) return give_up(each, "it is a folder");
    // A pipe or a device is written to as it is.
    fs::path first = path;
    if (!fs::exists(status) || fs::is_regular_file(status)) first += ".headroom-part";
    temporary.emplace_back(first, path);
    if (const std::string why = write_all(first, each.text); !why.empty()) return give_up(each, why);
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::error_code wrong;
    if (temporary[i].first != temporary[i].second) fs::rename(temporary[i].first, temporary[i].second, wrong);
    if (wrong) return give_up(files[i], wrong.message());
  }
  return {};
}

}  // namespace

void add_page_options(CLI::App& command, session& s) {
  const std::string title = "headroom " + command.get_name();
  const auto add = [&](const std::string& option, std::string session::* file, const std::string& what) {
    CLI::Option* const added = command.add_option_function<std::string>(
        option,
        [&s, file, title](const std::string& name) {
          s.*file = name;
          s.page_title = title;
          s.page = std::make_shared<page_record>();
        },
        what);
    added->option_text("FILE");
    added->check([](const std::string& name) { return name.empty() || name == "-" ? std::string("expected the name of a file") : std::string(); });
    if (CLI::Option* const json = command.get_option_no_throw("--json"); json != nullptr) added->excludes(json);
  };
  add("--html", &session::html_file, "The same as a page with charts, in one file");
  add("--vega-lite", &session::vega_lite_file, "The charts of that page for Vega-Lite");
}

void write_pages(session& s) {
  if (s.page == nullptr || !s.error.empty()) return;
  std::vector<page_file> files;
  if (!s.html_file.empty()) {
    report::page whole{.title = s.page_title,
                       .subtitle = report::shortened(s.command, 400),
                       .blocks = s.page->blocks(),
                       .footer = fmt::format("Made by Headroom {}.", version)};
    lift_title(whole);
    files.push_back({"--html", s.html_file, report::to_html(whole)});
  }
  if (!s.vega_lite_file.empty()) files.push_back({"--vega-lite", s.vega_lite_file, report::to_vega_lite(s.page->charts())});
  if (std::string why = write_files(files); !why.empty()) s.fail(std::move(why));
}

}  // namespace headroom::program
