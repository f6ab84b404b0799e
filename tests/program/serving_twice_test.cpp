// SPDX-License-Identifier: BSL-1.0
#include <estimate/serving_twice.hpp>

#include <check.hpp>
#include <inference/small_server.hpp>

#include <algorithm>
#include <string_view>

namespace program_serving_twice_test {
namespace {

namespace hr = headroom;
namespace program = headroom::program;

// A server that only reads its memory: products take no time, and nothing around kernels does.
hr::serving_rates reading_rates() {
  hr::serving_rates of = small_server::rates;
  of.wide.matrix = of.products.matrix = hr::teraflops(1e12);
  return of;
}
hr::serving_constants nothing_around() {
  hr::serving_constants by = small_server::constants;
  by.kernel = by.all_reduce = by.exchange = {};
  return by;
}

program::doubled_server gain(std::string_view key, const hr::serving_rates& rates, const hr::serving_constants& by) {
  const hr::serving_job job = small_server::job_of(small_server::one_layer);
  const hr::serving_requests asked{.prompt = 100, .answer = 500, .clients = 1};
  const auto at = [&](const hr::serving_rates& on, const hr::serving_constants& with) {
    return hr::closed_loop(hr::replica_of(job, on, hr::gibibytes(16), {}, with).value_or({}), asked);
  };
  const auto all = program::with_twice(at(rates, by), [&](const program::twice_of& more) { return at(more.on(rates), more.on(by)); });
  return *std::ranges::find(all, key, &program::doubled_server::key);
}

}  // namespace

TEST_CASE("A server that only reads its memory is twice as fast with twice its bandwidth, and as fast with twice of others") {
  const program::doubled_server memory = gain("memory_bandwidth", reading_rates(), nothing_around());
  CHECK(memory.token == doctest::Approx(0.5));
  CHECK(memory.first_token == doctest::Approx(0.5));
  CHECK(memory.tokens == doctest::Approx(2));
  for (const std::string_view other : {"matrix_rate", "scale_up_bandwidth", "scale_out_bandwidth", "host_speed"})
    CHECK(gain(other, reading_rates(), nothing_around()).token == doctest::Approx(1));
}

// Of a step's time as many parts are bytes as are gained, where the others are added to them.
TEST_CASE("Beside kernels of the same time memory gains a half of its part") {
  hr::serving_constants by = nothing_around();
  const hr::serving_replica alone = *hr::replica_of(small_server::job_of(small_server::one_layer), reading_rates(), hr::gibibytes(16), {}, by).known();
  const double bytes = hr::in_seconds(hr::closed_loop(alone, {.prompt = 100, .answer = 500, .clients = 1}).step.total());
  by.kernel = hr::seconds(bytes / alone.load.kernels);
  CHECK(gain("memory_bandwidth", reading_rates(), by).token == doctest::Approx(0.75).epsilon(1e-3));
}

TEST_CASE("A server that waits for its host gains by its speed") {
  hr::serving_constants by = nothing_around();
  by.sequence = hr::seconds(1);
  CHECK(gain("host_speed", reading_rates(), by).token == doctest::Approx(0.5).epsilon(1e-3));
  CHECK(gain("memory_bandwidth", reading_rates(), by).token == doctest::Approx(1).epsilon(1e-3));
}

}  // namespace program_serving_twice_test
