#!/usr/bin/env python3
"""`headroom fit` as its users run it: test_fit.py PROGRAM SOURCE_DIR"""

import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

from checks import check, check_refused, enough_of, finish, run

H200 = "Standard_ND96isr_H200_v5"
H100 = "Standard_ND96isr_H100_v5"
SOURCE = pathlib.Path(sys.argv[2])
CONFIG = SOURCE / "tests/read/model_config/fixtures/Meta-Llama-3.1-8B.json"
CHAT = ("--model", "llama-3.1-405b", "--weights", "fp8", "--kv-cache", "fp8", "--tensor-parallel", "8", "--context", "32768",
        "--sequences", "64")


def fit(*arguments):
    """The answer for machines, with the exit status."""
    status, out, error = run("fit", *map(str, arguments), "--json")
    check(not error, f"{arguments}: {error}")
    return status, json.loads(out)


# A config.json and a VM's name: 8,030,261,248 parameters of 2 bytes, 131,072 bytes of cache a token.
status, found = fit("--model", CONFIG, "--on", H200)
job = found["jobs"][0]
check(status == 0 and job["outcome"] == "fits", f"config.json: exit {status}, {job['outcome']}")
parts = job["machines"][0]["rank"]["parts"]
check(parts["weights"] == {"bytes": 2 * 8030261248, "standing": "exact"}, f"weights: {parts['weights']}")
check(parts["kv_cache"] == {"bytes": 131072 * 131072, "standing": "exact"}, f"cache: {parts['kv_cache']}")
check({p["standing"] for p in parts.values()} == {"exact", "estimate", "setting"}, f"standings: {parts}")
check(abs(sum(p["bytes"] for p in parts.values()) - job["machines"][0]["rank"]["needed"]) < 4, "parts add up")
check(job["machines"][0]["machines"] == 1 and job["machines"][0]["gpus"] == 1, f"one GPU of one machine: {job['machines'][0]}")
room = job["machines"][0]["room"]
check(set(room) == {"fewest_gpus", "largest_context", "most_sequences", "least_quantised", "least_quantised_multiplied_in"}, f"room: {room}")
check(room["largest_context"] == 131072 and room["least_quantised"] == room["least_quantised_multiplied_in"] == "bf16", f"room: {room}")
status, out, error = run("fit", "--model", str(CONFIG), "--on", H200)
for words in ("14.96 GiB", "16 GiB", "exact", "estimate", "docs/accuracy.md", "Verdict: fits", "largest context",
              "most sequences", "least quantised", "Not said, and taken:", "left", "fewest GPUs"):
    check(words in out, f"config.json: {words!r} is not in {out}")

# vLLM's own --max-num-seqs decides, where nobody says it: 38 bytes a logit of 128,256 for 1,024 sequences on an H100 or
# H200, for 256 on an A100 (vllm/engine/arg_utils.py from 0.9 on).
words = " ".join(out.split())
check("vLLM's own --max-num-seqs 1024" in words, words)
A100 = "Standard_ND96amsr_A100_v4"
working = lambda *more: fit("--model", CONFIG, "--tensor-parallel", "1", "--context", "8192", *more)[1]["jobs"][0]["machines"][0]["rank"]["parts"]["working"]["bytes"]
check(working("--on", H100) == 2 * 8192 * 4096 + 1024 * 128256 * 38, f"{working('--on', H100)}")
check(working("--on", A100) == 2 * 2048 * 4096 + 256 * 128256 * 38, f"{working('--on', A100)}")
def verdict_in(text):
    """What the lines from "Verdict:" to the answer's next one say, before any table."""
    return next((line for line in text.splitlines()[:4] if line.startswith("Verdict: ")), text)


ONE = ("--model", CONFIG, "--tensor-parallel", "1", "--context", "108000")
for sequences, fits in (("4", False), ("3", True)):
    # 52.7 or 39.5 GiB of cache and 14.96 of weights, beside 0.13 and 4.7 for sampling, of 0.9 x 79.18.
    status, out, _ = run("fit", *map(str, ONE), "--sequences", sequences, "--on", H100)
    verdict = "Verdict: fits" if fits else "Verdict: does not fit unless vLLM is told --max-num-seqs "
    check(status == (0 if fits else 1) and verdict_in(out).startswith(verdict), out)
# The number is the largest that fits: one more does not.
four = fit(*ONE, "--sequences", "4", "--on", H100)[1]["jobs"][0]["machines"][0]
told = four["remedy"]["change"]["most_sequences"]
check(4 < told < 1024 and four["remedy"]["options"] == f"--most-sequences {told}", f"{four}")
check(four["engine_default"] == {"most_sequences": 1024, "told": f"--max-num-seqs {told}"}, f"{four}")
check(f"With --max-num-seqs {told} or less (here: --most-sequences) it takes 1 machine, 1 of its 8 GPUs: TP 1." in " ".join(run("fit", *map(str, ONE), "--sequences", "4", "--on", H100)[1].split()), out)
for most, status in ((4, 0), (told, 0), (told + 1, 1)):
    check(run("fit", *map(str, ONE), "--sequences", "4", "--most-sequences", str(most), "--on", H100)[0] == status, f"{most} of {told}")
several = run("fit", *map(str, ONE), "--sequences", "4", "--on", H100, H200)[1]
check(f"Verdict: fits on {H200}; does not fit on {H100}" in " ".join(several.split()), several)
check(f"with --max-num-seqs {told} it fits" in " ".join(several.split()), several)
said = " ".join(run("fit", "--model", str(CONFIG), "--on", H200, "--most-sequences", "1")[1].split())
check("max-num-seqs" not in said, said)
check("max-num-seqs" not in run("fit", "--model", str(CONFIG), "--on", H200, "--engine", "sglang")[1], "SGLang has no such option")
for engine, machine, sequences, verdict in (("vLLM", H200, 1025, "fits with --max-num-seqs 1025"), ("vLLM", H200, 1024, "fits"),
                                            ("vLLM", A100, 257, "fits with --max-num-seqs 257"), ("SGLang", H200, 4000, "fits"),
                                            ("TensorRT-LLM", H200, 2049, "fits with --max_batch_size 2049")):
    status, out, _ = run("fit", "--model", str(CONFIG), "--engine", engine, "--on", machine, "--sequences", str(sequences), "--context", "100")
    check(status == 0 and verdict_in(out) == "Verdict: " + verdict, f"{engine} {sequences}: {out}")

# Exit status: fits, does not, cannot be judged.
check(run("fit", *CHAT, "--on", H200)[0] == 0, "405B on H200")
status, out, _ = run("fit", *CHAT, "--on", H100)
check(status == 1 and "does not fit" in out and "What would have room" in out, f"405B on H100: {status} {out}")
check(run("fit", *CHAT)[0] == 0, "nothing to judge")
check(run("fit", *CHAT, "--on", H200, H100)[0] == 1, "all machines named have to do")
status, out, _ = run("fit", "--model", "deepseek-v4-pro", "--on", H200)
check(status == 3 and "hyper-connections" in out, f"a model that lacks a part: {status} {out}")
check(run("fit", *CHAT, "--replicas", "2", "--on", f"{H200}=1")[0] == 1, "two replicas on one machine")
check(run("fit", *CHAT, "--replicas", "2", "--on", f"{H200}=2")[0] == 0, "two replicas on two machines")

# Three of four GPUs are no replica: what there is is said beside what counts.
status, out, _ = run("fit", "--model", "llama-3.1-70b", "--context", "8192", "--pipeline-parallel", "4", "--on", "Standard_NC40ads_H100_v5=3")
check(status == 1 and out.splitlines()[1:3] == ["Verdict: does not fit", "It needs 4 machines, 4 GPUs: PP 4; there are 3."], out)

