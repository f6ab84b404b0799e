// SPDX-License-Identifier: BSL-1.0
#include "page/page_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/read/common/messages.hpp>
#include <headroom/report/chart_vega_lite.hpp>
#include <headroom/report/page.hpp>
#include <headroom/version.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "io.hpp"
#include "page/page_record.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {


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
  std::vector<file_to_write> files;
  std::vector<std::string_view> options;
  if (!s.html_file.empty()) {
    report::page whole{.title = s.page_title,
                       .subtitle = report::shortened(s.command, 400),
                       .blocks = s.page->blocks(),
                       .footer = fmt::format("Made by Headroom {}.", version)};
    lift_title(whole);
    files.push_back({s.html_file, report::to_html(whole)});
    options.emplace_back("--html");
  }
  if (!s.vega_lite_file.empty()) {
    files.push_back({s.vega_lite_file, report::to_vega_lite(s.page->charts())});
    options.emplace_back("--vega-lite");
  }
  if (const std::optional<write_problem> wrong = s.outside->write(files))
    s.fail(fmt::format("{}: {} cannot be written: {}", options[wrong->file], in_quotes(files[wrong->file].path), wrong->why));
}

}  // namespace headroom::program
