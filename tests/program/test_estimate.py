#!/usr/bin/env python3
"""`headroom estimate` as its users run it: test_estimate.py PROGRAM SOURCE_DIR"""

import json
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True

from checks import check, check_refused, finish, is_watched, run

H100, H200, A100 = "Standard_ND96isr_H100_v5", "Standard_ND96isr_H200_v5", "Standard_ND96amsr_A100_v4"
SOURCE = pathlib.Path(sys.argv[2])
LLAMA = ("--train", "--model", "llama-3.1-70b", "--sequence", "8192")
SPLIT = (*LLAMA, "--tensor-parallel", "8", "--pipeline-parallel", "4", "--data-parallel", "4", "--global-batch", "512")


def near(a, b, within=1e-9):
    return abs(a / b - 1) < within


def estimates(*arguments):
    """The machines' estimates of one job."""
    status, out, error = run("estimate", *map(str, arguments), "--json")
    check(not error, f"{arguments}: {error}")
    return status, json.loads(out)["jobs"][0]["machines"] if out else []


def job_of(*arguments):
    """What is said of one job beside its machines."""
    return json.loads(run("estimate", *map(str, arguments), "--json")[1])["jobs"][0]


# ---- a step is its parts, and the figures follow from it
status, [found] = estimates(*SPLIT, "--on", H100, "--tokens", "1T", "--region", "eastus")
check(status == 0 and found["outcome"] == "fits", f"exit {status}, {found['outcome']}")
step = found["step"]
check(near(sum(part["exposed"] for part in step["parts"].values()), step["seconds"]), f"parts add up: {step}")
check(step["tokens"] == 512 * 8192 and found["gpus"] == 128 and found["machines"] == 16, f"{step['tokens']}, {found['gpus']}")
check(near(found["tokens_per_second"], 512 * 8192 / step["seconds"]), "tokens a second")
check(near(found["tokens_per_second_per_gpu"], found["tokens_per_second"] / 128), "of a GPU")
check(all(part["exposed"] >= 0 and part["hidden"] >= 0 for part in step["parts"].values()), f"{step['parts']}")

# 70,553,706,496 parameters: six operations each; 1,979 TFLOPS of fp16 with sparsity are 989.5 without.
by = {(each["kind"], each["by"]): each for each in found["utilisation"]}
check(set(by) == {("mfu", "Megatron"), ("mfu", "NeMo"), ("mfu", "PaLM"), ("mfu", "6N"), ("hfu", "as computed")}, f"{set(by)}")
check(by["mfu", "6N"]["operations_per_token"] == 6 * 70553706496, f"6N: {by['mfu', '6N']}")
check(by["mfu", "6N"]["peak"] == 989.5e12, f"peak: {by['mfu', '6N']}")
check(near(by["mfu", "6N"]["share"], 6 * 70553706496 * found["tokens_per_second_per_gpu"] / 989.5e12), "MFU of 6N")
# 80 layers, 64 heads of 128: 12 L H Q T more.
check(near(by["mfu", "PaLM"]["operations_per_token"], 6 * 70553706496 + 12 * 80 * 64 * 128 * 8192), f"PaLM: {by['mfu', 'PaLM']}")

# ---- what no measured step has says so: the rows have 1F1B, ring exchanges and overlap as it was measured, and no capacity of experts
check(found["not_measured"] == [] and "Not measured:" not in run("estimate", *SPLIT, "--on", H100)[1], f"{found['not_measured']}")
EXPERTS = ("--train", "--model", "deepseek-v3", "--sequence", "4096", "--data-parallel", "32", "--expert-parallel", "32", "--pipeline-parallel", "8", "--recompute", "full",
           "--global-batch", "4096", "--formats", "fp8_training", "--on", f"{H200}=32")
for more, *said in ((SPLIT, "--tensor-overlap", "ring"), (SPLIT, "--tensor-overlap", "bulk"), (SPLIT, "--pipeline-schedule", "zero_bubble_h1"),
                    ((*LLAMA, "--tensor-parallel", "4", "--pipeline-parallel", "4", "--data-parallel", "4", "--global-batch", "512", "--context-parallel", "2"), "--context-exchange", "all_to_all"), (EXPERTS, "--expert-capacity", "1.5")):
    where = () if more is EXPERTS else ("--on", H100)
    without, with_it = (estimates(*more, *where, *options)[1][0]["not_measured"] for options in ((), said))
    check(without == [] and len(with_it) == 1, f"{said}: {without}, {with_it}")
    check(f"Not measured: {with_it[0]}." in " ".join(run("estimate", *more, *where, *said)[1].split()), f"{said}")

# ---- a token budget: $98.32 an hour in eastus, 700 W a GPU
budget = found["budget"]
check(near(budget["days"], 1e12 / found["tokens_per_second"] / 86400), f"{budget}")
check(near(budget["gpu_hours"], budget["days"] * 24 * 128), f"{budget}")
check(near(found["dollars_per_hour"], 16 * 98.32) and near(budget["dollars"], budget["days"] * 24 * 16 * 98.32), f"{budget}")
check(near(budget["most_joules"], 128 * 700 * budget["days"] * 86400) and budget["joules_of"] == "the GPUs alone", f"{budget}")
unpriced = estimates(*SPLIT, "--on", H100, "--tokens", "1e12")[1][0]
check(unpriced["dollars_per_hour"] is None and unpriced["budget"]["dollars"] is None, "no region, no price")
check(near(unpriced["budget"]["days"], budget["days"]), "1T is 1e12")
words = " ".join(run("estimate", *SPLIT, "--on", H100, "--tokens", "1T")[1].split())
check("dollars not known no price of the machine in a region that was named: --region" in words, words)
check("MWh" in words and "at most, the GPUs alone at their rated power all the time" in words, words)
# A rack's own power counts before that of its GPUs: 142 kW.
rack = estimates(*LLAMA, "--global-batch", "512", "--on", "GB300 NVL72=1", "--tokens", "1T")[1][0]["budget"]
check(rack["joules_of"] == "the machines" and near(rack["most_joules"], 142e3 * rack["days"] * 86400), f"{rack}")

# ---- each figure's band: what was measured is our time over one and the error
def rounded(x, digits=3):
    text = f"{float(f'{x:.{digits - 1}e}'):,.10f}".rstrip("0").rstrip(".")
    return text


band = found["band"]
check(band["figures"] > 0 and band["lowest_error"] < band["highest_error"] and "Hopper (GH100) in 16 bits, dense" in band["measured"] and "why" not in band, f"{band}")
least, most = 1 / (1 + band["highest_error"]), 1 / (1 + band["lowest_error"])
check(f"Measured, that may be {rounded(step['seconds'] * least)} to {rounded(step['seconds'] * most)} s a step, "
      f"{rounded(found['tokens_per_second'] / most)} to {rounded(found['tokens_per_second'] / least)} tokens/s" in words, words)
check(f"days {rounded(budget['days'], 4)} {rounded(budget['days'] * least)} to {rounded(budget['days'] * most)}" in words, words)
nearest = estimates(*SPLIT, "--on", "GB300 NVL72")[1][0]["band"]
check(nearest["figures"] > 0 and nearest["why"].startswith("no measured, unfitted step on Blackwell Ultra") and "band of" in nearest["why"], f"{nearest}")
status, [unmeasured] = estimates(*SPLIT, "--on", "Standard_ND96isr_MI300X_v5")
check(status == 0 and unmeasured["band"]["figures"] == 0 and unmeasured["band"]["lowest_error"] is None and "no measured, unfitted step on CDNA 3" in unmeasured["band"]["why"],
      f"{unmeasured['band']}")
