#!/usr/bin/env python3
"""`headroom validate`: its errors against a calculation of their own, families that miss, rows of every bad kind."""

import itertools
import json
import math
import pathlib
import tempfile

from checks import check, check_refused, finish, is_watched, run, run_json

ROWS = pathlib.Path(__file__).parent.parent / "validation"


def words(text):
    return " ".join(text.split())


def family(result, name):
    return next((each for each in result["families"] if each["family"] == name), None)


def parameters(count, *, confirmed=True, **more):
    """A row on Llama 3.1 8B, which has 8,030,261,248 parameters."""
    return {"id": "one", "family": "model_params", "config": {"model": "llama3-8b"}, "confirmed": confirmed,
            "measured": [{"metric": "total_params", "value": count, "unit": "parameters"}], **more}


def validate(rows, *arguments, text=None):
    """Exit status and JSON of the command on a folder that holds these rows."""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "rows.json").write_text(json.dumps(rows) if text is None else text)
        (pathlib.Path(folder) / "notes.txt").write_text("no rows")
        status, out, error = run("validate", folder, "--json", *arguments)
        check(error == "", f"{rows}: {error}")
        return status, json.loads(out) if out else None


# ---- the rows that are built in: every bar is met but those that docs/accuracy.md says are not, and every file of rows is there
MISSED = {"steps_dense", "serving_rack", "serving_ttft", "ranking of training"}
result = json.loads(run("validate", "--json")[1])
missed = {each["family"] for each in result["families"] if each["met"] is False}
missed |= {f"ranking of {each['ranking']}" for each in result["rankings"] if not each["met"]}
check(missed == MISSED and result["met"] is False, f"bars missed: {missed}")
check(result["rows_from"] == "built in" and result["date"] == "2026-11", f"{result['rows_from']}, {result['date']}")
ids = {row["id"] for file in ROWS.glob("*.json") for row in json.loads(file.read_text())["rows"]}
check({each["id"] for each in result["figures"]} == ids, "not the rows of tests/validation")
folder = json.loads(run("validate", str(ROWS), "--family", "model_params", "--json")[1])
built_in = [each for each in result["figures"] if each["family"] == "model_params"]
check(folder["figures"] == built_in and built_in and folder["rows_from"] == str(ROWS), "the folder is not what is built in")

# ---- statistics, computed again from the figures
for each in result["families"]:
    counted = [f for f in result["figures"] if f["family"] == each["family"] and f["counted"]]
    check(len(counted) == each["figures"], f"{each['family']}: {each['figures']} figures, {len(counted)} counted")
    refused = [f for f in result["figures"] if f["family"] == each["family"] and "refused" in f]
    check(len(refused) == each["refused"], f"{each['family']}: {each['refused']} refused")
    if each["median"] is None:
        continue
    errors = [f["found"] / f["published"] - 1 for f in counted]
    sizes = sorted(map(abs, errors))
    half = len(sizes) // 2
    median = sizes[half] if len(sizes) % 2 else (sizes[half - 1] + sizes[half]) / 2
    expected = {"median": median, "p90": sizes[math.ceil(0.9 * len(sizes)) - 1], "worst": sizes[-1],
                "bias": sum(errors) / len(errors)}
    for name, value in expected.items():
        check(abs(each[name] - value) < 1e-12, f"{each['family']}: {name} {each[name]}, expected {value}")

# ---- which of two of the same job is faster, by trying all pairs
COMPARED = {"training": (("steps_dense", "steps_experts"), lambda a, b: True), "machines": (("serving_throughput", "serving_tpot"), lambda a, b: a["gpu"] != b["gpu"])}
check({each["ranking"] for each in result["rankings"]} == set(COMPARED), f"{result['rankings']}")
for each in result["rankings"]:
    families, may = COMPARED[each["ranking"]]
    of = [f for f in result["figures"] if f["family"] in families and f["counted"]]
    for f in of:
        of_figure = f["published"] / f["found"]
        of_speed = f["published_speed"] / f["speed"]
        check(math.isclose(of_figure, of_speed if f["metric"] not in ("iteration_time", "tpot") else 1 / of_speed, rel_tol=1e-9), f"{f}")
    pairs = [(a, b) for a, b in itertools.combinations(of, 2)
             if a["family"] == b["family"] and a["job"] == b["job"] and may(a, b)
             and max(a["published_speed"], b["published_speed"]) > 1.1 * min(a["published_speed"], b["published_speed"])]
    right = sum((a["published_speed"] - b["published_speed"]) * (a["speed"] - b["speed"]) > 0 for a, b in pairs)
    check((each["pairs"], each["right"]) == (len(pairs), right), f"{each}: {len(pairs)} pairs, {right} right")
    check(each["met"] == (right >= each["bar"] * len(pairs)), f"{each}")

