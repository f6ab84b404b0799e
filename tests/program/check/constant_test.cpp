// SPDX-License-Identifier: BSL-1.0
#include <check/constant.hpp>
#include <headroom/read/deployment.hpp>
#include <reading.hpp>

#include <check.hpp>
#include <fstream>
#include <headroom/catalog/machines.hpp>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace constant_cases {

namespace program = headroom::program;

// The types in the order in which the catalogue lists its machines, of the header's own text.
std::vector<std::string> types_of_catalogue() {
  std::ifstream file(HEADROOM_SOURCE_DIR "/include/headroom/catalog/machines.hpp");
  const std::regex entry(R"(^ *machine\(([a-z0-9_:]+)::spec\),$)");
  std::vector<std::string> types;
  std::smatch found;
  for (std::string line; std::getline(file, line);)
    if (std::regex_match(line, found, entry)) types.push_back("headroom::" + found[1].str());
  return types;
}

constexpr std::string_view recipe =
    "resources:\n"
    "  gpu_type: \"gb300\"\n"
    "  gpus_per_node: 4\n"
    "  agg_nodes: 1\n"
    "  agg_workers: 2\n"
    "  gpus_per_agg: 4\n";

std::string header(std::string_view text, const program::constant_request& asked, program::check_options options = {}) {
  program::deployment_file file{std::string(text)};
  REQUIRE_FALSE(program::read_source(file).has_value());
  return program::header_of(file, "a.yaml", program::findings_of(file, "a.yaml", options), options, asked);
}

std::size_t times(const std::string& text, std::string_view words) {
  std::size_t n = 0;
  for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++n;
  return n;
}

}  // namespace constant_cases

TEST_CASE("The type of every machine in the catalogue is known, but not of what only secondary notes state") {
  using namespace constant_cases;
  const std::vector<std::string> types = types_of_catalogue();
  const auto machines = hr::catalog::machines();
  REQUIRE(types.size() == machines.size());
  for (std::size_t i = 0; i < types.size(); ++i) {
    CAPTURE(types[i]);
    const bool only_stated = types[i].find("::as_stated::") != std::string::npos;
    CHECK(program::machine_of_type(types[i]) == (only_stated ? nullptr : &machines[i]));
    CHECK(program::machine_of_type("::" + types[i]) == (only_stated ? nullptr : &machines[i]));
  }
  for (const std::string_view other :
       {"", "headroom", "headroom::", "headroom::azure", "headroom::azure::", "nd96asr_v4", "planner::held",
        "headroom::azure::nd96asr_v4x", "hr::azure::nd96asr_v4"})
    CHECK(program::machine_of_type(other) == nullptr);
}

TEST_CASE("Names that C++ takes, with their namespaces") {
  using headroom::program::is_qualified_name;
  for (const std::string_view good : {"a", "_a1", "deploy::prefill_decode", "a::b::c", "int_", "classes"})
    CHECK(is_qualified_name(good));
  for (const std::string_view bad : {"", "::a", "a::", "a::::b", "a:b", "2nd", "a-b", "a b", "class", "a::int::b",
                                     "co_await", "wchar_t", "bitand", "static_cast", "größe", "a;b", "a\n"})
    CHECK_FALSE(is_qualified_name(bad));
}

TEST_CASE("Names in namespaces of others") {
  using headroom::program::is_of_others;
  for (const std::string_view theirs : {"std::x", "headroom::x", "headroom::azure::x", "std", "headroom"})
    CHECK(is_of_others(theirs));
  for (const std::string_view own : {"x", "acme::headroom::x", "acme::std::x", "acme::headroom", "headroom_plan::x", "stdx"})
    CHECK_FALSE(is_of_others(own));
}

TEST_CASE("An error is an assertion under its own line, with the program's sentence") {
  using namespace constant_cases;
  const std::string text = header(recipe, {.name = "deploy::decode"});
  // Two workers of four GPUs on one node of four.
  CHECK(times(text, "gpus_used.keeps(") == 1);
  CHECK(text.find("inline constexpr ::headroom::deployment decode{.file = \"a.yaml\", .format = \"recipe\"") !=
        std::string::npos);
  CHECK(std::regex_search(
      text,
      std::regex("#line 6 \"a\\.yaml\"\nstatic_assert\\(gpus_used\\.keeps\\(6\\), \".*8 GPUs.*4.*\\[gpus_used\\]")));
}