# The first three lines answer: how many machines it needs, before any table; and only layouts that people run.
BIG = ("--model", "llama-3.1-405b", "--context", "8192")
for held, verdict in (((f"{H100}=1",), ["Verdict: does not fit", "It needs 2 machines, 16 GPUs: TP 8 x PP 2; there is 1."]),
                      ((f"{H100}=2",), ["Verdict: fits", "It takes 2 machines, 16 GPUs: TP 8 x PP 2."])):
    lines = run("fit", *BIG, "--on", *held)[1].splitlines()
    check(lines[0] == f"meta-llama/Meta-Llama-3.1-405B on {H100}" and lines[1] == verdict[0] and lines[2].startswith(verdict[1]), f"{lines[:3]}")
lines = run("fit", *BIG, "--smallest", H100, H200)[1].splitlines()
check(lines[1] == f"Verdict: fits on 1 x {H200}" and "8 GPUs: TP 8." in lines[2], f"{lines[:3]}")
lines = run("fit", *BIG, "--sweep", "sequences=1,2,1000", "--on", f"{H100}=2")[1].splitlines()
check(lines[1] == f"Verdict: fits on {H100} with concurrent_sequences 1, 2", f"{lines[:3]}")
lines = run("fit", *BIG, "--sequences", "1000000", "--on", H100)[1].splitlines()
check(lines[1] == "Verdict: does not fit" and lines[2].startswith("No layout that people run has room on any number of them."), f"{lines[:3]}")
# 8,192 tokens of 126 layers with a key and a value of 128 numbers on each of 8 ranks are 528 MB a sequence.
words = " ".join(run("fit", *BIG, "--weights", "fp8", "--tensor-parallel", "8", "--sequences", "64", "--on", H100)[1].split())
room = fit(*BIG, "--weights", "fp8", "--tensor-parallel", "8", "--sequences", "64", "--on", H100)[1]["jobs"][0]["machines"][0]["room"]["most_sequences"]
check(20 <= room < 64 and f"It has room for {room} of the 64 sequences." in words, words)
# An engine that nobody tells runs 1,024 at once: how many have room is not a matter of how many are wished for.
wished = [fit(*BIG, "--weights", "fp8", "--tensor-parallel", "8", "--sequences", n, "--on", H100)[1]["jobs"][0]["machines"][0]["room"]["most_sequences"] for n in ("1024", "5000")]
check(wished == [room, room], f"{wished}")
# Ten million sequences are so many parts of what a replica holds, which do fit.
words = " ".join(run("fit", *BIG, "--weights", "fp8", "--sequences", "10000000", "--on", H100)[1].split())
more = words[words.find("--replicas"):].split(". ")[0].rstrip(".").split()
check(more[0::2] == ["--replicas", "--sequences"] and int(more[1]) * int(more[3]) >= 10**7 > int(more[1]) * (int(more[3]) - 1), words)
status, found = fit(*BIG, "--weights", "fp8", *more, "--on", H100)
check(status == 0, f"{more}: exit {status}")

# Training takes what its framework does, and says so: the distributed optimizer, sequence parallelism, flash attention.
LARGE = ("--train", "--model", "llama-3.1-70b", "--sequence", "8192")
status, out, _ = run("fit", *LARGE, "--on", f"{H100}=8")
words = " ".join(out.split())
check(status == 0 and "sharding optimizer" in words and "sequence parallel" in words, out)
for taken in ("distributed optimizer", "flash attention", "sequence parallelism with tensor parallelism", "nothing computed again", "as many of them as pipeline stages"):
    check(taken in words.split("Not said, and taken:")[1].split(".")[0], f"{taken}: {out}")
job = fit(*LARGE, "--tensor-parallel", "8", "--pipeline-parallel", "2", "--data-parallel", "4")[1]["jobs"][0]
half = fit(*LARGE, "--tensor-parallel", "8", "--pipeline-parallel", "2", "--data-parallel", "4", "--sharding", "none")[1]["jobs"][0]
check(abs(half["rank"]["parts"]["optimizer"]["bytes"] / job["rank"]["parts"]["optimizer"]["bytes"] - 4) < 0.001, "a quarter of the optimizer")
# Where it does not fit, the least change with which it does, and the GPUs that this takes.
status, out, _ = run("fit", *LARGE, "--tensor-parallel", "8", "--pipeline-parallel", "2", "--data-parallel", "2", "--micro-batches", "8", "--micro-batch", "2", "--on", H100)
check(status == 1 and "It fits with --recompute full: on 32 GPUs, TP 8 x PP 2 x DP 2." in " ".join(out.split()), out)
status, out, _ = run("fit", *LARGE, "--tensor-parallel", "8", "--pipeline-parallel", "2", "--on", H100)
check(status == 1 and "It fits with --data-parallel 2: on 32 GPUs, TP 8 x PP 2 x DP 2." in " ".join(out.split()), out)
# Of too few machines, the change that takes the fewest: 16 where the job as it is needs 32.
status, out, _ = run("fit", "--train", "--model", "llama-3.1-405b", "--sequence", "4096", "--global-batch", "32", "--on", f"{H100}=1")
check(status == 1 and "It needs 32 machines, 256 GPUs: TP 8 x PP 16 x DP 2; there is 1. It fits with --recompute full: on 128 GPUs, TP 8 x PP 16; "
      "that needs 16 machines, there is 1." in " ".join(out.split()), out)
# Machines with blanks or commas between them.
check(run("fit", *CHAT, "--on", f"{H100},{H200}=1") == run("fit", *CHAT, "--on", H100, f"{H200}=1"), "--on with a comma")
# What replicas share out takes no more GPUs; with the options that are named it fits.
shared = ("fit", "--train", "--model", "llama-3.1-70b", "--sequence", "4096", "--tensor-parallel", "8", "--data-parallel", "16",
          "--on", "Standard_ND96asr_v4")
status, out, _ = run(*shared)
check(status == 1 and "It fits with --sharding weights: on 128 GPUs, TP 8 x DP 16." in " ".join(out.split()), out)
check(run(*shared, "--sharding", "weights")[0] == 0 and run(*shared, "--sharding", "gradients")[0] == 1, "the named change is the least")
# The change is a member of the job's file, too: with it the file fits.
remedy = fit(*shared[1:])[1]["jobs"][0]["machines"][0]["remedy"]
check(remedy["change"] == {"sharding": "weights"} and remedy["options"] == "--sharding weights" and remedy["gpus"] == 128 and remedy["machines"] == 16, f"{remedy}")
asked = {"model": "llama-3.1-70b", "sequence": 4096, "tensor_parallel": 8, "data_parallel": 16, **remedy["change"]}
with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
    json.dump({"format": 1, "job": {"train": asked}}, file)
    file.flush()
    check(run("fit", file.name, "--on", "Standard_ND96asr_v4")[0] == 0, "the job with its remedy")
# On more machines than there are, where a GPU has no room as it is.
status, out, _ = run("fit", "--train", "--model", "llama-3.1-405b", "--sequence", "16384", "--on", f"{H100}=1")
check(status == 1 and "that needs 16 machines, there is 1." in " ".join(out.split()), out)

