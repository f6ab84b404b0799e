#!/usr/bin/env python3
"""Every page in a browser, at three widths: nothing on its console, nothing wider than the page, charts within their frames."""

import pathlib
import tempfile

from browser import found_by, start
from checks import finish
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

with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    start(folder)
    pages = write_pages(folder)
    found_by(folder, PROBE, [[page, path.as_uri(), width] for page, path in pages.items() for width in WIDTHS])

finish()
