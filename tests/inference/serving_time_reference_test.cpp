// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/catalog/nvidia.hpp>
#include <headroom/inference/serving_time.hpp>
#include <headroom/model/models.hpp>

#include <check.hpp>

#include <string_view>

// Against serving_time_reference.py, which computes the same jobs once more by the formulas of the pages.
namespace inference_serving_time_reference_test {
namespace {

struct expected {
  std::string_view job{};
  std::string_view load{};
  std::string_view figure{};
  double value = 0;
};
// clang-format off
constexpr expected table[]{
    {"dense", "few", "memory-bound", 1.5365425e-05},
    {"dense", "few", "tensor parallel", 0.00086957564},
    {"dense", "few", "kernels", 0.004777},
    {"dense", "few", "host", 0.000198},
    {"dense", "few", "attention", 5.4004612e-05},
    {"dense", "few", "projections", 0.00066301488},
    {"dense", "few", "networks", 0.0030940695},
    {"dense", "few", "head", 0.00011533648},
    {"dense", "decoding", "memory-bound", 0.0001843851},
    {"dense", "decoding", "tensor parallel", 0.0011069077},
    {"dense", "decoding", "kernels", 0.004777},
    {"dense", "decoding", "host", 0.000506},
    {"dense", "decoding", "attention", 0.00064805535},
    {"dense", "decoding", "projections", 0.00067132898},
    {"dense", "decoding", "networks", 0.0031328686},
    {"dense", "decoding", "head", 0.00011671477},
    {"dense", "with a prompt", "memory-bound", 0.015685768},
    {"dense", "with a prompt", "tensor parallel", 0.022995392},
    {"dense", "with a prompt", "kernels", 0.004777},
    {"dense", "with a prompt", "host", 0.00024},
    {"dense", "with a prompt", "attention", 0.002504117},
    {"dense", "with a prompt", "projections", 0.009065603},
    {"dense", "with a prompt", "networks", 0.042306147},
    {"dense", "with a prompt", "head", 0.00011541402},
    {"dense", "in phase", "TTFT", 0.26305897},
    {"dense", "in phase", "TPOT", 0.018590364},
    {"dense", "in phase", "prefill", 0.056234211},
    {"dense", "in phase", "sequences", 62.583527},
    {"dense", "in phase", "tokens/s", 3356.4365},
    {"dense", "in phase", "tokens/s a GPU", 839.10912},
    {"dense", "long prompts", "TTFT", 2.377723},
    {"dense", "long prompts", "TPOT", 0.091208994},
    {"dense", "long prompts", "prefill", 1.1301901},
    {"dense", "long prompts", "sequences", 14.890726},
    {"dense", "long prompts", "tokens/s", 155.88227},
    {"dense", "long prompts", "tokens/s a GPU", 38.970567},
    {"dense", "prompts queue", "TTFT", 19.822353},
    {"dense", "prompts queue", "TPOT", 0.39657934},
    {"dense", "prompts queue", "prefill", 0.40267254},
    {"dense", "prompts queue", "sequences", 15},
    {"dense", "prompts queue", "tokens/s", 39.734519},
    {"dense", "prompts queue", "tokens/s a GPU", 9.9336298},
    {"dense", "short answers", "TTFT", 1.8991161},
    {"dense", "short answers", "TPOT", 0.34921364},
    {"dense", "short answers", "prefill", 0.35457666},
    {"dense", "short answers", "sequences", 24},
    {"dense", "short answers", "tokens/s", 86.875163},
    {"dense", "short answers", "tokens/s a GPU", 21.718791},
    {"experts", "few", "memory-bound", 3.3050238e-05},
    {"experts", "few", "expert parallel", 0.0064091929},
    {"experts", "few", "kernels", 0.0008007},
    {"experts", "few", "host", 0.003228},
    {"experts", "few", "attention", 8.3485292e-05},
    {"experts", "few", "projections", 0.00096719803},
    {"experts", "few", "networks", 1.4223501e-05},
    {"experts", "few", "experts", 0.0036484382},
    {"experts", "few", "head", 0.00017960952},
    {"experts", "decoding", "memory-bound", 0.00039660285},
    {"experts", "decoding", "expert parallel", 0.0065983149},
    {"experts", "decoding", "kernels", 0.0008007},
    {"experts", "decoding", "host", 0.003536},
    {"experts", "decoding", "attention", 0.0010018235},
    {"experts", "decoding", "projections", 0.00097099949},
    {"experts", "decoding", "networks", 1.4279404e-05},
    {"experts", "decoding", "experts", 0.0041826025},
    {"experts", "decoding", "head", 0.00018031546},
    {"experts", "with a prompt", "memory-bound", 0.03370482},
    {"experts", "with a prompt", "expert parallel", 0.02404052},
    {"experts", "with a prompt", "kernels", 0.0008007},
    {"experts", "with a prompt", "host", 0.00327},
    {"experts", "with a prompt", "attention", 0.0065417234},
    {"experts", "with a prompt", "projections", 0.0074314665},
    {"experts", "with a prompt", "networks", 0.00010928627},
    {"experts", "with a prompt", "experts", 0.03569767},
    {"experts", "with a prompt", "head", 0.00017964909},
    {"experts", "evenly", "TTFT", 0.67113011},
    {"experts", "evenly", "TPOT", 0.033942738},
    {"experts", "evenly", "prefill", 0.085042857},
    {"experts", "evenly", "sequences", 251.5133},
    {"experts", "evenly", "tokens/s", 7406.3378},
    {"experts", "evenly", "tokens/s a GPU", 925.79222},
    {"experts", "waiting", "TTFT", 7.9049422},
    {"experts", "waiting", "TPOT", 0.023057856},
    {"experts", "waiting", "prefill", 0.031076619},
    {"experts", "waiting", "sequences", 383.625},
    {"experts", "waiting", "tokens/s", 16647.695},
    {"experts", "waiting", "tokens/s a GPU", 2080.9618},
    {"experts", "short answers", "TTFT", 0.47506629},
    {"experts", "short answers", "TPOT", 0.046786079},
    {"experts", "short answers", "prefill", 0.070749303},
    {"experts", "short answers", "sequences", 18.765821},
    {"experts", "short answers", "tokens/s", 415.97302},
    {"experts", "short answers", "tokens/s a GPU", 51.996628},
};
// clang-format on

hr::serving_job job_called(std::string_view name) {
  if (name == "dense") return {.model = hr::models::llama3_1_70b, .weights = hr::fp8, .tensor_parallel = 4, .context = 20'200};
  return {.model = hr::models::qwen3_235b_a22b,
          .weights = hr::fp8,
          .data_parallel = 8,
          .expert_parallel = true,
          .concurrent_sequences = 8,
          .context = 5'120,
          .engine = hr::engines::tensorrt_llm};
}

hr::serving_replica replica_for(const expected& row) {
  const hr::machine on = row.job == "dense" ? hr::machine(hr::azure::nd96isr_h200_v5::spec) : hr::machine(hr::nvidia::hgx_b200::spec);
  const auto found = hr::replica_of(job_called(row.job), on, {.most_sequences = row.load == "waiting" ? 384 : 0});
  REQUIRE(found.is_known());
  return *found.known();
}

hr::serving_requests requests_of(std::string_view load) {
  if (load == "in phase") return {.prompt = 1'024, .answer = 512, .clients = 64, .answer_spread = 0.1};
  if (load == "long prompts") return {.prompt = 20'000, .answer = 200, .clients = 16};
  if (load == "prompts queue") return {.prompt = 8'192, .answer = 16, .clients = 64};
  if (load == "short answers") return {.prompt = 1'024, .answer = 4, .clients = 64};
  if (load == "evenly") return {.prompt = 4'096, .answer = 1'024, .clients = 256};
  return {.prompt = 1'024, .answer = 1'024, .clients = 512};
}

double figure_of(std::string_view name, const hr::serving_result& of) {
  if (name == "TTFT") return hr::in_seconds(of.first_token);
  if (name == "TPOT") return hr::in_seconds(of.token);
  if (name == "prefill") return hr::in_seconds(of.prefill);
  if (name == "sequences") return of.sequences;
  return hr::in_tokens_per_second(name == "tokens/s" ? of.output : of.output_per_gpu);
}

double part_called(std::string_view name, const hr::serving_step& of) {
  std::size_t part = 0;
  while (hr::name(static_cast<hr::serving_part>(part)) != name) ++part;
  return hr::in_seconds(of[static_cast<hr::serving_part>(part)].time);
}

}  // namespace

TEST_CASE("steps and requests of two jobs take what a slow implementation finds") {
  for (const expected& row : table) {
    CAPTURE(row.job);
    CAPTURE(row.load);
    CAPTURE(row.figure);
    const hr::serving_replica of = replica_for(row);
    if (row.load == "few" || row.load == "decoding" || row.load == "with a prompt") {
      hr::serving_batch batch{.sequences = row.load == "few" ? 2.0 : 24.0, .context = 1'500};
      if (row.load == "with a prompt") batch = {.sequences = 5, .context = 1'500, .prompt_tokens = 2'048, .prompt = 2'048};
      const hr::serving_step step = hr::step_of(of.load, batch, of.terms);
      CHECK(part_called(row.figure, step) == doctest::Approx(row.value).epsilon(1e-6));
      double all = 0;
      for (const expected& other : table)
        if (other.job == row.job && other.load == row.load) all += other.value;
      CHECK(hr::in_seconds(step.total()) == doctest::Approx(all).epsilon(1e-6));
    } else {
      // The loop is closed to 1e-4 of its sequences.
      CHECK(figure_of(row.figure, hr::closed_loop(of, requests_of(row.load))) == doctest::Approx(row.value).epsilon(1e-4));
    }
  }
}

}  // namespace inference_serving_time_reference_test
