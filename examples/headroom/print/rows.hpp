// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <string>
#include <string_view>

namespace headroom::program {

// CSV (RFC 4180), with texts in quotes where they need it or always, or a JSON object a line.
enum class row_form { csv, quoted_csv, json };

// A text as a cell of CSV.
void append_csv(std::string& to, std::string_view text);

// Rows of an answer that is too long to be held. All rows put the same names in the same order; those of the first are the header.
class row_printer {
 public:
  row_printer(std::string& to, row_form form) : to_(to), form_(form) {}

  void put(std::string_view name, std::string_view text);
  void put(std::string_view name, double number);  // in as few digits as give it back; nothing where it is not finite
  void put(std::string_view name, count number);
  void put_nothing(std::string_view name);
  template <class Value>
  void put_if(bool is_known, std::string_view name, Value&& value) {
    if (is_known) put(name, value());
    else put_nothing(name);
  }
  void end_row();

 private:
  void begin(std::string_view name);

  std::string& to_;
  row_form form_ = row_form::csv;
  bool is_first_ = true;
  std::string header_{};
  std::string row_{};
};

}  // namespace headroom::program
