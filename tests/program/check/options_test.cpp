// SPDX-License-Identifier: BSL-1.0
#include <check/options.hpp>

#include <check.hpp>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>

namespace options_cases {

namespace program = headroom::program;

std::string problem(const program::check_words& words) {
  program::check_request request;
  return request.understand(headroom::program::process_io(), words).value_or("");
}
std::string rules(std::string_view words) {
  program::check_request request;
  if (auto problem = request.understand(headroom::program::process_io(), {.rules = std::string(words)})) return *problem;
  std::string told;
  for (const std::string_view each : request.options().only) told += "+" + std::string(each);
  for (const std::string_view each : request.options().without) told += "-" + std::string(each);
  return told;
}
std::string reserve(std::string_view words) {
  program::check_request request;
  if (auto problem = request.understand(headroom::program::process_io(), {.reserve = std::string(words)})) return *problem;
  return std::to_string(request.options().terms.reserved_millicpus) + " " +
         std::to_string(hr::in_bytes(request.options().terms.reserved_memory));
}

}  // namespace options_cases

TEST_CASE("Rules on and off by name") {
  using options_cases::rules;
  CHECK(rules("") == "");
  CHECK(rules("cpus") == "+cpus");
  CHECK(rules("cpus,rdma") == "+cpus+rdma");
  CHECK(rules("-cpus,-rdma") == "-cpus-rdma");
  CHECK(rules("cpus,-rdma").starts_with("--rules: expected either"));
  CHECK(rules("cpu") == "--rules: no rule is called \"cpu\": did you mean \"cpus\"?");
  CHECK(rules("cpus,") == "+cpus");
  for (const std::string_view bad : {",", "-", "--cpus", " cpus", "cpus rdma", "CPUS,x", "readable\n"}) {
    CAPTURE(bad);
    CHECK(rules(bad).starts_with("--rules: no rule is called "));
  }
}

TEST_CASE("What the system keeps back") {
  using options_cases::reserve;
  CHECK(reserve("cpu=4,memory=16 GiB") == "4000 17179869184.000000");
  CHECK(reserve("cpu=0.5") == "500 0.000000");
  CHECK(reserve("memory=16GiB") == "0 17179869184.000000");
  CHECK(reserve("cpu=0") == "0 0.000000");
  // As Kubernetes spells quantities: thousandths of a core, powers of two and of ten.
  CHECK(reserve("cpu=500m") == "500 0.000000");
  CHECK(reserve("cpu=4m") == "4 0.000000");
  CHECK(reserve("cpu=4,memory=16Gi") == "4000 17179869184.000000");
  CHECK(reserve("memory=512Mi") == "0 536870912.000000");
  CHECK(reserve("memory=16G") == "0 16000000000.000000");
  CHECK(reserve("memory=1.5Gi") == "0 1610612736.000000");
  for (const std::string_view bad : {"cpu=-1", "cpu=", "cpu=four", "cpu=4c", "cpu=nan", "cpu=inf", "cpu=1e9",
                                     "memory=16", "memory=-1Gi", "memory=16i", "memory=16m", "memory=1e9", "memory=64Ei", "ephemeral-storage=1Gi", "memory=", "memory=x GiB", "gpu=1", "4", "=", "cpu = 4"}) {
    CAPTURE(bad);
    CHECK(reserve(bad).starts_with("--reserve: \""));
  }
}

TEST_CASE("The day") {
  using options_cases::problem;
  for (const std::string_view good : {"2026-11-21", "1999-01-01", "2024-02-29", "2000-02-29", "2026-12-31"})
    CHECK(problem({.as_of = std::string(good)}) == "");
  for (const std::string_view bad :
       {"2026-13-01", "2026-00-10", "2026-01-00", "2026-01-32", "2026-02-29", "1900-02-29", "2026-04-31", "26-01-01",
        "2026-1-1", "2026/01/01", "20260101", "today", "2026-01-01T00"}) {
    CAPTURE(bad);
    CHECK(problem({.as_of = std::string(bad)}).starts_with("--as-of: "));
  }
}

TEST_CASE("Machines by name, and those of a file") {
  using namespace options_cases;
  program::check_request request;
  REQUIRE_FALSE(request.understand(headroom::program::process_io(), {.on = "Standard_ND128isr_GB300_v6"}).has_value());
  REQUIRE(request.options().terms.held.size() == 1);
  CHECK(request.options().terms.held[0].machine.name() == "Standard_ND128isr_GB300_v6");
  CHECK(request.options().terms.held[0].how_many == 0);
  CHECK(problem({.on = "Standard_ND128isr_GB300"}).find("say which: Standard_ND128isr_GB300_v6, Standard_ND128isrG5_GB300_v6") !=
        std::string::npos);
  CHECK(problem({.on = "Standard_ND128isr_GB300_v7"}).find("did you mean \"Standard_ND128isr_GB300_v6\"?") !=
        std::string::npos);
  CHECK(problem({.on = "an abacus of the usual kind"}).find("--on-cluster takes own ones") != std::string::npos);
  CHECK(problem({.on = "Standard_ND40"}).find("(as stated)") == std::string::npos);
  CHECK(problem({.on_cluster = "/no/such/file"}) == "/no/such/file: No such file or directory");
}

