"""A browser without a window, for the tests that look at pages. Ends the test with 77, which ctest calls skipped, where there is none."""

import json
import re
import shutil
import subprocess
import sys

from checks import check


def skip(why):
    print(f"{why}: pages were not looked at in a browser")
    sys.exit(77)


def shown(folder, page, *options):
    """What the browser makes of a page, and what it says. A container's /dev/shm is too small for it."""
    browser = shutil.which("chromium")
    if browser is None:
        skip("chromium is not there")
    return subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                           "--allow-file-access-from-files", f"--user-data-dir={folder / 'profile'}", "--enable-logging=stderr", *options,
                           "--dump-dom", page], capture_output=True, text=True, timeout=180, check=False)


def start(folder):
    if "it is up" not in shown(folder, "data:text/html,it is up").stdout:
        skip("chromium does not start here")


def found_by(folder, probe, frames, *options):
    """What the script of a probe leaves in its element "found" about the frames; nothing may stand on the console."""
    (folder / "probe.html").write_text(probe.replace("FRAMES", json.dumps(frames)))
    done = shown(folder, (folder / "probe.html").as_uri(), "--virtual-time-budget=60000", *options)
    for line in done.stderr.splitlines():
        check("CONSOLE" not in line, f"on the console: {line}")
    said = re.search(r'<pre id="found">(.+?)</pre>', done.stdout, re.DOTALL)
    check(said is not None, f"the browser measured nothing: {done.stderr[-500:]}")
    answer = json.loads(said[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")) if said is not None else {"pages": 0, "found": []}
    check(answer["pages"] == len(frames), f"{answer['pages']} of {len(frames)} pages were measured")
    for each in answer["found"][:20]:
        check(False, each)
    return answer
