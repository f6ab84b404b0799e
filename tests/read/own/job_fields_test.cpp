// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/own/job_fields.hpp>

#include <algorithm>
#include <check.hpp>
#include <headroom/model/models/meta.hpp>
#include <headroom/model/models/qwen.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/own/fields.hpp>
#include <headroom/read/own/job_names.hpp>
#include <headroom/read/own/planned_job.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace job_fields_cases {

namespace read = hr::read;

// Every list of words that a file or an option chooses from.
std::vector<std::span<const std::string_view>> lists() {
  std::vector<std::span<const std::string_view>> all{read::precision_names, read::feature_keys, read::sparsity_names,
                                                     read::purchase_names};
  for (const auto& each : read::serving_fields())
    if (!each.allowed.empty()) all.push_back(each.allowed);
  for (const auto& each : read::training_fields())
    if (!each.allowed.empty()) all.push_back(each.allowed);
  return all;
}

std::string with(std::string_view word, char sign) {
  std::string written(word);
  std::ranges::replace_if(written, [](char c) { return c == '_' || c == '-' || c == ' '; }, sign);
  return written;
}

std::string in_capitals(std::string_view word) {
  std::string written(word);
  for (char& c : written) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return written;
}

}  // namespace job_fields_cases

TEST_CASE("Every word of a job or a demand is taken in other spellings, and is no other's") {
  using namespace job_fields_cases;
  REQUIRE(lists().size() > 12);
  for (const std::span<const std::string_view> words : lists()) {
    CHECK(read::word_called("", words).empty());
    for (const std::string_view word : words) {
      INFO(word);
      CHECK_FALSE(word.empty());
      for (const std::string& written : {with(word, '-'), with(word, '_'), with(word, ' '), in_capitals(word), in_capitals(with(word, '-'))})
        CHECK(read::word_called(written, words) == word);
      for (const std::string& other : {std::string(word) + "x", " " + std::string(word), "--" + std::string(word), std::string(word) + "\n"})
        CHECK(read::word_called(other, words).empty());
    }
  }
}

TEST_CASE("What is none of the words is answered with the nearest, with all that are as near, or with all") {
  using job_fields_cases::read::expected_of;
  constexpr std::string_view formats[]{"fp8", "fp6", "fp4", "bf16"};
  CHECK(expected_of("fp9", formats) == "did you mean \"fp8\"? As near: fp6, fp4");
  CHECK(expected_of("bf61", formats) == "did you mean \"bf16\"?");
  CHECK(expected_of("runes", formats) == "expected fp8, fp6, fp4 or bf16");
}

TEST_CASE("A word that goes on where a key ends means the longest such key") {
  constexpr std::string_view keys[]{"sequence", "sequence_parallel", "micro_batch", "on"};
  CHECK(hr::read::shorter_key("--sequence-lenght", keys) == "sequence");
  CHECK(hr::read::shorter_key("sequence-parallel-size", keys) == "sequence_parallel");
  CHECK(hr::read::shorter_key("own", keys).empty());  // letters of "on", and no part
}

TEST_CASE("A value has the name that stands for it") {
  CHECK_CONSTEXPR(hr::read::name_of(hr::read::recompute_names, hr::recompute::selective) == "selective");
  for (const auto& each : hr::read::schedule_names) CHECK(hr::read::name_of(hr::read::schedule_names, each.value) == each.name);
  for (const auto& each : hr::read::context_exchange_names) CHECK(hr::read::name_of(hr::read::context_exchange_names, each.value) == each.name);
}

TEST_CASE("Short keys stand for long ones, in any spelling") {
  using job_fields_cases::read::whole_key;
  CHECK(whole_key("TP", true) == "tensor_parallel");
  CHECK(whole_key("sequences", false) == "concurrent_sequences");
  CHECK(whole_key("batch", true) == "micro_batch");
  CHECK(whole_key("kv-cache", false) == "kv_cache");
  CHECK(whole_key("--lora-rank", true) == "adapter_rank");
  CHECK(whole_key("max_num_seqs", false) == "most_sequences");
  CHECK(whole_key("max_num_seqs", true) == "max_num_seqs");  // no key of training
  CHECK(whole_key("frobnication", false) == "frobnication");
}

TEST_CASE("A job is sized where neither of its layout's keys was given") {
  const auto sizes_itself = [](std::vector<std::string_view> said) { return hr::read::planned_job{.said = std::move(said)}.sizes_itself(); };
  CHECK(sizes_itself({}));
  CHECK(sizes_itself({"data_parallel", "sequence"}));
  CHECK(!sizes_itself({"tensor_parallel"}));
  CHECK(!sizes_itself({"data_parallel", "pipeline_parallel"}));
}

TEST_CASE("What a job says of its layout alone is no contradiction where the rest is found, and is one of a whole layout") {
  hr::read::planned_job job{.asked = hr::read::training_request{.job = {.model = hr::models::qwen3_30b_a3b, .parallelism = {.expert = 4}, .sequence = 4'096}}, .said = {"expert_parallel"}};
  CHECK(!contradiction(job).empty());
  CHECK(contradiction_as_judged(job).empty());
  job.said.push_back("tensor_parallel");
  CHECK(contradiction_as_judged(job) == contradiction(job));
  job.said = {"virtual_stages"};
  std::get<hr::read::training_request>(job.asked).job.parallelism = {.virtual_stages = 2};
  CHECK(!contradiction(job).empty());
  CHECK(contradiction_as_judged(job).empty());
  job.asked = hr::read::serving_request{.job = {.model = hr::models::llama3_1_8b, .data_parallel = 8}};
  job.said = {"data_parallel"};
  CHECK(!contradiction_as_judged(job).empty());  // one sequence, and a reader gives it one of each rank
}

// Engines round 32-bit checkpoints to 16 bits, and take those of fewer bits as they are.
TEST_CASE("A draft model is held in its checkpoint's format, as far as that is known and no wider than 16 bits") {
  const auto draft_in = [](std::optional<hr::weight_formats> checkpoint) {
    hr::read::serving_request asked;
    for (const auto& each : hr::read::serving_fields())
      if (each.key == "draft") each.take_model(asked, {.model = {.vocabulary = 100, .hidden = 64}, .checkpoint = checkpoint});
    REQUIRE(asked.job.draft != nullptr);
    CHECK(asked.job.draft->hidden == 64);
    return asked.job.draft_weights.held.attention.format;
  };
  const auto whole_in = [](hr::precision format) { return hr::weights_in(hr::weight_format{.format = format}, format); };
  const hr::precision usual = hr::serving_job{}.draft_weights.held.attention.format;
  REQUIRE(usual != hr::fp16);
  CHECK(draft_in(whole_in(hr::fp16)) == hr::fp16);
  CHECK(draft_in(whole_in(hr::fp8)) == hr::fp8);
  CHECK(draft_in(whole_in(hr::fp32)) == usual);
  CHECK(draft_in(std::nullopt) == usual);
}
