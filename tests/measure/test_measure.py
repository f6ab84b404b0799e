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
import grid  # noqa: E402
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

# What was measured is what grid.py says today: a step that fits on no GPU of the kind is left out.
of_part = {"training": list(grid.training()), "prefill": list(grid.prefill()), "decoding": list(grid.decoding())}
files = sorted(pathlib.Path(sys.argv[1]).glob("steps_*.json"))
assert files, "no steps were measured"
for file in files:
    rows = json.loads(file.read_text())["rows"]
    assert len({row["id"] for row in rows}) == len(rows), file
    for row in rows:
        config = {key: value for key, value in row["config"].items() if key != "gpu"}
        assert config in of_part[row["group"].split(".")[-1]], row["id"]
        assert row["measured_by_us"] is True and row["date"], row["id"]
        assert row["id"] == f"{row['group']}.{measure.name_of(config, grid.NAMED)}", row["id"]
    left_out = sum(len(configs) for configs in of_part.values()) - len(rows)
    assert left_out <= 4, (file, left_out)

# Shapes against the parameters that Meta publishes: 1.24, 3.21 and 8.03 billion.
for name, published in (("llama-3.2-1b", 1.24e9), ("llama-3.2-3b", 3.21e9), ("llama-3.1-8b", 8.03e9)):
    of = grid.SHAPES[name]
    layer = 2 * of.width * of.head_size * (of.heads + of.kv_heads) + 3 * of.width * of.inner + 2 * of.width
    all_of = of.layers * layer + of.vocabulary * of.width * (1 if of.tied else 2) + of.width
    assert abs(all_of / published - 1) < 0.004, (name, all_of)
assert grid.cut(grid.SHAPES["llama-3.1-8b"], 8).layers == 8
