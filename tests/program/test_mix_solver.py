#!/usr/bin/env python3
"""The mix of machines that headroom plan finds against GLPK's, of what --emit lp writes: test_mix_solver.py PROGRAM"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

from checks import check, finish, run

SOLVER = shutil.which("glpsol")
if SOLVER is None:
    print("Skipped: glpsol (glpk-utils) is not installed")
    sys.exit(77)

SIZES = ["Standard_ND96isr_H100_v5", "Standard_NC80adis_H100_v5", "Standard_NC40ads_H100_v5", "Standard_ND96asr_v4", "Standard_NC24ads_A100_v4", "Standard_NC48ads_A100_v4"]
chance = random.Random(23)
outcomes, proved = [], 0
with tempfile.TemporaryDirectory() as folder:
    path, program, answer = (os.path.join(folder, name) for name in ("demand.json", "mix.lp", "mix.txt"))
    for case in range(30):
        kinds = chance.sample(SIZES, chance.randrange(2, 5))
        demand = {"total": {"gpus": chance.randrange(1, 400), "vcpus": chance.randrange(1, 4000), "system_memory": f"{chance.randrange(1, 20000)} GiB",
                            "usable_gpu_memory": f"{chance.randrange(1, 20000)} GiB"}}
        if chance.random() < 0.4:
            demand["at_most"] = {"vms": chance.randrange(5, 120)}
        if chance.random() < 0.3:
            demand["per_gpu"] = {"usable_gpu_memory": "60 GiB"}
        prices = [{"machine": name, "on_demand": f"${chance.randrange(300, 12000) / 100}/h"} for name in kinds]
        with open(path, "w") as out:
            json.dump({"format": 1, "demand": demand, "prices": {"own": prices}}, out)
        asked = ("plan", path, "--machines", ",".join(name if chance.random() < 0.5 else f"{name}={chance.randrange(1, 60)}" for name in kinds),
                 "--objective", chance.choice(["cost", "gpus"]), "--emit", "lp", "--emit-to", program, "--json")
        status, printed, error = run(*asked)
        check(not error, f"{case}: {error}")
        found = json.loads(printed)["mix"]
        solved = subprocess.run([SOLVER, "--lp", program, "--tmlim", "20", "-o", answer], capture_output=True, text=True, timeout=60, check=False)
        with open(answer) as text:
            optimum = re.search(r"Status: +(.*)\n.*\n?.*Objective: +amount = ([-+.0-9e]+)", text.read())
        is_met = optimum is not None and optimum[1] == "INTEGER OPTIMAL"
        outcomes.append(found["outcome"])
        check(is_met == (found["outcome"] == "fits") and solved.returncode == 0, f"{case}: {demand} {found['outcome']}, and GLPK says {optimum and optimum[1]}")
        if is_met and found["outcome"] == "fits":
            amount = float(optimum[2]) * (3600 if found["unit"] == "dollars_per_hour" else 1)
            # Where the search ended before it was proved, GLPK's lies between its bound and its best.
            check(found["bound"] * (1 - 1e-6) <= amount <= found["amount"] * (1 + 1e-6), f"{case}: {found['bound']} to {found['amount']}, and GLPK has {amount}")
            proved += found["gap"] == 0
check(outcomes.count("fits") >= 20 and outcomes.count("does_not_fit") >= 3 and proved >= 15, f"{outcomes}, {proved} proved")
print(f"{proved} of {outcomes.count('fits')} mixes are proved, and are GLPK's")
finish()
