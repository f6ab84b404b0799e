#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""`headroom check` and `headroom generate` as their users run them: test_check.py PROGRAM [COMPILER]"""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from checks import check, check_refused, enough_of, finish
from checks import run as run_in_columns
from sarif import sarif_problems

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GB300 = "Standard_ND128isr_GB300_v6"
# Three nodes of four GPUs; 96 CPUs a task. Clean, and too many by 4 GPUs where decode holds one node.
CLEAN = """\
sbatch_directives:
  cpus-per-task: "96"
resources:
  gpu_type: "gb300"
  gpus_per_node: 4
  prefill_nodes: 2
  prefill_workers: 2
  gpus_per_prefill: 4
  decode_nodes: 2
  decode_workers: 1
  gpus_per_decode: 8
"""
BROKEN = CLEAN.replace("decode_nodes: 2", "decode_nodes: 1")
OPEN = CLEAN.replace("decode_nodes: 2", "decode_nodes: ${NODES}").replace('"96"', '"144"')
UNREADABLE = "resources: [\n"


def run(*arguments, columns=500):
    """On lines that hold a finding each: tests/program/width has the narrow ones."""
    return run_in_columns(*arguments, columns=columns)


home = tempfile.TemporaryDirectory()
folder = pathlib.Path(home.name)


