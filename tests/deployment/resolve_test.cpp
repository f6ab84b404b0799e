// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/resolve.hpp>

#include <deployment/small_deployments.hpp>

namespace resolve_cases {

using namespace small;

constexpr hr::machine_pool typed(std::string_view type) {
  hr::machine_pool p{.name = "gpu", .line = 1};
  p.gpu_type = {type, 2};
  return p;
}
constexpr hr::machine_pool variable = [] {
  hr::machine_pool p{.name = "gpu", .line = 1};
  p.size = {hr::unknown, 2};
  return p;
}();

constexpr std::array two_kinds{pool_of("Standard_D2_v4", 3), pool_of("Standard_ND96isr_H100_v5", 2)};
constexpr std::array gpu_pods{pods(1, 8)};
constexpr std::array cpu_pods{pods(1, 0)};
constexpr std::array two_gpu_kinds{pool_of("Standard_ND128isr_GB300_v6"), pool_of("Standard_ND96isr_H100_v5")};

constexpr hr::count vcpus(const hr::node& n) {
  const hr::figure<hr::count> has = hr::vcpus_of(n);
  return has.is_known() ? value_of(has) : -1;
}

constexpr std::array bare_rack = hr::groups_of<hr::azure::gb300_nvl72>();
constexpr std::array both{h100[0], gb300[0]};

}  // namespace resolve_cases

TEST_CASE("The machine is the one that the file names, else the only one held") {
  using namespace resolve_cases;
  CHECK_CONSTEXPR(hr::node_of(pool_of("STANDARD_ND96ISR_H100_V5"), {}).vm == &hr::azure::nd96isr_h100_v5::spec);
  CHECK_CONSTEXPR(hr::node_of(pool_of("Standard_ND96isr_H100_v5"), on_gb300).vm == &hr::azure::nd96isr_h100_v5::spec);
  CHECK_CONSTEXPR(hr::node_of(variable, on_gb300).vm == &hr::azure::nd128isr_gb300_v6::spec);
  CHECK_CONSTEXPR(hr::node_of(variable, {}).naming == hr::naming::unresolved);
  CHECK_CONSTEXPR(hr::node_of(pool_of("Standard_D2_v4"), on_gb300).naming == hr::naming::unlisted);
  CHECK_CONSTEXPR(hr::node_of(hr::machine_pool{}, {}).naming == hr::naming::none);
  CHECK_CONSTEXPR(hr::node_of(hr::machine_pool{}, {.held = both}).naming == hr::naming::several);
}

TEST_CASE("A GPU's type gives its scale-up domain where all machines with it agree, and no CPUs") {
  using namespace resolve_cases;
  CHECK_CONSTEXPR(hr::find_gpu("gb300") == &hr::nvidia::gb300::spec);
  CHECK_CONSTEXPR(hr::find_gpu("b200") == &hr::nvidia::b200::spec);
  CHECK_CONSTEXPR(hr::find_gpu("h100") == nullptr);  // SXM, PCIe and NVL
  CHECK_CONSTEXPR(hr::find_gpu("") == nullptr);
  CHECK_CONSTEXPR(value_of(hr::domain_gpus_of(hr::node_of(typed("gb300"), {}))) == 72);
  CHECK_CONSTEXPR(value_of(hr::domain_gpus_of(hr::node_of(typed("b300"), {}))) == 8);
  CHECK_CONSTEXPR(hr::domain_gpus_of(hr::node_of(typed("h100"), {})).is_unknown());
  CHECK_CONSTEXPR(vcpus(hr::node_of(typed("gb300"), {})) == -1);
  CHECK_CONSTEXPR(hr::node_of(typed("gb300"), {.held = both}).vm == &hr::azure::nd128isr_gb300_v6::spec);
}

TEST_CASE("A bare rack has the host's cores and memory, and a VM of it its own") {
  using namespace resolve_cases;
  CHECK_CONSTEXPR(vcpus(hr::node_held({.held = bare_rack})) == 144);
  CHECK_CONSTEXPR(vcpus(hr::node_held(on_gb300)) == 128);
  CHECK_CONSTEXPR(value_of(hr::system_memory_of(hr::node_held(on_gb300))) == hr::gibibytes(864));
}

TEST_CASE("What asks for GPUs runs on the only pool with some, and what could run on two is left open") {
  using namespace resolve_cases;
  CHECK_CONSTEXPR(hr::pool_of(gpu_pods[0], {{.pools = two_kinds, .workloads = gpu_pods}, {}}) == &two_kinds[1]);
  CHECK_CONSTEXPR(hr::pool_of(cpu_pods[0], {{.pools = two_kinds, .workloads = cpu_pods}, {}}) == nullptr);
  CHECK_CONSTEXPR(hr::pool_of(gpu_pods[0], {{.pools = two_gpu_kinds, .workloads = gpu_pods}, {}}) == nullptr);
}

