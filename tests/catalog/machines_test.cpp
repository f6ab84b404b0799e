// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/machines.hpp>

#include <check.hpp>
#include <headroom/precision.hpp>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace {

constexpr std::string_view suggestion_for(std::string_view name) { return hr::catalog::find(name).suggestion; }

// How long a GPU takes to read all of its memory once.
double seconds_to_read(const hr::gpu& device) {
  return hr::in_seconds(value_of(device.memory_as_sold) / value_of(device.memory_bandwidth));
}

}  // namespace

TEST_CASE(
    "the catalogue has 66 sizes of Azure, 2 racks, 19 sizes of AWS and Google Cloud, 5 boards and 7 rows of notes") {
  CHECK_CONSTEXPR(hr::catalog::machines().size() == 66 + 2 + 19 + 5 + 7);
  CHECK_CONSTEXPR(hr::catalog::gpus().size() == 32);
  CHECK_CONSTEXPR(hr::catalog::cpus().size() == 6);
}

TEST_CASE("a machine is found by its exact name") {
  CHECK_CONSTEXPR(hr::catalog::find("Standard_ND40rs_v2").found->vm() == &hr::azure::nd40rs_v2::spec);
  CHECK_CONSTEXPR(hr::catalog::find("GB300 NVL72").found->rack() == &hr::azure::gb300_nvl72::spec);
  CHECK_CONSTEXPR(hr::catalog::find("HGX B300").found->board() == &hr::nvidia::hgx_b300::spec);
  CHECK_CONSTEXPR(hr::catalog::find("p5.48xlarge").found->vm() == &hr::aws::p5_48xlarge::spec);
  CHECK_CONSTEXPR(hr::catalog::find("Standard_ND40rs_v2").suggestion.empty());
}

TEST_CASE("another case, other signs, no prefix or the maker's name is the same name") {
  const auto found = [](std::string_view name) { return hr::catalog::find(name).found->name(); };
  CHECK_CONSTEXPR(hr::catalog::find("standard_nd40rs_v2").found->name() == "Standard_ND40rs_v2");
  CHECK_CONSTEXPR(hr::catalog::find("gb300_nvl72").found->name() == "GB300 NVL72");
  CHECK(found("ND40rs_v2") == "Standard_ND40rs_v2");
  CHECK(found("nd40rs-v2") == "Standard_ND40rs_v2");
  CHECK(found("ND40rs\\_v2") == "Standard_ND40rs_v2");
  CHECK(found("Standard ND96asr v4") == "Standard_ND96asr_v4");
  CHECK(found("NVIDIA GB300 NVL72") == "GB300 NVL72");
  CHECK(found("p5-48xlarge") == "p5.48xlarge");
  CHECK(found("GB200NVL72") == "GB200 NVL72");
  CHECK(suggestion_for("gb300_nvl72").empty());
}

TEST_CASE("a GPU's name is that of the only machine with it, and of none where several have it") {
  CHECK_CONSTEXPR(hr::catalog::find("mi300x").found->vm() == &hr::azure::nd96isr_mi300x_v5::spec);
  CHECK_CONSTEXPR(hr::catalog::find("AMD Instinct MI300X").suggestion.empty());
  CHECK_CONSTEXPR(hr::catalog::find("GB300").found == nullptr);
  CHECK(hr::catalog::find("p40").found == nullptr);   // ND6s, ND12s, ...
  CHECK(hr::catalog::find("l40s").found == nullptr);  // no machine has it
  // No machine's own name is a GPU's.
  for (const hr::machine& each : hr::catalog::machines()) CHECK(hr::catalog::gpus_called(each.name()).one() == nullptr);
}

