#!/usr/bin/env python3
"""Keeps README.md and docs/ true.

Every code block is cut from a file or compared with what a command prints. The comment above a block says which:

    <!-- from: docs/snippets/tutorial.cpp#totals -->      between `// [totals]` and `// [/totals]` of that file
    <!-- from: examples/fleet.json -->                    the whole file, less its licence line
                                                          (and, of either, less the lines that end in `// hidden`)
    <!-- output: headroom report examples/fleet.json -->  the command, and what the program prints, run in the root of the repository
    <!-- output: headroom schema, from "Demand" -->       the same, from the line on that begins so
    <!-- errors: docs/snippets/failing_promise.cpp -->    the compiler's first error, and where it comes from
    <!-- picture: headroom fit ... -->                    the image in the next line is the first chart that --html draws of it
    <!-- commands -->                                     each line is a script of ours, with arguments it takes, or compiles

Also checked: links lead somewhere, every public header has its page, every example is listed, and every sentence that
the library makes a compiler print is a heading of docs/troubleshooting.md, above code that really prints it; what
headroom_check() and the assertions that it makes say is a line of that page.

    tests/docs/check_docs.py --program P --compiler C             checks; exit status 1 and a list if anything is wrong
    tests/docs/check_docs.py --program P --compiler C --update    rewrites the blocks first
"""

import argparse
import ast
import functools
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEADERS = ROOT / "include" / "headroom"
TROUBLES = "docs/snippets/troubleshooting.cpp"

# Headers without a page of their own: the umbrella and the version have README.md; one is an error for older standards.
WITHOUT_PAGE = {"headroom.hpp", "requires_cpp20.hpp", "version.hpp"}

COMMENT = re.compile(r"<!-- (from|output|errors|commands):? ?(.*?) -->$")
FENCE = re.compile(r"(\s*)```(\w*)$")


class Wrong(Exception):
    pass


# --- where blocks come from


def tidied(lines):
    """Without licence, markers, hidden lines, doubled blank lines and indentation."""
    hidden = r".*SPDX-License-Identifier.*|.*// hidden|\s*(//|#) \[/?[\w -]+\]"
    lines = [line for line in lines if not re.fullmatch(hidden, line)]
    lines = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n").split("\n")
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[indent:] for line in lines]


def without_a_loose_end(path, lines):
    """A namespace whose end is shown and whose beginning is hidden would not compile where it is pasted."""
    for line in lines:
        end = re.fullmatch(r"}\s*// namespace (\w+)", line)
        if end is not None and f"namespace {end[1]} {{" not in lines:
            raise Wrong(f"{path}: shows the end of the namespace {end[1]} and hides its beginning")
    return lines


def cut(place):
    path, _, marker = place.partition("#")
    file = ROOT / path
    if not file.is_file():
        raise Wrong(f"{path} does not exist")
    lines = file.read_text(encoding="utf-8").splitlines()
    if not marker:
        return without_a_loose_end(path, tidied(lines))
    begin, end = ([i for i, line in enumerate(lines) if line.strip() in (f"// {tag}", f"# {tag}")]
                  for tag in (f"[{marker}]", f"[/{marker}]"))
    if len(begin) != 1 or len(end) != 1 or begin >= end:
        raise Wrong(f"{path} has no one region [{marker}] … [/{marker}]")
    return without_a_loose_end(path, tidied(lines[begin[0] + 1:end[0]]))


def typed(words):
    """The command as one types it, in lines of 100 columns; an option stands with its value."""
    parts = []
    for word in map(shlex.quote, words):
        if parts and parts[-1].startswith("--") and " " not in parts[-1] and not word.startswith("--"):
            parts[-1] += " " + word
        else:
            parts.append(word)
    lines = ["$"]
    for part in parts:
        if len(lines[-1]) + 1 + len(part) > 98:
            lines[-1] += " \\"
            lines.append("   ")
        lines[-1] += " " + part
    return lines


@functools.cache
def printed(place, program):
    command, _, start = place.partition(", from ")
    words = shlex.split(command)
    if words[0] != "headroom":
        raise Wrong(f"only the program headroom can be run, not {words[0]}")
    if program is None:
        return None
    run = subprocess.run([program, *words[1:]], cwd=ROOT, text=True, stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60,
                         env={**os.environ, "COLUMNS": "100", "LC_ALL": "C.UTF-8"})
    lines = [line.rstrip() for line in run.stdout.rstrip("\n").splitlines()]
    if not start:
        return typed(words) + lines
    begin = next((i for i, line in enumerate(lines) if line.startswith(start.strip('"'))), None)
    if begin is None:
        raise Wrong(f"'{command}' prints no line that begins with {start}")
    return typed(words) + ["..."] * (begin > 0) + lines[begin:]


