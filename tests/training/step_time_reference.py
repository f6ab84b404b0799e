#!/usr/bin/env python3
"""The time of training steps once more: slow, from docs/reference/training/step_time.md and step_layer.md, and not from the headers.

    step_time_reference.py         prints the seconds of twenty-one jobs by part
    step_time_reference.py FILE    fails where the table in FILE (step_time_reference_test.cpp) says otherwise
"""
import math
import re
import sys

# A made-up machine: operations and bytes a second, seconds.
PEAK, SUSTAINED, IN_STEPS = 1e15, 0.8, 0.6
MEMORY, READ, WRITE = 3e12, 0.9, 0.8
LAUNCH, PER_EXPONENTIAL, UNITS = 5e-6, 256, 100
DOMAIN, UP, OUT = 8, 450e9 * 0.8, 50e9 * 0.9
START, HOP_UP, HOP_OUT, CHUNK = 30e-6, 1e-6, 10e-6, 2_460e3
# The fitted constants, as docs/accuracy.md lists them.
ATTENTION, TRAFFIC, EXPOSED, DATA = 0.875, 2.93, 0.437, 0.278
HOST, HOST_EACH, GRAPHS, STEP, KERNELS = 7.02e-3, 0.199e-3, 0.127, 33.4e-3, 19.5

READ_RATE, WRITE_RATE = MEMORY * READ, MEMORY * WRITE
MOVED = 2 / (1 / READ_RATE + 1 / WRITE_RATE)

HIDDEN, HEADS, KV, SIZE, VOCABULARY, SEQUENCE = 4096, 32, 8, 128, 128_000, 4096
DENSE = {"width": 14_336}
MOE = {"experts": 64, "chosen": 8, "expert_width": 1024, "shared": 1024}

JOBS = {
    "dense, stages": dict(DENSE, layers=4, t=4, p=2, d=2, m=8, shares="optimizer"),
    "dense, shards": dict(DENSE, layers=4, t=1, p=1, d=16, m=2, shares="weights", again=True),
    "experts": dict(MOE, layers=2, t=1, p=1, d=8, e=8, m=4, shares="optimizer"),
    "experts, graphs": dict(MOE, layers=2, t=1, p=2, d=8, e=4, m=4, shares="optimizer", graphs=True),
    "adapters": dict(DENSE, layers=4, t=4, p=1, d=2, m=1, shares="optimizer", rank=16),
    "adapters, again": dict(DENSE, layers=4, t=2, p=1, d=4, m=2, shares="none", rank=16, again=True),
    "dense, gradients": dict(DENSE, layers=4, t=2, p=1, d=8, m=3, shares="gradients"),
    "dense, shards of 4": dict(DENSE, layers=4, t=2, p=1, d=8, m=3, shares="weights", s=4),
    "experts, shards of 8": dict(MOE, layers=2, t=1, p=1, d=16, e=4, m=2, shares="optimizer", s=8),
    "adapters, shards": dict(DENSE, layers=4, t=1, p=1, d=16, m=2, shares="weights", rank=16),
    "dense, tied": dict(DENSE, layers=4, t=2, p=2, d=4, m=8, shares="optimizer", tied=True),
    "dense, tied in a domain": dict(DENSE, layers=4, t=2, p=4, d=1, m=8, shares="none", tied=True),
    "dense, shards summed once": dict(DENSE, layers=4, t=2, p=1, d=8, m=3, shares="weights", s=4, sums="once"),
    "dense, interleaved": dict(DENSE, layers=8, t=2, p=4, v=2, d=1, m=3, shares="none"),
    "dense, heads exchanged": dict(DENSE, layers=4, t=2, p=1, d=3, c=4, m=2, shares="optimizer", again=True),
    "dense, stages of shards": dict(DENSE, layers=8, t=1, p=4, d=8, m=6, shares="weights"),
    "experts, stages of gradients": dict(MOE, layers=4, t=1, p=2, d=8, e=4, m=1, shares="gradients"),
    "experts, one replica": dict(MOE, layers=2, t=1, p=1, d=8, e=8, m=2, shares="gradients"),
    "dense, one replica": dict(DENSE, layers=4, t=4, p=1, d=1, m=2, shares="weights"),
    "dense, ring": dict(DENSE, layers=4, t=4, p=1, d=2, m=2, shares="optimizer", again=True, overlap="ring"),
    "dense, bulk": dict(DENSE, layers=4, t=8, p=1, d=2, m=2, shares="optimizer", overlap="bulk"),
}