TEST_CASE("A silence with a reason leaves its assertion out, one without does not") {
  using namespace constant_cases;
  const std::regex assertion("static_assert\\(gpus_used\\.keeps");
  const std::string broken(recipe);
  const auto with = [&](std::string_view comment) {
    std::string text = broken;
    for (const std::string_view line : {"agg_nodes: 1", "agg_workers: 2", "gpus_per_agg: 4"})
      text.insert(text.find(line) + line.size(), comment);
    return header(text, {.name = "x"});
  };
  CHECK(std::regex_search(with(""), assertion));
  CHECK_FALSE(std::regex_search(with("  # headroom: ignore gpus_used: a trial"), assertion));
  CHECK(std::regex_search(with("  # headroom: ignore gpus_used"), assertion));
}

TEST_CASE("A choice of sizes that is decided is open in the constant, and breaks no strict build") {
  using namespace constant_cases;
  const auto strict = [](std::string_view sizes) {
    return header("apiVersion: v1\nkind: Pod\nmetadata: {name: it}\nspec:\n  affinity: {nodeAffinity: "
                  "{requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: "
                  "node.kubernetes.io/instance-type, operator: In, values: [" +
                      std::string(sizes) +
                      "]}]}]}}}\n  containers: [{resources: {limits: {nvidia.com/gpu: 8}}}]\n",
                  {.name = "x"}, {.strict = true});
  };
  const std::string decided = strict("p4d.24xlarge, p5.48xlarge");
  CHECK(decided.find("\"size_name\", ::std::array<int, 1>{5}") != std::string::npos);
  CHECK(decided.find("size_name.keeps") == std::string::npos);
  CHECK(strict("p4d.24xlarge, p6.48xlarge").find("size_name.keeps") == std::string::npos);
  CHECK(strict("p5.4xlarge, p6.48xlarge").find("size_name.keeps(5)") != std::string::npos);
}

TEST_CASE("Rules that are off, and strictness, show in the header") {
  using namespace constant_cases;
  const std::string plain = header(recipe, {.name = "x"});
  CHECK(plain.find("auto gpus_used =") != std::string::npos);
  CHECK(plain.find("auto gpus_stranded =") == std::string::npos);  // never an error
  CHECK(header(recipe, {.name = "x"}, {.strict = true}).find("auto gpus_stranded =") != std::string::npos);
  CHECK(header(recipe, {.name = "x"}, {.without = {"gpus_used"}}).find("auto gpus_used =") == std::string::npos);
  CHECK(header(recipe, {.name = "x"}, {.only = {"cpus"}}).find("auto gpus_used =") == std::string::npos);
}

TEST_CASE("What only the compiler knows is asked of it, for every line of the file") {
  using namespace constant_cases;
  const std::string text = header(recipe, {.name = "x", .on = "planner::held", .include = "/a b/held.hpp"});
  CHECK(text.find("#include \"/a b/held.hpp\"\n") != std::string::npos);
  CHECK(text.find("inline constexpr auto held = ::headroom::held_by<planner::held>();") != std::string::npos);
  CHECK(text.find("::headroom::check_terms terms{.held = held}") != std::string::npos);
  for (const std::string_view line : {"1", "2", "3", "4", "5", "6"})
    CHECK(text.find("static_assert(cpus.keeps(" + std::string(line) + ")") != std::string::npos);
  CHECK(text.find("tell_figures<cpus>") != std::string::npos);
}

TEST_CASE("The day, and what the system keeps back, are in the terms") {
  using namespace constant_cases;
  program::check_options options;
  options.terms.as_of = "2026-01-02";
  options.terms.reserved_millicpus = 1'500;
  options.terms.reserved_memory = hr::gibibytes(16);
  CHECK(header(recipe, {.name = "x"}, options)
            .find(".as_of = \"2026-01-02\", .reserved_millicpus = 1500, .reserved_memory = "
                  "::headroom::bytes(17179869184.0)") != std::string::npos);
}
