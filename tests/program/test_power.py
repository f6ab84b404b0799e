#!/usr/bin/env python3
"""Electricity and limits of power in plans of `headroom plan`: test_power.py PROGRAM"""

import itertools
import json
import sys

sys.dont_write_bytecode = True

from checks import check, check_refused, finish, run, write_own

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

# What binds is of mixes, too: none keeps to the limit, one does without it.
FEW, BOTH_DRAWN = ("--machines", f"{H100}=2,{SMALL}=16"), ("--power", f"{H100}=10kW,{SMALL}=1kW")
free = min(a * prices[H100] + b * prices[SMALL] for a, b in itertools.product(range(3), range(17)) if a * of_machine[H100] + b * of_machine[SMALL] >= 50)
most = max(a * of_machine[H100] + b * of_machine[SMALL] for a, b in itertools.product(range(3), range(17)) if 10 * a + b <= 20)
check(most < 50, f"{most} requests a second within 20 kW")
for limit, said in (("20kW", "What binds is --max-power 20 kW: without it "), ("36kW", "--max-power 36 kW binds nothing: the plan is the same without it.")):
    asked = (*SERVED, "--requests-per-second", "50", *FEW, *BOTH_DRAWN, "--max-power", limit)
    status, found = plan(*asked)
    without = found["mix_without_max_power"]
    check(status == (1 if limit == "20kW" else 0) and without["takes_less"] and without["is_proved"] and near(without["amount"], free), f"{limit}: exit {status}: {without}, expected {free}")
    check(said in text(*asked) and text(*asked).count("--max-power") == 1, f"{limit}: lacks {said!r}: {text(*asked)}")
check("There is no plan without --max-power 20 kW, either." in text(*SERVED, "--requests-per-second", "500", *FEW, *BOTH_DRAWN, "--max-power", "20kW"), "none without it")

for option, words in ((("--max-power", "0"), "2MW"), (("--max-power", "lots"), "2MW"), (("--power", "lots"), "10kW"), (("--power", "Nowhere=3kW"), "no machine is called"), (("--pue", "0.5"), "range"),
                      (("--energy-price", "much"), "dollars a kilowatt hour")):
    check_refused([option[0], words], "plan", *TRAINED, *ONE, *option)

# ---- of pools, whose machines are counted together
status, found = plan(*SERVED, "--requests-per-second", "20", "--machines", f"{H100}=4", "--pools", *PAID)
pools = found["pools"][0]
check(status == 0 and near(pools["watts_drawn"], 12_500 * pools["machines"]) and near(pools["electricity_dollars_per_hour"], 12.5 * pools["machines"] * 0.08), f"{pools}")
words = text(*SERVED, "--requests-per-second", "20", "--machines", f"{H100}=4", "--pools", *PAID)
check(words.count("at the meter, with the PUE, and their electricity costs $") == 2, words)

# ---- the same of a mix for demands: all counts that draw no more, and the least of them


def answer(*arguments):
    status, out, error = run("plan", *arguments, "--json")
    check(not error, f"{arguments}: {error}")
    return status, json.loads(out) if out else {}


METERED = {H100: 12.5, SMALL: 2.5}  # kW
WITH_POWER = ("--power", f"{H100}=10kW,{SMALL}=2kW", "--pue", "1.25", "--energy-price", "0.08")


def least_counts(gpus, kilowatts):
    return min((a * prices[H100] + b * prices[SMALL] for a, b in itertools.product(range(9), range(17)) if 12.5 * a + 2.5 * b <= kilowatts and 8 * a + b >= gpus), default=None)


ASKED = write_own("demand.json", {"demand": {"total": {"gpus": 30}}})
BOTH = ("--region", "eastus", "--machines", f"{H100}=8,{SMALL}=16")
for limit in (47, 50, 55, 70):
    status, found = answer(ASKED, *BOTH, *WITH_POWER, "--max-power", f"{limit}kW")
    mix, least, free = found["mix"], least_counts(30, limit), least_counts(30, 10**6)
    check(status == (1 if least is None else 0) and (least is None or near(mix["amount"], least)), f"{limit}: exit {status}: {mix}, expected {least}")
    check(near(mix["without_max_power"], free) and mix["max_power_watts"] == 1000 * limit, f"{mix}")
    if least is not None:
        kilowatts = sum(METERED[each["machine"]] * each["count"] for each in mix["machines"])
        check(near(mix["watts_drawn"], 1000 * kilowatts) and kilowatts <= limit and near(mix["electricity_dollars_per_hour"], kilowatts * 0.08), f"{mix}")
