#!/usr/bin/env python3
"""Every page in a browser, at three widths: nothing on its console, nothing wider than the page, charts within their frames.

Exits with 77, which ctest calls skipped, where there is no chromium, or where it does not start."""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from checks import check, finish
from pages import write_pages

WIDTHS = (400, 800, 1280)
# Loads each page at each width into a frame, measures it, and writes what it found where --dump-dom shows it.
PROBE = """<!DOCTYPE html><meta charset="utf-8"><pre id="found"></pre><script>
const found = [];
function measure(frame, name, width) {
  const page = frame.contentDocument;
  const wide = page.documentElement.scrollWidth;
  if (wide > width) found.push(`${name} at ${width}: is ${wide} wide`);
  for (const svg of page.querySelectorAll("svg"))
    for (const text of svg.querySelectorAll("text")) {
      const box = text.getBBox();
      if (box.x < -1 || box.x + box.width > 481 || box.y + box.height > svg.viewBox.baseVal.height + 1)
        found.push(`${name} at ${width}: "${text.textContent}" leaves its chart: ${box.x} to ${box.x + box.width}`);
    }
  for (const cell of page.querySelectorAll("tbody td, tbody th"))
    if (cell.scrollWidth > cell.clientWidth + 1 && cell.clientWidth > 0) found.push(`${name} at ${width}: "${cell.textContent}" leaves its cell`);
}
const frames = FRAMES.map(([name, file, width]) => new Promise(done => {
  const frame = document.createElement("iframe");
  frame.style = `border:0;width:${width}px;height:600px`;
  frame.onload = () => { try { measure(frame, name, width); } catch (problem) { found.push(`${name}: ${problem}`); } frame.remove(); done(); };
  frame.src = file;
  document.body.append(frame);
}));
Promise.all(frames).then(() => { document.getElementById("found").textContent = JSON.stringify({pages: frames.length, found}); });
</script>"""

browser = shutil.which("chromium")
if browser is None:
    print("chromium is not there: pages were not looked at in a browser")
    sys.exit(77)


def shown(folder, page, *options):
    """What the browser makes of a page, and what it says. A container's /dev/shm is too small for it."""
    return subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                           "--allow-file-access-from-files", f"--user-data-dir={folder / 'profile'}", "--enable-logging=stderr", *options,
                           "--dump-dom", page], capture_output=True, text=True, timeout=180, check=False)


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    if "it is up" not in shown(folder, "data:text/html,it is up").stdout:
        print("chromium does not start here: pages were not looked at in a browser")
        sys.exit(77)
    pages = write_pages(folder)
    frames = [[page, path.as_uri(), width] for page, path in pages.items() for width in WIDTHS]
    (folder / "probe.html").write_text(PROBE.replace("FRAMES", json.dumps(frames)))
    done = shown(folder, (folder / "probe.html").as_uri(), "--virtual-time-budget=10000")
    said = re.search(r'<pre id="found">(.*?)</pre>', done.stdout, re.DOTALL)
    check(said is not None and said[1] != "", f"the browser measured nothing: {done.stderr[-500:]}")
    if said is not None and said[1]:
        answer = json.loads(said[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
        check(answer["pages"] == len(frames), f"{answer['pages']} of {len(frames)} pages were measured")
        for each in answer["found"][:20]:
            check(False, each)
    for line in done.stderr.splitlines():
        check("CONSOLE" not in line, f"on the console: {line}")

finish()
