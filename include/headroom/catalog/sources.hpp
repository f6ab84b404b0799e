// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <headroom/hardware/source.hpp>

// The public documents that the figures of the catalogue were read from.
// A document that bears no date has an empty date; one without a lasting public address has an empty url.
namespace headroom::sources {

// clang-format off

inline constexpr source azure_ndv2_2020{
  "azure-ndv2-2020",
  "Azure documentation: Updated NDv2-series (page of February 2020)",
  "2020-02-03",
  "https://github.com/MicrosoftDocs/azure-docs/blob/53bdff6281e1/articles/virtual-machines/ndv2-series.md"};

inline constexpr source note_nd_series{
  "note-nd-series",
  "Azure ND-Series: AI and Deep Learning GPU Virtual Machines (undated secondary note)",
  "",
  ""};

inline constexpr source azure_nd_a100_v4_2021{
  "azure-nd-a100-v4-2021",
  "Azure documentation: ND A100 v4-series (page of May 2021)",
  "2021-05-26",
  ""};

inline constexpr source note_ng_series{
  "note-ng-series",
  "Azure NG-Series: Next-Generation GPU Virtual Machines (undated secondary note)",
  "",
  ""};

inline constexpr source azure_gb300_announcement{
  "azure-gb300-announcement",
  "Microsoft Tech Community 4469475: general availability of Azure ND GB300 v6, in summary",
  "2025-11-19",
  ""};

inline constexpr source azure_nd{
  "azure-nd",
  "Azure compute docs: ND sizes series, with its specs table",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/1827cf353b07/articles/virtual-machines/sizes/gpu-accelerated/nd-series.md"};

inline constexpr source azure_nd_legacy{
  "azure-nd-legacy",
  "Azure documentation: ND-series (legacy page)",
  "",
  "https://github.com/MicrosoftDocs/azure-docs/blob/1118dcde5405/articles/virtual-machines/nd-series.md"};

inline constexpr source azure_nd_summary{
  "azure-nd-summary",
  "Azure documentation: ND sizes series, summary",
  "",
  "https://github.com/MicrosoftDocs/azure-docs/blob/05dcdbde02cc/articles/virtual-machines/sizes/gpu-accelerated/includes/nd-series-summary.md"};

inline constexpr source azure_ndv2{
  "azure-ndv2",
  "Azure compute docs: NDv2 sizes series, with its specs table",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/1dc6d3b8a934/articles/virtual-machines/sizes/gpu-accelerated/ndv2-series.md"};

inline constexpr source azure_ndv2_legacy{
  "azure-ndv2-legacy",
  "Azure documentation: NDv2-series (later legacy page)",
  "",
  "https://github.com/MicrosoftDocs/azure-docs/blob/00e046fdd31b/articles/virtual-machines/ndv2-series.md"};

inline constexpr source azure_ndv2_topology{
  "azure-ndv2-topology",
  "Azure HPC images, pull request 393: topology file of the NDv2 size",
  "",
  "https://github.com/Azure/azhpc-images/pull/393"};

inline constexpr source azure_nd_a100_v4{
  "azure-nd-a100-v4",
  "Azure compute docs: ND A100 v4 sizes series, with its specs table",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/99ed1c2a9eb5/articles/virtual-machines/sizes/gpu-accelerated/ndasra100v4-series.md"};

inline constexpr source azure_nd_a100_v4_summary{
  "azure-nd-a100-v4-summary",
  "Azure documentation: ND A100 v4 sizes series, summary",
  "",
  "https://github.com/MicrosoftDocs/azure-docs/blob/6acc6f602eef/articles/virtual-machines/sizes/gpu-accelerated/includes/ndasra100v4-series-summary.md"};

inline constexpr source azure_nd_a100_v4_2023{
  "azure-nd-a100-v4-2023",
  "Azure documentation: ND A100 v4-series (page of March 2023)",
  "2023-03-13",
  "https://github.com/MicrosoftDocs/azure-docs/blob/0300cb444a63/articles/virtual-machines/nda100-v4-series.md"};

inline constexpr source azure_ndm_a100_v4{
  "azure-ndm-a100-v4",
  "Azure compute docs: NDm A100 v4 sizes series, with its specs table",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/05e75b148472/articles/virtual-machines/sizes/gpu-accelerated/ndma100v4-series.md"};

inline constexpr source azure_ndm_a100_v4_legacy{
  "azure-ndm-a100-v4-legacy",
  "Azure documentation: NDm A100 v4-series (legacy page)",
  "",
  "https://github.com/MicrosoftDocs/azure-docs/blob/012ad308577c/articles/virtual-machines/ndm-a100-v4-series.md"};

inline constexpr source azure_nd_h100_v5{
  "azure-nd-h100-v5",
  "Azure compute docs: ND H100 v5 sizes series, with its specs table",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/02773904e1bc/articles/virtual-machines/sizes/gpu-accelerated/ndh100v5-series.md"};

inline constexpr source azure_nd_h100_v5_summary{
  "azure-nd-h100-v5-summary",
  "Azure compute docs: ND H100 v5 sizes series, summary",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/a18807c4fcf5/articles/virtual-machines/sizes/gpu-accelerated/includes/ndh100v5-series-summary.md"};

inline constexpr source azure_nd_h100_v5_2023{
  "azure-nd-h100-v5-2023",
  "Azure documentation: ND H100 v5-series (launch page of August 2023)",
  "2023-08-04",
  "https://github.com/MicrosoftDocs/azure-docs/blob/142681b3e310/articles/virtual-machines/nd-h100-v5-series.md"};

inline constexpr source azure_nd_h200_v5{
  "azure-nd-h200-v5",
  "Azure compute docs: ND H200 v5 sizes series, with its specs table",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/3b74475c55ec/articles/virtual-machines/sizes/gpu-accelerated/nd-h200-v5-series.md"};

inline constexpr source azure_nd_h200_v5_summary{
  "azure-nd-h200-v5-summary",
  "Azure compute docs: ND H200 v5 sizes series, summary",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/a18807c4fcf5/articles/virtual-machines/sizes/gpu-accelerated/includes/nd-h200-v5-series-summary.md"};

inline constexpr source azure_nd_mi300x_v5{
  "azure-nd-mi300x-v5",
  "Azure compute docs: ND MI300X v5 sizes series, with its specs table",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/28da8f72862f/articles/virtual-machines/sizes/gpu-accelerated/ndmi300xv5-series.md"};

inline constexpr source azure_nd_mi300x_v5_summary{
  "azure-nd-mi300x-v5-summary",
  "Azure compute docs: ND MI300X v5 sizes series, summary",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/2bc777fdc35c/articles/virtual-machines/sizes/gpu-accelerated/includes/ndmi300xv5-series-summary.md"};

inline constexpr source azure_nd_gb200_v6{
  "azure-nd-gb200-v6",
  "Azure compute docs: ND GB200 v6 sizes series, with its specs table",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/2bc777fdc35c/articles/virtual-machines/sizes/gpu-accelerated/nd-gb200-v6-series.md"};

inline constexpr source azure_nd_gb200_v6_summary{
  "azure-nd-gb200-v6-summary",
  "Azure compute docs: ND GB200 v6 sizes series, summary",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/2af9ad07f8db/articles/virtual-machines/sizes/gpu-accelerated/includes/nd-gb200-v6-series-summary.md"};

inline constexpr source azure_nd_gb300_v6{
  "azure-nd-gb300-v6",
  "Azure compute docs: ND GB300 v6 sizes series, with its specs table",
  "2026-08-12",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/0c72655ca462/articles/virtual-machines/sizes/gpu-accelerated/nd-gb300-v6-series.md"};

inline constexpr source azure_nd_gb300_v6_summary{
  "azure-nd-gb300-v6-summary",
  "Azure compute docs: ND GB300 v6 sizes series, summary",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/335cf599e8c9/articles/virtual-machines/sizes/gpu-accelerated/includes/nd-gb300-v6-series-summary.md"};

inline constexpr source azure_ngads_v620{
  "azure-ngads-v620",
  "Azure compute docs: NGads V620 sizes series, with its specs table",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/2bc777fdc35c/articles/virtual-machines/sizes/gpu-accelerated/ngadsv620-series.md"};

inline constexpr source azure_ngads_v620_legacy{
  "azure-ngads-v620-legacy",
  "Azure documentation: NGads V620-series (legacy page)",
  "",
  "https://github.com/MicrosoftDocs/azure-docs/blob/342fcdc8f465/articles/virtual-machines/ngads-v-620-series.md"};

inline constexpr source azure_nc{
  "azure-nc",
  "Azure documentation: NC sizes series, with its specs table",
  "",
  "https://github.com/MicrosoftDocs/azure-docs/blob/dd6af42832c6/articles/virtual-machines/sizes/gpu-accelerated/nc-series.md"};

inline constexpr source azure_ncv2{
  "azure-ncv2",
  "Azure documentation: NCv2 sizes series, with its specs table",
  "",
  "https://github.com/MicrosoftDocs/azure-docs/blob/419ee46bdb5a/articles/virtual-machines/sizes/gpu-accelerated/ncv2-series.md"};

inline constexpr source azure_ncv3{
  "azure-ncv3",
  "Azure compute docs: NCv3 sizes series, with its specs table",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/1827cf353b07/articles/virtual-machines/sizes/gpu-accelerated/ncv3-series.md"};

inline constexpr source azure_ncas_t4_v3{
  "azure-ncas-t4-v3",
  "Azure compute docs: NCasT4_v3 sizes series, with its specs table",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/2bc777fdc35c/articles/virtual-machines/sizes/gpu-accelerated/ncast4v3-series.md"};

inline constexpr source azure_nc_a100_v4{
  "azure-nc-a100-v4",
  "Azure compute docs: NC A100 v4 sizes series, with its specs table",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/1827cf353b07/articles/virtual-machines/sizes/gpu-accelerated/nca100v4-series.md"};

inline constexpr source azure_ncads_h100_v5{
  "azure-ncads-h100-v5",
  "Azure compute docs: NCads H100 v5 sizes series, with its specs table",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/05e75b148472/articles/virtual-machines/sizes/gpu-accelerated/ncadsh100v5-series.md"};

inline constexpr source azure_nccads_h100_v5{
  "azure-nccads-h100-v5",
  "Azure compute docs: NCCads H100 v5 sizes series (confidential), with its specs table",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/05e75b148472/articles/virtual-machines/sizes/gpu-accelerated/nccadsh100v5-series.md"};

inline constexpr source azure_nc_rtx_pro_6000_v6{
  "azure-nc-rtx-pro-6000-v6",
  "Azure compute docs: NC RTX PRO 6000 BSE v6 sizes series, with its specs table",
  "2025-12-05",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/02773904e1bc/articles/virtual-machines/sizes/gpu-accelerated/nc-rtxpro6000-bse-v6-series.md"};

inline constexpr source azure_nc_rtx_pro_6000_v6_early{
  "azure-nc-rtx-pro-6000-v6-early",
  "Azure compute docs: NC RTX PRO 6000 BSE v6 sizes series (first revision)",
  "2025-11-20",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/bfa7975b2334/articles/virtual-machines/sizes/gpu-accelerated/nc-rtxpro6000-bse-v6-series.md"};

inline constexpr source azure_nv{
  "azure-nv",
  "Azure compute docs: NV sizes series, with its specs table",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/05e75b148472/articles/virtual-machines/sizes/gpu-accelerated/nv-series.md"};

inline constexpr source azure_nvv3{
  "azure-nvv3",
  "Azure compute docs: NVv3 sizes series, with its specs table",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/53b9767cc237/articles/virtual-machines/sizes/gpu-accelerated/nvv3-series.md"};

inline constexpr source azure_nvv4{
  "azure-nvv4",
  "Azure compute docs: NVv4 sizes series, with its specs table",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/53b9767cc237/articles/virtual-machines/sizes/gpu-accelerated/nvv4-series.md"};

inline constexpr source azure_nvads_a10_v5{
  "azure-nvads-a10-v5",
  "Azure compute docs: NVadsA10 v5 sizes series, with its specs table",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/2bc777fdc35c/articles/virtual-machines/sizes/gpu-accelerated/nvadsa10v5-series.md"};

inline constexpr source azure_nvads_v710_v5{
  "azure-nvads-v710-v5",
  "Azure compute docs: NVads V710 v5 sizes series, with its specs table",
  "",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/0f864c9fb268/articles/virtual-machines/sizes/gpu-accelerated/nvadsv710-v5-series.md"};

inline constexpr source azure_retirements{
  "azure-retirements",
  "Azure compute docs: retirements and capacity restrictions of VM sizes",
  "2026-09-24",
  "https://github.com/MicrosoftDocs/azure-compute-docs/blob/680de9713fdd/articles/virtual-machines/sizes/lifecycle/retirements-and-capacity-restrictions.md"};

inline constexpr source azure_container_storage_nvme{
  "azure-container-storage-nvme",
  "Azure Container Storage documentation: example table of local NVMe disks",
  "",
  ""};

inline constexpr source azure_million_tokens{
  "azure-million-tokens",
  "Microsoft Tech Community 4466080: one million tokens a second on one ND GB300 v6 rack",
  "2025-11-03",
  "https://techcommunity.microsoft.com/blog/azurehighperformancecomputingblog/breaking-the-million-token-barrier-the-technical-achievement-of-azure-nd-gb300-v/4466080"};

inline constexpr source azure_gb200_record{
  "azure-gb200-record",
  "Microsoft Tech Community 4399253: inference record of ND GB200 v6",
  "",
  "https://techcommunity.microsoft.com/t5/azure-high-performance-computing/azure-s-nd-gb200-v6-delivers-record-performance-for-inference/ba-p/4399253"};

inline constexpr source azure_blog_gb300_cluster{
  "azure-blog-gb300-cluster",
  "The Azure Blog: first large cluster of NVIDIA GB300 NVL72, built for OpenAI",
  "2025-10-09",
  ""};

inline constexpr source press_gb300_cluster{
  "press-gb300-cluster",
  "Tom's Hardware and other press: 4,608 GPUs in the first Azure GB300 cluster",
  "",
  "https://www.tomshardware.com/tech-industry/artificial-intelligence/microsoft-deploys-worlds-first-supercomputer-scale-gb300-nvl72-azure-cluster-4-608-gb300-gpus-linked-together-to-form-a-single-unified-accelerator-capable-of-1-44-pflops-of-inference"};

inline constexpr source nvidia_datasheets{
  "nvidia-datasheets",
  "NVIDIA datasheets from V100 to Blackwell Ultra, as tabled in a public copy",
  "2026-01-14",
  ""};

inline constexpr source accelerator_comparison{
  "accelerator-comparison",
  "Annotated comparison of NVIDIA and AMD product pages and datasheets, in a public copy",
  "2026-09-18",
  ""};

inline constexpr source nvidia_nvl72_pages{
  "nvidia-nvl72-pages",
  "NVIDIA product pages: GB200 NVL72 and GB300 NVL72 specifications, as tabled in a public copy",
  "",
  ""};

inline constexpr source nvidia_blackwell_brief_2024{
  "nvidia-blackwell-brief-2024",
  "NVIDIA Blackwell architecture brief (preliminary tables)",
  "2024",
  ""};

inline constexpr source stas_accelerators{
  "stas-accelerators",
  "Stas Bekman, Machine Learning Engineering: accelerators",
  "2026-08-22",
  "https://github.com/stas00/ml-engineering/blob/744d01e18b79/compute/accelerator/README.md"};

inline constexpr source stas_network{
  "stas-network",
  "Stas Bekman, Machine Learning Engineering: network",
  "2026-08-22",
  "https://github.com/stas00/ml-engineering/blob/744d01e18b79/network/README.md"};

inline constexpr source glk_processors{
  "glk-processors",
  "Glenn K. Lockwood: notes on the A100 and H100 processors",
  "",
  "https://glennklockwood.com/garden/processors/A100"};

inline constexpr source nvidia_mig_guide{
  "nvidia-mig-guide",
  "NVIDIA Multi-Instance GPU user guide: supported GPUs",
  "",
  "https://docs.nvidia.com/datacenter/tesla/mig-user-guide/supported-gpus.html"};

inline constexpr source nvidia_nvl72_reference{
  "nvidia-nvl72-reference",
  "NVIDIA Enterprise Reference Architecture: components of an NVL72 AI factory",
  "",
  "https://docs.nvidia.com/enterprise-reference-architectures/nvl72-ai-factory/latest/components.html"};

inline constexpr source nvidia_mission_control_power{
  "nvidia-mission-control-power",
  "NVIDIA Mission Control manual: power shelves",
  "",
  "https://docs.nvidia.com/base-command-manager/product-manuals/nvidia-mission-control/powershelf.md"};

inline constexpr source nvidia_blackwell_ultra_blog{
  "nvidia-blackwell-ultra-blog",
  "NVIDIA developer blog: inside Blackwell Ultra",
  "",
  "https://developer.nvidia.com/blog/inside-nvidia-blackwell-ultra-the-chip-powering-the-ai-factory-era"};

inline constexpr source nvidia_smi_gb300{
  "nvidia-smi-gb300",
  "nvidia-smi output and DGX GB300 release notes: total memory of a GB300",
  "",
  ""};

inline constexpr source nvidia_smi_gb200{
  "nvidia-smi-gb200",
  "nvidia-smi output: total memory of a GB200",
  "",
  ""};

inline constexpr source upb_device_query{
  "upb-device-query",
  "Paderborn Center for Parallel Computing wiki: deviceQuery on an A100 40 GB",
  "",
  "https://upb-pc2.atlassian.net/wiki/spaces/PC2DOK/pages/1900609"};

inline constexpr source gcp_gpus{
  "gcp-gpus",
  "Google Cloud: GPU table, in a public copy",
  "",
  ""};

inline constexpr source io_tech_v100_pcie{
  "io-tech-v100-pcie",
  "io-tech: launch of the Tesla V100 PCI Express card",
  "",
  "https://www.io-tech.fi/uutinen/nvidia-esitteli-tesla-v100-pci-express-kiihdyttimen-tieteelliseen-laskentaan/"};

inline constexpr source omegaco_p40{
  "omegaco-p40",
  "Omega: product page of the NVIDIA P40",
  "",
  "https://omegaco.ae/shop/gpu-cards-edge-ai/nvidia-p40"};

inline constexpr source card_database_p40{
  "card-database-p40",
  "Card databases alldbin and GPU Ark: Tesla P40",
  "",
  "https://cpu-gpu.alldbin.com/videocard/Tesla-P40.html"};

inline constexpr source networkoutlet_t4{
  "networkoutlet-t4",
  "Network Outlet: specifications of the NVIDIA Tesla T4",
  "",
  "https://networkoutlet.com/blogs/articles/nvidia-tesla-t4-16gb-gpu-specs-performance-use-cases"};

inline constexpr source geektopia_t4{
  "geektopia-t4",
  "Geektopia: NVIDIA presents the Tesla T4",
  "2018-09-13",
  "https://geektopia.es/es/technology/2018/09/13/noticias/nvidia-presenta-la-nueva-tesla-t4-basada-en-turing-orientada-a-inteligencia-artificial.html"};

inline constexpr source govindhtech_t4{
  "govindhtech-t4",
  "Govindhtech: memory and performance of the NVIDIA T4",
  "",
  "https://govindhtech.com/nvidia-t4-gpu-price-memory-and-gaming-performance/"};

inline constexpr source sysrqmts_a10{
  "sysrqmts-a10",
  "sysrqmts: the NVIDIA A10 PCIe compared",
  "",
  "https://sysrqmts.com/ru/gpus/compare/nvidia-a10-pcie-vs-nvidia-quadro-rtx-4000"};

inline constexpr source nvidia_a10_datasheet{
  "nvidia-a10-datasheet",
  "NVIDIA A10 datasheet, as quoted in a public file",
  "",
  ""};

inline constexpr source nvidia_h100_pcie_brief{
  "nvidia-h100-pcie-brief",
  "NVIDIA H100 PCIe product brief PB-11133-001_v02",
  "",
  "https://manuals.plus/m/56b0c3ef7d0a1c470c0af8f05a0bd1f29a778007472ba941201fbbb185c9bccd"};

inline constexpr source nvidia_rtx_pro_6000{
  "nvidia-rtx-pro-6000",
  "NVIDIA product page: RTX PRO 6000 Blackwell Server Edition, as quoted in a public file",
  "2026-09-19",
  "https://www.nvidia.com/en-us/data-center/rtx-pro-6000-blackwell-server-edition"};

inline constexpr source rtx_pro_6000_derivation{
  "rtx-pro-6000-derivation",
  "Dense rates of the RTX PRO 6000 Blackwell Server Edition derived from its boost clock, in a public file",
  "",
  ""};

inline constexpr source radeon_pro_v620{
  "radeon-pro-v620",
  "INpact Hardware: AMD presents the Radeon PRO V620",
  "",
  "https://www.inpact-hardware.com/article/2766/amd-devoile-sa-radeon-pro-v620-32-go-gddr6-ecc-et-sr-iov"};

inline constexpr source amd_rocm_gpus{
  "amd-rocm-gpus",
  "AMD ROCm documentation: GPU hardware specifications",
  "",
  "https://rocm.docs.amd.com/en/latest/_sources/reference/gpu-specs.rst"};

inline constexpr source gpu_table{
  "gpu-table",
  "Third-party table of GPUs, publisher not recorded",
  "",
  ""};

inline constexpr source card_database_m60{
  "card-database-m60",
  "Card database alldbin: Tesla M60 and Radeon PRO V620 compared",
  "",
  "https://cpu-gpu.alldbin.com/graphics-card-comparison/Tesla-M60-and-Radeon-Pro-V620-comparison.html"};

inline constexpr source aws_instances{
  "aws-instances",
  "AWS documentation: accelerated instance types, EFA and price list, as read in August 2026",
  "2026-08-01",
  "https://docs.aws.amazon.com/ec2/latest/instancetypes/ac.html"};

inline constexpr source aws_p3dn{
  "aws-p3dn",
  "AWS instance table: p3dn.24xlarge (undated)",
  "",
  ""};

inline constexpr source aws_p6e_gb200{
  "aws-p6e-gb200",
  "AWS documentation: accelerated computing instances, row of p6e-gb200.36xlarge",
  "",
  "https://docs.aws.amazon.com/ec2/latest/instancetypes/ac.html"};

inline constexpr source gcp_accelerator_machines{
  "gcp-accelerator-machines",
  "Google Cloud documentation: accelerator-optimized machine family, in a public copy",
  "",
  ""};

inline constexpr source skypilot_prices{
  "skypilot-prices",
  "SkyPilot catalogue v6: Azure virtual machines and prices",
  "",
  "https://github.com/skypilot-org/skypilot-catalog/blob/098741e70562/catalogs/v6/azure/vms.csv"};

inline constexpr source azure_retail_prices{
  "azure-retail-prices",
  "Azure Retail Prices API: Blackwell sizes, as observed in a public document on prices",
  "2026-09-06",
  ""};

inline constexpr source price_list_h200{
  "price-list-h200",
  "Price list of ND96isr_H200_v5 in West US 3",
  "2026-04",
  ""};

inline constexpr source vantage_h200{
  "vantage-h200",
  "Price comparison citing Vantage: ND96isr_H200_v5 (undated)",
  "",
  ""};

inline constexpr source azure_retail_prices_h100{
  "azure-retail-prices-h100",
  "Azure Retail Prices API: ND96isr_H100_v5 in East US, as an answer kept in a public test",
  "2026-09-30",
  ""};

inline constexpr source nvidia_gb300_nvl72{
  "nvidia-gb300-nvl72",
  "NVIDIA product page: GB300 NVL72 specifications, in public copies",
  "",
  ""};

inline constexpr source nvidia_gb200_superchip{
  "nvidia-gb200-superchip",
  "NVIDIA product page: GB200 superchip column, as tabled in a public copy",
  "",
  ""};

inline constexpr source grace_guest_memory{
  "grace-guest-memory",
  "Guest-visible memory of a host with two Grace CPUs (undated observation)",
  "",
  ""};

inline constexpr source dgx_power{
  "dgx-power",
  "Power of DGX A100 and DGX H100 systems (undated note)",
  "",
  ""};

inline constexpr source general_knowledge{
  "general-knowledge",
  "General knowledge of the published data sheet, not confirmed in a document",
  "",
  ""};

inline constexpr source architecture{
  "architecture",
  "The architecture has no such unit",
  "",
  ""};

inline constexpr source mlperf_systems{
  "mlperf-systems",
  "MLCommons MLPerf results: system files of training v3.1 to v5.1 and inference v4.1 and v5.1",
  "",
  ""};

inline constexpr source nvidia_smi{
  "nvidia-smi",
  "nvidia-smi output: total memory as commonly shown (newer drivers show a little more)",
  "",
  ""};

inline constexpr source nvidia_gh200{
  "nvidia-gh200",
  "NVIDIA GH200 Grace Hopper page, in a public copy",
  "",
  ""};

// Every source above, in the same order.
inline constexpr std::array all{
  &azure_ndv2_2020,
  &note_nd_series,
  &azure_nd_a100_v4_2021,
  &note_ng_series,
  &azure_gb300_announcement,
  &azure_nd,
  &azure_nd_legacy,
  &azure_nd_summary,
  &azure_ndv2,
  &azure_ndv2_legacy,
  &azure_ndv2_topology,
  &azure_nd_a100_v4,
  &azure_nd_a100_v4_summary,
  &azure_nd_a100_v4_2023,
  &azure_ndm_a100_v4,
  &azure_ndm_a100_v4_legacy,
  &azure_nd_h100_v5,
  &azure_nd_h100_v5_summary,
  &azure_nd_h100_v5_2023,
  &azure_nd_h200_v5,
  &azure_nd_h200_v5_summary,
  &azure_nd_mi300x_v5,
  &azure_nd_mi300x_v5_summary,
  &azure_nd_gb200_v6,
  &azure_nd_gb200_v6_summary,
  &azure_nd_gb300_v6,
  &azure_nd_gb300_v6_summary,
  &azure_ngads_v620,
  &azure_ngads_v620_legacy,
  &azure_nc,
  &azure_ncv2,
  &azure_ncv3,
  &azure_ncas_t4_v3,
  &azure_nc_a100_v4,
  &azure_ncads_h100_v5,
  &azure_nccads_h100_v5,
  &azure_nc_rtx_pro_6000_v6,
  &azure_nc_rtx_pro_6000_v6_early,
  &azure_nv,
  &azure_nvv3,
  &azure_nvv4,
  &azure_nvads_a10_v5,
  &azure_nvads_v710_v5,
  &azure_retirements,
  &azure_container_storage_nvme,
  &azure_million_tokens,
  &azure_gb200_record,
  &azure_blog_gb300_cluster,
  &press_gb300_cluster,
  &nvidia_datasheets,
  &accelerator_comparison,
  &nvidia_nvl72_pages,
  &nvidia_blackwell_brief_2024,
  &stas_accelerators,
  &stas_network,
  &glk_processors,
  &nvidia_mig_guide,
  &nvidia_nvl72_reference,
  &nvidia_mission_control_power,
  &nvidia_blackwell_ultra_blog,
  &nvidia_smi_gb300,
  &nvidia_smi_gb200,
  &upb_device_query,
  &gcp_gpus,
  &io_tech_v100_pcie,
  &omegaco_p40,
  &card_database_p40,
  &networkoutlet_t4,
  &geektopia_t4,
  &govindhtech_t4,
  &sysrqmts_a10,
  &nvidia_a10_datasheet,
  &nvidia_h100_pcie_brief,
  &nvidia_rtx_pro_6000,
  &rtx_pro_6000_derivation,
  &radeon_pro_v620,
  &amd_rocm_gpus,
  &gpu_table,
  &card_database_m60,
  &aws_instances,
  &aws_p3dn,
  &aws_p6e_gb200,
  &gcp_accelerator_machines,
  &skypilot_prices,
  &azure_retail_prices,
  &price_list_h200,
  &vantage_h200,
  &azure_retail_prices_h100,
  &nvidia_gb300_nvl72,
  &nvidia_gb200_superchip,
  &grace_guest_memory,
  &dgx_power,
  &general_knowledge,
  &architecture,
  &mlperf_systems,
  &nvidia_smi,
  &nvidia_gh200};

// clang-format on

}  // namespace headroom::sources
