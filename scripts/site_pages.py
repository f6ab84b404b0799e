#!/usr/bin/env python3
"""Copies the pages and what they link to, as they lie here: site_pages.py FOLDER"""
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(([^)#\s]+)")


def copy(path, into):
    target = into / path.relative_to(ROOT)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)


def main():
    into = pathlib.Path(sys.argv[1])
    pages = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
    for page in pages:
        copy(page, into)
        text = page.read_text(encoding="utf-8")
        for link in LINK.findall(re.sub(r"```.*?```", "", text, flags=re.S)):
            linked = (page.parent / link).resolve()
            if ":" not in link and linked.is_file() and linked.is_relative_to(ROOT) and linked.suffix != ".md":
                copy(linked, into)


main()
