// SPDX-License-Identifier: BSL-1.0
#include <headroom/cluster/machine_keys.hpp>

#include <array>
#include <check.hpp>
#include <cluster/small_machines.hpp>
#include <range/v3/algorithm/sort.hpp>

namespace cluster_machine_keys_test {

namespace {

constexpr hr::price prices[]{
    {"old VM", "north", hr::dollars_per_hour(16), {}, "", &small::book},
    {"node", "north", hr::dollars_per_hour(40), {}, "", &small::book},
    {"slice", "north", hr::dollars_per_hour(1), {}, "", &small::book},
    {"head", "north", hr::dollars_per_hour(3), {}, "", &small::book},
};
constexpr hr::pricing terms{.region = "north", .published = prices};
constexpr auto price = hr::hourly_price(terms);

template <class T>
constexpr bool is(const hr::figure<T>& figure, const T& expected) {
  return figure.is_known() && *figure.known() == expected;
}

}  // namespace

TEST_CASE("A key for each GPU is the machine's figure over its GPUs") {
  CHECK_CONSTEXPR(is(hr::per_gpu(price)(small::node::spec), hr::dollars_per_hour(10)));
  CHECK_CONSTEXPR(is(hr::per_gpu(hr::gpu_memory)(small::node::spec), hr::gibibytes(279)));
  CHECK_CONSTEXPR(is(hr::per_gpu(hr::vcpu_count)(small::node::spec), 32.0));
  CHECK_CONSTEXPR(is(hr::per_gpu(hr::scale_out)(small::node::spec), hr::scale_out_per_direction(hr::gigabits_per_second(800))));
  CHECK_CONSTEXPR(is(hr::per_gpu(hr::memory_bandwidth)(small::node::spec), hr::terabytes_per_second(8)));
}

TEST_CASE("A share of a GPU is counted as a share") {
  CHECK_CONSTEXPR(is(hr::per_gpu(price)(small::slice::spec), hr::dollars_per_hour(8)));
  CHECK_CONSTEXPR(is(hr::per_gpu(hr::gpu_memory)(small::slice::spec), hr::gibibytes(40)));
  CHECK(hr::in_dollars_per_hour(hr::per_gibibyte(price)(small::slice::spec).value_or({})) == doctest::Approx(1.0 / 5));  // of 40 / 8 GiB
}

TEST_CASE("Prices for each GiB and for each petaflop/s") {
  CHECK(hr::in_dollars_per_hour(hr::per_gibibyte(price)(small::node::spec).value_or({})) == doctest::Approx(40.0 / (4 * 279)));
  CHECK(hr::in_dollars_per_hour(hr::per_petaflop(price, hr::fp4)(small::node::spec).value_or({})) == doctest::Approx(40.0 / (4 * 15)));
  CHECK_CONSTEXPR(is(hr::dense_peak(hr::fp4)(small::node::spec), hr::petaflops(60)));
}

TEST_CASE("A key is never 0 for what is unknown, or is not there") {
  CHECK_CONSTEXPR(hr::per_gpu(price)(small::board::spec).is_unknown());  // no price
  CHECK_CONSTEXPR(hr::per_gpu(price)(small::head::spec).is_absent());
  CHECK_CONSTEXPR(hr::per_gibibyte(price)(small::head::spec).is_absent());
  CHECK_CONSTEXPR(hr::per_petaflop(price, hr::fp4)(small::old_vm::spec).is_absent());
  CHECK_CONSTEXPR(hr::per_petaflop(price, hr::fp8)(small::old_vm::spec).is_unknown());
  CHECK_CONSTEXPR(hr::per_petaflop(price, hr::fp4)(hr::machine{}).is_unknown());
}

TEST_CASE("What is computed from an estimate is one") {
  constexpr hr::vm guessed{.name = "old VM", .gpus = hr::general_knowledge(hr::count{8})};
  CHECK_CONSTEXPR(!hr::per_gpu(price)(guessed).is_confirmed());
  CHECK_CONSTEXPR(hr::per_gpu(price)(small::node::spec).is_confirmed());
}

TEST_CASE("Machines are sorted by a key, the unknown last") {
  constexpr auto sorted = [](auto order) {
    std::array<hr::machine, 5> all{hr::machine(small::board::spec), hr::machine(small::head::spec), hr::machine(small::node::spec),
                                   hr::machine(small::slice::spec), hr::machine(small::old_vm::spec)};
    ranges::sort(all, order, hr::per_gpu(price));
    return all;
  };
  constexpr auto cheap = sorted(hr::lowest_first);  // 2, 8 and 10 dollars, none, unknown
  CHECK_CONSTEXPR(cheap[0].name() == "old VM");
  CHECK_CONSTEXPR(cheap[1].name() == "slice");
  CHECK_CONSTEXPR(cheap[2].name() == "node");
  CHECK_CONSTEXPR(cheap[3].name() == "head");
  CHECK_CONSTEXPR(cheap[4] == hr::machine(small::board::spec));
  constexpr auto dear = sorted(hr::highest_first);
  CHECK_CONSTEXPR(dear[0].name() == "node");
  CHECK_CONSTEXPR(dear[2].name() == "old VM");
  CHECK_CONSTEXPR(dear[3].name() == "head");
  CHECK_CONSTEXPR(dear[4] == hr::machine(small::board::spec));
}

TEST_CASE("A key for each GPU is absent where the figure is, and as well founded as the weaker of both") {
  constexpr hr::vm of_unknown_gpus{.name = "of unknown GPUs"};
  constexpr auto absent = [](const hr::machine&) { return hr::figure<double>(hr::absent); };
  CHECK_CONSTEXPR(hr::per_gpu(absent)(of_unknown_gpus).is_absent());
  constexpr auto known = [](const hr::machine&) { return hr::figure<double>(8.0); };
  CHECK_CONSTEXPR(hr::per_gpu(known)(of_unknown_gpus).is_unknown());
  // By GPUs that a page states, and by those that are but known of.
  constexpr hr::vm guessed{.name = "guessed", .gpus = hr::general_knowledge(hr::count{4})};
  constexpr auto basis = [](hr::basis of_figure, const hr::machine& m) {
    return hr::per_gpu([of_figure](const hr::machine&) {
             hr::figure<double> made(8.0);
             made.basis = of_figure;
             return made;
           })(m)
        .basis;
  };
  CHECK_CONSTEXPR(basis(hr::basis::derived, small::node::spec) == hr::basis::derived);
  CHECK_CONSTEXPR(basis(hr::basis::estimated, small::node::spec) == hr::basis::estimated);
  CHECK_CONSTEXPR(basis(hr::basis::stated, guessed) == hr::basis::general_knowledge);
  CHECK_CONSTEXPR(basis(hr::basis::estimated, guessed) == hr::basis::estimated);
}

}  // namespace cluster_machine_keys_test
