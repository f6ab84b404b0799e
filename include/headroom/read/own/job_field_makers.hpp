// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/own/job_fields.hpp>

// What the tables of keys are written with.
namespace headroom::read::making {

template <class T, class Record>
Record record_of(T Record::*);
template <auto First, auto...>
struct path {
  using request = decltype(record_of(First));
};
template <auto... Path>
using request_of = typename path<Path...>::request;

// The member that a path of them leads to: of.job.parallelism.tensor.
template <auto... Path>
constexpr auto member = [](request_of<Path...>& of) -> auto& { return (of.*....*Path); };

// A word that is one of a table of names.
template <const auto& Names>
inline constexpr auto all_names = names_of(Names);

template <class Request>
constexpr job_field<Request> word(std::string_view key, std::span<const std::string_view> allowed,
                                  void (*take)(Request&, std::string_view), std::string_view meaning) {
  return {.key = key, .what = job_form::word, .meaning = meaning, .allowed = allowed, .take_word = take};
}
template <const auto& Names, auto... Path>
constexpr auto word(std::string_view key, std::string_view meaning) {
  using request = request_of<Path...>;
  return word<request>(
      key, all_names<Names>, [](request& of, std::string_view name) { member<Path...>(of) = value_of(Names, name); }, meaning);
}
// The same, which the request keeps as well.
template <const auto& Names, auto Kept, auto... Path>
constexpr auto word_kept(std::string_view key, std::string_view meaning) {
  using request = request_of<Path...>;
  const auto take = [](request& of, std::string_view name) {
    of.*Kept = name;
    member<Path...>(of) = value_of(Names, name);
  };
  return word<request>(key, all_names<Names>, take, meaning);
}
template <class Request>
constexpr job_field<Request> words(std::string_view key, std::span<const std::string_view> allowed,
                                   void (*take)(Request&, std::string_view), std::string_view meaning) {
  return {.key = key, .what = job_form::words, .meaning = meaning, .allowed = allowed, .take_word = take};
}
template <auto... Path>
constexpr job_field<request_of<Path...>> number(std::string_view key, std::string_view meaning, count least = 1) {
  return {.key = key, .what = job_form::count, .meaning = meaning, .number = member<Path...>, .least = least};
}
template <auto... Path>
constexpr auto number_or_none(std::string_view key, std::string_view meaning) {
  return number<Path...>(key, meaning, 0);
}
template <auto... Path>
constexpr job_field<request_of<Path...>> real(std::string_view key, job_form what, std::string_view meaning) {
  return {.key = key, .what = what, .meaning = meaning, .real = member<Path...>};
}
template <auto... Path>
constexpr job_field<request_of<Path...>> yes_no(std::string_view key, std::string_view meaning) {
  return {.key = key, .what = job_form::yes_no, .meaning = meaning, .yes = member<Path...>};
}
template <auto... Path>
constexpr job_field<request_of<Path...>> lengths(std::string_view key, std::string_view meaning) {
  return {.key = key, .what = job_form::lengths, .meaning = meaning, .lengths = member<Path...>};
}

inline constexpr std::string_view model_meaning = "Name of a model of the library, or the path of its config.json";

}  // namespace headroom::read::making
