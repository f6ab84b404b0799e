// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/size_name.hpp>

#include <algorithm>
#include <cstdlib>
#include <deployment/small_deployments.hpp>
#include <span>
#include <string>
#include <vector>

namespace size_name_cases {

using namespace small;

constexpr small::tally of(std::string_view size) {
  const std::array one{pool_of(size)};
  return told("size_name", {.pools = one});
}
constexpr std::array misspelled{pool_of("Standard_ND96irs_H100_v5")};
constexpr std::array variable = [] {
  std::array one{pool_of("")};
  one[0].size = {hr::unknown, 11};
  return one;
}();

}  // namespace size_name_cases

TEST_CASE("Sizes of the catalogue are known in capitals and small letters") {
  using namespace size_name_cases;
  CHECK_CONSTEXPR(of("Standard_ND96isr_H100_v5") == clean);
  CHECK_CONSTEXPR(of("standard_nd96isr_h100_v5") == clean);
  CHECK_CONSTEXPR(of("p5.48xlarge") == clean);
  CHECK_CONSTEXPR(of("a3-highgpu-8g") == clean);
  CHECK_CONSTEXPR(of("ml.p5.48xlarge") == clean);  // SageMaker's, which are EC2's
}

TEST_CASE("A slip of the pen is told with the name that is meant") {
  using namespace size_name_cases;
  CHECK_CONSTEXPR(told("size_name", {.pools = misspelled}) == one_warning);
  CHECK(words("size_name", {.pools = misspelled}) == "No size is called Standard_ND96irs_H100_v5");
  CHECK(cure("size_name", {.pools = misspelled}) == "write Standard_ND96isr_H100_v5");
  CHECK_CONSTEXPR(of("Standard_ND40s_v2") == one_warning);  // an older name
  // A letter off two sizes.
  const std::array between_two{pool_of("p4dd.24xlarge")};
  CHECK(cure("size_name", {.pools = between_two}) == "write p4de.24xlarge or p4d.24xlarge");
  // A word is cut short: Google Cloud's types are "a3-megagpu-8g" and "a2-ultragpu-8g".
  const std::array cut_short{pool_of("a3-mega-8g")};
  CHECK(cure("size_name", {.pools = cut_short}) == "write a3-megagpu-8g");
  CHECK_CONSTEXPR(of("a2-ultra-8g") == one_warning);
  CHECK_CONSTEXPR(of("a3-megabytes-8g") != one_warning);
  // A word is left out.
  CHECK_CONSTEXPR(of("Standard_NC40ads_H100") == one_warning);
  CHECK_CONSTEXPR(of("Standard_ND96isr_MI300X") == one_warning);
  CHECK_CONSTEXPR(of("Standard_ND128isr_GB200_v6") == one_warning);
  CHECK_CONSTEXPR(of("Standard_ND128isr") == one_unjudged);  // two, and which
  CHECK_CONSTEXPR(of("Standard_ND96isrr_H100_v5") == one_warning);
  CHECK_CONSTEXPR(of("Standard_ND96isk_H100_v5") == one_warning);  // no feature of Azure's
  CHECK_CONSTEXPR(of("Standard_NC40asd_H100_v5") == one_warning);
  CHECK_CONSTEXPR(of("Standard_ND96isr_H100v5") == one_warning);
  CHECK_CONSTEXPR(of("p4d.24xlarg") == one_warning);
  CHECK_CONSTEXPR(of("p4ed.24xlarge") == one_warning);
  CHECK_CONSTEXPR(of("a3-higgpu-8g") == one_warning);
}

