#!/usr/bin/env python3
"""What `headroom plan --emit` writes passes `headroom check`: test_emit.py PROGRAM"""

import itertools
import json
import math
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

from checks import check, check_refused, enough_of, finish, run

FOLDER = tempfile.TemporaryDirectory()
H100, H200, A100, GB300 = ("Standard_ND96isr_H100_v5", "Standard_ND96isr_H200_v5", "Standard_ND96amsr_A100_v4", "Standard_ND128isr_GB300_v6")


def train(model, batch, *more):
    return ["--train", "--model", model, "--sequence", "4096", "--global-batch", str(batch), "--tokens", "100B", "--objective", "time", *more]


def serve(model, rate, *more):
    return ["--model", model, "--context", "8192", "--concurrent-sequences", "64", "--requests-per-second", str(rate), "--objective", "gpus", *more]


def judged(path, machine, *options):
    status, out, error = run("check", "--on", machine, "--require-judged", "--json", *options, path)
    return status, json.loads(out), error


def emit(format, machine, *job):
    """The plan, and the file that is written of it; it passes the check."""
    path = os.path.join(FOLDER.name, "deployment." + ("yaml" if format == "kubernetes" else "sbatch"))
    what = f"{format}, {machine}, {job}"
    status, out, error = run("plan", *job, "--machines", machine, "--emit", format, "--emit-to", path, "--json")
    check(status == 0, f"{what}: exit {status}: {error}{out[-300:]}")
    if status != 0:
        return {}, ""
    found = json.loads(out)["jobs"][0]
    check(found["emitted"]["format"] == format and found["emitted"]["file"] == path, f"{what}: {found['emitted']}")
    status, answer, error = judged(path, machine.partition("=")[0], "--strict")
    check(status == 0, f"{what}: check exits {status}: {json.dumps(answer)[:600]}{error}\n{open(path).read()}")
    written = open(path).read()
    for gap in found["emitted"]["to_be_filled_in"]:
        check(f"#   {gap}\n" in written, f"{what}: the first lines lack {gap!r}")
    if format != "kubernetes":
        parsed = subprocess.run(["bash", "-n", path], capture_output=True, timeout=20)
        check(parsed.returncode == 0, f"{what}: {parsed.stderr}")
    return found["plans"][0]["plan"], written


def number(written, name):
    found = re.search(rf"--{name}[ =](\d+)", written)
    return int(found.group(1)) if found else 1


# ---- training: the layout and the numbers are the plan's
TRAINED = ((f"{H100}=8", "llama-3.1-8b", 256, ()), (f"{A100}=32", "llama-3.1-70b", 512, ("--tensor-parallel", "8")), (f"{H200}=16", "mixtral-8x7b", 256, ()),
           (f"{GB300}=32", "llama-3.1-70b", 256, ()), (f"{H100}=32", "llama-3.1-70b", 512, ("--pipeline-parallel", "4")))
for (machine, model, batch, more), format in enough_of(list(itertools.product(TRAINED, ("slurm", "kubernetes", "megatron"))), every=4):
    plan, written = emit(format, machine, *train(model, batch, *more))
    if not written:
        continue
    for key, name in (("tensor_parallel", "tensor-model-parallel-size"), ("pipeline_parallel", "pipeline-model-parallel-size"), ("expert_parallel", "expert-model-parallel-size"),
                      ("micro_batch", "micro-batch-size"), ("virtual_stages", "num-virtual-stages-per-pipeline-rank")):
        check(number(written, name) == plan[key], f"{format}, {machine}, {name}: {number(written, name)}, {plan[key]}")
    check(number(written, "global-batch-size") == batch and number(written, "train-samples") == 24414063, f"{batch}")
    nodes = number(written, "nnodes")
    check(nodes * number(written, "nproc-per-node") == plan["gpus"], f"{format}, {machine}: {nodes} nodes, {plan}")
    check(("scale-up domain" in written) == (machine.startswith(GB300) and nodes > 1), f"{machine}: {written[:500]}")
    check("DATA_PATH" in written, "where data lie is left to the user")

# ---- what is computed again, where it is a part of a layer: words of their own in a list of arguments
PARTS = ("--tensor-parallel", "8", "--recompute", "selective", "--recomputed")
for format, list_of in (("slurm", "  --recompute-modules layernorm moe_act\n"), ("kubernetes", r"- --recompute-modules\n +- layernorm\n +- moe_act\n")):
    plan, written = emit(format, f"{H100}=16", *train("mixtral-8x7b", 256, *PARTS, "norms,expert_activation"))
    check(plan["recomputed"] == ["norms", "expert_activation"] and re.search(list_of, written), f"{format}: {plan}\n{written}")
    check("has no name for" not in written, "Megatron-LM has a name for each of them")
    plan, written = emit(format, f"{A100}=32", *train("llama-3.1-70b", 512, *PARTS, "norms,activation"))
    check(written.count("layernorm") == 1 and "#   the inputs of last feed-forward products" in written, f"{format}: {written}")

