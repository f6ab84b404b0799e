#!/usr/bin/env python3
"""Makes small changes to the headers of the library, one at a time, and asks whether the unit tests notice.

Each layer, a folder of include/headroom or the headers beside them, gets the same share of the changes. A change that does not compile
counts only where an assertion found it, and is replaced by another where not. State stays in build/mutate: a run that was stopped
goes on where it was, and one over the same seed judges the survivors again after the tests have changed.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import sys
import threading

sys.dont_write_bytecode = True  # beside the sources
import judge  # noqa: E402
import sites  # noqa: E402
import switched  # noqa: E402
from compiled import ROOT  # noqa: E402

BUILD = ROOT / "build" / "mutate"
EQUIVALENTS = pathlib.Path(__file__).with_name("equivalents.json")
MOST_RECORDS = 0.25  # of a layer's share: figures of records, which are compared one by one with the published ones


class Mutant:
    def __init__(self, change, text, repeated, seed):
        self.change = change
        self.text = text
        self.place = repeated  # among lines of the file that are alike
        self.was, self.now = change.lines(text)
        self.key = sites.order_of("", change, text, repeated)
        self.order = sites.order_of(seed, change, text, repeated)
        self.layer = judge.layer_of(change.file)

    def equals(self, entry):
        is_there = entry.get("place", self.place) == self.place
        return is_there and (entry["file"], entry["was"], entry["now"]) == (self.change.file, self.was, self.now)

    def show(self):
        return f"include/{self.change.file}:{self.change.line(self.text)}: {self.change.kind}\n  - {self.was}\n  + {self.now}"


def mutants(asked):
    finder = sites.Finder(ROOT, ["-std=c++20", f"-I{ROOT / 'include'}", "-w"])

    def is_wanted(header):
        return (asked.file or "") in header and (not asked.layer or judge.layer_of(header) in asked.layer)

    seen = collections.Counter()
    found = []
    for change in finder.find(is_wanted):
        text = (ROOT / "include" / change.file).read_bytes()
        alike = (change.file, *change.lines(text))
        found.append(Mutant(change, text, seen[alike], asked.seed))
        seen[alike] += 1
    return sorted(found, key=lambda mutant: mutant.order)


class State:
    """What is known of each mutant: a line of JSON each, appended as it is judged; the last line of a mutant counts."""

    def __init__(self, path, digest):
        self.path, self.digest = path, digest
        self.known = {}
        self.lock = threading.Lock()
        if path.exists():
            for line in path.read_text().splitlines():
                try:
                    one = json.loads(line)
                except ValueError:  # the run was stopped in the middle of a line
                    continue
                self.known[one["key"]] = one

    def get(self, mutant):
        one = self.known.get(mutant.key)
        if one is None or (one["state"] == judge.SURVIVED and one["digest"] != self.digest):
            return None
        return one

    def put(self, mutant, verdict):
        one = {"key": mutant.key, "state": verdict.state, "by": verdict.by, "ran": verdict.ran, "digest": self.digest,
               "file": mutant.change.file, "now": mutant.now}
        with self.lock:
            self.known[mutant.key] = one
            with self.path.open("a") as file:
                file.write(json.dumps(one) + "\n")


def wanted_of(all_mutants, state, count):
    """The mutants of the sample that are not judged yet, and those that are: by layer, in the order of the seed."""
    layers = collections.defaultdict(lambda: ([], []))
    for mutant in all_mutants:
        layers[mutant.layer][mutant.change.is_record].append(mutant)
    share = -(-count // max(1, len(layers)))
    wanted, sample = [], []
    for layer in sorted(layers):
        code, records = layers[layer]
        of_records = max(min(len(records), int(share * MOST_RECORDS)), share - len(code))
        for candidates, room in ((code, share - of_records), (records, of_records)):
            for mutant in candidates:
                if room <= 0:
                    break
                one = state.get(mutant)
                if one is not None and one["state"] == judge.DISCARDED:
                    continue
                room -= 1
                (wanted if one is None else sample).append(mutant)
    return wanted, sample


def judge_all(all_mutants, state, judge_of, asked):
    done = 0
    while True:
        wanted, sample = wanted_of(all_mutants, state, asked.count)
        if not wanted:
            return sample
        with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
            running = {pool.submit(judge_of.judge, mutant.change, mutant.text): mutant for mutant in wanted}
            try:
                for each in concurrent.futures.as_completed(running):
                    mutant, verdict = running[each], each.result()
                    state.put(mutant, verdict)
                    done += 1
                    if verdict.state == judge.SURVIVED or asked.verbose:
                        print(f"{verdict.state}{': ' if verdict.by else ''}{verdict.by}\n{mutant.show()}", flush=True)
                    if done % 20 == 0:
                        print(f"({done} judged)", flush=True)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise


def report(sample, state, equivalents):
    """Prints the survivors and the figures; returns whether they are good enough."""
    counted = collections.defaultdict(collections.Counter)
    refuted = 0
    for mutant in sample:
        one = state.get(mutant)
        equal = any(mutant.equals(entry) for entry in equivalents)
        if one["state"] == judge.NOTICED and equal:
            refuted += 1
            print(f"listed as equivalent, and noticed by {one['by']}:\n{mutant.show()}")
        kind = "noticed" if one["state"] == judge.NOTICED else "equivalent" if equal else "survived"
        counted[mutant.layer][kind] += 1
        if kind == "survived":
            ran = ", ".join(one["ran"][:3]) + (", ..." if len(one["ran"]) > 3 else "")
            print(f"\n{mutant.show()}\n  survived {len(one['ran'])}: {ran}")
    print("\n| layer | changes | equivalent | noticed | of the others |\n|---|---|---|---|---|")
    all_of = sum(counted.values(), collections.Counter())
    good = refuted == 0 and all_of["equivalent"] <= 0.1 * all_of.total()
    for layer, numbers in [*sorted(counted.items()), ("all", all_of)]:
        others = numbers.total() - numbers["equivalent"]
        part = numbers["noticed"] / others if others else 1
        good = good and part >= (0.95 if layer == "all" else 0.9)
        print(f"| {layer} | {numbers.total()} | {numbers['equivalent']} | {numbers['noticed']} | {100 * part:.1f} % |")
    return good


def at_once(all_mutants, equivalents, jobs, count):
    """Prints what the tests of each layer do not notice at run time, of all changes of its code or the first so many in the order of the seed."""
    table = ["| layer | changes | noticed | survived | not run | do not compile so |", "|---|---|---|---|---|---|"]
    for layer in sorted({mutant.layer for mutant in all_mutants}):
        of_layer = [mutant for mutant in all_mutants if mutant.layer == layer and not mutant.change.is_record][:count]
        states = switched.AtOnce(ROOT, BUILD, jobs, layer).judge(of_layer)
        for mutant, state in sorted(zip(of_layer, states), key=lambda pair: (pair[0].change.file, pair[0].change.begin)):
            if state in (judge.SURVIVED, switched.NOT_RUN) and not any(mutant.equals(entry) for entry in equivalents):
                print(f"{state}: {mutant.show()}", flush=True)
        counted = [states.count(state) for state in (judge.NOTICED, judge.SURVIVED, switched.NOT_RUN, judge.DISCARDED)]
        table.append(f"| {layer} | {len(states)} | {' | '.join(map(str, counted))} |")
    print("\n".join(["", *table]))


def main():
    parser = argparse.ArgumentParser(prog="scripts/mutate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", default="1", help="of the order in which changes are drawn (1)")
    parser.add_argument("--count", type=int, help="changes that count, over all layers (400); with --at-once of each layer (all)")
    parser.add_argument("--layer", action="append", help="this layer only, such as deployment; may be repeated")
    parser.add_argument("--file", help="headers with this in their path only, such as rules/cpus.hpp")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="changes judged at once (one a core)")
    parser.add_argument("--nearest", type=int, help="ask so many tests only, the nearest: faster, and stricter")
    parser.add_argument("--at-once", action="store_true", help="all changes of code, compiled together, and asked of their layer's own tests at run time")
    parser.add_argument("--list", action="store_true", help="print the changes and judge none")
    parser.add_argument("--verbose", action="store_true", help="print what noticed each change")
    asked = parser.parse_args()

    all_mutants = mutants(asked)
    if not all_mutants:
        parser.error("there is nothing to change there")
    drawn = asked.count or 400
    if asked.list:
        for mutant in all_mutants[:drawn]:
            print(mutant.show())
        return 0
    equivalents = json.loads(EQUIVALENTS.read_text()) if EQUIVALENTS.exists() else []
    if asked.at_once:
        at_once(all_mutants, equivalents, asked.jobs, asked.count)
        return 0
    asked.count = drawn
    judge_of = judge.Judge(ROOT, BUILD, asked.jobs, {mutant.layer for mutant in all_mutants}, asked.nearest)
    state = State(BUILD / "judged.jsonl", judge_of.noticing())
    sample = judge_all(all_mutants, state, judge_of, asked)
    good = report(sample, state, equivalents)
    print(f"seed {asked.seed}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
