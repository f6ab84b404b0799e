// SPDX-License-Identifier: BSL-1.0
#include <headroom/text/nearest_name.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <check.hpp>
#include <iterator>
#include <string_view>
#include <random>
#include <string>
#include <vector>

namespace nearest_name_cases {

constexpr std::array<std::string_view, 6> sizes{"Standard_ND96isr_H100_v5",
                                                "Standard_ND96isr_H200_v5",
                                                "Standard_ND40rs_v2",
                                                "p5en.48xlarge",
                                                "p5.48xlarge",
                                                "A100-SXM4-40GB"};

constexpr std::string_view meant(std::string_view asked) {
  hr::nearest_name nearest(asked);
  for (const std::string_view each : sizes) nearest.consider(each);
  return nearest.found();
}

}  // namespace nearest_name_cases

TEST_CASE("Parts, letters and whole numbers may be left out, from the beginning of a part on none") {
  using nearest_name_cases::meant;
  CHECK_CONSTEXPR(meant("ND H100") == "Standard_ND96isr_H100_v5");
  CHECK_CONSTEXPR(meant("nd_h200_v5") == "Standard_ND96isr_H200_v5");
  CHECK_CONSTEXPR(meant("Standard_ND40") == "Standard_ND40rs_v2");
  CHECK_CONSTEXPR(meant("A100-40GB") == "A100-SXM4-40GB");
  CHECK_CONSTEXPR(meant("A10").empty());
  CHECK_CONSTEXPR(meant("D40").empty());
}

TEST_CASE("The fewest letters are left out, then the first name is kept, or the shortest that begins so") {
  using nearest_name_cases::meant;
  CHECK_CONSTEXPR(meant("p5") == "p5.48xlarge");
  CHECK_CONSTEXPR(meant("ND96isr") == "Standard_ND96isr_H100_v5");
  CHECK_CONSTEXPR(meant("v5").empty());  // says too little
  hr::nearest_name of_option("--sequenc");
  for (const auto* option : {"--sequence-parallel", "--sequence"}) of_option.consider(option);
  CHECK(of_option.found() == "--sequence");
}

namespace nearest_name_cases {

constexpr std::string_view of_two(std::string_view asked, std::string_view one, std::string_view other) {
  hr::nearest_name nearest(asked);
  nearest.consider(one);
  nearest.consider(other);
  return nearest.found();
}

}  // namespace nearest_name_cases

TEST_CASE("Of two names that go on, the one with fewer letters left out, then with fewer digits is meant; of two others the first") {
  using nearest_name_cases::of_two;
  CHECK_CONSTEXPR(of_two("h100", "h100-sxm5-80gb", "h100x") == "h100-sxm5-80gb");
  CHECK_CONSTEXPR(of_two("llama", "llama-70", "llama-instruct") == "llama-instruct");
  CHECK_CONSTEXPR(of_two("sxm5", "h100-sxm5-80gb", "h1-sxm5") == "h100-sxm5-80gb");
  // As long as a plain name may be.
  CHECK_CONSTEXPR(of_two("7b", "7b-abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrst", "x") == "7b-abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrst");
}

TEST_CASE("A letter too many, too few, wrong or swapped is a slip; a wrong number is a heavier one") {
  using nearest_name_cases::meant;
  CHECK_CONSTEXPR(meant("Standard_ND40rrs_v2") == "Standard_ND40rs_v2");
  CHECK_CONSTEXPR(meant("Standard_ND40rx_v2") == "Standard_ND40rs_v2");
  CHECK_CONSTEXPR(meant("Standard_ND40sr_v2") == "Standard_ND40rs_v2");
  CHECK_CONSTEXPR(meant("Standard_ND40rs_v3") == "Standard_ND40rs_v2");
  CHECK_CONSTEXPR(meant("ND96isr_NDR_H200_v5") == "Standard_ND96isr_H200_v5");
  CHECK_CONSTEXPR(meant("ND96is_H200_v5") == "Standard_ND96isr_H200_v5");
  CHECK_CONSTEXPR(meant("nd40rsv2") == "Standard_ND40rs_v2");
}