words = text(ASKED, *BOTH, *WITH_POWER, "--max-power", "50kW")
check("What binds is --max-power 50 kW: without it" in words and "at the meter, with the PUE, and their electricity costs $" in words, words)
check("There is no plan without --max-power 50 kW, either" in text(write_own("large.json", {"demand": {"total": {"gpus": 300}}}), *BOTH, *WITH_POWER, "--max-power", "50kW"), "none without it")
# Of two demands it is of all, reserved ones with them, of which nobody says what they draw: an error, and of others a reason.
status, found = answer(ASKED, write_own("other.json", {"demand": {"total": {"gpus": 10}}}), *BOTH, *WITH_POWER, "--max-power", "70kW")
check(status == 0 and near(found["mix"]["amount"], least_counts(40, 70)), f"exit {status}: {found['mix']}, expected {least_counts(40, 70)}")
ONE_KNOWN = ("--power", f"{H100}=10kW", "--max-power", "40kW")
status, found = answer(ASKED, *BOTH, *ONE_KNOWN)
check(status == 0 and [each["machine"] for each in found["mix"]["left_out"]] == [SMALL] and "what one draws is not known" in found["mix"]["left_out"][0]["why"], f"exit {status}: {found['mix']}")
status, found = answer(ASKED, *BOTH, *ONE_KNOWN[:3], "20kW")
check(status == 3 and "may decide" in found["mix"]["why"], f"exit {status}: {found['mix']}")
check(answer(ASKED, "--region", "eastus", "--machines", SMALL, "--max-power", "20kW")[0] == 3, "of none is known what it draws")
check_refused([f"--reserved: {SMALL}", "what one draws is not known"], "plan", ASKED, *BOTH, *ONE_KNOWN, "--reserved", f"{SMALL}=4@2/h")
status, found = answer(ASKED, *BOTH, *DRAWN, "--max-power", "50kW", "--reserved", f"{SMALL}=4@2/h")
check(status == 0 and found["mix"]["machines"][-1]["count"] == 4 and found["mix"]["watts_drawn"] <= 50_000, f"exit {status}: {found['mix']}")

# What somebody says that a machine draws is what a mix with the least power counts, and one that alone draws too much is no open question.
status, found = answer(ASKED, *BOTH, "--power", f"{H100}=10kW,{SMALL}=2kW", "--objective", "energy")
check(status == 0 and near(found["mix"]["amount"], min(10_000 * a + 2_000 * b for a, b in itertools.product(range(9), range(17)) if 8 * a + b >= 30)), f"{found}")
for form in ((), ("--solver", "cbc")):
    status, found = answer(ASKED, "--region", "eastus", "--machines", f"{H100}=8", "--max-power", "500W", *form)
    check(status == 1 and near(found["mix"]["without_max_power"], 4 * prices[H100]), f"exit {status}: {found['mix']}")
status, found = answer(ASKED, *BOTH, *ONE_KNOWN)
check(near(found["mix"]["without_max_power"], least_counts(30, 10**6)), f"with those that are left out: {found['mix']}")
check_refused(["--pue", "1 to 5"], "plan", ASKED, *BOTH, "--pue", "nan")

