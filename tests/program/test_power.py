#!/usr/bin/env python3
"""Electricity and limits of power in plans of `headroom plan`: test_power.py PROGRAM"""

import itertools
import json
import os
import sys
import tempfile

sys.dont_write_bytecode = True

from checks import check, check_refused, finish, run

H100, SMALL = "Standard_ND96isr_H100_v5", "Standard_NC40ads_H100_v5"
TRAINED = ("--train", "--model", "llama-3.1-8b", "--sequence", "8192", "--global-batch", "256", "--tokens", "100B", "--region", "eastus", "--objective", "time")
SERVED = ("--model", "llama-3.1-70b", "--weights", "fp8", "--context", "8192", "--prompt", "1024", "--answer", "256", "--slo", "ttft=1s,tpot=40ms", "--region", "eastus")
DRAWN = ("--power", f"{H100}=10kW,{SMALL}=800W", "--pue", "1.25")
PAID = (*DRAWN, "--energy-price", "0.08")


def plan(*arguments):
    status, out, error = run("plan", *arguments, "--json")
    check(not error, f"{arguments}: {error}")
    return status, json.loads(out)["jobs"][0] if out else {}


def text(*arguments):
    return " ".join(run("plan", *arguments, columns=150)[1].split())


def near(a, b):
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b))


# ---- electricity is machines times 12.5 kW at the meter times hours times its price: of the plan, and of every other one
status, found = plan(*TRAINED, "--machines", f"{H100}=16", *PAID)
best = found["plans"][0]
for each in (best["plan"], found["runner_up"], *best["by_count"], *found["front"]):
    check(near(each["watts_drawn"], 12_500 * each["machines"]) and near(each["electricity_dollars"], 12.5 * each["machines"] * each["days"] * 24 * 0.08), f"{each}")
check(status == 0 and len(best["by_count"]) > 4 and "max_power_watts" not in found, f"exit {status}: {found}")
status, found = plan(*SERVED, "--requests-per-second", "50", "--machines", f"{H100}=2,{SMALL}=16", *PAID)
for each in found["mix"]["parts"]:
    kilowatts = {H100: 12.5, SMALL: 1}[each["machine"]] * each["machines"]
    check(near(each["watts_drawn"], 1000 * kilowatts) and near(each["electricity_dollars_per_hour"], kilowatts * 0.08), f"{each}")
check(len(found["mix"]["parts"]) == 2, f"{found['mix']}")
for said in ("Its machines draw 100 kW at the meter, with the PUE, and their electricity costs $", "electricity"):
    check(said in text(*TRAINED, "--machines", f"{H100}=8", *PAID), f"lacks {said!r}")

# ---- nothing of it has a default, and what is not known is said
status, found = plan(*TRAINED, "--machines", f"{H100}=8", *DRAWN)
check(found["plans"][0]["plan"]["electricity_dollars"] is None and found["plans"][0]["plan"]["watts_drawn"] == 100_000, f"{found['plans'][0]['plan']}")
ONE = ("--machines", f"{H100}=8")
for asked, said in ((("--pue", "1.25", "--energy-price", "0.08"), f"no source states it of {H100}; --power says it"), (DRAWN, "not known, without --energy-price"),
                    (("--power", "10kW", "--energy-price", "$0.08/kWh"), "not known, without --pue"), (("--power", "10kW"), "Its machines draw 80 kW.")):
    check(said in text(*TRAINED, *ONE, *asked), f"{asked}: lacks {said!r}: {text(*TRAINED, *ONE, *asked)[:600]}")
UNPRICED = tuple(word for word in TRAINED if word not in ("--region", "eastus"))
check("What the machines themselves cost is not known, so that nothing is known of both together" in text(*UNPRICED, *ONE, *PAID), "a price is not known")
check("draw" not in text(*TRAINED, *ONE).replace("--power", ""), "nobody asks for power")

