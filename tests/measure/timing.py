# SPDX-License-Identifier: BSL-1.0
"""Times kernels on the GPU at hand, with events of its own clock."""
import statistics

import torch

# Operands that one kernel after the other takes are others each time, so that none is found in the cache: of the L2, 50 to 126 MB today.
BEYOND_THE_CACHE = 512 << 20


def copies_of(bytes_each, most=64):
    """How many sets of operands make the cache of no use."""
    return max(1, min(most, -(-BEYOND_THE_CACHE // max(1, int(bytes_each)))))


def _milliseconds(run):
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin.record()
    run()
    end.record()
    end.synchronize()
    return begin.elapsed_time(end)


def _median_seconds(run, kernels, warm_up, measured):
    """Of one kernel, while `run` starts so many; after so many seconds of warming up, and over so many seconds in ten parts or more."""
    once = max(_milliseconds(run), 1e-3)
    for _ in range(max(1, int(warm_up * 1e3 / once))):
        run()
    repeated = max(1, int(measured * 1e3 / once / 10))

    def part():
        for _ in range(repeated):
            run()

    return statistics.median(_milliseconds(part) for _ in range(10)) / 1e3 / repeated / kernels


def from_the_host(calls, warm_up=0.2, measured=0.2):
    """Seconds of a call, started by the host one after the other."""
    def run():
        for call in calls:
            call()

    run()
    return _median_seconds(run, len(calls), warm_up, measured)


def replayed(calls, warm_up=0.2, measured=0.2, least=32):
    """Seconds of a call in a graph of CUDA, of `least` calls or more."""
    calls = calls * -(-least // len(calls))
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        for call in calls:
            call()
    side.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for call in calls:
            call()
    return _median_seconds(graph.replay, len(calls), warm_up, measured)
