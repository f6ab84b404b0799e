// SPDX-License-Identifier: BSL-1.0
#include <headroom/text/same_name.hpp>

#include <check.hpp>
#include <cctype>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

namespace {

using enum hr::name_match;

struct thing {
  std::string_view name{};
};
constexpr thing pci{"H100-PCIe-80GB"}, sxm{"H100-SXM5-80GB"}, whole{"H100"};

constexpr hr::named_alike<thing> called(std::string_view asked, bool with_whole) {
  hr::named_alike<thing> all;
  for (const thing* each : {&pci, &whole, &sxm})
    if (each != &whole || with_whole) all.consider(*each, hr::match_of(asked, each->name));
  return all;
}

}  // namespace

TEST_CASE("A name is the same after case, spaces, signs and what stands in front") {
  CHECK_CONSTEXPR(hr::match_of("gb300-nvl72", "GB300 NVL72") == same);
  CHECK_CONSTEXPR(hr::match_of("gb300_nvl72", "GB300 NVL72") == same);
  CHECK_CONSTEXPR(hr::match_of("NVIDIA GB300 NVL72", "GB300 NVL72", "NVIDIA") == same);
  CHECK_CONSTEXPR(hr::match_of("ND96asr_v4", "Standard_ND96asr_v4") == same);
  CHECK_CONSTEXPR(hr::match_of("standard nd40rs v2", "Standard_ND40rs_v2") == same);
  CHECK_CONSTEXPR(hr::match_of("llama3.1-405b", "Meta-Llama-3.1-405B", "meta") == same);
  CHECK_CONSTEXPR(hr::match_of("meta_llama_3_1_405b", "Meta-Llama-3.1-405B", "meta") == same);
  CHECK_CONSTEXPR(hr::match_of("amd mi300x", "MI300X", "AMD") == same);
}

TEST_CASE("A name that goes on is begun at the end of a part, and another is none") {
  CHECK_CONSTEXPR(hr::match_of("h100", "H100-SXM5-80GB") == begins);
  CHECK_CONSTEXPR(hr::match_of("kimi-k2", "Kimi-K2-Instruct", "moonshotai") == begins);
  CHECK_CONSTEXPR(hr::match_of("h10", "H100-SXM5-80GB") == none);
  CHECK_CONSTEXPR(hr::match_of("llama3.1-40", "Meta-Llama-3.1-405B", "meta") == none);
  CHECK_CONSTEXPR(hr::match_of("sxm5", "H100-SXM5-80GB") == within);
  CHECK_CONSTEXPR(hr::match_of("h100-sxm5-80gb-x", "H100-SXM5-80GB") == none);
  CHECK_CONSTEXPR(hr::match_of("", "H100-SXM5-80GB") == none);
  CHECK_CONSTEXPR(hr::match_of("80", "H100-SXM5-80GB") == none);  // two letters say too little
  CHECK_CONSTEXPR(hr::match_of("NVIDIA", "NVIDIA", "NVIDIA") == same);
  CHECK_CONSTEXPR(hr::match_of("nvidia standard", "NVIDIA B200", "NVIDIA") == none);
  CHECK_CONSTEXPR(hr::match_of("-", "--") == none);
}

TEST_CASE("A name that leaves out parts, letters or whole numbers shortens another") {
  CHECK_CONSTEXPR(hr::match_of("H100 SXM", "H100-SXM5-80GB") == shortens);
  CHECK_CONSTEXPR(hr::match_of("H100-80GB", "H100-SXM5-80GB") == shortens);
  CHECK_CONSTEXPR(hr::match_of("qwen", "Qwen3-8B", "Qwen") == shortens);
  CHECK_CONSTEXPR(hr::match_of("deepseek", "DeepSeek-V3", "deepseek") == begins);
  CHECK_CONSTEXPR(hr::match_of("H100-80GB-SXM", "H100-SXM5-80GB") == shortens);
  // Each part for one of the other's, and the first for the first.
  CHECK_CONSTEXPR(hr::match_of("H100-80GB-80GB", "H100-SXM5-80GB") == none);
  CHECK_CONSTEXPR(hr::match_of("H200-H100", "H100-H200") == none);
}

