// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/mix_lp.hpp>

#include <array>
#include <string>

#include <check.hpp>
#include <cluster/small_machines.hpp>

// That solvers find in it what least_mix finds is proved by tests/program/test_mix_solver.py.
TEST_CASE("A mix is written as rows of shares, in steps beyond what is taken in any case") {
  const std::array kinds{hr::mix_kind{.machine = small::old_vm::spec, .at_most = 9, .at_least = 1, .step = 2}, hr::mix_kind{.machine = small::old_vm::spec}};
  const hr::demand asked{.total = {.gpus = 16}, .at_most = {.vms = hr::count{4}}};  // of machines with 8 GPUs
  CHECK(hr::mix_in_lp(kinds, asked, hr::mix_objective::gpus).value_or({}) ==
        "\\ x0: steps of 2 beyond 1, old VM\n"
        "\\ x1: steps of 1 beyond 0, old VM\n"
        "Minimize\n"
        " amount: 16 x0 + 8 x1\n"
        "Subject To\n"
        " need0: 1 x0 + 0.5 x1 >= 0.5\n"
        " limit16: 0.5 x0 + 0.25 x1 <= 0.75\n"
        "Bounds\n"
        " x0 <= 4\n"
        "General\n"
        " x0 x1\n"
        "End\n");
}

TEST_CASE("What does not add up by machine, and what is not known, is not written") {
  const std::array kinds{hr::mix_kind{.machine = small::old_vm::spec}};
  const auto note = [&](const hr::demand& asked, hr::mix_objective of = hr::mix_objective::gpus) { return hr::mix_in_lp(kinds, asked, of).note; };
  CHECK(note({.whole_racks = true}) == "needs of whole racks or domains do not add up by machine");
  CHECK(note({.units = {.in_domain = 4}}) == "needs of whole racks or domains do not add up by machine");
  CHECK(note({.per_domain = {.gpus = 4}}) == "needs of whole racks or domains do not add up by machine");
  CHECK(note({.total = {.gpus = 1}}, hr::mix_objective::price_per_hour) == "what one of the machines costs is not known");
  CHECK(note({.total = {.gpus = -1}}) == "the demand is invalid, or there is no kind");
  CHECK(note({.total = {.gpus = 1}, .at_most = {.vms = hr::count{0}}}) == "a limit of nothing");
  CHECK(hr::mix_in_lp({}, {}).is_unknown());
  const std::array wrong{hr::mix_kind{.machine = small::old_vm::spec, .step = 0}};
  CHECK(hr::mix_in_lp(wrong, {}, hr::mix_objective::gpus).note == "a kind has a count that is none");
}
