// SPDX-License-Identifier: BSL-1.0
#include <check/checker.hpp>

#include <array>
#include <check.hpp>
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/deployment/check.hpp>
#include <string>
#include <string_view>

namespace checker_cases {

namespace program = headroom::program;

// Three nodes of four GPUs for sixteen, which line 8 is told for; 96 CPUs a task.
constexpr std::string_view recipe =
    "sbatch_directives:\n"
    "  cpus-per-task: \"96\"\n"
    "resources:\n"
    "  gpu_type: \"gb300\"\n"
    "  gpus_per_node: 4\n"
    "  prefill_nodes: 2\n"
    "  prefill_workers: 2\n"
    "  gpus_per_prefill: 4\n"
    "  decode_nodes: 1\n"
    "  decode_workers: 1\n"
    "  gpus_per_decode: 8\n";

std::string edited(std::string_view old, std::string_view now) {
  std::string text(recipe);
  const std::size_t at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), now);
}

// "rule@line severity", with "silenced" for those that are.
std::string told(const program::checked_file& file) {
  std::string words;
  for (const program::told_finding& each : file.findings)
    words += (words.empty() ? "" : ", ") + std::string(each.rule) + "@" + std::to_string(each.line) + " " +
             (each.silenced_because.empty() ? std::string(name(each.severity)) : "silenced: " + each.silenced_because);
  return words;
}
std::string told(std::string_view text, const program::check_options& options = {}) {
  return told(program::check_text("a.yaml", std::string(text), options));
}
std::size_t errors(std::string_view text, const program::check_options& options = {}) {
  std::size_t n = 0;
  for (const auto& each : program::check_text("a", std::string(text), options).findings)
    n += each.severity == hr::finding_severity::error && each.silenced_because.empty() ? 1U : 0U;
  return n;
}

constexpr std::array h100 = hr::groups_of<hr::azure::nd96isr_h100_v5>();

program::check_options only(std::string_view rule) { return {.only = {rule}}; }

}  // namespace checker_cases

TEST_CASE("Rules by name: only these, all but these") {
  using namespace checker_cases;
  CHECK(program::check_options{}.wants("cpus"));
  CHECK(program::check_options{.only = {"cpus"}}.wants("cpus"));
  CHECK_FALSE(program::check_options{.only = {"cpus"}}.wants("rdma"));
  CHECK_FALSE(program::check_options{.without = {"cpus"}}.wants("cpus"));
  CHECK_FALSE(program::check_options{.only = {"cpus"}, .without = {"cpus"}}.wants("cpus"));
  CHECK(errors(recipe) > 0);
  CHECK(told(recipe, only("cpus")) == "");
  CHECK(told(recipe, only("gpus_used")) == "gpus_used@8 error");
  CHECK(errors(recipe, {.without = {"gpus_used"}}) == 0);
}

TEST_CASE("Findings come by line, and are the library's own") {
  using namespace checker_cases;
  const auto file = program::check_text("a.yaml", std::string(recipe), {});
  CHECK(file.is_readable);
  CHECK(file.format == "recipe");
  CHECK(file.name == "a.yaml");
  CHECK_FALSE(file.holds_nothing);
  int before = 0;
  for (const auto& each : file.findings) {
    CHECK(each.line >= before);
    CHECK(each.line <= 11);
    CHECK_FALSE(each.sentence.empty());
    CHECK(each.sentence.find('{') == std::string::npos);
    before = each.line;
  }
}

TEST_CASE("What it is held against decides") {
  using namespace checker_cases;
  constexpr std::array gb300 = hr::groups_of<hr::azure::nd128isr_gb300_v6>();
  program::check_options on = only("cpus");
  on.terms.held = gb300;
  CHECK(told(recipe, on) == "");
  CHECK(told(edited("\"96\"", "144"), on) == "cpus@2 error");
  on.terms.reserved_millicpus = 33'000;
  CHECK(told(recipe, on) == "cpus@2 error");
  on.terms.reserved_millicpus = 32'000;
  CHECK(told(recipe, on) == "");
}

TEST_CASE("Of several sizes that all lack something the one that comes nearest is named, wherever it stands") {
  using namespace checker_cases;
  for (const std::string_view sizes : {"p4d.24xlarge, p5.48xlarge", "p5.48xlarge, p4d.24xlarge"}) {
    const std::string pod =
        "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  affinity: {nodeAffinity: "
        "{requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: "
        "[{key: node.kubernetes.io/instance-type, operator: In, values: [" +
        std::string(sizes) + "]}]}]}}}\n  containers: [{resources: {limits: {cpu: 300}}}]\n";
    const auto file = program::check_text("a.yaml", pod, only("cpus"));
    REQUIRE(file.findings.size() == 1);
    CHECK(file.findings[0].sentence == "p asks for 300 CPUs a pod; p5.48xlarge has 192");
  }
}

