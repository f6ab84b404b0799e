#!/usr/bin/env python3
"""Counts the instructions of one estimate of each kind: what a thousand more of them take.

    measure.py PROGRAM      fails above the limits
"""
import re
import subprocess
import sys

LIMITS = {"all-reduce": 550, "all-to-all": 330, "exchange": 380, "product": 850, "attention": 220, "throughput": 1_300, "closed-loop": 2_800,
          "step": 5_750, "experts-step": 8_750}


def instructions(program, kind, number):
    run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, kind, str(number)],
                         capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", run.stderr)[1]), run.stdout


failed = False
for kind, limit in LIMITS.items():
    (few, _), (many, said) = instructions(sys.argv[1], kind, 1_000), instructions(sys.argv[1], kind, 2_000)
    each = (many - few) / 1_000
    print(f"{kind}: {each:.0f} instructions, at most {limit}")
    # Estimates that were folded away, or a kind that there is not, would pass as fast.
    failed = failed or each > limit or each < 30 or float(said) <= 0
sys.exit(failed)
