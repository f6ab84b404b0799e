#!/usr/bin/env python3
"""`headroom sweep` as a Slurm array, on a Slurm of one node that is started here: test_sweep_slurm.py PROGRAM

Ends with 77, which ctest calls skipped, where Slurm's daemons and munge are not installed or this is not root.
"""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True

from checks import check, finish, run

NEEDED = ("slurmctld", "slurmd", "munged", "sbatch", "scontrol", "squeue", "scancel")
PATH = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
if os.geteuid() != 0 or not all(shutil.which(each, path=PATH) for each in NEEDED):
    print("skipped: it takes root, and Debian's slurm-wlm and munge")
    sys.exit(77)


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def start_slurm(at, daemons):
    """munged, slurmctld and slurmd, with all that they write in one folder."""
    at.chmod(0o755)
    (at / "munge.key").write_bytes(os.urandom(128))
    (at / "munge.key").chmod(0o600)
    for name in ("state", "spool"):
        (at / name).mkdir()
    controller, node = free_ports(2)
    host = socket.gethostname().split(".")[0]
    (at / "slurm.conf").write_text(f"""
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmdPort={node}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={at}/munge.socket
CredType=cred/munge
StateSaveLocation={at}/state
SlurmdSpoolDir={at}/spool
SlurmctldPidFile={at}/slurmctld.pid
SlurmdPidFile={at}/slurmd.pid
SlurmctldLogFile={at}/slurmctld.log
SlurmdLogFile={at}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
JobRequeue=1
SchedulerParameters=sched_interval=1,batch_sched_delay=0
NodeName={host} NodeAddr=127.0.0.1 CPUs={os.cpu_count()} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES OverSubscribe=FORCE:4 MaxTime=10 State=UP
""")
    environment = dict(os.environ, PATH=f"{pathlib.Path(sys.argv[1]).resolve().parent}:{PATH}", SLURM_CONF=str(at / "slurm.conf"))
    for command in (["munged", "--foreground", "--force", "--key-file", at / "munge.key", "--socket", at / "munge.socket", "--pid-file", at / "munged.pid",
                     "--log-file", at / "munged.log", "--seed-file", at / "munged.seed"],
                    ["slurmctld", "-D", "-i", "-f", at / "slurm.conf"], ["slurmd", "-D", "-f", at / "slurm.conf"]):
        daemons.append(subprocess.Popen([str(each) for each in command], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        time.sleep(0.3)
    return environment


def slurm(environment, *words):
    return subprocess.run(words, capture_output=True, env=environment, text=True, timeout=60)


def wait_until(holds, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.2)
    return False


def try_array(at, environment):
    check(wait_until(lambda: "idle" in slurm(environment, "sinfo", "-h", "-o", "%T").stdout), f"no node is idle: {slurm(environment, 'sinfo').stdout}")
    spec = at / "spec.json"
    spec.write_text(json.dumps({"format": 1, "job": {"train": {"model": "llama-3.1-70b", "sequence": 8192}},
                                "sweep": {"on": ["Standard_ND96isr_H100_v5"], "over": {"tensor_parallel": 8, "pipeline_parallel": 4, "global_batch": "1..8000"}}}))
    status, expected, _ = run("sweep", str(spec), "--into", str(at / "alone"))
    check(status == 0 and expected.count("\n") == 8001, f"alone: exit {status}")
    into = at / "chunks"
    # As docs/how-to/sweep-jobs-machines-and-settings.md has it.
    script = pathlib.Path(__file__).resolve().parents[2] / "examples/sweep.sbatch"
    submitted = slurm(environment, "sbatch", "--parsable", "--array=0-3", f"--output={at}/part-%a.log", str(script), str(spec), str(into))
    job = submitted.stdout.strip()
    check(submitted.returncode == 0 and job.isdigit(), f"sbatch: {submitted.stderr}")
    merged = slurm(environment, "sbatch", "--parsable", f"--dependency=afterany:{job}", f"--output={at}/merge.log", "--wrap",
                   f"headroom sweep {spec} --into {into} --csv {at}/all.csv")
    check(merged.returncode == 0, f"sbatch: {merged.stderr}")
    # One task is killed at work; the run behind the array makes what it left.
    check(wait_until(lambda: into.is_dir() and any(into.glob("chunk-*.csv"))), f"no chunk: {slurm(environment, 'squeue').stdout}")
    slurm(environment, "scancel", "--signal=KILL", "--full", f"{job}_1")
    check(wait_until(lambda: not slurm(environment, "squeue", "-h").stdout.strip(), 120), f"not over: {slurm(environment, 'squeue').stdout}")
    check((at / "all.csv").exists() and (at / "all.csv").read_text() == expected,
          "of the array: other rows: " + " ".join(each.read_text()[:200] for each in sorted(at.glob("*.log")) if each.name.startswith(("part", "merge"))))
    return job


with tempfile.TemporaryDirectory() as folder:
    daemons = []
    try:
        at = pathlib.Path(folder)
        try_array(at, start_slurm(at, daemons))
    finally:
        for each in reversed(daemons):
            each.terminate()
        for each in daemons:
            try:
                each.wait(timeout=10)
            except subprocess.TimeoutExpired:
                each.kill()
                each.wait()

finish()
