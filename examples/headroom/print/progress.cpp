// SPDX-License-Identifier: BSL-1.0
#include "print/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <headroom/text/to_text.hpp>
#include <string>

namespace headroom::program {

namespace {

constexpr auto a_moment = std::chrono::milliseconds(200);
constexpr auto a_while = std::chrono::seconds(2);  // between lines that stay

// "12 s", "3 min", "5.1 h"
std::string time_left(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", std::ceil(seconds));
  return seconds < 6'000 ? fmt::format("{:.0f} min", seconds / 60) : fmt::format("{:.1f} h", seconds / 3'600);
}

}  // namespace

progress::progress(io& outside, count all, bool is_asked, count done, std::string_view of)
    : outside_(outside), all_(all), done_(done), before_(done), of_(of), is_terminal_(outside.is_watched()), is_asked_(is_asked) {}

progress::~progress() {
  if (!is_asked_ && !was_shown_) return;
  show(clock::now());
  if (is_terminal_) outside_.tell("\n");
}

bool progress::step(count more) {
  done_ += more;
  const clock::time_point now = clock::now();
  if (now - last_ < (is_terminal_ || !is_asked_ ? clock::duration(a_moment) : clock::duration(a_while))) return false;
  last_ = now;
  if (is_asked_ || is_terminal_) show(now);
  return true;
}

void progress::show(clock::time_point now) {
  was_shown_ = true;
  const double took = std::max(std::chrono::duration<double>(now - began_).count(), 1e-9);
  const double rate = static_cast<double>(done_ - before_) / took;
  std::string line =
      fmt::format("{} of {} {}, {:.0f} %, {} a second", to_text(done_).view(), to_text(all_).view(), of_,
                  100 * static_cast<double>(done_) / static_cast<double>(std::max<count>(all_, 1)),
                  to_text(static_cast<count>(rate)).view());
  if (rate > 0 && done_ < all_) line += fmt::format(", {} left", time_left(static_cast<double>(all_ - done_) / rate));
  outside_.tell(is_terminal_ ? "\r\x1b[K" + line : line + "\n");
}

}  // namespace headroom::program
