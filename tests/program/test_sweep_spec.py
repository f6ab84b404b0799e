#!/usr/bin/env python3
"""`headroom sweep` as its users run it: test_sweep_spec.py PROGRAM [KILLS [MPIRUN]]

KILLS is how often it is killed (10; 100 take a minute). With MPIRUN, PROGRAM is headroom-sweep and its ranks are killed.
"""

import ast
import csv
import json
import os
import pathlib
import random
import signal
import struct
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True

from checks import check, finish, is_watched, run

H100, V100 = "Standard_ND96isr_H100_v5", "Standard_ND40rs_v2"
TRAIN = {"train": {"model": "llama-3.1-70b", "sequence": 8192}}
CHAT = {"serve": {"model": "llama-3.1-70b", "weights": "fp8", "context": 8192, "concurrent_sequences": 1, "tensor_parallel": 8}}
WORK = tempfile.TemporaryDirectory()
AT = pathlib.Path(WORK.name)
KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 10
MPIRUN = sys.argv[3:]
made = 0


def folder():
    global made
    made += 1
    return str(AT / f"out{made}")


def spec_file(sweep, job=TRAIN, **more):
    path = AT / "spec.json"
    path.write_text(json.dumps({"format": 1, **({"job": job} if job else {}), "sweep": sweep, **more}))
    return str(path)


def rows_of(spec, *options, status=0):
    found, out, error = run("sweep", spec, "--into", folder(), *options)
    check(found == status and not error, f"{options}: exit {found}, {error}")
    return out


def refused(words, spec, *options, into=None):
    status, out, error = run("sweep", spec, "--into", into or folder(), *options)
    check(status == 2 and not out and error.startswith("headroom: ") and error.count("\n") == 1, f"{words}: exit {status}, {out[:80]!r}, {error!r}")
    for word in words:
        check(word in error, f"lacks {word!r}: {error!r}")