amd = " ".join(run("estimate", *SPLIT, "--on", "Standard_ND96isr_MI300X_v5")[1].split())
check("How far off it may be is not known: no measured, unfitted step on CDNA 3" in amd and "Measured, that may be" not in amd, amd)

# ---- what binds: twice of everything that a step waits for halves that part
for key, least in (("matrix_rate", 1.2), ("memory_bandwidth", 1.001), ("scale_up_bandwidth", 1.001), ("scale_out_bandwidth", 1.0)):
    check(least <= found["times_with_twice"][key] <= 2, f"{key}: {found['times_with_twice']}")
products = sum(step["parts"].get(part, {"exposed": 0})["exposed"] for part in ("projections", "networks", "experts", "head"))
check(found["binding"]["part"] == "matrix products" and near(found["binding"]["share"], products / step["seconds"]), f"{found['binding']}")
explained = " ".join(run("estimate", *SPLIT, "--on", H100, "--explain")[1].split())
check("What binds" in explained and "with twice the tokens/s" in explained and "What binds" not in words, explained)
# Of several machines each is explained, those that it fits on.
# Of a chip that was measured power holds the clock: of 700 W all of the stated one, of 500 W (5/7)^(3/4), and of twice the stated peak half; of another chip nothing says it.
def own_gpu(architecture, watts, times):
    gpu = {"architecture": architecture, "memory_as_sold": "80 GiB", "driver_memory": "81559 MiB", "memory_bandwidth": "3.35 TB/s", "scale_up_per_gpu": "450 GB/s",
           "tdp": f"{watts} W", "multiprocessors": 132, "rates": {"bf16": {"tensor_dense": f"{989.5 * times} TFLOPS"}}}
    size = {"gpu": "mine", "gpus": 8, "vcpus": 96, "system_memory": "1900 GiB", "scale_up_domain_gpus": 8, "source": "test"}
    job = {"train": {"model": "llama-3.1-8b", "sequence": 4096, "tensor_parallel": 2, "data_parallel": 4, "global_batch": 16}}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "own.json"
        path.write_text(json.dumps({"format": 1, "name": "own", "define": {"gpus": {"mine": gpu}, "sizes": {"own": size}}, "machines": [{"size": "own", "count": 1}], "job": job}), encoding="utf-8")
        return estimates(str(path))[1][0]["step"]["seconds"], " ".join(run("estimate", str(path), "--explain")[1].split())


seconds, said = zip(*(own_gpu(*each) for each in (("Hopper (GH100)", 700, 1), ("Hopper (GH100)", 700, 2), ("Hopper (GH100)", 500, 1), ("another", 700, 1), ("another", 700, 2))))
check(near(seconds[0], seconds[1], 0.01) and seconds[2] > seconds[0] and seconds[4] < 0.9 * seconds[3], f"{seconds}")
for text, held in zip(said, ("100 %", "50 %", "77.7 %")):
    check(f"Twice the matrix rate is with the power for it. At its own a GPU holds {held} of the clock that its peak is stated at, and of the same chip a higher stated peak brings hardly anything." in text, text)
check(all("Twice the matrix rate is" not in text for text in said[3:]), f"{said[3:]}")

several = run("estimate", *SPLIT, "--on", H100, H200, f"{H100}=1", "--explain")[1]
check(sorted(line for line in several.splitlines() if "What binds" in line) == [f"What binds on {each}" for each in (H100, H200)], several)

# ---- without a layout: none that is asked for by itself and has room is faster
status, [best] = estimates(*LLAMA, "--global-batch", "512", "--on", f"{H100}=16")
check(status == 0 and best["gpus"] <= 128 and best["layouts_tried"] > best["layouts_with_room"] > 4, f"{best}")
five = [best, *best["next_layouts"]]
check([each["tokens_per_second"] for each in five] == sorted((each["tokens_per_second"] for each in five), reverse=True) and len(five) == 5, "the runner-up is slower")
for each in five:
    layout = [word for key, value in [*each["split"].items(), *((key, each[key]) for key in ("virtual_stages", "micro_batch", "recompute"))] for word in ("--" + key.replace("_", "-"), value)]
    layout += ["--recomputed", ",".join(each["recomputed"])] if each["recomputed"] else []
    layout += ["--embedding-as-layer", "--head-as-layer"] if 80 % (each["split"]["pipeline_parallel"] * each["virtual_stages"]) else []  # of 80 layers and two ends
    status, [one] = estimates(*LLAMA, "--global-batch", "512", *layout, "--on", f"{H100}=16")
    check(status == 0 and near(one["tokens_per_second"], each["tokens_per_second"]), f"{layout}: {one['tokens_per_second']}, {each['tokens_per_second']}")
