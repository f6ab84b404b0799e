// SPDX-License-Identifier: BSL-1.0
#include "fit/job_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/catalog/machines.hpp>
#include <headroom/model/models.hpp>
#include <optional>
#include <utility>

#include <headroom/read/common/machines.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/models.hpp>
#include <headroom/text/numbers.hpp>
#include <headroom/read/own/format.hpp>
#include "io.hpp"
#include "model_lookup.hpp"
#include "reading.hpp"
#include "regions.hpp"

namespace headroom::program {

namespace {

// "fit --train llama3.1-8b" has a file where a model was meant.
std::string model_instead_of_file(std::string_view file) {
  const transformer* model = find_published(file);
  const std::string_view meant = model != nullptr ? model->name : models::find(file).suggestion;
  return meant.empty() ? "" : fmt::format("; did you mean --model {}?", meant);
}

}  // namespace

asked_machine machine_asked(std::string_view option, std::string_view text, const own_file& of) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string_view::npos) return {machine_called(option, text, of)};
  const std::optional<count> how_many = whole_number_in(text.substr(equals + 1));
  if (!how_many.has_value() || *how_many == 0)
    throw input_error(
        fmt::format("{}: {} is no number of machines: expected MACHINE=4", option, in_quotes(text.substr(equals + 1))));
  return {machine_called(option, text.substr(0, equals), of), how_many};
}

machine machine_called(std::string_view option, std::string_view name, const own_file& of) {
  for (const vm& each : of.sizes)
    if (each.name == name) return machine(each);
  for (const rack& each : of.racks)
    if (each.name == name) return machine(each);
  for (const board& each : of.boards)
    if (each.name == name) return machine(each);
  if (const machine* known = catalog::find(name).found; known != nullptr) return *known;
  throw input_error(fmt::format("{}: {}", option, no_machine_called(name)));
}

void job_source::add_file_to(CLI::App& command) {
  command.add_option("FILE", file, "A deployment file with a job; - is standard input");
}

void job_source::add_machines_to(CLI::App& command, std::string meaning) {
  command.add_option("--on", on, std::move(meaning))->option_text("MACHINE ...")->delimiter(',');
}

void job_source::add_region_to(CLI::App& command) {
  command.add_option("--region", region, "Where prices are taken from; there is no default")->option_text("REGION");
}

std::unique_ptr<own_file> job_source::read(const io& from, std::span<const sweep_request> swept, std::optional<job_document>* document) const {
  const std::string given = job.given();
  if (file.empty() && given.empty())
    throw input_error("no job: expected a deployment file with a \"job\", or --model with a name or a config.json");
  std::unique_ptr<own_file> made;
  if (file.empty()) {
    made = job.read(from, region, swept, searches_layouts, document);
  } else {
    if (!given.empty())
      throw input_error(fmt::format("both a file and {}: expected one of them{}", given, model_instead_of_file(file)));
    const file_reading content = read_file(from, file);
    if (!content.error.empty()) throw input_error(fmt::format("{}: {}", file, content.error));
    own_reading reading = read_own_file(content.text, models_beside(from, file), searches_layouts);
    if (reading.read == nullptr) throw input_error(places_of(file, reading));
    if (reading.read->jobs.empty() && !(takes_demand && reading.read->has_demand))
      throw input_error(fmt::format("{}: the file has no \"job\"{}", file == "-" ? "standard input" : file, takes_demand ? " and no \"demand\"" : ""));
    made = std::move(reading.read);
    if (document != nullptr && made->jobs.size() == 1) document->emplace(content.text, models_beside(from, file), searches_layouts);
  }
  if (!region.empty()) made->terms.region = region_called(region, made->terms);
  return made;
}

std::vector<asked_machine> job_source::machines(const own_file& of) const {
  std::vector<asked_machine> asked;
  for (const std::string& each : on) asked.push_back(machine_asked(machine_option, each, of));
  return asked;
}

}  // namespace headroom::program
