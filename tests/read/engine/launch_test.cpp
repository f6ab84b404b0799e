// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/engine/launch.hpp>

#include <check.hpp>
#include <read/reading.hpp>
#include <string>
#include <string_view>

namespace launch_cases {

namespace program = headroom::read;
using program::told;

// Nodes and processes of a node: "2 x 8".
std::string training(std::string_view script) {
  const program::started_programs all(script, {});
  const program::training_launch launch = program::training_launch_in(all);
  return launch.by == nullptr ? "" : told(launch.nodes) + " x " + told(launch.processes) + (launch.are_at_once ? " at once" : "");
}
std::string mpi(std::string_view script) {
  const program::started_programs all(script, {});
  const program::mpi_launch launch = program::mpi_launch_in(all);
  return told(launch.processes) + (launch.has_own_places ? " placed" : "") + (launch.are_spread ? " spread" : "") +
         (launch.nodes.is_silent() ? "" : " on " + told(launch.nodes));
}
std::string trainer(std::string_view script) {
  const program::started_programs all(script, {});
  const program::trainer_settings is = program::trainer_settings_in(all);
  return is.of == nullptr ? "" : told(is.nodes) + " x " + told(is.processes);
}

}  // namespace launch_cases

TEST_CASE("Launchers of training, by their manuals") {
  using launch_cases::training;
  CHECK(training("torchrun --nnodes=2 --nproc-per-node=8 train.py") == "2 x 8");
  CHECK(training("python -m torch.distributed.launch --nproc_per_node 4 train.py") == "- x 4");
  CHECK(training("python -m torch.distributed.launch --nnodes 2 --nproc_per_node 4 train.py") == "2 x 4");
  CHECK(training("python -m torch.distributed.run --nnodes=2 --nproc-per-node=8 train.py") == "2 x 8");
  CHECK(training("torchrun --nproc_per_node=gpu train.py") == "- x ?");
  CHECK(training("torchrun --nproc_per_node=$N train.py") == "- x ?");
  CHECK(training("torchrun train.py --nproc_per_node=8") == "- x -");  // for the script
  CHECK(training("accelerate launch --num_machines 4 --num_processes 32 train.py") == "4 x 8");
  CHECK(training("accelerate launch --num_machines 3 --num_processes 32 train.py") == "3 x ?");
  CHECK(training("deepspeed --num_nodes 2 --num_gpus 8 train.py") == "2 x 8");
  CHECK(training("python train.py") == "");
}

TEST_CASE("torchtune starts processes as torchrun does, by one of its commands") {
  using launch_cases::training;
  CHECK(training("tune run --nnodes 2 --nproc_per_node 8 full_finetune_distributed --config c") == "2 x 8");
  CHECK(training("tune download model --nproc_per_node 8") == "");
}

TEST_CASE("A launcher by any name that branches give it") {
  using launch_cases::training;
  CHECK(training("if x; then T=torchrun; else T=./env/bin/torchrun; fi\n$T --nnodes=2 --nproc-per-node=8 t.py") == "2 x 8");
  CHECK(training("if x; then T=torchrun; else T=python; fi\n$T --nnodes=2 --nproc-per-node=8 t.py") == "");
}

TEST_CASE("What the settings of trainers say of nodes") {
  using launch_cases::trainer;
  CHECK(trainer("python p.py trainer.num_nodes=4 +trainer.devices=8") == "4 x 8");
  CHECK(trainer("python -m verl.trainer.main_ppo trainer.nnodes=$N trainer.n_gpus_per_node=8") == "? x 8");
  CHECK(trainer("python p.py --trainer.num_nodes=4") == "4 x -");
  CHECK(trainer("python p.py fit --trainer.num_nodes 4 --trainer.devices $N") == "4 x ?");
  CHECK(trainer("python p.py trainer.num_nodes_of=4 my.trainer.devices=8") == "");
  CHECK(trainer("python p.py trainer.num_nodes=4\npython q.py trainer.num_nodes=2") == "");
}

TEST_CASE("Of several launches the one of most processes counts, where each says how many") {
  using launch_cases::training;
  CHECK(training("torchrun --nproc_per_node=1 prepare.py\ntorchrun --nproc_per_node=8 train.py") == "- x 8");
  CHECK(training("torchrun --nproc_per_node=$N prepare.py\ntorchrun --nproc_per_node=8 train.py") == "- x ?");
  CHECK(training("torchrun --nproc_per_node=4 a.py &\ntorchrun --nproc_per_node=4 b.py &\nwait") == "- x 4 at once");
  CHECK(training("for i in $L; do torchrun --nproc_per_node=4 a.py & done; wait") == "- x 4 at once");
}

