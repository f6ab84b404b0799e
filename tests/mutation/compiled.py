"""Compiles tests and drivers with a changed header before the others, and runs them."""
import collections
import ctypes
import functools
import hashlib
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/layers"))
import layers  # noqa: E402

COMPILER = "clang++-19"
# What a failed assertion or constant expression says; any other error is of types or syntax, which no test has to find.
ASSERTION = re.compile(r"static assertion|not an integral constant expression|must be initialized by a constant expression|"
                       r"is not a constant expression")
ERROR = re.compile(r": (?:fatal )?error: (.*)")
INCLUDE = re.compile(rb'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
# The layers of tests/layers that have headers, the first of which lie beside the folders.
LAYERS = ["top"] + [layer for layer in layers.LAYERS if (ROOT / "include/headroom" / layer).is_dir()]
WATCHED = ("tests", "docs/snippets")  # what may notice a change
MEMORY = 6 << 30  # bytes a test or a compiler may take
PR_SET_PDEATHSIG = 1

NOTICED, SURVIVED, DISCARDED = "noticed", "survived", "discarded"


# Tests of numbers and texts run long random series, for longer than the compiler takes to make them faster.
def optimised(layer):
    return "-O1" if layer in ("top", "text") else "-O0"


class Compiled:
    """What no change touches, compiled once in a folder; and the commands that compile and run the rest."""

    def __init__(self, root, build, jobs):
        self.root, self.build, self.jobs = root, build, jobs
        # Assertions take steps of constant expressions, too.
        self.options = ["-std=c++20", "-w", "-Wno-invalid-constexpr", "-D_GLIBCXX_ASSERTIONS", "-fconstexpr-steps=4194304",
                        f'-DHEADROOM_SOURCE_DIR="{root}"']
        self.paths = [f"-I{root / 'include'}", f"-I{root / 'tests'}"]
        self.includes = {}
        self.main = build / "main.o"
        self.program = build / "program"
        self.program_path = f"-I{root / 'examples/headroom'}"
        self.program_parts = [*(str(self.program / f"examples/libheadroom_{name}.a") for name in ("program_parts", "readers")), "-lyaml"]
        self.precompiled = {layer: build / f"before-{layer}.pch" for layer in LAYERS}

    def prepare(self, layers, tests, targets):
        """Compiles the main of doctest, the headers before each of the layers and these targets of the program, as far as they are not compiled
        yet."""
        self.build.mkdir(parents=True, exist_ok=True)
        for left in self.build.glob("tmp*"):  # by a run that was stopped
            shutil.rmtree(left)
        made = {layer: self.build / f"made-{layer}" for layer in LAYERS if layer in layers}
        stale = {layer: mark for layer, mark in made.items() if not mark.exists() or mark.read_text() != self.digest("include")}
        if stale:
            self.must([COMPILER, *self.options, "-c", str(self.root / "tests/main.cpp"), "-o", str(self.main)])
            self.precompile_layers(stale, tests)
            for mark in stale.values():
                mark.write_text(self.digest("include"))
        if targets:
            self.build_program(targets)

    def precompile_layers(self, layers, tests):
        headers = {name for path in [*(self.root / "include").rglob("*.hpp"), *tests] for name in self.included(path)
                   if not name.startswith("headroom/") and not (self.root / "tests" / name).exists() and not (path.parent / name).exists()}
        # Some are asked for only where the library has them.
        includes = "".join(f"#if __has_include(<{name}>)\n#include <{name}>\n#endif\n" for name in sorted(headers))
        sources = {}
        for layer in LAYERS:
            sources[layer] = includes
            own = self.root / "include/headroom" / ("" if layer == "top" else layer)
            for path in sorted(own.glob("*.hpp") if layer == "top" else own.rglob("*.hpp")):
                if path.name not in ("headroom.hpp", "implement.hpp"):  # the latter hold definitions, which are linked
                    includes += f"#include <{path.relative_to(self.root / 'include')}>\n"
        with ThreadPoolExecutor(self.jobs) as pool:
            list(pool.map(lambda layer: self.precompile(layer, sources[layer]), layers))

    def build_program(self, targets):
        self.must(["cmake", "-S", str(self.root), "-B", str(self.program), "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={COMPILER}",
                   "-DCMAKE_CXX_FLAGS=-O0 -w"])
        self.must(["cmake", "--build", str(self.program), "--target", *targets, "--", f"-j{self.jobs}"])

    def precompile(self, layer, includes):
        source, made = self.build / f"before-{layer}.hpp", self.build / f"before-{layer}.pch"
        source.write_text(includes)
        self.must([COMPILER, *self.options, optimised(layer), *self.paths, "-x", "c++-header", str(source), "-o", str(made)])

    def included(self, path):
        if path not in self.includes:
            self.includes[path] = [name.decode() for name in INCLUDE.findall(path.read_bytes())]
        return self.includes[path]

    @functools.cache
    def steps_from(self, test):
        """The headers of the library that a test includes, itself or through others, and by how many steps."""
        steps = {test: 0}
        waiting = collections.deque([test])
        while waiting:
            path = waiting.popleft()
            for name in self.included(path):
                for folder in (self.root / "include", self.root / "tests", path.parent):
                    other = folder / name
                    if other not in steps and other.exists():
                        steps[other] = steps[path] + 1
                        waiting.append(other)
        include = self.root / "include"
        return {str(path.relative_to(include)): count for path, count in steps.items() if path.is_relative_to(include)}

    def must(self, command):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(command)}\n{done.stderr[:3000]}")
        return done.stdout

    @functools.cache
    def digest(self, *folders):
        """Of the sources in these folders."""
        sum_of = hashlib.sha256()
        for path in sorted(p for folder in folders for p in (self.root / folder).rglob("*")
                           if p.suffix in (".cpp", ".hpp", ".ipp", ".json", ".csv", ".py")):
            sum_of.update(str(path).encode() + path.read_bytes())
        return sum_of.hexdigest()

    def run(self, tests, overlay, layer):
        name = self.name(tests[0]) if len(tests) == 1 else "one of " + ", ".join(map(self.name, tests))
        done = self.compile(tests, overlay, layer, "-c", "-o", str(overlay / "test.o"))
        state, by = self.verdict_of(done, name)
        if state != SURVIVED:
            return state, by
        return self.link_and_run(overlay / "test.o", name)

    def link(self, program, *made):
        linker = ["-fuse-ld=lld"] if shutil.which("ld.lld") else []
        return self.limited([COMPILER, *linker, *map(str, made), "-lfmt", "-o", str(program)], seconds=60).returncode == 0

    def link_and_run(self, made, name, *libraries):
        program = made.parent / "test"
        if not self.link(program, made, self.main, *libraries):
            return DISCARDED, "it does not link"
        done = self.limited([str(program), "--minimal", "--no-colors", "--abort-after=1"], seconds=100)
        if done.returncode == 0:
            return SURVIVED, ""
        where = re.search(r"([^/\s]+_test\.cpp:\d+)", done.stdout)
        return NOTICED, f"{where.group(1) if where else name}, run" + (" for too long" if done.returncode == 124 else "")

    def compile(self, tests, overlay, layer, *how):
        source = overlay / "tests.cpp"
        source.write_text("".join(f'#include "{test}"\n' for test in tests))
        done = self.limited([COMPILER, *self.options, optimised(layer), "-ferror-limit=5", "-fno-caret-diagnostics", f"-I{overlay / 'include'}",
                             *self.paths, "-include-pch", str(self.precompiled[layer]), *how, str(source)], seconds=180)
        if "rebuild precompiled header" in done.stderr:
            raise SystemExit("the headers were edited during the run: start it again")
        return done

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
        """A command within time and memory; status 124 where it takes longer: of the processor, for others may be at work, or ten times as long
        by the clock, where it waits for something."""
        def limit():
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # it ends with this script
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            os.nice(5)
        try:
            done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=10 * seconds, preexec_fn=limit,
                                  stdin=subprocess.DEVNULL, env=dict(os.environ, LC_ALL="C"))
            if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
                done.returncode = 124
            return done
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(command, 124, "", "")

    def name(self, path):
        path = pathlib.Path(path)
        return str(path.relative_to(self.root)) if path.is_relative_to(self.root) else str(path)
