// SPDX-License-Identifier: BSL-1.0
#include "fit/swept.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/document/real_text.hpp>
#include <headroom/text/numbers.hpp>
#include <headroom/read/own/job_fields.hpp>
#include <optional>
#include <span>
#include <system_error>

#include "reading.hpp"

namespace headroom::program {

namespace {

// Values of one key: more of them are no question that one reads the answer of, and they are held.
constexpr count most_swept_values = 1'000'000;

template <class Request>
std::optional<count> set_number(std::span<const job_field<Request>> fields, Request& of, std::string_view key, count value) {
  for (const job_field<Request>& each : fields)
    if (each.key == key && each.number != nullptr) {
      each.number(of) = value;
      return each.least;
    }
  return {};
}

// The least that it may be. None: a job of its kind has no such number.
std::optional<count> set_number(planned_job& job, std::string_view key, count value) {
  if (auto* request = std::get_if<serving_request>(&job.asked))
    return set_number(serving_fields(), *request, key, value);
  return set_number(training_fields(), std::get<training_request>(job.asked), key, value);
}

// All keys, of a job of its kind, with what they hold.
struct known_key {
  std::string_view key{};
  job_form form = job_form::count;
  std::span<const std::string_view> allowed{};
};

std::vector<known_key> keys_of(const planned_job& job) {
  std::vector<known_key> all;
  const auto take = [&](const auto& fields) {
    for (const auto& each : fields) all.push_back({each.key, each.what, each.allowed});
  };
  if (job.serving() != nullptr) take(serving_fields());
  else take(training_fields());
  return all;
}

// Of words in the spelling of the format; parts of a list have a + between them, as sweeps have commas.
swept_value text_value(const known_key& of, std::string text) {
  swept_value made{.text = std::move(text)};
  if (of.form == job_form::words || of.form == job_form::lengths) std::ranges::replace(made.text, '+', ',');
  if (of.form == job_form::word)
    if (const std::string_view word = word_called(made.text, of.allowed); !word.empty()) made.text = word;
  double real = 0;
  constexpr std::array reals{job_form::share, job_form::factor, job_form::multiple};
  if (std::ranges::find(reals, of.form) == reals.end()) return made;
  const auto [end, wrong] = real_from(made.text.data(), made.text.data() + made.text.size(), real);
  if (wrong == std::errc{} && end == made.text.data() + made.text.size()) made.real = real;
  return made;
}

std::string all_keys_of(const std::vector<known_key>& known, std::span<const std::string_view> others) {
  std::vector<std::string_view> keys(others.begin(), others.end());
  for (const known_key& each : known) keys.push_back(each.key);
  return one_of(keys);
}

// What doubling goes through: contexts from 1,024 tokens to the model's longest, all else from 1.
std::vector<swept_value> doubled(const planned_job& job, std::string_view key) {
  constexpr count most_of_others = 1'024;
  constexpr count most_tokens = 1'048'576;
  const bool tokens = key == "context" || key == "sequence";
  const count longest = model_of(job).context > 0 ? model_of(job).context : most_tokens;
  std::vector<swept_value> values;
  for (count n = tokens ? least_swept_tokens : 1; n <= (tokens ? longest : most_of_others); n *= 2) values.push_back({.number = n});
  if (tokens && (values.empty() || values.back().number != longest)) values.push_back({.number = longest});
  return values;
}

count whole_value(std::string_view text) {
  const std::optional<count> value = whole_number_in(text);
  if (!value.has_value())
    throw input_error(fmt::format("--sweep: {} is no whole number: expected KEY=1,2,4 or KEY=1..64", in_quotes(text)));
  return *value;
}

}  // namespace

sweep_request sweep_asked(std::string_view text) {
  const std::size_t equals = text.find('=');
  sweep_request asked{.key = std::string(text.substr(0, equals))};
  if (asked.key.empty() && !text.empty()) throw input_error("--sweep: expected KEY, KEY=1,2,4 or KEY=1..64");
  if (equals == std::string_view::npos) return asked;
  for (std::string_view rest = text.substr(equals + 1);;) {
    const std::size_t comma = rest.find(',');
    asked.values.emplace_back(rest.substr(0, comma));
    if (comma == std::string_view::npos) return asked;
    rest.remove_prefix(comma + 1);
  }
}

std::string first_of(const sweep_request& asked) {
  return asked.values.empty() ? std::to_string(least_swept_tokens) : asked.values.front().substr(0, asked.values.front().find(".."));
}

std::vector<swept_value> whole_numbers_of(const sweep_request& asked) {
  std::vector<swept_value> values;
  for (const std::string& each : asked.values) {
    const std::size_t dots = each.find("..");
    const count first = whole_value(std::string_view(each).substr(0, dots));
    const count last = dots == std::string::npos ? first : whole_value(std::string_view(each).substr(dots + 2));
    if (last < first) throw input_error(fmt::format("--sweep: {} goes down: expected the smaller number first", in_quotes(each)));
    if (last - first >= most_swept_values - static_cast<count>(values.size()))
      throw input_error(fmt::format("--sweep: {} has too many values: expected at most 1,000,000 of a key", asked.key));
    for (count n = first; n <= last; ++n) values.push_back({.number = n});
  }
  return values;
}

swept_key swept_over(const planned_job& job, const sweep_request& asked, std::span<const std::string_view> others) {
  swept_key found{.key = whole_key(asked.key, job.training() != nullptr), .is_doubling = asked.values.empty()};
  const std::vector<known_key> known = keys_of(job);
  const auto of = std::ranges::find(known, found.key, &known_key::key);
  if (of == known.end())
    throw input_error(fmt::format("--sweep: a job has nothing that is called {}: expected {}", in_quotes(asked.key), all_keys_of(known, others)));
  found.form = of->form;
  if (!found.is_count()) {
    if (found.is_doubling) throw input_error(fmt::format("--sweep: {} does not double: expected {}=VALUE,VALUE", found.key, found.key));
    for (const std::string& each : asked.values) found.values.push_back(text_value(*of, each));
    return found;
  }
  planned_job tried = job;
  const count least = set_number(tried, found.key, 1).value_or(1);
  found.values = found.is_doubling ? doubled(job, found.key) : whole_numbers_of(asked);
  for (const swept_value& each : found.values)
    if (each.number < least) throw input_error(fmt::format("--sweep: {}={}: expected numbers from {}", found.key, each.number, least));
  return found;
}

void set(planned_job& job, const swept_key& of, const swept_value& value) {
  job.said.push_back(of.key);
  set_number(job, of.key, value.number);
}

swept_job read_again(const job_document& from, const swept_point& at) {
  std::vector<std::pair<std::string_view, std::string>> keys;
  for (const auto& [of, value] : at) keys.emplace_back(of->key, of->is_count() ? std::to_string(value->number) : json_of_key(of->form, value->text));
  own_reading reading = from.read_with(keys);
  if (reading.read != nullptr) return {.of = std::move(reading.read)};
  // The path ends in the key, or with a place in a list behind it.
  const std::string_view path = std::string_view(reading.error.path).substr(0, reading.error.path.find('['));
  for (const auto& [of, value] : at)
    if (!of->is_count() && path.ends_with("." + std::string(of->key))) throw input_error(fmt::format("--sweep: {}={}: {}", of->key, value->text, reading.error.message));
  return {.wrong = reading.error.goes_with.empty() ? reading.error.message : reading.error.before_keys};
}

std::string_view settled(planned_job& job) {
  if (auto* serving = std::get_if<serving_request>(&job.asked)) settle_tower(serving->job.model);
  if (const std::string_view wrong = contradiction_as_judged(job); !wrong.empty()) return wrong;
  auto* training = std::get_if<training_request>(&job.asked);
  if (training == nullptr) return {};
  const std::string_view wrong = settle(*training, job);
  return wrong.empty() ? contradiction_as_judged(job) : wrong;
}

}  // namespace headroom::program
