#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Measures the GPU at hand, where there is one, and writes rows for `headroom validate --rows`. Needs PyTorch.

  tests/measure/measure.py OUTPUT.json [--only PART,...] [--shares]

A row says the device and the date, and that it was measured by us; the note before the rows names driver and software. Clocks and
limits of power stay as they are. What a GPU cannot do is named on standard error and left out.
"""
import argparse
import datetime
import json
import pathlib
import subprocess
import sys
from functools import partial

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))


def said_by_the_driver(fields):
    found = subprocess.run(["nvidia-smi", f"--query-gpu={fields}", "--format=csv,noheader"], capture_output=True, text=True, check=True)
    return [field.strip() for field in found.stdout.splitlines()[0].split(",")]


# What the names of rows begin with.
PREFIXES = {"microbench": "mb", "training_throughput": "train", "inference": "inf"}


def name_of(config, told_apart_by=None):
    if told_apart_by is not None:
        return ".".join(f"{key}-{config[key]}" for key in told_apart_by if key in config)
    shape = "x".join(str(config[side]) for side in ("batch", "m", "n", "k") if side in config and (side != "batch" or "m" in config))
    rest = (f"{key}-{value}" for key, value in config.items() if key not in ("m", "n", "k", "gpu") and not (key == "batch" and "m" in config))
    return ".".join(filter(None, [shape, *rest])).lower().replace(" ", "-").replace(",", "")


def written(output, note, today, rows):
    text = ",\n".join(json.dumps(row) for row in rows)
    output.write_text(f'{{"note": {json.dumps(note)}, "date": "{today}", "rows": [\n{text}\n]}}\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--only", type=lambda text: text.split(","), help="parts of operations.py or steps.py, such as products_bf16,attention,training")
    parser.add_argument("--shares", action="store_true", help="print what the time of a whole step goes to")
    asked = parser.parse_args()
    try:
        import torch
    except ImportError:
        sys.exit("tests/measure: PyTorch is not installed")
    if not torch.cuda.is_available():
        sys.exit("tests/measure: no GPU is at hand")
    import grid
    import operations
    import steps

    parts = {part: ("microbench", generate) for part, generate in operations.ALL.items()}
    for family, generators in steps.ALL.items():
        parts |= {part: (family, partial(generate, tell=asked.shares)) for part, generate in generators.items()}
    wanted = asked.only or list(parts)
    if unknown := [part for part in wanted if part not in parts]:
        parser.error(f"there is no part {unknown[0]}, only {', '.join(parts)}")
    gpu, driver, limit = said_by_the_driver("name,driver_version,power.limit")
    today = datetime.date.today().isoformat()
    device = gpu.lower().replace(" ", "-")
    note = (f"{gpu}, limited to {limit}, driver {driver}, CUDA {torch.version.cuda}, PyTorch {torch.__version__}, measured by us. Normally distributed "
            "numbers; no product, and no step of decoding, finds its operands in the cache of those before.")
    rows, missing = [], []
    for part in wanted:
        family, generate = parts[part]
        told_apart_by = None if family == "microbench" else grid.NAMED
        begun = f"{PREFIXES[family]}.measured.{device}"
        try:
            for group, config, figures in generate():
                rows.append({
                    "id": f"{begun}.{group}.{name_of(config, told_apart_by)}".rstrip("."), "family": family, "group": f"{begun}.{group}",
                    "kind": "measured", "measured_by_us": True, "date": today, "citation": f"headroom, tests/measure, {gpu}", "config": {"gpu": gpu, **config},
                    "measured": [{"metric": metric, "value": float(f"{value:.4g}"), "unit": unit} for metric, value, unit in figures],
                    "confirmed": True})
        except (RuntimeError, AttributeError, TypeError, NotImplementedError) as why:
            missing.append(f"{part}: {str(why).splitlines()[0]}")
        torch.cuda.empty_cache()
        print(f"{part}: {len(rows)} rows so far, {' '.join(said_by_the_driver('clocks.sm,power.draw,temperature.gpu'))}", file=sys.stderr)
        written(asked.output, note, today, rows)
    for line in missing:
        print(f"left out, {line}", file=sys.stderr)


if __name__ == "__main__":
    main()