# What computes in fp16 keeps its cache in it; `model` and `fit` take the same names.
check("KV cache fp16" in " ".join(run("fit", "--model", "llama-3.1-8b", "--weights", "fp16", "--on", "Standard_ND40rs_v2", "--context", "8192")[1].split()), "V100")
# A GPU that multiplies 16 bits in fp16 alone: the setting that is wrong is advised, and with it the job is taken.
for asked, *advised in ((("--weights", "fp16", "--multiplied-in", "bf16"), "--multiplied-in", "fp16"), (("--weights", "bf16", "--multiplied-in", "bf16"), "--multiplied-in", "fp16"),
                        (("--weights", "bf16"), "--weights", "fp16"), (("--weights", "fp8"), "--weights", "fp16"), ((), "--weights", "fp16"),
                        (("--weights", "fp8", "--multiplied-in", "fp8"), "--weights", "fp16", "--multiplied-in", "fp16"),
                        (("--weights", "int4", "--multiplied-in", "bf16"), "--multiplied-in", "fp16")):
    job = ("fit", "--model", "llama-3.1-8b", "--context", "8192", "--on", "Standard_ND40rs_v2")
    status, out, _ = run(*job, *asked)
    check(status == 1 and f": {' '.join(advised)}." in " ".join(out.split()), f"{asked}: {out}")
    kept = [word for at in range(0, len(asked), 2) if asked[at] not in advised for word in asked[at:at + 2]]
    check(run(*job, *kept, *advised)[0] == 0, f"{kept} {advised}")
for formats in ("bf16_training", "fp8_training"):
    job = ("fit", "--train", "--model", "llama-2-7b", "--sequence", "4096", "--global-batch", "8", "--on", "Standard_ND40rs_v2")
    status, out, _ = run(*job, "--formats", formats)
    check(status == 1 and "In 16 bits it computes in fp16: --formats fp16_training." in " ".join(out.split()), f"{formats}: {out}")
    check(run(*job, "--formats", "fp16_training")[0] == 0, "the training job as advised")
for weights, cache in (("checkpoint", "int4"), ("fp8-blocks", "fp8")):
    for command in (("fit", "--model", "deepseek-v3"), ("model", "deepseek-v3")):
        check(run(*command, "--weights", weights, "--kv-cache", cache)[0] == 0, f"{command} {weights} {cache}")
check_refused(["weights as the checkpoint's: their format is not known"], "fit", "--model", "llama-3.1-8b", "--weights", "checkpoint")
# What is offloaded is short of the host: the answer says how much of it has room there, and nothing of the GPU.
HOST = ("fit", "--model", "llama-3.1-70b", "--tensor-parallel", "8", "--sequences", "4", "--context", "32768", "--draft",
        "llama-3.1-8b", "--adapters", "8", "--on", H100, "--sequences-on-host")
status, out, _ = run(*HOST, "1000")
words = " ".join(out.split())
check(status == 1 and "What decides: system memory per GPU" in words and "would have room" not in words, out)
for told in ("KV cache of 1,000 more offloaded to the host's memory", "8 LoRA adapters of rank 16", "draft model meta-llama/Meta-Llama-3.1-8B"):
    check(told in words, f"{told}: {out}")
most = fit(*HOST[1:], "1000")[1]["jobs"][0]["machines"][0]["remedy"]["change"]["sequences_on_host"]
check(f"It fits with --sequences-on-host {most}:" in words, out)
# NVMe: of 28,610 GiB a machine, an eighth for each of 8 GPUs; of a sequence each holds 80 layers x 2 x 1 head of 128 in 16 bits, 8,192 tokens.
ON_DISK = 28_610 * 2**30 // 8 // (80 * 2 * 128 * 2 * 8192)
NVME = ("llama-3.1-70b", "--tensor-parallel", "8", "--context", "8192", "--on", "Standard_ND96isr_H100_v5=1", "--sequences-on-nvme")
for sequences, status in ((ON_DISK, 0), (ON_DISK + 1, 1)):
    found = run("fit", "--model", *NVME, str(sequences))
    check(found[0] == status, f"{sequences} on NVMe: {found[1]}")
check(f"It fits with --sequences-on-nvme {ON_DISK}:" in " ".join(found[1].split()), found[1])
# On fewer GPUs each would hold more of it: the layout is the first that both the GPUs and the host have room for.
found = run("fit", "--model", NVME[0], *NVME[3:-1], "--sequences-on-nvme", str(ON_DISK))
check(found[0] == 0 and "8 GPUs: TP 8." in " ".join(found[1].split()), found[1])
check(run(*HOST, str(most))[0] == 0 and run(*HOST, str(most + 1))[0] == 1, f"{most} is the most")
# What an allocator holds beyond tensors: with its spread where runs tell it, and unknown where none does.
HELD = ("--train", "--model", "llama-3.1-8b", "--sequence", "4096", "--tensor-parallel", "2", "--framework")
held = {by: fit(*HELD, by)[1]["jobs"][0]["rank"]["parts"]["reserved"] for by in ("Megatron-LM", "torchtitan", "DeepSpeed", "Megatron-DeepSpeed")}
for by in ("DeepSpeed", "Megatron-DeepSpeed"):
    check(held[by] == {"bytes": None, "standing": "not measured by itself"}, f"{by}: {held}")
    out = " ".join(run("fit", *HELD, by, "--on", H100)[1].split())
    check("held by the allocator ? not measured by itself" in out and "Not measured by itself for this framework: held by the allocator" in out, out)
for by in ("Megatron-LM", "torchtitan"):
    check(0 <= held[by]["least_bytes"] <= held[by]["bytes"] <= held[by]["most_bytes"], f"{by}: {held}")
# Nobody states the scale-up domain of this machine: what is known to have room without one is the answer, or the change.
NC80 = "Standard_NC80adis_H100_v5"
UNKNOWN = ("fit", "--train", "--model", "llama-3.1-70b", "--context-parallel", "1", "--on", NC80, "--sequence")
status, out, _ = run(*UNKNOWN, "8192")
check(status == 1 and "It fits with --recompute full: on 32 GPUs, PP 16 x DP 2." in " ".join(out.split()), out)
status, out, _ = run(*UNKNOWN, "8192", "--recompute", "full")
check(status == 0 and "It takes 16 machines, 32 GPUs: PP 16 x DP 2." in " ".join(out.split()), out)
status, out, _ = run(*UNKNOWN, "4096")
words = " ".join(out.split())
check(status == 3 and "no source states its GPUs per scale-up domain. It fits with --recompute full: on 32 GPUs" in words, out)
status, out, _ = run(*UNKNOWN, "65536")
check(status == 1 and "It may fit with --recompute full" in " ".join(out.split()), out)
lines = fit(*UNKNOWN[1:-1], "--sweep", "sequence=1024,4096,8192")[1]["jobs"][0]["sweep"]["values"]
found = [(line["machines"][0]["outcome"], line["machines"][0].get("remedy", {}).get("known")) for line in lines]
check(found == [("fits", None), ("cannot be judged", True), ("does not fit", True)], f"{found}")
out = " ".join(run(*UNKNOWN[:-1], "--sweep", "sequence=1024,4096,8192")[1].split())
check("with sequence 1,024; cannot be judged with sequence 4,096" in out, out)
status, out, _ = run(*UNKNOWN[:-1], "--sweep", "sequence=4096,8192")
check(status == 3 and f"Verdict: on {NC80} cannot be judged with sequence 4,096" in " ".join(out.split()), out)
# GPUs that share a sequence are chosen, too: the fewest GPUs of those that have room with each degree said, and of as many the fewest that share one. Of
# 131,072 tokens there is no room without, as Llama 3 was trained with 16 (The Llama 3 Herd of Models, table 4).
for model, tokens, degrees in enough_of([("llama-3.1-70b", 131072, (1, 2, 4, 8, 16)), ("llama-3.1-405b", 131072, (1, 2, 4, 8, 16)), ("llama-3.1-405b", 8192, (1, 2, 4, 8)), ("llama-3.1-8b", 4096, (1, 2, 4))], every=4):
    asked = ("--train", "--model", model, "--sequence", str(tokens), "--on", H100)
    each = {degree: fit(*asked, "--context-parallel", str(degree))[1]["jobs"][0]["machines"][0] for degree in degrees}
    with_room = {degree: found["gpus"] for degree, found in each.items() if found["outcome"] == "fits"}
    least = min(with_room, key=lambda degree: (with_room[degree], degree))
    found = fit(*asked)[1]["jobs"][0]["machines"][0]
    check(found["outcome"] == "fits" and found["gpus"] == with_room[least] and found["split"]["context_parallel"] == least, f"{model} {tokens}: {with_room}, {found}")
    check((1 in with_room) == (tokens < 131072), f"{model} {tokens}: {with_room}")
