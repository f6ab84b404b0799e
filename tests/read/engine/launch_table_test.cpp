// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/engine/launch.hpp>

#include <check.hpp>
#include <read/reading.hpp>
#include <string>
#include <string_view>

namespace launch_table_cases {

namespace read = headroom::read;

// "8@3" is of line 3; "-" not said, "?@3" not known.
std::string at(const hr::said<hr::count>& one) {
  return read::told(one) + (one.is_silent() ? "" : "@" + std::to_string(one.line));
}

// All that is known of the launch of a training: "torchrun 2@1 x 8@1" and what else there is.
std::string training(std::string_view script) {
  const read::started_programs all(script, {});
  const read::training_launch is = read::training_launch_in(all);
  if (is.by == nullptr) return "none";
  return std::string(is.name) + " " + at(is.nodes) + " x " + at(is.processes) + (is.processes_left_out.is_silent() ? "" : " left out " + at(is.processes_left_out)) +
         (is.is_only ? " only" : "") + (is.are_at_once ? " at once" : "") + (is.share_gpus ? " shared" : "") + (is.names_its_rank ? " ranked" : "");
}

std::string mpi(std::string_view script) {
  const read::started_programs all(script, {});
  const read::mpi_launch is = read::mpi_launch_in(all);
  if (!is.is_there) return "none";
  const auto add = [](std::string_view what, const hr::said<hr::count>& one) { return one.is_silent() ? "" : " " + std::string(what) + " " + at(one); };
  return at(is.processes) + add("on", is.nodes) + add("of", is.of_each) + add("slots", is.slots) + add("gpus", is.gpus_of_process) + (is.are_spread ? " spread" : "") +
         (is.has_own_places ? " placed" : "") + (is.oversubscribes ? " over" : "");
}

// What a pod or node with so many GPUs starts: processes, of nodes, ranks in slots, GPUs of each.
std::string taken(std::string_view script, const hr::said<hr::count>& gpus = {hr::count{8}, 1}, bool are_all_set = true, const read::outer_variables& set = {}) {
  hr::workload w;
  read::take_processes(read::started_programs(script, set), set, are_all_set, gpus, w);
  return at(w.launch.processes) + " of " + at(w.launch.nodes) + " ranks " + at(w.launch.ranks) + " slots " + at(w.launch.slots) + " each " + at(w.launch.gpus_of_process);
}

}  // namespace launch_table_cases

