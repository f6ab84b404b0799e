// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/engine/programs.hpp>

#include <check.hpp>
#include <string>
#include <string_view>

namespace programs_cases {

namespace program = headroom::read;

std::string in_words(const program::started_program& one) {
  std::string all;
  for (const program::command_word& each : one.words) {
    std::string text(each.text);
    if (!each.is_known()) text.insert(each.known, "?");
    all += (all.empty() ? "" : " ") + text;
  }
  return all;
}

// What a script starts, a line for each program; "?" is a piece that is not known.
std::string words(std::string_view script) {
  std::string all;
  const program::started_programs programs(script, {});
  for (const program::started_program& each : programs.all()) all += in_words(each) + "\n";
  return all;
}
std::string last(std::string_view script) {
  const program::started_programs programs(script, {});
  return in_words(programs.all().back());
}

}  // namespace programs_cases

TEST_CASE("Variables and arrays of a script stand where they are used") {
  using namespace programs_cases;
  CHECK(words("TP=8\nARGS=(\n  --tp $TP  # eight\n  --pp 2\n)\npython x.py ${ARGS[@]} --nnodes=$TP") ==
        "python x.py --tp 8 --pp 2 --nnodes=8\n");
  CHECK(words("OPTIONS=\"--tp 8 --pp 2\"\nrun $OPTIONS") == "run --tp 8 --pp 2\n");
  CHECK(words("TP=8\nif true; then\nTP=4\nfi\nrun $TP") == "run 4\n");
  CHECK(words("for TP in 1 2; do run $TP; done") == "run 1\nrun 2\n");
  CHECK(words("B=1\nA=(--x $B)\nrun \"${A[@]}\" ${C:-8}") == "run --x 1 8\n");
  CHECK(words("N=2; run --nnodes=\"$((2 * N))\" a.b=${N}") == "run --nnodes=4 a.b=2\n");
}

TEST_CASE("What a variable is, is known where nothing else may have set it") {
  using namespace programs_cases;
  CHECK(last("X='--tp 8'\nrun \"$X\" '$X'") == "run --tp 8 $X");
  CHECK(last("X=\"--tp $TP\"\nTP=8\nrun $X") == "run --tp ?");
  CHECK(last("TP=8\nX=\"--tp $TP\"\nX=\"$X --pp 2\"\nX+=' --dp 2'\nrun $X") == "run --tp 8 --pp 2 --dp 2");
  CHECK(last("X=$(options --tp 8)\nrun $X") == "run ?");
  CHECK(last("X='run --tp 8'\neval \"$X\"") == "run --tp 8");
  // Behind it, in a branch, in a loop, or as one command's own.
  CHECK(last("run $X") == "run ?");
  CHECK(last("run $X\nX=8") == "run ?");
  CHECK(last("if a; then\nX=8\nfi\nrun $X") == "run ?");
  CHECK(last("X=4\n[ -n \"$B\" ] && X=8\nrun $X") == "run ?");
  CHECK(last("X=4\ncase $B in\n  1) X=8 ;;\nesac\nrun $X") == "run ?");
  CHECK(last("X=4\n( X=8; run )\nrun $X") == "run 4");
  CHECK(words("X=4\nfor i in 1 2; do\nrun $X\nX=8\ndone") == "run 4\nrun 8\n");
  CHECK(last("X=4\nX=8 run $X") == "run 4");
  CHECK(last("X=4\nread -r X\nrun $X") == "run ?");
  CHECK(last("X=4\nX=8\nrun $X") == "run 8");
  CHECK(last("if a; then X=8; else X=8; fi\nrun $X") == "run 8");
  CHECK(last("cd /x && export X=8 && run $X") == "run 8");
  CHECK(last("cd /x || exit 1\nX=8\nrun $X") == "run 8");
  // A function finds what is set where it is called, and keeps what is its own.
  CHECK(words("f() {\nrun $X\n}\nX=8\nf\nX=4\nf") == "run 8\nrun 4\n");
  CHECK(words("f() {\nlocal X=4\nrun $X\n}\nX=8\nf\nrun $X") == "run 4\nrun 8\n");
  // What may be added is a word that may not be there, whatever it says.
  CHECK(last("A=(--x)\nif a; then A+=(--y); fi\nrun ${A[@]}") == "run --x --y?");
}

