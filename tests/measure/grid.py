# SPDX-License-Identifier: BSL-1.0
"""Which whole steps are measured, in the words of the rows of headroom validate: needs no GPU and no PyTorch."""
import dataclasses
from collections import namedtuple
from dataclasses import dataclass

# What tells one step from another, for the names of rows.
NAMED = ("model", "layers_kept", "mbs", "seq", "ga", "recompute", "batch", "isl")

Metric = namedtuple("Metric", "group name unit")
FIRST_TOKEN = Metric("prefill", "first_token_latency", "ms")
TOKEN = Metric("decoding", "token_time_median", "ms per decode step")

@dataclass(frozen=True)
class Shape:
    layers: int
    width: int
    heads: int
    inner: int
    tied: bool = False
    kv_heads: int = 8
    vocabulary: int = 128256

    @property
    def head_size(self):
        return self.width // self.heads

    def described(self):
        return {"layers": self.layers, "hidden": self.width, "heads": self.heads, "kv_heads": self.kv_heads, "ffn": self.inner,
                "vocab": self.vocabulary, "tied": self.tied}


# Of configurations that Meta published.
SHAPES = {
    "llama-3.2-1b": Shape(16, 2048, 32, 8192, tied=True),
    "llama-3.2-3b": Shape(28, 3072, 24, 8192, tied=True),
    "llama-3.1-8b": Shape(32, 4096, 32, 14336),
}

# Sequences, tokens of each, micro-batches of a step, and what is computed again.
STEPS = {
    ("llama-3.2-1b", None): [(1, 2048, 1, "none"), (4, 2048, 1, "none"), (4, 2048, 4, "none"), (8, 2048, 1, "none"), (8, 2048, 1, "full"),
                             (1, 8192, 1, "none"), (1, 8192, 4, "none"), (2, 8192, 1, "full")],
    ("llama-3.2-3b", None): [(1, 2048, 1, "none"), (2, 2048, 1, "none"), (2, 2048, 4, "none"), (4, 2048, 1, "full"), (1, 8192, 1, "full")],
    # As many layers as leave room beside the state of the weights.
    ("llama-3.1-8b", 8): [(1, 2048, 1, "none"), (4, 2048, 1, "none"), (4, 2048, 4, "none"), (1, 8192, 1, "none"), (1, 8192, 1, "full")],
    ("llama-3.1-8b", 16): [(4, 2048, 1, "none"), (4, 2048, 4, "none"), (1, 8192, 1, "none")],
}


def cut(shape, layers):
    return shape if layers is None else dataclasses.replace(shape, layers=layers)


def training():
    stack = {"framework": "PyTorch autocast", "gpus": 1, "precision": "bf16", "compile": True, "optimizer": "adam"}
    for (model, kept), steps in STEPS.items():
        named = {"model": model, **SHAPES[model].described(), **({} if kept is None else {"layers_kept": kept})}
        for sequences, length, micro_batches, again in steps:
            yield {**stack, **named, "mbs": sequences, "seq": length, "ga": micro_batches, "recompute": again}


def served(**load):
    model = "llama-3.1-8b"
    return {"engine": "PyTorch", "model": model, **SHAPES[model].described(), "gpus": 1, "tp": 1, "weights": "bf16", **load}


def prefill():
    for tokens in (512, 2048, 8192):
        yield served(batch=1, isl=tokens, osl=1)


def decoding():
    for before in (1024, 4096):
        for sequences in (1, 8, 32, 128):
            yield served(batch=sequences, isl=before, osl=1)
