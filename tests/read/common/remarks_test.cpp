// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/common/remarks.hpp>

#include <check.hpp>
#include <string>
#include <string_view>

namespace remarks_cases {

namespace program = headroom::read;

std::string told(const program::deployment_file& file) {
  std::string words;
  for (const hr::remark& each : file.remarks) {
    if (!words.empty()) words += ", ";
    if (each.what == hr::remark::about::full_rack)
      words += "full rack";
    else
      words += std::to_string(each.amount) + (each.what == hr::remark::about::gpus ? " GPUs" : " nodes");
    words += "@" + std::to_string(each.line);
  }
  return words;
}

// What words in line 3 state.
std::string stated(std::string_view words) {
  program::deployment_file file("");
  program::take_remarks(words, 3, file);
  return told(file);
}

// "rule@line: reason (comment's line)" of each silence in a YAML text.
std::string silences(std::string_view text) {
  program::deployment_file file{std::string(text)};
  REQUIRE(file.source().parsed().is_good());
  program::take_comments(file.source().parsed().comments(), file);
  std::string words;
  for (const program::silence& each : file.silences)
    words += (words.empty() ? "" : ", ") + std::string(each.rule) + "@" + std::to_string(each.line) + ": " +
             std::string(each.reason) + " (" + std::to_string(each.comment_line) + ")";
  return words;
}

}  // namespace remarks_cases

TEST_CASE("Figures that words state") {
  using remarks_cases::stated;
  CHECK(stated("48 GPUs across 9 worker nodes") == "48 GPUs@3, 9 nodes@3");
  CHECK(stated("1,024 GPUs") == "1024 GPUs@3");
  CHECK(stated("1,048,576 gpus.") == "1048576 GPUs@3");
  CHECK(stated("8 GPUs per node") == "8 GPUs@3");
  CHECK(stated("(16 GPUs), 2 VMs; \"4 hosts\"") == "16 GPUs@3, 2 nodes@3, 4 nodes@3");
  CHECK(stated("14 GB300 nodes, 4 GPU nodes, 3 compute machines") == "14 nodes@3, 4 nodes@3, 3 nodes@3");
  CHECK(stated("total=72 GPUs") == "72 GPUs@3");
  CHECK(stated("1 node") == "1 nodes@3");
  CHECK(stated("4 nodes x 8 = 32 A100 80GB") == "32 GPUs@3");
  CHECK(stated("(128 H100s)") == "128 GPUs@3");
  CHECK(stated("16 H200 nodes, 8 H100 GPUs") == "16 nodes@3, 8 GPUs@3");
  CHECK(stated("phase 2 H100 rollout") == "");
  CHECK(stated("48 GPUs on 9 nodes. Last year 64 GPUs on 16 nodes.") == "48 GPUs@3, 9 nodes@3");
  CHECK(stated("was 32 GPUs; now 48 GPUs") == "48 GPUs@3");
  CHECK(stated("64 GPUs since 2019") == "64 GPUs@3");
  CHECK(stated("2 nodes = 16 GPUs") == "16 GPUs@3");
  CHECK(stated("the last of 4 racks, 288 GPUs") == "288 GPUs@3");
  CHECK(stated("Decode on the full rack") == "full rack@3");
  CHECK(stated("full-rack.yaml, FULL RACK") == "full rack@3, full rack@3");
}

TEST_CASE("Figures that are about, at most, of each or of something else are not stated") {
  using remarks_cases::stated;
  for (const std::string_view words : {"up to 48 GPUs",
                                       "at least 4 nodes",
                                       "at most 4 nodes",
                                       "fewer than 8 nodes",
                                       "about 8 GPUs",
                                       "approximately 8 GPUs",
                                       "~48 GPUs",
                                       "~ 48 GPUs",
                                       "4-8 nodes",
                                       "4 - 8 nodes",
                                       "4–8 nodes",
                                       "4 to 8 nodes",
                                       "4 or 8 GPUs",
                                       "between 4 and 8 nodes",
                                       "16+ GPUs",
                                       "8 + 8 GPUs",
                                       "every 4 nodes",
                                       "14 of 18 nodes",
                                       "each 4 GPUs",
                                       ">= 4 nodes",
                                       "< 4 nodes",
                                       "2x8 GPUs",
                                       "2 x 8 GPUs",
                                       "2*8 GPUs",
                                       "4/8 GPUs",
                                       "1.5 GPUs",
                                       "0.5 nodes",
                                       "version 2 nodes",
                                       "rack 3 nodes",
                                       "phase 2 nodes",
                                       "another 4 nodes",
                                       "H100 GPUs",
                                       "A100 80GB GPUs",
                                       "2 spare nodes",
                                       "GPUs: 8",
                                       "8-GPU nodes",
                                       "1,02 GPUs",
                                       "12,3456 GPUs",
                                       ",8",
                                       "99999999999999999999999999 GPUs",
                                       "8",
                                       "",
                                       "nodes",
                                       "stack",
                                       "a full tracker",
                                       "not a full rack",
                                       "less than a full rack",
                                       "part of a full rack",
                                       "1 GPU = 80 GiB",
                                       "1 GPU = 1 worker",
                                       "1 node = 8 GPU-hours",
                                       "one rack: 8 GPUs = 1 node",
                                       "not 32 GPUs",
                                       "last year 64 GPUs",
                                       "64 GPUs last year, more since",
                                       "we had 32 nodes",
                                       "was 32 nodes until March",
                                       "used to be 16 GPUs",
                                       "16 GPUs in 2024",
                                       "would need 16 GPUs",
                                       "16 GPUs if decode scales",
                                       "next quarter 128 GPUs",
                                       "tested with 4 nodes in staging",
                                       "128 GPUs are reserved for the other team elsewhere",
                                       "replaces the deployment of 4 nodes with 32 GPUs",
                                       "quota in the region: 64 GPUs",
                                       "benchmark on 64 GPUs",
                                       "copied from the 72 GPU example",
                                       "a full rack next year"}) {
    CAPTURE(words);
    CHECK(stated(words) == "");
  }
}

