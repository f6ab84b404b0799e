#!/usr/bin/env python3
"""Runs the program as its users do: run_program.py SUITE PROGRAM SOURCE_DIR

With HEADROOM_WRITE_GOLDEN=1 the suite "golden" writes its files instead of comparing with them.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import bad_inputs

SUITE, PROGRAM, SOURCE = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
EXAMPLES = sorted([SOURCE / "examples/fleet.json", *(SOURCE / "examples/deployments").glob("*.json")])
GOLDEN = SOURCE / "tests/program/golden"
# What each example ends with: 0 fits, 1 does not fit, 3 cannot be judged.
STATUS = {"fleet": 0, "no_price": 3, "own_machine": 0, "serving_job": 0, "too_small": 1, "training_job": 1}

failures = []


def check(condition, message):
    if not condition:
        failures.append(message)


def run(*arguments, stdin=b"", **environment):
    return subprocess.run([PROGRAM, *map(str, arguments)], input=stdin, capture_output=True,
                          env={"PATH": os.environ.get("PATH", ""), **environment}, timeout=120, cwd=SOURCE)


def report(document, *options, **environment):
    text = document if isinstance(document, bytes) else json.dumps(document).encode()
    return run("report", *options, "-", stdin=text, **environment)


def deployment(count, demand):
    return {"format": 1, "machines": [{"size": "Standard_ND96asr_v4", "count": count}], "demand": demand}


FITS = deployment(10, {"total": {"gpus": 80}})
TOO_SMALL = deployment(10, {"total": {"gpus": 81}})
UNKNOWN = deployment(10, {"at_most": {"max_power": "1 MW"}})
BAD = {"format": 2}


def suite_golden():
    for example in EXAMPLES:
        done = run("report", example.relative_to(SOURCE))
        check(done.returncode == STATUS[example.stem], f"{example.name}: exit status {done.returncode}")
        check(done.stderr == b"", f"{example.name}: {done.stderr!r} on standard error")
        file = GOLDEN / f"{example.stem}.txt"
        if os.environ.get("HEADROOM_WRITE_GOLDEN"):
            file.write_bytes(done.stdout)
        check(file.exists() and file.read_bytes() == done.stdout, f"{example.name}: not what {file} holds:\n{done.stdout.decode()}")
        check(b"\033" not in done.stdout, f"{example.name}: colour though it is not a terminal")
    for columns in ("40", "60", "132"):
        for example in EXAMPLES:
            done = run("report", example, COLUMNS=columns)
            widest = max(len(line) for line in done.stdout.decode().splitlines())
            check(widest <= int(columns), f"{example.name}: {widest} columns of {columns}")


def suite_exit_codes():
    def files(*documents):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for i, document in enumerate(documents):
                paths.append(pathlib.Path(folder) / f"{i}.json")
                paths[-1].write_text(json.dumps(document))
            return run("report", *paths)

    nothing = {"format": 1, "machines": [{"size": "Standard_ND96asr_v4", "count": 1}]}
    for documents, expected in [((FITS,), 0), ((nothing,), 0), (({"format": 1},), 0), ((TOO_SMALL,), 1), ((BAD,), 2),
                                ((UNKNOWN,), 3), ((FITS, FITS), 0), ((FITS, UNKNOWN), 3), ((UNKNOWN, TOO_SMALL), 1),
                                ((TOO_SMALL, UNKNOWN), 1), ((TOO_SMALL, BAD), 2), ((BAD, UNKNOWN), 2),
                                ((UNKNOWN, TOO_SMALL, BAD, FITS), 2)]:
        done = files(*documents)
        check(done.returncode == expected, f"{documents}: exit status {done.returncode}, expected {expected}")
        check((done.stdout == b"") == (expected == 2), f"{documents}: standard output")
        check((done.stderr != b"") == (expected == 2), f"{documents}: standard error")
    check(run("report", "/nowhere/at/all.json").returncode == 2, "a file that is not there")
    check(run("report", "/").returncode == 2, "a folder")
    with open("/dev/full", "wb") as full:
        done = subprocess.run([PROGRAM, "report", EXAMPLES[0]], stdout=full, stderr=subprocess.PIPE, timeout=120)
        check(done.returncode == 2 and b"standard output" in done.stderr, "output that cannot be written")


def suite_bad_inputs():
    check(len(bad_inputs.CASES) >= 40, "fewer than 40 bad inputs")
    for name, text, *words in bad_inputs.CASES:
        done = report(text)
        message = done.stderr.decode()
        check(done.returncode == 2, f"{name}: exit status {done.returncode}")
        check(done.stdout == b"", f"{name}: wrote to standard output")
        check(message.startswith("headroom: standard input:"), f"{name}: no place in {message!r}")
        check(message.count("\n") == 1, f"{name}: more than one line: {message!r}")
        check(len(message) < 700, f"{name}: a message of {len(message)} characters")
        check(all(c == "\n" or c.isprintable() for c in message), f"{name}: not printable: {message!r}")
        for word in words:
            check(word in message, f"{name}: {word!r} is not in {message!r}")


def suite_schema():
    import jsonschema

    schema = json.loads(run("schema").stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for example in EXAMPLES:
        for error in validator.iter_errors(json.loads(example.read_text())):
            check(False, f"{example.name}: {error.message}")
    refused = 0
    for name, text, *_ in bad_inputs.CASES:
        if name in bad_inputs.BEYOND_SCHEMA:
            continue
        try:
            document = json.loads(text.decode())
        except (ValueError, RecursionError):
            continue  # no JSON at all
        refused += 1
        check(not validator.is_valid(document), f"{name}: the schema accepts what the reader refuses")
    check(refused >= 25, f"only {refused} bad documents for the schema")
    for text in bad_inputs.GOOD:
        done = report(text)
        check(done.returncode != 2, f"the reader refuses {text!r}: {done.stderr!r}")
        check(validator.is_valid(json.loads(text)), f"the schema refuses {text!r}")


def suite_json_output():
    done = run("report", "--json", *EXAMPLES)
    check(done.returncode == 1, f"exit status {done.returncode}")
    reports = {pathlib.Path(r["file"]).stem: r for r in json.loads(done.stdout)["reports"]}
    check(len(reports) == len(EXAMPLES), "one report a file")
    # Published or computed by hand: 64 racks of 72 GPUs, 142 kW, 1,440 PFLOPS fp4 sparse and 1,080 dense, 800 Gb/s a
    # GPU; ten machines of 8 A100 and four of 8 V100.
    racks = reports["fleet"]["machines"][0]["totals"]
    for key, value in {"gpus": 4608, "vms": 1152, "racks": 64, "cpus": 2304, "max_power": 64 * 142e3,
                       "peak_fp4_sparse": 92.16e18, "peak_fp4_dense": 69.12e18, "scale_out": 4608 * 100e9,
                       "gpu_memory": 4608 * 279 * 2**30, "physical_gpu_memory": 4608 * 288 * 2**30,
                       "driver_gpu_memory": 4608 * 284208 * 2**20, "scale_up": 4608 * 900e9}.items():
        check(racks[key]["value"] == value, f"{key} of 64 racks: {racks[key]}, expected {value}")
    totals = reports["fleet"]["totals"]
    check(totals["gpus"]["value"] == 4608 + 80 + 32, "GPUs of the fleet")
    price = totals["price_per_hour"]
    check(abs(price["value"] - (10 * 27.197 + 4 * 22.032)) < 1e-9, f"price {price}")
    check((price["machines"], price["known_for"], price["complete"]) == (78, 14, False), f"coverage {price}")
    # 8 TiB of memory of which each machine of 8 A100 has 8 x 40,536 MiB takes 26 machines of the 20 there are.
    verdict = reports["too_small"]["verdict"]
    check(verdict["outcome"] == "does not fit" and verdict["groups"][0]["more_needed"] == 6, f"{verdict}")
    check(verdict["checks"][verdict["binding"]]["line"] == "usable_gpu_memory", f"{verdict}")
    check(reports["no_price"]["verdict"]["outcome"] == "cannot be judged", "no price")


    # Racks and single machines have no average of a rack; a cluster of racks has.
    head = {kind: re.search(r"\n(?:On average, f|F)or\n +figure([^\n]*)\n", report({"format": 1, "machines": machines}).stdout.decode()).group(1)
            for kind, machines in {"mixed": [{"rack": "GB300 NVL72", "count": 1}, {"size": "Standard_ND96asr_v4", "count": 1}],
                                   "racks": [{"rack": "GB300 NVL72", "count": 2}]}.items()}
    check("a rack" not in head["mixed"] and "a GPU" in head["mixed"] and "a rack" in head["racks"], f"averages: {head}")
    # A row of a secondary note says what it really is.
    stated = {"format": 1, "machines": [{"size": "ND40rs_v2 (as stated)", "count": 2}, {"size": "Standard_ND40rs_v2", "count": 1}]}
    text = " ".join(report(stated).stdout.decode().split("Disputed by documents")[1].split())
    check("ND40rs_v2 (as stated) really Standard_ND40rs_v2 with 256 GB of GPU memory" in text, f"no note: {text}")
    notes = ["note" in each for each in json.loads(report(stated, "--json").stdout)["reports"][0]["machines"]]
    check(notes == [True, False], f"notes in JSON: {notes}")


def suite_explain():
    done = run("report", "--explain", "gpu_memory", "examples/fleet.json")
    text = done.stdout.decode()
    check(done.returncode == 0, f"exit status {done.returncode}")
    for words in ("279 GiB", "datasheet", "C31", "40 GiB", "Of one machine", "together"):
        check(words in text, f"{words!r} is not in the explanation")
    price = run("report", "--explain", "price", "examples/fleet.json").stdout.decode()
    check("14 of 78" in price and "$27.197/h" in price, f"price: {price}")
    own = run("report", "--explain", "peak.fp8.dense", "examples/deployments/own_machine.json").stdout.decode()
    check("X1 data sheet of our supplier" in own, f"own source: {own}")
    integers = run("report", "--explain", "peak.int8.dense", "examples/fleet.json").stdout.decode()
    check("624 TOPS" in integers and "624 TFLOPS" not in integers, f"integer operations: {integers}")
    # 144 GPUs: 8 TB/s over 15 PFLOPS, 900 GB/s over 800 Gb/s, 279 GiB each, and four in a VM.
    for asked, *expected in (("bytes_per_operation.fp4.dense", "= 0.000533", "1,080 PFLOPS", "576 TB/s"), ("scale_up_to_scale_out", " = 9 "),
                             ("gpu_memory.per_gpu", "= 279 GiB"), ("gpus.per_vm", "144 / 36 = 4"), ("price_per_gpu_hour", "Not known")):
        text = " ".join(run("report", "--explain", asked, "examples/deployments/no_price.json").stdout.decode().split())
        check(all(words in text for words in expected), f"{asked}: {text[:400]}")
    check(run("report", "--explain", "bytes_per_operation.fp5.dense", "examples/fleet.json").returncode == 2, "a format that is none")
    done = run("report", "--explain", "gpu_memry", "examples/fleet.json")
    check(done.returncode == 2 and done.stdout == b"", "an unknown figure")
    for words in (b"gpu_memory", b"peak.fp4.dense", b"scale_out", b"did you mean"):
        check(words in done.stderr, f"{words!r} is not in {done.stderr!r}")


def suite_prices():
    # Two VMs of eight GPUs at $8 and four at $4 an hour: each is a scale-up domain of its own.
    def averages(*machines):
        own = [{"machine": size, "on_demand": price} for size, _, price in machines]
        said = {"format": 1, "machines": [{"size": size, "count": n} for size, n, _ in machines], "prices": {"own": own}}
        return json.loads(report(said, "--json").stdout)["reports"][0]["averages"]

    mixed = averages(("Standard_ND96asr_v4", 2, "$8/h"), ("Standard_ND40rs_v2", 4, "$4/h"))
    for part, dollars in (("per_gpu", 32 / 48), ("per_vm", 32 / 6), ("per_domain", 32 / 6)):
        check(abs(mixed[part]["price_per_hour"]["value"] - dollars) < 1e-8, f"{part}: {mixed[part]['price_per_hour']}")
    check(mixed["per_rack"]["price_per_hour"] is None, f"no racks: {mixed['per_rack']['price_per_hour']}")
    racks = {"format": 1, "machines": [{"rack": "GB300 NVL72", "count": 3}],
             "prices": {"own": [{"machine": "Standard_ND128isr_GB300_v6", "on_demand": "$10/h"}]}}
    each = json.loads(report(racks, "--json").stdout)["reports"][0]["averages"]
    for part, dollars in (("per_gpu", 2.5), ("per_vm", 10), ("per_rack", 180), ("per_domain", 180)):
        check(abs(each[part]["price_per_hour"]["value"] - dollars) < 1e-8, f"{part}: {each[part]['price_per_hour']}")
    # Regions of the published rows; the GB300 rack has none. A price of one's own is known without a region.
    text = {}
    for region in ("eastus", "mars"):
        said = {"format": 1, "machines": [{"size": "Standard_ND96asr_v4", "count": 1}, {"rack": "GB300 NVL72", "count": 1}],
                "prices": {"region": region}}
        text[region] = " ".join(report(said).stdout.decode().split())
    check("no price is known for region mars; known: eastus, southcentralus, westus2" in text["mars"], f"no regions: {text['mars']}")
    check("no price is known for any region" in text["mars"], f"a rack has a price somewhere: {text['mars']}")
    check("No price of any machine is known for region mars." in text["mars"] and "No price of any" not in text["eastus"], f"{text}")
    check("region eastus" not in text["eastus"] and "$27.20/h" in text["eastus"], f"a region that is known: {text['eastus']}")
    need = {**deployment(1, {"total": {"peak": {"format": "int8", "sparsity": "dense", "rate": "24 TOPS"}}})}
    check("24 TOPS" in report(need).stdout.decode(), "a demand of integer operations is printed in FLOPS")


def suite_usage():
    check(run("--version").stdout.startswith(b"headroom "), "--version")
    for arguments in (["--help"], ["report", "--help"], ["catalog", "--help"], ["audit", "--help"], ["schema", "--help"],
                      ["validate", "--help"], ["fit", "--help"], ["model", "--help"]):
        done = run(*arguments)
        check(done.returncode == 0 and b"xample" in done.stdout, f"{arguments}: {done}")
    for arguments in (["reprot"], ["report", "--unit", "octal", "x"], ["report", "--colour", "x"],
                      ["report", "--json", "--explain", "gpus", "examples/fleet.json"], ["schema", "x"]):
        done = run(*arguments)
        check(done.returncode == 2 and done.stdout == b"" and done.stderr.startswith(b"headroom: "), f"{arguments}: {done}")
    for arguments in ([], ["report"]):
        done = run(*arguments)
        check(done.returncode == 2 and done.stdout == b"" and done.stderr.splitlines()[-1].startswith(b"headroom: "), f"{arguments}: {done}")
    for command, *examples in (("catalog", b"headroom catalog --vendor ", b"headroom catalog --compare "), ("audit", b"headroom audit --json")):
        done = run(command, "--help")
        check(all(words in done.stdout for words in examples), f"{command} --help: no examples of its own: {done.stdout}")
    for words, *arguments in ((b'"reprot": did you mean "report"?', "reprot"), (b'"frobnicate": expected report,', "frobnicate"),
                              (b'--unit: "octal": expected binary or decimal', "report", "--unit", "octal", "x"),
                              (b'--unit: "1": expected binary or decimal', "report", "--unit", "1", "x")):
        done = run(*arguments)
        check(words in done.stderr, f"{arguments}: {done}")
    binary = report(FITS, "--unit", "binary").stdout.decode()
    decimal = report(FITS, "--unit", "decimal").stdout.decode()
    check("3.125 TiB" in binary and " TB " not in binary.split("Networks count")[0].replace("TB/s", ""), "--unit binary")
    check("3.436 TB" in decimal and "TiB" not in decimal, f"--unit decimal: {decimal}")


globals()[f"suite_{SUITE}"]()
for message in failures:
    print(message)
sys.exit(1 if failures else 0)
