#!/usr/bin/env python3
"""With an older standard, each of the headers that programs begin with says one thing: that it needs C++20."""

import argparse
import re
import subprocess
import sys

parser = argparse.ArgumentParser()
parser.add_argument("--compiler", required=True)
parser.add_argument("--option", action="append", default=[])
parser.add_argument("headers", nargs="+")
given = parser.parse_args()

MOST_LINES = 4  # the error, its line, a mark under it, and that compilation ends
WHO_INCLUDES = re.compile(r"In file included from |\s+from ")
failed = 0
for header in given.headers:
    text = f"#include <headroom/{header}.hpp>\nint main() {{}}\n"
    command = [given.compiler, *given.option, "-std=c++17", "-fsyntax-only", "-x", "c++", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    lines = done.stderr.splitlines()
    said = [line for line in lines if not WHO_INCLUDES.match(line)]
    if done.returncode == 0 or "error: headroom is a C++20 library" not in done.stderr.replace("'", "") or len(said) > MOST_LINES:
        failed += 1
        print(f"{header}: exit status {done.returncode}, {len(lines)} lines:\n" + "\n".join(lines[:20]))
print(f"{len(given.headers) - failed} of {len(given.headers)} headers say so")
sys.exit(1 if failed else 0)
