// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/math.hpp>
#include <headroom/text/parse.hpp>

// How long requests are, as quantiles or as a histogram: "p50=400,p90=2000,p100=8192", "1-512=70,512-4096=30".
namespace headroom {

// The length below which each share of the requests lies; between two points lengths are spread evenly.
struct request_lengths {
  struct point {
    double share = 0;   // from 0 to 1
    double tokens = 0;
  };
  static constexpr std::size_t most_entries = 16;  // of a text: a point each and one before, or two of a bin

  std::array<point, 2 * most_entries> points{};
  std::size_t how_many = 0;  // none: nothing is said of lengths

  constexpr bool is_empty() const { return how_many == 0; }
  // In rising order; no more than `points` holds.
  constexpr void add(double share, double length) { points[how_many++] = {share, length}; }

  // The length that such a share of the requests is no longer than.
  constexpr double at(double share) const {
    for (std::size_t i = 1; i < how_many; ++i) {
      const point& low = points[i - 1];
      const point& high = points[i];
      if (share < high.share) return low.tokens + (share - low.share) / (high.share - low.share) * (high.tokens - low.tokens);
    }
    return longest();
  }
  constexpr double longest() const { return is_empty() ? 0 : points[how_many - 1].tokens; }

  // Calls `of(share, low, high)` of requests that are spread evenly from one length to another.
  template <class Of>
  constexpr void for_each_piece(Of&& of) const {
    for (std::size_t i = 1; i < how_many; ++i)
      if (const double share = points[i].share - points[i - 1].share; share > 0) of(share, points[i - 1].tokens, points[i].tokens);
  }

  constexpr double mean() const {
    double sum = 0;
    for_each_piece([&](double share, double low, double high) { sum += share * (low + high) / 2; });
    return sum;
  }
  // The standard deviation over the mean.
  constexpr double spread() const {
    const double middle = mean();
    double variance = 0;
    for_each_piece([&](double share, double low, double high) {
      const double a = low - middle;
      const double b = high - middle;
      variance += share * (a * a + a * b + b * b) / 3;
    });
    return middle > 0 ? math::square_root(variance) / middle : 0;
  }
};

namespace detail {

inline constexpr std::string_view lengths_expected = ": expected quantiles, p50=400,p90=2000,p100=8192, or a histogram, 1-512=70,512-4096=30";

// Reads entries of `KEY=NUMBER`, one after the other.
struct lengths_reader {
  std::string_view from{};
  std::size_t at = 0;
  parse_error error{};

  constexpr bool fail(std::size_t where, std::string_view what) {
    error = error_at(where, what, lengths_expected);
    return false;
  }
  constexpr bool takes(char c) {
    if (at >= from.size() || from[at] != c) return false;
    ++at;
    return true;
  }
  // Up to what ends it.
  constexpr bool number(double& into, std::string_view ends) {
    const read_number found = number_at(from.substr(0, from.find_first_of(ends, at)), at, {"a number", "400"});
    if (!found.error.message.empty()) return fail(at, "no number");
    into = found.value;
    at = found.end;
    return true;
  }
  constexpr bool length(double& into) {
    const std::size_t begin = at;
    if (!number(into, ",=-")) return false;
    return (into >= 1 && into <= static_cast<double>(max_count)) || fail(begin, "a length outside 1 to 2^40 tokens");
  }

  constexpr bool quantile(request_lengths& into) {
    const std::size_t begin = at;
    ++at;  // 'p'
    double percent = 0;
    double found = 0;
    if (!number(percent, ",=")) return false;
    if (percent > 100) return fail(begin, "a quantile above p100");
    if (!takes('=')) return fail(at, "no '=' after a quantile");
    const std::size_t value = at;
    if (!length(found)) return false;
    // Nobody asks for less than a token.
    if (into.is_empty() && percent > 0) into.add(0, 1);
    if (!into.is_empty()) {
      const request_lengths::point& before = into.points[into.how_many - 1];
      if (!(percent / 100 > before.share)) return fail(begin, "a quantile that is not above the one before it");
      if (found < before.tokens) return fail(value, "a length below that of a lower quantile");
    }
    into.add(percent / 100, found);
    return true;
  }

  // Its share is of all bins read so far, which are divided by their sum at the end.
  constexpr bool bin(request_lengths& into) {
    const std::size_t begin = at;
    double low = 0;
    double weight = 0;
    if (!length(low)) return false;
    double high = low;
    if (takes('-') && !length(high)) return false;
    if (high < low || low < into.longest()) return fail(begin, "a bin that does not lie above the one before it");
    if (!takes('=')) return fail(at, "no '=' after a length");
    const std::size_t value = at;
    if (!number(weight, ",")) return false;
    if (!(weight > 0 && weight <= 1e15)) return fail(value, "a bin of no requests, or of more than 10^15");
    const double before = into.is_empty() ? 0 : into.points[into.how_many - 1].share;
    into.add(before, low);
    into.add(before + weight, high);
    return true;
  }

  constexpr bool all(request_lengths& into) {
    const bool is_quantiles = !from.empty() && from.front() == 'p';
    for (std::size_t entries = 0; entries == 0 || takes(','); ++entries) {
      if (entries == request_lengths::most_entries) return fail(at, "more than 16 entries");
      if (is_quantiles && (at >= from.size() || from[at] != 'p')) return fail(at, "no quantile after a ','");
      if (!(is_quantiles ? quantile(into) : bin(into))) return false;
    }
    if (at < from.size()) return fail(at, "something after a length");
    const double sum = into.points[into.how_many - 1].share;
    if (is_quantiles && sum < 1) return fail(at, "the longest length, p100, is missing");
    for (std::size_t i = 0; i < into.how_many; ++i) into.points[i].share /= sum;
    return true;
  }
};

}  // namespace detail

// Quantiles in rising order, of which the last is p100 and p0 is one token unless said; or bins in rising order, each with its share of
// the requests in any unit. 16 of either at most.
constexpr parsed<request_lengths> parse_request_lengths(std::string_view from) {
  request_lengths made;
  detail::lengths_reader in{.from = from};
  if (in.all(made)) return {made, {}};
  return {{}, in.error};
}

}  // namespace headroom