TEST_CASE("A first word is left off where another follows it") {
  CHECK_CONSTEXPR(hr::behind_word("NVIDIA", "nvidia-B200") == "B200");
  CHECK_CONSTEXPR(hr::behind_word("NVIDIA", "NVIDIA") == "NVIDIA");
  CHECK_CONSTEXPR(hr::behind_word("NVIDIA", "NVIDIA-") == "NVIDIA-");
  CHECK_CONSTEXPR(hr::behind_word("NVIDIA", "NVIDIAB200") == "NVIDIAB200");
  CHECK_CONSTEXPR(hr::behind_word("", "B200") == "B200");
  CHECK_CONSTEXPR(hr::behind_word("Qwen", "Qwen3-8B") == "Qwen3-8B");
  CHECK_CONSTEXPR(hr::behind_word("Qwen", "Qwen-8B") == "8B");
}

TEST_CASE("A name longer than a plain one is its own only") {
  constexpr std::string_view long_name = "a name of more letters than any name that somebody would ever write";
  CHECK_CONSTEXPR(hr::match_of(long_name, long_name) == same);
  CHECK_CONSTEXPR(hr::match_of(long_name, "a") == none);
}

TEST_CASE("Those of the same name are meant before those that begin so, and one alone is meant") {
  CHECK_CONSTEXPR(called("h100", false).size == 2);
  CHECK_CONSTEXPR(called("h100", false).one() == nullptr);
  CHECK_CONSTEXPR(called("h100", false).of[1] == &sxm);
  CHECK_CONSTEXPR(called("h100", true).one() == &whole);
  CHECK_CONSTEXPR(called("h100_pcie", true).one() == &pci);
  CHECK_CONSTEXPR(called("80gb", true).size == 2);
  CHECK_CONSTEXPR(called("sxm5", true).size == 1);
  CHECK_CONSTEXPR(called("sxm5", true).one() == nullptr);  // a part from the middle
  CHECK_CONSTEXPR(called("h100 pci", true).size == 1);
  CHECK_CONSTEXPR(called("b200", true).size == 0);
  CHECK_CONSTEXPR(called("b200", true).one() == nullptr);
}

TEST_CASE("A name of C++ is told by its last namespace") {
  CHECK_CONSTEXPR(hr::in_last_namespace("headroom::azure::nd96asr_v4") == "azure::nd96asr_v4");
  CHECK_CONSTEXPR(hr::in_last_namespace("azure::nd96asr_v4") == "azure::nd96asr_v4");
  CHECK_CONSTEXPR(hr::in_last_namespace("a::b::c::d") == "c::d");
  CHECK_CONSTEXPR(hr::in_last_namespace("a::b") == "a::b");
  CHECK_CONSTEXPR(hr::in_last_namespace("nd96asr_v4") == "nd96asr_v4");
  CHECK_CONSTEXPR(hr::in_last_namespace("::nd96asr_v4") == "::nd96asr_v4");
  CHECK_CONSTEXPR(hr::in_last_namespace("::azure::x") == "azure::x");
  CHECK_CONSTEXPR(hr::in_last_namespace("") == "");
}

TEST_CASE("A first word is left off behind a sign of any kind, and with all signs after it") {
  CHECK_CONSTEXPR(hr::behind_word("NVIDIA", "NVIDIA - B200") == "B200");
  CHECK_CONSTEXPR(hr::behind_word("A", "A-B") == "B");
  CHECK_CONSTEXPR(hr::behind_word("AMD", "NVIDIA-B200") == "NVIDIA-B200");
  CHECK_CONSTEXPR(hr::behind_word("NVIDIA B200", "B200") == "B200");
}

