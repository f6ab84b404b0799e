// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/engine/arguments.hpp>
#include <headroom/read/engine/engines.hpp>

#include <check.hpp>
#include <headroom/deployment/parallel_gpus.hpp>
#include <string>
#include <string_view>

namespace engine_arguments_cases {

namespace program = headroom::read;

// "8@3": 8, said in line 3; "?@3": unknown, said there; "-": not said.
std::string told(const hr::said<hr::count>& one) {
  if (one.is_silent()) return "-";
  return (one.is_known() ? std::to_string(one.value) : std::string("?")) + "@" + std::to_string(one.line);
}

std::string told(const hr::parallel_sizes& p) {
  constexpr std::string_view engines[]{"unnamed", "vllm", "sglang", "tensorrt_llm", "megatron"};
  std::string words(engines[static_cast<int>(p.engine)]);
  words += " tp " + told(p.tensor) + " pp " + told(p.pipeline) + " cp " + told(p.context) + " dp " + told(p.data) +
           " ep " + told(p.expert);
  if (p.data_parallel_attention.value_or(false)) words += " attention";
  return words;
}

std::string told(std::string_view command, int line = 1) {
  program::deployment_file file{std::string()};
  program::engine_arguments all(file);
  all.take(program::started_programs(std::string(static_cast<std::size_t>(line) - 1, '\n') + std::string(command), {}));
  return told(all.sizes());
}

}  // namespace engine_arguments_cases

TEST_CASE("Each engine's spellings of its parallel sizes") {
  using engine_arguments_cases::told;
  CHECK(told("vllm serve m --tensor-parallel-size 8 --pipeline-parallel-size 2") == "vllm tp 8@1 pp 2@1 cp - dp - ep -");
  CHECK(told("python3 -m vllm.entrypoints.openai.api_server --tensor_parallel_size=8") ==
        "vllm tp 8@1 pp - cp - dp - ep -");
  CHECK(told("vllm serve m -tp 4 -pp=2 -dp 2") == "vllm tp 4@1 pp 2@1 cp - dp 2@1 ep -");
  CHECK(told("vllm serve m -tp 2 -dp 8 --enable-expert-parallel") == "vllm tp 2@1 pp - cp - dp 8@1 ep 16@1");
  CHECK(told("vllm serve m -tp 2 -dp 8 -ep") == "vllm tp 2@1 pp - cp - dp 8@1 ep 16@1");
  CHECK(told("vllm serve m -tp 8 --decode-context-parallel-size 2") == "vllm tp 8@1 pp - cp - dp - ep -");
  CHECK(told("python -m sglang.launch_server --tp 16 --dp-size 16 --ep-size 16 --enable-dp-attention") ==
        "sglang tp 16@1 pp - cp - dp 16@1 ep 16@1 attention");
  CHECK(told("python3 -m dynamo.sglang --tp-size 8 --pp-size 2") == "sglang tp 8@1 pp 2@1 cp - dp - ep -");
  CHECK(told("trtllm-serve m --tp_size 8 --pp_size 2 --ep_size 4 --cp_size 1") ==
        "tensorrt_llm tp 8@1 pp 2@1 cp 1@1 dp - ep 4@1");
  CHECK(told("torchrun pretrain_gpt.py --tensor-model-parallel-size 8 --pipeline-model-parallel-size 4 "
             "--context-parallel-size 2 --expert-model-parallel-size 8") ==
        "megatron tp 8@1 pp 4@1 cp 2@1 dp - ep 8@1");
  CHECK(told("torchrun train.py trainer.devices=8 ++model.tensor_model_parallel_size=4") ==
        "megatron tp 4@1 pp - cp - dp - ep -");  // as NeMo passes it on
  CHECK(told("serve --tp 8") == "unnamed tp 8@1 pp - cp - dp - ep -");
}

TEST_CASE("What is no argument of an engine says nothing") {
  using engine_arguments_cases::told;
  constexpr std::string_view nothing = "unnamed tp - pp - cp - dp - ep -";
  CHECK(told("") == nothing);
  CHECK(told("sleep infinity") == nothing);
  CHECK(told("cp -r /tp /dp && tp=8") == nothing);
  CHECK(told("echo --tp-size-of-something 8 --speculative-draft-tensor-parallel-size 1") == nothing);
  CHECK(told("# --tp 8\ntrue") == nothing);
  CHECK(told("mkdir -p /models") == nothing);
  CHECK(told("lm_eval --model_args pretrained=m,tensor_parallel_size=8") == nothing);
}

