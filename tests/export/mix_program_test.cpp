// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/mix_program.hpp>
#include <headroom/plan/machine_mix.hpp>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <check.hpp>
#include <cluster/small_machines.hpp>

namespace export_mix_program_test {
namespace {

const std::array kinds{hr::mix_kind{.machine = small::old_vm::spec, .at_most = 9, .at_least = 1, .step = 2}, hr::mix_kind{.machine = small::old_vm::spec, .is_spot = true}};
const hr::demand limited{.total = {.gpus = 16}, .at_most = {.vms = hr::count{4}}};  // of machines with 8 GPUs

}  // namespace

// That solvers find in it what least_mix finds is proved by tests/program/test_mix_solver.py.
TEST_CASE("A mix is written in LP as rows of whole numbers, in steps beyond what is taken in any case") {
  CHECK(hr::mix_in_lp(kinds, limited, hr::mix_objective::gpus).value_or({}) ==
        "\\ x0: steps of 2 beyond 1, old VM\n"
        "\\ x1: steps of 1 beyond 0, old VM\n"
        "\\ x2: 1, for what is taken in any case\n"
        "Minimize\n"
        " amount: 16 x0 + 8 x1 + 8 x2\n"
        "Subject To\n"
        " need0: 2 x0 + 1 x1 >= 1\n"
        " limit16: 2 x0 + 1 x1 <= 3\n"
        "Bounds\n"
        " x0 <= 4\n"
        " x2 = 1\n"
        "General\n"
        " x0 x1 x2\n"
        "End\n");
}

// One is taken in any case, of 3 kW; two more are a step.
TEST_CASE("What is limited is a row of all machines, and a kind may say what it counts") {
  const std::array limited_kinds{hr::mix_kind{.machine = small::old_vm::spec, .at_most = 9, .at_least = 1, .step = 2, .amount = 5, .limited = 3'000},
                                 hr::mix_kind{.machine = small::old_vm::spec, .limited = 7'000}};
  CHECK(hr::mix_in_lp(limited_kinds, {.total = {.gpus = 16}}, hr::mix_objective::machines, {.at_most = 20'000}).value_or({}) ==
        "\\ x0: steps of 2 beyond 1, old VM\n"
        "\\ x1: steps of 1 beyond 0, old VM\n"
        "\\ x2: 1, for what is taken in any case\n"
        "Minimize\n"
        " amount: 10 x0 + 1 x1 + 5 x2\n"
        "Subject To\n"
        " need0: 2 x0 + 1 x1 >= 1\n"
        " all: 6 x0 + 7 x1 <= 17\n"
        "Bounds\n"
        " x0 <= 4\n"
        " x2 = 1\n"
        "General\n"
        " x0 x1 x2\n"
        "End\n");
}

TEST_CASE("A mix is written in MPS with a bound for each of its whole numbers") {
  // Of all GPUs, (1 + 2 x0 + x1) times 8, a quarter may be on spot: 6 x1 <= 2 (1 + 2 x0).
  CHECK(hr::mix_in_mps(kinds, limited, hr::mix_objective::machines, {.most_spot = 0.25}).value_or({}) ==
        "* x0: steps of 2 beyond 1, old VM\n"
        "* x1: steps of 1 beyond 0, old VM\n"
        "* x2: 1, for what is taken in any case\n"
        "NAME mix FREE\n"
        "ROWS\n"
        " N amount\n"
        " G need0\n"
        " L limit16\n"
        " L spot\n"
        "COLUMNS\n"
        " MARK 'MARKER' 'INTORG'\n"
        " x0 amount 2\n"
        " x0 need0 2\n"
        " x0 limit16 2\n"
        " x0 spot -2\n"
        " x1 amount 1\n"
        " x1 need0 1\n"
        " x1 limit16 1\n"
        " x1 spot 3\n"
        " x2 amount 1\n"
        " MARK 'MARKER' 'INTEND'\n"
        "RHS\n"
        " RHS need0 1\n"
        " RHS limit16 3\n"
        " RHS spot 1\n"
        "BOUNDS\n"
        " UP BOUND x0 4\n"
        " PL BOUND x1\n"
        " FX BOUND x2 1\n"
        "ENDATA\n");
}

TEST_CASE("What is taken in any case is one variable more, in dollars an hour as all costs are") {
  const hr::price prices[]{{.machine = "old VM", .on_demand = hr::dollars_per_hour(12.5), .own = true}};
  const std::array held{hr::mix_kind{.machine = small::old_vm::spec, .at_most = 9, .at_least = 4}}, free{hr::mix_kind{.machine = small::old_vm::spec, .at_most = 9}};
  const hr::demand asked{.total = {.gpus = 40}, .prices = {.own = prices}};
  CHECK(hr::mix_in_lp(held, asked).value_or({}).find(" amount: 12.5 x0 + 50 x1\n") != std::string::npos);
  CHECK(hr::variables_for_solvers(hr::mix_program_of(held, asked).value_or({})) == 2);
  CHECK(hr::variables_for_solvers(hr::mix_program_of(free, asked).value_or({})) == 1);
  CHECK(hr::mix_in_lp(free, asked).value_or({}).find("x1") == std::string::npos);
}

TEST_CASE("Prices are in dollars an hour, and amounts that are not small whole numbers are shares of the need") {
  const hr::price prices[]{{.machine = "old VM", .on_demand = hr::dollars_per_hour(12.34), .own = true}};
  const std::array one{hr::mix_kind{.machine = small::old_vm::spec}};
  const std::string text = hr::mix_in_lp(one, {.total = {.scale_up = hr::scale_up_per_direction(hr::terabytes_per_second(24))}, .prices = {.own = prices}}).value_or({});
  CHECK(text.find(" amount: 12.34 x0\n") != std::string::npos);
  CHECK(text.find(" need4: 1 x0 >= 10\n") != std::string::npos);  // eight GPUs with 300 GB/s each
}

TEST_CASE("What does not add up by machine, and what is not known, is not written") {
  const std::array old{hr::mix_kind{.machine = small::old_vm::spec}}, nodes{hr::mix_kind{.machine = small::node::spec}};
  const auto note = [&](const auto& of, const hr::demand& demand, hr::mix_objective objective = hr::mix_objective::gpus) {
    const hr::figure<std::string> lp = hr::mix_in_lp(of, demand, objective), mps = hr::mix_in_mps(of, demand, objective);
    CHECK(lp.note == mps.note);
    CHECK(lp.is_unknown() == mps.is_unknown());
    return lp.note;
  };
  CHECK(note(nodes, {.whole_racks = true}) == "needs of whole racks or domains do not add up by machine");
  CHECK(note(nodes, {.units = {.in_domain = 8}}) == "needs of whole racks or domains do not add up by machine");
  CHECK(note(nodes, {.per_domain = {.gpus = 8}}) == "needs of whole racks or domains do not add up by machine");
  CHECK(note(old, {.units = {.of_one_kind = 4}}) == "needs of whole racks or domains do not add up by machine");
  CHECK(note(old, {.total = {.gpus = 1}}, hr::mix_objective::price_per_hour) == "what one of the machines costs is not known");
  CHECK(note(old, {.total = {.gpus = -1}}) == "the demand is invalid, or there is no kind");
  CHECK(note(old, {}) == "nothing is asked for");
  CHECK(hr::mix_in_lp({}, {}).is_unknown());
  const std::array wrong{hr::mix_kind{.machine = small::old_vm::spec, .step = 0}};
  CHECK(note(wrong, {}) == "a kind has a count that is none, or more in any case than at most");
}

TEST_CASE("What is asked of each machine is asked of one at least") {
  const std::array old{hr::mix_kind{.machine = small::old_vm::spec}};
  CHECK(hr::mix_in_lp(old, {.per_gpu = {.gpus = 1}}, hr::mix_objective::machines).value_or({}).find(" need12: 1 x0 >= 1\n") != std::string::npos);
  CHECK(hr::least_mix(old, {.per_gpu = {.gpus = 1}}, hr::mix_objective::machines).value_or({}).amount == 1);
}

TEST_CASE("Racks, domains and units that steps fill do add up") {
  const std::array racks{hr::mix_kind{.machine = small::rack::spec}}, of_18{hr::mix_kind{.machine = small::node::spec, .step = 18}}, of_17{hr::mix_kind{.machine = small::node::spec, .step = 17}};
  const hr::demand whole{.total = {.gpus = 100}, .whole_racks = true};
  for (const auto* each : {&racks, &of_18}) CHECK(hr::mix_in_lp(*each, whole, hr::mix_objective::machines).value_or({}).find(" need0: 1 x0 >= 1.3888888888888888\n") != std::string::npos);
  CHECK(hr::mix_in_lp(of_17, whole, hr::mix_objective::machines).is_unknown());
}

TEST_CASE("A row is in whole numbers as small as may be, or in shares of its amount") {
  const auto row = [](std::vector<double> each, double amount) {
    const hr::program_row made = hr::detail::row_for_solvers({std::move(each), amount});
    std::vector<double> all = made.each;
    all.push_back(made.amount);
    return all;
  };
  using numbers = std::vector<double>;
  CHECK(row({6, 0, 4}, 10) == numbers{3, 0, 2, 5});
  CHECK(row({0.5, 0.75}, 4) == numbers{0.125, 0.1875, 1});
  CHECK(row({0.5, 0.75}, -4) == numbers{0.125, 0.1875, -1});
  CHECK(row({0.5, 0.25}, 1) == numbers{0.5, 0.25, 1});
  CHECK(row({0.25, 0.125}, 0) == numbers{1, 0.5, 0});  // without an amount, of the largest
  CHECK(row({0, 0}, 0) == numbers{0, 0, 0});
  CHECK(row({0, 0}, -8) == numbers{0, 0, -1});
  CHECK(row({1'000'000, 1}, 7) == numbers{1'000'000, 1, 7});
  CHECK(row({1'500'000, 1}, 3'000'000) == numbers{0.5, 1.0 / 3'000'000, 1});
}

TEST_CASE("A sum is written with its signs, and without what is not in it") {
  const auto sum = [](const std::vector<double>& of) { return hr::detail::lp_sum("row", of); };
  CHECK(sum({0, -0.5, 2}) == " row: - 0.5 x1 + 2 x2");
  CHECK(sum({0.25, 0, 0.5, -3}) == " row: 0.25 x0 + 0.5 x2 - 3 x3");
  CHECK(sum({0, 0}) == " row: 0 x0");
}

TEST_CASE("Each kind and each row is written as its own") {
  // 8 and 4 GPUs, 96 and 128 vCPUs: 4 x (2, 1) >= 4 x 7, and 32 x (3, 4) >= 32 x 10.
  const std::array two{hr::mix_kind{.machine = small::old_vm::spec}, hr::mix_kind{.machine = small::node::spec, .at_most = 5}};
  const hr::demand asked{.total = {.gpus = 28, .vcpus = 320}};
  CHECK(hr::mix_in_lp(two, asked, hr::mix_objective::machines).value_or({}) ==
        "\\ x0: steps of 1 beyond 0, old VM\n"
        "\\ x1: steps of 1 beyond 0, node\n"
        "Minimize\n"
        " amount: 1 x0 + 1 x1\n"
        "Subject To\n"
        " need0: 2 x0 + 1 x1 >= 7\n"
        " need7: 3 x0 + 4 x1 >= 10\n"
        "Bounds\n"
        " x1 <= 5\n"
        "General\n"
        " x0 x1\n"
        "End\n");
  // Only the node has any fp4: 60 of the 120 PFLOPS.
  const std::array some{hr::mix_kind{.machine = small::old_vm::spec, .at_most = 7}, hr::mix_kind{.machine = small::node::spec}};
  const std::string mps = hr::mix_in_mps(some, {.total = {.gpus = 28, .peak = hr::petaflops<hr::fp4>(120)}}, hr::mix_objective::machines).value_or({});
  const std::string_view columns = " MARK 'MARKER' 'INTORG'\n", bounds = "BOUNDS\n";
  CHECK(mps.substr(mps.find(columns) + columns.size()).starts_with(" x0 amount 1\n x0 need0 2\n x1 amount 1\n x1 need0 1\n x1 need3 0.5\n"));
  CHECK(mps.substr(mps.find(bounds)) == "BOUNDS\n UP BOUND x0 7\n PL BOUND x1\nENDATA\n");
  const std::array both{some[0], hr::mix_kind{.machine = small::node::spec, .at_most = 5}};
  const std::string bounded = hr::mix_in_mps(both, {.total = {.gpus = 28}}, hr::mix_objective::machines).value_or({});
  CHECK(bounded.substr(bounded.find(bounds)) == "BOUNDS\n UP BOUND x0 7\n UP BOUND x1 5\nENDATA\n");
  const std::array open{hr::mix_kind{.machine = small::riddle::spec}};
  CHECK(hr::mix_in_lp(open, {.total = {.vcpus = 1}}, hr::mix_objective::machines).note == "a figure that is not known may decide");
}

TEST_CASE("Of several demands each has its variables and rows, and what is bought is a limit of all") {
  const std::array two{hr::mix_kind{.machine = small::old_vm::spec, .at_most = 9, .at_least = 1, .step = 2}, hr::mix_kind{.machine = small::node::spec, .at_most = 5}};
  const std::array both{hr::demand{.total = {.gpus = 28}}, hr::demand{.total = {.vcpus = 320}}};
  CHECK(hr::mixes_in_lp(two, both, hr::mix_objective::machines).value_or({}) ==
        "\\ x0: of demand 0 by 1, old VM\n"
        "\\ x1: of demand 0 by 1, node\n"
        "\\ x2: of demand 1 by 1, old VM\n"
        "\\ x3: of demand 1 by 1, node\n"
        "\\ x4: steps of 2 beyond 1, old VM\n"
        "\\ x5: 1, for what is taken in any case\n"
        "Minimize\n"
        " amount: 0 x0 + 1 x1 + 0 x2 + 1 x3 + 2 x4 + 1 x5\n"
        "Subject To\n"
        " need0of0: 2 x0 + 1 x1 >= 7\n"
        " need7of1: 3 x2 + 4 x3 >= 10\n"
        " kind0: 1 x0 + 1 x2 - 2 x4 <= 1\n"
        " kind1: 1 x1 + 1 x3 <= 5\n"
        "Bounds\n"
        " x0 <= 9\n"
        " x1 <= 5\n"
        " x2 <= 9\n"
        " x3 <= 5\n"
        " x4 <= 4\n"
        " x5 = 1\n"
        "General\n"
        " x0 x1 x2 x3 x4 x5\n"
        "End\n");
  const std::string mps = hr::mixes_in_mps(two, both, hr::mix_objective::machines).value_or({});
  for (const std::string_view line : {"* x4: steps of 2 beyond 1, old VM\n", " L kind0\n", " x2 kind0 1\n", " x4 kind0 -2\n", " RHS kind0 1\n", " UP BOUND x4 4\n"}) {
    CAPTURE(line);
    CHECK(mps.find(line) != std::string::npos);
  }
  // All may be spot machines where no share is given.
  CHECK(mps.find("spot") == std::string::npos);
  CHECK(hr::mixes_in_mps(two, both, hr::mix_objective::machines, {.most_spot = 0.5}).value_or({}).find(" L spot\n") != std::string::npos);
}

}  // namespace export_mix_program_test