# ---- a limit of power is as many machines as draw no more: the same plan as with that many
for limit, most in (("0.1MW", 8), ("99kW", 7), ("30kW", 2)):
    status, found = plan(*TRAINED, "--machines", f"{H100}=16", *PAID, "--max-power", limit)
    status_of, expected = plan(*TRAINED, "--machines", f"{H100}={most}", *PAID)
    free = plan(*TRAINED, "--machines", f"{H100}=16", *PAID)[1]
    check(status == status_of == 0 and found["plans"] == expected["plans"] and found["plans"][0]["plan"]["watts_drawn"] <= found["max_power_watts"], f"{limit}: exit {status}: {found['plans'][0]}")
    check(found["without_max_power"] == {"machine": H100, **free["plans"][0]["plan"]}, f"{limit}: {found['without_max_power']}")
check("What binds is --max-power 100 kW: without it 16 x " in text(*TRAINED, "--machines", f"{H100}=16", *PAID, "--max-power", "0.1MW"), "what binds")
check("--max-power 300 kW binds nothing" in text(*TRAINED, "--machines", f"{H100}=16", *PAID, "--max-power", "0.3MW"), "nothing binds")
status, found = plan(*SERVED, "--requests-per-second", "50", "--machines", H100, *PAID, "--max-power", "30kW")
check(status == 1 and found["without_max_power"]["machines"] == 3 and found["plans"][0]["outcome"] == "does not fit", f"exit {status}: {found}")
status, found = plan(*SERVED, "--requests-per-second", "50", "--machines", f"{H100},{SMALL}", *PAID, "--max-power", "10kW")
check("one draws 12.5 kW, more than --max-power 10 kW" in [each.get("why") for each in found["plans"] if each["machine"] == H100][0], f"{found['plans']}")
# Without --power the GPUs alone are too much, or nobody knows.
for limit, said in (("5kW", "the GPUs of one draw 7 kW, more than --max-power 5 kW"), ("30kW", "what one draws is not known, so that --max-power cannot be kept")):
    status, found = plan(*TRAINED, *ONE, "--pue", "1.25", "--max-power", limit)
    check(status == (1 if limit == "5kW" else 3) and said in found["plans"][0]["why"], f"{limit}: exit {status}: {found['plans']}")

# ---- of several kinds together it is of all of them
rates = {name: plan(*SERVED, "--tensor-parallel", width, "--requests-per-second", "0.5", "--machines", name)[1]["plans"][0]["plan"] for name, width in ((H100, "2"), (SMALL, "1"))}
of_machine = {H100: rates[H100]["requests_per_second_of_replica"] * (8 // rates[H100]["gpus"]), SMALL: rates[SMALL]["requests_per_second_of_replica"]}
prices = {name: each["dollars_per_hour"] / each["machines"] for name, each in rates.items()}
for limit in (29, 30, 35):
    least = min((a * prices[H100] + b * prices[SMALL] for a, b in itertools.product(range(9), range(17)) if 12.5 * a + b <= limit and a * of_machine[H100] + b * of_machine[SMALL] >= 50), default=None)
    mix = plan(*SERVED, "--requests-per-second", "50", "--machines", f"{H100}=8,{SMALL}=16", *PAID, "--max-power", f"{limit}kW")[1]["mix"]
    check((mix["outcome"] == "fits") == (least is not None) and (least is None or near(mix["amount"], least)), f"{limit}: {mix}, expected {least}")
    check(least is None or sum(each["watts_drawn"] for each in mix["parts"]) <= 1000 * limit, f"{mix}")

for option, words in ((("--max-power", "0"), "2MW"), (("--max-power", "lots"), "2MW"), (("--power", "lots"), "10kW"), (("--power", "Nowhere=3kW"), "no machine is called"), (("--pue", "0.5"), "range"),
                      (("--energy-price", "much"), "dollars a kilowatt hour")):
    check_refused([option[0], words], "plan", *TRAINED, *ONE, *option)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "job.json")
    with open(path, "w") as out:
        json.dump({"format": 1, "job": {"serve": {"model": "llama-3.1-8b", "context": 8192}}}, out)
    for option in (("--max-power", "2MW"), ("--power", "10kW"), ("--pue", "1.2"), ("--energy-price", "0.1")):
        check_refused([option[0], "one job"], "plan", path, path, "--requests-per-second", "5", *ONE, *option)
    with open(path, "w") as out:
        json.dump({"format": 1, "demand": {"total": {"gpus": 8}}}, out)
    check_refused(["--max-power", "of a job"], "plan", path, *ONE, "--max-power", "2MW")
finish()
