// SPDX-License-Identifier: BSL-1.0
#include <headroom/text/nearest_name.hpp>

#include <array>
#include <check.hpp>
#include <string_view>

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

TEST_CASE("The fewest letters are left out, then the first name is kept") {
  using nearest_name_cases::meant;
  CHECK_CONSTEXPR(meant("p5") == "p5.48xlarge");
  CHECK_CONSTEXPR(meant("ND96isr") == "Standard_ND96isr_H100_v5");
  CHECK_CONSTEXPR(meant("v5").empty());  // says too little
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

TEST_CASE("What is far from all, empty or too long means none") {
  using nearest_name_cases::meant;
  CHECK_CONSTEXPR(meant("").empty());
  CHECK_CONSTEXPR(meant("_").empty());
  CHECK_CONSTEXPR(meant("toaster").empty());
  CHECK_CONSTEXPR(meant("m6.48large").empty());
  CHECK_CONSTEXPR(meant("p5.48xlargexxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx").empty());
}
