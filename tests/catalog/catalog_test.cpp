// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/catalog.hpp>

#include <algorithm>
#include <catalog/comparison.hpp>
#include <catalog/prose.hpp>
#include <check.hpp>
#include <cmath>
#include <fstream>
#include <headroom/hardware/machine.hpp>
#include <headroom/report/headlines.hpp>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

// The whole catalogue against tests/data/catalog.json, both ways: every figure there is here with its value, unit,
// source and basis, and every figure here is there.
namespace {

namespace prose = catalog_prose;
using catalog_comparison::account;
using catalog_comparison::entry;
using catalog_comparison::text_of;
using catalog_json = nlohmann::json;

const catalog_json& facts() {
  static const catalog_json all = catalog_json::parse(std::ifstream{HEADROOM_SOURCE_DIR "/tests/data/catalog.json"});
  return all;
}

std::string our_name(const std::string& theirs) {
  const auto* renamed = entry(prose::names, theirs);
  return renamed == nullptr ? theirs : std::string(renamed->ours);
}

// ---- units of catalog.json

hr::memory nameplate(const catalog_json& n) { return hr::nameplate_gigabytes(n.get<double>()); }
hr::bandwidth gigabytes_a_second(const catalog_json& n) { return hr::gigabytes_per_second(n.get<double>()); }
hr::power in_w(const catalog_json& n) { return hr::watts(n.get<double>()); }
hr::power in_kw(const catalog_json& n) { return hr::kilowatts(n.get<double>()); }
hr::operation_rate tera(const catalog_json& n) { return hr::teraflops(n.get<double>()); }
hr::scale_out_bandwidth scale_out_gigabits(const catalog_json& n) {
  return hr::scale_out_per_direction(hr::gigabits_per_second(n.get<double>()));
}

// Memory of a host or a disk, where GB is decimal as the letters say.
struct by_unit {
  std::string unit;
  hr::memory operator()(const catalog_json& n) const {
    if (unit == "GiB") return hr::gibibytes(n.get<double>());
    if (unit == "TB (table) / TiB (specs)") return hr::tebibytes(n.get<double>());  // C12
    if (unit == "GB" || unit == "GB as printed") return hr::gigabytes(n.get<double>());
    FAIL("a unit of memory that the comparison does not know: ", unit);
    return {};
  }
};

by_unit unit_of(const catalog_json* figure) { return {figure == nullptr ? std::string() : figure->value("unit", "")}; }

void expect_unit(account& all, std::string_view name, const catalog_json* figure,
                 std::initializer_list<std::string_view> allowed) {
  if (figure == nullptr || figure->at("value").is_null()) return;
  const std::string unit = figure->value("unit", "");
  all.expect(std::find(allowed.begin(), allowed.end(), unit) != allowed.end(), name, "has the unit \"" + unit + '"');
}

// ---- GPUs

void compare_rates(account& all, const hr::gpu& mine, const catalog_json& theirs) {
  struct format {
    std::string_view key;
    const hr::format_rates* rates;
    bool vector;
  };
  const format formats[] = {
      {"FP64 vector", &mine.fp64, true}, {"FP64 tensor", &mine.fp64, false}, {"FP32", &mine.fp32, true},
      {"TF32", &mine.tf32, false},       {"FP16 vector", &mine.fp16, true},  {"FP16 tensor", &mine.fp16, false},
      {"BF16", &mine.bf16, false},       {"FP8", &mine.fp8, false},          {"FP6", &mine.fp6, false},
      {"FP4", &mine.fp4, false},         {"INT8", &mine.int8, false},        {"INT4", &mine.int4, false}};
  std::map<const hr::format_rates*, int> vector_entries, tensor_entries;
  for (const format& each : formats) {
    const auto found = theirs.find(each.key);
    if (found == theirs.end()) continue;
    ++(each.vector ? vector_entries : tensor_entries)[each.rates];
    const catalog_json* dense = account::at(*found, "dense");
    const catalog_json* sparse = account::at(*found, "sparse");
    const std::string name(each.key);
    expect_unit(all, name, dense, {"TFLOPS", "TOPS"});
    if (each.vector) {
      all.same(name, dense, each.rates->vector, tera);
      all.expect(!all.known(sparse) && sparse->at("basis") == "absent", name,
                 "a vector rate with sparsity has no field");
    } else {
      all.same(name + " dense", dense, each.rates->tensor_dense, tera);
      all.same(name + " sparse", sparse, each.rates->tensor_sparse, tera);
    }
  }
  // A format with tensor rates only has no vector rate, and the other way round; one that is not there is unknown.
  for (const format& each : formats) {
    const bool vector = vector_entries.contains(each.rates);
    const bool tensor = tensor_entries.contains(each.rates);
    const std::string name(each.key);
    if (!vector)
      all.expect(tensor ? each.rates->vector.is_absent() : each.rates->vector.is_unknown(), name, "vector rate");
    if (tensor) continue;
    for (const auto* rate : {&each.rates->tensor_dense, &each.rates->tensor_sparse})
      all.expect(vector ? rate->is_absent() : rate->is_unknown(), name, "tensor rate");
  }
}

void compare_gpu(account& all, const hr::gpu& mine, const catalog_json& theirs) {
  all.record = mine.name;
  all.owner = mine.from;
  all.same_text("maker", theirs, "vendor", hr::name(mine.maker));
  all.same_text("architecture", theirs, "architecture", mine.architecture);
  all.same_text("form_factor", theirs, "form_factor", mine.form_factor);
  all.same_text("memory_type", theirs, "memory_type", mine.memory_type);

  const catalog_json* capacity = account::at(theirs, "memory_capacity");
  expect_unit(all, "memory_as_sold", capacity, {"GB", "GiB", "GB (marketing; binary GiB in practice)"});
  all.same("memory_as_sold", capacity, mine.memory_as_sold, nameplate);

  // "288 physical (288*31/32 = 279)"
  const std::string note = capacity->value("note", "");
  const bool stacks = note.find(" physical") != std::string::npos;
  all.claim(mine.physical_memory);
  all.expect(mine.physical_memory.is_known() == stacks, "physical_memory", note);
  if (stacks)
    all.expect(value_of(mine.physical_memory) == hr::nameplate_gigabytes(std::stod(note)), "physical_memory", note);

  const catalog_json* driver = account::at(theirs, "memory_reported");
  expect_unit(all, "driver_memory", driver, {"MiB"});
  all.same("driver_memory", driver, mine.driver_memory,
           [](const catalog_json& n) { return hr::mebibytes(n.get<double>()); });
  expect_unit(all, "memory_bandwidth", account::at(theirs, "memory_bandwidth"), {"GB/s"});
  all.same("memory_bandwidth", account::at(theirs, "memory_bandwidth"), mine.memory_bandwidth, gigabytes_a_second);

  const catalog_json& link = theirs.at("scale_up");
  all.same_text("scale_up.kind", link, "kind", mine.scale_up.kind);
  all.same("scale_up.links", account::at(link, "links"), mine.scale_up.links);
  const catalog_json* one_way = account::at(link, "per_direction");
  const catalog_json* both_ways = account::at(link, "bidirectional");
  if (mine.scale_up.kind.starts_with("none")) {
    all.claim(mine.scale_up.per_gpu);
    all.expect(mine.scale_up.per_gpu.is_absent(), "scale_up.per_gpu", "is not absent");
    for (const catalog_json* zero : {one_way, both_ways})
      if (all.known(zero)) {
        all.expect(zero->at("value") == 0, "scale_up.per_gpu", "is not 0");
        all.same_standing("scale_up.per_gpu", *zero, mine.scale_up.per_gpu);
      }
  } else {
    const auto each_way = [](const catalog_json& n) { return hr::scale_up_per_direction(gigabytes_a_second(n)); };
    all.same("scale_up.per_gpu", one_way, mine.scale_up.per_gpu, each_way);
    if (all.known(both_ways))
      all.expect(
          hr::bidirectional(value_of(mine.scale_up.per_gpu)).both_directions == gigabytes_a_second(both_ways->at("value")),
          "scale_up.per_gpu", "is not half of " + both_ways->dump());
    all.same("scale_up.per_peer", account::at(link, "per_peer_per_direction"), mine.scale_up.per_peer, each_way);
    if (const catalog_json* peers = account::at(link, "per_peer_bidirectional"); all.known(peers))
      all.expect(
          hr::bidirectional(value_of(mine.scale_up.per_peer)).both_directions == gigabytes_a_second(peers->at("value")),
          "scale_up.per_peer", "is not half of " + peers->dump());
  }

  if (const catalog_json* words = account::at(theirs, "pcie"); all.known(words)) {
    const auto* read = entry(prose::pcie, text_of(*words));
    if (read == nullptr) return all.differ("pcie", "words that no table reads: " + text_of(*words));
    all.same_words("pcie.generation", *words, mine.pcie.generation, read->generation);
    all.same_words("pcie.lanes", *words, mine.pcie.lanes, read->lanes);
    if (read->both_directions_gigabytes > 0 &&
        read->lanes.is_known())  // 0.5 GB/s a lane and direction in generation 2, doubling
      all.expect(
          read->both_directions_gigabytes == 2.0 * static_cast<double>(value_of(read->lanes)) *
                                                 std::pow(2.0, static_cast<double>(value_of(read->generation)) - 3.0),
          "pcie", "generation and lanes do not make " + text_of(*words));
  }

  const catalog_json* tdp = account::at(theirs, "tdp");
  expect_unit(all, "tdp", tdp, {"W", "W (peak TBP)"});
  if (mine.name == prose::tdp_of_card) {
    all.claim(mine.tdp);
    all.expect(all.known(tdp) && value_of(mine.tdp) == hr::watts(tdp->at("value").get<double>() / 2), "tdp",
               "is not half of the card's");
  } else {
    all.same("tdp", tdp, mine.tdp, in_w);
  }
  all.same("multiprocessors", account::at(theirs, "multiprocessors"), mine.multiprocessors);
  if (const catalog_json* mig = account::at(theirs, "mig"); mig != nullptr && mig->at("value") == 0) {
    all.claim(mine.mig_instances);
    all.known(mig);
    all.expect(mine.mig_instances.is_absent(), "mig_instances", "is not absent");
    all.same_standing("mig_instances", *mig, mine.mig_instances);
  } else {
    all.same("mig_instances", mig, mine.mig_instances);
  }
  compare_rates(all, mine, theirs.at("throughput"));
  all.leftovers_of(mine);
}

// A total that a headline prints: its value there, and who prints it.
void same_print(account& all, std::string_view name, const catalog_json& theirs, std::string_view id) {
  const auto print =
      std::find_if(hr::headlines.begin(), hr::headlines.end(), [&](const hr::headline& each) { return each.id == id; });
  if (print == hr::headlines.end()) return all.differ(name, "no headline " + std::string(id));
  all.expect(print->printed.is_known() && value_of(print->printed) == theirs.at("value"), name,
             "is not what " + std::string(id) + " prints: " + theirs.dump());
  all.expect(theirs.at("source") == print->from->id, name,
             "source is " + std::string(print->from->id) + ", not " + theirs.at("source").get<std::string>());
  all.expect(theirs.at("basis") == "stated", name, "is printed, and not \"stated\"");
}

// ---- sizes

// What a size's page prints as GPU memory: of one GPU or of all, and of the stacks or of what is sold.
void compare_gpu_memory(account& all, const hr::vm& mine, const catalog_json& theirs) {
  const catalog_json* cell = account::at(theirs, "gpu_memory_stated");
  const catalog_json* total = account::at(theirs, "gpu_memory_total");
  for (const catalog_json* figure : {cell, total})
    expect_unit(all, "GPU memory", figure, {"GB as printed", "GiB", "GB"});
  all.claim(mine.gpu_memory_printed);
  const bool cell_known = all.known(cell);
  if (!all.known(total))
    return all.expect(mine.gpu_memory_printed.is_unknown(), "gpu_memory_printed", "is in no source");

  // The page of the size prints both, or one GPU's and so the total.
  const auto is_from_page = [&](const catalog_json& figure, std::string_view basis) {
    all.expect(figure.at("source") == all.owner->id && figure.at("basis") == basis, "GPU memory",
               std::string(all.owner->id) + " does not print " + figure.dump());
  };
  const bool is_of_one = cell_known && cell->value("note", "") == "column is per GPU";
  if (cell_known) is_from_page(*cell, "stated");
  const auto* elsewhere = std::find_if(prose::gpu_memory_in_headlines.begin(), prose::gpu_memory_in_headlines.end(),
                                       [&](const auto& each) { return each.machine == mine.name; });
  if (elsewhere != prose::gpu_memory_in_headlines.end())
    same_print(all, elsewhere->figure, *total, elsewhere->headline);
  else
    is_from_page(*total, is_of_one ? "derived" : "stated");

  const double gpus = static_cast<double>(mine.gpus.value_or(0)) * mine.gpu_share.value();
  const hr::memory printed = nameplate(total->at("value"));
  hr::memory each = value_of(mine.gpu->memory_as_sold);
  if (is_of_one) {
    if (mine.gpu->physical_memory.is_known()) {
      each = value_of(mine.gpu->physical_memory);  // 192 and 288: Azure prints the stacks (C31)
      all.expect(
          cell->at("source") == mine.gpu->physical_memory.from->id || mine.name.find("isrG5") != std::string_view::npos,
          "physical_memory", "source");
    }
    all.expect(nameplate(cell->at("value")) == each, "GPU memory", "the page's figure of one GPU is not the GPU's");
  } else if (cell_known) {
    all.expect(nameplate(cell->at("value")) == printed, "GPU memory", "the page's figure is not the total");
  }
  if (mine.gpu_memory_printed.is_known()) {
    all.expect(value_of(mine.gpu_memory_printed) == printed, "gpu_memory_printed", "is not " + total->dump());
    all.same_standing("gpu_memory_printed", *total, mine.gpu_memory_printed);
    all.expect(mine.status.status == hr::lifecycle_status::as_stated || gpus * each != printed, "gpu_memory_printed",
               "follows from the GPUs and need not be stored");
  } else {
    all.expect(gpus * each == printed, "GPU memory", "the GPUs do not make " + total->dump());
  }
}

// "8", "1/6", 4
void compare_gpu_count(account& all, const hr::vm& mine, const catalog_json* theirs, int gpus_in_one) {
  all.claim(mine.gpus);
  if (!all.known(theirs)) return all.same("gpus", theirs, mine.gpus);
  const std::string text = text_of(*theirs);
  const auto slash = text.find('/');
  const int of = slash == std::string::npos ? 1 : std::stoi(text.substr(slash + 1));
  const double counted = std::stod(text) * gpus_in_one / of;
  all.expect(static_cast<double>(mine.gpus.value_or(0)) * mine.gpu_share.value() == counted, "gpus", "is not " + text);
  all.expect(counted < 1 ? mine.gpus.value_or(0) == 1 : mine.gpu_share == hr::share{}, "gpus",
             "a share of one GPU, or whole ones");
  all.same_standing("gpus", *theirs, mine.gpus);
}

// No page has this figure for a size: it follows from the GPU's link, and for racks from the announcement.
hr::figure<hr::count> expected_domain(const hr::vm& mine) {
  if (mine.status.status == hr::lifecycle_status::as_stated || !mine.gpus.is_known()) return hr::unknown;
  for (const std::string_view name : prose::unknown_domains)
    if (mine.name == name) return hr::unknown;
  if (mine.gpu->scale_up.per_gpu.is_absent()) return hr::count{1};
  if (mine.gpu->scale_up.kind.find("bridge") != std::string_view::npos) return hr::unknown;
  if (mine.gpu->form_factor.starts_with("Grace Blackwell")) return hr::count{72};
  return value_of(mine.gpus);
}

void compare_disputes(account& all, const hr::vm& mine, const catalog_json& theirs) {
  std::set<std::string> expected;
  if (const auto listed = theirs.find("disputed"); listed != theirs.end())
    for (const catalog_json& id : *listed) expected.insert(id.get<std::string>());
  if (const auto status = theirs.find("status"); status != theirs.end())
    if (const std::string words = *status; words.starts_with("disputed"))
      expected.insert(words.substr(words.rfind(' ') + 1));
  const auto of_figure = [&](const std::string&, const auto& figure) {
    if (figure.disputed != nullptr) expected.insert(std::string(figure.disputed->id));
  };
  catalog_comparison::each_figure(mine, of_figure);
  if (mine.series != nullptr) catalog_comparison::each_figure(mine.series->features, of_figure);
  for (const auto& also : prose::also_disputed_in)
    if (also.machine == mine.name) expected.insert(std::string(also.id));

  std::set<std::string> ours;
  for (const hr::dispute* each : mine.disputes) ours.insert(std::string(each->id));
  for (const std::string& id : expected) all.expect(ours.contains(id), "disputes", id + " is missing");
  for (const std::string& id : ours) all.expect(expected.contains(id), "disputes", id + " is of no figure");
}

void compare_features(account& all, const hr::vm& mine, const catalog_json& theirs) {
  static const std::map<std::string, hr::feature> keys{
      {"Premium Storage", hr::feature::premium_storage},
      {"Premium Storage caching", hr::feature::premium_storage_caching},
      {"Ultra Disk", hr::feature::ultra_disk},
      {"Live Migration", hr::feature::live_migration},
      {"Memory Preserving Updates", hr::feature::memory_preserving_updates},
      {"Generation 1 VMs", hr::feature::generation_1},
      {"Generation 2 VMs", hr::feature::generation_2},
      {"Accelerated Networking", hr::feature::accelerated_networking},
      {"Ephemeral OS Disk", hr::feature::ephemeral_os_disk},
      {"Nested Virtualization", hr::feature::nested_virtualization},
      {"Local temporary storage", hr::feature::local_temporary_storage},
      {"Temporary local NVMe disks", hr::feature::temporary_local_nvme},
      {"InfiniBand", hr::feature::infiniband},
      {"NVLink", hr::feature::nvlink},
      {"Service Healing", hr::feature::service_healing},
      {"Hibernation", hr::feature::hibernation}};
  const hr::source* size = all.owner;
  all.owner = mine.series->from;
  for (const auto& each : keys) {
    const std::string& key = each.first;
    const hr::feature which = each.second;
    const hr::figure<hr::support>& flag = mine.series->features[which];
    const catalog_json* words = account::at(theirs, key);
    all.claim(flag);
    if (words == nullptr) {
      all.expect(flag.is_unknown(), key, "is in no source");
      continue;
    }
    all.known(words);
    const auto newer = std::find_if(prose::newer_features.begin(), prose::newer_features.end(), [&](const auto& e) {
      return e.json == key && mine.name == prose::newer_features_of;
    });
    const std::string text = text_of(*words);
    const auto* read = entry(prose::features, text);
    if (read == nullptr) {
      all.differ(key, "words that no table reads: " + text);
      continue;
    }
    if (newer != prose::newer_features.end()) {
      all.expect(flag.is_known() && value_of(flag) == hr::support::yes && read->is != hr::support::yes &&
                     flag.disputed != nullptr && flag.disputed->id == newer->ours,
                 key, "is not the newer statement");
    } else {
      all.expect(flag.is_known() && value_of(flag) == read->is, key, "is not \"" + text + '"');
      all.same_standing(key, *words, flag);
    }
  }
  for (const auto& [key, figure] : theirs.items()) all.expect(keys.contains(key), key, "is no feature of ours");
  all.owner = size;
}

void compare_azure(account& all, const hr::vm& mine, const catalog_json& theirs) {
  all.record = mine.name;
  all.owner = hr::source_of(mine);
  all.expect(mine.provider == hr::provider::azure, "provider", "is not Azure");
  all.expect(our_name(theirs.at("series")) == mine.series->name, "series", std::string(mine.series->name));

  const auto* status = entry(prose::statuses, theirs.at("status").get<std::string>());
  all.expect(status != nullptr && status->is.status == mine.status.status && status->is.date == mine.status.date &&
                 status->is.basis == mine.status.basis,
             "status", theirs.at("status").dump());

  const catalog_json* model = account::at(theirs, "gpu_model");
  all.known(model);
  const auto* gpu = entry(prose::gpu_models, text_of(*model));
  if (gpu == nullptr) return all.differ("gpu", "words that no table reads: " + text_of(*model));
  all.expect(mine.gpu != nullptr && mine.gpu->name == gpu->gpu, "gpu", "is not " + std::string(gpu->gpu));
  compare_gpu_count(all, mine, account::at(theirs, "gpu_count"), gpu->gpus_in_one);
  compare_gpu_memory(all, mine, theirs);

  const catalog_json* host = account::at(theirs, "cpu");
  all.known(host);
  if (text_of(*host) == prose::whole_cores) {
    all.expect(mine.cpu != nullptr && mine.cpu->name == prose::whole_cores_cpu, "cpu", text_of(*host));
    all.claim(mine.cores);
    all.expect(mine.cores.is_known() && value_of(mine.cores) == value_of(mine.vcpus) && mine.cores.from != nullptr &&
                   mine.cores.from->id == prose::whole_cores_source,
               "cores", "a core for each vCPU");
  } else if (const auto* read = entry(prose::cpus, text_of(*host)); read != nullptr) {
    all.expect(mine.cpu != nullptr && mine.cpu->name == read->cpu, "cpu", "is not " + std::string(read->cpu));
    all.same_words("cores", *host, mine.cores, read->cores);
    all.same_words("cpus", *host, mine.cpus, read->cpus);
  } else {
    all.differ("cpu", "words that no table reads: " + text_of(*host));
  }

  all.same("vcpus", account::at(theirs, "vcpu"), mine.vcpus);
  const catalog_json* memory = account::at(theirs, "memory");
  all.same("system_memory", memory, mine.system_memory, unit_of(memory));
  const catalog_json* disk = account::at(theirs, "temp_storage");
  all.same("temporary_storage", disk, mine.temporary_storage, unit_of(disk));
  const catalog_json* nvme = account::at(theirs, "nvme");
  if (all.known(nvme)) {
    const auto* read = entry(prose::nvme, text_of(*nvme));
    if (read == nullptr) return all.differ("nvme", "words that no table reads: " + text_of(*nvme));
    all.same_words("nvme_disks", *nvme, mine.nvme_disks, hr::figure<hr::count>(read->disks));
    all.same_words("nvme_storage", *nvme, mine.nvme_storage, hr::figure<hr::memory>(read->together));
  } else {
    all.same("nvme_disks", nvme, mine.nvme_disks);
    all.same("nvme_storage", nvme, mine.nvme_storage, nameplate);
  }
  all.same("data_disks", account::at(theirs, "max_data_disks"), mine.data_disks);
  all.same("disk_iops", account::at(theirs, "uncached_iops"), mine.disk_iops);
  expect_unit(all, "disk_throughput", account::at(theirs, "uncached_mbps"), {"MB/s"});
  all.same("disk_throughput", account::at(theirs, "uncached_mbps"), mine.disk_throughput,
           [](const catalog_json& n) { return hr::megabytes_per_second(n.get<double>()); });
  all.same("nics", account::at(theirs, "nics"), mine.nics);
  expect_unit(all, "front_end", account::at(theirs, "network"), {"Mb/s"});
  all.same("front_end", account::at(theirs, "network"), mine.front_end,
           [](const catalog_json& n) { return hr::front_end_per_direction(hr::megabits_per_second(n.get<double>())); });

  // Of the two figures, per GPU and per VM, the record holds one; the other follows.
  const catalog_json& fabric = theirs.at("infiniband");
  const catalog_json* per_gpu = account::at(fabric, "per_gpu");
  const catalog_json* per_vm = account::at(fabric, "per_vm");
  for (const catalog_json* figure : {per_gpu, per_vm}) expect_unit(all, "scale_out", figure, {"Gb/s"});
  if (std::find(prose::no_scale_out.begin(), prose::no_scale_out.end(), mine.name) != prose::no_scale_out.end()) {
    all.expect(mine.scale_out.is_absent() && !all.known(per_gpu) && !all.known(per_vm), "scale_out", "is not absent");
  } else if (mine.scale_out_per_gpu.is_known()) {
    all.same("scale_out_per_gpu", per_gpu, mine.scale_out_per_gpu, scale_out_gigabits);
    all.expect(mine.scale_out.is_unknown(), "scale_out", "follows from the figure of a GPU");
    all.expect(all.known(per_vm) && value_of(hr::scale_out_per_vm(mine)) == scale_out_gigabits(per_vm->at("value")),
               "scale_out", "a VM");
  } else {
    all.same("scale_out", per_vm, mine.scale_out, scale_out_gigabits);
    if (all.known(per_gpu))
      all.expect(
          value_of(mine.scale_out) / static_cast<double>(value_of(mine.gpus)) == scale_out_gigabits(per_gpu->at("value")),
          "scale_out", "a GPU");
    else
      all.same("scale_out_per_gpu", per_gpu, mine.scale_out_per_gpu, scale_out_gigabits);
  }
  const catalog_json* generation = account::at(fabric, "generation");
  const auto* kind = all.known(generation) ? entry(prose::infiniband, text_of(*generation)) : nullptr;
  all.expect(!all.known(generation) || kind != nullptr, "scale_out_kind",
             "words that no table reads: " + fabric.dump());
  all.expect(mine.scale_out_kind == (kind == nullptr ? std::string_view{} : kind->ours), "scale_out_kind",
             fabric.dump());

  const catalog_json* link = account::at(theirs, "nvlink");
  all.known(link);
  if (const auto* read = entry(prose::nvlink, text_of(*link)); read == nullptr) {
    all.differ("nvlink", "words that no table reads: " + text_of(*link));
  } else {
    const hr::scale_up_link& gpu_link = mine.gpu->scale_up;
    all.expect(gpu_link.kind.starts_with(read->kind), "nvlink", text_of(*link));
    if (read->both_directions_gigabytes > 0)
      all.expect(value_of(gpu_link.per_gpu) ==
                     hr::scale_up_bidirectional(hr::gigabytes_per_second(read->both_directions_gigabytes)),
                 "nvlink", text_of(*link));
    if (read->per_peer_both_directions_gigabytes > 0)
      all.expect(value_of(gpu_link.per_peer) ==
                     hr::scale_up_bidirectional(hr::gigabytes_per_second(read->per_peer_both_directions_gigabytes)),
                 "nvlink", text_of(*link));
  }
  compare_features(all, mine, theirs.at("features"));
}

void compare_note(account& all, const hr::vm& mine, const catalog_json& theirs) {
  all.record = mine.name;
  all.owner = hr::source_of(mine);
  const auto* status = entry(prose::statuses, theirs.at("status").get<std::string>());
  all.expect(status != nullptr && status->is.status == mine.status.status, "status", theirs.at("status").dump());
  const catalog_json* gpus = account::at(theirs, "gpu");
  all.known(gpus);
  all.claim(mine.gpus);
  const auto read = std::find_if(prose::gpus_of_notes.begin(), prose::gpus_of_notes.end(), [&](const auto& each) {
    return each.row == mine.name && each.json == text_of(*gpus) && each.gpu == mine.gpu->name &&
           each.gpus == value_of(mine.gpus);
  });
  all.expect(read != prose::gpus_of_notes.end(), "gpus", text_of(*gpus));
  all.same_standing("gpus", *gpus, mine.gpus);
  all.expect(mine.gpu_memory_printed.is_known(), "gpu_memory_printed", "is not as printed");
  compare_gpu_memory(all, mine, theirs);
  all.same("vcpus", account::at(theirs, "vcpu"), mine.vcpus);
  const catalog_json* memory = account::at(theirs, "memory");
  all.same("system_memory", memory, mine.system_memory, unit_of(memory));
  const catalog_json* network = account::at(theirs, "network");
  all.known(network);
  const auto* rates = entry(prose::networks_of_notes, text_of(*network));
  if (rates == nullptr) return all.differ("network", "words that no table reads: " + text_of(*network));
  hr::figure<hr::front_end_bandwidth> front_end;
  if (rates->front_end_gigabits > 0)
    front_end = hr::front_end_per_direction(hr::gigabits_per_second(rates->front_end_gigabits));
  all.same_words("front_end", *network, mine.front_end, front_end);
  all.expect(mine.scale_out.is_unknown() && mine.scale_out_kind == "InfiniBand", "scale_out", text_of(*network));
}

void compare_elsewhere(account& all, const hr::vm& mine, const catalog_json& theirs) {
  all.record = mine.name;
  all.owner = hr::source_of(mine);
  all.same_text("provider", theirs, "cloud", hr::name(mine.provider));
  const catalog_json* model = account::at(theirs, "gpu");
  all.known(model);
  const auto* gpu = entry(prose::gpu_models, text_of(*model));
  all.expect(gpu != nullptr && gpu->gpu == mine.gpu->name, "gpu", text_of(*model));
  compare_gpu_count(all, mine, account::at(theirs, "gpu_count"), 1);
  compare_gpu_memory(all, mine, theirs);
  all.same("vcpus", account::at(theirs, "vcpu"), mine.vcpus);
  const catalog_json* memory = account::at(theirs, "memory");
  all.same("system_memory", memory, mine.system_memory, unit_of(memory));
  const catalog_json* disk = account::at(theirs, "local_ssd");
  all.same("nvme_storage", disk, mine.nvme_storage, unit_of(disk));
  const catalog_json* network = account::at(theirs, "scale_out");
  expect_unit(all, "scale_out", network, {"Gb/s", "Gb/s EFA", "Gb/s max network (includes front-end NIC)"});
  all.same("scale_out", network, mine.scale_out, scale_out_gigabits);
}

void compare_size(account& all, const hr::vm& mine, const catalog_json& theirs) {
  if (theirs.contains("features"))
    compare_azure(all, mine, theirs);
  else if (theirs.contains("row"))
    compare_note(all, mine, theirs);
  else
    compare_elsewhere(all, mine, theirs);
  all.claim(mine.scale_up_domain_gpus);
  const hr::figure<hr::count> domain = expected_domain(mine);
  all.expect(mine.scale_up_domain_gpus.state == domain.state && mine.scale_up_domain_gpus.value_or(0) == domain.value_or(0),
             "scale_up_domain_gpus", "does not follow from the GPU's link");
  compare_disputes(all, mine, theirs);
  all.leftovers_of(mine);
  if (mine.series != nullptr) all.leftovers_of(mine.series->features);
}

// ---- racks and boards: totals are recomputed from the parts and compared at the precision they were printed with

double total_of(const hr::machine& mine, const std::string& key) {
  const hr::gpu& device = *mine.gpu();
  const double gpus = static_cast<double>(value_of(hr::gpus_of(mine)));
  const auto rate = [&](const hr::format_rates& of, bool zeros) {
    return gpus * hr::in_petaflops(value_of((zeros ? of.tensor_sparse : of.tensor_dense)));
  };
  const double hbm = gpus * hr::in_nameplate_gigabytes(value_of(device.memory_as_sold)) / 1e3;
  if (key == "gpu_count") return gpus;
  if (key == "hbm_total") return hbm;
  if (key == "hbm_bandwidth") return gpus * hr::in_terabytes_per_second(value_of(device.memory_bandwidth));
  if (key == "nvlink_domain_bandwidth")
    return gpus * hr::in_terabytes_per_second(hr::bidirectional(value_of(device.scale_up.per_gpu)));
  if (key == "fp4/sparse") return rate(device.fp4, true);
  if (key == "fp4/dense") return rate(device.fp4, false);
  if (key == "fp8/sparse") return rate(device.fp8, true);
  if (key == "fp8/dense") return rate(device.fp8, false);
  if (key == "fp16_bf16/sparse") return rate(device.bf16, true);
  if (key == "fp16_bf16/dense") return rate(device.bf16, false);
  if (key == "tf32/sparse") return rate(device.tf32, true);
  if (key == "tf32/dense") return rate(device.tf32, false);
  if (key == "fp32") return gpus * hr::in_petaflops(value_of(device.fp32.vector));
  if (key == "fp64") return gpus * hr::in_teraflops(value_of(device.fp64.vector));
  if (key == "int8") return rate(device.int8, true);
  if (mine.vm() == nullptr) return -1;
  const double vms = static_cast<double>(value_of(mine.vms()));
  const double cpus = vms * static_cast<double>(value_of(mine.vm()->cpus));
  const double lpddr = cpus * hr::in_nameplate_gigabytes(value_of(mine.vm()->cpu->memory_as_sold)) / 1e3;
  if (key == "grace_cpus") return cpus;
  if (key == "cpu_cores") return cpus * static_cast<double>(value_of(mine.vm()->cpu->cores));
  if (key == "lpddr_total") return lpddr;
  if (key == "fast_memory") return hbm + lpddr;
  if (key == "lpddr_bandwidth") return cpus * hr::in_terabytes_per_second(value_of(mine.vm()->cpu->memory_bandwidth));
  if (key == "infiniband_per_rack") return vms * hr::in_terabits_per_second(value_of(hr::scale_out_per_vm(*mine.vm())));
  return -1;
}

// A total is printed to its last digit: 1.4 to 0.1, 1.414 to 0.001, 130 to 1.
double printed_step(const catalog_json& total) {
  const std::string digits = total.dump();
  const auto point = digits.find('.');
  return point == std::string::npos ? 1.0 : std::pow(10.0, -static_cast<double>(digits.size() - point - 1));
}

// Calls f with the figure of one part that a total is made of.
template <class F>
void with_part(const hr::machine& mine, const std::string& key, F f) {
  const hr::gpu& device = *mine.gpu();
  const bool zeros = key.ends_with("/sparse");
  const auto rate = [&](const hr::format_rates& of) { f(zeros ? of.tensor_sparse : of.tensor_dense, device.from); };
  if (key == "hbm_total") return f(device.memory_as_sold, device.from);
  if (key == "hbm_bandwidth") return f(device.memory_bandwidth, device.from);
  if (key == "nvlink_domain_bandwidth" || key == "nvlink_per_gpu") return f(device.scale_up.per_gpu, device.from);
  if (key.starts_with("fp4/")) return rate(device.fp4);
  if (key.starts_with("fp8/")) return rate(device.fp8);
  if (key.starts_with("fp16_bf16/")) return rate(device.bf16);
  if (key.starts_with("tf32/")) return rate(device.tf32);
  if (key == "fp32") return f(device.fp32.vector, device.from);
  if (key == "fp64") return f(device.fp64.vector, device.from);
  if (mine.board() != nullptr && key == "gpu_count") return f(mine.board()->gpus, mine.board()->from);
  if (mine.vm() == nullptr) return;
  const hr::vm& size = *mine.vm();
  if (key == "gpu_count") return f(size.gpus, hr::source_of(size));
  if (key == "grace_cpus") return f(size.cpus, hr::source_of(size));
  if (key == "cpu_cores") return f(size.cpu->cores, size.cpu->from);
  if (key == "lpddr_total") return f(size.cpu->memory_as_sold, size.cpu->from);
  if (key == "lpddr_bandwidth") return f(mine.rack()->cpu_memory_bandwidth, mine.rack()->from);
  if (key == "infiniband_per_rack") return f(size.scale_out_per_gpu, hr::source_of(size));
}

// A total is nowhere in the catalogue; who prints it is, in the headline of that print or else in the record of a part.
void compare_standing_of_total(account& all, const hr::machine& mine, const std::string& key,
                               const catalog_json& theirs) {
  const auto is_this = [&](const auto& each) { return each.machine == mine.name() && each.figure == key; };
  const std::string source = theirs.at("source");
  const auto in_headline = std::find_if(prose::totals_in_headlines.begin(), prose::totals_in_headlines.end(), is_this);
  if (in_headline != prose::totals_in_headlines.end()) return same_print(all, key, theirs, in_headline->headline);
  std::string_view source_of_part;
  bool has_basis_of_part = false;
  with_part(mine, key, [&](const auto& figure, const hr::source* owner) {
    const hr::source* from = figure.from == nullptr ? owner : figure.from;
    if (from != nullptr) source_of_part = from->id;
    has_basis_of_part = theirs.at("basis") == (figure.basis == hr::basis::stated ? "stated" : "derived");
  });
  const auto is_in = [&](const auto& table) { return std::any_of(table.begin(), table.end(), is_this); };
  all.expect((source == source_of_part) != is_in(prose::sources_said_nowhere), key,
             "source is " + std::string(source_of_part) + ", not " + source);
  all.expect(has_basis_of_part != is_in(prose::totals_of_other_basis), key,
             "basis is not the part's: " + theirs.dump());
}

void compare_total(account& all, const hr::machine& mine, const std::string& key, const catalog_json* theirs) {
  if (!all.known(theirs)) return;
  const double printed = theirs->at("value");
  compare_standing_of_total(all, mine, key, *theirs);
  const std::string unit = theirs->value("unit", "");
  double computed = total_of(mine, key);
  if (key == "fp32" && unit == "TFLOPS") computed *= 1e3;
  all.expect(computed > 0, key, "no way to compute it");
  double step = printed_step(theirs->at("value"));
  if (mine.name() == prose::one_digit.machine && key == prose::one_digit.figure && printed == prose::one_digit.printed)
    step = 100.0;
  const bool follows = std::abs(printed - computed) <= step / 2 + 1e-9;
  const auto exception =
      std::find_if(prose::totals_that_differ.begin(), prose::totals_that_differ.end(),
                   [&](const auto& each) { return each.machine == mine.name() && each.figure == key; });
  if (exception == prose::totals_that_differ.end())
    all.expect(follows, key, theirs->dump() + " is not " + std::to_string(computed));
  else
    all.expect(!follows && printed == exception->printed, key, "is not what it was: " + std::string(exception->why));
}

void compare_totals(account& all, const hr::machine& mine, const catalog_json& theirs) {
  for (const std::string key :
       {"gpu_count", "grace_cpus", "cpu_cores", "lpddr_total", "fast_memory", "hbm_bandwidth",
        "nvlink_domain_bandwidth", "infiniband_per_rack", "fp32", "fp64", "int8", "lpddr_bandwidth"})
    compare_total(all, mine, key, account::at(theirs, key));
  for (const std::string format : {"fp4", "fp8", "fp16_bf16", "tf32"})
    if (const auto found = theirs.find(format); found != theirs.end())
      for (const std::string zeros : {"sparse", "dense"})
        compare_total(all, mine, format + '/' + zeros, account::at(*found, zeros));
  const catalog_json* hbm = account::at(theirs, "hbm_total");
  if (hbm == nullptr || !hbm->at("value").is_string()) return compare_total(all, mine, "hbm_total", hbm);
  all.known(hbm);
  compare_standing_of_total(all, mine, "hbm_total", *hbm);
  int read = 0;
  for (const prose::board_memory& each : prose::board_memories) {
    if (each.json != text_of(*hbm)) continue;
    ++read;
    const auto devices = hr::catalog::gpus();
    const auto device =
        std::find_if(devices.begin(), devices.end(), [&](const hr::gpu* d) { return d->name == each.gpu; });
    all.expect(
        device != devices.end() && 8.0 * value_of((*device)->memory_as_sold) == hr::nameplate_gigabytes(each.gigabytes),
        "hbm_total", text_of(*hbm));
  }
  all.expect(read == 2, "hbm_total", "words that no table reads: " + text_of(*hbm));
}

void compare_rack(account& all, const hr::rack& mine, const catalog_json& theirs) {
  all.record = mine.name;
  all.owner = mine.from;
  all.same("vms", account::at(theirs, "vm_count"), mine.vms);
  all.same("max_power", account::at(theirs, "power_max"), mine.max_power, in_kw);
  all.same("switch_trays", account::at(theirs, "nvswitch_trays"), mine.switch_trays);
  if (const catalog_json* shelves = account::at(theirs, "power_shelves"); all.known(shelves)) {
    const auto* read = entry(prose::power_shelves, text_of(*shelves));
    if (read == nullptr) return all.differ("power_shelves", "words that no table reads: " + text_of(*shelves));
    all.same_words("power_shelves", *shelves, mine.power_shelves, hr::figure<hr::count>(read->shelves));
    all.same_words("power_per_shelf", *shelves, mine.power_per_shelf,
                   hr::figure<hr::power>(hr::kilowatts(read->kilowatts)));
  }
  all.same("cpu_memory_bandwidth", account::at(theirs, "lpddr_bandwidth"), mine.cpu_memory_bandwidth,
           [](const catalog_json& n) { return hr::terabytes_per_second(n.get<double>()); });
  all.same("llama2_70b_offline", account::at(theirs, "tokens_per_s_llama2_70b"), mine.llama2_70b_offline,
           [](const catalog_json& n) { return hr::tokens_per_second(n.get<double>()); });
  compare_totals(all, mine, theirs);

  // Figures of the parts, which the records of the parts hold.
  if (const catalog_json* domain = account::at(theirs, "nvlink_domain_gpus"); all.known(domain)) {
    all.expect(value_of(mine.vm->scale_up_domain_gpus) == domain->at("value"), "nvlink_domain_gpus", "is not the size's");
    all.same_standing("nvlink_domain_gpus", *domain, mine.vm->scale_up_domain_gpus);
  }
  if (const catalog_json* each = account::at(theirs, "infiniband_per_gpu"); all.known(each)) {
    all.expect(value_of(mine.vm->scale_out_per_gpu) == scale_out_gigabits(each->at("value")), "infiniband_per_gpu",
               "is not the size's");
    all.same_standing("infiniband_per_gpu", *each, mine.vm->scale_out_per_gpu);
  }
  const auto same_part = [&](std::string_view name, const hr::source* owner, const auto& figure, const auto& value_read) {
    const catalog_json* each = account::at(theirs, name);
    if (!all.known(each)) return;
    all.expect(value_of(figure) == value_read(each->at("value")), name, "is not the part's");
    all.owner = owner;
    all.same_standing(name, *each, figure);
    all.owner = mine.from;
  };
  const hr::gpu& device = *mine.vm->gpu;
  same_part("hbm_per_gpu", device.from, device.memory_as_sold, nameplate);
  same_part("lpddr_per_grace", mine.vm->cpu->from, mine.vm->cpu->memory_as_sold, nameplate);
  if (const catalog_json* each = account::at(theirs, "nvlink_per_gpu"); all.known(each)) {
    all.expect(hr::bidirectional(value_of(device.scale_up.per_gpu)).both_directions ==
                   hr::terabytes_per_second(each->at("value").get<double>()),
               "nvlink_per_gpu", "is not the GPU's");
    compare_standing_of_total(all, mine, "nvlink_per_gpu", *each);
  }
  all.leftovers_of(mine);
}

void compare_board(account& all, const hr::board& mine, const catalog_json& theirs) {
  all.record = mine.name;
  all.owner = mine.from;
  all.same("gpus", account::at(theirs, "gpu_count"), mine.gpus);
  all.same("max_power", account::at(theirs, "power_max"), mine.max_power, in_kw);
  all.same("scale_up_domain_gpus", account::at(theirs, "nvlink_domain_gpus"), mine.scale_up_domain_gpus);
  all.same("scale_out_per_gpu", account::at(theirs, "infiniband_per_gpu"), mine.scale_out_per_gpu, scale_out_gigabits);
  if (const catalog_json* node = account::at(theirs, "infiniband_per_node"); all.known(node)) {
    all.expect(text_of(*node) == prose::infiniband_per_node, "scale_out",
               "words that no table reads: " + text_of(*node));
    all.same_words("scale_out", *node, mine.scale_out,
                   hr::figure<hr::scale_out_bandwidth>(scale_out_gigabits(prose::infiniband_per_node_gigabits)));
  } else {
    all.expect(mine.scale_out.is_unknown(), "scale_out", "is in no source");
  }
  compare_totals(all, mine, theirs);
  all.leftovers_of(mine);
}

// ---- CPUs and prices

void compare_cpu(account& all, const hr::cpu& mine, const catalog_json& theirs) {
  all.record = mine.name;
  all.owner = mine.from;
  all.same_text("maker", theirs, "vendor", hr::name(mine.maker));
  const catalog_json* cores = account::at(theirs, "cores");
  const std::string unit = cores == nullptr ? "" : cores->value("unit", "");
  if (unit.find("given to the") !=
      std::string::npos) {  // "96 physical cores given to the ND96asr_v4 VM": the size's figure
    all.known(cores);
    const std::string size = unit.substr(unit.find("the ") + 4, unit.find(" VM") - unit.find("the ") - 4);
    const hr::machine* given_to = hr::catalog::find("Standard_" + size).found;
    all.expect(given_to != nullptr && given_to->vm()->cpu == &mine && value_of(given_to->vm()->cores) == cores->at("value"),
               "cores", unit);
    all.expect(mine.cores.is_unknown(), "cores", "of the part are in no source");
  } else {
    all.same("cores", cores, mine.cores);
  }
  all.same("memory_as_sold", account::at(theirs, "memory_capacity"), mine.memory_as_sold, nameplate);
  all.same("memory_bandwidth", account::at(theirs, "memory_bandwidth"), mine.memory_bandwidth, gigabytes_a_second);
  const catalog_json* coherent = account::at(theirs, "c2c");
  expect_unit(all, "coherent_link_per_direction", coherent, {"GB/s bidirectional NVLink-C2C"});
  if (coherent == nullptr)
    all.expect(mine.coherent_link_per_direction.is_absent(), "coherent_link_per_direction", "is not absent");
  else
    all.same("coherent_link_per_direction", coherent, mine.coherent_link_per_direction,
             [](const catalog_json& n) { return hr::gigabytes_per_second(n.get<double>() / 2); });
  if (const catalog_json* users = account::at(theirs, "used_by"); all.known(users)) {
    const auto* read = entry(prose::users_of_cpus, text_of(*users));
    if (read == nullptr) return all.differ("used_by", "words that no table reads: " + text_of(*users));
    for (const hr::machine& each : hr::catalog::machines())
      if (each.vm() != nullptr && each.vm()->series != nullptr && each.rack() == nullptr)
        all.expect((std::find(read->series.begin(), read->series.end(), each.vm()->series->name) !=
                    read->series.end()) == (each.vm()->cpu == &mine),
                   "used_by", std::string(each.name()));
  }
  all.leftovers_of(mine);
}

std::string in_words(const auto& table, const std::string& words) {
  const auto* read = entry(table, words);
  return read == nullptr ? words : std::string(read->ours);
}

void compare_price(account& all, const hr::price& mine, const catalog_json& theirs, const catalog_json* on_demand,
                   const catalog_json* spot, const std::string& date, const std::string& region) {
  all.record = std::string(mine.machine) + " in " + std::string(mine.region);
  all.owner = mine.from;
  all.expect(!mine.own, "own", "is the catalogue's");
  all.same_text("machine", theirs, "size", mine.machine);
  all.expect(mine.date == in_words(prose::dates, date), "date", date);
  all.expect(mine.region == in_words(prose::regions, region), "region", region);
  const auto dollars = [](const catalog_json& n) { return hr::dollars_per_hour(n.get<double>()); };
  all.same("on_demand", on_demand, mine.on_demand, dollars);
  all.same("spot", spot, mine.spot, dollars);
  for (const auto& [figure, printed] : {std::pair{&mine.on_demand, on_demand}, std::pair{&mine.spot, spot}})
    if (figure->is_known())
      all.expect(hr::in_dollars_per_hour(value_of(*figure)) == printed->at("value").get<double>(), "price",
                 "does not read back as printed");
}

}  // namespace

