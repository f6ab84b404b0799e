// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/catalog/machines.hpp>
#include <headroom/model/models.hpp>
#include <headroom/training/step_band.hpp>

#include <check.hpp>

namespace training_step_band_test {
namespace {

constexpr hr::machine h100(hr::azure::nd96isr_h100_v5::spec);

constexpr hr::step_error band_of(const hr::transformer& model, const hr::training_formats& formats = hr::bf16_training,
                                 hr::count adapter_rank = 0) {
  return hr::step_band({.model = model, .formats = formats, .adapters = {.rank = adapter_rank}}, h100);
}

}  // namespace

TEST_CASE("a step of a kind that was measured has that band, without words") {
  constexpr hr::step_error found = band_of(hr::models::llama3_1_8b, hr::fp8_training);
  CHECK_CONSTEXPR(found.errors.is_known());
  CHECK_CONSTEXPR(found.errors.lowest < 0);
  CHECK_CONSTEXPR(found.errors.highest > 0);
  CHECK_CONSTEXPR(found.words.empty());
  CHECK_CONSTEXPR(found.measured == hr::step_class{"Hopper (GH100)", 8, hr::step_kind::dense});
}

TEST_CASE("models with experts, dense ones and adapters have bands apart") {
  CHECK_CONSTEXPR(band_of(hr::models::llama3_1_8b).job.kind == hr::step_kind::dense);
  CHECK_CONSTEXPR(band_of(hr::models::llama3_1_8b, hr::bf16_training, 16).job.kind == hr::step_kind::adapters);
  constexpr hr::step_error experts = band_of(hr::models::deepseek_v3);
  CHECK_CONSTEXPR(!experts.errors.is_known());
  CHECK_CONSTEXPR(experts.words == "no measured step on Hopper (GH100) in 16 bits, with experts, nor on a GPU of its generation");
}

TEST_CASE("an architecture of the same generation is nearer than another format") {
  const hr::step_class ultra{"Blackwell Ultra", 8, hr::step_kind::dense};
  CHECK(hr::detail::distance(ultra, ultra) == 0);
  CHECK(hr::detail::distance(ultra, {"Blackwell", 8, hr::step_kind::dense}) == 1);
  CHECK(hr::detail::distance(ultra, {"Blackwell Ultra", 4, hr::step_kind::dense}) == 2);
  CHECK(hr::detail::distance(ultra, {"Blackwell", 16, hr::step_kind::dense}) == 3);
  CHECK(hr::detail::distance(ultra, {"Hopper (GH100)", 8, hr::step_kind::dense}) == -1);
  CHECK(hr::detail::distance(ultra, {"Blackwell Ultra", 8, hr::step_kind::experts}) == -1);
}

TEST_CASE("machines without a measured generation say so") {
  for (const hr::machine& each : hr::catalog::machines()) {
    if (each.gpu() == nullptr) continue;
    const hr::step_error found = hr::step_band({.model = hr::models::llama3_1_8b}, each);
    CAPTURE(each.name());
    CHECK((found.errors.is_known() || !found.words.empty()));
    if (each.gpu()->architecture.starts_with("CDNA")) CHECK(!found.errors.is_known());
  }
}

}  // namespace training_step_band_test
