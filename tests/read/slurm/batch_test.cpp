// SPDX-License-Identifier: BSL-1.0
#include "told.hpp"

#include <headroom/read/slurm/slurm.hpp>

// Options of sbatch: its manual page, https://slurm.schedmd.com/sbatch.html.
namespace batch_test {

using slurm_told::asked;

// Where nodes are known, its tasks are also the slots of an mpirun in it; how many GPUs a process of that takes, those of tasks leave open.
TEST_CASE("GPUs of a batch job: of nodes, of tasks, in all, and of tasks that share one") {
  // Of nodes.
  CHECK(asked("--nodes=2 --gpus-per-node=8") == "sbatch nodes 2@2 pods 2@2 each 8@3\n");
  CHECK(asked("--nodes=2 --gres=gpu:h100:8") == "sbatch nodes 2@2 pods 2@2 each 8@3 type h100@3\n");
  CHECK(asked("--gpus-per-node=8") == "sbatch nodes 1@2 pods 1@2 each 8@2\n");
  CHECK(asked("--ntasks=16 --gpus-per-node=8") == "sbatch pods ?@3 each 8@3\n");
  CHECK(asked("--nodes=2 --gres=gpu:4 --gpus-per-node=a100:8") == "sbatch nodes 2@2 pods 2@2 each 8@4 type a100@4\n");
  // In all.
  CHECK(asked("--gpus=16") == "sbatch gpus 16@2\n");
  CHECK(asked("--gpus=h200:16") == "sbatch gpus 16@2 type h200@2\n");
  CHECK(asked("--gpus=16 --gpus-per-node=8") == "sbatch gpus 16@2 of a node 8@3\n");
  CHECK(asked("--nodes=2 --gpus=16 --gpus-per-node=8") == "sbatch nodes 2@2 gpus 16@3 of a node 8@4\n");
  // Of tasks.
  CHECK(asked("--ntasks=1 --gpus-per-task=2") == "sbatch nodes 1@2 pods 1@2 each 2@3 millicpus 1000@2 gpus of a process ?@2 slots 1@2\n");
  CHECK(asked("--ntasks=16 --gpus-per-task=2") == "sbatch of each task pods 16@2 each 2@3 millicpus 1000@2\n");
  CHECK(asked("--nodes=2 --ntasks=16 --gpus-per-task=1") == "sbatch nodes 2@2 pods 2@2 each 8@4 millicpus 8000@3 gpus of a process ?@3 slots 16@3\n");
  CHECK(asked("--nodes=2 --ntasks-per-node=4 --gpus-per-task=2") == "sbatch nodes 2@2 pods 2@2 each 8@4 millicpus 4000@3 gpus of a process ?@3 slots 8@3\n");
  CHECK(asked("--nodes=2 --ntasks-per-node=4 --tres-per-task=gres/gpu:2") == "sbatch nodes 2@2 pods 2@2 each 8@4 millicpus 4000@3 gpus of a process ?@3 slots 8@3\n");
  CHECK(asked("--nodes=2 --ntasks-per-node=4 --tres-per-task=gres/gpu:3 --gpus-per-task=2") ==
        "sbatch nodes 2@2 pods 2@2 each 8@5 millicpus 4000@3 gpus of a process ?@3 slots 8@3\n");
  CHECK(asked("--nodes=2 --gpus-per-task=h100:4") == "sbatch nodes 2@2 pods 2@2 each 4@3 type h100@3\n");
  CHECK(asked("--nodes=2 --ntasks-per-node=4 --gpus-per-task={{g}}") == "sbatch nodes 2@2 pods 2@2 each ?@4 millicpus 4000@3 gpus of a process ?@3 slots 8@3\n");
  CHECK(asked("--nodes=2 --ntasks={{n}} --gpus-per-task=1") == "sbatch nodes 2@2 gpus ?@4\n");
  CHECK(asked("--nodes=2-4 --ntasks=4 --gpus-per-task=1") == "sbatch nodes ?@2 gpus 4@4\n");
  // Tasks that no number of a node divides: each for itself; with memory of a node all of them.
  CHECK(asked("--nodes=3 --ntasks=16 --gpus-per-task=1 --mem=64G") ==
        "sbatch nodes 3@2 gpus 16@4 millicpus 6000@3 memory 65536@5 of a node gpus of a process ?@3 slots 16@3\n");
  CHECK(asked("--nodes=3 --ntasks=16 --gpus-per-task=1") == "sbatch nodes 3@2 pods 16@3 each 1@4 millicpus 1000@3 gpus of a process ?@3 slots 16@3\n");
  CHECK(asked("--nodes=3 --ntasks=16 --gpus-per-task=1 --mem=0") ==
        "sbatch nodes 3@2 pods 16@3 each 1@4 millicpus 1000@3 of a node gpus of a process ?@3 slots 16@3\n");
  // Four tasks a GPU: ten take three.
  CHECK(asked("--ntasks=10 --ntasks-per-gpu=4") == "sbatch gpus 3@3\n");
  CHECK(asked("--ntasks=8 --ntasks-per-gpu=4") == "sbatch gpus 2@3\n");
  CHECK(asked("--ntasks=8 --ntasks-per-gpu=4 --gpus=5") == "sbatch gpus 5@4\n");
  CHECK(asked("--nodes=1 --ntasks-per-gpu=4") == "sbatch nodes 1@2 pods 1@2 each ?@2\n");
  CHECK(asked("--nodes=1 --ntasks=8 --ntasks-per-gpu=4 --gpus-per-node=3") == "sbatch nodes 1@2 pods 1@2 each 3@5 millicpus 8000@3 gpus of a process ?@3 slots 8@3\n");
  // Nothing of GPUs: those of its nodes.
  CHECK(asked("--nodes=2") == "sbatch nodes 2@2 pods 2@2 each ?@2\n");
  CHECK(asked("--nodes=2 --gres=none") == "sbatch nodes 2@2 pods 2@2 each ?@2\n");
  CHECK(asked("--nodes=2 --gpus-per-node=0") == "sbatch nodes 2@2 pods 2@2 each 0@3\n");
  // Instances of MIG: how much of their node they are is not said.
  CHECK(asked("--nodes=2 --gres=gpu:1g.10gb:2") == "sbatch pods 2@2 mig 1g.10gb@3\n");
  // 2^40 GPUs can be counted, and no more.
  CHECK(asked("--nodes=1 --ntasks-per-node=1m --gpus-per-task=1m").find(" each 1099511627776@4 ") != std::string::npos);
  CHECK(asked("--nodes=1 --ntasks-per-node=1m --gpus-per-task=2m") == "refused@4: more than 1099511627776 GPUs\n");
}

// src/interfaces/gres.c of Slurm: a number of GPUs of the job is a multiple of those of nodes and tasks.
TEST_CASE("Numbers of GPUs of a batch job that contradict each other are refused") {
  CHECK(asked("--gpus=16 --gpus-per-node=8 --nodes=4").ends_with(
      "refused@2: 16 GPUs in all do not go with the 8 of each node in line 3, of which there are 4\n"));
  CHECK(asked("--gpus=12 --gpus-per-node=8").ends_with("refused@2: 12 GPUs in all do not go with the 8 of each node in line 3\n"));
  CHECK(asked("--gpus=32 --gpus-per-node=8 --nodes=4") == "sbatch nodes 4@4 gpus 32@2 of a node 8@3\n");
  // More than the nodes have is told of the GPUs used.
  CHECK(asked("--gpus=40 --gpus-per-node=8 --nodes=4") == "sbatch nodes 4@4 gpus 40@2 of a node 8@3\n");
  // 0 asks for none: it contradicts nothing.
  CHECK(asked("--gpus=0 --gpus-per-node=0 --nodes=2") == "sbatch nodes 2@4 gpus 0@2 of a node 0@3\n");
  CHECK(asked("--gpus=8 --gpus-per-task=0 --nodes=2") == "sbatch nodes 2@4 gpus 8@2\n");
  CHECK(asked("--gpus=0 --gpus-per-node=8 --nodes=2") == "sbatch nodes 2@4 gpus 0@2 of a node 8@3\n");
  CHECK(asked("--gpus=1 --gpus-per-node=2 --nodes=1").ends_with("refused@2: 1 GPUs in all do not go with the 2 of each node in line 3, of which there are 1\n"));
  CHECK(asked("--gpus=16 --gpus-per-task=3").ends_with("refused@2: 16 GPUs in all do not go with the 3 of each task in line 3\n"));
  CHECK(asked("--gpus=16 --gpus-per-task=2 --ntasks=4").ends_with(
      "refused@2: 16 GPUs in all do not go with the 2 of each task in line 3, of which there are 4\n"));
  CHECK(asked("--gpus=16 --gpus-per-task=2 --ntasks=8") == "sbatch gpus 16@2\n");
  CHECK(asked("--gpus=4 --gpus-per-node=1 --nodes=4") == "sbatch nodes 4@4 gpus 4@2 of a node 1@3\n");
  CHECK(asked("--gpus-per-node=4 --nodes=1 --ntasks-per-node=4 --gpus-per-task=2")
            .ends_with("refused@5: 4 tasks of 2 GPUs on each node take more than the 4 in line 2\n"));
  CHECK(asked("--gpus-per-node=4 --nodes=1 --ntasks-per-node=2 --gpus-per-task=2") ==
        "sbatch nodes 1@3 pods 1@3 each 4@2 millicpus 2000@4 gpus of a process ?@4 slots 2@4\n");
}

TEST_CASE("Nodes of a batch job: a number, a range, a list of hosts, or as many as it needs") {
  CHECK(asked("--nodes=1 --gres=gpu:1") == "sbatch nodes 1@2 pods 1@2 each 1@3\n");
  CHECK(asked("--nodes=2k --gres=gpu:1") == "sbatch nodes 2048@2 pods 2048@2 each 1@3\n");
  CHECK(asked("--nodes=3-3 --gres=gpu:1") == "sbatch nodes 3@2 pods 3@2 each 1@3\n");
  CHECK(asked("--nodes=2-4 --gres=gpu:1") == "sbatch nodes ?@2 pods ?@2 each 1@3\n");
  CHECK(asked("--nodes=1,3 --gres=gpu:1") == "sbatch nodes ?@2 pods ?@2 each 1@3\n");
  CHECK(asked("--nodes=2-8:2 --gres=gpu:1") == "sbatch nodes ?@2 pods ?@2 each 1@3\n");
  CHECK(asked("--nodes={{n}} --gres=gpu:1") == "sbatch nodes ?@2 pods ?@2 each 1@3\n");
  CHECK(asked("--nodes=4-2") == "refused@2: from 4 to 2 nodes: expected more\n");
  CHECK(asked("--nodes=-2") == "refused@2: \"-2\" is not a count: expected a whole number from 0 to 1099511627776\n");
  CHECK(asked("--nodes=0") == "refused@2: a job of 0 nodes: expected at least one\n");
  CHECK(asked("--gres=gpu:1 --nodelist=") == asked("--gres=gpu:1 "));  // names none
  CHECK(asked("--gres=gpu:1 --nodelist=,") == asked("--gres=gpu:1 "));
  CHECK(asked("--gres=gpu:1 --nodelist=n[1-3],m1") == "sbatch nodes 4@3 pods 4@3 each 1@2\n");
  CHECK(asked("--gres=gpu:1 --nodelist=n[1-3] --nodes=5") == "sbatch nodes 5@4 pods 5@4 each 1@2\n");
  // Which hosts a file has is not seen.
  CHECK(asked("--gres=gpu:1 --nodelist=./hosts") == "sbatch nodes ?@3 pods ?@3 each 1@2\n");
  CHECK(asked("--gres=gpu:1 --nodelist={{hosts}}") == "sbatch nodes ?@3 pods ?@3 each 1@2\n");
  CHECK(asked("--gres=gpu:1 --ntasks=1") == "sbatch nodes 1@2 pods 1@2 each 1@2 millicpus 1000@3 slots 1@3\n");
  CHECK(asked("--gres=gpu:1 --ntasks=2") == "sbatch pods ?@2 each 1@2\n");
  CHECK(asked("--gres=gpu:1 --ntasks={{n}}") == "sbatch pods ?@2 each 1@2\n");
}

// The GPUs of a node or of all, which a number of tasks leaves open, for its reason; and in the first line of a file.
TEST_CASE("GPUs of tasks are left open for the reason that their number is") {
  const auto gpus = [](std::string_view options, bool of_all) {
    headroom::read::deployment_file file("#SBATCH --gpus-per-task=2\n#SBATCH " + std::string(options) + "\n");
    REQUIRE_FALSE(headroom::read::read_source(file).has_value());
    const auto& w = file.workloads.at(0);
    return of_all ? w.scale.gpus : w.requests.gpus;
  };
  using headroom::said_state;
  CHECK(gpus("--nodes=2 --ntasks-per-node={{t}}", false).state == said_state::left_open);
  CHECK(gpus("--nodes=2 --ntasks={{n}}", true).state == said_state::left_open);
  CHECK(gpus("--nodes=2 --ntasks-per-node={{t}}", false).line == 1);
  CHECK(gpus("--nodes=2 --ntasks-per-node=4", false).line == 1);
  CHECK(gpus("--nodes=2 --ntasks-per-node=4", false).value == 8);
}

TEST_CASE("CPUs and memory of a node of a batch job, or of a task") {
  CHECK(asked("--nodes=2 --gpus-per-node=8 --ntasks-per-node=4 --cpus-per-task=12") ==
        "sbatch nodes 2@2 pods 2@2 each 8@3 millicpus 48000@5 slots 8@4\n");
  CHECK(asked("--nodes=2 --gpus-per-node=8 --ntasks=7 --cpus-per-task=12") == "sbatch nodes 2@2 pods 2@2 each 8@3 millicpus 48000@5 slots 7@4\n");
  CHECK(asked("--nodes=2 --gpus-per-node=8 --cpus-per-task=12") == "sbatch nodes 2@2 pods 2@2 each 8@3 millicpus 12000@4\n");
  CHECK(asked("--nodes=2 --gpus-per-node=8 --cpus-per-task=12 --overcommit") == "sbatch nodes 2@2 pods 2@2 each 8@3\n");
  CHECK(asked("--nodes=2 --gpus-per-node=8 --cpus-per-gpu=12") == "sbatch nodes 2@2 pods 2@2 each 8@3 millicpus 96000@4\n");
  CHECK(asked("--gpus=8 --cpus-per-gpu=12") == "sbatch gpus 8@2\n");
  CHECK(asked("--nodes=1 --gpus=8 --cpus-per-gpu=12 --mem-per-gpu=100M") == "sbatch nodes 1@2 gpus 8@3 millicpus 96000@4 memory 800@5\n");
  CHECK(asked("--nodes=2 --gpus=8 --cpus-per-gpu=12 --mem-per-gpu=100M") == "sbatch nodes 2@2 gpus 8@3\n");
  CHECK(asked("--ntasks=16 --gpus-per-task=2 --cpus-per-task=3") == "sbatch of each task pods 16@2 each 2@3 millicpus 3000@4\n");
  CHECK(asked("--gres=gpu:2 --mem=64G") == "sbatch nodes 1@2 pods 1@2 each 2@2 memory 65536@3 of a node\n");
  CHECK(asked("--gres=gpu:2 --mem=0") == "sbatch nodes 1@2 pods 1@2 each 2@2 of a node\n");
  CHECK(asked("--gres=gpu:2 --mem=512") == "sbatch nodes 1@2 pods 1@2 each 2@2 memory 512@3 of a node\n");
  CHECK(asked("--gres=gpu:2 --mem-per-cpu=4G --cpus-per-task=8") == "sbatch nodes 1@2 pods 1@2 each 2@2 millicpus 8000@4 memory 32768@3\n");
  CHECK(asked("--gres=gpu:2 --mem-per-cpu=4G") == "sbatch nodes 1@2 pods 1@2 each 2@2\n");
  CHECK(asked("--gres=gpu:2 --mem-per-gpu=100M") == "sbatch nodes 1@2 pods 1@2 each 2@2 memory 200@3\n");
  CHECK(asked("--ntasks=16 --gpus-per-task=2 --mem-per-gpu=100M") == "sbatch of each task pods 16@2 each 2@3 millicpus 1000@2 memory 200@4\n");
  CHECK(asked("--ntasks=16 --gpus-per-task=2 --mem=1G") == "sbatch of each task pods 16@2 each 2@3 millicpus 1000@2 memory 1024@4 of a node\n");
}

// "OUTPUT ENVIRONMENT VARIABLES" of the manual page: set in the job, be it to what is not known.
TEST_CASE("Commands of a job find its options in variables") {
  CHECK(asked("--nodes=2 --gpus-per-node=8", "srun -N $SLURM_GPUS_ON_NODE ./a\n") == "sbatch nodes 2@2 pods 2@2 each 8@3\nclaim srun 8@4\n");
  CHECK(asked("--nodes=2 --gpus-per-node=8", "srun -N ${SLURM_NTASKS:-9} ./a\n") == "sbatch nodes 2@2 pods 2@2 each 8@3\nclaim srun 9@4\n");
  CHECK(asked("--nodes=2 --gpus-per-node=8 --ntasks={{n}}", "srun -N ${SLURM_NTASKS:-9} ./a\n") == "sbatch nodes 2@2 pods 2@2 each 8@3\n");
  CHECK(asked("--nodes=2 --gpus-per-node=8", "srun -N $SLURM_NNODES ./a\nsrun -N 3 ./b\n") == "sbatch nodes 2@2 pods 2@2 each 8@3\nclaim srun 3@5\n");
}

TEST_CASE("Each variable of a job has what its option says") {
  const auto value = [](std::string_view name) {
    const std::string all = asked("--nodes=2 --ntasks=12 --ntasks-per-node=6 --cpus-per-task=5 --gpus=36 --gpus-per-node=18 --gpus-per-task=3",
                                  "srun -N $((" + std::string(name) + " + 100)) ./a\n");
    const std::size_t at = all.find("claim srun 1");
    return at == std::string::npos ? std::string("none") : all.substr(at + 12, all.find('@', at) - at - 12);
  };
  CHECK(value("SLURM_NTASKS") == "12");
  CHECK(value("SLURM_NPROCS") == "12");
  CHECK(value("SLURM_NTASKS_PER_NODE") == "06");
  CHECK(value("SLURM_CPUS_PER_TASK") == "05");
  CHECK(value("SLURM_GPUS") == "36");
  CHECK(value("SLURM_GPUS_PER_NODE") == "18");
  CHECK(value("SLURM_GPUS_PER_TASK") == "03");
  CHECK(value("SLURM_NNODES") == "02");
  CHECK(value("SLURM_JOB_NUM_NODES") == "02");
  CHECK(value("SLURM_OTHER") == "none");
}

TEST_CASE("Commands of a job of several components run on the one that their step names, or on the first") {
  const auto two = [](std::string_view commands) {
    const std::string all = slurm_told::told_of("#SBATCH -N 1 --gpus-per-node=8 --ntasks-per-node=1\n#SBATCH hetjob\n#SBATCH -N 2 --gpus-per-node=8 --ntasks-per-node=1\n" + std::string(commands));
    constexpr std::string_view first = "sbatch nodes 1@2 pods 1@2 each 8@2 millicpus 1000@2 no job";
    constexpr std::string_view second = "sbatch nodes 2@4 pods 2@4 each 8@4 millicpus 1000@4 no job";
    const std::size_t at = all.find(second);
    REQUIRE((all.starts_with(first) && at != std::string::npos));
    return all.substr(first.size(), at - first.size()) + all.substr(at + second.size());
  };
  CHECK(two("./a\n") == " slots 1@2\n slots 2@4\n");
  CHECK(slurm_told::told_of("#SBATCH -N 1 --gres=gpu:1\n#SBATCH packjob\n#SBATCH -N 2 --gres=gpu:1\n") == "sbatch nodes 1@2 pods 1@2 each 1@2 no job\nsbatch nodes 2@4 pods 2@4 each 1@4 no job\n");
  CHECK(two("torchrun --nproc-per-node=4 t.py\n") == " processes 4@5 slots 1@2\n slots 2@4\n");
  CHECK(two("srun --het-group=0 torchrun --nproc-per-node=4 t.py\n") == " processes 4@5 slots 1@2\n slots 2@4\n");
  CHECK(two("srun --het-group=1 torchrun --nproc-per-node=4 t.py\n") == " slots 1@2\n processes 4@5 slots 2@4\n");
  CHECK(two("srun --het-group=0,1 torchrun --nproc-per-node=4 t.py\n") == " slots 1@2\n slots 2@4\n");
  // Slurm, "Heterogeneous Job Support": a colon separates what the components run, in their order.
  CHECK(two("srun torchrun --nproc-per-node=4 t.py : ./b\n") == " processes 4@5 slots 1@2\n slots 2@4\n");
  CHECK(two("srun ./a : torchrun --nproc-per-node=4 t.py\n") == " slots 1@2\n processes 4@5 slots 2@4\n");
  CHECK(two("srun -N 3 ./a : -N 5 ./b : -N 7 ./c\n") == " slots 1@2\n slots 2@4\nclaim srun 3@5 of 1@2\nclaim srun 5@5 of 2@4\n");
  CHECK(two("./a : torchrun --nproc-per-node=4 t.py\n") == two("torchrun --nproc-per-node=4 t.py\n"));
  CHECK(two("mpirun -np 4 ./a\n") == " slots 1@2\n slots 2@4\n");
  CHECK(two("srun --het-group=0 -N 3 ./a\nsrun --het-group=1 -N 5 ./b\n") == " slots 1@2\n slots 2@4\nclaim srun 3@5 of 1@2\nclaim srun 5@6 of 2@4\n");
}

// "hetjob" begins another component; a first line without #, or of what is no option, is none.
TEST_CASE("Options of a script's head, in all their spellings") {
  using slurm_told::told_of;
  constexpr std::string_view two = "sbatch nodes 2@2 pods 2@2 each 1@2\n";
  CHECK(told_of("#SBATCH -N 2 --gres=gpu:1\n") == two);
  CHECK(told_of("#SBATCH\n#SBATCH -N 2 --gres=gpu:1\n") == "sbatch nodes 2@3 pods 2@3 each 1@3\n");
  CHECK(told_of("#SBATCH\n./a\n") == "sbatch nodes 1@2 pods 1@2 each ?@2\n");
  CHECK(told_of("{% if x %}\n# remark\n\n#SBATCH -N 2 --gres=gpu:1\n{% endif %}\n") == "sbatch nodes 2@5 pods 2@5 each 1@5\n");
  CHECK(told_of("#SBATCH -N 2 --gres=gpu:1\n./a\n#SBATCH -N 3\n") == two);
  CHECK(told_of("#SBATCH\t-N2 --gres gpu:1 # -N 3\n") == two);
  CHECK(told_of("#SBATCH -N 2 --gres=gpu:1\n#SBATCH -") == two);
  CHECK(told_of("#SBATCH -N=2 '--gres=gpu:1'\n") == two);
  CHECK(told_of("#SBATCH --comment=\"no #remark\" -N 2 --gres=gpu:1\n") == two);
  CHECK(told_of("#SBATCH -Z -N 2 --gres=\"gpu:1\"\n") == two);
  CHECK(told_of("#SBATCH -N 2 --gres=gpu:1 --job-name\n") == two);
  CHECK(told_of("#SBATCH -N 2 --gres=gpu:1 --job-name='x\n") == "sbatch 'x nodes 2@2 pods 2@2 each 1@2\n");
  CHECK(told_of("#SBATCH -N 2 --unknown --gres=gpu:1\n") == two);
  CHECK(told_of("#SBATCH -O -N 2 --gres=gpu:1\n") == two);
  CHECK(told_of("#SBATCH --nodes={{ n }} --gres=gpu:1\n") == "sbatch nodes ?@2 pods ?@2 each 1@2\n");
  CHECK(told_of("#SBATCH --gres=gpu:1 --nodes={{ n -N 2\n") == "sbatch nodes ?@2 pods ?@2 each 1@2\n");
  CHECK(told_of("#SBATCH --tasks-per-node=2 -N 2 --gres=gpu:1\n") == "sbatch nodes 2@2 pods 2@2 each 1@2 millicpus 2000@2 slots 4@2\n");
  const auto is_sbatch = [](std::string text) { return headroom::read::is_sbatch(headroom::read::source_text(std::move(text))); };
  CHECK(is_sbatch("#SBATCH -N 2\n"));
  CHECK_FALSE(is_sbatch("\n#SBATCH -N 2\n"));
  CHECK_FALSE(is_sbatch("#!/bin/sh\n./a\n"));
  CHECK_FALSE(is_sbatch("#SBATCHING\n"));
}

// sbatch(1): indexes, ranges, steps of them, and how many run at once.
TEST_CASE("Tasks of an array are as many as may run at once") {
  struct one {
    std::string_view array;
    std::string_view tasks;
  };
  for (const one& each : {one{"0-9", "10"}, {"7", "1"}, {"1,3,5", "3"}, {"0-15:4", "4"}, {"0-16:4", "5"}, {"0-9%2", "2"}, {"0-1%5", "2"}, {"0-3,8-11%6", "6"}, {"5-5", "1"},
                          {"9-0", "?"}, {"0-9:0", "?"}, {"a", "?"}, {"0-9%", "?"}, {"0-9%x", "?"}, {"0-9%0", "?"}, {"1-", "?"}, {"%3", "?"}, {"0,x,2", "?"}, {"$N", "?"}}) {
    CAPTURE(each.array);
    CHECK(asked("--nodes=1 --gpus-per-node=8 --array=" + std::string(each.array)) == "sbatch nodes 1@2 pods 1@2 each 8@3 array " + std::string(each.tasks) + "@4\n");
  }
}

TEST_CASE("Where a batch job runs, and whether others may use the rest of its nodes") {
  CHECK(asked("--job-name=j --partition=p --constraint=Standard_ND96isr_H100_v5 --segment=4 --gres=gpu:8 --exclusive") ==
        "sbatch j nodes 1@2 pods 1@2 each 8@6 partition p@3 size Standard_ND96isr_H100_v5@4 segment 4@5 whole\n");
  CHECK(asked("--gres=gpu:8 --exclusive=user") == "sbatch nodes 1@2 pods 1@2 each 8@2\n");
  CHECK(asked("--gres=gpu:8 --exclusive=mcs") == "sbatch nodes 1@2 pods 1@2 each 8@2\n");
  CHECK(asked("--gres=gpu:8 --job-name={{name}} --partition={{part}}") == "sbatch nodes 1@2 pods 1@2 each 8@2 partition ?@4\n");
  // Of two sizes it may be either.
  CHECK(asked("--gres=gpu:8 --constraint=Standard_ND96isr_H100_v5|Standard_ND96asr_v4") == "sbatch nodes 1@2 pods 1@2 each 8@2\n");
  CHECK(asked("--gres=gpu:8 --constraint=x&Standard_ND96asr_v4&Standard_ND96asr_v4") == "sbatch nodes 1@2 pods 1@2 each 8@2 size Standard_ND96asr_v4@3\n");
  CHECK(asked("--gres=gpu:8 --constraint=(p6e-gb300|x)*2") == "sbatch nodes 1@2 pods 1@2 each 8@2 size p6e-gb300@3\n");
}

}  // namespace batch_test
