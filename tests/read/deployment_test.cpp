// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>

#include <check.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace read_deployment {
namespace {

namespace hr = headroom;

constexpr std::string_view job =
    "apiVersion: batch/v1\nkind: Job\nmetadata: {name: train}\nspec:\n  parallelism: 4\n  template:\n    spec:\n"
    "      containers:\n      - name: main\n        resources: {limits: {nvidia.com/gpu: 8}}\n";

}  // namespace

TEST_CASE("a text is known by its content, and says what it asks for and where") {
  const hr::read::deployment_reading reading = hr::read::read_deployment(std::string(job));
  REQUIRE(reading.is_good());
  const hr::deployment says = reading.file->view("job.yaml");
  CHECK(says.format == "kubernetes");
  REQUIRE(says.workloads.size() == 1);
  CHECK(says.workloads[0].identity.name == "train");
  CHECK(says.workloads[0].requests.gpus.value_or(0) == 8);
  CHECK(says.workloads[0].requests.gpus.line == 10);
  CHECK(says.gpus_used() == 32);
}

TEST_CASE("a text of a named format is read as that") {
  CHECK(hr::read::read_deployment("#SBATCHES -N 2\n").error->why == hr::read::refusal::unknown_kind);
  const hr::read::deployment_reading reading = hr::read::read_deployment("#SBATCH -N 2 --gpus-per-node=8\n", "sbatch");
  REQUIRE(reading.is_good());
  CHECK(reading.file->workloads.front().scale.nodes.value_or(0) == 2);
  CHECK(reading.file->documents == 1);
  CHECK(hr::read::read_deployment("", "sbtch").error->why == hr::read::refusal::unknown_kind);
  CHECK(hr::read::read_deployment(std::string(job), "sbtch").error->message == "no format is called \"sbtch\"");
  // Lines come first where a text is of two formats.
  CHECK(hr::read::read_deployment("#SBATCH -N 2\nresources: {accelerators: H100:8}\n").file->format == "sbatch");
  CHECK(hr::read::read_deployment("# SBATCH -N 2\nresources: {accelerators: H100:8}\n").file->format == "skypilot");
}

TEST_CASE("what cannot be read is refused for a reason, with its place") {
  const auto error_of = [](std::string text) { return *hr::read::read_deployment(std::move(text)).error; };
  CHECK(error_of("a: [1\nb: 2\n").why == hr::read::refusal::not_a_document);
  CHECK(error_of("a: [1\nb: 2\n").line == 2);
  CHECK(error_of("a: 1\n").why == hr::read::refusal::unknown_kind);
  CHECK(error_of("a: \xFF\n").why == hr::read::refusal::not_utf8);
  // The marks of UTF-16, of either order of bytes.
  for (const std::string marked : {"\xFF\xFE\x61", "\xFE\xFF\x61"}) {
    CHECK(error_of(marked).why == hr::read::refusal::not_utf8);
    CHECK(hr::read::place_of("x", error_of(marked)) == "x:1:0: the text is in UTF-16, by its first two bytes: save it as UTF-8");
  }
  CHECK(error_of(std::string(hr::read::most_checked_bytes + 1, ' ')).why == hr::read::refusal::too_large);
  const hr::read::reading_error wrong = error_of(std::string(job) + "---\n" + std::string(job).replace(job.find("8}"), 1, "many"));
  CHECK(wrong.why == hr::read::refusal::wrong_value);
  CHECK(wrong.line == 21);
}

