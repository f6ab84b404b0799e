#!/usr/bin/env python3
"""Random machines, clusters and demands, held against a slow calculation with exact numbers.

Everything expected is computed here from what the headers say in words; the driver only answers. Run by ctest with a
fixed beginning, so that a failure repeats; `--cases` and `--begin` look elsewhere.
"""

import argparse
import functools
import random
import subprocess
import sys
from fractions import Fraction

UNKNOWN, ABSENT = "?", "-"
MOST = 2**40
FITS, UNJUDGED, UNFIT, INVALID = "fits", "cannot_be_judged", "does_not_fit", "invalid"
ORDER = [FITS, UNJUDGED, UNFIT, INVALID]
INFINITE = None  # the upper end of an interval without one


def known(x):
    return x is not UNKNOWN and x is not ABSENT


def times(a, b):
    if a is ABSENT or b is ABSENT:
        return ABSENT
    return UNKNOWN if a is UNKNOWN or b is UNKNOWN else a * b


# ---- what a machine has


class Machine:
    def __init__(self, kind, record, world):
        self.kind, self.record, self.world = kind, record, world
        self.name = record["id"]
        self.vm = record if kind == "vm" else world["vm"][record["vm"]] if kind == "rack" else None
        gpu = (self.vm or record).get("gpu")
        self.gpu = world["gpu"][gpu] if gpu else None
        cpu = self.vm.get("cpu") if self.vm else None
        self.cpu = world["cpu"][cpu] if cpu else None
        self.vms = {"vm": 1, "rack": record.get("vms", UNKNOWN), "board": 0}[kind]
        self.gpus = record.get("gpus", UNKNOWN) if kind == "board" else times(self.vms, self.vm.get("gpus", UNKNOWN))
        self.domain = (self.vm or record).get("domain", UNKNOWN)
        self.figures = {}

    def of_gpus(self, one):
        """`one` of each GPU or share of a GPU; a machine without GPUs has no such thing."""
        if self.gpus is ABSENT or self.gpus == 0:
            return ABSENT
        if self.gpu is None:
            return UNKNOWN
        share = 1
        if self.vm and "share_of" in self.vm:
            share = Fraction(self.vm["share_part"], self.vm["share_of"])
        return times(self.gpus, times(share, one(self.gpu)) if known(one(self.gpu)) else one(self.gpu))

    def of_vms(self, name):
        return times(self.vms, self.vm.get(name, UNKNOWN)) if self.vm else UNKNOWN

    def usable(self):
        def of_one(gpu):
            if gpu.get("driver", UNKNOWN) is not UNKNOWN:
                return gpu["driver"]
            sold = gpu.get("sold", UNKNOWN)
            return Fraction(sold * 46068, 48 * 1024) if known(sold) else sold

        all_of_them = self.of_gpus(of_one)
        printed = self.of_vms("printed")
        return min(printed, all_of_them) if known(printed) and known(all_of_them) else all_of_them

    def fast(self):
        sold = self["sold"]
        if not known(sold) or self.cpu is None:
            return UNKNOWN
        if not known(self.cpu["link"]):
            return self.cpu["link"]
        beside = times(self.of_vms("cpus"), self.cpu["memory"])
        return sold + beside if known(beside) else beside

    def storage(self):
        figures = [self.of_vms("temporary"), self.of_vms("nvme")]
        if any(map(known, figures)):
            return max(filter(known, figures))
        return ABSENT if all(x is ABSENT for x in figures) else UNKNOWN

    def out(self):
        of = self.vm or self.record
        whole, each = of.get("scale_out", UNKNOWN), of.get("scale_out_per_gpu", UNKNOWN)
        if whole is UNKNOWN and each is not UNKNOWN:  # whichever the source states
            whole = times(of.get("gpus", UNKNOWN), each)
        return times(self.vms, whole) if self.vm else whole

    def peak(self, format, sparse):
        def of_one(gpu):
            if sparse:
                return gpu.get(format + "_sparse", UNKNOWN)
            dense = gpu.get(format + "_dense", UNKNOWN)
            return gpu.get(format + "_vector", UNKNOWN) if dense is ABSENT else dense

        return self.of_gpus(of_one)

    def __getitem__(self, name):
        if name not in self.figures:
            self.figures[name] = self.compute(name)
        return self.figures[name]

    def compute(self, name):
        if isinstance(name, tuple):
            return self.peak(*name)
        per_gpu = {"physical": "physical", "sold": "sold", "driver": "driver", "memory_bandwidth": "bandwidth",
                   "scale_up": "scale_up", "gpu_power": "tdp", "vector_fp64": "fp64_vector"}
        per_vm = {"cpus": "cpus", "vcpus": "vcpus", "system_memory": "system_memory", "front_end": "front_end",
                  "disk_iops": "iops", "disk_throughput": "throughput"}
        if name in per_gpu:
            return self.of_gpus(lambda gpu: gpu.get(per_gpu[name], UNKNOWN))
        if name in per_vm:
            return self.of_vms(per_vm[name])
        if name == "cores":
            given = self.of_vms("cores")
            return given if given is not UNKNOWN or not self.cpu else times(self.of_vms("cpus"), self.cpu["cores"])
        return {
            "gpus": lambda: self.gpus,
            "vms": lambda: self.vms,
            "racks": lambda: 1 if self.kind == "rack" else 0,
            "usable_gpu_memory": self.usable,
            "fast_memory": self.fast,
            "local_storage": self.storage,
            "scale_out": self.out,
            "peak_fp4": lambda: self.peak("fp4", False),
            "peak_fp4_sparse": lambda: self.peak("fp4", True),
            "peak_fp64": lambda: self.peak("fp64", False),
            "max_power": lambda: self.record.get("power", UNKNOWN) if self.kind != "vm" else UNKNOWN,
        }[name]()

    def has_feature(self, name):
        """True, False or UNKNOWN."""
        if self.vm is None:
            return UNKNOWN
        says = self.world["series"][self.vm["series"]][name] if "series" in self.vm else UNKNOWN
        if name == "nvlink" and says is UNKNOWN and self.gpu is not None and self.gpu["scale_up"] is ABSENT:
            return False  # of links that there are no GPU here says the kind
        return {UNKNOWN: UNKNOWN, ABSENT: False, "no": False, "yes": True, "preview": True}[says]

    def price(self, demand, prices):
        def row_of(name):
            for own in (True, False):
                best = None
                for row in prices:
                    region = row.get("region", "")
                    here = region == demand.get("region", "") if region else own
                    asked = row.get("spot" if "spot" in demand else "on_demand", UNKNOWN)
                    if ("own" in row) == own and row["machine"] == name and here and known(asked):
                        if best is None or row.get("date", "") > best[0]:
                            best = (row.get("date", ""), asked, own)
                if best:
                    return best
            return None

        def of(name):
            row = row_of(name)
            if row is None:
                return None
            return Fraction(row[1]) if row[2] else row[1] * (1 - Fraction(demand.get("discount", 0)))

        price = of(self.name)
        if price is None and self.kind == "rack":
            each = of(self.vm["id"])
            return times(self.vms, each if each is not None else UNKNOWN)
        return UNKNOWN if price is None else price


