// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/model_config.hpp>

#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

// Fixtures, and texts changed a little.
namespace model_reading {

inline std::string text_of_fixture(const std::string& name) {
  std::ifstream file(HEADROOM_SOURCE_DIR "/tests/read/model_config/fixtures/" + name + ".json");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline headroom::read::config_reading fixture(const std::string& name) {
  return headroom::read::read_model_config(text_of_fixture(name));
}

// The text with another instead of its first.
inline std::string changed(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) return "nothing to change: " + std::string(from);
  return text.replace(at, from.size(), to);
}

// The smallest Llama, with fields before its own.
inline std::string small_llama(std::string_view fields = {}) {
  return "{\"model_type\": \"llama\"," + std::string(fields) +
         "\"vocab_size\": 100, \"hidden_size\": 64, \"num_hidden_layers\": 2, \"num_attention_heads\": 4, "
         "\"intermediate_size\": 128}";
}

// "3:5: $.path: message"; empty for what can be read.
inline std::string error_of(std::string_view text) {
  const headroom::read::reading_error error = headroom::read::read_model_config(text).error;
  if (error.message.empty()) return {};
  return std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + error.path + ": " + error.message;
}

}  // namespace model_reading
