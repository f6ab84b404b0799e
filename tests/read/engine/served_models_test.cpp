// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/engine/arguments.hpp>
#include <headroom/read/engine/served_models.hpp>

#include <check.hpp>
#include <string>

namespace served_models_cases {

std::string told(const hr::served_model& of) {
  if (!of.name.is_known()) return "-";
  std::string words(of.name.value);
  words += "@" + std::to_string(of.name.line);
  if (of.weight_bits.is_known()) words += " w" + std::to_string(of.weight_bits.value);
  if (of.cache_bits.is_known()) words += " kv" + std::to_string(of.cache_bits.value);
  if (of.context.is_known()) words += " " + std::to_string(of.context.value) + " tokens";
  if (of.memory_thousandths.is_known()) words += " 0." + std::to_string(of.memory_thousandths.value);
  return words;
}

std::string named(std::string_view name) {
  hr::served_model is;
  headroom::read::take_model_name(name, 1, is);
  return told(is);
}

std::string command(std::string_view words) {
  headroom::read::deployment_file file{std::string()};
  headroom::read::engine_arguments all(file);
  all.take(headroom::read::started_programs(words, {}));
  return told(all.sizes().serves);
}

}  // namespace served_models_cases

TEST_CASE("Two commands that name the same model serve it") {
  using served_models_cases::command;
  const std::string one = "vllm serve openai/gpt-oss-120b --max-model-len 4096";
  CHECK(command(one + "\n" + one + "\n") == "openai/gpt-oss-120b@1 4096 tokens");
  CHECK(command(one + "\n" + one + "0\n") == "-");
  CHECK(command(one + "\n" + one + " --kv-cache-dtype fp8\n") == "-");
  CHECK(command(one + "\nvllm serve openai/gpt-oss-20b --max-model-len 4096\n") == "-");
}

TEST_CASE("Published models by their names on the Hub and in folders") {
  using served_models_cases::named;
  CHECK(named("meta-llama/Llama-3.1-405B-Instruct") == "meta-llama/Meta-Llama-3.1-405B@1");
  CHECK(named("meta-llama/Llama-3.1-405B-Instruct-FP8") == "meta-llama/Meta-Llama-3.1-405B@1 w8");
  CHECK(named("/mnt/models/meta-llama-3.1-70b-instruct/") == "meta-llama/Meta-Llama-3.1-70B@1");
  CHECK(named("openai/gpt-oss-120b") == "openai/gpt-oss-120b@1");
  CHECK(named("nvidia/DeepSeek-R1-FP4") == "deepseek-ai/DeepSeek-R1@1 w4");
  CHECK(named("deepseek-ai/DeepSeek-R1-0528") == "deepseek-ai/DeepSeek-R1@1");
  // As the Hub spells them.
  CHECK(named("meta-llama/Llama-3.3-70B-Instruct") == "meta-llama/Meta-Llama-3.1-70B@1");
  CHECK(named("nvidia/Llama-3.3-70B-Instruct-FP8") == "meta-llama/Meta-Llama-3.1-70B@1 w8");
  CHECK(named("deepseek-ai/DeepSeek-V3.1") == "deepseek-ai/DeepSeek-V3@1");
  CHECK(named("mistralai/Mixtral-8x7B-Instruct-v0.1") == "mistralai/Mixtral-8x7B-v0.1@1");
  // Of the same shape as another, and called by their own names.
  const auto called = [](std::string_view name) {
    hr::served_model is;
    headroom::read::take_model_name(name, 1, is);
    return is.called;
  };
  CHECK(called("/models/Llama-3.3-70B-Instruct") == "meta-llama/Llama-3.3-70B-Instruct");
  CHECK(called("deepseek-ai/DeepSeek-V3.1") == "deepseek-ai/DeepSeek-V3.1");
  CHECK(called("meta-llama/Llama-3.1-405B-Instruct") == "");
  CHECK(called("deepseek-ai/DeepSeek-V3") == "");
  // A month, a form of a format and how it was tuned leave the shape; what else stands behind it may not.
  using headroom::read::leaves_shape_as_it_is;
  for (const std::string_view word : {"2407", "Instruct", "FP8", "AWQ", "hf"}) CHECK(leaves_shape_as_it_is(word));
  for (const std::string_view word : {"240", "24071", "240x", "Distill", ""}) CHECK_FALSE(leaves_shape_as_it_is(word));
  // What an argument said before of its weights stays.
  hr::served_model said{.weight_bits = {hr::count{4}, 7}};
  headroom::read::take_model_name("nvidia/Llama-3.3-70B-Instruct-FP8", 9, said);
  CHECK(said.weight_bits.value == 4);
  CHECK(said.name.line == 9);
  // Other models, with names that begin alike.
  CHECK(named("deepseek-ai/DeepSeek-V3.1-Terminus") == "-");
  CHECK(named("deepseek-ai/DeepSeek-R1-Distill-Llama-70B") == "-");
  CHECK(named("Qwen/Qwen3-8B-Embedding") == "-");
  CHECK(named("$MODEL") == "-");
  CHECK(named("") == "-");
}

