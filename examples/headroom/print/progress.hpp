// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <headroom/count.hpp>
#include <string_view>

#include "io.hpp"

namespace headroom::program {

// How far a long answer is, on standard error: on a terminal one line that is written over, else a line each time.
class progress {
 public:
  // Shown where it is asked for, and where standard error is a terminal and it takes longer than a moment. So many were done before.
  progress(io& outside, count all, bool is_asked, count done = 0, std::string_view of = "rows");
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;
  ~progress();

  // So many more are done. True: a moment has passed, in which somebody who waits wants to see something.
  bool step(count more = 1);

 private:
  using clock = std::chrono::steady_clock;
  void show(clock::time_point now);

  io& outside_;
  count all_ = 0;
  count done_ = 0;
  count before_ = 0;  // of those, by another run
  std::string_view of_;
  bool is_terminal_ = false;
  bool is_asked_ = false;
  bool was_shown_ = false;
  clock::time_point began_ = clock::now();
  clock::time_point last_ = began_;
};

}  // namespace headroom::program