# ---- what the plan chose besides its layout is written, too
plan, written = emit("slurm", f"{H100}=16", *train("mixtral-8x7b", 256, "--context-parallels", "2,4", "--shardings", "weights", "--recipes", "fp8_training"))
check(number(written, "context-parallel-size") == plan["context_parallel"] > 1, f"{plan}\n{written}")
check("optim_grads_params" in written and "distributed-optimizer" not in written and "--bf16" in written and "the format of products" in written, written)
for recipe, told in (("fp16_training", ["fp16"]), ("bf16_gradients", ["bf16", "grad-reduce-in-bf16"]), ("fp32_weights", [])):
    plan, written = emit("megatron", f"{H100}=16", *train("llama-3.1-8b", 256, "--recipes", recipe))
    check(re.findall(r"--(fp16|bf16|grad-reduce-in-bf16)\b", written) == told, f"{recipe}: {written}")
    check(("which Megatron-LM has no argument for" in written) == (recipe == "fp32_weights"), f"{recipe}: {written}")

# ---- stages that hold not all equally many layers: 80 over 6, whole and in two parts each, as a shell reads them and as a list of arguments has them
def stages_of(text):
    text = re.sub(r"\(([^)]*)\)\*(\d+)", lambda found: found[1] * int(found[2]), text)
    return re.sub(r"(\w)\*(\d+)", lambda found: found[1] * int(found[2]), text).split("|")


UNEVEN = ("--tensor-parallel", "8", "--pipeline-parallel", "6", "--recompute", "full")
for format, virtual, held in (("slurm", 1, [14, 14, 13, 13, 13, 13]), ("kubernetes", 1, [14, 14, 13, 13, 13, 13]), ("megatron", 2, [7, 7, 7, 7, 7, 7, 7, 7, 6, 6, 6, 6])):
    plan, written = emit(format, f"{H100}=6", *train("llama-3.1-70b", 96, *UNEVEN, "--virtual-stages", str(virtual)))
    found = re.search(r"--pipeline-model-parallel-layout[ =]'?([^'\n]*)", written)
    stages = stages_of(found[1]) if found else []
    check([each.count("t") for each in stages] == held and stages[0][0] == "E" and stages[-1][-1] == "L" and "".join(stages).strip("t") == "E" + 80 * "t" + "L", f"{format}: {found}\n{written}")
    check("virtual-stages" not in written and "which hold not all equally many" not in written, written)
    if format != "kubernetes":
        listed = written[written.index("ARGUMENTS=("):written.index("\n)\n") + 3]
        listed = re.sub(r'"\$\{[A-Z_]+:\?[^}]*\}"', "x", listed)
        words = subprocess.run(["bash", "-c", listed + 'printf "%s\\n" "${ARGUMENTS[@]}"'], capture_output=True, text=True, timeout=20).stdout.split("\n")
        check(found and words[words.index("--pipeline-model-parallel-layout") + 1] == found[1], f"{words}")

# ---- serving: replicas on a part of a machine, a machine and several
SERVED = ((f"{H100}=8", "llama-3.1-8b", 60, ()), (f"{H200}=8", "llama-3.1-70b", 30, ("--weights", "fp8", "--tensor-parallel", "4")),
          (f"{H100}=16", "llama-3.1-405b", 2, ("--tensor-parallel", "8", "--pipeline-parallel", "2")),
          (f"{GB300}=36", "deepseek-ai/DeepSeek-R1", 4, ("--tensor-parallel", "8")), (f"{H200}=8", "qwen3-30b-a3b", 20, ()))
