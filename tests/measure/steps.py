# SPDX-License-Identifier: BSL-1.0
"""Whole steps of a GPU, as operations.py has single operations: generators of (group, config, [(metric, value, unit)])."""
import itertools
import statistics
import sys
from functools import partial

import torch
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint

import grid
import shares
from grid import SHAPES
from llama import Served, Trained, angles, compiled_anew, norm, only_flash_attention
from timing import from_the_host, replayed


def measured(configs, measure):
    """What `measure` says of each, or, on standard error, why it says nothing: most often memory."""
    for config in configs:
        try:
            yield measure(config)
        except (torch.OutOfMemoryError, RuntimeError) as why:
            print(f"left out, {config}: {str(why).splitlines()[0]}", file=sys.stderr)
        torch.cuda.empty_cache()


# --- training

def seconds_of_a_step(step, least=7, warm_up=2.0):
    """The median of steps that follow each other, after so many seconds of them, and three or more."""
    marks = [torch.cuda.Event(enable_timing=True) for _ in range(4)]
    for mark in marks:
        mark.record()
        step()
    torch.cuda.synchronize()
    once = marks[2].elapsed_time(marks[3]) / 1e3
    for _ in range(int(warm_up / once)):
        step()
    count = max(least, int(0.5 / once))
    marks = [torch.cuda.Event(enable_timing=True) for _ in range(count + 1)]
    for mark in marks[:-1]:
        mark.record()
        step()
    marks[-1].record()
    torch.cuda.synchronize()
    return statistics.median(a.elapsed_time(b) for a, b in itertools.pairwise(marks)) / 1e3


def training_step(model, optimizer, shape, config):
    """Forward, backward and optimizer, of tokens that are drawn once: weights in 32 bits, products in 16 by autocast."""
    sequences, length, micro_batches = config["mbs"], config["seq"], config["ga"]
    tokens = torch.randint(0, shape.vocabulary, (micro_batches, sequences, length + 1), device="cuda")
    cos, sin = angles(torch.arange(length, device="cuda"), shape.head_size)

    def layer(of, x):
        if config["recompute"] == "none":
            return of(x, cos, sin)
        return checkpoint(of, x, cos, sin, use_reentrant=False)

    def loss_of(x, weight, head, targets):
        return F.cross_entropy(F.linear(norm(x, weight), head).flatten(0, 1).float(), targets.flatten())

    layer = compiled_anew(layer)
    loss_of = torch.compile(loss_of, dynamic=False)

    def step():
        for each in tokens:
            with torch.autocast("cuda", torch.bfloat16):
                x = F.embedding(each[:, :-1], model.embedding).to(torch.bfloat16)
                for one in model.layers:
                    x = layer(one, x)
                loss = loss_of(x, model.norm, model.head, each[:, 1:]) / micro_batches
            loss.backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)

    return step


def train(config, model, optimizer, shape, tell):
    step = training_step(model, optimizer, shape, config)
    step()
    torch.cuda.reset_peak_memory_stats()
    took = seconds_of_a_step(step)
    held = torch.cuda.max_memory_allocated() / 2**30
    if tell:
        shares.tell(f"{config['model']} mbs {config['mbs']} seq {config['seq']} ga {config['ga']} {config['recompute']}", step)
    optimizer.zero_grad(set_to_none=True)
    tokens = config["mbs"] * config["seq"] * config["ga"]
    return "training", config, [("tokens_per_s_per_gpu", tokens / took, "tokens/s/GPU"), ("peak_allocated_memory", held, "GiB/GPU")]


def training(tell=False):
    only_flash_attention()
    torch._dynamo.config.recompile_limit = 64
    of_model = lambda config: (config["model"], config.get("layers_kept"))
    for (name, kept), configs in itertools.groupby(grid.training(), of_model):
        shape = grid.cut(SHAPES[name], kept)
        model = Trained(shape)
        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-6, fused=True)
        yield from measured(configs, partial(train, model=model, optimizer=optimizer, shape=shape, tell=tell))
        del model, optimizer
        torch.cuda.empty_cache()


# --- serving

def serving(configs, metric, measure, tell=False):
    """With weights in bf16 and a static cache, of the model that all name."""
    only_flash_attention()
    configs = list(configs)
    model = Served(SHAPES[configs[0]["model"]])

    def one(config):
        with torch.inference_mode():
            seconds = measure(model, config, tell)
        return metric.group, config, [(metric.name, seconds * 1e3, metric.unit)]

    yield from measured(configs, one)


def pass_of(model, ids, context, cache):
    """One pass of the tokens, which are the last of so many, to the token that follows."""
    layer = compiled_anew(model.layer)
    sampled = torch.compile(model.sampled, dynamic=False)
    cos, sin = angles(torch.arange(context - ids.shape[1], context, device="cuda"), model.shape.head_size)

    def run():
        x = F.embedding(ids, model.embedding)
        for weights, (keys, values) in zip(model.layers, cache):
            x = layer(x, cos, sin, weights, keys, values)
        return sampled(x)

    return run


def prefill_seconds(model, config, tell):
    ids = torch.randint(0, model.shape.vocabulary, (config["batch"], config["isl"]), device="cuda")
    run = pass_of(model, ids, config["isl"], model.cache(*ids.shape))
    if tell:
        shares.tell(f"prefill {config['isl']}", run)
    return from_the_host([run], 1.0, 1.0)


def decoding_seconds(model, config, tell):
    context = config["isl"] + config["osl"]
    ids = torch.randint(0, model.shape.vocabulary, (config["batch"], 1), device="cuda")
    run = pass_of(model, ids, context, model.cache(config["batch"], context))
    run()
    if tell:
        shares.tell(f"decode {config['batch']} x {context}", run)
    return replayed([run], 1.0, 1.0, least=1)


# By the family of their rows.
ALL = {"training_throughput": {"training": training},
       "inference": {"prefill": partial(serving, grid.prefill(), grid.FIRST_TOKEN, prefill_seconds),
                     "decoding": partial(serving, grid.decoding(), grid.TOKEN, decoding_seconds)}}
