#!/usr/bin/env python3
"""The choice of the jobs' plans, and of machines for demands, that headroom plan finds against those of solvers: test_shared_solver.py PROGRAM"""

import json
import os
import pathlib
import random
import sys

sys.dont_write_bytecode = True

from checks import FOLDER, check, check_refused, enough_of, finish, run, write_own
from solvers import COMMANDS, SOLVERS, optimum_of

H100, A100, RACK, SMALL = "Standard_ND96isr_H100_v5", "Standard_ND96amsr_A100_v4", "GB300 NVL72", "Standard_NC40ads_H100_v5"
PATH = os.environ["PATH"]


def job_of(name, kind, prices):
    own = [{"machine": machine, "on_demand": f"${price}/h", "spot": f"${price * 2 / 5}/h"} for machine, price in prices.items()]
    model = {"train": {"model": "llama-3.1-8b", "sequence": 8192, "global_batch": 256}, "serve": {"model": "llama-3.1-8b", "weights": "fp8", "context": 8192}}
    return write_own(f"{name}.json", {"job": {"name": name, kind: model[kind]}, "prices": {"own": own}})


def near(a, b, within=1e-6):
    return abs(a - b) <= within * max(abs(a), abs(b))


# ---- random jobs and demands: the search and every solver that is installed find the same amount, and so does who reads the texts
chance = random.Random(29)
outcomes, agreed, written = [], dict.fromkeys(SOLVERS, 0), 0
for case in (draws := enough_of(range(16), every=4)):
    kinds = chance.sample([H100, A100, SMALL, RACK], chance.randrange(1, 4))
    prices = {H100: chance.randrange(60, 110), A100: chance.randrange(20, 50), SMALL: chance.randrange(5, 15), RACK: chance.randrange(300, 900)}
    training, serving = chance.choice([(2, 0), (1, 1), (0, 2), (0, 3), (1, 2)])
    asked = ["plan", *(job_of(f"train{i}", "train", prices) for i in range(training)), *(job_of(f"serve{i}", "serve", prices) for i in range(serving))]
    has_demand = chance.random() < 0.4
    if has_demand:
        asked.append(write_own("research.json", {"demand": {"total": {"gpus": chance.randrange(1, 30)}}}))
    for _ in range(training):
        asked += ["--tokens", f"{chance.choice([1, 5, 20])}e9"]
    for _ in range(serving):
        asked += ["--requests-per-second", f"{chance.choice([5, 20, 60])}"]
    if serving:
        asked += ["--slo", "ttft=1s,tpot=60ms", "--prompt", "1024", "--answer", "256"]
    if training and (serving or has_demand):
        asked += ["--services-for", f"{chance.choice([1, 5, 40])}days"]
    names = [f"{name}={chance.randrange(1, 7)}" for name in kinds]
    if chance.random() < 0.4:
        names.append(f"{kinds[0]}@spot={chance.randrange(1, 5)}")
        asked += ["--spot-share", f"{chance.choice([20, 50, 80])}%"]
    asked += ["--machines", ",".join(names), "--objective", chance.choice(["cost", "cost", "gpus"])]
    if chance.random() < 0.4:
        asked += ["--held", write_own("held.json", {"machines": [{"size": H100, "count": chance.randrange(1, 4)}]})]
    if chance.random() < 0.3:
        asked += ["--in-steps", f"{kinds[0]}={chance.choice([2, 3])}"]
    asked.append("--json")
    status, out, error = run(*asked)
    check(not error, f"case {case}: {error}")
    found = json.loads(out)["shared"] if out else {}
    outcomes.append(found.get("outcome"))
    for solver in SOLVERS:
        status_of, printed, error = run(*asked, "--solver", solver)
        check(not error and status_of == status, f"case {case}: {solver}: exit {status_of} and {status}: {error}")
        solved = json.loads(printed)["shared"] if printed else {}
        check(solved.get("outcome") == found["outcome"], f"case {case}: {solver}: {solved}")
        if status == 0:
            check(near(solved["plan"]["amount"], found["plan"]["amount"]) and solved["gap"] == 0, f"case {case}: {solver} has {solved['plan']['amount']}, and {found['plan']['amount']} was found")
            agreed[solver] += len(solved["proved_by"]) == 2
    if status == 0:
        for form in ("lp", "mps"):
            program = os.path.join(FOLDER.name, f"shared.{form}")
            status_of, _, error = run(*asked, "--emit", form, "--emit-to", program)
            check(status_of == 0 and not error, f"case {case}: {error}")
            for solver in SOLVERS:
                optimum = optimum_of(solver, form, program, FOLDER.name)
                check(optimum is not None and abs(optimum - found["plan"]["amount"]) <= 1e-6 * found["plan"]["amount"] + 1e-6, f"case {case}: {solver} reads {optimum} in {form}, and {found['plan']['amount']} was found")
            written += 1
