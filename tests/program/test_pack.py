#!/usr/bin/env python3
"""`headroom pack` as its users run it: test_pack.py PROGRAM"""

import json
import os
import sys
import tempfile
import time

sys.dont_write_bytecode = True

from checks import check, check_refused, finish, run

H100, GB300 = "Standard_ND96isr_H100_v5", "Standard_ND128isr_GB300_v6"
FOLDER = tempfile.TemporaryDirectory()


def file(name, text):
    path = os.path.join(FOLDER.name, name)
    with open(path, "w") as out:
        out.write(text)
    return path


def batch(name, nodes, gpus, *more):
    lines = [f"--job-name={name}", f"--nodes={nodes}", "--ntasks-per-node=1", f"--gpus-per-node={gpus}", *more]
    return file(f"{name}.sbatch", "#!/bin/bash\n" + "".join(f"#SBATCH {each}\n" for each in lines) + "srun train\n")


def service(name, replicas, gpus, selector=""):
    select = f"      nodeSelector: {{node.kubernetes.io/instance-type: {selector}}}\n" if selector else ""
    return file(f"{name}.yaml", f"""apiVersion: apps/v1
kind: Deployment
metadata: {{name: {name}}}
spec:
  replicas: {replicas}
  selector: {{matchLabels: {{app: {name}}}}}
  template:
    metadata: {{labels: {{app: {name}}}}}
    spec:
{select}      containers:
        - name: engine
          image: engine:1
          resources: {{limits: {{nvidia.com/gpu: {gpus}}}}}
""")


def pack(*arguments):
    status, out, error = run("pack", *arguments, "--json")
    check(not error, f"{arguments}: {error}")
    return status, json.loads(out) if out else {}


def nodes(job):
    return sum((each["last"] - each["first"] + 1) for each in job["places"])


# ---- tasks of an array that may run at once are jobs of their own
FOUR = batch("four", 1, 4, "--array=0-9%5")
status, found = pack(FOUR, "--on", f"{H100}=2")
check(status == 1 and found["gpus_placed"] == 16 and len(found["jobs"]) == 5, f"exit {status}: {found}")
status, found = pack(batch("many", 1, 4, "--array=$COUNT"), "--on", f"{H100}=2")
check(status == 3 and "array" in json.dumps(found), f"exit {status}: {found}")

# ---- by hand: of 16 machines 12 and 2 are taken whole, and three pods of 4 GPUs on nodes of their own need a third of what is left
BIG, FIVE, SMALL = batch("big", 12, 8), batch("five", 2, 8), batch("small", 3, 4)
status, found = pack(BIG, FIVE, SMALL, "--on", f"{H100}=17")
check(status == 0 and found["gpus_placed"] == 96 + 16 + 12 and found["gpus_left"] == 17 * 8 - 124, f"exit {status}: {found}")
check([nodes(each) for each in found["jobs"]] == [12, 2, 3], f"{found['jobs']}")
status, found = pack(BIG, FIVE, SMALL, "--on", f"{H100}=16")
check(status == 1 and found["gpus_placed"] == found["gpus_bound"] == 112 and found["gap"] == 0, f"exit {status}: {found}")
check([each["outcome"] for each in found["jobs"]] == ["fits", "fits", "does_not_fit"], f"{found['jobs']}")

# Three pods that claim all GPUs of a node each.
CLAIMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "documented", "whole-nodes-by-claim.yaml")
status, found = pack(CLAIMS, "--on", f"{H100}=4")
check(status == 0 and found["gpus_placed"] == 24 and found["gpus_left"] == 8, f"exit {status}: {found}")

# ---- replicas are jobs of their own, and share nodes; whole nodes are shared with nobody
LITTLE = service("little", 5, 2)
status, found = pack(LITTLE, "--on", f"{H100}=1")
check(status == 1 and found["gpus_placed"] == 8 and len(found["jobs"]) == 5, f"exit {status}: {found}")
status, found = pack(batch("whole", 1, 2, "--exclusive"), LITTLE, "--on", f"{H100}=2")
check(status == 1 and found["gpus_left"] == 0, f"exit {status}: {found}")

# ---- beside what runs: 4 nodes of 6 GPUs and a pod of 2, which moves from the fifth so that a whole node is free
WIDE, ONE, WHOLE = batch("wide", 4, 6), service("one", 1, 3), batch("waiting", 1, 8)
status, found = pack(WHOLE, "--beside", WIDE, "--on", f"{H100}=5")
check(status == 0 and found["jobs"][0]["places"][0]["first"] == 5, f"exit {status}: {found}")
status, found = pack(WHOLE, "--beside", WIDE, ONE, "--on", f"{H100}=5")
check(status == 1 and "move" not in found["jobs"][0], f"there is no place that three GPUs could move to: {found}")

# ---- the one machine of a kind is taken by what could run elsewhere, and moves there
TWO_KINDS = file("two.json", json.dumps({"format": 1, "machines": [{"size": H100, "count": 1}, {"size": "Standard_ND96amsr_A100_v4", "count": 2}]}))
status, found = pack(service("picky", 1, 8, H100), "--beside", service("roams", 1, 4), "--on-cluster", TWO_KINDS)
move = found["jobs"][0].get("move", {})
check(status == 1 and move.get("job") == "roams" and move["to"][0]["machine"] == "Standard_ND96amsr_A100_v4" and move["places"][0]["machine"] == H100, f"{found}")
words = " ".join(run("pack", service("picky", 1, 8, H100), "--beside", service("roams", 1, 4), "--on-cluster", TWO_KINDS, columns=150)[1].split())
check("picky fits once roams moves to Standard_ND96amsr_A100_v4 1" in words, words)

