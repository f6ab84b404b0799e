// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/amd.hpp>
#include <headroom/catalog/nvidia.hpp>
#include <headroom/inference/engine_limits.hpp>

#include <check.hpp>

namespace inference_engine_limits_test {

// vllm/engine/arg_utils.py, _set_default_args_v1(): 70 GiB or more, and no A100.
TEST_CASE("vLLM runs more sequences at once on large GPUs that are no A100") {
  const hr::engine_limits& vllm = *hr::limits_of(hr::engines::vllm);
  CHECK(hr::sequences_of(vllm, hr::nvidia::h100_sxm5::spec) == 1'024);
  CHECK(hr::chunk_of(vllm, hr::nvidia::h100_sxm5::spec) == 8'192);
  CHECK(hr::sequences_of(vllm, hr::amd::mi300x::spec) == 1'024);
  CHECK(hr::sequences_of(vllm, hr::nvidia::a100_sxm4_80gb::spec) == 256);
  CHECK(hr::chunk_of(vllm, hr::nvidia::a100_sxm4_80gb::spec) == 2'048);
  CHECK(hr::sequences_of(vllm, hr::nvidia::l40s::spec) == 256);
  CHECK(hr::sequences_of(vllm, hr::gpu{.name = "of unknown memory"}) == 256);
}

// vLLM 0.8.0 was released in March 2025.
TEST_CASE("before its V1 engine vLLM ran 256 on all") {
  hr::serving_engine engine = hr::engines::vllm;
  engine.month = 202'502;
  const hr::engine_limits& before = *hr::limits_of(engine);
  CHECK(hr::sequences_of(before, hr::nvidia::h100_sxm5::spec) == 256);
  CHECK(before.option == "--max-num-seqs");
  CHECK(before.sets_aside);  // profile_run() of its worker ran as many dummy sequences then, too
  engine.month = 202'503;
  CHECK(hr::sequences_of(*hr::limits_of(engine), hr::nvidia::h100_sxm5::spec) == 1'024);
}

// max_num_batched_tokens was the larger of max_model_len and 2,048 without chunked prefill.
TEST_CASE("before its V1 engine vLLM took a prompt in one step") {
  hr::serving_engine engine = hr::engines::vllm;
  engine.month = 202'502;
  CHECK(hr::chunk_of(*hr::limits_of(engine), hr::nvidia::h100_sxm5::spec, 512) == 2'048);
  CHECK(hr::chunk_of(*hr::limits_of(engine), hr::nvidia::h100_sxm5::spec, 32'768) == 32'768);
  CHECK(hr::chunk_of(*hr::limits_of(hr::engines::vllm), hr::nvidia::h100_sxm5::spec, 32'768) == 8'192);
}

TEST_CASE("an engine has its own limits, or none that are known") {
  CHECK(hr::limits_of(hr::engines::tensorrt_llm)->sequences == 2'048);
  CHECK_FALSE(hr::limits_of(hr::engines::tensorrt_llm)->sets_aside);
  CHECK(hr::limits_of(hr::engines::sglang)->sequences == 0);
  CHECK(hr::limits_of(hr::engines::pytorch) == nullptr);
}

TEST_CASE("70 GiB are large, a byte less is not, and what is not said is no limit") {
  const auto of = [](double gibibytes) { return hr::gpu{.name = "of ours", .driver_memory = hr::gibibytes(gibibytes)}; };
  CHECK(hr::is_large_to_engine(of(70)));
  CHECK(!hr::is_large_to_engine(of(69.99)));
  CHECK(!hr::is_large_to_engine(hr::gpu{.name = "an A100 of ours", .driver_memory = hr::gibibytes(80)}));
  const hr::engine_limits none{};
  CHECK(none.since_month + none.sequences + none.sequences_of_large + none.chunk + none.chunk_of_large == 0);
  CHECK(!(none.steps_take_longest || none.sets_aside));
  CHECK(hr::chunk_of({.steps_take_longest = true}, of(80)) == 0);
}

}  // namespace inference_engine_limits_test
