// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/source.hpp>

#include <check.hpp>

namespace {

constexpr headroom::source data_sheet{
    .id = "sheet", .title = "A data sheet", .date = "2026-01", .url = "https://example.com"};
constexpr headroom::dispute quarrel{.id = "Z1",
                                    .weight = headroom::severity::high,
                                    .subject = "memory",
                                    .statements = "32 or 16",
                                    .taken = "32",
                                    .reason = "it is on the chip"};

}  // namespace

TEST_CASE("A source is a document by title, date and address") {
  CHECK_CONSTEXPR(data_sheet.id == "sheet");
  CHECK_CONSTEXPR(data_sheet.title == "A data sheet");
  CHECK_CONSTEXPR(data_sheet.date == "2026-01");
  CHECK_CONSTEXPR(data_sheet.url == "https://example.com");
  CHECK_CONSTEXPR(hr::source{}.date.empty());
}

TEST_CASE("A dispute says what is disputed, by whom, and which side is taken why") {
  CHECK_CONSTEXPR(quarrel.weight == hr::severity::high);
  CHECK_CONSTEXPR(quarrel.taken == "32");
  CHECK_CONSTEXPR(hr::dispute{}.weight == hr::severity::low);
}
