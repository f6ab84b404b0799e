#!/usr/bin/env python3
"""`headroom model`: the list, one model in text and as JSON, config.json files, and what is refused."""

import json
import pathlib
import tempfile

from checks import check, check_refused, finish, run, run_json


def models(*arguments):
    return run_json("model", *arguments)["models"]

HERE = pathlib.Path(__file__).parent
FIXTURES = HERE.parent / "read" / "model_config" / "fixtures"
MODELS = json.loads((HERE.parent / "data" / "models.json").read_text())["models"]
MISSING = {"deepseek-ai/DeepSeek-V4-Flash", "deepseek-ai/DeepSeek-V4-Pro", "google/gemma-4-26B-A4B", "zai-org/GLM-5.2",
           "nvidia/Llama-3_3-Nemotron-Super-49B-v1"}

# ---- the list
status, out, error = run("model", columns=120)
check(status == 0 and error == "", f"exit {status}, {error}")
check(f"{len(MODELS)} models" in out, "not every model is counted")
check(run("model")[1].count(f"{next(iter(MODELS))} ") == 1, "the list is not one table in 80 columns")
for name in MODELS:
    check(name in out, f"{name} is not in the list")
listed = models()
check({each["name"] for each in listed} == set(MODELS), "JSON: not each model once")
check({each["name"] for each in listed if each["missing"]} == MISSING, "not these five lack something")
check(all(("parameters" in each) != bool(each["missing"]) for each in listed), "figures where something is missing, or none")

# ---- one model: figures of its checkpoint, and arithmetic by hand
status, out, error = run("model", "meta-llama/Llama-3.1-405B", "--context", "8192", "--tensor-parallel", "8")
check(status == 0 and error == "", f"exit {status}, {error}")
check(all(len(line) <= 80 for line in out.splitlines()), "a line is wider than 80 columns")
for words in ("meta-llama/Meta-Llama-3.1-405B", "405,853,388,800", "811,706,777,600", "126", "model_configs"):
    check(words in out, f"the report lacks {words!r}")
[llama] = models("llama-3.1-405b", "--context", "8192")
check(llama["parameters"]["total"] == 405_853_388_800, "parameters of Llama 3.1 405B")
check(llama["active_parameters"] == llama["parameters"], "a dense model uses all of its parameters")
check(llama["weights"][0] == {"format": "bf16", "bytes": 2 * 405_853_388_800}, "weights in bf16")
check(llama["kv_cache"]["bytes_per_token"] == 126 * 2 * 8 * 128 * 2, "KV cache of a token")
check(llama["kv_cache"]["bytes_per_sequence"] == 8192 * 126 * 2 * 8 * 128 * 2, "KV cache of a sequence")
# Two operations a parameter of matrices, and four a place of the head, position and layer.
matrices = 2 * (llama["parameters"]["attention"] + llama["parameters"]["feed_forward"])
full = llama["operations_per_token"]["full"]["forward"]
check(full["matrices"] == matrices, "operations of the layers' matrices")
check(full["attention"] == 4 * 126 * 16384 * 8192, "operations of full attention")
causal = llama["operations_per_token"]["causal"]
check(causal["forward"]["attention"] == 4 * 126 * 16384 * 8193 / 2, "operations of causal attention")
check(causal["backward"]["total"] == 2 * causal["forward"]["total"], "the backward pass is not twice the forward pass")
[eighth] = models("llama-3.1-405b", "--tensor-parallel", "8", "--kv-cache", "FP8", "--weights", "int4-groups")
check(eighth["kv_cache"]["bytes_per_token"] == 126 * 2 * 128, "KV cache of a token, one head of eight, in fp8")
check(eighth["weights"][0]["format"] == "int4_groups", "the asked format is not the first")
[sixteenth] = models("llama-3.1-405b", "--tensor-parallel", "16")
check(sixteenth["kv_cache"]["bytes_per_token"] == 126 * 2 * 128 * 2, "a head is not repeated beyond the number of heads")
check(sixteenth["context"] == 131_072 == sixteenth["operations_per_token"]["context"], "the context is not the model's")

# ---- what cannot be counted
status, out, error = run("model", "deepseek-v4-pro")
check(status == 3 and error == "" and "hyper-connections" in out, f"DeepSeek-V4-Pro: exit {status}, {error}")
status, out, _ = run("model", "llama-2-7b", "GLM-5.2", "--json")
check(status == 3 and [bool(each["missing"]) for each in json.loads(out)["models"]] == [False, True], "two models, one of them not counted")

