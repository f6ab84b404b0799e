// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>
#include <reading.hpp>

#include <array>
#include <check.hpp>
#include <filesystem>
#include <fstream>
#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
#include <headroom/deployment/sentence.hpp>
#include <optional>
#include <read/reading.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

// Files that others run, in a folder beside the checkout. ctest runs these as a test of its own, program/shared_configs,
// and says that it is skipped where the folder is not there; worked_examples_test.cpp has files of our own for the same.
namespace shared_configs_cases {

namespace program = headroom::program;

const std::string folder = HEADROOM_SOURCE_DIR "/../shared/configs/";

bool are_missing() { return !std::filesystem::is_directory(folder); }

std::string text_of(const std::string& name) {
  std::ifstream file(folder + name);
  REQUIRE_MESSAGE(file.good(), name);
  std::ostringstream all;
  all << file.rdbuf();
  return all.str();
}

// A recipe that others run, with the sums that it comes to.
struct row {
  std::vector<std::string> cells;
  hr::count at(std::size_t i) const { return std::stoll(cells[i]); }
};

std::vector<row> rows() {
  std::vector<row> all;
  std::istringstream file(text_of("serving_recipes.csv"));
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#' || line.starts_with("recipe,")) continue;
    row one;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) one.cells.push_back(cell);
    if (one.cells.size() == 14) all.push_back(one);
  }
  return all;
}

// Reads it, or says why not.
std::string problem_in(program::deployment_file& file) {
  const std::optional<program::reading_error> problem = program::read_source(file);
  return problem.has_value() ? std::to_string(problem->line) + ": " + problem->message : std::string();
}

struct tally {
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::size_t unjudged = 0;
  friend bool operator==(const tally&, const tally&) = default;
};

tally told(const std::vector<hr::finding>& findings) {
  tally sum;
  for (const hr::finding& each : findings) {
    if (each.severity == hr::finding_severity::error) ++sum.errors;
    if (each.severity == hr::finding_severity::warning) ++sum.warnings;
    if (each.severity == hr::finding_severity::unjudged) ++sum.unjudged;
  }
  return sum;
}

// "error gpus_per_node:5: …"
std::string words(const std::vector<hr::finding>& findings) {
  std::string all;
  for (const hr::finding& each : findings)
    all += std::string(name(each.severity)) + " " + std::string(each.rule) + ":" + std::to_string(each.line) + ": " +
           hr::sentence_of(each) + "\n";
  return all;
}

std::string rules_and_lines(const std::vector<hr::finding>& findings) {
  std::string all;
  for (const hr::finding& each : findings)
    all += std::string(name(each.severity)) + " " + std::string(each.rule) + ":" + std::to_string(each.line) + "\n";
  return all;
}

constexpr std::array h100_held = hr::groups_of<hr::azure::nd96isr_h100_v5>();
constexpr hr::check_terms h100_terms{.held = h100_held};
const hr::machine gb300_vm(hr::azure::nd128isr_gb300_v6::spec);
const hr::machine gb300_rack(hr::azure::gb300_nvl72::spec);
const hr::machine h100_vm(hr::azure::nd96isr_h100_v5::spec);

// The recipe of a row as srt-slurm takes it; each worker is one tensor-parallel group.
std::string recipe_of(const row& r, bool with_gpus_of_workers) {
  const auto line = [&](std::string_view key, std::size_t i) {
    return "  " + std::string(key) + ": " + r.cells[i] + "\n";
  };
  std::string text = "name: row\nresources:\n  gpu_type: \"" + r.cells[1] + "\"\n";
  text += line("gpus_per_node", 2) + line("prefill_nodes", 3) + line("prefill_workers", 4);
  if (with_gpus_of_workers) text += line("gpus_per_prefill", 5);
  text += line("decode_nodes", 6) + line("decode_workers", 7);
  if (with_gpus_of_workers) text += line("gpus_per_decode", 8);
  if (r.cells[9] == "1") text += "  allow_prefill_decode_colocation: true\n";
  text += "backend:\n  type: sglang\n  sglang_config:\n";
  text += "    prefill:\n      tensor-parallel-size: " + r.cells[5] + "\n";
  text += "    decode:\n      tensor-parallel-size: " + r.cells[8] + "\n";
  return text;
}

}  // namespace shared_configs_cases

TEST_SUITE_BEGIN("files of others" * doctest::skip(shared_configs_cases::are_missing()));

TEST_CASE("NCCL tests: the full rack is 14 of 18 nodes, and two nodes of eight GPUs cannot be on GB300") {
  using namespace shared_configs_cases;
  program::deployment_file file(text_of("03-azure-nccl-test-examples.yaml"));
  REQUIRE(problem_in(file) == "");
  REQUIRE(file.workloads.size() == 4);
  CHECK(told(hr::check(file.view("03"))) == tally{});

  const std::vector<hr::finding> found = hr::check(file.view("03"), gb300_vm);
  INFO(words(found));
  CHECK(told(found).errors == 3);
  CHECK(told(found).unjudged == 0);
  for (const int line : {6, 13, 20}) {
    CAPTURE(line);
    CHECK(words(found).find("error gpus_per_node:" + std::to_string(line) + ": ") != std::string::npos);
  }
  CHECK(words(found).find("(14 nodes, 56 GPUs)\" contradicts itself: a rack of Standard_ND128isr_GB300_v6 has 18 nodes and 72 GPUs") != std::string::npos);
  // There the nodes of eight can be, and no node is in one NVLink domain with another.
  const std::vector<hr::finding> elsewhere = hr::check(file.view("03"), h100_vm);
  CHECK(told(elsewhere).errors == 1);
  CHECK(words(elsewhere).find("error rack_size:40: ") != std::string::npos);
}

