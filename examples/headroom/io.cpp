// SPDX-License-Identifier: BSL-1.0
#include "io.hpp"

#include "outside_run.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

namespace headroom::program {

namespace {

namespace fs = std::filesystem;

std::string said_by_system(int error) { return std::generic_category().message(error); }

// Empty: it is written.
std::string write_all(const fs::path& path, std::string_view text) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return said_by_system(errno);
  errno = 0;
  const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int error = errno;
  if (std::fclose(file) != 0) return said_by_system(errno);
  return is_written ? std::string() : said_by_system(error);
}

class process final : public io {
 public:
  file_reading read(const std::string& path, std::size_t most) const override {
    const auto close = [](std::FILE* file) {
      if (file != stdin) std::fclose(file);
    };
    errno = 0;
    const std::unique_ptr<std::FILE, decltype(close)> file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"), close);
    if (file == nullptr) return {{}, said_by_system(errno)};
    file_reading result;
    std::array<char, 65'536> block{};
    while (result.text.size() <= most) {
      const std::size_t taken = std::fread(block.data(), 1, block.size(), file.get());
      result.text.append(block.data(), taken);
      if (std::ferror(file.get()) != 0) return {{}, said_by_system(errno)};
      if (taken == 0) break;
    }
    return result;
  }

  folder_reading list(const std::string& folder) const override {
    folder_reading result;
    std::error_code problem;
    fs::directory_iterator at(folder, problem);
    for (; !problem && at != fs::directory_iterator(); at.increment(problem)) {
      std::error_code ignored, why;
      const fs::file_status own = at->symlink_status(ignored);
      const fs::file_status target = at->status(why);
      // A link to a folder is not followed.
      if (fs::is_directory(own)) result.entries.push_back({at->path().string(), true, {}});
      else if (fs::is_regular_file(target)) result.entries.push_back({at->path().string(), false, {}});
      else if (fs::is_symlink(own) && !fs::is_directory(target) && !fs::exists(target))
        result.entries.push_back({at->path().string(), false, why ? why.message() : said_by_system(ENOENT)});
    }
    if (problem) result.error = problem.message();
    return result;
  }

  bool is_there(const std::string& path) const override {
    std::error_code ignored;
    return fs::exists(path, ignored);
  }

  bool is_folder(const std::string& path) const override {
    std::error_code ignored;
    return fs::is_directory(path, ignored);
  }

  std::optional<write_problem> write(std::span<const file_to_write> files) override {
    std::vector<written_place> places;
    const auto give_up = [&](std::size_t file, std::string why) {
      for (const written_place& each : places) each.give_up();
      return write_problem{file, std::move(why)};
    };
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (is_folder(files[i].path)) return give_up(i, "it is a folder");
      places.emplace_back(files[i].path);
      if (std::string why = write_all(places[i].first, files[i].text); !why.empty()) return give_up(i, std::move(why));
    }
    for (std::size_t i = 0; i < files.size(); ++i)
      if (const std::error_code wrong = places[i].finish()) return give_up(i, wrong.message());
    return std::nullopt;
  }

  outside_run run(std::span<const std::string> words, std::span<const file_to_write> files, const std::string& result, std::chrono::milliseconds most) const override {
    return run_outside(words, files, result, most);
  }

  bool print(std::string_view text) override {
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  }

  void tell(std::string_view text) override {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
  }

  bool is_watched() const override { return isatty(STDERR_FILENO) != 0; }
};

}  // namespace

written_place::written_place(const fs::path& named) {
  std::error_code wrong;
  last = fs::canonical(named, wrong);
  if (wrong) last = named;
  first = last;
  const fs::file_status status = fs::status(last, wrong);
  if (!fs::exists(status) || fs::is_regular_file(status)) first += ".headroom-part";
}

std::error_code written_place::finish() const {
  std::error_code wrong;
  if (first != last) fs::rename(first, last, wrong);
  return wrong;
}

void written_place::give_up() const {
  std::error_code ignored;
  if (first != last) fs::remove(first, ignored);
}

io& process_io() {
  static process only;
  return only;
}

file_reading read_file(const io& from, const std::string& path, std::size_t most) { return from.read(path, most); }

}  // namespace headroom::program