training = family(result, "training_memory")
check({part["part"] for part in training["parts"]} == {"Megatron-DeepSpeed", "torchtitan", "Megatron-LM"}, f"{training}")
check(sum(part["figures"] for part in training["parts"]) == training["figures"] == 51, f"{training}")
again = family(result, "training_runs")
check(again["figures"] == 26 and again["met"] is True, f"{again}")

# ---- text: of all rows, whose figures a sanitizer has seen found above, and of families
if not is_watched:
    status, out, error = run("validate")
    check(status == 1 and error == "", f"exit {status}, {error}")
    check(all(len(line) <= 80 for line in out.splitlines()), "a line is wider than 80 columns")
    for expected in ("built in, of 2026-11", "Training, measured", "Bars missed by: steps_dense,", "mem.fit.sc21",
                     "Megatron-LM's own estimate"):
        check(expected in words(out), f"{expected!r} is not in the text")
    each_row = run("validate", "--rows", columns=400)[1]  # so wide that no name is broken
    check(all(name in each_row for name in ids), "--rows leaves rows out")
# Of the file that has these rows: all that are built in take longer to read than they to judge.
ZERO = ("validate", str(ROWS / "training_memory.json"), "--family", "zero")
status, zero, _ = run(*ZERO, columns=120)
row = next(line for line in zero.splitlines() if line.startswith("ZeRO"))
check("as printed; 36 not counted" in row, f"what does not count is not in the line of its family: {row}")
check("not counted: not confirmed" in words(run(*ZERO, "--rows", columns=200)[1]), "--rows does not say what does not count")
check("not counted" not in words(run("validate", str(ROWS / "training_fit.json"), "--family", "fit")[1]), "a column for nothing")
only = words(run(*ZERO)[1])
check("ZeRO" in only and "Parameters" not in only, f"--family zero: {only}")

# ---- a family that misses its bar
status, out = validate([parameters(8_030_261_248)])
check(status == 0 and out["met"], f"the count of Llama 3.1 8B: {out}")
for wrong in (8_030_261_247, 8_030_261_249):
    status, out = validate([parameters(wrong), parameters(8_030_261_248)])
    check(status == 1 and not out["met"] and family(out, "model_params")["misses"] == 1, f"{wrong}: exit {status}, {out}")
status, out = validate({"date": "2031-05", "rows": [parameters(7, confirmed=False), parameters(7, suspect="a slip")]})
check(status == 0 and out["date"] == "2031-05", f"rows that do not count: exit {status}")
check(family(out, "model_params")["not_counted"] == 2 and family(out, "model_params")["met"] is None, f"{out}")
with tempfile.TemporaryDirectory() as name:
    (pathlib.Path(name) / "rows.json").write_text(json.dumps([parameters(7)]))
    status, out, error = run("validate", name)
    check(status == 1 and "Bars missed by: model_params." in out and "MISSED" in out and "Misses" in out, f"{status}: {out}")
    check(run("validate", name, "--family", "zero")[0] == 0, "a family that was not asked for counts")

# ---- runs of one job that are published 20 and 5 % apart, and found alike: neither is found faster, and of two pairs that count none is right
run_of_llama = {"family": "training_throughput", "confirmed": True, "config": {"model": "llama3-8b", "gpu": "H100-80GB", "gpus": 8, "seq": 8192, "gbs": 128, "mbs": 1, "tp": 1, "precision": "bf16"}}
status, out = validate([{**run_of_llama, "id": f"at {value}", "measured": [{"metric": "tokens_per_s_per_gpu", "value": value, "unit": "tokens/s/GPU"}]} for value in (10_000, 10_500, 12_000)])
check(status == 1 and [(each["ranking"], each["pairs"], each["right"], each["met"]) for each in out["rankings"]] == [("training", 2, 0, False)], f"{status}: {out['rankings']}")

