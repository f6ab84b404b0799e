#!/usr/bin/env python3
"""`headroom plan` as its users run it: test_plan.py PROGRAM"""

import itertools
import json
import os
import random
import sys
import tempfile

sys.dont_write_bytecode = True

from checks import check, check_refused, enough_of, finish, run

H100, H200, A100 = "Standard_ND96isr_H100_v5", "Standard_ND96isr_H200_v5", "Standard_ND96amsr_A100_v4"
JOB = ("--train", "--model", "llama-3.1-70b", "--sequence", "8192", "--global-batch", "1024")
TOKENS = ("--tokens", "2T")
EASTUS = ("--region", "eastus")  # $98.32 an hour for a machine with H100s


def near(a, b, within=1e-9):
    return abs(a / b - 1) < within


def plan(*arguments):
    status, out, error = run("plan", *map(str, arguments), "--json")
    check(not error, f"{arguments}: {error}")
    return status, json.loads(out)["jobs"][0] if out else {}


def split_of(plan):
    return [word for key in ("tensor_parallel", "pipeline_parallel", "data_parallel", "context_parallel", "virtual_stages", "micro_batch", "recompute")
            for word in ("--" + key.replace("_", "-"), str(plan[key]))] + (["--recomputed", ",".join(plan["recomputed"])] if plan["recomputed"] else [])


# ---- the plan is what an estimate says of its layout, and its money follows
status, found = plan(*JOB, *TOKENS, "--deadline", "30days", *EASTUS, "--machines", f"{H100},{A100}", "--max-gpus", "1024")
first = found["plans"][0]
best = first["plan"]
check(status == 0 and first["standing"] == "within" and first["machine"] == H100, f"exit {status}: {first}")
check(best["days"] <= 30 and best["gpus"] == 8 * best["machines"] <= 1024, f"{best}")
check(near(best["dollars"], best["machines"] * 98.32 * 24 * best["days"]), f"dollars: {best}")
check(near(best["gpu_joules"], best["gpus"] * 700 * 86400 * best["days"]), f"joules: {best}")
estimate = json.loads(run("estimate", *JOB, *split_of(best), *TOKENS, "--on", f"{H100}={best['machines']}", "--json")[1])["jobs"][0]["machines"][0]
check(near(estimate["budget"]["days"], best["days"]), f"estimate {estimate['budget']}, plan {best}")
# Table 5 of the Llama 3 paper: 419 interruptions in 54 days of 16,384 GPUs.
check(near(first["hours_between_failures"], 54 * 24 / 419 * 16384 / best["gpus"]), f"{first['hours_between_failures']}")

# ---- what others do not: too slow, or not priced there
check(found["plans"][1]["standing"] == "beyond_limits" and found["plans"][1]["plan"]["days"] > 30, f"{found['plans'][1]}")
status, unpriced = plan(*JOB, *TOKENS, *EASTUS, "--machines", H200)
check(status == 3 and unpriced["plans"][0]["standing"] == "not_known" and "price" in unpriced["plans"][0]["why"], f"exit {status}: {unpriced}")
check(plan(*JOB, *TOKENS, "--machines", H200, "--objective", "time")[0] == 0, "time needs no price")

# ---- the front: ever slower and cheaper, and the plan is none that another is both faster and cheaper than
front = found["front"]
check(len(front) > 2 and all(a["days"] < b["days"] and a["dollars"] > b["dollars"] for a, b in zip(front, front[1:])), f"{front}")
check(any(near(each["dollars"], best["dollars"]) for each in front), "the cheapest within the deadline is on the front")
check(min(each["dollars"] for each in front if each["days"] <= 30) == best["dollars"], "nothing within the deadline is cheaper")

# ---- for machines there is what people are told
check(all("by_count" in each for each in found["plans"]) and best in first["by_count"], "the best is none of those by count")
check(all(near(each["days"] * 86400 * each["gpu_watts"], each["gpu_joules"]) for each in first["by_count"]), "watts")
check(first["plans_tried"] >= first["plans_judged"] + first["plans_left_out"], f"{first['plans_tried']}")
soonest = min(each["days"] for of in found["plans"] for each in of["by_count"])
only = plan(*JOB, *TOKENS, "--deadline", f"{soonest * 1.0001}days", *EASTUS, "--machines", f"{H100},{A100}", "--max-gpus", "1024")[1]
check(near(only["plans"][0]["plan"]["days"], soonest) and only["runner_up"] is None, f"one number is within the deadline: {only['runner_up']}")
longer = plan(*JOB, *TOKENS, "--deadline", "300days", *EASTUS, "--machines", f"{H100},{A100}", "--max-gpus", "1024")[1]
cheapest = sorted((each["dollars"], of["machine"]) for of in longer["plans"] for each in of["by_count"] if each["days"] <= 300)
check((longer["runner_up"]["dollars"], longer["runner_up"]["machine"]) == cheapest[1], f"runner-up {longer['runner_up']}, of {cheapest}")

# ---- what more money or more machines would buy: plans that are found where the limit asks for them
H100S = ("--machines", f"{H100}=64")
for machines in (f"{H100}=128,{A100}=128", f"{H100}=64"):
    status, asked = plan(*JOB, *TOKENS, *EASTUS, "--machines", machines, "--deadline", "150days")
    now = asked["plans"][0]["plan"]
    for key, others in (("sooner_for_money", asked["front"]), ("sooner_with_more", asked["plans"][0]["by_count"])):
        more = asked[key]
        [then] = [each for each in others if each["gpus"] == more["gpus"] and each.get("machine", more["machine"]) == more["machine"]]
        check(more["machines"] == then["machines"] and near(more["days_sooner"], now["days"] - then["days"]) and near(more["dollars_more"], then["dollars"] - now["dollars"]), f"{key}: {more}, {then}")
        check(near(more["dollars_per_hour_sooner"], more["dollars_more"] / (24 * more["days_sooner"])), f"{more}")
        only = machines if key == "sooner_for_money" else more["machine"] + f"={more['machines']}"
        sooner = plan(*JOB, *TOKENS, *EASTUS, "--machines", only, "--deadline", f"{then['days'] * 1.0000001}days")[1]["plans"][0]
        check(sooner["machine"] == more["machine"] and sooner["plan"]["machines"] == more["machines"], f"{key}: {sooner}, not {more}")
        # A limit between the two has the same answer: there is nothing between.
        between = plan(*JOB, *TOKENS, *EASTUS, "--machines", only, "--deadline", f"{now['days'] * 0.9999999}days")[1]["plans"][0]
        check(between["plan"] == sooner["plan"], f"{key}: {between}, {sooner}")
words = " ".join(run("plan", *JOB, *TOKENS, *EASTUS, *H100S, "--deadline", "150days", columns=150)[1].split())
said = (f"With more of them, {more['machines']} x {H100} would be", "sooner for $", "for each hour")
check(all(each in words for each in said), words)
status, soonest = plan(*JOB, *TOKENS, *EASTUS, *H100S, "--objective", "time")
check(soonest["sooner_for_money"] is None and soonest["sooner_with_more"] is None, f"{soonest['sooner_for_money']}")
words = " ".join(run("plan", *JOB, *TOKENS, *EASTUS, *H100S, "--objective", "time", columns=150)[1].split())
check("More money makes it no sooner" in words and "More of them make it no sooner" in words, words)
# What is taken of the step is named by options of plan, or of estimate.
taken, others = words.split("Of the step: ")[1].split("headroom estimate of such a layout takes others: ")
check("--" not in taken and "--tensor-overlap, --no-data-overlap" in others, words)
check("beside matrix products as measured (--tensor-overlap)" in run("estimate", *JOB, "--on", f"{H100}=32", columns=250)[1], "an estimate names its own")

# ---- no plan is better than the search's, of those that an estimate by itself finds
least = {of: plan(*JOB, *TOKENS, *EASTUS, "--machines", f"{H100}=32", "--objective", of)[1]["plans"][0]["plan"] for of in ("cost", "time", "gpus", "energy")}
by_hand = json.loads(run("estimate", *JOB, *TOKENS, *EASTUS, "--on", f"{H100}=32", "--json")[1])["jobs"][0]["machines"][0]["budget"]
check(least["time"]["days"] <= by_hand["days"] * (1 + 1e-9), f"{least['time']}, {by_hand}")
check(least["cost"]["dollars"] <= min(each["dollars"] for each in least.values()), f"{least}")
check(least["gpus"]["gpus"] == min(each["gpus"] for each in least.values()), f"{least}")
check(least["energy"]["gpu_joules"] <= min(each["gpu_joules"] for each in least.values()), f"{least}")

# ---- what is said of the layout is kept
kept = plan(*JOB, *TOKENS, "--machines", f"{H100}=64", "--objective", "time", "--tensor-parallel", "8", "--micro-batch", "2", "--recompute", "full")[1]["plans"][0]["plan"]
check((kept["tensor_parallel"], kept["micro_batch"], kept["recompute"]) == (8, 2, "full"), f"{kept}")

