// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/inference/engine_limits.hpp>
#include <headroom/inference/memory.hpp>
#include <string_view>

#include "validate/date.hpp"
#include "validate/row.hpp"

namespace headroom::program::validation {

// What a server does unless its job says otherwise, in the versions from one on: the only place that knows. Every row of
// the server is judged with it.
struct serving_defaults {
  std::string_view word{};   // in the row's name of the server
  std::string_view since{};  // the version from which on it holds, as numbers; empty: from the first on
  calendar_date since_date{};  // of that version
  serving_engine is{};
  const engine_limits* limits = nullptr;    // for which it sets memory aside
  // Of weights and of the cache, where neither the row nor the publisher of the model says: what servers take for "auto" is the checkpoint's
  // own, of 16 bits (general knowledge).
  std::string_view formats = "bf16";
  bool cache_in_fp8 = false;           // where the checkpoint's products are
};

// Of the server that a row names, or of what is known of rows that name none. Of a server with several entries: the newest that the row's
// version has reached, or where it says none its date; where the row says neither, the oldest, as for frameworks of training.
const serving_defaults& serving_defaults_of(const json& config);

// Whether the row is of that server; of one that nobody knows it is not.
bool is_server(const json& config, const serving_engine& which);

}  // namespace headroom::program::validation