TEST_CASE("what is wrong with a text of a named format, and of none") {
  const auto error_of = [](std::string text, std::string_view format = {}) { return *hr::read::read_deployment(std::move(text), format).error; };
  const hr::read::reading_error other = error_of("#SBATCH -N 2 --gpus-per-node=8\n", "kubernetes");
  CHECK(other.line == 0);
  CHECK(other.message.starts_with("expected "));
  CHECK(other.message.find("; the file looks like ") != std::string::npos);
  // What is read as objects has to hold one; a document of another format may ask for nothing.
  CHECK(error_of("a: 1\n", "kubernetes").message == "expected Kubernetes objects: nothing in the file says that it is one");
  CHECK(hr::read::read_deployment("a: 1\n", "skypilot").is_good());
  CHECK(error_of("hello: world\n").message == "of no kind that can be checked");
  CHECK(error_of("hello: world\n").line == 0);
  CHECK(error_of("hello: world\n").column == 0);
  CHECK(error_of("#!/bin/sh\necho\n").message.starts_with("this is a shell script"));
  CHECK(error_of("a: [1\nb: 2\n", "kubernetes").why == hr::read::refusal::not_a_document);
  CHECK(error_of("a: [1\nb: 2\n", "kubernetes").line == 2);
  // What has no mark of its kind may hold none of it.
  CHECK(error_of("- a\n", "recipe").message == "not a recipe: expected one map, of a recipe or of Helm values");
  for (const auto& [format, message] : {std::pair{"arm", "not an ARM template: expected a JSON object"}, std::pair{"terraform", "not what terraform show -json prints: expected a JSON object"},
                                        std::pair{"cyclecloud-parameters", "expected one object of parameters"},
                                        std::pair{"compose", "not a Compose file: expected a map of services"}}) {
    CHECK(error_of("- a\n", format).message == message);
    CHECK(error_of("- a\n", format).line == 1);
    CHECK(error_of("- a\n", format).column == 0);
  }
  CHECK(error_of("- a\n", "recipe").line == 1);
  CHECK(error_of("- a\n", "recipe").column == 0);
  CHECK(hr::read::read_deployment("# nothing\n", "kubernetes").is_good());
  CHECK(hr::read::read_deployment("a: 1\n", "recipe").is_good());
  CHECK(error_of("a: 1\n---\nb: 2\n", "terraform").message == "not what terraform show -json prints: expected a JSON object");
  const hr::read::reading_error unread = error_of("services:\n  a:\n    image: x\n    x-gpus: 4\n");
  CHECK(unread.message == "nothing of what it asks for is understood");
  CHECK(unread.line == 4);
  const hr::read::parsed_documents large(std::string_view("[1]"), hr::read::document_syntax::json, {.bytes = 2});
  CHECK(large.error().line == 0);
  CHECK(large.error().column == 0);
  CHECK(large.error().why == hr::read::refusal::too_large);
}

TEST_CASE("scripts and INI-like texts are read by lines, and all other formats as a document") {
  for (const hr::read::file_format& each : hr::read::file_formats()) {
    CAPTURE(each.name);
    const bool is_by_lines = each.name == "sbatch" || each.name == "cyclecloud" || each.name == "slurm";
    const hr::read::deployment_reading of_no_document = hr::read::read_deployment("[a]\nb: [1\n", each.name);
    CHECK((of_no_document.error.has_value() && of_no_document.error->why == hr::read::refusal::not_a_document) == !is_by_lines);
  }
  // A file of many kinds of objects may ask for nothing, and one of several tools.
  for (const auto& [format, nothing] : {std::pair{"arm", "{\"$schema\": \"https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#\", \"resources\": [], \"metadata\": {\"gpu_count\": 4}}"},
                                        std::pair{"terraform", "{\"format_version\": \"1.2\", \"terraform_version\": \"1.9.0\", \"gpu_count\": 4}"}}) {
    CAPTURE(format);
    const hr::read::deployment_reading reading = hr::read::read_deployment(nothing, format);
    CHECK(reading.is_good());
    CHECK(reading.file->view("x").format == format);
  }
}

TEST_CASE("what is not known says why, in its value") {
  const auto why = [](std::string text, auto which) {
    const hr::read::deployment_reading reading = hr::read::read_deployment(std::move(text));
    REQUIRE(reading.is_good());
    const hr::said<hr::count> one = which(reading.file->workloads.front());
    CHECK(one.is_unresolved());
    return one.state;
  };
  using enum hr::said_state;
  const auto nodes = [](const hr::workload& w) { return w.scale.nodes; };
  const auto replicas = [](const hr::workload& w) { return w.scale.replicas; };
  const auto gpus = [](const hr::workload& w) { return w.requests.gpus; };
  const auto tensor = [](const hr::workload& w) { return w.parallel.tensor; };
  CHECK(why(std::string(job).replace(job.find("parallelism: ") + 13, 1, "${PODS}"), replicas) == left_open);
  CHECK(why("#SBATCH -N 2-4 --gpus-per-node=8\n", nodes) == chosen);
  CHECK(why("#SBATCH -N {{ nodes }} --gpus-per-node=8\n", nodes) == left_open);
  CHECK(why("#SBATCH -N 2\n", gpus) == elsewhere);
  CHECK(why("#SBATCH -N 1 --gpus-per-node=8\nvllm serve m --tensor-parallel-size $TP\n", tensor) == run_time);
  CHECK(why("services:\n  a:\n    image: vllm\n    deploy: {resources: {reservations: {devices: [{driver: nvidia, count: all, capabilities: [gpu]}]}}}\n", gpus) == elsewhere);
}

}  // namespace read_deployment