check(len(draws) < 10 or (outcomes.count("fits") > 6 and outcomes.count("fits") < len(draws)), f"{outcomes}")
for solver, times in agreed.items():
    check(times > 5 or len(draws) < 10, f"{solver} proved {times}")

# ---- what rows do not say is refused, with the reason, and so are solvers that go wrong, played by scripts
PRICES = {H100: 100}
ONE = ("plan", job_of("one", "train", PRICES), job_of("chat", "serve", PRICES), "--tokens", "5e9", "--requests-per-second", "20", "--prompt", "1024", "--answer", "256", "--services-for", "10days", "--machines", f"{H100}=4")
check_refused(["--solver cbc", "whole numbers", "one sum says not both"], *ONE, "--objective", "time", "--solver", "cbc")
check_refused(["--emit lp", "whole numbers", "one sum says not both"], *ONE, "--objective", "time", "--emit", "lp")
# At once: no machine was looked at.
VM = "Standard_ND128isr_GB300_v6"
PARTS = (*ONE[:-2], "--held", write_own("parts.json", {"machines": [{"size": VM, "count": 5}]}))
for asked, why in ((PARTS, "parts of racks are held"), ((*ONE, "--objective", "time"), "one sum says not both")):
    for form in (("--solver", "cbc"), ("--emit", "lp")):
        status, out, error = run(*asked, "--progress", *form)
        check(status == 2 and not out and error.startswith("0 of 2 machines") and " ".join(form) in error and why in error, f"{form}: exit {status}, {error}")
check_refused(["--emit mps", "a job has no option"], *ONE, "--deadline", "1h", "--emit", "mps")
status, out, error = run(*ONE, "--deadline", "1h", "--solver", "cbc")
check(status == 1 and "no plan by itself" in out and not error, f"exit {status}: {out}{error}")
status, out, _ = run(*ONE, "--emit", "lp")
check(status == 0 and out.startswith("\\ x0: job 0 runs by option 0\n") and out.endswith("End\n"), out)
best = json.loads(run(*ONE, "--json")[1])["shared"]["plan"]["amount"]
BIN = os.path.join(FOLDER.name, "bin")
os.mkdir(BIN)
os.environ["PATH"] = f"{BIN}:{PATH}"
program = [line.split() for line in out.splitlines()]
variables = sum(line[:1] == ["\\"] for line in program)
first_of = {job: next(i for i, line in enumerate(program) if line[2:4] == ["job", job]) for job in ("0", "1")}


def play(status, values):
    lines = [f"{status} - objective value 1"] + [f"{i} x{i} {value} 0" for i, value in sorted(values.items())]
    path = os.path.join(BIN, "cbc")
    pathlib.Path(path).write_text("#!/bin/sh\ncat > answer <<'END'\n" + "\n".join(lines) + "\nEND\n")
    os.chmod(path, 0o755)


dear = {i: 0 for i in range(variables)} | {first_of["0"]: 1, first_of["1"]: 1}
for said, kind, values in ((["finds no choice"], "Infeasible", {}), (["0.5", "whole number"], "Optimal", dear | {0: 0.5})):
    play(kind, values)
    check_refused(["--solver cbc", *said], *ONE, "--solver", "cbc")
# A machine of its own for the job that trains, where it has room beside the other, is not the optimum; with time up the search's stands.
apart = {i: int("nodes" in program[i]) for i in range(variables)} | {first_of["0"] + 1: 1, first_of["1"]: 1}
play("Optimal", apart)
check_refused(["--solver cbc", "optimal", "takes less"], *ONE, "--solver", "cbc")
play("Stopped on time", apart)
status, out, error = run(*ONE, "--solver", "cbc", "--json")
found = json.loads(out)["shared"]
check(status == 0 and found["plan"]["amount"] == best and found["proved_by"] == ["headroom"], f"{found['plan']['amount']}, {found['proved_by']}: {error}")

missing = [solver for solver in COMMANDS if solver not in SOLVERS]
print(f"proved as the search did: {agreed}" + (f"; not installed: {', '.join(missing)}" if missing else ""))
finish()