TEST_CASE("Figures in passing are not stated") {
  using remarks_cases::stated;
  for (const std::string_view words : {"needs 1 GPU per 2 nodes",
                                       "node pool max is 8 nodes",
                                       "up to 8 nodes",
                                       "at least 2 nodes",
                                       "up to another 8 nodes",
                                       "the cluster has 12 nodes",
                                       "there are 12 nodes in the pool",
                                       "we own 96 GPUs, this takes a third",
                                       "scale to 4 replicas (64 GPUs) for launch",
                                       "minimum 2 nodes; recommended 6 nodes",
                                       "can scale out and use 16 nodes",
                                       "the autoscaler caps this at 10 nodes",
                                       "the model fits on 2 GPUs in FP8",
                                       "does not fit: 405B in BF16 doesn't run on 1 node",
                                       "too large for 1 node, hence pipeline parallelism",
                                       "never schedule this on 2 nodes",
                                       "18 nodes per rack, 4 trays each",
                                       "18 nodes/rack",
                                       "an NVL72 rack holds 18 nodes",
                                       "NVSwitch connects 8 GPUs; InfiniBand connects 4 nodes",
                                       "one of the 9 nodes",
                                       "tolerates the loss of 1 node",
                                       "1 node is cordoned for RMA",
                                       "leave 2 GPUs free for debugging",
                                       "2 GPUs idle, see the runbook",
                                       "8 GPUs or more",
                                       "8 GPUs minimum",
                                       "drain 2 nodes at a time",
                                       "rolls out 1 node at once",
                                       "2 node pools",
                                       "4 GPU types are allowed",
                                       "needs 1 GPU operator, 1 node exporter",
                                       "8 GPU hours",
                                       "for 16 GPUs set tensor-parallel-size to 16",
                                       "to run on 2 nodes, set NNODES",
                                       "e.g. 4 nodes",
                                       "uses 4 nodes when the queue is long",
                                       "TODO: use 16 GPUs",
                                       "faster vs 8 nodes of A100",
                                       "4 GPUs for every 2 nodes",
                                       "about the 8 GPUs"}) {
    CAPTURE(words);
    CHECK(stated(words) == "");
  }
}

TEST_CASE("Figures of the file are stated, whatever else is said beside them") {
  using remarks_cases::stated;
  CHECK(stated("48 GPUs, max 12 nodes") == "48 GPUs@3");
  CHECK(stated("9 nodes (max 12 nodes)") == "9 nodes@3");
  CHECK(stated("9 nodes - at least 8 nodes are needed") == "9 nodes@3");
  CHECK(stated("a total of 48 GPUs") == "48 GPUs@3");
  CHECK(stated("LWS groups of 2 nodes (16 GPUs), so 32 GPUs overall") == "16 GPUs@3, 32 GPUs@3");
  CHECK(stated("runs on 9 nodes of the cluster") == "9 nodes@3");
  CHECK(stated("48 GPUs on the H100 cluster") == "48 GPUs@3");
  CHECK(stated("needs 48 GPUs across 9 worker nodes") == "48 GPUs@3, 9 nodes@3");
  CHECK(stated("64 GPU training job") == "64 GPUs@3");
  CHECK(stated("Decode: 1 node with 4 GPUs each") == "1 nodes@3, 4 GPUs@3");
  CHECK(stated("8 GPUs per H100 node, 4 GPUs per pod, 2 GPUs/worker") == "8 GPUs@3, 4 GPUs@3, 2 GPUs@3");
  CHECK(stated("8 GPUs requested, 1 node used") == "8 GPUs@3, 1 nodes@3");
  CHECK(stated("not shared. 9 nodes") == "9 nodes@3");
  // Where the file holds the cluster, or its racks, words about these are about it.
  namespace program = headroom::read;
  program::deployment_file pools("");
  pools.pools.push_back({.name = "gpu"});
  program::take_remarks("the cluster has 12 nodes; a rack has 18 nodes", 3, pools);
  CHECK(remarks_cases::told(pools) == "12 nodes@3");
  program::deployment_file blocks("");
  blocks.blocks.push_back({.name = "b01"});
  program::take_remarks("the cluster has 12 nodes; a rack has 18 nodes", 3, blocks);
  CHECK(remarks_cases::told(blocks) == "18 nodes@3");
}