TEST_CASE("Requests are of a pod where the file says of nothing else, and memory of what they are of") {
  CHECK_CONSTEXPR(hr::unit_of({}) == "pod");
  CHECK_CONSTEXPR(hr::unit_of_memory({}) == "pod");
  CHECK_CONSTEXPR(hr::unit_of({.requests = {.unit = "task", .memory_unit = "node"}}) == "task");
  CHECK_CONSTEXPR(hr::unit_of_memory({.requests = {.unit = "task", .memory_unit = "node"}}) == "node");
  CHECK_CONSTEXPR(hr::unit_of_memory({.requests = {.unit = "node"}}) == "node");
}

TEST_CASE("Jobs wait for each other, and a demand is of all machines") {
  CHECK_CONSTEXPR(hr::is_queued({.identity = {.kind = "sbatch"}, .queueing = {.runs_as = hr::workload_class::job}}));
  CHECK_CONSTEXPR(hr::is_queued({.identity = {.kind = "JobSet"}, .queueing = {.runs_as = hr::workload_class::job}}));
  CHECK_CONSTEXPR(!hr::is_queued({.identity = {.kind = "Deployment"}}));
  CHECK_CONSTEXPR(!hr::is_queued({.queueing = {.runs_as = hr::workload_class::part_of_job}}));  // its parts start together
  CHECK_CONSTEXPR(hr::is_demand({.queueing = {.runs_as = hr::workload_class::demand}}));
  CHECK_CONSTEXPR(!hr::is_demand({.identity = {.kind = "Job"}, .queueing = {.runs_as = hr::workload_class::job}}));
  CHECK_CONSTEXPR(hr::is_blueprint({.queueing = {.runs_as = hr::workload_class::blueprint}}));
  CHECK_CONSTEXPR(!hr::is_blueprint({.queueing = {.runs_as = hr::workload_class::service}}));
}

namespace resolve_cases {

constexpr hr::machine h100_vm(hr::azure::nd96isr_h100_v5::spec);
constexpr hr::machine gb300_vm(hr::azure::nd128isr_gb300_v6::spec);
constexpr std::array h100_twice{hr::group{h100_vm, 1}, hr::group{h100_vm, 2}};
// A machine of our own that is called as one of the catalogue, and another with the same GPU.
constexpr hr::vm own_h100{.name = "standard_ND96isr_h100_v5", .gpu = &hr::nvidia::h100_sxm5::spec, .gpus = hr::count{4}};
constexpr hr::vm small_h100{.name = "small", .gpu = &hr::nvidia::h100_sxm5::spec, .gpus = hr::count{2}};
constexpr hr::vm no_gpus{.name = "cpus", .gpus = hr::count{0}, .vcpus = hr::count{64}};
constexpr std::array own_held{hr::group{hr::machine(own_h100), 1}};
constexpr std::array two_with_h100{hr::group{hr::machine(own_h100), 1}, hr::group{hr::machine(small_h100), 1}};
constexpr std::array one_with_h100{hr::group{hr::machine(small_h100), 1}, hr::group{gb300_vm, 1}};
constexpr std::array cpus_held{hr::group{hr::machine(no_gpus), 1}};
constexpr hr::machine_pool login = [] {
  hr::machine_pool p{.name = "login", .line = 1};
  p.gpus_per_node = {hr::count{0}, 2};
  return p;
}();
constexpr hr::workload choosing(std::string_view size, std::string_view gpu = {}) {
  hr::workload w = pods(1, 8);
  if (!size.empty()) w.placement.instance_type = {size, 5};
  if (!gpu.empty()) w.placement.gpu_type = {gpu, 6};
  return w;
}
constexpr hr::workload by_variable = [] {
  hr::workload w = pods(1, 8);
  w.placement.instance_type = {hr::unknown, 5};
  return w;
}();

}  // namespace resolve_cases

TEST_CASE("A machine that is held counts before one of the catalogue") {
  using namespace resolve_cases;
  CHECK_CONSTEXPR(hr::node_of(pool_of("Standard_ND96isr_H100_v5"), {.held = own_held}).vm == &own_h100);
  CHECK_CONSTEXPR(hr::node_held({.held = h100_twice}).is_known());
  CHECK_CONSTEXPR(hr::node_held({.held = two_with_h100}).naming == hr::naming::several);
  CHECK_CONSTEXPR(hr::node_of(typed("h100"), {.held = two_with_h100}).naming == hr::naming::several);
  CHECK_CONSTEXPR(hr::node_of(typed("h100"), {.held = one_with_h100}).vm == &small_h100);
  CHECK_CONSTEXPR(hr::node_of(typed("h100"), {.held = one_with_h100}).line == 2);
  CHECK_CONSTEXPR(hr::node_of(typed("b200"), {.held = one_with_h100}).naming == hr::naming::gpu_only);
}

