#!/usr/bin/env python3
"""Compiles each program given twice: with MISTAKE defined it must fail in the words it expects, without it g++ must compile it. Those
without the mistake are compiled all in one first, each in a namespace of its own; one by one only where that fails.

A program states its words in comments at its top, for all compilers or for one kind of them:
    // expect-error: words                  in the first error line
    // expect-error(g++): words             the same, of this kind only
    // expect-note(clang): words            in the notes of the first error, which say it where no error line can
The first error is the first line with "error:" and what follows it up to the next such line.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

# What the types of quantities look like when a compiler spells them out. No reader wants it in an error line.
SOUP = ("boost::units::list<", "boost::units::dim<", "heterogeneous_system", "mpl::")
LONGEST = 400  # characters of an error line, after the word "error:"

ERROR = re.compile(r"(?:^|\s)(?:fatal )?error: ")
EXPECT = re.compile(r"// expect-(error|note)(?:\((g\+\+|clang)\))?: (.+)")


class Compiler:
    def __init__(self, path, options, folder):
        self.kind = "clang" if "clang" in os.path.basename(path) else "g++"
        self.command = [path, "-std=c++20", "-Wall", "-Wextra", "-Werror", *options]
        if self.kind == "clang":
            self.command.append("-fno-color-diagnostics")
        self.prelude = []
        self.precompile(pathlib.Path(folder))

    def precompile(self, folder):
        header = pathlib.Path(__file__).with_name("prelude.hpp")
        copy = folder / "prelude.hpp"
        copy.write_text(header.read_text())
        made = folder / ("prelude.pch" if self.kind == "clang" else "prelude.hpp.gch")
        done = self.run(["-x", "c++-header", str(copy), "-o", str(made)])
        if done.returncode != 0:
            sys.exit(f"the prelude does not compile:\n{done.stderr}")
        self.prelude = ["-include-pch", str(made)] if self.kind == "clang" else ["-include", str(copy)]

    def run(self, options):
        return subprocess.run(self.command + options, capture_output=True, text=True, env=dict(os.environ, LC_ALL="C"))

    def check(self, source, *options):
        return self.run([*self.prelude, "-fsyntax-only", *options, str(source)])


def first_error(output):
    """The message of the first error, and the lines that follow it up to the next one."""
    lines = output.splitlines()
    starts = [i for i, line in enumerate(lines) if ERROR.search(line)]
    if not starts:
        return None, ""
    end = starts[1] if len(starts) > 1 else len(lines)
    return ERROR.split(lines[starts[0]], maxsplit=1)[1], "\n".join(lines[starts[0] + 1 : end])


def expectations(source, kind):
    found = []
    for where, only, words in EXPECT.findall(source.read_text()):
        if only in ("", kind):
            found.append((where, words.strip()))
    return found


def complaints(source, compiler, twin_compiles):
    """What is wrong with a case, if anything, and the first error's message."""
    wrong = []
    expected = expectations(source, compiler.kind)
    if not expected:
        wrong.append(f"expects nothing of {compiler.kind}")

    if not twin_compiles and (twin := compiler.check(source)).returncode != 0:
        wrong.append("its twin without the mistake does not compile:\n" + twin.stderr[:2000])

    mistake = compiler.check(source, "-DMISTAKE")
    message, notes = first_error(mistake.stderr)
    if mistake.returncode == 0:
        wrong.append("the mistake compiles")
    elif message is None or "internal compiler error" in mistake.stderr:
        wrong.append("the compiler failed without an error of its own:\n" + mistake.stderr[:2000])
    else:
        for where, words in expected:
            if words not in (message if where == "error" else notes):
                wrong.append(f"not in the first {where}: {words}")
        wrong += [f"the error line has {soup}" for soup in SOUP if soup in message]
        if len(message) > LONGEST:
            wrong.append(f"the error line has {len(message)} characters, more than {LONGEST}")
    return wrong, message or "", notes


def twins_compile(sources, compiler, folder):
    """That nothing else is wrong with any of them, one compiler says for all."""
    if compiler.kind != "g++":
        return True
    # What they include comes first: #pragma once keeps it out of the namespaces.
    includes = dict.fromkeys(line for source in sources for line in re.findall(r"^#include .*", source.read_text(), re.MULTILINE))
    together = folder / "twins.cpp"
    together.write_text("\n".join([*includes, *(f'namespace case_{i} {{\n#include "{source.resolve()}"\n}}' for i, source in enumerate(sources))]))
    return compiler.check(together).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--option", action="append", default=[], help="of the compiler: -I..., -isystem...")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--at-least", type=int, default=1, help="cases there must be")
    parser.add_argument("--red", action="store_true", help="each case must be found wrong: the proof that this script looks")
    parser.add_argument("--show", action="store_true", help="print every first error")
    parser.add_argument("cases", nargs="+", type=pathlib.Path)
    asked = parser.parse_args()

    sources = sorted(s for c in asked.cases for s in (c.rglob("*.cpp") if c.is_dir() else [c]))
    if len(sources) < asked.at_least:
        sys.exit(f"{len(sources)} cases, and {asked.at_least} are wanted")
    failed = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(asked.jobs) as pool:
        compiler = Compiler(asked.compiler, asked.option, folder)
        twins = twins_compile(sources, compiler, pathlib.Path(folder))
        for source, (wrong, message, notes) in zip(sources, pool.map(lambda s: complaints(s, compiler, twins), sources)):
            bad = bool(wrong) != asked.red
            failed += bad
            if bad or asked.show:
                print(f"{'FAILED' if bad else 'ok'}: {source.parent.name}/{source.stem}", *wrong, f"first error: {message[:LONGEST]}",
                      notes[:1500] if bad or asked.red else "", sep="\n  ", flush=True)
    print(f"{len(sources) - failed} of {len(sources)} cases are as they must be")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
