// SPDX-License-Identifier: BSL-1.0
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <headroom/version.hpp>
#include <string>

#include "audit_command.hpp"
#include "catalog_command.hpp"
#include "report_command.hpp"
#include "schema.hpp"
#include "session.hpp"
#include "terminal.hpp"

namespace headroom::program {

namespace {

void run(session& s, int argc, const char* const* argv) {
  CLI::App app("Plans GPU clusters: what there is, what it adds up to, and whether it is enough.", "headroom");
  app.set_version_flag("--version", "headroom " + std::string(version));
  app.require_subcommand(1);
  app.footer(
      "Examples:\n"
      "  headroom report my-cluster.json        what it adds up to, and the verdict\n"
      "  headroom catalog Standard_ND96asr_v4   everything about one machine\n"
      "  headroom schema                        what may stand in a deployment file\n"
      "\n"
      "headroom COMMAND --help says more about each.");
  add_report_command(app, s);
  add_catalog_command(app, s);
  add_audit_command(app, s);
  add_schema_command(app, s);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const auto chosen = app.get_subcommands();
    s.write(chosen.empty() ? app.help() : chosen.front()->help("headroom"));
  } catch (const CLI::CallForVersion&) {
    s.print("headroom {}\n", version);
  } catch (const CLI::ParseError& problem) {
    s.fail(std::string(problem.what()) + "; see headroom --help");
  }
}

int finish(const session& s) {
  if (s.exit == bad_input) {
    std::fprintf(stderr, "headroom: %s\n", s.error.c_str());
    return bad_input;
  }
  if (std::fwrite(s.out.data(), 1, s.out.size(), stdout) != s.out.size() || std::fflush(stdout) != 0) {
    std::fputs("headroom: standard output cannot be written to\n", stderr);
    return bad_input;
  }
  return s.exit;
}

}  // namespace

}  // namespace headroom::program

int main(int argc, char** argv) {
  namespace program = headroom::program;
  program::session s;
  s.width = program::output_width();
  s.colour = program::output_has_colour();
  try {
    program::run(s, argc, argv);
  } catch (const std::exception& problem) {
    s.fail(problem.what());
  }
  return program::finish(s);
}
