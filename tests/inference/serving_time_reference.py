#!/usr/bin/env python3
"""The time of serving once more: slow, from docs/reference/inference/serving_step.md, serving_load.md and serving_time.md, and not
from the headers: products layer by layer, prompts and answers token by token, the loop by halving.

    serving_time_reference.py         prints the steps of two jobs by part, and what requests take under two or three loads of each
    serving_time_reference.py FILE    fails where the table in FILE (serving_time_reference_test.cpp) says otherwise
"""
import math
import re
import sys

# A GPU's data sheet: operations a second without sparsity, bytes a second, one direction of NVLink.
# Then what docs/accuracy.md has measured of each: shares of products in 8 and in 16 bits, of attention's, of reading and of the link.
H200 = dict(fp8=3958e12 / 2, bf16=1979e12 / 2, memory=4.8e12, link=450e9,
            of_fp8=0.693, of_bf16=0.71, of_attention=0.83, of_memory=0.949, of_link=0.81, per_exponential=256)
B200 = dict(fp8=9000e12 / 2, bf16=4500e12 / 2, memory=7.7e12, link=900e9,
            of_fp8=0.83, of_bf16=0.83, of_attention=0.83, of_memory=0.9, of_link=0.93, per_exponential=512)
WRITTEN_TO_READ = 0.846
# The fitted constants, as docs/accuracy.md lists them.
FURTHER_INPUTS, TRAFFIC, EXPERTS_TRAFFIC = 3000, 1.1, 1.75
KERNEL, ALL_REDUCE, EXCHANGE, SEQUENCE = 4.25e-6, 5.3e-6, 34e-6, 14e-6
VLLM = dict(step=0.17e-3, kernels=1, outside=8.2e-3, waited=2.9)
TENSORRT_LLM = dict(step=3.2e-3, kernels=0.1, outside=14e-3, waited=7.4)
CHUNK = 8192  # of both engines

LLAMA = dict(layers=80, hidden=8192, heads=64, kv=8, size=128, width=28_672, vocabulary=128_256)
QWEN = dict(layers=94, hidden=4096, heads=64, kv=4, size=128, experts=128, chosen=8, width=1536, vocabulary=151_936)

# Layers' matrices in FP8, all else in 16 bits.
JOBS = {
    "dense": dict(model=LLAMA, gpu=H200, engine=VLLM, tensor=4, data=1),
    "experts": dict(model=QWEN, gpu=B200, engine=TENSORRT_LLM, tensor=1, data=8),
}
# Sequences of a rank that decode, and tokens of a prompt that is read.
BATCHES = {"few": (2, 0), "decoding": (24, 0), "with a prompt": (5, 2048)}
LOADS = {
    "dense": {"in phase": dict(prompt=1024, answer=512, clients=64, spread=0.1),
              "long prompts": dict(prompt=20_000, answer=200, clients=16, spread=0.5),
              "prompts queue": dict(prompt=8192, answer=16, clients=64, spread=0.5),
              "short answers": dict(prompt=1024, answer=4, clients=64, spread=0.5)},
    "experts": {"evenly": dict(prompt=4096, answer=1024, clients=256, spread=0.5),
                "waiting": dict(prompt=1024, answer=1024, clients=512, spread=0.5, most=384),
                "short answers": dict(prompt=1024, answer=4, clients=64, spread=0.5)},
}
EACH = 10  # requests of a client


