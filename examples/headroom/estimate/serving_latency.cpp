// SPDX-License-Identifier: BSL-1.0
#include "estimate/serving_latency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <headroom/inference/serving_pools_queue.hpp>
#include <headroom/inference/serving_simulation.hpp>
#include <headroom/inference/serving_throughput.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/models.hpp>
#include <headroom/text/parse.hpp>
#include <utility>

#include "estimate/report_parts.hpp"
#include "fit/fit_words.hpp"
#include "print/lines.hpp"
#include "print/table.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

constexpr duration no_limit = hours(1e6);

constexpr std::string_view answering(const serving_replica&) { return "a replica answers"; }
constexpr std::string_view answering(const serving_pools&) { return "both pools answer"; }

figure<serving_latencies> latencies_at(const serving_replica& of, const serving_arrivals& asked, const request_rate& most, const latency_request& how) {
  return how.simulates ? simulated(of, asked, {.seed = static_cast<std::uint64_t>(how.seed)}) : open_loop(of, asked, most);
}
figure<serving_latencies> latencies_at(const serving_pools& of, const serving_arrivals& asked, const request_rate& most, const latency_request&) { return open_loop(of, asked, most); }

template <class Server>
latency_line at_rate(const Server& of, const serving_arrivals& asked, const request_rate& most, const latency_request& how) {
  latency_line made{.rate = asked.rate, .is_simulated = how.simulates, .most = most};
  if (!(asked.rate < made.most)) {
    made.why = fmt::format("not stable: {} at most {} a second", answering(of), so_many(rounded(in_requests_per_second(made.most), 3), "request"));
    return made;
  }
  const figure<serving_latencies> found = latencies_at(of, asked, most, how);
  made.why = found.note;
  made.found = found.value_or({});
  return made;
}

template <class Server>
std::vector<latency_line> at_rates(const Server& of, serving_arrivals arrivals, const latency_request& how) {
  std::vector<latency_line> made;
  if (how.rates.empty()) return made;
  const request_rate most = most_requests(of, arrivals);
  for (const double rate : how.rates) {
    arrivals.rate = requests_per_second(rate);
    made.push_back(at_rate(of, arrivals, most, how));
  }
  return made;
}

latency_line of_clients(const serving_replica& of, serving_requests asked, const serving_arrivals& lengths, count clients, const latency_request& how) {
  latency_line made{.clients = clients, .is_simulated = true};
  asked.clients = clients;
  const figure<serving_latencies> found =
      simulated(of, asked, lengths, {.seed = static_cast<std::uint64_t>(how.seed)});
  made.why = found.note;
  made.found = found.value_or({});
  return made;
}

template <class Server>
latency_line within(const Server& of, const serving_arrivals& asked, const latency_limits& limits) {
  latency_line made{.is_within_limits = true};
  const figure<serving_latencies> found = most_requests_within(of, asked, limits.first_token, limits.token);
  made.why = found.is_known() ? "" : found.note;
  made.found = found.value_or({});
  made.rate = made.found.requests;
  made.most = made.found.most_requests;
  return made;
}

std::string milliseconds_text(const duration& x) { return rounded(in_milliseconds(x), 3); }

// The first cells say which load it is.
void add_line(table& t, const latency_line& line, std::vector<cell> cells) {
  const serving_latencies& at = line.found;
  cells.emplace_back(rounded(in_requests_per_second(at.requests), 3));
  for (const latency* each : {&at.first_token, &at.token})
    for (const duration* time : {&each->mean, &each->p50, &each->p90, &each->p99}) cells.emplace_back(milliseconds_text(*time));
  for (const duration* time : {&at.request.mean, &at.request.p99}) cells.emplace_back(rounded(in_seconds(*time), 3));
  cells.emplace_back(rounded(at.sequences, 3));
  cells.emplace_back(rounded(in_tokens_per_second(at.output), 3));
  cells.emplace_back(rounded(in_tokens_per_second(at.output_per_gpu), 3));
  t.add(std::move(cells));
}

std::string load_name(const latency_line& line) {
  if (line.is_within_limits) return "within the limits";
  return line.clients > 0 ? so_many(line.clients, "client") : fmt::format("{} a second", so_many(rounded(in_requests_per_second(line.rate), 3), "request"));
}

}  // namespace

nlohmann::ordered_json latency_json(const latency& of) {
  return {{"mean", in_seconds(of.mean)}, {"p50", in_seconds(of.p50)}, {"p90", in_seconds(of.p90)}, {"p99", in_seconds(of.p99)}};
}

void check_spreads(const latency_request& of) {
  for (const auto& [option, spread] : {std::pair{"--prompt-spread", of.prompt_spread}, {"--answer-spread", of.answer_spread.value_or(0)}})
    if (!(spread >= 0 && spread <= 10)) throw input_error(fmt::format("{}: expected a standard deviation of 0 to 10 means", option));
}

latency_limits limits_of(std::string_view text) {
  const auto refused = [&] {
    return input_error(fmt::format("--slo: {} is no limit: expected ttft=500ms,tpot=25ms, or one of both", in_quotes(text)));
  };
  latency_limits made{no_limit, no_limit};
  bool has_first = false;
  bool has_token = false;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string_view one = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t equals = std::min(one.find('='), one.size());
    const std::string_view key = one.substr(0, equals);
    const auto time = parse_duration(one.substr(std::min(equals + 1, one.size())));
    bool& has = key == "ttft" ? has_first : has_token;
    if ((key != "ttft" && key != "tpot") || has || !time || !(in_seconds(time.value) > 0)) throw refused();
    has = true;
    (key == "ttft" ? made.first_token : made.token) = time.value;
  }
  if (!has_first && !has_token) throw refused();
  return made;
}

