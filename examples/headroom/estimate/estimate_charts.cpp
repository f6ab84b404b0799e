// SPDX-License-Identifier: BSL-1.0
#include "estimate/estimate_charts.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <utility>

#include "estimate/report_parts.hpp"
#include "fit/fit_words.hpp"

namespace headroom::program {

namespace {

std::string milliseconds_text(double milliseconds) { return fmt::format("{} ms", rounded(milliseconds, 3)); }

// Series of which each row has some.
void leave_out_empty(report::chart& of) {
  std::erase_if(of.all, [](const report::series& each) { return each.points.empty(); });
}

}  // namespace

report::chart step_time_chart(std::span<const step_estimate> on) {
  report::chart made{.kind = report::chart_kind::bars,
                     .title = "Where a step goes",
                     .about = "The time of a training step by part, on its slowest stage; what is hidden beside other parts is left out.",
                     .x = {.title = "ms"}};
  for (std::size_t i = 0; i < step_part_count; ++i) made.all.push_back({.name = std::string(name(static_cast<step_part>(i)))});
  for (const step_estimate& each : on) {
    if (!each.is_known) continue;
    for (std::size_t i = 0; i < step_part_count; ++i)
      if (const double time = in_milliseconds(each.best.step[static_cast<step_part>(i)].exposed); time > 0)
        made.all[i].points.push_back({time, static_cast<double>(made.rows.size()), milliseconds_text(time)});
    made.rows.push_back({std::string(each.fit.machine.name()), milliseconds_text(in_milliseconds(each.best.step.total()))});
  }
  leave_out_empty(made);
  return made;
}

report::chart training_speed_chart(std::span<const step_estimate> on) {
  report::chart made{.kind = report::chart_kind::bars,
                     .title = "Tokens a second of a GPU",
                     .about = "How many tokens a GPU of each machine trains on in a second.",
                     .x = {.title = "tokens/s of a GPU"},
                     .all = {{.name = "tokens/s of a GPU"}}};
  for (const step_estimate& each : on) {
    if (!each.is_known) continue;
    const std::string text = rounded(each.tokens_per_second_per_gpu());
    made.all.front().points.push_back({each.tokens_per_second_per_gpu(), static_cast<double>(made.rows.size()), text});
    made.rows.push_back({fmt::format("{}, {}", so_many(each.best.step.gpus, "GPU"), each.fit.machine.name()), text});
  }
  return made;
}

report::chart decoding_chart(std::span<const serving_estimate> on) {
  report::chart made{.kind = report::chart_kind::bars,
                     .title = "Where a step of decoding goes",
                     .about = "The time of a step that makes a token of each answer, by part.",
                     .x = {.title = "ms"}};
  for (std::size_t i = 0; i < serving_part_count; ++i) made.all.push_back({.name = std::string(name(static_cast<serving_part>(i)))});
  for (const serving_estimate& each : on) {
    if (!each.is_known) continue;
    const served_load& most = load_of_job(each);
    for (std::size_t i = 0; i < serving_part_count; ++i)
      if (const double time = in_milliseconds(most.at.step[static_cast<serving_part>(i)].time); time > 0)
        made.all[i].points.push_back({time, static_cast<double>(made.rows.size()), milliseconds_text(time)});
    made.rows.push_back({fmt::format("{}, {}", each.fit.machine.name(), so_many(most.clients, "client")),
                         milliseconds_text(in_milliseconds(most.at.step.total()))});
  }
  leave_out_empty(made);
  return made;
}

report::chart latency_chart(const serving_estimate& of) {
  report::chart made{.kind = report::chart_kind::lines,
                     .title = "Latency over concurrency",
                     .about = "The time to the first token and the time of each other token, over the clients of a replica.",
                     .x = {.title = "clients of a replica", .is_log = true},
                     .y = {.title = "ms", .is_log = true},
                     .all = {{.name = "TTFT"}, {.name = "TPOT"}}};
  for (const served_load& each : of.loads) {
    const auto clients = static_cast<double>(each.clients);
    const auto add = [&](report::series& into, const duration& time) {
      into.points.push_back({clients, in_milliseconds(time), fmt::format("{} with {}", milliseconds_text(in_milliseconds(time)), so_many(each.clients, "client"))});
    };
    add(made.all[0], each.at.first_token);
    add(made.all[1], each.at.token);
  }
  return made;
}

report::chart throughput_chart(std::span<const serving_estimate> on) {
  report::chart made{.kind = report::chart_kind::lines,
                     .title = "Throughput over concurrency",
                     .about = "The tokens of answers that a GPU makes in a second, over the clients of a replica.",
                     .x = {.title = "clients of a replica", .is_log = true},
                     .y = {.title = "tokens/s of a GPU"}};
  for (const serving_estimate& each : on) {
    if (!each.is_known) continue;
    report::series line{.name = std::string(each.fit.machine.name())};
    for (const served_load& load : each.loads) {
      const double speed = in_tokens_per_second(load.at.output_per_gpu);
      line.points.push_back({static_cast<double>(load.clients), speed, fmt::format("{} tokens/s with {}", rounded(speed, 3), so_many(load.clients, "client"))});
    }
    made.all.push_back(std::move(line));
  }
  return made;
}

}  // namespace headroom::program
