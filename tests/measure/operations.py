# SPDX-License-Identifier: BSL-1.0
"""What is measured of a GPU: generators of (group, config, [(metric, value, unit)])."""
from functools import partial

import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

from timing import copies_of, from_the_host, replayed

TYPES = {"bf16": torch.bfloat16, "fp16": torch.float16, "fp8": torch.float8_e4m3fn}
BYTES = {"bf16": 2, "fp16": 2, "fp8": 1}


def random(*shape, format="bf16"):
    made = torch.randn(shape, device="cuda", dtype=torch.bfloat16)
    return made.to(TYPES[format])


# --- products

CUBES = [512, 1024, 2048, 4096, 8192, 16384]
# n, k of the layers of Llama 3.1 8B, whole, and of 70B divided over eight GPUs
LAYERS = [(6144, 4096), (4096, 4096), (28672, 4096), (4096, 14336), (1280, 8192), (8192, 1024), (7168, 8192), (8192, 3584)]
ROWS = [1, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192]


def product(m, n, k, format):
    """A call for each set of operands: m x k times k x n; the result has 16 bits a number."""
    calls = []
    one = torch.ones((), device="cuda")
    for _ in range(copies_of((m * k + k * n) * BYTES[format] + 2 * m * n)):
        a = random(m, k, format=format)
        b = random(n, k, format=format).t()
        if format == "fp8":
            calls.append(lambda a=a, b=b: torch._scaled_mm(a, b, one, one, out_dtype=torch.bfloat16, use_fast_accum=True))
        else:
            out = torch.empty(m, n, device="cuda", dtype=TYPES[format])
            calls.append(lambda a=a, b=b, out=out: torch.mm(a, b, out=out))
    return calls


def rate(operations, seconds):
    return [("tflops", operations / seconds / 1e12, "TFLOP/s")]


def products(format):
    for side in CUBES:
        shape = {"precision": format, "m": side, "n": side, "k": side}
        calls = product(side, side, side, format)
        if side < 4096:  # the host would take longer to start one than the GPU takes for it
            yield "gemm.cubes", {**shape, "replayed": True}, rate(2 * side**3, replayed(calls))
        else:  # until power limits the clock
            yield "gemm.cubes", shape, rate(2 * side**3, from_the_host(calls, 1.0, 1.0))
    for n, k in LAYERS if format != "fp16" else []:
        for m in ROWS:
            if format == "fp8" and m < 16:
                continue
            shape = {"precision": format, "m": m, "n": n, "k": k, "replayed": True}
            yield "gemm.layers", shape, rate(2 * m * n * k, replayed(product(m, n, k, format)))


# experts, n, k: DeepSeek-V3 on eight ranks, Qwen3 30B on one, gpt-oss-120b on four
EXPERTS = [(32, 4096, 7168), (128, 1536, 2048), (32, 5760, 2880)]


def grouped_products():
    for experts, n, k in EXPERTS:
        for m in (1, 8, 64, 256, 1024):
            ends = torch.arange(1, experts + 1, device="cuda", dtype=torch.int32) * m
            calls = []
            for _ in range(copies_of(2 * experts * (m * k + k * n), most=4)):
                a, b = random(experts * m, k), random(experts, n, k).transpose(-2, -1)
                calls.append(lambda a=a, b=b: torch._grouped_mm(a, b, offs=ends, out_dtype=torch.bfloat16))
            yield "gemm.grouped", {"precision": "bf16", "m": m, "n": n, "k": k, "batch": experts, "replayed": True}, rate(
                2 * experts * m * n * k, replayed(calls, least=8))


# --- attention

def flash(q, k, v, causal, window):
    left, right = (-1, -1) if window is None else (window - 1, 0)
    return torch.ops.aten._flash_attention_forward(
        q, k, v, None, None, q.shape[1], k.shape[1], 0.0, causal, False, window_size_left=left, window_size_right=right)[0]


