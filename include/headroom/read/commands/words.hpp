// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <headroom/read/common/source_text.hpp>
#include <headroom/read/document.hpp>

namespace headroom::read {

// The program that a word names, without its folder: "srun" of "/usr/bin/srun".
inline std::string_view program_of(std::string_view word) { return word.substr(word.find_last_of('/') + 1); }

// A word of a command, without its quotes.
struct command_word {
  std::string text{};
  int line = 0;
  bool ends_command = false;  // a line's end or the like stands in its place; &, &&, ||, ;; and brackets are its text
  char quote = '\0';          // that is around all of it
};

// A command split as a shell does, scripts in quotes after "sh -c" included: each of its lines is the next line of the
// file. Variables stay as they are.
std::vector<command_word> words_of_command(std::string_view command, int line);

// Whether a text that comes after these words is a script: behind "bash -ec" or "eval".
bool is_shell_script(const std::vector<command_word>& words, std::string_view text);

// The words of a container's command and its args: texts or lists of texts. Those of one are the begin of the other's.
std::vector<command_word> words_of_container(const tree* command, const tree* args, const source_text& in);

}  // namespace headroom::read