# Layers that stages do not share: what is said is of this model, as options here, and with them it goes.
CHUNKS = ("fit", "--train", "--model", "llama-3.1-405b", "--sequence", "8192", "--tensor-parallel", "4", "--pipeline-parallel", "16",
          "--virtual-stages", "8", "--data-parallel", "9")
check_refused(["126 layers, 16 x 8 = 128 virtual stages; it goes with --embedding-as-layer --head-as-layer"], *CHUNKS)
# Other numbers of micro-batches than multiples of the interleaved stages go through in other groups, in each command, and which engines take them is told.
STAGES = ("--train", "--model", "llama-3.1-70b", "--sequence", "4096", "--tensor-parallel", "8", "--pipeline-parallel", "8", "--data-parallel", "1", "--virtual-stages", "10", "--on", "Standard_ND96isr_H100_v5=8", "--recompute", "full")
for batches, told in (("12", "12 micro-batches on 8 interleaved stages, which Megatron-LM takes with --microbatch-group-size-per-virtual-pipeline-stage 12 and PyTorch takes."),
                      ("17", "17 micro-batches on 8 interleaved stages, which Megatron-LM takes with --microbatch-group-size-per-virtual-pipeline-stage 9 and PyTorch refuses."),
                      ("1", "1 micro-batch on 8 interleaved stages, which Megatron-LM refuses and PyTorch takes."), ("16", "")):
    for command in ("fit", "estimate"):
        status, out, error = run(command, *STAGES, "--micro-batches", batches)
        out = " ".join(out.split())
        check(status == 0 and (told in out if told else "interleaved stages, which" not in out), f"{command} {batches}: {status} {error} {out}")
check(run(*CHUNKS, "--embedding-as-layer", "--head-as-layer")[0] == 0, "the options that are named")
# Even stages where they have room, and what Megatron-LM is told of others.
out = " ".join(run("fit", "--train", "--model", "llama-3.1-405b", "--sequence", "8192", "--context-parallel", "1", "--on", H100)[1].split())
check("embedding and head as layers: 2,048 GPUs" in out and "do not come out even" not in out, out)
UNEVEN = ("fit", "--train", "--model", "deepseek-v3", "--sequence", "4096", "--tensor-parallel", "8", "--pipeline-parallel", "16", "--on", H100)
told = "61 layers do not come out even over 16 stages: Megatron-LM takes that with --pipeline-model-parallel-layout."
check(told in " ".join(run(*UNEVEN)[1].split()), "uneven stages are said")
check("come out even" not in run(*UNEVEN, "--framework", "torchtitan")[1], "torchtitan takes them as they are")

# An option with a slip of the pen.
check_refused(['"--sequenc"', 'did you mean "--sequence"?'], "fit", "--train", "--model", "llama-3.1-8b", "--sequenc", "4096")
check_refused(['"--toaster"', "see headroom fit --help"], "fit", "--model", "llama-3.1-8b", "--toaster=2")

# Of alternatives one is enough.
status, found = fit(*CHAT, "--smallest", H100, H200)
check(status == 0 and [m["outcome"] for m in found["jobs"][0]["smallest"]] == ["fits", "does not fit"], f"smallest: {found}")
check(run("fit", *CHAT, "--smallest", H100)[0] == 1, "no machine does")
status, found = fit(*CHAT, "--smallest")
names = [m["machine"] for m in found["jobs"][0]["smallest"]]
check(status == 0 and len(names) > 80 and "GB300 NVL72" in names, f"the whole catalogue: {len(names)}")
gpus = [m["gpus"] for m in found["jobs"][0]["smallest"] if m["outcome"] == "fits"]
check(gpus and all(g == 8 for g in gpus), f"tensor parallelism is as it was said: {gpus}")
status, found = fit(*CHAT, "--sweep", "sequences=64,128", "--on", H200)
lines = found["jobs"][0]["sweep"]["values"]
check(status == 0 and [line["machines"][0]["outcome"] for line in lines] == ["fits", "does not fit"], f"sweep: {lines}")
caches = [line["rank"]["parts"]["kv_cache"]["bytes"] for line in lines]
check(caches == [63 * 2**30, 126 * 2**30], f"twice the sequences, twice the cache: {caches}")

