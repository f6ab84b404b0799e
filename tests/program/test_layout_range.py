#!/usr/bin/env python3
"""That saying more of a layout never gives a better plan than leaving it open: test_layout_range.py PROGRAM"""

import json
import random
import sys

sys.dont_write_bytecode = True

from checks import check, enough_of, finish, run, write_own

random.seed(20261201)
LEAST = {"cost": "dollars", "time": "days", "gpus": "gpus"}


def size_of(gpus):
    """A machine of so many GPUs, as one of eight of which some are not healthy."""
    return {"gpu": "H100-SXM5-80GB", "gpus": gpus, "scale_out_per_gpu": "400 Gb/s", "scale_up_domain_gpus": gpus, "source": "of this test"}


def planned(kind, job, gpus, machines, objective, *more):
    content = {"define": {"sizes": {"some": size_of(gpus)}}, "prices": {"own": [{"machine": "some", "on_demand": "$80/h"}]}, "job": {kind: job}}
    status, out, error = run("plan", write_own("range.json", content), "--machines", f"some={machines}", "--objective", objective, *more, "--json")
    # Degrees that do not divide the heads or the batch are refused as they are read.
    check((status in (0, 1) and not error) or (status == 2 and "does not divide" in error), f"{job}: exit {status}, {error}")
    return json.loads(out)["jobs"][0]["plans"][0].get("plan") if status == 0 else None


# ---- training: each degree, the experts' and micro-batches of the range, one or several of them said
MODELS = ("llama-3.1-8b", "llama-2-13b", "qwen3-8b", "gpt-oss-20b", "qwen3-30b-a3b")
SAID = {"tensor_parallel": (1, 2, 3, 4, 5, 8), "pipeline_parallel": (1, 2, 3, 4, 5, 6, 7), "data_parallel": (1, 2, 3, 4, 5, 6, 7, 9, 10, 12), "micro_batch": (1, 2, 3, 4, 5, 6, 7, 8)}
compared = {objective: 0 for objective in LEAST}
for _ in enough_of(range(40), every=8):
    job = {"model": random.choice(MODELS), "sequence": random.choice((2048, 4096)), "global_batch": random.choice((36, 60, 63, 100, 120, 210, 252, 256))}
    where = (random.choice((5, 6, 7, 8)), random.choice((1, 2, 3)))
    objective = random.choice(list(LEAST))
    best = planned("train", job, *where, objective, "--tokens", "10B")
    for _ in range(4):
        keys = random.sample(sorted(SAID), random.choice((1, 1, 2, 3)))
        said = {key: random.choice(SAID[key]) for key in keys}
        one = planned("train", {**job, **said}, *where, objective, "--tokens", "10B")
        if one is None:
            continue
        compared[objective] += 1
        check(best is not None and best[LEAST[objective]] <= one[LEAST[objective]] * (1 + 1e-9), f"{job} on {where}, {objective}: {said} is better: {one}, not {best}")
        check(one["gpus"] <= where[0] * where[1] and all(one[key] == value for key, value in said.items()), f"{said}: {one}")
check(sum(compared.values()) > 6, f"{compared}")

# ---- serving: a width or one stage said, or both
found = 0
for _ in enough_of(range(12), every=4):
    job = {"model": random.choice(("llama-3.1-8b", "llama-3.1-70b", "qwen3-30b-a3b")), "weights": "fp8", "context": 4096}
    where = (random.choice((5, 6, 7, 8)), random.choice((1, 2, 3)))
    asked = ("--requests-per-second", str(random.choice((0.5, 2, 8))), "--slo", "ttft=2s,tpot=60ms", "--prompt", "1000", "--answer", "200")
    best = planned("serve", job, *where, "gpus", *asked)
    for said in ({"pipeline_parallel": 1}, {"tensor_parallel": random.choice((1, 2, 4))}, {"tensor_parallel": random.choice((1, 2, 4)), "pipeline_parallel": 1}):
        one = planned("serve", {**job, **said}, *where, "gpus", *asked)
        if one is None:
            continue
        found += 1
        check(best is not None and best["gpus"] <= one["gpus"], f"{job} on {where}: {said} is better: {one}, not {best}")
check(found > 3, f"{found} compared")
finish()
