#!/usr/bin/env python3
"""`headroom plan` of several jobs on one cluster, as its users run it: test_shared.py PROGRAM"""

import itertools
import json
import math
import os
import random
import re
import sys

sys.dont_write_bytecode = True

from checks import FOLDER, check, check_refused, enough_of, finish, run, write_own

H100, A100, RACK = "Standard_ND96isr_H100_v5", "Standard_ND96amsr_A100_v4", "GB300 NVL72"


def trains(name, prices=None, **keys):
    job = {"name": name, "train": {"model": "llama-3.1-8b", "sequence": 8192, "global_batch": 256, **keys}}
    priced = {"prices": {"own": [{"machine": machine, "on_demand": f"${price}/h"} for machine, price in prices.items()]}} if prices else {}
    return write_own(f"{name}.json", {"job": job, **priced})


def holds(**counts):
    return write_own("held.json", {"machines": [{"size": {"h100": H100, "a100": A100}[kind], "count": count} for kind, count in counts.items() if count > 0]})


def shared(*arguments):
    status, out, error = run("plan", *map(str, arguments), "--json")
    check(not error, f"{arguments}: {error}")
    found = json.loads(out) if out else {}
    return status, found.get("shared", {}), found.get("jobs", [])


def near(a, b, within=1e-9):
    return abs(a - b) <= within * max(abs(a), abs(b))


CHAT = write_own("chat.json", {"job": {"name": "chat", "serve": {"model": "llama-3.1-8b", "weights": "fp8", "context": 8192}}})
SERVED = ("--slo", "ttft=1s,tpot=40ms", "--prompt", "1024", "--answer", "256")


