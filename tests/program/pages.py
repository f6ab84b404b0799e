"""The pages that the tests of --html look at: what each command writes, a file of a hostile name among them."""

import pathlib

from checks import check, is_watched, run

ROOT = pathlib.Path(__file__).parent.parent.parent
HOSTILE = "<script>alert(1)<&script>.yaml"
H100, H200, A100 = "Standard_ND96isr_H100_v5", "Standard_ND96isr_H200_v5", "Standard_ND96asr_v4"
SERVING = ("--model", "llama-3.1-70b", "--weights", "fp8", "--context", "32768", "--sequences", "64")
TRAINING = ("--train", "--model", "llama-3.1-70b", "--sequence", "8192", "--global-batch", "512")
# More GPUs a pod than a machine has, in a name and a label that are markup.
DEPLOYMENT = """apiVersion: batch/v1
kind: Job
metadata:
  name: "<img src=x onerror=alert(1)>"
spec:
  template:
    spec:
      nodeSelector:
        node.kubernetes.io/instance-type: Standard_ND96isr_H100_v5
      containers:
        - name: "</code><script>alert(2)</script>"
          resources:
            limits:
              nvidia.com/gpu: 16
"""
COMMANDS = {
    "report": ("report", str(ROOT / "examples/fleet.json")),
    "fit": ("fit", *SERVING, "--on", H200),
    "fit-each": ("fit", *SERVING, "--on", H200, H100, A100),
    "fit-smallest": ("fit", *SERVING, "--smallest", "--region", "eastus"),
    "check": ("check",),
    "model": ("model", "deepseek-ai/DeepSeek-V3"),
    "compare": ("catalog", "--compare", H100, H200),
    "prices": ("catalog", "--gpu", "H100", "--sort", "price-per-gpu", "--region", "eastus,us-east-1"),
    "validate": ("validate",) + (("--family", "zero") if is_watched else ()),
    "validate-rows": ("validate", "--rows", "--family", "training-memory"),  # of all it is too long for axe-core to be quick
    "estimate-training": ("estimate", *TRAINING, "--on", f"{H100}=16", "--tokens", "1T", "--explain"),
    "plan": ("plan", *TRAINING, "--tokens", "1T", "--machines", f"{H100}=16,{A100}=32", "--region", "eastus"),
    "pack": ("pack", str(ROOT / "docs/snippets/checks/mended.yaml"), "--on", f"{H100}=8"),
    "fabric": ("fabric", "--on", f"{H100}=128", "--switch", "64x400Gb/s"),
    "grow": ("grow", str(ROOT / "docs/snippets/growing-cluster.json"), "--growth-a-month", "6%", "--lead-months", "3", "--term", "year=12@60/h"),
    "plan-serving": ("plan", *SERVING, "--prompt", "2048", "--answer", "512", "--requests-per-second", "20", "--machines", f"{H100}=4,{H200}=4",
                     "--region", "eastus"),
    "plan-shared": ("plan", str(ROOT / "docs/snippets/pretraining.json"), str(ROOT / "docs/snippets/chat.json"), "--tokens", "100B", "--deadline", "5days",
                    "--requests-per-second", "20", "--services-for", "30days", "--held", str(ROOT / "docs/snippets/held.json"), "--machines", f"{H100}=8",
                    "--region", "eastus"),
    "plan-day": ("plan", *SERVING, "--prompt", "2048", "--answer", "512", "--load", "5,12,20,9", "--start-up", "10min", "--machines", f"{H100}=4",
                 "--region", "eastus"),
    "estimate-each": ("estimate", *TRAINING, "--on", f"{H100}=16", f"{H200}=16"),
    "estimate-serving": ("estimate", *SERVING, "--prompt", "2048", "--answer", "512", "--on", H100, "--region", "eastus", "--token-limit", "40"),
}


def write_pages(folder, specifications=False):
    """The path of each page by its name; with Vega-Lite beside it where asked."""
    hostile = folder / HOSTILE
    hostile.write_text(DEPLOYMENT)
    pages = {}
    for name, words in COMMANDS.items():
        words += (str(hostile),) if name == "check" else ()
        page = folder / f"{name}.html"
        more = ("--vega-lite", str(folder / f"{name}.json")) if specifications else ()
        status, _, error = run(*words, "--html", str(page), *more)
        check(status in (0, 1) and not error and page.exists(), f"{name}: exit {status}, {error}")
        pages[name] = page
    return pages