TEST_CASE("What starts a program stands in front of it, be it in a shell of its own") {
  using namespace programs_cases;
  CHECK(words("srun -N1 bash -c \"cd /x; run --tp 8\"") == "srun -N1 run --tp 8\n");
  CHECK(words("first\nsrun -N1 bash -c 'run --tp 8'") == "first\nsrun -N1 run --tp 8\n");
  CHECK(words("srun --export=$A/bash -N1 bash -c 'run --tp 8'") == "srun --export=?/bash -N1 run --tp 8\n");
  CHECK(words("C='run --tp 8'\nsrun bash -c \"timeout 60 $C\"") == "srun timeout 60 run --tp 8\n");
  CHECK(words("first\nsrun bash -c 'nohup sh -c \"run --tp 8\"'") == "first\nsrun nohup run --tp 8\n");
  CHECK(words("f() { run \"$@\"; }\nf --tp 8") == "run --tp 8\n");
}

TEST_CASE("The devices that a program may see") {
  using namespace programs_cases;
  const auto devices = [](std::string_view script) {
    const program::started_programs programs(script, {});
    return programs.all().back().devices;
  };
  CHECK(devices("CUDA_VISIBLE_DEVICES=0,1 run").value == 2);
  CHECK(devices("export CUDA_VISIBLE_DEVICES=0,1,2\nrun").value == 3);
  CHECK(devices("env HIP_VISIBLE_DEVICES=4 run").value == 1);
  CHECK(devices("env CUDA_VISIBLE_DEVICES_OF_ALL=4 run").is_silent());
  CHECK(devices("CUDA_VISIBLE_DEVICES=0,1 other\nrun").is_silent());
  CHECK(devices("CUDA_VISIBLE_DEVICES=$X run").is_unresolved());
  CHECK(devices("CUDA_VISIBLE_DEVICES=0,GPU-a run").is_unresolved());
  CHECK(devices("CUDA_VISIBLE_DEVICES=0,$X run").is_unresolved());
  CHECK(devices("CUDA_VISIBLE_DEVICES= run").is_known());
}

// The manuals of Docker and Podman, "docker run [OPTIONS] IMAGE".
TEST_CASE("The image that a command starts, and the devices that it gives it") {
  using namespace programs_cases;
  const auto run = [](std::string_view script) {
    const program::started_programs programs(script, {});
    const program::container_run& is = programs.all().back().container;
    const std::string devices = is.devices.is_silent() ? "" : is.devices.is_known() ? " " + std::to_string(is.devices.value) : " ?";
    return (is.image == 0 ? "none" : std::string(programs.all().back().words[is.image].text)) + devices + (is.is_detached ? " detached" : "");
  };
  CHECK(run("docker run i c") == "i");
  CHECK(run("podman run --rm -it -v /a:/b --name n i") == "i");
  CHECK(run("docker run -v/a:/b -p 1:1 --env=A=b i") == "i");
  CHECK(run("docker run -d i") == "i detached");
  CHECK(run("docker run -itd i") == "i detached");
  CHECK(run("docker run --detach i") == "i detached");
  CHECK(run("docker run --init i") == "i");
  CHECK(run("docker run --gpus all i") == "i");
  CHECK(run("docker run --gpus 2 i") == "i 2");
  CHECK(run("docker run --gpus=2 i") == "i 2");
  CHECK(run("docker run --gpus '\"device=0,1,2\"' i") == "i 3");
  CHECK(run("docker run --gpus device=0,1 i") == "i 2");
  CHECK(run("docker run --gpus '\"device=3\"' i") == "i 1");
  CHECK(run("sudo docker run i") == "i");
  CHECK(run("docker run --gpus $N i") == "i ?");
  CHECK(run("docker run --gpus \"$N\" i") == "i ?");
  CHECK(run("docker run --gpus 'x2\"' i") == "i ?");
  CHECK(run("docker run --gpus '\"2x' i") == "i ?");
  CHECK(run("docker run $OPTIONS --gpus 2 i") == "none");
  CHECK(run("docker run --gpus 2") == "none");
  CHECK(run("docker run --gpus") == "none");
  CHECK(run("docker ps i") == "none");
  CHECK(run("docker") == "none");
  CHECK(run("other run i") == "none");
}

TEST_CASE("The text of a file is that which the script has written at its end, where all of it is known") {
  const auto written = [](std::string_view script) {
    return std::string(headroom::read::started_programs(script, {}).text_written_to("h").value_or("none"));
  };
  CHECK(written("cat > h <<E\na\nE\n") == "a\n");
  CHECK(written("cat > ./h <<E\na\nE\ncat >> h <<E\nb\nE\n") == "a\nb\n");
  CHECK(written("N=2; echo \"a slots=$N\" > h") == "a slots=2\n");
  CHECK(written("cat > h <<E\nE\n").empty());
  for (const std::string_view none : {"cat > g <<E\na\nE\n", "cat > h <<E\n$A\nE\n", "cat > $h <<E\na\nE\n", "cat < h <<E\na\nE\n", "x && cat > h <<E\na\nE\n",
                                      "cat >> h <<E\nb\nE\n", "if x; then\ncat > h <<E\na\nE\nfi\n", "x > h\n", "echo a > h; x >> h"}) {
    CAPTURE(none);
    CHECK(written(none) == "none");
  }
}