def write(name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def run_on(*arguments):
    return run("check", "--on", GB300, *arguments)


def status_of(*arguments):
    return run_on(*arguments)[0]


def check_says(words, output, what):
    for word in words:
        check(word in output, f"{what}: no {word!r} in {output!r}")


clean, broken, unreadable = write("clean.yaml", CLEAN), write("broken.yaml", BROKEN), write("unreadable.yaml", UNREADABLE)
unnamed = write("unnamed.yaml", CLEAN)  # without --on its machine is not named, so that CPUs are not judged

# ---- exit codes, and their order over several files
status, out, error = run_on(clean)
check(status == 0 and error == "" and " ".join(out.split()) == f"{clean}: 16 of 16 GPUs used on 4 nodes of {GB300} "
      "1 file judged: 0 errors, 0 warnings, 0 unknowns", f"clean: {status}, {out!r}, {error!r}")
check(run("check", unnamed)[0] == 3, "an unknown does not exit 3")
for files, expected in [([clean], 0), ([broken], 1), ([unreadable], 2), ([clean, broken], 1), ([broken, clean], 1),
                        ([clean, unreadable, broken], 2), ([broken, unreadable], 2)]:
    check(status_of(*files) == expected, f"{files}: not {expected}")
    check(run("check", *files)[0] == (2 if unreadable in files else 1 if broken in files else 3), f"{files} without --on")
status, out, _ = run_on(broken)
check_says([f"{broken}:8: error: The recipe uses 16 GPUs; 3 nodes of 4 hold 12 [gpus_used]\n", "to make it right: ", "1 error,"], out, "broken")
check("\033" not in out, "colour without a terminal")

# ---- a file that cannot be read is a finding; the others are still checked
missing = str(folder / "missing.yaml")
status, out, error = run_on(missing, broken, unreadable, clean)
check(status == 2 and error == "", f"unreadable among good ones: {status}, {error!r}")
check_says([f"{missing}: error: No such file or directory [readable]", "[gpus_used]", f"{unreadable}:2", "2 of 4 files judged, 2 unreadable: 3 errors"], out, "several")
check_says([f"{write('a.txt', 'words')}: unknown: of no kind that can be checked: it is not judged [readable]", "--as"], run_on(str(folder / "a.txt"))[1], "of no kind")
check(status_of(write("latin.yaml", CLEAN.encode() + b"# \xe4\n")) == 2, "not UTF-8")
check(status_of(write("chart.yaml", "a: {{ .Values.b }}\n")) == 3, "a template by its name")

# ---- folders
tree = folder / "tree"
for name, text in {"a.yaml": CLEAN, "deep/er/b.yml": BROKEN, ".hidden.yaml": UNREADABLE, ".git/c.yaml": UNREADABLE,
                   "node_modules/d.yaml": UNREADABLE, "run.sh": "if [ x ]; then\n\techo {\n", "e.yaml": "a: 1\n",
                   "picture.png": b"\x89PNG", "values.yaml.orig": UNREADABLE, "chart.yaml": "a: {{ .Values.b }}\n",
                   "site.conf": "server {\n  listen [::]:80;\n}\n"}.items():
    write(f"tree/{name}", text)
status, out, _ = run_on(str(tree))
check(status == 1, f"a folder: exit {status}: {out}")
check_says(["deep/er/b.yml:8: error", "chart.yaml: unknown: this is a template: it is not judged [readable]", "`helm template`",
            "2 of 6 files judged, 4 not understood: 1 error, 0 warnings, 4 unknowns\n"], out, "a folder")
check_says(["2 files judged: 1 error, 0 warnings, 0 unknowns; 4 of other kinds\n"], run_on("--other-kinds-too", str(tree))[1], "other kinds too")
check(all(name not in out for name in ("hidden", ".git", "node_modules", "orig")), f"hidden files: {out}")
check(status_of(str(tree), str(tree / "a.yaml")) == 1 and "2 of 6 files judged" in run_on(str(tree), str(tree / "a.yaml"))[1], "a file named twice")
for which in ((), ("--other-kinds-too",)):
    check(status_of(*which, str(tree / "e.yaml")) == (0 if which else 3), f"of no kind {which}, by its name")
    check(status_of(*which, str(tree / "deep/er")) == 1 and status_of(*which, write("requests.yaml", "a: {gpus: 8}\n")) == 3, f"GPUs of no kind {which}")
write("tree/z.yaml", UNREADABLE)
check(status_of(str(tree)) == 2, "what is no YAML in a folder")
(tree / "z.yaml").unlink()
(tree / "log.json").write_text('{"pod": 1}\n{"pod": 2}\n')
check(status_of(str(tree)) == 1 and ", 5 not understood: " in run_on(str(tree))[1], "records one to a line in a folder")
check(status_of(str(tree / "log.json")) == 3, "records one to a line, by their name")
(tree / "log.json").unlink()
(tree / "gone.yaml").symlink_to(tree / "nowhere")
status, out, _ = run_on(str(tree))
check(status == 2 and "gone.yaml: error: No such file" in out and "b.yml:8: error" in out, f"a link to nothing: {status}, {out}")
(tree / "gone.yaml").unlink()
(tree / "loop").symlink_to(tree)
check(status_of(str(tree)) == 1, "a folder that has itself in it")
# A folder that may not be read, for the file in it; root may read all, so that another user runs it.
folder.chmod(0o755)
program = pathlib.Path(shutil.copy(sys.argv[1], folder / "headroom-for-all"))
program.chmod(0o755)
(tree / "shut").mkdir()
(tree / "shut").chmod(0)
nobody = {"user": 65534} if os.geteuid() == 0 else {}
for where, told in ((tree, ["tree/shut: error: Permission denied [readable]", "b.yml:8: error", "2 of 7 files judged, 1 unreadable, 4 not understood: "]),
                    (tree / "shut", ["tree/shut: error: Permission denied [readable]"])):
    done = subprocess.run([program, "check", "--on", GB300, where], capture_output=True, text=True, timeout=60, **nobody)
    check(done.returncode == 2, f"a folder that may not be read: exit {done.returncode}, {done.stdout}")
    check_says(told, done.stdout, "a folder that may not be read")
(tree / "shut").chmod(0o755)
(tree / "shut").rmdir()
(folder / "empty").mkdir()
status, out, _ = run_on(str(folder / "empty"))
check(status == 3, "an empty folder")
check_says(["empty: unknown: there is no file in it that could be judged [readable]", "0 of 1 file judged, 1 not understood: "], out, "an empty folder")
kept = write("kept.yaml", "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n")
status, out, _ = run_on(kept, str(folder / "empty"))
check(status == 3, "an empty folder beside a file that passes")
check_says(["empty: unknown: there is no file in it that could be judged [readable]", "1 of 2 files judged, 1 not understood: "], out, "an empty folder beside a file")
check(run_on("--other-kinds-too", kept, str(folder / "empty"))[0] == 0, "an empty folder of other kinds")

# ---- slurm.conf and gres.conf: in one folder, or both named
CONF = "ClusterName=c\nSlurmctldHost=h\nNodeName=gpu[1-4] Gres=gpu:8\n"
conf, gres = write("slurm/slurm.conf", CONF), write("slurm/gres.conf", "NodeName=gpu[1-4] Name=gpu File=/dev/nvidia[0-3]\n")
apart = write("gpus/gres.conf", "Name=gpu Count=7\n")
for arguments, status, told in (([conf], 0, []), ([gres], 0, []), ([conf, gres], 1, ["slurm.conf:3: error: gpu[1-4] counts 8 GPUs a node; gres.conf lists 4 on each of them"]),
                                ([gres, conf], 1, ["lists 4"]), ([str(folder / "slurm")], 1, ["lists 4"]), ([conf, apart], 1, ["lists 7"]),
                                ([str(folder / "slurm"), apart], 1, ["lists 4"]), ([str(folder / "gpus"), conf], 1, ["lists 7"])):
    got, out, _ = run("check", *arguments)
    check(got == status, f"{arguments}: exit {got}, {out}")
    check_says(told, out, arguments)
write("slurm/gres.conf", "NodeName=gpu[1-4] Name=gpu File=/dev/nvidia[0-7]\n")
check(run("check", str(folder / "slurm"))[0] == 0, "files of Slurm that agree")
for nodes, words in (("2", "gpu2"), ("[2,4]", "gpu2 and gpu4"), ("[2-4]", "gpu2, gpu3 and gpu4"), ("[1-4]", "each of them")):
    write("slurm/gres.conf", f"NodeName=gpu[1-4] Name=gpu Count=7\nNodeName=gpu[1-4] Name=gpu Count=1\nNodeName=gpu{nodes} Name=gpu Count=2\n")
    check_says([f"lists 10 on {words}, of which"], run("check", str(folder / "slurm"))[1], f"the nodes that differ: {nodes}")
write("many-nodes/slurm.conf", CONF.replace("[1-4]", "[1-9]"))
write("many-nodes/gres.conf", "NodeName=gpu[1-4] Name=gpu Count=8\nNodeName=gpu[5-9] Name=gpu Count=4\n")
check_says(["lists 4 on gpu5, gpu6 and 3 more, and a node"], run("check", str(folder / "many-nodes"))[1], "many nodes that differ")
write("slurm/gres.conf", "NodeName=gpu[4-1] Name=gpu\n")
check(run("check", str(folder / "slurm"))[1].count("error") == 2, "a gres.conf that cannot be read is said once")

# ---- any of several sizes will do: one that works is enough, and an error is one on all of them
CHOICE = """\
apiVersion: v1
kind: Pod
metadata: {name: any}
spec:
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions:
              - {key: node.kubernetes.io/instance-type, operator: In, values: [p5.48xlarge, p4d.24xlarge]}
  containers:
    - name: c
      image: registry.example.com/c:1
      resources:
        limits:
          nvidia.com/gpu: 8
          cpu: 90
"""
choice = lambda cpus: run("check", write("choice.yaml", CHOICE.replace("90", cpus)))
for cpus in ("90", "180"):  # fit both, and one of them
    status, text, _ = choice(cpus)
    check(status == 0 and "0 errors, 0 warnings, 0 unknowns" in text, f"{cpus} CPUs on any of two sizes: {text}")
status, text, _ = choice("300")
check(status == 1 and "choice.yaml:17: error: any asks for 300 CPUs a pod; p5.48xlarge has 192 [cpus]" in text, f"fits neither: {text}")
check(text.count("error:") == 1 and "0 unknowns" in text, f"fits neither: {text}")
status, text, error = run("generate", write("choice.yaml", CHOICE.replace("90", "300")), "--name", "choice")
check(status == 2 and text == "" and "choice.yaml:17: any asks for 300 CPUs a pod; p5.48xlarge has 192 [cpus]; a constant cannot hold" in error,
      f"a constant of what fits none of its sizes: {status}, {error}")
check(run("generate", write("choice.yaml", CHOICE.replace("90", "180")), "--name", "choice")[0] == 0, "a constant of what fits one of its sizes")

# ---- a file of the own format tells all its mistakes, as report does
wrong = write("wrong.json", '{"format": 1,\n "machines": [{"size": "Standard_ND40rs_v2", "count": -1}],\n "deman": {},\n "prices": {"buy": "rent"}}')
status, out, _ = run("check", wrong)
_, _, said = run("report", wrong)
lines = re.findall(r"wrong\.json:(\d+):", out)
check(status == 2 and lines == ["2", "3", "4"] == re.findall(r"wrong\.json:(\d+):", said), f"check tells {lines}: {out}\n{said}")

# ---- jobs of the own format
JOBS = ROOT / "tests/program/check/fixtures/own"
status, text, _ = run("check", str(JOBS / "job.breaks.json"))
check(status == 1 and "job.breaks.json:8: error: meta-llama/Meta-Llama-3.1-405B does not fit on 2 x Standard_ND96isr_H200_v5: " in text, f"a job: {text}")
check(run("check", "--rules=-job_fits", str(JOBS / "job.breaks.json"))[0] == 0, "--rules=-job_fits")
check(run("check", "--on", GB300, str(JOBS / "job.breaks.json"))[1].count("[job_fits]") == 0, "a job on another machine")
check_says(["memory of a GPU that its fullest rank needs: "], run("check", "--explain", str(JOBS / "job.breaks.json"))[1], "the arithmetic of a job")
status, text, _ = run("check", str(JOBS / "pools.breaks.json"))
check(status == 1 and "prefill and decode each fit on the machines, and not both at once [job_fits]" in text, f"two pools: {text}")
status, text, _ = run("check", str(ROOT / "examples/deployments/training_job.json"))
check(status == 1 and "needs 8 machines, there are 7 [job_fits]" in text, f"training: {text}")
# On several kinds together as `headroom fit` judges them, whichever is named first.
for sequences in enough_of((1, 16, 64, 256, 1024), every=2):
    for machines in (("H100", 1, "H200", 1), ("H200", 1, "H100", 1), ("A100", 2, "H200", 0), ("H100", 4, "H200", 2)):
        of = {"A100": "Standard_ND96asr_v4", "H100": "Standard_ND96isr_H100_v5", "H200": "Standard_ND96isr_H200_v5"}
        groups = [{"size": of[kind], "count": number} for kind, number in (machines[:2], machines[2:])]
        several = write("several.json", json.dumps({"format": 1, "machines": groups, "job": {"serve": {
            "model": "Llama-3.1-70B", "weights": "fp8", "concurrent_sequences": sequences, "context": 32768}}}))
        fits, checks = run("fit", several)[0], run("check", several)[0]
        check(fits == checks, f"{sequences} sequences on {machines}: fit {fits}, check {checks}")
without = write("job.json", re.sub(r'"machines": \[.*?\],', "", (JOBS / "job.passes.json").read_text(), flags=re.S))
check(run("check", without)[0] == 3 and "is held against no machine: none is named [job_fits]" in run("check", without)[1], "a job without machines")
check(run("check", "--on", "Standard_ND96isr_H200_v5", without)[0] == 0, "a job on as many machines as it takes")
status, text, error = run("generate", str(JOBS / "job.breaks.json"), "--name", "job")
check(status == 2 and "[job_fits]" in error, f"a constant of a job that does not fit: {status}, {error}")
check(run("generate", str(JOBS / "job.passes.json"), "--name", "job")[0] == 0, "a constant of a job that fits")

# ---- no machine is known: said in a line, of what the rules have nothing to say about
tests = write("nccl.yaml", "rack-test:\n  nodes: 2\n  gpusPerNode: 8\n  ncclTest:\n    testArgs: \"-b 16G -e 16G -g 1\"\n")
note = "16 of 16 GPUs used on 2 nodes; sizes are not judged, as no machine is named: --on names one"
status, out, _ = run("check", tests)
check(status == 0 and note in " ".join(out.split()), f"a test on no machine: {status}, {out}")
check("not judged" not in run("check", "--on", "Standard_ND96isr_H100_v5", tests)[1], "a test on a machine")
check("not judged" not in run("check", "--rules=-machine_named", tests)[1], "the line follows its rule")
check(run("check", "--github", tests)[1] == "", "--github of what is clean")
own_machines = str(ROOT / "tests/program/check/fixtures/own/own_machine.passes.json")
check("48 GPUs held on 5 nodes\n" in run("check", own_machines, columns=132)[1], "a file that describes its machines")

# ---- standard input, threads
done = subprocess.run([sys.argv[1], "check", "--on", GB300, "-"], input=BROKEN.encode(), capture_output=True, timeout=60)
check(done.returncode == 1 and done.stdout.startswith(b"standard input:8: error: "), f"standard input: {done}")
for i in range(40):
    write(f"many/{i:02}.yaml", [CLEAN, BROKEN, UNREADABLE][i % 3])
one, four = (run_on("--jobs", n, str(folder / "many")) for n in ("1", "4"))
check(one == four and one[0] == 2, f"--jobs 1 and 4 differ: {one[0]}, {four[0]}")
check(run_on(str(folder / "many")) == one, "all cores differ")

# ---- what it is held against
write("144.yaml", CLEAN.replace('"96"', "144"))
status, out, _ = run_on(str(folder / "144.yaml"))
check(status == 1, f"144 CPUs: {status}")
check_says(["144.yaml:2: error", "144", "128", GB300, "[cpus]"], out, "144 CPUs")
own = {"format": 1, "define": {"gpus": {"X1": {"source": "X1 data sheet"}},
                               "sizes": {"node": {"gpu": "X1", "gpus": 4, "vcpus": 100}}}, "machines": [{"size": "node", "count": 4}]}
limits = ("--rules", "cpus,gpus_used", "--on-cluster")
check(run("check", *limits, write("own.json", json.dumps(own)), clean)[0] == 0, "96 CPUs on 100")
check("[machines_held]" in run("check", "--on-cluster", str(folder / "own.json"), clean)[1], "its GPU is not the file's")
status, out, _ = run("check", *limits, str(folder / "own.json"), str(folder / "144.yaml"))
check(status == 1 and "100" in out and "[cpus]" in out, f"144 CPUs on a machine of one's own: {status}, {out}")
own["machines"][0]["count"] = 3
check("[gpus_used]" in run("check", *limits, write("own.json", json.dumps(own)), clean)[1], "16 GPUs on three machines of four")
check_refused([f'did you mean "{GB300}"?'], "check", "--on", "Standard_ND128isr_GB300_v7", clean)
check(run("check", "--on", "mi300x", clean)[2] == "", "the one machine with a GPU")
check_refused(["several machines are called", GB300, "Standard_ND128isrG5_GB300_v6"], "check", "--on", "Standard_ND128isr_GB300", clean)
check_refused(["--on-cluster takes own ones"], "check", "--on", "an abacus of the usual kind", clean)
check_refused(["missing.json: No such file"], "check", "--on-cluster", str(folder / "missing.json"), clean)
check_refused(["no machines"], "check", "--on-cluster", write("none.json", '{"format": 1}'), clean)
check_refused(["none.json:1:2: "], "check", "--on-cluster", write("none.json", "{]"), clean)
check_refused(["--on"], "check", "--on", GB300, "--on-cluster", str(folder / "own.json"), clean)

# ---- other options
check(run_on("--as", "recipe", clean)[0] == 0 and status_of("--as", "recipe", str(folder / "a.txt")) == 2, "--as")
check_refused(["--as", "recipe"], "check", "--as", "recipes", clean)
# Forced to be of a kind that it evidently is not.
samples = {"recipe": clean, "kubernetes": write("config.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n"),
           "slurm": write("slurm.conf", "ClusterName=c\nSlurmctldHost=h\nNodeName=n[1-2] CPUs=4\n"),
           "sbatch": write("job.sbatch", "#!/bin/bash\n#SBATCH --nodes=2\nsrun x\n"),
           "own": str(folder / "own.json"), "cyclecloud": write("t.txt", "[cluster c]\n  [[nodearray gpu]]\n  MachineType = x\n")}
kinds = re.findall(r"^  ([a-z-]+) {2,}\S", run("check", "--help")[1].split("Kinds of file:")[1].split("Examples:")[0], re.M)
check(set(samples) < set(kinds), f"--help lists {kinds}")
for kind in kinds:
    for is_kind, path in samples.items():
        status, out, _ = run_on("--as", kind, path)
        if kind == is_kind:
            check(status != 2, f"--as {kind} {path}: {out}")
        elif "readable" in out or status == 2:
            check_says([f"(--as {kind}); the file looks like ", f"({is_kind}) [readable]"], out, f"--as {kind} {path}")
            check(status == 2, f"--as {kind} {path}: exit {status}")
        else:
            check("nothing to judge" not in out, f"--as {kind} {path} passes: {out}")
# Nothing of a kind, and of that kind all the same.
for encoding in ("utf-16-le", "utf-16-be"):
    for kind, text in ((".yaml", CLEAN), (".json", '{"format": 1, "machines": []}'), (".conf", "NodeName=gpu[1-4] Gres=gpu:8\n")):
        wide = write("wide" + kind, ("\ufeff" + text).encode(encoding))
        status, out, _ = run("check", wide)
        check(status == 2 and f"{wide}:1: error: the text is in UTF-16" in out and "save it as UTF-8" in out, f"{encoding}: {status}, {out}")
for kind, text in (("kubernetes", "apiVersion: v1\nkind: ConfigMap\n"), ("slurm", "# nothing yet\n"), ("sbatch", "#!/bin/bash\n"),
                   ("kubernetes", "---\n"), ("recipe", "image: {tag: 1}\n")):
    status, out, _ = run("check", "--as", kind, write("empty.txt", text))
    check(status == 0 and "asks for no GPUs and has no machines" in out, f"--as {kind} of {text!r}: {status}, {out}")
# Nodes of a running system of which none is ready.
ASKS = write("asks.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, image: x, resources: {limits: {nvidia.com/gpu: 8}}}]}\n")
NODE = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"}, "status": {"allocatable": {"nvidia.com/gpu": "8"}, "conditions": [{"type": "Ready", "status": "Unknown"}]}}
for nodes in ({"apiVersion": "v1", "kind": "List", "items": [NODE, NODE]},
              {"nodes": [{"name": name, "cpus": 96, "gres": "gpu:8", "partitions": ["gpu"], "state": ["DOWN"]} for name in ("a", "b")]}):
    path = write("down.json", json.dumps(nodes))
    status, out, error = run("check", "--on-cluster", path, ASKS)
    check(status == 2 and "down.json: no machines: none of its 2 nodes is ready: all are down or drained" in error, f"--on-cluster of nodes that are down: {status}, {error}")
    status, out, _ = run("check", path)
    check(status == 0 and "none of its 2 nodes is ready" in out and "has no machines" not in out, f"nodes that are down: {status}, {out}")
# Nodes of one size of which some give fewer GPUs than it has, whichever comes first.
def node_with(gpus):
    return NODE | {"metadata": {"name": "n", "labels": {"node.kubernetes.io/instance-type": "Standard_ND96isr_H100_v5"}},
                   "status": {"allocatable": {"cpu": "96", "nvidia.com/gpu": str(gpus)}}}
# Components of a heterogeneous job start together (sbatch, "Heterogeneous Job Support").
HET = "#!/bin/sh\n#SBATCH -N 2 --gpus-per-node=8\n#SBATCH hetjob\n#SBATCH -N 1 --gpus-per-node=8\nsrun ./a\n"
for on, status, expected in (("=3", 0, "24 GPUs used on 3 nodes"), ("=2", 1, "uses 24 GPUs; 16 are held")):
    found = run("check", "--on", f"Standard_ND96isr_H100_v5{on}", write("het.sbatch", HET))
    check(found[0] == status and expected in found[1], f"a heterogeneous job on {on}: {found}")
# GPUs that are split into instances are counted as these (NVIDIA's device plugin, MIG strategy "mixed").
SPLIT = NODE | {"metadata": {"name": "n", "labels": {"node.kubernetes.io/instance-type": "Standard_NC40ads_H100_v5"}}}
ONE = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, image: x, resources: {limits: {nvidia.com/%s: 1}}}]}\n"
for whole in ({"nvidia.com/gpu": "0"}, {}):
    path = write("split.json", json.dumps(SPLIT | {"status": {"allocatable": {"cpu": "40", "nvidia.com/mig-1g.12gb": "7"} | whole}}))
    check(run("check", path)[0] == 0 and "idle" not in run("check", path)[1], f"nodes of instances, {whole}")
    check(run("check", "--on-cluster", path, write("part.yaml", ONE % "mig-1g.12gb"))[0] == 0, f"an instance on nodes of instances, {whole}")
    status, out, _ = run("check", "--on-cluster", path, write("whole.yaml", ONE % "gpu"))
    check(status == 1 and "a asks for 1 GPU a pod; Standard_NC40ads_H100_v5 has 0" in out, f"a whole GPU on nodes of instances, {whole}: {out}")
