// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <headroom/text/same_name.hpp>

// Sentences about the texts that are read.
namespace headroom::read {

// The parts one behind the other: texts, characters and whole numbers.
template <class... Parts>
std::string concat(const Parts&... parts) {
  std::string all;
  const auto append = [&all]<class Part>(const Part& part) {
    if constexpr (std::same_as<Part, char>) all += part;
    else if constexpr (std::integral<Part>) all += std::to_string(part);
    else all += std::string_view(part);
  };
  (append(parts), ...);
  return all;
}

// In double quotes, printable whatever the bytes are, and cut after so many characters.
std::string in_quotes(std::string_view text, std::size_t most = 60);

// With ? for each control character: for terminals and messages.
std::string printable(std::string_view text);

// "one, two or three"
std::string one_of(std::span<const std::string_view> words);

// "one, two, three"
std::string with_commas(std::span<const std::string_view> words);

// The candidate that a mistyped or shortened word was probably meant to be; empty: none is near.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

// The longest of the keys that a word goes on from with parts of its own: "sequence" of "sequence_length"; empty: none.
std::string_view shorter_key(std::string_view word, std::span<const std::string_view> keys);

// The word that a text means after case, spaces and signs: "fp8_blocks" of "FP8-Blocks"; empty: none.
std::string_view word_called(std::string_view text, std::span<const std::string_view> words);

// What might have been said in place of a text that is none of the words: "did you mean \"fp8\"?", with others that are
// as near, or "expected fp8 or bf16" where none is near.
std::string expected_of(std::string_view text, std::span<const std::string_view> words);

// The names of the things that a name may mean.
template <class Thing>
std::string names_of(const named_alike<Thing>& alike) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < std::min(alike.size, alike.most); ++i) {
    if constexpr (requires { alike.of[i]->name(); }) names.push_back(alike.of[i]->name());
    else names.push_back(alike.of[i]->name);
  }
  return alike.size > alike.most ? concat(with_commas(names), " and ", alike.size - alike.most, " more") : with_commas(names);
}

}  // namespace headroom::read
