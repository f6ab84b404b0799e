"""Documents that are refused, each with words of the message: name, text, words ..."""
import json


def machines(entry):
    return json.dumps({"format": 1, "machines": [entry]}).encode()


def member(**members):
    return json.dumps({"format": 1, **members}).encode()


def total(**needs):
    return member(demand={"total": needs})


def serve(**keys):
    return member(job={"serve": {"model": "Llama-3.1-8B", **keys}})


def train(**keys):
    return member(job={"train": {"model": "Llama-3.1-8B", "sequence": 4096, **keys}})


NODE = {"gpu": "T4", "gpus": 1}
SIZE = "Standard_ND40rs_v2"

CASES = [
    # no JSON
    ("empty", b"", "1:1", "empty", '"format": 1'),
    ("spaces", b" \n\t ", "empty"),
    ("no format in YAML", b"machines: 4", "1:1", '"format"', "missing"),
    ("missing brace", b'{"format": 1', "1:13", "the text ends: expected ',' or '}'"),
    ("missing comma", b'{"format": 1\n "name": "x"}', "2:2", "expected ',' or '}' behind a value"),
    ("trailing comma", b'{"format": 1,}', "1:14"),
    ("trailing text", b'{"format": 1} x', "1:15", "behind the end of the document"),
    ("two documents", b'{"format": 1}{"format": 1}', "1:14", "behind the end of the document"),
    ("comment", b'{"format": 1 // one\n}', "1:14"),
    ("single quotes", b"{'format': 1}", "1:2"),
    ("not a number", b'{"format": NaN}', "1:1"),
    ("huge number", b'{"format": 1e999}', "1:12", "format"),
    ("leading zero", b'{"format": 01}', "1:12", "01"),
    ("control character", b'{"format": 1, "name": "a\nb"}', "control character"),
    ("not UTF-8", b'{"format": 1, "name": "\xff"}', "1:24", "0xFF", "UTF-8"),
    ("overlong UTF-8", b'{"format": 1, "name": "\xc0\xaf"}', "UTF-8"),
    ("UTF-16", '{"format": 1}'.encode("utf-16"), "UTF-8"),
    ("lone surrogate", b'{"format": 1, "name": "\\ud800"}', "surrogate"),
    ("binary", bytes(range(256)), "UTF-8"),
    ("nesting bomb", b"[" * 100_000, "nested more than 16"),
    ("object bomb", b'{"a":' * 100_000, "nested more than 16"),
    ("too many values", b"[" + b"0," * 300_000 + b"0]", "more than 250000 values"),
    ("too large", b'{"format": 1}' + b" " * (5 << 20), "larger than 4 MiB"),
    ("long token", b'{"format": 1, "name": "' + b"x" * 100_000, "does not end"),
    ("duplicate key", b'{"format": 1,\n "name": "a",\n "name": "b"}', "3:2", "$:", '"name"', "twice"),
    ("duplicate key inside", b'{"format": 1, "demand": {"total": {"gpus": 1, "gpus": 2}}}', "$.demand.total", '"gpus"', "twice"),
    # the root
    ("a list", b"[]", "$", "expected an object"),
    ("a number", b"1", "expected an object"),
    ("no format", b"{}", "format", "missing", '"format": 1'),
    ("format of tomorrow", b'{"format": 2}', "$.format", "expected 1"),
    ("format as text", b'{"format": "1"}', "$.format", "expected 1"),
    ("unknown key", b'{"format": 1, "machine": []}', "1:15", '"machine"', 'did you mean "machines"?'),
    ("key of tomorrow", b'{"format": 1, "topology": {}}', '"topology"', "expected", "demand"),
    ("name as number", member(name=7), "$.name", "the number 7", "expected text"),
    ("escape sequence", member(name="a\u001b[31m"), "$.name", "control character"),
    ("C1 control character", member(name="a\u009b31m"), "$.name", "control character"),
    # machines
    ("machines as object", member(machines={}), "$.machines", "expected a list"),
    ("machine as text", machines(SIZE), "$.machines[0]", "expected an object"),
    ("no machine", machines({"count": 1}), "$.machines[0]", '"size", "rack" or "board"'),
    ("two machines", machines({"size": SIZE, "rack": "GB300 NVL72", "count": 1}), "one of them"),
    ("no count", machines({"size": SIZE}), "$.machines[0]", '"count"', "missing"),
    ("fraction", machines({"size": SIZE, "count": 1.5}), "$.machines[0].count", "1.5", "whole number"),
    ("negative count", machines({"size": SIZE, "count": -4}), "$.machines[0].count", "-4", "from 0"),
    ("overflow", machines({"size": SIZE, "count": 2**40 + 1}), "$.machines[0].count", "1,099,511,627,776"),
    ("overflow of 64 bits", machines({"size": SIZE, "count": 2**70}), "$.machines[0].count"),
    ("count as text", machines({"size": SIZE, "count": "4"}), "$.machines[0].count", "whole number"),
    ("count of null", machines({"size": SIZE, "count": None}), "$.machines[0].count", "null"),
    ("older spelling", machines({"size": "Standard_ND96amsr_v4", "count": 1}), "Standard_ND96amsr_A100_v4"),
    ("slip in a name", machines({"size": "Standard_ND96asr_v5", "count": 1}), "$.machines[0].size", "did you mean"),
    ("beginning of a name", machines({"size": "Standard_ND40", "count": 1}), 'did you mean "Standard_ND40rs_v2"?'),
    ("no such size", machines({"size": "mainframe", "count": 1}), "no VM size is called", "define"),
    ("rack as size", machines({"size": "GB300 NVL72", "count": 1}), "not a VM size", '"rack"'),
    ("size as rack", machines({"rack": SIZE, "count": 1}), "not a rack", '"size"'),
    ("misspelt key", machines({"size": SIZE, "cuont": 1}), '"cuont"', 'did you mean "count"?'),
    # own machines
    ("define as list", member(define=[]), "$.define", "expected an object"),
    ("unknown kind", member(define={"vms": {}}), '"vms"', "sizes"),
    ("bare memory", member(define={"sizes": {"n": {**NODE, "system_memory": 672}}}), "$.define.sizes.n.system_memory",
     "672", "no unit", "672 GiB"),
    ("memory without unit", member(define={"sizes": {"n": {**NODE, "system_memory": "672"}}}), "has no unit"),
    ("bandwidth as memory", member(define={"sizes": {"n": {**NODE, "system_memory": "672 GiB/s"}}}), "rate"),
    ("unknown GPU", member(define={"sizes": {"n": {"gpu": "H100-SXM5-81GB", "gpus": 8}}}), "$.define.sizes.n.gpu",
     'did you mean "H100-SXM5-80GB"?'),
    ("beginning of a GPU", member(define={"sizes": {"n": {"gpu": "H100", "gpus": 8}}}), 'several GPUs are called "H100": say which: H100-SXM5-80GB, '),
    ("no GPU", member(define={"sizes": {"n": {"gpus": 8}}}), '"gpu"', "missing"),
    ("no number of GPUs", member(define={"sizes": {"n": {"gpu": "T4"}}}), '"gpus"', "missing"),
    ("rack of nothing", member(define={"racks": {"r": {"vms": 4}}}), '"size"', "missing"),
    ("unknown format", member(define={"gpus": {"g": {"rates": {"fp5": {}}}}}), '"fp5"'),
    ("unknown feature", member(define={"sizes": {"n": {**NODE, "features": {"nvlnk": True}}}}), 'did you mean "nvlink"?'),
    ("nameless", member(define={"gpus": {"": {}}}), "name"),
    ("total too large", json.dumps({"format": 1, "define": {"sizes": {"n": {"gpu": "T4", "gpus": 2**40}}},
                                    "machines": [{"size": "n", "count": 2**40}]}).encode(), "$.machines", "beyond"),
    # prices
    ("bare price", member(prices={"own": [{"machine": SIZE, "on_demand": 3.4}]}), "$.prices.own[0].on_demand", "no unit", "$3.40/h"),
    ("price without hour", member(prices={"own": [{"machine": SIZE, "on_demand": "$3.40"}]}), "/h"),
    ("no price", member(prices={"own": [{"machine": SIZE}]}), "on_demand"),
    ("price of nothing", member(prices={"own": [{"machine": "ND40rs", "on_demand": "$1/h"}]}), "$.prices.own[0].machine"),
    ("price of no day", member(prices={"own": [{"machine": SIZE, "on_demand": "$1/h", "date": "May"}]}), "YYYY-MM-DD"),
    ("discount as number", member(prices={"discount": 25}), "$.prices.discount", "25 %"),
    ("discount above all", member(prices={"discount": "125 %"}), "$.prices.discount", "100 %"),
    ("unknown purchase", member(prices={"buy": "spots"}), "$.prices.buy", 'did you mean "spot"?'),
    # demand
    ("bare need", total(usable_gpu_memory=8), "$.demand.total.usable_gpu_memory", "no unit"),
    ("negative need", total(usable_gpu_memory="-8 TiB"), "$.demand.total.usable_gpu_memory", "negative"),
    ("bits for bytes", total(usable_gpu_memory="8 Tib"), "bits", "TiB"),
    ("peak without sparsity", total(peak={"format": "fp4", "rate": "1 PFLOPS"}), "sparsity", "dense or sparse"),
    ("peak of no format", total(peak={"format": "fp5", "sparsity": "dense", "rate": "1 PFLOPS"}), "$.demand.total.peak.format"),
    ("peak as amount", total(peak={"format": "fp4", "sparsity": "dense", "rate": "1 PFLOP"}), "rate"),
    ("peak as list", total(peak=[]), "$.demand.total.peak", "expected an object"),
    ("unknown scope", member(demand={"per_rack": {}}), '"per_rack"'),
    ("unknown need", total(gpu_memory="1 TB"), '"gpu_memory"', "usable_gpu_memory"),
    ("yes as text", member(demand={"whole_racks": "yes"}), "$.demand.whole_racks", "true or false"),
    ("features as text", member(demand={"features": "nvlink"}), "$.demand.features", "expected a list"),
    ("feature of no name", member(demand={"features": ["NVLANK"]}), "$.demand.features[0]", "nvlink"),
    ("formats as text", member(demand={"formats": "fp8"}), "$.demand.formats", "expected a list"),
    ("format of no name", member(demand={"formats": ["fp5"]}), "$.demand.formats[0]", "fp8"),
    ("units of none", member(demand={"units": {"in_domain": 0}}), "$.demand.units", "from 1"),
    ("units that do not nest", member(demand={"units": {"in_domain": 8, "of_one_kind": 12}}), "$.demand.units", "multiple"),
    ("units of a slip", member(demand={"units": {"in_domains": 8}}), '"in_domains"', "in_domain"),
    # job
    ("job as text", member(job="serve"), "$.job", "expected an object"),
    ("job of nothing", member(job={}), "$.job", '"serve"', '"train"'),
    ("job of both", member(job={"serve": {"model": "Llama-3.1-8B"}, "train": {"model": "Llama-3.1-8B", "sequence": 1}}),
     "$.job", "either"),
    ("misspelt job", member(job={"sreve": {}}), '"sreve"', 'did you mean "serve"?'),
    ("no model", member(job={"serve": {}}), "$.job.serve", '"model"', "missing"),
    ("model as number", serve(model=405), "$.job.serve.model", "the number 405"),
    ("unknown model", serve(model="Llama-3.1-404B"), "$.job.serve.model", "no model is called"),
    ("model of nowhere", serve(model="nowhere/config.json"), "$.job.serve.model", "nowhere/config.json"),
    ("unknown weights", serve(weights="fp9"), "$.job.serve.weights", 'did you mean "fp8"?'),
    ("cache of no format", serve(kv_cache="fp5"), "$.job.serve.kv_cache"),
    ("half a sequence", serve(concurrent_sequences=0.5), "$.job.serve.concurrent_sequences", "whole number"),
    ("no sequences", serve(concurrent_sequences=0), "$.job.serve", "from 1 to"),
    ("prefix of more than all", serve(shared_prefix=1.5), "$.job.serve.shared_prefix", "from 0 to 1"),
    ("prefix as text", serve(shared_prefix="30 %"), "$.job.serve.shared_prefix", "from 0 to 1"),
    ("yes as number", serve(expert_parallel=8), "$.job.serve.expert_parallel", "true or false"),
    ("imbalance of a server below 1", serve(expert_imbalance=0.5), "$.job.serve.expert_imbalance", "from 1"),
    ("unknown engine", serve(engine="vlm"), "$.job.serve.engine", 'did you mean "vLLM"?'),
    ("key of serving for short", serve(sequences=4), '"sequences"', 'did you mean "concurrent_sequences"?'),
    ("key of training for short", train(tp=4), '"tp"', 'did you mean "tensor_parallel"?'),
    ("training key of serving", serve(micro_batch=1), '"micro_batch"', "unknown key"),
    ("heads not divided", serve(tensor_parallel=3), "$.job.serve", "attention heads"),
    ("context too long", serve(context=2**20), "$.job.serve", "longer than the model allows"),
    ("no sequence", member(job={"train": {"model": "Llama-3.1-8B"}}), "$.job.train", "sequence"),
    ("batch not divided", train(data_parallel=2, global_batch=7), "$.job.train", "global batch"),
    ("unknown optimizer", train(optimizer="adamw"), "$.job.train.optimizer", "adam"),
    ("unknown sharding", train(sharding="zero-4"), "$.job.train.sharding", "zero-"),
    ("offload as text", train(offload="optimizer"), "$.job.train.offload", "expected a list"),
    ("offload of nothing", train(offload=["optimiser"]), "$.job.train.offload[0]", 'did you mean "optimizer"?'),
    ("capacity of none", train(expert_capacity=0), "$.job.train.expert_capacity", "from 0.000001"),
    ("capacity above all", train(expert_capacity=2e6), "$.job.train.expert_capacity", "to 1,000,000"),
    ("padding as number", train(pads_to_capacity=1.25), "$.job.train.pads_to_capacity", "true or false"),
    ("imbalance below 1", train(expert_imbalance=0.5), "$.job.train.expert_imbalance", "from 1"),
    ("one pool", member(job=[{"name": "prefill", "serve": {"model": "Llama-3.1-8B"}}]), "$.job", "two jobs"),
    ("pools of other names", member(job=[{"name": "a", "serve": {"model": "Llama-3.1-8B"}},
                                         {"name": "b", "serve": {"model": "Llama-3.1-8B"}}]), "$.job[0]", '"prefill"'),
    ("power in euros", member(demand={"at_most": {"max_power": "10 EUR"}}), "$.demand.at_most.max_power", "MW"),
]