// What the cases hold of the one machine that a list of nodes comes to: how many, CPUs, memory, and what is kept of CPUs.
namespace options_cases {

std::string held_by(const std::string& nodes) {
  const std::string path = "held_nodes.json";
  std::ofstream(path) << R"({"apiVersion": "v1", "kind": "List", "items": [)" << nodes << "]}";
  program::check_request request;
  const auto wrong = request.understand(headroom::program::process_io(), {.on_cluster = path});
  std::remove(path.c_str());
  if (wrong.has_value()) return *wrong;
  std::string text;
  for (const headroom::group& each : request.options().terms.held) {
    const headroom::vm& size = *each.machine.vm();
    text += std::to_string(each.how_many) + " " + std::string(size.name) + " " + std::to_string(size.vcpus.value_or(0)) + " " +
            std::to_string(static_cast<int>(headroom::in_gibibytes(size.system_memory.value_or({})))) + "; ";
  }
  return text + std::to_string(request.options().terms.reserved_millicpus);
}
std::string node(const std::string& labels, const std::string& cpu, const std::string& memory, const std::string& ready = "True") {
  return R"({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n", "labels": {)" + labels + R"(}}, "status": {"allocatable": {"cpu": ")" + cpu +
         R"(", "memory": ")" + memory + R"(", "nvidia.com/gpu": "8"}, "conditions": [{"type": "Ready", "status": ")" + ready + R"("}]}})";
}

}  // namespace options_cases

TEST_CASE("Nodes of Kubernetes have the CPUs and the memory that they give to pods") {
  using namespace options_cases;
  const std::string p5 = R"("node.kubernetes.io/instance-type": "p5.48xlarge")";
  CHECK(held_by(node(p5, "10", "100Gi")) == "1 p5.48xlarge 10 100; 0");
  CHECK(held_by(node("", "29500m", "90Gi")) == "1 nodes 30 90; 500");
  // Of two pools of one size the most, as a pod has room where one of them holds it; they are one machine.
  CHECK(held_by(node(p5, "191", "1000Gi") + "," + node(p5 + R"(, "agentpool": "b")", "190500m", "1990Gi")) ==
        "1 p5.48xlarge 191 1990; 1 p5.48xlarge 191 1990; 0");
  CHECK(held_by(node(p5, "10", "100Gi", "False")) == "held_nodes.json: no machines: its one node is not ready, or is down or drained");
}

TEST_CASE("Nodes that give as many GPUs as their size has give them whole") {
  using namespace options_cases;
  const auto are_whole = [](const std::string& nodes) {
    const std::string path = "whole_nodes.json";
    std::ofstream(path) << nodes;
    program::check_request request;
    REQUIRE_FALSE(request.understand(headroom::program::process_io(), {.on_cluster = path}).has_value());
    std::remove(path.c_str());
    return request.options().terms.are_gpus_whole;
  };
  const std::string whole = node(R"("node.kubernetes.io/instance-type": "p5.48xlarge")", "10", "100Gi");
  std::string split = whole;
  split.replace(split.find(R"("nvidia.com/gpu": "8")"), 21, R"("nvidia.com/gpu": "7", "nvidia.com/mig-1g.10gb": "7")");
  std::string fewer = whole;  // the others may be given by Kubernetes' DRA
  fewer.replace(fewer.find(R"("nvidia.com/gpu": "8")"), 21, R"("nvidia.com/gpu": "7")");
  const auto list = [](const std::string& items) { return R"({"apiVersion": "v1", "kind": "List", "items": [)" + items + "]}"; };
  CHECK(are_whole(list(whole)));
  CHECK_FALSE(are_whole(list(split)));
  CHECK_FALSE(are_whole(list(fewer)));
  CHECK_FALSE(are_whole(list(whole + "," + split)));
  const auto shown = [](std::string_view gres) {
    return R"({"nodes": [{"name": "n1", "hostname": "n1", "partitions": ["a"], "gres": "gpu:h100:8", "cpus": 192, "real_memory": 1024},
{"name": "n2", "hostname": "n2", "partitions": ["a"], "gres": ")" + std::string(gres) + R"(", "cpus": 192, "real_memory": 1024}]})";
  };
  CHECK(are_whole(shown("gpu:h100:8")));
  CHECK(are_whole(shown("")));
  CHECK_FALSE(are_whole(shown("gpu:1g.10gb:7,gpu:h100:7")));
}

