// SPDX-License-Identifier: BSL-1.0
#include "check/files.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <mutex>
#include <set>
#include <string_view>
#include <system_error>
#include <thread>

namespace headroom::program {

namespace {

namespace fs = std::filesystem;

bool may_be_deployment(const fs::path& path) {
  constexpr std::array<std::string_view, 11> endings{".yaml", ".yml", ".json", ".conf",  ".sbatch", ".slurm",
                                                     ".sh",   ".ini", ".txt",  ".tmpl", ".template"};
  return std::ranges::find(endings, path.extension().string()) != endings.end();
}

bool is_hidden(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with(".") || name == "node_modules";
}

std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> found;
  std::error_code problem;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, problem);
  for (; !problem && at != fs::recursive_directory_iterator(); at.increment(problem)) {
    std::error_code ignored;
    if (is_hidden(at->path())) {
      if (at->is_directory(ignored)) at.disable_recursion_pending();
    } else if (at->is_regular_file(ignored) && may_be_deployment(at->path())) {
      found.push_back(at->path().string());
    }
  }
  std::ranges::sort(found);
  return found;
}

// A line on the terminal that is written over until the end.
class progress_line {
 public:
  explicit progress_line(std::size_t of) : of_(of), is_shown_(isatty(STDERR_FILENO) != 0) {}
  progress_line(const progress_line&) = delete;
  progress_line& operator=(const progress_line&) = delete;
  progress_line(progress_line&&) = delete;
  progress_line& operator=(progress_line&&) = delete;
  ~progress_line() {
    if (was_written_) std::fputs("\r\033[K", stderr);
  }
  void write(std::size_t done) {
    if (!is_shown_) return;
    std::fprintf(stderr, "\r\033[K%zu of %zu files", done, of_);
    was_written_ = true;
  }

 private:
  std::size_t of_;
  bool is_shown_;
  bool was_written_ = false;
};

}  // namespace

std::vector<file_to_check> files_to_check(std::span<const std::string> named) {
  std::vector<file_to_check> files;
  std::set<std::string> seen;
  const auto take = [&](const std::string& path, found_by how) {
    if (seen.insert(path == "-" ? path : fs::path(path).lexically_normal().string()).second)
      files.push_back({path, how});
  };
  for (const std::string& each : named) {
    std::error_code ignored;
    if (each != "-" && fs::is_directory(each, ignored)) {
      for (const std::string& inside : files_in(each)) take(inside, found_by::folder);
    } else {
      take(each, found_by::name);
    }
  }
  return files;
}

std::vector<checked_file> check_files(std::span<const file_to_check> files, const check_options& options,
                                      unsigned jobs) {
  std::vector<checked_file> results(files.size());
  std::atomic<std::size_t> next{0};
  std::mutex guard;
  std::condition_variable finished;
  std::size_t done = 0;
  std::exception_ptr failure;

  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < files.size(); i = next++) {
        results[i] = check_path(files[i].path, options, files[i].how);
        const std::lock_guard lock(guard);
        ++done;
        finished.notify_one();
      }
    } catch (...) {
      const std::lock_guard lock(guard);
      failure = std::current_exception();
      next = files.size();
      done = files.size();
      finished.notify_one();
    }
  };
  const auto count_of_threads = std::clamp<std::size_t>(jobs, 1, std::max<std::size_t>(files.size(), 1));
  std::vector<std::jthread> threads(count_of_threads);
  for (std::jthread& each : threads) each = std::jthread(work);

  progress_line progress(files.size());
  std::unique_lock lock(guard);
  while (!finished.wait_for(lock, std::chrono::milliseconds(500), [&] { return done >= files.size(); }))
    progress.write(done);
  lock.unlock();
  threads.clear();
  if (failure != nullptr) std::rethrow_exception(failure);
  return results;
}

}  // namespace headroom::program
