#!/usr/bin/env python3
"""`headroom plan --pools` of several jobs and beside what is held, as its users run it: test_shared_pools.py PROGRAM"""

import functools
import itertools
import json
import os
import random
import re
import sys

sys.dont_write_bytecode = True

from checks import FOLDER, check, check_refused, enough_of, finish, run, write_own

H100 = "Standard_ND96isr_H100_v5"


def serves(name, **keys):
    return write_own(f"{name}.json", {"job": {"name": name, "serve": {"model": "llama-3.1-8b", "weights": "fp8", "context": 8192, **keys}}})


def holds(count):
    return write_own("held.json", {"machines": [{"size": H100, "count": count}]})


def shared(*arguments):
    status, out, error = run("plan", *map(str, arguments), "--json")
    check(not error, f"{arguments}: {error}")
    found = json.loads(out) if out else {}
    return status, found.get("shared", {}), found.get("jobs", [])


# ---- the machines are the fewest of all choices, by packing what has its place by itself into machines of eight GPUs
@functools.cache
def fewest(parts):
    """Machines for parts of at most eight GPUs, the largest first: the first goes where there is room, or on a machine of its own."""
    def place(left, free):
        if not left:
            return len(free)
        best = place(left[1:], tuple(sorted(free + (8 - left[0],))))
        for room in sorted(set(free)):
            if room >= left[0]:
                rest = list(free)
                rest.remove(room)
                best = min(best, place(left[1:], tuple(sorted(rest + [room - left[0]]))))
        return best
    return place(tuple(sorted(parts, reverse=True)), ())


