#!/usr/bin/env python3
"""Prints what the static program is made of, as SPDX 2.3 in JSON: each library with the version that Debian built it from.

usage: sbom.py VERSION
"""
import datetime
import json
import os
import subprocess
import sys
import urllib.parse

# Debian's package, the library's own name, its licence. The last two come with the compiler and are linked in.
PARTS = [
    ("libboost-dev", "Boost", "BSL-1.0"),
    ("librange-v3-dev", "range-v3", "BSL-1.0"),
    ("libcli11-dev", "CLI11", "BSD-3-Clause"),
    ("libfmt-dev", "fmt", "MIT"),
    ("libyaml-dev", "libyaml", "MIT"),
    ("nlohmann-json3-dev", "nlohmann-json", "MIT"),
    ("libstdc++-12-dev", "libstdc++", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    ("libc6-dev", "glibc", "LGPL-2.1-or-later"),
]


def version_of(package):
    return subprocess.run(["dpkg-query", "--show", "--showformat", "${Version}", package], capture_output=True, text=True,
                          check=True).stdout


def entry(identifier, name, version, licence, place="NOASSERTION"):
    return {"SPDXID": f"SPDXRef-{identifier}", "name": name, "versionInfo": version, "licenseConcluded": licence,
            "licenseDeclared": licence, "copyrightText": "NOASSERTION", "downloadLocation": place, "filesAnalyzed": False}


def quoted(text):
    """As a package URL has it: the plus of libstdc++ is %2B."""
    return urllib.parse.quote(text, safe=":~")


def main():
    version = sys.argv[1]
    when = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    packages = [entry("headroom", "headroom", version, "BSL-1.0")]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-headroom")]
    for package, name, licence in PARTS:
        identifier = package.replace("+", "")
        packages.append(entry(identifier, name, version_of(package), licence))
        packages[-1]["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                         "referenceLocator": f"pkg:deb/debian/{quoted(package)}@{quoted(version_of(package))}"}]
        relations.append(("SPDXRef-headroom", "STATIC_LINK", f"SPDXRef-{identifier}"))
    print(json.dumps({
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"headroom-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/headroom-{version}-{int(when.timestamp())}",
        "creationInfo": {"created": when.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: scripts/sbom.py"]},
        "packages": packages,
        "relationships": [{"spdxElementId": a, "relationshipType": how, "relatedSpdxElement": b} for a, how, b in relations],
    }, indent=2))


main()
