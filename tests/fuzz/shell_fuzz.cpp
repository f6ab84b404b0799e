// SPDX-License-Identifier: BSL-1.0
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <headroom/read/shell.hpp>

#include "require.hpp"

namespace shell = headroom::read::shell;

namespace {

void require_within(const shell::value& value, int lines) {
  require(shell::position_of(value, value.text.size()).line <= lines, "a text lies within the script");
  std::size_t last = 0;
  for (const shell::gap& each : value.gaps) {
    require(each.offset >= last && each.offset <= value.text.size(), "gaps are in order and within the text");
    require(!shell::reason(*each.why).empty(), "what is not known has a reason");
    last = each.offset;
  }
}

}  // namespace

// Any text has a tree and is followed, within bounds; what it runs lies within it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const int lines = static_cast<int>(size) + 1;
  const shell::script tree = shell::parse(text);
  for (const shell::outside& each : tree.pieces_outside())
    require(each.at.line >= 1 && each.at.line <= lines, "a piece outside the grammar lies within the text");
  const shell::walked runs = shell::walk(tree);
  for (std::size_t i = 0; i < runs.commands.size(); ++i) {
    for (const shell::expanded_word& each : runs.commands[i].words) require_within(each.text, lines);
    if (i > 0) shell::may_run_together(runs, i - 1, i);
  }
  return 0;
}
