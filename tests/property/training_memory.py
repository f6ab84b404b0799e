#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compares the memory of training jobs with a slow calculation: parameters tensor by tensor as a rank holds them, state
by ZeRO's arithmetic (Rajbhandari et al., 2020, section 5) on top of them, activations as the list of tensors that the
backward pass reads (Korthikanti et al., 2022, section 4), micro-batches in flight by running the schedule. Shapes are
memory.py's; nothing is shared with the library. Then what holds of every job, whatever it comes to.

    training_memory.py DRIVER [--program HEADROOM] [--cases N] [--begin SEED]
"""
import argparse
import json
import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction

sys.dont_write_bytecode = True

from memory import CONFIGS, LONGEST, MATRIX, TABLE, Rank, divisors, layer_norm, layer_of_kind, layers_of, parameters_of, portion, weights_of

# Bytes of a weight, its gradient and the optimizer's state. Adam in mixed precision is K = 12 of the ZeRO paper: a
# 32-bit copy and two moments; Megatron-LM's documentation counts the same 18 and 16 bytes of bf16 with 32-bit sums of
# gradients, and of fp32. Moments of 8 bits have a 32-bit scale for 2,048 of them (Dettmers et al., 2021).
RECIPES = {
    ("bf16_training", "adam"): (2, 4, 12),
    ("fp16_training", "adam"): (2, 2, 12),
    ("bf16_gradients", "adam"): (2, 2, 12),
    ("fp32_weights", "adam_without_master"): (4, 4, 8),
    ("fp32_weights", "adam"): (4, 4, 8),
    ("bf16_training", "adam_bf16_moments"): (2, 4, 8),
    ("bf16_training", "adam_8bit"): (2, 4, 4 + 2 * (1 + Fraction(4, 2048))),
    ("fp16_training", "sgd"): (2, 2, 4),
    ("bf16_training", "sgd_momentum"): (2, 4, 8),
}
SHARDINGS = ("none", "optimizer", "gradients", "weights")  # ZeRO-0 to ZeRO-3
PREDICTING = ("deepseek-ai/DeepSeek-V3",)  # num_nextn_predict_layers: 1


# ---- parameters of a rank


class TrainingRank(Rank):
    """Parameters of a rank: routed experts by themselves, as they are divided and repeated in a way of their own."""

    def __init__(self, job, tensor=0):
        super().__init__(dict(tensor=job["tensor"], data=1, weights="bf16", whole_experts=True), tensor, 0)
        self.of_training, self.expert_bits = job, 0

    def experts(self, how_many, width):
        return how_many // self.of_training["expert"], width // self.of_training["expert_tensor"]

    def hold(self, experts, bits_before):
        super().hold(experts, bits_before)
        self.expert_bits += self.bits - bits_before

    def parameters(self):
        return (self.bits - self.expert_bits) // 16, self.expert_bits // 16


def parameters_on_stage(c, job, layers, first, last, tensor=0):
    rank = TrainingRank(job, tensor)
    weights_of(c, job, rank, layers, first, last)
    if last and job["model"] in PREDICTING and job["predicting"]:
        hidden = c["hidden_size"]
        if not first:  # its own copy of the embedding, to look up what is predicted from
            rank.tensors(rank.part(c["vocab_size"]), hidden, TABLE)
        for _ in ("enorm", "hnorm", "norm"):
            layer_norm(rank, hidden, False)
        rank.tensors(hidden, 2 * hidden, MATRIX)  # eh_proj
        layer_of_kind(rank, c, layers_of(c) - 1)
    return rank.parameters()


def state_of(job, plain, routed):
    """Weights, gradients and optimizer's state of one rank, in bytes."""
    replicas = job["data"] * job["context"]
    shards = job["shards"] or replicas
    of_experts = Fraction(job["tensor"] * replicas, job["expert"] * job["expert_tensor"])
    among = {"plain": shards, "routed": of_experts * Fraction(shards, replicas)}
    stage = SHARDINGS.index(job["sharding"])
    sums = []
    for part, bytes_of_one in enumerate(RECIPES[job["formats"], job["optimizer"]]):
        is_shared = stage >= 3 - part  # the optimizer's state from ZeRO-1, gradients from 2, weights from 3
        sums.append(sum(bytes_of_one * Fraction(n) / (max(among[kind], 1) if is_shared else 1)
                        for kind, n in (("plain", plain), ("routed", routed))))
    return sums


