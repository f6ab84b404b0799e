// SPDX-License-Identifier: BSL-1.0
#include "fit/swept.hpp"

#include <fmt/format.h>

#include <algorithm>
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

// Of a job that serves, what is swept over besides numbers: formats and shares. Null: there is none of that key.
const job_field<serving_request>* find_text(const planned_job& job, std::string_view key) {
  if (job.serving() == nullptr) return nullptr;
  for (const job_field<serving_request>& each : serving_fields())
    if (each.key == key && (each.what == job_form::share || key == "weights" || key == "kv_cache")) return &each;
  return nullptr;
}

swept_value text_value(const job_field<serving_request>& field, const std::string& text) {
  if (field.what == job_form::share) {
    double share = -1;
    const auto [end, wrong] = real_from(text.data(), text.data() + text.size(), share);
    if (wrong != std::errc{} || end != text.data() + text.size() || !(share >= 0 && share <= 1))
      throw input_error(fmt::format("--sweep: {} is no share: expected {}=0.8,0.9", in_quotes(text), field.key));
    return {.share = share};
  }
  const std::string_view word = word_called(text, field.allowed);
  if (word == of_checkpoint_name)
    throw input_error("--sweep: weights as the checkpoint's are those of a job that says none: expected formats");
  if (word.empty())
    throw input_error(fmt::format("--sweep: {} is no format of {}: {}", in_quotes(text), field.key,
                                  expected_of(text, field.allowed)));
  return {.word = word};
}

std::string numbers_of(const planned_job& job, std::span<const std::string_view> others) {
  std::vector<std::string_view> keys(others.begin(), others.end());
  if (job.serving() != nullptr) {
    for (const auto& each : serving_fields())
      if (each.number != nullptr) keys.push_back(each.key);
  } else {
    for (const auto& each : training_fields())
      if (each.number != nullptr) keys.push_back(each.key);
  }
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
  if (const auto* field = find_text(job, found.key); field != nullptr && !found.is_doubling) {
    for (const std::string& each : asked.values) found.values.push_back(text_value(*field, each));
    return found;
  }
  planned_job tried = job;
  const std::optional<count> least = set_number(tried, found.key, 1);
  if (!least.has_value())
    throw input_error(fmt::format("--sweep: a job has no number that is called {}: expected {}", in_quotes(asked.key), numbers_of(job, others)));
  found.values = found.is_doubling ? doubled(job, found.key) : whole_numbers_of(asked);
  for (const swept_value& each : found.values)
    if (each.number < *least) throw input_error(fmt::format("--sweep: {}={}: expected numbers from {}", found.key, each.number, *least));
  return found;
}

void set(planned_job& job, const swept_key& of, const swept_value& value) {
  job.said.push_back(of.key);
  if (!value.share.has_value() && value.word.empty()) {
    set_number(job, of.key, value.number);
    return;
  }
  const job_field<serving_request>& field = *find_text(job, of.key);
  auto& request = std::get<serving_request>(job.asked);
  if (value.share.has_value()) {
    field.real(request) = *value.share;
    return;
  }
  field.take_word(request, value.word);
  request.of_checkpoint = request.of_checkpoint && field.key != "weights";
  if (request.multiplied.has_value()) request.job.weights.computed = *request.multiplied;
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
