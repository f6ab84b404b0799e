#!/usr/bin/env python3
"""`headroom plan` of a service whose load changes over the day: test_fleet.py PROGRAM"""

import json
import math
import os
import sys
import tempfile

sys.dont_write_bytecode = True

from checks import check, check_refused, finish, run

H100 = "Standard_ND96isr_H100_v5"
SERVED = ("--model", "llama-3.1-70b", "--weights", "fp8", "--context", "8192", "--prompt", "1024", "--answer", "256", "--slo", "ttft=1s,tpot=40ms", "--region", "eastus", "--machines", H100)
FOLDER = tempfile.TemporaryDirectory()


def plan(*arguments):
    status, out, error = run("plan", *SERVED, *map(str, arguments), "--json")
    check(not error, f"{arguments}: {error}")
    return status, json.loads(out)["jobs"][0]["plans"][0] if out else {}


def near(a, b, within=1e-9):
    return abs(a - b) <= within * max(abs(a), abs(b))


# ---- the plan is that of the highest load, and the day follows from what a replica answers
RATES = [12, 30, 75, 48, 48, 5.5]
status, found = plan("--load", ",".join(map(str, RATES)), "--start-up", "10min")
best, day = found["plan"], found["day"]
check(status == 0 and best == plan("--requests-per-second", 75)[1]["plan"], f"exit {status}: {best}")
of_replica, on_machine = best["requests_per_second_of_replica"], 8 * best["replicas"] // best["gpus"]
replicas = [max(math.ceil(rate / of_replica), 1) for rate in RATES]
machines = [-(-each // on_machine) for each in replicas]
check([each["replicas"] for each in day["parts"]] == replicas and [each["machines"] for each in day["parts"]] == machines, f"{day}")
check(day["machines"] == max(machines) == best["machines"] and day["machine_hours"] == 24 * max(machines), f"{day}")
# Minute by minute: what is up in ten minutes is asked for now.
needed = [machines[minute // 240] for minute in range(1440)]
scaled = sum(max(needed[(minute + later) % 1440] for later in range(11)) for minute in range(1440)) / 60
check(near(day["scaled_machine_hours"], scaled) and near(sum(each["machine_hours"] for each in day["parts"]), scaled), f"{day}: expected {scaled}")
check(near(day["saved"], 1 - scaled / day["machine_hours"]) and near(day["scaled_dollars"], scaled * 98.32) and near(day["dollars"], day["machine_hours"] * 98.32), f"{day}")
check(day["part_hours"] == 4 and day["start_up_seconds"] == 600, f"{day}")

# ---- the same from a file, on lines or after commas
path = os.path.join(FOLDER.name, "load.csv")
with open(path, "w") as out:
    out.write("12\n30, 75\r\n48,48\n\n5.5\n")
check(plan("--load", path, "--start-up", "10min")[1]["day"] == day, "a file is read as a list is")
with open(path, "w") as out:
    out.write("12\n30\nmany\n")
check_refused([f"{path}:3", "many", "requests a second"], "plan", *SERVED, "--load", path)

# ---- a wave around a mean, from trough to peak
status, wave = plan("--requests-per-second", 40, "--peak-to-trough", 3)
rates = [each["requests_per_second"] for each in wave["day"]["parts"]]
check(status == 0 and len(rates) == 24 and near(sum(rates) / 24, 40) and near(max(rates), 60) and near(min(rates), 20) and max(rates) == rates[12], f"{rates}")
check(wave["plan"]["requests_per_second_asked"] == 60 and wave["day"]["saved"] is None and wave["day"]["parts"][0]["machine_hours"] is None, f"{wave['day']}")
check(plan("--load", "40", "--peak-to-trough", 3)[1]["day"] == wave["day"], "one rate is the mean")
check(plan("--requests-per-second", 40, "--peak-to-trough", 1, "--start-up", "1h")[1]["day"]["saved"] == 0, "a flat load saves nothing")

# ---- spares: so many, or by the binomial distribution
bare = plan("--requests-per-second", 50)[1]["plan"]
check(bare["spare_replicas"] == 0, f"{bare}")
spared = plan("--requests-per-second", 50, "--spares", 2)[1]["plan"]
check(spared["spare_replicas"] == 2 and near(spared["requests_per_second"], (spared["replicas"] - 2) * spared["requests_per_second_of_replica"]), f"{spared}")
likely = plan("--requests-per-second", 50, "--replica-availability", 0.98, "--enough-replicas", 0.9995)[1]["plan"]
needed, held = likely["replicas"] - likely["spare_replicas"], likely["replicas"]


def enough(held, needed, up):
    return sum(math.comb(held, k) * up**k * (1 - up) ** (held - k) for k in range(needed, held + 1))


check(needed * likely["requests_per_second_of_replica"] >= 50 and enough(held, needed, 0.98) >= 0.9995 > enough(held - 1, needed, 0.98), f"{likely}")

# ---- in words
words = " ".join(run("plan", *SERVED, "--load", "12,30,75,48", "--start-up", "10min", "--spares", "1", columns=150)[1].split())
for said in ("Over the day", "18:00", "Of one size", "Scaled with the load", "10 minutes ahead", "1 spare replica"):
    check(said in words, f"lacks {said!r}: {words}")
check("not known without --start-up" in " ".join(run("plan", *SERVED, "--load", "12,30", columns=150)[1].split()), "what scaling saves is said not to be known")

# ---- bad input
check_refused(["--load", "--requests-per-second"], "plan", *SERVED, "--load", "10,20", "--requests-per-second", "5")
check_refused(["--load", "no rates"], "plan", *SERVED, "--load", "0,0")
for values, empty in (("1,,2", 2), (",1", 1), ("1,2,", 3), ("1, ,2", 2)):
    with open(path, "w") as out:
        out.write("\n" + values)
    check_refused([f"{path}:2: value {empty} is empty", "requests a second"], "plan", *SERVED, "--load", path)
    if " " not in values:
        check_refused([f"--load: value {empty} is empty"], "plan", *SERVED, "--load", values)
check_refused(["--requests-per-second", '"many" is no such number', "expected"], "plan", *SERVED, "--requests-per-second", "many")
check_refused(["--load", "is no rate"], "plan", *SERVED, "--load", "1.2.3,4")
check_refused(["--load", "10,20,35"], "plan", *SERVED, "--load", "no-such-file")
check_refused(["--load", "1440 at most"], "plan", *SERVED, "--load", ",".join(["1"] * 1441))
check_refused(["--start-up", "--load"], "plan", *SERVED, "--requests-per-second", "5", "--start-up", "5min")
check_refused(["--start-up", "5min"], "plan", *SERVED, "--load", "5", "--start-up", "soon")
check_refused(["--peak-to-trough", "mean"], "plan", *SERVED, "--load", "5,6", "--peak-to-trough", "2")
check_refused(["--peak-to-trough", "1 at least"], "plan", *SERVED, "--load", "5", "--peak-to-trough", "0.5")
check_refused(["--replica-availability", "both"], "plan", *SERVED, "--load", "5", "--replica-availability", "0.9")
check_refused(["--spares"], "plan", *SERVED, "--load", "5", "--spares", "-1")
check_refused(["--load is of a job that serves"], "plan", "--train", "--model", "llama-3.1-8b", "--sequence", "8192", "--global-batch", "8", "--tokens", "1T", "--load", "5", "--machines", H100)

# ---- pools of prefill and decode: one group of the best is what headroom estimate says of the two pools
LONG = ("--model", "llama-3.1-8b", "--weights", "fp8", "--context", "8192", "--prompt", "4096", "--answer", "256", "--requests-per-second", "60", "--region", "eastus", "--machines", f"{H100}=8")
status, out, error = run("plan", *LONG, "--slo", "ttft=1s,tpot=20ms", "--pools", "--json")
check(status == 0 and not error, f"exit {status}: {error}")
[pools] = json.loads(out)["jobs"][0]["pools"]
check(pools["requests_per_second"] >= 60 and pools["first_token_seconds"] <= 1 and pools["token_seconds"] <= 0.02, f"{pools}")
# What comes is less than what the groups answer within the limits, and 99 in 100 keep them.
at = pools["at_load"]
check(at["first_token_seconds"]["p50"] <= at["first_token_seconds"]["p90"] <= at["first_token_seconds"]["p99"] <= 1 and at["token_seconds"]["p99"] <= 0.02, f"{pools}")
[pools] = json.loads(run("plan", *LONG, "--pools", "--json")[1])["jobs"][0]["pools"]
check(pools["gpus"] == pools["prefill"]["gpus"] + pools["decode"]["gpus"] and near(pools["dollars_per_hour"], pools["machines"] * 98.32), f"{pools}")
check(pools["groups"] == math.ceil(60 / pools["requests_per_second_of_group"] * (1 - 1e-12)), f"{pools}")
path = os.path.join(FOLDER.name, "pools.json")


def group_of(of, x, y):
    jobs = [{"name": phase, "serve": {"model": "llama-3.1-8b", "weights": "fp8", "context": 8192, "phase": phase, "replicas": workers,
                                      "tensor_parallel": of[phase]["tensor_parallel"], "pipeline_parallel": of[phase]["pipeline_parallel"],
                                      "concurrent_sequences": 1}} for phase, workers in (("prefill", x), ("decode", y))]
    with open(path, "w") as out:
        json.dump({"format": 1, "job": jobs}, out)
    status, out, error = run("estimate", path, "--on", H100, "--prompt", "4096", "--answer", "256", "--concurrency", str(of["clients_of_group"]), "--json")
    check(status == 0, f"exit {status}: {error}")
    return json.loads(out)["jobs"][0]["machines"][0]["loads"][0]


alone = group_of(pools, pools["prefill"]["workers"], pools["decode"]["workers"])
check(near(alone["ttft_seconds"], pools["first_token_seconds"], 1e-6) and near(alone["tpot_seconds"], pools["token_seconds"], 1e-6), f"{alone}, {pools}")
check("prefill and decode" in run("plan", *LONG, "--pools")[1], "pools are said to people")
# What one group more takes, by the same machines for as many workers; and what a worker more of each pool answers.
more = math.ceil(pools["gpus"] / pools["groups"] * (pools["groups"] + 1) / 8)
check((pools["machines_with_one_more"], pools["dollars_per_hour_with_one_more"]) == (more, round(98.32 * more, 9)), f"{pools}")
x, y, clients = pools["prefill"]["workers"], pools["decode"]["workers"], pools["clients_of_group"]
read_faster = group_of(pools, x + 1, y)
check(near(read_faster["requests_per_second"], pools["requests_per_second_of_group_with_prefill_worker"], 1e-6), f"{read_faster}, {pools}")
wider = group_of({**pools, "clients_of_group": clients * (y + 1) // y}, x, y + 1)
check(near(wider["requests_per_second"], pools["requests_per_second_of_group_with_decode_worker"], 1e-3), f"{wider}, {pools}")
said = " ".join(run("plan", *LONG, "--pools", columns=150)[1].split())
check("with one prefill worker more" in said and f"on {more - pools['machines']} machine" in said.split("In pools of")[1], said)
limited = " ".join(run("plan", *LONG, "--slo", "ttft=1s", "--pools", columns=150)[1].split())
check("TTFT p99" in limited and "of a group at random times" in limited, limited)
# ---- bands: rows of pools that nothing was fitted to; of a dense model there are none, and it is said
check(pools["bands"]["tpot"]["measured"] == "servers (no dense model in pools: all pools)" and pools["bands"]["ttft"]["figures"] == 7, f"{pools['bands']}")

# ---- spares are whole groups: so many, or by the binomial distribution
[spared] = json.loads(run("plan", *LONG, "--pools", "--spares", "2", "--json")[1])["jobs"][0]["pools"]
needed = math.ceil(60 / spared["requests_per_second_of_group"] * (1 - 1e-12))
check(spared["spare_groups"] == 2 and spared["groups"] == needed + 2 and pools["spare_groups"] == 0, f"{spared}")
check(near(spared["requests_per_second"], needed * spared["requests_per_second_of_group"]), f"{spared}")
check(spared["dollars_per_hour"] >= pools["dollars_per_hour"], "spares are for nothing")
[likely] = json.loads(run("plan", *LONG, "--pools", "--replica-availability", "0.99", "--enough-replicas", "0.9999", "--json")[1])["jobs"][0]["pools"]
needed, held = likely["groups"] - likely["spare_groups"], likely["groups"]
check(enough(held, needed, 0.99) >= 0.9999 > enough(held - 1, needed, 0.99), f"{likely}")
said = " ".join(run("plan", *LONG, "--pools", "--spares", "1", columns=150)[1].split("In pools of")[1].split())
check("1 spare group for those that fail" in said, said)

# ---- pools over a day: the groups of each rate, on the machines that they take
DAY = [each for each in LONG if each not in ("--requests-per-second", "60")]
[of_day] = json.loads(run("plan", *DAY, "--load", "15,60,200", "--start-up", "10min", "--pools", "--json")[1])["jobs"][0]["pools"]
parts = of_day["day"]["parts"]
check([each["replicas"] for each in parts] == [math.ceil(rate / of_day["requests_per_second_of_group"]) for rate in (15, 60, 200)], f"{of_day}")
check(parts[2]["machines"] == of_day["machines"] and parts[0]["machines"] == math.ceil(parts[0]["replicas"] * of_day["gpus"] / of_day["groups"] / 8), f"{of_day}")
check("Over the day, in pools" in run("plan", *DAY, "--load", "15,60", "--pools")[1], "the day is said to people")
# A decode worker runs no more at once than its engine does: 2,048 where nothing is said to TensorRT-LLM.
MANY = ("--model", "llama-3.1-8b", "--weights", "fp8", "--kv-cache", "fp8", "--context", "512", "--engine", "TensorRT-LLM", "--prompt", "32", "--answer", "256", "--requests-per-second", "2000")
[many] = json.loads(run("plan", *MANY, "--machines", "Standard_ND96isr_H200_v5=8", "--pools", "--objective", "gpus", "--json")[1])["jobs"][0]["pools"]
check(many["clients_of_group"] <= 2048 * (many["prefill"]["workers"] + many["decode"]["workers"]), f"{many}")
check_refused(["--emit vllm", "--emit-to"], "plan", *LONG, "--pools", "--emit", "vllm")
check_refused(["--pools", "layout"], "plan", *LONG, "--pools", "--tensor-parallel", "2")

# ---- a time limit: what was found by then
for limit in ("1us", "600s"):
    status, out, error = run("plan", *LONG, "--pools", "--time-limit", limit, "--json")
    found = json.loads(out)["jobs"][0]
    cut = [each["ended_by_time_limit"] for each in (found["plans"][0], found["pools"][0])]
    check((status, cut) == ((3, [True, True]) if limit == "1us" else (0, [False, False])) and not error, f"{limit}: exit {status}: {found}{error}")
check(all("time limit" in each["why"] for of in ("plans", "pools") for each in json.loads(run("plan", *LONG, "--pools", "--time-limit", "1us", "--json")[1])["jobs"][0][of]), "the reason is the limit")

finish()