# A file: the same job, its machines, and its model's path beside it.
with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "job.json"
    (pathlib.Path(folder) / "config.json").write_bytes(CONFIG.read_bytes())

    def file(**members):
        path.write_text(json.dumps({"format": 1, **members}))
        return str(path)

    serve = {"serve": {"model": "config.json", "tensor_parallel": 1}}
    status, found = fit(file(job=serve))
    check(status == 0 and found["jobs"][0]["outcome"] is None, f"no machines: {found}")
    check(found["jobs"][0]["rank"]["parts"]["weights"]["bytes"] == 2 * 8030261248, f"a path beside the file: {found}")
    status, found = fit(file(job=serve, machines=[{"size": H100, "count": 1}]))
    check(status == 0 and found["jobs"][0]["verdict"]["outcome"] == "fits", f"on the file's machines: {found}")
    status, out, _ = run("report", file(job=serve, machines=[{"size": "Standard_ND40rs_v2", "count": 1}], demand={"total": {"gpus": 8}}))
    check(status == 1 and "Verdict: does not fit" in out and "does not compute in bf16" in out, f"report: {status} {out}")
    status, out, _ = run("report", "--json", file(job=serve, machines=[{"size": H100, "count": 1}]))
    check(status == 0 and json.loads(out)["reports"][0]["jobs"][0]["outcome"] == "fits", f"report --json: {status} {out}")
    check(run("check", file(job=serve))[0] in (0, 3), "check reads a file with a job")
    check_refused(['no "job"'], "fit", file(machines=[]))
    check_refused(["job.json:1:", "$.job.serve.model", "elsewhere.json"], "fit", file(job={"serve": {"model": "elsewhere.json"}}))
    check_refused(["both a file and --model"], "fit", file(job=serve), "--model", "x")

    # Several kinds of machine: the verdict and the layout come first. 131.4 GiB of weights are on four H100.
    mixed = [{"size": H100, "count": 1}, {"size": H200, "count": 1}]
    job = {"serve": {"model": "llama-3.1-70b", "context": 8192}}
    lines = run("fit", file(job=job, machines=mixed))[1].splitlines()
    check(lines[1:3] == ["Verdict: fits on the machines of the file", "It takes 4 GPUs: TP 4."], f"{lines[:4]}")
    job["serve"]["replicas"] = 5
    lines = run("fit", file(job=job, machines=mixed))[1].splitlines()
    check(lines[1:3] == ["Verdict: does not fit on the machines of the file", "It takes 20 GPUs: TP 4. What decides: GPUs."], f"{lines[:4]}")

    # Of a quantization_config that is not understood nothing is counted until the job says the weights' format.
    config = json.loads(CONFIG.read_text())
    (pathlib.Path(folder) / "config.json").write_text(json.dumps({**config, "quantization_config": {"quant_method": "hqq"}}))
    why = 'the quantization_config is not understood: the method "hqq" is not known'
    for on in ((), ("--on", H200), ("--smallest",), ("--sweep", "tp")):
        status, found = fit(file(job=serve), *on)
        job = found["jobs"][0]
        check(status == 3 and job["outcome"] == "cannot be judged" and job["why"] == why and "rank" not in job, f"{on}: {found}")
        status, out, _ = run("fit", file(job=serve), *on)
        check(status == 3 and why in " ".join(out.split()) and "--weights" in out and max(map(len, out.splitlines())) <= 80, out)
    held = [{"size": H100, "count": 1}]
    check(run("fit", file(job=serve, machines=held))[0] == 3 and run("report", file(job=serve, machines=held))[0] == 3, "the file's machines")
    asked = {"serve": {**serve["serve"], "weights": "int4"}}
    check("not understood" not in run("fit", file(job=asked))[1] and "weights" not in fit(file(job=asked))[1]["jobs"][0], "weights that are said")
    # Weights that are always widened are multiplied in the checkpoint's own 16 bits, and on a GPU without bf16 in fp16.
    T4, V100 = "Standard_NC4as_T4_v3", "Standard_ND40rs_v2"
    FORMATS = (("float16", "fp16"), ("bfloat16", "bf16"))
    for (dtype, own), (method, bits) in enough_of(list(itertools.product(FORMATS, (("gptq", 4), ("awq", 4), ("gptq", 8)))), every=2):
        quantised = {"quant_method": method, "bits": bits, "group_size": 128}
        (pathlib.Path(folder) / "config.json").write_text(json.dumps({**config, "torch_dtype": dtype, "quantization_config": quantised}))
        short = {**serve["serve"], "context": 4096}
        for machine in (T4, V100):
            status, out, _ = run("fit", file(job={"serve": short}), "--on", machine)
            out = " ".join(out.split())
            check(f"multiplied in {own}" in out and status == (0 if own == "fp16" else 1), f"{method} {bits} {dtype}: {out}")
            check(("--multiplied-in fp16" in out) == (own == "bf16") and "--weights fp16" not in out, out)
            check(run("fit", file(job={"serve": {**short, "multiplied_in": "fp16"}}), "--on", machine)[0] == 0, f"{method} in fp16")
            for said, sweep in (({"weights": "int4_groups"}, ()), ({"weights": "int4_groups experts"}, ()), ({}, ("--sweep", "weights=int4_groups"))):
                lines = fit(file(job={"serve": {**short, **said}}), "--on", machine, *sweep)[1]["jobs"][0]
                found = (lines["sweep"]["values"][0] if sweep else lines)["machines"][0]
                multiplies = "does not compute in" not in found.get("why", "")
                check(multiplies == (own == "fp16"), f"{method} {bits} {dtype} {said} {sweep}: {found}")
        status, found = fit(file(job={"serve": short}), "--smallest", T4)
        check(found["jobs"][0]["smallest"][0]["outcome"] == ("fits" if own == "fp16" else "does not fit"), f"--smallest: {found}")
    # Of a quantization_config that is not understood its 16 bits are known still.
    (pathlib.Path(folder) / "config.json").write_text(json.dumps({**config, "torch_dtype": "float16", "quantization_config": {"quant_method": "hqq"}}))
    check(run("fit", file(job={"serve": {**short, "weights": "int4_groups"}}), "--on", V100)[0] == 0, "4 bits of what is not understood")
    # Without a format of activations, weights only are quantised.
    for kind, bits, strategy in (("int", 8, "channel"), ("float", 8, "channel"), ("float", 4, "tensor_group")):
        for activations, own in ((None, "fp16"), ({"num_bits": bits, "type": kind}, {"int": "int8", "float": f"fp{bits}"}[kind])):
            group = {"weights": {"num_bits": bits, "type": kind, "strategy": strategy, "group_size": 16}, "targets": ["Linear"], "input_activations": activations}
            quantised = {"quant_method": "compressed-tensors", "config_groups": {"group_0": group}, "ignore": ["lm_head"]}
            (pathlib.Path(folder) / "config.json").write_text(json.dumps({**config, "torch_dtype": "float16", "quantization_config": quantised}))
            status, out, _ = run("fit", file(job={"serve": short}), "--on", V100)
            out = " ".join(out.split())
            check(f"multiplied in {own}" in out and (status == 0) == (own == "fp16"), f"{kind} {bits} {activations}: {out}")
    # NVIDIA's quantisation in a file of its own, which counts where the configuration names none.
    beside = pathlib.Path(folder) / "hf_quant_config.json"
    beside.write_text(json.dumps({"producer": {"name": "modelopt"}, "quantization": {"quant_algo": "W4A8_AWQ"}}))
    (pathlib.Path(folder) / "config.json").write_text(json.dumps(config))
    for model in (folder, str(pathlib.Path(folder) / "config.json")):
        for said, status in (((), 3), (("--weights", "fp8"), 0)):
            found = run("fit", "--model", model, "--on", H200, *said)
            check(found[0] == status and ("hf_quant_config.json" in found[1]) == (status == 3), f"{said}: {found}")
    check("hf_quant_config.json" in run("model", "--weights", "checkpoint", folder)[2], "--weights checkpoint")
    beside.write_text(json.dumps({"producer": {"name": "modelopt"}, "quantization": {"quant_algo": "FP8", "kv_cache_quant_algo": "FP8"}}))
    check("KV cache fp8" in " ".join(run("fit", "--model", folder, "--on", H200)[1].split()), "the cache as the file has it")
    check("KV cache bf16" in " ".join(run("fit", "--model", folder, "--kv-cache", "bf16", "--on", H200)[1].split()), "the cache as it is said")
    beside.write_text(json.dumps({"producer": {"name": "modelopt"}, "quantization": {"quant_algo": "FP8", "kv_cache_quant_algo": "NVFP4"}}))
    found = run("fit", "--model", folder, "--on", H200)
    check(found[0] == 3 and '"NVFP4", is not understood' in " ".join(found[1].split()), f"another word for the cache: {found}")
    check(run("fit", "--model", folder, "--kv-cache", "fp8", "--on", H200)[0] == 0, "the cache as it is said")
    beside.write_text(json.dumps({"producer": {"name": "modelopt"}, "quantization": {"quant_algo": "FP8", "kv_cache_quant_algo": None}}))
    found = run("fit", "--model", folder, "--on", H200)
    check(found[0] == 0 and "fp8" in found[1], f"read: {found}")
    (pathlib.Path(folder) / "config.json").write_text(json.dumps({**config, "quantization_config": {"quant_method": "awq", "bits": 4, "group_size": 128}}))
    check(run("fit", "--model", folder, "--on", H200)[0] == 0, "the configuration's own")
    beside.unlink()
    (pathlib.Path(folder) / "config.json").write_text(json.dumps(config))
    check(run("fit", "--model", folder, "--on", H200)[0] == 0, "no other file")
    # One format of all matrices whose scales have no name here; and several.
    group = {"weights": {"num_bits": 8, "type": "float", "strategy": "channel"}, "targets": ["Linear"]}
    channels = {"quant_method": "compressed-tensors", "config_groups": {"group_0": group}, "ignore": ["lm_head"]}
    for ignored, called in ((["lm_head"], "weights fp8 with scales as published"), (["re:.*self_attn.*"], "weights in several formats as published")):
        (pathlib.Path(folder) / "config.json").write_text(json.dumps({**config, "quantization_config": {**channels, "ignore": ignored}}))
        check(called in " ".join(run("fit", file(job=serve))[1].split()), run("fit", file(job=serve))[1])
    check_refused(["$.job.serve", 'the key "context" is missing'], "fit", file(job={"serve": {"model": "llama-2-7b", "tensor_parallel": 1}}))
    # Words on a job that fits are not said of one whose verdict is that it does not.
    small = {"model": "Llama-3.1-8B", "context": 8192, "tensor_parallel": 8, "replicas": 4}
    status, out, _ = run("fit", file(job={"serve": small}, machines=[{"size": H100, "count": 1}]))
    check(status == 1 and "does not fit" in out and "still fits" not in out, out)