def kill_at_random(start, spec, into, kills, killed):
    """Runs again and again, each run killed; then once to its end. What was finished stays as it is."""
    kept = {}
    random.seed(kills)
    for _ in range(kills):
        runner = subprocess.Popen([*start, spec, "--into", into, "--chunk", "40"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        finished = len(kept)
        deadline = time.monotonic() + 20
        # So that each run has something to lose: it has begun, and a random time after that it is killed.
        while runner.poll() is None and time.monotonic() < deadline and len(list(pathlib.Path(into).glob("chunk-*.csv"))) <= finished:
            time.sleep(0.001)
        time.sleep(random.random() * 0.01)
        killed(runner)
        for chunk in pathlib.Path(into).glob("chunk-*.csv"):
            is_now = chunk.stat().st_mtime_ns
            check(kept.setdefault(chunk.name, is_now) == is_now, f"{chunk.name} was made again")
    done = subprocess.run([*start, spec, "--into", into], capture_output=True, timeout=120)
    for name, was in kept.items():
        check((pathlib.Path(into) / name).stat().st_mtime_ns == was, f"{name} was made again")
    return len(kept), done


def kill_test():
    # More than a run makes before it is killed; where a sanitizer watches it makes a tenth.
    points = 40 * ((16 if is_watched else 60) + (40 if MPIRUN else 16) * KILLS)
    spec = spec_file({"on": [H100], "over": {"tensor_parallel": 8, "pipeline_parallel": 4, "global_batch": f"1..{points}"}})
    if not MPIRUN:
        expected = rows_of(spec).encode()
        into = folder()
        kept, done = kill_at_random([sys.argv[1], "sweep"], spec, into, KILLS, lambda runner: (runner.kill(), runner.wait()))
        check(done.returncode == 0 and done.stdout == expected, f"after {KILLS} kills: exit {done.returncode}, {len(done.stdout)} bytes of {len(expected)}, {done.stderr[:200]}")
        check(KILLS // 2 <= kept < points // 40, f"{kept} chunks were kept by {KILLS} runs that were killed: too few, or none was killed at work")
        check(not list(pathlib.Path(into).glob("*.part")), "what killed runs left behind is removed")
        return

    def kill_rank(runner):
        ranks = pathlib.Path(f"/proc/{runner.pid}/task/{runner.pid}/children").read_text().split() if runner.poll() is None else []
        if ranks:
            try:
                os.kill(int(random.choice(ranks)), signal.SIGKILL)
            except ProcessLookupError:
                pass
        try:
            runner.wait(timeout=10)
        except subprocess.TimeoutExpired:  # mpirun 4.1 may miss the end of a rank that dies in a bad moment: whoever waits kills it, too
            runner.kill()
            runner.wait()

    one = subprocess.run([sys.argv[1], spec, "--into", folder()], capture_output=True, timeout=120)
    check(one.returncode == 0 and one.stdout.count(b"\n") == points + 1, f"a rank alone: exit {one.returncode}, {one.stderr[:300]}")
    kept, done = kill_at_random([*MPIRUN, sys.argv[1]], spec, folder(), KILLS, kill_rank)
    check(done.returncode == 0 and done.stdout == one.stdout, f"after {KILLS} killed ranks: exit {done.returncode}, {len(done.stdout)} bytes of {len(one.stdout)}, {done.stderr[:300]}")
    check(KILLS // 2 <= kept < points // 40, f"{kept} chunks were kept by {KILLS} runs that were killed: too few, or none was killed at work")
    # A mistake is told once, by one rank, and no rank waits for another.
    wrong = subprocess.run([*MPIRUN, sys.argv[1], str(AT / "none.json"), "--into", folder()], capture_output=True, timeout=60)
    check(wrong.returncode == 2 and wrong.stderr.count(b"none.json") == 1 and not wrong.stdout, f"exit {wrong.returncode}, {wrong.stderr}")


kill_test()
if MPIRUN:
    finish()

# ---- the rows are those of `estimate --sweep`, whatever the chunks, the threads and the runs that shared the work
GRID = {"on": [H100, V100], "over": {"tensor_parallel": [3, 8], "global_batch": [512, 1024], "pipeline_parallel": "1..4"}, "tokens": "1T"}
spec = spec_file(GRID, prices={"region": "eastus"})
expected = run("estimate", "--train", "--model", "llama-3.1-70b", "--sequence", "8192", "--sweep", "tp=3,8", "--sweep", "global_batch=512,1024", "--sweep", "pp=1..4",
               "--on", H100, V100, "--region", "eastus", "--tokens", "1T")[1]
check(expected.count("\n") == 33, f"{expected[:200]}")
for options in ((), ("--jobs", "1"), ("--jobs", "5", "--chunk", "1"), ("--jobs", "3", "--chunk", "7"), ("--chunk", "1000")):
    check(rows_of(spec, *options) == expected, f"{options}: other rows")
shared = folder()
for part in range(3):
    status, out, error = run("sweep", spec, "--into", shared, "--part", f"{part}/3")
    check((status, out, error) == (0, "", ""), f"part {part}: {status}, {out[:80]}, {error}")
before = {each.name: each.stat().st_mtime_ns for each in pathlib.Path(shared).glob("chunk*")}
status, out, error = run("sweep", spec, "--into", shared, "--csv", str(AT / "all.csv"), "--npy", str(AT / "columns"), "--progress")
check(status == 0 and not out and (AT / "all.csv").read_text() == expected, "of parts")
check(error.splitlines()[-1].startswith("32 of 32 rows, 100 %"), error)
check(before == {each.name: each.stat().st_mtime_ns for each in pathlib.Path(shared).glob("chunk*")}, "nothing is made again")


# ---- .npy, by the description of the format, and by NumPy where it is there
def npy(path):
    data = path.read_bytes()
    check(data[:8] == b"\x93NUMPY\x01\x00", f"{path.name}: {data[:8]}")
    size = struct.unpack("<H", data[8:10])[0]
    check((10 + size) % 64 == 0 and data[9 + size:10 + size] == b"\n", f"{path.name}: its header has {size} bytes")
    head = ast.literal_eval(data[10:10 + size].decode())
    check(set(head) == {"descr", "fortran_order", "shape"} and head["fortran_order"] is False, f"{path.name}: {head}")
    [rows], body = head["shape"], data[10 + size:]
    if head["descr"] == "<f8":
        return list(struct.unpack(f"<{rows}d", body))
    width = int(head["descr"].removeprefix("|S"))
    check(len(body) == rows * width, f"{path.name}: {len(body)} bytes")
    return [body[i * width:(i + 1) * width].rstrip(b"\0").decode() for i in range(rows)]


rows = list(csv.DictReader(expected.splitlines()))
# As JSON the same cells: texts as texts, numbers as numbers, and null where there is nothing.
status, lines, error = run("sweep", spec, "--into", shared, "--json")
objects = [json.loads(line) for line in lines.splitlines()]
check(status == 0 and not error and len(objects) == len(rows), f"{status}, {error}: {len(objects)} objects")
def as_csv_cell(value): return "" if value is None else value if isinstance(value, str) else float(value)
for one, row in zip(objects, rows):
    same = all(as_csv_cell(one[key]) == (float(cell) if cell and not isinstance(one[key], str) else cell) for key, cell in row.items())
    check(list(one) == list(row) and same, f"{one}, {row}")
check(any(isinstance(value, float) for one in objects for value in one.values()), "no number is one")
columns = {path.stem: npy(path) for path in (AT / "columns").glob("*.npy")}
check(set(columns) == set(rows[0]), f"{set(columns) ^ set(rows[0])}")
for name, values in columns.items():
    for row, value in zip(rows, values, strict=True):
        same = value == row[name] if isinstance(value, str) else (value != value) == (row[name] == "") and (row[name] == "" or value == float(row[name]))
        check(same, f"{name}: {value!r}, not {row[name]!r}")
check(isinstance(columns["why"][0], str) and isinstance(columns["step_seconds"][0], float), "texts and numbers")
try:
    import numpy
    check(numpy.nanmin(numpy.load(AT / "columns/step_seconds.npy")) == min(float(row["step_seconds"]) for row in rows if row["step_seconds"]), "NumPy reads numbers")
    check(list(numpy.load(AT / "columns/machine.npy").astype(str)) == [row["machine"] for row in rows], "NumPy reads texts")
except ImportError:
    pass

# ---- a list of points, several jobs, jobs that serve
listed = rows_of(spec_file({**GRID, "over": [{"tp": 8, "global_batch": 512, "pp": [1, 4]}, {"tp": 3, "global_batch": 1024, "pp": 2}]}, prices={"region": "eastus"}))
wanted = [row for tp, batch, stages in (("8", "512", "1"), ("8", "512", "4"), ("3", "1024", "2")) for row in rows
          if (row["tensor_parallel"], row["global_batch"], row["pipeline_parallel"]) == (tp, batch, stages)]
check(list(csv.DictReader(listed.splitlines())) == wanted, "a list of grids, each after the one before")
two = rows_of(spec_file({"jobs": {"70b, long": TRAIN, "8b": {"train": {"model": "llama-3.1-8b", "sequence": 4096}}}, "on": [H100], "over": {"tp": [4, 8], "pp": 4, "global_batch": 512}}, job=None), "--chunk", "3")
check([(row["job"], row["tensor_parallel"]) for row in csv.DictReader(two.splitlines())] == [(job, tp) for job in ("70b, long", "8b") for tp in "48"], two[:400])
chat = rows_of(spec_file({"on": [H100], "over": {"weights": ["bf16", "fp8"], "prompt": [1024, 9000], "concurrency": "1..2"}}, CHAT), "--chunk", "3")
check(chat == run("estimate", "--model", "llama-3.1-70b", "--weights", "fp8", "--context", "8192", "--concurrent-sequences", "1", "--tensor-parallel", "8", "--sweep",
                  "weights=bf16,fp8", "--sweep", "prompt=1024,9000", "--sweep", "concurrency=1..2", "--on", H100)[1], "serving")
# Every setting of a job: words, numbers that are not whole, yes and no. Several workers read the job again for each point, and say the same.
WORDS = {"on": [H100], "over": {"tp": [4, 8], "formats": ["bf16_training", "fp8_training"], "sequence_parallel": [True, False], "offload_activations": [0, 0.5], "recomputed": ["scores", "scores+norms"]}}
PLAIN = {"train": {**TRAIN["train"], "pipeline_parallel": 4, "global_batch": 512, "recompute": "selective"}}
words = rows_of(spec_file(WORDS, PLAIN))
check(words == rows_of(spec_file(WORDS, PLAIN), "--jobs", "4", "--chunk", "3") and words.count("\n") == 33, words[:300])
given = list(csv.DictReader(words.splitlines()))
check([given[0][key] for key in WORDS["over"] if key != "tp"] == ["bf16_training", "true", "0", "scores"] and given[-1]["recomputed"] == "scores,norms", f"{given[0]}, {given[-1]}")
check(len({row["step_seconds"] for row in given}) > 8, f"settings count: {given}")
path = AT / "model.json"
path.write_text(json.dumps({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers": 32, "num_attention_heads": 32,
                            "num_key_value_heads": 8, "vocab_size": 128256, "max_position_embeddings": 8192, "torch_dtype": "bfloat16"}))
models = rows_of(spec_file({"on": [H100], "over": {"model": ["llama-3.1-8b", "model.json"], "tp": [1, 2]}}, {"train": {**TRAIN["train"], "model": "llama-3.1-8b", "global_batch": 64, "pipeline_parallel": 4}}), "--chunk", "1")
steps = [row["step_seconds"] for row in csv.DictReader(models.splitlines())]
check(len(steps) == 4 and steps[:2] == steps[2:] and steps[1], models)
check(rows_of(spec_file({"on": [V100]}, CHAT), status=1).count("\n") == 2, "none fits")
(AT / "yaml.yaml").write_text(f"format: 1\njob: {{train: {{model: llama-3.1-70b, sequence: 8192}}}}\nsweep:\n  on: [{H100}]\n  over: {{tp: 8, pp: 4, global_batch: [512]}}\n")
check(rows_of(str(AT / "yaml.yaml")).count("\n") == 2, "YAML")

# ---- memory does not grow with the points, and a time limit is kept
BIG = {"on": [H100], "over": {"tensor_parallel": 8, "pipeline_parallel": 4, "global_batch": "1..200"}}


def peak_memory(repeats):
    runner = subprocess.Popen([sys.argv[1], "sweep", spec_file({**BIG, "over": [BIG["over"]] * repeats}), "--into", folder(), "--chunk", "100", "--csv", str(AT / "big.csv")])
    _, status, used = os.wait4(runner.pid, 0)
    runner.returncode = status
    check(status == 0 and (AT / "big.csv").read_text().count("\n") == 200 * repeats + 1, f"{repeats}: {status}")
    return used.ru_maxrss


if not is_watched:
    small, large = peak_memory(5), peak_memory(50)
    check(large < small * 1.25, f"{small} KiB at 1,000 points, {large} KiB at 10,000")
endless = spec_file({"on": [H100], "over": {"tensor_parallel": "1..1000000", "pipeline_parallel": "1..1000", "global_batch": 512}})
began = time.monotonic()
status, out, error = run("sweep", endless, "--into", folder(), "--time-limit", "0.3s")
check(status == 3 and not out and "chunks are left" in error and time.monotonic() - began < 10, f"{status}, {error}")

# ---- bad specs, each with its place
for words, sweep in ((["spec.json:1:", "no machine"], {"over": {"tp": 8}}), (["$.sweep.on[1]", "ND96"], {"on": [H100, "ND96"]}), (["$.sweep.over", "formats=nope", "fp8_training"], {"on": [H100], "over": {"pp": 4, "global_batch": 512, "formats": ["nope"]}}), (["$.sweep.over", "true or false"], {"on": [H100], "over": {"sequence_parallel": [2]}}),
                     (["$.sweep.over", "colour"], {"on": [H100], "over": {"colour": 1}}),
                     (["$.sweep.colour", "no key of a sweep"], {"colour": 1}), (["no values"], {"on": [H100], "over": {"tp": []}}), (["$.sweep.over[1]", "same keys"], {"on": [H100], "over": [{"tp": 1}, {"pp": 1}]}),
                     (["$.sweep.over.tp[0]"], {"on": [H100], "over": {"tp": [{}]}}), (["$.sweep.token_limit", "trains"], {"on": [H100], "token_limit": 5}), (["$.sweep.tokens", "x"], {"on": [H100], "tokens": "x"}),
                     (["$.sweep.best_by"], {"on": [H100], "best_by": "beauty"}), (["goes down"], {"on": [H100], "over": {"tp": "8..1"}}), (["$.sweep"], []), (["10^12"], {"on": [H100], "over": {key: "1..1000000" for key in ("tp", "pp", "dp")}}),
                     (["either"], {"on": [H100], "jobs": {"a": TRAIN}}), (["$.sweep.over", "list"], {"on": [H100], "over": []}), (["machines", "$.sweep.on"], {"on": []})):
    refused(words, spec_file(sweep))
refused(["$.sweep.jobs.b.train", "colour"], spec_file({"on": [H100], "jobs": {"a": TRAIN, "b": {"train": {"colour": 1, "model": "llama-3.1-8b", "global_batch": 1, "sequence": 1}}}}, None))
refused(["beside one that trains"], spec_file({"on": [H100], "jobs": {"a": TRAIN, "b": CHAT}}, None))
refused(["$.job.train", "sequence"], spec_file({"on": [H100], "over": {"tp": 8}}, {"train": {"model": "llama-3.1-70b"}}))
(AT / "cut.json").write_text('{"format": 1, "job": ')
refused(["cut.json:1:"], str(AT / "cut.json"))
refused(["none.json"], str(AT / "none.json"))
refused(["of another spec"], spec_file({**GRID, "tokens": "2T"}, prices={"region": "eastus"}), into=shared)
spec = spec_file(GRID, prices={"region": "eastus"})
refused(["--chunk", "chunks of 1 points"], spec, "--chunk", "3", into=shared)
refused(["other files"], spec, into=str(AT))
refused(["no folder"], spec, into=str(AT / "all.csv"))
refused(["nowhere"], spec, "--csv", "/nowhere/all.csv")
for part in ("8/8", "x", "1", "-1/2", "1/0"):
    refused(["--part"], spec, f"--part={part}")
refused(["--time-limit"], spec, "--time-limit", "soon")
status, _, error = run("sweep", spec)
check(status == 2 and "--into" in error, error)

# ---- a pipe is written to as it is, the file of a link keeps its link
pipe = AT / "pipe"
os.mkfifo(pipe)
reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE)
status, out, error = run("sweep", spec, "--into", folder(), "--csv", str(pipe))
check(status == 0 and pipe.is_fifo() and reader.communicate(timeout=60)[0].decode() == rows_of(spec), f"a pipe: {status}, {error!r}")
reader.kill()
(AT / "link.csv").symlink_to(AT / "linked.csv")
(AT / "linked.csv").write_text("old")
run("sweep", spec, "--into", folder(), "--csv", str(AT / "link.csv"))
check((AT / "link.csv").is_symlink() and (AT / "linked.csv").read_text() == rows_of(spec), "a link")

check("--into FOLDER REQUIRED" in " ".join(run("sweep", "--help")[1].split()), "what sweep needs is marked")

finish()
