// SPDX-License-Identifier: BSL-1.0
#include <headroom/text/characters.hpp>

#include <check.hpp>
#include <string_view>

namespace text_characters {
namespace {

namespace ascii = headroom::ascii;

}  // namespace

TEST_CASE("Only the letters of ASCII have capitals, and only its digits are digits") {
  CHECK_CONSTEXPR(ascii::small_letter('A') == 'a');
  CHECK_CONSTEXPR(ascii::small_letter('Z') == 'z');
  CHECK_CONSTEXPR(ascii::small_letter('@') == '@');
  CHECK_CONSTEXPR(ascii::small_letter('[') == '[');
  CHECK_CONSTEXPR(ascii::small_letter('\xC4') == '\xC4');
  for (const char c : std::string_view("09")) CHECK(ascii::is_digit(c));
  for (const char c : std::string_view("/:a")) CHECK_FALSE(ascii::is_digit(c));
  for (const char c : std::string_view("azAZ")) CHECK(ascii::is_letter(c));
  for (const char c : std::string_view("@[`{5_")) CHECK_FALSE(ascii::is_letter(c));
  CHECK_CONSTEXPR(ascii::is_digits("0123456789"));
  CHECK_CONSTEXPR(!ascii::is_digits("12a"));
  CHECK_CONSTEXPR(!ascii::is_digits("-1"));
  CHECK_CONSTEXPR(!ascii::is_digits(""));
  CHECK_CONSTEXPR(ascii::is_blank(' '));
  CHECK_CONSTEXPR(ascii::is_blank('\t'));
  CHECK_CONSTEXPR(!ascii::is_blank('\n'));
}

TEST_CASE("Texts are the same, begin alike or hold each other but for capitals") {
  CHECK_CONSTEXPR(ascii::is_same("Standard_ND96asr_v4", "standard_nd96ASR_V4"));
  CHECK_CONSTEXPR(!ascii::is_same("v4", "v"));
  CHECK_CONSTEXPR(!ascii::is_same("v4", "v5"));
  CHECK_CONSTEXPR(ascii::is_same("", ""));
  CHECK_CONSTEXPR(ascii::starts_with("Standard_ND96asr_v4", "STANDARD_"));
  CHECK_CONSTEXPR(!ascii::starts_with("Stand", "STANDARD_"));
  CHECK_CONSTEXPR(ascii::contains("4xHDR InfiniBand", "infiniband"));
  CHECK_CONSTEXPR(ascii::contains("InfiniBand", ""));
  CHECK_CONSTEXPR(!ascii::contains("Infini", "InfiniBand"));
}

TEST_CASE("Blanks around a text go, those inside stay") {
  CHECK_CONSTEXPR(ascii::without_blanks(" \ta b\t ") == "a b");
  CHECK_CONSTEXPR(ascii::without_blanks(" \t ").empty());
  CHECK_CONSTEXPR(ascii::without_blanks("a ") == "a");
  CHECK_CONSTEXPR(ascii::without_blanks("\na") == "\na");
}

TEST_CASE("Parts of a list stand between its commas, and none behind the last") {
  constexpr auto sizes = [](std::string_view list) {
    int digits = 0;
    ascii::for_each_part(list, [&](std::string_view part) { digits = 10 * digits + 1 + static_cast<int>(part.size()); });
    return digits;
  };
  CHECK_CONSTEXPR(sizes("") == 0);
  CHECK_CONSTEXPR(sizes("ab") == 3);
  CHECK_CONSTEXPR(sizes("a,bc") == 23);
  CHECK_CONSTEXPR(sizes(",a,,b,") == 1212);
}

TEST_CASE("Identifiers are letters, digits and underscores") {
  CHECK_CONSTEXPR(ascii::is_identifier("SLURM_NNODES"));
  CHECK_CONSTEXPR(ascii::is_identifier("_9"));
  CHECK_CONSTEXPR(!ascii::is_identifier("a-b"));
  CHECK_CONSTEXPR(!ascii::is_identifier(""));
}

}  // namespace text_characters
