#!/usr/bin/env python3
"""What the program tells shells and man of itself, held against its help: every command and every option.

usage: test_shell.py PROGRAM
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1]
failures = []


def check(holds, what):
    if not holds:
        failures.append(what)


def output(*arguments, **more):
    done = subprocess.run(arguments, capture_output=True, text=True, check=False, **more)
    check(done.returncode == 0 and not done.stderr, f"{arguments[:3]}: {done.returncode} {done.stderr}")
    return done.stdout


def section(text, name):
    return re.search(rf"^{name}:\n((?:  .*\n)*)", text, re.M)[1]


def complete(*words):
    """What bash offers for the last word."""
    typed = " ".join(f"'{each}'" for each in words)
    said = output("bash", "-c", f"source {bash_file}; COMP_WORDS=(headroom {typed}); COMP_CWORD={len(words)}; _headroom; "
                  "echo \"${COMPREPLY[@]}\"")
    return said.split()


with tempfile.TemporaryDirectory() as folder:
    bash_file = pathlib.Path(folder, "headroom")
    texts = {shell: output(PROGRAM, "completion", shell) for shell in ("bash", "zsh", "fish")}
    bash_file.write_text(texts["bash"])
    commands = re.findall(r"^  (\w+) ", section(output(PROGRAM, "--help"), "Subcommands"), re.M)
    check(len(commands) > 8, f"commands: {commands}")
    check(set(complete("")) == {*commands, "--help", "--version"}, f"commands that bash offers: {complete('')}")
    for command in commands:
        options = re.findall(r"^  (?:-\w,)?(--[a-z-]+)(?:,(--[a-z-]+))?", output(PROGRAM, command, "--help"), re.M)
        names = {name for pair in options for name in pair if name}
        check(set(complete(command, "--")) == names, f"{command}: {names ^ set(complete(command, '--'))}")
        page = output(PROGRAM, "manual", command)
        for name in names:
            check(name.replace("-", r"\-") in page, f"manual {command}: no {name}")
            check(f"-l {name[2:]} " in texts["fish"] and f"*{name}[" in texts["zsh"], f"{command} {name}: not in fish or zsh")
    # Words are those that the option takes.
    for word in complete("catalog", "--kind", ""):
        output(PROGRAM, "catalog", "--kind", word)
    check(complete("catalog", "--kind", "r") == ["rack"], f"--kind r: {complete('catalog', '--kind', 'r')}")
    # Also those that are judged with the whole job, one of several in one.
    for option in ("--weights", "--kv-cache", "--multiplied-in"):
        words = complete("fit", option, "")
        check("bf16" in words, f"fit {option}: {words}")
        for word in words:
            said = subprocess.run([PROGRAM, "fit", "--model", "gpt-oss-20b", option, word], capture_output=True, text=True, check=False)
            check(f"{option}: " not in said.stderr, f"fit {option} {word}: {said.stderr}")
    check(complete("estimate", "--framework", "t") == ["torchtitan"], f"estimate --framework t: {complete('estimate', '--framework', 't')}")
    check(complete("model", "--weights", "nv") == ["nvfp4", "nvfp4-experts"], f"model --weights nv: {complete('model', '--weights', 'nv')}")
    check(set(complete("completion", "")) == {"bash", "zsh", "fish"}, f"shells: {complete('completion', '')}")

    output(PROGRAM, "manual", "--into", folder)
    pages = sorted(path.name for path in pathlib.Path(folder).glob("*.1"))
    check(pages == sorted(["headroom.1", *(f"headroom-{each}.1" for each in commands)]), f"pages: {pages}")
    refused = subprocess.run([PROGRAM, "manual", "--into", folder + "/nowhere"], capture_output=True, text=True, check=False)
    check(refused.returncode == 2 and "nowhere" in refused.stderr, f"a folder that is not there: {refused}")

    # Each shell, and groff, says that it understands; which of them are there is the machine's.
    for tool, arguments in (("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["-n"])):
        if shutil.which(tool):
            path = pathlib.Path(folder, f"for_{tool}")
            path.write_text(texts[tool])
            output(tool, *arguments, str(path))
        else:
            print(f"not tried: {tool} is not there")
    if shutil.which("groff"):
        for page in pages:
            output("groff", "-man", "-ww", "-Tutf8", "-Kutf8", str(pathlib.Path(folder, page)))
    else:
        print("not tried: groff is not there")

# A command alone gives its help, then says what it needs.
for command in ("report", "fit", "check", "generate"):
    alone = subprocess.run([PROGRAM, command], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    check(alone.returncode == 2 and not alone.stdout and "Usage: headroom " + command in alone.stderr, f"{command}: {alone}")
# Help is no wider than the terminal.
for columns in (40, 60, 100):
    for command in ([], *([each] for each in commands)):
        text = subprocess.run([PROGRAM, *command, "--help"], capture_output=True, text=True, check=False,
                              env={"COLUMNS": str(columns), "LC_ALL": "C.UTF-8"}).stdout
        wide = [line for line in text.splitlines() if len(line) > columns and not line.startswith("Usage: ")]
        check(not wide, f"{command} at {columns}: {wide[:2]}")

for message in failures:
    print(message)
sys.exit(1 if failures else 0)
