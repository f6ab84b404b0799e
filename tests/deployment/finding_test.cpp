// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/finding.hpp>

#include <check.hpp>

namespace finding_cases {

constexpr hr::finding two_terms = [] {
  hr::finding f{.rule = "r"};
  f.with({.what = "a", .amount = 1}).with({.what = "b", .amount = 2});
  return f;
}();

}  // namespace finding_cases

TEST_CASE("A finding keeps its terms in the order in which they are told") {
  using namespace finding_cases;
  CHECK_CONSTEXPR(two_terms.term_count == 2);
  CHECK_CONSTEXPR(two_terms.terms[0].what == "a");
  CHECK_CONSTEXPR(two_terms.terms[1].amount == 2);
}

TEST_CASE("Severities are told as users know them, and ordered by weight") {
  CHECK_CONSTEXPR(hr::name(hr::finding_severity::unjudged) == "unknown");
  CHECK_CONSTEXPR(hr::name(hr::finding_severity::warning) == "warning");
  CHECK_CONSTEXPR(hr::name(hr::finding_severity::error) == "error");
  CHECK_CONSTEXPR(hr::finding_severity::unjudged < hr::finding_severity::warning);
  CHECK_CONSTEXPR(hr::finding_severity::warning < hr::finding_severity::error);
}