TEST_CASE("O and 0, and l and 1, are taken for each other however many there are") {
  using nearest_name_cases::meant;
  CHECK_CONSTEXPR(meant("A1OO-SXM4-4OGB") == "A100-SXM4-40GB");
  CHECK_CONSTEXPR(meant("Standard_ND4Ors_v2") == "Standard_ND40rs_v2");
  CHECK_CONSTEXPR(meant("A1QQ-SXM4-4QGB").empty());
  hr::nearest_name option("--poo1");
  for (const auto* each : {"--pod", "--pool"}) option.consider(each);
  CHECK(option.found() == "--pool");
  constexpr auto slips = hr::slips_between(hr::plain_name("h1oo"), hr::plain_name("h100"));
  CHECK_CONSTEXPR(slips.weight == 2);
  CHECK_CONSTEXPR(slips.edits == 0);
}

TEST_CASE("What is far from all, empty or too long means none") {
  using nearest_name_cases::meant;
  CHECK_CONSTEXPR(meant("").empty());
  CHECK_CONSTEXPR(meant("_").empty());
  CHECK_CONSTEXPR(meant("toaster").empty());
  CHECK_CONSTEXPR(meant("m6.48large").empty());
  CHECK_CONSTEXPR(meant("p5.48xlargexxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx").empty());
}

namespace nearest_name_cases {

using hr::plain_name;

// Parts of letters and digits, in small letters.
std::vector<std::string> parts_of(const std::string& name) {
  std::vector<std::string> parts(1);
  for (const char c : name)
    if (c == '-') parts.emplace_back();
    else parts.back() += c;
  return parts;
}

// Of each letter: 4 for what a part with a number begins with, up to its first digit, and for its digits; else 1.
std::vector<std::size_t> slow_weights(const std::string& name) {
  std::vector<std::size_t> weights;
  for (const std::string& part : parts_of(name)) {
    const std::size_t digit = part.find_first_of("0123456789");
    for (std::size_t i = 0; i < part.size(); ++i)
      weights.push_back(digit != std::string::npos && (i < digit || std::isdigit(part[i]) != 0) ? 4 : 1);
  }
  return weights;
}

// The weight of the lightest slips, by trying each for the last letters.
std::size_t slow_distance(const std::string& a, const std::vector<std::size_t>& of_a, const std::string& b,
                          const std::vector<std::size_t>& of_b, std::size_t i, std::size_t j) {
  const auto rest = [&](std::size_t k, std::size_t l) { return slow_distance(a, of_a, b, of_b, k, l); };
  if (i == 0 && j == 0) return 0;
  std::size_t least = 1'000;
  if (i > 0) least = std::min(least, rest(i - 1, j) + of_a[i - 1]);
  if (j > 0) least = std::min(least, rest(i, j - 1) + of_b[j - 1]);
  if (i > 0 && j > 0) {
    const std::size_t heavier = std::max(of_a[i - 1], of_b[j - 1]);
    least = std::min(least, rest(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : heavier));
    if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
      least = std::min(least, rest(i - 2, j - 2) + heavier);
  }
  return least;
}

std::string letters_of(const std::string& name) {
  std::string letters;
  for (const std::string& part : parts_of(name)) letters += part;
  return letters;
}

// How many letters of one name another has not, each as often as it is there.
std::size_t only_in(std::string one, std::string other) {
  std::ranges::sort(one);
  std::ranges::sort(other);
  std::string only;
  std::ranges::set_difference(one, other, std::back_inserter(only));
  return only.size();
}

constexpr std::size_t left_out(std::string_view shortened, std::string_view name) {
  return hr::detail::letters_left_out(plain_name(shortened), plain_name(name));
}
constexpr bool have_in_common(std::string_view a, std::string_view b, std::size_t all_but) {
  return hr::detail::have_in_common(plain_name(a), plain_name(b), all_but);
}

}  // namespace nearest_name_cases