std::vector<latency_line> latencies_of(const serving_replica& of, const serving_requests& asked, const serving_arrivals& lengths,
                                       const std::vector<count>& clients, const latency_request& how) {
  std::vector<latency_line> made = at_rates(of, lengths, how);
  if (how.simulates && how.rates.empty())
    for (const count each : clients) made.push_back(of_clients(of, asked, lengths, each, how));
  if (how.limits.has_value()) made.push_back(within(of, lengths, *how.limits));
  return made;
}

std::vector<latency_line> latencies_of(const serving_pools& of, const serving_arrivals& lengths, const latency_request& how) {
  std::vector<latency_line> made = at_rates(of, lengths, how);
  if (how.limits.has_value()) made.push_back(within(of, lengths, *how.limits));
  return made;
}

void write_latencies(session& s, bool of_pools, const std::vector<machine_latencies>& of, const serving_arrivals& lengths, const latency_request& asked) {
  const bool names_machines = of.size() > 1;
  const bool has_clients = asked.simulates && asked.rates.empty();
  s.heading(fmt::format("How long requests take, of {}", of_pools ? "both pools" : "a replica"));
  std::vector<column> columns;
  if (names_machines) columns.push_back(name_column("machine"));
  if (has_clients) columns.push_back(number_column("clients"));
  for (const char* title : {"requests/s", "TTFT ms\nmean", "p50", "p90", "p99", "TPOT ms\nmean", "p50", "p90", "p99",
                            "request s\nmean", "p99", "sequences", "tokens/s", "a GPU"})
    columns.push_back(number_column(title));
  table t(std::move(columns));
  std::string below;
  bool simulated = false;
  for (const machine_latencies& each : of) {
    const bool all_are = std::ranges::all_of(*each.lines, [](const latency_line& line) { return line.why.empty(); });
    if (all_are && !names_machines && each.lines->front().most > request_rate{})
      below += fmt::format("{} answer{} at most {} a second. ", of_pools ? "Both pools" : "A replica", of_pools ? "" : "s", so_many(rounded(in_requests_per_second(each.lines->front().most), 3), "request"));
    for (const latency_line& line : *each.lines) {
      simulated = simulated || line.is_simulated;
      const std::string where = names_machines ? fmt::format("{}, ", each.machine) : std::string();
      if (!line.why.empty()) {
        below += fmt::format("{}{}: {}. ", where, load_name(line), line.why);
        continue;
      }
      if (line.is_within_limits && !names_machines && !t.empty()) t.add_rule();
      std::vector<cell> load;
      if (names_machines) load.emplace_back(each.machine);
      if (has_clients) load.emplace_back(line.clients > 0 ? number_text(line.clients) : std::string());
      add_line(t, line, std::move(load));
    }
  }
  if (!t.empty()) {
    s.write(t);
    s.print("\n");
  }
  if (!asked.rates.empty() || asked.limits.has_value()) below += "Requests come at random times (Poisson). ";
  if (asked.limits.has_value()) {
    std::vector<std::string> limits;
    for (const auto& [name, limit] : {std::pair{"TTFT", asked.limits->first_token}, {"TPOT", asked.limits->token}})
      if (limit < no_limit) limits.push_back(fmt::format("a p99 of {} of {} ms or less", name, milliseconds_text(limit)));
    below += fmt::format("The {} has the most requests with {}. ", names_machines ? "last of each machine" : "last line", fmt::join(limits, " and "));
  }
  below += simulated ? fmt::format("Simulated request by request (--seed {}). ", asked.seed) : fmt::format("Percentiles are approximated{}. ", of_pools ? "" : "; --simulate simulates");
  const bool prompts_vary = lengths.prompt_spread > 0 || !lengths.prompts.is_empty();
  const bool has_own = has_clients && !asked.answer_spread.has_value();  // that of the closed loop
  const bool answers_vary = lengths.answer_spread > 0 || !lengths.answers.is_empty() || has_own;
  if (!prompts_vary || !answers_vary)
    below += fmt::format("{} are all as long (--prompt-lengths, --prompt-spread, and of answers). ",
                         prompts_vary ? "Answers" : answers_vary ? "Prompts" : "Prompts and answers");
  below += "No measured server has percentiles: the ranges are of means.";
  s.paragraph("  ", below);
}

nlohmann::ordered_json latencies_json(const std::vector<latency_line>& of) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const latency_line& line : of) {
    nlohmann::ordered_json one{{"load", line.is_within_limits ? "within_limits" : line.clients > 0 ? "clients" : "random"}};
    if (line.clients > 0) one["clients"] = line.clients;
    if (line.most > request_rate{}) one["most_requests_per_second"] = in_requests_per_second(line.most);
    if (!line.why.empty()) {
      if (line.rate > request_rate{}) one["requests_per_second"] = in_requests_per_second(line.rate);
      one["why"] = line.why;
      all.push_back(std::move(one));
      continue;
    }
    const serving_latencies& at = line.found;
    one["by"] = line.is_simulated ? "simulation" : "approximation";
    one["requests_per_second"] = in_requests_per_second(at.requests);
    one["ttft_seconds"] = latency_json(at.first_token);
    one["tpot_seconds"] = latency_json(at.token);
    one["request_seconds"] = latency_json(at.request);
    one["sequences"] = at.sequences;
    one["tokens_per_second"] = in_tokens_per_second(at.output);
    one["tokens_per_second_per_gpu"] = in_tokens_per_second(at.output_per_gpu);
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace headroom::program