for given, needs, expected in (((8, 7), 1, "8 of 15 GPUs used on 2 nodes"), ((7, 8), 1, "8 of 15 GPUs used on 2 nodes"), ((7, 8, 0), 2, "uses 16 GPUs; 15 are held"),
                               ((7,), 1, "asks for 8 GPUs a pod; Standard_ND96isr_H100_v5 has 7")):
    path = write("given.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [node_with(each) for each in given]}))
    asks = write("asks_all.yaml", "\n---\n".join(open(ASKS).read().replace("name: a}", f"name: a{i}}}") for i in range(needs)))
    status, out, _ = run("check", "--on-cluster", path, asks)
    check(expected in out, f"--on-cluster of nodes with {given} GPUs: {status}, {out}")
for kind in ("kubernetes", "terraform", "arm"):
    status, out, _ = run("check", "--as", kind, write("junk.yaml", "foo: bar\n"))
    check(status == 2 and "nothing in the file says that it is one [readable]" in out, f"--as {kind} of junk: {status}, {out}")
check(status_of("--as-of", "2026-11-21", clean) == 0, "--as-of")
for day in ("2026-02-30", "tomorrow", "2026-1-1"):
    check_refused(["--as-of", day, "2026-11-21"], "check", "--as-of", day, clean)
check(status_of("--rules", "cpus,rdma", broken) == 0 and status_of("--rules", "gpus_used", broken) == 1, "--rules on")
check(status_of("--rules", "-gpus_used", broken) == 0 and status_of("--rules=-cpus", broken) == 1, "--rules off")
check_refused(['"gpu_used": did you mean "gpus_used"?'], "check", "--rules", "gpu_used", clean)
check_refused(["--list-rules"], "check", "--rules", "an abacus", clean)
check(status_of("--reserve", "cpu=32", clean) == 0 and status_of("--reserve", "cpu=33", clean) == 1, "--reserve")
check(status_of("--reserve", "cpu=32,memory=16Gi", clean) == 0 and status_of("--reserve", "cpu=32001m", clean) == 1, "--reserve as Kubernetes writes it")
check_refused(["--reserve", "500m", "16Gi", "16 GiB"], "check", "--reserve", "33", clean)
check(run("check", "--strict", "--rules", "machine_named", unnamed)[0] == 1, "--strict")
status, out, _ = run_on("--explain", broken)
check_says(["      GPUs used: 16\n", "      GPUs held: 12\n"], out, "--explain")
check("day of the check: 2026-11-20\n1 file" in run_on("--explain", "--as-of", "2026-11-20", broken)[1], "--explain with a day")
check(re.search(r"^day of the check: that of the catalogue, whose newest document on sizes is of 20[0-9-]+\n1 file", out, re.M), f"--explain without a day: {out}")
check("day of the check" not in run_on(broken)[1], "the day without --explain")
check("from \"" in run_on("--explain", str(folder / "144.yaml"))[1], "--explain without a source")
status, out, _ = run("check", "--list-rules")
pages = {page.stem for page in (ROOT / "docs/rules").glob("*.md")} - {"README"}
check(status == 0 and {line.split(" ")[0] for line in out.splitlines()[1:]} - {""} == pages, "--list-rules are not the pages")
for name in pages:
    check(f"({name}.md)" in (ROOT / "docs/rules/README.md").read_text(), f"docs/rules/README.md lacks {name}")
check_refused(["cannot be left out"], "check", "--rules=-readable", clean)
check_refused(["no file"], "check")
check_refused(["--jobs"], "check", "--jobs", "0", clean)
for pair in (("--json", "--sarif"), ("--json", "--github"), ("--sarif", "--github")):
    check_refused([pair[0]], "check", *pair, clean)
status, out, _ = run("check", "--help")
check(status == 0 and "Exit status: 0" in out and "headroom: ignore" in out, "--help")

# ---- silences
silent = write("silent.yaml", BROKEN.replace("gpus_per_prefill: 4", "gpus_per_prefill: 4  # headroom: ignore gpus_used: a trial"))
status, out, _ = run_on(silent)
check(status == 0 and out.endswith("\n1 file judged: 0 errors, 0 warnings, 0 unknowns, 1 silenced\n"), f"silenced: {out}")
bare = write("bare.yaml", BROKEN.replace("gpus_per_prefill: 4", "gpus_per_prefill: 4  # headroom: ignore gpus_used"))
status, out, _ = run_on(bare)
check(status == 1 and "does not say why" in out, f"a silence without a reason: {status}, {out}")
check("does not say why" not in run_on("--rules=-silences", bare)[1], "silences cannot be left out")

# ---- for programs
status, out, error = run_on("--json", broken, clean, missing, silent)
check(status == 2 and error == "", f"--json: {status}, {error!r}")
told = json.loads(out)
check([each["file"] for each in told["files"]] == [broken, clean, missing, silent], "--json: files")
first, second, third, fourth = told["files"]
check((first["format"], first["readable"], first["documents"]) == ("recipe", True, 1), f"--json: {first}")
check([(f["rule"], f["severity"], f["line"]) for f in first["findings"]] == [("gpus_used", "error", 8)], f"--json: {first}")
check("GPUs used: 16" in first["findings"][0]["arithmetic"] and first["findings"][0]["cure"], f"--json: {first}")
check(second["findings"] == [] and third["format"] is None and third["readable"] is False, "--json: clean and missing")
check(fourth["findings"][0]["silenced_because"] == "a trial", f"--json: {fourth}")
check((told["files_judged"], told["files_unreadable"]) == (3, 1), f"--json: files judged: {told}")
check(second["capacity"] == {"gpus_used": 16, "gpus_of_largest_job": None, "gpus_held": 16, "nodes": 4, "may_be_fewer": False, "machine": GB300}
      and first["capacity"]["gpus_held"] == 12 and third["capacity"] is None, f"--json: capacity: {told}")
check(json.loads(run("check", "--json", str(ROOT / "examples/deployments/training_job.json"))[1])["files"][0]["capacity"]["gpus_used"] is None,
      "--json: GPUs of a job of the own format")

# ---- nodes of each workload, and what a change adds
POD = """apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: %d
  template:
    spec:
      nodeSelector: {node.kubernetes.io/instance-type: %s}
      containers: [{name: a, image: a, resources: {limits: {nvidia.com/gpu: 4}}}]
"""
old, new = write("old.yaml", POD % (5, "Standard_ND96isr_H100_v5")), write("new.yaml", POD % (9, "Standard_ND96isr_H100_v5"))
told = json.loads(run("check", "--json", old)[1])
# Two pods of 4 GPUs lie on a machine of 8.
check(told["files"][0]["workloads"] == [{"name": "web", "kind": "Deployment", "line": 3, "gpus": 20, "nodes": 3, "machine": "Standard_ND96isr_H100_v5"}]
      and "against" not in told, f"--json: workloads: {told}")
told = json.loads(run("check", "--json", "--against", old, "--region", "eastus", new)[1])["against"]
status, out, error = run("check", "--against", "no-such-file", new)
check(status == 2 and out == "" and error.count("\n") == 1 and "--against: no-such-file: " in error, f"--against what is not there: {status}, {out}{error}")
check([told[side][what] for side in ("before", "after", "change") for what in ("gpus", "nodes", "racks")] == [20, 3, 0, 36, 5, 0, 16, 2, 0], f"--against: {told}")
price = told["before"]["dollars_per_hour"] / 3
check(price > 0 and abs(told["change"]["dollars_per_hour"] - 2 * price) < 1e-9 and told["after"]["parts_without_nodes"] == 0, f"--against: money: {told}")
status, out, _ = run("check", "--against", old, new)
check(status == 0 and re.search(r"GPUs +20 +36 +\+16\n", out) and re.search(r"nodes +3 +5 +\+2\n", out) and "not known" in out
      and "the price of 3 nodes" in " ".join(out.split()), f"--against: {out}")
before = json.loads(run("check", "--json", "--against", str(folder / "empty"), old)[1])["against"]["before"]
check((before["gpus"], before["files_not_counted"]) == (0, 0), f"--against a folder without files: {before}")
rack = write("rack.yaml", POD % (37, "Standard_ND128isr_GB300_v6"))  # one to a node of 4 GPUs, 18 nodes to a rack
told = json.loads(run("check", "--json", "--against", rack, old)[1])["against"]
check((told["before"]["nodes"], told["before"]["racks"], told["change"]["racks"]) == (37, 3, -3), f"--against: racks: {told}")
(folder / "before").mkdir()
write("before/broken.yaml", "kind: [")
told = json.loads(run("check", "--json", "--against", str(folder / "before"), old)[1])["against"]
check(told["before"]["files_not_counted"] == 1 and all(told[side][what] is None for side in ("before", "change") for what in ("gpus", "nodes", "racks"))
      and told["after"]["gpus"] == 20 and told["change"]["dollars_per_hour"] is None, f"--against a folder with a file that cannot be read: {told}")
source = write("main.tf", 'resource "azurerm_kubernetes_cluster_node_pool" "gpu" {\n  vm_size = "Standard_ND96isr_H100_v5"\n}\n')
out = run("check", "--against", source, new)[1]
check(re.search(r"GPUs +not known +36 +not known\n", out) and re.search(r"nodes +not known +5 +not known\n", out) and "not counted before: 1 file" in out,
      f"--against what is not understood: {out}")
open_number = write("open.yaml", POD.replace("%d", "${N}") % "Standard_ND96isr_H100_v5")
status, out, _ = run("check", "--json", open_number, "--against", old)
told = json.loads(out)
check(status == 3 and told["files"][0]["workloads"][0]["gpus"] is None and told["files"][0]["capacity"]["gpus_used"] is None
      and [(f["rule"], f["severity"], f["line"]) for f in told["files"][0]["findings"]] == [("gpus_used", "unknown", 5)], f"a number of replicas that is left open: {status}, {told}")
check((told["against"]["before"]["gpus"], told["against"]["after"]["gpus"], told["against"]["change"]["gpus"]) == (20, None, None), f"--against a number that is left open: {told}")
bounded = write("bounded.yaml", '''apiVersion: serving.kserve.io/v1beta1
kind: InferenceService
metadata: {name: i}
spec:
  predictor:
    minReplicas: 2
    maxReplicas: 4
    model: {modelFormat: {name: huggingface}, resources: {limits: {nvidia.com/gpu: 8}}}
''')
status, out, _ = run("check", "--json", bounded, "--on", "Standard_ND96isr_H100_v5")
told = json.loads(out)["files"][0]
check(status == 0 and told["findings"] == [] and told["capacity"]["gpus_used"] == 32 and told["capacity"]["may_be_fewer"]
      and (told["workloads"][0]["gpus"], told["workloads"][0]["nodes"]) == (32, 4), f"an autoscaler's bounds: {status}, {told}")

daemons = write("daemons.yaml", """apiVersion: apps/v1
kind: DaemonSet
metadata: {name: burn}
spec: {template: {spec: {containers: [{name: a, image: a, resources: {limits: {nvidia.com/gpu: 4}}}]}}}
""")
for held, nodes, gpus in (("", None, None), ("=3", 3, 12)):
    told = json.loads(run("check", "--json", daemons, "--on", f"Standard_ND96isr_H100_v5{held}")[1])["files"][0]
    check(told["workloads"][0]["on_every_node"] and (told["workloads"][0]["nodes"], told["workloads"][0]["gpus"]) == (nodes, gpus)
          and told["capacity"]["gpus_used"] == gpus, f"a DaemonSet: {told}")

# ---- that no machine is named is told once a run
several = [write(f"unnamed{i}.yaml", CLEAN) for i in range(3)]
status, out, _ = run("check", *several)
check(status == 3 and out.count("[machine_named]") == 1 and "in 2 more files" in " ".join(out.split()) and ", 1 unknown\n" in out, f"machine_named: {out}")
check(run("check", "--github", *several)[1].count("title=machine_named") == 1, "--github: machine_named")
check(run("check", several[0])[1].count("[machine_named]") == 1, "machine_named of one file")

odd = write("50%, a\nb.yaml", BROKEN)
status, out, _ = run_on("--github", odd, silent)
check(status == 1 and out.count("\n") == 1, f"--github: {out!r}")
check(re.fullmatch(r"::error file=[^,]*/50%25%2C a%0Ab\.yaml,line=8,title=gpus_used::[^\n]*%0ATo make it right: [^\n]*\n", out), f"--github: {out!r}")
check("a?b.yaml:8" in run_on(odd)[1], "a line feed in a file's name")

status, out, _ = run_on("--sarif", "--other-kinds-too", odd, clean, missing, silent, unreadable, str(tree))
sarif = json.loads(out)
check(status == 2, f"--sarif: {status}")
for problem in sarif_problems(sarif):
    check(False, f"--sarif: {problem}")
results = sarif["runs"][0]["results"]
check([r["ruleId"] for r in results] == ["gpus_used", "readable", "gpus_used", "readable", "gpus_used"], f"--sarif: {results}")
check(results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].endswith("/50%25%2C%20a%0Ab.yaml"), "--sarif: uri")
check(sarif_problems(json.loads(run_on("--sarif", clean)[1])) == [], "--sarif without findings")
# The proof that the check of SARIF looks.
for path, value in [(("version",), "2.0"), (("runs", 0, "tool"), {}), (("runs", 0, "results", 0, "level"), "fatal"), (("runs", 0, "more"), 1),
                    (("runs", 0, "results", 0, "ruleIndex"), 0), (("runs", 0, "results", 0, "message"), {}),
                    (("runs", 0, "results", 0, "locations", 0, "physicalLocation", "region", "startLine"), 0),
                    (("runs", 0, "results", 0, "locations", 0, "physicalLocation", "artifactLocation", "uri"), "a b"),
                    (("runs", 0, "results", 2, "suppressions", 0, "kind"), "comment")]:
    wrong = json.loads(out)
    at = wrong
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    check(sarif_problems(wrong) != [], f"the check of SARIF takes {path} = {value}")

