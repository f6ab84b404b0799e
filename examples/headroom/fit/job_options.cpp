// SPDX-License-Identifier: BSL-1.0
#include "fit/job_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include <headroom/read/common/messages.hpp>
#include <headroom/read/own/job_fields.hpp>
#include <headroom/read/own/format.hpp>
#include "model_lookup.hpp"
#include "reading.hpp"
#include "word_option.hpp"

namespace headroom::program {

namespace {

using json = nlohmann::ordered_json;

// "--kv-cache" of "kv_cache"
std::string option_of(std::string_view key) {
  std::string name = "--" + std::string(key);
  std::ranges::replace(name, '_', '-');
  return name;
}

// What a key holds, with the words that it takes.
template <class Request>
std::string meaning_of(const job_field<Request>& of) {
  if (of.allowed.empty()) return std::string(of.meaning);
  return fmt::format("{}: {}", of.meaning, with_commas(of.allowed));
}

template <class Request>
job_form form_of_key(std::span<const job_field<Request>> fields, std::string_view key) {
  const auto found = std::ranges::find(fields, key, &job_field<Request>::key);
  return found == fields.end() ? job_form::word : found->what;
}

}  // namespace

void job_options::add(CLI::App& command, std::string_view key, std::string_view meaning, bool may_be_bare,
                      std::string_view group, std::span<const std::string_view> words) {
  const auto found = std::ranges::find(all_, key, &option::key);
  if (found != all_.end()) {  // of both kinds of job
    const std::string of_serving = found->on_command_line->get_description();
    found->on_command_line->group("A job");
    if (of_serving != meaning) found->on_command_line->description(fmt::format("{}. Of a job that trains: {}", of_serving, meaning));
    return;
  }
  option& each = all_.emplace_back(option{.key = std::string(key)});
  std::string names = option_of(key);
  if (key == "concurrent_sequences") names += ",--sequences";
  each.on_command_line =
      command.add_option(names, each.value, std::string(meaning))->option_text(" ")->group(std::string(group));
  if (may_be_bare) each.on_command_line->expected(0, 1);
  names_words(each.on_command_line, words);
}

void job_options::add_to(CLI::App& command) {
  command.add_flag("--train", trains, "The job is a training run; else it serves")->group("A job");
  for (const auto& each : serving_fields())
    add(command, each.key, meaning_of(each), each.what == job_form::yes_no, "A job that serves", each.allowed);
  for (const auto& each : training_fields())
    add(command, each.key, meaning_of(each), each.what == job_form::yes_no, "A job that trains", each.allowed);
}

bool job_options::is_given() const { return trains || !given().empty(); }

std::string job_options::given() const {
  for (const option& each : all_)
    if (each.on_command_line->count() > 0) return option_of(each.key);
  return trains ? "--train" : "";
}

std::string job_options::text_of_deployment(std::string_view region, std::span<const sweep_request> swept) const {
  json job = json::object();
  const auto put = [&](const std::string& key, const std::string& value) {
    const job_form what = trains ? form_of_key(training_fields(), key) : form_of_key(serving_fields(), key);
    job[key] = what == job_form::yes_no && value.empty() ? json(true) : json::parse(json_of_key(what, value));  // a bare option
  };
  for (const sweep_request& each : swept)
    if (std::string key(whole_key(each.key, trains)); std::ranges::find(all_, key, &option::key) != all_.end()) put(key, first_of(each));
  for (const option& each : all_)
    if (each.on_command_line->count() > 0) put(each.key, each.value);
  json root{{"format", 1}, {"job", {{trains ? "train" : "serve", std::move(job)}}}};
  if (!region.empty()) root["prices"] = {{"region", region}};
  return root.dump(-1, ' ', false, json::error_handler_t::replace);
}

void job_options::check_kind() const {
  for (const option& each : all_) {
    const bool serves =
        std::ranges::find(serving_fields(), each.key, &job_field<serving_request>::key) != serving_fields().end();
    const bool is_of_training =
        std::ranges::find(training_fields(), each.key, &job_field<training_request>::key) != training_fields().end();
    if (each.on_command_line->count() == 0 || (trains ? is_of_training : serves)) continue;
    throw input_error(fmt::format("{} is of a job that {}", option_of(each.key),
                                  trains ? "serves: it does not go with --train" : "trains: --train is missing"));
  }
}

std::unique_ptr<own_file> job_options::read(const io& from, std::string_view region, std::span<const sweep_request> swept, bool searches_layouts,
                                            std::optional<job_document>* document) const {
  check_kind();
  const model_finder models = [&from](std::string_view name) { return model_named_or_read(from, name); };
  std::string text = text_of_deployment(region, {});
  own_reading reading = read_own_file(text, models, searches_layouts);
  if (reading.read == nullptr && !swept.empty()) {
    std::string with_first = text_of_deployment(region, swept);
    if (own_reading again = read_own_file(with_first, models, searches_layouts); again.read != nullptr) {
      reading = std::move(again);
      text = std::move(with_first);
    }
  }
  if (reading.read != nullptr) {
    if (document != nullptr) document->emplace(text, models, searches_layouts);
    return std::move(reading.read);
  }
  // The path ends in the key: "$.job.serve.kv_cache", or with a place in a list behind it.
  std::string_view path = reading.error.path;
  path = path.substr(0, path.find('['));
  const std::string key(path.substr(path.rfind('.') + 1));
  const bool is_key = std::ranges::find(all_, key, &option::key) != all_.end();
  // What a file would lack as a key is an option here.
  if (const reading_error& why = reading.error; !why.missing_key.empty())
    throw input_error(fmt::format("{} is missing: expected {}", option_of(why.missing_key), why.expected));
  if (const reading_error& error = reading.error; !error.goes_with.empty()) {
    std::string options;
    for (const auto& [name, value] : error.goes_with) options += " " + option_of(name) + (value == "true" ? "" : " " + value);
    throw input_error(fmt::format("the job: {}; it goes with{}", error.before_keys, options));
  }
  throw input_error(is_key ? fmt::format("{}: {}", option_of(key), reading.error.message)
                           : fmt::format("the job: {}", reading.error.message));
}

}  // namespace headroom::program