// The manuals of torchrun, accelerate, DeepSpeed, torchtune, Composer and of Triton's backend for TensorRT-LLM.
TEST_CASE("All that is read of a launcher of training") {
  using launch_table_cases::training;
  CHECK(training("torchrun \\\n  --nnodes 2 \\\n  --nproc-per-node \\\n  8 t.py") == "torchrun 2@2 x 8@4 only");
  CHECK(training("torchrun --nnodes=2 --nproc_per_node=8 --node_rank=1 t.py") == "torchrun 2@1 x 8@1 only ranked");
  CHECK(training("torchrun --nnodes=2 --nproc_per_node=8 --node_rank=$R t.py") == "torchrun 2@1 x 8@1 only");
  CHECK(training("torchrun --nnodes=$N --nproc_per_node $G t.py") == "torchrun ?@1 x ?@1 only");
  CHECK(training("torchrun --nproc_per_node") == "torchrun - x ?@1 only");
  CHECK(training("composer --nproc 8 --world_size=16 --node_rank 1 t.py") == "composer - x 8@1 only ranked");
  CHECK(training("composer -- t.py") == "composer - x - only");
  CHECK(training("python3 a/launch_triton_server.py --world_size 4 --model_repo r") == "launch_triton_server.py - x 4@1 only");
  CHECK(training("torchrun --nproc_per_node=123456789 t.py") == "torchrun - x 123456789@1 only");
  CHECK(training("torchrun --nproc_per_node=1234567890 t.py") == "torchrun - x ?@1 only");
  CHECK(training("torchrun --nnodes=2 t.py --nnodes=4") == "torchrun 2@1 x - left out 1@1 only");
  CHECK(training("\ntorchrun t.py") == "torchrun - x - left out 1@2 only");
  CHECK(training("torchrun $A t.py") == "torchrun - x - only");
  CHECK(training("torchrun $A --nnodes 2 t.py") == "torchrun 2@1 x - only");
  CHECK(training("torchrun \"$A\" t.py") == "torchrun - x - only");
  CHECK(training("torchrun --rdzv_id=\"$A\" t.py") == "torchrun - x - left out 1@1 only");
  CHECK(training("torchrun --nproc-per-node$X 8 t.py") == "torchrun - x ?@1 only");
  CHECK(training("accelerate launch --num_processes 16 t.py") == "accelerate - x 16@1 only");
  CHECK(training("accelerate launch --num_machines 2 --num_processes 16 --machine_rank 0 t.py") == "accelerate 2@1 x 8@1 only ranked");
  CHECK(training("accelerate launch --num_machines $M --num_processes 16 t.py") == "accelerate ?@1 x ?@1 only");
  CHECK(training("accelerate launch --num_machines 2 --num_processes $P t.py") == "accelerate 2@1 x ?@1 only");
  CHECK(training("accelerate launch --num_machines 2 t.py") == "accelerate 2@1 x - only");
  CHECK(training("python -m accelerate.commands.launch --num_machines 2 --num_processes 16 t.py") == "accelerate.commands.launch 2@1 x 8@1 only");
  CHECK(training("deepspeed --num_gpus=4 t.py") == "deepspeed - x 4@1 only");
  CHECK(training("cat > h <<E\na slots=2\nb slots=6\nE\ndeepspeed --hostfile h t.py") == "deepspeed 2@5 x 6@5 only");
  CHECK(training("cat > h <<E\na slots=2\nb slots=6\nE\ndeepspeed --hostfile h --num_nodes 1 --num_gpus 3 t.py") == "deepspeed 1@5 x 3@5 only");
  CHECK(training("cat > h <<E\na slots=2\nb\nE\ndeepspeed --hostfile h t.py") == "deepspeed - x - only");
  CHECK(training("cat > h <<E\n# none\nE\ndeepspeed --hostfile h t.py") == "deepspeed - x - only");
  CHECK(training("cat > h <<E\na slots=0\nE\ndeepspeed --hostfile h t.py") == "deepspeed 1@4 x 0@4 only");
  CHECK(training("tune run --nnodes 2 --nproc-per-node 4 r --config c") == "tune 2@1 x 4@1 only");
  CHECK(training("tune") == "none");
  CHECK(training("tune run") == "tune - x - only");
  CHECK(training("run '' torchrun --nproc-per-node 4 t.py") == "torchrun - x 4@1 only");
  CHECK(training("tune ls run --nnodes 2") == "none");
  // Of several: the one with most processes, and whether they meet as one.
  CHECK(training("torchrun --nnodes=2 --nproc-per-node=4 a.py\ntorchrun --nnodes=2 --nproc-per-node=8 b.py") == "torchrun 2@2 x 8@2 only");
  CHECK(training("torchrun --nnodes=2 --nproc-per-node=8 a.py\ntorchrun --nnodes=2 --nproc-per-node=4 b.py") == "torchrun 2@1 x 8@1 only");
  CHECK(training("torchrun --nnodes=2 --nproc-per-node=8 a.py\ntorchrun --nnodes=2 --nproc-per-node=\"$G\" b.py") == "torchrun 2@2 x ?@2 only");
  CHECK(training("torchrun --nnodes=2 --nproc-per-node=\"$G\" a.py\ntorchrun --nnodes=2 --nproc-per-node=8 b.py") == "torchrun 2@1 x ?@1 only");
  CHECK(training("torchrun --nnodes=1 --nproc-per-node=4 a.py\ntorchrun --nnodes=2 --nproc-per-node=8 b.py") == "torchrun 2@2 x 8@2");
  CHECK(training("torchrun --nproc-per-node=4 a.py\ntorchrun --nproc-per-node=8 b.py") == "torchrun - x 8@2");
  CHECK(training("torchrun --nnodes=2 --nproc-per-node=4 a.py &\ntorchrun --nnodes=2 --nproc-per-node=8 b.py\nwait") == "torchrun 2@2 x 8@2 at once");
  CHECK(training("torchrun --nnodes=2 --nproc-per-node=4 a.py &\ntorchrun --nnodes=2 --nproc-per-node=8 b.py\nwait\ntorchrun --nnodes=2 --nproc-per-node=2 c.py") ==
        "torchrun 2@2 x 8@2 at once");
  CHECK(training("torchrun --nnodes=2 --nproc-per-node=8 a.py\ntorchrun --nnodes=2 --nproc-per-node=8 b.py") == "torchrun 2@1 x 8@1 only");
  CHECK(training("nvidia-cuda-mps-control -d\ntorchrun --nproc-per-node=8 b.py") == "torchrun - x 8@2 only shared");
  CHECK(training("env CUDA_MPS_PIPE_DIRECTORY=/x torchrun --nproc-per-node=8 b.py") == "torchrun - x 8@1 only shared");
  CHECK(training("CUDA_MPS_PIPE=x torchrun --nproc-per-node=8 b.py").starts_with("torchrun - x 8@1 only"));
}