# ---- rows of every bad kind are refused with a reason, or left to a later version; none ends the run
ROW = parameters(1)
FIT = {"id": "f", "family": "memory", "confirmed": True, "config": {"model": "llama3-8b"}, "measured": [{"metric": "fits", "value": 1, "unit": "boolean"}]}
PEAK = {"id": "p", "family": "memory", "confirmed": True, "measured": [{"metric": "peak_memory", "value": 50, "unit": "GiB/GPU"}]}
MEGATRON = {"model": "llama3-8b", "seq": 8192, "tp": 2, "gpus": 8, "framework": "Megatron-LM"}
TIMED = {"id": "t", "family": "serving_times", "confirmed": True, "measured": [{"metric": "tpot", "value": 20, "unit": "ms"}],
         "config": {"model": "llama3-8b", "gpu": "H100-80GB", "engine": "vLLM", "tp": 4, "gpus": 4, "isl": 1024, "osl": 256, "clients": 8}}
NETWORK = {"id": "n", "family": "network", "confirmed": True, "kind": "measured",
           "config": {"gpu": "A100-80GB-SXM", "gpus": 8, "nodes": 1, "collective": "All-Reduce", "payload": "4MiB"},
           "measured": [{"metric": "algbw", "value": 40.1, "unit": "GB/s"}]}