TEST_CASE("a device is meant by its name, by what its name begins with, or by what this library calls it") {
  CHECK_CONSTEXPR(hr::catalog::gpus_called("mi300x").one() == &hr::amd::mi300x::spec);
  CHECK_CONSTEXPR(hr::catalog::gpus_called("NVIDIA B200").one() == &hr::nvidia::b200::spec);
  CHECK_CONSTEXPR(hr::catalog::gpus_called("h100_sxm5").one() == &hr::nvidia::h100_sxm5::spec);
  CHECK_CONSTEXPR(hr::catalog::gpus_called("GB300").one() == &hr::nvidia::gb300::spec);
  CHECK_CONSTEXPR(hr::catalog::gpus_called("h100").one() == nullptr);
  CHECK_CONSTEXPR(hr::catalog::gpus_called("h100").size == 4);
  CHECK_CONSTEXPR(hr::catalog::gpus_called("toaster").size == 0);
  CHECK_CONSTEXPR(hr::catalog::cpus_called("epyc-7763").one() == &hr::amd::epyc_7763::spec);
  for (const hr::gpu* each : hr::catalog::gpus()) CHECK(hr::catalog::gpus_called(each->name).one() == each);
  for (const hr::cpu* each : hr::catalog::cpus()) CHECK(hr::catalog::cpus_called(each->name).one() == each);
}

TEST_CASE("a name of a family is that of each of its machines") {
  CHECK_CONSTEXPR(hr::catalog::find("p5").several.size == 3);  // p5, p5e, p5en
  CHECK(hr::catalog::find("hgx").several.size == 4);
  CHECK(hr::catalog::find("nd96isr").several.size == 3);  // with H100, H200 and MI300X
  CHECK(hr::catalog::find("nvl72").several.size == 2);    // GB200 and GB300
  CHECK(hr::catalog::find("ND40").several.size == 0);     // one, which is suggested
  CHECK(hr::catalog::find("toaster").several.size == 0);
  CHECK(hr::catalog::find("p5.48xlarge").several.size == 0);
}

TEST_CASE("a GPU answers to what people and its driver call it") {
  const auto one = [](std::string_view name) { return hr::catalog::gpus_called(name).one(); };
  CHECK_CONSTEXPR(hr::catalog::gpus_called("A100 80GB").size == 2);  // SXM4 and PCIe
  CHECK(hr::catalog::gpus_called("A100-80GB").size == 2);
  CHECK(hr::catalog::gpus_called("Tesla V100").size == 4);
  CHECK(hr::catalog::gpus_called("NVIDIA Tesla V100").size == 4);
  CHECK(hr::catalog::gpus_called("V100 32GB").size == 2);
  CHECK(hr::catalog::gpus_called("H100 SXM").size == 2);  // of 80 and of 96 GB
  CHECK(one("AMD Instinct MI300X") == &hr::amd::mi300x::spec);
  CHECK(one("NVIDIA H100 80GB HBM3") == &hr::nvidia::h100_sxm5::spec);  // NVIDIA's driver
  CHECK(one("NVIDIA A100 80GB PCIe") == &hr::nvidia::a100_pcie_80gb::spec);
  CHECK(one("H200 141GB") == &hr::nvidia::h200_sxm5::spec);
  CHECK(one("sxm5") == nullptr);
}

TEST_CASE("an older name leads to today's") {
  CHECK_CONSTEXPR(suggestion_for("Standard_ND96amsr_v4") == "Standard_ND96amsr_A100_v4");
  CHECK_CONSTEXPR(suggestion_for("Standard_ND96isr_v5") == "Standard_ND96isr_H100_v5");
  CHECK_CONSTEXPR(suggestion_for("ND40s_v2") == "Standard_ND40rs_v2");
  CHECK_CONSTEXPR(suggestion_for("ND GB300 v6") == "Standard_ND128isr_GB300_v6");
}

TEST_CASE("a name of the secondary notes leads to the size that is really there") {
  CHECK_CONSTEXPR(suggestion_for("ND6") == "Standard_ND6s");
  CHECK_CONSTEXPR(suggestion_for("NG32") == "Standard_NG32ads_V620_v1");
}

