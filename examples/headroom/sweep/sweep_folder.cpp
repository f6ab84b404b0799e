// SPDX-License-Identifier: BSL-1.0
#include "sweep/sweep_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/models.hpp>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "io.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

constexpr std::string_view part_ending = ".part";
constexpr const char* sweep_file = "sweep.json";

[[noreturn]] void fail_to(const std::filesystem::path& path, std::string_view what, int error) {
  throw input_error(fmt::format("{}: {}: {}", path.string(), what, std::generic_category().message(error)));
}

// A name that no other process or thread has, on this machine or another with the same disk.
std::filesystem::path part_of(const std::filesystem::path& path) {
  static std::atomic<unsigned> made{0};
  std::array<char, 65> host{};
  gethostname(host.data(), host.size() - 1);
  std::filesystem::path part = path;
  part += fmt::format(".{}-{}-{}{}", host.data(), getpid(), made++, part_ending);
  return part;
}

// What was renamed stays renamed after a power cut only once the folder is on the disk.
void sync_folder(const std::filesystem::path& folder) {
  const int file = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  fsync(file);
  close(file);
}

void write_all_of(int file, std::string_view text, const std::filesystem::path& path) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int error = errno;
      close(file);
      fail_to(path, "cannot be written", error);
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// Some thousand chunks at most, none of more than some seconds of work, enough for all cores; and not so small that writing them is the work.
count usual_length(count points) {
  constexpr count few = 64;
  return std::clamp<count>(std::max(ceil_of(points, few * few), std::min(few, ceil_of(points, few))), 1, 16'384);
}

}  // namespace

void write_whole(const std::filesystem::path& path, std::string_view text) {
  const std::filesystem::path part = part_of(path);
  const int file = open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) fail_to(path, "cannot be written", errno);
  write_all_of(file, text, path);
  const bool is_on_disk = fsync(file) == 0;
  const int error = errno;
  if (close(file) != 0 || !is_on_disk) fail_to(path, "cannot be written", error);
  std::error_code wrong;
  std::filesystem::rename(part, path, wrong);
  // Another that had finished first may have cleared this one away.
  if (wrong && !std::filesystem::exists(path)) fail_to(path, "cannot be written", wrong.value());
  sync_folder(path.parent_path());
}

sweep_folder::sweep_folder(std::string path, std::string_view identity, count points, count length) : path_(std::move(path)), points_(points), length_(length) {
  std::error_code wrong;
  std::filesystem::create_directories(path_, wrong);
  if (!std::filesystem::is_directory(path_)) fail_to(path_, "is no folder, and cannot be made one", wrong ? wrong.value() : ENOTDIR);
  const std::filesystem::path said = path_ / sweep_file;
  const auto text_with = [&](count of_each) { return nlohmann::ordered_json{{"sweep", identity}, {"points", points}, {"chunk", of_each}}.dump() + "\n"; };
  bool is_begun = false;
  bool is_foreign = false;
  for (const auto& each : std::filesystem::directory_iterator(path_, wrong)) {
    is_begun = is_begun || each.path().filename() == sweep_file;
    is_foreign = is_foreign || each.path().extension() != part_ending;
  }
  if (wrong) fail_to(path_, "cannot be read", wrong.value());
  if (!is_begun && is_foreign) throw input_error(fmt::format("{}: the folder holds other files: expected one that is empty, or of this sweep", path_.string()));
  if (!is_begun) write_whole(said, text_with(length_ > 0 ? length_ : usual_length(points)));
  const file_reading read = process_io().read(said.string(), 4'096);
  if (!read.error.empty()) throw input_error(fmt::format("{}: {}", said.string(), read.error));
  const nlohmann::json found = nlohmann::json::parse(read.text, nullptr, false);
  const count has = found.is_object() && found.contains("chunk") && found["chunk"].is_number_integer() ? found["chunk"].get<count>() : 0;
  if (has < 1 || read.text != text_with(has))
    throw input_error(fmt::format("{}: the folder is of another spec, or of another version of the program: expected an empty one", path_.string()));
  if (length_ > 0 && length_ != has) throw input_error(fmt::format("--chunk: {} has chunks of {} points: expected the same, or no --chunk", path_.string(), has));
  length_ = has;
}

std::filesystem::path sweep_folder::file_of(count chunk) const { return path_ / fmt::format("chunk-{:012}.csv", chunk); }

std::vector<count> sweep_folder::missing() const {
  std::vector<bool> is_there(static_cast<std::size_t>(chunks()), false);
  std::error_code wrong;
  for (const auto& each : std::filesystem::directory_iterator(path_, wrong)) {
    const std::string name = each.path().filename().string();
    count chunk = -1;
    if (std::sscanf(name.c_str(), "chunk-%12ld.csv", &chunk) == 1 && chunk >= 0 && chunk < chunks() && each.path() == file_of(chunk))
      is_there[static_cast<std::size_t>(chunk)] = true;
  }
  if (wrong) fail_to(path_, "cannot be read", wrong.value());
  std::vector<count> all;
  for (count chunk = 0; chunk < chunks(); ++chunk)
    if (!is_there[static_cast<std::size_t>(chunk)]) all.push_back(chunk);
  return all;
}

bool sweep_folder::has(count chunk) const { return std::filesystem::exists(file_of(chunk)); }

void sweep_folder::keep(count chunk, std::string_view rows) const { write_whole(file_of(chunk), rows); }

std::string sweep_folder::rows_of(count chunk) const {
  file_reading read = process_io().read(file_of(chunk).string(), std::size_t{1} << 30);
  if (!read.error.empty()) throw input_error(fmt::format("{}: {}", file_of(chunk).string(), read.error));
  if (!read.text.ends_with('\n')) throw input_error(fmt::format("{}: the file is cut off: remove it, and run this again", file_of(chunk).string()));
  return std::move(read.text);
}

void sweep_folder::remove_parts() const {
  std::error_code ignored;
  for (const auto& each : std::filesystem::directory_iterator(path_, ignored))
    if (each.path().extension() == part_ending) std::filesystem::remove(each.path(), ignored);
}

}  // namespace headroom::program