REFUSED = [
    (7, "no row"),
    ([], "no row"),
    ({}, "names no family"),
    ({"family": 7}, "names no family"),
    ({"family": "memory"}, "no list of measured figures"),
    ({"family": "memory", "measured": "x"}, "no list of measured figures"),
    ({"family": "memory", "measured": []}, "no list of measured figures"),
    ({**ROW, "measured": [{}]}, '"value"'),
    ({**ROW, "measured": [7]}, '"value"'),
    ({**ROW, "measured": [{"metric": "total_params", "value": "8e9"}]}, '"value" is no number'),
    ({**ROW, "measured": [{"metric": "total_params", "value": None}]}, '"value"'),
    ({**ROW, "measured": [{"metric": "colour", "value": 1}]}, "colour"),
    ({**ROW, "config": {}}, "neither names nor describes"),
    ({**ROW, "config": 7}, "neither names nor describes"),
    ({**ROW, "config": {"model": 7}}, '"model" is no text'),
    ({**ROW, "config": {"model": "llama9-1b"}}, "llama9-1b"),
    ({**ROW, "config": {"layers": "many", "hidden": 8, "heads": 2, "vocab": 9}}, '"layers" is no number'),
    ({**ROW, "config": {"layers": 1e300, "hidden": 8, "heads": 2, "vocab": 9}}, "2^40"),
    ({**ROW, "config": {"layers": -1, "hidden": 8, "heads": 2, "vocab": 9}}, "2^40"),
    ({**ROW, "config": {"layers": 2, "hidden": 8, "heads": 0, "vocab": 9}}, '"heads" is 0'),
    ({**ROW, "config": {"layers": 2, "hidden": 8, "heads": 2, "vocab": 9, "arch": 7}}, '"arch" is no text'),
    ({**ROW, "config": {"layers": 2**30, "hidden": 2**30, "heads": 1, "vocab": 2**40}}, "beyond its type"),
    ({**ROW, "config": {"layers": 2**40, "hidden": 2**40, "heads": 1, "vocab": 2**40}}, "outside 0 to 2^40"),
    (FIT, "names no GPU"),
    ({**FIT, "config": {"tp": 1}}, "neither names nor describes"),
    ({**FIT, "config": {"model": "llama3-8b", "tp": 1, "seq": 8192}}, "does not name its framework"),
    ({**FIT, "config": {**MEGATRON, "tp": 3, "gpus": 24, "gpu": "H100-80GB"}}, "does not divide"),
    ({**FIT, "config": {**MEGATRON, "tp": 3, "gpu": "H100-80GB"}}, "8 GPUs are no whole number of replicas of 3"),
    ({**PEAK, "config": {**MEGATRON, "dp": 3}}, "3 replicas of 2 GPUs are not the 8 that the row names"),
    ({**PEAK, "config": {**MEGATRON, "gbs": 10, "mbs": 1}}, "a batch of 10 sequences is no whole number of the 4"),
    ({**TIMED, "config": {**TIMED["config"], "gpus": 5}}, "5 GPUs are no whole number of replicas of 4"),
    ({**TIMED, "config": {**TIMED["config"], "clients": 0}}, '"clients" is 0'),
    ({**TIMED, "config": {**TIMED["config"], "weights": "fp7"}}, "fp7"),
    ({**FIT, "config": {**MEGATRON, "tp": 0}}, '"tp" is 0'),
    ({**FIT, "config": {**MEGATRON, "gpu": "X9"}}, "X9"),
    ({**FIT, "config": {**MEGATRON, "gpu": "H100-64GB"}}, "H100-64GB"),
    ({**FIT, "config": MEGATRON}, "names no GPU"),
    ({**FIT, "config": {"model": "llama3-8b", "gpu": "H100", "engine": "Toy"}}, "toy"),
    ({**FIT, "measured": [{"metric": "fits", "value": 0.5}]}, "neither 0 nor 1"),
    ({**PEAK, "config": {"model": "llama3-8b", "seq": 8192}}, "framework"),
    ({**PEAK, "config": {**MEGATRON, "framework": "Toy"}}, "Toy"),
    ({**PEAK, "config": {**MEGATRON, "tp": 2**40}}, ""),
    ({**PEAK, "config": {**MEGATRON, "gpus": "eight"}}, '"gpus" is no number'),
    ({**PEAK, "config": {**MEGATRON, "layers_kept": 2**40}}, ""),
    ({**PEAK, "config": {**MEGATRON, "seq": 0}}, '"seq" is 0'),
    ({**PEAK, "config": {**MEGATRON, "recompute": "half"}}, "half"),
    ({**PEAK, "config": {**MEGATRON, "precision": "runes"}}, "runes"),
    ({**PEAK, "config": {**MEGATRON, "loss": "total"}}, "total"),
    ({**PEAK, "config": {**MEGATRON, "pp": 2, "stage_layout": "by hand"}}, "by hand"),
    ({**PEAK, "config": {"zero": 5, "model": "llama3-8b", "seq": 8192}}, "0 to 3"),
    ({**PEAK, "measured": [{"metric": "peak_memory", "value": 5, "unit": "furlongs"}], "config": MEGATRON}, "furlongs"),
    ({"id": "z", "family": "memory", "config": {"K": 12, "dp": 0, "params": 1}, "measured": [{"metric": "Pos", "value": 1, "unit": "GB"}]}, '"dp" is 0'),
    ({"id": "z", "family": "memory", "config": {"K": 7, "dp": 1, "params": 1}, "measured": [{"metric": "Pos", "value": 1, "unit": "GB"}]}, "K is"),
    ({"id": "d", "family": "memory", "config": {"offload": 7}, "measured": [{"metric": "per_gpu", "value": 1, "unit": "GiB"}]}, "no text"),
    ({"id": "k", "family": "memory", "config": {"model": "gpt3-175b", "tp": 7, "seq": 2048},
      "measured": [{"metric": "full_recompute_pct", "value": 1, "unit": "%"}]}, "does not divide"),
    ({"id": "s", "family": "memory", "config": {"model": "opt-175b"}, "measured": [{"metric": "size", "value": 1, "unit": "TB"}]}, "format"),
    ({"id": "c", "family": "memory", "config": {"model": "llama3-8b", "kv_dtype": "runes"},
      "measured": [{"metric": "kv_bytes_per_token", "value": 1, "unit": "bytes"}]}, "runes"),
    ({"id": "g", "family": "fleet_counts", "config": {"gpu": "X9"}, "measured": [{"metric": "gpus", "value": 1}]}, "X9"),
    ({"id": "g", "family": "fleet_counts", "config": {"vm": "Standard_ND96isr_H100_v5"}, "measured": [{"metric": "vms_per_rack", "value": 1}]}, "part of a rack"),
    ({"id": "g", "family": "fleet_counts", "config": {"gpu": "GB200"}, "measured": [{"metric": "gpus", "value": 1e300}, {"metric": "nodes", "value": 1}]}, "2^40"),
    ({"id": "g", "family": "fleet_counts", "config": {"gpu": "GB200"}, "measured": [{"metric": "racks", "value": 1}]}, "neither VMs nor GPUs"),
    ({"id": "v", "family": "memory", "config": {"model": "no-such", "engine": "vLLM 0.11"}, "measured": [{"metric": "kv_cache", "value": 1, "unit": "GiB"}]}, "no-such"),
    ({"id": "v", "family": "memory", "config": {"engine": "vLLM"}, "measured": [{"metric": "mood", "value": 1, "unit": "GiB"}]}, "mood"),
    ({**NETWORK, "config": {each: of for each, of in NETWORK["config"].items() if each != "gpus"}}, "how many GPUs take part"),
    ({**NETWORK, "config": {**NETWORK["config"], "nodes": 9}}, "do not have so many GPUs"),
    ({**NETWORK, "measured": [{"metric": "busbw_0node_8gpu", "value": 240.1, "unit": "GB/s"}]}, "do not have so many GPUs"),
    ({**NETWORK, "config": {**NETWORK["config"], "payload": -1}}, "how large the message is"),
    ({"id": "m", "family": "microbench", "config": {"gpu": "A100-80GB-SXM", "precision": "fp8", "m": 64, "n": 64, "k": 64},
      "measured": [{"metric": "tflops", "value": 1, "unit": "TFLOP/s"}]}, "no tensor units for the format"),
]
named = [{**row, "id": f"bad {i}"} if isinstance(row, dict) and "id" in row else row for i, (row, _) in enumerate(REFUSED)]
status, out = validate(named)
check(status == 0, f"bad rows: exit {status}")
for i, (row, reason) in enumerate(REFUSED):
    name = f"bad {i}" if row is not named[i] else f"rows.json, row {i + 1}"
    reasons = [each.get("refused", "") for each in out["figures"] if each["id"] == name]
    check(any(reasons), f"{row}: not refused: {reasons}")
    check(any(reason in each for each in reasons), f"{row}: {reasons}, expected {reason!r}")