TEST_CASE("The distance of two names is that of the lightest slips, tried one by one") {
  using namespace nearest_name_cases;
  std::mt19937 random(20261123);
  const auto any_name = [&] {
    std::string name;
    const std::size_t size = 1 + random() % 5;
    while (name.size() < size) {
      const char c = "ab12-"[random() % 5];
      if (c != '-' || (!name.empty() && name.back() != '-')) name += c;
    }
    if (name.back() == '-') name.back() = 'a';
    return name;
  };
  for (int i = 0; i < 3'000; ++i) {
    const std::string a = any_name();
    const std::string b = any_name();
    CAPTURE(a);
    CAPTURE(b);
    const std::string of_a = letters_of(a);
    const std::string of_b = letters_of(b);
    const auto found = hr::slips_between(plain_name(a), plain_name(b));
    CHECK(found.weight == slow_distance(of_a, slow_weights(a), of_b, slow_weights(b), of_a.size(), of_b.size()));
    const std::size_t heaviest = random() % 12;
    const std::size_t limited = hr::slips_between(plain_name(a), plain_name(b), heaviest).weight;
    CHECK((found.weight <= heaviest ? limited == found.weight : limited > heaviest));
    // No slip weighs less than 1 or more than 4; and what so few slips make alike have all but so many letters in common.
    CHECK(found.edits <= found.weight);
    CHECK(4 * found.edits >= found.weight);
    CHECK(have_in_common(a, b, found.edits));
    const std::size_t all_but = random() % 4;
    CHECK(have_in_common(a, b, all_but) == (only_in(of_a, of_b) <= all_but && only_in(of_b, of_a) <= all_but));
  }
}

TEST_CASE("Names have most letters in common where few are only in one of them, and they are as long") {
  using nearest_name_cases::have_in_common;
  CHECK_CONSTEXPR(have_in_common("abc", "cba", 0));
  CHECK_CONSTEXPR(have_in_common("abc", "abx", 1));
  CHECK_CONSTEXPR(!have_in_common("abc", "abx", 0));
  CHECK_CONSTEXPR(!have_in_common("abc", "axy", 1));
  CHECK_CONSTEXPR(have_in_common("abc", "abcde", 2));
  CHECK_CONSTEXPR(!have_in_common("abc", "abcde", 1));
  CHECK_CONSTEXPR(have_in_common("abcde", "abc", 2));
  CHECK_CONSTEXPR(!have_in_common("abcde", "abc", 1));
  CHECK_CONSTEXPR(!have_in_common("abcde", "xbc", 2));
  CHECK_CONSTEXPR(!have_in_common("aab", "aaa", 0));
  CHECK_CONSTEXPR(!have_in_common("Standard_xa", "xaa", 0));
}

