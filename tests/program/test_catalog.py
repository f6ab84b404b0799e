#!/usr/bin/env python3
"""`headroom catalog` against the collected figures, which were written down without the library."""

import json
import pathlib
import re
from fractions import Fraction

from checks import check, check_refused, finish, run, run_json


def entries(*arguments):
    return run_json("catalog", *arguments)["entries"]

DATA = json.loads((pathlib.Path(__file__).parent.parent / "data" / "catalog.json").read_text())
SIZES = {each["size"]: each for each in DATA["azure_vms"]}
GIB = 2**30


def words(text):
    return " ".join(text.split())


def figure(of, name):
    return next(each for each in of["figures"] if each["name"] == name)


# ---- the list
status, out, error = run("catalog")
check(status == 0 and error == "", f"exit {status}, {error}")
count = len(SIZES) + len(DATA["seed_rows_as_stated"]) + len(DATA["racks"]) + len(DATA["comparables"])
check(out.endswith(f"\n{count} of {count} machines\n"), f"not {count} machines: {out[-40:]!r}")
check(all(len(line) <= 80 for line in out.splitlines()), "a line is wider than 80 columns")
check("\033" not in out, "colour without a terminal")
listed = entries()
names = [each["name"] for each in listed]
check(len(names) == count and len(set(names)) == count, "JSON: not each machine once")
check(set(SIZES) <= set(names), f"sizes not listed: {sorted(set(SIZES) - set(names))}")
for name in SIZES:
    check(name in out, f"{name} is not in the list")

# ---- filters
aws = [each["name"] for each in entries("--vendor", "AWS")]
check(len(aws) == sum(each["cloud"] == "AWS" for each in DATA["comparables"]), f"--vendor AWS: {aws}")
amd = [each["name"] for each in entries("--vendor", "amd")]
check("Standard_ND96isr_MI300X_v5" in amd and "Standard_ND96asr_v4" not in amd, f"--vendor amd: {amd}")
check([each["name"] for each in entries("--kind", "rack")] == ["GB300 NVL72", "GB200 NVL72"], "--kind rack")
check(len(entries("--kind", "gpu")) == len(DATA["gpus"]), "--kind gpu")
check(len(entries("--kind", "cpu")) == len(DATA["cpus"]), "--kind cpu")
retired = {each["name"] for each in entries("--status", "retired", "--kind", "vm")}
check(retired == {size for size, each in SIZES.items() if each["status"].startswith("retired")}, f"--status retired: {sorted(retired)}")
check(len(entries("--status", "as-stated")) == len(DATA["seed_rows_as_stated"]), "--status as-stated")
large = {each["name"] for each in entries("--min-system-memory", "1TiB", "--vendor", "azure", "--kind", "vm")}
check(large == {size for size, each in SIZES.items() if (each["memory"]["value"] or 0) >= 1024}, f"--min-system-memory: {sorted(large)}")
fast = {each["name"] for each in entries("--min-scale-out", "1.6Tb/s", "--vendor", "azure", "--kind", "vm")}
known = {size: each["infiniband"]["per_vm"]["value"] for size, each in SIZES.items() if each["infiniband"]}
check(fast == {size for size, rate in known.items() if isinstance(rate, (int, float)) and rate >= 1600}, f"--min-scale-out: {sorted(fast)}")
check(len(entries("--min-gpus", "72")) == 2, "--min-gpus 72 is not the two racks")
check_refused(["--gpu", '"hgx"', "--kind gpu"], "catalog", "--gpu", "hgx")
hopper = [each["name"] for each in entries("--gpu", "h100", "--min-memory", "640GiB", "--vendor", "azure")]
check(hopper == ["Standard_ND96isr_H100_v5"], f"--gpu h100 --min-memory: {hopper}")
status, out, _ = run("catalog", "--min-memory", "1PB")
check(status == 0 and out == f"0 of {count} machines\n", f"an empty list: {status}, {out!r}")

# ---- prices: every order computed from the collected rows
RATES = {}
for row in DATA["prices"]:
    dollars = row["on_demand_usd_h"]["value"]
    if dollars is not None and " " not in row["region"]:
        RATES.setdefault((row["size"], row["region"]), []).append((row["date"], dollars))


