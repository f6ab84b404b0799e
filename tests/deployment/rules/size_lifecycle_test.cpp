// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/size_lifecycle.hpp>

#include <deployment/small_deployments.hpp>

namespace size_lifecycle_cases {

using namespace small;

// Azure's list of retired sizes: NCv3 on 30 September 2025, NVv4 on 30 September 2026.
constexpr std::array ncv3{pool_of("Standard_NC24rs_v3")};
constexpr std::array nvv4{pool_of("Standard_NV32as_v4")};
constexpr std::array rtx{pool_of("Standard_NC128ds_xl_RTXPRO6000BSE_v6")};
constexpr std::array current{pool_of("Standard_ND96isr_H100_v5")};
constexpr std::array no_gpus{pool_of("Standard_D2_v4")};

constexpr tally on_day(const std::array<hr::machine_pool, 1>& pools, std::string_view day) {
  return told("size_lifecycle", {.pools = pools}, {.as_of = day});
}

}  // namespace size_lifecycle_cases

TEST_CASE("A retired size is an error from its day on, and a warning before") {
  using namespace size_lifecycle_cases;
  CHECK_CONSTEXPR(told("size_lifecycle", {.pools = ncv3}) == one_error);
  CHECK_CONSTEXPR(on_day(ncv3, "2025-09-30") == one_error);
  CHECK_CONSTEXPR(on_day(ncv3, "2025-09-29") == one_warning);
  CHECK_CONSTEXPR(on_day(ncv3, "2025-09") == one_warning);  // some day of the month
  CHECK_CONSTEXPR(on_day(ncv3, "2025-10") == one_error);
  CHECK(words("size_lifecycle", {.pools = ncv3}) == "Standard_NC24rs_v3 was retired on 2025-09-30");
}

TEST_CASE("Within a month that is all a source gives, the day has not surely come") {
  CHECK_CONSTEXPR(!hr::rules::detail::has_come("2026-09", "2026-09-15"));
  CHECK_CONSTEXPR(hr::rules::detail::has_come("2026-09", "2026-10-01"));
  CHECK_CONSTEXPR(hr::rules::detail::has_come("2026-09", "2026-09"));
  CHECK_CONSTEXPR(!hr::rules::detail::has_come("2026", "2026-12-31"));
  CHECK_CONSTEXPR(!hr::rules::detail::has_come("2026-10", "2026-09-30"));
}

TEST_CASE("An announced retirement is a warning until its day") {
  using namespace size_lifecycle_cases;
  CHECK_CONSTEXPR(told("size_lifecycle", {.pools = nvv4}) == one_warning);
  CHECK_CONSTEXPR(on_day(nvv4, "2026-09-29") == one_warning);
  CHECK_CONSTEXPR(on_day(nvv4, "2026-10-01") == one_error);
}

TEST_CASE("A preview is a warning; current sizes and those without GPUs are clean") {
  using namespace size_lifecycle_cases;
  CHECK_CONSTEXPR(told("size_lifecycle", {.pools = rtx}) == one_warning);
  CHECK_CONSTEXPR(told("size_lifecycle", {.pools = current}) == clean);
  CHECK_CONSTEXPR(told("size_lifecycle", {.pools = no_gpus}) == clean);
}

namespace size_lifecycle_cases {

std::string explained(const std::array<hr::machine_pool, 1>& pools, std::string_view day) {
  std::string words;
  for (const hr::finding& each : hr::check({.pools = pools}, hr::check_terms{.as_of = day}))
    if (each.rule == "size_lifecycle") words += hr::explanation_of(each);
  return words;
}

}  // namespace size_lifecycle_cases

TEST_CASE("The arithmetic has both days, and who says when a size retires") {
  using namespace size_lifecycle_cases;
  const std::string document = "from \"" + std::string(hr::sources::azure_retirements.title) + "\"";
  const std::string by_catalogue = explained(ncv3, "");
  CHECK(by_catalogue.starts_with("retirement: 2025-09-30, " + document));
  CHECK(by_catalogue.ends_with("\nday of the check: that of the catalogue\n"));
  CHECK(explained(nvv4, "2026-09-29").starts_with("retirement: 2026-09-30, " + document));
  CHECK(explained(nvv4, "2026-09-29").ends_with("\nday of the check: 2026-09-29\n"));
  CHECK(explained(rtx, "").starts_with("preview: 2026-05, from \""));
  CHECK(explained(current, "").empty());
}

