// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

// The names that a shell gives a meaning of its own.
namespace headroom::read::shell::detail {

constexpr bool is_one_of(std::string_view word, std::span<const std::string_view> of) {
  return std::ranges::find(of, word) != of.end();
}

// Variables that the shell sets by itself, whatever a script assigns to some of them: bash(1), "Shell Variables".
constexpr bool is_set_by_shell(std::string_view name) {
  constexpr auto names = std::to_array<std::string_view>({
      "BASHPID",   "BASH_COMMAND",  "BASH_SOURCE", "BASH_SUBSHELL", "BASH_VERSION", "COLUMNS", "DIRSTACK", "EPOCHREALTIME",
      "EUID",      "EPOCHSECONDS",  "FUNCNAME",    "GROUPS",        "HISTCMD",      "HOSTNAME", "LINENO",  "LINES",
      "OLDPWD",    "OPTIND",        "PIPESTATUS",  "PPID",          "PWD",          "RANDOM",  "SECONDS",  "SHLVL",
      "SRANDOM",   "UID"});
  return is_one_of(name, names);
}

// What runs in the shell itself: bash(1), "Shell Builtin Commands".
constexpr bool is_builtin(std::string_view name) {
  constexpr auto names = std::to_array<std::string_view>({
      ".",       ":",      "[",       "alias",   "bg",      "bind",     "break",   "builtin",  "caller", "cd",
      "command", "compgen", "complete", "compopt", "continue", "declare", "dirs",   "disown",   "echo",   "enable",
      "eval",    "exec",   "exit",    "export",  "false",   "fc",       "fg",      "getopts",  "hash",   "help",
      "history", "jobs",   "kill",    "let",     "local",   "logout",   "mapfile", "popd",     "printf", "pushd",
      "pwd",     "read",   "readarray", "readonly", "return", "set",    "shift",   "shopt",    "source", "suspend",
      "test",    "times",  "trap",    "true",    "type",    "typeset",  "ulimit",  "umask",    "unalias", "unset",
      "wait"});
  return is_one_of(name, names);
}

// Commands whose status answers a question, by their manuals (XCU: an "Exit status" of 1 that is no error).
constexpr bool answers_by_status(std::string_view name) {
  constexpr auto names = std::to_array<std::string_view>({
      "[",    "cmp",  "command", "compgen", "diff",  "egrep",      "expr", "false", "fgrep", "getopts",
      "grep", "hash", "kill",    "let",     "pgrep", "mountpoint", "read", "test",  "type",  "which"});
  return is_one_of(name, names);
}

// Shells whose language this is.
constexpr bool is_shell(std::string_view name) {
  constexpr auto names = std::to_array<std::string_view>({"bash", "sh", "dash", "ash"});
  return is_one_of(name, names);
}

// Programs that run what stands behind their options with the variables that they were given.
constexpr bool hands_variables_on(std::string_view name) {
  constexpr auto names = std::to_array<std::string_view>({"env",    "nohup",   "nice",   "ionice", "numactl",
                                                   "setsid", "srun",    "stdbuf", "taskset", "time",
                                                   "timeout", "xargs",  "chrt",   "flock",  "setarch"});
  return is_one_of(name, names);
}

// Those that start the processes of MPI: Open MPI's manuals, of which two are other names for the first, and MPICH's.
inline constexpr auto mpi_starters = std::to_array<std::string_view>({"mpirun", "mpiexec", "orterun", "prterun"});

// Likewise with variables of their own, on one machine or several.
constexpr bool starts_by_path(std::string_view name) {
  return hands_variables_on(name) || is_one_of(name, mpi_starters) || name == "ssh";
}

// A path without what says that it begins here.
constexpr std::string_view plain_path(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  return path;
}

// A path's last part.
constexpr std::string_view program_of(std::string_view path) { return path.substr(path.find_last_of('/') + 1); }

}  // namespace headroom::read::shell::detail