# Without the vision tower nothing is exact, and a verdict that it fits says so.
status, out, _ = run("fit", "--model", "meta-llama/Llama-4-Scout-17B-16E-Instruct", "--context", "8192", "--on", H100)
check(status == 0 and "text part only" in out and "The vision tower comes on top" in " ".join(out.split()), out)
status, found = fit("--model", "meta-llama/Llama-4-Scout-17B-16E-Instruct", "--context", "8192", "--on", H100)
check(found["jobs"][0]["leaves_out"] == "the vision tower", f"{found['jobs'][0]}")
check(found["jobs"][0]["machines"][0]["rank"]["parts"]["weights"]["standing"] == "text part only", f"{found}")
# With so many weights as it is said to have, in 16 bits on each GPU whatever holds the rest, it is counted.
SCOUT = ("--model", "meta-llama/Llama-4-Scout-17B-16E-Instruct", "--context", "8192", "--tensor-parallel", "8", "--on", H100)
for weights in ("bf16", "fp8"):
    without = fit(*SCOUT, "--weights", weights)[1]["jobs"][0]
    found = fit(*SCOUT, "--weights", weights, "--vision-parameters", "1000000000")[1]["jobs"][0]
    part = found["machines"][0]["rank"]["parts"]["weights"]
    check(part["standing"] == "exact" and found["leaves_out"] is None, f"{found}")
    check(part["bytes"] == without["machines"][0]["rank"]["parts"]["weights"]["bytes"] + 2e9, f"{part}")
out = " ".join(run("fit", *SCOUT, "--vision-parameters", "1000000000")[1].split())
check("vision tower of 1,000,000,000 weights" in out and "comes on top" not in out, out)
check_refused(["--vision-parameters", "serves"], "fit", "--train", "--model", "llama-3.1-8b", "--sequence", "4096", "--vision-parameters", "1")
GEMMA = str(CONFIG.parent / "further" / "gemma-3-4b-it.json")
found = fit("--model", GEMMA, "--context", "8192", "--on", H100)[1]["jobs"][0]
check(found["machines"][0]["rank"]["parts"]["weights"] == {"bytes": 2 * 4300079472, "standing": "exact"}, f"{found}")
found = fit("--model", GEMMA, "--context", "8192", "--vision-parameters", "0", "--on", H100)[1]["jobs"][0]
check(found["machines"][0]["rank"]["parts"]["weights"]["standing"] == "text part only" and found["leaves_out"] == "the vision tower", f"{found}")
swept = fit(*SCOUT[:4], "--sweep", "vision_parameters=1000000000")[1]["jobs"][0]["sweep"]["values"][0]
check(swept["rank"]["parts"]["weights"]["standing"] == "exact", f"a sweep of towers: {swept}")
found = fit("--train", "--model", GEMMA, "--sequence", "4096", "--on", H100)[1]["jobs"][0]
check(found["machines"][0]["rank"]["parts"]["weights"]["standing"] == "text part only" and found["leaves_out"] == "the vision tower", f"{found}")
# Nor is it where kernels may hold more than the checkpoint: experts of 4 bits, and no other weights.
for model, weights, standing in (("gpt-oss-120b", (), "with padding"), ("gpt-oss-120b", ("--engine", "PyTorch"), "without padding"), ("gpt-oss-120b", ("--weights", "bf16"), "exact"),
                                 ("llama-3.1-8b", ("--weights", "int4_groups"), "exact")):
    status, found = fit("--model", model, *weights, "--context", "8192", "--on", H100)
    check(found["jobs"][0]["machines"][0]["rank"]["parts"]["weights"]["standing"] == standing, f"{model} {weights}: {found}")
check("vision" not in run("fit", "--model", str(CONFIG), "--on", H200)[1], "Llama has no vision tower")

# A format that a machine lacks, and the way out of it.
status, out, _ = run("fit", "--model", str(CONFIG), "--weights", "fp8", "--on", "Standard_ND96amsr_A100_v4")
check(status == 1 and "--multiplied-in bf16" in out, out)
check(run("fit", "--model", str(CONFIG), "--weights", "fp8", "--multiplied-in", "bf16", "--on", "Standard_ND96amsr_A100_v4")[0] == 0, "weights that are widened")
V100 = "Standard_ND40rs_v2"
for weights in ("bf16", "fp8"):  # vLLM's kernels that widen begin with Turing
    status, out, _ = run("fit", "--model", str(CONFIG), "--weights", weights, "--on", V100)
    check(status == 1 and "--multiplied-in" not in out and "--weights fp16" in out, out)
    check(("kernels to widen them" in " ".join(out.split())) == (weights == "fp8"), out)
check(run("fit", "--model", str(CONFIG), "--weights", "fp16", "--on", V100)[0] == 0, "fp16 on a V100")

# Engines run a tensor-parallel group across scale-up domains: it fits, and what it costs is said.
WIDE = ("--model", "llama-3.1-405b", "--weights", "fp8", "--tensor-parallel", "16", "--context", "8192")
status, out, _ = run("fit", *WIDE, "--on", H100)
check(status == 0 and "16 GPUs: TP 16." in out and "spans scale-up domains of 8" in " ".join(out.split()) and "1/9 of the bandwidth" in " ".join(out.split()), f"TP 16 on machines of 8: {status}, {out}")
both = " ".join(run("fit", *WIDE, "--on", H100, "Standard_ND128isr_GB300_v6")[1].split())
check(f"On {H100}: A tensor-parallel group of 16 GPUs spans scale-up domains of 8" in both and both.count("spans") == 1, f"TP 16 on two kinds: {both}")
check("1/9" in fit(*WIDE, "--on", H100)[1]["jobs"][0]["machines"][0]["notes"], "TP 16 on machines of 8, in JSON")
check("spans" not in run("fit", *WIDE, "--on", "Standard_ND128isr_GB300_v6")[1], "TP 16 in a domain of 72")
check(run("fit", *WIDE, "--on", H100 + "=1")[0] == 1, "TP 16 on one machine of 8")
# So in a file with its machines, of one kind or several; a demand of one domain is a demand.
with tempfile.TemporaryDirectory() as folder:
    for job in ({"serve": {"model": "Llama-3.1-405B", "tensor_parallel": 16}}, {"train": {"model": "Llama-3.1-8B", "tensor_parallel": 16, "sequence": 4096}}):
        for machines in ([(H100, 2)], [(H100, 2), ("Standard_ND40rs_v2", 1)]):
            path = pathlib.Path(folder) / "wide.json"
            document = {"format": 1, "machines": [{"size": size, "count": number} for size, number in machines]}
            path.write_text(json.dumps({**document, "job": job}))
            for command in ("fit", "report"):
                status, out, _ = run(command, str(path))
                check(status == 0 and "Verdict: fits" in out and "Verdict: does not fit" not in out, f"{command} {job} on {machines}: {status}, {out}")
                check("spans scale-up domains of 8" in " ".join(out.split()), f"{command} {job}: {out}")
            status, out, _ = run("check", str(path))
            check(status == 0 and "warning" in out and "[parallel_domain]" in out, f"check {job} on {machines}: {status}, {out}")
            check("[parallel_domain]" not in run("check", "--rules=-parallel_domain", str(path))[1], "--rules=-parallel_domain")
    path.write_text(json.dumps({**document, "demand": {"total": {"gpus": 16}, "units": {"in_domain": 16}}}))
    check(run("report", str(path))[0] == 1, "16 GPUs of one domain on machines of 8")

