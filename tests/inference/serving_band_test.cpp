// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/amd.hpp>
#include <headroom/catalog/nvidia.hpp>
#include <headroom/inference/serving_band.hpp>
#include <headroom/model/models.hpp>

#include <check.hpp>

TEST_CASE("a band is that of the nearest servers, or none") {
  using hr::serving_figure;
  constexpr auto of = [](serving_figure figure, const hr::transformer& model, const hr::gpu& on) { return hr::band_of(figure, model, on); };
  CHECK(of(serving_figure::token, hr::models::llama3_1_70b, hr::nvidia::h200_sxm5::spec).of == "dense models on Hopper");
  CHECK(of(serving_figure::token, hr::models::deepseek_r1, hr::nvidia::h200_sxm5::spec).of == "models with experts on Hopper");
  CHECK(of(serving_figure::token, hr::models::llama3_1_70b, hr::nvidia::b300::spec).of == "no dense model on Blackwell: all servers");
  CHECK(of(serving_figure::throughput, hr::models::deepseek_r1, hr::nvidia::b300::spec).is_known());
  CHECK(of(serving_figure::pools_token, hr::models::deepseek_r1, hr::nvidia::h200_sxm5::spec).of == "pools of models with experts on Hopper");
  CHECK(of(serving_figure::pools_first_token, hr::models::deepseek_r1, hr::nvidia::b300::spec).of == "pools of models with experts on Blackwell");
  CHECK(of(serving_figure::pools_first_token, hr::models::llama3_1_70b, hr::nvidia::h200_sxm5::spec).of == "no dense model in pools: all pools");
  CHECK(of(serving_figure::pools_token, hr::models::llama3_1_70b, hr::nvidia::b300::spec).of == "no dense model in pools: all pools");
  CHECK(!of(serving_figure::pools_token, hr::models::llama3_1_70b, hr::nvidia::a100_sxm4_80gb::spec).is_known());
  // In more than 16 bits none was measured.
  CHECK_CONSTEXPR(hr::is_measured_in_servers(hr::fp4));
  CHECK_CONSTEXPR(hr::is_measured_in_servers(hr::fp16));
  for (const hr::precision wider : {hr::tf32, hr::fp32, hr::fp64}) {
    CHECK(!hr::is_measured_in_servers(wider));
    CHECK(!hr::band_of(serving_figure::token, hr::models::llama3_1_70b, hr::nvidia::h200_sxm5::spec, wider).is_known());
  }
  CHECK_CONSTEXPR(hr::band_of(serving_figure::token, hr::models::llama3_1_70b, hr::nvidia::h200_sxm5::spec, hr::fp8).is_known());
  // Of one figure and GPU no other has the same errors.
  CHECK(of(serving_figure::first_token, hr::models::llama3_1_70b, hr::nvidia::h200_sxm5::spec).lowest < of(serving_figure::token, hr::models::llama3_1_70b, hr::nvidia::h200_sxm5::spec).lowest);
  CHECK(of(serving_figure::throughput, hr::models::llama3_1_70b, hr::nvidia::a100_sxm4_80gb::spec).of == "dense models on Ampere");
  const hr::serving_band any{};
  CHECK(any.is_of(serving_figure::first_token, "Hopper", true));
  CHECK(any.is_of(serving_figure::first_token, "Blackwell", false));
  CHECK(!any.is_of(serving_figure::token, "Hopper", true));
  CHECK(!of(serving_figure::token, hr::models::llama3_1_70b, hr::amd::mi300x::spec).is_known());
}
