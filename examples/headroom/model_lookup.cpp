// SPDX-License-Identifier: BSL-1.0
#include "model_lookup.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <headroom/read/document.hpp>
#include <headroom/read/model_config.hpp>

#include "io.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

// Where NVIDIA's tools say what they quantised if the config.json does not; empty where there is no such file.
std::string file_of_quantization(const io& from, const std::string& path) {
  const std::filesystem::path config(path);
  std::string beside = (config.parent_path() / "hf_quant_config.json").string();
  return config.filename() == "config.json" && from.is_there(beside) ? beside : std::string();
}

config_reading read_with_quantization(const io& from, const std::string& path, std::string_view text) {
  const std::string beside = file_of_quantization(from, path);
  if (beside.empty()) return read_model_config(text);
  const file_reading content = read_file(from, beside);
  if (!content.error.empty()) throw input_error(fmt::format("{}: {}", beside, content.error));
  return read_model_config(text, content.text);
}

}  // namespace

known_model model_named_or_read(const io& from, std::string_view name_or_path) {
  if (find_published(name_or_path) != nullptr) return published_model(name_or_path);

  std::string path(name_or_path);
  if (path != "-") {
    if (!from.is_there(path) && !path.ends_with(".json")) fail_as_unknown_model(name_or_path);
    if (from.is_folder(path)) path = (std::filesystem::path(path) / "config.json").string();
  }
  const file_reading content = read_file(from, path);
  if (!content.error.empty()) throw input_error(fmt::format("{}: {}", path, content.error));
  config_reading read = read_with_quantization(from, path, content.text);
  if (!read.error.message.empty()) throw input_error(place_of(path, read.error));
  read.model.name = read.texts->emplace_back(path == "-" ? "standard input" : path);
  return {.name = std::string(read.model.name),
          .model = read.model,
          .checkpoint = read.checkpoint,
          .multiplied = read.multiplied,
          .cached = read.cached,
          .widens_all = read.widens_all,
          .unread_quantization = read.unread_quantization,
          .unread_cache = read.unread_cache,
          .texts = std::move(read.texts)};
}

namespace {

// Not "-": standard input is a deployment file's, if anybody's.
known_model model_unless_input(const io& from, std::string_view name) {
  if (name == "-") fail_as_unknown_model(name);
  return model_named_or_read(from, name);
}

}  // namespace

model_finder models_beside(const io& from, const std::string& file) {
  const std::filesystem::path folder = file == "-" ? std::filesystem::path() : std::filesystem::path(file).parent_path();
  return [folder, &from](std::string_view name) {
    if (name == "-" || find_published(name) != nullptr || folder.empty()) return model_unless_input(from, name);
    const std::string beside = (folder / std::filesystem::path(name)).string();
    return from.is_there(beside) ? model_named_or_read(from, beside) : model_unless_input(from, name);
  };
}

}  // namespace headroom::program
