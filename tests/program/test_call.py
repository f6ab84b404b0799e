#!/usr/bin/env python3
"""libheadroom as another language calls it: test_call.py PROGRAM LIBRARY

Answers are held against what the program prints for the same words and files."""

import concurrent.futures
import ctypes
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

from checks import check, finish, run

library = ctypes.CDLL(sys.argv[2])
library.headroom_call.argtypes = [ctypes.c_char_p]
library.headroom_call.restype = ctypes.c_void_p
library.headroom_free.argtypes = [ctypes.c_void_p]
library.headroom_version.restype = ctypes.c_char_p


def call_text(text):
    given = library.headroom_call(text)
    try:
        return json.loads(ctypes.string_at(given))
    finally:
        library.headroom_free(given)


def call(*arguments, files=None):
    return call_text(json.dumps({"arguments": arguments, "files": files or {}}).encode())


def shown(status, out, error):
    """What a call would say of what the program printed."""
    if status == 2:
        return {"exit": 2, "error": "\n".join(line.removeprefix("headroom: ") for line in error.splitlines())}
    try:
        return {"exit": status, "answer": json.loads(out)}
    except json.JSONDecodeError:  # words, or an object a line
        return {"exit": status, "text": out}


JOB = {"format": 1, "machines": [{"size": "Standard_ND96isr_H100_v5", "count": 2}],
       "job": {"serve": {"model": "llama-3.1-70b", "weights": "fp8", "context": 8192}}}
SCRIPT = "#!/bin/bash\n#SBATCH --nodes=2\n#SBATCH --gpus-per-node=9\nsrun true\n"
SETTINGS = "on: Standard_ND96isr_H100_v5\n"
QUANTIZED = {"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 256}
FILES = {"job.json": json.dumps(JOB), "deploy/a.sbatch": SCRIPT, "deploy/inner/b.yaml": "x: 1\n", "deploy/.hidden/c.sh": SCRIPT, "notes.md": "x",
         ".headroom-check.yaml": SETTINGS, "tiny/config.json": json.dumps(QUANTIZED), "known.json": '{"files": []}'}
COMMANDS = [
    ["fit", "job.json", "--json"], ["fit", "./job.json"], ["report", "job.json", "--json"], ["estimate", "job.json", "--on", "Standard_ND96isr_H200_v5"],
    ["check", "deploy", "--json"], ["check", "deploy/", "notes.md"], ["check", "."], ["check", "deploy/a.sbatch", "--sarif"],
    ["check", "deploy", "--exclude", "*.sbatch"], ["check", "deploy", "--baseline", "known.json", "--markdown"], ["check", "nowhere"],
    ["model", "tiny", "--json"], ["model", "tiny/config.json"], ["catalog", "H100", "--json"], ["schema"], ["--version"], ["--help"], ["fit", "--help"],
    ["estimate", "job.json", "--on", "Standard_ND96isr_H200_v5", "--sweep", "batch=1,2", "--json"], ["fit", "deploy"], ["fit", "--jsno"], ["fti"],
    ["generate", "deploy/a.sbatch", "--name", "deploy::a"],
]

with tempfile.TemporaryDirectory() as folder:
    for path, text in FILES.items():
        place = pathlib.Path(folder, path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    program, sys.argv[1] = sys.argv[1], os.path.abspath(sys.argv[1])
    os.chdir(folder)
    expected = [shown(*run(*words)) for words in COMMANDS]

# ---- where nothing of it is on a disk
os.chdir("/")
for words, wanted in zip(COMMANDS, expected):
    found = call(*words, files=FILES)
    found.pop("notes", None)
    if words == ["check", "nowhere"]:
        found, wanted = found["exit"], 2
    check(found == wanted, f"{words}: {str(found)[:300]}, expected {str(wanted)[:300]}")
check({each["exit"] for each in expected} == {0, 1, 2, 3}, f"every exit code is among them: {[each['exit'] for each in expected]}")

# ---- by many at a time
with concurrent.futures.ThreadPoolExecutor(8) as threads:
    for (words, wanted), found in zip(list(zip(COMMANDS, expected)) * 4,
                                      threads.map(lambda words: call(*words, files=FILES), COMMANDS * 4)):
        found.pop("notes", None)
        check(found == wanted or words == ["check", "nowhere"], f"{words} by a thread")

# ---- standard input, and what is written
check(call("fit", "-", "--json", files={"-": JOB})["exit"] == 0, "a file called - is standard input")
made = call("fit", "job.json", "--html", "page.html", "--vega-lite", "charts.json", files={"job.json": JOB})
check(sorted(made["files"]) == ["charts.json", "page.html"] and made["files"]["page.html"].startswith("<!DOCTYPE html>"), "pages come back")
check(not os.path.exists("/page.html"), "nothing is written")
check("error" in call("fit", os.path.abspath(__file__)), "nothing is read from the disk")
check("error" in call("fit", "-"), "nothing is read from standard input")

# ---- what is wrong is one message
for text in (b"", b"{", b"[]", b'{"arguments": ["fit"], "file": {}}', b'{"arguments": "fit"}', b'{"arguments": ["\xff"]}', b"[" * 100000, None):
    answer = call_text(text)
    check(answer["exit"] == 2 and answer["error"].count("\n") == 0 and len(answer["error"]) > 20, f"{text}: {answer}")
check("line 2" in call_text(b'{"arguments":\n ]}')["error"], "a line is named")
check(run("--version")[1] == f"headroom {library.headroom_version().decode()}\n", "the version")
library.headroom_free(None)

# ---- nothing else is shown
names = subprocess.run(["nm", "--dynamic", "--defined-only", "--format=just-symbols", sys.argv[2]], capture_output=True, text=True, check=True).stdout.split()
check(sorted(names) == ["headroom_call", "headroom_free", "headroom_version"], f"{names[:20]}")

finish()