status, out, _ = run("validate", str(ROWS / "training_memory.json"), "--rows", columns=40)
check(status == 0 and "Training, measured" in words(out), "40 columns")

# ---- rows of other families are counted, not refused
status, out = validate([{"id": "n", "family": "network", "measured": [{"metric": "link_latency", "value": 1}]}] * 3 +
                       [{"id": "t", "family": "training_throughput", "measured": [{"metric": "mfu", "value": 1}]},
                        {"id": "i", "family": "inference", "measured": [{"metric": "latency", "value": 1}]}])
check(status == 0 and out["not_judged"] == {"network": 3, "training_throughput": 1, "inference": 1}, f"{out}")
check(out["figures"] == [] and out["families"] == [], f"{out}")
# DeepSeek's day of serving in numbers (open-infra-index, day 6): tokens that a cache had are no memory.
status, out = validate([{"id": "day", "family": "inference", "config": {"model": "deepseek-v3", "gpu": "H800"}, "confirmed": True,
                         "measured": [{"metric": "cache_hit_tokens", "value": 342e9, "unit": "tokens"},
                                      {"metric": "output_tokens", "value": 168e9, "unit": "tokens"}]}])
check(status == 0 and out["figures"] == [] and out["not_judged"] == {"inference": 1}, f"{out}")

# ---- serving rows are read, and told from training
status, out = validate([{"id": "w", "family": "serving_memory", "confirmed": True,
                         "config": {"model": "meta-llama/Llama-3.1-8B-Instruct", "gpu": "H100-80GB-SXM", "max_model_len": 8192},
                         "measured": [{"metric": "weights", "value": 14.99, "unit": "GiB"}, {"metric": "activation_peak", "value": 1.2, "unit": "GiB"},
                                      {"metric": "non_torch", "value": 0.1, "unit": "GiB"}, {"metric": "kv_cache", "value": 53.0, "unit": "GiB"},
                                      {"metric": "kv_tokens", "value": 430000, "unit": "tokens"}]}])
check([each["family"] for each in out["figures"]] == ["serving_weights", "serving_other", "serving_other", "serving_kv", "serving_kv"], f"{out}")
check(not any("refused" in each for each in out["figures"]), f"{out}")