class Step:
    """What is moved and computed in seconds by part, for so many sequences that decode on a rank and tokens of prompts."""

    def __init__(self, job, contexts, sequences, read=(), prompt=1, of_ranks=1, times=1):
        """contexts: those that a sequence passes; read: what each token of the prompt that is read attends to, of so many, by one in so many ranks;
        times: as many such prompts at once."""
        m, gpu, engine, t, data = job["model"], job["gpu"], job["engine"], job["tensor"], job["data"]
        reads = gpu["memory"] * gpu["of_memory"]
        moves = 2 / (1 / reads + 1 / (reads * WRITTEN_TO_READ))
        fp8, bf16 = gpu["fp8"] * gpu["of_fp8"], gpu["bf16"] * gpu["of_bf16"]
        attends = gpu["bf16"] * gpu["of_attention"]
        link = gpu["link"] * gpu["of_link"]
        tokens = sequences + times * len(read) / of_ranks
        sampled = sequences + times * len(read) / of_ranks / prompt
        h, heads, kv = m["hidden"], m["heads"] // t, m["kv"] // t
        mean = sum(contexts) / len(contexts)
        moving, computing, plain = {}, {}, {}

        def add(into, name, seconds):
            into[name] = into.get(name, 0) + seconds

        def passed_on(factor, rows, numbers, of_8_bits=0):
            """Numbers that one kernel writes and another reads, of 16 bits and of 8."""
            add(plain, "memory-bound", factor * rows * 2 * (2 * numbers + of_8_bits) / moves)

        def product(name, outputs, inputs, rows, held=1, are_read=True, are_cached=False):
            add(moving, name, held * outputs * inputs / reads)
            add(computing, name, rows * 2 * outputs * inputs / (fp8 if held == 1 else bf16))
            passed_on(TRAFFIC, rows, outputs * (2 if are_cached else 1))
            if are_read:
                passed_on(TRAFFIC, rows, inputs, inputs if held == 1 else 0)

        kernels = 4  # embedding, last norm, head, sampling
        for _ in range(m["layers"]):
            kernels += 6 + 2  # of attention, and casts of what queries, keys and values have in common, and of what the output has
            passed_on(TRAFFIC, tokens, 2 * h)  # the residual stream, beside two norms
            product("projections", heads * m["size"], h, tokens, are_cached=True)
            product("projections", kv * m["size"], h, tokens, are_read=False, are_cached=True)
            product("projections", kv * m["size"], h, tokens, are_read=False, are_cached=True)
            product("projections", h, heads * m["size"], tokens)
            add(moving, "attention", sequences * mean * 2 * kv * m["size"] * 2 / reads)
            add(computing, "attention", sequences * mean * 4 * heads * m["size"] / attends)
            if "experts" not in m:
                kernels += 4 + 2
                width = m["width"] // t
                product("networks", width, h, tokens)
                product("networks", width, h, tokens, are_read=False)
                product("networks", h, width, tokens)
                if t > 1:
                    add(plain, "tensor parallel", 2 * (ALL_REDUCE + 2 * (t - 1) / t * tokens * h * 2 / link))
                continue
            kernels += 9 + 2 + 1  # the last: norms of queries and keys
            product("networks", m["experts"], h, tokens, held=2)
            held, all_tokens, width = m["experts"] / data, tokens * data, m["width"]
            found = 1 - (1 - m["chosen"] / m["experts"]) ** all_tokens
            reached = min(held, held * found + math.sqrt(2 * math.log(data) * held * found * (1 - found)))
            routed = all_tokens * m["chosen"] / data
            padded = 1 + min(64, 8 + routed / reached / 2) / (routed / reached)
            for outputs, inputs, new in ((width, h, h), (width, h, 0), (h, width, width)):
                add(moving, "experts", reached * outputs * inputs / reads)
                add(computing, "experts", padded * routed * 2 * outputs * (inputs + FURTHER_INPUTS) / fp8)
                passed_on(EXPERTS_TRAFFIC, routed, outputs + new, new)
            gpus = data * (1 - math.comb(m["experts"] - int(held), m["chosen"]) / math.comb(m["experts"], m["chosen"]))
            add(plain, "expert parallel", 2 * (EXCHANGE + tokens * h * 2 * gpus * (1 - 1 / data) / link))
        product("head", m["vocabulary"] / t, h, sampled, held=2)
        add(plain, "kernels", engine["kernels"] * kernels * KERNEL)
        add(plain, "host", engine["step"] + SEQUENCE * sequences)
        scores = m["layers"] * heads * times * sum(read)
        add(plain, "attention", scores * (4 * m["size"] / attends + gpu["per_exponential"] / gpu["bf16"]))

        self.parts = dict(plain)
        for name, seconds in moving.items():
            add(self.parts, name, math.hypot(seconds, computing[name]))
        self.total = sum(self.parts.values())


OF_ALL_RANKS = ("experts", "expert parallel", "memory-bound")


def step_of_ranks(job, contexts, sequences, places, read=(), prompt=1, times=1):
    """Seconds by what each rank has for itself, of which the fullest binds, and by what has the tokens of all; one rank reads."""
    data = job["data"]
    fullest = max(1, sequences * math.ceil(places / data) / places) if data > 1 else sequences
    own = Step(job, contexts, fullest, read, prompt, 1, times).parts
    mean = Step(job, contexts, sequences / data, read, prompt, data, times).parts
    return (sum(seconds for name, seconds in own.items() if name not in OF_ALL_RANKS),
            sum(seconds for name, seconds in mean.items() if name in OF_ALL_RANKS))


def others_in_phase(load, waited, data, clients):
    m, steps = load["prompt"] / CHUNK, load["answer"]
    together = min(clients - 1, (clients + max(1, data / m)) / 2 - 1, (waited + 0.5) * data / m - 1)
    evenly = (waited + 1 + m) * (clients - 1) / (waited + 1 + m + steps)
    slices = 100_000
    total = together_still = 0
    for i in range(slices):
        answers = 0.5 + (i + 0.5) * (EACH - 1) / slices
        apart = min(1, math.sqrt(12 * answers) * load["spread"])
        total += max(0, min(together, evenly / apart) - evenly)
        together_still += apart < 1
    others = total * (EACH - 1) / slices / EACH
    # The first request of each client comes with those of all others, further ones as often as they are in phase.
    in_phase = others / (together - evenly) if together > evenly else together_still * (EACH - 1) / slices / EACH
    return others, 1 / EACH + in_phase


