// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>

#include <check.hpp>
#include <read/reading.hpp>
#include <headroom/read/common/ini_text.hpp>
#include <headroom/read/slurm/slurm.hpp>
#include <headroom/catalog/machines.hpp>
#include <headroom/deployment/check.hpp>
#include <headroom/deployment/sentence.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace slurm_cases {

namespace program = headroom::read;
using program::file_of;

int line_of_refusal(std::string text) {
  program::deployment_file file(std::move(text));
  const auto error = program::read_source(file);
  return error.has_value() ? error->line : 0;
}
std::string format_of(std::string text) {
  program::deployment_file file(std::move(text));
  program::read_source(file);
  return std::string(file.format);
}
std::string findings(const program::deployment_file& file, const hr::check_terms& on = {},
                     std::string_view with_unknowns_of = {}) {
  std::string all;
  for (const hr::finding& each : hr::check(file.view("x"), on)) {
    if (each.severity == hr::finding_severity::unjudged && each.rule != with_unknowns_of) continue;
    all += std::string(hr::name(each.severity)) + " " + std::to_string(each.line) + ": " + hr::sentence_of(each) + "\n";
  }
  return all;
}
constexpr std::string_view first_scale_unit =
    "ClusterName=train\n"
    "SlurmctldHost=ctl\n"
    "NodeName=DEFAULT Gres=gpu:h100:8(S:0-1) RealMemory=1900000 # as slurmd -C prints\n"
    "NodeName=gpu[001-016],\\\n"
    "gpu[017-018] CPUs=96 Feature=ib,Standard_ND96isr_H100_v5\n"
    "nodename=spare[1-2] gres=gpu:4,gpu:2 state=cloud boards=1 Sockets=2 CoresPerSocket=32 ThreadsPerCore=2\n"
    "NodeName=next[1-1099511627776] State=FUTURE\n"
    "PartitionName=all Nodes=gpu[001-018],spare[1-2] MaxNodes=16\n";

}  // namespace slurm_cases

TEST_CASE("slurm.conf: each line of nodes is a pool, with what DEFAULT lines say before it") {
  using namespace slurm_cases;
  const auto file = file_of(std::string(first_scale_unit));
  CHECK(file->format == "slurm");
  REQUIRE(file->pools.size() == 3);
  const hr::machine_pool& gpu = file->pools[0];
  CHECK(gpu.nodes.value == 18);
  CHECK(gpu.nodes.line == 4);
  CHECK(gpu.gpus_per_node.value == 8);
  CHECK(gpu.gpus_per_node.line == 3);
  CHECK(gpu.gpu_type.value == "h100");
  CHECK(gpu.size.value == "Standard_ND96isr_H100_v5");
  CHECK(gpu.size.line == 5);
  CHECK(gpu.cpus_per_node.value == 96);
  CHECK(hr::in_mebibytes(gpu.memory_per_node.value) == 1'900'000);
  const hr::machine_pool& spare = file->pools[1];
  CHECK(spare.nodes.is_silent());
  CHECK(spare.most_nodes.value == 2);
  CHECK(spare.gpus_per_node.value == 6);
  CHECK(spare.cpus_per_node.value == 128);
  CHECK(spare.memory_per_node.is_silent());  // Slurm takes 90 % of it for all
  CHECK(file->pools[2].nodes.is_silent());
  CHECK(file->pools[2].most_nodes.is_silent());
  CHECK(file->view("x").gpus_held() == 144);
  CHECK(findings(*file).empty());
}

TEST_CASE("gres.conf: the lines of the same nodes add up, and files give the number") {
  using namespace slurm_cases;
  const auto file = file_of(
      "NodeName=c[1-4] Name=gpu Type=gb300 File=/dev/nvidia[0-1]\n"
      "NodeName=c[1-4] Name=gpu Type=gb300 File=/dev/nvidia[2-3] Count=2\n"
      "NodeName=m1 Name=gpu Type=1g.10gb MultipleFiles=/dev/nvidia0,/dev/nvidia-caps/nvidia-cap3\n"
      "NodeName=c[1-4] Name=shard Count=64\n");
  REQUIRE(file->pools.size() == 2);
  CHECK(file->pools[0].nodes.value == 4);
  CHECK(file->pools[0].gpus_per_node.value == 4);
  CHECK(file->pools[0].gpu_type.value == "gb300");
  CHECK(file->pools[1].mig_profile.value == "1g.10gb");
  CHECK(file->pools[1].gpus_per_node.is_silent());
  const auto overlapping = file_of("NodeName=c[1-4] Name=gpu File=/dev/nvidia0\nNodeName=c[3-6] Name=gpu File=/dev/nvidia1\n");
  CHECK(overlapping->pools[0].gpus_per_node.is_silent());
  CHECK(line_of_refusal("NodeName=c1 Name=gpu\nName=gpu File=/dev/nvidia[0-7] Count=4\n") == 2);
}

