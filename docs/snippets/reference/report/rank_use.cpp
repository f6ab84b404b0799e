// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/report/rank_use.hpp>
namespace hr = headroom;

namespace report_rank_use_reference {  // hidden
// What of a GPU does not follow from the job by arithmetic.
hr::memory estimated(const hr::serving_job& job) {
  hr::memory sum{};
  for (const hr::rank_part& each : hr::use_of(job).parts)
    if (each.standing == hr::part_standing::estimate) sum += each.amount;
  return sum;
}
}  // namespace report_rank_use_reference  // hidden