TEST_CASE("Scripts: quotes, continued lines, several commands, and the line of each argument") {
  using engine_arguments_cases::told;
  CHECK(told("sh -c \"cd /x; vllm serve m \\\n  --tensor-parallel-size 8 \\\n  -pp 2\"", 10) ==
        "vllm tp 8@11 pp 2@12 cp - dp - ep -");
  CHECK(told("set -e\nexec vllm serve m \\\n  --tensor-parallel-size 8 # of 8\n", 20) ==
        "vllm tp 8@22 pp - cp - dp - ep -");
  CHECK(told("if x; then vllm serve a -tp 4; else vllm serve a -tp 4 --headless; fi") ==
        "vllm tp 4@1 pp - cp - dp - ep -");
  CHECK(told("vllm serve a -tp 4 && vllm serve b -tp 8") == "vllm tp ?@1 pp - cp - dp - ep -");
  CHECK(told("vllm serve a -tp 4 &\nvllm serve b -tp 4") == "vllm tp 4@1 pp - cp - dp - ep -");
  CHECK(told("vllm serve a > log 2>&1 -tp 4") == "vllm tp 4@1 pp - cp - dp - ep -");
  CHECK(told("vllm serve a -tp 4 -tp 8") == "vllm tp 8@1 pp - cp - dp - ep -");  // as argparse does
}

TEST_CASE("Sizes in a list that a program passes on are those of the engine that it names") {
  using engine_arguments_cases::told;
  CHECK(told("lm_eval --model vllm --model_args pretrained=m,tensor_parallel_size=8") == "vllm tp 8@1 pp - cp - dp - ep -");
  CHECK(told("lm_eval --model vllm --model_args pretrained=$M,tensor_parallel_size=8") == "vllm tp 8@1 pp - cp - dp - ep -");
  CHECK(told("lm_eval --model vllm --model_args pretrained=m,tensor_parallel_size=$TP") == "vllm tp ?@1 pp - cp - dp - ep -");
  CHECK(told("lm_eval --model vllm --model_args pretrained=m,$MORE,tensor_parallel_size=8") == "vllm tp 8@1 pp - cp - dp - ep -");
  CHECK(told("lm_eval --model_args pretrained=m,tensor_parallel_size=8 --model vllm") == "vllm tp 8@1 pp - cp - dp - ep -");
  CHECK(told("lm_eval --model hf --model_args pretrained=m,parallelize=True") == told("python run.py"));
  CHECK(told("srun --export=ALL,tensor_parallel_size=8 true") == told("python run.py"));
}

TEST_CASE("What stands behind another setting is its value, and no list of sizes") {
  using engine_arguments_cases::told;
  for (const std::string_view other : {"--kv-cache-config", "--cuda-graph-config", "--moe-tensor-parallel-size"})
    CHECK(told("trtllm-serve m --tp_size 4 " + std::string(other) + " a=1,pipeline_parallel_size=2") == "tensorrt_llm tp 4@1 pp - cp - dp - ep -");
}

TEST_CASE("Variables: those that the script gives a value, and no others") {
  using engine_arguments_cases::told;
  CHECK(told("vllm serve m -tp $(TP_SIZE)") == "vllm tp ?@1 pp - cp - dp - ep -");
  CHECK(told("vllm serve m -tp {{ .Values.tp }}") == "vllm tp ?@1 pp - cp - dp - ep -");
  CHECK(told("export TP=8\nvllm serve m -tp ${TP}") == "vllm tp 8@2 pp - cp - dp - ep -");
  CHECK(told("if x; then\nTP=8\nelse\nTP=4\nfi\nvllm serve m -tp $TP") == "vllm tp ?@6 pp - cp - dp - ep -");
  CHECK(told("N=2; vllm serve m -dp $((N * 8)) -tp $((2*${N}))") == "vllm tp 4@1 pp - cp - dp 16@1 ep -");
  CHECK(told("N=2; vllm serve m -dp $((N * M)) -tp $((N * 8 / 2))") == "vllm tp 8@1 pp - cp - dp ?@1 ep -");
  CHECK(told("vllm serve m -tp $((8 / 2)) -pp 2") == "vllm tp 4@1 pp 2@1 cp - dp - ep -");
  // The file of settings may give the rest.
  CHECK(told("vllm serve m --config /etc/vllm.yaml -tp 8") == "vllm tp 8@1 pp ?@1 cp - dp ?@1 ep -");
  CHECK(told("vllm serve m --config /etc/vllm.yaml") == "vllm tp - pp - cp - dp - ep -");
}

