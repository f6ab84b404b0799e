#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What measure.py says where it cannot measure, and that the rows that it wrote are marked and told apart."""
import json
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here))
import measure  # noqa: E402

nowhere = subprocess.run([sys.executable, "-S", here / "measure.py", "/dev/null"], capture_output=True, text=True)  # -S: without packages
assert nowhere.returncode != 0 and nowhere.stderr == "tests/measure: PyTorch is not installed\n", nowhere

assert measure.name_of({"precision": "bf16", "m": 1, "n": 2, "k": 3, "batch": 4}) == "4x1x2x3.precision-bf16"
assert measure.name_of({"kernel": "A B", "batch": 2, "seq": 8}) == "kernel-a-b.batch-2.seq-8"

files = sorted(pathlib.Path(sys.argv[1]).glob("microbench_*.json"))
assert files, "no rows were measured"
for file in files:
    rows = json.loads(file.read_text())["rows"]
    assert len({row["id"] for row in rows}) == len(rows) > 100, file
    assert all(row["measured_by_us"] is True and row["date"] and row["config"]["gpu"] for row in rows), file
