#!/usr/bin/env python3
"""`headroom grow` as its users run it: test_grow.py PROGRAM"""

import fractions
import itertools
import json
import math
import os
import sys
import tempfile

sys.dont_write_bytecode = True

from checks import check, check_refused, finish, run

H100, H200 = "Standard_ND96isr_H100_v5", "Standard_ND96isr_H200_v5"
FOLDER = tempfile.TemporaryDirectory()


def file(name, machines, demand, **more):
    path = os.path.join(FOLDER.name, name)
    with open(path, "w") as out:
        json.dump({"format": 1, "machines": [{"size": size, "count": count} for size, count in machines], "demand": demand, **more}, out)
    return path


def grow(*arguments):
    status, out, error = run("grow", *arguments, "--json")
    check(not error, f"{arguments}: {error}")
    return status, json.loads(out) if out else {}


def needed_of(gpus, factors):
    """Machines of eight GPUs, in exact fractions."""
    return [math.ceil(fractions.Fraction(math.ceil(gpus * each)) / 8) for each in factors]


def orders_of(needed, held, step, lead):
    """Step by step: each comes in the first month from the lead time on that lacks it, and is needed from there back to where it was not."""
    since = []
    for nth in itertools.count():
        lacks = [each > held + nth * step for each in needed]
        comes = next((month for month in range(lead, len(needed)) if lacks[month]), None)
        if comes is None:
            break
        while comes > 0 and lacks[comes - 1]:
            comes -= 1
        since.append(comes)
    return [(month - lead, month, len(list(group)) * step) for month, group in itertools.groupby(sorted(since))]


def terms_by_trying(missing, terms):
    """The least cost of having so many in each month, by trying all starts of terms of (months, dollars of all months, lead)."""
    starts = sorted((month, *term) for term in terms for month in range(term[2], len(missing)))

    def least(taken, cost, best):
        """Of so many of the first starts, with any of the others; months before the next start are decided."""
        decided = starts[len(taken)][0] if len(taken) < len(starts) else len(missing)
        for month in range(decided):
            if sum(n for n, start in zip(taken, starts) if start[0] <= month < start[0] + start[1]) < missing[month]:
                return best
        if cost >= best or len(taken) == len(starts):
            return min(cost, best)
        for n in range(max(missing) + 1):
            best = least([*taken, n], cost + n * starts[len(taken)][2], best)
        return best

    return least([], 0, math.inf)


TEN = file("ten.json", [(H100, 10)], {"total": {"gpus": 64}})
percent = fractions.Fraction(1, 100)

# ---- what is needed, and when to order it, against exact fractions
CURVES = [
    (["--growth-a-month", "6%", "--months", "24"], [(1 + 6 * percent) ** month for month in range(24)]),
    (["--growth-a-month", "0.1"], [fractions.Fraction(11, 10) ** month for month in range(12)]),
    (["--added-a-month", "12.5%", "--months", "18"], [1 + fractions.Fraction(month, 8) for month in range(18)]),
    (["--by-month", "1,1.1,0.5,2"], [1, fractions.Fraction(11, 10), fractions.Fraction(1, 2), 2]),
    (["--added-a-month", "0.25", "--season", "1,0.5,2"], [(1 + fractions.Fraction(month, 4)) * [1, fractions.Fraction(1, 2), 2][month % 3] for month in range(12)]),
    (["--added-a-month", "10%", "--growth-a-month", "5%"], [(1 + month * 10 * percent) * (1 + 5 * percent) ** month for month in range(12)]),  # 115.5 % after a month
    (["--by-month", "2,1.5,1,1,2.5,2.25,1"], [2, 1.5, 1, 1, 2.5, 2.25, 1]),
    (["--growth-a-month=-5%"], [(1 - 5 * percent) ** month for month in range(12)]),
]
for (options, factors), step, lead in itertools.product(CURVES, (1, 3), (0, 2, 5)):
    status, found = grow(TEN, *options, "--step", str(step), "--lead-months", str(lead))
    needed = needed_of(64, factors)
    orders = orders_of(needed, 10, step, lead)
    check([each["needed"] for each in found["months"]] == needed, f"{options}: {found['months']}, expected {needed}")
    check([(each["placed_in"], each["needed_in"], each["machines"]) for each in found["orders"]] == orders, f"{options}: {found['orders']}, expected {orders}")
    lacks = any(each > 10 for each in needed[:lead])
    check(status == (1 if lacks else 0) and [each["is_late"] for each in found["orders"]] == [each[0] < 0 for each in orders], f"{options}: exit {status}")
    there = [10 + sum(machines for placed, _, machines in orders if max(placed, 0) + lead <= month) for month in range(len(needed))]
    check([each["there"] for each in found["months"]] == there, f"{options}: {found['months']}, expected {there}")
    check([each["outcome"] == "fits" for each in found["months"]] == [a >= b for a, b in zip(there, needed)], f"{options}: {found['months']}")
    short = next((month for month, each in enumerate(needed) if each > 10), "none")
    check(found["runways"][0]["month"] == short, f"{options}: {found['runways']}, expected {short}")