TEST_CASE("A file of settings that is at hand gives what no argument does, where it is one map") {
  const auto with = [](std::string_view settings) {
    return engine_arguments_cases::told("echo $'" + std::string(settings) + "' > s.yaml; vllm serve m --config ./s.yaml -tp 8");
  };
  CHECK(with("pipeline-parallel-size: 2") == "vllm tp 8@1 pp 2@1 cp - dp - ep -");
  const std::string open = engine_arguments_cases::told("vllm serve m --config elsewhere.yaml -tp 8");
  for (const std::string_view none : {"", "pipeline-parallel-size: [2", "- 2", "pipeline-parallel-size: 2\\n---\\ndata-parallel-size: 2"})
    CHECK(with(none) == open);
}

TEST_CASE("What else decides how many GPUs the sizes take is said in words") {
  const auto open = [](std::string_view command) {
    engine_arguments_cases::program::deployment_file file{std::string()};
    engine_arguments_cases::program::engine_arguments all(file);
    all.take(engine_arguments_cases::program::started_programs(command, {}));
    return std::string(hr::left_open_by(all.sizes()));
  };
  CHECK(open("vllm serve m -tp 8") == "");
  CHECK(open("vllm serve m -tp 8 $EXTRA") == "what $EXTRA holds");
  CHECK(open("vllm serve m -tp 8 \"$@\"") == "the arguments that the script is called with");
  CHECK(open("vllm serve m -tp 8 --config /etc/vllm.yaml") == "what the file with more arguments holds");
  CHECK(open("vllm serve a -tp 4 &\nvllm serve b -tp 4 &\nwait") ==
        "which GPUs each of the commands that run at once has");
  CHECK(open("CUDA_VISIBLE_DEVICES=0,1 vllm serve a -tp 2 &\nCUDA_VISIBLE_DEVICES=2,3 vllm serve b -tp 2 &") == "");
  CHECK(open("CUDA_VISIBLE_DEVICES=0,1 vllm serve a -tp 2 &\nCUDA_VISIBLE_DEVICES=2 vllm serve b -tp 2 &") ==
        "which GPUs each of the commands that run at once has");
  CHECK(open("vllm serve a -tp 4 &\nkill $!\nvllm serve b -tp 4 &") == "");
  CHECK(open("if x; then vllm serve a -tp 4 & else vllm serve b -tp 4 & fi") == "");
  CHECK(open("vllm serve a -tp 4\nvllm serve b -tp 8") == "which of its commands runs");
  CHECK(open("vllm serve a -tp 4\nvllm serve a -tp 4") == "");
  CHECK(open("vllm serve m -tp ${TP}") == "what $TP holds");
  CHECK(open("vllm serve m -tp $(count gpus)") == "what the command `count gpus` prints");
  CHECK(open("vllm serve m -tp $TP -tp 8") == "");
  CHECK(open("vllm serve m -tp ${TP:-8}") == "");
}

TEST_CASE("Settings by key and value") {
  using engine_arguments_cases::told;
  const auto of = [](std::string_view text) {
    const engine_arguments_cases::program::parsed_documents map(text);
    hr::parallel_sizes sizes;
    engine_arguments_cases::program::take_engine_settings(*map.roots().front(), sizes);
    const auto& context = sizes.serves.context;
    return told(sizes) + " from " + std::to_string(sizes.line) + (context.is_silent() ? "" : " context " + std::to_string(context.value));
  };
  CHECK(of("max-model-len: 4096\ntensor-parallel-size: 8\nmoe_expert_parallel_size: 4\nenable_attention_dp: true\ntp: [2]\nport: 8000\n") ==
        "vllm tp 8@2 pp - cp - dp - ep 4@3 attention from 2 context 4096");
  CHECK(of("tensor-parallel-size: 8\nmoe_expert_parallel_size: 4\nenable_attention_dp: true\n") == "tensorrt_llm tp 8@1 pp - cp - dp - ep 4@2 attention from 1");
  CHECK(of("data-parallel-size: 4\ntensor_parallel_size: 2\nenable-expert-parallel: true\nport: 8000\n") == "vllm tp 2@2 pp - cp - dp 4@1 ep 8@3 from 1");
  CHECK(of("enable-expert-parallel: true\ntensorParallelSize: 2\nenable_expert_parallel: off\n") == "vllm tp 2@2 pp - cp - dp - ep - from 2");
  CHECK(of("max-model-len: 4096\n") == "vllm tp - pp - cp - dp - ep - from 0 context 4096");
}

