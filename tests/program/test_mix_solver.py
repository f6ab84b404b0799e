#!/usr/bin/env python3
"""The mix of machines that headroom plan finds against those of solvers, and what it says of solvers that go wrong: test_mix_solver.py PROGRAM"""

import json
import os
import pathlib
import random
import sys
import tempfile

sys.dont_write_bytecode = True

from checks import check, check_refused, finish, run
from solvers import COMMANDS, SOLVERS, optimum_of

SIZES = ["Standard_ND96isr_H100_v5", "Standard_NC80adis_H100_v5", "Standard_NC40ads_H100_v5", "Standard_ND96asr_v4", "Standard_NC24ads_A100_v4", "Standard_NC48ads_A100_v4"]
GPUS = dict(zip(SIZES, (8, 2, 1, 8, 1, 2)))
FOLDER = tempfile.TemporaryDirectory()
PATH = os.environ["PATH"]


def file_of(name, text):
    path = os.path.join(FOLDER.name, name)
    pathlib.Path(path).write_text(text)
    return path


def demand_of(total, prices, name="demand.json", **more):
    own = [{"machine": name, "on_demand": f"${price}/h", "spot": f"${price / 2}/h"} for name, price in prices.items()]
    return file_of(name, json.dumps({"format": 1, "demand": {"total": total, **more}, "prices": {"own": own}}))


# ---- random demands: the search and every solver that is installed find the same amount
chance = random.Random(23)
outcomes, agreed, shares, reserved_written = [], dict.fromkeys(SOLVERS, 0), 0, 0
for case in range(36):
    kinds = chance.sample(SIZES, chance.randrange(2, 7))
    total = {"gpus": chance.randrange(1, 400), "vcpus": chance.randrange(1, 4000), "system_memory": f"{chance.randrange(1, 20000)} GiB",
             "usable_gpu_memory": f"{chance.randrange(1, 20000)} GiB"}
    more = {}
    if chance.random() < 0.4:
        more["at_most"] = {"vms": chance.randrange(5, 120)}
    if chance.random() < 0.3:
        more["per_gpu"] = {"usable_gpu_memory": "60 GiB"}
    prices = {name: chance.randrange(300, 12000) / 100 for name in kinds}
    paths = [demand_of(total, prices, **more)]
    for other in range(chance.randrange(1, 3) if case >= 24 else 0):  # of several each has machines of its own
        paths.append(demand_of({"gpus": chance.randrange(1, 100), "vcpus": chance.randrange(1, 1500)}, prices, f"other{other}.json",
                               **({"at_most": {"vms": chance.randrange(5, 60)}} if chance.random() < 0.5 else {})))
    asked = ["plan", *paths, "--machines", ",".join(name if chance.random() < 0.5 else f"{name}={chance.randrange(1, 60)}" for name in kinds),
             "--objective", chance.choice(["cost", "gpus"]), "--json"]
    if chance.random() < 0.4:
        asked += ["--reserved", f"{chance.choice(kinds)}={chance.randrange(1, 5)}@{chance.randrange(1, 30)}/h"]
    if chance.random() < 0.3:
        asked += ["--in-steps", f"{kinds[0]}={chance.randrange(2, 5)}"]
    share = None
    if chance.random() < 0.4:  # some of them on spot, too
        share, at = chance.randrange(0, 60), asked.index("--machines") + 1
        asked += ["--spot-share", f"{share}%"]
        asked[at] += "".join(f",{name}@spot={chance.randrange(1, 40)}" for name in kinds[:2])
    status, printed, error = run(*asked)
    check(not error, f"{case}: {error}")
    found = json.loads(printed)["mix"]
    if share is not None and found["outcome"] == "fits":
        gpus = [(each["count"] * GPUS[each["machine"].split("@")[0].split(" ")[0]], each["is_spot"]) for each in found["machines"]]
        on_spot = sum(each for each, is_spot in gpus if is_spot)
        shares += on_spot > 0
        check(100 * on_spot <= share * sum(each for each, _ in gpus) + 1e-6, f"{case}: {on_spot} GPUs on spot, and {share} % may be: {gpus}")
    outcomes.append(found["outcome"])
    check(found.get("gap", 0) == 0 and found.get("solved_by", "headroom") == "headroom", f"{case}: not proved: {found}")
    for solver in SOLVERS:
        status_of, printed, error = run(*asked, "--solver", solver)
        check(not error and status_of == status, f"{case}: {solver}: exit {status_of} and {status}: {error}")
        solved = json.loads(printed)["mix"] if printed else {}
        check(solved.get("outcome") == found["outcome"], f"{case}: {solver}: {solved}")
        if found["outcome"] == "fits":
            check(abs(solved["amount"] - found["amount"]) <= 1e-6 * found["amount"] and solved["gap"] == 0, f"{case}: {solver} has {solved['amount']}, and {found['amount']} was found")
            agreed[solver] += solved["solved_by"].lower() == solver
    # The optimum of what is written for solvers, in both formats, is the amount.
    if case % 2 == 0 and found["outcome"] == "fits":
        for form in ("lp", "mps"):
            program = f"mix.{form}"
            run(*asked, "--emit", form, "--emit-to", os.path.join(FOLDER.name, program))
            reserved_written += ": 1, for what is taken in any case" in pathlib.Path(FOLDER.name, program).read_text()
            for solver in SOLVERS:
                optimum = optimum_of(solver, form, program, FOLDER.name)
                check(optimum is not None and abs(optimum - found["amount"]) <= 1e-6 * found["amount"], f"{case}: {solver} reads an optimum of {optimum} in {form}, and {found['amount']} was found")