# What the reader refuses and a schema cannot: names, duplicates, totals, and units that are close to one.
BEYOND_SCHEMA = {"older spelling", "slip in a name", "beginning of a name", "beginning of a GPU", "no such size",
                 "rack as size", "size as rack", "unknown GPU", "no GPU", "total too large", "price of nothing", "discount above all", "duplicate key",
                 "duplicate key inside", "bits for bytes", "nesting bomb", "not UTF-8", "too large", "lone surrogate",
                 "control character", "unknown model", "model of nowhere", "no sequences", "heads not divided", "context too long",
                 "batch not divided", "units that do not nest"}

# What both accept.
GOOD = [
    # Words are taken after case, spaces and signs.
    b'{"format": 1, "prices": {"buy": "On-Demand", "region": "eastus"}, "demand": {"formats": ["BF-16"]}}',
    b'{"format": 1}',
    b'{"format": 1.0, "$schema": "deployment.schema.json", "note": "n", "machines": []}',
    machines({"size": SIZE, "count": 10.0}),
    machines({"board": "HGX B300", "count": 2**40}),
    total(usable_gpu_memory=" 1,024.5 GiB ", memory_bandwidth="3.35 TB/sec", scale_out="400 Gbps", gpus=0),
    total(peak={"format": "int8", "sparsity": "sparse", "rate": "24 POPS"}),
    member(prices={"discount": "12.5%", "buy": "spot", "own": [{"machine": SIZE, "spot": "3.40 USD/hour", "date": "2026-11"}]}),
    serve(weights="mxfp4 experts", shared_prefix=0.3, expert_parallel=False, engine="SGLang", memory_share=1),
    train(micro_batches=4, offload=[], recompute="selective", recomputed=["norms"], sharding="fsdp"),
    member(job=[{"name": "prefill", "serve": {"model": "Llama-3.1-8B"}}, {"name": "decode", "serve": {"model": "Llama-3.1-8B"}}]),
    member(define={"gpus": {"g": {"tdp": "none", "rates": {"fp4": "none"}}}, "boards": {"b": {"gpu": "g", "gpus": 4, "scale_out": "none"}}}),
]
