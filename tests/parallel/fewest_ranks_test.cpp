// SPDX-License-Identifier: BSL-1.0
#include <headroom/parallel/fewest_ranks.hpp>

#include <check.hpp>
#include <cluster/small_machines.hpp>

namespace training_fewest_ranks_test {
namespace {

// Of a machine with eight GPUs in a domain; tensor parallelism of 3, 5, 6 and 7 does not divide. It has room on so
// many ranks or more, whatever they are.
constexpr hr::parallelism on_ranks(hr::count needed, hr::count layers, const hr::machine& on = small::old_vm::spec) {
  hr::count tensor = 1;
  return hr::detail::fewest_ranks(
      on, layers,
      [&](hr::count n) -> hr::count {
        tensor = n;
        return n == 1 || n == 2 || n == 4 || n == 8 ? 1 : 0;
      },
      [&](hr::count stages) { return tensor * stages >= needed; });
}

}  // namespace

TEST_CASE("the least product, of equal ones the most tensor parallelism") {
  CHECK_CONSTEXPR(on_ranks(1, 10).tensor == 1);
  CHECK_CONSTEXPR(on_ranks(1, 10).pipeline == 1);
  CHECK_CONSTEXPR(on_ranks(4, 10).tensor == 4);
  CHECK_CONSTEXPR(on_ranks(4, 10).pipeline == 1);
  CHECK_CONSTEXPR(on_ranks(5, 10).tensor == 1);  // 5 x 1 are fewer than 2 x 3
  CHECK_CONSTEXPR(on_ranks(5, 10).pipeline == 5);
  CHECK_CONSTEXPR(on_ranks(5, 4).tensor == 2);  // there are no five layers
  CHECK_CONSTEXPR(on_ranks(5, 4).pipeline == 3);
  CHECK_CONSTEXPR(on_ranks(80, 10).tensor == 8);
  CHECK_CONSTEXPR(on_ranks(80, 10).pipeline == 10);
  CHECK_CONSTEXPR(on_ranks(81, 10).pipeline == 0);
}

TEST_CASE("tensor parallelism stays inside a scale-up domain, and where none is known on one GPU") {
  CHECK_CONSTEXPR(on_ranks(8, 10, small::riddle::spec).tensor == 1);
  CHECK_CONSTEXPR(on_ranks(8, 10, small::riddle::spec).pipeline == 8);
  CHECK_CONSTEXPR(on_ranks(8, 10, small::slice::spec).tensor == 1);
  CHECK_CONSTEXPR(on_ranks(8, 10, small::rack::spec).tensor == 8);
}

// Only three stages have room, though neither two nor four do.
TEST_CASE("more stages need not have room where fewer do") {
  constexpr hr::parallelism found = hr::detail::fewest_ranks(
      small::slice::spec, 100, [](hr::count) -> hr::count { return 1; },
      [](hr::count stages) { return stages == 3 || stages == 64; });
  CHECK_CONSTEXPR(found.pipeline == 3);
}

TEST_CASE("the search begins with as many stages as it is told to") {
  constexpr hr::parallelism found = hr::detail::fewest_ranks(
      small::slice::spec, 100, [](hr::count) -> hr::count { return 7; }, [](hr::count) { return true; });
  CHECK_CONSTEXPR(found.pipeline == 7);
}

TEST_CASE("stages that there are at least") {
  CHECK_CONSTEXPR(hr::detail::stages_for(0, hr::gigabytes(10), 5) == 1);
  CHECK_CONSTEXPR(hr::detail::stages_for(29e9, hr::gigabytes(10), 5) == 2);
  CHECK_CONSTEXPR(hr::detail::stages_for(30e9, hr::gigabytes(10), 5) == 3);
  CHECK_CONSTEXPR(hr::detail::stages_for(50e9, hr::gigabytes(10), 5) == 6);
  CHECK_CONSTEXPR(hr::detail::stages_for(1, hr::gigabytes(0), 5) == 6);
}

TEST_CASE("tensor parallelism is as wide as a known domain, at most as any model has heads, and at least one") {
  constexpr auto widest = [](const hr::figure<hr::count>& domain) {
    hr::vm size = small::old_vm::spec;
    size.scale_up_domain_gpus = domain;
    return hr::detail::widest_tensor(size);
  };
  CHECK_CONSTEXPR(widest(8) == 8);
  CHECK_CONSTEXPR(widest(1) == 1);
  CHECK_CONSTEXPR(widest(0) == 1);
  CHECK_CONSTEXPR(widest(hr::unknown) == 1);
  CHECK_CONSTEXPR(widest(hr::absent) == 1);
  CHECK_CONSTEXPR(widest(65'536) == 65'536);
  CHECK_CONSTEXPR(widest(1'000'000) == 65'536);
}

}  // namespace training_fewest_ranks_test
