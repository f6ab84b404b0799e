"""Compiles all changes of headers at once, each behind a switch, and asks the tests of their layers about each of them at run time.

Constants of test cases are computed at run time, where the tests compile so. What else is a constant expression is computed as if nothing had
changed: a change that only an assertion of the compiler notices survives here.
"""
import bisect
import collections
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import tempfile

from compiled import COMPILER, DISCARDED, INCLUDE, Compiled
from judge import PIECE

HERE = pathlib.Path(__file__).parent
PLACE = re.compile(r"([^:\s]+):(\d+):(\d+): (error|fatal error|note): ")
ANSWER = re.compile(r"(\d+) (noticed|survived|not run)$", re.MULTILINE)
NOT_RUN = "not run"
# Whose changes are asked of which tests: those of the layer, where no other are named; and with which sources of the program.
TESTS = {"top": ["tests/*_test.cpp"],
         "deployment": ["tests/deployment/**/*_test.cpp", "tests/program/check/fixtures_test.cpp", "tests/read/worked_examples_test.cpp"],
         "read": ["tests/read/**/*_test.cpp", "tests/program/check/fixtures_test.cpp", "tests/program/check/terraform_test.cpp",
                  "tests/program/check/capacity_sums_test.cpp"]}
DEFINITIONS = {"read": ["examples/headroom/readers.cpp"]}  # compiled with the changes
LINKED = ("deployment", "read")  # before the program's parts, as they are
# A constant of a test case: no function, and nothing that has to be one.
LOCAL = re.compile(r"^( +)constexpr (?!static\b|.*\brequires\b|.*\) *(?:const)? *(?:->.*)?\{)", re.MULTILINE)
AFTER_HEADERS = """
#undef CHECK_CONSTEXPR
#define CHECK_CONSTEXPR(...) CHECK(__VA_ARGS__)
#define static_assert(...) static_assert(true)
"""
ROUNDS = 16  # a change that does not compile may hide another


class Switched:
    """A header with its changes: those that lie in the same expression in a chain, those of its parts within it."""

    def __init__(self, text, numbered):
        self.text = text
        self.ranges = []  # where each change lies in what is written: (begin, end, number)
        inside = collections.defaultdict(list)
        for number, change in numbered:
            inside[change.whole, change.form].append((number, change))
        outermost_first = {"statement": 0, "condition": 1, "expression": 2}
        self.spans = sorted(inside.items(), key=lambda span: (span[0][0][0], -span[0][0][1], outermost_first[span[0][1]]))
        self.written = bytearray()
        self.copy(0, len(text))
        self.starts = [0] + [found.end() for found in re.finditer(b"\n", self.written)]  # of lines

    def copy(self, begin, end):
        """What lies between, with the changes of all spans that do."""
        while self.spans and self.spans[0][0][0][1] <= end:
            ((first, last), form), changes = self.spans.pop(0)
            if first < begin:  # it overlaps with one before
                continue
            self.written += self.text[begin:first]
            self.span(first, last, form, changes)
            begin = last
        self.written += self.text[begin:end]

    def span(self, first, last, form, changes):
        if form == "statement":
            begin = len(self.written)
            self.written += f"if (!is_changed({changes[0][0]})) ".encode()
            self.ranges.append((begin, len(self.written), changes[0][0]))
            self.copy(first, last)
            return
        as_type = b"static_cast<bool>(" if form == "condition" else b"("
        self.written += b"("
        for number, change in changes:
            begin = len(self.written)
            now = self.text[first : change.begin] + change.now.encode() + self.text[change.end : last]
            self.written += f"is_changed({number}) ? ".encode() + as_type + now + b") : "
            self.ranges.append((begin, len(self.written), number))
        self.written += as_type
        self.copy(first, last)
        self.written += b"))"

    def changes_at(self, line, column):
        """The innermost change written there; else all that touch the line."""
        at = self.starts[min(line, len(self.starts)) - 1] + max(column - 1, 0)
        around = [(end - begin, number) for begin, end, number in self.ranges if begin <= at < end]
        if around:
            return {min(around)[1]}
        return {number for begin, end, number in self.ranges
                if bisect.bisect_right(self.starts, begin) <= line <= bisect.bisect_right(self.starts, end)}