TEST_CASE("A size with GPUs that the catalogue lacks is not judged") {
  using namespace size_name_cases;
  CHECK_CONSTEXPR(of("g6e.48xlarge") == one_unjudged);
  CHECK_CONSTEXPR(of("p5.4xlarge") == one_unjudged);  // one letter from p5.48xlarge, and another size
  CHECK_CONSTEXPR(of("g5.48xlarge") == one_unjudged);
  CHECK_CONSTEXPR(of("a3-edgegpu-8g") == one_unjudged);  // three letters from a3-megagpu-8g
  CHECK_CONSTEXPR(of("Standard_ND512is_X999_v9") == one_unjudged);
  // A series of the catalogue with other features, or another word: formed as Azure forms its names.
  CHECK_CONSTEXPR(of("Standard_ND96is_H100_v5") == one_unjudged);
  CHECK_CONSTEXPR(of("Standard_ND96isrf_H200_v5") == one_unjudged);
  CHECK_CONSTEXPR(of("Standard_NC16ads_T4_v3") == one_unjudged);
  CHECK_CONSTEXPR(of("Standard_NC40ads_xl_H100_v5") == one_unjudged);
  CHECK_CONSTEXPR(of("p4n.24xlarge") == one_unjudged);
  CHECK_CONSTEXPR(of("ml.p5.4xlarge") == one_unjudged);
  CHECK_CONSTEXPR(of("a3x-highgpu-8g") == one_unjudged);
  CHECK_CONSTEXPR(told("size_name", {.pools = variable}) == one_unjudged);
  CHECK_CONSTEXPR(told("size_name", {.pools = variable}, on_h100) == clean);  // --on says
}

TEST_CASE("Of a family that the catalogue has, the size that is nearest by its number is named") {
  using namespace size_name_cases;
  using hr::rules::detail::nearest_of_family;
  CHECK_CONSTEXPR(nearest_of_family("p5.96xlarge") == "p5.48xlarge");
  CHECK_CONSTEXPR(nearest_of_family("a3-highgpu-16g") == "a3-highgpu-8g");
  CHECK_CONSTEXPR(nearest_of_family("Standard_ND48isr_H100_v5") == "Standard_ND96isr_H100_v5");
  CHECK_CONSTEXPR(nearest_of_family("p9.48xlarge").empty());
  CHECK_CONSTEXPR(nearest_of_family("p5.metal").empty());
  CHECK_CONSTEXPR(nearest_of_family("p5").empty());
  static constexpr std::array none_so{hr::machine_pool{.name = "gpu", .size = {"p5.96xlarge", 1}}};
  CHECK(words("size_name", {.pools = none_so}) ==
        "p5.96xlarge is not in the catalogue, where the nearest size of that family is p5.48xlarge: what runs on it is not judged");
}

TEST_CASE("A size without GPUs is never misspelled") {
  using namespace size_name_cases;
  CHECK_CONSTEXPR(of("Standard_D2_v4") == clean);
  CHECK_CONSTEXPR(of("Standard_HB176rs_v4") == clean);
  CHECK_CONSTEXPR(of("Standard_E64s_v5") == clean);
  CHECK_CONSTEXPR(of("Standard_B2ms") == clean);
  CHECK_CONSTEXPR(of("m5.xlarge") == clean);
  CHECK_CONSTEXPR(of("c7g.16xlarge") == clean);
  CHECK_CONSTEXPR(of("n2-standard-8") == clean);
  CHECK_CONSTEXPR(of("e2-medium") == clean);
  CHECK_CONSTEXPR(of("") == clean);
}

namespace size_name_cases {

constexpr std::array<hr::workload, 1> on_d16(hr::count gpus) {
  std::array one{pods(1, gpus)};
  one[0].placement.instance_type = {"Standard_D16s_v5", 7};
  return one;
}
constexpr std::array on_oracle = [] {
  std::array one = on_d16(8);
  one[0].placement.instance_type = {"BM.GPU.XYZ.8", 7};
  return one;
}();
constexpr std::array asks = on_d16(1);
constexpr std::array asks_for_none = on_d16(0);

}  // namespace size_name_cases

TEST_CASE("A size without GPUs that is asked for some is said to be not judged") {
  using namespace size_name_cases;
  CHECK_CONSTEXPR(told("size_name", {.workloads = asks}) == one_unjudged);
  CHECK_CONSTEXPR(told("size_name", {.workloads = asks_for_none}) == clean);
  CHECK(words("size_name", {.workloads = asks}) ==
        "Standard_D16s_v5 is not in the catalogue: what runs on it is not judged");
}

TEST_CASE("What is judged on the machine held in the place of a size is not said to be unjudged") {
  using namespace size_name_cases;
  CHECK_CONSTEXPR(told("size_name", {.workloads = on_oracle}) == one_unjudged);
  CHECK_CONSTEXPR(told("size_name", {.workloads = on_oracle}, on_h100) == clean);
}

