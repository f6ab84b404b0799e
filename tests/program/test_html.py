#!/usr/bin/env python3
"""--html and --vega-lite of every command: well-formed, loads and runs nothing, escapes everything, whole or not there."""

import html.parser
import json
import pathlib
import re
import tempfile
import xml.etree.ElementTree

from checks import check, check_refused, finish, run
from pages import COMMANDS, HOSTILE, write_pages

VOID = {"meta", "link", "br", "img", "input", "wbr"}


class Reader(html.parser.HTMLParser):
    """Every element is closed where it belongs, and none loads or runs anything."""

    def __init__(self, name):
        super().__init__(convert_charrefs=True)
        self.name, self.open, self.ids, self.text = name, [], set(), []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        check(tag not in ("script", "img", "iframe", "object", "embed", "base", "form"), f"{self.name}: has <{tag}>")
        for key, value in attributes:
            check(not key.startswith("on") and key not in ("src", "srcset", "action", "style"), f"{self.name}: {tag} has {key}")
            check(key != "href" or value.startswith("data:,"), f"{self.name}: loads {value}")
        if "id" in values:
            check(values["id"] not in self.ids, f"{self.name}: id {values['id']} twice")
            self.ids.add(values["id"])
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        check(bool(self.open) and self.open.pop() == tag, f"{self.name}: </{tag}> closes nothing")

    def handle_data(self, data):
        self.text.append(data)


def luminance(colour):
    digits = colour[1:] if len(colour) == 7 else "".join(2 * each for each in colour[1:])
    channels = [int(digits[i:i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    """As WCAG 2.2 defines it."""
    brighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    pages = write_pages(folder, specifications=True)
    for name, page in pages.items():
        text = page.read_text(encoding="utf-8")
        reader = Reader(name)
        reader.feed(text)
        reader.close()
        check(not reader.open, f"{name}: not closed: {reader.open}")
        style = text[text.index("<style>"):text.index("</style>")]
        check("url(" not in style and "@import" not in style, f"{name}: the style sheet loads something")
        check("http" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "").replace(style, "") or name in ("model", "validate", "validate-rows"),
              f"{name}: an address that nobody wrote")
        drawings = re.findall(r"<svg .*?</svg>", text, re.DOTALL)
        check(bool(drawings) or name in ("check", "pack"), f"{name}: no chart")  # of a few findings, and of where jobs go, there is none
        for drawing in drawings:
            root = xml.etree.ElementTree.fromstring(drawing)
            names = [root.find(f"*[@id='{each}']") for each in root.get("aria-labelledby").split()]
            check(root.get("role") == "img" and all(each is not None and each.text for each in names), f"{name}: a chart without a name")
        charts = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))["vconcat"]
        check(len(charts) == len(drawings), f"{name}: {len(charts)} charts for Vega-Lite and {len(drawings)} drawn")
        for chart in charts:
            check(chart["layer"][0]["data"]["values"] != [] and chart["title"], f"{name}: a chart without data or title")

    # A name and a file that are markup are text, in the page and in its title line.
    told = pages["check"].read_text()
    check("&lt;script&gt;alert(1)&lt;&amp;script&gt;.yaml" in told, "the file's name is not on the page as text")
    check("&lt;/code&gt;&lt;script&gt;alert(2)" in told, "the lines around the finding are not on the page as text")
    check("<span>14</span>" in told and "class=\"note\"" in told, "the finding does not stand at line 14")

    # Text that is read needs 4.5 to 1 on both backgrounds, by day and by night.
    for part in re.findall(r":root\{([^}]*--back[^}]*)\}", told):
        colours = dict(re.findall(r"--([\w]+):(#[0-9a-f]+)", part))
        for letters in ("text", "faint", "good", "bad", "doubtful"):
            for back in ("back", "soft"):
                found = contrast(colours[letters], colours[back])
                check(found >= 4.5, f"--{letters} on --{back}: {found:.2f} to 1")

    # The page says what is printed, and changes nothing of it. The same input makes the same page.
    words = COMMANDS["fit"]
    plain = run(*words)
    with_page = run(*words, "--html", str(folder / "fit.html"))
    check(plain == with_page, "--html changes what is printed")
    first = (folder / "fit.html").read_bytes()
    run(*words, "--html", str(folder / "fit.html"))
    check((folder / "fit.html").read_bytes() == first, "the same input makes another page")
    for figure in re.findall(r"\d[\d.,]* GiB", plain[1]):
        check(figure in first.decode(), f"the page lacks {figure}")

    # What cannot be written leaves nothing behind, and what stood there stays.
    before = sorted(folder.iterdir())
    check_refused(["--html", "no-such-folder"], *words, "--html", str(folder / "no-such-folder" / "a.html"))
    check_refused(["--html", "folder"], *words, "--html", str(folder))
    check_refused(["--vega-lite", "no-such-folder"], *words, "--html", str(folder / "new.html"), "--vega-lite", str(folder / "no-such-folder" / "a.json"))
    check_refused(["expected"], *words, "--html", "-")
    check_refused(["--html"], *words, "--json", "--html", str(folder / "new.html"))
    check_refused(["context"], "fit", "--model", "llama-3.1-70b", "--context", "x", "--html", str(folder / "new.html"))
    check(sorted(folder.iterdir()) == before, "something is left of a page that could not be written")
    # Through a link to where it leads.
    (folder / "link.html").symlink_to(folder / "target.html")
    (folder / "target.html").write_text("old")
    run(*words, "--html", str(folder / "link.html"))
    check((folder / "link.html").is_symlink() and (folder / "target.html").read_text().startswith("<!DOCTYPE"), "a link is not followed")
    check(run(*words, "--html", "/dev/null")[0] == 0 and pathlib.Path("/dev/null").is_char_device(), "a device is replaced by a file")

finish()
