// SPDX-License-Identifier: BSL-1.0
#include "sweep/sweep_workers.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>

namespace headroom::program {

namespace {

struct threads final : chunk_workers {
  void make_all(const std::vector<count>& chunks, unsigned jobs, const make_chunk& make, const chunk_finished& finished) override {
    const std::size_t asked = jobs > 0 ? jobs : std::thread::hardware_concurrency();
    std::atomic<std::size_t> next{0};
    std::mutex guard;
    std::exception_ptr failure;
    const auto work = [&] {
      try {
        for (std::size_t i = next++; i < chunks.size(); i = next++) {
          make(chunks[i], [] {});
          const std::lock_guard lock(guard);
          finished(chunks[i]);
        }
      } catch (...) {
        const std::lock_guard lock(guard);
        failure = std::current_exception();
        next = chunks.size();
      }
    };
    {
      std::vector<std::jthread> all(std::clamp<std::size_t>(asked, 1, std::max<std::size_t>(chunks.size(), 1)));
      for (std::jthread& each : all) each = std::jthread(work);
    }
    if (failure != nullptr) std::rethrow_exception(failure);
  }
  bool merges() const override { return true; }
};

}  // namespace

chunk_workers& threads_as_workers() {
  static threads only;
  return only;
}

}  // namespace headroom::program
