// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/json_fit.hpp>

#include <check.hpp>
#include <headroom/model/models.hpp>

TEST_CASE("A job has its GPUs, how it is divided, and what the fullest of them holds") {
  const hr::serving_job chat{.model = hr::models::llama3_1_8b, .tensor_parallel = 2, .context = 1'024, .replicas = 3};
  const nlohmann::ordered_json fit = hr::json_of(chat);
  CHECK(fit["gpus"] == 6);
  CHECK(fit["split"].dump() == R"({"tensor_parallel":2,"pipeline_parallel":1,"data_parallel":1})");
  CHECK(fit["rank"]["parts"]["kv_cache"]["bytes"] == 1'024 * 131'072 / 2);
  CHECK(fit["rank"]["parts"]["kv_cache"]["standing"] == "exact");
  CHECK(fit["rank"]["stage"] == 0);
}

TEST_CASE("An estimate whose spread was measured has its ends") {
  const hr::training_job run{.model = hr::models::llama3_1_8b,
                             .parallelism = {.tensor = 8, .pipeline = 4, .data = 2},
                             .sequence = 4'096};
  const nlohmann::ordered_json fit = hr::json_of(run);
  CHECK(fit["gpus"] == 64);
  CHECK(fit["split"]["context_parallel"] == 1);
  const bool has_spread = run.framework.reserved_most > 0;
  CHECK(fit["rank"]["parts"]["reserved"].contains("most_bytes") == has_spread);
  CHECK_FALSE(fit["rank"]["parts"]["weights"].contains("most_bytes"));
}
