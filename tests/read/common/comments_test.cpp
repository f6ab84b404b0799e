// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/common/comments.hpp>

#include <check.hpp>
#include <string>
#include <string_view>

namespace comments_cases {

namespace program = headroom::read;

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

}  // namespace comments_cases

TEST_CASE("Comments of scripts and INI-like files") {
  namespace program = headroom::read;
  std::string words;
  for (const program::comment& each :
       program::comments_of_lines("#!/bin/bash\n#SBATCH -N 4  # four\r\n  ## two\necho a#b\n\n#\nx=1 # y # z"))
    words += std::to_string(each.line) + (each.stands_alone ? "+" : "") + " " + std::string(each.text) + "; ";
  CHECK(words == "1+ !/bin/bash; 2 four; 3+ two; 6+ ; 7 y # z; ");
}

TEST_CASE("A silence is about its own line, or about the next where it stands alone") {
  using comments_cases::silences;
  CHECK(silences("a: 1 # headroom: ignore cpus: the host has them\n") == "cpus@1: the host has them (1)");
  CHECK(silences("a: 1\n# headroom: ignore cpus: why\nb: 2\n") == "cpus@3: why (2)");
  CHECK(silences("  # headroom: ignore cpus: why\n  # headroom: ignore rdma: so\nb: 2\n") ==
        "cpus@3: why (1), rdma@3: so (2)");
  CHECK(silences("# headroom: ignore cpus: why\n# words\nb: 2 # more\n") == "cpus@3: why (1)");
  CHECK(silences("# headroom: ignore cpus: why\n\nb: 2\n") == "cpus@2: why (1)");  // not about what is further down
  CHECK(silences("a: 1 # headroom: ignore cpus: x\n# headroom: ignore rdma: y\nb: 2\n") ==
        "cpus@1: x (1), rdma@3: y (2)");
  // Remarks in front of it or further down do not move it.
  CHECK(silences("a: 1 # one\n# headroom: ignore cpus: why\n# words\nb: 2\n") == "cpus@4: why (2)");
  CHECK(silences("# headroom: ignore cpus: why\na: 1\n# words\nb: 2\n") == "cpus@2: why (1)");
  CHECK(silences("{\n  // headroom: ignore cpus: why\n  \"b\": 2, /* headroom: ignore rdma: so */\n"
                 "  /* headroom: ignore mig: z */ \"c\": 1}") == "cpus@3: why (2), rdma@3: so (3), mig@4: z (4)");
}

TEST_CASE("A silence without a reason or a rule is still one, for the checker to tell") {
  using comments_cases::silences;
  CHECK(silences("a: 1 # headroom: ignore cpus\n") == "cpus@1:  (1)");
  CHECK(silences("a: 1 # headroom: ignore cpus:\n") == "cpus@1:  (1)");
  CHECK(silences("a: 1 # headroom: ignore cpus:why\n") == "cpus@1: why (1)");
  CHECK(silences("a: 1 # headroom: ignore cpus :  x: y \n") == "cpus@1: x: y (1)");
  CHECK(silences("a: 1 # headroom: ignore \n") == "@1:  (1)");
  CHECK(silences("a: \"# headroom: ignore cpus: no\"\n") == "");
}

TEST_CASE("A silence with a reason covers its rule on its line") {
  using headroom::read::silence;
  CHECK(silence{3, 2, "cpus", "why"}.covers("cpus", 3));
  CHECK_FALSE(silence{3, 2, "cpus", "why"}.covers("rdma", 3));
  CHECK_FALSE(silence{3, 2, "cpus", "why"}.covers("cpus", 2));
  CHECK_FALSE(silence{3, 2, "cpus", ""}.covers("cpus", 3));
}

TEST_CASE("A marker whose word is misspelled is told with the word that is meant, and prose is not") {
  const auto noted = [](std::string_view comment) {
    headroom::read::deployment_file file("a: 1 # " + std::string(comment) + "\n");
    headroom::read::take_comments(file.source().parsed().comments(), file);
    return file.noted.empty() ? std::string() : file.noted.front().message;
  };
  CHECK(noted("headroom: expects 48 GPUs") == "\"expects\" is no marker of headroom: did you mean \"expect\"?");
  CHECK(noted("headroom: ignroe cpus: why") == "\"ignroe\" is no marker of headroom: did you mean \"ignore\"?");
  CHECK(noted("headroom: assert 48 GPUs, 6 nodes") == "\"assert\" is no marker of headroom: expected expect or ignore");
  CHECK(noted("headroom: demand 6 nodes") == "\"demand\" is no marker of headroom: expected expect or ignore");
  CHECK(noted("headroom: demand 48 GPUs") == "\"demand\" is no marker of headroom: expected expect or ignore");
  for (const std::string_view good : {"headroom: expect 48 GPUs", "Headroom: Expect 48 GPUs", "headroom: ignore cpus: why", "headroom:", "headroom: 20 % are kept",
                                      "headroom: room above the limit", "the headroom: expects 48 GPUs"}) {
    CAPTURE(good);
    CHECK(noted(good) == "");
  }
}