TEST_CASE("a slip of the pen leads to the nearest name") {
  CHECK_CONSTEXPR(suggestion_for("Standard_ND96irs_H100_v5") == "Standard_ND96isr_H100_v5");
  CHECK_CONSTEXPR(suggestion_for("Standard_NC24ads_A10_v4") == "Standard_NC24ads_A100_v4");
}

TEST_CASE("a shortened name leads to the first machine that it shortens") {
  CHECK_CONSTEXPR(suggestion_for("Standard_ND40") == "Standard_ND40rs_v2");
  CHECK_CONSTEXPR(suggestion_for("ND H100 v5") == "Standard_ND96isr_H100_v5");
  CHECK_CONSTEXPR(suggestion_for("NDm_A100_v4") == "Standard_ND96amsr_A100_v4");
  CHECK_CONSTEXPR(suggestion_for("NCads H100 v5") == "Standard_NC40ads_H100_v5");
  CHECK_CONSTEXPR(suggestion_for("NC96 A100") == "Standard_NC96ads_A100_v4");
  CHECK_CONSTEXPR(suggestion_for("Standard_ND96sr_v4") == "Standard_ND96asr_v4");
  CHECK_CONSTEXPR(suggestion_for("H100") == "Standard_ND96isr_H100_v5");
  CHECK_CONSTEXPR(suggestion_for("V100") == "DGX-1 V100");
  CHECK_CONSTEXPR(suggestion_for("GB300") == "GB300 NVL72");
  CHECK_CONSTEXPR(suggestion_for("p5") == "p5.48xlarge");
  CHECK_CONSTEXPR(suggestion_for("a4 highgpu") == "a4-highgpu-8g");
}

TEST_CASE("a wrong letter weighs less than a wrong number, which says another machine") {
  CHECK_CONSTEXPR(suggestion_for("Standard_ND128isr_NDR_GB300_v6") == "Standard_ND128isr_GB300_v6");
  CHECK_CONSTEXPR(suggestion_for("Standard_ND128isr_GB200_v6") == "Standard_ND128isr_NDR_GB200_v6");
  CHECK_CONSTEXPR(suggestion_for("Standard_ND96isr_v4") == "Standard_ND96asr_v4");
  CHECK_CONSTEXPR(suggestion_for("Standard_ND96amsr_A100_v5") == "Standard_ND96amsr_A100_v4");
  CHECK_CONSTEXPR(suggestion_for("Standard_ND40rs_v3") == "Standard_ND40rs_v2");
  CHECK_CONSTEXPR(suggestion_for("Standard_NC24ads_A100_v5") == "Standard_NC24ads_A100_v4");
  CHECK_CONSTEXPR(suggestion_for("Standard_ND96isr_MI300_v5") == "Standard_ND96isr_MI300X_v5");
  CHECK_CONSTEXPR(suggestion_for("Standard_NC40ads_H10_v5") == "Standard_NC40ads_H100_v5");
  CHECK_CONSTEXPR(suggestion_for("a3-megagpu-8") == "a3-megagpu-8g");
  CHECK_CONSTEXPR(suggestion_for("p5en.48xlrage") == "p5en.48xlarge");
}

TEST_CASE("what only a secondary note states is never suggested") {
  CHECK_CONSTEXPR(suggestion_for("ND40rs_v2 (stated)") != "ND40rs_v2 (as stated)");
  CHECK_CONSTEXPR(suggestion_for("as stated").empty());
}

TEST_CASE("a name that is near to none gets no suggestion") {
  CHECK_CONSTEXPR(suggestion_for("").empty());
  CHECK_CONSTEXPR(suggestion_for("Standard_").empty());
  CHECK_CONSTEXPR(suggestion_for("toaster").empty());
  CHECK_CONSTEXPR(suggestion_for("v5").empty());
  CHECK_CONSTEXPR(suggestion_for("m5.24xlarge").empty());
  CHECK_CONSTEXPR(suggestion_for("Standard_D4s_v5").empty());
  CHECK_CONSTEXPR(suggestion_for("Standard_NP10s").empty());
  const hr::catalog::lookup endless =
      hr::catalog::find(std::string_view("a name of more letters than any name that "
                                         "there is in the catalogue, and no machine's"));
  CHECK(endless.found == nullptr);
  CHECK(endless.suggestion.empty());
}