for (machine, model, rate, more), engine, kind in enough_of(list(itertools.product(SERVED, ("vLLM", "SGLang"), ("slurm", "kubernetes", "own"))), every=7):
    format = engine.lower() if kind == "own" else kind
    plan, written = emit(format, machine, *serve(model, rate, "--engine", engine, *more))
    if not written:
        continue
    sizes = [number(written, name) for name in (("tensor-parallel-size", "pipeline-parallel-size", "data-parallel-size") if engine == "vLLM" else ("tp-size", "pp-size"))]
    check(math.prod(sizes) * plan["replicas"] == plan["gpus"], f"{format}, {machine}, {model}: {sizes}, {plan}")
    if format == "kubernetes":
        check(f"  replicas: {plan['replicas']}\n" in written, f"{plan['replicas']} replicas: {written}")
        # Processes of several GPUs exchange over shared memory, of which a container has 64 MiB unless it is given more.
        of_several = sum(int(gpus) > 1 for gpus in re.findall(r"\.com/gpu: (\d+)\n", written))
        check(written.count("mountPath: /dev/shm\n") == written.count("medium: Memory\n") == of_several, f"{of_several} pods of several GPUs: {written}")
    elif format == "slurm" and plan["replicas"] > 1:
        check(f"--array=0-{plan['replicas'] - 1}\n" in written, f"{plan['replicas']} replicas: {written}")

# ---- as many sequences at once as the plan's rates are of: the engine's own number, unless the job says one or needs more
for engine, name in (("vLLM", "max-num-seqs"), ("SGLang", "max-running-requests")):
    own = ("--machines", f"{H200}=2", "--engine", engine, "--emit", engine.lower())
    check(name not in run("plan", *serve("llama-3.1-8b", 10), *own)[1], f"{engine} is told what it does by itself")
    check(number(run("plan", *serve("llama-3.1-8b", 10, "--most-sequences", "96"), *own)[1], name) == 96, f"{engine} is not told what the job says")
many = ("--model", "llama-3.1-8b", "--context", "512", "--concurrent-sequences", "1500", "--requests-per-second", "10", "--objective", "gpus", "--tensor-parallel", "1")
check(number(run("plan", *many, "--machines", f"{H200}=2", "--emit", "vllm")[1], "max-num-seqs") == 1500, "more than vLLM's own 1,024 have to be told")

# ---- formats and pages that the model's own checkpoint does not have: an argument, or what is to be filled in (quantization_config of the published config.json)
ANOTHER, WIDER = "#   a checkpoint with the weights in the planned format", "#   that short weights are multiplied in a wider format"
for model, more, told, gap in (("deepseek-ai/DeepSeek-V3", ("--weights", "bf16"), "--dtype bfloat16", ANOTHER), ("gpt-oss-120b", ("--weights", "bf16"), "--dtype bfloat16", ANOTHER),
                               ("llama-3.1-8b", ("--weights", "fp16"), "--dtype float16", None), ("llama-3.1-8b", ("--weights", "fp32"), "--dtype float32", "#   the format of the KV cache"),
                               ("llama-3.1-8b", ("--page", "64"), "--block-size 64", None), ("gpt-oss-120b", ("--page", "64"), "--block-size 64", None),
                               ("llama-3.1-8b", ("--weights", "fp8", "--multiplied-in", "bf16"), "--quantization fp8", WIDER)):
    status, out, error = run("plan", *serve(model, 1, *more), "--machines", f"{H200}=8", "--emit", "vllm")
    check(status == 0 and f"  {told}\n" in out, f"{model} {more}: exit {status}: {error}{out}")
    for each in (ANOTHER, WIDER, "#   the format of the KV cache"):
        check((each in out) == (each == gap), f"{model} {more}: {each}\n{out}")
for own in ((), ("--weights", "fp8_blocks"), ("--weights", "checkpoint")):
    out = run("plan", *serve("deepseek-ai/DeepSeek-V3", 1, *own), "--machines", f"{H200}=8", "--emit", "vllm")[1]
    check("--dtype" not in out and ANOTHER not in out and "--tensor-parallel-size" in out, f"{own}: {out}")
check("  --page-size 64\n" in run("plan", *serve("llama-3.1-8b", 1, "--page", "64", "--engine", "SGLang"), "--machines", f"{H200}=8", "--emit", "sglang")[1], "pages of SGLang")

