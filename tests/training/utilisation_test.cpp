// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/nvidia.hpp>
#include <headroom/model/models.hpp>
#include <headroom/training/utilisation.hpp>

#include <check.hpp>

// Published utilisations, and formulas on paper.
namespace utilisation_test {
namespace {

constexpr hr::figure<hr::operation_count> counted(std::string_view by, hr::utilisation_kind kind, const hr::training_job& job) {
  for (const hr::utilisation_convention& each : hr::utilisation_conventions)
    if (each.name == by && each.kind == kind) return each.operations(job);
  return hr::unknown;
}
using enum hr::utilisation_kind;

constexpr double percent(const hr::figure<hr::operation_count>& of, double tokens_per_second_of_gpu, double teraflops) {
  return 100 * hr::utilisation(value_of(of), hr::tokens_per_second(tokens_per_second_of_gpu), hr::teraflops(teraflops));
}
constexpr bool near(double a, double b, double within) { return hr::math::absolute(a - b) < within; }

constexpr hr::training_job gpt3{.model = hr::models::gpt3_175b,
                                .parallelism = {.tensor = 8, .pipeline = 8},
                                .sequence = 2'048,
                                .micro_batches = 64,
                                .recompute = hr::selective_recomputation};

}  // namespace

TEST_CASE("GPT-3 175B on 64 A100 is 51.4 % of the model's operations and 52.8 % of the hardware's") {
  // Korthikanti et al., 2022, table 5: 64 sequences of 2,048 in 13.75 s.
  constexpr double rate = 64 * 2'048 / 13.75 / 64;
  CHECK_CONSTEXPR(near(percent(counted("Korthikanti", model, gpt3), rate, 312), 51.4, 0.06));
  CHECK_CONSTEXPR(near(percent(counted("Korthikanti", hardware, gpt3), rate, 312), 52.8, 0.06));
}

TEST_CASE("PaLM 540B on 6,144 TPU v4 is 46.2 %") {
  // Chowdhery et al., 2022, section 4: 238,300 tokens a second; 118 layers, 48 heads of 256, 540.35 billion parameters.
  constexpr hr::operation_count of_token = hr::operations_done(6 * 540.35e9 + 12.0 * 118 * 48 * 256 * 2'048);
  CHECK_CONSTEXPR(near(100 * hr::utilisation(of_token, hr::tokens_per_second(238'300.0 / 6'144), hr::teraflops(275)), 46.2, 0.05));
}

TEST_CASE("full recomputation of GPT's layers is Narayanan's formula where attention is counted to half the sequence") {
  constexpr hr::training_job again = [] {
    hr::training_job job = gpt3;
    job.recompute = hr::full_recomputation;
    return job;
  }();
  // 4 forward passes of the layers and 3 of the head, on paper: 24 h^2 a layer, 2 (s + 1) h of attention, 2 h V.
  constexpr double h = 12'288;
  constexpr double by_hand = 4 * 96 * (24 * h * h + 2 * 2'049 * h) + 3 * 2 * h * 50'257;
  CHECK_CONSTEXPR(near(hr::in_operations(value_of(counted("as computed", hardware, again))) / by_hand, 1, 1e-9));
  constexpr double full_attention = by_hand + 4 * 96 * 2 * 2'047 * h;
  CHECK_CONSTEXPR(near(hr::in_operations(value_of(counted("Narayanan", hardware, again))) / full_attention, 1, 1e-9));
}

TEST_CASE("a part of the layers computed again counts in part") {
  hr::training_job job = gpt3;
  job.recompute = hr::no_recomputation;
  const double none = hr::in_operations(value_of(counted("as computed", hardware, job)));
  job.recompute = hr::full_recomputation;
  const double all = hr::in_operations(value_of(counted("as computed", hardware, job)));
  job.recompute.layers = 3;  // of a stage's 12
  CHECK(near(hr::in_operations(value_of(counted("as computed", hardware, job))) / (none + (all - none) / 4), 1, 1e-12));
}

TEST_CASE("what a convention does not count is unknown, with the reason") {
  hr::training_job job = gpt3;
  CHECK(counted("Narayanan", hardware, job).note == "it counts full recomputation");
  CHECK(counted("as computed", hardware, job).note == "the job computes parts of a layer again");
  job.recompute = hr::no_recomputation;
  CHECK(counted("Korthikanti", hardware, job).is_unknown());
  job.recompute = hr::full_recomputation;
  CHECK(counted("Korthikanti", hardware, job).note == "it counts selective recomputation of the scores");
  job.recompute.layers = 3;
  CHECK(counted("Narayanan", hardware, job).is_unknown());
  job.model = hr::models::llama3_1_8b;
  CHECK(counted("Korthikanti", model, job).note == "this convention counts the layers of GPT only");
  job.adapters.rank = 1;
  CHECK(counted("as computed", hardware, job).note == "the job trains adapters");
}

TEST_CASE("attention is within the documents that a sequence is packed with where operations are those computed") {
  static constexpr hr::training_job again = [] {
    hr::training_job job = gpt3;
    job.recompute = hr::full_recomputation;
    return job;
  }();
  constexpr auto packed = [](std::string_view name, hr::utilisation_kind kind, hr::count document) {
    for (const hr::utilisation_convention& each : hr::utilisation_conventions)
      if (each.name == name && each.kind == kind) return hr::in_operations(value_of(hr::operations_of(each, again, document)));
    return 0.0;
  };
  // On paper as above, with (512 + 1) / 2 tokens for (2,048 + 1) / 2.
  constexpr double h = 12'288;
  CHECK_CONSTEXPR(near(packed("as computed", hardware, 512) / (4 * 96 * (24 * h * h + 2 * 513 * h) + 3 * 2 * h * 50'257), 1, 1e-9));
  constexpr double whole = 4 * 96 * (24 * h * h + 2 * 2'049 * h) + 3 * 2 * h * 50'257;
  CHECK_CONSTEXPR(near(packed("as computed", hardware, 0) / whole, 1, 1e-9));
  CHECK_CONSTEXPR(near(packed("as computed", hardware, 4'096) / whole, 1, 1e-9));
  CHECK_CONSTEXPR(packed("Megatron", model, 512) == packed("Megatron", model, 0));
}

TEST_CASE("a utilisation is of the model or of the hardware") {
  CHECK(hr::name(model) == "MFU");
  CHECK(hr::name(hardware) == "HFU");
}

TEST_CASE("the peak is that of the products' format") {
  constexpr hr::gpu h100 = hr::nvidia::h100_sxm5::spec;
  CHECK(hr::in_teraflops(value_of(hr::peak_of(h100, hr::bf16_training))) == 989.5);
  CHECK(hr::in_teraflops(value_of(hr::peak_of(h100, hr::fp8_training))) == 1'979);
  CHECK(hr::peak_of(h100, hr::nvfp4_training).is_absent());
  CHECK(hr::in_teraflops(value_of(hr::peak_of(hr::nvidia::v100_sxm2_16gb::spec, hr::fp16_training))) == 125);
}

}  // namespace utilisation_test
