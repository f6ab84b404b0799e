"""What the tests of single commands share: running the program, and counting what fails."""

import itertools
import json
import os
import subprocess
import sys
import tempfile

failures = []
is_watched = "HEADROOM_RUN_ONLY" in os.environ  # by a sanitizer: a run takes ten times as long


def check(holds, what):
    if not holds:
        failures.append(what)
        print(f"FAILED: {what}", file=sys.stderr)


numbers = itertools.count()


def run(*arguments, columns=80):
    """The program's exit status, output and error."""
    environment = dict(os.environ, COLUMNS=str(columns), LC_ALL="C.UTF-8")
    if is_watched and next(numbers) % 4:  # to look for leaks takes as long as most runs
        environment["ASAN_OPTIONS"] = "detect_leaks=0"
    done = subprocess.run([sys.argv[1], *arguments], capture_output=True, env=environment, timeout=180)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def run_json(*arguments):
    status, out, error = run(*arguments, "--json")
    check(status == 0 and not error, f"{arguments}: exit {status}, {error}")
    return json.loads(out)


def check_refused(expected_words, *arguments):
    """Bad input: exit 2, nothing printed, and one message that says what is wrong; of a command alone after its help."""
    status, out, error = run(*arguments)
    check(status == 2, f"{arguments}: exit {status}, expected 2")
    check(out == "", f"{arguments}: printed {out[:80]!r} to standard output")
    if len(arguments) == 1:
        check(f"Usage: headroom {arguments[0]}" in error, f"{arguments}: no help: {error!r}")
        error = error[error.rfind("\nheadroom: ") + 1:]
    check(error.startswith("headroom: ") and error.count("\n") == 1, f"{arguments}: not one message: {error!r}")
    for word in expected_words:
        check(word in error, f"{arguments}: the message lacks {word!r}: {error!r}")


FOLDER = tempfile.TemporaryDirectory()


def write_own(name, content):
    """A file of our own format, for as long as the test runs."""
    path = os.path.join(FOLDER.name, name)
    with open(path, "w") as out:
        json.dump({"format": 1, **content}, out)
    return path


def enough_of(runs, every):
    """All of runs that reach the same code with other numbers; where a sanitizer watches, every so many of them."""
    return runs[::every] if is_watched else runs


def finish():
    print(f"{len(failures)} failed")
    sys.exit(1 if failures else 0)
