// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <limits>

#include <headroom/inference/serving_settings.hpp>
#include <headroom/inference/serving_time.hpp>
#include <headroom/math.hpp>
#include <headroom/units.hpp>

// How many tokens a replica writes where requests never run out. The formulas: docs/reference/inference/serving_throughput.md.
namespace headroom {

namespace detail {

// Of requests that read so much over their prompts.
constexpr serving_result saturated(const serving_replica& of, const serving_requests& asked, double sequences, double reads) {
  const auto answer = static_cast<double>(asked.answer);
  const double context = static_cast<double>(asked.prompt) + answer / 2;
  const replica_lines lines = lines_of(of, asked.prompt, context);
  const step_seconds_of_serving step = decoding(of, lines, sequences);
  prompt_seconds prompt = reading(of, lines, sequences, step.total());
  prompt.occupied *= reads;
  const double token = step.total() / tokens_of_step(of, answer) + sequences / answer * prompt.occupied;
  return result_of(of, step, prompt, sequences, sequences, prompt.alone, token, sequences / (answer * token), asked.answer);
}

}  // namespace detail

// With so many sequences at once, each of which another follows. No request waits for its first token longer than its prompt is read.
constexpr serving_result saturated(const serving_replica& of, const serving_requests& asked, double sequences) {
  return detail::saturated(of, asked, sequences, 1);
}

// With as many sequences as memory holds, the engine and the settings allow.
constexpr serving_result most_throughput(const serving_replica& of, const serving_requests& asked) {
  const auto prompt = static_cast<double>(asked.prompt), answer = static_cast<double>(asked.answer);
  const double most = detail::sequences_held(of, prompt, answer);
  return detail::saturated(of, asked, most, detail::reads_of_prompt(of, prompt, answer, most, std::numeric_limits<float>::max()));
}

// With the most sequences whose tokens come at least so often: MLPerf's Server and Interactive scenarios. Fewer than one where not
// even a single sequence is as fast.
constexpr serving_result throughput_within(const serving_replica& of, const serving_requests& asked, duration token_limit) {
  const serving_result all = most_throughput(of, asked);
  if (all.token <= token_limit) return all;
  double low = 0;
  double high = all.sequences;
  for (int halving = 0; halving < 30; ++halving) {
    const double middle = (low + high) / 2;
    (saturated(of, asked, middle).token <= token_limit ? low : high) = middle;
  }
  return saturated(of, asked, low);
}

// A batch of as many requests as there are clients that begins and ends together: its prompts are read, then its answers written, the
// longest of which has so many tokens. The others keep their places until it ends.
constexpr serving_result static_batch(const serving_replica& of, const serving_requests& asked, double longest) {
  const auto batch = static_cast<double>(asked.clients);
  const auto prompt = static_cast<double>(asked.prompt);
  const double read = math::ceil(batch / detail::batches_at_once(of)) * detail::read_tokens(of, asked.prompt);
  const double chunks = math::ceil(read / static_cast<double>(of.chunk));
  detail::prompt_seconds reading;
  if (chunks > 0) {
    reading.alone = chunks * detail::step_with_prompt(of, detail::lines_of(of, asked.prompt, 0), 0, read / chunks).total();
    reading.occupied = reading.alone / batch;
  }
  const detail::step_seconds_of_serving step = detail::decoding(of, batch, prompt + longest / 2);
  const double token = step.total() / detail::tokens_of_step(of, longest);
  const double took = reading.alone + (chunks > 0 ? longest - 1 : longest) * token;
  return detail::result_of(of, step, reading, batch, detail::sequences_held(of, prompt + longest), reading.alone, token, batch / took, asked.answer);
}
constexpr serving_result static_batch(const serving_replica& of, const serving_requests& asked) { return static_batch(of, asked, static_cast<double>(asked.answer)); }

}  // namespace headroom
