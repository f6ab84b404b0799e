// SPDX-License-Identifier: BSL-1.0
#include "model_lookup.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <headroom/text/nearest_name.hpp>
#include <headroom/model/models.hpp>
#include <headroom/model/weight_memory.hpp>
#include <optional>
#include <system_error>

#include "file.hpp"
#include "model_config.hpp"
#include "suggest.hpp"
#include "words.hpp"

namespace headroom::program {

namespace {

constexpr std::array spellings{
    model_spelling{"bigscience/bloom", "bigscience/bloom-176b"},
    model_spelling{"deepseek-ai/DeepSeek-R1-0528", "deepseek-ai/DeepSeek-R1"},
    model_spelling{"deepseek-ai/DeepSeek-V2-Chat", "deepseek-ai/DeepSeek-V2"},
    model_spelling{"deepseek-ai/DeepSeek-V3-0324", "deepseek-ai/DeepSeek-V3"},
    model_spelling{"deepseek-ai/DeepSeek-V3.1", "deepseek-ai/DeepSeek-V3"},
    model_spelling{"meta-llama/Llama-2-7b-hf", "meta-llama/Llama-2-7b"},
    model_spelling{"meta-llama/Llama-2-7b-chat-hf", "meta-llama/Llama-2-7b"},
    model_spelling{"meta-llama/Llama-2-13b-hf", "meta-llama/Llama-2-13b"},
    model_spelling{"meta-llama/Llama-2-13b-chat-hf", "meta-llama/Llama-2-13b"},
    model_spelling{"meta-llama/Llama-2-70b-hf", "meta-llama/Llama-2-70b"},
    model_spelling{"meta-llama/Llama-2-70b-chat-hf", "meta-llama/Llama-2-70b"},
    model_spelling{"meta-llama/Llama-3.1-8B", "meta-llama/Meta-Llama-3.1-8B"},
    model_spelling{"meta-llama/Llama-3.1-8B-Instruct", "meta-llama/Meta-Llama-3.1-8B"},
    model_spelling{"meta-llama/Meta-Llama-3.1-8B-Instruct", "meta-llama/Meta-Llama-3.1-8B"},
    model_spelling{"meta-llama/Llama-3.1-70B", "meta-llama/Meta-Llama-3.1-70B"},
    model_spelling{"meta-llama/Llama-3.1-70B-Instruct", "meta-llama/Meta-Llama-3.1-70B"},
    model_spelling{"meta-llama/Llama-3.3-70B-Instruct", "meta-llama/Meta-Llama-3.1-70B"},
    model_spelling{"meta-llama/Meta-Llama-3.1-70B-Instruct", "meta-llama/Meta-Llama-3.1-70B"},
    model_spelling{"meta-llama/Llama-3.1-405B", "meta-llama/Meta-Llama-3.1-405B"},
    model_spelling{"meta-llama/Llama-3.1-405B-Instruct", "meta-llama/Meta-Llama-3.1-405B"},
    model_spelling{"meta-llama/Meta-Llama-3.1-405B-Instruct", "meta-llama/Meta-Llama-3.1-405B"},
    model_spelling{"mistralai/Mistral-7B-v0.1", "mistralai/Mistral-7B"},
    model_spelling{"mistralai/Mistral-7B-Instruct-v0.1", "mistralai/Mistral-7B"},
    model_spelling{"mistralai/Mixtral-8x7B-Instruct-v0.1", "mistralai/Mixtral-8x7B-v0.1"},
    model_spelling{"nvidia/Nemotron-4-340B-Base", "nvidia/nemotron4-340b"},
    model_spelling{"nvidia/Nemotron-4-340B-Instruct", "nvidia/nemotron4-340b"},
    model_spelling{"xai-org/grok-1", "xai/grok-1"},
};

bool is_same_name(std::string_view asked, std::string_view name) {
  const std::string small = in_small_letters(name);
  const std::string_view whole = small;
  return asked == whole || asked == models::detail::without_publisher(whole);
}

const transformer* find_published(std::string_view name) {
  const std::string asked = in_small_letters(name);
  for (const transformer* each : models::all())
    if (is_same_name(asked, each->name)) return each;
  for (const model_spelling& each : spellings)
    if (is_same_name(asked, each.written)) return models::find(each.name).found;
  return nullptr;
}

[[noreturn]] void fail_as_unknown(std::string_view name) {
  using models::detail::spelled_apart;
  using models::detail::without_publisher;
  nearest_name meant(spelled_apart(without_publisher(name)).text());
  for (const transformer* each : models::all())
    meant.consider(spelled_apart(without_publisher(each->name)).text(), each->name);
  for (const model_spelling& each : spellings)
    meant.consider(spelled_apart(without_publisher(each.written)).text(), each.written);
  throw input_error(fmt::format("no model is called {}, and no config.json is there: {}", in_quotes(name),
                                meant.found().empty() ? std::string("`headroom model` lists the names")
                                                      : fmt::format("did you mean {}?", in_quotes(meant.found()))));
}

}  // namespace

// General knowledge, which the sizes of gpt-oss-120b's and DeepSeek-V3's files bear out.
std::optional<weight_formats> published_formats(std::string_view name) {
  if (name.starts_with("openai/gpt-oss")) return experts_in(mxfp4);
  for (const std::string_view each : {"deepseek-ai/DeepSeek-V3", "deepseek-ai/DeepSeek-R1", "deepseek-ai/DeepSeek-V3.2",
                                      "moonshotai/Kimi-K2-Instruct"})
    if (name == each) return weights_in(fp8_blocks);
  return std::nullopt;
}

namespace {

// Where NVIDIA's tools say what they quantised if the config.json does not: engines read it, and here nothing does.
constexpr std::string_view file_of_quantization = "hf_quant_config.json";

bool is_quantized_beside(const std::string& path) {
  const std::filesystem::path config(path);
  std::error_code ignored;
  return config.filename() == "config.json" &&
         std::filesystem::exists(config.parent_path() / file_of_quantization, ignored);
}

}  // namespace

std::span<const model_spelling> model_spellings() { return spellings; }

known_model model_named_or_read(std::string_view name_or_path) {
  if (const transformer* found = find_published(name_or_path))
    return {.name = std::string(found->name),
            .model = *found,
            .checkpoint = published_formats(found->name),
            .is_published = true};

  std::string path(name_or_path);
  std::error_code ignored;
  if (path != "-") {
    if (!std::filesystem::exists(path, ignored) && !path.ends_with(".json")) fail_as_unknown(name_or_path);
    if (std::filesystem::is_directory(path, ignored)) path = (std::filesystem::path(path) / "config.json").string();
  }
  const file_reading content = read_file(path);
  if (!content.error.empty()) throw input_error(fmt::format("{}: {}", path, content.error));
  config_reading read = read_model_config(content.text);
  if (!read.error.message.empty()) throw input_error(place_of(path, read.error));
  if (!read.names_quantization && is_quantized_beside(path)) {
    read.checkpoint.reset();
    read.unread_quantization =
        read.texts->emplace_back(fmt::format("it is in {}, which is not read", file_of_quantization));
  }
  read.model.name = read.texts->emplace_back(path == "-" ? "standard input" : path);
  return {.name = std::string(read.model.name),
          .model = read.model,
          .checkpoint = read.checkpoint,
          .multiplied = read.multiplied,
          .widens_all = read.widens_all,
          .unread_quantization = read.unread_quantization,
          .texts = std::move(read.texts)};
}

namespace {

// Not "-": standard input is a deployment file's, if anybody's.
known_model model_unless_input(std::string_view name) {
  if (name == "-") fail_as_unknown(name);
  return model_named_or_read(name);
}

}  // namespace

known_model published_model(std::string_view name) {
  if (find_published(name) == nullptr) fail_as_unknown(name);
  return model_named_or_read(name);
}

known_model any_model(std::string_view name) {
  if (find_published(name) != nullptr) return model_named_or_read(name);
  auto texts = std::make_shared<std::deque<std::string>>();
  const std::string& kept = texts->emplace_back(name);
  return {.name = kept,
          .model = {.name = kept, .missing = "its configuration, which was not read"},
          .texts = std::move(texts)};
}

model_finder models_beside(const std::string& file) {
  const std::filesystem::path folder = file == "-" ? std::filesystem::path() : std::filesystem::path(file).parent_path();
  return [folder](std::string_view name) {
    if (name == "-" || find_published(name) != nullptr || folder.empty()) return model_unless_input(name);
    const std::filesystem::path beside = folder / std::filesystem::path(name);
    std::error_code ignored;
    return std::filesystem::exists(beside, ignored) ? model_named_or_read(beside.string()) : model_unless_input(name);
  };
}

}  // namespace headroom::program