check(reserved_written >= 4, f"{reserved_written} programs have what is reserved")
check(shares >= 4, f"{shares} mixes had machines on spot within a share")
check(outcomes.count("fits") >= 14 and outcomes.count("does_not_fit") >= 2, f"{outcomes}")
for solver, times in agreed.items():
    check(times >= 14, f"{solver} solved {times}")
    words = " ".join(run(*[word for word in asked if word != "--json"], "--solver", solver, columns=150)[1].split())
    check("optimality gap is 0 %" in words or "Mix: none" in words, words)

# ---- steps of three: of 32 GPUs for one demand or two, a half is on spot where three of each are taken
apart = [demand_of({"gpus": gpus}, {SIZES[0]: 10}, f"steps{gpus}.json") for gpus in (24, 8)]
for paths in (apart, [demand_of({"gpus": 32}, {SIZES[0]: 10}, "steps.json")]):
    for solver in [None, *SOLVERS]:
        for most, share, amount in ((3, 25, None), (3, 50, 3 * 10 + 3 * 5), (6, 25, 6 * 10)):
            status, out, error = run("plan", *paths, "--machines", f"{SIZES[0]}={most},{SIZES[0]}@spot=3", "--in-steps", f"{SIZES[0]}=3", "--spot-share", f"{share}%", "--json",
                                     *(["--solver", solver] if solver else []))
            found = json.loads(out)["mix"] if out else {}
            check(not error and status == (amount is None) and found.get("amount") == amount, f"{len(paths)} demands, {solver}, {most}, {share} %: exit {status}: {found}{error}")

# ---- solvers that go wrong, played by scripts: 36 GPUs of eights at $98 and ones at $7, of which there are 16
DEMAND = demand_of({"gpus": 36}, {SIZES[0]: 98, SIZES[2]: 7})
ASKED = ("plan", DEMAND, "--machines", f"{SIZES[0]},{SIZES[2]}=16")
BIN = os.path.join(FOLDER.name, "bin")
os.mkdir(BIN)


def play(command, script):
    path = os.path.join(BIN, command)
    pathlib.Path(path).write_text("#!/bin/sh\n" + script)
    os.chmod(path, 0o755)


def cbc(status, *values):
    lines = [f"{status} - objective value 1"] + [f"{i} x{i} {value} 0" for i, value in enumerate(values)]
    play("cbc", "cat > answer <<'END'\n" + "\n".join(lines) + "\nEND\n")


