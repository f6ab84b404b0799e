// SPDX-License-Identifier: BSL-1.0
#include <headroom/cluster/capacity.hpp>
#include <headroom/read/own/format.hpp>
namespace hr = headroom;

// GPUs of the machines that a file holds; 0 where it cannot be read.
inline hr::count gpus_in(std::string_view json) {
  const hr::read::own_reading file = hr::read::read_own_file(json);
  return file.read == nullptr ? 0 : hr::gpu_count(file.read->cluster).known_part;
}
