# SPDX-License-Identifier: BSL-1.0
"""Host lists against Slurm's own `scontrol show hostnames`, which needs no daemon: the same names, the same refusals."""

import os
import random
import subprocess
import sys
import tempfile

BY_HAND = """
gpu-[001-018,020],login1
rack[1-2]node[01-18]
n[1-3,2]
n[3-1]
n[01-3]
n[1-010]
n[09-10]
n[98-102]
n[098-102]
n[]
n1,,n2
n1,
,n1
n[1,3]x
n[1-2]-[a-b]
n[1-2]  , m
n[001-2]
n[00-2]
n[1-2]m[1-2]k[1-2]
[1-3]
[a]
n[1-2]]
a[[1]]
n[-1]
n[1-1,]
n[,1]
tux[0-1].cluster
c[1-2]n[1-2]s
n[1x0]
n[1-65536]
n1[0-3],n10,n[12-15]
a-1-2,a-1-[2-3]
ip-10-0-[0-1]-[1-20]
gb300-r[01-04]-c[01-18]
queue1-st-p548xlarge-[1-8],queue1-dy-p548xlarge-[1-64]
slurm-ccw-gpu-[1-16],slurm-ccw-hpc-[1-4]
x[0-1],x[0-1]
0[1-3]
n[0-0]
n[7]
n[07]
N1,n1
""".split("\n")[1:-1]


def random_list(random_from):
    terms = []
    for _ in range(random_from.randint(1, 4)):
        term = random_from.choice(["n", "gpu-", "rack", "a1", "node.", "c0-"])
        for depth in range(random_from.choice([0, 1, 1, 1, 2, 2, 3])):
            numbers = []
            for _ in range(random_from.randint(1, 3)):
                first = random_from.choice([0, 1, 7, 9, 95, 99, 100, 998, random_from.randint(0, 300)])
                last = first + random_from.choice([0, 1, 2, 5, 12])
                # One in a while is the wrong way round.
                if random_from.random() < 0.01:
                    first, last = last + 1, first
                width = random_from.choice([1, 1, 2, 3, 4])
                numbers.append(f"{first:0{width}}" + (f"-{last:0{width}}" if last != first else ""))
            term += ("-" if depth else "") + "[" + ",".join(numbers) + "]"
        terms.append(term if term[-1] in "]" else term + str(random_from.randint(0, 120)))
    return ",".join(terms)


def main():
    program, scontrol = sys.argv[1:3]
    random_from = random.Random(1)
    lists = BY_HAND + [random_list(random_from) for _ in range(260)]
    ours = subprocess.run([program], input="\n".join(lists) + "\n", capture_output=True, text=True, check=True)
    answers = ours.stdout.splitlines()
    assert len(answers) == len(lists), (len(answers), len(lists))

    wrong = refused = names = 0
    with tempfile.TemporaryDirectory() as folder:
        configuration = os.path.join(folder, "slurm.conf")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write("ClusterName=test\nSlurmctldHost=localhost\nNodeName=localhost\n")
        environment = {**os.environ, "SLURM_CONF": configuration}
        for text, answer in zip(lists, answers):
            told = subprocess.run([scontrol, "show", "hostnames", text], capture_output=True, text=True,
                                  env=environment, check=False)
            # Of lists with several brackets it only drops the part that it complains of.
            is_refused = "Invalid hostlist" in told.stdout + told.stderr or "Invalid range" in told.stderr
            expected = "refused" if is_refused else sorted(set(told.stdout.split()))
            given = answer if answer == "refused" else sorted(answer.split()[1:])
            refused += is_refused
            names += 0 if is_refused else len(expected)
            if given != expected or (not is_refused and int(answer.split()[0]) != len(expected)):
                wrong += 1
                print(f"{text}: scontrol says {str(expected)[:200]}, the reader {str(given)[:200]}")
    print(f"{len(lists)} host lists, {refused} of them refused, {names} names; {wrong} differ")
    assert len(lists) >= 300 and refused >= 10 and names >= 10_000
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
