// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/units.hpp>
#include <string_view>
#include <vector>

#include <headroom/read/own/planned_job.hpp>

#include "reading.hpp"

namespace headroom::program {

// How sure a part is: it follows from the job by arithmetic, is an estimate, or is what a setting keeps free.
enum class part_standing { exact, estimate, setting };

constexpr std::string_view name(part_standing of) {
  switch (of) {
    case part_standing::exact:
      return "exact";
    case part_standing::estimate:
      return "estimate";
    case part_standing::setting:
      break;
  }
  return "setting";
}

// One part of what the fullest rank of a job takes of its GPU. The parts add up to `needed`.
struct rank_part {
  std::string_view key{};
  std::string_view title{};
  memory amount{};
  part_standing standing = part_standing::exact;
  std::string_view only{};  // what keeps a counted part from being exact: "text part only"
  memory least{};           // of an estimate whose spread was measured; with `most`
  memory most{};

  bool is_counted() const { return standing == part_standing::exact; }
  bool is_exact() const { return is_counted() && only.empty(); }
};

// "exact", or what keeps it from that.
std::string_view standing_text(const rank_part& of);

struct rank_use {
  count stage = 0;
  count stages = 1;
  std::vector<rank_part> parts{};
  memory needed{};             // of a GPU, as its driver shows it
  memory host{};               // of the host's memory
  memory nvme{};               // of its NVMe disks
  memory leanest{};            // what the leanest stage needs of a GPU
  std::string_view because{};  // the part in which the fullest differs most from the leanest; empty: all alike
};

// Of a job that does not contradict itself.
rank_use use_of(const planned_job& job);

}  // namespace headroom::program