TEST_CASE("Variables of a container's list that have a name") {
  const headroom::read::source_text source{std::string("env:\n- {value: 1}\n- {name: [a], value: 2}\n- {name: A, value: x}\n- {name: B, valueFrom: {}}\n- {name: C, value: {a: 1}}\n")};
  headroom::read::outer_variables all;
  headroom::read::take_variables(source.document()->at("env"), all);
  REQUIRE(all.size() == 3);
  CHECK(all["A"].value == "x");
  CHECK(all["A"].line == 4);
  CHECK_FALSE(all["B"].value.has_value());
  CHECK(all["B"].line == 5);
  CHECK_FALSE(all["C"].value.has_value());
  headroom::read::take_variables(nullptr, all);
  CHECK(all.size() == 3);
}

// Words of a text or a list, with the lines in which they stand.
TEST_CASE("Words of a container's command and args") {
  using namespace programs_cases;
  const auto words = [](std::string text) {
    const program::source_text source(std::move(text));
    const program::started_programs programs(source.document()->at("command"), source.document()->at("args"), source, {});
    std::string all;
    for (const program::started_program& each : programs.all())
      for (const program::command_word& one : each.words) all += "<" + std::string(one.text) + ">@" + std::to_string(one.line);
    return all;
  };
  CHECK(words("command: run a\nargs: [b, c d]\n") == "<run>@1<a>@1<b>@2<c d>@2");
  CHECK(words("command: [run, --a b=c]\nargs: x y\n") == "<run>@1<--a>@1<b=c>@1<x>@2<y>@2");
  CHECK(words("command: [run, \"--a b=c\\nd\"]\n") == "<run>@1<--a b=c\nd>@1");
  CHECK(words("command: [run, --a=b c]\n") == "<run>@1<--a=b c>@1");
  CHECK(words("command: >\n  run a\n  bc\n\nargs: [d]\n") == "<run>@2<a>@2<bc>@3<d>@5");
  // What is not found near is taken to stand where the text begins.
  CHECK(words("command: \"\\x72un abc\"\nargs: [d]\n" + std::string(400, '#') + "\n# run abc\n") == "<run>@1<abc>@1<d>@2");
}

TEST_CASE("What goes on with an option behind a remark is part of the command before it") {
  using programs_cases::words;
  CHECK(words("run a\n-x b") == "run a\n");
  CHECK(words("run a\n-$X b") == "run a\n");
  CHECK(words("run a\n$X-a b") == "run a\n?-a b\n");
  CHECK(words("run a\n$X b") == "run a\n? b\n");
  CHECK(words("-x b\n-y") == "-x b\n-y\n");
}

TEST_CASE("Which programs run at once") {
  using namespace programs_cases;
  const auto together = [](std::string_view script) {
    const program::started_programs programs(script, {});
    return programs.run_together(programs.all().front(), programs.all().back());
  };
  CHECK(together("a &\nb"));
  CHECK_FALSE(together("a &\nwait\nb"));
  CHECK_FALSE(together("a &\npkill a\nb"));
  CHECK(together("a &\nif x; then pkill a; fi\nb"));
  CHECK(together("a &\npkill a"));
  CHECK(together("pkill a &\nb"));
  CHECK(together("docker run -d i\nb"));
  CHECK(together("docker run -d i\nif x; then b; fi"));
  CHECK_FALSE(together("if x; then docker run -d i; else b; fi"));
  CHECK_FALSE(together("docker run i\nb"));
  CHECK(together("a | b"));
  const auto repeated = [](std::string_view script) {
    const program::started_programs programs(script, {});
    return programs.is_repeated(programs.all().back());
  };
  CHECK(repeated("for i in $X; do a & done; wait"));
  CHECK_FALSE(repeated("for i in $X; do a & wait; done"));
  CHECK_FALSE(repeated("sleep 9 &\nfor i in $X; do a & wait $!; done"));
  CHECK_FALSE(repeated("for i in $X; do a; done"));
}

// Found by fuzzing: seven arrays of a hundred times the next, and no word in the last, are 10^14 looks.
TEST_CASE("Arrays that hold each other and no word come to an end") {
  std::string script;
  for (char name = 'A'; name < 'H'; ++name) {
    script += std::string(1, name) + "=(";
    for (int i = 0; i < 100; ++i) script += std::string(" $") + static_cast<char>(name + 1);
    script += " )\n";
  }
  script += "H=()\nsrun $A\n";
  CHECK(headroom::read::started_programs(script, {}).all().size() < 1'000);
}
