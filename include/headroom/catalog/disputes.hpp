// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <headroom/hardware/source.hpp>
#include <string_view>

// The figures on which public documents disagree, with the side that the catalogue takes.
// A: between the five documents the catalogue began with. B: inside one of them.
// C: between them and vendors' pages, or among those.
namespace headroom::disputes {

// clang-format off

inline constexpr dispute a1{
  "A1",
  severity::high,
  "ND40rs_v2: GPU memory of the VM",
  "The NDv2 page of 2020 says eight V100 of 32 GB; Azure's later sizes page says 256 GB; the Azure ND-Series note says 128 GB",
  "256 GB",
  "Both vendor pages agree; 128 is eight times 16 GB, the ND40s_v2 preview that this size replaced"};

inline constexpr dispute a2{
  "A2",
  severity::medium,
  "ND40rs_v2: unit of the system memory",
  "The NDv2 page of 2020 and Azure's specs table say 672 GiB; the Azure ND-Series note and one Azure table head say 672 GB",
  "672 GiB",
  "Azure defines GiB as 1024^3 bytes on these pages; read as decimal GB the figure would be 6.9 % smaller"};

inline constexpr dispute a3{
  "A3",
  severity::low,
  "ND40rs_v2: network",
  "The NDv2 page of 2020 says EDR InfiniBand at 100 Gb/s and a network of 24,000 Mb/s; the Azure ND-Series note says InfiniBand and gives no rate",
  "Both figures of the 2020 page; the rate in the note's row is unknown",
  "They are two networks (B1), and the note names one of them without a rate"};

inline constexpr dispute a4{
  "A4",
  severity::medium,
  "What an ND-series VM has inside",
  "The Azure ND-Series note gives the whole family V100 or A100, 16 to 40 GB a GPU and Intel CPUs; the NDv2 page says V100 32 GB with Intel; the ND A100 v4 page says A100 40 GB with AMD",
  "What each size's own page says",
  "One sentence cannot cover a family whose A100 member has an AMD CPU; the note itself lists no size with an A100"};

inline constexpr dispute a5{
  "A5",
  severity::high,
  "What the GPU memory column means",
  "The NDv2 and ND A100 v4 pages print it per GPU; the two secondary notes print it per VM; the GB300 announcement prints it per rack",
  "Each figure in its own scope",
  "None is wrong, but read as one column they would set 32 against 128 for the same VM"};

inline constexpr dispute a6{
  "A6",
  severity::low,
  "CPU beside an A100",
  "The ND A100 v4 page says second-generation AMD EPYC; the Azure NG-Series note says Intel Xeon Scalable",
  "AMD EPYC",
  "Every A100 size in Azure's documents has an AMD CPU; the Intel claim belongs to the rows disputed in C11"};

inline constexpr dispute a7{
  "A7",
  severity::low,
  "Superlatives",
  "The pages of 2020 and 2021 and the announcement of 2025 each call their own size the new, flagship or most powerful one; the Azure NG-Series note says next-generation",
  "None of them is data",
  "Each was written for its day, and a later one overtakes it"};

inline constexpr dispute a8{
  "A8",
  severity::medium,
  "InfiniBand on every ND size",
  "The Azure ND-Series note gives InfiniBand to all sizes; the NDv2 page states it for ND40rs_v2; the ND-series page marks only ND24rs as RDMA capable",
  "InfiniBand on ND24rs and ND40rs_v2 only",
  "In Azure's names the letter r stands for RDMA, and only these two have it"};

inline constexpr dispute a9{
  "A9",
  severity::low,
  "Names of the sizes",
  "The secondary notes print ND6, NG8 and the like; the announcement says ND GB300 v6; Azure's sizes pages print full names such as Standard_ND6s and Standard_ND128isr_GB300_v6",
  "The Standard_ names where a vendor page prints one",
  "Only the full name can be deployed; the short ones are kept as what was printed"};

inline constexpr dispute a10{
  "A10",
  severity::low,
  "NVLink generation",
  "The NDv2 page and the announcement say NVLink without a generation; the ND A100 v4 page says 3.0; the two notes are silent; NVIDIA and Stas Bekman's book give 300, 600 and 1,800 GB/s a GPU",
  "NVLink 2 for V100, 3 for A100, 5 for GB300",
  "The generation follows from the GPU, so it is a fact of the GPU and not of the size"};

inline constexpr dispute b1{
  "B1",
  severity::high,
  "ND40rs_v2: 100 Gb/s, 24,000 Mb/s and eight NICs",
  "The NDv2 page of 2020 prints all three; the topology file of the size lists one InfiniBand device; NVIDIA's DGX-1 with the same GPUs has four",
  "100 Gb/s of InfiniBand for the whole VM and 24 Gb/s of Ethernet, never added",
  "The 24 Gb/s is the front-end limit over all virtual NICs; the eight NICs are Ethernet, and one InfiniBand device serves all eight GPUs"};

inline constexpr dispute b2{
  "B2",
  severity::low,
  "ND40rs_v2: GB or GiB, driver version, vCPU",
  "The NDv2 page of 2020 writes 32 GB in its text and GiB in the column head, names one exact OFED version, and speaks of 40 cores without hyper-threading; readers asked whether later drivers are allowed",
  "32 nameplate GB, that is GiB; one thread a core; the driver version as of 2020",
  "GPU memory comes in binary sizes whatever the letters say, and 40 vCPUs are 40 of the 48 cores of two CPUs"};

inline constexpr dispute b3{
  "B3",
  severity::medium,
  "ND96asr_v4: 1.6 Tb/s and 24,000 Mb/s",
  "The ND A100 v4 page prints 1.6 Tb/s a VM from eight HDR links of 200 Gb/s, and a maximum network bandwidth of 24,000 Mb/s",
  "Both: 1,600 Gb/s of InfiniBand and 24 Gb/s of Ethernet",
  "Eight times 200 is 1,600; the smaller figure is the front-end network"};

inline constexpr dispute b4{
  "B4",
  severity::medium,
  "The secondary notes: text against table",
  "Both notes speak of customizable sizes beside predefined ones; the ND-Series note's text allows A100 and 40 GB where its table has V100 of 16 GB; the NG-Series note writes InfiniBand / 25 Gbps",
  "The table over the text; fixed sizes; 25, 50 and 100 Gb/s as Ethernet, InfiniBand rate unknown",
  "Azure sizes are not customizable, and no generation of InfiniBand runs at 25 Gb/s"};

inline constexpr dispute b5{
  "B5",
  severity::high,
  "GB300 rack: the rounded headline figures",
  "The announcement prints 37 TB as 20 and 17 TB, 130 TB/s, 1,440 PFLOPS, 800 Gb/s, 1.1 million tokens/s and 27 %, without sparsity, scope or baseline",
  "The printed figure at its printed precision, beside the one computed from parts",
  "With 279 GB a GPU the parts give 37.4 TB, with 288 GB they give 38.0; 72 links of 1.8 TB/s give 129.6; 1,440 is sparse and 1,080 dense; 27 % is over ND GB200 v6"};

inline constexpr dispute b6{
  "B6",
  severity::low,
  "Text defects in the five documents",
  "The page of 2020 prints 80000 where that of 2021 prints 80,000; copies of four of them show damaged apostrophes, dashes and trademark signs, and one misspells superseded",
  "The plain figures and the repaired text",
  "The marks are an encoding error, and the two ways of grouping digits name the same number"};

inline constexpr dispute c1{
  "C1",
  severity::high,
  "ND6, ND12 and ND24: V100 or P40",
  "The Azure ND-Series note says one, two and four V100 with 16, 32 and 64 GB; two Azure pages say Tesla P40 with 24, 48 and 96 GB",
  "Tesla P40; the note's rows are kept as stated and never chosen",
  "The vendor says so twice, and the note's figures are those of NC6s_v3, NC12s_v3 and NC24s_v3 under another letter"};

inline constexpr dispute c2{
  "C2",
  severity::medium,
  "InfiniBand on ND6, ND12 and ND24",
  "The Azure ND-Series note gives it to all three; the ND-series page marks only ND24rs as RDMA capable",
  "Only ND24rs, its rate unknown",
  "As in A8: the others carry no r in their names"};

inline constexpr dispute c3{
  "C3",
  severity::medium,
  "Retired families described as current",
  "The Azure ND-Series note offers ND6 to ND24; Azure's retirement list gives 2023-09-06 for ND, 2025-09-30 for NCv3 and 2026-09-30 for NVv3 and NVv4, and does not list NDv2",
  "Retired at the listed dates",
  "The list is the vendor's own and dated; the note bears no date"};

inline constexpr dispute c4{
  "C4",
  severity::low,
  "A head saying GB above GiB values",
  "Azure's NDv2 sizes page heads the column Memory (GB); its specs table and the page of 2020 say 672 GiB",
  "GiB",
  "The head comes from a template used on many pages; the specs table belongs to the size"};

inline constexpr dispute c5{
  "C5",
  severity::low,
  "NDv2: VM generation",
  "The page of 2020 requires generation 2; a later revision repeats that and flags generation 1; the newest page supports generation 2 only",
  "Generation 2",
  "The text of all three agrees, and so does the newest flag"};

inline constexpr dispute c6{
  "C6",
  severity::high,
  "ND A100 v4: Tb/s turned into TB/s",
  "The ND A100 v4 page of 2021 says 1.6 Tb/s a VM and 200 Gb/s a GPU; a summary of 2024 says 1.6 TB/s and 200 GB/s",
  "1.6 Tb/s and 200 Gb/s",
  "HDR InfiniBand runs at 200 gigabits a second; bytes would be eight times that"};

inline constexpr dispute c7{
  "C7",
  severity::medium,
  "ND96asr_v4: accelerated networking",
  "The page of 2021 says not supported; pages from 2023-03-13 on say supported",
  "Supported, as of 2023-03-13",
  "The feature was added between the two; the newer date decides"};

inline constexpr dispute c8{
  "C8",
  severity::low,
  "ND96asr_v4: ephemeral OS disk",
  "The page of 2021 says supported in preview; later pages say supported",
  "Supported",
  "The preview became general"};

inline constexpr dispute c9{
  "C9",
  severity::high,
  "Accelerator memory column: per VM or per GPU",
  "Azure's sizes pages print it per VM for most series (256 for NDv2, 640 for ND H100 v5) and per GPU for NDm A100 v4, GB200 and GB300 (80, 192 and 288)",
  "Each row in the scope its count shows",
  "Four GPUs beside 288 can only mean 288 each; eight beside 640 means 640 together"};

inline constexpr dispute c10{
  "C10",
  severity::medium,
  "ND96amsr_A100_v4: system memory",
  "Azure's sizes page says 1,900 GiB; SkyPilot's catalogue, read from Azure's SKU interface, says 1,800 GiB",
  "Not decided: 1,900 GiB as stated, 1,800 noted",
  "The page may round and the interface is what a deployment gets; plan with the smaller one where it matters"};

inline constexpr dispute c11{
  "C11",
  severity::high,
  "NG8, NG16 and NG32: A100 or Radeon PRO V620",
  "The Azure NG-Series note says one, two and four A100 with 112, 224 and 448 GB and InfiniBand; two Azure pages say a quarter, a half and a whole Radeon PRO V620 with 16, 32 and 64 GiB and no InfiniBand",
  "Radeon PRO V620; the note's rows are kept as stated and never chosen",
  "Only the vCPU counts agree; the memory figures repeat the note on ND sizes, and no Azure page has an NG size with an A100"};

inline constexpr dispute c12{
  "C12",
  severity::high,
  "ND GB300 v6 page: units and names",
  "The sizes page prints a front end of 160 Mbps, a disk of 16 TB and 288 GB a GPU; its specs table says 160 Gb/s and 16 TiB; its summary says B300 and Blackwell Ultra, 1.44 exaFLOPS and 1.5 times GB200; NVIDIA says 279 GB",
  "160 Gb/s; 16 TiB; 279 GB as sold and 288 GB physical; the factor 1.5 as dense",
  "A front end of megabits would be absurd; with sparsity GB200 and GB300 have the same peak, so 1.5 holds only without"};

inline constexpr dispute c13{
  "C13",
  severity::medium,
  "GB300 memory in the million-token post",
  "The Tech Community post says 189,471 MiB; nvidia-smi output and the DGX GB300 notes say 284,208 MiB",
  "284,208 MiB",
  "189,471 MiB is what a GB200 shows, carried over from the earlier post"};

inline constexpr dispute c14{
  "C14",
  severity::medium,
  "ND GB200 v6 page",
  "The sizes page swaps the heads of scale-up and scale-out, and prints 316 disks, 160 Mbps, 192 GB a GPU and 13.5 TB a rack; its specs table says 16 disks, 160 Gb/s and four links of 400 Gb/s; NVIDIA says 186 GB and 13.4 TB",
  "The specs table and NVIDIA",
  "316 is a slip for 16, and NVLink cannot be the network between racks here"};

inline constexpr dispute c15{
  "C15",
  severity::low,
  "GB300: InfiniBand rate",
  "The announcement, Azure's page and summary, the Azure Blog and NVIDIA say 800 Gb/s a GPU; a third-party list of sizes says 400",
  "800 Gb/s",
  "Three first-party publishers agree; 400 is the rate of GB200"};

inline constexpr dispute c16{
  "C16",
  severity::medium,
  "NVLink 5: per GPU or per link, one direction or two",
  "NVIDIA's datasheets and Azure say 1.8 TB/s a GPU; a manual says 900 GB/s in both directions per link; press pages call 130 TB/s memory bandwidth or give it to each GPU",
  "1.8 TB/s a GPU in both directions, 0.9 TB/s in each; 130 TB/s for the 72 GPUs together",
  "Eighteen links of 100 GB/s make 1,800 GB/s, and 72 of those make 129.6 TB/s"};

inline constexpr dispute c17{
  "C17",
  severity::high,
  "GB300 NVL72: power of the rack",
  "Press says 120 and 132 kW; an NVIDIA Mission Control example says 135 kW; NVIDIA's reference architecture says up to 142 kW; eight power shelves hold 264 kW",
  "142 kW as the planning maximum",
  "It is the newest first-party maximum; the shelves are redundant, so what they could deliver is not what the rack draws"};

inline constexpr dispute c18{
  "C18",
  severity::medium,
  "ND H100 v5: the launch page",
  "The page of August 2023 says Standard_ND96isr_v5, 2,400 Mb/s and 1,000 GiB; newer pages say Standard_ND96isr_H100_v5, 80,000 Mb/s and 1,024 GiB; SkyPilot's catalogue says 12 GPUs",
  "The newer page, with eight GPUs",
  "The first page dates from the launch, and eight GPUs of 80 GB make the printed 640 GB"};

inline constexpr dispute c19{
  "C19",
  severity::low,
  "H200 and H100: remote disks",
  "The ND H200 v5 page says 16 disks; the ND H100 v5 page says 32",
  "Both as stated",
  "They are different sizes, and no source contradicts either"};

inline constexpr dispute c20{
  "C20",
  severity::low,
  "MI300X: 1,535 or 1,536 GB; 28,000 GiB or 28 TiB",
  "Azure's page prints 1,535 GB and 28 TiB; its specs table prints 28,000 GiB; eight GPUs of 192 GB make 1,536 GB",
  "1,536 GB from the parts; 1,535 kept as printed and expected not to reproduce",
  "The gap is 0.065 %, as a cut-off conversion leaves; eight disks of 3.84 TB would be 28,610 GiB, as the H100 size states"};

inline constexpr dispute c21{
  "C21",
  severity::low,
  "NC A100 v4: size of an NVMe disk",
  "Azure's specs table says 960 GiB a disk; the Container Storage table says 1,788 GiB for two",
  "894 GiB, that is 960 GB",
  "960 decimal gigabytes are 894 GiB, which is half of 1,788"};

inline constexpr dispute c22{
  "C22",
  severity::low,
  "NCCads and NCads H100: NICs",
  "The NCCads H100 v5 page says eight NICs beside one GPU; the NCads H100 v5 page says two",
  "Not decided: both as stated",
  "The confidential variant has no accelerated networking and may differ"};

inline constexpr dispute c23{
  "C23",
  severity::medium,
  "NVads V710: IOPS and memory",
  "Azure's page prints 7,600, 1,520, 2,280, 4,560 and 5,320 IOPS and 24 GB a GPU; AMD's ROCm table says 28 GiB; a guest showed 25.48 GB",
  "IOPS as printed and marked disputed; 28 GB physical",
  "Throughput grows with the size and IOPS should too, so the last four most likely lack a digit"};

inline constexpr dispute c24{
  "C24",
  severity::low,
  "Tesla M60: card or GPU",
  "The NV page counts half, one and two cards; the NVv3 page counts one, two and four GPUs for the same 8, 16 and 32 GB; a specs table calls an M60 16 GB",
  "8 GB a GPU, two GPUs a card",
  "All agree once GPUs are counted instead of cards"};

inline constexpr dispute c25{
  "C25",
  severity::medium,
  "NCads H100 v5: a PCIe H100 of 94 GB",
  "Azure's page says PCIe H100 94GB; NVIDIA's H100 PCIe has 80 GB and its H100 NVL 94 GB",
  "H100 NVL",
  "Capacity and the bandwidth of 3.9 TB/s are those of the NVL part"};

inline constexpr dispute c26{
  "C26",
  severity::low,
  "ND24s: 24 GB on the legacy page",
  "The legacy ND-series page prints 24 for ND24s and 96 for ND24rs; the current page prints 96",
  "96 GB",
  "Four GPUs of 24 GB"};

inline constexpr dispute c27{
  "C27",
  severity::low,
  "NC RTX PRO 6000 BSE v6: two revisions",
  "Revisions up to 2025-11-20 print a card of 48 GB GDDR6 and, for the smallest lds size, 512 GiB and six NICs; those from 2025-12-05 on print 96 GB, 256 GiB and eight NICs; NVIDIA says 96 GB GDDR7",
  "The newer revision",
  "NVIDIA's page gives the card 96 GB"};

inline constexpr dispute c28{
  "C28",
  severity::medium,
  "4,600 systems or 4,600 GPUs",
  "The Azure Blog says more than 4,600 GPUs; Tom's Hardware says 4,608 GPUs, being 64 NVL72 racks; other press says 4,600 NVL72 systems; the announcement a month later says tens of thousands of GPUs",
  "4,608 GPUs in 64 racks for the first cluster",
  "4,600 racks would hold 331,200 GPUs, and tens of thousands counts later clusters too"};

inline constexpr dispute c29{
  "C29",
  severity::low,
  "Tokens a GPU and the 27 %",
  "The million-token post prints 1,100,948.3 tokens/s in total, 15,200 a GPU, 12,022 a GPU for GB200 and 27 % over 865,000; the announcement prints 1.1 million and 27 %",
  "The rack's total, and the ratio of the rack totals",
  "The total over 72 is 15,291, so 15,200 is cut off; the two per-GPU figures give 26.4 %"};

inline constexpr dispute c30{
  "C30",
  severity::medium,
  "Prices",
  "For ND96isr_H200_v5 one list says $84.80 an hour in West US 3 and a comparison citing Vantage says $110.24; the Retail Prices API gave $108.16 for GB200 and no row for GB300; SkyPilot's catalogue is undated",
  "Not decided: every price with its region and date",
  "Retail prices differ by region and day; no price is a default"};

inline constexpr dispute c31{
  "C31",
  severity::high,
  "HBM capacity of Blackwell parts",
  "NVIDIA's datasheets say 180, 186, 270 and 279 GB for B200, GB200, B300 and GB300; Azure says 192 and 288 GB; AWS says 179, 185 and 268 GiB; nvidia-smi shows 189,471 and 284,208 MiB",
  "All, as different memories: physical, as sold, and as the driver shows",
  "288 and 192 are whole stacks; 31/32 of them is sold on GB parts and 15/16 on HGX parts; the driver shows nearly that many GiB"};

inline constexpr dispute c32{
  "C32",
  severity::high,
  "FP4: sparse against dense",
  "NVIDIA gives Blackwell 20 sparse and 10 dense PFLOPS, GB300 20 and 15, HGX B300 18 and 14 a GPU but 144 and 108 a board; press pages print 1.44 PFLOPS or 30 exaflops a rack, or 1.44 exaflops a VM",
  "1,440 PFLOPS sparse and 1,080 dense for a GB300 rack",
  "NVIDIA prints both and marks the smaller one as without sparsity; on Blackwell Ultra dense is not half of sparse"};

inline constexpr dispute c33{
  "C33",
  severity::low,
  "Fast memory of 37 or 40 TB",
  "The announcement, Azure and NVIDIA say 37 TB; press pages say up to 40 TB",
  "37 TB",
  "It is the vendor's current figure; 40 is what the binary bytes come to in decimal terabytes"};

inline constexpr dispute c34{
  "C34",
  severity::low,
  "H100 PCIe: dense BF16",
  "Stas Bekman's book says 756 TFLOPS; a Chinese datasheet says 800",
  "756 TFLOPS",
  "It agrees with NVIDIA's product brief; 800 is an early figure"};

inline constexpr dispute c35{
  "C35",
  severity::low,
  "Older cards: small differences",
  "Sources give the P40 346, 347.1 or 694.3 GB/s, the T4 70 or 75 W, the MI25 436 or 484 GB/s and the M60 160.4 or 256 GB/s a GPU",
  "346 GB/s, 70 W and 160.4 GB/s; for the MI25 the documented 436 GB/s, although 484 is likelier",
  "The other figures of the first three are computed, from launch coverage, or of another memory type; AMD's 484 for the MI25 is general knowledge without a document"};

inline constexpr dispute c36{
  "C36",
  severity::low,
  "Blackwell: details of a GPU",
  "NVIDIA's datasheets say 1,100 W for B300, FP64 of 37 and 40 TFLOPS for B200 and GB200, 14 TB/s of LPDDR a GB200 rack, PCIe Gen5 and 7.7 TB/s of HBM; other NVIDIA documents say 1,000 W, 40 and 45, 18.4 TB/s, Gen6 and 8.0 TB/s",
  "The datasheet figure of each pair",
  "Most of the others come from the brief of 2024, which calls itself preliminary"};

inline constexpr dispute c37{
  "C37",
  severity::low,
  "AWS pages",
  "AWS prints 2,148 GiB for p6-b300 where eight GPUs of 268 make 2,144, and both 1,600 and 3,200 Gb/s for p6e-gb200.36xlarge",
  "2,148 GiB as printed; 1,600 Gb/s",
  "Eighteen times 1,600 is the 28.8 Tb/s printed for the whole UltraServer"};

inline constexpr dispute c38{
  "C38",
  severity::medium,
  "Fractions of a GPU printed as one",
  "SkyPilot's catalogue counts one accelerator for every shared MI25 and M60 size; Azure's pages say an eighth, a quarter or a half",
  "Azure's fractions",
  "The catalogue's column holds whole numbers only"};

inline constexpr dispute c39{
  "C39",
  severity::low,
  "H200 NVL: memory bandwidth",
  "NVIDIA says 4.8 TB/s; a third-party table says 4.2",
  "4.8 TB/s",
  "It is the maker's figure; no Azure size has the part"};

inline constexpr dispute c40{
  "C40",
  severity::low,
  "GB200: FP8 peak of 4,856 TFLOPS",
  "The GB200 record post says 4,856 TFLOPS; NVIDIA's datasheet says 10,000 sparse, that is 5,000 dense",
  "5,000 TFLOPS dense",
  "4,856 was measured; a peak of the catalogue is the theoretical one"};

inline constexpr dispute c41{
  "C41",
  severity::medium,
  "Grace cores and memory that a VM sees",
  "NVIDIA says 144 cores and 960 GB for two CPUs; Azure says 128 vCPU and 864 GiB for GB300 or 900 GiB for GB200; Google Cloud and AWS say 140 or 144 vCPU and 884 or 960 GiB",
  "Both: the host's figures on the rack, the guest's on the VM",
  "The hypervisor keeps 16 cores and up to a tenth of the memory"};

inline constexpr dispute c42{
  "C42",
  severity::low,
  "The GB300 announcement and the Azure page behind it",
  "The announcement says 37 TB, 27 % faster than the previous generation and 1.1 million tokens/s; Azure's summary says about 37 TB, about 27 % over ND GB200 v6 and about 1.1 million tokens/s a rack",
  "Both; baseline and scope from Azure's summary",
  "They agree, and the summary gives the context that the announcement leaves out"};

// Every dispute above, in the same order.
inline constexpr std::array all{
  &a1, &a2, &a3, &a4, &a5, &a6, &a7, &a8, &a9, &a10,
  &b1, &b2, &b3, &b4, &b5, &b6,
  &c1, &c2, &c3, &c4, &c5, &c6, &c7, &c8, &c9, &c10, &c11, &c12, &c13, &c14,
  &c15, &c16, &c17, &c18, &c19, &c20, &c21, &c22, &c23, &c24, &c25, &c26, &c27, &c28,
  &c29, &c30, &c31, &c32, &c33, &c34, &c35, &c36, &c37, &c38, &c39, &c40, &c41, &c42};

// clang-format on

}  // namespace headroom::disputes

namespace headroom {

// The dispute of that id, or null where there is none. Ids are exact: "C12".
constexpr const dispute* find_dispute(std::string_view id) {
  for (const dispute* each : disputes::all)
    if (each->id == id) return each;
  return nullptr;
}

}  // namespace headroom