def ring(times, message, n, g):
    """times: 1 of a gather or scatter, 2 of an all-reduce; g of the n ranks in a domain."""
    if n == 1:
        return 0.0
    domains = -(-n // g)
    rate = UP if domains == 1 else min(UP, g * OUT) if g > 1 else OUT
    steps = times * (n - 1)
    out = steps * domains / n if domains > 1 else 0
    wire = times * (n - 1) / n * message / rate
    return START + (steps - out) * HOP_UP + out * HOP_OUT + min(wire / 0.5, wire + steps * CHUNK / rate)


def inside(n, apart):
    return max(1, min(n, DOMAIN // apart))


def reached(parts, things, picks):
    missed = 1.0
    for i in range(picks):
        missed *= max(0, things - things / parts - i) / (things - i)
    return parts * (1 - missed)


def pipeline(stages, m):
    """When each of the stages, of such forward and backward seconds, has passed the last of m micro-batches in 1F1B: each pass by the two that it waits for."""
    p = len(stages)
    done = {}
    orders = []
    for rank in range(p):
        ahead = min(m, p - 1 - rank)
        turns = [pair for b in range(m) for pair in ((("F", ahead + b),) if ahead + b < m else ()) + (("B", b),)]
        orders.append([("F", b) for b in range(ahead)] + turns)
    clocks = [0.0] * p
    while any(orders):
        for rank, order in enumerate(orders):
            while order:
                way, b = order[0]
                before = (way, b, rank - 1 if way == "F" else rank + 1)
                if before not in done and 0 <= before[2] < p:
                    break
                clocks[rank] = max(clocks[rank], done.get(before, 0)) + stages[rank][way == "B"]
                done[(way, b, rank)] = clocks[rank]
                order.pop(0)
    return clocks


def run(p, v, m):
    """Passes of a whole stage that m micro-batches take through v virtual stages on each of p ranks, in 1F1B, pass by pass; no more than one group of them."""
    forward = [(c, b) for c in range(v) for b in range(m)]
    backward = [(c, b) for c in reversed(range(v)) for b in range(m)]
    ranks = []
    for rank in range(p):
        ahead = min(len(forward), ((v - 1) * m if v > 1 else 0) + (2 if v > 1 else 1) * (p - 1 - rank))
        order = [("F", *each) for each in forward[:ahead]]
        for i, each in enumerate(backward):
            order += [("F", *forward[ahead + i])] if ahead + i < len(forward) else []
            order.append(("B", *each))
        ranks.append(order)
    ended, clock = {}, [0.0] * p
    while any(ranks):
        for rank, order in enumerate(ranks):
            while order:
                which, c, b = order[0]
                place = c * p + rank
                before = [("F", place - 1, b)] if which == "F" else [("F", place, b), ("B", place + 1, b)]
                if any(0 <= at < v * p and (kind, at, b) not in ended for kind, at, b in before):
                    break
                start = max([clock[rank]] + [ended.get(each, 0) for each in before])
                clock[rank] = ended[which, place, b] = start + 1 / (2 * v)
                order.pop(0)
    return max(clock)


def step(job):
    t, p, d, e = job["t"], job["p"], job["d"], job.get("e", 1)
    m, rank = job["m"], job.get("rank", 0)
    c = job.get("c", 1)
    d *= c  # ranks with the same weights
    alike = t * d // e if "experts" in job else 1
    parts = job.get("s", d)
    expert_parts = max(1, alike * parts // d)
    tokens = SEQUENCE / c
    part = tokens / t  # sequence parallelism wherever there are tensor ranks
    f, b = {}, {}

    def add(where, name, seconds):
        where[name] = where.get(name, 0) + seconds

    def product(name, rows, outputs, inputs, copies=1, more=1.0):
        rows_done = rows * more
        moved = (rows_done * (inputs * 2 + 2 * outputs) + copies * outputs * inputs * 2) / MOVED

        def tiled(across, depth):  # of routed experts, whose tokens differ, no tiles
            work = 2 * rows_done * across * depth / (PEAK * IN_STEPS)
            if name == "experts":
                return max(work, moved)
            done = []
            for tall in (256, 128):
                waves = math.ceil(rows / tall) * math.ceil(across / 128) / UNITS
                waves = math.ceil(waves) if waves > 0.5 else waves
                tile = 2 * tall * 128 * (1 + 8 / tall + 8 / 128) / 0.92 / (PEAK / UNITS)  # of a unit, alone and for each of the depth
                done.append(waves * tile * depth * SUSTAINED / IN_STEPS)
            return max(work, min(done), moved)

        there, back = tiled(outputs, inputs), tiled(inputs, outputs)
        add(f, name, there)
        add(b, name, back)
        if rank:
            return there, back, 0
        # The sum of gradients in 4 bytes is read and written; one that is shared out is written in 2, and a rank adds its part.
        sharers = expert_parts if name == "experts" else parts
        of_weights = max(2 * rows_done * outputs * inputs / (PEAK * IN_STEPS), moved)
        of_weights += copies * outputs * inputs * (2 + 8 / sharers if job["shares"] in ("gradients", "weights") and sharers > 1 else 8) / MOVED
        add(b, name, of_weights)
        return there, back, of_weights

    def adapted(rows, outputs, inputs):
        if rank:
            thin = 2 * rows * (inputs + outputs + 2 * rank) / MOVED
            add(f, "memory-bound", thin)
            add(b, "memory-bound", 2 * thin)

    weights = {"dense": 0.0, "experts": 0.0, "adapters": 0.0}
    beside = []  # of the products that a gather or a scatter belongs to: forward, gradients of inputs, those of weights
    for outputs, inputs, split in [(HEADS * SIZE, HIDDEN, "o"), (KV * SIZE, HIDDEN, "o"), (KV * SIZE, HIDDEN, "o"),
                                   (HIDDEN, HEADS * SIZE, "i")]:
        o, i = (outputs / t, inputs) if split == "o" else (outputs, inputs / t)
        beside.append((f"projections {split}", *product("projections", tokens, o, i)))
        adapted(tokens, o, i)
        weights["dense"] += o * i
        weights["adapters"] += rank * (o + i)
    if "width" in job:
        w = job["width"] / t
        for o, i, split in [(w, HIDDEN, "o"), (w, HIDDEN, "o"), (HIDDEN, w, "i")]:
            beside.append((f"networks {split}", *product("networks", tokens, o, i)))
            weights["dense"] += o * i
    else:
        own = job["experts"] / e
        rows = part * job["chosen"]
        w = job["expert_width"]
        for o, i in [(w, HIDDEN), (w, HIDDEN), (HIDDEN, w)]:
            product("experts", rows, o, i, own, 1 + 64 * own / rows)
            weights["experts"] += o * i * own
        for o, i in [(job["shared"], HIDDEN), (job["shared"], HIDDEN), (HIDDEN, job["shared"])]:
            product("networks", tokens, o, i)
            weights["dense"] += o * i
        product("networks", part, job["experts"], HIDDEN)
        weights["dense"] += job["experts"] * HIDDEN
    weights["dense"] += 2 * HIDDEN

    pairs = tokens * (SEQUENCE + 1) / 2 * HEADS / t
    operations = 4 * SIZE * pairs / (PEAK * SUSTAINED)
    exponentials = pairs * PER_EXPONENTIAL / PEAK
    add(f, "attention", (operations + exponentials) / ATTENTION)
    add(b, "attention", (2.5 * operations + exponentials) / ATTENTION)

    turned = 4 * (HEADS * SIZE * part + KV * SIZE / t * tokens)
    forward = backward = turned
    fused = HIDDEN * part * (2 * 4 + 2 * 6) / MOVED  # forward; backward moves as much in another order
    add(f, "memory-bound", fused)
    add(b, "memory-bound", fused)
    inner = job["width"] / t * tokens if "width" in job else part * (job["expert_width"] * job["chosen"] + job["shared"])
    forward, backward = forward + 6 * inner, backward + 10 * inner
    if "experts" in job:
        order = 8 * HIDDEN * job["chosen"] * part + 12 * job["experts"] * part
        forward, backward = forward + order, backward + order
    add(f, "memory-bound", TRAFFIC * forward / MOVED)
    add(b, "memory-bound", TRAFFIC * backward / MOVED)
    add(f, "launches", KERNELS * LAUNCH / 3)
    add(b, "launches", KERNELS * LAUNCH * 2 / 3)

    gather = ring(1, 2 * tokens * HIDDEN, t, inside(t, 1))
    overlap = job.get("overlap", "measured")
    for way, direction in ((f, 0), (b, 1)):
        if t > 1 and overlap == "ring":
            for which in sorted({named for named, *_ in beside}):
                takes = sum(seconds[direction] for named, *seconds in beside if named == which)
                add(way, "tensor parallel", (t - 1) * max(0, gather / (t - 1) - takes / t))
        elif t > 1 and overlap == "bulk":
            hidden = sum(seconds[2] for _, *seconds in beside) if way is b else 0
            add(way, "tensor parallel", max(0, 4 * gather - hidden))
        elif t > 1:
            add(way, "tensor parallel", 4 * gather * EXPOSED)
            if rank:  # the input of the attention's products once more
                add(way, "tensor parallel", gather)
    if c > 1:  # all-to-all of queries, keys, values and outputs
        g = inside(c, t)
        assert g == c  # inside a domain
        for numbers in (HEADS, KV, KV, HEADS):
            for way in (f, b):
                add(way, "context parallel", START + HOP_UP + (1 - 1 / c) * 2 * part * numbers * SIZE / UP)
    if "experts" in job:
        g = inside(e, 1)
        gpus = reached(e, job["experts"], job["chosen"])
        assert g == e  # these jobs' exchanges stay inside a domain
        once = START + HOP_UP + part * 2 * HIDDEN * gpus * (1 - 1 / g) / UP
        for way in (f, b):
            add(way, "expert parallel", 2 * once)
        host = (GRAPHS if job.get("graphs") else 1) * (HOST + HOST_EACH * own)
        for way, share in ((f, 1 / 3), (b, 2 / 3)):
            gpu = sum(way.values())
            add(way, "host", (gpu**3 + (share * host) ** 3) ** (1 / 3) - gpu)

    communicates = ("tensor parallel", "context parallel", "expert parallel")
    stages = []
    for stage in range(p):
        layers = job["layers"] / p
        s = {}
        for way in (f, b):
            for name, seconds in way.items():
                add(s, name, layers * seconds)
        if job.get("again"):
            for name, seconds in f.items():
                add(s, name if name in communicates else "recomputation", layers * seconds)
        if stage == 0:
            add(s, "memory-bound", 8 * tokens * HIDDEN / MOVED)
            add(s, "tensor parallel", gather)
        if stage == p - 1:
            logits = tokens * VOCABULARY / t
            add(s, "head", (2 if rank else 3) * 2 * logits * HIDDEN / (PEAK * IN_STEPS))
            add(s, "memory-bound", 2 * (6 + 2) * logits / MOVED)
            add(s, "tensor parallel", 2 * gather)
        stages.append(s)
    there = [job["layers"] / p * sum(f.values()) for _ in range(p)]
    there[-1] += 2 * logits * HIDDEN / (PEAK * IN_STEPS) + 2 * 6 * logits / MOVED + gather
    held = job["layers"] / p

    def parameters(stage):
        dense, experts = held * weights["dense"], held * weights["experts"]
        if stage == 0:
            dense += VOCABULARY / t * HIDDEN
        if stage == p - 1:
            dense += VOCABULARY / t * HIDDEN + HIDDEN
        if rank:  # frozen weights are gathered, too, where these are shared out
            return held * weights["adapters"], 0, dense + held * weights["adapters"], 0
        return dense, experts, dense, experts

    def exchange(parameters, n, apart, gathered, parts, is_last):
        if n == 1 or not parameters:
            return 0
        gradient = 4 * parameters / held
        weight = 2 * (gathered if job["shares"] == "weights" else parameters) / held
        # Among the ranks that share state out, and then those that have the same part.
        scatter = held * ring(1, gradient, parts, inside(parts, apart))
        of_shards = held * ring(2, gradient / parts, n // parts, inside(n // parts, apart * parts))
        gather = held * ring(1, weight, parts, inside(parts, apart))
        busy = 0
        in_each = job["shares"] in ("gradients", "weights")
        if in_each or is_last and job["shares"] == "optimizer":
            busy += scatter + (of_shards if is_last or job.get("sums") != "once" else 0)
        if job["shares"] == "weights":
            busy += 2 * gather
        elif is_last:
            busy += held * ring(2, gradient, n, inside(n, apart)) if job["shares"] == "none" else gather
        return busy

    def waited(stage, is_last):
        """For both exchanges of a micro-batch, beside the passes of one."""
        dense, experts, gathered, experts_gathered = parameters(stage)
        busy = exchange(dense, d, t, gathered, parts, is_last) + exchange(experts, alike, e, experts_gathered, expert_parts, is_last)
        return busy - (1 - (EXPOSED if job["shares"] == "weights" else DATA)) * min(busy, sum(stages[stage].values()))

    def optimized(stage):
        """Adam: 12 bytes of state read and written, a gradient of 4 and a weight of 2."""
        dense, experts, *_ = parameters(stage)
        shared = job["shares"] != "none"
        return (2 * 12 + 4 + 2) * (dense / (parts if shared else 1) + experts / (expert_parts if shared else 1)) / MOVED

    each = [sum(stages[i].values()) + (waited(i, False) if p > 1 else 0) for i in range(p)]
    slowest = max(range(p), key=lambda i: each[i])
    total = {name: m * seconds for name, seconds in stages[slowest].items()}
    if p > 1:
        in_domain = t * d * p <= DOMAIN
        # The step ends with the last stage: what each does behind its passes.
        after = [waited(i, True) - waited(i, False) + optimized(i) for i in range(p)]
        ends = pipeline([(there[i], each[i] - there[i]) for i in range(p)], m)
        total["pipeline bubble"] = max(end + more for end, more in zip(ends, after)) - after[slowest] - m * each[slowest]
        total["pipeline sends"] = 2 * m * 2 * part * HIDDEN / (UP if in_domain else OUT)
        if "v" in job:  # passes of virtual stages as long as their mean, and sends beside them
            total["pipeline bubble"] = (run(p, job["v"], m) - m) * sum(sum(s.values()) for s in stages) / p
            total["pipeline sends"] = 0
        if job.get("tied"):  # the two ends sum the table's gradients, in 4 bytes; these jobs hold them whole
            total["pipeline sends"] += ring(2, 4 * VOCABULARY / t * HIDDEN, 2, 2 if in_domain else 1)
    total["data parallel"] = (m - 1) * waited(slowest, False) + waited(slowest, True)
    total["optimizer"] = optimized(slowest)
    total["every step"] = STEP if t * p * d > 1 else 0
    return {name: seconds for name, seconds in total.items() if seconds > 0}


def table():
    return [f'{{"{job}", "{name}", {seconds:.9g}}},' for job, of in JOBS.items() for name, seconds in step(of).items()]


def main():
    rows = table()
    if len(sys.argv) < 2:
        print("\n".join("    " + row for row in rows))
        return 0
    said = re.findall(r'\{"[^"]*", "[^"]*", [0-9.e+-]+\},', open(sys.argv[1], encoding="utf-8").read())
    wrong = [row for row in rows if row not in said] + [row for row in said if row not in rows]
    print("\n".join(wrong) or f"{len(rows)} figures are as the reference finds them")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
