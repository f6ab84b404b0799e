#!/usr/bin/env python3
"""Every word that an option or a job chooses from is taken in other spellings: the words come from the program's own help
and schema, and from nowhere else."""

import json
import pathlib
import re

from checks import check, check_refused, finish, run

ROOT = pathlib.Path(__file__).parents[2]
COMMANDS = {"report": ("examples/none.json",), "check": ("examples/none.json",), "catalog": (), "validate": ()}


def spellings(word):
    """The word in capitals, and with other signs between its parts."""
    return {word.upper(), re.sub(r"[ _-]", "-", word), re.sub(r"[ _-]", "_", word), re.sub(r"[ _-]", " ", word).title()}


def is_taken(words, *arguments):
    error = run(*arguments)[2]
    return not any(said in error for said in ("did you mean", "expected " + words[0]))


# ---- options that list their words: --kind vm|rack|board
seen = 0
for command, rest in COMMANDS.items():
    for option, listed in re.findall(r"(--[a-z-]+)(?:=| )([\w-]+(?:\|[\w-]+)+)", run(command, "--help", columns=200)[1]):
        words = listed.split("|")
        seen += 1
        for word in words:
            for spelling in spellings(word):
                check(is_taken(words, command, option, spelling, *rest), f"{command} {option} {spelling!r}")
        check_refused([option, "expected " + words[0]], command, option, "frobnicate", *rest)
check(seen >= 5, f"only {seen} options list their words")

# ---- an option with an empty value is none that nobody said: --budget "$UNSET"
seen = 0
for command in re.findall(r"^  ([a-z]+)  +\S", run("--help", columns=200)[1].split("Subcommands:")[1], re.M):
    for name in re.findall(r"^  (--[a-z-]+) [A-Z][A-Z0-9]*(?=[ ,\n])", run(command, "--help", columns=200)[1], re.M):
        seen += 1
        check_refused([f"{name}: a value is missing"], command, *((name, "") if seen % 2 else (name + "=",)))
check(seen >= 60, f"only {seen} options take a value")
for command, flag in (("grow", "--help"), ("plan", "--json")):
    check("value is missing" not in run(command, flag, "")[2], f"{command} {flag} takes no value")

# ---- every key of a job with words, as an option of fit
schema = json.loads(run("schema")[1])["$defs"]


def words_of(key):
    """The words of a key and the pattern of their spellings; of one of a list."""
    plain, spelt = key.get("items", key).get("anyOf", ({}, {}))
    return plain.get("enum"), spelt.get("pattern")


keys = 0
for kind, job in (("serve", ()), ("train", ("--train", "--sequence", "1024"))):
    for key, value in schema[kind]["properties"].items():
        words, pattern = words_of(value)
        if not words:
            continue
        check(not re.search(pattern, "frobnicate") and not re.search(pattern, "_" + words[0]), f"the schema takes any word as {key}")
        keys += 1
        option = "--" + key.replace("_", "-")
        for word in words:
            for spelling in spellings(word):
                check(re.search(pattern, spelling), f"the schema refuses {spelling!r} as {key}")
                check(is_taken(words, "fit", *job, "--model", "llama-3.1-8b", option, spelling), f"fit {' '.join(job)} {option} {spelling!r}")
        check_refused([option, "frobnicate"], "fit", *job, "--model", "llama-3.1-8b", option, "frobnicate")
        listed = " ".join(run("fit", "--help")[1].split())
        check(", ".join(words) in listed, f"fit --help does not list the words of {option}")
check(keys >= 12, f"only {keys} keys have words")

# ---- the formats of `model` are those of `fit`, and C++ has the same names
for word in words_of(schema["serve"]["properties"]["weights"])[0]:
    for spelling in spellings(word):
        check(run("model", "gpt-oss-120b", "--weights", spelling)[0] == 0, f"model --weights {spelling!r}")
for word in words_of(schema["serve"]["properties"]["kv_cache"])[0]:
    check(run("model", "llama-3.1-8b", "--kv-cache", word.upper())[0] == 0, f"model --kv-cache {word.upper()}")
check_refused(['did you mean "fp8"? As near: '], "model", "llama-3.1-8b", "--kv-cache", "fp9")
check_refused(['did you mean "vLLM"?'], "fit", "--model", "llama-3.1-8b", "--engine", "vlm")

# ---- what means several things is answered with the list
FAMILIES = {"p5": "p5e.48xlarge", "hgx": "HGX A100", "nd96isr": "Standard_ND96isr_H200_v5", "A100 80GB": "A100-PCIe-80GB", "Tesla V100": "V100-PCIe-16GB"}
for family, one in FAMILIES.items():
    check_refused(["several called", one], "catalog", family)
    check_refused(["--on: ", "with it: " if "100" in family else "say which: "], "check", "--on", family, "examples/none.json")
check_refused(["several models", "deepseek-ai/DeepSeek-R1"], "model", "deepseek")

# ---- so is a name that the C++ library uses, whatever is added
for text, command in (("include/headroom/catalog/machines.hpp", "catalog"), ("include/headroom/model/models.hpp", "model")):
    source = (ROOT / text).read_text()
    names = set(re.findall(r"[( &](?:\w+::)(\w+)::spec\b", source)) if command == "catalog" else set(re.findall(r"^ +&(\w+),", source, re.M))
    check(len(names) > 40, f"only {len(names)} names in {text}")
    for name in names:
        check(run(command, name)[0] != 2, f"{command} {name}")
finish()