os.environ["PATH"] = BIN
check_refused(["--solver cbc", "not on PATH", "coinor-cbc"], *ASKED, "--solver", "cbc")
os.environ["PATH"] = f"{BIN}:{PATH}"
for script, said in (("exit 3\n", ["failed", "exit status 3"]), ("echo out of order\n", ["no answer", "out of order"]), ("kill -9 $$\n", ["exit status 137"]),
                     ("echo what > answer\n", ["cannot be read"]), (": > answer\n", ["no answer"])):
    play("cbc", script)
    check_refused(["--solver cbc", *said], *ASKED, "--solver", "cbc")
for values, said in (((2.5, 16), ["2.5", "whole number"]), ((3, 17), ["x1", "0 to 16"]), ((-1, 16), ["-1"]), ((1e300, 0), ["whole number"]), ((0, 0), ["does not meet"]), ((5, 0), ["optimal", "takes less"]),
                     ((3, 12, 4), ["cannot be read"])):
    cbc("Optimal", *values)
    check_refused(["--solver cbc", *said], *ASKED, "--solver", "cbc")
cbc("Infeasible")
check_refused(["--solver cbc", "finds no mix"], *ASKED, "--solver", "cbc")
cbc("Optimal", 3, 12)
status, out, _ = run(*ASKED, "--solver", "cbc")
check(status == 0 and "CBC" in out, out)
# Stopped in time: the best of both.
for values in ((5, 0), ()):
    cbc("Stopped on time" if values else "Stopped on time (no integer solution - continuous used)", *values)
    status, out, _ = run(*ASKED, "--solver", "cbc", "--json")
    found = json.loads(out)["mix"]
    check(status == 0 and found["amount"] == 3 * 98 + 12 * 7 and found["solved_by"] == "headroom", f"{found}")
# Its time is up: ended, and not waited for.
play("cbc", "sleep 50\n")
check_refused(["--solver cbc", "time was up"], *ASKED, "--solver", "cbc", "--time-limit", "1s")
# HiGHS, in its documentation's format.
play("highs", 'while [ "$1" != --solution_file ]; do shift; done\nprintf "Model status\\nOptimal\\n\\n# Primal solution values\\nFeasible\\nObjective 378\\n# Columns 2\\nx0 3\\nx1 12\\n# Rows 1\\nneed0 36\\n" > "$2"\n')
status, out, _ = run(*ASKED, "--solver", "highs", "--json")
check(status == 0 and json.loads(out)["mix"]["solved_by"] == "HiGHS", out)

# The search's own, too: with the time there is, what it has is told with its gap.
for limit in ("1ms", "60s"):
    status, out, error = run(*ASKED, "--time-limit", limit, "--json")
    found = json.loads(out)["mix"]
    check((status, found["outcome"]) in ((0, "fits"), (3, "cannot_be_judged")) and not error, f"{limit}: exit {status}: {out}{error}")
    check(status == 3 or (found["amount"] >= 3 * 98 + 12 * 7 and found["bound"] <= 3 * 98 + 12 * 7 + 1e-9), f"{limit}: {found}")
check(found["amount"] == 3 * 98 + 12 * 7 and found["gap"] == 0, f"{found}")
check_refused(["--time-limit", "60s"], *ASKED, "--solver", "cbc", "--time-limit", "0s")
check_refused(["--solver", "cbc, glpk or highs"], *ASKED, "--solver", "gurobi")
check_refused(["--solver", "whole racks"], "plan", demand_of({"gpus": 36}, {"Standard_ND128isr_GB300_v6": 98}, per_domain={"gpus": 16}), "--machines", "Standard_ND128isr_GB300_v6", "--solver", "cbc")

missing = [solver for solver in COMMANDS if solver not in SOLVERS]
print(f"solved as the search did: {agreed}" + (f"; not installed: {', '.join(missing)}" if missing else ""))
finish()
