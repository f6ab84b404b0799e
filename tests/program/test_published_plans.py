#!/usr/bin/env python3
"""The table of docs/why/proof-of-a-plan.md, each layout that was published beside the best that is found: test_published_plans.py PROGRAM SOURCE_DIR"""

import json
import pathlib
import re
import sys
import tempfile

sys.dont_write_bytecode = True

from checks import check, finish, run_json

SOURCE = pathlib.Path(sys.argv[2])
PAGE = SOURCE / "docs/why/proof-of-a-plan.md"
DEEPSEEK = json.loads((SOURCE / "docs/snippets/deepseek-v3-on-h800.json").read_text())
KEYS = {"TP": "tensor_parallel", "PP": "pipeline_parallel", "CP": "context_parallel", "DP": "data_parallel", "EP": "expert_parallel"}

H100 = "Standard_ND96isr_H100_v5"
FP8 = ("--formats", "fp8_primary_weights", "--gradients", "bf16", "--sequence-parallel", "--tokens", "1T")
LLAMA = ("--train", "--model", "llama-3.1-405b", "--sequence", "8192")
GPT3 = ("--train", "--model", "gpt-3-175b", "--sequence", "2048", "--global-batch", "2048", *FP8)
# By what the first column of a row begins with.
JOBS = {
    "Llama 3 405B, 16,384 H100": (*LLAMA, "--global-batch", "2048", "--tokens", "15.6T", "--machines", f"{H100}=2048", "--recompute", "selective", "--recomputed", "norms,activation"),
    "Llama 3.1 405B, 512 H100": (*LLAMA, "--context-parallel", "2", *FP8, "--global-batch", "1152", "--machines", f"{H100}=64"),
    "the same on 2,048 H100": (*LLAMA, "--context-parallel", "2", *FP8, "--global-batch", "1152", "--machines", f"{H100}=256"),
    "Llama 3.1 405B, 256 GB200": (*LLAMA, "--context-parallel", "2", *FP8, "--global-batch", "448", "--machines", "Standard_ND128isr_NDR_GB200_v6=64"),
    "GPT-3 175B, 512 H100": (*GPT3, "--machines", f"{H100}=64"),
    "GPT-3 175B, 4,096 H100": (*GPT3, "--machines", f"{H100}=512"),
    "DeepSeek-V3, 2,048 H800": ("--tokens", "1T", "--machines", "8 x H800=256"),
}
HOW = {"tensor_parallel": "--tensor-parallel", "pipeline_parallel": "--pipeline-parallel", "data_parallel": "--data-parallel", "virtual_stages": "--virtual-stages"}


def best_of(*arguments):
    return run_json("plan", *arguments, "--objective", "time")["jobs"][0]["plans"][0]["plan"]


def stated(layout):
    """ "TP 8, PP 16, 8 virtual stages": what a row says of a layout, by key."""
    said = {KEYS[word]: int(number) for word, number in re.findall(r"\b([TPCDE]P) (\d+)", layout)}
    stages = re.search(r"(\d+) virtual stages", layout)
    return {**said, "virtual_stages": int(stages[1])} if stages else said


def same(days, text):
    """As many digits as the page has of it."""
    return f"{days:.{len(text.partition('.')[2])}f}" == text


rows = re.findall(r"^\| ((?:Llama|the same on|GPT|DeepSeek-V3, )[^|]+) \| ([^|]+) \| ([\d.]+) \| ([^|]+) \| ([\d.]+) \| (\+?[\d.]+) % \|$", PAGE.read_text(), re.MULTILINE)
check(len(rows) == len(JOBS), f"{len(rows)} rows of {len(JOBS)} jobs")
with tempfile.TemporaryDirectory() as folder:
    for name, layout, days, ours, our_days, behind in rows:
        job = next((of for begin, of in JOBS.items() if name.startswith(begin)), None)
        if job is None:
            check(False, f"no job for the row {name!r}")
            continue
        said = [part for key, value in stated(layout).items() if key in HOW for part in (HOW[key], str(value))]
        open_job = job
        if name.startswith("DeepSeek"):
            job, said = (str(SOURCE / "docs/snippets/deepseek-v3-on-h800.json"), *job), []
            train = {key: value for key, value in DEEPSEEK["job"]["train"].items() if key not in (*KEYS.values(), "expert_tensor_parallel")}
            path = pathlib.Path(folder, "open.json")
            path.write_text(json.dumps({**DEEPSEEK, "job": {"train": train}}))
            open_job = (str(path), *open_job)
        published, best = best_of(*job, *said), best_of(*open_job)
        for what, found, text, on_page in (("published", published, layout, days), ("ours", best, layout if ours == "the same" else ours, our_days)):
            check(same(found["days"], on_page), f"{name}, {what}: {found['days']} days, on the page {on_page}")
            for key, value in stated(text).items():
                check(found[key] == value, f"{name}, {what}: {key} {found[key]}, on the page {value}")
        check(published["days"] >= best["days"] * (1 - 1e-9), f"{name}: a published layout that is better than the best: {published} {best}")
        check(abs(100 * (published["days"] / best["days"] - 1) - float(behind)) <= 0.5 * 10 ** -len(behind.partition(".")[2]) + 1e-9, f"{name}: behind by {published['days'] / best['days'] - 1}")

finish()
