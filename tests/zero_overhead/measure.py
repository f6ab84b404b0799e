#!/usr/bin/env python3
"""Counts the instructions that the typed and the raw program execute in each hot loop, and compares them.

    measure.py TYPED RAW      fails above the limit, or where the two programs print unlike results
"""
import pathlib
import re
import subprocess
import sys
import tempfile

LIMIT = 1.05
LOOPS = {"totals": 10_000, "verdicts": 10_000}  # and how many of a kind each runs through


def instructions(program):
    """Of each loop, in one run: to start the program takes longer than to run through them."""
    options = [f"--{what}={loop}" for loop in LOOPS for what in ("toggle-collect", "dump-after")]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["valgrind", "--tool=callgrind", *options, "--callgrind-out-file=out", program],
                       cwd=folder, capture_output=True, text=True, check=True)
        dumped = [path.read_text() for path in pathlib.Path(folder).iterdir()]
    return {loop: sum(int(re.search(r"^totals: (\d+)$", text, re.M)[1]) for text in dumped if f"Trigger: --dump-after={loop}\n" in text)
            for loop in LOOPS}


def main():
    typed, raw = (str(pathlib.Path(p).resolve()) for p in sys.argv[1:3])
    said = [subprocess.run([p], capture_output=True, text=True, check=True).stdout for p in (typed, raw)]
    failed = said[0] != said[1] or not said[0]
    if failed:
        print("the two programs print unlike results:", *said, sep="\n")
    of_programs = [instructions(p) for p in (typed, raw)]
    for loop, size in LOOPS.items():
        counted = [of[loop] for of in of_programs]
        ratio = counted[0] / max(counted[1], 1)
        print(f"{loop}: {counted[0]} instructions with types, {counted[1]} with doubles, ratio {ratio:.3f}, at most {LIMIT}")
        # A loop that was not found, or folded away, would compare as equal.
        if counted[1] < 10 * size:
            print(f"{loop}: too few to be the loop")
            failed = True
        failed = failed or ratio > LIMIT
    return failed


if __name__ == "__main__":
    sys.exit(main())
