#!/usr/bin/env python3
"""`headroom estimate --sweep` as its users run it: test_sweep.py PROGRAM"""

import csv
import io
import json
import subprocess
import sys

sys.dont_write_bytecode = True

from checks import check, check_refused, finish, is_watched, run

H100, H200, V100 = "Standard_ND96isr_H100_v5", "Standard_ND96isr_H200_v5", "Standard_ND40rs_v2"
LLAMA = ("--train", "--model", "llama-3.1-70b", "--sequence", "8192", "--data-parallel", "4")
CHAT = ("--model", "llama-3.1-70b", "--weights", "fp8", "--context", "8192")


def near(a, b):
    return abs(a / b - 1) < 1e-12


def sweep(*arguments):
    status, out, error = run("estimate", *arguments)
    check(not error, f"{arguments}: {error}")
    return status, list(csv.DictReader(io.StringIO(out)))


def alone(*arguments):
    return json.loads(run("estimate", *arguments, "--json")[1])["jobs"][0]["machines"][0]


# ---- training: a grid, the last sweep fastest, each row the estimate of that job by itself
status, rows = sweep(*LLAMA, "--sweep", "tp=3,8", "--sweep", "global_batch=512,1024", "--sweep", "pp=2,4", "--on", H100, V100, "--region", "eastus", "--tokens", "1T")
check(status == 0 and len(rows) == 16, f"exit {status}, {len(rows)} rows")
order = [(row["tensor_parallel"], row["global_batch"], row["pipeline_parallel"], row["machine"]) for row in rows]
check(order == [(tp, batch, pp, on) for tp in "38" for batch in ("512", "1024") for pp in "24" for on in (H100, V100)], f"{order}")
known = [row for row in rows if row["step_seconds"]]
check(len(known) >= 2 and all(row["outcome"] == "fits" and not row["why"] for row in known), f"{known}")
check(all(row["why"] and row["outcome"] != "fits" and not row["tokens_per_second"] for row in rows if row not in known), "a row without a figure says why")
check(all("divide the attention heads" in row["why"] for row in rows if row["tensor_parallel"] == "3"), "of a job that cannot be")
row = known[0]
one = alone(*LLAMA, "--tensor-parallel", row["tensor_parallel"], "--pipeline-parallel", row["pipeline_parallel"], "--global-batch", row["global_batch"],
            "--on", row["machine"], "--region", "eastus", "--tokens", "1T")
for name, value in (("step_seconds", one["step_seconds"]), ("tokens_per_second", one["tokens_per_second"]), ("gpus", one["gpus"]), ("machines", one["machines"]),
                    ("tokens_per_second_per_gpu", one["tokens_per_second_per_gpu"]), ("dollars_per_hour", one["dollars_per_hour"]),
                    ("days", one["budget"]["days"]), ("dollars", one["budget"]["dollars"]), ("micro_batches", one["micro_batches"]),
                    ("step_seconds_low", one["step_seconds"] / (1 + one["band"]["highest_error"])),
                    ("tokens_per_second_high", one["tokens_per_second"] * (1 + one["band"]["highest_error"])),
                    ("mfu_6n", next(each["share"] for each in one["utilisation"] if each["by"] == "6N")),
                    ("dollars_per_million_tokens", one["dollars_per_hour"] / 3600 / one["tokens_per_second"] * 1e6)):
    check(near(float(row[name]), value), f"{name}: {row[name]}, not {value}")
check(row["binding"] == one["binding"]["part"], row["binding"])
# Where the layout is open each row has what is found for it, and what is chosen besides; degrees that are swept over alone are kept.
status, rows = sweep(*LLAMA, "--global-batch", "512", "--sweep", "virtual_stages=2,4", "--on", f"{H100}=16")
check(status == 0 and [row["virtual_stages"] for row in rows] == ["2", "4"], f"exit {status}: {rows}")
for row in rows:
    one = alone(*LLAMA, "--global-batch", "512", "--virtual-stages", row["virtual_stages"], "--on", f"{H100}=16")
    check([row[key] for key in ("micro_batch", "micro_batches", "recompute", "pipeline_parallel")] == [str(one[key]) for key in ("micro_batch", "micro_batches", "recompute")] + [str(one["split"]["pipeline_parallel"])], f"{row}, {one}")
    check(near(float(row["step_seconds"]), one["step_seconds"]) and one["virtual_stages"] == int(row["virtual_stages"]), f"{row}, {one}")

