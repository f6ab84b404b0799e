#!/usr/bin/env python3
"""The page to try in a browser: what it answers to a hundred jobs against the program, and what it shows while one moves a slider.

    tests/site/test_try.py PROGRAM BUILT      BUILT: where scripts/wasm left headroom_wasm.js

Exits with 77 where there is no chromium, or where it does not start."""

import concurrent.futures
import functools
import http.server
import json
import pathlib
import queue
import random
import shutil
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
JOBS = 100
PROBE = pathlib.Path(__file__).with_name("probe.html").read_text()
program, built = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()

browser = shutil.which("chromium")
if browser is None:
    print("chromium is not there: the page to try was not tried")
    sys.exit(77)


class Server(http.server.ThreadingHTTPServer):
    """Gives the files of a folder, and takes what the page has found."""

    def __init__(self, folder):
        self.found = queue.Queue()
        super().__init__(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))


class Handler(http.server.SimpleHTTPRequestHandler):
    def do_POST(self):
        self.server.found.put(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def found_by_browser(folder):
    """What probe.html sends, and what stands on the console. None: the browser did not start, or nothing came."""
    server = Server(folder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with open(folder / "browser.log", "w+", encoding="utf-8") as log:
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--enable-logging=stderr",
                   "--remote-debugging-port=0", f"--user-data-dir={folder / 'profile'}", f"http://127.0.0.1:{server.server_port}/probe.html"]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log) as process:
            try:
                found = json.loads(server.found.get(timeout=120))
            except queue.Empty:
                found = None
            process.terminate()
        server.shutdown()
        log.seek(0)
        return found, log.read()


def job(draw, model):
    """Of any size: many have no room, and some are no job at all."""
    layout = {key: 2 ** draw.randint(0, 4) for key in ("tensor_parallel", "pipeline_parallel") if draw.random() < 0.5}
    if draw.random() < 0.5:
        return {"serve": {"model": model, "context": 2 ** draw.randint(10, 18), "concurrent_sequences": draw.randint(1, 300), **layout}}
    return {"train": {"model": model, "sequence": 2 ** draw.randint(10, 16), "global_batch": 2 ** draw.randint(2, 11), **layout}}


def names(command, key):
    done = subprocess.run([program, command, "--json"], capture_output=True, text=True, check=True)
    return [each["name"] for each in json.loads(done.stdout)[key] if each.get("kind") != "GPU"]


def drawn():
    draw = random.Random(16)
    models = names("model", "models")
    machines = [each for each in names("catalog", "entries") if each.startswith("Standard_N")]
    return [{"command": draw.choice(["fit", "estimate"]), "file": {"format": 1, "job": job(draw, draw.choice(models))},
             "machine": draw.choice(machines), "count": draw.choice([0, 1, 2, 8, 64])} for _ in range(JOBS)]


def said_by_program(folder, number, asked):
    path = folder / f"{number}.json"
    path.write_text(json.dumps(asked["file"]))
    on = asked["machine"] + (f"={asked['count']}" if asked["count"] else "")
    done = subprocess.run([program, asked["command"], path, "--on", on, "--json"], capture_output=True, text=True, timeout=100, check=False)
    return json.loads(done.stdout) if done.stdout else {"error": done.stderr}


wrong = []
answered = 0
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / "try").mkdir()
    for path in [*(ROOT / "docs" / "try").glob("*.*s"), built / "headroom_wasm.js"]:
        shutil.copyfile(path, folder / "try" / path.name)
    place = "\n".join(line for line in (ROOT / "docs" / "try.md").read_text().splitlines() if line.startswith("<"))
    (folder / "page.html").write_text(f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><body>{place}')
    asked = drawn()
    (folder / "probe.html").write_text(PROBE.replace("ASKED", json.dumps(asked)))
    found, log = found_by_browser(folder)
    if found is None:
        is_up = "DevTools listening" in log
        print(f"the page found nothing: {log[-600:]}" if is_up else "chromium does not start here: the page to try was not tried")
        sys.exit(1 if is_up else 77)
    wrong += found["wrong"]
    wrong += [f"on the console: {line}" for line in log.splitlines() if "CONSOLE" in line and "favicon" not in line]

    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        meant = list(threads.map(lambda pair: said_by_program(folder, *pair), enumerate(asked)))
    for each, is_said, is_meant in zip(asked, found["answers"], meant, strict=True):
        if "error" in is_said and is_said["error"] in is_meant.get("error", ""):  # the program puts a place before it
            continue
        if is_said == is_meant:
            answered += 1
        else:
            wrong.append(f"{each}: the page and the program differ: {str(is_said)[:300]} {str(is_meant)[:300]}")
    if answered < JOBS / 2:
        wrong.append(f"only {answered} of {JOBS} jobs were answered")

    few, many = found["shown"]
    if few["verdict"] != "fits" or few["said"] != "1" or '--on "Standard_ND96isr_H100_v5=4"' not in few["commands"]:
        wrong.append(f"one sequence: {few}")
    if not many["verdict"].startswith("does not fit") or many["said"] != "1,024" or many["bar"] == few["bar"]:
        wrong.append(f"most sequences: {many}")

for each in wrong[:20]:
    print(each)
print(f"{answered} of {JOBS} jobs answered alike by page and program, {len(wrong)} things wrong")
sys.exit(1 if wrong else 0)