# ---- control characters of a file do not reach a terminal
status, out, _ = run_on(write("escape.yaml", BROKEN.replace("resources:", 'name: "\\e[31mred\\n"\nresources:')))
check("\033" not in out and "?[31mred?" in out, f"control characters: {out!r}")

# ---- generate
header = folder / "prefill.hpp"
status, out, error = run("generate", clean, "--name", "deploy::prefill", "--on", "headroom::azure::nd128isr_gb300_v6", "--output", str(header))
check((status, out, error) == (0, "", ""), f"generate: {status}, {out!r}, {error!r}")
check(sorted(p.name for p in folder.glob("prefill*")) == ["prefill.hpp"], "generate leaves more than the header")
same = run("generate", clean, "--name", "deploy::prefill", "--on", "headroom::azure::nd128isr_gb300_v6")[1]
check(same == header.read_text(), "generate: standard output is not the header")
for name in ("2nd", "a-b", "", "class", "a::", "co_await"):
    check_refused(["--name"], "generate", clean, "--name", name)
for name in ("std::x", "headroom::x", "headroom", "std"):
    check_refused([f'--name: "{name}" is in a namespace of others', "deploy::"], "generate", clean, "--name", name)
check_refused(["--name"], "generate", clean)
check_refused(["cannot be written"], "generate", write("x/clean.yaml", CLEAN), "--name", "x", "--on", "headroom::azure::nd128isr_gb300_v6",
              "--output", str(folder / "nowhere/x.hpp"))