class AtOnce(Compiled):
    def __init__(self, root, build, jobs, layer):
        super().__init__(root, build, jobs)
        self.layer = layer
        self.as_written = set()  # tests that do not compile otherwise
        self.options += ["-include", str(HERE / "switch.hpp"), "-Wno-c++11-narrowing", "-ferror-limit=0"]

    def judge(self, mutants):
        """The state of each change: noticed, survived, not run by any test, or discarded where it does not compile behind a switch."""
        self.build.mkdir(parents=True, exist_ok=True)
        if self.layer in LINKED:
            self.build_program(["headroom_program_parts"])
        left = dict(enumerate(mutants))
        with tempfile.TemporaryDirectory(dir=self.build) as folder:
            overlay = pathlib.Path(folder)
            made = self.compile_all(left, overlay)
            states = self.ask(made, len(mutants), overlay)
        return [states[number] if number in left else DISCARDED for number in range(len(mutants))]

    # --- sources

    def sources(self):
        tests = [self.root.glob(pattern) for pattern in TESTS.get(self.layer, [f"tests/{self.layer}/**/*_test.cpp"])]
        definitions = [[self.root / name] for name in DEFINITIONS.get(self.layer, [])]
        return definitions + [piece for found in tests for piece in self.pieces(found)]

    def pieces(self, tests):
        tests = sorted(tests)
        return [tests[i : i + PIECE] for i in range(0, len(tests), PIECE)]

    # --- compiling, without those that do not

    def compile_all(self, left, overlay):
        waiting = self.sources()
        for _ in range(ROUNDS):
            headers = self.write(left, overlay)
            done = self.each(waiting, lambda source: self.compile_piece(source, overlay, "-fsyntax-only"))
            causes = [causes_of(one.stderr, headers) for one in done]
            refused = set().union(*(changes for of_piece in causes for changes in of_piece)) & left.keys()
            # Errors of the tests alone: names of several may collide, and of one a constant may have to be one.
            own = [source for source, of_piece in zip(waiting, causes) if set() in of_piece]
            collide = [source for source in own if len(source) > 1]
            constants = {source[0] for source in own if len(source) == 1} - self.as_written
            if not refused and not collide and not constants:
                break
            self.as_written |= constants
            waiting = [piece for source in waiting for piece in ([[test] for test in source] if source in collide else [source])]
            for number in refused:
                del left[number]
        made = [overlay / f"{number}.o" for number in range(len(waiting))]
        for source, one in zip(waiting, self.each(zip(waiting, made), lambda pair: self.compile_piece(pair[0], overlay, "-c", "-o", str(pair[1])))):
            if one.returncode != 0:
                raise SystemExit(f"{', '.join(map(str, source))}: it does not compile with switches\n{one.stderr[:2000]}")
        return made

    def each(self, things, work):
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(work, things))

    def write(self, left, overlay):
        of_file = collections.defaultdict(list)
        for number, mutant in left.items():
            of_file[mutant.change.file].append((number, mutant))
        shutil.rmtree(overlay / "include", ignore_errors=True)  # a header may have no change left
        headers = {}
        for file, numbered in of_file.items():
            path = overlay / "include" / file
            path.parent.mkdir(parents=True, exist_ok=True)
            headers[str(path)] = Switched(numbered[0][1].text, [(number, mutant.change) for number, mutant in numbered])
            path.write_bytes(headers[str(path)].written)
        return headers

    def compile_piece(self, tests, overlay, *how):
        with tempfile.NamedTemporaryFile("w", suffix=".cpp", dir=overlay) as source:
            source.write(self.text_of(tests))
            source.flush()
            return subprocess.run([COMPILER, *self.options, "-O0", f"-I{overlay / 'include'}", *self.paths, self.program_path,
                                   "-fno-caret-diagnostics", *how, source.name], capture_output=True, text=True, errors="replace")

    def text_of(self, tests):
        relaxed = {test: relaxed_text(test) for test in tests if test.name.endswith("_test.cpp") and test not in self.as_written}
        lines = [f'#include "{test}"' for test in tests if test not in relaxed]
        # What lies beside a test by its whole name.
        lines += [f'#include "{beside}"' if (beside := test.parent / name).exists() else f"#include <{name}>"
                  for test in relaxed for name in self.included(test)]
        return "\n".join([*lines, AFTER_HEADERS, *(f'#line 1 "{test}"\n{text}' for test, text in relaxed.items()), ""])

    # --- asking

    def ask(self, made, count, overlay):
        main, program = overlay / "main.o", overlay / "switched"
        self.must([COMPILER, *self.options, "-O1", "-c", str(HERE / "switched.cpp"), "-o", str(main)])
        libraries = ["-Wl,-z,muldefs", *self.program_parts] if self.layer in LINKED else []  # the first copy counts
        self.must([COMPILER, *map(str, made), str(main), *libraries, "-lfmt", "-o", str(program)])
        said = self.each(range(self.jobs), lambda part: self.must([str(program), str(count), str(part), str(self.jobs)]))
        return {int(number): state for number, state in ANSWER.findall("".join(said))}


def relaxed_text(test):
    """Of a test, without its includes and its local constants."""
    return LOCAL.sub(r"\1", INCLUDE.sub(b"", test.read_bytes()).decode())


def causes_of(errors, headers):
    """Of each error the changes that it, or the first of the notes after it, lies in."""
    found, places = [], []
    for line in errors.splitlines():
        place = PLACE.match(line)
        if place is None:
            continue
        if place.group(4) != "note" and places:
            found.append(first_of(places, headers))
            places = []
        places.append((place.group(1), int(place.group(2)), int(place.group(3))))
    return found + ([first_of(places, headers)] if places else [])


def first_of(places, headers):
    for name, line, column in places:
        changes = headers[name].changes_at(line, column) if name in headers else set()
        if changes:
            return changes
    return set()
