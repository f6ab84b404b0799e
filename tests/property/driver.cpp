// SPDX-License-Identifier: BSL-1.0
// Answers questions about machines, clusters and demands that properties.py makes up: one command a line from standard
// input, figures in base units ("?" unknown, "-" absent), answers in base units with 17 digits.
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <headroom/cluster/capacity.hpp>
#include <headroom/cluster/dynamic_cluster.hpp>
#include <headroom/cluster/pricing.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/demand/growth.hpp>

namespace hr = headroom;

namespace {

// ---- reading

[[noreturn]] void refuse(const std::string& line) {
  std::fprintf(stderr, "driver: cannot read '%s'\n", line.c_str());
  std::exit(2);
}

using fields = std::map<std::string, std::string>;

double number(const std::string& text) {
  char* end = nullptr;
  const double x = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') refuse(text);
  return x;
}
hr::count whole(const std::string& text) {
  char* end = nullptr;
  const hr::count n = std::strtoll(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0') refuse(text);
  return n;
}

template <class T>
T amount(const std::string& text) {
  if constexpr (std::same_as<T, hr::count>) {
    return whole(text);
  } else if constexpr (requires { T{}.one_direction; }) {
    return T::of_one_direction(hr::from_base_units<hr::bandwidth>(number(text)));
  } else {
    return hr::from_base_units<T>(number(text));
  }
}

template <class T>
void read(const fields& from, const std::string& key, hr::figure<T>& into) {
  const auto found = from.find(key);
  if (found == from.end() || found->second == "?") return;
  into = found->second == "-" ? hr::figure<T>(hr::absent) : hr::figure<T>(amount<T>(found->second));
}
template <class T>
void read(const fields& from, const std::string& key, T& into) {
  if (const auto found = from.find(key); found != from.end()) into = amount<T>(found->second);
}

template <class Record>
using records = std::map<std::string, Record>;

struct world {
  records<hr::gpu> gpus;
  records<hr::cpu> cpus;
  records<hr::vm_series> series;
  records<hr::vm> vms;
  records<hr::rack> racks;
  records<hr::board> boards;
  std::deque<fields> lines;  // names point into them
  std::vector<hr::price> own_prices, published_prices;
  hr::dynamic_cluster cluster;
  hr::demand demand;
};

template <class Record>
const Record* find(const records<Record>& all, const fields& from, const std::string& key) {
  const auto name = from.find(key);
  if (name == from.end()) return nullptr;
  const auto found = all.find(name->second);
  if (found == all.end()) refuse(key + "=" + name->second);
  return &found->second;
}

hr::format_rates& rates_of(hr::gpu& g, hr::precision format) {
  return const_cast<hr::format_rates&>(g.rates(format));
}

void read_gpu(world& w, const fields& f) {
  hr::gpu& g = w.gpus[f.at("id")];
  read(f, "physical", g.physical_memory);
  read(f, "sold", g.memory_as_sold);
  read(f, "driver", g.driver_memory);
  read(f, "bandwidth", g.memory_bandwidth);
  read(f, "scale_up", g.scale_up.per_gpu);
  read(f, "tdp", g.tdp);
  for (const hr::precision format : hr::precisions) {
    const std::string name(hr::name(format));
    read(f, name + "_vector", rates_of(g, format).vector);
    read(f, name + "_dense", rates_of(g, format).tensor_dense);
    read(f, name + "_sparse", rates_of(g, format).tensor_sparse);
  }
}

void read_vm(world& w, const fields& f) {
  hr::vm& v = w.vms[f.at("id")];
  v.name = f.at("id");
  v.gpu = find(w.gpus, f, "gpu");
  v.cpu = find(w.cpus, f, "cpu");
  v.series = find(w.series, f, "series");
  if (f.contains("share_of")) v.gpu_share = {static_cast<int>(whole(f.at("share_part"))), static_cast<int>(whole(f.at("share_of")))};
  read(f, "gpus", v.gpus);
  read(f, "printed", v.gpu_memory_printed);
  read(f, "cpus", v.cpus);
  read(f, "cores", v.cores);
  read(f, "vcpus", v.vcpus);
  read(f, "system_memory", v.system_memory);
  read(f, "temporary", v.temporary_storage);
  read(f, "nvme", v.nvme_storage);
  read(f, "iops", v.disk_iops);
  read(f, "throughput", v.disk_throughput);
  read(f, "front_end", v.front_end);
  read(f, "scale_out_per_gpu", v.scale_out_per_gpu);
  read(f, "scale_out", v.scale_out);
  read(f, "domain", v.scale_up_domain_gpus);
}

void read_rack(world& w, const fields& f) {
  hr::rack& r = w.racks[f.at("id")];
  r.name = f.at("id");
  r.vm = find(w.vms, f, "vm");
  read(f, "vms", r.vms);
  read(f, "power", r.max_power);
}

void read_board(world& w, const fields& f) {
  hr::board& b = w.boards[f.at("id")];
  b.name = f.at("id");
  b.gpu = find(w.gpus, f, "gpu");
  read(f, "gpus", b.gpus);
  read(f, "power", b.max_power);
  read(f, "scale_out_per_gpu", b.scale_out_per_gpu);
  read(f, "scale_out", b.scale_out);
  read(f, "domain", b.scale_up_domain_gpus);
}

void read_series(world& w, const fields& f) {
  hr::vm_series& s = w.series[f.at("id")];
  const auto one = [&](const std::string& key, hr::figure<hr::support>& into) {
    const std::string& says = f.at(key);
    if (says == "-") into = hr::absent;
    if (says == "yes") into = hr::support::yes;
    if (says == "preview") into = hr::support::in_preview;
    if (says == "no") into = hr::support::no;
  };
  one("premium", s.features.premium_storage);
  one("nvlink", s.features.nvlink);
}

void read_price(world& w, const fields& f) {
  hr::price p;
  p.machine = f.at("machine");
  if (f.contains("region")) p.region = f.at("region");
  if (f.contains("date")) p.date = f.at("date");
  read(f, "on_demand", p.on_demand);
  read(f, "spot", p.spot);
  p.own = f.contains("own");
  (p.own ? w.own_prices : w.published_prices).push_back(p);
}

void read_group(world& w, const fields& f) {
  hr::group g;
  g.how_many = whole(f.at("count"));
  if (const hr::vm* v = find(w.vms, f, "vm")) g.machine = *v;
  if (const hr::rack* r = find(w.racks, f, "rack")) g.machine = *r;
  if (const hr::board* b = find(w.boards, f, "board")) g.machine = *b;
  w.cluster.add(g);
}

hr::peak_need peak_from(const fields& f) {
  const std::string& format = f.at("format");
  for (const hr::precision p : hr::precisions)
    if (hr::name(p) == format)
      return {p, f.contains("sparse") ? hr::sparse : hr::dense, amount<hr::operation_rate>(f.at("peak"))};
  refuse(format);
}

void read_needs(world& w, const fields& f) {
  const std::string& scope = f.at("scope");
  hr::needs& n = scope == "gpu"      ? w.demand.per_gpu
                 : scope == "vm"     ? w.demand.per_vm
                 : scope == "domain" ? w.demand.per_domain
                                     : w.demand.total;
  read(f, "gpus", n.gpus);
  read(f, "usable_gpu_memory", n.usable_gpu_memory);
  read(f, "memory_bandwidth", n.memory_bandwidth);
  if (f.contains("peak")) n.peak = peak_from(f);
  read(f, "scale_up", n.scale_up);
  read(f, "scale_out", n.scale_out);
  read(f, "front_end", n.front_end);
  read(f, "vcpus", n.vcpus);
  read(f, "system_memory", n.system_memory);
  read(f, "local_storage", n.local_storage);
  read(f, "disk_iops", n.disk_iops);
  read(f, "disk_throughput", n.disk_throughput);
}

void read_demand(world& w, const fields& f) {
  hr::demand& d = w.demand;
  d = {};
  d.whole_racks = f.contains("whole_racks");
  read(f, "in_domain", d.units.in_domain);
  read(f, "of_one_kind", d.units.of_one_kind);
  for (const hr::precision format : hr::precisions)
    if (f.contains("computes_" + std::string(hr::name(format)))) d.formats.add(format);
  if (f.contains("premium")) d.features.add(hr::feature::premium_storage);
  if (f.contains("nvlink")) d.features.add(hr::feature::nvlink);
  read(f, "vms", d.at_most.vms);
  read(f, "racks", d.at_most.racks);
  read(f, "max_power", d.at_most.max_power);
  read(f, "price_per_hour", d.at_most.price_per_hour);
  if (f.contains("region")) d.prices.region = f.at("region");
  if (f.contains("spot")) d.prices.buy = hr::purchase::spot;
  if (f.contains("discount")) d.prices.discount = number(f.at("discount"));
}

// ---- answers

double plain(hr::count n) { return static_cast<double>(n); }
template <hr::network N>
double plain(const hr::network_bandwidth<N>& x) {
  return hr::in_base_units(x.one_direction);
}
template <class Quantity>
double plain(const Quantity& x) {
  return hr::in_base_units(x);
}

template <class T>
void print_total(const char* name, const hr::total<T>& sum) {
  std::printf("total %s %.17g %lld %lld %lld %d\n", name, plain(sum.known_part), static_cast<long long>(sum.machines),
              static_cast<long long>(sum.covered), static_cast<long long>(sum.without), sum.valid);
}

void print_totals(const world& w) {
  const hr::dynamic_cluster& c = w.cluster;
  print_total("gpus", hr::gpu_count(c));
  print_total("vms", hr::vm_count(c));
  print_total("racks", hr::rack_count(c));
  print_total("cpus", hr::cpu_count(c));
  print_total("cores", hr::core_count(c));
  print_total("vcpus", hr::vcpu_count(c));
  print_total("system_memory", hr::system_memory(c));
  print_total("physical", hr::physical_gpu_memory(c));
  print_total("sold", hr::gpu_memory(c));
  print_total("driver", hr::driver_gpu_memory(c));
  print_total("usable_gpu_memory", hr::usable_gpu_memory(c));
  print_total("fast_memory", hr::fast_memory(c));
  print_total("memory_bandwidth", hr::memory_bandwidth(c));
  print_total("peak_fp4", hr::any_peak(c, hr::fp4));
  print_total("peak_fp4_sparse", hr::peak<hr::fp4, hr::sparse>(c));
  print_total("peak_fp64", hr::peak<hr::fp64>(c));
  print_total("vector_fp64", hr::vector_peak<hr::fp64>(c));
  print_total("scale_up", hr::scale_up(c));
  print_total("scale_out", hr::scale_out(c));
  print_total("front_end", hr::front_end(c));
  print_total("local_storage", hr::local_storage(c));
  print_total("disk_iops", hr::disk_iops(c));
  print_total("disk_throughput", hr::disk_throughput(c));
  print_total("max_power", hr::max_power(c));
  print_total("gpu_power", hr::gpu_power(c));
}

hr::demand priced(const world& w) {
  hr::demand d = w.demand;
  d.prices.own = w.own_prices;
  d.prices.published = w.published_prices;
  return d;
}

std::string worded(hr::outcome of) {
  std::string text(hr::name(of));
  for (char& c : text)
    if (c == ' ') c = '_';
  return text;
}

void print_verdict(const hr::dynamic_cluster& c, const hr::demand& d) {
  const hr::verdict v = hr::assess(c, d);
  std::printf("verdict %s\n", worded(v.outcome).c_str());
  for (const hr::need_check& each : v.checks()) {
    std::string line(hr::name(each.line));
    for (char& ch : line)
      if (ch == ' ') ch = '_';
    std::printf("check %s %d %s %.17g\n", line.c_str(), each.is_limit, worded(each.outcome).c_str(), each.supply);
  }
  for (const hr::group_standing& each : v.groups)
    std::printf("group %s %lld %lld\n", worded(each.outcome).c_str(), static_cast<long long>(each.counted),
                static_cast<long long>(each.gpus_left_over));
}

void print_growth(const hr::dynamic_cluster& c, const hr::demand& d) {
  for (const hr::figure<hr::count>& more : hr::how_many_more(c, d)) {
    if (more.is_known()) std::printf("more %lld\n", static_cast<long long>(*more.known()));
    if (more.is_absent()) std::printf("more -\n");
    if (more.is_unknown()) std::printf("more ?\n");
  }
  for (const hr::count spare : hr::could_give_back(c, d)) std::printf("spare %lld\n", static_cast<long long>(spare));
}

void print_price(const world& w) {
  const hr::total<hr::money_rate> sum = hr::price_per_hour(w.cluster, priced(w).prices);
  print_total("price", sum);
}

// ---- the compile-time form of a few fixed clusters says what the run-time form says

struct fixed_gpu {
  static constexpr hr::gpu spec{.driver_memory = hr::mebibytes(284'208),
                                .memory_bandwidth = hr::terabytes_per_second(8),
                                .fp4 = hr::tensor_only(hr::petaflops(15), hr::petaflops(20))};
};
struct fixed_vm {
  static constexpr hr::vm spec{.name = "v", .gpu = &fixed_gpu::spec, .gpus = 4, .vcpus = 128, .scale_up_domain_gpus = 72};
};
struct fixed_rack {
  static constexpr hr::rack spec{.name = "r", .vm = &fixed_vm::spec, .vms = 18, .max_power = hr::kilowatts(142)};
};
inline constexpr hr::demand roomy{.total = {.gpus = 100, .usable_gpu_memory = hr::terabytes(40)},
                                  .per_gpu = {.usable_gpu_memory = hr::gibibytes(200)}};
inline constexpr hr::demand large{.total = {.peak = hr::exaflops<hr::fp4>(1.08)}, .whole_racks = true};
inline constexpr hr::demand limited{.at_most = {.max_power = hr::kilowatts(284)}};

template <auto Cluster, const auto& Demand>
void require_same_answers() {
  static constexpr auto known = hr::assess(Cluster, Demand);
  static constexpr auto more = hr::how_many_more(Cluster, Demand);
  static constexpr auto spare = hr::could_give_back(Cluster, Demand);
  const hr::dynamic_cluster same(Cluster);
  const hr::verdict at_run_time = hr::assess(same, Demand);
  const auto more_at_run_time = hr::how_many_more(same, Demand);
  const auto spare_at_run_time = hr::could_give_back(same, Demand);
  bool agree = known.outcome == at_run_time.outcome && known.check_count == at_run_time.check_count;
  for (std::size_t i = 0; agree && i < known.check_count; ++i)
    agree = known.all_checks[i].supply == at_run_time.all_checks[i].supply &&
            known.all_checks[i].outcome == at_run_time.all_checks[i].outcome;
  for (std::size_t i = 0; agree && i < more.size(); ++i)
    agree = more[i].state == more_at_run_time[i].state && more[i].value_or(0) == more_at_run_time[i].value_or(0) &&
            spare[i] == spare_at_run_time[i] && known.groups[i].outcome == at_run_time.groups[i].outcome;
  static constexpr hr::count gpus = hr::gpu_count(Cluster);
  agree = agree && gpus == hr::gpu_count(same).known_part;
  std::printf("fixed %s\n", agree ? "agree" : "disagree");
}

template <const auto& Demand>
void require_same_answers_of_fixed_clusters() {
  require_same_answers<hr::cluster{hr::racks<fixed_rack>(1)}, Demand>();
  require_same_answers<hr::cluster{hr::racks<fixed_rack>(2), hr::vms<fixed_vm>(2)}, Demand>();
  require_same_answers<hr::cluster{hr::vms<fixed_vm>(35), hr::racks<fixed_rack>(0)}, Demand>();
}

}  // namespace

int main() {
  world w;
  const std::map<std::string, std::function<void(world&, const fields&)>> commands{
      {"gpu", read_gpu},
      {"cpu",
       [](world& into, const fields& f) {
         hr::cpu& c = into.cpus[f.at("id")];
         read(f, "cores", c.cores);
         read(f, "memory", c.memory_as_sold);
         read(f, "link", c.coherent_link_per_direction);
       }},
      {"series", read_series},
      {"vm", read_vm},
      {"rack", read_rack},
      {"board", read_board},
      {"price", read_price},
      {"group", read_group},
      {"demand", read_demand},
      {"needs", read_needs},
      {"no_groups", [](world& into, const fields&) { into.cluster = {}; }},
      {"totals", [](world& of, const fields&) { print_totals(of); }},
      {"cost", [](world& of, const fields&) { print_price(of); }},
      {"assess", [](world& of, const fields&) { print_verdict(of.cluster, priced(of)); }},
      {"growth", [](world& of, const fields&) { print_growth(of.cluster, priced(of)); }},
      {"fixed",
       [](world&, const fields&) {
         require_same_answers_of_fixed_clusters<roomy>();
         require_same_answers_of_fixed_clusters<large>();
         require_same_answers_of_fixed_clusters<limited>();
       }},
      {"end", [](world& all, const fields&) { all = {}; }},
  };
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string command;
    words >> command;
    const auto found = commands.find(command);
    if (found == commands.end()) refuse(line);
    fields& f = w.lines.emplace_back();
    for (std::string word; words >> word;) {
      const std::size_t at = word.find('=');
      f[word.substr(0, at)] = at == std::string::npos ? "" : word.substr(at + 1);
    }
    found->second(w, f);
  }
}
