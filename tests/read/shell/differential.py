#!/usr/bin/env python3
"""Compares the walk of random scripts with what real shells do.

    differential.py WALKED_WORDS [--scripts N] [--seed S] [--keep FOLDER]

A script's commands are calls of "p", which prints its words. What the walk says is known must be what bash printed, and
what it says is certain must have run; of what it says is not known, bash must have printed something that it may be. Both
must agree on what is grammar. Scripts without what only bash knows are run by dash as well, where there is one.
"""
import argparse
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

WORD, CALL = "\x1f", "\x1e"
PRELUDE = f"p() {{ local IFS='{WORD}'; printf '%s{CALL}' \"$*\"; }}\n"


class Generator:
    """Random scripts that end. With is_posix they have nothing that only bash knows."""

    def __init__(self, seed, is_posix):
        self.random = random.Random(seed)
        self.is_posix = is_posix
        self.calls = 0
        self.functions = []
        self.counters = 0
        self.in_function = False

    def pick(self, *choices):
        return self.random.choice(choices)

    def name(self):
        return self.pick("A", "B", "C", "D", "E")

    def any_name(self):
        return self.name() if self.random.random() < 0.85 else self.pick("U", "V")

    def literal(self):
        return self.pick("a", "b", "8", "16", "--tp", "x=1", "a.py", "d/e", "07", "-c", "abc", "ABC", "*", "a*", "~x", "é")

    def blanks(self):
        return self.pick("a b", " a", "b ", "--x 1  --y 2", "", "a\tb", "\n")

    def expression(self, depth=0):
        r = self.random.random()
        if depth > 2 or r < 0.3:
            return str(self.random.randint(0, 20))
        if r < 0.5:
            return self.pick(self.name(), "$" + self.name(), "N")
        if r < 0.6:
            return f"({self.expression(depth + 1)})"
        if r < 0.67 and not self.is_posix:
            return self.pick("N++", "++N", "N+=2", "N--")
        if r < 0.75:
            return f"{self.expression(depth + 1)} ? {self.expression(depth + 1)} : {self.expression(depth + 1)}"
        signs = ["+", "-", "*", "/", "%", "<", "==", "&&", "||", "<<", "&", "|", "!=", ">="] + ([] if self.is_posix else ["**"])
        return f"{self.expression(depth + 1)} {self.pick(*signs)} {self.expression(depth + 1)}"

    def pattern(self):
        return self.pick("*", "a*", "*b", "?", "a", "b*c", "*/", "*=", "[ab]*", "8", '"$A"', "$B", "[!a]*", "x|y", "-*")

    def expansion(self, depth):
        x = self.any_name()
        # dash 0.5.12 loses words behind a pattern in a default.
        inner = self.word(depth + 1, True) if depth < 2 and not self.is_posix else self.pick("d", "8", "x=1")
        all_of = [f"${x}", f"${{{x}}}", f"${{{x}:-{inner}}}", f"${{{x}-{inner}}}", f"${{{x}:+{inner}}}", f"${{{x}+{inner}}}",
                  f"${{{x}:={self.pick('d', 'e f', '9')}}}", f"${{#{x}}}", f"${{{x}%{self.pattern()}}}",
                  f"${{{x}%%{self.pattern()}}}", f"${{{x}#{self.pattern()}}}", f"${{{x}##{self.pattern()}}}",
                  f"$(({self.expression()}))", f"$(echo {inner})", "$1", "$#", "$@", "$*", "${2:-two}"]
        if not self.is_posix:
            all_of += [f"${{{x}/{self.pick('a', 'b', '*', 'a*', '?')}/{self.pick('z', '', 'q r')}}}",
                       f"${{{x}//{self.pick('a', 'b', '-')}/{self.pick('z', '')}}}", f"${{{x}^^}}", f"${{{x},,}}", f"${{{x}^}}",
                       f"${{{x}:1}}", f"${{{x}:0:2}}", f"${{{x}: -1}}", f"${{{x}:(-2)}}", f"${{{x}:(0+1):(2)}}", "$((R[1]++))", "${R[@]}", "${R[*]}", "${R[1]}", "$R", "${#R[@]}",
                       "${R[@]:1:2}", "${R[-1]}", "${!R[@]}", "${R[@]/a/z}", "${M[k]}", "${!I}", f"${{{x}/#a/z}}", f"${{{x}/%b/z}}"]
        else:
            all_of += [f"`echo {self.pick('a', '8 9')}`"]
        return self.random.choice(all_of)

    def word(self, depth=0, is_inner=False):
        pieces = []
        for _ in range(self.pick(1, 1, 1, 2, 3)):
            r = self.random.random()
            if r < 0.3:
                pieces.append(self.literal())
            elif r < 0.36:
                pieces.append("'" + self.blanks() + "'" if not is_inner else "a")
            elif r < 0.4:
                pieces.append(self.pick("\\$A", "\\ ", "\\\\", "\\*"))
            elif r < 0.6 and not is_inner:
                inside = "".join(self.pick(self.literal(), self.blanks(), self.expansion(depth + 1)) for _ in range(self.pick(1, 2)))
                pieces.append('"' + inside + '"')
            elif r < 0.64 and not self.is_posix and not is_inner:
                pieces.append(self.pick("{a,b}", "{1..3}", "x{a,{b,c}}y", "{a}", "{3..1}", "{,z}", "$'a\\tb'", "{01..03}", "{a..c}"))
            else:
                pieces.append(self.expansion(depth))
        return "".join(pieces)

    def words(self):
        return " ".join(self.word() for _ in range(self.pick(0, 1, 1, 2, 3)))

    def call(self):
        self.calls += 1
        return f"p c{self.calls} {self.words()}"

    def condition(self):
        x = self.any_name()
        all_of = ["true", "false", "[ -d / ]", "[ -e /nowhere ]", f'[ -n "${x}" ]', f'[ -z "${x}" ]', f'[ "${x}" = {self.pick("a", "8", "ab")} ]',
                  f'[ "${{{x}:-8}}" -gt 7 ]', '! [ -d / ]', f'[ $(({self.expression()})) -eq 3 ]', "p_unknown 2>/dev/null"]
        if not self.is_posix:
            all_of += [f"[[ ${x} == {self.pick('a*', '8', '*b', '?')} ]]", f"(({self.expression()}))", f"[[ -n ${x} && $A != a ]]",
                       f"[[ ! ${x} || -d / ]]", "[[ $A =~ ^[0-9]+$ ]]", "[[ N -lt 4 ]]"]
        return self.random.choice(all_of)

    def block(self, depth, inside_loop=False):
        return "\n".join(self.statement(depth + 1, inside_loop) for _ in range(self.pick(1, 1, 2, 3)))

    def assignment(self):
        x = self.name()
        choices = [f"{x}={self.word()}", f"{x}={self.word()}", f"{x}=$(({self.expression()}))", f"{x}=", f"N={self.random.randint(0, 9)}",
                   f"export {x}={self.pick('a', '8', '$A')}", f"unset {x}", f"set -- {self.words()}", "[ $# -eq 0 ] || shift", f": ${{{x}:=d}}"]
        if not self.is_posix:
            choices += [f"{x}+={self.word()}", f"R=({self.words()})", f"R+=({self.words()})", f"R[{self.random.randint(0, 3)}]={self.word()}",
                        f"declare {x}={self.word()}", f'read -r {x} <<< "{self.blanks()}"', "unset R", f'read -r -a R <<< "{self.blanks()}"',
                        f"((R[{self.random.randint(0, 2)}]{self.pick('++', '=9', '-=1', '=A')}))", f"M[{self.pick('k', 'l')}]={self.word()}",
                        f"((N{self.pick('++', '+=3', '--', '=A')}))", f"R=([1]=b [3]={self.word()})", f"printf -v {x} a", f"declare -i {x}=5",
                        f"declare -A M=([k]={self.word()} [l]=b)"]
        return self.random.choice(choices)

    def statement(self, depth, inside_loop=False):
        r = self.random.random()
        if r < 0.35 or depth > 3:
            return self.call()
        if r < 0.6:
            return self.assignment()
        if inside_loop and r < 0.66:
            return self.pick(f"{self.condition()} && {self.pick('break', 'continue')}", f"if {self.condition()}; then {self.call()}; {self.pick('break', 'continue')}; fi")
        kinds = [self.if_, self.joined, self.for_, self.while_, self.case, self.function, self.subshell, self.background, self.piped,
                 self.evaluated, self.shell, self.document, self.group, self.written]
        return self.random.choice(kinds)(depth)

    def if_(self, depth):
        text = f"if {self.condition()}; then\n{self.block(depth)}\n"
        if self.random.random() < 0.3:
            text += f"elif {self.condition()}; then\n{self.block(depth)}\n"
        if self.random.random() < 0.6:
            text += f"else\n{self.block(depth)}\n"
        return text + "fi"

    def joined(self, depth):
        tail = "".join(f" {self.pick('&&', '||')} {self.pick(self.call(), self.assignment(), self.condition())}" for _ in range(self.pick(1, 2)))
        return self.condition() + tail

    def for_(self, depth):
        kinds = [f"for {self.name()} in {self.words()}; do", "for A; do", "for B in 1 2 3; do"]
        if not self.is_posix:
            kinds += ["for ((i = 0; i < 3; i++)); do", "for C in {1..3}; do", "for D in $(seq 2); do"]
        return f"{self.random.choice(kinds)}\n{self.block(depth, True)}\ndone"

    def while_(self, depth):
        self.counters += 1
        n = f"K{self.counters}"
        extra = self.pick("", "", f' && {self.condition()}')
        return f"{n}=0\nwhile [ ${n} -lt 3 ]{extra}; do\n{n}=$(({n} + 1))\n{self.block(depth, True)}\ndone"

    def case(self, depth):
        items = "\n".join(f"{self.pattern()}) {self.block(depth)} ;;" for _ in range(self.pick(1, 2, 3)))
        return f"case {self.word()} in\n{items}\nesac"

    def function(self, depth):
        if self.functions and (self.random.random() < 0.6 or self.in_function):
            return f"{self.random.choice(self.functions)} {self.words()}"
        if self.in_function:
            return self.call()
        name = f"f{len(self.functions)}"
        self.in_function = True
        first = self.pick("", f"local {self.name()}={self.word()}\n", f"local {self.name()}\n" if not self.is_posix else "")
        last = self.pick("", f"\n{self.condition()} && return\n{self.call()}")
        body = self.block(depth)
        self.in_function = False
        self.functions.append(name)
        return f"{name}() {{\n{first}{body}{last}\n}}\n{name} {self.words()}"

    def subshell(self, depth):
        return f"(\n{self.block(depth)}\n{self.pick('', 'exit', self.condition() + ' && exit 1')}\n{self.call()})"

    def group(self, depth):
        return f"{{ {self.block(depth)}\n}}"

    def background(self, depth):
        return f"{{ {self.block(depth)}\n}} &\nwait"

    def piped(self, depth):
        return f"{{ {self.block(depth)}\n}} | cat"

    def quoted(self, text):
        return "'" + text.replace("'", "'\\''") + "'"

    def evaluated(self, depth):
        self.calls += 1
        return self.pick(f"eval {self.quoted(self.call())}", f"eval {self.quoted(self.assignment())}", f'A="p c{self.calls} x"; eval "$A $B"')

    def shell(self, depth):
        shell = "sh" if self.is_posix else "bash"
        text = self.block(depth)
        if "f" in re.sub(r"[^f]", "", text) and re.search(r"\bf\d", text):
            text = self.call()
        return self.pick(f"{shell} -c {self.quoted(text)}", f"env B=9 {shell} -c {self.quoted(text)} zero one", f"D=7 {shell} <<'END'\n{text}\nEND")

    def document(self, depth):
        self.calls += 1
        mark = self.pick("END", "'END'")
        body = "\n".join(self.pick("a $A b", "${B:-c}", "plain", "$((N + 1))", "\\$A", "it's \"q\"") for _ in range(self.pick(1, 2)))
        return f"p c{self.calls} \"$(cat <<{mark}\n{body}\nEND\n)\""

    def written(self, depth):
        """A script that this one writes, beside the folder in which it runs, and runs."""
        shell = "sh" if self.is_posix else "bash"
        text = self.block(depth)
        if re.search(r"\bf\d", text):
            text = self.call()
        self.calls += 1
        name = f"../w{depth}"
        end = f"END{depth}"
        file = self.pick(name, f'"$PWD/{name}"')
        write = self.pick(f"cat > {file} <<'{end}'\n{text}\n{end}", f"cat <<{end} > {file}\np c{self.calls} a $A ${{B:-c}}\n{end}",
                          f"tee {file} > /dev/null <<'{end}'\n{text}\n{end}", f"echo {self.quoted('#!/bin/' + shell)} > {file}\nprintf '%s\\n' {self.quoted(self.call())} >> {file}")
        more = self.pick("", "", f"\ncat >> {file} <<'{end}'\n{self.call()}\n{end}")
        run = self.pick(f"{shell} {file}", f"{shell} {file} one two", f". {file}", f"X=1 {shell} {file}", f"chmod +x {file}\n{file} three")
        return f"{write}{more}\n{run}"

    def script(self):
        first = "A=b\n" if self.is_posix else "declare -A M\nI=A\nB='a 8'\n"
        return first + "\n".join(self.statement(0) for _ in range(self.random.randint(4, 12))) + "\n"


