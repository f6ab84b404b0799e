// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <string_view>

#include <headroom/read/common/words.hpp>
#include "validate/figures.hpp"
#include "validate/row.hpp"
#include "reading.hpp"

// How long a checkpoint is written or a model read: its bytes over the bandwidth that the row states.
namespace headroom::program::validation {

namespace {

constexpr std::array<std::string_view, 5> times{"write_time", "save_time", "read_time", "load_time", "time"};

memory bytes_of(const json& c) {
  if (has(c, "checkpoint_tib")) return tebibytes(number(c, {"checkpoint_tib"}));
  if (has(c, "size_tb")) return terabytes(number(c, {"size_tb"}));
  return bytes(number(c, {"bytes"}));
}

}  // namespace

void find_storage(const json& row, judged& one) {
  const json& c = config_of(row);
  if (!is_one_of(one.metric, times)) throw refusal("what somebody measured or states of a storage, and nothing that the row has the inputs of");
  const double bandwidth_stated = number(c, {"bandwidth_gb_s"});
  if (!(bandwidth_stated > 0)) throw refusal("the bandwidth is not above 0");
  one.found = in_unit_of(bytes_of(c) / gigabytes_per_second(bandwidth_stated), one.unit);
}

}  // namespace headroom::program::validation
