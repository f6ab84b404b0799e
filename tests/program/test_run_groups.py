#!/usr/bin/env python3
"""Machines for what lies together in a scale-up domain, by all commands that count them: test_run_groups.py PROGRAM"""

import json
import math
import os
import random
import sys

sys.dont_write_bytecode = True

from checks import FOLDER, check, enough_of, finish, is_watched, run, write_own

# GPUs of a machine, of a node and of a domain.
SITES = {
    "GB300 NVL72": (72, 4, 72),
    "GB200 NVL72": (72, 4, 72),
    "Standard_ND128isr_GB300_v6": (4, 4, 72),
    "Standard_ND96isr_H100_v5": (8, 8, 8),
}


def machines_of(site, tensor, expert, expert_tensor, gpus):
    """Ranks in a row where no group is cut; else groups one by one, each on the first nodes of one domain that have room for it."""
    machine, node, domain = site
    together = math.lcm(tensor, expert * expert_tensor)
    is_cut = any(first // domain != (first + size - 1) // domain for size in (tensor, expert * expert_tensor) for first in range(0, gpus, size))
    if together > domain or not is_cut:
        return -(-gpus // machine)
    free, taken = [], set()
    for _ in range(gpus // together):
        nodes, of_one = (1, together) if together <= node else (-(-together // node), node)
        at = 0
        while True:
            while len(free) < at + nodes:
                free.append(node)
            if at % (domain // node) + nodes <= domain // node and all(each >= of_one for each in free[at : at + nodes]):
                break
            at += 1
        for one in range(at, at + nodes):
            free[one] -= of_one
            taken.add(one * node // machine)
    return len(taken)


def of_plan(site, plan):
    return machines_of(site, plan["tensor_parallel"], plan["expert_parallel"], plan["expert_tensor_parallel"], plan["gpus"])


def answer(*arguments):
    status, out, error = run(*arguments, "--json")
    return status, json.loads(out) if out else error


def near(a, b):
    return abs(a - b) <= 1e-9 * abs(b)


# ---- nine groups of 64 GPUs have a rack each, by whoever is asked
NINE = ("--train", "--model", "deepseek-v3", "--sequence", "4096", "--global-batch", "576", "--tensor-parallel", "1", "--expert-parallel", "64", "--expert-tensor-parallel", "1",
        "--data-parallel", "64", "--pipeline-parallel", "9")
for racks, status in (("", 0), ("=9", 0), ("=8", 1)):
    for command in ("fit", "estimate"):
        exits, found = answer(command, *NINE, "--on", "GB300 NVL72" + racks)
        check(exits == status, f"{command} {racks}: exit {exits}")
        machine = found["jobs"][0]["machines"][0] if exits == 0 else {}
        check(exits > 0 or machine["machines"] == 9, f"{command} {racks}: {str(machine)[:300]}")
    exits, found = answer("plan", *NINE, "--tokens", "1T", "--objective", "time", "--machines", "GB300 NVL72" + (racks or "=20"))
    plan = found["jobs"][0]["plans"][0]
    check(exits == status and (exits > 0 or (plan["plan"]["machines"] == 9 and len(plan["places"]) == 9)), f"plan {racks}: exit {exits}, {str(plan)[:300]}")
    check(exits == 0 or "more machines are needed" in plan["why"], f"{plan}")
short = " ".join(run("fit", *NINE, "--on", "GB300 NVL72=8")[1].split())
check("It needs 9 machines, 576 of their 648 GPUs" in short and "there are 8" in short, short[:300])

# ---- eight groups of 6 GPUs have a machine of 8 each, and what is written starts 6 processes on each
SIX_EXPERTS = os.path.join(FOLDER.name, "config.json")
with open(SIX_EXPERTS, "w") as out:
    json.dump({"architectures": ["MixtralForCausalLM"], "model_type": "mixtral", "hidden_size": 2048, "intermediate_size": 4096, "num_hidden_layers": 8, "num_attention_heads": 16,
               "num_key_value_heads": 8, "vocab_size": 32000, "num_local_experts": 6, "num_experts_per_tok": 2, "max_position_embeddings": 8192, "tie_word_embeddings": False}, out)
OF_SIX = ("plan", "--train", "--model", SIX_EXPERTS, "--sequence", "4096", "--global-batch", "48", "--tokens", "1B", "--tensor-parallel", "1", "--pipeline-parallel", "1", "--data-parallel", "48",
          "--expert-parallel", "6", "--expert-tensor-parallel", "1", "--objective", "time", "--machines", "Standard_ND96isr_H100_v5=10")
check(answer(*OF_SIX)[1]["jobs"][0]["plans"][0]["plan"]["machines"] == 8, "groups of 6 GPUs")
script = run(*OF_SIX, "--emit", "slurm")[1]
check("--nodes=8\n" in script and "--gpus-per-node=6\n" in script and "--nnodes 8 --nproc-per-node 6 " in script, script[:1500])

# ---- replicas that are said are counted whole, too: of 48 GPUs one in a rack, of 5 one on a machine of 8, of 3 two
for model, layout, machine, replicas, needs in (
    ("deepseek-v3", ("--tensor-parallel", "1", "--data-parallel", "48", "--expert-parallel", "--concurrent-sequences", "48", "--context", "4096"), "GB300 NVL72", 3, 3),
    ("llama-3.1-8b", ("--pipeline-parallel", "5"), "Standard_ND96isr_H100_v5", 3, 3),
    ("llama-3.1-8b", ("--pipeline-parallel", "3"), "Standard_ND96isr_H100_v5", 5, 3),
    ("llama-3.1-8b", ("--tensor-parallel", "4"), "Standard_ND96isr_H100_v5", 5, 3),
):
    said = ("--model", model, *layout, "--replicas", str(replicas), "--on")
    for command in ("fit", "estimate"):
        exits, found = answer(command, *said, machine)
        of = found["jobs"][0]["machines"][0]
        check(exits == 0 and of.get("machines", needs) == needs, f"{command} {said}: exit {exits}, {str(of)[:300]}")
        check(answer(command, *said, f"{machine}={needs}")[0] == 0, f"{command} {said}: does not fit on {needs}")
        check(answer(command, *said, f"{machine}={needs - 1}")[0] == 1, f"{command} {said}: fits on {needs - 1}")

# ---- replicas of a plan have nodes of their own in a domain, or lie several on one, of one job as of several: of 5 GPUs nine in a rack of 18 nodes of 4, of 3 eighteen
for machine, (of_machine, node, domain) in SITES.items():
    for size in (3, 5, 6):
        job = ("plan", "--model", "llama-3.1-8b", "--tensor-parallel", "1", "--pipeline-parallel", str(size), "--prompt", "1024", "--answer", "256", "--objective", "gpus", "--machines", f"{machine}={1000 // of_machine}", "--requests-per-second")
        of_one = answer(*job, "1")[1]["jobs"][0]["plans"][0]["plan"]["requests_per_second_of_replica"]
        for replicas in enough_of((2, 9, 10, 14, 19), 3):
            rate = str((replicas - 0.5) * of_one)
            nodes = -(-replicas // (node // size)) if size <= node else replicas * -(-size // node)
            in_domain = domain // node if size <= node else domain // node // -(-size // node) * -(-size // node)
            machines = nodes if of_machine == node else -(-nodes // in_domain)
            alone = answer(*job, rate)[1]["jobs"][0]["plans"][0]["plan"]
            check((alone["replicas"], alone["machines"]) == (replicas, machines), f"{machine}, {replicas} of {size}: {alone['replicas']} on {alone['machines']}, by hand {machines}")
            _, found = answer(*job, rate, "--in-steps", f"{machine}=1")
            check([each["used"] for each in found["shared"]["plan"]["machines"]] == [machines], f"{machine}, {replicas} of {size}: {found['shared']['plan']['machines']}, by hand {machines}")

# ---- random jobs: each plan has the machines that its groups take by hand, and the commands that answer the same agree
draws = random.Random(41)
jobs = []
for _ in range(24):
    machine = draws.choice(list(SITES))
    has_price = machine == "Standard_ND96isr_H100_v5"
    model = draws.choice(("qwen3-30b-a3b", "mixtral-8x7b", "deepseek-v3"))
    batch = draws.choice((48, 64, 72, 96, 144, 240, 576))
    most = draws.randint(1, 60 if machine.startswith("Standard_ND128") else 6)
    objective = draws.choice(("time", "energy", "gpus") + (("cost",) if has_price else ()))
    experts = draws.choice((0, 0, 0, 2, 4, 8))
    jobs.append((machine, has_price, model, batch, most, objective, experts))
planned = on_more = 0
for machine, has_price, model, batch, most, objective, experts in enough_of(jobs, 8):
    site = SITES[machine]
    job = ("--train", "--model", model, "--sequence", "4096", "--global-batch", str(batch))
    asked = (*job, *(("--expert-parallel", str(experts)) if experts else ()), "--tokens", "20B", "--objective", objective, *(("--region", "eastus") if has_price else ()))
    here = (*asked, "--machines", f"{machine}={most}")
    status, alone = answer("plan", *here)
    of_one = alone["jobs"][0]["plans"][0]
    _, stepped = answer("plan", *here, "--in-steps", f"{machine}=1")
    together = stepped["shared"].get("plan")
    check((status == 0) == (together is not None), f"{here}: exit {status}, in steps {together}")
    if status != 0 or together is None:
        continue
    planned += 1
    plan = of_one["plan"]
    for each in of_one["by_count"]:
        check(each["machines"] == of_plan(site, each) <= most, f"{here}: {of_plan(site, each)} machines by hand, {each}")
        on_more += each["machines"] > -(-each["gpus"] // site[0])
    bought = sum(each["bought"] for each in together["machines"])
    amounts = {"time": (plan["days"], together["days"]), "energy": (plan["gpu_joules"], together["amount"]), "cost": (plan["dollars"], together["dollars"])}
    # In steps the GPUs of the machines are counted, not those in use.
    check(near(*amounts[objective]) if objective in amounts else bought <= plan["machines"], f"{here}: {amounts.get(objective)}, {plan['machines']} and {bought} machines")
    # Racks that are held are used as those that are bought; VMs of a rack fill one after the other.
    if site[0] >= site[2] and objective == "time":
        kind = "size" if has_price else "rack"
        _, held = answer("plan", *(each for each in asked if each not in ("--region", "eastus")), "--held", write_own("held.json", {"machines": [{kind: machine, "count": most}]}))
        check(near(held["shared"]["plan"]["days"], plan["days"]), f"{here}: {plan['days']} days, held {held['shared']['plan']['days']}")
    said = (*job, "--tensor-parallel", str(plan["tensor_parallel"]), "--pipeline-parallel", str(plan["pipeline_parallel"]), "--data-parallel", str(plan["data_parallel"]),
            "--context-parallel", str(plan["context_parallel"]), "--expert-parallel", str(plan["expert_parallel"]), "--expert-tensor-parallel", str(plan["expert_tensor_parallel"]), "--micro-batch", str(plan["micro_batch"]),
            "--recompute", "full", "--on")
    fit = answer("fit", *said, machine)[1]["jobs"][0]["machines"][0]
    check(fit["machines"] in (plan["machines"], "none"), f"{said}: {fit['machines']}, planned {plan['machines']}")
check(planned > len(enough_of(jobs, 8)) / 2 and (is_watched or on_more > 0), f"{planned} planned, {on_more} on more machines than their GPUs fill")
finish()