# ---- every figure of an engine's memory is judged or refused with a reason, by whatever name, and in whatever row of it
CONFIG = {"model": "llama3-8b", "gpu": "NVIDIA H100 80GB HBM3", "tp": 1}
NAMES = {"weights": "serving_weights", "model_size": "serving_weights", "model_memory": "serving_weights",
         "torch_peak_increase": "serving_other", "torch_peak": "serving_other", "peak_torch": "serving_other",
         "peak_activation": "serving_other", "non_torch": "serving_other", "available_kv_cache_memory": "serving_kv"}
REASONS = {"cuda_graph_memory": "CUDA graphs", "output_tokens_per_s": "no figure is called", "kv_transfer_bandwidth": "no figure is called"}
for row_family in ("inference", "serving", "memory", "serving_memory"):
    row = {"id": "x", "family": row_family, "confirmed": True, "config": CONFIG,
           "measured": [{"metric": name, "value": 14.0, "unit": "GiB"} for name in [*NAMES, *REASONS]]}
    out = validate([row])[1]["figures"]
    check({each["metric"]: each["family"] for each in out if "refused" not in each} == NAMES, f"{row_family}: {out}")
    # Rows on speed have figures of other kinds, which are left to families of theirs: a throughput, which needs lengths.
    whole = "memory" in row_family
    reasons = REASONS if row_family != "inference" else {**REASONS, "output_tokens_per_s": "how long prompts and answers are"}
    check(all(reasons[each["metric"]] in each["refused"] for each in out if each["metric"] in reasons), f"{row_family}: {out}")
    check([each["metric"] for each in out] == [*NAMES, *list(reasons)[:3 if whole else 2 if row_family == "inference" else 1]], f"{row_family}: {out}")
    out = validate([{**row, "measured": [{"metric": name, "value": 1.0, "unit": "GiB"}]} for name in NAMES])[1]
    check([each["family"] for each in out["figures"]] == list(NAMES.values()), f"each name alone in {row_family}: {out}")
figures = [{"metric": "weights", "value": 14.99, "unit": "GiB"}, {"metric": "activation_peak", "value": 1.2, "unit": "GiB"}]
row = {"id": "x", "family": "memory", "confirmed": True, "config": CONFIG, "measured": figures}
out = validate([row])[1]["figures"]
check([each["family"] for each in out] == ["serving_weights", "serving_other"], f"{out}")
TRAINS = ({"optimizer": "adam"}, {"mbs": 1}, {"seq": 8192}, {"zero": 1}, {"framework": "torchtitan"}, {"micro-batch-size": 1})
out = validate([{**row, "config": {**CONFIG, **each}} for each in TRAINS])[1]["figures"]
check(len(out) >= len(TRAINS) and all(each["family"] == "other" and "refused" in each for each in out), f"{out}")

# ---- no row is judged by its number of layers alone (nor by who published it, or by its name: tests/validation/judge_test.cpp):
# another depth of the same shape is another figure of the same family
def kinds(of, ids):
    return [(each["id"], each["family"], each["part"]) for each in of["figures"] if each["id"] in ids]


if not is_watched:
    rows = [each for file in sorted(ROWS.glob("*.json")) for each in json.loads(file.read_text())["rows"]]
    shallow = [each for each in rows if isinstance(each.get("config", {}).get("layers"), int)]
    deeper = [{**each, "config": {**each["config"], "layers": each["config"]["layers"] + 2 * each["config"].get("pp", 1)}} for each in shallow]
    of_depth = {each["id"] for each in shallow}
    check(len(of_depth) > 100 and kinds(validate(deeper)[1], of_depth) == kinds(result, of_depth), "a family or part changes with the number of layers")

# 8,030,261,248 parameters of 2 bytes, and a cache that grows by 0.05 of what an H100 shows as visible.
left = [validate([{**row, "config": {**CONFIG, "engine": "vLLM", **share}, "measured": [{"metric": "kv_cache", "value": 50, "unit": "GiB"}]}])[1]["figures"][0]["found"]
        for share in ({}, {"gpu-memory-utilization": 0.9}, {"util": 95})]
check(left[0] == left[1] and abs(left[2] - left[1] - 0.05 * 79.18) < 0.01, f"the memory setting: {left}")

