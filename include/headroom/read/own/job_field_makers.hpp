// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/own/job_fields.hpp>

// What the tables of keys are written with.
namespace headroom::read::making {

template <class Request>
constexpr job_field<Request> word(std::string_view key, std::span<const std::string_view> allowed,
                                  void (*take)(Request&, std::string_view), std::string_view meaning) {
  return {.key = key, .what = job_form::word, .meaning = meaning, .allowed = allowed, .take_word = take};
}
template <class Request>
constexpr job_field<Request> words(std::string_view key, std::span<const std::string_view> allowed,
                                   void (*take)(Request&, std::string_view), std::string_view meaning) {
  return {.key = key, .what = job_form::words, .meaning = meaning, .allowed = allowed, .take_word = take};
}
template <class Request>
constexpr job_field<Request> number(std::string_view key, count& (*of)(Request&), std::string_view meaning) {
  return {.key = key, .what = job_form::count, .meaning = meaning, .number = of};
}
template <class Request>
constexpr job_field<Request> number_or_none(std::string_view key, count& (*of)(Request&), std::string_view meaning) {
  return {.key = key, .what = job_form::count, .meaning = meaning, .number = of, .least = 0};
}
template <class Request>
constexpr job_field<Request> real(std::string_view key, job_form what, double& (*of)(Request&),
                                  std::string_view meaning) {
  return {.key = key, .what = what, .meaning = meaning, .real = of};
}
template <class Request>
constexpr job_field<Request> yes_no(std::string_view key, bool& (*of)(Request&), std::string_view meaning) {
  return {.key = key, .what = job_form::yes_no, .meaning = meaning, .yes = of};
}

template <class Request>
constexpr job_field<Request> lengths(std::string_view key, request_lengths& (*of)(Request&), std::string_view meaning) {
  return {.key = key, .what = job_form::lengths, .meaning = meaning, .lengths = of};
}

inline constexpr std::string_view model_meaning = "Name of a model of the library, or the path of its config.json";

}  // namespace headroom::read::making