TEST_CASE("Topologies: blocks and their sizes, of each topology its own") {
  using namespace slurm_cases;
  const auto conf = file_of("BlockName=a Nodes=c[01-18]\nBlockName=b Nodes=c[19-36]\nBlockSizes=18,36\n");
  REQUIRE(conf->blocks.size() == 4);
  CHECK(conf->blocks[1].nodes.value == 18);
  CHECK(conf->blocks[3].is_size);
  CHECK(conf->blocks[3].nodes.value == 36);
  const auto yaml = file_of(
      "- topology: one\n  block: {block_sizes: [4, 16], blocks: [{block: b1, nodes: 'n[01-04]'}]}\n"
      "- topology: two\n  tree: {switches: [{switch: s1, nodes: 'n[01-04]'}]}\n");
  CHECK(yaml->format == "slurm-topology");
  REQUIRE(yaml->blocks.size() == 4);
  CHECK(yaml->blocks[0].topology == "one");
  CHECK(yaml->blocks[3].topology == "two");
  const auto tree = file_of("SwitchName=s1 Nodes=n[1-4]\nSwitchName=s2 Nodes=n[5-8]\nSwitchName=top Switches=s[1-2]\n");
  CHECK(tree->blocks.size() == 2);
}

TEST_CASE("What is no file of Slurm is not taken for one") {
  using namespace slurm_cases;
  CHECK(format_of("AutoDetect=nvml\n") == "slurm");
  CHECK(format_of("NodeName=c1 CPUs=4\nsrun hostname\n") != "slurm");
  CHECK(format_of("[Unit]\nNodeName=c1\n") != "slurm");
  CHECK(format_of("nodename: c1\n") != "slurm");
  CHECK(format_of("ClusterName=x\nRegion=y\n") != "slurm");
  CHECK(format_of("#!/bin/bash\necho\n#SBATCH --nodes=4\n") != "sbatch");
  CHECK(format_of("# Title\n\nText\n#SBATCH -N 4\n") != "sbatch");
  CHECK(format_of("- topology: x\n  nodes: y\n") != "slurm-topology");
  CHECK(format_of("#!/usr/bin/env python3\n#SBATCH -N 4\nprint()\n") == "sbatch");
}