# ---- serving: of the load, too; each line of JSON is a row of CSV
SWEPT = (*CHAT, "--sweep", "weights=bf16,fp8", "--sweep", "prompt=1024,9000", "--sweep", "concurrency=1..2", "--tensor-parallel", "8", "--on", H100)
status, rows = sweep(*SWEPT)
check(status == 0 and [row["concurrency"] for row in rows] == ["1", "2"] * 4, f"exit {status}, {rows}")
lines = [json.loads(line) for line in run("estimate", *SWEPT, "--json")[1].splitlines()]
check(lines and [{key: "" if value is None else str(value) for key, value in line.items()} for line in lines] == rows, f"{lines[:1]} and {rows[:1]}")
check(all(("9000" == row["prompt"]) == ("8192 tokens" in row["why"]) for row in rows), "a prompt longer than the context")
one = alone(*CHAT, "--tensor-parallel", "8", "--on", H100, "--prompt", "1024", "--concurrency", "2")["loads"][0]
row = next(row for row in rows if (row["weights"], row["prompt"], row["concurrency"]) == ("fp8", "1024", "2"))
for name in ("ttft_seconds", "tpot_seconds", "tokens_per_second", "tokens_per_second_per_gpu", "tokens_per_second_per_user", "requests_per_second"):
    check(near(float(row[name]), one[name]), f"{name}: {row[name]}, not {one[name]}")
check(row["dollars_per_million_tokens"] == "", "no region, no price")
# Without a load the one that the job is about, and within a limit the most.
limited = alone(*CHAT, "--tensor-parallel", "8", "--on", H100, "--token-limit", "25")
for options, load in (((), limited["loads"][-1]), (("--token-limit", "25"), limited["within_limit"])):
    [row] = sweep(*CHAT, "--sweep", "tp=8", "--on", H100, *options)[1]
    check(row["concurrency"] == str(load.get("clients", "")) and near(float(row["tpot_seconds"]), load["tpot_seconds"]), f"{options}: {row}")

# ---- every setting of a job: words, lists of them, numbers that are not whole, yes and no, models; each row the estimate of the job that says so
MOE = ("--train", "--model", "mixtral-8x7b", "--sequence", "4096", "--tensor-parallel", "2", "--pipeline-parallel", "2", "--data-parallel", "4", "--expert-parallel", "4", "--global-batch", "64")
SHARED = (*CHAT[:2], "--context", "8192", "--tensor-parallel", "8", "--prompt", "1024", "--concurrency", "2")
for job, key, values in ((MOE, "formats", ("bf16_training", "fp8_training")), (MOE, "sequence_parallel", ("true", "false")), (MOE, "expert_imbalance", ("1", "1.5")), (MOE, "expert_capacity", ("1.25",)),
                         (MOE, "sharding", ("none", "zero-1")), (MOE, "framework", ("Megatron-LM", "Megatron-DeepSpeed")), (MOE, "recompute", ("none", "full")), (MOE, "recomputed", ("scores", "norms+scores")),
                         (MOE, "offload", ("optimizer",)), (MOE, "model", ("mixtral-8x7b", "mixtral-8x22b")), (SHARED, "engine", ("vLLM", "SGLang", "TensorRT-LLM")), (SHARED, "kv_cache", ("bf16", "fp8")),
                         (SHARED, "memory_share", ("0.85", "0.9")), (SHARED, "multiplied_in", ("bf16", "fp8")), (SHARED, "shared_prefix", ("0", "0.5"))):
    option = "--" + key.replace("_", "-")
    base = job if key != "model" else tuple(each for i, each in enumerate(job) if not (each == "--model" or job[i - 1] == "--model"))
    base = (*base, "--recompute", "selective") if key == "recomputed" else base
    status, rows = sweep(*base, "--sweep", f"{key}={','.join(values)}", "--on", f"{H100}=2")
    check(len(rows) == len(values), f"{key}: exit {status}, {rows}")
    for value, row in zip(values, rows):
        told = run("estimate", *base, option, value.replace("+", ","), "--on", f"{H100}=2", "--json")
        one = json.loads(told[1])["jobs"][0]["machines"][0] if told[0] != 2 else {}
        check(row[key] == value.replace("+", ",") or float(row[key]) == float(value), f"{key}: {row}")
        column = "step_seconds" if "--train" in base else "tpot_seconds"
        is_told = one.get(column) if "--train" in base else one["loads"][0][column] if one.get("loads") else None
        check((row[column] == "") == (is_told is None) and (is_told is None or near(float(row[column]), is_told)), f"{key}={value}: {row[column]!r}, not {is_told} ({row['why']}), {told[2]}")
# Numbers of the same grid are those of the job that is read again: degrees that go only with each other, too.
status, rows = sweep("--train", "--model", "llama-3.1-8b", "--sequence", "4096", "--data-parallel", "1", "--global-batch", "64", "--sweep", "tp=2,4", "--sweep", "sequence_parallel=true,false", "--sweep", "pp=2", "--on", H100)
check([(row["tensor_parallel"], row["sequence_parallel"]) for row in rows] == [("2", "true"), ("2", "false"), ("4", "true"), ("4", "false")], f"{rows}")
check(rows[1]["step_seconds"] and rows[3]["step_seconds"] and rows[2]["step_seconds"] != rows[3]["step_seconds"], f"{rows}")