TEST_CASE("Silences: on the line, on the line above, two above; not elsewhere, not of another rule") {
  using namespace checker_cases;
  const auto with = [&](std::string_view above, std::string_view behind) {
    const std::string line = "  gpus_per_prefill: 4";
    return told(edited(line, std::string(above) + line + std::string(behind)), only("gpus_used"));
  };
  CHECK(with("", "") == "gpus_used@8 error");
  CHECK(with("", "  # headroom: ignore gpus_used: a trial") == "gpus_used@8 silenced: a trial");
  CHECK(with("  # headroom: ignore gpus_used: a trial\n", "") == "gpus_used@9 silenced: a trial");
  CHECK(with("# headroom: ignore gpus_used: a trial\n# headroom: ignore cpus: too\n", "") ==
        "gpus_used@10 silenced: a trial");
  CHECK(with("# headroom: ignore gpus_used: a trial\n", "  # headroom: ignore gpus_used") ==
        "gpus_used@9 silenced: a trial, silences@9 warning");
  CHECK(with("# headroom: ignore cpus: a trial\n", "") == "gpus_used@9 error");
  CHECK(with("# headroom: ignore gpus_used: a trial\n\n", "") == "gpus_used@10 error");
}

TEST_CASE("A silence without a reason silences nothing, one of no rule is told with the nearest name") {
  using namespace checker_cases;
  const std::string bare = told(edited("gpus_per_node: 4", "gpus_per_node: 4  # headroom: ignore cpus"), only("cpus"));
  CHECK(bare == "silences@5 warning");
  const auto file = program::check_text("a", edited("gpus_per_node: 4", "gpus_per_node: 4  # headroom: ignore cpu: x"),
                                        only("cpus"));
  REQUIRE(file.findings.size() == 1);
  CHECK(file.findings[0].sentence == "no rule is called \"cpu\": did you mean \"cpus\"?");
}

TEST_CASE("Strict: warnings and unknowns are errors, silenced ones stay silenced") {
  using namespace checker_cases;
  program::check_options strict = only("machine_named");
  CHECK(told(recipe, strict).find(" unknown") != std::string::npos);
  strict.strict = true;
  CHECK(told(recipe, strict).find(" error") != std::string::npos);
  CHECK(told(recipe, strict).find(" unknown") == std::string::npos);
}