# A cache that a row calls "auto" is the server's own, as one that the row does not name: of weights in FP8 of vLLM and TensorRT-LLM in FP8.
timed = {"id": "t", "family": "serving_times", "confirmed": True, "measured": [{"metric": "tpot", "value": 20, "unit": "ms"}],
         "config": {**CONFIG, "engine": "vLLM", "version": "0.10.0", "weights": "fp8", "isl": 4096, "osl": 256, "clients": 64}}
found = [validate([{**timed, "config": {**timed["config"], **cache}}])[1]["figures"][0]["found"] for cache in ({}, {"kv_dtype": "auto"}, {"kv_dtype": "fp8"}, {"kv_dtype": "bf16"})]
check(found[0] == found[1] == found[2] < found[3], f"a cache by default: {found}")
# And so where memory is judged: half as many bytes a token.
held = {**row, "config": {**CONFIG, "engine": "vLLM", "weights": "fp8"}, "measured": [{"metric": "kv_cache", "value": 500_000, "unit": "tokens"}]}
found = [validate([{**held, "config": {**held["config"], **cache}}])[1]["figures"][0]["found"] for cache in ({}, {"kv_dtype": "fp8"}, {"kv_dtype": "bf16"})]
check(found[0] == found[1] == 2 * found[2] > 0, f"a cache by default, in memory: {found}")

# A recipe that does not say how often stages are interleaved: 80 layers on four stages in chunks of two, for its memory as for its time.
bridge = {"framework": "Megatron-Bridge", "model": "llama3-70b", "gpu": "H100-80GB", "gpus": 16, "tp": 4, "pp": 4, "seq": 8192, "mbs": 1, "gbs": 32, "recompute": "none"}
for of_family, metric, unit in (("memory", "peak_memory", "GiB/GPU"), ("training_throughput", "iteration_time", "s")):
    found = [validate([{"id": "b", "family": of_family, "confirmed": True, "config": {**bridge, **of}, "measured": [{"metric": metric, "value": 50, "unit": unit}]}])[1]["figures"][0]["found"]
             for of in ({}, {"vp": 10}, {"vp": 1})]
    check(found[0] == found[1] != found[2], f"{metric} of a recipe that does not say how often it interleaves: {found}")

# A row of a server that says no version is of the month that it says, of the software or of the measurement: vLLM without CUDA graphs until
# 0.2.6, of December 2023. One that says neither is of the oldest, one batch as many clients.
step = {"id": "s", "family": "inference", "confirmed": True, "measured": [{"metric": "token_time_median", "value": 20, "unit": "ms"}],
        "config": {**CONFIG, "batch": 1, "isl": 512, "osl": 128}}
found = [validate([{**step, "config": {**step["config"], **of}}])[1]["figures"][0]["found"]
         for of in ({"engine": "vLLM 0.2.5"}, {"engine": "vLLM", "date": "2023-11"}, {"engine": "vLLM 0.2.6"}, {"engine": "vLLM", "date": "2023-12"},
                    {"engine": "vLLM", "date": "2025-02"}, {"engine": "vLLM", "measured": "2025-10-29"}, {"engine": "vLLM"}, {"engine": "vLLM 0.2.5", "clients": 1},
                    {"engine": "vLLM", "clients": 1})]
check(found[0] == found[1] == found[6] > found[2] == found[3] == found[4] == found[5] and found[7] == found[8] > found[5], f"servers by version and by date: {found}")
# And with other limits, for which it sets memory aside, from 0.8 on, of March 2025.
left = [validate([{**row, "config": {**CONFIG, **of}, "measured": [{"metric": "kv_cache", "value": 50, "unit": "GiB"}]}])[1]["figures"][0]["found"]
        for of in ({"engine": "vLLM 0.7.3"}, {"engine": "vLLM", "date": "2025-02"}, {"engine": "vLLM 0.8"}, {"engine": "vLLM", "date": "2025-03"})]
check(left[0] == left[1] > left[2] == left[3], f"limits by version and by date: {left}")

# What a name says of its weights: 8,030,261,248 parameters are 15.0 GiB in 16 bits.
for name in ("Llama-3.1-8B-Instruct", "Llama-3.1-8B-Instruct-BF16"):
    found = validate([{**row, "config": {**CONFIG, "model": name}}])[1]["figures"][0]["found"]
    check(abs(found - 14.96) < 0.01, f"{name}: {found}")