TEST_CASE("torchrun starts one process where neither its command nor its variable says how many") {
  const auto left_out = [](std::string_view script) {
    return launch_cases::told(headroom::read::training_launch_in(headroom::read::started_programs(script, {})).processes_left_out);
  };
  CHECK(left_out("torchrun --standalone t.py") == "1");
  CHECK(left_out("python -m torch.distributed.run --nnodes 2 t.py --nproc-per-node 8") == "1");
  CHECK(left_out("torchrun --nproc-per-node=gpu t.py") == "-");
  CHECK(left_out("torchrun $OPTIONS t.py") == "-");
  CHECK(left_out("export PET_NPROC_PER_NODE=8\ntorchrun t.py") == "-");
  CHECK(left_out("torchrun a.py\ntorchrun --nproc-per-node=8 b.py") == "-");
  CHECK(left_out("deepspeed t.py") == "-");
}

TEST_CASE("Processes of mpirun, and whether they have places of their own") {
  using launch_cases::mpi;
  CHECK(mpi("mpirun -np 16 --bind-to none ./a -n 4") == "16");
  CHECK(mpi("/opt/mpi/bin/mpirun --mca btl tcp,self -n 8 ./a") == "8");
  CHECK(mpi("mpiexec -n $((2 * 8)) ./a") == "16");
  CHECK(mpi("orterun -np 16 ./a") == "16");  // Open MPI, orterun(1): a synonym, as prterun(1) is of later ones
  CHECK(mpi("prterun -np 16 ./a") == "16");
  CHECK(mpi("mpirun -np 16 --hostfile hosts ./a") == "16 placed");
  CHECK(mpi("mpirun -np 2 -N 1 ./a -g 8") == "2 spread on 2");
  CHECK(mpi("mpirun -np 12 --map-by ppr:8:node ./a") == "12 spread on 2");
  CHECK(mpi("mpiexec -n 12 -ppn 8 ./a") == "12 spread");
  CHECK(mpi("mpirun -np 12 --map-by ppr:4:socket ./a") == "12 spread");
  CHECK(mpi("mpirun -np 12 --map-by node:OVERSUBSCRIBE ./a") == "12 spread");
  // What is behind the program's name is its own, whatever options and values are in front.
  CHECK(mpi("mpirun --allow-run-as-root -np 16 -x A=1 -mca pml ucx ./a -b 8 -f 2 --host h") == "16");
  CHECK(mpi("mpirun $OPTIONS -np 16 ./a") == "16 placed");
  CHECK(mpi("mpirun -np 8 ./a\nmpirun -np 16 ./a") == "16");
  CHECK(mpi("mpirun -np 8 ./a &\nmpirun -np 16 ./a\nwait") == "-");
  CHECK(mpi("mpirun -np 8 ./a\nmpirun -np $N ./a") == "-");
  CHECK(mpi("mpirun -np 8 ./a\nmpirun -np 16 --hostfile hosts ./a") == "16 placed");
  CHECK(mpi("./a -np 16") == "-");
}

TEST_CASE("Places of mpirun: its slots, and no more than it starts on each node, whatever these are") {
  using launch_cases::told;
  const auto places = [](const std::string& script) {
    return told(headroom::read::mpi_launch_in(headroom::read::started_programs(script, {})).slots_on({4, 1}, {32, 1}));
  };
  CHECK(places("mpirun -np 64 ./a") == "32");
  CHECK(places("mpirun -np 64 -N 4 ./a") == "16");
  CHECK(places("mpirun -np 64 -N 16 ./a") == "32");
  CHECK(places("mpirun --oversubscribe -np 64 ./a") == "-");
  CHECK(places("mpirun --oversubscribe -np 64 -N 16 ./a") == "64");
  CHECK(places("mpirun -np 64 --map-by ppr:12:node:oversubscribe ./a") == "48");
}

TEST_CASE("Hostfiles that a script writes say the slots") {
  using namespace launch_cases;
  const std::string two = "cat > hosts <<EOF\na slots=8\n\nb slots=4 max_slots=8\nEOF\n";
  const auto slots = [](const std::string& script) {
    return told(headroom::read::mpi_launch_in(headroom::read::started_programs(script, {})).slots);
  };
  CHECK(slots(two + "mpirun --hostfile hosts -np 16 a") == "12");
  CHECK(mpi(two + "mpirun --hostfile hosts -np 16 a") == "16");
  CHECK(slots("cat > hosts <<EOF\na\nEOF\nmpirun --hostfile hosts -np 16 a") == "-");
  CHECK(slots(two + "echo c >> hosts\nmpirun --hostfile hosts -np 16 a") == "-");
  CHECK(mpi("mpirun --hostfile elsewhere -np 16 a") == "16 placed");
  CHECK(mpi("mpirun --hostfile /etc/mpi/hostfile -np 16 a") == "16");
  CHECK(training(two + "deepspeed --hostfile=hosts train.py") == "2 x 8");
  // Hosts in a list, each with its slots: without a number of processes one starts in each.
  CHECK(slots("mpirun -np 32 -H a:8,b:4 x") == "12");
  CHECK(slots("mpirun -np 32 --host=a:8 x") == "8");
  CHECK(mpi("mpirun -np 32 -H a:8,b:4 x") == "32");
  CHECK(mpi("mpirun -H a:8,b:4 x") == "12");
  CHECK(mpi("mpirun -np 32 -H a,b x") == "32 placed");
  CHECK(mpi("mpirun -np 32 -H $HOSTS x") == "32 placed");
  CHECK(mpi(two + "mpirun --hostfile hosts -H a:8 -np 8 x") == "8 placed");
}

