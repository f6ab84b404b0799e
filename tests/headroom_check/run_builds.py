#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Builds projects that keep a deployment's promises with headroom_check(), and reads what the compiler says.

    run_builds.py CASE --compiler C --generator G --sources S --program P --work W [--precompiled H] [--prefix I]

The header of --precompiled is included first, unless it is the installed package of --prefix that is built with.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

PROJECT = pathlib.Path(__file__).resolve().parent / "project"
GB300 = "headroom::azure::nd128isr_gb300_v6"
CHECK = "add_executable(planner main.cpp)\nheadroom_check(TARGET planner FILE {file} AS prefill_decode {more})\n"


def unwrapped(output):
    """A message of CMake's in one line: where it breaks depends on how long the paths in it are."""
    return output.replace("\n  ", " ")


class Build:
    def __init__(self, tools, name="project"):
        self.tools = tools
        self.source = tools.work / name
        self.build = tools.work / (name + " build" if " " in name else name + "-build")
        shutil.rmtree(self.source, ignore_errors=True)
        shutil.rmtree(self.build, ignore_errors=True)
        shutil.copytree(PROJECT, self.source)

    def checks(self, text):
        (self.source / "checks.cmake").write_text(text)

    def edit(self, name, old, new):
        path = self.source / name
        text = path.read_text()
        assert old in text, f"{name} has no {old!r}"
        path.write_text(text.replace(old, new))

    def configure(self, *options):
        where = [f"-DCMAKE_PREFIX_PATH={self.tools.prefix}"] if self.tools.prefix else \
            [f"-DSOURCES={self.tools.sources}", f"-DHEADROOM_PROGRAM={self.tools.program}",
             f"-DPRECOMPILED={self.tools.precompiled or ''}"]
        return self.call(["cmake", "-S", self.source, "-B", self.build, "-G", self.tools.generator,
                          f"-DCMAKE_CXX_COMPILER={self.tools.compiler}", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror",
                          *where, *options])

    def make(self, *options):
        return self.call(["cmake", "--build", self.build, *options])

    def run(self, name="planner"):
        return subprocess.run([self.build / name]).returncode

    @staticmethod
    def call(words):
        done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout.decode("utf-8", "replace")


def expect(condition, what, output=""):
    if not condition:
        sys.exit(f"{what}\n{output}")


def passes_with(build, *options):
    status, output = build.configure(*options)
    expect(status == 0, "the project does not configure", output)
    status, output = build.make()
    expect(status == 0, "the project does not build", output)
    expect(build.run() == 0, "the planner finds other sums than the file's")
    return output


def first_error(output):
    for line in output.splitlines():
        if re.search(r"\berror:", line):
            return line
    return ""


def fails_with(build, place, *words):
    """The first error is at the deployment file's own line, and has the words."""
    status, output = build.make()
    expect(status != 0, "the build should have failed", output)
    line = first_error(output)
    expect(f"{place}:" in line, f"the first error is not at {place}: {line!r}", output)
    for word in words:
        expect(word in line, f"the first error lacks {word!r}: {line!r}", output)
    return output


def case_fails(tools):
    build = Build(tools)
    build.checks(CHECK.format(file="prefill-decode.yaml", more=f"ON {GB300}"))
    build.edit("prefill-decode.yaml", '"96"', '"144"')
    status, output = build.configure()
    expect(status == 0, "the project does not configure", output)
    fails_with(build, "prefill-decode.yaml:4", "144", "128", "Standard_ND128isr_GB300_v6", "[cpus]")

    # Once, though two sources include the header, and the build goes on behind the first.
    status, output = build.make("--", "-k", "0")
    told = [line for line in output.splitlines() if "error:" in line and "[cpus]" in line]
    expect(len(told) == 1, f"told {len(told)} times", output)

    # A sentence for each rule that is broken, and no other.
    build.edit("prefill-decode.yaml", "prefill_nodes: 2", "prefill_nodes: 1")
    output = fails_with(build, "prefill-decode.yaml:4", "[cpus]")
    expect("[gpus_used]" in output, "the second rule that is broken is not told", output)
    expect("[gpus_per_node]" not in output, "a rule that is kept is told", output)


def case_own_machines(tools):
    """A constant of the project's own: the program cannot know it, the compiler does."""
    build = Build(tools)
    build.checks(CHECK.format(file="prefill-decode.yaml", more="ON planner::held INCLUDE held.hpp"))
    passes_with(build)

    build.checks(CHECK.format(file="prefill-decode.yaml", more="ON planner::own_size INCLUDE held.hpp"))
    build.edit("prefill-decode.yaml", '"96"', '"144"')
    output = fails_with(build, "prefill-decode.yaml:4", "A pod's CPUs fit its machine", "[cpus]")
    expect("144000" in output and "100000" in output, "the figures are not told", output)

    build.checks(CHECK.format(file="prefill-decode.yaml", more="ON planner::too_few INCLUDE held.hpp"))
    build.edit("prefill-decode.yaml", '"144"', '"96"')
    status, output = build.make()
    expect(status != 0 and "[gpus_used]" in output, "16 GPUs on 3 machines of 4 should not build", output)


def rebuilds(tools):
    """The build runs the check again when the file changes, and not when it does not."""
    build = Build(tools)
    build.checks(CHECK.format(file="prefill-decode.yaml", more=f"ON {GB300}"))
    passes_with(build)
    status, output = build.make()
    expect(status == 0 and "Checking" not in output, "a second build has nothing to do", output)

    build.edit("prefill-decode.yaml", '"96"', '"144"')
    fails_with(build, "prefill-decode.yaml:4", "[cpus]")
    build.edit("prefill-decode.yaml", "resources:", "resources: [")
    status, output = build.make()
    expect(status != 0 and re.search(r"prefill-decode\.yaml:\d+: not YAML", output), "a broken file builds", output)
    return build


