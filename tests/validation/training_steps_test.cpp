// SPDX-License-Identifier: BSL-1.0
#include <check.hpp>
#include <cmath>
#include <set>
#include <validate/step_row.hpp>
#include <validation/rows.hpp>

namespace validation_training_steps {
namespace {

namespace rows = validation_rows;

// A row of Megatron-Bridge: 64 GB200, 8 billion parameters.
rows::json row_with(const rows::json& more, std::string_view metric = "iteration_time") {
  rows::json row{{"id", "one"},
                 {"family", "training_throughput"},
                 {"citation", "NVIDIA NeMo Megatron-Bridge performance summary, 26.04 container"},
                 {"confirmed", true},
                 {"config", {{"model", "llama3-8b"}, {"seq", 8'192}, {"gpu", "GB200"}, {"gpus", 8}, {"gbs", 128}, {"mbs", 1}, {"tp", 1}, {"precision", "bf16"}}},
                 {"measured", {{{"metric", metric}, {"value", 1}, {"unit", "s"}}}}};
  if (more.is_object()) row["config"].update(more);
  return row;
}

}  // namespace

TEST_CASE("each row is judged once, by the figure that tells its step best") {
  for (const std::string_view file : {"training_steps.json", "operations.json"})
    for (const rows::json& row : rows::of_file(std::string(file))) {
      int steps = 0;
      for (const rows::judged& one : rows::program::judge(row)) steps += one.family.starts_with("steps_");
      CAPTURE(row.at("id").get<std::string>());
      CHECK(steps <= 1);
    }
}

// Llama 3.1 405B on 512 to 8,192 H100 and on GB200, of MLPerf Training 5.0: nothing was fitted to it.
TEST_CASE("steps of MLPerf's largest model are found within 10 percent") {
  int found = 0;
  for (const rows::json& row : rows::of_file("training_steps.json"))
    for (const rows::judged& one : rows::program::judge(row)) {
      if (one.family != "steps_mlperf" || row.at("config").value("benchmark", "") != "llama31_405b" || !one.counts()) continue;
      CAPTURE(one.id);
      CHECK(one.part == "not fitted");
      CHECK(std::abs(one.error()) < 0.10);
      ++found;
    }
  CHECK(found == 14);
}

TEST_CASE("a submission chooses the format of its products, and no default stands for it") {
  const auto why = [](const rows::json& more) {
    rows::json row = row_with(more, "median_step_time");
    row["family"] = "time_to_train";
    row["config"]["mlperf"] = "v5.1";
    const auto all = rows::program::judge(row);
    REQUIRE(all.size() == 1);
    return all[0].refused;
  };
  CHECK(why({}) == "");
  CHECK(why({{"precision", nullptr}}) == "the row does not say in what format the products are");
}

TEST_CASE("what a row does not say is refused") {
  const auto why = [](const rows::json& more) {
    rows::json row = row_with(more);
    const auto all = rows::program::judge(row);
    REQUIRE(all.size() == 1);
    return all[0].refused;
  };
  CHECK(why({}) == "");
  CHECK(why({{"precision", nullptr}}) == "");
  CHECK(why({{"precision_note", "of nothing that is judged"}}) == "");
  CHECK(why({{"tp", nullptr}}) == "the row does not say how the job is divided over its GPUs");
  CHECK(why({{"gpu", "H200-NVL-141GB"}}) == R"(the catalogue has no GPU of the board of "H200-NVL-141GB")");
  CHECK(why({{"gbs", nullptr}, {"pp", 2}}) == "the row does not say how large a batch is");
}

TEST_CASE("the age of the software is that of the date, of the release or of the round, and of no citation") {
  const auto months = [](const rows::json& more, std::string_view citation = "") {
    rows::json row = row_with(more);
    row["citation"] = citation;
    return rows::program::timed_job_of(row).settings.months;
  };
  CHECK(months({{"release", "26.08"}}) == 0);
  CHECK(months({{"release", "25.09"}}) == 11);
  CHECK(months({{"release", 25.09}}) == 11);
  CHECK(months({{"mlperf", "v5.0"}}) == 14);
  CHECK(months({{"mlperf", "v3.1"}}) == 33);
  CHECK(months({{"date", "2025-06"}}) == 14);
  CHECK(months({{"date", "2025-06-30"}}) == 14);
  CHECK(months({{"date", "2025"}}) == 19);  // from January on
  CHECK(months({{"date", 2025}}) == 19);
  CHECK(months({{"framework", "NeMo 24.07"}}) == 25);
  CHECK(months({{"framework", "Megatron-LM core_r0.20.1"}, {"date", "2024-07"}}) == 25);
  CHECK(months({{"framework", "Megatron-LM 23e00ed0"}}) == 0);
  CHECK(months({}, "an article of 2025-06 (arXiv:2407.21783)") == 0);
}

TEST_CASE("a framework that is not named is that of the release") {
  const auto balances = [](std::string_view release) {
    return rows::program::timed_job_of(row_with({{"release", release}, {"pp", 3}, {"gpus", 24}, {"gbs", 128}})).settings.balanced_stages;
  };
  CHECK(balances("25.09"));
  CHECK_FALSE(balances("25.04"));
  CHECK_FALSE(balances("NeMo 25.09"));
  // What a release trains with is nothing to a row that names a framework, known or not.
  const auto why = [](const rows::json& more) { return rows::program::judge(row_with(more)).at(0).refused; };
  CHECK(why({{"framework", "MaxText"}}) == R"(how "MaxText" trains is not known)");
  CHECK(why({{"framework", "MaxText"}, {"release", "25.09"}}) == R"(how "MaxText" trains is not known)");
  CHECK(why({{"framework", "MaxText"}, {"release", "NeMo 25.09"}}) == R"(how "MaxText" trains is not known)");
}

// As three submissions of MLPerf Training 4.0 list their software, and a fourth.
TEST_CASE("a submission is of NVIDIA's framework unless it lists another") {
  const auto framework = [](std::string_view listed) {
    return rows::program::timed_job_of(row_with({{"mlperf", "v4.0"}, {"framework", listed}})).job.framework.name;
  };
  CHECK(framework("NVIDIA NeMo Framework Release 24.04") == hr::frameworks::megatron.name);
  CHECK(framework("NeMo 2.1.0, Megatron-LM, PyTorch NVIDIA Release 25.09") == hr::frameworks::megatron.name);
  CHECK(framework("CUDA 12.3") == hr::frameworks::megatron.name);
  CHECK(framework("NGC PyTorch Release 24.01 Deepspeed N8") == hr::frameworks::deepspeed.name);
}

TEST_CASE("the network is the one that a row words") {
  const auto out = [](std::string_view fabric) {
    const rows::json row = row_with({{"gpu", "A100-80GB-SXM"}, {"gpus", 16}, {"nodes", 2}, {"fabric", fabric}});
    const hr::fabric over = hr::fabric_of(rows::program::timed_job_of(row).on.is()).value_or({});
    return hr::in_bytes_per_second(over.scale_out.one_direction) * over.scale_out_share;
  };
  // Four links of 100 Gb/s for eight GPUs, of which an all-reduce took 84.7: 10.6 GB/s a node.
  CHECK(out("Omni-Path, 4 links of 100 Gb/s per node") == doctest::Approx(4 * 12.5e9 / 8 * 0.212));
  CHECK(out("RoCE 400 Gb/s per GPU") == doctest::Approx(50e9 * 0.954));
  CHECK(out("some switches") == out(""));
}

TEST_CASE("a row that words its network runs in the rack of its GPU, and its machines hold the last of its GPUs, too") {
  const auto over = [](const rows::json& more) {
    return hr::fabric_of(rows::program::timed_job_of(row_with(more)).on.is()).value_or({});
  };
  CHECK(over({{"gpu", "GB200"}, {"gpus", 16}, {"fabric", "RoCE 400 Gb/s per GPU"}}).domain_gpus == 72);
  // 12 GPUs on 5 machines: three on the fullest, which share its 600 Gb/s.
  const hr::fabric five = over({{"gpu", "A100-80GB-SXM"}, {"gpus", 12}, {"gbs", 120}, {"nodes", 5}, {"fabric", "RoCE 600 Gb/s per node"}});
  CHECK(hr::in_bytes_per_second(five.scale_out.one_direction) == doctest::Approx(25e9));
}

TEST_CASE("what rows of Megatron do not say is what is fastest, and interleaves") {
  const auto job = [](const rows::json& more) {
    rows::json row = row_with({{"gpu", "H100-SXM5-80GB"}, {"framework", "Megatron-LM"}});
    row["config"].update(more);
    return rows::program::timed_job_of(row).job;
  };
  CHECK(job({{"mbs", 1}}).micro_batch == 1);
  CHECK(job({{"mbs", nullptr}, {"tp", 8}}).micro_batch > 1);
  CHECK(job({{"mbs", nullptr}, {"tp", 8}}).global_batch() == 128);
  // 32 layers on four stages: chunks of two.
  CHECK(job({{"pp", 4}}).parallelism.virtual_stages == 4);
  CHECK(job({{"pp", 4}, {"vp", 1}}).parallelism.virtual_stages == 1);
  CHECK(job({{"pp", 4}, {"framework", "Megatron-DeepSpeed"}}).parallelism.virtual_stages == 1);
}

TEST_CASE("exchanges go on beside computation since 2023, in Megatron-LM by itself where it is asked") {
  const auto settings = [](std::string_view date, const rows::json& framework) {
    return rows::program::timed_job_of(row_with({{"gpu", "A100-SXM4-80GB"}, {"date", date}, {"framework", framework}})).settings;
  };
  CHECK_FALSE(settings("2022-12", nullptr).overlaps_data);
  CHECK(settings("2022-04", nullptr).tensor_overlap == hr::tensor_overlap::none);
  CHECK(settings("2022-12", nullptr).tensor_overlap == hr::tensor_overlap::bulk);
  CHECK(settings("2023-08", nullptr).overlaps_data);
  CHECK(settings("2023-08", nullptr).tensor_overlap == hr::tensor_overlap::measured);
  CHECK(settings("2023-08", "NeMo").overlaps_data);
  CHECK_FALSE(settings("2023-08", "Megatron-LM").overlaps_data);
  CHECK(settings("2023-08", "Megatron-LM core_r0.14.0").tensor_overlap == hr::tensor_overlap::none);
}

// A row without a framework and a date is of its newest that kept scores, whatever else it says; one of Megatron-LM of its first.
TEST_CASE("inputs' gradients go on beside weights' gradients in Megatron from May 2022 to fused attention") {
  const auto overlaps = [](const rows::json& more) {
    const hr::step_settings as = rows::program::timed_job_of(row_with(more)).settings;
    CHECK(as.sums_within == (as.tensor_overlap == hr::tensor_overlap::bulk));
    return as.sums_within;
  };
  const rows::json old{{"gpu", "A100-SXM4-80GB"}, {"tp", 8}};
  const auto with = [&](const rows::json& more) {
    rows::json all = old;
    all.update(more);
    return all;
  };
  CHECK(overlaps(old));
  CHECK(overlaps(with({{"sequence_parallel", true}})));
  CHECK(overlaps(with({{"sequence_parallel", false}})));
  for (const rows::json& said : {rows::json(nullptr), rows::json(true), rows::json(false)})
    CHECK_FALSE(overlaps(with({{"sequence_parallel", said}, {"framework", "Megatron-LM"}, {"scores_kept", true}})));
  CHECK(overlaps(with({{"framework", "Megatron-LM"}, {"scores_kept", true}, {"version", "2022-11"}})));
  // A version that is no date tells none.
  CHECK(overlaps(with({{"framework", "Megatron-LM"}, {"scores_kept", true}, {"version", "0.11.0"}, {"date", "2024-11"}})));
  CHECK_FALSE(overlaps(with({{"framework", "Megatron-LM"}, {"scores_kept", true}, {"version", "0.11.0"}})));
  CHECK(overlaps(with({{"date", "2022-05"}})));
  CHECK(overlaps(with({{"version", "2022-11"}})));
  CHECK_FALSE(overlaps(with({{"sequence_parallel", true}, {"date", "2022-04"}})));
  CHECK_FALSE(overlaps(with({{"sequence_parallel", true}, {"date", "2024-06"}})));
  CHECK_FALSE(overlaps(with({{"sequence_parallel", true}, {"framework", "Megatron-DeepSpeed"}})));
  // Before, a kernel of its own added gradients to their sums.
  const auto apart = [](const rows::json& more) { return rows::program::timed_job_of(row_with(more)).settings.sums_apart; };
  CHECK_FALSE(apart(old));
  CHECK(apart(with({{"date", "2022-04"}})));
  CHECK_FALSE(apart(with({{"date", "2022-05"}})));
  CHECK_FALSE(apart(with({{"date", "2024-06"}})));
}

TEST_CASE("steps that say what is computed again and how sequences are divided are judged apart") {
  const auto family = [](const rows::json& more) { return rows::program::judge(row_with(more)).at(0).family; };
  CHECK(family({{"recompute", "full"}, {"sequence_parallel", false}, {"tp", 8}}) == "steps_recomputation");
  CHECK(family({{"recompute", "full"}, {"sequence_parallel", false}, {"tp", 1}}) == "steps_dense");  // there are no sequences to go with tensors
  CHECK(family({{"recompute", "full"}}) == "steps_dense");
}

TEST_CASE("the version dates the software, and the day of the measurement where nothing else does") {
  const auto months = [](const rows::json& more) { return rows::program::timed_job_of(row_with(more)).settings.months; };
  const rows::json release{{"gpu", "H100-SXM5-80GB"}, {"release", "24.07"}};
  rows::json later = release;
  later["measured"] = "2026-06-01";
  CHECK(months(later) == months(release));
  CHECK(months({{"gpu", "H100-SXM5-80GB"}, {"measured", "2024-07-15"}}) == months(release));
  CHECK(months({{"gpu", "H100-SXM5-80GB"}, {"framework", "NeMo 24.07"}, {"measured", "2026-06-01"}}) == months(release));
}

// FlashAttention came to Megatron in 2023.
TEST_CASE("without a date what ran on GPUs of 2020 keeps its scores") {
  const auto keeps = [](const rows::json& more) { return rows::program::timed_job_of(row_with(more)).job.scores_materialised; };
  CHECK(keeps({{"gpu", "A100-SXM4-80GB"}}));
  CHECK_FALSE(keeps({{"gpu", "A100-SXM4-80GB"}, {"date", "2023-08"}}));
  CHECK_FALSE(keeps({{"gpu", "H100-SXM5-80GB"}}));
  CHECK(keeps({{"gpu", "H100-SXM5-80GB"}, {"date", "2022-12"}}));
}

TEST_CASE("a row without a framework is one of Megatron-LM that says overlaps and scores") {
  const auto total = [](rows::json more, const rows::json& said = {}) {
    if (said.is_object()) more.update(said);
    const rows::program::timed_job timed = rows::program::timed_job_of(row_with(more));
    return hr::in_seconds(hr::step_time(timed.job, timed.on.is(), timed.settings).value_or({}).total());
  };
  const rows::json on_h100{{"gpu", "H100-SXM5-80GB"}, {"tp", 8}, {"gpus", 64}, {"gbs", 64}};
  CHECK(total(on_h100) == total(on_h100, {{"framework", "Megatron-LM"}, {"overlaps", true}}));
  CHECK(total(on_h100, {{"overlaps", false}}) == total(on_h100, {{"framework", "Megatron-LM"}}));
  CHECK(total(on_h100) < total(on_h100, {{"overlaps", false}}));
  const rows::json on_a100{{"gpu", "A100-SXM4-80GB"}, {"tp", 8}, {"gpus", 64}, {"gbs", 64}};
  CHECK(total(on_a100, {{"scores_kept", true}}) > total(on_a100, {{"scores_kept", false}}));
  CHECK(total(on_a100, {{"scores_kept", false}}) == total(on_a100, {{"framework", "Megatron-LM"}, {"overlaps", true}}));
  CHECK(total(on_a100, {{"framework", "Megatron-LM"}, {"date", "2022-04"}, {"scores_kept", false}}) < total(on_a100, {{"framework", "Megatron-LM"}, {"date", "2022-04"}}));
  const auto why = [](const rows::json& more) { return rows::program::judge(row_with(more)).at(0).refused; };
  CHECK(why({{"framework", "Toy"}}) == R"(how "Toy" trains is not known)");
}

// 46,080 samples trained, and once a forward pass over 5,760, which is a third of a step: 48,000 samples' time. Of another
// benchmark no evaluation is known.
TEST_CASE("the time of a benchmark's run holds its evaluations") {
  const auto minutes = [](std::string_view benchmark, const rows::json& more = rows::json::object()) {
    rows::json config{{"benchmark", benchmark}, {"mlperf", "v5.0"}, {"median_samples_to_target", 46'080}};
    config.update(more);
    rows::json row = row_with(config, "time_to_train_raw_olympic");
    row["family"] = "time_to_train";
    row["measured"][0]["unit"] = "minutes";
    const auto all = rows::program::judge(row);
    REQUIRE(all.size() == 1);
    CHECK(all[0].refused == "");
    return all[0].found;
  };
  CHECK(minutes("llama31_405b") / minutes("another") == doctest::Approx(48'000.0 / 46'080));
  CHECK(minutes("llama31_8b") / minutes("another") == doctest::Approx(1 + 1'024.0 / 12'288 / 3));
  // 173 samples on 128 replicas take two forward passes of each, as 256 would.
  const rows::json wide{{"gpus", 1'024}, {"tp", 8}, {"gbs", 256}, {"adapter_rank", 16}};
  CHECK(minutes("llama2_70b_lora", wide) / minutes("another", wide) == doctest::Approx(1 + (46'080.0 / 384 - 3) * 256 / 46'080 / 2));
}

// MLPerf Training's rules train adapters of rank 16 of Llama 2 70B, and all weights of the others.
TEST_CASE("a row trains adapters by its benchmark or its task, of the rank that it says or that goes with these") {
  const auto rank = [](const rows::json& more) { return rows::program::timed_job_of(row_with(more)).job.adapters.rank; };
  CHECK(rank({{"benchmark", "llama2_70b_lora"}, {"mlperf", "v5.0"}}) == 16);
  CHECK(rank({{"benchmark", "llama2_70b_lora"}, {"mlperf", "v5.0"}, {"adapter_rank", 8}}) == 8);
  CHECK(rank({{"benchmark", "llama31_8b"}, {"mlperf", "v5.0"}, {"task", "LoRA"}}) == 0);
  CHECK(rank({{"task", "LoRA"}}) == 16);
  CHECK(rank({{"phase", "LoRA Performance"}}) == 16);
  CHECK(rank({{"phase", "SFT Performance"}}) == 0);
}

}  // namespace validation_training_steps
