// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/slurm/host_list.hpp>

#include <check.hpp>
#include <headroom/read/common/deployment_file.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace program = headroom::read;
using program::host_list;

std::string names(std::string_view text) {
  std::string all;
  for (const std::string& each : host_list(text, 1).names(100)) all += (all.empty() ? "" : " ") + each;
  return all;
}
hr::count size(std::string_view text) { return host_list(text, 1).size(); }

}  // namespace

TEST_CASE("A host list counts each node once") {
  CHECK(size("gpu-[001-018,020],login1") == 20);
  CHECK(size("rack[1-2]node[01-18]") == 36);
  CHECK(size("n[1-3,2],n2") == 3);
  CHECK(size("n1[0-3],n10,n[12-15]") == 6);
  CHECK(size("") == 0);
  CHECK(size("n1,,n2,") == 2);
  CHECK(size(",n1") == 1);
  CHECK(names("[1-2]") == "1 2");
  CHECK(names("1[2-3]") == "12 13");
  CHECK(names("a b\tc\nd") == "a b c d");
  CHECK(size("a b\tc\nd") == 4);
  CHECK(names("n[ 1 - 2 ]") == "n1 n2");
  CHECK(names("n[123456789012345678]") == "n123456789012345678");
  CHECK(names("n[09-11],n[9-10]") == "n9 n09 n10 n11");
  CHECK(names("rack[1-2]node[09-10]") == "rack1node09 rack1node10 rack2node09 rack2node10");
}

TEST_CASE("A list of 2^40 nodes is counted, and one of more is refused") {
  CHECK(size("n[1-1099511627776]") == hr::max_count);
  CHECK(size("a[1-1048576]b[1-1048576]") == hr::max_count);
  CHECK_FALSE(host_list("a[1-1048576]b[1-1048576]", 1).is_written_out());
  CHECK_THROWS_AS(size("n[0-1099511627776]"), program::unreadable);
  CHECK_THROWS_AS(size("a[0-1048576]b[1-1048576]c[1-1048576]d[1-1048576]"), program::unreadable);
}

TEST_CASE("What Slurm refuses is refused") {
  for (const std::string_view text : {"n[3-1]", "n[]", "n[1-", "n1-2]", "n[1,3]x", "n[a-b]", "n[1-1,]", "n[,1]", "a[[1]]",
                                      "n[1-2]]", "n[-1]", "n[1x0]", "n[1234567890123456789]"})
    CHECK_THROWS_AS(size(text), program::unreadable);
}

TEST_CASE("What is wrong with a list of hosts is told") {
  const auto why = [](std::string_view text) {
    try {
      host_list(text, 7);
    } catch (const program::unreadable& refused) {
      CHECK(refused.error.line == 7);
      CHECK(refused.error.column == 0);
      return refused.error.message;
    }
    return std::string();
  };
  CHECK(why("n[1-2]x") == "\"n[1-2]x\" is no host list: expected nothing after the last bracket");
  CHECK(why("n[3-1]") == "\"3-1\" is no host list: expected the smaller number before the larger");
  CHECK(why("n[1-") == "\"n[1-\" is no host list: expected a closing bracket");
  CHECK(why("n1-2]") == "\"n1-2]\" is no host list: expected brackets in pairs");
  CHECK(why("n[a]") == "\"a\" is no host list: expected a number, or two with a hyphen between, in the brackets");
}

TEST_CASE("Lists are held against each other without writing them out") {
  const host_list all("gpu[001-100],login[1-2]", 1);
  CHECK(all.contains("gpu050"));
  CHECK_FALSE(all.contains("gpu50"));
  CHECK_FALSE(all.contains("gpu101"));
  CHECK(host_list("gpu[010-020]", 1).first_outside(all).empty());
  CHECK(host_list("gpu[090-102]", 1).first_outside(all) == "gpu101");
  CHECK(host_list("login[2-3]", 1).first_outside(all) == "login3");
  CHECK(host_list("gpu[100-200]", 1).first_shared(all) == "gpu100");
  CHECK(host_list("gpu[1-9]", 1).first_shared(all).empty());
  CHECK(host_list("x1", 1).first_shared(all).empty());
  CHECK(host_list("x1", 1).first_outside(all) == "x1");
  CHECK(host_list("n[3-4]", 1).first_shared(host_list("n[1-2],n[5-6]", 1)).empty());
  CHECK(host_list("n[1-1099511627776]", 1).contains("n1099511627775"));
  host_list both("a[1-3]", 1);
  both.add(host_list("a[2-5],b1", 1));
  CHECK(both.size() == 6);
  // Where one is not written out, names are counted as often as they stand.
  both.add(host_list("a[1-65536]b[1-2]", 1));
  CHECK_FALSE(both.is_written_out());
  CHECK(both.size() == 3 + 5 + 131'072);
  host_list open("a[1-65536]b[1-2]", 1);
  open.add(host_list("n1", 1));
  CHECK_FALSE(open.is_written_out());
}

TEST_CASE("What a file's lists write out is bounded") {
  program::host_budget budget;
  CHECK(host_list("a[1-256]b[1-2]", 1, budget).is_written_out());
  CHECK(budget.left == 8'192 - 256);
  CHECK(host_list("a[1-2]b[1-3,5]", 1, budget).is_written_out());
  CHECK(budget.left == 8'192 - 256 - 4);
  CHECK(host_list("a[1]b[1-3,5]", 1, budget).is_written_out());
  CHECK(budget.left == 8'192 - 256 - 4);
  CHECK_FALSE(host_list("a[1-65536]b[1-2]", 1, budget).is_written_out());
  CHECK(host_list("a[1-65536]b[1-2]", 1, budget).size() == 131'072);
  CHECK(host_list("a[1-8192]b[1-2]", 1).is_written_out());
  CHECK_FALSE(host_list("a[1-8193]b[1-2]", 1).is_written_out());
  CHECK(host_list("n[1-1099511627776]", 1).names(3).size() == 3);
}