# ---- the whole is the best of all choices of the jobs' plans: whole machines are a job's
# own, two parts share one where they fit and it pays, and what is bought comes in steps, each kept as long as one of it is
def cost_on(jobs, held, price, by_machine, step):
    def kept(machines):
        rows = sorted((days for days, count in machines for _ in range(count)), reverse=True)
        longest = rows[held::step]  # of each step
        return sum(step * (8 if by_machine else days * 24 * price) for days in longest), min(len(rows), held) + step * len(longest)
    ways = [kept([(days, -(-gpus // 8)) for gpus, days in jobs])]
    parts = [(gpus, days) for gpus, days in jobs if gpus < 8]
    if len(parts) == 2 and sum(gpus for gpus, _ in parts) <= 8:
        ways.append(kept([(max(days for _, days in parts), 1)]))
    return ways


chance = random.Random(23)
outcomes = {}
stepped = 0
for _ in (draws := enough_of(range(40), every=8)):
    prices = {H100: chance.randrange(60, 110), A100: chance.randrange(20, 50)}
    caps = {H100: chance.randrange(1, 6), A100: chance.randrange(2, 8)}
    held = {H100: chance.choice([0, 0, 1, 2]), A100: chance.choice([0, 0, 3])}
    reserved = {H100: chance.choice([0, 0, 1]), A100: chance.choice([0, 0, 2])}
    steps = {H100: chance.choice([1, 1, 2]), A100: chance.choice([1, 2, 3])}
    tokens = [chance.choice([1, 2, 5, 10, 40, 100]), chance.choice([1, 3, 20])]
    deadline = chance.choice([1, 2, 4, 20])
    objective = chance.choice(["cost", "cost", "gpus", "time"])
    asked = [trains("first", prices), trains("second", prices), "--tokens", f"{tokens[0]}e9", "--tokens", f"{tokens[1]}e9", "--deadline", f"{deadline}days",
             "--machines", ",".join(f"{name}={most}" for name, most in caps.items()), "--objective", objective]
    if any(held.values()):
        asked += ["--held", holds(h100=held[H100], a100=held[A100])]
    if any(reserved.values()):
        asked += ["--reserved", *(f"{name}={count}@{prices[name] / 2:g}/h" for name, count in reserved.items() if count)]
    if max(steps.values()) > 1:
        asked += ["--in-steps", *(f"{name}={count}" for name, count in steps.items() if count > 1)]
    had = {name: held[name] + reserved[name] for name in held}
    status, found, jobs = shared(*asked)
    options = [[(plan["machine"], each["gpus"], each["days"]) for plan in job["plans"] for each in plan["by_count"] if each["days"] <= deadline] for job in jobs]
    best = None
    for choice in itertools.product(*options):
        ways = [cost_on([(gpus, days) for machine, gpus, days in choice if machine == name], had[name], prices[name], objective == "gpus", steps[name]) for name in prices]
        for (cost_a, used_a), (cost_b, used_b) in itertools.product(*ways):
            if used_a > caps[H100] + had[H100] or used_b > caps[A100] + had[A100]:
                continue
            least = (max(days for *_, days in choice), cost_a + cost_b) if objective == "time" else cost_a + cost_b
            best = least if best is None else min(best, least)
    outcomes[found["outcome"]] = outcomes.get(found["outcome"], 0) + 1
    check(status == (1 if best is None else 0) and found["outcome"] == ("does_not_fit" if best is None else "fits"), f"{asked}: exit {status}, {best}: {found}")
    if best is not None:
        plan = found["plan"]
        if objective == "time":
            best, dollars = best
            check(near(plan["dollars"], dollars), f"{asked}: ${plan['dollars']}, and done as soon for ${dollars}")
        check(near(plan["amount"], best) and found["is_proved"] and found["bound"] == plan["amount"], f"{asked}: {plan['amount']}, expected {best}")
        check(found["runner_up"] is None or found["runner_up"]["amount"] >= plan["amount"] * (1 - 1e-9), f"{asked}: {found['runner_up']}")
        check(all(each["used"] <= each["at_most"] and each["bought"] == max(each["used"] - each["held"], 0) for each in plan["machines"]), f"{plan['machines']}")
        check(near(found["reserved_dollars_per_hour"], sum(count * prices[name] / 2 for name, count in reserved.items())), f"{asked}: {found['reserved_dollars_per_hour']}")
        stepped += any(each["step"] > 1 and each["bought"] > 0 for each in plan["machines"])
        for each in plan["machines"]:
            check((each["held"], each["reserved"], each["step"]) == (had[each["machine"]], reserved[each["machine"]], steps[each["machine"]]) and each["bought"] % each["step"] == 0, f"{asked}: {each}")
            check(each["gpus_free"] == each["gpus"] - sum(job["gpus"] for job in plan["jobs"] if job["machine"] == each["machine"]) >= 0, f"{each}")
check((stepped > len(draws) // 8 or len(draws) < 10) and outcomes.get("fits", 0) > len(draws) // 4 and outcomes.get("does_not_fit", 0) > len(draws) // 12, f"{outcomes}")

# ---- a machine that nobody knows a time of is named: what is told to be the least is of the others
UNTIMED = "Standard_NC80adis_H100_v5"
status, found, _ = shared(trains("known"), trains("other"), "--tokens", "1e9", "--tokens", "1e9", "--objective", "gpus", "--machines", f"{H100}=4,{UNTIMED}=4")
check(status == 0 and {each["machine"] for each in found["left_out"]} == {UNTIMED} and all("was not planned on it" in each["why"] for each in found["left_out"]), f"exit {status}: {found['left_out']}")

# ---- in words: what is reserved is paid in any case, of one job, too, and of a step all machines are kept
STEPPED = (CHAT, *SERVED, "--requests-per-second", "400", "--region", "eastus", "--machines", f"{H100}=6", "--reserved", f"{H100}=1@60/h", "--in-steps", f"{H100}=3")
status, found, jobs = shared(*STEPPED)
needed = -(-found["plan"]["jobs"][0]["gpus"] // 8)
check(status == 0 and 2 <= needed <= 4 and near(found["plan"]["amount"], 3 * 98.32) and found["reserved_dollars_per_hour"] == 60, f"{found}")
words = " ".join(run("plan", *STEPPED, columns=150)[1].split())
for said in (f"Plan: 4 x {H100} (1 reserved, 3 bought)", f"Machines are bought in steps, {H100} by 3: each step is kept as long as", "Nothing more is paid for what is held or reserved. What is reserved costs $60 an hour in any case, which is in no amount."):
    check(said in words, f"lacks {said!r}: {words}")
status, found, _ = shared(CHAT, *SERVED, "--requests-per-second", "40", "--reserved", f"{H100}=1@60/h")
check(status == 0 and found["plan"]["amount"] == 0 and [each["at_most"] for each in found["plan"]["machines"]] == [1], f"{found}")
# Of fewer than a step none are bought, which is known; what one step would bring is told, and with another kind there is a plan.
for more, amount in (((), 3 * 98.32), (("--objective", "gpus"), 24)):
    status, found, _ = shared(CHAT, *SERVED, "--requests-per-second", "40", "--region", "eastus", "--machines", f"{H100}=2", "--in-steps", f"{H100}=3", *more)
    check(status == 1 and found["outcome"] == "does_not_fit" and found["left_out"] == [{"machine": H100, "why": "they come by 3, and there are 2"}], f"exit {status}: {found}")
    check([(each["limit"], round(each["amount"], 6)) for each in found["binds"]] == [(f"0 of {H100}", round(amount, 6))], f"{found['binds']}")
status, found, _ = shared(trains("stepped"), "--tokens", "1e9", "--objective", "gpus", "--machines", f"{H100}=2,{A100}=2", "--in-steps", f"{H100}=3")
check(status == 0 and found["plan"]["jobs"][0]["machine"] == A100 and [each["machine"] for each in found["left_out"]] == [H100], f"exit {status}: {found}")
status, found, _ = shared(CHAT, *SERVED, "--requests-per-second", "40", "--held", holds(h100=1), "--region", "eastus", "--machines", f"{H100}=2", "--in-steps", f"{H100}=3")
check(status == 0 and found["left_out"] == [{"machine": H100, "why": "none are bought: they come by 3, and there are 2"}], f"exit {status}: {found}")
# Of one without a price that is known as well; with a whole step it is not.
PRICED = (trains("unpriced", {A100: 30}), "--tokens", "1e9", "--deadline", "30days", "--in-steps", f"{H100}=3")
for count, expected in ((2, 1), (3, 3)):
    status, found, _ = shared(*PRICED, "--machines", f"{H100}={count}")
    check(status == expected and len(found["left_out"]) == 1, f"exit {status}: {found}")
# A demand has whole machines, where there are some the rest of a step: 12 GPUs take two, and 28 four. With what the job has they are of one or two steps beside the reserved one.
for gpus in (12, 28):
    of_demand = -(-gpus // 8)
    status, found, _ = shared(CHAT, write_own("some.json", {"demand": {"total": {"gpus": gpus}}}), *STEPPED[1:])
    steps = -(-(needed + of_demand - 1) // 3)
    check(status == (0 if steps < 3 else 1), f"exit {status}: {found}")
    if steps < 3:
        check(near(found["plan"]["amount"], steps * 3 * 98.32) and found["is_proved"], f"{gpus}: {found['plan']}")
        check([each["bought"] for each in found["plan"]["machines"]] == [steps * 3], f"{gpus}: {found['plan']['machines']}")
        check([each["count"] for each in found["plan"]["demands"][0]["machines"]] == [of_demand], f"{gpus}: {found['plan']['demands']}")
check_refused(["--in-steps", "none of the machines"], "plan", *STEPPED[:-2], "--in-steps", f"{A100}=3")

# ---- replicas of services on two kinds of machines together, beside what is held: of all numbers of both services the least. One GPU is a
# replica, so that those of both fill machines.
SMALL = "Standard_NC24ads_A100_v4"
ONE_GPU = {"model": "llama-3.1-8b", "weights": "bf16", "context": 8192, "tensor_parallel": 1, "pipeline_parallel": 1, "data_parallel": 1}


def serves(name, prices):
    return write_own(f"{name}.json", {"job": {"name": name, "serve": ONE_GPU}, "prices": {"own": [{"machine": machine, "on_demand": f"${price}/h"} for machine, price in prices.items()]}})


_, _, (single,) = shared(serves("spread", {H100: 1, SMALL: 1}), *SERVED, "--requests-per-second", "1", "--machines", f"{H100},{SMALL}", "--reserved", f"{H100}=1@1")
of_each = {plan["machine"]: plan["plan"]["requests_per_second_of_replica"] for plan in single["plans"]}
GPUS = {H100: 8, SMALL: 1}
check(set(of_each) == set(GPUS), f"{of_each}")


def fewest(rate, first, spares):
    """Of the second kind, beside so many of the first, where the fastest fail."""
    fast, slow = sorted(of_each, key=of_each.get, reverse=True)
    for second in itertools.count():
        numbers = {H100: first, SMALL: second}
        failed = min(numbers[fast], spares)
        if (numbers[fast] - failed) * of_each[fast] + max(numbers[slow] - (spares - failed), 0) * of_each[slow] >= rate * (1 - 1e-12):
            return second


both = alone = no_plan = 0
for _ in (draws := enough_of(range(24), every=8)):
    prices, held = {H100: chance.randrange(40, 110), SMALL: chance.randrange(3, 9)}, {H100: chance.choice([0, 1, 2]), SMALL: chance.choice([0, 3])}
    caps, steps = {H100: chance.randrange(1, 4), SMALL: chance.randrange(2, 14)}, {H100: chance.choice([1, 1, 2]), SMALL: chance.choice([1, 2])}
    rates, spares = [chance.randrange(20, 500), chance.randrange(20, 150)][:chance.choice([1, 2])], chance.choice([0, 0, 1])
    asked = [word for i in range(len(rates)) for word in (serves(f"service{i}", prices), "--requests-per-second", rates[i])]
    asked += [*SERVED, "--machines", ",".join(f"{name}={most}" for name, most in caps.items()), "--spares", spares]
    asked += ["--reserved", *(f"{name}={count}@1" for name, count in held.items() if count)] if any(held.values()) else []
    asked += ["--in-steps", *(f"{name}={step}" for name, step in steps.items())]
    status, found, _ = shared(*asked)
    most = GPUS[H100] * (caps[H100] + held[H100])
    best = None
    for firsts in itertools.product(range(most + 1), repeat=len(rates)):
        gpus = {H100: sum(firsts), SMALL: sum(fewest(rate, first, spares) for rate, first in zip(rates, firsts))}
        bought = {name: steps[name] * math.ceil(max(-(-gpus[name] // GPUS[name]) - held[name], 0) / steps[name]) for name in gpus}
        if all(bought[name] <= caps[name] for name in bought):
            cost = sum(bought[name] * prices[name] for name in bought)
            best = cost if best is None else min(best, cost)
    check(status == (1 if best is None else 0), f"{asked}: exit {status}, {best}: {found}")
    no_plan += best is None
    if best is None:
        continue
    plan = found["plan"]
    check(near(plan["amount"], best) and found["is_proved"] and found["layouts_of_a_service"] is None, f"{asked}: {plan['amount']}, expected {best}: {found}")
    for rate, job in zip(rates, plan["jobs"]):
        parts = job.get("parts", [])
        both, alone = both + (len(parts) == 2), alone + (not parts)
        numbers = {part["machine"]: part["replicas"] for part in parts or [{**job["fleet"], "machine": job["machine"]}]}
        check(numbers.get(SMALL, 0) >= fewest(rate, numbers.get(H100, 0), spares) and job["gpus"] == sum(numbers.values()), f"{asked}: {job}")
        check(not parts or (job["machine"] is None and job["requests_per_second"] >= rate * (1 - 1e-9)), f"{job}")
        placed = {name: sum((place["last"] - place["first"] + 1) * place["gpus_of_each"] for place in job["places"] if place.get("machine", job["machine"]) == name) for name in numbers}
        check(placed == numbers, f"{job}")
check((both > 4 and alone > 4 and no_plan > 0) or len(draws) < 10, f"{both}, {alone}, {no_plan}")
# In words, as files of each part, and over a day; and where spares follow from how often a replica is up, the claim is of one layout.
TWO_KINDS = (serves("spread", {H100: 98, SMALL: 4}), *SERVED, "--requests-per-second", str(8.3 * of_each[H100]), "--machines", f"{SMALL}=40", "--reserved", f"{H100}=1@60")
words = " ".join(run("plan", *TWO_KINDS, columns=170)[1].split())
for said in (f"Plan: 1 x {H100} (reserved) and 1 x {SMALL}", f"spread on {SMALL}: ", "its replicas answer", "shared out over layouts and machines in every way, takes less together"):
    check(said in words, f"lacks {said!r}: {words}")
into = os.path.join(FOLDER.name, "parts.yaml")
status, found, _ = shared(*TWO_KINDS, "--emit", "kubernetes", "--emit-to", into)
parts = found["plan"]["jobs"][0]["parts"]
check([part["emitted"]["file"] for part in parts] == [into.replace(".yaml", f"-{i}.yaml") for i in (1, 2)] and [part["machine"] for part in parts] == [H100, SMALL], f"{parts}")
for part in parts:
    status, out, error = run("check", "--on", part["machine"], "--require-judged", "--strict", part["emitted"]["file"])
    check(status == 0 and f"replicas: {part['replicas']}\n" in open(part["emitted"]["file"]).read(), f"check exits {status}: {out}{error}")
status, found, _ = shared(*TWO_KINDS, "--replica-availability", "0.99", "--enough-replicas", "0.9")
check(found["layouts_of_a_service"] == 1 and "parts" not in found["plan"]["jobs"][0], f"{found}")
check("of one layout on one kind of machine, takes less together" in " ".join(run("plan", *TWO_KINDS, "--replica-availability", "0.99", "--enough-replicas", "0.9")[1].split()), "the claim is of one layout")
check("spread over the day is told where its replicas are of one layout" in " ".join(run("plan", *TWO_KINDS, "--peak-to-trough", "3", columns=170)[1].split()), "the day of a mix")

# ---- VMs of a rack come by whole racks: three replicas of 10 of the 18 VMs lie in three, though their 30 would be in two
RACK_VM = "Standard_ND128isr_GB300_v6"
TEN_VMS = {"model": "llama-3.1-70b", "weights": "fp8", "context": 8192, "tensor_parallel": 8, "pipeline_parallel": 5}
BIG = (write_own("big.json", {"job": {"name": "big", "serve": TEN_VMS}, "prices": {"own": [{"machine": RACK_VM, "on_demand": "$20/h"}]}}), "--prompt", "1024", "--answer", "256", "--machines", f"{RACK_VM}=90")
of_one = shared(*BIG, "--requests-per-second", "1", "--in-steps", f"{RACK_VM}=18")[2][0]["plans"][0]["plan"]["requests_per_second_of_replica"]
for replicas, racks in ((1, 1), (2, 2), (3, 3)):
    status, found, _ = shared(*BIG, "--requests-per-second", f"{(replicas - 0.5) * of_one}", "--in-steps", f"{RACK_VM}=18")
    check(status == 0 and found["plan"]["jobs"][0]["gpus"] == 40 * replicas and near(found["plan"]["amount"], racks * 18 * 20), f"{replicas} replicas: exit {status}: {found}")
check_refused(["--in-steps", f"9 {RACK_VM} are a step", "a multiple of 18"], "plan", *BIG, "--requests-per-second", "1", "--in-steps", f"{RACK_VM}=9")
check_refused(["--in-steps", f"4 {RACK_VM} are held or reserved", "a multiple of 18"], "plan", *BIG, "--requests-per-second", "1", "--in-steps", f"{RACK_VM}=18", "--reserved", f"{RACK_VM}=4@1")

# ---- a demand beside a job: of each plan of the job and each mix of whole machines the least, and machines that are held go to what is longest
def demands(name, **total):
    return write_own(f"{name}.json", {"demand": {"name": name, "total": total}})


taken_from_job = of_both = 0
for _ in (draws := enough_of(range(24), every=8)):
    prices = {H100: chance.randrange(60, 110), A100: chance.randrange(20, 50)}
    caps, held = {H100: chance.randrange(1, 4), A100: chance.randrange(1, 5)}, {H100: chance.choice([0, 1, 2, 3]), A100: chance.choice([0, 2])}
    tokens, gpus, days_asked = chance.choice([1, 5, 20]), chance.randrange(1, 50), chance.choice([1, 5, 40])
    asked = [trains("first", prices), demands("research", gpus=gpus), "--tokens", f"{tokens}e9", "--services-for", f"{days_asked}days", "--machines", ",".join(f"{name}={most}" for name, most in caps.items())]
    if any(held.values()):
        asked += ["--held", holds(h100=held[H100], a100=held[A100])]
    status, found, jobs = shared(*asked)
    best = None
    options = [(plan["machine"], each["gpus"], each["days"]) for plan in jobs[0]["plans"] for each in plan["by_count"]]
    for machine, gpus_of_job, days in options:
        for counts in itertools.product(*(range(caps[name] + held[name] + 1) for name in prices)):
            cost = 0
            for name, machines in zip(prices, counts):
                rows = [days_asked] * machines + ([days] * -(-gpus_of_job // 8) if machine == name else [])
                cost = cost + sum(each * 24 * prices[name] for each in sorted(rows, reverse=True)[held[name]:]) if len(rows) <= caps[name] + held[name] else math.inf
            if 8 * sum(counts) >= gpus and cost < math.inf:
                best = cost if best is None else min(best, cost)
    check(status == (1 if best is None else 0), f"{asked}: exit {status}, {best}: {found}")
    if best is None:
        continue
    plan, has = found["plan"], {each["machine"]: each["count"] for each in found["plan"]["demands"][0]["machines"]}
    check(near(plan["amount"], best) and found["is_proved"], f"{asked}: {plan['amount']}, expected {best}")
    check(plan["demands"][0]["demand"] == "research" and plan["demands"][0]["verdict"]["outcome"] == "fits" and 8 * sum(has.values()) >= gpus, f"{plan['demands']}")
    for each in plan["machines"]:
        check(each["gpus_free"] == each["gpus"] - 8 * has[each["machine"]] - sum(job["gpus"] for job in plan["jobs"] if job["machine"] == each["machine"]) >= 0, f"{each}")
        taken_from_job += each["bought"] > 0 and 0 < has[each["machine"]] <= each["held"] and each["machine"] == plan["jobs"][0]["machine"]
    of_both += all(has.values())
check((taken_from_job > 0 and of_both > 0) or len(draws) < 10, f"{taken_from_job}, {of_both}")
# A demand alone beside what is held, in either order of the files, and in words.
status, found, jobs = shared(demands("research", gpus=20), "--held", holds(h100=2), "--machines", f"{H100}=2", "--region", "eastus")
check(status == 0 and jobs == [] and found["unit"] == "dollars_per_hour" and near(found["plan"]["amount"], 98.32), f"exit {status}: {found}")
TURNED = (demands("research", gpus=20), trains("first", {H100: 100}), "--tokens", "1e9", "--services-for", "1day", "--machines", f"{H100}=4")
words = " ".join(run("plan", *TURNED, "--region", "eastus", columns=150)[1].split())
for said in ("1 job and 1 demand on one cluster", f"It has 3 x {H100}, after those of the jobs", "The demand is met", "the demand for 1 day", "with a mix for each demand, takes less together"):
    check(said in words, f"lacks {said!r}: {words}")
words = " ".join(run("plan", demands("research", gpus=20), "--held", holds(h100=2), columns=150)[1].split())
check("Plan: none" in words and "no mix of these machines meets the demand." in words, words)
# Held and bought machines of a kind are one group of it: sixteen GPUs of one kind are on one that is held and one that is bought.
ONE_KIND = write_own("kind.json", {"demand": {"total": {"gpus": 16}, "units": {"of_one_kind": 16}}})
for others in ("", ",Standard_NC40ads_H100_v5=16"):
    status, found, _ = shared(ONE_KIND, "--held", holds(h100=1), "--machines", f"{H100}=1{others}", "--region", "eastus")
    check(status == 0 and near(found["plan"]["amount"], 98.32) and found["plan"]["demands"][0]["demand"].endswith("kind.json"), f"exit {status}: {found}")
check_refused(["--efficiencies", "demands only"], "plan", ONE_KIND, "--held", holds(h100=1), "--efficiencies", "mine.json")
check_refused(["--services-for", "demands", "30days"], "plan", *TURNED[:4], "--machines", H100, "--region", "eastus")
check_refused(["--emit", "no deployment"], "plan", demands("research", gpus=20), "--held", holds(h100=2), "--emit", "slurm", "--emit-to", os.path.join(FOLDER.name, "x.sh"))
check_refused(["kinds of machines", "16 at most where there is a demand"], "plan", *TURNED[:-2], "--region", "eastus")
check_refused(["17 demands", "16 at most"], "plan", *(demands(f"d{i}", gpus=1) for i in range(17)), "--held", holds(h100=2))

# ---- a share on spot: of the GPU hours of jobs and demands, of all choices and all numbers of machines for the demand
SPOT = f"{H100}@spot"
bound_by_share = 0
for _ in (draws := enough_of(range(16), every=8)):
    price, percent, gpus_asked = chance.randrange(60, 110), chance.choice([0, 25, 40, 50, 75]), chance.choice([0, 0, 12, 30])
    priced = write_own("spotted.json", {"job": {"name": "spotted", "train": {"model": "llama-3.1-8b", "sequence": 8192, "global_batch": 256}},
                                        "prices": {"own": [{"machine": H100, "on_demand": f"${price}/h", "spot": f"${price / 2}/h"}]}})
    kinds = {H100: price, SPOT: price / 2}
    asked = [priced, trains("second"), "--tokens", f"{chance.choice([1, 10])}e9", "--tokens", f"{chance.choice([1, 20])}e9", "--machines", f"{H100}=3,{SPOT}=3", "--spot-share", f"{percent}%"]
    if gpus_asked:
        asked[2:2] = [demands("research", gpus=gpus_asked)]
        asked += ["--services-for", "2days"]
    status, found, jobs = shared(*asked)
    options = [[(plan["machine"], each["gpus"], each["days"]) for plan in job["plans"] if plan["machine"] in kinds for each in plan["by_count"]] for job in jobs]
    best = best_of_any = None
    for choice in itertools.product(*options):
        for counts in itertools.product(range(4), repeat=2) if gpus_asked else [(0, 0)]:
            if 8 * sum(counts) < gpus_asked:
                continue
            cost = 0
            for (name, price_of), machines in zip(kinds.items(), counts):
                ways = cost_on([(gpus, days) for machine, gpus, days in choice if machine == name], 0, price_of, False, 1)
                cost += min((way[0] + machines * 48 * price_of for way in ways if way[1] + machines <= 3), default=math.inf)
            on_spot = sum(gpus * days for machine, gpus, days in choice if machine == SPOT) + 2 * 8 * counts[1]
            used = sum(gpus * days for _, gpus, days in choice) + 2 * 8 * sum(counts)
            if cost < math.inf:
                best_of_any = cost if best_of_any is None else min(best_of_any, cost)
                if 100 * on_spot <= percent * used:
                    best = cost if best is None else min(best, cost)
    check(status == (1 if best is None else 0), f"{asked}: exit {status}, {best}: {found}")
    if best is not None:
        plan = found["plan"]
        check(near(plan["amount"], best) and found["is_proved"] and found["spot_share"] == percent / 100, f"{asked}: {plan['amount']}, expected {best}")
        check(plan["share_on_spot"] <= percent / 100 + 1e-9 and [each["is_spot"] for each in plan["machines"]] == [False, True], f"{plan}")
        bound_by_share += best_of_any < best * (1 - 1e-9) and any(each["limit"] == "the share on spot" for each in found["binds"])
check(bound_by_share > 4 or len(draws) < 10, f"{bound_by_share}")
words = " ".join(run("plan", priced, "--tokens", "1e9", "--machines", f"{H100}=3,{SPOT}=3", "--spot-share", "50%", columns=150)[1].split())
for said in ("Of the GPU hours that are used 0 % are on spot: at most 50 % may be.", "What binds is the share on spot"):
    check(said in words, f"lacks {said!r}: {words}")

# ---- jobs that serve and train: services are counted for the time that is said, on machines that both share
BOTH = (trains("both", {H100: 100}), CHAT, "--tokens", "10e9", *SERVED, "--requests-per-second", "20", "--machines", f"{H100}=4")
status, found, jobs = shared(*BOTH, "--services-for", "100days")
check(status == 0 and [each["kind"] for each in jobs] == ["train", "serve"], f"exit {status}: {found}")
# Four GPUs and one lie on one machine, which is kept for the 100 days; nothing is cheaper than one machine for that long.
check(near(found["plan"]["dollars"], 100 * 24 * 100) and found["plan"]["machines"][0]["used"] == 1, f"{found['plan']}")
places = [each["places"] for each in found["plan"]["jobs"]]
check([[one["first"], one["last"]] for each in places for one in each] == [[1, 1], [1, 1]] and sum(each[0]["gpus_of_each"] for each in places) <= 8, f"{places}")
# Each by itself is what it is without the other.
alone = json.loads(run("plan", CHAT, *SERVED, "--requests-per-second", "20", "--machines", f"{H100}=5", "--objective", "gpus", "--json")[1])["jobs"][0]
check(found["plan"]["jobs"][1]["fleet"]["requests_per_second_of_replica"] == alone["plans"][0]["plan"]["requests_per_second_of_replica"], f"{alone}")

# ---- services alone are by the hour
status, found, _ = shared(CHAT, CHAT, *SERVED, "--requests-per-second", "20", "--requests-per-second", "30", "--region", "eastus", "--machines", H100)
check(status == 0 and found["unit"] == "dollars_per_hour" and near(found["plan"]["amount"], 98.32), f"{found}")
check([each["name"] for each in found["plan"]["jobs"]] == ["chat (1)", "chat (2)"] and found["plan"]["days"] is None, f"{found['plan']['jobs']}")

# ---- racks: both lie in one, where they have room together
RACKS = (trains("a"), trains("b"), "--tokens", "5e9", "--objective", "gpus", "--machines", f"{RACK}=3")
status, found, _ = shared(*RACKS, "--deadline", "300days")
check(status == 0 and found["plan"]["amount"] == 72 and found["plan"]["machines"][0]["used"] == 1, f"exit {status}: {found}")
places = [(one["first"], one["last"]) for each in found["plan"]["jobs"] for one in each["places"]]
check(all(1 <= first <= last <= 18 for first, last in places), f"{places}")

# ---- held VMs of a rack are the first by number: of jobs that end at different times that is told, of one there is nothing to tell
PARTS = ("--held", write_own("parts.json", {"machines": [{"size": "Standard_ND128isr_GB300_v6", "count": 20}]}))
for jobs_asked, is_told in (((trains("a"), trains("b"), "--tokens", "100e9", "--tokens", "1e9"), True), ((trains("a"), "--tokens", "1e9"), False)):
    words = " ".join(run("plan", *jobs_asked, *PARTS, columns=150)[1].split())
    check(("What is held of Standard_ND128isr_GB300_v6 are the first by number" in words) == is_told, words)

# ---- one job beside what is held: that first, and what is bought
ONE = (trains("one", {H100: 100}), "--tokens", "40e9", "--deadline", "2days")
status, found, _ = shared(*ONE, "--held", holds(h100=2), "--machines", f"{H100}=8")
days = found["plan"]["days"]
row = found["plan"]["machines"][0]
check(status == 0 and row["held"] == 2 and row["bought"] == row["used"] - 2 > 0 and row["at_most"] == 10, f"{found}")
check(near(found["plan"]["dollars"], row["bought"] * days * 24 * 100), f"{found['plan']}")
status, found, _ = shared(*ONE, "--held", holds(h100=2))
check(status == 1 and any(each["limit"].startswith("the deadline of one") for each in found["binds"]), f"without --machines nothing is bought: exit {status}: {found}")
status, found, _ = shared(*ONE, "--held", holds(h100=16))
check(status == 0 and found["plan"]["dollars"] == 0 and found["plan"]["machines"][0]["bought"] == 0, f"{found}")
# What is not priced is not bought, and used where it is held.
status, found, _ = shared(trains("two", {A100: 30}), "--tokens", "40e9", "--deadline", "3days", "--held", holds(h100=2), "--machines", f"{H100},{A100}=16")
check(status == 0 and found["left_out"] == [{"machine": H100, "why": found["left_out"][0]["why"]}] and "none are bought" in found["left_out"][0]["why"], f"{found}")
check(all(each["bought"] == 0 for each in found["plan"]["machines"] if each["machine"] == H100), f"{found['plan']['machines']}")

# ---- limits: of machines, and of money for all together
LIMITED = (trains("small", {H100: 100}), trains("other", {H100: 100}), "--tokens", "10e9", "--deadline", "2days")
status, found, _ = shared(*LIMITED, "--machines", f"{H100}=1")
check(status == 1 and found["binds"] and found["binds"][0]["limit"] == f"1 of {H100}", f"exit {status}: {found}")
status, found, _ = shared(*LIMITED, "--machines", f"{H100}=8")
least = found["plan"]["dollars"]
check(status == 0 and shared(*LIMITED, "--machines", f"{H100}=8", "--budget", f"${least + 1:.0f}")[0] == 0, f"exit {status}")
status, found, _ = shared(*LIMITED, "--machines", f"{H100}=8", "--budget", f"${least - 1:.0f}")
check(status == 1 and "the budget" in [each["limit"] for each in found["binds"]], f"exit {status}: {found}")

# ---- in words
words = " ".join(run("plan", *BOTH, "--services-for", "100days", columns=150)[1].split())
for said in ("2 jobs on one cluster", "What trains is done after", "Where each job runs", "Stranded on them", "The runner-up runs", "order of the two", "takes less together",
             "services for 100 days"):
    check(said in words, f"lacks {said!r}: {words}")
words = " ".join(run("plan", *ONE, "--held", holds(h100=2), columns=150)[1].split())
check("Plan: none" in words and "In the way is the deadline of one" in words, words)

# ---- a deployment of each job, in the order of the files, which passes the check
into = os.path.join(FOLDER.name, "both.yaml")
status, found, jobs = shared(*BOTH, "--services-for", "100days", "--emit", "kubernetes", "--emit-to", into)
check(status == 0 and len(jobs) == 2, f"exit {status}: {found}")
for number, (of, job) in enumerate(zip(found["plan"]["jobs"], jobs), 1):
    path = os.path.join(FOLDER.name, f"both-{number}.yaml")
    check(job["emitted"]["file"] == path, f"{job['emitted']}")
    written = open(path).read()
    gpus = sum((place["last"] - place["first"] + 1) * place["gpus_of_each"] for place in of["places"])
    # Nodes of a job that trains, or replicas.
    pods = int(re.search(r"(?:completions|replicas): (\d+)\n(?!      template)", written).group(1))
    check(gpus == of["gpus"] == pods * int(re.search(r"nvidia.com/gpu: (\d+)", written).group(1)), f"{of}: {written}")
    status, out, error = run("check", "--on", of["machine"], "--require-judged", "--strict", path)
    check(status == 0, f"check exits {status}: {out}{error}")

# ---- what is not planned
check_refused(["--services-for", "30days"], "plan", *BOTH)
check_refused(["--services-for is of jobs that serve, and of demands, beside"], "plan", *LIMITED, "--machines", H100, "--services-for", "3days")
check_refused(["--tokens: 3 times, of 2 jobs that train", "once"], "plan", trains("a"), trains("b"), "--tokens", "1T", "--tokens", "1T", "--tokens", "1T", "--machines", H100)
check_refused(["--objective time", "ends"], "plan", CHAT, CHAT, *SERVED, "--requests-per-second", "20", "--machines", H100, "--objective", "time")
check_refused(["--budget", "--objective cost"], "plan", *LIMITED, "--machines", H100, "--objective", "gpus", "--budget", "$1M")
check_refused(["--emit", "--emit-to"], "plan", *LIMITED, "--machines", H100, "--emit", "slurm")

# ---- a service over a day beside others: what its highest rate takes, and the replicas of each part
status, out, error = run("plan", CHAT, CHAT, *SERVED, "--load", "5,20", "--load", "40", "--held", holds(h100=4), "--json")
check(status == 0, f"exit {status}: {error}")
two = json.loads(out)["shared"]["plan"]["jobs"]
check([each["fleet"]["requests_per_second_asked"] for each in two] == [20, 40], f"{two}")
check([[part["replicas"] for part in each["day"]["parts"]] for each in two] ==
      [[max(1, math.ceil(rate / each["fleet"]["requests_per_second_of_replica"])) for rate in rates] for each, rates in zip(two, ((5, 20), (40,)))], f"{two}")
check("over the day" in run("plan", CHAT, *SERVED, "--load", "5,20", "--held", holds(h100=4))[1], "the day is told")
check_refused(["--slo is of a job that serves"], "plan", *LIMITED, "--machines", H100, "--slo", "tpot=1s")
check_refused(["--held", "no machines"], "plan", *ONE, "--held", write_own("none.json", {"machines": []}))
check_refused(["--held", "missing.json"], "plan", *ONE, "--held", os.path.join(FOLDER.name, "missing.json"))
check_refused(["no machine", "--machines"], "plan", trains("a"), trains("b"), "--tokens", "1T")
# Why a job has no plan is said also of a search that was ended, of a list without nodes, and of nodes whose GPUs have no name.
words = " ".join(run("plan", *BOTH, "--services-for", "30days", "--time-limit", "1ns")[1].split())
check(words.count("the time limit ended the search") == 2, words)
# Of a search that was ended for the plans of a job nothing is proved of all of them, whenever that was.
for limit in enough_of(("1ms", "5ms", "20ms", "50ms", "100ms", "200ms", "500ms", "100s"), every=2):
    status, found, jobs = shared(*BOTH, "--services-for", "30days", "--time-limit", limit)
    are_cut = any(each["ended_by_time_limit"] for job in jobs for each in job["plans"])
    check(not (are_cut and found.get("is_proved", False)) and (found["ended_by_time_limit"] or not are_cut), f"{limit}: {found}")
    words = " ".join(run("plan", *BOTH, "--services-for", "30days", "--time-limit", limit)[1].split())
    check(not ("neither all plans of each job" in words and "No other choice of the plans of each job" in words), f"{limit}: {words}")
NODE = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "a"}, "status": {"capacity": {"nvidia.com/gpu": "8"}, "allocatable": {"nvidia.com/gpu": "8"}}}
for nodes in ([], [NODE]):
    path = os.path.join(FOLDER.name, "nodes.json")
    with open(path, "w") as out:
        json.dump({"apiVersion": "v1", "kind": "List", "items": nodes}, out)
    if nodes:
        status, out, _ = run("plan", *ONE, "--held", path)
        check(status == 3 and "which GPU the machine has is not known" in " ".join(out.split()), f"exit {status}: {out}")
    else:
        check_refused(["--held", "no machines"], "plan", *ONE, "--held", path)

# ---- GPUs of machines that jobs share: of each machine the rated power once (700 W of an H100 SXM, by its data sheet), and of a job that of its own
RATED, DRAWN, PUE, PRICE = 700, 10e3, 1.2, 0.1
SITE = ("--power", f"{H100}=10kW", "--pue", str(PUE), "--energy-price", str(PRICE))
SERVES = ("--requests-per-second", "20", *SERVED)
for asked in ((trains("a"), trains("b"), "--tokens", "1e9", "--objective", "energy", "--machines", f"{H100}=1"),
              (trains("a"), trains("b"), trains("c"), "--tokens", "1e9", "--tokens", "3e9", "--tokens", "9e9", "--objective", "time", "--machines", f"{H100}=2"),
              (trains("a"), CHAT, "--tokens", "1e9", *SERVES, "--services-for", "30days", "--objective", "energy", "--machines", f"{H100}=3"),
              (CHAT, CHAT, *SERVES, "--pools", "--objective", "energy", "--machines", f"{H100}=4")):
    status, found, _ = shared(*asked, *SITE)
    check(status == 0, f"{asked}: exit {status}")
    both = found["plan"]
    used = 0
    for job in both["jobs"]:
        of = job.get("plan") or job.get("fleet") or job["pools"]
        used += job["gpus"]
        share = job["gpus"] / 8
        check(near(of["gpu_watts"], job["gpus"] * RATED), f"{asked}: {job}")
        check(near(of["watts_drawn"], share * DRAWN * PUE), f"{asked}: {job}")
        seconds = of["days"] * 86400 if "plan" in job else 3600
        check(near(of["electricity_dollars" if "plan" in job else "electricity_dollars_per_hour"], share * DRAWN * PUE * seconds / 3.6e6 * PRICE), f"{asked}: {job}")
        if "plan" in job:
            check(near(of["gpu_joules"], job["gpus"] * RATED * seconds), f"{asked}: {job}")
    machines = sum(each["used"] for each in both["machines"])
    free = 8 * machines - used
    check(near(both["gpu_watts"], machines * 8 * RATED) and near(both["gpu_watts_free"], free * RATED), f"{asked}: {both}")
    check(near(both["watts_drawn"], machines * DRAWN * PUE), f"{asked}: {both}")
    if machines == 1 and "energy" in asked and all("plan" in job for job in both["jobs"]):
        check(near(both["amount"], DRAWN * max(job["plan"]["days"] for job in both["jobs"]) * 86400), f"{asked}: {both}")
    words = " ".join(run("plan", *asked, *SITE)[1].split())
    check(f"rated at {machines * 8 * RATED / 1e3:g} kW together, each machine counted once" in words and ("GPUs that nobody has" in words) == (free > 0), f"{asked}: {words}")
    if "plan" in both["jobs"][0]:
        check(f"its GPUs draw {both['jobs'][0]['gpus'] * RATED / 1e3:g} kW" in words, f"{asked}: {words}")

# ---- of each job is told what a plan of it alone tells: the memory that is left, the band, failures, and where it lies
LONG = ("--train", "--model", "llama-3.1-70b", "--sequence", "8192", "--global-batch", "1024", "--tokens", "2T", "--checkpoint-stall", "30s", "--restart", "10min")
HELD = holds(h100=20)
for more in ((), ("--region", "eastus", "--machines", H100, "--deadline", "60days")):
    _, both, _ = shared(*LONG, "--held", HELD, *more)
    job = both["plan"]["jobs"][0]
    of = job["plan"]
    layout = [word for key in ("tensor_parallel", "pipeline_parallel", "data_parallel", "context_parallel", "virtual_stages", "micro_batch", "recompute") for word in ("--" + key.replace("_", "-"), str(of[key]))]
    layout += ["--recomputed", ",".join(of["recomputed"])] if of["recomputed"] else []
    LAYOUT = ("--train", "--model", "llama-3.1-70b", "--sequence", "8192", "--global-batch", "1024", *layout)
    fit = json.loads(run("fit", *LAYOUT, "--on", H100, "--json")[1])["jobs"][0]["machines"][0]
    estimate = json.loads(run("estimate", *LAYOUT, "--on", H100, "--json")[1])["jobs"][0]["machines"][0]
    check(near(job["bytes_left"], fit["left"]), f"{job['bytes_left']}, {fit['left']}")
    check(job["band"] == estimate["band"] and job["failures_counted"], f"{job['band']}, {estimate['band']}")
    check(near(job["hours_between_failures"], 54 * 24 / 419 * 16384 / of["gpus"]) and of["checkpoint_interval_seconds"] > 0, f"{job}")
    words = " ".join(run("plan", *LONG, "--held", HELD, *more)[1].split())
    check(f"{fit['left'] / 2**30:.4g}"[:4] in words and "measured, that may be" in words and "% of the time is kept" in words and "its GPUs draw" in words, words)
    check(f"each of {of['pipeline_parallel']} pipeline stages has" in words or of["pipeline_parallel"] == 1, words)
words = " ".join(run("plan", CHAT, "--requests-per-second", "20", *SERVED, "--held", HELD)[1].split())
check("chat: " in words and "TTFT p99" in words and "replicas may be needed" in words or "replica may be needed" in words, words)

# ---- what is written of several jobs has names of its own: those of the files, or numbers where jobs are called alike
def names_of(*jobs):
    into = os.path.join(FOLDER.name, "named.yaml")
    status, _, _ = shared(*jobs, *(("--requests-per-second", "20") * len(jobs)), *SERVED, "--machines", f"{H100}=8", "--region", "eastus", "--emit", "kubernetes", "--emit-to", into)
    check(status == 0, f"{jobs}: exit {status}")
    return [re.search(r"^  name: (\S+)$", open(into.replace(".yaml", f"-{i + 1}.yaml")).read(), re.M).group(1) for i in range(len(jobs))]


UNNAMED = [write_own(f"{name}.json", {"job": {"serve": {"model": "llama-3.1-8b", "weights": "fp8", "context": 8192}}}) for name in ("one", "two")]
SEARCH = write_own("search.json", {"job": {"name": "search", "serve": {"model": "llama-3.1-8b", "weights": "fp8", "context": 8192}}})
check(names_of(CHAT, SEARCH) == ["chat", "search"], f"{names_of(CHAT, SEARCH)}")
ALIKE = [write_own(f"alike{i}.json", {"job": {"name": name, "serve": {"model": "llama-3.1-8b", "weights": "fp8", "context": 8192}}}) for i, name in enumerate(("a b", "a-b"))]
check(names_of(*ALIKE) == ["a-b-1", "a-b-2"], f"{names_of(*ALIKE)}")
check(names_of(*UNNAMED) == ["meta-llama-3-1-8b-1", "meta-llama-3-1-8b-2"], f"{names_of(*UNNAMED)}")

finish()
