"""The solvers that are installed, and what they find in a program."""

import pathlib
import re
import shutil
import subprocess

COMMANDS = {"cbc": "cbc", "glpk": "glpsol", "highs": "highs"}
SOLVERS = [solver for solver, command in COMMANDS.items() if shutil.which(command)]


def optimum_of(solver, form, program, folder):
    """What a solver prints for the objective of a program in LP or MPS."""
    answer = pathlib.Path(folder, "answer")
    answer.unlink(missing_ok=True)
    words = {"cbc": ["cbc", program, "-solve", "-solution", "answer"], "glpk": ["glpsol", "--freemps" if form == "mps" else "--lp", program, "-o", "answer"],
             "highs": ["highs", "--solution_file", "answer", program]}[solver]
    subprocess.run(words, cwd=folder, capture_output=True, timeout=60, check=False)
    printed = re.search(r"Objective: +\w+ = ([-+.0-9e]+)|objective value ([-+.0-9e]+)|Objective ([-+.0-9e]+)", answer.read_text())
    return printed and float(next(filter(None, printed.groups())))
