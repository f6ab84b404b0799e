// SPDX-License-Identifier: BSL-1.0
#include "check/files.hpp"

#include <fnmatch.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <string_view>
#include <thread>
#include <utility>

namespace headroom::program {

namespace {

namespace fs = std::filesystem;

bool may_be_deployment(const fs::path& path) {
  constexpr std::array<std::string_view, 14> endings{".yaml", ".yml", ".json", ".conf", ".sbatch",   ".slurm", ".sh",
                                                     ".ini",  ".txt", ".tmpl", ".j2",   ".template", ".tf",    ".bicep"};
  return std::ranges::find(endings, path.extension().string()) != endings.end();
}

bool is_hidden(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with(".") || name == "node_modules";
}

// Also those folders in it that cannot be read, and links to files that are not there: as what is wrong with them.
std::vector<file_to_check> files_in(const io& from, const std::string& folder) {
  std::vector<file_to_check> found;
  std::vector<std::string> folders{folder};
  while (!folders.empty()) {
    const std::string here = std::move(folders.back());
    folders.pop_back();
    folder_reading inside = from.list(here);
    for (folder_entry& each : inside.entries) {
      const fs::path path(each.path);
      if (is_hidden(path)) continue;
      if (each.is_folder) folders.push_back(std::move(each.path));
      else if (may_be_deployment(path)) found.push_back({std::move(each.path), false, std::move(each.problem)});
    }
    if (!inside.error.empty()) found.push_back({here, false, std::move(inside.error)});
  }
  std::ranges::sort(found, {}, &file_to_check::path);
  return found;
}

// Files of Slurm with the gres.conf in their folder; those that are named, also with the only one there is.
void find_pairs(std::vector<file_to_check>& files) {
  std::map<fs::path, std::string> lists;  // by folder
  for (const file_to_check& each : files)
    if (const fs::path path(each.path); path.filename() == "gres.conf" && each.problem.empty())
      lists.emplace(path.parent_path(), each.path);
  if (lists.empty()) return;
  for (file_to_check& each : files) {
    const fs::path path(each.path);
    if (path.extension() != ".conf" || path.filename() == "gres.conf") continue;
    if (const auto found = lists.find(path.parent_path()); found != lists.end()) each.beside = found->second;
    else if (lists.size() == 1 && each.is_named)
      each.beside = lists.begin()->second;
  }
}

// A line on the terminal that is written over until the end.
class progress_line {
 public:
  progress_line(io& outside, std::size_t of) : outside_(outside), of_(of) {}
  progress_line(const progress_line&) = delete;
  progress_line& operator=(const progress_line&) = delete;
  progress_line(progress_line&&) = delete;
  progress_line& operator=(progress_line&&) = delete;
  ~progress_line() {
    if (was_written_) outside_.tell("\r\033[K");
  }
  void write(std::size_t done) {
    if (!outside_.is_watched()) return;
    outside_.tell(fmt::format("\r\033[K{} of {} files", done, of_));
    was_written_ = true;
  }

 private:
  io& outside_;
  std::size_t of_;
  bool was_written_ = false;
};

}  // namespace

std::vector<file_to_check> files_to_check(const io& from, std::span<const std::string> named, std::span<const std::string> excluded) {
  const auto is_excluded = [&](const std::string& path) {
    const std::string name = fs::path(path).filename().string();
    return std::ranges::any_of(excluded, [&](const std::string& pattern) {
      return fnmatch(pattern.c_str(), path.c_str(), 0) == 0 || fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
    });
  };
  std::vector<file_to_check> files;
  std::set<std::string> seen;
  const auto take = [&](const file_to_check& one) {
    if (seen.insert(one.path == "-" ? one.path : fs::path(one.path).lexically_normal().string()).second)
      files.push_back(one);
  };
  for (const std::string& each : named) {
    if (each != "-" && from.is_folder(each)) {
      std::vector<file_to_check> inside = files_in(from, each);
      std::erase_if(inside, [&](const file_to_check& one) { return is_excluded(one.path); });
      if (inside.empty()) inside.push_back({.path = each, .is_empty_folder = true});
      for (const file_to_check& one : inside) take(one);
    } else {
      take({each});
    }
  }
  find_pairs(files);
  return files;
}

std::vector<checked_file> check_files(io& outside, std::span<const file_to_check> files, const check_options& options,
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
        const file_to_check& each = files[i];
        results[i] = each.is_empty_folder   ? empty_folder(each.path, options)
                     : each.problem.empty() ? check_path(outside, each.path, options, each.beside)
                                            : unreadable_file(each.path, each.problem);
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

  progress_line progress(outside, files.size());
  std::unique_lock lock(guard);
  while (!finished.wait_for(lock, std::chrono::milliseconds(500), [&] { return done >= files.size(); }))
    progress.write(done);
  lock.unlock();
  threads.clear();
  if (failure != nullptr) std::rethrow_exception(failure);
  return results;
}

}  // namespace headroom::program
