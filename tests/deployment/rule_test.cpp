// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rule.hpp>

#include <check.hpp>

namespace rule_cases {

class counting final : public hr::finding_sink {
 public:
  constexpr void operator()(const hr::finding& found) override { lines += found.line; }
  int lines = 0;
};

constexpr void told_of_line_seven(const hr::rule_input&, hr::finding_sink& to) {
  to(hr::finding{.rule = "own", .line = 7});
}
constexpr hr::rule own{.name = "own", .holds = "Nothing is in line 7", .judge = told_of_line_seven};

constexpr int lines_told() {
  counting to;
  own.judge({{}, {}}, to);
  return to.lines;
}

}  // namespace rule_cases

TEST_CASE("A rule of one's own judges into a sink of one's own") { CHECK_CONSTEXPR(rule_cases::lines_told() == 7); }
