// SPDX-License-Identifier: BSL-1.0
#include "outside_run.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

namespace headroom::program {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_read = std::size_t{16} << 20;

// Gone at the end, with all in it.
struct folder {
  std::string path{};

  folder() {
    std::error_code wrong;
    path = (fs::temp_directory_path(wrong) / "headroom-XXXXXX").string();
    if (wrong || mkdtemp(path.data()) == nullptr) path.clear();
  }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;
  ~folder() {
    std::error_code ignored;
    if (!path.empty()) fs::remove_all(path, ignored);
  }
};

// Empty: none that can be run.
std::string found_on_path(const std::string& program) {
  const char* const all = std::getenv("PATH");
  std::string_view rest = all == nullptr ? "" : all;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::string path = (fs::path(rest.substr(0, end)) / program).string();
    if (end > 0 && !fs::is_directory(path) && access(path.c_str(), X_OK) == 0) return fs::absolute(path).string();
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

// Between fork and exec, where nothing may be allocated.
[[noreturn]] void become(const char* path, char* const* words, const char* where) {
  setpgid(0, 0);
  const rlimit most{most_read, most_read};
  setrlimit(RLIMIT_FSIZE, &most);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (chdir(where) == 0) {
    const int printed = open("printed", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (nothing >= 0 && printed >= 0 && dup2(nothing, 0) >= 0 && dup2(printed, 1) >= 0 && dup2(printed, 2) >= 0) execv(path, words);
  }
  _exit(127);
}

std::string end_of(std::string text, std::size_t most) { return text.size() > most ? text.substr(text.size() - most) : text; }

}  // namespace

outside_run run_outside(std::span<const std::string> words, std::span<const file_to_write> files, const std::string& result, std::chrono::milliseconds most) {
  const std::string path = found_on_path(words[0]);
  if (path.empty()) return {.error = "it is not on PATH"};
  const folder own;
  if (own.path.empty()) return {.error = "there is no folder for its files"};
  std::vector<file_to_write> there;
  for (const file_to_write& each : files) there.push_back({(fs::path(own.path) / each.path).string(), each.text});
  if (process_io().write(there).has_value()) return {.error = "its files cannot be written"};
  std::vector<std::string> texts(words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& each : texts) arguments.push_back(each.data());
  arguments.push_back(nullptr);

  const pid_t child = fork();
  if (child < 0) return {.error = std::generic_category().message(errno)};
  if (child == 0) become(path.c_str(), arguments.data(), own.path.c_str());
  outside_run made;
  const auto end = std::chrono::steady_clock::now() + most;
  int status = 0;
  for (auto pause = std::chrono::milliseconds(1); waitpid(child, &status, WNOHANG) == 0;) {
    if (std::chrono::steady_clock::now() >= end) {
      made.was_ended = true;
      if (kill(-child, SIGKILL) != 0) kill(child, SIGKILL);
      waitpid(child, &status, 0);
      break;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, std::chrono::milliseconds(50));
  }
  made.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  made.result = process_io().read((fs::path(own.path) / result).string(), most_read).text;
  made.printed = end_of(process_io().read((fs::path(own.path) / "printed").string(), most_read).text, 400);
  return made;
}

}  // namespace headroom::program
