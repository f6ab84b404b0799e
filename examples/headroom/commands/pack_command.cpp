// SPDX-License-Identifier: BSL-1.0
#include "commands/pack_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <headroom/plan/packing.hpp>
#include <headroom/plan/search_effort.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/models.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check/options.hpp"
#include "fit/fit_words.hpp"
#include "page/page_options.hpp"
#include "plan/packed_jobs.hpp"
#include "print/json_output.hpp"
#include "print/table.hpp"
#include "search_clock.hpp"

namespace headroom::program {

namespace {

struct pack_options {
  std::vector<std::string> files{};
  std::vector<std::string> beside{};
  check_words words{};
  std::int64_t most_tried = 100'000;
  std::string time_limit{};
  bool json = false;
};

// Jobs with the nodes that they got.
struct packed_part {
  std::vector<packed_job> jobs{};
  std::vector<packing_job> asks{};
  packing found{};

  bool fits(std::size_t i) const { return jobs[i].is_counted() && !found.waits(i); }
};

packed_part read_part(const io& from, const std::vector<std::string>& files, std::span<const group> held) {
  packed_part made;
  for (const std::string& each : files)
    for (packed_job& job : packed_jobs_of(from, each, held)) made.jobs.push_back(std::move(job));
  // What is not counted may run nowhere.
  for (const packed_job& each : made.jobs) made.asks.push_back(each.is_counted() ? each.asks : packing_job{.kinds = 0});
  return made;
}

void place(packed_part& part, std::span<const packing_node> nodes, const search_effort& effort) {
  std::optional<packing> found = pack(nodes, part.asks, effort);
  if (!found.has_value()) throw input_error("more GPUs are asked for than can be counted");
  part.found = std::move(*found);
}

// Nodes of one kind, by their numbers.
struct node_range {
  std::string_view kind{};
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t rack = 0;
  count pods = 0;  // on each
};

std::vector<node_range> ranges_of(const std::vector<std::size_t>& places, const packed_nodes& on) {
  std::vector<std::size_t> sorted = places;
  std::ranges::sort(sorted);
  std::vector<node_range> all;
  for (std::size_t i = 0; i < sorted.size();) {
    const std::size_t node = sorted[i];
    count pods = 0;
    for (; i < sorted.size() && sorted[i] == node; ++i) ++pods;
    const std::string_view kind = on.kinds[on.nodes[node].kind].name();
    if (!all.empty() && all.back().kind == kind && all.back().last + 1 == on.number[node] && all.back().rack == on.rack[node] && all.back().pods == pods)
      all.back().last = on.number[node];
    else
      all.push_back({kind, on.number[node], on.number[node], on.rack[node], pods});
  }
  return all;
}

std::string places_text(const std::vector<std::size_t>& places, const packed_nodes& on) {
  std::string text;
  for (const node_range& each : ranges_of(places, on)) {
    if (!text.empty()) text += "; ";
    text += each.first == each.last ? fmt::format("{} {}", each.kind, each.first) : fmt::format("{} {}-{}", each.kind, each.first, each.last);
    if (each.pods > 1) text += fmt::format(" ({} pods on {})", each.pods, each.first == each.last ? "it" : "each");
    if (each.rack > 0) text += fmt::format(" in rack {}", each.rack);
  }
  return text;
}

struct found_move {
  std::size_t waiting = 0;
  packing_move move{};
};

// What running job could be moved for each that waits, by itself.
std::vector<found_move> moves_of(const packed_part& asked, const packed_part& runs, const packed_nodes& on, const search_clock& clock) {
  std::vector<found_move> moves;
  // Those of the new ones that fit run then, too, and are not moved.
  const std::vector<packing_node> nodes = left_by(on.nodes, asked.asks, asked.found);
  std::optional<packing_job> last;
  std::optional<packing_move> move;
  for (std::size_t i = 0; i < asked.jobs.size(); ++i) {
    if (!asked.jobs[i].is_counted() || asked.fits(i)) continue;
    if (last != asked.asks[i]) move = job_to_move(nodes, runs.asks, runs.found, asked.asks[i], {10'000, clock});  // replicas have one answer
    last = asked.asks[i];
    if (move.has_value()) moves.push_back({i, *move});
  }
  return moves;
}

using json = nlohmann::ordered_json;

json places_json(const std::vector<std::size_t>& places, const packed_nodes& on) {
  json all = json::array();
  for (const node_range& each : ranges_of(places, on))
    all.push_back({{"machine", each.kind}, {"first", each.first}, {"last", each.last}, {"rack", each.rack > 0 ? json(each.rack) : json()}, {"pods_per_node", each.pods}});
  return all;
}

json job_json(const packed_part& part, std::size_t i, const packed_nodes& on) {
  const packed_job& job = part.jobs[i];
  json one{{"file", job.file}, {"name", job.name}, {"line", job.line}, {"outcome", part.fits(i) ? "fits" : job.is_counted() && part.found.is_proved() ? "does_not_fit" : "cannot_be_judged"}};
  if (!job.is_counted()) {
    one["why"] = job.why;
    return one;
  }
  one["pods"] = job.asks.pods;
  one["gpus_per_pod"] = job.asks.gpus;
  one["places"] = places_json(part.found.places[i], on);
  return one;
}

json pack_json(const packed_part& asked, const packed_part& runs, const std::vector<found_move>& moves, const packed_nodes& on, count free) {
  json made{{"jobs", json::array()}, {"beside", json::array()}};
  for (std::size_t i = 0; i < runs.jobs.size(); ++i) made["beside"].push_back(job_json(runs, i, on));
  for (std::size_t i = 0; i < asked.jobs.size(); ++i) made["jobs"].push_back(job_json(asked, i, on));
  for (const found_move& each : moves)
    made["jobs"][each.waiting]["move"] = {{"job", runs.jobs[each.move.job].name}, {"to", places_json(each.move.to, on)}, {"places", places_json(each.move.waiting, on)}};
  made["gpus_placed"] = asked.found.placed;
  made["gpus_bound"] = asked.found.bound;
  made["gap"] = asked.found.gap();
  made["gpus_left"] = free;
  return made;
}

void write_jobs(session& s, const packed_part& part, const packed_nodes& on) {
  table t({name_column("job"), number_column("pods"), number_column("GPUs\neach"), text_column("where", 24)});
  for (std::size_t i = 0; i < part.jobs.size(); ++i) {
    const packed_job& job = part.jobs[i];
    const std::string where = !job.is_counted() ? "cannot be judged: " + job.why : part.fits(i) ? places_text(part.found.places[i], on) : "waits";
    t.add({job.name, job.is_counted() ? number_text(job.asks.pods) : "?", job.is_counted() ? number_text(job.asks.gpus) : "?", where});
  }
  s.write(t);
  s.print("\n");
}

count smallest_waiting(const packed_part& part) {
  count least = 0;
  for (std::size_t i = 0; i < part.jobs.size(); ++i)
    if (part.jobs[i].is_counted() && !part.fits(i) && (least == 0 || part.asks[i].gpus < least)) least = part.asks[i].gpus;
  return least;
}

void write_pack(session& s, const packed_part& asked, const packed_part& runs, const std::vector<found_move>& moves, const packed_nodes& on,
                std::span<const packing_node> left, count free) {
  const auto fitting = static_cast<count>(std::ranges::count_if(asked.found.places, [](const auto& each) { return !each.empty(); }));
  const auto all = static_cast<count>(asked.jobs.size());
  s.line(fmt::format("Pack: {} of {} {}", number_text(fitting), so_many(all, "job"), inflected(fitting, "fits", "fit")), fitting == all ? style::good : style::bad);
  write_jobs(s, asked, on);
  if (!runs.jobs.empty()) {
    s.heading("Beside them");
    write_jobs(s, runs, on);
  }
  std::string sums = fmt::format("{} {} a place, and {} {} left.", so_many(asked.found.placed, "GPU"), inflected(asked.found.placed, "has", "have"), so_many(free, "GPU"), inflected(free, "is", "are"));
  const count pod = smallest_waiting(asked);
  if (const count stranded = pod > 0 ? stranded_gpus(left, pod) : 0; stranded > 0)
    sums += fmt::format(" Of those, {} {} stranded for what waits: too few are together on a node for a pod of {}.", number_text(stranded), inflected(stranded, "is", "are"), number_text(pod));
  sums += asked.found.is_proved() ? fmt::format(" {} can place more.", runs.jobs.empty() ? "No packing" : "With the others where they are, none")
                                  : fmt::format(" At most {} can have one: that is a gap of {:.2g} %; --most-tried and --time-limit look further.", so_many(asked.found.bound, "GPU"), 100 * asked.found.gap());
  s.paragraph("  ", sums);
  for (const found_move& each : moves)
    s.paragraph("  ", fmt::format("{} fits once {} moves to {}: then on {}.", asked.jobs[each.waiting].name, runs.jobs[each.move.job].name, places_text(each.move.to, on),
                                  places_text(each.move.waiting, on)));
  s.paragraph("  ", "Packed by GPUs and scale-up domains; headroom check judges CPUs and memory. Machines of a kind are taken to fill one rack after the other.");
}

std::string_view why_it_has_no_place(const packed_part& runs, std::size_t i) {
  if (!runs.jobs[i].is_counted()) return runs.jobs[i].why;
  return runs.found.is_proved() ? "has no place on these machines: expected what runs on them" : "was not placed before the search ended: expected more --most-tried or --time-limit";
}

void run_pack(session& s, const pack_options& options) {
  if (options.words.on.empty() && options.words.on_cluster.empty()) throw input_error("no machines: expected --on-cluster with a file of them, or --on MACHINE=4");
  check_request request;
  if (const std::optional<std::string> problem = request.understand(*s.outside, options.words)) throw input_error(*problem);
  const std::span<const group> held = request.options().terms.held;
  if (std::ranges::any_of(held, [](const group& each) { return each.how_many < 1; })) throw input_error("--on: expected a number of machines: MACHINE=4");
  const packed_nodes on = nodes_of(held);
  packed_part runs = read_part(*s.outside, options.beside, held);
  packed_part asked = read_part(*s.outside, options.files, held);
  const search_clock clock = clock_asked(options.time_limit);
  const search_effort effort(options.most_tried, clock);
  place(runs, on.nodes, effort);
  for (std::size_t i = 0; i < runs.jobs.size(); ++i)
    if (!runs.fits(i)) throw input_error(fmt::format("--beside: {}: {} {}", runs.jobs[i].file, runs.jobs[i].name, why_it_has_no_place(runs, i)));
  const std::vector<packing_node> beside = left_by(on.nodes, runs.asks, runs.found);
  place(asked, beside, effort);
  const std::vector<packing_node> left = left_by(beside, asked.asks, asked.found);
  count free = 0;
  for (const packing_node& each : left) free += each.free;
  const std::vector<found_move> moves = moves_of(asked, runs, on, clock);
  for (std::size_t i = 0; i < asked.jobs.size(); ++i) {
    if (asked.fits(i)) continue;
    // Where the search ended before its proof, another packing may hold it.
    if (asked.jobs[i].is_counted() && asked.found.is_proved()) s.exit = does_not_fit;
    else if (s.exit == fits_or_nothing_to_judge) s.exit = cannot_be_judged;
  }
  if (options.json) print_json_answer(s, "pack", pack_json(asked, runs, moves, on, free));
  else write_pack(s, asked, runs, moves, on, left, free);
}

}  // namespace

void add_pack_command(CLI::App& app, session& s) {
  CLI::App* command = app.add_subcommand("pack", "Whether what deployment files ask for fits on machines together, and where");
  const auto options = std::make_shared<pack_options>();
  command->add_option("FILE", options->files, "Deployment files, as headroom check reads them")->required();
  command->add_option("--beside", options->beside, "Those of what runs already; it is placed first, and is moved only where that is said")->option_text("FILE ...");
  CLI::Option* on = command->add_option("--on", options->words.on, "So many machines of a kind: MACHINE=4")->option_text("MACHINE=N");
  command->add_option("--on-cluster", options->words.on_cluster, "The machines held: in the format of headroom report, or as kubectl get nodes -o json or scontrol show node --json print them")
      ->option_text("FILE")
      ->excludes(on);
  command->add_option("--most-tried", options->most_tried, "Steps of the search, after which the best found is told with its gap; else 100,000")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}))
      ->option_text("N");
  command->add_option("--time-limit", options->time_limit, "The longest that the search may take; likewise")->option_text("TIME");
  command->add_flag("--json", options->json, "For programs");
  add_page_options(*command, s);
  command->footer(
      "Examples:\n"
      "  headroom pack deploy/training.sbatch deploy/serving.yaml --on Standard_ND96isr_H100_v5=16\n"
      "  headroom pack new.yaml --beside running.yaml --on-cluster nodes.json\n"
      "\n"
      "Exit status: 0 all jobs fit, 1 one has no place, 2 bad input, 3 too little is known of one.");
  command->callback([&s, options] { run_pack(s, *options); });
}

}  // namespace headroom::program