TEST_CASE("Machines held may come from what a running system prints") {
  using namespace options_cases;
  const std::string path = "held_by_a_system.json";
  const auto write = [&](std::string_view size, std::string_view nodes) {
    std::ofstream(path) << R"({"format_version": "1.0", "terraform_version": "1.9.0", "values": {"root_module": {"resources": [
{"address": "azurerm_kubernetes_cluster_node_pool.a", "mode": "managed", "type": "azurerm_kubernetes_cluster_node_pool",
 "name": "a", "values": {"name": "a", "vm_size": ")" << size << R"(", "node_count": )" << nodes << "}}]}}}";
  };
  write("Standard_ND96isr_H100_v5", "3");
  program::check_request request;
  REQUIRE_FALSE(request.understand(headroom::program::process_io(), {.on_cluster = path}).has_value());
  REQUIRE(request.options().terms.held.size() == 1);
  CHECK(request.options().terms.held[0].machine.name() == "Standard_ND96isr_H100_v5");
  CHECK(request.options().terms.held[0].how_many == 3);
  write("Standard_ND97isr_H100_v9", "3");
  CHECK(problem({.on_cluster = path}).find("the catalogue has no machine of \"Standard_ND97isr_H100_v9\"") != std::string::npos);
  std::ofstream(path) << R"({"nodes": [{"name": "n1", "hostname": "n1", "partitions": ["a"], "gres": "gpu:h100:8", "cpus": 192, "real_memory": 1024},
{"name": "n2", "hostname": "n2", "partitions": ["a"], "gres": "gpu:h100:8", "cpus": 192, "real_memory": 1024},
{"name": "n3", "hostname": "n3", "partitions": ["login"], "gres": "", "cpus": 8, "real_memory": 1024}]})";
  program::check_request of_slurm;
  REQUIRE_FALSE(of_slurm.understand(headroom::program::process_io(), {.on_cluster = path}).has_value());
  REQUIRE(of_slurm.options().terms.held.size() == 1);  // without the node for logging in
  CHECK(of_slurm.options().terms.held[0].how_many == 2);
  CHECK(value_of(of_slurm.options().terms.held[0].machine.vm()->gpus) == 8);
  CHECK(value_of(of_slurm.options().terms.held[0].machine.vm()->vcpus) == 192);
  CHECK(headroom::in_gibibytes(value_of(of_slurm.options().terms.held[0].machine.vm()->system_memory)) == 1);
  write("Standard_ND96isr_H100_v5", "0");
  CHECK(problem({.on_cluster = path}) == path + ": no machines: expected a cluster to check against");
  write("Standard_X1_v1", "3");
  CHECK(problem({.on_cluster = path}) == path + ": no machines: expected a cluster to check against");
  std::remove(path.c_str());
}

TEST_CASE("A kind of file by its name, and strictness") {
  using namespace options_cases;
  program::check_request request;
  REQUIRE_FALSE(request.understand(headroom::program::process_io(), {.as_format = "recipe", .strict = true}).has_value());
  CHECK(request.options().format == program::find_format("recipe"));
  CHECK(request.options().strict);
  CHECK(program::find_format("recipes") == nullptr);
  for (const program::file_format& each : program::file_formats()) {
    CHECK(program::find_format(each.name) == &each);
    CHECK_FALSE(each.what.empty());
  }
}

TEST_CASE("The machine that everything runs on, and how many there are") {
  using options_cases::problem;
  const auto held = [](std::string_view on) {
    headroom::program::check_request request;
    CHECK(request.understand(headroom::program::process_io(), {.on = std::string(on)}) == std::nullopt);
    const auto& machines = request.options().terms.held;
    REQUIRE(machines.size() == 1);
    return std::string(machines.front().machine.name()) + " " + std::to_string(machines.front().how_many);
  };
  CHECK(held("Standard_ND96isr_H100_v5") == "Standard_ND96isr_H100_v5 0");
  CHECK(held("Standard_ND96isr_H100_v5=4") == "Standard_ND96isr_H100_v5 4");
  for (const std::string_view bad : {"", "0", "4x", "-1", "2000000000000"}) {
    CAPTURE(bad);
    CHECK(problem({.on = "Standard_ND96isr_H100_v5=" + std::string(bad)}) ==
          "--on: \"" + std::string(bad) + "\" is no number of machines: expected MACHINE=4");
  }
  CHECK(problem({.on = "Standard_ND96isr_H10_v5=4"}) ==
        "--on: no machine is called \"Standard_ND96isr_H10_v5\": did you mean "
        "\"Standard_ND96isr_H100_v5\"?");
}
