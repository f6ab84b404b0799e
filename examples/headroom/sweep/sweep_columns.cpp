// SPDX-License-Identifier: BSL-1.0
#include "sweep/sweep_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <headroom/read/common/models.hpp>
#include <limits>
#include <memory>
#include <string_view>
#include <system_error>

#include "io.hpp"
#include "judgement.hpp"
#include "print/json_output.hpp"
#include "print/rows.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

// A cell of a chunk: of a text in quotes, what it says.
struct swept_cell {
  std::string text{};
  bool is_text = false;
};

using cell_row = std::vector<swept_cell>;

// The next cell, without the comma or the end of line behind it. True: that was the last of its row.
bool take_cell(std::string_view& rest, swept_cell& cell) {
  cell.text.clear();
  cell.is_text = rest.starts_with('"');
  if (cell.is_text) {
    rest.remove_prefix(1);
    for (;;) {
      const std::size_t quote = std::min(rest.find('"'), rest.size());
      cell.text += rest.substr(0, quote);
      rest.remove_prefix(std::min(rest.size(), quote + 1));
      if (!rest.starts_with('"')) break;
      cell.text += '"';
      rest.remove_prefix(1);
    }
  } else {
    const std::size_t length = std::min(rest.find_first_of(",\n"), rest.size());
    cell.text = rest.substr(0, length);
    rest.remove_prefix(length);
  }
  const bool is_last = !rest.starts_with(',');
  rest.remove_prefix(std::min<std::size_t>(rest.size(), 1));
  return is_last;
}

void take_row(std::string_view& rest, cell_row& row) {
  std::size_t i = 0;
  for (bool is_last = false; !is_last; ++i) {
    if (i == row.size()) row.emplace_back();
    is_last = take_cell(rest, row[i]);
  }
  row.resize(i);
}

// The header once, then each row.
void for_each_row(const sweep_folder& from, const std::function<void(const cell_row&)>& header, const std::function<void(const cell_row&)>& visit) {
  cell_row names, row;
  for (count chunk = 0; chunk < from.chunks(); ++chunk) {
    const std::string text = from.rows_of(chunk);
    std::string_view rest = text;
    take_row(rest, names);
    if (chunk == 0) header(names);
    while (!rest.empty()) {
      take_row(rest, row);
      if (row.size() != names.size()) throw input_error(fmt::format("chunk {}: a row of {} cells under {} names: remove it, and run this again", chunk, row.size(), names.size()));
      visit(row);
    }
  }
}

void append_row(std::string& to, const cell_row& row) {
  std::string_view between;
  for (const swept_cell& each : row) {
    to += between;
    append_csv(to, each.text);
    between = ",";
  }
  to += '\n';
}

// A file that is there once all of it is.
class growing_file {
 public:
  explicit growing_file(const std::filesystem::path& path) : place_(path) {
    file_.reset(std::fopen(place_.first.c_str(), "wb"));
    if (file_ == nullptr) fail(errno);
  }
  void write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) fail(errno);
  }
  void finish() {
    if (std::fclose(file_.release()) != 0) fail(errno);
    if (const std::error_code wrong = place_.finish()) fail(wrong.value());
  }

 private:
  [[noreturn]] void fail(int error) const {
    place_.give_up();
    throw input_error(fmt::format("{}: {}", place_.last.string(), std::generic_category().message(error)));
  }

  struct closing {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  written_place place_;
  std::unique_ptr<std::FILE, closing> file_{};
};

void write_csv_with(const sweep_folder& from, const std::function<void(std::string&)>& flush) {
  constexpr std::size_t most_held = 1 << 16;
  std::string held;
  const auto add = [&](const cell_row& row) {
    append_row(held, row);
    if (held.size() >= most_held) flush(held);
  };
  for_each_row(from, add, add);
  flush(held);
}

std::string header_of_npy(const std::string& type, count rows) {
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({},), }}", type, rows);
  constexpr std::size_t before = 10;
  constexpr std::size_t aligned = 64;
  text.append(aligned - 1 - (before + text.size()) % aligned, ' ');
  text += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(text.size() % 256);
  header += static_cast<char>(text.size() / 256);
  return header + text;
}

double number_of_cell(const std::string& text) {
  double value = std::numeric_limits<double>::quiet_NaN();
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

sweep_columns columns_of(const sweep_folder& from) {
  sweep_columns found;
  std::size_t outcome_at = 0;
  outcome best = outcome::does_not_fit;
  bool is_any_job = false;
  const auto header = [&](const cell_row& names) {
    for (const swept_cell& each : names) found.names.push_back(each.text);
    outcome_at = static_cast<std::size_t>(std::ranges::find(found.names, "outcome") - found.names.begin());
    found.are_texts.resize(names.size());
    found.widths.resize(names.size(), 1);
  };
  for_each_row(from, header, [&](const cell_row& row) {
    ++found.rows;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!row[i].is_text) continue;
      found.are_texts[i] = true;
      found.widths[i] = std::max(found.widths[i], row[i].text.size());
    }
    if (outcome_at == row.size()) return;
    for (const outcome each : {outcome::fits, outcome::cannot_be_judged, outcome::does_not_fit})
      if (row[outcome_at].text == name(each)) {
        is_any_job = true;
        best = std::min(best, each);
      }
  });
  found.exit = is_any_job ? exit_of(best) : cannot_be_judged;
  return found;
}

void print_csv(session& s, const sweep_folder& from) {
  write_csv_with(from, [&](std::string& held) {
    s.write(held);
    s.flush();
    held.clear();
  });
}

void print_json(session& s, const sweep_folder& from) {
  std::vector<std::string> keys;
  const auto header = [&](const cell_row& names) {
    for (const swept_cell& each : names) keys.push_back(fmt::format("{}{}: ", keys.empty() ? "{" : ", ", json_text(each.text)));
  };
  for_each_row(from, header, [&](const cell_row& row) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += keys[i];
      line += row[i].is_text ? json_text(row[i].text) : row[i].text.empty() ? "null" : row[i].text;
    }
    s.write(line + "}\n");
    s.flush();
  });
}

void write_csv(const std::string& file, const sweep_folder& from) {
  growing_file to(file);
  write_csv_with(from, [&](std::string& held) {
    to.write(held);
    held.clear();
  });
  to.finish();
}

void write_npy(const std::string& folder, const sweep_folder& from, const sweep_columns& of) {
  std::error_code wrong;
  std::filesystem::create_directories(folder, wrong);
  std::vector<growing_file> files;
  constexpr char order = std::endian::native == std::endian::little ? '<' : '>';
  for (std::size_t i = 0; i < of.names.size(); ++i) {
    files.emplace_back(std::filesystem::path(folder) / (of.names[i] + ".npy"));
    files.back().write(header_of_npy(of.are_texts[i] ? fmt::format("|S{}", of.widths[i]) : fmt::format("{}f8", order), of.rows));
  }
  std::string bytes;
  for_each_row(from, [](const cell_row&) {}, [&](const cell_row& row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (of.are_texts[i]) {
        bytes = row[i].text;
        bytes.resize(of.widths[i], '\0');
      } else {
        const double value = number_of_cell(row[i].text);
        bytes.resize(sizeof value);
        std::memcpy(bytes.data(), &value, sizeof value);
      }
      files[i].write(bytes);
    }
  });
  for (growing_file& each : files) each.finish();
}

}  // namespace headroom::program