def packed(replicas):
    """(number, GPUs) of each: whole machines, and what is left of them; those smaller than a machine fill machines of their own, but of the last what they leave is left."""
    whole, parts = 0, []
    for number, gpus in replicas:
        if gpus <= 8:
            filled = (number if 8 % gpus == 0 else number - 1) // (8 // gpus)
            whole += filled
            parts += [gpus] * (number - filled * (8 // gpus))
        else:
            whole += number * (gpus // 8)
            parts += [gpus % 8] * (number if gpus % 8 else 0)
    return whole + fewest(tuple(sorted(parts)))


def replicas_of(pools):
    """What has its place by itself: a group that one machine has room for, as NVLink joins its GPUs, or each worker."""
    each = [pools[phase]["gpus"] // pools["groups"] for phase in ("prefill", "decode")]
    if sum(each) <= 8:
        return ((pools["groups"], sum(each)),)
    return tuple((pools["groups"] * pools[phase]["workers"], gpus // pools[phase]["workers"]) for phase, gpus in zip(("prefill", "decode"), each))


chance = random.Random(31)
# Of replicas those over a machine alone answer within these limits.
LIMITS = ("--slo", "ttft=1s,tpot=3.5ms", "--prompt", "7000", "--answer", "256", "--pools")
CHAT, SEARCH = serves("chat"), serves("search")
TRAINED = write_own("pretraining.json", {"job": {"name": "pretraining", "train": {"model": "llama-3.1-8b", "sequence": 8192, "global_batch": 256}}})
RATES = (0.5, 1, 2, 5, 9, 20, 35)
in_one_domain = of_workers = none = 0
for _ in (draws := enough_of(range(10), every=5)):
    held, bought, rate, deadline = chance.randrange(1, 5), chance.randrange(1, 8), chance.choice(RATES), chance.randrange(2, 20)
    services, tokens = chance.choice([(CHAT,), (CHAT, SEARCH)]), chance.choice([1, 5, 40])
    asked = [*services, *LIMITS, "--machines", f"{H100}={bought}", "--region", "eastus", "--held", holds(held), "--requests-per-second", rate]
    if len(services) > 1:
        asked += ["--requests-per-second", chance.choice(RATES)]
    trains = chance.random() < 0.5
    if trains:
        asked += [TRAINED, "--tokens", f"{tokens}e9", "--deadline", f"{deadline}days", "--services-for", "30days", "--objective", "gpus"]
    status, found, jobs = shared(*asked)
    options = []
    for job in jobs:
        if job["kind"] == "train":
            options.append([((1, each["gpus"]),) for plan in job["plans"] for each in plan["by_count"] if each["days"] <= deadline])
            continue
        alone = [plan["plan"] for plan in job["plans"] if plan["outcome"] == "fits"]
        check(all(plan["tensor_parallel"] == 8 and plan["gpus"] == 8 * plan["replicas"] for plan in alone), f"{alone}")
        options.append([replicas_of(pools) for pools in job["pools"] if pools["outcome"] == "fits"] + [((plan["replicas"], 8),) for plan in alone])
    machines = [used for choice in itertools.product(*options) if (used := packed(sum(choice, ()))) <= held + bought]
    check(status == (0 if machines else 1), f"{asked}: exit {status}, {machines}: {found}")
    if not machines:
        none += 1
        continue
    best = max(min(machines) - held, 0) * (8 if trains else 98.32)
    plan = found["plan"]
    check(abs(plan["amount"] - best) < 1e-6 * best + 1e-9 and found["is_proved"], f"{asked}: {plan['amount']}, expected {best}")
    # Each has its GPUs, and no machine has more than eight.
    taken = {}
    for job in plan["jobs"]:
        of_job = [(node, each["gpus_of_each"], each.get("pool")) for each in job["places"] for node in range(each["first"], each["last"] + 1)]
        check(sum(gpus for _, gpus, _ in of_job) == job["gpus"], f"{job}")
        for node, gpus, _ in of_job:
            taken[node] = taken.get(node, 0) + gpus
        if "pools" not in job:
            continue
        for phase in ("prefill", "decode"):
            if len(replicas_of(job["pools"])) > 1:
                check(sum(gpus for *_, gpus, pool in of_job if pool == phase) == job["pools"][phase]["gpus"], f"{job}")
        in_one_domain += len(replicas_of(job["pools"])) == 1
        of_workers += len(replicas_of(job["pools"])) == 2
    check(max(taken.values()) <= 8 and len(taken) == sum(each["used"] for each in plan["machines"]), f"{taken}: {plan['machines']}")
check((in_one_domain > 1 or len(draws) < 8) and ((of_workers > 0 and none > 0) or len(draws) < 8), f"{in_one_domain}, {of_workers}, {none}")

# ---- where replicas take less they are the plan, beside pools that were searched
status, found, jobs = shared(CHAT, "--requests-per-second", "5", "--pools", "--prompt", "1024", "--answer", "256", "--held", holds(1))
check(status == 0 and "fleet" in found["plan"]["jobs"][0] and found["plan"]["jobs"][0]["gpus"] == 1 and jobs[0]["pools"][0]["gpus"] > 1, f"{found}")

# ---- in words: what each pool has, where it lies, and what is known of its times
ASKED = (CHAT, *LIMITS, "--requests-per-second", "8", "--held", holds(4))
words = " ".join(run("plan", *ASKED, columns=220)[1].split())
for said in ("chat", "prefill worker", "decode worker", "requests a second of a group, TTFT p99", "TPOT: The band is that of", "takes less together"):
    check(said in words, f"lacks {said!r}: {words}")
words = " ".join(run("plan", CHAT, *LIMITS, "--requests-per-second", "2000", "--held", holds(1), columns=150)[1].split())
check("Plan: none" in words and "in pools: more than 2 machines are needed" in words, words)
status, found, _ = shared(CHAT, *LIMITS, "--load", "8,2,8", "--held", holds(4))
check(len(found["plan"]["jobs"][0]["day"]["parts"]) == 3, f"{found}")
words = " ".join(run("plan", CHAT, *LIMITS, "--load", "8,2,8", "--held", holds(4), "--spares", "1", columns=150)[1].split())
check("chat over the day, on machines of its own" in words and "groups" in words and "1 spare group for those that fail" in words, words)

# ---- of several jobs each pool has a file, with names of its own
for format, files in (("vllm", 3), ("kubernetes", 2)):
    into = os.path.join(FOLDER.name, f"{format}.txt")
    emitted = (CHAT, serves("short"), *LIMITS, "--requests-per-second", "8", "--requests-per-second", "1", "--held", holds(9), "--emit", format, "--emit-to", into)
    status, found, jobs = shared(*emitted)
    both = [job["pools"] for job in found["plan"]["jobs"]]
    written = [f"{into[:-4]}-{i + 1}.txt" for i in range(8) if os.path.exists(f"{into[:-4]}-{i + 1}.txt")]
    check(status == 0 and len(written) == 2 * len(both) // (1 if format == "vllm" else 2), f"{written}")
    texts = [open(each).read() for each in written]
    if format == "vllm":
        check([each[phase]["emitted"]["file"] for each in both for phase in ("prefill", "decode")] == written, f"{both}")
        check(all(("chat" if i < 2 else "short") + ("-decode" if i % 2 else "-prefill") in text for i, text in enumerate(texts)), f"{texts}")
    else:
        check([job["emitted"]["file"] for job in jobs] == written and all("---\n" in text for text in texts), f"{jobs}")

# ---- of one job with a layout pools are refused, as by itself
check_refused(["--pools", "says its layout"], "plan", serves("fixed", tensor_parallel=2), "--requests-per-second", "5", "--pools", "--held", holds(1))

finish()
