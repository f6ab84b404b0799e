// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/shell/detail/walker_builtins.ipp>
#include <headroom/read/shell/walk.hpp>

namespace headroom::read::shell {

namespace detail {

namespace walk_detail {

// "$(X)" of Kubernetes: the variable, where there is one. "$$" is a dollar sign.
value substituted(const argument& from, const walk_options& options, arena& memory) {
  value all{.text = memory.keep_text(from.text), .at = from.at};
  for (const origin& each : from.origins)
    if (each.offset == 0) all.at = each.at;
  all.origins = memory.keep(from.origins);
  value_builder result(memory);
  std::size_t done = 0;
  const auto take = [&](std::size_t end) {
    result.add_text_of(all, done, end, position_of(all, done));
    done = end;
  };
  for (std::size_t i = 0; i + 1 < all.text.size(); ++i) {
    if (all.text[i] != '$') continue;
    if (all.text[i + 1] == '$') {
      take(++i);
      done = i + 1;
      continue;
    }
    const std::size_t end = all.text[i + 1] == '(' ? all.text.find(')', i) : std::string_view::npos;
    if (end == std::string_view::npos) continue;
    const std::string_view name = all.text.substr(i + 2, end - i - 2);
    const auto found = std::ranges::find(options.variables, name, &given_variable::name);
    if (found == options.variables.end()) continue;
    take(i);
    const position at = position_of(all, i);
    if (const std::optional<std::string_view>& given = found->value; given.has_value())
      result.add(memory.keep_text(*given), at);
    else
      result.add(memory.keep(unjudged{cause::variable, name, at}));
    done = end + 1;
    i = end;
  }
  take(all.text.size());
  return result.finish(all.at);
}

}  // namespace walk_detail

void walker::walk_arguments(std::span<const argument> arguments) {
  std::vector<expanded_word> words;
  for (const argument& each : arguments) {
    const value text = walk_detail::substituted(each, options_, memory_);
    words.push_back({.text = text, .at = text.at});
  }
  call one{.words = memory_.keep(std::span<const expanded_word>(words)), .variables = names_.exported()};
  if (!words.empty()) one.at = words.front().at;
  if (!words.empty()) run_program(one);
  finish();
}

}  // namespace detail

walked walk(const script& of, const walk_options& options) {
  walked result;
  detail::walker(options, result).walk_script(of);
  return result;
}

walked walk_arguments(std::span<const argument> arguments, const walk_options& options) {
  walked result;
  detail::walker(options, result).walk_arguments(arguments);
  return result;
}

}  // namespace headroom::read::shell