def price(size, region):
    """In one region: of several rows the newest, those without a day first."""
    rows = RATES.get((size, region))
    return None if rows is None else max(rows, key=lambda row: re.sub(r"[^0-9]*(\d{4}-\d\d.*)|.*", r"\1", row[0]))[1]


def memory_as_sold(size):
    """What NVIDIA sells a GB200 with is 186 GB; Azure prints 192 of each."""
    return 4 * 186 if "GB200" in size["size"] else Fraction(size["gpu_memory_total"]["value"])


def expected_order(region, parts_of):
    """Names of Azure's sizes by what a part costs, equal ones as they are listed; those without a price last."""
    def key(name):
        dollars, parts = price(name, region), parts_of(SIZES[name])
        return (dollars is None, 0 if dollars is None else round(float(dollars / parts), 9))

    return sorted([name for name in names if name in SIZES], key=key)


for region in ("eastus", "eastus2", "westus3"):
    for sort, parts_of in [("price", lambda size: 1), ("price-per-gpu", lambda size: Fraction(size["gpu_count"]["value"])),
                           ("price-per-gib", memory_as_sold)]:
        rows = [each for each in entries("--vendor", "azure", "--kind", "vm", "--sort", sort, "--region", region)
                if each["name"] in SIZES]
        shown = [each["name"] for each in rows]
        expected = expected_order(region, parts_of)
        priced = sum(price(name, region) is not None for name in expected)
        check(priced > 0 and shown[:priced] == expected[:priced], f"{region} by {sort}: {shown[:priced]}, expected {expected[:priced]}")
        column = {"price": "price_usd_per_hour", "price-per-gpu": "price_usd_per_gpu_hour", "price-per-gib": "price_usd_per_gib_hour"}[sort]
        for each in rows:
            dollars = price(each["name"], region)
            if dollars is None:
                check(each[column] is None, f"{each['name']}: a price of {each[column]} in {region}, where none is known")
            else:
                right = float(dollars / parts_of(SIZES[each["name"]]))
                check(abs(each[column] - right) < 1e-8 and each["price_region"] == region, f"{each['name']}: {each[column]}, expected {right}")
check(entries("--gpu", "H100", "--sort", "Price_per_GPU", "--region", "East-US") == entries("--gpu", "H100", "--sort", "price-per-gpu", "--region", "eastus"),
      "spellings are folded")
# 8 H100 for 55.04 dollars in Virginia, and for 98.32 in eastus; one NVL for 6.98; A100 have no fp8.
by_gpu = [each["name"] for each in entries("--gpu", "H100", "--sort", "price-per-gpu", "--kind", "vm")]
check(by_gpu[:5] == ["p5.48xlarge", "Standard_NC40ads_H100_v5", "Standard_NC80adis_H100_v5", "Standard_NCC40ads_H100_v5", "Standard_ND96isr_H100_v5"],
      f"H100 by price per GPU: {by_gpu}")
# 55.04 / (8 x 1.979) dense PFLOPS before 98.32; 63.296 / (8 x 1.979) between them.
by_flops = entries("--vendor", "nvidia", "--sort", "price-per-petaflop-fp8", "--region", "us-east-1,eastus", "--kind", "vm")
eight = [each["name"] for each in by_flops if each["name"] in ("p5.48xlarge", "p5en.48xlarge", "Standard_ND96isr_H100_v5", "p4d.24xlarge")]
check(eight == ["p5.48xlarge", "p5en.48xlarge", "Standard_ND96isr_H100_v5", "p4d.24xlarge"], f"by fp8 petaflops: {eight}")
# Published bandwidth: MI300X 5.3 TB/s, H200 4.8, H100 SXM 3.35, A100 80 GB 2.039 and 40 GB 1.555.
wide = [each["name"] for each in entries("--sort", "bandwidth-per-gpu", "--status", "current")]
places = [wide.index(name) for name in ("Standard_ND96isr_MI300X_v5", "Standard_ND96isr_H200_v5", "Standard_ND96isr_H100_v5",
                                        "Standard_ND96amsr_A100_v4", "Standard_ND96asr_v4")]