# ---- and of several jobs: what runs at the same time draws no more
FIRST = write_own("first.json", {"job": {"name": "first", "train": {"model": "llama-3.1-8b", "sequence": 8192, "global_batch": 256}}})
TWO = (FIRST, ASKED, "--tokens", "5B", "--services-for", "2days", "--region", "eastus", "--machines", f"{H100}=8,{SMALL}=16")
free = answer(*TWO, *PAID)[1]["shared"]
options = [(machine["machine"], each["gpus"], each["days"]) for machine in answer(*TWO, *PAID)[1]["jobs"][0]["plans"] for each in machine.get("by_count", [])]
for limit in (55, 65, 80, 120):
    least = min((24 * sum(prices[name] * (2 * counts[name] + days * (machines if name == on else 0)) for name in prices)
                 for on, gpus, days in options for a, b in itertools.product(range(9), range(17)) for counts in [{H100: a, SMALL: b}] for machines in [-(-gpus // (8 if on == H100 else 1))]
                 if 8 * a + b >= 30 and 12.5 * (a + (machines if on == H100 else 0)) + 2.5 * (b + (machines if on == SMALL else 0)) <= limit
                 and a + (machines if on == H100 else 0) <= 8 and b + (machines if on == SMALL else 0) <= 16), default=None)
    status, found = answer(*TWO, *WITH_POWER, "--max-power", f"{limit}kW")
    shared = found["shared"]
    check((status == 0) == (least is not None), f"{limit}: exit {status}, expected {least}: {shared}")
    if least is not None:
        check(near(shared["plan"]["amount"], least) and shared["is_proved"] and shared["plan"]["watts_drawn"] <= 1000 * limit, f"{limit}: {shared['plan']['amount']}, expected {least}")
        # Each machine is kept for its time: those of the demand for two days, those of the job until it ends.
        job, has = shared["plan"]["jobs"][0], {each["machine"]: each["count"] for each in shared["plan"]["demands"][0]["machines"]}
        hours = sum(48 * METERED[name] * count for name, count in has.items()) + METERED[job["machine"]] * -(-job["gpus"] // (8 if job["machine"] == H100 else 1)) * 24 * shared["plan"]["days"]
        alone = shared["plan"]["jobs"][0]["plan"]
        check(near(alone["watts_drawn"], 1000 * METERED[job["machine"]] * alone["machines"]) and alone["electricity_dollars"] > 0, f"{alone}")
        check(near(shared["plan"]["electricity_dollars"], 0.08 * hours), f"{shared['plan']['electricity_dollars']}, expected {0.08 * hours}")
    if least is None or least > free["plan"]["amount"] * (1 + 1e-9):
        check("the limit of power" in [each["limit"] for each in shared["binds"]], f"{limit}: {shared['binds']}")
check("Its machines draw" in text(*TWO, *PAID) and "their electricity costs $" in text(*TWO, *PAID), "the electricity of several")
status, found = answer(*TWO, *ONE_KNOWN)
check([each["machine"] for each in found["shared"]["left_out"]] == [SMALL], f"{found['shared']['left_out']}")

# ---- least energy is of what --power says that machines draw, of jobs, services and demands alike; else of all GPUs at their rated power
SAID, RATED = {H100: 10_200, SMALL: 1_000}, {H100: 8 * 700, SMALL: 400}  # W of a machine; TDP of its GPUs (H100 SXM 700 W, H100 NVL 400 W)
BY_MACHINES, UNKNOWN = ("--objective", "energy", "--power", f"{H100}=10.2kW,{SMALL}=1kW"), "what one draws is not known, beside others of which it is"
SERVED_40 = (*SERVED, "--requests-per-second", "40", "--machines", f"{H100}=8,{SMALL}=40")
for asked, of, watts in ((BY_MACHINES, "machines", SAID), (BY_MACHINES[:2], "gpus", RATED)):
    status, found = plan(*SERVED_40, *asked)
    least = min(watts[H100] * a + watts[SMALL] * b for a, b in itertools.product(range(9), range(41)) if a * of_machine[H100] + b * of_machine[SMALL] >= 40)
    alone = [watts[each["machine"]] * each["plan"]["machines"] for each in found["plans"]]
    check(status == 0 and found["energy_of"] == of and near(found["mix"]["amount"], least) and alone == sorted(alone) and len(alone) == 2, f"exit {status}: {found}, expected {least} and {alone}")
    check(all(near(each["plan"]["gpu_watts"], RATED[each["machine"]] * each["plan"]["machines"]) for each in found["plans"]), f"{found['plans']}")
    shared = answer(*SERVED_40, *asked, "--spot-share", "100%")[1]["shared"]
    check(near(shared["plan"]["amount"], least) and shared["energy_of"] == of and shared["is_proved"], f"{shared}, expected {least}")
    mix = answer(ASKED, *BOTH, *asked)[1]["mix"]
    check(near(mix["amount"], min(watts[H100] * a + watts[SMALL] * b for a, b in itertools.product(range(9), range(17)) if 8 * a + b >= 30)) and mix["energy_of"] == of, f"{mix}")
A100 = "Standard_ND96asr_v4"
for draws in (9_000, 20_000):
    found = plan(*TRAINED[:-2], "--machines", f"{H100}=4,{A100}=4", "--objective", "energy", "--power", f"{H100}=9kW,{A100}={draws}W")[1]
    joules = [{H100: 9_000, A100: draws}[kind["machine"]] * each["machines"] * each["days"] for kind in found["plans"] for each in kind["by_count"]]
    best = found["plans"][0]
    check(found["energy_of"] == "machines" and near(best["plan"]["watts_drawn"] * best["plan"]["days"], min(joules)), f"{draws}: {best['plan']}, expected {min(joules)}")
# Of those of which nobody says it nothing is compared.
PARTLY = ("--objective", "energy", "--power", f"{H100}=10.2kW")
status, found = plan(*SERVED_40, *PARTLY)
check(status == 0 and [each["machine"] for each in found["plans"] if UNKNOWN in each.get("why", "")] == [SMALL], f"exit {status}: {found['plans']}")
found = plan(*TRAINED[:-2], "--machines", f"{H100}=4,{A100}=4", *PARTLY)[1]
check([each["machine"] for each in found["plans"] if UNKNOWN in each.get("why", "")] == [A100], f"{found['plans']}")
for of in (answer(*SERVED_40, *PARTLY, "--spot-share", "100%")[1]["shared"], answer(ASKED, *BOTH, *PARTLY)[1]["mix"]):
    check([each["machine"] for each in of["left_out"] if UNKNOWN in each["why"]] == [SMALL], f"{of['left_out']}")
check_refused([f"--reserved: {SMALL}", UNKNOWN], "plan", ASKED, *BOTH, *PARTLY, "--reserved", f"{SMALL}=4@2/h")
for asked in ((*SERVED_40,), (*TRAINED[:-2], "--machines", f"{H100}=1"), (ASKED, *BOTH)):
    check("what whole machines draw, as --power says" in text(*asked, *BY_MACHINES) and "of GPUs at their rated power; --power says" in text(*asked, *BY_MACHINES[:2]), f"{asked}: which it is")
finish()
