// SPDX-License-Identifier: BSL-1.0
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include <headroom/read/shell/parse.hpp>
#include <headroom/read/shell/walk.hpp>

// What the walk says of scripts, for differential.py: a line for each script, each command and each of its words.
//
//     script NAME ACCEPTED COMPLETE
//     anything                                 a command whose name is not known
//     command IS_CERTAIN CONSTRUCT.BRANCH,...
//     word IS_SEVERAL IS_OPTIONAL TEXT... where a gap is "?" and all that it may be, and other text is in hexadecimal

namespace shell = headroom::read::shell;

namespace {

void print_text(std::string_view text) {
  std::putchar('=');
  for (const char c : text) std::printf("%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
}

void print_word(const shell::expanded_word& word) {
  std::printf("word %d %d", word.may_be_several ? 1 : 0, word.optional != nullptr ? 1 : 0);
  std::size_t from = 0;
  const auto piece = [&](std::size_t to) {
    if (from < to) std::putchar(' ');
    if (from < to) print_text(word.text.text.substr(from, to - from));
    from = to;
  };
  for (const shell::gap& each : word.text.gaps) {
    piece(each.offset);
    std::printf(" ?");
    for (const std::string_view one : each.why->may_be) print_text(one);
  }
  piece(word.text.text.size());
  std::printf("\n");
}

void print_command(const shell::executed& command) {
  bool is_certain = command.in->branch == nullptr;
  for (const shell::repetition* each = command.in->loop; each != nullptr; each = each->around)
    is_certain = is_certain && each->round.has_value();
  std::printf("command %d ", is_certain ? 1 : 0);
  for (const shell::choice* each = command.in->branch; each != nullptr; each = each->around)
    std::printf("%zu.%zu,", each->construct, each->branch);
  std::printf("\n");
  for (const shell::expanded_word& each : command.words.subspan(command.name)) print_word(each);
}

}  // namespace

int main(int count, char** names) {
  for (int i = 1; i < count; ++i) {
    std::ostringstream text;
    text << std::ifstream(names[i]).rdbuf();
    const shell::script script = shell::parse(text.str());
    const shell::walked walked = shell::walk(script);
    std::printf("script %s %d %d\n", names[i], script.pieces_outside().empty() ? 1 : 0, walked.is_complete ? 1 : 0);
    for (const shell::executed& each : walked.commands) {
      if (each.words.size() <= each.name) continue;
      if (!each.words[each.name].text.is_known()) std::printf("anything\n");
      if (each.words[each.name].text.is("p")) print_command(each);
    }
  }
}
