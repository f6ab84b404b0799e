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
  CHECK_FALSE(step("a -N 2").is_srun);
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
}