// The manuals of Open MPI, MPICH and Intel MPI; nccl-tests' README.
TEST_CASE("All that is read of mpirun") {
  using launch_table_cases::mpi;
  CHECK(mpi("mpirun -np 4 a") == "4@1");
  CHECK(mpi("mpirun \\\n  -n \\\n  4 a") == "4@3");
  CHECK(mpi("mpiexec -c 4 a") == "4@1");
  CHECK(mpi("mpirun a -np 4") == "-");
  CHECK(mpi("mpirun -np 4 -np 8 a") == "4@1");
  CHECK(mpi("mpirun -np 16 -N 8 a") == "16@1 on 2@1 of 8@1 spread");
  CHECK(mpi("mpirun -np 17 -npernode 8 a") == "17@1 on 3@1 of 8@1 spread");
  CHECK(mpi("mpirun -np 2 -pernode a") == "2@1 on 2@1 of 1@1 spread");
  CHECK(mpi("mpirun -np 16 --map-by ppr:8:node:PE=4 a") == "16@1 on 2@1 of 8@1 spread");
  CHECK(mpi("mpirun -np 16 --map-by slot a") == "16@1 spread");
  CHECK(mpi("mpirun -np 16 --map-by $M a") == "16@1 spread placed");
  CHECK(mpi("mpirun -np 16 --map-by ppr:8:node$X a") == "16@1 spread placed");
  CHECK(mpi("mpirun -np 16 --map-by") == "16@1 gpus ?@1 spread placed");
  CHECK(mpi("mpirun -np 16 --map-by :oversubscribe$X a") == "16@1 spread placed");
  CHECK(mpi("mpirun -np 16 --map-by ppr:1234567890:node a") == "16@1 spread");
  CHECK(mpi("mpirun -np 16 --map-by ppr:123456789:node a") == "16@1 on 1@1 of 123456789@1 spread");
  CHECK(mpi("mpirun -np 16 --map-by ppr:8 a") == "16@1 spread");
  CHECK(mpi("mpirun -np 16 --map-by xxx:8:node a") == "16@1 spread");
  CHECK(mpi("mpirun -np 16 --map-by ppr:2:socket a") == "16@1 spread");
  CHECK(mpi("mpirun -np \"$N\" -N 8 a") == "?@1 of 8@1 spread");
  CHECK(mpi("mpirun -np 4 all_reduce_perf -g \"$N\"") == "4@1 gpus ?@1");
  CHECK(mpi("mpirun -np $N a") == "?@1 placed");
  CHECK(mpi("mpirun -np \"$N\" a") == "?@1");
  CHECK(mpi("mpirun \"$X\"-np 4 a") == "- gpus ?@1");
  CHECK(mpi("mpirun -\"$X\" -np 4 a") == "4@1");
  CHECK(mpi("mpirun -x oversubscribe -np 4 a") == "4@1");
  CHECK(mpi("mpirun -x $X -np 4 a") == "4@1 placed");
  CHECK(mpi("mpirun -x \"$X\" -np 4 a") == "4@1");
  CHECK(mpi("mpirun -np 4 \"$A\"") == "4@1 gpus ?@1");
  CHECK(mpi("mpirun -np 4 wrap.sh all_reduce_perf -g 2") == "4@1 gpus 2@1");
  CHECK(mpi("mpirun -np 4 all_reduce_perf $X") == "4@1 gpus ?@1");
  CHECK(mpi("mpirun -np 16 -ppn 8 a") == "16@1 spread");
  CHECK(mpi("mpirun -np 16 --rankfile r a") == "16@1 placed");
  CHECK(mpi("mpirun --app f") == "- gpus ?@1 placed");
  CHECK(mpi("mpirun -np 16 --map-by node:oversubscribe a") == "16@1 spread over");
  CHECK(mpi("mpirun -np 16 --oversubscribe a") == "16@1 over");
  CHECK(mpi("mpirun -np 4 -genv A 1 -genv B 2 a -np 8") == "4@1");
  CHECK(mpi("mpirun --mca a b -x C -v -np 4 a") == "4@1");
  CHECK(mpi("mpirun --bind-to=core -np 4 a") == "4@1");
  CHECK(mpi("mpirun --use-hwthread-cpus -np 4 a") == "4@1");
  CHECK(mpi("mpirun -np 4 bash a") == "4@1 gpus ?@1");
  CHECK(mpi("mpirun -np 4 ./a.sh") == "4@1 gpus ?@1");
  CHECK(mpi("mpirun -np 4 $A") == "4@1 gpus ?@1 placed");
  CHECK(mpi("mpirun -np 4 torchrun a.py") == "4@1 gpus ?@1");
  CHECK(mpi("mpirun -np 4") == "4@1 gpus ?@1");
  CHECK(mpi("mpirun -np 4 all_reduce_perf -g 2") == "4@1 gpus 2@1");
  CHECK(mpi("mpirun -np 4 all_reduce_perf_mpi -g 2") == "4@1 gpus 2@1");
  CHECK(mpi("mpirun -np 4 all_reduce_perf \\\n -t 3 \\\n -g 2") == "4@1 gpus 6@3");
  CHECK(mpi("mpirun -np 4 all_reduce_perf --nthreads 3 --ngpus=2") == "4@1 gpus 6@1");
  CHECK(mpi("mpirun -np 4 \\\n all_reduce_perf") == "4@1 gpus 1@2");
  // Slots of hosts that are listed, or written.
  CHECK(mpi("mpirun -H a:2,b:3 -np 4 x") == "4@1 slots 5@1");
  CHECK(mpi("mpirun \\\n -H a:2,b:3 x") == "5@2 slots 5@2");
  CHECK(mpi("mpirun -H a:8,b:8 -N 2 x").starts_with("- of 2@1 "));
  CHECK(mpi("mpirun -H a:8,b:8 -np 4 -N 2 x") == "4@1 on 2@1 of 2@1 slots 4@1 spread");
  CHECK(mpi("mpirun -H a:2,b -np 4 x") == "4@1 placed");
  CHECK(mpi("mpirun -H a,b:3 -np 4 x") == "4@1 placed");
  CHECK(mpi("mpirun -H $H -np 4 x") == "4@1 placed");
  CHECK(mpi("mpirun -H /etc/mpi/hostfile -np 4 x") == "4@1 placed");
  CHECK(mpi("mpirun --hostfile /etc/mpi/hostfile -np 4 x") == "4@1");
  CHECK(mpi("mpirun --hostfile /etc/other -np 4 x") == "4@1 placed");
  CHECK(mpi("mpirun -H a:2,b:2 --hostfile /etc/mpi/hostfile -np 4 x") == "4@1 slots 4@1");
  CHECK(mpi("mpirun -np 4 --hostfile") == "4@1 gpus ?@1 placed");
  CHECK(mpi("mpirun -H a:2 -H b:2 -np 4 x") == "4@1 slots 2@1 placed");
  CHECK(mpi("cat > h <<E\na slots=8\nb slots=8\nE\nmpirun --machinefile h x") == "16@5 slots 16@5");
  CHECK(mpi("cat > h <<E\na slots=8\nE\nmpirun --hostfile h x") == "8@4 slots 8@4");
  CHECK(mpi("cat > h <<E\na\nb slots=8\nE\nmpirun --hostfile h -np 4 x") == "4@5 placed");
  CHECK(mpi("cat > $h <<E\na slots=8\nE\nmpirun --hostfile h -np 4 x") == "4@4 placed");
  // What the script has written there, wherever it runs, and all of it.
  CHECK(mpi("echo 'a slots=8' > h\nmpirun --hostfile h -np 4 x") == "4@2 slots 8@2");
  CHECK(mpi("test -e x && cat > h <<E\na slots=8\nE\nmpirun --hostfile h -np 4 x") == "4@4 placed");
  CHECK(mpi("cat > h <<E\n$A slots=8\nE\nmpirun --hostfile h -np 4 x") == "4@4 placed");
  CHECK(mpi("cat > h <<E\na slots=8\nE\ncat > h <<E\na slots=8\nE\nmpirun --hostfile h -np 4 x") == "4@7 slots 8@7");
  CHECK(mpi("cat > g <<E\na slots=8\nE\nmpirun --hostfile h -np 4 x") == "4@4 placed");
  // Several, one behind the other.
  CHECK(mpi("mpirun -np 4 a\nmpirun -np 8 b\nmpirun -np 2 c") == "8@2");
  CHECK(mpi("mpirun -np 8 -H a:9 x\nmpirun -np 8 y") == "8@1 slots 9@1");
  CHECK(mpi("mpirun -np 4 --oversubscribe a\nmpirun -np 8 b") == "8@2 over");
  CHECK(mpi("mpirun -np 8 a\nmpirun -np 4 --oversubscribe b") == "8@1 over");
  CHECK(mpi("mpirun -np 8 a\nmpirun -np 4 -N 2 b") == "8@1 spread");
  CHECK(mpi("mpirun -np 4 -N 2 a\nmpirun -np 8 b") == "8@2 spread");
  CHECK(mpi("mpirun -np 8 a\nmpirun -np 4 --rankfile r b") == "8@1 placed");
  CHECK(mpi("mpirun -np 8 --rankfile r a\nmpirun -np 16 b") == "16@2 placed");
  CHECK(mpi("mpirun -np \"$N\" a\nmpirun -np 4 b") == "none");
  CHECK(mpi("mpirun -np 4 a\nmpirun -np \"$N\" b") == "none");
  CHECK(mpi("for i in $L; do mpirun -np 8 a & done; wait") == "none");
}

