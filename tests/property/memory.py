#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compares the memory of serving jobs with a slow calculation in whole numbers: tensor by tensor as checkpoints name
them, row by row and head by head as ranks hold them, page by page as caches fill. Shapes are from the models'
published configurations, in the words of these; nothing is shared with the library.

    memory.py DRIVER [--cases N] [--begin SEED]
"""
import argparse
import functools
import random
import subprocess
import sys

VECTOR, MATRIX, ROUTER, TABLE = "vector", "matrix", "router", "table"
CHUNK = 8192  # vLLM's max_num_batched_tokens

# Two models of each kind: GPT-2's, Llama's with grouped queries, experts, latents and experts, windows, hybrids.
CONFIGS = {
    "openai/gpt3-175b": dict(kind="gpt2", n_layer=96, n_embd=12288, n_head=96, n_positions=2048, vocab_size=50257),
    "facebook/opt-175b": dict(kind="gpt2", n_layer=96, n_embd=12288, n_head=96, n_positions=2050, vocab_size=50272),
    "meta-llama/Meta-Llama-3.1-8B": dict(
        kind="llama", num_hidden_layers=32, hidden_size=4096, num_attention_heads=32, num_key_value_heads=8,
        intermediate_size=14336, vocab_size=128256),
    "Qwen/Qwen3-1.7B": dict(
        kind="llama", num_hidden_layers=28, hidden_size=2048, num_attention_heads=16, num_key_value_heads=8,
        head_dim=128, intermediate_size=6144, vocab_size=151936, qk_norm=True, tie_word_embeddings=True),
    "mistralai/Mixtral-8x7B-v0.1": dict(
        kind="llama", num_hidden_layers=32, hidden_size=4096, num_attention_heads=32, num_key_value_heads=8,
        moe_intermediate_size=14336, num_local_experts=8, vocab_size=32000),
    "Qwen/Qwen3-235B-A22B": dict(
        kind="llama", num_hidden_layers=94, hidden_size=4096, num_attention_heads=64, num_key_value_heads=4,
        head_dim=128, moe_intermediate_size=1536, num_local_experts=128, vocab_size=151936, qk_norm=True),
    "deepseek-ai/DeepSeek-V3": dict(
        kind="mla", num_hidden_layers=61, first_k_dense_replace=3, hidden_size=7168, num_attention_heads=128,
        q_lora_rank=1536, kv_lora_rank=512, qk_nope_head_dim=128, qk_rope_head_dim=64, v_head_dim=128,
        intermediate_size=18432, moe_intermediate_size=2048, n_routed_experts=256, n_shared_experts=1,
        vocab_size=129280),
    "moonshotai/Kimi-K2-Instruct": dict(
        kind="mla", num_hidden_layers=61, first_k_dense_replace=1, hidden_size=7168, num_attention_heads=64,
        q_lora_rank=1536, kv_lora_rank=512, qk_nope_head_dim=128, qk_rope_head_dim=64, v_head_dim=128,
        intermediate_size=18432, moe_intermediate_size=2048, n_routed_experts=384, n_shared_experts=1,
        vocab_size=163840),
    "openai/gpt-oss-120b": dict(
        kind="llama", num_hidden_layers=36, hidden_size=2880, num_attention_heads=64, num_key_value_heads=8,
        head_dim=64, moe_intermediate_size=2880, num_local_experts=128, vocab_size=201088, attention_bias=True,
        sinks=True, expert_bias=True, sliding_window=128, window_in=lambda i: i % 2 == 0),
    "mistralai/Mistral-7B": dict(
        kind="llama", num_hidden_layers=32, hidden_size=4096, num_attention_heads=32, num_key_value_heads=8,
        intermediate_size=14336, vocab_size=32000, sliding_window=4096, window_in=lambda i: True),
    "nvidia/Nemotron-H-56B-Base-8K": dict(
        kind="hybrid", hidden_size=8192, num_attention_heads=64, num_key_value_heads=8, head_dim=128,
        intermediate_size=32768, mamba_num_heads=256, mamba_head_dim=64, n_groups=8, ssm_state_size=256,
        conv_kernel=4, vocab_size=131072,
        pattern="M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-"
                "M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M-"),
    "nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16": dict(
        kind="hybrid", hidden_size=2688, num_attention_heads=32, num_key_value_heads=2, head_dim=128,
        moe_intermediate_size=1856, moe_shared_expert_intermediate_size=3712, n_routed_experts=128,
        mamba_num_heads=64, mamba_head_dim=64, n_groups=8, ssm_state_size=128, conv_kernel=4, vocab_size=131072,
        pattern="MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME"),
}
LONGEST = {"openai/gpt3-175b": 2048, "facebook/opt-175b": 2048, "Qwen/Qwen3-1.7B": 40960,
           "Qwen/Qwen3-235B-A22B": 40960, "mistralai/Mixtral-8x7B-v0.1": 32768,
           "nvidia/Nemotron-H-56B-Base-8K": 8192}


# ---- ranks


def portion(things, ranks, rank):
    """The things of one rank: in turn, the first ranks one more; each of several ranks the same where there are fewer."""
    if ranks >= things:
        return [rank * things // ranks]
    each, more = divmod(things, ranks)
    begin = rank * each + min(rank, more)
    return range(begin, begin + each + (rank < more))


class Rank:
    """Bits that one rank holds, and of what."""

    def __init__(self, job, tensor, data):
        self.job, self.tensor, self.of_tensor = job, tensor, job["tensor"]
        self.expert, self.of_experts = data * job["tensor"] + tensor, job["tensor"] * job["data"]
        self.bits = 0

    def tensors(self, rows, columns, what, expert=False):
        """One tensor, of which the rank holds so many rows and columns."""
        weights, width, scale = self.job["weights"], 16, 0
        matrix = what == MATRIX
        if weights == "fp8" and matrix:
            width = 8
        if weights == "fp8_blocks" and matrix:
            width = 8
            scale = 32 * -(-rows // 128) * -(-columns // 128)
        if weights == "mxfp4_experts" and matrix and expert:
            width = 4
            scale = 8 * rows * -(-columns // 32)
        self.bits += rows * columns * width + scale

    def vector(self, size):
        self.tensors(size, 1, VECTOR)

    def heads(self, heads):
        return len(portion(heads, self.of_tensor, self.tensor))

    def part(self, width):
        return len(portion(width, self.of_tensor, self.tensor))

    def experts(self, how_many, width):
        """How many of so many experts the rank holds, and how much of the width of each."""
        if self.job["whole_experts"]:
            each, more = divmod(how_many, self.of_experts)
            return each + (self.expert < more), width
        return how_many, len(portion(width, self.of_experts, self.expert))

    def hold(self, experts, bits_before):
        """So many of the expert that was counted since then."""
        self.bits = bits_before + experts * (self.bits - bits_before)


def layer_norm(rank, hidden, biases):
    rank.vector(hidden * (2 if biases else 1))


# ---- layers, by their tensors


def plain_attention(rank, c, hidden):
    heads, kv = c["num_attention_heads"], c.get("num_key_value_heads", c["num_attention_heads"])
    size = c.get("head_dim", hidden // heads)
    mine, mine_kv = rank.heads(heads), rank.heads(kv)
    rank.tensors(mine * size, hidden, MATRIX)     # q_proj
    rank.tensors(mine_kv * size, hidden, MATRIX)  # k_proj
    rank.tensors(mine_kv * size, hidden, MATRIX)  # v_proj
    rank.tensors(hidden, mine * size, MATRIX)     # o_proj
    if c.get("attention_bias"):
        rank.vector(mine * size)
        rank.vector(mine_kv * size)
        rank.vector(mine_kv * size)
        rank.vector(hidden)
    if c.get("sinks"):
        rank.vector(mine)
    if c.get("qk_norm"):
        rank.vector(size)
        rank.vector(size)


def latent_attention(rank, c, hidden):
    mine = rank.heads(c["num_attention_heads"])
    rank.tensors(c["q_lora_rank"], hidden, MATRIX)
    rank.vector(c["q_lora_rank"])
    rank.tensors(mine * (c["qk_nope_head_dim"] + c["qk_rope_head_dim"]), c["q_lora_rank"], MATRIX)
    rank.tensors(c["kv_lora_rank"] + c["qk_rope_head_dim"], hidden, MATRIX)
    rank.vector(c["kv_lora_rank"])
    rank.tensors(mine * (c["qk_nope_head_dim"] + c["v_head_dim"]), c["kv_lora_rank"], MATRIX)
    rank.tensors(hidden, mine * c["v_head_dim"], MATRIX)


def network(rank, hidden, width, gated=True, bias=False):
    mine = rank.part(width)
    for _ in range(2 if gated else 1):
        rank.tensors(mine, hidden, MATRIX)
        if bias:
            rank.vector(mine)
    rank.tensors(hidden, mine, MATRIX)
    if bias:
        rank.vector(hidden)


def routed_experts(rank, hidden, width, how_many, gated=True, bias=False):
    held, mine = rank.experts(how_many, width)
    before = rank.bits
    # vLLM's kernels of MXFP4 take the hidden width in multiples of 256.
    wide = -(-hidden // 256) * 256 if rank.job["weights"] == "mxfp4_experts" else hidden
    for _ in range(2 if gated else 1):
        rank.tensors(mine, wide, MATRIX, expert=True)
        if bias:
            rank.vector(mine)
    rank.tensors(wide, mine, MATRIX, expert=True)
    if bias:
        rank.vector(hidden)
    rank.hold(held, before)


def mamba(rank, c, hidden):
    heads, groups = rank.heads(c["mamba_num_heads"]), rank.heads(c["n_groups"])
    inner, state = heads * c["mamba_head_dim"], groups * c["ssm_state_size"]
    rank.tensors(inner, hidden, MATRIX)      # in_proj: z
    rank.tensors(inner, hidden, MATRIX)      # x
    rank.tensors(2 * state, hidden, MATRIX)  # B and C
    rank.tensors(heads, hidden, MATRIX)      # dt
    channels = inner + 2 * state
    rank.vector(channels * c["conv_kernel"])  # conv1d.weight
    rank.vector(channels)                     # conv1d.bias
    for _ in ("A_log", "D", "dt_bias"):
        rank.vector(heads)
    rank.vector(inner)                   # norm
    rank.tensors(hidden, inner, MATRIX)  # out_proj


def layer_of_kind(rank, c, i):
    kind = c["kind"]
    hidden = c.get("hidden_size", c.get("n_embd"))
    if kind == "gpt2":
        like = dict(num_attention_heads=c["n_head"], attention_bias=True)
        layer_norm(rank, hidden, True)
        plain_attention(rank, like, hidden)
        layer_norm(rank, hidden, True)
        network(rank, hidden, 4 * hidden, gated=False, bias=True)
    elif kind == "llama":
        layer_norm(rank, hidden, False)
        plain_attention(rank, c, hidden)
        layer_norm(rank, hidden, False)
        if "num_local_experts" in c:
            rank.tensors(c["num_local_experts"], hidden, ROUTER)
            if c.get("expert_bias"):
                rank.vector(c["num_local_experts"])
            routed_experts(rank, hidden, c["moe_intermediate_size"], c["num_local_experts"],
                           bias=c.get("expert_bias", False))
        else:
            network(rank, hidden, c["intermediate_size"])
    elif kind == "mla":
        layer_norm(rank, hidden, False)
        latent_attention(rank, c, hidden)
        layer_norm(rank, hidden, False)
        if i < c["first_k_dense_replace"]:
            network(rank, hidden, c["intermediate_size"])
        else:
            rank.tensors(c["n_routed_experts"], hidden, ROUTER)
            rank.vector(c["n_routed_experts"])  # e_score_correction_bias
            routed_experts(rank, hidden, c["moe_intermediate_size"], c["n_routed_experts"])
            network(rank, hidden, c["moe_intermediate_size"] * c["n_shared_experts"])
    else:
        layer_norm(rank, hidden, False)
        letter = c["pattern"][i]
        if letter == "M":
            mamba(rank, c, hidden)
        elif letter == "*":
            plain_attention(rank, c, hidden)
        elif letter == "-":
            network(rank, hidden, c["intermediate_size"], gated=False)
        else:
            rank.tensors(c["n_routed_experts"], hidden, ROUTER)
            rank.vector(c["n_routed_experts"])
            routed_experts(rank, hidden, c["moe_intermediate_size"], c["n_routed_experts"], gated=False)
            network(rank, hidden, c["moe_shared_expert_intermediate_size"], gated=False)


def layers_of(c):
    return len(c["pattern"]) if "pattern" in c else c.get("num_hidden_layers", c.get("n_layer"))


def stages_of(c, pipeline):
    """The layers of each stage: in order, earlier stages one more where they do not come out even."""
    left = list(range(layers_of(c)))
    stages = []
    for stage in range(pipeline):
        take = -(-len(left) // (pipeline - stage))
        stages.append(left[:take])
        left = left[take:]
    return stages


def weights_of(c, job, rank, layers, first, last):
    hidden = c.get("hidden_size", c.get("n_embd"))
    words = rank.part(c["vocab_size"])
    tied = c["kind"] == "gpt2" or c.get("tie_word_embeddings", False)
    for i in layers:
        layer_of_kind(rank, c, i)
    if first:
        rank.tensors(words, hidden, TABLE)
        if "n_positions" in c:
            rank.tensors(c["n_positions"], hidden, TABLE)
    if last:
        layer_norm(rank, hidden, c["kind"] == "gpt2")
        if not tied or not first:
            rank.tensors(words, hidden, TABLE)
    return rank.bits


# ---- caches


@functools.cache
def slots_of(page, context, eighths_shared, sequences, window):
    """Slots of the pages that so many sequences take in one layer. One step of vLLM takes a prefill chunk of one of them
    and a token of each other, and holds the window before these: whole pages, and one that the window begins in."""
    if window is not None and context > window:
        pages = -(-context // page)
        of_step = [CHUNK] + [1] * (sequences - 1)
        return sum(min(pages, -(-(window - 1 + new) // page) + 1) for new in of_step) * page
    shared = context * eighths_shared // 8
    slots = 0
    for begin in range(0, context, page):
        slots += page * (1 if begin + page <= shared else sequences)
    return slots


def cache_of(c, job, tensor, data, layers):
    each, more = divmod(job["sequences"], job["data"])
    sequences = each + (data < more)
    hidden = c.get("hidden_size", c.get("n_embd"))
    width = 8 if job["cache"] == "fp8" else 16
    bits = 0
    for i in layers:
        letter = c["pattern"][i] if "pattern" in c else "*"
        if letter == "M":
            heads = len(portion(c["mamba_num_heads"], job["tensor"], tensor))
            groups = len(portion(c["n_groups"], job["tensor"], tensor))
            inner = heads * c["mamba_head_dim"]
            state = inner * c["ssm_state_size"] * 32
            inputs = (inner + 2 * groups * c["ssm_state_size"]) * (c["conv_kernel"] - 1) * 16
            bits += sequences * (state + inputs)
        if letter != "*":
            continue
        if c["kind"] == "mla":
            numbers = c["kv_lora_rank"] + c["qk_rope_head_dim"]
        else:
            heads = c.get("num_attention_heads", c.get("n_head"))
            kv = c.get("num_key_value_heads", heads)
            numbers = 2 * len(portion(kv, job["tensor"], tensor)) * c.get("head_dim", hidden // heads)
        window = c["sliding_window"] if "sliding_window" in c and c["window_in"](i) else None
        bits += slots_of(job["page"], job["context"], job["eighths_shared"], sequences, window) * numbers * width
    return bits


# ---- cases


def parameters_of(c):
    whole = Rank(dict(tensor=1, data=1, whole_experts=True, weights="bf16"), 0, 0)
    return weights_of(c, whole.job, whole, range(layers_of(c)), True, True) // 16


def divisors(n, most):
    return [d for d in range(1, most + 1) if n % d == 0]


def random_job(dice, name):
    c = CONFIGS[name]
    heads = c.get("num_attention_heads", c.get("n_head"))
    kv = c.get("num_key_value_heads", heads) if c["kind"] != "mla" else heads
    widths = [c[key] for key in ("intermediate_size",) if key in c]
    tensor = dice.choice([t for t in divisors(heads, 32) if (kv % t == 0 or t % kv == 0) and all(w % t == 0 for w in widths)
                          and ("mamba_num_heads" not in c or c["mamba_num_heads"] % t == 0)])
    experts = "moe_intermediate_size" in c
    data = dice.choice([1, 1, 2, 3, 8])
    whole = experts and dice.random() < 0.5
    if experts and not whole:
        while c["moe_intermediate_size"] % (tensor * data) != 0:
            data, tensor = (1, tensor) if data > 1 else (1, tensor // 2 if tensor % 2 == 0 else 1)
    weights = ["bf16", "fp8", "fp8_blocks"] + (["mxfp4_experts"] if experts else [])
    return dict(model=name, weights=dice.choice(weights), cache=dice.choice(["bf16", "fp8"]), tensor=tensor,
                pipeline=dice.randint(1, 9), data=data, whole_experts=int(whole),
                sequences=dice.randint(data, 50), context=dice.randint(1, LONGEST.get(name, 100_000)),
                page=dice.choice([1, 16, 32]), eighths_shared=dice.choice([0, 0, 1, 3, 5, 8]))


def expected(job):
    """Weights and caches in bytes of the fullest rank of each stage."""
    c = CONFIGS[job["model"]]
    stages = stages_of(c, job["pipeline"])
    tensor_ranks = sorted({0, job["tensor"] - 1, job["tensor"] // 2})  # as full as any, and as lean
    answers = []
    for number, layers in enumerate(stages):
        first, last = number == 0, number == len(stages) - 1
        weights = max(weights_of(c, job, Rank(job, t, d), layers, first, last)
                      for t in tensor_ranks for d in sorted({0, job["data"] - 1}))
        caches = max(cache_of(c, job, t, 0, layers) for t in tensor_ranks)
        answers.append((weights, caches))
    return answers


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("driver")
    options.add_argument("--cases", type=int, default=12, help="of each model")
    options.add_argument("--begin", type=int, default=20261122)
    chosen = options.parse_args()
    jobs = [random_job(random.Random(f"{chosen.begin + i} {name}"), name) for name in CONFIGS for i in range(chosen.cases)]
    asked = "".join(" ".join(f"{key}={value}" for key, value in job.items()) + "\n" for job in jobs)
    said = subprocess.run([chosen.driver], input=asked, capture_output=True, text=True, check=False)
    if said.returncode != 0:
        sys.exit(f"the driver ends with {said.returncode}: {said.stderr}")
    answers = iter(said.stdout.split("\n"))
    counted = {name: parameters_of(c) for name, c in CONFIGS.items()}
    for job in jobs:
        if (line := next(answers)) != f"parameters {counted[job['model']]}":
            sys.exit(f"{job['model']}: {line}, and not {counted[job['model']]}")
        for stage, bits in enumerate(expected(job)):
            word, *numbers = next(answers).split()
            # Bytes are whole: to the nearest.
            if word != "stage" or any(abs(8 * int(float(n)) - b) > 4 for n, b in zip(numbers, bits, strict=True)):
                sys.exit(f"{job}\nstage {stage}: {numbers}, and not {[b / 8 for b in bits]}")
    if any(rest for rest in answers):
        sys.exit("the driver says more than it was asked")
    print(f"{len(jobs)} jobs of {len(CONFIGS)} models: every byte of weights and caches as counted one by one")


if __name__ == "__main__":
    main()