with_room = 0
for tensor in (1, 2, 4, 8):
    for pipeline in (1, 2, 4, 8, 16, 32):
        if tensor * pipeline > 128 or (tensor * pipeline < 8 and pipeline > 1):
            continue
        status, [one] = estimates(*LLAMA, "--global-batch", "512", "--tensor-parallel", tensor, "--pipeline-parallel", pipeline,
                                  "--data-parallel", 128 // (tensor * pipeline), "--on", f"{H100}=16")
        check(status in (0, 1), f"TP {tensor}, PP {pipeline}: exit {status}")
        with_room += status == 0
        check(status == 1 or one["tokens_per_second"] <= best["tokens_per_second"] * (1 + 1e-12), f"TP {tensor}, PP {pipeline} is faster")
        is_told = any((each["split"]["tensor_parallel"], each["split"]["pipeline_parallel"]) == (tensor, pipeline) for each in five)
        check(status == 1 or is_told or one["tokens_per_second"] <= five[-1]["tokens_per_second"] * (1 + 1e-12), f"TP {tensor}, PP {pipeline} is faster than the fifth, and not told")
check(with_room > 4, f"{with_room} have room")
words = " ".join(run("estimate", *LLAMA, "--global-batch", "512", "--on", f"{H100}=16")[1].split())
check(f"of {best['layouts_tried']} tried" in words and "The runner-up," in words and "% slower" in words, words)
# It is what plan finds on as many machines, also where degrees are said alone, which fit takes, too.
def planned_as(*asked, on, count):
    """What estimate and plan say of a job on so many machines: the split, what is chosen besides, and seconds of a step."""
    keys = ("tensor_parallel", "pipeline_parallel", "data_parallel", "context_parallel", "expert_parallel")
    status, [found] = estimates("--train", *asked, "--on", f"{on}={count}")
    answer = json.loads(run("plan", "--train", *asked, "--tokens", "1e12", "--objective", "time", "--machines", f"{on}={count}", "--json")[1])["jobs"][0]["plans"][0]
    check(status == 0 and "plan" in answer, f"{asked}: exit {status}: {answer}")
    plan = answer["plan"]
    batch, sequence = (int(asked[asked.index(f"--{key}") + 1]) for key in ("global-batch", "sequence"))
    check([found["split"][key] for key in keys] + [found[key] for key in ("micro_batch", "virtual_stages", "recompute", "recomputed")] ==
          [plan[key] for key in keys] + [plan[key] for key in ("micro_batch", "virtual_stages", "recompute", "recomputed")], f"{asked}: {found}, {plan}")
    check(near(found["step_seconds"] * 1e12 / (batch * sequence), plan["days"] * 86400, 1e-9), f"{asked}: {found['step_seconds']} s, {plan['days']} days")
    return found


DENSE = ("--model", "llama-3.1-70b", "--sequence", "8192", "--global-batch", "512")
SPARSE = ("--model", "qwen3-30b-a3b", "--sequence", "4096", "--global-batch", "512")
for asked, on, count in ((DENSE, H100, 16), ((*DENSE, "--virtual-stages", "4"), H100, 16), ((*DENSE, "--shards", "4"), H200, 8), ((*DENSE, "--micro-batch", "2", "--recompute", "none"), H100, 16),
                         (SPARSE, H100, 4), ((*SPARSE, "--expert-parallel", "1"), H100, 4), ((*SPARSE, "--expert-parallel", "4"), H100, 4), ((*SPARSE, "--expert-parallel", "4", "--data-parallel", "8"), H100, 4)):
    arranged = planned_as(*asked, on=on, count=count)
    for i in range(0, len(asked), 2):
        key = asked[i][2:].replace("-", "_")
        if key in ("virtual_stages", "micro_batch", "recompute", "expert_parallel", "data_parallel"):
            check(str(arranged.get(key, arranged["split"].get(key))) == asked[i + 1], f"{asked}: {arranged}")
    status, out, error = run("fit", "--train", *asked, "--on", f"{on}={count}")
    check(status == 0 and not error, f"fit {asked}: exit {status}: {out}{error}")
# What has room only with some of it computed again is found on machines that there are, and without machines there is nothing to find a layout for.
status, [tight] = estimates("--train", "--model", "llama-3.1-70b", "--sequence", "32768", "--global-batch", "64", "--on", f"{H100}=4")
check(status == 0 and tight["recompute"] != "none" and run("fit", "--train", "--model", "llama-3.1-70b", "--sequence", "32768", "--global-batch", "64", "--on", f"{H100}=4")[0] == 1, f"exit {status}: {tight}")
status, out, _ = run("fit", "--train", *SPARSE, "--expert-parallel", "4")
check(status == 3 and "(--on)" in " ".join(out.split()), f"exit {status}: {out}")
check_refused(["expert parallelism does not divide the experts"], "estimate", "--train", *SPARSE, "--expert-parallel", "7", "--on", H100)
# Five machines are no round number, and all of them are tried.
status, [five] = estimates("--train", "--model", "llama-3.1-8b", "--sequence", "8192", "--global-batch", "400", "--on", f"{H100}=5")
check(five["gpus"] == 40 and five["machines"] == 5, f"{five['gpus']} GPUs")
# Where no number of machines is said: the fewest that have room, as headroom fit finds.
fewest = json.loads(run("fit", *LLAMA, "--global-batch", "512", "--on", H100, "--json")[1])["jobs"][0]["machines"][0]["machines"]
check(estimates(*LLAMA, "--global-batch", "512", "--on", H100)[1][0]["machines"] <= fewest, "the fewest machines")

# ---- several machines side by side, the best first; those without an estimate last
status, several = estimates(*SPLIT, "--on", A100, H200, "Standard_ND40rs_v2", H100, "--tokens", "1T", "--region", "eastus")
check(status == 0, f"one that does it is enough: exit {status}")
rates = [each["tokens_per_second"] for each in several if "tokens_per_second" in each]
check(rates == sorted(rates, reverse=True) and several[-1]["machine"] == "Standard_ND40rs_v2" and several[-1]["why"], f"{several}")
_, by_money = estimates(*SPLIT, "--on", A100, H200, H100, "--tokens", "1T", "--region", "eastus", "--best-by", "money")
check(by_money[-1]["machine"] == H200 and by_money[-1]["dollars_per_hour"] is None, f"without a price it is last: {by_money}")
costs = [each["budget"]["dollars"] for each in by_money[:-1]]
check(costs == sorted(costs), f"{costs}")
_, by_gpu = estimates(*LLAMA, "--global-batch", "512", "--on", f"{H100}=16", "--best-by", "gpus")
check(by_gpu[0]["tokens_per_second_per_gpu"] >= best["tokens_per_second_per_gpu"], "the best of a GPU")
text = run("estimate", *SPLIT, "--on", A100, H200, "Standard_ND40rs_v2", columns=120)[1]
check(text.index(H200 + " ") < text.index(A100 + " ") and "Standard_ND40rs_v2: does not fit" in " ".join(text.split()), text)
listed = run("estimate", *LLAMA, "--global-batch", "512", "--on", f"{H100}=16", "--compare", columns=120)[1]
check(listed.count(f"  {H100}  ") == 5, listed)

# ---- settings that no job says change what they are of
base = found["step"]
for option, part in ((("--months", "10"), "networks"), (("--document", "1024"), "attention"), (("--tensor-overlap", "none"), "tensor_parallel"),
                     (("--tensor-overlap", "bulk"), "tensor_parallel"), (("--tensor-overlap", "ring"), "tensor_parallel"),
                     (("--no-data-overlap",), "data_parallel")):
    other = estimates(*SPLIT, "--on", H100, *option)[1][0]["step"]
    check(other["parts"][part]["exposed"] != base["parts"][part]["exposed"], f"{option}: {other['parts'][part]}")
check("(--tensor-overlap)" in words and "(--months)" in words, words)
for option, word in (((), "measured"), (("--tensor-overlap", "Ring"), "ring")):
    told = json.loads(run("estimate", *SPLIT, "--on", H100, "--json", *option)[1])["jobs"][0]["settings"]["tensor_overlap"]
    check(told == word, f"{option}: {told}")
check("(--tensor-overlap)" not in run("estimate", *SPLIT, "--on", H100, "--tensor-overlap", "bulk")[1], "an overlap that is said is not taken")
check("(--months)" not in run("estimate", *SPLIT, "--on", H100, "--months", "3")[1], "what is said is not taken")

# ---- what does not fit, or cannot be judged
status, out, _ = run("estimate", *LLAMA, "--tensor-parallel", "1", "--on", H100)
check(status == 1 and "Estimate: none, it does not fit" in out, out)
status, out, _ = run("estimate", "examples/deployments/training_job.json" if pathlib.Path("examples").exists() else str(SOURCE / "examples/deployments/training_job.json"))
check(status == 1 and "needs" in out, f"7 machines of the file, and it takes 8: exit {status}, {out}")
status, out, _ = run("estimate", *LLAMA, "--formats", "nvfp4_training", "--on", H100)
check(status == 1 and "fp4" in out, out)

status, [alone] = estimates(*LLAMA[:1], "--model", "llama-3.1-8b", "--sequence", "8192", "--on", "Standard_NC40ads_H100_v5")
check(status == 3 and "scale-out" in alone["why"], f"one GPU a machine, and no network between machines: exit {status}, {alone}")

# ---- bad input
check_refused(["no job"], "estimate", "--on", H100)
check_refused(["no machine", "--on"], "estimate", *LLAMA)
check_refused(["--tokens", "15T"], "estimate", *SPLIT, "--on", H100, "--tokens", "many")
check_refused(["--tokens"], "estimate", *SPLIT, "--on", H100, "--tokens", "-3")
check_refused(["--tokens"], "estimate", *SPLIT, "--on", H100, "--tokens", "nan")
check_refused(["--best-by"], "estimate", *SPLIT, "--on", H100, "--best-by", "colour")
# 112 GB at 19.2 GB/s, every 30 minutes
kept = estimates(*SPLIT, "--on", H100, "--slowest-gpu", "1.1", "--jitter", "20ms")[1][0]["step"]
stalled = estimates(*SPLIT, "--on", H100, "--slowest-gpu", "1.1", "--jitter", "20ms", "--checkpoint-interval", "30min",
                    "--checkpoint-size", "112GB", "--storage-bandwidth", "19.2GB/s")[1][0]["step"]
check(near(stalled["seconds"], kept["seconds"] * (1 + 112 / 19.2 / 1800)), f"{stalled['seconds']}, {kept['seconds']}")
check(near(kept["seconds"], step["seconds"] + kept["parts"]["waiting"]["exposed"]) and "checkpoints" not in kept["parts"], f"{kept}")
# A checkpoint of 70,553,706,496 parameters: 2 bytes of each, and 12 of Adam in mixed precision. Adapters are their own.
counted = job_of(*SPLIT, "--on", H100, "--checkpoint-interval", "30min", "--storage-bandwidth", "19.2GB/s")
stored = counted["storage"]
check(stored["weights_bytes"] == 2 * 70_553_706_496 and stored["optimizer_bytes"] == 12 * 70_553_706_496, f"{stored}")
check(near(stored["seconds"], 14 * 70_553_706_496 / 19.2e9) and near(counted["settings"]["checkpoint_stall_seconds"], stored["seconds"]), f"{counted['settings']}")
unsaid = job_of(*SPLIT, "--on", H100)["storage"]
check(unsaid["bytes"] == stored["bytes"] and unsaid["seconds"] is None and unsaid["bytes_per_second"] is None, f"{unsaid}")
check("987.8 GB, 141.1 GB of weights and 846.6 GB" in " ".join(run("estimate", *SPLIT, "--on", H100, "--storage-bandwidth", "19.2GB/s")[1].split()), "the size of a checkpoint is printed")
check("A checkpoint" not in run("estimate", *SPLIT, "--on", H100)[1], "its time is not known without a bandwidth")
# The files of Llama 3.1 8B hold 16,060,522,496 bytes (model.safetensors.index.json).
loaded = job_of("--model", "llama-3.1-8b", "--weights", "bf16", "--context", "4096", "--on", H100, "--storage-bandwidth", "10GB/s")["storage"]
check(loaded["bytes"] == 16_060_522_496 and near(loaded["seconds"], 1.6060522496), f"{loaded}")
check_refused(["--checkpoint-interval", "10 s"], "estimate", *SPLIT, "--on", H100, "--checkpoint-interval", "10s", "--storage-bandwidth", "19.2GB/s")
check_refused(["--slowest-gpu"], "estimate", *SPLIT, "--on", H100, "--slowest-gpu", "0.9")
for late in ("61min", "1e30s", "1e400s"):
    check_refused(["--jitter", late], "estimate", *SPLIT, "--on", H100, "--jitter", late)
check(near(estimates(*SPLIT, "--on", H100, "--jitter", "1h")[1][0]["step"]["parts"]["waiting"]["exposed"], 3600), "an hour of jitter")
check_refused(["--jitter", "20ms"], "estimate", *SPLIT, "--on", H100, "--jitter", "soon")
check_refused(["--checkpoint-interval", "10 s", "20 s"], "estimate", *SPLIT, "--on", H100, "--checkpoint-interval", "10s", "--checkpoint-stall", "20s")
check_refused(["--checkpoint-interval"], "estimate", *SPLIT, "--on", H100, "--checkpoint-interval", "10s", "--checkpoint-size", "1TB", "--storage-bandwidth", "1GB/s")
for alone in (("--checkpoint-interval", "30min"), ("--checkpoint-stall", "20s"), ("--checkpoint-interval", "30min", "--checkpoint-size", "1TB")):
    check_refused(["--checkpoint-interval", "--storage-bandwidth"], "estimate", *SPLIT, "--on", H100, *alone)
check_refused(["--months"], "estimate", *SPLIT, "--on", H100, "--months", "-1")
for none in ("-1", "0"):
    check_refused(["--document"], "estimate", *SPLIT, "--on", H100, "--document", none)
check_refused(["several machines are called", "Standard_ND96asr_v4", "Standard_ND96isr_H100_v5"], "estimate", *SPLIT, "--on", "Standard_ND96")
check_refused(["no machine is called", "Gaudi 3"], "estimate", *SPLIT, "--on", "Gaudi 3")
check_refused(["--region"], "estimate", *SPLIT, "--on", H100, "--region", "nowhere")

# ---- serving: the figures of each load follow from each other
CHAT = ("--model", "llama-3.1-70b", "--weights", "fp8", "--context", "8192")
TP8 = (*CHAT, "--tensor-parallel", "8")
status, [served] = estimates(*TP8, "--on", H100, "--region", "eastus", "--prompt", "2000", "--answer", "500", "--token-limit", "25")
check(status == 0 and served["gpus"] == 8 and served["prompt"] == 2000 and served["answer"] == 500, f"exit {status}, {served}")
check(near(served["dollars_per_gpu_hour"], 98.32 / 8), f"{served['dollars_per_gpu_hour']}")
for load in served["loads"]:
    ttft, tpot = load["ttft_seconds"], load["tpot_seconds"]
    check(near(load["requests_per_second"], load["clients"] / (ttft + 499 * tpot), 1e-3), f"a client's requests follow each other: {load}")
    check(near(load["tokens_per_second"], 500 * load["requests_per_second"]), "tokens of answers")
    check(near(load["tokens_per_second_per_gpu"], load["tokens_per_second"] / 8), "of a GPU")
    check(near(load["tokens_per_second_per_user"], 1 / tpot), "of a user")
    dollars = load["dollars_per_million"]
    check(near(dollars["answers_with_prompts"], 98.32 / 8 / 3600 / load["tokens_per_second_per_gpu"] * 1e6), f"{dollars}")
    check(near(500 * dollars["answers_with_prompts"], 2000 * dollars["prompts"] + 500 * dollars["answers"]), f"prompts and answers are all: {dollars}")
    # 69.5 billion parameters of the layers in a byte each, on eight times 3.35 TB/s.
    check(tpot > 68.4e9 / 8 / 3.35e12, f"faster than the weights can be read: {tpot}")
    parts = load["step"]
    check(all(part["seconds"] >= part["memory_seconds"] >= 0 for part in parts.values()), f"{parts}")
    check(0 < load["binding"]["share"] <= 1, f"{load['binding']}")
for less, more in zip(served["loads"], served["loads"][1:]):
    check(less["clients"] < more["clients"] and less["tpot_seconds"] <= more["tpot_seconds"], "more clients wait longer")
    check(less["tokens_per_second"] <= more["tokens_per_second"] * 1.001, "and together get no fewer tokens")
limited = served["within_limit"]
check(0.0249 < limited["tpot_seconds"] <= 0.025 + 1e-9 and served["loads"][0]["sequences"] < limited["sequences"] < served["loads"][-1]["sequences"], f"{limited}")
check("clients" not in limited, "sequences that are decoded at once are no clients")
check([load["clients"] for load in estimates(*TP8, "--on", H100, "--concurrency", "3,30")[1][0]["loads"]] == [3, 30], "--concurrency")

# Data-parallel ranks are an engine each: eight run eight times vLLM's own 1,024 sequences, whose cache is 48 layers x 2 x 4 heads x 128 x 2 bytes a
# token: 52 of some 141 GB of a GPU. Of a job that says no sequences each rank has one at least, so that ranks are looked at.
QWEN = ("--model", "qwen3-30b-a3b", "--weights", "fp8", "--context", "512")
ranks = estimates(*QWEN, "--tensor-parallel", "1", "--data-parallel", "8", "--expert-parallel", "--concurrent-sequences", "8", "--on", H200)[1][0]
check(ranks["loads"][-1]["clients"] == 8 * 1024, f"{[load['clients'] for load in ranks['loads']]}")
next_ones = estimates(*QWEN, "--best-by", "gpus", "--on", f"{H200}=1")[1][0]["next_layouts"]
check(any(each["split"]["data_parallel"] > 1 for each in next_ones), f"{next_ones}")

# Without a layout: no other that has room has its tokens sooner, or cheaper.
for by, key, sign in (("time", "tpot_seconds", 1), ("gpus", "tokens_per_second_per_gpu", -1)):
    [found] = estimates(*CHAT, "--sequences", "32", "--on", H100, "--best-by", by)[1]
    with_room = 0
    for tensor in (1, 2, 4, 8):
        status, [one] = estimates(*CHAT, "--sequences", "32", "--on", H100, "--tensor-parallel", tensor)
        with_room += status == 0
        check(status != 0 or sign * one["best"][key] >= sign * found["best"][key] * (1 - sign * 1e-12), f"{by}: TP {tensor} is better")
    check(with_room >= 2 and found["layouts_with_room"] >= with_room, f"{with_room} have room")
# Each figure says how far off it may be, and of what that is known.
words = " ".join(run("estimate", *TP8, "--on", H100, "--sequences", "64")[1].split())
check("Estimate: with 64 clients, TTFT" in words and "dense models on Hopper" in words and "no price of the machine in a region" in words, words)
for figure in ("ttft", "tpot", "tokens_per_second"):
    band = served["bands"][figure]
    check(band["figures"] >= 10 and band["lowest_error"] < band["highest_error"], f"{figure}: {band}")
check("(--prompt)" in words and "(--answer)" in words and "(--eager)" in words and "(--drafted)" in words, words)
eager = estimates(*TP8, "--on", H100, "--eager")[1][0]["loads"][0]
drafted = estimates(*TP8, "--on", H100, "--drafted", "3", "--accepted", "0.8")[1][0]["loads"][0]
usual = estimates(*TP8, "--on", H100)[1][0]["loads"][0]
check(eager["tpot_seconds"] > usual["tpot_seconds"] > drafted["tpot_seconds"], f"{eager}, {usual}, {drafted}")
several = estimates(*TP8, "--on", A100, H200, H100, "--sequences", "64")[1]
check([each["machine"] for each in several] == [H200, H100, A100], f"{[each['machine'] for each in several]}")
check(several[2]["outcome"] == "does not fit", "an A100 multiplies no fp8")

# ---- what binds: twice of anything makes nothing slower, and all of a step is bound by something
KEYS = {"matrix_rate", "memory_bandwidth", "scale_up_bandwidth", "scale_out_bandwidth", "host_speed"}
for job in (("--model", "llama-3.1-8b", "--context", "4096"), TP8, ("--model", "gpt-oss-120b", "--tensor-parallel", "2", "--context", "16384"),
            ("--model", "deepseek-r1", "--weights", "fp8", "--context", "4096", "--data-parallel", "8", "--expert-parallel", "--sequences", "64")):
    for clients in ("1", "32", "256"):
        status, [one] = estimates(*job, "--on", H200, "--concurrency", clients)
        explanation = one["explanation"]
        check(set(explanation["times_with_twice"]) == KEYS and explanation["clients"] == int(clients), f"{explanation}")
        for key, times in explanation["times_with_twice"].items():
            check(1 - 1e-3 <= times["tokens_per_second"] <= 2.001, f"{job}, {clients}, {key}: {times}")
            check(0.499 <= times["tpot"] <= 1 + 1e-3 and 0.499 <= times["ttft"] <= 1 + 1e-3, f"{job}, {clients}, {key}: {times}")
        for step in explanation["steps"].values():
            check(near(sum(step["shares"].values()), 1) and min(step["shares"].values()) >= 0, f"{step}")
        check(explanation["steps"]["prefill"]["seconds"] > explanation["steps"]["decode"]["seconds"], f"{explanation['steps']}")
explained = " ".join(run("estimate", *TP8, "--on", H100, "--sequences", "64", "--explain")[1].split())
check("What binds, with 64 clients" in explained and "with twice the" in explained and "host's speed" in explained and "What binds" not in words, explained)
several = run("estimate", *TP8, "--on", H100, H200, "--sequences", "64", "--explain")[1]
check(sorted(line for line in several.splitlines() if "What binds" in line) == [f"What binds on {each}, with 64 clients" for each in (H100, H200)], several)

# ---- an engine of before CUDA graphs is slower
old = estimates(*TP8, "--on", H100, "--engine-month", "202311")[1][0]["loads"][0]
check(old["tpot_seconds"] > usual["tpot_seconds"] + 0.008, f"{old}, {usual}")
check(estimates(*TP8, "--on", H100, "--engine-month", "202601")[1][0]["loads"][0] == usual, "one of 2026 is of today's")
check_refused(["month", "202311"], "estimate", *TP8, "--on", H100, "--engine-month", "2023")

# ---- percentiles of latency
def latencies(*arguments):
    return estimates(*TP8, "--on", H100, *arguments)[1][0]["latencies"]


few, many, too_many, within = latencies("--request-rate", "1,4,1000", "--slo", "ttft=500ms,tpot=25ms", "--prompt", "1000", "--answer", "500")
for line in (few, many, within):
    for times in (line["ttft_seconds"], line["tpot_seconds"], line["request_seconds"]):
        check(0 < times["p50"] <= times["p90"] <= times["p99"], f"{line}")
    # Little's law: who decodes came while one does.
    check(near(line["sequences"], line["requests_per_second"] * 499 * line["tpot_seconds"]["mean"], 0.01), f"{line}")
    check(near(line["tokens_per_second"], 500 * line["requests_per_second"]) and near(line["tokens_per_second_per_gpu"], line["tokens_per_second"] / 8), f"{line}")
check(few["by"] == "approximation" and few["requests_per_second"] == 1 and few["tpot_seconds"]["p99"] < many["tpot_seconds"]["p99"], f"{few}, {many}")
check(too_many["why"].startswith("not stable: a replica answers at most") and too_many["most_requests_per_second"] == few["most_requests_per_second"], f"{too_many}")
check(within["load"] == "within_limits" and 0.0245 < within["tpot_seconds"]["p99"] <= 0.025 and within["ttft_seconds"]["p99"] <= 0.5, f"{within}")
[simulated] = latencies("--request-rate", "4", "--simulate", "--prompt", "1000", "--answer", "500")
check(simulated["by"] == "simulation" and near(simulated["tpot_seconds"]["mean"], many["tpot_seconds"]["mean"], 0.15), f"{simulated}, {many}")
if not is_watched:
    check([simulated] == latencies("--request-rate", "4", "--simulate", "--prompt", "1000", "--answer", "500", "--seed", "1"), "a seed says all")
    check(simulated != latencies("--request-rate", "4", "--simulate", "--prompt", "1000", "--answer", "500", "--seed", "2")[0], "seeds differ")
spread = latencies("--request-rate", "4", "--answer-spread", "1", "--prompt", "1000", "--answer", "500")[0]
check(spread["request_seconds"]["p99"] > 2 * many["request_seconds"]["p99"], f"{spread}")
# Lengths by quantiles: those that say no more than a mean change nothing, a long tail waits, and a simulation draws from them.
alike = latencies("--request-rate", "4", "--prompt-lengths", "1000=1", "--answer-lengths", "p0=500,p100=500")[0]
check(near(alike["request_seconds"]["p99"], many["request_seconds"]["p99"]), f"{alike}, {many}")
TAIL = ("--prompt-lengths", "p50=400,p90=2000,p100=6000", "--answer-lengths", "1-400=60,400-1000=40")
tail = latencies("--request-rate", "2", *TAIL)[0]
drawn = latencies("--request-rate", "2", "--simulate", *TAIL)[0]
check(near(tail["request_seconds"]["mean"], drawn["request_seconds"]["mean"], 0.15) and near(tail["ttft_seconds"]["p99"], drawn["ttft_seconds"]["p99"], 0.25), f"{tail}, {drawn}")
means = estimates(*TP8, "--on", H100, *TAIL)[1][0]
check(means["prompt"] == round(0.5 * 200.5 + 0.4 * 1200 + 0.1 * 4000) and means["answer"] == round(0.6 * 200.5 + 0.4 * 700), f"{means['prompt']}, {means['answer']}")
words = " ".join(run("estimate", *TP8, "--on", H100, *TAIL)[1].split())
check("the mean of prompt_lengths" in words and "(--prompt)" not in words, words)
check_refused(["--prompt-lengths", "p100, is missing"], "estimate", *TP8, "--on", H100, "--prompt-lengths", "p50=400")
check_refused(["--prompt", "prompt_lengths"], "estimate", *TP8, "--on", H100, "--prompt-lengths", "400=1", "--prompt", "100")
check_refused(["answer_lengths", "8192 tokens"], "estimate", *TP8, "--on", H100, "--answer-lengths", "p50=400,p100=9000")
clients = latencies("--simulate", "--concurrency", "2,8", "--answer", "100")
check([line["clients"] for line in clients] == [2, 8] and all(line["load"] == "clients" for line in clients), f"{clients}")
check(latencies("--slo", "tpot=1ms")[0]["why"] == "a request by itself takes longer", "--slo")
words = " ".join(run("estimate", *TP8, "--on", H100, "--request-rate", "1,1000", "--slo", "tpot=25ms")[1].split())
check("1,000 requests a second: not stable: a replica answers at most" in words and "a p99 of TPOT of 25 ms or less" in words and "--prompt-lengths" in words, words)
check("How long requests take" not in run("estimate", *TP8, "--on", H100)[1], "not asked")
ranks = estimates("--model", "deepseek-r1", "--weights", "fp8", "--context", "4096", "--tensor-parallel", "1", "--data-parallel", "8", "--sequences", "64",
                  "--expert-parallel", "--on", H200, "--request-rate", "1", "--answer", "100")[1][0]["latencies"]
check(ranks[0]["by"] == "approximation", f"data-parallel ranks have a closed form, too: {ranks}")
several = run("estimate", *TP8, "--on", H200, H100, "--request-rate", "2", columns=140)[1]
check(several.count(f"  {H100}  ") == 2 and "TTFT ms" in several, several)
for wrong in ("ttft=5", "ttft=-1ms", "speed=5ms", "ttft", "tpot=1ms,tpot=2ms", ","):
    check_refused(["--slo", "ttft=500ms,tpot=25ms"], "estimate", *TP8, "--on", H100, "--slo", wrong)
check_refused(["--request-rate"], "estimate", *TP8, "--on", H100, "--request-rate", "0")
check_refused(["--prompt-spread"], "estimate", *TP8, "--on", H100, "--request-rate", "1", "--prompt-spread", "-1")
check_refused(["--prompt-spread", "--request-rate"], "estimate", *TP8, "--on", H100, "--prompt-spread", "1")
check_refused(["--answer-spread"], "estimate", *TP8, "--on", H100, "--answer-spread", "-1")

# Clients whose answers are all as long stay in phase, by the option and by the job's lengths alike.
def in_phase(*more):
    found = estimates(*TP8, "--on", H100, "--concurrency", "64", "--prompt", "1024", *more)[1][0]
    return found["answer_spread"], found["loads"][0]
usual, equal, near_equal = in_phase("--answer", "256"), in_phase("--answer", "256", "--answer-spread", "0"), in_phase("--answer", "256", "--answer-spread", "0.05")
check((usual[0], equal[0], near_equal[0]) == (0.5, 0, 0.05), f"{usual}, {equal}")
check(equal[1]["ttft_seconds"] > near_equal[1]["ttft_seconds"] > usual[1]["ttft_seconds"] and equal[1]["tpot_seconds"] < usual[1]["tpot_seconds"], f"{usual}, {near_equal}, {equal}")
check(in_phase("--answer-lengths", "256=1") == equal, "a histogram of one length")
check(in_phase("--answer", "256", "--answer-spread", "3")[1] == usual[1], "wide is wide")
words = " ".join(run("estimate", *TP8, "--on", H100)[1].split())
check("answers of 0.5 of their mean (--answer-spread)" in words, words)
check("--answer-spread" not in " ".join(run("estimate", *TP8, "--on", H100, "--answer-spread", "0.5")[1].split()), "said")
check_refused(["--seed"], "estimate", *TP8, "--on", H100, "--simulate", "--seed", "-1")
check_refused(["--slo is of a job that serves"], "estimate", *SPLIT, "--on", H100, "--slo", "tpot=25ms")

# ---- what no measured server has is said, and what is not counted
def server(*options):
    return estimates(*TP8, "--on", H100, *options)[1][0]
check(server()["not_measured"] == [], "nothing is unusual")
for said, words in ((("--eager",), "without graphs"), (("--scheduler-steps", "8"), "8 steps planned at once"), (("--stream-interval", "4"), "4 tokens sent at once"),
                    (("--shared-prefix", "0.5"), "a shared prefix"), (("--drafted", "2", "--accepted", "0.7"), "2 tokens drafted")):
    found = server(*said)["not_measured"]
    check(words in found[0] and len(found) == (2 if said[0] == "--drafted" else 1), f"{said}: {found}")
    check(f"Not measured: {', '.join(found)}. No measured server has it" in " ".join(run("estimate", *TP8, "--on", H100, *said)[1].split()), f"{said}")
# ---- experts are out of balance where GPUs have them whole, and else the option has no effect
WHOLE = ("--model", "qwen3-30b-a3b", "--weights", "fp8", "--context", "8192", "--tensor-parallel", "1", "--data-parallel", "4", "--concurrency", "512", "--expert-parallel")
def with_imbalance(*options):
    found = estimates(*WHOLE, *options, "--on", H100)[1][0]
    return found, found["loads"][-1]["tpot_seconds"], " ".join(run("estimate", *WHOLE, *options, "--on", H100)[1].split())
even, uneven = with_imbalance(), with_imbalance("--expert-imbalance", "3")
check(even[1] < uneven[1] and even[0]["without_effect"] == uneven[0]["without_effect"] == [], f"{even[1]}, {uneven[1]}")
check(uneven[0]["not_measured"] == ["an imbalance of experts"] and even[0]["not_measured"] == [], f"{uneven[0]['not_measured']}")
check("(--expert-imbalance)" in even[2] and "(--expert-imbalance)" not in uneven[2], even[2])
idle = with_imbalance("false", "--expert-imbalance", "3")
check(idle[0]["without_effect"] == ["--expert-imbalance"] and idle[1] == with_imbalance("false")[1] and "no effect on the step: --expert-imbalance." in idle[2], f"{idle[0]['without_effect']}")
check(idle[0]["not_measured"] == [] and "(--expert-imbalance)" not in idle[2], idle[2])
check(json.loads(run("estimate", *WHOLE, "--expert-imbalance", "3", "--on", H100, "--json")[1])["jobs"][0]["settings"]["expert_imbalance"] == 3, "said")
check_refused(["no routed experts"], "estimate", *TP8, "--on", H100, "--expert-imbalance", "3")

AWAY = "Not counted: the time that what waits in the host's memory takes"
check("not_counted" not in estimates(*SPLIT, "--on", H100)[1][0] and AWAY not in " ".join(run("estimate", *SPLIT, "--on", H100)[1].split()), "nothing is away")
for away in (("--offload", "optimizer"), ("--offload-activations", "0.5")):
    check("the host's memory" in estimates(*SPLIT, *away, "--on", H100)[1][0]["not_counted"], f"{away}")
    check(AWAY in " ".join(run("estimate", *SPLIT, *away, "--on", H100)[1].split()), f"{away}")

# Two pools: more workers for prompts answer sooner, and one pool alone is none.
def pools(workers):
    both = [{"name": phase, "serve": {"model": "Llama-3.1-70B", "weights": "fp8", "context": 8192, "tensor_parallel": 4, "phase": phase,
                                      "replicas": workers if phase == "prefill" else 1}} for phase in ("prefill", "decode")]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "pools.json"
        path.write_text(json.dumps({"format": 1, "job": both}))
        check_refused(["--simulate", "two"], "estimate", path, "--on", H100, "--simulate")
        check_refused(["--answer-spread", "one pool"], "estimate", path, "--on", H100, "--answer-spread", "0")
        words = " ".join(run("estimate", path, "--on", H100)[1].split())
        check(f"prefill: It takes 1 machine, {4 * workers} {'of its 8 ' if workers < 2 else ''}GPUs" in words and "decode: It takes 1 machine, 4 of its 8 GPUs" in words, words)
        return estimates(path, "--on", H100, "--concurrency", "64", "--region", "eastus")[1]


[one], [two] = pools(1), pools(2)
check(set(one["explanation"]["times_with_twice"]) == KEYS and one["explanation"]["times_with_twice"]["memory_bandwidth"]["tpot"] < 1, f"{one['explanation']}")
check(one["gpus"] == 8 and two["gpus"] == 12, f"{one['gpus']}, {two['gpus']}")
check(two["loads"][0]["ttft_seconds"] < one["loads"][0]["ttft_seconds"], "two workers read sooner")
dollars = two["loads"][0]["dollars_per_million"]
check(near(1024 * dollars["prompts"], 2 * 1024 * dollars["answers"]), f"two thirds of the GPUs read prompts: {dollars}")
# Their percentiles: with hardly a request the first token is that of one client, at the most within limits they are met, and beyond what they answer there are none.
def percentiles_of_pools(*options):
    return two_pools({"tensor_parallel": 4}, {"tensor_parallel": 4}, "--concurrency", "1", *options)
def two_pools(prefill, decode, *options, on=H100):
    both = [{"name": phase, "serve": {"model": "Llama-3.1-70B", "weights": "fp8", "context": 8192, "phase": phase, **layout}}
            for phase, layout in (("prefill", prefill), ("decode", decode))]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "pools.json"
        path.write_text(json.dumps({"format": 1, "job": both}))
        return estimates(path, "--on", on, *options)[1][0]
alone = percentiles_of_pools("--request-rate", "0.001")
check(near(alone["latencies"][0]["ttft_seconds"]["mean"], alone["loads"][0]["ttft_seconds"], 0.01) and alone["latencies"][0]["by"] == "approximation", f"{alone}")
most = alone["latencies"][0]["most_requests_per_second"]
within = percentiles_of_pools("--slo", "ttft=500ms")["latencies"][0]
check(within["ttft_seconds"]["p99"] <= 0.5 and within["requests_per_second"] < most, f"{within}")
check("not stable: both pools answer" in percentiles_of_pools("--request-rate", str(2 * most))["latencies"][0]["why"], "more than they answer")

# Pools that leave their layouts open: each that the program names is what it is where it is said, and none that is said is faster.
found = two_pools({"replicas": 2}, {"concurrent_sequences": 32}, "--concurrency", "32", on=f"{H100}=3")
def said(split, prefill_split):
    return two_pools({"replicas": 2, **prefill_split}, {"concurrent_sequences": 32, **split}, "--concurrency", "32", on=f"{H100}=3")
def rate(of):
    return of["loads"][0]["tokens_per_second"]
check(near(rate(said(found["best"]["split"], found["prefill_split"])), rate(found)), f"{found['best']}")
check(len(found["next_layouts"]) > 1 and found["gpus"] == found["best"]["gpus"] <= 24, f"{found}")
for each in found["next_layouts"]:
    again = said(each["split"], each["prefill_split"])
    check(near(again["best"]["tpot_seconds"], each["tpot_seconds"]) and rate(again) <= rate(found) * (1 + 1e-9), f"{each}")
for tensor in (1, 2, 4, 8):
    for tensor_of_prompts in (1, 2, 4, 8):
        if 2 * tensor_of_prompts + tensor <= 24:
            other = two_pools({"replicas": 2, "tensor_parallel": tensor_of_prompts}, {"concurrent_sequences": 32, "tensor_parallel": tensor}, "--concurrency", "32", on=f"{H100}=3")
            check("loads" not in other or rate(other) <= rate(found) * (1 + 1e-9), f"TP {tensor_of_prompts} and {tensor}")

check("pools" in one["bands"]["tpot"]["measured"] and one["bands"]["tokens_per_second"]["why"].startswith("no band of two pools"), f"{one['bands']}")

check_refused(["--prompt is of a job that serves"], "estimate", *SPLIT, "--on", H100, "--prompt", "100")
check_refused(["--tokens is of a job that trains"], "estimate", *TP8, "--on", H100, "--tokens", "1T")
check_refused(["8192 tokens"], "estimate", *TP8, "--on", H100, "--prompt", "9000")
check_refused(["--concurrency"], "estimate", *TP8, "--on", H100, "--concurrency", "0")
check_refused(["--accepted"], "estimate", *TP8, "--on", H100, "--drafted", "2")
check("draft is accepted where all before it in the step were" in " ".join(run("estimate", "--help")[1].split()), "a chance, and no share of all drafts")
check_refused(["--drafted, --accepted"], "estimate", *TP8, "--on", H100, "--drafted", "2", "--accepted", "1.5")
for limit in ("-1", "0", "nan"):
    check_refused(["--token-limit", "more than 0"], "estimate", *TP8, "--on", H100, "--token-limit", limit)
check_refused(["--seed", "--simulate"], "estimate", *TP8, "--on", H100, "--seed", "3")
check_refused(["--stream-interval"], "estimate", *TP8, "--on", H100, "--stream-interval", "0")
check_refused(["--request-rate"], "estimate", *TP8, "--on", H100, "--request-rate", "1e-300")
# What a prefix cache has is held once and not read, which spares the others' tokens a wait.
prefixed, whole = (estimates(*TP8, "--on", H100, "--concurrency", "64", *more)[1][0]["loads"][0] for more in (("--shared-prefix", "0.5"), ()))
check(prefixed["ttft_seconds"] < whole["ttft_seconds"] and prefixed["tpot_seconds"] < whole["tpot_seconds"], f"{prefixed} {whole}")
# A second token takes a step; of a third a step is saved where the first draft is accepted, and seven take 3.184 steps in the mean (a renewal process).
first_of, second_of, seventh_of = (estimates(*TP8, "--on", H100, "--prompt", "1024", "--answer", str(answer), "--concurrency", "1", "--drafted", "3", "--accepted", "0.7")[1][0]["loads"][0]["tpot_seconds"] for answer in (2, 3, 8))
check(near(second_of, 1.3 / 2 * first_of, 0.01) and near(seventh_of, 3.184 / 7 * first_of, 0.01), f"{first_of}, {second_of}, {seventh_of}")
# Of drafts none of which is accepted steps only take longer.
rejected = estimates(*TP8, "--on", H100, "--drafted", "3", "--accepted", "0")[1][0]["loads"][0]
check(rejected["tpot_seconds"] > estimates(*TP8, "--on", H100)[1][0]["loads"][0]["tpot_seconds"], f"{rejected}")
check_refused(["one phase"], "estimate", *TP8, "--on", H100, "--phase", "decode")
# ---- each format has its own rate: of 8,000 tokens, each 2 operations a weight but for embedding and head, all take at least 1.9 s at the 67 TFLOPS that H100's data sheet has in fp64
WIDE = ("--model", "llama-3.1-8b", "--context", "8192", "--prompt", "8000", "--answer", "10", "--tensor-parallel", "1", "--concurrency", "1", "--on", H100)
for format, teraflops in (("fp64", 67), ("fp32", 67), ("tf32", 494.5), ("bf16", 989.5)):
    [found] = estimates(*WIDE, "--weights", "bf16", "--multiplied-in", format)[1]
    least = 8000 * 2 * (8.03e9 - 2 * 128256 * 4096) / (teraflops * 1e12)
    check(found["loads"][0]["ttft_seconds"] > least, f"{format}: {found['loads'][0]}, at least {least} s")
    out = " ".join(run("estimate", *WIDE, "--weights", "bf16", "--multiplied-in", format)[1].split())
    check((f"no server was measured that multiplies in {format}" in out) == (format != "bf16"), f"{format}: {out}")
check_refused(["weights are multiplied in 16 bits or more, or in no fewer than they are held in"], "estimate", *WIDE, "--weights", "bf16", "--multiplied-in", "fp8")

# ---- GPUs before Ampere compute 16 bits in fp16: an estimate, and no band
for what in (("--model", "llama-3.1-8b", "--context", "2048", "--weights", "fp16", "--kv-cache", "fp16", "--concurrency", "8"),
             ("--train", "--model", "llama-3.1-8b", "--sequence", "2048", "--tensor-parallel", "8", "--global-batch", "8", "--formats", "fp16_training", "--optimizer", "sgd")):
    for older in ("Standard_ND40rs_v2", "DGX-1 V100"):
        status, [found] = estimates(*what, "--on", older)
        check(status == 0 and found["outcome"] == "fits", f"{older}: {status}, {found}")
        out = " ".join(run("estimate", *what, "--on", older)[1].split())
        check("How far off it may be is not known" in out and "Volta" in out, f"{older}: {out}")
        check("Utilisation of the dense fp16 peak, 125 TFLOPS" in out or what[0] != "--train", f"{older}: {out}")

# ---- where no source states which GPUs are joined, and of cards on PCIe, one GPU is timed, and a layout over several is refused, found or named
for where, why in (("Standard_NC96ads_A100_v4", "no source states its GPUs per scale-up domain"), ("a4x-highgpu-4g", "no source states its GPUs per scale-up domain"),
                   ("Standard_NC80adis_H100_v5", "no source states its GPUs per scale-up domain"),
                   ("Standard_NC64as_T4_v3", "the GPU has no scale-up network: collectives over PCIe are not modelled")):
    for what in (("--model", "qwen3-0.6b", "--weights", "fp16", "--kv-cache", "fp16", "--context", "2048", "--concurrency", "8"),
                 ("--train", "--model", "qwen3-0.6b", "--sequence", "512", "--global-batch", "8", "--formats", "fp16_training", "--optimizer", "sgd")):
        found, named = (estimates(*what, "--on", where, *said)[1][0] for said in ((), ("--tensor-parallel", "1")))
        check(found["gpus"] == 1 and named["gpus"] == 1 and found["outcome"] == named["outcome"] == "fits", f"{where}: {found}, {named}")
        check(f"cannot be timed: {why}." in " ".join(run("estimate", *what, "--on", where)[1].split()), f"{where}: {run('estimate', *what, '--on', where)[1]}")
        status, out, _ = run("estimate", *what, "--on", where, "--tensor-parallel", "2")
        check(status == 3 and why in " ".join(out.split()), f"{where}: {status}, {out}")

# ---- an option that changes nothing of the step is told, and one that changes it is not
DENSE = ("--train", "--model", "llama-3.1-8b", "--sequence", "4096", "--tensor-parallel", "2", "--data-parallel", "4", "--global-batch", "16", "--on", H100)
HYBRID = ("--train", "--model", "llama-3.1-8b", "--sequence", "4096", "--tensor-parallel", "1", "--data-parallel", "8", "--global-batch", "32", "--sharding", "weights", "--shards", "4", "--on", H100)
UNDIVIDED = ("--train", "--model", "Mixtral-8x7B", "--sequence", "4096", "--tensor-parallel", "4", "--pipeline-parallel", "4", "--data-parallel", "2", "--global-batch", "64", "--on", f"{H100}=4")
ALL = ["--sum-shards-once", "--expert-overlap", "--graphs", "--balanced-stages", "--early-stop"]
for what, given, useless in ((DENSE, [], []), (DENSE, ALL, ALL), ((*DENSE, "--recompute", "full"), ALL, ALL[:-1]), (DENSE, ["--tensor-overlap", "none", "--no-data-overlap"], []),
                             (HYBRID, ["--sum-shards-once"], []), (DENSE, ["--document", "4096"], ["--document"]), (DENSE, ["--document", "512"], []),
                             (("--train", "--model", "qwen3-0.6b", "--sequence", "1024", "--tensor-parallel", "1", "--data-parallel", "1", "--global-batch", "16", "--sharding", "none", "--optimizer", "sgd", "--on", H100),
                              ["--tensor-overlap", "none", "--no-data-overlap"], ["--tensor-overlap", "--no-data-overlap"]),
                             (EXPERTS, ["--graphs", "--expert-overlap", "--early-stop"], []), (EXPERTS, ["--expert-imbalance", "2"], []), (UNDIVIDED, ["--expert-imbalance", "3"], ["--expert-imbalance"]), ((*EXPERTS, "--pipeline-schedule", "dual_pipe"), ["--expert-overlap"], ["--expert-overlap"])):
    status, [found] = estimates(*what, *given)
    check(status == 0 and found["without_effect"] == useless, f"{what} {given}: {status}, {found.get('without_effect')}")
    out = " ".join(run("estimate", *what, *given)[1].split())
    said = f"{'Has' if len(useless) == 1 else 'Have'} no effect on the step: {', '.join(useless)}."
    check(said in out if useless else "no effect on the step" not in out, f"{what} {given}: {out}")
# DualPipe hides exchanges of experts by itself, and a model without experts has none, nor graphs of layers with them.
for what, words in ((EXPERTS, 2), ((*EXPERTS, "--pipeline-schedule", "dual_pipe"), 1), (DENSE, 0)):
    out = " ".join(run("estimate", *what)[1].split())
    check(("experts' exchanges are waited for" in out) + ("no graphs are replayed" in out) == words, f"{what}: {out}")
# What FSDP shares out among some of the replicas is summed over the others in every micro-batch, of which there are several, unless it is said otherwise.
ONE = [*HYBRID[:HYBRID.index("32")], "8", *HYBRID[HYBRID.index("32") + 1:]]
for what, is_told in ((HYBRID, True), ((*HYBRID, "--sum-shards-once"), False), (ONE, False), (DENSE, False)):
    out = " ".join(run("estimate", *what)[1].split())
    check(("replicas sum their shards in every micro-batch (--sum-shards-once)" in out) == is_told, f"{what}: {out}")
several = run("estimate", *DENSE[:-1], H100, H200, "--graphs")[1]
check(several.count("Has no effect on the step: --graphs.") == 2, several)

# A service has a sequence of each data-parallel rank where it does not say how many: what plan finds goes as it is.
RANKS = ("--model", "gpt-oss-120b", "--weights", "fp8", "--data-parallel", "8", "--expert-parallel", "--prompt", "1024", "--answer", "128", "--context", "1152",
         "--concurrency", "64", "--request-rate", "20", "--on", H100)
unsaid, said = estimates(*RANKS), estimates(*RANKS, "--sequences", "8")
check(unsaid[0] == 0 and unsaid[1][0]["loads"] == said[1][0]["loads"] and unsaid[1][0]["latencies"] == said[1][0]["latencies"], f"{unsaid}")
check("one sequence of each data-parallel rank" in " ".join(run("estimate", *RANKS)[1].split()), "and says so")
check_refused("there are fewer sequences than data-parallel ranks", "estimate", *RANKS, "--sequences", "7")

finish()
