// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/hardware/source.hpp>
#include <headroom/text/same_name.hpp>
#include <headroom/units.hpp>

// How often machines fail, as those who ran many of them counted it, and how often that interrupts a job.
namespace headroom {

// What the failures of a record had to do with.
struct failure_cause {
  std::string_view name{};
  count failures = 0;
};

// Failures that somebody counted: those that nobody planned, and that ended a job or took a machine out.
struct failure_record {
  std::string_view name{};
  const source* from = nullptr;
  std::string_view gpu{};
  count machine_gpus = 0;
  asked_for<duration> watched{};           // of all machines together
  double failures = 0;                     // in it; some sources print a rate and no count
  figure<count> planned = unknown;         // interruptions besides that somebody planned
  std::array<failure_cause, 20> causes{};  // the largest first, as far as they are printed
};

// Between two failures of one machine, in the mean. Unknown where none was counted.
constexpr figure<duration> between_failures(const failure_record& counted) {
  if (!(counted.failures > 0) || !(counted.watched > duration{})) return figure<duration>(unknown).noted("no failure was counted");
  return counted.watched / counted.failures;
}

// Between two failures of one cause, of one machine.
constexpr figure<duration> between_failures(const failure_record& counted, std::string_view cause) {
  for (const failure_cause& each : counted.causes)
    if (each.failures > 0 && each.name == cause) return counted.watched / static_cast<double>(each.failures);
  return figure<duration>(unknown).noted("the record has no failures of this cause");
}

// Between two interruptions by one machine, those that were planned too. Unknown where nobody counted these.
constexpr figure<duration> between_interruptions(const failure_record& counted) {
  if (!counted.planned.is_known()) return figure<duration>(unknown).noted("the record does not count what was planned");
  if (between_failures(counted).is_unknown()) return between_failures(counted);
  return counted.watched / (counted.failures + static_cast<double>(*counted.planned.known()));
}

// Between two interruptions of a job that any one of its machines interrupts.
constexpr duration between_interruptions(const duration& of_one_machine, count machines) {
  return of_one_machine / static_cast<double>(machines > 0 ? machines : 1);
}

namespace sources {

inline constexpr source llama_3_herd{"llama-3-herd", "Grattafiori et al., The Llama 3 Herd of Models, table 5", "2024-07",
                                     "https://arxiv.org/abs/2407.21783"};
inline constexpr source revisiting_reliability{
    "revisiting-reliability", "Kokolis et al., Revisiting Reliability in Large-Scale Machine Learning Research Clusters", "2024-10",
    "https://arxiv.org/abs/2410.21680"};
inline constexpr source bloom_chronicles{"bloom-chronicles", "BigScience, chronicles of BLOOM's training", "2022",
                                         "https://github.com/bigscience-workshop/bigscience"};

}  // namespace sources

// 54 days of pre-training Llama 3 405B on 16,384 H100s: 466 interruptions, 419 of which nobody planned, by cause.
inline constexpr failure_record llama_3_failures{
    .name = "Llama 3 405B",
    .from = &sources::llama_3_herd,
    .gpu = "H100",
    .machine_gpus = 8,
    .watched = days(54.0 * 2'048),
    .failures = 419,
    .planned = 47,
    .causes = {{{"faulty GPU", 148},
                {"GPU memory", 72},
                {"software bug", 54},
                {"network switch or cable", 35},
                {"host maintenance", 32},
                {"GPU SRAM", 19},
                {"GPU system processor", 17},
                {"network card", 7},
                {"NCCL watchdog", 7},
                {"silent data corruption", 6},
                {"GPU thermal interface or sensor", 6},
                {"SSD", 3},
                {"power supply", 3},
                {"server chassis", 2},
                {"IO expansion board", 2},
                {"dependency", 2},
                {"CPU", 2},
                {"system memory", 2}}}};

// Meta's research cluster RSC-1 of 16,000 A100s: 6.5 failures in 1,000 node-days.
inline constexpr failure_record rsc_1_failures{.name = "RSC-1",
                                               .from = &sources::revisiting_reliability,
                                               .gpu = "A100",
                                               .machine_gpus = 8,
                                               .watched = days(1'000),
                                               .failures = 6.5};

// 384 A100s that trained BLOOM: a GPU failed about once a week.
inline constexpr failure_record bloom_failures{.name = "BLOOM",
                                               .from = &sources::bloom_chronicles,
                                               .gpu = "A100",
                                               .machine_gpus = 8,
                                               .watched = days(7.0 * 48),
                                               .failures = 1};

// Of the records of a GPU that with the most failures. Null: nobody counted them.
constexpr const failure_record* failures_counted_of(const gpu& device) {
  for (const failure_record* each : {&llama_3_failures, &rsc_1_failures, &bloom_failures})  // those with more first
    if (match_of(each->gpu, device.name, name(device.maker)) != name_match::none) return each;
  return nullptr;
}

}  // namespace headroom
