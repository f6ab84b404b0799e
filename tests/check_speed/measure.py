#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""How fast `headroom check` judges deployment files, beside tools that only parse them: copies of recipe.yaml and
kubernetes.yaml, about 5 KB each.

    measure.py PROGRAM            instructions of a file, which must be at most half of what libyaml's parser takes
                                  under Python, and memory, which must not grow with the number of files
    measure.py PROGRAM --times    processor time as well, medians of runs in turn: 1,000 files, and beside yq where it is
"""
import os
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = "/usr/bin/python3"  # Debian's, which has Debian's python3-yaml: libyaml, as in the program
PARSE = """import sys, yaml
for path in sys.argv[1:]:
    with open(path) as file: list(yaml.load_all(file, Loader=yaml.CSafeLoader))
"""
SAMPLES = {"recipe": ["--on", "Standard_ND128isr_GB300_v6"], "kubernetes": []}
LIMIT = 0.5
MOST_GROWTH = 16 * 1024  # KiB that hundreds of files may take beyond one: what is said of them


def command_of(tool, program, sample, files):
    if tool == "headroom":
        return [program, "check", "--jobs", "1", *SAMPLES[sample], *files]
    return [PYTHON, "-c", PARSE, *files] if tool == "CSafeLoader" else ["yq", "-c", ".", *files]


def used_by(command):
    """Seconds of user and system time, of what it starts too, and the most KiB resident at once."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, own = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode in (0, 3), f"{command[:4]}: exit {process.returncode}"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, own.ru_maxrss


def instructions(command):
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=out", *command],
                             cwd=folder, capture_output=True, text=True)
    return int(re.search(r"I\s+refs:\s+([\d,]+)", run.stderr)[1].replace(",", ""))


def instructions_of_a_file(tool, program, sample, files):
    few, many = (instructions(command_of(tool, program, sample, files[:n])) for n in (5, 15))
    return (many - few) / 10


def seconds_of_a_file(tools, program, sample, files, runs=7):
    """By tool, what each file after the first takes: to start is not to check."""
    taken = {tool: [] for tool in tools}
    for _ in range(runs):
        for tool in tools:
            one, all_of_them = (used_by(command_of(tool, program, sample, some))[0] for some in (files[:1], files))
            taken[tool].append((all_of_them - one) / (len(files) - 1))
    return {tool: statistics.median(each) for tool, each in taken.items()}


def measure(program, sample, files, with_times):
    counted = {tool: instructions_of_a_file(tool, program, sample, files) for tool in ("headroom", "CSafeLoader")}
    ratio = counted["headroom"] / counted["CSafeLoader"]
    print(f"{sample}: {counted['headroom']:,.0f} instructions a file, judged; {counted['CSafeLoader']:,.0f} to parse it "
          f"under Python; ratio {ratio:.3f}, at most {LIMIT}")
    one, many = (used_by(command_of("headroom", program, sample, some))[1] for some in (files[:1], files))
    print(f"{sample}: {one:,} KiB for 1 file, {many:,} KiB for {len(files):,}")
    if with_times:
        tools = ["headroom", "CSafeLoader"] + (["yq"] if shutil.which("yq") else [])
        taken = seconds_of_a_file(tools, program, sample, files)
        for tool, seconds in taken.items():
            print(f"{sample}: {tool}: {1 / seconds:,.0f} files a second of a core, "
                  f"{seconds / taken['headroom']:.1f} times the time of headroom")
    return ratio > LIMIT or many - one > MOST_GROWTH


def main():
    program, with_times = str(pathlib.Path(sys.argv[1]).resolve()), "--times" in sys.argv[2:]
    failed = False
    for sample in SAMPLES:
        with tempfile.TemporaryDirectory() as folder:
            files = [f"{folder}/{i:04}.yaml" for i in range(1_000 if with_times else 300)]
            for path in files:
                shutil.copy(HERE / f"{sample}.yaml", path)
            failed = measure(program, sample, files, with_times) or failed
    return failed


if __name__ == "__main__":
    sys.exit(main())
