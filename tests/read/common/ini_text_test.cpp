// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/common/deployment_file.hpp>
#include <headroom/read/common/ini_text.hpp>

#include <array>
#include <doctest/doctest.h>
#include <string>
#include <string_view>

namespace ini_text_cases {

using namespace headroom::read;

std::string told(const std::vector<ini_pair>& pairs) {
  std::string all;
  for (const ini_pair& each : pairs) all += " " + std::string(each.key) + "=<" + std::string(each.value) + ">@" + std::to_string(each.line);
  return all;
}

// Each line: "1 NodeName=<a>@1", with what is no pair behind a bar.
std::string conf(std::string_view text) {
  const conf_text read(text);
  std::string all;
  for (const conf_line& each : read.lines())
    all += (all.empty() ? "" : "; ") + std::to_string(each.line) + told(each.pairs) + (each.rest.empty() ? "" : " | " + std::string(each.rest)) +
           (each.is_include ? " include" : "") + (each.is_template ? " template" : "");
  return all;
}

std::string sections(std::string_view text) {
  const std::vector<ini_section> read = ini_sections(text);
  std::string all;
  for (const ini_section& each : read)
    all += (all.empty() ? "" : "; ") + std::to_string(each.line) + std::string(each.depth, '>') + std::string(each.kind) + "," + std::string(each.name) + told(each.pairs);
  return all;
}

}  // namespace ini_text_cases

// slurm.conf(5): pairs, comments behind "#" unless a backslash escapes it, lines continued by a backslash, included files.
TEST_CASE("Lines of slurm.conf are pairs, wherever they are broken") {
  using ini_text_cases::conf;
  CHECK(conf("") == "");
  CHECK(conf("  \n# c\n\t#\n") == "");
  CHECK(conf("A=1") == "1 A=<1>@1");
  CHECK(conf("\nA=1 B.c=2\tD_e = 3  # F=4\n") == "2 A=<1>@2 B.c=<2>@2 D_e=<3>@2");
  CHECK(conf("A=a\\#b c=d # e # f") == "1 A=<a\\#b>@1 c=<d>@1");
  CHECK(conf("A=a\\#b\\##c") == "1 A=<a\\#b\\#>@1");
  CHECK(conf("#A=1\nB=2#C=3") == "2 B=<2>@2");
  CHECK(conf("A=\"b c\" D=\"\" E=f") == "1 A=<b c>@1 D=<>@1 E=<f>@1");
  CHECK(conf("A=\"b c") == "1 A=<b c>@1");
  CHECK(conf("A= B") == "1 A=<B>@1");
  CHECK(conf("A=") == "1 A=<>@1");
  CHECK(conf("A+=1 B-=2 C=+3") == "1 A=<1>@1 B=<2>@1 C=<+3>@1");
  CHECK(conf("A=1 B") == "1 A=<1>@1 | B");
  CHECK(conf("A=1 B +") == "1 A=<1>@1 | B +");
  CHECK(conf("A=1 B+C=2") == "1 A=<1>@1 | B+C=2");
  CHECK(conf("A=1 =2") == "1 A=<1>@1 | =2");
  CHECK(conf("A=1 B*=2") == "1 A=<1>@1 | B*=2");
  CHECK(conf("A=1 (x)=2") == "1 A=<1>@1 | (x)=2");
  CHECK(conf("A={{ b c }}d E=f") == "1 A=<{{ b c }}d>@1 E=<f>@1");
  CHECK(conf("A={{ b") == "1 A=<{{ b>@1");
  CHECK(conf("A=1 \\\nB=2 \\\n C=3\nD=4") == "1 A=<1>@1 B=<2>@2 C=<3>@3; 4 D=<4>@4");
  CHECK(conf("A=1\\\n2 B=3") == "1 A=<12>@1 B=<3>@2");
  CHECK(conf("A=1 \\\n\nB=2") == "1 A=<1>@1; 3 B=<2>@3");
  CHECK(conf("A=1 \\\nB=2 \\") == "1 A=<1>@1 B=<2>@2");
  CHECK(conf("Include f\ninclude\tg\nIncludes h\nInclude=1\nInclude f\nincluded=2") == "1 include; 2 include; 3 | Includes h; 4 Include=<1>@4; 5 include; 6 included=<2>@6");
  CHECK(conf("{% if a %}\nA=1\n{# b #}\n{{ c }}\n<% d %>\n{e}") == "1 template; 2 A=<1>@2; 3 template; 4 template; 5 template; 6 | {e}");
}

TEST_CASE("A key that is there again is told with its line, and the line of the one before") {
  headroom::read::deployment_file file("");
  headroom::read::note_repeated(std::array{ini_text_cases::ini_pair{"A", "1", 1}, ini_text_cases::ini_pair{"b", "1", 2}, ini_text_cases::ini_pair{"B", "2", 2}, ini_text_cases::ini_pair{"C", "1", 3},
                                           ini_text_cases::ini_pair{"a", "2", 4}, ini_text_cases::ini_pair{"a", "3", 6}},
                                "key", "the last counts", file);
  std::string all;
  for (const headroom::read::reading_error& each : file.noted) all += std::to_string(each.line) + ":" + std::to_string(each.column) + " " + each.message + "\n";
  CHECK(all == "4:0 the key \"a\" is here again, after line 1: the last counts\n6:0 the key \"a\" is here again, after line 4: the last counts\n"
               "2:0 the key \"B\" is on this line twice: the last counts\n");
}

// Azure CycleCloud, "Cluster Template Reference": sections of a depth, a kind and a name; expressions by ":="; texts in three quotes.
TEST_CASE("Sections of a template of CycleCloud have their attributes") {
  using ini_text_cases::sections;
  CHECK(sections("A=1\n") == "");
  CHECK(sections("[cluster a]\nB = 2\n[[node c d]]\n# no\nE=3 # f\nG=h#i\n") == "1>cluster,a B=<2>@2; 3>>node,c d E=<3>@5 G=<h#i>@6");
  CHECK(sections("[[[ configuration ]]]\nA.b=c\nno pair\n") == "1>>>configuration, A.b=<c>@2");
  CHECK(sections("[a b]\nC := d + 1\n=e\nF=g=h") == "1>a,b C=<:= d + 1>@2 =<e>@3 F=<g=h>@4");
  CHECK(sections("[a b]\nC=\"d e\"\nF='g'\nH=\"i'\nJ=\"\nK=\"\"\nL=m\"n\"\nO=xpx") ==
        "1>a,b C=<d e>@2 F=<g>@3 H=<\"i'>@4 J=<\">@5 K=<>@6 L=<m\"n\">@7 O=<xpx>@8");
  CHECK(sections("[a b]\nC='''d\nE=1\n[f g]\nend'''\nH=2") == "1>a,b C=<'''d>@2 H=<2>@6");
  CHECK(sections("[a b]\nC=\"\"\"d\n'''\nE=1\n\"\"\"\nH=2") == "1>a,b C=<\"\"\"d>@2 H=<2>@6");
  CHECK(sections("[a b]\nC='''d'''\nH=2") == "1>a,b C=<''d''>@2 H=<2>@3");
  CHECK(sections("[a b]\nC='''''d\nE=1\n'''\nH=2") == "1>a,b C=<'''''d>@2 H=<2>@5");
  CHECK(sections("[a b]\n# C = 1\n:= d\nE = 2") == "1>a,b =<:= d>@3 E=<2>@4");
  CHECK(sections("[]") == "1>,");
  CHECK_THROWS_AS(headroom::read::ini_sections("[a b"), headroom::read::unreadable);
}
