#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What is printed is no wider than the terminal."""

import os
import pathlib
import re
import subprocess
import sys

from checks import check, finish, run

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FLEET = str(ROOT / "examples" / "fleet.json")

os.chdir(ROOT)  # a place is never broken: that of a file within the tree is short
PRINTED = [
    ("audit",),
    ("catalog",),
    ("catalog", "--kind", "gpu"),
    ("catalog", "--kind", "cpu"),
    ("catalog", "Standard_ND96asr_v4", "GB300 NVL72", "RTX PRO 6000 Blackwell Server Edition"),
    ("catalog", "--compare", "Standard_ND96asr_v4", "Standard_NC128ds_xl_RTXPRO6000BSE_v6"),
    ("report", FLEET),
    ("report", "--explain", "gpu_memory", FLEET),
    ("report", "--explain", "gpu_memory.per_gpu", FLEET),
    ("report", "--explain", "price", FLEET),
    ("validate",),
    ("model",),
    ("check", "--explain", "docs/snippets/checks/mended.yaml"),
    ("fit", "--model", "llama-3.1-70b", "--weights", "fp8", "--context", "32768", "--sequences", "64", "--on", "Standard_ND96isr_H200_v5"),
    ("pack", "docs/snippets/checks/mended.yaml", "--on", "Standard_ND96isr_H100_v5=8"),
]


def lines_of(text):
    """Its lines, but for addresses, which are never broken."""
    return [line for line in text.splitlines() if not line.lstrip().startswith("https://")]


for arguments in PRINTED:
    for columns in (40, 60, 80, 132):
        status, out, error = run(*arguments, columns=columns)
        check(status in (0, 1) and error == "", f"{arguments} in {columns} columns: exit {status}, {error}")
        widest = max(lines_of(out), key=len)
        check(len(widest) <= columns, f"{arguments}: {len(widest)} columns of {columns}: {widest!r}")

# ---- how each command is used
commands = re.findall(r"^  ([a-z]+) ", run("--help", columns=132)[1].split("Subcommands:")[1].split("Examples:")[0], re.MULTILINE)
check(len(commands) > 10, f"few commands: {commands}")
for command in commands:
    told = run(command, "--help", columns=40)[1]
    usage = told[told.index("Usage:"):].split("\n\n")[0]
    check(all(len(line) <= 40 for line in usage.splitlines()), f"{command} in 40 columns: {usage!r}")
    check(" ".join(usage.split()).startswith(f"Usage: headroom {command} [OPTIONS]"), f"{command}: {usage!r}")

# ---- findings: their place is whole on the first line, and where nobody looks on each is one line
os.chdir(ROOT / "docs" / "snippets" / "checks")
piped = subprocess.run([sys.argv[1], "check", "--explain", "broken.yaml"], capture_output=True, text=True, timeout=60,
                       env={key: value for key, value in os.environ.items() if key != "COLUMNS"}).stdout.splitlines()
check(sum(re.search(r"^broken.yaml:\d+: .*\[\w+\]$", line) is not None for line in piped) == 4, f"not a line for each finding: {piped}")
for columns in (40, 80):
    out = run("check", "--explain", "broken.yaml", columns=columns)[1]
    check(all(len(line) <= columns for line in out.splitlines()), f"findings in {columns} columns: {out}")
    check(out.split() == " ".join(piped).split(), f"findings in {columns} columns say something else: {out}")
    places = [line.split(": ")[0] for line in piped if line.startswith("broken.yaml:")]
    check([line.split(": ")[0] for line in out.splitlines() if line.startswith("broken.yaml:")] == places, f"places in {columns} columns: {out}")

# ---- nothing is left out of the narrow form
wide, narrow = (run("audit", columns=columns)[1] for columns in (80, 40))
check([line.split()[0] for line in narrow.splitlines() if line.startswith("H")]
      == [line.split()[0] for line in wide.splitlines() if line.startswith("H")], "audit: not every headline in 40 columns")
check("printed 128, recomputed 256 GB: no: A1" in " ".join(narrow.split()), "audit: H2 in 40 columns")
finish()