# ---- what is equal but for rounding is enough: 100 GPUs times 1.1 are 110, of machines of eight GPUs 880 are 110 machines
status, found = grow(file("hundred.json", [(H100, 110)], {"total": {"gpus": 800}}), "--growth-a-month", "10%", "--months", "2")
check(status == 0 and found["months"][1]["needed"] == 110 and found["runways"][0]["month"] == "none", f"exit {status}: {found}")

# ---- each need has its own runway, and what is asked of each machine does not grow
BOTH = file("both.json", [(H100, 10)], {"total": {"gpus": 64, "usable_gpu_memory": "4 TiB"}, "per_gpu": {"usable_gpu_memory": "70 GiB"}})
status, found = grow(BOTH, "--growth-a-month", "6%", "--lead-months", "2")
check(status == 0 and len(found["runways"]) == 2, f"exit {status}: {found}")
for each in found["runways"]:
    need = each["need"]
    check(each["month"] == math.ceil(math.log(need["supply"] / need["need"]) / math.log(1.06)), f"{each}")

status, out, _ = run("grow", TEN, "--by-month", "1,2")
check(status == 3 and "When to order cannot be told: the lead time is not known (--lead-months)." in " ".join(out.split()), f"exit {status}: {out}")

# ---- the cheapest terms, against trying all
status, found = grow(TEN, "--by-month", "1,1.5,2,1.5", "--term", "month=1@10/h", "--term", "three=3@7/h+$1000,lead=1", "--term", "late=2@5/h,lead=2")
dollars = terms_by_trying([0, 2, 6, 2], [(1, 7300, 0), (3, 3 * 730 * 7 + 1000, 1), (2, 2 * 730 * 5, 2)])
check(status == 0 and abs(found["rented"]["dollars"] - dollars) < 1e-6, f"exit {status}: {found['rented']}, expected {dollars}")
check([each["there"] for each in found["months"]] == [10, 12, 16, 12] and found["orders"] is None, f"{found}")
status, found = grow(TEN, "--by-month", "1,1.5,2,1.5", "--term", "month=1@10/h", "--step", "4", "--lead-months", "1")
check(status == 0 and found["rented"]["dollars"] == 7300 * (4 + 8 + 4), f"exit {status}: {found}")
status, found = grow(TEN, "--by-month", "2", "--term", "late=2@5/h,lead=2")
check(status == 1 and "rented" not in found and "no term begins early enough" in found["why"], f"exit {status}: {found}")
PRICED = file("priced.json", [(H100, 10)], {"total": {"gpus": 64}}, prices={"own": [{"machine": H100, "on_demand": "$20/h"}]})
status, found = grow(PRICED, "--by-month", "1,1.5", "--term", "year=12@19/h")
check(found["rented"] == {"dollars": 29200, "commitments": [{"term": "on demand", "month": 1, "months": 1, "machines": 2}]}, f"exit {status}: {found}")

# ---- bought or rented: 10 kW at a PUE of 1.5 are 10,950 kWh in 730 hours, at ten cents $1,095, with $905 of upkeep $2,000; $20/h are $14,600
OWNED = ("--purchase-price", "$252000", "--years", "2", "--energy-price", "$0.1/kWh", "--pue", "1.5", "--power", "10kW", "--upkeep", "$905")
status, found = grow(PRICED, "--by-month", "1", *OWNED)
compared = found["bought_or_rented"]
check(status == 0 and compared["cheaper"] == "buy" and abs(compared["bought_dollars"] - 300_000) < 1e-6 and abs(compared["rented_dollars"] - 350_400) < 1e-6, f"{compared}")
check(abs(compared["months_to_break_even"] - 20) < 1e-9 and compared["months"] == 24 and abs(compared["running_dollars_a_month"] - 2000) < 1e-9, f"{compared}")
words = " ".join(run("grow", PRICED, "--by-month", "1", *OWNED, columns=150)[1].split())
check("Buying costs $50,400 less" in words and "From month 20.0 on" in words, words)
check(grow(PRICED, "--by-month", "1", *OWNED[:2], "--years", "1", *OWNED[4:])[1]["bought_or_rented"]["cheaper"] == "rent", "a year is too short")
# What is got back comes in the last month: $12,600 a month have paid after 20 months, whatever comes in the 24th; in a year they pay $151,200, and the sale the rest, or not.
half = grow(PRICED, "--by-month", "1", *OWNED, "--resale", "$126000")[1]["bought_or_rented"]
check(abs(half["months_to_break_even"] - 20) < 1e-9 and abs(half["bought_dollars"] - 174_000) < 1e-6, f"half is got back: {half}")
YEAR = (*OWNED[:2], "--years", "1", *OWNED[4:])
for more, months, told in (((), 20, "20.0 months, and it is used for 12"), (("--resale", "$100000"), 20, "20.0 months, and it is used for 12"), (("--resale", "$126000"), 12, "until it is sold in month 12")):
    compared_year = grow(PRICED, "--by-month", "1", *YEAR, *more)[1]["bought_or_rented"]
    check(abs(compared_year["months_to_break_even"] - months) < 1e-9 and compared_year["cheaper"] == ("buy" if months == 12 else "rent"), f"{more}: {compared_year}")
    out = " ".join(run("grow", PRICED, "--by-month", "1", *YEAR, *more, columns=150)[1].split())
    check(told in out and "From month" not in out, f"{more}: {out}")
