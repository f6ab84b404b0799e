#!/usr/bin/env python3
"""`headroom calibrate` as its users run it: test_calibrate.py PROGRAM SOURCE_DIR"""

import json
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True

from checks import check, check_refused, enough_of, finish, run

FOLDER = tempfile.TemporaryDirectory()
PLACE = pathlib.Path(FOLDER.name)


def written(name, text):
    path = PLACE / name
    path.write_text(text)
    return path


def calibrated(path, *arguments):
    status, out, error = run("calibrate", str(path), *arguments, "--json")
    check(status == 0 and not error, f"{path}: exit {status}, {error}")
    return json.loads(out)


# ---- servers that are known to take longer: the factors that they were made with come out
own = written("own.json", json.dumps({"format": 1, "efficiencies": {"serving": {"fixed": 1.6, "memory": 0.7, "network": 1.3, "first_token": 2}}}))
lines = ["model,system,backend,precision,gemm_quant,kv,tp,gpus,isl,osl,concurrency,ttft_ms,tpot_ms"]
for model, size in (("llama-3.1-70b", "Llama-3.1-70B"), ("llama-3.1-8b", "Llama-3.1-8B")):
    for tensor in enough_of((2, 4, 8), every=2):
        for prompt, answer in enough_of(((1024, 1024), (4096, 256)), every=2):
            found = json.loads(run("estimate", "--model", model, "--weights", "fp8", "--context", str(prompt + answer), "--tensor-parallel", str(tensor),
                                   "--prompt", str(prompt), "--answer", str(answer), "--concurrency", "1,8,64,128", "--on", "Standard_ND96isr_H200_v5",
                                   "--efficiencies", str(own), "--json")[1])
            for load in found["jobs"][0]["machines"][0]["loads"]:
                lines.append(f"{size},h200_sxm,vllm,fp8,fp8,bf16,{tensor},{tensor},{prompt},{answer},{load['clients']},{load['ttft_seconds'] * 1e3},{load['tpot_seconds'] * 1e3}")
runs = written("runs.csv", "\n".join(lines) + "\n")
answer = calibrated(runs, "--output", str(PLACE / "mine.json"))
factors = answer["efficiencies"]["serving"]
figures = 2 * (len(lines) - 1)
check(answer["figures"] == figures and not answer["not_computed"], f"{answer['figures']}, {answer['not_computed']}")
for key, made_with in (("fixed", 1.6), ("memory", 0.7), ("network", 1.3), ("first_token", 2)):
    check(abs(factors[key] / made_with - 1) < 0.1, f"{key}: {factors[key]}")
