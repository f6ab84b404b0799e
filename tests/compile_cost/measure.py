#!/usr/bin/env python3
"""Compiles each public header alone, counts what it makes clang instantiate, and holds that against the committed counts.

    measure.py ROOT --compiler CLANG            fails where a header does not compile alone, or with a warning, where
                                                a count grew by more than 3 %, or a bar is passed
    measure.py ROOT --compiler CLANG --refresh  writes the counts anew, when they may grow
    measure.py ROOT --compiler CXX... --times   prints front-end CPU time ratios for docs/performance.md

Counts are classes and functions instantiated, by -ftime-trace: the same on every run, unlike times.
"""
import argparse
import json
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

COMMITTED = pathlib.Path(__file__).with_name("instantiations.json")
GROWTH = 1.03
# Both to the umbrella's own dependencies: the headers of Boost.Units, range-v3 and the standard library that it names,
# included and not used.
UMBRELLA_BAR = 1.3
CATALOGUE_BAR = 0.5
READ = 60  # instantiations that take as long as to read a header of ours
FOREIGN = 5  # headers of ours that take as long to read as one of others

INCLUDE = re.compile(r"^\s*#\s*include\s*<([^>]+)>", re.MULTILINE)


def is_part(header):
    """Of a format's folder the headers are parts of its reader; what is compiled once for all is no header to include."""
    return header.startswith("headroom/read/") and (header.count("/") > 2 or header.endswith("implement.hpp"))


class Library:
    def __init__(self, root):
        self.folder = root / "include"
        self.headers = sorted(name for p in self.folder.rglob("*.hpp") if not is_part(name := str(p.relative_to(self.folder))))

    def reachable(self, header, seen=None):
        """The library's headers that a header includes, itself among them, and the foreign ones."""
        seen = {} if seen is None else seen
        if header in seen:
            return seen
        seen[header] = True
        if header.startswith("headroom/"):
            for target in INCLUDE.findall((self.folder / header).read_text()):
                self.reachable(target, seen)
        return seen

    def foreign(self, headers):
        """The headers of others that these include by name."""
        found = {t for h in headers for t in INCLUDE.findall((self.folder / h).read_text()) if not t.startswith("headroom/")}
        return sorted(found)


def of_everything(library):
    """What the bars compare: name and headers included."""
    all_of_it = [h for h in library.reachable("headroom/headroom.hpp") if h.startswith("headroom/") and h != "headroom/headroom.hpp"]
    # Prices are asked for by cluster/pricing.hpp, but are data of the catalogue all the same.
    without = [h for h in all_of_it if not h.startswith("headroom/catalog/")]
    return {
        "dependencies": library.foreign(without),
        "dependencies without std": [h for h in library.foreign(without) if "/" in h],
        "umbrella without catalogue": without,
        "umbrella": ["headroom/headroom.hpp"],
    }


