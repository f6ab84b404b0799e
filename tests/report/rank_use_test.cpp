// SPDX-License-Identifier: BSL-1.0
#include <headroom/report/rank_use.hpp>

#include <check.hpp>
#include <headroom/model/models.hpp>
#include <headroom/text/to_text.hpp>
#include <string>
#include <string_view>

namespace rank_use_cases {

constexpr hr::serving_job chat{.model = hr::models::llama3_1_8b, .concurrent_sequences = 2, .context = 1'024};
constexpr hr::training_job run{.model = hr::models::llama3_1_8b,
                               .parallelism = {.tensor = 8, .pipeline = 4},
                               .sequence = 4'096};

hr::rank_part part_of(const hr::rank_use& use, std::string_view key) {
  for (const hr::rank_part& each : use.parts)
    if (each.key == key) return each;
  return {};
}

hr::memory sum_of(const hr::rank_use& use) {
  hr::memory sum{};
  for (const hr::rank_part& each : use.parts) sum += each.amount;
  return sum;
}

}  // namespace rank_use_cases

TEST_CASE("A rank that serves holds the weights and the cache, exactly, and parts that are estimates") {
  using namespace rank_use_cases;
  const hr::rank_use use = hr::use_of(chat);
  CHECK(part_of(use, "weights").amount == hr::bytes(2.0 * 8'030'261'248));
  // 32 layers, keys and values, 8 heads of 128, 2 bytes.
  CHECK(part_of(use, "kv_cache").amount == hr::bytes(2.0 * 1'024 * 131'072));
  CHECK(hr::standing_text(part_of(use, "weights")) == "exact");
  CHECK(hr::standing_text(part_of(use, "driver")) == "estimate");
  CHECK(hr::standing_text(part_of(use, "kept_free")) == "setting");
  CHECK(hr::math::close(hr::in_bytes(sum_of(use)), hr::in_bytes(use.needed)));
  CHECK(use.because.empty());  // there is one stage
}

TEST_CASE("Of a rank that trains, the parts come to what is needed, and the stage is named") {
  using namespace rank_use_cases;
  const hr::rank_use use = hr::use_of(run);
  CHECK(use.stages == 4);
  CHECK(use.stage < use.stages);
  CHECK(use.leanest <= use.needed);
  CHECK(hr::math::close(hr::in_bytes(sum_of(use)), hr::in_bytes(use.needed)));
}

TEST_CASE("What keeps a counted part from being exact is said") {
  using namespace rank_use_cases;
  hr::serving_job without = chat;
  without.model.without_vision = true;
  CHECK(hr::standing_text(part_of(hr::use_of(without), "weights")) == "text part only");
  CHECK(hr::standing_text(part_of(hr::use_of(without), "kv_cache")) == "exact");
  const hr::serving_job oss{.model = hr::models::gpt_oss_120b, .weights = {hr::experts_in(hr::mxfp4), hr::bf16}, .context = 1'024};
  CHECK(hr::standing_text(part_of(hr::use_of(oss), "weights")).ends_with("padding"));
  hr::training_job adapted = run;
  adapted.adapters.rank = 16;
  CHECK(hr::standing_text(part_of(hr::use_of(adapted), "activations")) == "estimate");
  CHECK(hr::standing_text(part_of(hr::use_of(run), "activations")) == "exact");
}

namespace rank_use_cases {

// Each part in a line: its key, its title, its bytes and how sure it is.
std::string account_of(const hr::rank_use& use) {
  std::string lines;
  for (const hr::rank_part& each : use.parts)
    lines += std::string(each.key) + "|" + std::string(each.title) + "|" + std::to_string(hr::in_bytes(each.amount)) + "|" + std::string(hr::standing_text(each)) + "\n";
  return lines;
}
std::string line_of(std::string_view key_and_title, const hr::memory& amount, std::string_view standing) {
  return std::string(key_and_title) + "|" + std::to_string(hr::in_bytes(amount)) + "|" + std::string(standing) + "\n";
}

// Each part another number of GiB, so that none stands for another.
constexpr hr::serving_memory_parts parts_with(int weights, int cache, int working) {
  return {.weights = hr::gibibytes(weights), .kv_cache = hr::gibibytes(cache), .working = hr::gibibytes(working), .needed = hr::gibibytes(weights + cache + working)};
}

}  // namespace rank_use_cases

TEST_CASE("How sure a part is, in words") {
  using enum hr::part_standing;
  CHECK_CONSTEXPR(name(exact) == std::string_view("exact"));
  CHECK_CONSTEXPR(name(estimate) == std::string_view("estimate"));
  CHECK_CONSTEXPR(name(setting) == std::string_view("setting"));
  CHECK_CONSTEXPR(name(unmeasured) == std::string_view("not measured by itself"));
  const hr::rank_part counted;
  CHECK(counted.is_counted());
  CHECK(counted.is_exact());
  const hr::rank_part in_part{.only = "text part only"};
  CHECK(in_part.is_counted());
  CHECK_FALSE(in_part.is_exact());
  for (const hr::part_standing other : {estimate, setting, unmeasured}) {
    const hr::rank_part uncounted{.standing = other};
    CHECK_FALSE(uncounted.is_counted());
    CHECK_FALSE(uncounted.is_exact());
  }
}

TEST_CASE("A rank that serves has each part of its memory in order, with adapters and a draft model behind the weights") {
  using namespace rank_use_cases;
  const hr::transformer draft = hr::models::qwen3_0_6b;
  for (const bool with_draft : {false, true})
    for (const hr::count adapters : {hr::count{0}, hr::count{3}})
      for (const hr::count stages : {hr::count{1}, hr::count{2}}) {
        hr::serving_job job = chat;
        job.pipeline_parallel = stages;
        job.adapters = adapters;
        job.sequences_on_host = 3;
        job.sequences_on_nvme = 5;
        if (with_draft) job.draft = &draft;
        const hr::serving_memory_parts held = value_of(hr::serving_memory(job));
        const hr::rank_use use = hr::use_of(job);
        std::string expected = line_of("weights|weights", held.weights, "exact");
        if (adapters > 0) expected += line_of("adapters|LoRA adapters", held.adapters, "exact");
        if (held.draft > hr::memory{}) expected += line_of("draft|draft model", held.draft, "exact");
        expected += line_of("kv_cache|KV cache", held.kv_cache, "exact") + line_of("working|working memory", held.working, "estimate") +
                    line_of("outside|outside of tensors", held.outside, "estimate") + line_of("graphs|CUDA graphs", held.graphs, "estimate") +
                    line_of("driver|kept by the driver", hr::kept_by_driver, "estimate");
        // What the engine keeps free is all that is left of what is needed.
        hr::memory free = held.needed - hr::kept_by_driver;
        for (const hr::memory& each : {held.weights, held.adapters, held.draft, held.kv_cache, held.working, held.outside, held.graphs}) free -= each;
        CHECK(account_of(use).starts_with(expected + "kept_free|kept free by the engine|"));
        CHECK(hr::math::close(hr::in_bytes(part_of(use, "kept_free").amount), hr::in_bytes(free)));
        CHECK(hr::standing_text(part_of(use, "kept_free")) == "setting");
        CHECK(use.stage == held.stage);
        CHECK(use.stages == stages);
        CHECK(use.needed == held.needed);
        CHECK(use.host == held.host);
        CHECK(use.host > hr::memory{});
        CHECK(use.nvme == held.nvme);
        CHECK(use.nvme > use.host);
        hr::memory leanest = held.needed;
        for (hr::count stage = 0; stage < stages; ++stage) {
          const hr::memory each = value_of(hr::serving_memory(job, stage)).needed;
          if (each < leanest) leanest = each;
        }
        CHECK(use.leanest == leanest);
        CHECK((leanest < held.needed) == (stages > 1));
        CHECK(use.because.empty() == (stages == 1));
      }
}

TEST_CASE("What is not said of a rank is the only stage of its job") {
  const hr::rank_use one;
  CHECK(one.stage == 0);
  CHECK(one.stages == 1);
}

TEST_CASE("The part in which the fullest rank that serves differs most from the leanest is named") {
  using namespace rank_use_cases;
  using hr::detail::largest_difference;
  const hr::serving_memory_parts lean = parts_with(2, 3, 5);
  CHECK(largest_difference(lean, lean).empty());
  CHECK(largest_difference(parts_with(9, 9, 9), lean) == "its weights");
  CHECK(largest_difference(parts_with(4, 9, 9), lean) == "its KV cache");
  CHECK(largest_difference(parts_with(4, 4, 9), lean) == "the step that it samples in");
  CHECK(largest_difference(parts_with(1, 1, 6), lean) == "the step that it samples in");
  CHECK(largest_difference(parts_with(1, 4, 1), lean) == "its KV cache");
  CHECK(largest_difference(parts_with(3, 1, 1), lean) == "its weights");
  CHECK(largest_difference(parts_with(1, 1, 1), lean).empty());
  // Of equals the first.
  CHECK(largest_difference(parts_with(4, 5, 7), lean) == "its weights");
}

TEST_CASE("A rank that trains has each part of its memory in order") {
  using namespace rank_use_cases;
  hr::training_job job = run;
  job.micro_batches = 3;
  job.offload = {.optimizer = true};
  const hr::fullest_rank found = value_of(hr::find_fullest_rank(job));
  const hr::rank_memory& m = found.memory;
  const hr::rank_use use = hr::use_of(job);
  CHECK(account_of(use) == line_of("weights|weights", m.weights, "exact") + line_of("gradients|gradients", m.gradients, "exact") + line_of("optimizer|optimizer", m.optimizer, "exact") +
                               line_of("activations|activations", m.activations, "exact") + line_of("working|layer running backward", m.working, "exact") +
                               line_of("logits|logits", m.logits, "exact") + line_of("buffers|framework's buffers", m.buffers, "exact") +
                               line_of("reserved|held by the allocator", m.reserved, "estimate") + line_of("overhead|CUDA, NCCL, workspaces", m.overhead, "estimate") +
                               line_of("driver|kept by the driver", hr::kept_by_driver, "estimate"));
  CHECK(use.stage == m.stage);
  CHECK(use.needed == m.total() + hr::kept_by_driver);
  CHECK(use.host == m.host);
  CHECK(use.host > hr::memory{});
  CHECK(use.leanest == found.leanest.total() + hr::kept_by_driver);
  CHECK(use.leanest < use.needed);
  CHECK(use.because == found.because);
  CHECK_FALSE(use.because.empty());
}

TEST_CASE("What the allocator holds has a spread where that was measured, and is none of our numbers where it never was") {
  using namespace rank_use_cases;
  const hr::rank_memory held{.weights = hr::gibibytes(2), .gradients = hr::gibibytes(3), .optimizer = hr::gibibytes(5), .activations = hr::gibibytes(7), .working = hr::gibibytes(11),
                             .logits = hr::gibibytes(13), .buffers = hr::gibibytes(17), .reserved = hr::gibibytes(4), .overhead = hr::gibibytes(100)};
  const hr::rank_part measured = hr::detail::reserved_part({.reserved_least = 0.25, .reserved_most = 0.5}, held);
  CHECK(measured.amount == hr::gibibytes(4));
  CHECK(hr::standing_text(measured) == "estimate");
  CHECK(hr::math::close(hr::in_gibibytes(measured.least), 58 * 0.25));
  CHECK(hr::math::close(hr::in_gibibytes(measured.most), 58 * 0.5));
  const hr::rank_part fitted = hr::detail::reserved_part({}, held);
  CHECK(hr::standing_text(fitted) == "estimate");
  CHECK(fitted.least == hr::memory{});
  CHECK(fitted.most == hr::memory{});
  CHECK(hr::standing_text(hr::detail::reserved_part({}, {.weights = hr::gibibytes(2)})) == "not measured by itself");
  CHECK(hr::standing_text(hr::detail::reserved_part({.reserved_most = 0.5}, {.weights = hr::gibibytes(2)})) == "estimate");
}

TEST_CASE("Weights of experts in four bits are held wider by some kernels, and no others") {
  using namespace rank_use_cases;
  hr::serving_job oss{.model = hr::models::gpt_oss_120b, .weights = {hr::experts_in(hr::mxfp4), hr::bf16}, .context = 1'024};
  CHECK(hr::detail::padding_of(oss) == "with padding");
  oss.engine.mxfp4_multiple = 0;
  CHECK(hr::detail::padding_of(oss) == "without padding");
  oss.engine.mxfp4_multiple = 1;
  CHECK(hr::detail::padding_of(oss) == "with padding");
  oss.weights = {hr::experts_in(hr::nvfp4), hr::bf16};
  CHECK(hr::detail::padding_of(oss) == "without padding");
  oss.weights = {hr::experts_in({hr::fp8}), hr::bf16};
  CHECK(hr::detail::padding_of(oss).empty());
  oss.weights = {};
  CHECK(hr::detail::padding_of(oss).empty());
  hr::serving_job dense = chat;
  dense.weights = {hr::experts_in(hr::mxfp4), hr::bf16};
  CHECK(hr::detail::padding_of(dense).empty());
  // Only the weights are said to be so.
  oss.weights = {hr::experts_in(hr::mxfp4), hr::bf16};
  for (const hr::rank_part& each : hr::use_of(oss).parts) CHECK(each.only == (each.key == "weights" ? "with padding" : ""));
}

TEST_CASE("Without the vision tower weights and what there is of each are of the text part, and with adapters activations are an estimate") {
  using namespace rank_use_cases;
  const auto notes_of = [](const hr::rank_use& use) {
    std::string notes;
    for (const hr::rank_part& each : use.parts)
      if (!each.only.empty()) notes += std::string(each.key) + ":" + std::string(each.only) + ";";
    return notes;
  };
  hr::training_job job = run;
  CHECK(notes_of(hr::use_of(job)).empty());
  job.model.without_vision = true;
  CHECK(notes_of(hr::use_of(job)) == "weights:text part only;gradients:text part only;optimizer:text part only;");
  job.adapters.rank = 1;
  CHECK(notes_of(hr::use_of(job)) == "weights:text part only;gradients:text part only;optimizer:text part only;activations:estimate;working:estimate;");
  job.model.without_vision = false;
  CHECK(notes_of(hr::use_of(job)) == "activations:estimate;working:estimate;");
  hr::serving_job served = chat;
  CHECK(notes_of(hr::use_of(served)).empty());
  served.model.without_vision = true;
  CHECK(notes_of(hr::use_of(served)) == "weights:text part only;");
}
