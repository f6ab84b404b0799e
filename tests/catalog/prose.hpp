// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/vm.hpp>
#include <headroom/units.hpp>
#include <span>
#include <string_view>

// catalog.json says some figures in words. Here is how the catalogue reads them: the words on the left, what they
// come to on the right. The comparison fails on words that are missing here.
namespace catalog_prose {

namespace hr = headroom;

// ---- names that differ because the catalogue spells them as the maker does, or names one thing only

struct renamed {
  std::string_view json{};
  std::string_view ours{};
};

inline constexpr std::array names{
    renamed{"GB200 (per GPU)", "GB200"},
    renamed{"GB300 (per GPU)", "GB300"},
    renamed{"K80 (per GPU, half card)", "K80"},
    renamed{"M60 (per GPU, half card)", "M60"},
    renamed{"RTX-PRO-6000-BSE", "RTX PRO 6000 Blackwell Server Edition"},
    renamed{"Radeon-PRO-V620", "Radeon PRO V620"},
    renamed{"Radeon-PRO-V710", "Radeon PRO V710"},
    renamed{"AMD EPYC 2nd generation (7V12 Rome)", "AMD EPYC 7V12 (Rome)"},
    renamed{"Intel Xeon Scalable (unspecified)", "Intel Xeon Scalable"},
    renamed{"GB300 NVL72 (Azure ND GB300 v6 rack)", "GB300 NVL72"},
    renamed{"GB200 NVL72 (Azure ND GB200 v6 rack)", "GB200 NVL72"},
    renamed{"HGX B300 (8 GPU)", "HGX B300"},
    renamed{"HGX B200 (8 GPU)", "HGX B200"},
    renamed{"DGX/HGX H100, H200 (8 GPU)", "HGX H100"},
    renamed{"DGX/HGX A100 (8 GPU)", "HGX A100"},
    renamed{"DGX-1 V100 (8 GPU)", "DGX-1 V100"},
    renamed{"ND (v1)", "ND"},
    renamed{"NC (v1)", "NC"},
    renamed{"NV (v1)", "NV"},
    renamed{"NCCads H100 v5 (confidential)", "NCCads H100 v5"},
    renamed{"ND6 (Azure ND-Series note)", "ND6 (as stated)"},
    renamed{"ND12 (Azure ND-Series note)", "ND12 (as stated)"},
    renamed{"ND24 (Azure ND-Series note)", "ND24 (as stated)"},
    renamed{"ND40rs_v2 (Azure ND-Series note)", "ND40rs_v2 (as stated)"},
    renamed{"NG8 (Azure NG-Series note)", "NG8 (as stated)"},
    renamed{"NG16 (Azure NG-Series note)", "NG16 (as stated)"},
    renamed{"NG32 (Azure NG-Series note)", "NG32 (as stated)"},
    renamed{"p6e-gb300 (UltraServer)", "p6e-gb300"},
};

// ---- the GPU of a size, and how many GPUs one of what is counted there has (an M60 card has two)

struct gpu_model {
  std::string_view json{};
  std::string_view gpu{};
  int gpus_in_one = 1;
};

inline constexpr std::array gpu_models{
    gpu_model{"NVIDIA Tesla P40", "P40"},
    gpu_model{"8 V100 32 GB (NVLink)", "V100-SXM2-32GB"},
    gpu_model{"8 A100 40 GB GPUs (NVLink 3.0)", "A100-SXM4-40GB"},
    gpu_model{"NVIDIA A100 (80GB)", "A100-SXM4-80GB"},
    gpu_model{"NVIDIA H100 (80GB)", "H100-SXM5-80GB"},
    gpu_model{"NVIDIA H200 (141GB)", "H200-SXM5-141GB"},
    gpu_model{"AMD Instinct MI300X (192GB)", "MI300X"},
    gpu_model{"NVIDIA Blackwell GPU (192 GiB)", "GB200"},
    gpu_model{"NVIDIA Blackwell Ultra GPU (288GB)", "GB300"},
    gpu_model{"AMD Radeon PRO V620", "Radeon PRO V620"},
    gpu_model{"NVIDIA Tesla K80 (1 GPU = half a card)", "K80"},
    gpu_model{"NVIDIA Tesla P100 16 GB", "P100-PCIe-16GB"},
    gpu_model{"NVIDIA Tesla V100 16 GB (PCIe)", "V100-PCIe-16GB"},
    gpu_model{"NVIDIA Tesla T4 (16GB)", "T4"},
    gpu_model{"NVIDIA A100 PCIe (80GB)", "A100-PCIe-80GB"},
    gpu_model{"NVIDIA H100 NVL (94GB; page says \"PCIe H100 94GB\")", "H100-NVL-94GB"},
    gpu_model{"NVIDIA H100 (94GB)", "H100-NVL-94GB"},
    gpu_model{"NVIDIA RTX PRO 6000 Blackwell Server Edition (96GB)", "RTX PRO 6000 Blackwell Server Edition"},
    gpu_model{"NVIDIA Tesla M60 card", "M60", 2},
    gpu_model{"NVIDIA Tesla M60 GPU (half card)", "M60"},
    gpu_model{"AMD Instinct MI25 (16GB)", "MI25"},
    gpu_model{"NVIDIA A10 (24GB)", "A10"},
    gpu_model{"AMD Radeon Pro V710", "Radeon PRO V710"},
    // AWS and Google Cloud: their sizes of eight have the module, not the card
    gpu_model{"B300", "B300-SXM6"},
    gpu_model{"B200", "B200-SXM6"},
    gpu_model{"GB200", "GB200"},
    gpu_model{"GB300", "GB300"},
    gpu_model{"H200", "H200-SXM5-141GB"},
    gpu_model{"H100", "H100-SXM5-80GB"},
    gpu_model{"A100-80", "A100-SXM4-80GB"},
    gpu_model{"A100-40", "A100-SXM4-40GB"},
    gpu_model{"V100-32", "V100-SXM2-32GB"},
};

// The notes say neither form nor, for the V100, memory. Read as the part whose memory fits (ND6 to ND24, NG8 to NG32),
// and as the part that is really there (ND40rs_v2).
struct noted_gpus {
  std::string_view row{};
  std::string_view json{};
  std::string_view gpu{};
  hr::count gpus = 0;
};

inline constexpr std::array gpus_of_notes{
    noted_gpus{"ND6 (as stated)", "1 x V100", "V100-PCIe-16GB", 1},
    noted_gpus{"ND12 (as stated)", "2 x V100", "V100-PCIe-16GB", 2},
    noted_gpus{"ND24 (as stated)", "4 x V100", "V100-PCIe-16GB", 4},
    noted_gpus{"ND40rs_v2 (as stated)", "8 x V100", "V100-SXM2-32GB", 8},
    noted_gpus{"NG8 (as stated)", "1 x A100", "A100-PCIe-40GB", 1},
    noted_gpus{"NG16 (as stated)", "2 x A100", "A100-PCIe-40GB", 2},
    noted_gpus{"NG32 (as stated)", "4 x A100", "A100-PCIe-40GB", 4},
};

// The rate behind the slash is read as Ethernet: no InfiniBand has 25 Gb/s (B4). 0: none said.
struct noted_network {
  std::string_view json{};
  double front_end_gigabits = 0;
};

inline constexpr std::array networks_of_notes{
    noted_network{"InfiniBand"},
    noted_network{"InfiniBand / 25 Gbps", 25},
    noted_network{"InfiniBand / 50 Gbps", 50},
    noted_network{"InfiniBand / 100 Gbps", 100},
};

// ---- the CPU of a size; cores and packages where the words give them

struct cpu_words {
  std::string_view json{};
  std::string_view cpu{};
  hr::figure<hr::count> cores{};
  hr::figure<hr::count> cpus{};
};

inline constexpr std::array cpus{
    cpu_words{"Intel Xeon E5-2690 v4 (Broadwell)", "Intel Xeon E5-2690 v4 (Broadwell)"},
    cpu_words{"Intel Xeon E5-2690 v3 (Haswell)", "Intel Xeon E5-2690 v3 (Haswell)"},
    cpu_words{"Intel Xeon Platinum 8168 (Skylake), 40 non-hyperthreaded cores", "Intel Xeon Platinum 8168 (Skylake)",
              40},
    cpu_words{"AMD EPYC 2nd generation (2021 page); EPYC 7V12 (Rome) in later docs, 96 physical cores",
              "AMD EPYC 7V12 (Rome)", 96},
    cpu_words{"AMD EPYC 7V12 (Rome)", "AMD EPYC 7V12 (Rome)"},
    cpu_words{"AMD EPYC 7V13 (Milan)", "AMD EPYC 7V13 (Milan)"},
    cpu_words{"AMD EPYC 74F3v (Milan)", "AMD EPYC 74F3v (Milan)"},
    cpu_words{"AMD EPYC 9V64 F (Genoa)", "AMD EPYC 9V64 F (Genoa)"},
    cpu_words{"AMD EPYC (Genoa)", "AMD EPYC (Genoa)"},
    cpu_words{"Intel Xeon Sapphire Rapids", "Intel Xeon (Sapphire Rapids)"},
    cpu_words{"Intel Xeon Sapphire Rapids (Xeon Platinum 8480C in Azure benchmark results)",
              "Intel Xeon (Sapphire Rapids)"},
    cpu_words{"Intel Xeon Sapphire Rapids, 2 sockets, 96 physical cores", "Intel Xeon (Sapphire Rapids)", 96, 2},
    cpu_words{"Intel Xeon Granite Rapids-AP", "Intel Xeon (Granite Rapids-AP)"},
    cpu_words{"2 NVIDIA Grace CPUs", "Grace", hr::unknown, 2},
    cpu_words{"2 NVIDIA Grace CPUs (LPDDR5X)", "Grace", hr::unknown, 2},
};

// "whole cores" is explained by the older page: as many as vCPUs.
inline constexpr std::string_view whole_cores = "AMD EPYC 7763 (Milan), whole cores";
inline constexpr std::string_view whole_cores_cpu = "AMD EPYC 7763 (Milan)";
inline constexpr std::string_view whole_cores_source = "azure-ngads-v620-legacy";

// "ND v1, NCv2, …": the series whose sizes have the CPU; the notes have no series of the vendor's.
struct cpu_users {
  std::string_view json{};
  std::array<std::string_view, 4> series{};
};

inline constexpr std::array users_of_cpus{
    cpu_users{"ND v1, NCv2, NCv3, NVv3", {"ND", "NCv2", "NCv3", "NVv3"}},
    cpu_users{"NGads V620", {"NGads V620"}},
    cpu_users{"the rows of the two secondary notes, no model given",
              {"Azure ND-Series (note)", "Azure NG-Series (note)"}},
};

// ---- links

struct pcie_words {
  std::string_view json{};
  hr::figure<hr::count> generation{};
  hr::figure<hr::count> lanes{};
  double both_directions_gigabytes = 0;  // as printed; follows from the other two, and is checked against them
};

inline constexpr std::array pcie{
    pcie_words{"Gen3 x16", 3, 16},
    pcie_words{"Gen4 x16", 4, 16},
    pcie_words{"Gen4 x16 (64 GB/s bidirectional)", 4, 16, 64},
    pcie_words{"Gen5 x16", 5, 16},
    pcie_words{"Gen5 x16 (128 GB/s bidirectional)", 5, 16, 128},
    pcie_words{"Gen5 (128 GB/s)", 5, hr::unknown, 128},
    pcie_words{"Gen6 x16 (256 GB/s)", 6, 16, 256},
};

// What a size's page says of its scale-up link, checked against the GPU's record.
struct nvlink_words {
  std::string_view json{};
  std::string_view kind{};  // how the GPU's kind begins
  double both_directions_gigabytes = 0;
  double per_peer_both_directions_gigabytes = 0;
};

inline constexpr std::array nvlink{
    nvlink_words{"none stated"},
    nvlink_words{"NVLink (generation not stated; V100 = NVLink 2, 300 GB/s per GPU)", "NVLink 2", 300},
    nvlink_words{"NVLink 3.0", "NVLink 3"},
    nvlink_words{"NVLink 4.0", "NVLink 4"},
    nvlink_words{"900 GB/s NVLink", "NVLink 4", 900},
    nvlink_words{"4th-gen Infinity Fabric, 128 GB/s per GPU pair, 896 GB/s aggregate", "4th-gen Infinity Fabric", 896,
                 128},
    nvlink_words{"NVLink 5, 4 x 1.8 TB/s per VM", "NVLink 5", 1'800},
};

inline constexpr std::array infiniband{
    renamed{"RDMA capable (rate not stated)", "InfiniBand, rate not stated"},
    renamed{"EDR", "InfiniBand EDR"},
    renamed{"HDR", "InfiniBand HDR"},
    renamed{"NDR (Quantum-2 CX7)", "InfiniBand NDR"},
    renamed{"XDR (Quantum-X800 per the Azure blog; not named in the announcement)", "InfiniBand XDR"},
};

// Four EDR adapters of 100 Gb/s.
inline constexpr std::string_view infiniband_per_node = "4 x EDR";
inline constexpr double infiniband_per_node_gigabits = 400;

// ---- features

struct feature_words {
  std::string_view json{};
  hr::support is = hr::support::no;
};

inline constexpr std::array features{
    feature_words{"Not Supported", hr::support::no},
    feature_words{"Supported", hr::support::yes},
    feature_words{"Supported (only generation 2)", hr::support::yes},
    feature_words{"Supported, GPUDirect RDMA, 8 x 200 Gigabit HDR", hr::support::yes},
    feature_words{"Supported (in preview)", hr::support::in_preview},
};

// ---- NVMe disks: of two printed capacities the one in GiB

struct nvme_words {
  std::string_view json{};
  hr::count disks = 0;
  hr::memory together{};
};

inline constexpr std::array nvme{
    nvme_words{"8 disks, 28 TiB (28,610 GiB)", 8, hr::gibibytes(28'610)},
    nvme_words{"8 disks, 28 TiB (specs include: 28,000 GiB)", 8, hr::gibibytes(28'000)},
    nvme_words{"4 disks, 16 TiB NVMe in total", 4, hr::tebibytes(16)},
    nvme_words{"1 x 960 GB", 1, hr::gigabytes(960)},
    nvme_words{"2 x 960 GB", 2, hr::gigabytes(1'920)},
    nvme_words{"4 x 960 GB", 4, hr::gigabytes(3'840)},
    nvme_words{"1 disk(s); specs print 960 GiB each, NVMe doc gives 894 GiB in total (960 GB = 894 GiB)", 1,
               hr::gibibytes(894)},
    nvme_words{"2 disk(s); specs print 960 GiB each, NVMe doc gives 1788 GiB in total (960 GB = 894 GiB)", 2,
               hr::gibibytes(1'788)},
    nvme_words{"4 disk(s); specs print 960 GiB each, NVMe doc gives 3576 GiB in total (960 GB = 894 GiB)", 4,
               hr::gibibytes(3'576)},
};

// ---- status

struct status_words {
  std::string_view json{};
  hr::lifecycle is{};
};

inline constexpr std::array statuses{
    status_words{"current", {}},
    status_words{"retired 2023-09-06", {hr::lifecycle_status::retired, "2023-09-06"}},
    status_words{"retired 2025-09-30", {hr::lifecycle_status::retired, "2025-09-30"}},
    status_words{"retirement announced for 2026-09-30", {hr::lifecycle_status::retirement_announced, "2026-09-30"}},
    status_words{"retired (general knowledge)", {hr::lifecycle_status::retired, "", nullptr, hr::basis::general_knowledge}},
    status_words{"public preview (May 2026)", {hr::lifecycle_status::preview, "2026-05"}},
    status_words{"disputed: see conflict A1", {hr::lifecycle_status::as_stated}},
    status_words{"disputed: see conflict C1", {hr::lifecycle_status::as_stated}},
    status_words{"disputed: see conflict C11", {hr::lifecycle_status::as_stated}},
};

// ---- prices

inline constexpr std::array dates{
    renamed{"not known (catalogue v6)", ""},
    renamed{"2026 (undated)", "2026"},
    renamed{"fixture dated 2026-09-30", "2026-09-30"},
    renamed{"USD/h, undated", ""},
    renamed{"USD/h on-demand us-east-1 Linux, 2026-07-28", "2026-07-28"},
};

inline constexpr std::array regions{
    renamed{"all", ""},
    renamed{"not given", ""},
    renamed{"USD/h, undated", ""},
    renamed{"USD/h on-demand us-east-1 Linux, 2026-07-28", "us-east-1"},
};

// ---- power shelves and memory of boards

struct shelf_words {
  std::string_view json{};
  hr::count shelves = 0;
  double kilowatts = 0;
};

inline constexpr std::array power_shelves{
    shelf_words{"8 x 33 kW", 8, 33},
    shelf_words{"8 x 33 kW (6 x 5.5 kW PSU)", 8, 33},
};

struct board_memory {
  std::string_view json{};
  std::string_view gpu{};
  double gigabytes = 0;
};

// A board comes with GPUs of either memory; the words give both totals.
inline constexpr std::array board_memories{
    board_memory{"640 GB (H100) / 1,128 GB (H200)", "H100-SXM5-80GB", 640},
    board_memory{"640 GB (H100) / 1,128 GB (H200)", "H200-SXM5-141GB", 1'128},
    board_memory{"320 GB (40GB parts) / 640 GB (80GB parts)", "A100-SXM4-40GB", 320},
    board_memory{"320 GB (40GB parts) / 640 GB (80GB parts)", "A100-SXM4-80GB", 640},
    board_memory{"128-256 GB", "V100-SXM2-16GB", 128},
    board_memory{"128-256 GB", "V100-SXM2-32GB", 256},
};

// ---- where the catalogue departs from catalog.json on purpose

// The newer of two statements that were both true at their time; catalog.json keeps the older.
inline constexpr std::array newer_features{
    renamed{"Accelerated Networking", "C7"},
    renamed{"Ephemeral OS Disk", "C8"},
};
inline constexpr std::string_view newer_features_of = "Standard_ND96asr_v4";

// No rate is unknown where there is no network (C2).
inline constexpr std::array<std::string_view, 3> no_scale_out{"Standard_ND6s", "Standard_ND12s", "Standard_ND24s"};

// The figure of a card with two GPUs; the catalogue has half of it.
inline constexpr std::string_view tdp_of_card = "M60";

// Sizes that a conflict concerns though no figure of the record does.
struct also_disputed {
  std::string_view machine{};
  std::string_view id{};
};

inline constexpr std::array also_disputed_in{
    also_disputed{"Standard_ND24s", "C26"},  also_disputed{"ND6 (as stated)", "C3"},
    also_disputed{"ND12 (as stated)", "C3"}, also_disputed{"ND24 (as stated)", "C3"},
    also_disputed{"NG8 (as stated)", "A2"},  also_disputed{"NG16 (as stated)", "A2"},
    also_disputed{"NG32 (as stated)", "A2"}, also_disputed{"NG8 (as stated)", "A6"},
    also_disputed{"NG16 (as stated)", "A6"}, also_disputed{"NG32 (as stated)", "A6"},
};

// Printed totals that do not follow from the parts, and the headline or conflict that says so. A correction of either
// side makes one of these follow, and the test fails.
struct not_reproduced {
  std::string_view machine{};
  std::string_view figure{};
  double printed = 0;
  std::string_view why{};
};

inline constexpr std::array totals_that_differ{
    not_reproduced{"GB300 NVL72", "lpddr_bandwidth", 14, "H43: 14 TB/s printed, 18.4 from 36 CPUs"},
    not_reproduced{"GB200 NVL72", "lpddr_bandwidth", 14, "C36: 14 TB/s printed, 18.4 from 36 CPUs"},
    not_reproduced{"GB200 NVL72", "hbm_total", 13.5,
                   "H59: 13.5 TB printed by Azure, 13.4 from the parts and by NVIDIA"},
    not_reproduced{"HGX B300", "hbm_total", 2.1, "H69: 2.1 TB printed, 2.16 from the parts"},
    not_reproduced{"HGX B300", "fp4/dense", 108, "H70: 108 PFLOPS printed, 112 from a per-GPU figure rounded up"},
};

// Printed to one digit.
inline constexpr not_reproduced one_digit{"GB300 NVL72", "fp64", 100, "H47: 100 TFLOPS printed, 93.6 from the parts"};

// ---- who prints the total of a rack or board: the catalogue stores no totals, and so no source of one

// The headline of the same print, with its value and source.
struct total_in_headline {
  std::string_view machine{};
  std::string_view figure{};
  std::string_view headline{};
};

inline constexpr std::array totals_in_headlines{
    total_in_headline{"GB300 NVL72", "gpu_count", "H25"},
    total_in_headline{"GB300 NVL72", "grace_cpus", "H26"},
    total_in_headline{"GB300 NVL72", "nvlink_domain_bandwidth", "H27"},
    total_in_headline{"GB300 NVL72", "hbm_total", "H28"},
    total_in_headline{"GB300 NVL72", "lpddr_total", "H31"},
    total_in_headline{"GB300 NVL72", "fast_memory", "H33"},
    total_in_headline{"GB300 NVL72", "fp4/sparse", "H37"},
    total_in_headline{"GB300 NVL72", "hbm_bandwidth", "H41"},
    total_in_headline{"GB300 NVL72", "cpu_cores", "H42"},
    total_in_headline{"GB300 NVL72", "lpddr_bandwidth", "H43"},
    total_in_headline{"GB300 NVL72", "fp8/sparse", "H44"},
    total_in_headline{"GB300 NVL72", "fp32", "H46"},
    total_in_headline{"GB300 NVL72", "fp64", "H47"},
    total_in_headline{"GB300 NVL72", "int8", "H48"},
    total_in_headline{"GB200 NVL72", "infiniband_per_rack", "H58"},
    total_in_headline{"GB200 NVL72", "hbm_total", "H59"},
    total_in_headline{"GB200 NVL72", "fast_memory", "H60"},
    total_in_headline{"GB200 NVL72", "fp4/sparse", "H61"},
    total_in_headline{"GB200 NVL72", "nvlink_domain_bandwidth", "H62"},
    total_in_headline{"HGX B300", "hbm_total", "H69"},
    total_in_headline{"HGX B300", "fp4/dense", "H70"},
};

// Totals without a headline, and NVLink in both directions, that another document prints than the one that has the
// part. The catalogue keeps what a total is made of and not the total, so that nothing there names that document. Held
// to both ways, as is the list after it: a total that is not here has its part's document, and one that is here has not.
struct total_of_parts {
  std::string_view machine{};
  std::string_view figure{};
};

inline constexpr std::array sources_said_nowhere{
    total_of_parts{"GB300 NVL72", "fp16_bf16/sparse"},
    total_of_parts{"GB300 NVL72", "fp16_bf16/dense"},
    total_of_parts{"GB300 NVL72", "tf32/sparse"},
    total_of_parts{"GB300 NVL72", "tf32/dense"},
    total_of_parts{"GB300 NVL72", "nvlink_per_gpu"},
    total_of_parts{"GB200 NVL72", "gpu_count"},
    total_of_parts{"GB200 NVL72", "grace_cpus"},
    total_of_parts{"GB200 NVL72", "cpu_cores"},
    total_of_parts{"GB200 NVL72", "lpddr_total"},
    total_of_parts{"GB200 NVL72", "hbm_bandwidth"},
    total_of_parts{"GB200 NVL72", "fp32"},
    total_of_parts{"GB200 NVL72", "fp64"},
    total_of_parts{"GB200 NVL72", "fp4/dense"},
    total_of_parts{"GB200 NVL72", "fp16_bf16/sparse"},
    total_of_parts{"GB200 NVL72", "fp16_bf16/dense"},
    total_of_parts{"GB200 NVL72", "tf32/sparse"},
    total_of_parts{"GB200 NVL72", "tf32/dense"},
    total_of_parts{"GB200 NVL72", "nvlink_per_gpu"},
    total_of_parts{"HGX B300", "nvlink_domain_bandwidth"},
    total_of_parts{"HGX B200", "nvlink_domain_bandwidth"},
    total_of_parts{"HGX H100", "hbm_total"},
    total_of_parts{"HGX H100", "nvlink_domain_bandwidth"},
    total_of_parts{"HGX A100", "hbm_total"},
    total_of_parts{"HGX A100", "nvlink_domain_bandwidth"},
    total_of_parts{"DGX-1 V100", "nvlink_domain_bandwidth"},
};

// Totals that were multiplied though the part is printed, and totals that are printed though the part was divided.
inline constexpr std::array totals_of_other_basis{
    total_of_parts{"GB300 NVL72", "infiniband_per_rack"},
    total_of_parts{"GB200 NVL72", "fp4/dense"},
    total_of_parts{"HGX B200", "fp4/dense"},
    total_of_parts{"DGX-1 V100", "nvlink_domain_bandwidth"},
};

// The GPU memory of a size whose page prints that of one GPU: the total is of another page, the headline's.
inline constexpr std::array gpu_memory_in_headlines{
    total_in_headline{"Standard_ND40rs_v2", "gpu_memory_total", "H1"},
    total_in_headline{"Standard_ND96asr_v4", "gpu_memory_total", "H12"},
};

// Domains that no page gives, though the GPUs have a switch: Google Cloud's Grace machines, and 16 GPUs in one VM.
inline constexpr std::array<std::string_view, 4> unknown_domains{"a4x-maxgpu-4g-metal", "a4x-highgpu-4g",
                                                                 "a2-megagpu-16g", "p6e-gb300"};

}  // namespace catalog_prose