check("training" not in answer["efficiencies"] and abs(factors["products"] - 1) < 0.05, "what no run tells stays as it is")
for before, after in zip(answer["before"], answer["left_out"]):
    check(before["median"] > 0.1 and after["median"] < 0.03 and before["figures"] == after["figures"] == figures // 2, f"{before}, {after}")
# Own runs that do not say of which software they are, are of the newest: of vLLM after CUDA graphs, which came with 0.2.6.
dated = {day: calibrated(written("dated.csv", "\n".join([lines[0] + ",measured"] + [f"{line},{day}" for line in lines[1:]]) + "\n"))["before"]
         for day in ("2026-08-02", "2023-11-30")}
check(dated["2026-08-02"] == answer["before"] != dated["2023-11-30"], f"runs by day: {dated}")
versions = calibrated(written("versions.csv", "\n".join([lines[0] + ",backend_version"] + [f"{line},0.2.5" for line in lines[1:]]) + "\n"))["before"]
check(versions == dated["2023-11-30"], f"runs by version: {versions}")

# ---- the file is taken, and changes what was fitted
usual, mine = (json.loads(run("estimate", "--model", "llama-3.1-70b", "--weights", "fp8", "--context", "2048", "--tensor-parallel", "4", "--concurrency", "8",
                              "--on", "Standard_ND96isr_H200_v5", *more, "--json")[1])["jobs"][0]["machines"][0]
               for more in ((), ("--efficiencies", str(PLACE / "mine.json"))))
check(mine["loads"][0]["tpot_seconds"] > 1.2 * usual["loads"][0]["tpot_seconds"], "slower")
check("your own" in mine["bands"]["tpot"]["why"], f"{mine['bands']['tpot']}")
# Factors of serving say nothing of a job that trains.
check_refused(["efficiencies.training", "trains"], "estimate", "--train", "--model", "llama-3.1-8b", "--sequence", "4096", "--global-batch", "64", "--on", "Standard_ND96isr_H100_v5=1",
              "--efficiencies", str(PLACE / "mine.json"))
_, words, _ = run("calibrate", str(runs))
check(f"Calibrated to {figures} figures" in words and "constexpr hr::serving_constants my_servers{" in words and "left out" in words, words)

# ---- training steps: the same
slow = written("slow.json", json.dumps({"format": 1, "efficiencies": {"training": {"products": 1.25}}}))
lines = ["model,gpu,framework,precision,tp,pp,dp,gpus,seq,gbs,mbs,iteration_time_s"]
for tensor, pipeline, batch in ((8, 1, 64), (8, 2, 64), (4, 4, 128), (8, 4, 256), (4, 8, 128), (8, 8, 128)):
    found = json.loads(run("estimate", "--train", "--model", "llama-3.1-70b", "--sequence", "4096", "--global-batch", str(batch), "--micro-batch", "1",
                           "--tensor-parallel", str(tensor), "--pipeline-parallel", str(pipeline), "--data-parallel", "4", "--on", "Standard_ND96isr_H100_v5",
                           "--efficiencies", str(slow), "--json")[1])["jobs"][0]["machines"][0]
    if "step" in found:
        gpus = tensor * pipeline * 4
        lines.append(f"Llama-3.1-70B,H100,Megatron-LM,bf16,{tensor},{pipeline},4,{gpus},4096,{batch},1,{found['step']['seconds']}")
steps = calibrated(written("steps.csv", "\n".join(lines) + "\n"))
# What they were made with comes out, whatever the framework does by default in what others published.
check(abs(steps["efficiencies"]["training"]["products"] / 1.25 - 1) < 0.03, f"{steps['efficiencies']}")
check(list(steps["efficiencies"]) == ["training"] and steps["before"][0]["of"] == "training step", f"{steps}")
check(steps["left_out"][0]["median"] < steps["before"][0]["median"], f"{steps['before']}, {steps['left_out']}")

# ---- a run of `estimate` is as long as `estimate` says: no factor is other than 1, of servers that have weights in FP8 either
lines = ["model,system,backend,gemm_quant,tp,gpus,isl,osl,concurrency,ttft_ms,tpot_ms"]
for tensor in (1, 2, 4, 8):
    found = json.loads(run("estimate", "--model", "llama-3.1-8b", "--weights", "fp8", "--context", "2048", "--tensor-parallel", str(tensor), "--prompt", "1024",
                           "--answer", "1024", "--concurrency", "1,16", "--on", "Standard_ND96isr_H200_v5", "--json")[1])
    lines += [f"Llama-3.1-8B,H200,vllm,fp8,{tensor},{tensor},1024,1024,{load['clients']},{load['ttft_seconds'] * 1e3},{load['tpot_seconds'] * 1e3}"
              for load in found["jobs"][0]["machines"][0]["loads"]]
same = calibrated(written("same.csv", "\n".join(lines) + "\n"))
check(all(abs(each - 1) < 1e-3 for each in same["efficiencies"]["serving"].values()), f"{same['efficiencies']}")

# ---- a run that contradicts itself is left out, and named
odd = calibrated(written("odd.csv", "\n".join([*lines, "Llama-3.1-8B,H200,vllm,fp8,4,5,1024,1024,16,100,10"]) + "\n"))
check([each["first"] for each in odd["not_computed"]] == [f"odd.csv, line {len(lines) + 1}"] and odd["efficiencies"] == same["efficiencies"], f"{odd['not_computed']}")

# ---- bad input
check_refused(["RUNS"], "calibrate")
check_refused(["nowhere.csv"], "calibrate", str(PLACE / "nowhere.csv"))
check_refused(["expected columns", "iteration_time_s"], "calibrate", str(written("other.csv", "a,b\n1,2\n")))
check_refused(["expected 5 at least"], "calibrate", str(written("few.csv", runs.read_text().split("\n")[0] + "\n" + runs.read_text().split("\n")[1] + "\n")))
check_refused(["expected 5 at least"], "calibrate", str(written("odd.json", json.dumps([3, {"config": 5, "family": "inference", "measured": [{"metric": "tpot", "value": 1}]}]))))
check_refused(["few.csv", "GPU"], "calibrate", str(written("few.csv", runs.read_text().replace("h200_sxm", "toaster"))))
check_refused(["cannot be written"], "calibrate", str(PLACE / "steps.csv"), "--output", str(PLACE / "no" / "such" / "folder.json"))
ESTIMATE = ("estimate", "--model", "llama-3.1-8b", "--on", "Standard_ND96isr_H200_v5", "--efficiencies")
check_refused(["no efficiencies", "headroom calibrate"], *ESTIMATE, str(written("bad.json", "{}")))
check_refused(["nowhere.json", "No such file"], *ESTIMATE, str(PLACE / "nowhere.json"))
check_refused(["bad.json", "no efficiencies"], *ESTIMATE, str(written("bad.json", "[1")))
check_refused(["efficiencies.serving.speed", "products"], *ESTIMATE, str(written("bad.json", '{"format": 1, "efficiencies": {"serving": {"speed": 1}}}')))
check_refused(["efficiencies.serving.fixed", "0.1 to 10"], *ESTIMATE, str(written("bad.json", '{"format": 1, "efficiencies": {"serving": {"fixed": -1}}}')))
check_refused(["efficiencies.both", "training or serving"], *ESTIMATE, str(written("bad.json", '{"format": 1, "efficiencies": {"both": {}}}')))
finish()
