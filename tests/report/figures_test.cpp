// SPDX-License-Identifier: BSL-1.0
#include <headroom/report/figures.hpp>

#include <array>
#include <check.hpp>
#include <cstddef>
#include <fstream>
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/catalog/azure/racks.hpp>
#include <headroom/catalog/nvidia.hpp>
#include <set>
#include <string>
#include <string_view>

namespace figures_cases {

// How often a header says `figure<`, at the start of a member: what a visitor of its record has to reach.
std::size_t figures_declared(const std::string& header, const std::string& record) {
  std::ifstream file{HEADROOM_SOURCE_DIR "/include/headroom/hardware/" + header};
  std::size_t declared = 0;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line == "struct " + record + " {") inside = true;
    if (line == "};") inside = false;
    if (inside && line.starts_with("  figure<")) ++declared;
  }
  return declared;
}

template <class Record>
std::multiset<std::string> figure_names(const Record& record) {
  std::multiset<std::string> names;
  hr::for_each_figure(record, [&](std::string_view name, const auto&) { names.emplace(name); });
  return names;
}

template <class Record>
bool names_are_unique(const Record& record) {
  const auto names = figure_names(record);
  const std::set<std::string> once(names.begin(), names.end());
  return once.size() == names.size() && !once.contains("");
}

constexpr bool is_from(const hr::gpu& record, std::string_view figure_name, const hr::source* expected) {
  bool found = false;
  hr::for_each_figure(record, [&](std::string_view name, const auto& figure) {
    found = found || (name == figure_name && figure.from == expected);
  });
  return found;
}

}  // namespace figures_cases

TEST_CASE("Every figure that a record declares is visited once, under a name of its own") {
  using namespace figures_cases;
  const std::size_t links = figures_declared("link.hpp", "scale_up_link") + figures_declared("link.hpp", "pcie_link");
  const std::size_t rates = hr::precisions.size() * figures_declared("gpu.hpp", "format_rates");
  CHECK(figure_names(hr::nvidia::gb300::spec).size() == figures_declared("gpu.hpp", "gpu") + links + rates);
  CHECK(figure_names(hr::nvidia::grace::spec).size() == figures_declared("cpu.hpp", "cpu"));
  CHECK(figure_names(hr::azure::nd96asr_v4::spec).size() ==
        figures_declared("vm.hpp", "vm") + hr::feature_names.size());
  CHECK(figure_names(hr::azure::gb300_nvl72::spec).size() == figures_declared("rack.hpp", "rack"));
  CHECK(figure_names(hr::nvidia::hgx_b300::spec).size() == figures_declared("rack.hpp", "board"));

  CHECK(names_are_unique(hr::nvidia::gb300::spec));
  CHECK(names_are_unique(hr::nvidia::grace::spec));
  CHECK(names_are_unique(hr::azure::nd96asr_v4::spec));
  CHECK(names_are_unique(hr::azure::gb300_nvl72::spec));
  CHECK(names_are_unique(hr::nvidia::hgx_b300::spec));
}

TEST_CASE("A figure without a source of its own takes the record's, and general knowledge takes none") {
  using namespace figures_cases;
  CHECK_CONSTEXPR(is_from(hr::nvidia::gb300::spec, "thermal design power", &hr::sources::nvidia_datasheets));
  CHECK_CONSTEXPR(is_from(hr::nvidia::gb300::spec, "physical memory", &hr::sources::azure_nd_gb300_v6));
  CHECK_CONSTEXPR(is_from(hr::nvidia::p100_pcie::spec, "thermal design power", nullptr));
}

TEST_CASE("A typed rate keeps its format: a GB300 has 15 PFLOPS of fp4 dense and 20 sparse") {
  double dense = 0, sparse = 0;
  hr::for_each_figure(hr::nvidia::gb300::spec, [&]<class Value>(std::string_view name, const hr::figure<Value>& figure) {
    if constexpr (std::same_as<Value, hr::rate<hr::fp4>>) {
      if (name == "fp4 tensor rate, dense") dense += hr::in_petaflops(value_of(figure));
    } else if constexpr (std::same_as<Value, hr::rate<hr::fp4, hr::sparse>>) {
      sparse += hr::in_petaflops(value_of(figure));
    }
  });
  CHECK(dense == 15);
  CHECK(sparse == 20);
}

TEST_CASE("The words of a size name its GPU, its share of it and its status") {
  std::string words;
  hr::for_each_word(hr::azure::nd24s::spec, [&](std::string_view name, std::string_view text) {
    words += name;
    words += '=';
    words += text;
    words += ';';
  });
  CHECK(words.find("cloud=Azure;series=ND;status=retired, 2023-09-06;GPU=P40;share of the GPU=;") == 0);
}

TEST_CASE("A machine's record is visited as what it is") {
  std::string_view kind;
  const auto visit = [&]<class Record>(const Record&) {
    kind = std::same_as<Record, hr::rack> ? "rack" : std::same_as<Record, hr::board> ? "board" : "vm";
  };
  hr::visit_record(hr::machine(hr::azure::gb300_nvl72::spec), visit);
  CHECK(kind == "rack");
  hr::visit_record(hr::machine(hr::nvidia::hgx_b300::spec), visit);
  CHECK(kind == "board");
  hr::visit_record(hr::machine(hr::azure::nd96asr_v4::spec), visit);
  CHECK(kind == "vm");
}

