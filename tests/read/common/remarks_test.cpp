// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/common/comments.hpp>
#include <headroom/read/common/remarks.hpp>

#include <check.hpp>
#include <string>
#include <string_view>

namespace remarks_cases {

namespace program = headroom::read;

// "48 GPUs 9 nodes@3", "expects 48 GPUs@3".
std::string told(const program::deployment_file& file) {
  std::string words;
  const auto add = [&](std::string_view what, const hr::said<hr::count>& figure) {
    if (!figure.is_known()) return;
    if (!words.empty() && words.back() != ' ') words += ' ';
    words += std::to_string(figure.value) + " " + std::string(what);
  };
  for (const hr::remark& each : file.remarks) {
    if (!words.empty()) words += ", ";
    if (each.is_expected) words += "expects";
    add("GPUs", each.gpus);
    add("nodes", each.nodes);
    add("racks", each.racks);
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

// What the comments of a YAML text state.
std::string expected(const std::string& text) {
  program::deployment_file file(text + "k: v\n");
  REQUIRE(file.source().parsed().is_good());
  program::take_comments(file.source().parsed().comments(), file);
  return told(file);
}

}  // namespace remarks_cases

TEST_CASE("A dash begins a clause at the begin of a text, and of what stands behind it alone") {
  using remarks_cases::stated;
  CHECK(stated("- 48 GPUs on 6 nodes") == "48 GPUs 6 nodes@3");
  CHECK(stated("- of 48 GPUs on 6 nodes") == "");
  CHECK(stated("of 48 GPUs on 6 nodes") == "");
}

TEST_CASE("GPUs and nodes or racks that words state together") {
  using remarks_cases::stated;
  CHECK(stated("48 GPUs across 9 worker nodes") == "48 GPUs 9 nodes@3");
  CHECK(stated("Total: 48 GPUs across 9 worker nodes (8 decode + 1 prefill node minimum)") == "48 GPUs 9 nodes@3");
  CHECK(stated("full rack (14 nodes, 56 GPUs)") == "56 GPUs 14 nodes 1 racks@3");
  CHECK(stated("GB300 full rack bandwidth test (14 nodes, 56 GPUs)") == "56 GPUs 14 nodes 1 racks@3");
  CHECK(stated("9 nodes, 36 GPUs") == "36 GPUs 9 nodes@3");
  CHECK(stated("36 gpus, 1 node.") == "36 GPUs 1 nodes@3");
  CHECK(stated("1,024 GPUs on 128 nodes") == "1024 GPUs 128 nodes@3");
  CHECK(stated("- 16 GPUs in 2 racks") == "16 GPUs 2 racks@3");
  CHECK(stated("2 full racks (36 Nodes, 144 GPUs)") == "144 GPUs 36 nodes 2 racks@3");
  CHECK(stated("two sizes: 48 GPUs (6 nodes); 32 GPUs, 4 nodes") == "48 GPUs 6 nodes@3, 32 GPUs 4 nodes@3");
  CHECK(stated("\"144 GPUs on 36 nodes\"") == "144 GPUs 36 nodes@3");
}

TEST_CASE("A figure alone says nothing, nor does what stands in a sentence or is not exact") {
  using remarks_cases::stated;
  for (const std::string_view words : {"48 GPUs",
                                       "runs on 9 nodes",
                                       "full rack",
                                       "t3 enables 20h jobs but on 512 GPUs",
                                       "up to 48 GPUs on 9 nodes",
                                       "at least 9 nodes, 36 GPUs",
                                       "The queue has 72 GPUs on 18 nodes.",
                                       "64 GPUs on 8 nodes at most",
                                       "2 nodes, 8 GPUs each",
                                       "2 nodes (8 GPUs per node)",
                                       "~48 GPUs on 9 nodes",
                                       "<= 48 GPUs on 9 nodes",
                                       "4-8 nodes, 64 GPUs",
                                       "4 - 8 nodes, 64 GPUs",
                                       "1.5 GPUs on 2 nodes",
                                       "H100 GPUs on 2 nodes",
                                       "48 GPUs on nine nodes",
                                       "48 GPUs on 9 nodess",
                                       "48 GPUs on 9 noded",
                                       "48 GPUset on 9 nodes",
                                       "this is no full rack (14 nodes, 56 GPUs and more)",
                                       "10,24 GPUs on 128 nodes",
                                       "48 GPUs across 9 spare nodes",
                                       ""}) {
    CAPTURE(words);
    CHECK(stated(words) == "");
  }
}

TEST_CASE("A marker expects GPUs, nodes or both") {
  using remarks_cases::expected;
  CHECK(expected("# headroom: expect 48 GPUs, 9 nodes\n") == "expects 48 GPUs 9 nodes@1");
  CHECK(expected("#headroom:expect 48 GPUs, 9 nodes\n") == "expects 48 GPUs 9 nodes@1");
  CHECK(expected("a: 1 # headroom: expect 1 node\n") == "expects 1 nodes@1");
  CHECK(expected("a: 1\n# headroom: expect 1,024 gpus\n") == "expects 1024 GPUs@2");
  for (const std::string_view bad : {"", " GPUs", " 48", " 48 racks", " 48 GPUs 9 nodes", " 48 GPUs,", " 48 GPUs, 9 GPUs",
                                     " 48 GPUs and 9 nodes"}) {
    CAPTURE(bad);
    CHECK(expected("# headroom: expect" + std::string(bad) + "\n") == "expects@1");
  }
  CHECK(expected("# headroom: expected 48 GPUs\n") == "");
}

TEST_CASE("Names, descriptions and tags are read, other texts are not") {
  namespace program = headroom::read;
  program::deployment_file file(
      "name: 8 GPUs on 1 node\nother: 9 GPUs on 1 node\nitems:\n  - description: |\n      4 nodes, 32 GPUs\n  - title: [5 "
      "nodes, 8 GPUs]\nname2: 3 nodes, 8 GPUs\n");
  program::take_remarks(*file.source().document(), file);
  CHECK(remarks_cases::told(file) == "8 GPUs 1 nodes@1, 32 GPUs 4 nodes@4");
  program::deployment_file tagged(
      "tags:\n  note: 8 GPUs on 1 node\n  owner: {text: 9 GPUs on 1 node}\nlabels: {of: 32 GPUs on 4 nodes}\ntag:\n"
      "- key: note\n  value: 40 GPUs on 5 nodes\n- key: 6 nodes (48 GPUs)\ntags_all:\n  note: 8 GPUs on 1 node\n");
  program::take_remarks(*tagged.source().document(), tagged);
  CHECK(remarks_cases::told(tagged) == "8 GPUs 1 nodes@2, 32 GPUs 4 nodes@4, 40 GPUs 5 nodes@7");
}

TEST_CASE("A remark is kept as it stands") {
  headroom::read::deployment_file file("");
  headroom::read::take_remarks("two sizes: 48 GPUs (6 nodes); (32 GPUs, 4 nodes) more", 1, file);
  REQUIRE(file.remarks.size() == 2);
  CHECK(file.remarks[0].text == "48 GPUs (6 nodes)");
  CHECK(file.remarks[1].text == "32 GPUs, 4 nodes");
}

TEST_CASE("Words about a part of a file are left out, and what is expected of it is not") {
  const auto left = [](std::string_view words) {
    headroom::read::deployment_file file("");
    file.parts = {{2, {hr::count{16}, 1}}, {3, {hr::unknown, 1}}};
    headroom::read::take_remarks(words, 3, file);
    headroom::read::leave_out_parts(file);
    return remarks_cases::told(file);
  };
  CHECK(left("2 nodes, 16 GPUs") == "");
  CHECK(left("2 nodes, 8 GPUs") == "8 GPUs 2 nodes@3");
  CHECK(left("4 nodes, 16 GPUs") == "16 GPUs 4 nodes@3");
  CHECK(left("3 nodes, 0 GPUs") == "0 GPUs 3 nodes@3");
  CHECK(left("2 racks, 16 GPUs") == "16 GPUs 2 racks@3");
  headroom::read::deployment_file file("");
  file.parts = {{2, {hr::count{16}, 1}}};
  file.remarks.push_back(headroom::read::expected_by("2 nodes, 16 GPUs", 3));
  headroom::read::leave_out_parts(file);
  CHECK(file.remarks.size() == 1);
}

TEST_CASE("A file is read to its 4,096th statement") {
  std::string text;
  for (int i = 0; i < 5'000; ++i) text += "48 GPUs on 6 nodes. ";
  headroom::read::deployment_file file("");
  headroom::read::take_remarks(text, 1, file);
  CHECK(file.remarks.size() == 4'096);
}
