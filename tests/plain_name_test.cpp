// SPDX-License-Identifier: BSL-1.0
#include <headroom/plain_name.hpp>

#include <check.hpp>
#include <string>

namespace plain_name_test {
namespace {

constexpr hr::detail::plain_name plain(std::string_view name) { return hr::detail::plain_name(name); }

}  // namespace

TEST_CASE("a plain name keeps small letters and digits, up to 48, and drops the prefix of Azure's sizes") {
  CHECK_CONSTEXPR(plain("Meta-Llama-3.1 405B").text() == "metallama31405b");
  CHECK_CONSTEXPR(plain("Standard_ND96asr_v4").text() == "nd96asrv4");
  CHECK_CONSTEXPR(plain("").size == 0);
  CHECK(plain(std::string(60, 'x')).size == 48);
}

TEST_CASE("a distance is the letters to put in, take out or change") {
  CHECK_CONSTEXPR(hr::detail::distance(plain("kitten"), plain("kitten")) == 0);
  CHECK_CONSTEXPR(hr::detail::distance(plain("kitten"), plain("sitting")) == 3);  // Wikipedia's example
  CHECK_CONSTEXPR(hr::detail::distance(plain(""), plain("abc")) == 3);
  CHECK_CONSTEXPR(hr::detail::distance(plain("abc"), plain("")) == 3);
}

}  // namespace plain_name_test
