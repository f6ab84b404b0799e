#!/usr/bin/env python3
"""`headroom plan` of a service over several kinds of machines, against trying all: test_mixed_fleet.py PROGRAM"""

import itertools
import json
import math
import os
import re
import random
import sys
import tempfile

sys.dont_write_bytecode = True

from checks import check, check_refused, finish, run

H100, SMALL, PAIR = "Standard_ND96isr_H100_v5", "Standard_NC40ads_H100_v5", "Standard_NC80adis_H100_v5"
SIZES = {H100: 8, SMALL: 1, PAIR: 2}
FOLDER = tempfile.TemporaryDirectory()
JOB = os.path.join(FOLDER.name, "job.json")
SLO = ("--prompt", "1024", "--answer", "256", "--slo", "ttft=1s,tpot=40ms")


def job_file(prices, **layout):
    with open(JOB, "w") as out:
        json.dump({"format": 1, "job": {"name": "chat", "serve": {"model": "llama-3.1-70b", "weights": "fp8", "context": 8192, **layout}},
                   "prices": {"own": [{"machine": name, "on_demand": f"${price}/h"} for name, price in prices.items()]}}, out)
    return JOB


def near(a, b):
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b))


def plan(quotas, requests, *arguments):
    machines = ",".join(name if most is None else f"{name}={most}" for name, most in quotas.items())
    status, out, error = run("plan", JOB, *SLO, "--requests-per-second", f"{requests}", "--machines", machines, *arguments, "--json")
    check(not error, f"{arguments}: {error}")
    return status, json.loads(out)["jobs"][0] if out else {}


# ---- what a replica of each size answers on each machine: of layouts of tensor parallelism alone the most that the program tells
rates = {name: {} for name in SIZES}
for name, sizes in ((H100, (2, 4, 8)), (SMALL, (1,)), (PAIR, (1,))):  # 80 GB are too few for one GPU, and no source says what joins a pair
    for size in sizes:
        job_file({name: 1}, tensor_parallel=size)
        rates[name][size] = plan({name: None}, 0.5)[1]["plans"][0]["plan"]["requests_per_second_of_replica"]
check(rates[PAIR] == rates[SMALL] and rates[H100][2] > 2 * rates[SMALL][1], f"{rates}")


