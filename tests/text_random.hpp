// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdint>
#include <random>

// Random figures as people write them and as arithmetic makes them, the same in every run.
// So many of them in a test: in each build and with sanitizers, where ten microseconds of each add up.
inline constexpr int random_draws = 5'000;

class random_figures {
 public:
  // From low to high, each power of ten as likely as another; full of digits, or with few.
  double full(double low, double high) {
    return std::exp(std::uniform_real_distribution{std::log(low), std::log(high)}(engine_));
  }
  double short_one(double low, double high) {
    const double x = full(low, high);
    const int digits = std::uniform_int_distribution{1, 6}(engine_);
    const double decimals = digits - 1 - std::floor(std::log10(x));
    const double scale = std::pow(10.0, std::abs(decimals));
    return decimals > 0 ? std::round(x * scale) / scale : std::round(x / scale) * scale;
  }
  double any(double low, double high) { return coin() ? full(low, high) : short_one(low, high); }
  bool coin() { return (engine_() & 1) != 0; }
  std::uint64_t below(std::uint64_t n) { return engine_() % n; }

 private:
  std::mt19937_64 engine_{20'251'119};
};