def fullest_of(batches, come, room):
    """Chunks of the one that has most of so many batches, of which each has room for so many, where they come at random to all: by the chance of each number."""
    mean = fewer = no_more = 0
    for have in range(400):
        no_more = min(1, no_more + math.exp(have * math.log(come / batches) - come / batches - math.lgamma(have + 1)))
        mean += (no_more**batches - fewer**batches) * min(have, max(1, room))
        fewer = no_more
    return mean


def serve(job, load):
    engine, data = job["engine"], job["data"]
    prompt, answer = load["prompt"], load["answer"]
    contexts = [prompt + i + 0.5 for i in range(answer)]
    chunks = math.ceil(prompt / CHUNK)
    ends = [round(i * prompt / chunks) for i in range(chunks + 1)]
    reads = [range(begin + 1, end + 1) for begin, end in zip(ends, ends[1:])]
    places = min(load["clients"], load.get("most", load["clients"]))
    # In a step as many have their turn as are read, and as go from their places.
    turns = min(CHUNK * data / prompt, load.get("most", math.inf) / (chunks + answer - 1))
    under_way = engine["waited"] + chunks + answer
    at_once = min(places, under_way * turns)
    phase, together = others_in_phase(load, 0.5 if load["clients"] > under_way * turns else engine["waited"], data, at_once)
    at_most = min(at_once, turns * answer)
    low, high = 0, at_most
    for _ in range(40):
        sequences = (low + high) / 2
        met = 1 + sequences * (1 - 1 / places)
        own, shared = step_of_ranks(job, contexts, met, places)
        step = own + shared
        come = sequences * chunks / answer
        fullest = max(come / data, fullest_of(data, come, CHUNK * chunks / prompt) if data > 1 else 0)
        times = max(1, fullest)
        steps = [step_of_ranks(job, contexts, met, places, read, prompt, times) for read in reads]
        longer = sum(each[0] - own for each in steps) / times
        shared_longer = sum(each[1] - shared for each in steps) / times
        reading = min(data, sequences * chunks / answer)
        at_random = fullest / come if data > 1 else 1
        occupied = longer / data + shared_longer
        taken = together * occupied + (1 - together) * (longer * at_random + shared_longer)
        beside = min(data - 1, reading * (data - 1) / data + phase) if data > 1 else 0
        alone = chunks * step + times * (longer + shared_longer * (1 + beside))
        token = step + taken / answer * max(0, sequences * (1 - 1 / places) - phase)
        pace = max(occupied, step / data, engine["outside"])
        before = engine["outside"] + (at_once - 1) * pace / (2 * EACH)
        first = before + alone + engine["waited"] * token
        decode = min(at_most, load["clients"] * answer * token / (before + under_way * token))
        low, high = (sequences, high) if sequences < decode else (low, sequences)
    first += max(0, phase - (data - 1)) * occupied
    steps = max(under_way - 1, load["clients"] / turns)
    all_are_read = steps * step + max(longer + shared_longer, load["clients"] * taken)
    first = max(first, all_are_read - (answer - 1) * token)
    requests = load["clients"] / (first + (answer - 1) * token)
    return {"TTFT": first, "TPOT": token, "prefill": alone, "sequences": min(sequences, turns * (answer - 1)),
            "tokens/s": requests * answer, "tokens/s a GPU": requests * answer / (job["tensor"] * data)}


def table():
    found = []
    for name, job in JOBS.items():
        for batch, (sequences, read) in BATCHES.items():
            for part, seconds in Step(job, [1500], sequences, range(1, read + 1), read or 1).parts.items():
                found.append(f'{{"{name}", "{batch}", "{part}", {seconds:.8g}}},')
        for load, of in LOADS[name].items():
            for figure, value in serve(job, of).items():
                found.append(f'{{"{name}", "{load}", "{figure}", {value:.8g}}},')
    return found


def main():
    rows = table()
    if len(sys.argv) < 2:
        print("\n".join("    " + row for row in rows))
        return 0
    said = re.findall(r'\{"[^"]*", "[^"]*", "[^"]*", [0-9.e+-]+\},', open(sys.argv[1], encoding="utf-8").read())
    wrong = [row for row in rows if row not in said] + [row for row in said if row not in rows]
    print("\n".join(wrong) or f"{len(rows)} figures are as the reference finds them")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