check(places == sorted(places), f"by memory bandwidth of a GPU: {places}")
cheap = {each["name"] for each in entries("--max-price", "$3.5/h", "--region", "eastus", "--vendor", "azure", "--kind", "vm")}
check(cheap == {size for size in SIZES if (price(size, "eastus") or 9) <= 3.5}, f"--max-price: {sorted(cheap)}")
check(len(entries("--max-price", "22.032", "--region", "eastus")) == len(entries("--max-price", "22.033", "--region", "eastus")),
      "--max-price leaves out what costs as much")
out = words(run("catalog", "--gpu", "H100", "--sort", "price-per-gpu")[1])
check("Standard_NC80adis_H100_v5 2 × H100-NVL-94GB 13.96 6.98 0.0743" in out, "no price per GPU and per GiB")  # 2 x 94 GiB
check("No price is known of 3 of these." in out and "unknown of 3: they are last" in out, "unknown prices are not said")
check_refused(["--sort", '"cheap"', "price-per-gpu", "bandwidth-per-gpu", "price-per-petaflop-fp8"], "catalog", "--sort", "cheap")
check_refused(["--region", '"eastuss"', 'did you mean "eastus"?', "us-east-1"], "catalog", "--region", "eastuss")
for in_words in ("$22.04", "22.04 USD", "22.04/h", "22.04 $/h"):
    check(entries("--max-price", in_words) == entries("--max-price", "22.04"), f"--max-price {in_words}")
by_rate = entries("--sort", "price-per-petaflop-fp8")[0]["sorted_by"]
check(by_rate["unit"] == "dollars_per_hour_per_petaflops" and by_rate["value"] > 1, f"what is sorted by: {by_rate}")
check_refused(["--max-price", '"-3"', "dollars an hour"], "catalog", "--max-price=-3")
check_refused(["--max-price", '"3 GiB"', "dollars an hour"], "catalog", "--max-price", "3 GiB")
check_refused(["--kind gpu"], "catalog", "--kind", "gpu", "--sort", "price")

# ---- everything about one: figures of the collected data, and a source behind each
everything = entries(*names)
check([each["name"] for each in everything] == names, "not every machine by its name")
for each in everything:
    for part in [each, each.get("gpu", {}), each.get("cpu", {})]:
        for one in part.get("figures", []):
            if one["state"] == "known" and one["basis"] != "general knowledge, unconfirmed":
                check(one["source"] is not None, f"{each['name']}: no source for {one['name']}")
    if each["name"] not in SIZES:
        continue
    size = SIZES[each["name"]]
    for ours, theirs, scale in [("vCPUs", "vcpu", 1), ("system memory", "memory", GIB), ("disk IOPS", "uncached_iops", 1),
                                ("data disks", "max_data_disks", 1), ("NICs", "nics", 1), ("front-end bandwidth", "network", 1e6 / 8)]:
        value = size[theirs]["value"]
        shown = figure(each, ours)
        if value is None:
            check(shown["state"] != "known", f"{each['name']}: {ours} is known")
        elif shown["state"] != "known":
            check(False, f"{each['name']}: {ours} is not known")
        else:
            check(abs(shown["value"] - value * scale) < 1, f"{each['name']}: {ours} {shown['text']}, expected {value}")

for device in entries("--kind", "gpu") + entries("--kind", "cpu"):
    status, out, error = run("catalog", device["name"])
    check(status == 0 and "memory bandwidth" in words(out), f"{device['name']}: exit {status}, {error}")

status, out, _ = run("catalog", "Standard_ND96asr_v4")
check(status == 0 and all(len(line) <= 80 or "https://" in line for line in out.splitlines()), "wider than 80 columns")
for expected in ["Standard_ND96asr_v4 (VM size)", "system memory 900 GiB stated", "ND A100 v4-series (page of May 2021), 2021-05-26",
                 "C6 ND A100 v4: Tb/s turned into TB/s.", "Taken: 1.6 Tb/s and 200 Gb/s.", "southcentralus $32.63/h $3.5893/h undated"]:
    check(expected in words(out), f"Standard_ND96asr_v4 does not say {expected!r}")
status, out, _ = run("catalog", "GB300 NVL72")
for expected in ["power 142 kW stated C17", "peak rate, fp4 dense 1,080 PFLOPS", "peak rate, fp4 sparse 1,440 PFLOPS", "fast memory 37,368 GiB"]:
    check(expected in words(out), f"GB300 NVL72 does not say {expected!r}")