check("No interest is taken" in words, words)
# At 6 % a year the months count for less: 20.9 of the first 24, as an annuity in arrears has it.
monthly = 1.06 ** (1 / 12) - 1
annuity = (1 - 1.06 ** -2) / monthly
at_interest = grow(PRICED, "--by-month", "1", *OWNED, "--interest", "6%")[1]["bought_or_rented"]
check(abs(at_interest["rented_dollars"] - 14_600 * annuity) < 1e-3 and abs(at_interest["bought_dollars"] - 252_000 - 2_000 * annuity) < 1e-3 and at_interest["interest_a_year"] == 0.06, f"{at_interest}")
check(20 < at_interest["months_to_break_even"] < 24 and compared["interest_a_year"] is None, f"{at_interest}")
check("interest of 6 % a year" in " ".join(run("grow", PRICED, "--by-month", "1", *OWNED, "--interest", "6%", columns=150)[1].split()), "the rate is said")
check_refused(["--interest"], "grow", PRICED, "--by-month", "1", *OWNED, "--interest", "six")
for left_out, why in ((4, "no price of energy"), (6, "no PUE")):
    without = grow(PRICED, "--by-month", "1", *OWNED[:left_out], *OWNED[left_out + 2:])[1]["bought_or_rented"]
    check(without["cheaper"] is None and why in without["why"], f"{without}")
check("no price to rent" in grow(TEN, "--by-month", "1", *OWNED)[1]["bought_or_rented"]["why"], "nothing is rented without a price")
check_refused(["--years"], "grow", PRICED, "--by-month", "1", *OWNED[:2])
check_refused(["--purchase-price"], "grow", PRICED, "--by-month", "1", "--pue", "1.2")
check_refused(["--energy-price"], "grow", PRICED, "--by-month", "1", *OWNED[:4], "--energy-price", "cheap")
check_refused(["--pue"], "grow", PRICED, "--by-month", "1", *OWNED[:4], "--pue", "0.9")

# ---- of two kinds one is bought
MIXED = file("mixed.json", [(H100, 4), (H200, 5)], {"total": {"gpus": 64}})
status, found = grow(MIXED, "--by-month", "1,1.5,2", "--buy", H200, "--lead-months", "0")
check(status == 0 and [each["needed"] for each in found["months"]] == [4, 8, 12] and found["machine"] == H200, f"exit {status}: {found}")

# ---- what is not known, or cannot be met, is never a yes
status, found = grow(TEN, "--growth-a-month", "6%")
check(status == 3 and found["orders"] is None and "lead time" in found["why"], f"exit {status}: {found}")
status, found = grow(file("few.json", [(H100, 10)], {"total": {"gpus": 64}, "at_most": {"vms": 12}}), "--by-month", "1,1.6", "--lead-months", "0")
check(status == 1 and found["months"][1]["needed"] == "none" and found["orders"] is None and "in month 1 the demand takes 13" in found["why"] and found["why"].endswith("13, of at most 12"), f"exit {status}: {found}")
status, found = grow(file("dear.json", [(H100, 10)], {"total": {"gpus": 64}, "at_most": {"vms": 12, "price_per_hour": "$300/h"}}, prices={"own": [{"machine": H100, "on_demand": "$25/h"}]}), "--by-month", "1,1.6", "--lead-months", "0")
check(status == 1 and "13, of at most 12; " in found["why"] and "$325" in found["why"] and "$300" in found["why"], f"exit {status}: {found['why']}")
status, found = grow(file("other.json", [(H100, 10)], {"total": {"gpus": 64}, "per_gpu": {"usable_gpu_memory": "1 TiB"}}), "--by-month", "1,1.6", "--lead-months", "0")
check(status == 1 and "not eligible" in found["why"] and "limit" not in found["why"], f"exit {status}: {found['why']}")
status, found = grow(file("step.json", [(H100, 10)], {"total": {"gpus": 64}, "at_most": {"vms": 12}}), "--by-month", "1,1.4", "--lead-months", "0", "--step", "4")
check(status == 1 and found["months"][1] == {"factor": 1.4, "needed": 12, "there": 14, "outcome": "does_not_fit"}, f"exit {status}: {found}")
# Which figure of which machine decides is said: of all of them together, and of each.
for demand, said in (({"total": {"disk_iops": 1000000}}, "p5.48xlarge is not known, and it decides"), ({"per_gpu": {"disk_iops": 10}, "total": {"gpus": 1}}, "p5.48xlarge is not known to be eligible: no source states its")):
    status, found = grow(file("iops.json", [("p5.48xlarge", 10)], demand), "--lead-months", "0")
    check(status == 3 and said in found["why"] and "disk" in found["why"].lower(), f"{demand}: exit {status}: {found.get('why')}")

