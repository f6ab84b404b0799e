// SPDX-License-Identifier: BSL-1.0
#include <headroom/network/collective.hpp>

#include <check.hpp>

TEST_CASE("a collective's bus factor counts what each GPU has to send") {
  CHECK_CONSTEXPR(hr::bus_factor(hr::collective::all_reduce, 8) == 1.75);
  CHECK_CONSTEXPR(hr::bus_factor(hr::collective::all_reduce, 2) == 1);
  CHECK_CONSTEXPR(hr::bus_factor(hr::collective::reduce_scatter, 8) == 0.875);
  CHECK_CONSTEXPR(hr::bus_factor(hr::collective::all_gather, 8) == 0.875);
  CHECK_CONSTEXPR(hr::bus_factor(hr::collective::all_to_all, 4) == 0.75);
  CHECK_CONSTEXPR(hr::bus_factor(hr::collective::broadcast, 4) == 1);
  CHECK_CONSTEXPR(hr::bus_factor(hr::collective::send, 2) == 1);
  CHECK_CONSTEXPR(hr::bus_factor(hr::collective::all_reduce, 1) == 0);
}

TEST_CASE("a GPU alone sends nothing, whatever the collective") {
  for (const hr::collective which : {hr::collective::all_reduce, hr::collective::reduce_scatter, hr::collective::all_gather,
                                     hr::collective::all_to_all, hr::collective::broadcast, hr::collective::send})
    for (const hr::count gpus : {0, 1}) CHECK(hr::bus_factor(which, gpus) == 0);
}

// nccl-tests prints 57.09 us, 73.47 and 128.57 GB/s for 4 MiB on eight GPUs.
TEST_CASE("algorithm and bus bandwidth are those that nccl-tests prints") {
  constexpr hr::memory message = hr::mebibytes(4);
  constexpr hr::duration took = hr::microseconds(57.09);
  CHECK(hr::in_gigabytes_per_second(hr::algorithm_bandwidth(message, took)) == doctest::Approx(73.47).epsilon(1e-4));
  CHECK(hr::in_gigabytes_per_second(hr::bus_bandwidth(hr::collective::all_reduce, message, 8, took)) ==
        doctest::Approx(128.57).epsilon(1e-4));
  CHECK(hr::in_microseconds(hr::duration_at(hr::gigabytes_per_second(128.57), hr::collective::all_reduce, message, 8)) ==
        doctest::Approx(57.09).epsilon(1e-3));
}

TEST_CASE("collectives have the names of the field") {
  CHECK_CONSTEXPR(name(hr::collective::all_reduce) == "all-reduce");
  CHECK_CONSTEXPR(name(hr::collective::reduce_scatter) == "reduce-scatter");
  CHECK_CONSTEXPR(name(hr::collective::all_gather) == "all-gather");
  CHECK_CONSTEXPR(name(hr::collective::all_to_all) == "all-to-all");
  CHECK_CONSTEXPR(name(hr::collective::broadcast) == "broadcast");
  CHECK_CONSTEXPR(name(hr::collective::send) == "send");
}
