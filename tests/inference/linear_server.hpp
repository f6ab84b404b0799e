// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/inference/serving_time.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

// A replica whose steps take so many seconds whatever they do, and for each sequence, token, token of a context and pair of tokens of a prompt: what
// it does can be worked out without the library. A token of the cache is a byte. Products, of which it has none unless said, are not linear: they read
// weights while they compute.
namespace linear_server {

namespace hr = headroom;

struct server {
  double fixed = 0.010;
  double sequence = 1e-4;
  double token = 2e-5;
  double context = 1e-7;
  double pair = 1e-8;
  double weights = 0;   // seconds to read them
  double products = 0;  // to compute those of a token
  hr::count chunk = 2'048;
  double room = 6e4;
  hr::count places = 0;
  hr::cache_admission admission = hr::cache_admission::whole_request;
  hr::count tensor = 1;
  hr::count data = 1;
  hr::count stages = 1;
  double first = 0;
  double steps_waited = 0;
  hr::count drafted = 0;
  double accepted = 0;
  double draft = 0;  // seconds of a draft for all sequences
  double draft_sequence = 0;  // and for each, beside those of its token, and of two bytes of the cache for each of its context

  hr::serving_replica replica() const {
    hr::serving_replica made{.cache_room = room, .admission = admission, .most_sequences = places, .chunk = chunk, .drafted = static_cast<double>(drafted), .accepted = accepted};
    made.load.tensor = tensor, made.load.data = data, made.load.stages = stages, made.load.gpus = tensor * data * stages;
    made.load.networks = {.weights = weights / context, .operations = products};
    made.load.mixers[0] = {.layers = 1, .token_bytes = 1, .prompt_operations = pair, .heads = 1};
    made.terms = made.draft_terms = {.read = 1 / context, .moved = 1, .rate = 1, .wide_rate = 1, .attention_rate = 1};
    made.terms.kernels = fixed, made.terms.host_sequence = sequence, made.terms.all_reduce_token = token;
    made.draft.kernels = draft > 0 ? 1 : 0;
    made.draft.mixing.weights = draft / context;
    made.draft.mixers[0] = {.layers = 1, .token_bytes = 2, .heads = 1};
    made.draft_terms.host_sequence = draft_sequence, made.draft_terms.all_reduce_token = token;
    made.engine.first = hr::seconds(first), made.engine.steps_waited = steps_waited;
    return made;
  }