# ---- pools: a role each, of so many workers
POOLED = ((f"{H100}=8", "llama-3.1-8b", 60, ()), (f"{H200}=16", "llama-3.1-70b", 20, ("--weights", "fp8")), (f"{H200}=8", "qwen3-30b-a3b", 20, ()))
for (machine, model, rate, more), engine, kind in enough_of(list(itertools.product(POOLED, ("vLLM", "SGLang"), ("kubernetes", "slurm", "own"))), every=4):
    format = engine.lower() if kind == "own" else kind
    path = os.path.join(FOLDER.name, "pools." + ("yaml" if format == "kubernetes" else "sbatch"))
    job = serve(model, rate, "--prompt", "4096", "--answer", "256", "--engine", engine, "--pools", "--slo", "ttft=2s,tpot=10ms", *more)
    status, out, error = run("plan", *job, "--machines", machine, "--emit", format, "--emit-to", path, "--json")
    check(status == 0, f"{format}, {model}: exit {status}: {error}")
    pools = json.loads(out)["jobs"][0]["pools"][0]
    files = [path] if format == "kubernetes" else [pools[phase]["emitted"]["file"] for phase in ("prefill", "decode")]
    for each in files:
        status, answer, error = judged(each, machine.partition("=")[0], "--strict")
        check(status == 0, f"{format}, {model}: check exits {status}: {json.dumps(answer)[:600]}{error}\n{open(each).read()}")
    written = [open(each).read() for each in files]
    roles = written[0].split("---\n") if format == "kubernetes" else written
    check(len(roles) == 2, f"{format}: {written}")
    for phase, role in zip(("prefill", "decode"), roles):
        of = pools[phase]
        check(f"-{phase}\n" in role, f"{format}, {phase}: {role}")
        check(number(role, "tensor-parallel-size" if engine == "vLLM" else "tp-size") == of["tensor_parallel"] * (1 if engine == "vLLM" else of["data_parallel"]), f"{of}: {role}")
        check(f"kv-transfer-config" in role if engine == "vLLM" else re.search(f"--disaggregation-mode[ =]{phase}", role), f"{format}, {phase}: {role}")
        if format == "kubernetes":
            check(f"  replicas: {of['workers'] * pools['groups']}\n" in role, f"{of}: {role}")
        else:
            check(subprocess.run(["bash", "-n"], input=role, text=True, capture_output=True, timeout=20).returncode == 0, role)
    check("router" in roles[0], "the router is left to the user")
# Where replicas take less than pools, they are the first plan, and written; the text begins with what leads.
pooled = ("plan", *serve("llama-3.1-8b", 60, "--prompt", "4096", "--answer", "256", "--pools"), "--machines", f"{H100}=8")
path = os.path.join(FOLDER.name, "either.sbatch")
for more, leads in (((), False), (("--slo", "ttft=1s,tpot=20ms"), True)):
    job = json.loads(run(*pooled, *more, "--emit", "slurm", "--emit-to", path, "--json")[1])["jobs"][0]
    check(job["pools_lead"] == leads and (job["pools"][0]["gpus"] < job["plans"][0]["plan"]["gpus"]) == leads, f"{job['pools'][0]['gpus']} GPUs for {job['plans'][0]['plan']['gpus']}")
    check(("emitted" in job) != leads and ("emitted" in job["pools"][0]["prefill"]) == leads, f"{more}: {job}")
    first = next(line for line in run(*pooled, *more, columns=200)[1].splitlines() if line.startswith("Plan: "))
    check(("prefill worker" in first) == leads, first)

# ---- launches that share a machine listen at other ports: each script is run with the GPUs that Slurm would give it, and stubs for what it starts
STUBS = os.path.join(FOLDER.name, "stubs")
os.mkdir(STUBS)
for name, body in (("vllm", 'echo "$@"'), ("python3", 'echo "$@"'), ("srun", 'echo "$@"'), ("scontrol", "echo node1")):
    with open(os.path.join(STUBS, name), "w") as file:
        file.write(f"#!/bin/bash\n{body}\n")
    os.chmod(file.name, 0o755)


def ports(path, gpus):
    left_open = {name: "x" for name in ("PRETRAIN", "ROTARY_BASE", "DATA_PATH", "TOKENIZER_MODEL", "LR", "SAVE")}
    ran = subprocess.run(["bash", path], env={"PATH": f"{STUBS}:/usr/bin:/bin", "SLURM_JOB_GPUS": gpus, "SLURM_JOB_ID": "7", "SLURM_JOB_NODELIST": "node1", **left_open},
                         capture_output=True, text=True, timeout=20)
    check(ran.returncode == 0, f"{path}: {ran.stderr}\n{open(path).read()}")
    return re.findall(r"port (\d+)|:(\d{5})", ran.stdout)


served = serve("llama-3.1-8b", 10, "--tensor-parallel", "1")
trained = os.path.join(FOLDER.name, "trained.json"), os.path.join(FOLDER.name, "served.json")
for each, job in zip(trained, ({"train": {"model": "qwen3-0.6b", "sequence": 2048, "global_batch": 4}}, {"serve": {"model": "llama-3.1-8b", "context": 8192, "tensor_parallel": 1}})):
    with open(each, "w") as file:
        json.dump({"format": 1, "job": {"name": os.path.basename(each)[:-5], **job}}, file)