TEST_CASE("Nodes without GPUs are none of the machines with GPUs that are held") {
  using namespace resolve_cases;
  CHECK_CONSTEXPR(hr::node_of(login, on_h100).naming == hr::naming::none);
  CHECK_CONSTEXPR(hr::node_of(login, {.held = cpus_held}).vm == &no_gpus);
  CHECK_CONSTEXPR(hr::node_of(hr::machine_pool{}, {.held = cpus_held}).vm == &no_gpus);
}

TEST_CASE("A workload's machine is the one it selects, that of its pool, or the one held") {
  using namespace resolve_cases;
  constexpr auto node = [](const hr::workload& w, const hr::check_terms& on, std::span<const hr::machine_pool> pools = {}) {
    return hr::node_of(w, {{.pools = pools}, on});
  };
  CHECK_CONSTEXPR(node(choosing("Standard_ND96isr_H100_v5"), on_gb300).vm == &hr::azure::nd96isr_h100_v5::spec);
  CHECK_CONSTEXPR(node(choosing("Standard_ND96isr_H100_v5"), on_gb300).line == 5);
  // A size that the catalogue lacks does not undo what everything runs on, where GPUs are asked for.
  CHECK_CONSTEXPR(node(choosing("nothing"), on_gb300).vm == &hr::azure::nd128isr_gb300_v6::spec);
  CHECK_CONSTEXPR(node(choosing("nothing"), {}).naming == hr::naming::unlisted);
  constexpr hr::workload of_cpus = [] {
    hr::workload w = choosing("nothing");
    w.requests.gpus = {};
    w.scale.gpus = {};
    return w;
  }();
  CHECK_CONSTEXPR(node(of_cpus, on_gb300).naming == hr::naming::unlisted);
  CHECK_CONSTEXPR(node(by_variable, on_gb300).vm == &hr::azure::nd128isr_gb300_v6::spec);
  CHECK_CONSTEXPR(node(by_variable, {}).naming == hr::naming::unresolved);
  CHECK_CONSTEXPR(node(by_variable, {}).line == 5);
  CHECK_CONSTEXPR(node(choosing("", "gb300"), {}).naming == hr::naming::gpu_only);
  CHECK_CONSTEXPR(node(choosing("", "gb300"), on_h100).vm == &hr::azure::nd96isr_h100_v5::spec);
  CHECK_CONSTEXPR(node(pods(1, 8), {}, two_kinds).vm == &hr::azure::nd96isr_h100_v5::spec);
  CHECK_CONSTEXPR(node(pods(1, 8), {}).naming == hr::naming::none);
}

TEST_CASE("A workload's pool is the one it names, that of the size it selects, or the only one that may do") {
  using namespace resolve_cases;
  constexpr std::array two{pool_of("Standard_ND96isr_H100_v5"), pool_of("Standard_ND128isr_GB300_v6")};
  constexpr std::array twice{two[0], two[0]};
  constexpr std::array one{two[1]};
  constexpr std::array with_unlisted{pool_of("Standard_D2_v4"), pool_of("Standard_ND8_v99")};
  constexpr std::array with_variable{pool_of("Standard_D2_v4"), variable};
  constexpr std::array by_number{pool_of("Standard_D2_v4"), pool(1, 1)};
  constexpr std::array none_with_gpus{pool_of("Standard_D2_v4"), pool_of("Standard_D4_v4")};
  constexpr auto place = [](const hr::workload& w, const auto& pools) -> int {
    const hr::machine_pool* found = hr::pool_of(w, {{.pools = pools}, {}});
    return found == nullptr ? -1 : static_cast<int>(found - pools.data());
  };
  constexpr auto named = [](std::string_view name) {
    hr::workload w = pods(1, 8);
    w.placement.pool = {name, 4};
    return w;
  };
  CHECK_CONSTEXPR(place(choosing("standard_nd128ISR_gb300_v6"), two) == 1);
  CHECK_CONSTEXPR(place(choosing("Standard_ND96isr_H100_v5"), twice) == -1);
  CHECK_CONSTEXPR(place(choosing("Standard_D2_v4"), one) == -1);
  CHECK_CONSTEXPR(place(by_variable, one) == -1);
  CHECK_CONSTEXPR(place(choosing("", "gb300"), one) == -1);
  CHECK_CONSTEXPR(place(pods(1, 0), one) == 0);
  CHECK_CONSTEXPR(place(pods(1, 8), two) == -1);
  CHECK_CONSTEXPR(place(pods(1, 8), with_unlisted) == 1);
  CHECK_CONSTEXPR(place(pods(1, 8), with_variable) == 1);
  CHECK_CONSTEXPR(place(pods(1, 1), by_number) == 1);
  CHECK_CONSTEXPR(place(pods(1, 0), by_number) == -1);
  CHECK_CONSTEXPR(place(pods(1, 8), none_with_gpus) == -1);
  CHECK_CONSTEXPR(place(named("gpu"), one) == 0);
  CHECK_CONSTEXPR(place(named("other"), one) == -1);
  constexpr hr::workload of_one_gpu = [] {
    hr::workload w = pods(1, 0);
    w.requests.gpus = {};
    w.scale.gpus = {hr::count{1}, 3};
    return w;
  }();
  CHECK_CONSTEXPR(place(of_one_gpu, by_number) == 1);
}

