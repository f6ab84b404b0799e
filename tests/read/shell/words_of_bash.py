#!/usr/bin/env python3
"""Renews what bash makes of the scripts of fixtures/words_of_bash.txt, which shell_words_test.cpp holds the walk to.

    words_of_bash.py TABLE

Behind each script stand the words of each call of "p" that bash 5 ran, a call a line: "=> [a][b c]".
"""
import pathlib
import re
import subprocess
import sys
import tempfile

PRELUDE = r"""p() { local w; printf '=> ' >&9; for w; do w=${w//$'\n'/'\n'}; printf '[%s]' "${w//$'\t'/'\t'}" >&9; done; echo >&9; }
exec 9>words
"""

table = pathlib.Path(sys.argv[1])
renewed = ""
for script in re.split(r"(?m)^(?:=> .*\n)+", table.read_text()):
    if not script:
        continue
    with tempfile.TemporaryDirectory() as folder:
        source = re.sub(r"\A(?:#:.*\n)+", "", script)
        subprocess.run(["bash", "-c", PRELUDE + source], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}, timeout=20)
        words = (pathlib.Path(folder) / "words").read_text()
    renewed += script + (words or "=> nothing runs\n")
table.write_text(renewed)