def least_by_trying_all(quotas, prices, requests):
    """Machines of each kind, each full of the layout that answers most on it: no other answers more on as many machines."""
    of_machine = {name: max(rate * (SIZES[name] // size) for size, rate in of.items()) for name, of in rates.items()}
    costs = [sum(n * prices[name] for name, n in zip(quotas, counts)) for counts in itertools.product(*(range(each + 1) for each in quotas.values()))
             if sum(n * of_machine[name] for name, n in zip(quotas, counts)) >= requests * (1 - 1e-12)]
    return min(costs, default=None)


chance = random.Random(31)
seen = {"mixed": 0, "alone": 0, "none": 0}
for _ in range(12):
    prices = {H100: chance.randrange(60, 110), SMALL: chance.randrange(6, 11), PAIR: chance.randrange(12, 22)}
    quotas = {H100: chance.randrange(1, 5), SMALL: chance.randrange(1, 16), PAIR: chance.randrange(1, 8)}
    requests = chance.randrange(5, 110) + 0.5
    job_file(prices)
    status, found = plan(quotas, requests)
    best, mix = least_by_trying_all(quotas, prices, requests), found["mix"]
    alone = min((prices[each["machine"]] * each["plan"]["machines"] for each in found["plans"] if each["outcome"] == "fits"), default=None)
    seen["none" if best is None else "alone" if alone == best else "mixed"] += 1
    where = f"{prices} {quotas} {requests}"
    check(status == (1 if best is None else 0) and mix["outcome"] == ("does not fit" if best is None else "fits"), f"{where}: exit {status}: {mix}")
    if best is None:
        check("too few requests" in mix["why"], f"{mix}")
        continue
    check(near(mix["amount"], best) and mix["is_proved"] and mix["gap"] == 0 and mix["takes_less"] == (alone is None or best < alone), f"{where}: {mix}, expected {best}, alone {alone}")
    check(mix["requests_per_second"] >= requests and near(mix["requests_per_second"], sum(each["replicas"] * each["requests_per_second_of_replica"] for each in mix["parts"])), f"{mix}")
    check(near(mix["dollars_per_hour"], sum(prices[each["machine"]] * each["machines"] for each in mix["parts"])), f"{mix}")
    for each in mix["parts"]:
        size = each["gpus"] // each["replicas"]
        check(each["machines"] <= quotas[each["machine"]] and each["machines"] == math.ceil(each["replicas"] / (SIZES[each["machine"]] // size)), f"{each}")
        check(each["requests_per_second_of_replica"] == rates[each["machine"]][size] and each["first_token_seconds"] <= 1 and each["token_seconds"] <= 0.0400001, f"{each}")
check(seen["mixed"] >= 3 and seen["alone"] >= 1 and seen["none"] >= 1, f"{seen}")

# ---- fewest GPUs and least power, in words, and what is written of it
job_file({H100: 98, SMALL: 7})
status, found = plan({H100: 2, SMALL: 16}, 50, "--objective", "gpus")
fewest = min(8 * a + b for a, b in itertools.product(range(3), range(17)) if 4 * rates[H100][2] * a + b * rates[SMALL][1] >= 50)
check(status == 0 and found["mix"]["amount"] == found["mix"]["gpus"] <= fewest and found["mix"]["is_proved"], f"{found['mix']}, {fewest}")
status, found = plan({H100: 2, SMALL: 16}, 50, "--objective", "energy")
check(status == 0 and near(found["mix"]["amount"], found["mix"]["gpu_watts"]) and found["mix"]["parts"], f"{found['mix']}")
TWO = ("plan", JOB, *SLO, "--requests-per-second", "50", "--machines", f"{H100}=2,{SMALL}=16")
words = " ".join(run(*TWO, columns=150)[1].split())
SMALLS = math.ceil((50 - 8 * rates[H100][2]) / rates[SMALL][1])  # one H100 machine and all of the others answer fewer
for said in (f"Mix: {SMALLS} x {SMALL} with {SMALLS} replicas of TP 1 and 2 x {H100} with 8 replicas of TP 2", f"of 50 asked; ${2 * 98 + 7 * SMALLS}", "No mix of these machines with a known price costs less: that is proved.",
             "Plan on one kind of machine: none"):
    check(said in words, f"lacks {said!r}: {words}")
words = " ".join(run("plan", JOB, *SLO, "--requests-per-second", "8", "--machines", f"{H100},{SMALL}", columns=150)[1].split())
check("with replicas on several kinds together: that is proved" in words and "Mix:" not in words, words)
INTO = os.path.join(FOLDER.name, "served.yaml")
status, out, error = run(*TWO, "--emit", "kubernetes", "--emit-to", INTO)
parts = [open(INTO.replace(".yaml", f"-{place}.yaml")).read() for place in (1, 2)]
check(status == 0 and not error and f"instance-type: {SMALL}\n" in parts[0] and f"instance-type: {H100}\n" in parts[1] and f"replicas: {SMALLS}\n" in parts[0], f"exit {status}: {error}{parts}")
check_refused(["--emit kubernetes", "--emit-to", "2 parts"], *TWO, "--emit", "kubernetes")
# A mix that takes less than what one kind of machine does is the plan, and is what is written.
job_file({H100: 98, SMALL: 20})
CHEAPER = ("plan", JOB, *SLO, "--requests-per-second", "50", "--machines", f"{H100}=2,{SMALL}=300")
mix = json.loads(run(*CHEAPER, "--json")[1])["jobs"][0]
check(mix["mix"]["takes_less"] and mix["plans"][0]["outcome"] == "fits", f"{mix}")
status, out, error = run(*CHEAPER, "--emit", "kubernetes", "--emit-to", INTO)
written = [int(re.search(r"^  replicas: (\d+)$", open(INTO.replace(".yaml", f"-{place}.yaml")).read(), re.M).group(1)) for place in (1, 2)]
check(status == 0 and sorted(written) == sorted(part["replicas"] for part in mix["mix"]["parts"]), f"{written}, {mix['mix']}")

# ---- with spares the others answer what is asked where the fastest fail: by machines of each layout, all full
by_spares = []
for spares in (1, 1, 2, 3):
    prices = {H100: chance.randrange(60, 110), SMALL: chance.randrange(6, 20)}
    quotas = {H100: chance.randrange(1, 4), SMALL: chance.randrange(4, 12)}
    requests = chance.randrange(3, 40) + 0.5
    job_file(prices)
    layouts = [(name, size, rate) for name in quotas for size, rate in rates[name].items()]
    best = None
    for counts in itertools.product(*(range(quotas[name] + 1) for name, *_ in layouts)):
        if any(sum(n for n, (name, *_) in zip(counts, layouts) if name == kind) > quotas[kind] for kind in quotas):
            continue
        answers = sorted((rate for n, (name, size, rate) in zip(counts, layouts) for _ in range(n * (SIZES[name] // size))), reverse=True)
        cost = sum(n * prices[name] for n, (name, *_) in zip(counts, layouts))
        if sum(answers[spares:]) >= requests * (1 - 1e-12) and (best is None or cost < best):
            best = cost
    status, found = plan(quotas, requests, "--spares", str(spares))
    mix = found["mix"]
    check(mix["outcome"] == ("does not fit" if best is None else "fits"), f"{quotas} {requests} {spares}: {mix}, expected {best}")
    if best is not None:
        left = sorted((each["requests_per_second_of_replica"] for each in mix["parts"] for _ in range(each["replicas"])), reverse=True)[spares:]
        check(near(mix["amount"], best) and mix["is_proved"] and mix["spare_replicas"] == spares and near(mix["requests_per_second"], sum(left)) and sum(left) >= requests, f"{quotas} {requests} {spares}: {mix}, expected {best}")
    by_spares.append(best)
check(sum(best is not None for best in by_spares) >= 2, f"{by_spares}")
job_file({H100: 98, SMALL: 7})
words = " ".join(run("plan", JOB, *SLO, "--requests-per-second", "50", "--machines", f"{H100}=2,{SMALL}=16", "--spares", "1", columns=150)[1].split())
check("of 50 asked, where the fastest replica fails;" in words, words)

# ---- of a mix it is told what all its machines draw, each part's band, and what is not told: two of 10 kW and eight of 1 kW at a PUE of 1.2 and $0.10/kWh
job_file({H100: 98, SMALL: 7})
POWERED = ("--power", f"{H100}=10kW,{SMALL}=1kW", "--pue", "1.2", "--energy-price", "0.10/kWh")
mix = plan({H100: 2, SMALL: 16}, 50, *POWERED)[1]["mix"]
kilowatts = 1.2 * sum(each["machines"] * {H100: 10, SMALL: 1}[each["machine"]] for each in mix["parts"])
check(len(mix["parts"]) == 2 and near(mix["watts_drawn"], 1e3 * kilowatts) and near(mix["electricity_dollars_per_hour"], 0.1 * kilowatts), f"{mix}, expected {kilowatts} kW")
MIXED = ("plan", JOB, *SLO, "--requests-per-second", "50", "--machines", f"{H100}=2,{SMALL}=16", *POWERED)
words = " ".join(run(*MIXED, columns=150)[1].split()).split("Plan on one kind")[0]
check(f"Its machines draw {kilowatts:g} kW at the meter, with the PUE, and their electricity costs ${0.1 * kilowatts:.2f} an hour." in words, words)
check(all(f"{each['machine']}: The band is" in words for each in mix["parts"]) and words.count("may be needed.") == 2 and "nor one replica more is told." in words, words)
words = " ".join(run("plan", JOB, *SLO, "--load", "10,50", "--start-up", "5min", "--machines", f"{H100}=2,{SMALL}=16", columns=150)[1].split())
check("one replica more is told, nor what it would save over the day, scaled with the load." in words, words)

# ---- where none is searched: one kind, the least time of a token, and spares by how often a replica is up
for machines, asked in (({H100: 9}, ()), ({H100: 9, SMALL: 9}, ("--objective", "time")), ({H100: 9, SMALL: 9}, ("--replica-availability", "0.99", "--enough-replicas", "0.999"))):
    check("mix" not in plan(machines, 5, *asked)[1], f"{machines} {asked}")
    words = " ".join(run("plan", JOB, *SLO, "--requests-per-second", "5", "--machines", ",".join(f"{name}={most}" for name, most in machines.items()), *asked)[1].split())
    check(("several kinds of these machines together were not looked at" in words) == (len(machines) > 1), f"{machines} {asked}: {words}")
    check(("Each layout is compared with the fewest replicas that answer them: more replicas of one may answer sooner." in words) == ("time" in asked), f"{machines} {asked}: {words}")
# One of which the price is not known is left out, and without the others nothing is proved.
job_file({H100: 98})
status, found = plan({H100: 2, SMALL: 16}, 50)
check(found["mix"]["outcome"] == "cannot be judged" and "too few requests" in found["mix"]["why"], f"{found}")
finish()
