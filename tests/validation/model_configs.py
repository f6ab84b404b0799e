# SPDX-License-Identifier: BSL-1.0
"""Runs `headroom model` on the config.json files of others, in a folder beside the checkout, and compares with the
parameter counts of model_configs.csv: of every model that is not refused the total, what one token uses, the vision
tower and the modules that predict further tokens, to the last parameter. Checkpoints store the embedding and the head with
those modules or do not, and their config.json does not say which: either count is exact, and a model that says that it
leaves modules out has none. Exits 77, which ctest shows as skipped, where the folder is not there.

usage: model_configs.py PROGRAM FOLDER"""

import csv
import json
import pathlib
import subprocess
import sys

SKIPPED = 77


def counts_of(program, path):
    """What the program counts, or the first line of its refusal."""
    run = subprocess.run([program, "model", str(path), "--json"], capture_output=True, text=True)
    if run.returncode != 0:
        return None, (run.stderr.strip() or "no message").splitlines()[0]
    [answer] = json.loads(run.stdout)["models"]
    return answer, ""


def differences(answer, row):
    """Each count that is other than expected, in words."""
    found = {
        "total": answer["parameters"]["total"],
        "active": answer["active_parameters"]["total"],
        "vision": answer["parameters"]["vision"],
    }
    wrong = [f"{name} {found[name]:,}, expected {int(row[name]):,}" for name in found
             if row[name] and found[name] != int(row[name])]
    predicting = [answer["parameters"][name] for name in ("predicting", "predicting_with_copies") if name in answer["parameters"]]
    if row["predicting"] and not answer["leaves_out"] and int(row["predicting"]) not in predicting:
        wrong.append(f"predicting {predicting}, expected {int(row['predicting']):,}")
    return wrong


def main(program, folder):
    rows = list(csv.DictReader((pathlib.Path(__file__).parent / "model_configs.csv").open()))
    if not folder.is_dir():
        print(f"skipped: no folder {folder.name} beside the checkout")
        return SKIPPED
    exact, refused, wrong = 0, [], []
    for row in rows:
        answer, why = counts_of(program, folder / row["file"])
        if answer is None:
            refused.append(f"{row['file']}: {why}")
        elif found := differences(answer, row):
            wrong.append(f"{row['file']}: {'; '.join(found)}")
        else:
            exact += 1
    for each in refused:
        print("refused", each)
    for each in wrong:
        print("wrong  ", each)
    print(f"{exact} of {len(rows)} exact, {len(refused)} refused, {len(wrong)} wrong")
    return 1 if wrong or refused else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[2])))
