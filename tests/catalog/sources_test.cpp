// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/sources.hpp>

#include <algorithm>
#include <check.hpp>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::vector<std::string> lines_of_sources_page() {
  std::ifstream file{HEADROOM_SOURCE_DIR "/docs/data/sources.md"};
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

constexpr bool digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return '0' <= c && c <= '9'; });
}

constexpr int two_digits(std::string_view text) { return (text[0] - '0') * 10 + (text[1] - '0'); }

// YYYY, YYYY-MM or YYYY-MM-DD.
constexpr bool iso_date(std::string_view date) {
  if (date.size() != 4 && date.size() != 7 && date.size() != 10) return false;
  if (!digits(date.substr(0, 4))) return false;
  if (date.size() >= 7) {
    const auto month = date.substr(5, 2);
    if (date[4] != '-' || !digits(month) || two_digits(month) < 1 || two_digits(month) > 12) return false;
  }
  if (date.size() == 10) {
    const auto day = date.substr(8, 2);
    if (date[7] != '-' || !digits(day) || two_digits(day) < 1 || two_digits(day) > 31) return false;
  }
  return true;
}

static_assert(iso_date("2020") && iso_date("2020-02") && iso_date("2020-02-29"));
static_assert(!iso_date("") && !iso_date("02/03/2020") && !iso_date("2020-13") && !iso_date("2020-02-32") &&
              !iso_date("2020-2-3") && !iso_date("20-02"));

constexpr bool kebab_case(std::string_view id) {
  return !id.empty() && id.front() != '-' && id.back() != '-' && std::all_of(id.begin(), id.end(), [](char c) {
    return ('a' <= c && c <= 'z') || ('0' <= c && c <= '9') || c == '-';
  });
}

std::string row_of_sources_page(const headroom::source& document) {
  const std::string title{document.title};
  const std::string url{document.url};
  const std::string date{document.date};
  return "| `" + std::string{document.id} + "` | " + (url.empty() ? title : "[" + title + "](" + url + ")") + " | " +
         (date.empty() ? "–" : date) + " |";
}

}  // namespace

TEST_CASE("No two sources have the same id or the same title") {
  std::set<std::string_view> ids;
  std::set<std::string_view> titles;
  for (const hr::source* document : hr::sources::all) {
    CAPTURE(document->id);
    CHECK(ids.insert(document->id).second);
    CHECK(titles.insert(document->title).second);
  }
}

TEST_CASE("Every source has an id in lower case with hyphens and a title") {
  for (const hr::source* document : hr::sources::all) {
    CAPTURE(document->id);
    CHECK(kebab_case(document->id));
    CHECK_FALSE(document->title.empty());
  }
}

TEST_CASE("A source's date is ISO or empty, and its address is https or empty") {
  for (const hr::source* document : hr::sources::all) {
    CAPTURE(document->id);
    CHECK((document->date.empty() || iso_date(document->date)));
    CHECK((document->url.empty() || document->url.starts_with("https://")));
  }
}

TEST_CASE("The documents the catalogue began with bear the dates printed on them") {
  CHECK_CONSTEXPR(hr::sources::azure_ndv2_2020.date == "2020-02-03");
  CHECK_CONSTEXPR(hr::sources::azure_nd_a100_v4_2021.date == "2021-05-26");
  CHECK_CONSTEXPR(hr::sources::azure_gb300_announcement.date == "2025-11-19");
  CHECK_CONSTEXPR(hr::sources::note_nd_series.date.empty());
  CHECK_CONSTEXPR(hr::sources::note_ng_series.date.empty());
}

TEST_CASE("The page of sources lists the sources of the header, each with its title, address and date") {
  std::vector<std::string> expected;
  for (const hr::source* document : hr::sources::all) expected.push_back(row_of_sources_page(*document));

  std::vector<std::string> found;
  for (const std::string& line : lines_of_sources_page())
    if (line.starts_with("| `")) found.push_back(line);

  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(found[i] == expected[i]);
}

TEST_CASE("Every source that the collected figures name is in the header") {
  std::set<std::string_view> ids;
  for (const hr::source* document : hr::sources::all) ids.insert(document->id);

  std::ifstream file{HEADROOM_SOURCE_DIR "/tests/data/catalog.json"};
  const std::string_view key = "\"source\": \"";
  std::set<std::string> named;
  for (std::string line; std::getline(file, line);)
    for (auto at = line.find(key); at != std::string::npos; at = line.find(key, at + key.size()))
      named.insert(line.substr(at + key.size(), line.find('"', at + key.size()) - at - key.size()));

  CHECK(named.size() > 80);
  for (const std::string& id : named) {
    CAPTURE(id);
    CHECK(ids.contains(id));
  }
}
