// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/figure.hpp>

#include <vector>

#include <boost/units/systems/si/power.hpp>
#include <boost/units/systems/si/prefixes.hpp>

#include <check.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/text/to_text.hpp>
#include <type_traits>
#include <concepts>
#include <string_view>

namespace {

constexpr headroom::source figure_sheet{.id = "sheet", .title = "A data sheet"};
constexpr headroom::dispute figure_dispute{.id = "Z1"};
constexpr headroom::figure<headroom::memory> sold = headroom::stated(headroom::gibibytes(80), figure_sheet);

}  // namespace

TEST_CASE("A figure is unknown until somebody states it") {
  CHECK_CONSTEXPR(hr::figure<hr::count>{}.is_unknown());
  CHECK_CONSTEXPR(!hr::figure<hr::count>{}.is_known());
  CHECK_CONSTEXPR(!hr::figure<hr::count>{}.is_absent());
  CHECK_CONSTEXPR(hr::figure<hr::memory>(hr::unknown).is_unknown());
}

TEST_CASE("Absent is not unknown, and neither is zero") {
  CHECK_CONSTEXPR(hr::figure<hr::memory>(hr::absent).is_absent());
  CHECK_CONSTEXPR(!hr::figure<hr::memory>(hr::absent).is_unknown());
  CHECK_CONSTEXPR(!hr::figure<hr::memory>(hr::absent).is_known());
  CHECK_CONSTEXPR(hr::figure<hr::count>(hr::count{0}).is_known());
}

TEST_CASE("A plain value is a figure that the record's own source states") {
  constexpr hr::figure<hr::count> gpus = 8;
  CHECK_CONSTEXPR(gpus.is_known());
  CHECK_CONSTEXPR(value_of(gpus) == 8);
  CHECK_CONSTEXPR(gpus.basis == hr::basis::stated);
  CHECK_CONSTEXPR(gpus.from == nullptr);
  CHECK_CONSTEXPR(gpus.is_confirmed());
}

TEST_CASE("A count takes no fraction") {
  CHECK_CONSTEXPR(std::convertible_to<int, hr::figure<hr::count>>);
  CHECK_CONSTEXPR(!std::convertible_to<double, hr::figure<hr::count>>);
  CHECK_CONSTEXPR(!std::convertible_to<std::string_view, hr::figure<hr::memory>>);
  CHECK_CONSTEXPR(!std::convertible_to<hr::figure<hr::memory>, hr::figure<hr::count>>);
  CHECK_CONSTEXPR(!std::convertible_to<hr::figure<hr::memory>, hr::figure<hr::bandwidth>>);
  // Another kind of quantity and a bare number are refused in words: must_not_compile/hardware/field_of_another_quantity,
  // field_without_unit.
}

TEST_CASE("A figure names its source and what it rests on") {
  CHECK_CONSTEXPR(value_of(sold) == hr::gibibytes(80));
  CHECK_CONSTEXPR(sold.from == &figure_sheet);
  CHECK_CONSTEXPR(sold.basis == hr::basis::stated);
  constexpr auto computed = hr::derived(hr::count{8}, figure_sheet);
  CHECK_CONSTEXPR(computed.basis == hr::basis::derived);
  CHECK_CONSTEXPR(computed.from == &figure_sheet);
  CHECK_CONSTEXPR(computed.is_confirmed());
  constexpr auto known = hr::general_knowledge(hr::count{8});
  CHECK_CONSTEXPR(known.basis == hr::basis::general_knowledge);
  CHECK_CONSTEXPR(known.is_known());
  CHECK_CONSTEXPR(!known.is_confirmed());
}

TEST_CASE("Each basis has words for reports") {
  CHECK_CONSTEXPR(hr::name(hr::basis::stated) == "stated");
  CHECK_CONSTEXPR(hr::name(hr::basis::derived) == "derived from the data sheet");
  CHECK_CONSTEXPR(hr::name(hr::basis::general_knowledge) == "general knowledge, unconfirmed");
  CHECK_CONSTEXPR(hr::name(hr::basis::estimated) == "estimate");
}

TEST_CASE("A note or a dispute leaves the rest of a figure as it was") {
  constexpr auto noted = sold.noted("binary");
  CHECK_CONSTEXPR(noted.note == "binary");
  CHECK_CONSTEXPR(value_of(noted) == value_of(sold));
  CHECK_CONSTEXPR(noted.from == &figure_sheet);
  constexpr auto disputed = noted.disputed_in(figure_dispute);
  CHECK_CONSTEXPR(disputed.disputed == &figure_dispute);
  CHECK_CONSTEXPR(disputed.note == "binary");
  CHECK_CONSTEXPR(sold.disputed == nullptr);
}