# ---- config.json files: the same figures as by name, but for the source and what is said of it
for name in sorted(MODELS):
    path = FIXTURES / (name.split("/")[1] + ".json")
    if name == "google/palm-540b" or name in MISSING:
        continue
    [by_name], [by_file] = models(name, "--context", "4096"), models(str(path), "--context", "4096")
    for key in ("parameters", "active_parameters", "operations_per_token", "kv_cache", "hidden", "vocabulary", "tied"):
        check(by_name[key] == by_file[key], f"{name}: {key} differ by name and by file")
    check(by_file["published"] is False and by_file["source"] is None, f"{name}: the source of a file")
[oss] = models(str(FIXTURES / "gpt-oss-120b.json"), "--weights", "checkpoint")
check(oss["weights"][0]["format"] == "checkpoint", "the checkpoint's format is not the first")
check(60.75 < oss["weights"][0]["bytes"] / 2**30 < 60.85, "gpt-oss-120b's checkpoint is not of 60.8 GiB")

# ---- degrees that only some models can be divided by: said in the list, refused of one that is named
by_seven = {each["name"]: each for each in models("--tensor-parallel", "7")}
check(by_seven["bigscience/bloom-176b"]["kv_cache"] and not by_seven["openai/gpt-oss-120b"]["kv_cache"], "112 heads are divided by 7, 64 are not")
by_sixteen = {each["name"]: each for each in models("--tensor-parallel", "16")}
check(by_sixteen["openai/gpt-oss-120b"]["kv_cache"] and not by_sixteen["meta-llama/Llama-4-Scout-17B-16E-Instruct"]["kv_cache"],
      "64 heads are divided by 16, 40 are not")
check("not divided so" in run("model", "--tensor-parallel", "7")[1], "the list does not say what 7 does not divide")

# ---- the vision tower is not in the shapes of some models, and everything that is counted is of the text part then
for name, is_text_only in (("meta-llama/Llama-4-Scout-17B-16E-Instruct", True), ("Qwen/Qwen3.5-397B-A17B", True), ("llama-3.1-8b", False)):
    out = run("model", name)[1]
    check(("Weights, text part only" in out) == is_text_only and ("Parameters, text part only" in out) == is_text_only, out)

# ---- a quantization_config that is not understood
with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "config.json"
    config = json.loads((FIXTURES / "Meta-Llama-3.1-8B.json").read_text())
    for quantized, why in (({"quant_method": "hqq"}, 'the method "hqq" is not known'), ({}, "names no method"),
                           ({"quant_method": "fp8"}, 'by "fp8"')):
        path.write_text(json.dumps({**config, "quantization_config": quantized}))
        status, out, error = run("model", str(path), columns=200)
        check(status == 0 and "not understood: its quantization_config" in out and why in out, f"{quantized}: {out}")
        check(why in models(str(path))[0]["quantization_not_understood"], f"{quantized} in JSON")
        check_refused(["--weights checkpoint", why], "model", str(path), "--weights", "checkpoint")
check(llama["quantization_not_understood"] is None, "Llama has no quantization_config")

# ---- refused
check_refused(["no model is called \"lama-3.1-405b\"", "did you mean"], "model", "lama-3.1-405b")
check_refused(["--weights", "no format is called \"fp9\"", "fp8"], "model", "llama-2-7b", "--weights", "fp9")
check_refused(["--kv-cache", "no format is called \"q4\""], "model", "llama-2-7b", "--kv-cache", "q4")
check_refused(["--context \"0\"", "from 1"], "model", "llama-2-7b", "--context", "0")
check_refused(["--context \"long\""], "model", "llama-2-7b", "--context", "long")
check_refused(["--tensor-parallel \"0\""], "model", "llama-2-7b", "--tensor-parallel", "0")
check_refused(["--tensor-parallel 7", "openai/gpt-oss-120b", "does not divide the attention heads"], "model", "gpt-oss-120b", "--tensor-parallel", "7")
check_refused(["--tensor-parallel 7", "does not divide"], "model", "gpt-oss-120b", "--tensor-parallel", "7", "--json")
check_refused(["--weights checkpoint", "not known"], "model", "llama-2-7b", "--weights", "checkpoint")
check_refused(["none.json: No such file"], "model", "none.json")
snippet = str(HERE.parent.parent / "docs" / "snippets" / "unknown-architecture.json")
check_refused([snippet + ":3:17: $.model_type:", "is not known"], "model", snippet)

finish()
