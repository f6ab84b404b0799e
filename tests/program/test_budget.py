#!/usr/bin/env python3
"""`headroom plan --budget` of services, money for a time, against trying all: test_budget.py PROGRAM"""

import itertools
import json
import math
import sys

sys.dont_write_bytecode = True

from checks import check, check_refused, enough_of, finish, run, write_own

H100, SMALL = "Standard_ND96isr_H100_v5", "Standard_NC40ads_H100_v5"
SIZES = {H100: 8, SMALL: 1}
PRICES = {H100: 90, SMALL: 6}
SERVED = ("--model", "llama-3.1-70b", "--weights", "fp8", "--context", "8192", "--prompt", "1024", "--answer", "256")
SLO = ("--slo", "ttft=1s,tpot=40ms")


def job(name="chat", prices=PRICES, **layout):
    return write_own(f"{name}.json", {"job": {"name": name, "serve": {"model": "llama-3.1-70b", "weights": "fp8", "context": 8192, **layout}},
                                      "prices": {"own": [{"machine": machine, "on_demand": f"${price}/h"} for machine, price in prices.items()]}})


LOAD = ("--prompt", "1024", "--answer", "256")
CHAT = job()


def plan(*arguments, of=(CHAT,), limits=SLO):
    status, out, error = run("plan", *of, *LOAD, *limits, *map(str, arguments), "--json")
    check(not error, f"{arguments}: {error}")
    return status, json.loads(out) if out else {}


def alone(*arguments, **others):
    status, found = plan(*arguments, **others)
    return status, found["jobs"][0]


def near(a, b, within=1e-9):
    return abs(a - b) <= within * max(abs(a), abs(b))


# ---- what a replica of each layout answers within the limits, as an estimate of it tells
rates = {}
for machine, size in ((H100, 2), (H100, 4), (H100, 8), (SMALL, 1)):
    lines = json.loads(run("estimate", *SERVED, *SLO, "--tensor-parallel", str(size), "--on", machine, "--json")[1])["jobs"][0]["machines"][0]["latencies"]
    rates[machine, size] = max(each["requests_per_second"] for each in lines)


