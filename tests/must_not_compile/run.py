#!/usr/bin/env python3
"""Compiles each program given twice: with MISTAKE defined it must fail in the words it expects, without it g++ must compile it.

Both are compiled all in one first, each in a namespace of its own: reading the headers takes most of the time. Of the errors of all the
mistakes, those that name one program alone are that program's. One whose errors are not as they must be is compiled with the others of
that kind, and at last by itself: that decides.

A program states its words in comments at its top, for all compilers or for one kind of them:
    // expect-error: words                  in the first error line
    // expect-error(g++): words             the same, of this kind only
    // expect-note(clang): words            in the notes of the first error, which say it where no error line can
The first error is the first line with "error:" and what follows it up to the next such line. g++ compiles a mistake no further than that.
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
MANY = 10  # programs compiled by themselves, for which it pays to precompile what they include
LONGEST = 400  # characters of an error line, after the word "error:"
LAST = "nothing before this is wrong"

ERROR = re.compile(r"(?:^|\s)(?:fatal )?error: ")
LEADS_TO = re.compile(r"(?:In file included|\s+) from |\S+: In .*:$|\S+:\s+(?:required|recursively required|in 'constexpr') ")  # an error of g++
EXPECT = re.compile(r"// expect-(error|note)(?:\((g\+\+|clang)\))?: (.+)")


class Compiler:
    def __init__(self, path, options, folder):
        self.kind = "clang" if "clang" in os.path.basename(path) else "g++"
        self.command = [path, "-std=c++20", "-Wall", "-Wextra", "-Werror", *options]
        if self.kind == "clang":
            self.command += ["-fno-color-diagnostics", "-ferror-limit=0"]
        self.folder = pathlib.Path(folder)
        self.prelude = []

    def precompile(self):
        header = pathlib.Path(__file__).with_name("prelude.hpp")
        copy = self.folder / "prelude.hpp"
        copy.write_text(header.read_text())
        made = self.folder / ("prelude.pch" if self.kind == "clang" else "prelude.hpp.gch")
        done = self.run(["-x", "c++-header", str(copy), "-o", str(made)])
        if done.returncode != 0:
            sys.exit(f"the prelude does not compile:\n{done.stderr}")
        self.prelude = ["-include-pch", str(made)] if self.kind == "clang" else ["-include", str(copy)]

    def run(self, options, text=None):
        return subprocess.run(self.command + options, input=text, capture_output=True, text=True, env=dict(os.environ, LC_ALL="C"))

    def check(self, source, *options):
        return self.run([*self.prelude, "-fsyntax-only", *options, str(source)])

    def check_mistake(self, source):
        # g++ ends at the second error, and with it before the templates that all of the headers wait for: two thirds of the time.
        if self.kind == "g++":
            text = f'#include "{source.resolve()}"\nstatic_assert(false, "{LAST}");\n'
            done = self.run([*self.prelude, "-fsyntax-only", "-DMISTAKE", "-fmax-errors=1", "-x", "c++", "-"], text)
            if LAST not in (first_error(done.stderr)[0] or LAST):
                return done
        return self.check(source, "-DMISTAKE")

    def check_together(self, sources, *options):
        # What they include comes first: #pragma once keeps it out of the namespaces.
        includes = dict.fromkeys(line for source in sources for line in re.findall(r"^#include .*", source.read_text(), re.MULTILINE))
        cases = (f'namespace case_{i} {{\n#include "{source.resolve()}"\n}}' for i, source in enumerate(sources))
        together = self.folder / ("mistakes.cpp" if options else "twins.cpp")
        together.write_text("\n".join([*includes, *cases]))
        return self.run(["-fsyntax-only", *options, str(together)])


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


def wrong_with(expected, output):
    """What is wrong with the errors of a mistake, if anything, and the first one's message and notes."""
    message, notes = first_error(output)
    if message is None or "internal compiler error" in output:
        return ["the compiler failed without an error of its own:\n" + output[:2000]], "", notes
    wrong = [f"not in the first {where}: {words}" for where, words in expected if words not in (message if where == "error" else notes)]
    wrong += [f"the error line has {soup}" for soup in SOUP if soup in message]
    if len(message) > LONGEST:
        wrong.append(f"the error line has {len(message)} characters, more than {LONGEST}")
    return wrong, message, notes


def complaints(source, compiler, twin_compiles, output):
    """What is wrong with a case, if anything, and the first error's message and notes."""
    expected = expectations(source, compiler.kind)
    wrong = [] if expected else [f"expects nothing of {compiler.kind}"]
    if not twin_compiles and (twin := compiler.check(source)).returncode != 0:
        wrong.append("its twin without the mistake does not compile:\n" + twin.stderr[:2000])

    if output is None:
        mistake = compiler.check_mistake(source)
        if mistake.returncode == 0:
            return [*wrong, "the mistake compiles"], "", ""
        output = mistake.stderr
    found, message, notes = wrong_with(expected, output)
    return wrong + found, message, notes


def outputs_together(sources, compiler):
    """What the compiler says of each mistake when it compiles all in one, of those of which it says what it must."""
    of_each = errors_of_each(sources, compiler.check_together(sources, "-DMISTAKE").stderr)
    outputs = {source: output for source, output in of_each.items() if not wrong_with(expectations(source, compiler.kind), output)[0]}
    # It says once what is wrong with a template that two of them share.
    others = [source for source in sources if source not in outputs]
    return outputs | (outputs_together(others, compiler) if outputs and others else {})


def errors_of_each(sources, output):
    """The errors of each source, of those that all of them in one have."""
    lines = re.sub(r"\bcase_\d+::", "", output).splitlines()
    starts = []
    for i in (i for i, line in enumerate(lines) if ERROR.search(line)):
        while i > 0 and LEADS_TO.match(lines[i - 1]):
            i -= 1
        starts.append(i)
    names = {source: [str(source.resolve()), *re.findall(r'^#line \d+ "(.+)"', source.read_text(), re.MULTILINE)] for source in sources}
    of_each = {source: [] for source in sources}
    for start, end in zip(starts, [*starts[1:], len(lines)]):
        error = "\n".join(lines[start:end])
        named = [source for source in sources if any(f"{name}:" in error for name in names[source])]
        if len(named) == 1:
            of_each[named[0]].append(error)
    return {source: "\n".join(errors) for source, errors in of_each.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--option", action="append", default=[], help="of the compiler: -I..., -isystem...")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--at-least", type=int, default=1, help="cases there must be")
    parser.add_argument("--alone", action="store_true", help="compile each mistake by itself")
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
        # That nothing else is wrong with any of them, one compiler says for all.
        twins_compile = compiler.kind != "g++" or compiler.check_together(sources).returncode == 0
        outputs = {} if asked.alone else outputs_together(sources, compiler)
        alone = len(sources) - len(outputs) + (0 if twins_compile else len(sources))
        if alone > MANY:
            compiler.precompile()
        judge = lambda source: complaints(source, compiler, twins_compile, outputs.get(source))
        for source, (wrong, message, notes) in zip(sources, pool.map(judge, sources)):
            bad = bool(wrong) != asked.red
            failed += bad
            if bad or asked.show:
                print(f"{'FAILED' if bad else 'ok'}: {source.parent.name}/{source.stem}", *wrong, f"first error: {message[:LONGEST]}",
                      notes[:1500] if bad or asked.red else "", sep="\n  ", flush=True)
    print(f"{len(sources) - failed} of {len(sources)} cases are as they must be")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
