#!/usr/bin/env python3
"""Counts the instructions of one estimate of each kind: what a thousand more of them take.

    measure.py PROGRAM      fails above the limits
"""
import pathlib
import re
import subprocess
import sys
import tempfile

LIMITS = {"all-reduce": 370, "all-to-all": 330, "exchange": 540, "product": 850, "attention": 220, "throughput": 1_550, "closed-loop": 3_270,
          "step": 5_950, "experts-step": 9_350}


def instructions(program, asked):
    """Of each kind and number, and what the program says of it, in one run: to start takes longer than thousands of estimates."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(["valgrind", "--tool=callgrind", "--dump-after=say", "--callgrind-out-file=out", pathlib.Path(program).resolve(),
                              *(str(each) for of in asked for each in of)], cwd=folder, capture_output=True, text=True, check=True)
        counted = [int(re.search(r"^totals: (\d+)$", pathlib.Path(folder, f"out.{i + 1}").read_text(), re.M)[1]) for i in range(len(asked))]
    return list(zip(counted, map(float, run.stdout.split()), strict=True))


failed = False
found = instructions(sys.argv[1], [(kind, number) for kind in LIMITS for number in (1_000, 2_000)])
for (kind, limit), (few, _), (many, said) in zip(LIMITS.items(), found[::2], found[1::2], strict=True):
    each = (many - few) / 1_000
    print(f"{kind}: {each:.0f} instructions, at most {limit}")
    # Estimates that were folded away, or a kind that there is not, would pass as fast.
    failed = failed or each > limit or each < 30 or said <= 0
sys.exit(failed)
