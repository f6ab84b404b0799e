// SPDX-License-Identifier: BSL-1.0
#include "commands/calibrate_command.hpp"

#include <fmt/format.h>

#include <cmath>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/models.hpp>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "calibrate/calibration.hpp"
#include "estimate/report_parts.hpp"
#include "print/json_output.hpp"
#include "print/lines.hpp"
#include "print/table.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

struct calibrate_options {
  std::string runs{};
  std::string output{};
  bool json = false;
};

std::string to_a_tenth(double share) { return fmt::format("{:.1f} %", share * 100); }
std::string signed_text(double share) { return std::abs(share) < 0.0005 ? "0.0 %" : fmt::format("{:+.1f} %", share * 100); }

template <std::size_t N>
void write_factors(session& s, std::string_view what, const std::array<efficiency_factor, N>& keys, const std::array<double, N>& values) {
  s.heading(fmt::format("Of {}, times our own", what));
  table t({name_column("factor"), number_column("fitted"), name_column("of")});
  for (std::size_t i = 0; i < N; ++i) t.add({keys[i].key, rounded(values[i], 3), keys[i].meaning});
  s.write(t);
}

void write_calibration(session& s, const calibration& of, const std::string& output) {
  const int all = of.of_training + of.of_serving;
  s.print("{}\n", s.styled(fmt::format("Calibrated to {} figures of your runs", all), style::strong));
  s.heading("Errors on runs left out");
  table t({name_column(""), number_column("figures"), number_column("before\nmedian"), number_column("90th"), number_column("signed"),
           number_column("after\nmedian"), number_column("90th"), number_column("signed")});
  for (std::size_t i = 0; i < of.before.size(); ++i) {
    const calibration_errors& before = of.before[i];
    const calibration_errors& after = of.left_out[i];
    t.add({before.of, std::to_string(before.figures), to_a_tenth(before.median), to_a_tenth(before.ninetieth), signed_text(before.bias),
           to_a_tenth(after.median), to_a_tenth(after.ninetieth), signed_text(after.bias)});
  }
  s.write(t);
  s.print("\n");
  s.paragraph("  ", fmt::format("After: each figure by factors that were fitted to the other parts of {}, {}. Signed: of times; a rate that is too low counts as a "
                                "time that is too long.",
                                of.parts, of.are_parts_groups ? "all runs of a model on a GPU in one" : "every so many-th run in one"));
  for (std::size_t i = 0; i < of.before.size(); ++i)
    if (of.left_out[i].median > of.before[i].median)
      s.paragraph("  ", fmt::format("{}: on runs left out these factors are worse than our own. The runs differ in more than the factors say.", of.before[i].of));
  if (of.of_training > 0) write_factors(s, "training", training_factors, of.fitted.training);
  if (of.of_serving > 0) write_factors(s, "serving", serving_factors, of.fitted.serving);
  if (!of.refused.empty()) {
    s.heading("Not computed");
    for (const auto& [why, runs] : of.refused)
      s.paragraph("  ", runs.figures == 1 ? fmt::format("{}: {}", runs.first, why) : fmt::format("{} and {} more: {}", runs.first, runs.figures - 1, why));
  }
  s.heading("The same in C++");
  if (of.of_training > 0) s.write(cpp_of(calibrated(of.fitted, measured_steps)));
  if (of.of_serving > 0) s.write(cpp_of(calibrated(of.fitted, measured_servers)));
  if (!output.empty()) s.print("\nWritten to {}: headroom estimate --efficiencies {}\n", output, output);
}

nlohmann::ordered_json errors_json(const std::vector<calibration_errors>& of) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const calibration_errors& each : of)
    all.push_back({{"of", each.of}, {"figures", each.figures}, {"median", each.median}, {"p90", each.ninetieth}, {"bias", each.bias}});
  return all;
}

void run_calibrate(session& s, const calibrate_options& options) {
  const validation::rows_read read = validation::rows_of(*s.outside, options.runs);
  if (!read.error.empty()) throw input_error(read.error);
  const calibration found = [&] {
    try {
      return calibrate(read);
    } catch (const input_error& why) {
      throw input_error(fmt::format("{}: {}", printable(options.runs), why.what()));
    }
  }();
  const nlohmann::ordered_json file = json_of(found.fitted, found.of_training > 0, found.of_serving > 0);
  if (!options.output.empty()) {
    const file_to_write made{options.output, file.dump(2) + '\n'};
    if (s.outside->write(std::span(&made, 1)).has_value()) throw input_error(fmt::format("{}: it cannot be written", printable(options.output)));
  }
  if (!options.json) return write_calibration(s, found, options.output);
  nlohmann::ordered_json not_computed = nlohmann::ordered_json::array();
  for (const auto& [why, runs] : found.refused) not_computed.push_back({{"why", why}, {"figures", runs.figures}, {"first", runs.first}});
  nlohmann::ordered_json answer{{"figures", found.of_training + found.of_serving},
                                {"parts", found.parts},
                                {"before", errors_json(found.before)},
                                {"left_out", errors_json(found.left_out)},
                                {"efficiencies", file["efficiencies"]},
                                {"not_computed", std::move(not_computed)}};
  print_json_answer(s, "calibrate", answer);
}

}  // namespace

void add_calibrate_command(CLI::App& app, session& s) {
  CLI::App* command = app.add_subcommand("calibrate", "Efficiencies of your own from your own runs, with the errors on runs left out");
  const auto options = std::make_shared<calibrate_options>();
  command->add_option("RUNS", options->runs, "A table *.csv of runs, or rows in JSON as headroom validate reads them")->required();
  command->add_option("--output", options->output, "Writes the factors there, for headroom estimate --efficiencies")->option_text("FILE");
  command->add_flag("--json", options->json, "The same for machines");
  command->footer(
      "Columns of a server: model, system, gpus, tp, backend, isl, osl, concurrency, ttft_ms, tpot_ms.\n"
      "Columns of a training run: model, gpu, gpus, framework, tp, pp, dp, seq, gbs, mbs, precision, and one of\n"
      "iteration_time_s, tokens_per_s, tokens_per_s_per_gpu, samples_per_s, model_tflops_per_gpu.\n"
      "\n"
      "Examples:\n"
      "  headroom calibrate runs.csv --output mine.json\n"
      "  headroom estimate job.json --on Standard_ND96isr_H200_v5 --efficiencies mine.json\n"
      "\n"
      "Exit status: 0 there are factors, 2 bad input.");
  command->callback([&s, options] { run_calibrate(s, *options); });
}

}  // namespace headroom::program
