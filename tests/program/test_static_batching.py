#!/usr/bin/env python3
"""Requests in batches that begin and end together: test_static_batching.py PROGRAM"""

import csv
import io
import json
import math
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True

from checks import check, check_refused, finish, run, run_json

H100 = "Standard_ND96isr_H100_v5"
SERVE = ("--model", "llama-3.1-70b", "--weights", "fp8", "--tensor-parallel", "4", "--context", "8192", "--prompt", "1000", "--answer", "200", "--on", H100)


def near(a, b, within=1e-9):
    return abs(a / b - 1) < within


def loads(*arguments):
    return {each["clients"]: each for each in run_json("estimate", *SERVE, "--static-batching", *arguments)["jobs"][0]["machines"][0]["loads"]}


# ---- of equal answers a batch takes as long as its prompts and 199 more tokens of each
for clients, of in loads("--concurrency", "1,8,64", "--answer-spread", "0").items():
    took = of["ttft_seconds"] + 199 * of["tpot_seconds"]
    check(near(of["requests_per_second"], clients / took), f"{clients}: {of['requests_per_second']}, expected {clients / took}")
    check(near(of["tokens_per_second"], 200 * clients / took) and of["sequences"] == clients, f"{clients}: {of}")

# ---- of answers that differ it takes as long as the longest, for which the next request of the others waits: of one its own, of two log-normal ones 1 + erf(s / 2) times the mean
by = loads("--concurrency", "1,2", "--answer-spread", "0.8")
equal = loads("--concurrency", "1,2", "--answer-spread", "0")
for clients, times in ((1, 1), (2, 1 + math.erf(math.sqrt(math.log(1 + 0.8**2)) / 2))):
    of = by[clients]
    waits = (200 * times - 200) * of["tpot_seconds"]
    check(near(of["ttft_seconds"], equal[clients]["ttft_seconds"] + waits, 1e-4), f"{clients}: {of['ttft_seconds']}, {equal[clients]['ttft_seconds']} and {waits}")
    took = of["ttft_seconds"] + 199 * of["tpot_seconds"]
    check(near(of["requests_per_second"], clients / took, 1e-4), f"{clients}: {of['requests_per_second']}, expected {clients / took}")

# ---- and by the job's own lengths: answers of 100 to 300 tokens, of n in the mean 100 + 200 n / (n + 1)
with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "job.json"
    serve = {"model": "llama-3.1-70b", "weights": "fp8", "tensor_parallel": 4, "context": 8192, "answer_lengths": "100-300=1"}
    path.write_text(json.dumps({"format": 1, "job": {"serve": serve}}))
    of = run_json("estimate", str(path), "--on", H100, "--prompt", "1000", "--concurrency", "9", "--static-batching")["jobs"][0]["machines"][0]["loads"][0]
    took = of["ttft_seconds"] + (200 - 1) * of["tpot_seconds"]  # of the mean; the wait for 280 is in the first
    check(near(of["requests_per_second"], 9 / took), f"{of['requests_per_second']}, expected {9 / took}")

    pools = [{"name": phase, "serve": serve} for phase in ("prefill", "decode")]
    path.write_text(json.dumps({"format": 1, "job": pools}))
    check_refused(["--static-batching", "one pool"], "estimate", str(path), "--on", f"{H100}=2", "--prompt", "1000", "--static-batching")

# ---- clients without a place wait for the batches before theirs
full = loads("--concurrency", "16,40", "--answer-spread", "0", "--most-sequences", "16")
check(full[40]["sequences"] == 16 and near(full[40]["requests_per_second"], full[16]["requests_per_second"]), f"{full[40]}")
check(near(full[40]["ttft_seconds"], full[16]["ttft_seconds"] + 24 / full[16]["requests_per_second"]), f"{full[40]['ttft_seconds']}")

# ---- where nobody says the clients there are at most as many as have room for the longest answer
largest = max(loads("--answer-spread", "0").items())[1]
check(largest["sequences"] == largest["clients"], f"{largest}")

# ---- what is said, what is not measured, and what the price of prompts is
answer = run_json("estimate", *SERVE, "--static-batching", "--concurrency", "8", "--region", "eastus", "--answer-spread", "0")["jobs"][0]
[machine] = answer["machines"]
check(answer["settings"]["static_batching"] is True and machine["not_measured"] == [], f"{answer['settings']}, {machine['not_measured']}")
[of] = machine["loads"]
took = of["ttft_seconds"] + 199 * of["tpot_seconds"]
dollars = machine["dollars_per_gpu_hour"] / 3600 * 4 * took
read = of["ttft_seconds"] - 8.2e-3  # of vLLM the host takes so long outside of steps: docs/accuracy.md
check(near(of["dollars_per_million"]["prompts"], dollars * read / took / 8000 * 1e6), f"{of['dollars_per_million']}")
check(near(of["dollars_per_million"]["answers"], dollars * (1 - read / took) / 1600 * 1e6), f"{of['dollars_per_million']}")
page = " ".join(run("estimate", *SERVE, "--static-batching", "--concurrency", "8")[1].split())
check("batches that begin and end together" in page and "Not measured: static batches whose answers are not all as long" in page, page)
check("no band of static batches alone" in page and "begin together" not in page, page)
check(run_json("estimate", *SERVE, "--concurrency", "8")["jobs"][0]["settings"]["static_batching"] is False, "continuous unless said")

# ---- a sweep has the same figures
out = run("estimate", *SERVE, "--static-batching", "--concurrency", "8", "--answer-spread", "0", "--sweep", "tensor_parallel=4")[1]
[row] = csv.DictReader(io.StringIO(out))
check(float(row["requests_per_second"]) == of["requests_per_second"], f"{row}")

# ---- refused where it means nothing
check_refused(["--static-batching", "serves"], "estimate", "--train", "--model", "llama-3.1-8b", "--sequence", "4096", "--global-batch", "64", "--on", H100, "--static-batching")
for percentiles in (("--request-rate", "1"), ("--slo", "ttft=1s"), ("--token-limit", "30"), ("--simulate",)):
    check_refused(["--static-batching", percentiles[0]], "estimate", *SERVE, "--static-batching", *percentiles)

finish()