def machines_for(replicas, machine, size):
    return -(-replicas // (SIZES[machine] // size))


def needed(requests, machine, size):
    return max(1, math.ceil(requests / rates[machine, size] * (1 - 1e-12)))


# ---- the cheapest costs so much: with that it is the plan, with a cent less it is the nearest miss, and how far it is beyond is told
for requests in (20, 50):
    cheapest = min(PRICES[H100] * machines_for(needed(requests, H100, size), H100, size) for size in (2, 4, 8))
    asked = ("--requests-per-second", requests, "--machines", f"{H100}=16")
    status, found = alone(*asked, "--budget", f"${cheapest}/h")
    check(status == 0 and found["plans"][0]["plan"]["dollars_per_hour"] == cheapest and found["nearest_miss"] is None, f"exit {status}: {found['plans'][0]}, expected {cheapest}")
    check(found["budget_dollars_per_hour"] == cheapest and alone(*asked)[1]["budget_dollars_per_hour"] is None, f"{found}")
    less = cheapest - 0.01
    status, found = alone(*asked, "--budget", f"${less}/h")
    miss = found["nearest_miss"]
    check(status == 1 and near(miss["dollars_per_hour"], cheapest) and near(miss["beyond_budget"], cheapest / less - 1, 1e-4), f"exit {status}: {miss}")
    check(H100 in miss["plan"] and "the cheapest costs" in found["plans"][0]["why"] and found["plans"][0]["outcome"] == "does not fit", f"{found}")

# ---- an hour, a day, a month of 730 hours and a year of twelve of these, in any spelling of the money
ASKED = ("--requests-per-second", 50, "--machines", f"{H100}=16")
for text in ("$300/h", "300/hour", "$7200/day", "$219K/month", "219000 USD/month", "$2.628M/year", "2.628e6/year"):
    found = alone(*ASKED, "--budget", text)[1]
    check(near(found["budget_dollars_per_hour"], 300), f"{text}: {found['budget_dollars_per_hour']}")
for text, said in (("$2M", "a service runs on"), ("300", "a service runs on"), ("$60/week", "none"), ("$0/h", "none"), ("/h", "none"), ("much/h", "none"), ("$-5/h", "none"), ("$5/", "none")):
    check_refused(["--budget", said, "$60/h or $500k/month"], "plan", CHAT, *LOAD, *SLO, *map(str, ASKED), "--budget", text)
TRAINS = write_own("trains.json", {"job": {"name": "trains", "train": {"model": "llama-3.1-8b", "sequence": 8192, "global_batch": 256}},
                                   "prices": {"own": [{"machine": H100, "on_demand": "$90/h"}]}})
TRAIN = (TRAINS, "--tokens", "10e9", "--machines", f"{H100}=4")
check_refused(["--budget", "a training run ends", "$2M"], "plan", *TRAIN, "--budget", "$60/h")
check(run("plan", *TRAIN, "--budget", "$60k")[0] == 0, "of a run it is money as it was")
check_refused(["--budget is of a job"], "plan", write_own("demand.json", {"demand": {"total": {"gpus": 8}}}), "--machines", H100, "--region", "eastus", "--budget", "$60/h")


# ---- replicas on several kinds of machines: of all numbers of replicas of each layout those within the budget that have the fewest GPUs
def fewest_gpus(requests, quotas, budget):
    layouts = list(rates)
    best = None
    ranges = [range(needed(requests, *each) + 1) for each in layouts]
    for replicas in itertools.product(*ranges):
        if sum(n * rates[each] for n, each in zip(replicas, layouts)) < requests * (1 - 1e-12):
            continue
        machines = {name: sum(machines_for(n, *each) for n, each in zip(replicas, layouts) if each[0] == name) for name in SIZES}
        if any(machines[name] > quotas[name] for name in SIZES) or sum(machines[name] * PRICES[name] for name in SIZES) > budget:
            continue
        gpus = sum(n * size for n, (_, size) in zip(replicas, layouts))
        best = gpus if best is None else min(best, gpus)
    return best


seen = {"bound": 0, "none": 0}
for budget in (draws := enough_of((60, 77, 80, 85, 89.99, 95, 190), every=3)):
    quotas = {H100: 2, SMALL: 14}
    status, found = alone("--requests-per-second", 20, "--objective", "gpus", "--machines", ",".join(f"{name}={most}" for name, most in quotas.items()), "--budget", f"${budget}/h")
    best, free = fewest_gpus(20, quotas, budget), fewest_gpus(20, quotas, 1e9)
    mix = found["mix"]
    of_one = [each["plan"]["gpus"] for each in found["plans"] if each["outcome"] == "fits"]
    check(status == (1 if best is None else 0), f"${budget}: exit {status}, expected {best}")
    if best is None:
        seen["none"] += 1
        cheapest = min(sum(n * PRICES[name] for name, n in zip(quotas, counts)) for counts in itertools.product(*(range(each + 1) for each in quotas.values()))
                       if sum(n * max(rate * (SIZES[name] // size) for (on, size), rate in rates.items() if on == name) for name, n in zip(quotas, counts)) >= 20)
        check(near(found["nearest_miss"]["dollars_per_hour"], cheapest), f"${budget}: {found['nearest_miss']}, expected {cheapest}")
        continue
    check(mix["gpus"] == best == mix["amount"] and mix["is_proved"] and mix["dollars_per_hour"] <= budget, f"${budget}: {mix}, expected {best}")
    check(all(each >= best for each in of_one) and found["mix_without_budget"]["gpus"] == free, f"${budget}: {found}, expected {free}")
    seen["bound"] += free < best
check((seen["bound"] > 0 and seen["none"] > 0) or len(draws) < 7, f"{seen}")


# ---- least time: of each layout every number of replicas that the budget buys, whose tokens an estimate times at their share of the requests
def token_seconds(size, each):
    [line] = json.loads(run("estimate", *SERVED, "--tensor-parallel", str(size), "--request-rate", repr(each), "--on", H100, "--json")[1])["jobs"][0]["machines"][0]["latencies"]
    return line["tpot_seconds"]["p99"]


for budget, machines in enough_of(((460, 9), (200, 9), (460, 3)), every=3):
    status, found = alone("--requests-per-second", 30, "--objective", "time", "--machines", f"{H100}={machines}", "--budget", f"${budget}/h", of=(job(prices={H100: 90}),))
    best = found["plans"][0]["plan"]
    most = min(budget // 90, machines)
    times = {}
    for size in (2, 4, 8):
        for replicas in range(needed(30, H100, size), most * (8 // size) + 1):
            times[size, replicas] = token_seconds(size, 30 / replicas)
    least = min(times.values())
    check(status == 0 and best["token_seconds_at_load"] <= least * (1 + 1e-9) and best["machines"] <= most, f"${budget}: {best}, expected {least}")
    if best["pipeline_parallel"] == best["data_parallel"] == 1:
        size, replicas = best["tensor_parallel"], best["replicas"]
        check(near(best["token_seconds_at_load"], times[size, replicas]) and near(best["token_seconds_at_load_with_one_more"], token_seconds(size, 30 / (replicas + 1))), f"{best}")
    check(budget < 460 or machines < 9 or (best["replicas"] - 2) * best["requests_per_second_of_replica"] > 30, f"more than are needed: {best}")
TIMED = ("--objective", "time", "--machines", f"{H100}=9", "--budget", "$460/h")
# Over a day each part has as many as keep that share.
status, found = alone("--load", "30,12", *TIMED, of=(job(prices={H100: 90}),))
best, day = found["plans"][0]["plan"], found["plans"][0]["day"]
share = 30 / best["replicas"]
check([each["replicas"] for each in day["parts"]] == [best["replicas"], math.ceil(12 / share * (1 - 1e-12))] and day["machines"] == best["machines"], f"{best}: {day}")
# Spares are beside them, and are paid for, too.
best = alone("--requests-per-second", 30, *TIMED, "--spares", 1, of=(job(prices={H100: 90}),))[1]["plans"][0]["plan"]
check(best["spare_replicas"] == 1 and best["machines"] <= 5 and near(best["token_seconds_at_load"], token_seconds(best["tensor_parallel"], 30 / (best["replicas"] - 1))), f"{best}")
# Without limits more replicas answer no sooner.
full = [alone("--requests-per-second", 30, *TIMED[:4], *with_budget, limits=(), of=(job(prices={H100: 90}),))[1]["plans"][0]["plan"] for with_budget in ((), TIMED[4:])]
check(full[0] == full[1], f"{full}")

# ---- pools within a budget, and the cheapest beyond it
POOLS = ("--model", "llama-3.1-8b", "--weights", "fp8", "--context", "8192", *LOAD, "--slo", "ttft=1s,tpot=10ms", "--requests-per-second", "300", "--region", "eastus", "--machines", f"{H100}=8", "--pools")
pools = json.loads(run("plan", *POOLS, "--json")[1])["jobs"][0]["pools"][0]
for budget, exit_status in ((pools["dollars_per_hour"], 0), (pools["dollars_per_hour"] - 0.01, 1)):
    status, out, _ = run("plan", *POOLS, "--budget", f"${budget}/h", "--json")
    found = json.loads(out)["jobs"][0]
    check(found["pools"][0]["outcome"] == ("does not fit" if exit_status else "fits"), f"${budget}: {found['pools'][0]}")
    check(not exit_status or "the cheapest costs" in found["pools"][0]["why"], f"{found['pools'][0]}")
budgets = [pools["dollars_per_hour"] * times for times in (1, 3)]
sooner = [json.loads(run("plan", *POOLS, "--objective", "time", "--budget", f"${budget}/h", "--json")[1])["jobs"][0]["pools"][0] for budget in budgets]
check(all(each["dollars_per_hour"] <= budget for each, budget in zip(sooner, budgets)), f"{sooner}")
check(sooner[1]["at_load"]["token_seconds"]["p99"] < sooner[0]["at_load"]["token_seconds"]["p99"], f"{sooner}")

# ---- what has no price is within no budget: that is said, whatever is to be least
for objective in ("cost", "gpus", "time", "energy"):
    status, found = alone("--requests-per-second", 5, "--objective", objective, "--machines", f"{SMALL}=4,{H100}=4", "--budget", "$1000/h", of=(job(prices={H100: 90}),))
    unpriced = next(each for each in found["plans"] if each["machine"] == SMALL)
    check(status == 0 and found["plans"][0]["machine"] == H100 and unpriced["outcome"] == "cannot be judged" and "no price" in unpriced["why"], f"{objective}: exit {status}: {found['plans']}")
status, found = alone("--requests-per-second", 50, "--machines", f"{SMALL}=40,{H100}=40", "--budget", "$100/h", of=(job(prices={H100: 90}),))
check(status == 3 and found["nearest_miss"]["dollars_per_hour"] == 270, f"exit {status}: {found}")
# One that does not do it at any price is said for that.
status, found = alone("--requests-per-second", 50, "--machines", f"{SMALL}=2", "--budget", "$100/h")
check(status == 1 and "more than 2 machines" in found["plans"][0]["why"] and found["nearest_miss"] is None, f"exit {status}: {found}")

# ---- several services, and one beside what is held: of all together, by the hour
TWO = (job("one"), job("two"))
together = plan("--requests-per-second", 20, "--machines", f"{H100}=16", of=TWO)[1]["shared"]["plan"]["dollars"]
for budget, exit_status in ((together, 0), (together - 0.01, 1)):
    status, found = plan("--requests-per-second", 20, "--machines", f"{H100}=16", "--budget", f"${budget}/h", of=TWO)
    check(status == exit_status and near(found["shared"]["budget_dollars"], budget), f"exit {status}: {found['shared']}")
check("the budget" in [each["limit"] for each in found["shared"]["binds"]] and near(found["shared"]["binds"][0]["amount"], together), f"{found['shared']}")
words = " ".join(run("plan", *TWO, *LOAD, *SLO, "--requests-per-second", "20", "--machines", f"{H100}=16", "--budget", f"${together / 2}/h", columns=150)[1].split())
check(f"In the way is the budget: without it it takes ${together:.0f} an hour, 100 % more than ${together / 2:.0f} an hour" in words, words)
# A demand beside a service, and what is held, which nothing is paid for.
DEMAND = write_own("gpus.json", {"demand": {"name": "gpus", "total": {"gpus": 8}}})
HELD = write_own("held.json", {"machines": [{"size": H100, "count": 1}]})
with_demand = plan("--requests-per-second", 20, "--machines", f"{H100}=16", of=(CHAT, DEMAND))[1]["shared"]["plan"]["dollars"]
for budget, exit_status in ((with_demand, 0), (with_demand - 1, 1)):
    check(plan("--requests-per-second", 20, "--machines", f"{H100}=16", "--budget", f"${budget}/h", of=(CHAT, DEMAND))[0] == exit_status, f"${budget}")
    check(plan("--requests-per-second", 20, "--machines", f"{H100}=16", "--held", HELD, "--budget", f"${budget - 90}/h", of=(CHAT, DEMAND))[0] == exit_status, f"${budget} with one that is held")
check_refused(["--budget", "a service runs on"], "plan", *TWO, *LOAD, *SLO, "--requests-per-second", "20", "--machines", H100, "--budget", "$2M")
check_refused(["--budget", "--objective cost", "no --objective gpus"], "plan", *TWO, *LOAD, *SLO, "--requests-per-second", "20", "--machines", H100, "--budget", "$60/h", "--objective", "gpus")
# Beside one that trains it is money for all together, as it was.
BOTH = (CHAT, TRAINS, *LOAD, *SLO, "--requests-per-second", "20", "--tokens", "10e9", "--services-for", "2days", "--machines", f"{H100}=8")
check(run("plan", *BOTH, "--budget", "$60k")[0] == 0, "of both it is money")
check_refused(["--budget", "what all may cost together"], "plan", *BOTH, "--budget", "$60/h")

# ---- in words
words = " ".join(run("plan", CHAT, *LOAD, *SLO, "--requests-per-second", "50", "--machines", f"{H100}=16", "--budget", "$200/h", columns=150)[1].split())
for said in ("Plan: none The nearest miss, 3 x", "$270 an hour, 35 % more than --budget $200/h."):
    check(said in words, f"lacks {said!r}: {words}")
words = " ".join(run("plan", CHAT, *LOAD, *SLO, "--requests-per-second", "30", *TIMED, columns=150)[1].split())
for said in ("as many replicas as the budget buys, where a token takes less time so than with fewer", "would answer what is asked. With one more it is", "for $90 an hour more, beyond the budget"):
    check(said in words, f"lacks {said!r}: {words}")
check("What binds is the number of replicas" not in words, words)

finish()
