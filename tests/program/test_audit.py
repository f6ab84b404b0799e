#!/usr/bin/env python3
"""`headroom audit` against the table of headlines, which was computed without the library."""

import csv
import pathlib
import re

from checks import check, check_refused, finish, run, run_json

TABLE = pathlib.Path(__file__).parent.parent / "data" / "headlines.csv"
SHOWN = {"reproduces": "yes", "does not reproduce": "no", "not a check": "no check", "parts not published": "no parts"}


def half_of_last_digit(number):
    return 0.5 * 10 ** -len(number.partition(".")[2]) + 1e-9


def number(text):
    return float(text.replace(",", ""))


with open(TABLE, newline="") as file:
    expected = {row["id"]: row for row in csv.DictReader(file)}
check(len(expected) == 71, f"the table has {len(expected)} headlines")

# ---- text: one line each, in 80 columns
status, out, error = run("audit")
check(status == 0 and error == "", f"exit {status}, {error}")
check("71 headlines: 49 reproduce, 18 do not, 3 are no checks, 1 has no published" in out, "the summary is not as expected")
check("All stand as expected." in " ".join(out.split()), "not all stand as expected")
check(all(len(line) <= 80 for line in out.splitlines()), "a line is wider than 80 columns")
check("\033" not in out, "colour without a terminal")

lines = {line.split()[0]: line for line in out.splitlines() if re.match(r"H\d+ ", line)}
check(list(lines) == list(expected), "not one line for each headline, in order")
for name, row in expected.items():
    fields = re.match(r"H\d+ +.{31}  +(\S+) +(\S+)  \S+ +(.*)$", lines[name])
    check(fields is not None, f"{name}: {lines[name]!r} has not the expected columns")
    if fields is None:
        continue
    printed, computed, verdict = fields.groups()
    tolerance = half_of_last_digit(row["computed"]) + half_of_last_digit(computed)
    if name == "H49":
        tolerance = 18 * 0.05  # the table adds 18 parts, each rounded to a tenth
    check(abs(number(computed) - float(row["computed"])) <= tolerance, f"{name}: {computed} is not {row['computed']}")
    if row["printed"]:
        close = abs(number(printed) - float(row["printed"])) <= half_of_last_digit(row["printed"])
        check(close, f"{name}: {printed} is not {row['printed']}")
    else:
        check(printed == "–", f"{name}: {printed} is printed nowhere")
    check(verdict.partition(":")[0] == SHOWN[row["verdict"]], f"{name}: verdict {verdict!r}, expected {row['verdict']}")
check(lines["H2"].endswith("no: A1"), "H2 does not name its conflict")
check(lines["H38"].endswith("no: C32"), "H38 does not name its conflict")

# ---- JSON
result = run_json("audit")
check(result["as_expected"] is True, "JSON: not as expected")
check([each["id"] for each in result["headlines"]] == list(expected), "JSON: not the 71 headlines in order")
for each in result["headlines"]:
    row = expected[each["id"]]
    check(each["verdict"] == row["verdict"], f"JSON {each['id']}: {each['verdict']}")
    check((each["printed"] is None) == (row["printed"] == ""), f"JSON {each['id']}: printed {each['printed']}")
    check(each["printed_by"]["title"] != "", f"JSON {each['id']}: nobody prints it")
    if each["verdict"] == "does not reproduce":
        explained = each["conflict"] is not None or each["reason"] == "cut off, not rounded"
        check(explained, f"JSON {each['id']}: neither a conflict nor cut off")

check_refused(["--jason"], "audit", "--jason")
finish()
