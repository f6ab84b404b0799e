// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>
#include <headroom/read/own/format.hpp>

#include <check.hpp>
#include <fstream>
#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
#include <sstream>
#include <string>
#include <string_view>

namespace own_format_cases {

namespace program = headroom::read;

std::string read(program::deployment_file& into) {
  const std::optional<program::reading_error> problem = program::read_source(into);
  if (!problem.has_value() || problem->why == program::refusal::unknown_kind) return std::string(into.format);
  return std::to_string(problem->line) + ":" + std::to_string(problem->column) + ": " + problem->message;
}

// What the report says of the same text.
std::string reported(std::string_view text) {
  const program::own_reading reading = program::read_own_file(text);
  if (reading.read != nullptr) return "own";
  const program::reading_error& e = reading.error;
  return std::to_string(e.line) + ":" + std::to_string(e.column) + ": " + e.path + ": " + e.message;
}

std::size_t errors_in(const program::deployment_file& file, const hr::check_terms& on = {}) {
  return hr::errors_in(file.view("x"), on);
}

}  // namespace own_format_cases

TEST_CASE("Machines are pools of VMs with the lines of the file") {
  using namespace own_format_cases;
  program::deployment_file file(R"({"format": 1, "machines": [
  {"rack": "GB300 NVL72", "count": 2},
  {"size": "Standard_ND96isr_H100_v5",
   "count": 1e1}
]})");
  REQUIRE(read(file) == "own");
  REQUIRE(file.pools.size() == 2);
  CHECK(file.pools[0].name == "GB300 NVL72");
  CHECK(file.pools[0].size.line == 2);
  CHECK(file.pools[0].nodes.value == 36);
  CHECK(file.pools[0].gpus_per_node.value == 4);
  CHECK(file.pools[1].nodes.value == 10);
  CHECK(file.pools[1].size.value == "Standard_ND96isr_H100_v5");
  CHECK(file.pools[1].described == nullptr);
  CHECK(file.pools[1].nodes.line == 4);
  CHECK(file.view("x").gpus_held() == 144 + 80);
  CHECK(errors_in(file) == 0);
}

TEST_CASE("A machine that the file describes is not looked up by its name") {
  using namespace own_format_cases;
  program::deployment_file file(R"({"format": 1,
    "define": {"gpus": {"X1": {}},
               "sizes": {"Standard_NC24rs_v3": {"gpu": "X1", "gpus": 16}},
               "racks": {"row": {"size": "Standard_NC24rs_v3", "vms": 3}},
               "boards": {"plate": {"gpu": "X1", "gpus": 2}}},
    "machines": [{"size": "Standard_NC24rs_v3", "count": 1}, {"rack": "row", "count": 2}, {"board": "plate", "count": 5}]})");
  REQUIRE(read(file) == "own");
  REQUIRE(file.pools.size() == 3);
  for (const hr::machine_pool& each : file.pools) CHECK(each.size.is_silent());
  CHECK(file.view("x").gpus_held() == 16 + 96 + 10);
  CHECK(file.view("x").nodes_held() == 1 + 6 + 5);
  CHECK(hr::check(file.view("x")).empty());
}

TEST_CASE("A demand asks for GPUs of all machines, and of the only kind for what a VM needs") {
  using namespace own_format_cases;
  program::deployment_file file(R"({"format": 1, "machines": [{"size": "Standard_ND96isr_H100_v5", "count": 4}],
  "demand": {"name": "train", "features": ["nvlink"],
    "total": {"gpus": 32},
    "per_vm": {"vcpus": 97}}})");
  REQUIRE(read(file) == "own");
  REQUIRE(file.workloads.size() == 1);
  const hr::workload& asked = file.workloads.front();
  CHECK(asked.identity.kind == "demand");
  CHECK(asked.scale.gpus.value == 32);
  CHECK(asked.scale.gpus.line == 3);
  CHECK(asked.requests.millicpus.value == 97'000);
  CHECK(file.pools.front().features.nvlink.line == 2);
  CHECK(errors_in(file) == 1);  // 96 vCPUs

  // Of two kinds, the other may do.
  program::deployment_file two(R"({"format": 1, "machines": [{"size": "Standard_ND96isr_H100_v5", "count": 4},
    {"size": "Standard_ND96amsr_A100_v4", "count": 1}],
    "demand": {"features": ["nvlink"], "total": {"gpus": 41}, "per_vm": {"vcpus": 97}}})");
  REQUIRE(read(two) == "own");
  CHECK(two.workloads.front().requests.millicpus.is_silent());
  CHECK(two.pools.front().features.nvlink.is_silent());
  CHECK(errors_in(two) == 1);  // 40 GPUs
}

TEST_CASE("A demand alone is held against the machines of the check") {
  using namespace own_format_cases;
  program::deployment_file file(R"({"format": 1, "demand": {"total": {"gpus": 73}}})");
  REQUIRE(read(file) == "own");
  const std::array one{hr::group{hr::machine(hr::azure::gb300_nvl72::spec), 1}};
  const std::array two{hr::group{hr::machine(hr::azure::gb300_nvl72::spec), 20}};
  CHECK(errors_in(file) == 0);
  CHECK(errors_in(file, {.held = one}) == 1);
  CHECK(errors_in(file, {.held = two}) == 0);
}

