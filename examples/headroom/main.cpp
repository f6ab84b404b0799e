// SPDX-License-Identifier: BSL-1.0
#include <string>
#include <vector>

#include "run.hpp"

int main(int argc, char** argv) {
  namespace program = headroom::program;
  program::session s = program::session_of_terminal();
  program::run(s, std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
  program::finish(s);
  return s.exit;
}