TEST_CASE("Names, descriptions and tags are read, other texts are not") {
  namespace program = headroom::read;
  program::deployment_file file(
      "name: 8 GPUs\nother: 9 GPUs\nitems:\n  - description: |\n      uses 4 nodes\n  - title: [5 nodes]\nname2: 3 "
      "nodes\n");
  program::take_remarks(*file.source().document(), file);
  CHECK(remarks_cases::told(file) == "8 GPUs@1, 4 nodes@4");
  program::deployment_file tagged(
      "tags:\n  note: 8 GPUs\n  owner: {text: 9 GPUs}\nlabels: {of: 4 nodes}\ntag:\n- key: note\n  value: 5 nodes\n"
      "- key: 6 nodes\ntags_all:\n  note: 8 GPUs\n");
  program::take_remarks(*tagged.source().document(), tagged);
  CHECK(remarks_cases::told(tagged) == "8 GPUs@2, 4 nodes@4, 5 nodes@7");
}

TEST_CASE("Comments of scripts and INI-like files") {
  namespace program = headroom::read;
  std::string words;
  for (const program::comment& each :
       program::comments_of_lines("#!/bin/bash\n#SBATCH -N 4  # four\r\n  ## two\necho a#b\n\n#\nx=1 # y # z"))
    words += std::to_string(each.line) + (each.stands_alone ? "+" : "") + " " + std::string(each.text) + "; ";
  CHECK(words == "1+ !/bin/bash; 2 four; 3+ two; 6+ ; 7 y # z; ");
}

TEST_CASE("A silence is about its own line, or about the next where it stands alone") {
  using remarks_cases::silences;
  CHECK(silences("a: 1 # headroom: ignore cpus: the host has them\n") == "cpus@1: the host has them (1)");
  CHECK(silences("a: 1\n# headroom: ignore cpus: why\nb: 2\n") == "cpus@3: why (2)");
  CHECK(silences("  # headroom: ignore cpus: why\n  # headroom: ignore rdma: so\nb: 2\n") ==
        "cpus@3: why (1), rdma@3: so (2)");
  CHECK(silences("# headroom: ignore cpus: why\n# words\nb: 2 # more\n") == "cpus@3: why (1)");
  CHECK(silences("# headroom: ignore cpus: why\n\nb: 2\n") == "cpus@2: why (1)");  // not about what is further down
  CHECK(silences("a: 1 # headroom: ignore cpus: x\n# headroom: ignore rdma: y\nb: 2\n") ==
        "cpus@1: x (1), rdma@3: y (2)");
  CHECK(silences("{\n  // headroom: ignore cpus: why\n  \"b\": 2, /* headroom: ignore rdma: so */\n"
                 "  /* headroom: ignore mig: z */ \"c\": 1}") == "cpus@3: why (2), rdma@3: so (3), mig@4: z (4)");
}

TEST_CASE("A silence without a reason or a rule is still one, for the checker to tell") {
  using remarks_cases::silences;
  CHECK(silences("a: 1 # headroom: ignore cpus\n") == "cpus@1:  (1)");
  CHECK(silences("a: 1 # headroom: ignore cpus:\n") == "cpus@1:  (1)");
  CHECK(silences("a: 1 # headroom: ignore cpus :  x: y \n") == "cpus@1: x: y (1)");
  CHECK(silences("a: 1 # headroom: ignore \n") == "");
  CHECK(silences("a: \"# headroom: ignore cpus: no\"\n") == "");
}

TEST_CASE("A line of more figures than people write in one is read to its 64th, and a file to its 4,096th") {
  std::string text;
  for (int i = 0; i < 5'000; ++i) text += "48 GPUs. ";
  headroom::read::deployment_file file("");
  headroom::read::take_remarks(text, 1, file);
  CHECK(file.remarks.size() == 64);
  for (int i = 0; i < 100; ++i) headroom::read::take_remarks(text, 2, file);
  CHECK(file.remarks.size() == 4'096);
}
