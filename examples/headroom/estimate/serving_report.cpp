// SPDX-License-Identifier: BSL-1.0
#include "estimate/serving_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/text/to_text.hpp>
#include <span>
#include <string>
#include <utility>

#include "estimate/report_parts.hpp"
#include "estimate/search.hpp"
#include "fit/fit_words.hpp"
#include "print/bar.hpp"
#include "print/table.hpp"
#include "reading.hpp"
#include "estimate/estimate_charts.hpp"

namespace headroom::program {

namespace {

std::string short_number(double x) { return rounded(x, 3); }

std::string or_unknown(const stated_band& band, double value, const band_ends& ends) {
  return band.errors.is_known() ? range_text(value, ends, 2) : "?";
}

// A million tokens for cents or for hundreds of dollars.
std::string price_text(const money& x) { return short_number(in_dollars(x)); }

// What no job says of its requests and its server, and what was taken.
std::string load_taken(const serving_estimate& of, const load_request& asked) {
  const serving_arrivals& lengths = of.lengths;
  std::vector<std::string> taken;
  const auto take_length = [&](std::string_view what, count said, count tokens, const request_lengths& spread) {
    if (!spread.is_empty()) taken.push_back(fmt::format("{0}s of {1} tokens, the mean of {0}_lengths, in all but percentiles", what, number_text(tokens)));
    else if (said == 0) taken.push_back(fmt::format("{0}s of {1} tokens (--{0})", what, number_text(tokens)));
  };
  take_length("prompt", asked.prompt, lengths.prompt, lengths.prompts);
  take_length("answer", asked.answer, lengths.answer, lengths.answers);
  if (lengths.answers.is_empty() && !asked.latency.answer_spread.has_value() && !of.prefill.has_value())
    taken.push_back(fmt::format("a standard deviation of answers of {} of their mean (--answer-spread)", short_number(of.requests.answer_spread)));
  if (!asked.settings.without_graphs) taken.emplace_back("graphs of decoding are replayed (--eager)");
  if (asked.settings.scheduler_steps == 1) taken.emplace_back("each step is planned by itself (--scheduler-steps)");
  if (asked.settings.stream_interval == 1) taken.emplace_back("each token is sent by itself (--stream-interval)");
  if (asked.settings.drafted == 0) taken.emplace_back("no tokens are drafted (--drafted)");
  const serving_job& job = *of.best.job.serving();
  if (job.expert_parallel && job.expert_imbalance == 1 && job.gpus_per_replica() > job.pipeline_parallel) taken.emplace_back("as many tokens of each GPU's experts (--expert-imbalance)");
  if (asked.is_static) taken.emplace_back("batches that begin and end together: of the clients' requests as many as have room, until the longest answer of them ends (--static-batching)");
  else taken.push_back(fmt::format("clients that each send {} requests, one after the other, and begin together", number_text(of.requests.each)));
  return fmt::format("Of the load: {}.", fmt::join(taken, ", "));
}

void write_loads(session& s, const serving_estimate& of, const load_request& asked) {
  s.heading(of.prefill.has_value() ? "By clients of both pools at a time" : "By clients of a replica at a time");
  s.draw(latency_chart(of));
  s.draw(throughput_chart(std::span(&of, 1)));
  std::vector<column> columns{number_column("clients"), number_column("TTFT\nms"), number_column("within"), number_column("TPOT\nms"),
                              number_column("within"), number_column("tokens/s"), number_column("within"), number_column("a GPU"),
                              number_column("a user"), text_column("a step waits for", 12)};
  if (of.is_priced) {
    columns.push_back(number_column("$/M\ntokens"));
    columns.push_back(number_column("within"));
    columns.push_back(number_column("of\nprompts"));
    columns.push_back(number_column("of\nanswers"));
  }
  table t(std::move(columns));
  const auto add = [&](const served_load& load, bool has_first_token) {
    const serving_result& at = load.at;
    const double output = in_tokens_per_second(at.output);
    const serving_binding binding = binding_of(at.step);
    std::vector<cell> cells{has_first_token ? number_text(load.clients) : "",
                            has_first_token ? short_number(in_milliseconds(at.first_token)) : "",
                            has_first_token ? or_unknown(of.first_token, in_milliseconds(at.first_token), of_figure(of.first_token)) : "",
                            short_number(in_milliseconds(at.token)),
                            or_unknown(of.token, in_milliseconds(at.token), of_figure(of.token)),
                            short_number(output),
                            or_unknown(of.throughput, output, of_figure(of.throughput)),
                            short_number(in_tokens_per_second(at.output_per_gpu)),
                            short_number(in_tokens_per_second(at.output_per_user)),
                            fmt::format("{}, {} %", binding.name, rounded(binding.share * 100, 2))};
    if (of.is_priced) {
      const token_prices prices = prices_of(of, at);
      const band_ends ends = of_figure(of.throughput);
      cells.emplace_back(price_text(prices.of_answers_in_all));
      cells.emplace_back(or_unknown(of.throughput, in_dollars(prices.of_answers_in_all), {1 / ends.most, 1 / ends.least}));
      cells.emplace_back(price_text(prices.of_prompts));
      cells.emplace_back(price_text(prices.of_answers));
    }
    t.add(std::move(cells));
  };
  for (const served_load& each : of.loads) add(each, true);
  if (of.within_limit.has_value()) {
    t.add_rule();
    add(*of.within_limit, false);
  }
  s.write(t);
  s.print("\n");
  std::string below;
  if (of.within_limit.has_value() && asked.token_limit.has_value())
    below += fmt::format("The last line has {}, the most that are decoded at once with a token of each answer in {} ms or less. ",
                         so_many(of.within_limit->clients, "sequence"), short_number(in_milliseconds(*asked.token_limit)));
  below += of.is_priced ? "A million tokens of answers cost so much with their prompts, where the machine's other GPUs serve as well; of prompts "
                          "and of answers alone by the time that steps spend on each, or by the GPUs of each pool."
                        : fmt::format("What a million tokens cost is not known: {}.", no_price);
  s.paragraph("  ", below);
}

void write_decoding(session& s, const serving_estimate& whole) {
  const served_load& of = load_of_job(whole);
  s.heading(fmt::format("Where a step of decoding goes, with {}", so_many(of.clients, "client")));
  s.draw(decoding_chart(std::span(&whole, 1)));
  table t({name_column(""), number_column("ms"), number_column("%"), number_column("bytes\nalone ms"), drawn_column()});
  const double total = in_seconds(of.at.step.total());
  const int width = std::clamp(s.width - 46, 10, 40);
  double before = 0;
  for (std::size_t i = 0; i < serving_part_count; ++i) {
    const auto part = static_cast<serving_part>(i);
    const double time = in_seconds(of.at.step[part].time);
    const double bytes = in_seconds(of.at.step[part].memory);
    if (!(time > 0)) continue;
    t.add({name(part), short_number(time * 1e3), short_number(time / total * 100), bytes > 0 ? short_number(bytes * 1e3) : "",
           stacked_bar(before / total, time / total, 0, width, s.utf8)});
    before += time;
  }
  t.add_rule();
  t.add({{"step", style::strong}, rounded(total * 1e3), "", "", stacked_bar(0, 1, 0, width, s.utf8)});
  s.write(t);
}

void write_explanation(session& s, const serving_estimate& of, const std::string& on = {}) {
  const served_load& load = load_of_job(of);
  s.heading(fmt::format("What binds{}, with {}", on, so_many(load.clients, "client")));
  table steps({name_column("a step that"), number_column("ms"), number_column("memory\nbandwidth %"), number_column("matrix\nproducts %"),
               number_column("links\n%"), number_column("kernels and\nthe host %")});
  for (const auto& [title, step] : {std::pair{"decodes", load.at.step}, {"reads a prompt", of.prompt_step}}) {
    std::vector<cell> cells{title, short_number(in_milliseconds(step.total()))};
    for (const serving_binding& each : bindings_of(step)) cells.emplace_back(short_number(each.share * 100));
    steps.add(std::move(cells));
  }
  s.write(steps);
  s.print("\n");
  table twice({name_column("with twice the"), number_column("tokens/s"), number_column("more\n%"), number_column("TPOT\nms"), number_column("less\n%"),
               number_column("TTFT\nms"), number_column("less\n%")});
  for (const doubled_server& each : of.doubled)
    twice.add({each.title, short_number(in_tokens_per_second(load.at.output) * each.tokens), short_number((each.tokens - 1) * 100),
               short_number(in_milliseconds(load.at.token) * each.token), short_number((1 - each.token) * 100),
               short_number(in_milliseconds(load.at.first_token) * each.first_token), short_number((1 - each.first_token) * 100)});
  s.write(twice);
}

void write_bands(session& s, const serving_estimate& of, const load_request& asked) {
  s.print("\n");
  s.paragraph("  ", "TTFT: " + band_text(of.first_token));
  s.paragraph("  ", "TPOT: " + band_text(of.token));
  s.paragraph("  ", "Tokens/s: " + band_text(of.throughput));
  if (const std::vector<std::string> all = not_measured(*of.best.job.serving(), asked, of.requests); !all.empty())
    s.paragraph("  ", fmt::format("Not measured: {}. No measured server has it: it is by formula alone, and the bands do not know it.", fmt::join(all, ", ")));
}

// Of machines that are held, where a replica takes not all of them.
std::string used_text(const serving_estimate& of) {
  const count there = of.fit.machines.value_or(0), used = of.fit.needs.value_or(0);
  if (!of.fit.is_held || of.prefill.has_value() || used < 1 || used >= there) return {};
  return fmt::format("{} of {} {} used: the figures are of one replica. How many replicas a load takes, and on how many of them: headroom plan.", number_text(used), so_many(there, "machine"), inflected(used, "is", "are"));
}

void write_served(session& s, const serving_estimate& of, const planned_job& job, const load_request& asked, bool explains) {
  if (!of.is_known) {
    return write_none(s, of.fit, of.why);
  }
  const served_load& most = load_of_job(of);
  s.line(fmt::format("Estimate: with {}, TTFT {} ms, TPOT {} ms, {} tokens/s of a GPU", so_many(most.clients, "client"),
                                       short_number(in_milliseconds(most.at.first_token)), short_number(in_milliseconds(most.at.token)),
                                       short_number(in_tokens_per_second(most.at.output_per_gpu))), style::strong);
  if (of.prefill.has_value()) s.paragraph("", fmt::format("{}: {}", title_of(of.prefill->job), sentence_of(*of.prefill)));
  s.paragraph("", of.prefill.has_value() ? fmt::format("{}: {}", title_of(job), sentence_of(of.fit)) : sentence_of(of.fit));
  if (const std::string used = used_text(of); !used.empty()) s.paragraph("", used);
  if (const std::string search = search_text(of, asked.by); !search.empty()) s.paragraph("", search);
  s.print("\n");
  if (of.prefill.has_value()) s.paragraph("  ", description_of(of.prefill->job, true));
  s.paragraph("  ", description_of(of.best.job, true));
  write_taken(s, job, std::span(&of.fit, 1), layout_taken(of.layouts, asked.by, of.fit), load_taken(of, asked));
  write_network(s, {of.fit.machine});
  if (!of.without_effect.empty()) s.paragraph("  ", without_effect_text(of.without_effect));
  write_left_out(s, job);
  write_loads(s, of, asked);
  if (asked.latency.is_asked()) write_latencies(s, of.prefill.has_value(), {{of.fit.machine.name(), &of.latencies}}, of.lengths, asked.latency);
  write_bands(s, of, asked);
  if (of.best.job.serving()->adapters > 0) s.paragraph("  ", "Not counted: the time that the products of its adapters take.");
  write_decoding(s, of);
  if (explains) write_explanation(s, of);
}

void write_side_by_side(session& s, const std::vector<serving_estimate>& on, const load_request& asked,
                        const serving_report_options& options) {
  table t({name_column("machine"), number_column("GPUs"), name_column("split"), number_column("sequences"), number_column("TPOT\nms"),
           number_column("within"), number_column("tokens/s\na GPU"), number_column("within"), number_column("a user"), number_column("$/M\ntokens")});
  const auto add = [&](const serving_estimate& of, const served_layout& layout) {
    const double of_gpu = in_tokens_per_second(layout.at.output_per_gpu);
    t.add({of.fit.machine.name(), number_text(gpus_of(layout)), split_of(layout),
           short_number(layout.at.sequences), short_number(in_milliseconds(layout.at.token)),
           or_unknown(of.token, in_milliseconds(layout.at.token), of_figure(of.token)), short_number(of_gpu),
           or_unknown(of.throughput, of_gpu, of_figure(of.throughput)), short_number(in_tokens_per_second(layout.at.output_per_user)),
           of.is_priced ? price_text(prices_of(of, layout.at).of_answers_in_all) : "?"});
  };
  for (const serving_estimate& each : on) {
    if (!each.is_known) continue;
    add(each, each.best);
    if (options.compares)
      for (const served_layout& other : each.others) add(each, other);
  }
  if (!t.empty()) {
    s.heading(fmt::format("On each with {}, the best by {} first", on.front().layouts.load, name(asked.by)));
    s.draw(throughput_chart(on));
    s.draw(decoding_chart(on));
    s.write(t);
    s.print("\n");
  }
  for (const serving_estimate& each : on) {
    const std::string_view machine = each.fit.machine.name();
    if (!each.is_known) {
      s.paragraph("  ", fmt::format("{}: {}: {}.", machine, name(each.fit.outcome), each.why));
      continue;
    }
    s.paragraph("  ", fmt::format("{}, TPOT: {}", machine, band_text(each.token)));
    s.paragraph("  ", fmt::format("{}, tokens/s: {}", machine, band_text(each.throughput)));
    if (!each.without_effect.empty()) s.paragraph("  ", fmt::format("{}: {}", machine, without_effect_text(each.without_effect)));
  }
  std::vector<machine_latencies> latencies;
  for (const serving_estimate& each : on)
    if (!each.latencies.empty()) latencies.push_back({each.fit.machine.name(), &each.latencies});
  if (!latencies.empty() && on.size() > 1) write_latencies(s, on.front().prefill.has_value(), latencies, on.front().lengths, asked.latency);
  if (!options.explains || on.size() < 2) return;
  for (const serving_estimate& each : on)
    if (each.is_known) write_explanation(s, each, fmt::format(" on {}", each.fit.machine.name()));
}

}  // namespace

void write_serving_estimates(session& s, const planned_job& job, const std::vector<serving_estimate>& on, const load_request& asked,
                             const serving_report_options& options) {
  const auto& prefill = on.front().prefill;
  write_title(s, job, prefill.has_value() ? fmt::format("{} and {}", title_of(prefill->job), title_of(job)) : std::string(title_of(job)), on);
  if (on.size() == 1) {
    write_served(s, on.front(), job, asked, options.explains);
    if (options.compares && !on.front().others.empty()) write_side_by_side(s, on, asked, options);
  } else {
    write_best(s, on, job, asked.by, on.front().is_known ? load_taken(on.front(), asked) : std::string());
    write_side_by_side(s, on, asked, options);
  }
  write_storage(s, asked.storage, *job.serving());
}

}  // namespace headroom::program
