#!/usr/bin/env python3
"""Reads who includes whom and proves that the library is built in layers.

    layers.py ROOT            checks the library under ROOT
    layers.py ROOT --prove    breaks what was read in each way that is checked, and expects each to be found
"""
import argparse
import functools
import pathlib
import re
import sys

# A layer includes only itself and those before it.
LAYERS = ["units", "text", "hardware", "catalog", "cluster", "demand", "model", "parallel", "network", "time", "training", "inference", "plan",
          "deployment", "read", "report", "export"]
# Headers of the first layer that lie beside the folders, each after those it may include.
FIRST = ["requires_cpp20", "version", "count", "math", "precision", "units"]
UMBRELLA = "headroom.hpp"
OPT_IN = ("network", "time", "plan", "read", "report", "export")

# Outside of the library: Boost.Units in one header, algorithms of range-v3, and the standard library but for streams and
# <cmath>, which no clang can evaluate in a constant expression.
BOOST_UNITS = "units.hpp"
RANGES = re.compile(r"range/v3/algorithm/\w+\.hpp")
STANDARD = re.compile(r"[a-z_0-9]+")
# What reads may use what only runs: libyaml in one file, and any of the standard library but streams and threads.
LIBYAML = ("read/document/yaml_text.ipp", "yaml.h")
# What is exported as JSON is so in nlohmann-json's values.
JSON, NLOHMANN = re.compile(r"export/json_\w+\.hpp"), "nlohmann/json.hpp"
# What writes values for streams, std::format and fmt: the words that these headers may name, and what they may include.
WRITERS = {"export/text.hpp": {"ostream", "format", "std::ostream"}, "export/fmt.hpp": {"fmt/format.h", "fmt"}}
NEVER = {"iostream", "istream", "ostream", "sstream", "fstream", "iomanip", "ios", "streambuf", "cmath", "math", "format", "regex",
         "thread", "filesystem"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def layer(header):
    """The rank of a header, as (layer, place in the first layer)."""
    folder, _, _ = header.partition("/")
    if folder in LAYERS and folder != header:
        return LAYERS.index(folder), 0
    stem = header.removesuffix(".hpp")
    return (0, FIRST.index(stem)) if stem in FIRST else None


def texts(folder, pattern):
    return {str(path.relative_to(folder)): path.read_text() for path in sorted(folder.rglob(pattern))}


def read(root):
    """The texts of the library and of the program, by name."""
    return texts(root / "include" / "headroom", "*.[hi]pp"), texts(root / "examples" / "headroom", "*.[ch]pp")


@functools.cache
def includes(text):
    return INCLUDE.findall(text)


@functools.cache
def named(text):
    """Which words that not every file may use stand outside of its strings and comments."""
    code = re.sub(r'"[^"\n]*"|//.*', "", text)
    return set(re.findall(r"\b(boost\b|detail::|fmt\b|nlohmann\b|std::cout\b|std::ostream\b|printf\b)", code))


def problems(headers, files):
    found = []
    if len(headers) < 20:
        found.append(f"only {len(headers)} headers of the library")
    graph = {}
    for name, text in headers.items():
        graph[name] = []
        mine = layer(name)
        if mine is None and name != UMBRELLA:
            found.append(f"{name} is in no layer: name it in layers.py or move it into a folder")
            continue
        for bracket, target in includes(text):
            if bracket == '"':
                found.append(f'{name} includes "{target}": say <headroom/...>')
            elif target.startswith("headroom/"):
                other = target.removeprefix("headroom/")
                graph[name].append(other)
                if other not in headers:
                    found.append(f"{name} includes {target}, which does not exist")
                elif other == UMBRELLA:
                    found.append(f"{name} includes the umbrella")
                elif name == UMBRELLA:
                    if other.partition("/")[0] in OPT_IN:
                        found.append(f"the umbrella includes {other}, which is opt-in")
                elif layer(other) is not None and (layer(other)[0] > mine[0] or (mine[0] == 0 and layer(other)[1] > mine[1])):
                    found.append(f"{name} includes {other}, of a layer to its right")
            elif target.startswith("boost/units/") and name == BOOST_UNITS or (name, target) == LIBYAML or JSON.fullmatch(name) and target == NLOHMANN or (
                target in WRITERS.get(name, ())
            ):
                pass
            elif not (RANGES.fullmatch(target) or (STANDARD.fullmatch(target) and target not in NEVER)):
                found.append(f"{name} includes <{target}>, which the library does not depend on")
        if name != BOOST_UNITS and "boost" in named(text):
            found.append(f"{name} names Boost.Units; only {BOOST_UNITS} does")
        for word in sorted(named(text)):
            if word not in ("boost", "detail::") and not (word == "nlohmann" and JSON.fullmatch(name)) and word not in WRITERS.get(name, ()):
                found.append(f"{name} names {word}, which the core does not know")
    found += cycles(graph)
    return found + program_problems(headers, files)


# The program: main, call and mpi over run, that over commands, these over calibrate, plan and sweep, those over check, validate and schema, these over the rest, that over print and page.
PROGRAM = {"print": 0, "page": 0, "fit": 1, "check": 2, "estimate": 2, "validate": 2, "schema": 2, "calibrate": 3, "plan": 3, "sweep": 3, "commands": 4, "call": 6, "mpi": 6}


def program_rank(name):
    folder, _, rest = name.partition("/")
    if rest:
        return PROGRAM.get(folder)
    return PROGRAM_TOP.get(name.partition(".")[0], 0 if name in PROGRAM_BASE else 1)


CALL = "headroom/call.h"  # for C, in no layer
# Headers beside the folders that print uses too.
PROGRAM_BASE = ("io.hpp", "reading.hpp", "session.hpp")
PROGRAM_TOP = {"main": 6, "readers": 4, "run": 5}


def program_problems(headers, files):
    """The program includes nothing upward, and names nothing that the library keeps to itself."""
    found = [] if len(files) > 50 else [f"only {len(files)} files of the program"]
    for name, text in files.items():
        mine = program_rank(name)
        if mine is None:
            found.append(f"{name} is in no folder of the program: name it in layers.py")
            continue
        for bracket, target in includes(text):
            if bracket == "<" and target.startswith("headroom/") and target != CALL and target.removeprefix("headroom/") not in headers:
                found.append(f"{name} includes {target}, which does not exist")
            if bracket == '"' and target not in files:
                found.append(f"{name} includes {target}, which does not exist")
            elif bracket == '"' and program_rank(target) is not None and program_rank(target) > mine:
                found.append(f"{name} includes {target}, which lies above it")
        if "detail::" in named(text):
            found.append(f"{name} names detail::, which the library keeps to itself")
    return found


def cycles(graph):
    """Headers of one layer may include each other, but not in a circle."""
    done, path = set(), []

    def visit(name):
        if name in path:
            return [" includes ".join(path[path.index(name) :] + [name])]
        if name in done or name not in graph:
            return []
        path.append(name)
        found = [circle for other in graph[name] for circle in visit(other)]
        path.pop()
        done.add(name)
        return found

    return [circle for name in graph for circle in visit(name)]


def missing(root):
    """Each public header has a test and a reference page of its name."""
    library = root / "include" / "headroom"
    found = []
    for path in sorted(library.rglob("*.hpp")):
        name = str(path.relative_to(library).with_suffix(""))
        if name in (UMBRELLA.removesuffix(".hpp"), "requires_cpp20", "version"):  # includes only; an error; one number, which the program prints
            continue
        # Of a format's folder its reader is for users; the other headers are parts of it.
        if name.startswith("read/") and name.count("/") >= 2:
            continue
        if name.endswith("implement"):
            continue
        if not (root / "tests" / f"{name}_test.cpp").exists():
            found.append(f"{name}.hpp has no test tests/{name}_test.cpp")
        page = f"docs/{name.removeprefix('deployment/')}.md" if name.startswith("deployment/rules/") else f"docs/reference/{name}.md"
        if not (root / page).exists():
            found.append(f"{name}.hpp has no page {page}")
    return found


# A header, what is put at its end, and a word of the complaint that must follow.
BREAKS = [
    ("units.hpp", "#include <headroom/hardware/gpu.hpp>", "to its right"),
    ("count.hpp", "#include <headroom/units.hpp>", "to its right"),
    ("hardware/gpu.hpp", "#include <headroom/catalog/nvidia.hpp>", "to its right"),
    ("catalog/nvidia.hpp", "#include <headroom/cluster/cluster.hpp>", "to its right"),
    ("cluster/group.hpp", "#  include <headroom/demand/demand.hpp>", "to its right"),
    ("cluster/group.hpp", "#include <headroom/headroom.hpp>", "umbrella"),
    ("cluster/group.hpp", "#include <headroom/cluster/cluster.hpp>", "includes cluster/group.hpp includes cluster/cluster.hpp"),
    ("hardware/vm.hpp", "#include <boost/units/quantity.hpp>", "does not depend on"),
    ("hardware/vm.hpp", "using x = boost::units::information_dimension;", "names Boost.Units"),
    ("deployment/check.hpp", "#include <headroom/read/document.hpp>", "to its right"),
    ("read/document.ipp", "#include <yaml.h>", "does not depend on"),
    ("read/document.ipp", "#include <fmt/format.h>", "does not depend on"),
    ("demand/assess.hpp", "#include <iostream>", "does not depend on"),
    ("demand/assess.hpp", "#include <cmath>", "does not depend on"),
    ("demand/assess.hpp", "#include <fmt/format.h>", "does not depend on"),
    ("demand/assess.hpp", "#include <nlohmann/json.hpp>", "does not depend on"),
    ("report/rank_use.hpp", "#include <nlohmann/json.hpp>", "does not depend on"),
    ("export/json_fit.hpp", "#include <fmt/format.h>", "does not depend on"),
    ("export/text.hpp", "#include <iostream>", "does not depend on"),
    ("export/text_of.hpp", "#include <ostream>", "does not depend on"),
    ("demand/assess.hpp", "#include <range/v3/view/filter.hpp>", "does not depend on"),
    ("demand/assess.hpp", '#include "verdict.hpp"', "say <headroom/...>"),
    ("demand/assess.hpp", "#include <headroom/demand/assessment.hpp>", "does not exist"),
    ("speed.hpp", "#pragma once", "in no layer"),
]
PROGRAM_BREAKS = [
    ("print/table.cpp", '#include "check/checker.hpp"', "lies above it"),
    ("fit/fit_plan.cpp", '#include "commands/check_command.hpp"', "lies above it"),
    ("check/files.cpp", "int x = headroom::detail::y;", "names detail::"),
    ("check/files.cpp", "#include <headroom/check.hpp>", "does not exist"),
    ("more/files.cpp", "", "in no folder"),
]


def prove(root):
    headers, files = read(root)
    broken = [({**headers, name: headers.get(name, "") + line + "\n"}, files, name, line, words) for name, line, words in BREAKS]
    broken += [(headers, {**files, name: files.get(name, "") + line + "\n"}, name, line, words) for name, line, words in PROGRAM_BREAKS]
    return [f"not found: {line} in {name}" for *both, name, line, words in broken if not any(words in problem for problem in problems(*both))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--prove", action="store_true")
    parser.add_argument("--missing", action="store_true", help="tests and reference pages of each header instead")
    asked = parser.parse_args()
    found = prove(asked.root) if asked.prove else missing(asked.root) if asked.missing else problems(*read(asked.root))
    print(*found, sep="\n")
    print(f"{len(found)} problems")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
