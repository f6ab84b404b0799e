// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/link.hpp>
#include <headroom/text/parse.hpp>
#include <headroom/units.hpp>
#include <span>
#include <string>
#include <string_view>

#include "deployment.hpp"
#include "document.hpp"
#include "model_lookup.hpp"

namespace headroom::program {

// What the value of a key looks like in the file.
enum class form { text, count, memory, bandwidth, rate, power, money_rate };

template <class T>
inline constexpr form form_of = form::text;
template <>
inline constexpr form form_of<count> = form::count;
template <>
inline constexpr form form_of<memory> = form::memory;
template <>
inline constexpr form form_of<bandwidth> = form::bandwidth;
template <network N>
inline constexpr form form_of<network_bandwidth<N>> = form::bandwidth;
template <>
inline constexpr form form_of<operation_rate> = form::rate;
template <>
inline constexpr form form_of<power> = form::power;
template <>
inline constexpr form form_of<money_rate> = form::money_rate;

inline parsed<memory> parse_as(std::string_view text, memory) { return parse_memory(text); }
inline parsed<bandwidth> parse_as(std::string_view text, bandwidth) { return parse_bandwidth(text); }
inline parsed<operation_rate> parse_as(std::string_view text, operation_rate) { return parse_operation_rate(text); }
inline parsed<power> parse_as(std::string_view text, power) { return parse_power(text); }
inline parsed<money_rate> parse_as(std::string_view text, money_rate) { return parse_money_rate(text); }
template <network N>
parsed<network_bandwidth<N>> parse_as(std::string_view text, network_bandwidth<N>) {
  const parsed<bandwidth> one = parse_bandwidth(text);
  return {network_bandwidth<N>::of_one_direction(one.value), one.error};
}

// "the number 672", "a list"
std::string description_of(const node& at);

// "a memory as text with its unit, such as \"672 GiB\""
std::string expectation_of(form what);

// From the values of a document to those of the library. What is wrong with a value ends the reading.
class reader {
 public:
  struct failure {
    text_error error;
  };

  reader(const document& from, deployment& into, const model_finder& models)
      : from_(from), into_(into), models_(models) {}
  deployment& into() const { return into_; }

  [[noreturn]] void fail(const node& at, std::string message) const;
  int line_of(const node& at) const;  // of its key, in an object

  const node& object(const node& at) const;
  const node& list(const node& at) const;
  void check_keys(const node& at, std::span<const std::string_view> known) const;
  const node& required(const node& at, std::string_view key, std::string_view expected) const;

  // Text without control characters, kept by the deployment.
  std::string_view words(const node& at) const;
  std::string_view word(const node& at, std::span<const std::string_view> allowed) const;
  bool yes_or_no(const node& at) const;
  double percentage(const node& at) const;
  double number(const node& at, double least, double most) const;
  const known_model& model(const node& at) const;  // kept by the deployment

  void read(const node& at, count& into) const;
  void read(const node& at, std::string_view& into) const { into = words(at); }
  template <class Quantity>
  requires(form_of<Quantity> != form::text && !std::same_as<Quantity, count>) void read(const node& at,
                                                                                        Quantity& into) const {
    const parsed<Quantity> result = parse_as(quantity_text(at, form_of<Quantity>), Quantity{});
    if (!result) fail_in_text(at, result.error);
    into = result.value;
  }
  // Also "none": the hardware has no such thing.
  template <class T>
  void read(const node& at, figure<T>& into) const {
    if (at.kind == kind::text && at.text == "none") {
      into = absent;
      return;
    }
    T value{};
    read(at, value);
    into = value;
  }

 private:
  std::string_view quantity_text(const node& at, form expected) const;
  [[noreturn]] void fail_in_text(const node& at, const parse_error& why) const;

  const document& from_;
  deployment& into_;
  const model_finder& models_;
};

}  // namespace headroom::program