note = run("catalog", "ND40rs_v2 (as stated)")[1]
check("256 GB" in note and "A1" in note and "as stated by a disputed source" in note, "the note's ND40rs_v2 is not marked")

# ---- two side by side
same = run_json("catalog", "--compare", "GB300", "GB300")
check(same["different"] == 0 and all(row["same"] for row in same["figures"]), "a GPU differs from itself")
pair = {row["name"]: row for row in run_json("catalog", "--compare", "Standard_ND96isr_H100_v5", "Standard_ND96isr_H200_v5")["figures"]}
check((pair["system memory"]["a"], pair["system memory"]["b"]) == ("1,900 GiB", "1,850 GiB"), f"{pair['system memory']}")
check(pair["vCPUs"]["same"] and not pair["data disks"]["same"], "vCPUs differ, or data disks do not")
out = words(run("catalog", "--compare", "Standard_ND96isr_H100_v5", "Standard_ND96isr_H200_v5")[1])
check("* data disks 32 16" in out and "* vCPUs" not in out, "differences are not marked")
for name in ("GB300", "Standard_ND96asr_v4"):
    check("no such thing" not in run("catalog", "--compare", name, name)[1], f"{name}: a legend of words that do not stand there")
out = words(run("catalog", "--compare", "p5.48xlarge", "Standard_ND96asr_v4")[1])
check("unknown: no source states it; none: the hardware has no such thing; –: not in its record" in out, "no legend")
check("total peak rate, fp8 dense 15.832 PFLOPS none" in out, "an A100's fp8 rate is not none")

# ---- a row of a secondary note shows what the note prints
out = words(run("catalog", "--status", "as-stated")[1])
for row in DATA["seed_rows_as_stated"]:
    size, printed = row["row"].split(" ")[0], row["gpu_memory_total"]["value"]
    check(re.search(rf"{size} \(as stated\) \d × \S+ {printed} GiB as-stated", out), f"{size}: its {printed} GB of GPU memory are not listed")
check("ND40rs_v2 (as stated)" not in run("catalog", "--min-memory", "200GiB")[1], "--min-memory takes another figure than it shows")

# ---- bad input
check_refused(["Standard_ND96amsr_v4", 'did you mean "Standard_ND96amsr_A100_v4"?'], "catalog", "Standard_ND96amsr_v4")
check_refused(['did you mean "GB300"?'], "catalog", "GB301")
check_refused(['several called "H100": say which: H100-SXM5-80GB, '], "catalog", "H100")
for asked, name in (("GB-300", "GB300 (GPU)"), ("nd96asr_v4", "Standard_ND96asr_v4"), ("gb300-nvl72", "GB300 NVL72"),
                    ("nvidia b200", "B200-SXM6")):
    status, out, error = run("catalog", asked)
    check(status == 0 and out.startswith(name), f"catalog {asked}: exit {status}, {out[:60]!r}{error}")
check_refused(['did you mean "Standard_ND40rs_v2"?'], "catalog", "Standard_ND40")
for beginning in ("ND40", "NG8", "ND24"):
    check("(as stated)" not in run("catalog", beginning)[2], f"{beginning}: a row of a secondary note is suggested")
check_refused(["no machine, GPU or CPU"], "catalog", "an abacus of the usual kind")
check_refused(["no machine"], "catalog", "Standard_ND96asr_v4", "\x07\x1b[31m")
check_refused(["no machine"], "catalog", "")
check_refused(["--min-memory", "unit"], "catalog", "--min-memory", "640")
check_refused(["--min-scale-out", "potatoes"], "catalog", "--min-scale-out", "5 potatoes")
check_refused(["--min-gpus"], "catalog", "--min-gpus", "-1")
check_refused(["--min-gpus"], "catalog", "--min-gpus", "1.5")
check_refused(["--vendor"], "catalog", "--vendor", "oracle")
check_refused(["--compare"], "catalog", "--compare", "GB300")
check_refused(["use one of them"], "catalog", "GB300", "--vendor", "aws")
check_refused(["--kind gpu"], "catalog", "--kind", "gpu", "--status", "retired")
finish()
