// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/shared_program.hpp>

#include <array>
#include <string>
#include <vector>

#include <check.hpp>

// That solvers find in it what the search finds is proved by tests/program/test_shared_solver.py. A run on two machines for 3 seconds or on one for
// 5, of which one is held, at 2 a second for each that is bought.
TEST_CASE("The choice of options is written in LP, with what is held at each time") {
  const std::array kinds{hr::shared_kind{.node_gpus = 8, .held = 1, .at_most = 4, .price = 2}};
  const std::vector<std::vector<hr::shared_option>> jobs{{hr::option_on(0, kinds[0], 2, 8, 3, 3), hr::option_on(0, kinds[0], 1, 8, 5, 5)}};
  CHECK(hr::shared_in_lp(hr::shared_program_of(kinds, jobs).value_or({})) ==
        "\\ x0: job 0 runs by option 0\n"
        "\\ x1: job 0 runs by option 1\n"
        "\\ x2: machines of kind 0 in use to time 1 or longer\n"
        "\\ x3: of these held\n"
        "\\ x4: of these bought, in steps\n"
        "\\ x5: machines of kind 0 in use to time 0 or longer\n"
        "\\ x6: of these held\n"
        "\\ x7: of these bought, in steps\n"
        "Minimize\n"
        " amount: 0 x0 + 0 x1 + 0 x2 + 0 x3 + 4 x4 + 0 x5 + 0 x6 + 6 x7\n"
        "Subject To\n"
        " r0_job0: 1 x0 + 1 x1 >= 1\n"
        " r1_job0: 1 x0 + 1 x1 <= 1\n"
        " r2_in_use0: - 1 x1 + 1 x2 >= 0\n"
        " r3_kept0: - 1 x2 + 1 x3 + 1 x4 >= 0\n"
        " r4_in_use0: - 2 x0 - 1 x2 + 1 x5 >= 0\n"
        " r5_kept0: - 1 x5 + 1 x6 + 1 x7 >= 0\n"
        "Bounds\n"
        " x0 <= 1\n x1 <= 1\n x2 <= 4\n x3 <= 1\n x4 <= 3\n x5 <= 4\n x6 <= 1\n x7 <= 3\n"
        "General\n"
        " x0 x1 x2 x3 x4 x5 x6 x7\n"
        "End\n");
}

TEST_CASE("In MPS each row has a name of its own") {
  // A pod of 3 of 8 GPUs, and a demand's machine; at most 5 watts, 9 dollars, and half of it on spot.
  const std::array kinds{hr::shared_kind{.node_gpus = 8, .at_most = 4, .price = 2, .limited = 1, .is_spot = true}, hr::shared_kind{.node_gpus = 4, .domain_nodes = 2, .machine_nodes = 2, .price = 2, .limited = 1}};
  const std::vector<std::vector<hr::shared_option>> jobs{{{.pods = 1, .pod_gpus = 3, .seconds = 2}, {.kind = 1, .groups = 1, .group_nodes = 1, .seconds = 3}}};
  const std::string text = hr::shared_in_mps(hr::shared_program_of(kinds, jobs, {}, {.most_amount = 9, .at_most = 5, .most_spot = 0.5}).value_or({}));
  for (const std::string part : {" G r0_job0\n L r1_job0\n G r2_nodes0\n L r3_kind0\n G r4_domains1\n L r5_all0\n L r6_spot0\n L r7_budget0\n",
                                 "* x2: nodes of kind 0 filled in one way, to time 0\n* x3: domains of kind 1 filled in one way, to time 0\n", " x2 amount 4\n", " x3 amount 6\n", " RHS r7_budget0 4.5\n"})
    CHECK_MESSAGE(text.find(part) != std::string::npos, text);
}