TEST_CASE("every GPU of the catalogue is the one of catalog.json, figure by figure") {
  account all;
  std::map<std::string, const hr::gpu*> ours;
  for (const hr::gpu* each : hr::catalog::gpus()) ours[std::string(each->name)] = each;
  CHECK(ours.size() == hr::catalog::gpus().size());
  CHECK(ours.size() == facts().at("gpus").size());
  for (const catalog_json& theirs : facts().at("gpus")) {
    const auto found = ours.find(our_name(theirs.at("id")));
    if (found != ours.end()) compare_gpu(all, *found->second, theirs);
  }
  all.leftovers(facts().at("gpus"), "gpus");
  CHECK_MESSAGE(all.wrong.empty(), all.report());
}

TEST_CASE("every VM size of the catalogue is the one of catalog.json, figure by figure") {
  account all;
  std::map<std::string, const hr::vm*> ours;
  for (const hr::machine& each : hr::catalog::machines())
    if (each.rack() == nullptr && each.board() == nullptr) ours[std::string(each.name())] = each.vm();
  std::size_t sizes = 0;
  for (const char* section : {"azure_vms", "comparables", "seed_rows_as_stated"}) {
    for (const catalog_json& theirs : facts().at(section)) {
      ++sizes;
      const auto found = ours.find(our_name(theirs.at(theirs.contains("row") ? "row" : "size")));
      if (found != ours.end()) compare_size(all, *found->second, theirs);
      if (const catalog_json* price = account::at(theirs, "price")) all.known(price);  // compared with the prices below
    }
    all.leftovers(facts().at(section), section);
  }
  CHECK(ours.size() == sizes);
  CHECK_MESSAGE(all.wrong.empty(), all.report());
}

