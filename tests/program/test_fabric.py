#!/usr/bin/env python3
"""`headroom fabric` as its users run it: test_fabric.py PROGRAM"""

import sys

sys.dont_write_bytecode = True

from checks import check, check_refused, finish, run, run_json

H100 = "Standard_ND96isr_H100_v5"  # eight ports of 400 Gb/s


def fabric(on, switch, *more):
    return run_json("fabric", "--on", on, "--switch", switch, *more)


# A full tree of switches with k ports connects k^3/4 (Al-Fares et al., 2008): here 65,536 ports of 64-port switches.
full = fabric(f"{H100}=8192", "64x400Gb/s", "--switch-price", "$30000", "--transceiver-price", "$1000", "--cable-price", "$100", "--switch-power", "2kW")
check((full["leaves"], full["spines"], full["cores"], full["ports_left"]) == (2048, 2048, 1024, 0), f"a full tree: {full}")
check(full["links_to_machines"] == full["links_to_spines"] == full["links_to_cores"] == 65536, "links of a full tree")
check(full["dollars"] == 5120 * 30000 + 2 * 3 * 65536 * 1000 + 3 * 65536 * 100 and full["switch_watts"] == 5120 * 2000, "the bill")

# A rack's VMs are connected: 18 with 3.2 Tb/s each.
rack = fabric("GB300 NVL72=4", "144x800Gb/s", "--copper-to-machines")
check((rack["connected"], rack["ports_per_connected"], rack["rails"]) == (72, 4, 4), f"VMs of racks: {rack}")
check(rack["links_to_machines"] == 4 * 72 and rack["transceivers"] == 2 * rack["links_to_spines"], "copper needs no transceivers")
check(rack["dollars"] is None and rack["switch_watts"] is None, "no price has a default")
check(fabric("GB300 NVL72=4", "144x400Gb/s")["ports_per_connected"] == 8, "ports of half the speed")

# Of 64 ports 42 go down and 21 up.
half = fabric(f"{H100}=84", "64x400Gb/s", "--oversubscription", "2:1")
check((half["connected_per_group"], half["leaves"], half["links_to_spines"]) == (42, 16, 16 * 21), f"oversubscribed: {half}")
check(fabric(f"{H100}=84", "64x400Gb/s", "--oversubscription", "2")["leaves"] == 16, "2 is 2:1")
check(fabric(f"{H100}=8", "64x400Gb/s")["tiers"] == 1, "one switch")