check_refused(["cannot be written"], "generate", clean, "--name", "x", "--on", "headroom::azure::nd128isr_gb300_v6", "--output", str(folder))
check(not list(folder.parent.glob(folder.name + "*.new")), "generate leaves a file behind that it could not put in place")
check_refused(["--include"], "generate", clean, "--name", "x", "--include", 'a"b.hpp')
check_refused(["missing.yaml: No such file"], "generate", missing, "--name", "x")
check_refused(["unreadable.yaml:2: not YAML"], "generate", unreadable, "--name", "x")
check_refused(["of no kind"], "generate", str(folder / "a.txt"), "--name", "x")
check_refused(["--rules"], "generate", clean, "--name", "x", "--rules", "gpu_used")

if len(sys.argv) > 2:
    def compiled(text):
        (folder / "x.cpp").write_text(text)
        done = subprocess.run([sys.argv[2], "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{ROOT / 'include'}",
                               f"-I{folder}", str(folder / "x.cpp")], capture_output=True, text=True, env=dict(os.environ, LC_ALL="C"))
        return done.returncode, done.stderr

    # Several headers in one program; a name of a file, a reason and a sentence with every kind of letter in them.
    strange = folder / 'große "Pläne"?? 100%.yaml'
    strange.write_text(CLEAN.replace("resources:", 'name: "who? \\t \\x01 \\"x\\" \\\\ größe ??="\nresources:'))
    for path, name in ((strange, "deploy::strange"), (clean, "held"), (clean, "a::terms"), (clean, "acme::headroom::x"),
                       (clean, "acme::std::x"), (write("144s.yaml", CLEAN.replace(
            'cpus-per-task: "96"', 'cpus-per-task: 144  # headroom: ignore cpus: the host has them')), "silent")):
        status, text, error = run("generate", str(path), "--name", name, "--on", "headroom::azure::nd128isr_gb300_v6")
        check(status == 0 and error == "", f"generate {name}: {status}, {error!r}")
        (folder / f"{name.replace('::', '_')}.hpp").write_text(text)
    status, error = compiled('#include "prefill.hpp"\n#include "deploy_strange.hpp"\n#include "held.hpp"\n#include "a_terms.hpp"\n'
                             '#include "silent.hpp"\n#include "acme_headroom_x.hpp"\n#include "acme_std_x.hpp"\nstatic_assert(deploy::prefill.gpus_used() == 16 && deploy::strange.gpus_held() == 16);\n'
                             'static_assert(held.nodes_held() == 4 && a::terms.format == "recipe");\n')
    check(status == 0, f"the headers do not compile: {error[:2000]}")

    # What cannot work does not, in the file's own line, strict and with words that a compiler takes for no message.
    strange.write_text(strange.read_text().replace("decode_nodes: 2", "decode_nodes: 1"))
    status, text, error = run("generate", str(strange), "--name", "strange", "--strict")
    (folder / "broken.hpp").write_text(text)
    status, error = compiled('#include "broken.hpp"\n')
    errors = [line for line in error.splitlines() if "error:" in line]
    check(status != 0 and all("100%.yaml:" in line for line in errors), f"errors elsewhere: {error[:2000]}")
    check(any("16 GPUs; 3 nodes of 4 hold 12 [gpus_used]" in line for line in errors), f"no sentence: {errors}")
    check(any("[machine_named]" in line for line in errors), f"not strict: {errors}")

