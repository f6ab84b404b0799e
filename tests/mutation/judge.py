"""Compiles and runs the unit tests over one changed header, nearest first, until one notices."""
import collections
import ctypes
import dataclasses
import functools
import hashlib
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

COMPILER = "clang++-19"
PYTHON = "/usr/bin/python3"  # Debian's, which has its packages
# What a failed assertion or constant expression says; any other error is of types or syntax, which no test has to find.
ASSERTION = re.compile(r"static assertion|not an integral constant expression|must be initialized by a constant expression|"
                       r"is not a constant expression")
ERROR = re.compile(r": (?:fatal )?error: (.*)")
INCLUDE = re.compile(rb'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
# A layer includes only itself and those before it, as tests/layers proves.
LAYERS = ["top", "hardware", "catalog", "cluster", "demand", "model", "training", "inference", "deployment", "report"]
# Programs of tests/property, and what asks them.
DRIVERS = {"driver": "properties", "memory_driver": "memory", "training_memory_driver": "training_memory"}
WATCHED = ("tests", "docs/snippets")
NEAREST = 4  # tests asked one by one
PIECE = 12  # tests compiled as one, of those after
PR_SET_PDEATHSIG = 1
MEMORY = 6 << 30  # bytes a test or a compiler may take

NOTICED, SURVIVED, DISCARDED = "noticed", "survived", "discarded"


def layer_of(header):
    folders = header.split("/")[1:-1]
    return folders[0] if folders else "top"


@dataclasses.dataclass
class Verdict:
    state: str
    by: str  # the test that noticed, and how; why it is discarded
    ran: list  # the tests that were compiled and run


class Judge:
    def __init__(self, root, build, jobs, nearest=None):
        self.root, self.build, self.jobs, self.nearest = root, build, jobs, nearest
        self.tests = sorted(root.glob("tests/*_test.cpp")) + sorted(
            test for folder in root.glob("tests/*/") if not (folder / "CMakeLists.txt").exists() for test in folder.rglob("*_test.cpp"))
        self.snippets = sorted(path for path in root.glob("docs/snippets/**/*.cpp")
                               if not re.search(r"/(failing_|link/)", str(path)))
        self.drivers = {root / f"tests/property/{driver}.cpp": root / f"tests/property/{script}.py" for driver, script in DRIVERS.items()}
        self.readers = [root / f"tests/program/check/{name}_test.cpp" for name in ("fixtures", "worked_examples")]
        self.options = ["-std=c++20", "-O0", "-w", "-Wno-invalid-constexpr", "-D_GLIBCXX_ASSERTIONS",
                        f'-DHEADROOM_SOURCE_DIR="{root}"']
        self.paths = [f"-I{root / 'include'}", f"-I{root / 'tests'}"]
        self.includes = {}
        self.pieces = [self.tests[i : i + PIECE] for i in range(0, len(self.tests), PIECE)]
        self.piece_of = {test: piece for piece in self.pieces for test in piece}

    # --- what is made once

    def prepare(self):
        """Compiles what no change touches: the main of doctest, and the headers of the layers before each, as far as they are not
        compiled yet; and asks the compiler what each test includes."""
        self.build.mkdir(parents=True, exist_ok=True)
        self.main = self.build / "main.o"
        asking = [*self.tests, *self.snippets, *self.drivers]
        for left in self.build.glob("tmp*"):  # by a run that was stopped
            shutil.rmtree(left)
        made = self.build / "made"
        if not made.exists() or made.read_text() != self.digest("include"):
            made.unlink(missing_ok=True)
            self.must([COMPILER, *self.options, "-c", str(self.root / "tests/main.cpp"), "-o", str(self.main)])
            self.precompile_layers()
            made.write_text(self.digest("include"))
        self.precompiled = {layer: self.build / f"before-{layer}.pch" for layer in LAYERS}
        includes = self.build / f"includes-{self.digest('include', *WATCHED)[:16]}.json"
        with ThreadPoolExecutor(self.jobs) as pool:
            if not includes.exists():
                found = zip(map(self.name, asking), pool.map(self.dependencies, asking))
                includes.write_text(json.dumps({test: sorted(headers) for test, headers in found}))
            self.build_program()
        self.depends = {self.root / test: set(headers) for test, headers in json.loads(includes.read_text()).items()}

    def precompile_layers(self):
        headers = {name for path in [*(self.root / "include").rglob("*.hpp"), *self.tests] for name in self.included(path)
                   if not name.startswith("headroom/") and not (self.root / "tests" / name).exists()}
        includes = "".join(f"#include <{name}>\n" for name in sorted(headers))
        sources = {}
        for layer in LAYERS:
            sources[layer] = includes
            own = self.root / "include/headroom" / ("" if layer == "top" else layer)
            for path in sorted(own.glob("*.hpp") if layer == "top" else own.rglob("*.hpp")):
                if path.name != "headroom.hpp":
                    includes += f"#include <{path.relative_to(self.root / 'include')}>\n"
        with ThreadPoolExecutor(self.jobs) as pool:
            list(pool.map(lambda layer: self.precompile(layer, sources[layer]), LAYERS))

    def build_program(self):
        """The parts of the program, which read the files that deployments are tested with."""
        if self.nearest:
            return
        self.program = self.build / "program"
        self.must(["cmake", "-S", str(self.root), "-B", str(self.program), "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={COMPILER}",
                   "-DCMAKE_CXX_FLAGS=-O0"])
        self.must(["cmake", "--build", str(self.program), "--target", "headroom_program_parts", "--", f"-j{self.jobs}"])

    def precompile(self, layer, includes):
        source, made = self.build / f"before-{layer}.hpp", self.build / f"before-{layer}.pch"
        source.write_text(includes)
        self.must([COMPILER, *self.options, *self.paths, "-x", "c++-header", str(source), "-o", str(made)])

    def included(self, path):
        if path not in self.includes:
            self.includes[path] = [name.decode() for name in INCLUDE.findall(path.read_bytes())]
        return self.includes[path]

    def dependencies(self, test):
        """The headers of the library that a test includes, as the compiler says."""
        out = self.must([COMPILER, *self.options, *self.paths, "-MM", str(test)])
        return {str(pathlib.Path(name).relative_to(self.root / "include"))
                for name in re.findall(r"\S+\.hpp", out) if name.startswith(str(self.root / "include"))}

    def must(self, command):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(command)}\n{done.stderr[:3000]}")
        return done.stdout

    @functools.cache
    def digest(self, *folders):
        """Of the sources in these folders; without any, of all that may notice a change."""
        sum_of = hashlib.sha256(str(None if folders else self.nearest).encode())
        for path in sorted(p for folder in folders or WATCHED for p in (self.root / folder).rglob("*")
                           if p.suffix in (".cpp", ".hpp", ".json", ".csv")):
            sum_of.update(str(path).encode() + path.read_bytes())
        return sum_of.hexdigest()

    # --- the tests of a header

    @functools.cache
    def nearest_first(self, header):
        """The tests of its layer that include a header: that of its name, that of the layer's, then by how many includes lie between. Those of other layers
        include it for something else; a test that only they make fail is missing."""
        own = self.root / "tests" / header.removeprefix("headroom/").replace(".hpp", "_test.cpp")
        tests = [test for test in self.tests if header in self.depends[test] and (
            test == own or layer_of(self.name(test)) == layer_of(header))]
        of_layer = self.root / "tests" / layer_of(header) / f"{layer_of(header)}_test.cpp"
        return sorted(tests, key=lambda test: (test != own, test != of_layer, self.distance(test, header), len(self.depends[test])))

    def distance(self, test, header):
        steps = {test: 0}
        waiting = collections.deque([test])
        while waiting:
            path = waiting.popleft()
            for name in self.included(path):
                if name == header:
                    return steps[path] + 1
                for folder in ("include", "tests"):
                    other = self.root / folder / name
                    if other not in steps and other.exists():
                        steps[other] = steps[path] + 1
                        waiting.append(other)
        return 1000

    # --- one change

    def judge(self, change, text):
        with tempfile.TemporaryDirectory(dir=self.build) as folder:
            overlay = pathlib.Path(folder)
            changed = overlay / "include" / change.file
            changed.parent.mkdir(parents=True)
            changed.write_bytes(change.apply(text))
            ran = []
            for ask in self.questions(change.file):
                state, by = ask(change, overlay, ran)
                if state != SURVIVED:
                    return Verdict(state, by, ran)
            return Verdict(SURVIVED, "", ran)

    def questions(self, header):
        """Who is asked, one after the other: first those that know the header best, and those that are soon done."""
        tests = self.nearest_first(header)[: self.nearest]
        nearest = [functools.partial(self.ask_tests, [test]) for test in tests[:NEAREST]]
        # Pieces of tests that are known to compile together, by their nearest one.
        rest = {id(piece): [] for piece in self.pieces}
        for test in tests[NEAREST:]:
            rest.setdefault(id(self.piece_of[test]), []).append(test)
        pieces = sorted(filter(None, rest.values()), key=lambda piece: tests.index(piece[0]))
        far = [functools.partial(self.ask_tests, piece) for piece in pieces]
        if self.nearest:
            return [*nearest, *far, self.ask_properties]
        return [*nearest, self.ask_properties, self.ask_readers, *far, self.ask_snippets, self.ask_must_not_compile]

    def ask_tests(self, piece, change, overlay, ran):
        for tests in [piece] if len(piece) == 1 or self.fit_together(piece) else [[test] for test in piece]:
            ran += map(self.name, tests)
            state, by = self.run(tests, overlay, layer_of(change.file))
            if state != SURVIVED:
                return state, by
        return SURVIVED, ""

    def ask_snippets(self, change, overlay, ran):
        snippets = [path for path in self.snippets if change.file in self.depends[path]]
        ran += map(self.name, snippets)
        return self.verdict_of(self.compile(snippets, overlay, layer_of(change.file), "-fsyntax-only"), "docs/snippets")

    def ask_must_not_compile(self, change, overlay, ran):
        cases = self.root / "tests/must_not_compile" / change.file.split("/")[1]
        cases = cases if cases.is_dir() else self.root / "tests/must_not_compile/units"
        ran.append(self.name(cases))
        done = self.limited([PYTHON, str(cases.parent / "run.py"), "--compiler", COMPILER, "--jobs", "1",
                             f"--option=-I{overlay / 'include'}", *(f"--option={path}" for path in self.paths),
                             f"--option=-I{cases.parent}", str(cases)], seconds=600)
        return (SURVIVED if done.returncode == 0 else NOTICED), self.name(cases)

    def ask_properties(self, change, overlay, ran):
        for driver, script in self.drivers.items():
            if change.file not in self.depends[driver] or layer_of(change.file) in ("top", "hardware", "catalog"):
                continue
            ran.append(self.name(script))
            program = overlay / "driver"
            done = self.compile([driver], overlay, layer_of(change.file), "-o", str(program))
            if done.returncode == 0:
                done = self.limited([PYTHON, str(script), str(program)], seconds=300)
                if done.returncode != 0:
                    return NOTICED, self.name(script)
        return SURVIVED, ""

    def ask_readers(self, change, overlay, ran):
        """Their tests are compiled with the change, and linked with readers that were compiled without: the first copy counts."""
        if layer_of(change.file) != "deployment":
            return SURVIVED, ""
        parts = self.root / "examples/headroom"
        ran += map(self.name, self.readers)
        made = overlay / "readers.o"
        done = self.compile(self.readers, overlay, "deployment", f"-I{parts}", "-DFMT_SHARED", "-c", "-o", str(made))
        if done.returncode != 0:
            return self.verdict_of(done, "tests/program/check")
        return self.link_and_run(made, "tests/program/check", str(self.program / "examples/libheadroom_program_parts.a"), "-lfmt", "-lyaml")

    def fit_together(self, tests):
        """Whether the names of the tests of their piece do not collide."""
        piece = self.piece_of[tests[0]]
        mark = self.build / f"together-{self.pieces.index(piece)}-{self.digest()[:16]}"
        if not mark.exists():
            with tempfile.TemporaryDirectory(dir=self.build) as folder:
                mark.write_text("yes" if self.run(piece, pathlib.Path(folder), "top")[0] == SURVIVED else "no")
        return mark.read_text() == "yes"

    def run(self, tests, overlay, layer):
        name = self.name(tests[0]) if len(tests) == 1 else "one of " + ", ".join(map(self.name, tests))
        done = self.compile(tests, overlay, layer, "-c", "-o", str(overlay / "test.o"))
        state, by = self.verdict_of(done, name)
        if state != SURVIVED:
            return state, by
        return self.link_and_run(overlay / "test.o", name)

    def link_and_run(self, made, name, *libraries):
        program = made.parent / "test"
        linker = "-fuse-ld=lld" if shutil.which("ld.lld") else "-O0"
        done = self.limited([COMPILER, linker, str(made), str(self.main), *libraries, "-o", str(program)], seconds=60)
        if done.returncode != 0:
            return DISCARDED, "it does not link"
        done = self.limited([str(program), "--minimal", "--no-colors", "--abort-after=1"], seconds=100)
        if done.returncode == 0:
            return SURVIVED, ""
        where = re.search(r"([^/\s]+_test\.cpp:\d+)", done.stdout)
        return NOTICED, f"{where.group(1) if where else name}, run" + (" for too long" if done.returncode == 124 else "")

    def compile(self, tests, overlay, layer, *how):
        source = overlay / "tests.cpp"
        source.write_text("".join(f'#include "{test}"\n' for test in tests))
        return self.limited([COMPILER, *self.options, "-ferror-limit=5", "-fno-caret-diagnostics", f"-I{overlay / 'include'}",
                             *self.paths, "-include-pch", str(self.precompiled[layer]), *how, str(source)], seconds=180)

    def verdict_of(self, done, name):
        if done.returncode == 0:
            return SURVIVED, ""
        if done.returncode == 124:
            return NOTICED, f"{name}, compiled for too long"
        errors = [(line, ERROR.search(line)) for line in done.stderr.splitlines()]
        errors = [(line, found.group(1)) for line, found in errors if found and "too many errors" not in line]
        if errors and all(ASSERTION.search(message) for _, message in errors):
            where = re.match(r"(?:\S*/)?([^/\s]+:\d+)", errors[0][0])
            return NOTICED, f"{where.group(1) if where else name}, compiled"
        return DISCARDED, errors[0][1] if errors else (done.stderr[-300:] or "the compiler failed")

    def limited(self, command, seconds):
        """A command within time and memory; status 124 where it takes longer."""
        def limit():
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # it ends with this script
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            os.nice(5)
        try:
            return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=seconds, preexec_fn=limit,
                                  stdin=subprocess.DEVNULL, env=dict(os.environ, LC_ALL="C"))
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(command, 124, "", "")

    def name(self, path):
        path = pathlib.Path(path)
        return str(path.relative_to(self.root)) if path.is_relative_to(self.root) else str(path)