TEST_CASE("every machine has a name of its own, a source and a GPU") {
  std::set<std::string_view> names;
  for (const hr::machine& each : hr::catalog::machines()) {
    CAPTURE(each.name());
    CHECK(names.insert(each.name()).second);
    CHECK(each.from() != nullptr);
    CHECK(each.gpu() != nullptr);
    CHECK(hr::catalog::find(each.name()).found == &each);
  }
}

TEST_CASE("what secondary notes state comes last") {
  bool notes = false;
  for (const hr::machine& each : hr::catalog::machines()) {
    const bool note = each.vm() != nullptr && each.vm()->status.status == hr::lifecycle_status::as_stated;
    CHECK((note || !notes));
    notes = note;
  }
}

TEST_CASE("a GPU reads its whole memory in 5 to 100 ms") {
  for (const hr::gpu* device : hr::catalog::gpus()) {
    CAPTURE(device->name);
    CHECK(seconds_to_read(*device) > 0.005);
    CHECK(seconds_to_read(*device) < 0.1);
  }
}

TEST_CASE("no GPU shows or sells more memory than it has, and the driver keeps less than a tenth") {
  for (const hr::gpu* device : hr::catalog::gpus()) {
    CAPTURE(device->name);
    if (device->physical_memory.is_known()) CHECK(value_of(device->memory_as_sold) <= value_of(device->physical_memory));
    if (device->driver_memory.is_known()) {
      CHECK(value_of(device->driver_memory) <= value_of(device->memory_as_sold));
      CHECK(value_of(device->driver_memory) >= value_of(device->memory_as_sold) * 0.9);
    }
  }
}

TEST_CASE("with sparsity a rate is one to two times that without, and fewer bits are not slower") {
  for (const hr::gpu* device : hr::catalog::gpus()) {
    CAPTURE(device->name);
    for (int format = 0; format < 10; ++format) {
      const hr::format_rates& rates = device->rates(static_cast<hr::precision>(format));
      if (!rates.tensor_dense.is_known() || !rates.tensor_sparse.is_known()) continue;
      const double gain = hr::ratio(value_of(rates.tensor_sparse), value_of(rates.tensor_dense));
      CHECK(gain > 1.1);
      CHECK(gain < 2.1);
    }
    const auto not_slower = [&](hr::precision few, hr::precision many) {
      const auto a = hr::peak_rate(*device, few), b = hr::peak_rate(*device, many);
      if (a.is_known() && b.is_known()) CHECK(value_of(a) >= value_of(b));
    };
    not_slower(hr::fp4, hr::fp8);
    not_slower(hr::fp8, hr::bf16);
    not_slower(hr::bf16, hr::tf32);
  }
}

TEST_CASE("the smallest share of its memory that a driver shows, as stated, is the one that estimates are made with") {
  double smallest = 1;
  for (const hr::gpu* device : hr::catalog::gpus())
    if (device->driver_memory.is_known() && device->driver_memory.basis == hr::basis::stated)
      smallest = std::min(smallest, hr::ratio(value_of(device->driver_memory), value_of(device->memory_as_sold)));
  CHECK(smallest == hr::smallest_driver_share);
}

TEST_CASE("a size has as many scale-up neighbours as it has GPUs, or is part of a rack") {
  for (const hr::machine& each : hr::catalog::machines()) {
    if (each.vm() == nullptr || each.rack() != nullptr || !each.vm()->scale_up_domain_gpus.is_known()) continue;
    CAPTURE(each.name());
    const hr::count domain = value_of(each.vm()->scale_up_domain_gpus);
    CHECK((domain == 1 || domain % value_of(each.vm()->gpus) == 0));
    CHECK((domain == 1) == each.gpu()->scale_up.per_gpu.is_absent());
  }
}