TEST_CASE("What a node has is its machine's, of a bare rack its host's, of a board its GPUs") {
  using namespace resolve_cases;
  constexpr std::array board = hr::groups_of<hr::nvidia::hgx_h100>();
  constexpr hr::node on_board = hr::node_held({.held = board});
  CHECK_CONSTEXPR(value_of(hr::gpus_of(on_board)) == 8);
  CHECK_CONSTEXPR(value_of(hr::domain_gpus_of(on_board)) == 8);
  CHECK_CONSTEXPR(vcpus(on_board) == -1);
  CHECK_CONSTEXPR(hr::system_memory_of(on_board).is_unknown());
  CHECK_CONSTEXPR(hr::gpus_of(hr::node{}).is_unknown());
  CHECK_CONSTEXPR(hr::domain_gpus_of(hr::node{}).is_unknown());
  CHECK_CONSTEXPR(value_of(hr::domain_gpus_of(hr::node_held(on_h100))) == 8);
  // Two Grace of 480 GB each.
  CHECK(hr::in_gigabytes(value_of(hr::system_memory_of(hr::node_held({.held = bare_rack})))) == doctest::Approx(960).epsilon(0.1));
  CHECK(value_of(hr::system_memory_of(hr::node_held({.held = bare_rack}))) > hr::gibibytes(864));
  CHECK_CONSTEXPR(!hr::detail::has_gpus(hr::detail::node_of(hr::machine(no_gpus), 1)));
  CHECK_CONSTEXPR(hr::detail::has_gpus(hr::node_held(on_h100)));
  CHECK_CONSTEXPR(hr::detail::has_gpus(hr::node_of(typed("gb300"), {})));
}

TEST_CASE("GPUs of a node are the machine's, in the line that states them, else as the file states them") {
  using namespace resolve_cases;
  constexpr hr::machine_pool sized = pool_of("Standard_ND96isr_H100_v5", 3);
  CHECK_CONSTEXPR(hr::gpus_per_node_of(sized, {}).value == 8);
  CHECK_CONSTEXPR(hr::gpus_per_node_of(sized, {}).line == 10);
  CHECK_CONSTEXPR(hr::gpus_per_node_of(pool(3, 4), on_h100).value == 8);
  CHECK_CONSTEXPR(hr::gpus_per_node_of(pool(3, 4), on_h100).line == 12);
  CHECK_CONSTEXPR(hr::gpus_per_node_of(pool(3, 4), {}).value == 4);
  CHECK_CONSTEXPR(hr::most_gpus_of(pool(3, 4), {}).value == 12);
  CHECK_CONSTEXPR(hr::most_gpus_of(pool(3, 4), {}).line == 11);
  CHECK_CONSTEXPR(!hr::most_gpus_of(variable, {}).is_known());
  constexpr hr::machine_pool growing = [] {
    hr::machine_pool p = pool(3, 4);
    p.most_nodes = {hr::count{5}, 13};
    return p;
  }();
  CHECK_CONSTEXPR(hr::most_gpus_of(growing, {}).value == 20);
  CHECK_CONSTEXPR(hr::most_nodes_of(growing).value == 5);
  constexpr hr::workload stating = role(hr::serving_role::prefill, 1, 1, 4, 4);
  constexpr std::array four{pool(3, 4)};
  CHECK_CONSTEXPR(hr::gpus_per_node_of(stating, {{}, on_h100}).value == 8);
  CHECK_CONSTEXPR(hr::gpus_per_node_of(stating, {{}, on_h100}).line == 40);
  CHECK_CONSTEXPR(hr::gpus_per_node_of(pods(1, 4), {{}, on_h100}).line == 1);
  CHECK_CONSTEXPR(hr::gpus_per_node_of(stating, {{}, {}}).value == 4);
  CHECK_CONSTEXPR(hr::gpus_per_node_of(pods(1, 4), {{.pools = four}, {}}).value == 4);
  CHECK_CONSTEXPR(hr::gpus_per_node_of(pods(1, 4), {{}, {}}).is_silent());
}

