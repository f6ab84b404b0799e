#!/usr/bin/env python3
"""`headroom check` on files, beside what a careful engineer says of each: the cases.tsv of a folder.

Real files of others, ../shared/configs/real, are not part of the project: where they are not there, ctest says so. Files of our
own after each format's documentation are in documented/."""

import json
import pathlib
import sys

from checks import check, finish, run

SKIPPED = 77
FOLDER = pathlib.Path(sys.argv.pop()).resolve()


def found_in(status, out):
    """Findings of a report in JSON, and of the exit status where there is none."""
    if status == 2 and not out:
        return []
    return [finding for file in json.loads(out)["files"] for finding in file["findings"] if not finding.get("silenced_because")]


def judge(case, options, expected, rules, tolerated):
    """What is wrong with the answer to one case; empty: nothing."""
    status, out, error = run("check", "--json", *options, str(FOLDER / case))
    findings = found_in(status, out)
    of = lambda severity: sorted({each["rule"] for each in findings if each["severity"] == severity})
    errors, warnings = of("error"), of("warning")
    unreadable = status == 2 or "readable" in errors
    if expected == "unknown":
        return "" if status == 3 and set(rules) & set(of("unknown")) else f"exit {status}, unknowns {of('unknown')}"
    if expected == "invalid":
        return "" if status == 2 else f"read, with exit {status}"
    if unreadable:
        return f"not read: {error}{findings[:1]}"
    if expected == "error":
        return "" if set(rules) & set(errors) else f"no error of {rules}: errors {errors}, warnings {warnings}"
    if expected == "find":
        return "" if set(rules) & set(errors + warnings) else f"no finding of {rules}: errors {errors}, warnings {warnings}"
    if errors:
        return f"errors {[(each['rule'], each['line'], each['message']) for each in findings if each['severity'] == 'error']}"
    false = sorted(set(warnings) - set(tolerated))
    if expected == "clean" and false:
        return f"warnings {[(each['rule'], each['line'], each['message']) for each in findings if each['rule'] in false]}"
    return ""


if not (FOLDER / "cases.tsv").is_file():
    print(f"skipped: no {FOLDER}")
    sys.exit(SKIPPED)
cases = 0
for line in (FOLDER / "cases.tsv").read_text().splitlines():
    if line.startswith("#") or not line.strip():
        continue
    name, file, options, expected, rules, *_, tolerated = line.split("\t")
    split = lambda text, by: [] if text == "-" else text.split(by)
    problem = judge(file, split(options, " "), expected, split(rules, "|"), split(tolerated, "|"))
    check(problem == "", f"{name}, {file} {options}, expected {expected}: {problem}")
    cases += 1
check(cases > 0, "no cases")
finish()