def compile_errors(path, compiler, *options):
    run = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", "-Iinclude", *options, path], cwd=ROOT, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "LC_ALL": "C"})
    return run.stdout.splitlines()


# The first error with what leads to it: what is instantiated, and the user's line.
@functools.cache
def first_error(path, compiler):
    if compiler is None:
        return None
    lines = compile_errors(path, compiler)
    at = next((i for i, line in enumerate(lines) if " error: " in line), None)
    if at is None:
        raise Wrong(f"{path} compiles, and should not")
    kept = [line for line in lines[:at] if "In instantiation of" in line or "required from here" in line]
    return kept + [lines[at]]


def check_commands(lines, program, compiler):
    for line in lines:
        script, *arguments = shlex.split(line)
        if script == compiler:
            done = subprocess.run([script, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120)
            if done.returncode or done.stderr:
                raise Wrong(f"'{line}' does not compile: {done.stderr}")
        if script in (compiler, "g++-12"):
            continue
        if not os.access(ROOT / script, os.X_OK) or not script.startswith("scripts/"):
            raise Wrong(f"{script} is no script of ours")
        if script == "scripts/headroom" and program is not None:
            status = subprocess.run([program, *arguments], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                    stderr=subprocess.DEVNULL, timeout=60).returncode
            if status not in (0, 1, 3):
                raise Wrong(f"'{line}' ends with status {status}")


def content(kind, place, tools):
    if kind == "from":
        return cut(place)
    if kind == "output":
        return printed(place, tools.program)
    return first_error(place, tools.compiler)


# --- pages


def pages():
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def fences(lines):
    """(line of the opening fence, line of the closing fence) of every block."""
    found = []
    opened = None
    for i, line in enumerate(lines):
        if opened is None and FENCE.match(line):
            opened = i
        elif opened is not None and line.strip() == "```":
            found.append((opened, i))
            opened = None
    return found


def check_blocks(page, tools):
    lines = page.read_text(encoding="utf-8").splitlines()
    name = page.relative_to(ROOT)
    wrong = []
    for begin, end in reversed(fences(lines)):
        comment = COMMENT.match(lines[begin - 1]) if begin else None
        if comment is None:
            wrong.append(f"{name}:{begin + 1}: a block without a comment that says where it is cut from")
            continue
        kind, place = comment.groups()
        try:
            if kind == "commands":
                check_commands(lines[begin + 1:end], tools.program, tools.compiler)
                continue
            expected = content(kind, place, tools)
        except Wrong as why:
            wrong.append(f"{name}:{begin + 1}: {why}")
            continue
        block = lines[begin + 1:end]
        if expected is None or block == expected:
            continue
        if tools.update:
            lines[begin + 1:end] = expected
            page.write_text("\n".join(lines) + "\n", encoding="utf-8")
        else:
            at = next((i for i, pair in enumerate(zip(block, expected)) if pair[0] != pair[1]), min(len(block), len(expected)))
            shown = [text[at] if at < len(text) else "(nothing)" for text in (block, expected)]
            wrong.append(f"{name}:{begin + 2 + at}: not as in {place}\n  page: {shown[0]}\n  real: {shown[1]}")
    return wrong


def drawn(command, program):
    """The first chart of a page, as a file of its own: with the part of the page's style that is of charts."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        subprocess.run([program, *shlex.split(command)[1:], "--html", str(page)], cwd=ROOT, stdout=subprocess.DEVNULL, timeout=60, check=False)
        text = page.read_text(encoding="utf-8")
    style = text[text.index("<style>") + len("<style>"):text.index("*{box-sizing")]
    drawing = text[text.index("<svg "):text.index("</svg>")]
    return drawing.replace(">", f"><style>{style}</style>", 1) + "</svg>\n"


def check_pictures(page, tools):
    wrong = []
    for command, target in re.findall(r"^<!-- picture: (headroom .*?) -->\n!\[[^\]]+\]\(([^)]+)\)$", page.read_text(encoding="utf-8"), re.M):
        file = page.parent / target
        if tools.program is None:
            continue
        expected = drawn(command, tools.program)
        if file.is_file() and file.read_text(encoding="utf-8") == expected:
            continue
        if tools.update:
            file.parent.mkdir(exist_ok=True)
            file.write_text(expected, encoding="utf-8")
        else:
            wrong.append(f"{page.relative_to(ROOT)}: {target} is not what {command} draws: --update draws it")
    return wrong


def anchor(heading):
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def check_links(page):
    text = re.sub(r"^\s*```.*?^\s*```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    wrong = []
    for target in re.findall(r"\]\(([^()\s]+)\)", text):
        if re.match(r"https?://", target):
            continue
        path, _, fragment = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        problem = None
        if not file.exists():
            problem = "leads nowhere"
        elif not file.is_relative_to(ROOT):
            problem = "leads out of the repository"
        elif fragment and fragment not in [anchor(h) for h in re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.M)]:
            problem = "names no heading there"
        if problem:
            wrong.append(f"{page.relative_to(ROOT)}: the link {target} {problem}")
    return wrong


def check_headers_of_tables(page):
    """A reader of screens says a cell's header before the cell."""
    lines = [*page.read_text(encoding="utf-8").splitlines(), ""]
    return [f"{page.relative_to(ROOT)}:{number}: a column of the table has no header"
            for number, (line, below) in enumerate(zip(lines, lines[1:]), 1)
            if re.fullmatch(r"\|[-:| ]+\|", below) and re.search(r"\|\s*\|", line)]


def check_pages_of_headers():
    wrong = []
    # Of a format's folder its users need nothing, as read/deployment.hpp reads it, but for what the program includes.
    program = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "examples" / "headroom").rglob("*.[ch]pp"))
    used = set(re.findall(r"#include <headroom/(read/[^>]+)>", program))
    for header in sorted(HEADERS.rglob("*.hpp")):
        path = header.relative_to(HEADERS)
        if path.parts[0] == "read" and (path.stem == "implement" or (len(path.parts) > 2 and str(path) not in used)):
            continue
        is_rule = path.parts[:2] == ("deployment", "rules") and len(path.parts) == 3
        page = ROOT / "docs" / ("rules" if is_rule else "reference") / (path.stem + ".md" if is_rule else path.with_suffix(".md"))
        if str(path) in WITHOUT_PAGE or "detail" in path.parts:
            continue
        if not page.is_file():
            wrong.append(f"include/headroom/{path} has no page {page.relative_to(ROOT)}")
        elif not page.read_text(encoding="utf-8").startswith(f"# {path.stem if is_rule else path}\n"):
            wrong.append(f"{page.relative_to(ROOT)}: the first line is not '# {path.stem if is_rule else path}'")
    for page in sorted((ROOT / "docs" / "reference").rglob("*.md")):
        path = page.relative_to(ROOT / "docs" / "reference")
        if path.name != "README.md" and not (HEADERS / path.with_suffix(".hpp")).is_file():
            wrong.append(f"{page.relative_to(ROOT)}: there is no such header")
    return wrong