# ---- machines of several kinds: a selector is kept, and a scale-up domain is one rack
CLUSTER = file("cluster.json", json.dumps({"format": 1, "machines": [{"size": H100, "count": 1}, {"size": GB300, "count": 36}]}))
status, found = pack(service("there", 3, 4, H100), "--on-cluster", CLUSTER)
check(status == 1 and found["gpus_placed"] == 8 and all(place["machine"] == H100 for each in found["jobs"] for place in each["places"]), f"exit {status}: {found}")
TOGETHER = file("together.yaml", """apiVersion: leaderworkerset.x-k8s.io/v1
kind: LeaderWorkerSet
metadata: {name: wide-ep}
spec:
  replicas: 3
  leaderWorkerTemplate:
    size: 10
    workerTemplate:
      metadata: {labels: {app: wide-ep}}
      spec:
        affinity:
          podAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
              - labelSelector: {matchLabels: {app: wide-ep}}
                topologyKey: nvidia.com/gpu.clique
        containers:
          - name: worker
            image: engine:1
            resources: {limits: {nvidia.com/gpu: 4}}
""")
status, found = pack(TOGETHER, "--on", f"{GB300}=36")
racks = [{place["rack"] for place in each["places"]} for each in found["jobs"]]
check(status == 1 and sorted(len(each) for each in racks) == [0, 1, 1] and found["gpus_left"] == 64, f"30 of 36 nodes, and no rack has 20: exit {status}: {racks}")
words = " ".join(run("pack", TOGETHER, "--on", f"{GB300}=36", columns=150)[1].split())
for said in ("2 of 3 jobs fit", "in rack 2", "No packing can place more", "waits"):
    check(said in words, f"lacks {said!r}: {words}")

# ---- what is not known is said, and is never a yes
OPEN = file("open.sbatch", "#!/bin/bash\n#SBATCH --nodes=$N\n#SBATCH --gpus-per-node=8\nsrun train\n")
MIG = service("mig", 1, 1).replace(".yaml", "-1.yaml")
with open(MIG, "w") as out:
    out.write(open(service("mig", 1, 1)).read().replace("nvidia.com/gpu:", "nvidia.com/mig-1g.10gb:"))
status, found = pack(MIG, FIVE, "--on", f"{H100}=4")
check(status == 3 and found["jobs"][0]["outcome"] == "cannot_be_judged" and found["jobs"][1]["outcome"] == "fits", f"exit {status}: {found}")

# ---- bad input
check_refused(["--on-cluster", "--on"], "pack", BIG)
check_refused(["MACHINE=4"], "pack", BIG, "--on", H100)
check_refused(["--beside", "has no place"], "pack", FIVE, "--beside", BIG, "--on", f"{H100}=11")
check_refused(["missing.yaml"], "pack", os.path.join(FOLDER.name, "missing.yaml"), "--on", f"{H100}=4")
check_refused(["nothing in it asks for GPUs"], "pack", file("none.yaml", "apiVersion: v1\nkind: Service\nmetadata: {name: none}\nspec: {ports: [{port: 80}]}\n"), "--on", f"{H100}=4")
check_refused(["100,000"], "pack", BIG, "--on", f"{H100}=1000000")
check_refused(["--most-tried"], "pack", BIG, "--on", f"{H100}=4", "--most-tried", "0")
check_refused(["--time-limit"], "pack", BIG, "--on", f"{H100}=4", "--time-limit", "soon")
status, found = pack(BIG, FIVE, "--on", f"{H100}=4", "--time-limit", "1us")
check(found["gpus_placed"] <= found["gpus_bound"] and found["gap"] >= 0, f"exit {status}: {found}")
check((status == 3) == (found["gap"] > 0) and all(each["outcome"] != "does_not_fit" for each in found["jobs"] if found["gap"] > 0), f"no proof, no no: exit {status}: {found}")
# As many nodes, or tasks, as machines, 100,000: each job was looked at on each node, or each node sought among all, which took minutes.
for lines in ("#SBATCH --nodes=100000\n", "#SBATCH --nodes=1\n#SBATCH --array=1-100000\n"):
    many = file("many.sbatch", f"#!/bin/bash\n#SBATCH --job-name=many\n{lines}#SBATCH --gpus-per-node=8\nsrun train\n")
    begin = time.monotonic()
    status, words, error = run("pack", many, "--on", f"{H100}=100000", "--time-limit", "5s")
    check(status == 0 and "800,000 GPUs have a place" in words and time.monotonic() - begin < 60, f"{lines}: exit {status} after {time.monotonic() - begin:.0f} s: {error}")
check_refused(["--beside", "before the search ended", "--time-limit"], "pack", FIVE, "--beside", BIG, FIVE, "--on", f"{H100}=64", "--time-limit", "1us")

finish()
