// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <string>
#include <string_view>

#include "session.hpp"

namespace headroom::program {

// Rows of an answer that is too long to be held: CSV (RFC 4180), or a JSON object a line. All rows put the same names in the
// same order; those of the first are the header.
class row_printer {
 public:
  row_printer(session& s, bool as_json) : to_(s), as_json_(as_json) {}

  void put(std::string_view name, std::string_view text);
  void put(std::string_view name, double number);  // in as few digits as give it back; nothing where it is not finite
  void put(std::string_view name, count number);
  void put_nothing(std::string_view name);
  template <class Value>
  void put_if(bool is_known, std::string_view name, Value&& value) {
    if (is_known) put(name, value());
    else put_nothing(name);
  }
  // Prints what is held where that has become much.
  void end_row();

 private:
  void begin(std::string_view name);

  session& to_;
  bool as_json_ = false;
  bool is_first_ = true;
  std::string header_{};
  std::string row_{};
};

}  // namespace headroom::program