TEST_CASE("A size that is not known is told with its cure") {
  using namespace size_name_cases;
  CHECK(in_full("size_name", {.pools = misspelled}) ==
        "warning 11: No size is called Standard_ND96irs_H100_v5 | write Standard_ND96isr_H100_v5 | Standard_ND96isr_H100_v5");
  CHECK(in_full("size_name", {.pools = variable}) ==
        "unknown 11: gpu: its machine cannot be judged; the file leaves the size to its tool | name the machine that it runs on |");
  constexpr std::array one_of_two = [] {
    std::array one = variable;
    one[0].size.value = "p5.48xlarge or p4d.24xlarge";
    return one;
  }();
  CHECK(words("size_name", {.pools = one_of_two}) == "gpu: its machine cannot be judged; it may be any of p5.48xlarge or p4d.24xlarge");
  constexpr std::array larger{pool_of("p5.96xlarge")};
  CHECK(in_full("size_name", {.pools = larger}) ==
        "unknown 11: p5.96xlarge is not in the catalogue, where the nearest size of that family is p5.48xlarge: what runs on it is not judged | write "
        "p5.48xlarge, or describe the machine, and check against the description | p5.48xlarge");
  CHECK(in_full("size_name", {.workloads = asks}) ==
        "unknown 7: Standard_D16s_v5 is not in the catalogue: what runs on it is not judged | describe the machine, and check against the description |");
}

// Azure's NC A100 sizes have 24, 48 and 96 vCPUs.
TEST_CASE("The nearest size of a family is that with the least between both numbers, from below and from above") {
  using hr::rules::detail::nearest_of_family;
  // Of two that are as near it is the one that stands first in the catalogue.
  for (const hr::count vcpus : {1, 12, 24, 35, 36, 37, 48, 71, 72, 73, 96, 97, 960}) {
    hr::count nearest = 24;
    for (const hr::count there : {48, 96})
      if (std::abs(there - vcpus) < std::abs(nearest - vcpus)) nearest = there;
    CAPTURE(vcpus);
    CHECK(nearest_of_family("Standard_NC" + std::to_string(vcpus) + "ads_A100_v4") == "Standard_NC" + std::to_string(nearest) + "ads_A100_v4");
  }
  CHECK(nearest_of_family("Standard_NC0ads_A100_v4").empty());
  CHECK(nearest_of_family("Standard_NC24ads_A100_v9").empty());
}

// p4d and p4de: a disk, and more memory; "s" is a letter of Azure's.
TEST_CASE("A size has other features where its series and the rest are the same and its letters are its cloud's") {
  using hr::rules::detail::has_other_features;
  CHECK_CONSTEXPR(has_other_features("p4n.24xlarge", "p4d.24xlarge"));
  CHECK_CONSTEXPR(has_other_features("p4.24xlarge", "p4d.24xlarge"));
  CHECK_CONSTEXPR(has_other_features("p4dn.24xlarge", "p4de.24xlarge"));
  CHECK_CONSTEXPR(!has_other_features("p4ed.24xlarge", "p4de.24xlarge"));
  CHECK_CONSTEXPR(!has_other_features("p4s.24xlarge", "p4d.24xlarge"));
  CHECK_CONSTEXPR(!has_other_features("p4n.24xlarge", "p4d.48xlarge"));
  CHECK_CONSTEXPR(!has_other_features("p5n.24xlarge", "p4d.24xlarge"));
  CHECK_CONSTEXPR(!has_other_features("p4nn.24xlarge", "p4d.24xlarge"));
  CHECK_CONSTEXPR(has_other_features("Standard_ND96is_H100_v5", "Standard_ND96isr_H100_v5"));
  CHECK_CONSTEXPR(!has_other_features("Standard_ND96iz_H100_v5", "Standard_ND96isr_H100_v5"));
  CHECK_CONSTEXPR(has_other_features("a3x-highgpu-8g", "a3-highgpu-8g"));
  CHECK_CONSTEXPR(!has_other_features("a3s-highgpu-8g", "a3-highgpu-8g"));
}