TEST_CASE("Weights have the bits that the name of their format says, in a model's name and behind --quantization") {
  struct format {
    std::string_view name{};
    hr::count bits = 0;
  };
  // By compressed-tensors' names; AutoAWQ and GPTQ have four bits.
  for (const format& each : {format{"fp8", 8}, {"w8a8", 8}, {"int8", 8}, {"w8a16", 8}, {"w8a8_fp8", 8}, {"fp4", 4}, {"nvfp4", 4}, {"mxfp4", 4}, {"int4", 4},
                             {"w4a16", 4}, {"awq", 4}, {"gptq", 4}, {"awq_marlin", 4}, {"gptq_marlin", 4}, {"bf16", 16}, {"FP16", 16}}) {
    CAPTURE(each.name);
    CHECK(served_models_cases::named("RedHatAI/Llama-3.1-70B-Instruct-" + std::string(each.name)) ==
          "meta-llama/Meta-Llama-3.1-70B@1 w" + std::to_string(each.bits));
    CHECK(headroom::read::bits_of_quantization(each.name, 1).value_or(0) == each.bits);
  }
  CHECK(headroom::read::bits_of_quantization("bitsandbytes", 1).is_unresolved());
}

TEST_CASE("The model and its memory in the arguments of engines") {
  using served_models_cases::command;
  CHECK(command("vllm serve meta-llama/Llama-3.1-70B --tensor-parallel-size 4 --max-model-len 8192 "
                "--gpu-memory-utilization 0.95 --kv-cache-dtype fp8") ==
        "meta-llama/Meta-Llama-3.1-70B@1 kv8 8192 tokens 0.950");
  CHECK(command("python -m sglang.launch_server --model-path openai/gpt-oss-120b --tp 4 --mem-fraction-static=0.8 "
                "--context-length 131072") == "openai/gpt-oss-120b@1 131072 tokens 0.800");
  CHECK(command("vllm serve Qwen/Qwen3-32B --quantization awq -tp 2 --kv-cache-dtype auto") == "Qwen/Qwen3-32B@1 w4");
  // Two commands: which runs is not known.
  for (const std::string_view options : {"-tp 2", "--tensor-parallel-size=2", "--port 80", "--enable-expert-parallel"})
    CHECK(command("vllm serve " + std::string(options) + " Qwen/Qwen3-32B --max-model-len 8192") == "Qwen/Qwen3-32B@1 8192 tokens");
  CHECK(command("vllm serve -tp 2 --served-model-name Qwen/Qwen3-32B") == "-");
  CHECK(command("vllm serve Qwen/Qwen3-32B -tp 2\nvllm serve Qwen/Qwen3-8B -tp 2\n") == "-");
}
