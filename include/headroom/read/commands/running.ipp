// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/commands/running.hpp>

#include <algorithm>
#include <array>
#include <headroom/deployment/rules/parallel_product.hpp>

#include <headroom/read/engine/settings.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

constexpr std::string_view devices_variable = "CUDA_VISIBLE_DEVICES=";

// Whether a command without sizes may take GPUs: by the devices that it is given, a launcher of training, or a script
// of Python.
bool may_take_gpus(std::span<const command_word> command) {
  constexpr std::array<std::string_view, 5> launchers{"accelerate", "torchrun", "deepspeed", "torch.distributed.run",
                                                      "torch.distributed.launch"};
  bool is_launcher = false;
  bool is_python = false;
  for (const command_word& each : command) {
    if (each.text == devices_variable) return false;
    const std::string_view name = program_of(each.text);
    is_launcher = is_launcher || is_one_of(name, launchers);
    is_python = is_python || name.starts_with("python");
    is_launcher = is_launcher || (is_python && name.ends_with(".py"));
  }
  const bool sets_only = command.size() < 2 || command.front().text == "export";
  return is_launcher || (!sets_only && !visible_devices(command).is_silent());
}

}  // namespace

std::vector<std::string_view> keywords_of(std::span<const command_word> command) {
  constexpr std::array<std::string_view, 15> reserved{"if",  "then",   "elif", "else", "fi",    "case", "esac", "for",
                                                      "while", "until", "select", "do", "done", "!",    "{"};
  std::vector<std::string_view> all;
  bool is_begin = true;
  for (const command_word& each : command) {
    const std::string_view word = each.text;
    const bool is_reserved = is_begin && is_one_of(word, reserved);
    if (is_reserved) all.push_back(word);
    const bool is_script_next = word.size() > 1 && word.size() < 7 && word.starts_with('-') && word.ends_with('c');
    is_begin = is_reserved || is_script_next;
  }
  return all;
}

bool ends_others(std::span<const command_word> command) {
  constexpr std::array<std::string_view, 4> ending{"wait", "kill", "pkill", "killall"};
  return std::ranges::any_of(command, [&](const command_word& each) { return is_one_of(program_of(each.text), ending); });
}

said<count> visible_devices(std::span<const command_word> command) {
  said<count> devices;
  for (const command_word& each : command) {
    const std::string_view word = each.text;
    if (!word.starts_with(devices_variable)) continue;
    const std::string_view list = word.substr(devices_variable.size());
    const bool is_list = !list.empty() && std::ranges::all_of(list, [](char c) { return is_digit(c) || c == ','; });
    devices = is_list ? said<count>{std::ranges::count(list, ',') + count{1}, each.line}
                      : said<count>{unknown, each.line};
  }
  return devices;
}

void running_commands::next_branch() {
  if (open_.empty()) return;
  open_.back().after = open_.back().after || servers_run_;
  servers_run_ = open_.back().before;
}

void running_commands::follow(std::string_view keyword) {
  if (keyword == "if" || keyword == "case") {
    open_.push_back({.before = servers_run_});
  } else if (keyword == "elif" || keyword == "else") {
    next_branch();
  } else if ((keyword == "fi" || keyword == "esac") && !open_.empty()) {
    servers_run_ = servers_run_ || open_.back().after;
    open_.pop_back();
  } else if (keyword == "for" || keyword == "while" || keyword == "until" || keyword == "select") {
    ++loops_;
  } else if (keyword == "done" && loops_ > 0) {
    --loops_;
    leave_rest_ = leave_rest_ || are_repeated_;
  }
}

bool running_commands::take(std::span<const command_word> command, const parallel_sizes& sizes, std::string_view end) {
  for (const std::string_view each : keywords_of(command)) follow(each);
  const bool runs_on = end == "&";
  bool is_told = true;
  if (states_any_size(sizes)) {
    const rules::parallel_gpus asked = rules::gpus_of(sizes);
    const said<count> devices = visible_devices(command);
    ++with_sizes_;
    are_apart_ = are_apart_ && asked.is_known && devices.is_known() && asked.gpus <= devices.value;
    is_told = !servers_run_ || are_apart_;
    leave_rest_ = leave_rest_ || others_run_;
    servers_run_ = runs_on;
    are_repeated_ = are_repeated_ || (runs_on && loops_ > 0);
  } else if (ends_others(command)) {
    servers_run_ = others_run_ = are_repeated_ = false;
  } else if (sizes.engine != engine::unnamed || may_take_gpus(command)) {
    leave_rest_ = leave_rest_ || servers_run_;
    others_run_ = others_run_ || runs_on;
  }
  if (end == ";;") next_branch();
  return is_told;
}

}  // namespace headroom::read