def count(compiler, library, headers, folder, precompiled=None, into=None):
    """What headers make clang instantiate, beyond what is precompiled of them; or of a header to precompile into a file."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=folder))
    source, trace = folder / "all.cpp", folder / "all.json"
    source.write_text("".join(f"#include <{h}>\n" for h in headers))
    # The driver writes no trace of what it compiles to nothing; the compiler itself does.
    options = ["-x", "c++-header", "-fpch-instantiate-templates", "-o", into] if into else ["-fsyntax-only"]
    if precompiled:
        options += ["-include-pch", precompiled]
    done = subprocess.run([compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{library.folder}", *options,
                           "-Xclang", f"-ftime-trace={trace}", "-Xclang", "-ftime-trace-granularity=0", source])
    if done.returncode != 0:
        sys.exit(f"{headers[0]} does not compile alone" if len(headers) == 1 else "the headers do not compile together")
    events = trace.read_bytes()
    trace.unlink()
    return sum(events.count(b'"name":"Instantiate%s"' % what) for what in (b"Class", b"Function"))


def weights_of(closures):
    """How long each takes: what it reads, of which one of others includes many more of its own, and what was counted of it last."""
    committed = json.loads(COMMITTED.read_text())
    return {header: committed.get(header, 0) + READ * sum(1 if h.startswith("headroom/") else FOREIGN for h in all_of)
            for header, all_of in closures.items()}


def hubs_of(closures, weights):
    """The headers of ours that spare more than they take where they are precompiled: each one that includes such a header begins with the
    largest that it includes."""
    begins_at = dict.fromkeys(closures, 0)  # what a header is spared so far
    hubs = []

    def spared(hub):
        return sum(max(0, weights[hub] - begins_at[header]) for header in closures if hub in closures[header] and hub != header)

    while spared(best := max(closures, key=spared)) > weights[best]:
        hubs.append(best)
        for header in closures:
            if best in closures[header] and header != best:
                begins_at[header] = max(begins_at[header], weights[best])
    return hubs


def counts(compiler, library, jobs):
    # What many headers include is compiled once, with its instantiations, which clang would else leave to each that includes it. Of that a
    # header is given no more than it includes itself: one that forgets to include something does not compile, as alone.
    closures = {h: frozenset(library.reachable(h)) for h in library.headers}
    weights = weights_of(closures)
    hubs = hubs_of(closures, weights)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        files = {hub: f"{folder}/{i}.pch" for i, hub in enumerate(hubs)}
        of_hubs = dict(zip(hubs, pool.map(lambda hub: count(compiler, library, [hub], folder, into=files[hub]), hubs)))

        def of_header(header):
            if header in of_hubs:
                return of_hubs[header]
            hub = max(closures[header] & of_hubs.keys(), key=weights.get, default=None)
            return of_hubs.get(hub, 0) + count(compiler, library, [header], folder, files.get(hub))

        of_all = of_everything(library)
        found = dict(zip(library.headers, pool.map(of_header, library.headers)))
        return found | dict(zip(of_all, pool.map(lambda headers: count(compiler, library, headers, folder), of_all.values())))


def ratios(now):
    umbrella = now["umbrella without catalogue"] / now["dependencies"]
    catalogue = (now["umbrella"] - now["umbrella without catalogue"]) / now["dependencies"]
    return umbrella, catalogue


def rows_of_page(counted):
    """The table of docs/performance.md."""
    dependencies, umbrella = counted["dependencies"], counted["umbrella without catalogue"]
    of_umbrella, of_catalogue = ratios(counted)
    return [f"| the dependencies | {dependencies:,} | 1.00 |",
            f"| the umbrella without the catalogue | {umbrella:,} | {of_umbrella:.3f}, at most {UMBRELLA_BAR} |",
            f"| the catalogue on top | {counted['umbrella'] - umbrella:,} | {of_catalogue:.3f}, at most {CATALOGUE_BAR} |"]


def gate(now, page):
    committed = json.loads(COMMITTED.read_text())
    failed = False
    for row in rows_of_page(committed):
        if row not in page.read_text():
            print(f"docs/performance.md does not say what is committed: {row}")
            failed = True
    for header, found in now.items():
        before = committed.get(header)
        if before is None:
            print(f"{header}: {found} instantiations, none committed; run with --refresh")
            failed = True
        elif found > before * GROWTH:
            print(f"{header}: {found} instantiations, {before} committed, {found / before - 1:+.1%}")
            failed = True
    for gone in committed.keys() - now.keys():
        print(f"{gone}: committed, and no longer there; run with --refresh")
        failed = True
    umbrella, catalogue = ratios(now)
    print(f"the umbrella without the catalogue: {umbrella:.2f} of the dependencies' instantiations, at most {UMBRELLA_BAR}")
    print(f"the whole catalogue on top: {catalogue:.2f}, at most {CATALOGUE_BAR}")
    return failed or umbrella > UMBRELLA_BAR or catalogue > CATALOGUE_BAR


def seconds(compiler, library, headers):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "all.cpp")
        source.write_text("".join(f"#include <{h}>\n" for h in headers))
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run([compiler, "-std=c++20", f"-I{library.folder}", "-fsyntax-only", str(source)], check=True)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def times(compilers, library, runs):
    wanted = of_everything(library)
    for compiler in compilers:
        # In turn, so that a busy minute of the machine falls on all of them.
        taken = {name: [] for name in wanted}
        for _ in range(runs):
            for name, headers in wanted.items():
                taken[name].append(seconds(compiler, library, headers))
        base = statistics.median(taken["dependencies"])
        print(os.path.basename(compiler), *(f"{name}: {statistics.median(t) / base:.2f}" for name, t in taken.items()),
              f"1.00 is {base:.2f} s", sep=" | ")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--compiler", nargs="+", required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--refresh", action="store_true")
    parser.add_argument("--times", action="store_true")
    asked = parser.parse_args()
    library = Library(asked.root.resolve())
    if asked.times:
        return times(asked.compiler, library, asked.runs)
    now = counts(asked.compiler[0], library, asked.jobs)
    if asked.refresh:
        COMMITTED.write_text(json.dumps(now, indent=2) + "\n")
    return gate(now, asked.root / "docs" / "performance.md")


if __name__ == "__main__":
    sys.exit(main())