# ---- the hook for pre-commit: what it calls is this program, with files as arguments
hook = (ROOT / ".pre-commit-hooks.yaml").read_text()
fields = dict(re.findall(r"^(?:- |  )(\w+): (.+)$", hook, re.M))
check(hook.count("- id: ") == 1 and {"id", "name", "entry", "language", "files"} <= set(fields), f"the hook: {fields}")
check(fields["language"] == "system" and "additional_dependencies" not in fields, "the hook installs something")
check(all(re.search(fields["files"], name) for name in ("deploy/a.yaml", "a.yml", "b.json", "slurm.conf", "c.sbatch")), "the hook's files")
check(not re.search(fields["files"], "main.cpp"), "the hook takes sources")
entry = shlex.split(fields["entry"])
check(entry[0] == "headroom" and pathlib.Path(sys.argv[1]).name == "headroom", f"the hook calls {entry[0]}")
check(run(*entry[1:], "--on", GB300, clean)[0] == 0 and run(*entry[1:], "--on", GB300, clean, broken)[0] == 1, "the hook's entry")
# A recipe names no size, which is 3 and stops a commit: the how-to's args say what it runs on.
config = (ROOT / "docs/snippets/checks/pre-commit-config.yaml").read_text()
used = re.search(r"^ +- id: (.+)\n(?: +.+\n)*? +args: \[(.+)\]$", config, re.M)
check(used is not None and used[1] == fields["id"], f"the configuration of the how-to: {config}")
arguments = [one.strip() for one in used[2].split(",")]
check(run(*entry[1:], clean)[0] == 3 and run(*entry[1:], *arguments, clean)[0] == 0, f"the hook with {arguments}")
with tempfile.TemporaryDirectory() as folder:
    others = []
    for name, text in (("CMakeLists.txt", "project(x)\n"), ("package.json", '{"name": "x"}\n'), ("run.sh", "echo x\n")):
        others.append(pathlib.Path(folder, name))
        others[-1].write_text(text)
    check(run(*entry[1:], *others)[0] == 0, "the hook stops files of other kinds")
    check(run("check", *others)[0] == 3, "files of other kinds pass where they are named")
finish()
