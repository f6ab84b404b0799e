// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <check.hpp>
#include <headroom/training/memory.hpp>
#include <string>
#include <validate/training_row.hpp>
#include <validation/rows.hpp>
#include <vector>

// Runs that ran: Megatron-Bridge's performance summaries and MLPerf Training.
namespace validation_training_fit {
namespace {

namespace rows = validation_rows;
namespace program = headroom::program::validation;

rows::json run(const std::string& gpu, const std::string& precision) {
  return {{"model", "llama3-70b"}, {"gpu", gpu},   {"gpus", 64}, {"precision", precision},         {"seq", 8192},
          {"gbs", 256},            {"mbs", 1},     {"tp", 1},    {"pp", 4},                        {"vp", 5},
          {"release", "26.02"},    {"recompute", "none"},        {"framework", "Megatron-Bridge"}};
}

rows::judged judged_of(const rows::json& config) {
  const rows::json row{{"id", "one"}, {"family", "memory"}, {"confirmed", true}, {"config", config},
                       {"measured", {{{"metric", "fits"}, {"value", 1}, {"unit", "boolean"}}}}};
  return program::judge(row).at(0);
}

std::string refusal_of(const rows::json& config) { return judged_of(config).refused; }

rows::json adapted(int gpus, int sequences) {
  return {{"model", "llama2-70b"}, {"gpu", "H200-SXM5-141GB"}, {"gpus", gpus}, {"precision", "fp8"}, {"seq", 8192}, {"gbs", sequences},
          {"adapter_rank", 16},    {"release", "5.0"},         {"framework", "NeMo MLPerf"}};
}

double bytes_of_matrix(const rows::json& config) {
  const hr::training_formats formats = program::training_job_of(config).formats;
  return formats.products_primary ? formats.product_copies * hr::bits(formats.products.format) / 8.0
                                  : hr::bits(formats.weights) / 8.0;
}

}  // namespace

TEST_CASE("at most three in a hundred runs that ran are found not to fit") {
  const std::vector<rows::judged>& all = rows::judged_in("training_fit.json");
  CHECK(all.size() == 138);
  int fits = 0;
  int refused = 0;
  std::string misses;
  for (const rows::judged& one : all) {
    CAPTURE(one.id);
    CHECK(one.family == "fit");
    refused += !one.refused.empty();
    if (!one.refused.empty()) continue;
    REQUIRE(one.fits_recomputed.has_value());
    if (one.found == 1) CHECK(*one.fits_recomputed);
    fits += one.found == 1;
    if (one.found == 0) misses += one.id;
  }
  // Printed with weights and gradients whole on each GPU: 4 bytes of 70 billion parameters are 280 GB of 288.
  CHECK(misses == "fit.mbridge.26.02.01.llama3-70b.gb300x64.nvfp4");
  CHECK(fits == 117);
  CHECK(refused == 20);
}

TEST_CASE("published LoRA runs of Llama 2 70B fit, where it is known how they were divided") {
  int judged = 0;
  for (const rows::json& row : rows::of_file("training_fit.json")) {
    if (!row.at("config").contains("adapter_rank")) continue;
    const rows::judged one = program::judge(row).at(0);
    CAPTURE(one.id);
    if (row.at("config").contains("tp")) CHECK(one.refused == "");
    if (one.refused.empty()) CHECK(one.found == 1);
    judged += one.refused.empty();
  }
  CHECK(judged > 30);
}

// Transformer Engine keeps a transposed copy where tensor cores take FP8 operands of one layout only.
TEST_CASE("8-bit formats are primary weights in Megatron-Bridge, of two copies on Hopper and for MXFP8") {
  CHECK(bytes_of_matrix(run("H100", "FP8-CS")) == 2);
  CHECK(bytes_of_matrix(run("B200", "FP8-CS")) == 1);
  CHECK(bytes_of_matrix(run("B200", "FP8")) == 1);
  CHECK(bytes_of_matrix(run("B200", "FP8-MX")) == 2);
  CHECK(bytes_of_matrix(run("B200", "MXFP8")) == 2);
  CHECK(bytes_of_matrix(run("B200", "NVFP4")) == 2);  // in bf16, with copies beside them
  CHECK(program::training_job_of(run("B200", "FP8-MX")).formats.products.scale_bits == 8);
}

TEST_CASE("a run that does not fit is not judged where a setting that would decide is not said") {
  rows::json config = run("GB300", "MXFP8");
  config["mbs"] = 8;
  config["gbs"] = 512;  // as many micro-batches as stages, which interleaving asks for
  CHECK(refusal_of(config) == "");  // it says that nothing is computed again
  config.erase("recompute");
  CHECK(refusal_of(config).find("is not known") != std::string::npos);
  config = run("H100", "FP8-CS");
  for (const char* key : {"tp", "pp", "vp"}) config.erase(key);
  CHECK(refusal_of(config).find("does not say how the job is divided") != std::string::npos);
}

// 16 GPUs with a batch of 8 sequences are at most 8 replicas: at least two GPUs share one.
TEST_CASE("a run that does not say how it is divided fits where each way that its batch leaves open does") {
  CHECK(refusal_of(adapted(8, 8)).find("does not say how the job is divided") != std::string::npos);
  const rows::judged unsaid = judged_of(adapted(16, 8));
  CHECK(unsaid.refused == "");
  CHECK(unsaid.found == 1);
  for (const char* divided : {"tp", "pp", "cp"}) {
    CAPTURE(divided);
    rows::json config = adapted(16, 8);
    config["tp"] = config["pp"] = config["cp"] = 1;
    config[divided] = 2;
    CHECK(judged_of(config).found == 1);
  }
  // What it says stays as it says: all of the two GPUs, or a part of four.
  for (const int context : {1, 2, 4}) {
    CAPTURE(context);
    rows::json config = adapted(16, 8);
    config["cp"] = context;
    CHECK(judged_of(config).found == 1);
    CHECK(judged_of(config).refused == "");
  }
  // More ways than are looked at.
  CHECK(refusal_of(adapted(2'000'000'000, 1)).find("does not say how the job is divided") != std::string::npos);
  // Of those in two, one has no room for a sequence of four times the length.
  rows::json longer = adapted(16, 8);
  longer["seq"] = 4 * 8192;
  CHECK(refusal_of(longer).find("does not say how the job is divided") != std::string::npos);
}

TEST_CASE("weights that are shared out by FSDP are said by its number of ranks, and 0 is none") {
  rows::json config = run("GB300", "FP8");
  config["pp"] = config["vp"] = 1;
  config["fsdp"] = 64;
  CHECK(program::training_job_of(config).sharding == hr::sharding::weights);
  CHECK(program::training_job_of(config).parallelism.data == 64);
  config["fsdp"] = 0;
  CHECK(program::training_job_of(config).sharding == hr::sharding::optimizer);
}

}  // namespace validation_training_fit
