// SPDX-License-Identifier: BSL-1.0
// The library's first promise: this reads and compiles as the design shows it.
#include <headroom/headroom.hpp>

#include <check.hpp>

namespace design_snippet {
namespace {

// What we hold: 64 GB300 racks and ten A100 machines.
inline constexpr auto held = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(64),
                                         hr::vms<hr::azure::nd96asr_v4>(10)};

static_assert(hr::gpu_count(held) == 64 * 72 + 80);
static_assert(hr::gpu_memory(held) >= hr::petabytes(1.2));

// FP4 exists on Blackwell only; dense and sparse rates are different types and do not mix.
inline constexpr auto blackwell = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(64)};
static_assert(hr::peak<hr::fp4, hr::sparse>(blackwell) >= hr::petaflops<hr::fp4, hr::sparse>(64 * 1'440));
static_assert(hr::peak<hr::fp4>(blackwell)             >= hr::petaflops<hr::fp4>(64 * 1'080));

// A promise of the deployment, kept by the build.
inline constexpr hr::serving_job llama{.model = hr::models::llama3_1_405b, .weights = hr::fp8, .tensor_parallel = 4};
static_assert(hr::must_fit<blackwell, llama>);

}  // namespace

TEST_CASE("The design's first program says at run time what it promised at compile time") {
  CHECK(hr::gpu_count(held) == 4'688);
  CHECK(hr::gpu_memory(held) >= hr::petabytes(1.2));
  CHECK(hr::peak<hr::fp4, hr::sparse>(blackwell) >= hr::petaflops<hr::fp4, hr::sparse>(92'160));
  CHECK(hr::peak<hr::fp4>(blackwell) >= hr::petaflops<hr::fp4>(69'120));
  CHECK(hr::assess(hr::dynamic_cluster(blackwell), llama).fits());
}

}  // namespace design_snippet
