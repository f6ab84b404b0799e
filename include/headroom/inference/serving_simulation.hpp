// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <queue>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/inference/serving_load.hpp>
#include <headroom/inference/serving_queue.hpp>
#include <headroom/inference/serving_settings.hpp>
#include <headroom/inference/serving_step.hpp>
#include <headroom/inference/serving_time.hpp>
#include <headroom/math.hpp>
#include <headroom/units.hpp>

// A replica simulated step by step, with every request of its own: continuous batching, prompts read in chunks beside the decoding
// sequences. What it takes for granted: docs/reference/inference/serving_simulation.md. Not constexpr: it needs vectors.
namespace headroom {

// Random numbers that are the same everywhere: xoshiro256** 1.0 of Blackman and Vigna, seeded by their splitmix64.
class random_numbers {
 public:
  constexpr explicit random_numbers(std::uint64_t seed) {
    for (std::uint64_t& each : state_) {
      seed += 0x9e3779b97f4a7c15U;
      std::uint64_t z = seed;
      z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
      z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
      each = z ^ (z >> 31U);
    }
  }

  constexpr explicit random_numbers(const std::array<std::uint64_t, 4>& state) : state_(state) {}

  constexpr std::uint64_t bits() {
    const std::uint64_t made = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17U;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return made;
  }
  // From 0 to below 1.
  constexpr double uniform() { return static_cast<double>(bits() >> 11U) * 0x1.0p-53; }
  // With a mean of 1.
  constexpr double exponential() { return -math::log_of_rest(uniform()); }
  // With a mean of 0 and a standard deviation of 1: the polar method of Marsaglia.
  constexpr double normal() {
    double x = 0;
    double square = 0;
    while (!(square > 0 && square < 1)) {
      x = 2 * uniform() - 1;
      const double y = 2 * uniform() - 1;
      square = x * x + y * y;
    }
    return x * math::square_root(-2 * math::log_of_rest(1 - square) / square);
  }
  // Log-normal, with a standard deviation of so many means; 1 at least.
  constexpr count length(count mean, double spread) {
    if (!(spread > 0)) return mean;
    const double deviation = detail::log_deviation(spread);
    const double drawn = static_cast<double>(mean) * detail::power_of_e(deviation * (normal() - deviation / 2));
    return static_cast<count>(math::larger(1, math::round(math::smaller(drawn, static_cast<double>(max_count)))));
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

struct simulation_settings {
  count requests = 4'000;  // of an open loop that are counted
  count before = 1'000;    // that come first and are not: the replica starts empty
  std::uint64_t seed = 1;
};

inline constexpr simulation_settings usual_simulation{};

namespace detail {

struct simulated_request {
  double sent = 0;
  count prompt = 0;
  count answer = 0;
  double first = 0;
  double ended = 0;
};

// The engine: requests come in the order in which they reach it, and are taken up in that order.
class simulated_replica {
 public:
  explicit simulated_replica(const serving_replica& of, std::uint64_t seed = 1)
      : of_(of), drafts_(~seed), growth_(cache_on_last_stage(of, 1 + of.drafted).own - cache_on_last_stage(of, 0).own),
        ends_waited_(static_cast<count>(step_ends_waited(of))), stages_(static_cast<std::size_t>(of.load.stages)), ranks_(static_cast<std::size_t>(of.load.data)) {
    for (rank& each : ranks_) each.batches.resize(stages_);
  }

  // At the time at which it is sent; what is outside of steps passes first.
  std::size_t send(const simulated_request& one) {
    requests.push_back(one);
    coming_.push({one.sent + in_seconds(of_.engine.first), requests.size() - 1});
    return requests.size() - 1;
  }

  // Until a request or more have ended, which are returned; none are: nothing is left to do.
  const std::vector<std::size_t>& advance() {
    ended_.clear();
    while (ended_.empty() && is_at_work()) step();
    return ended_;
  }

  std::vector<simulated_request> requests{};
  double now = 0;
  double sequence_seconds = 0;  // of sequences that decode

 private:
  struct arrival {
    double at = 0;
    std::size_t which = 0;
    bool operator<(const arrival& other) const { return at != other.at ? at > other.at : which > other.which; }  // the earliest on top
  };
  struct waiting {
    std::size_t which = 0;
    count from_end = 0;  // of this step it may be taken up
    double written = 0;  // by one that was put off, which is read again with its prompt
  };
  struct running {
    std::size_t which = 0;
    count unread = 0;
    double written = 0;
    bool decodes = false;
    std::size_t batch = 0;  // of the rank's, as many as the pipeline has stages
  };
  // One of the batches that a pipeline has at once.
  struct batch_of_rank {
    count sequences = 0;
    count decoding = 0;  // of them, in the step under way
    count reading = 0;   // tokens of prompts
  };
  struct rank {
    std::vector<running> sequences{};
    std::vector<batch_of_rank> batches{};
    double used = 0;  // bytes of the cache; where it grows, no fewer than these
    double prefix = 0;
    double ends = 0;  // bytes of the same caches as requests end
  };

  bool is_at_work() const { return !coming_.empty() || !waiting_.empty() || running_ > 0; }

  bool grows() const { return of_.admission == cache_admission::as_it_grows; }
  // Of a request, of whose answer so much is written: what is set aside for it.
  double cache_of(const simulated_request& one, double written) const { return grows() ? cache_on_last_stage(of_, static_cast<double>(one.prompt) + written).own : cache_at_end(one); }
  double cache_at_end(const simulated_request& one) const { return cache_on_last_stage(of_, static_cast<double>(one.prompt + one.answer)).own; }
  double cache_after_step(const running& one) const { return cache_of(requests[one.which], one.written + (one.decodes ? 1 + of_.drafted : 1)); }
  bool has_room(const rank& of, double more) const { return of.sequences.empty() || of.used + more <= of_.cache_room; }
  void count_again(rank& of) const {
    of.used = of.prefix;
    for (const running& one : of.sequences) of.used += cache_after_step(one);
  }

  // Caches grow by what a step writes, with all that it drafts. Where they have no room the last that came is put off: it is the next to be taken up, and is read again with what
  // it has written.
  void grow(rank& of) {
    for (const running& one : of.sequences) of.used += one.decodes ? growth_ : 0;
    if (of.used <= of_.cache_room) return;
    for (count_again(of); of.used > of_.cache_room && of.sequences.size() > 1; of.sequences.pop_back()) {
      const running& last = of.sequences.back();
      of.used -= cache_after_step(last);
      of.ends -= cache_at_end(requests[last.which]);
      --of.batches[last.batch].sequences;
      --running_;
      waiting_.push_front({last.which, step_ends_, last.written});
    }
  }

  // Of a replica that is at work.
  void take_in() {
    if (waiting_.empty() && running_ == 0) now = math::larger(now, coming_.top().at);
    for (; !coming_.empty() && coming_.top().at <= now; coming_.pop()) waiting_.push_back({coming_.top().which, step_ends_ + ends_waited_ - 1});
    while (!waiting_.empty() && waiting_.front().from_end <= step_ends_) {
      if (of_.most_sequences > 0 && running_ >= of_.most_sequences) return;
      rank& emptiest = *std::min_element(ranks_.begin(), ranks_.end(), [](const rank& a, const rank& b) { return a.ends < b.ends; });
      const waiting next = waiting_.front();
      const simulated_request& one = requests[next.which];
      // What is larger than all of the room runs alone.
      const double cache = cache_of(one, next.written + 1);
      if (!has_room(emptiest, cache) && grows()) count_again(emptiest);
      if (!has_room(emptiest, cache)) return;
      // The first of a rank brings what all have in common.
      if (emptiest.sequences.empty()) emptiest.used = emptiest.prefix = cache_on_last_stage(of_, static_cast<double>(one.prompt + one.answer)).prefix;
      emptiest.used += cache;
      emptiest.ends += cache_at_end(one);
      const auto batch = std::min_element(emptiest.batches.begin(), emptiest.batches.end(), [](const batch_of_rank& a, const batch_of_rank& b) { return a.sequences < b.sequences; });
      ++batch->sequences;
      emptiest.sequences.push_back({.which = next.which,
                                    .unread = one.prompt - cached_tokens(of_, one.prompt) + static_cast<count>(next.written),
                                    .written = next.written,
                                    .batch = static_cast<std::size_t>(batch - emptiest.batches.begin())});
      ++running_;
      waiting_.pop_front();
    }
  }

  // The fullest batch binds, in sequences and in tokens of prompts: the others of a pipeline follow it from stage to stage.
  void step() {
    if (grows())
      for (rank& each : ranks_) grow(each);
    take_in();
    double decoding = 0;
    double context = 0;
    double reading = 0;
    double prompt_lengths = 0;
    for (rank& each : ranks_) {
      for (batch_of_rank& batch : each.batches) batch.decoding = batch.reading = 0;
      for (running& one : each.sequences) {
        const simulated_request& request = requests[one.which];
        batch_of_rank& batch = each.batches[one.batch];
        if (one.decodes) {
          ++batch.decoding;
          ++decoding;
          context += static_cast<double>(request.prompt) + one.written;
          continue;
        }
        const count read = std::min(of_.chunk - batch.reading, one.unread);
        batch.reading += read;
        one.unread -= read;
        reading += static_cast<double>(read);
        prompt_lengths += static_cast<double>(read) * (static_cast<double>(request.prompt) + one.written);
      }
    }
    const replica_lines lines = lines_of(of_, reading > 0 ? static_cast<count>(prompt_lengths / reading) : 0, decoding > 0 ? context / decoding : 1);
    double took = 0;
    for (std::size_t batch = 0; batch < stages_; ++batch) took = math::larger(took, seconds_of(batch, lines));
    now += took;
    ++step_ends_;
    sequence_seconds += decoding * took;
    for (rank& each : ranks_) end_step(each);
  }

  // Of a batch the fullest rank binds; experts have the tokens of all ranks.
  double seconds_of(std::size_t batch, const replica_lines& lines) const {
    double decoding_all = 0, decoding_most = 0, reading_all = 0, reading_most = 0;
    for (const rank& each : ranks_) {
      const auto decoding_here = static_cast<double>(each.batches[batch].decoding), reading_here = static_cast<double>(each.batches[batch].reading);
      decoding_all += decoding_here;
      decoding_most = math::larger(decoding_most, decoding_here);
      reading_all += reading_here;
      reading_most = math::larger(reading_most, reading_here);
    }
    const auto ranks = static_cast<double>(ranks_.size());
    const double batches = batches_at_once(of_);
    // An engine that only waits passes its loop as though a sequence decoded.
    if (reading_all == 0 && decoding_all == 0) return decoding(of_, lines, 1).total();
    const auto with = [&](double sequences, double prompt_tokens) {
      return prompt_tokens > 0 ? step_with_prompt(of_, lines, sequences, prompt_tokens) : decoding(of_, lines, sequences * batches);
    };
    step_seconds_of_serving all = with(decoding_most, reading_most);
    if (ranks == 1) return all.total();
    const step_seconds_of_serving mean = with(decoding_all / ranks, reading_all / ranks);
    for (std::size_t i = 0; i < serving_part_count; ++i)
      if (has_tokens_of_all_ranks(of_.load, i)) all.time[i] = mean.time[i];
    return all.total();
  }

  // Of a step: its own, and drafts as long as all before are accepted.
  double drawn_tokens() {
    double tokens = 1;
    while (tokens <= of_.drafted && drafts_.uniform() < of_.accepted) ++tokens;
    return tokens;
  }

  void end_step(rank& of) {
    std::size_t kept = 0;
    for (running& one : of.sequences) {
      simulated_request& request = requests[one.which];
      if (one.decodes) {
        one.written += drawn_tokens();
      } else if (one.unread == 0) {
        if (one.written == 0) request.first = now;
        ++one.written;
        one.decodes = true;
      }
      if (one.written + 1e-9 >= static_cast<double>(request.answer)) {
        request.ended = now;
        of.used -= cache_of(request, one.written);
        of.ends -= cache_at_end(request);
        --running_;
        --of.batches[one.batch].sequences;
        ended_.push_back(one.which);
      } else {
        of.sequences[kept++] = one;
      }
    }
    of.sequences.resize(kept);
    if (kept == 0) of.used = of.ends = 0;
  }

  const serving_replica& of_;
  random_numbers drafts_;
  double growth_ = 0;  // bytes of a sequence in a step, at most: windows keep less
  count ends_waited_ = 1;
  std::size_t stages_ = 1;
  std::vector<rank> ranks_{};
  std::priority_queue<arrival> coming_{};
  std::deque<waiting> waiting_{};
  std::vector<std::size_t> ended_{};
  count running_ = 0;
  count step_ends_ = 0;
};

inline count drawn_length(random_numbers& numbers, count mean, double spread, const request_lengths& quantiles) {
  if (quantiles.is_empty()) return numbers.length(mean, spread);
  return static_cast<count>(math::larger(1, math::round(quantiles.at(numbers.uniform()))));
}
inline simulated_request drawn_request(random_numbers& numbers, double sent, const serving_arrivals& asked) {
  simulated_request made{.sent = sent};
  made.prompt = drawn_length(numbers, asked.prompt, asked.prompt_spread, asked.prompts);
  made.answer = drawn_length(numbers, asked.answer, asked.answer_spread, asked.answers);
  return made;
}

// The smallest of which at least such a share is no larger.
inline latency latency_of(std::vector<double> all) {
  if (all.empty()) return {};
  std::sort(all.begin(), all.end());
  double sum = 0;
  for (const double each : all) sum += each;
  const auto at = [&](double share) {
    const double place = math::ceil(share * static_cast<double>(all.size())) - 1;
    return seconds(all[static_cast<std::size_t>(math::larger(0, place))]);
  };
  return {seconds(sum / static_cast<double>(all.size())), at(0.5), at(0.9), at(0.99)};
}

// Of all requests from one on.
inline serving_latencies latencies_of(const serving_replica& of, const simulated_replica& done, std::size_t from) {
  std::vector<double> first;
  std::vector<double> token;
  std::vector<double> request;
  double tokens = 0;
  double end = 0;
  for (std::size_t i = from; i < done.requests.size(); ++i) {
    const simulated_request& one = done.requests[i];
    first.push_back(one.first - one.sent);
    request.push_back(one.ended - one.sent);
    if (one.answer > 1) token.push_back((one.ended - one.first) / static_cast<double>(one.answer - 1));
    tokens += static_cast<double>(one.answer);
    end = math::larger(end, one.ended);
  }
  const auto answered = static_cast<double>(first.size());
  const double elapsed = end - done.requests[from].sent;
  serving_latencies made{.first_token = latency_of(std::move(first)), .token = latency_of(std::move(token)), .request = latency_of(std::move(request))};
  made.sequences = done.sequence_seconds / done.now;
  made.requests = requests_per_second(answered / elapsed);
  made.output = tokens_per_second(tokens / elapsed);
  made.output_per_gpu = tokens_per_second(tokens / elapsed / static_cast<double>(of.load.gpus));
  return made;
}

inline constexpr count most_simulated_requests = 10'000'000;

template <class Arrivals>
std::string_view why_not_simulated(const serving_replica& of, const Arrivals& asked, const simulation_settings& how) {
  if (const std::string_view why = contradiction(asked); !why.empty()) return why;
  if (how.requests < 1 || how.before < 0 || add(how.requests, how.before) > most_simulated_requests)
    return "a simulation counts 1 to 10,000,000 requests, with those before";
  return of.chunk > 0 ? std::string_view{} : "the engine reads no tokens of prompts in a step";
}

}  // namespace detail

// Of requests at random times. Where these are more than the replica answers, the times grow with the requests that are counted.
inline figure<serving_latencies> simulated(const serving_replica& of, const serving_arrivals& asked, const simulation_settings& how = usual_simulation) {
  if (const std::string_view why = detail::why_not_simulated(of, asked, how); !why.empty()) return figure<serving_latencies>(unknown).noted(why);
  random_numbers numbers(how.seed);
  detail::simulated_replica replica(of, how.seed);
  double sent = 0;
  for (count i = 0; i < how.before + how.requests; ++i) {
    sent += numbers.exponential() / in_requests_per_second(asked.rate);
    replica.send(detail::drawn_request(numbers, sent, asked));
  }
  while (!replica.advance().empty()) continue;
  figure<serving_latencies> found(detail::latencies_of(of, replica, static_cast<std::size_t>(how.before)));
  found.basis = basis::estimated;
  return found;
}

// Of so many clients that begin together, each of which sends the next request as the last is answered. Of `lengths` its spreads and
// quantiles are read, and of answers, where it says neither, the spread of the requests.
inline figure<serving_latencies> simulated(const serving_replica& of, const serving_requests& asked, serving_arrivals lengths = {},
                                           const simulation_settings& how = usual_simulation) {
  const auto refused = [](std::string_view why) { return figure<serving_latencies>(unknown).noted(why); };
  if (const std::string_view why = detail::why_not_simulated(of, asked, how); !why.empty()) return refused(why);
  lengths.rate = requests_per_second(1);
  lengths.prompt = asked.prompt;
  lengths.answer = asked.answer;
  if (lengths.answers.is_empty() && !(lengths.answer_spread > 0)) lengths.answer_spread = asked.answer_spread;
  if (const std::string_view why = contradiction(lengths); !why.empty()) return refused(why);
  const count all = multiply(asked.clients, asked.each);
  if (all < 1 || all > detail::most_simulated_requests) return refused("clients send 1 to 10,000,000 requests");
  random_numbers numbers(how.seed);
  detail::simulated_replica replica(of, how.seed);
  const auto send = [&](double at) { replica.send(detail::drawn_request(numbers, at, lengths)); };
  for (count i = 0; i < asked.clients; ++i) send(0);
  count left = all - asked.clients;
  while (true) {
    const std::size_t ended = replica.advance().size();
    if (ended == 0) break;
    for (std::size_t i = 0; i < ended && left > 0; ++i, --left) send(replica.now);
  }
  figure<serving_latencies> found(detail::latencies_of(of, replica, 0));
  found.basis = basis::estimated;
  return found;
}

}  // namespace headroom
