#!/usr/bin/env python3
"""Pools of prefill on one machine and of decode on another: test_pools_on_two.py PROGRAM"""

import json
import math
import os
import sys

sys.dont_write_bytecode = True

from checks import FOLDER, check, finish, run, write_own

H100, H200 = "Standard_ND96isr_H100_v5", "Standard_ND96isr_H200_v5"
PRICES = {H100: 60, H200: 75}
MODEL = {"model": "llama-3.1-70b", "weights": "fp8", "context": 16384}
JOB = write_own("job.json", {"format": 1, "job": {"serve": MODEL}, "prices": {"own": [{"machine": name, "on_demand": f"${price}/h"} for name, price in PRICES.items()]}})
LOAD = ("--prompt", "4000", "--answer", "2000")
WITHIN = ("--slo", "ttft=2s,tpot=30ms")


def near(a, b):
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b))


def plan(*options, job=JOB, machines=f"{H100},{H200}", load=("--requests-per-second", "60")):
    status, out, error = run("plan", job, "--machines", machines, *LOAD, *load, "--pools", *options, "--json")
    check(status != 2, f"{options}: exit {status}: {error}")
    found = json.loads(out)["jobs"][0]
    return found, {(each["machine"], each.get("decode_machine")): each for each in found["pools"]}


def machines_of(pools, groups):
    """Workers that a machine of eight GPUs has room for lie on it beside each other."""
    return [math.ceil(groups * pools[phase]["workers"] * pools[phase]["gpus"] // (pools["groups"] * pools[phase]["workers"]) / 8) for phase in ("prefill", "decode")]


# ---- the best of both pairs is first where prompts are read cheaply on one machine and answers written cheaply on the other
found, pools = plan()
[pair] = [each for each in pools if each[1] is not None]
two = pools[pair]
check(found["pools"][0] == two and len(pools) == 3 and "why_no_pools_on_two_machines" not in found, f"{list(pools)}")
check(all(two["dollars_per_hour"] < each["dollars_per_hour"] for names, each in pools.items() if names != pair), "it is first and not the cheapest")
check([two["prefill"]["machines"], two["decode"]["machines"]] == machines_of(two, two["groups"]), f"{two}")
check(two["machines"] == two["prefill"]["machines"] + two["decode"]["machines"], f"{two}")
costs = [PRICES[pair[0]], PRICES[pair[1]]]
check(near(two["dollars_per_hour"], sum(price * each for price, each in zip(costs, machines_of(two, two["groups"])))), f"{two}")
more = machines_of(two, two["groups"] + 1)
check(two["machines_with_one_more"] == sum(more) and near(two["dollars_per_hour_with_one_more"], sum(price * each for price, each in zip(costs, more))), f"{two}")
# ---- of fewer machines no more are taken
numbers = machines_of(two, two["groups"])
few, pools_of_few = plan(machines=f"{pair[0]}={numbers[0] - 1},{pair[1]}")
check(all(each.get("prefill", {}).get("machines", 0) < numbers[0] for names, each in pools_of_few.items() if names == pair), f"{pools_of_few}")

# ---- power and the day are of both
WATTS = {H100: 10e3, H200: 11e3}
drawn = plan("--power", f"{H100}=10kW,{H200}=11kW", "--pue", "1")[1][pair]
check(near(drawn["watts_drawn"], sum(WATTS[name] * each for name, each in zip(pair, machines_of(drawn, drawn["groups"])))), f"{drawn}")
day = plan("--start-up", "10min", load=("--load", "20,60"))[1][pair]
for part in day["day"]["parts"]:
    check(part["machines"] == sum(machines_of(day, part["replicas"])), f"{part}")
check(near(day["day"]["dollars"], 24 * day["dollars_per_hour"]), f"{day['day']}")

# ---- within limits it takes less than replicas: each pool is emitted for its own machine
path = os.path.join(FOLDER.name, "pools.yaml")
found, pools = plan(*WITHIN, "--emit", "kubernetes", "--emit-to", path)
[pair] = [each for each in pools if each[1] is not None]
within = pools[pair]
check(found["pools_lead"] and found["pools"][0] == within, f"{list(pools)}")
check(within["requests_per_second"] >= 60 and within["at_load"]["first_token_seconds"]["p99"] <= 2 and within["at_load"]["token_seconds"]["p99"] <= 0.03, f"{within}")
with open(path) as file:
    text = file.read()
first, second = (text.find(f"node.kubernetes.io/instance-type: {name}") for name in pair)
check(0 <= first < text.find("---") or 0 <= first < second, f"{pair}: {text}")
status, out, error = run("check", path)
check(status == 0, f"exit {status}: {out}{error}")
scripts = os.path.join(FOLDER.name, "pools.sbatch")
words = " ".join(run("plan", JOB, "--machines", f"{H100},{H200}", *LOAD, *WITHIN, "--requests-per-second", "60", "--pools", "--emit", "vllm", "--emit-to", scripts, columns=200)[1].split())
numbers = machines_of(within, within["groups"])
check(f"{numbers[0]} x {pair[0]} and {numbers[1]} x {pair[1]}" in words and "scale-out networks of both" in words, words)
check(all(os.path.exists(scripts.replace("pools.", f"pools-{i}.")) for i in (1, 2)), "a script of each pool")

# ---- no pair without a network between, in two regions, or within a limit of power; and the limit of time
unlinked, pools = plan(machines=f"{H100}=16,HGX B200=16", job=write_own("one_price.json", {"format": 1, "job": {"serve": MODEL}, "prices": {"own": [{"machine": H100, "on_demand": "$60/h"}, {"machine": "HGX B200", "on_demand": "$90/h"}]}}))
check("scale-out" in unlinked.get("why_no_pools_on_two_machines", "") and all(each[1] is None for each in pools), f"{unlinked.get('why_no_pools_on_two_machines')}")
apart = json.loads(run("plan", "--model", "llama-3.1-8b", "--context", "8192", "--requests-per-second", "5", "--machines", f"{H100}@eastus,{H100}@westus", "--pools", "--json")[1])["jobs"][0]
check(all("decode_machine" not in each for each in apart["pools"]) and "why_no_pools_on_two_machines" not in apart, f"{apart['pools']}")
limited, pools = plan("--power", "10kW", "--pue", "1", "--max-power", "300kW")
check(all(each[1] is None for each in pools), f"{list(pools)}")
ended = plan("--time-limit", "1us")[0]
check("time limit" in ended["why_no_pools_on_two_machines"], f"{ended}")

finish()
