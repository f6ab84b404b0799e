// SPDX-License-Identifier: BSL-1.0
#include "print/rows.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "print/json_output.hpp"

namespace headroom::program {

namespace {

void append_quoted(std::string& to, std::string_view text) {
  to += '"';
  for (const char each : text) to.append(each == '"' ? 2 : 1, each);
  to += '"';
}

}  // namespace

void append_csv(std::string& to, std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    to += text;
    return;
  }
  append_quoted(to, text);
}

void row_printer::begin(std::string_view name) {
  if (form_ == row_form::json) {
    row_ += row_.empty() ? "{\"" : ", \"";
    row_ += name;
    row_ += "\": ";
    return;
  }
  if (is_first_) fmt::format_to(std::back_inserter(header_), "{}{}", header_.empty() ? "" : ",", name);
  row_ += ',';
}

void row_printer::put(std::string_view name, std::string_view text) {
  begin(name);
  if (form_ == row_form::json) row_ += json_text(text);
  else if (form_ == row_form::csv) append_csv(row_, text);
  else append_quoted(row_, text);
}

void row_printer::put(std::string_view name, double number) {
  if (!std::isfinite(number)) return put_nothing(name);
  begin(name);
  fmt::format_to(std::back_inserter(row_), "{}", number);
}

void row_printer::put(std::string_view name, count number) {
  begin(name);
  fmt::format_to(std::back_inserter(row_), "{}", number);
}

void row_printer::put_nothing(std::string_view name) {
  begin(name);
  if (form_ == row_form::json) row_ += "null";
}

void row_printer::end_row() {
  if (form_ == row_form::json) {
    to_ += row_;
    to_ += "}\n";
  } else {
    if (is_first_) to_ += header_ + '\n';
    to_ += std::string_view(row_).substr(1);  // behind the first comma
    to_ += '\n';
  }
  is_first_ = false;
  row_.clear();
}

}  // namespace headroom::program