# ---- options that change nothing of any row are told beside the rows, which stay pure
TRAINED = ("estimate", "--train", "--model", "llama-3.1-8b", "--sequence", "4096", "--global-batch", "64", "--data-parallel", "1", "--on", f"{H100}=1")
status, out, error = run(*TRAINED, "--sweep", "tp=4,8", "--graphs", "--oversubscription", "2:1", "--months", "6")
check(status == 0 and len(list(csv.DictReader(io.StringIO(out)))) == 2, out)
check(error == "headroom: of all rows: Have no effect on the step: --graphs, --oversubscription.\n", error)
status, out, error = run(*TRAINED, "--sweep", "tp=4,8", "--tensor-overlap", "none")
check(not error, f"an option that changes rows: {error}")
status, out, error = run(*TRAINED[:-1], f"{H100}=2", "--sweep", "pp=1,2", "--tensor-parallel", "8", "--oversubscription", "2:1")
check(not error, f"an option that changes one of two rows: {error}")
check("no effect on the step: --oversubscription" in run("estimate", *CHAT, "--sweep", "tp=4,8", "--on", H100, "--oversubscription", "2:1")[2], "of servers, too")

# ---- exit status, and what comes while it is made
check(sweep(*CHAT, "--sweep", "tp=1", "--on", V100)[0] == 1, "none fits")
check(sweep(*CHAT, "--sweep", "tp=3", "--on", H100)[0] == 3, "there is no such job")
ROWS = 1000 if is_watched else 2953
MANY = ("estimate", *CHAT, "--sweep", f"context=2048..{2047 + ROWS}", "--tensor-parallel", "8", "--on", H100)
status, out, error = run(*MANY, "--progress")
check(status == 0 and out.count("\n") == ROWS + 1 and error.splitlines()[-1].startswith(f"{ROWS:,} of {ROWS:,} rows, 100 %"), error)
# Rows come before the last is made: who reads one may go.
reader = subprocess.Popen([sys.argv[1], *MANY[:-6], "--sweep", "context=2048..1000000", *MANY[-4:]], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
check(reader.stdout.readline().startswith(b"context,machine,outcome,why,") and reader.poll() is None, "streamed")
reader.kill()
reader.wait()
reader.stdout.close()

# ---- bad input, before any row
for words, options in ((["KEY=1..64"], ["=1"]), (["nothing that is called", "global_batch", "formats"], ["colour=1"]), (["goes down"], ["tp=8..1"]),
                       (["too many values"], ["tp=1..2000000"]), (["\"x\" is no whole number"], ["tp=x"]), (["whole number"], ["tp=1.."]),
                       (["twice"], ["tp=1", "tensor_parallel=2"]), (["excludes"], ["tp", "--compare"])):
    swept = [each for option in options for each in (("--sweep", option) if "=" in option or option == "tp" else (option,))]
    check_refused(words, "estimate", *LLAMA, *swept, "--on", H100)
for percentiles in (("--request-rate", "1"), ("--slo", "ttft=1s"), ("--simulate",)):
    check_refused(["--sweep excludes " + percentiles[0]], "estimate", *CHAT, "--sweep", "tp=8", *percentiles, "--on", H100)
check_refused(["--storage-bandwidth", "--sweep"], "estimate", *CHAT, "--sweep", "tp=8", "--storage-bandwidth", "10GB/s", "--on", H100)
for clients in (("--concurrency", "4"), ("--sweep", "concurrency=1,4")):  # the limit says how many there are
    check_refused(["limit", "concurrency"], "estimate", *CHAT, "--sweep", "tp=8", *clients, "--token-limit", "25", "--on", H100)
check_refused(["prompt does not double"], "estimate", *CHAT, "--sweep", "prompt", "--on", H100)
for words, swept in ((["weights=fp9", '"fp8"'], "weights=fp9"), (["memory_share=2", "from 0 to 1"], "memory_share=0.9,2"), (["expert_parallel=perhaps", "true or false"], "expert_parallel=perhaps"),
                     (["engine=x", "vLLM"], "engine=x"), (["expert_imbalance=0.5", "from 1"], "expert_imbalance=0.5"), (["answer_lengths=x"], "answer_lengths=x"), (["model=nobody"], "model=nobody"),
                     (["engine does not double", "engine=VALUE"], "engine")):
    check_refused(words, "estimate", *CHAT, "--sweep", swept, "--on", H100)
for words, swept in ((["formats=nope", "fp8_training"], "formats=nope"), (["offload=weights,walls", '"walls"'], "offload=weights+walls"), (["dropout=1", "true or false"], "dropout=1"), (["expert_capacity=x"], "expert_capacity=x")):
    check_refused(words, "estimate", *LLAMA, "--global-batch", "512", "--sweep", swept, "--on", H100)
check_refused(["called \"colour\"", "prompt", "concurrency"], "estimate", *CHAT, "--sweep", "colour=1", "--on", H100)
check_refused(["--progress"], "estimate", *CHAT, "--progress", "--on", H100)
check_refused(["no machine"], "estimate", *CHAT, "--sweep", "tp")

finish()