path = os.path.join(FOLDER.name, "shared.sh")
for files, more in (((trained[1], trained[1]), ("--requests-per-second", "10", "--requests-per-second", "10")), ((trained[0], trained[0]), ("--tokens", "1B", "--tokens", "1B", "--deadline", "30days")),
                    (trained, ("--tokens", "1B", "--deadline", "30days", "--services-for", "30days", "--requests-per-second", "10"))):
    status, out, error = run("plan", *files, *more, "--machines", f"{H100}=1", "--objective", "gpus", "--emit", "slurm", "--emit-to", path)
    check(status == 0, f"{files}: exit {status}: {error}{out}")
    found = [ports(path.replace(".sh", f"-{i + 1}.sh"), gpus) for i, gpus in enumerate(("0,1", "2-3"))]
    check(all(found) and not set(itertools.chain(*found[0])) - {""} & set(itertools.chain(*found[1])), f"{files}: {found}")
# Replicas of one job, too, and those that span parts of several machines; whole machines have the ports to themselves.
for job, engine in itertools.product((served, serve("llama-3.1-405b", 2, "--tensor-parallel", "4", "--pipeline-parallel", "3")), ("vLLM", "SGLang")):
    status, out, error = run("plan", *job, "--engine", engine, "--machines", f"{H200}=16", "--emit", "slurm", "--emit-to", path)
    check(status == 0, f"{job}: exit {status}: {error}{out}")
    found = [set(itertools.chain(*ports(path, gpus))) - {""} for gpus in ("0,1", "2,3", "11")]
    check(all(found) and len(set.union(*found)) == sum(len(each) for each in found), f"{job}: {found}")
status, out, error = run("plan", *serve("llama-3.1-8b", 10, "--tensor-parallel", "8"), "--machines", f"{H200}=16", "--emit", "slurm")
check("--port" not in out and "--exclusive" in out, out)

# ---- the check would find it where the numbers were others
path = os.path.join(FOLDER.name, "broken.sbatch")
_, written = emit("slurm", f"{A100}=32", *train("llama-3.1-70b", 512, "--tensor-parallel", "8"))
with open(path, "w") as file:
    file.write(written.replace("--gpus-per-node=8", "--gpus-per-node=16"))
check(judged(path, A100)[0] == 1, "a node of 16 GPUs passes")
_, written = emit("kubernetes", f"{H100}=16", *serve("llama-3.1-405b", 2, "--tensor-parallel", "8", "--pipeline-parallel", "2"))
path = os.path.join(FOLDER.name, "broken.yaml")
with open(path, "w") as file:
    file.write(written.replace("--pipeline-parallel-size=2", "--pipeline-parallel-size=3"))
check(judged(path, H100)[0] == 1, "a group of two nodes passes for three stages of 8 GPUs")

# ---- to standard output alone it is the file, and with the answer it says what is left to the user
SMALL = (*serve("llama-3.1-8b", 10), "--machines", f"{H100}=2")
status, out, error = run("plan", *SMALL, "--emit", "vllm")
check(status == 0 and out.startswith("#!/bin/bash\n") and not error, f"exit {status}: {out[:100]}{error}")
status, out, error = run("plan", *SMALL, "--emit", "kubernetes", "--emit-to", path)
check(status == 0 and "the image of the container" in out and "Plan:" in out, f"exit {status}: {out[-300:]}{error}")

# ---- bad input
check_refused(["--emit-to", "--emit"], "plan", *SMALL, "--emit-to", path)
check_refused(["--emit-to", "--json"], "plan", *SMALL, "--emit", "slurm", "--json")
check_refused(["--emit", "kubernetes"], "plan", *SMALL, "--emit", "nomad")
check_refused(["megatron", "vllm"], "plan", *SMALL, "--emit", "megatron")
check_refused(["sglang", "vllm"], "plan", *SMALL, "--emit", "sglang")
check_refused(["PyTorch"], "plan", *SMALL, "--engine", "PyTorch", "--emit", "slurm")
check_refused(["vllm", "megatron"], "plan", *train("llama-3.1-8b", 256), "--machines", f"{H100}=2", "--emit", "vllm")
check_refused(["torchtitan"], "plan", *train("llama-3.1-8b", 256), "--framework", "torchtitan", "--machines", f"{H100}=2", "--emit", "slurm")
check_refused(["cannot be written"], "plan", *SMALL, "--emit", "slurm", "--emit-to", os.path.join(FOLDER.name, "no", "such", "folder"))

finish()