TEST_CASE("What is started of a pod's GPUs") {
  using launch_table_cases::taken;
  constexpr std::string_view nothing = "- of - ranks - slots - each -";
  CHECK(taken("torchrun --nnodes 2 --nproc-per-node 4 t.py") == "4@1 of 2@1 ranks - slots - each -");
  CHECK(taken("torchrun --nnodes 2 --nproc-per-node 4 t.py", {hr::count{0}, 1}) == "- of 2@1 ranks - slots - each -");
  CHECK(taken("torchrun --nnodes 2 --nproc-per-node 4 t.py", {hr::count{1}, 1}) == "4@1 of 2@1 ranks - slots - each -");
  CHECK(taken("torchrun --nnodes 2 --nproc-per-node 4 t.py", {}) == "- of 2@1 ranks - slots - each -");
  CHECK(taken("torchrun --nnodes 2 --nproc-per-node 4 t.py", {hr::unknown, 1}) == "4@1 of 2@1 ranks - slots - each -");
  CHECK(taken("torchrun t.py") == "1@1 of - ranks - slots - each -");
  CHECK(taken("torchrun t.py", {hr::count{2}, 1}) == "1@1 of - ranks - slots - each -");
  CHECK(taken("torchrun t.py", {hr::count{1}, 1}) == nothing);
  CHECK(taken("torchrun t.py", {hr::count{8}, 1}, false) == nothing);
  CHECK(taken("torchrun t.py", {hr::count{8}, 1}, true, {{"PET_NPROC_PER_NODE", {"8", 4}}}) == nothing);
  CHECK(taken("torchrun t.py &\nwait") == nothing);
  CHECK(taken("torchrun t.py\nvllm serve m") == nothing);
  CHECK(taken("python t.py trainer.num_nodes=2 trainer.devices=4") == "4@1 of 2@1 ranks - slots - each -");
  CHECK(taken("python t.py trainer.num_nodes=2 trainer.devices=4", {}) == "- of 2@1 ranks - slots - each -");
  CHECK(taken("python t.py --trainer.num_nodes 2 --trainer.devices \\\n 4") == "4@2 of 2@1 ranks - slots - each -");
  CHECK(taken("python t.py trainer.num_nodes=2 --trainer.devices") == "- of 2@1 ranks - slots - each -");
  // Which setting it is, is not known; that of the other script is.
  CHECK(taken("python a.py trainer.dev${X}ices=8\npython b.py trainer.num_nodes=2 trainer.devices=4") == "4@2 of 2@2 ranks - slots - each -");
  CHECK(taken("torchrun pretrain_gpt.py") == "1@1 of - ranks - slots - each -");
  CHECK(taken("cd x\npip install y\ntorchrun t.py") == "1@3 of - ranks - slots - each -");
  CHECK(taken("CUDA_VISIBLE_DEVICES=0,1 torchrun --nproc-per-node 2 t.py") == nothing);
  CHECK(taken("python t.py trainer.devices=4") == "4@1 of - ranks - slots - each -");
  CHECK(taken("python t.py trainer.num_nodes=2 trainer.devices 4") == "- of 2@1 ranks - slots - each -");
  CHECK(taken("python t.py trainer.num_nodes=$N trainer.devices=4") == "4@1 of - ranks - slots - each -");
  CHECK(taken("python a.py +trainer.devices${X}=8\npython b.py trainer.num_nodes=2 trainer.devices=4") == "4@2 of 2@2 ranks - slots - each -");
  // Variables say how many processes meet, each with a GPU; of those that share GPUs they do not say how many pods that are.
  const launch_table_cases::read::outer_variables set{{"WORLD_SIZE", {"16", 3}}};
  CHECK(taken("python t.py", {hr::count{8}, 1}, true, set) == "- of 2@3 ranks - slots - each -");
  CHECK(taken("python t.py", {hr::count{1}, 1}, true, set) == "- of 16@3 ranks - slots - each -");
  CHECK(taken("python t.py", {hr::unknown, 1}, true, set) == nothing);
  CHECK(taken("python t.py", {}, true, set) == nothing);
  CHECK(taken("python t.py", {hr::count{8}, 1}, true, {{"WORLD_SIZE", {std::nullopt, 3}}}) == nothing);
  CHECK(taken("python t.py", {hr::count{8}, 1}, true, {{"WORLD_SIZE", {std::nullopt, 3}}, {"JAX_NUM_PROCESSES", {"24", 4}}}) == "- of 3@4 ranks - slots - each -");
  CHECK(taken("nvidia-cuda-mps-control -d\npython t.py", {hr::count{8}, 1}, true, set) == nothing);
  CHECK(taken("torchrun --nnodes=1 --nproc-per-node=4 a.py\ntorchrun --nnodes=2 --nproc-per-node=8 b.py") == "8@2 of - ranks - slots - each -");
  // Of a number of GPUs that is not known, more may share one.
  CHECK(taken("nvidia-cuda-mps-control -d\ntorchrun --nproc-per-node $N t.py", {hr::unknown, 1}) == "?@2 of - ranks - slots - each -");
  CHECK(taken("nvidia-cuda-mps-control -d\ntorchrun --nproc-per-node 1 t.py", {hr::unknown, 1}) == nothing);
  CHECK(taken("nvidia-cuda-mps-control -d\ntorchrun --nproc-per-node 8 t.py") == "8@2 of - ranks - slots - each -");
  CHECK(taken("nvidia-cuda-mps-control -d\ntorchrun --nproc-per-node 9 t.py") == nothing);
  CHECK(taken("if x; then python t.py trainer.num_nodes=2 trainer.devices=4; fi") == nothing);
  CHECK(taken("mpirun -np 4 a") == "- of - ranks 4@1 slots - each -");
  CHECK(taken("mpirun -np 4 -H a:8 all_reduce_perf -g 2") == "- of - ranks 4@1 slots 8@1 each 2@1");
  CHECK(taken("mpirun -np 4 --rankfile r a") == nothing);
  CHECK(taken("python t.py") == nothing);
}

