// SPDX-License-Identifier: BSL-1.0
#include "validate/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <headroom/catalog/amd.hpp>
#include <headroom/catalog/nvidia.hpp>
#include <headroom/model/models.hpp>
#include <utility>

#include "check/served_models.hpp"
#include "model_lookup.hpp"
#include "suggest.hpp"
#include "validate/shapes.hpp"
#include "words.hpp"

namespace headroom::program::validation {

namespace {

// Without publisher, capitals, signs, and words that leave the shape as it is: "meta-llama/Llama-3.1-70B-Instruct" and
// "llama3.1_70b" are one.
std::string plain(std::string_view name) {
  std::string letters = in_small_letters(name.substr(name.rfind('/') + 1));
  for (std::size_t at = letters.rfind('-');
       at != std::string::npos && at > 0 && leaves_shape_as_it_is(std::string_view(letters).substr(at + 1));
       at = letters.rfind('-'))
    letters.resize(at);
  std::erase_if(letters, [](char c) { return c == '-' || c == '_' || c == ' '; });
  return letters.starts_with("metallama") ? letters.substr(4) : letters;
}

// As nvidia-smi prints it too: "NVIDIA H100 80GB HBM3" and "h100-80gb-hbm3" are one.
std::string plain_gpu(std::string_view name) {
  std::string letters = in_small_letters(name);
  std::ranges::replace_if(letters, [](char c) { return c == ' ' || c == '_'; }, '-');
  return letters.starts_with("nvidia-") ? letters.substr(7) : letters;
}

struct called {
  std::string_view plain{};
  const transformer* is = nullptr;
};

// What rows call models otherwise than their publishers.
constexpr std::array others{called{"llama38b", &models::llama3_1_8b},
                            called{"llama370b", &models::llama3_1_70b},
                            called{"llama3405b", &models::llama3_1_405b},
                            called{"llama405b", &models::llama3_1_405b},
                            called{"gptj", &models::gpt_j_6b},
                            called{"grok1314b", &models::grok_1},
                            called{"gpt3", &models::gpt3_175b},
                            called{"kimik2", &models::kimi_k2},
                            called{"mixtral", &models::mixtral_8x7b},
                            called{"nemotronh56b", &models::nemotron_h_56b},
                            called{"opt", &models::opt_175b}};

struct paper_shape {
  std::string_view name{};
  count layers = 0;
  count hidden = 0;
  count heads = 0;
  count vocabulary = 51'200;
};

// Narayanan et al. 2021, table 1 and section 5.2; Korthikanti et al. 2022, table 3; MosaicML's llm-foundry,
// scripts/train/yamls/pretrain.
constexpr std::array papers{paper_shape{"megatron-1.7b", 24, 2'304, 24},
                            paper_shape{"megatron-3.6b", 30, 3'072, 32},
                            paper_shape{"megatron-18b", 40, 6'144, 48},
                            paper_shape{"megatron-22b", 48, 6'144, 64},
                            paper_shape{"megatron-39b", 48, 8'192, 64},
                            paper_shape{"megatron-145b", 80, 12'288, 96},
                            paper_shape{"gpt3-175b", 96, 12'288, 96},
                            paper_shape{"megatron-530b", 105, 20'480, 128},
                            paper_shape{"megatron-1t", 128, 25'600, 160},
                            paper_shape{"mpt-1b", 24, 2'048, 16, 50'368},
                            paper_shape{"mpt-3b", 32, 2'560, 20, 50'368},
                            paper_shape{"mpt-7b", 32, 4'096, 32, 50'368},
                            paper_shape{"mpt-13b", 40, 5'120, 40, 50'368},
                            paper_shape{"mpt-30b", 48, 7'168, 56, 50'368},
                            paper_shape{"mpt-70b", 80, 8'192, 64, 50'368}};

const paper_shape* of_paper(std::string_view name) {
  for (const paper_shape& each : papers)
    if (each.name == name) return &each;
  return nullptr;
}

}  // namespace

const transformer* model_named(std::string_view name) {
  const std::string asked = plain(name);
  for (const called& each : others)
    if (each.plain == asked) return each.is;
  for (const transformer* each : models::all())
    if (plain(each->name) == asked) return each;
  for (const model_spelling& each : model_spellings())
    if (plain(each.written) == asked) return models::find(each.name).found;
  return nullptr;
}

bool is_gpt_of_a_paper(std::string_view name) { return of_paper(name) != nullptr; }

transformer gpt_of_a_paper(std::string_view name, count positions) {
  const paper_shape* const found = of_paper(name);
  if (found == nullptr) throw refusal(fmt::format("no model is called {}", in_quotes(name)));
  return gpt(found->layers, found->hidden, found->heads, found->vocabulary, positions);
}

precision format_named(std::string_view name) {
  const std::string asked = in_small_letters(name);
  for (const auto& [words, is] : std::initializer_list<std::pair<std::string_view, precision>>{{"bf16", bf16},
                                                                                               {"bfloat16", bf16},
                                                                                               {"fp16", fp16},
                                                                                               {"float16", fp16},
                                                                                               {"half", fp16},
                                                                                               {"fp8", fp8},
                                                                                               {"float8", fp8},
                                                                                               {"int8", int8},
                                                                                               {"fp4", fp4},
                                                                                               {"int4", int4},
                                                                                               {"fp32", fp32},
                                                                                               {"float32", fp32}})
    if (asked.find(words) != std::string::npos) return is;
  throw refusal(fmt::format("no number format is called {}", in_quotes(name)));
}

const gpu& gpu_named(std::string_view name) {
  struct named_gpu {
    std::string_view begins{};
    const gpu* is = nullptr;
  };
  // The longer name first.
  static constexpr std::array all{named_gpu{"A100-80GB-PCIe", &nvidia::a100_pcie_80gb::spec},
                                  named_gpu{"A100-80GB", &nvidia::a100_sxm4_80gb::spec},
                                  named_gpu{"A100-SXM4-80GB", &nvidia::a100_sxm4_80gb::spec},
                                  named_gpu{"A100-40GB", &nvidia::a100_sxm4_40gb::spec},
                                  named_gpu{"A100-SXM4-40GB", &nvidia::a100_sxm4_40gb::spec},
                                  named_gpu{"H100-96GB", &nvidia::h100_sxm5_96gb::spec},
                                  named_gpu{"H100-NVL", &nvidia::h100_nvl::spec},
                                  named_gpu{"H100-PCIe", &nvidia::h100_pcie::spec},
                                  named_gpu{"H100-80GB-PCIe", &nvidia::h100_pcie::spec},
                                  named_gpu{"H100", &nvidia::h100_sxm5::spec},
                                  named_gpu{"H200", &nvidia::h200_sxm5::spec},
                                  named_gpu{"H800", &nvidia::h800_sxm5::spec},
                                  named_gpu{"B200", &nvidia::b200::spec},
                                  named_gpu{"B300", &nvidia::b300::spec},
                                  named_gpu{"GB200", &nvidia::gb200::spec},
                                  named_gpu{"GB300", &nvidia::gb300::spec},
                                  named_gpu{"L40S", &nvidia::l40s::spec},
                                  named_gpu{"MI300X", &amd::mi300x::spec}};
  const std::string asked = plain_gpu(name);
  for (const named_gpu& each : all)
    if (asked.starts_with(plain_gpu(each.begins))) return *each.is;
  if (asked.empty()) throw refusal("the row names no GPU");
  throw refusal(fmt::format("the catalogue has no GPU called {}", in_quotes(name)));
}

}  // namespace headroom::program::validation
