// SPDX-License-Identifier: BSL-1.0
#include "told.hpp"

#include <headroom/read/slurm/slurm.hpp>
#include <read/reading.hpp>

// Lines of slurm.conf and of the gres.conf beside it: https://slurm.schedmd.com/slurm.conf.html, https://slurm.schedmd.com/gres.conf.html.
namespace slurm_nodes_test {

using slurm_told::told;

// All that the pools say, a line each, with what is silent left out, and what is noted; or why the file is refused.
std::string pools(std::string_view text, std::string_view beside = {}, std::string_view format = "slurm") {
  headroom::read::deployment_file file{std::string(text)};
  if (!beside.empty()) file.beside = std::string(beside);
  const auto error = headroom::read::read_source(file);
  CHECK(file.format == format);
  if (error.has_value()) return "refused@" + std::to_string(error->line) + ": " + error->message + "\n";
  std::string all;
  for (const headroom::machine_pool& p : file.pools) {
    const auto tell = [&](std::string_view name, const auto& one) {
      if (!one.is_silent()) all += " " + std::string(name) + " " + told(one);
    };
    const auto tell_text = [&](std::string_view name, const headroom::said<std::string_view>& one) {
      if (!one.is_silent()) all += " " + std::string(name) + " " + std::string(one.is_known() ? one.value : "?") + "@" + std::to_string(one.line);
    };
    all += std::string(p.name) + "@" + std::to_string(p.line);
    tell("nodes", p.nodes);
    tell("most", p.most_nodes);
    tell("gpus", p.gpus_per_node);
    tell_text("type", p.gpu_type);
    tell_text("mig", p.mig_profile);
    tell_text("size", p.size);
    tell("cpus", p.cpus_per_node);
    if (const auto& memory = p.memory_per_node; !memory.is_silent())
      all += " memory " + std::to_string(static_cast<headroom::count>(headroom::in_mebibytes(memory.value))) + "@" + std::to_string(memory.line);
    tell("listed", p.gpus_listed);
    if (!p.gpus_listed_on.empty()) all += " on " + std::string(p.gpus_listed_on);
    all += "\n";
  }
  for (const auto& note : file.noted) {
    CHECK(note.column == 0);
    all += "noted@" + std::to_string(note.line) + ": " + note.message + "\n";
  }
  return all;
}

TEST_CASE("CPUs of a node: as counted, or sockets x cores x threads where that is more") {
  const auto cpus = [](std::string_view keys) { return pools("NodeName=n[1-2] " + std::string(keys) + "\n"); };
  constexpr std::string_view head = "n[1-2]@1 nodes 2@1 gpus 0@1";
  CHECK(cpus("") == std::string(head) + "\n");
  CHECK(cpus("CPUs=96") == std::string(head) + " cpus 96@1\n");
  CHECK(cpus("Procs=96") == std::string(head) + " cpus 96@1\n");
  CHECK(cpus("Procs=48 CPUs=96") == std::string(head) + " cpus 96@1\n");
  CHECK(cpus("Sockets=2 CoresPerSocket=5 ThreadsPerCore=3") == std::string(head) + " cpus 30@1\n");
  CHECK(cpus("Boards=2 SocketsPerBoard=3 CoresPerSocket=5 ThreadsPerCore=7") == std::string(head) + " cpus 210@1\n");
  // Slurm's read_config.c: "Sockets=0 is invalid, reset to 1", and so of the others.
  CHECK(cpus("Sockets=0 CoresPerSocket=5") == std::string(head) + " cpus 5@1\n");
  CHECK(cpus("Sockets=0") == std::string(head) + " cpus 1@1\n");
  CHECK(cpus("CPUs=0") == std::string(head) + " cpus 1@1\n");
  CHECK(cpus("CPUs=10 Sockets=2 CoresPerSocket=5 ThreadsPerCore=2") == std::string(head) + " cpus 20@1\n");
  CHECK(cpus("CPUs=20 Sockets=2 CoresPerSocket=5 ThreadsPerCore=2") == std::string(head) + " cpus 20@1\n");
  CHECK(cpus("CPUs=21 Sockets=2 CoresPerSocket=5 ThreadsPerCore=2") ==
        std::string(head) + " cpus 21@1\nnoted@1: CPUs=21 is more than the threads of the node: expected at most 20, its sockets x cores x threads\n");
  CHECK(cpus("CPUs=21 SocketsPerBoard=2 CoresPerSocket=5").find("noted@1: CPUs=21 is more than the threads of the node: expected at most 10") != std::string::npos);
  CHECK(cpus("CPUs=21 Sockets=2") == std::string(head) + " cpus 21@1\n");
  CHECK(cpus("CPUs=21 CoresPerSocket=5") == std::string(head) + " cpus 21@1\n");
  CHECK(cpus("CPUs=12 Sockets={{s}}") == std::string(head) + " cpus ?@1\n");
  CHECK(cpus("CPUs={{c}} Sockets=2") == std::string(head) + " cpus ?@1\n");
}

TEST_CASE("Memory and CPUs of nodes count where Slurm holds the machines to them") {
  constexpr std::string_view node = "NodeName=n1 CPUs=96 RealMemory=5000\n";
  constexpr std::string_view counted = " nodes 1@2 gpus 0@2 cpus 96@2";
  const auto with = [&](std::string_view setting) { return pools(std::string(setting) + "\n" + std::string(node)); };
  CHECK(with("ClusterName=c") == "n1@2" + std::string(counted) + " memory 5000@2\n");
  CHECK(with("SlurmdParameters=config_overrides") == "n1@2 nodes 1@2 gpus 0@2\n");
  CHECK(with("SlurmdParameters=x,Config_Overrides,y") == "n1@2 nodes 1@2 gpus 0@2\n");
  CHECK(with("SlurmdParameters=x,y") == "n1@2" + std::string(counted) + " memory 5000@2\n");
  CHECK(with("SlurmctldParameters=config_overrides") == "n1@2" + std::string(counted) + " memory 5000@2\n");
  CHECK(with("FastSchedule=2") == "n1@2 nodes 1@2 gpus 0@2\n");
  CHECK(with("FastSchedule=1") == "n1@2" + std::string(counted) + " memory 5000@2\n");
  CHECK(with("SlurmctldParameters=idle_on_node_suspend,node_reg_mem_percent=90") == "n1@2" + std::string(counted) + "\n");
  CHECK(with("SlurmctldParameters=idle_on_node_suspend") == "n1@2" + std::string(counted) + " memory 5000@2\n");
  CHECK(with("SlurmdParameters=node_reg_mem_percent") == "n1@2" + std::string(counted) + " memory 5000@2\n");
  CHECK(pools("NodeName=n1 RealMemory=5000 State=CLOUD\n") == "n1@1 most 1@1 gpus 0@1\n");
  CHECK(pools("NodeName=n1 RealMemory=5000 State=FUTURE\n") == "n1@1 gpus 0@1 memory 5000@1\n");
  CHECK(pools("NodeName=n1 RealMemory=5000 State=IDLE\n") == "n1@1 nodes 1@1 gpus 0@1 memory 5000@1\n");
}

TEST_CASE("GPUs, types and sizes of nodes, and what DEFAULT lines say until another does") {
  CHECK(pools("NodeName=DEFAULT Gres=gpu:h100:8 CPUs=96\nNodeName=a\nNodeName=DEFAULT Gres=gpu:4\nNodeName=b CPUs=5\n") ==
        "a@2 nodes 1@2 gpus 8@1 type h100@1 cpus 96@1\nb@4 nodes 1@4 gpus 4@3 cpus 5@4\n");
  CHECK(pools("NodeName=a Gres=gpu:1g.10gb:7\n") == "a@1 nodes 1@1 mig 1g.10gb@1\n");
  CHECK(pools("NodeName=a Feature=x,Standard_ND96isr_H100_v5\nNodeName=b Features=Standard_ND96asr_v4\n") ==
        "a@1 nodes 1@1 gpus 0@1 size Standard_ND96isr_H100_v5@1\nb@2 nodes 1@2 gpus 0@2 size Standard_ND96asr_v4@2\n");
  CHECK(pools("NodeName=a Feature=Standard_ND96isr_H100_v5 Features=Standard_ND96asr_v4\n") == "a@1 nodes 1@1 gpus 0@1 size Standard_ND96isr_H100_v5@1\n");
  // Names of too many pieces to write out are counted, with those beside them.
  CHECK(pools("NodeName=b[1-65536]c[1-2],a[1-3]\n") == "b[1-65536]c[1-2],a[1-3]@1 nodes 131075@1 gpus 0@1\n");
  CHECK(pools("NodeName=a[1-3],b[1-65536]c[1-2]\n") == "a[1-3],b[1-65536]c[1-2]@1 nodes 131075@1 gpus 0@1\n");
  // What an included file says of GPUs is not seen.
  CHECK(pools("include other.conf\nNodeName=a\n") == "a@2 nodes 1@2\n");
  CHECK(pools("NodeName={{nodes}} Gres=gpu:8\n") == "{{nodes}}@1 nodes ?@1 gpus 8@1\n");
  CHECK(pools("NodeName=a[1-3],b Gres=gpu:8 more\n") == "refused@1: \"more\" is no KEY=VALUE\n");
  const std::string forty(40, 'x');
  CHECK(pools("NodeName=a " + forty + "\n") == "refused@1: \"" + forty + "\" is no KEY=VALUE\n");
}

TEST_CASE("A node that two lines define, and a partition of nodes that none does, are refused") {
  CHECK(pools("NodeName=a[1-4]\nNodeName=b\nNodeName=a[4-5]\nNodeName=c\n") == "refused@3: node a4 is defined twice: expected each node in one NodeName line\n");
  CHECK(pools("NodeName=a\nNodeName=a\n") == "refused@2: node a is defined twice: expected each node in one NodeName line\n");
  CHECK(pools("NodeName=a[1-4]\nNodeName=a0,a[4-5]\n") == "refused@2: node a4 is defined twice: expected each node in one NodeName line\n");
  CHECK(pools("{% for n in nodes %}\nNodeName=a\n{% endfor %}\nNodeName=a\n") == "a@2 nodes 1@2 gpus 0@2\na@4 nodes 1@4 gpus 0@4\n");
  CHECK(pools("NodeName=a[1-4]\nNodeName=a[5-6]\n").starts_with("a[1-4]@1 nodes 4@1"));
  CHECK(pools("Foo={{c}}\nNodeName=a\nNodeName=a\n") == "a@2 nodes 1@2 gpus 0@2\na@3 nodes 1@3 gpus 0@3\n");
  CHECK(pools("SlurmctldHost=x\nNodeName=a\nPartitionName=p Nodes=a,ALL\n") == "a@2 nodes 1@2 gpus 0@2\n");
  constexpr std::string_view whole = "SlurmctldHost=x\nNodeName=a[1-4]\n";
  CHECK(pools(std::string(whole) + "PartitionName=p Nodes=a[3-5]\n") == "refused@3: partition p has node a5, which no NodeName line defines\n");
  CHECK(pools(std::string(whole) + "PartitionName=p Nodes=a[3-4]\n") == "a[1-4]@2 nodes 4@2 gpus 0@2\n");
  CHECK(pools(std::string(whole) + "PartitionName=p Nodes=all\n") == "a[1-4]@2 nodes 4@2 gpus 0@2\n");
  // Names that are not written out are not held against each other; one that is written is.
  CHECK(pools(std::string(whole) + "PartitionName=p Nodes=b[1-65536]c[1-2]\n") == "a[1-4]@2 nodes 4@2 gpus 0@2\n");
  CHECK(pools(std::string(whole) + "PartitionName=p Nodes=a5,b[1-65536]c[1-2]\n") == "refused@3: partition p has node a5, which no NodeName line defines\n");
  CHECK(pools("SlurmctldHost=x\nNodeName=b[1-65536]c[1-2]\nPartitionName=p Nodes=b1c1\n") == "b[1-65536]c[1-2]@2 nodes 131072@2 gpus 0@2\n");
  CHECK(pools("ControlMachine=x\nNodeName=a\nPartitionName=p Nodes=b\n").starts_with("refused@3: "));
  // Part of a configuration, or with nodes that come and go, or sets of them.
  CHECK(pools("NodeName=a\nPartitionName=p Nodes=b\n") == "a@1 nodes 1@1 gpus 0@1\n");
  CHECK(pools("SlurmctldHost=x\nMaxNodeCount=10\nNodeName=a\nPartitionName=p Nodes=b\n") == "a@3 nodes 1@3 gpus 0@3\n");
  CHECK(pools("SlurmctldHost=x\ninclude y\nNodeName=a\nPartitionName=p Nodes=b\n") == "a@3 nodes 1@3\n");
  CHECK(pools("SlurmctldHost=x\nNodeName=a\nNodeSet=z Feature=f\nNodeSet=b Feature=g\nPartitionName=p Nodes=b\n") == "a@2 nodes 1@2 gpus 0@2\n");
  CHECK(pools("SlurmctldHost=x\nNodeName=a\nNodeSet=z Feature=f\nPartitionName=p Nodes=b\n").starts_with("refused@4: "));
}

TEST_CASE("GPUs that gres.conf lists, of the node that has fewest or most") {
  const auto listed = [](std::string_view gres, std::string_view node = "NodeName=n[1-4] Gres=gpu:8\n") {
    const std::string all = pools(node, gres);
    const std::size_t at = all.find(" listed ");
    return at == std::string::npos ? std::string() : all.substr(at + 8, all.find('\n') - at - 8);
  };
  CHECK(listed("NodeName=n[1-4] Name=gpu File=/dev/nvidia[0-7]\n") == "8@1");
  CHECK(listed("NodeName=n[1-4] Name=gpu File=/dev/nvidia[0-3]\n") == "4@1 on each of them");
  CHECK(listed("Name=gpu File=/dev/nvidia[0-3]\n") == "4@1 on each of them");
  CHECK(listed("NodeName=n[1-3] Name=gpu Count=8\nNodeName=n4 Name=gpu Count=6\n") == "6@1 on n4");
  CHECK(listed("NodeName=n[1-2] Name=gpu Count=8\nNodeName=n[3-4] Name=gpu Count=6\n") == "6@1 on n3 and n4");
  CHECK(listed("NodeName=n1 Name=gpu Count=8\nNodeName=n[2-4] Name=gpu Count=6\n") == "6@1 on n2, n3 and n4");
  CHECK(listed("NodeName=n1 Name=gpu Count=8\nNodeName=n[2-7] Name=gpu Count=6\n", "NodeName=n[1-7] Gres=gpu:8\n") == "6@1 on n2, n3 and 4 more");
  CHECK(listed("Name=gpu Count=6\n", "NodeName=n1 Gres=gpu:8\n") == "6@1 on n1");
  CHECK(listed("Name=gpu Count=6\n", "NodeName=n[1-2] Gres=gpu:8\n") == "6@1 on each of them");
  CHECK(listed("Name=gpu\n") == "1@1 on each of them");
  // Too few is worse than too many; of those the most.
  CHECK(listed("NodeName=n1 Name=gpu Count=9\nNodeName=n2 Name=gpu Count=7\nNodeName=n[3-4] Name=gpu Count=8\n") == "7@1 on n2");
  CHECK(listed("NodeName=n1 Name=gpu Count=7\nNodeName=n2 Name=gpu Count=6\nNodeName=n3 Name=gpu Count=9\n") == "6@1 on n2");
  CHECK(listed("NodeName=n1 Name=gpu Count=9\nNodeName=n2 Name=gpu Count=10\nNodeName=n3 Name=gpu Count=8\n") == "10@1 on n2");
  CHECK(listed("NodeName=n[1-2] Name=gpu Count=9\nNodeName=n[3-4] Name=gpu Count=8\n") == "9@1 on n1 and n2");
  // A million pairs of a node and a line are looked at, or none.
  std::string thousand;
  for (int i = 0; i < 1'000; ++i) thousand += "Name=gpu Count=1\n";
  CHECK(listed(thousand, "NodeName=n[1-1000] Gres=gpu:8\n") == "1000@1 on each of them");
  CHECK(listed(thousand, "NodeName=n[1-1001] Gres=gpu:8\n") == "");
  // Lines add up; of other types none; of nodes without a line nothing is said.
  CHECK(listed("NodeName=n[1-4] Name=gpu Count=3\nNodeName=n[1-4] Name=gpu Count=5\n") == "8@1");
  CHECK(listed("NodeName=n[1-4] Name=gpu Count=3 Type=h100\nNodeName=n[1-4] Name=gpu Count=5 Type=a100\n", "NodeName=n[1-4] Gres=gpu:h100:8\n") == "3@1 on each of them");
  CHECK(listed("NodeName=n[1-4] Name=gpu Count=3 Type=h100\nNodeName=n[1-4] Name=gpu Count=5 Type=a100\n") == "8@1");
  CHECK(listed("NodeName=n[1-4] Name=gpu Count=3\n", "NodeName=n[1-4] Gres=gpu:h100:8\n") == "3@1 on each of them");
  CHECK(listed("NodeName=m[1-4] Name=gpu Count=3\n") == "");
  CHECK(listed("NodeName=n[1-4] Name=shard Count=3\n") == "");
  CHECK(listed("NodeName=n2 Name=gpu Count=3\n") == "3@1 on n2");
  // What is detected, made of instances, or left to a tool is not counted.
  CHECK(listed("AutoDetect=nvml\nNodeName=n[1-4] Name=gpu Count=3\n") == "");
  CHECK(listed("NodeName=n[1-4] Name=gpu Count=3 Type=1g.10gb\n") == "");
  CHECK(listed("NodeName=n[1-4] Name=gpu Count=3 Type={{t}}\n") == "");
  CHECK(listed("NodeName=n[1-4] Name=gpu Count={{c}}\n") == "");
  CHECK(listed("NodeName={{n}} Name=gpu Count=3\n") == "");
  CHECK(listed("include x\nNodeName=n[1-4] Name=gpu Count=3\n") == "");
  CHECK(listed("NodeName=n[1-4] Name=gpu Count=3\n", "NodeName=n[1-4]\n") == "");
  // What is wrong in it is said where it is checked itself.
  CHECK(listed("NodeName=n[1 Name=gpu Count=3\n") == "");
  headroom::read::deployment_file file("NodeName=n1 Gres=gpu:8\n");
  file.beside = "NodeName=n[1 Name=gpu Count=8\n";
  CHECK_FALSE(headroom::read::read_source(file).has_value());
  CHECK_FALSE(file.beside.has_value());
}

TEST_CASE("GPUs of gres.conf alone are those of its nodes, or of each that reads it") {
  CHECK(pools("Name=gpu Count=4\n") == "The node@1 gpus 4@1\n");
  CHECK(pools("AutoDetect=off\nName=gpu\n") == "The node@2 gpus 1@2\n");
  CHECK(pools("NodeName=n[1-2] Name=gpu File=/dev/nvidia[0-3]\n") == "n[1-2]@1 nodes 2@1 gpus 4@1\n");
  CHECK(pools("NodeName={{n}} Name=gpu Count=4\n") == "{{n}}@1 nodes ?@1 gpus 4@1\n");
  CHECK(pools("NodeName=n1 Name=gpu Type={{t}} Count=4\n") == "n1@1 nodes 1@1 gpus 4@1\n");
  CHECK(pools("NodeName=n1 Name=gpu Type=a Count=4\nNodeName=n1 Name=gpu Type=a Count=3\n") == "n1@1 nodes 1@1 gpus 7@1 type a@2\n");
  CHECK(pools("NodeName=n1 Name=gpu Type=a Count=4\nNodeName=n1 Name=gpu Type=b Count=3\n") == "n1@1 nodes 1@1 gpus 7@1\n");
  CHECK(pools("NodeName=n1 Name=gpu Type=a\nNodeName=n1 Name=gpu Type=b\nNodeName=n1 Name=gpu Type=b\n") == "n1@1 nodes 1@1 gpus 3@1\n");
  CHECK(pools("NodeName=n1 Name=gpu Count=4\nNodeName=n1 Name=gpu Count={{c}}\n") == "n1@1 nodes 1@1 gpus ?@2\n");
  CHECK(pools("NodeName=n1 Name=gpu File={{f}}\n") == "n1@1 nodes 1@1 gpus ?@1\n");
  CHECK(pools("NodeName=n1 Name=gpu Count=3 File=/dev/nvidia[0-3]\n") == "refused@1: Count=3 of 4 files: expected a count of 4, or none\n");
  CHECK(pools("NodeName=n1 Name=gpu Type=a Count=4\nNodeName=n1 Name=gpu Type=1g.10gb Count=7\n") == "n1@1 nodes 1@1 type a@1 mig 1g.10gb@2\n");
  // Whether lists that are not written out have a node in common is not known: then no number is sure.
  CHECK(pools("NodeName=b[1-65536]c[1-2] Name=gpu Count=4\nNodeName=b1c1 Name=gpu Count=3\n") == "b[1-65536]c[1-2]@1\nb1c1@2\n");
  CHECK(pools("NodeName=n[1-2] Name=gpu Count=4\nNodeName=n2 Name=gpu Count=3\n") == "n[1-2]@1\nn2@2\n");
  // Several files of one device.
  CHECK(pools("NodeName=n1 Name=gpu MultipleFiles=/dev/nvidia[0-3]\n") == "n1@1 nodes 1@1 gpus 1@1\n");
  CHECK(pools("NodeName=n1 Name=gpu MultipleFiles=/dev/nvidia[0-3] Count=2\n") == "n1@1 nodes 1@1 gpus 2@1\n");
  // Detected on one node, or on all.
  CHECK(pools("NodeName=n1 AutoDetect=nvml\nNodeName=n2 Name=gpu Type=x\n") == "n2@2 nodes 1@2 gpus 1@2 type x@2\n");
  CHECK(pools("AutoDetect=nvml\nNodeName=n2 Name=gpu Type=x\n") == "n2@2 nodes 1@2 type x@2\n");
  CHECK(pools("AutoDetect=nvml\nNodeName=n2 Name=gpu File=/dev/nvidia[0-1]\n") == "n2@2 nodes 1@2 gpus 2@2\n");
  CHECK(pools("AutoDetect=off\nNodeName=n2 Name=gpu Type=x\n") == "n2@2 nodes 1@2 gpus 1@2 type x@2\n");
  CHECK(pools("NodeName=n1 Name=gpu\n") == "n1@1 nodes 1@1 gpus 1@1\n");
  CHECK(pools("Name=gpu AutoDetect=nvml\nNodeName=n2 Name=gpu Type=x\n") == "The node@1\nn2@2 nodes 1@2 gpus 1@2 type x@2\n");
}

TEST_CASE("Partitions are parts of a file, with the GPUs of their nodes") {
  const auto parts = [](std::string_view text) {
    const auto file = headroom::read::file_of("SlurmctldHost=x\n" + std::string(text));
    std::string all;
    for (const auto& each : file->parts) all += std::to_string(each.nodes) + " with " + (each.gpus.is_known() ? std::to_string(each.gpus.value) : "?") + "; ";
    return all;
  };
  CHECK(parts("NodeName=a[1-4] Gres=gpu:8\nNodeName=b[1-2] Gres=gpu:3\nPartitionName=p Nodes=a[2-3],b1\nPartitionName=q Nodes=b[1-2]\nPartitionName=r Nodes=ALL\n") ==
        "3 with 19; 2 with 6; ");
  CHECK(parts("NodeName=a Gres=gpu:1g.10gb:7\nNodeName=b Gres=gpu:8\nPartitionName=p Nodes=a,b\nPartitionName=q Nodes=b\n") == "2 with ?; 1 with 8; ");
  CHECK(parts("NodeName=a Gres=gpu:8\nNodeName=b Gres=gpu:1g.10gb:7\nPartitionName=p Nodes=a,b\n") == "2 with ?; ");
  // Of 64 lines of nodes at most.
  std::string nodes = "PartitionName=p Nodes=n1\n";
  for (int i = 1; i <= 64; ++i) nodes += "NodeName=n" + std::to_string(i) + " Gres=gpu:2\n";
  CHECK(parts(nodes) == "1 with 2; ");
  CHECK(parts(nodes + "NodeName=more\n") == "");
  CHECK(parts("NodeName=a Gres=gpu:8\nPartitionName=p Nodes=a,b[1-65536]c[1-2]\n") == "");
  std::string many = "NodeName=n1 Gres=gpu:2\n";
  for (int i = 0; i < 65; ++i) many += "PartitionName=p" + std::to_string(i) + " Nodes=n1\n";
  CHECK(parts(many).size() == 64 * parts("NodeName=n1 Gres=gpu:2\nPartitionName=p Nodes=n1\n").size());
}

// "scontrol show node --json": nodes that are alike are a pool, with the least memory of them.
TEST_CASE("Nodes of a running system, by all that they are told to have") {
  const auto shown = [](std::string_view first, std::string_view second) {
    return pools(R"({"nodes": [{"name": "n1", )" + std::string(first) + R"(}, {"name": "n2", )" + std::string(second) + "}]}", {}, "slurm-nodes");
  };
  constexpr std::string_view full = R"("gres": "gpu:h100:8", "cpus": 96, "real_memory": 5000, "partitions": ["p", "q"], "features": ["x", "Standard_ND96isr_H100_v5"])";
  CHECK(shown(full, full) == "p,q@1 nodes 2@1 gpus 8@1 type h100@1 size Standard_ND96isr_H100_v5@1 cpus 96@1 memory 5000@1\n");
  const auto with = [&](std::string_view was, std::string_view is) {
    std::string other(full);
    other.replace(other.find(was), was.size(), is);
    const std::string all = shown(full, other);
    return all.find("nodes 1@1") == std::string::npos ? all.substr(all.find(" memory")) : all.substr(all.find('\n') + 1);
  };
  CHECK(with("5000", "6000") == " memory 5000@1\n");
  CHECK(with("5000", "4000") == " memory 4000@1\n");
  CHECK(with(R"(["p", "q"])", R"("p")") == "p@1 nodes 1@1 gpus 8@1 type h100@1 size Standard_ND96isr_H100_v5@1 cpus 96@1 memory 5000@1\n");
  CHECK(with("H100_v5", "H200_v5") == "p,q@1 nodes 1@1 gpus 8@1 type h100@1 size Standard_ND96isr_H200_v5@1 cpus 96@1 memory 5000@1\n");
  CHECK(with("gpu:h100:8", "gpu:h200:8") == "p,q@1 nodes 1@1 gpus 8@1 type h200@1 size Standard_ND96isr_H100_v5@1 cpus 96@1 memory 5000@1\n");
  CHECK(with("gpu:h100:8", "gpu:h100:4") == "p,q@1 nodes 1@1 gpus 4@1 type h100@1 size Standard_ND96isr_H100_v5@1 cpus 96@1 memory 5000@1\n");
  CHECK(with("96,", "48,") == "p,q@1 nodes 1@1 gpus 8@1 type h100@1 size Standard_ND96isr_H100_v5@1 cpus 48@1 memory 5000@1\n");
  CHECK(shown(R"("gres": "gpu:1g.10gb:7", "cpus": 2)", R"("gres": "gpu:2g.20gb:3", "cpus": 2)") ==
        "nodes@1 nodes 1@1 mig 1g.10gb@1 cpus 2@1\nnodes@1 nodes 1@1 mig 2g.20gb@1 cpus 2@1\n");
  CHECK(shown(R"("cpus": 2, "partitions": ["p"])", R"("cpus": 2, "real_memory": 7, "partitions": ["p"])") == "p@1 nodes 2@1 gpus 0@1 cpus 2@1\n");
  CHECK(shown(R"("gres": "", "instance_type": "a.b")", R"("gres": "")") == "nodes@1 nodes 1@1 gpus 0@1 size a.b@1\nnodes@1 nodes 1@1 gpus 0@1\n");
  CHECK(shown(R"("cpus": 2, "real_memory": 7, "partitions": ["p"])", R"("cpus": 2, "partitions": ["p"])") == "p@1 nodes 2@1 gpus 0@1 cpus 2@1 memory 7@1\n");
  const auto down = headroom::read::file_of(R"({"nodes": [{"name": "n1", "gres": "gpu:8", "state": "down"}]})");
  CHECK(down->documents_without_capacity == 1);
  CHECK(down->nodes_out_of_service == 1);
  const auto is_shown = [](std::string text) { return headroom::read::is_slurm_nodes(headroom::read::source_text(std::move(text))); };
  CHECK(is_shown(R"({"nodes": [{"name": "n1", "gres": ""}]})"));
  CHECK_FALSE(is_shown(R"({"nodes": [{"name": "n1", "gres": ""}, {"name": "n2"}]})"));
  CHECK_FALSE(is_shown(R"({"nodes": [{"gres": ""}]})"));
  CHECK_FALSE(is_shown(R"({"nodes": ["gres"]})"));
  CHECK_FALSE(is_shown(R"({"nodes": []})"));
  CHECK_FALSE(is_shown(R"({"nodes": {"name": "n1", "gres": ""}})"));
  CHECK_FALSE(is_shown(R"({"nodes": {"a": {"name": "n1", "gres": ""}}})"));
  CHECK(shown(R"("gres": "", "instance_type": "a.b")", R"("gres": "", "instance_type": "a.b", "features": "Standard_ND96asr_v4")") == "nodes@1 nodes 2@1 gpus 0@1 size a.b@1\n");
}

// topology.conf and topology.yaml.
TEST_CASE("Blocks and sizes of blocks, and switches with nodes") {
  const auto blocks = [](std::string_view text) {
    const auto file = headroom::read::file_of(std::string(text));
    std::string all = file->documents_without_capacity == 0 ? "" : file->documents_without_capacity == 1 ? "nothing: " : "more: ";
    for (const auto& each : file->blocks)
      all += (each.is_size ? "size" : std::string(each.name)) + "@" + std::to_string(each.line) + " " + told(each.nodes) +
             (each.topology.empty() ? "" : " of " + std::string(each.topology)) + "; ";
    return all;
  };
  CHECK(blocks("BlockName=a Nodes=c[01-18]\nBlockName=b Nodes={{n}}\nBlockSizes=4,16\n") == "a@1 18@1; b@2 ?@2; size@3 4@3; size@3 16@3; ");
  CHECK(blocks("BlockSizes=,18,\n") == "size@1 18@1; ");
  CHECK(blocks("BlockSizes={{s}}\n") == "size@1 ?@1; ");
  CHECK(blocks("BlockSizes=8\n") == "size@1 8@1; ");
  CHECK(blocks("SwitchName=a Nodes=n[1-4]\nSwitchName=b Switches=a\n") == "a@1 4@1; ");
  CHECK(blocks("SwitchName=b Switches=a\n") == "nothing: ");
  CHECK(blocks("PartitionName=p Nodes=ALL\n") == "nothing: ");
  CHECK(blocks("NodeName=p\n") == "");
  CHECK(blocks("- topology: t\n  block:\n    blocks:\n    - {block: b, nodes: 'n[1-4]'}\n    block_sizes: [4, 8]\n") == "size@5 4@5 of t; size@5 8@5 of t; b@4 4@4 of t; ");
  CHECK(blocks("- topology: t\n  block:\n    blocks: {block: b, nodes: 'n[1-4]'}\n    block_sizes: 4,8\n") == "size@4 4@4 of t; size@4 8@4 of t; b@3 4@3 of t; ");
  CHECK(blocks("- topology: t\n  block:\n    blocks:\n    - {block: b, nodes: 'n[1-4]'}\n    - {block: c}\n") == "b@4 4@4 of t; ");
  CHECK(blocks("- topology: t\n  tree:\n    switches:\n    - {switch: s, nodes: 'n[1-4]'}\n    - {switch: u, children: s}\n- {topology: f, flat: true}\n") == "s@4 4@4 of t; ");
  CHECK(blocks("- {topology: f, flat: true}\n") == "nothing: ");
  CHECK(blocks("- topology: t\n  block: {blocks: [{block: b, nodes: [a, b]}]}\n") == "nothing: ");
  CHECK(blocks("- topology: t\n  tree: {switches: [{switch: s, nodes: [a, b]}]}\n") == "nothing: ");
  const auto is_topology = [](std::string text) { return headroom::read::is_slurm_topology(headroom::read::source_text(std::move(text))); };
  CHECK(is_topology("- {topology: f, flat: true}\n"));
  CHECK_FALSE(is_topology("- {flat: true}\n"));
  CHECK_FALSE(is_topology("- {topology: f}\n"));
  CHECK_FALSE(is_topology("- {topology: f, flat: true}\n- {other: f}\n"));
  CHECK_FALSE(is_topology("{topology: f, flat: true}\n"));
  CHECK_FALSE(is_topology("a: {topology: f, flat: true}\n"));
  CHECK_FALSE(is_topology("[]\n"));
  for (const char* none : {"a: 1\n", ""}) {
    headroom::read::deployment_file file{std::string(none)};
    const auto error = headroom::read::read_source(file, headroom::read::find_format("slurm-topology"));
    REQUIRE(error.has_value());
    CHECK(headroom::read::place_of("x", *error) == "x:1:0: expected a list of topologies");
  }
}

TEST_CASE("Lines of keys and values are Slurm's by its words") {
  const auto is_slurm = [](std::string text) { return headroom::read::is_slurm(headroom::read::source_text(std::move(text))); };
  for (const std::string_view yes :
       {"NodeName=a\n", "nodename=a\nFoo=b\n", "Foo=b\nPartitionName=a\n", "SwitchName=a Nodes=b\n", "SwitchName=a Switches=b\n", "BlockName=a Nodes=b\n", "BlockSizes=4\n",
        "Name=gpu Count=4\n", "AutoDetect=nvml\n", "ClusterName=c\nSlurmctldHost=h\nFoo=b\n", "SlurmctldHost=h\nClusterName=c\n",
        "ClusterName=c\nControlMachine=h\n",
        "# remark\n\n{% if a %}\nNodeName=a\n", "include a\nNodeName=b\n", "NODENAME=a\n", "NodeName\\\n=a\n"}) {
    CAPTURE(yes);
    CHECK(is_slurm(std::string(yes)));
  }
  for (const std::string_view no : {"", "Name=nic Count=4\n", "Count=4 Name=gpu\n", "Name=gpu Foo=4\n", "AutoDetect=maybe\n", "Foo=SwitchName Nodes=a\n", "ClusterName=c\n", "SlurmctldHost=h\n", "SlurmctldHost=h\nFoo=ClusterName\n", "ControlMachine=h\nFoo=b\n", "SwitchName=a LinkSpeed=1\n", "NodeName=a\nrun\n",
                                    "run\nNodeName=a\n", "a=nodename\n", "include nodename\n"}) {
    CAPTURE(no);
    CHECK_FALSE(is_slurm(std::string(no)));
  }
}

}  // namespace slurm_nodes_test