TEST_CASE("Processes that share GPUs on purpose start the service for it, or are told where it is") {
  const auto share = [](std::string_view script) { return headroom::read::share_gpus(headroom::read::started_programs(script, {})); };
  CHECK(share("nvidia-cuda-mps-control -d\nsrun ./solver"));
  CHECK(!share("srun ./solver"));
}

TEST_CASE("A trainer that no launcher starts has a process for each device that it names") {
  namespace read = headroom::read;
  const auto of = [](std::string_view script) {
    hr::workload w;
    read::take_processes(read::started_programs(script, {}), {}, false, {hr::count{8}, 1}, w);
    return read::told(w.launch.processes) + " of " + read::told(w.launch.nodes);
  };
  CHECK(of("python p.py fit --trainer.devices 4 --trainer.num_nodes 2") == "4 of 2");
  CHECK(of("torchrun --nproc-per-node=8 p.py --trainer.devices 4") == "8 of -");
  CHECK(of("torchrun --nproc-per-node=16 p.py") == "16 of -");
  CHECK(of("nvidia-cuda-mps-control -d\ntorchrun --nproc-per-node=16 p.py") == "- of -");
  CHECK(of("nvidia-cuda-mps-control -d\ntorchrun --nproc-per-node=8 p.py") == "8 of -");  // none shares
}

TEST_CASE("Pods wait for as many as their launcher is told, or the variables that it or the script reads say") {
  namespace read = headroom::read;
  const auto of = [](std::string_view script, const read::outer_variables& set, hr::count gpus = 8) {
    hr::workload w;
    read::take_processes(read::started_programs(script, set), set, false, {gpus, 1}, w);
    return read::told(w.launch.nodes);
  };
  CHECK(of("accelerate launch --num_machines 6 --num_processes 48 p.py", {}) == "6");
  CHECK(of("deepspeed --num_nodes=6 p.py", {}) == "6");
  CHECK(of("accelerate launch --num_machines 6 --machine_rank 0 p.py", {}) == "-");
  CHECK(of("accelerate launch --num_machines 6 --machine_rank $ID p.py", {}) == "6");
  CHECK(of("python p.py", {{"WORLD_SIZE", {"20", 4}}}) == "3");
  CHECK(of("python p.py", {{"WORLD_SIZE", {"4", 4}}}, 1) == "4");
  CHECK(of("python p.py", {{"WORLD_SIZE", {"4", 4}}}, 0) == "-");
  CHECK(of("python p.py", {{"WORLD_SIZE", {"16", 4}}, {"RANK", {"1", 5}}}) == "-");
  CHECK(of("python p.py", {{"WORLD_SIZE", {"16", 4}}, {"RANK", {{}, 5}}}) == "2");
  CHECK(of("python p.py", {{"WORLD_SIZE", {{}, 4}}, {"NNODES", {"5", 5}}}) == "5");
  CHECK(of("torchrun p.py", {{"WORLD_SIZE", {"16", 4}}, {"PET_NNODES", {"3", 5}}}) == "3");
  CHECK(of("torchrun p.py", {{"WORLD_SIZE", {"16", 4}}}) == "-");
  CHECK(of("python p.py", {{"PET_NNODES", {"3", 5}}}) == "-");
  CHECK(of("python p.py", {{"JAX_NUM_PROCESSES", {"20", 4}}}) == "3");
  CHECK(of("python p.py", {{"JAX_NUM_PROCESSES", {"20", 4}}, {"JAX_PROCESS_ID", {"0", 5}}}) == "-");
  CHECK(of("torchrun p.py", {{"JAX_NUM_PROCESSES", {"20", 4}}}) == "-");
  CHECK(of("mpirun -np 16 python p.py", {{"WORLD_SIZE", {"16", 4}}}) == "-");
  CHECK(of("accelerate launch --num_machines 6 p.py", {{"PET_NNODES", {"3", 5}}}) == "6");
}

TEST_CASE("A process of nccl-tests takes the GPUs that its options say") {
  namespace read = headroom::read;
  const auto of = [](std::string_view script) {
    const read::started_programs all(script, {});
    return read::told(read::gpus_of_test_process(all.all().back()));
  };
  CHECK(of("srun ./build/all_reduce_perf -b 8 -e 1G -g 4") == "4");
  CHECK(of("mpirun -np 8 /opt/nccl-tests/build/sendrecv_perf --ngpus 2 -t 3") == "6");
  CHECK(of("alltoall_perf -b 8") == "1");
  CHECK(of("all_reduce_perf -g $N") == "?");
  CHECK(of("all_reduce_perf $MORE") == "?");
  CHECK(of("perf stat -g 4") == "-");
}