# ---- as people read it
words = " ".join(run("grow", TEN, "--growth-a-month", "6%", "--lead-months", "5", "--term", "year=12@60/h", columns=150)[1].split())
for said in ("the demand is not met", "now, 1 month too late", "before month 4", "Rented instead, at least cost", "No other way to rent"):
    check(said in words, f"lacks {said!r}: {words}")
check("None: what is held is enough" in run("grow", TEN)[1], "nothing to order")
words = " ".join(run("grow", TEN, "--by-month", "2,1,1", "--lead-months", "1", columns=150)[1].split())
check("Why: 6 machines more are needed in month 0, and an order that is placed now is at work in month 1." in words and "None: no more are needed in any" in words, words)

# ---- bad input
check_refused(["machines and a demand"], "grow", file("nothing.json", [], {"total": {"gpus": 64}}))
check_refused(["nothing in total"], "grow", file("each.json", [(H100, 1)], {"per_gpu": {"usable_gpu_memory": "70 GiB"}}))
check_refused(["missing.json"], "grow", os.path.join(FOLDER.name, "missing.json"))
check_refused(["--buy", "several kinds"], "grow", MIXED)
check_refused(["--buy", H100, "did you mean"], "grow", MIXED, "--buy", H100 + "x")
check_refused(["--growth-a-month", "5%"], "grow", TEN, "--growth-a-month", "much")
check_refused(["--added-a-month", "5%"], "grow", TEN, "--added-a-month", "nan")
check_refused(["--added-a-month: month 2", "no amount", "expected 0 or more"], "grow", TEN, "--added-a-month=-60%")
check_refused(["--growth-a-month, --season: month 1", "no amount"], "grow", TEN, "--growth-a-month", "5%", "--season", "1,-1")
check_refused(["--by-month", "1,x", "is no such number", "expected the demand of each month"], "grow", TEN, "--by-month", "1,x")
for option, values, place in (("--by-month", "1,,2", 2), ("--season", ",1", 1), ("--by-month", "1,2,", 3)):
    check_refused([f"{option}: value {place} is empty"], "grow", TEN, option, values)
    check_refused([f"{option}: value {place} is empty"], "grow", TEN, f"{option}={values}")
check_refused(["--by-month"], "grow", TEN, "--by-month", "1,2", "--growth-a-month", "5%")
check_refused(["--by-month: month 2", "no demand is given"], "grow", TEN, "--by-month", "1,2", "--months", "3")
check_refused(["--by-month: month 1", "more than can be counted"], "grow", TEN, "--by-month", "1,1e20")
check_refused(["--months"], "grow", TEN, "--months", "241")
check_refused(["--step"], "grow", TEN, "--step", "0")
check_refused(["--by-month", "240"], "grow", TEN, "--by-month", ",".join(["1"] * 241))
check_refused(["--term", "16"], "grow", TEN, *(word for i in range(17) for word in ("--term", f"t{i}=1@1")))
for term in ("x", "a=1", "a=0@5", "a=1@5+", "a=1@5,lead=", "a=1@5,lead=-1", "a=1@5+$-3", "=1@5", "a=99999999999999999999@5", "a=1@-5/h"):
    check_refused(["--term", term, "year=12@60/h"], "grow", TEN, "--term", term)
check_refused(["--term", "year=24@9/h", '"year" already'], "grow", TEN, "--term", "year=12@10/h", "--term", "year=24@9/h")
check_refused(["--term", '"on demand" already'], "grow", PRICED, "--by-month", "1,2", "--term", "on demand=1@9/h")
check_refused(["--term", "price"], "grow", TEN, "--term", "a=1000000000@1000000000")

finish()
