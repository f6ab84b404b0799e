#!/usr/bin/env python3
"""How the network between machines is built, as users say it: test_network.py PROGRAM"""

import json
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True

from checks import check, check_refused, finish, run, run_json

H100, NVL72, ONE_CARD = "Standard_ND96isr_H100_v5", "GB300 NVL72", "Standard_NC40ads_H100_v5"
TRAIN = ("--train", "--model", "llama-3.1-8b", "--sequence", "4096", "--global-batch", "72")
# A stage is a machine; the two send each other what one hands on, and nothing else leaves a machine.
STAGES = (*TRAIN, "--tensor-parallel", "8", "--pipeline-parallel", "2", "--data-parallel", "1", "--on", f"{H100}=2")
usual = {"oversubscription": 1, "flows_on_busiest_uplink": 1, "domains_per_leaf": None}


def near(a, b, within=1e-9):
    return abs(a / b - 1) < within


def machines(*arguments):
    return run_json("estimate", *arguments)["jobs"][0]["machines"]


def parts(of):
    return {key: each["exposed"] + each["hidden"] for key, each in of["step"]["parts"].items()}


# ---- what crosses leaf switches takes so many times as long, by the larger of what slows it; all else as long as before
[plain] = machines(*STAGES)
check(plain["network"] == usual and plain["without_effect"] == [], f"nothing said: {plain['network']}, {plain['without_effect']}")
for times, *said in ((2, "--oversubscription", "2:1"), (1.5, "--oversubscription", "3:2"), (4, "--oversubscription", "4"), (3, "--flows-on-busiest-uplink", "3"),
                     (3, "--oversubscription", "2:1", "--flows-on-busiest-uplink", "3"), (5, "--oversubscription", "5:1", "--flows-on-busiest-uplink", "3"),
                     (2, "--oversubscription", "2:1", "--domains-per-leaf", "1"), (1, "--oversubscription", "2:1", "--domains-per-leaf", "2")):
    [found] = machines(*STAGES, *said)
    for key, before in parts(plain).items():
        check(near(parts(found)[key], before * (times if key == "pipeline_sends" else 1)), f"{said}, {key}: {parts(found)[key]}, expected {times} x {before}")
check(found["network"] == {"oversubscription": 2, "flows_on_busiest_uplink": 1, "domains_per_leaf": 2}, f"{found['network']}")

# ---- replicas on machines of their own share out gradients and weights over the network between them
REPLICAS = (*TRAIN, "--tensor-parallel", "8", "--pipeline-parallel", "1", "--data-parallel", "4", "--on", f"{H100}=4", "--no-data-overlap")
rings = [parts(machines(*REPLICAS, "--oversubscription", str(times))[0])["data_parallel"] for times in (1, 2, 3)]
check(near(rings[2] - rings[1], rings[1] - rings[0]) and rings[1] > 1.5 * rings[0], f"bytes over half and a third of the bandwidth: {rings}")
[under_one] = machines(*REPLICAS, "--oversubscription", "2:1", "--domains-per-leaf", "4")
check(parts(under_one)["data_parallel"] == rings[0], "four machines under one leaf cross no uplink")

# ---- a rack is one scale-up domain, and a leaf has so many of them. (Up to twice the network inside racks takes longer.)
RACKS = (*TRAIN, "--tensor-parallel", "4", "--data-parallel", "36", "--no-data-overlap", "--on", NVL72 + "=2")
for leaf, is_slower in (("1", True), ("2", False)):
    slow, fast = machines(*RACKS, "--oversubscription", "8:1", "--domains-per-leaf", leaf)[0], machines(*RACKS)[0]
    check((parts(slow)["data_parallel"] > parts(fast)["data_parallel"]) == is_slower, f"{leaf} racks to a leaf")

# ---- servers: a pipeline of two machines sends each token on
PIPE = ("--model", "llama-3.1-405b", "--weights", "fp8", "--tensor-parallel", "8", "--pipeline-parallel", "2", "--concurrency", "16,64", "--on", f"{H100}=2")  # some sequences fewer decode at once
by_times = [machines(*PIPE, "--oversubscription", str(times))[0]["loads"][1]["step"]["pipeline_sends"]["seconds"] for times in (1, 2, 3)]
check(near(by_times[2] - by_times[1], by_times[1] - by_times[0], 1e-3) and by_times[1] > by_times[0], f"{by_times}")

# ---- what changes nothing is named, on the page, too
for job, where in (((*TRAIN, "--tensor-parallel", "8", "--data-parallel", "1"), f"{H100}=1"),
                   (("--model", "llama-3.1-8b", "--tensor-parallel", "2", "--concurrency", "4"), H100)):
    for said in (("--oversubscription",), ("--oversubscription", "--domains-per-leaf"), ("--flows-on-busiest-uplink",)):
        options = [word for option in said for word in (option, "2")]
        [found] = machines(*job, "--on", where, *options)
        check(found["without_effect"] == list(said), f"{said}: {found['without_effect']}")
        page = run("estimate", *job, "--on", where, *options)[1]
        check(f"no effect on the step: {', '.join(said)}." in " ".join(page.split()), f"{said}: {page}")
[found] = machines(*STAGES, "--oversubscription", "2", "--flows-on-busiest-uplink", "3")
check(found["without_effect"] == ["--oversubscription"], f"three flows slow more than twice: {found['without_effect']}")
[found] = machines(*STAGES, "--oversubscription", "2", "--flows-on-busiest-uplink", "2")
check(len(found["without_effect"]) == 1, f"one of two that slow alike has an effect: {found['without_effect']}")
page = " ".join(run("estimate", *STAGES, "--oversubscription", "2:1", "--flows-on-busiest-uplink", "1.5", "--domains-per-leaf", "1")[1].split())
check("Of the network: leaf switches oversubscribed 2 to 1, 1.5 flows on the busiest uplink, 1 scale-up domain to a leaf." in page, page)

