// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/step_constants.hpp>

#include <check.hpp>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

TEST_CASE("shares of steps are shares") {
  constexpr const hr::step_constants& c = hr::measured_steps;
  for (const double each : {c.ampere_16_bit, c.hopper_16_bit, c.hopper_8_bit, c.blackwell_16_bit, c.blackwell_8_bit, c.blackwell_4_bit,
                            c.attention, c.tensor_exposed, c.data_exposed, c.shards_exposed, c.context_exposed, c.graphs}) {
    CHECK(each > 0);
    CHECK(each <= 1);
  }
  CHECK(c.traffic >= 1);
}

TEST_CASE("constants of one's own stand beside the measured ones") {
  constexpr hr::step_constants own{.hopper_16_bit = 0.7};
  CHECK_CONSTEXPR(own.hopper_16_bit == 0.7);
  CHECK_CONSTEXPR(own.traffic == hr::measured_steps.traffic);
}

namespace {

// The numbers of the second cell of the row that begins with these words, in the table of constants in docs/accuracy.md.
std::vector<double> documented(std::string_view row) {
  std::ifstream file{HEADROOM_SOURCE_DIR "/docs/accuracy.md"};
  std::string line;
  while (std::getline(file, line) && !line.starts_with("| constant | value | why")) {
  }
  while (std::getline(file, line) && !line.starts_with("| " + std::string(row))) {
  }
  std::vector<double> found;
  const std::size_t begin = line.find("| ", row.size());
  const std::string cell = begin == std::string::npos ? "" : line.substr(begin, line.find(" | ", begin + 1) - begin);
  for (std::size_t at = cell.find_first_of("0123456789"); at != std::string::npos; at = cell.find_first_of("0123456789", at)) {
    const std::size_t end = std::min(cell.find_first_not_of("0123456789.", at), cell.size());
    found.push_back(std::stod(cell.substr(at, end - at)));
    at = end;
  }
  return found;
}

void check_documented(std::string_view row, const std::vector<double>& constants) {
  CAPTURE(row);
  const std::vector<double> all = documented(row);
  REQUIRE(all.size() == constants.size());
  for (std::size_t i = 0; i < all.size(); ++i) CHECK(constants[i] == doctest::Approx(all[i]).epsilon(1e-12));
}

}  // namespace

TEST_CASE("the documentation of constants is of these") {
  const hr::step_constants c;
  const auto ms = [](const auto& of) { return hr::in_milliseconds(of); };
  check_documented("share of the peak in steps", {c.ampere_16_bit, c.hopper_16_bit, c.hopper_8_bit, c.blackwell_16_bit, c.blackwell_8_bit, c.blackwell_4_bit});
  check_documented("attention", {c.attention});
  check_documented("bytes of memory-bound operations", {c.traffic});
  check_documented("exposed", {c.tensor_exposed, c.data_exposed, c.shards_exposed, c.context_exposed});
  check_documented("host of a layer", {ms(c.host), ms(c.host_of_expert), c.graphs});
  check_documented("every step on several GPUs", {ms(c.step), c.layer_kernels});
  check_documented("software", {100 * c.monthly});
}
