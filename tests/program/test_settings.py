#!/usr/bin/env python3
"""What `headroom check` is told for a whole repository: options in a file, excluded paths, known findings, --require-judged,
and the table for a comment.

usage: test_settings.py PROGRAM SOURCE
"""
import json
import os
import pathlib
import shutil
import sys
import tempfile

from checks import check, check_refused, finish, run

SOURCE = pathlib.Path(sys.argv[2]).resolve()
sys.argv[1] = str(pathlib.Path(sys.argv[1]).resolve())
BROKEN = SOURCE / "docs" / "snippets" / "checks" / "broken.yaml"


def findings(*arguments):
    said = json.loads(run("check", "--json", *arguments)[1])
    return [(one["rule"], one.get("silenced_because")) for file in said["files"] for one in file["findings"]]


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    os.makedirs("deploy/old")
    shutil.copy(BROKEN, "deploy/broken.yaml")
    shutil.copy(BROKEN, "deploy/old/broken.yaml")
    pathlib.Path("deploy/values.j2").write_text("{% for x in y %}\n")
    settings = pathlib.Path(".headroom-check.yaml")

    # Excluded by path, and by name.
    everything = findings("deploy")
    check(len(everything) > 8, f"the folder has findings: {everything}")
    check(len(findings("deploy", "--exclude", "deploy/old/*")) < len(everything), "--exclude of a path")
    one_file = findings("deploy", "--exclude", "deploy/old/*", "*.j2")
    check(one_file == findings("deploy/broken.yaml"), f"--exclude of a path and a name: {one_file}")
    check(findings("deploy/old/broken.yaml", "--exclude", "*old*"), "a file that is named is not left out")

    # The same options in the file, which the command line outdoes.
    settings.write_text("exclude: [deploy/old/*, '*.j2']\nrules: [cpus, group_size]\n")
    check({rule for rule, _ in findings("deploy")} == {"cpus", "group_size"}, f"of the file: {findings('deploy')}")
    check({rule for rule, _ in findings("deploy", "--rules", "cpus")} == {"cpus"}, "the command line counts")
    settings.write_text("strict: true\non: Standard_ND96isr_H100_v5\n")
    check(run("check", "deploy/broken.yaml", "--on-cluster", "nowhere")[2].count("nowhere") == 1, "an option that excludes one of the file")
    other = pathlib.Path("other.yaml")
    other.write_text("strict: false\n")
    check(run("check", "--config", "other.yaml", "deploy/broken.yaml")[0] == 1, "--config")
    for text, words in (("strct: true\n", [":1: ", '"strct"', 'did you mean "strict"']), ("strict: maybe\n", [":1: strict", "true or false"]),
                        ("- strict\n", ["expected options"]), ("rules: [nonsense]\n", ["no rule is called", '"nonsense"']),
                        ("as: frob\n", ["--as", "frob"]), ("on: a\non: b\n", ["on"]), ("rules: {a: b}\n", [":1: rules", "a value"]),
                        ("on: x\non-cluster: y\n", ["excludes"]), ("config: x\n", ["no option is called"])):
        settings.write_text(text)
        check_refused(words, "check", "deploy/broken.yaml")
    settings.unlink()
    check_refused(["--machine", 'did you mean "--on"'], "fit", "--machine", "nd96asr_v4")  # what --on takes
    check_refused(["--machines", 'did you mean "--on"'], "fit", "--machines", "nd96asr_v4")  # as plan calls it
    for word, option in (("--tp", "--tensor-parallel"), ("-dp", "--data-parallel"), ("--etp", "--expert-tensor-parallel"),  # as in the job's file
                         ("--lora-rank", "--adapter-rank"), ("--sequence-lenght", "--sequence")):  # as others call it; where a key goes on
        check_refused([f'did you mean "{option}"'], "fit", "--train", "--model", "llama-3.1-8b", word, "8")
    for command in ("report", "pack"):  # before what is missing
        check_refused(["no option is called", "--no-such"], command, "--no-such")
    check_refused(["both a file", "--model meta-llama/Meta-Llama-3.1-8B"], "fit", "--train", "lama3.1-8b")
    page = str(SOURCE / "docs" / "snippets" / "checks" / "headroom-check.yaml")
    check("gpus_stranded" not in {rule for rule, _ in findings("--config", page, "deploy")}, "the file of the page")
    check_refused(["nowhere.yaml"], "check", "--config", "nowhere.yaml", "deploy/broken.yaml")

    # Known findings do not count, wherever their lines have moved; new ones do.
    pathlib.Path("known.json").write_text(run("check", "--json", "deploy/broken.yaml")[1])
    known = findings("--baseline", "known.json", "deploy/broken.yaml")
    check(known and all(why for _, why in known), f"known: {known}")
    check(run("check", "--baseline", "known.json", "deploy/broken.yaml")[0] == 0, "known findings are no error")
    # In a folder that is checked it is none of the files; named, it is one.
    pathlib.Path("deploy/known.json").write_bytes(pathlib.Path("known.json").read_bytes())
    beside = run("check", "--json", "--baseline", "deploy/known.json", "deploy")
    check('"file": "deploy/known.json"' not in beside[1] and beside[2] == "", f"a baseline in the folder: {beside}")
    named = run("check", "--json", "--baseline", "deploy/known.json", "deploy/known.json")
    check('"file": "deploy/known.json"' in named[1], f"a baseline that is named: {named}")
    pathlib.Path("deploy/known.json").unlink()
    text = pathlib.Path("deploy/broken.yaml").read_text().replace("cpu: 112", "cpu: 113")
    pathlib.Path("deploy/broken.yaml").write_text("# moved\n" + text)
    status, out, _ = run("check", "--baseline", "known.json", "deploy/broken.yaml")
    check(status == 1 and "113 CPUs" in out and "group_size" not in out, f"a new finding: {out}")
    check("gone: 1 of the findings of known.json" in out, f"one that is gone: {out}")
    sarif = json.loads(run("check", "--sarif", "--baseline", "known.json", "deploy/broken.yaml")[1])["runs"][0]["results"]
    check({each["suppressions"][0]["kind"] for each in sarif if "suppressions" in each} == {"external"}, f"SARIF: {sarif}")
    pathlib.Path("wrong.json").write_text('{"files": 1}')
    check_refused(["wrong.json", "--json"], "check", "--baseline", "wrong.json", "deploy/broken.yaml")

    # Nothing judged is a pass only where one asks for it.
    pathlib.Path("service.yaml").write_text("apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ports: [{port: 80}]}\n")
    pathlib.Path("notes.yaml").write_text("hello: world\n")
    for name in ("service.yaml", "notes.yaml"):
        check(run("check", "--other-kinds-too", name)[0] == 0, f"{name} passes")
        status, out, _ = run("check", "--other-kinds-too", "--require-judged", name)
        check(status == 3 and name in out, f"{name} with --require-judged: {status} {out}")
    shutil.copy(SOURCE / "docs" / "snippets" / "checks" / "mended.yaml", "mended.yaml")
    check(run("check", "--require-judged", "mended.yaml")[0] == 0, "one that is judged")

    # A table: as many rows as findings, and nothing of a file's in it that is markup.
    table = run("check", "--markdown", "deploy/broken.yaml")[1]
    rows = [line for line in table.splitlines() if line.startswith("| deploy")]
    check(len(rows) == len(findings("deploy/broken.yaml")) and all(row.count(" | ") == 3 for row in rows), f"a table: {table}")
    pathlib.Path("evil.yaml").write_text(BROKEN.read_text().replace("name: llama-405b", 'name: "<script>|`x`"'))
    evil = run("check", "--markdown", "evil.yaml")[1]
    check("script" in evil and "<script>" not in evil, f"markup of a file: {evil}")

finish()
