#!/usr/bin/env python3
"""A planner in Python: which machine serves a model with the longest context, and how fast. Each question is a call, no process.

HEADROOM_LIBRARY is the path of libheadroom.so.0, where the system does not find it by its name.
"""
# [call]
import ctypes
import json
import os

library = ctypes.CDLL(os.environ.get("HEADROOM_LIBRARY", "libheadroom.so.0"))
library.headroom_call.argtypes = [ctypes.c_char_p]
library.headroom_call.restype = ctypes.c_void_p
library.headroom_free.argtypes = [ctypes.c_void_p]


def headroom(*arguments, files=None):
    """What the program would answer with --json; ValueError with its message for bad input."""
    request = json.dumps({"arguments": [*arguments, "--json"], "files": files or {}})
    given = library.headroom_call(request.encode())
    try:
        answer = json.loads(ctypes.string_at(given))
    finally:
        library.headroom_free(given)
    if "error" in answer:
        raise ValueError(answer["error"])
    return answer["answer"]
# [/call]


# [plan]
def fits(machine, context):
    job = {"format": 1, "job": {"serve": {"model": "llama-3.1-70b", "weights": "bf16", "context": context, "tensor_parallel": 2}}}
    found = headroom("fit", "job.json", "--on", machine, files={"job.json": job})
    return found["jobs"][0]["machines"][0]["outcome"] == "fits"


for machine in ("Standard_ND96asr_v4", "Standard_ND96isr_H100_v5", "Standard_ND96isr_H200_v5"):
    held = [context for context in (4096, 32768, 131072) if fits(machine, context)]
    print(f"{machine}: {'no context that was asked for' if not held else f'up to {held[-1]:,} tokens'}")
# [/plan]

try:
    headroom("fit", "job.json", files={"job.json": {"format": 1, "job": {"serve": {"model": "llama-3.1-70b", "wieghts": "fp8"}}}})
except ValueError as problem:
    print(problem)