TEST_CASE("sbatch: options, short, long and with quotes, before the first command") {
  using namespace slurm_cases;
  const auto file = file_of(
      "#!/bin/bash -l\n"
      "#SBATCH -J 'llama 405b' -N4 -p \"gpu\"  # four nodes\n"
      "\n"
      "# a remark\n"
      "##SBATCH --nodes=8\n"
      "#SBATCH --gpus-per-node h100:8 --cpus-per-task 12\n"
      "#SBATCH --ntasks-per-node=8 --mem-per-gpu=200G --exclusive\n"
      "cd $HOME\n"
      "#SBATCH --nodes=2\n");
  REQUIRE(file->workloads.size() == 1);
  const hr::workload& w = file->workloads[0];
  CHECK(w.identity.kind == "sbatch");
  CHECK(w.identity.name == "llama 405b");
  CHECK(w.placement.pool.value == "gpu");
  CHECK(w.scale.nodes.value == 4);
  CHECK(w.scale.nodes.line == 2);
  CHECK(w.requests.gpus.value == 8);
  CHECK(w.requests.gpus.line == 6);
  CHECK(w.requests.millicpus.value == 96'000);
  CHECK(hr::in_gibibytes(w.requests.system_memory.value) == 1'600);
  CHECK_FALSE(w.placement.leaves_rest);
  CHECK(hr::gpus_of(w).value == 32);
}

TEST_CASE("sbatch: without a number of nodes, tasks stand for themselves") {
  using namespace slurm_cases;
  const auto tasks = file_of("#!/bin/sh\n#SBATCH -n 16 --gpus-per-task=4 -c 32 --mem-per-cpu=2G\n");
  CHECK(tasks->workloads[0].scale.pods.value == 16);
  CHECK(tasks->workloads[0].requests.gpus.value == 4);
  CHECK(hr::in_gibibytes(tasks->workloads[0].requests.system_memory.value) == 64);
  CHECK(tasks->workloads[0].scale.nodes.is_silent());
  const auto one = file_of("#!/bin/sh\n#SBATCH --gres=gpu:a100:2\n");
  CHECK(one->workloads[0].scale.nodes.value == 1);
  CHECK(hr::gpus_of(one->workloads[0]).value == 2);
  const auto each = file_of("#!/bin/sh\n#SBATCH -n 2 --tres-per-task=cpu=4,gres/gpu:a100=8\n");
  CHECK(each->workloads[0].requests.gpus.value == 8);
  const auto range = file_of("#!/bin/sh\n#SBATCH -N 2-4 --gres=gpu\n");
  CHECK(range->workloads[0].scale.nodes.is_unresolved());
  CHECK(range->workloads[0].requests.gpus.value == 1);
  const auto total = file_of("#!/bin/sh\n#SBATCH -G 48\n");
  CHECK(hr::gpus_of(total->workloads[0]).value == 48);
  CHECK(total->workloads[0].scale.nodes.is_silent());
  CHECK(line_of_refusal("#!/bin/sh\n#SBATCH -N 4-2\n") == 2);
  CHECK(line_of_refusal("#!/bin/sh\n#SBATCH -G many -n -2\n") == 2);
  CHECK(line_of_refusal("#!/bin/sh\n#SBATCH -N 2 --gres=gpu:a100:many\n") == 2);
}

TEST_CASE("sbatch: what is asked for is of a node where their number is known, else of a task, and --mem is of a node") {
  using namespace slurm_cases;
  const std::vector<hr::group> nd_gb300{{*hr::find_machine("Standard_ND128isr_GB300_v6", {}), 0}};
  const auto told = [&](std::string_view options) {
    const auto file = file_of("#!/bin/sh\n#SBATCH -J x " + std::string(options) + "\n");
    return findings(*file, {.held = nd_gb300});
  };
  CHECK(told("-N 2 --gpus-per-node=8") ==
        "error 2: x asks for 8 GPUs a node; Standard_ND128isr_GB300_v6 has 4\n");
  CHECK(told("-N 2 --ntasks-per-node=4 -c 36") ==
        "error 2: x asks for 144 CPUs a node; Standard_ND128isr_GB300_v6 has 128\n");
  CHECK(told("-n 2 -c 144") == "error 2: x asks for 144 CPUs a task; Standard_ND128isr_GB300_v6 has 128\n");
  CHECK(told("-n 2 --mem=900G") ==
        "error 2: x asks for 900 GiB of memory a node; Standard_ND128isr_GB300_v6 has 864 GiB\n");
  CHECK(told("-n 2 -c 100 --mem-per-cpu=9G") ==
        "error 2: x asks for 900 GiB of memory a task; Standard_ND128isr_GB300_v6 has 864 GiB\n");
}

TEST_CASE("Components of a job are workloads of their own") {
  using namespace slurm_cases;
  const auto file = file_of("#!/bin/sh\n#SBATCH -N 4 --gres=gpu:4\n#SBATCH hetjob\n#SBATCH -n 8\n");
  for (const headroom::workload& each : file->workloads) CHECK(each.queueing.runs_as == headroom::workload_class::part_of_job);  // they start together
  REQUIRE(file->workloads.size() == 2);
  CHECK(file->workloads[1].identity.line == 4);
  CHECK(file->workloads[1].requests.gpus.is_silent());
}

TEST_CASE("sbatch: a script without nodes that reads them may be given more than one") {
  using namespace slurm_cases;
  const auto told = [](std::string_view options, std::string_view script, std::string_view sizes = " -tp 8 -pp 4") {
    const auto file = file_of("#!/bin/bash\n#SBATCH -J x --gpus-per-node=8 " + std::string(options) + "\n" + std::string(script) + "\nvllm serve m" + std::string(sizes) + "\n");
    return findings(*file, {}, "parallel_product");
  };
  const std::string unknown = "unknown 4: x: the GPUs that its parallel sizes take cannot be judged; the file does not say how many nodes it is given\n";
  const std::string error = "error 4: x: for vLLM, TP 8 x PP 4 x CP 1 x DP 1 need 32 GPUs; it has 8\n";
  for (const std::string_view name : {"SLURM_NNODES", "SLURM_JOB_NUM_NODES", "SLURM_NODELIST", "SLURM_JOB_NODELIST"}) CHECK(told("", "echo $" + std::string(name)) == unknown);
  for (const std::string_view script : {"torchrun --nnodes=$((SLURM_NNODES)) a", "bash -c 'echo ${SLURM_NNODES:-1}'", "for ((i = 0; i < SLURM_NNODES; i++)); do a; done"})
    CHECK(told("", script) == unknown);
  for (const std::string_view script : {"echo $SLURM_JOB_ID", "# on $SLURM_NNODES nodes", "echo '$SLURM_NNODES'", "SLURM_NNODES=4"}) CHECK(told("", script) == error);
  CHECK(told("-N 1", "echo $SLURM_NNODES") == error);
  CHECK(told("-w n1", "echo $SLURM_NNODES") == error);
  CHECK(told("-n 1", "echo $SLURM_NNODES") == error);
  CHECK(told("", "echo $SLURM_NNODES", " -tp 8") == "");
}

TEST_CASE("sbatch: what a variable leaves unknown is told by its name") {
  using namespace slurm_cases;
  const auto told = [](std::string_view script) {
    const auto file = file_of("#!/bin/bash\n#SBATCH -J x -N 1 --gpus-per-node=8\n" + std::string(script));
    return findings(*file, {}, "parallel_product");
  };
  const auto unknown = [](std::string_view line, std::string_view name) {
    return "unknown " + std::string(line) +
           ": x: the GPUs that its parallel sizes take cannot be judged; the file does not say what " +
           std::string(name) + " holds\n";
  };
  CHECK(told("TP=16\nvllm serve m -tp $TP\n") ==
        "error 4: x: for vLLM, TP 16 x PP 1 x CP 1 x DP 1 need 16 GPUs; it has 8\n");
  CHECK(told("if a; then\nTP=16\nfi\nvllm serve m -tp ${TP}\n").find("the file does not say which branch of line 3 runs") != std::string::npos);
  CHECK(told("vllm serve m -tp $TP\nTP=16\n") == unknown("3", "$TP"));
  CHECK(told("vllm serve m -tp 8 $EXTRA\n") == unknown("3", "$EXTRA"));
  CHECK(told("EXTRA='-tp 16'\nvllm serve m \"$EXTRA\"\n") == "");
}

TEST_CASE("sbatch: Megatron's sizes out of arrays, and a rendezvous of more nodes than there are") {
  using namespace slurm_cases;
  const auto file = file_of(
      "#!/bin/bash\n#SBATCH -N 4 --gpus-per-node=8 --exclusive\n"
      "ARGS=(\n  --tensor-model-parallel-size 8\n  --pipeline-model-parallel-size 4\n)\n"
      "srun torchrun --nnodes 8 --nproc_per_node 8 train.py ${ARGS[@]}\n");
  const hr::parallel_sizes& sizes = file->workloads[0].parallel;
  CHECK(sizes.engine == hr::engine::megatron);
  CHECK(sizes.tensor.value == 8);
  CHECK(sizes.tensor.line == 4);
  CHECK(sizes.pipeline.value == 4);
  CHECK(findings(*file) == "error 7: torchrun waits for 8 nodes; the job has 4\n");
}

TEST_CASE("sbatch: each task that srun starts starts its own torchrun") {
  using namespace slurm_cases;
  const auto told = [](std::string_view options, std::string_view command) {
    const auto file = file_of("#!/bin/bash\n#SBATCH -J x -N 4 --gpus-per-node=8 " + std::string(options) + "\n" +
                              std::string(command) + "\n");
    return findings(*file);
  };
  const std::string too_many = "error 3: x asks for 64 GPUs a node; each node has 8\n";
  CHECK(told("--ntasks-per-node=8", "srun torchrun --nproc_per_node=8 train.py") == too_many);
  CHECK(told("-n 32", "srun -l python -m torch.distributed.run --nproc-per-node 8 train.py") == too_many);
  CHECK(told("--ntasks-per-node=8", "srun torchrun --nnodes=32 --nproc_per_node=1 train.py") == "");
  CHECK(told("--ntasks-per-node=8", "srun --ntasks-per-node=1 torchrun --nproc_per_node=8 train.py") == "");
  CHECK(told("--ntasks-per-node=8", "srun -N 4 -n 4 torchrun --nproc_per_node=8 train.py") == "");
  CHECK(told("--ntasks-per-node=8", "torchrun --nproc_per_node=8 train.py") == "");
  CHECK(told("-n 4", "srun torchrun --nproc_per_node=8 train.py") == "");
  // One agent a node: it waits for those that the job has, no more and no fewer.
  CHECK(told("", "srun torchrun --nnodes=4 --nproc_per_node=8 train.py") == "");
  CHECK(told("", "srun torchrun --nnodes=8 --nproc_per_node=8 train.py") ==
        "error 3: torchrun waits for 8 nodes; the job has 4\n");
  CHECK(told("", "srun torchrun --nnodes=2 --nproc_per_node=8 train.py") ==
        "error 3: torchrun waits for 2 nodes; the job has 4\n");
  // A step of more nodes than the job has, where it is the job's and certain to run.
  CHECK(told("", "srun -N 8 train.py") == "error 3: srun waits for 8 nodes; the job has 4\n");
  CHECK(told("", "srun -N 4 train.py") == "");
  CHECK(told("", "srun --jobid 7 -N 8 train.py") == "");
  CHECK(told("", "srun --jobid $SLURM_JOB_ID -N 8 train.py") == "error 3: srun waits for 8 nodes; the job has 4\n");
  CHECK(told("", "srun -N 8 -w $NODES train.py") == "");
  CHECK(told("", "if test -f x; then srun -N 8 train.py; fi") == "");
  CHECK(told("", "srun accelerate launch --num_machines 8 --num_processes 64 train.py") ==
        "error 3: accelerate waits for 8 nodes; the job has 4\n");
  CHECK(told("", "srun -N 2 torchrun --nnodes=2 --nproc_per_node=8 train.py") == "");
  CHECK(told("", "torchrun --nnodes=1 --nproc_per_node=8 train.py") == "");
  // Of one node each runs by itself.
  CHECK(told("", "srun torchrun --standalone --nnodes=1 --nproc_per_node=8 sweep.py") == "");
}

TEST_CASE("sbatch: a trainer in a step over all nodes has as many processes on each as it says") {
  using namespace slurm_cases;
  const auto processes = [](std::string_view command) {
    return headroom::read::told(file_of("#!/bin/bash\n#SBATCH -N 4 --gpus-per-node=8 --ntasks-per-node=1\n" + std::string(command) + "\n")->workloads[0].launch.processes);
  };
  CHECK(processes("srun python p.py trainer.num_nodes=4 trainer.devices=4") == "4");
  CHECK(processes("srun python p.py trainer.num_nodes=4 trainer.devices=16") == "16");
  CHECK(processes("python p.py trainer.num_nodes=1 trainer.devices=4") == "-");
}

TEST_CASE("sbatch: fewer processes than GPUs, by what starts them, leave some idle") {
  using namespace slurm_cases;
  const auto told = [](std::string_view command) {
    return findings(*file_of("#!/bin/bash\n#SBATCH -J x -N 2 --gpus-per-node=8\n" + std::string(command) + "\n"), {}, "gpus_stranded");
  };
  const std::string idle = "warning 3: x starts 1 process a node, each of which takes one GPU; 7 of its 8 stay idle\n";
  CHECK(told("torchrun --standalone t.py") == idle);
  CHECK(told("torchrun --standalone --nproc-per-node=8 t.py") == "");
  CHECK(told("mpirun -np 2 --map-by ppr:1:node all_reduce_perf -g 1") == idle);
  CHECK(told("mpirun -np 2 --map-by ppr:1:node all_reduce_perf -g 8") == "");
  CHECK(told("mpirun -np 2 --map-by ppr:1:node vllm_worker") == "");
}

TEST_CASE("sbatch: NUM_SHARD of TGI, as its shell or its container has it") {
  using namespace slurm_cases;
  const auto told = [](std::string_view commands) {
    return findings(*file_of("#!/bin/bash\n#SBATCH -J x -N 1 --gpus-per-node=2\n" + std::string(commands) + "\n"), {}, "parallel_product");
  };
  const std::string four = "error 3: x: for TGI, TP 4 x PP 1 x CP 1 x DP 1 need 4 GPUs; it has 2\n";
  const std::string image = " ghcr.io/huggingface/text-generation-inference:2.0 --model-id m";
  CHECK(told("export NUM_SHARD=4\nsrun text-generation-launcher --model-id m") == four);
  CHECK(told("NUM_SHARD=4 text-generation-launcher --model-id m") == four);
  CHECK(told("docker run --gpus all -e NUM_SHARD=4" + image) == four);
  CHECK(told("docker run --gpus all --env=NUM_SHARD=4" + image) == four);
  CHECK(told("export NUM_SHARD=4\ndocker run --gpus all" + image) == "");
  CHECK(told("NUM_SHARD=4\ntext-generation-launcher --model-id m") == "");
  CHECK(told("export NUM_SHARD=4\ntext-generation-launcher --num-shard 2") == "");
  CHECK(told("export NUM_SHARD=4\nvllm serve m -tp 2") == "");
}

TEST_CASE("sbatch: a remark between the lines of a command ends it") {
  using namespace slurm_cases;
  const auto told = [](std::string_view between) {
    return findings(*file_of("#!/bin/bash\n#SBATCH -J x -N 1 --gpus-per-node=2\nvllm serve m \\\n" + std::string(between) + "  -tp 4\n"), {}, "parallel_product");
  };
  CHECK(told("") == "error 4: x: for vLLM, TP 4 x PP 1 x CP 1 x DP 1 need 4 GPUs; it has 2\n");
  CHECK(told("  # the sizes\n") == "");
}

TEST_CASE("gres.conf: devices that Slurm detects are not counted as one") {
  using namespace slurm_cases;
  const hr::group held[] = {{*hr::catalog::find("Standard_ND128isr_GB300_v6").found, 0}};
  const auto told = [&](std::string text) { return findings(*file_of(std::move(text)), {.held = held}); };
  CHECK(told("NodeName=gb[01-18] Name=gpu AutoDetect=nvml\n") == "");
  CHECK(told("AutoDetect=nvml\nNodeName=gb[01-18] Name=gpu Type=gb300\n") == "");
  CHECK(told("AutoDetect=nvml\nNodeName=gb[01-18] Name=gpu Count=2\n") != "");
  CHECK(told("AutoDetect=nvml\nNodeName=gb[01-18] Name=gpu AutoDetect=off\n") != "");
  CHECK(told("NodeName=gb[01-18] Name=gpu Type=gb300\n") != "");
}

TEST_CASE("sbatch: a server in a step of some of the job's nodes leaves it the others") {
  using namespace slurm_cases;
  const auto told = [](std::string_view command) {
    const auto file = file_of("#!/bin/bash\n#SBATCH -J x -N 4 --gpus-per-node=8\n" + std::string(command) + "\n");
    return findings(*file);
  };
  const std::string_view serve = "vllm serve m --tensor-parallel-size 4 --data-parallel-size 2";
  CHECK(told("srun --nodes=1 --ntasks=1 " + std::string(serve)) == "");
  CHECK(told("srun -N1 bash -c \"cd /m &&\n  " + std::string(serve) + "\"") == "");
  CHECK(told("srun " + std::string(serve)) != "");
  CHECK(told("srun -N 1 hostname\n" + std::string(serve)) != "");
  // One over all nodes, begun on one of them.
  CHECK(told("srun -N 1 vllm serve m --tensor-parallel-size 8 --pipeline-parallel-size 4") == "");
}

TEST_CASE("sbatch: servers beside each other have the GPUs of their steps, of their devices, or share the node's") {
  using namespace slurm_cases;
  const auto told = [](std::string_view nodes, std::string_view commands) {
    const auto file =
        file_of("#!/bin/bash\n#SBATCH -J x --gpus-per-node=8 -N " + std::string(nodes) + "\n" + std::string(commands));
    return findings(*file, {}, "parallel_product");
  };
  const std::string sglang = "python3 -m sglang.launch_server --model-path m --tp ";
  CHECK(told("2", "srun -N1 " + sglang + "8 &\nsrun -N 1 " + sglang + "4 &\nwait\n") == "");
  CHECK(told("2", "srun --nodes=1 --ntasks=1 " + sglang + "16 &\nwait\n") ==
        "error 3: x/server: for SGLang, TP 16 x PP 1 x CP 1 x DP 1 need 16 GPUs; it has 8\n");
  CHECK(told("2", "srun -n 1 " + sglang + "8 &\nsrun -n1 " + sglang + "16 &\nwait\n") ==
        "error 4: x/server: for SGLang, TP 16 x PP 1 x CP 1 x DP 1 need 16 GPUs; it has 8\n");
  // On several nodes, as it is told.
  CHECK(told("2", "srun -N1 " + sglang + "16 --nnodes 2 --node-rank 0 &\nsrun -N1 " + sglang +
                      "16 --nnodes 2 --node-rank 1 &\nwait\n") == "");
  CHECK(told("2", "srun -N1 " + sglang + "32 --nnodes 2 --node-rank 0 &\nsrun -N1 " + sglang + "32 --nnodes 2 --node-rank 1 &\nwait\n") ==
        "error 3: x: for SGLang, TP 32 x PP 1 x CP 1 x DP 1 need 32 GPUs; it has 16\n");
  // Two engines of two nodes each.
  CHECK(told("4", "for i in 0 1; do srun -N1 " + sglang + "16 --nnodes 2 --node-rank $i & done\nsrun -N1 " + sglang +
                      "16 --nnodes 2 --node-rank 0 &\nsrun -N1 " + sglang + "16 --nnodes 2 --node-rank 1 &\nwait\n").find("error") == std::string::npos);
  // Through Ray, whoever starts that.
  CHECK(told("2", "srun -N1 vllm serve m -tp 8 -pp 2 &\nwait\n").find("error") == std::string::npos);
  const std::string pair = "vllm serve a -tp 4 &\nvllm serve b -tp ";
  CHECK(told("1", pair + "4 &\nwait\n") == "");
  CHECK(told("1", pair + "4\n") == "");
  CHECK(told("1", pair + "8 &\nwait\n") == "error 4: x asks for 12 GPUs a node; each node has 8\n");
  CHECK(told("1", pair + "4 &\nwait\nvllm serve c -tp 8 &\nvllm serve d -tp 1 &\n").find("error 7: x asks for 9") == 0);
  CHECK(told("1", pair + "4 &\nwait\nvllm serve c -tp 4 &\nvllm serve d -tp 1 &\n") == "");
  CHECK(told("1", "CUDA_VISIBLE_DEVICES=0 vllm serve a -tp 1 &\nCUDA_VISIBLE_DEVICES=1,2 vllm serve b -tp 4 &\n") ==
        "error 4: x/server: for vLLM, TP 4 x PP 1 x CP 1 x DP 1 need 4 GPUs; it has 2\n");
  // What is not said is not known.
  for (const std::string& open :
       {"for i in $X; do\n" + pair + "8 &\ndone\n", "if [ -n \"$X\" ]; then\n" + pair + "8 &\nfi\n",
        "[ -n \"$X\" ] && " + pair + "8 &\n", "vllm serve a -tp 8 --gpu-memory-utilization 0.4 &\n" + pair + "8 &\n",
        "CUDA_VISIBLE_DEVICES=$D vllm serve a -tp 4 &\n" + pair + "8 &\n", "export CUDA_VISIBLE_DEVICES=$D\n" + pair + "8 &\n",
        pair + "$TP &\n"}) {
    CAPTURE(open);
    CHECK(told("1", open).find("error") == std::string::npos);
    CHECK(told("1", open).find("unknown") != std::string::npos);
  }
  // Loops of known rounds and functions are followed, and what they are given.
  CHECK(told("1", "for i in 0 1; do\n" + pair + "8 &\ndone\n").find("x asks for 24 GPUs a node; each node has 8") != std::string::npos);
  CHECK(told("1", "start() {\n" + pair + "8 &\n}\nstart\n").find("x asks for 12 GPUs a node; each node has 8") != std::string::npos);
  CHECK(told("1", "export CUDA_VISIBLE_DEVICES=0,1\nvllm serve a -tp 4 &\nwait\n").find("TP 4 x PP 1 x CP 1 x DP 1 need 4 GPUs; it has 2") != std::string::npos);
  CHECK(told("1", "vllm serve a -tp 8 &\ncurl localhost\n") == "");
  for (const std::string_view end : {"wait", "kill $!", "sudo pkill -f vllm"})
    CHECK(told("1", "vllm serve a -tp 8 &\n./bench\n" + std::string(end) + "\nvllm serve b -tp 8 &\n") == "");
}

TEST_CASE("sbatch: servers in turn share nothing, and other commands may have the GPUs that a server leaves") {
  using namespace slurm_cases;
  const auto told = [](const std::string& commands) {
    const auto file = file_of("#!/bin/bash\n#SBATCH -J x -N 1 --gpus-per-node=8\n" + commands);
    return findings(*file, {}, "parallel_product");
  };
  const std::string eight = "vllm serve a -tp 8 &\n";
  const std::string four = "vllm serve a -tp 4 &\n";
  const std::string idle = "warning 3: x: for vLLM, TP 4 x PP 1 x CP 1 x DP 1 use 4 of its 8 GPUs\n";
  // One waits until the other is up, and both run on.
  CHECK(told(eight + "until curl -s localhost; do sleep 5; done\n" + eight).find("error 5: x asks for 16") == 0);
  CHECK(told(eight + "until curl -s localhost; do sleep 5; done\n./bench\nkill $S\nwait $S\n" + eight) == "");
  CHECK(told(eight + "while ! nc -z h 80; do sleep 1; done\nkill $S; wait\nvllm serve b -tp 4 -dp 2 &\n") == "");
  CHECK(told("timeout 9m " + eight + "./bench\nwait\n" + eight) == "");
  CHECK(told("timeout 9m " + eight + "sleep 600\n" + eight).find("error") == std::string::npos);
  CHECK(told("case $1 in\na) " + eight.substr(0, 20) + " ;;\nb) vllm serve b -tp 8 & ;;\nesac\nwait\n") == "");
  CHECK(told("if $BIG; then\n" + eight + "else\nvllm serve b -tp 8 &\nfi\nwait\n") == "");
  CHECK(told("if $BIG; then\n" + eight + "else\nvllm serve b -tp 8 &\nfi\n" + eight).find("unknown") == 0);
  // Without sizes a server takes a GPU.
  CHECK(told(eight + "vllm serve b &\nwait\n").find("error 4: x asks for 9 GPUs a node") == 0);
  CHECK(told("CUDA_VISIBLE_DEVICES=0 vllm serve b &\nCUDA_VISIBLE_DEVICES=1,2,3,4 " + four + "wait\n") == "");
  CHECK(told(four + "CUDA_VISIBLE_DEVICES=4,5,6,7 python judge.py &\nwait\n") == "");
  CHECK(told(four + "accelerate launch train.py\nkill $!\n") == "");
  CHECK(told("torchrun train.py &\n" + four + "wait\n") == "");
  CHECK(told("for r in 0 1; do\nCUDA_VISIBLE_DEVICES=$(list $r) " + four + "done\nwait\n").find("which GPUs each of the commands that run at once has") != std::string::npos);
  // Nothing beside it takes one.
  CHECK(told(four + "wait\n") == idle);
  CHECK(told(four + "curl localhost\n") == idle);
  CHECK(told(four + "CUDA_VISIBLE_DEVICES= python client.py\n") == idle);
  CHECK(told(four + "wait\npython report.py\n") == idle);
  CHECK(told("vllm serve a -tp 4\ntorchrun train.py\n") == idle);
}

TEST_CASE("A remark in an option's line is one, the option is none") {
  using namespace slurm_cases;
  const auto file = file_of(
      "#!/bin/sh\n# headroom: ignore gpus_stranded: shared with the other team\n#SBATCH -N 2 # 2 nodes, 8 GPUs\n"
      "#SBATCH --gres=gpu:4 # headroom: ignore gpus_used: x\n");
  REQUIRE(file->silences.size() == 2);
  CHECK(file->silences[0].line == 3);
  CHECK(file->silences[1].line == 4);
  REQUIRE(file->remarks.size() == 1);
  CHECK(file->remarks[0].nodes.value == 2);
  CHECK(file->remarks[0].gpus.value == 8);
}

TEST_CASE("A step runs on the component of a job that it names") {
  using namespace slurm_cases;
  const auto told = [](const std::string& step) {
    const auto file = file_of("#!/bin/sh\n#SBATCH -J x -N 1\n#SBATCH hetjob\n#SBATCH -J y -N 2 --gpus-per-node=8\n" + step + "\n");
    return findings(*file, {}, "claims");
  };
  CHECK(told("srun --het-group=1 torchrun --nnodes=2 --nproc-per-node=8 t.py") == "");
  CHECK(told("srun --het-group=1 torchrun --nnodes=4 --nproc-per-node=8 t.py") != "");
  CHECK(told("srun --het-group=0,1 torchrun --nnodes=4 --nproc-per-node=8 t.py") == "");
}

// slurmd -G of Slurm 22.05: "Gres 1 specified more than once, latest value used"; sbatch -vvv prints the last as the option's value.
TEST_CASE("A key or an option that is given twice is noted with both lines, and the last counts") {
  const auto conf = headroom::read::file_of("NodeName=a Gres=gpu:8 Gres=gpu:4 CPUs=4 \\\n  cpus=8\nPartitionName=p Nodes=a\n");
  REQUIRE(conf->noted.size() == 2);
  CHECK(conf->noted[0].message == "the key \"cpus\" is here again, after line 1: the last value counts");
  CHECK(conf->noted[0].line == 2);
  CHECK(conf->noted[1].message == "the key \"Gres\" is on this line twice: the last value counts");
  CHECK(conf->pools.front().gpus_per_node.value == 4);
  CHECK(conf->pools.front().cpus_per_node.value == 8);
  const auto script = headroom::read::file_of("#SBATCH --nodes=2 --gres=gpu:8\n#SBATCH -N 4\n");
  REQUIRE(script->noted.size() == 1);
  CHECK(script->noted[0].message == "the option \"nodes\" is here again, after line 1: the last value counts");
  CHECK(script->workloads.front().scale.nodes.value == 4);
}
