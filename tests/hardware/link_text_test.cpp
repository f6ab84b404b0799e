// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/link_text.hpp>

#include <check.hpp>

TEST_CASE("Scale-up bandwidth prints in bytes, the other two networks in bits") {
  CHECK_CONSTEXPR(hr::to_text(hr::scale_up_per_direction(hr::gigabytes_per_second(900))) == "900 GB/s");
  CHECK_CONSTEXPR(hr::to_text(hr::scale_out_per_direction(hr::gigabits_per_second(800))) == "800 Gb/s");
  CHECK_CONSTEXPR(hr::to_text(hr::front_end_per_direction(hr::gigabits_per_second(24))) == "24 Gb/s");
  CHECK_CONSTEXPR(hr::rounded_text(72.0 * hr::scale_out_per_direction(hr::gigabits_per_second(800))) == "57.6 Tb/s");
  CHECK_CONSTEXPR(hr::rounded_text(hr::scale_out_per_direction(hr::gigabits_per_second(812.5)), 1) == "800 Gb/s");
}

TEST_CASE("The sum of both directions says that it is one") {
  constexpr auto both = hr::bidirectional(hr::scale_up_bidirectional(hr::terabytes_per_second(1.8)));
  CHECK_CONSTEXPR(hr::to_text(both) == "1.8 TB/s, both directions");
  CHECK_CONSTEXPR(hr::rounded_text(both, 1) == "2 TB/s, both directions");
}

TEST_CASE("A need and a supply of one network print in the network's unit") {
  constexpr auto shown = hr::compare_texts(hr::scale_out_per_direction(hr::gigabits_per_second(800)),
                                           hr::scale_out_per_direction(hr::gigabits_per_second(800.4)));
  CHECK_CONSTEXPR(shown.need == "800 Gb/s");
  CHECK_CONSTEXPR(shown.supply == "800.4 Gb/s");
}

TEST_CASE("Three digits are shown unless others are asked for") {
  constexpr auto shown = hr::compare_texts(hr::scale_out_per_direction(hr::gigabits_per_second(1'234)),
                                           hr::scale_out_per_direction(hr::gigabits_per_second(1'300)));
  CHECK_CONSTEXPR(shown.need == "1.23 Tb/s");
  CHECK_CONSTEXPR(shown.supply == "1.3 Tb/s");
  CHECK_CONSTEXPR(hr::rounded_text(hr::scale_out_per_direction(hr::gigabits_per_second(1'234.5))) == "1.23 Tb/s");
  constexpr auto both = hr::bidirectional(hr::scale_up_bidirectional(hr::terabytes_per_second(1.8642)));
  CHECK_CONSTEXPR(hr::rounded_text(both) == "1.86 TB/s, both directions");
}