def attention(kernel, backend):
    for size, heads in ((64, 32), (128, 16)):
        for length in (1024, 4096, 16384):
            for causal in (False, True):
                sequences = 16384 // length
                q, k, v = (random(sequences, heads, length, size).requires_grad_(True) for _ in range(3))
                operations = 4 * sequences * heads * length**2 * size / (2 if causal else 1)
                config = {"kernel": kernel, "batch": sequences, "seq": length, "heads": heads, "head_dim": size, "causal": causal}
                with sdpa_kernel(backend):
                    with torch.no_grad():
                        forward = from_the_host([lambda: F.scaled_dot_product_attention(q, k, v, is_causal=causal)], 0.4, 0.4)
                    yield "attention.forward", config, rate(operations, forward)
                    out = F.scaled_dot_product_attention(q, k, v, is_causal=causal)
                    of = torch.randn_like(out)
                    backward = from_the_host([lambda: torch.autograd.grad(out, (q, k, v), of, retain_graph=True)], 0.4, 0.4)
                yield "attention.backward", {**config, "backward": True}, rate(2.5 * operations, backward)


def windows():
    for length, window in ((16384, 1024), (16384, 4096), (4096, 1024)):
        sequences, heads, size = 16384 // length, 16, 128
        q, k, v = (random(sequences, length, heads, size) for _ in range(3))
        seconds = from_the_host([lambda: flash(q, k, v, True, window)], 0.4, 0.4)
        pairs = sequences * heads * (window * length - window * (window - 1) / 2)
        yield "attention.window", {"kernel": "FlashAttention-2", "batch": sequences, "seq": length, "heads": heads, "head_dim": size,
                                   "causal": True, "window": window}, rate(4 * pairs * size, seconds)


def decoding():
    """One query a sequence over its cache: heads of Llama 3.1 70B, whole and divided over eight."""
    for heads, kv_heads in ((64, 8), (8, 1)):
        for sequences, keys in ((1, 8192), (16, 2048), (16, 8192), (64, 2048), (64, 8192), (256, 2048)):
            size = 128
            each = 2 * 2 * sequences * keys * kv_heads * size
            inputs = [tuple(random(sequences, length, count, size) for length, count in ((1, heads), (keys, kv_heads), (keys, kv_heads)))
                      for _ in range(copies_of(each, most=16))]
            calls = [lambda q=q, k=k, v=v: flash(q, k, v, False, None) for q, k, v in inputs]
            seconds = replayed(calls, least=8)
            yield "attention.decoding", {"kernel": "FlashAttention-2", "batch": sequences, "queries": 1, "seq": keys, "heads": heads,
                                         "kv_heads": kv_heads, "head_dim": size, "replayed": True}, [("time", seconds * 1e6, "us")]


# --- memory

def streams():
    count = 1 << 28  # of four bytes: 1.07 GB an array
    a, b, c = (torch.randn(count, device="cuda") for _ in range(3))
    kernels = {
        "copy": (lambda: a.copy_(b), 2),
        "mul": (lambda: torch.mul(b, 1.5, out=a), 2),
        "add": (lambda: torch.add(b, c, out=a), 3),
        "triad": (lambda: torch.add(b, c, alpha=1.5, out=a), 3),
        "dot": (lambda: torch.dot(a, b), 2),
    }
    yield "hbm", {}, [(name, arrays * 4 * count / from_the_host([call], 0.5, 0.5) / 1e12, "TB/s") for name, (call, arrays) in kernels.items()]


