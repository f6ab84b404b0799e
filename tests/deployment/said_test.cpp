// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/said.hpp>

#include <string_view>
#include <type_traits>

#include <headroom/count.hpp>

#include <check.hpp>

namespace said_cases {

constexpr hr::said<hr::count> known{0, 3};
constexpr hr::said<hr::count> unresolved{hr::unknown, 3};
constexpr hr::said<hr::count> silent{};

}  // namespace said_cases

TEST_CASE("A file says a figure, leaves it to its tool, or is silent: never two of them") {
  using namespace said_cases;
  CHECK_CONSTEXPR((known.is_known() && !known.is_unresolved() && !known.is_silent()));
  CHECK_CONSTEXPR((!unresolved.is_known() && unresolved.is_unresolved() && !unresolved.is_silent()));
  CHECK_CONSTEXPR((!silent.is_known() && !silent.is_unresolved() && silent.is_silent()));
}

TEST_CASE("What is not known says why, and what depends on it the same") {
  constexpr hr::said<hr::count> left_open{hr::unknown, 3, hr::said_state::left_open};
  CHECK_CONSTEXPR((left_open.is_unresolved() && left_open.state == hr::said_state::left_open));
  CHECK_CONSTEXPR((hr::said<bool>{hr::unknown, 4, left_open.state}.state == hr::said_state::left_open));
  CHECK_CONSTEXPR((said_cases::unresolved.state == hr::said_state::unresolved));
  // Of one that is known, or of silence, nothing follows.
  CHECK_CONSTEXPR((hr::said<bool>{hr::unknown, 4, said_cases::known.state}.state == hr::said_state::unresolved));
  CHECK_CONSTEXPR((hr::said<bool>{hr::unknown, 4, said_cases::silent.state}.state == hr::said_state::unresolved));
  CHECK_CONSTEXPR((hr::said<bool>{hr::unknown, 0, left_open.state}.state == hr::said_state::silent));
  CHECK_CONSTEXPR((hr::reason(said_cases::known.state).empty() && hr::reason(said_cases::silent.state).empty()));
  CHECK_CONSTEXPR((hr::reason(left_open.state) == "a variable or an expression, which the file's tool resolves"));
}

TEST_CASE("A known nought is not replaced, and what is not known is") {
  using namespace said_cases;
  CHECK_CONSTEXPR(known.value_or(7) == 0);
  CHECK_CONSTEXPR(unresolved.value_or(7) == 7);
  CHECK_CONSTEXPR(silent.value_or(7) == 7);
}

TEST_CASE("What is known without a line is known, and not silent") {
  constexpr hr::said<hr::count> of_machine{8, 0};
  CHECK_CONSTEXPR(of_machine.is_known());
  CHECK_CONSTEXPR(!of_machine.is_silent());
  CHECK_CONSTEXPR(!of_machine.is_unresolved());
  const hr::said<hr::count> nothing;
  CHECK(nothing.is_silent());
  CHECK(nothing.value == 0);
}

TEST_CASE("A number is said as a whole one, words as words, and neither as the other") {
  CHECK_CONSTEXPR(std::is_constructible_v<hr::said<hr::count>, int, int>);
  CHECK_CONSTEXPR(!std::is_constructible_v<hr::said<hr::count>, double, int>);
  CHECK_CONSTEXPR(!std::is_constructible_v<hr::said<hr::count>, const char*, int>);
  CHECK_CONSTEXPR(std::is_constructible_v<hr::said<std::string_view>, const char*, int>);
  CHECK_CONSTEXPR(!std::is_constructible_v<hr::said<std::string_view>, int, int>);
}
