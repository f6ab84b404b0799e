// SPDX-License-Identifier: BSL-1.0
#include "told.hpp"

// What the commands of a batch script start, against what it asks for. srun: https://slurm.schedmd.com/srun.html; torchrun:
// https://docs.pytorch.org/docs/stable/elastic/run.html.
namespace slurm_launch_test {

using slurm_told::asked;

// Two nodes of eight GPUs with a task each.
constexpr std::string_view two = "--nodes=2 --gpus-per-node=8 --ntasks-per-node=1";
constexpr std::string_view of_two = "sbatch nodes 2@2 pods 2@2 each 8@3 millicpus 1000@4";

// What is told of commands from line 5, beside what the options say: the processes, and the claims.
std::string two_with(std::string_view commands) {
  const std::string all = asked(two, commands);
  REQUIRE(all.starts_with(of_two));
  return all.substr(of_two.size());
}

TEST_CASE("torchrun in a batch job: processes of a node, and the nodes that have to meet") {
  CHECK(two_with("srun torchrun --nnodes=2 --nproc-per-node=8 t.py\n") == " processes 8@5 slots 2@4\n");
  CHECK(two_with("srun torchrun --nnodes=2 --nproc-per-node=4 t.py\n") == " processes 4@5 slots 2@4\n");
  CHECK(two_with("torchrun --nnodes=2 --nproc-per-node=8 t.py\n") == " processes 8@5 slots 2@4\n");
  // It waits for all of its nodes; of one it waits for none.
  CHECK(two_with("srun torchrun --nnodes=4 --nproc-per-node=8 t.py\n") == " processes 8@5 slots 2@4\nclaim torchrun 4@5\n");
  CHECK(two_with("torchrun --nnodes=4 --nproc-per-node=8 t.py\n") == " processes 8@5 slots 2@4\nclaim torchrun 4@5\n");
  CHECK(two_with("srun torchrun --nnodes=1 --nproc-per-node=8 t.py\n") == " processes 8@5 slots 2@4\n");
  CHECK(two_with("srun torchrun --nproc-per-node=8 t.py\n") == " processes 8@5 slots 2@4\n");
  CHECK(two_with("srun torchrun --nnodes=$N --nproc-per-node=8 t.py\n") == " processes 8@5 slots 2@4\n");
  CHECK(two_with("srun torchrun --nnodes=2 --nproc-per-node=4 a.py &\nsrun torchrun --nnodes=2 --nproc-per-node=4 b.py &\nwait\n") == " slots 2@4\n");
  // Begun on each node by itself they are one.
  CHECK(two_with("for n in a b; do ssh $n torchrun --nnodes=2 --nproc-per-node=4 t.py & done\nwait\n") == " processes 4@5 slots 2@4\n");
  CHECK(two_with("for n in $(cat hosts); do ssh $n torchrun --nnodes=4 --nproc-per-node=8 t.py & done\nwait\n") ==
        " processes 8@5 slots 2@4\nclaim torchrun 4@5\n");
  CHECK(two_with("ssh b torchrun --nnodes=2 --nproc-per-node=4 t.py &\ntorchrun --nnodes=2 --nproc-per-node=4 t.py\nwait\n") ==
        " processes 4@5 slots 2@4\n");
  CHECK(two_with("for n in a b; do ssh -tp 22 -oA=p $n \"cd /a && torchrun --nnodes=2 --nproc-per-node=4 t.py\" & done\nwait\n") ==
        " processes 4@5 slots 2@4\n");
  CHECK(two_with("ssh b <<END &\ntorchrun --nnodes=4 --nproc-per-node=4 t.py\nEND\nwait\n") == " processes 4@6 slots 2@4\nclaim torchrun 4@6\n");
  CHECK(two_with("for n in a b; do ssh $n torchrun --nnodes=1 --nproc-per-node=4 t.py & done\nwait\n") == " slots 2@4\n");
  CHECK(two_with("for n in a b; do torchrun --nnodes=2 --nproc-per-node=4 t.py & done\nwait\n") == " slots 2@4\n");
  CHECK(two_with("nvidia-cuda-mps-control -d\nsrun torchrun --nnodes=2 --nproc-per-node=8 t.py\n") == " processes 8@6 slots 2@4\n");
  CHECK(asked("--nodes=2 --gpus-per-node=0 --ntasks-per-node=1", "srun torchrun --nproc-per-node=8 t.py\n") ==
        "sbatch nodes 2@2 pods 2@2 each 0@3 millicpus 1000@4 processes 8@5 slots 2@4\n");
  CHECK(asked("--nodes=2 --ntasks=4 --gpus-per-task=1", "srun torchrun --nproc-per-node=1 t.py\n") ==
        "sbatch nodes 2@2 pods 2@2 each 2@4 millicpus 2000@3 processes 2@5 gpus of a process ?@3 slots 4@3\n");
  // Of GPUs of which no number is said there is none to hold processes against.
  CHECK(asked("--nodes=2 --ntasks-per-node=4", "srun python pretrain_gpt.py\n") == "sbatch nodes 2@2 pods 2@2 each ?@2 millicpus 4000@3 slots 8@3\n");
  CHECK(asked("--nodes=2 --ntasks-per-node=4", "srun all_reduce_perf -b 8\n") == "sbatch nodes 2@2 pods 2@2 each ?@2 millicpus 4000@3 slots 8@3\n");
  constexpr std::string_view four = "--nodes=4 --gpus-per-node=8 --ntasks-per-node=1";
  constexpr std::string_view of_four = "sbatch nodes 4@2 pods 4@2 each 8@3 millicpus 1000@4 processes 8@5 slots 4@4\n";
  CHECK(asked(four, "srun torchrun --nnodes=2 --nproc-per-node=8 t.py\n") == std::string(of_four) + "claim torchrun 2@5\n");
  CHECK(asked(four, "srun torchrun --nnodes=1 --nproc-per-node=8 t.py\n") == of_four);
  CHECK(asked(four, "torchrun --nnodes=2 --nproc-per-node=8 t.py\n") == of_four);  // who starts it elsewhere is not in sight
  // How many tasks a step of other nodes starts on each is not known.
  constexpr std::string_view of_part = "sbatch nodes 4@2 pods 4@2 each 8@3 millicpus 1000@4 slots 4@4\n";
  CHECK(asked(four, "srun -N 2 torchrun --nnodes=2 --nproc-per-node=8 t.py\n") == of_part);
  CHECK(asked(four, "srun -N 2 torchrun --nnodes=8 --nproc-per-node=8 t.py\n") == of_part);
  // More processes than GPUs: each takes one of its own.
  CHECK(asked(two, "srun torchrun --nnodes=2 --nproc-per-node=16 t.py\n") ==
        "sbatch nodes 2@2 pods 2@2 of a node 8@3 each 16@5 millicpus 1000@4 slots 2@4\n");
  CHECK(two_with("nvidia-cuda-mps-control -d\nsrun torchrun --nnodes=2 --nproc-per-node=16 t.py\n") == " slots 2@4\n");
  // As many tasks of a node as Slurm starts, each with its processes.
  CHECK(asked("--nodes=2 --gpus-per-node=8 --ntasks-per-node=4", "srun torchrun --nproc-per-node=2 t.py\n") ==
        "sbatch nodes 2@2 pods 2@2 each 8@3 millicpus 4000@4 processes 8@5 slots 8@4\n");
  CHECK(asked("--nodes=2 --gpus-per-node=8 --ntasks-per-node=4", "torchrun --nproc-per-node=2 t.py\n") ==
        "sbatch nodes 2@2 pods 2@2 each 8@3 millicpus 4000@4 slots 8@4\n");
  CHECK(asked("--nodes=2 --gpus-per-node=8 --ntasks-per-node=2", "torchrun --nproc-per-node=2 t.py\n") ==
        "sbatch nodes 2@2 pods 2@2 each 8@3 millicpus 2000@4 slots 4@4\n");
  // Of devices that it is given it takes those alone.
  CHECK(two_with("CUDA_VISIBLE_DEVICES=0,1,2,3 srun torchrun --nnodes=2 --nproc-per-node=4 t.py\n") == " slots 2@4\n");
  CHECK(two_with("CUDA_VISIBLE_DEVICES=0,1,2,3,4,5,6,7 srun torchrun --nnodes=2 --nproc-per-node=4 t.py\n") == " processes 4@5 slots 2@4\n");
  // Nodes taken whole have what their machines have.
  CHECK(asked("--nodes=2 --exclusive --gpus-per-node=4 --ntasks-per-node=1", "srun torchrun --nnodes=2 --nproc-per-node=2 t.py\n") ==
        "sbatch nodes 2@2 pods 2@2 each 4@4 millicpus 1000@5 whole processes 2@6 slots 2@5\n");
  CHECK(asked("--nodes=2 --exclusive --ntasks-per-node=1", "srun torchrun --nnodes=2 --nproc-per-node=8 t.py\n") ==
        "sbatch nodes 2@2 pods 2@2 each 8@5 millicpus 1000@4 whole slots 2@4\n");
  CHECK(asked("--nodes=2 --exclusive --ntasks-per-node=1", "CUDA_VISIBLE_DEVICES=$X srun torchrun --nnodes=2 --nproc-per-node=8 t.py\n") ==
        "sbatch nodes 2@2 pods 2@2 each ?@2 millicpus 1000@4 whole slots 2@4\n");
  CHECK(asked("--nodes=2 --exclusive --ntasks-per-node=1", "nvidia-cuda-mps-control -d\nsrun torchrun --nnodes=2 --nproc-per-node=8 t.py\n") ==
        "sbatch nodes 2@2 pods 2@2 each ?@2 millicpus 1000@4 whole slots 2@4\n");
  CHECK(asked("--nodes=2 --exclusive --ntasks-per-node=1", "CUDA_VISIBLE_DEVICES= srun torchrun --nnodes=2 --nproc-per-node=8 t.py\n") ==
        "sbatch nodes 2@2 pods 2@2 each ?@2 millicpus 1000@4 whole slots 2@4\n");
  // A word that begins with what only the run knows is taken for the program of the step.
  CHECK(two_with("srun $X-run torchrun --nnodes=2 --nproc-per-node=8 t.py\n") == " processes 8@5 slots 2@4\n");
  CHECK(asked("--nodes=2 --ntasks-per-node=1", "srun torchrun --nnodes=2 --nproc-per-node=8 t.py\n") ==
        "sbatch nodes 2@2 pods 2@2 each ?@2 millicpus 1000@3 processes 8@4 slots 2@3\n");
}

TEST_CASE("Scripts of Python that srun starts: a process a task") {
  constexpr std::string_view four = "--nodes=2 --gpus-per-node=8 --ntasks-per-node=4";
  const auto told = [&](std::string_view commands, std::string_view tasks = "4") {
    std::string options(four);
    options.replace(options.rfind('4'), 1, tasks);
    const std::string all = asked(options, commands);
    const std::size_t begin = all.find("@4") + 2;
    return all.substr(begin);
  };
  CHECK(told("srun python t.py\n") == " processes 4@4 slots 8@4\n");
  CHECK(told("srun -n 4 --ntasks-per-node=2 python t.py\n") == " processes 2@5 slots 8@4\n");
  CHECK(told("srun ./t\n") == " slots 8@4\n");
  CHECK(told("srun --chdir t.py\n") == " slots 8@4\n");
  CHECK(told("srun python pretrain_gpt.py\n", "1") == " processes 1@4 slots 2@4\n");
  CHECK(told("srun python pretrain_gpt.py\n", "9") == " processes 9@4 slots 18@4\n");
  CHECK(told("python t.py\n") == " slots 8@4\n");
  CHECK(told("srun mpirun -np 4 python t.py\n").find("processes") == std::string::npos);
  // One alone may start the others; as many as GPUs is right.
  CHECK(told("srun python t.py\n", "1") == " slots 2@4\n");
  CHECK(told("srun python t.py\n", "2") == " processes 2@4 slots 4@4\n");
  CHECK(told("srun python t.py\n", "7") == " processes 7@4 slots 14@4\n");
  CHECK(told("srun python t.py\n", "8") == " slots 16@4\n");
  // More may share them, unless each is given one of its own.
  CHECK(told("srun python t.py\n", "9") == " slots 18@4\n");
  CHECK(told("srun --gpus-per-task=1 python t.py\n", "9") == " processes 9@4 slots 18@4\n");
  CHECK(told("srun --gpus-per-task=1 python t.py\n", "8") == " processes 8@4 slots 16@4\n");
  CHECK(told("srun --gpus-per-task=2 python t.py\n") == " slots 8@4\n");
  CHECK(told("srun --gpus-per-task=1 python t.py &\nwait\n") == " slots 8@4\n");
  CHECK(told("nvidia-cuda-mps-control -d\nsrun --gpus-per-task=1 python t.py\n", "9") == " slots 18@4\n");
  // Of two the one with most; one of which is not known leaves all.
  CHECK(told("srun python a.py\nsrun --ntasks-per-node=2 python b.py\n") == " processes 4@4 slots 8@4\n");
  CHECK(told("srun --ntasks-per-node=2 python b.py\nsrun python a.py\n") == " processes 4@4 slots 8@4\n");
  CHECK(told("srun --ntasks-per-node=2 python b.py\nsrun --ntasks-per-node=3 python a.py\n") == " processes 3@6 slots 8@4\n");
  CHECK(told("CUDA_VISIBLE_DEVICES=0,1 srun python a.py\n") == " slots 8@4\n");
  CHECK(told("srun python pretrain_gpt.py\nsrun -N 1 python pretrain_gpt.py\n") == " slots 8@4\n");
  CHECK(told("srun -N 1 python pretrain_gpt.py\nsrun python pretrain_gpt.py\n") == " slots 8@4\n");
  // One that may share GPUs leaves more of them open, whichever is the last.
  CHECK(told("srun python a.py\nsrun --gpus-per-task=1 python b.py\n", "9") == " slots 18@4\n");
  CHECK(told("srun --gpus-per-task=1 python b.py\nsrun python a.py\n", "9") == " slots 18@4\n");
  CHECK(asked("--nodes=1 --gpus-per-node=8", "srun -n 4 python t.py\n") == "sbatch nodes 1@2 pods 1@2 each 8@3 processes 4@4\n");
  CHECK(asked("--nodes=2 --gpus-per-node=8", "srun -n 7 python t.py\n") == "sbatch nodes 2@2 pods 2@2 each 8@3 processes 4@4\n");
  CHECK(asked("--nodes=2 --gpus-per-node=1 --ntasks-per-node=2", "srun --gpus-per-task=1 python t.py\n") ==
        "sbatch nodes 2@2 pods 2@2 each 1@3 millicpus 2000@4 processes 2@4 slots 4@4\n");
}

TEST_CASE("A job that asks for no GPUs has those that its steps over all nodes ask for") {
  constexpr std::string_view none = "--nodes=2 --partition=gpu";
  const auto told = [&](std::string_view commands) {
    const std::string all = asked(none, commands);
    constexpr std::string_view head = "sbatch nodes 2@2 pods 2@2 each ";
    REQUIRE(all.starts_with(head));
    return all.substr(head.size(), all.find(' ', head.size()) - head.size());
  };
  CHECK(told("srun --gpus-per-node=8 ./a\n") == "8@4");
  CHECK(told("srun --gpus-per-node=h100:8 ./a\n") == "8@4");
  CHECK(told("srun --gres=gpu:4 ./a\n") == "4@4");
  CHECK(told("srun --gpus=16 ./a\n") == "8@4");
  CHECK(told("srun -G 6 ./a\n") == "3@4");
  CHECK(told("srun --gpus=15 ./a\n") == "?@2");
  CHECK(told("srun --ntasks-per-node=3 --gpus-per-task=2 ./a\n") == "6@4");
  CHECK(told("srun --gpus-per-task=2 ./a\n") == "2@4");
  CHECK(told("srun ./a\n") == "?@2");
  // The most of several; not those of a part of the nodes, nor what only the run knows.
  CHECK(told("srun --gpus-per-node=2 ./a\nsrun --gpus-per-node=4 ./b\n") == "4@5");
  CHECK(told("srun --gpus-per-node=4 ./a\nsrun --gpus-per-node=2 ./b\n") == "4@4");
  CHECK(told("srun --gpus-per-node=4 ./a\nsrun --gpus-per-node=4 ./b\n") == "4@4");
  CHECK(told("srun -N 1 --gpus-per-node=8 ./a\n") == "?@2");
  CHECK(told("srun --gpus-per-node=$N ./a\n") == "?@2");
  CHECK(told("srun --gpus-per-node=8$N ./a\n") == "?@2");
  CHECK(told("srun --gpus-per-node \\\n 8 ./a\n") == "8@5");
  CHECK(asked("--nodes=1 --partition=gpu", "srun --gpus=4 ./a\n") == "sbatch nodes 1@2 pods 1@2 each 4@4 partition gpu@3\n");
  CHECK(told("srun --gres=gpu:x:y:z ./a\n") == "?@2");
  CHECK(asked("--nodes=1-2 --partition=gpu", "srun --gpus=4 ./a\n") == "sbatch nodes ?@2 pods ?@2 each ?@2 partition gpu@3\n");
  // What each task gets of a number that Slurm spreads over nodes is not said by a step's GPUs of a node.
  CHECK(asked("--ntasks=16", "srun --gpus-per-node=8 ./a\n") == "sbatch of each task pods 16@2 each ?@2 millicpus 1000@2\n");
  // Of a job that says it itself nothing is taken.
  CHECK(asked("--nodes=2 --gres=gpu:1g.10gb:2", "srun --gpus-per-node=8 ./a\n") == "sbatch pods 2@2 mig 1g.10gb@3\n");
  CHECK(asked("--nodes=2 --gpus-per-node=4", "srun --gpus-per-node=8 ./a\n") == "sbatch nodes 2@2 pods 2@2 each 4@3\n");
  CHECK(asked("--nodes=2 --gpus=4", "srun --gpus-per-node=8 ./a\n") == "sbatch nodes 2@2 gpus 4@3\n");
}

TEST_CASE("Steps, servers and settings of more nodes than the job has") {
  CHECK(two_with("srun -N 4 ./a\n") == " slots 2@4\nclaim srun 4@5\n");
  CHECK(two_with("srun -N 2 ./a\n") == " slots 2@4\n");
  CHECK(two_with("srun --jobid=17 -N 4 ./a\n") == " slots 2@4\n");
  CHECK(two_with("srun --jobid=$SLURM_JOB_ID -N 4 ./a\n") == " slots 2@4\nclaim srun 4@5\n");
  CHECK(two_with("srun $OPTIONS -N 4 ./a\n") == " slots 2@4\n");
  CHECK(two_with("if test -e x; then srun -N 4 ./a; fi\n") == " slots 2@4\n");
  // Lightning's settings.
  CHECK(two_with("srun python t.py trainer.num_nodes=4 trainer.devices=8\n") == " processes 8@5 slots 2@4\nclaim trainer 4@5\n");
  CHECK(two_with("srun python t.py trainer.num_nodes=2 trainer.devices=8\n") == " processes 8@5 slots 2@4\n");
  CHECK(two_with("srun python t.py trainer.num_nodes=2 trainer.devices=4\n") == " processes 4@5 slots 2@4\n");
  // What torchrun starts counts before what the script that it starts is told.
  CHECK(two_with("srun torchrun --nnodes=2 --nproc-per-node=4 t.py trainer.num_nodes=2 trainer.devices=8\n") == " processes 4@5 slots 2@4\n");
  // Lightning, "Run on an on-prem cluster (advanced)": the devices have to be the tasks of a node.
  CHECK(asked("--nodes=2 --gpus-per-node=8 --ntasks-per-node=8", "srun python megatron_gpt_pretraining.py trainer.num_nodes=2 trainer.devices=4\n").find(" processes 4@5") != std::string::npos);
  CHECK(two_with("srun python t.py trainer.num_nodes=1 trainer.devices=8\n") == " processes 8@5 slots 2@4\nclaim trainer 1@5\n");
  CHECK(two_with("python t.py trainer.num_nodes=1 trainer.devices=8\n") == " slots 2@4\n");
  CHECK(two_with("python t.py trainer.num_nodes=4 trainer.devices=16\n") == " processes 16@5 slots 2@4\nclaim trainer 4@5\n");
  CHECK(two_with("srun -N 1 python t.py trainer.num_nodes=1 trainer.devices=8\n") == " slots 2@4\n");
  CHECK(two_with("CUDA_VISIBLE_DEVICES=0,1 srun python t.py trainer.num_nodes=2 trainer.devices=2\n") == " slots 2@4\n");
  CHECK(two_with("srun --gpus-per-node=4 python t.py trainer.num_nodes=2 trainer.devices=8\n") == " slots 2@4\n");
  CHECK(two_with("srun python t.py trainer.num_nodes=2 trainer.devices=\"$X\"\n") == " slots 2@4\n");
  // Nodes taken whole have as many GPUs as processes, where these are of each node.
  constexpr std::string_view open = "sbatch nodes 2@2 pods 2@2 each ?@2 whole\n";
  CHECK(asked("--nodes=2 --exclusive", "srun python t.py trainer.num_nodes=2 trainer.devices=8\n") == "sbatch nodes 2@2 pods 2@2 each 8@4 whole processes 8@4\n");
  CHECK(asked("--nodes=2 --exclusive", "python t.py trainer.num_nodes=2 trainer.devices=8\n") == "sbatch nodes 2@2 pods 2@2 each 8@4 whole\n");
  CHECK(asked("--nodes=2 --exclusive", "python t.py trainer.devices=8\n") == open);
  CHECK(asked("--nodes=2 --exclusive", "srun python t.py trainer.devices=-1\n") == open);
  CHECK(asked("--nodes=1 --exclusive", "python t.py trainer.devices=8\n") == "sbatch nodes 1@2 pods 1@2 each 8@4 whole\n");
  CHECK(two_with("if test -e x; then srun python t.py trainer.num_nodes=4; fi\n") == " slots 2@4\n");
  // Engines that serve over several nodes.
  CHECK(two_with("srun python -m sglang.launch_server --model m --tp 32 --nnodes 4\n") == " slots 2@4\nclaim SGLang 4@5\n");
  CHECK(two_with("srun vllm serve m -tp 32 --nnodes 4\n").find("claim vLLM 4@5\n") != std::string::npos);
  CHECK(two_with("srun python x.py --tp 32 --nnodes 4\n").find("claim") == std::string::npos);
  CHECK(two_with("if x; then srun python -m sglang.launch_server --tp 32 --nnodes 4; fi\n").find("claim") == std::string::npos);
  CHECK(two_with("srun python -m sglang.launch_server --model m --tp 16 --nnodes 2\n").find("claim") == std::string::npos);
  // A launcher of training waits for its nodes itself.
  CHECK(two_with("srun torchrun --nnodes=4 --nproc-per-node=8 -m vllm.entrypoints.openai.api_server --model m\n") == " processes 8@5 slots 2@4\nclaim torchrun 4@5\n");
  CHECK(two_with("srun python -m sglang.launch_server --model m --tp 32 --nnodes 4 --node-rank 0\n").find("claim") == std::string::npos);
}

TEST_CASE("Tests of collectives take a GPU a process, or as many as they are told") {
  CHECK(two_with("srun --ntasks-per-node=9 all_reduce_perf -b 8\n") == " processes 9@5 slots 2@4\n");
  CHECK(two_with("srun --ntasks-per-node=8 all_reduce_perf -b 8\n") == " slots 2@4\n");
  CHECK(two_with("srun --ntasks-per-node=4 all_reduce_perf -g 3\n") == " processes 4@5 gpus of a process 3@5 slots 2@4\n");
  CHECK(two_with("srun --ntasks-per-node=4 all_reduce_perf -g 2\n") == " slots 2@4\n");
  CHECK(two_with("srun --ntasks-per-node=5 all_reduce_perf -g 2\n") == " processes 5@5 gpus of a process 2@5 slots 2@4\n");
  CHECK(two_with("nvidia-cuda-mps-control -d\nsrun --ntasks-per-node=9 all_reduce_perf -b 8\n") == " slots 2@4\n");
  CHECK(two_with("CUDA_VISIBLE_DEVICES=0 srun --ntasks-per-node=9 all_reduce_perf -b 8\n") == " slots 2@4\n");
}

TEST_CASE("Ranks of mpirun, and the tasks that are slots for them") {
  CHECK(two_with("mpirun -np 16 ./a\n") == " ranks 16@5 slots 2@4\n");
  CHECK(two_with("mpirun -np 2 ./a\n") == " ranks 2@5 slots 2@4\n");
  CHECK(two_with("mpirun -np 2 all_reduce_perf -g \"$G\"\n") == " gpus of a process ?@5 ranks 2@5 slots 2@4\n");
  CHECK(two_with("mpirun --oversubscribe -np 16 ./a\n") == "\n");
  CHECK(two_with("mpirun --host other -np 16 ./a\n") == "\n");
  CHECK(two_with("mpirun --rankfile r -np 18 -N 9 all_reduce_perf\n") == "\n");
  CHECK(two_with("mpirun --rankfile r -np 8 -N 4 all_reduce_perf\n") == "\n");
  CHECK(two_with("mpirun -np 8 -N 4 all_reduce_perf\n") == " processes 4@5\n");
  CHECK(two_with("mpirun -np 14 -N 7 all_reduce_perf\n") == " processes 7@5\n");
  CHECK(two_with("mpirun -np 16 -N 8 all_reduce_perf\n") == "\n");
  CHECK(two_with("mpirun -np 18 -N 9 all_reduce_perf\n") == " processes 9@5\n");
  // Slots of hosts that one of them lists bound it though the other has more processes than slots.
  CHECK(two_with("mpirun -H a:8,b:8 -np 16 ./a\nmpirun --oversubscribe -np 4 ./b\n") == " ranks 16@5 slots 16@5\n");
  CHECK(asked("--nodes=2 --gpus-per-node=8 --ntasks={{n}}", "mpirun -np 16 ./a\n") == "sbatch nodes 2@2 pods 2@2 each 8@3\n");
  CHECK(two_with("mpirun -np 32 --map-by ppr:8:node ./a\n") == "\nclaim mpirun 4@5\n");
}

}  // namespace slurm_launch_test