TEST_CASE("The engine that settings are of, where they name one") {
  const auto of = [](std::string_view text) {
    const engine_arguments_cases::program::parsed_documents map(text);
    return hr::name(engine_arguments_cases::program::engine_of_settings(*map.roots().front()));
  };
  CHECK(of("max-model-len: 1\ntp: 2\n") == "vLLM");
  CHECK(of("tp: 2\nmem_fraction_static: 0.8\na: b\n") == "SGLang");
  CHECK(of("tensor_model_parallel_size: 2\npipeline_model_parallel_size: 2\n") == "Megatron-LM");
  CHECK(of("tensor_model_parallel_size: 2\nmax_model_len: 2\n") == "an unnamed engine");
  CHECK(of("max_model_len: 2\ntensor_model_parallel_size: 2\n") == "an unnamed engine");
  CHECK(of("tp: 2\na: b\n") == "an unnamed engine");
}

TEST_CASE("A switch is on by itself and by a word for it") {
  using engine_arguments_cases::program::switch_said;
  for (const std::string_view on : {"", "true", "True", "1", "yes", "on"}) CHECK(switch_said(on, 3).value_or(false));
  for (const std::string_view off : {"false", "False", "0", "no", "off"}) CHECK_FALSE(switch_said(off, 3).value_or(true));
  for (const std::string_view open : {"TRUE", "y", "$X", "2"}) CHECK(switch_said(open, 3).is_unresolved());
}

TEST_CASE("A container's command and args, whose words stand in lines of their own") {
  using engine_arguments_cases::told;
  const auto of = [](std::string text) {
    engine_arguments_cases::program::deployment_file file(std::move(text));
    engine_arguments_cases::program::engine_arguments all(file);
    const auto* container = file.source().document();
    all.take(engine_arguments_cases::program::started_programs(container->at("command"), container->at("args"), file.source(), {}));
    return told(all.sizes());
  };
  CHECK(of("command: [vllm, serve, m]\nargs:\n- --tensor-parallel-size\n- '8'\n- -pp=2\n") ==
        "vllm tp 8@4 pp 2@5 cp - dp - ep -");
  CHECK(of("command: [sh, -c]\nargs:\n- |\n  cd /x\n  vllm serve m \\\n    -tp 8 \\\n    -pp 2\n") ==
        "vllm tp 8@6 pp 2@7 cp - dp - ep -");
  CHECK(of("command:\n- sh\n- -c\n- >\n  vllm serve m\n  -tp 8\n  -pp 2\n") == "vllm tp 8@6 pp 2@7 cp - dp - ep -");
  CHECK(of("command:\n- sh\n- -c\n- \"ray start;\n    vllm serve m\n    -tp 8\"\n") ==
        "vllm tp 8@6 pp - cp - dp - ep -");
  CHECK(of("args: [serve, '--tensor-parallel-size 8']\n") == "unnamed tp 8@1 pp - cp - dp - ep -");
}

TEST_CASE("The engine of an image") {
  using engine_arguments_cases::program::engine_of_image;
  CHECK(engine_of_image("vllm/vllm-openai:v0.8.5") == hr::engine::vllm);
  CHECK(engine_of_image("lmsysorg/sglang:latest") == hr::engine::sglang);
  CHECK(engine_of_image("nvcr.io/nvidia/ai-dynamo/tensorrtllm-runtime:0.6.0") == hr::engine::tensorrt_llm);
  CHECK(engine_of_image("registry.example/megatron-lm:1") == hr::engine::megatron);
  CHECK(engine_of_image("ghcr.io/huggingface/tgi-gaudi:2.0.6") == hr::engine::text_generation_inference);
  CHECK(engine_of_image("nvcr.io/nvidia/pytorch:25.06-py3") == hr::engine::unnamed);
}

TEST_CASE("An argument means one thing for all engines that have it, and one that names its engine is of no other") {
  using headroom::read::engine_argument;
  using headroom::read::known_engine;
  for (const known_engine* one : headroom::read::known_engines)
    for (const known_engine* other : headroom::read::known_engines)
      for (const engine_argument& a : one->arguments)
        for (const engine_argument& b : other->arguments) {
          if (&a == &b || a.name != b.name) continue;
          CAPTURE(a.name);
          CHECK(one != other);
          CHECK(a.what == b.what);
          CHECK(a.has_value == b.has_value);
          CHECK_FALSE(a.names_engine);
        }
}
