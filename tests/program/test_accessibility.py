#!/usr/bin/env python3
"""Every page by the rules of axe-core, light and narrow, dark and wide; and the contrast of the charts' texts, which axe-core leaves open.

Exits with 77, which ctest calls skipped, where there is no browser, and where npm has no axe-core."""

import pathlib
import shutil
import subprocess
import tarfile
import tempfile

from browser import found_by, skip, start
from checks import check, finish
from pages import write_pages

AXE = "axe-core@4.14.1"
PROBE = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><pre id="found"></pre><script>
const found = [];
const luminance = (colour) => {
  const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((c) => c / 255 <= .04045 ? c / 255 / 12.92 : ((c / 255 + .055) / 1.055) ** 2.4);
  return .2126 * r + .7152 * g + .0722 * b;
};
const contrast = (a, b) => (Math.max(luminance(a), luminance(b)) + .05) / (Math.min(luminance(a), luminance(b)) + .05);

async function judge(axe, name, file, width) {
  const frame = document.createElement("iframe");
  frame.style = `border:0;width:${width}px;height:600px`;
  const loaded = new Promise((done) => { frame.onload = done; });
  frame.src = file;
  document.body.append(frame);
  await loaded;
  const view = frame.contentWindow;
  view.eval(axe);
  const result = await view.axe.run(view.document, { resultTypes: ["violations"] });
  if (!result.passes.length) found.push(`${name}: axe-core judged nothing`);
  for (const each of result.violations) found.push(`${name} at ${width}: ${each.id}: ${each.help}: ${each.nodes[0].html.slice(0, 200)}`);
  const back = view.getComputedStyle(view.document.body).backgroundColor;
  for (const text of view.document.querySelectorAll("svg text")) {
    const ratio = contrast(view.getComputedStyle(text).fill, back);
    if (ratio < 4.5) found.push(`${name}: the contrast of "${text.textContent}" is ${ratio}`);
  }
  frame.remove();
}

(async () => {
  const axe = await new Promise((done) => { const asked = new XMLHttpRequest(); asked.onload = () => done(asked.responseText); asked.open("GET", "axe.min.js"); asked.send(); });
  const frames = FRAMES;
  let pages = 0;
  for (const each of frames) {
    await judge(axe, ...each);
    ++pages;
  }
  return pages;
})().catch((problem) => { found.push(String(problem)); return 0; }).then((pages) => {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.getElementById("found").textContent = JSON.stringify({ pages, found, dark });
});
</script>"""


def fetch_axe(folder):
    npm = shutil.which("npm")
    if npm is None:
        skip("npm, which has axe-core, is not there")
    try:
        done = subprocess.run([npm, "pack", "--silent", AXE], cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        skip("npm did not answer")
    if done.returncode != 0:
        skip(f"npm has no {AXE}")
    with tarfile.open(next(folder.glob("axe-core-*.tgz"))) as packed:
        (folder / "axe.min.js").write_bytes(packed.extractfile("package/axe.min.js").read())


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    start(folder)
    fetch_axe(folder)
    pages = write_pages(folder)
    # A browser of its own for each: which colours a page prefers is a setting of the whole.
    for is_dark, width in ((False, 400), (True, 1280)):
        frames = [[page, path.as_uri(), width] for page, path in pages.items()]
        answer = found_by(folder, PROBE, frames, f"--blink-settings=preferredColorScheme={0 if is_dark else 1}")
        check(answer.get("dark") == is_dark, f"the browser prefers {'light' if is_dark else 'dark'}")

finish()
