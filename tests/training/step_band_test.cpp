// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/catalog/machines.hpp>
#include <headroom/model/models.hpp>
#include <headroom/training/step_band.hpp>

#include <check.hpp>

#include <string>

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
  CHECK_CONSTEXPR(experts.words == "no measured, unfitted step on Hopper (GH100) in 16 bits, with experts, nor on a GPU of its generation");
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

TEST_CASE("words say what was not measured, and what the band is of") {
  const hr::machine gb300(hr::azure::nd128isr_gb300_v6::spec);
  const hr::machine gb200(hr::azure::nd128isr_ndr_gb200_v6::spec);
  const hr::machine a100(hr::azure::nd96asr_v4::spec);
  const auto words = [](const hr::machine& on, const hr::training_formats& formats, hr::count rank = 0) {
    return std::string(hr::step_band({.model = hr::models::llama3_1_8b, .formats = formats, .adapters = {.rank = rank}}, on).words.view());
  };
  CHECK(words(gb300, hr::nvfp4_training) == "no measured, unfitted step on Blackwell Ultra in 4 bits, dense: band of Blackwell in 4 bits");
  CHECK(words(gb300, hr::bf16_training) == "no measured, unfitted step on Blackwell Ultra in 16 bits, dense: band of Blackwell in 16 bits");
  CHECK(words(gb200, hr::bf16_training, 1) == "no measured, unfitted step on Blackwell in 16 bits, of adapters: band of Blackwell in 8 bits");
  CHECK(words(gb200, hr::fp8_training, 1).empty());
  CHECK(words(a100, hr::bf16_training, 1) == "no measured, unfitted step on Ampere (GA100) in 16 bits, of adapters, nor on a GPU of its generation");
  CHECK(words(a100, hr::fp8_training) == "no measured, unfitted step on Ampere (GA100) in 8 bits, dense: band of Ampere (GA100) in 16 bits");
  CHECK(words(hr::machine(), hr::bf16_training) == "the machine has no GPU");
  hr::gpu unnamed = hr::nvidia::h100_sxm5::spec;
  unnamed.architecture = {};
  hr::vm own{.name = "own", .gpus = 8};
  own.gpu = &unnamed;
  CHECK(words(own, hr::bf16_training) == "no measured, unfitted step on a GPU that names no architecture in 16 bits, dense, nor on a GPU of its generation");
  CHECK(hr::step_band({.model = hr::models::llama3_1_8b, .formats = {.products = {.format = hr::fp32}}}, gb200).job.bits == 32);
  CHECK(hr::step_band({.model = hr::models::llama3_1_8b}, gb200).job == hr::step_class{"Blackwell", 16, hr::step_kind::dense});
  CHECK(hr::name(hr::step_kind::dense) == "dense");
  CHECK(hr::name(hr::step_kind::experts) == "with experts");
  CHECK(hr::name(hr::step_kind::adapters) == "of adapters");
  CHECK(hr::detail::halvings(16, 4) == 2);
  CHECK(hr::detail::halvings(4, 16) == 2);
  CHECK(hr::detail::halvings(4, 32) == 3);
  CHECK(hr::detail::halvings(4, 4) == 0);
}

// Rows of tests/validation: nobody measured longer sequences, or more GPUs.
TEST_CASE("words say what lies beyond the steps that were measured") {
  const auto words = [](hr::count sequence, hr::count gpus, const hr::machine& on) {
    return std::string(hr::step_band({.model = hr::models::llama3_1_8b, .parallelism = {.data = gpus}, .sequence = sequence, .formats = hr::fp8_training}, on).words.view());
  };
  CHECK(words(262'144, 10'752, h100).empty());
  CHECK(words(262'145, 1, h100) == "no measured, unfitted step like it of sequences above 262,144 tokens");
  CHECK(words(8'192, 16'384, h100) == "no measured, unfitted step like it on more than 10,752 GPUs");
  CHECK(words(1 << 20, 16'384, h100) == "no measured, unfitted step like it of sequences above 262,144 tokens or on more than 10,752 GPUs");
  CHECK(words(65'537, 280, hr::machine(hr::azure::nd96asr_v4::spec)) ==
        "no measured, unfitted step on Ampere (GA100) in 8 bits, dense: band of Ampere (GA100) in 16 bits, none of sequences above 65,536 tokens");
  CHECK(words(8'192, 1'001, hr::machine(hr::azure::nd96asr_v4::spec)).ends_with(", none on more than 280 GPUs"));
  hr::fixed_text<31> grouped;
  for (const hr::count n : {0, 7, 40, 100, 1'005, 12'034'056}) {
    hr::detail::add_grouped(grouped, n);
    grouped += ' ';
  }
  CHECK(grouped == "0 7 40 100 1,005 12,034,056 ");
}

// Of a model with experts in 4 bits on Blackwell Ultra 8 bits of its own are nearest, two steps of 16 bits on Blackwell farther; the first of the nearest stays.
TEST_CASE("the band is of the nearest class") {
  const hr::machine gb300(hr::azure::nd128isr_gb300_v6::spec);
  const auto found = hr::step_band({.model = hr::models::deepseek_v3, .formats = hr::nvfp4_training}, gb300);
  CHECK(found.measured == hr::step_class{"Blackwell Ultra", 8, hr::step_kind::experts});
  CHECK(found.words == "no measured, unfitted step on Blackwell Ultra in 4 bits, with experts: band of Blackwell Ultra in 8 bits");
  CHECK(hr::step_band({.model = hr::models::deepseek_v3, .formats = hr::fp8_training}, gb300).words.empty());
  // Blackwell's own stays, too, where another architecture of its generation comes behind it.
  const auto own = hr::step_band({.model = hr::models::deepseek_v3, .formats = hr::fp8_training}, hr::azure::nd128isr_ndr_gb200_v6::spec);
  CHECK(own.measured == hr::step_class{"Blackwell", 8, hr::step_kind::experts});
  CHECK(own.words.empty());
}

}  // namespace training_step_band_test