TEST_CASE("A file that cannot be read is a finding with its place") {
  using namespace checker_cases;
  const auto broken = program::check_text("a.yaml", "a: 1\nb: [\n", {});
  CHECK_FALSE(broken.is_readable);
  CHECK(told(broken).starts_with("readable@"));
  const auto number =
      program::check_text("a.yaml", edited("prefill_nodes: 2", "prefill_nodes: 1e3"), {});
  CHECK_FALSE(number.is_readable);
  CHECK(told(number) == "readable@6 error");
  CHECK(number.format == "recipe");
  // Of several objects the others are judged; what only all of them add up to is not.
  const std::string pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers: [{image: i, resources: {limits: ";
  const auto some = program::check_text(
      "a.yaml", "# 48 GPUs\n" + pod + "{memory: 12Gx}}}]\n---\n" + pod + "{cpu: 97, nvidia.com/gpu: 8}}}]\n---\n" + pod +
                    "{cpu: fast}}}]\n---\napiVersion: resource.nvidia.com/v1\nkind: ComputeDomain\nmetadata: {name: d}\n"
                    "spec: {numNodes: 4}\n",
      {.terms = {.held = h100}});
  CHECK_FALSE(some.is_readable);
  CHECK(some.is_read_in_part);
  CHECK(told(some) == "readable@6 error, cpus@12 error, readable@18 error");
  const auto missing = program::check_path(program::process_io(), "/no/such/file", {});
  CHECK(told(missing) == "readable@0 error");
  CHECK(missing.findings[0].sentence == "No such file or directory");
  CHECK(told(program::check_path(program::process_io(), "/", {})) == "readable@0 error");
}

TEST_CASE("A file of no known kind is not judged; it may pass where it is of another kind, and not where it asks for GPUs") {
  using namespace checker_cases;
  const auto of = [](std::string_view name, std::string_view text, bool other_kinds_too = false) {
    const auto file =
        program::check_text(std::string(name), std::string(text), {.other_kinds_too = other_kinds_too});
    return std::string(!file.is_readable ? "unreadable" : file.is_understood() ? "judged" : "not understood") +
           (file.findings.empty() ? "" : " " + std::string(hr::name(file.findings.front().severity)));
  };
  for (const std::string_view text : {"", "a: 1\n", "just words\n", "{}", "[1, 2]"}) {
    CHECK(of("a.yaml", text) == "not understood unknown");
    CHECK(of("a.yaml", text, true) == "not understood");
  }
  CHECK(of("a.yaml", "a: {gpus: 8}\n", true) == "not understood unknown");
  // What is broken is an error where the name says that it is YAML or JSON, unless it is a template.
  CHECK(of("a.yaml", "a: [\n", true) == "unreadable error");
  CHECK(of("a.yml", "a: [\n") == "unreadable error");
  CHECK(of("a.json", "{\"a\": }}") == "unreadable error");
  // JSON records one to a line, as a log has them.
  for (const std::string_view other : {"{\"a\": 1}\n{\"a\": 2}\n", "{\"a\": 1}\r\n\n[2]"}) {
    CHECK(of("a.json", other) == "not understood unknown");
    CHECK(of("a.json", other, true) == "not understood");
  }
  for (const std::string_view broken : {"{\"a\": 1}\n{\"a\": }\n", "{\"a\": 1,\n", "{\"a\": 1}}\n", "{\"a\": 1}\nb\n"})
    CHECK(of("a.json", broken, true) == "unreadable error");
  for (const std::string_view text : {"a: {{ .Values.b }}\n", "{% if x %}\na: 1\n"}) {
    CHECK(of("a.yaml", text) == "not understood unknown");
    CHECK(of("a.yaml", text, true) == "not understood");
  }
  CHECK(of("a.yaml", "limits: {nvidia.com/gpu: {{ .Values.gpus }}}\n", true) == "not understood unknown");
  for (const std::string_view other : {"a.sh", "a.conf", "a.txt", "a.ini", "a.tmpl"}) {
    CHECK(of(other, "server {\n  listen: [80\n}\n") == "not understood unknown");
    CHECK(of(other, "server {\n  listen: [80\n}\n", true) == "not understood");
  }
  const auto strict = program::check_text("a.yaml", "a: 1\n", {.strict = true});
  CHECK(strict.findings.front().severity == hr::finding_severity::error);
  // What was understood and asks for nothing is judged.
  CHECK(of("a.yaml", "apiVersion: v1\nkind: Service\n") == "judged");
}

TEST_CASE("Of a file that is not judged it is said what it is, where it asks for GPUs, and what would help") {
  using namespace checker_cases;
  const auto told = [](std::string_view name, std::string_view text) {
    return program::check_text(std::string(name), std::string(text), {}).findings.front();
  };
  for (const std::string_view name : {"lanes.fleet", "a.toml", "standard input"}) {
    const auto one = told(name, "[a]\nb = 1\n");
    CHECK(one.sentence == "of no kind that can be checked: it is not judged");
    CHECK(one.line == 0);
    CHECK(one.cure == "name its kind with --as, if it is one that headroom check --help lists");
  }
  CHECK(told("a.yaml", "a: 1\n").cure.starts_with("check what `helm template` prints, if these are the values of a "
                                                  "chart; else name its kind with --as, "));
  CHECK(told("a.yaml", "a: {{ .Values.b }}\n").cure.find("`helm template`") != std::string::npos);
  CHECK(told("a.sh", "#!/bin/sh\n").sentence == "this is a shell script, and no batch script of Slurm: it is not judged");
  const auto source = told("main.tf", "resource \"x\" \"y\" {\n  size = \"Standard_ND96isr_H100_v5\"\n}\n");
  CHECK(source.sentence == "this is a Terraform source: what it says of GPUs is not counted");
  CHECK(source.line == 2);
  CHECK(source.cure == "check what `terraform show -json` prints of a plan");
  const auto yaml = told("a.yaml", "a: [\n");
  CHECK(yaml.sentence.starts_with("not YAML or JSON: "));
  CHECK(yaml.cure.empty());
  program::check_options forced;
  forced.format = program::find_format("kubernetes");
  CHECK(program::check_text("a.fleet", "a: [\n", forced).findings[0].sentence.starts_with("not YAML or JSON: "));
  CHECK(program::check_text("a.fleet", "a: {{ b }}\n", forced).findings[0].sentence == "this is a template: it is not judged");
}

TEST_CASE("A text larger than may be checked is refused, whatever its kind") {
  using namespace checker_cases;
  const auto file =
      program::check_text("slurm.conf", std::string(program::most_checked_bytes + 1, '#'), {});
  REQUIRE(file.findings.size() == 1);
  CHECK(file.findings[0].sentence == "the file is larger than 64 MiB");
}