  double on_rank(double sequences) const { return sequences / static_cast<double>(data * stages); }
  // Of the tokens of so many sequences, and of a prompt's.
  double multiplying(double sequences, double read = 0) const {
    return std::hypot(weights, (on_rank(sequences) * static_cast<double>(1 + drafted) + read) * products);
  }
  double drafts(double sequences, double tokens) const {
    return draft > 0 ? static_cast<double>(drafted) * (draft + on_rank(sequences) * (draft_sequence + token + 2 * context * tokens)) : 0;
  }
  // A step of decoding, for sequences of all ranks and stages with so many tokens each.
  double step(double sequences, double tokens) const {
    return fixed + on_rank(sequences) * (sequence + token * static_cast<double>(1 + drafted) + context * tokens) + multiplying(sequences) +
           drafts(sequences, tokens);
  }
  double chunks(double prompt) const { return std::ceil(prompt / static_cast<double>(chunk)); }
  // What drafts reads prompts, too: seconds of so many passes over so many tokens.
  double drafts_read(double passes, double read) const { return draft > 0 && drafted > 0 ? passes * draft + read * token : 0; }
  // Seconds by which its steps are longer than those of decoding, in which alone drafts are made; of so many prompts together.
  double longer(double prompt, double sequences, double tokens, double together = 1) const {
    return together * prompt * (token + pair * (prompt + 1) / 2) + drafts_read(chunks(prompt), together * prompt) +
           chunks(prompt) * (multiplying(sequences, together * prompt / chunks(prompt)) - multiplying(sequences) - drafts(sequences, tokens));
  }
  // A step that reads so many tokens of prompts of such a length.
  double reading_step(double read, double prompt, double sequences, double tokens) const {
    return step(sequences, tokens) + read * (token + pair * (prompt + 1) / 2) + drafts_read(1, read) + multiplying(sequences, read) - multiplying(sequences) -
           drafts(sequences, tokens);
  }
  // Tokens of a step: of two drafts 1 + a + a^2.
  double further() const {
    double sum = 0;
    for (int i = 0; i <= drafted; ++i) sum += std::pow(accepted, i);
    return sum;
  }
  // Steps of an answer behind its first token, and their squares: with so many tokens left one more than with those that a step leaves of them.
  struct steps_by_hand {
    double mean = 0, square = 0;
    double variance() const { return square - mean * mean; }
  };
  steps_by_hand steps_of(double answer) const {
    std::vector<steps_by_hand> with_left(static_cast<std::size_t>(answer));
    for (std::size_t left = 1; left < with_left.size(); ++left) {
      steps_by_hand& one = with_left[left];
      one = {1, 1};
      for (std::size_t taken = 1; taken <= static_cast<std::size_t>(drafted) + 1 && taken < left; ++taken) {
        const double chance = std::pow(accepted, taken - 1) * (static_cast<hr::count>(taken) <= drafted ? 1 - accepted : 1);
        one.mean += chance * with_left[left - taken].mean;
        one.square += chance * (2 * with_left[left - taken].mean + with_left[left - taken].square);
      }
    }
    return with_left.empty() ? steps_by_hand{} : with_left.back();
  }
  // Tokens that a step brings an answer of so many.
  double further(double answer) const { return answer > 1 && drafted > 0 ? (answer - 1) / steps_of(answer).mean : 1; }
  // Of the cache, on a rank of the last stage.
  double bytes_of_token() const { return 1 / static_cast<double>(stages) + (draft > 0 ? 2 : 0); }
  // Sequences that fit, of so many tokens each.
  double held(double tokens) const {
    const double by_room = room / (tokens * bytes_of_token()) * static_cast<double>(data);
    return places > 0 && static_cast<double>(places) < by_room ? static_cast<double>(places) : by_room;
  }
  // The same of requests, whole ones or, where caches grow and a whole one has room, as they are in the mean. Of the latter, while so many wait, as many
  // tokens are read again as are written: what is read over the prompt.
  bool grows() const { return admission == hr::cache_admission::as_it_grows; }
  double held(double prompt, double answer) const { return grows() && held(prompt + answer) >= 1 ? held(prompt + answer / 2) : held(prompt + answer); }
  double reads(double prompt, double answer, double waiting) const {
    const bool by_places = places > 0 && held(prompt, answer) >= static_cast<double>(places);
    return grows() && !by_places && waiting > 0 ? 1 + answer / prompt * waiting / (1 + waiting) : 1;
  }
};

// Of batches beside each other the one that reads most, of so many chunks that come to all of them at random, where each has room for so many: by the chance of each number.
struct fullest_by_hand {
  double mean = 0;
  double square = 0;
};
inline fullest_by_hand fullest_of(double batches, double come, double room) {
  fullest_by_hand made;
  double fewer = 0, no_more = 0;
  for (int have = 0; come > 0 && have < 400; ++have, fewer = no_more) {
    no_more = std::fmin(1, no_more + std::exp(have * std::log(come / batches) - come / batches - std::lgamma(have + 1)));
    const double chance = std::pow(no_more, batches) - std::pow(fewer, batches), reads = std::fmin(have, room > 1 ? room : 1);
    made.mean += chance * reads;
    made.square += chance * reads * reads;
  }
  return made;
}

// Where a function that rises through zero does.
template <class F>
double root_of(F f, double low, double high, int halvings = 60) {
  for (int i = 0; i < halvings; ++i) {
    const double middle = (low + high) / 2;
    (f(middle) > 0 ? high : low) = middle;
  }
  return low;
}

}  // namespace linear_server