def total(groups, figure_of):
    """Known part, machines, how many covered, how many without."""
    part, machines, covered, without = 0, 0, 0, 0
    for machine, n in groups:
        figure = figure_of(machine)
        machines += n
        covered += n if known(figure) else 0
        without += n if figure is ABSENT else 0
        part += n * figure if known(figure) else 0
    return part, machines, covered, without


# ---- whole units of GPUs


def domains(machines, gpus, domain):
    """GPUs in each scale-up domain, one machine after the other: whole in a domain where one can hold it, else over several."""
    sizes = []
    for _ in range(machines):
        if gpus <= domain:
            if not sizes or sizes[-1] + gpus > domain:
                sizes.append(0)
            sizes[-1] += gpus
        else:
            left = gpus
            while left > 0:
                sizes.append(min(left, domain))
                left -= sizes[-1]
    return sizes


class Units:
    """GPUs of one kind of machine in whole groups of a domain, and those in whole replicas."""

    def __init__(self, gpus, domain, in_domain, of_one_kind):
        self.gpus, self.in_domain, self.of_one_kind = gpus, in_domain, of_one_kind
        self.groups = None  # of the first so many machines, until they begin another domain
        if known(gpus) and gpus > 0 and known(domain):
            period = 1
            while gpus <= domain and len(domains(period + 1, gpus, domain)) == 1:
                period += 1
            self.groups = [sum(size // in_domain for size in domains(n, gpus, domain)) for n in range(period + 1)]

    def whole(self, machines):
        """Most that it can be, where the domain is unknown."""
        if self.groups is None:
            groups = machines * self.gpus // self.in_domain
        else:
            full, rest = divmod(machines, len(self.groups) - 1)
            groups = full * self.groups[-1] + self.groups[rest]
        return groups // (self.of_one_kind // self.in_domain) * self.of_one_kind


# ---- verdicts

COMPUTES = {"computes_fp64": "fp64", "computes_fp4": "fp4"}
COUNTS = {"gpus", "vcpus", "disk_iops", "machines", "vms", "racks"}
LINE_NAMES = {"gpus": "GPUs", "usable_gpu_memory": "usable_GPU_memory", "memory_bandwidth": "memory_bandwidth", "peak": "peak_rate",
              "scale_up": "scale-up_bandwidth", "scale_out": "scale-out_bandwidth", "front_end": "front-end_bandwidth",
              "vcpus": "vCPUs", "system_memory": "system_memory", "local_storage": "local_storage", "disk_iops": "disk_IOPS",
              "disk_throughput": "disk_throughput", "machines": "eligible_machines", "vms": "VMs", "racks": "racks",
              "max_power": "power", "price_per_hour": "price_per_hour"}


def enough(supply, need, line):
    if supply >= need:
        return True
    return line not in COUNTS and abs(supply - need) * 10**12 <= max(supply, need)


class Demand:
    def __init__(self, scalars, needs, prices):
        self.scalars, self.needs, self.prices = scalars, needs, prices

    def lines(self):
        yield "demand" + words(self.scalars)
        for scope, needs in self.needs.items():
            if needs:
                yield f"needs scope={scope}" + words(needs)

    def of(self, scope):
        """Each need that is asked for: line, amount, the figure of a machine."""
        for line, amount in self.needs[scope].items():
            if amount == 0 or line in ("format", "sparse"):
                continue
            name = (self.needs[scope]["format"], "sparse" in self.needs[scope]) if line == "peak" else line
            yield line, amount, name

    def without_limits(self):
        scalars = {k: v for k, v in self.scalars.items() if k not in ("vms", "racks", "max_power", "price_per_hour")}
        return Demand(scalars, self.needs, self.prices)


class Judge:
    """Verdicts on clusters of the same machines in different numbers."""

    def __init__(self, machines, demand):
        self.machines, self.demand = machines, demand
        self.total_needs = [(line, amount, [m[name] for m in machines]) for line, amount, name in demand.of("total")]
        self.limits = []
        for line in ("vms", "racks", "max_power", "price_per_hour"):
            if line in demand.scalars:
                figures = [m.price(demand.scalars, demand.prices) if line == "price_per_hour" else m[line] for m in machines]
                self.limits.append((line, demand.scalars[line], figures))
        self.eligible = functools.cache(self.eligible)
        self.fixed = [self.eligible_in_any_number(m) for m in machines]
        # More of them than fill a scale-up domain are as eligible as so many.
        self.fill_a_domain = [-(-m.domain // m.gpus) if known(m.domain) and known(m.gpus) and m.gpus > 0 else 1 for m in machines]
        self.per_domain = [[(line, amount, m[name]) for line, amount, name in demand.of("domain")] for m in machines]
        in_domain, of_one_kind = demand.scalars.get("in_domain", 1), demand.scalars.get("of_one_kind", 1)
        if in_domain > 1:
            for m, needs in zip(machines, self.per_domain):
                needs.append(("gpus", in_domain, m["gpus"]))
        self.units = [Units(m.gpus, m.domain if in_domain > 1 else 1, in_domain, max(in_domain, of_one_kind)) for m in machines]
        self.asks_who = in_domain > 1 or bool(demand.scalars.keys() & {"whole_racks", "premium", "nvlink", *COMPUTES}) or any(
            list(demand.of(scope)) for scope in ("gpu", "vm", "domain"))

    def eligible_in_any_number(self, m):
        answers = []
        if "whole_racks" in self.demand.scalars and m.kind != "rack":
            if m.kind == "board" or m.domain is ABSENT or m.gpus is ABSENT or m.gpus == 0:
                answers.append(False)
            elif not known(m.domain) or not known(m.gpus):
                answers.append(UNKNOWN)
            else:
                answers.append(m.domain > m.gpus)
        for feature in ("premium", "nvlink"):
            if feature in self.demand.scalars:
                answers.append(m.has_feature(feature))
        for computes, format in COMPUTES.items():
            if computes in self.demand.scalars:
                rate = m.peak(format, False)
                answers.append(known(rate) if rate is not UNKNOWN else UNKNOWN)
        for scope, parts in (("gpu", m.gpus), ("vm", m.vms)):
            for line, amount, name in self.demand.of(scope):
                answers.append(self.share_is_enough(m[name], parts, 1, amount, line))
        return answers

    @staticmethod
    def share_is_enough(figure, parts, of_them, amount, line):
        """Whether so many of the parts that a machine's figure is spread over have the amount."""
        if parts is ABSENT or parts == 0 or figure is ABSENT:
            return False
        if figure is UNKNOWN or parts is UNKNOWN:
            return UNKNOWN
        return enough(Fraction(figure) * of_them / parts, amount, line)

    def eligible(self, i, n):
        m = self.machines[i]
        answers = list(self.fixed[i])
        for line, amount, figure in self.per_domain[i]:
            if m.gpus is ABSENT or m.gpus == 0 or m.domain is ABSENT:
                answers.append(False)
            elif m.domain is UNKNOWN or m.gpus is UNKNOWN:
                answers.append(False if figure is ABSENT and m.domain is not UNKNOWN else UNKNOWN)
            else:
                answers.append(self.share_is_enough(figure, m.gpus, min(m.domain, n * m.gpus), amount, line))
        if any(a is False for a in answers):
            return UNFIT
        return UNJUDGED if any(a is UNKNOWN for a in answers) else FITS

    def counted(self, i, n, eligible):
        m = self.machines[i]
        if "whole_racks" in self.demand.scalars and m.kind == "vm" and known(m.domain) and known(m.gpus) and 0 < m.gpus < m.domain:
            return n - n % (m.domain // m.gpus)
        return n

    def standing(self, counts):
        """Whether each group is eligible, and how many of its machines count."""
        standings = [self.eligible(i, min(n, most)) for i, (n, most) in enumerate(zip(counts, self.fill_a_domain))]
        return standings, [self.counted(i, n, e) for i, (n, e) in enumerate(zip(counts, standings))]

    def checks(self, standings, counted):
        """One after the other: line, whether it is a limit, its outcome, the supply that is sure."""
        def check(line, is_limit, amount, figures):
            low, high = 0, 0
            for figure, n, standing, units in zip(figures, counted, standings, self.units):
                if standing == UNFIT or n == 0 or figure is ABSENT:
                    continue
                if figure is UNKNOWN:
                    high = INFINITE
                    continue
                there_is = units.whole(n) if line == "gpus" else n * figure
                low += there_is if standing == FITS else 0
                high = INFINITE if high is INFINITE else high + there_is
            if is_limit:
                sure = high is not INFINITE and enough(amount, high, line)
                possible = enough(amount, low, line)
            else:
                sure = enough(low, amount, line)
                possible = high is INFINITE or enough(high, amount, line)
            return line, is_limit, FITS if sure else UNJUDGED if possible else UNFIT, low

        if self.asks_who:
            yield check("machines", False, 1, [1] * len(counted))
        for line, amount, figures in self.total_needs:
            yield check(line, False, amount, figures)
        for line, amount, figures in self.limits:
            yield check(line, True, amount, figures)

    def verdict(self, counts):
        standings, counted = self.standing(counts)
        checks = list(self.checks(standings, counted))
        return max((c[2] for c in checks), key=ORDER.index, default=FITS), checks, standings, counted

    def outcome(self, counts):
        """That of the verdict, without the checks after the first that fails."""
        found = FITS
        for _, _, of, _ in self.checks(*self.standing(counts)):
            if of == UNFIT:
                return UNFIT
            found = max(found, of, key=ORDER.index)
        return found

    def idle(self, counted, standings):
        return [n * m.gpus - u.whole(n) if known(m.gpus) and s == FITS else None
                for m, n, s, u in zip(self.machines, counted, standings, self.units)]


# ---- random worlds


def words(record):
    return "".join(f" {k}={v}" for k, v in record.items())


class Maker:
    def __init__(self, rng):
        self.rng = rng

    def figure(self, values, unknown=0.15, absent=0.08):
        x = self.rng.random()
        return UNKNOWN if x < unknown else ABSENT if x < unknown + absent else self.rng.choice(values)

    def world(self):
        rng, f = self.rng, self.figure
        gib = 2**30
        formats = ("fp64", "fp4")
        w = {"gpu": {}, "cpu": {}, "series": {}, "vm": {}, "rack": {}, "board": {}}
        for i in range(rng.randint(1, 3)):
            gpu = {"id": f"g{i}", "physical": f([96 * gib, 288 * gib]), "sold": f([80 * gib, 279 * gib, 16 * gib]),
                   "driver": f([284208 * 2**20, 81559 * 2**20], 0.4), "bandwidth": f([8 * 10**12, 336 * 10**10]),
                   "scale_up": f([9 * 10**11, 3 * 10**11]), "tdp": f([1400, 700, 250])}
            for format in formats:
                for unit in ("vector", "dense", "sparse"):
                    gpu[f"{format}_{unit}"] = f([10**15, 15 * 10**15, 33 * 10**12], 0.15, 0.25)
            w["gpu"][gpu["id"]] = gpu
        w["cpu"]["c0"] = {"id": "c0", "cores": f([72, 64]), "memory": f([480 * gib, 512 * gib]), "link": f([9 * 10**11], 0.1, 0.3)}
        w["series"]["s0"] = {"id": "s0", "premium": f(["yes", "no", "preview"]), "nvlink": f(["yes", "no"])}
        for i in range(rng.randint(1, 4)):
            w["vm"][f"v{i}"] = self.vm(f"v{i}", w)
        for i in range(rng.randint(0, 2)):
            w["rack"][f"r{i}"] = {"id": f"r{i}", "vm": rng.choice(list(w["vm"])), "vms": f([18, 9, 4], 0.1, 0.0),
                                  "power": f([142000, 120000])}
        for i in range(rng.randint(0, 1)):
            w["board"][f"b{i}"] = {"id": f"b{i}", "gpu": rng.choice(list(w["gpu"])), "gpus": f([8, 4], 0.1, 0.0),
                                   "power": f([14400, 10200]), "scale_out": f([400 * 10**9], 0.5),
                                   "scale_out_per_gpu": f([50 * 10**9, 10**11]), "domain": f([8, 4, 72])}
        return w

    def vm(self, name, w):
        rng, f, gib = self.rng, self.figure, 2**30
        vm = {"id": name, "cpus": f([1, 2]), "cores": f([48, 144], 0.5), "vcpus": f([96, 128, 4]),
              "system_memory": f([900 * gib, 864 * gib]), "temporary": f([10**12, 64 * 10**9]),
              "nvme": f([16 * 10**12, 5 * 10**11], 0.3, 0.3), "iops": f([80000, 25600]),
              "throughput": f([10**9, 1612 * 10**6]), "front_end": f([10**10, 20 * 10**9])}
        if rng.random() < 0.8:
            vm["cpu"] = "c0"
        if rng.random() < 0.8:
            vm["series"] = "s0"
        if rng.random() < 0.12:  # no GPU at all
            vm["gpus"] = rng.choice([0, ABSENT])
            return vm
        vm.update({"gpu": rng.choice(list(w["gpu"])), "gpus": f([1, 2, 4, 8], 0.1, 0.0), "domain": f([3, 4, 8, 36, 72], 0.2, 0.1),
                   "printed": f([600 * gib, 100 * gib], 0.7, 0.0), "scale_out": f([200 * 10**9], 0.5, 0.1),
                   "scale_out_per_gpu": f([10**11, 50 * 10**9])})
        if rng.random() < 0.2:
            vm["share_part"], vm["share_of"] = rng.choice([(1, 2), (1, 3), (1, 6), (1, 8)])
        return vm

    def groups(self, w):
        rng = self.rng
        machines = [Machine(kind, r, w) for kind in ("vm", "rack", "board") for r in w[kind].values()]
        counts = [0, 1, 2, 3, 9, 17, 18, 20, 64, 1000, 10**6]
        return [(rng.choice(machines), rng.choice(counts)) for _ in range(rng.randint(0, 5))]

    def prices(self, w):
        rng, rows = self.rng, []
        for name in [*w["vm"], *w["rack"], *w["board"]]:
            for _ in range(rng.randint(0, 3)):
                row = {"machine": name, "on_demand": self.figure([3, 22, 98], 0.2, 0.0), "spot": self.figure([1, 2], 0.5, 0.0)}
                if rng.random() < 0.8:
                    row["region"] = rng.choice(["eastus", "westus2"])
                if rng.random() < 0.7:
                    row["date"] = rng.choice(["2025", "2025-06", "2026-01-31"])
                if rng.random() < 0.3:
                    row["own"] = 1
                rows.append(row)
        return rows

    def demand(self, groups, prices):
        """Needs near what there is, so that every outcome is frequent; the very same amount, and one less or more, too."""
        rng = self.rng
        scalars, needs = {}, {"total": {}, "gpu": {}, "vm": {}, "domain": {}}
        if rng.random() < 0.7:
            scalars["region"] = rng.choice(["eastus", "westus2"])
        if rng.random() < 0.2:
            scalars["spot"] = 1
        if rng.random() < 0.3:
            scalars["discount"] = rng.choice([0.25, 0.5, 1.0])
        if rng.random() < 0.15:
            scalars["whole_racks"] = 1
        for feature in ("premium", "nvlink"):
            if rng.random() < 0.1:
                scalars[feature] = 1

        for computes in COMPUTES:
            if rng.random() < 0.05:
                scalars[computes] = 1
        if rng.random() < 0.35:
            scalars["in_domain"] = rng.choice([1, 2, 3, 4, 5, 8, 16, 36, 72])
            scalars["of_one_kind"] = scalars["in_domain"] * rng.choice([1, 2, 3, 7, 18]) if rng.random() < 0.6 else 1

        def near(amount, line):
            if amount == 0:
                return rng.choice([0, 1, 10**9])
            amount = amount * rng.choice([Fraction(1, 2), Fraction(9, 10), 1, 1, 1, Fraction(11, 10), 3])
            if line in COUNTS:
                return max(0, int(amount) + rng.choice([-1, 0, 0, 1]))
            return int(amount) or 1

        lines = ["gpus", "usable_gpu_memory", "memory_bandwidth", "peak", "scale_up", "scale_out", "front_end", "vcpus",
                 "system_memory", "local_storage", "disk_iops", "disk_throughput"]
        for scope, chance in (("total", 0.15), ("gpu", 0.04), ("vm", 0.04), ("domain", 0.05)):
            for line in lines:
                if rng.random() >= (0.5 if line == "gpus" and scope == "total" and "in_domain" in scalars else chance):
                    continue
                name = line
                if line == "peak":
                    name = (rng.choice(["fp64", "fp4"]), rng.random() < 0.5)
                    needs[scope]["format"] = name[0]
                    if name[1]:
                        needs[scope]["sparse"] = 1
                needs[scope][line] = near(self.supply(groups, name, scope), line)
        for line in ("vms", "racks", "max_power", "price_per_hour"):
            if rng.random() < 0.12:
                figure = (lambda m: m.price(scalars, prices)) if line == "price_per_hour" else (lambda m: m[line])
                scalars[line] = near(total(groups, figure)[0], line)
        return Demand(scalars, needs, prices)

    def supply(self, groups, name, scope):
        if scope == "total":
            return total(groups, lambda m: m[name])[0]
        for machine, _ in self.rng.sample(groups, len(groups)):
            parts = {"gpu": machine.gpus, "vm": machine.vms, "domain": machine.gpus}[scope]
            if known(machine[name]) and known(parts) and parts:
                of_them = machine.domain if scope == "domain" and known(machine.domain) else 1
                return Fraction(machine[name]) * of_them / parts
        return 0


# ---- one case: questions to the driver, and what each answer must be

TOTALS = ["gpus", "vms", "racks", "cpus", "cores", "vcpus", "system_memory", "physical", "sold", "driver", "usable_gpu_memory",
          "fast_memory", "memory_bandwidth", "peak_fp4", "peak_fp4_sparse", "peak_fp64", "vector_fp64", "scale_up", "scale_out",
          "front_end", "local_storage", "disk_iops", "disk_throughput", "max_power", "gpu_power"]


class Wrong(Exception):
    pass


def require(holds, *what):
    if not holds:
        raise Wrong(" ".join(map(str, what)))


def number(text):
    """What a double of the driver is exactly: an integer where it is whole, which is much faster than a fraction."""
    x = float(text)
    return int(x) if x.is_integer() else Fraction(x)


def close(a, b):
    return a == b or abs(a - b) * 10**12 <= max(abs(a), abs(b))


def least(most, holds):
    """The least number for which it holds, and for all larger ones; None if for none."""
    if not holds(most):
        return None
    low, high = -1, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


class Case:
    def __init__(self, rng):
        self.rng = rng
        make = Maker(rng)
        self.world = make.world()
        self.groups = make.groups(self.world)
        self.more_groups = make.groups(self.world)
        self.prices = make.prices(self.world)
        self.demand = make.demand(self.groups, self.prices)
        self.shuffled = rng.sample(range(len(self.groups)), len(self.groups))
        self.by = rng.choice([0, 2, 7])
        self.enlarged = rng.randrange(len(self.groups)) if self.groups else None
        self.extra = rng.choice([1, 5, 18])

    def clusters(self):
        g = self.groups
        yield "as made", g
        yield "permuted", [g[i] for i in self.shuffled]
        yield "scaled", [(m, n * self.by) for m, n in g]
        yield "other", self.more_groups
        yield "joined", g + self.more_groups

    def larger_cluster(self):
        return [(m, n + (self.extra if i == self.enlarged else 0)) for i, (m, n) in enumerate(self.groups)]

    def harder(self):
        needs = {scope: {k: (v * 2 if isinstance(v, int) and k not in ("sparse",) else v) for k, v in of.items()}
                 for scope, of in self.demand.needs.items()}
        scalars = self.demand.without_limits().scalars
        for units in ("in_domain", "of_one_kind"):
            if scalars.get(units, 1) > 1:
                scalars[units] *= 2
        return Demand(scalars, needs, self.prices)

    def questions(self):
        for kind, records in self.world.items():
            for record in records.values():
                yield kind + words(record)
        for row in self.prices:
            yield "price" + words(row)

        def hold(groups):
            yield "no_groups"
            for machine, n in groups:
                yield f"group {machine.kind}={machine.name} count={n}"

        yield from self.demand.lines()
        for _, groups in self.clusters():
            yield from hold(groups)
            yield from ("totals", "cost", "assess")
        yield from hold(self.groups)
        yield "growth"
        yield from self.demand.without_limits().lines()
        yield "assess"
        yield from hold(self.larger_cluster())
        yield "assess"
        yield from hold(self.groups)
        yield from self.harder().lines()
        yield "assess"
        yield "end"

    # What each answer must be.

    def check(self, answers):
        totals, outcomes = {}, {}
        for name, groups in self.clusters():
            totals[name] = self.check_totals(groups, answers, name)
            outcomes[name] = self.check_verdict(groups, self.demand, answers, name)
        self.check_growth(answers)
        minimums = self.check_verdict(self.groups, self.demand.without_limits(), answers, "minimums only")
        larger = self.check_verdict(self.larger_cluster(), self.demand.without_limits(), answers, "with more machines")
        harder = self.check_verdict(self.groups, self.harder(), answers, "with larger needs")

        require(outcomes["as made"] == outcomes["permuted"], "a permuted cluster has another verdict")
        if minimums == FITS:
            require(larger == FITS, "more machines break a promise without limits")
        require(ORDER.index(harder) >= ORDER.index(minimums), "larger needs are easier")
        for resource, (part, machines, covered, without) in totals["as made"].items():
            require(close(totals["permuted"][resource][0], part), resource, "does not commute")
            require(totals["permuted"][resource][1:] == (machines, covered, without), resource, "does not commute")
            require(close(totals["scaled"][resource][0], part * self.by), resource, "does not scale")
            require(close(totals["joined"][resource][0], part + totals["other"][resource][0]), resource, "does not add")
        return outcomes["as made"]

    def check_totals(self, groups, answers, name):
        found = {}
        for resource in TOTALS + ["price"]:
            kind, said, part, machines, covered, without, valid = next(answers)
            require(kind == "total" and said == resource, "expected a total of", resource)
            figure = (lambda m: m.price(self.demand.scalars, self.prices)) if resource == "price" else (lambda m: m[resource])
            expected = total(groups, figure)
            answer = (number(part), int(machines), int(covered), int(without))
            require(close(answer[0], expected[0]) and answer[1:] == expected[1:] and valid == "1",
                    f"{name}: total of {resource} is {expected}, not", answer)
            found[resource] = answer
        return found

    def check_verdict(self, groups, demand, answers, name):
        judge = Judge([m for m, _ in groups], demand)
        outcome, checks, standings, counted = judge.verdict([n for _, n in groups])
        kind, said = next(answers)
        require(kind == "verdict" and said == outcome, f"{name}: the verdict is {outcome}, not {said}; {checks}; {standings}")
        for line, is_limit, judged, low in checks:
            kind, said, limit, of, supply = next(answers)
            require(kind == "check" and (said, limit == "1") == (LINE_NAMES[line], is_limit), f"{name}: expected a check of {line}")
            require(of == judged, f"{name}: {line} is {judged}, not {of}")
            require(close(number(supply), low), f"{name}: the supply of {line} is {float(low)}, not {supply}")
        for standing, n, idle in zip(standings, counted, judge.idle(counted, standings)):
            kind, said, how_many, left_over = next(answers)
            require(kind == "group" and said == standing, f"{name}: a group {standing}, not {said}")
            require(int(how_many) == n, f"{name}: {n} machines count, not {how_many}")
            require(idle in (None, int(left_over)), f"{name}: {idle} GPUs are in no whole unit, not {left_over}")
        return outcome

    def check_growth(self, answers):
        counts = [n for _, n in self.groups]
        judge = Judge([m for m, _ in self.groups], self.demand)
        easier = Judge([m for m, _ in self.groups], self.demand.without_limits())

        @functools.cache
        def outcome(i, n):
            return judge.outcome(counts[:i] + [n] + counts[i + 1:])

        samples = sorted({*range(0, 40), 100, 999, 10**4, 10**6, *(2**k for k in range(6, 41, 3))})
        for i, held in enumerate(counts):
            kind, more = next(answers)
            require(kind == "more", "expected how many more")
            some = [n for n in samples if held + n <= MOST] + [MOST - held]
            if more not in (UNKNOWN, ABSENT):
                n = int(more)
                require(outcome(i, held + n) == FITS, f"group {i}: {n} more do not make it fit")
                require(n == 0 or outcome(i, held + n - 1) != FITS, f"group {i}: fewer than {n} more make it fit")
                require(all(outcome(i, held + k) != FITS for k in some if k < n), f"group {i}: far fewer than {n} more make it fit")
            else:
                reached = {outcome(i, held + k) for k in some}
                require(FITS not in reached, f"group {i}: some number makes it fit, but the answer is {more}")
                # Fewer than `first` surely fail a minimum. If the limits fail there, they fail with more.
                first = least(MOST - held, lambda n: easier.outcome(counts[:i] + [held + n] + counts[i + 1:]) != UNFIT)
                possible = UNJUDGED in reached or (first is not None and outcome(i, held + first) == UNJUDGED)
                require(possible == (more == UNKNOWN), f"group {i}: some number {'may' if possible else 'cannot'} fit, but: {more}")
        for i, held in enumerate(counts):
            kind, spare = next(answers)
            n = int(spare)
            require(kind == "spare", "expected how many to spare")
            if outcome(i, held) != FITS:
                require(n == 0, f"group {i}: {n} to spare of a cluster that does not fit")
                continue
            require(0 <= n <= held and outcome(i, held - n) == FITS, f"group {i}: {n} given back are missed")
            require(n == held or outcome(i, held - n - 1) != FITS, f"group {i}: more than {n} can be given back")
            require(all(outcome(i, k) != FITS for k in samples if k < held - n), f"group {i}: far more than {n} can be given back")


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("driver")
    options.add_argument("--cases", type=int, default=2000)
    options.add_argument("--begin", type=int, default=20251109)
    chosen = options.parse_args()

    cases = [Case(random.Random(chosen.begin + i)) for i in range(chosen.cases)]
    asked = "\n".join(["fixed", *(line for case in cases for line in case.questions()), ""])
    said = subprocess.run([chosen.driver], input=asked, capture_output=True, text=True, check=False)
    if said.returncode != 0:
        sys.exit(f"the driver ends with {said.returncode}: {said.stderr}")

    answers = iter([line.split() for line in said.stdout.splitlines()])
    tally = dict.fromkeys(ORDER, 0)
    for _ in range(9):
        if next(answers) != ["fixed", "agree"]:
            sys.exit("a compile-time cluster and the same at run time have different answers")
    for i, case in enumerate(cases):
        try:
            tally[case.check(answers)] += 1
        except Wrong as wrong:
            print("\n".join(case.questions()))
            sys.exit(f"case {i} (--begin {chosen.begin + i} --cases 1): {wrong}")
    if next(answers, None) is not None:
        sys.exit("the driver says more than it was asked")
    print(f"{chosen.cases} cases: " + ", ".join(f"{n} {outcome.replace('_', ' ')}" for outcome, n in tally.items() if n))
    # A generator gone astray proves nothing.
    if chosen.cases >= 1000 and min(tally[o] for o in (FITS, UNJUDGED, UNFIT)) < chosen.cases // 20:
        sys.exit("an outcome is too rare among the cases")


if __name__ == "__main__":
    main()