def check_examples():
    text = (ROOT / "docs" / "examples.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`examples/([\w.-]+)`", text))
    there = {entry.name for entry in (ROOT / "examples").iterdir() if entry.suffix in {".cpp", ".json", ".py", ".sbatch"} or entry.is_dir()}
    return [f"docs/examples.md does not name examples/{name}" for name in sorted(there - named)] + \
           [f"docs/examples.md names examples/{name}, which is not there" for name in sorted(named - there)]


# --- what the library makes a compiler print


def sentences():
    """Each sentence or name, and the header it stands in."""
    found = {}
    for header in sorted(HEADERS.rglob("*.hpp")):
        if header.relative_to(HEADERS).parts[0] == "read":  # what runs has no sentences of a compiler
            continue
        text = header.read_text(encoding="utf-8")
        spoken = [ast.literal_eval("".join(re.findall(r'"(?:[^"\\]|\\.)*"', part)).replace('""', ""))
                  for part in re.findall(r'static_assert\(.*?,\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\);', text, re.S)]
        spoken += re.findall(r"= delete;\s*// (.+)$", text, re.M)
        never_defined = re.findall(r"^(?:inline )?void (\w{12,})\([^()]*\)(?:;| \{\})", text, re.M)
        for sentence in spoken + never_defined:
            found.setdefault(sentence, header.relative_to(ROOT))
    return found


