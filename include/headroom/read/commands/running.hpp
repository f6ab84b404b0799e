// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/deployment.hpp>
#include <span>
#include <string_view>
#include <vector>

#include <headroom/read/commands/words.hpp>

// Which commands of a script run at once, as far as that is seen.
namespace headroom::read {

// The reserved words with which a command begins ("else", "do"), those of a script in quotes included.
std::vector<std::string_view> keywords_of(std::span<const command_word> command);

// Whether a command waits for others, or ends them.
bool ends_others(std::span<const command_word> command);

// The devices that a command may see (CUDA_VISIBLE_DEVICES); unknown where a variable says which.
said<count> visible_devices(std::span<const command_word> command);

// Takes the commands of a script one by one, with what each says of its sizes.
class running_commands {
 public:
  // False: it runs beside others, and which GPUs each has is not said. The end is the sign behind the command.
  bool take(std::span<const command_word> command, const parallel_sizes& sizes, std::string_view end);

  // Whether the sizes of one are not of all GPUs: others have, or may have, some of them.
  bool leave_rest() const { return leave_rest_; }
  // Whether each of several with sizes has devices of its own, and enough.
  bool are_apart() const { return with_sizes_ > 1 && are_apart_; }

 private:
  struct branches {
    bool before = false;
    bool after = false;  // of any of them
  };

  void follow(std::string_view keyword);
  void next_branch();

  std::vector<branches> open_{};
  int loops_ = 0;
  int with_sizes_ = 0;
  bool servers_run_ = false;
  bool others_run_ = false;  // without sizes
  bool are_repeated_ = false;
  bool are_apart_ = true;
  bool leave_rest_ = false;
};

}  // namespace headroom::read
