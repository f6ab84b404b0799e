// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/engine/arguments.hpp>

#include <array>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

// All that commands say of their engines, in one line: what is silent is left out, "?" is not known.
namespace arguments_account_test {

using headroom::count;
using headroom::said;

std::string told(const said<count>& one) { return (one.is_known() ? std::to_string(one.value) : one.state == headroom::said_state::run_time ? "run" : "?") + "@" + std::to_string(one.line); }

std::string account_of(const headroom::read::started_programs& programs, headroom::read::deployment_file file) {
  headroom::read::engine_arguments all(file);
  all.take(programs);
  const headroom::parallel_sizes& sizes = all.sizes();
  std::string text = std::string(headroom::name(sizes.engine)) + "@" + std::to_string(sizes.line);
  const auto tell = [&](std::string_view name, const said<count>& one) {
    if (!one.is_silent()) text += " " + std::string(name) + " " + told(one);
  };
  tell("tp", sizes.tensor);
  tell("pp", sizes.pipeline);
  tell("cp", sizes.context);
  tell("dp", sizes.data);
  tell("ep", sizes.expert);
  tell("etp", sizes.expert_tensor);
  if (const auto& attention = sizes.data_parallel_attention; !attention.is_silent())
    text += std::string(" attention ") + (attention.is_known() ? attention.value ? "yes" : "no" : "?") + "@" + std::to_string(attention.line);
  if (const auto& model = sizes.serves.name; !model.is_silent())
    text += " model " + std::string(model.is_known() ? model.value : "?") + "@" + std::to_string(model.line);
  if (!sizes.serves.called.empty()) text += " called " + std::string(sizes.serves.called);
  tell("bits", sizes.serves.weight_bits);
  tell("cache", sizes.serves.cache_bits);
  tell("context", sizes.serves.context);
  tell("share", sizes.serves.memory_thousandths);
  tell("nodes", all.nodes());
  if (all.shared_line() != 0) text += " shared@" + std::to_string(all.shared_line());
  if (all.names_its_rank()) text += " ranked";
  if (all.config_line() != 0) text += " more@" + std::to_string(all.config_line());
  if (!sizes.left_open.empty()) text += " open: " + std::string(sizes.left_open);
  if (all.leave_rest_of({count{8}, 1})) text += " leaves";
  if (all.may_be_of_each_node({count{8}, 1})) text += " each";
  for (const auto& one : file.not_followed) text += " not followed@" + std::to_string(one.line) + (one.column == 0 ? "" : " in a column") + ": " + one.message;
  return text;
}
std::string account_of(std::string_view script) {
  return account_of(headroom::read::started_programs(script, {}), headroom::read::deployment_file{std::string(script)});
}

struct row {
  std::string_view script;
  std::string_view account;
};

TEST_CASE("the account of an engine's arguments is what its documentation makes of them") {
  constexpr std::array rows{
      // vLLM, "vllm serve --help": each size by its names, with "=" or behind, and the last of two counts.
      // A context size may be of prefill or of decoding: how many GPUs they take is open.
      row{"vllm serve m -tp 2 -pp 3 -dp 5 -pcp 7", "vLLM@1 tp 2@1 pp 3@1 cp 7@1 dp 5@1 each"},
      row{"vllm serve m --tp=2 --tensor-parallel-size 4", "vLLM@1 tp 4@1 each"},
      row{"vllm serve m \\\n -tp \\\n 2 \\\n --data-parallel-size=3", "vLLM@1 tp 2@3 dp 3@4 each"},
      row{"vllm serve m -tp 2 -dp 4 -ep", "vLLM@1 tp 2@1 dp 4@1 ep 8@1"},
      row{"vllm serve m -tp 2 -ep 4", "vLLM@1 tp 2@1 ep 4@1 each"},
      row{"vllm serve m -tp 4 --enable-expert-parallel", "vLLM@1 tp 4@1 ep 4@1 each"},
      row{"vllm serve m -dp 4\\\n --enable_expert_parallel", "vLLM@1 dp 4@1 ep 4@2 each"},
      row{"vllm serve m --enable-expert-parallel", "vLLM@1 ep 1@1 each"},
      row{"vllm serve m -tp 4 --enable-expert-parallel=false", "vLLM@1 tp 4@1 each"},
      row{"vllm serve m -tp $TP -ep", "vLLM@1 tp run@1 ep ?@1 open: what $TP holds each"},
      row{"vllm serve m -tp $TP -tp 2", "vLLM@1 tp 2@1 each"},
      row{"vllm serve m -tp two", "vLLM@1 tp ?@1 each"},
      row{"vllm serve m -tp", "vLLM@1 tp ?@1 each"},
      row{"vllm serve m -tp -pp 2", "vLLM@1 tp ?@1 pp 2@1 each"},
      row{"vllm serve m -tp '$(TP)'", "vLLM@1 tp ?@1 open: what $(TP) holds each"},
      row{"vllm serve m --tensor-parallel-size=$TP", "vLLM@1 tp run@1 open: what $TP holds each"},
      row{"vllm serve m --$X=2 -pp 2", "vLLM@1 pp 2@1 each"},
      row{"vllm serve m -tp 2 $ARGS", "vLLM@1 tp 2@1 pp ?@1 dp ?@1 more@1 open: what $ARGS holds each"},
      row{"vllm serve m -tp 2 --port $PORT", "vLLM@1 tp 2@1 each"},
      row{"vllm serve m -tp 2 --port=1 $ARGS", "vLLM@1 tp 2@1 pp ?@1 dp ?@1 more@1 open: what $ARGS holds each"},
      row{"vllm serve m -pcp 4", "vLLM@1 cp 4@1 each"},
      row{"vllm serve --model=$D/Llama-3.1-70B-Instruct -tp 4", "vLLM@1 tp 4@1 model meta-llama/Meta-Llama-3.1-70B@1 each"},
      row{"nohup \\\n vllm serve \\\n meta-llama/Llama-3.1-70B-Instruct", "vLLM@2 model meta-llama/Meta-Llama-3.1-70B@3 each"},
      row{"vllm serve", "vLLM@1 each"},
      row{"nohup vllm serve", "vLLM@1 each"},
      row{"vllm serve --tokenizer=/m/Llama-3.1-70B-Instruct -tp 2", "vLLM@1 tp 2@1 each"},
      row{"vllm serve m -tp '$(a b)'", "vLLM@1 tp ?@1 each"},
      row{"vllm serve m\nserve --tp 2", "vLLM@2 tp 2@2 each"},
      row{"run serve --tp 2", "an unnamed engine@1 tp 2@1 each"},
      row{"env NUM_SHARDS=4 text-generation-launcher", "TGI@1 each"},
      row{"vllm serve /m/${D}Llama-3.1-70B-Instruct", "vLLM@1 each"},
      row{"vllm serve m -tp 'abTP)'", "vLLM@1 tp ?@1 each"},
      row{"vllm serve m -tp=2,x=3", "vLLM@1 tp ?@1 each"},
      row{"vllm serve m --tensor${X}-parallel-size 2", "vLLM@1 each"},
      row{"NUM_SHARD=4 vllm serve m", "vLLM@1 each"},
      row{"vllm serve meta-llama/Llama-3.1-70B-Instruct\nvllm serve -tp 2", "vLLM@2 tp 2@2 model meta-llama/Meta-Llama-3.1-70B@1 each"},
      row{"python -m dynamo.vllm --tp 2", "vLLM@1 tp 2@1 each"},
      row{"trl other --tp 2", "an unnamed engine@1 tp 2@1 each"},
      row{"python -m vllm.entrypoints.openai.api_server x meta-llama/Llama-3.1-70B-Instruct", "vLLM@1 each"},
      row{"vllm serve $MODEL -tp 2", "vLLM@1 tp 2@1 each"},
      row{"vllm serve m $ARGS", "vLLM@1 more@1 each"},
      row{"dynamo.trtllm --override-engine-args '{\"tensor_parallel_size\": 4}'", "TensorRT-LLM@1 tp 4@1 each"},
      row{"dynamo.trtllm --override-engine-args '{ \"tensor_parallel_size\": 4 }'", "TensorRT-LLM@1 tp 4@1 each"},
      row{"dynamo.trtllm --override-engine-args '{\"tensor_parallel_size\": 4} x'", "TensorRT-LLM@1 more@1 each"},
      row{"vllm serve m --config {{f}} -tp 2", "vLLM@1 tp 2@1 pp ?@1 dp ?@1 more@1 open: what the file with more arguments holds each"},
      row{"vllm serve m --config f -tp 2", "vLLM@1 tp 2@1 pp ?@1 dp ?@1 more@1 open: what the file with more arguments holds each"},
      row{"vllm serve m --nnodes 2 -tp 16 --node-rank 1", "vLLM@1 tp 16@1 nodes 2@1 shared@1 ranked"},
      row{"vllm serve m --nnodes 1 -tp 8", "vLLM@1 tp 8@1 nodes 1@1"},
      row{"vllm serve m --nnodes $N -tp 8 \\\n --node-rank $R", "vLLM@1 tp 8@1 nodes run@1 shared@1"},
      row{"vllm serve m -tp 8 \\\n --headless", "vLLM@1 tp 8@1 shared@2"},
      row{"vllm serve m -dpr 1 -tp 2", "vLLM@1 tp 2@1 shared@1 each"},
      row{"vllm serve m -tp 8 --gpu-memory-utilization 0.9 --max-model-len 4096 --kv-cache-dtype fp8_e4m3", "vLLM@1 tp 8@1 cache 8@1 context 4096@1 share 900@1"},
      row{"vllm serve m --gpu-memory-utilization .875", "vLLM@1 share 875@1 each"},
      row{"vllm serve m --gpu-memory-utilization 0.85", "vLLM@1 share 850@1 each"},
      row{"vllm serve m --gpu-memory-utilization 1.0", "vLLM@1 share ?@1 each"},
      row{"vllm serve m --gpu-memory-utilization 0.9123", "vLLM@1 share ?@1 each"},
      row{"vllm serve m --gpu-memory-utilization 0.", "vLLM@1 share ?@1 each"},
      row{"vllm serve m --gpu-memory-utilization 0.9x", "vLLM@1 share ?@1 each"},
      row{"vllm serve m --gpu-memory-utilization 95", "vLLM@1 share ?@1 each"},
      row{"vllm serve m --gpu-memory-utilization .8756", "vLLM@1 share ?@1 each"},
      row{"vllm serve m --gpu-memory-utilization $U", "vLLM@1 share ?@1 each"},
      row{"vllm serve m --kv-cache-dtype auto", "vLLM@1 each"},
      row{"vllm serve m --kv-cache-dtype bfloat16", "vLLM@1 cache 16@1 each"},
      row{"vllm serve m --kv-cache-dtype float16", "vLLM@1 cache 16@1 each"},
      row{"vllm serve m --kv-cache-dtype int4", "vLLM@1 cache ?@1 each"},
      row{"vllm serve m --quantization fp8", "vLLM@1 bits 8@1 each"},
      row{"vllm serve m --quantization x", "vLLM@1 bits ?@1 each"},
      row{"vllm serve meta-llama/Llama-3.1-70B-Instruct -tp 4", "vLLM@1 tp 4@1 model meta-llama/Meta-Llama-3.1-70B@1 each"},
      row{"vllm serve \\\n meta-llama/Llama-3.1-70B-Instruct/ --quantization fp8", "vLLM@1 model meta-llama/Meta-Llama-3.1-70B@2 bits 8@2 each"},
      row{"vllm serve /m/Llama-3.1-70B-Instruct $ARGS", "vLLM@1 model meta-llama/Meta-Llama-3.1-70B@1 bits ?@1 more@1 each"},
      row{"vllm run-batch -i f -tp 2", "vLLM@1 tp 2@1 each"},
      row{"vllm bench -tp 2", "an unnamed engine@1 tp 2@1 each"},
      row{"trl vllm-serve --tensor_parallel_size 2", "vLLM@1 tp 2@1 each"},
      row{"python -m vllm.entrypoints.openai.api_server -tp 2", "vLLM@1 tp 2@1 each"},
      row{"python /x/vllm/entrypoints/api.py -tp 2", "vLLM@1 tp 2@1 each"},
      // SGLang, "Server Arguments".
      row{"python -m sglang.launch_server --tp-size 2 --pp-size 3 --dp-size 5 --ep-size 7", "SGLang@1 tp 2@1 pp 3@1 dp 5@1 ep 7@1"},
      row{"python -m sglang.launch_server --tp 4 --dp 4 --enable-dp-attention --mem-fraction-static 0.8 --context-length 32", "SGLang@1 tp 4@1 dp 4@1 attention yes@1 context 32@1 share 800@1 each"},
      row{"sglang serve m --tp 4 --enable-dp-attention=0", "SGLang@1 tp 4@1 attention no@1 each"},
      row{"sglang serve m --tp 4 --enable-dp-attention=on", "SGLang@1 tp 4@1 attention yes@1 each"},
      // A switch has its value behind "=" alone.
      row{"sglang serve m --tp 4 --enable-dp-attention 0", "SGLang@1 tp 4@1 attention yes@1 each"},
      row{"if x; then sglang serve m --tp 4 --enable-dp-attention; else sglang serve m --tp 4; fi", "SGLang@1 tp 4@1 attention ?@1 open: which of its commands runs each"},
      row{"if x; then sglang serve m --tp 4 --enable-dp-attention; else sglang serve m --tp 4 --enable-dp-attention; fi", "SGLang@1 tp 4@1 attention yes@1 each"},
      row{"sglang serve m --tp 4 --enable-dp-attention=$X", "SGLang@1 tp 4@1 attention ?@1 each"},
      row{"python -m sglang.launch_server --tp 8 --ep=4", "SGLang@1 tp 8@1 ep 4@1"},
      row{"python -m sglang.srt.server --tp 2", "SGLang@1 tp 2@1 each"},
      row{"python -m dynamo.sglang --tp 2", "SGLang@1 tp 2@1 each"},
      // What is not known of experts leaves the number of GPUs as it is.
      row{"python -m sglang.launch_server --tp 2 --ep-size $EP", "SGLang@1 tp 2@1 ep run@1 each"},
      row{"python a/sglang/launch_server.py --tp 2 --nnodes 2 --node-rank 0", "SGLang@1 tp 2@1 nodes 2@1 shared@1 ranked"},
      // TensorRT-LLM, "trtllm-serve": settings in a file give what arguments leave out.
      row{"trtllm-serve m --tp_size 2 --pp_size 3 --cp_size 5 --ep_size 7", "TensorRT-LLM@1 tp 2@1 pp 3@1 cp 5@1 ep 7@1"},
      row{"trtllm-serve m --tp_size 4 --extra_llm_api_options f", "TensorRT-LLM@1 tp 4@1 more@1 each"},
      row{"python -m tensorrt_llm.commands.serve --tp_size 2", "TensorRT-LLM@1 tp 2@1 each"},
      row{"trtllm-bench -m m --tp 4", "TensorRT-LLM@1 tp 4@1 each"},
      row{"trtllm-llmapi-launch python x.py --tp 2", "TensorRT-LLM@1 tp 2@1 each"},
      row{"python -m dynamo.trtllm --tensor-parallel-size 4", "TensorRT-LLM@1 tp 4@1 each"},
      row{"mpirun -n 2 trtllm-llmapi-launch trtllm-serve m --tp_size 16", "TensorRT-LLM@1 tp 16@1 shared@1"},
      // Megatron-LM.
      row{"torchrun pretrain_gpt.py --tensor-model-parallel-size 2 --pipeline-model-parallel-size 3 --context-parallel-size 5 --expert-model-parallel-size 7 --expert-tensor-parallel-size 11",
          "Megatron-LM@1 tp 2@1 pp 3@1 cp 5@1 ep 7@1 etp 11@1"},
      row{"torchrun my_megatron.py --tensor-model-parallel-size 2", "Megatron-LM@1 tp 2@1 each"},
      row{"torchrun x.py --tensor-model-parallel-size 2 --expert-tensor-parallel-size $E", "Megatron-LM@1 tp 2@1 etp run@1 each"},
      row{"torchrun pretrain_x.py --tp 2", "Megatron-LM@1 tp 2@1 each"},
      row{"run /opt/megatron/serve --tp 2", "an unnamed engine@1 tp 2@1 each"},
      // Of which engine an argument is, where no program says it.
      row{"serve --tp 2", "an unnamed engine@1 tp 2@1 each"},
      row{"serve --max-model-len 9", "vLLM@0 context 9@1 each"},
      row{"serve --tensor-model-parallel-size 2", "Megatron-LM@1 tp 2@1 each"},
      // lm_eval hands on what stands in a list.
      row{"lm_eval --model vllm --model_args pretrained=m,tensor_parallel_size=4,max_model_len=99", "vLLM@1 tp 4@1 each"},
      row{"lm_eval --model vllm --model_args pretrained=m,tensor_parallel_size=$TP,pipeline_parallel_size=2", "vLLM@1 tp run@1 pp 2@1 open: what $TP holds each"},
      row{"lm_eval --model vllm --model_args pretrained=$M,tensor_parallel_size=2", "vLLM@1 tp 2@1 each"},
      row{"lm_eval --model vllm --model_args pretrained=m,foo=1,trust_remote_code,tensor_parallel_size=2", "vLLM@1 tp 2@1 each"},
      row{"lm_eval --model vllm --model_args pretrained=m,tensor_parallel_size=2,pipeline_parallel_size=$PP", "vLLM@1 tp 2@1 pp run@1 open: what $PP holds each"},
      row{"lm_eval --model vllm --model_args pretrained=m,other_parallel_size=3,tensor_parallel_size=2", "vLLM@1 tp 2@1 each"},
      row{"lm_eval --model vllm --model_args tensor_parallel_size=2,pipeline_parallel_size=4", "vLLM@1 tp 2@1 pp 4@1"},
      row{"lm_eval --model vllm --model_args pretrained=m,${X}tensor_parallel_size=2,pipeline_parallel_size=3", "vLLM@1 pp 3@1 each"},
      row{"lm_eval --model vllm --model_args pretrained=m,tensor_parallel_size${X}=2,pipeline_parallel_size=3", "vLLM@1 pp 3@1 each"},
      // Ray joins pods.
      row{"ray start --head; vllm serve m -tp 16", "vLLM@1 tp 16@1 shared@1"},
      row{"ray status; vllm serve m -tp 16", "vLLM@1 tp 16@1"},
      row{"ray start --head\nvllm serve m -tp 16 --nnodes 2", "vLLM@2 tp 16@2 nodes 2@2 shared@1"},
      row{"nohup ray start --head; vllm serve m -tp 16", "vLLM@1 tp 16@1 shared@1"},
      row{"start ray; vllm serve m -tp 16", "vLLM@1 tp 16@1"},
      // Text Generation Inference takes its size from a variable, too.
      row{"NUM_SHARD=4 text-generation-launcher", "TGI@1 tp 4@1 each"},
      row{"export NUM_SHARD=$N\ntext-generation-launcher", "TGI@2 tp run@1 each"},
      row{"env NUM_SHARD=2 text-generation-launcher --num-shard 8", "TGI@1 tp 8@1"},
      row{"docker run --gpus all -e NUM_SHARD=4 ghcr.io/huggingface/text-generation-inference:2.0 --model-id m", "TGI@1 tp 4@1 each"},
      row{"docker run ghcr.io/huggingface/text-generation-inference:2.0 vllm serve m -tp 2", "vLLM@1 tp 2@1 each"},
      // Several commands: which runs, and what has the rest of 8 GPUs.
      row{"if x; then vllm serve m -tp 2; else vllm serve m -tp 4; fi", "vLLM@1 tp ?@1 open: which of its commands runs each"},
      row{"if x; then vllm serve m -tp 2; else\nvllm serve m -tp 2 -pp 2; fi", "vLLM@1 tp 2@1 pp ?@2 open: which of its commands runs each"},
      row{"if x; then vllm serve m -tp 2 -pp 2; else\nvllm serve m -tp 2; fi", "vLLM@1 tp 2@1 pp ?@1 open: which of its commands runs each"},
      row{"if x; then vllm serve m -tp 2; else sglang serve m --tp 2; fi", "an unnamed engine@1 tp 2@1 each"},
      row{"if x; then vllm serve m -tp $TP; else vllm serve m -tp 4; fi", "vLLM@1 tp ?@1 open: what $TP holds each"},
      row{"if x; then vllm serve m -tp 4; else vllm serve m -tp $TP; fi", "vLLM@1 tp ?@1 open: what $TP holds each"},
      row{"if x; then vllm serve m -tp 4; else vllm serve m -tp two; fi", "vLLM@1 tp ?@1 each"},
      row{"if x; then vllm serve m -tp two; else vllm serve m -tp 4; fi", "vLLM@1 tp ?@1 each"},
      row{"if x; then vllm serve m -tp 2; else serve --tp 2; fi", "vLLM@1 tp 2@1 each"},
      row{"if x; then serve --tp 2; else\nvllm serve m -tp 2; fi", "vLLM@2 tp 2@1 each"},
      row{"docker run -d --gpus all vllm/vllm-openai --model m -tp 2", "vLLM@1 tp 2@1 each"},
      row{"CUDA_VISIBLE_DEVICES=0,1 vllm serve m -tp 2 & CUDA_VISIBLE_DEVICES=2 vllm serve m -tp 1 &\nwait", "vLLM@1 tp ?@1 open: which of its commands runs leaves each"},
      row{"if x; then vllm serve m --max-model-len 7 -tp 2; else vllm serve m --max-model-len 7 -tp 2; fi", "vLLM@1 tp 2@1 context 7@1 each"},
      row{"vllm serve m -tp 2 & vllm serve m -tp 2 &\nwait", "vLLM@1 tp 2@1 open: which GPUs each of the commands that run at once has each"},
      row{"CUDA_VISIBLE_DEVICES=0,1 vllm serve m -tp 2 & CUDA_VISIBLE_DEVICES=2,3 vllm serve m -tp 2 &\nwait", "vLLM@1 tp 2@1 leaves each"},
      row{"CUDA_VISIBLE_DEVICES=0 vllm serve m -tp 2 & CUDA_VISIBLE_DEVICES=2,3 vllm serve m -tp 2 &\nwait", "vLLM@1 tp 2@1 open: which GPUs each of the commands that run at once has each"},
      row{"CUDA_VISIBLE_DEVICES=0,1 vllm serve m -tp 2", "vLLM@1 tp 2@1 each"},
      row{"CUDA_VISIBLE_DEVICES=0,1 vllm serve m -tp $TP & CUDA_VISIBLE_DEVICES=2,3 vllm serve m -tp $TP &\nwait",
          "vLLM@1 tp ?@1 open: which GPUs each of the commands that run at once has each"},
      row{"vllm serve m -tp 2 & python train.py", "vLLM@1 tp 2@1 leaves each"},
      row{"vllm serve m -tp 8 & python train.py", "vLLM@1 tp 8@1"},
      row{"vllm serve m -tp 2 & python -c 1", "vLLM@1 tp 2@1 each"},
      row{"vllm serve m -tp 2 & python train.py & python -c 1", "vLLM@1 tp 2@1 leaves each"},
      row{"vllm serve m -tp 2 & python -u train.py", "vLLM@1 tp 2@1 leaves each"},
      row{"vllm serve m -tp 2 & thing train.py", "vLLM@1 tp 2@1 each"},
      row{"vllm serve m -tp 2 & CUDA_VISIBLE_DEVICES= python train.py", "vLLM@1 tp 2@1 each"},
      row{"vllm serve m -tp 2 & CUDA_VISIBLE_DEVICES=7 thing", "vLLM@1 tp 2@1 leaves each"},
      row{"vllm serve m -tp 2 & sglang serve m", "vLLM@1 tp 2@1 leaves each"},
      row{"vllm serve m -tp 2 & docker run --gpus all vllm/vllm-openai --model m", "vLLM@1 tp 2@1 leaves each"},
      row{"vllm serve m -tp 2 & pid=$!\nkill -0 $pid\nvllm serve m -tp 2", "vLLM@1 tp 2@1 open: which GPUs each of the commands that run at once has each"},
      row{"vllm serve m -tp 2 & pid=$!\nkill $pid\nvllm serve m -tp 2", "vLLM@1 tp 2@1 each"},
      row{"sleep 9 &\nkill $(cat x)\nvllm serve m -tp 2 &\nkill $(cat y)\nvllm serve m -tp 2", "vLLM@3 tp 2@3 each"},
      row{"sleep 9 &\nvllm serve m -tp 2 & pid=$!\nkill $pid\nvllm serve m -tp 2", "vLLM@2 tp 2@2 each"},
      row{"for i in $LIST; do vllm serve m -tp 2 & done", "vLLM@1 tp 2@1 leaves each"},
      row{"for i in $LIST; do vllm serve m -tp 2 & wait; done", "vLLM@1 tp 2@1 each"},
      row{"for i in $LIST; do vllm serve m -tp 2 & done\nvllm serve m -tp 2", "vLLM@1 tp 2@1 open: which GPUs each of the commands that run at once has each"},
      row{"for i in $LIST; do vllm serve m -tp 2 & done\nwait\nvllm serve m -tp 2", "vLLM@1 tp 2@1 leaves each"},
      // What a script holds that no shell reads is said once.
      row{"vllm serve m -tp 2\n)\n)", "vLLM@1 tp 2@1 each not followed@2: the script is outside the grammar of shells from here on: what it starts is not judged"},
      row{"echo", "an unnamed engine@0 each"},
      row{"", "an unnamed engine@0 each"},
  };
  for (const row& each : rows) {
    CAPTURE(each.script);
    CHECK(account_of(each.script) == each.account);
  }
}

// "vllm serve --help", "python -m sglang.launch_server --help", "trtllm-serve serve --help": what takes no value.
TEST_CASE("behind a switch stand more arguments, and behind another option its value") {
  for (const std::string_view option : {"--headless", "--data-parallel-external-lb", "-dpe", "--data-parallel-hybrid-lb", "-dph", "--enable-expert-parallel"}) {
    CAPTURE(option);
    CHECK(account_of("vllm serve m -tp 2 " + std::string(option) + " $ARGS").find(" more@1 open: what $ARGS holds") != std::string::npos);
  }
  CHECK(account_of("python -m sglang.launch_server --tp 2 --enable-dp-attention $ARGS").find(" more@1 open: what $ARGS holds") != std::string::npos);
  CHECK(account_of("trtllm-serve m --tp_size 2 --enable_attention_dp $ARGS").find(" more@1") != std::string::npos);
  for (const std::string_view option : {"--max-model-len", "--gpu-memory-utilization", "--ray-cluster-size", "--port"}) {
    CAPTURE(option);
    CHECK(account_of("vllm serve m -tp 2 " + std::string(option) + " $ARGS").find(" more@") == std::string::npos);
  }
  for (const std::string_view option : {"--kv_cache_config", "--cuda_graph_config", "--moe_tensor_parallel_size", "--moe_expert_parallel_size"}) {
    CAPTURE(option);
    CHECK(account_of("trtllm-serve m --tp_size 2 " + std::string(option) + " $ARGS").find(" more@") == std::string::npos);
  }
  CHECK(account_of("python3 -m sglang.launch_server --tp 2 --json-model-override-args $ARGS").find(" more@") == std::string::npos);
  CHECK(account_of("python3 -m sglang.launch_server --tp 2 --enable-dp-attention $ARGS").find(" more@") != std::string::npos);
}

TEST_CASE("an argument that one engine alone spells so names it, whatever program it is given to") {
  for (const auto& [argument, of] : {
           row{"--enable-expert-parallel", "vLLM"}, row{"--max-model-len 8192", "vLLM"}, row{"--gpu-memory-utilization 0.9", "vLLM"},
           row{"--enable-dp-attention", "SGLang"}, row{"--json-model-override-args '{}'", "SGLang"}, row{"--mem-fraction-static 0.8", "SGLang"},
           row{"--moe_expert_parallel_size 4", "TensorRT-LLM"}, row{"--enable_attention_dp", "TensorRT-LLM"}, row{"--extra_llm_api_options /a", "TensorRT-LLM"},
           row{"--kv_cache_config /a", "TensorRT-LLM"}, row{"--cuda_graph_config /a", "TensorRT-LLM"}, row{"--moe_tensor_parallel_size 4", "TensorRT-LLM"},
           row{"--tensor-model-parallel-size 4", "Megatron-LM"}, row{"--pipeline-model-parallel-size 4", "Megatron-LM"},
           row{"--parallelism.tensor_parallel_degree 4", "torchtitan"}, row{"--parallelism.pipeline_parallel_degree 4", "torchtitan"},
           row{"--parallelism.context_parallel_degree 4", "torchtitan"}, row{"--parallelism.data_parallel_shard_degree 4", "torchtitan"},
           row{"--parallelism.data_parallel_replicate_degree 4", "torchtitan"}}) {
    CAPTURE(argument);
    CHECK(account_of("python3 run.py " + std::string(argument)).starts_with(std::string(of) + "@"));
  }
  for (const std::string_view argument : {"--tensor-parallel-size 4", "--tp 4", "--context-parallel-size 4", "--kv-cache-dtype fp8"}) {
    CAPTURE(argument);
    CHECK(account_of("python3 run.py " + std::string(argument)).starts_with("an unnamed engine@"));
  }
}

// torchtitan's job_config.py: "-1 means leftover ranks will be used".
TEST_CASE("a size of -1 is what the other sizes leave") {
  const std::string titan = "torchrun train.py --parallelism.tensor_parallel_degree 8 --parallelism.data_parallel_shard_degree";
  CHECK(account_of(titan + "=4") == "torchtitan@1 tp 8@1 dp 4@1");
  CHECK(account_of(titan + " -1") == "torchtitan@1 tp 8@1");
  // parallel_dims.py: replicate x shard x context x tensor x pipeline are all ranks.
  const std::string copies = " --parallelism.data_parallel_replicate_degree=";
  CHECK(account_of(titan + "=4" + copies + "2") == "torchtitan@1 tp 8@1 dp 8@1");
  CHECK(account_of(titan + "=-1" + copies + "2") == "torchtitan@1 tp 8@1 dp 2@1");
  CHECK(account_of(titan + "=$N" + copies + "2") == account_of(titan + "=4" + copies + "$N"));
  CHECK(account_of(titan + "=4" + copies + "$N").starts_with("torchtitan@1 tp 8@1 dp ?@1"));
}

TEST_CASE("a container of TGI has the shards of its variable, where no argument says them") {
  const auto of = [](headroom::engine image, const headroom::read::outer_variables& set, std::string_view script = "") {
    headroom::read::deployment_file file("");
    headroom::read::engine_arguments all(file);
    all.take(headroom::read::started_programs(script, {}));
    all.take_variables_of(image, set);
    return told(all.sizes().tensor) + " of " + std::string(headroom::name(all.sizes().engine)) + "@" + std::to_string(all.sizes().line);
  };
  using enum headroom::engine;
  CHECK(of(text_generation_inference, {{"NUM_SHARD", {"4", 3}}}) == "4@3 of TGI@3");
  CHECK(of(text_generation_inference, {{"NUM_SHARD", {{}, 3}}}) == "run@3 of TGI@3");
  CHECK(of(text_generation_inference, {{"NUM_SHARD", {"x", 3}}}) == "?@3 of TGI@3");
  CHECK(of(text_generation_inference, {{"NUM_SHARDS", {"4", 3}}}) == "?@0 of TGI@0");
  CHECK(of(text_generation_inference, {}) == "?@0 of TGI@0");
  CHECK(of(vllm, {{"NUM_SHARD", {"4", 3}}}) == "?@0 of vLLM@0");
  CHECK(of(unnamed, {{"NUM_SHARD", {"4", 3}}}, "text-generation-launcher --num-shard 2") == "2@1 of TGI@1");
  CHECK(of(unnamed, {{"NUM_SHARD", {"4", 3}}}, "text-generation-launcher") == "4@3 of TGI@1");
}

TEST_CASE("one command alone leaves the rest to no other") {
  headroom::read::deployment_file file("");
  headroom::read::engine_arguments all(file);
  CHECK_FALSE(all.leave_rest_of({count{8}, 1}));
}

TEST_CASE("a file of settings that is at hand gives what the arguments leave out") {
  const std::string_view files = R"(
/f: |
  tensor-parallel-size: 4
  pipeline_parallel_size: 2
  max-model-len: 77
/e: "data-parallel-size: 3\n\n  \nenable-expert-parallel: true"
/l: "- a"
/2: "a: 1\n---\nb: 2"
/m: |

  model: meta-llama/Llama-3.1-8B
  tensor-parallel-size: 2
  kv-cache-dtype: fp8
/a: |-
  tp: 4
  enable-dp-attention: true
/u: "tensor-parallel-size: 2\nenable-expert-parallel: perhaps"
/0: " "
)";
  const auto with_files = [&](std::string_view script) {
    const headroom::read::source_text source("run: '" + std::string(script) + "'" + std::string(files));
    const headroom::read::parsed_documents all(source.text());
    headroom::read::mounted_files mounted;
    for (const headroom::read::tree* each : all.roots().front()->items)
      if (each->key.starts_with('/')) mounted.emplace(std::string(each->key), each);
    return account_of({all.roots().front()->at("run"), nullptr, source, {}, nullptr, mounted}, headroom::read::deployment_file(""));
  };
  CHECK(with_files("vllm serve --config /m") == "vLLM@1 tp 2@12 model meta-llama/Meta-Llama-3.1-8B@11 cache 8@13 each");
  CHECK(with_files("vllm serve meta-llama/Llama-3.1-70B --config /m -tp 4") == "vLLM@1 tp 4@1 model meta-llama/Meta-Llama-3.1-70B@1 cache 8@13 each");
  CHECK(with_files("vllm serve m --config /f") == "vLLM@1 tp 4@3 pp 2@4 context 77@5");
  CHECK(with_files("vllm serve m --config=/f -tp 8") == "vLLM@1 tp 8@1 pp 2@4 context 77@5");
  CHECK(with_files("serve --config /f") == "an unnamed engine@3 tp 4@3 pp 2@4 context 77@5");
  CHECK(with_files("vllm serve m --config /u") == "vLLM@1 tp 2@17 each");
  CHECK(with_files("sglang serve m --config /a") == "SGLang@1 tp 4@15 attention yes@16 each");
  CHECK(with_files("vllm serve m --config /e") == "vLLM@1 dp 3@6 ep 3@6 each");
  for (const std::string_view other : {"/l", "/2", "/0", "/none", "$F"})
    CHECK(with_files("vllm serve m -tp 2 --config " + std::string(other)) ==
          "vLLM@1 tp 2@1 pp ?@1 dp ?@1 more@1 open: what the file with more arguments holds each");
}

}  // namespace arguments_account_test