# ---- a figure in another unit is the same figure
HOUR = 3600
for of_row, units in (
    ({**step, "measured": [{"metric": "token_time_median", "value": 20}]}, {"ms (per step)": 1, "": 1, "s": 1e-3, "us": 1e3}),
    ({**step, "measured": [{"metric": "tokens_per_s", "value": 5000}]}, {"tokens/s": 1, "": 1, "ktokens/s": 1e-3, "million tokens/hours": HOUR / 1e6, "tokens/min (all)": 60}),
    ({**step, "measured": [{"metric": "tokens_per_s_per_gpu", "value": 5000}]}, {"tokens/s/GPU": 1, "thousand tokens/s/GPU": 1e-3}),
    ({"id": "t", "family": "training_throughput", "confirmed": True, "config": bridge, "measured": [{"metric": "throughput", "value": 50}]},
     {"samples/s": 1, "samples/min": 60, "tokens/s": 8192, "tokens/s/GPU": 8192 / 16, "Mtokens/days": 8192 * 24 * HOUR / 1e6}),
    ({"id": "t", "family": "training_throughput", "confirmed": True, "config": {**bridge, "convention": "megatron"}, "measured": [{"metric": "model_tflops_per_gpu", "value": 500}]},
     {"TFLOP/s/GPU": 1, "GFLOP/s/GPU": 1e3, "PFLOP/s": 1e-3}),
    ({"id": "k", "family": "memory", "confirmed": True, "measured": [{"metric": "full_recompute_pct", "value": 7}], "config": {"model": "GPT-3 175B", "layers": 96, "hidden": 12288, "heads": 96, "vocab": 51200, "seq": 2048, "mbs": 1, "tp": 8}},
     {"%": 1, "fraction": 1e-2}),
):
    plain = None
    for unit, times in units.items():
        measured = [{**of_row["measured"][0], "unit": unit}]
        figure = next(each for each in validate([{**of_row, "measured": measured}])[1]["figures"] if each["unit"] == unit)
        check("found" in figure and figure["found"] > 0, f"{unit}: {figure}")
        plain = figure["found"] / times if plain is None else plain
        check(abs(figure["found"] / times / plain - 1) < 1e-9, f"{unit}: {figure['found']}, not {times} times {plain}")
    for unit in ("furlongs", "tokens", "seconds/token"):
        figure = validate([{**of_row, "measured": [{**of_row["measured"][0], "unit": unit}]}])[1]["figures"][0]
        check("unit" in (figure.get("refused") or ""), f"{unit}: {figure}")

# ---- a benchmark's model has one name as good as another
BENCHMARK = {"gpu": "H200-SXM-141GB", "gpus": 8, "weights": "fp8", "scenario": "Offline", "dataset": "OpenOrca", "mean_osl": 294.45}
found = [validate([{"id": "m", "family": "inference", "confirmed": True, "config": {**BENCHMARK, "model": name}, "measured": [{"metric": "tokens_per_s", "value": 30000, "unit": "tokens/s"}]}])[1]["figures"][0].get("found")
         for name in ("llama2-70b", "meta-llama/Llama-2-70b", "Llama-2-70b-hf")]
check(found[0] is not None and found[0] == found[1] == found[2], f"a benchmark's model by its names: {found}")

# ---- bad input
check_refused(["/nowhere"], "validate", "/nowhere")
check_refused(["--jason"], "validate", "--jason")
check_refused(["did you mean", "model_params"], "validate", "--family", "model_param")
check_refused(["expected model_params,"], "validate", "--family", "weather")
with tempfile.TemporaryDirectory() as name:
    check_refused(["no file *.json"], "validate", name)
    file = pathlib.Path(name) / "rows.json"
    for text, *expected in (("", "rows.json:1:1"), ("[\n  {,}]", "rows.json:2:4"), ("7", "no rows"), ("{}", "no rows"), ('{"rows": 7}', "no rows"),
                            ("[1e999]", "beyond every number"), ("[\"\xff\"]".encode("latin-1"), "rows.json:1"), ("[" * 100_000, "no JSON")):
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        check_refused(expected, "validate", name)
        check_refused(expected, "validate", str(file))
finish()