TEST_CASE("Letters left out are counted part by part, and a first part that is left out weighs more") {
  using nearest_name_cases::left_out;
  CHECK_CONSTEXPR(left_out("nd-h100", "nd96isr-h100-v5") == 5);  // "96isr"
  CHECK_CONSTEXPR(left_out("nd96isr-h100-v5", "nd96isr-h100-v5") == 0);
  CHECK_CONSTEXPR(left_out("nd96r-v5", "nd96isr-h100-v5") == 2);
  CHECK_CONSTEXPR(left_out("h100", "nd96isr-h100-v5") == 100);
  CHECK_CONSTEXPR(left_out("h-v", "nd96isr-h100-v5") == 100 + 3 + 1);
  CHECK_CONSTEXPR(left_out("a10", "a100") == 1'000);  // a number is whole
  CHECK_CONSTEXPR(left_out("d96", "nd96") == 1'000);  // and a part begins as it begins
  CHECK_CONSTEXPR(left_out("v5-nd", "nd-v5") == 1'000);
  CHECK_CONSTEXPR(left_out("nd-nd", "nd-v5") == 1'000);
}

namespace nearest_name_cases {

// The letters of a part, and its numbers as they are whole.
std::vector<std::string> tokens_of(const std::string& part) {
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (i > 0 && std::isdigit(part[i]) != 0 && std::isdigit(part[i - 1]) != 0) tokens.back() += part[i];
    else tokens.emplace_back(1, part[i]);
  }
  return tokens;
}

// Whether the tokens of one part are, in order, some of another's, and the first is its first.
bool slowly_shortens(const std::string& shortened, const std::string& part) {
  const std::vector<std::string> wanted = tokens_of(shortened), all = tokens_of(part);
  if (wanted.front() != all.front()) return false;
  std::size_t found = 0;
  for (const std::string& each : all)
    if (found < wanted.size() && each == wanted[found]) ++found;
  return found == wanted.size();
}

// Each part of one name shortens the next of the other's that it can; 1,000: one does not.
std::size_t slowly_left_out(const std::string& shortened, const std::string& name) {
  const std::vector<std::string> all = parts_of(name);
  std::size_t at = 0, left = 0;
  bool is_first = true;
  for (const std::string& part : parts_of(shortened)) {
    while (at < all.size() && !slowly_shortens(part, all[at])) ++at;
    if (at == all.size()) return 1'000;
    if (is_first && at > 0) left += 100;
    is_first = false;
    left += all[at++].size() - part.size();
  }
  return left;
}

}  // namespace nearest_name_cases

TEST_CASE("Letters left out are those that a slow look at each part leaves out") {
  using namespace nearest_name_cases;
  std::mt19937 random(20261128);
  const auto any_name = [&](std::size_t longest) {
    std::string name;
    const std::size_t size = 1 + random() % longest;
    while (name.size() < size) {
      const char c = "aab112--"[random() % 8];
      if (c != '-' || (!name.empty() && name.back() != '-')) name += c;
    }
    if (name.back() == '-') name.back() = 'b';
    return name;
  };
  int shortening = 0;
  for (int i = 0; i < 1'500; ++i) {
    const std::string shortened = any_name(5), name = any_name(9);
    CAPTURE(shortened);
    CAPTURE(name);
    const std::size_t slowly = slowly_left_out(shortened, name);
    CHECK(left_out(shortened, name) == slowly);
    if (slowly < 1'000) ++shortening;
    std::size_t only = 0;
    for (const char c : {'a', 'b', '1', '2'}) only += shortened.find(c) != std::string::npos && name.find(c) == std::string::npos ? 1u : 0u;
    CHECK(hr::detail::shapes_only_in(plain_name(shortened), plain_name(name)) == only);
  }
  CHECK(shortening > 50);
}

TEST_CASE("A suggestion is within a third of the letters, and one heavy slip among them") {
  using nearest_name_cases::meant;
  CHECK_CONSTEXPR(meant("A100-SXM4-80GB") == "A100-SXM4-40GB");  // a number: 4
  CHECK_CONSTEXPR(meant("B100-SXM5-80GB").empty());              // three of 4: 12
  CHECK_CONSTEXPR(meant("A100-SXN4-40GB") == "A100-SXM4-40GB");
  // As near as one that is shortened never is one with slips.
  CHECK_CONSTEXPR(meant("p5e.48xlarge") == "p5en.48xlarge");
}

TEST_CASE("A plain name has every letter and digit, small, and nothing else") {
  CHECK_CONSTEXPR(hr::plain_name("Zebra_0-9 AZaz").text() == "zebra09azaz");
  CHECK_CONSTEXPR(hr::plain_name("a`{@[/:z").text() == "az");
}

TEST_CASE("Parts of a plain name begin behind what is no letter or digit, and where it ends") {
  const hr::plain_name name("Standard_ND96isr__H100 v5");
  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i <= name.size; ++i)
    if (name.begins_part[i]) begins.push_back(i);
  CHECK((begins == std::vector<std::size_t>{0, 7, 11, 13}));
  CHECK(hr::plain_name("h100").begins_part[0]);
}

TEST_CASE("A name of 48 letters is plain, and of 49 none") {
  const std::string most(48, 'a');
  CHECK(hr::plain_name(most).text() == most);
  CHECK(hr::plain_name(most + "---").size == 48);
  CHECK(hr::plain_name(most + "b").size == 0);
  CHECK(hr::plain_name("Standard").size == 0);
  CHECK(hr::plain_name("Standard_" + most).text() == most);
}

TEST_CASE("Two searches are as near where both found what is equally far") {
  const auto searched = [](std::string_view asked, std::string_view name) {
    hr::nearest_name made(asked);
    made.consider(name);
    return made;
  };
  CHECK(searched("nd40", "ND40rs").is_as_near(searched("p5", "p5en")));
  CHECK_FALSE(searched("nd40", "ND40rs").is_as_near(searched("nd40", "ND40")));
  CHECK_FALSE(searched("toaster", "ND40").is_as_near(searched("kettle", "p5")));
}
