// SPDX-License-Identifier: BSL-1.0
#include "commands/sweep_command.hpp"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <functional>
#include <headroom/read/common/messages.hpp>
#include <headroom/text/parse.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fit/fit_words.hpp"
#include "print/progress.hpp"
#include "reading.hpp"
#include "sweep/sweep_columns.hpp"
#include "sweep/sweep_folder.hpp"
#include "sweep/sweep_spec.hpp"
#include "sweep/sweep_workers.hpp"

namespace headroom::program {

namespace {

struct sweep_options {
  std::string file{};
  std::string folder{};
  std::string csv{};
  std::string npy{};
  std::string part{};
  std::string time_limit{};
  count chunk = 0;
  unsigned jobs = 0;
  bool shows_progress = false;
  bool json = false;
};

// One of several runs that share the work.
struct sweep_part {
  count which = 0;
  count of = 1;

  std::vector<count> missing_of(const sweep_folder& folder) const {
    std::vector<count> own = folder.missing();
    std::erase_if(own, [this](count chunk) { return chunk % of != which; });
    return own;
  }
};

// "3/8", from 0/8 to 7/8.
sweep_part part_asked(std::string_view text) {
  if (text.empty()) return {};
  sweep_part asked{-1, 0};
  const char* const end = text.data() + text.size();
  const auto which = std::from_chars(text.data(), end, asked.which);
  if (which.ec == std::errc{} && which.ptr != end && *which.ptr == '/') {
    const auto of = std::from_chars(which.ptr + 1, end, asked.of);
    if (of.ec == std::errc{} && of.ptr == end && asked.which >= 0 && asked.which < asked.of) return asked;
  }
  throw input_error(fmt::format("--part: {} is none: expected 0/8 to 7/8", in_quotes(text)));
}

using sweep_clock = std::chrono::steady_clock;

sweep_clock::time_point end_asked(std::string_view text) {
  if (text.empty()) return sweep_clock::time_point::max();
  const parsed<duration> found = parse_duration(text);
  if (!found || !(in_seconds(found.value) > 0 && in_seconds(found.value) < 1e9))
    throw input_error(fmt::format("--time-limit: {} is none: expected a time, such as 10min", in_quotes(text)));
  return sweep_clock::now() + std::chrono::duration_cast<sweep_clock::duration>(std::chrono::duration<double>(in_seconds(found.value)));
}

void make_chunks(session& s, const sweep_options& options, const sweep_spec& spec, const sweep_folder& folder, const sweep_part& part,
                 sweep_clock::time_point end, chunk_workers& by) {
  const std::vector<count> own = part.missing_of(folder);
  count to_do = 0;  // points
  for (const count each : own) to_do += folder.points_of(each).end - folder.points_of(each).first;
  const count done = spec.points() - to_do;
  progress shown(*s.outside, spec.points(), options.shows_progress && by.merges(), done);
  const auto make = [&](count chunk, const std::function<void()>& between) {
    if (folder.has(chunk)) return;  // by another run, meanwhile
    const std::string rows = spec.rows(folder.points_of(chunk), [&] {
      between();
      return sweep_clock::now() < end;
    });
    if (!rows.empty()) folder.keep(chunk, rows);
  };
  by.make_all(own, options.jobs, make, [&](count chunk) {
    const sweep_chunk points = folder.points_of(chunk);
    if (sweep_clock::now() < end) shown.step(points.end - points.first);
  });
}

void run_sweep(session& s, const sweep_options& options) {
  if (s.outside != &process_io()) throw input_error("sweep keeps what is finished on the disk: it is for the program alone");
  if (options.file.empty()) throw input_error("no spec: expected a deployment file with \"sweep\" in it");
  if (options.chunk < 0) throw input_error("--chunk: expected a number of points");
  const sweep_part part = part_asked(options.part);
  const sweep_clock::time_point end = end_asked(options.time_limit);
  const sweep_spec spec(*s.outside, options.file);
  const sweep_folder folder(options.folder, spec.identity(), spec.points(), options.chunk);
  chunk_workers& by = s.workers != nullptr ? *s.workers : threads_as_workers();
  const std::size_t before = part.missing_of(folder).size();
  make_chunks(s, options, spec, folder, part, end, by);
  if (!by.merges()) return;
  if (const std::size_t left = part.missing_of(folder).size(); left > 0) {
    s.outside->tell(fmt::format("headroom: the time limit: {} of {} {} left, {}\n", left, so_many(folder.chunks(), "chunk"), inflected(static_cast<count>(left), "is", "are"),
                                left < before ? "which the same command makes" : "and none was finished: expected a longer one, or a smaller --chunk into another folder"));
    s.exit = cannot_be_judged;
    return;
  }
  if (!options.part.empty()) return;
  folder.remove_parts();
  const sweep_columns columns = columns_of(folder);
  if (!options.npy.empty()) write_npy(options.npy, folder, columns);
  if (!options.csv.empty()) write_csv(options.csv, folder);
  if (options.json) print_json(s, folder);
  else if (options.npy.empty() && options.csv.empty()) print_csv(s, folder);
  s.exit = columns.exit;
}

}  // namespace

void add_sweep_command(CLI::App& app, session& s) {
  CLI::App* command = app.add_subcommand("sweep", "Estimates of many jobs, machines and settings, over all cores, that go on where they were");
  const auto options = std::make_shared<sweep_options>();
  command->add_option("SPEC", options->file, "A deployment file with \"sweep\" in it");
  command->add_option("--into", options->folder, "Where finished chunks are kept: the same command goes on from them")->option_text("FOLDER")->required();
  CLI::Option* csv = command->add_option("--csv", options->csv, "All rows in one file; else they are printed")->option_text("FILE");
  CLI::Option* npy = command->add_option("--npy", options->npy, "All rows as one .npy a column")->option_text("FOLDER");
  CLI::Option* json = command->add_flag("--json", options->json, "Prints all rows as objects, one a line");
  command->add_option("--part", options->part, "One of so many runs that share the work, from 0/8 to 7/8; prints no rows")
      ->option_text("I/N")
      ->excludes(csv)
      ->excludes(npy)
      ->excludes(json);
  command->add_option("--jobs", options->jobs, "Threads; else as many as the machine has cores")->option_text("N")->check(CLI::Range(1, 1'024));
  command->add_option("--chunk", options->chunk, "Points of a chunk; else by their number, up to 16,384")->option_text("N")->check(CLI::Range(1, 1'000'000));
  command->add_option("--time-limit", options->time_limit, "Stops then, with what is finished kept: 10min")->option_text("TIME");
  command->add_flag("--progress", options->shows_progress, "How far it is, where standard error is no terminal, too");
  command->footer(
      "Examples:\n"
      "  headroom sweep spec.json --into chunks --csv all.csv\n"
      "  headroom sweep spec.json --into chunks --npy columns --jobs 8 --time-limit 1h\n"
      "  sbatch --array=0-7 --wrap 'headroom sweep spec.json --into chunks --part $SLURM_ARRAY_TASK_ID/8'\n"
      "\n"
      "Exit status: 0 a job fits, 1 none does, 2 bad input, 3 none can be judged, or the time limit came first.");
  command->callback([&s, options] { run_sweep(s, *options); });
}

}  // namespace headroom::program