# MXFP8 came with Blackwell: a Hopper's tensor cores take no scales of 8 bits.
TRAIN = ("fit", "--train", "--model", "llama-3.1-8b", "--sequence", "4096", "--tensor-parallel", "8")
status, out, _ = run(*TRAIN, "--formats", "mxfp8_training", "--on", H100)
check(status == 1 and "does not compute in fp4" in " ".join(out.split()) and "--formats fp8_training" in out, out)
check(run(*TRAIN, "--formats", "fp8_training", "--on", H100)[0] == 0, "FP8 on Hopper")
check(run(*TRAIN, "--formats", "mxfp8_training", "--on", "GB200 NVL72")[0] == 0, "MXFP8 on Blackwell")

# Weights in fp32, as torchtitan has them, are what the step changes: 8,030,261,248 parameters with two moments of 4 bytes on 8 ranks.
FSDP = ("--train", "--model", "llama-3.1-8b", "--sequence", "8192", "--data-parallel", "8", "--sharding", "fsdp", "--framework", "torchtitan")
for optimizer in ((), ("--optimizer", "adam"), ("--optimizer", "adam_without_master")):
    parts = fit(*FSDP, *optimizer)[1]["jobs"][0]["rank"]["parts"]
    check(parts["optimizer"]["bytes"] == 8030261248, f"{optimizer}: {parts}")
check(fit(*FSDP, "--formats", "bf16_training")[1]["jobs"][0]["rank"]["parts"]["optimizer"]["bytes"] == 8030261248 * 12 / 8, "Adam of bf16")

# What adapters keep inside is not counted: with them no activation is called exact.
LORA = ("--train", "--model", "llama-3.1-8b", "--sequence", "4096", "--adapter-rank", "16")
parts = fit(*LORA)[1]["jobs"][0]["rank"]["parts"]
check({key: parts[key]["standing"] for key in ("weights", "optimizer", "activations", "working")} ==
      {"weights": "exact", "optimizer": "exact", "activations": "estimate", "working": "estimate"}, f"adapters: {parts}")
check("frozen products are counted to keep no inputs" in " ".join(run("fit", *LORA)[1].split()), "adapters")
check(fit(*LORA[:-2])[1]["jobs"][0]["rank"]["parts"]["activations"]["standing"] == "exact", "all weights trained")
check(run("fit", *LORA[:-2], "--sweep", "adapter_rank=0,8", "--on", H200)[0] in (0, 1), "a sweep of ranks")

# Options that would change nothing.
PLAIN = ("fit", "--train", "--model", "llama-3.1-8b", "--sequence", "4096")
for refused, *options in (("weights wait in the host", "--offload", "weights"), ("selective recomputation", "--recomputed", "norms"),
                          ("no recomputation is named", "--recompute-layers", "4"), ("full recomputation only", "--recompute-group", "2"),
                          ("no rank", "--adapted", "attention"), ("no routed experts", "--expert-imbalance", "1.5"),
                          ("no routed experts to have a capacity", "--expert-capacity", "1.5"), ("padded to their capacity", "--pads-to-capacity"),
                          ("no routed experts", "--expert-parallel", "2", "--data-parallel", "2"),
                          ("say one of them", "--global-batch", "32", "--micro-batches", "3")):
    check_refused([refused], *PLAIN, *options)
check_refused(["no routed experts"], "fit", "--model", "llama-3.1-8b", "--expert-parallel")
check_refused(["no routed experts"], "fit", "--model", "llama-3.1-8b", "--expert-imbalance", "1.5")
for options in (("--expert-tensor-parallel", "1", "--tensor-parallel", "2"), ("--global-batch", "32", "--micro-batches", "32"),
                ("--expert-imbalance", "1"), ("--offload", "weights", "--sharding", "zero-3")):
    check(run(*PLAIN, *options)[0] == 0, f"{options}")
status, out, _ = run(*PLAIN, "--global-batch", "32", "--sweep", "micro_batches=1,2,32")
check(status == 0 and " ".join(out.split()).count("the global batch is not") == 2, out)
check_refused(["learned positions"], "fit", "--train", "--model", "openai/gpt3-175b", "--sequence", "4096", "--tensor-parallel", "8")

# What has room in fewer bits has it with the scales that checkpoints have, and is what --weights takes.
for model, machine, context, ranks, narrow, more in (
        ("llama-3.1-405b", H100, 4096, 4, "int4_groups", ()), ("llama-3.1-405b", "GB300 NVL72", 4096, 1, "nvfp4", ()),
        ("llama-3.1-405b", "Standard_ND96amsr_A100_v4", 4096, 8, "int8_channels", ()),
        ("llama-2-13b", "Standard_NC4as_T4_v3", 4096, 1, "int4_groups", ("--multiplied-in", "fp16")),
        ("llama-2-13b", V100, 16384, 1, "int4_groups", ("--multiplied-in", "fp16"))):
    job = ("--model", model, "--context", str(context), "--tensor-parallel", str(ranks), "--on", machine)
    room = fit(*job)[1]["jobs"][0]["machines"][0]["room"]
    check(room["least_quantised"] == narrow, f"{machine}: {room}")
    multiplied = more[1] if more else {"int4_groups": "bf16", "nvfp4": "fp4", "int8_channels": "int8"}[narrow]
    check(room["least_quantised_multiplied_in"] == multiplied, f"{machine}: {room}")
    check((f"{narrow}, multiplied in fp16" in run("fit", *job)[1]) == bool(more), run("fit", *job)[1])
    check(run("fit", *job, "--weights", narrow, *more)[0] == 0, f"{narrow} on {machine}")

# FP8 in blocks of 128: of 8 ranks each would hold a block and a half of an expert.
QWEN = ("fit", "--model", "Qwen/Qwen3-235B-A22B", "--weights", "fp8_blocks")
check_refused(["the ranks cut a block of the experts' weights"], *QWEN, "--tensor-parallel", "8")
check(run(*QWEN, "--tensor-parallel", "8", "--expert-parallel", "--on", H200)[0] == 0, "experts whole on ranks")
check(fit(*QWEN[1:], "--on", H200)[1]["jobs"][0]["machines"][0]["split"]["tensor_parallel"] <= 4, "fewest GPUs")

# AWQ's groups of 128 inputs: of 13,824 each of 8 ranks would have 13 and a half. What is said of fewer bits is of those
# that there are.
LLAMA = ("--model", "llama-2-13b", "--context", "4096")
check_refused(["tensor parallelism cuts a block of the weights"], "fit", *LLAMA, "--weights", "int4_groups", "--tensor-parallel", "8")
check(run("fit", *LLAMA, "--weights", "int4_groups", "--tensor-parallel", "4", "--on", H200)[0] == 0, "27 groups")
check(fit(*LLAMA, "--tensor-parallel", "8", "--sequences", "100000", "--on", H200)[1]["jobs"][0]["machines"][0]["room"]["least_quantised"] == "none", "no format")

# Experts shared by more GPUs than reach each other over NVLink.
wide = ("fit", "--model", "deepseek-ai/DeepSeek-V3", "--weights", "fp8_blocks", "--context", "8192", "--data-parallel", "32", "--sequences", "32", "--expert-parallel", "--tensor-parallel", "1")
status, out, _ = run(*wide, "--on", H200)
check(status == 0 and "shared by 32 GPUs, and a scale-up domain has 8" in " ".join(out.split()), out)
check("scale-out" not in run(*wide, "--on", "GB300 NVL72")[1], "inside a rack")