def check_troubleshooting(compiler):
    page = ROOT / "docs" / "troubleshooting.md"
    if not page.is_file():
        return ["docs/troubleshooting.md does not exist"]
    text = page.read_text(encoding="utf-8")
    headings = [h.strip("`") for h in re.findall(r"^### (.+)$", text, re.M)]
    known = sentences()
    wrong = [f"{header}: docs/troubleshooting.md has no heading '### {sentence}'"
             for sentence, header in known.items() if sentence not in headings]
    wrong += [f"docs/troubleshooting.md: no header says '{h}'" for h in headings if h not in known]

    # The broken code under a heading is a region of one file, whose errors are the headings.
    under = {}
    last = []
    for line in text.splitlines():
        if line.startswith("#"):
            heading = line.removeprefix("### ").strip("`") if line.startswith("### ") else None
            last = last + [heading] if heading and last and under.get(last[-1]) is None else [heading]
        region = re.match(rf"<!-- from: {re.escape(TROUBLES)}#(.+ broken) -->", line)
        if region:
            for heading in last:
                under[heading] = region.group(1)
    wrong += [f"docs/troubleshooting.md: nothing broken is shown under '{h}'" for h in headings if h not in under]
    if compiler is None:
        return wrong

    source = (ROOT / TROUBLES).read_text(encoding="utf-8").splitlines()
    regions = {tag: (source.index(f"// [{tag}]") + 1, source.index(f"// [/{tag}]") + 1) for tag in set(under.values())}
    said = {tag: [] for tag in regions}
    # A message belongs to the region that it or the lines before it name.
    inside = None
    for line in compile_errors(TROUBLES, compiler, "-D", "BROKEN", "-fmax-errors=0"):
        named = re.match(rf"{re.escape(TROUBLES)}:(\d+):", line)
        if named:
            at = int(named.group(1))
            inside = next((tag for tag, (begin, end) in regions.items() if begin < at < end), None)
        if inside and (" error: " in line or re.search(r"= delete;\s*//", line)):
            said[inside].append(line)
    for heading, tag in under.items():
        if heading is not None and not any(heading in line for line in said[tag]):
            wrong.append(f"{TROUBLES}: the region [{tag}] does not make {compiler} say '{heading}', but "
                         + ("nothing" if not said[tag] else "; ".join(said[tag])))
    return wrong  # the other side of each: without BROKEN the same file compiles, with the other snippets


# What headroom_check() and the assertions that it makes say is a line of the page too: those have no code that says it.
def check_messages_of_builds(program):
    page = (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    script = (ROOT / "cmake" / "headroom_check.cmake").read_text(encoding="utf-8")
    messages = ["".join(re.findall(r'"((?:[^"\\]|\\.)*)"', call))
                for call in re.findall(r'FATAL_ERROR\s+((?:"(?:[^"\\]|\\.)*"\s*)+)\)', script)]
    command = (ROOT / "examples" / "headroom" / "commands" / "generate_command.cpp").read_text(encoding="utf-8")
    messages += re.findall(r'fail\(fmt::format\("((?:--|\{\}: )[^"\\]*)', command)
    rules = (HEADERS / "deployment" / "rules.hpp").read_text(encoding="utf-8")
    holds = re.findall(r'rule\{"(\w+)", "([^"]+)"', rules)
    wrong = [] if len(messages) > 8 and len(holds) > 30 else [f"only {len(messages)} messages and {len(holds)} rules are found"]
    for message in messages:
        parts = [re.escape(part) for part in re.split(r'\$\{\w+\}|\{\}', message)]
        if not any(re.search(".+".join(parts), row) for row in rows):
            wrong.append(f"docs/troubleshooting.md: no line says '{message}'")
    wrong += [f"docs/troubleshooting.md: no line says '{what} [{name}]'" for name, what in holds
              if f"| {what} [{name}] | [{name}](rules/{name}.md) |" not in rows]
    if program is None:
        return wrong
    # The program has rules of its own beside the library's, which no assertion says: their pages are named.
    listed = re.findall(r"^(\w+) ", subprocess.run([program, "check", "--list-rules"], text=True, capture_output=True,
                                                  check=True).stdout, re.MULTILINE)
    names = [name for name in listed if name != "rule"]
    if not {name for name, _ in holds} < set(names):
        wrong.append(f"headroom check --list-rules: only {len(names)} rules")
    return wrong + [f"docs/troubleshooting.md: no line is about '{name}'" for name in names
                    if not any(f"](rules/{name}.md)" in row for row in rows)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", help="the program headroom; without it what it prints is not compared")
    parser.add_argument("--compiler", help="g++ 12; without it errors are not compared")
    parser.add_argument("--update", action="store_true", help="rewrite the blocks from where they are cut")
    tools = parser.parse_args()

    wrong = []
    for page in pages():
        wrong += check_blocks(page, tools) + check_pictures(page, tools) + check_links(page) + check_headers_of_tables(page)
    wrong += check_pages_of_headers() + check_examples() + check_troubleshooting(tools.compiler)
    wrong += check_messages_of_builds(tools.program)
    for line in wrong:
        print(line)
    if not wrong:
        print(f"{len(pages())} pages are as the files they are cut from")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
