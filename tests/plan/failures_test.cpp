// SPDX-License-Identifier: BSL-1.0
#include <headroom/plan/failures.hpp>

#include <headroom/catalog/nvidia.hpp>

#include <check.hpp>

#include <cmath>
#include <utility>

// Table 5 of the paper: 419 unexpected interruptions in 54 days on 16,384 GPUs.
TEST_CASE("Llama 3's job was interrupted every three hours") {
  constexpr auto of_one = hr::between_failures(hr::llama_3_failures).value_or({});
  constexpr hr::duration of_job = hr::between_interruptions(of_one, 2'048);
  CHECK_CONSTEXPR(hr::math::absolute(hr::in_hours(of_job) - 54 * 24 / 419.0) < 1e-9);
  CHECK(hr::in_days(of_one) == doctest::Approx(263.9).epsilon(0.001));
}

// 466 interruptions in all, as the paper says in its text.
TEST_CASE("Interruptions that were planned come besides") {
  constexpr auto of_one = hr::between_interruptions(hr::llama_3_failures).value_or({});
  CHECK_CONSTEXPR(hr::math::absolute(hr::in_hours(hr::between_interruptions(of_one, 2'048)) - 54 * 24 / 466.0) < 1e-9);
  CHECK(of_one < hr::between_failures(hr::llama_3_failures).value_or({}));
  CHECK_CONSTEXPR(hr::between_interruptions(hr::rsc_1_failures).is_unknown());
  CHECK_CONSTEXPR(hr::between_interruptions(hr::failure_record{.watched = hr::days(9), .planned = 2}).is_unknown());
}

TEST_CASE("A cause has a time of its own, and the causes are all") {
  constexpr auto gpu = hr::between_failures(hr::llama_3_failures, "faulty GPU").value_or({});
  CHECK_CONSTEXPR(hr::math::absolute(hr::in_days(gpu) * 148 - 54.0 * 2'048) < 1e-6);
  CHECK(hr::between_failures(hr::llama_3_failures, "meteorite").is_unknown());
  CHECK(hr::between_failures(hr::llama_3_failures, "").is_unknown());
  double sum = 0;
  for (const hr::failure_cause& each : hr::llama_3_failures.causes) sum += static_cast<double>(each.failures);
  CHECK(sum == hr::llama_3_failures.failures);
}

// The column of shares of the paper's table, which it prints to a tenth of a percent.
TEST_CASE("Causes are the shares of all that the paper prints") {
  for (const auto& printed : {std::pair{"GPU memory", 17.2}, {"software bug", 12.9}, {"host maintenance", 7.6}, {"network card", 1.7}, {"silent data corruption", 1.4}, {"power supply", 0.7}, {"dependency", 0.5}, {"system memory", 0.5}, {"network switch or cable", 8.4}, {"GPU SRAM", 4.5}, {"GPU system processor", 4.1},
                              {"NCCL watchdog", 1.7}, {"GPU thermal interface or sensor", 1.4}, {"SSD", 0.7}, {"server chassis", 0.5},
                              {"IO expansion board", 0.5}, {"CPU", 0.5}}) {
    CAPTURE(printed.first);
    const double all = hr::in_days(hr::between_failures(hr::llama_3_failures).value_or({}));
    const double by_cause = hr::in_days(hr::between_failures(hr::llama_3_failures, printed.first).value_or({}));
    CHECK(std::abs(100 * all / by_cause - printed.second) < 0.051);
  }
}

// The paper's projection: 1.8 hours at 16,384 GPUs.
TEST_CASE("RSC-1's rate gives what its paper projects") {
  const auto of_one = hr::between_failures(hr::rsc_1_failures).value_or({});
  CHECK(hr::in_days(of_one) * 6.5 == doctest::Approx(1'000).epsilon(1e-9));
  CHECK(hr::in_hours(hr::between_interruptions(of_one, 16'384 / hr::rsc_1_failures.machine_gpus)) == doctest::Approx(1.8).epsilon(0.01));
}

TEST_CASE("A GPU of BLOOM's fails once a week") {
  const auto of_one = hr::between_failures(hr::bloom_failures).value_or({});
  CHECK(hr::in_days(hr::between_interruptions(of_one, 384 / hr::bloom_failures.machine_gpus)) == doctest::Approx(7));
}

TEST_CASE("What counted no failure says nothing") {
  const hr::failure_record none;
  CHECK((none.name.empty() && none.from == nullptr && none.gpu.empty() && none.machine_gpus == 0 && none.failures == 0 && none.planned.is_unknown()));
  CHECK_CONSTEXPR(hr::between_failures(hr::failure_record{.watched = hr::days(9)}).is_unknown());
  CHECK_CONSTEXPR(hr::between_failures(hr::failure_record{.failures = 9}).is_unknown());
  CHECK_CONSTEXPR(hr::between_interruptions(hr::days(9), 0) == hr::days(9));
}

TEST_CASE("Of a GPU the record with the most failures is told") {
  CHECK_CONSTEXPR(hr::failures_counted_of(hr::nvidia::h100_sxm5::spec) == &hr::llama_3_failures);
  CHECK_CONSTEXPR(hr::failures_counted_of(hr::nvidia::a100_sxm4_80gb::spec) == &hr::rsc_1_failures);
  CHECK_CONSTEXPR(hr::failures_counted_of(hr::nvidia::b200::spec) == nullptr);
}
