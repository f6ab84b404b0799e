# SPDX-License-Identifier: BSL-1.0
"""What the time of a whole step goes to, by the names of kernels: for finding why a prediction is off."""
import sys
import time

import torch

# The first whose word a kernel's name has; inductor's own kernels begin with triton_.
KINDS = {"attention": ("flash", "fmha"), "optimizer": ("adam", "multi_tensor"), "compiled element-wise": ("triton_",),
         "products": ("nvjet", "gemm", "gemv", "cutlass", "splitk", "xmma"), "copies": ("memcpy", "memset", "copy"), "other": ("",)}


def kind_of(kernel):
    name = kernel.lower()
    return next(kind for kind, words in KINDS.items() if any(word in name for word in words))


def tell(what, step, times=3):
    step()
    torch.cuda.synchronize()
    begin = time.perf_counter()
    for _ in range(times):
        step()
    launched = time.perf_counter() - begin
    torch.cuda.synchronize()
    took = time.perf_counter() - begin
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as seen:
        for _ in range(times):
            step()
        torch.cuda.synchronize()
    sums, kernels = dict.fromkeys(KINDS, 0.0), 0
    for each in seen.key_averages():
        sums[kind_of(each.key)] += each.self_device_time_total / 1e3 / times
        kernels += each.count
    parts = ", ".join(f"{kind} {sums[kind]:.2f}" for kind in KINDS)
    print(f"{what}: {took / times * 1e3:.2f} ms, launched in {launched / times * 1e3:.2f}; kernels {kernels // times}, "
          f"{sum(sums.values()):.2f} ms of them: {parts}", file=sys.stderr)