TEST_CASE("the first and the last of the catalogue answer to their names in capitals") {
  const std::span<const hr::machine> all = hr::catalog::machines();
  for (const hr::machine* each : {&all.front(), &all.back()}) {
    std::string name(each->name());
    for (char& c : name)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    CAPTURE(name);
    CHECK(hr::catalog::find(name).found == each);
  }
}

// As this library calls them, and as people do.
TEST_CASE("A machine answers to its name behind its cloud's") {
  for (const auto& each : {std::pair{"azure::nd96asr_v4", "Standard_ND96asr_v4"}, {"aws p5.48xlarge", "p5.48xlarge"},
                                    {"gcp::a3_megagpu_8g", "a3-megagpu-8g"}, {"hr::azure::nd96asr_v4", "Standard_ND96asr_v4"},
                                    {"::headroom::nvidia::gb300_nvl72", "GB300 NVL72"}, {"Azure Standard_ND40rs_v2", "Standard_ND40rs_v2"}}) {
    CAPTURE(each.first);
    const hr::machine* found = hr::catalog::find(each.first).found;
    REQUIRE(found != nullptr);
    CHECK(found->name() == each.second);
  }
  CHECK(hr::catalog::find("aws nd96asr_v4").found == nullptr);
  CHECK(hr::catalog::find("hr::aws::nd96asr_v4").found == nullptr);
}

TEST_CASE("A GPU answers to its parts in another order, behind namespaces too") {
  for (const auto& each : {"a100_80gb_sxm", "A100 80GB SXM4", "hr::nvidia::a100_sxm4_80gb", "nvidia::a100_80gb_sxm"}) {
    CAPTURE(each);
    const auto meant = hr::catalog::gpus_called(each);
    REQUIRE(meant.one() != nullptr);
    CHECK(meant.one()->name == "A100-SXM4-80GB");
  }
  REQUIRE(hr::catalog::gpus_called("hr::nvidia::h100_sxm5").one() != nullptr);  // the usual form
  CHECK(hr::catalog::gpus_called("hr::nvidia::h100_sxm5").one()->name == "H100-SXM5-80GB");
  CHECK(hr::catalog::gpus_called("hr::amd::h100_sxm5").one() == nullptr);
  CHECK(hr::catalog::gpus_called("80gb_a100_sxm").one() == nullptr);  // its first part comes first
  CHECK(hr::catalog::gpus_called("a100_80gb_80gb").size == 0);
}

TEST_CASE("The name of a series with several sizes means each of them") {
  CHECK(hr::catalog::find("ND_GB300_v6").found == nullptr);
  CHECK(hr::catalog::find("ND_GB300_v6").several.size == 2);
}

// Azure's pages of the series: "NDv2 (ND40s_v2)" was renamed, and so were the A100 sizes of its announcements.
TEST_CASE("A name that a page has used before leads to today's, though another be nearer by its letters") {
  CHECK_CONSTEXPR(hr::catalog::find("Standard_ND40s_v2").suggestion == "Standard_ND40rs_v2");
  CHECK_CONSTEXPR(hr::catalog::find("Standard_ND96isr_v5").suggestion == "Standard_ND96isr_H100_v5");
  CHECK_CONSTEXPR(hr::catalog::find("ND96amsr_v4").suggestion == "Standard_ND96amsr_A100_v4");
  CHECK_CONSTEXPR(hr::catalog::find("ND96asr_A100_v4").suggestion == "Standard_ND96asr_v4");
  CHECK_CONSTEXPR(hr::catalog::find("Standard_ND96asr_v4").suggestion.empty());
  CHECK_CONSTEXPR(hr::catalog::find("Standard_ND96asr_v4").found != nullptr);
  for (const auto& older : {"ND6", "ND12", "ND24", "NG8", "NG16", "NG32"}) {
    CAPTURE(older);
    CHECK(hr::catalog::find(older).found == nullptr);
    CHECK(hr::catalog::find(older).suggestion == hr::catalog::name_of_today(older));
  }
}