# A sweep says the number that is missing.
status, out, _ = run("fit", "--model", "llama-2-7b", "--sweep", "context=1024,2048", "--on", H200)
check(status == 0 and "2,048" in out, out)
check(run("fit", "--model", "llama-2-7b", "--sweep", "context", "--on", H200)[0] == 0, "doubling")
check(run("fit", "--train", "--model", "llama-2-7b", "--tensor-parallel", "8", "--sweep", "sequence", "--on", H200)[0] == 0, "a sweep of sequences")

# A sweep of formats and shares: each line is the job that says so.
SERVE = ("--model", "llama-3.1-8b", "--context", "8192", "--sequences", "4", "--tensor-parallel", "1", "--on", H100)
for key, values in (("weights", ["bf16", "fp8", "int4_groups"]), ("kv_cache", ["bf16", "fp8"]), ("memory_share", [0.5, 0.9]), ("shared_prefix", [0, 1, 0.25]),
                    ("engine", ["vLLM", "SGLang"])):
    texts = [str(each) for each in values]
    status, found = fit(*SERVE, "--sweep", f"{key}={','.join(texts)}")
    lines = found["jobs"][0]["sweep"]["values"]
    check(status == 0 and [line["value"] for line in lines] == values, f"{key}: {found}")
    for line, text in zip(lines, texts):
        alone = fit(*SERVE, f"--{key.replace('_', '-')}", text)[1]["jobs"][0]["machines"][0]
        swept = line["machines"][0]
        check((swept["rank"], swept["outcome"]) == (alone["rank"], alone["outcome"]), f"{key} {text}: {swept} {alone}")
    out = run("fit", *SERVE, "--sweep", f"{key}={','.join(texts)}")[1]
    check(all(text in out for text in texts), out)
check_refused(["--sweep", '"fp9"', 'did you mean "fp8"'], "fit", *SERVE, "--sweep", "weights=bf16,fp9")
check_refused(["--sweep: memory_share=2", "from 0 to 1"], "fit", *SERVE, "--sweep", "memory_share=0.5,2")
check_refused(["--sweep: context=0", "from 1"], "fit", *SERVE, "--sweep", "context=0,1024")
check_refused(["--sweep: weights does not double"], "fit", *SERVE, "--sweep", "weights")
check_refused(["--sweep", '"kv_cache"'], "fit", "--train", "--model", "llama-3.1-8b", "--sequence", "4096", "--sweep", "kv_cache=fp8")

# What is missing is named, and what an option takes is in the help; a GPU is in machines, and a price in a region.
check_refused(["--sequence is missing", "tokens of a sequence"], "fit", "--train", "--model", "llama-3.1-8b")
check_refused(["--context: a value is missing: Tokens of a sequence", "headroom fit --help"], "fit", "--model", "llama-3.1-8b", "--context")
check_refused(["--adapters is missing"], "fit", "--model", "llama-3.1-8b", "--adapter-rank", "8")
check_refused(["no routed experts to adapt"], *PLAIN, "--adapter-rank", "8", "--adapted", "experts")
check(run("fit", "--train", "--model", "mixtral-8x7b", "--sequence", "4096", "--adapter-rank", "8", "--adapted", "experts")[0] == 0, "experts to adapt")
check_refused(["leave another without a layer"], *PLAIN, "--pipeline-parallel", "4", "--first-stage-layers", "32")
check_refused(["leave another without a layer"], *PLAIN, "--pipeline-parallel", "4", "--last-stage-layers", "30")
check(run(*PLAIN, "--pipeline-parallel", "4", "--first-stage-layers", "29")[0] == 0, "a layer each")
check_refused(["--on", '"H100" is a GPU', f"H100-SXM5-80GB in {H100}", "H100-NVL-94GB in Standard_NC40ads_H100_v5"], "fit", "--model", "llama-3.1-8b", "--on", "H100")
check("on Standard_ND96isr_MI300X_v5" in run("fit", "--model", "llama-3.1-8b", "--on", "mi300x")[1], "the one machine with a GPU")
check_refused(["--smallest", '"h100-sxm5" is a GPU', H100], "fit", "--model", "llama-3.1-8b", "--smallest", "h100-sxm5")
check_refused(["--region", '"nowhere"', "eastus"], "fit", "--model", "llama-3.1-8b", "--on", H100, "--region", "nowhere")
status, printed = run("fit", "--model", "llama-3.1-8b", "--smallest", H100, "--region", "eastus")[:2]
check(status == 0 and printed.splitlines()[1].endswith("/h"), f"a price an hour, of a region that is known: {printed[:99]}")
for words in ("else vLLM: vLLM, SGLang, TensorRT-LLM, PyTorch", "none, selective, alternate_products, full"):
    check(words in " ".join(run("fit", "--help")[1].split()), words)
check("Each GPU needs" in run("fit", "--train", "--model", "llama-3.1-8b", "--sweep", "sequence=1024,2048")[1].splitlines()[1], "a sweep without machines")

# Nonsense.
check_refused(["--context is missing", "longest"], "fit", "--model", "llama-2-7b")
check_refused(["--model is missing"], "fit", "--weights", "fp8")
check_refused(["no job"], "fit")
check_refused(["--model", '"nonsense"'], "fit", "--model", "nonsense")
check_refused(["--weights", 'did you mean "fp8"'], "fit", "--model", "llama-3.1-8b", "--weights", "fp9")
check_refused(["--concurrent-sequences", "whole number"], "fit", "--model", "llama-3.1-8b", "--sequences", "many")
check_refused(["--micro-batch", "--train"], "fit", "--model", "llama-3.1-8b", "--micro-batch", "1")
check_refused(["--kv-cache", "--train"], "fit", "--train", "--model", "llama-3.1-8b", "--kv-cache", "fp8")
check_refused(["--offload", "expected weights"], "fit", "--train", "--model", "llama-3.1-8b", "--sequence", "4096", "--offload", "disk")
check_refused(["attention heads"], "fit", "--model", "llama-3.1-8b", "--tensor-parallel", "5")
check_refused(["--on", '"nosuch"'], "fit", "--model", "llama-3.1-8b", "--on", "nosuch")
check_refused(["--on", "MACHINE=4"], "fit", "--model", "llama-3.1-8b", "--on", f"{H200}=some")
check_refused(["--on", '"0"', "MACHINE=4"], "fit", "--model", "llama-3.1-8b", "--on", f"{H200}=0")
check_refused(["--sweep", '"colour"', "context"], "fit", "--model", "llama-3.1-8b", "--sweep", "colour")
check_refused(["--sweep", '"x"'], "fit", "--model", "llama-3.1-8b", "--sweep", "context=1,x")
check_refused(["--smallest"], "fit", "--model", "llama-3.1-8b", "--smallest", "--sweep", "tp")

# Bars are of blocks where the terminal has them, else of ASCII alone.
for locale, is_ascii in (("C.UTF-8", False), ("C", True), ("de_DE.utf8", False)):
    done = subprocess.run([sys.argv[1], "fit", *CHAT, "--on", H200], capture_output=True, timeout=60,
                          env=dict(os.environ, LC_ALL=locale, COLUMNS="80"))
    text = done.stdout.decode()
    check(text.isascii() == is_ascii and ("#####" in text) == is_ascii, f"{locale}: {text}")
    check(all(len(line) <= 80 for line in text.splitlines()), f"{locale}: wider than 80 columns")

finish()