namespace figures_cases {

template <class Record>
std::string words_of(const Record& record) {
  std::string words;
  hr::for_each_word(record, [&](std::string_view name, std::string_view text) {
    words += std::string(name) + "=" + std::string(text) + ";";
  });
  return words;
}

constexpr hr::source figures_page{.id = "page", .title = "A page"};
constexpr hr::source figures_series_page{.id = "series", .title = "A page of a series"};
constexpr hr::cpu figures_cpu{.name = "a CPU", .maker = hr::maker::amd, .note = "of a CPU"};
constexpr hr::gpu figures_gpu{.name = "a GPU",
                              .maker = hr::maker::nvidia,
                              .architecture = "Newer",
                              .form_factor = "card",
                              .memory_type = "HBM",
                              .scale_up = {.kind = "link"},
                              .note = "of a GPU"};
constexpr hr::vm_series figures_series{
    .name = "a series", .from = &figures_series_page, .features = {.ultra_disk = hr::support::yes}};
constexpr hr::vm figures_vm{.name = "a VM",
                            .series = &figures_series,
                            .status = {hr::lifecycle_status::preview, "2026-01-01"},
                            .gpu = &figures_gpu,
                            .gpu_share = {1, 8},
                            .cpu = &figures_cpu,
                            .scale_out_kind = "network",
                            .note = "of a VM"};
constexpr hr::rack figures_rack{.name = "a rack", .vm = &figures_vm, .note = "of a rack"};
constexpr hr::board figures_board{.name = "a board", .gpu = &figures_gpu, .note = "of a board"};

}  // namespace figures_cases

TEST_CASE("Every word that a record has is visited under its name, and an empty one where it has none") {
  using namespace figures_cases;
  CHECK(words_of(figures_gpu) ==
        "maker=NVIDIA;architecture=Newer;form factor=card;memory type=HBM;scale-up link=link;note=of a GPU;");
  CHECK(words_of(figures_cpu) == "maker=AMD;note=of a CPU;");
  CHECK(words_of(figures_vm) ==
        "cloud=own;series=a series;status=public preview, 2026-01-01;GPU=a GPU;share of the GPU=1/8;CPU=a CPU;"
        "scale-out network=network;note=of a VM;");
  CHECK(words_of(hr::vm{}) ==
        "cloud=own;series=;status=current;GPU=;share of the GPU=;CPU=;scale-out network=;note=;");
  CHECK(words_of(figures_rack) == "VM size=a VM;note=of a rack;");
  CHECK(words_of(hr::rack{}) == "VM size=;note=;");
  CHECK(words_of(figures_board) == "GPU=a GPU;note=of a board;");
  CHECK(words_of(hr::board{}) == "GPU=;note=;");
  constexpr auto share = [](hr::share of) { return words_of(hr::vm{.gpu_share = of}).find("1/") ; };
  CHECK(words_of(hr::vm{.gpu_share = {2, 4}}).find("share of the GPU=1/2;") != std::string::npos);
  CHECK(share({1, 1}) == std::string::npos);
}

TEST_CASE("Rates are named for their format, and vector, dense and sparse rates apart") {
  using namespace figures_cases;
  const auto names = figure_names(figures_gpu);
  for (const hr::precision each : hr::precisions) {
    CAPTURE(name(each));
    CHECK(names.count(std::string(name(each)) + " vector rate") == 1);
    CHECK(names.count(std::string(name(each)) + " tensor rate, dense") == 1);
    CHECK(names.count(std::string(name(each)) + " tensor rate, sparse") == 1);
  }
  const hr::detail::rate_names of_fp8 = hr::detail::make_rate_names<hr::fp8>();
  CHECK(of_fp8.vector == "fp8 vector rate");
  CHECK(of_fp8.dense == "fp8 tensor rate, dense");
  CHECK(of_fp8.sparse == "fp8 tensor rate, sparse");
}

TEST_CASE("A size's features are from its series, and an estimate or a stated figure takes the record's source") {
  using namespace figures_cases;
  hr::vm size = figures_vm;
  size.from = &figures_page;
  size.vcpus = 8;
  size.gpus = hr::general_knowledge(hr::count{1});
  size.nics = hr::stated(hr::count{2}, figures_series_page);
  std::string sources;
  hr::for_each_figure(size, [&](std::string_view name, const auto& figure) {
    if (figure.from != nullptr) sources += std::string(name) + ":" + std::string(figure.from->id) + ";";
  });
  CHECK(sources == "vCPUs:page;NICs:series;ultra disk:series;");
  CHECK(name(hr::support::no) == std::string_view("no"));
  CHECK(name(hr::support::in_preview) == std::string_view("in preview"));
  CHECK(name(hr::support::yes) == std::string_view("yes"));
}
