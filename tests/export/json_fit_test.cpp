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

TEST_CASE("What the fullest GPU holds is told part by part, beside the host's memory and NVMe that it takes") {
  const hr::rank_use use{.stage = 1,
                         .stages = 4,
                         .parts = {{"weights", "weights", hr::gibibytes(60)}, {.key = "reserved", .amount = hr::bytes(3), .standing = hr::part_standing::estimate, .least = hr::bytes(2), .most = hr::bytes(1)}, {"buffers", "buffers", hr::gibibytes(2), hr::part_standing::unmeasured}},
                         .needed = hr::gibibytes(62),
                         .host = hr::gibibytes(8),
                         .nvme = hr::gibibytes(16),
                         .leanest = hr::gibibytes(50)};
  const nlohmann::ordered_json rank = hr::json_of(use);
  constexpr double gib = 1 << 30;
  CHECK(rank["parts"]["weights"]["bytes"] == 60 * gib);
  CHECK(rank["parts"]["reserved"].dump() == R"({"bytes":3.0,"standing":"estimate","least_bytes":2.0,"most_bytes":1.0})");
  CHECK(rank["parts"]["buffers"]["bytes"] == nullptr);
  CHECK(rank["parts"]["buffers"]["standing"] == "not measured by itself");
  CHECK(rank["stage"] == 1);
  CHECK(rank["stages"] == 4);
  CHECK(rank["needed"] == 62 * gib);
  CHECK(rank["leanest_stage_needs"] == 50 * gib);
  CHECK(rank["of_host"] == 8 * gib);
  CHECK(rank["of_nvme"] == 16 * gib);
}