TEST_CASE("What is computed from a figure is as good as the figure") {
  constexpr auto rack = sold.noted("as sold").disputed_in(figure_dispute).with(72.0 * value_of(sold));
  CHECK_CONSTEXPR(value_of(rack) == hr::gibibytes(5'760));
  CHECK_CONSTEXPR(rack.from == &figure_sheet);
  CHECK_CONSTEXPR(rack.note == "as sold");
  CHECK_CONSTEXPR(rack.disputed == &figure_dispute);
  CHECK_CONSTEXPR(hr::figure<hr::memory>(hr::absent).with(hr::count{5}).is_absent());
  CHECK_CONSTEXPR(hr::general_knowledge(hr::count{2}).with(hr::watts(5)).basis == hr::basis::general_knowledge);
}

TEST_CASE("A figure of one type becomes a figure of a wider one, with its standing") {
  constexpr hr::figure<hr::count> wide = hr::general_knowledge(int{8}).noted("eight");
  CHECK_CONSTEXPR(value_of(wide) == 8);
  CHECK_CONSTEXPR(wide.basis == hr::basis::general_knowledge);
  CHECK_CONSTEXPR(wide.note == "eight");
}

// The same functions with values that only the running program knows.
TEST_CASE("Figures made at run time say what those made by the compiler say") {
  const std::vector<double> sizes{80, 141};
  for (const double gibibytes : sizes) {
    const hr::memory size = hr::gibibytes(gibibytes);
    const auto read = hr::stated(size, figure_sheet);
    CHECK(value_of(read) == size);
    CHECK(read.from == &figure_sheet);
    const auto halved = hr::derived(size, figure_sheet);
    CHECK(halved.basis == hr::basis::derived);
    CHECK(halved.is_confirmed());
    const auto heard = hr::general_knowledge(size);
    CHECK(heard.basis == hr::basis::general_knowledge);
    CHECK(!heard.is_confirmed());
    const auto told = read.noted("binary").disputed_in(figure_dispute).based_on(hr::basis::estimated, figure_sheet);
    CHECK(told.note == "binary");
    CHECK(told.disputed == &figure_dispute);
    CHECK(told.basis == hr::basis::estimated);
    const headroom::source another{.id = "another"};
    CHECK(told.based_on(hr::basis::derived, another).from == &another);
    const hr::figure<hr::count> counted = told.with(hr::count{72});
    CHECK(value_of(counted) == 72);
    CHECK(counted.disputed == &figure_dispute);
    const hr::format_rates only_vector = hr::vector_only(hr::teraflops(gibibytes));
    CHECK(value_of(only_vector.vector) == hr::teraflops(gibibytes));
    CHECK(only_vector.tensor_dense.is_absent());
    const hr::format_rates only_tensor = hr::tensor_only(hr::teraflops(gibibytes), hr::absent);
    CHECK(only_tensor.vector.is_absent());
    CHECK(only_tensor.tensor_dense.is_known());
  }
}

TEST_CASE("The value of a figure is read where it is known, or something stands for it") {
  constexpr hr::figure<hr::count> eight(hr::count{8}), none(hr::absent), not_known(hr::unknown);
  CHECK_CONSTEXPR(*eight.known() == 8);
  static_assert(none.known() == nullptr);
  CHECK(none.known() == nullptr);
  CHECK_CONSTEXPR(not_known.known() == nullptr);
  CHECK_CONSTEXPR(eight.value_or(3) == 8);
  CHECK_CONSTEXPR(none.value_or(3) == 3);
  CHECK_CONSTEXPR(not_known.value_or(3) == 3);
  // What is computed from an unknown figure is unknown, whatever was computed.
  CHECK_CONSTEXPR(not_known.with(hr::count{5}).known() == nullptr);
  CHECK_CONSTEXPR(none.with(hr::count{5}).value_or(1) == 1);
}

TEST_CASE("Of a figure without a name known() is the value itself, and no pointer that outlives it") {
  using figure = hr::figure<hr::gpu>;
  constexpr auto named = [](std::string_view name) { return figure(hr::gpu{.name = name}); };
  CHECK_CONSTEXPR(named("own").known()->name == "own");
  const auto held = named("own").known();
  CHECK(held);
  CHECK((*held).name == "own");
  CHECK(!figure(hr::unknown).known());
  static_assert(!std::is_convertible_v<decltype(named("").known()), const hr::gpu*>);
}

// Kilowatts of Boost.Units, which become watts without being asked to only where a figure or a field takes them.
TEST_CASE("A figure and a field take a quantity in another unit of its kind, with its value") {
  const auto drawn = 142.0 * boost::units::si::kilo * boost::units::si::watts;
  const hr::figure<hr::power> rack = drawn;
  CHECK(value_of(rack) == hr::kilowatts(142));
  CHECK(rack.basis == hr::basis::stated);
  const hr::asked_for<hr::power> asked = drawn;
  CHECK(asked == hr::kilowatts(142));
}

TEST_CASE("A field that is given a quantity is one: it is compared and printed as it") {
  constexpr hr::asked_for<hr::duration> stall = hr::seconds(5);
  CHECK_CONSTEXPR(stall == hr::seconds(5));
  CHECK_CONSTEXPR(stall + hr::seconds(1) == hr::seconds(6));
  CHECK_CONSTEXPR(hr::to_text(stall) == "5 s");
}
