#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What scripts/sbom.py prints, by SPDX 2.3: the fields that its clauses 6, 7 and 11 ask for, in the form that they ask for, and no others;
and that it names every library that the program is built with."""

import json
import os
import pathlib
import re
import subprocess
import sys

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
IDENTIFIER = re.compile(r"SPDXRef-[A-Za-z0-9.-]+")
LICENCE = re.compile(r"[A-Za-z0-9.-]+\+?( WITH [A-Za-z0-9.-]+)?")  # a simple expression of annex D, with an exception
PURL = re.compile(r"pkg:deb/debian/[a-z0-9.-]+(%2B[a-z0-9.-]*)*@[A-Za-z0-9.:~%-]+")  # a package of Debian as the purl specification writes it
DOCUMENT = {"spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo", "packages", "relationships"}
PACKAGE = {"SPDXID", "name", "versionInfo", "licenseConcluded", "licenseDeclared", "copyrightText", "downloadLocation", "filesAnalyzed"}
failures = []


def check(holds, what):
    if not holds:
        failures.append(what)
        print(f"FAILED: {what}", file=sys.stderr)


done = subprocess.run([sys.executable, SCRIPTS / "sbom.py", "1.2.3"], capture_output=True, text=True, check=True,
                      env=dict(os.environ, SOURCE_DATE_EPOCH="1700000000"))
document = json.loads(done.stdout)

check(set(document) == DOCUMENT, f"the document has {sorted(document)}")
check(document["spdxVersion"] == "SPDX-2.3" and document["dataLicense"] == "CC0-1.0" and document["SPDXID"] == "SPDXRef-DOCUMENT", "6.1 to 6.3")
check(re.fullmatch(r"https?://[^\s#]+", document["documentNamespace"]) is not None, "6.5: a URI without #")
created = document["creationInfo"]
check(set(created) == {"created", "creators"} and created["created"] == "2023-11-14T22:13:20Z", f"6.9: of 1,700,000,000 s it makes {created}")
check(created["creators"] != [] and all(re.match(r"(Tool|Person|Organization): \S", each) for each in created["creators"]), "6.8")

identifiers = ["SPDXRef-DOCUMENT"] + [each["SPDXID"] for each in document["packages"]]
check(len(set(identifiers)) == len(identifiers), "an identifier twice")
for each in document["packages"]:
    name = each["name"]
    check(PACKAGE <= set(each) <= PACKAGE | {"externalRefs"}, f"{name} has {sorted(each)}")
    check(name != "" and each["versionInfo"] != "" and each["filesAnalyzed"] is False, f"{name}: 7.1, 7.3, 7.8")
    check(IDENTIFIER.fullmatch(each["SPDXID"]) is not None, f"{name}: 7.2: {each['SPDXID']}")
    check(each["downloadLocation"] in ("NOASSERTION", "NONE") or "://" in each["downloadLocation"], f"{name}: 7.7")
    for key in ("licenseConcluded", "licenseDeclared"):
        check(LICENCE.fullmatch(each[key]) is not None, f"{name}: 7.13, 7.15: {each[key]}")
    for reference in each.get("externalRefs", []):
        check(set(reference) == {"referenceCategory", "referenceType", "referenceLocator"}, f"{name}: 7.21: {reference}")
        check(reference["referenceCategory"] == "PACKAGE-MANAGER" and reference["referenceType"] == "purl", f"{name}: 7.21: {reference}")
        check(PURL.fullmatch(reference["referenceLocator"]) is not None, f"{name}: 7.21: {reference['referenceLocator']}")

relations = {(each["spdxElementId"], each["relationshipType"], each["relatedSpdxElement"]) for each in document["relationships"]}
check(all(set(each) == {"spdxElementId", "relationshipType", "relatedSpdxElement"} for each in document["relationships"]), "11.1: fields")
check(all(one in identifiers and other in identifiers for one, _, other in relations), "a relationship with what is not in the document")
check(relations == {("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-headroom")}
      | {("SPDXRef-headroom", "STATIC_LINK", each) for each in identifiers if each not in ("SPDXRef-DOCUMENT", "SPDXRef-headroom")}, f"11.1: {relations}")

wanted = re.search(r"program_packages=\((.*?)\)", (SCRIPTS / "packages.sh").read_text(), re.DOTALL)[1].split()
for package in (each for each in wanted if each.endswith("-dev")):
    check(f"SPDXRef-{package}" in identifiers, f"{package} is built with, and not named")

print(f"{len(failures)} failed")
sys.exit(1 if failures else 0)
