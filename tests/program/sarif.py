# SPDX-License-Identifier: BSL-1.0
"""What OASIS SARIF 2.1.0 requires of a log that `headroom check --sarif` writes. Numbers are sections of the standard
(https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/sarif-v2.1.0-os.html).

Our own, because Debian's npm is 355 packages and 147 MB for a validator. Once, on 2026-11-22, the output of
test_check.py also went through Microsoft's SARIF Multitool 5.7.0 of npm (`sarif-multitool validate`): no error; and
through the schema sarif-2.1.0-rtm.5 in npm's @microsoft/jest-sarif 1.0.0-beta.0 with Debian's python3-jsonschema: valid.
"""
import re

# Each object: its properties, and those that must be there. A property of any other name is refused: the standard has
# "properties" for what it does not name (3.8).
OBJECTS = {
    "log": ({"$schema", "version", "runs"}, {"version", "runs"}),  # 3.13
    "run": ({"tool", "columnKind", "results"}, {"tool"}),  # 3.14
    "tool": ({"driver"}, {"driver"}),  # 3.18
    "driver": ({"name", "version", "rules"}, {"name"}),  # 3.19, toolComponent
    "rule": ({"id", "shortDescription", "help", "defaultConfiguration"}, {"id"}),  # 3.49, reportingDescriptor
    "result": ({"ruleId", "ruleIndex", "level", "message", "locations", "suppressions"}, {"message", "ruleId"}),  # 3.27
    "suppression": ({"kind", "justification"}, {"kind"}),  # 3.35
}
LEVELS = {"none", "note", "warning", "error"}  # 3.27
# A URI reference (RFC 3986), as 3.10 wants it.
URI = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*:)?(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*(?:\?[^#\s]*)?(?:#\S*)?")


def sarif_problems(log):
    problems = []

    def expect(holds, what):
        if not holds:
            problems.append(what)
        return holds

    def is_object(value, kind, where):
        names, needed = OBJECTS[kind]
        return (expect(isinstance(value, dict), f"{where} is no object")
                and expect(set(value) <= names, f"{where} has {sorted(set(value) - names)}")
                and expect(needed <= set(value), f"{where} lacks {sorted(needed - set(value))}"))

    def is_text(value, where):
        return expect(isinstance(value, str) and value != "", f"{where} is no text")

    def is_whole(value, least, where):
        return expect(isinstance(value, int) and not isinstance(value, bool) and value >= least, f"{where} is {value!r}")

    def check_message(value, where):  # 3.11: at least text or id
        if expect(isinstance(value, dict) and set(value) == {"text"}, f"{where} is no message"):
            is_text(value["text"], where)

    def check_place(value, where):
        physical = value.get("physicalLocation") if isinstance(value, dict) else None  # 3.28
        if not expect(isinstance(physical, dict) and set(value) == {"physicalLocation"}, f"{where} is no location"):
            return
        artifact = physical.get("artifactLocation")  # 3.29
        if expect(isinstance(artifact, dict) and set(artifact) == {"uri"} and set(physical) <= {"artifactLocation", "region"}, f"{where} has no file"):
            expect(isinstance(artifact["uri"], str) and URI.fullmatch(artifact["uri"]), f"{where}: {artifact['uri']!r} is no URI")
        if "region" in physical:  # 3.30: from 1, and a column only in a line
            region = physical["region"]
            if expect(isinstance(region, dict) and {"startLine"} <= set(region) <= {"startLine", "startColumn"}, f"{where} has no line"):
                for name in region:
                    is_whole(region[name], 1, f"{where}.{name}")

    def check_result(one, rules, where):
        if not is_object(one, "result", where):
            return
        check_message(one["message"], f"{where}.message")
        expect(one.get("level", "warning") in LEVELS, f"{where}: level {one.get('level')!r}")
        if "ruleIndex" in one and is_whole(one["ruleIndex"], 0, f"{where}.ruleIndex"):  # the place of the rule of that id
            index = one["ruleIndex"]
            expect(index < len(rules) and rules[index].get("id") == one["ruleId"], f"{where}: rule {index} is not {one['ruleId']}")
        for i, place in enumerate(one.get("locations", [])):
            check_place(place, f"{where}.locations[{i}]")
        for i, each in enumerate(one.get("suppressions", [])):
            if is_object(each, "suppression", f"{where}.suppressions[{i}]"):
                expect(each["kind"] in ("inSource", "external"), f"{where}: suppressed {each['kind']!r}")

    if not is_object(log, "log", "the log"):
        return problems
    expect(log["version"] == "2.1.0", f"version {log['version']!r}")
    expect(isinstance(log["runs"], list) and len(log["runs"]) == 1, "not one run")
    for run in log["runs"]:
        if not (is_object(run, "run", "run") and is_object(run["tool"], "tool", "tool") and is_object(run["tool"]["driver"], "driver", "driver")):
            continue
        expect(run.get("columnKind") in ("utf16CodeUnits", "unicodeCodePoints"), "columnKind")
        driver = run["tool"]["driver"]
        rules = driver.get("rules", [])
        for name in ("name", "version"):
            is_text(driver.get(name), f"driver.{name}")
        for i, rule in enumerate(rules):
            if not is_object(rule, "rule", f"rules[{i}]"):
                continue
            is_text(rule["id"], f"rules[{i}].id")
            check_message(rule.get("shortDescription"), f"rules[{i}].shortDescription")  # 3.12
            configuration = rule.get("defaultConfiguration")  # 3.50
            expect(isinstance(configuration, dict) and set(configuration) == {"level"} and configuration["level"] in LEVELS, f"rules[{i}]: {configuration}")
        expect(len({rule.get("id") for rule in rules}) == len(rules), "two rules of one id")
        if expect(isinstance(run.get("results"), list), "no results"):
            for i, one in enumerate(run["results"]):
                check_result(one, rules, f"results[{i}]")
    return problems