def case_edits(tools):
    build = rebuilds(tools)
    build.edit("prefill-decode.yaml", "resources: [", "resources:")
    build.edit("prefill-decode.yaml", '"144"', '"144"  # headroom: ignore cpus: the host has them')
    status, output = build.make()
    expect(status == 0, "a silenced rule stops the build", output)


def case_names(tools):
    """Spaces and letters beyond ASCII in paths, a missing file, two targets that share one, and wrong arguments."""
    build = Build(tools, "Plan für März")
    shutil.copy(build.source / "prefill-decode.yaml", build.source / "größe 1.yaml")
    build.checks("add_executable(planner main.cpp)\nadd_library(other STATIC other.cpp)\n"
                 f'headroom_check(TARGET planner FILE "größe 1.yaml" AS prefill_decode ON {GB300})\n'
                 f'headroom_check(TARGET other FILE "größe 1.yaml" AS deploy::both ON {GB300} STRICT RULES cpus system_memory)\n')
    (build.source / "other.cpp").write_text('#include "deploy/both.hpp"\nstatic_assert(deploy::both.nodes_held() >= 0);\n')
    passes_with(build)
    build.edit("größe 1.yaml", '"96"', '"144"')
    fails_with(build, "größe 1.yaml:4", "[cpus]")

    # Of two targets that ask the same of a file each is stopped, and what stops them is told once.
    build.checks("add_executable(planner main.cpp)\nadd_library(other STATIC same.cpp)\n" + "".join(
        f'headroom_check(TARGET {target} FILE "größe 1.yaml" AS prefill_decode ON {GB300})\n' for target in ("planner", "other")))
    (build.source / "same.cpp").write_text('#include "prefill_decode.hpp"\nstatic_assert(prefill_decode.nodes_held() >= 0);\n')
    for target in ("planner", "other", "all"):
        status, output = build.make("--target", target, "--", "-k", "0")
        told = [line for line in output.splitlines() if "error:" in line and "[cpus]" in line]
        expect(status != 0 and len(told) == 1, f"{target}: told {len(told)} times", output)
    build.edit("größe 1.yaml", '"144"', '"96"')
    passes_with(build)

    for arguments, words in [
            ("TARGET planner FILE missing.yaml AS a", "there is no file"),
            ("TARGET nobody FILE prefill-decode.yaml AS a", "there is no target nobody"),
            ("TARGET planner FILE prefill-decode.yaml", "AS is missing"),
            ("TARGET planner FILE prefill-decode.yaml AS 2nd", "no name of a C++ constant"),
            ("TARGET planner FILE prefill-decode.yaml AS a AT noon", "unknown arguments: AT;noon")]:
        build.checks(f"add_executable(planner main.cpp)\nheadroom_check({arguments})\n")
        status, output = build.configure()
        expect(status != 0 and words in unwrapped(output), f"{arguments}: no word of {words!r}", output)


def case_subdirectory(tools):
    """As a subdirectory that builds the program, the check waits for it; without one, the build says so."""
    tools.program = ""
    build = Build(tools)
    build.checks(CHECK.format(file="prefill-decode.yaml", more=f"ON {GB300}"))
    status, output = build.configure()
    expect(status != 0 and "needs the program headroom" in unwrapped(output), "nothing is said of the missing program", output)
    status, output = build.configure("-DHEADROOM_BUILD_PROGRAM=ON")
    expect(status == 0, "the project does not configure with the program", output)
    rules = (build.build / "build.ninja").read_text()
    header = re.search(r"^build [^:]*prefill_decode\.hpp[^:]*:[^\n]*", rules, re.M)
    expect(header and "bin/headroom" in header.group(0) or header and "headroom/examples/headroom" in header.group(0),
           "the header does not wait for the program", header.group(0) if header else "no rule makes it")


def case_on_path(tools):
    """Without the program in the build, one on the PATH is called, if it is of the library's version."""
    program, tools.program = tools.program, ""
    folder = tools.work / "bin"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    before, os.environ["PATH"] = os.environ["PATH"], f"{folder}{os.pathsep}{os.environ['PATH']}"
    build = Build(tools)
    build.checks(CHECK.format(file="prefill-decode.yaml", more=f"ON {GB300}"))
    (folder / "headroom").write_text("#!/bin/sh\necho headroom 0.0.0\n")
    (folder / "headroom").chmod(0o755)
    status, output = build.configure()
    expect(status != 0 and "headroom 0.0.0" in unwrapped(output), "a program of another version is taken", output)
    (folder / "headroom").unlink()
    (folder / "headroom").symlink_to(program)
    passes_with(build)
    os.environ["PATH"] = before


def case_make(tools):
    rebuilds(tools)


def case_installed(tools):
    """A deployment that passes is examples/checked_deployment, built against the installed package by tests/consumer."""
    build = Build(tools)
    build.checks(CHECK.format(file="prefill-decode.yaml", more=f"ON {GB300}"))
    build.edit("prefill-decode.yaml", '"96"', '"144"')
    status, output = build.configure()
    expect(status == 0, "the project does not configure", output)
    fails_with(build, "prefill-decode.yaml:4", "144", "128", "Standard_ND128isr_GB300_v6", "[cpus]")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("case")
    for name in ("compiler", "generator", "sources", "program", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--precompiled")
    parser.add_argument("--prefix")
    tools = parser.parse_args()
    tools.work = pathlib.Path(tools.work)
    tools.work.mkdir(parents=True, exist_ok=True)
    globals()["case_" + tools.case](tools)


main()
