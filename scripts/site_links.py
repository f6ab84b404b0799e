#!/usr/bin/env python3
"""Whether each link within a site leads somewhere, anchors too: site_links.py FOLDER"""
import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value is not None:
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.anchors.add(value)


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    pages = {path: Page(path) for path in sorted(root.rglob("*.html"))}
    wrong, counted = set(), 0
    for path, page in pages.items():
        for link in page.links:
            to = urllib.parse.urlsplit(link)
            if to.scheme or to.netloc:
                continue
            counted += 1
            target = (path.parent / urllib.parse.unquote(to.path)).resolve() if to.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                wrong.add(f"{path.relative_to(root)}: {link}: there is no such file")
            elif target in pages and to.fragment and urllib.parse.unquote(to.fragment) not in pages[target].anchors:
                wrong.add(f"{path.relative_to(root)}: {link}: the page has no such place")
    for each in sorted(wrong):
        print(each, file=sys.stderr)
    print(f"{len(pages)} pages, {counted} links, {len(wrong)} of them lead nowhere")
    return 1 if wrong or not counted else 0


sys.exit(main())