// Google Cloud's sizes are words between hyphens.
TEST_CASE("A word is cut short where all others are whole and three letters of it are left") {
  using hr::rules::detail::cuts_a_word;
  for (const std::string_view cut : {"a3-mega-8g", "a3-meg-8g", "A3-MEGAGP-8g"}) {
    CAPTURE(cut);
    CHECK(cuts_a_word(cut, "a3-megagpu-8g"));
  }
  CHECK(cuts_a_word("abc-x", "abcd-x"));
  CHECK(cuts_a_word("x-abc", "x-abcd"));
  for (const std::string_view other : {"a3-me-8g", "a3-mexa-8g", "a3-mega", "a3-mega-8g-x", "a3-mega-8", "a3-megagpu-8g", "a3", "mega", "", "a3-megagpus-8g", "b3-mega-8g"}) {
    CAPTURE(other);
    CHECK(!cuts_a_word(other, "a3-megagpu-8g"));
  }
  CHECK(!cuts_a_word("abc-def", "abcd-defg"));
  CHECK(!cuts_a_word("mega", "megagpu"));
}

TEST_CASE("A size that has the name of a cloud in front, or that was called otherwise, is told by its own name alone") {
  using namespace size_name_cases;
  const auto cure_of = [](std::string_view size) {
    const std::array one{pool_of(size)};
    return cure("size_name", {.pools = one});
  };
  CHECK(cure_of("azure::Standard_ND96isr_H100_v5") == "write Standard_ND96isr_H100_v5");
  // One letter off Standard_ND96amsr_A100_v4, and yet another.
  CHECK(cure_of("Standard_ND96asr_A100_v4") == "write Standard_ND96asr_v4");
  CHECK(cure_of("NG8") == "write Standard_NG8ads_V620_v1");
  // However it is parted, and looks like no size with GPUs.
  CHECK(cure_of("Standard-ND40s-v2") == "write Standard_ND40rs_v2");
}

// Each that is no farther, one by one.
TEST_CASE("All sizes that are as near as the nearest are meant") {
  using namespace hr::rules::detail;
  std::size_t several = 0;
  std::vector<const hr::machine*> all;
  std::vector<hr::plain_name> plain;
  for (const hr::machine& one : hr::catalog::machines())
    if (hr::catalog::may_be_suggested(one)) {
      all.push_back(&one);
      plain.emplace_back(one.name());
    }
  for (std::size_t at = 0; at < all.size(); ++at) {
    const hr::machine& one = *all[at];
    const std::string name(one.name());
    for (std::size_t i = 0; i < 2 * name.size(); ++i) {
      std::string written = name;
      if (i < name.size()) written.insert(i, 1, name[i]);
      else written[i - name.size()] = 'e';
      std::vector<std::string_view> meant{one.name()};
      const hr::plain_name plainly(written);
      const std::size_t edits = hr::slips_between(plainly, plain[at]).edits;
      for (std::size_t other = 0; other < all.size(); ++other)
        if (other != at && meant.size() < 6 && hr::slips_between(plainly, plain[other]).edits <= edits && is_misspelled(written, all[other]->name()))
          meant.push_back(all[other]->name());
      const sizes_meant found = sizes_as_near(written, one.name());
      several += found.size > 1 ? 1 : 0;
      CAPTURE(written);
      CHECK(std::ranges::equal(std::span(found.of).first(found.size), meant));
    }
  }
  CHECK(several > 10);
  // "Standard" lacks one word of those of two, of which the catalogue begins with one; and what only a note states is not meant.
  const sizes_meant of_two_words = sizes_as_near("Standard", "Standard_NC6");
  CHECK(of_two_words.of[0] == "Standard_NC6");
  CHECK(of_two_words.of[1] == hr::catalog::machines().front().name());
  CHECK(is_misspelled("NG16 (as statde)", "NG16 (as stated)"));
  CHECK(sizes_as_near("NG16 (as statde)", "Standard_NC16as_T4_v3").size == 1);
}