def expression_of(words):
    """What bash may have printed for a call, as a regular expression over its words."""
    whole = ""
    for is_several, is_optional, pieces in words:
        one = ""
        for piece in pieces:
            if piece[0] == "?":
                some = f"[^{CALL}]*" if is_several else f"[^{CALL}{WORD}]*"
                one += "(?:" + "|".join(re.escape(text) for text in piece[1]) + ")" if piece[1] and not is_several else some
            else:
                one += re.escape(piece[1])
        has_text = any(piece[0] == "=" for piece in pieces)
        may_be_none = is_optional or (is_several and not has_text)
        whole += f"(?:{one}{WORD})" + ("?" if may_be_none else "")
    return whole


def text_of(code):
    return bytes.fromhex(code).decode("utf-8", "surrogateescape")


def read_walks(output):
    scripts = {}
    calls = []
    for line in output.splitlines():
        kind, *rest = line.split(" ")
        if kind == "script":
            calls = []
            scripts[rest[0]] = {"accepted": rest[1] == "1", "complete": rest[2] == "1", "anything": False, "calls": calls}
            last = scripts[rest[0]]
        elif kind == "anything":
            last["anything"] = True
        elif kind == "command":
            calls.append({"certain": rest[0] == "1", "branches": rest[1], "words": []})
        else:
            pieces = []
            for code in rest[2:]:
                texts = [text_of(part) for part in code[1:].split("=")] if code.startswith("=") or "=" in code else []
                pieces.append(("?", [text_of(part) for part in code[1:].split("=")[1:]]) if code[0] == "?" else ("=", texts[0]))
            calls[-1]["words"].append((rest[0] == "1", rest[1] == "1", pieces))
    return scripts


