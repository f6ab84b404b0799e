#!/usr/bin/env python3
"""What each command prints with --json against docs/json.md, whose tables are the schema: every member that is printed is
told there, with its type, and every member that is told there is printed by one of these commands."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

from checks import check, check_refused, finish, run

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PAGE = SOURCE / "docs" / "json.md"
ROW = re.compile(r"\| `(\w+)`(\??) \| ([^|]+) \|")


def tables():
    """By the title above a table, its members: {title: {member: (type, may it be left out)}}."""
    shapes, title = {}, ""
    for line in PAGE.read_text().splitlines():
        if line.startswith("### "):
            title = line[4:].strip()
            shapes[title] = {}
        elif found := ROW.match(line):
            shapes[title][found[1]] = (found[3].strip(), found[2] == "?")
    return shapes


SHAPES = tables()
seen = set()


PLAIN = {"text": str, "whole": int, "number": (int, float), "yes or no": bool, "null": type(None)}


def wrong_type(value, types, path):
    """Where the value is none of the types; empty: it is one. "or" behind a list or a map is about what is in it."""
    kind, _, inner = types.partition(" of ")
    if kind in ("list", "map"):
        if not isinstance(value, list if kind == "list" else dict):
            return f"{path}: no {kind}"
        parts = enumerate(value) if kind == "list" else value.items()
        wrong = [f"{path}: the key {key!r} is not snake_case" for key in value if kind == "map" and not re.fullmatch(r"[a-z0-9_]+", key)]
        return next(iter(wrong + [said for key, each in parts if (said := wrong_type(each, inner, f"{path}.{key}"))]), "")
    if types not in PLAIN and " or " in types:
        first, _, others = types.partition(" or ")
        if types.startswith("yes or no or "):
            first, others = "yes or no", types.removeprefix("yes or no or ")
        wrong = wrong_type(value, first, path)
        return wrong and wrong_type(value, others, path) and wrong
    if types in PLAIN:
        good = isinstance(value, PLAIN[types]) and isinstance(value, bool) == (types == "yes or no")
        return "" if good else f"{path}: {value!r} is not {types}"
    if types.startswith('"'):
        return "" if value == json.loads(types) else f"{path}: {value!r} is not {types}"
    return in_shape(value, types, path)


def in_shape(value, title, path):
    if title not in SHAPES:
        return f"{path}: docs/json.md has no table {title!r}"
    if not isinstance(value, dict):
        return f"{path}: {value!r} is no {title}"
    for key in value:
        if key not in SHAPES[title]:
            return f"{path}: {title} has no member {key!r}"
        seen.add((title, key))
    for key, (types, optional) in SHAPES[title].items():
        if key not in value:
            if not optional:
                return f"{path}: {title} lacks {key!r}"
        elif wrong := wrong_type(value[key], types, f"{path}.{key}"):
            return wrong
    return ""


def answer(title, *arguments, stdin=b""):
    done = subprocess.run([sys.argv[1], *arguments, "--json"], input=stdin, capture_output=True, cwd=SOURCE, timeout=120)
    check(done.returncode != 2, f"{arguments}: {done.stderr.decode()}")
    told = json.loads(done.stdout)
    common = {key: told.pop(key) for key in SHAPES["Answer"] if key in told}
    wrong = in_shape(common, "Answer", "$") or in_shape(told, title, "$")
    check(not wrong, f"headroom {' '.join(arguments)} --json: {wrong}")
    check(common.get("format") == 1 and common.get("command") == arguments[0], f"{arguments}: {common}")
    version = run("--version")[1].split()
    check(common.get("headroom") == version[1], f"{arguments}: version {common.get('headroom')}")
    return told


def as_input(**members):
    return json.dumps({"format": 1, **members}).encode()


EXAMPLES = sorted(str(path) for path in (SOURCE / "examples" / "deployments").glob("*.json"))
answer("Report answer", "report", "examples/fleet.json", *EXAMPLES)
size = {"size": "Standard_ND96asr_v4", "count": 1}
answer("Report answer", "report", "-", stdin=as_input(machines=[size]))
answer("Report answer", "report", "-", stdin=as_input(demand={"total": {"gpus": 1}}))
pools = [{"name": name, "serve": {"model": "Llama-3.1-8B"}} for name in ("prefill", "decode")]
answer("Report answer", "report", "-", stdin=as_input(machines=[size], job=pools))
answer("Report answer", "report", "-", stdin=as_input(machines=[size, {"size": "ND40rs_v2 (as stated)", "count": 2}], demand={
    "features": ["infiniband"], "formats": ["fp8"], "per_vm": {"gpus": 72}, "total": {"gpus": 80}}, prices={"region": "eastus"}))
answer("Report answer", "report", "-", stdin=as_input(machines=[size], demand={"features": ["infiniband", "hibernation"], "total": {"gpus": 8}}))

H200 = "Standard_ND96isr_H200_v5"
answer("Fit answer", "fit", "examples/deployments/serving_job.json")
answer("Fit answer", "fit", "examples/deployments/serving_job.json", "--sweep", "tp=3,8", "--on", H200)
answer("Fit answer", "fit", "examples/deployments/serving_job.json", "--sweep", "weights=bf16,FP8-Blocks", "--on", H200)
answer("Fit answer", "fit", "--model", "llama-3.1-405b", "--smallest")
answer("Fit answer", "fit", "--model", "llama-3.1-70b", "--sweep", "context")
answer("Fit answer", "fit", "--model", "llama-3.1-8b", "--on", H200)
answer("Fit answer", "fit", "--model", "GLM-5.2", "--on", H200)
answer("Fit answer", "fit", "examples/deployments/training_job.json", "--on", H200)
answer("Fit answer", "fit", "-", stdin=as_input(machines=[size], job=pools))
answer("Fit answer", "fit", "--train", "--model", "llama-3.1-70b", "--sequence", "4096", "--tensor-parallel", "8", "--data-parallel", "16", "--on", size["size"])

PLANNED = ("--train", "--model", "llama-3.1-8b", "--sequence", "4096", "--global-batch", "256", "--tokens", "100e9")
answer("Fabric answer", "fabric", "--on", "GB300 NVL72=64", "--switch", "72x800Gb/s", "--switch-price", "$60000", "--transceiver-price", "$1200", "--cable-price", "$80", "--switch-power", "1.7kW")
answer("Fabric answer", "fabric", "--on", "Standard_ND96isr_H100_v5=2", "--switch", "64x400Gb/s")
TRAINED = ("--train", "--model", "llama-3.1-8b", "--sequence", "8192", "--global-batch", "64")
answer("Plan answer", "plan", *PLANNED, "--region", "eastus", "--machines", f"Standard_ND96isr_H100_v5=16,{H200},Standard_ND40rs_v2", "--deadline", "90days", "--budget", "$1M")
with tempfile.TemporaryDirectory() as folder:
    running, waiting, cluster = (str(pathlib.Path(folder) / name) for name in ("running.yaml", "waiting.yaml", "cluster.json"))
    pathlib.Path(cluster).write_text(json.dumps({"format": 1, "machines": [{"size": "Standard_ND96isr_H100_v5", "count": 1}, {"size": H200, "count": 2}]}))
    answer("Plan answer", "plan", "--model", "llama-3.1-8b", "--context", "4096", "--requests-per-second", "9", "--objective", "gpus", "--machines", H200,
           "--emit", "kubernetes", "--emit-to", running)
    answer("Plan answer", "plan", *PLANNED, "--objective", "time", "--machines", "Standard_ND96isr_H100_v5=16", "--emit", "slurm", "--emit-to", waiting)
    answer("Pack answer", "pack", waiting, "--beside", running, "--on-cluster", cluster)
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [{"name": "a", "resources": {"limits": {"nvidia.com/gpu": 4}}}]}}
    pathlib.Path(running).write_text(json.dumps(pod))
    pod["metadata"]["name"] = "b"
    pod["spec"]["containers"][0]["resources"]["limits"] = {"nvidia.com/gpu": 8}
    pod["spec"]["nodeSelector"] = {"node.kubernetes.io/instance-type": "Standard_ND96isr_H100_v5"}
    pathlib.Path(waiting).write_text(json.dumps(pod))
    moved = answer("Pack answer", "pack", waiting, "--beside", running, "--on-cluster", cluster)
    check("move" in moved["jobs"][0], f"{moved}")
    pod["spec"]["containers"][0]["resources"]["limits"] = {"nvidia.com/mig-1g.10gb": 1}
    pathlib.Path(waiting).write_text(json.dumps(pod))
    answer("Pack answer", "pack", waiting, "--on-cluster", cluster)
SHARED = [str(SOURCE / "docs" / "snippets" / name) for name in ("pretraining.json", "chat.json")]
SERVED = ("--requests-per-second", "9", "--services-for", "30days")
answer("Plan answer", "plan", *SHARED, "--tokens", "1e9", *SERVED, "--held", str(SOURCE / "docs" / "snippets" / "held.json"), "--machines", f"Standard_ND96isr_H100_v5=2,{H200}", "--region", "eastus")
with tempfile.TemporaryDirectory() as folder:
    answer("Plan answer", "plan", SHARED[1], "--requests-per-second", "20", "--slo", "ttft=1s,tpot=3.5ms", "--prompt", "7000", "--answer", "256", "--pools", "--held", str(SOURCE / "docs" / "snippets" / "held.json"), "--machines", "Standard_ND96isr_H100_v5=8", "--region", "eastus", "--spot-share", "50%", "--emit", "lp", "--emit-to", str(pathlib.Path(folder) / "shared.lp"))
    # A mix beside what is held, and what is written of it.
    answer("Plan answer", "plan", SHARED[1], "--requests-per-second", "600", "--slo", "ttft=1s,tpot=40ms", "--prompt", "1024", "--answer", "256", "--held", str(SOURCE / "docs" / "snippets" / "held.json"), "--machines",
           f"{H200}=2", "--objective", "gpus", "--emit", "vllm", "--emit-to", str(pathlib.Path(folder) / "mix.sh"))
answer("Plan answer", "plan", *SHARED, "--tokens", "100e9", "--deadline", "1day", *SERVED, "--machines", "Standard_ND96isr_H100_v5=1", "--objective", "gpus")
# Budgets of services: within them, with what they bind, and beyond them.
BUDGETED = ("--model", "llama-3.1-70b", "--weights", "fp8", "--context", "8192", "--slo", "ttft=1s,tpot=40ms", "--prompt", "1024", "--answer", "256", "--region", "eastus", "--machines",
            "Standard_ND96isr_H100_v5=3,Standard_NC40ads_H100_v5=16", "--requests-per-second", "50")
for asked in (("--objective", "gpus", "--budget", "$290/h"), ("--objective", "time", "--budget", "$300/h"), ("--budget", "$50/h", "--pools")):
    answer("Plan answer", "plan", *BUDGETED, *asked)
GROWING = str(SOURCE / "docs" / "snippets" / "growing-cluster.json")
answer("Grow answer", "grow", GROWING, "--growth-a-month", "6%", "--lead-months", "5", "--term", "year=12@60/h")
answer("Grow answer", "grow", GROWING, "--growth-a-month", "6%")
BOUGHT = ("--purchase-price", "$300000", "--years", "4", "--power", "10kW", "--pue", "1.3")
for energy in ((), ("--energy-price", "0.08"), ("--energy-price", "100")):  # not told, cheaper, and never
    answer("Grow answer", "grow", GROWING, *BOUGHT, *energy)
answer("Plan answer", "plan", GROWING, "--machines", f"Standard_ND96isr_H100_v5,{H200}=2", "--objective", "gpus")
answer("Plan answer", "plan", GROWING, "--machines", f"{H200}=1")
answer("Plan answer", "plan", GROWING, str(SOURCE / "docs" / "snippets" / "mixed-demand.json"), "--machines", f"Standard_ND96isr_H100_v5,{H200}=2", "--objective", "gpus")
with tempfile.TemporaryDirectory() as folder:
    answer("Plan answer", "plan", GROWING, "--machines", f"{H200}=9", "--objective", "gpus", "--emit", "lp", "--emit-to", str(pathlib.Path(folder) / "mix.lp"))
answer("Plan answer", "plan", *PLANNED, "--objective", "time", "--machines", "Standard_ND96isr_MI300X_v5=2,Standard_ND96isr_H100_v5=16")
# Layouts over several boards whose network is not known.
answer("Plan answer", "plan", *PLANNED, "--objective", "time", "--machines", "HGX B200=2")
answer("Estimate answer", "estimate", *TRAINED, "--on", "HGX B200=2")
answer("Estimate answer", "estimate", "--model", "deepseek-v3", "--context", "8192", "--on", "HGX B200=4")
answer("Plan answer", "plan", "--model", "llama-3.1-8b", "--context", "4096", "--load", "9,2", "--start-up", "5min", "--region", "eastus", "--machines", f"Standard_ND96isr_H100_v5,{H200}")
answer("Plan answer", "plan", "--model", "llama-3.1-8b", "--context", "4096", "--requests-per-second", "9", "--pools", "--region", "eastus", "--machines", f"Standard_ND96isr_H100_v5=8,{H200}=1,Standard_ND40rs_v2=1")
answer("Plan answer", "plan", "--model", "llama-3.1-8b", "--context", "4096", "--requests-per-second", "9", "--pools", "--objective", "gpus", "--machines", f"Standard_ND96isr_H100_v5,{H200}")
with tempfile.TemporaryDirectory() as folder:
    answer("Plan answer", "plan", "--model", "llama-3.1-8b", "--context", "4096", "--load", "60,20", "--prompt", "3000", "--answer", "256", "--pools", "--slo", "ttft=2s,tpot=10ms", "--objective", "gpus", "--machines", f"{H200}=8", "--emit", "vllm", "--emit-to",
           str(pathlib.Path(folder) / "pools.sbatch"))
answer("Plan answer", "plan", *SHARED, "--tokens", "1e9", "--load", "9,2", "--services-for", "30days", "--machines", f"{H200}=3", "--objective", "gpus")
answer("Plan answer", "plan", *PLANNED, "--machines", f"{H200}=1", "--time-limit", "1us")
for twice in range(16):  # until one ends a search that has begun
    if ("Unsearched", "numbers") not in seen:
        answer("Plan answer", "plan", *PLANNED, "--objective", "time", "--machines", f"{H200}=512", "--time-limit", f"{2**twice}ms")
POWER = ("--power", "10kW", "--pue", "1.25", "--energy-price", "0.08", "--max-power", "20kW")
answer("Plan answer", "plan", *PLANNED, "--region", "eastus", "--objective", "time", "--machines", "Standard_ND96isr_H100_v5=16", *POWER)
for most in (16, 1):
    answer("Plan answer", "plan", GROWING, "--region", "eastus", "--machines", f"Standard_ND96isr_H100_v5={most}", *POWER)
    answer("Plan answer", "plan", GROWING, SHARED[0], "--tokens", "1e9", "--services-for", "30days", "--region", "eastus", "--machines", f"Standard_ND96isr_H100_v5={most}", *POWER[:-1], "90kW")
answer("Plan answer", "plan", GROWING, "--region", "eastus", "--machines", "Standard_ND96isr_H100_v5", "--max-power", "20kW")
answer("Plan answer", "plan", "--model", "llama-3.1-8b", "--context", "4096", "--requests-per-second", "9", "--region", "eastus", "--machines", f"Standard_ND96isr_H100_v5,{H200}", *POWER)
LEAST_ENERGY = ("--objective", "energy", "--machines", "Standard_ND96isr_H100_v5=16", "--power", "10kW")
for asked in ((GROWING,), PLANNED, ("--model", "llama-3.1-8b", "--context", "4096", "--requests-per-second", "9"), (*SHARED, "--tokens", "1e9", *SERVED)):
    answer("Plan answer", "plan", *asked, *LEAST_ENERGY)
with tempfile.TemporaryDirectory() as folder:  # no machine alone, with another, and not with that
    for most in (16, 1):
        answer("Plan answer", "plan", "--model", "llama-3.1-70b", "--weights", "fp8", "--context", "8192", "--requests-per-second", "50", "--slo", "ttft=1s,tpot=40ms", "--prompt", "1024", "--answer", "256",
               "--region", "eastus", "--machines", f"Standard_ND96isr_H100_v5=2,Standard_NC40ads_H100_v5={most}", "--emit", "vllm", "--emit-to", str(pathlib.Path(folder) / "part.sbatch"))
answer("Plan answer", "plan", "--model", "llama-3.1-8b", "--context", "4096", "--load", "9,2", "--objective", "gpus", "--machines", H200)
answer("Estimate answer", "estimate", *TRAINED, "--on", f"{H200}=2", "Standard_ND40rs_v2", "Standard_ND96isr_MI300X_v5", "--tokens", "1e12")
answer("Estimate answer", "estimate", *TRAINED, "--on", H200, "--offload", "optimizer")
answer("Estimate answer", "estimate", "examples/deployments/training_job.json", "--on", H200, "--document", "2048")

answer("Estimate answer", "estimate", "--model", "llama-3.1-70b", "--context", "8192", "--on", H200, "Standard_ND96isr_H100_v5=1",
       "Standard_ND40rs_v2", "--region", "eastus", "--token-limit", "30", "--request-rate", "1,1000", "--slo", "tpot=50ms")
answer("Estimate answer", "estimate", "--model", "llama-3.1-8b", "--context", "2048", "--on", H200, "--concurrency", "2", "--answer", "64", "--simulate")
in_two = [{"name": name, "serve": {"model": "Llama-3.1-8B", "context": 8192, "tensor_parallel": 1, "phase": name}} for name in ("prefill", "decode")]
answer("Estimate answer", "estimate", "-", "--on", H200, stdin=as_input(job=in_two))

CHECKS = SOURCE / "docs" / "snippets" / "checks"
with tempfile.TemporaryDirectory() as folder:
    silent = pathlib.Path(folder) / "silent.yaml"
    text = (CHECKS / "broken.yaml").read_text().splitlines()
    text[38] += "  # headroom: ignore cpus: a trial"
    silent.write_text("\n".join(text) + "\n")
    broken = pathlib.Path(folder) / "none.json"
    broken.write_text("{]")
    fixtures = SOURCE / "tests/program/check/fixtures/kubernetes"
    daemons = fixtures / "cpus" / "daemon_set_cpus.passes.yaml"
    template = fixtures / "parallel_product" / "runtime_template.passes.yaml"
    done = subprocess.run([sys.argv[1], "check", "--json", silent, broken, daemons, template, CHECKS / "broken.yaml", *EXAMPLES], capture_output=True)
    told = json.loads(done.stdout)
    wrong = in_shape({key: told[key] for key in told if key not in SHAPES["Answer"]}, "Check answer", "$")
    check(done.returncode == 2 and not wrong, f"headroom check --json: {done.returncode}, {wrong}")
answer("Check answer", "check", str(CHECKS / "broken.yaml"), "--against", str(CHECKS / "mended.yaml"))

names = [each["name"] for each in answer("Listed answer", "catalog")["entries"]]
answer("Listed answer", "catalog", "--kind", "gpu")
answer("Listed answer", "catalog", "--kind", "cpu")
answer("Catalog answer", "catalog", *names)
answer("Comparison answer", "catalog", "--compare", "GB300", "GB200")
answer("Model answer", "model")
answer("Model answer", "model", "gpt-oss-120b", "--tensor-parallel", "8")
answer("Audit answer", "audit")
answer("Calibrate answer", "calibrate", "docs/snippets/own-runs.csv")
answer("Validate answer", "validate")
answer("Validate answer", "validate", "--rows", "--family", "training-memory")

with tempfile.TemporaryDirectory() as folder:
    [row] = json.loads((SOURCE / "docs" / "snippets" / "measured-run.json").read_text())
    rows = pathlib.Path(folder) / "rows.json"
    rows.write_text(json.dumps([{**row, "suspect": "a slip"}, {**row, "family": "network"}]))
    answer("Validate answer", "validate", str(rows))
    steps = pathlib.Path(folder) / "steps.csv"
    runs = [f"Llama-3.1-70B,H100,Megatron-LM,bf16,8,{pipeline},2,{16 * pipeline},4096,128,1,{60 / pipeline}" for pipeline in (1, 2, 4, 5, 8, 10)]
    steps.write_text("\n".join(["model,gpu,framework,precision,tp,pp,dp,gpus,seq,gbs,mbs,iteration_time_s", *runs, runs[0].replace("70B", "no such")]) + "\n")
    answer("Calibrate answer", "calibrate", str(steps))

# Members that only files which stand nowhere in the repository have.
RARE = {("Finding", "column")}
for title, members in SHAPES.items():
    for member in members:
        check((title, member) in seen or (title, member) in RARE, f"docs/json.md: no answer has {member!r} of {title}")

# ---- wrong input is one message, and no answer
for arguments in (("report", "missing.json"), ("fit", "--model", "no-such"), ("estimate", "--model", "no-such"), ("catalog", "no-such"), ("model", "no-such"),
                  ("validate", "/nowhere"), ("check",)):
    check_refused([], *arguments, "--json")
finish()