TEST_CASE("Of two containers of a pod the first says what mpirun starts") {
  hr::workload w;
  for (const std::string_view script : {"mpirun -np 4 -H a:8 x", "mpirun -np 9 y"})
    launch_table_cases::read::take_processes(launch_table_cases::read::started_programs(script, {}), {}, true, {hr::count{8}, 1}, w);
  CHECK(w.launch.ranks.value == 4);
  CHECK(w.launch.slots.value == 8);
}

TEST_CASE("Processes of a node with most of them, and slots on nodes") {
  using launch_table_cases::at;
  using launch_table_cases::read::mpi_launch;
  const hr::said<hr::count> two{hr::count{2}, 2};
  const hr::said<hr::count> sixteen{hr::count{16}, 1};
  const mpi_launch of_two_gpus{.processes = sixteen, .gpus_of_process = two};
  CHECK(at(of_two_gpus.most_of_a_node(two)) == "8@1");
  CHECK(at(of_two_gpus.most_of_a_node({hr::count{3}, 2})) == "6@1");
  CHECK(at(of_two_gpus.most_of_a_node({hr::count{0}, 2})) == "-");
  CHECK(at(of_two_gpus.most_of_a_node({hr::unknown, 2})) == "-");
  CHECK(at(mpi_launch{.processes = {hr::unknown, 1}, .gpus_of_process = two}.most_of_a_node(two)) == "-");
  // Those that take one GPU, or nothing says how many, slots bound.
  CHECK(at(mpi_launch{.processes = sixteen}.most_of_a_node(two)) == "-");
  CHECK(at(mpi_launch{.processes = sixteen, .gpus_of_process = {hr::count{1}, 1}}.most_of_a_node(two)) == "-");
  CHECK(at(mpi_launch{.processes = sixteen, .has_own_places = true, .gpus_of_process = two}.most_of_a_node(two)) == "-");
  CHECK(at(mpi_launch{.processes = sixteen, .of_each = {hr::count{4}, 3}, .gpus_of_process = two}.most_of_a_node(two)) == "4@3");

  const mpi_launch of_four{.of_each = {hr::count{4}, 3}};
  CHECK(at(of_four.slots_on(two, {hr::count{5}, 6})) == "5@6");
  CHECK(at(of_four.slots_on(two, {hr::count{8}, 6})) == "8@6");
  CHECK(at(mpi_launch{.of_each = {hr::count{1}, 3}}.slots_on(two, {hr::count{5}, 6})) == "2@6");
  CHECK(at(of_four.slots_on(two, sixteen)) == "8@1");
  CHECK(at(of_four.slots_on(two, {hr::unknown, 6})) == "?@6");
  CHECK(at(of_four.slots_on({hr::unknown, 2}, sixteen)) == "16@1");
  CHECK(at(mpi_launch{}.slots_on(two, sixteen)) == "16@1");
  CHECK(at(mpi_launch{.of_each = {hr::count{4}, 3}, .oversubscribes = true}.slots_on(two, {hr::count{5}, 6})) == "8@6");
  CHECK(at(mpi_launch{.oversubscribes = true}.slots_on(two, {hr::count{5}, 6})) == "-");
  // Nothing of what is not mpirun.
  const launch_table_cases::read::started_programs other("all_reduce_perf -g 2", {});
  CHECK(launch_table_cases::read::mpi_launch_of(other.all().front(), other).gpus_of_process.is_silent());
}
