// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/slurm/step.hpp>

#include <check.hpp>
#include <string>
#include <string_view>

namespace step_cases {

namespace program = headroom::read;

program::job_step step(std::string_view script) {
  const program::started_programs all(script, {});
  return program::step_of(all.all().back());
}
std::string started(std::string_view script) {
  const program::started_programs all(script, {});
  const program::started_program& last = all.all().back();
  const program::job_step step = program::step_of(last);
  return step.program < last.words.size() ? std::string(last.words[step.program].text) : "";
}

}  // namespace step_cases

TEST_CASE("Options of srun in all their spellings") {
  using step_cases::step;
  for (const std::string_view script : {"srun -N2 -n16 a", "srun -N 2 -n 16 a", "srun --nodes=2 --ntasks=16 a", "srun --nodes 2 --ntasks 16 a",
                                        "srun -l -N 2 --mpi pmix -n 16 bash -c 'a'"}) {
    CAPTURE(script);
    CHECK(step(script).nodes.value_or(0) == 2);
    CHECK(step(script).tasks.value_or(0) == 16);
    CHECK(step(script).has_own_nodes({4, 1}));
    CHECK_FALSE(step(script).has_own_nodes({2, 1}));
    CHECK(step(script).tasks_of_node({1, 1}, {2, 1}).value_or(0) == 8);
    CHECK(step(script).tasks_of_node({1, 1}, {4, 1}).is_unresolved());
  }
  CHECK(step("srun --ntasks-per-node=8 a").tasks_per_node.value_or(0) == 8);
  CHECK_FALSE(step("srun --ntasks-per-node=8 a").has_own_nodes({2, 1}));
  CHECK(step("srun -n 1 a").has_own_nodes({2, 1}));
  CHECK(step("srun -w gpu01 a").has_own_nodes({2, 1}));
  CHECK(step("srun --gpus-per-task 1 a").has_own_gpus);
  for (const std::string_view option : {"--gpus=8", "-G8", "--gpus-per-node=8", "--gres=gpu:8", "--tres-per-task=gres/gpu:1"}) CHECK(step("srun " + std::string(option) + " a").has_own_gpus);
  for (const std::string_view option : {"-N2", "--ntasks-per-gpu=2", "--het-group=1", "--jobid=7"}) CHECK_FALSE(step("srun " + std::string(option) + " a").has_own_gpus);
  CHECK_FALSE(step("a -N 2").is_srun);
  CHECK(step("srun -N 123456789 a").nodes.value_or(0) == 123'456'789);
  CHECK(step("srun -N 1234567890 a").nodes.is_unresolved());
  CHECK(step("srun -n").tasks.is_unresolved());
  CHECK(step("srun -N 2 -n $X a").tasks_of_node({1, 1}, {2, 1}).is_unresolved());
  CHECK(step("srun -N $X a").has_own_nodes({hr::unknown, 1}));
  CHECK(step("srun -N 2 a").has_own_nodes({hr::unknown, 1}));
  CHECK(step("srun -n 2 a").has_own_nodes({hr::unknown, 1}));
  CHECK_FALSE(step("srun a").has_own_nodes({hr::unknown, 1}));
  CHECK(step("srun a").tasks_of_node({hr::count{7}, 1}, {hr::unknown, 1}).value_or(0) == 7);
  CHECK(step("srun -n 5 a").tasks_of_node({1, 1}, {2, 1}).value_or(0) == 3);
  CHECK(step("srun -n 5 a").tasks_of_node({1, 1}, {hr::count{0}, 1}).is_unresolved());
  CHECK(step("timeout 60 srun -N 2 a").nodes.value_or(0) == 2);
  CHECK(step("srun --nodes==2 a").nodes.is_unresolved());
  CHECK(step("srun -N=2 a").nodes.value_or(0) == 2);
  CHECK(step("srun --gres \\\n gpu:8 a").gres.line == 2);
  CHECK(step("X=gpu:8\nsrun --gres $X a").gres.line == 2);
}

TEST_CASE("What srun starts ends its options") {
  using step_cases::started;
  using step_cases::step;
  CHECK(started("srun --exclusive --label a -n 4") == "a");
  CHECK(started("srun --mem 0 a") == "a");
  CHECK(started("srun -- a") == "a");
  CHECK(step("srun a -n 4").tasks.is_silent());
  CHECK(step("srun --jobid $J --unbuffered a -n 4").tasks.is_silent());
  CHECK(step("srun $OPTIONS a").is_open);
  CHECK_FALSE(step("srun --jobid $J a").is_open);
  CHECK(started("srun - a") == "-");
  CHECK(started("srun -N 2") == "");
}

TEST_CASE("An option of which a part is not known leaves the step open, unless that is its value") {
  using step_cases::started;
  using step_cases::step;
  for (const std::string_view option : {"-$X", "--$X", "--nodes$X", "--nodes$X=2", "--$X=2"}) {
    const std::string script = "srun " + std::string(option) + " a";
    CAPTURE(script);
    CHECK(step(script).is_open);
    CHECK(step(script).nodes.is_silent());
    CHECK(started(script) == "a");
  }
  for (const std::string_view option : {"-N$X", "-N2$X", "--nodes=$X", "-N $X"}) {
    const std::string script = "srun " + std::string(option) + " a";
    CAPTURE(script);
    CHECK_FALSE(step(script).is_open);
    CHECK(step(script).nodes.is_unresolved());
    CHECK(started(script) == "a");
  }
}

// Words of which the script says that they are one of several.
TEST_CASE("A word that is one of several is an option where each is, and what is started where none is") {
  const auto is = [](std::string_view one, std::string_view other) {
    const std::string script = "if x; then X='" + std::string(one) + "'; else X='" + std::string(other) + "'; fi\nsrun $X -n 4 a";
    const auto step = step_cases::step(script);
    return std::string(step.is_open ? "open" : step.tasks.is_silent() ? "program" : "option");
  };
  CHECK(is("numactl", "taskset") == "program");
  CHECK(is("numactl", "") == "open");
  CHECK(is("numactl", "--label") == "open");
  CHECK(is("--label", "--exclusive") == "option");
  CHECK(is("--label", "") == "option");
  CHECK(is("--exclusive=user", "--exclusive") == "option");
  CHECK(is("--exclusive", "--exclusive=user") == "option");
  CHECK(is("--mpi=pmix", "--label") == "option");
  CHECK(is("--nodes=2", "--label") == "open");
  CHECK(is("--ntasks", "--label") == "open");
  CHECK(is("-l", "--label") == "open");
  CHECK(is("--label x", "--exclusive y") == "open");
  CHECK(is("--nodes=2", "") == "open");
  CHECK(is("numactl -l", "numactl") == "program");
  // Of up to sixteen.
  const auto is_one_of = [](int options) {
    std::string script = "case $Y in\n";
    for (int i = 0; i < options; ++i) script += std::to_string(i) + ") X=--label" + std::to_string(i) + "=1 ;;\n";
    return step_cases::step(script + "*) X=--label ;;\nesac\nsrun $X -n 4 a").is_open;
  };
  CHECK_FALSE(is_one_of(15));
  CHECK(is_one_of(16));
  CHECK(step_cases::step("if x; then X=2; else X=4; fi\nsrun --nodes=$X -n 4 a").nodes.is_unresolved());
  CHECK(step_cases::step("if x; then X=2; else X=4; fi\nsrun --nodes=$X -n 4 a").tasks.value_or(0) == 4);
}