def streamed():
    """Operations that memory bounds, with the bytes that each has to read and to write."""
    tokens, width = 8192, 8192
    states, gate = [random(tokens, width) for _ in range(4)], [random(tokens, 2 * 14336) for _ in range(2)]
    weight = random(width)

    def swiglu(x):
        left, right = x.chunk(2, dim=-1)
        return F.silu(left) * right

    def quantised(x):
        scale = x.abs().amax(dim=-1, keepdim=True).float() / 448
        return (x.float() / scale).to(torch.float8_e4m3fn), scale

    swiglu_compiled, quantised_compiled = torch.compile(swiglu), torch.compile(quantised)
    norm_compiled = torch.compile(lambda x, r: F.rms_norm(x + r, (width,), weight))
    table, ids = random(128256, 4096), torch.randint(0, 128256, (tokens * 4,), device="cuda")
    with torch.no_grad():
        cases = {
            "rms_norm": ([lambda x=x: F.rms_norm(x, (width,), weight) for x in states], 2 * tokens * width, 2 * tokens * width),
            "residual": ([lambda x=x: x.add_(states[0]) for x in states[1:]], 4 * tokens * width, 2 * tokens * width),
            "residual_and_norm, compiled": ([lambda x=x: norm_compiled(x, states[0]) for x in states[1:]], 4 * tokens * width, 2 * tokens * width),
            "swiglu, compiled": ([lambda x=x: swiglu_compiled(x) for x in gate], 2 * tokens * 28672, 2 * tokens * 14336),
            "quantise to fp8 by rows, compiled": ([lambda x=x: quantised_compiled(x) for x in states], 2 * tokens * width, tokens * width),
            "transpose": ([lambda x=x: x.t().contiguous() for x in states], 2 * tokens * width, 2 * tokens * width),
            "embedding": ([lambda: F.embedding(ids, table)], 2 * ids.numel() * 4096 + 8 * ids.numel(), 2 * ids.numel() * 4096),
        }
        for operation, (calls, read, written) in cases.items():
            yield "streamed", {"operation": operation, "bytes_read": read, "bytes_written": written}, [
                ("time", from_the_host(calls, 0.3, 0.3) * 1e6, "us")]
    parameters = [torch.nn.Parameter(torch.randn(1 << 24, device="cuda")) for _ in range(32)]
    for each in parameters:
        each.grad = torch.randn_like(each)
    optimizer = torch.optim.AdamW(parameters, lr=1e-6, fused=True)
    count = 32 << 24
    yield "streamed", {"operation": "AdamW, fused, of 32 bits", "bytes_read": 16 * count, "bytes_written": 12 * count}, [
        ("time", from_the_host([optimizer.step], 0.3, 0.5) * 1e6, "us")]


def vocabulary():
    """Logits of Llama 3.1: the loss, and what sampling reads."""
    logits = random(8192, 128256).requires_grad_(True)
    targets = torch.randint(0, 128256, (8192,), device="cuda")
    loss = torch.compile(lambda x, t: F.cross_entropy(x.float(), t))

    def step():
        logits.grad = None
        loss(logits, targets).backward()

    each = logits.numel()
    # Read for the loss and again for its gradient, which is written.
    yield "streamed", {"operation": "cross-entropy and its gradient, compiled", "bytes_read": 4 * each, "bytes_written": 2 * each}, [
        ("time", from_the_host([step], 0.3, 0.3) * 1e6, "us")]
    for sequences in (1, 64, 256):
        rows = random(sequences, 128256)
        with torch.no_grad():
            greedy = from_the_host([lambda: rows.argmax(dim=-1)])
            drawn = from_the_host([lambda: torch.multinomial(torch.softmax(rows.float(), dim=-1), 1)])
        yield "sampling", {"operation": "argmax", "batch": sequences, "vocabulary": 128256}, [("time", greedy * 1e6, "us")]
        yield "sampling", {"operation": "softmax and multinomial", "batch": sequences, "vocabulary": 128256}, [("time", drawn * 1e6, "us")]


# --- launches

def launches():
    """From one kernel of next to nothing to the next, with the arguments of an element-wise kernel of PyTorch."""
    x = torch.zeros(1, device="cuda")
    yield "launch", {}, [("launch", from_the_host([lambda: x.add_(1)] * 100) * 1e6, "us")]
    yield "launch", {"replayed": True}, [("launch", replayed([lambda: x.add_(1)], least=100) * 1e6, "us")]


ALL = {
    "launches": launches, "streams": streams, "streamed": streamed, "vocabulary": vocabulary,
    **{f"products_{format}": partial(products, format) for format in TYPES}, "grouped_products": grouped_products,
    "flash_attention": partial(attention, "FlashAttention-2", SDPBackend.FLASH_ATTENTION),
    "cudnn_attention": partial(attention, "cuDNN", SDPBackend.CUDNN_ATTENTION), "windows": windows, "decoding": decoding}