TEST_CASE("A job has the line of what it does, one of two that of its item") {
  using namespace own_format_cases;
  const auto lines = [](std::string_view text) {
    program::deployment_file file{std::string(text)};
    REQUIRE(read(file) == "own");
    std::string words;
    for (const program::planned_job& each : file.planned->jobs) words += std::to_string(each.line) + " ";
    return words;
  };
  CHECK(lines("{\"format\": 1,\n\"job\":\n{\"name\": \"a\",\n\"serve\":\n{\"model\": \"Llama-3.1-70B\"}}}") == "4 ");
  CHECK(lines("{\"format\": 1, \"job\": {\"train\": {\"model\": \"Llama-3.1-70B\", \"sequence\": 4096}}}") == "1 ");
  CHECK(lines("{\"format\": 1, \"job\": [\n{\"name\": \"prefill\",\n \"serve\": {\"model\": \"Llama-3.1-70B\"}},\n"
              "{\"name\": \"decode\",\n\"serve\": {\"model\": \"Llama-3.1-70B\"}}]}") == "2 4 ");
}

TEST_CASE("What is wrong with a file is what the report says of it") {
  using namespace own_format_cases;
  for (const std::string_view text : {
           R"({"format": 2, "machines": []})",
           R"({"format": 1, "machines": [{"size": "Standard_ND96amsr_v4", "count": 1}]})",
           "{\"format\": 1,\n \"machines\": [{\"rack\": \"GB300 NVL72\", \"count\": -1}]}",
           R"({"format": 1, "machines": {}})",
           R"({"format": 1, "demand": {"total": {"gpus": "8"}}})",
           R"({"format": 1, "machines": [], "deman": {}})",
           R"({"format": 1, "demand": {"total": {"system_memory": "1 flop"}}})",
           R"({"format": 1, "machines": [{"size": "Standard_ND40rs_v2", "count": 1099511627777}]})",
       }) {
    CAPTURE(text);
    program::deployment_file file{std::string(text)};
    const std::string problem = read(file);
    CHECK(problem != "own");
    CHECK(problem == reported(text));
  }
}

TEST_CASE("The format may be in YAML") {
  using namespace own_format_cases;
  program::deployment_file file(std::string("format: 1\nmachines:\n  - {size: Standard_ND40rs_v2, count: 3}\n"));
  REQUIRE(read(file) == "own");
  REQUIRE(file.pools.size() == 1);
  CHECK(file.pools.front().nodes.value == 3);
  CHECK(file.pools.front().line == 3);
}

TEST_CASE("A machine of the file's own answers to its name after case, spaces and signs, and is judged by what the file says") {
  using namespace own_format_cases;
  const auto expecting = [](std::string_view feature) {
    program::deployment_file file("format: 1\n"
                                  "define: {sizes: {My-Box 8: {gpu: H100-SXM5-80GB, gpus: 8, features: {nvlink: true, live_migration: false}}}}\n"
                                  "machines: [{size: my_box_8, count: 2}]\n"
                                  "demand: {features: [" + std::string(feature) + "]}\n");
    REQUIRE(read(file) == "own");
    return errors_in(file);
  };
  CHECK(expecting("nvlink") == 0);
  CHECK(expecting("live_migration") == 1);
  program::deployment_file two(std::string("format: 1\n"
                                           "define: {sizes: {box-8: {gpus: 0}, box 8: {gpus: 0}}}\n"
                                           "machines: [{size: BOX8, count: 2}]\n"));
  CHECK(read(two).find("several VM sizes are called \"BOX8\": say which: box-8, box 8") != std::string::npos);
}

TEST_CASE("A file of no machines, demand or job is one without capacity") {
  using namespace own_format_cases;
  const auto without = [](std::string_view text) {
    program::deployment_file file{std::string(text)};
    REQUIRE(read(file) == "own");
    return file.documents_without_capacity;
  };
  CHECK(without(R"({"format": 1, "name": "x"})") == 1);
  CHECK(without(R"({"format": 1, "machines": [{"size": "Standard_ND40rs_v2", "count": 1}]})") == 0);
  CHECK(without(R"({"format": 1, "demand": {"total": {"gpus": 8}}})") == 0);
  CHECK(without(R"({"format": 1, "job": {"serve": {"model": "Llama-3.1-8B"}}})") == 0);
}

TEST_CASE("Other JSON and YAML is not taken for the format") {
  using namespace own_format_cases;
  for (const std::string_view text : {R"({"format": "1", "machines": []})", R"({"format": [1], "machines": []})", R"({"format": null, "machines": []})", R"({"format_version": "1.2"})",
                                      R"({"format": 2})", "format: 2\nmachines: []\n", "format: 1\nname: x\n", "[1]", "{}"}) {
    CAPTURE(text);
    program::deployment_file file{std::string(text)};
    CHECK(read(file) == "");
  }
}

TEST_CASE("Deployments of the examples are read, and the one that cannot work is told") {
  using namespace own_format_cases;
  for (const std::string_view name : {"deployments/no_price.json", "deployments/own_machine.json", "fleet.json"}) {
    CAPTURE(name);
    std::ifstream from(std::string(HEADROOM_SOURCE_DIR "/examples/") + std::string(name));
    std::ostringstream all;
    all << from.rdbuf();
    program::deployment_file file(all.str());
    REQUIRE(read(file) == "own");
    CHECK(hr::check(file.view(name)).empty());
  }
}
