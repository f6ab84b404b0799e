// SPDX-License-Identifier: BSL-1.0
#include <mpi.h>

#include <exception>
#include <string>
#include <vector>

#include <headroom/read/common/models.hpp>

#include "io.hpp"
#include "mpi/rank_chunks.hpp"
#include "reading.hpp"
#include "run.hpp"
#include "sweep/sweep_workers.hpp"

// headroom-sweep: `headroom sweep` with a rank of MPI in place of each thread.

namespace {

namespace program = headroom::program;

class ranks final : public program::chunk_workers {
 public:
  void make_all(const std::vector<headroom::count>& chunks, unsigned jobs, const program::make_chunk& make, const program::chunk_finished& finished) override {
    if (jobs > 0) throw program::input_error("--jobs is of threads: with MPI each rank makes one chunk at a time");
    if (!begin(true)) throw program::input_error("another rank has failed");
    try {
      program::for_each_chunk(MPI_COMM_WORLD, {chunks.begin(), chunks.end()}, make, finished);
    } catch (const std::exception& problem) {
      // The others wait for this one.
      program::process_io().tell("headroom-sweep: " + std::string(problem.what()) + "\n");
      MPI_Abort(MPI_COMM_WORLD, program::bad_input);
    }
  }
  bool merges() const override { return program::rank_in(MPI_COMM_WORLD) == 0; }

  // All ranks begin, or none does. Each tells the others once.
  bool begin(bool can) {
    if (!has_told_) first_failed_ = program::first_without(MPI_COMM_WORLD, can);
    has_told_ = true;
    return first_failed_ == program::ranks_of(MPI_COMM_WORLD);
  }
  // Whether this one says what went wrong.
  bool speaks() const {
    const int rank = program::rank_in(MPI_COMM_WORLD);
    return first_failed_ == rank || (first_failed_ == program::ranks_of(MPI_COMM_WORLD) && rank == 0);
  }

 private:
  bool has_told_ = false;
  int first_failed_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  program::session s = program::session_of_terminal();
  ranks all;
  s.workers = &all;
  std::vector<std::string> words{"sweep"};
  words.insert(words.end(), argv + (argc > 0 ? 1 : 0), argv + argc);
  program::run(s, words);
  all.begin(false);
  if (all.speaks()) program::finish(s);
  program::wait_for_all(MPI_COMM_WORLD);
  MPI_Finalize();
  return s.exit;
}