def id_of(call):
    word = call["words"][1] if len(call["words"]) > 1 else (0, 0, [])
    return "".join(piece[1] for piece in word[2] if piece[0] == "=")


def run(shell, prelude, script, folder):
    text = script.read_text()
    full = folder / "run.sh"
    full.write_text(prelude + text)
    done = subprocess.run([shell, str(full)], cwd=folder / "empty", env={"PATH": "/usr/bin:/bin", "BASH_ENV": str(folder / "prelude"), "LC_ALL": "C.UTF-8"},
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=20)
    calls = done.stdout.decode("utf-8", "surrogateescape").split(CALL)[:-1]
    return calls, done.stderr.decode("utf-8", "replace")


def differences(walk, printed, errors):
    """What bash did and the walk does not allow, as sentences. An expression that is wrong once its variables stand in it ends
    what the shell does at a place that the walk does not know."""
    found = []
    if re.search(r"syntax error|arithmetic|division|value too great|invalid|bad substitution|not found: |expected|error token|read-?only|negative", errors):
        return []
    by_id = {}
    for call in walk["calls"]:
        by_id.setdefault(id_of(call), []).append(call)
    seen = {}
    for text in printed:
        seen.setdefault(text.split(WORD)[0], []).append(text + WORD)
    for name, texts in seen.items():
        calls = by_id.get(name, [])
        expressions = [expression_of(call["words"][1:]) for call in calls]
        are_certain = calls and all(call["certain"] for call in calls)
        if are_certain and not errors and len(calls) == len(texts):
            for expression, text in zip(expressions, texts):
                if not re.fullmatch(expression, text, re.S):
                    found.append(f"{name}: printed {text!r}, walked {expression!r}")
        else:
            for text in texts:
                if not walk["anything"] and not any(re.fullmatch(each, text, re.S) for each in expressions):
                    found.append(f"{name}: printed {text!r}, walked {expressions!r}")
        if are_certain and not errors and len(calls) != len(texts):
            found.append(f"{name}: ran {len(texts)} times, walked {len(calls)}")
    if not errors:
        for name, calls in by_id.items():
            if any(call["certain"] for call in calls) and name not in seen:
                found.append(f"{name}: is certain and did not run")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("walked_words", type=pathlib.Path)
    parser.add_argument("--scripts", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, help="where scripts go that differ")
    asked = parser.parse_args()
    shells = [shell for shell in ("bash", "dash") if shutil.which(shell)]
    if "bash" not in shells:
        print("skipped: no bash here")
        return 77

    wrong = words = unjudged = uncertain = commands = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "empty").mkdir()
        (folder / "prelude").write_text(PRELUDE)
        paths = []
        for i in range(asked.scripts):
            is_posix = i % 4 == 3 and "dash" in shells
            path = folder / f"{'posix' if is_posix else 'bash'}{i}.sh"
            path.write_text(("#!/bin/sh\n" if is_posix else "") + Generator(asked.seed * 1_000_003 + i, is_posix).script())
            paths.append(path)
        output = ""
        for begin in range(0, len(paths), 200):
            output += subprocess.run([asked.walked_words, *paths[begin:begin + 200]], check=True, text=True, capture_output=True).stdout
        walks = read_walks(output)
        for path in paths:
            walk = walks[str(path)]
            accepted = subprocess.run(["bash", "-n", path], capture_output=True).returncode == 0
            found = [] if accepted == walk["accepted"] else [f"bash {'accepts' if accepted else 'refuses'} it, the parser does not agree"]
            if not walk["complete"]:
                found.append("it is too much to follow")
            for shell in ["bash"] + (["dash"] if path.name.startswith("posix") else []):
                prelude = PRELUDE if shell == "dash" else f". {folder / 'prelude'}\n"
                printed, errors = run(shell, prelude, path, folder)
                found += [f"{shell}: {each}" for each in differences(walk, printed, errors)]
            for call in walk["calls"]:
                commands += 1
                uncertain += not call["certain"]
                for is_several, is_optional, pieces in call["words"][2:]:
                    words += 1
                    unjudged += is_several or is_optional or any(piece[0] == "?" for piece in pieces)
            if found:
                wrong += 1
                print(f"--- {path.name}", *found[:6], sep="\n  ")
                if asked.keep:
                    asked.keep.mkdir(exist_ok=True)
                    shutil.copy(path, asked.keep / f"{asked.seed}-{path.name}")
    print(f"{asked.scripts} scripts, {commands} commands of which {uncertain} may or may not run, {words} words of which "
          f"{unjudged} ({100 * unjudged / max(words, 1):.0f} %) are not known, in part or whole; {wrong} scripts differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
