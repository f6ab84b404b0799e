#!/usr/bin/env python3
"""Counts the instructions of a search, by the plans that it covers.

    measure.py PROGRAM      fails above the limit
"""
import re
import subprocess
import sys

LIMIT = 700  # an instruction count of each plan of the space, timed or left out
run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.argv[1]], capture_output=True, text=True, check=True)
plans = int(subprocess.run([sys.argv[1], "count"], capture_output=True, text=True, check=True).stdout)
each = int(re.search(r"Collected : (\d+)", run.stderr)[1]) / plans
print(f"{run.stdout.strip()}: {plans:,} plans, {each:.0f} instructions each, at most {LIMIT:,}")
# A space that shrank would make each plan dearer or the search a nothing.
sys.exit(each > LIMIT or each < 50 or plans < 200_000)