TEST_CASE("All GPUs of a node are as many as its machine has, where that is known") {
  using namespace resolve_cases;
  constexpr auto counted = [](const hr::check_terms& on) {
    std::array one{pods(2, 0)};
    one[0].requests.gpus = {hr::unknown, 7};
    one[0].requests.all_gpus = true;
    const hr::counted_deployment as_held({.workloads = one}, on);
    return as_held.value().workloads[0].requests.gpus;
  };
  CHECK_CONSTEXPR(counted(on_h100).value == 8);
  CHECK_CONSTEXPR(counted(on_h100).line == 7);
  CHECK_CONSTEXPR(counted({}).is_unresolved());
}

TEST_CASE("What asks for parts of GPUs, or leaves its GPUs open, may ask for some") {
  using namespace resolve_cases;
  constexpr auto may_ask = [](auto&& change) {
    hr::workload w = pods(2, 0);
    change(w);
    return hr::may_ask_for_gpus(w);
  };
  CHECK_CONSTEXPR(!may_ask([](hr::workload&) {}));
  CHECK_CONSTEXPR(may_ask([](hr::workload& w) { w.requests.gpus = {hr::count{1}, 3}; }));
  CHECK_CONSTEXPR(may_ask([](hr::workload& w) { w.requests.gpus = {hr::unknown, 3}; }));
  CHECK_CONSTEXPR(may_ask([](hr::workload& w) { w.scale.gpus = {hr::unknown, 3}; }));
  CHECK_CONSTEXPR(may_ask([](hr::workload& w) { w.requests.mig_profile = {"1g.10gb", 3}; }));
}

namespace resolve_cases {

constexpr hr::vm with_four{.name = "four", .gpu = &hr::nvidia::h100_sxm5::spec, .gpus = hr::count{4}, .vcpus = hr::count{10}};
constexpr hr::vm with_none{.name = "none", .gpus = hr::count{0}, .vcpus = hr::count{7}};
constexpr hr::vm untold{.name = "untold"};

}  // namespace resolve_cases

// Two machines of four GPUs, three of none and one of which nobody tells.
TEST_CASE("What is held in all is the sum of the groups, and silent where one of them has no number") {
  using namespace resolve_cases;
  const hr::group four{hr::machine(with_four), 2}, none{hr::machine(with_none), 3}, open{hr::machine(untold), 1}, any{hr::machine(with_four), 0};
  const std::array two{four, none}, with_open{four, open}, with_any{none, any};
  const std::array twice{four, none, four};
  CHECK(hr::gpus_held({.held = two}).value == 8);
  CHECK(hr::gpus_held({.held = twice}).value == 16);
  CHECK(hr::gpus_held({.held = two}).is_known());
  CHECK(!hr::gpus_held({.held = with_open}).is_known());
  CHECK(hr::gpus_held({.held = with_any}).is_silent());
  CHECK(hr::gpus_held({}).is_silent());
  CHECK(hr::nodes_held({.held = twice}).value == 7);
  CHECK(hr::nodes_held({.held = with_any}).is_silent());
  CHECK(hr::nodes_held({}).is_silent());
  const hr::machine kind(with_four), other(untold);
  CHECK(hr::nodes_held({.held = twice}, &kind).value == 4);
  CHECK(hr::nodes_held({.held = twice}, &other).is_silent());
  CHECK(hr::nodes_held({.held = with_any}, &none.machine).value == 3);  // the other has no number
}

