// SPDX-License-Identifier: BSL-1.0
#include "told.hpp"

// Servers of vLLM, SGLang and TensorRT-LLM that a batch script starts, as docs/checks/slurm.md has them: which of them have too few
// GPUs, and what several take together.
namespace slurm_servers_test {

using headroom::count;

// The job's GPUs and sizes, and those of each server that is told of.
std::string told(std::string_view options, std::string_view commands) {
  std::string text = "#!/bin/bash\n";
  for (std::size_t at = 0; at < options.size();) {
    const std::size_t end = std::min(options.find(' ', at), options.size());
    text += "#SBATCH " + std::string(options.substr(at, end - at)) + "\n";
    at = end + 1;
  }
  headroom::read::deployment_file file(text + std::string(commands));
  CHECK(!headroom::read::read_source(file).has_value());
  std::string all;
  for (const headroom::workload& w : file.workloads) {
    const auto tell = [&](std::string_view name, const headroom::said<count>& one) {
      if (!one.is_silent()) all += " " + std::string(name) + " " + slurm_told::told(one);
    };
    all += std::string(w.identity.name);
    tell("nodes", w.scale.nodes);
    tell("pods", w.scale.pods);
    tell("gpus", w.scale.gpus);
    tell("of a node", w.scale.gpus_per_node);
    tell("each", w.requests.gpus);
    tell("tensor", w.parallel.tensor);
    tell("pipeline", w.parallel.pipeline);
    tell("data", w.parallel.data);
    if (w.scale.replicas.value_or(0) != 1) tell("replicas", w.scale.replicas);
    if (!w.parallel.serves.name.is_silent()) all += " model " + std::string(w.parallel.serves.name.value);
    if (!w.parallel.left_open.empty()) all += " open: " + std::string(w.parallel.left_open);
    if (!w.placement.pool.is_silent()) all += " in " + std::string(w.placement.pool.value);
    if (!w.placement.instance_type.is_silent()) all += " on " + std::string(w.placement.instance_type.value);
    all += "\n";
  }
  return all;
}

// Of a job of one node of eight GPUs, with commands from line 5, what is told behind these.
std::string on_one(std::string_view commands) {
  const std::string all = told("--job-name=j --nodes=1 --gpus-per-node=8", commands);
  constexpr std::string_view head = "j nodes 1@3 pods 1@3 each 8@4";
  return all.starts_with(head) ? all.substr(head.size()) : all;
}

// The same of four nodes.
std::string on_four(std::string_view commands) {
  const std::string all = told("--job-name=j --nodes=4 --gpus-per-node=8", commands);
  constexpr std::string_view head = "j nodes 4@3 pods 4@3 each 8@4";
  return all.starts_with(head) ? all.substr(head.size()) : all;
}

TEST_CASE("Servers beside each other take no more GPUs than their node has") {
  CHECK(on_one("vllm serve a -tp 4 &\nvllm serve b -tp 4 &\nwait\n") == "\n");
  CHECK(on_one("vllm serve a -tp 4 &\nvllm serve b -tp 8 &\nwait\n") == "j nodes 1@3 pods 1@3 of a node 8@4 each 12@6\n");
  CHECK(on_one("vllm serve a -tp 4 &\nvllm serve b -tp 3 &\nvllm serve c -tp 2 &\nwait\n") == "j nodes 1@3 pods 1@3 of a node 8@4 each 9@7\n");
  CHECK(on_one("vllm serve a -tp 8 &\npython -m sglang.launch_server --tp 2 &\nwait\n") == "j nodes 1@3 pods 1@3 of a node 8@4 each 10@6\n");
  // One without sizes takes one.
  CHECK(on_one("vllm serve a -tp 8 &\nvllm serve b &\nwait\n") == "j nodes 1@3 pods 1@3 of a node 8@4 each 9@6\n");
  CHECK(on_one("vllm serve a -tp 8 &\npython -m sglang.launch_server --model b &\nwait\n") == "j nodes 1@3 pods 1@3 of a node 8@4 each 9@6\n");
  CHECK(on_one("vllm serve a -tp 8 &\npython -m vllm.entrypoints.openai.api_server --model b &\nwait\n") == "j nodes 1@3 pods 1@3 of a node 8@4 each 9@6\n");
  CHECK(on_one("vllm serve a -tp 7 &\nvllm serve b &\nwait\n") == "\n");
  CHECK(on_one("vllm serve a -tp 8 &\nsglang serve --model b &\nwait\n") == "j nodes 1@3 pods 1@3 of a node 8@4 each 9@6\n");
  CHECK(on_one("vllm serve a -tp 8 &\nvllm serve b\n") == "j nodes 1@3 pods 1@3 of a node 8@4 each 9@6\n");
  // What is no server takes none.
  CHECK(on_one("vllm serve a -tp 4 &\nvllm serve b -tp 8 &\ncurl x &\ncurl y\nwait\n") == "j nodes 1@3 pods 1@3 of a node 8@4 each 12@6\n");
  // How many the other takes is not said.
  CHECK(on_one("vllm serve a -tp 8 &\nvllm serve b $ARGS &\nwait\n") == " tensor 8@5\n");
  CHECK(on_one("vllm serve a -tp 8 &\nvllm serve b --gpu-memory-utilization 0.3 &\nwait\n") == " tensor 8@5\n");
  CHECK(on_one("xargs vllm serve a -tp 8 &\nvllm serve b -tp 8 &\nwait\n") == " tensor 8@5 open: which GPUs each of the commands that run at once has\n");
  CHECK(on_one("CUDA_VISIBLE_DEVICES=0 vllm serve a -tp 2 &\nxargs vllm serve b -tp 2 &\nwait\n") ==
        " tensor 2@5 open: which GPUs each of the commands that run at once has\n");
  // The second is no longer beside the first, nor in the background itself.
  CHECK(on_one("vllm serve a -tp 8 &\nwait\nvllm serve b -tp 8\n") == " tensor 8@5\n");
  // Of no GPUs even one that runs alone takes too many.
  CHECK(told("--job-name=j --nodes=1 --gpus-per-node=0", "vllm serve a -tp 1 &\nwait\nvllm serve b -tp 1 &\nwait\n") ==
        "j nodes 1@3 pods 1@3 of a node 0@4 each 1@5\n");
  // Between wait or kill they take turns.
  CHECK(on_one("vllm serve a -tp 8 &\nwait\nvllm serve b -tp 8 &\nwait\n") == "\n");
  CHECK(on_one("vllm serve a -tp 8 &\nP=$!\nkill $P\nvllm serve b -tp 8 &\nwait\n") == "\n");
  // How much memory each takes says that they share.
  CHECK(on_one("vllm serve a -tp 8 --gpu-memory-utilization 0.4 &\nvllm serve b -tp 8 --gpu-memory-utilization 0.4 &\nwait\n").find("each 16") == std::string::npos);
  // What ends one in the middle leaves all open.
  CHECK(on_one("timeout 60 vllm serve a -tp 8 &\nvllm serve b -tp 8 &\nwait\n").find("each 16") == std::string::npos);
  // Steps of one job wait for each other's GPUs.
  CHECK(on_one("srun vllm serve a -tp 8 &\nsrun vllm serve b -tp 8 &\nwait\n").find("each 16") == std::string::npos);
  // One that may not run, with its size or without, leaves all open.
  CHECK(on_one("if x; then vllm serve b & fi\nvllm serve a -tp 4 &\nvllm serve c -tp 8 &\nwait\n").find("each 12") == std::string::npos);
  CHECK(on_one("if x; then serve b --tp 2 & fi\nvllm serve a -tp 4 &\nvllm serve c -tp 8 &\nwait\n").find("each 12") == std::string::npos);
  CHECK(on_one("if x; then CUDA_VISIBLE_DEVICES=7 python judge.py & fi\nvllm serve a -tp 4 &\nvllm serve c -tp 8 &\nwait\n").find("each 12") == std::string::npos);
}

TEST_CASE("Servers on devices of their own, in steps of one node, and in containers") {
  constexpr std::string_view ok = "\n";
  CHECK(on_one("CUDA_VISIBLE_DEVICES=0,1,2,3 vllm serve a -tp 4 &\nCUDA_VISIBLE_DEVICES=4,5,6,7 vllm serve b -tp 4 &\nwait\n") == ok);
  CHECK(on_one("CUDA_VISIBLE_DEVICES=0,1 vllm serve a -tp 4 &\nCUDA_VISIBLE_DEVICES=4,5,6,7 vllm serve b -tp 4 &\nwait\n") ==
        "\nj/server nodes 1@5 gpus 2@5 of a node 2@5 tensor 4@5\n");
  CHECK(on_one("CUDA_VISIBLE_DEVICES=0,1 vllm serve a -tp 4 &\nCUDA_VISIBLE_DEVICES=4 python -m sglang.launch_server --tp 2 --pp 3 &\nwait\n") ==
        "\nj/server nodes 1@5 gpus 2@5 of a node 2@5 tensor 4@5\nj/server nodes 1@6 gpus 1@6 of a node 1@6 tensor 2@6 pipeline 3@6\n");
  CHECK(on_one("CUDA_VISIBLE_DEVICES=0,1 vllm serve a -tp 4\n") == "\nj/server nodes 1@5 gpus 2@5 of a node 2@5 tensor 4@5\n");
  CHECK(on_one("CUDA_VISIBLE_DEVICES= vllm serve b &\nwait\n") == "\nj/server nodes 1@5 gpus 0@5 of a node 0@5 tensor 1@5\n");
  CHECK(on_one("docker run --gpus '\"device=0,1\"' vllm/vllm-openai --model m -tp 4 &\nwait\n") == "\nj/server nodes 1@5 gpus 2@5 of a node 2@5 tensor 4@5\n");
  CHECK(on_one("docker run --gpus '\"device=0,1\"' -d vllm/vllm-openai --model m -tp 4\n") == " tensor 4@5\n");
  CHECK(on_one("CUDA_VISIBLE_DEVICES=0 torchrun t.py &\nCUDA_VISIBLE_DEVICES=1,2 vllm serve a -tp 4 &\nwait\n") ==
        "\nj/server nodes 1@6 gpus 2@6 of a node 2@6 tensor 4@6\n");
  CHECK(on_one("srun -N1 vllm serve a -tp 8 &\nsrun -N1 python -m sglang.launch_server --tp 16 &\nwait\n") ==
        "\nj/server nodes 1@6 gpus 8@6 of a node 8@6 tensor 16@6\n");
  // One with devices of its own and one without: not both kinds at once.
  CHECK(on_one("CUDA_VISIBLE_DEVICES=0,1 vllm serve a -tp 2 &\nvllm serve b -tp 8 &\nwait\n").find("each 10") == std::string::npos);
  // In steps of a node each, of four.
  CHECK(on_four("srun -N1 vllm serve a -tp 8 &\nsrun -N1 vllm serve b -tp 8 &\nwait\n") == ok);
  CHECK(on_four("srun -N1 vllm serve a -tp 8 &\nsrun -N1 python -m sglang.launch_server --tp 16 &\nwait\n") ==
        "\nj/server nodes 1@6 gpus 8@6 of a node 8@6 tensor 16@6\n");
  CHECK(on_four("srun -n1 python -m sglang.launch_server --tp 9 &\nsrun -N1 vllm serve a -tp 8 &\nwait\n") ==
        "\nj/server nodes 1@5 gpus 8@5 of a node 8@5 tensor 9@5\n");
  // Those of vLLM may find other nodes through Ray.
  CHECK(on_four("srun -N1 vllm serve a -tp 8 &\nsrun -N1 vllm serve b -tp 16 &\nwait\n") ==
        " tensor ?@5 open: how many nodes run one engine\n");
  // Options that are not known may give it more nodes.
  CHECK(on_four("srun -N2 -n1 python -m sglang.launch_server --tp 16 &\nwait\n") == "\n");
  CHECK(on_four("CUDA_VISIBLE_DEVICES=0 srun -N1 python -m sglang.launch_server --tp 16 &\nwait\n") == "\n");
  CHECK(on_four("srun -N1 $OPTIONS python -m sglang.launch_server --tp 16 &\nwait\n") == "\n");
  CHECK(on_four("srun -N2 vllm serve a -tp 8 &\nsrun -N1 python -m sglang.launch_server --tp 16 &\nwait\n").find("/server") == std::string::npos);
  // In a partition, and of a job without a name.
  CHECK(told("--constraint=Standard_ND96isr_H100_v5 --nodes=1 --gpus-per-node=8", "CUDA_VISIBLE_DEVICES=0,1 vllm serve a -tp 4\n") ==
        " nodes 1@3 pods 1@3 each 8@4 on Standard_ND96isr_H100_v5\nsbatch/server nodes 1@5 gpus 2@5 of a node 2@5 tensor 4@5 on Standard_ND96isr_H100_v5\n");
  CHECK(told("--partition=p --nodes=1 --gpus-per-node=8", "CUDA_VISIBLE_DEVICES=0,1 vllm serve a -tp 4\n") ==
        " nodes 1@3 pods 1@3 each 8@4 in p\nsbatch/server nodes 1@5 gpus 2@5 of a node 2@5 tensor 4@5 in p\n");
  CHECK(told("--nodes=1 --gpus=4 --job-name=j", "CUDA_VISIBLE_DEVICES=0,1 vllm serve a -tp 4\n") ==
        "j nodes 1@2 gpus 4@3\nj/server nodes 1@5 gpus 2@5 of a node 2@5 tensor 4@5\n");
  CHECK(told("--nodes=1 --gpus=8 --job-name=j", "vllm serve a -tp 8 &\nvllm serve b -tp 4 &\nwait\n") == "j nodes 1@2 pods 1@2 of a node 8@3 each 12@6\n");
}

TEST_CASE("A server over the whole job, or of which too little is said, is the job's") {
  CHECK(on_one("vllm serve a -tp 8\n") == " tensor 8@5\n");
  CHECK(on_one("vllm serve a -tp 16 &\nwait\n") == " tensor 16@5\n");
  CHECK(on_one("CUDA_VISIBLE_DEVICES=0,1 vllm serve a -tp 2\n") == " tensor 2@5\n");
  CHECK(on_one("vllm serve a --nnodes 1 --node-rank 0 -tp 8\n") == " tensor 8@5\n");
  CHECK(on_one("srun -N1 python -m sglang.launch_server --tp 16\n") == " tensor 16@5\n");
  CHECK(on_one("vllm serve a --nnodes 2 --node-rank 0 -tp 16\n") == " tensor 16@5 open: how many nodes run one engine\n");
  CHECK(on_one("vllm serve a --nnodes 2 -tp 16\n") == " tensor 16@5\n");
  CHECK(told("--job-name=j --ntasks=2 --gpus-per-task=8", "srun -N1 python -m sglang.launch_server --tp 16 &\nwait\n") == "j pods 2@3 each 8@4 tensor 16@5\n");
  CHECK(told("--job-name=j --nodes=1-2 --gpus-per-node=8", "CUDA_VISIBLE_DEVICES=0,1 vllm serve a -tp 4\n") == "j nodes ?@3 pods ?@3 each 8@4 tensor 4@5\n");
  CHECK(told("--job-name=j --nodes=1", "CUDA_VISIBLE_DEVICES=0,1 vllm serve a -tp 4\n") == "j nodes 1@3 pods 1@3 each ?@2 tensor 4@4\n");
  CHECK(told("--job-name=j --nodes=1-2 --gpus-per-node=8", "vllm serve a --node-rank 0 -tp 8\n") == "j nodes ?@3 pods ?@3 each 8@4 tensor 8@5\n");
  // How many of the job's GPUs one node has.
  CHECK(told("--job-name=j --gpus=4", "srun -N1 python -m sglang.launch_server --tp 8 &\nwait\n") == "j gpus 4@3 tensor 8@4\n");
  CHECK(on_one("vllm serve meta-llama/Llama-3.1-8B\n") == " model meta-llama/Meta-Llama-3.1-8B\n");
  CHECK(on_one("srun vllm serve a -tp 4 -pp 2\n") == " tensor 4@5 pipeline 2@5\n");
  CHECK(on_one("srun -N1 vllm serve a -tp 8\n") == " tensor 8@5\n");
  // Of several nodes it is not told how many run one engine, unless one takes all GPUs of the job or has too few.
  CHECK(on_four("vllm serve a -tp 8 -pp 2\n") == " tensor 8@5 pipeline 2@5 open: how many nodes run one engine\n");
  CHECK(on_four("vllm serve a -tp 8 -pp 4\n") == " tensor 8@5 pipeline 4@5\n");
  CHECK(on_four("vllm serve a -tp 8 -pp 5\n") == " tensor 8@5 pipeline 5@5\n");
  CHECK(on_four("srun vllm serve a -tp 8\n") == " tensor 8@5 open: how many nodes run one engine\n");
  CHECK(on_four("srun python -m sglang.launch_server --tp 16\n") == " tensor 16@5 open: how many nodes run one engine\n");
  CHECK(on_four("vllm serve a -tp 8 &\nvllm serve b -tp 4 &\nwait\n") == " tensor ?@5 open: how many nodes run one engine\n");
  CHECK(on_four("srun -N 1 vllm serve a -tp 4\n").find("tensor") == std::string::npos);
}

TEST_CASE("Tasks of TensorRT-LLM's launcher are the ranks of one server") {
  constexpr std::string_view options = "--job-name=j --nodes=2 --gpus-per-node=8 --ntasks-per-node=8";
  const auto ranks = [&](std::string_view commands) { return told(options, commands); };
  constexpr std::string_view job = "j nodes 2@3 pods 2@3 each 8@4";
  CHECK(ranks("srun trtllm-llmapi-launch trtllm-serve m --tp_size 8 --pp_size 2\n") == std::string(job) + " tensor 8@6 pipeline 2@6\n");
  CHECK(told("--job-name=j --nodes=2 --ntasks-per-node=4", "srun trtllm-llmapi-launch trtllm-serve m --tp_size 8\n") ==
        "j nodes 2@3 pods 2@3 gpus 8@4 tensor 8@5\n");
  CHECK(told("--job-name=j --nodes=2 --ntasks-per-node=4", "srun trtllm-llmapi-launch trtllm-serve m --tp_size 4\n") ==
        "j nodes 2@3 pods 2@3\nj/server gpus 8@5 tensor 4@5\n");
  CHECK(ranks("srun trtllm-llmapi-launch trtllm-serve m --tp_size 8\n") == std::string(job) + "\nj/server gpus 16@6 tensor 8@6\n");
  CHECK(ranks("hostname\nsrun trtllm-llmapi-launch trtllm-serve m --tp_size 8\n") == std::string(job) + "\nj/server gpus 16@7 tensor 8@7\n");
  CHECK(ranks("srun trtllm-llmapi-launch trtllm-serve a --tp_size 16\nsrun trtllm-llmapi-launch trtllm-serve b --tp_size 16\n") == std::string(job) + "\n");
  CHECK(ranks("srun -n 8 trtllm-llmapi-launch trtllm-serve m --tp_size 8\n") == std::string(job) + "\n");
  CHECK(ranks("srun -n 4 trtllm-llmapi-launch trtllm-serve m --tp_size 8\n") == std::string(job) + "\nj/server gpus 4@6 tensor 8@6\n");
  CHECK(ranks("srun -N 1 trtllm-llmapi-launch trtllm-serve m --tp_size 8\n") == std::string(job) + "\n");
  CHECK(ranks("srun -N 1 --ntasks-per-node=4 trtllm-llmapi-launch trtllm-serve m --tp_size 8\n") == std::string(job) + "\nj/server gpus 4@6 tensor 8@6\n");
  CHECK(ranks("srun -N 1 -n 8 trtllm-llmapi-launch trtllm-serve a --tp_size 8 &\nsrun -N 1 -n 4 trtllm-llmapi-launch trtllm-serve b --tp_size 8 &\nwait\n") ==
        std::string(job) + "\nj/server gpus 4@7 tensor 8@7\n");
  // How many tasks there are is not said, or how many GPUs it takes.
  CHECK(ranks("srun $OPTIONS trtllm-llmapi-launch trtllm-serve m --tp_size 8\n") == std::string(job) + "\n");
  CHECK(told("--job-name=j --nodes=2m --gpus-per-node=8 --ntasks-per-node=2m", "srun trtllm-llmapi-launch trtllm-serve m --tp_size 8\n").find("/server") == std::string::npos);
  CHECK(ranks("srun trtllm-llmapi-launch trtllm-serve m --tp_size $TP\n") == std::string(job) + " tensor ?@6 open: how many nodes run one engine\n");
  CHECK(told("--job-name=j --nodes=2 --gpus-per-node=8 --ntasks={{n}}", "srun trtllm-llmapi-launch trtllm-serve m --tp_size 8\n") ==
        std::string(job) + " tensor 8@6 open: how many nodes run one engine\n");
  CHECK(ranks("trtllm-llmapi-launch trtllm-serve m --tp_size 8\n") == std::string(job) + " tensor 8@6 open: how many nodes run one engine\n");
}

}  // namespace slurm_servers_test
