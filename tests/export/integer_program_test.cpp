// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/integer_program.hpp>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <check.hpp>

namespace export_integer_program_test {
namespace {

// At least 36 of eights and ones, in all no more than 20, of which one more is there in any case.
const hr::named_program some{.steps = {.costs = {98, 7, 5}, .at_most = {hr::max_count, 16, 1}, .rows = {{.each = {8, 1, 0}, .amount = 36}, {.each = {-2, 4, 0}, .amount = 40, .is_limit = true}, {.each = {0, 0, 0}, .amount = 0}}},
                             .rows = {"need", "limit", "none"},
                             .variables = {"eights", "ones", "1"},
                             .is_last_one = true};

}  // namespace

TEST_CASE("A program is written in LP, a row in its largest common unit") {
  CHECK(hr::program_in_lp(some) ==
        "\\ x0: eights\n\\ x1: ones\n\\ x2: 1\n"
        "Minimize\n amount: 98 x0 + 7 x1 + 5 x2\n"
        "Subject To\n need: 8 x0 + 1 x1 >= 36\n limit: - 1 x0 + 2 x1 <= 20\n none: 0 x0 >= 0\n"
        "Bounds\n x1 <= 16\n x2 = 1\nGeneral\n x0 x1 x2\nEnd\n");
  CHECK_FALSE(hr::named_program{}.is_last_one);
}

TEST_CASE("The same in MPS, with a bound for each") {
  CHECK(hr::program_in_mps(some) ==
        "* x0: eights\n* x1: ones\n* x2: 1\n"
        "NAME mix FREE\nROWS\n N amount\n G need\n L limit\n G none\nCOLUMNS\n MARK 'MARKER' 'INTORG'\n"
        " x0 amount 98\n x0 need 8\n x0 limit -1\n x1 amount 7\n x1 need 1\n x1 limit 2\n x2 amount 5\n MARK 'MARKER' 'INTEND'\n"
        "RHS\n RHS need 36\n RHS limit 20\n RHS none 0\nBOUNDS\n PL BOUND x0\n UP BOUND x1 16\n FX BOUND x2 1\nENDATA\n");
}

// Some readers stop at a thousand letters.
TEST_CASE("Long rows take several lines") {
  hr::named_program of{.steps = {.costs = std::vector<double>(500, 1.5), .at_most = std::vector<hr::count>(500, 1), .rows = {{.each = std::vector<double>(500, 0.3), .amount = 7}}}, .rows = {"long"}, .variables = std::vector<std::string>(500, "one")};
  const std::string text = hr::program_in_lp(of);
  std::istringstream lines(text);
  std::size_t longest = 0, terms = 0;
  for (std::string line; std::getline(lines, line);) {
    longest = std::max(longest, line.size());
    if (line.find("\\") == std::string::npos && line.find("<=") == std::string::npos) terms += static_cast<std::size_t>(std::count(line.begin(), line.end(), 'x'));
  }
  CHECK(longest < 500);
  CHECK(terms == 3 * 500);  // in the objective, the row, and the list of whole ones
}

}  // namespace export_integer_program_test