# Ten VMs on switches of 33: eight leaves with ten links each way, of which a spine holds four of each.
ten = fabric(f"{H100}=10", "33x400Gb/s")
check((ten["leaves"], ten["spines"], ten["connected_per_group"], ten["links_to_spines"]) == (8, 3, 10, 80), f"groups that are not full: {ten}")
check("10 VMs share leaves" in run("fabric", "--on", f"{H100}=10", "--switch", "33x400Gb/s", columns=150)[1], "VMs that share leaves")
check("Up to 17 VMs share leaves" in run("fabric", "--on", f"{H100}=33", "--switch", "64x400Gb/s", columns=150)[1], "groups of 17 and 16")
check(fabric(f"{H100}=62", "64x400Gb/s")["spines"] == 8, "31 links upward: four of each of 16 leaves are on a spine")
# 28 planes of all 12 leaves and 4 of the 8 that are full, 368 links: 4 x 12 + 2 x 8 on each of two spines, and 5 x 12 on each of four.
check(fabric(f"{H100}=46", "64x400Gb/s", "--rails", "2")["spines"] == 6, "two sizes of planes share spines")
check((fabric(f"{H100}=8", "64x800Gb/s", "--ports", "4")["ports_per_connected"]) == 4, "ports that somebody says")
# Three tiers of the fewest switches, whose pods are told: 9 groups of 32 VMs, and 100 of 20 which pods of all rails do not connect.
three = fabric(f"{H100}=288", "64x400Gb/s")
check((three["leaves"], three["spines"], three["cores"], three["ports_left"], three["fewest_switches"]) == (72, 72, 36, 0, True), f"pods of 9 groups: {three}")
check((three["pods"] * three["rails_per_pod"] // 8 * three["groups_per_pod"]) >= 9, f"pods hold the groups: {three}")
by_rail = fabric(f"{H100}=2000", "40x400Gb/s")
check((by_rail["pods"], by_rail["rails_per_pod"], by_rail["groups_per_pod"], by_rail["ports_left"]) == (40, 1, 20, 0), f"pods of a rail: {by_rail}")
check("Leaves share spines in 40 pods, each with 1 rail of 20 such groups." in run("fabric", "--on", f"{H100}=2000", "--switch", "40x400Gb/s", columns=150)[1], "pods are told")
check(full["fewest_switches"] and ten["pods"] == 0, "two tiers have no pods")
check("fewer may do" in run("fabric", "--on", f"{H100}=3000000", "--switch", "4096x400Gb/s", columns=150)[1], "it ends, and says what was not tried")
check("--switch PORTSxSPEED REQUIRED" in " ".join(run("fabric", "--help")[1].split()), "what fabric needs is marked")
# What is missing of a bill is named, and nothing else.
status, out, _ = run("fabric", "--on", f"{H100}=128", "--switch", "64x400Gb/s", "--switch-price", "$30000", columns=150)
check("Without --transceiver-price or --cable-price it has no price" in out and "$480,000" in out, out)

status, out, _ = run("fabric", "--on", f"{H100}=128", "--switch", "64x400Gb/s")
check(status == 0 and "48 switches in 2 tiers" in out and "8 ports of 400 Gb/s" in out and "no price" in out, out)

ASKED = ("fabric", "--on", f"{H100}=128", "--switch")
for words, arguments in ((["MACHINE=128"], ("fabric", "--on", H100, "--switch", "64x400Gb/s")), (["--on", "is a GPU"], ("fabric", "--on", "H100=4", "--switch", "64x400Gb/s")),
                         (["--switch", "64x400Gb/s"], (*ASKED, "64")), (["--switch", '"x400Gb/s"'], (*ASKED, "x400Gb/s")), (["300 Gb/s", "3.2 Tb/s", "--ports"], (*ASKED, "64x300Gb/s")),
                         (["800 Gb/s", "400 Gb/s", H100, "--ports"], (*ASKED, "64x800Gb/s")),
                         (["--rails 3", "8 ports"], (*ASKED, "64x400Gb/s", "--rails", "3")), (["--rails"], (*ASKED, "64x400Gb/s", "--rails", "0")),
                         (["no source", "scale-out"], ("fabric", "--on", "Standard_NC4as_T4_v3=4", "--switch", "64x400Gb/s")),
                         (["--oversubscription", "2:1"], (*ASKED, "64x400Gb/s", "--oversubscription", "1:2")), (["--oversubscription"], (*ASKED, "64x400Gb/s", "--oversubscription", "2:0")),
                         (["--oversubscription", '"2:"'], (*ASKED, "64x400Gb/s", "--oversubscription", "2:")),
                         (["--switch-price", "$30000"], (*ASKED, "64x400Gb/s", "--switch-price=-3")), (["--switch-power", "kW"], (*ASKED, "64x400Gb/s", "--switch-power", "3")),
                         (["--switch", "64x400Gb/s", "three tiers", "equally many rails"], ("fabric", "--on", f"{H100}=8193", "--switch", "64x400Gb/s")), (["--switch is required"], ("fabric", "--on", f"{H100}=2")),
                         (["--oversubscription", "4,096"], (*ASKED, "64x400Gb/s", "--oversubscription", "5000:1")), (["--switch", "9999x400Gb/s", "2 to 4,096 ports"], (*ASKED, "9999x400Gb/s"))):
    check_refused(words, *arguments)

finish()