TEST_CASE("The system keeps its part of a machine, or all of it where that is less") {
  using namespace resolve_cases;
  for (const hr::count reserved : {0, 1, 9'999, 10'000, 10'001}) {
    const hr::count left = hr::millicpus_left(hr::count{10}, {.reserved_millicpus = reserved});
    CHECK(left == (reserved >= 10'000 ? 0 : 10'000 - reserved));
  }
  for (const double reserved : {0.0, 1.0, 4.0, 5.0}) {
    const hr::memory left = hr::memory_left(hr::figure<hr::memory>(hr::gibibytes(4)), {.reserved_memory = hr::gibibytes(reserved)});
    CHECK(left == hr::gibibytes(reserved >= 4 ? 0 : 4 - reserved));
  }
}

// A limit of 35 cores is of three machines of ten.
TEST_CASE("The most nodes of a pool are the autoscaler's, those of a limit in cores, or as stated") {
  using namespace resolve_cases;
  const std::array held{hr::group{hr::machine(with_four), 0}};
  const hr::check_terms on{.held = held};
  hr::machine_pool p{.name = "gpu", .line = 10};
  p.most_cores = {hr::count{35}, 14};
  CHECK(hr::most_nodes_of(p, on).value == 3);
  CHECK(hr::most_nodes_of(p, on).line == 14);
  CHECK(hr::most_gpus_of(p, on).value == 12);
  CHECK(hr::most_gpus_of(p, on).line == 14);
  CHECK(hr::most_nodes_of(p, {}).is_silent());
  p.nodes = {hr::count{2}, 11};
  CHECK(hr::most_nodes_of(p, on).value == 3);
  CHECK(hr::most_nodes_of(p, {}).value == 2);
  p.nodes = {hr::unknown, 11, hr::said_state::chosen};
  CHECK(hr::most_nodes_of(p, on).line == 11);
  CHECK(!hr::most_nodes_of(p, on).is_known());
  p.nodes = {hr::count{2}, 11};
  p.most_nodes = {hr::count{5}, 13};
  CHECK(hr::most_nodes_of(p, on).value == 5);
  CHECK(hr::most_nodes_of(p).line == 13);
  p.most_nodes = {hr::unknown, 13};
  CHECK(hr::most_nodes_of(p, on).is_unresolved());
  CHECK(hr::most_gpus_of(p, on).is_unresolved());
  CHECK(hr::most_gpus_of(p, on).line == 13);
  p = pool(3, 4);
  CHECK(hr::most_nodes_of(p, on).value == 3);  // no limit in cores
  CHECK(hr::most_nodes_of(p, on).line == 11);
  CHECK(hr::most_nodes_of(p).value == 3);
}

TEST_CASE("A size that is not known is the one machine held where it has GPUs and the file asks for some") {
  using namespace resolve_cases;
  const hr::said<std::string_view> size{"nothing", 5};
  CHECK(hr::node_called(size, on_h100, true).vm == &hr::azure::nd96isr_h100_v5::spec);
  CHECK(hr::node_called(size, on_h100, false).naming == hr::naming::unlisted);
  CHECK(hr::node_called(size, on_h100).naming == hr::naming::unlisted);
  CHECK(hr::node_called(size, {.held = cpus_held}, true).naming == hr::naming::unlisted);
  CHECK(hr::node_called(size, {.held = both}, true).naming == hr::naming::unlisted);
  CHECK(hr::node_called(size, {}, true).name == "nothing");
  CHECK(hr::node_called(size, {}, true).line == 5);
  CHECK(hr::node_called({"Standard_ND96isr_H100_v5", 6}, {}, true).line == 6);
  CHECK(hr::find_machine("nothing", on_h100) == nullptr);
  CHECK(hr::find_machine("SMALL", {.held = two_with_h100})->vm() == &small_h100);
}

TEST_CASE("Pools of a size that nobody knows are of the machine held where the file has GPUs on them, and of none held where it has none") {
  using namespace resolve_cases;
  hr::machine_pool p = pool_of("nothing");
  CHECK(hr::node_of(p, on_h100).naming == hr::naming::unlisted);
  p.gpus_per_node = {hr::count{0}, 3};
  CHECK(hr::node_of(p, on_h100).naming == hr::naming::unlisted);
  p.gpus_per_node = {hr::count{1}, 3};
  CHECK(hr::node_of(p, on_h100).is_known());
  p.size = {};
  CHECK(hr::node_of(p, on_h100).is_known());
  p.gpus_per_node = {hr::unknown, 3};
  CHECK(hr::node_of(p, on_h100).is_known());
  const hr::machine own(with_four);
  p.described = &own;
  CHECK(hr::node_of(p, on_h100).vm == &with_four);
  CHECK(hr::node_of(p, on_h100).line == 10);
}

TEST_CASE("A workload names its pool, and whether it asks for GPUs is of a pod or of a replica") {
  using namespace resolve_cases;
  std::array two{pool(1, 8), pool(2, 4)};
  two[1].name = "second";
  hr::workload w = pods(1, 1);
  CHECK(hr::pool_named_by(w, {.pools = two}) == nullptr);
  w.placement.pool = {"second", 3};
  CHECK(hr::pool_named_by(w, {.pools = two}) == &two[1]);
  w.placement.pool = {"third", 3};
  CHECK(hr::pool_named_by(w, {.pools = two}) == nullptr);
  w.placement.pool = {hr::unknown, 3};
  CHECK(hr::pool_named_by(w, {.pools = two}) == nullptr);
  CHECK(hr::pool_of(w, {{.pools = std::span(two).first(1)}, {}}) == nullptr);  // by a variable, which may be another
  CHECK(hr::asks_for_gpus(pods(1, 1)));
  CHECK(!hr::asks_for_gpus(pods(1, 0)));
  w = pods(1, 0);
  w.scale.gpus = {hr::count{1}, 4};
  CHECK(hr::asks_for_gpus(w));
  w.scale.gpus = {hr::unknown, 4};
  CHECK(!hr::asks_for_gpus(w));
}

TEST_CASE("Subjects are called by their name, else by their kind") {
  CHECK(hr::subject_of(hr::workload{.identity = {.name = "web", .kind = "Job"}}) == "web");
  CHECK(hr::subject_of(hr::workload{.identity = {.kind = "Job"}}) == "Job");
  CHECK(hr::subject_of(hr::workload{}) == "The workload");
  CHECK(hr::subject_of(hr::machine_pool{.name = "gpu"}) == "gpu");
  CHECK(hr::subject_of(hr::machine_pool{}) == "The pool");
}

namespace resolve_cases {

constexpr hr::vm of_one_gpu{.name = "one", .gpu = &hr::nvidia::h100_sxm5::spec, .gpus = hr::count{1}, .vcpus = hr::count{1}};
constexpr hr::vm of_no_cores{.name = "no cores", .vcpus = hr::count{0}};
constexpr hr::vm pairwise{.name = "pairwise", .gpu = &hr::nvidia::h100_sxm5::spec, .gpus = hr::count{8}, .scale_up_domain_gpus = hr::count{2}};
constexpr hr::board by_fours{.name = "by fours", .gpu = &hr::nvidia::h100_sxm5::spec, .gpus = hr::count{8}, .scale_up_domain_gpus = hr::count{4}};
// Called as sizes with GPUs are, and it has none.
constexpr hr::vm called_so{.name = "Standard_ND1_v99", .gpus = hr::count{0}};
// Of a host that nobody tells.
constexpr hr::vm tray{.name = "tray", .gpus = hr::count{4}, .vcpus = hr::count{10}, .system_memory = hr::gibibytes(100)};
constexpr hr::rack of_trays{.name = "of trays", .vm = &tray, .vms = hr::count{3}};
constexpr hr::rack of_some{.name = "of some", .vm = &tray};

// The place of the pool that a workload runs on; -1: none.
constexpr int place_of(const hr::workload& w, std::span<const hr::machine_pool> pools, const hr::check_terms& on = {}) {
  const hr::machine_pool* found = hr::pool_of(w, {{.pools = pools}, on});
  return found == nullptr ? -1 : static_cast<int>(found - pools.data());
}

}  // namespace resolve_cases

TEST_CASE("What the file names stands in its line, and what it is held against in none") {
  using namespace resolve_cases;
  CHECK(hr::node_held(on_h100).line == 0);
  CHECK(hr::node_held({}).line == 0);
  CHECK(hr::node_held({.held = two_with_h100}).line == 0);
  CHECK(hr::node_of(hr::machine_pool{}, on_h100).line == 0);
  CHECK(hr::node_of(pool_of("nothing"), {}).line == 11);
  CHECK(hr::node_of(variable, {}).line == 2);
  CHECK(hr::node_of(typed("b200"), {}).line == 2);
  CHECK(hr::node_of(typed("b200"), {}).name == "b200");
  CHECK(hr::node_of(typed("h100"), {.held = two_with_h100}).line == 2);
  const std::array two{hr::group{hr::machine(with_four), 2}};
  CHECK(hr::gpus_held({.held = two}).line == 0);
  CHECK(hr::nodes_held({.held = two}).line == 0);
}

TEST_CASE("A GPU that a file names is looked for among machines that have one") {
  using namespace resolve_cases;
  const std::array beside_cpus{hr::group{hr::machine(no_gpus), 1}, hr::group{hr::machine(small_h100), 1}};
  CHECK(hr::node_of(typed("h100"), {.held = beside_cpus}).vm == &small_h100);
  CHECK(hr::node_of(typed("b200"), {.held = beside_cpus}).naming == hr::naming::gpu_only);
}

TEST_CASE("A pool that is named by a variable, or a size of several, is none of those of the file") {
  using namespace resolve_cases;
  hr::machine_pool without_name = pool(1, 8);
  without_name.name = "";
  const std::array nameless{without_name, pool_of("Standard_ND96isr_H100_v5")};
  hr::workload w = pods(1, 8);
  w.placement.pool = {hr::unknown, 4};
  CHECK(hr::pool_named_by(w, {.pools = nameless}) == nullptr);
  CHECK(place_of(w, nameless) == -1);
  CHECK(place_of(by_variable, nameless) == -1);  // neither says a size
  hr::workload one_of_two = by_variable;
  one_of_two.placement.instance_type.value = "Standard_ND96isr_H100_v5";
  CHECK(place_of(one_of_two, nameless) == -1);
  hr::workload of_no_size = pods(1, 8);
  of_no_size.placement.instance_type = {std::string_view{}, 5};
  CHECK(place_of(of_no_size, nameless) == -1);
  CHECK(place_of(choosing("Standard_ND96isr_H100_v5"), nameless) == 1);
}

TEST_CASE("A pool has GPUs where its machine has one, or it names their type, and none where its machine has none") {
  using namespace resolve_cases;
  using hr::detail::has_gpus;
  CHECK(has_gpus(hr::detail::node_of(hr::machine(of_one_gpu), 1)));
  CHECK(!has_gpus(hr::detail::node_of(hr::machine(untold), 1)));
  CHECK(!has_gpus(hr::node{}));
  const hr::machine_pool cpus = pool_of("Standard_D2_v4");
  // SXM, PCIe or NVL: GPUs in any case.
  const std::array of_a_type{cpus, typed("h100")};
  CHECK(place_of(pods(1, 1), of_a_type) == 1);
  std::array of_none{cpus, typed("h100")};
  of_none[1].gpus_per_node = {hr::count{0}, 3};
  CHECK(place_of(pods(1, 1), of_none) == -1);
  const std::array held{hr::group{hr::machine(called_so), 1}, hr::group{hr::machine(no_gpus), 1}};
  const std::array of_the_name{cpus, pool_of("Standard_ND1_v99")};
  CHECK(place_of(pods(1, 1), of_the_name, {.held = held}) == -1);
  CHECK(place_of(pods(1, 1), of_the_name) == 1);
}

TEST_CASE("A rack whose host is not told has its VMs' own cores and memory, and so many nodes as VMs") {
  using namespace resolve_cases;
  const hr::machine rack(of_trays), some(of_some);
  const hr::node n = hr::detail::node_of(rack, 1);
  CHECK(vcpus(n) == 10);
  CHECK(value_of(hr::system_memory_of(n)) == hr::gibibytes(100));
  const std::array two{hr::group{rack, 2}};
  const std::array open{hr::group{rack, 2}, hr::group{some, 1}};
  CHECK(hr::nodes_held({.held = two}).value == 6);
  CHECK(hr::gpus_held({.held = two}).value == 24);
  CHECK(hr::nodes_held({.held = open}).is_silent());
  CHECK(hr::gpus_held({.held = open}).is_silent());
}

TEST_CASE("Machines of one name are of one kind, though some of them give fewer GPUs") {
  using namespace resolve_cases;
  static constexpr hr::vm two_left{.name = "Four", .gpu = &hr::nvidia::h100_sxm5::spec, .gpus = hr::count{2}};
  const hr::machine kind(with_four);
  const std::array alike{hr::group{kind, 2}, hr::group{hr::machine(two_left), 3}};
  CHECK(hr::node_held({.held = alike}).vm == &with_four);
  const std::array beside_gb300{alike[0], alike[1], hr::group{gb300_vm, 1}};
  CHECK(hr::node_of(typed("h100"), {.held = beside_gb300}).vm == &with_four);
  CHECK(hr::nodes_held({.held = alike}, &kind).value == 5);
  const std::array with_others{hr::group{kind, 2}, hr::group{hr::machine(small_h100), 3}};
  CHECK(hr::node_held({.held = with_others}).naming == hr::naming::several);
  CHECK(hr::nodes_held({.held = with_others}, &kind).value == 2);
}

TEST_CASE("GPUs reach as many others as their machine says, before what others with the same GPU do") {
  using namespace resolve_cases;
  CHECK(value_of(hr::domain_gpus_of(hr::detail::node_of(hr::machine(pairwise), 1))) == 2);
  CHECK(value_of(hr::domain_gpus_of(hr::detail::node_of(hr::machine(by_fours), 1))) == 4);
  CHECK(hr::domain_gpus_of(hr::detail::node_of(hr::machine(small_h100), 1)).is_unknown());
}

TEST_CASE("Only what asks for all GPUs of its node is counted as many, and a deployment without stays as it is") {
  using namespace resolve_cases;
  std::array three{pods(1, 2), pods(1, 0), pods(1, 3)};
  const hr::counted_deployment as_written({.workloads = three}, on_h100);
  CHECK(as_written.value().workloads.data() == three.data());
  three[0].requests.all_gpus = true;
  three[1].requests.all_gpus = true;
  const hr::counted_deployment counted({.workloads = three}, on_h100);
  REQUIRE(counted.value().workloads.size() == 3);
  CHECK(counted.value().workloads[0].requests.gpus.value == 8);
  CHECK(counted.value().workloads[1].requests.gpus.value == 8);
  CHECK(counted.value().workloads[2].requests.gpus.value == 3);
  CHECK(three[0].requests.gpus.value == 2);
}

TEST_CASE("A limit in cores is of as many nodes as there are whole ones in it, of machines that have cores") {
  using namespace resolve_cases;
  hr::machine_pool p = pool(2, 1);
  p.most_cores = {hr::count{35}, 14};
  const std::array of_one{hr::group{hr::machine(of_one_gpu), 1}}, of_none{hr::group{hr::machine(of_no_cores), 1}};
  CHECK(hr::most_nodes_of(p, {.held = of_one}).value == 35);
  CHECK(hr::most_nodes_of(p, {.held = of_none}).value == 2);
}
