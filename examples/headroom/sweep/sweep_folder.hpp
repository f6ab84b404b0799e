// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <filesystem>
#include <headroom/count.hpp>
#include <headroom/plan/sweep.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::program {

// Where the finished chunks of one sweep are kept. Several processes may work in it, on one machine or on several that share the disk:
// a chunk is there whole or not at all, and it is the same whoever made it.
class sweep_folder {
 public:
  // Chunks of so many points; 0: as the folder has them, or by the number of points. Throws input_error where the folder is of another sweep.
  sweep_folder(std::string path, std::string_view identity, count points, count length);

  count chunks() const { return ceil_of(points_, length_); }
  sweep_chunk points_of(count chunk) const { return chunk_at(chunk, points_, length_); }
  // Those that are not finished, in order.
  std::vector<count> missing() const;
  bool has(count chunk) const;
  // These throw input_error where the disk is full, or a file is gone.
  void keep(count chunk, std::string_view rows) const;
  std::string rows_of(count chunk) const;
  // What was left of chunks whose maker was killed. For when all chunks are there.
  void remove_parts() const;

 private:
  std::filesystem::path file_of(count chunk) const;

  std::filesystem::path path_;
  count points_ = 0;
  count length_ = 0;
};

// Written beside it and then renamed, so that a file is whole or not there, also after the machine has failed. Throws input_error.
void write_whole(const std::filesystem::path& path, std::string_view text);

}  // namespace headroom::program
