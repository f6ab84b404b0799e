// SPDX-License-Identifier: BSL-1.0
#include "commands/generate_command.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check/checker.hpp"
#include "check/constant.hpp"
#include "check/options.hpp"
#include "io.hpp"
#include <headroom/read/common/messages.hpp>
#include "reading.hpp"

namespace headroom::program {

namespace {

struct generate_arguments {
  std::string file{};
  std::string output{};
  constant_request constant{};
  check_words words{};
};

void run(session& s, const generate_arguments& asked) {
  if (!is_qualified_name(asked.constant.name))
    return s.fail(fmt::format("--name: {} is no name of a C++ constant", in_quotes(asked.constant.name)));
  if (is_of_others(asked.constant.name))
    return s.fail(fmt::format("--name: {} is in a namespace of others: expected one of your own, such as \"deploy::{}\"",
                              in_quotes(asked.constant.name),
                              asked.constant.name.substr(asked.constant.name.find_last_of(':') + 1)));
  if (asked.constant.include.find_first_of("\"\n") != std::string::npos)
    return s.fail(fmt::format("--include: {} is no name of a header", in_quotes(asked.constant.include)));
  check_request request;
  if (const std::optional<std::string> problem = request.understand(*s.outside, asked.words)) return s.fail(*problem);
  check_options options = request.options();

  file_reading content = read_file(*s.outside, asked.file, most_checked_bytes);
  if (!content.error.empty()) return s.fail(fmt::format("{}: {}", asked.file, content.error));
  deployment_file file(std::move(content.text));
  if (const std::optional<reading_error> problem = read_source(file, options.format)) {
    const std::string_view help =
        problem->why == refusal::unknown_kind ? std::string_view("headroom check --help lists them") : problem->help;
    return s.fail(fmt::format("{}{}: {}{}{}", asked.file, problem->line == 0 ? "" : fmt::format(":{}", problem->line),
                              problem->message, help.empty() ? "" : "; ", help));
  }

  // The machine as the program knows it, for the sentences; the compiler asks the type itself.
  std::vector<group> held;
  if (const machine* one = machine_of_type(asked.constant.on)) held.push_back({*one, 0});
  options.terms.held = held;
  const bool is_judged = asked.constant.on.empty() || !held.empty();
  const std::vector<told_finding> findings =
      is_judged ? findings_of(file, asked.file, options) : std::vector<told_finding>();
  for (const told_finding& each : findings)
    if (each.severity != finding_severity::error && each.silenced_because.empty())
      s.outside->tell(fmt::format("{}:{}: {}: {} [{}]\n", asked.file, each.line, name(each.severity), printable(each.sentence), each.rule));
  // What no assertion over the constant could say.
  for (const told_finding& each : findings)
    if (each.beyond_constant && each.severity == finding_severity::error && each.silenced_because.empty())
      return s.fail(fmt::format("{}:{}: {} [{}]; a constant cannot hold what this is found of", asked.file, each.line,
                                each.sentence, each.rule));

  const std::string header = header_of(file, asked.file, findings, options, asked.constant);
  if (asked.output.empty()) return s.write(header);
  const file_to_write made{asked.output, header};
  if (s.outside->write(std::span(&made, 1)).has_value()) s.fail(fmt::format("{}: it cannot be written", asked.output));
}

}  // namespace

void add_generate_command(CLI::App& app, session& s) {
  CLI::App* command = app.add_subcommand("generate", "A C++ header that holds a deployment file and its assertions");
  const auto asked = std::make_shared<generate_arguments>();
  command->add_option("FILE", asked->file, "The deployment file")->required();
  command->add_option("--name", asked->constant.name, "The constant that it becomes, namespaces and all")
      ->option_text("NAME")
      ->required();
  command->add_option("--on", asked->constant.on, "What it is held against: a machine's type, or a constant")
      ->option_text("C++");
  command->add_option("--include", asked->constant.include, "The header that the type or constant is in")
      ->option_text("HEADER");
  command->add_option("--output", asked->output, "The header to write; else standard output")->option_text("FILE");
  add_check_options(*command, asked->words);
  command->footer(
      "For builds: headroom_check() of the CMake package calls this. What cannot work shows when the header is\n"
      "compiled, under the line of the deployment file.\n"
      "\n"
      "Example:\n"
      "  headroom generate prefill.yaml --name prefill --on headroom::azure::nd128isr_gb300_v6 --output prefill.hpp\n"
      "\n"
      "Exit status: 0 the header is written, 2 bad input.");
  command->callback([&s, asked] { run(s, *asked); });
}

}  // namespace headroom::program
