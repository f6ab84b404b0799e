// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/own/job_fields.hpp>
namespace hr = headroom;

// What a key of a job that serves means; empty: there is none of that name.
inline std::string_view meaning_of_key(std::string_view key) {
  for (const auto& each : hr::read::serving_fields())
    if (each.key == hr::read::whole_key(key, false)) return each.meaning;
  return {};
}