TEST_CASE("A slip is one in six letters, and of nothing there is none") {
  using hr::rules::detail::is_slip;
  CHECK(is_slip("abcdef", "abcdex"));
  CHECK(!is_slip("abcde", "abcdx"));
  CHECK(is_slip("abcdefabcdef", "abcdexabcdex"));
  CHECK(!is_slip("abcdefabcde", "abcdexabcdx"));
  CHECK(is_slip("a", "a"));
  CHECK(!is_slip("", ""));
  CHECK(!is_slip("-", "_"));
}

TEST_CASE("A size is its series, the letters of its features and the rest, whichever it has") {
  const auto of = [](std::string_view size) {
    const hr::rules::detail::size_parts parts(size);
    return std::string(parts.series()) + "|" + std::string(parts.feature_text()) + "|" + std::string(parts.rest_text());
  };
  CHECK(of("p5en.48xlarge") == "p5|en|48xlarge");
  CHECK(of("Standard_ND96isr_H100_v5") == "nd96|isr|h100v5");
  CHECK(of("ab-cd8") == "ab||cd8");
  CHECK(of("p-8") == "p||8");
  CHECK(of("p") == "p||");
  CHECK(of("5x-8") == "5|x|8");
  CHECK(of("") == "||");
}

TEST_CASE("Of sizes that were meant no more are named than a cure has places for") {
  hr::rules::detail::sizes_meant all;
  for (const std::string_view each : {"a", "b", "c", "d", "e", "f", "g", "h"}) all.add(each);
  CHECK(all.size == 6);
  CHECK(all.of.front() == "a");
  CHECK(all.of.back() == "f");
}

TEST_CASE("A size is of a family where a number tells the two apart, and nothing else") {
  using hr::rules::detail::size_of_family;
  CHECK(size_of_family("p5.48xlarge").before == "p5.");
  CHECK(size_of_family("p5.48xlarge").number == 48);
  CHECK(size_of_family("p5.48xlarge").behind == "xlarge");
  CHECK(size_of_family("Standard_ND96isr_H100_v5").before == "Standard_ND");
  CHECK(size_of_family("a3-highgpu-8g").number == 8);
  for (const std::string_view none : {"", "metal", "p.metal", "48xlarge.metal", "p5.99999999999999999999xlarge", "Standard_ND99999999999999999999_v5"}) {
    CAPTURE(none);
    CHECK(size_of_family(none).number == 0);
    CHECK(size_of_family(none).before.empty());
    CHECK(!size_of_family(none).is_of(size_of_family(none)));
  }
  CHECK(size_of_family("p5.1xlarge").is_of(size_of_family("p5.48xlarge")));
  CHECK(size_of_family("p5.48xlarge").is_of(size_of_family("P5.1XLARGE")));
  CHECK(!size_of_family("p5.0xlarge").is_of(size_of_family("p5.48xlarge")));
  CHECK(!size_of_family("p5.48xlarge").is_of(size_of_family("p5.0xlarge")));
  CHECK(!size_of_family("p5.48xlarge").is_of(size_of_family("p4.48xlarge")));
  CHECK(!size_of_family("p5.48xlarge").is_of(size_of_family("p5.48large")));
}

TEST_CASE("No size and an empty one are none that could be called otherwise, and a size without GPUs may be what is held") {
  using namespace size_name_cases;
  std::array one = asks;
  one[0].placement.instance_type = {"", 7};
  CHECK(told("size_name", {.workloads = one}) == clean);
  one[0].placement.instance_type = {};
  one[0].placement.instance_type.value = "Standard_ND96irs_H100_v5";
  CHECK(told("size_name", {.workloads = one}) == clean);
  CHECK(told("size_name", {.workloads = asks}, on_h100) == clean);
}

TEST_CASE("What is suggested of a family is a size that there is, itself where it is one") {
  using hr::rules::detail::nearest_of_family;
  for (const hr::machine& each : hr::catalog::machines()) {
    const std::string_view nearest = nearest_of_family(each.name());
    CAPTURE(each.name());
    for (const hr::machine& other : hr::catalog::machines())
      if (other.name() == nearest) CHECK(hr::catalog::may_be_suggested(other));
    if (!nearest.empty() && hr::catalog::may_be_suggested(each)) CHECK(nearest == each.name());
  }
}
