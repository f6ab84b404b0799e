// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <headroom/count.hpp>
#include <vector>

namespace headroom::program {

// Makes one chunk, and calls the second between points: for workers that answer others meanwhile.
using make_chunk = std::function<void(count chunk, const std::function<void()>& between)>;

// Of a chunk that is made, by whomever: called by one thread at a time.
using chunk_finished = std::function<void(count chunk)>;

// Who makes the chunks of a sweep: one at a time each, each chunk by one of them.
struct chunk_workers {
  chunk_workers() = default;
  chunk_workers(const chunk_workers&) = delete;
  chunk_workers& operator=(const chunk_workers&) = delete;
  virtual ~chunk_workers() = default;

  // By so many at once, where that can be said; 0: nobody says. Throws what a maker throws. All have made theirs when it returns.
  virtual void make_all(const std::vector<count>& chunks, unsigned jobs, const make_chunk& make, const chunk_finished& finished) = 0;
  // Whether this process puts the results together.
  virtual bool merges() const = 0;
};

// So many threads of this process.
chunk_workers& threads_as_workers();

}  // namespace headroom::program
