// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/kubernetes/quantity.hpp>

#include <array>
#include <check.hpp>
#include <headroom/read/common/deployment_file.hpp>
#include <string>
#include <string_view>

// By hand from the grammar and the rules that Kubernetes publishes for quantities (API reference, "Quantity"): a
// number with or without sign, point and parts; a suffix of tens, of twos, or an exponent; finer than the step is
// rounded up.
namespace kubernetes_quantity_cases {

namespace program = headroom::read;

constexpr hr::count kibi = 1024;
constexpr hr::count mebi = kibi * kibi;
constexpr hr::count gibi = mebi * kibi;
constexpr hr::count tebi = gibi * kibi;

struct good {
  std::string_view text{};
  hr::count whole = 0;
  hr::count milli = 0;
};
constexpr std::array goods{
    good{"0", 0, 0},
    good{"1", 1, 1'000},
    good{"8", 8, 8'000},
    good{"90", 90, 90'000},
    good{"008", 8, 8'000},
    good{"+4", 4, 4'000},
    good{"-0", 0, 0},
    good{"500m", 1, 500},
    good{"100m", 1, 100},
    good{"1m", 1, 1},
    good{"1500m", 2, 1'500},
    good{"2000m", 2, 2'000},
    good{"125000m", 125, 125'000},
    good{"0.5", 1, 500},
    good{"0.1", 1, 100},
    good{".5", 1, 500},
    good{"5.", 5, 5'000},
    good{"1.5", 2, 1'500},
    good{"1.0", 1, 1'000},
    good{"2.50", 3, 2'500},
    good{"0.001", 1, 1},
    good{"0.0001", 1, 1},
    good{"0.0011", 1, 2},
    good{"1u", 1, 1},
    good{"1000u", 1, 1},
    good{"1001u", 1, 2},
    good{"1n", 1, 1},
    good{"1000000n", 1, 1},
    good{"1000000000n", 1, 1'000},
    good{"0n", 0, 0},
    good{"1k", 1'000, 1'000'000},
    good{"1.5k", 1'500, 1'500'000},
    good{"1M", 1'000'000, 1'000'000'000},
    good{"128974848", 128'974'848, 128'974'848'000},
    good{"129M", 129'000'000, 129'000'000'000},
    good{"1G", 1'000'000'000, 1'000'000'000'000},
    good{"1T", 1'000'000'000'000, 1'000'000'000'000'000},
    good{"1P", 1'000'000'000'000'000, 1'000'000'000'000'000'000},
    good{"1E", 1'000'000'000'000'000'000, hr::too_many},
    good{"1Ki", kibi, kibi * 1'000},
    good{"1.5Ki", 1'536, 1'536'000},
    good{"0.1Ki", 103, 102'400},
    good{"1Mi", mebi, mebi * 1'000},
    good{"123Mi", 128'974'848, 128'974'848'000},
    good{"0.5Mi", 524'288, 524'288'000},
    good{"1Gi", gibi, gibi * 1'000},
    good{"1800Gi", 1'932'735'283'200, 1'932'735'283'200'000},
    good{"1124Gi", 1'206'885'810'176, 1'206'885'810'176'000},
    good{"0.1Gi", 107'374'183, 107'374'182'400},
    good{"1.5Ti", tebi + tebi / 2, (tebi + tebi / 2) * 1'000},
    good{"1Pi", tebi* kibi, tebi* kibi * 1'000},
    good{"1Ei", tebi* mebi, hr::too_many},
    good{"1e3", 1'000, 1'000'000},
    good{"1e64", hr::too_many, hr::too_many},
    good{"1e-64", 1, 1},
    // 2^60 of 10^-18 are 1.1529, and of 10^-19 a tenth of it.
    good{"0.000000000000000001Ei", 2, 1'153},
    good{"0.0000000000000000001Ei", 1, 116},
    good{"1E3", 1'000, 1'000'000},
    good{"129e6", 129'000'000, 129'000'000'000},
    good{"1.5e3", 1'500, 1'500'000},
    good{"1e+2", 100, 100'000},
    good{"5e-1", 1, 500},
    good{"1e-3", 1, 1},
    good{"1e0", 1, 1'000},
    good{"12345678901234567890", hr::too_many, hr::too_many},
    good{"0.000000000000000000001", 1, 1},
    good{"0.0000000000000000001", 1, 1},
    good{"1.0000000000000000000", 1, 1'000},
    good{"2.00000000000000000001", 3, 2'001},
};

constexpr std::array<std::string_view, 39> bad{
    "",    " ",   "abc",  "-1",   "-500m", "-1Gi",  "1K",    "64KB", "64GB",   "64gi",  "64gb", "1 Gi",
    "Gi",  "m",   ".",    "+",    "1,000", "1_000", "1.2.3", "1e",   "1e1.5",  "e3",    "1ei",  "1Eix",
    "1mi", "1KI", "1Kib", "1GiB", "0x10",  "1 0",   "NaN",   "Inf",  "8 GPUs", "1e+-3", "--1",  "1e99",
    "1e99999999999", "1e65", "1e-65",
};

hr::said<hr::count> read(hr::said<hr::count> (*how)(const program::tree*), std::string_view value) {
  const program::parsed_documents parsed("amount: " + std::string(value) + "\n");
  REQUIRE(parsed.is_good());
  return how(parsed.roots().front()->at("amount"));
}

}  // namespace kubernetes_quantity_cases

TEST_CASE("Quantities in steps of one and of a thousandth") {
  using namespace kubernetes_quantity_cases;
  for (const good& each : goods) {
    INFO(each.text);
    const auto is = program::quantity_of(each.text);
    REQUIRE(is.has_value());
    CHECK(is->whole == each.whole);
    CHECK(is->milli == each.milli);
  }
}

TEST_CASE("What is no quantity") {
  using namespace kubernetes_quantity_cases;
  for (const std::string_view each : bad) {
    INFO(each);
    CHECK(!program::quantity_of(each).has_value());
  }
}

TEST_CASE("Quantities of up to 128 letters are read") {
  using namespace kubernetes_quantity_cases;
  CHECK(program::quantity_of(std::string(127, '0') + "1").has_value());
  CHECK(!program::quantity_of(std::string(128, '0') + "1").has_value());
}

TEST_CASE("Quantities as values of resource lists") {
  using namespace kubernetes_quantity_cases;
  CHECK(read(program::millicores_said, "500m").value == 500);
  CHECK(read(program::millicores_said, "'90'").value == 90'000);
  CHECK(read(program::millicores_said, "1.5").value == 1'500);
  CHECK(read(program::bytes_said, "1800Gi").value == 1'932'735'283'200);
  CHECK(read(program::bytes_said, "400m").value == 1);  // of a byte, which someone meant as Mi
  CHECK(read(program::whole_said, "\"8\"").value == 8);
  CHECK(read(program::whole_said, "2000m").value == 2);
  CHECK(read(program::whole_said, "' 8 '").value == 8);
  CHECK(read(program::whole_said, "").is_silent());
  CHECK(read(program::whole_said, "null").is_silent());
  CHECK(read(program::whole_said, "${GPUS}").is_unresolved());
  CHECK(read(program::whole_said, "\"{{ .Values.gpus }}\"").is_unresolved());
}

TEST_CASE("What is nonsense on any machine ends the reading") {
  using namespace kubernetes_quantity_cases;
  for (const std::string_view each :
       {"abc", "-1", "500m", "0.5", "[1]", "{a: 1}", "1Ei", "99999999999999999999", "true"}) {
    INFO(each);
    CHECK_THROWS_AS(read(program::whole_said, each), program::unreadable);
  }
  for (const std::string_view each : {"64GB", "-1Gi", "2Ei", "8 GiB"}) {
    INFO(each);
    CHECK_THROWS_AS(read(program::bytes_said, each), program::unreadable);
  }
  CHECK_THROWS_AS(read(program::millicores_said, "2000000000"), program::unreadable);
}
