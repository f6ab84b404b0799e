// SPDX-License-Identifier: BSL-1.0
#include <headroom/demand/verdict.hpp>

#include <check.hpp>
#include <set>

namespace {

constexpr hr::need_check verdict_need(double need, double supply) { return {.need = need, .supply = supply}; }
constexpr hr::need_check verdict_limit(double most, double supply) { return {.is_limit = true, .need = most, .supply = supply}; }

}  // namespace

TEST_CASE("The margin of a need is what is left over, and negative where something is missing") {
  CHECK_CONSTEXPR(verdict_need(80, 100).margin() == 20);
  CHECK_CONSTEXPR(verdict_need(100, 90).margin() == -10);
  CHECK_CONSTEXPR(verdict_need(100, 90).relative_margin() == -0.1);
}

TEST_CASE("The margin of a limit is what may still be added") {
  CHECK_CONSTEXPR(verdict_limit(100, 80).margin() == 20);
  CHECK_CONSTEXPR(verdict_limit(100, 150).relative_margin() == -0.5);
}

TEST_CASE("A limit of nothing has no room to spare") {
  CHECK_CONSTEXPR(verdict_limit(0, 0).relative_margin() == 0);
  CHECK_CONSTEXPR(verdict_limit(0, 5).relative_margin() == -1);
}

TEST_CASE("Of several outcomes the worst is the largest") {
  CHECK_CONSTEXPR(hr::outcome::fits < hr::outcome::cannot_be_judged);
  CHECK_CONSTEXPR(hr::outcome::cannot_be_judged < hr::outcome::does_not_fit);
  CHECK_CONSTEXPR(hr::outcome::does_not_fit < hr::outcome::invalid);
}

TEST_CASE("Outcomes, lines and scopes have names") {
  CHECK_CONSTEXPR(hr::name(hr::outcome::fits) == "fits");
  CHECK_CONSTEXPR(hr::name(hr::outcome::cannot_be_judged) == "cannot be judged");
  CHECK_CONSTEXPR(hr::name(hr::outcome::does_not_fit) == "does not fit");
  CHECK_CONSTEXPR(hr::name(hr::outcome::invalid) == "invalid");
  CHECK_CONSTEXPR(hr::name(hr::line::gpus) == "GPUs");
  CHECK_CONSTEXPR(hr::name(hr::line::peak) == "peak rate");
  CHECK_CONSTEXPR(hr::name(hr::line::machines) == "eligible machines");
  CHECK_CONSTEXPR(hr::name(hr::line::price_per_hour) == "price per hour");
  CHECK_CONSTEXPR(hr::name(hr::scope::total) == "in total");
  CHECK_CONSTEXPR(hr::name(hr::scope::per_gpu) == "per GPU");
  CHECK_CONSTEXPR(hr::name(hr::scope::per_vm) == "per VM");
  CHECK_CONSTEXPR(hr::name(hr::scope::per_domain) == "per scale-up domain");
}

TEST_CASE("No two lines have the same name") {
  CHECK(std::set(hr::line_names.begin(), hr::line_names.end()).size() == hr::line_names.size());
  CHECK_CONSTEXPR(hr::line_names.size() == static_cast<std::size_t>(hr::line::price_per_hour) + 1);
}

TEST_CASE("A verdict shows the checks that were made, and the one that binds") {
  constexpr auto two = [] {
    hr::basic_verdict<std::array<hr::group_standing, 0>> v;
    v.all_checks[0] = verdict_need(1, 2);
    v.all_checks[1] = verdict_need(2, 1);
    v.check_count = 2;
    v.binding_index = 1;
    v.outcome = hr::outcome::does_not_fit;
    return v;
  };
  CHECK_CONSTEXPR(two().checks().size() == 2);
  CHECK_CONSTEXPR(two().binding().need == 2);
  CHECK_CONSTEXPR(!two().fits());
}