TEST_CASE("A queue's quota is what its nodes have, and fits their machines") {
  using namespace shared_configs_cases;
  program::deployment_file file(text_of("04-azure-aks-kueue.values.yaml"));
  REQUIRE(problem_in(file) == "");
  CHECK(file.quotas.size() == 4);
  CHECK(file.view("04").gpus_held() == 16);
  CHECK(words(hr::check(file.view("04"), h100_vm)) == "");
  CHECK(words(hr::check(file.view("04"))) == "");
}

TEST_CASE("A recipe of a whole rack is clean on a bare rack, and asks too many CPUs of Azure's VM") {
  using namespace shared_configs_cases;
  program::deployment_file file(text_of("09-inferencex-gb300-10p1d-18nodes.yaml"));
  REQUIRE(problem_in(file) == "");
  const hr::deployment all = file.view("09");
  CHECK(all.gpus_used() == 72);
  CHECK(all.gpus_held() == 72);
  CHECK(all.nodes_held() == 18);
  CHECK(hr::rules::detail::nodes_per_domain(hr::detail::node_of(gb300_rack, 0), {hr::count{4}, 1}) == 18);
  CHECK(words(hr::check(all, gb300_rack)) == "");
  CHECK(words(hr::check(all, gb300_vm)) ==
        "error cpus:17: prefill asks for 144 CPUs a task; Standard_ND128isr_GB300_v6 has 128\n");
}

TEST_CASE("Recipes that run, written and read: GPUs, nodes, GPUs held and stranded as counted, and no error") {
  using namespace shared_configs_cases;
  const std::vector<row> recipes = rows();
  CHECK(recipes.size() == 118);
  for (const row& each : recipes) {
    CAPTURE(each.cells[0]);
    program::deployment_file file(recipe_of(each, true));
    REQUIRE(problem_in(file) == "");
    CHECK(file.format == "recipe");
    const hr::deployment all = file.view("row");
    CHECK(all.gpus_used() == each.at(10));
    CHECK(all.nodes_held() == each.at(11));
    CHECK(all.gpus_held() == each.at(12));
    hr::count stranded = 0;
    const std::vector<hr::finding> found = hr::check(all);
    for (const hr::finding& one : found)
      if (one.rule == "gpus_stranded") stranded += static_cast<hr::count>(one.terms[3].amount);
    CHECK(stranded == each.at(13));
    CHECK(told(found) == tally{0, each.at(13) > 0 ? 1U : 0U, 0});

    // Left out, the GPUs of a worker are its share of the nodes': as they are given where nothing is stranded.
    program::deployment_file shorter(recipe_of(each, false));
    REQUIRE(problem_in(shorter) == "");
    if (each.at(13) == 0 && each.at(9) == 0 && each.at(6) > 0) CHECK(shorter.view("row").gpus_used() == each.at(10));
  }
}

TEST_CASE("A real file of parameters: at most 4 nodes with 16 GPUs, of a retired size, and one limit in cores") {
  using namespace shared_configs_cases;
  const auto file = program::file_of(text_of("06-azure-ccws-initial-params.json"));
  REQUIRE(file->pools.size() == 2);
  hr::count nodes = 0;
  hr::count gpus = 0;
  for (const hr::machine_pool& each : file->pools) {
    CHECK_FALSE(each.spot.value);
    CHECK(each.spot.is_known());
    nodes += hr::most_nodes_of(each).value_or(0);
    gpus += hr::most_gpus_of(each, {}).value_or(0);
  }
  CHECK(nodes == 4);
  CHECK(gpus == 16);
  std::string found;
  for (const hr::finding& each : hr::check(file->view("06")))
    found += std::string(hr::name(each.severity)) + " " + std::string(each.rule) + "\n";
  CHECK(found == "warning core_limits\nerror size_lifecycle\n");
}

TEST_CASE("The worked example: two groups of two pods of 8 GPUs, on machines of 96 vCPUs") {
  using namespace shared_configs_cases;
  const std::string text = text_of("08-k8s-lws-vllm-llama405b.yaml");
  const auto file = program::file_of(text);
  const hr::deployment d = file->view("08");
  CHECK(d.gpus_used() == 32);
  REQUIRE(d.workloads.size() == 2);
  hr::count pods = 0;
  for (const hr::workload& each : d.workloads) pods += each.scale.replicas.value * each.scale.pods.value;
  CHECK(pods == 4);  // a node each
  CHECK(d.workloads[0].parallel.engine == hr::engine::vllm);
  CHECK(d.workloads[0].parallel.tensor.value == 8);
  CHECK(d.workloads[0].parallel.pipeline.value == 2);
  CHECK(hr::errors_in(d, h100_terms, "group_size") == 0);
  CHECK(hr::errors_in(d, h100_terms, "system_memory") == 0);
  CHECK(rules_and_lines(hr::check(d, h100_terms)) == "error cpus:33\nerror cpus:65\n");
  // The line of each is that of "cpu: 125".
  std::vector<int> lines;
  program::for_each_line(text, [&](std::string_view line, int number) {
    if (line.ends_with("cpu: 125")) lines.push_back(number);
  });
  CHECK(lines == std::vector<int>{33, 65});
}

TEST_SUITE_END();