TEST_CASE("every rack and board of the catalogue makes the totals of catalog.json, or a named conflict says why not") {
  account all;
  std::map<std::string, const hr::machine*> ours;
  for (const hr::machine& each : hr::catalog::machines())
    if (each.rack() != nullptr || each.board() != nullptr) ours[std::string(each.name())] = &each;
  CHECK(ours.size() == facts().at("racks").size());
  for (const catalog_json& theirs : facts().at("racks")) {
    const auto found = ours.find(our_name(theirs.at("id")));
    if (found == ours.end()) continue;
    if (found->second->rack() != nullptr)
      compare_rack(all, *found->second->rack(), theirs);
    else
      compare_board(all, *found->second->board(), theirs);
  }
  all.leftovers(facts().at("racks"), "racks");
  CHECK_MESSAGE(all.wrong.empty(), all.report());
}

TEST_CASE("every CPU of the catalogue is the one of catalog.json, figure by figure") {
  account all;
  std::map<std::string, const hr::cpu*> ours;
  for (const hr::cpu* each : hr::catalog::cpus()) ours[std::string(each->name)] = each;
  CHECK(ours.size() == facts().at("cpus").size());
  for (const catalog_json& theirs : facts().at("cpus")) {
    const auto found = ours.find(our_name(theirs.at("id")));
    if (found != ours.end()) compare_cpu(all, *found->second, theirs);
  }
  all.leftovers(facts().at("cpus"), "cpus");
  CHECK_MESSAGE(all.wrong.empty(), all.report());
}

TEST_CASE("every price of the catalogue is the one of catalog.json, with its region and date") {
  account all;
  const auto rows = hr::catalog::prices();
  std::size_t next = 0;
  for (const catalog_json& theirs : facts().at("prices")) {
    if (next == rows.size()) break;
    compare_price(all, rows[next++], theirs, account::at(theirs, "on_demand_usd_h"), account::at(theirs, "spot_usd_h"),
                  theirs.at("date"), theirs.at("region"));
  }
  for (const catalog_json& theirs : facts().at("comparables")) {
    const catalog_json* price = account::at(theirs, "price");
    if (!all.known(price)) continue;
    const std::string unit = price->at("unit");
    REQUIRE(next < rows.size());
    compare_price(all, rows[next++], theirs, price, nullptr, unit, unit);
  }
  CHECK(next == rows.size());
  all.leftovers(facts().at("prices"), "prices");
  CHECK_MESSAGE(all.wrong.empty(), all.report());
}
