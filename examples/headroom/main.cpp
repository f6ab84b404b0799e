// SPDX-License-Identifier: BSL-1.0
#include <exception>
#include <string>
#include <vector>

#include "print/terminal.hpp"
#include "run.hpp"

int main(int argc, char** argv) {
  namespace program = headroom::program;
  program::session s;
  s.width = program::output_width();
  s.colour = program::output_has_colour();
  s.utf8 = program::output_is_utf8();
  program::run(s, std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
  try {
    if (s.error.empty()) s.flush();
  } catch (const std::exception& problem) {
    s.fail(problem.what());
  }
  s.outside->tell(program::text_of_error(s));
  return s.exit;
}