# Stages that no layout of the range has, odd or not in the round numbers: on so many machines as that takes, as estimate has it.
for layout in (("--pipeline-parallel", "5"), ("--tensor-parallel", "8", "--pipeline-parallel", "10"), ("--tensor-parallel", "8", "--pipeline-parallel", "5", "--data-parallel", "8")):
    odd = plan(*JOB, *TOKENS, "--machines", f"{H100}=40", "--objective", "time", *layout)[1]["plans"][0]["plan"]
    check(odd["pipeline_parallel"] == int(layout[layout.index("--pipeline-parallel") + 1]), f"{layout}: {odd}")
    check(("--data-parallel" not in layout or odd["data_parallel"] == 8) and odd["gpus"] == odd["tensor_parallel"] * odd["pipeline_parallel"] * odd["data_parallel"], f"{layout}: {odd}")
status, out, _ = run("plan", *JOB, *TOKENS, "--machines", f"{H100}=4", "--objective", "time", "--tensor-parallel", "8", "--pipeline-parallel", "5")
check(status == 1 and "in none of the range on 32 GPUs or fewer" in " ".join(out.split()), f"exit {status}: {out}")

# What depends on degrees that are open is kept, too: of all layouts of one machine that it goes with, each said to an estimate, the fastest is the plan.
SAID = ("--train", "--sequence", "4096", "--global-batch", "16", "--micro-batch", "1", "--recompute", "full", "--tokens", "10B")
for model, key, kept in (("qwen3-30b-a3b", "expert_parallel", 4), ("llama-3.1-8b", "shards", 4), ("llama-3.1-8b", "virtual_stages", 4)):
    said = (*SAID, "--model", model, "--" + key.replace("_", "-"), str(kept), *(("--sharding", "weights") if key == "shards" else ()))
    status, chosen = plan(*said, "--machines", f"{H100}=2", "--objective", "time")
    days = {}
    for tensor, stages in itertools.product((1, 2, 4, 8), (1, 2, 4, 8)):
        if 16 % (tensor * stages) != 0 or (stages > 1 and 16 // stages % 8 != 0 and 8 % (16 // stages) != 0):
            continue
        layout = ("--tensor-parallel", str(tensor), "--pipeline-parallel", str(stages), "--data-parallel", str(16 // tensor // stages))
        if key == "expert_parallel":
            layout += ("--expert-tensor-parallel", "1") if tensor > 1 else ()
        code, out, _ = run("estimate", *said, *layout, "--on", f"{H100}=2", "--json")
        machine = json.loads(out)["jobs"][0]["machines"][0] if out else {}
        if code == 0 and "budget" in machine:
            days[layout] = machine["budget"]["days"]
    check(status == 0 and len(days) > 1, f"{key}: exit {status}, {days}")
    best = chosen["plans"][0]["plan"]
    check(best["gpus"] == 16 and best["days"] <= min(days.values()) * (1 + 1e-9), f"{key}: {best}, {days}")
    check(key == "shards" or best[key] == kept, f"{key}: {best}")
    machine = json.loads(run("estimate", *said, "--on", f"{H100}=2", "--json")[1])["jobs"][0]["machines"][0]
    check(near(machine["budget"]["days"], best["days"]) and machine["gpus"] == 16, f"{key}: {best}, {machine}")
# Virtual stages that hold not all equally many layers, too: 32 layers over 4 x 3.
IN_THREE = (*SAID, "--model", "llama-3.1-8b", "--virtual-stages", "3", "--tensor-parallel", "2", "--pipeline-parallel", "4", "--data-parallel", "2")
chosen = plan(*IN_THREE, "--machines", f"{H100}=2", "--objective", "time")[1]["plans"][0]["plan"]
machine = json.loads(run("estimate", *IN_THREE, "--on", f"{H100}=2", "--json")[1])["jobs"][0]["machines"][0]
check(near(machine["budget"]["days"], chosen["days"]) and chosen["virtual_stages"] == 3, f"{chosen}, {machine}")
check_refused(["expert parallelism does not divide the experts"], "plan", *SAID, "--model", "qwen3-30b-a3b", "--expert-parallel", "3", "--machines", f"{H100}=2")

# ---- ranks of a context are among the GPUs of whole machines, of any number
CONTEXT = ("--train", "--model", "llama-3.1-8b", "--sequence", "8192", "--global-batch", "96", "--context-parallel", "2", "--tokens", "10B")
three = plan(*CONTEXT, "--machines", f"{H100}=3", "--objective", "time")[1]["plans"][0]["plan"]
alone = json.loads(run("estimate", *CONTEXT, "--tensor-parallel", "1", "--data-parallel", "12", "--recompute", "selective", "--recomputed", "norms,activation", "--on", f"{H100}=3", "--json")[1])
check(three["gpus"] == 24 and three["days"] <= alone["jobs"][0]["machines"][0]["budget"]["days"] * (1 + 1e-9), f"{three}")

# ---- as many machines as one likes: 64 sequences are shared out on no more than 64 GPUs in 32 stages each
SMALL = ("--train", "--model", "llama-3.1-8b", "--sequence", "4096", "--global-batch", "64", "--tokens", "100B", "--objective", "time")
ends = [plan(*SMALL, "--machines", f"Standard_NC40ads_H100_v5={many}")[1]["plans"] for many in (2048, 99999999999)]
check(ends[0][0]["standing"] == ends[1][0]["standing"] and ends[0][0].get("plan") == ends[1][0].get("plan"), f"{ends}")

# ---- layouts that have room and cannot be timed are told: a board without a known network
status, out, _ = run("plan", *JOB, *TOKENS, "--machines", "HGX B200=8", "--objective", "time")
check("that have room and cannot be timed:" in " ".join(out.split()) and "on HGX B200: its ranks exchange over a scale-out network" in " ".join(out.split()), f"exit {status}: {out}")

# ---- a published plan: Llama 3 405B on 16,384 H100s, TP 8 x PP 16 x DP 128 (The Llama 3 Herd of Models, table 4)
LLAMA = ("--train", "--model", "llama-3.1-405b", "--sequence", "8192", "--global-batch", "2048", "--tokens", "15.6T", "--objective", "time",
         "--machines", f"{H100}=2048")
AGAIN = ("--recompute", "selective", "--recomputed", "norms,activation")
best = plan(*LLAMA, *AGAIN)[1]["plans"][0]
ours = best["plan"]
theirs = plan(*LLAMA, *AGAIN, "--tensor-parallel", "8", "--pipeline-parallel", "16")[1]["plans"][0]["plan"]
bubbles = plan(*LLAMA, *AGAIN, "--tensor-parallel", "8", "--pipeline-parallel", "16", "--pipeline-schedule", "zero_bubble_h1")[1]["plans"][0]["plan"]
check((theirs["pipeline_schedule"], bubbles["pipeline_schedule"]) == ("1f1b", "zero_bubble_h1"), f"{bubbles}")
check(theirs["data_parallel"] == 128 and ours["days"] <= theirs["days"] < 1.1 * ours["days"], f"ours {ours}, theirs {theirs}")
# It has room only where norms and activations are computed again: nothing is, or all, on more stages or at more time.
check((ours["tensor_parallel"], ours["pipeline_parallel"], ours["data_parallel"]) == (8, 16, 128), f"ours {ours}")
for again in ("none", "full"):
    other = plan(*LLAMA, "--context-parallel", "1", "--recompute", again)[1]["plans"][0]["plan"]
    check(other["days"] > 1.2 * ours["days"] and other["recomputed"] == [], f"{again}: {other}")
# Megatron-LM computes norms again by name, and no inputs of last products of dense layers: what is chosen for it has a name.
check(len(best["no_argument_says"]) == 1 and "last feed-forward products" in best["no_argument_says"][0], f"{best['no_argument_says']}")
chosen = plan(*LLAMA, "--context-parallel", "1")[1]["plans"][0]
check(chosen["plan"]["recomputed"] == ["norms"] and chosen["plan"]["days"] > ours["days"] and chosen["no_argument_says"] == [], f"{chosen['plan']}")
# With what GPUs share sequences left open nothing is computed again, sooner than that: two do, as in NVIDIA's recipes for it.
shared = plan(*LLAMA)[1]["plans"][0]["plan"]
check(ours["days"] < shared["days"] < chosen["plan"]["days"] and (shared["context_parallel"], shared["recompute"]) == (2, "none"), f"{shared}")
ours = shared

# 80 layers come out even over 5 stages of four machines, and over no 6 or 12: all machines do it sooner than those.
UNEVEN = ("--train", "--model", "llama-3.1-70b", "--sequence", "8192", "--global-batch", "256", "--tokens", "100B", "--objective", "time", "--machines", f"{H100}=6")
uneven = plan(*UNEVEN)[1]["plans"][0]["plan"]
evenly = plan(*UNEVEN, "--tensor-parallel", "4", "--pipeline-parallel", "5")[1]["plans"][0]["plan"]
said = plan(*UNEVEN, "--pipeline-parallel", str(uneven["pipeline_parallel"]))[1]["plans"][0]["plan"]
check(80 % uneven["pipeline_parallel"] != 0 and uneven["days"] < evenly["days"] and said == uneven, f"{uneven}, {evenly}")
# DeepSpeed's pipeline has no virtual stages, and computes again whole layers alone.
deep = plan(*UNEVEN, "--framework", "DeepSpeed")[1]["plans"][0]["by_count"]
check(all(each["virtual_stages"] == 1 and each["recompute"] in ("none", "full") for each in deep), f"{deep}")

# ---- a time limit: what was found by then, and what was not looked at
for limit in ("1us", "50ms", "600s"):
    status, out, error = run("plan", *LLAMA, "--time-limit", limit, "--json")
    of = json.loads(out)["jobs"][0]["plans"][0]
    check(status in (0, 3) and not error, f"{limit}: exit {status}: {error}")
    check(of["ended_by_time_limit"] == (of["searched_to_gpus"] is not None), f"{limit}: {of}")
    check("plan" not in of or of["plan"]["days"] >= ours["days"] * (1 - 1e-9), f"{limit}: {of.get('plan')}")
    check("plan" in of or (status == 3 and "time limit" in of["why"]), f"{limit}: exit {status}: {of}")
check(status == 0 and of["plan"] == ours and not of["ended_by_time_limit"], f"600 s: {of}")
check(json.loads(run("plan", *LLAMA, "--time-limit", "1e10s", "--json")[1])["jobs"][0]["plans"][0]["plan"] == ours, "a limit of 300 years is none")
# 6 x 8e9 x 1e12 operations on 989e12 a second take 56 GPUs ten days at least: fewer are looked at last.
SHORT = ("--model", "llama-3.1-8b", "--sequence", "8192", "--global-batch", "1024", "--tokens", "1T", "--region", "eastus", "--machines", f"{H100}=128", "--deadline", "10days")
for limit in ("1ms", "5ms", "20ms"):
    status, out, _ = run("plan", "--train", *SHORT, "--time-limit", limit, "--json")
    of = json.loads(out)["jobs"][0]["plans"][0]
    check(status == 0 or (status == 3 and of["ended_by_time_limit"]), f"{limit}: what was not looked at is no no: exit {status}: {of}")
    check(of["unsearched"] is None or of["unsearched"]["least_gpus"] == 1, f"{limit}: {of['unsearched']}")
    check(of["unsearched"] is None or all(each["gpus"] >= 56 for each in of.get("by_count", [])), f"{limit}: {of}")
check("time limit" in run("plan", *LLAMA, "--time-limit", "1us")[1], "a search that was ended says so")
check_refused(["--time-limit", "60s"], "plan", *LLAMA, "--time-limit", "never")

# ---- how far it is, where that is asked for: by machines, and of several jobs by both
status, _, error = run("plan", *LLAMA, "--progress")
check(status == 0 and "1 of 1 machines, 100 %" in error, f"exit {status}: {error}")
status, out, error = run("plan", *JOB, *TOKENS, "--objective", "time", "--machines", f"{H100},{A100}", "--max-gpus", "64", "--progress", "--json")
check(json.loads(out)["jobs"] and "2 of 2 machines, 100 %" in error, f"exit {status}: {error}")

# ---- schedules to choose from: of one, what the job would say itself; a job that says its own keeps it
one = plan(*LLAMA, *AGAIN, "--tensor-parallel", "8", "--pipeline-parallel", "16", "--schedules", "zero_bubble_h1")[1]["plans"][0]["plan"]
check(one == bubbles, f"{one}")
either = plan(*LLAMA, *AGAIN, "--tensor-parallel", "8", "--pipeline-parallel", "16", "--schedules", "1f1b,zero_bubble_h1")[1]["plans"][0]["plan"]
check(either["days"] == min(theirs["days"], bubbles["days"]), f"{either}")
check_refused(["--schedules", "pipeline schedule"], "plan", *LLAMA, "--pipeline-schedule", "1f1b", "--schedules", "dual_pipe")
check_refused(["--schedules", "zero_bubble_h1"], "plan", *LLAMA, "--schedules", "zero_bubble")

# ---- context parallelism, what is shared out and formats to choose from: no more days than with each of them alone, and the days of one
LONG = ("--train", "--model", "mixtral-8x7b", "--sequence", "32768", "--global-batch", "64", *TOKENS, "--objective", "time", "--machines", f"{H100}=8", "--micro-batch", "1")
WAYS = {"context_parallel": ("1", "2"), "sharding": ("optimizer", "weights"), "formats": ("bf16_training", "fp8_training")}
OPTIONS = {"context_parallel": "--context-parallels", "sharding": "--shardings", "formats": "--recipes"}
chosen = plan(*LONG, *(word for key, ways in WAYS.items() for word in (OPTIONS[key], ",".join(ways))))[1]["plans"][0]
alone = {}
for ways in itertools.product(*WAYS.values()):
    told = [word for key, way in zip(WAYS, ways) for word in ("--" + key.replace("_", "-"), way)]
    alone[ways] = plan(*LONG, *told)[1]["plans"][0]
least = min(each["plan"]["days"] for each in alone.values() if each["standing"] == "within")
best = chosen["plan"]
check(near(best["days"], least), f"{best}, {alone}")
check(best == alone[tuple(str(best[key]) for key in WAYS)]["plan"], f"{best}")
# How context ranks exchange is the job's, and is told where there are several.
of_ranks = {ways[0]: each["plan"]["context_exchange"] for ways, each in alone.items() if each["plan"]}
check(of_ranks == {"1": None, "2": "ring"}, f"{of_ranks}")
SWAPPED = (*LONG, "--context-parallel", "2", "--context-exchange", "all_to_all")
swapped = plan(*SWAPPED)[1]["plans"][0]["plan"]
check(swapped["context_exchange"] == "all_to_all" and ", all_to_all," in " ".join(run("plan", *SWAPPED)[1].split()), "by all-to-all")
ring = plan(*LONG, "--context-parallel", "2")[1]["plans"][0]["plan"]
either = plan(*LONG, "--context-parallel", "2", "--context-exchanges", "ring,all_to_all")[1]["plans"][0]["plan"]
check(swapped["days"] != ring["days"] and either == min(swapped, ring, key=lambda of: of["days"]), f"{swapped}, {ring}, {either}")
check(plan(*LONG, "--context-parallel", "2", "--context-exchanges", "all_to_all")[1]["plans"][0]["plan"] == swapped, "one exchange to choose from")
check_refused(["--context-exchanges", "the job says its context exchange"], "plan", *SWAPPED, "--context-exchanges", "ring")
check_refused(["--context-exchanges", "rings"], "plan", *LONG, "--context-exchanges", "rings")
check(chosen["plans_tried"] == sum(each["plans_tried"] for each in alone.values()), f"{chosen['plans_tried']}")
by_gpus = {gpus: min((plan["days"] for each in alone.values() for plan in each["by_count"] if plan["gpus"] == gpus)) for gpus in (16, 32, 64)}
check(all(near(plan["days"], by_gpus[plan["gpus"]]) for plan in chosen["by_count"] if plan["gpus"] in by_gpus), f"{by_gpus}")
words = " ".join(run("plan", *LONG, "--recipes", "fp8_training,bf16_training", "--shardings", "zero-3")[1].split())
check(", fp8_training, shared out: weights" in words, words[:400])
# An A100 has no products of 8 bits: what is left to choose from is what it has.
old = plan(*LONG[:-3], f"{A100}=8", "--recipes", "fp8_training,bf16_training")[1]["plans"][0]["plan"]
check(old["formats"] == "bf16_training", f"{old}")
for key, option in OPTIONS.items():
    check_refused([option, key.replace("_", " ")], "plan", *LONG, "--" + key.replace("_", "-"), WAYS[key][0], option, WAYS[key][1])
check_refused(["--recipes", "gradients"], "plan", *LONG, "--gradients", "bf16", "--recipes", "bf16_training")
check_refused(["--context-parallels", "1"], "plan", *LONG, "--context-parallels", "0,2")
check_refused(["--shardings", "zero-4"], "plan", *LONG, "--shardings", "zero-4")
check_refused(["--recipes", "trains"], "plan", "--model", "llama-3.1-8b", "--requests-per-second", "1", "--machines", H100, "--recipes", "fp8_training")

# ---- failures, where what they cost is said: of 3.09 hours between two, Daly's formula by hand
stalled = plan(*LLAMA, "--checkpoint-stall", "30s", "--restart", "10min")[1]["plans"][0]
check(stalled["failures_counted"] and near(stalled["hours_between_failures"], 54 * 24 / 419), f"{stalled}")
share = ours["days"] / stalled["plan"]["days"]
check(0.85 < share < 0.92, f"{share} of the time is kept")  # 5 % of restarts, and a checkpoint each (2 * 30 s * 3.09 h)^0.5 = 13.6 minutes: 3.7 % and as much again

words = " ".join(run("plan", *LLAMA, "--checkpoint-stall", "30s", "--restart", "10min", columns=150)[1].split())
check("with a checkpoint every" in words and "no checkpoints are written" not in words, words)
# Nobody counted failures of H200s: their days are those without, which is said where they are ranked beside H100s'.
TWO = ("--train", "--model", "llama-3.1-8b", "--sequence", "8192", "--global-batch", "256", "--tokens", "200B", "--machines", f"{H100}=8,{H200}=8", "--objective", "time")
STALL = ("--checkpoint-stall", "10min", "--restart", "10h")
(_, free), (_, met) = plan(*TWO), plan(*TWO, *STALL)
days = [{each["machine"]: (each["plan"]["days"], each["failures_counted"]) for each in of["plans"]} for of in (free, met)]
check(days[1][H200] == days[0][H200] and not days[1][H200][1] and days[1][H100][0] > days[0][H100][0] and days[1][H100][1], f"{days}")
check(met["plans"][0]["machine"] == H200 and met["order_is_certain"] is None and free["order_is_certain"] is not None, f"{met['order_is_certain']}, {free['order_is_certain']}")
for more, said in (((), False), (STALL, True)):
    words = " ".join(run("plan", *TWO, *more, columns=150)[1].split())
    check((f"These are not alike: days and money are with what failures cost of {H100}, and without it of {H200}" in words) == said, words)
    check((f"is not known: of {H200} nobody is known to have counted failures" in words) == said, words)
# Restarts of 30 years, which a failure meets every 3.09 hours, never end.
status, out, _ = run("plan", *LLAMA, "--checkpoint-stall", "30s", "--restart", "1e9s")
check(status == 1 and "Plan: none" in out and "failures leave no time" in " ".join(out.split()) and "infinite" not in out, f"exit {status}: {out}")

# ---- nothing feasible: the nearest miss, and exit 1
status, out, _ = run("plan", *JOB, *TOKENS, "--deadline", "1day", *EASTUS, "--machines", f"{H100}=8")
check(status == 1 and "Plan: none" in out and "nearest miss" in " ".join(out.split()), f"exit {status}: {out}")
capital, small = (run("plan", *JOB, "--tokens", tokens, "--budget", budget, *EASTUS, "--machines", f"{H100}=8") for tokens, budget in (("2T", "$900K"), ("2t", "$900k")))
check(capital == small and capital[0] == 1, f"letters of either case mean the same: {capital}, {small}")
status, out, _ = run("plan", *JOB, *TOKENS, "--budget", "$1000", *EASTUS, "--machines", f"{H100}=8")
check(status == 1 and "$1,000" in " ".join(out.split()), f"exit {status}: {out}")
status, out, _ = run("plan", *JOB, *TOKENS, *EASTUS, "--machines", f"{H100}=1")
check(status == 1 and "no layout of the range has room" in " ".join(out.split()), f"exit {status}: {out}")

# ---- in words
words = " ".join(run("plan", *JOB, *TOKENS, "--deadline", "24days", *EASTUS, "--machines", f"{H100},{A100}", "--max-gpus", "2048", columns=150)[1].split())
for said in ("What binds is the limit of 24 days", "The runner-up", "order of the two", "A failure meets the job every", "Cost against time", "With fewer and more of them",
             "beyond the limits by"):
    check(said in words, f"lacks {said!r}: {words}")
# Without its limit the plan is the best of all machines, not only of the plan's own.
within, free = (plan(*JOB, *TOKENS, *limit, *EASTUS, "--machines", f"{H100},{A100}", "--max-gpus", "2048")[1]["plans"][0] for limit in (("--deadline", "24days"), ()))
check(within["machine"] != free["machine"], "both are of one machine, so that nothing is compared")
check(f"without it {free['plan']['machines']} x {free['machine']} would do it" in words, f"{free['plan']}: {words}")

# ---- serving: as many replicas as answer what is asked, at the price of their machines
SERVED = ("--model", "llama-3.1-70b", "--weights", "fp8", "--context", "8192")
LOAD = ("--prompt", "1024", "--answer", "256", "--slo", "ttft=1s,tpot=40ms")
status, fleet = plan(*SERVED, *LOAD, "--requests-per-second", "50", *EASTUS, "--machines", f"{H100},{H200},{A100}")
chosen = fleet["plans"][0]["plan"]
check(status == 0 and fleet["plans"][0]["machine"] == H100, f"exit {status}: {fleet['plans'][0]}")
check((chosen["replicas"] - 1) * chosen["requests_per_second_of_replica"] < 50 <= chosen["requests_per_second"], f"{chosen}")
check(near(chosen["requests_per_second"], chosen["replicas"] * chosen["requests_per_second_of_replica"]), f"{chosen}")
check(near(chosen["dollars_per_hour"], 98.32 * chosen["machines"]) and chosen["machines"] == -(-chosen["gpus"] // 8), f"{chosen}")
check(chosen["first_token_seconds"] <= 1.001 and chosen["token_seconds"] <= 0.04004, f"{chosen}")
check({each["machine"]: each["outcome"] for each in fleet["plans"][1:]} == {H200: "cannot be judged", A100: "does not fit"}, f"{fleet['plans'][1:]}")
# No layout that an estimate is asked for by itself does it with fewer machines.
for tensor in (1, 2, 4, 8):
    alone = json.loads(run("estimate", *SERVED, *LOAD, "--tensor-parallel", str(tensor), "--on", H100, "--json")[1])["jobs"][0]["machines"][0]
    rate = max((each["requests_per_second"] for each in alone.get("latencies", [])), default=0)
    replicas = -(-50 // rate) if rate > 0 else 1e9
    check(chosen["machines"] <= -(-replicas * tensor // 8), f"TP {tensor}: {replicas} replicas of {rate} requests a second")
# By time the plan is the one whose tokens take least with the requests that come, which is less than with the most within the limit.
soonest = plan(*SERVED, *LOAD, "--requests-per-second", "20", "--machines", f"{H100}=16", "--objective", "time")[1]["plans"][0]["plan"]
for tensor, stages in ((1, 1), (2, 1), (4, 1), (8, 1), (8, 2), (soonest["tensor_parallel"], soonest["pipeline_parallel"])):
    split = ("--tensor-parallel", str(tensor), "--pipeline-parallel", str(stages))
    lines = json.loads(run("estimate", *SERVED, *LOAD, *split, "--on", H100, "--json")[1])["jobs"][0]["machines"][0].get("latencies", [])
    rate = max((each["requests_per_second"] for each in lines), default=0)
    if rate == 0 or -(-20 // rate) * tensor * stages > 128:
        continue
    replicas = -(-20 // rate)
    [line] = json.loads(run("estimate", *SERVED, "--prompt", "1024", "--answer", "256", *split, "--request-rate", str(20 / replicas), "--on", H100, "--json")[1])["jobs"][0]["machines"][0]["latencies"]
    takes = line["tpot_seconds"]["p99"]
    check(soonest["token_seconds_at_load"] <= takes * (1 + 1e-9), f"TP {tensor} x PP {stages}: {takes} s, {soonest}")
    if (tensor, stages) == (soonest["tensor_parallel"], soonest["pipeline_parallel"]):
        check(replicas == soonest["replicas"] and near(takes, soonest["token_seconds_at_load"]), f"{takes} s, {soonest}")
# Attention in copies is judged by the limits, too: as simulated, three replicas of two machines each answer 20 requests a second, and one fewer does not.
MANY = ("--model", "deepseek-v3", "--context", "8192", "--prompt", "2048", "--answer", "512")
copied = plan(*MANY, "--requests-per-second", "20", "--slo", "ttft=2s,tpot=50ms", *EASTUS, "--machines", H100)[1]["plans"][0]["plan"]
check(copied["machines"] == 6 and copied["replicas"] == 3 and copied["data_parallel"] > 1, f"{copied}")
there = json.loads(run("estimate", *MANY, "--request-rate", str(20 / 3), "--simulate", "--tensor-parallel", str(copied["tensor_parallel"]), "--data-parallel", str(copied["data_parallel"]),
                       "--expert-parallel", "--concurrent-sequences", "8", "--on", H100, "--json")[1])["jobs"][0]["machines"][0]["latencies"][0]
check(there["ttft_seconds"]["p99"] < 2 and there["tpot_seconds"]["p99"] < 0.05, f"{there}")
# One replica more takes as many machines as a plan of that many does; GiB left, and requests, are with so many sequences.
for tensor in (2, 8):
    layout = (*SERVED, "--tensor-parallel", tensor, "--pipeline-parallel", 1, "--data-parallel", 1)
    for limits in (LOAD, LOAD[:4]):
        now = plan(*layout, *limits, "--requests-per-second", "50", *EASTUS, "--machines", H100)[1]["plans"][0]["plan"]
        then = plan(*layout, *limits, "--requests-per-second", now["requests_per_second"] * 1.001, *EASTUS, "--machines", H100)[1]["plans"][0]["plan"]
        check(then["replicas"] == now["replicas"] + 1 and (then["machines"], then["dollars_per_hour"]) == (now["machines_with_one_more"], now["dollars_per_hour_with_one_more"]), f"{now}, {then}")
        words = " ".join(run("plan", *map(str, layout), *limits, "--requests-per-second", "50", *EASTUS, "--machines", H100, columns=150)[1].split())
        more = then["machines"] - now["machines"]
        check(("on the same machines." if more == 0 else f"on {more} machine more, for $98.32 an hour more: $") in words, words)
        check("GiB left are with the job's own 1 sequence of 8,192 tokens." in words and now["sequences_of_bytes_left"] == 1, words)
        if limits == LOAD:
            check(now["requests_at_once"] is None, f"{now}")
        else:
            at_once = json.loads(run("estimate", *map(str, layout), *limits, "--concurrency", str(now["requests_at_once"]), "--on", H100, "--json")[1])["jobs"][0]["machines"][0]["loads"][0]
            check(near(at_once["requests_per_second"], now["requests_per_second_of_replica"]), f"{at_once}, {now}")
            check(f"with {now['requests_at_once']:,} at once" in words, words)
in_tokens = plan(*SERVED, *LOAD, "--tokens-per-second", str(50 * 256), *EASTUS, "--machines", H100)[1]["plans"][0]["plan"]
check(in_tokens == chosen, f"{in_tokens}, {chosen}")
status, few = plan(*SERVED, *LOAD, "--requests-per-second", "50", "--machines", f"{H100}=2", "--objective", "gpus")
check(status == 1 and "more than 2 machines are needed" in few["plans"][0]["why"], f"exit {status}: {few['plans'][0]}")
status, fast = plan(*SERVED, *LOAD[:4], "--slo", "tpot=1us", "--requests-per-second", "1", "--machines", H100, "--objective", "gpus")
check(status == 1 and "within the limits" in fast["plans"][0]["why"], f"exit {status}: {fast['plans'][0]}")
words = " ".join(run("plan", *SERVED, *LOAD, "--requests-per-second", "50", *EASTUS, "--machines", f"{H100},{H200}", columns=150)[1].split())
for said in ("What binds is the number of replicas", "The runner-up", "order of the two", "replicas may be needed", "no price of the machine"):
    check(said in words, f"lacks {said!r}: {words}")

# ---- a replica that a scale-up domain has room for lies in one, as its time takes it: 48 GPUs of a rack's 72, or 5 of a machine's 8
for layout, machine, rate, size in (
    (("--model", "deepseek-v3", "--context", "8192", "--pipeline-parallel", "1", "--data-parallel", "48", "--expert-parallel", "--concurrent-sequences", "256"), "GB300 NVL72", 270, 48),
    (("--model", "llama-3.1-8b", "--context", "4096", "--pipeline-parallel", "5"), H100, 60, 5),
):
    said = ("--tensor-parallel", "1", *layout, "--slo", "ttft=2s,tpot=60ms", "--prompt", "2048", "--answer", "512", "--requests-per-second", str(rate), "--objective", "gpus", "--machines")
    whole = plan(*said, f"{machine}=9")[1]["plans"][0]["plan"]
    check(whole["replicas"] == 3 and whole["gpus"] == 3 * size and whole["machines"] == 3 and whole["machines_with_one_more"] == 4, f"{whole}")
    few = plan(*said, f"{machine}=2")
    check(few[0] == 1 and "3 replicas need 3 machines, there are 2" in few[1]["plans"][0]["why"], f"{few}")

# ---- bad input
check_refused(["--requests-per-second"], "plan", *SERVED, "--machines", H100)
check_refused(["--requests-per-second"], "plan", *SERVED, "--machines", H100, "--requests-per-second", "1", "--tokens-per-second", "1")
check_refused(["--requests-per-second"], "plan", *SERVED, "--machines", H100, "--requests-per-second", "-1")
check_refused(["--tokens is of a job that trains"], "plan", *SERVED, "--machines", H100, "--tokens", "1T")
check_refused(["--slo is of a job that serves"], "plan", *JOB, *TOKENS, "--machines", H100, "--slo", "tpot=1s")
check("Measured, 1 replica may be needed." in " ".join(run("plan", *SERVED, *EASTUS, "--machines", H100, "--requests-per-second", "0.1")[1].split()), "one replica is one")
check_refused(["--requests-per-second", "1e-6"], "plan", *SERVED, "--machines", H100, "--requests-per-second", "1e-300")
check_refused(["--slo"], "plan", *SERVED, "--machines", H100, "--requests-per-second", "1", "--slo", "fast")
check_refused(["replicas"], "plan", *SERVED, "--replicas", "2", "--machines", H100, "--requests-per-second", "1")
check_refused(["no job"], "plan", *TOKENS)
check_refused(["no machine", "--machines", "--region"], "plan", *JOB, *TOKENS)
check_refused(["--tokens"], "plan", *JOB, "--machines", H100)
check_refused(["--tokens", "15T"], "plan", *JOB, "--machines", H100, "--tokens", "many")
check_refused(["--global-batch"], "plan", *JOB[:5], *TOKENS, "--machines", H100)
check_refused(["--deadline", "30days"], "plan", *JOB, *TOKENS, "--machines", H100, "--deadline", "soon")
check_refused(["--budget", "$2M"], "plan", *JOB, *TOKENS, "--machines", H100, "--budget", "0")
check_refused(["--max-price"], "plan", *JOB, *TOKENS, *EASTUS, "--max-price", "cheap")
check_refused(["--max-price", "no machine"], "plan", *JOB, *TOKENS, *EASTUS, "--max-price", "0.01")
check_refused(["--max-gpus"], "plan", *JOB, *TOKENS, "--machines", H100, "--max-gpus", "0")
check_refused(["--objective"], "plan", *JOB, *TOKENS, "--machines", H100, "--objective", "beauty")
check_refused(["--machines", "several machines are called", "Standard_ND96asr_v4"], "plan", *JOB, *TOKENS, "--machines", "Standard_ND96")
check_refused(["--checkpoint-stall", "--restart"], "plan", *JOB, *TOKENS, "--machines", H100, "--restart", "10min")

# ---- a demand and no job: the cheapest mix of machines, against trying all
SIZES = {H100: 8, "Standard_NC80adis_H100_v5": 2, "Standard_NC40ads_H100_v5": 1}
FOLDER = tempfile.TemporaryDirectory()

# ---- a file with both would have one of them forgotten
with open(os.path.join(FOLDER.name, "both.json"), "w") as both:
    json.dump({"format": 1, "job": {"serve": {"model": "llama-3.1-8b", "context": 8192}}, "demand": {"total": {"gpus": 3700}}}, both)
check_refused(["both.json", "a job and a demand"], "plan", both.name, "--requests-per-second", "1", *EASTUS, "--machines", H100)


def demand_file(demand, prices, more=None, name="demand.json"):
    path = os.path.join(FOLDER.name, name)
    with open(path, "w") as out:
        json.dump({"format": 1, **(more or {}), "demand": demand, "prices": {"own": [{"machine": name, "on_demand": f"${price}/h"} for name, price in prices.items()]}}, out)
    return path


def mix(path, *arguments):
    status, out, error = run("plan", path, *arguments, "--json")
    check(not error, f"{arguments}: {error}")
    return status, json.loads(out)["mix"] if out else {}


chance = random.Random(17)
outcomes = set()
for _ in enough_of(range(40), every=4):
    gpus, vms = chance.randrange(1, 40), chance.choice([None, chance.randrange(1, 12)])
    prices = {name: chance.randrange(4, 9) * size + chance.randrange(8) for name, size in SIZES.items()}
    quotas = {name: chance.randrange(1, 7) for name in SIZES}
    demand = {"total": {"gpus": gpus}, **({"at_most": {"vms": vms}} if vms else {})}
    costs = [sum(n * price for n, price in zip(counts, prices.values())) for counts in itertools.product(*(range(each + 1) for each in quotas.values()))
             if sum(n * size for n, size in zip(counts, SIZES.values())) >= gpus and (vms is None or sum(counts) <= vms)]
    status, found = mix(demand_file(demand, prices), "--machines", ",".join(f"{name}={most}" for name, most in quotas.items()))
    outcomes.add(found["outcome"])
    check(status == (0 if costs else 1) and found["outcome"] == ("fits" if costs else "does_not_fit"), f"{demand} {prices} {quotas}: exit {status}: {found}")
    if costs:
        check(near(found["amount"], min(costs)) and found["gap"] == 0, f"{demand} {prices} {quotas}: {found}, expected {min(costs)}")
        counts = {each["machine"]: each["count"] for each in found["machines"]}
        check(near(sum(counts[name] * price for name, price in prices.items()), min(costs)) and all(counts[name] <= quotas[name] for name in SIZES), f"{found}")
        check(found["verdict"]["outcome"] == "fits", f"{found}")
    for each in found["machines"]:
        size, quota, price = SIZES[each["machine"]], quotas[each["machine"]], prices[each["machine"]]
        least = -(-gpus // size)
        check(each["alone"] == "none" if least > min(quota, vms or quota) else each["alone"]["machines"] == least and near(each["alone"]["amount"], least * price), f"{each}")
check(outcomes == {"fits", "does_not_fit"}, f"{outcomes}")

# ---- several demands, a file each: each has machines of its own, and the quotas are of all
def demands_of(*wanted, prices):
    paths = []
    for place, demand in enumerate(wanted):
        paths.append(os.path.join(FOLDER.name, f"demand-{place}.json"))
        with open(paths[-1], "w") as out:
            json.dump({"format": 1, "demand": demand, "prices": {"own": [{"machine": name, "on_demand": f"${price}/h"} for name, price in prices.items()]}}, out)
    return paths


outcomes = set()
for _ in enough_of(range(16), every=4):
    wanted = [chance.randrange(1, 30) for _ in range(2)]
    most_vms = chance.choice([None, chance.randrange(1, 8)])
    prices = {name: chance.randrange(4, 9) * size + chance.randrange(8) for name, size in SIZES.items()}
    quotas = {name: chance.randrange(1, 6) for name in SIZES}
    ways = [[counts for counts in itertools.product(*(range(each + 1) for each in quotas.values())) if sum(n * size for n, size in zip(counts, SIZES.values())) >= gpus] for gpus in wanted]
    ways[1] = [counts for counts in ways[1] if most_vms is None or sum(counts) <= most_vms]
    both = {tuple(a + b for a, b in zip(first, second)) for first in ways[0] for second in ways[1]}
    costs = [sum(n * price for n, price in zip(counts, prices.values())) for counts in both if all(n <= most for n, most in zip(counts, quotas.values()))]
    paths = demands_of({"total": {"gpus": wanted[0]}}, {"name": "chat", "total": {"gpus": wanted[1]}, **({"at_most": {"vms": most_vms}} if most_vms else {})}, prices=prices)
    status, out, error = run("plan", *paths, "--machines", ",".join(f"{name}={most}" for name, most in quotas.items()), "--json")
    found = json.loads(out)["mix"]
    outcomes.add(found["outcome"])
    check(status == (0 if costs else 1) and not error and found["outcome"] == ("fits" if costs else "does_not_fit"), f"{wanted} {prices} {quotas}: exit {status}: {found}{error}")
    if costs:
        check(near(found["amount"], min(costs)) and found["gap"] == 0 and "demand" not in found, f"{wanted} {prices} {quotas}: {found}, expected {min(costs)}")
        check([each["demand"] for each in found["demands"]] == [paths[0], "chat"], f"{found}")
        for gpus, each in zip(wanted, found["demands"]):
            check(sum(SIZES[of["machine"]] * of["count"] for of in each["machines"]) >= gpus and each["verdict"]["outcome"] == "fits", f"{each}")
        for place, of in enumerate(found["machines"]):
            check(of["count"] == sum(each["machines"][place]["count"] for each in found["demands"]) <= quotas[of["machine"]], f"{of}")
    else:
        check("all the demands" in found["why"] and "demands" not in found, f"{found}")
check(outcomes == {"fits", "does_not_fit"}, f"{outcomes}")
# Twelve and four GPUs: of the fours that are reserved one is left, and is paid for.
TWO = demands_of({"name": "research", "total": {"gpus": 12}}, {"name": "chat", "total": {"gpus": 4}}, prices={H100: 98, A100: 40})
status, out, error = run("plan", *TWO, "--machines", H100, "--reserved", "Standard_NC80adis_H100_v5=9@5/h", columns=150)
words = " ".join(out.split())
for said in ("Mix: 9 x Standard_NC80adis_H100_v5 reserved at $5/h It costs $45/h. No mix of these machines meets all the demands with less", "No demand has 1 x Standard_NC80adis_H100_v5 reserved",
             "research It has 6 x", "chat It has 2 x"):
    check(status == 0 and said in words, f"lacks {said!r}: {words}{error}")
status, out, error = run("plan", *TWO, "--machines", f"{H100},{A100}=1", "--emit", "lp")
check(status == 0 and " need0of1: " in out and " kind1: 1 x1 + 1 x3 <= 1\n" in out and "Mix:" not in out, f"exit {status}: {out}{error}")
SERVE_ONE = ("--requests-per-second", "1")
JOB_FILE = os.path.join(FOLDER.name, "job.json")
with open(JOB_FILE, "w") as out_of:
    json.dump({"format": 1, "job": {"serve": {"model": "llama-3.1-8b", "context": 8192}}}, out_of)
words = " ".join(run("plan", "--model", "llama-3.1-8b", "--context", "8192", "--requests-per-second", "10", "--objective", "gpus", "--machines", f"{H200}=2", columns=150)[1].split())
check("of a replica; what it costs is not known. " in words, words[:400])
# What a machine costs is not known, so that there is none to choose from: that is said, of jobs that serve and train, and beside a demand.
with open(os.path.join(FOLDER.name, "trained.json"), "w") as out_of:
    json.dump({"format": 1, "job": {"train": {"model": "llama-3.1-8b", "sequence": 8192, "global_batch": 256}}}, out_of)
for files, asked in (((JOB_FILE, TWO[0]), SERVE_ONE), ((JOB_FILE, JOB_FILE), SERVE_ONE), ((out_of.name, out_of.name), ("--tokens", "1e9"))):
    for form in ((), ("--json",)):
        status, out, error = run("plan", *files, *asked, "--machines", H200, *form)
        check(status == 3 and not error and "of none of the machines enough is known" in out and "no price of the machine" in out, f"{files}: exit {status}: {out}{error}")
check_refused(["17 demands", "16"], "plan", *([TWO[0]] * 17), "--machines", H100)
for option in (("--held", TWO[0]), ("--requests-per-second", "5"), ("--emit", "slurm")):
    check_refused([option[0]], "plan", *TWO, "--machines", H100, *option)

THIRTY_SIX = demand_file({"total": {"gpus": 36}}, {H100: 98, "Standard_NC40ads_H100_v5": 7})
PAIR = ("--machines", f"{H100},Standard_NC40ads_H100_v5=16")
status, found = mix(THIRTY_SIX, *PAIR, "--objective", "gpus")
check(status == 0 and found["amount"] == 36 and found["unit"] == "count", f"exit {status}: {found}")
status, found = mix(THIRTY_SIX, "--machines", f"{H100},{H200}")  # which has no price
check(status == 3 and found["outcome"] == "cannot_be_judged" and "not known" in found["why"], f"exit {status}: {found}")
words = " ".join(run("plan", THIRTY_SIX, *PAIR, columns=150)[1].split())
for said in (f"Mix: 3 x {H100} and 12 x Standard_NC40ads_H100_v5", "No mix of these machines meets the demand with less", "Verdict: fits"):
    check(said in words, f"lacks {said!r}: {words}")
# A machine of which nobody knows the vCPUs, at $10, might do for 2 x 10 what is found for 2 x 98: no mix with one takes less than 10.
CHEAP = {"define": {"sizes": {"cheap": {"gpu": "H100-SXM5-80GB", "gpus": 8, "source": "x"}}}}
OPEN = demand_file({"total": {"gpus": 16, "vcpus": 100}}, {"cheap": 10, H100: 98}, CHEAP, "open.json")
status, found = mix(OPEN, "--machines", f"cheap=5,{H100}=11")
check(status == 0 and near(found["amount"], 196) and near(found["bound"], 10) and near(found["gap"], 1 - 10 / 196), f"exit {status}: {found}")
check([each["machine"] for each in found["left_out"]] == ["cheap"] and "vCPUs of cheap is not known" in found["left_out"][0]["why"], f"{found['left_out']}")
words = " ".join(run("plan", OPEN, "--machines", f"cheap=5,{H100}=11", columns=150)[1].split())
check("cheap may do it for less, which cannot be judged: vCPUs of cheap is not known" in words and "No mix of these machines" not in words, words)
check(mix(demand_file({"total": {"gpus": 16}}, {"cheap": 10, H100: 98}, CHEAP, "closed.json"), "--machines", f"cheap=5,{H100}=11")[1]["gap"] == 0, "nothing is open")
status, out, error = run("plan", THIRTY_SIX, *PAIR, "--emit", "lp")
check(status == 0 and not error and "Minimize" in out and "Mix:" not in out and " x1 <= 16\n" in out, f"exit {status}: {out}{error}")
INTO = os.path.join(FOLDER.name, "mix.lp")
status, found = mix(THIRTY_SIX, *PAIR, "--emit", "lp", "--emit-to", INTO)
check(found["emitted"] == {"format": "lp", "file": INTO, "to_be_filled_in": []} and open(INTO).read() == out, f"exit {status}: {found}")
status, found = mix(THIRTY_SIX, *PAIR, "--emit", "mps", "--emit-to", INTO)
check(found["emitted"]["format"] == "mps" and " UP BOUND x1 16\n" in open(INTO).read(), f"exit {status}: {found}")
# One machine on several terms: what is reserved is paid for, and of all GPUs a quarter at most is on spot.
TERMS = os.path.join(FOLDER.name, "terms.json")
with open(TERMS, "w") as out_of:
    json.dump({"format": 1, "demand": {"total": {"gpus": 80}}, "prices": {"own": [
        {"machine": H100, "region": region, "on_demand": f"${price}/h", "spot": f"${spot}/h"} for region, price, spot in (("east", 20, 6), ("west", 15, 5))]}}, out_of)
status, found = mix(TERMS, "--machines", f"{H100}@east,{H100}@west=3,{H100}@west@spot", "--spot-share", "25%")
check(status == 0 and [each["count"] for each in found["machines"]] == [5, 3, 2] and near(found["amount"], 5 * 20 + 3 * 15 + 2 * 5), f"exit {status}: {found}")
check([each["is_spot"] for each in found["machines"]] == [False, False, True] and found["machines"][1]["machine"] == f"{H100}@west", f"{found}")
status, found = mix(TERMS, "--machines", f"{H100}@west", "--reserved", f"{H100}=4@25/h", "--in-steps", f"{H100}=4")
check([each["count"] for each in found["machines"]] == [8, 4] and near(found["amount"], 8 * 15 + 4 * 25) and found["machines"][0]["step"] == 4, f"{found}")
check(found["machines"][1]["at_least"] == 4 and found["verdict"]["outcome"] == "fits", f"{found}")
# Alone: beside the four that are reserved and paid for, six of the other; the reserved ones are too few by themselves. Of 72 GPUs nine in steps of
# three, with two that are reserved, or a third on spot: each alone is all that there is to take, and takes as much as the mix.
check([each["alone"] for each in mix(TERMS, "--machines", f"{H100}@west", "--reserved", f"{H100}=4@25/h")[1]["machines"]] == [{"machines": 6, "amount": 6 * 15 + 4 * 25}, "none"], "alone")
NINE = os.path.join(FOLDER.name, "nine.json")
with open(NINE, "w") as out_of:
    json.dump({"format": 1, "demand": {"total": {"gpus": 72}}, "prices": {"own": [{"machine": H100, "on_demand": "$10/h", "spot": "$3/h"}]}}, out_of)
ALONE = (NINE, "--machines", f"{H100}=10,{H100}@spot=4", "--spot-share", "25%", "--reserved", f"{H100}=2@5/h", "--in-steps", f"{H100}=3")
status, found = mix(*ALONE)
check([each["alone"] for each in found["machines"]] == [{"machines": 9, "amount": 100}, "none", "none"] and found["amount"] == 100, f"{found}")
check(f"{H100} 10 9 9 $100/h 0.0 %" in " ".join(run("plan", *ALONE, columns=150)[1].split()), "what is reserved is in the table")
# ---- of several regions each machine is to choose from in each, for a demand and for a job
status, found = mix(TERMS, "--machines", f"{H100}=6", "--region", "east,west")
check(status == 0 and [(each["machine"], each["count"]) for each in found["machines"]] == [(f"{H100}@east", 4), (f"{H100}@west", 6)] and near(found["amount"], 4 * 20 + 6 * 15), f"exit {status}: {found}")
with open(TERMS) as from_terms:
    two_regions = json.load(from_terms)
two_regions["job"] = {"train": {"model": "llama-3.1-8b", "sequence": 4096, "global_batch": 256, "formats": "bf16_training", "optimizer": "adam"}}
del two_regions["demand"]
IN_REGIONS = os.path.join(FOLDER.name, "regions.json")
with open(IN_REGIONS, "w") as out_of:
    json.dump(two_regions, out_of)
status, found = plan(IN_REGIONS, "--tokens", "100B", "--machines", f"{H100}=8", "--region", "east,west")
check(status == 0 and [each["machine"] for each in found["plans"]] == [f"{H100}@west", f"{H100}@east"], f"exit {status}: {found}")
check(near(found["plans"][1]["plan"]["dollars"] / found["plans"][0]["plan"]["dollars"], 20 / 15), f"{found['plans']}")
status, spot = plan(IN_REGIONS, "--tokens", "100B", "--machines", f"{H100}@west@spot=8")
check(status == 0 and near(spot["plans"][0]["plan"]["dollars"] / found["plans"][0]["plan"]["dollars"], 5 / 15), f"{spot}")
written = run("plan", IN_REGIONS, "--tokens", "100B", "--machines", f"{H100}@west=8", "--emit", "kubernetes")[1]
check(f"instance-type: {H100}\n" in written, "a size has no region in its name")
check_refused(["--region", "nowhere", "west"], "plan", IN_REGIONS, "--tokens", "100B", "--machines", H100, "--region", "east,nowhere")
check_refused(["no price", H200], "plan", IN_REGIONS, "--tokens", "100B", "--machines", H200, "--region", "east,west")
check_refused(["--machines", "nowhere", "west"], "plan", TERMS, "--machines", f"{H100}@nowhere")
check_refused(["--machines", "price", H200], "plan", TERMS, "--machines", f"{H200}@west")
check_refused(["--machines", "west"], "plan", TERMS, "--machines", f"{H100}@=4")
check("reserved at $25/h" in run("plan", TERMS, "--machines", f"{H100}@west", "--reserved", f"{H100}=4@25/h")[1], "a price has its unit")
check_refused(["--reserved", "MACHINE=4@60/h"], "plan", TERMS, "--machines", f"{H100}@west", "--reserved", f"{H100}=4")
check_refused(["--reserved", "number"], "plan", TERMS, "--machines", f"{H100}@west", "--reserved", f"{H100}@5/h")
check_refused(["--in-steps", "none of the machines", f"{H100}@west"], "plan", TERMS, "--machines", f"{H100}@west", "--in-steps", f"{H200}=2")
check_refused(["--in-steps", f"{H100} is none of the machines", "within --max-price", A100], "plan", THIRTY_SIX, "--machines", f"{H100},{A100}", *EASTUS, "--max-price", "50", "--in-steps", f"{H100}=2")
# Steps are of all kinds of a machine, and of one kind where its terms are said, in any order.
STEPS = (TERMS, "--machines", f"{H100}@east=10,{H100}@west@spot=9")
for steps, expected in (((f"{H100}=3",), [3, 3]), ((f"{H100}@west@spot=2",), [1, 2]), ((f"{H100}@west@spot=2", f"{H100}=3"), [3, 2]), ((f"{H100}=3", f"{H100}@west@spot=2"), [3, 2])):
    status, found = mix(*STEPS, *(word for step in steps for word in ("--in-steps", step)))
    check(status == 0 and [each["step"] for each in found["machines"]] == expected, f"{steps}: {found}")
    check(all(each["count"] % each["step"] == 0 for each in found["machines"]), f"{steps}: {found}")
check(mix(TERMS, "--machines", "nd96isr_h100_v5@west", "--in-steps", "ND96isr_H100_v5=4")[1]["machines"][0]["step"] == 4, "a machine by another of its names")
check_refused(["--in-steps", f"{H100}@west@spot", "named twice"], "plan", *STEPS, "--in-steps", f"{H100}@west@spot=2", f"{H100}@west@spot=3")
# One machine is named once on the same terms. What is reserved is beside those to choose from: 4 and 6.
for twice in (f"{H100}@west=2,{H100}@west=3", "nd96isr_h100_v5@west," + f"{H100}@west"):
    check_refused(["--machines", "named twice"], "plan", TERMS, "--machines", twice)
check_refused(["--machines", f"{H100} is named twice"], "plan", *JOB, *TOKENS, "--machines", f"{H100}=2,{H100}=3")
check_refused(["--reserved", f"{H100} at $5/h is named twice"], "plan", TERMS, "--machines", f"{H100}@west", "--reserved", f"{H100}=2@5/h", f"{H100}=3@5/h")
check([each["count"] for each in mix(TERMS, "--machines", f"{H100}@west=6", "--reserved", f"{H100}=4@25/h")[1]["machines"]] == [6, 4], "beside those to choose from")
check_refused(["--spot-share"], "plan", TERMS, "--machines", f"{H100}@west", "--spot-share", "110%")
check_refused(["--spot-share", "0% to 100%"], "plan", *JOB, *TOKENS, "--machines", H100, "--spot-share", "110%")
check_refused(["--emit lp", "whole racks or domains"], "plan", demand_file({"total": {"gpus": 36}, "per_domain": {"gpus": 8}}, {"Standard_ND128isr_GB300_v6": 98}), "--machines", "Standard_ND128isr_GB300_v6", "--emit", "lp")
demand_file({"total": {"gpus": 36}}, {H100: 98, "Standard_NC40ads_H100_v5": 7})
check_refused(["--objective time"], "plan", THIRTY_SIX, *PAIR, "--objective", "time")
for option in (("--tokens", "5T"), ("--requests-per-second", "5"), ("--max-gpus", "64"), ("--emit", "slurm"), ("--efficiencies", "own.json")):
    check_refused([option[0], "demand only"], "plan", THIRTY_SIX, *PAIR, *option)
check_refused(["16", "--machines"], "plan", THIRTY_SIX, *EASTUS)
check_refused(["no machine"], "plan", THIRTY_SIX)

# ---- machines that cost nothing, beside others: there is no share to be more by
FREE = os.path.join(FOLDER.name, "free.json")
for job, asked in (({"train": {"model": "llama-3.1-8b", "sequence": 8192, "global_batch": 256}}, ("--tokens", "10B")),
                   ({"serve": {"model": "llama-3.1-8b", "context": 8192}}, ("--requests-per-second", "20"))):
    for price in ("$0/h", "$20/h"):
        with open(FREE, "w") as out_of:
            json.dump({"format": 1, "job": job, "machines": [{"size": H100, "count": 2}, {"size": A100, "count": 2}],
                       "prices": {"own": [{"machine": H100, "on_demand": "$0/h"}, {"machine": A100, "on_demand": price}]}}, out_of)
        for objective in ("cost", "time"):
            status, out, _ = run("plan", FREE, *asked, "--objective", objective)
            check(status == 0 and "not a number" not in out and "infinite" not in out, f"{price}: exit {status}: {out}")

# ---- a search that was ended tells how far its plan may be above the least, and is not further; each machine has its share of the time
ENDED = ("--train", "--model", "llama-3.1-70b", "--sequence", "8192", "--global-batch", "1024", "--tokens", "2T", "--region", "eastus", "--machines", f"{A100},{H100},{H200}")
for objective, amount in (("cost", "dollars"), ("time", "days"), ("gpus", "gpus"), ("energy", "gpu_joules")):
    least = plan(*ENDED, "--objective", objective)[1]
    check(least["gap"] == 0, f"{objective}: {least['gap']}")
    seen = 0
    for limit in ("1ns", "50ms", "200ms", "1h"):
        ended = plan(*ENDED, "--objective", objective, "--time-limit", limit)[1]
        if ended["plans"][0]["standing"] != "within":
            check(ended["gap"] is None, f"{objective}, {limit}: {ended['gap']}")
            continue
        seen += 1
        check(ended["plans"][0]["plan"][amount] <= least["plans"][0]["plan"][amount] * (1 + ended["gap"]) * (1 + 1e-9), f"{objective}, {limit}: {ended['gap']}")
        # Of most GPUs the search knows first how soon they may be, and of fewest how few.
        for each in ended["plans"]:
            looked_at, left = [one["gpus"] for one in each.get("by_count", [])], each["unsearched"]
            check(left is None or objective != "time" or all(gpus > left["most_gpus"] for gpus in looked_at), f"{objective}, {limit}: {looked_at}, {left}")
            check(left is None or objective != "gpus" or all(gpus < left["least_gpus"] for gpus in looked_at), f"{objective}, {limit}: {looked_at}, {left}")
        words = " ".join(run("plan", *ENDED, "--objective", objective, "--time-limit", limit)[1].split())
        check("Plan: none" in words or ("The plan takes at most" in words) == ("time limit ended the search" in words), f"{objective}, {limit}: {words}")
    check(seen > 0, objective)
# However slow the run, one of the limits ends the first search after each has begun.
begun = [[each["searched_to_gpus"] for each in plan(*ENDED, "--time-limit", f"{10 * 2**twice}ms")[1]["plans"]] for twice in range(9)]
# The soonest is told by whichever of them ends a search: it is on all GPUs, which come first.
least = plan(*ENDED, "--objective", "time")[1]
soonest = [plan(*ENDED, "--objective", "time", "--time-limit", f"{10 * 2**twice}ms")[1] for twice in range(9)]
check(all(each["plan"] in [other["plan"] for other in least["plans"]] for ended in soonest for each in ended["plans"] if each["standing"] == "within"), "the soonest of a machine is found first")
check(any(each["unsearched"] is not None and each["standing"] == "within" for ended in soonest for each in ended["plans"]), "none was ended with a plan")
check(any(to[0] is not None and all(to_gpus is None or to_gpus > 0 for to_gpus in to) for to in begun), f"{begun}")

# ---- where a plan lies: VMs of a rack fill one scale-up domain after the other, and each stage has machines in a row
VMS = ("--train", "--model", "llama-3.1-70b", "--sequence", "8192", "--global-batch", "1024", "--tokens", "2T", "--objective", "time", "--tensor-parallel", "2", "--pipeline-parallel", "7", "--data-parallel", "8")
for machine, node in (("Standard_ND128isr_GB300_v6=36", "machine"), ("GB300 NVL72=2", "VM")):
    placed = plan(*VMS, "--machines", machine)[1]["plans"][0]
    nodes = placed["plan"]["gpus"] // 4
    check(18 < nodes < 36 and placed["places"] == [{"first": 1, "last": nodes, "gpus_of_each": 4}] and placed["nodes_of_domain"] == 18, f"{placed}")
    words = " ".join(run("plan", *VMS, "--machines", machine)[1].split())
    check(f"Placement: 18 {node}s in one scale-up domain and {nodes - 18} {node}s in another; each of {placed['plan']['pipeline_parallel']} pipeline stages has" in words, words[:900])
# Groups that share experts and do not divide a domain of 72 GPUs have one each, as its time counts.
GROUPS = ("--train", "--model", "deepseek-v3", "--sequence", "4096", "--global-batch", "15360", "--expert-parallel", "32", "--tokens", "14T", "--objective", "time", "--machines", "Standard_ND128isr_GB300_v6=128")
placed = plan(*GROUPS)[1]["plans"][0]
group = placed["plan"]["expert_parallel"] * placed["plan"]["expert_tensor_parallel"]
check(4 < group <= 72 and 72 % group != 0, f"no such group: {placed['plan']}")
each = 72 // group * group // 4
check(placed["places"][0] == {"first": 1, "last": each, "gpus_of_each": 4} and placed["places"][1]["first"] == 19, f"{placed['places']}")
words = " ".join(run("plan", *GROUPS)[1].split())
check(f"Placement: {each} machines in each of {placed['plan']['gpus'] // (4 * each)} scale-up domains" in words and f"each group of {group} GPUs lies in one scale-up domain." in words, words[:900])

# ---- a machine that does not compute in the job's format: what it computes in is told, as fit and estimate tell it
for job, machine, advised in ((("--train", "--model", "llama-2-7b", "--sequence", "4096", "--global-batch", "8", "--tokens", "1B"), "Standard_ND40rs_v2", "--formats fp16_training"),
                              (("--model", "llama-2-7b", "--weights", "mxfp4", "--context", "4096", "--requests-per-second", "1"), "Standard_ND96isr_H100_v5", "--multiplied-in bf16"),
                              (("--model", "llama-2-7b", "--weights", "fp16", "--multiplied-in", "bf16", "--context", "4096", "--requests-per-second", "1"), "Standard_ND40rs_v2", "--multiplied-in fp16")):
    status, found = plan(*job, "--objective", "gpus", "--machines", machine)
    [one] = found["plans"]
    check(status == 1 and one["why"].startswith("it does not compute in ") and one["why"].endswith(advised), f"{status}, {one}")
    status, out, _ = run("plan", *job, "--objective", "gpus", "--machines", machine)
    check(status == 1 and f"{one['why']}." in " ".join(out.split()), out)
    told = run("estimate", *(word for word in job if word not in ("--tokens", "1B", "--requests-per-second", "1")), "--on", machine)[1]
    check(f"{one['why']}." in " ".join(told.split()), told)

# Nine groups of 16 GPUs, four VMs each: a rack of 18 VMs has room for four. What is written says so, and jobs that share racks lie alike: 36 VMs are two racks, with room for eight.
NINE_GROUPS = ("--train", "--model", "qwen3-30b-a3b", "--sequence", "4096", "--global-batch", "72", "--micro-batch", "4", "--tokens", "20B", "--objective", "time")
RACKED = "Standard_ND128isr_GB300_v6"
placed = plan(*NINE_GROUPS, "--machines", f"{RACKED}=36")[1]["plans"][0]
group = placed["plan"]["expert_parallel"] * placed["plan"]["expert_tensor_parallel"]
check(placed["plan"]["gpus"] == 144 and group == 16 and [(each["first"], each["last"]) for each in placed["places"]] == [(1, 16), (19, 34), (37, 40)], f"{placed}")
words = " ".join(run("plan", *NINE_GROUPS, "--machines", f"{RACKED}=36", "--emit", "kubernetes")[1].split())
check("scale-up domains, 16 machines in each of 2 scale-up domains and 4 machines in another, so that each group of 16 GPUs lies in one" in words, words[:900])
two_racks = os.path.join(FOLDER.name, "two_racks.json")
with open(two_racks, "w") as file:
    json.dump({"format": 1, "machines": [{"size": RACKED, "count": 36}]}, file)
status, out, error = run("plan", *NINE_GROUPS, "--held", two_racks, "--json")
job = json.loads(out)["shared"]["plan"]["jobs"][0] if status == 0 else {}
check(status == 0 and (job["gpus"] < 144 or 72 % (job["plan"]["expert_parallel"] * job["plan"]["expert_tensor_parallel"]) == 0), f"exit {status}: {error}{job}")
finish()
