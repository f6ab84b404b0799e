// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <headroom/catalog/names/checkpoints.hpp>
#include <headroom/model/models.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/models.hpp>
#include <headroom/read/common/words.hpp>
#include <headroom/text/nearest_name.hpp>
#include <headroom/text/same_name.hpp>

namespace headroom::read {

namespace models_detail {

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

}  // namespace models_detail

std::span<const model_spelling> model_spellings() { return models_detail::spellings; }

const transformer* find_published(std::string_view name) {
  if (const transformer* found = models::find(name).found) return found;
  name = models::without_namespace(name);
  const bool has_publisher = name.find('/') != std::string_view::npos;
  for (const model_spelling& each : models_detail::spellings)
    if (match_of(name, has_publisher ? each.written : models::without_publisher(each.written)) == name_match::same)
      return models::find(each.name).found;
  return nullptr;
}

void fail_as_unknown_model(std::string_view name) {
  using models::spelled_apart;
  using models::without_publisher;
  if (const models::lookup known = models::find(name); known.several.size > 0)
    throw input_error(
        concat("several models are called ", in_quotes(name), ": say which: ", names_of(known.several)));
  nearest_name meant(spelled_apart(without_publisher(models::without_namespace(name))).text());
  for (const transformer* each : models::all())
    meant.consider(spelled_apart(without_publisher(each->name)).text(), each->name);
  for (const model_spelling& each : models_detail::spellings)
    meant.consider(spelled_apart(without_publisher(each.written)).text(), each.written);
  throw input_error(concat("no model is called ", in_quotes(name), ", and no config.json is there: ",
                           meant.found().empty() ? std::string("`headroom model` lists the names")
                                                 : concat("did you mean ", in_quotes(meant.found()), '?')));
}

std::optional<weight_formats> published_formats(std::string_view name) {
  switch (catalog::checkpoint_format_of(name)) {
    case catalog::checkpoint_format::mxfp4_experts: return experts_in(mxfp4);
    case catalog::checkpoint_format::fp8_blocks: return weights_in(fp8_blocks);
    case catalog::checkpoint_format::in_16_bits:
    case catalog::checkpoint_format::unlisted: break;
  }
  return std::nullopt;
}

known_model published_model(std::string_view name) {
  const transformer* found = find_published(name);
  if (found == nullptr) fail_as_unknown_model(name);
  return {.name = std::string(found->name),
          .model = *found,
          .checkpoint = published_formats(found->name),
          .is_published = true};
}

known_model any_model(std::string_view name) {
  if (find_published(name) != nullptr) return published_model(name);
  auto texts = std::make_shared<std::deque<std::string>>();
  const std::string& kept = texts->emplace_back(name);
  return {.name = kept,
          .model = {.name = kept, .missing = "its configuration, which was not read"},
          .texts = std::move(texts)};
}

}  // namespace headroom::read