# ---- a machine without such a network is left alone beside one that has it, and refused alone
both = {each["machine"]: each for each in machines("--model", "llama-3.1-8b", "--tensor-parallel", "1", "--on", ONE_CARD, H100, "--oversubscription", "2")}
check(both[ONE_CARD]["network"] is None and both[H100]["network"]["oversubscription"] == 2, f"{both}")
check_refused(["--oversubscription", "no source states a scale-out network", ONE_CARD], "estimate", "--model", "llama-3.1-8b", "--on", ONE_CARD, "--oversubscription", "2:1")
check_refused(["--flows-on-busiest-uplink", "these machines"], "estimate", "--model", "llama-3.1-8b", "--on", ONE_CARD, "Standard_NC80adis_H100_v5", "--flows-on-busiest-uplink", "2")
for words, *said in ((["--oversubscription", '"1:2"', "2:1"], "--oversubscription", "1:2"), (["2:1"], "--oversubscription", "half"), (["2:1"], "--oversubscription", "1:0"),
                     (["4,096"], "--oversubscription", "5000:1"), (["from 1 to 1,000"], "--flows-on-busiest-uplink", "0.5"), (["from 1 to 1,000"], "--flows-on-busiest-uplink", "nan"),
                     (["--domains-per-leaf"], "--domains-per-leaf", "0", "--oversubscription", "2"), (["--oversubscription", "slow nothing"], "--domains-per-leaf", "4")):
    check_refused(words, "estimate", *STAGES, *said)
check_refused(["2:1"], "plan", *TRAIN, "--tokens", "1B", "--machines", f"{H100}=2", "--oversubscription", "1:2")

# ---- machines of one's own say it in their file, for estimate and for plan; an option says otherwise
with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "own.json"
    size = {"gpus": 8, "gpu": "H100 SXM5", "scale_up_domain_gpus": 8, "scale_out_per_gpu": "400 Gb/s", "scale_out_kind": "InfiniBand NDR", "oversubscription": 2, "domains_per_leaf": 1}

    def written(of, kind="sizes", key="size"):
        job = {"train": {"model": "llama-3.1-8b", "sequence": 4096, "global_batch": 72, "tensor_parallel": 8, "pipeline_parallel": 2, "data_parallel": 1}}
        path.write_text(json.dumps({"format": 1, "define": {kind: {"own": of}}, "machines": [{key: "own", "count": 2}], "job": job}))
        return str(path)

    [of_file] = machines(written(size))
    check(of_file["network"] == {"oversubscription": 2, "flows_on_busiest_uplink": 1, "domains_per_leaf": 1}, f"{of_file['network']}")
    [of_option] = machines(written({**size, "oversubscription": 1}), "--oversubscription", "2:1")
    check(of_option["network"] == of_file["network"] and of_option["step_seconds"] == of_file["step_seconds"], "the same by an option")
    [other] = machines(written(size), "--domains-per-leaf", "2")
    check(other["network"] == {"oversubscription": 2, "flows_on_busiest_uplink": 1, "domains_per_leaf": 2} and other["step_seconds"] < of_file["step_seconds"], "an option beside the file")
    board = {key: value for key, value in size.items() if key != "scale_out_kind"}
    [on_board] = machines(written(board, "boards", "board"))
    check(on_board["network"] == of_file["network"], f"{on_board['network']}")
    for wrong, words in ((0.5, ["from 1 to 1,000"]), ("2:1", ["a number from 1"]), (5000, ["from 1 to 1,000"])):
        check_refused([*words, "oversubscription"], "estimate", written({**size, "oversubscription": wrong}))
    check_refused(["domains_per_leaf"], "estimate", written({**size, "domains_per_leaf": -1}))

    # A plan of several numbers of machines, and of jobs that share what is held, goes over the same network.
    slow, fast = (run_json("plan", *TRAIN, "--tokens", "1B", "--machines", f"{H100}=2", "--objective", "time", *more)["jobs"][0]["plans"][0]
                  for more in (("--oversubscription", "8:1"), ()))
    check(slow["network"]["oversubscription"] == 8 and fast["network"] == usual, f"{slow['network']}, {fast['network']}")
    check(slow["plan"]["days"] > fast["plan"]["days"], "a plan over slow uplinks")
    held = pathlib.Path(folder) / "held.json"
    held.write_text(json.dumps({"format": 1, "machines": [{"size": H100, "count": 2}]}))
    shared = run_json("plan", *TRAIN, "--tokens", "1B", "--held", str(held), "--objective", "time", "--oversubscription", "8:1")["shared"]
    check(shared["plan"]["machines"][0]["network"]["oversubscription"] == 8, f"{shared}")
    page = run("plan", *TRAIN, "--tokens", "1B", "--held", str(held), "--objective", "time", "--oversubscription", "8:1")[1]
    check("Of the network: leaf switches oversubscribed 8 to 1." in page, page)
    demand = pathlib.Path(folder) / "demand.json"
    demand.write_text(json.dumps({"format": 1, "demand": {"total": {"gpus": 8}}}))
    check_refused(["--oversubscription", "of a job"], "plan", str(demand), "--machines", H100, "--region", "eastus", "--oversubscription", "2:1")

finish()