# ---- activations of a layer


def numbers_kept(c, job, i):
    """What a layer keeps: (bytes of a number, numbers) of each tensor. None: no formula is published of it."""
    hidden = c.get("hidden_size", c.get("n_embd"))
    t = job["tensor"]
    tokens = Fraction(job["micro_batch"] * job["sequence"], job["context"])
    # Norms, residuals and what is not divided by heads or widths: the same on all tensor ranks, or shared out by tokens.
    whole = tokens / t if job["sequence_parallel"] else tokens
    letter = c["pattern"][i] if "pattern" in c else None
    if letter == "M":
        return None
    kept = []

    def norm_before(name):
        kept.append((f"{name}: input of its norm", 2, hidden * whole))
        kept.append((f"{name}: output of its norm", 2, hidden * whole))
        if job["dropout"]:
            kept.append((f"{name}: mask of the dropout after it", 1, hidden * whole))

    def softmax(heads):
        if job["scores_materialised"]:
            seen = min(c["sliding_window"], job["sequence"]) if "window_in" in c and c["window_in"](i) else job["sequence"]
            kept.append(("softmax", 2, heads * tokens * seen))
            if job["dropout"]:
                kept.append(("mask of the softmax", 1, heads * tokens * seen))
                kept.append(("softmax after dropout", 2, heads * tokens * seen))
        else:
            kept.append(("logarithms of row sums", 4, heads * tokens))

    def attention():
        norm_before("attention")
        heads = c.get("num_attention_heads", c.get("n_head")) // t
        if c["kind"] == "mla":
            for latent in (c["q_lora_rank"], c["kv_lora_rank"]):
                kept.append(("a latent before its norm", 2, latent * whole))
                kept.append(("a latent after its norm", 2, latent * whole))
            kept.append(("rotary key of all heads", 2, c["qk_rope_head_dim"] * whole))
            size, values = c["qk_nope_head_dim"] + c["qk_rope_head_dim"], c["v_head_dim"]
            of_keys = heads
        else:
            size = values = c.get("head_dim", hidden // (heads * t))
            of_keys = len(portion(c.get("num_key_value_heads", heads * t), t, 0))
            if c.get("qk_norm"):
                kept.append(("queries and keys before their norms", 2, (heads + of_keys) * size * tokens))
        kept.append(("queries", 2, heads * size * tokens))
        kept.append(("keys", 2, of_keys * size * tokens))
        kept.append(("values", 2, of_keys * values * tokens))
        kept.append(("input of the output product", 2, heads * values * tokens))
        softmax(heads)

    def network(width, rows, gated):
        kept.append(("products before the activation", 2, (2 if gated else 1) * width * rows))
        kept.append(("input of the last product", 2, width * rows))

    def experts(gated):
        routed = c.get("num_local_experts", c.get("n_routed_experts"))
        kept.append(("router: logits and probabilities", 4, 2 * routed * whole))
        # Ranks that share out the experts and each expert's width have the tokens of as many tensor groups as they are,
        # which come together on the ranks of an expert.
        chosen = CHOSEN[job["model"]]
        ranks = job["expert"] * job["expert_tensor"]
        rows = chosen * tokens * Fraction(ranks, t) / job["expert"]
        kept.append(("inputs of experts", 2, hidden * rows))
        network(Fraction(c["moe_intermediate_size"], job["expert_tensor"]), rows, gated)
        shared = c.get("moe_shared_expert_intermediate_size", c["moe_intermediate_size"] * c.get("n_shared_experts", 0))
        network(Fraction(shared, t), tokens, gated)

    kind = c["kind"]
    if letter in (None, "*"):
        attention()
    if letter == "*":
        return kept
    norm_before("feed-forward")
    is_routed = letter == "E" or ("moe_intermediate_size" in c and letter is None and i >= c.get("first_k_dense_replace", 0))
    if is_routed:
        experts(gated=kind != "hybrid")
    else:
        network(Fraction(4 * hidden if kind == "gpt2" else c["intermediate_size"], t), tokens, kind not in ("gpt2", "hybrid"))
    return kept


CHOSEN = {  # num_experts_per_tok
    "mistralai/Mixtral-8x7B-v0.1": 2, "Qwen/Qwen3-235B-A22B": 8, "deepseek-ai/DeepSeek-V3": 8,
    "moonshotai/Kimi-K2-Instruct": 8, "openai/gpt-oss-120b": 4, "nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16": 6,
}


def layer_keeps(c, job, i, again):
    hidden = c.get("hidden_size", c.get("n_embd"))
    if again == "full":
        tokens = Fraction(job["micro_batch"] * job["sequence"], job["context"])
        return 2 * hidden * (tokens / job["tensor"] if job["sequence_parallel"] else tokens) / job["recompute_group"]
    kept = numbers_kept(c, job, i)
    if kept is None:
        return None
    if again == "selective":
        kept = [each for each in kept if "softmax" not in each[0]]
    return sum(size * numbers for _, size, numbers in kept)


def korthikanti(c, job):
    """Section 4 of the paper, equations 1 to 6: one layer of a GPT with dropout and scores, in closed form."""
    s, b, t = job["sequence"], job["micro_batch"], job["tensor"]
    h, a = c["n_embd"], c["n_head"]
    scores = Fraction(5 * a * s, h * t) if job["recompute"] == "none" else 0
    return s * b * h * (Fraction(34, t) + scores if job["sequence_parallel"] else 10 + Fraction(24, t) + scores)


# ---- schedules


def most_in_flight(p, v, stage, m):
    """Micro-batches of a virtual stage whose activations wait at once, at most: 1F1B, or interleaved 1F1B as
    Megatron-LM runs it, step by step."""
    steps = m * v
    ahead = min((p - stage - 1) * 2 + (v - 1) * p if v > 1 else p - stage - 1, steps)
    waiting = most = 0
    for step in range(2 * steps):
        forward = step < ahead or (step - ahead) % 2 == 0 and step < 2 * steps - ahead
        waiting += 1 if forward else -1
        most = max(most, waiting)
    assert waiting == 0
    return most


def stages_of(c, job):
    """The layers of each stage. A first and a last one may be named; the rest are shared out, earlier stages one more."""
    left, p = list(range(layers_of(c))), job["pipeline"]
    if (v := job["virtual"]) > 1:
        size = len(left) // (p * v)
        return [[i for chunk in range(v) for i in left[(chunk * p + stage) * size:][:size]] for stage in range(p)]
    named = {0: job["first"], p - 1: job["last"]} if p > 1 else {}
    ends = {stage: n for stage, n in named.items() if n}
    # Embedding and head may count as a layer of the stage that holds them, where that is not named.
    begin = int(job["embedding_as_layer"] and 0 not in ends)
    end = int(job["head_as_layer"] and p - 1 not in ends)
    places = len(left) + begin + end - sum(ends.values())
    sizes = []
    for stage in range(p):
        if stage in ends:
            sizes.append(ends[stage])
            continue
        behind = sum(1 for other in range(stage, p) if other not in ends)
        take = -(-places // behind)
        places -= take
        sizes.append(take - (begin if stage == 0 else 0) - (end if stage == p - 1 else 0))
    stages = []
    for size in sizes:
        stages.append(left[:size])
        left = left[size:]
    assert not left
    return stages


def expected(job):
    """Weights, gradients, optimizer's state and activations in bytes of each stage; None where none are published."""
    c = CONFIGS[job["model"]]
    p, v = job["pipeline"], job["virtual"]
    hidden = c.get("hidden_size", c.get("n_embd"))
    whole = Fraction(job["micro_batch"] * job["sequence"], job["context"] * (job["tensor"] if job["sequence_parallel"] else 1))
    answers = []
    for stage, layers in enumerate(stages_of(c, job)):
        first, last = stage == 0, stage == p - 1
        state = state_of(job, *parameters_on_stage(c, job, layers, first, last))
        again = job["recompute_layers"] or len(layers)
        kept = [layer_keeps(c, job, i, job["recompute"] if place < again else "none") for place, i in enumerate(layers)]
        if first and job["dropout"]:
            kept.append(hidden * whole)  # the mask behind the embedding
        if last and job["model"] in PREDICTING and job["predicting"]:
            # Two norms' inputs, the input of their product, which is twice as wide, the last norm's input; its layer.
            kept += [10 * hidden * whole, layer_keeps(c, job, layers_of(c) - 1, job["recompute"])]
        in_flight = Fraction(most_in_flight(p, v, stage, job["micro_batches"]), v)
        answers.append((*state, None if None in kept else in_flight * sum(kept)))
    return answers


# ---- jobs


def longest_of(name):
    """Tokens that learned positions reach; rotary ones have no end."""
    return LONGEST[name] if "n_positions" in CONFIGS[name] else 2**40


def random_job(dice, name):
    c = CONFIGS[name]
    layers = layers_of(c)
    heads = c.get("num_attention_heads", c.get("n_head"))
    kv = heads if c["kind"] == "mla" else c.get("num_key_value_heads", heads)
    widths = [c[key] for key in ("intermediate_size", "mamba_num_heads") if key in c]
    tensor = dice.choice([t for t in divisors(heads, 16) if (kv % t == 0 or t % kv == 0) and all(w % t == 0 for w in widths)])
    context, data = dice.choice([1, 1, 2, 4]), dice.choice([1, 2, 3, 4, 8, 16])
    expert, expert_tensor = 1, tensor
    if name in CHOSEN:
        routed, width = c.get("num_local_experts", c.get("n_routed_experts")), c["moe_intermediate_size"]
        ranks = tensor * context * data
        expert_tensor = dice.choice([n for n in divisors(ranks, 16) if width % n == 0])
        expert = dice.choice([n for n in divisors(ranks // expert_tensor, 512) if routed % n == 0])
    pipeline, virtual, first, last, ends = dice.randint(1, 9), 1, 0, 0, [False, False]
    one_kind = "pattern" not in c and not c.get("first_k_dense_replace") and "window_in" not in c
    interleaved = [n for n in (2, 3, 4) if one_kind and pipeline > 1 and layers % (pipeline * n) == 0]
    if interleaved and dice.random() < 0.6:
        virtual = dice.choice(interleaved)
    elif pipeline > 2 and dice.random() < 0.5:
        first, last = dice.choice([0, 1, 3, 6]), dice.choice([0, 1, 2, 5])
    if virtual == 1:
        ends = [dice.random() < 0.3, dice.random() < 0.3]
    micro_batches = dice.choice([1, 2, 3, 5, 8, 40]) * (pipeline if virtual > 1 else 1)
    formats, optimizer = dice.choice(list(RECIPES))
    sharding = dice.choice(SHARDINGS)
    job = dict(model=name, tensor=tensor, pipeline=pipeline, data=data, context=context, expert=expert,
               expert_tensor=expert_tensor, virtual=virtual, first=first, last=last, embedding_as_layer=int(ends[0]),
               head_as_layer=int(ends[1]), sequence_parallel=dice.randint(0, 1),
               sequence=context * tensor * dice.randint(1, min(1000, longest_of(name) // (context * tensor))), micro_batch=dice.randint(1, 4),
               micro_batches=micro_batches, formats=formats, optimizer=optimizer, sharding=sharding, shards=0,
               recompute=dice.choice(["none", "none", "selective", "full"]), recompute_layers=0, recompute_group=1,
               dropout=dice.randint(0, 1), scores_materialised=dice.randint(0, 1), predicting=dice.randint(0, 1))
    replicas = data * context
    if sharding == "optimizer" and dice.random() < 0.4:  # Megatron-LM: several instances of the distributed optimizer
        of_experts = tensor * replicas // (expert * expert_tensor)
        fewer = [n for n in divisors(replicas, replicas) if of_experts * n % replicas == 0]
        job["shards"] = dice.choice(fewer)
    if job["recompute"] == "full" and one_kind:
        least = min(map(len, stages_of(c, job)))
        if dice.random() < 0.4:
            job["recompute_layers"] = dice.randint(1, least) if least > 0 else 0
        else:
            sizes = {len(layers) // virtual for layers in stages_of(c, job)}
            job["recompute_group"] = dice.choice([n for n in (1, 2, 3, 4) if all(size % n == 0 for size in sizes)])
    return job


def is_a_job(job):
    """Whether stages named, ends that count as layers, and all others hold what there is."""
    return job["first"] + job["last"] <= layers_of(CONFIGS[job["model"]])


class Driver:
    def __init__(self, path):
        self.path = path

    def ask(self, jobs):
        """Of each job, its stages' weights, gradients, optimizer's state and activations in bytes."""
        text = "".join(" ".join(f"{key}={value}" for key, value in job.items()) + "\n" for job in jobs)
        said = subprocess.run([self.path], input=text, capture_output=True, text=True, check=False)
        if said.returncode != 0:
            sys.exit(f"the driver ends with {said.returncode}: {said.stderr}")
        lines = iter(said.stdout.splitlines())
        answers = [[tuple(map(float, next(lines).split()[1:])) for _ in range(job["pipeline"])] for job in jobs]
        if any(True for _ in lines):
            sys.exit("the driver says more than it was asked")
        return answers


PARTS = ("weights", "gradients", "optimizer", "activations")


def differs(found, count, rounded=1):
    """Sums of figures that are rounded to whole bytes, so many of them."""
    return count is not None and abs(Fraction(found) - count) > Fraction(rounded, 2) + count / 10**12


def compare(job, stage, found, count):
    for part, ours, slow in zip(PARTS, found, count, strict=True):
        if differs(ours, slow):
            sys.exit(f"{job}\nstage {stage}: {part} {ours:.0f}, and counted {float(slow):.0f}")


# ---- the program


def document_of(job):
    said = {key: job[mine] for key, mine in (
        ("model", "model"), ("tensor_parallel", "tensor"), ("pipeline_parallel", "pipeline"), ("data_parallel", "data"),
        ("context_parallel", "context"), ("expert_parallel", "expert"), ("virtual_stages", "virtual"),
        ("sequence", "sequence"), ("micro_batch", "micro_batch"), ("micro_batches", "micro_batches"),
        ("formats", "formats"), ("optimizer", "optimizer"), ("sharding", "sharding"), ("recompute", "recompute"),
        ("recompute_group", "recompute_group"))}
    if job["model"] in CHOSEN:
        said["expert_tensor_parallel"] = job["expert_tensor"]
    said |= {key: job[mine] for key, mine in (("first_stage_layers", "first"), ("last_stage_layers", "last"),
                                               ("shards", "shards"), ("recompute_layers", "recompute_layers")) if job[mine]}
    said |= {key: bool(job[mine]) for key, mine in (("sequence_parallel", "sequence_parallel"), ("dropout", "dropout"),
                                                     ("scores_materialised", "scores_materialised"),
                                                     ("with_predicting", "predicting"))}
    return json.dumps({"format": 1, "job": {"train": said}})


def run_program(path, job, *options):
    said = subprocess.run([path, "fit", "-", "--json", *options], input=document_of(job), capture_output=True, text=True, check=False)
    if said.returncode not in (0, 1):  # it fits, or does not
        sys.exit(f"{job}: the program ends with {said.returncode}: {said.stderr}")
    return json.loads(said.stdout)["jobs"][0]


def ask_program(path, job):
    """The stage that the program finds fullest, and its parts."""
    rank = run_program(path, job)["rank"]
    return rank["stage"], [rank["parts"][part]["bytes"] for part in PARTS]


def check_inverses(path, jobs):
    """The most that is said to have room has it, and one step more has none."""
    tried = Counter()
    for job in jobs:
        def judged(of):
            return run_program(path, of, "--on", "Standard_ND96isr_H200_v5")["machines"][0]

        steps = {"micro_batch": 1, "sequence": job["context"] * (job["tensor"] if job["sequence_parallel"] else 1)}
        room = judged(job)["room"]
        for key, answer in (("micro_batch", room["largest_micro_batch"]), ("sequence", room["longest_sequence"])):
            most = 0 if answer == "none" else answer
            if most > 0 and judged(changed(job, **{key: most}))["left"] < 0:
                sys.exit(f"{job}: {key} {most} has no room")
            if key == "sequence" and most + steps[key] > longest_of(job["model"]):
                continue  # all that there are positions for
            if judged(changed(job, **{key: most + steps[key]}))["left"] >= 0:
                sys.exit(f"{job}: {key} {most} is not the most that has room")
            tried[key, most > 0] += 1
    if min(tried[key, some] for key in ("micro_batch", "sequence") for some in (False, True)) == 0:
        sys.exit(f"of {len(jobs)} jobs not each has room for some and for none: {tried}")
    return sum(tried.values())


def compare_program(path, jobs):
    fullest = Counter()
    for job in jobs:
        stage, found = ask_program(path, job)
        compare(job, stage, found, expected(job)[stage])
        fullest["first" if stage == 0 else "last" if stage == job["pipeline"] - 1 else "between"] += 1
    for place in ("first", "last", "between"):
        if fullest[place] == 0:
            sys.exit(f"of {len(jobs)} jobs none is fullest on a stage that is {place}: {fullest}")
    return fullest


# ---- what holds of every job


def changed(job, **to):
    return {**job, **to}


def check_properties(driver, jobs):
    """More tensor parallelism never holds more weights, each stage of ZeRO never more than the one before it, and what
    all ranks hold of what is shared out is the whole."""
    questions, checks = [], []

    def ask(job):
        questions.append(job)
        return len(questions) - 1

    def all_of(answer, part):
        return sum(stage[part] for stage in answer)

    for job in jobs:
        c = CONFIGS[job["model"]]
        base = changed(job, shards=0)
        stages_of_zero = [ask(changed(base, sharding=s)) for s in SHARDINGS]

        def zero(answers, asked=stages_of_zero, job=job):
            for less, more in zip(asked[1:], asked):
                for stage, (a, b) in enumerate(zip(answers[less], answers[more], strict=True)):
                    if any(x > y for x, y in zip(a[:3], b[:3])):
                        sys.exit(f"{job}\nstage {stage}: a further stage of ZeRO holds more: {a}, and {b}")

        checks.append(zero)

        # All ranks together: nothing is divided by tensor parallelism, everything else is, and shared out.
        alone = changed(base, tensor=1, expert=1, expert_tensor=1, sequence_parallel=0, sharding="weights")
        n = parameters_of(c)
        rank = TrainingRank(alone)
        if alone["model"] in PREDICTING and alone["predicting"]:
            is_first = alone["pipeline"] == 1
            n += sum(parameters_on_stage(c, alone, [], is_first, True)) - sum(parameters_on_stage(c, changed(alone, predicting=0), [], is_first, True))
        if alone["pipeline"] > 1 and (c["kind"] == "gpt2" or c.get("tie_word_embeddings")):
            rank.tensors(c["vocab_size"], c.get("hidden_size", c.get("n_embd")), MATRIX)  # the tied head of the last stage
            n += sum(rank.parameters())

        def whole(answers, at=ask(alone), job=alone, n=n):
            ranks = job["data"] * job["context"]
            for part, of_one in enumerate(RECIPES[job["formats"], job["optimizer"]]):
                if differs(ranks * all_of(answers[at], part), of_one * Fraction(n), ranks * job["pipeline"]):
                    sys.exit(f"{job}: {PARTS[part]} of all ranks are {ranks * all_of(answers[at], part):.0f}, and not {of_one} x {n}")

        checks.append(whole)

        # The same of activations that tokens divide: ranks of context parallelism, and of tensor parallelism where heads
        # of keys are not repeated and experts are whole.
        heads = c.get("num_attention_heads", c.get("n_head"))
        kv = heads if c["kind"] == "mla" else c.get("num_key_value_heads", heads)
        if kv % job["tensor"] == 0 and c["kind"] != "hybrid" or job["tensor"] == 1:
            divided = changed(base, sequence_parallel=1, expert=1, expert_tensor=1)
            one = changed(divided, tensor=1, context=1, sequence_parallel=0)

            def tokens(answers, many=ask(divided), at=ask(one), job=divided):
                ranks = job["tensor"] * job["context"]
                if differs(ranks * all_of(answers[many], 3), Fraction(all_of(answers[at], 3)), (ranks + 1) * job["pipeline"]):
                    sys.exit(f"{job}: activations of all ranks are not those of one")

            checks.append(tokens)

        # Tensor parallelism: doubled while the model can be divided so, the experts' with it.
        plain = changed(base, tensor=1, expert=1, expert_tensor=1, data=16, context=1, sharding="none", sequence_parallel=0)
        widths = [c[key] for key in ("intermediate_size", "moe_intermediate_size", "mamba_num_heads") if key in c]
        degrees = [t for t in (1, 2, 4, 8, 16) if heads % t == 0 and (kv % t == 0 or t % kv == 0) and all(w % t == 0 for w in widths)]
        asked_tensor = [ask(changed(plain, tensor=t, expert_tensor=t)) for t in degrees]

        def tensor(answers, asked=asked_tensor, job=plain):
            for less, more in zip(asked[1:], asked):
                for a, b in zip(answers[less], answers[more], strict=True):
                    if a[0] >= b[0]:
                        sys.exit(f"{job}: more tensor parallelism holds as many weights or more: {a[0]}, and {b[0]}")

        checks.append(tensor)
    answers = driver.ask(questions)
    for check in checks:
        check(answers)
    return len(questions)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("driver", nargs="?")
    options.add_argument("--program")
    options.add_argument("--cases", type=int, default=24, help="of each model")
    options.add_argument("--begin", type=int, default=20261122)
    chosen = options.parse_args()
    jobs = [random_job(random.Random(f"{chosen.begin + i} {name}"), name) for name in CONFIGS for i in range(chosen.cases)]
    jobs = [job for job in jobs if is_a_job(job)]

    # The list of tensors against the paper's own formula.
    compared = 0
    for job in jobs:
        c = CONFIGS[job["model"]]
        if c["kind"] == "gpt2" and job["dropout"] and job["scores_materialised"] and job["context"] == 1 and job["recompute"] != "full":
            if layer_keeps(c, job, 0, job["recompute"]) != korthikanti(c, job):
                sys.exit(f"{job}: the list of tensors is not Korthikanti's formula")
            compared += 1
    if compared == 0:
        sys.exit("no job is of the kind that Korthikanti et al. count")

    if chosen.driver:
        driver = Driver(chosen.driver)
        answers = driver.ask(jobs)
        for job, stages in zip(jobs, answers, strict=True):
            for stage, (found, count) in enumerate(zip(stages, expected(job), strict=True)):
                compare(job, stage, found, count)
        asked = check_properties(driver, jobs)
        print(f"{len(jobs)} jobs of {len(CONFIGS)} models as counted one by one on every stage; {asked} more for what always holds")
    if chosen.program:
        plain = [job for job in jobs if not (job["embedding_as_layer"] or job["head_as_layer"])]
        fullest = compare_program(chosen.program, plain)
        asked = check_inverses(chosen.program, plain[::4])
        print(f"{len(plain)} of them by the program: fullest on stages that are {dict(fullest)}; {asked} inverses")


if __name__ == "__main__":
    main()