namespace size_lifecycle_cases {

// Sizes of our own, of each standing, with and without a day.
constexpr std::string_view no_day{};
constexpr std::string_view a_day = "2026-06-15";
constexpr hr::vm with(hr::lifecycle_status status, std::string_view day) {
  return {.name = "own", .status = {.status = status, .date = day}};
}
std::string judged(hr::lifecycle_status status, std::string_view day, std::string_view as_of = {}) {
  const hr::vm size = with(status, day);
  const std::array held{hr::group{hr::machine(size), 0}};
  const std::array pools{pool_of("own")};
  return in_full("size_lifecycle", {.pools = pools}, {.held = held, .as_of = as_of});
}
constexpr std::array selects_ncv3 = [] {
  std::array one{pods(1, 4)};
  one[0].placement.instance_type = {"Standard_NC24rs_v3", 33};
  return one;
}();
constexpr std::array by_variable = [] {
  std::array one = ncv3;
  one[0].size.state = hr::said_state::unresolved;
  return one;
}();

}  // namespace size_lifecycle_cases

TEST_CASE("Each standing of a size is told in its words, with its day where one is stated") {
  using namespace size_lifecycle_cases;
  using hr::lifecycle_status;
  const std::string cure = " | choose a size that is offered | ";
  const std::string undated = "no day is stated that of the catalogue";
  CHECK(judged(lifecycle_status::retired, no_day) == "error 11: own is retired" + cure + undated);
  CHECK(judged(lifecycle_status::retired, a_day) ==
        "error 11: own was retired on 2026-06-15" + cure + "2026-06-15 that of the catalogue");
  CHECK(judged(lifecycle_status::retired, a_day, "2026-06-14") ==
        "warning 11: own retires on 2026-06-15" + cure + "2026-06-15 2026-06-14");
  CHECK(judged(lifecycle_status::retirement_announced, no_day) ==
        "warning 11: The retirement of own is announced" + cure + undated);
  CHECK(judged(lifecycle_status::retirement_announced, no_day, "2026-06-15") ==
        "warning 11: The retirement of own is announced" + cure + "no day is stated 2026-06-15");
  CHECK(judged(lifecycle_status::retirement_announced, a_day) ==
        "warning 11: own retires on 2026-06-15" + cure + "2026-06-15 that of the catalogue");
  CHECK(judged(lifecycle_status::retirement_announced, a_day, "2026-06-14") ==
        "warning 11: own retires on 2026-06-15" + cure + "2026-06-15 2026-06-14");
  CHECK(judged(lifecycle_status::retirement_announced, a_day, "2026-06-15") ==
        "error 11: own was retired on 2026-06-15" + cure + "2026-06-15 2026-06-15");
  CHECK(judged(lifecycle_status::preview, a_day, "2026-06-14") ==
        "warning 11: own is in public preview | plan for changes, or choose a size that is generally available | 2026-06-15 "
        "2026-06-14");
  CHECK(judged(lifecycle_status::current, no_day).empty());
  CHECK(judged(lifecycle_status::as_stated, no_day).empty());
}

TEST_CASE("A size that a workload selects is judged, and one that is left open is not") {
  using namespace size_lifecycle_cases;
  CHECK_CONSTEXPR(told("size_lifecycle", {.workloads = selects_ncv3}) == one_error);
  CHECK_CONSTEXPR(line_of("size_lifecycle", {.workloads = selects_ncv3}) == 33);
  CHECK_CONSTEXPR(told("size_lifecycle", {.pools = by_variable}) == clean);
}

TEST_CASE("A month or a year of either date has come with the next, and with the same") {
  using hr::rules::detail::has_come;
  struct days {
    std::string_view date, as_of;
    bool has_come = false;
  };
  constexpr days table[]{{"2026-05-31", "2026-05", false}, {"2026-05-01", "2026-05", false}, {"2026-05-31", "2026", false},    {"2026-04-30", "2026-05", true},
                         {"2025-12-31", "2026", true},     {"2026-06-01", "2026-05", false}, {"2027-01-01", "2026", false},    {"2026-05", "2026-05-31", false},
                         {"2026", "2026-12", false},       {"2026", "2027-01-01", true},     {"2026-05", "2026-06", true},     {"2026-05", "2026-05", true},
                         {"2026", "2026", true},           {"2026", "2025-12-31", false},    {"2026-06-15", "2026-06-15", true}, {"2026-06-15", "2026-06-16", true},
                         {"2026-06-15", "2026-06-14", false}, {"2026-06-15", "", false}};
  for (const days& each : table) {
    CAPTURE(each.date);
    CAPTURE(each.as_of);
    CHECK(has_come(each.date, each.as_of) == each.has_come);
  }
}
