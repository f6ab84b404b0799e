"""Asks the tests about one changed header, nearest first, until one notices."""
import dataclasses
import functools
import pathlib
import re
import tempfile

from compiled import COMPILER, DISCARDED, NOTICED, SURVIVED, WATCHED, Compiled

PYTHON = "/usr/bin/python3"  # Debian's, which has its packages
# Programs of tests/property, and what asks them.
DRIVERS = {"driver": "properties", "memory_driver": "memory", "training_memory_driver": "training_memory"}
NEAREST = 4  # tests asked one by one
PIECE = 12  # tests compiled as one, of those after

__all__ = ["DISCARDED", "NOTICED", "SURVIVED", "Judge", "layer_of"]


def layer_of(header):
    folders = header.split("/")[1:-1]
    return folders[0] if folders else "top"


@dataclasses.dataclass
class Verdict:
    state: str
    by: str  # the test that noticed, and how; why it is discarded
    ran: list  # the tests that were compiled and run


class Judge(Compiled):
    def __init__(self, root, build, jobs, layers, nearest=None):
        super().__init__(root, build, jobs)
        self.nearest = nearest
        self.tests = sorted(root.glob("tests/*_test.cpp")) + sorted(
            test for folder in root.glob("tests/*/") if not (folder / "CMakeLists.txt").exists() for test in folder.rglob("*_test.cpp"))
        self.snippets = sorted(path for path in root.glob("docs/snippets/**/*.cpp") if not re.search(r"/(failing_|link/)", str(path)))
        self.drivers = {root / f"tests/property/{driver}.cpp": root / f"tests/property/{script}.py" for driver, script in DRIVERS.items()}
        self.fixtures = root / "tests/program/check/fixtures_test.cpp"
        self.readers = [self.fixtures, root / "tests/read/worked_examples_test.cpp"]
        self.of_readers = sorted(root.glob("tests/read/**/*_test.cpp"))
        self.validation = sorted(root.glob("tests/validation/*_test.cpp"))
        self.pieces = [self.tests[i : i + PIECE] for i in range(0, len(self.tests), PIECE)]
        self.piece_of = {test: piece for piece in self.pieces for test in piece}
        # The readers of the files that deployments are tested with, the tests of readers, and the judge of measured rows.
        targets = ["headroom_readers", "headroom_program_parts"] if self.need_program(layers) else []
        if "read" in layers:
            targets += ["headroom_read_tests", "headroom_walked_words"]
        self.prepare(layers, [*self.tests, *self.snippets, *self.drivers], targets)

    def need_program(self, layers):
        return "read" in layers or self.nearest is None and ("deployment" in layers or any(
            name.startswith("headroom/") and layer_of(name) in layers for test in self.validation for name in self.included(test)))

    def noticing(self):
        """A digest of all that may notice a change."""
        return self.digest(*WATCHED) + ("" if self.nearest is None else f" {self.nearest}")

    # --- the tests of a header

    @functools.cache
    def nearest_first(self, header):
        """The tests of its layer that include a header: that of its name, that of the layer's, then by how many includes lie between.
        Those of other layers include it for something else: where only they notice, a test is missing."""
        own = self.root / "tests" / header.removeprefix("headroom/").replace(".hpp", "_test.cpp")
        tests = [test for test in self.tests + self.of_readers
                 if layer_of(self.name(test)) == layer_of(header) and header in self.steps_from(test)]
        of_layer = self.root / "tests" / layer_of(header) / f"{layer_of(header)}_test.cpp"
        return sorted(tests, key=lambda test: (test != own, test != of_layer, self.steps_from(test)[header], len(self.steps_from(test))))

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
        if layer_of(header) == "read":
            return [self.ask_read]
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
        return [*nearest, self.ask_properties, self.ask_readers, *far, self.ask_snippets, self.ask_must_not_compile,
                self.ask_validation]

    def ask_tests(self, piece, change, overlay, ran):
        for tests in [piece] if len(piece) == 1 or self.fit_together(piece, layer_of(change.file)) else [[test] for test in piece]:
            ran += map(self.name, tests)
            state, by = self.run(tests, overlay, layer_of(change.file))
            if state != SURVIVED:
                return state, by
        return SURVIVED, ""

    def ask_snippets(self, change, overlay, ran):
        snippets = [path for path in self.snippets if change.file in self.steps_from(path)]
        ran += map(self.name, snippets)
        return self.verdict_of(self.compile(snippets, overlay, layer_of(change.file), "-fsyntax-only"), "docs/snippets")

    def ask_must_not_compile(self, change, overlay, ran):
        cases = self.root / "tests/must_not_compile"
        folders = sorted(each for each in cases.iterdir() if each.is_dir() and not each.name.startswith("red"))
        ran.append(self.name(cases))
        done = self.limited([PYTHON, str(cases / "run.py"), "--compiler", COMPILER, "--jobs", "1",
                             f"--option=-I{overlay / 'include'}", *(f"--option={path}" for path in self.paths),
                             f"--option=-I{cases}", *map(str, folders)], seconds=600)
        return (SURVIVED, "") if done.returncode == 0 else (NOTICED, self.name(cases))

    def ask_properties(self, change, overlay, ran):
        for driver, script in self.drivers.items():
            if change.file not in self.steps_from(driver) or layer_of(change.file) in ("top", "hardware", "catalog"):
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
        ran += map(self.name, self.readers)
        made = overlay / "readers.o"
        done = self.compile(self.readers, overlay, "deployment", self.program_path, "-c", "-o", str(made))
        if done.returncode != 0:
            return self.verdict_of(done, "tests/program/check")
        return self.link_and_run(made, "tests/program/check", *self.program_parts)

    def ask_read(self, change, overlay, ran):
        """The definitions of the folder that changed, or all where a declaration did, are compiled with the change, and linked with the tests of
        readers, then with those of whole files, and with the rest, all compiled without: the first copy counts."""
        made = overlay / "readers.o"
        of_folder = self.root / "include" / pathlib.Path(change.file).parent / "implement.hpp"
        while not of_folder.exists():
            of_folder = of_folder.parents[1] / of_folder.name
        source = of_folder if change.file.endswith(".ipp") else self.root / "examples/headroom/readers.cpp"
        done = self.compile([source], overlay, "read", "-c", "-o", str(made))
        if done.returncode != 0:
            return self.verdict_of(done, "tests/read")
        for name, tests in (("tests/read", (self.program / "tests/read/CMakeFiles/headroom_read_tests.dir/Unity").glob("*.o")),
                            (self.name(self.fixtures), [self.compiled_fixtures()])):
            ran.append(name)
            state, by = self.link_and_run(made, name, *sorted(map(str, tests)), "-Wl,-z,muldefs", *self.program_parts)
            if state != SURVIVED:
                return state, by
        if change.file.endswith(".hpp"):
            state, by = self.ask_including(change, overlay, made, ran)
            if state != SURVIVED:
                return state, by
        return self.ask_shells(made, ran) if "/read/shell/" in change.file else (SURVIVED, "")

    def ask_including(self, change, overlay, made, ran):
        """The nearest tests of readers that include a header with the change: what is inline in it may be used by them alone."""
        tests = self.nearest_first(change.file)[:NEAREST]
        ran += map(self.name, tests)
        done = self.compile(tests, overlay, "read", "-c", "-o", str(overlay / "test.o"))
        state, by = self.verdict_of(done, "tests/read")
        return (state, by) if state != SURVIVED else self.link_and_run(overlay / "test.o", "tests/read", "-Wl,-z,muldefs", made, *self.program_parts)

    def ask_shells(self, made, ran):
        """What the changed walk says of random scripts, beside what shells do."""
        script = self.root / "tests/read/shell/differential.py"
        ran.append(self.name(script))
        program = made.parent / "walked_words"
        walked = self.program / "tests/read/CMakeFiles/headroom_walked_words.dir/shell/walked_words.cpp.o"
        if not self.link(program, walked, made, "-Wl,-z,muldefs", self.main, *self.program_parts):  # the first main counts
            return DISCARDED, "it does not link"
        done = self.limited([PYTHON, str(script), str(program)], seconds=300)
        return (SURVIVED, "") if done.returncode in (0, 77) else (NOTICED, self.name(script))  # 77: no shell is there

    def compiled_fixtures(self):
        made = self.build / f"fixtures-{self.digest('include', *WATCHED)[:16]}.o"
        if not made.exists():
            self.must([COMPILER, *self.options, "-O0", *self.paths, self.program_path, "-c", str(self.fixtures), "-o", str(made)])
        return made

    def ask_validation(self, change, overlay, ran):
        """Tests of measured rows that name the header: they hold its figures to what the program finds. They are compiled with the change, and
        linked with the program's judge that was compiled without."""
        for test in self.validation:
            if change.file not in self.included(test):
                continue
            ran.append(self.name(test))
            made = overlay / "validation.o"
            done = self.compile([test], overlay, layer_of(change.file), self.program_path, "-c", "-o", str(made))
            state, by = self.verdict_of(done, self.name(test))
            if state == SURVIVED:
                state, by = self.link_and_run(made, self.name(test), *self.program_parts)
            if state != SURVIVED:
                return state, by
        return SURVIVED, ""

    def fit_together(self, tests, layer):
        """Whether the names of the tests of their piece do not collide."""
        piece = self.piece_of[tests[0]]
        mark = self.build / f"together-{self.pieces.index(piece)}-{self.digest(*WATCHED)[:16]}"
        if not mark.exists():
            with tempfile.TemporaryDirectory(dir=self.build) as folder:
                mark.write_text("yes" if self.run(piece, pathlib.Path(folder), layer)[0] == SURVIVED else "no")
        return mark.read_text() == "yes"
