// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <mpi.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

// Chunks of work for the ranks of a communicator, one at a time each, as each asks for the next. Uses MPI alone.
namespace headroom::program {

inline int rank_in(MPI_Comm all) {
  int rank = 0;
  MPI_Comm_rank(all, &rank);
  return rank;
}

inline int ranks_of(MPI_Comm all) {
  int ranks = 1;
  MPI_Comm_size(all, &ranks);
  return ranks;
}

// The lowest rank for which something does not hold; the number of ranks where it holds for all. All ranks call it.
inline int first_without(MPI_Comm all, bool holds) {
  int own = holds ? ranks_of(all) : rank_in(all);
  int first = own;
  MPI_Allreduce(&own, &first, 1, MPI_INT, MPI_MIN, all);
  return first;
}

// Until all ranks are here, without taking a core. While they wait here, mpirun ends them all where one dies; in MPI_Finalize it waits for ever.
inline void wait_for_all(MPI_Comm all) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(all, &request);
  for (int are_here = 0;;) {
    MPI_Test(&request, &are_here, MPI_STATUS_IGNORE);
    if (are_here != 0) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

// Rank 0 hands out, and makes chunks of its own meanwhile.
class chunk_dispatch {
 public:
  chunk_dispatch(MPI_Comm all, std::size_t chunks) : all_(all), chunks_(chunks), given_(static_cast<std::size_t>(ranks_of(all)), none) {}

  // The next for rank 0 itself.
  std::int64_t take() { return next_ < chunks_ ? static_cast<std::int64_t>(next_++) : none; }
  // Answers all who ask. Calls finished(i) with each chunk that a rank has done.
  template <class Finished>
  void answer(Finished&& finished) {
    for (;;) {
      int is_there = 0;
      MPI_Status from;
      MPI_Iprobe(MPI_ANY_SOURCE, asks, all_, &is_there, &from);
      if (is_there == 0) return;
      MPI_Recv(nullptr, 0, MPI_BYTE, from.MPI_SOURCE, asks, all_, MPI_STATUS_IGNORE);
      std::int64_t& given = given_[static_cast<std::size_t>(from.MPI_SOURCE)];
      if (given != none) finished(static_cast<std::size_t>(given));
      given = take();
      if (given == none) ++sent_home_;
      MPI_Send(&given, 1, MPI_INT64_T, from.MPI_SOURCE, gives, all_);
    }
  }
  bool is_over() const { return next_ == chunks_ && sent_home_ + 1 == static_cast<int>(given_.size()); }

  // What a rank other than 0 is given.
  static std::int64_t asked_for(MPI_Comm all) {
    std::int64_t given = none;
    MPI_Send(nullptr, 0, MPI_BYTE, 0, asks, all);
    MPI_Recv(&given, 1, MPI_INT64_T, 0, gives, all, MPI_STATUS_IGNORE);
    return given;
  }

  static constexpr std::int64_t none = -1;

 private:
  static constexpr int asks = 1;
  static constexpr int gives = 2;

  MPI_Comm all_;
  std::size_t chunks_ = 0;
  std::size_t next_ = 0;
  std::vector<std::int64_t> given_;
  int sent_home_ = 0;
};

// Calls make(chunk, between) for each chunk on one of the ranks, and finished(chunk) on rank 0 once it is made. All ranks call it; the
// chunks of rank 0 count. `between` has to be called every now and then by what takes long: rank 0 answers the others in it.
template <class Make, class Finished>
void for_each_chunk(MPI_Comm all, std::vector<std::int64_t> chunks, Make&& make, Finished&& finished) {
  std::int64_t size = static_cast<std::int64_t>(chunks.size());
  MPI_Bcast(&size, 1, MPI_INT64_T, 0, all);
  chunks.resize(static_cast<std::size_t>(size));
  constexpr std::size_t at_once = 1 << 20;  // MPI counts in int
  for (std::size_t i = 0; i < chunks.size(); i += at_once)
    MPI_Bcast(chunks.data() + i, static_cast<int>(chunks.size() - i < at_once ? chunks.size() - i : at_once), MPI_INT64_T, 0, all);
  if (rank_in(all) > 0) {
    for (std::int64_t i = chunk_dispatch::asked_for(all); i != chunk_dispatch::none; i = chunk_dispatch::asked_for(all))
      make(chunks[static_cast<std::size_t>(i)], [] {});
    return;
  }
  chunk_dispatch dispatch(all, chunks.size());
  const auto is_finished = [&](std::size_t i) { finished(chunks[i]); };
  const auto between = [&] { dispatch.answer(is_finished); };
  for (std::int64_t i = dispatch.take(); i != chunk_dispatch::none; i = dispatch.take()) {
    make(chunks[static_cast<std::size_t>(i)], between);
    is_finished(static_cast<std::size_t>(i));
    between();
  }
  while (!dispatch.is_over()) {
    between();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace headroom::program