// In whatever order they come: names that begin and names that are shortened are meant alike, those within only where there is none of them.
TEST_CASE("Things that a name may mean are kept while none is meant better, and counted beyond twelve") {
  const auto meant = [](std::initializer_list<hr::name_match> in_turn) {
    hr::named_alike<thing> all;
    for (const hr::name_match each : in_turn) all.consider(sxm, each);
    return all;
  };
  CHECK(meant({shortens, begins}).size == 2);
  CHECK(meant({shortens, begins}).as == begins);
  CHECK(meant({begins, shortens}).size == 2);
  CHECK(meant({begins, shortens}).as == begins);
  CHECK(meant({within, shortens}).size == 1);
  CHECK(meant({within, shortens}).as == shortens);
  CHECK(meant({shortens, within}).size == 1);
  CHECK(meant({begins, same, begins}).size == 1);
  CHECK(meant({begins, same, begins}).as == same);
  CHECK(meant({none}).size == 0);
  CHECK(meant({same, same}).one() == nullptr);
  CHECK(meant({same}).one() == &sxm);
  CHECK(meant({within}).one() == nullptr);
  std::vector<thing> many(14);
  hr::named_alike<thing> all;
  for (const thing& each : many) all.consider(each, begins);
  CHECK(all.size == 14);
  CHECK(all.of[0] == &many[0]);
  CHECK(all.of[11] == &many[11]);
}

namespace same_name_cases {

// Parts of letters and whole numbers, in small letters.
std::vector<std::vector<std::string>> parts_of(const std::string& name) {
  std::vector<std::vector<std::string>> parts(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '-') parts.emplace_back();
    else if (i > 0 && std::isdigit(name[i]) != 0 && std::isdigit(name[i - 1]) != 0) parts.back().back() += name[i];
    else parts.back().emplace_back(1, name[i]);
  }
  return parts;
}

// The tokens of one part are, in order, some of another's, and the first is its first.
bool is_short_for(const std::vector<std::string>& shortened, const std::vector<std::string>& part) {
  std::size_t found = 0;
  for (const std::string& each : part)
    if (found < shortened.size() && each == shortened[found]) ++found;
  return shortened.front() == part.front() && found == shortened.size();
}

// What a name is to another, part by part; both of small letters and digits with single hyphens.
hr::name_match slowly_matched(const std::string& asked, const std::string& name) {
  std::string a, b;
  for (const char c : asked) if (c != '-') a += c;
  for (const char c : name) if (c != '-') b += c;
  if (a == b) return same;
  std::size_t letters = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '-' && letters == a.size() && b.starts_with(a)) return begins;
    letters += name[i] == '-' ? 0u : 1u;
  }
  const auto wanted = parts_of(asked), all = parts_of(name);
  // In order, each by the next that it can be short for.
  std::size_t at = 0;
  bool is_inside = false, are_all = true;
  for (std::size_t i = 0; i < wanted.size() && are_all; ++i) {
    while (at < all.size() && !is_short_for(wanted[i], all[at])) ++at;
    are_all = at < all.size();
    if (i == 0) is_inside = at > 0;
    ++at;
  }
  if (are_all) return !is_inside ? shortens : a.size() < 3 ? none : within;
  // Or in any order, but for the first.
  std::vector<bool> is_taken(all.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    std::size_t found = i == 0 ? 0 : 1;
    const std::size_t end = i == 0 ? 1 : all.size();
    while (found < end && (is_taken[found] || !is_short_for(wanted[i], all[found]))) ++found;
    if (found >= end) return none;
    is_taken[found] = true;
  }
  return shortens;
}

}  // namespace same_name_cases

TEST_CASE("What a name is to another is what a slow look at their parts says") {
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
  int of_kind[5]{};
  for (int i = 0; i < 1'500; ++i) {
    // One of its own, or what a name begins or ends with.
    const std::string name = any_name(9);
    std::string asked = i % 3 == 0 ? any_name(6) : i % 3 == 1 ? name.substr(0, 1 + random() % name.size()) : name.substr(random() % name.size());
    if (asked.front() == '-') asked.front() = 'a';
    if (asked.back() == '-') asked.back() = 'b';
    CAPTURE(asked);
    CAPTURE(name);
    const hr::name_match slowly = same_name_cases::slowly_matched(asked, name);
    ++of_kind[static_cast<int>(slowly)];
    CHECK(static_cast<int>(hr::match_of(asked, name)) == static_cast<int>(slowly));
  }
  for (const int each : of_kind) CHECK(each > 10);
}
