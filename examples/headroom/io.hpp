// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <headroom/read/document.hpp>

#include "reading.hpp"

namespace headroom::program {

struct file_reading {
  std::string text{};
  std::string error{};  // empty: it was read
};

struct folder_entry {
  std::string path{};
  bool is_folder = false;
  std::string problem{};  // of a link that leads to nothing
};

struct folder_reading {
  std::vector<folder_entry> entries{};  // files and folders, in no order; what can be read before a problem
  std::string error{};
};

struct file_to_write {
  std::string path{};
  std::string text{};
};

// Where a file is written that is to be whole or not there: beside the one that its name leads to, which it then takes the
// place of. A pipe or a device is written to as it is.
struct written_place {
  std::filesystem::path first{};
  std::filesystem::path last{};

  explicit written_place(const std::filesystem::path& named);
  std::error_code finish() const;
  void give_up() const;
};

struct write_problem {
  std::size_t file = 0;  // which of them
  std::string why{};
};

// A program of others, in a folder of its own that is gone afterwards.
struct outside_run {
  std::string error{};     // why it could not be run; empty: it was
  bool was_ended = false;  // its time was up
  int status = 0;          // what it ended with; of a signal 128 and its number
  std::string result{};    // the file that it was to write; empty: it wrote none
  std::string printed{};   // the last of what it printed
};

// All that a run reads from and writes to. What only reads may be called by several threads at once.
class io {
 public:
  io() = default;
  io(const io&) = delete;
  io& operator=(const io&) = delete;
  virtual ~io() = default;

  // A whole file, or standard input for "-", up to so many bytes and a block more: enough to see that it is too large.
  virtual file_reading read(const std::string& path, std::size_t most) const = 0;
  virtual folder_reading list(const std::string& folder) const = 0;
  virtual bool is_there(const std::string& path) const = 0;
  virtual bool is_folder(const std::string& path) const = 0;
  // All of them, each whole, or none.
  virtual std::optional<write_problem> write(std::span<const file_to_write> files) = 0;

  // A program of others, as run_outside has it; where none can be run that is its error.
  virtual outside_run run(std::span<const std::string>, std::span<const file_to_write>, const std::string&, std::chrono::milliseconds) const { return {.error = "no program can be run here"}; }

  // To standard output. False: it cannot be written to.
  virtual bool print(std::string_view text) = 0;
  // To standard error.
  virtual void tell(std::string_view text) = 0;
  // Whether standard error is a terminal, where a line may be written over.
  virtual bool is_watched() const = 0;
};

// Of this process: its disk and its streams.
io& process_io();

file_reading read_file(const io& from, const std::string& path, std::size_t most = read::document_limits{}.bytes);

}  // namespace headroom::program
